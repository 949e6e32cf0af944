// SPDX-License-Identifier: MIT

package main

import "fmt"

// This file reads off what a step of plainSMO did, for the lines that did it,
// with their names: points count from 0, as in the code.

// A line is one of plainSMO, named by the word with which its comment begins,
// and what is to be said there of a step.
type line struct{ Word, Says string }

// lines says what a step of plainSMO did, from one machine to the next.
func (t *trainer) lines(p *pair, before, m *model) []line {
	if t.gram == nil || before == nil {
		return nil
	}
	c := before.Certificate
	stop := fmt.Sprintf("m = %.4g, M = %.4g, m − M = %.4g", c.BLow, c.BHigh, c.Violation())
	if p == nil {
		return []line{{"stop", stop}}
	}
	i, j := p.I, p.J
	room := func(p int, label float64) float64 { // how far β may go: for a label up, else down
		if t.y[p] == label {
			return t.o.C - before.Alpha[p]
		}
		return before.Alpha[p]
	}
	return []line{
		{"choose i", fmt.Sprintf("i = %d, bs[i] = %.4g", i, p.b[0])},
		{"choose j", fmt.Sprintf("j = %d, bs[j] = %.4g, eta = %.4g", j, p.b[1], p.Eta)},
		{"stop", stop + ", not yet"},
		{"cut", fmt.Sprintf("delta = min(%.4g, %.4g, %.4g) = %.4g",
			p.Gap/p.Eta, room(i, 1), room(j, -1), t.y[i]*(m.Alpha[i]-before.Alpha[i]))},
		{"move", fmt.Sprintf("beta[i] = %.4g, beta[j] = %.4g",
			t.y[i]*m.Alpha[i], t.y[j]*m.Alpha[j])},
	}
}
