// SPDX-License-Identifier: MIT

package draw

import (
	"fmt"
	"math"
	"slices"

	"example.com/svm"
)

// This file draws functions of two features: where they are 0 or another
// number, which of several is the largest, and the whole machine with its
// points.

// grid returns the value at a place of the grid. Cells have centres at halves.
func (p *Picture) grid(i, j float64) svm.Vector {
	return svm.Vector{p.x[0] + i/Cells*(p.x[1]-p.x[0]), p.y[0] + j/Cells*(p.y[1]-p.y[0])}
}

// Contour draws the line f = level through the squares of a grid, in each from
// edge to edge, where f − level changes sign. In a square around a saddle of f
// it changes sign on all four edges. Then two lines cut off the lower right and
// the upper left corner: the other two may be right, and no eye sees it. If f
// − level is 0 at three corners of a square, two lines cross at the middle one.
func (p *Picture) Contour(class string, level float64, f func(x svm.Vector) float64) {
	var at [Cells + 1][Cells + 1]svm.Vector // the corners, and f − level there
	for i := range at {
		for j := range at[i] {
			x := p.grid(float64(i), float64(j))
			at[i][j] = append(x, f(x)-level)
		}
	}
	d, ends := "", 0
	for i := range Cells {
		for j := range Cells {
			corners := []svm.Vector{at[i][j], at[i+1][j], at[i+1][j+1], at[i][j+1]}
			const on = -1e-6 // a line along corners does not hang on last digits
			zeros, opposite := 0, svm.Vector(nil)
			for k, a := range corners {
				if math.Abs(a[2]) <= -on {
					zeros++
				} else {
					opposite = corners[(k+2)%4]
				}
			}
			for k, a := range corners {
				if b := corners[(k+1)%4]; (a[2] >= on) != (b[2] >= on) {
					s := min(max(a[2]/(a[2]-b[2]), 0), 1)
					d += p.To("ML"[ends%2], a[0]+s*(b[0]-a[0]), a[1]+s*(b[1]-a[1]))
					if zeros == 3 && ends%2 == 0 { // from its edge through the corner
						d += p.To('L', opposite[0], opposite[1])
					}
					ends++ // a square has two ends, or four at a saddle
				}
			}
		}
	}
	p.Path(class, d)
}

// Classes paints where each of two or three classes has the largest score, with
// thick lines between them. Neighbours in a row of cells are one run, and the
// runs of a class are one path, so that no seams show.
func (p *Picture) Classes(scores func(x svm.Vector) []float64) {
	const cell = Side / Cells
	var runs [3]string
	for j := range Cells {
		at := func(i int) int {
			s := scores(p.grid(float64(i)+0.5, Cells-float64(j)-0.5))
			return slices.Index(s, slices.Max(s))
		}
		for i := 0; i < Cells; {
			start, c := i, at(i)
			for i++; i < Cells && at(i) == c; i++ {
			}
			runs[c] += fmt.Sprintf("M%.1f %.1fh%.1fv%.1fh%.1fz", p.left+float64(start)*cell,
				35+float64(j)*cell, float64(i-start)*cell, cell, float64(start-i)*cell)
		}
	}
	for c, class := range []string{"plus", "minus", "third"} {
		p.Path(class, runs[c])
	}
	for c := range len(scores(svm.Vector{0, 0})) - 1 {
		p.Contour("thick", 0, func(x svm.Vector) float64 {
			s := scores(x)
			return s[c] - slices.Max(slices.Delete(slices.Clone(s), c, c+1))
		})
	}
}

// Sides paints where f is positive and where it is negative.
func (p *Picture) Sides(f func(x svm.Vector) float64) {
	p.Classes(func(x svm.Vector) []float64 { return []float64{f(x), -f(x)} })
}

// Machine draws any model: its regions, f = 0 thick and f = ±1 thin. It marks
// the points x that it was trained on, with their labels y.
func (p *Picture) Machine(m *svm.Model[svm.Vector], x [][]float64, y []float64) {
	f := p.known(m)
	p.Sides(f)
	p.Contour("thin", 1, f)
	p.Contour("thin", -1, f)
	p.Points(x, y, m.Support)
}

// known returns f with the values that sides and contour ask for, computed
// together, which is faster.
func (p *Picture) known(m *svm.Model[svm.Vector]) func(x svm.Vector) float64 {
	var at []svm.Vector
	for i := range 2*Cells + 1 {
		for j := i % 2; j <= 2*Cells; j += 2 { // corners, and centres
			at = append(at, p.grid(float64(i)/2, float64(j)/2))
		}
	}
	value := map[[2]float64]float64{}
	for i, f := range m.Values(at) {
		value[[2]float64(at[i])] = f
	}
	return func(x svm.Vector) float64 { return value[[2]float64(x)] }
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
