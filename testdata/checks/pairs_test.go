// SPDX-License-Identifier: MIT

package svm

import (
	"math"
	"testing"
)

// This file tests the plain SMO, and the complete one, which .ci/run takes out
// of smo.go as its section "Pairs" says. It stands beside them and the function
// Train of that section, in a module of their own.

// Four points that a line separates, and two classes that overlap: no αᵢ leaves
// its bounds, Σ αᵢyᵢ = 0, and one b suits every point.
func TestItTrains(t *testing.T) {
	for _, x := range [][][2]float64{
		{{3, 3}, {5, 4}, {1, 1}, {0, 1}},
		{{1, 0}, {2, 1}, {0, 1}, {-1, 0}, {0.5, 0}, {0, 0}, {1.5, 0.5}, {-2, 1}},
	} {
		n := len(x)
		gram, y, cost := NewMatrix(n, n).rows(), make([]float64, n), make([]float64, n)
		balance := 0.0
		for i, p := range x {
			y[i], cost[i] = 1, 10
			if i >= n/2 {
				y[i] = -1
			}
			for j, q := range x {
				gram[i][j] = p[0]*q[0] + p[1]*q[1]
			}
		}
		d := newDual(gram, y, cost)
		steps, _, endless := d.solve(1e-9, 1000)
		low, high, _, _ := d.ends()
		b := (low + high) / 2
		trained, bias, err := Train(gram, y, 10)
		if err != nil {
			t.Error(err)
		}
		for i, beta := range d.beta {
			f := Dot(gram[i], d.beta) + b
			margin, alpha := y[i]*f, y[i]*beta
			if math.Abs(alpha-trained[i]) > 0.01 || math.Abs(b-bias) > 0.01 {
				t.Errorf("Train: α = %g, b = %g, want %g, %g", trained[i], bias, alpha, b)
			}
			balance += beta
			if alpha < 0 || alpha > 10 ||
				alpha > 0 && margin > 1+1e-8 || alpha < 10 && margin < 1-1e-8 {
				t.Errorf("point %d of %d: α = %g, yf = %g", i, n, alpha, margin)
			}
		}
		if steps == 1000 || endless >= 0 || math.Abs(balance) > 1e-12 {
			t.Errorf("%d points: %d steps, Σαy = %g", n, steps, balance)
		}
	}
}

// XOR by the inner product, without slack; a point with both labels; points of
// a line, where rounding hides the violation as α grows; one class; NaN.
func TestItSaysThatThereIsNoMachine(t *testing.T) {
	xor := [][]float64{{2, 0, 0, -2}, {0, 2, -2, 0}, {0, -2, 2, 0}, {-2, 0, 0, 2}}
	x := []float64{-0.16094442481387916, 1.14542756399321, 1.014519168661847, -0.7761342764738102}
	line := NewMatrix(4, 4).rows()
	for i := range x {
		axpy(x[i], x, line[i])
	}
	for _, tt := range []struct {
		gram [][]float64
		y    []float64
		c    float64
	}{
		{xor, []float64{1, -1, -1, 1}, math.Inf(1)},
		{[][]float64{{1, 1}, {1, 1}}, []float64{1, -1}, math.Inf(1)},
		{line, []float64{1, -1, 1, -1}, math.Inf(1)},
		{xor, []float64{1, 1, 1, 1}, 1},
		{xor, []float64{-1, -1, -1, -1}, 1},
		{[][]float64{{math.NaN(), 0}, {0, 1}}, []float64{1, -1}, 1},
	} {
		if alpha, b, err := Train(tt.gram, tt.y, tt.c); err == nil {
			t.Errorf("Train(%g, %g, %g) = %g, %g without an error", tt.gram, tt.y, tt.c, alpha, b)
		}
	}
}
