// SPDX-License-Identifier: MIT

// Pasted from example_test.go of example.com/svm by this call. Another
// call may bring helpers again: for one package, give one call all names.
//
//	paste plainSMO plainGram

package main

import (
	"fmt"
	"math"
	"slices"
)

// plainDot returns the dot product Σ aᵢbᵢ, the simplest kernel.
func plainDot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// plainGram returns the Gram matrix, the kernel's values for all pairs of
// points. Training sees nothing else, so that a point may be anything that k
// takes: X stands for any type of points.
//
// In kernel.go rows are made when they are needed, many values at once.
func plainGram[X any](k func(a, b X) float64, x []X) (gram [][]float64) {
	for _, p := range x {
		var row []float64
		for _, q := range x {
			row = append(row, k(p, q))
		}
		gram = append(gram, row)
	}
	return gram
}

// plainSMO solves the dual by the plain method of smo.go. A step changes two of
// the βᵢ = αᵢyᵢ, one up and one down by as much, so that Σ αᵢyᵢ stays 0. The
// number bs[t] is the b for which f at point t is yₜ. A point whose β can grow
// asks for a b of at least bs[t]. A point whose β can shrink asks for a b of at
// most bs[t]. The machine is found when one b suits all points, to tol. The gap
// is then at most nC·tol/2, since each point adds at most C·tol/2 to it. If this
// takes more steps than most says, plainSMO returns an error with the α and b
// so far.
//
// In the book, machine.html#four,linear,C=10,plain,step=1 goes through the
// steps. What a step did then stands at the lines that did it.
//
// In smo.go thousands of variables move at once, no Gram matrix is held, and
// rounding is watched.
func plainSMO(
	gram [][]float64, y []float64, c, tol float64, most int,
) (alpha []float64, b float64, steps int, err error) {
	// begin: β = 0, so that f is b everywhere
	n := len(y)
	beta, lo, hi := make([]float64, n), make([]float64, n), make([]float64, n)
	bs := slices.Clone(y)
	for t := range y {
		lo[t], hi[t] = min(0, c*y[t]), max(0, c*y[t])
	}
	if err := plainCheck(gram, y, c, tol); err != nil {
		return nil, 0, 0, err
	}
	for ; ; steps++ {
		// choose i: of the points whose β can grow the one with the largest b, which is m
		i, m := -1, 0.0
		for t := range y {
			if beta[t] < hi[t] && (i < 0 || bs[t] > m) {
				i, m = t, bs[t]
			}
		}
		// choose j: of those whose β can shrink, whose smallest b is M, the one that gains most
		j, eta, gain, M := -1, 0.0, 0.0, math.Inf(1)
		for t := range y {
			if beta[t] > lo[t] {
				M = min(M, bs[t])
				// the squared distance, never 0, so that it can divide; more is
				// what the dual value gains if no bound cuts the step
				square := max(gram[i][i]+gram[t][t]-2*gram[i][t], 1e-12)
				if more := (m - bs[t]) * (m - bs[t]) / (2 * square); m-bs[t] > tol && more > gain {
					j, eta, gain = t, square, more
				}
			}
		}
		// stop: m − M is at most tol, so that the b in their middle suits all points, to tol,
		// or there were enough steps. α is |β|, since α ≥ 0 and y = ±1
		if j < 0 || steps == most {
			for _, v := range beta {
				alpha = append(alpha, math.Abs(v))
			}
			if !(m-M <= tol) { // also if it is NaN
				err = fmt.Errorf("plainSMO: m - M is above tol = %g after %d steps", tol, steps)
			}
			return alpha, (m + M) / 2, steps, err
		}
		// cut: the best step, or as much of it as the bounds allow
		delta := min((m-bs[j])/eta, hi[i]-beta[i], beta[j]-lo[j])
		// move: both β, never beyond a bound by rounding, and the b of all points
		beta[i], beta[j] = min(beta[i]+delta, hi[i]), max(beta[j]-delta, lo[j])
		for t := range y {
			bs[t] -= delta * (gram[t][i] - gram[t][j])
		}
	}
}

// plainCheck returns an error if gram, y or one of the other numbers is wrong.
// For n labels gram has to have n rows of n numbers. Each label is +1 or −1,
// and both occur. The other numbers are above 0. A kernel value is at most
// 10¹⁰⁰ in size, so that no product overflows. For a NaN each comparison is
// false, so that it is refused too.
//
// In a dot product of features no squared distance is below 0. The squared
// distance of xᵢ and xⱼ is k(xᵢ, xᵢ) + k(xⱼ, xⱼ) − 2k(xᵢ, xⱼ). A forgotten
// minus, as in e^(+‖a − b‖²), makes it negative. Then no dual value bounds
// anything, and without this check nobody would see it. (A k without such
// distances need not be a kernel.)
func plainCheck(gram [][]float64, y []float64, others ...float64) error {
	if len(y) == 0 || len(gram) != len(y) {
		return fmt.Errorf("%d labels for %d rows of kernel values", len(y), len(gram))
	}
	if i := slices.IndexFunc(y, func(v float64) bool { return v*v != 1 }); i >= 0 {
		return fmt.Errorf("label %d is %g: want 1 or -1", i, y[i])
	}
	if !slices.Contains(y, -y[0]) {
		return fmt.Errorf("all labels are %g: want 1 and -1, both", y[0])
	}
	largest := 0.0 // kernel value, without its sign
	for i, g := range gram {
		if len(g) != len(y) || !(plainDot(g, g) <= 1e200) {
			return fmt.Errorf("row %d of kernel values: want %d numbers, up to 1e100", i, len(y))
		}
		largest = max(largest, slices.Max(g), -slices.Min(g))
	}
	for i, g := range gram {
		for j, v := range g[:i] {
			if d := g[i] + gram[j][j] - 2*v; d < -1e-9*largest { // rounding is far below that
				const no = "no kernel: the squared distance of points %d and %d is %.3g"
				return fmt.Errorf(no, j, i, d)
			}
		}
	}
	if slices.ContainsFunc(others, func(v float64) bool { return !(v > 0) }) {
		return fmt.Errorf("C, tol or lambda: %g, want > 0", others)
	}
	return nil
}
