// SPDX-License-Identifier: MIT

package draw

import (
	"math"
	"slices"

	"example.com/svm"
)

// This file draws functions of two features: where they are 0 or another
// number, which of several is the largest, and the whole machine with its
// points.

// grid returns the value at a corner of the grid.
func (p *Picture) grid(i, j int) svm.Vector {
	s, t := float64(i)/Cells, float64(j)/Cells
	return svm.Vector{p.x[0] + s*(p.x[1]-p.x[0]), p.y[0] + t*(p.y[1]-p.y[0])}
}

// Contour draws the line f = level.
func (p *Picture) Contour(class string, level float64, f func(x svm.Vector) float64) {
	p.Path(class, p.outline(level, f, 'M'))
}

// Above paints where f is at least a level.
func (p *Picture) Above(class string, level float64, f func(x svm.Vector) float64) {
	p.Path(class, p.outline(level, f, 'L'))
}

// outline returns the path around where f is at least a level. The frame letter
// says whether it has the frame, where that ends there.
func (p *Picture) outline(level float64, f func(x svm.Vector) float64, frame byte) (d string) {
	low, high := p.grid(0, 0), p.grid(Cells, Cells)
	for _, way := range p.around(level, f) {
		for k, x := range way {
			letter := "ML"[min(k, 1)]
			for axis, v := range x {
				if k > 0 && way[k-1][axis] == v && (v == low[axis] || v == high[axis]) {
					letter = frame
				}
			}
			d += p.To(letter, x[0], x[1])
		}
	}
	return d
}

// around returns ways around where f is at least a level, which is to their
// left. In each square of a grid they lead from edge to edge, where f − level
// changes sign, and else along the frame. In a square around a saddle of f it
// changes sign on all four edges. Then the corners with a smaller f are cut
// off: the others may be right, and no eye sees it. If f − level is 0 at three
// corners of a square, two lines cross at the middle one.
func (p *Picture) around(level float64, f func(x svm.Vector) float64) (ways [][]svm.Vector) {
	var at [Cells + 3][Cells + 3]svm.Vector // the corners, and f − level there, outside −∞
	for i := range at {
		for j := range at[i] {
			x := p.grid(i-1, j-1)
			at[i][j] = append(x, math.Inf(-1))
			if min(i, j) > 0 && max(i, j) < Cells+2 {
				at[i][j][2] = f(x) - level
			}
		}
	}
	type edge [2]int                                      // twice its middle
	cut, next := map[edge][]svm.Vector{}, map[edge]edge{} // where a way leaves it, and to which
	var edges []edge
	const on = -1e-6 // a line along corners does not hang on last digits
	zero := func(corner svm.Vector) bool { return math.Abs(corner[2]) <= -on }
	for i := range Cells + 2 {
		for j := range Cells + 2 {
			s, t := 2*i+1, 2*j+1
			sides := []edge{{s, t - 1}, {s + 1, t}, {s, t + 1}, {s - 1, t}}
			corners := []svm.Vector{at[i][j], at[i+1][j], at[i+1][j+1], at[i][j+1]}
			for k, a := range corners {
				b, c, d := corners[(k+1)%4], corners[(k+2)%4], corners[(k+3)%4]
				if a[2] < on || b[2] >= on {
					continue
				}
				part := min(max(a[2]/(a[2]-b[2]), 0), 1)
				way := []svm.Vector{{a[0] + part*(b[0]-a[0]), a[1] + part*(b[1]-a[1])}}
				if zero(a) && zero(c) && zero(d) {
					way = append(way, d[:2])
				}
				to := k + 1
				for corners[(to+1)%4][2] < on {
					to++
				}
				cut[sides[k]], next[sides[k]], edges = way, sides[to%4], append(edges, sides[k])
			}
		}
	}
	for _, e := range edges {
		var way []svm.Vector
		for ; cut[e] != nil; e = next[e] {
			way = append(way, cut[e]...)
			delete(cut, e)
		}
		if way != nil {
			ways = append(ways, append(way, way[0]))
		}
	}
	return ways
}

// Classes paints where each of two or three classes has the largest score, with
// thick lines between them.
func (p *Picture) Classes(scores func(x svm.Vector) []float64) {
	ahead := func(c int) func(x svm.Vector) float64 { // of all others
		return func(x svm.Vector) float64 {
			s := scores(x)
			return s[c] - slices.Max(slices.Delete(slices.Clone(s), c, c+1))
		}
	}
	last := len(scores(svm.Vector{0, 0})) - 1
	for c := last; c >= 0; c-- { // where all are equal, the first is on top
		p.Above([]string{"plus", "minus", "third"}[c], 0, ahead(c))
	}
	for c := range last {
		p.Contour("thick", 0, ahead(c))
	}
}

// Sides paints where f is positive and where it is negative.
func (p *Picture) Sides(f func(x svm.Vector) float64) {
	p.Classes(func(x svm.Vector) []float64 { return []float64{f(x), -f(x)} })
}

// Machine draws any model: its regions, f = 0 thick and f = ±1 thin. It marks
// the points x that it was trained on, with their labels y. As a height, f is
// shaded too, in bands of a half up to ±3, and its lines are named.
func (p *Picture) Machine(m *svm.Model[svm.Vector], x [][]float64, y []float64, height bool) {
	f := p.known(m)
	p.Sides(f)
	for level := 0.5; height && level <= 3; level += 0.5 { // a layer for each half
		p.Above("plus high", level, f)
		p.Above("minus high", level, func(x svm.Vector) float64 { return -f(x) })
	}
	p.Contour("thin", 1, f)
	p.Contour("thin", -1, f)
	if height {
		p.levels(f, x)
	}
	p.Points(x, y, m.Support)
}

// known returns f with the values that around asks for, computed together,
// which is faster.
func (p *Picture) known(m *svm.Model[svm.Vector]) func(x svm.Vector) float64 {
	var at []svm.Vector
	for i := range Cells + 1 {
		for j := range Cells + 1 {
			at = append(at, p.grid(i, j))
		}
	}
	value := map[[2]float64]float64{}
	for i, f := range m.Values(at) {
		value[[2]float64(at[i])] = f
	}
	return func(x svm.Vector) float64 { return value[[2]float64(x)] }
}

// levels writes −1, 0 and 1 at their lines, each where it is farthest from the
// points, from the frame and from those before it, if there is room.
func (p *Picture) levels(f func(x svm.Vector) float64, points [][]float64) {
	taken := slices.Clone(points)
	room := func(x svm.Vector) float64 {
		free := min(x[0]-p.x[0], p.x[1]-x[0], x[1]-p.y[0], p.y[1]-x[1])
		for _, other := range taken {
			free = min(free, math.Hypot(x[0]-other[0], x[1]-other[1]))
		}
		return free
	}
	for _, level := range []float64{-1, 0, 1} {
		best, most := svm.Vector(nil), (p.x[1]-p.x[0])/30
		for _, x := range slices.Concat(p.around(level, f)...) {
			if free := room(x); free > most {
				best, most = x, free
			}
		}
		if best != nil {
			x, y := p.At(best[0], best[1])
			p.Add(`<text class="level" x="%.1f" y="%.1f">%s</text>`, x, y+4, Plain(level))
			taken = append(taken, best)
		}
	}
}

// Slacks draws the way from each support vector at the bound to its margin,
// yf = 1, along the gradient of f, in steps of at most this length. For Linear
// it is as long as ξ/‖w‖. If yf stays below 1, there is no such way, and one
// that leaves the panel ends before.
func (p *Picture) Slacks(
	m *svm.Model[svm.Vector], x [][]float64, y []float64, length float64,
) {
	for i, kind := range m.Support {
		if kind != svm.SupportBound {
			continue
		}
		for way := []svm.Vector{x[i]}; len(way) <= 200; {
			at := way[len(way)-1]
			lacks, h := 1-y[i]*m.Value(at), length/100
			right, left := svm.Vector{at[0] + h, at[1]}, svm.Vector{at[0] - h, at[1]}
			above, below := svm.Vector{at[0], at[1] + h}, svm.Vector{at[0], at[1] - h}
			g := svm.Vector{m.Value(right) - m.Value(left), m.Value(above) - m.Value(below)}
			steep := svm.Norm(g) / (2 * h)
			step := y[i] * min(lacks/steep, length) / svm.Norm(g)
			next := svm.Vector{at[0] + step*g[0], at[1] + step*g[1]}
			if lacks < 1e-3 || next[0] < p.x[0] || next[0] > p.x[1] ||
				next[1] < p.y[0] || next[1] > p.y[1] {
				p.Line("dotted", way...)
				break
			}
			way = append(way, next)
		}
	}
}

// Plane draws what the panel has of the line f = 0.
func (p *Picture) Plane(class string, h svm.Hyperplane) {
	q := h.Project([]float64{(p.x[0] + p.x[1]) / 2, (p.y[0] + p.y[1]) / 2})
	u, low, high := []float64{-h.W[1], h.W[0]}, math.Inf(-1), math.Inf(1)
	for k, edge := range [][2]float64{p.x, p.y} { // q + tu is between the edges
		a, b := (edge[0]-q[k])/u[k], (edge[1]-q[k])/u[k]
		low, high = max(low, min(a, b)), min(high, max(a, b))
	}
	if low < high {
		p.Line(class, svm.Vector{q[0] + low*u[0], q[1] + low*u[1]},
			svm.Vector{q[0] + high*u[0], q[1] + high*u[1]})
	}
}
