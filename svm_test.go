// SPDX-License-Identifier: MIT

// svm_test.go holds the theorems: each formula of the package has a test named after its statement, so that
// go test -v reads as a list of them. First the kit that all tests use, then the tests file by file, from the ground up.

package svm

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// # The kit

// near reports |got − want| ≤ tol·max(1, |want|). It is two-sided, and NaN is near nothing.
func near(got, want, tol float64) bool { return math.Abs(got-want) <= tol*math.Max(1, math.Abs(want)) }

// wantNear fails the test unless near(got, want, tol).
func wantNear(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !near(got, want, tol) {
		t.Errorf("%s = %.17g, want %.17g to %.2g", what, got, want, tol)
	}
}

// wantBelow fails the test unless got < limit, as NaN is not.
func wantBelow(t *testing.T, what string, got, limit float64) {
	t.Helper()
	if !(got < limit) {
		t.Errorf("%s = %.3g, want < %.3g", what, got, limit)
	}
}

// wantError fails the test unless err says all of the words.
func wantError(t *testing.T, err error, words ...string) {
	t.Helper()
	for _, w := range append(words, "svm: ") {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("error = %v, want one with %q", err, w)
		}
	}
}

// wantPanic fails the test unless f panics with the message.
func wantPanic(t *testing.T, message string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != message {
			t.Errorf("panic = %v, want %q", got, message)
		}
	}()
	f()
}

// onProcessors runs f with GOMAXPROCS = p.
func onProcessors(p int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(p))
	f()
}

// random returns a source that depends on the seed alone.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// gaussianVector returns n independent standard normal numbers.
func gaussianVector(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

// gaussianMatrix returns an m×n matrix of independent standard normal numbers.
func gaussianMatrix(r *rand.Rand, m, n int) *Matrix {
	return &Matrix{m, n, gaussianVector(r, m*n)}
}

// orthogonalMatrix returns a random n×n matrix with orthonormal rows, by Gram and Schmidt's method, done twice.
func orthogonalMatrix(r *rand.Rand, n int) *Matrix {
	q := gaussianMatrix(r, n, n)
	for i := range n {
		for range 2 {
			for j := range i {
				axpy(-Dot(q.Row(i), q.Row(j)), q.Row(j), q.Row(i))
			}
		}
		norm := Norm(q.Row(i))
		for k := range n {
			q.Row(i)[k] /= norm
		}
	}
	return q
}

// withSpectrum returns a random symmetric matrix with the given eigenvalues, symmetric to the last bit.
func withSpectrum(r *rand.Rand, lambda []float64) *Matrix {
	q := orthogonalMatrix(r, len(lambda))
	return symmetrised(q.T().Mul(diagonal(lambda)).Mul(q))
}

// symmetrised returns (A + Aᵀ)/2.
func symmetrised(a *Matrix) *Matrix {
	s := NewMatrix(a.Rows, a.Cols)
	for i := range a.Rows {
		for j := range a.Cols {
			s.Set(i, j, a.At(i, j)/2+a.At(j, i)/2)
		}
	}
	return s
}

// diagonal returns Diag(d).
func diagonal(d []float64) *Matrix {
	a := NewMatrix(len(d), len(d))
	for i, v := range d {
		a.Set(i, i, v)
	}
	return a
}

// geometric returns n numbers from 1 down to last, each the same multiple of the one before.
func geometric(n int, last float64) []float64 {
	d := make([]float64, n)
	for i := range d {
		d[i] = math.Pow(last, float64(i)/math.Max(1, float64(n-1)))
	}
	return d
}

// scale returns cA.
func scale(a *Matrix, c float64) *Matrix {
	b := FromRows(a.rows())
	for i := range b.Data {
		b.Data[i] *= c
	}
	return b
}

// separable returns n points in ℝᵈ on both sides of the plane ⟨w, x⟩ = 0, ‖w‖ = 1, none closer to it than the margin.
func separable(r *rand.Rand, n, d int, margin float64) (x [][]float64, y, w []float64) {
	w = orthogonalMatrix(r, d).Row(0)
	for i := range n {
		p, label := gaussianVector(r, d), float64(1-i%2*2)
		axpy(label*(margin+r.Float64())-Dot(w, p), w, p) // now ⟨w, p⟩ = label·(margin + something)
		x, y = append(x, p), append(y, label)
	}
	return x, y, w
}

// overlapping returns n points in ℝᵈ from two Gaussian clouds whose centres lie a distance apart.
func overlapping(r *rand.Rand, n, d int, apart float64) (x [][]float64, y []float64) {
	for i := range n {
		p, label := gaussianVector(r, d), float64(1-i%2*2)
		p[0] += label * apart / 2
		x, y = append(x, p), append(y, label)
	}
	return x, y
}

// awkward holds finite numbers that break careless code; notFinite those that every factorisation refuses.
var (
	awkward   = []float64{0, math.Copysign(0, -1), 1, -1, 1 + 2*eps, 1 - eps, 3, 0.1, 1e8, 1e-8, 1e150, -1e-150, 1e300, 1e-300, 5e-324}
	notFinite = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}
)

func TestKitNearIsTwoSidedAndRefusesNaN(t *testing.T) {
	for _, tt := range []struct {
		got, want, tol float64
		near           bool
	}{
		{1, 1, 0, true}, {1.5, 1, 0.5, true}, {0.5, 1, 0.5, true}, {1.6, 1, 0.5, false}, {0.4, 1, 0.5, false},
		{102, 100, 0.02, true}, {103, 100, 0.02, false}, {0.01, 0, 0.01, true}, {-100, 100, 0.5, false},
		{math.NaN(), 1, 1, false}, {1, math.NaN(), 1, false}, {math.NaN(), math.NaN(), 1, false},
		{math.Inf(1), math.MaxFloat64, 1, false}, {1, 1, math.NaN(), false},
	} {
		if got := near(tt.got, tt.want, tt.tol); got != tt.near {
			t.Errorf("near(%g, %g, %g) = %v, want %v", tt.got, tt.want, tt.tol, got, tt.near)
		}
	}
}

func TestKitSeparableDataKeepTheirMargin(t *testing.T) {
	x, y, w := separable(random(1), 50, 4, 0.25)
	for i := range x {
		if v := y[i] * Dot(w, x[i]); !(v > 0.25-1e-14 && v < 1.25+1e-14) { // ⟨w, p⟩ has four terms below 10, so 40ε at most
			t.Errorf("y[%d]⟨w, x[%d]⟩ = %g, want one in [0.25, 1.25]", i, i, v)
		}
	}
}

func TestKitOverlappingDataOverlap(t *testing.T) {
	x, y := overlapping(random(2), 200, 3, 2)
	wrong := 0
	for i := range x {
		if y[i]*x[i][0] < 0 { // Φ(−1) = 16 % lie beyond the middle; ±5 standard deviations of 2.6 %
			wrong++
		}
	}
	if wrong < 6 || wrong > 58 {
		t.Errorf("%d of 200 points on the wrong side, want some 32", wrong)
	}
}

// # linalg.go: vectors and matrices

// The sum has n terms; each product and each addition rounds once, so |fl(a·b) − a·b| ≤ γₙΣ|aₖbₖ|. On integers below 2⁵³
// nothing rounds.
func TestDotIsTheSumOfProducts(t *testing.T) {
	r := random(3)
	for n := range 40 {
		a, b := gaussianVector(r, n), gaussianVector(r, n)
		exact, size := new(big.Rat), 0.0
		for k := range a {
			p := new(big.Rat).Mul(new(big.Rat).SetFloat64(a[k]), new(big.Rat).SetFloat64(b[k]))
			exact.Add(exact, p)
			size += math.Abs(a[k] * b[k])
		}
		want, _ := exact.Float64()
		if got := Dot(a, b); !(math.Abs(got-want) <= gamma(n+1)*size) { // one more for want itself
			t.Errorf("n = %d: Dot = %.17g, want %.17g", n, got, want)
		}
	}
	if got := Dot([]float64{1, 2, 3}, []float64{4, -5, 6}); got != 12 {
		t.Errorf("Dot = %g, want 4 − 10 + 18 = 12", got)
	}
	if got := Dot([]float64{1, 0x1p53, 1}, []float64{1, 1, 1}); got != 0x1p53 { // in order: 1 + 2⁵³ rounds to even, twice
		t.Errorf("Dot = %g, want the sum in order", got)
	}
	wantPanic(t, "svm: Dot of vectors of lengths 2 and 3", func() { Dot(make([]float64, 2), make([]float64, 3)) })
	wantPanic(t, "svm: Dot of vectors of lengths 1 and 0", func() { Dot(make([]float64, 1), nil) })
}

// gamma is γₙ = nε/(1 − nε).
func gamma(n int) float64 { return float64(n) * eps / (1 - float64(n)*eps) }

func TestNormIsTheRootOfTheSumOfSquares(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, tt := range []struct {
		name string
		a    []float64
		want float64
	}{
		{"empty", nil, 0}, {"zero", []float64{0, 0}, 0}, {"3-4-5", []float64{3, -4}, 5},
		{"squares overflow", []float64{3e200, 4e200}, 5e200}, {"squares underflow", []float64{3e-200, 4e-200}, 5e-200},
		{"squares lose digits", []float64{3e-160, 4e-160}, 5e-160}, {"subnormal", []float64{3 * 5e-324, -4 * 5e-324}, 5 * 5e-324},
		{"largest", []float64{math.MaxFloat64}, math.MaxFloat64}, {"negative", []float64{-2e300}, 2e300},
		{"infinite", []float64{1, -inf}, inf}, {"overflow", []float64{math.MaxFloat64, math.MaxFloat64}, inf},
	} {
		if got := Norm(tt.a); got != tt.want && !(math.Abs(got-tt.want) <= 4*eps*tt.want) { // two squares, a sum, a root
			t.Errorf("%s: Norm(%g) = %.17g, want %.17g", tt.name, tt.a, got, tt.want)
		}
	}
	if got := Norm([]float64{1, nan}); !math.IsNaN(got) {
		t.Errorf("Norm of NaN = %g, want NaN", got)
	}
	for n := range 50 { // the sum of n squares and the root: γₙ₊₂, of which the root halves all but its own
		a := gaussianVector(random(4), n)
		wantNear(t, "Norm(cx)/c", Norm(scale(&Matrix{1, n, a}, 0x1p600).Data)*0x1p-600, Norm(a), 2*gamma(n+2)*(1+Norm(a)))
	}
}

func TestMatrixRowsColumnsAndEntries(t *testing.T) {
	a := FromRows([][]float64{{1, 2, 3}, {4, 5, 6}})
	if a.Rows != 2 || a.Cols != 3 || !slices.Equal(a.Data, []float64{1, 2, 3, 4, 5, 6}) {
		t.Errorf("FromRows = %v", a)
	}
	if at := a.T(); at.Rows != 3 || at.Cols != 2 || !slices.Equal(at.Data, []float64{1, 4, 2, 5, 3, 6}) {
		t.Errorf("T = %v", at)
	}
	a.Set(1, 2, 7)
	a.Row(0)[1] = 8
	if a.At(1, 2) != 7 || a.At(0, 1) != 8 || !slices.Equal(a.Data, []float64{1, 8, 3, 4, 5, 7}) {
		t.Errorf("after Set and Row: %v", a)
	}
	if r := append(a.Row(0), 99); a.At(1, 0) != 4 || len(r) != 4 {
		t.Errorf("appending to row 0 wrote into row 1: %v", a)
	}
	rows := [][]float64{{1}, {2}}
	b := FromRows(rows)
	rows[0][0] = 9
	if b.At(0, 0) != 1 {
		t.Errorf("FromRows does not copy")
	}
	for _, empty := range []*Matrix{FromRows(nil), NewMatrix(0, 0), new(Matrix)} {
		if empty.Rows != 0 || empty.Cols != 0 || len(empty.T().Mul(empty).Data) != 0 {
			t.Errorf("empty matrix = %v", empty)
		}
	}
}

func TestShapesThatDoNotFitPanicAndAreNamed(t *testing.T) {
	a := NewMatrix(2, 3)
	for _, tt := range []struct {
		message string
		f       func()
	}{
		{"svm: NewMatrix of shape -1×2", func() { NewMatrix(-1, 2) }},
		{"svm: NewMatrix of shape 2×-1", func() { NewMatrix(2, -1) }},
		{fmt.Sprintf("svm: NewMatrix of shape %d×2", math.MaxInt), func() { NewMatrix(math.MaxInt, 2) }},
		{"svm: FromRows: row 1 has length 1, row 0 has length 2", func() { FromRows([][]float64{{1, 2}, {3}}) }},
		{"svm: FromRows: row 2 has length 1, row 0 has length 0", func() { FromRows([][]float64{{}, {}, {3}}) }},
		{"svm: row 2 of a 2×3 matrix", func() { a.Row(2) }},
		{"svm: row -1 of a 2×3 matrix", func() { a.At(-1, 0) }},
		{"svm: row 0 of a 0×3 matrix", func() { NewMatrix(0, 3).Row(0) }},
		{"svm: Mul of a 2×3 matrix and a 2×3 matrix", func() { a.Mul(a) }},
		{"svm: MulVec of a 2×3 matrix and a vector of length 2", func() { a.MulVec(make([]float64, 2)) }},
		{"svm: Cholesky of a 2×3 matrix, want a square one", func() { a.Cholesky() }},
		{"svm: Eigen of a 3×2 matrix, want a square one", func() { a.T().Eigen() }},
		{"svm: 2×2 matrix with 5 numbers", func() { (&Matrix{2, 2, make([]float64, 5)}).Eigen() }},
		{"svm: 2×2 matrix with 3 numbers", func() { (&Matrix{2, 2, make([]float64, 3, 4)}).SVD() }},
		{"svm: 2×1 matrix with 1 numbers", func() { (&Matrix{2, 1, make([]float64, 1)}).T() }},
		{"svm: -1×0 matrix with 0 numbers", func() { (&Matrix{-1, 0, nil}).MulVec(nil) }},
		{"svm: 0×-1 matrix with 0 numbers", func() { (&Matrix{0, -1, nil}).T() }},
		{fmt.Sprintf("svm: NewMatrix of shape %d×1", math.MaxInt/8+1), func() { NewMatrix(math.MaxInt/8+1, 1) }},
		{"svm: Solve of a 2×2 matrix and a vector of length 3", func() { (&Cholesky{NewMatrix(2, 2)}).Solve(make([]float64, 3)) }},
	} {
		wantPanic(t, tt.message, tt.f)
	}
	for _, f := range []func(){func() { a.At(0, 3) }, func() { a.At(0, -1) }, func() { a.Set(1, 3, 1) }} {
		func() { // the entry after the last of a row is not the first of the next
			defer func() {
				if recover() == nil {
					t.Error("a column out of range does not panic")
				}
			}()
			f()
		}()
	}
}

// slowProduct is the product in three lines, the oracle of dots.
func slowProduct(a, b *Matrix) *Matrix {
	c := NewMatrix(a.Rows, b.Cols)
	for i := range a.Rows {
		for j := range b.Cols {
			for k := range a.Cols {
				c.Data[i*c.Cols+j] += float64(a.At(i, k) * b.At(k, j))
			}
		}
	}
	return c
}

// Each sum runs over k in order on both sides, so the bits agree: in every corner of the blocking, and with infinities.
func TestBlockedProductIsThePlainProductBitForBit(t *testing.T) {
	r := random(5)
	check := func(m, k, n int, special bool) {
		a, b := gaussianMatrix(r, m, k), gaussianMatrix(r, k, n)
		for i := range a.Data {
			if special && i%3 == 0 {
				a.Data[i] = awkward[r.IntN(len(awkward))]
			}
		}
		if special && len(a.Data) > 0 {
			a.Data[0] = math.Inf(1)
		}
		got, want := a.Mul(b), slowProduct(a, b)
		if got.Rows != m || got.Cols != n {
			t.Fatalf("%d×%d times %d×%d is %d×%d", m, k, k, n, got.Rows, got.Cols)
		}
		for i, v := range want.Data {
			if math.Float64bits(got.Data[i]) != math.Float64bits(v) && !(math.IsNaN(v) && math.IsNaN(got.Data[i])) {
				t.Fatalf("%d×%d times %d×%d: entry %d = %v, want %v", m, k, k, n, i, got.Data[i], v)
			}
		}
		if n == 1 && !special && !slices.Equal(a.MulVec(b.Data), want.Data) {
			t.Fatalf("MulVec of a %d×%d matrix = %v, want %v", m, k, a.MulVec(b.Data), want.Data)
		}
	}
	for m := range 9 {
		for n := range 9 {
			for k := range 5 {
				check(m, k, n, false)
				check(m, k, n, true)
			}
		}
	}
	for _, s := range [][3]int{{97, 3, 25}, {96, 7, 24}, {95, 2, 23}, {193, 1, 49}, {1, 5, 121}, {200, 5, 1}, {200, 64, 200}, {300, 700, 1}} {
		check(s[0], s[1], s[2], false)
	}
}

// Prefixes of rows, and destinations with room to spare, as Cholesky uses them: nothing outside is touched.
func TestBlockedProductWritesNothingElse(t *testing.T) {
	r := random(6)
	for n := range 8 {
		a, b := gaussianMatrix(r, 5, 4).rows(), gaussianMatrix(r, n, 4).rows()
		dst := make([][]float64, 6)
		for i := range dst {
			dst[i] = []float64{-7, -7, -7, -7, -7, -7, -7, -7, -7}
		}
		dots(dst, a, b)
		for i := range dst {
			for j, v := range dst[i] {
				if want := -7.0; i < 5 && j < n {
					want = Dot(a[i], b[j])
					if v != want {
						t.Errorf("n = %d: dst[%d][%d] = %g, want %g", n, i, j, v, want)
					}
				} else if v != want {
					t.Errorf("n = %d: dst[%d][%d] was overwritten", n, i, j)
				}
			}
		}
	}
}

// Work is split by results, and each result is summed by one processor in one order.
func TestResultsAreTheSameOnAnyNumberOfProcessors(t *testing.T) {
	r := random(7)
	a := gaussianMatrix(r, 150, 150)
	spd := a.Mul(a.T())
	var first []float64
	for _, p := range []int{1, 2, 3, 8} {
		onProcessors(p, func() {
			c, err1 := spd.Cholesky()
			e, err2 := spd.Eigen()
			s, err3 := FromRows(a.rows()[:40]).SVD()
			if err := errors.Join(err1, err2, err3); err != nil {
				t.Fatal(err)
			}
			all := slices.Concat(a.Mul(a).Data, a.MulVec(a.Row(0)), c.L.Data, e.Values, e.Vectors.Data, s.U.Data, s.S, s.V.Data)
			if first == nil {
				first = all
			}
			if !slices.Equal(first, all) {
				t.Errorf("GOMAXPROCS = %d changes the bits", p)
			}
		})
	}
}

func TestShareCallsEachIndexOnce(t *testing.T) {
	for _, p := range []int{1, 2, 5} {
		for _, n := range []int{0, 1, 2, 7, 100} {
			for _, cost := range []float64{1, 1e9} {
				onProcessors(p, func() {
					calls := make([]int, n)
					share(n, cost, func(i int) { calls[i]++ })
					for i, c := range calls {
						if c != 1 {
							t.Errorf("%d processors, n = %d: f(%d) called %d times", p, n, i, c)
						}
					}
				})
			}
		}
	}
}

// Two calls that wait for each other end only side by side; calls that append to one slice, without a lock, are in order
// only one after the other. The line is at 2²⁰ multiply-adds.
func TestShareForksWhereItPays(t *testing.T) {
	onProcessors(2, func() {
		var meet sync.WaitGroup
		meet.Add(2)
		share(2, 1<<19, func(int) { meet.Done(); meet.Wait() })
		var order []int
		share(4, 1<<18-1, func(i int) { order = append(order, i) })
		if !slices.Equal(order, []int{0, 1, 2, 3}) {
			t.Errorf("small work in the order %v", order)
		}
	})
	onProcessors(1, func() {
		var order []int
		share(3, 1e9, func(i int) { order = append(order, i) })
		if !slices.Equal(order, []int{0, 1, 2}) {
			t.Errorf("one processor works in the order %v", order)
		}
	})
}

func TestShareStopsAfterAPanic(t *testing.T) {
	const n = 1 << 22
	var calls atomic.Int64
	onProcessors(2, func() {
		wantPanic(t, "enough", func() {
			share(n, 1e9, func(int) {
				if calls.Add(1) == 1 {
					panic("enough")
				}
			})
		})
	})
	if calls.Load() == n {
		t.Error("all calls were made, though the first panicked")
	}
}

func TestSharePassesOnThePanicOfTheLowestIndex(t *testing.T) {
	for _, p := range []int{1, 2, 4} {
		for range 50 {
			onProcessors(p, func() {
				wantPanic(t, "call 3", func() {
					share(64, 1e9, func(i int) {
						if i >= 3 {
							panic(fmt.Sprint("call ", i))
						}
					})
				})
			})
		}
	}
}

// # linalg.go: the zoo
//
// Matrices that are hard for somebody, as functions of their size.

// hilbert is hᵢⱼ = 1/(i + j + 1): positive definite, its condition number growing like e^3.5n.
func hilbert(n int) *Matrix {
	a := NewMatrix(n, n)
	for k := range a.Data {
		a.Data[k] = 1 / float64(k/n+k%n+1)
	}
	return a
}

// tridiagonalMatrix has the diagonal d and the corners e.
func tridiagonalMatrix(d, e []float64) *Matrix {
	a := diagonal(d)
	for i, v := range e {
		a.Set(i, i+1, v)
		a.Set(i+1, i, v)
	}
	return a
}

// wilkinsonMatrix is W⁺: diagonal |i − (n−1)/2|, corners 1. Its eigenvalues come in pairs that agree to many digits.
func wilkinsonMatrix(n int) *Matrix {
	d, e := make([]float64, n), make([]float64, max(n-1, 0))
	for i := range d {
		d[i] = math.Abs(float64(i) - float64(n-1)/2)
	}
	for i := range e {
		e[i] = 1
	}
	return tridiagonalMatrix(d, e)
}

// kahan is the upper triangular matrix with rows sⁱ(0, …, 0, 1, −c, …, −c): no small pivot shows how singular it is.
func kahan(n int) *Matrix {
	a := NewMatrix(n, n)
	c, s := math.Sincos(1.2)
	c, s = s, c // cos and sin of an angle of 0.37
	for i := range n {
		for j := i; j < n; j++ {
			a.Set(i, j, -c*math.Pow(s, float64(i)))
		}
		a.Set(i, i, math.Pow(s, float64(i)))
	}
	return a
}

// lauchli is a row of ones on top of μI. Its singular values are √(n + μ²) and n − 1 times μ; its Gram matrix rounds to
// singular once μ² < ε.
func lauchli(n int, mu float64) *Matrix {
	a := NewMatrix(n+1, n)
	for j := range n {
		a.Set(0, j, 1)
		a.Set(j+1, j, mu)
	}
	return a
}

// repeat returns n numbers, the first share of them the first value, and so on.
func repeat(n int, values ...float64) []float64 {
	d := make([]float64, n)
	for i := range d {
		d[i] = values[i*len(values)/n]
	}
	return d
}

// between returns DAD.
func between(d []float64, a *Matrix) *Matrix { return diagonal(d).Mul(a).Mul(diagonal(d)) }

var zooSizes = []int{0, 1, 2, 3, 5, 10, 50, 200}

// generalZoo returns n×n matrices and some that are longer or wider.
func generalZoo(n int) map[string]*Matrix {
	r := random(uint64(n))
	return map[string]*Matrix{
		"random":       gaussianMatrix(r, n, n),
		"tall":         gaussianMatrix(r, n+5, n),
		"wide":         gaussianMatrix(r, n, n+7),
		"zero":         NewMatrix(n, n),
		"ones":         scale(lauchli(n, 0), 1),
		"orthogonal":   orthogonalMatrix(r, n),
		"Hilbert":      hilbert(n),
		"Wilkinson":    wilkinsonMatrix(n),
		"Kahan":        kahan(n),
		"Läuchli":      lauchli(n, 1e-9),
		"rank 2":       gaussianMatrix(r, n, 2).Mul(gaussianMatrix(r, 2, n)),
		"repeated":     orthogonalMatrix(r, n).Mul(diagonal(repeat(n, 3, 1, 0))),
		"graded":       between(geometric(n, 1e-12), gaussianMatrix(r, n, n)),
		"graded up":    diagonal(geometric(n, 1e12)).Mul(gaussianMatrix(r, n, n)),
		"huge":         scale(gaussianMatrix(r, n, n), 1e150),
		"minute":       scale(gaussianMatrix(r, n, n), 1e-150),
		"huge rank 2":  scale(gaussianMatrix(r, n, 2).Mul(gaussianMatrix(r, 2, n)), 1e150),
		"minute tall":  scale(gaussianMatrix(r, n+1, n), 1e-150),
		"nearly equal": symmetrised(between(repeat(n, 1, 1+1e-14), orthogonalMatrix(r, n))),
	}
}

// symmetricZoo returns symmetric n×n matrices.
func symmetricZoo(n int) map[string]*Matrix {
	zoo := map[string]*Matrix{}
	for name, a := range generalZoo(n) {
		zoo["Gram of "+name] = a.T().Mul(a)
		if a.Rows == a.Cols {
			zoo["sym of "+name] = symmetrised(a)
		}
	}
	r := random(uint64(n) + 1000)
	delete(zoo, "Gram of huge") // 1e300 would be all right, but not its own square in the residual
	delete(zoo, "Gram of minute")
	delete(zoo, "Gram of huge rank 2")
	delete(zoo, "Gram of minute tall")
	zoo["clusters"] = withSpectrum(r, repeat(n, 1, 1+1e-13, -1))
	zoo["definite"] = withSpectrum(r, geometric(n, 1e-3))
	return zoo
}

// positiveZoo returns symmetric positive definite n×n matrices, none closer to singular than Cholesky can bear.
func positiveZoo(n int) map[string]*Matrix {
	r := random(uint64(n) + 2000)
	zoo := map[string]*Matrix{
		"identity":        diagonal(repeat(n, 1)),
		"good":            withSpectrum(r, geometric(n, 0.1)),
		"condition 1e8":   withSpectrum(r, geometric(n, 1e-8)),
		"repeated":        withSpectrum(r, repeat(n, 5, 1, 0.01)),
		"graded":          between(geometric(n, 1e-30), withSpectrum(r, geometric(n, 0.1))),
		"graded up":       between(geometric(n, 1e30), withSpectrum(r, geometric(n, 0.1))),
		"huge":            scale(withSpectrum(r, geometric(n, 1e-6)), 1e150),
		"minute":          scale(withSpectrum(r, geometric(n, 1e-6)), 1e-150),
		"Gram of Läuchli": lauchli(n, 1e-3).T().Mul(lauchli(n, 1e-3)),
	}
	if n <= 10 {
		zoo["Hilbert"] = hilbert(n)
	}
	return zoo
}

// forZoo runs f on every matrix of the zoo of every size up to the limit, in the order of the names.
func forZoo(t *testing.T, zoo func(n int) map[string]*Matrix, limit int, f func(t *testing.T, a *Matrix)) {
	for _, n := range zooSizes {
		if n > limit {
			continue
		}
		animals := zoo(n)
		names := make([]string, 0, len(animals))
		for name := range animals {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			t.Run(fmt.Sprintf("%s n=%d", name, n), func(t *testing.T) {
				t.Parallel()
				f(t, animals[name])
			})
		}
	}
}

// residual returns ‖A − B‖/(nε‖A‖), the ratio in which LAPACK's own tests measure a factorisation, n the larger side.
func residual(a, b *Matrix) float64 {
	d := NewMatrix(a.Rows, a.Cols)
	for k := range d.Data {
		d.Data[k] = a.Data[k] - b.Data[k]
	}
	if Norm(d.Data) == 0 {
		return 0
	}
	return Norm(d.Data) / (float64(max(a.Rows, a.Cols)) * eps * Norm(a.Data))
}

// skewness returns ‖QᵀQ − I‖/(nε), 0 for no columns: how far from orthonormal the columns are.
func skewness(q *Matrix) float64 {
	g := q.T().Mul(q)
	for i := range g.Rows {
		g.Data[i*g.Cols+i]--
	}
	if len(g.Data) == 0 {
		return 0
	}
	return Norm(g.Data) / (float64(q.Rows) * eps)
}

// # linalg.go: Cholesky

func TestCholeskyIsLTimesLTransposed(t *testing.T) {
	forZoo(t, positiveZoo, 200, func(t *testing.T, a *Matrix) {
		c, err := a.Cholesky()
		if err != nil {
			t.Fatal(err)
		}
		for i := range a.Rows {
			for j, v := range c.L.Row(i) {
				if j > i && v != 0 || j == i && !(v > 0) {
					t.Fatalf("L[%d][%d] = %g", i, j, v)
				}
			}
		}
		wantBelow(t, "‖A − LLᵀ‖/(nε‖A‖)", residual(a, c.L.Mul(c.L.T())), 10)
		if n := float64(a.Rows); n > 0 {
			b := gaussianVector(random(8), a.Rows)
			x := c.Solve(b)
			rest := a.MulVec(x)
			axpy(-1, b, rest)
			wantBelow(t, "‖Ax − b‖/(nε‖A‖‖x‖)", Norm(rest)/(n*eps*Norm(a.Data)*Norm(x)), 10)
		}
	})
}

// L = (2 0 0; 1 3 0; −1 2 1) gives A and, with x = (1, −2, 3), b; all are small integers, and so is each step.
func TestCholeskyOfIntegersIsExact(t *testing.T) {
	l := FromRows([][]float64{{2, 0, 0}, {1, 3, 0}, {-1, 2, 1}})
	a := l.Mul(l.T())
	before := slices.Clone(a.Data)
	c, err := a.Cholesky()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.L.Data, l.Data) {
		t.Errorf("L = %v, want %v", c.L.Data, l.Data)
	}
	want := []float64{1, -2, 3}
	b := a.MulVec(want)
	if got := c.Solve(b); !slices.Equal(got, want) || !slices.Equal(b, a.MulVec(want)) || !slices.Equal(a.Data, before) {
		t.Errorf("Solve = %v, want %v, and A and b as before", got, want)
	}
}

// The entries of L, one after the other and each from one long sum, as the formulas (pivot) and (column) stand.
func TestBlockedCholeskyIsThePlainOne(t *testing.T) {
	for _, n := range []int{1, 2, 23, 24, 25, 48, 49, 97, 130} {
		a := withSpectrum(random(uint64(n)), geometric(n, 1e-2))
		c, err := a.Cholesky()
		if err != nil {
			t.Fatal(err)
		}
		l := NewMatrix(n, n)
		for j := range n {
			for i := j; i < n; i++ {
				s := a.At(i, j) - Dot(l.Row(i)[:j], l.Row(j)[:j])
				if l.Set(i, j, s/l.At(j, j)); i == j {
					l.Set(j, j, math.Sqrt(s))
				}
			}
		}
		wantBelow(t, "‖L − L′‖/(nε‖L‖)", residual(l, c.L), 100) // two factors of A agree to its condition number times ε
	}
}

// xᵀAx < 0 for some x exactly when a pivot is ≤ 0. Here the pivot is exact: with rows (1, 1) and (1, 1 + δ) it is δ,
// and the line is at nε(1 + δ) = 2⁻⁵²(1 + δ).
func TestCholeskyRefusesAMatrixThatIsNotSafelyPositiveDefinite(t *testing.T) {
	block := diagonal(repeat(50, 1))
	block.Set(37, 37, -2)
	for _, tt := range []struct {
		name  string
		a     *Matrix
		words string
	}{
		{"negative", FromRows([][]float64{{-1}}), "pivot 0 is -1, want > -1.1102230246251565e-16"},
		{"zero", FromRows([][]float64{{0}}), "pivot 0 is 0, want > 0"},
		{"indefinite", FromRows([][]float64{{1, 2}, {2, 1}}), "pivot 1 is -3"},
		{"singular", FromRows([][]float64{{1, 1}, {1, 1}}), "pivot 1 is 0, want > 2.220446049250313e-16"},
		{"pivot nε·a", FromRows([][]float64{{1, 1}, {1, 1 + 0x1p-52}}), "pivot 1 is 2.220446049250313e-16"},
		{"saddle", FromRows([][]float64{{0, 1}, {1, 0}}), "pivot 0 is 0"},
		{"late", block, "pivot 37 is -2"},
		{"rank 3", gaussianMatrix(random(9), 60, 3).Mul(gaussianMatrix(random(9), 60, 3).T()), "pivot 3 is"},
		{"negated", scale(withSpectrum(random(9), geometric(30, 0.1)), -1), "pivot 0 is -"},
		{"Hilbert", hilbert(20), "pivot 1"},
		{"Läuchli", lauchli(5, 1e-9).T().Mul(lauchli(5, 1e-9)), "pivot 1 is 0"},
		{"overflow", FromRows([][]float64{{1e-300, 1e300}, {1e300, 1}}), "pivot 1 is -Inf"},
		{"overflow to NaN", FromRows([][]float64{{1e-300, 1e300, 1e300}, {1e300, 1e308, 1}, {1e300, 1, 1}}), "pivot 1 is"},
	} {
		_, err := tt.a.Cholesky()
		if !errors.Is(err, ErrNotPositiveDefinite) {
			t.Errorf("%s: error = %v, want ErrNotPositiveDefinite", tt.name, err)
		}
		wantError(t, err, tt.words)
	}
	for _, a := range []*Matrix{FromRows([][]float64{{5e-324}}), FromRows([][]float64{{1, 1}, {1, 1 + 0x1p-51}})} {
		if _, err := a.Cholesky(); err != nil {
			t.Errorf("Cholesky of %v: %v", a.Data, err)
		}
	}
}

func TestFactorisationsRefuseNaNAndInfByName(t *testing.T) {
	for _, v := range notFinite {
		for k := range 9 {
			a := diagonal([]float64{1, 2, 3})
			a.Data[k] = v
			name := fmt.Sprintf("A[%d][%d] = %g, want a finite number", k/3, k%3, v)
			_, err := a.Cholesky()
			wantError(t, err, name)
			_, err = a.Eigen()
			wantError(t, err, name)
			_, err = a.SVD()
			wantError(t, err, name)
			_, err = FromRows(a.rows()[:k/3+1]).SVD() // wide, so transposed on the way
			wantError(t, err, name)
		}
	}
}

// By (asymmetry): what rounding makes of VΛVᵀ passes, any more is named.
func TestFactorisationsRefuseAnAsymmetricMatrixByName(t *testing.T) {
	for _, n := range []int{2, 3, 33, 70} {
		q := orthogonalMatrix(random(uint64(n)), n)
		a := q.T().Mul(diagonal(geometric(n, 0.01))).Mul(q)
		if _, err := a.Cholesky(); err != nil {
			t.Errorf("n = %d: Cholesky of VΛVᵀ: %v", n, err)
		}
		if _, err := a.Eigen(); err != nil {
			t.Errorf("n = %d: Eigen of VΛVᵀ: %v", n, err)
		}
		s := symmetrised(a)
		for _, at := range [][2]int{{0, 1}, {n - 1, 0}, {n - 1, n - 2}, {n / 2, n/2 - 1}, {n - 2, n - 1}} {
			b := FromRows(s.rows())
			i, j := max(at[0], at[1]), min(at[0], at[1])
			borne := 2 * float64(n+1) * eps * Norm(s.Data)
			b.Set(at[0], at[1], s.At(at[0], at[1])+0.9*borne)
			if _, err := b.Eigen(); err != nil {
				t.Errorf("n = %d: 0.9 of what is borne: %v", n, err)
			}
			b.Set(at[0], at[1], s.At(at[0], at[1])+1.1*borne)
			words := fmt.Sprintf("svm: A[%d][%d] = %g, A[%d][%d] = %g, want a symmetric matrix", i, j, b.At(i, j), j, i, b.At(j, i))
			_, err := b.Cholesky()
			wantError(t, err, words)
			_, err = b.Eigen()
			wantError(t, err, words)
		}
	}
	big := FromRows([][]float64{{math.MaxFloat64, 1e308}, {-1e308, math.MaxFloat64}})
	_, err := big.Eigen() // ‖A‖ and the difference overflow
	wantError(t, err, "A[1][0] = -1e+308, A[0][1] = 1e+308")
}

// Of a matrix that is symmetric but for rounding, Eigen takes (A + Aᵀ)/2, bit for bit.
func TestEigenTakesTheSymmetricPart(t *testing.T) {
	r := random(20)
	for _, n := range []int{2, 3, 10, 40} {
		a := withSpectrum(r, repeat(n, 1, 0.5, 0))
		for i := range a.Data {
			a.Data[i] += (r.Float64() - 0.5) * 2 * float64(n+1) * eps * Norm(a.Data)
		}
		got, err1 := a.Eigen()
		want, err2 := symmetrised(a).Eigen()
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Values, want.Values) || !slices.Equal(got.Vectors.Data, want.Vectors.Data) {
			t.Errorf("n = %d: Eigen(A) has values %g, Eigen((A + Aᵀ)/2) has %g", n, got.Values, want.Values)
		}
		if values, err := a.eigenvalues(); err != nil || !slices.Equal(values, want.Values) {
			t.Errorf("n = %d: eigenvalues = %g, %v, want %g", n, values, err, want.Values)
		}
	}
}

// # linalg.go: symmetric eigenvalues

// Hx = (β, 0, …, 0) with |β| = ‖x‖, β and x₀ of opposite signs; what lies before x is left alone.
func TestReflectorMapsItsVectorOntoTheAxis(t *testing.T) {
	r := random(10)
	for n := 1; n < 9; n++ {
		for _, size := range []float64{1, 1e-200, 1e200} {
			for _, sign := range []float64{1, -1} {
				x := scale(gaussianMatrix(r, 1, n), size).Data
				x[0] = sign * math.Abs(x[0])
				y := append([]float64{5}, x...) // one coordinate before is left alone
				norm := Norm(x)
				h, beta := householder(slices.Clone(x))
				h.apply(y)
				if n == 1 && beta != x[0] || n > 1 && beta*x[0] > 0 {
					t.Errorf("β = %g for x₀ = %g: no cancellation wants opposite signs", beta, x[0])
				}
				wantNear(t, "|β|/‖x‖", math.Abs(beta)/norm, 1, 8*eps)
				wantNear(t, "Hx₀/‖x‖", y[1]/norm, beta/norm, 16*eps*float64(n))
				for _, v := range y[2:] {
					wantNear(t, "(Hx)ᵢ/‖x‖", v/norm, 0, 16*eps*float64(n))
				}
				if y[0] != 5 || h.v[0] != 1 {
					t.Errorf("y₀ = %g, v₀ = %g", y[0], h.v[0])
				}
			}
		}
	}
	for _, x := range [][]float64{{0}, {3}, {0, 0}, {-2, 0, 0}, {1, 1e-320}} { // on the axis: H = I
		x0 := x[0]
		if h, beta := householder(x); h.tau != 0 || beta != x0 {
			t.Errorf("x = %g on the axis: τ = %g, β = %g", x, h.tau, beta)
		}
	}
}

// T = QᵀAQ is tridiagonal and Q is orthogonal.
func TestTridiagonalIsSimilarToTheMatrix(t *testing.T) {
	for n := 1; n < 12; n++ {
		a := withSpectrum(random(uint64(n)), repeat(n, 3, -1, 0.5))
		d, e, h := tridiagonal(FromRows(a.rows()).rows())
		q := diagonal(repeat(n, 1)).rows()
		for i := range q {
			applyAll(h, q[i])
		}
		qt := FromRows(q)
		wantBelow(t, "‖QᵀQ − I‖/(nε)", skewness(qt.T()), 20)
		wantBelow(t, "‖A − QTQᵀ‖/(nε‖A‖)", residual(a, qt.T().Mul(tridiagonalMatrix(d, e)).Mul(qt)), 20)
	}
}

// One step of the QR iteration is T ← RQ + μI = QᵀTQ: checked against the product with its own rotations, and the last
// corner falls.
func TestQRStepIsASimilarityAndShrinksTheLastCorner(t *testing.T) {
	r := random(11)
	for n := 2; n < 9; n++ {
		d, e := gaussianVector(r, n), gaussianVector(r, n-1)
		a := tridiagonalMatrix(d, e)
		q := diagonal(repeat((n+3)/4*4, 1))
		corner := math.Abs(e[n-2])
		for step := 0; step < 4; step++ {
			turnRows(q.rows(), []sweep{{0, qrStep(d, e)}})
		}
		qn := NewMatrix(n, n)
		for i := range n {
			copy(qn.Row(i), q.Row(i))
		}
		wantBelow(t, "‖QᵀQ − I‖/(nε)", skewness(qn), 20)
		wantBelow(t, "‖A − QTQᵀ‖/(nε‖A‖)", residual(a, qn.Mul(tridiagonalMatrix(d, e)).Mul(qn.T())), 40)
		if !(math.Abs(e[n-2]) < 1e-3*corner) {
			t.Errorf("n = %d: after four steps the last corner went from %g to %g", n, corner, e[n-2])
		}
	}
}

// The shift is an eigenvalue of the last block: (d₀ − μ)(d₁ − μ) = c², and the one closer to d₁.
func TestWilkinsonShiftIsTheCloserEigenvalueOfTheLastBlock(t *testing.T) {
	for _, tt := range []struct{ d0, d1, c float64 }{{3, 1, 1}, {1, 3, 1}, {2, 2, 1}, {0, 0, -1}, {1, -1, 1e-9}, {5, 4, 100}} {
		mu := wilkinson([]float64{77, tt.d0, tt.d1}, []float64{88, tt.c})
		size := tt.d0*tt.d0 + tt.d1*tt.d1 + tt.c*tt.c
		wantNear(t, "(d₀ − μ)(d₁ − μ) − c²", (tt.d0-mu)*(tt.d1-mu)-tt.c*tt.c, 0, 32*eps*math.Max(1, size))
		if math.Abs(mu-tt.d1) > math.Abs(mu-tt.d0)+1e-12*size {
			t.Errorf("%v: μ = %g is closer to d₀", tt, mu)
		}
	}
}

func TestEigenDecomposesEverySymmetricMatrix(t *testing.T) {
	forZoo(t, symmetricZoo, 200, func(t *testing.T, a *Matrix) {
		before := slices.Clone(a.Data)
		e, err := a.Eigen()
		if err != nil {
			t.Fatal(err)
		}
		v := e.Vectors
		if len(e.Values) != a.Rows || v.Rows != a.Rows || v.Cols != a.Rows || !slices.Equal(a.Data, before) {
			t.Fatalf("%d values, %d×%d vectors, or A changed", len(e.Values), v.Rows, v.Cols)
		}
		if !slices.IsSortedFunc(e.Values, func(x, y float64) int { return int(math.Copysign(1, y-x)) }) {
			t.Errorf("values are not descending: %g", e.Values)
		}
		wantBelow(t, "‖A − VΛVᵀ‖/(nε‖A‖)", residual(a, v.Mul(diagonal(e.Values)).Mul(v.T())), 20)
		wantBelow(t, "‖VᵀV − I‖/(nε)", skewness(v), 20)
	})
}

// The determinant of T − xI by its leading blocks, pᵢ₊₁ = (dᵢ − x)pᵢ − eᵢ₋₁²pᵢ₋₁, as the signs of the quotients, which
// count the eigenvalues below x (Sturm). Bisection in 200 bits gives the eigenvalues to any digits.
func sturmEigenvalue(d, e []float64, k int) float64 {
	below := func(x *big.Float) (count int) {
		q := new(big.Float)
		for i := range d {
			p := new(big.Float).SetPrec(200).SetFloat64(d[i])
			p.Sub(p, x)
			if i > 0 {
				if q.Sign() == 0 {
					q.SetFloat64(1e-50)
				}
				c := new(big.Float).SetPrec(200).SetFloat64(e[i-1])
				p.Sub(p, c.Mul(c, c).Quo(c, q))
			}
			if q = p; q.Sign() < 0 {
				count++
			}
		}
		return count
	}
	lo, hi := new(big.Float).SetPrec(200).SetFloat64(-64), new(big.Float).SetPrec(200).SetFloat64(64)
	for range 120 {
		mid := new(big.Float).SetPrec(200).Add(lo, hi)
		if mid.Quo(mid, big.NewFloat(2)); below(mid) > k {
			hi = mid
		} else {
			lo = mid
		}
	}
	v, _ := lo.Float64()
	return v
}

// An eigenvalue of a symmetric matrix moves by no more than the matrix (Weyl), so some nε‖A‖₂ is what can be asked.
func TestEigenvaluesOfKnownMatricesToTheLastDigits(t *testing.T) {
	check := func(name string, a *Matrix, want func(k int) float64) {
		e, err := a.Eigen()
		if err != nil {
			t.Fatal(err)
		}
		norm := math.Max(math.Abs(e.Values[0]), math.Abs(e.Values[a.Rows-1]))
		for k, v := range e.Values {
			if w := want(k); !(math.Abs(v-w) <= 2*math.Sqrt(float64(a.Rows))*8*eps*norm) {
				t.Errorf("%s: eigenvalue %d = %.17g, want %.17g", name, k, v, w)
			}
		}
	}
	for _, n := range []int{1, 2, 3, 10, 50, 200} {
		d, e := repeat(n, 2), scale(&Matrix{1, n - 1, repeat(n-1, 1)}, -1).Data
		check("second difference", tridiagonalMatrix(d, e), func(k int) float64 { // sin((j+1)kπ/(n+1)) are its vectors
			return 2 + 2*math.Cos(float64(k+1)*math.Pi/float64(n+1))
		})
		check("ones", slowProduct(&Matrix{n, 1, repeat(n, 1)}, &Matrix{1, n, repeat(n, 1)}), func(k int) float64 {
			return float64(n) * math.Max(0, 1-float64(k))
		})
	}
	w := wilkinsonMatrix(21)
	d, e := make([]float64, 21), repeat(20, 1)
	for i := range d {
		d[i] = w.At(i, i)
	}
	check("Wilkinson", w, func(k int) float64 { return sturmEigenvalue(d, e, 20-k) })
	check("angle", FromRows([][]float64{{2, 1}, {1, 2}}), func(k int) float64 { return 3 - 2*float64(k) })
	check("diagonal", diagonal([]float64{-1, 4, 0, 2.5}), func(k int) float64 { return []float64{4, 2.5, 0, -1}[k] })
}

// Of a diagonal matrix, and of one split into blocks, the vectors are unit vectors.
func TestEigenvectorsBelongToTheirEigenvalues(t *testing.T) {
	e, err := diagonal([]float64{-1, 4, 0, 2.5}).Eigen()
	if err != nil {
		t.Fatal(err)
	}
	for j, i := range []int{1, 3, 2, 0} {
		if math.Abs(e.Vectors.At(i, j)) != 1 {
			t.Errorf("vector %d = %g, want ±e%d", j, e.Vectors.T().Row(j), i)
		}
	}
	a := withSpectrum(random(12), []float64{5, 3, 3, 1, -2})
	e, err = a.Eigen()
	if err != nil {
		t.Fatal(err)
	}
	for j, lambda := range e.Values {
		v := e.Vectors.T().Row(j)
		av := a.MulVec(v)
		axpy(-lambda, v, av)
		wantNear(t, "‖Av − λv‖", Norm(av), 0, 100*eps*5)
	}
}

func TestIterationsPastTheirCapAreErrNotConverged(t *testing.T) {
	for steps := range 3 {
		d, e := repeat(6, 1, 2, 3, 4, 5, 6), repeat(5, 1)
		err := diagonalise(d, e, NewMatrix(8, 6).rows(), steps)
		if !errors.Is(err, ErrNotConverged) {
			t.Errorf("%d steps: %v, want ErrNotConverged", steps, err)
		}
		wantError(t, err, "Eigen: corner 4 is still")
	}
	if err := diagonalise(repeat(6, 1, 2, 3, 4, 5, 6), repeat(5, 1), NewMatrix(8, 6).rows(), 20); err != nil {
		t.Errorf("20 steps: %v", err)
	}
	for sweeps := range 3 {
		r := gaussianMatrix(random(13), 6, 6).rows()
		err := orthogonalise(r, diagonal(repeat(6, 1)).rows(), sweeps)
		if !errors.Is(err, ErrNotConverged) {
			t.Errorf("%d sweeps: %v, want ErrNotConverged", sweeps, err)
		}
		wantError(t, err, "SVD: rows are not yet orthogonal")
	}
}

// K = VΛVᵀ = (Λ½Vᵀ)ᵀ(Λ½Vᵀ) = ZᵀZ: the coordinates of the data read off from their Gram matrix (lecture H, row H15), also
// where K is singular.
func TestGramMatrixFactorsIntoCoordinates(t *testing.T) {
	for _, rank := range []int{1, 3, 8} {
		x := gaussianMatrix(random(14), 8, rank)
		k := x.Mul(x.T())
		e, err := k.Eigen()
		if err != nil {
			t.Fatal(err)
		}
		z := e.Vectors.T()
		for i, lambda := range e.Values {
			z.scaleRow(i, math.Sqrt(math.Max(0, lambda)))
		}
		wantBelow(t, "‖K − ZᵀZ‖/(nε‖K‖)", residual(k, z.T().Mul(z)), 20)
	}
}

// scaleRow multiplies row i by c.
func (a *Matrix) scaleRow(i int, c float64) {
	for j := range a.Row(i) {
		a.Row(i)[j] *= c
	}
}

// Two ways to A⁻¹b: LLᵀx = b, and x = VΛ⁻¹Vᵀb. They agree to the condition number times ε.
func TestCholeskySolveAgreesWithTheEigenSolve(t *testing.T) {
	for _, n := range []int{1, 2, 5, 30, 100} {
		for _, smallest := range []float64{0.5, 1e-3, 1e-7} {
			a, b := withSpectrum(random(uint64(n)), geometric(n, smallest)), gaussianVector(random(15), n)
			c, err := a.Cholesky()
			if err != nil {
				t.Fatal(err)
			}
			e, err := a.Eigen()
			if err != nil {
				t.Fatal(err)
			}
			vb := e.Vectors.T().MulVec(b)
			for i := range vb {
				vb[i] /= e.Values[i]
			}
			x := e.Vectors.MulVec(vb)
			diff := c.Solve(b)
			axpy(-1, x, diff)
			wantBelow(t, "‖x − x′‖/‖x‖", Norm(diff)/Norm(x), 20*float64(n)*eps*e.Values[0]/e.Values[n-1])
		}
	}
}

// # linalg.go: singular values

func TestSVDDecomposesEveryMatrix(t *testing.T) {
	forZoo(t, generalZoo, 200, func(t *testing.T, a *Matrix) {
		before := slices.Clone(a.Data)
		s, err := a.SVD()
		if err != nil {
			t.Fatal(err)
		}
		k := min(a.Rows, a.Cols)
		if s.U.Rows != a.Rows || s.U.Cols != k || len(s.S) != k || s.V.Rows != a.Cols || s.V.Cols != k || !slices.Equal(a.Data, before) {
			t.Fatalf("U %d×%d, %d values, V %d×%d, or A changed", s.U.Rows, s.U.Cols, len(s.S), s.V.Rows, s.V.Cols)
		}
		for i, v := range s.S {
			if !(v >= 0) || i > 0 && v > s.S[i-1] {
				t.Fatalf("values are not descending and ≥ 0: %g", s.S)
			}
		}
		wantBelow(t, "‖A − USVᵀ‖/(nε‖A‖)", residual(a, s.U.Mul(diagonal(s.S)).Mul(s.V.T())), 20)
		wantBelow(t, "‖UᵀU − I‖/(nε)", skewness(s.U), 20)
		wantBelow(t, "‖VᵀV − I‖/(nε)", skewness(s.V), 20)
	})
}

// XXᵀ = US²Uᵀ and XᵀX = VS²Vᵀ, so both have the eigenvalues S², and zeros.
func TestBothGramMatricesShareTheSquaredSingularValues(t *testing.T) {
	for _, shape := range [][2]int{{1, 1}, {4, 4}, {7, 3}, {3, 7}, {40, 25}, {1, 9}} {
		x := gaussianMatrix(random(16), shape[0], shape[1])
		s, err := x.SVD()
		if err != nil {
			t.Fatal(err)
		}
		squares := make([]float64, len(s.S))
		for i, v := range s.S {
			squares[i] = v * v
		}
		outer, inner := x.Mul(x.T()), x.T().Mul(x)
		wantBelow(t, "‖XXᵀ − US²Uᵀ‖", residual(outer, s.U.Mul(diagonal(squares)).Mul(s.U.T())), 20)
		wantBelow(t, "‖XᵀX − VS²Vᵀ‖", residual(inner, s.V.Mul(diagonal(squares)).Mul(s.V.T())), 20)
		for _, g := range []*Matrix{outer, inner} {
			e, err := g.Eigen()
			if err != nil {
				t.Fatal(err)
			}
			for i, lambda := range e.Values {
				want := 0.0
				if i < len(squares) {
					want = squares[i]
				}
				if !(math.Abs(lambda-want) <= 20*float64(g.Rows)*eps*squares[0]) {
					t.Errorf("%v: λ%d = %.17g, σ² = %.17g", shape, i, lambda, want)
				}
			}
		}
	}
}

// Läuchli's singular values are √(n + μ²) and μ; the Gram matrix would know nothing of μ = 1e-9.
func TestSmallSingularValuesOfLauchliAreExact(t *testing.T) {
	for _, n := range []int{2, 5, 20} {
		for _, mu := range []float64{1, 1e-3, 1e-9, 1e-100} {
			s, err := lauchli(n, mu).SVD()
			if err != nil {
				t.Fatal(err)
			}
			wantNear(t, "σ₁/√(n + μ²)", s.S[0]/math.Sqrt(float64(n)+mu*mu), 1, 4*float64(n)*eps)
			for _, v := range s.S[1:] {
				wantNear(t, "σ/μ", v/mu, 1, 4*float64(n)*eps)
			}
		}
	}
}

// bigSingularValues is the oracle: Jacobi's rotations of the rows, in 600 bits, until the cosines are below 2⁻²⁰⁰.
func bigSingularValues(a *Matrix) []float64 {
	newFloat := func(v float64) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(v) }
	rows := make([][]*big.Float, a.Rows)
	for i := range rows {
		for _, v := range a.Row(i) {
			rows[i] = append(rows[i], newFloat(v))
		}
	}
	mul := func(x, y *big.Float) *big.Float { return newFloat(0).Mul(x, y) }
	inner := func(x, y []*big.Float) *big.Float {
		s := newFloat(0)
		for k := range x {
			s.Add(s, mul(x[k], y[k]))
		}
		return s
	}
	for turned := true; turned; {
		turned = false
		for i := range rows {
			for j := i + 1; j < len(rows); j++ {
				p, q, g := inner(rows[i], rows[i]), inner(rows[j], rows[j]), inner(rows[i], rows[j])
				if small := mul(mul(p, q), newFloat(0x1p-400)); mul(g, g).Cmp(small) <= 0 {
					continue
				}
				turned = true
				zeta := newFloat(0).Quo(newFloat(0).Sub(q, p), mul(newFloat(2), g))
				root := newFloat(0).Sqrt(newFloat(0).Add(newFloat(1), mul(zeta, zeta)))
				t := newFloat(0).Quo(newFloat(1), root.Add(root, newFloat(0).Abs(zeta)))
				if zeta.Sign() < 0 {
					t.Neg(t)
				}
				c := newFloat(0).Quo(newFloat(1), newFloat(0).Sqrt(newFloat(0).Add(newFloat(1), mul(t, t))))
				for k := range rows[i] {
					x, y := rows[i][k], rows[j][k]
					rows[i][k] = mul(c, newFloat(0).Sub(x, mul(t, y)))
					rows[j][k] = mul(c, newFloat(0).Add(y, mul(t, x)))
				}
			}
		}
	}
	s := make([]float64, len(rows))
	for i := range rows {
		s[i], _ = newFloat(0).Sqrt(inner(rows[i], rows[i])).Float64()
	}
	slices.SortFunc(s, func(x, y float64) int { return int(math.Copysign(1, y-x)) })
	return s
}

// For A = DB and A = BD each singular value is right to some nε times the condition of B, whatever D is. The last three
// have D on both sides; there it is so for this B, whose leading blocks are as good as B itself: |bᵢⱼ| ≤ ½ beside 1s.
func TestSingularValuesOfGradedMatricesAreRightRelativeToThemselves(t *testing.T) {
	r := random(17)
	for _, n := range []int{2, 3, 6} {
		for trial := range 5 {
			b := scale(orthogonalMatrix(r, n), 0.5)
			for i := range n {
				b.Data[i*n+i]++
			}
			sb, err := b.SVD()
			if err != nil {
				t.Fatal(err)
			}
			ones, mixed := repeat(n, 1), geometric(n, 1e-18)
			r.Shuffle(n, func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			for _, tt := range []struct {
				name   string
				d1, d2 []float64
			}{
				{"plain", ones, ones}, {"rows down", geometric(n, 1e-20), ones}, {"rows up", geometric(n, 1e20), ones},
				{"columns down", ones, geometric(n, 1e-20)}, {"columns up", ones, geometric(n, 1e20)},
				{"rows mixed", mixed, ones}, {"columns mixed", ones, mixed},
				{"steep", geometric(n, 1e-250), ones}, {"steep columns", ones, geometric(n, 1e-250)},
				{"both down", geometric(n, 1e-20), geometric(n, 1e-20)}, {"both up", geometric(n, 1e20), geometric(n, 1e20)},
				{"both mixed", mixed, mixed},
			} {
				a := diagonal(tt.d1).Mul(b).Mul(diagonal(tt.d2))
				s, err := a.SVD()
				if err != nil {
					t.Fatal(err)
				}
				for i, want := range bigSingularValues(a) {
					if !(math.Abs(s.S[i]-want) <= 8*float64(n)*eps*sb.S[0]/sb.S[n-1]*want) {
						t.Errorf("%s, n = %d, trial %d: σ%d = %.17g, want %.17g, condition %.3g", tt.name, n, trial, i, s.S[i], want, sb.S[0]/sb.S[n-1])
					}
				}
			}
		}
	}
}

// Where they are determined only by what rounding leaves of a cancellation nobody can get them: B has the condition 2.6, but
// its leading block (0.1 0.7; 0.3 2.1) is singular but for the rounding of 0.1, 0.7, …, and so is what DBD has of its second
// singular value. Still A is reproduced to rounding.
func TestSingularValuesGradedOnBothSidesNeedNotBeDetermined(t *testing.T) {
	d := diagonal([]float64{1, 1, 1e-30})
	a := d.Mul(FromRows([][]float64{{0.1, 0.7, 1}, {0.3, 2.1, -1}, {1, -1, 0}})).Mul(d)
	s, err := a.SVD()
	if err != nil {
		t.Fatal(err)
	}
	if want := bigSingularValues(a)[1]; math.Abs(s.S[1]-want) < 0.01*want || math.Abs(s.S[1]-want) > 8*eps {
		t.Errorf("σ₂ = %g, want one that differs from %g, but not by more than rounding", s.S[1], want)
	}
	wantBelow(t, "‖A − USVᵀ‖/(nε‖A‖)", residual(a, s.U.Mul(diagonal(s.S)).Mul(s.V.T())), 20)
}

// A = QR with the rows and columns in the order it says, and no later column of what is left longer than the pivot's.
func TestPivotedQRTakesTheLongestColumnFirst(t *testing.T) {
	forZoo(t, func(n int) map[string]*Matrix {
		zoo := generalZoo(n)
		delete(zoo, "wide")
		return zoo
	}, 10, func(t *testing.T, animal *Matrix) {
		a, _ := animal.scaled()
		h, r, rowOrder, colOrder := qr(a)
		product := NewMatrix(a.Rows, a.Cols)
		for j := range a.Cols {
			y := make([]float64, a.Rows)
			for i := range r {
				y[i] = r[i][j]
			}
			for k := range j {
				rest := y[k:]
				if tail := Norm(rest[:len(r)-k]); tail > math.Abs(r[k][k])*(1+20*float64(a.Rows)*eps) {
					t.Errorf("column %d has %g left at pivot %d = %g", j, tail, k, r[k][k])
				}
			}
			applyAll(h, y)
			for i, v := range y {
				product.Set(rowOrder[i], colOrder[j], v)
			}
		}
		wantBelow(t, "‖A − QR‖/(nε‖A‖)", residual(a, product), 20)
		for i := 1; i < len(rowOrder); i++ {
			if maxAbs(a.Row(rowOrder[i])) > maxAbs(a.Row(rowOrder[i-1])) {
				t.Errorf("row %d is larger than the one before", i)
			}
		}
	})
}

// Each rotation is off by rounding of the small step s(b + ga), not of a and b: 10⁴ of them by 10⁻³ turn by ten radians and
// leave the lengths as they were, to some √10⁴ε·10⁻³ and the ε of the last additions, which come in both signs.
func TestManySmallRotationsKeepLengths(t *testing.T) {
	r := random(21)
	a, b := gaussianVector(r, 50), gaussianVector(r, 50)
	before := Dot(a, a) + Dot(b, b)
	for range 10000 {
		rotate(a, b, 1e-3)
	}
	wantNear(t, "(‖a‖² + ‖b‖²)′/(‖a‖² + ‖b‖²)", (Dot(a, a)+Dot(b, b))/before, 1, 200*eps)
}

// c = 1/√(1+t²), s = ct, the new rows are orthogonal, and the angle is at most 45°.
func TestJacobiRotationMakesRowsOrthogonal(t *testing.T) {
	r := random(22)
	for range 200 {
		a, b := gaussianVector(r, 5), scale(gaussianMatrix(r, 1, 5), math.Exp(5*r.NormFloat64())).Data
		a0, b0 := slices.Clone(a), slices.Clone(b)
		tangent := jacobi(cosine(a, b, Norm(a), Norm(b)), Norm(a), Norm(b))
		rotate(a, b, tangent)
		c := math.Cos(math.Atan(tangent))
		for k := range a {
			wantNear(t, "ca − sb", a[k], c*a0[k]-c*tangent*b0[k], 1e-14*(1+Norm(b0)))
			wantNear(t, "cb + sa", b[k], c*b0[k]+c*tangent*a0[k], 1e-14*(1+Norm(b0)))
		}
		wantNear(t, "cos(a, b)", cosine(a, b, Norm(a), Norm(b)), 0, 32*eps)
		if math.Abs(tangent) > 1 {
			t.Errorf("t = %g, want one of at most 45°", tangent)
		}
	}
	if got := cosine([]float64{3e-300, 4e-300}, []float64{4e-300, 3e-300}, 5e-300, 5e-300); !near(got, 0.96, 8*eps) {
		t.Errorf("cosine of small rows = %g, want 24/25", got)
	}
}

// c² + s² = 1 and cz − sx = 0, and nothing turns where both are 0.
func TestRotationMapsItsPairOntoTheAxis(t *testing.T) {
	for _, v := range [][2]float64{{3, 4}, {-3, 4}, {0, -2}, {2, 0}, {1e-200, 1e200}, {0, 0}} {
		c, s, r := rotation(v[0], v[1])
		size := math.Max(1e-300, math.Hypot(v[0], v[1]))
		wantNear(t, "c² + s²", c*c+s*s, 1, 4*eps)
		wantNear(t, "cx + sz", (c*v[0]+s*v[1])/size, r/size, 4*eps)
		wantNear(t, "cz − sx", (c*v[1]-s*v[0])/size, 0, 4*eps)
	}
}

// The rank is the number of non-zero singular values; the range is what A reaches and the null space what it kills, their
// bases orthonormal, completed where the economy factor has too few columns.
func TestRankRangeAndNullSpaceDoWhatTheirNamesSay(t *testing.T) {
	r := random(18)
	for _, tt := range []struct {
		name string
		a    *Matrix
		rank int
	}{
		{"square", gaussianMatrix(r, 6, 6), 6}, {"tall", gaussianMatrix(r, 9, 4), 4}, {"wide", gaussianMatrix(r, 4, 9), 4},
		{"zero", NewMatrix(3, 5), 0}, {"row", gaussianMatrix(r, 1, 5), 1}, {"column", gaussianMatrix(r, 5, 1), 1},
		{"rank 2", gaussianMatrix(r, 7, 2).Mul(gaussianMatrix(r, 2, 5)), 2},
		{"rank 2, wide", gaussianMatrix(r, 5, 2).Mul(gaussianMatrix(r, 2, 11)), 2},
		{"rank 49 of 50", gaussianMatrix(r, 50, 49).Mul(gaussianMatrix(r, 49, 50)), 49},
		{"no rows", NewMatrix(0, 4), 0}, {"no columns", NewMatrix(4, 0), 0}, {"nothing", NewMatrix(0, 0), 0},
		{"a zero column", FromRows([][]float64{{1, 0, 2}, {3, 0, 4}, {5, 0, 6}}), 2},
		{"huge", scale(gaussianMatrix(r, 5, 3), 1e150), 3},
		{"Läuchli", lauchli(4, 1e-9), 4}, {"Läuchli, gone", lauchli(4, 1e-17), 1},
		{"tall, 20 of 50·2⁻⁵²", FromRows(append([][]float64{{1, 0}, {0, 20 * 0x1p-52}}, NewMatrix(48, 2).rows()...)), 1},
		{"wide, 60 of 50·2⁻⁵²", FromRows(append([][]float64{{1, 0}, {0, 60 * 0x1p-52}}, NewMatrix(48, 2).rows()...)).T(), 2},
		{"overflow", FromRows([][]float64{{1e308, 1e308}, {1e308, 1e308}}), 1},
		{"overflow, full", FromRows([][]float64{{1.6e308, 1.6e308}, {1.6e308, -1.5e308}}), 2},
		{"on the line", diagonal([]float64{1, 0x1p-51}), 1}, {"above the line", diagonal([]float64{1, 0x1p-51 + 0x1p-80}), 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := tt.a.SVD()
			if err != nil {
				t.Fatal(err)
			}
			u, n := s.Range(), s.Null()
			if s.Rank() != tt.rank || u.Rows != tt.a.Rows || u.Cols != tt.rank || n.Rows != tt.a.Cols || n.Cols != tt.a.Cols-tt.rank {
				t.Fatalf("rank %d, range %d×%d, null space %d×%d, want rank %d", s.Rank(), u.Rows, u.Cols, n.Rows, n.Cols, tt.rank)
			}
			wantBelow(t, "range: ‖UᵀU − I‖/(nε)", skewness(u), 20)
			wantBelow(t, "null space: ‖NᵀN − I‖/(nε)", skewness(n), 20)
			if math.IsInf(Norm(tt.a.Data), 0) {
				return // and so are the sums below
			}
			wantBelow(t, "‖A − UUᵀA‖/(nε‖A‖)", residual(tt.a, u.Mul(u.T().Mul(tt.a))), 20)
			bound := 20 * float64(max(tt.a.Rows, tt.a.Cols)+1) * eps * Norm(tt.a.Data)
			if an := Norm(tt.a.Mul(n).Data); !(an <= bound) {
				t.Errorf("‖AN‖ = %g, want ≤ %g", an, bound)
			}
		})
	}
}

// Finite in, finite out, orthogonal to rounding, whatever the sizes of the entries; and no overflow but of the answer.
func TestFactorisationsOfAwkwardMatricesHoldOrRefuse(t *testing.T) {
	r := random(19)
	for range 3000 {
		n := 1 + r.IntN(4)
		a := NewMatrix(n, n)
		for i := range n {
			for j := range i + 1 {
				a.Set(i, j, awkward[r.IntN(len(awkward))])
				a.Set(j, i, a.At(i, j))
			}
		}
		checkFactorisations(t, a)
	}
	if e, err := FromRows([][]float64{{1e308, 1e308}, {1e308, 1e308}}).Eigen(); err != nil || !math.IsInf(e.Values[0], 1) {
		t.Errorf("an eigenvalue of 2e308 = %v, %v, want +Inf", e, err)
	}
}

// checkFactorisations fails the test unless Eigen, SVD and, where it does not refuse, Cholesky reproduce the symmetric
// matrix A. It is brought to size 1 first, since the residual of a huge matrix overflows; for that the power of two is
// exact, but for entries below 2⁻¹⁰⁷⁴ of the largest.
func checkFactorisations(t *testing.T, a *Matrix) {
	t.Helper()
	w, exp := a.scaled()
	e, err := a.Eigen()
	if err != nil {
		t.Fatalf("Eigen of %v: %v", a.Data, err)
	}
	values := slices.Clone(e.Values)
	for i := range values {
		values[i] = math.Ldexp(values[i], -exp)
	}
	slack := 1.0 // a subnormal eigenvalue or factor is rounded to a multiple of 2⁻¹⁰⁷⁴
	if exp < -900 {
		slack = 1e300
	}
	if !slices.ContainsFunc(values, func(v float64) bool { return math.IsInf(v, 0) }) {
		wantBelow(t, "‖A − VΛVᵀ‖/(nε‖A‖)", residual(w, e.Vectors.Mul(diagonal(values)).Mul(e.Vectors.T())), 20*slack)
	}
	wantBelow(t, "‖VᵀV − I‖/(nε)", skewness(e.Vectors), 20)
	s, err := a.SVD()
	if err != nil {
		t.Fatalf("SVD of %v: %v", a.Data, err)
	}
	values = slices.Clone(s.S)
	for i := range values {
		values[i] = math.Ldexp(values[i], -exp)
	}
	if !slices.ContainsFunc(values, func(v float64) bool { return math.IsInf(v, 0) }) {
		wantBelow(t, "‖A − USVᵀ‖/(nε‖A‖)", residual(w, s.U.Mul(diagonal(values)).Mul(s.V.T())), 20*slack)
	}
	wantBelow(t, "‖UᵀU − I‖/(nε)", skewness(s.U), 20)
	wantBelow(t, "‖VᵀV − I‖/(nε)", skewness(s.V), 20)
	if c, err := a.Cholesky(); err == nil {
		l := scale(c.L, math.Ldexp(1, -exp/2))
		p := l.Mul(l.T())
		wantBelow(t, "‖A − LLᵀ‖/(nε‖A‖)", residual(w, scale(p, math.Ldexp(1, exp/2*2-exp))), 10*slack)
	} else if !errors.Is(err, ErrNotPositiveDefinite) {
		t.Errorf("Cholesky of %v: %v", a.Data, err)
	}
}

// FuzzFactorisationsReproduceTheMatrix states: any symmetric matrix of finite numbers is decomposed to rounding.
func FuzzFactorisationsReproduceTheMatrix(f *testing.F) {
	f.Add(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
	f.Add(1.0, 0.0, 1e-300, 1e300, -1.0, 0.0)
	f.Add(0.0, 1e-160, 0.0, 0.5, 0.0, 1.0)
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g float64) {
		for _, v := range []float64{a, b, c, d, e, g} {
			if !(math.Abs(v) <= math.MaxFloat64) {
				return // refused, as TestFactorisationsRefuseNaNAndInfByName shows
			}
		}
		checkFactorisations(t, FromRows([][]float64{{a, b, c}, {b, d, e}, {c, e, g}}))
	})
}

// FuzzBlockedProductIsThePlainProduct states: for any shape the bits are those of the plain loop.
func FuzzBlockedProductIsThePlainProduct(f *testing.F) {
	f.Add(uint8(3), uint8(4), uint8(5), uint64(1))
	f.Add(uint8(97), uint8(1), uint8(25), uint64(2))
	f.Fuzz(func(t *testing.T, m, k, n uint8, seed uint64) {
		r := random(seed)
		a, b := gaussianMatrix(r, int(m), int(k)), gaussianMatrix(r, int(k), int(n))
		if !slices.Equal(a.Mul(b).Data, slowProduct(a, b).Data) {
			t.Errorf("%d×%d times %d×%d, seed %d", m, k, k, n, seed)
		}
	})
}

// FuzzRankIsTheNumberOfFactors states: a product of m×r and r×n Gaussian matrices has rank min(m, r, n), and the null
// space has the rest of the n dimensions.
func FuzzRankIsTheNumberOfFactors(f *testing.F) {
	f.Add(uint8(5), uint8(2), uint8(7), uint64(1))
	f.Fuzz(func(t *testing.T, m, r, n uint8, seed uint64) {
		m, r, n = m%20, r%20, n%20
		src := random(seed)
		s, err := gaussianMatrix(src, int(m), int(r)).Mul(gaussianMatrix(src, int(r), int(n))).SVD()
		if err != nil {
			t.Fatal(err)
		}
		if want := int(min(m, r, n)); s.Rank() != want || s.Null().Cols != int(n)-want || s.Range().Cols != want {
			t.Errorf("rank %d, null space of dimension %d, want rank %d of %d columns: S = %g", s.Rank(), s.Null().Cols, want, n, s.S)
		}
	})
}

// # Benchmarks of linalg.go
//
// GMA/s are 10⁹ multiply-adds per second. The plain loop stands beside the blocked one, in one run: the ratio is what counts.

func BenchmarkInnerProducts(b *testing.B) {
	const n = 512
	plain := func(dst, x, z [][]float64) {
		for i := range x {
			for j := range z {
				dst[i][j] = Dot(x[i], z[j])
			}
		}
	}
	for _, d := range []int{2, 8, 50, 784} {
		x, dst := gaussianMatrix(random(1), n, d).rows(), NewMatrix(n, n).rows()
		for _, way := range []struct {
			name string
			f    func(dst, x, z [][]float64)
		}{{"plain", plain}, {"blocked", dots}, {"one row", func(dst, x, z [][]float64) {
			for i := range x {
				dots(dst[i:i+1], x[i:i+1], z)
			}
		}}} {
			b.Run(fmt.Sprintf("%s/d=%d", way.name, d), func(b *testing.B) {
				for range b.N {
					way.f(dst, x, x)
				}
				reportRate(b, n*n*float64(d))
			})
		}
	}
}

// reportRate reports the multiply-adds per second, given those of one run.
func reportRate(b *testing.B, work float64) {
	b.ReportMetric(work*float64(b.N)/b.Elapsed().Seconds()/1e9, "GMA/s")
}

func BenchmarkProduct(b *testing.B) {
	for _, n := range []int{100, 600} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			a := gaussianMatrix(random(1), n, n)
			for range b.N {
				a.Mul(a)
			}
			reportRate(b, math.Pow(float64(n), 3))
		})
	}
}

func BenchmarkCholesky(b *testing.B) {
	for _, n := range []int{100, 300, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			x := gaussianMatrix(random(1), n, n)
			a := x.Mul(x.T())
			b.ResetTimer()
			for range b.N {
				if _, err := a.Cholesky(); err != nil {
					b.Fatal(err)
				}
			}
			reportRate(b, math.Pow(float64(n), 3)/6)
		})
	}
}

// BenchmarkEigen reports its time also in products of the same size.
func BenchmarkEigen(b *testing.B) {
	for _, n := range []int{100, 600} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			a := symmetrised(gaussianMatrix(random(1), n, n))
			a.Mul(a)
			start := time.Now()
			for range 3 {
				a.Mul(a)
			}
			product := time.Since(start).Seconds() / 3
			b.ResetTimer()
			for range b.N {
				if _, err := a.Eigen(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/product, "products")
		})
	}
}

func BenchmarkSVD(b *testing.B) {
	for _, n := range []int{50, 200} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			a := gaussianMatrix(random(1), n, n)
			for range b.N {
				if _, err := a.SVD(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
