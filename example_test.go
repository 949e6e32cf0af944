// SPDX-License-Identifier: MIT

// example_test.go holds the stories. Each is a short program that prints
// something computed from what it shows. Every go test runs them all, and
// compares what each prints with the lines under "Output:".
//
//	go run ./testdata/book DIR
//
// writes them as pages for a browser into the folder DIR. We call these pages
// the book. In example_test.html they stand in the order of this file. Lectures
// are those of testdata/lectures.md: in lecture-H.html the stories stand in the
// order of lecture H.
//
// The file begins with "The small book", the whole subject in plain functions.
// A first reading can end with its first story, Example_plain, and plainSMO. A
// story needs only what stands before it. testdata/paste prints what you want
// to copy.

package svm_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/svm"
)

// # The small book
//
// This section is the minimal reference: the whole subject in some 300 lines of
// code, which need nothing but Go. The package is the same at full strength. Up
// to plainCheck it is the machine of the first hour, testdata/hour.md. Copy it,
// run it, change it, and break it. In the folder of the package
//
//	go run ./testdata/paste first >DIR/main.go
//
// writes this machine as a program into the empty folder DIR. Its main is the
// story below. With plain in place of first, the program has the whole section.
// If you have this file beside DIR, but not the package, these lines do the
// same in DIR:
//
//	echo 'package main; import ("errors"; "fmt"; "log"; "math"; "math/rand/v2"; "slices")' >main.go
//	sed '/^.. # The small/,/^.. # What/!d' ../example_test.go | sed s/Example_plain/main/ >>main.go
//
// In DIR, go mod init small makes the program a module, and go run . trains a
// machine.
//
// There are points xᵢ with labels yᵢ, +1 or −1. We look for a rule that tells
// the label of a new point. A machine is a function f(x) = Σ αᵢyᵢk(xᵢ, x) + b,
// which predicts +1 where f(x) ≥ 0, else −1. Each point has an αᵢ ≥ 0, which
// says how much it counts, and is 0 for most points. Training finds the αᵢ and
// b. Here k is the dot product of two points, or another formula in its place,
// called a kernel. If k is the dot product, Σ αᵢyᵢxᵢ is a vector w, and f(x) is
// ⟨w, x⟩ + b.
//
// A point is on the right side of the line f = 0 if yᵢf(xᵢ) > 0. We ask for
// more, yᵢf(xᵢ) ≥ 1, so that a street about the line stays free. At its edges f
// is 1 and −1. Half its width is called the margin, and is 1/‖w‖, where ‖w‖ is
// the length of w.
//
// What is missing to 1 is the slack ξᵢ = max(0, 1 − yᵢf(xᵢ)), and each unit of
// slack costs C. The square ‖w‖² = ΣΣ αᵢαⱼyᵢyⱼk(xᵢ, xⱼ) has a price too,
// because a short w makes a wide margin. Two numbers tell how good a machine
// is:
//
//	primal = ½‖w‖² + C Σ ξᵢ
//	dual   = Σ αᵢ − ½‖w‖²     for 0 ≤ αᵢ ≤ C and Σ αᵢyᵢ = 0
//
// If k is the dot product of some features, every primal value is at least as
// large as every dual value. So if the two are equal, no machine has a smaller
// primal value. This one is then the support vector machine. The first hour and
// the head of svm.go derive all this.
//
// The functions follow in the order of the subject. The last lines of a
// function's comment say what the package adds.

// Four points, trained and certified. plainSMO trains until no condition is
// missed by more than 1e-6, in at most 1e6 steps. plainCertificate also names
// the point that misses its condition most, worst, and by how much, miss.
// Another kernel bends the line f = 0: in place of plainDot try (1 + ⟨a, b⟩)²,
// or the Gaussian e^(−γ‖a − b‖²), here with γ = ½
//
//	func(a, b []float64) float64 { return math.Pow(1+plainDot(a, b), 2) }
//	func(a, b []float64) float64 {
//		return math.Exp(-0.5 * (plainDot(a, a) - 2*plainDot(a, b) + plainDot(b, b)))
//	}
func Example_plain() {
	x := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}
	y := []float64{1, 1, -1, -1}
	const c = 10.0
	k := plainDot
	gram := plainGram(k, x)
	alpha, b, steps, err := plainSMO(gram, y, c, 1e-6, 1000000)
	if err != nil {
		log.Fatal(err)
	}
	primal, dual, worst, miss := plainCertificate(gram, y, alpha, b, c)
	right := 0
	for i, p := range x {
		if (plainValue(k, x, y, alpha, b, p) >= 0) == (y[i] > 0) {
			right++
		}
	}
	fmt.Printf("α = %.2f, b = %.2f after step %d\n", alpha, b, steps)
	fmt.Printf("primal %.2f, dual %.2f, gap %.2f\n", primal, dual, primal-dual)
	fmt.Printf("worst: %s, off by %.3g\n", worst, miss)
	fmt.Printf("right: %d of %d\n", right, len(x))
	fmt.Printf("f(4, 2) = %.2f\n", plainValue(k, x, y, alpha, b, []float64{4, 2}))
	// Output:
	// α = [0.25 0.00 0.25 0.00], b = -2.00 after step 1
	// primal 0.25, dual 0.25, gap 0.00
	// worst: no point, off by 0
	// right: 4 of 4
	// f(4, 2) = 1.00
}

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

// plainValue returns f(p). Only support vectors count, the points with αᵢ > 0.
// Neither training nor the certificate calls it. So a mistake here, such as a
// forgotten y[i], is seen only where f(xᵢ) is compared with yᵢ: Example_plain
// counts how many points are right.
//
// In svm.go a Model holds its support vectors, and predicts many points at once.
func plainValue[X any](k func(a, b X) float64, x []X, y, alpha []float64, b float64, p X) float64 {
	f := b
	for i, a := range alpha {
		f += a * y[i] * k(x[i], p)
	}
	return f
}

// plainCertificate judges the α and b of any solver. If k is a dot product of
// some features, no machine has a primal value below dual. The two values are
// equal if yᵢf(xᵢ) ≥ 1 wherever αᵢ < C, and yᵢf(xᵢ) ≤ 1 wherever αᵢ > 0. The
// text worst names the point that misses its condition most, and miss says by
// how much. (Rounding alone makes some 10⁻¹⁶.)
//
// If α breaks a condition of the dual, the dual value bounds nothing. It is
// then −∞, and worst says which condition is broken. If α and b are no machine
// at all, as with an α of another length, primal is ∞ too.
//
// The certificate does not know whether the labels are right, nor whether
// plainValue, which predicts, is right. New points tell. The values of two
// machines can be compared only if C, k and the points are the same.
//
// For C = ∞ any slack costs ∞, also a slack of 10⁻¹⁶ that rounding leaves. Then
// dual and miss say how good the machine is.
//
// In svm.go a Certificate says what is wrong, which b suit α, and what rounding
// may hide.
func plainCertificate(
	gram [][]float64, y, alpha []float64, b, c float64,
) (primal, dual float64, worst string, miss float64) {
	worst = "no point"
	// refuse what is no machine
	err := plainCheck(gram, y, c)
	if len(alpha) != len(y) || !(b*b <= 1e100 && plainDot(alpha, alpha) <= 1e100) {
		err = fmt.Errorf("%d α, b = %g: want %d α, and none above 1e50", len(alpha), b, len(y))
	}
	if err != nil {
		return math.Inf(1), math.Inf(-1), err.Error(), math.Inf(1)
	}
	beta := make([]float64, len(y))
	for i, a := range alpha {
		beta[i] = a * y[i]
	}
	for i, a := range alpha {
		// what point i adds to both values: ‖w‖² is the sum of all βᵢgᵢ, where gᵢ is f(xᵢ) − b
		g := plainDot(gram[i], beta)
		z := y[i] * (g + b) // yᵢf(xᵢ)
		primal += beta[i] * g / 2
		dual += a - beta[i]*g/2
		if z < 1 {
			primal += c * (1 - z)
		}
		// what point i misses
		if a < c && 1-z > miss || a > 0 && z-1 > miss {
			worst, miss = fmt.Sprint("point ", i), math.Abs(1-z)
		}
	}
	// 0 ≤ αᵢ ≤ C, and Σ αᵢyᵢ = 0 but for rounding, which is far below 10⁻⁷ Σ αᵢ
	if !(math.Abs(plainDot(alpha, y)) <= 1e-7*plainDot(beta, y)) {
		worst, miss, dual = "not Σ αy = 0", math.Inf(1), math.Inf(-1)
	}
	for i, a := range alpha {
		if !(0 <= a && a <= c) {
			worst, miss, dual = fmt.Sprint("not 0 ≤ α ≤ C, point ", i), math.Inf(1), math.Inf(-1)
		}
	}
	return primal, dual, worst, miss
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

// plainCholesky returns the L of A = LLᵀ by the plain method of linalg.go, and
// whether A is positive definite. It reads the lower triangle of A only.
//
// In linalg.go it works on blocks that fit into a cache.
func plainCholesky(a [][]float64) (l [][]float64, ok bool) {
	for i, row := range a {
		l = append(l, make([]float64, len(a)))
		// left of the diagonal
		for j := range i {
			l[i][j] = (row[j] - plainDot(l[i][:j], l[j])) / l[j][j]
		}
		// on it
		pivot := row[i] - plainDot(l[i][:i], l[i])
		if !(pivot > 0) { // also if it is NaN
			return nil, false
		}
		l[i][i] = math.Sqrt(pivot)
	}
	return l, true
}

// plainSolve returns the x of LLᵀx = b by two triangular systems. The result y
// stands where x will stand later.
func plainSolve(l [][]float64, b []float64) (x []float64) {
	x = slices.Clone(b)
	// Ly = b, from the first row on
	for i := range x {
		x[i] = (x[i] - plainDot(l[i][:i], x)) / l[i][i]
	}
	// Lᵀx = y, from the last row on
	for i := len(x) - 1; i >= 0; i-- {
		for k := i + 1; k < len(x); k++ {
			x[i] -= l[k][i] * x[k]
		}
		x[i] /= l[i][i]
	}
	return x
}

// plainInteriorPoint solves the dual by the plain method of qp.go, in its
// letters: x is α, and Qᵢⱼ is yᵢyⱼk(xᵢ, xⱼ).
//
//	minimise ½xᵀQx − Σ xᵢ   subject to   0 ≤ x ≤ C,  yᵀx = 0
//
// The bounds are 2n rows of G: −x + s = 0 and x + s = C. So rows i and n + i
// belong to xᵢ, and row i belongs to x[i%n]. b is the multiplier of the
// equality. If as many steps as most says are not enough, plainInteriorPoint
// returns an error with the x and b so far. (60 steps are enough.)
//
// A step solves n equations by some n³/6 multiplications. Twice as many points
// take eight times as long.
//
// In qp.go constraints may be any, and there is a proof if they have no solution.
func plainInteriorPoint(
	q [][]float64, y []float64, c float64, most int,
) (x []float64, b float64, err error) {
	// begin in the middle of the box
	n := len(y)
	x, s, z := make([]float64, n), make([]float64, 2*n), make([]float64, 2*n)
	side := make([]float64, 2*n) // −1 or 1: row i of G is ±xᵢ
	for i := range s {
		x[i%n], s[i], z[i], side[i] = c/2, c/2, 1, float64(i/n*2-1)
	}
	if !(0 < c && c <= math.MaxFloat64) {
		return nil, 0, fmt.Errorf("plainInteriorPoint: C = %g, want 0 < C < +Inf", c)
	}
	for range most {
		// what the equations miss
		rx, rz, mu := make([]float64, n), plainDot(y, x), plainDot(s, z)/float64(2*n)
		for i := range x {
			rx[i] = plainDot(q[i], x) + b*y[i] - 1
		}
		for i := range s {
			rx[i%n] += side[i] * z[i]
		}
		// stop, and put each xᵢ that is at a bound there
		if mu < 1e-12*c && math.Sqrt(plainDot(rx, rx)) < 1e-10 && math.Abs(rz) < 1e-10*c {
			for i := range s {
				if s[i] < z[i] {
					x[i%n] = c * float64(i/n)
				}
			}
			return x, b, nil
		}
		// the equations for Δx, into which Δs and Δz are put
		h, r, d := make([][]float64, n), make([]float64, n), make([]float64, 2*n)
		for i := range h {
			h[i], r[i] = slices.Clone(q[i]), -rx[i]
		}
		for i := range s {
			d[i] = s[i]*z[i] - mu/10   // (qp step), σ = 1/10
			h[i%n][i%n] += z[i] / s[i] // (condensed)
			r[i%n] += side[i] * d[i] / s[i]
		}
		l, ok := plainCholesky(h)
		if !ok {
			return x, b, errors.New("plainInteriorPoint: want a positive semi-definite Q")
		}
		// solve them, with the Δb for which yᵀx = 0 afterwards
		dx, hy := plainSolve(l, r), plainSolve(l, y)
		db := (plainDot(y, dx) + rz) / plainDot(y, hy) // (schur) for the equality
		for i := range dx {
			dx[i] -= db * hy[i]
		}
		// Δs, Δz, and the part a of the step that leaves all s and z above 0
		ds, dz, a := make([]float64, 2*n), make([]float64, 2*n), 1.0
		for i := range s {
			ds[i] = -side[i] * dx[i%n]
			dz[i] = -(d[i] + z[i]*ds[i]) / s[i] // the third line of (qp step)
			a = min(a, 0.995/max(0, -ds[i]/s[i], -dz[i]/z[i]))
		}
		// move
		for i := range x {
			x[i] += a * dx[i]
		}
		for i := range s {
			s[i], z[i] = s[i]+a*ds[i], z[i]+a*dz[i]
		}
		b += a * db
	}
	return x, b, fmt.Errorf("plainInteriorPoint: the gap is not closed after %d steps", most)
}

// plainSGD goes down the primal value over Cn, with λ = 1/(2Cn), by lecture C's
// procedure as it is printed, in its letters. X has a 1 in its last column,
// whose weight is b. plainSGD keeps all of W[1], …, W[T].
//
// In pegasos.go two sums take the place of all W[t], and it is proved how near
// the mean of the W[t] comes to the minimum.
func plainSGD(
	X [][]float64, y []float64, lambda float64, T int, rng *rand.Rand,
) (W [][]float64, average []float64) {
	theta := make([]float64, len(X[0]))
	average = make([]float64, len(theta))
	for t := 1; t <= T; t++ {
		// the weights of this step
		w := make([]float64, len(theta))
		for k := range w {
			w[k] = theta[k] / (2 * lambda * float64(t))
			average[k] += w[k] / float64(T)
		}
		W = append(W, w)
		// draw a point, and add it if it is a margin error
		i := rng.IntN(len(X))
		if y[i]*plainDot(w, X[i]) < 1 {
			for k, v := range X[i] {
				theta[k] += y[i] * v
			}
		}
	}
	return W, average
}

// plainKernelSGD is lecture C's procedure with a kernel as it is printed, in
// its letters. K is the Gram matrix, and f(x) is Σ αᵢk(xᵢ, x). This α may be
// negative: it is what is called β above.
//
// In pegasos.go a step reads one number, and needs a row of K only to add it.
func plainKernelSGD(
	K [][]float64, y []float64, lambda float64, T int, rng *rand.Rand,
) (average []float64, err error) {
	beta, average := make([]float64, len(y)), make([]float64, len(y))
	if err := plainCheck(K, y, lambda); err != nil {
		return nil, err
	}
	for t := 1; t <= T; t++ {
		// the coefficients of this step
		alpha := make([]float64, len(y))
		for i := range alpha {
			alpha[i] = beta[i] / (2 * lambda * float64(t))
			average[i] += alpha[i] / float64(T)
		}
		// draw a point, and count it if it is a margin error
		j := rng.IntN(len(y))
		if y[j]*plainDot(alpha, K[j]) < 1 {
			beta[j] += y[j]
		}
	}
	return average, nil
}

// plainJacobi rotates pairs of rows of A, by the plain method of linalg.go,
// until all are orthogonal. A becomes SVᵀ. The rotations, applied to I as well,
// make Uᵀ of it. For a Gram matrix, the rows of Uᵀ give features of all points,
// read off from their kernel values. Let sᵢ be the length of row i of SVᵀ. The
// feature is row i of Uᵀ times the root of sᵢ.
//
// In linalg.go eigenvalues come from a matrix of three diagonals.
func plainJacobi(a [][]float64) (ut [][]float64) {
	// begin with Uᵀ = I
	norm2 := 0.0 // ‖A‖²
	for i, row := range a {
		ut = append(ut, make([]float64, len(a)))
		ut[i][i] = 1
		norm2 += plainDot(row, row)
	}
	turn := func(a, b []float64, c, s float64) {
		for k, v := range a {
			a[k], b[k] = c*v-s*b[k], c*b[k]+s*v
		}
	}
	for turned := true; turned; {
		turned = false
		for q, rowQ := range a {
			for p, rowP := range a[:q] {
				// are rows p and q orthogonal? A row that is rounding counts as 0
				aa, bb, ab := plainDot(rowP, rowP), plainDot(rowQ, rowQ), plainDot(rowP, rowQ)
				if math.Abs(ab) <= 1e-14*math.Sqrt(aa*bb) || min(aa, bb) <= 1e-28*norm2 {
					continue
				}
				// the tangent t of the angle that makes them so: t² + 2ζt − 1 = 0
				zeta := (bb - aa) / (2 * ab)
				t := math.Copysign(1/(math.Abs(zeta)+math.Hypot(1, zeta)), zeta)
				c := 1 / math.Hypot(1, t)
				// turn them, and those of Uᵀ with them
				turn(rowP, rowQ, c, c*t)
				turn(ut[p], ut[q], c, c*t)
				turned = true
			}
		}
	}
	return ut
}

// # What the stories share

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

// expect panics unless err is want, or wraps it.
func expect(err, want error) {
	if !errors.Is(err, want) {
		panic(fmt.Sprintf("error %v, want %v", err, want))
	}
}

// agree returns how many predictions are right.
func agree[L comparable](predicted, label []L) (right int) {
	for i, l := range predicted {
		if l == label[i] {
			right++
		}
	}
	return right
}

// apart returns the largest distance between entries of a and b.
func apart(a, b []float64) (most float64) {
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}

// mapped returns phi of each point.
func mapped(x [][]float64, phi func([]float64) []float64) (z [][]float64) {
	for _, p := range x {
		z = append(z, phi(p))
	}
	return z
}

// twoClouds returns points around (±1, ±½) with their labels.
func twoClouds(n int, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		y = append(y, float64(1-i%2*2))
		x = append(x, []float64{y[i] + 0.8*rng.NormFloat64(), y[i]/2 + 0.8*rng.NormFloat64()})
	}
	return x, y
}

// moons returns two half moons, one in the other's arms.
func moons(n int, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		s, c := math.Sincos(math.Pi * rng.Float64())
		y = append(y, float64(1-i%2*2))
		a, b := y[i]*1.5*(c-0.5), y[i]*1.5*(s-0.25)
		x = append(x, []float64{a + 0.25*rng.NormFloat64(), b + 0.25*rng.NormFloat64()})
	}
	return x, y
}

// ring returns n points. Every other one lies on a ring and has the label +1.
// The rest lie in its centre and have the label −1.
func ring(n int) (x [][]float64, y []float64) {
	for i := range n {
		s, c := math.Sincos(2.4 * float64(i))
		r := 0.3 + 0.2*float64(i%3)
		if i%2 == 0 {
			r += 1.3
		}
		x, y = append(x, []float64{r * c, r * s}), append(y, float64(1-i%2*2))
	}
	return x, y
}

// # Start here

// Training, prediction, and what is known of the machine, for four points. The
// dual value is a lower bound for the primal value of every machine. Here the
// two are equal, so no machine is better.
func Example() {
	x := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}
	y := []float64{1, 1, -1, -1}
	m, err := svm.SMO(svm.Linear{}, x, y, svm.Options{C: 10})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the label of (4, 2):", m.Predict([]float64{4, 2}))
	fmt.Printf("f there: %.2f\n", m.Value([]float64{4, 2}))
	fmt.Printf("primal %.2f, dual %.2f\n", m.Certificate.Primal, m.Certificate.Dual)
	// Output:
	// the label of (4, 2): 1
	// f there: 1.00
	// primal 0.25, dual 0.25
}

// # Planes

// A plane f(x) = 3x₁ + 4x₂ − 5 = 0: its values, its predictions, and for each
// point the distance and the nearest point. At f = 0 it predicts +1. The
// canonical form scales it until the smallest yᵢf(xᵢ) of the first two points
// is 1. The margin stays the same, and it is now 1/‖w‖. For lecture P's m = 10
// w and its threshold t = −b are ten times as large.
func ExampleHyperplane() {
	h := svm.Hyperplane{W: []float64{3, 4}, B: -5}
	x, y := [][]float64{{3, 4}, {-3, 1}, {-1, 2}}, []float64{1, -1, 1}
	for _, p := range x {
		fmt.Printf("f(%g) = %3.0f: predicted %+.0f, %.1f away, nearest is %.1f\n",
			p, h.Value(p), h.Predict(p), h.Distance(p), h.Project(p))
	}
	r := h.Geometric(x[1], 1) // the signed distance; x = p + r·w/‖w‖ with the nearest p
	p := h.Project(x[1])
	fmt.Printf("r = %.0f, and %.1f + r·(%.1f, %.1f) = [%.0f %.0f]\n", r, p, h.W[0]/5, h.W[1]/5,
		p[0]+r*h.W[0]/5, p[1]+r*h.W[1]/5)
	c := must(h.Canonical(x[:2], y[:2]))
	fmt.Printf("canonical: w = %.1f, b = %.1f, margin %.2f as before, %.2f, and 1/‖w‖ = %.2f\n",
		c.W, c.B, c.Margin(x[:2], y[:2]), h.Margin(x[:2], y[:2]), 1/svm.Norm(c.W))
	ten := c.Times(10)
	fmt.Printf("m = 10: w = %.0f, t = %.0f, y(⟨x, w⟩ − t) = %.0f and %.0f\n",
		ten.W, -ten.B, ten.Functional(x[0], y[0]), ten.Functional(x[1], y[1]))
	for _, x1 := range []float64{-1, 3} {
		x2 := -h.W[0]/h.W[1]*x1 - h.B/h.W[1] // x₂ = −(w₁/w₂)x₁ − b/w₂ on the line f = 0
		fmt.Printf("f(%g, %g) = %g\n", x1, x2, h.Value([]float64{x1, x2}))
	}
	upright := svm.Hyperplane{W: []float64{3, 0}, B: -6} // w₂ = 0: the line x₁ = 2, any x₂
	fmt.Printf("w₂ = 0: f(2, -1) = %g\n", upright.Value([]float64{2, -1}))
	// Output:
	// f([3 4]) =  20: predicted +1, 4.0 away, nearest is [0.6 0.8]
	// f([-3 1]) = -10: predicted -1, 2.0 away, nearest is [-1.8 2.6]
	// f([-1 2]) =   0: predicted +1, 0.0 away, nearest is [-1.0 2.0]
	// r = -2, and [-1.8 2.6] + r·(0.6, 0.8) = [-3 1]
	// canonical: w = [0.3 0.4], b = -0.5, margin 2.00 as before, 2.00, and 1/‖w‖ = 2.00
	// m = 10: w = [3 4], t = 5, y(⟨x, w⟩ − t) = 20 and 10
	// f(-1, 2) = 0
	// f(3, -1) = 0
	// w₂ = 0: f(2, -1) = 0
}

// The perceptron (lecture P) moves its plane at each mistake. Theorem: it makes
// at most R²(‖w‖² + b²) mistakes, for any plane with all yᵢf(xᵢ) ≥ 1. Here R²
// is max‖x‖² + 1, and the plane is the widest one, x₁/2 + x₂/2 − 2. The
// perceptron's own margin is narrower.
func ExamplePerceptron() {
	x := [][]float64{{3, 3}, {5, 4}, {4, 6}, {1, 1}, {0, 1}, {2, 0}}
	y := []float64{1, 1, 1, -1, -1, -1}
	h, mistakes, err := svm.Perceptron(x, y, 1000)
	check(err)
	widest := svm.Hyperplane{W: []float64{0.5, 0.5}, B: -2}
	fmt.Printf("f(x) = %g x₁ %+g x₂ %+g after %d mistakes, at most %.1f\n",
		h.W[0], h.W[1], h.B, mistakes, (16+36+1)*(svm.Dot(widest.W, widest.W)+widest.B*widest.B))
	fmt.Printf("margin %.2f, the widest is %.2f\n", h.Margin(x, y), widest.Margin(x, y))
	// Output:
	// f(x) = 0 x₁ +1 x₂ -2 after 4 mistakes, at most 238.5
	// margin 1.00, the widest is 1.41
}

// What can be said of points that nobody has seen? A perceptron that goes
// through its n points once meets each of them as a new one. If it makes M
// mistakes, the planes on its way are wrong, on average, on the share M/n of
// all new points. By (mistakes) M is at most R²‖u‖², however many points come.
// Here x₁ is between 0.3 and 1.7 for the label +1, and between −1.7 and −0.3
// for −1. So u = (1/0.3, 0) has yf(x) ≥ 1. The proof stands in
// testdata/points.md.
func ExamplePerceptron_newPoints() {
	for _, n := range []int{20, 80, 320} {
		sets := 32000 / n
		mistakes, wrong, last := 0, 0, 0
		for set := range uint64(sets) {
			x, y := drawn(n, 2, 0.7, 2*set)
			unseen, labels := drawn(n, 2, 0.7, 2*set+1)
			for t := range n { // the plane that meets point t has learned from those before
				h := svm.Hyperplane{W: []float64{0, 0}}
				if t > 0 {
					h, _, _ = svm.Perceptron(x[:t], y[:t], 1)
				}
				if labels[t]*h.Value(unseen[t]) <= 0 {
					wrong++
				}
			}
			h, m, _ := svm.Perceptron(x, y, 1)
			mistakes += m
			last += n - agree(h.PredictAll(unseen), labels)
		}
		all := float64(n * sets)
		fmt.Printf("n = %3d: M/n = %.3f; new points wrong on the way %.3f, at the end %.3f; ",
			n, float64(mistakes)/all, float64(wrong)/all, float64(last)/all)
		fmt.Printf("bound %.2f\n", (1.7*1.7+0.7*0.7+1)/(0.3*0.3)/float64(n))
	}
	// Output:
	// n =  20: M/n = 0.101; new points wrong on the way 0.101, at the end 0.006; bound 2.43
	// n =  80: M/n = 0.026; new points wrong on the way 0.026, at the end 0.001; bound 0.61
	// n = 320: M/n = 0.007; new points wrong on the way 0.007, at the end 0.000; bound 0.15
}

// drawn returns n points of d features, each drawn for itself. The label is +1
// or −1, with a probability of ½. All features lie between −wide and wide, and
// the label is added to the first.
func drawn(n, d int, wide float64, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		y = append(y, float64(1-2*rng.IntN(2)))
		x = append(x, make([]float64, d))
		for j := range x[i] {
			x[i][j] = wide * (2*rng.Float64() - 1)
		}
		x[i][0] += y[i]
	}
	return x, y
}

// # Losses and steps

// What a point with z = yf(x) costs, by four losses. The hinge loss is nowhere
// below the 0–1 loss or the perceptron loss. At its kink, z = 1, we take the
// subgradient 0. The sigmoid σ(z) is the probability of the label, and the
// logistic loss is −ln σ(z). Neither of these two overflows.
func ExampleHinge() {
	fmt.Println("yf(x)  0–1   hinge slope perceptron logistic/ln 2  σ(z)")
	for _, z := range []float64{-1e4, -2, -0.5, 0, 0.5, 0.99, 1, 2} {
		fmt.Printf("%6g %3g %7.6g %5g %10g %13.2f %5.3f\n",
			z, svm.ZeroOne(z), svm.Hinge(z), svm.HingeSubgradient(z),
			svm.PerceptronLoss(z), svm.Logistic(z)/math.Ln2, svm.Sigmoid(z))
	}
	fmt.Printf("far on the right side, logistic(40) = %.3e\n", svm.Logistic(40))
	h, x := svm.Hyperplane{W: []float64{0.5, 0.5}, B: -2}, []float64{3, 2}
	fmt.Printf("w = %g, b = %g, x = %g: Pr(+1) = %.3f, Pr(−1) = %.3f\n",
		h.W, h.B, x, svm.Sigmoid(h.Value(x)), svm.Sigmoid(-h.Value(x)))
	// Output:
	// yf(x)  0–1   hinge slope perceptron logistic/ln 2  σ(z)
	// -10000   1   10001    -1      10000      14426.95 0.000
	//     -2   1       3    -1          2          3.07 0.119
	//   -0.5   1     1.5    -1        0.5          1.41 0.378
	//      0   1       1    -1          0          1.00 0.500
	//    0.5   0     0.5    -1          0          0.68 0.622
	//   0.99   0    0.01    -1          0          0.46 0.729
	//      1   0       0     0          0          0.45 0.731
	//      2   0       0     0          0          0.18 0.881
	// far on the right side, logistic(40) = 4.248e-18
	// w = [0.5 0.5], b = -2, x = [3 2]: Pr(+1) = 0.622, Pr(−1) = 0.378
}

// A function is convex (lecture H, Definition 11.1) if it lies below each of
// its chords: f(γu + (1 − γ)v) ≤ γf(u) + (1 − γ)f(v). For a mean of many points
// this is the inequality of Jensen, f(E X) ≤ E f(X).
//
// Three of the losses here are convex, and none of these has a local minimum
// that is not global. The 0–1 loss is not convex: it stays 1 up to z = 0, and
// no small step lowers it there.
//
// The primal value ½‖w‖² + 10 Σ ξᵢ is convex in (w, b). So at the mean of two
// planes it is below the mean of their values. The difference is ½ of the mean
// ‖w − w̄‖², or more. For b = −2 the mean of the two planes below is the best
// plane of all.
func Example_convex() {
	for _, loss := range []struct {
		name string
		f    func(z float64) float64
	}{{"hinge", svm.Hinge}, {"logistic", svm.Logistic}, {"perceptron", svm.PerceptronLoss},
		{"0–1", svm.ZeroOne}} {
		convex, local := true, 0 // minima among their neighbours that are not global
		for u := -4.0; u <= 4; u += 0.5 {
			if loss.f(u) <= min(loss.f(u-0.5), loss.f(u+0.5)) && loss.f(u) > loss.f(4) {
				local++
			}
			for v := -4.0; v < u; v += 0.5 {
				for gamma := 0.125; gamma < 1; gamma += 0.125 {
					chord := gamma*loss.f(u) + (1-gamma)*loss.f(v)
					convex = convex && loss.f(gamma*u+(1-gamma)*v) <= chord+1e-12
				}
			}
		}
		x := []float64{-3, -1, 0, 3} // each with the probability ¼
		f, mean := 0.0, 0.0
		for _, v := range x {
			f, mean = f+loss.f(v)/4, mean+v/4
		}
		fmt.Printf("%-10s f(E X) = %.3f, E f(X) = %.3f; ", loss.name, loss.f(mean), f)
		fmt.Printf("below each chord: %v, minima not global: %d\n", convex, local)
	}

	x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	for _, b := range []float64{-2, -1} {
		primal := func(alpha ...float64) float64 { // of w = Σ αᵢyᵢxᵢ and b
			return must(svm.Certify(svm.Linear{}, x, y, alpha, b, svm.Options{C: 10})).Primal
		}
		u, v := primal(0, 0.25, 0.25, 0.75), primal(0, 0, 0, -1) // w = (1, 0) and (0, 1)
		fmt.Printf("P = %g and %g, at their mean %g\n", u, v, primal(0, 0.125, 0.125, -0.125))
	}
	// Output:
	// hinge      f(E X) = 1.250, E f(X) = 1.750; below each chord: true, minima not global: 0
	// logistic   f(E X) = 0.826, E f(X) = 1.276; below each chord: true, minima not global: 0
	// perceptron f(E X) = 0.250, E f(X) = 1.000; below each chord: true, minima not global: 0
	// 0–1        f(E X) = 1.000, E f(X) = 0.750; below each chord: false, minima not global: 8
	// P = 0.5 and 0.5, at their mean 0.25
	// P = 10.5 and 20.5, at their mean 15.25
}

// The area above a function, its epigraph, holds the points (z, t) with
// t ≥ f(z). The area is convex if it holds the middle of any two of its points.
// It is convex if and only if f is (lecture H, "the area above a convex
// function is convex").
//
// Let f be convex, and let (u, s) and (v, t) be points of the area. Then
// f(½(u + v)) is at most ½f(u) + ½f(v), and this is at most ½(s + t). So the
// middle of the two points is in the area. If f is not convex, some chord lies
// below f at its middle. The ends of this chord are points of the area, and its
// middle is not.
func Example_epigraph() {
	for _, loss := range []struct {
		name string
		f    func(z float64) float64
	}{{"hinge", svm.Hinge}, {"0–1", svm.ZeroOne}} {
		var area [][2]float64 // points of a grid with t ≥ f(z)
		for z := -2.0; z <= 2; z += 0.5 {
			for t := 0.0; t <= 4; t += 0.5 {
				if t >= loss.f(z) {
					area = append(area, [2]float64{z, t})
				}
			}
		}
		pairs, out := 0, [][2]float64(nil)
		for i, p := range area {
			for _, q := range area[:i] {
				pairs++
				if (p[1]+q[1])/2 < loss.f((p[0]+q[0])/2) {
					out = append(out, q, p)
				}
			}
		}
		fmt.Printf("%s: of %d pairs %d have their middle below f\n", loss.name, pairs, len(out)/2)
		if out != nil {
			u, v := out[0][0], out[1][0]
			fmt.Printf("by the first, f(%g) = %g and f(%g) = %g, but f(%g) = %g\n",
				u, loss.f(u), v, loss.f(v), (u+v)/2, loss.f((u+v)/2))
		}
	}
	// Output:
	// hinge: of 1770 pairs 0 have their middle below f
	// 0–1: of 2485 pairs 30 have their middle below f
	// by the first, f(-2) = 1 and f(0.5) = 0, but f(-0.75) = 1
}

// Three ways to weigh the slack have one minimiser: λ‖w‖² + (1/n)Σξ,
// ½‖w‖² + CΣξ, and (λ′/2)‖w‖² + Σξ.
func ExampleCFromLambda() {
	const lambda, n = 0.01, 200
	c := svm.CFromLambda(lambda, n)
	fmt.Printf("λ = %g is C = %g, and back λ = %g\n", lambda, c, svm.LambdaFromC(c, n))
	fmt.Printf("λ′ = %g is C = %g\n", 1/c, svm.CFromHalfLambda(1/c))
	// Output:
	// λ = 0.01 is C = 0.25, and back λ = 0.01
	// λ′ = 4 is C = 0.25
}

// Lecture C's procedure, plainSGD, for three steps that can be followed by
// hand, with λ = ½. The last line has W[2] for λ = ¼: it is θ/(2λ), and so it
// is twice as long. With the same draws SGD finds the same plane, and holds two
// vectors in place of all W[t].
func Example_plainSGD() {
	x, y := [][]float64{{2}, {0}, {3}}, []float64{1, -1, 1}
	X := [][]float64{{2, 1}, {0, 1}, {3, 1}}
	draws := func() *rand.Rand { return rand.New(rand.NewPCG(24, 24)) } // the points in order
	W, average := plainSGD(X, y, 0.5, 3, draws())
	for t, w := range W {
		fmt.Printf("W[%d] = %.3f\n", t+1, w)
	}
	h, err := svm.SGD(x, y, 0.5, 3, draws())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("average %.3f; by SGD w = %.3f, b = %.3f\n", average, h.W, h.B)
	W, _ = plainSGD(X, y, 0.25, 2, draws())
	fmt.Printf("for λ = ¼ W[2] = %.3f\n", W[1])
	// Output:
	// W[1] = [0.000 0.000]
	// W[2] = [1.000 0.500]
	// W[3] = [0.667 0.000]
	// average [0.556 0.167]; by SGD w = [0.556], b = 0.167
	// for λ = ¼ W[2] = [2.000 1.000]
}

// A machine from a stream. Points come from a channel, and Pegasos holds two
// vectors. The points are two clouds of variance 1 around ±(1, 0). The last
// iterate goes on jumping when the mean has become calm. On the way about
// Φ(−1) = 15.9 % of the points lie on the wrong side.
//
// F has its minimum at w₂ = b = 0 and w₁ = 0.859, because there
//
//	∂F/∂w₁ = 2λw₁ + E(−yx₁; yf < 1) = 0.2w₁ − Φ(c) + φ(c) = 0,  c = 1/w₁ − 1
//
// Φ and φ are the normal distribution and its density.
func ExamplePegasos() {
	stream := make(chan [3]float64)
	go func() {
		defer close(stream)
		rng := rand.New(rand.NewPCG(1, 2))
		for range 100000 {
			y := float64(1 - 2*rng.IntN(2))
			stream <- [3]float64{y + rng.NormFloat64(), rng.NormFloat64(), y}
		}
	}()
	p := svm.Pegasos{Lambda: 0.1}
	var last, mean []float64
	mistakes := 0
	for s := range stream {
		if f := p.Step(s[:2], s[2]); s[2]*f <= 0 {
			mistakes++
		}
		if t := p.Clock.Steps; 1000 < t && t <= 2000 {
			last, mean = append(last, p.Last().W[0]), append(mean, p.Average().W[0])
		}
	}
	check(p.Err())
	h := p.Average()
	fmt.Printf("%.0f steps, %.1f %% mistakes: w₁ is off by %.2f, w₂ and b by %.2f\n",
		p.Clock.Steps, 100*float64(mistakes)/p.Clock.Steps,
		math.Abs(h.W[0]-0.859), math.Hypot(h.W[1], h.B))
	fmt.Printf("steps 1001 to 2000: w₁ from %.2f to %.2f, its mean from %.2f to %.2f\n",
		slices.Min(last), slices.Max(last), slices.Min(mean), slices.Max(mean))

	var file bytes.Buffer // here the stream is interrupted
	check(gob.NewEncoder(&file).Encode(p))
	var q svm.Pegasos
	check(gob.NewDecoder(&file).Decode(&q))
	same := q.Step([]float64{1, 2}, 1) == p.Step([]float64{1, 2}, 1)
	fmt.Printf("from the file, at step %.0f: the value is the same: %t\n", q.Clock.Steps, same)
	// Output:
	// 100000 steps, 15.8 % mistakes: w₁ is off by 0.00, w₂ and b by 0.00
	// steps 1001 to 2000: w₁ from 0.84 to 0.89, its mean from 0.89 to 0.91
	// from the file, at step 100001: the value is the same: true
}

// # Margins and their programs
//
// Of all planes between two classes, a machine takes the one with the widest
// margin, the distance to the nearest point (margin.svg, left). With slack, a
// point may fall short of it, at a cost (right). Either is a quadratic program,
// and so is its dual, whose variables are Lagrange's multipliers, one for each
// point. The stories begin with these multipliers.

// Lagrange's multipliers by hand and by Solve. Minimise ½(x² + y²) − 2x under
// x + y = 1.
//
// By hand:
//
//	L = ½(x² + y²) − 2x + v(x + y − 1)
//	∂L/∂x = x − 2 + v = 0,   so x = 2 − v
//	∂L/∂y = y + v = 0,       so y = −v
//	x + y = 2 − 2v = 1,      so v = ½
//
// By hand y is −½. If we also ask for y ≥ 0, the solution has y = 0, and the
// value rises.
func ExampleQP_Solve() {
	p := svm.QP{
		Q:   svm.FromRows([][]float64{{1, 0}, {0, 1}}),
		C:   []float64{-2, 0},
		Aeq: svm.FromRows([][]float64{{1, 1}}),
		Beq: []float64{1},
	}
	s, err := p.Solve()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("x = %.3f, y = %.3f, multiplier %.3f, value %.3f\n",
		s.X[0], s.X[1], s.Eq[0], s.Value)
	p.Lo = []float64{math.Inf(-1), 0}
	if s, err = p.Solve(); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("y ≥ 0: x = %.3f, y = %.3f, multipliers %.3f and %.3f, value %.3f\n",
		s.X[0], s.X[1], s.Eq[0], s.Lower[1], s.Value)
	// Output:
	// x = 1.500, y = -0.500, multiplier 0.500, value -1.750
	// y ≥ 0: x = 1.000, y = 0.000, multipliers 1.000 and 1.000, value -1.500
}

// Weak and strong duality. Minimise ½x² under x ≥ 1, the hard margin for one
// point. The Lagrangian is L(x, z) = ½x² + z(1 − x). The solution is a saddle
// point of L: least in x, and largest in z.
//
// Lecture H writes θ_P(x) for the largest L(x, z) over all z ≥ 0. If x
// satisfies the constraint, L is largest at z = 0, where it is the objective.
// If not, L grows with z without end, and θ_P(x) = ∞. Therefore whoever
// minimises θ_P over all x solves the program. For the same reason no point of
// the machine has yᵢf(xᵢ) < 1, since its αᵢ would grow without end. The dual is
// to maximise θ_D(z), the least L(x, z) over all x. No θ_D(z) is above a
// θ_P(x), and at the solution they meet. If the objective is not convex, the
// two need not meet. Take −x² under x ≤ ½, for x from 0 to 1: the largest θ_D
// is below the least θ_P. Nor need they meet where all is convex, but no point
// has room: minimise e^(−v) under √(u² + v²) ≤ u, which says that v = 0.
func ExampleQPSolution() {
	p := svm.QP{
		Q: svm.FromRows([][]float64{{1}}), C: []float64{0},
		A: svm.FromRows([][]float64{{-1}}), B: []float64{-1},
	}
	s := must(p.Solve())
	x, z := s.X[0], s.Ineq[0]
	lagrangian := func(x, z float64) float64 { return x*x/2 + z*(1-x) }
	thetaP := func(x float64) float64 {
		s, err := svm.QP{C: []float64{x - 1}, Lo: []float64{0}}.Solve() // minimise −z(1 − x)
		if errors.Is(err, svm.ErrUnbounded) {
			return math.Inf(1)
		}
		return x*x/2 - s.Value
	}
	thetaD := func(z float64) float64 { // minimise ½x² − zx, and add z
		return z + must(svm.QP{Q: p.Q, C: []float64{-z}}.Solve()).Value
	}
	fmt.Printf("x = %.3f, z = %.3f, primal value %.3f\n", x, z, s.Value)
	for _, v := range []float64{0.5, 1, 1.5} {
		fmt.Printf("L(%.1f, z) = %.3f, L(x, %.1f) = %.3f; θ_P(%.1f) = %.3f, θ_D(%.1f) = %.3f\n",
			v, lagrangian(v, z), v, lagrangian(x, v), v, thetaP(v), v, thetaD(v))
	}
	fmt.Printf("L(0.5, 99) = %.1f, L(1.5, 99) = %.1f\n", lagrangian(0.5, 99), lagrangian(1.5, 99))

	largestD, leastP := math.Inf(-1), math.Inf(1)
	for z := 0.0; z <= 2; z += 0.125 {
		least := math.Inf(1)
		for x := 0.0; x <= 1; x += 0.125 {
			least = min(least, -x*x+z*(x-0.5))
			if x <= 0.5 {
				leastP = min(leastP, -x*x)
			}
		}
		largestD = max(largestD, least)
	}
	fmt.Printf("−x² is not convex: d* = %.2f, p* = %.2f\n", largestD, leastP)

	u, v := 1e6, 100.0 // with larger v, and u = v⁴, L goes to 0 for each z ≥ 0
	fmt.Printf("e^(−v) under √(u² + v²) ≤ u: p* = %.0f, L(10⁶, 100; z = 1) = %.3f, d* = 0\n",
		math.Exp(0), math.Exp(-v)+math.Hypot(u, v)-u)
	// Output:
	// x = 1.000, z = 1.000, primal value 0.500
	// L(0.5, z) = 0.625, L(x, 0.5) = 0.500; θ_P(0.5) = +Inf, θ_D(0.5) = 0.375
	// L(1.0, z) = 0.500, L(x, 1.0) = 0.500; θ_P(1.0) = 0.500, θ_D(1.0) = 0.500
	// L(1.5, z) = 0.625, L(x, 1.5) = 0.500; θ_P(1.5) = 1.125, θ_D(1.5) = 0.375
	// L(0.5, 99) = 49.6, L(1.5, 99) = -48.4
	// −x² is not convex: d* = -0.50, p* = -0.25
	// e^(−v) under √(u² + v²) ≤ u: p* = 1, L(10⁶, 100; z = 1) = 0.005, d* = 0
}

// The four calls of quadprog for four points, as on lecture H's slides. They
// are the primal and the dual, with the hard margin and with the soft one for
// C = 10. PrimalProgram and DualProgram return them, in the letters of the
// slides.
//
// The points (3, 3) and (5, 4) have the label +1. The points (1, 1) and (0, 1)
// have the label −1. In the primal x is (w₁, w₂, b), and the soft margin adds
// ξ₁, …, ξ₄. In the dual x is (α₁, …, α₄).
//
// Two slides slip: without the bracket in yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 the shortest w is
// 0, and without α ≥ 0 the dual has no largest value.
//
// The multipliers of the primal's rows are α. The multiplier of the dual's
// equality is b. The dual is a maximum, but quadprog minimises. So the dual
// stands here with the other sign. A least value of −0.25 says that the largest
// dual value is 0.25, which is the primal value.
//
// A program is a value, so we may change it. The last two ask for f(3, 3) ≥ 3
// in place of f(3, 3) ≥ 1. In the primal this is the −3 in b, on the right of
// the row of (3, 3). In the dual it is the −3 in c, in front of the α of
// (3, 3). By hand w = (t, t). Then 6t + b = 3 and 2t + b = −1, hence t = 1 and
// b = −3.
func Example_quadprog() {
	x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	hard, soft := svm.Options{C: math.Inf(1)}, svm.Options{C: 10}
	programs := func(o svm.Options) (primal, dual svm.QP) {
		return must(svm.PrimalProgram(x, y, o)), must(svm.DualProgram(svm.Linear{}, x, y, o))
	}
	rows := func(a *svm.Matrix) (rows [][]float64) {
		for i := range a.Rows {
			rows = append(rows, a.Row(i))
		}
		return rows
	}
	solve := func(name string, primal, dual svm.QP) {
		s := must(primal.Solve())
		fmt.Printf("%s primal %.2f: (w, b) = %.2f, α = %.2f\n", name, s.Value, s.X[:3], s.Ineq)
		s = must(dual.Solve())
		fmt.Printf("%s dual −(%.2f) = %.2f: α = %.2f, b = %.2f\n",
			name, s.Value, -s.Value, s.X, s.Eq)
	}
	primal, dual := programs(hard)
	fmt.Printf("primal: Q = %v, c = %v\n", rows(primal.Q), primal.C)
	fmt.Printf("        A = %v, b = %v\n", rows(primal.A), primal.B)
	fmt.Printf("dual:   Q = %v, c = %v\n", rows(dual.Q), dual.C)
	fmt.Printf("        A_eq = %v, b_eq = %v, x_l = %v, x_u = %v\n",
		rows(dual.Aeq), dual.Beq, dual.Lo, dual.Hi)
	diag := svm.NewMatrix(4, 4)
	for i := range y {
		diag.Set(i, i, y[i])
	}
	points := svm.FromRows(x)
	fmt.Printf("slide:  Diag(y)XXᵀDiag(y) = %.0f\n",
		rows(diag.Mul(points).Mul(points.T()).Mul(diag)))
	solve("hard", primal, dual)

	slide, slideDual := programs(hard)
	for i := range x {
		slide.A.Set(i, 2, -1)
	}
	s := must(slide.Solve())
	fmt.Printf("yᵢ⟨w, xᵢ⟩ + b ≥ 1, without the bracket: ‖w‖ = %.2f\n", svm.Norm(s.X[:2]))
	slideDual.Lo = nil
	_, err := slideDual.Solve()
	expect(err, svm.ErrUnbounded)
	fmt.Println("dual over α ∈ ℝ, in place of α ≥ 0: it grows without end")

	softPrimal, softDual := programs(soft)
	fmt.Printf("soft:   c = %v, first row %v; dual x_u = %v\n",
		softPrimal.C, softPrimal.A.Row(0), softDual.Hi)
	solve("soft", softPrimal, softDual)

	primal.B[0], dual.C[0] = -3, -3
	solve("f(3, 3) ≥ 3:", primal, dual)
	// Output:
	// primal: Q = [[1 0 0] [0 1 0] [0 0 0]], c = [0 0 0]
	//         A = [[-3 -3 -1] [-5 -4 -1] [1 1 1] [0 1 1]], b = [-1 -1 -1 -1]
	// dual:   Q = [[18 27 -6 -3] [27 41 -9 -4] [-6 -9 2 1] [-3 -4 1 1]], c = [-1 -1 -1 -1]
	//         A_eq = [[1 1 -1 -1]], b_eq = [0], x_l = [0 0 0 0], x_u = [+Inf +Inf +Inf +Inf]
	// slide:  Diag(y)XXᵀDiag(y) = [[18 27 -6 -3] [27 41 -9 -4] [-6 -9 2 1] [-3 -4 1 1]]
	// hard primal 0.25: (w, b) = [0.50 0.50 -2.00], α = [0.25 0.00 0.25 0.00]
	// hard dual −(-0.25) = 0.25: α = [0.25 0.00 0.25 0.00], b = [-2.00]
	// yᵢ⟨w, xᵢ⟩ + b ≥ 1, without the bracket: ‖w‖ = 0.00
	// dual over α ∈ ℝ, in place of α ≥ 0: it grows without end
	// soft:   c = [0 0 0 10 10 10 10], first row [-3 -3 -1 -1 0 0 0]; dual x_u = [10 10 10 10]
	// soft primal 0.25: (w, b) = [0.50 0.50 -2.00], α = [0.25 0.00 0.25 0.00]
	// soft dual −(-0.25) = 0.25: α = [0.25 0.00 0.25 0.00], b = [-2.00]
	// f(3, 3) ≥ 3: primal 1.00: (w, b) = [1.00 1.00 -3.00], α = [0.50 0.00 0.50 0.00]
	// f(3, 3) ≥ 3: dual −(-1.00) = 1.00: α = [0.50 0.00 0.50 0.00], b = [-3.00]
}

// Solve the primal or the dual? (lecture H: the primal if d < n, the dual if d
// ≫ n). What does a step cost? A Q that is not diagonal makes H of v variables
// full, and its Cholesky factor takes v³/6 multiply-adds. With m rows beside a
// diagonal Q it is m²v/2 for their products and m³/6 to factor them: less, if
// the rows are few.
//
// The slide counts 2n constraints in either program. In the primal n of them
// are rows, each with a slack of its own, and the other n are the bounds
// ξᵢ ≥ 0. In the dual all 2n are bounds, and its one row is Σαᵢyᵢ = 0. QP.Solve
// takes the rows as they stand, so that for it the dual is cheaper with any d.
// Another solver may eliminate all ξᵢ, because each stands in one row alone.
// Its step is left with the d + 1 unknowns of w and b, and for it the slide is
// right.
//
// Our way to the same saving is a third program, which is on no slide. A Q that
// is a product FFᵀ needs no n×n numbers. Here F is Diag(y)X. Take v = Fᵀα as
// further variables. Then v is w, and Q is diagonal. With this third program in
// place of the primal the slide's rule holds, with d < 0.455n in place of n.
// DualQP follows it, and computes kernel values only where it does not pay.
// PrimalQP returns w, and keeps it as variables while d < n, for its digits.
func ExampleQP_Solve_primalOrDual() {
	for _, size := range [][2]int{{20, 60}, {60, 5}} {
		n, d := size[0], size[1]
		rng, y := rand.New(rand.NewPCG(3, 0)), make([]float64, n)
		x, q, rows := make([][]float64, n), svm.NewMatrix(n+d, n+d), svm.NewMatrix(1+d, n+d)
		var c, lo, hi []float64
		for i := range n {
			c, lo, hi, y[i] = append(c, -1), append(lo, 0), append(hi, 1), float64(1-i%2*2)
			rows.Set(0, i, y[i])
			for k := range d {
				x[i] = append(x[i], 0.3*y[i]+rng.NormFloat64())
				rows.Set(1+k, i, y[i]*x[i][k]) // Fᵀ
			}
		}
		for k := n; k < n+d; k++ {
			c, lo, hi = append(c, 0), append(lo, math.Inf(-1)), append(hi, math.Inf(1))
			q.Set(k, k, 1)
			rows.Set(1+k-n, k, -1)
		}
		fmt.Printf("n = %d, d = %d, where the slide takes the %s\n", n, d,
			map[bool]string{true: "primal", false: "dual"}[d < n])
		for i, p := range []svm.QP{
			must(svm.PrimalProgram(x, y, svm.Options{C: 1})),
			must(svm.DualProgram(svm.Linear{}, x, y, svm.Options{C: 1})),
			{Q: q, C: c, Aeq: rows, Beq: make([]float64, 1+d), Lo: lo, Hi: hi},
		} {
			s, m, v := must(p.Solve()), []int{n, 1, 1 + d}[i], len(p.C)
			cost := v * v * v / 6
			if i != 1 && 2*m <= v { // few rows, and a diagonal Q
				cost = m*m*v/2 + m*m*m/6
			}
			bounds := 0
			for _, bound := range slices.Concat(p.Lo, p.Hi) {
				if !math.IsInf(bound, 0) {
					bounds++
				}
			}
			fmt.Printf("  %s %2d variables, %2d rows, %3d bounds; ",
				[]string{"primal:     ", "dual:       ", "dual with w:"}[i], v, m, bounds)
			fmt.Printf("a step %5d, at most %d, value %.3f\n",
				cost, (s.Iterations+19)/20*20, math.Abs(s.Value))
		}
	}

	fmt.Println("n = 60, a step of DualQP")
	rng := rand.New(rand.NewPCG(4, 0))
	for _, d := range []int{5, 26, 27, 58} {
		x, y, m := make([][]float64, 60), make([]float64, 60), 1+d
		for i := range x {
			y[i] = float64(1 - i%2*2)
			for range d {
				x[i] = append(x[i], 0.3*y[i]+rng.NormFloat64())
			}
		}
		machine := must(svm.DualQP(svm.Linear{}, x, y, svm.Options{C: 1}))
		fmt.Printf("  d = %2d: dual %d, with w %6d, kernel values %4d, value %.4f\n", d, 60*60*60/6,
			m*m*(60+d)/2+m*m*m/6, machine.Evaluations, machine.Certificate.Dual)
	}
	// Output:
	// n = 20, d = 60, where the slide takes the dual
	//   primal:      81 variables, 20 rows,  20 bounds; a step 17533, at most 20, value 0.108
	//   dual:        20 variables,  1 rows,  40 bounds; a step  1333, at most 20, value 0.108
	//   dual with w: 80 variables, 61 rows,  40 bounds; a step 85333, at most 20, value 0.108
	// n = 60, d = 5, where the slide takes the primal
	//   primal:      66 variables, 60 rows,  60 bounds; a step 47916, at most 20, value 36.679
	//   dual:        60 variables,  1 rows, 120 bounds; a step 36000, at most 20, value 36.679
	//   dual with w: 65 variables,  6 rows, 120 bounds; a step  1206, at most 20, value 36.679
	// n = 60, a step of DualQP
	//   d =  5: dual 36000, with w   1206, kernel values    0, value 22.5450
	//   d = 26: dual 36000, with w  34627, kernel values    0, value 0.8102
	//   d = 27: dual 36000, with w  37762, kernel values 1830, value 0.6234
	//   d = 58: dual 36000, with w 239608, kernel values 1830, value 0.1673
}

// Why ξ and not ξ²? (lecture S, "Aside: Why ℓ1 penalization?"). The last point
// is an outlier: it has the label +1 far among the others. With Σξ each point
// pushes with a force of at most C, wherever it lies, and most slacks are 0.
// With Σξ² the force is 2Cξ, so that the outlier pushes harder. It gets what it
// wants, a smaller slack, and now no slack is 0.
func Example_squaredSlack() {
	x := [][]float64{{1}, {1.5}, {2}, {3}, {-1}, {-1.5}, {-2}, {-3}, {-4}}
	y := []float64{1, 1, 1, 1, -1, -1, -1, -1, 1}
	for _, squared := range []bool{false, true} {
		s := must(slackProgram(x, y, 1, squared).Solve())
		fmt.Printf("squared: %-5t f(x) = %.2f x %+.2f, ξ = %.1f, value %.2f\n",
			squared, s.X[0], s.X[1], s.X[2:], s.Value)
		fmt.Printf("  pushes: %.1f\n", s.Ineq)
		clouds, labels := twoClouds(60, 3)
		without := 0
		for _, slack := range must(slackProgram(clouds, labels, 1, squared).Solve()).X[3:] {
			if slack < 1e-6 {
				without++
			}
		}
		fmt.Printf("  two clouds: %d of 60 points have no slack\n", without)
	}
	// Output:
	// squared: false f(x) = 0.57 x +0.14, ξ = [0.3 0.0 0.0 0.0 0.6 0.3 0.0 0.0 3.1], value 4.45
	//   pushes: [1.0 0.3 0.0 0.0 1.0 1.0 0.3 0.0 1.0]
	//   two clouds: 48 of 60 points have no slack
	// squared: true  f(x) = 0.24 x +0.22, ξ = [0.5 0.4 0.3 0.1 1.0 0.9 0.7 0.5 1.8], value 6.12
	//   pushes: [1.1 0.8 0.6 0.1 2.0 1.7 1.5 1.0 3.5]
	//   two clouds: 39 of 60 points have no slack
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

// The thread of lecture H: the widest margin from the picture to the quadratic
// programs. The convex hull of a class is all that lies between its points,
// here a segment. The widest street between the classes runs where their hulls
// are nearest, at (1, 1) and (3, 3). So it is √8 wide, with w = (½, ½) and
// b = −2, and these two points have α = 2/8. With the Linear kernel the machine
// is a plane. With this α no w makes the Lagrangian L smaller, and b does not
// change L.
//
// Many planes separate the points, and the further away from them the better
// (lecture S). Of 3600 directions, none has a wider margin.
func ExampleDualQP() {
	x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	hard := svm.Options{C: math.Inf(1)}
	picture := svm.Hyperplane{W: []float64{0.5, 0.5}, B: -2}
	primal, _, err1 := svm.PrimalQP(x, y, hard)
	dual, err2 := svm.DualQP(svm.Linear{}, x, y, hard)
	check(err1, err2)
	fmt.Printf("by the picture: margin %.4f\n", picture.Margin(x, y))
	for _, at := range []float64{1.5, 3.5} { // the second does not separate
		upright := svm.Hyperplane{W: []float64{1, 0}, B: -at}
		fmt.Printf("x₁ = %.1f:       margin %.4f\n", at, upright.Margin(x, y))
	}
	fmt.Printf("by PrimalQP:    margin %.4f, w = %.2f, b = %.2f\n",
		primal.Margin(x, y), primal.W, primal.B)
	fmt.Printf("by DualQP:      margin %.4f, α = %.2f\n", 1/dual.Norm(), dual.Alpha)
	h := must(svm.LinearHyperplane(&dual.Expansion))
	fmt.Printf("Σαᵢyᵢ off 0 by %.2f, Σαᵢyᵢxᵢ = %.2f, b = %.2f\n",
		dual.Certificate.Balance, h.W, h.B)
	fmt.Printf("at (1, 1), label -1: ⟨w, x⟩ + b = %.0f, ⟨w, x⟩ − b = %.0f\n",
		h.Value(x[2]), h.Value(x[2])-2*h.B)
	lagrangian := func(w []float64, b float64) float64 {
		l := svm.Dot(w, w) / 2
		for i, alpha := range dual.Alpha {
			l -= alpha * (y[i]*(svm.Dot(w, x[i])+b) - 1)
		}
		return l
	}
	fmt.Printf("dual value %.2f; L(w, b) = %.2f, L(w, 9) = %.2f, with w = (1, 0) L = %.2f\n",
		dual.Certificate.Dual, lagrangian(h.W, h.B), lagrangian(h.W, 9),
		lagrangian([]float64{1, 0}, h.B))
	for i := range x {
		yf := y[i] * dual.Value(x[i])
		fmt.Printf("x = %2.0f: yf(x) = %.2f, %v, α(yf − 1) = %.2f, geometric margin %.2f\n",
			x[i], yf, dual.Support[i], math.Abs(dual.Alpha[i]*(yf-1)), h.Geometric(x[i], y[i]))
	}
	fmt.Printf("support vectors: x[i], i = %d, which are %.0f\n", dual.Index, dual.Points)

	widest, separate := 0.0, 0 // of 3600 other directions
	for i := range 3600 {
		s, c := math.Sincos(float64(i) * math.Pi / 1800)
		v := svm.Hyperplane{W: []float64{c, s}}.Values(x)
		if margin := (min(v[0], v[1]) - max(v[2], v[3])) / 2; margin > 1e-9 {
			widest, separate = max(widest, margin), separate+1
		}
	}
	fmt.Printf("%d of 3600 directions separate, the widest with margin %.4f\n", separate, widest)
	// Output:
	// by the picture: margin 1.4142
	// x₁ = 1.5:       margin 0.5000
	// x₁ = 3.5:       margin -0.5000
	// by PrimalQP:    margin 1.4142, w = [0.50 0.50], b = -2.00
	// by DualQP:      margin 1.4142, α = [0.25 0.00 0.25 0.00]
	// Σαᵢyᵢ off 0 by 0.00, Σαᵢyᵢxᵢ = [0.50 0.50], b = -2.00
	// at (1, 1), label -1: ⟨w, x⟩ + b = -1, ⟨w, x⟩ − b = 3
	// dual value 0.25; L(w, b) = 0.25, L(w, 9) = 0.25, with w = (1, 0) L = 0.50
	// x = [ 3  3]: yf(x) = 1.00, 0 < α < C, α(yf − 1) = 0.00, geometric margin 1.41
	// x = [ 5  4]: yf(x) = 2.50, α = 0, α(yf − 1) = 0.00, geometric margin 3.54
	// x = [ 1  1]: yf(x) = 1.00, 0 < α < C, α(yf − 1) = 0.00, geometric margin 1.41
	// x = [ 0  1]: yf(x) = 1.50, α = 0, α(yf − 1) = 0.00, geometric margin 2.12
	// support vectors: x[i], i = [0 2], which are [[3 3] [1 1]]
	// 1659 of 3600 directions separate, the widest with margin 1.4142
}

// The primal with slack. The fifth point is on the wrong side. A larger C buys
// less slack in all with a longer w, which is a narrower margin. The slack of
// one point may grow: that of (3, 3) does.
//
// Without slack there is no plane, and both solvers say so. Some weighted mean
// of one class is also one of the other ("No machine" in svm.go), and no plane
// has a point on both of its sides. The α of DualQP are the weights, so that
// ‖Σαᵢyᵢxᵢ‖ = 0. As a computer rounds, the two means are equal to six digits of
// the data.
func ExamplePrimalQP() {
	x := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}, {4, 4}}
	y := []float64{1, 1, -1, -1, -1}
	for _, c := range []float64{1, 10} {
		h, slack, err := svm.PrimalQP(x, y, svm.Options{C: c})
		check(err)
		sum := svm.Dot(slack, []float64{1, 1, 1, 1, 1})
		fmt.Printf("C = %g: w = %.2f, b = %.2f, slacks %.2f, together %.2f\n",
			c, h.W, h.B, slack, sum)
	}
	hard := svm.Options{C: math.Inf(1)}
	_, _, err := svm.PrimalQP(x, y, hard)
	m, dual := svm.DualQP(svm.Linear{}, x, y, hard)
	expect(err, svm.ErrNotSeparable)
	expect(dual, svm.ErrNotSeparable)
	fmt.Printf("PrimalQP, C = ∞: %v\nDualQP, C = ∞:   %v\n", err, dual)
	fmt.Printf("its α = %.2f, ‖Σαᵢyᵢxᵢ‖ = %.3f\n", m.Alpha, m.Norm())
	// Output:
	// C = 1: w = [0.44 0.08], b = -1.52, slacks [0.96 0.00 0.00 0.00 1.56], together 2.52
	// C = 10: w = [1.52 -1.36], b = -1.16, slacks [1.68 0.00 0.00 0.00 0.48], together 2.16
	// PrimalQP, C = ∞: svm: not separable: the hulls of the classes meet, to six digits
	// DualQP, C = ∞:   svm: not separable: the hulls of the classes meet, to six digits
	// its α = [1.00 0.00 0.33 0.00 0.67], ‖Σαᵢyᵢxᵢ‖ = 0.000
}

// The primal as a program in (w, b, ξ), for five points of which the last lies
// among the others. For C = 1 two points have slack. Each point has a row, and
// the multiplier of its row is its α. The multipliers of the bounds ξ ≥ 0 are
// C − α. PrimalQP finds the same machine.
//
// A program can say more than Options can. Suppose we know that each feature
// speaks for the label +1, so that no weight should be negative. For C = 10 w₂
// is −1.36. With 0 for its Lo it becomes 0, and the value grows from 23.68 to
// 25.125.
//
// Without slack no plane separates these points. The multipliers prove it: the
// rows, so many times each, add up to 0 ≤ −1.
func ExamplePrimalProgram() {
	x := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}, {4, 4}}
	y := []float64{1, 1, -1, -1, -1}
	p := must(svm.PrimalProgram(x, y, svm.Options{C: 1}))
	fmt.Printf("%d variables, %d rows; the last row: %v ≤ %v\n",
		len(p.C), p.A.Rows, p.A.Row(4), p.B[4])
	s := must(p.Solve())
	fmt.Printf("five points: (w, b) = %.2f, ξ = %.2f\n", s.X[:3], s.X[3:])
	fmt.Printf("α = %.2f, C − α = %.2f\n", s.Ineq, s.Lower[3:])
	h, slack, err := svm.PrimalQP(x, y, svm.Options{C: 1})
	check(err)
	fmt.Printf("PrimalQP: w = %.2f, b = %.2f, ξ = %.2f\n", h.W, h.B, slack)
	mean := func(most float64) (b float64) { // of yᵢ − ⟨w, xᵢ⟩ over 0 < αᵢ < most
		n := 0.0
		for i, alpha := range s.Ineq {
			if 1e-6 < alpha && alpha < most {
				b, n = b+y[i]-svm.Dot(h.W, x[i]), n+1
			}
		}
		return b / n
	}
	fmt.Printf("b as a mean over 0 < αᵢ < C: %.2f, over all αᵢ > 0: %.2f\n", mean(1-1e-6), mean(2))

	p = must(svm.PrimalProgram(x, y, svm.Options{C: 10}))
	free := must(p.Solve())
	p.Lo[0], p.Lo[1] = 0, 0
	s = must(p.Solve())
	fmt.Printf("C = 10: (w, b) = %.2f, value %.3f\n", free.X[:3], free.Value)
	fmt.Printf("w ≥ 0:  (w, b) = %.2f, value %.3f\n", s.X[:3], s.Value)

	s, err = must(svm.PrimalProgram(x, y, svm.Options{C: math.Inf(1)})).Solve()
	expect(err, svm.ErrInfeasible)
	fmt.Printf("C = ∞:  rows times %.2f say 0 ≤ %.0f\n", s.Ineq, s.Value)
	// Output:
	// 8 variables, 5 rows; the last row: [4 4 1 0 0 0 0 -1] ≤ -1
	// five points: (w, b) = [0.44 0.08 -1.52], ξ = [0.96 0.00 0.00 0.00 1.56]
	// α = [1.00 0.36 0.36 0.00 1.00], C − α = [0.00 0.64 0.64 1.00 0.00]
	// PrimalQP: w = [0.44 0.08], b = -1.52, ξ = [0.96 0.00 0.00 0.00 1.56]
	// b as a mean over 0 < αᵢ < C: -1.52, over all αᵢ > 0: -1.67
	// C = 10: (w, b) = [1.52 -1.36 -1.16], value 23.680
	// w ≥ 0:  (w, b) = [0.50 0.00 -1.50], value 25.125
	// C = ∞:  rows times [0.50 0.00 0.17 0.00 0.33] say 0 ≤ -1
}

// The dual as a program in α, for the five points of the example of
// PrimalProgram. The multiplier of Σαᵢyᵢ = 0 is b, and the multipliers of
// αᵢ ≤ C are the slacks ξ. DualQP finds the same α. (For Linear it computes no
// inner product of points, but takes w as further variables.)
//
// The dual takes any kernel, and NewModel makes a machine of α and b, with a
// certificate. What only a program can say: without the row Σαᵢyᵢ = 0 there is
// no b, and f is Σ αᵢyᵢk(xᵢ, x) alone.
//
// Without slack nothing separates the points by a plane, and the dual value
// grows without end: along a ray Σαᵢyᵢxᵢ stays 0.
func ExampleDualProgram() {
	x := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}, {4, 4}}
	y := []float64{1, 1, -1, -1, -1}
	o := svm.Options{C: 1}
	s := must(must(svm.DualProgram(svm.Linear{}, x, y, o)).Solve())
	fmt.Printf("α = %.2f, b = %.2f, ξ = %.2f\n", s.X, s.Eq, s.Upper)
	inner := svm.KernelFunc[svm.Vector](svm.Dot) // for which DualQP makes this Q itself
	for _, k := range []svm.Kernel[svm.Vector]{svm.Linear{}, inner} {
		m := must(svm.DualQP(k, x, y, o))
		fmt.Printf("DualQP: α = %.2f, b = %.2f\n", m.Alpha, m.B)
	}

	k := svm.Gaussian{Gamma: 0.5}
	p := must(svm.DualProgram(k, x, y, o))
	s = must(p.Solve())
	m := must(svm.NewModel(k, x, y, s.X, s.Eq[0], o))
	fmt.Printf("%v: f(4, 4) = %.2f, gap %.4f\n", k, m.Value(x[4]), math.Abs(m.Certificate.Gap()))
	p.Aeq, p.Beq = nil, nil
	without := must(p.Solve())
	fmt.Printf("dual value %.4f, without Σαᵢyᵢ = 0 it is %.4f\n", -s.Value, -without.Value)

	p = must(svm.DualProgram(svm.Linear{}, x, y, svm.Options{C: math.Inf(1)}))
	s, err := p.Solve()
	expect(err, svm.ErrUnbounded)
	fmt.Printf("C = ∞: along α = %.2f, αᵀQα = %.2f\n", s.X, math.Abs(svm.Dot(s.X, p.Q.MulVec(s.X))))
	// Output:
	// α = [1.00 0.36 0.36 0.00 1.00], b = [-1.52], ξ = [0.96 0.00 0.00 0.00 1.56]
	// DualQP: α = [1.00 0.36 0.36 0.00 1.00], b = -1.52
	// DualQP: α = [1.00 0.36 0.36 0.00 1.00], b = -1.52
	// exp(-0.5 ‖a-b‖²): f(4, 4) = -0.23, gap 0.0000
	// dual value 3.0007, without Σαᵢyᵢ = 0 it is 3.0273
	// C = ∞: along α = [1.00 0.00 0.33 0.00 0.67], αᵀQα = 0.00
}

// Three programs without an answer, and the evidence.
//
//   - x + y ≤ 1, x ≥ 1 and y ≥ 1 have no solution: a weighted sum of the rows
//     says 0 ≤ −1.
//   - y − x under x + y ≤ 1 has no least value. Along a ray y − x falls, and
//     x + y does not grow.
//   - x² + 4xy + y² is not convex: along a direction it curves downwards.
func ExampleQP_Solve_evidence() {
	a, b := svm.FromRows([][]float64{{1, 1}, {-1, 0}, {0, -1}}), []float64{1, -1, -1}
	s, err := svm.QP{C: []float64{0, 0}, A: a, B: b}.Solve()
	expect(err, svm.ErrInfeasible)
	sum := a.T().MulVec(s.Ineq)
	fmt.Printf("%.2f times the rows add up to %.2f·x + %.2f·y ≤ %.2f\n",
		s.Ineq, math.Abs(sum[0]), math.Abs(sum[1]), svm.Dot(s.Ineq, b))

	c, a := []float64{-1, 1}, svm.FromRows([][]float64{{1, 1}})
	s, err = svm.QP{C: c, A: a, B: []float64{1}}.Solve()
	expect(err, svm.ErrUnbounded)
	fmt.Printf("along (%.0f, %.0f) the objective changes by %.0f, and x + y by %.0f\n",
		s.X[0], s.X[1], svm.Dot(c, s.X), math.Abs(s.X[0]+s.X[1]))

	s, err = svm.QP{Q: svm.FromRows([][]float64{{1, 2}, {2, 1}}), C: []float64{0, 0}}.Solve()
	expect(err, svm.ErrNotConvex)
	fmt.Printf("xᵀQx = %.0f along (%.0f, %.0f)\n", s.Value, math.Abs(s.X[0]), -math.Abs(s.X[1]))
	// Output:
	// [1.00 1.00 1.00] times the rows add up to 0.00·x + 0.00·y ≤ -1.00
	// along (1, -1) the objective changes by -2, and x + y by 0
	// xᵀQx = -2 along (1, -1)
}

// Anybody's α and b, certified: first a right pair, then five common mistakes.
// The first line of a certificate says what is wrong. The gap alone does not:
// if Σ αᵢyᵢ is not 0, the dual value is no bound, and the gap may be 0 or
// below. The last line has b, and the interval of all b that suit α. A wrong b
// lies outside of this interval. If α is wrong, there may be no such b. Err says
// the same to a program: it is nil if the first line begins with "optimal".
//
// With α ∈ ℝ in place of αᵢ ≥ 0, as some slides have it, all other conditions
// of Karush, Kuhn and Tucker hold at w = (0, 1) too, whose margin is 1 in place
// of √2, and the gap is 0.
func ExampleCertify() {
	x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	var worst []int
	var found []bool
	for _, own := range []struct {
		what  string
		alpha []float64
		b     float64
	}{
		{"right", []float64{0.25, 0, 0.25, 0}, -2},
		{"b with the wrong sign", []float64{0.25, 0, 0.25, 0}, 2},
		{"β in place of α", []float64{0.25, 0, -0.25, 0}, -2},
		{"Σ αᵢyᵢ = 0 forgotten", []float64{0.375, 0, 0.625, 0}, -2},
		{"α ∈ ℝ in place of αᵢ ≥ 0", []float64{0.5, 0, 1.5, -1}, -2},
		{"stopped too early", []float64{0.125, 0, 0.125, 0}, -1},
	} {
		c := must(svm.Certify(svm.Linear{}, x, y, own.alpha, own.b, svm.Options{C: 10}))
		fmt.Printf("%s:\n%v\n\n", own.what, c)
		worst, found = append(worst, c.Worst), append(found, c.Err() == nil)
	}
	fmt.Println("the points that miss most, -1 if none does:", worst)
	fmt.Println("found the machine, for a test by Err:", found)
	// Output:
	// right:
	// optimal to 8.7e-15
	// primal 0.25, dual 0.25, gap 0
	// violation 0, shortfall 0, excess 0, box 0, balance 0
	// 2 free, 0 bound, 2 zero
	// b = -2; any b in [-2, -2] suits
	//
	// b with the wrong sign:
	// not optimal: α is right to 8.7e-15, but b is off by 4
	// primal 75.25, dual 0.25, gap 75
	// violation 0, shortfall 4, excess 4, box 0, balance 0
	// 2 free, 0 bound, 2 zero
	// b = 2; any b in [-2, -2] suits
	//
	// β in place of α:
	// not optimal: some αᵢ is outside 0 ≤ αᵢ ≤ C by 0.25
	// primal 11, dual -1, gap 12
	// violation 0, shortfall 1, excess 3, box 0.25, balance 0.5
	// 1 free, 0 bound, 3 zero
	// b = -2
	//
	// Σ αᵢyᵢ = 0 forgotten:
	// not optimal: Σ αᵢyᵢ is off 0 by 0.25
	// primal 0.25, dual 0.75, gap -0.5
	// violation 0, shortfall 0, excess 0, box 0, balance 0.25
	// 2 free, 0 bound, 2 zero
	// b = -2
	//
	// α ∈ ℝ in place of αᵢ ≥ 0:
	// not optimal: some αᵢ is outside 0 ≤ αᵢ ≤ C by 1
	// primal 0.5, dual 0.5, gap 0
	// violation 0, shortfall 0, excess 0, box 1, balance 0
	// 2 free, 0 bound, 2 zero
	// b = -2
	//
	// stopped too early:
	// not optimal: points with αᵢ < C fall short of their edge by 0.5
	// primal 12.5625, dual 0.1875, gap 12
	// violation 1, shortfall 0.5, excess 0, box 0, balance 0
	// 2 free, 0 bound, 2 zero
	// b = -1; no b suits all: some points ask for b ≥ -0.5, others for b ≤ -1.5
	//
	// the points that miss most, -1 if none does: [-1 0 0 -1 -1 0]
	// found the machine, for a test by Err: [true false false false false false]
}

// plainCertificate of "The small book" and Certify judge plainSMO after 3, 30
// and 300 steps, and say the same: the gap closes, and the largest miss goes to
// 0. An α with Σ αᵢyᵢ ≠ 0, or one above C, bounds nothing. An α for fewer
// points, such as the nil that comes with an error, is no machine, and a b that
// is NaN makes none. A number whose products may overflow is refused, too.
func Example_plainCertificate() {
	x, y := twoClouds(60, 4)
	k, o := svm.Gaussian{Gamma: 1}, svm.Options{C: 10}
	gram := plainGram(k.Eval, x)
	for _, most := range []int{3, 30, 300} {
		alpha, b, _, _ := plainSMO(gram, y, o.C, 1e-9, most) // the error: m − M > 10⁻⁹
		primal, dual, _, miss := plainCertificate(gram, y, alpha, b, o.C)
		c := must(svm.Certify(k, x, y, alpha, b, o))
		fmt.Printf("%d steps: primal %.2f, dual %.2f, off by %.4f; by Certify %.2f, %.2f, %.4f\n",
			most, primal, dual, miss, c.Primal, c.Dual, max(c.Shortfall, c.Excess))
	}
	x, y = [][]float64{{3, 3}, {1, 1}}, []float64{1, -1}
	gram = plainGram(plainDot, x)
	for _, alpha := range [][]float64{{0.375, 0.625}, {20, 20}, {math.NaN(), 1}} {
		primal, dual, worst, _ := plainCertificate(gram, y, alpha, -2, 10)
		fmt.Printf("α = %g: primal %.2f, dual %.2f, %s\n", alpha, primal, dual, worst)
	}
	// No step would see a NaN in the row of a point that never moves. So
	// plainSMO looks at all rows before the first step.
	for _, row := range [][]float64{{math.NaN(), 1}, {6}, {18, 1e300}} {
		_, _, _, err := plainSMO([][]float64{row, gram[1]}, y, 10, 1e-6, 1e6)
		fmt.Println(err)
	}
	for _, y := range [][]float64{{1}, {1, 1}, {1, 2}} {
		_, _, _, err := plainSMO(gram, y, 10, 1e-6, 1e6)
		fmt.Println(err)
	}
	_, _, _, err := plainSMO(gram, y, 0, 1e-6, 1e6)
	fmt.Println(err)
	for _, c := range []struct {
		alpha []float64
		b     float64
	}{{nil, 0}, {[]float64{1}, -2}, {[]float64{1, 1, 0}, -2}, {[]float64{1, 1}, math.NaN()}} {
		primal, dual, worst, miss := plainCertificate(gram, y, c.alpha, c.b, 10)
		fmt.Printf("primal %g, dual %g, %s, off by %g\n", primal, dual, worst, miss)
	}
	// Output:
	// 3 steps: primal 332.35, dual 25.77, off by 1.5588; by Certify 332.35, 25.77, 1.5588
	// 30 steps: primal 42.82, dual 39.59, off by 0.0731; by Certify 42.82, 39.59, 0.0731
	// 300 steps: primal 39.64, dual 39.64, off by 0.0000; by Certify 39.64, 39.64, 0.0000
	// α = [0.375 0.625]: primal 0.25, dual -Inf, not Σ αy = 0
	// α = [20 20]: primal 2390.00, dual -Inf, not 0 ≤ α ≤ C, point 1
	// α = [NaN 1]: primal +Inf, dual -Inf, 2 α, b = -2: want 2 α, and none above 1e50
	// row 0 of kernel values: want 2 numbers, up to 1e100
	// row 0 of kernel values: want 2 numbers, up to 1e100
	// row 0 of kernel values: want 2 numbers, up to 1e100
	// 1 labels for 2 rows of kernel values
	// all labels are 1: want 1 and -1, both
	// label 1 is 2: want 1 or -1
	// C, tol or lambda: [0 1e-06], want > 0
	// primal +Inf, dual -Inf, 0 α, b = 0: want 2 α, and none above 1e50, off by +Inf
	// primal +Inf, dual -Inf, 1 α, b = -2: want 2 α, and none above 1e50, off by +Inf
	// primal +Inf, dual -Inf, 3 α, b = -2: want 2 α, and none above 1e50, off by +Inf
	// primal +Inf, dual -Inf, 2 α, b = NaN: want 2 α, and none above 1e50, off by +Inf
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

// SGD and batch descent come down to the quadratic program's minimum. SGD is at
// most R²(1 + ln T)/(λT) above it, in the mean over all draws. The numbers are
// for one draw. Batch descent is at most (R + √(2λ))²/(λ(T + 1)) above it.
func ExampleSGD() {
	x := [][]float64{{3, 4}, {2, 1}, {4, 2}, {0, 1}, {1, -1}, {2, 2}}
	y := []float64{1, 1, 1, -1, -1, -1}
	const lambda, radius = 0.05, 3*3 + 4*4 + 1 // R², with the constant 1
	root := math.Sqrt(radius) + math.Sqrt(2*lambda)
	for _, T := range []int{100, 100000} {
		sgd, err1 := svm.SGD(x, y, lambda, T, nil)
		batch, err2 := svm.Subgradient(x, y, lambda, T)
		check(err1, err2)
		least, at := leastWithB(x, y, lambda, sgd)
		_, atBatch := leastWithB(x, y, lambda, batch)
		fmt.Printf("T = %6d: F is %.5f above the minimum, in the mean at most %.3f\n",
			T, at-least, radius*(1+math.Log(float64(T)))/(lambda*float64(T)))
		fmt.Printf("  batch descent: %.5f, at most %.4f\n",
			atBatch-least, root*root/(lambda*float64(T+1)))
	}
	// Output:
	// T =    100: F is 0.42754 above the minimum, in the mean at most 29.147
	//   batch descent: 0.04054, at most 5.8069
	// T = 100000: F is 0.00091 above the minimum, in the mean at most 0.065
	//   batch descent: 0.00004, at most 0.0059
}

// Why is b apart? (lecture S, 1.1 and 1.7). Lecture C makes it a weight. Give
// each point one more feature, the constant r, with a weight v. Then minimise
// ½(‖w‖² + v²) subject to yᵢ(⟨w, xᵢ⟩ + rv) ≥ 1. So b = rv costs ½b²/r². With
// r = 0 there is no b, and the plane passes through the origin. With r = 1 it
// is still drawn to the origin. The larger r, the cheaper is b, and the nearer
// the plane comes to the machine's. There b costs nothing, the margin is the
// widest, and the plane moves with the points (figure testdata/lines.svg). If
// all points lie lower by 2, b alone changes, while the plane of r = 1 turns.
//
// The dual says the same. The derivative by v gives b = r²Σαᵢyᵢ. So Σαᵢyᵢ = 0
// is the condition of a b that costs nothing.
//
// Why make it a weight at all? "What to do with b" of pegasos.go says it. The
// R² of (nearness), the largest ‖x‖² + r², is the price of a large r.
func ExampleDualQP_bias() {
	x, y := [][]float64{{2, 4}, {4, 5}, {0, 2}, {-1, 2}}, []float64{1, 1, -1, -1}
	for _, r := range []float64{0, 1, 3, 10} {
		h, sum := constantFeature(x, y, r)
		fmt.Printf("r = %2g: w = %5.2f, b = %5.2f, margin %.3f, Σαᵢyᵢ = %5.2f, R² = %3g\n",
			r, h.W, h.B, h.Margin(x, y), sum, 4*4+5*5+r*r)
	}
	for _, down := range []float64{0, 2} { // all points lower by so much
		x := mapped(x, func(p []float64) []float64 { return []float64{p[0], p[1] - down} })
		m := must(svm.DualQP(svm.Linear{}, x, y, svm.Options{C: math.Inf(1)}))
		h := must(svm.LinearHyperplane(&m.Expansion))
		fmt.Printf("apart:  w = %5.2f, b = %5.2f, margin %.3f, |Σαᵢyᵢ| = %.2f\n",
			h.W, h.B, h.Margin(x, y), math.Abs(svm.Dot(m.Alpha, y)))
		h, _ = constantFeature(x, y, 1)
		fmt.Printf("  r = 1, lower by %g: w = %5.2f, b = %5.2f\n", down, h.W, h.B)
	}
	// Output:
	// r =  0: w = [ 1.50 -0.50], b =  0.00, margin 0.632, Σαᵢyᵢ = -1.00, R² =  41
	// r =  1: w = [ 1.17 -0.17], b = -0.67, margin 0.849, Σαᵢyᵢ = -0.67, R² =  42
	// r =  3: w = [ 0.68  0.32], b = -1.64, margin 1.329, Σαᵢyᵢ = -0.18, R² =  50
	// r = 10: w = [ 0.52  0.48], b = -1.96, margin 1.413, Σαᵢyᵢ = -0.02, R² = 141
	// apart:  w = [ 0.50  0.50], b = -2.00, margin 1.414, |Σαᵢyᵢ| = 0.00
	//   r = 1, lower by 0: w = [ 1.17 -0.17], b = -0.67
	// apart:  w = [ 0.50  0.50], b = -1.00, margin 1.414, |Σαᵢyᵢ| = 0.00
	//   r = 1, lower by 2: w = [ 0.50  0.50], b = -1.00
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

// Batch descent with a step ρ of your own: (w, b) ← (w, b) − ρ∇F. A constant ρ
// leads near the minimum, and then to and fro about it, the nearer the smaller
// ρ is. Subgradient, whose steps become shorter, comes as near as you like.
//
// Hinge or logistic loss (lecture S)? The same points, λ and ρ lead to two
// planes (figure testdata/slack.svg). With the hinge the rows in the middle
// decide, and far points no longer push. With the logistic loss the clouds do.
func ExampleHyperplane_Gradient() {
	x := [][]float64{{3, 4}, {2, 1}, {4, 2}, {0, 1}, {1, -1}, {2, 2}}
	y := []float64{1, 1, 1, -1, -1, -1}
	const lambda = 0.05
	for _, rho := range []float64{0.3, 0.03, 0.003} {
		least, at := leastWithB(x, y, lambda, byDescent(x, y, lambda, rho, false))
		fmt.Printf("ρ = %5.3f: F = %.3f, its minimum is %.3f\n", rho, at, least)
	}
	x, y = rowsAndClouds()
	for _, lambda := range []float64{0.03, 0.01} {
		for i, loss := range []string{"hinge:   ", "logistic:"} {
			h := byDescent(x, y, lambda, 0.01, i == 1)
			fmt.Printf("λ = %g, %s w = %.2f, margin %5.2f\n", lambda, loss, h.W, h.Margin(x, y))
		}
	}
	// Output:
	// ρ = 0.300: F = 0.520, its minimum is 0.457
	// ρ = 0.030: F = 0.460, its minimum is 0.457
	// ρ = 0.003: F = 0.458, its minimum is 0.457
	// λ = 0.03, hinge:    w = [1.67 -0.33], margin  0.59
	// λ = 0.03, logistic: w = [1.42 0.52], margin -0.09
	// λ = 0.01, hinge:    w = [1.67 -0.33], margin  0.59
	// λ = 0.01, logistic: w = [2.34 0.32], margin  0.19
}

// The hinge max(0, 1 − z) has a kink at z = yf(x) = 1, where it has no
// derivative. Lecture C says of it that it "will be encountered with
// probability zero". That is so for a plane drawn at random. But the best plane
// is not random: each free support vector lies on the edge of the street, which
// is the kink.
//
// What is the slope there? Any number from −1 to 0 is a subgradient of the
// hinge, and HingeSubgradient returns 0. With slope 0 the four points do not
// push the plane (½, ½), −2 at all. The gradient of ½‖w‖² + CΣ
// max(0, 1 − yᵢf(xᵢ)) would then be w. This is not 0, although no plane is
// better. The slopes that make it 0 are −αᵢ/C: this is what the multipliers are
// for whoever minimises the hinge.
//
// With slopes of 0 or −1 alone no step ends at the minimum. A descent jumps
// from one side of the kink to the other, and its steps have to become shorter.
func ExampleHingeSubgradient() {
	x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	rng, met := rand.New(rand.NewPCG(1, 2)), 0
	for range 10000 {
		w := []float64{rng.NormFloat64(), rng.NormFloat64()}
		h := svm.Hyperplane{W: w, B: rng.NormFloat64()}
		for i := range x {
			if h.Functional(x[i], y[i]) == 1 {
				met++
			}
		}
	}
	fmt.Printf("10000 random planes: %d of 40000 values yf on the kink\n", met)

	const c = 10
	m := must(svm.DualQP(svm.Linear{}, x, y, svm.Options{C: c}))
	best, zero := svm.Hyperplane{W: []float64{0.5, 0.5}, B: -2}, []float64{0.5, 0.5}
	gradient := []float64{0.5, 0.5} // of ½‖w‖²
	for i, p := range x {
		z := best.Functional(p, y[i])
		slope := svm.HingeSubgradient(z)
		fmt.Printf("x = %.0f: yf = %.1f, slope %g, α/C = %.3f\n", p, z, slope, m.Alpha[i]/c)
		for j := range p {
			zero[j] += c * slope * y[i] * p[j]
			gradient[j] -= m.Alpha[i] * y[i] * p[j]
		}
	}
	fmt.Printf("gradient with these slopes %.2f, with −α/C %.2f\n", zero,
		[]float64{math.Abs(gradient[0]), math.Abs(gradient[1])})

	x, y = twoClouds(60, 3)
	m = must(svm.SMO(svm.Linear{}, x, y, svm.Options{C: 1, Tol: 1e-9}))
	on := 0
	for i, p := range x {
		if math.Abs(y[i]*m.Value(p)-1) < 1e-6 {
			on++
		}
	}
	fmt.Printf("two clouds: %d of 60 points on the kink, %d free\n", on, m.Certificate.Free)
	// Output:
	// 10000 random planes: 0 of 40000 values yf on the kink
	// x = [3 3]: yf = 1.0, slope 0, α/C = 0.025
	// x = [5 4]: yf = 2.5, slope 0, α/C = 0.000
	// x = [1 1]: yf = 1.0, slope 0, α/C = 0.025
	// x = [0 1]: yf = 1.5, slope 0, α/C = 0.000
	// gradient with these slopes [0.50 0.50], with −α/C [0.00 0.00]
	// two clouds: 3 of 60 points on the kink, 3 free
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

// # Kernels

// A kernel is an inner product of features. The quadratic kernel (1 + a·b)² has
// six of them for two coordinates. Distances need no features either, because
// ‖φ(a) − φ(b)‖² = k(a, a) − 2k(a, b) + k(b, b).
//
// The linear machine on the features is therefore the kernel's machine, with
// the same w, the same α and the same f.
func ExamplePolynomial_Map() {
	k := svm.Polynomial{Degree: 2, Gamma: 1, R: 1}
	phi := k.Map(2)
	a, b := []float64{1, 2}, []float64{3, -1}
	fmt.Printf("φ(a) = %.3f\nφ(b) = %.3f\n", phi(a), phi(b))
	gram := must(svm.Gram(k, [][]float64{a, b}))
	fmt.Printf("⟨φ(a), φ(b)⟩ = %.3f, (1 + a·b)² = %.3f, in K %.3f\n",
		svm.Dot(phi(a), phi(b)), k.Eval(a, b), gram.At(0, 1))
	fmt.Printf("‖φ(a) − φ(b)‖ = %.3f, by the kernel %.3f\n",
		svm.Distance(svm.Linear{}, phi(a), phi(b)), svm.Distance(k, a, b))

	homogeneous := svm.Polynomial{Degree: 2, Gamma: 1}.Map(2)
	fmt.Printf("without the 1: φ(a) = %.3f, ⟨φ(a), φ(b)⟩ = %.3f\n",
		homogeneous(a), svm.Dot(homogeneous(a), homogeneous(b)))
	once := func(p []float64) []float64 { return []float64{p[0] * p[0], p[0] * p[1], p[1] * p[1]} }
	fmt.Printf("without the root of 2 either: ⟨φ(a), φ(b)⟩ = %.3f, but (a·b)² = %.3f\n",
		svm.Dot(once(a), once(b)), svm.Polynomial{Degree: 2, Gamma: 1}.Eval(a, b))

	x, y := moons(40, 5)
	z, o := mapped(x, phi), svm.Options{C: 10}
	features, err1 := svm.DualQP(svm.Linear{}, z, y, o)
	kernel, err2 := svm.DualQP(k, x, y, o)
	check(err1, err2)
	h := must(svm.LinearHyperplane(&features.Expansion))
	fmt.Printf("w = Σαᵢyᵢφ(xᵢ) of %d points: 0 for the 1, %.2f\n", len(features.Points), h.W[1:])
	fmt.Printf("‖w‖ = %.4f in features, %.4f by the kernel\n", svm.Norm(h.W), kernel.Norm())
	fmt.Printf("largest difference: of α %.4f, of f %.4f\n",
		apart(features.Alpha, kernel.Alpha), apart(features.Values(z), kernel.Values(x)))
	// Output:
	// φ(a) = [1.000 1.414 2.828 1.000 2.828 4.000]
	// φ(b) = [1.000 4.243 -1.414 9.000 -4.243 1.000]
	// ⟨φ(a), φ(b)⟩ = 4.000, (1 + a·b)² = 4.000, in K 4.000
	// ‖φ(a) − φ(b)‖ = 12.207, by the kernel 12.207
	// without the 1: φ(a) = [1.000 2.828 4.000], ⟨φ(a), φ(b)⟩ = 1.000
	// without the root of 2 either: ⟨φ(a), φ(b)⟩ = 7.000, but (a·b)² = 1.000
	// w = Σαᵢyᵢφ(xᵢ) of 14 points: 0 for the 1, [0.33 1.71 -0.43 -0.73 0.20]
	// ‖w‖ = 1.9467 in features, 1.9467 by the kernel
	// largest difference: of α 0.0000, of f 0.0000
}

// The Gram matrix K holds the kernel's values for all pairs of points. Features
// can be read off from it: K = ZZᵀ, and row i of Z stands for point i. The
// third point is the sum of the others, so two coordinates do. A value that is
// not finite is an error that names the points. With a negative eigenvalue
// there is no Z. No vᵀKv is negative, and v = 0 has vᵀKv = 0 whatever K is. So K
// is positive definite if vᵀKv > 0 for all other v. This K is not.
func ExampleGram() {
	x := svm.FromRows([][]float64{{1, 1, 0}, {0, 1, 1}, {1, 2, 1}}) // points are rows
	k := must(svm.Gram(svm.Linear{}, [][]float64{x.Row(0), x.Row(1), x.Row(2)}))
	fmt.Println("K =", k.Row(0), k.Row(1), k.Row(2))
	fmt.Println("XXᵀ, row by row:", x.Mul(x.T()).Data)
	for _, v := range [][]float64{{1, 0, 0}, {0, 0, 0}, {1, 1, -1}} {
		fmt.Printf("v = %2g: vᵀKv = %g\n", v, svm.Dot(v, k.MulVec(v)))
	}
	z := must(svm.Coordinates(k))
	fmt.Printf("%d coordinates; the first row of ZZᵀ: %.2f\n", z.Cols, z.MulVec(z.Row(0)))
	_, err := svm.Gram(svm.Polynomial{Degree: 200, Gamma: 1}, [][]float64{{10}, {1e10}})
	fmt.Println("100²⁰⁰ is too large:", err)
	_, err = svm.Coordinates(svm.FromRows([][]float64{{1, 0}, {0, -1}}))
	fmt.Println("no factor Z:", err)
	// Output:
	// K = [2 1 3] [1 2 3] [3 3 6]
	// XXᵀ, row by row: [2 1 3 1 2 3 3 3 6]
	// v = [ 1  0  0]: vᵀKv = 2
	// v = [ 0  0  0]: vᵀKv = 0
	// v = [ 1  1 -1]: vᵀKv = 0
	// 2 coordinates; the first row of ZZᵀ: [2.00 1.00 3.00]
	// 100²⁰⁰ is too large: svm: kernel(x[0], x[0]) = +Inf, want a finite number
	// no factor Z: svm: Gram matrix has -1 as its smallest eigenvalue, want >= 0
}

// The thread of lecture P on XOR. No line separates the points, so the linear
// perceptron never stops. Of the six features of (1 + x·z)², √2x₁x₂ separates
// them. The quadratic perceptron computes no feature. |αᵢyᵢ| counts its
// mistakes on point i.
//
// The machine is known in closed form: α = 1/8 for every point, and
// f(x) = −x₁x₂.
func ExampleKernelPerceptron() {
	x, y := [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}, []float64{-1, -1, 1, 1}
	h, mistakes, err := svm.Perceptron(x, y, 100)
	expect(err, svm.ErrNotConverged)
	fmt.Printf("a line: %d mistakes in 100 rounds, then w = %g, b = %g as at first: no end\n",
		mistakes, h.W, h.B)

	k := svm.Polynomial{Degree: 2, Gamma: 1, R: 1}
	z := mapped(x, k.Map(2)) // 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂²
	for i := range x {
		fmt.Printf("φ(%2.0f) = %5.2f\n", x[i], z[i])
	}
	fmt.Printf("φ(%2.0f) = %5.2f\n", []float64{2, 3}, k.Map(2)([]float64{2, 3}))
	_, mistakes, err1 := svm.Perceptron(z, y, 100)
	f, dual, err2 := svm.KernelPerceptron(k, x, y, 100)
	m, err3 := svm.DualQP(k, x, y, svm.Options{C: math.Inf(1)})
	check(err1, err2, err3)
	fmt.Printf("on the features: %d mistakes\n", mistakes)
	fmt.Printf("by the kernel:   %d mistakes, αᵢyᵢ = %g, f = %g\n", dual, f.Coef, f.Values(x))
	fmt.Printf("the machine: α = %.3f, margin 1/‖w‖ = %.2f\n", m.Alpha, 1/m.Norm())
	fmt.Printf("f(0.5, 2) = %.2f, f(-1, 3) = %.2f\n",
		m.Value([]float64{0.5, 2}), m.Value([]float64{-1, 3}))
	// Output:
	// a line: 400 mistakes in 100 rounds, then w = [0 0], b = 0 as at first: no end
	// φ([ 1  1]) = [ 1.00  1.41  1.41  1.00  1.41  1.00]
	// φ([-1 -1]) = [ 1.00 -1.41 -1.41  1.00  1.41  1.00]
	// φ([-1  1]) = [ 1.00 -1.41  1.41  1.00 -1.41  1.00]
	// φ([ 1 -1]) = [ 1.00  1.41 -1.41  1.00 -1.41  1.00]
	// φ([ 2  3]) = [ 1.00  2.83  4.24  4.00  8.49  9.00]
	// on the features: 4 mistakes
	// by the kernel:   4 mistakes, αᵢyᵢ = [-1 -1 1 1], f = [-8 -8 8 8]
	// the machine: α = [0.125 0.125 0.125 0.125], margin 1/‖w‖ = 1.41
	// f(0.5, 2) = -1.00, f(-1, 3) = 3.00
}

// The dual perceptron of lecture P, with nothing but a Gram matrix and labels.
// α counts the mistakes on each point. On three points it ends after two; on
// XOR with the dot product never, as no line separates it; with (1 + x·y)²
// after four. It has to begin at w = 0 and α = 0: from another w it ends too,
// but then w is not Σαᵢyᵢxᵢ, and the f that is made from α is wrong.
func Example_dualPerceptron() {
	three, threeLabels := [][]float64{{2, 1}, {1, 2}, {-1, 1}}, []float64{1, -1, -1}
	xor, xorLabels := [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}, []float64{-1, -1, 1, 1}
	square := func(a, b []float64) float64 { return math.Pow(1+plainDot(a, b), 2) }
	for _, tt := range []struct {
		name string
		gram [][]float64
		y    []float64
	}{
		{"three points", plainGram(plainDot, three), threeLabels},
		{"XOR, x·y", plainGram(plainDot, xor), xorLabels},
		{"XOR, (1 + x·y)²", plainGram(square, xor), xorLabels},
	} {
		alpha, mistakes := dualPerceptron(tt.gram, tt.y, 9)
		fmt.Printf("%s: G = %v\n", tt.name, tt.gram)
		fmt.Printf("  α = %v after %d mistakes\n", alpha, len(mistakes))
	}
	w, alpha := []float64{5, 5}, make([]float64, 3) // a wrong start
	for range 9 {
		for i, p := range three {
			if threeLabels[i]*plainDot(w, p) <= 0 {
				alpha[i]++
				w[0], w[1] = w[0]+threeLabels[i]*p[0], w[1]+threeLabels[i]*p[1]
			}
		}
	}
	sum := []float64{0, 0}
	for i, p := range three {
		sum[0], sum[1] = sum[0]+alpha[i]*threeLabels[i]*p[0], sum[1]+alpha[i]*threeLabels[i]*p[1]
	}
	fmt.Printf("from w = [5 5]: w = %g, but Σαᵢyᵢxᵢ = %g, at (2, 1), label +1, f = %g and %g\n",
		w, sum, plainDot(w, three[0]), plainDot(sum, three[0]))
	// Output:
	// three points: G = [[5 4 -1] [4 5 1] [-1 1 2]]
	//   α = [1 1 0] after 2 mistakes
	// XOR, x·y: G = [[2 -2 0 0] [-2 2 0 0] [0 0 2 -2] [0 0 -2 2]]
	//   α = [9 9 9 9] after 36 mistakes
	// XOR, (1 + x·y)²: G = [[9 1 1 1] [1 9 1 1] [1 1 9 1] [1 1 1 9]]
	//   α = [1 1 1 1] after 4 mistakes
	// from w = [5 5]: w = [3 -2], but Σαᵢyᵢxᵢ = [-2 -7], at (2, 1), label +1, f = 4 and -11
}

// dualPerceptron goes through the points until a round brings no mistake, or
// until there were enough rounds. It returns α, and the points of the mistakes
// in order.
func dualPerceptron(gram [][]float64, y []float64, rounds int) (alpha []float64, mistakes []int) {
	alpha = make([]float64, len(y))
	for range rounds {
		before := len(mistakes)
		for i := range y {
			f := 0.0
			for j, a := range alpha {
				f += a * y[j] * gram[j][i]
			}
			if y[i]*f <= 0 {
				alpha[i]++
				mistakes = append(mistakes, i)
			}
		}
		if len(mistakes) == before {
			break
		}
	}
	return alpha, mistakes
}

// What do we mean by importance? (lecture P). Instead of w, the dual perceptron
// learns a number αᵢ for each point, which counts the mistakes on it. It is
// instance-based: a new point is compared with those that count, and the kernel
// says how similar they are. Here the points are a grid, and those to the right
// of a slanted line have the label +1. The αᵢyᵢ show the line: points at it are
// important, and points far from it have αᵢ = 0. Only the first point visited,
// in the corner, is a mistake because w = 0.
func ExampleKernelPerceptron_importance() {
	var x [][]float64
	var y []float64
	for i := range 63 {
		row, column := float64(i/9-3), float64(i%9-4)
		x = append(x, []float64{column, row})
		y = append(y, math.Copysign(1, column+row/2+0.25))
	}
	f, _, err := svm.KernelPerceptron(svm.Linear{}, x, y, 100)
	check(err)
	var grid [7][9]int
	for i, p := range f.Points {
		grid[int(p[1])+3][int(p[0])+4] = int(f.Coef[i])
	}
	for i := 6; i >= 0; i-- {
		fmt.Printf("x₂ = %2d: %2d\n", i-3, grid[i])
	}
	fmt.Printf("    x₁ = %2d\n", []int{-4, -3, -2, -1, 0, 1, 2, 3, 4})
	fmt.Printf("f(0.5, 1) = %g, with b = %g\n", f.Value([]float64{0.5, 1}), f.B) // a new point
	// Output:
	// x₂ =  3: [ 0  0 -2  2  0  0  0  0  0]
	// x₂ =  2: [ 0  0  0  2  0  0  0  0  0]
	// x₂ =  1: [ 0  0  0  0  0  0  0  0  0]
	// x₂ =  0: [ 0  0  0  0  1  0  0  0  0]
	// x₂ = -1: [ 0  0  0  0 -2  0  0  0  0]
	// x₂ = -2: [ 0  0  0  0 -1  2  0  0  0]
	// x₂ = -3: [-1  0  0  0  0  0  1  0  0]
	//     x₁ = [-4 -3 -2 -1  0  1  2  3  4]
	// f(0.5, 1) = 10, with b = 2
}

// What is a kernel, and what is not. The Gram matrix of a kernel has no
// negative eigenvalue. A product of kernels is one.
func ExampleIsPSD() {
	x := [][]float64{{0, 0}, {1, 0}, {0, 1}, {2, 2}}
	k := svm.Gaussian{Gamma: 1}
	for _, candidate := range []struct {
		name string
		k    svm.KernelFunc[svm.Vector]
	}{
		{"exp(-‖a-b‖²)", k.Eval},
		{"product", svm.Product[svm.Vector]{k, svm.PowerSum{Degree: 1}}.Eval},
		{"‖a-b‖", func(a, b []float64) float64 { return svm.Distance(svm.Linear{}, a, b) }},
		{"tanh(a·b - 1)", func(a, b []float64) float64 { return math.Tanh(svm.Dot(a, b) - 1) }},
	} {
		ok, smallest := svm.IsPSD(must(svm.Gram(candidate.k, x)))
		fmt.Printf("%-14s psd: %-5v smallest eigenvalue %.2f\n", candidate.name, ok, smallest)
	}
	// Output:
	// exp(-‖a-b‖²)   psd: true  smallest eigenvalue 0.54
	// product        psd: true  smallest eigenvalue 0.80
	// ‖a-b‖          psd: false smallest eigenvalue -3.33
	// tanh(a·b - 1)  psd: false smallest eigenvalue -1.86
}

// What a forgotten minus does. Take e to the power +‖a − b‖²/8. It is 1 for
// equal points, and e for (3, 3) and (1, 1). So their squared distance would be
// 1 + 1 − 2e, which is negative. Both α go to C = 10. The primal and the dual
// value are equal, and still each point lies on the wrong side. The plain
// functions refuse such a formula, and SMO says ErrNotConvex.
func Example_noKernel() {
	squared := func(a, b []float64) float64 { return math.Pow(svm.Distance(svm.Linear{}, a, b), 2) }
	grows := func(a, b svm.Vector) float64 { return math.Exp(+squared(a, b) / 8) }
	x, y := [][]float64{{3, 3}, {1, 1}}, []float64{1, -1}
	crescents, labels := moons(30, 4)
	for _, c := range []struct {
		name string
		x    [][]float64
		y    []float64
	}{{"two points", x, y}, {"crescents", crescents, labels}} {
		m, err := svm.SMO(svm.KernelFunc[svm.Vector](grows), c.x, c.y, svm.Options{C: 10})
		expect(err, svm.ErrNotConvex)
		fmt.Printf("%s: primal %.2f, dual %.2f, %d of %d right\n", c.name, m.Certificate.Primal,
			m.Certificate.Dual, agree(m.PredictAll(c.x), c.y), len(c.x))
	}
	for _, k := range []func(a, b []float64) float64{
		plainDot,
		func(a, b []float64) float64 { return math.Exp(-squared(a, b) / 8) },
		func(a, b []float64) float64 { return -squared(a, b) }, // right, since Σ αᵢyᵢ = 0
		func(a, b []float64) float64 { return math.Exp(+squared(a, b) / 8) },
		func(a, b []float64) float64 { return -plainDot(a, b) },
		func(a, b []float64) float64 { return math.Sqrt(squared(a, b)) },
		func(a, b []float64) float64 { return math.Tanh(plainDot(a, b) - 1) },
	} {
		gram := plainGram(k, crescents)
		_, _, _, err := plainSMO(gram, labels, 5, 1e-6, 1e6)
		_, dual, worst, _ := plainCertificate(gram, labels, make([]float64, 30), 0, 5)
		fmt.Printf("dual %4.0f, %s; %v\n", dual, worst[:min(len(worst), 9)], err)
	}
	// Output:
	// two points: primal 191.83, dual 191.83, 0 of 2 right
	// crescents: primal 44904.32, dual 44904.32, 6 of 30 right
	// dual    0, point 0; <nil>
	// dual    0, point 0; <nil>
	// dual    0, point 0; <nil>
	// dual -Inf, no kernel; no kernel: the squared distance of points 0 and 1 is -2.64
	// dual -Inf, no kernel; no kernel: the squared distance of points 0 and 1 is -6.73
	// dual -Inf, no kernel; no kernel: the squared distance of points 0 and 1 is -5.19
	// dual -Inf, no kernel; no kernel: the squared distance of points 1 and 5 is -0.00469
}

// Two curves that are one plane (lecture C). The features are
// ψ(x) = (x₁², x₁x₂, x₂²). Take the plane with w = (1, 3, 1) and b = −3. In the
// space of x it is the two branches of x₁² + 3x₁x₂ + x₂² = 3, and f is negative
// between them. A machine that sees 400 points and their labels finds nearly
// this w and b. Although ψ is our own, the certificate does not add "if k is
// positive semi-definite": inner products of features are a kernel.
func ExamplePullback() {
	plane := svm.Hyperplane{W: []float64{1, 3, 1}, B: -3}
	for _, x := range [][]float64{{1, 0.5615529}, {1, -3.5615529}, {1, -1.5}, {2, 2}} {
		fmt.Printf("f(%.2f, %.2f) = %.2f, predicted %+g\n",
			x[0], x[1], plane.Value(psi(x)), plane.Predict(psi(x)))
	}
	k := svm.Pullback(svm.Linear{}, psi)
	a, c := []float64{2, 3}, []float64{-1, 4}
	fmt.Printf("the kernel of ψ: %g = ⟨(4, 6, 9), (1, -4, 16)⟩\n", k.Eval(a, c))

	x, y := branches(400)
	h, _, err := svm.PrimalQP(mapped(x, psi), y, svm.Options{C: math.Inf(1)})
	check(err)
	h = h.Times(1 / math.Abs(h.W[0])) // the same plane, and the same side is positive
	fmt.Printf("learned from %d points: w = %.1f, b = %.1f\n", len(x), h.W, h.B)

	// Not perfectly separated: λ‖w‖² + (1/n)Σ max(0, 1 − yᵢ(⟨w, ψ(xᵢ)⟩ + b)).
	y[8], y[70] = -y[8], -y[70]
	for _, lambda := range []float64{1e-4, 1} {
		soft := svm.Options{C: svm.CFromLambda(lambda, len(x))}
		h, slack, err := svm.PrimalQP(mapped(x, psi), y, soft)
		check(err)
		h = h.Times(1 / math.Abs(h.W[0]))
		fmt.Printf("two labels flipped, λ = %g: w = %.1f, b = %.1f, slack of these %.1f and %.1f\n",
			lambda, h.W, h.B, slack[8], slack[70])
		m := must(svm.SMO(k, x, y, soft))
		fmt.Printf("with the kernel of ψ, on x: slack %.1f and %.1f; the least of all %g and %g\n",
			m.Slack[8], m.Slack[70], slices.Min(slack), slices.Min(m.Slack))
	}
	m := must(svm.SMO(k, x, y, svm.Options{}))
	fmt.Println("optimal only if k is positive semi-definite:", m.Certificate.Unproved)
	// Output:
	// f(1.00, 0.56) = 0.00, predicted +1
	// f(1.00, -3.56) = 0.00, predicted +1
	// f(1.00, -1.50) = -4.25, predicted -1
	// f(2.00, 2.00) = 17.00, predicted +1
	// the kernel of ψ: 124 = ⟨(4, 6, 9), (1, -4, 16)⟩
	// learned from 400 points: w = [1.0 3.0 1.0], b = -3.0
	// two labels flipped, λ = 0.0001: w = [1.0 2.9 1.0], b = -3.5, slack of these 10.1 and 3.9
	// with the kernel of ψ, on x: slack 10.1 and 3.9; the least of all 0 and 0
	// two labels flipped, λ = 1: w = [1.0 2.5 1.1], b = -7.9, slack of these 1.9 and 2.0
	// with the kernel of ψ, on x: slack 1.9 and 2.0; the least of all 0 and 0
	// optimal only if k is positive semi-definite: false
}

// psi is lecture C's map.
func psi(x []float64) []float64 { return []float64{x[0] * x[0], x[0] * x[1], x[1] * x[1]} }

// branches returns random points, with the sign of x₁² + 3x₁x₂ + x₂² − 3.
func branches(n int) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range n {
		a, b := 8*rng.Float64()-4, 8*rng.Float64()-4
		x, y = append(x, []float64{a, b}), append(y, math.Copysign(1, a*a+3*a*b+b*b-3))
	}
	return x, y
}

// The kernel 1 + s + s² + s³ with s = ⟨a, b⟩ (lecture K). Its features are all
// ordered products of up to three coordinates. In integers they are exact. For
// one coordinate they are its powers.
//
// D coordinates have 1 + D + D² + D³ features. The kernel needs D
// multiplications for s, and two more.
func ExamplePowerSum() {
	k := svm.PowerSum{Degree: 3}
	phi := k.Map(2)
	a, b := []float64{2, 3}, []float64{-1, 4}
	fmt.Println("features:", phi(a))
	fmt.Printf("s = %g: ⟨φ(a), φ(b)⟩ = %g, 1 + s + s² + s³ = %g\n",
		svm.Dot(a, b), svm.Dot(phi(a), phi(b)), k.Eval(a, b))
	fmt.Println("of one coordinate:", k.Map(1)([]float64{2}))

	const d = 1000
	a, b = make([]float64, d), make([]float64, d)
	a[0], a[999], b[0], b[999] = 1, 2, 3, 4
	s, count := 0.0, 0
	times := func(u, v float64) float64 { count++; return u * v }
	for i := range a {
		s += times(a[i], b[i])
	}
	gram := must(svm.Gram(k, [][]float64{a, b}))
	fmt.Printf("k = %g = %g for D = %d, by %d multiplications in place of %d features\n",
		gram.At(0, 1), 1+times(s, 1+times(s, 1+s)), d, count, 1+d+d*d+d*d*d)
	// Output:
	// features: [1 2 3 4 6 6 9 8 12 12 18 12 18 18 27]
	// s = 10: ⟨φ(a), φ(b)⟩ = 1111, 1 + s + s² + s³ = 1111
	// of one coordinate: [1 2 4 8]
	// k = 1464 = 1464 for D = 1000, by 1002 multiplications in place of 1001001001 features
}

// Two strings and their common substrings, counted by hand: for each substring
// the product of its two counts. Normalized, the kernel is a similarity. The
// next two strings are lecture H's. They have 58 pairs of equal letters in
// common, and one word of five. Strands of DNA are strings too. Weights other
// than a power of the length need a kernel of one's own, here 1 for whole words
// and 0 for all else. A negative Decay is refused.
func ExampleSubstrings() {
	count := func(s, in string) (n int) { // overlapping places count too
		for i := range in {
			if strings.HasPrefix(in[i:], s) {
				n++
			}
		}
		return n
	}
	a, b, sum := "banana", "ananas", 0
	fmt.Print("in both:")
	for _, s := range strings.Fields("a n an na ana nan anan nana anana") {
		fmt.Printf(" %s %d·%d", s, count(s, a), count(s, b))
		sum += count(s, a) * count(s, b)
	}
	fmt.Printf("\nsum %d, kernel %g\n", sum, svm.Substrings{}.Eval(a, b))

	k := svm.Normalized[string]{Kernel: svm.Substrings{Max: 2, Decay: 0.5}}
	words := []string{"banana", "ananas", "tomato", "camera", "rhythms"}
	fmt.Printf("banana and each word: %.2f\n", must(svm.Gram(k, words)).Row(0))

	a, b = "LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"
	fmt.Print("lecture H:")
	for l := 1; l <= 6; l++ {
		fmt.Printf(" %g", svm.Substrings{Min: l, Max: l}.Eval(a, b))
	}
	k.Kernel = svm.Substrings{}
	fmt.Printf(" pairs of length 1 to 6, similarity %.2f\n", k.Eval(a, b))

	triplets := svm.Substrings{Min: 3, Max: 3, Decay: 0.5}
	fmt.Println("ACG 2·1 and TAC 1·1, times 0.5³:", triplets.Eval("ACGTACG", "TACGA"))
	whole := svm.KernelFunc[string](func(a, b string) (sum float64) {
		for _, v := range strings.Fields(a) {
			for _, w := range strings.Fields(b) {
				if v == w {
					sum++
				}
			}
		}
		return sum
	})
	fmt.Println("the 2·1 and dog 1·1:", whole.Eval("the cat and the dog", "the dog"))
	_, err := svm.Gram(svm.Substrings{Decay: -1}, words)
	fmt.Println(err)
	// Output:
	// in both: a 3·3 n 2·2 an 2·2 na 2·2 ana 2·2 nan 1·1 anan 1·1 nana 1·1 anana 1·1
	// sum 29, kernel 29
	// banana and each word: [1.00 0.92 0.19 0.43 0.00]
	// lecture H: 58 15 5 2 1 0 pairs of length 1 to 6, similarity 0.17
	// ACG 2·1 and TAC 1·1, times 0.5³: 0.375
	// the 2·1 and dog 1·1: 3
	// svm: Substrings Decay = -1, want Decay >= 0
}

// Long texts. Lecture H says that the kernel of all common substrings can be
// calculated in O(|a| + |b|) steps. How, if a may have |a|²/2 substrings? We
// put the substrings that end at the same places into one class, as b and ab in
// abab. A text of n letters has at most 2n classes. Substrings fills a table in
// |a||b| steps, which is faster up to a thousand letters.
func ExampleSubstrings_longTexts() {
	fmt.Println("banana and ananas:", longTexts("banana", "ananas"))
	r := rand.New(rand.NewPCG(1, 1))
	letter := func(rune) rune { return rune("ACGT"[r.IntN(4)]) }
	for _, n := range []int{1000, 2000, 4000} {
		blank := strings.Repeat(" ", n)
		a, b := strings.Map(letter, blank), strings.Map(letter, blank)
		k, steps := countCommon(a, b)
		fmt.Printf("%d letters: %.0f in %d steps, by the table %.0f in %d\n",
			n, k, steps, svm.Substrings{}.Eval(a, b), n*n)
	}
	// Output:
	// banana and ananas: 29
	// 1000 letters: 331020 in 9743 steps, by the table 331020 in 1000000
	// 2000 letters: 1333346 in 19624 steps, by the table 1333346 in 4000000
	// 4000 letters: 5331648 in 39283 steps, by the table 5331648 in 16000000
}

// longTexts is svm.Substrings{}, Σ #s(a) #s(b) over all strings s, for long
// texts. As a kernel write svm.KernelFunc[string](longTexts).
func longTexts(a, b string) float64 {
	k, _ := countCommon(a, b)
	return k
}

// A class holds the substrings that end at the same places. The shorter ones
// are suffixes of the longest. The shortest without its first letter ends at
// more places: it is the longest of another class, the link.
type class struct {
	next   map[rune]*class // to the class of the members with one more letter
	link   *class
	length int        // of the longest member
	ends   [3]float64 // of each member in a, at the sign between a and b, and in b
}

// countCommon makes the classes of a and b, with a sign between them, letter by
// letter. Steps are entries of next that are set, and classes that are counted.
func countCommon(a, b string) (k float64, steps int) {
	before := &class{next: map[rune]*class{}, length: -1}  // each letter leads from here to start
	start := &class{next: map[rune]*class{}, link: before} // the class of the empty string
	p, ofLength := start, [][]*class{{start}}
	for part, text := range [][]rune{[]rune(a), {-1}, []rune(b)} {
		for _, r := range text { // p is the class of all that was read, then of its suffixes
			v := &class{next: map[rune]*class{}, length: p.length + 1} // of all with r
			v.ends[part] = 1
			before.next[r] = start
			for ; p.next[r] == nil; p = p.link { // r is new behind these
				p.next[r] = v
				steps++
			}
			v.link = p.next[r]
			if q := v.link; q.length > p.length+1 {
				// Longer members of q do not end here. The others move to a class c.
				c := &class{next: maps.Clone(q.next), link: q.link, length: p.length + 1}
				q.link, v.link = c, c
				ofLength[c.length] = append(ofLength[c.length], c)
				steps += len(c.next)
				for ; p.next[r] == q; p = p.link {
					p.next[r] = c
					steps++
				}
			}
			ofLength = append(ofLength, []*class{v})
			p = v
		}
	}
	for l := len(ofLength) - 1; l > 0; l-- { // from long to short, since a link is shorter
		for _, v := range ofLength[l] {
			k += float64(v.length-v.link.length) * v.ends[0] * v.ends[2] // members · #s(a) · #s(b)
			for part, n := range v.ends {
				v.link.ends[part] += n // where a string ends, so do its suffixes
			}
			steps++
		}
	}
	return k, steps
}

// Documents as bags of words. Tf-idf multiplies a count by the logarithm of how
// rare documents with the word are. Then common words such as "the" no longer
// make documents similar.
func ExampleCosine() {
	documents := []string{
		"the cat sat on the mat", "the dog sat on the log",
		"stocks fell on the news", "the market fell and stocks sank",
	}
	words := strings.Fields(strings.Join(documents, " "))
	slices.Sort(words)
	words = slices.Compact(words)
	counts, weighted := svm.NewMatrix(4, len(words)), svm.NewMatrix(4, len(words))
	for j, w := range words {
		in := 0.0 // the number of documents with the word
		for i, d := range documents {
			n := strings.Count(" "+d+" ", " "+w+" ")
			counts.Set(i, j, float64(n))
			in += float64(min(n, 1))
		}
		for i := range documents {
			weighted.Set(i, j, counts.At(i, j)*math.Log(4/in))
		}
	}
	for i, bags := range []*svm.Matrix{counts, weighted} {
		similar := func(a, b int) float64 { return svm.Cosine{}.Eval(bags.Row(a), bags.Row(b)) }
		fmt.Printf("%s: cat and dog %.2f, news and market %.2f, cat and market %.2f\n",
			[]string{"counts", "tf-idf"}[i], similar(0, 1), similar(2, 3), similar(0, 3))
	}
	// Output:
	// counts: cat and dog 0.75, news and market 0.55, cat and market 0.29
	// tf-idf: cat and dog 0.13, news and market 0.22, cat and market 0.00
}

// # Solvers

// plainSMO of "The small book". It sees the Gram matrix only, so the kernel may
// be any. NewModel and Certify say how good its answer is. The first four
// points can be followed by hand. Then come points around (±1, ±½), whose
// classes overlap.
func Example_plainSMO() {
	o := svm.Options{C: 10}
	x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	gram := [][]float64{{18, 27, 6, 3}, {27, 41, 9, 4}, {6, 9, 2, 1}, {3, 4, 1, 1}}
	alpha, b, steps, err1 := plainSMO(gram, y, o.C, 1e-3, 1e6)
	m, err2 := svm.NewModel(svm.Linear{}, x, y, alpha, b, o)
	if err := errors.Join(err1, err2); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("by hand: %d step, α = %.2f, b = %.0f, gap %.2f\n",
		steps, m.Alpha, m.B, math.Abs(m.Certificate.Gap()))

	x, y = twoClouds(60, 4)
	k := svm.Gaussian{Gamma: 1}
	alpha, b, _, err1 = plainSMO(plainGram(k.Eval, x), y, o.C, 1e-6, 1e6)
	c, err2 := svm.Certify(k, x, y, alpha, b, o)
	ours, err3 := svm.SMO(k, x, y, o)
	if err := errors.Join(err1, err2, err3); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("clouds: outside the box by %g, Σαᵢyᵢ off 0 by %.4f\n", c.Box, c.Balance)
	fmt.Printf("edges missed by %.4f inside, %.4f outside\n", c.Shortfall, c.Excess)
	fmt.Printf("primal %.2f, dual %.2f, by SMO %.2f\n", c.Primal, c.Dual, ours.Certificate.Dual)

	// Output:
	// by hand: 1 step, α = [0.25 0.00 0.25 0.00], b = -2, gap 0.00
	// clouds: outside the box by 0, Σαᵢyᵢ off 0 by 0.0000
	// edges missed by 0.0000 inside, 0.0000 outside
	// primal 39.64, dual 39.64, by SMO 39.64
}

// Half moons by SMO. The machine predicts new points, and its certificate says
// how well it is known. Tol is small here, so that primal and dual agree in all
// digits: see Options.
func ExampleSMO() {
	x, y := moons(80, 4)
	m := must(svm.SMO(svm.Gaussian{Gamma: 2}, x, y, svm.Options{C: 10, Tol: 1e-6}))
	fmt.Printf("%d support vectors of %d points\n", len(m.Points), len(x))
	fmt.Printf("above the upper moon f = %+.2f, below the lower one %+.2f\n",
		m.Value([]float64{-0.5, 1.5}), m.Value([]float64{0.5, -1.5}))
	far := []float64{9, 9} // each k(xᵢ, x) is 0
	fmt.Printf("far away f = %.4f = b = %.4f, so it is b that says %+.0f\n",
		m.Value(far), m.B, m.Predict(far))
	c := m.Certificate
	fmt.Printf("m(α) − M(α) = %.5f, primal %.3f, dual %.3f\n",
		math.Abs(c.Violation()), c.Primal, c.Dual)
	for _, n := range []int{80, 1280} {
		x, y := moons(n, 4)
		m := must(svm.SMO(svm.Gaussian{Gamma: 2}, x, y, svm.Options{C: 1}))
		fmt.Printf("%d points, %d at C = 1: by %.1f of the %d kernel values of the dual\n",
			n, m.Certificate.Bound, float64(m.Evaluations)/float64(n*(n+1)/2), n*(n+1)/2)
	}

	x, y = [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	line, on := must(svm.SMO(svm.Linear{}, x, y, svm.Options{C: 10})), []float64{2, 2}
	fmt.Printf("four points: α = %.2f, b = %.2f, on the line f = %.2f says %+.0f\n",
		line.Alpha, line.B, line.Value(on), line.Predict(on))
	// Output:
	// 20 support vectors of 80 points
	// above the upper moon f = +0.93, below the lower one -0.84
	// far away f = -0.0008 = b = -0.0008, so it is b that says -1
	// m(α) − M(α) = 0.00000, primal 25.060, dual 25.060
	// 80 points, 7 at C = 1: by 0.7 of the 3240 kernel values of the dual
	// 1280 points, 76 at C = 1: by 0.2 of the 819840 kernel values of the dual
	// four points: α = [0.25 0.00 0.25 0.00], b = -2.00, on the line f = 0.00 says +1
}

// noBias returns the plane through the origin that minimises ½‖w‖² + C Σ ξᵢ,
// with slack for f = ⟨w, x⟩. To each point comes its mirror image −x with the
// other label, and each of the two costs C/2. If some b is optimal, so is −b,
// by symmetry, and with them their mean, 0, because the objective is convex.
func noBias(x [][]float64, y []float64, o svm.Options) (svm.Hyperplane, error) {
	both, labels := slices.Clone(x), slices.Clone(y)
	for i, p := range x {
		image := slices.Clone(p)
		for j := range image {
			image[j] *= -1
		}
		both, labels = append(both, image), append(labels, -y[i])
	}
	o.C, o.Weights = cmp.Or(o.C, 1)/2, slices.Concat(o.Weights, o.Weights)
	m, err := svm.SMO(svm.Linear{}, both, labels, o)
	if m == nil {
		return svm.Hyperplane{}, err
	}
	h, err2 := svm.LinearHyperplane(&m.Expansion)
	h.B = 0
	return h, cmp.Or(err, err2)
}

// Three ways to have a b. SMO lets b be what suits, without a price. LIBLINEAR,
// scikit-learn's LinearSVC and our SGD take it for the weight of one more
// feature, which is always 1, and add ½b² to ½‖w‖². Or there is no b. Each bill
// is ½‖w‖² + C Σ ξᵢ, the second with ½b².
//
// For another kernel k, let a point be a pair of x and a sign s. For the
// machine without b take the kernel s·t·k(x, z). For the one with ½b² take
// k + 1 in place of k.
func ExampleSMO_noBias() {
	x := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}
	y := []float64{1, 1, -1, -1}
	o := svm.Options{C: 1, Tol: 1e-9}
	var withOne [][]float64
	for _, p := range x {
		withOne = append(withOne, append(slices.Clone(p), 1))
	}
	free, _, err := svm.PrimalQP(x, y, o)
	check(err)
	penalised, none := must(noBias(withOne, y, o)), must(noBias(x, y, o))
	bill := func(h svm.Hyperplane, x [][]float64) float64 {
		sum := svm.Dot(h.W, h.W) / 2
		for i, f := range h.Values(x) {
			sum += o.C * svm.Hinge(y[i]*f)
		}
		return sum
	}
	fmt.Printf("free:      w = %.3f, b = %.3f, bill %.3f\n", free.W, free.B, bill(free, x))
	w := penalised.W
	fmt.Printf("penalised: w = %.3f, b = %.3f, bill %.3f\n", w[:2], w[2], bill(penalised, withOne))
	fmt.Printf("none:      w = %.3f, bill %.3f\n", none.W, bill(none, x))
	// Output:
	// free:      w = [0.500 0.500], b = -2.000, bill 0.250
	// penalised: w = [0.636 0.045], b = -1.045, bill 1.386
	// none:      w = [0.667 -0.333], bill 2.278
}

// plainCholesky and plainSolve, for the matrix and the system that linalg.go
// works by hand. With 5 in place of 6 in its corner, the last pivot
// is 0. An interior point needs such a system for each of its steps.
func Example_plainCholesky() {
	a := [][]float64{{4, 2, -2}, {2, 10, 5}, {-2, 5, 6}}
	l, ok := plainCholesky(a)
	fmt.Println("positive definite:", ok)
	L := svm.FromRows(l)
	fmt.Println("L:", l)
	fmt.Println("LLᵀ:", L.Mul(L.T()).Data)
	fmt.Println("Ax = (-6, -3, 6) for x =", plainSolve(l, []float64{-6, -3, 6}))
	a[2][2] = 5
	_, ok = plainCholesky(a)
	fmt.Println("with 5 in the corner:", ok)
	// Output:
	// positive definite: true
	// L: [[2 0 0] [1 3 0] [-1 2 1]]
	// LLᵀ: [4 2 -2 2 10 5 -2 5 6]
	// Ax = (-6, -3, 6) for x = [1 -2 3]
	// with 5 in the corner: false
}

// plainInteriorPoint of "The small book", for a box and one equality. Its α
// come within 10⁻¹² of their bounds, but Certify asks whether they are there:
// αᵢ = 0 and αᵢ = C are exact tests. That is why the last thing it does is to
// put them there. DualQP and SMO come to the same optimum.
func Example_plainInteriorPoint() {
	x, y := twoClouds(40, 3)
	k, o := svm.Gaussian{Gamma: 0.5}, svm.Options{C: 10, Tol: 1e-9}
	q := plainGram(k.Eval, x)
	for i, row := range q {
		for j := range row {
			row[j] *= y[i] * y[j]
		}
	}
	alpha, b, err1 := plainInteriorPoint(q, y, o.C, 60)
	c, err2 := svm.Certify(k, x, y, alpha, b, o)
	exact, err3 := svm.DualQP(k, x, y, o)
	pairs, err4 := svm.SMO(k, x, y, o)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("plain:  dual %.5f, primal %.5f, b = %.5f\n", c.Dual, c.Primal, b)
	fmt.Printf("DualQP: dual %.5f, b = %.5f\n", exact.Certificate.Dual, exact.B)
	fmt.Printf("SMO:    dual %.5f, b = %.5f\n", pairs.Certificate.Dual, pairs.B)
	fmt.Printf("α: %d free, %d bound, %d zero; b between %.5f and %.5f\n",
		c.Free, c.Bound, c.Zero, c.BLow, c.BHigh)
	worst := max(c.Gap(), c.Violation(), c.Box, c.Balance, c.Shortfall, c.Excess)
	fmt.Println("gap, violation, box, balance, shortfall and excess below 1e-7:", worst < 1e-7)
	// Output:
	// plain:  dual 17.50083, primal 17.50083, b = -0.19510
	// DualQP: dual 17.50083, b = -0.19510
	// SMO:    dual 17.50083, b = -0.19510
	// α: 10 free, 1 bound, 29 zero; b between -0.19510 and -0.19510
	// gap, violation, box, balance, shortfall and excess below 1e-7: true
}

// Support and Slack of training points, as on lecture S's picture. αᵢ says
// where a point may lie, and ξᵢ says where it lies. A free support vector has a
// slack up to Tol, so that is what counts as 0. The street is the strip between
// the edges f = ±1, and the line f = 0 is in its middle. There is a point of
// each kind.
//
// The points with αᵢ > 0 carry the machine. Training on these points alone
// gives the same w, and the same b if one of them is free. With C = 0.05 no
// point is free, and b differs.
func ExampleModel_slack() {
	x := [][]float64{{-3}, {-2}, {0}, {1.5}, {4}, {2}, {-1}, {6}, {7}}
	y := []float64{-1, -1, -1, -1, 1, 1, 1, 1, 1}
	o := svm.Options{C: 0.5}
	m := must(svm.SMO(svm.Linear{}, x, y, o))
	const tol = 1e-3 // Tol's default
	for i := range x {
		place, yf := "on the edge", y[i]*m.Value(x[i])
		switch {
		case m.Slack[i] > 1:
			place = "beyond the line, wrong"
		case m.Slack[i] > tol:
			place = "in the street, right"
		case yf > 1+tol:
			place = "outside the street"
		}
		fmt.Printf("%4.1f: yf = %5.2f, slack %.2f, %v: %s\n",
			x[i][0], yf, m.Slack[i], m.Support[i], place)
	}
	var labels []float64 // of the support vectors
	for _, i := range m.Index {
		labels = append(labels, y[i])
	}
	again := must(svm.SMO(svm.Linear{}, m.Points, labels, o))
	fmt.Printf("trained on the %d with α > 0 of these %d points: f differs by %.6f\n",
		len(m.Points), len(x), apart(again.Values(x), m.Values(x)))
	// Output:
	// -3.0: yf =  1.33, slack 0.00, α = 0: outside the street
	// -2.0: yf =  1.00, slack 0.00, 0 < α < C: on the edge
	//  0.0: yf =  0.33, slack 0.67, α = C: in the street, right
	//  1.5: yf = -0.17, slack 1.17, α = C: beyond the line, wrong
	//  4.0: yf =  1.00, slack 0.00, 0 < α < C: on the edge
	//  2.0: yf =  0.33, slack 0.67, α = C: in the street, right
	// -1.0: yf = -0.67, slack 1.67, α = C: beyond the line, wrong
	//  6.0: yf =  1.67, slack 0.00, α = 0: outside the street
	//  7.0: yf =  2.00, slack 0.00, α = 0: outside the street
	// trained on the 6 with α > 0 of these 9 points: f differs by 0.000000
}

// Two statements are nearly right: "α = 0, so the point lies outside", and
// "α = C, so the point lies inside". They go wrong at the edge of the street,
// where ≥ and > part. With C = ¼ this machine has a point of either kind whose
// yf(x) is 1.
//
// By hand, as in "An example by hand" of svm.go: α = ¼ for (3, 3) and (1, 1)
// gives w = (½, ½) and b = −2. For C = ¼ this is the largest α that is allowed,
// and still no slack is needed. And f(5, 1) is 1 without any help: the plane
// stays where it is if (5, 1) is taken away.
//
// With C = 1 the plane and α are the same, and the two points at C become free.
// So αᵢ = C says yf(x) ≤ 1, and αᵢ = 0 says yf(x) ≥ 1. A point with yf(x) = 1
// may have any αᵢ.
func ExampleModel_edge() {
	x, y := [][]float64{{3, 3}, {5, 1}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	for _, c := range []float64{0.25, 1} {
		m := must(svm.SMO(svm.Linear{}, x, y, svm.Options{C: c}))
		h := must(svm.LinearHyperplane(&m.Expansion))
		fmt.Printf("C = %g: w = %.2f, b = %.2f\n", c, h.W, h.B)
		for i, p := range x {
			fmt.Printf("  x = %.0f: α = %.2f, %v, yf = %.2f, slack %.2f\n",
				p, m.Alpha[i], m.Support[i], y[i]*m.Value(p), m.Slack[i])
		}
	}
	// Output:
	// C = 0.25: w = [0.50 0.50], b = -2.00
	//   x = [3 3]: α = 0.25, α = C, yf = 1.00, slack 0.00
	//   x = [5 1]: α = 0.00, α = 0, yf = 1.00, slack 0.00
	//   x = [1 1]: α = 0.25, α = C, yf = 1.00, slack 0.00
	//   x = [0 1]: α = 0.00, α = 0, yf = 1.50, slack 0.00
	// C = 1: w = [0.50 0.50], b = -2.00
	//   x = [3 3]: α = 0.25, 0 < α < C, yf = 1.00, slack 0.00
	//   x = [5 1]: α = 0.00, α = 0, yf = 1.00, slack 0.00
	//   x = [1 1]: α = 0.25, 0 < α < C, yf = 1.00, slack 0.00
	//   x = [0 1]: α = 0.00, α = 0, yf = 1.50, slack 0.00
}

// Trace is called now and then. A line of progress tells a long training from
// one that hangs. The dual value never falls. If Trace returns false, training
// ends with the machine so far and its certificate. A deadline can stop it. The
// lock would be needed if OneVsOne or HeldOut ran several trainings at once.
func ExampleOptions_trace() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	calls, last, lock := 0, 0.0, sync.Mutex{}
	o := svm.Options{C: 5, Trace: func(s svm.Progress) bool {
		lock.Lock()
		defer lock.Unlock()
		fmt.Println("the dual value has grown:", s.Dual > last) // s has Iterations, Violation too
		last = s.Dual
		if calls++; calls == 3 {
			cancel() // for this example the minute ends here
		}
		return ctx.Err() == nil
	}}
	x, y := twoClouds(200, 1)
	m, err := svm.SMO(svm.Gaussian{Gamma: 5}, x, y, o)
	if err != nil && !errors.Is(err, svm.ErrStopped) {
		log.Fatal(err)
	}
	fmt.Println("the machine so far has the last one:", math.Abs(m.Certificate.Dual-last) < 1e-6)
	// Output:
	// the dual value has grown: false
	// the dual value has grown: true
	// the dual value has grown: true
	// the machine so far has the last one: true
}

// SGD in feature space: a ring and its centre. The constant kernel is the
// constant feature, which carries b. The other kernel is 0 at the origin, so
// b = f(0). With the same draws, the lecture's procedure finds the same
// function, and so does SGD on the features ψ, which adds the constant itself.
func ExampleKernelSGD() {
	x, y := ring(60)
	quadratic := svm.Polynomial{Degree: 2, Gamma: 1, R: 0}
	k, psi := svm.Sum[svm.Vector]{quadratic, svm.Constant[svm.Vector](1)}, quadratic.Map(2)
	f, err1 := svm.KernelSGD(k, x, y, 0.01, 20000, rand.New(rand.NewPCG(1, 2)))
	gram, draws := plainGram(k.Eval, x), rand.New(rand.NewPCG(1, 2))
	average, err2 := plainKernelSGD(gram, y, 0.01, 20000, draws)
	plane, err3 := svm.SGD(mapped(x, psi), y, 0.01, 20000, rand.New(rand.NewPCG(1, 2)))
	check(err1, err2, err3)
	right := 0
	for i, p := range x {
		if f.Predict(p) == y[i] {
			right++
		}
	}
	fmt.Printf("%d of %d on their side; b = f(0) = %.3f\n", right, len(x), f.Value([]float64{0, 0}))
	plain := svm.Expansion[svm.Vector]{Kernel: k, Points: x, Coef: average}
	out := []float64{1.5, 1}
	fmt.Printf("f(1.5, 1) = %.4f, by the procedure %.4f\n", f.Value(out), plain.Value(out))
	fmt.Printf("SGD on ψ: ⟨w, ψ(1.5, 1)⟩ + b = %.4f\n", plane.Value(psi(out)))
	// Output:
	// 60 of 60 on their side; b = f(0) = -1.489
	// f(1.5, 1) = 1.7670, by the procedure 1.7670
	// SGD on ψ: ⟨w, ψ(1.5, 1)⟩ + b = 1.7670
}

// # Features and functions

// The Gaussian in the lectures' three notations: γ = 1/(2σ²), σ, and with the
// factor 1/σ and no 2. It has infinitely many features, which are cut off. Its
// Taylor features of a higher order miss it by less.
func ExampleGaussian_TaylorMap() {
	a, b := []float64{1, 0.5}, []float64{0.8, -0.4}
	const sigma = 2.0
	for _, k := range []svm.Kernel[svm.Vector]{
		svm.Gaussian{Gamma: 0.125}, svm.GaussianSigma(sigma),
		svm.Scaled[svm.Vector]{Factor: 1 / sigma, Kernel: svm.Gaussian{Gamma: 1 / (sigma * sigma)}},
	} {
		gram := must(svm.Gram(k, [][]float64{a, b}))
		fmt.Printf("%-26v %.4f, in K %.4f\n", k, k.Eval(a, b), gram.At(0, 1))
	}
	k := svm.Gaussian{Gamma: 0.5}
	for _, order := range []int{0, 2, 4, 8} {
		phi := k.TaylorMap(2, order)
		miss := math.Abs(k.Eval(a, b) - svm.Dot(phi(a), phi(b)))
		fmt.Printf("order %d: %2d features, misses by %.1e\n", order, len(phi(a)), miss)
	}
	// Output:
	// exp(-0.125 ‖a-b‖²)         0.8992, in K 0.8992
	// exp(-0.125 ‖a-b‖²)         0.8992, in K 0.8992
	// 0.5 × [exp(-0.25 ‖a-b‖²)]  0.4043, in K 0.4043
	// order 0:  1 features, misses by 2.9e-01
	// order 2:  6 features, misses by 1.5e-02
	// order 4: 15 features, misses by 2.6e-04
	// order 8: 45 features, misses by 1.1e-08
}

// Mercer's theorem (lecture H, Theorem 11.11): k(s, t) = Σ λᵢφᵢ(s)φᵢ(t), with
// the eigenfunctions of ∫ k(s, t)φ(t) dt = λφ(s). The theorem gives no recipe
// for the φᵢ. But if k is min(s, t) on [0, 1], deriving twice gives −φ = λφ″.
// Then φᵢ is √2 sin(t/√λᵢ), with 1/√λᵢ = (i − ½)π.
//
// On a grid of n points the integral becomes a sum, and the λᵢ are nearly the
// eigenvalues of K/n. The features √λᵢφᵢ (Definition 11.12) are nearly the
// coordinates that are read off from K, up to the sign. On the grid, the dot
// product of the coordinates is the kernel exactly.
//
// By the theorem, ∫∫ k(s, t)f(s)f(t) ds dt is the sum of the
// λᵢ(∫ φᵢ(t)f(t) dt)², and so never below 0 (lecture K). How near is the sum of
// a few terms to k(s, t)? For s = t no term is below 0, so that each brings the
// sum nearer. For s ≠ t the terms have both signs: the sum swings around
// k(s, t), and one term may by chance be nearer than five. The Gaussian has
// features by Taylor's series.
func Example_mercer() {
	const n = 200
	k := svm.KernelFunc[float64](func(s, t float64) float64 { return min(s, t) })
	grid := make([]float64, n)
	for i := range grid {
		grid[i] = (float64(i) + 0.5) / n
	}
	gram := must(svm.Gram(k, grid))
	e, z := must(gram.Eigen()), must(svm.Coordinates(gram))
	root := func(i int) float64 { return (float64(i) - 0.5) * math.Pi }
	phi := func(i int, t float64) float64 { return math.Sqrt2 * math.Sin(root(i)*t) }
	for i := 1; i <= 3; i++ {
		fmt.Printf("λ%d = %.4f, of K/n %.4f; √λ%d |φ%d| at %.4f: %.3f, by Coordinates %.3f\n",
			i, 1/(root(i)*root(i)), e.Values[i-1]/n, i, i, grid[59],
			math.Abs(phi(i, grid[59]))/root(i), math.Abs(z.At(59, i-1)))
	}
	fmt.Printf("%d coordinates: ⟨z, z′⟩ = %.4f, min(%.4f, %.4f) = %.4f\n", z.Cols,
		svm.Dot(z.Row(59), z.Row(119)), grid[59], grid[119], gram.At(59, 119))
	for i, f := range []func(s float64) float64{
		func(float64) float64 { return 1 },
		func(s float64) float64 { return math.Cos(math.Pi * s) },
	} {
		fs := svm.Vector{}
		for _, s := range grid {
			fs = append(fs, f(s)/n)
		}
		fmt.Printf("∫∫ min(s, t) f(s) f(t) ds dt = %.3f for f = %s\n",
			svm.Dot(fs, gram.MulVec(fs)), []string{"1", "cos πs"}[i])
	}
	for _, terms := range []int{1, 2, 3, 5, 20, 1000} {
		other, same := 0.0, 0.0
		for i := 1; i <= terms; i++ {
			other += phi(i, 0.3) * phi(i, 0.6) / (root(i) * root(i))
			same += phi(i, 0.6) * phi(i, 0.6) / (root(i) * root(i))
		}
		fmt.Printf("%4d terms: k(0.3, 0.6) = %.3f, k(0.6, 0.6) = %.3f\n", terms, other, same)
	}
	gauss, x := svm.Gaussian{Gamma: 2}, [][]float64{{0.3}, {0.6}, {1}}
	taylor, read := gauss.TaylorMap(1, 3), must(svm.Coordinates(must(svm.Gram(gauss, x))))
	fmt.Printf("Gaussian: k(0.3, 0.6) = %.4f, by Coordinates %.4f, by 4 Taylor features %.4f\n",
		gauss.Eval(x[0], x[1]), read.MulVec(read.Row(0))[1], svm.Dot(taylor(x[0]), taylor(x[1])))
	// Output:
	// λ1 = 0.4053, of K/n 0.4053; √λ1 |φ1| at 0.2975: 0.406, by Coordinates 0.406
	// λ2 = 0.0450, of K/n 0.0450; √λ2 |φ2| at 0.2975: 0.296, by Coordinates 0.296
	// λ3 = 0.0162, of K/n 0.0162; √λ3 |φ3| at 0.2975: 0.130, by Coordinates 0.130
	// 200 coordinates: ⟨z, z′⟩ = 0.2975, min(0.2975, 0.5975) = 0.2975
	// ∫∫ min(s, t) f(s) f(t) ds dt = 0.333 for f = 1
	// ∫∫ min(s, t) f(s) f(t) ds dt = 0.051 for f = cos πs
	//    1 terms: k(0.3, 0.6) = 0.298, k(0.6, 0.6) = 0.531
	//    2 terms: k(0.3, 0.6) = 0.325, k(0.6, 0.6) = 0.539
	//    3 terms: k(0.3, 0.6) = 0.302, k(0.6, 0.6) = 0.572
	//    5 terms: k(0.3, 0.6) = 0.294, k(0.6, 0.6) = 0.580
	//   20 terms: k(0.3, 0.6) = 0.300, k(0.6, 0.6) = 0.595
	// 1000 terms: k(0.3, 0.6) = 0.300, k(0.6, 0.6) = 0.600
	// Gaussian: k(0.3, 0.6) = 0.8353, by Coordinates 0.8353, by 4 Taylor features 0.8300
}

// The empirical map φₙ(x) = (k(xᵢ, x))ᵢ and the kernel PCA map K^(−½)φₙ. Inner
// products of φₙ are not the kernel. With K⁻¹ in between they are, if one of
// the two points is in the data. The inner products of K^(−½)φₙ are the kernel
// on the same condition. The image of a point off the data is a projection, and
// so it is too short.
//
// Coordinates has features for the points of its matrix only. A new point needs
// a new matrix, and that changes the coordinates of the other points. The sign
// of a coordinate is open.
func ExampleKernelPCAMap() {
	k := svm.Gaussian{Gamma: 0.5}
	x := [][]float64{{0}, {1}, {3}}
	empirical := svm.EmpiricalMap(k, x)
	fmt.Printf("φ₃(1) = %.3f, φ₃(0)ᵀφ₃(1) = %.4f\n",
		empirical(x[1]), svm.Dot(empirical(x[0]), empirical(x[1])))
	phi := must(svm.KernelPCAMap(k, x))
	fmt.Printf("on the data:  ⟨φ(0), φ(1)⟩ = %.4f, k(0, 1) = %.4f\n",
		svm.Dot(phi(x[0]), phi(x[1])), k.Eval(x[0], x[1]))
	off := []float64{2}
	inverse := must(must(svm.Gram(k, x)).Cholesky()).Solve(empirical(off)) // K⁻¹φ₃(2)
	fmt.Printf("one of them:  φ₃(0)ᵀK⁻¹φ₃(2) = %.4f, k(0, 2) = %.4f\n",
		svm.Dot(empirical(x[0]), inverse), k.Eval(x[0], off))
	fmt.Printf("off the data: ⟨φ(2), φ(2)⟩ = %.4f, k(2, 2) = %.4f\n",
		svm.Dot(phi(off), phi(off)), k.Eval(off, off))
	three := must(svm.Coordinates(must(svm.Gram(k, x))))
	four := must(svm.Coordinates(must(svm.Gram(k, append(x, off)))))
	fmt.Printf("the first coordinate of 0 is ±%.3f, with 2 in the data ±%.3f\n",
		math.Abs(three.At(0, 0)), math.Abs(four.At(0, 0)))
	// Output:
	// φ₃(1) = [0.607 1.000 0.135], φ₃(0)ᵀφ₃(1) = 1.2146
	// on the data:  ⟨φ(0), φ(1)⟩ = 0.6065, k(0, 1) = 0.6065
	// one of them:  φ₃(0)ᵀK⁻¹φ₃(2) = 0.1353, k(0, 2) = 0.1353
	// off the data: ⟨φ(2), φ(2)⟩ = 0.7085, k(2, 2) = 1.0000
	// the first coordinate of 0 is ±0.878, with 2 in the data ±0.575
}

// A ring and its centre (lecture H). No line separates them in the plane. In
// polar coordinates the radius separates them. In (x₁, x₂, x₁² + x₂²) the third
// coordinate does. So does the first component of kernel PCA, although it sees
// no labels. A hard margin finds the plane, from the features or by their
// kernel.
func Example_ring() {
	x, y := ring(36)
	z := components(must(svm.Gram(svm.Gaussian{Gamma: 0.7}, x)))
	for k, name := range []string{"x₁", "the radius", "x₁² + x₂²", "kernel PCA"} {
		least, most := math.Inf(1), math.Inf(-1)
		for i, p := range x {
			v := []float64{p[0], svm.Norm(p), svm.Dot(p, p), z[i][0]}[k]
			if y[i] > 0 {
				least = min(least, v)
			} else {
				most = max(most, v)
			}
		}
		fmt.Printf("%s: ring at least %.2f, centre at most %.2f\n", name, least, most)
	}
	phi := func(p svm.Vector) svm.Vector { return svm.Vector{p[0], p[1], svm.Dot(p, p)} }
	hard := svm.Options{C: math.Inf(1)}
	h, _, err := svm.PrimalQP(mapped(x, phi), y, hard)
	check(err)
	k := svm.Pullback(svm.Linear{}, phi)
	m := must(svm.DualQP(k, x, y, hard))
	fmt.Printf("the plane: w₃ = %.2f, b = %.2f, %d of %d on their side; by the kernel %d\n",
		h.W[2], h.B, agree(h.PredictAll(mapped(x, phi)), y), len(x), agree(m.PredictAll(x), y))
	off := math.Abs(k.Eval(x[0], x[1]) - svm.Dot(phi(x[0]), phi(x[1])))
	fmt.Printf("k differs by %.6f, f by %.6f\n", off, apart(append(m.Values(x), m.Value(x[0])),
		append(h.Values(mapped(x, phi)), h.Value(phi(x[0])))))
	// Output:
	// x₁: ring at least -1.77, centre at most 0.62
	// the radius: ring at least 1.60, centre at most 0.70
	// x₁² + x₂²: ring at least 2.56, centre at most 0.49
	// kernel PCA: ring at least 0.22, centre at most -0.17
	// the plane: w₃ = 0.97, b = -1.47, 36 of 36 on their side; by the kernel 36
	// k differs by 0.000000, f by 0.000000
}

// components returns the first two kernel principal components of each point.
// Centring replaces φ(xᵢ) by φ(xᵢ) less the mean of all. A component √λv is a
// coordinate that is read off from the centred Gram matrix. A component has no
// sign of its own. So we choose the sign for which the first point is positive.
func components(k *svm.Matrix) (two [][]float64) {
	n := k.Rows
	centre := svm.NewMatrix(n, n) // I − (1/n)11ᵀ
	for i := range centre.Data {
		centre.Data[i] = -1 / float64(n)
	}
	for i := range n {
		centre.Set(i, i, 1-1/float64(n))
	}
	z := must(svm.Coordinates(centre.Mul(k).Mul(centre)))
	first, second := math.Copysign(1, z.At(0, 0)), math.Copysign(1, z.At(0, 1))
	for i := range n {
		two = append(two, []float64{first * z.At(i, 0), second * z.At(i, 1)})
	}
	return two
}

// A laplacian is the kernel exp(−γ Σ |aᵢ − bᵢ|), the product of one for each feature.
type laplacian struct{ gamma float64 }

func (k laplacian) Eval(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return math.Exp(-k.gamma * sum)
}

func (k laplacian) String() string { return fmt.Sprintf("exp(-%g Σ|a-b|)", k.gamma) }

// A kernel of your own is a function. Here it is on pairs of a number and a
// word. The second kernel is the same, made of kernels. It is positive
// semi-definite because its parts are.
//
// A KernelFunc has no name: a machine prints it as f(a, b), whatever it is. If
// you compare several kernels, declare a type of your own with Eval and String.
// Then machines, the trials of a Search and errors print what its String
// returns.
func ExampleKernelFunc() {
	type pet struct {
		weight float64
		sound  string
	}
	sounds := svm.Normalized[string]{Kernel: svm.Substrings{}}
	own := svm.KernelFunc[pet](func(a, b pet) float64 {
		return math.Exp(-(a.weight-b.weight)*(a.weight-b.weight)) + 2*sounds.Eval(a.sound, b.sound)
	})
	of := func(p pet) svm.Vector { return svm.Vector{p.weight} }
	weight := svm.Pullback(svm.Gaussian{Gamma: 1}, of)
	sound := svm.Pullback(sounds, func(p pet) string { return p.sound })
	parts := svm.Sum[pet]{weight, svm.Scaled[pet]{Factor: 2, Kernel: sound}}
	x := []pet{{4, "meow"}, {5, "meeow"}, {30, "woof"}, {4.5, "wof"}}
	for _, k := range []svm.Kernel[pet]{own, parts} {
		m, err1 := svm.SMO(k, x, []float64{1, 1, -1, -1}, svm.Options{C: 10})
		gram, err2 := svm.Gram(k, x)
		if err := errors.Join(err1, err2); err != nil {
			log.Fatal(err)
		}
		_, smallest := svm.IsPSD(gram)
		fmt.Printf("4.4 kg, meoow: %+.0f; 9 kg, woooof: %+.0f; smallest eigenvalue %.2f\n",
			m.Predict(pet{4.4, "meoow"}), m.Predict(pet{9, "woooof"}), smallest)
	}
	named := laplacian{gamma: 1}
	for _, k := range []svm.Kernel[svm.Vector]{svm.KernelFunc[svm.Vector](named.Eval), named} {
		m := must(svm.SMO(k, []svm.Vector{{0, 0}, {1, 3}}, []float64{1, -1}, svm.Options{}))
		kernel, _, _ := strings.Cut(m.String(), ":")
		fmt.Printf("%s, f(0, 0) = %.2f\n", kernel, m.Value(svm.Vector{0, 0}))
	}
	// Output:
	// 4.4 kg, meoow: +1; 9 kg, woooof: -1; smallest eigenvalue 1.24
	// 4.4 kg, meoow: +1; 9 kg, woooof: -1; smallest eigenvalue 1.24
	// f(a, b), f(0, 0) = 0.98
	// exp(-1 Σ|a-b|), f(0, 0) = 0.98
}

// clipped returns the kernel whose Gram matrix on x is that of k with 0 in
// place of its negative eigenvalues. The features of any point p are the
// entries of Vᵀφₙ(p), each divided by √λ. On x their inner products are VΛVᵀ,
// without the λ that were negative. A call of the map costs n values of k and
// O(n²). Each point is mapped once for training. A new point is mapped once for
// each call that predicts it, so give PredictAll many points at once.
func clipped[X any](k svm.Kernel[X], x []X) (svm.Kernel[X], error) {
	gram, err := svm.Gram(k, x)
	if err != nil {
		return nil, err
	}
	e, err := gram.Eigen()
	if err != nil {
		return nil, err
	}
	phi, vt := svm.EmpiricalMap(k, x), e.Vectors.T()
	return svm.Pullback(svm.Linear{}, func(p X) []float64 {
		z := vt.MulVec(phi(p))
		for i, lambda := range e.Values {
			if z[i] /= math.Sqrt(max(0, lambda)); lambda <= 1e-10*e.Values[0] { // only rounding
				z[i] = 0
			}
		}
		return z
	}), nil
}

// What to do with a function that is no kernel. Two series are alike if one,
// here and there slowed down or sped up, is nearly the other: if dtw, dynamic
// time warping, is small. But −dtw has negative eigenvalues, and training ends
// at an α that is the best of nothing. With (u − v)² or (u − v)⁴ the error is
// ErrNotConvex, since ‖w‖² comes out negative. With |u − v| it does not, and
// there is no error, only the words "if k is positive semi-definite". Only
// IsPSD is sure.
//
// Three things help. Clip the eigenvalues. Or add |λ| of the smallest to the
// diagonal of K (Precomputed), which changes all lengths. Or take another
// function, such as exp(−γ·dtw) with a large γ, if IsPSD finds that it is a
// kernel.
func ExampleIsPSD_clipped() {
	dtw := func(a, b []float64, cost func(d float64) float64) float64 {
		// the least Σ cost(aᵢ − bⱼ) of all ways through both
		row := make([]float64, len(b)+1)
		for j := range b {
			row[j+1] = math.Inf(1)
		}
		for _, u := range a {
			corner := row[0]
			row[0] = math.Inf(1)
			for j, v := range b {
				above := row[j+1]
				row[j+1] = cost(u-v) + min(corner, above, row[j])
				corner = above
			}
		}
		return row[len(b)]
	}
	var x [][]float64 // each has a hump somewhere; with the label +1, a hollow follows
	var y []float64
	rng := rand.New(rand.NewPCG(11, 0))
	for i := range 60 {
		s := make([]float64, 15+rng.IntN(10))
		at := rng.IntN(8)
		for t := range s {
			s[t] = float64(rng.IntN(7) - 3)
			if d := t - at; d >= 0 && d < 3 {
				s[t] += 5
			} else if d >= 3 && d < 6 && i%2 == 0 {
				s[t] -= 5
			}
		}
		x, y = append(x, s), append(y, float64(1-i%2*2))
	}
	var k svm.Kernel[[]float64]
	for _, cost := range []func(d float64) float64{
		func(d float64) float64 { return d * d * d * d }, math.Abs,
		func(d float64) float64 { return d * d },
	} {
		k = svm.KernelFunc[[]float64](func(a, b []float64) float64 { return -dtw(a, b, cost) })
		_, err := svm.SMO(k, x, y, svm.Options{})
		_, least := svm.IsPSD(must(svm.Gram(k, x)))
		fmt.Printf("cost(2) = %2g: not convex: %v, smallest eigenvalue %.0f\n",
			cost(2), errors.Is(err, svm.ErrNotConvex), least)
	}
	raw := svm.Classifier[float64](k, svm.Options{})
	accuracy, err := svm.CrossValidate(x, y, 5, nil, raw)
	fmt.Printf("accuracy %.2f, not convex: %v\n", accuracy, errors.Is(err, svm.ErrNotConvex))
	fit := func(x [][]float64, y []float64) (func([][]float64) []float64, error) {
		k, err := clipped(k, x)
		if err != nil {
			return nil, err
		}
		return svm.Classifier[float64](k, svm.Options{})(x, y)
	}
	accuracy, err = svm.CrossValidate(x, y, 5, nil, fit)
	fmt.Printf("clipped: accuracy %.2f, error %v\n", accuracy, err)
	// Output:
	// cost(2) = 16: not convex: true, smallest eigenvalue -113500
	// cost(2) =  2: not convex: false, smallest eigenvalue -2221
	// cost(2) =  4: not convex: true, smallest eigenvalue -6381
	// accuracy 0.77, not convex: true
	// clipped: accuracy 0.98, error <nil>
}

// A Gram matrix at hand, here of words. The points are the numbers of its rows.
// New words come as rows of a matrix of test × training points, and f is a sum
// over such a row. Points[j] is training point Index[j]: "rift" is no support
// vector. The machine that sees the words themselves says the same.
func ExamplePrecomputed() {
	words := []string{"papaya", "banana", "ananas", "havana", "rift", "thrift", "drift", "swift"}
	y, rows := []float64{1, 1, 1, 1, -1, -1, -1, -1}, []int{0, 1, 2, 3, 4, 5, 6, 7}
	k := svm.Normalized[string]{Kernel: svm.Substrings{Max: 3}}
	o := svm.Options{Tol: 1e-9}
	gram, err1 := svm.Gram(k, words)
	m, err2 := svm.SMO(svm.Precomputed{K: gram}, rows, y, o)
	direct, err3 := svm.SMO(k, words, y, o)
	if err := errors.Join(err1, err2, err3); err != nil {
		log.Fatal(err)
	}
	for _, word := range []string{"bandana", "shift"} {
		row := make([]float64, len(words))
		for i, w := range words {
			row[i] = k.Eval(word, w)
		}
		f := m.B
		for j, i := range m.Index {
			f += m.Coef[j] * row[i]
		}
		fmt.Printf("%s: f = %.3f, from the words %.3f\n", word, f, direct.Value(word))
	}
	// Output:
	// bandana: f = 0.872, from the words 0.872
	// shift: f = -0.743, from the words -0.743
}

// Functions as vectors (lecture H). The inner product with k(·, x) gives the
// value at x, and Cauchy and Schwarz bound it. Functions add and scale.
func ExampleExpansion() {
	k := svm.Gaussian{Gamma: 0.5}
	f := &svm.Expansion[svm.Vector]{
		Kernel: k, Points: []svm.Vector{{0}, {2}}, Coef: []float64{1, -2},
	}
	x := []float64{1.5}
	// k(·, x)
	at := &svm.Expansion[svm.Vector]{Kernel: k, Points: []svm.Vector{x}, Coef: []float64{1}}
	fmt.Printf("f(x) = %.4f, ⟨k(·, x), f⟩ = %.4f\n", f.Value(x), at.Inner(f))
	fmt.Printf("|⟨k(·, x), f⟩| ≤ ‖k(·, x)‖‖f‖ = %.4f\n", at.Norm()*f.Norm())
	g := f.Times(2).Plus(at)
	fmt.Printf("(2f + k(·, x))(0) = %.4f = 2·%.4f + %.4f\n",
		g.Value([]float64{0}), f.Value([]float64{0}), at.Value([]float64{0}))
	m := svm.Model[svm.Vector]{Expansion: *f} // a machine can do the same
	fmt.Printf("⟨f, k(·, x)⟩ = %.4f, (f + k(·, x))(0) = %.4f, what is wrong with x: %v\n",
		m.Inner(at), m.Plus(at).Value([]float64{0}), m.CheckPoint(x))
	// Output:
	// f(x) = -1.4403, ⟨k(·, x), f⟩ = -1.4403
	// |⟨k(·, x), f⟩| ≤ ‖k(·, x)‖‖f‖ = 2.1116
	// (2f + k(·, x))(0) = 1.7833 = 2·0.7293 + 0.3247
	// ⟨f, k(·, x)⟩ = -1.4403, (f + k(·, x))(0) = 1.0540, what is wrong with x: <nil>
}

// Kernel methods are non-parametric (lecture S): f keeps points, and grows with
// the data. The kinds of these clouds overlap: the more points, the more miss
// their edge, and stay. A line has two weights and b, however many points it
// was learned from.
func ExampleExpansion_nonparametric() {
	for _, n := range []int{30, 60, 120, 240} {
		x, y := twoClouds(n, 7)
		f := must(svm.SMO(svm.Gaussian{Gamma: 1}, x, y, svm.Options{}))
		line := must(svm.SMO(svm.Linear{}, x, y, svm.Options{}))
		plane := must(svm.LinearHyperplane(&line.Expansion))
		fmt.Printf("%3d points: a curve of %3d terms, a line of %d numbers\n",
			n, len(f.Points), len(plane.W)+1)
	}
	// Output:
	//  30 points: a curve of  19 terms, a line of 3 numbers
	//  60 points: a curve of  32 terms, a line of 3 numbers
	// 120 points: a curve of  47 terms, a line of 3 numbers
	// 240 points: a curve of  81 terms, a line of 3 numbers
}

// The representer theorem (lectures C and S): a best w is a sum Σ cᵢφ(xᵢ). For
// let ω be the part of any w in the span of the φ(xᵢ). Without the rest no
// value at a point changes, but w is shorter: ‖w‖² = ‖ω‖² + ‖rest‖². The figure
// is testdata/representer.svg.
//
// By hand, in the plane: (2, 1) and (−2, −1) span a line. Its part of
// w = (0, 1) is ω = (0.4, 0.2). Both w and ω have f = ±1 at the points, but the
// margin of ω is wider. It is the machine's w.
//
// In the four features of (1 + xz)³, x³ is the last one. The c of its part in
// the span of φ(−1) and φ(1) solve Kc = (−1, 1), the values of x³ there. That
// part is ¾x + ¼x³: the same at the points, different elsewhere, half as long.
func ExampleExpansion_representer() {
	x, y := [][]float64{{2, 1}, {-2, -1}}, []float64{1, -1}
	m := must(svm.DualQP(svm.Linear{}, x, y, svm.Options{C: math.Inf(1)}))
	omega := must(svm.LinearHyperplane(&m.Expansion))
	for _, h := range []svm.Hyperplane{{W: []float64{0, 1}}, omega} {
		fmt.Printf("w = %.1f: f = %.0f at the points, ‖w‖ = %.3f, margin %.3f\n",
			h.W, h.Values(x), svm.Norm(h.W), h.Margin(x, y))
	}
	fmt.Printf("by DualQP ω = Σ cᵢxᵢ, c = αᵢyᵢ = %.1f\n", m.Coef)

	k := svm.Polynomial{Degree: 3, Gamma: 1, R: 1}
	at := [][]float64{{-1}, {1}}
	psi := svm.FromRows(mapped(at, k.Map(1))) // rows (1, √3x, √3x², x³)
	w := []float64{0, 0, 0, 1}
	f := &svm.Expansion[svm.Vector]{Kernel: k, Points: at,
		Coef: must(must(svm.Gram(k, at)).Cholesky()).Solve(psi.MulVec(w))}
	rest := svm.Distance(svm.Linear{}, w, psi.T().MulVec(f.Coef)) // ‖w − Σ cᵢφ(xᵢ)‖
	fmt.Printf("x³: c = %.3f, ‖w‖² = %g = %.4f + %.4f\n", f.Coef, svm.Dot(w, w),
		f.Norm()*f.Norm(), rest*rest)
	for _, v := range []float64{-1, 0.5, 1} {
		fmt.Printf("x = %4.1f: x³ = %6.3f, ¾x + ¼x³ = %6.3f = f(x) = %6.3f\n",
			v, v*v*v, 0.75*v+0.25*v*v*v, f.Value([]float64{v}))
	}
	// Output:
	// w = [0.0 1.0]: f = [1 -1] at the points, ‖w‖ = 1.000, margin 1.000
	// w = [0.4 0.2]: f = [1 -1] at the points, ‖w‖ = 0.447, margin 2.236
	// by DualQP ω = Σ cᵢxᵢ, c = αᵢyᵢ = [0.1 -0.1]
	// x³: c = [-0.125 0.125], ‖w‖² = 1 = 0.2500 + 0.7500
	// x = -1.0: x³ = -1.000, ¾x + ¼x³ = -1.000 = f(x) = -1.000
	// x =  0.5: x³ =  0.125, ¾x + ¼x³ =  0.406 = f(x) =  0.406
	// x =  1.0: x³ =  1.000, ¾x + ¼x³ =  1.000 = f(x) =  1.000
}

// Least squares with a kernel, from nine values of the sine: at once by Ridge,
// and by steps that see only the Gram matrix. Both fits are functions in the
// span of the k(xᵢ, ·), so no feature is written down.
func ExampleRidge() {
	var x [][]float64
	var t []float64
	for i := range 9 {
		s := float64(i) / 8 * math.Pi
		x, t = append(x, []float64{s}), append(t, math.Sin(s))
	}
	k := svm.Gaussian{Gamma: 1}
	ridge := must(svm.Ridge(k, x, t, 1e-6))
	lambda := must(svm.KernelLeastSquaresGD(must(svm.Gram(k, x)), t, 2, 10000))
	steps := &svm.Expansion[svm.Vector]{Kernel: k, Points: x, Coef: lambda}
	for i, f := range []*svm.Expansion[svm.Vector]{ridge, steps} {
		worst := 0.0
		for s := 0.0; s <= math.Pi; s += 0.01 {
			worst = max(worst, math.Abs(f.Value([]float64{s})-math.Sin(s)))
		}
		fmt.Printf("%s, on all of [0, π]: off from the sine by at most %.3f\n",
			[]string{"Ridge", "10,000 steps"}[i], worst)
	}
	// Output:
	// Ridge, on all of [0, π]: off from the sine by at most 0.002
	// 10,000 steps, on all of [0, π]: off from the sine by at most 0.005
}

// Least squares can classify too: fit the labels, and take the sign. But it
// also punishes a point that is far on its right side. Here one such point at
// 40 tilts the line until f(1) < 0. The hinge does not see it.
func Example_leastSquaresAsClassifier() {
	x := [][]float64{{-2}, {-1}, {1}, {2}, {40}}
	y := []float64{-1, -1, 1, 1, 1}
	k := svm.Sum[svm.Vector]{svm.Linear{}, svm.Constant[svm.Vector](1)}
	squares := must(svm.Ridge(k, x, y, 1e-6))
	hinge := must(svm.SMO(svm.Linear{}, x, y, svm.Options{C: 10}))
	one := []float64{1}
	fmt.Printf("least squares: f(1) = %.3f, label %+g, wrong: %d of 5 are right\n",
		squares.Value(one), squares.Predict(one), agree(squares.PredictAll(x), y))
	fmt.Printf("hinge:         f(1) = %.3f, label %+g, right\n",
		hinge.Value(one), hinge.Predict(one))
	// Output:
	// least squares: f(1) = -0.006, label -1, wrong: 4 of 5 are right
	// hinge:         f(1) = 1.000, label +1, right
}

// Least squares by descent on the coefficients β, and by its dual on λ. The
// dual sees only the Gram matrix. At every step β = Φᵀλ. The first step, from
// β = 0, is −γ/2 times the gradient of ℓ(β) = (1/N)Σ(t − βᵀφ)². Past the limit
// of γ, β grows without end.
func ExampleLeastSquaresGD() {
	phi, t := svm.NewMatrix(5, 3), make([]float64, 5)
	for i := range 5 {
		s := float64(i)/2 - 1
		copy(phi.Row(i), []float64{1, s, s * s})
		t[i] = 1 - s + 2*s*s // β = (1, −1, 2)
	}
	k := phi.Mul(phi.T())
	limit := 2 * 5 / must(k.Eigen()).Values[0] // γ below this is stable
	for _, steps := range []int{1, 100} {
		beta := must(svm.LeastSquaresGD(phi, t, 0.9*limit, steps))
		lambda := must(svm.KernelLeastSquaresGD(k, t, 0.9*limit, steps))
		fmt.Printf("step %d: β = %.3f = Φᵀλ = %.3f\n", steps, beta, phi.T().MulVec(lambda))
	}
	slopes := make([]float64, 3) // of ℓ at 0, which is quadratic: (ℓ(1) − ℓ(−1))/2 along each βⱼ
	for i, v := range t {
		for j, u := range phi.Row(i) {
			slopes[j] += (math.Pow(v-u, 2) - math.Pow(v+u, 2)) / 2 / 5
		}
	}
	fmt.Printf("−γ/2 = %.3f, ∇ℓ(0) = %.3f\n", -0.9*limit/2, slopes)
	beta := must(svm.LeastSquaresGD(phi, t, 1.1*limit, 30))
	fmt.Printf("30 steps past the limit 2n/κ = %.3f: ‖β‖ = %.1f\n", limit, svm.Norm(beta))
	// Output:
	// step 1: β = [2.792 -0.698 1.885] = Φᵀλ = [2.792 -0.698 1.885]
	// step 100: β = [1.000 -1.000 2.000] = Φᵀλ = [1.000 -1.000 2.000]
	// −γ/2 = -0.698, ∇ℓ(0) = [-4.000 1.000 -2.700]
	// 30 steps past the limit 2n/κ = 1.551: ‖β‖ = 441.3
}

// The descent of lecture K in λ, which sees K and t alone. The two points are 0
// and 1, with the features (1, x) and the targets 1 and 3. Two steps are as by
// hand. The largest eigenvalue of K is 2.618, so that γ may be nearly
// 2·2/2.618 = 1.528. Below this limit the fit Kλ tends to the targets, above it
// grows without end.
func Example_dualDescent() {
	gram, t := [][]float64{{1, 1}, {1, 2}}, []float64{1, 3}
	for s, lambda := range dualDescent(gram, t, 1, 2) {
		fmt.Printf("λ[%d] = %.2f: Kλ = [%.2f %.2f]\n", s, lambda,
			plainDot(gram[0], lambda), plainDot(gram[1], lambda))
	}
	for _, gamma := range []float64{1.4, 1.52, 1.54} {
		lambda := dualDescent(gram, t, gamma, 1000)[1000]
		fmt.Printf("γ = %.2f, after 1000 steps: Kλ = [%.4g %.4g]\n", gamma,
			plainDot(gram[0], lambda), plainDot(gram[1], lambda))
	}
	// Output:
	// λ[0] = [0.00 0.00]: Kλ = [0.00 0.00]
	// λ[1] = [0.50 1.50]: Kλ = [2.00 3.50]
	// λ[2] = [0.00 1.25]: Kλ = [1.25 2.50]
	// γ = 1.40, after 1000 steps: Kλ = [1 3]
	// γ = 1.52, after 1000 steps: Kλ = [0.9999 3]
	// γ = 1.54, after 1000 steps: Kλ = [-1.132e+07 -1.832e+07]
}

// dualDescent returns λ after 0, 1, …, steps steps.
func dualDescent(gram [][]float64, t []float64, gamma float64, steps int) (path [][]float64) {
	path = [][]float64{make([]float64, len(t))}
	for range steps {
		lambda, next := path[len(path)-1], make([]float64, len(t))
		for j := range t {
			next[j] = lambda[j] + gamma/float64(len(t))*(t[j]-plainDot(gram[j], lambda))
		}
		path = append(path, next)
	}
	return path
}

// # Several classes

// Scores, probabilities and losses for the classes of lecture S, which counts
// them from 1. Of two classes, the first has the larger score exactly where
// ⟨w₁ − w₂, x⟩ ≥ 0.
//
// Of three classes, whichever is true, the log loss over ln 2 bounds the 0–1
// loss. (With ln alone it does not: two equal scores cost 0.69.) The likelihood
// P(W) of several points is the product of their Pr. The sum of their losses,
// F(W), is −ln P(W). So to minimise F is to maximise P.
//
// The gradient has one row per class: (pₖ − [k = class])x. The rows add up to 0
// because the probabilities add up to 1. A step against it moves the row of the
// true class towards x and the others away, each in proportion to its error.
func ExampleSoftmax() {
	w := [][]float64{{1, -1. / 3}, {-0.5, -0.5}, {0, 1}}
	two := svm.Softmax{W: svm.FromRows(w[:2])}
	h := svm.Hyperplane{W: []float64{w[0][0] - w[1][0], w[0][1] - w[1][1]}}
	fmt.Printf("w₁ − w₂ = %.3f\n", h.W)
	for _, x := range [][]float64{{1, 1}, {-0.1, 1}, {-0.1, 0.8}, {0, 0}} { // the last is a tie
		fmt.Printf("at %g: ⟨w₁ − w₂, x⟩ = %.2f, class %d, Pr(1) = %.3f, σ = %.3f\n",
			x, h.Value(x), two.Predict(x)+1, two.Probabilities(x)[0], svm.Sigmoid(h.Value(x)))
	}

	m := svm.Softmax{W: svm.FromRows(w)}
	x := []float64{1, 1}
	fmt.Printf("scores %.2f, probabilities %.2f\n", m.Scores(x), m.Probabilities(x))
	fmt.Printf("predicted: class %d, far out with %.2f\n",
		m.Predict(x)+1, m.Probabilities([]float64{2000, 2000}))
	for class := range 3 {
		wrong := 1 - agree([]int{m.Predict(x)}, []int{class})
		fmt.Printf("class %d: 0–1 loss %d ≤ log loss/ln 2 = %.2f\n",
			class+1, wrong, m.Loss(x, class)/math.Ln2)
	}
	tie := svm.Softmax{W: svm.NewMatrix(2, 2)} // takes the first of two equal scores
	fmt.Printf("two equal scores, the wrong one taken: 0–1 loss 1, by log₂ %.2f, by ln %.2f\n",
		tie.Loss(x, 1)/math.Ln2, tie.Loss(x, 1))
	likelihood, f := 1.0, 0.0
	for class, x := range [][]float64{{2, 0}, {-1, -1}, {1, 1}} {
		likelihood *= m.Probabilities(x)[class]
		f += m.Loss(x, class)
	}
	fmt.Printf("a point of each: P(W) = %.4f, −ln P(W) = %.4f, F(W) = %.4f\n",
		likelihood, -math.Log(likelihood), f)
	m.W = svm.NewMatrix(3, 2) // all probabilities are 1/3
	g := m.Gradient([]float64{3, -6}, 0)
	fmt.Printf("gradient at W = 0: %.0f %.0f %.0f\n", g.Row(0), g.Row(1), g.Row(2))
	// Output:
	// w₁ − w₂ = [1.500 0.167]
	// at [1 1]: ⟨w₁ − w₂, x⟩ = 1.67, class 1, Pr(1) = 0.841, σ = 0.841
	// at [-0.1 1]: ⟨w₁ − w₂, x⟩ = 0.02, class 1, Pr(1) = 0.504, σ = 0.504
	// at [-0.1 0.8]: ⟨w₁ − w₂, x⟩ = -0.02, class 2, Pr(1) = 0.496, σ = 0.496
	// at [0 0]: ⟨w₁ − w₂, x⟩ = 0.00, class 1, Pr(1) = 0.500, σ = 0.500
	// scores [0.67 -1.00 1.00], probabilities [0.39 0.07 0.54]
	// predicted: class 3, far out with [0.00 0.00 1.00]
	// class 1: 0–1 loss 1 ≤ log loss/ln 2 = 1.37
	// class 2: 0–1 loss 1 ≤ log loss/ln 2 = 3.77
	// class 3: 0–1 loss 0 ≤ log loss/ln 2 = 0.89
	// two equal scores, the wrong one taken: 0–1 loss 1, by log₂ 1.00, by ln 0.69
	// a point of each: P(W) = 0.3441, −ln P(W) = 1.0669, F(W) = 1.0669
	// gradient at W = 0: [-2 4] [1 -2] [1 -2]
}

// Three clouds around the origin overlap. One can predict the likeliest class,
// or draw a class by its probability. The loss is convex, so the start decides
// no probability: with the same draws, two W end up with the same ones. No step
// changes the sum of the rows, so W ends with a third of the other sum, (3, 0),
// more in each row.
func ExampleSoftmaxSGD() {
	rng := rand.New(rand.NewPCG(3, 4))
	var x [][]float64
	var class []int
	for i := range 300 {
		s, c := math.Sincos(2 * math.Pi * float64(i%3) / 3)
		x = append(x, []float64{2*c + rng.NormFloat64(), 2*s + rng.NormFloat64()})
		class = append(class, i%3)
	}
	m := must(svm.SoftmaxSGD(x, class, 3, 0.05, 5000, rng))
	drawn := make([]int, len(x))
	for i := range x {
		drawn[i] = m.Sample(x[i], rng)
	}
	fmt.Printf("of %d points %d are right, and %d if the class is drawn\n",
		len(x), agree(m.PredictAll(x), class), agree(drawn, class))

	zero := svm.Softmax{W: svm.NewMatrix(3, 2)}
	other := svm.Softmax{W: svm.FromRows([][]float64{{-5, 0}, {5, 5}, {3, -5}})}
	for range 10000 {
		i := rng.IntN(len(x))
		for _, m := range []svm.Softmax{zero, other} {
			for e, slope := range m.Gradient(x[i], class[i]).Data {
				m.W.Data[e] -= 0.05 * slope
			}
		}
	}
	worst := 0.0
	for _, p := range x {
		worst = max(worst, apart(zero.Probabilities(p), other.Probabilities(p)))
	}
	fmt.Printf("from 0 and from another W: probabilities %.2f apart, W %.2f\n",
		worst, apart(zero.W.Data, other.W.Data))
	// Output:
	// of 300 points 277 are right, and 274 if the class is drawn
	// from 0 and from another W: probabilities 0.00 apart, W 1.00
}

// Softmax regression by its gradient alone. At W = 0 each of three classes has
// the probability ⅓. Then comes a step with (1, 1), of class 0. Now the scores
// of (2, 0) differ by η·2 = ln 4, and its probabilities are ⅔, ⅙ and ⅙. Nothing
// overflows far out, because the largest score is subtracted from all. The
// package's steps are the same.
func Example_softmaxSteps() {
	x, class, eta := [][]float64{{1, 1}, {2, 0}}, []int{0, 1}, math.Log(2)
	path := softmaxSGD(x, class, 3, eta, 2, rand.New(rand.NewPCG(1, 1))) // draws 0, then 1
	for s, w := range path {
		fmt.Printf("W[%d] = %.3f %.3f %.3f\n", s, w[0], w[1], w[2])
	}
	far := softmaxSGD([][]float64{{1000, 0}, {0, 1000}}, class, 3, 1, 50,
		rand.New(rand.NewPCG(1, 1)))
	fmt.Printf("far out: %.0f\n", far[50])
	clouds, labels := twoClouds(40, 1)
	class = make([]int, len(labels))
	for i, label := range labels {
		class[i] = int(1-label) / 2 // 0 for +1, 1 for −1
	}
	m := must(svm.SoftmaxSGD(clouds, class, 2, 0.1, 500, rand.New(rand.NewPCG(1, 2))))
	w := softmaxSGD(clouds, class, 2, 0.1, 500, rand.New(rand.NewPCG(1, 2)))[500]
	fmt.Printf("500 steps: %.4f, by SoftmaxSGD %.4f\n", w[0], m.W.Row(0))
	// Output:
	// W[0] = [0.000 0.000] [0.000 0.000] [0.000 0.000]
	// W[1] = [0.462 0.462] [-0.231 -0.231] [-0.231 -0.231]
	// W[2] = [-0.462 0.462] [0.924 -0.231] [-0.462 -0.231]
	// far out: [[667 -333] [-333 667] [-333 -333]]
	// 500 steps: [1.0277 0.6120], by SoftmaxSGD [1.0277 0.6120]
}

// softmaxSGD returns W after 0, 1, …, steps steps.
func softmaxSGD(
	x [][]float64, class []int, classes int, eta float64, steps int, rng *rand.Rand,
) (path [][][]float64) {
	w := make([][]float64, classes)
	for k := range w {
		w[k] = make([]float64, len(x[0]))
	}
	for path = append(path, w); steps > 0; steps-- {
		i := rng.IntN(len(x))
		p, total := make([]float64, classes), 0.0
		for k := range p {
			p[k] = plainDot(w[k], x[i])
		}
		for k, top := 0, slices.Max(p); k < classes; k++ {
			p[k] = math.Exp(p[k] - top)
			total += p[k]
		}
		next := make([][]float64, classes)
		for k := range next {
			slope := p[k] / total
			if k == class[i] {
				slope--
			}
			for e, v := range x[i] {
				next[k] = append(next[k], w[k][e]-eta*slope*v)
			}
		}
		path, w = append(path, next), next
	}
	return path
}

// confidences returns a value for each class. It is the number of pairs that
// the class wins, as in Scores, plus a number less than ⅓ in size. This number
// says how clearly the class wins its pairs, and decides between classes that
// win as many. The values are scikit-learn's decision function of an SVC, with
// shape "ovr".
func confidences[X any, L cmp.Ordered](m *svm.Multiclass[X, L], x X) []float64 {
	value, sure := m.Scores(x), make([]float64, len(m.Classes))
	for j, pair := range m.Pairs {
		f := m.Models[j].Value(x)
		sure[pair[0]] += f
		sure[pair[1]] -= f
	}
	for k, f := range sure {
		value[k] += f / (3 * (math.Abs(f) + 1))
	}
	return value
}

// Iris by a plane for each flower, and by a machine for each pair. The function
// that trains can do anything with its points. It can learn planes by steps, or
// make weights from the labels: a point of weight 1.5 has 1.5C for its C.
func ExampleOneVsOne() {
	file := must(os.Open("testdata/iris.txt"))
	defer file.Close()
	x, label, err := svm.ReadLIBSVM(file, 0)
	check(err)
	x = must(svm.Standardize(x)).ApplyAll(x)
	fmt.Printf("weights %.2f\n", svm.BalancedWeights([]float64{1, -1, -1}))
	bySGD := func(x []svm.Vector, y []float64) (*svm.Model[svm.Vector], error) {
		h, err := svm.SGD(x, y, 1e-3, 100*len(x), nil)
		m := &svm.Model[svm.Vector]{Expansion: *h.Expansion()}
		return m, cmp.Or(err, m.Check()) // as for any machine that is made by hand
	}
	bySMO := func(x []svm.Vector, y []float64) (*svm.Model[svm.Vector], error) {
		o := svm.Options{C: 10, Weights: svm.BalancedWeights(y)}
		return svm.SMO(svm.Gaussian{Gamma: 0.25}, x, y, o)
	}
	planes := must(svm.OneVsRest(x, label, bySGD))
	machines := must(svm.OneVsOne(x, label, bySMO))
	for _, m := range []*svm.Multiclass[svm.Vector, float64]{planes, machines} {
		check(m.Check()) // for machines that come from a file
		fmt.Printf("%v: %d right\n", m, agree(m.PredictAll(x), label))
	}
	fmt.Printf("classes %g, values at flower 0: %.1f\n", planes.Classes, planes.Scores(x[0]))
	fmt.Printf("pairs %v, won at flower 70: %g, how clearly: %.2f\n",
		machines.Pairs, machines.Scores(x[70]), confidences(machines, x[70]))
	// Output:
	// weights [1.50 0.75 0.75]
	// 3 classes, one against the rest, 3 machines, 3 support vectors in all machines: 142 right
	// 3 classes, one against one, 3 machines, 40 support vectors in all machines: 148 right
	// classes [0 1 2], values at flower 0: [4.3 -2.7 -13.0]
	// pairs [[0 1] [0 2] [1 2]], won at flower 70: [0 2 1], how clearly: [-0.22 2.19 1.13]
}

// # Practice

// Why one scales. With metres and grams, the inner product sees mainly the
// grams, although the metres tell the classes apart. Each machine is the best
// one for its points, as primal and dual say. But if a weight per metre costs
// as much as a weight per gram, it is cheaper to leave two points on the wrong
// side.
//
// Nothing warns of it, since nothing is wrong with the machine. But there are
// two signs. The deviations of the features differ by more than a hundred. And
// to a Gaussian all points are far from each other, so that nearly every one is
// a support vector. The tumours as they come have features from 10⁻³ to 10³.
// (For the accuracy each fold learns the scale from its own points, in
// ExampleSearch.)
func ExampleStandardize() {
	x := [][]float64{{1, 500}, {2, 100}, {1, 300}, {2, 400}, {1, 200}, {2, 300}}
	y := []float64{1, -1, 1, -1, 1, -1}
	s := must(svm.Standardize(x))
	check(s.Check()) // as of one that comes from a file
	differ := func(s svm.Standardizer) float64 {
		return slices.Max(s.Deviation) / slices.Min(s.Deviation)
	}
	fmt.Printf("%.2f becomes %.2f: the deviations differ by %.3g\n", x[0], s.Apply(x[0]), differ(s))
	for _, points := range [][][]float64{x, s.ApplyAll(x)} {
		m := must(svm.SMO(svm.Linear{}, points, y, svm.Options{C: 0.1, Tol: 1e-6}))
		c, right := m.Certificate, agree(m.PredictAll(points), y)
		fmt.Printf("primal %.3f, dual %.3f: %d of 6 right\n", c.Primal, c.Dual, right)
	}

	file := must(os.Open("testdata/cancer.txt"))
	defer file.Close()
	x, y, err := svm.ReadLIBSVM(file, 0)
	check(err)
	k := svm.Gaussian{Gamma: 1. / 30}
	fmt.Printf("those of the tumours by %.2g\n", differ(must(svm.Standardize(x))))
	for _, scale := range []bool{false, true} {
		o := svm.Options{Scale: scale}
		m := must(svm.SMO(k, x, y, o))
		accuracy := must(svm.CrossValidate(x, y, 5, nil, svm.Classifier[float64](k, o)))
		fmt.Printf("%d of %d are support vectors, held out %.2f\n", len(m.Points), len(x), accuracy)
	}
	// Output:
	// [1.00 500.00] becomes [-1.00 1.55]: the deviations differ by 258
	// primal 0.469, dual 0.469: 4 of 6 right
	// primal 0.408, dual 0.408: 6 of 6 right
	// those of the tumours by 2.2e+05
	// 569 of 569 are support vectors, held out 0.63
	// 119 of 569 are support vectors, held out 0.97
}

// From a table with names to a prediction: read, fill in what is missing,
// scale, train, predict. NaN is refused, so a missing number becomes the mean
// of the points that train. The scale comes from these points too, and new
// points are scaled in the same way. (In a fit for CrossValidate, fill in
// copies of the points, because other fits share them.)
func Example_csv() {
	const table = "flower,length,width\n" +
		"rose,40,1.5\nrose,43,\nrose,38,1.6\niris,51,1.2\niris,48,1.1\niris,50,1.3\n" +
		"tulip,59,0.9\ntulip,62,0.8\ntulip,58,1.0\n" +
		"rose,44,1.4\nrose,47,1.3\niris,,1.2\niris,54,1.1\ntulip,61,0.9\ntulip,56,1.1\n"
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		log.Fatal(err)
	}
	var x [][]float64
	var flower []string
	for _, row := range rows[1:] {
		p := []float64{math.NaN(), math.NaN()}
		for j, cell := range row[1:] {
			if cell == "" {
				continue // missing
			}
			if p[j], err = strconv.ParseFloat(cell, 64); err != nil {
				log.Fatal(err)
			}
		}
		x, flower = append(x, p), append(flower, row[0])
	}
	const n = 9 // these train, the rest are a test
	for j := range x[0] {
		sum, known := 0.0, 0.0
		for _, p := range x[:n] {
			if !math.IsNaN(p[j]) {
				sum, known = sum+p[j], known+1
			}
		}
		for _, p := range x {
			if math.IsNaN(p[j]) {
				p[j] = sum / known
			}
		}
	}
	fmt.Println("with the mean width:", x[1])
	k := svm.Gaussian{Gamma: 0.5}
	m, err := svm.Fit(k, x[:n], flower[:n], svm.Options{Scale: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("60 by 0.9 is a", m.Predict([]float64{60, 0.9}))

	for i, predicted := range m.PredictAll(x[n:]) {
		if predicted != flower[n+i] {
			fmt.Printf("the %s %v is taken for: %s\n", flower[n+i], x[n+i], predicted)
		}
	}
	// Output:
	// with the mean width: [43 1.175]
	// 60 by 0.9 is a tulip
	// the rose [47 1.3] is taken for: iris
}

// Choosing C and γ on iris. Each fold scales the flowers by those that train.
// The γ are listed in large steps first, and then those between. Why? Search
// keeps to the order of the lists. When it is stopped, by After or at Ctrl-C,
// the trials so far have seen small γ and large ones. The best C and γ should
// lie amid the numbers listed, as here. If one is the smallest or the largest,
// list some beyond.
//
// The accuracy of the best is a little too good, because it was chosen. To see
// how much, CrossValidate leaves points out of the whole search, with other
// folds outside of it than inside.
func ExampleSearch() {
	file, err := os.Open("testdata/iris.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	x, label, err := svm.ReadLIBSVM(file, 0)
	if err != nil {
		log.Fatal(err)
	}
	grid := svm.Grid[svm.Vector]{
		Kernels: svm.Gaussians(0.001, 0.1, 10, 0.01, 1), C: []float64{0.3, 3, 30},
		Options: svm.Options{Scale: true},
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // at Ctrl-C
	defer stop()
	grid.Options.Trace = func(svm.Progress) bool { return ctx.Err() == nil }
	trials, err := svm.Search(x, label, grid)
	if errors.Is(err, svm.ErrStopped) && len(trials) > 0 { // then those so far are here
		fmt.Println("stopped; the best so far:", trials[0])
	} else if err != nil {
		log.Fatal(err)
	}
	stop() // a second Ctrl-C ends the program
	grid.Options.Trace = nil
	fmt.Printf("%v\n… %d trials\n", trials[:min(5, len(trials))], len(trials))

	fit := func(x []svm.Vector, label []float64) (func(xs []svm.Vector) []float64, error) {
		trials, err := svm.Search(x, label, grid)
		if err != nil {
			return nil, err
		}
		m, err := svm.Fit(trials[0].Kernel, x, label, trials[0].Options)
		return m.PredictAll, err
	}
	accuracy, err := svm.CrossValidate(x, label, 5, rand.New(rand.NewPCG(1, 1)), fit)
	fmt.Printf("of searches on four fifths, on the last: %.4f, error %v\n", accuracy, err)

	grid.After = func(t svm.Trial[svm.Vector]) bool { return t.Accuracy < 0.975 }
	trials, err = svm.Search(x, label, grid)
	fmt.Printf("good enough, after %d trials: %v\n%v\n", len(trials), trials[0], err)
	// Output:
	// 0.9800 ± 0.0400  C = 3        exp(-0.1 ‖a-b‖²)
	// 0.9733 ± 0.0389  C = 30       exp(-0.01 ‖a-b‖²)
	// 0.9667 ± 0.0211  C = 30       exp(-0.001 ‖a-b‖²)
	// 0.9667 ± 0.0211  C = 3        exp(-0.01 ‖a-b‖²)
	// 0.9533 ± 0.0163  C = 30       exp(-0.1 ‖a-b‖²)
	// … 15 trials
	// of searches on four fifths, on the last: 0.9667, error <nil>
	// good enough, after 5 trials: 0.9800 ± 0.0400  C = 3        exp(-0.1 ‖a-b‖²)
	// svm: not converged: stopped
}

// A hold-out split: of three parts, one is kept for the test, and the others
// train. Each part has as many flowers of a kind as the next, up to one.
func ExampleFolds() {
	flower := []string{"rose", "rose", "rose", "rose", "iris", "iris", "iris", "tulip", "tulip"}
	parts, err := svm.Folds(flower, 3, nil)
	if err != nil {
		log.Fatal(err)
	}
	test, train := parts[0], slices.Concat(parts[1:]...)
	fmt.Println("held out:", test, svm.Pick(flower, test))
	fmt.Println("these train:", train, svm.Pick(flower, train))
	// Output:
	// held out: [1 3 4] [rose rose iris]
	// these train: [2 5 8 0 6 7] [rose iris tulip rose iris tulip]
}

// Weights of points in cross-validation. The folds pick points, and their
// weights have to be picked with them. If row numbers are the points, Pick
// finds both. Here the labels of the last two points are in doubt, and the
// machine is better if they weigh less.
func ExampleOptions_weights() {
	x := [][]float64{{-3}, {-2}, {-1.5}, {-1}, {1}, {1.5}, {2}, {3}, {2.5}, {-2.5}}
	y := []float64{-1, -1, -1, -1, 1, 1, 1, 1, -1, 1}
	var rows []int
	for i := range x {
		rows = append(rows, i)
	}
	for _, doubt := range []float64{1, 0.1} {
		weight := []float64{1, 1, 1, 1, 1, 1, 1, 1, doubt, doubt}
		fit := func(rows []int, y []float64) (func(rows []int) []float64, error) {
			o := svm.Options{C: 10, Weights: svm.Pick(weight, rows)}
			m, err := svm.SMO(svm.Gaussian{Gamma: 2}, svm.Pick(x, rows), y, o)
			return func(rows []int) []float64 { return m.PredictAll(svm.Pick(x, rows)) }, err
		}
		accuracy, err := svm.CrossValidate(rows, y, 5, nil, fit)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("weight %g: %.1f of the points left out are right\n", doubt, accuracy)
	}
	// Output:
	// weight 1: 0.4 of the points left out are right
	// weight 0.1: 0.6 of the points left out are right
}

// A rate says how good it is to predict +1 for each value from Threshold on. Of
// the points that are taken for +1, the share Precision is right. Of the points
// of label +1, the share Recall is found. 1/F1 is the mean of 1/Precision and
// 1/Recall. Of the points of label −1, the share Alarms is taken for +1 all the
// same.
type rate struct{ Threshold, Precision, Recall, F1, Alarms float64 }

// rateValues returns a rate for each threshold that matters, from the largest
// down. The first is +Inf, from which on there is nothing, so its precision is
// NaN. Take all pairs of a +1 and a −1. The area under the ROC curve is the
// share of the pairs whose values are in the right order. Equal values count
// half. y has both labels.
func rateValues(f, y []float64) (area float64, rates []rate) {
	order, plus := make([]int, len(f)), 0.0
	for i := range order {
		order[i] = i
		plus += (1 + y[i]) / 2
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(f[b], f[a]) })
	rates = []rate{{Threshold: math.Inf(1), Precision: math.NaN()}}
	found, alarms, last, width := 0.0, 0.0, 0.0, 0.0
	for j, i := range order {
		found, width = found+(1+y[i])/2, width+(1-y[i])/2
		if j+1 < len(order) && f[order[j+1]] == f[i] {
			continue // no threshold lies between equal values
		}
		alarms, area = alarms+width, area+width*(last+found)/2
		last, width = found, 0
		taken, minus := found+alarms, float64(len(f))-plus
		rates = append(rates, rate{f[i], found / taken, found / plus, 2 * found / (taken + plus),
			alarms / minus})
	}
	return area / (plus * (float64(len(f)) - plus)), rates
}

// Classes of unequal size. Two clouds overlap, and one has ten points for each
// point of the other. If all points cost the same, it is cheap to give up the
// few, with a small C even all of them. Each fold scales by the points that
// train. With Balance both classes cost the same, in each fold by the labels
// there, and other weights are a map. Then more of the few are found, at the
// price of false alarms.
//
// Another way is to move the threshold. Predict says +1 from 0 on; the first
// line names the least such value, or +Inf. The second has the largest F1,
// which is a little too good because it was chosen. The report is that of the
// best threshold of the last way. Train on all points for new ones.
func ExampleOptions_balance() {
	var x [][]float64
	var y []float64
	rng := rand.New(rand.NewPCG(8, 0))
	for i := range 220 {
		label := -1.0
		if i%11 == 0 {
			label = 1
		}
		x = append(x, []float64{label + rng.NormFloat64(), rng.NormFloat64()})
		y = append(y, label)
	}
	predicted := make([]float64, len(x))
	for _, way := range []struct {
		name   string
		weight map[float64]float64
		o      svm.Options
	}{
		{"C = 0.1", nil, svm.Options{C: 0.1, Tol: 1e-6}},
		{"weight 1", nil, svm.Options{Tol: 1e-6}},
		{"weight 4", map[float64]float64{1: 4, -1: 1}, svm.Options{Tol: 1e-6}},
		{"balance", nil, svm.Options{Balance: true, Tol: 1e-6}},
	} {
		fit := func(x []svm.Vector, y []float64) (func(xs []svm.Vector) []float64, error) {
			o := way.o
			o.Scale, o.Weights = true, svm.ClassWeights(y, way.weight)
			m, err := svm.SMO(svm.Gaussian{Gamma: 0.5}, x, y, o)
			return m.Values, err
		}
		f, err := svm.HeldOut(x, y, 5, nil, fit)
		if err != nil {
			log.Fatal(err)
		}
		area, rates := rateValues(f, y)
		var byPredict rate
		for _, r := range rates {
			if r.Threshold >= 0 {
				byPredict = r
			}
		}
		best := slices.MaxFunc(rates, func(a, b rate) int { return cmp.Compare(a.F1, b.F1) })
		fmt.Printf("%s: area under the ROC curve %.2f\n", way.name, area)
		for _, r := range []rate{byPredict, best} {
			fmt.Printf("  +1 from %5.2f on: precision %.2f, recall %.2f, F1 %.2f\n",
				r.Threshold, r.Precision, r.Recall, r.F1)
		}
		for i := range f {
			predicted[i] = math.Copysign(1, f[i]-best.Threshold)
		}
	}
	fmt.Println(must(svm.NewReport([]float64{1, -1}, y, predicted)))
	// Output:
	// C = 0.1: area under the ROC curve 0.75
	//   +1 from  +Inf on: precision NaN, recall 0.00, F1 0.00
	//   +1 from -0.99 on: precision 0.42, recall 0.65, F1 0.51
	// weight 1: area under the ROC curve 0.75
	//   +1 from  0.03 on: precision 0.33, recall 0.05, F1 0.09
	//   +1 from -0.94 on: precision 0.42, recall 0.65, F1 0.51
	// weight 4: area under the ROC curve 0.85
	//   +1 from  0.11 on: precision 0.50, recall 0.70, F1 0.58
	//   +1 from  0.17 on: precision 0.52, recall 0.70, F1 0.60
	// balance: area under the ROC curve 0.87
	//   +1 from  0.03 on: precision 0.31, recall 0.75, F1 0.43
	//   +1 from  0.88 on: precision 0.65, recall 0.55, F1 0.59
	//       precision  recall    F1  support  taken for   1   -1
	//    1       0.65    0.55  0.59       20             11    9
	//   -1       0.96    0.97  0.96      200              6  194
	// accuracy 0.932, balanced accuracy 0.760
}

// Features as they come, with means from 10⁻³ to 10³, and a large C. At C = 10⁶
// rounding may move f by more than 0.1, and SMO returns ErrNotConverged. The
// search goes on, and the accuracy says that these machines are no worse.
func ExampleCrossValidate_unscaled() {
	file, err := os.Open("testdata/cancer.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	x, y, err := svm.ReadLIBSVM(file, 0)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range []float64{1e2, 1e4, 1e6} {
		k, o := svm.Linear{}, svm.Options{C: c}
		accuracy, err := svm.CrossValidate(x, y, 5, nil, svm.Classifier[float64](k, o))
		late := errors.Is(err, svm.ErrNotConverged)
		if err != nil && !late {
			log.Fatal(err)
		}
		m, _ := svm.SMO(k, x, y, o)
		fmt.Printf("C = %-5g accuracy %.2f, f known to %.0e, not converged: %t\n",
			c, accuracy, m.Certificate.Rounding, late)
	}
	// Output:
	// C = 100   accuracy 0.96, f known to 4e-05, not converged: false
	// C = 10000 accuracy 0.95, f known to 3e-03, not converged: false
	// C = 1e+06 accuracy 0.95, f known to 2e-01, not converged: true
}

// Overfitting. With a larger γ the machine sees less far, and bends more. In
// training it becomes right nearly everywhere, because each point is its own
// neighbour. On points left out it becomes worse, and these choose γ. A larger
// C, which forces more points to the right side, does the same.
func ExampleCrossValidate_overfitting() {
	x, y := twoClouds(120, 5)
	try := func(name string, sigma, c float64) {
		k, o := svm.GaussianSigma(sigma), svm.Options{C: c} // γ = 1/(2σ²)
		m, err1 := svm.SMO(k, x, y, o)
		heldOut, err2 := svm.CrossValidate(x, y, 10, nil, svm.Classifier[float64](k, o))
		check(err1, err2)
		fmt.Printf("%-20s in training %.2f, held out %.2f, %3d support vectors\n",
			name, float64(agree(m.PredictAll(x), y))/120, heldOut, len(m.Points))
	}
	for _, gamma := range []float64{0.001, 0.01, 0.1, 1, 10, 100} {
		sigma := math.Sqrt(1 / (2 * gamma))
		try(fmt.Sprintf("γ = %g, σ = %.2f", gamma, sigma), sigma, 1)
	}
	for _, c := range []float64{1, 100, 1e4, 1e6} {
		try(fmt.Sprintf("C = %g", c), math.Sqrt(0.5), c)
	}
	// Output:
	// γ = 0.001, σ = 22.36 in training 0.93, held out 0.93, 120 support vectors
	// γ = 0.01, σ = 7.07   in training 0.92, held out 0.93,  69 support vectors
	// γ = 0.1, σ = 2.24    in training 0.94, held out 0.94,  36 support vectors
	// γ = 1, σ = 0.71      in training 0.96, held out 0.93,  42 support vectors
	// γ = 10, σ = 0.22     in training 0.98, held out 0.89,  92 support vectors
	// γ = 100, σ = 0.07    in training 0.99, held out 0.72, 116 support vectors
	// C = 1                in training 0.96, held out 0.93,  42 support vectors
	// C = 100              in training 0.97, held out 0.93,  24 support vectors
	// C = 10000            in training 0.99, held out 0.91,  15 support vectors
	// C = 1e+06            in training 0.99, held out 0.88,  15 support vectors
}

// Leave one out: each point is predicted by a machine of the others. Since the
// point that is left out is new to its machine, the part that is wrong tells
// the error on new points, on average. Support vectors over n bound it, because
// only they can be wrong if one of them is free. If none is free, each point
// counts. The proof stands in testdata/points.md.
func ExampleCrossValidate_leaveOneOut() {
	const n, sets = 40, 30
	for _, gamma := range []float64{0.02, 0.5, 20} {
		k, o := svm.Gaussian{Gamma: gamma}, svm.Options{C: 10}
		var own, leftOut, carry, fresh float64
		for set := range uint64(sets) {
			x, y := drawn(n, 2, 1.4, 2*set)
			unseen, labels := drawn(1000, 2, 1.4, 2*set+1)
			m := must(svm.SMO(k, x, y, o))
			most := len(m.Points)
			if m.Certificate.Free == 0 {
				most = n
			}
			fewer := must(svm.SMO(k, x[1:], y[1:], o))
			right := must(svm.CrossValidate(x, y, n, nil, svm.Classifier[float64](k, o)))
			own += 1 - float64(agree(m.PredictAll(x), y))/n
			leftOut += 1 - right
			carry += float64(most) / n
			fresh += 1 - float64(agree(fewer.PredictAll(unseen), labels))/1000
		}
		fmt.Printf("γ = %-4g: wrong in training %.3f, ", gamma, own/sets)
		fmt.Printf("left out %.3f, on new points %.3f; ", leftOut/sets, fresh/sets)
		fmt.Printf("bound %.3f\n", carry/sets)
	}
	// Output:
	// γ = 0.02: wrong in training 0.103, left out 0.132, on new points 0.151; bound 0.444
	// γ = 0.5 : wrong in training 0.073, left out 0.150, on new points 0.161; bound 0.386
	// γ = 20  : wrong in training 0.002, left out 0.312, on new points 0.320; bound 0.963
}

// Radius and margin. Let R be the length of the longest point, and γ = 1/‖w‖
// the margin of a hard margin through 0. When its points are left out one by
// one, the machine is wrong on at most R²/γ² of them.
//
// On average, R²/γ² over n bounds the error of machines of n − 1 points on new
// ones. The number of features is not in this bound. Here only the first of 40
// features has to do with the label, and 20 points are fewer than the features.
// The proof stands in testdata/points.md.
func Example_radiusAndMargin() {
	hard := svm.Options{C: math.Inf(1)}
	for _, n := range []int{20, 50} {
		sets := 500 / n
		var leftOut, fresh, ratio float64
		for set := range uint64(sets) {
			x, y := drawn(n, 40, 0.7, 2*set)
			unseen, labels := drawn(1000, 40, 0.7, 2*set+1)
			h := must(noBias(x, y, hard))
			radius := 0.0
			for i, p := range x {
				radius = max(radius, svm.Dot(p, p))
				if h.Functional(p, y[i]) > 1.01 {
					continue // α = 0: left out, it changes nothing
				}
				without := must(noBias(slices.Delete(slices.Clone(x), i, i+1),
					slices.Delete(slices.Clone(y), i, i+1), hard))
				if without.Functional(p, y[i]) <= 0 {
					leftOut++
				}
			}
			ratio += radius * svm.Dot(h.W, h.W)
			fewer := must(noBias(x[1:], y[1:], hard))
			fresh += float64(1000-agree(fewer.PredictAll(unseen), labels)) / 1000
		}
		all := float64(n * sets)
		fmt.Printf("n = %3d: wrong if left out %.3f, on new points %.3f; bound %.3f\n",
			n, leftOut/all, fresh/float64(sets), ratio/all)
	}
	// Output:
	// n =  20: wrong if left out 0.032, on new points 0.029; bound 0.588
	// n =  50: wrong if left out 0.020, on new points 0.013; bound 0.450
}

// Which classes are confused. HeldOut predicts each flower by a machine that
// has not seen it. All that is learned from points has to be learned inside the
// folds, the scale too, and Options.Scale sees to that. What else a fit learns,
// it keeps in the function that it returns, as in Example_text.
func ExampleHeldOut() {
	file, err := os.Open("testdata/iris.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	x, label, err := svm.ReadLIBSVM(file, 0)
	if err != nil {
		log.Fatal(err)
	}
	names := []string{"setosa", "versicolor", "virginica"}
	var flower []string
	for _, l := range label {
		flower = append(flower, names[int(l)])
	}
	fit := svm.Classifier[string](svm.Gaussian{Gamma: 1}, svm.Options{Scale: true})
	predicted, err := svm.HeldOut(x, flower, 5, nil, fit)
	if err != nil {
		log.Fatal(err)
	}
	report, err := svm.NewReport(names, flower, predicted)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report)
	// Output:
	//               precision  recall    F1  support  taken for  setosa  versicolor  virginica
	//       setosa       1.00    0.98  0.99       50                 49           0          1
	//   versicolor       0.94    0.94  0.94       50                  0          47          3
	//    virginica       0.92    0.94  0.93       50                  0           3         47
	// accuracy 0.953, balanced accuracy 0.953
}

// A report is a table to print, and numbers to compute with. Nobody took a
// point for a tulip, so nothing is known of that precision. A label must be
// among the classes, which are given in the order of the rows, or found if
// there are none.
func ExampleNewReport() {
	flower := []string{"rose", "rose", "rose", "iris", "iris", "tulip"}
	predicted := []string{"rose", "rose", "iris", "iris", "iris", "iris"}
	report, err := svm.NewReport(nil, flower, predicted)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report)
	for k, class := range report.Classes {
		fmt.Printf("%s: %.0f of %.0f found\n", class, report.Count.At(k, k), report.Support[k])
	}
	_, err = svm.NewReport([]string{"rose", "iris"}, flower, predicted)
	fmt.Println(err)
	// Output:
	//          precision  recall    F1  support  taken for  iris  rose  tulip
	//    iris       0.50    1.00  0.67        2                2     0      0
	//    rose       1.00    0.67  0.80        3                1     2      0
	//   tulip        NaN    0.00  0.00        1                1     0      0
	// accuracy 0.667, balanced accuracy 0.556
	// iris: 2 of 2 found
	// rose: 2 of 3 found
	// tulip: 0 of 1 found
	// svm: label[5] = "tulip", predicted "iris": want two of the 2 classes
}

// importance returns, for each feature, how much the accuracy falls if its
// values are shuffled among the points. It shuffles ten times, and returns the
// mean and the deviation. (Of two features that say the same, neither is
// missed.)
func importance[L comparable](
	x [][]float64, label []L, predict func([][]float64) []L,
) (lost, deviation []float64) {
	rng, right := rand.New(rand.NewPCG(1, 0)), agree(predict(x), label)
	for j := range x[0] {
		mean, squares := 0.0, 0.0
		for range 10 {
			order, z := rng.Perm(len(x)), make([][]float64, len(x))
			for i, p := range x {
				z[i] = slices.Clone(p)
				z[i][j] = x[order[i]][j]
			}
			fewer := float64(right-agree(predict(z), label)) / float64(len(x))
			mean, squares = mean+fewer/10, squares+fewer*fewer/10
		}
		lost = append(lost, mean)
		deviation = append(deviation, math.Sqrt(max(0, squares-mean*mean)))
	}
	return lost, deviation
}

// A lesson is a point of a learning curve. It says from how many points fit has
// learned, and what part it then has right of these points, and of those left
// out.
type lesson struct {
	Points             int
	Training, Accuracy float64
}

// learningCurve tries fit by cross-validation, where fit gets only a part of
// the points that train. Each number in parts says into how many equal parts
// they are cut, and fit gets one of these.
func learningCurve[L comparable](x [][]float64, label []L, parts []int,
	fit func(x [][]float64, label []L) (func(xs [][]float64) []L, error),
) (curve []lesson) {
	for _, n := range parts {
		var lock sync.Mutex // folds run at the same time
		right, points := 0, 0
		accuracy := must(svm.CrossValidate(x, label, 5, nil,
			func(x [][]float64, label []L) (func(xs [][]float64) []L, error) {
				if n > 1 {
					one := must(svm.Folds(label, n, nil))[0]
					x, label = svm.Pick(x, one), svm.Pick(label, one)
				}
				predict, err := fit(x, label)
				if predict != nil {
					lock.Lock()
					defer lock.Unlock()
					right, points = right+agree(predict(x), label), points+len(x)
				}
				return predict, err
			}))
		curve = append(curve, lesson{points / 5, float64(right) / float64(points), accuracy})
	}
	return curve
}

// What a notebook does: split, search, train, report, and ask which features
// matter, and whether more points would help. The names of scikit-learn for it
// stand in testdata/more.md, "From a scikit-learn notebook".
func Example_notebook() {
	file := must(os.Open("testdata/cancer.txt"))
	defer file.Close()
	x, label, err := svm.ReadLIBSVM(file, 0)
	check(err)
	parts := must(svm.Folds(label, 4, nil)) // stratified
	test, train := parts[0], slices.Concat(parts[1:]...)
	xTest, labelTest := svm.Pick(x, test), svm.Pick(label, test)
	x, label = svm.Pick(x, train), svm.Pick(label, train)

	trials := must(svm.Search(x, label, svm.Grid[svm.Vector]{
		Kernels: svm.Gaussians(0.001, 0.01, 0.1), C: []float64{1, 10, 100},
		Options: svm.Options{Scale: true},
	}))
	best := trials[0]
	fmt.Println(best)

	fit := svm.Classifier[float64](best.Kernel, best.Options)
	predict := must(fit(x, label))
	fmt.Println(must(svm.NewReport(nil, labelTest, predict(xTest))))

	lost, deviation := importance(xTest, labelTest, predict)
	j := slices.Index(lost, slices.Max(lost))
	fmt.Printf("without feature %d: %.3f ± %.3f less\n", 1+j, lost[j], deviation[j])
	for _, l := range learningCurve(x, label, []int{16, 4, 1}, fit) {
		fmt.Printf("%3d points: %.2f of them right, %.2f of others\n",
			l.Points, l.Training, l.Accuracy)
	}
	// Output:
	// 0.9789 ± 0.0156  C = 10       exp(-0.01 ‖a-b‖²)
	//       precision  recall    F1  support  taken for  -1   1
	//   -1       1.00    0.98  0.99       53             52   1
	//    1       0.99    1.00  0.99       90              0  90
	// accuracy 0.993, balanced accuracy 0.991
	// without feature 22: 0.025 ± 0.010 less
	//  22 points: 0.99 of them right, 0.89 of others
	//  85 points: 0.98 of them right, 0.95 of others
	// 340 points: 0.98 of them right, 0.98 of others
}

// The ROC curve and the area under it (AUC). Each threshold, from the largest
// down, gives a point of the curve. Across it has the share of the −1 that are
// taken for +1. Upwards it has the share of the +1 that are found. A good f
// finds the +1 before it takes a −1 for one. Two values are equal here, 0.6 of
// a −1 and of a +1: no threshold parts them, so the curve goes on at a slant.
//
// A pair of a +1 and a −1 is in the right order if f is larger at the +1. The
// area is the share of such pairs. Here it is nine and a half of twelve: the
// tie counts half. Give f the values of points that are held out, by HeldOut
// with fit returning Values, as in ExampleOptions_balance.
func Example_roc() {
	f := []float64{2.1, 1.4, 0.6, 0.6, -0.3, -1.2, -2}
	y := []float64{1, 1, -1, 1, -1, 1, -1}
	auc, rates := rateValues(f, y)
	area := 0.0 // in strips, each from one point of the curve to the next
	for i, r := range rates {
		if i > 0 {
			area += (r.Alarms - rates[i-1].Alarms) * (r.Recall + rates[i-1].Recall) / 2
		}
		fmt.Printf("+1 from %4.1f on: false alarms %.2f, found %.2f\n",
			r.Threshold, r.Alarms, r.Recall)
	}
	fmt.Printf("AUC %.4f, the area below the curve %.4f, and 9.5/12 = %.4f\n", auc, area, 9.5/12)
	// Output:
	// +1 from +Inf on: false alarms 0.00, found 0.00
	// +1 from  2.1 on: false alarms 0.00, found 0.25
	// +1 from  1.4 on: false alarms 0.00, found 0.50
	// +1 from  0.6 on: false alarms 0.33, found 0.75
	// +1 from -0.3 on: false alarms 0.67, found 0.75
	// +1 from -1.2 on: false alarms 0.67, found 1.00
	// +1 from -2.0 on: false alarms 1.00, found 1.00
	// AUC 0.7917, the area below the curve 0.7917, and 9.5/12 = 0.7917
}

// Another score than accuracy for a search: here the area under the ROC curve,
// for classes of unequal size. HeldOut gives the values of each kernel and C.
// It takes the same parts each time, because its rng is nil. Any function of
// values and labels can be the score. Search would choose by accuracy, or with
// Balance by balanced accuracy, and is faster, since its machines share kernel
// values. The best score is a little too good, because it was chosen.
func Example_score() {
	x, y := moons(300, 7)
	var few []int // all of −1, and a fifth of +1
	for i, l := range y {
		if l < 0 || i%10 == 0 {
			few = append(few, i)
		}
	}
	x, y = svm.Pick(x, few), svm.Pick(y, few)
	score := func(f, y []float64) float64 {
		auc, _ := rateValues(f, y)
		return auc
	}
	best, chosen, options := -1.0, svm.Kernel[svm.Vector](nil), svm.Options{}
	for _, k := range svm.Gaussians(0.1, 1, 10) {
		for _, c := range []float64{0.01, 1, 100} {
			o := svm.Options{C: c, Balance: true, Scale: true, Tol: 1e-6}
			f, err := svm.HeldOut(x, y, 5, nil,
				func(x []svm.Vector, y []float64) (func(xs []svm.Vector) []float64, error) {
					m, err := svm.SMO(k, x, y, o)
					return m.Values, err
				})
			if err != nil {
				log.Fatal(err)
			}
			if s := score(f, y); s > best {
				best, chosen, options = s, k, o
			}
		}
	}
	m, err := svm.SMO(chosen, x, y, options) // on all points, with the best
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("AUC %.3f with C = %g and %v\n", best, options.C, chosen)
	fmt.Println("in the middle of the upper moon:", m.Predict([]float64{-0.75, 1.1}))
	// Output:
	// AUC 0.992 with C = 1 and exp(-1 ‖a-b‖²)
	// in the middle of the upper moon: 1
}

// plattTargets returns what the probability of +1 should be at points with
// these labels: a little less than 1 and a little more than 0.
func plattTargets(y []float64) (q []float64) {
	plus, minus := 0.0, 0.0
	for _, label := range y {
		if label > 0 {
			plus++
		} else {
			minus++
		}
	}
	for _, label := range y {
		if label > 0 {
			q = append(q, (plus+1)/(plus+2))
		} else {
			q = append(q, 1/(minus+2))
		}
	}
	return q
}

// platt returns the A and B of Pr(y = +1) = σ(Af + B), by logistic regression
// on the one feature f, with plattTargets in place of the labels. A step of
// Newton's method is halved until the loss falls. (It does fall if no Af + B
// changes by more than ½.) There is an error unless both slopes of the loss end
// at 0, up to rounding.
func platt(f, y []float64) (a, b float64, err error) {
	q := plattTargets(y)
	loss := func(a, b float64) (sum float64) {
		for i, v := range f {
			sum += q[i]*svm.Logistic(a*v+b) + (1-q[i])*svm.Logistic(-a*v-b)
		}
		return sum
	}
	for range 100 {
		ga, gb, aa, ab, bb := 0.0, 0.0, 1e-12, 0.0, 1e-12 // slopes, second derivatives
		size, largest := 0.0, 0.0
		for i, v := range f {
			p := svm.Sigmoid(a*v + b)
			ga, gb = ga+(p-q[i])*v, gb+p-q[i]
			aa, ab, bb = aa+p*(1-p)*v*v, ab+p*(1-p)*v, bb+p*(1-p)
			size, largest = size+math.Abs(v), max(largest, math.Abs(v))
		}
		if math.Abs(ga) <= 1e-10*size && math.Abs(gb) <= 1e-10*float64(len(f)) {
			return a, b, nil
		}
		aa, bb = aa*(1+1e-9), bb*(1+1e-9) // so that det > 0, even if all f are the same
		det := aa*bb - ab*ab
		da, db, t := (ab*gb-bb*ga)/det, (ab*ga-aa*gb)/det, 1.0
		for t*(math.Abs(da)*largest+math.Abs(db)) > 0.5 && !(loss(a+t*da, b+t*db) < loss(a, b)) {
			t /= 2
		}
		a, b = a+t*da, b+t*db
	}
	return a, b, fmt.Errorf("platt: no end at A = %g, B = %g", a, b)
}

// How sure is a machine that has f(x) = 2? Platt's method sets
// Pr(y = +1 | x) = σ(Af(x) + B), with the A and B that make the labels of the
// points most likely. The values f(x) are held out, because at its own training
// points a machine is too sure of itself.
//
// If all values of one label are above all values of the other, the labels
// become more likely with |A| for ever. Platt's remedy is to make no label
// certain. In thought, he adds one point of each label to the n₊ points with
// label +1. Of these n₊ + 2 points, n₊ + 1 have the label +1, and
// (n₊ + 1)/(n₊ + 2) is the target in place of 1. The n₋ points with label −1
// have the target 1/(n₋ + 2) in place of 0. Three labels +1 and one −1 have the
// targets 4/5 and 1/3.
//
// L = −Σ (qᵢ ln σ(zᵢ) + (1 − qᵢ) ln σ(−zᵢ)), with zᵢ = Afᵢ + B, has the slopes
// Σ fᵢ(σ(zᵢ) − qᵢ) by A and Σ (σ(zᵢ) − qᵢ) by B. L is convex. So both are 0 at
// the best A and B, and only there.
func Example_platt() {
	fmt.Printf("targets of four points: %.2f\n", plattTargets([]float64{1, 1, 1, -1}))
	x, y := moons(100, 3)
	f, err := svm.HeldOut(x, y, 5, nil,
		func(x []svm.Vector, y []float64) (func(xs []svm.Vector) []float64, error) {
			m, err := svm.SMO(svm.Gaussian{Gamma: 1}, x, y, svm.Options{Tol: 1e-6})
			return m.Values, err
		})
	if err != nil {
		log.Fatal(err)
	}
	a, b, err := platt(f, y)
	if err != nil {
		log.Fatal(err)
	}
	byA, byB := 0.0, 0.0
	for i, q := range plattTargets(y) {
		off := svm.Sigmoid(a*f[i]+b) - q
		byA, byB = byA+f[i]*off, byB+off
	}
	fmt.Printf("slopes by A and B: %.6f, %.6f\n", math.Abs(byA), math.Abs(byB))
	fmt.Printf("f = 0.5 means +1 with probability %.2f\n", svm.Sigmoid(a/2+b))

	a, b, err = platt([]float64{2, 1, 0.5, -0.5, -1, -2}, []float64{1, 1, -1, 1, -1, -1})
	fmt.Printf("of six values: f = 1 means +1 with probability %.2f, error %v\n",
		svm.Sigmoid(a+b), err)
	_, _, err = platt([]float64{1, math.NaN()}, []float64{1, -1})
	fmt.Println("error", err)
	// Output:
	// targets of four points: [0.80 0.80 0.80 0.33]
	// slopes by A and B: 0.000000, 0.000000
	// f = 0.5 means +1 with probability 0.83
	// of six values: f = 1 means +1 with probability 0.65, error <nil>
	// error platt: no end at A = NaN, B = NaN
}

// fitProbabilities trains one machine for each class, and puts Af + B in place
// of its f, so that Sigmoid(f) is the calibrated probability. The result is all
// that probabilities needs, and encoding/gob saves it.
func fitProbabilities[X any, L cmp.Ordered](
	x []X, label []L, train func(x []X, y []float64) (*svm.Model[X], error),
) (*svm.Multiclass[X, L], error) {
	fit := func(x []X, y []float64) (func(xs []X) []float64, error) {
		m, err := train(x, y)
		return m.Values, err
	}
	return svm.OneVsRest(x, label, func(x []X, y []float64) (*svm.Model[X], error) {
		f, err1 := svm.HeldOut(x, y, 5, nil, fit)
		m, err2 := train(x, y)
		if f == nil || m == nil {
			return nil, errors.Join(err1, err2)
		}
		a, b, err3 := platt(f, y)
		m.Expansion = *m.Times(a)
		m.B += b
		return m, errors.Join(err1, err2, err3)
	})
}

// probabilities returns for each point a list with the probability of each
// class, in the order of m.Classes. m is made by fitProbabilities. The list has
// the probabilities of its machines, divided by their sum.
func probabilities[X any, L cmp.Ordered](m *svm.Multiclass[X, L], xs []X) [][]float64 {
	all := m.ScoresAll(xs)
	for _, p := range all {
		sum := 0.0
		for k, f := range p {
			p[k] = svm.Sigmoid(f)
			sum += p[k]
		}
		for k := range p {
			p[k] /= sum
		}
	}
	return all
}

// logLoss returns the mean of −ln of the probability that p has for the class
// of a point. The list p[i] has the probabilities of all classes for point i. A
// class of probability 0 that comes all the same would make the mean infinite.
// It counts as one of 2⁻⁵².
func logLoss[L comparable](classes, label []L, p [][]float64) (mean float64) {
	for i, l := range label {
		mean -= math.Log(max(p[i][slices.Index(classes, l)], 0x1p-52)) / float64(len(label))
	}
	return mean
}

// reliability puts the probabilities of all classes and points into bins of
// equal width. It returns for each bin how many probabilities are in it, their
// mean, which is what was said, and how often the class came true. What was
// said and what came true should be equal. In a bin without probabilities both
// are NaN.
func reliability[L comparable](classes, label []L, p [][]float64, bins int) (
	count, said, came []float64,
) {
	count, said, came = make([]float64, bins), make([]float64, bins), make([]float64, bins)
	for i, l := range label {
		for k, class := range classes {
			b := min(int(p[i][k]*float64(bins)), bins-1)
			count[b], said[b] = count[b]+1, said[b]+p[i][k]
			if class == l {
				came[b]++
			}
		}
	}
	for b, n := range count {
		said[b], came[b] = said[b]/n, came[b]/n
	}
	return count, said, came
}

// Probabilities of several classes, and the log loss, in short. One part of
// three is kept for the test. The log loss is the mean of −ln of the
// probability that was said for the class that came true. It is ln 3 = 1.10 if
// all three classes always get ⅓. It is 0 if the answer is always sure and
// right. Example_reliability also compares what is said with how often it comes
// true.
func Example_probabilities() {
	file, err := os.Open("testdata/iris.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	x, label, err1 := svm.ReadLIBSVM(file, 0)
	parts, err2 := svm.Folds(label, 3, nil)
	if err := errors.Join(err1, err2); err != nil {
		log.Fatal(err)
	}
	test, others := parts[0], slices.Concat(parts[1:]...)
	train := svm.Trainer(svm.Gaussian{Gamma: 0.25}, svm.Options{Scale: true, Tol: 1e-6})
	m, err := fitProbabilities(svm.Pick(x, others), svm.Pick(label, others), train)
	if err != nil {
		log.Fatal(err)
	}
	p := probabilities(m, svm.Pick(x, test))
	fmt.Printf("classes %v; the first flower of the test: %.2f\n", m.Classes, p[0])
	equal := make([][]float64, len(test))
	for i := range equal {
		equal[i] = []float64{1. / 3, 1. / 3, 1. / 3}
	}
	fmt.Printf("log loss %.2f; of equal probabilities %.2f\n",
		logLoss(m.Classes, svm.Pick(label, test), p),
		logLoss(m.Classes, svm.Pick(label, test), equal))
	// Output:
	// classes [0 1 2]; the first flower of the test: [0.98 0.01 0.01]
	// log loss 0.12; of equal probabilities 1.10
}

// Probabilities of three classes, with any kernel. At its own training points a
// machine is too sure of itself. So each machine is calibrated on values that
// are held out. How good are the probabilities? To find out, we take points
// that had no part in the machines, the calibrations or the scale. The second
// flower is in doubt.
func Example_reliability() {
	file, err := os.Open("testdata/iris.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	x, label, err := svm.ReadLIBSVM(file, 0)
	if err != nil {
		log.Fatal(err)
	}
	train := svm.Trainer(svm.Gaussian{Gamma: 0.25}, svm.Options{Scale: true, Tol: 1e-6})
	fit := func(x []svm.Vector, label []float64) (func(xs []svm.Vector) [][]float64, error) {
		m, err := fitProbabilities(x, label, train)
		return func(xs []svm.Vector) [][]float64 { return probabilities(m, xs) }, err
	}
	m, err := fitProbabilities(x, label, train)
	if err != nil {
		log.Fatal(err)
	}
	flowers := [][]float64{{5, 3.5, 1.5, 0.2}, {6, 3, 4.8, 1.7}, {6.5, 3, 5.5, 2}}
	for i, p := range probabilities(m, flowers) {
		fmt.Printf("%v: %.2f\n", flowers[i], p)
	}
	heldOut, err := svm.HeldOut(x, label, 5, nil, fit)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("log loss %.2f, and %.2f of a class that was ruled out\n",
		logLoss([]float64{0, 1, 2}, label, heldOut),
		logLoss([]string{"iris", "rose"}, []string{"rose"}, [][]float64{{1, 0}}))
	count, said, came := reliability([]float64{0, 1, 2}, label, heldOut, 5)
	for b, n := range count {
		fmt.Printf("%3.0f probabilities: said %.2f, came true %.2f\n", n, said[b], came[b])
	}
	// Output:
	// [5 3.5 1.5 0.2]: [0.99 0.00 0.01]
	// [6 3 4.8 1.7]: [0.01 0.59 0.40]
	// [6.5 3 5.5 2]: [0.01 0.00 0.99]
	// log loss 0.09, and 36.04 of a class that was ruled out
	// 287 probabilities: said 0.02, came true 0.00
	//  10 probabilities: said 0.29, came true 0.40
	//   6 probabilities: said 0.49, came true 0.50
	//  12 probabilities: said 0.71, came true 0.67
	// 135 probabilities: said 0.97, came true 1.00
}

// LIBSVM's files. Points are written without their zeros. An error names the
// line and the text.
//
// A machine that svm-train wrote, and one for svm-predict. A file of svm-train
// may have class 1 before class 2. Then the decision value is positive for
// class 1. In our file rho = −b, and the points of label 1 come first.
func ExampleReadLIBSVM() {
	x, y, err := svm.ReadLIBSVM(strings.NewReader("+1 1:0.5 3:2  # a comment\n-1 2:1\n"), 4)
	check(err)
	fmt.Println("points", x, "labels", y)
	check(svm.WriteLIBSVM(os.Stdout, x, y))
	_, _, err = svm.ReadLIBSVM(strings.NewReader("+1 1:0.5\n-1 3:1 2:x\n"), 0)
	fmt.Println(err)

	file := must(os.Open("testdata/golden/libsvm/rbf.model"))
	defer file.Close()
	f := must(svm.ReadLIBSVMModel(file, 4))
	fmt.Printf("%v, %d support vectors\n", f.Kernel, len(f.Points))
	fmt.Printf("a large virginica: %+.0f, a small versicolor: %+.0f\n",
		f.Predict([]float64{7.9, 3.8, 6.4, 2}), f.Predict([]float64{5, 2, 3.5, 1}))
	check(svm.WriteLIBSVMModel(os.Stdout, &svm.Expansion[svm.Vector]{
		Kernel: svm.Gaussian{Gamma: 0.5},
		Points: [][]float64{{0, 1}, {2, 0}}, Coef: []float64{-0.75, 0.75}, B: 0.25,
	}))
	// Output:
	// points [[0.5 0 2 0] [0 1 0 0]] labels [1 -1]
	// 1 1:0.5 3:2
	// -1 2:1
	// svm: line 2: value "x" in "2:x", want a finite number
	// exp(-0.25 ‖a-b‖²), 33 support vectors
	// a large virginica: +1, a small versicolor: -1
	// svm_type c_svc
	// kernel_type rbf
	// gamma 0.5
	// nr_class 2
	// total_sv 2
	// rho -0.25
	// label 1 -1
	// nr_sv 1 1
	// SV
	// 0.75 1:2
	// -0.75 2:1
}

// learnStream learns a plane from a file in LIBSVM's format that memory need
// not hold. The first points give the scale of the features. Then one pass
// learns from all. A line of progress comes when the points have doubled, at
// the latest ten seconds after the last line, and at the end. The plane that
// learnStream returns is the Average of all steps. Before a point is learned,
// the Average so far predicts it. So the share of mistakes is that of new
// points, and it should fall. If the file is sorted by label, it is learned
// badly, with hardly a mistake on the way. Then a line says so.
func learnStream(file io.ReadSeeker, features int, progress io.Writer) (
	h svm.Hyperplane, scale svm.Standardizer, err error,
) {
	var first [][]float64
	err1 := svm.ScanLIBSVM(file, features, func(x []float64, _ float64) bool {
		first = append(first, slices.Clone(x)) // the next point overwrites x
		return len(first) < 1000
	})
	scale, err2 := svm.Standardize(first)
	read, err3 := file.Seek(0, io.SeekCurrent)
	size, err4 := file.Seek(0, io.SeekEnd)
	_, err5 := file.Seek(0, io.SeekStart)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return h, scale, err
	}
	radius := 0.0 // R = max‖x‖, with a 1 at the end of x for b
	for _, z := range scale.ApplyAll(first) {
		radius = max(radius, math.Hypot(svm.Norm(z), 1))
	}
	steps := float64(len(first)) * float64(size) / float64(read) // about
	p := svm.Pegasos{Lambda: 10 * radius * radius / steps}
	points, last, mistakes, changes, label, told := 0, 0, 0, 0, 0.0, time.Now()
	tell := func() {
		read, _ := file.Seek(0, io.SeekCurrent)
		fmt.Fprintf(progress, "%d points, %.1f %% of the file: of the last %d %.3f mistaken\n",
			points, 100*float64(read)/float64(size), points-last,
			float64(mistakes)/float64(points-last))
		if changes < 2 {
			fmt.Fprintln(progress, "their labels hardly change: shuffle the lines of the file")
		}
		last, mistakes, changes, told = points, 0, 0, time.Now()
	}
	err = svm.ScanLIBSVM(file, features, func(x []float64, y float64) bool {
		z := scale.Apply(x)
		if points > 0 && y*p.Average().Value(z) <= 0 {
			mistakes++
		}
		p.Step(z, y)
		if y != label {
			changes, label = changes+1, y
		}
		points++
		if points == max(250, 2*last) || points%1000 == 0 && time.Since(told) > 10*time.Second {
			tell()
		}
		return p.Err() == nil
	})
	if points > last {
		tell()
	}
	if p.Err() != nil { // a label that is not ±1, or numbers that are too large
		const where = "point %d, line %[1]d without blank lines and comments: %w"
		err = fmt.Errorf(where, points, p.Err())
	}
	return p.Average(), scale, err
}

// A file larger than memory, which a buffer stands for here. Each point is
// read, learned and forgotten. λ is 10·R²/T, the least that Pegasos advises for
// one pass over T points. To go on another day, save the Pegasos by
// encoding/gob, with the scale. Its Clock.Steps says how many points of the
// file to skip then. Count the points in the function that ScanLIBSVM calls.
// (ScanLIBSVM reads ahead, so Seek tells no place.)
//
// GOMEMLIMIT=100MiB in the environment makes Go keep its memory near that. Do
// not take a small ulimit -v, under which no Go program starts.
func ExampleScanLIBSVM() {
	file := func(points int, seed uint64) io.ReadSeeker {
		var text bytes.Buffer
		rng := rand.New(rand.NewPCG(seed, 0))
		for range points {
			features, sum := "", rng.NormFloat64()/2
			for j := 1; j <= 20; j++ {
				v := rng.IntN(9) - 4
				features += fmt.Sprintf(" %d:%d", j, v*j*j)
				sum += float64(v)
			}
			fmt.Fprintf(&text, "%g%s\n", math.Copysign(1, sum), features)
		}
		return bytes.NewReader(text.Bytes())
	}
	h, scale, err := learnStream(file(4000, 1), 20, os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	points, right := 0, 0
	err = svm.ScanLIBSVM(file(1000, 2), 20, func(x []float64, y float64) bool {
		points++
		if h.Predict(scale.Apply(x)) == y {
			right++
		}
		return true
	})
	fmt.Printf("%d of %d other points are right, error %v\n", right, points, err)
	_, _, err = learnStream(strings.NewReader("1 1:3\n-1 1:2\n0 1:1\n"), 1, io.Discard)
	fmt.Println(err)
	// Output:
	// 250 points, 6.8 % of the file: of the last 250 0.244 mistaken
	// 500 points, 12.9 % of the file: of the last 250 0.124 mistaken
	// 1000 points, 25.8 % of the file: of the last 500 0.090 mistaken
	// 2000 points, 50.0 % of the file: of the last 1000 0.053 mistaken
	// 4000 points, 100.0 % of the file: of the last 2000 0.033 mistaken
	// 977 of 1000 other points are right, error <nil>
	// point 3, line 3 without blank lines and comments: svm: step 3: y = 0, want -1 or +1
}

// tfIdf holds the square of what each word weighs. The kernel is
// Σ k[w]·(how often w occurs in a)·(how often in b): the inner product of the
// counts times √k[w], and so a kernel. Row makes a list of all
// words, with the counts of a, once. Then each b looks up its own words in this
// list.
type tfIdf []float64

func (k tfIdf) Eval(a, b []int) float64 { return k.Row(a)(b) }

func (k tfIdf) Row(a []int) func(b []int) float64 {
	row := make([]float64, len(k))
	for _, w := range a {
		row[w] += k[w]
	}
	return func(b []int) (sum float64) {
		for _, w := range b {
			sum += row[w]
		}
		return sum
	}
}

// A kernel that looks at a point once for many values. Here each of five words
// weighs 1. The first document has the words 0, 2 and 4. With the second
// document it shares one word, and with the third three, because the third has
// the word 4 twice. The line that assigns the kernel to a RowKernel is a check:
// if the type of Row has a slip, this line does not compile. Without the line,
// nobody would call that Row, and nobody would notice.
func ExampleRowKernel() {
	var k svm.RowKernel[[]int] = tfIdf{1, 1, 1, 1, 1}
	shared := k.Row([]int{0, 2, 4})
	fmt.Println(shared([]int{0, 1}), shared([]int{2, 4, 4}), k.Eval([]int{0, 2, 4}, []int{0, 1}))
	// Output:
	// 1 3 1
}

// documents returns the words of each text by their numbers, in ascending
// order. A word that occurs twice is there twice. If learn is true, new words
// get the next numbers, from 1 on. If learn is false, new words get the number
// 0. Once a kernel knows how many words there are, learn must be false.
func documents(texts []string, number map[string]int, learn bool) (x [][]int) {
	letters := regexp.MustCompile(`[\pL\d]+`)
	for _, text := range texts {
		var document []int
		for _, w := range letters.FindAllString(strings.ToLower(text), -1) {
			if _, known := number[w]; !known && learn {
				number[w] = len(number) + 1
			}
			document = append(document, number[w])
		}
		slices.Sort(document)
		x = append(x, document)
	}
	return x
}

// newTfIdf gives each word a weight. If m of the n documents x have the word,
// it weighs 1 + ln((n + 1)/(m + 1)). A word that no document has weighs
// nothing. Normalized makes the length of each document 1.
func newTfIdf(x [][]int, words int) svm.Kernel[[]int] {
	k := make(tfIdf, 1+words)
	for _, document := range x {
		for _, w := range slices.Compact(slices.Clone(document)) {
			k[w]++
		}
	}
	for w, n := range k {
		if n > 0 {
			k[w] = math.Pow(1+math.Log(float64(1+len(x))/(1+n)), 2)
		}
	}
	return svm.Normalized[[]int]{Kernel: k}
}

// wordWeights returns what each word weighs in an f with a kernel of newTfIdf.
// In feature space the coordinate w of a document is tf-idf of this word. It is
// √k[w] for each time that the word occurs, divided by the length of the
// document. So we add up cᵢ times this coordinate: each support vector is read
// once, however many words there are.
func wordWeights(f *svm.Expansion[[]int]) []float64 {
	k := f.Kernel.(svm.Normalized[[]int]).Kernel.(tfIdf)
	weight := make([]float64, len(k))
	for i, document := range f.Points {
		if length := math.Sqrt(k.Eval(document, document)); length > 0 {
			for _, w := range document {
				weight[w] += f.Coef[i] / length * math.Sqrt(k[w])
			}
		}
	}
	return weight
}

// Text. A document has few of all words, so a point is a list of their numbers,
// and a kernel of ten lines takes such lists. As vectors, with Linear, 2,000
// documents of 20,000 words would take twenty times the memory, and three times
// as long. From ten thousand documents on, use LIBLINEAR. The weights tf-idf
// are part of the kernel, and each fold learns its own.
//
// What does each word weigh in f? One walk over the support vectors finds the
// weights of all words. For a single word there is another way: the weight is f
// of the document that has only this word, less b.
func Example_text() {
	words := strings.Fields("the of and to goal law team vote coach party match senate cup tax")
	var texts []string
	var y []float64
	rng := rand.New(rand.NewPCG(4, 0))
	for i := range 100 {
		text := ""
		for number, w := range words {
			count := rng.IntN(4) * rng.IntN(2)
			if number > 3 && number%2 != i%2 { // a word of the other topic
				count /= 3
			}
			text += strings.Repeat(w+" ", count)
		}
		texts, y = append(texts, text), append(y, float64(1-i%2*2)) // +1 is about sports
	}

	number := map[string]int{}
	x := documents(texts, number, true)
	fit := func(x [][]int, y []float64) (func(xs [][]int) []float64, error) {
		return svm.Classifier[float64](newTfIdf(x, len(number)), svm.Options{})(x, y)
	}
	accuracy, err1 := svm.CrossValidate(x, y, 5, nil, fit)
	m, err2 := svm.SMO(newTfIdf(x, len(number)), x, y, svm.Options{})
	if err := errors.Join(err1, err2); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("accuracy %.2f\n", accuracy)
	weight := wordWeights(&m.Expansion)
	order := slices.Clone(words)
	slices.SortFunc(order, func(a, b string) int {
		return cmp.Compare(weight[number[b]], weight[number[a]])
	})
	alone := m.Value([]int{number["goal"]}) - m.B
	fmt.Printf("goal weighs %.2f, alone in a document %.2f\n", weight[number["goal"]], alone)
	fmt.Println("for sports:", order[:3], "against:", order[len(order)-3:])
	fmt.Println(m.PredictAll(documents([]string{"A match, a GOAL!", "tax law"}, number, false)))
	// Output:
	// accuracy 0.92
	// goal weighs 1.44, alone in a document 1.44
	// for sports: [match coach goal] against: [law senate party]
	// [1 -1]
}

// From a file of tumours to a machine in a server. The server needs the
// Expansion, with its scale, and not what only training used. A function of
// Predictor looks at a request first, whereas Value panics if its length is
// wrong.
func ExampleModel() {
	file, err := os.Open("testdata/cancer.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	x, y, err := svm.ReadLIBSVM(file, 0)
	if err != nil {
		log.Fatal(err)
	}
	m, err := svm.SMO(svm.Gaussian{Gamma: 1. / 30}, x, y, svm.Options{Scale: true})
	if err != nil {
		log.Fatal(err)
	}

	var saved bytes.Buffer
	// Each kernel type in use, in both programs. A server that has its own copy of
	// the package says gob.RegisterName("module/of/the/writer/svm.Gaussian", svm.Gaussian{}).
	gob.Register(svm.Gaussian{})
	var served svm.Expansion[svm.Vector] // in the server
	err1 := gob.NewEncoder(&saved).Encode(m.Expansion)
	err2 := gob.NewDecoder(&saved).Decode(&served)
	if err := errors.Join(err1, err2, served.Check()); err != nil { // what decodes may be wrong
		log.Fatal(err)
	}
	answer := served.Predictor()
	f, err := answer(x[100])
	fmt.Printf("x[100]: f = %.2f, before it was saved %.2f, error %v\n", f, m.Value(x[100]), err)
	err = served.CheckPoint(x[100][:29]) // as answer does
	fmt.Println("without its last number: error", err)
	// Output:
	// x[100]: f = -0.65, before it was saved -0.65, error <nil>
	// without its last number: error svm: a point of 29 features, want 30
}

// A server is asked for one point at a time. Value would add up w = Σ αᵢyᵢxᵢ
// for each point. Predictor makes w once, and returns a function that uses it.
// Several goroutines may call this function. It returns an error for a point
// that the machine cannot take.
func ExampleModel_Predictor() {
	x := []svm.Vector{{3, 3}, {5, 4}, {1, 1}, {0, 1}}
	m, err := svm.SMO(svm.Linear{}, x, []float64{1, 1, -1, -1}, svm.Options{C: 10})
	if err != nil {
		log.Fatal(err)
	}
	predict := m.Predictor()
	for _, request := range []svm.Vector{{4, 2}, {0, 0}, {4, math.NaN()}, {4}} {
		f, err := predict(request)
		fmt.Printf("f%g = %.2f, error %v\n", request, f, err)
	}
	// Output:
	// f[4 2] = 1.00, error <nil>
	// f[0 0] = -2.00, error <nil>
	// f[4 NaN] = NaN, error svm: point[1] = NaN, want a finite number
	// f[4] = NaN, error svm: a point of 1 features, want 2
}

// A service is all that a server has to load, and the function that it calls
// for each request. Of two machines that have a support vector in common, this
// function computes its kernel value once, where Predict computes it twice.
type service struct {
	machines svm.Multiclass[svm.Vector, string]
	predict  func(x svm.Vector) (class string, scores []float64, err error)
}

// load reads and checks a service, and makes its function. Each kernel type in
// use is registered, here and where the file is written.
func (s *service) load(file io.Reader) error {
	gob.Register(svm.Gaussian{})
	err := cmp.Or(gob.NewDecoder(file).Decode(&s.machines), s.machines.Check())
	if err == nil {
		s.predict = s.machines.Predictor()
	}
	return err
}

// classify returns the class of a point, a list of numbers in JSON. If we
// decoded the list into a []float64, a null in it would become 0. So we decode
// into pointers. A handler of net/http would be
//
//	func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		class, err := s.classify(http.MaxBytesReader(w, r.Body, 1<<16))
//		if err != nil {
//			http.Error(w, err.Error(), http.StatusBadRequest)
//			return
//		}
//		fmt.Fprintln(w, class)
//	}
func (s *service) classify(request io.Reader) (class string, err error) {
	text, err := io.ReadAll(request)
	if err != nil {
		return "", err
	}
	var numbers []*float64 // JSON has neither NaN nor infinity
	err = json.Unmarshal(text, &numbers)
	if err != nil || slices.Contains(numbers, nil) {
		return "", errors.New("want a JSON list of numbers")
	}
	x := make([]float64, len(numbers))
	for j, v := range numbers {
		x[j] = *v
	}
	class, _, err = s.predict(x)
	return class, err
}

// A server that tells ten classes apart. Their points lie around the corners of
// a regular polygon, and one machine for each pair has learned them. Several
// requests may be answered at once.
func ExampleMulticlass() {
	var x []svm.Vector
	var label []string
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range 300 {
		s, c := math.Sincos(2 * math.Pi * float64(i%10) / 10)
		x = append(x, svm.Vector{900*c + 100*rng.NormFloat64(), 9*s + rng.NormFloat64()})
		label = append(label, fmt.Sprint("corner ", i%10))
	}
	m, err := svm.Fit(svm.Gaussian{Gamma: 1}, x, label, svm.Options{Scale: true})
	if err != nil {
		log.Fatal(err)
	}
	served := &service{}
	var file bytes.Buffer
	gob.Register(svm.Gaussian{})
	err = gob.NewEncoder(&file).Encode(m)
	if err := errors.Join(err, served.load(&file)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(served.machines.Classes), "classes,", len(served.machines.Models), "machines")

	for _, request := range []string{
		"[900, 1]", "[-800, 0.5]", "[1e999, 0]", "[1, 2, 3]", "[null, 2]", "1, 2", "[1, 2] more",
	} {
		class, err := served.classify(strings.NewReader(request))
		fmt.Printf("%-11s %-8s error %v\n", request, class, err)
	}
	fmt.Println(m.CheckPoint([]float64{900, math.NaN()}))           // as served.predict says it
	m.Models[7].Scale = &svm.Standardizer{Mean: []float64{1, 2, 3}} // a wrong one
	err = gob.NewEncoder(&file).Encode(m)
	fmt.Println(cmp.Or(err, (&service{}).load(&file)))
	// Output:
	// 10 classes, 45 machines
	// [900, 1]    corner 0 error <nil>
	// [-800, 0.5] corner 5 error <nil>
	// [1e999, 0]           error want a JSON list of numbers
	// [1, 2, 3]            error svm: a point of 3 features, want 2
	// [null, 2]            error want a JSON list of numbers
	// 1, 2                 error want a JSON list of numbers
	// [1, 2] more          error want a JSON list of numbers
	// svm: point[1] = NaN, want a finite number
	// svm: Scale of 3 features for points of 2 (Models[7])
}

// # Matrices

// Solving Ax = b for a positive definite A = LLᵀ. The matrix with the rows
// (1, q) and (q, 4) has the determinant 4 − q², so q = 2 is the border.
func ExampleMatrix_Cholesky() {
	a := svm.FromRows([][]float64{{4, 2}, {2, 10}})
	c := must(a.Cholesky())
	x := c.Solve([]float64{8, 22})
	fmt.Println("L =", c.L.Row(0), c.L.Row(1))
	fmt.Println("x =", x, "and Ax =", a.MulVec(x))
	for _, q := range []float64{1.9, 2, 3} {
		_, err := svm.FromRows([][]float64{{1, q}, {q, 4}}).Cholesky()
		text, _, _ := strings.Cut(fmt.Sprint(err), ", want")
		fmt.Printf("q = %g: refused %v, %s\n", q, errors.Is(err, svm.ErrNotPositiveDefinite), text)
	}
	// Output:
	// L = [2 0] [1 3]
	// x = [1 2] and Ax = [8 22]
	// q = 1.9: refused false, <nil>
	// q = 2: refused true, svm: matrix is not positive definite: pivot 1 is 0
	// q = 3: refused true, svm: matrix is not positive definite: pivot 1 is -5
}

// The axes of an ellipse: A = VΛVᵀ. On its eigenvectors v, along the diagonals,
// Av is λv.
func ExampleMatrix_Eigen() {
	a := svm.FromRows([][]float64{{5, 4}, {4, 5}})
	e := must(a.Eigen())
	for j, lambda := range e.Values {
		v := e.Vectors.T().Row(j)
		av := a.MulVec(v)
		fmt.Printf("λ = %.2f along a diagonal: |v₀/v₁| = %.2f, Av is v times %.2f and %.2f\n",
			lambda, math.Abs(v[0]/v[1]), av[0]/v[0], av[1]/v[1])
	}
	// Output:
	// λ = 9.00 along a diagonal: |v₀/v₁| = 1.00, Av is v times 9.00 and 9.00
	// λ = 1.00 along a diagonal: |v₀/v₁| = 1.00, Av is v times 1.00 and 1.00
}

// An A that is not symmetric may have complex eigenvalues (lecture H, "Note on
// positive definiteness"). The quarter turn A turns each real v to a right
// angle, so that Av = λv has no real solution: vᵀAv is 0. But
// A(1, −i) = (i, 1) = i(1, −i), and the conjugates give −i. [svm.Matrix.Eigen]
// takes symmetric matrices only, whose λ are real.
//
// Proof. Let v* be the conjugate of v, transposed. Then λ‖v‖² = v*Av. The
// conjugate of this number is v*Aᵀv. If Aᵀ = A, the two are equal, so that λ is
// real.
func ExampleMatrix_Eigen_complex() {
	turn := svm.FromRows([][]float64{{0, -1}, {1, 0}})
	for _, v := range [][]float64{{1, 0}, {3, 4}} {
		fmt.Printf("v = %g goes to %g, vᵀAv = %g\n", v, turn.MulVec(v), svm.Dot(v, turn.MulVec(v)))
	}
	for _, lambda := range []complex128{1i, -1i} {
		v := [2]complex128{1, -lambda}
		av := [2]complex128{-v[1], v[0]}
		same := av[0] == lambda*v[0] && av[1] == lambda*v[1]
		fmt.Printf("λ = %.0f: Av = λv is %t\n", lambda, same)
	}
	_, err := turn.Eigen()
	fmt.Println(err)
	// Output:
	// v = [1 0] goes to [0 1], vᵀAv = 0
	// v = [3 4] goes to [-4 3], vᵀAv = 0
	// λ = (0+1i): Av = λv is true
	// λ = (0-1i): Av = λv is true
	// svm: A[1][0] = 1, A[0][1] = -1, want a symmetric matrix
}

// Rank, range and null space: X = USVᵀ. The second row is twice the first.
//
// By hand: the squares of the singular values are the roots of λ² − 72λ + 60.
// The trace of XXᵀ is 72, and its 2×2 minors add up to 60.
func ExampleMatrix_SVD() {
	x := svm.FromRows([][]float64{{1, 2, 3}, {2, 4, 6}, {1, 0, 1}})
	s := must(x.SVD())
	fmt.Printf("singular values %.3f, %.3f and nothing: rank %d\n", s.S[0], s.S[1], s.Rank())
	left, right := must(x.Mul(x.T()).Eigen()), must(x.T().Mul(x).Eigen())
	fmt.Printf("their squares %.2f and %.2f, eigenvalues of XXᵀ %.2f, of XᵀX %.2f\n",
		s.S[0]*s.S[0], s.S[1]*s.S[1], left.Values[:2], right.Values[:2])
	null := s.Null().T().Row(0)
	fmt.Printf("the null space is spanned by (1, %.2f, %.2f)\n", null[1]/null[0], null[2]/null[0])
	range1, range2 := s.Range().T().Row(0), s.Range().T().Row(1)
	fmt.Printf("in the range, the second coordinate is %.2f and %.2f times the first\n",
		range1[1]/range1[0], range2[1]/range2[0])
	// Output:
	// singular values 8.435, 0.918 and nothing: rank 2
	// their squares 71.16 and 0.84, eigenvalues of XXᵀ [71.16 0.84], of XᵀX [71.16 0.84]
	// the null space is spanned by (1, 1.00, -1.00)
	// in the range, the second coordinate is 2.00 and 2.00 times the first
}

// The singular value decomposition by one-sided rotations, with plainJacobi.
// The first matrix is the one that linalg.go works by hand, with the singular
// values 3√5 and √5. The last is a Gram matrix, from which features are read
// off: their dot products are its entries again.
func Example_plainJacobi() {
	wide := [][]float64{{1, 2, 3, 4}, {4, 3, 2, 1}, {1, 0, 0, 1}}
	for _, rows := range [][][]float64{{{3, 0}, {4, 5}}, wide, {{1, 2}, {3, 4}, {5, 6}}} {
		a := svm.FromRows(rows)
		ut := svm.FromRows(plainJacobi(rows)) // and rows are now SVᵀ
		s, off := []float64{}, 0.0
		for _, row := range rows {
			s = append(s, svm.Norm(row))
		}
		for k, v := range ut.T().Mul(svm.FromRows(rows)).Data {
			off = max(off, math.Abs(v-a.Data[k]))
		}
		svd, err := a.SVD()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("S = %.3f, by SVD %.3f, USVᵀ − A = %.6f\n", s, svd.S, off)
	}
	gram := [][]float64{{2, 1, 3}, {1, 2, 3}, {3, 3, 6}}
	features := plainJacobi(gram) // a row for each feature, to be scaled
	for i, row := range gram {
		root := math.Sqrt(svm.Norm(row))
		for p := range features[i] {
			features[i][p] *= root
		}
	}
	z := svm.FromRows(features).T() // a row for each point
	fmt.Printf("dot products of the first point's features: %.2f\n", z.MulVec(z.Row(0)))
	// Output:
	// S = [2.236 6.708], by SVD [6.708 2.236], USVᵀ − A = 0.000000
	// S = [3.162 7.143 0.990], by SVD [7.143 3.162 0.990], USVᵀ − A = 0.000000
	// S = [0.514 0.000 9.526], by SVD [9.526 0.514], USVᵀ − A = 0.000000
	// dot products of the first point's features: [2.00 1.00 3.00]
}

// What forming XᵀX rounds away. X has the singular values √(2 + μ²) and μ. The
// eigenvalues of XᵀX are their squares, and 1 + μ² rounds to 1.
func ExampleSVD() {
	const mu = 1e-9
	x := svm.FromRows([][]float64{{1, 1}, {mu, 0}, {0, mu}})
	s := must(x.SVD())
	e := must(x.T().Mul(x).Eigen())
	fmt.Printf("from X:   %.6f and %.4e\n", s.S[0], s.S[1])
	fmt.Printf("from XᵀX: %.6f and the square root of %.8f, all digits lost\n",
		math.Sqrt(e.Values[0]), math.Abs(e.Values[1]))
	// Output:
	// from X:   1.414214 and 1.0000e-09
	// from XᵀX: 1.414214 and the square root of 0.00000000, all digits lost
}
