// SPDX-License-Identifier: MIT

// Pasted from example_test.go of example.com/svm by this call. Another
// call may bring helpers again: for one package, give one call all names.
//
//	paste mapped branches leastWithB constantFeature slackProgram rowsAndClouds byDescent

package main

import (
	"errors"
	"math"
	"math/rand/v2"

	"example.com/svm"
)

// must returns v. A story has no caller to return an error to, so it panics.
func must[T any](v T, err error) T {
	check(err)
	return v
}

// check panics if there is an error.
func check(errs ...error) {
	if err := errors.Join(errs...); err != nil {
		panic(err)
	}
}

// mapped returns phi of each point.
func mapped(x [][]float64, phi func([]float64) []float64) (z [][]float64) {
	for _, p := range x {
		z = append(z, phi(p))
	}
	return z
}

// slackProgram returns the primal with the variables (w, b, ξ). If squared, it
// is ½‖w‖² + CΣξ², and ξ² is one entry of Q.
func slackProgram(x [][]float64, y []float64, c float64, squared bool) svm.QP {
	p := must(svm.PrimalProgram(x, y, svm.Options{C: c}))
	for k := len(x[0]) + 1; squared && k < len(p.C); k++ {
		p.Q.Set(k, k, 2*c)
		p.C[k] = 0
	}
	return p
}

// leastWithB returns the minimum of λ(‖w‖² + b²) + (1/n)Σ hinge, and the value
// at h. The minimum is from the quadratic program with Q = FFᵀ, F = Diag(y)[X
// 1].
func leastWithB(x [][]float64, y []float64, lambda float64, h svm.Hyperplane) (least, at float64) {
	d := len(x[0])
	p, f := svm.QP{}, svm.NewMatrix(len(x), d+1)
	at = lambda * (svm.Dot(h.W, h.W) + h.B*h.B)
	for i := range x {
		for j, v := range x[i] {
			f.Set(i, j, y[i]*v)
		}
		f.Set(i, d, y[i])
		p.C, p.Lo = append(p.C, -1), append(p.Lo, 0)
		p.Hi = append(p.Hi, svm.CFromLambda(lambda, len(x)))
		at += svm.Hinge(h.Functional(x[i], y[i])) / float64(len(x))
	}
	p.Q = f.Mul(f.T())
	return -2 * lambda * must(p.Solve()).Value, at
}

// constantFeature returns the plane with the widest margin for points that have
// the constant r for a last feature, with b = rv, and Σαᵢyᵢ.
func constantFeature(x [][]float64, y []float64, r float64) (h svm.Hyperplane, sum float64) {
	unit := svm.FromRows([][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	p := svm.QP{Q: unit, C: []float64{0, 0, 0}, A: svm.NewMatrix(len(x), 3)}
	for i := range x {
		copy(p.A.Row(i), []float64{-y[i] * x[i][0], -y[i] * x[i][1], -y[i] * r})
		p.B = append(p.B, -1)
	}
	s := must(p.Solve())
	return svm.Hyperplane{W: s.X[:2], B: r*s.X[2] + 0}, svm.Dot(s.Ineq, y)
}

// rowsAndClouds returns a row of points on either side of a slanted line.
// Behind each row it puts a cloud of points that are far on their right side.
func rowsAndClouds() (x [][]float64, y []float64) {
	for i := range 17 {
		a, b := float64(i)/10-0.2, float64(i)/2-1 // the row has five points
		if j := i - 5; j >= 0 {
			a, b = 0.5+float64(j%4)/3, 1.7+float64(j/4)/3
		}
		x, y = append(x, []float64{0.9 + a, b}, []float64{-0.3 - a, -b}), append(y, 1, -1)
	}
	return x, y
}

// byDescent minimises λ(‖w‖² + b²) + (1/n)Σ ℓ(yᵢf(xᵢ)) for the hinge or the
// logistic loss, whose gradient is written out.
func byDescent(x [][]float64, y []float64, lambda, rho float64, logistic bool) svm.Hyperplane {
	h := svm.Hyperplane{W: []float64{0, 0}}
	for range 20000 {
		g := must(h.Gradient(x, y, lambda))
		if logistic {
			g = h.Times(2 * lambda)
			for i, p := range x {
				push := svm.Sigmoid(-h.Functional(p, y[i])) * y[i] / float64(len(x))
				g.W[0], g.W[1], g.B = g.W[0]-push*p[0], g.W[1]-push*p[1], g.B-push
			}
		}
		h.W[0], h.W[1], h.B = h.W[0]-rho*g.W[0], h.W[1]-rho*g.W[1], h.B-rho*g.B
	}
	return h
}

// branches returns random points, with the sign of x₁² + 3x₁x₂ + x₂² − 3.
func branches(n int) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range n {
		a, b := 8*rng.Float64()-4, 8*rng.Float64()-4
		x, y = append(x, []float64{a, b}), append(y, math.Copysign(1, a*a+3*a*b+b*b-3))
	}
	return x, y
}
