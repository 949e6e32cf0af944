// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"example.com/svm"
	"example.com/svm/testdata/draw"
	"example.com/svm/testdata/scene"
)

// This file puts into words and pictures what came out.

// tell says what there is to say of a machine, and of the step to it.
func (a *answer) tell(m, before *model, end ending) {
	c, right, pay, total := m.Certificate, 0, 0, 0.0
	values := m.Values(vectors(a.X))
	for i, f := range values {
		yf := a.Y[i] * f
		if yf > 0 || f == 0 && a.Y[i] > 0 { // as for Predict
			right++
		}
		slack := max(0, 1-yf)
		if total += slack; slack > 1e-6 { // as in pointWords
			pay++
		}
		a.Points = append(a.Points, pointWords(i, a.Y[i], m.Alpha[i], yf))
	}
	share := 100 * float64(right) / float64(len(a.X))
	switch { // a station of the first hour says what one knows there
	case len(m.Points) == 0:
		a.Facts = []string{"Before the first step all α are 0, and f is b everywhere"}
	case a.Stage == "slack":
		const bill = "%d points pay; bill %.4g: all slack together is %.4g"
		a.Facts = []string{fmt.Sprintf(bill, pay, c.Primal, total)}
	case a.Stage == "":
		const most = "%.3g %% of the training points are right (%d of %d)"
		const vectors = "%d support vectors: %d with α < C, %d at C"
		a.Facts = []string{
			fmt.Sprintf(most, share, right, len(a.X)),
			fmt.Sprintf(vectors, len(m.Points), c.Free, c.Bound),
		}
	}
	h, err := svm.LinearHyperplane(&m.Expansion)
	if err == nil && len(h.W) > 0 {
		a.Plane = append(slices.Clone(h.W), h.B)
		margin := 1 / svm.Norm(h.W)
		says := fmt.Sprintf("w = %.4g, b = %.4g, 1/‖w‖ = %.4g", h.W, h.B, margin)
		if a.Stage == "street" {
			const street = "The widest street is %.4g wide: half of it, its margin, is %.4g"
			says = fmt.Sprintf(street, 2*margin, margin)
		}
		a.Facts = append(a.Facts, says)
	}
	if a.Stage == "" && c.Free == 0 && c.BHigh-c.BLow > 1e-6 {
		says := fmt.Sprintf("any b in [%.4g, %.4g] suits", c.BLow, c.BHigh)
		if svm.Norm(h.W) > 1e-9 {
			says += "; dashed, f = 0 for its ends"
			for _, b := range []float64{c.BLow, c.BHigh, h.B - 1, h.B + 1} {
				a.open = append(a.open, svm.Hyperplane{W: h.W, B: b})
			}
		}
		a.Facts = append(a.Facts, says)
	}
	if a.Height {
		const says = "a shade is ½ of f: points from %.3g to %.3g"
		a.Facts = append(a.Facts, fmt.Sprintf(says, slices.Min(values), slices.Max(values)))
	}
	a.Certificate, a.Primal, a.Dual = c.String(), finite(c.Primal), c.Dual
	if math.Abs(c.Gap()) > min(c.RoundingPrimal+c.RoundingDual, 1e-9*c.Dual) {
		a.Gap = finite(c.Gap())
	}
	a.Alpha, a.Top = m.Alpha, slices.Max(m.Alpha)
	if a.C <= 4*a.Top || a.Top == 0 {
		a.Top = a.C
	}
	a.Told = fmt.Sprintf("After step %d: m = %.4g, M = %.4g, m − M = %.3g",
		m.Iterations, c.BLow, c.BHigh, c.Violation())
	switch end {
	case underway:
		a.Told += ", not yet the end"
	case given:
		a.Told += ". This page makes no more steps"
	}
	if before == nil {
		return
	}
	for i := range a.X {
		if m.Alpha[i] != before.Alpha[i] {
			a.Moved = append(a.Moved, i)
		}
	}
	if len(a.Moved) != 2 {
		a.Told += fmt.Sprintf("; a pair, then %d α at once", len(a.Moved))
		return
	}
	for _, i := range a.Moved {
		const told = "; α of point %d from %.4g to %.4g"
		a.Told += fmt.Sprintf(told, i+1, before.Alpha[i], m.Alpha[i])
	}
}

// widen has the view hold the edges of a line that may move, and the line at
// both ends of its way. With a view 30 times as wide points would be one spot.
func (a *answer) widen() {
	side, outside := a.View[2], false
	var near [][]float64
	for _, h := range a.open {
		x := h.Project([]float64{a.View[0] + side/2, a.View[1] + side/2})
		for k, middle := range []float64{a.View[0] + side/2, a.View[1] + side/2} {
			x[k] = min(max(x[k], middle-12*side), middle+12*side)
			outside = outside || math.Abs(x[k]-middle) > side/2
		}
		near = append(near, x)
	}
	if outside {
		a.Look(near...)
		a.Address = a.Scene.Address()
	}
}

// pointWords returns what there is to say of a point: its number, label, α, ξ,
// y·f, and where it stands. On its edge means to six digits, which the searches
// reach.
func pointWords(i int, y, alpha, yf float64) []string {
	stands := "outside"
	switch {
	case math.Abs(yf-1) < 1e-6:
		yf, stands = 1, "on its edge"
	case yf < 0:
		stands = "on the wrong side"
	case yf < 1:
		stands = "inside"
	}
	return []string{fmt.Sprint(i + 1), fmt.Sprintf("%+g", y), fmt.Sprintf("%.4g", alpha),
		fmt.Sprintf("%.4g", max(0, 1-yf)), fmt.Sprintf("%.4g", yf), stands}
}

// draw draws a panel of what is seen, and in it what inside draws.
func (a *answer) draw(title string, inside func(p *draw.Picture)) {
	x, y, side, told := a.View[0], a.View[1], a.View[2], title
	if a.Height && a.Told != "" {
		told += ", shaded by f as a height"
	}
	a.Picture = draw.SVG(told, func(p *draw.Picture) {
		p.Panel(title, "x₁", "x₂", x, x+side, y, y+side)
		inside(p)
	})
}

// invite draws the points of a scene that has not both kinds, and says how to
// go on.
func invite(p *draw.Picture, s scene.Scene) {
	if len(s.X) == 0 {
		left, bottom, side := s.View[0], s.View[1], s.View[2]
		p.Text(left+side*0.1, bottom+side*0.55, "Click here to put a point of the kind +1,")
		p.Text(left+side*0.1, bottom+side*0.48, "then choose −1 and click again.")
	}
	p.Points(s.X, s.Y, nil)
}

// machine draws a machine with its points. Ways of the slack are drawn for at
// most fifty points: more take long, and are too many to be told apart.
func (a *answer) machine(title string, m *model) {
	a.draw(title, func(p *draw.Picture) {
		p.Machine(m, a.X, a.Y, a.Height)
		for _, h := range a.open[:min(2, len(a.open))] {
			p.Plane("dashed", h)
		}
		if m.Certificate.Bound <= 50 {
			p.Slacks(m, a.X, a.Y, a.View[2]/draw.Cells)
		}
		for _, i := range a.Moved {
			p.Circle("", a.X[i], 11)
		}
		if len(a.Moved) == 2 {
			p.Line("dashed", a.X[a.Moved[0]], a.X[a.Moved[1]])
		}
	})
}

// unseparated shows the points by which no machine separates the classes. All
// numbers are those of the proof: no curve is drawn, and no machine.
func (a *answer) unseparated(title string, m *model) {
	if a.Stage == "street" {
		a.Facts = []string{"No line has the two kinds on two sides: there is no street"}
		a.draw(title, func(p *draw.Picture) { p.Points(a.X, a.Y, nil) })
		return
	}
	// The α of a class have the sum 1, and rounding leaves some of 10⁻¹⁴.
	none := func(i int) bool { return m.Alpha[i] <= 1e-9 }
	proving := slices.DeleteFunc(slices.Clone(m.Index), none)
	slices.SortStableFunc(proving, func(i, j int) int {
		return cmp.Compare(m.Alpha[j], m.Alpha[i])
	})
	linear, longest := a.Kernel == "linear", 0.0 // where φ(x) = x
	for _, x := range a.X {
		longest = max(longest, math.Sqrt(m.Kernel.Eval(x, x)))
	}
	const means = "weighted means of φ in both classes are %.2g apart, where φ is up to %.2g long"
	a.Alpha = m.Alpha
	a.Facts = []string{
		fmt.Sprintf("Not separable, to six digits: by %d points", len(proving)),
		fmt.Sprintf(means, m.Norm(), longest),
	}
	a.Certificate = fmt.Sprintf("no w and b was found that has all yᵢf(xᵢ) ≥ 1\n"+
		"With these α, w = Σ αᵢyᵢφ(xᵢ) has the length %.2g. svm counts two means\n"+
		"as equal if they are at most 10⁻⁶r + 10⁻⁷s apart, where s is the largest\n"+
		"‖φ(xᵢ)‖, and r the largest distance of two φ(xᵢ): here up to %.2g.\n"+
		"A narrower street may exist. Scale the points, or take a smaller degree\n"+
		"or a finite C. The α have Σ αᵢ = 2.", m.Norm(), 2.1e-6*longest)
	var points []int
	var alpha []*big.Rat
	if linear {
		points, alpha = a.touching(proving)
	}
	if points != nil {
		proving, a.Alpha = points, make([]float64, len(a.X))
		for k, i := range points {
			a.Alpha[i], _ = alpha[k].Float64()
		}
		const equal = "x has the same weighted mean in both classes: %.4f and %.4f"
		rounded := func(v svm.Vector) svm.Vector { // + 0 makes 0 of −0
			return svm.Vector{math.Round(1e4*v[0])/1e4 + 0, math.Round(1e4*v[1])/1e4 + 0}
		}
		a.Facts = []string{
			fmt.Sprintf("Not separable: %d points prove it", len(points)),
			fmt.Sprintf(equal, rounded(a.mean(1)), rounded(a.mean(-1))),
		}
		a.Certificate = "no w and b have all yᵢf(xᵢ) ≥ 1\n" +
			"With α near these, w = Σ αᵢyᵢxᵢ is exactly 0, and the dual value is\n" +
			"Σ αᵢ = 2. With t times these α it is 2t. No primal value is below any of\n" +
			"these, so that there is none. A finite C, which α may not pass, stops that."
	}
	a.Top = slices.Max(a.Alpha)
	for i, alpha := range a.Alpha {
		words := fmt.Sprintf("%d %+g %.4g – –", i+1, a.Y[i], alpha)
		a.Points = append(a.Points, append(strings.Fields(words), "no machine"))
	}
	a.draw(title, func(p *draw.Picture) {
		support := make([]svm.Support, len(a.X))
		for _, i := range proving {
			if support[i] = svm.SupportFree; linear {
				p.Line("dashed", a.X[i], a.mean(a.Y[i]))
			}
		}
		p.Points(a.X, a.Y, support)
	})
}

// touching returns points of an order with α > 0 that have Σ αᵢ = 2, Σ αᵢyᵢ = 0
// and Σ αᵢyᵢxᵢ = 0, exactly, or none if their hulls share no point. In the
// plane these are four equations, so that four points are enough, as
// Kirchberger has proved. The simplex method finds them. Each equation begins
// with a variable of its own, and a point enters if the sum of these then
// falls. Of several the first enters, and the first leaves, so that it ends
// (Bland).
func (a *answer) touching(order []int) (points []int, alpha []*big.Rat) {
	var rows [4][5]big.Rat // B⁻¹ and B⁻¹(2, 0, 0, 0), where B has the columns of the base
	base := [4]int{-1, -1, -1, -1}
	for r := range rows {
		rows[r][r].SetInt64(1)
	}
	rows[0][4].SetInt64(2)
	for place := 0; place < len(order); place++ {
		x, y, out := a.X[order[place]], a.Y[order[place]], -1
		var falls, product big.Rat
		var column, room [4]big.Rat // B⁻¹ times that of the point, and how far it may enter
		for r := range rows {
			for k, v := range []float64{1, y, y * x[0], y * x[1]} {
				column[r].Add(&column[r], product.Mul(&rows[r][k], new(big.Rat).SetFloat64(v)))
			}
			if base[r] < 0 {
				falls.Add(&falls, &column[r])
			}
			if column[r].Sign() <= 0 {
				continue
			}
			room[r].Quo(&rows[r][4], &column[r])
			if out < 0 || cmp.Or(room[r].Cmp(&room[out]), cmp.Compare(base[r], base[out])) < 0 {
				out = r
			}
		}
		if falls.Sign() <= 0 {
			continue
		}
		for k := range rows[out] {
			pivot := rows[out][k].Quo(&rows[out][k], &column[out])
			for r := range rows {
				if r != out {
					rows[r][k].Sub(&rows[r][k], product.Mul(&column[r], pivot))
				}
			}
		}
		base[out], place = place, -1 // and all points once more
	}
	for r, place := range base {
		if rows[r][4].Sign() > 0 && place < 0 {
			return nil, nil
		} else if rows[r][4].Sign() > 0 {
			points, alpha = append(points, order[place]), append(alpha, &rows[r][4])
		}
	}
	return points, alpha
}

// mean returns the mean of the points of a label, weighted by α.
func (a *answer) mean(label float64) svm.Vector {
	mean := svm.Vector{0, 0}
	for i, x := range a.X {
		if a.Y[i] == label {
			mean[0], mean[1] = mean[0]+a.Alpha[i]*x[0], mean[1]+a.Alpha[i]*x[1]
		}
	}
	return mean
}
