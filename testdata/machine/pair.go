// SPDX-License-Identifier: MIT

package main

// A pair is a step of two α, as the page draws it in their box: βᵢ grows by
// some δ ≥ 0 and βⱼ falls by it, so that D grows by Gap·δ − ½Eta·δ².
type pair struct {
	I, J     int
	From     [2]float64 // αᵢ and αⱼ before the step
	Gap, Eta float64    // bᵢ − bⱼ, and η of (step) in smo.go
	b        [2]float64 // bᵢ and bⱼ
}

// pairOf returns the step from before to m if it has moved two α, else nil.
func pairOf(s *answer, before, m *model) *pair {
	if len(s.Moved) != 2 {
		return nil
	}
	i, j := s.Moved[0], s.Moved[1]
	if s.Y[i]*(m.Alpha[i]-before.Alpha[i]) < 0 {
		i, j = j, i
	}
	asks := func(p int) float64 { return s.Y[p] - before.Value(s.X[p]) + before.B }
	b := [2]float64{asks(i), asks(j)}
	k := func(p, q int) float64 { return m.Kernel.Eval(s.X[p], s.X[q]) }
	return &pair{i, j, [2]float64{before.Alpha[i], before.Alpha[j]},
		b[0] - b[1], k(i, i) + k(j, j) - 2*k(i, j), b}
}
