// SPDX-License-Identifier: MIT

package svm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// This file tests the plain solver of quadratic programs, which .ci/run takes
// out of qp.go as its section "The plain method" says. It stands beside it and
// the function dual of that section, in a module of their own.

func solved(t *testing.T, p *program) point {
	w, ok := p.iterate(func(w, r point) bool {
		return max(maxAbs(r.x), maxAbs(r.z), Dot(w.s, w.z)) <= 1e-11
	})
	if !ok {
		t.Error("not solved")
	}
	return p.polished(w)
}

// The dual of four points: α₁ = α₃ is 1/4, or C if C is smaller, and α is
// exactly 0 or C where it is at a bound. For C = 10 b is −2.
func TestFourPoints(t *testing.T) {
	x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	k := make([][]float64, 4)
	for i := range k {
		for j := range x {
			k[i] = append(k[i], Dot(x[i], x[j]))
		}
	}
	for _, c := range []float64{10, 1. / 6} {
		w := solved(t, dual(k, y, c))
		if a := w.x; c < 1 && !(a[0] == c && a[2] == c) || c > 1 && math.Abs(w.z[0]+2) > 1e-9 ||
			math.Abs(a[0]-min(c, 0.25)) > 1e-9 || a[1] != 0 || a[3] != 0 {
			t.Errorf("C = %g: α = %g, b = %g", c, a, w.z[0])
		}
	}
}

// Programs that are made from their solution: min ½xᵀQx + cᵀx in a box, with
// equalities. Each xⱼ is at a bound with a multiplier, or inside.
func TestBoxesWithEqualities(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		n, e := 2+r.IntN(9), r.IntN(3)
		f := NewMatrix(n, n)
		for i := range f.Data {
			f.Data[i] = r.NormFloat64()
		}
		q, x, z := f.Mul(f.T()), make([]float64, n), make([]float64, n)
		p := &program{q: q.rows(), curve: make([]float64, n)}
		e = min(e, n-1)
		for range e {
			row := make([]float64, n)
			for j := range row {
				row[j] = r.NormFloat64()
			}
			p.rows = append(p.rows, row)
		}
		for j := range x {
			lo, hi := -r.Float64(), r.Float64()
			switch r.IntN(3) {
			case 0:
				x[j], z[j] = lo, r.Float64()
			case 1:
				x[j], z[j] = hi, -r.Float64()
			}
			p.bounds, p.h = append(p.bounds, bound{j, -1}, bound{j, 1}), append(p.h, -lo, hi)
			p.ineq = append(p.ineq, e+2*j, e+2*j+1)
		}
		p.c = difference(z, q.MulVec(x))
		for i := e - 1; i >= 0; i-- {
			axpy(r.NormFloat64(), p.rows[i], p.c)
			p.h = append([]float64{Dot(p.rows[i], x)}, p.h...)
		}
		w := solved(t, p)
		value := func(x []float64) float64 { return Dot(x, q.MulVec(x))/2 + Dot(p.c, x) }
		if v, want := value(w.x), value(x); !(math.Abs(v-want) <= 1e-9*(1+math.Abs(want))) {
			t.Errorf("seed %d: value %g, want %g", seed, v, want)
		}
	}
}
