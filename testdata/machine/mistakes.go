// SPDX-License-Identifier: MIT

package main

import (
	"slices"

	"example.com/svm"
)

// This file makes mistakes: for the four points, those of the students in "The
// certificate" of svm.go.

// spoiled returns a machine with one of scene.Mistakes.
func (t *trainer) spoiled(m *model, mistake string) (*model, error) {
	alpha, b := slices.Clone(m.Alpha), m.B
	switch mistake {
	case "sign": // of b
		b = -b
	case "β": // in place of α
		for i, y := range t.y {
			alpha[i] *= y
		}
	case "balance": // forgotten: an α changes, and another puts its point back on its edge
		i, j := t.largest(alpha, 1), t.largest(alpha, -1)
		more := alpha[i] / 2
		if alpha[i]+more > t.o.C {
			more = -more
		}
		alpha[i] += more
		x, z := t.x[i], t.x[j]
		alpha[j] += more * t.k.Eval(x, z) / max(t.k.Eval(z, z), 1e-12)
		alpha[j] = min(max(alpha[j], 0), t.o.C)
	case "early": // half of the way, with the middle of what the points ask of b
		for i := range alpha {
			alpha[i] /= 2
		}
		half, err := t.between(alpha)
		if err != nil {
			return nil, err
		}
		b = half.B
	}
	spoiled, err := svm.NewModel(t.k, t.x, t.y, alpha, b, t.o)
	if err == nil {
		spoiled.Iterations = m.Iterations
	}
	return spoiled, err
}

// between returns the machine of these α with the middle of what the points ask
// of b.
func (t *trainer) between(alpha []float64) (*model, error) {
	m, err := svm.NewModel(t.k, t.x, t.y, alpha, 0, t.o)
	if err != nil {
		return nil, err
	}
	b := (m.Certificate.BLow + m.Certificate.BHigh) / 2
	return svm.NewModel(t.k, t.x, t.y, alpha, b, t.o)
}

// largest returns the point of a label with the largest α.
func (t *trainer) largest(alpha []float64, label float64) int {
	best := slices.Index(t.y, label)
	for i, a := range alpha {
		if t.y[i] == label && a > alpha[best] {
			best = i
		}
	}
	return best
}
