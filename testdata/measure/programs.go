// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand"

	"example.com/svm"
)

// judge compares what a solver says with the exact answer. A solver may refuse
// one. Else its value may differ by 10⁻⁶ of itself, and by what its certificate
// says of rounding, and its error has to be the right one.
func judge(p svm.QP, value, rounding float64, err error) (refused, wrong bool) {
	if errors.Is(err, svm.ErrNotConverged) {
		return true, false
	}
	exact, e := exactly(p)
	if errors.Is(err, svm.ErrNotSeparable) {
		err = svm.ErrUnbounded // so is the dual program of such a machine
	}
	if err != nil || e != nil {
		return false, !errors.Is(err, e)
	}
	return false, !(math.Abs(value-exact) <= max(1e-6*math.Abs(exact), 1e-9)+rounding)
}

// solveAll solves count programs, and for every fourth one a machine by DualQP.
// It says how many of each are refused, how many other answers are wrong, and
// the steps of a program and of a machine in the mean.
func solveAll(count int) string {
	var refused, steps, all [2]int
	wrong := 0
	add := func(kind int, p svm.QP, value, rounding float64, iterations int, err error) {
		r, w := judge(p, value, rounding, err)
		if r {
			refused[kind]++
		}
		if w {
			wrong++
		}
		steps[kind], all[kind] = steps[kind]+iterations, all[kind]+1
	}
	for i := range count {
		r := rand.New(rand.NewSource(int64(i)))
		p := program(r)
		s, err := p.Solve()
		add(0, p, s.Value, 0, s.Iterations, err)
		if i%4 == 0 {
			k, x, y, o := machine(r)
			f, err := svm.DualQP(k, x, y, o)
			c := f.Certificate
			add(1, dual(k, x, y, o), -c.Dual, c.Rounding*c.SumAlpha, f.Iterations, err)
		}
	}
	mean := func(kind int) float64 { return float64(steps[kind]) / float64(all[kind]) }
	return fmt.Sprintf("%d and %d refused, %d wrong, %.1f and %.1f steps", refused[0], refused[1],
		wrong, mean(0), mean(1))
}

// program returns a program of 1 to 6 variables, up to 2 equalities and 6
// inequalities, of which the third is the sum of the first two, and Q = FFᵀ.
// Its numbers are integers from −3 to 3, each times 1, 10, …, or 10⁴. A
// variable is ≥ 0 or free, and half of them have an upper bound.
func program(r *rand.Rand) svm.QP {
	matrix := func(m, n int) *svm.Matrix {
		a := svm.NewMatrix(m, n)
		for i := range a.Data {
			a.Data[i] = float64(r.Intn(7)-3) * math.Pow10(r.Intn(5))
		}
		return a
	}
	n, ineq, eq := 1+r.Intn(6), r.Intn(7), r.Intn(3)
	f := matrix(n, r.Intn(n+1))
	p := svm.QP{Q: f.Mul(f.T()), C: matrix(1, n).Data, A: matrix(ineq, n), B: matrix(1, ineq).Data,
		Aeq: matrix(eq, n), Beq: matrix(1, eq).Data}
	if ineq > 2 {
		for j := range n {
			p.A.Set(2, j, p.A.At(0, j)+p.A.At(1, j))
		}
		p.B[2] = p.B[0] + p.B[1]
	}
	for range n {
		p.Lo = append(p.Lo, []float64{0, -inf}[r.Intn(2)])
		p.Hi = append(p.Hi, []float64{3 * math.Pow10(r.Intn(5)), inf}[r.Intn(2)])
	}
	return p
}

// machine returns 2 to 12 points of 1 to 4 integers from −20 to 20, some of
// them twice, and a C of 1 to 10¹⁰ or ∞. With Linear the points are moved by up
// to 10⁶; else the kernel is (1 + x·z)² or (1 + x·z)³. The dual program is one
// of integers below 2⁵³.
func machine(r *rand.Rand) (k kernel, x []svm.Vector, y []float64, o svm.Options) {
	n, d, move := 2+r.Intn(11), 1+r.Intn(4), math.Pow10(r.Intn(7))
	if k, o.C = (svm.Linear{}), math.Pow10(r.Intn(11)); r.Intn(2) == 0 {
		k, move = svm.Polynomial{Degree: 2 + r.Intn(2), Gamma: 1, R: 1}, 0
	}
	if r.Intn(4) == 0 {
		o.C = inf
	}
	for i := range n {
		p := make(svm.Vector, d)
		for j := range p {
			p[j] = float64(r.Intn(41)-20) + move
		}
		if i > 0 && r.Intn(6) == 0 {
			p = x[r.Intn(i)]
		}
		x, y = append(x, p), append(y, float64(1-i%2*2))
	}
	return k, x, y, o
}

// dual returns the program of a machine: minimise ½αᵀYKYα − Σ αᵢ for yᵀα = 0
// and 0 ≤ αᵢ ≤ C.
func dual(k kernel, x []svm.Vector, y []float64, o svm.Options) svm.QP {
	n := len(x)
	p := svm.QP{Q: svm.NewMatrix(n, n), Aeq: svm.FromRows([][]float64{y}), Beq: []float64{0}}
	for i := range x {
		p.C, p.Lo, p.Hi = append(p.C, -1), append(p.Lo, 0), append(p.Hi, o.C)
		for j := range x {
			p.Q.Set(i, j, y[i]*y[j]*k.Eval(x[i], x[j]))
		}
	}
	return p
}

// exactly solves a program of integers in exact arithmetic. Its lower bounds
// are 0 or none. With multipliers λ, the conditions (kkt) of ½uᵀQu + cᵀu for
// Gu ≤ h and u ≥ 0 are what lemke solves:
//
//	w = Mz + q,  w, z ≥ 0,  wᵀz = 0,     z = (u, λ),  M = (Q Gᵀ; −G 0),  q = (c, h)
//
// Where they hold, uᵀQu = −cᵀu − hᵀλ, so that the value is ½(cᵀu − hᵀλ).
func exactly(p svm.QP) (value float64, err error) {
	var of []int // u enters variable of[u] with this sign: a free variable is u − u′
	var sign, h []float64
	for j, lo := range p.Lo {
		of, sign = append(of, j), append(sign, 1)
		if lo < 0 {
			of, sign = append(of, j), append(sign, -1)
		}
	}
	spread := func(a []float64, times float64) (row []float64) {
		for u, j := range of {
			row = append(row, times*sign[u]*a[j])
		}
		return row
	}
	var g [][]float64
	add := func(a []float64, b, times float64) {
		g, h = append(g, spread(a, times)), append(h, times*b)
	}
	for i, b := range p.B {
		add(p.A.Row(i), b, 1)
	}
	for i, b := range p.Beq { // two inequalities
		add(p.Aeq.Row(i), b, 1)
		add(p.Aeq.Row(i), b, -1)
	}
	for j, b := range p.Hi {
		if e := make([]float64, len(p.Hi)); b < inf {
			e[j] = 1
			add(e, b, 1)
		}
	}
	solve := func(times float64) []big.Rat { // with the objective so many times
		var rows [][]float64
		for u, c := range spread(p.C, times) {
			row := spread(p.Q.Row(of[u]), times*sign[u])
			for _, a := range g {
				row = append(row, a[u])
			}
			rows = append(rows, append(row, c))
		}
		for i, a := range g {
			row := append(make([]float64, len(of)+len(g)), h[i])
			for u, v := range a {
				row[u] = -v
			}
			rows = append(rows, row)
		}
		return lemke(rows)
	}
	z := solve(1)
	if z == nil && solve(0) == nil {
		return 0, svm.ErrInfeasible
	} else if z == nil {
		return 0, svm.ErrUnbounded
	}
	var sum, term big.Rat
	for i, v := range append(spread(p.C, -1), h...) {
		sum.Sub(&sum, term.Mul(&z[i], term.SetFloat64(v/2)))
	}
	value, _ = sum.Float64()
	return value, nil
}

// lemke finds w and z ≥ 0 with w = Mz + q and wᵀz = 0, for rows (M q) of
// integers, and returns z, or nil if there is none: C. Lemke, Bimatrix
// equilibrium points and mathematical programming, 1965.
//
// The tableau w − Mz − z₀ = q has columns w, z, z₀ and q. It begins with z₀ so
// large that all w are ≥ 0, and exchanges variables so that one of each pair
// wᵢ, zᵢ stays 0, until z₀ is 0. Equal ratios are told apart by the columns w,
// so that no tableau comes twice. All numbers are integers, which stay short
// since each exchange divides by the pivot before (E. Bareiss).
func lemke(rows [][]float64) []big.Rat {
	n, out := len(rows), 0
	q := 2*n + 1
	t, base := make([][]big.Int, n), make([]int, n)
	for i, row := range rows {
		t[i], base[i] = make([]big.Int, q+1), i
		t[i][i].SetInt64(1)
		for j, v := range row[:n] {
			t[i][n+j].SetInt64(int64(-v))
		}
		t[i][2*n].SetInt64(-1)
		t[i][q].SetInt64(int64(row[n]))
		if t[i][q].Cmp(&t[out][q]) <= 0 {
			out = i
		}
	}
	z := make([]big.Rat, n)
	if t[out][q].Sign() >= 0 {
		return z
	}
	for j := range t[out] {
		t[out][j].Neg(&t[out][j]) // so that all pivots are positive
	}
	var a, b, f big.Int
	pivot, in := big.NewInt(1), 2*n
	less := func(i, k int) bool { // rows i and k, both divided by their entries of column in
		for at := q; ; at = (at + 1) % (q + 1) { // first q, then the columns w
			if c := a.Mul(&t[i][at], &t[k][in]).Cmp(b.Mul(&t[k][at], &t[i][in])); c != 0 {
				return c < 0
			}
		}
	}
	for left := -1; left != 2*n; in = (left + n) % (2 * n) { // next, the partner of what left
		out = -1
		for i := range t { // at first only the row that was negated has an entry > 0
			if t[i][in].Sign() > 0 && (out < 0 || less(i, out)) {
				out = i
			}
		}
		if out < 0 {
			return nil
		}
		for i, row := range t {
			f.Set(&row[in])
			for j := range row {
				if i != out {
					row[j].Quo(a.Sub(a.Mul(&row[j], &t[out][in]), b.Mul(&f, &t[out][j])), pivot)
				}
			}
		}
		pivot.Set(&t[out][in])
		left, base[out] = base[out], in
	}
	for i, c := range base {
		if c >= n {
			z[c-n].SetFrac(&t[i][q], pivot)
		}
	}
	return z
}
