// SPDX-License-Identifier: MIT

package main

import "fmt"

// This file reads off what a step of plainSMO did, for the lines that did it.

// A line is one of plainSMO, named by the word with which its comment begins,
// and what is to be said there of a step.
type line struct{ Word, Says string }

// lines says what the step from one machine of plainSMO to the next did.
func (t *trainer) lines(before, m *model) []line {
	if t.gram == nil || before == nil {
		return nil
	}
	i, j := -1, -1 // up and down
	for p, y := range t.y {
		switch moved := y * (m.Alpha[p] - before.Alpha[p]); {
		case moved > 0:
			i = p
		case moved < 0:
			j = p
		}
	}
	c := before.Certificate
	stop := fmt.Sprintf("m = %.4g, M = %.4g, m − M = %.4g", c.BLow, c.BHigh, c.Violation())
	if i < 0 || j < 0 {
		return []line{{"stop", stop}}
	}
	b := func(p int) float64 { return t.y[p] - before.Value(t.x[p]) + before.B }
	up, down := t.o.C-before.Alpha[i], before.Alpha[j] // how far β may go
	if t.y[i] < 0 {
		up = before.Alpha[i]
	}
	if t.y[j] < 0 {
		down = t.o.C - before.Alpha[j]
	}
	eta := t.gram[i][i] + t.gram[j][j] - 2*t.gram[i][j]
	return []line{
		{"choose i", fmt.Sprintf("point %d, bᵢ = %.4g", i+1, b(i))},
		{"choose j", fmt.Sprintf("point %d, bⱼ = %.4g, η = %.4g", j+1, b(j), eta)},
		{"stop", stop + ", not yet"},
		{"cut", fmt.Sprintf("δ = min(%.4g, %.4g, %.4g) = %.4g",
			(b(i)-b(j))/eta, up, down, t.y[i]*(m.Alpha[i]-before.Alpha[i]))},
		{"move", fmt.Sprintf("βᵢ = %.4g, βⱼ = %.4g", t.y[i]*m.Alpha[i], t.y[j]*m.Alpha[j])},
	}
}
