// SPDX-License-Identifier: MIT

// svm_test.go is the book of theorems. Each test is named by the statement that
// it checks. The comment above it says why the statement is true, and where its
// tolerance comes from. Read it beside the file that it tests:
//
//	Part I    the machine            svm.go
//	Part II   kernels                kernel.go
//	Part III  quadratic programs     qp.go
//	Part IV   SMO                    smo.go
//	Part V    learning by gradients  pegasos.go
//	Part VI   practice               svm.go, kernel.go, pegasos.go
//	Part VII  linear algebra         linalg.go
//	Part VIII the engineering        rounding, work, memory, fuzz
//
// go test -list . prints the table of contents. First come ten tests that need
// no helpers, then the kit: the helpers that several parts use. The oracles are
// plain and slow on purpose: they are the procedures as the lectures and
// textbooks print them.

package svm

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
)

// # Ten tests to begin with
//
// They need the package and plain Go. The parts below check more, and nearer to
// the last digit.

// twoKinds returns points around (1, ½) and (−1, −½) with their labels. The two
// kinds overlap.
func twoKinds(n int) (x [][]float64, y []float64) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		label := float64(1 - i%2*2)
		x = append(x, []float64{label + r.NormFloat64(), label/2 + r.NormFloat64()})
		y = append(y, label)
	}
	return x, y
}

// SMO ends when m(α) − M(α) is at most Tol. As b lies between the two, no
// yᵢf(xᵢ) is on the wrong side of 1 by more than that, but for rounding.
func TestTheMachineMeetsTheConditionsOfKarushKuhnAndTucker(t *testing.T) {
	x, y := twoKinds(60)
	const c, tol = 2, 1e-6
	m, err := SMO(Gaussian{Gamma: 0.5}, x, y, Options{C: c, Tol: tol})
	if err != nil {
		t.Fatal(err)
	}
	balance, zero, free, bound := 0.0, 0, 0, 0
	for i, alpha := range m.Alpha {
		z := y[i] * m.Value(x[i])
		balance += alpha * y[i]
		switch {
		case alpha == 0:
			zero++
			if !(z >= 1-2*tol) {
				t.Errorf("point %d has α = 0 and yf(x) = %g, want at least 1", i, z)
			}
		case alpha == c:
			bound++
			if !(z <= 1+2*tol) {
				t.Errorf("point %d has α = C and yf(x) = %g, want at most 1", i, z)
			}
		case 0 < alpha && alpha < c:
			free++
			if !(math.Abs(z-1) <= 2*tol) {
				t.Errorf("point %d has 0 < α < C and yf(x) = %g, want 1", i, z)
			}
		default:
			t.Errorf("point %d has α = %g, want 0 ≤ α ≤ C", i, alpha)
		}
		if slack := max(0, 1-z); !(math.Abs(m.Slack[i]-slack) <= 1e-9) {
			t.Errorf("point %d has the slack %g, want %g", i, m.Slack[i], slack)
		}
	}
	if !(math.Abs(balance) <= 1e-9) {
		t.Errorf("Σ αᵢyᵢ = %g, want 0", balance)
	}
	if zero == 0 || free == 0 || bound == 0 {
		t.Errorf("%d points with α = 0, %d between, %d at C: want some of each", zero, free, bound)
	}
}

// By (gap) primal − dual is a sum of products of which none is below 0. At the
// end each point has a product of a factor that is at most C and one that is at
// most Tol, so that the gap is at most nC·Tol. Before, it is still ≥ 0.
func TestTheGapIsNeverNegativeAndAlmostZeroAtTheEnd(t *testing.T) {
	x, y := twoKinds(60)
	k := Gaussian{Gamma: 0.5}
	const c, tol = 2, 1e-6
	for _, most := range []int{1, 10, 100, 10000} {
		m, err := SMO(k, x, y, Options{C: c, Tol: tol, MaxIter: most})
		if err != nil && !errors.Is(err, ErrNotConverged) {
			t.Fatal(err)
		}
		ww, total, slack := 0.0, 0.0, 0.0 // ‖w‖², Σ αᵢ, Σ ξᵢ
		for i := range x {
			for j := range x {
				ww += m.Alpha[i] * m.Alpha[j] * y[i] * y[j] * k.Eval(x[i], x[j])
			}
			total += m.Alpha[i]
			slack += max(0, 1-y[i]*m.Value(x[i]))
		}
		primal, dual := ww/2+c*slack, total-ww/2
		if got := m.Certificate; !(math.Abs(got.Primal-primal)+math.Abs(got.Dual-dual) <= 1e-9) {
			t.Errorf("primal %g, dual %g, want %g, %g", got.Primal, got.Dual, primal, dual)
		}
		if gap := primal - dual; !(gap >= -1e-9) || err == nil && !(gap <= 60*c*tol) {
			t.Errorf("at most %d steps: gap %g, error %v", most, gap, err)
		}
		if most == 10000 && err != nil {
			t.Error(err)
		}
	}
}

// The primal is a program for w, b and ξ, the dual one for α. By (stationarity)
// w = Σ αᵢyᵢxᵢ. Both are solved to about 10⁻⁸.
func TestThePrimalAndTheDualHaveOnePlane(t *testing.T) {
	x, y := twoKinds(60)
	o := Options{C: 2}
	h, slack, err1 := PrimalQP(x, y, o)
	m, err2 := DualQP(Linear{}, x, y, o)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	w := []float64{0, 0}
	for i, alpha := range m.Alpha {
		w[0] += alpha * y[i] * x[i][0]
		w[1] += alpha * y[i] * x[i][1]
		if !(math.Abs(slack[i]-m.Slack[i]) <= 1e-6) {
			t.Errorf("point %d has the slacks %g and %g", i, slack[i], m.Slack[i])
		}
	}
	if !(math.Abs(h.W[0]-w[0])+math.Abs(h.W[1]-w[1])+math.Abs(h.B-m.B) <= 1e-6) {
		t.Errorf("primal: w = %g, b = %g; dual: w = %g, b = %g", h.W, h.B, w, m.B)
	}
}

// The dual has one optimum, whoever finds it. f may differ by about 40·Tol: see
// "Where tolerances come from".
func TestPairsAndTheInteriorPointFindOneMachine(t *testing.T) {
	x, y := twoKinds(60)
	quadratic := Polynomial{Degree: 2, Gamma: 1, R: 1}
	for _, k := range []Kernel[Vector]{Linear{}, quadratic, Gaussian{Gamma: 1}} {
		o := Options{C: 2, Tol: 1e-9}
		pairs, err1 := SMO(k, x, y, o)
		program, err2 := DualQP(k, x, y, o)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		for _, p := range x {
			if a, b := pairs.Value(p), program.Value(p); !(math.Abs(a-b) <= 1e-6) {
				t.Errorf("%v: f(%g) = %g by SMO, %g by DualQP", k, p, a, b)
			}
		}
	}
}

// A point with αᵢ = 0 adds nothing to any sum of the dual. Without it the
// optimum stays.
func TestOnlySupportVectorsCount(t *testing.T) {
	x, y := twoKinds(60)
	k, o := Gaussian{Gamma: 0.5}, Options{C: 2, Tol: 1e-9}
	m, err := SMO(k, x, y, o)
	if err != nil {
		t.Fatal(err)
	}
	var vectors [][]float64
	var labels []float64
	for i, alpha := range m.Alpha {
		if alpha > 0 {
			vectors, labels = append(vectors, x[i]), append(labels, y[i])
		}
	}
	again, err := SMO(k, vectors, labels, o)
	if err != nil || len(labels) == 60 {
		t.Fatalf("%d support vectors, error %v", len(labels), err)
	}
	for _, p := range x {
		if a, b := m.Value(p), again.Value(p); !(math.Abs(a-b) <= 1e-6) {
			t.Errorf("f(%g) = %g, and %g by the support vectors alone", p, a, b)
		}
	}
}

// With the hard margin no line has its nearest point farther away. In each of
// 3600 directions the best line is in the middle between the two kinds. The
// points are so near each other that some αᵢ is above 1: C = 1 gives slack.
func TestNoLineHasAWiderMargin(t *testing.T) {
	x := [][]float64{{0.3, 0.3}, {0.5, 0.4}, {0.4, 0.6}, {0.2, -0.1}, {0, 0.1}, {0.1, 0.1}}
	y := []float64{1, 1, 1, -1, -1, -1}
	h, _, err := PrimalQP(x, y, Options{C: math.Inf(1)})
	if err != nil {
		t.Fatal(err)
	}
	margin := h.Margin(x, y)
	if one := 1 / Norm(h.W); !(math.Abs(margin-one) <= 1e-8) {
		t.Errorf("margin %g, want 1/‖w‖ = %g", margin, one)
	}
	for i := range 3600 {
		s, c := math.Sincos(float64(i) * math.Pi / 1800)
		low, high := math.Inf(1), math.Inf(-1) // of the kinds + and −, along (c, s)
		for j, p := range x {
			if along := c*p[0] + s*p[1]; y[j] > 0 {
				low = min(low, along)
			} else {
				high = max(high, along)
			}
		}
		if wider := (low - high) / 2; !(wider <= margin+1e-8) {
			t.Errorf("along (%g, %g) the margin is %g, want at most %g", c, s, wider, margin)
		}
	}
}

// By (nearness) F(w̄) is at most R²(1 + ln T)/(λT) above its minimum, in the
// mean over the draws. By (free dual) the minimum is 2λ times the largest value
// of a dual with 0 ≤ αᵢ ≤ 1/(2λn), which is a quadratic program.
func TestSGDComesWithinItsBoundOfTheMinimum(t *testing.T) {
	x, y := twoKinds(40)
	const lambda, n = 0.1, 40
	dual, radius := QP{Q: NewMatrix(n, n)}, 0.0 // R², with the 1 for b
	for i, p := range x {
		for j, q := range x {
			dual.Q.Set(i, j, y[i]*y[j]*(p[0]*q[0]+p[1]*q[1]+1))
		}
		dual.C, dual.Lo = append(dual.C, -1), append(dual.Lo, 0)
		dual.Hi = append(dual.Hi, 1/(2*lambda*n))
		radius = max(radius, p[0]*p[0]+p[1]*p[1]+1)
	}
	s, err := dual.Solve()
	if err != nil {
		t.Fatal(err)
	}
	for _, T := range []float64{100, 1000, 10000} {
		above := 0.0 // in the mean over 20 runs
		for seed := range uint64(20) {
			h, err := SGD(x, y, lambda, int(T), rand.New(rand.NewPCG(seed, 2)))
			if err != nil {
				t.Fatal(err)
			}
			f := lambda * (h.W[0]*h.W[0] + h.W[1]*h.W[1] + h.B*h.B)
			for i, p := range x {
				f += max(0, 1-y[i]*h.Value(p)) / n
			}
			above += (f + 2*lambda*s.Value) / 20
		}
		if bound := radius * (1 + math.Log(T)) / (lambda * T); !(above >= -1e-9 && above <= bound) {
			t.Errorf("T = %g: F is %g above the minimum, want 0 to %g", T, above, bound)
		}
	}
}

// For two coordinates (1 + a·b)² is the dot product of φ(a) and φ(b), where
// φ(a) = (1, √2a₁, √2a₂, a₁², a₂², √2a₁a₂), as multiplying out shows. Hence a
// machine with this kernel is a plane for the points φ(xᵢ).
func TestAQuadraticKernelIsADotProductOfSixFeatures(t *testing.T) {
	phi := func(a []float64) []float64 {
		r := math.Sqrt2
		return []float64{1, r * a[0], r * a[1], a[0] * a[0], a[1] * a[1], r * a[0] * a[1]}
	}
	k := Polynomial{Degree: 2, Gamma: 1, R: 1}
	x, y := twoKinds(60)
	var z [][]float64
	for _, p := range x {
		z = append(z, phi(p))
	}
	for i, p := range x {
		for j, q := range x {
			dot := 0.0
			for f, v := range z[i] {
				dot += v * z[j][f]
			}
			if got := k.Eval(p, q); !(math.Abs(got-dot) <= 1e-12*(1+dot)) {
				t.Errorf("k(%g, %g) = %g, want %g", p, q, got, dot)
			}
		}
	}
	o := Options{C: 0.5, Tol: 1e-9}
	curve, err1 := SMO(k, x, y, o)
	plane, err2 := SMO(Linear{}, z, y, o)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	for i, p := range x {
		if a, b := curve.Value(p), plane.Value(z[i]); !(math.Abs(a-b) <= 1e-6) {
			t.Errorf("f(%g) = %g by the kernel, %g by the features", p, a, b)
		}
	}
}

// A Gram matrix is K = ZZᵀ, where row i of Z has the features of point i. Those
// of the Gaussian are infinitely many, but for 20 points 20 numbers are enough,
// read off from K by its eigenvalues.
func TestPointsReadOffFromAGramMatrixHaveItForDotProducts(t *testing.T) {
	x, _ := twoKinds(20)
	gram, err1 := Gram(Gaussian{Gamma: 0.5}, x)
	z, err2 := Coordinates(gram)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	for i := range x {
		for j := range x {
			dot := 0.0
			for f, v := range z.Row(i) {
				dot += v * z.At(j, f)
			}
			if !(math.Abs(dot-gram.At(i, j)) <= 1e-12) {
				t.Errorf("⟨zᵢ, zⱼ⟩ = %g for i, j = %d, %d, want %g", dot, i, j, gram.At(i, j))
			}
		}
	}
}

// A line that has (1, 1) and (−1, −1) on one side has their midpoint 0 there,
// which is the midpoint of the other two points as well. With (1 + a·b)² the
// machine is f(x) = −x₁x₂: all αᵢ are ⅛, and b is 0.
func TestXORNeedsAKernel(t *testing.T) {
	x, y := [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, []float64{-1, -1, 1, 1}
	hard := Options{C: math.Inf(1), Tol: 1e-9}
	if _, err := SMO(Linear{}, x, y, hard); !errors.Is(err, ErrNotSeparable) {
		t.Errorf("a line: error %v, want %v", err, ErrNotSeparable)
	}
	m, err := SMO(Polynomial{Degree: 2, Gamma: 1, R: 1}, x, y, hard)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range [][]float64{{1, 1}, {2, -3}, {0.5, 0.25}, {0, 7}} {
		if got, want := m.Value(p), -p[0]*p[1]; !(math.Abs(got-want) <= 1e-8) {
			t.Errorf("f(%g) = %g, want %g", p, got, want)
		}
	}
}

// # Where tolerances come from
//
// If a test compares sums, it allows gamma(n) times the sizes of the n terms.
// If it asks a solver, it allows what the solver promises, times the factor by
// which the problem enlarges an error:
//
//	a program     (error) ≤ 10⁻⁸, relative to the terms of each row and column. After
//	              polishing it is 10⁻¹³, as a rule. If terms cancel, values and
//	              residuals hold to 10⁻⁸ of what is summed.
//	D(α)          to 10⁻⁹ of itself at Tol = 10⁻¹⁰. D is concave, and * marks the
//	              optimum. Σ(βᵢ* − βᵢ) = 0, so what one β gains, others lose. To first
//	              order this gains at most m − M per unit that moves. Hence
//	              D* − D ≤ ½Σ|βᵢ* − βᵢ|(m − M) ≤ ½(Σαᵢ* + Σαᵢ)(m − M),
//	              where Σαᵢ* = 2D* − Σαᵢ*ξᵢ ≤ 2D*.
//	αᵢ, b, f(x)   By (on the edge), the free αᵢ and b solve a linear system to 2·Tol,
//	              whose inverse is at most 40 for the points of overlap. This gives
//	              10⁻⁷ at Tol = 10⁻¹⁰, and 10⁻⁶ if kernel values are above 1.
//	slack, gap    checkMachine compares each condition with the violation itself.

// # The kit
//
// These helpers occur in all parts. Each stands below, with its words:
//
//	claim, need      the statement holds, or the test fails, or ends
//	succeed          there is no error, or the test ends
//	must, must2      values of a call that should succeed: gram := must(Gram(k, x))(t)
//	wantEqual, wantNear, wantWithin, wantBelow, wantVector
//	                 a number or slice is what it should be: exactly, to a tolerance, within a
//	                 bound, below a limit, in each entry
//	refused          these errors say these words
//	alone            the error of a call that must return no value beside it
//	panics, outcome  what calls panic with
//	row, mat         a point, or a row of a matrix; a matrix of rows
//	tuples           all vectors of n of the given numbers: small worlds to try whole
//	random, vectors, overlapping, separable, threeClouds, fourPoints
//	                 points that depend on a seed only; the four points of svm.go
//	eachSeed, eachOf, eachKernel, eachTrainer
//	                 a subtest for each seed, case, kernel, trainer
//	trained          a machine whose conditions are all checked, by checkMachine
//
// linalg.go has a table of the helpers of the package: "How this code is
// written".

// TestMain lets the heap grow fivefold before the garbage collector runs. With
// the usual factor of two the collector would take a third of the time, because
// most tests make many small things.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// near reports |got − want| ≤ tol·max(1, |want|). NaN is near nothing.
func near(got, want, tol float64) bool { return math.Abs(got-want) <= tol*max(1, math.Abs(want)) }

// claim fails the test unless the statement holds. The statement is written as
// it should be true, so NaN fails it.
//
// Helper walks the stack, which takes longer than most statements. So claim and
// the helpers that follow call it only where a test fails.
func claim(t testing.TB, holds bool, format string, args ...any) {
	if !holds {
		t.Helper()
		t.Errorf(format, args...)
	}
}

// need is claim, but it ends the test if the statement does not hold.
func need(t testing.TB, holds bool, format string, args ...any) {
	if !holds {
		t.Helper()
		t.Fatalf(format, args...)
	}
}

// succeed ends the test if there is an error.
func succeed(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// must is for a function that should succeed: must(Gram(k, x))(t) is the
// matrix, and ends the test if there is an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return v
	}
}

// must2 is must for two values: plane, slack := must2(PrimalQP(x, y, o))(t).
func must2[A, B any](a A, b B, err error) func(testing.TB) (A, B) {
	return func(t testing.TB) (A, B) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return a, b
	}
}

// wantEqual fails the test unless got == want, so a NaN fails it.
func wantEqual[T comparable](t testing.TB, what string, got, want T) {
	if !(got == want) {
		t.Helper()
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// wantNear fails the test unless near(got, want, tol).
func wantNear(t testing.TB, what string, got, want, tol float64) {
	if !near(got, want, tol) {
		t.Helper()
		t.Errorf("%s = %.17g, want %.17g to %.2g", what, got, want, tol)
	}
}

// wantBelow fails the test unless got < limit. NaN fails it too.
func wantBelow(t testing.TB, what string, got, limit float64) {
	if !(got < limit) {
		t.Helper()
		t.Errorf("%s = %.3g, want < %.3g", what, got, limit)
	}
}

// wantWithin fails the test unless |got − want| ≤ most. The test derives most.
func wantWithin(t testing.TB, what string, got, want, most float64) {
	if !(math.Abs(got-want) <= most) {
		t.Helper()
		t.Errorf("%s = %.17g, want %.17g within %.2g", what, got, want, most)
	}
}

// wantVector is wantNear for each component. If what is a list with a name for
// each, as in "m(α), M(α), b", a failure says the name too.
func wantVector(t testing.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	need(t, len(got) == len(want), "%s has %d components, want %d", what, len(got), len(want))
	names := strings.Split(what, ", ")
	for i := range got {
		if near(got[i], want[i], tol) {
			continue
		}
		name := ""
		if len(names) == len(got) {
			name = ": " + names[i]
		}
		wantNear(t, fmt.Sprintf("%s[%d]%s", what, i, name), got[i], want[i], tol)
	}
}

// refused is a subtest, named by the words. It fails unless each error says
// them, in ASCII. " ... " stands for anything between them.
func refused(t *testing.T, words string, errs ...error) {
	t.Helper()
	t.Run(words, func(t *testing.T) {
		says := strings.ReplaceAll(regexp.QuoteMeta(words), ` \.\.\. `, "[ -~]*")
		for _, err := range errs {
			said, _ := regexp.MatchString("^[ -~]*"+says+"[ -~]*$", fmt.Sprint(err))
			claim(t, said && strings.Contains(err.Error(), "svm: "), "%v, want %q", err, words)
		}
	})
}

// outcome returns the value with which f panics, or "returned".
func outcome(f func()) (how any) {
	defer func() { how = cmp.Or(recover(), any("returned")) }()
	f()
	return nil
}

// panics returns, for calls that panic, with what they do.
func panics(calls ...func()) []error {
	return mapped(calls, func(f func()) error { return fmt.Errorf("%v", outcome(f)) })
}

// alone returns the last result of a call, its error. With bad input the call
// must return no value. If it does, alone returns another error:
//
//	refused(t, "C = -1, want C > 0", alone(SMO(k, x, y, o)))
func alone(results ...any) error {
	last := len(results) - 1
	for _, v := range results[:last] {
		if !reflect.ValueOf(v).IsZero() {
			return fmt.Errorf("svm: beside the error stands the value %v", v)
		}
	}
	err, _ := results[last].(error)
	return err
}

// onProcessors runs f with GOMAXPROCS = p.
func onProcessors(p int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(p))
	f()
}

// A row is a point, or a row of a matrix. mat makes a matrix of rows, as in
//
//	QP{C: row{1, 2}, A: mat(row{1, 1}), B: row{3}}
type row = []float64

func mat(rows ...row) *Matrix { return FromRows(rows) }

// random returns a source that depends on the seed only.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// eachSeed runs f as a subtest for each of n seeds. It reports whether all of
// them ran: the flag -run may have chosen some.
func eachSeed(t *testing.T, first, n uint64, f func(t *testing.T, r *rand.Rand)) (all bool) {
	ran := uint64(0)
	for seed := first; seed < first+n; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			ran++
			f(t, random(seed))
		})
	}
	return ran == n
}

// eachOf runs f as a subtest for each case. The name is the case as it prints,
// after the type if it is a kernel.
func eachOf[C any](t *testing.T, cases []C, f func(t *testing.T, c C)) {
	for _, c := range cases {
		name := fmt.Sprint(c)
		if _, kernel := any(c).(Kernel[row]); kernel {
			name = fmt.Sprintf("%T %v", c, c)
		}
		t.Run(name, func(t *testing.T) { f(t, c) })
	}
}

// gaussianVector returns n independent standard normal numbers.
func gaussianVector(r *rand.Rand, n int) []float64 {
	return each(n, func(int) float64 { return r.NormFloat64() })
}

// gaussianMatrix returns an m×n matrix of independent standard normal numbers.
func gaussianMatrix(r *rand.Rand, m, n int) *Matrix {
	return &Matrix{m, n, gaussianVector(r, m*n)}
}

// integerMatrix returns an m×n matrix of integers from −4 to 4.
func integerMatrix(r *rand.Rand, m, n int) *Matrix {
	return &Matrix{m, n, each(m*n, func(int) float64 { return float64(r.IntN(9) - 4) })}
}

// vectors returns n points of d Gaussian coordinates.
func vectors(seed uint64, n, d int) [][]float64 { return gaussianMatrix(random(seed), n, d).rows() }

// column returns points of one feature.
func column(v []float64) [][]float64 { return (&Matrix{len(v), 1, v}).rows() }

// tuples returns all vectors of n numbers that are among the values. They make
// the small worlds in which a test tries everything.
func tuples(n int, values ...float64) (all []row) {
	if n == 0 {
		return []row{{}}
	}
	for _, t := range tuples(n-1, values...) {
		for _, v := range values {
			all = append(all, append(slices.Clone(t), v))
		}
	}
	return all
}

// fourPoints returns the example by hand of svm.go.
func fourPoints() (x []row, y row) {
	return []row{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, row{1, 1, -1, -1}
}

// repeat returns n numbers: equal shares of the values, in their order.
func repeat(n int, values ...float64) []float64 {
	return each(n, func(i int) float64 { return values[i*len(values)/n] })
}

// gamma is γₙ = nε/(1 − nε).
func gamma(n int) float64 { return float64(n) * eps / (1 - float64(n)*eps) }

// orthogonalMatrix returns a random n×n matrix with orthonormal rows, by Gram
// and Schmidt's method, done twice.
func orthogonalMatrix(r *rand.Rand, n int) *Matrix {
	q := gaussianMatrix(r, n, n)
	for i := range n {
		for range 2 {
			for j := range i {
				axpy(-Dot(q.Row(i), q.Row(j)), q.Row(j), q.Row(i))
			}
		}
		copy(q.Row(i), scaled(q.Row(i), 1/Norm(q.Row(i))))
	}
	return q
}

// withSpectrum returns a random symmetric matrix with the given eigenvalues,
// symmetric to the last bit.
func withSpectrum(r *rand.Rand, lambda []float64) *Matrix {
	q := orthogonalMatrix(r, len(lambda))
	return symmetrised(q.T().Mul(diagonal(lambda)).Mul(q))
}

// symmetrised returns A/2 + Aᵀ/2.
func symmetrised(a *Matrix) *Matrix {
	s := scale(a, 0.5)
	axpy(1, s.T().Data, s.Data)
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

// geometric returns n numbers from 1 down to last. Each is the same multiple of
// the one before.
func geometric(n int, last float64) []float64 {
	return each(n, func(i int) float64 { return math.Pow(last, float64(i)/max(1, float64(n-1))) })
}

// scale returns cA.
func scale(a *Matrix, c float64) *Matrix { return &Matrix{a.Rows, a.Cols, scaled(a.Data, c)} }

// separable returns n points in ℝᵈ on both sides of the plane ⟨w, x⟩ = 0, with
// ‖w‖ = 1. No point is closer to the plane than the margin.
func separable(r *rand.Rand, n, d int, margin float64) (x [][]float64, y, w []float64) {
	w = orthogonalMatrix(r, d).Row(0)
	for i := range n {
		p, label := gaussianVector(r, d), float64(1-i%2*2)
		axpy(label*(margin+r.Float64())-Dot(w, p), w, p) // now ⟨w, p⟩ = label·(margin + something)
		x, y = append(x, p), append(y, label)
	}
	return x, y, w
}

// overlapping returns n points in ℝᵈ from two Gaussian clouds. apart is the
// distance of their centres.
func overlapping(r *rand.Rand, n, d int, apart float64) (x [][]float64, y []float64) {
	x, y = gaussianMatrix(r, n, d).rows(), make(row, n)
	for i, p := range x {
		y[i] = float64(1 - i%2*2)
		p[0] += y[i] * apart / 2
	}
	return x, y
}

// awkward are finite numbers that break careless code. Others are refused.
var (
	awkward = []float64{0, math.Copysign(0, -1), 1, -1, 1 + 2*eps, 1 - eps, 3, 0.1, 1e8, 1e-8,
		1e150, -1e-150, 1e300, 1e-300, 5e-324}
	nan       = math.NaN()
	notFinite = []float64{nan, inf, -inf}
)

// threeClouds returns points of classes "a", "b", "c" around the corners of a
// triangle, in mixed order.
func threeClouds(r *rand.Rand, n int) (x [][]float64, label []string) {
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i%3) / 3)
		x = append(x, []float64{2*c + r.NormFloat64(), 2*s + r.NormFloat64()})
		label = append(label, []string{"b", "c", "a"}[i%3])
	}
	return x, label
}

// readData returns real data, a file of testdata. Its head names the source.
func readData(t testing.TB, name string) (x [][]float64, y []float64) {
	t.Helper()
	text := must(os.ReadFile(filepath.Join("testdata", name)))(t)
	claim(t, !bytes.Contains(text, []byte("#")), "%s has a comment, which svm-train refuses", name)
	return must2(ReadLIBSVM(bytes.NewReader(text), 0))(t)
}

// A listed kernel is a row of the list of all kernels of the package. Whoever
// adds a kernel adds it here, and nowhere else in this file: formulas, rows,
// bad points and parameters, lengths, files and rows far from the origin are
// tested for each row.
type listed struct {
	k          any     // a Kernel of vectors, of texts or of row numbers
	formula    string  // its String
	want, self float64 // k(a, b) and k(a, a)
	ranges     string  // what its fields are to be, if they are numbers

	// If k depends on γ‖a − b‖² alone: the kernel of another γ.
	far func(gamma float64) Kernel[row]
}

// listedKernels returns every kernel of the package, by itself and in
// combinations. a = (1, 2) and b = (4, −1) have a·b = 2, ‖a‖² = 5, ‖b‖² = 17
// and ‖a − b‖² = 18. As texts they are "aba" and "bab", as row numbers 0 and 1.
func listedKernels() []listed {
	gaussian := func(gamma float64) Kernel[row] { return Gaussian{gamma} }
	const degreeGammaR = "Degree >= 1, Gamma > 0, R >= 0"
	cubes := math.Sqrt(216 * 5832)
	return []listed{
		{Linear{}, "a·b", 2, 5, "", nil},
		{Cosine{}, "a·b/(‖a‖‖b‖)", 2 / math.Sqrt(85), 1, "", nil},
		{Constant[row](2), "2", 2, 2, "", nil},
		{PowerSum{1}, "Σ (a·b)^q, q ≤ 1", 3, 6, "Degree >= 1", nil},
		{PowerSum{3}, "Σ (a·b)^q, q ≤ 3", 15, 156, "Degree >= 1", nil},
		{Polynomial{1, 2, 0}, "(0 + 2 a·b)^1", 4, 10, degreeGammaR, nil},
		{Polynomial{3, 0.5, 1}, "(1 + 0.5 a·b)^3", 8, 42.875, degreeGammaR, nil},
		{Polynomial{2, 1, 0}, "(0 + 1 a·b)^2", 4, 25, degreeGammaR, nil},
		{Gaussian{0.1}, "exp(-0.1 ‖a-b‖²)", math.Exp(-1.8), 1, "Gamma > 0", gaussian},
		{Gaussian{3}, "exp(-3 ‖a-b‖²)", math.Exp(-54), 1, "Gamma > 0", gaussian},
		{GaussianSigma(2), "exp(-0.125 ‖a-b‖²)", math.Exp(-2.25), 1, "Gamma > 0", gaussian},
		{Scaled[row]{0.5, Gaussian{0.25}}, "0.5 × [exp(-0.25 ‖a-b‖²)]", math.Exp(-4.5) / 2, 0.5,
			"Factor > 0", nil},
		{Scaled[row]{0.5, Cosine{}}, "0.5 × [a·b/(‖a‖‖b‖)]", 1 / math.Sqrt(85), 0.5,
			"Factor > 0", nil},
		{Sum[row]{Linear{}, Gaussian{1}, Constant[row](1)},
			"[a·b] + [exp(-1 ‖a-b‖²)] + [1]", 3 + math.Exp(-18), 7, "", nil},
		{Product[row]{Polynomial{2, 1, 1}, Gaussian{0.2}},
			"[(1 + 1 a·b)^2] × [exp(-0.2 ‖a-b‖²)]", 9 * math.Exp(-3.6), 36, "", nil},
		{Normalized[row]{Polynomial{3, 1, 1}}, "k(a,b)/√(k(a,a)k(b,b)), k = (1 + 1 a·b)^3",
			27 / cubes, 1, "", nil},
		{Normalized[row]{Sum[row]{Linear{}, Scaled[row]{3, Gaussian{1}}}},
			"k(a,b)/√(k(a,a)k(b,b)), k = [a·b] + [3 × [exp(-1 ‖a-b‖²)]]",
			(2 + 3*math.Exp(-18)) / math.Sqrt(8*20), 1, "", nil},
		{Pullback(Linear{}, func(x row) row { return row{x[0], x[0] * x[0], 1} }),
			"k(φ(a),φ(b)), k = a·b", 21, 3, "", nil},
		{KernelFunc[row](func(a, b row) float64 { return math.Exp(-math.Abs(a[0] - b[0])) }),
			"f(a, b)", math.Exp(-3), 1, "", nil},
		{Substrings{2, 3, 0.5}, "Σ_s 0.5^|s| #s(a) #s(b), 2 ≤ |s| ≤ 3", 0.5, 0.625,
			"Decay >= 0", nil},
		{Normalized[string]{Substrings{}},
			"k(a,b)/√(k(a,a)k(b,b)), k = Σ_s 1^|s| #s(a) #s(b), 1 ≤ |s| ≤ ∞", 6. / 8, 1, "", nil},
		{Precomputed{mat(row{1, 2}, row{2, 5})}, "K[a][b]", 2, 1, "", nil},
	}
}

// vectorKernels returns those of vectors.
func vectorKernels() (all []Kernel[row]) {
	for _, l := range listedKernels() {
		if k, ok := l.k.(Kernel[row]); ok {
			all = append(all, k)
		}
	}
	return all
}

// plainKernels returns one of each type on vectors that is made of no other
// kernel and of no function, and takes any vectors of one length.
func plainKernels() (all []Kernel[row]) {
	for _, k := range vectorKernels() {
		t := reflect.TypeOf(k)
		same := func(other Kernel[row]) bool { return reflect.TypeOf(other) == t }
		if isPlain(t) && !slices.ContainsFunc(all, same) {
			all = append(all, k)
		}
	}
	return all
}

// isPlain reports whether a kernel of this type is a structure without other
// kernels and functions.
func isPlain(t reflect.Type) bool {
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		if kind := t.Field(i).Type.Kind(); kind == reflect.Interface || kind == reflect.Func {
			return false
		}
	}
	return t.Kind() == reflect.Struct
}

// eachKernel runs f as a subtest for each of vectorKernels.
func eachKernel(t *testing.T, f func(t *testing.T, k Kernel[row])) { eachOf(t, vectorKernels(), f) }

// decisions returns gᵢ = Σ αⱼyⱼk(xⱼ, xᵢ), computed from Eval term by term. size
// is the largest sum of the sizes of the terms.
func decisions[X any](k Kernel[X], x []X, y, alpha []float64) (g []float64, size float64) {
	support := nonzero(alpha)
	for _, p := range x {
		terms := mapped(support, func(j int) float64 { return alpha[j] * y[j] * k.Eval(x[j], p) })
		g, size = append(g, sum(terms)), max(size, sum(absolute(terms)))
	}
	return g, size
}

// A trainer is one of the solvers of the same problem. tol is the violation
// m(α) − M(α) that it promises. All tests of machines, of options, of bad input
// and of Trace go through all trainers.
type trainer struct {
	name  string
	train func(k Kernel[row], x []row, y row, o Options) (*Model[row], error)
	tol   float64
}

func (tr trainer) String() string { return tr.name }

var trainers = []trainer{{"DualQP", DualQP[row], 1e-6}, {"SMO", SMO[row], 1e-3}}
var bySMO = trainers[1]

// feasible returns a random α that meets (box) and (balance). Some αᵢ are 0 and
// some are C. The side with the larger sum is scaled down to balance.
func feasible(r *rand.Rand, y, cost []float64) []float64 {
	alpha := each(len(y), func(i int) float64 {
		return cost[i] * math.Min(1, math.Max(0, 2*r.Float64()-0.5))
	})
	both, more := sum(alpha), sum(timesY(alpha, y))
	for i := range y {
		if y[i]*more > 0 {
			alpha[i] *= (both - math.Abs(more)) / (both + math.Abs(more)) // smaller/larger
		}
	}
	return alpha
}

// costs returns the Cᵢ = C·wᵢ of n points that o asks for, written out.
func costs(o Options, n int) row {
	weights := append(slices.Clip(o.Weights), ones(n)...)[:n] // 1 if none are given
	return mapped(weights, func(w float64) float64 {
		if w == 0 {
			return 0 // also for C = ∞
		}
		return cmp.Or(o.C, 1) * w
	})
}

// checkMachine checks a machine that claims m(α) − M(α) ≤ tol, by Eval alone:
// each condition of optimality by name, and the gap. f, the slacks, the
// certificate and the machine that NewModel makes of α and b must say the same.
//
// Let each condition hold to tol. Then no point adds more than
// tol·max(αᵢ, Cᵢ − αᵢ) to (gap). For C = ∞, the primal value is taken in the
// canonical form. There min yᵢf(xᵢ) ≥ 1 − tol and Σ αᵢyᵢf(xᵢ) ≤ (1 + tol)Σ αᵢ,
// which makes the gap at most 4 tol Σ αᵢ.
func checkMachine[X any](t *testing.T, what string, k Kernel[X], x []X, y []float64, o Options,
	m *Model[X], tol float64) {
	t.Helper()
	cost, beta, values := costs(o, len(x)), timesY(m.Alpha, y), m.Values(x)
	g, size := decisions(k, x, y, m.Alpha)
	tol += 4 * gamma(len(x)+3) * (size + math.Abs(m.B))
	slack, gap, closest := 0.0, 0.0, inf
	var count [3]int // of each Support
	for i, a := range m.Alpha {
		c, z := cost[i], y[i]*(g[i]+m.B)
		count[m.Support[i]]++
		claim(t, a >= 0 && a <= c && m.Support[i] == supportOf(a, c),
			"%s: α[%d] = %g with C = %g counts as %v", what, i, a, c, m.Support[i])
		claim(t, (a == c || z >= 1-tol) && (a == 0 || z <= 1+tol), // together: (on the edge)
			"%s: α[%d] = %g with C = %g, yf = %.17g", what, i, a, c, z)
		wantNear(t, what+": slack", m.Slack[i], Hinge(z), tol)
		wantNear(t, what+": f", values[i], g[i]+m.B, 1e-12*(1+size))
		if c == inf {
			closest = min(closest, z)
		} else {
			slack += c * Hinge(z)
			gap += tol * max(a, c-a)
		}
	}
	total, balance, ww := sum(m.Alpha), sum(beta), Dot(beta, g)
	primal, dual := ww/2+slack, total-ww/2
	if closest < inf {
		primal, gap = ww/2/(closest*closest), 4*tol*total
	}
	rounding := 8 * gamma(len(x)+3) * (total*(1+size) + slack)
	wantNear(t, what+": Σαy", balance, 0, 1e-9*total+rounding)
	wantWithin(t, what+": primal", primal, dual, gap+rounding+math.Abs(m.B*balance))
	own := must(NewModel(k, x, y, m.Alpha, m.B, o))(t)
	same := own.B == m.B && reflect.DeepEqual(own.Points, m.Points)
	claim(t, same && slices.Equal(m.Index, nonzero(beta)) &&
		slices.Equal(m.Coef, pick(beta, m.Index)), "%s: f has the terms %v", what, m.Index)
	for i, c := range []Certificate{m.Certificate, own.Certificate} {
		name := what + []string{": model: ", ": NewModel: "}[i]
		wantEqual(t, name+"support", [3]int{c.Zero, c.Free, c.Bound}, count)
		wantNear(t, name+"primal", c.Primal, primal, 1e-9+gap+rounding)
		wantNear(t, name+"dual", c.Dual, dual, 1e-12+rounding)
		wantNear(t, name+"balance", c.Balance, math.Abs(balance), rounding)
		claim(t, c.Box == 0 && c.Shortfall <= tol && c.Excess <= tol && c.Violation() <= 2*tol,
			"%s%v, want every residual below %.2g", name, c, tol)
		claim(t, tol > 0.1 || strings.HasPrefix(verdictOf(c), "optimal to"), "%s%v", name, c)
		rounding := own.Certificate.Rounding
		wantWithin(t, name+"rounding", c.Rounding, rounding, 1e-9*rounding)
		claim(t, m.B >= min(c.BLow, c.BHigh)-tol && m.B <= max(c.BLow, c.BHigh)+tol,
			"%sb = %g, not in [%g, %g]", name, m.B, c.BLow, c.BHigh)
	}
}

// b2i returns 1 for true.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// classifier returns a fit that calls OneVsOne with train.
func classifier[L cmp.Ordered, X any](train func(x []X, y []float64) (*Model[X], error),
) func(x []X, label []L) (func(xs []X) []L, error) {
	return func(x []X, label []L) (func(xs []X) []L, error) {
		m, err := OneVsOne(x, label, train)
		if m == nil {
			return nil, err
		}
		return m.PredictAll, err
	}
}

// trained runs a trainer and checks what comes back.
func trained(t *testing.T, tr trainer, k Kernel[row], x []row, y row, o Options) *Model[row] {
	t.Helper()
	m, err := tr.train(k, x, y, o)
	need(t, err == nil, "%s: %v", tr.name, err)
	checkMachine(t, tr.name, k, x, y, o, m, tr.tol)
	return m
}

// notSeparated trains a hard margin on data that nothing separates. It checks
// the error and the evidence.
func notSeparated(t *testing.T, what string, tr trainer, k Kernel[row], x []row,
	y row) *Model[row] {
	t.Helper()
	m, err := tr.train(k, x, y, Options{C: inf})
	need(t, errors.Is(err, ErrNotSeparable), "%s: %v, want ErrNotSeparable", what, err)
	const want = "svm: not separable: the hulls of the classes meet, to six digits"
	wantEqual(t, what, err.Error(), want)
	wantBelow(t, what+": 1/primal value", 1/m.Certificate.Primal, 1e-15)
	claim(t, !strings.Contains(verdictOf(m.Certificate), "semi"), "‖w‖² = 0: %v", m.Certificate)
	checkTouching(t, k, x, y, m)
	return m
}

// checkTouching checks the evidence that no function of the kernel's space
// separates the labels. It is an α ≥ 0 of sum 2. Both Σ αᵢyᵢ and Σ αᵢyᵢφ(xᵢ)
// are 0, as nearly as ErrNotSeparable promises. The square ‖Σ αᵢyᵢφ(xᵢ)‖² sums
// n² products, and their rounding is allowed too.
func checkTouching[X any](t *testing.T, k Kernel[X], x []X, y []float64, m *Model[X]) {
	t.Helper()
	need(t, m != nil, "the error comes without evidence")
	beta, first := timesY(m.Alpha, y), m.Index[0]
	claim(t, slices.Min(m.Alpha) >= 0, "α = %g", m.Alpha)
	wantNear(t, "Σα", sum(m.Alpha), 2, 1e-12)
	wantNear(t, "Σαy", sum(beta), 0, 1e-9)
	c := must(Certify(k, x, y, m.Alpha, m.B, Options{C: inf}))(t)
	far := slices.Max(mapped(x, func(p X) float64 { return Distance(k, p, x[first]) }))
	diagonal := slices.Max(mapped(x, func(p X) float64 { return k.Eval(p, p) }))
	wantVector(t, "dual value, m(α), M(α)", row{m.Certificate.Dual, m.Certificate.BLow,
		m.Certificate.BHigh}, row{2, c.BLow, c.BHigh}, 1e-6+4*gamma(2*len(x))*diagonal)
	g, _ := decisions(k, x, y, m.Alpha)
	limit := 1e-6*far + 1e-7*math.Sqrt(diagonal) // of ErrNotSeparable
	ww, most := Dot(beta, g), limit*limit+4*gamma(2*len(x))*4*diagonal
	claim(t, ww <= most, "‖Σαyφ‖² = %g, want ≤ %g", ww, most)
}

// eachTrainer runs f as a subtest for each trainer.
func eachTrainer(t *testing.T, f func(t *testing.T, tr trainer)) { eachOf(t, trainers, f) }

// A function is an Expansion on vectors, f(x) = Σ cᵢk(xᵢ, x) + b.
type function = Expansion[[]float64]

// An equation is a row of a table: got = want.
type equation struct {
	name      string
	got, want float64
}

// # Part I: the machine. Planes and margins

// Let w = (3, 4) and b = −5, so ‖w‖ = 5. Then f(1, 1) = 2, and (1, 1) lies 2/5
// above the plane. f sums integers, so only the quotients round, once each.
// Predict is +1 if f(x) ≥ 0, and −1 if not. NaN ≥ 0 does not hold. If w = 0,
// there is no plane, and every point is at distance 0 or ∞.
func TestPlaneByHand(t *testing.T) {
	h, x := Hyperplane{row{3, 4}, -5}, []row{{1, 1}, {0, 0}, {3, 4}, {-1, 2}, {nan, 0}}
	wantVector(t, "f", h.Values(x[:4]), row{2, -5, 20, 0}, 0)
	wantVector(t, "sgn f", h.PredictAll(x), row{1, -1, 1, 1, -1}, 0)
	wantVector(t, "sgn f of one", mapped(x, h.Predict), row{1, -1, 1, 1, -1}, 0)
	none, far, one := Hyperplane{row{0}, 0}, Hyperplane{row{0}, 2}, row{1}
	for _, tt := range []equation{
		{"functional margin for +", h.Functional(x[0], 1), 2},
		{"functional margin for −", h.Functional(x[0], -1), -2},
		{"geometric margin for +", h.Geometric(x[0], 1), 0.4},
		{"geometric margin for −", h.Geometric(x[0], -1), -0.4},
		{"distance from above", h.Distance(x[0]), 0.4},
		{"distance from below", h.Distance(x[1]), 1},
		{"x₁ of the projection, 1 − 3·2/25", h.Project(x[0])[0], 0.76},
		{"x₂ of the projection, 1 − 4·2/25", h.Project(x[0])[1], 0.68},
		{"x₁ of the projection from below, 0 + 3·5/25", h.Project(x[1])[0], 0.6},
		{"margin", h.Margin(x[:3], row{1, -1, 1}), 0.4},
		{"margin of a plane that does not separate", h.Margin(x[:2], row{1, 1}), -1},
		{"margin of no points", h.Margin(nil, nil), inf},
		{"distance for w = 0 and b = 0", none.Distance(one), 0},
		{"distance for w = 0 and b = 2", far.Distance(one), inf},
		{"geometric margin for w = 0 and b = 2", far.Geometric(one, -1), -inf},
		{"sgn f of the zero value", Hyperplane{}.Predict(nil), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			claim(t, tt.got == tt.want || near(tt.got, tt.want, eps),
				"%g, want %g", tt.got, tt.want)
		})
	}
}

// Project returns p with f(p) = 0, up to a few gamma(d + 3) of |b| + ‖w‖‖p‖. If
// w = 0, there is no plane, and x stays where it is. Any other point of the
// plane is p + v with ⟨w, v⟩ = 0, and ‖x − p − v‖² = ‖x − p‖² + ‖v‖², because
// x − p is a multiple of w.
func TestProjectionIsTheNearestPointOfThePlane(t *testing.T) {
	eachSeed(t, 0, 60, func(t *testing.T, r *rand.Rand) {
		d := 1 + r.IntN(20)
		h, x := Hyperplane{gaussianVector(r, d), r.NormFloat64()}, gaussianVector(r, d)
		p, other := h.Project(x), h.Project(gaussianVector(r, d))
		size := math.Abs(h.B) + Norm(h.W)*(Norm(x)+Norm(p))
		wantNear(t, "f(p)", h.Value(p), 0, 4*gamma(d+3)*size)
		// ⟨x, w/‖w‖⟩ is the length of the projection of x onto w.
		wantNear(t, "along w", Dot(x, h.W)/Norm(h.W), h.Geometric(x, 1)-h.B/Norm(h.W),
			4*gamma(d+3)*size/Norm(h.W))
		wantNear(t, "‖x − p‖", Norm(difference(x, p)), h.Distance(x),
			4*gamma(d+3)*(Norm(x)+Norm(p)+size/Norm(h.W)))
		wantBelow(t, "‖x − p‖", h.Distance(x)*(1-1e-12), Norm(difference(x, other)))
	})
	x := row{1, 2}
	p := (Hyperplane{row{0, 0}, 3}).Project(x)
	claim(t, slices.Equal(p, x) && &p[0] != &x[0], "projection for w = 0: %g, want a copy of x", p)
}

// The canonical form has min yᵢf(xᵢ) = 1, so its margin is 1/‖w‖. In the margin
// a factor of w and b cancels. A plane separates the points exactly if its
// margin is above 0, and no other plane has the form. All this is tried on the
// four points with all planes of small integers w and f(1, 1), where f does not
// round.
func TestCanonicalFormHasMarginOneOverNormAndKeepsEveryPrediction(t *testing.T) {
	x, y := fourPoints()
	all, separating := append(tuples(2, -2, -1, 0, 1, 2), vectors(602, 100, 2)...), 0
	for _, v := range tuples(3, -3, -2, -1, 0, 1, 2, 3) {
		h := Hyperplane{v[:2], v[2] - v[0] - v[1]}
		separates := slices.Min(timesY(h.Values(x), y)) > 0
		c, err := h.Canonical(x, y)
		wantEqual(t, fmt.Sprint(h, ": margin above 0, canonical"),
			[2]bool{h.Margin(x, y) > 0, err == nil}, [2]bool{separates, separates})
		if !separates {
			continue
		}
		separating++
		long := h.Times(1000)
		wantVector(t, fmt.Sprint(h, ": min yf, margin·‖w‖, times, times for 1000 f, its f"),
			row{slices.Min(timesY(c.Values(x), y)), c.Margin(x, y) * Norm(c.W),
				c.Margin(x, y) / h.Margin(x, y), long.Margin(x, y) / h.Margin(x, y),
				long.Value(x[0]) / h.Value(x[0])}, row{1, 1, 1, 1, 1000}, 16*eps)
		predicted := append(h.PredictAll(all), h.PredictAll(all)...)
		wantVector(t, "sgn f", append(c.PredictAll(all), long.PredictAll(all)...), predicted, 0)
	}
	wantEqual(t, "planes of 343 that separate", separating, 48)
}

// The plane ⟨w, x⟩ − t = 0 with a threshold t is our plane with b = −t. If
// (w, b) is the machine for yᵢf(xᵢ) ≥ 1, then (mw, mb) is the machine for
// yᵢf(xᵢ) ≥ m, because a program divided by m has the same order of planes. Its
// margin is 1/‖w‖ for any m. The programs are solved to 10⁻⁸, and polished to
// better.
func TestThresholdFormWithAnyMarginIsTheSamePlane(t *testing.T) {
	x, y, _ := separable(random(603), 20, 3, 0.2)
	h, _ := must2(PrimalQP(x, y, Options{C: inf}))(t)
	wantNear(t, "margin·‖w‖", h.Times(2).Margin(x, y)*Norm(h.W), 1, 1e-8)
	eachOf(t, []float64{0.01, 2, 1000}, func(t *testing.T, m float64) {
		p, same := must(PrimalProgram(x, y, Options{C: inf}))(t), h.Times(m)
		p.B = scaled(p.B, m)
		for i := range x {
			p.A.Set(i, 3, y[i]) // −yᵢ(⟨w, xᵢ⟩ − t) ≤ −m
		}
		threshold := append(slices.Clone(h.W), -h.B)
		wantVector(t, "(w, t)/m", scaled(solveQP(t, p).X[:4], 1/m), threshold, 1e-8)
		wantVector(t, "(mw, mb)/m", scaled(weights(same), 1/m), weights(h), 4*eps)
	})
}

// Σ cᵢ⟨xᵢ, x⟩ + b = ⟨Σ cᵢxᵢ, x⟩ + b, as sums of 28 products in different
// orders. The tolerance takes 100 for the sum of their sizes. A plane is an
// Expansion of one term, and LinearHyperplane turns it back into the same
// plane, with the bits of Value. The zero value is f = 0.
func TestLinearHyperplaneIsTheExpansionOfTheLinearKernel(t *testing.T) {
	r := random(604)
	f := &function{Linear{}, gaussianMatrix(r, 7, 4).rows(), gaussianVector(r, 7), 0.5, nil}
	h, x := must(LinearHyperplane(f))(t), vectors(2, 50, 4)
	wantVector(t, "⟨w, x⟩ + b", h.Values(x), f.Values(x), 2*gamma(32)*100)
	wantVector(t, "Σ cᵢxᵢ", h.W, FromRows(f.Points).T().MulVec(f.Coef), 2*gamma(32)*100)
	alpha, y := absolute(f.Coef), scaled(signs(f.Coef), -1) // Σαᵢyᵢ = −Σcᵢ < 0
	c := must(Certify(f.Kernel, f.Points, y, alpha, f.B, Options{}))(t)
	wantNear(t, "|Σαᵢyᵢ|", c.Balance, sum(f.Coef), gamma(7)*100)
	f.Kernel = &Linear{} // is Linear too
	wantVector(t, "w", must(LinearHyperplane(f))(t).W, h.W, 0)
	wantVector(t, "w = 0, b = 0: f", (Hyperplane{}).Values(make([]row, 3)), row{0, 0, 0}, 0)

	eachOf(t, []int{1, 7, 100}, func(t *testing.T, d int) {
		h, xs := Hyperplane{gaussianVector(r, d), 0.5}, gaussianMatrix(r, 300, d).rows()
		if d > 1 {
			xs[5][0], xs[6][0], xs[6][1], h.W[0], h.W[1] = nan, 1e50, -1e50, 1e50, 1e50
		}
		f, values := h.Expansion(), mapped(xs, h.Value)
		wantEqual(t, "Values, PredictAll, values of f, the plane of f",
			fmt.Sprint(h.Values(xs), h.PredictAll(xs), f.Values(xs), must(LinearHyperplane(f))(t)),
			fmt.Sprint(values, mapped(xs, h.Predict), values, h))
	})
	refuse := func(words string, f *function) { refused(t, words, alone(LinearHyperplane(f))) }
	refuse("kernel = svm.Gaussian, want Linear", &function{Gaussian{1}, f.Points, f.Coef, 0, nil})
	refuse("3 coefficients for 7 points", &function{Linear{}, f.Points, f.Coef[:3], 0, nil})
	refuse("x[1] has 2 features, x[0] has 1",
		&function{f.Kernel, []row{{1}, {1, 2}}, row{1, 1}, 0, nil})
	refuse("w[0] = +Inf", &function{Linear{}, []row{{1e50}}, row{1e300}, 0, nil})
	refuse("Coef[0] = NaN", &function{Linear{}, []row{{1}}, row{nan}, 0, nil})
	refuse("B = NaN", &function{Linear{}, []row{{1}}, row{1}, nan, nil})
	refuse("Expansion = nil", nil)
}

// # Part I: losses and slack

// The values are by hand. The hinge is at least the perceptron loss, because
// 1 − z ≥ −z. If z > 0, the 0–1 loss is 0. If z ≤ 0, it is 1, the hinge is at
// least 1, and ln(1 + e^−z) is at least ln 2.
func TestLossesAreOrderedAndExact(t *testing.T) {
	for _, want := range [][4]float64{ // z, 0–1, hinge, perceptron
		{-inf, 1, inf, inf}, {-1e4, 1, 10001, 1e4}, {-5e-324, 1, 1, 5e-324}, {0, 1, 1, 0},
		{math.Copysign(0, -1), 1, 1, 0}, {5e-324, 0, 1, 0}, {0.5, 0, 0.5, 0}, {1, 0, 0, 0},
		{1 - eps, 0, eps, 0}, {1 + 2*eps, 0, 0, 0}, // the hinge is not 0 if and only if z < 1
	} {
		z := want[0]
		wantEqual(t, "losses", [4]float64{z, ZeroOne(z), Hinge(z), PerceptronLoss(z)}, want)
	}
	for z := -1e4; z <= 1e4; z += 0.5 {
		claim(t, Hinge(z) >= max(ZeroOne(z), PerceptronLoss(z)) &&
			Logistic(z)/math.Ln2 >= ZeroOne(z), "the losses are not ordered at z = %g", z)
	}
}

// g is a subgradient at z if loss(u) ≥ loss(z) + g(u − z) for all u. A loss
// with a subgradient at each z is convex. The perceptron loss is a hinge, moved
// by 1. The 0–1 loss is not convex. On multiples of 1/8 the hinge does not
// round. The central difference of step h of ln(1 + e^−z) is off by at most
// h²/6·sup|σ″| ≤ h²/60, and rounding adds ε·|z|/h.
func TestSlopesSupportTheLossesAndAreTheirDerivatives(t *testing.T) {
	const h = 1e-4
	for z := -30.0; z <= 30; z += 0.125 {
		for u := -30.0; u <= 30; u += 0.5 {
			claim(t, Hinge(u) >= Hinge(z)+HingeSubgradient(z)*(u-z),
				"the hinge at %g is below its slope at %g", u, z)
			rounding := 8 * eps * (1 + math.Abs(u) + math.Abs(z))
			claim(t, Logistic(u) >= Logistic(z)-Sigmoid(-z)*(u-z)-rounding,
				"the logistic loss at %g is below its slope at %g", u, z)
		}
		wantEqual(t, fmt.Sprintf("perceptron loss at %g", z), PerceptronLoss(z), Hinge(z+1))
		wantWithin(t, fmt.Sprintf("slope of the logistic loss at %g", z), -Sigmoid(-z),
			(Logistic(z+h)-Logistic(z-h))/(2*h), h*h/60+4*eps*(1+math.Abs(z))/h)
	}
	wantEqual(t, "subgradient at the kink", HingeSubgradient(1), 0)
	claim(t, ZeroOne(0) > (ZeroOne(-1)+ZeroOne(1))/2, "the 0–1 loss is below a chord")
}

// primalValue is (primal) by the definition: ½‖w‖² + ΣCᵢ max(0, 1 − yᵢf(xᵢ)).
func primalValue(h Hyperplane, x [][]float64, y, cost []float64) float64 {
	v := Dot(h.W, h.W) / 2
	for i := range x {
		v += cost[i] * math.Max(0, 1-y[i]*(Dot(h.W, x[i])+h.B))
	}
	return v
}

// P(w, b) sums convex functions of (w, b), and w is linear in α. Hence Jensen's
// inequality holds for the mean of several points, for any α and any kernel.
// The part ½‖w‖² is even below by as much as the points scatter:
//
//	P(Σsₖuₖ) ≤ ΣsₖP(uₖ) − ½Σsₖ‖wₖ − w̄‖²          [½‖·‖² is quadratic, w̄ = Σsₖwₖ]
//	D(Σsₖuₖ) = ΣsₖD(uₖ) + ½Σsₖ‖wₖ − w̄‖²          [D = Σαᵢ − ½‖w‖²: D is concave]
//
// Therefore two minimisers have the same w. ‖wₖ − w̄‖² comes from K. Sums of up
// to 20² terms round.
func TestThePrimalIsConvex(t *testing.T) {
	x, y := overlapping(random(612), 20, 3, 1)
	eachKernel(t, func(t *testing.T, k Kernel[row]) {
		gram := must(Gram(k, x))(t)
		for _, c := range []float64{0.01, 2, 1000} {
			o := Options{C: c, Weights: repeat(20, 0.25, 1)}
			certificate := func(v row) Certificate { // v = (α, b)
				return must(Certify(k, x, y, v[:20], v[20], o))(t)
			}
			primal := func(v row) float64 { return certificate(v).Primal }
			for seed := range uint64(4) {
				r := random(seed)
				u := gaussianMatrix(r, 4, 21).rows()
				s := each(4, func(int) float64 { return r.Float64() })
				s = scaled(s, 1/sum(s))
				middle, jensen, size, dual := combination(u, s), 0.0, 0.0, 0.0
				for l := range u {
					apart := timesY(difference(u[l], middle)[:20], y)
					scatter := Dot(apart, gram.MulVec(apart)) / 2
					jensen += s[l] * (primal(u[l]) - scatter)
					dual += s[l] * (certificate(u[l]).Dual + scatter)
					size += s[l] * (primal(u[l]) + square(absolute(u[l]))*maxAbs(gram.Data)*20)
				}
				what := fmt.Sprintf("C = %g, seed %d: P of the mean", c, seed)
				wantBelow(t, what, primal(middle), jensen+8*gamma(400)*size)
				wantNear(t, what+", dual", certificate(middle).Dual, dual, 8*gamma(400)*size)
			}
		}
	})
}

// If P is lower anywhere, it is lower beside u too. For on the chord from u to
// a v with P(v) < P(u)
//
//	P(u + s(v − u)) ≤ P(u) − s(P(u) − P(v))        [P is convex]
//
// falls from the first step on. Hence no u but a minimum of all is a local one.
// The number of errors is not convex: a plane that takes most labels for the
// other has as many errors as all planes beside it, and minus it has fewer.
// Sums of 20 hinges round.
func TestALocalMinimumIsGlobal(t *testing.T) {
	x, y := overlapping(random(613), 20, 3, 1)
	plane := func(v row) Hyperplane { return Hyperplane{v[:3], v[3]} }
	errorsOf := func(v row) float64 {
		return sum(mapped(upTo(20), func(i int) float64 {
			return ZeroOne(plane(v).Functional(x[i], y[i]))
		}))
	}
	for _, c := range []float64{0.01, 1, 100} {
		h, _ := must2(PrimalQP(x, y, Options{C: c}))(t)
		best := append(slices.Clone(h.W), h.B)
		value := func(v row) float64 { return primalValue(plane(v), x, y, repeat(20, c)) }
		for seed := range uint64(20) {
			r := random(seed)
			u := scaled(gaussianVector(r, 4), math.Pow(10, float64(seed%5)-2))
			for _, s := range []float64{1, 0.1, 1e-3, 1e-6} {
				on := combination([]row{u, best}, row{1 - s, s})
				what := fmt.Sprintf("C = %g, seed %d: P at %g of the way", c, seed, s)
				wantBelow(t, what, value(on), value(u)-s*(value(u)-value(best))+gamma(200)*value(u))
				wantBelow(t, what, value(on), value(u))
			}
			wrong, beside := scaled(best, -1), scaled(gaussianVector(r, 4), 1e-6*Norm(best))
			axpy(1, wrong, beside)
			claim(t, errorsOf(beside) == errorsOf(wrong) && errorsOf(wrong) > errorsOf(best),
				"C = %g: %g errors, beside %g, best %g", c, errorsOf(wrong), errorsOf(beside),
				errorsOf(best))
		}
	}
}

// # Part I: duality and the certificate

// gapTerms returns the products of (gap), summed, where f[i] + b is f(xᵢ).
func gapTerms(alpha, cost, y, f row, b float64) (p float64) {
	for i, a := range alpha {
		z := y[i] * (f[i] + b)
		p += a*(z-1+Hinge(z)) + (cost[i]-a)*Hinge(z)
	}
	return p
}

// By (gap), whose terms are all ≥ 0, every dual value is at most every primal
// value, even if w and α have nothing to do with each other. For the four
// points this is tried with all α of 0, ½Cᵢ and Cᵢ that balance, and all planes
// of a few numbers. All sums are multiples of 1/8, so they are exact. (primal)
// and (dual) stand there as they are printed.
func TestWeakDualityHoldsForAnyMachines(t *testing.T) {
	x, y := fourPoints()
	cost, balanced := row{1, 2, 1, 2}, 0
	for _, share := range tuples(4, 0, 0.5, 1) {
		alpha := timesY(share, cost) // the products
		beta := timesY(alpha, y)
		if sum(beta) != 0 {
			continue
		}
		balanced++
		c := must(Certify(Linear{}, x, y, alpha, 0.5, Options{C: 1, Weights: cost}))(t)
		v, g := combination(x, beta), must(Gram(Linear{}, x))(t)
		dual := sum(alpha) - Dot(beta, g.MulVec(beta))/2
		wantVector(t, fmt.Sprint("(dual), (primal) of α = ", alpha), row{c.Dual, c.Primal},
			row{dual, primalValue(Hyperplane{v, 0.5}, x, y, cost)}, 0)
		for _, p := range tuples(3, -1, 0, 0.5, 1) {
			h := toPlane(p)
			rest, gap := difference(h.W, v), primalValue(h, x, y, cost)-dual
			wantEqual(t, fmt.Sprintf("(gap) of %v and α = %v", h, alpha), gap,
				Dot(rest, rest)/2+gapTerms(alpha, cost, y, h.Values(x), 0))
			lagrangian := Dot(h.W, h.W)/2 - Dot(beta, h.Values(x)) + sum(alpha)
			wantEqual(t, "L less (dual)", lagrangian-dual, Dot(rest, rest)/2) // least at w = v
			claim(t, gap >= 0, "%v and α = %v: gap %g < 0", h, alpha, gap)
		}
	}
	wantEqual(t, "α that balance", balanced, 13)
}

// With λ, here ¼, λ‖w‖² + (1/n)Σξᵢ is 2λ times the (primal) of C = 1/(2λn), and
// ½λ‖w‖² + Σξᵢ is λ times that of C = 1/λ. All sums are multiples of 1/8, so
// they are exact.
func TestObjectivesWithLambdaAreMultiplesOfThePrimal(t *testing.T) {
	x, y := fourPoints()
	for _, p := range tuples(3, -1, 0, 0.5, 1) {
		h := toPlane(p)
		primal := func(c float64) float64 { return primalValue(h, x, y, repeat(4, c)) }
		ww, xi := Dot(h.W, h.W), primal(1)-primal(0)
		wantVector(t, "¼‖w‖² + ¼Σξ, ½·¼‖w‖² + Σξ", row{ww/4 + xi/4, ww/8 + xi},
			row{primal(CFromLambda(0.25, 4)) / 2, primal(CFromHalfLambda(0.25)) / 4}, 0)
	}
}

// The machine of α has the w of α, so that the square in (gap) is 0: for every
// kernel the gap of the certificate is the sum of the products alone. A sum of
// n² terms and a few more rounds by γ of their number, 16 times for safety.
func TestTheGapOfACertificateIsItsSumOfProducts(t *testing.T) {
	eachKernel(t, func(t *testing.T, k Kernel[row]) {
		for seed := range uint64(20) {
			r := random(seed)
			n, b := 2+r.IntN(15), r.NormFloat64()
			x, y := overlapping(r, n, 2, 1)
			cost := absolute(gaussianVector(r, n))
			alpha := feasible(r, y, cost)
			c := must(Certify(k, x, y, alpha, b, Options{C: 1, Weights: cost}))(t)
			g, size := decisions(k, x, y, alpha)
			terms := (sum(alpha) + sum(cost)) * (1 + size + math.Abs(b))
			wantWithin(t, fmt.Sprintf("seed %d: gap", seed), c.Gap(),
				gapTerms(alpha, cost, y, g, b), 16*gamma(n*n+10)*terms)
		}
	})
}

// The points 1, −1 and 3 have the labels +, − and +. A row of two multipliers
// is about the first two points only. All numbers are multiples of 1/8, so they
// are exact. They were found by hand, m(α) and M(α) by (violation):
//
//   - C = 10: the machine is α = (½, ½, 0), b = 0. Each row breaks one
//     condition, and its residual says by how much.
//   - C = ¼: α = (¼, ¼) gives f(x) = x/2 + b, and b is optimal in [−½, ½].
//   - Σαy ≠ 0: α = (0, 1) gives w = 1 and the dual value 1 − ½. If b = −2, then
//     yf is −1 and 3, and the primal value ½ + 10·2.
//   - C = ∞, and the third point has weight 0. α = (1, 1) is not optimal, but
//     the canonical form of its plane gives the same primal value.
//   - k(a, b) = −ab is not a kernel: f(x) = −2αx, both slacks are 1 + 2α, and
//     the values −2α² + 2C(1 + 2α) and 2α + 2α².
func TestCertificateAcceptsTheOptimumAndNamesEachBrokenCondition(t *testing.T) {
	half, none := row{0.5, 0.5, 0}, row{0, 0, 0}
	for _, tt := range []struct {
		name  string
		k, c  float64 // the kernel is k·ab
		alpha row
		b     float64
		want  row // primal, dual, box, balance, shortfall, excess, m(α), M(α)
	}{
		{"optimal", 1, 10, half, 0, row{0.5, 0.5, 0, 0, 0, 0, 0, 0}},
		{"wrong b", 1, 10, half, 0.25, row{3, 0.5, 0, 0, 0.25, 0.25, 0, 0}},
		{"α < 0", 1, 10, row{0.5, 0.75, -0.25}, 1,
			row{15.125, 0.875, 0.25, 0.5, 1.5, 0.5, 0.5, -0.5}},
		{"α > C", 1, 10, row{11, 11, 0}, 0, row{242, -220, 1, 0, 0, 21, 21, -21}},
		{"Σαy = −1", 1, 10, row{0, 1}, -2, row{20.5, 0.5, 0, 1, 2, 2, 0, 0}},
		{"α > 0 outside", 1, 10, row{0, 0.25, 0.25}, -0.5, row{5.5, 0, 0, 0, 0.5, 1.5, 0, -2}},
		{"α < C inside", 1, 10, row{0.25, 0.25, 0}, 0, row{10.125, 0.375, 0, 0, 0.5, 0, 0.5, -0.5}},
		{"nothing learned", 1, 10, none, 0, row{30, 0, 0, 0, 1, 0, 1, -1}},
		{"no free point", 1, 0.25, row{0.25, 0.25}, 0.5, row{0.375, 0.375, 0, 0, 0, 0, -0.5, 0.5}},
		{"b outside", 1, 0.25, row{0.25, 0.25}, 1, row{0.5, 0.375, 0, 0, 0, 0.5, -0.5, 0.5}},
		{"hard, optimal", 1, inf, half, 0, row{0.5, 0.5, 0, 0, 0, 0, 0, 0}},
		{"hard, twice α", 1, inf, row{1, 1, 0}, 0, row{0.5, 0, 0, 0, 0, 1, 1, -1}},
		{"hard, wrong side", 1, inf, half, 2, row{inf, 0.5, 0, 0, 2, 2, 0, 0}},
		{"hard, nothing learned", 1, inf, none, 0, row{inf, 0, 0, 0, 1, 0, 1, -1}},
		{"−ab", -1, 10, row{1, 1}, 0, row{58, 4, 0, 0, 3, 0, 3, -3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n, o := len(tt.alpha), Options{C: tt.c}
			if tt.c == inf {
				o.Weights = row{1, 2, 0}
			}
			x, y := column(row{1, -1, 3}[:n]), row{1, -1, 1}[:n]
			k := KernelFunc[row](func(a, b row) float64 { return tt.k * a[0] * b[0] })
			c := must(Certify(k, x, y, tt.alpha, tt.b, o))(t)
			got := row{c.Primal, c.Dual, c.Box, c.Balance, c.Shortfall, c.Excess, c.BLow, c.BHigh}
			g, _ := decisions[row](k, x, y, tt.alpha)
			worst, most := -1, 0.0 // the first of the points that miss most
			for i, p := range tt.alpha {
				cost := must(o.cost(n))(t)[i]
				off := y[i]*(g[i]+tt.b) - 1
				if p < cost && -off > most || p > 0 && off > most {
					worst, most = i, math.Abs(off)
				}
			}
			wantEqual(t, "worst", c.Worst, worst)
			claim(t, slices.Equal(got, tt.want) && c.Violation() == c.BLow-c.BHigh &&
				c.Gap() == c.Primal-c.Dual && !strings.Contains(c.String(), "NaN"),
				"b = %g: %v, want %g", tt.b, c, tt.want)
		})
	}
}

// Mistakes that students make, and some that are rarer. The test asks by
// definition which conditions α and b break, and the certificate has to name
// the first of them. Where another b would do, α is right, and b is named. What
// rounding may have kept from a bound is on it, and hides no mistake. In some
// sets a mistake breaks nothing, but each breaks a condition in every third set
// at least. The machines of SMO and DualQP break none. Those that Trace has
// stopped may.
func TestACertificateNamesWhatAMistakeBreaks(t *testing.T) {
	sets, broken := 0, map[string]int{}
	for _, k := range []Kernel[row]{Linear{}, Gaussian{0.5}, Polynomial{2, 1, 1}} {
		for seed, c := range []float64{0.01, 0.1, 1, 30, 1000, 1000} {
			x, y := overlapping(random(690+uint64(seed)), 24, 2, 1)
			sets++
			gram, o, one := must(Gram(k, x))(t), Options{C: c}, 4*seed // one point is treated wrong
			check := func(name string, alpha row, b float64) {
				g, _ := decisions(k, x, y, alpha)
				box, balance, margin := 0.0, math.Abs(Dot(alpha, y)), 0.0
				meant := mapped(alpha, func(a float64) float64 {
					for _, bound := range []float64{0, c} {
						if math.Abs(a-bound) <= 1e-13*min(c, maxAbs(alpha)) {
							return bound
						}
					}
					return a
				})
				low, high := interval(g, y, meant, repeat(24, c))
				for i, a := range meant {
					box = max(box, -alpha[i], alpha[i]-c)
					short := 1 - y[i]*(g[i]+b)
					margin = max(margin, short*float64(b2i(a < c)), -short*float64(b2i(a > 0)))
				}
				want := "optimal to "
				switch limit := min(1e-7*sumAbs(alpha), 1e-5*maxAbs(alpha)); {
				case box > limit:
					want = "not optimal: some αᵢ is outside 0 ≤ αᵢ ≤ C by "
				case balance > limit:
					want = "not optimal: Σ αᵢyᵢ is off 0 by "
				case low-high <= 0.1 && margin > max(0, low-high)+0.01:
					want = "not optimal: α is right to "
				case margin > 0.1:
					want = "not optimal: points with αᵢ "
				case low-high > 0.1:
					want = "not optimal: with any b a point misses its edge by "
				}
				broken[name] += b2i(want != "optimal to ")
				got := verdictOf(must(Certify(k, x, y, alpha, b, o))(t))
				claim(t, strings.HasPrefix(got, want), "%v, %s: %s, want %s", k, name, got, want)
			}
			right := must(SMO(k, x, y, o))(t)
			changed := func(f func(i int, a float64) float64) row {
				return each(24, func(i int) float64 { return f(i, right.Alpha[i]) })
			}
			ascended := func(q *Matrix) row { // makes Σαᵢ − ½αᵀQα large, one αᵢ at a time
				alpha := make(row, 24)
				for range 300 {
					for i, a := range alpha {
						alpha[i] = min(c, max(0, a+(1-Dot(q.Row(i), alpha))/q.At(i, i)))
					}
				}
				return alpha
			}
			q := FromRows(each(24, func(i int) row { return scaled(timesY(gram.Row(i), y), y[i]) }))
			wrong, off := slices.Clone(y), make(row, 24)
			wrong[one], off[one] = -wrong[one], 1
			rounded := changed(func(i int, a float64) float64 { // from 0 and C
				return a + 1e-14*min(c, maxAbs(right.Alpha))*float64(b2i(a == 0)-b2i(a == c))
			})
			check("−b", right.Alpha, -right.B)
			check("−b, and rounding", rounded, -right.B)
			check("b = 0", right.Alpha, 0)
			if i := slices.Index(right.Support, SupportBound); i >= 0 { // as if it were free
				check("b of a bound point", right.Alpha, right.B+y[i]*right.Slack[i])
			}
			check("no balance", ascended(q), 0)
			check("no yᵢyⱼ", ascended(gram), 0)
			for name, alpha := range map[string]row{
				"right":      right.Alpha,
				"twice α":    scaled(right.Alpha, 2),
				"all αᵢ = C": repeat(24, c),
				"order":      slices.Concat(right.Alpha[1:], right.Alpha[:1]),
				"β":          timesY(right.Alpha, y),
				"half α":     scaled(right.Alpha, 0.5),

				"rounding":  rounded,
				"all above": changed(func(_ int, a float64) float64 { return a + 1e-10 }),
				"one class": changed(func(i int, a float64) float64 { return a * max(0, y[i]) }),
				"one αᵢ < 0": changed(func(i int, a float64) float64 {
					return a*(1-off[i]) - off[i]*c/1e6
				}),
			} {
				check(name, alpha, right.B)
			}
			other := func(name string, k Kernel[row], y row, o Options) {
				m, _ := SMO(k, x, y, o)
				check(name, m.Alpha, m.B)
			}
			other("another kernel", Scaled[row]{2, k}, y, o)
			first := func(p row) row { return p[:1] }
			other("a feature is forgotten", Pullback(k, first), y, o)
			other("C ten times too large", k, y, Options{C: 10 * c})
			other("a wrong label", k, wrong, o)
			for _, tr := range trainers {
				trained(t, tr, k, x, y, o)
				for stop := range 4 {
					no := func(Progress) bool { stop--; return stop >= 0 }
					m, _ := tr.train(k, x, y, Options{C: c, Trace: no})
					check("stopped by Trace", m.Alpha, m.B)
				}
			}
		}
	}
	for name, count := range broken {
		enough := 3*count >= sets || (name == "right" || name == "rounding") && count == 0
		claim(t, enough, "%s breaks something in %d of %d sets", name, count, sets)
	}
	claim(t, len(broken) == 21, "%d kinds of α", len(broken))
}

// Rounding is 8·2⁻⁵³·Σ|αᵢ| times the largest k(xᵢ, xᵢ), whoever makes the
// certificate. The last point has weight 0, and does not count. For Linear the
// points are less their mean, and ⟨w, xᵢ⟩ is rounded by as much of ‖w‖‖xᵢ‖.
// With C = ∞, α is evidence.
func TestRoundingIsThatOfTheLargestTermsOfF(t *testing.T) {
	x, y := column(row{1e6 + 1, 1e6 - 1, 1e6 + 3, 1e6 - 3, 9e6}), row{1, -1, 1, -1, 1}
	o := Options{C: 1e-3, Weights: row{1, 1, 1, 1, 0}}
	for _, tt := range []struct {
		k       Kernel[row]
		largest float64
	}{
		{Linear{}, 9},
		{Gaussian{1}, 1},
		{Polynomial{1, 1, 1}, 1 + (1e6+3)*(1e6+3)},
		{KernelFunc[row](Dot), (1e6 + 3) * (1e6 + 3)},
	} {
		check := func(m *Model[row]) {
			size := sumAbs(m.Alpha) * tt.largest
			if isLinear(tt.k) {
				size += Norm(combination(m.Points, m.Coef)) * (1e6 + 3)
			}
			want := 8 * 0x1p-53 * size
			wantWithin(t, fmt.Sprint(tt.k), m.Certificate.Rounding, want, 1e-9*want) // ‖w‖ rounds
			claim(t, m.Alpha[4] == 0, "α = %g", m.Alpha)
		}
		check(trained(t, trainers[0], tt.k, x, y, o))
		check(trained(t, bySMO, tt.k, x, y, o))
		check(must(NewModel(tt.k, x, y, row{1, -3, 0, 0, 0}, 0, o))(t))
		if !isLinear(tt.k) { // whose mean is another one
			evidence, _ := SMO(tt.k, slices.Concat(x[1:2], x[1:]), y, Options{C: inf,
				Weights: o.Weights})
			check(evidence)
		}
	}
	c := must(Certify(Linear{}, x, y, row{1, -3, 0, 0, 0}, 0, o))(t)
	wantVector(t, "Σ|αᵢ|, max |αᵢ|", row{c.SumAlpha, c.MaxAlpha}, row{4, 3}, 0)
}

// ‖w‖² = ΣΣβᵢβⱼk(xᵢ, xⱼ) can be negative only if k is no kernel. For −⟨a, b⟩ it
// is −‖Σβᵢxᵢ‖², and the machine that SMO returns is the minimum of nothing,
// although it breaks no other condition: the error is ErrNotConvex, as DualQP's
// would be. −‖a − b‖² is no kernel, and right all the same, by "What is no
// kernel" in svm.go.
//
// For these kernels the verdict is never said: not for a w that is 0 but for
// rounding, since each point has both labels, and not for a b that is far off.
func TestACertificateSaysWhereTheSquareOfTheNormIsNegative(t *testing.T) {
	x, y := overlapping(random(697), 30, 2, 1)
	minus := KernelFunc[row](func(a, b row) float64 { return -Dot(a, b) })
	far := KernelFunc[row](func(a, b row) float64 { return -squaredDistance(a, b) })
	for _, c := range []float64{1e-6, 1, 100} {
		m, err := SMO[row](minus, x, y, Options{C: c})
		refused(t, "not convex: SMO: k is not positive semi-definite, see IsPSD", err)
		w := combination(m.Points, m.Coef)
		want := fmt.Sprintf("not optimal: k is not positive semi-definite, ‖w‖² = %.2g", -Dot(w, w))
		wantEqual(t, fmt.Sprint("C = ", c), verdictOf(m.Certificate), want)

		o := Options{C: c, Tol: 1e-10}
		conditionally := must(SMO[row](far, x, y, o))(t)
		refused(t, "not convex: DualQP", alone(DualQP[row](far, x, y, o)))
		twice := must(SMO[row](Scaled[row]{2, Linear{}}, x, y, o))(t)
		checkMachine(t, "−‖a − b‖²", Kernel[row](far), x, y, o, conditionally, o.Tol)
		wantNear(t, "D", conditionally.Certificate.Dual/twice.Certificate.Dual, 1, 1e-9)
		wantVector(t, "f", conditionally.Values(x), twice.Values(x), 1e-6)
		huge := mapped(x, func(p row) row { return scaled(p, 3000) }) // k up to 10¹⁴
		both, labels := slices.Concat(huge, huge), slices.Concat(y, scaled(y, -1))
		for _, k := range append(vectorKernels(), far) {
			zero := must(Certify(k, both, labels, repeat(60, c), 0, o))(t)
			off := must(Certify(k, x, y, twice.Alpha, 1e20, o))(t)
			text := verdictOf(zero) + verdictOf(off)
			claim(t, !strings.Contains(text, "is not"), "%v, %v", zero, off)
		}
	}
}

// A function that is no kernel need not show itself. Let k be 1 for a point
// itself, and ∓⅕ for two points whose numbers are alike or not. Then
// K = 6/5·I − ⅕uuᵀ, with signs uᵢ, has the eigenvalue 6/5 − n/5. A training
// cannot see this, since ‖w‖² is positive where it looks, and "optimal" would
// be too much. Of a kernel that only its user knows, and of all that is built
// of it, also behind a pointer, the certificate says on what it depends. The
// kernels of the package are positive semi-definite, and so is what is built of
// them.
func TestOptimalOfAKernelOfTheUsersDependsOnIt(t *testing.T) {
	x := column(each(20, func(i int) float64 { return float64(i) / 8 }))
	y := repeat(20, 1, -1)
	own := KernelFunc[row](func(a, b row) float64 {
		i, j := int(8*a[0]), int(8*b[0])
		if i == j {
			return 1
		}
		return 0.2 - 0.4*float64(b2i(i/2%2 == j/2%2)) // + + − − + + − − …
	})
	gram := must(Gram[row](own, x))(t)
	is, least := IsPSD(gram)
	wantNear(t, "smallest eigenvalue", least, 1.2-20*0.2, 1e-12)
	claim(t, !is, "a kernel")
	matrix, o := Precomputed{gram}, Options{C: 0.1} // all αᵢ = C by any steps
	const says = ", if k is positive semi-definite"
	check := func(m *Model[row], err error, depends bool) {
		first := verdictOf(must(m, err)(t).Certificate)
		said := strings.HasPrefix(first, "optimal to ") && strings.HasSuffix(first, says) == depends
		claim(t, said, "%v: %s", m, first)
	}
	for _, k := range []Kernel[row]{own, byRow{}, halved{}, &halved{}, &Scaled[row]{2, own},
		Sum[row]{Linear{}, own}, Product[row]{own, Gaussian{1}}, Normalized[row]{own},
		Scaled[row]{2, Sum[row]{Linear{}, Product[row]{own}}},
		Pullback(matrix, func(p row) int { return int(8 * p[0]) })} {
		m, err := SMO(k, x, y, o)
		check(m, err, true)
	}
	for _, k := range slices.DeleteFunc(vectorKernels(), func(k Kernel[row]) bool {
		_, is := k.(KernelFunc[row])
		return is
	}) {
		m, err := SMO(k, x, y, o)
		check(m, err, false)
	}
	word := func(p row) string { return strings.Repeat("ab", int(8*p[0])) + "b" }
	m, err := SMO(Pullback(Normalized[string]{Substrings{Max: 3}}, word), x, y, o)
	check(m, err, false)
	for _, k := range []Kernel[int]{matrix, &matrix} {
		m := must(SMO(k, upTo(20), y, o))(t)
		c := must(Certify(k, upTo(20), y, m.Alpha, m.B, o))(t)
		for _, first := range []string{verdictOf(m.Certificate), verdictOf(c)} {
			claim(t, strings.HasSuffix(first, says), "%s", first)
		}
	}
}

// If no support vector is free, b is the midpoint of its interval, which is
// [m(α), M(α)] of (violation):
//
//	±1, C = ¼               f(x) = x/2 + b, so b in [−½, ½]
//	1 and 0, C = ½          f(x) = x/2 + b, so b in [−1, ½]
//	both labels at ±1       α = C everywhere, w = 0, yf = yb ≤ 1: b in [−1, 1]
//	±1 and 3/2, C = ¼       f(x) = x/2 + b, and the third point asks for b ≥ ¼
//	four points, C = 1/6    f(x) = (x₁ + x₂)/3 + b, so b in [−5/3, −4/3]: "Which b" in svm.go
//
// The value is Σα − ½‖w‖², with α = C at the support vectors. Trained on the
// support vectors only, w stays the same, so D does, and the interval does not
// shrink. PrimalQP has the w of SMO. For C = ∞ both w and b are unique: those
// of the four points, here each twice.
func TestWithoutAFreeSupportVectorBIsTheMidpointOfItsInterval(t *testing.T) {
	four, label := fourPoints()
	h, _ := must2(PrimalQP(append(four, four...), append(label, label...), Options{C: inf}))(t)
	wantVector(t, "PrimalQP, C = ∞: w, b", weights(h), row{0.5, 0.5, -2}, 1e-6)
	for _, tt := range []struct {
		name                string
		x                   []row
		y                   row
		c, low, high, value float64
	}{
		{"one and minus one", column(row{1, -1}), row{1, -1}, 0.25, -0.5, 0.5, 3. / 8},
		{"one and zero", column(row{1, 0}), row{1, -1}, 0.5, -1, 0.5, 7. / 8},
		{"both labels at both", column(row{1, 1, -1, -1}), row{1, -1, 1, -1}, 1, -1, 1, 4},
		{"a third point", column(row{1, -1, 1.5}), row{1, -1, 1}, 0.25, 0.25, 0.5, 3. / 8},
		{"four points", []row{{0, 1}, {1, 1}, {5, 4}, {3, 3}}, row{-1, -1, 1, 1}, // reversed
			1. / 6, -5. / 3, -4. / 3, 2. / 9},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, o, middle := tt.x, Options{C: tt.c, Tol: 1e-10}, (tt.low+tt.high)/2
			eachTrainer(t, func(t *testing.T, tr trainer) {
				m := trained(t, tr, Linear{}, x, tt.y, o)
				wantEqual(t, "free support vectors", m.Certificate.Free, 0)
				wantVector(t, "m(α), M(α), b", row{m.Certificate.BLow, m.Certificate.BHigh, m.B},
					row{tt.low, tt.high, middle}, 1e-9)
				wantVector(t, "primal and dual value",
					row{m.Certificate.Primal, m.Certificate.Dual}, repeat(2, tt.value), 1e-9)
				only := trained(t, tr, Linear{}, m.Points, pick(tt.y, m.Index), o).Certificate
				claim(t, only.BLow <= tt.low+1e-9 && only.BHigh >= tt.high-1e-9 &&
					near(only.Dual, m.Certificate.Dual, 1e-9), "support vectors only: %v", only)
			})
			h, _ := must2(PrimalQP(x, tt.y, o))(t)
			m := trained(t, bySMO, Linear{}, x, tt.y, o)
			want := append(combination(m.Points, m.Coef), middle)
			wantVector(t, "PrimalQP's w and b", weights(h), want, 1e-7)
		})
	}
}

// If free support vectors do not agree on the b of (bias), b is the mean of
// what they ask for, here 1, 2 and 6. The mean is not the midpoint of any
// interval. An αᵢ that only rounding keeps off a bound is not free. The machine
// of these α has this b, and w = Σ αᵢyᵢxᵢ. If no support vector is free, b is
// the midpoint of its interval, and if one end of that is infinite, it is the
// other end. Of the points 3 and 1 with α = (½, ½), g₁ = ½·9 − ½·3 = 3, and
// b = 1 − 3.
func TestBIsTheMeanOverTheFreeSupportVectorsOrElseAMidpoint(t *testing.T) {
	y, cost := row{1, -1, 1, 1, -1, 1}, ones(6)
	g := row{1 - 1, -1 - 2, 1 - 6, 1 - 100, -1 + 100, 1 - 100}
	// ½ − ¼·2 + ¾·3 + 4 + 6 is the w of the points 1, …, 6
	alpha := row{0.5, 0.25, 0.75, 1 - eps, 1e-17, 1}
	m := newModel(Linear{}, column(row{1, 2, 3, 4, 5, 6}), y, alpha, g, cost, 36)
	wantVector(t, "b, b, w", row{bias(g, y, alpha, cost), m.B, combination(m.Points, m.Coef)[0]},
		row{3, 3, 12.25}, 4*eps)
	wantNear(t, "b, none free", bias(g, y, row{0, 0, 1, 1, 1, 1}, cost), 1.5, 4*eps) // of [1, 2]
	for _, tt := range [][3]float64{{1, 2, 1.5}, {2, 1, 1.5}, {-inf, 2, 2}, {3, inf, 3},
		{-inf, inf, 0}} {
		wantNear(t, fmt.Sprint("midpoint of ", tt[:2]), midpoint(tt[0], tt[1]), tt[2], 4*eps)
	}
	m = must(SMO(Polynomial{1, 1, 0}, column(row{3, 1}), row{1, -1}, Options{}))(t)
	wantNear(t, "b = yᵢ − gᵢ", m.B, -2, 16*eps)
}

// # Part I: machines solved by hand

// With one point per class, Σ αᵢyᵢ = 0 leaves one α:
//
//	D = 2α − ½α²‖x₊ − x₋‖², so α = min(C, 2/‖x₊ − x₋‖²)
//	α < C: both points fix b, by yf = 1
//	α = C: f(x) = C⟨x₊ − x₋, x⟩ + b, and y f ≤ 1 at both asks
//	       −1 − C⟨x₊ − x₋, x₋⟩ ≤ b ≤ 1 − C⟨x₊ − x₋, x₊⟩
func TestTwoPointDualIsTwoOverSquaredDistance(t *testing.T) {
	for _, tt := range []struct {
		name        string
		pos, neg    row
		c, alpha, b float64
	}{
		{"clipped: b is the midpoint of [-1, 0.5]", row{1}, row{0}, 0.5, 0.5, -0.25},
		{"clipped just now", row{1}, row{0}, 2, 2, -1},
		{"hard margin", row{3, 4}, row{0, 0}, inf, 2. / 25, -1},
		{"five apart", row{4, 5}, row{1, 1}, 1, 2. / 25, -1 - 14./25}, // w = (3, 4)·2/25
		{"the numbers 3 and 1, in the head of smo.go", row{3}, row{1}, 10, 0.5, -2},
		{"tiny", row{1e-5}, row{-1e-5}, 1e12, 5e9, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			eachTrainer(t, func(t *testing.T, tr trainer) {
				x, o := []row{tt.pos, tt.neg}, Options{C: tt.c, Tol: 1e-12}
				m := trained(t, tr, Linear{}, x, row{1, -1}, o)
				dual := 2*tt.alpha - tt.alpha*tt.alpha*squaredDistance(tt.pos, tt.neg)/2
				got := append(scaled(m.Alpha, 1/tt.alpha), m.Certificate.Dual/dual, m.B)
				wantVector(t, "α₊/α, α₋/α, D/D*, b", got, row{1, 1, 1, tt.b}, 1e-10)
				h := must(LinearHyperplane(&m.Expansion))(t)
				w := scaled(difference(tt.pos, tt.neg), tt.alpha)
				wantVector(t, "w = α(x₊ − x₋)", h.W, w, 1e-10)
			})
		})
	}
	two := &function{Linear{}, []row{{1, 2}, {3, 5}}, row{2, 1}, 7, nil}
	wantVector(t, "2(1, 2) + (3, 5), b", weights(must(LinearHyperplane(two))(t)), row{5, 9, 7}, 0)
	eachTrainer(t, func(t *testing.T, tr trainer) { // α = 5·10⁵⁷ is more than Certify takes
		far, err := tr.train(Linear{}, column(row{1e-29, -1e-29}), row{1, -1}, Options{C: inf})
		claim(t, far != nil && errors.Is(err, ErrNotConverged), "%v, %v", far, err)
	})
	none := must(SMO(Linear{}, column(row{1, 0}), row{1, -1}, Options{Tol: 2}))(t)
	wantVector(t, "α if m(0) − M(0) = 2 is at most Tol", none.Alpha, row{0, 0}, 0)
}

// XOR under k = (1 + x·z)²:
//
//	k(xᵢ, xᵢ) = (1 + 2)² = 9, and k(xᵢ, xⱼ) = (1 + 0)² = 1 or (1 − 2)² = 1
//	all αᵢ = a balance, and are stationary if a(9 + 1 − 1 − 1) = 1: a = 1/8, b = 0
//	w = ⅛ Σ yᵢφ(xᵢ) leaves only √2x₁x₂ of 1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂
//	f(x) = −x₁x₂, and ‖w‖² = Σα = ½, so the margin is √2
//	SMO: η = 9 + 9 − 2 = 16, and δ = 2/16 for a pair of two labels. For the other
//	     points k, Kₖᵢ − Kₖⱼ = 1 − 1, so bₖ stays. Two pairs take two steps.
//
// With (½ + ½x·z)², a quarter of k, f stays, αᵢ is 4/8, and the margin √2/2. No
// line separates the classes: their hulls meet at 0.
func TestXORUnderTheQuadraticKernelIsMinusTheProduct(t *testing.T) {
	x, y := []row{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, row{-1, -1, 1, 1}
	eachTrainer(t, func(t *testing.T, tr trainer) {
		for _, tt := range [][2]float64{{1, inf}, {0.5, 1}} {
			r, c := tt[0], tt[1]
			m := trained(t, tr, Polynomial{2, r, r}, x, y, Options{C: c, Tol: 1e-12})
			wantVector(t, "α₁, α₂, α₃, α₄, b, margin", append(m.Alpha, m.B, 1/m.Norm()),
				append(repeat(4, 0.125/r/r), 0, math.Sqrt2*r), 1e-10)
			for _, z := range vectors(3, 50, 2) {
				wantNear(t, "f + x₁x₂", m.Value(z)+z[0]*z[1], 0, 1e-9)
			}
			claim(t, tr.name != "SMO" || m.Iterations == 2, "%d steps of SMO", m.Iterations)
		}
		notSeparated(t, "linear", tr, Linear{}, x, y)
	})
}

// testdata/marking.md answers the exercises on paper. Squared slack at the
// price ½CΣξᵢ² is the hard margin of the kernel k + [i = j]/C: on (3, 3) and
// (1, 1) with C = 1 both α are 2/(8 + 2/C), and D is 0.2. Without b there is no
// balance: on (2, 0) and (1, 1) α = (1, 3/2), and both values are 5/4. The Gram
// matrix of min(a, b) for 1, 2, …, n is LLᵀ with an L of ones. The solver of
// programs promises 10⁻⁸ of such values.
func TestExercisesOnPaperHaveTheseAnswers(t *testing.T) {
	squared := Precomputed{FromRows([][]float64{{18 + 1, 6}, {6, 2 + 1}})}
	m := must(SMO(squared, []int{0, 1}, row{1, -1}, Options{C: math.Inf(1)}))(t)
	wantVector(t, "α, D", append(m.Alpha, m.Certificate.Dual), row{0.2, 0.2, 0.2}, 1e-15)
	free := solveQP(t, QP{Q: FromRows([][]float64{{4, -2}, {-2, 2}}), C: row{-1, -1},
		Lo: make(row, 2), Hi: row{10, 10}})
	wantVector(t, "α, −D", append(free.X, free.Value), row{1, 1.5, -1.25}, 1e-8)

	a, l := NewMatrix(9, 9), NewMatrix(9, 9)
	for i := range 9 {
		for j := range 9 {
			a.Row(i)[j] = float64(min(i, j) + 1)
			if j <= i {
				l.Row(i)[j] = 1
			}
		}
	}
	wantVector(t, "L", must(a.Cholesky())(t).L.Data, l.Data, 0)
}

// # Part I: what holds of every machine

// Comparisons of αᵢ with 0 and Cᵢ are exact, because solvers put αᵢ exactly
// there. Where a point lies is told by its slack: 0, less than 1, 1 or more.
// Above 1, Predict is wrong. Of two points at 1, one with α = 0 may lie on the
// margin, as yᵢf(xᵢ) ≥ 1 allows. α = (½, ½) at ±1 gives f(x) = x + b, and
// therefore the second point has the slack b. If m(α) − M(α) ≤ tol, a free
// point is (on the edge) and any other on its side of it, up to tol. Hence only
// a point at its bound can have more slack.
func TestEveryTrainingPointHasItsPlaceInBothTrichotomies(t *testing.T) {
	below := math.Nextafter(1, 0)
	wantEqual(t, "the places of (α, C)", [...]Support{supportOf(0, 1), supportOf(0, 0),
		supportOf(5e-324, 1), supportOf(below, 1), supportOf(1e300, inf), supportOf(1, 1)},
		[...]Support{SupportZero, SupportZero, SupportFree, SupportFree, SupportFree, SupportBound})
	kinds := fmt.Sprint(SupportZero, SupportFree, SupportBound)
	wantEqual(t, "the kinds", kinds, "α = 0 0 < α < C α = C")
	eachOf(t, []float64{0, 0.25, below, 1, 1 + 2*eps, 3}, func(t *testing.T, b float64) {
		x, half := column(row{1, -1}), row{0.5, 0.5}
		m := must(NewModel(Linear{}, x, row{1, -1}, half, b, Options{}))(t)
		wantVector(t, "b, slack of +, slack of −", append(row{m.B}, m.Slack...), row{b, 0, b}, 0)
		wantVector(t, "excess of +, shortfall of −",
			row{m.Certificate.Excess, m.Certificate.Shortfall}, row{b, b}, 4*eps)
		claim(t, (m.Predict(x[1]) == 1) == (b >= 1), "slack %g: predicted %g", b, m.Predict(x[1]))
	})
	one := column(row{1, 1, -1})
	twice := must(NewModel(Linear{}, one, row{1, 1, -1}, row{0.5, 0, 0.5}, 0, Options{}))(t)
	claim(t, verdictOf(twice.Certificate) == "optimal to 2.5e-15" && twice.Value(one[1]) == 1 &&
		twice.Support[1] == SupportZero, "α = 0 on the edge: %v", twice)
	off := must(NewModel(Linear{}, one, row{1, 1, -1}, row{1, 0, 1}, -3, Options{}))(t)
	wantVector(t, "yf = (−1, −1, 5), α = (C, 0, C): slack, shortfall, excess", append(off.Slack,
		off.Certificate.Shortfall, off.Certificate.Excess), row{2, 2, 0, 2, 4}, 0)
	for _, tr := range trainers {
		x, y := overlapping(random(640), 60, 2, 1)
		m := trained(t, tr, Linear{}, x, y, Options{C: 0.5})
		for i, slack := range m.Slack {
			right, bound := m.Predict(x[i]) == y[i], m.Support[i] == SupportBound
			claim(t, right == (slack <= 1) && (bound || slack <= 2e-3),
				"slack %g with %v, right: %v", slack, m.Support[i], right)
		}
		claim(t, slices.Max(m.Slack) > 1 && m.Certificate.Zero > 0, "no point is wrong or outside")
	}
}

// # Part I: what is done to the data is done to the machine

// overlap is a set with support vectors of both kinds.
func overlap() ([][]float64, []float64) { return overlapping(random(690), 40, 2, 1.5) }

// Each change makes x′ of x, and f′ and α′ of the machine. Then f′(x′) = ±f(x),
// and αᵢ is a multiple of the sum of α′ⱼ over the points j that come from i:
//
//	translation   ⟨w, x + c⟩ + (b − ⟨w, c⟩) = ⟨w, x⟩ + b
//	rotation      keeps all inner products; the Gaussian sees distances only
//	scaling       αᵢ(x, s²C) = s²αᵢ(sx, C). C = ∞ needs no scaling. The support
//	              vectors stay, however small their α is.
//	flipping      −f has the margins of f.
//	weights       A weight of two is a point twice, which share what the box
//	              allows them together. A weight of zero leaves a point out.
//	leaving out   A point with αᵢ = 0 takes no part in (machine).
//	order         changes only the order of sums.
func TestWhatIsDoneToTheDataIsDoneToTheMachine(t *testing.T) {
	// Point j of the changed data comes from point from[j]. The labels and f
	// are multiplied by sign, and C/factor is the new C.
	check := func(name string, k Kernel[row], x []row, y row, o Options, of func(row) row,
		from []int, turned, factor float64) {
		for _, tr := range trainers {
			t.Run(fmt.Sprintf("%s, %v/%s", name, k, tr.name), func(t *testing.T) {
				x2, y2 := mapped(pick(x, from), of), scaled(pick(y, from), turned)
				a := trained(t, tr, k, x, y, o)
				b := trained(t, tr, k, x2, y2, Options{C: o.C / factor, Tol: 1e-10})
				alpha := make([]float64, len(x))
				for j, i := range from {
					alpha[i] += factor * b.Alpha[j]
				}
				wantVector(t, "α", alpha, a.Alpha, 1e-6)
				p := append(vectors(6, 30, 2), row{0, 0})
				wantVector(t, "f′", b.Values(mapped(p, of)), scaled(a.Values(p), turned), 1e-6)
			})
		}
	}
	move, keep := func(p row) row { return row{p[0] + 3, p[1] - 2} }, slices.Clone[row]
	x, y := overlap()
	o, weighted, stay := Options{C: 1, Tol: 1e-10}, Options{C: 1, Tol: 1e-10}, upTo(len(x))
	var copies []int
	for i := range x {
		weighted.Weights = append(weighted.Weights, float64(i%3))
		copies = append(copies, []int{i, i}[:i%3]...)
	}
	eachOf(t, []Kernel[row]{Linear{}, Gaussian{0.7}}, func(t *testing.T, k Kernel[row]) {
		check("translation", k, x, y, o, move, stay, 1, 1)
		check("rotation", k, x, y, o, orthogonalMatrix(random(691), 2).MulVec, stay, 1, 1)
		check("flipping", k, x, y, o, keep, stay, -1, 1)
		check("weights", k, x, y, weighted, keep, copies, 1, 1)
		check("leaving out", k, x, y, o, keep, must(SMO(k, x, y, o))(t).Index, 1, 1)
		check("order", k, x, y, o, keep, random(692).Perm(len(x)), 1, 1)
	})
	check("scaling by 4", Linear{}, x, y, o, diagonal(row{4, 4}).MulVec, stay, 1, 16)
	x, y, _ = separable(random(760), 20, 2, 0.3)
	o.C = inf
	check("scaling by 10⁶", Linear{}, x, y, o, diagonal(row{1e6, 1e6}).MulVec, stay[:20], 1, 1e12)
}

// Without point i a machine with a free support vector is the same if αᵢ = 0,
// and such a point lies outside the street or on its edge. So only support
// vectors can be wrong when left out. Hence a machine of n − 1 points is wrong
// on a new point with a probability of at most 1/n of the number of support
// vectors of n points, both on average.
func TestAtMostTheSupportVectorsAreWrongWhenLeftOut(t *testing.T) {
	for _, k := range []Kernel[row]{Linear{}, Gaussian{0.5}, Gaussian{20}} {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			x, y := overlapping(random(613), 30, 2, 1)
			m, wrong := must(SMO(k, x, y, Options{C: 1}))(t), 0
			for i := range x {
				left := slices.DeleteFunc(upTo(30), func(j int) bool { return j == i })
				f := must(SMO(k, pick(x, left), pick(y, left), Options{C: 1}))(t)
				if f.Predict(x[i]) != y[i] {
					wrong++
					claim(t, slices.Contains(m.Index, i), "point %d is wrong, but α is 0", i)
				}
			}
			claim(t, wrong > 0 && slices.Contains(m.Support, SupportFree),
				"%d points are wrong, and the kinds are %v", wrong, m.Support)
		})
	}
}

// Without b, leaving out point i lowers yᵢf(xᵢ) to yᵢf′(xᵢ), by at most
// αᵢk(xᵢ, xᵢ). Let D be the dual value, α its best point, and α′ the best one
// with αᵢ = 0. Take αᵢ away from α, or add it to α′:
//
//	D(α) − αᵢ + αᵢyᵢf(xᵢ) − ½αᵢ²kᵢᵢ ≤ D(α′),   D(α′) + αᵢ − αᵢyᵢf′(xᵢ) − ½αᵢ²kᵢᵢ ≤ D(α)
//
// Their sum is αᵢ(yᵢf(xᵢ) − αᵢkᵢᵢ − yᵢf′(xᵢ)) ≤ 0, or the sum of the gaps if α
// and α′ are known to a gap. What follows for all points together stands in
// testdata/points.md.
func TestAtMostRadiusOverMarginSquaredAreWrongWhenLeftOut(t *testing.T) {
	solve := func(k Kernel[row], x []row, y row, c float64) *QPSolution {
		p := must(DualProgram(k, x, y, Options{C: c}))(t)
		p.Aeq, p.Beq = nil, nil // no b
		return must(p.Solve())(t)
	}
	total := 0
	for _, k := range []Kernel[row]{Linear{}, Polynomial{2, 1, 1}, Gaussian{0.5}} {
		for _, c := range []float64{0.3, inf} {
			r, y := random(129), repeat(16, 1, -1)
			x := mapped(y, func(v float64) row { // on their side of x₁ = 0
				return row{v * (0.1 + r.Float64()), 4*r.Float64() - 2, 4*r.Float64() - 2}
			})
			s := solve(k, x, y, c)
			f := &Expansion[row]{k, x, timesY(s.X, y), 0, nil}
			margins, wrong, most, radius := timesY(f.Values(x), y), 0, 0.0, 0.0
			for i, p := range x {
				own := k.Eval(p, p)
				most, radius = most+s.X[i]*own, max(radius, own)
				left := slices.DeleteFunc(upTo(16), func(j int) bool { return j == i })
				without := solve(k, pick(x, left), pick(y, left), c)
				g := &Expansion[row]{k, pick(x, left), timesY(without.X, pick(y, left)), 0, nil}
				less, gaps := y[i]*g.Value(p), s.Gap+without.Gap+1e-9
				claim(t, s.X[i]*(margins[i]-s.X[i]*own-less) <= gaps,
					"%v, C = %g: yf[%d] = %g, αk = %g, without it %g", k, c, i, margins[i],
					s.X[i]*own, less)
				wrong += b2i(less <= 0)
			}
			if c == inf {
				claim(t, float64(wrong) <= most+1e-6 && most <= radius*f.Norm()*f.Norm()*(1+1e-6),
					"%v: %d wrong, Σαk = %g, R²‖w‖² = %g", k, wrong, most, radius*f.Norm()*f.Norm())
				total += wrong
			}
		}
	}
	claim(t, total > 0, "none is wrong")
}

// A point of weight 0 has Cᵢ = 0 and therefore αᵢ = 0. Hence it takes no part
// in the machine, in the scale of the problem or in the evidence, wherever it
// lies. And it stays there, where the median of the others is 0, too.
func TestAPointOfWeightZeroChangesNothing(t *testing.T) {
	x, y, left := []row{{0, 1}, {-1, -2}, {3, 0}, {1e10, -1e10}}, row{1, -1, -1, 1}, row{1, 1, 1, 0}
	for _, c := range []float64{0.1, 10, inf} {
		t.Run(fmt.Sprint("C = ", c), func(t *testing.T) {
			o, weighted := Options{C: c, Tol: 1e-9}, Options{C: c, Tol: 1e-9, Weights: left}
			eachTrainer(t, func(t *testing.T, tr trainer) {
				for _, k := range []Kernel[row]{Linear{}, Polynomial{2, 1, 1}} {
					a, b := trained(t, tr, k, x[:3], y[:3], o), must(tr.train(k, x, y, weighted))(t)
					wantVector(t, "α and b", append(b.Alpha, b.B), append(a.Alpha, 0, a.B), 1e-8)
				}
			})
			a, _ := must2(PrimalQP(x[:3], y[:3], o))(t)
			b, slack := must2(PrimalQP(x, y, weighted))(t)
			wantVector(t, "PrimalQP: b, relative slack of the point left out",
				row{b.B, slack[3] / Hinge(b.Functional(x[3], 1))}, row{a.B, 1}, 1e-8)
			wantVector(t, "the point left out", x[3], row{1e10, -1e10}, 0)
		})
	}
	xor, o := []row{{5, 5}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, Options{C: inf}
	o.Weights = row{0, 1, 1, 1, 1}
	for _, tr := range trainers { // the margin is hard, though the first point is left out
		m, err := tr.train(Linear{}, xor, row{1, -1, -1, 1, 1}, o)
		claim(t, m != nil && errors.Is(err, ErrNotSeparable), "%s: %v", tr.name, err)
	}
}

// # Part I: limits, all labels, no machine

// γ → ∞: K → I. The derivative of Σα − ½Σα² − bΣαy makes αᵢ = 1 − byᵢ, if C
// allows it. With 16 points + and 15 points −, Σαy = Σ(y − b) = 1 − 31b = 0.
//
// γ → 0 with C = C̃/(2γ): in exp(−γ‖a − b‖²) = 1 − γ‖a‖² − γ‖b‖² + 2γ
// a·b + O(γ²‖·‖⁴), Σαy = 0 cancels everything except 2γ a·b, so the dual is
// 1/(2γ) times the linear one of cost C̃ at α̃ = 2γα. Hence f differs from the
// linear f by O(γ‖x‖⁴ΣC̃), which falls tenfold with γ.
//
// γ → 0 at fixed C, with classes of different size: w → 0, and b goes to the
// label of the larger class.
func TestGammaAtItsLimits(t *testing.T) {
	x, y := overlapping(random(710), 31, 2, 1.5)
	eachTrainer(t, func(t *testing.T, tr trainer) {
		m := trained(t, tr, Gaussian{1e6}, x, y, Options{C: 10, Tol: 1e-10})
		want := mapped(y, func(v float64) float64 { return 1 - v/31 })
		wantVector(t, "γ = 10⁶: α, b", append(m.Alpha, m.B), append(want, 1./31), 1e-9)

		linear := trained(t, tr, Linear{}, x, y, Options{C: 0.5, Tol: 1e-10})
		last := inf
		for _, gamma := range []float64{1e-3, 1e-4, 1e-5} {
			m := trained(t, tr, Gaussian{gamma}, x, y, Options{C: 0.5 / (2 * gamma), Tol: 1e-8})
			off := maxAbs(difference(m.Values(x), linear.Values(x)))
			wantBelow(t, "distance to the linear machine", off, min(last/5, 100*gamma*31))
			last = off
		}

		m = trained(t, tr, Gaussian{1e-9}, x, y, Options{C: 1, Tol: 1e-10})
		wantVector(t, "γ = 10⁻⁹: f", m.Values(x), repeat(31, 1), 1e-6)
	})
}

// eachCell runs f for every C, with and without weights, on the points, and on
// the points and a twin of the first that has the other label, from which
// nothing separates it.
func eachCell[X any](t *testing.T, name string, x []X, y row,
	f func(t *testing.T, x []X, y row, o Options, twins bool)) {
	x, y = append(slices.Clip(x), x[0]), append(slices.Clip(y), -y[0])
	weights := each(len(x), func(i int) float64 { return row{1, 0.5, 0, 2}[i%4] })
	for _, c := range []float64{0.01, 1, 1e5, inf} {
		for cell := range 4 {
			twins, n, o := cell%2 == 1, len(x)-1+cell%2, Options{C: c}
			if cell/2 == 1 {
				o.Weights = weights[:n]
			}
			cell := fmt.Sprintf("%s, C = %g, weights %v, twins %v", name, c, cell/2 == 1, twins)
			t.Run(cell, func(t *testing.T) { f(t, x[:n], y[:n], o, twins) })
		}
	}
}

// eachMachine checks the cells of DualQP and SMO.
func eachMachine[X any](t *testing.T, k Kernel[X], x []X, y row, separable bool) {
	for i, train := range []func(Kernel[X], []X, row, Options) (*Model[X], error){
		DualQP[X], SMO[X]} {
		eachCell(t, fmt.Sprintf("%v, %T %v", trainers[i], k, k), x, y,
			func(t *testing.T, x []X, y row, o Options, twins bool) {
				m, err := train(k, x, y, o)
				if o.C == inf && (twins || !separable) {
					need(t, errors.Is(err, ErrNotSeparable), "%v, want ErrNotSeparable", err)
					checkTouching(t, k, x, y, m)
					return
				}
				succeed(t, err)
				checkMachine(t, "machine", k, x, y, o, m, trainers[i].tol)
			})
	}
}

// Every kernel, by every trainer, with C from 0.01 to ∞, with weights or
// without, and with labels that can be separated or cannot: each machine meets
// its conditions, or its evidence holds.
//
// The points lie about (2, 1) and (−1, 2). Each kernel separates them by x₁ or
// x₁x₂, except Constant. PrimalQP takes no kernel and returns no α: by weak
// duality the dual value of SMO's machine bounds its primal value from below,
// to 2·10⁻⁸ of itself at Tol = 10⁻⁸.
func TestEveryMachineIsCertified(t *testing.T) {
	t.Parallel()
	r, y := random(870), repeat(12, 1, -1)
	x := mapped(y, func(v float64) row {
		return row{0.5 + 1.5*v + 0.8*r.Float64() - 0.4, 1.5 - 0.5*v + 0.8*r.Float64() - 0.4}
	})
	for _, k := range vectorKernels() {
		_, constant := k.(Constant[row])
		eachMachine(t, k, x, y, !constant)
	}
	eachMachine[int](t, Precomputed{must(Gram(Gaussian{0.5}, x))(t)}, upTo(12), y, true)
	texts := strings.Fields("banana papaya camera nasal data bazaar " +
		"tomt potto crisp twelfth fig shy")
	for _, k := range []Kernel[string]{Substrings{}, Normalized[string]{Substrings{Max: 3}}} {
		eachMachine(t, k, texts, y, true)
	}
	eachCell(t, "PrimalQP", x, y, func(t *testing.T, x []row, y row, o Options, twins bool) {
		h, slack, err := PrimalQP(x, y, o)
		if o.C == inf && twins {
			need(t, errors.Is(err, ErrNotSeparable), "%v, want ErrNotSeparable", err)
			return
		}
		succeed(t, err)
		margins, cost := timesY(h.Values(x), y), costs(o, len(x))
		o.Tol = 1e-8
		dual := must(SMO(Linear{}, x, y, o))(t).Certificate.Dual
		wantVector(t, "slack", slack, mapped(margins, Hinge), 1e-12)
		wantNear(t, "primal value/dual value", primalOf(square(h.W), margins, cost)/dual, 1, 2e-8)
	})
}

// Let A be the largest αᵢ of the hard margin. If C ≥ A, the box allows this α,
// and the machines are the same. If C = A/2, it does not, and D is lower. If a
// point has both labels, no finite C would be the hard margin, which is none.
func TestALargeCIsTheHardMarginOnSeparableData(t *testing.T) {
	x, y, _ := separable(random(711), 30, 2, 0.3)
	for _, tr := range trainers {
		with := func(c float64) *Model[row] {
			return trained(t, tr, Linear{}, x, y, Options{C: c, Tol: 1e-10})
		}
		hard := with(inf)
		most, dual := slices.Max(hard.Alpha), hard.Certificate.Dual
		for _, factor := range []float64{1.001, 100} {
			m := with(factor * most)
			wantVector(t, "b, dual", row{m.B, m.Certificate.Dual}, row{hard.B, dual}, 1e-6)
		}
		wantBelow(t, tr.name+": dual at half of A", with(most/2).Certificate.Dual, dual*0.999)
		notSeparated(t, "x[0] has both labels", tr, Linear{}, append(x, x[0]), append(y, -y[0]))
	}
}

// Half of the 2⁹ labellings of the 3×3 grid have the label +1 at (−1, −1), and
// 255 of these have both labels. Each is trained without slack, and with one of
// two costs, in turn. Soft machines are certified, and hard ones certified or
// refuted by evidence. Each αᵢ of DualQP comes out as 0, as C, or clearly
// between, although an interior point never touches its bounds.
//
// A line splits the grid in 29 ways, if one side may be empty, and hence makes
// 28 of the labellings. Under the Gaussian all are separable. Homogeneous
// polynomials have matrices of low rank, with flat directions in which a step
// of (newton) would lose Σβ = 0 if rounding were not taken off. SMO never needs
// more than 1,000 steps.
func TestAllLabellingsOfTheGridAreCertified(t *testing.T) {
	t.Parallel()
	x, labellings := tuples(2, -1, 0, 1), tuples(9, 1, -1)[1:256] // y₁ = 1, and not all are
	train := func(tr trainer, k Kernel[row], c float64, first, every, want int) {
		t.Run(fmt.Sprintf("%v, %v, C = %g", tr, k, c), func(t *testing.T) {
			separable, o := 0, Options{C: c, MaxIter: 1000}
			for at := first; at < len(labellings); at += every {
				y := labellings[at]
				m, err := tr.train(k, x, y, o)
				if c == inf && errors.Is(err, ErrNotSeparable) {
					checkTouching(t, k, x, y, m)
					continue
				}
				need(t, err == nil, "y = %g: %v", y, err)
				checkMachine(t, fmt.Sprint("y = ", y), k, x, y, o, m, tr.tol)
				wantNear(t, "Σβ/Σα", m.Certificate.Balance/sum(m.Alpha), 0, 1e-9)
				for _, a := range m.Alpha {
					sharp := a == 0 || a == c || a >= 1e-12*min(1, c) && a <= c*(1-1e-12)
					claim(t, sharp || tr.name == "SMO", "y = %g: α = %g", y, a)
				}
				separable++
			}
			claim(t, separable == want || want == 0, "%d have a machine, want %d", separable, want)
		})
	}
	for _, tr := range trainers {
		for i, c := range []float64{0.1, 10} {
			train(tr, Linear{}, c, i, 2, 128-i)
			train(tr, Gaussian{0.5}, c, i, 2, 128-i)
		}
		train(tr, Linear{}, inf, 0, 1, 28)
		train(tr, Gaussian{0.5}, inf, 0, 1, 255)
	}
	for _, c := range []float64{0.1, 1e3, 1e6, inf} {
		train(bySMO, Polynomial{2, 1, 0}, c, 0, 3, 0)
		train(bySMO, Polynomial{3, 1, 0}, c, 1, 3, 0)
	}
}

// If the (hulls) of the classes touch, every trainer says so and returns the
// point where they touch. If a thin gap separates them, data are refused only
// if rounding hides the gap. Two lines 2·10⁻⁸ apart are refused, except that
// PrimalQP, which has the coordinates, may see the gap. A margin of 10⁻³ is not
// refused. No plane separates +, − and + in a row, but a Gaussian does.
func TestDataThatNothingSeparatesComeWithEvidence(t *testing.T) {
	for i := range 8 {
		x, y := overlapping(random(740+uint64(i)), 20+8*i, 2, 0)
		switch i {
		case 0:
			x, y = []row{{1, 1}, {1, 1}, {2, 5}}, row{1, -1, 1}
		case 1:
			x, y = []row{{0}, {0}}, row{1, -1}
		case 2: // in a search for the nearest points of these, α grew to 10⁸⁴
			x = []row{{-1, -2}, {1, -2}, {1, -2}, {-2, -2}, {1, 1}, {1, -2}, {2, -1}, {2, -2}}
			y = row{1, 1, 1, -1, -1, 1, -1, -1}
		case 4, 5, 6, 7: // lines
			apart := row{1e-8, 1e-12}[i%2]
			x = mapped(upTo(len(x)), func(j int) row { return row{x[j][0], apart * y[j]} })
		}
		for _, tr := range trainers {
			m := notSeparated(t, fmt.Sprint("set ", i, tr), tr, Linear{}, x, y)
			claim(t, m.Iterations > 0 && (i > 3 || m.Certificate.Primal == inf), "set %d: %v", i, m)
		}
		_, _, err := PrimalQP(x, y, Options{C: inf})
		claim(t, i > 3 || errors.Is(err, ErrNotSeparable), "set %d: PrimalQP: %v", i, err)
	}
	// The classes are apart, but f rounds badly: no proof that they touch.
	_, _, err := PrimalQP([]row{{1e12 + 1}, {1e12 - 1}}, row{1, -1}, Options{C: inf})
	claim(t, errors.Is(err, ErrNotConverged), "%v, want ErrNotConverged", err)
	eachTrainer(t, func(t *testing.T, tr trainer) {
		x, y, _ := separable(random(731), 30, 2, 1e-3)
		m := trained(t, tr, Linear{}, x, y, Options{C: inf, Tol: 1e-3})
		claim(t, 1/m.Norm() >= 0.99e-3, "margin %g, want at least 10⁻³", 1/m.Norm())
		notSeparated(t, "three in a row", tr, Linear{}, column(row{-1, 0, 1}), row{1, -1, 1})
		trained(t, tr, Gaussian{1}, column(row{-1, 0, 1}), row{1, -1, 1}, Options{C: inf})
		_, err := tr.train(Linear{}, column(ones(17)), repeat(17, 1, -1), Options{C: 1e30})
		claim(t, !errors.Is(err, ErrNotSeparable), "a finite C proves nothing: %v", err)
	})
}

// # Part II: kernels. Formulas

// This is the example by hand at the head of kernel.go. For (1 + a·b)² all
// values are integers, and IEEE's roots of 2 and 8 are within ε. For the
// Gaussian, K has the eigenvalues 1 ± 1/e. The eigenvectors are (1, ±1)/√2,
// with any sign.
func TestTwoPointsByHand(t *testing.T) {
	x, square, root := []row{{1, 1}, {2, 0}}, Polynomial{2, 1, 1}, math.Sqrt2
	k := must(Gram(square, x))(t)
	wantVector(t, "(1 + a·b)²: K", k.Data, row{9, 9, 9, 25}, 0)
	phi := square.Map(2)
	wantVector(t, "φ(1, 1)", phi(x[0]), row{1, root, root, 1, root, 1}, 16*eps)
	wantVector(t, "φ(2, 0)", phi(x[1]), row{1, 2 * root, 0, 4, 0, 0}, 16*eps)
	wantEqual(t, "|φ(x₁) − φ(x₂)| = √16", Distance(square, x[0], x[1]), 4)
	xor := mapped([]row{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, phi)
	wantVector(t, "√2·a₁a₂ of XOR", FromRows(xor).T().Row(4), row{root, root, -root, -root}, 4*eps)

	k = must(Gram(Gaussian{0.5}, x))(t)
	e, z := math.Exp(-1), must(Coordinates(k))(t)
	need(t, z.Rows == 2 && z.Cols == 2, "%d×%d coordinates, want 2×2", z.Rows, z.Cols)
	wantVector(t, "K", k.Data, row{1, e, e, 1}, 8*eps)
	first, second := math.Sqrt((1+e)/2), math.Sqrt((1-e)/2)
	wantVector(t, "|z|", absolute(z.Data), row{first, second, first, second}, 40*eps)
	claim(t, z.At(0, 0)*z.At(1, 0) >= 0 && z.At(0, 1)*z.At(1, 1) <= 0,
		"z = %v, want equal signs in the first coordinate, opposite in the second", z.Data)
}

// These are the numbers beside the sections of kernel.go: a plane without the
// part that is orthogonal to the data, ‖f‖² of two hills, least squares of two
// points, a point that is not in the data, a singular K, two people in metres
// and kilograms, and the table of abab and aab. Each has few roundings.
func TestTheSmallExamplesOfKernelsByHand(t *testing.T) {
	e, root := math.Exp(-1), math.Sqrt(5)
	f := &Expansion[Vector]{Kernel: Linear{}, Points: []row{{1, 0}}, Coef: row{3}}
	wantVector(t, "w = (3, 0)", row{f.Value(row{1, 0}), f.Norm()}, row{3, 3}, 0)
	hills := &Expansion[Vector]{Kernel: Gaussian{1}, Points: column(row{0, 1}), Coef: row{2, -1}}
	wantVector(t, "‖f‖", row{hills.Norm()}, row{math.Sqrt(5 - 4*e)}, 40*eps)
	ridge := must(Ridge(Linear{}, column(row{1, 2}), row{1, 3}, 1))(t)
	wantVector(t, "c", ridge.Coef, row{-1. / 6, 4. / 6}, 40*eps)
	wantVector(t, "f(1)", row{ridge.Value(row{1})}, row{7. / 6}, 40*eps)
	phi := must(KernelPCAMap(Gaussian{1}, column(row{0})))(t)
	wantVector(t, "Sφ(1)", phi(row{1}), row{e}, 8*eps)
	line := must(KernelPCAMap(Linear{}, column(row{1, 2})))(t)
	wantVector(t, "Sφ(1), K singular", line(row{1}), row{1 / root, 2 / root}, 40*eps)
	people := []row{{1.5, 50}, {1.7, 70}}
	s := must(Standardize(people))(t)
	wantVector(t, "means", s.Mean, row{1.6, 60}, 60*eps)
	wantVector(t, "deviations", s.Deviation, row{0.1, 10}, 60*eps)
	wantVector(t, "standardised", s.Apply(people[1]), row{1, 1}, 60*eps)
	wantEqual(t, "common pieces of abab and aab", Substrings{}.Eval("abab", "aab"), 8)
}

// Each formula stands as the lectures write it. The function exp multiplies the
// roundings of its argument by the argument. #s(a) is how often s occurs in a:
// ab and ba once in "aba" and in "bab", a twice in the one and once in the
// other. Another inner product than a·b is aᵀLᵀLb, here (3, 4)·(3, −2) = 1, and
// 25 for a and a. The rows of Gram, which do not call Eval, have these values
// too, for a Gaussian of many features to 32(d + 4)ε.
func TestKernelsAreTheirFormulas(t *testing.T) {
	for _, l := range listedKernels() {
		t.Run(l.formula, func(t *testing.T) {
			wantEqual(t, "String", fmt.Sprint(l.k), l.formula)
			var ab, ba, aa float64
			switch k := l.k.(type) {
			case Kernel[row]:
				ab, ba, aa = bothWays(k, row{1, 2}, row{4, -1})
				for _, more := range []row{{}, make(row, 10)} { // few features, or many by a·b
					x := []row{append(row{1, 2}, more...), append(row{4, -1}, more...)}
					g := must(Gram(k, x))(t).Data
					wantVector(t, "K", g[:3], row{l.self, l.want, l.want}, 32*(12+4)*eps)
				}
			case Kernel[string]:
				ab, ba, aa = bothWays(k, "aba", "bab")
			case Kernel[int]:
				ab, ba, aa = bothWays(k, 0, 1)
				wantVector(t, "K", must(Gram(k, []int{1, 0}))(t).Data, row{5, 2, 2, 1}, 0)
			}
			wantNear(t, "k(a, b)", ab/l.want, 1, (8+2*math.Abs(math.Log(l.want)))*eps)
			wantNear(t, "k(a, a)", aa/l.self, 1, 8*eps)
			wantEqual(t, "k(b, a)", ba, ab)
		})
	}
	other := Pullback(Polynomial{2, 1, 0.5}, mat(row{1, 1}, row{0, 2}).MulVec)
	ab, _, aa := bothWays[row](other, row{1, 2}, row{4, -1})
	wantVector(t, "(½ + aᵀLᵀLb)², of a and a", row{ab, aa}, row{2.25, 650.25}, 8*eps)
	half := must(Gram(GaussianSigma(0.5), column(row{0, 1})))(t) // γ = 1/2σ²
	wantNear(t, "exp(−2)", half.At(0, 1), math.Exp(-2), 8*eps)
	wantEqual(t, "String", fmt.Sprint(Precomputed{}), "K[a][b]")
	refused(t, "Gamma = NaN, want Gamma > 0", alone(Gram(GaussianSigma(0), []row{{1}})))
}

// Lecture S: "the exact form of φ is inessential". (1 + a·b)² has three maps
// here: all ordered products of two entries of (1, a), which are nine features;
// the monomials, each once with a weight, which are six; and the coordinates
// read off from K, which are as many as K has positive eigenvalues. All have
// one K, to rounding, which is below 10⁻¹⁴ of its largest entry, and so one
// machine.
//
// Only w is another in each. The primal value at w is at least ½‖w − w*‖² above
// the least one, and the gap is at most nC·Tol. Therefore f without b is known
// to √(2nC·Tol) times the root of k(x, x), and b to Tol and as much.
func TestTwoMapsOfOneKernelMakeOneMachine(t *testing.T) {
	const n = 24
	x, y := overlapping(random(128), n, 2, 1)
	k, o := Polynomial{2, 1, 1}, Options{C: 0.5, Tol: 1e-10}
	gram := must(Gram(k, x))(t)
	ordered := func(a row) (z row) {
		a = append(row{1}, a...)
		for _, p := range a {
			z = append(z, scaled(a, p)...)
		}
		return z
	}
	largest := slices.Max(gram.Data)
	most := 2 * math.Sqrt(2*n*o.C*o.Tol) * math.Sqrt(largest)
	m := must(SMO(k, x, y, o))(t)
	read := must(Coordinates(gram))(t).rows()
	for i, z := range [][]row{mapped(x, ordered), mapped(x, k.Map(2)), read} {
		name, features := [...]string{"products", "monomials", "coordinates"}[i], len(z[0])
		wantEqual(t, name, features, [...]int{9, 6, 6}[i])
		wantVector(t, name+": K", must(Gram(Linear{}, z))(t).Data, gram.Data, 1e-14*largest)
		h := must(SMO(Linear{}, z, y, o))(t)
		wantVector(t, name+": f", h.Values(z), m.Values(x), 2*most+2*o.Tol)
		wantNear(t, name+": ‖w‖", h.Norm(), m.Norm(), most)
	}
}

// Lecture H: a matrix is a function of two row numbers, and a kernel is a
// matrix whose rows may be any points. Gram gives K back, and for some of the
// rows, in any order and also twice, their part of K. A vector v is a function
// of the row numbers: the sum of the cⱼk(j, ·) with Kc = v has the value vᵢ at
// i, and its squared norm is vᵀK⁻¹v. A machine from K is the machine from the
// points.
//
// As Kᵢᵢ = 1, no entry of |L||Lᵀ| is above 1, and Kc misses v by less than
// (3n + 1)εΣ|cⱼ|; the sum rounds by nεΣ|cⱼ|. As in
// TestTwoMapsOfOneKernelMakeOneMachine, the values of each machine without b
// are known to √(2nC·Tol), and b to Tol from such values.
func TestAMatrixIsAKernelOfItsRowNumbers(t *testing.T) {
	const n = 30
	x, y := overlapping(random(126), n, 3, 1)
	gram, rows := must(Gram(Gaussian{0.5}, x))(t), upTo(n)
	matrix := Precomputed{gram}
	wantVector(t, "K", must(Gram(matrix, rows))(t).Data, gram.Data, 0)
	some := []int{7, 3, 3, 29, 0, 12}
	part := must(Gram(matrix, some))(t)
	for a, i := range some {
		for b, j := range some {
			wantNear(t, fmt.Sprintf("K[%d][%d]", i, j), part.At(a, b), gram.At(i, j), 0)
			wantNear(t, fmt.Sprintf("k(%d, %d)", i, j), matrix.Eval(i, j), gram.Data[i*n+j], 0)
		}
	}

	v := gaussianVector(random(127), n)
	c := must(gram.Cholesky())(t).Solve(v)
	f := &Expansion[int]{matrix, rows, c, 0, nil}
	rounding := 4 * (n + 1) * eps * sum(absolute(c))
	wantVector(t, "f(i)", f.Values(rows), v, rounding)
	wantNear(t, "‖f‖²", f.Norm()*f.Norm(), Dot(v, c), rounding*sum(absolute(c)))

	o := Options{C: 1, Tol: 1e-9}
	byK, byX := must(SMO(matrix, rows, y, o))(t), must(SMO(Gaussian{0.5}, x, y, o))(t)
	beta := timesY(difference(byK.Alpha, byX.Alpha), y)
	apart := math.Sqrt(max(0, Dot(beta, gram.MulVec(beta))))
	most := 2 * math.Sqrt(2*n*o.C*o.Tol)
	claim(t, apart <= most, "the machines from K and from the points are %g apart", apart)
	wantVector(t, "their f", byK.Values(rows), byX.Values(x), 2*most+2*o.Tol)
}

// bothWays returns k(a, b), k(b, a) and k(a, a).
func bothWays[X any](k Kernel[X], a, b X) (ab, ba, aa float64) {
	return k.Eval(a, b), k.Eval(b, a), k.Eval(a, a)
}

// A squared distance is 0 between a point and itself, and else positive. Hence
// 1 = k(x, x) ≥ k(x, x′) for every Gaussian, with = only where γ‖x − x′‖² is
// below the rounding of 1. No value of a Gram matrix is above its diagonal. It
// is regular, to rounding if γ is not small. Values miss exp(−γ‖a − b‖²) by at
// most 32(d + 4)ε, as Gaussian says, and the one by Norm misses it by less.
func TestAGaussianIsLargestAtThePointItself(t *testing.T) {
	for _, gamma := range []float64{1e-3, 1, 100} {
		for _, x := range [][]row{tuples(3, -1, 0, 0.5, 2), vectors(113, 20, 9)} {
			k, tol := Gaussian{gamma}, 64*float64(len(x[0])+4)*eps
			gram := must(Gram(k, x))(t)
			for i, a := range x {
				for j, b := range x {
					v, apart := k.Eval(a, b), Norm(difference(a, b))
					claim(t, v <= 1 && (v == 1) == (i == j), "k(%g, %g) = %.17g", a, b, v)
					wantNear(t, "Kᵢⱼ", gram.At(i, j), math.Exp(-gamma*apart*apart), tol)
					wantNear(t, "k(a, b)", v, gram.At(i, j), tol)
				}
				claim(t, gram.At(i, i) == 1 && slices.Max(gram.Row(i)) == 1,
					"γ = %g: k(xᵢ, xᵢ) = %.17g, the largest of the row %.17g", gamma,
					gram.At(i, i), slices.Max(gram.Row(i)))
			}
			_, err := gram.Cholesky()
			claim(t, err == nil || gamma < 1, "γ = %g, no two points are equal: %v", gamma, err)
		}
	}
}

// cos = 1 for a = b and −1 for a = −b, to the last bit, and 0 for the zero
// vector, at every size of a, and is never above 1 in size. a = (3, 4)·size has
// cos(a, (7, 24)) = 117/125. If k(a, a) is below 10⁻¹⁵⁰ or above 10¹⁵⁰, the
// value is NaN.
func TestCosineIsTheCosineAndZeroForTheZeroVector(t *testing.T) {
	cos, normalized := Cosine{}.Eval, Normalized[row]{Linear{}}.Eval
	eachOf(t, []float64{1, 1e-5, 1e48, 1e-70}, func(t *testing.T, size float64) {
		a := row{3 * size, 4 * size}
		wantVector(t, "cos(a, ±a), cos(a, 0)", row{cos(a, a), cos(a, scaled(a, -1)),
			cos(a, row{0, 0})}, row{1, -1, 0}, 0)
		wantVector(t, "cos(a, b)", row{cos(a, row{4, -3}), cos(a, row{7, 24}),
			cos(a, row{1e40, 0})}, row{0, 117. / 125, 0.6}, 8*eps)
		gram := must(Gram(Cosine{}, []row{a, {7, 24}, {0, 0}}))(t)
		wantVector(t, "K", gram.Data, row{1, 117. / 125, 0, 117. / 125, 1, 0, 0, 0, 0}, 8*eps)
	})
	for _, a := range vectors(131, 2000, 3) {
		c := row{cos(a, scaled(a, 1+2*eps)), cos(a, scaled(a, -1-2*eps))}
		need(t, maxAbs(c) <= 1 && normalized(a, a) == 1, "cos of %v and multiples: %.17g", a, c)
		counts := cos(absolute(a), ones(3))
		need(t, counts >= 0 && counts <= 1, "cos of %v and ones = %g", absolute(a), counts)
	}
	got := row{normalized(row{0}, row{2}), normalized(row{2}, row{0}), normalized(row{3}, row{5}),
		Normalized[row]{Constant[row](1e150)}.Eval(nil, nil),
		Normalized[row]{Constant[row](1e-150)}.Eval(nil, nil),
		cos(row{0}, row{nan}), normalized(row{1.2e75}, row{1}), cos(row{0.9e-75}, row{1})}
	wantEqual(t, "normalised 0·2, 2·0, 3·5; at 10^±150; by NaN, above 10¹⁵⁰ and below 10⁻¹⁵⁰",
		fmt.Sprint(got), fmt.Sprint(row{0, 0, 1, 1, 1, nan, nan, nan}))
}

// # Part II: features written down

// binomial returns C(n, k).
func binomial(n, k int) int { return int(new(big.Int).Binomial(int64(n), int64(k)).Int64()) }

// Let s = a·b. The weighted monomials of (polynomial) have the inner product
// (R + γs)^p. All ordered products have the inner product 1 + s + ⋯ + s^p,
// exactly on integers. Relative to (R + γ|a|·|b|)^p the features round by 8pε,
// the inner product by gamma of the dimension, and Eval, as Gram, by (d + 2p)ε.
// The features of the Gaussian up to the degree 20 leave out less, 2·10⁻¹³ at
// size 3.3.
//
// The order of the monomials is graded and then lexicographic: x₁² before x₁x₂.
// At primes each monomial has a value of its own. By (multinomial) the squares
// of the weights are 3!/(m₀!m₁!m₂!m₃!), where m₀ is what the degree lacks to 3.
func TestEveryMapHasItsKernelForInnerProduct(t *testing.T) {
	check := func(k Kernel[row], phi func(row) row, x []row, dimension int, rounding float64) {
		z, gram := mapped(x, phi), must(Gram(k, x))(t)
		wantEqual(t, fmt.Sprintf("%v: dimension", k), len(z[0]), dimension)
		for i, a := range x {
			for j, b := range x {
				wantWithin(t, fmt.Sprintf("%v: ⟨φ(%v), φ(%v)⟩", k, a, b), Dot(z[i], z[j]),
					k.Eval(a, b), rounding*k.Eval(absolute(a), absolute(b)))
				wantWithin(t, fmt.Sprintf("%v: Gram", k), Dot(z[i], z[j]), gram.At(i, j),
					rounding*k.Eval(absolute(a), absolute(b)))
			}
		}
	}
	for d := 1; d <= 5; d++ {
		products, power := 1, 1
		for p := 1; p <= 5; p++ {
			power *= d
			products += power
			x := integerMatrix(random(65), 8, d).rows()
			check(PowerSum{p}, PowerSum{p}.Map(d), x, products, 0)
			for _, k := range []Polynomial{{p, 1, 0}, {p, 1, 1}, {p, 0.3, 2.5}} {
				dimension := binomial(d+p-b2i(k.R == 0), p)
				rounding := float64(d+14*p+1)*eps + gamma(dimension)
				check(k, k.Map(d), vectors(70, 8, d), dimension, rounding)
			}
		}
		k, dimension := Gaussian{0.1}, binomial(d+20, 20) // its first features
		rounding := float64(d+14*20+1)*eps + gamma(dimension)
		check(k, k.TaylorMap(d, 20), vectors(70, 8, d), dimension, rounding)
	}
	three, six := math.Sqrt(3), math.Sqrt(6)
	wantVector(t, "(1 + a·b)³ at (2, 3, 5)", Polynomial{3, 1, 1}.Map(3)(row{2, 3, 5}), row{1,
		three * 2, three * 3, three * 5,
		three * 4, six * 6, six * 10, three * 9, six * 15, three * 25,
		8, three * 12, three * 20, three * 18, six * 30, three * 50, 27, three * 45, three * 75,
		125}, 4*eps)
	wantVector(t, "(a·b)² at (2, 3)", Polynomial{2, 1, 0}.Map(2)(row{2, 3}),
		row{4, 6 * math.Sqrt2, 9}, 4*eps)
}

// These are the five of "Kernels from kernels" in kernel.go, each with what it
// does to the features, and a constant. On integers nothing rounds, except
// where features are divided, by 20ε.
func TestKernelsFromKernelsHaveFeaturesFromFeatures(t *testing.T) {
	f, g, x := PowerSum{2}, PowerSum{1}, integerMatrix(random(66), 9, 2).rows()
	phi, psi := f.Map(2), g.Map(2)
	parabola := func(p row) row { return row{p[0] * p[1], p[1] - 2} }
	for _, tt := range []struct {
		name     string
		k        Kernel[row]
		features func(p row) row
		tol      float64
	}{
		{"sum", Sum[row]{f, g}, func(p row) row { return append(phi(p), psi(p)...) }, 0},
		{"product", Product[row]{f, g}, func(p row) (all row) {
			for _, v := range psi(p) {
				all = append(all, scaled(phi(p), v)...)
			}
			return all
		}, 0},
		{"multiple", Scaled[row]{9, f}, func(p row) row { return scaled(phi(p), 3) }, 0},
		{"pullback", Pullback(f, parabola), func(p row) row { return phi(parabola(p)) }, 0},
		{"normalised", Normalized[row]{f}, func(p row) row {
			return divided(phi(p), Norm(phi(p)))
		}, 20 * eps},
		{"constant", Constant[row](9), func(row) row { return row{3} }, 0},
	} {
		for _, a := range x {
			for _, b := range x {
				wantNear(t, fmt.Sprintf("%s: k(%v, %v)", tt.name, a, b), tt.k.Eval(a, b),
					Dot(tt.features(a), tt.features(b)), tt.tol)
			}
		}
	}
}

// productsOf returns the features of (taylor) up to this degree without joining
// equal monomials, as lecture K has them: all ordered products of q coordinates
// for each q, times √((2γ)^q/q!) and exp(−γ‖x‖²).
func productsOf(k Gaussian, degree int, x row) row {
	factor, power := math.Exp(-k.Gamma*Dot(x, x)), row{1}
	z := scaled(power, factor)
	for q := 1; q <= degree; q++ {
		factor *= math.Sqrt(2 * k.Gamma / float64(q))
		var next row
		for _, v := range power {
			next = append(next, scaled(x, v)...)
		}
		power, z = next, append(z, scaled(next, factor)...)
	}
	return z
}

// What (taylor) loses by being cut off is below Lagrange's remainder. If
// u = 2γ⟨a, b⟩ is near 0, it is nearly its first term, and so at least half of
// the bound. The features round by about (d + order)ε of their sum, at most 1.
func TestTaylorMapMissesTheGaussianByItsBound(t *testing.T) {
	for order := range 9 {
		for _, k := range []Gaussian{{0.1}, {1}} {
			d := 1 + order%3
			x := vectors(uint64(81+d), 12, d)
			for i, p := range x {
				x[i] = scaled(p, []float64{0.1, 1, 3}[i%3])
			}
			z := mapped(x, k.TaylorMap(d, order))
			wantEqual(t, "dimension", len(z[0]), binomial(d+order, order))
			ordered := mapped(x, func(p row) row { return productsOf(k, order, p) })
			for i, a := range x {
				for j, b := range x {
					wantNear(t, "by all ordered products", Dot(ordered[i], ordered[j]),
						Dot(z[i], z[j]), float64(2*len(ordered[0])+200)*eps)
					miss := math.Abs(k.Eval(a, b) - Dot(z[i], z[j]))
					u, bound := 2*k.Gamma*Dot(a, b), math.Exp(-k.Gamma*(Dot(a, a)+Dot(b, b)))
					for q := range order + 1 {
						bound *= math.Abs(u) / float64(q+1)
					}
					small := math.Abs(u) < 0.5 && bound > 1e-10
					bound *= max(1, math.Exp(u))
					claim(t, miss <= bound*(1+1e-9)+200*eps && (!small || miss >= bound/2),
						"order %d, u = %g: misses by %g, bound %g", order, u, miss, bound)
				}
			}
		}
	}
}

// # Part II: strings

// slowSubstrings is Σ_s Decay^|s| #s(a) #s(b), the substrings of both texts
// counted one by one.
func slowSubstrings(k Substrings, a, b string) float64 {
	shortest, longest, decay := k.settings()
	count := func(text string) map[string]float64 {
		of, runes := map[string]float64{}, []rune(text)
		for i := range runes {
			for j := i + shortest; j <= min(len(runes), i+min(longest, len(runes))); j++ {
				of[string(runes[i:j])]++
			}
		}
		return of
	}
	total, inB := 0.0, count(b)
	for s, n := range count(a) {
		total += math.Pow(decay, float64(len([]rune(s)))) * n * inB[s]
	}
	return total
}

// textsOf returns all texts of at most n of the letters.
func textsOf(n int, letters ...string) []string {
	texts := []string{""}
	for at := 0; len(texts[at]) == 0 || len([]rune(texts[at])) < n; at++ {
		texts = append(texts, mapped(letters, func(l string) string { return texts[at] + l })...)
	}
	return texts
}

// The brute-force sum counts each substring of both texts. All terms are
// positive, and each rounding therefore relative to the sum. Of 20 letters,
// (table) adds up to 20 powers for a weight, and then 400 weights; the other
// adds up to 210 products of three numbers. That is fewer than 700 roundings,
// and none for Decay 1, 2 and ½. All pairs are tried of some short texts, and
// some long ones at random.
//
// In n equal letters a string s occurs #s = n − |s| + 1 times, which makes
// k = Σ (n − l + 1)² = n(n + 1)(2n + 1)/6. The lecture's two strings have one
// common word of five letters, ELVIS.
func TestSubstringKernelIsTheBruteForceSum(t *testing.T) {
	t.Parallel()
	r := random(40)
	small := append(textsOf(4, "a", "é"), textsOf(2, "日", "\xff", "b")...)
	letters := []string{"a", "b", "é", "日", "\xff", "c", "\xc3", "�"} // some are not UTF-8
	long := each(24, func(i int) string {
		letter := func(int) string { return letters[r.IntN(1+i%8)] }
		return strings.Join(each(r.IntN(21), letter), "")
	})
	for _, k := range []Substrings{{}, {Min: 2}, {Max: 2}, {Min: 2, Max: 3}, {Min: 3, Max: 3},
		{Decay: 0.5}, {Min: 2, Max: 4, Decay: 0.5}, {Decay: 0.3}, {Decay: 2}, {Min: 40}} {
		t.Run(k.String(), func(t *testing.T) {
			for _, texts := range [][]string{small, long} {
				for i, a := range texts {
					for _, b := range texts[:i+1] {
						got, want := k.Eval(a, b), slowSubstrings(k, a, b)
						need(t, got == want || k.Decay == 0.3 && near(got/want, 1, gamma(700)),
							"k(%q, %q) = %g, want %g", a, b, got, want)
					}
				}
			}
		})
	}
	const n = 1000
	many := strings.Repeat("a", n)
	elvis, lives := "LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"
	wantVector(t, "bytes that are not UTF-8; many letters; ELVIS",
		row{Substrings{}.Eval("\xff", "\xfe"), Substrings{}.Eval(many, many),
			Substrings{Min: 5, Max: 5}.Eval(elvis, lives)},
		row{1, float64(n) * (n + 1) * (2*n + 1) / 6, 1}, 0)
	texts, k := strings.Split("banana,ananas,,bandana,nab", ","), Substrings{Max: 3}
	want := each(25, func(i int) float64 { return slowSubstrings(k, texts[i/5], texts[i%5]) })
	wantVector(t, "K", must(Gram(k, texts))(t).Data, want, 0)
}

// # Part II: Gram matrices

// Rows are computed in blocks, by inner products. The test compares them with
// Eval pair by pair: for any tile, any block, every kernel, and for Gram.
// Nothing is written beyond the tile.
//
// A sum of d terms rounds to a few dε of √(k(a, a)k(b, b)), which is at least
// |k(a, b)|. A Gaussian value is off by 32(d + 4)ε by rows, whose exponential
// of few features is made by (reduction), and by 3ε + (d + 4)ε/2 by Eval, since
// se⁻ˢ < ½. Together that is less than 33(d + 4)ε. With few features the errors
// are relative: 3ε + (d + 4)εs each, and 3εs more by (reduction).
func TestRowsAreEvalPairByPair(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k Kernel[row]) {
		for _, d := range []int{1, 2, 5, 8, 9, 30} {
			x, a := vectors(33, 61, d), vectors(34, 35, d)
			copy(x[7], a[3]) // a point of both
			check := func(what string, got float64, a, b []float64) {
				want := k.Eval(a, b)
				most := 64 * float64(d+4) * eps * math.Max(1, math.Sqrt(k.Eval(a, a)*k.Eval(b, b)))
				if g, ok := k.(Gaussian); ok && d <= 8 {
					most = (6 + float64(2*d+16)*g.Gamma*squaredDistance(a, b)) * eps * want
				}
				if !(math.Abs(got-want) <= most) { // of 10⁶ pairs
					t.Fatalf("d = %d: %s = %.17g, want %.17g", d, what, got, want)
				}
			}
			r := prepare(k, x)
			for _, tile := range [][3]int{{0, 61, 35}, {13, 14, 1}, {24, 48, 3}, {5, 60, 34}} {
				lo, hi, m := tile[0], tile[1], tile[2]
				dst := &Matrix{m, hi - lo + 2, repeat(m*(hi-lo+2), -7)}
				r.rowsOf(a[:m])(dst.rows(), lo, hi)
				for i := range m {
					for j := lo; j < hi; j++ {
						check("a value by rows", dst.At(i, j-lo), a[i], x[j])
					}
					need(t, dst.At(i, hi-lo) == -7, "d = %d: wrote beyond its tile", d)
				}
			}
			g := must(Gram(k, x))(t)
			for i, v := range g.Data {
				check("a value of Gram", v, x[i/61], x[i%61])
			}
			claim(t, slices.Equal(g.Data, g.T().Data), "d = %d: Gram is not symmetric", d)
		}
	})
}

// Each kernel of the package has the methods check and prepare, except a
// KernelFunc. A misspelt one would just not be called. Each field that may be a
// fraction has a range in the list.
func TestEachKernelIsCheckedAndPreparedByItself(t *testing.T) {
	for _, l := range listedKernels() {
		_, vectors := l.k.(ownKernel[row])
		_, texts := l.k.(ownKernel[string])
		_, numbers := l.k.(ownKernel[int])
		_, function := l.k.(KernelFunc[row])
		wantEqual(t, fmt.Sprintf("%T has check and prepare", l.k), vectors || texts || numbers,
			!function)
		for i, of := 0, reflect.TypeOf(l.k); of.Kind() == reflect.Struct && i < of.NumField(); i++ {
			f := of.Field(i)
			claim(t, f.Type.Kind() != reflect.Float64 || strings.Contains(l.ranges, f.Name+" "),
				"%T has no range for %s", l.k, f.Name)
		}
	}
}

// halved embeds a kernel of the package and has an Eval of its own.
type halved struct{ Linear }

func (k halved) Eval(a, b []float64) float64 { return k.Linear.Eval(a, b) / 2 }

// byRow is Linear as a RowKernel.
type byRow struct{}

func (byRow) Eval(a, b []float64) float64 { return Dot(a, b) }

func (byRow) Row(a []float64) func(b []float64) float64 {
	return func(b []float64) float64 { return Dot(a, b) }
}

// halvedRows embeds it, and has an Eval of its own.
type halvedRows struct{ byRow }

func (k halvedRows) Eval(a, b []float64) float64 { return k.byRow.Eval(a, b) / 2 }

// The embedded kernel has fast paths, which know nothing of the outer Eval.
// With (2) and (4) the kernel is 2·4/2 = 4, and ‖φ(2) − φ(4)‖² = 2 − 8 + 8 = 2.
func TestAKernelThatEmbedsAnotherKeepsItsOwnEval(t *testing.T) {
	x := []row{{2}, {4}}
	kernels := []Kernel[row]{halved{}, &halved{}, halvedRows{}, &halvedRows{}}
	eachOf(t, kernels, func(t *testing.T, k Kernel[row]) {
		f := Expansion[row]{Kernel: k, Points: x, Coef: row{1, 0}}
		got := row{must(Gram(k, x))(t).At(0, 1), f.Values(x)[1], Distance(k, x[0], x[1])}
		wantVector(t, "K, f, distance", got, row{4, 4, math.Sqrt2}, 2*eps)
	})
}

// mercer returns the Riemann sum of ∫∫ k(s, t)f(s)f(t) ds dt on [−1, 1] at the
// midpoints of 40 steps, and what may round.
func mercer(t *testing.T, k Kernel[row], f func(s float64) float64) (integral, rounding float64) {
	grid := each(40, func(i int) float64 { return (float64(i) - 19.5) / 20 })
	gram, z := must(Gram(k, column(grid)))(t), mapped(grid, f)
	return Dot(z, gram.MulVec(z)) / 400, psdTolerance(gram) * 40 / 400
}

// By (psd), zᵀKz = ‖Σ zᵢφ(xᵢ)‖² ≥ 0 for every kernel and all points, also
// duplicates. Rounding may take psdTolerance away. On a grid of step h, h²zᵀKz
// is a Riemann sum of ∫∫ k(s, t)f(s)f(t) ds dt, and therefore Mercer's integral
// is ≥ 0 too. It is tried for cosines on [−1, 1], with h = 1/20. For s·t and
// f(s) = s the integral is (2/3)², and the sum misses ⅔ by h²/6 = 1/2400.
//
// The squared length is also computed from features: at most 231, of degree 20
// at most, so that a product of two rounds by 160ε and their sum by 231ε. With
// the sums over 9 points and the rounding of K, this is less than 600ε of
// (Σ|zᵢ|√Kᵢᵢ)².
func TestGramMatricesOfKernelsArePositiveSemidefinite(t *testing.T) {
	eachKernel(t, func(t *testing.T, k Kernel[row]) {
		for _, d := range []int{1, 2, 12} {
			for i, x := range [][]row{
				vectors(42, 40, d), vectors(44, 1, d), integerMatrix(random(43), 40, d).rows(),
				tuples(min(d, 5), 0, 1), NewMatrix(4, d).rows(), // the cube, zeros
				append(vectors(45, 15, d), vectors(45, 15, d)...), // duplicates
				scale(FromRows(vectors(46, 20, d)), 1e3).rows(),   // far from each other, and close
				scale(FromRows(vectors(47, 30, d)), 1e-6).rows(),
			} {
				ok, smallest := IsPSD(must(Gram(k, x))(t))
				claim(t, ok, "set %d, d = %d: smallest eigenvalue %g", i, d, smallest)
			}
		}
		for frequency := range 6 {
			f := func(s float64) float64 { return math.Cos(float64(frequency)*s + 1) }
			integral, rounding := mercer(t, k, f)
			claim(t, integral >= -rounding, "frequency %d: ∫∫ kff = %g", frequency, integral)
		}
	})
	x, z := vectors(48, 9, 2), vectors(49, 1, 9)[0]
	for _, k := range explicitKernels(2) {
		size, gram := sizeOf(&function{k.Kernel, x, z, 0, nil}), must(Gram(k.Kernel, x))(t)
		wantWithin(t, fmt.Sprintf("%v: zᵀKz", k.Kernel), Dot(z, gram.MulVec(z)),
			square(FromRows(mapped(x, k.phi)).T().MulVec(z)), 600*eps*size*size)
	}
	ok, smallest := IsPSD(mat(row{0, 1}, row{1, 0}))
	claim(t, !ok, "the eigenvalues 1 and −1: IsPSD = %v, %g", ok, smallest)
	integral, _ := mercer(t, Linear{}, func(s float64) float64 { return s })
	wantNear(t, "∫∫ s²t²", integral, math.Pow(2./3-1./2400, 2), 1e-14)
	texts := textsOf(3, "a", "b", "é", "日")
	for _, k := range []Kernel[string]{Substrings{}, Substrings{Min: 2, Max: 3, Decay: 0.5},
		Normalized[string]{Substrings{Decay: 0.7}}} {
		ok, smallest := IsPSD(must(Gram(k, texts))(t))
		claim(t, ok, "%v: smallest eigenvalue %g", k, smallest)
	}
}

// Mercer's theorem gives no recipe, but for some kernels the eigenfunctions are
// known. For k(s, t) = min(s, t) on [0, 1], ∫ k(s, t)φ(t) dt = λφ(s) has the
// solutions
//
//	φᵢ(t) = √2 sin((i − ½)πt),   λᵢ = 1/((i − ½)π)²      [twice derived: −φ = λφ″]
//
// On a grid of n midpoints the integral is a sum, so that K/n has eigenvalues
// near the λᵢ, and its eigenvectors are near φᵢ/√n: both up to about i²/n². And
// Σ λᵢφᵢ(s)φᵢ(t) is min(s, t), up to Σ 2λᵢ over the terms that are left out.
func TestMercersSeriesOfTheMinimum(t *testing.T) {
	const n, most = 200, 5
	grid := each(n, func(i int) float64 { return (float64(i) + 0.5) / n })
	k := KernelFunc[row](func(a, b row) float64 { return min(a[0], b[0]) })
	e := must(must(Gram(k, column(grid)))(t).Eigen())(t)
	root := func(i int) float64 { return (float64(i) - 0.5) * math.Pi } // 1/√λᵢ
	lambda := func(i int) float64 { return 1 / (root(i) * root(i)) }
	phi := func(i int, t float64) float64 { return math.Sqrt2 * math.Sin(root(i)*t) }
	for i := 1; i <= most; i++ {
		wantWithin(t, fmt.Sprint("λ", i), e.Values[i-1]/n, lambda(i), 1.0/(n*n))
		f := mapped(grid, func(s float64) float64 { return phi(i, s) / math.Sqrt(n) })
		cosine := math.Abs(Dot(f, e.Vectors.T().Row(i-1)))
		wantWithin(t, fmt.Sprint("cosine of φ", i), cosine, 1, float64(i*i)/(n*n))
	}
	for _, p := range tuples(2, 0, 0.25, 0.5, 0.9, 1) {
		series, rest := 0.0, 2/math.Pi/math.Pi/(n-0.5) // ∫ 2λᵢ from n on
		for i := 1; i <= n; i++ {
			series += lambda(i) * phi(i, p[0]) * phi(i, p[1])
		}
		wantWithin(t, "Σ λφ(s)φ(t)", series, k(p[:1], p[1:]), rest+1e-12)
	}
}

// A RowKernel is asked for the row of a point, and then for its values. Neither
// a row nor Values, whose values are k(3, 2), k(3, 5), …, calls Eval.
func TestARowKernelMakesRows(t *testing.T) {
	k := onlyRows{}
	x := column(row{3, 2, 5})
	g := prepare[row](k, x)
	wantVector(t, "the row of 3", g.row(row{3}), row{9, 6, 15}, 0)
	f := Expansion[row]{Kernel: k, Points: x[:2], Coef: row{1, -1}}
	wantVector(t, "(3 − 2)x", f.Values(x), row{3, 2, 5}, 0)
	twice := prepare[row](Scaled[row]{2, k}, x)
	wantVector(t, "a row times 2", twice.row(row{3}), row{18, 12, 30}, 0)
}

// onlyRows is the product of two numbers.
type onlyRows struct{}

func (onlyRows) Eval(a, b []float64) float64 { panic("Eval is called") }

func (onlyRows) Row(a []float64) func(b []float64) float64 {
	return func(b []float64) float64 { return a[0] * b[0] }
}

// From k(a, b) only one of k(a, b) and k(b, a) is made. Of a k that is not
// symmetric Gram names two values that differ, and so does ErrNotConvex: here
// −a(b + 1) of x₀ = 1 and x₁ = 2 is −1·3, but −2·2 the other way. With ab added
// it is −a. A difference that rounding may explain is none, also if k(a, b) is
// nearly 0.
func TestAKernelThatIsNotSymmetricIsNamedByTwoValues(t *testing.T) {
	x, y := column(row{1, 2, 3, 4}), row{1, 1, -1, -1}
	k := KernelFunc[row](func(a, b row) float64 { return -a[0] * (b[0] + 1) })
	const want = "kernel(x[0], x[1]) = -3, kernel(x[1], x[0]) = -4, want a symmetric kernel"
	refused(t, "svm: "+want, alone(Gram[row](k, x)))
	const ofSum = "svm: kernel(x[0], x[1]) = -1, kernel(x[1], x[0]) = -2, want a symmetric kernel"
	refused(t, ofSum, alone(Gram[row](Sum[row]{k, Linear{}}, x)))
	_, err1 := SMO[row](k, x, y, Options{})
	_, err2 := DualQP[row](k, x, y, Options{})
	refused(t, "svm: not convex: SMO: "+want, err1)
	refused(t, "svm: not convex: DualQP: "+want, err2)
	rounded := KernelFunc[row](func(a, b row) float64 {
		return float64(b2i(a[0] == b[0])) + 1e-12*a[0]
	})
	must(Gram[row](rounded, x))(t)
}

// tanhOfDot is tanh(a·b − 1), which textbooks call a kernel.
var tanhOfDot = KernelFunc[row](func(a, b row) float64 { return math.Tanh(Dot(a, b) - 1) })

// If a function is not a kernel, some Gram matrix has a negative eigenvalue.
// For ‖a − b‖, a·b − 1 and tanh(a·b − 1) the points (0, 0) and (1, 0) are
// enough. Of diag(1, 1, λ) a λ down to −(3 + 1024)ε·tr K = −2054ε is accepted.
// If a matrix is not square, symmetric and finite, NaN stands for its smallest
// eigenvalue.
func TestIsPSDRefusesWhatIsNoKernel(t *testing.T) {
	gram := func(k KernelFunc[row]) *Matrix { return must(Gram(k, []row{{0, 0}, {1, 0}}))(t) }
	golden := (1 + math.Sqrt(5)) / 2
	for _, tt := range []struct {
		name     string
		k        *Matrix
		ok       bool
		smallest float64
	}{
		{"nil", nil, false, nan},
		{"not square", NewMatrix(2, 3), false, nan},
		{"not symmetric", mat(row{1, 2}, row{0, 1}), false, nan},
		{"eigenvalues ±i", mat(row{0, 1}, row{-1, 0}), false, nan},
		{"Inf", mat(row{inf}), false, nan},
		{"λ = −2054ε", diagonal(row{1, 1, -2054 * eps}), true, -2054 * eps},
		{"λ = −2055ε", diagonal(row{1, 1, -2055 * eps}), false, -2055 * eps},
		{"(−1)", mat(row{-1}), false, -1},
		{"empty", NewMatrix(0, 0), true, 0},
		{"(0 1; 1 0)", gram(func(a, b row) float64 { return Norm(difference(a, b)) }), false, -1},
		{"(−1 −1; −1 0)", gram(func(a, b row) float64 { return Dot(a, b) - 1 }), false, -golden},
		{"tanh(−1)·(1 1; 1 0)", gram(tanhOfDot), false, math.Tanh(-1) * golden},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ok, smallest := IsPSD(tt.k)
			none := math.IsNaN(smallest) && math.IsNaN(tt.smallest)
			claim(t, ok == tt.ok && (none || near(smallest, tt.smallest, 8*eps)),
				"IsPSD = %v, %g, want %v, %g", ok, smallest, tt.ok, tt.smallest)
		})
	}
}

// A kernel has no negative Mercer's integral. That of tanh(a·b − 1) and f = 1
// is negative, and that of ‖a − b‖ and a bump of +1 less a bump of −1, although
// the integral of ‖a − b‖ and 1 is positive. These are sums far from 0, so that
// a hundredth is enough.
func TestMercersIntegralOfWhatIsNoKernelMayBeNegative(t *testing.T) {
	constant := func(float64) float64 { return 1 }
	integral, _ := mercer(t, tanhOfDot, constant)
	claim(t, integral < -0.01, "Mercer's integral of tanh(a·b − 1) and 1 is %g", integral)
	apart := KernelFunc[row](func(a, b row) float64 { return Norm(difference(a, b)) })
	bump := func(p, s float64) float64 { return float64(b2i(math.Abs(s-p) < 0.1)) }
	whole, _ := mercer(t, apart, constant)
	bumps, _ := mercer(t, apart, func(s float64) float64 { return bump(0.5, s) - bump(-0.5, s) })
	claim(t, whole > 1 && bumps < -0.01, "Mercer's integral of ‖a − b‖ and 1 is %g, and of two "+
		"bumps, +1 and −1 as c with cᵀKc < 0, it is %g", whole, bumps)
}

// f_A(x) = xᵀAx is that of (A + Aᵀ)/2, because xᵀAx is a number and thus its
// own transpose xᵀAᵀx. So eigen takes the eigenvalues of (A + Aᵀ)/2. All
// numbers are small multiples of ½, and the sums exact.
func TestAQuadraticFormSeesOnlyTheSymmetricPart(t *testing.T) {
	for _, e := range tuples(6, -1, 0, 1, 2) { // A by rows, and x
		a, x := &Matrix{2, 2, e[:4]}, e[4:]
		half := mat(row{e[0], (e[1] + e[2]) / 2}, row{(e[1] + e[2]) / 2, e[3]})
		wantEqual(t, "f_A", Dot(x, a.MulVec(x)), Dot(x, half.MulVec(x)))
		_, least := IsPSD(half)
		wantEqual(t, "least λ", must(a.eigen(false))(t).Values[1], least)
	}
}

// A symmetric matrix is psd if and only if no principal minor is negative, and
// if and only if it is some ZZᵀ, the Gram matrix of the rows of Z. It is
// positive definite, so that Cholesky succeeds, if and only if the leading
// minors are positive. This is tried with all 3×3 matrices of −1, 0, 1 and 2.
// Their minors are exact, and ZZᵀ is K to twice the tolerance of Coordinates.
func TestAMatrixIsPSDIfAndOnlyIfNoPrincipalMinorIsNegative(t *testing.T) {
	for _, e := range tuples(6, -1, 0, 1, 2) {
		a, b, c, d, f, g := e[0], e[1], e[2], e[3], e[4], e[5] // (a b c; b d f; c f g)
		minors := row{a, d, g, a*d - b*b, a*g - c*c, d*g - f*f,
			a*(d*g-f*f) - b*(b*g-c*f) + c*(b*f-c*d)}
		k := mat(row{a, b, c}, row{b, d, f}, row{c, f, g})
		ok, smallest := IsPSD(k)
		_, err := k.Cholesky()
		claim(t, ok == (slices.Min(minors) >= 0) && // of a singular K rounding decides
			(minors[6] == 0 || (err == nil) == (min(a, minors[3], minors[6]) > 0)),
			"minors %g: IsPSD = %v, %g, Cholesky: %v", minors, ok, smallest, err)
		z, err := Coordinates(k)
		claim(t, ok == (err == nil) && (!ok || maxAbs(difference(z.Mul(z.T()).Data, k.Data)) <=
			2*psdTolerance(k)), "K = %v: Z = %v, %v", k, z, err)
	}
}

// Coordinates, KernelPCAMap, Eigen and Cholesky refuse a matrix that is no Gram
// matrix, or not definite, and say why.
func TestNoFeaturesComeFromWhatIsNoGramMatrix(t *testing.T) {
	points := []row{{0, 0}, {1, 0}}
	gram := must(Gram(tanhOfDot, points))(t)
	refused(t, "Gram matrix has - ... as its smallest eigenvalue, want >= 0",
		alone(KernelPCAMap(tanhOfDot, points)), alone(Coordinates(gram)))
	refused(t, "svm: Gram matrix has -2 as its smallest eigenvalue, want >= 0",
		alone(Coordinates(FromRows([][]float64{{-1, 0, 0}, {0, 1, 0}, {0, 0, -2}}))))
	refused(t, "want a symmetric matrix", alone(Coordinates(mat(row{1, 2}, row{0, 1}))),
		alone(mat(row{0, 1}, row{-1, 0}).Eigen()))
	refused(t, "pivot 1 is 0", alone(mat(row{1, 1}, row{1, 1}).Cholesky())) // and IsPSD says yes
	refused(t, "gram = nil, want a matrix", alone(Coordinates(nil)))
}

// # Part II: features read off

// An explicit kernel has its features written down.
type explicit struct {
	Kernel[row]
	phi func(row) row
}

// explicitKernels are kernels on ℝᵈ. Of (taylor) 20 degrees leave out less than
// 10⁻¹⁵ for points of size 3.
func explicitKernels(d int) []explicit {
	square, cube, gaussian := Polynomial{2, 1, 1}, Polynomial{3, 0.5, 0}, Gaussian{0.1}
	return []explicit{{square, square.Map(d)}, {cube, cube.Map(d)},
		{PowerSum{3}, PowerSum{3}.Map(d)}, {gaussian, gaussian.TaylorMap(d, 20)}}
}

// ‖φ(a) − φ(b)‖² = k(a, a) − 2k(a, b) + k(b, b). The terms cancel, so the sum
// is right to 10⁻¹³, and its root to 10⁻⁶. For Linear and Gaussian no terms
// cancel: 10⁸ and 10⁸ + 2⁻²⁰ are 2⁻²⁰ apart, and √(2γ) times that for the
// Gaussian.
func TestDistanceIsTheLengthOfTheDifferenceOfFeatures(t *testing.T) {
	x := tuples(3, -1, 0, 1.5)
	for _, k := range explicitKernels(3) {
		z := mapped(x, k.phi)
		for i, a := range x {
			for j, b := range x {
				wantNear(t, fmt.Sprintf("%v: ‖φ(%g) − φ(%g)‖", k.Kernel, a, b),
					Distance(k.Kernel, a, b), Norm(difference(z[i], z[j])), 1e-6)
			}
		}
	}
	p, q := row{1e8}, row{1e8 + 0x1p-20}
	wantVector(t, "times 2²⁰: Linear, Gaussian, by a pointer", scaled(row{Distance(Linear{}, p, q),
		Distance(Gaussian{0.3}, p, q), Distance(&Gaussian{0.3}, p, q)}, 0x1p20),
		row{1, math.Sqrt(0.6), math.Sqrt(0.6)}, 1e-12)
	times := func(c float64) KernelFunc[float64] {
		return func(a, b float64) float64 { return c * math.Abs(a-b) }
	}
	wantVector(t, "distance by |a − b|, by −|a − b|",
		row{Distance(times(1), 1, 4), Distance(times(-1), 1, 4)}, row{0, math.Sqrt(6)}, 4*eps)
}

// K = ZZᵀ by (factor), where row i of Z holds the coordinates of xᵢ, as many as
// the rank of K. This is the finite Mercer theorem, k(xᵢ, xⱼ) = Σ λφ(xᵢ)φ(xⱼ).
//
// By "Feature maps read off from the data" in kernel.go the kernel PCA map is
// the projection Pφ(p) on the span of the data. Only directions shorter than
// √psdTolerance are left out. It uses the symmetric root: that of (2 1; 1 2)
// has the entries (√3 ± 1)/2.
//
// The slide claims φₙ(p)ᵀK⁻¹φₙ(p) = k(p, p) for all p. But off the data the
// left side is ‖Pφ(p)‖² ≤ ‖φ(p)‖²: with one point 0 under the Gaussian,
// k(p, 0)².
func TestFeaturesReadOffReproduceTheKernel(t *testing.T) {
	for _, tt := range []struct {
		name string
		k    Kernel[row]
		x    []row
		rank int // −1: not known
	}{
		{"regular", Gaussian{1}, vectors(54, 20, 2), 20},
		{"ill-conditioned", Gaussian{0.01}, vectors(60, 15, 2), -1},
		{"rank 3", Linear{}, vectors(55, 20, 3), 3},
		{"duplicates", Gaussian{1}, append(vectors(57, 6, 2), vectors(57, 6, 2)...), 6},
		{"nothing", Linear{}, NewMatrix(3, 2).rows(), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k, phi := must(Gram(tt.k, tt.x))(t), must(KernelPCAMap(tt.k, tt.x))(t)
			z, features := must(Coordinates(k))(t), FromRows(mapped(tt.x, phi))
			tol, empirical := psdTolerance(k), EmpiricalMap(tt.k, tt.x)
			claim(t, z.Cols == tt.rank || tt.rank < 0, "%d coordinates, want %d", z.Cols, tt.rank)
			for _, z := range []*Matrix{z, features} {
				off := maxAbs(difference(slowProduct(z, z.T()).Data, k.Data))
				wantWithin(t, "what K is missed by", off, 0, 2*tol)
			}
			wantVector(t, "φₙ(xᵢ) = Keᵢ", FromRows(mapped(tt.x, empirical)).Data, k.Data, 64*eps)
			for _, p := range vectors(64, 10, len(tt.x[0])) {
				long, most := Dot(phi(p), phi(p)), tt.k.Eval(p, p)
				claim(t, long <= most*(1+1e-6), "‖Pφ(p)‖² = %g > ‖φ(p)‖² = %g", long, most)
				wantVector(t, "⟨φ, φ⟩", features.MulVec(phi(p)), empirical(p), math.Sqrt(tol*most))
			}
		})
	}
	phi := must(KernelPCAMap(Precomputed{mat(row{2, 1}, row{1, 2})}, []int{0, 1}))(t)
	wantVector(t, "K^½e₀", phi(0), row{(math.Sqrt(3) + 1) / 2, (math.Sqrt(3) - 1) / 2}, 16*eps)
	one := must(KernelPCAMap(Gaussian{1}, []row{{0}}))(t)(row{1})
	wantNear(t, "off the data: k(1, 0)²", Dot(one, one), math.Exp(-2), 8*eps)
	none := Precomputed{mat(row{0, 1}, row{1, 0})} // with the eigenvalue −1
	refused(t, "smallest eigenvalue, want >= 0", alone(KernelPCAMap(none, []int{0, 1})))
}

// # Part II: the span, and least squares

// expansions returns three functions of one kernel.
func expansions(k Kernel[[]float64], seed uint64) (f, g, h *function) {
	of := func(s uint64, n int, b float64) *function {
		return &function{k, vectors(s, n, 3), gaussianVector(random(s+1), n), b, nil}
	}
	return of(seed, 5, 0.5), of(seed+10, 7, -1), of(seed+20, 40, 2)
}

// sizeOf returns Σᵢ |cᵢ|√k(xᵢ, xᵢ). The rounding of ⟨f, g⟩ is relative to
// sizeOf(f)·sizeOf(g).
func sizeOf(f *function) float64 {
	length := func(p row) float64 { return math.Sqrt(f.Kernel.Eval(p, p)) }
	return Dot(absolute(f.Coef), mapped(f.Points, length))
}

// f(x) = Σ cᵢk(xᵢ, x) + b is computed by the loop of the formula, by Value and
// by Values. Values takes one tile of points or several. Predict is +1 if and
// only if f(x) ≥ 0. The empty expansion is the function 0. A machine has
// cᵢ = αᵢyᵢ.
func TestExpansionIsTheSumOfItsTerms(t *testing.T) {
	check := func(t *testing.T, f *function) {
		xs := vectors(101, 70, len(f.Points[0]))
		values := f.Values(xs)
		for i, x := range xs {
			want, got := f.B, f.Value(x)
			for j, p := range f.Points {
				want += f.Coef[j] * f.Kernel.Eval(p, x)
			}
			size := math.Max(1, math.Abs(f.B)+sizeOf(f)*math.Sqrt(f.Kernel.Eval(x, x)))
			tol := 64 * float64(len(f.Points)+10) * eps * size
			wantWithin(t, "Value", got, want, tol)
			wantWithin(t, "Values", values[i], want, tol)
			wantEqual(t, "Predict", f.Predict(x), math.Copysign(1, got))
		}
	}
	eachKernel(t, func(t *testing.T, k Kernel[row]) {
		_, _, h := expansions(k, 100)
		check(t, h)
	})
	check(t, &function{Gaussian{0.1}, vectors(104, 600, 10), vectors(105, 1, 600)[0], 1, nil})
	exactly := func(name string, f function, x row, want float64) {
		got := fmt.Sprint(f.Value(x), f.Values([]row{x}), f.Predict(x))
		wantEqual(t, name, got, fmt.Sprint(want, row{want}, sign(want)))
		if want == 0 {
			wantEqual(t, name+": Predict", f.Predict(x), 1)
		}
	}
	three, twelve := vectors(102, 3, 2), vectors(102, 3, 12)
	exactly("the empty expansion", function{Kernel: Linear{}}, row{1}, 0)
	texts := Expansion[string]{Substrings{Max: 1}, []string{"a", "ab"}, row{3, -1}, 5, nil}
	wantEqual(t, "of texts: 3·2 − 3 + 5", texts.Value("aab"), 8)
	exactly("huge w", function{Linear{}, []row{{1e50, 1e50}}, row{1}, 0, nil}, row{1e50, -1e50}, 0)
	exactly("NaN", function{Gaussian{1}, three, ones(3), 0, nil}, row{1, nan}, nan)
	exactly("NaN of 12", function{Gaussian{1}, twelve, ones(3), 0, nil}, append(ones(11), nan), nan)
	wantEqual(t, "the norm of the empty expansion", (&function{Kernel: Linear{}}).Norm(), 0)
	text := Expansion[string]{Substrings{}, []string{"aba", "bb"}, row{1, -0.25}, 2, nil}
	wantEqual(t, "f(bab) = 6 − ¼·4 + 2", text.Value("bab"), 7)
	wantEqual(t, "f(bab), by Values", text.Values([]string{"bab"})[0], 7)
	m := must(NewModel(Gaussian{1}, three, row{1, -1, 1}, row{1, 2, 1}, 0.5, Options{C: 3}))(t)
	wantVector(t, "αᵢyᵢ and b of a machine", append(m.Coef, m.B), row{1, -2, 1, 0.5}, 0)
}

// sameByValue fails the test unless f.Values has the bits of f.Value, and
// Predict and PredictAll have their signs. It returns how many are negative.
func sameByValue[X any](t *testing.T, f Expansion[X], xs []X) (negative int) {
	t.Helper()
	values := f.Values(xs)
	wantEqual(t, "Values", fmt.Sprint(values), fmt.Sprint(mapped(xs, f.Value)))
	wantVector(t, "PredictAll, Predict", append(f.PredictAll(xs), mapped(xs, f.Predict)...),
		mapped(append(values, values...), sign), 0)
	return len(indicesWhere(len(xs), func(i int) bool { return values[i] < 0 }))
}

// A user's kernel, a Gram matrix and strings are summed in one order, point by
// point and in blocks. Hence Value and Values are the same bits, however much
// cancels. For vectors they are two arithmetics, and PredictAll goes by Values.
// A point with NaN is −1.
//
// Here f is 0 on the axis x = y = 0, to rounding. Its 300 points lie on a
// circle, with terms up to 10⁹ that cancel, and make several tiles, each with a
// sum of its own. All but two points of xs lie on the axis, in several blocks.
func TestValuesAreTheBitsOfValueAndPredictAllTheirSigns(t *testing.T) {
	t.Parallel()
	angles := each(300, func(i int) float64 { return 2 * math.Pi * float64(i) / 300 })
	circle := mapped(angles, func(v float64) row { return row{math.Cos(v), math.Sin(v), 0} })
	coef := mapped(angles, func(v float64) float64 { return math.Cos(3 * v) })
	axis := mapped(gaussianVector(random(107), 140), func(z float64) row { return row{0, 0, z} })
	f, xs := function{Gaussian{1}, circle, coef, 0, nil}, append(axis, row{nan, 0, 0}, row{1, 2, 3})
	user := KernelFunc[row](Scaled[row]{1e9, f.Kernel}.Eval)
	for _, k := range []Kernel[row]{user, Sum[row]{user, Constant[row](0)},
		Product[row]{user, Scaled[row]{2, user}}, Normalized[row]{user}} {
		f := function{k, f.Points, f.Coef, 0, nil}
		negative := sameByValue(t, f, xs)
		claim(t, negative > 20, "%v: f is negative at %d points only", k, negative)
		models := []*Model[row]{{Expansion: f}, {Expansion: f}}
		m := Multiclass[row, int]{[]int{1, 2, 3}, models, [][2]int{{0, 1}, {0, 2}}}
		claim(t, slices.Equal(m.PredictAll(xs), mapped(xs, m.Predict)), "%v: other classes", k)
	}
	gram := must(Gram(user, slices.Concat(f.Points, xs[:140])))(t)
	first := Expansion[int]{Precomputed{gram}, upTo(300), f.Coef, 0, nil}
	sameByValue(t, first, upTo(440)[300:])
	texts := Expansion[string]{Substrings{Decay: 0.3}, []string{"abc", "bca"}, row{1, -1}, 0, nil}
	sameByValue(t, texts, textsOf(4, "a", "b", "c"))
	wantVector(t, "Gaussian: PredictAll", f.PredictAll(xs), mapped(f.Values(xs), sign), 0)
}

// These are Lemma 11.15 and Theorem 11.14 of lecture H, line by line. Sums of
// up to 200 terms of each kernel round relative to the sizes of the terms.
//
// For Linear f is one plane, so that no large terms cancel in ‖f‖.
func TestSpanOfAKernelIsAnInnerProductSpace(t *testing.T) {
	eachKernel(t, func(t *testing.T, k Kernel[row]) {
		f, g, h := expansions(k, 110)
		tol := 64 * 200 * eps * (1 + math.Pow(max(sizeOf(f), sizeOf(g), sizeOf(h)), 2))
		at := func(x []float64) *function { return &function{k, []row{x}, row{1}, 0, nil} }
		n, all := len(f.Coef), slices.Concat(f.Points, g.Points)
		sums, _ := decisions(k, all, ones(len(all)), append(make(row, n), g.Coef...)) // by Eval
		x, z := vectors(111, 1, 3)[0], vectors(112, 1, 3)[0]
		coef, mixed := slices.Clone(f.Coef), f.Times(2).Plus(g.Times(-3))
		nothing := f.Plus(f.Times(-1)) // ⟨f, f⟩ = 0 ⇒ f = 0, by rule (ix) with k(·, x)
		kxz, kxx, kzz := k.Eval(x, z), k.Eval(x, x), k.Eval(z, z)
		for _, law := range []equation{
			{"⟨f, g⟩ = Σ cᵢdⱼk(xᵢ, zⱼ)", f.Inner(g), Dot(f.Coef, sums[:n])},
			{"Σ cᵢg(xᵢ) = ⟨f, g⟩", Dot(f.Coef, g.Values(f.Points)) - g.B*sum(f.Coef), f.Inner(g)},
			{"Σ dⱼf(zⱼ) = ⟨f, g⟩", Dot(g.Coef, f.Values(g.Points)) - f.B*sum(g.Coef), f.Inner(g)},
			{"(i) symmetry", f.Inner(g), g.Inner(f)},
			{"(ii) bilinearity", mixed.Inner(h), 2*f.Inner(h) - 3*g.Inner(h)},
			{"(ii) in the second", h.Inner(mixed), 2*h.Inner(f) - 3*h.Inner(g)},
			{"(2f − 3g)(x)", mixed.Values([]row{x})[0], 2*f.Value(x) - 3*g.Value(x)},
			{"(2 + f)(x)", (&function{B: 2}).Plus(f).Value(x), 2 + f.Value(x)},
			{"(iii) ⟨f − f, f − f⟩", nothing.Inner(nothing), 0},
			{"(iii) (f − f)(x)", nothing.Value(x), 0},
			{"(iv) ⟨k(·, x), g⟩ = g(x)", at(x).Inner(g), g.Value(x) - g.B},
			{"(v) ⟨k(·, x), k(·, z)⟩ = k(x, z)", at(x).Inner(at(z)), kxz},
			{"‖f‖² = ⟨f, f⟩", f.Norm() * f.Norm(), math.Max(0, f.Inner(f))},
		} {
			wantWithin(t, law.name, law.got, law.want, tol)
		}
		inner := KernelFunc[*function](func(a, b *function) float64 { return a.Inner(b) })
		_, smallest := IsPSD(must(Gram(inner, []*function{f, g, h, f.Plus(g), at(x)}))(t))
		claim(t, f.Inner(f) >= -tol && smallest >= -tol,
			"(vi) ⟨f, f⟩ = %g, (vii) eigenvalue of Gram: %g", f.Inner(f), smallest)
		claim(t, kxz*kxz <= kxx*kzz*(1+100*eps), "(viii) k² = %g > %g", kxz*kxz, kxx*kzz)
		claim(t, math.Abs(f.Value(x)-f.B) <= f.Norm()*math.Sqrt(kxx)*(1+eps)+tol &&
			math.Abs(f.Times(1e-6).Norm()/f.Norm()-1e-6) <= tol, "|f(x)| > ‖f‖√k(x, x)")
		claim(t, math.Abs(f.Inner(g)) <= f.Norm()*g.Norm()+tol,
			"(ix) |⟨f, g⟩| = %g > ‖f‖‖g‖ = %g", math.Abs(f.Inner(g)), f.Norm()*g.Norm())
		claim(t, slices.Equal(f.Coef, coef), "f changed to %v", f.Coef)
	})
	far := &function{Linear{}, []row{{1e15}, {1e15 + 3}}, row{-0.1, 0.1}, 0, nil}
	wantNear(t, "norm far from the origin", far.Norm(), 0.3, 4*eps)
	minus := KernelFunc[int](func(a, b int) float64 { return -1 })
	wantEqual(t, "norm by k = −1", (&Expansion[int]{minus, []int{1}, row{2}, 0, nil}).Norm(), 0)
}

// Lecture C: any w is a combination ω = Σ cᵢψ(xᵢ) plus a rest, as in "Functions
// in the span of the data" of kernel.go, and c solves Kc = (⟨w, ψ(xⱼ)⟩)ⱼ. So
// f(⟨w, ψ(x₁)⟩, …) + R(‖w‖) is no larger at ω than at w, for any f, if R does
// not decrease. With the mean hinge and R(a) = λa², ω is better by λ‖rest‖².
// With ⌊a⌋ for R, which grows by jumps only, it is no worse.
//
// For the Gaussian no ψ is written down. Take any w = Σ aⱼψ(zⱼ) of points zⱼ
// that are no training points. The values w(xⱼ) and K are enough for c, and for
// the rest, w − ω.
func TestTheRepresenterTheoremSplitsAnyWeightVector(t *testing.T) {
	k, x := Polynomial{3, 1, 1}, vectors(122, 6, 2)
	psi, g := FromRows(mapped(x, k.Map(2))), must(Gram(k, x))(t)
	w := gaussianVector(random(123), psi.Cols)
	on := psi.MulVec(w)
	coef := must(g.Cholesky())(t).Solve(on)
	omega := psi.T().MulVec(coef)
	rest, f := difference(w, omega), function{k, x, coef, 0, nil}
	wantVector(t, "⟨rest, ψ(xⱼ)⟩", psi.MulVec(rest), make(row, 6), 1e-9)
	got := append(f.Values(x), mapped(x, f.Value)...)
	wantVector(t, "⟨ω, ψ(xⱼ)⟩ = ΣcᵢKᵢⱼ", got, append(on, on...), 1e-9)
	plane := (&function{Linear{}, psi.rows(), coef, 0, nil}).Norm()
	wantVector(t, "cᵀKc, ‖f‖², ‖Σcᵢψ(xᵢ)‖², ‖w‖² − ‖rest‖²", row{Dot(coef, g.MulVec(coef)),
		f.Norm() * f.Norm(), plane * plane, Dot(w, w) - Dot(rest, rest)},
		repeat(4, Dot(omega, omega)), 1e-9)
	wantBelow(t, "‖ω‖", Norm(omega), Norm(w))

	value := func(v row, r func(a float64) float64) float64 {
		z := timesY(psi.MulVec(v), row{1, -1, 1, -1, 1, -1})
		return sum(mapped(z, Hinge))/6 + r(Norm(v))
	}
	squares := func(a float64) float64 { return 0.1 * a * a }
	wantNear(t, "(†) at ω", value(omega, squares), value(w, squares)-0.1*Dot(rest, rest), 1e-9)
	wantBelow(t, "(†) at ω with ⌊a⌋", value(omega, math.Floor), value(w, math.Floor)+1e-9)

	gauss := Gaussian{0.5}
	any := &function{gauss, vectors(124, 8, 2), gaussianVector(random(125), 8), 0, nil}
	at := any.Values(x)
	span := &function{gauss, x, must(must(Gram(gauss, x))(t).Cholesky())(t).Solve(at), 0, nil}
	out := any.Plus(span.Times(-1))
	wantVector(t, "Gaussian: ω(xⱼ)", span.Values(x), at, 1e-9)
	wantVector(t, "Gaussian: rest(xⱼ)", out.Values(x), make(row, 6), 1e-9)
	wantNear(t, "Gaussian: ⟨rest, ω⟩", out.Inner(span), 0, 1e-9)
	wantNear(t, "Gaussian: ‖ω‖² + ‖rest‖²", span.Inner(span)+out.Inner(out), any.Inner(any), 1e-9)
	claim(t, out.Norm() > 0.1 && math.Abs(out.Value(row{3, 3})) > 1e-3,
		"the rest is %g long, and %g at (3, 3)", out.Norm(), out.Value(row{3, 3}))
	wantBelow(t, "Gaussian: ‖ω‖", span.Norm(), any.Norm())
}

// Ridge regression is w = (ΦᵀΦ + λI)⁻¹Φᵀt in the features. With a kernel it is
// f = Σ cᵢk(xᵢ, ·), where (ridge) gives c = (K + λI)⁻¹t. These are one
// function, and c = (t − Φw)/λ. The condition number is at most 10⁶, and 12 of
// its ε are 10⁻⁹. With λ = 0, f goes through each tᵢ: Cholesky's method leaves
// a few nε‖K‖‖c‖.
func TestPrimalAndDualRidgeAgree(t *testing.T) {
	x, targets := vectors(130, 12, 2), gaussianVector(random(131), 12)
	for _, k := range append(explicitKernels(2), explicit{Linear{}, slices.Clone[row]}) {
		features := FromRows(mapped(x, k.phi))
		for _, lambda := range []float64{0.01, 1, 100} {
			t.Run(fmt.Sprintf("%v, λ = %g", k.Kernel, lambda), func(t *testing.T) {
				f := must(Ridge(k.Kernel, x, targets, lambda))(t)
				normal := features.T().Mul(features)
				axpy(lambda, diagonal(ones(normal.Rows)).Data, normal.Data)
				wantBelow(t, "condition number", 1+Norm(normal.Data)/lambda, 1e6)
				w := must(normal.Cholesky())(t).Solve(features.T().MulVec(targets))
				for _, p := range vectors(132, 5, 2) {
					at := Dot(w, k.phi(p))
					wantNear(t, "f and ⟨w, φ⟩", f.Value(p), at, 1e-9)
					wantBelow(t, "−sgn f·⟨w, φ⟩", -f.Predict(p)*at, 1e-9)
				}
				wantVector(t, "w = Φᵀc", features.T().MulVec(f.Coef), w, 1e-9)
				wantNear(t, "‖f‖ = ‖w‖", f.Norm(), Norm(w), 1e-9)
				wantVector(t, "λc = t − Φw", scaled(f.Coef, lambda),
					difference(targets, features.MulVec(w)), 1e-9)
			})
		}
	}
	f := must(Ridge(Gaussian{1}, x, targets, 0))(t)
	rounding := 100 * eps * Norm(must(Gram(Gaussian{1}, x))(t).Data) * Norm(f.Coef)
	wantVector(t, "f(xᵢ)", f.Values(x), targets, rounding)
	f = must(Ridge(Linear{}, x, targets, 1))(t)
	wantEqual(t, "the label where f is 0", f.Predict(row{0, 0}), 1)
}

// # Part III: quadratic programs. The solution

// eachInequality calls f with each inequality gx ≤ h of a program: a row of A,
// a bound, or one of the two that make an equality. It says what gx is at x,
// what the multiplier z is, and what the largest |gⱼ| is.
func eachInequality(p QP, s *QPSolution, x row, f func(name string, gx, h, z, largest float64)) {
	for i, b := range p.B {
		f(fmt.Sprintf("A[%d]", i), Dot(p.A.Row(i), x), b, s.Ineq[i], maxAbs(p.A.Row(i)))
	}
	for i, b := range p.Beq {
		gx, z, largest := Dot(p.Aeq.Row(i), x), s.Eq[i], maxAbs(p.Aeq.Row(i))
		f(fmt.Sprintf("Aeq[%d]", i), gx, b, max(0, z), largest)
		f(fmt.Sprintf("−Aeq[%d]", i), -gx, -b, max(0, -z), largest)
	}
	for j, v := range x {
		lo, hi := p.bounds(j)
		f(fmt.Sprintf("Lo[%d]", j), -v, -lo, s.Lower[j], 1)
		f(fmt.Sprintf("Hi[%d]", j), v, hi, s.Upper[j], 1)
	}
}

// rightSide returns hᵀz, the right side of the combination of the constraints.
func rightSide(p QP, s *QPSolution) (v float64) {
	eachInequality(p, s, make(row, len(p.C)), func(_ string, _, h, z, _ float64) {
		if z > 0 { // only then h is finite
			v += z * h
		}
	})
	return v
}

// checkQP checks each condition of (kkt), relative to the terms that are summed
// in it. By (qp gap) the primal and the dual value are then equal, because each
// sᵢzᵢ is small. At last it checks that Value, Gap, Feasibility and
// Stationarity agree with the point, up to their own rounding.
func checkQP(t *testing.T, p QP, s *QPSolution, tol float64) {
	t.Helper()
	x, qx, gradient := s.X, p.mulQ(s.X), difference(s.Upper, s.Lower)
	axpy(1, qx, gradient)
	axpy(1, p.C, gradient)
	addTVec(p.A, s.Ineq, gradient)
	addTVec(p.Aeq, s.Eq, gradient) // now Qx + c + Gᵀz
	// ‖fⱼ‖. As |qⱼₖ| ≤ ‖fⱼ‖‖fₖ‖, Qx rounds by a multiple of ε‖fⱼ‖Σ ‖fₖ‖|xₖ|.
	length := each(len(x), func(j int) float64 {
		if p.Q == nil {
			return 0
		}
		return math.Sqrt(math.Abs(p.Q.At(j, j)))
	})
	rounding := 64 * eps * maxAbs(length) * absDot(length, x)
	force, scale, feasibility, sz := 1+maxAbs(p.C)+maxAbs(qx), 1+maxAbs(x), 0.0, 0.0
	for j, v := range gradient {
		most := tol*(force+s.Lower[j]+s.Upper[j]) + rounding
		need(t, math.Abs(v) <= most, "stationarity: x[%d] misses %g", j, v)
		lo, hi := p.bounds(j)
		claim(t, lo <= x[j] && x[j] <= hi, "x[%d] = %g, want %g to %g", j, x[j], lo, hi)
	}
	eachInequality(p, s, x, func(name string, gx, h, z, largest float64) {
		size := 1 + math.Abs(h) + largest*scale
		claim(t, gx-h <= tol*size && z >= 0, "%s is exceeded by %g, z = %g", name, gx-h, z)
		claim(t, z == 0 || math.Abs(z*(h-gx)) <= tol*(1+z)*force*size,
			"complementary slackness: %s has multiplier %g and slack %g", name, z, h-gx)
		feasibility = max(feasibility, gx-h)
		if z > 0 && !strings.Contains(name, "Aeq") {
			sz += z * max(0, h-gx)
		}
	})
	claim(t, feasibility <= s.Feasibility+1e-300, "a row is exceeded by %g", feasibility)
	value := Dot(x, qx)/2 + Dot(p.C, x)
	gap := math.Abs(Dot(x, qx) + Dot(p.C, x) + rightSide(p, s))
	wantBelow(t, "strong duality: the gap", gap, tol*(1+math.Abs(value)+absDot(p.C, x)))
	largest := force + maxAbs(slices.Concat(s.Ineq, s.Eq, s.Lower, s.Upper))
	wantVector(t, "Value, Gap, Feasibility, Stationarity", row{s.Value, s.Gap, s.Feasibility,
		s.Stationarity}, row{value, sz, feasibility, maxAbs(gradient)},
		1e-9*scale*largest+rounding*sum(absolute(x)))
}

// solveQP solves and checks, and ends the test if there is no solution.
func solveQP(t *testing.T, p QP) *QPSolution {
	t.Helper()
	s := must(p.Solve())(t)
	checkQP(t, p, s, 1e-8)
	return s
}

// madeQP returns a random program with a known solution. It chooses x, the
// constraints that hold with equality, and their multipliers ≥ 0. Stationarity
// then says what c is.
func madeQP(r *rand.Rand, n, m, e, rank int) (p QP, value float64) {
	f := gaussianMatrix(r, n, rank)
	p = QP{Q: f.Mul(f.T()), A: gaussianMatrix(r, m, n), Aeq: gaussianMatrix(r, e, n)}
	x := gaussianVector(r, n)
	g := p.Q.MulVec(x) // becomes Qx + Gᵀz, which is −c
	p.B, p.Beq = p.A.MulVec(x), p.Aeq.MulVec(x)
	for i := range m {
		if y := r.Float64(); r.IntN(2) == 0 {
			axpy(y, p.A.Row(i), g)
		} else {
			p.B[i] += y
		}
	}
	addTVec(p.Aeq, gaussianVector(r, e), g)
	for j, v := range x {
		lo, hi, z := -inf, inf, r.Float64()
		switch r.IntN(5) {
		case 0:
			lo, g[j] = v, g[j]-z
		case 1:
			hi, g[j] = v, g[j]+z
		case 2:
			lo, hi, g[j] = v, v, g[j]+z
		case 3:
			lo, hi = v-z, v+1
		}
		p.Lo, p.Hi = append(p.Lo, lo), append(p.Hi, hi)
	}
	p.C = scaled(g, -1)
	return p, Dot(x, p.Q.MulVec(x))/2 + Dot(p.C, x)
}

// The dual of a program is a quadratic program too:
//
//	min ½xᵀQx + cᵀx                         for Ax ≤ b
//	max −½(c + Aᵀy)ᵀQ⁻¹(c + Aᵀy) − bᵀy      for y ≥ 0
//
// Solve finds both optima, and they agree. Q has eigenvalues from 1 to ⅕, so
// Q⁻¹ loses few digits. The solution is a saddle point of L(x, y) of
// (lagrangian): L(x*, y) ≤ L(x*, y*) ≤ L(x, y*), for all x, and all y with
// yᵢ ≥ 0 for inequalities. For L(x, y*) is convex in x, and by (kkt) its
// gradient is 0 at x*; and for y each inequality adds yᵢ(Ax* − b)ᵢ ≤ 0 to
// L(x*, y), but 0 for y*.
func TestWeakAndStrongDualityOfQuadraticPrograms(t *testing.T) {
	eachSeed(t, 204, 30, func(t *testing.T, r *rand.Rand) {
		n, m, seed := 1+r.IntN(5), 1+r.IntN(6), r.Uint64()
		q := withSpectrum(random(seed), geometric(n, 0.2))
		inverse := withSpectrum(random(seed), geometric(n, 5)) // the same eigenvectors
		a, c, inside := gaussianMatrix(r, m, n), gaussianVector(r, n), gaussianVector(r, n)
		b, e := a.MulVec(inside), r.IntN(min(n, m)) // the first e rows are equalities
		axpy(1, absolute(gaussianVector(r, m-e)), b[e:])
		s := solveQP(t, QP{Q: q, C: c, A: &Matrix{m - e, n, a.Data[e*n:]}, B: b[e:],
			Aeq: &Matrix{e, n, a.Data[:e*n]}, Beq: b[:e]})

		linear, constant := a.MulVec(inverse.MulVec(c)), Dot(c, inverse.MulVec(c))/2
		axpy(1, b, linear)
		dual := QP{Q: symmetrised(a.Mul(inverse).Mul(a.T())), C: linear,
			Lo: append(repeat(e, -inf), make(row, m-e)...)}
		wantNear(t, "dual value", -solveQP(t, dual).Value-constant, s.Value, 1e-8)
		lagrangian := func(x, y []float64) float64 {
			return Dot(x, q.MulVec(x))/2 + Dot(c, x) + Dot(y, difference(a.MulVec(x), b))
		}
		for range 20 {
			x, y := gaussianVector(r, n), gaussianVector(r, m)
			copy(y[e:], absolute(y[e:]))
			low, high := lagrangian(s.X, y), lagrangian(x, slices.Concat(s.Eq, s.Ineq))
			claim(t, low <= s.Value+1e-7 && s.Value <= high+1e-7,
				"L(x*, y) = %g, L(x*, y*) = %g, L(x, y*) = %g", low, s.Value, high)
		}
	})
}

// This is the oracle for small programs, min ½xᵀQx + cᵀx for Ax ≤ b. It tries
// every set of rows G, h of A, b, and minimises over Gx = h:
//
//	x = −Q⁻¹(c + Gᵀz), so GQ⁻¹Gᵀz = −(h + GQ⁻¹c)
//
// If the set holds the rows that the solution meets with equality, this x is
// the solution. No other feasible x has a smaller value. If the rows of a set
// depend on each other, a smaller set gives the same x. As b ≥ 0, x = 0 is
// feasible.
func TestQPAgreesWithBruteForceOverActiveSets(t *testing.T) {
	eachSeed(t, 201, 100, func(t *testing.T, r *rand.Rand) {
		n, m := 1+r.IntN(3), 1+r.IntN(6)
		p := QP{Q: diagonal(ones(n)), C: integerMatrix(r, 1, n).Data, A: integerMatrix(r, m, n),
			B: absolute(integerMatrix(r, 1, m).Data)}
		f := integerMatrix(r, n, n)
		axpy(1, f.Mul(f.T()).Data, p.Q.Data)
		q, best := must(p.Q.Cholesky())(t), inf
		for set := range 1 << m {
			rows := indicesWhere(m, func(i int) bool { return set>>i&1 == 1 })
			g, x := pick(p.A.rows(), rows), q.Solve(scaled(p.C, -1))
			if len(g) > 0 {
				inverse := FromRows(mapped(g, q.Solve)) // GQ⁻¹
				system, err := symmetrised(inverse.Mul(FromRows(g).T())).Cholesky()
				if err != nil {
					continue // the rows depend on each other
				}
				z := system.Solve(difference(FromRows(g).MulVec(x), pick(p.B, rows)))
				axpy(-1, inverse.T().MulVec(z), x)
			}
			if slices.Max(difference(p.A.MulVec(x), p.B)) <= 1e-9 {
				best = min(best, Dot(x, p.Q.MulVec(x))/2+Dot(p.C, x))
			}
		}
		wantNear(t, "value", solveQP(t, p).Value, best, 1e-10)
	})
}

// The programs of the form (qp) are from madeQP. Q is full, singular or zero,
// and slightly concave by rounding. Some programs are degenerate. The terms of
// cᵀx may cancel, so the value holds relative to them. The iterations are
// counted, because a wrong step still arrives, but later. By (corrector) eight
// are enough on average.
func TestQPSolvesRandomProgramsWithKnownSolutions(t *testing.T) {
	t.Parallel()
	const programs = 6 // of each seed
	all := 0
	every := eachSeed(t, 202, 100, func(t *testing.T, r *rand.Rand) {
		for i := range programs {
			n := 1 + r.IntN(12)
			p, want := madeQP(r, n, r.IntN(10), r.IntN(min(n, 4)+1), r.IntN(n+1))
			s := solveQP(t, p)
			wantWithin(t, fmt.Sprintf("value of program %d", i), s.Value, want,
				1e-8*(1+math.Abs(want)+absDot(p.C, s.X)))
			all += s.Iterations
		}
	})
	claim(t, all <= 8*100*programs || !every, "%d iterations", all)
}

// HS are classics, numbered as by Hock and Schittkowski (Test Examples for
// Nonlinear Programming Codes, 1981), with the published solutions. The other
// programs are edge cases, and their solutions can be seen. Polishing sharpens
// x, also near bounds.
//
// The point of a set that is nearest to q has the least ½‖x − q‖². It is
//
//	in a box                    q, cut off at the bounds
//	in a half-space aᵀx ≤ b     q − max(0, (aᵀq − b)/‖a‖²)a
//	in the simplex              max(0, q − θ), where θ makes the sum 1
func TestQPSolvesPublishedAndDegeneratePrograms(t *testing.T) {
	nearest := func(p QP, q ...float64) QP {
		p.Q, p.C = diagonal(ones(len(q))), scaled(q, -1)
		return p
	}
	zero, one := row{0, 0, 0}, row{1, 1, 1}
	for _, tt := range []struct {
		name string
		p    QP
		x    row
	}{
		{"HS21", QP{Q: diagonal(row{0.02, 2}), C: row{0, 0}, A: mat(row{-10, 1}), B: row{-10},
			Lo: row{2, -50}, Hi: row{50, 50}}, row{2, 0}},
		{"HS35", QP{Q: mat(row{4, 2, 2}, row{2, 4, 0}, row{2, 0, 2}), C: row{-8, -6, -4},
			A: mat(row{1, 1, 2}), B: row{3}, Lo: zero}, row{4. / 3, 7. / 9, 4. / 9}},
		{"four points, at the head of qp.go", QP{Q: diagonal(row{1, 1, 0}), C: zero,
			A: mat(row{-3, -3, -1}, row{-5, -4, -1}, row{1, 1, 1}, row{0, 1, 1}),
			B: repeat(4, -1)}, row{0.5, 0.5, -2}},
		{"nearest in a box", nearest(QP{Lo: zero, Hi: one}, 2, 0.5, -1), row{1, 0.5, 0}},
		{"10⁻⁸ below a box", nearest(QP{Lo: row{-1.25}, Hi: row{0}}, -1.25-1e-8), row{-1.25}},
		{"nearest in a half-space", nearest(QP{A: mat(row{1, 2, 2}), B: row{-5}}, 1, 1, -1),
			row{1. / 3, -1. / 3, -7. / 3}},
		{"nearest in 1 ≤ x₁ + x₂ ≤ 2", nearest(QP{A: mat(row{1, 1}, row{-1, -1}),
			B: row{2, -1}}, 3, 1), row{2, 0}},
		{"nearest in the simplex, θ = 1/4", nearest(QP{Aeq: mat(one), Beq: row{1}, Lo: zero},
			1, 0.5, -1), row{0.75, 0.25, 0}},
		// x₄ and x₅ are what rounding leaves of x₁ + x₂ − x₃, and x₄ is not
		// 2x₅.
		{"0.8 + 0.4 − 1.2", nearest(QP{Aeq: mat(row{1, 0, 0, 0, 0}, row{0, 1, 0, 0, 0},
			row{0, 0, 1, 0, 0}, row{1, 1, -1, -1, 0}, row{1, 1, -1, 0, -1}, row{0, 0, 0, 1, -2}),
			Beq: row{0.8, 0.4, 1.2, 0, 0, 0}}, 0, 0, 0, 0, 0), row{0.8, 0.4, 1.2, 0, 0}},
		{"points would return", QP{Q: mat(row{4, -2, 0}, row{-2, 1, 0}, zero), C: scaled(one, -1),
			Aeq: mat(row{1, -1, 1}), Beq: row{0}, Lo: zero, Hi: row{1, 0.1, 10}},
			row{0.05, 0.1, 0.05}}, // without (bottom)
		{"redundant equalities", nearest(QP{Aeq: mat(one, row{2, 2, 2}, row{1, 0, -1},
			row{2, 1, 0}), Beq: row{3, 6, 0, 3}}, 0, 0, 0), one},
	} {
		t.Run(tt.name, func(t *testing.T) { wantVector(t, "x", solveQP(t, tt.p).X, tt.x, 1e-11) })
	}
}

// roughQP returns a random program of up to 6 variables, in small integers but
// for the size of each row, which is 10⁻⁶ to 10⁶. It may have no solution.
func roughQP(r *rand.Rand) QP {
	n, m := 1+r.IntN(6), r.IntN(5)
	integers := func(rows, cols, least, most int) *Matrix {
		a := NewMatrix(rows, cols)
		for i := range a.Data {
			a.Data[i] = float64(least + r.IntN(most-least+1))
		}
		return a
	}
	f := integers(n, r.IntN(n+1), -2, 2)
	p := QP{Q: product(f), C: integers(1, n, -4, 4).Row(0), A: integers(m, n, -2, 2),
		B:  integers(1, m, -2, 4).Row(0),
		Lo: integers(1, n, -2, 0).Row(0), Hi: integers(1, n, 0, 2).Row(0)}
	for i := range p.B {
		size := math.Pow(10, float64(r.IntN(13)-6))
		scaleRow(p.A.Row(i), size)
		p.B[i] *= size
	}
	for j := range n { // half of the bounds are none
		p.Lo[j] = []float64{p.Lo[j], -inf}[r.IntN(2)]
		p.Hi[j] = []float64{p.Hi[j], inf}[r.IntN(2)]
	}
	return p
}

// signedRows returns Diag(y)X.
func signedRows(x [][]float64, y []float64) *Matrix {
	return FromRows(each(len(x), func(i int) row { return scaled(x[i], y[i]) }))
}

// product returns FFᵀ.
func product(f *Matrix) *Matrix { return f.Mul(f.T()) }

// # Part III: no solution

// checkSeparation checks (separation): with multipliers ≥ 0 the constraints add
// up to 0ᵀx ≤ −1. The zeros are 0 to 10⁻⁷ of the largest multiplier. If a
// variable has both bounds, the bounds take up its coefficient, up to rounding.
func checkSeparation(t *testing.T, p QP, s *QPSolution, err error) {
	t.Helper()
	need(t, errors.Is(err, ErrInfeasible) && s != nil, "error = %v, want ErrInfeasible", err)
	z, g := slices.Concat(s.Ineq, s.Lower, s.Upper), difference(s.Upper, s.Lower)
	addTVec(p.A, s.Ineq, g)
	addTVec(p.Aeq, s.Eq, g)
	size := max(maxAbs(z), maxAbs(s.Eq))
	claim(t, len(z) == 0 || slices.Min(z) >= 0, "multipliers of the separation: %g", z)
	wantEqual(t, "Value", s.Value, -1)
	wantNear(t, "right side", rightSide(p, s), -1, 1e-7*size)
	for j, v := range g {
		lo, hi := p.bounds(j)
		claim(t, s.Lower[j] == 0 || s.Upper[j] == 0, "both bounds of x[%d] take part", j)
		claim(t, math.Abs(v) <= 1e-13*size || math.Abs(v) <= 1e-7*size && !finite(hi-lo),
			"x[%d] between %g and %g has the coefficient %g", j, lo, hi, v)
	}
	wantNear(t, "Stationarity", s.Stationarity, maxAbs(g), 1e-13*size)
}

// checkRay checks (ray): along d the objective has no curvature, and falls at
// the slope that is given. No constraint is violated, and some point is
// feasible, where the ray may begin. The largest component of d is 1.
//
// Fixed variables stay where they are. The slope is (c + Qx)ᵀd, where x has
// their values.
func checkRay(t *testing.T, p QP, s *QPSolution, tol float64) {
	t.Helper()
	d, qd, fixed := s.X, p.mulQ(s.X), make(row, len(s.X))
	for j := range d {
		if lo, hi := p.bounds(j); lo == hi {
			qd[j], fixed[j] = 0, lo
		}
	}
	slope := Dot(p.C, d) + Dot(p.mulQ(fixed), d)
	claim(t, slope < 0 && s.Value == slope && maxAbs(qd) <= tol*min(1, -slope) && maxAbs(d) == 1,
		"ray %g: Qd = %g, slope %g, Value %g", d, qd, slope, s.Value)
	none := &QPSolution{Ineq: p.B, Eq: p.Beq, Lower: d, Upper: d} // no multipliers are asked for
	eachInequality(p, none, d, func(name string, gd, h, _, _ float64) {
		claim(t, gd <= tol || h == inf, "%s grows by %g along the ray %g", name, gd, d)
	})
	p.Q, p.C = nil, make(row, len(d))
	solveQP(t, p)
}

// solvedOrProved solves a program. It checks the solution, or the evidence that
// there is none, and returns the reason. Of a program that is not convex the
// evidence is a direction in which the objective curves downwards.
//
// Solve asks for the evidence when ten iterations have not halved the error,
// hence after ten at least, and as a rule within 40. The evidence counts the
// iterations of the program, and not its own.
//
// Zeros are known to 10⁻⁸ of their terms. Qd of the random programs sums up to
// 9 terms of 16 times |dⱼ| ≤ 1, which gives the tolerance of a ray.
func solvedOrProved(t *testing.T, p QP) error {
	t.Helper()
	s, err := p.Solve()
	switch errors.Unwrap(err) {
	case ErrInfeasible:
		checkSeparation(t, p, s, err)
	case ErrUnbounded:
		checkRay(t, p, s, 1.5e-6)
	case ErrNotConvex:
		curve := Dot(s.X, p.mulQ(s.X))
		claim(t, curve < 0 && s.Value == curve, "xᵀQx = %g, Value = %g", curve, s.Value)
	default:
		need(t, err == nil, "%v: %+v", err, p)
		checkQP(t, p, s, 1e-7)
	}
	asked := errors.Is(err, ErrInfeasible) || errors.Is(err, ErrUnbounded)
	claim(t, !asked || s.Iterations >= 10 && s.Iterations <= 40, "%d iterations", s.Iterations)
	return errors.Unwrap(err)
}

// Solve says the same of a program in any unit, bit for bit: x in units of 2ᵏ,
// Q and C times 2ᵏ, each row times 2ᵏ, for k from −30 to 30, of rows from −20
// to 20. Then only the results are in other units. All factors are powers of
// two, so that nothing rounds. (A row 0 ≤ 0 may have any multiplier, as each
// row without an objective, and a value of 10⁻²⁰⁰ has squares that underflow.)
func TestSolveSaysTheSameInAnyUnit(t *testing.T) {
	t.Parallel()
	solved := 0
	for seed := range uint64(300) {
		r := random(seed)
		p := roughQP(r)
		s, err := p.Solve()
		unit, times := math.Ldexp(1, r.IntN(61)-30), math.Ldexp(1, r.IntN(61)-30)
		by := diagonal(each(len(p.B), func(int) float64 { return math.Ldexp(1, r.IntN(41)-20) }))
		u, over := scaled(ones(len(p.C)), unit), 1/unit
		q := QP{Q: scale(between(u, p.Q), times), C: scaled(p.C, unit*times),
			A: by.Mul(p.A).Mul(diagonal(u)), B: by.MulVec(p.B),
			Lo: scaled(p.Lo, over), Hi: scaled(p.Hi, over)}
		in, e := q.Solve()
		same := errors.Unwrap(e) == errors.Unwrap(err) && in.Iterations == s.Iterations
		for i := range p.B {
			free := maxAbs(p.A.Row(i)) == 0 || maxAbs(p.C) == 0 && maxAbs(p.Q.Data) == 0
			if same && err == nil && free {
				s.Ineq[i], in.Ineq[i] = 0, 0
			}
		}
		if same && err == nil && !(s.Value != 0 && math.Abs(s.Value) < 1e-200) {
			solved++
			same = slices.Equal(scaled(in.X, unit), s.X) && in.Value/times == s.Value &&
				slices.Equal(by.MulVec(in.Ineq), scaled(s.Ineq, times))
		}
		claim(t, same, "seed %d: %v, %v; in other units %v, %v", seed, s, err, in, e)
	}
	claim(t, solved > 100, "%d solved", solved)
}

// The valley ½(x − y)² − x − y falls until it meets the walls x, y ≤ h, and
// there is −2h. Far walls may be refused, but no other value is returned.
func TestFarWallsAreReachedOrRefused(t *testing.T) {
	for k := range 19 {
		h := math.Pow10(k)
		s, err := QP{Q: mat(row{1, -1}, row{-1, 1}), C: row{-1, -1}, Lo: row{0, 0},
			Hi: row{h, h}}.Solve()
		claim(t, errors.Is(err, ErrNotConverged) && k > 7 || err == nil &&
			near(s.Value/(-2*h), 1, 1e-6), "h = 10^%d: value %g, %v", k, s.Value, err)
	}
}

// ½‖Fᵀx‖² with x ≤ −|g| for about half of the variables, and a free variable
// for each column of F, has the least value 0, far from x = 0. There f falls
// together with all that bounds its error. Of 300 programs at most one is
// refused.
func TestALeastValueOfZeroIsFound(t *testing.T) {
	refusals := 0
	for seed := range uint64(300) {
		r := random(seed)
		rank, n := 1+r.IntN(3), 4+r.IntN(3)
		p := QP{Q: product(gaussianMatrix(r, n, rank)), Hi: repeat(n, inf)}
		for j := rank; j < n; j++ {
			p.Hi[j] = -math.Abs(r.NormFloat64())
		}
		s, err := p.Solve()
		refusals += b2i(err != nil)
		claim(t, errors.Is(err, ErrNotConverged) || err == nil && math.Abs(s.Value) <= 1e-9 &&
			s.Feasibility == 0, "seed %d: value %g, %v", seed, s.Value, err)
	}
	claim(t, refusals <= 1, "%d refused", refusals)
}

// The error counts the rows and bounds that contradict each other, and names
// the one with the largest multiplier. Ten steps that do not halve the error
// come before this, and none where a lower bound is above the upper one.
func TestAContradictionIsNamed(t *testing.T) {
	const combine = "constraints combine to 0 <= -1, most of all"
	for want, p := range map[string]QP{
		"3 ... Lo[1]": {C: row{0, 0}, A: mat(row{1, 0}, row{1, 1}, row{-1, 2}),
			B: row{0, 9, 0}, Lo: row{-9, 1}},
		"2 ... row 0 of Aeq": {C: row{0}, Aeq: mat(row{0.5}), Beq: row{5}, Hi: row{9}},
		"2 ... row 1 of A":   {C: row{0}, A: mat(row{4}, row{-1}), B: row{-4, -1}},
		"2 ... Hi[1]": {C: row{0, 1}, A: mat(row{1, 1}), B: row{9}, Lo: row{0, 3},
			Hi: row{0, -1}},
	} {
		s, err := p.Solve()
		claim(t, errors.Is(err, ErrInfeasible) && s.X == nil && s.Value == -1 &&
			near(rightSide(p, s), -1, 1e-12) && s.Stationarity < 1e-12 &&
			s.Iterations == 10*b2i(!strings.Contains(want, "Hi")) &&
			strings.HasSuffix(err.Error(), strings.Replace(want, "...", combine, 1)),
			"%v, want %s", err, want)
	}
}

// A nil C stands for zeros, in as many variables as the other parts have.
func TestWithoutCTheObjectiveHasNoLinearPart(t *testing.T) {
	one := mat(row{1, 2})
	for _, p := range []QP{{Q: diagonal(row{1, 2})}, {A: one, B: row{-3}}, {Aeq: one, Beq: row{3}},
		{Lo: row{1, 2}}, {Hi: row{-1, -2}}, {Q: diagonal(row{1, 2}), A: one, B: row{-3}}} {
		s := must(p.Solve())(t)
		p.C = make(row, 2)
		claim(t, reflect.DeepEqual(s, must(p.Solve())(t)), "C = nil: %v", s)
	}
}

// If a program has no answer, Solve returns evidence, which solvedOrProved
// checks. Programs that have an answer, but look as if they had none, are
// solved. If a program is infeasible and has a ray as well, it is infeasible.
func TestQPWithoutAnAnswerComesWithEvidence(t *testing.T) {
	zero, one, huge := row{0, 0}, row{1, 1}, 743989312383.0
	for _, tt := range []struct {
		name string
		want error
		p    QP
	}{
		{"a fixed variable against an equality", ErrInfeasible, QP{C: zero, Aeq: mat(one),
			Beq: row{3}, Lo: row{1, -inf}, Hi: one}},
		{"fixed variables, 10⁻⁵ off an equality", ErrInfeasible, QP{C: zero, Aeq: mat(one),
			Beq: row{2 + 1e-5}, Lo: one, Hi: one}},
		{"fixed variables, 10⁶ off", ErrInfeasible, QP{C: zero, A: mat(one), B: row{-1e6}, Lo: one,
			Hi: one}},
		{"equalities that depend on each other, ½ off", ErrInfeasible, QP{C: zero, Beq: row{1, 2.5},
			Aeq: mat(one, row{2, 2})}},
		{"no variables, 0 = 1", ErrInfeasible, QP{Aeq: NewMatrix(1, 0), Beq: row{1}}},
		{"also unbounded", ErrInfeasible, QP{C: row{-1, 0}, A: mat(row{0, 1}, row{0, -1}),
			B: row{-1, 0}}},
		// Beside the multiplier of 0·x ≤ 0, which may be 1, a 10⁻¹⁵ of x ≥ 10¹⁵
		// is rounding.
		{"a bound of 10¹⁵ beside 0·x ≤ 0", nil, QP{Q: mat(row{2}), C: row{1}, A: mat(row{0}),
			B: row{0}, Lo: row{1e15}}},
		{"a ray, but no feasible point", ErrInfeasible, QP{C: row{2, 2},
			A: mat(row{-2, 1}, row{2, -1}, row{0, 1}), B: row{-2, -2, 1}}},
		{"a half-line", ErrUnbounded, QP{C: row{-1}, Lo: row{0}}},
		{"along an equality, beside a fixed variable", ErrUnbounded, QP{C: row{1, 1, 5},
			Aeq: mat(row{1, 2, 1}), Beq: row{4}, Lo: row{-inf, -inf, 2}, Hi: row{inf, inf, 2}}},
		{"beside a large cost", ErrUnbounded, QP{C: row{-1, 0, 1e8}, Lo: row{0, -inf, 0},
			Hi: row{inf, inf, 1}}},
		// Along x₁ there is curvature, and Qu = 0 keeps u₁ from both signs.
		{"beside a curvature, downhill", ErrUnbounded, QP{Q: diagonal(row{1, 0}), C: row{-1, -1},
			Lo: row{-inf, 0}}},
		{"beside a curvature, uphill", ErrUnbounded, QP{Q: diagonal(row{1, 0}), C: row{1, -1},
			Lo: row{-inf, 0}}},
		{"a saddle", ErrNotConvex, QP{Q: mat(row{0, 1}, row{1, 0}), C: zero}},
		{"slightly concave", ErrNotConvex, QP{Q: diagonal(row{1e6, -1e-3}), C: zero,
			Lo: row{-1, -1}, Hi: one}},
		{"any (x, −x) with x ≤ −3", nil, QP{Q: scale(mat(one, one), 13), C: zero,
			Hi: row{-3, inf}}},
		{"a slope of 1 that 10⁻¹¹ of curvature ends", nil, QP{Q: mat(row{1e-11}), C: row{1},
			A: mat(row{1}), B: row{0}}},
		// At such a point 10⁻⁸ of a separation proves nothing.
		{"feasible far away only", nil, QP{C: row{1}, A: mat(row{-4}, row{-3}, row{2}),
			B: row{-4 * huge, -3*huge + 2, 2 * huge}, Lo: row{0}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantEqual(t, "verdict", solvedOrProved(t, tt.p), tt.want)
		})
	}
}

// Few rows of small integers often contradict each other, or leave a ray.
// Whatever Solve says, it shows. The verdict does not depend on the units. With
// x = d∘x̂, the rows times u and the objective times c, a program stays the
// same in other numbers. The factors are powers of two, so that nothing rounds.
// A solution has c times the value, to 10⁻⁶ of its terms. Evidence proves in
// its own numbers what it claims to prove.
func TestEachVerdictOnSmallIntegersHasItsEvidenceInAnyUnits(t *testing.T) {
	t.Parallel()
	found, refusals := map[error]int{}, 0
	all := eachSeed(t, 209, 60, func(t *testing.T, r *rand.Rand) {
		units := func(n int) row {
			return each(n, func(int) float64 { return math.Ldexp(1, r.IntN(19)-9) })
		}
		for columns := range 4 {
			n, e, m := 1+r.IntN(3), r.IntN(4), r.IntN(4)
			with := func(q, c row, a *Matrix, b, lo, hi row) QP {
				return QP{Q: &Matrix{n, n, q}, C: c, A: &Matrix{m, n, a.Data[:m*n]}, B: b[:m],
					Aeq: &Matrix{e, n, a.Data[m*n:]}, Beq: b[m:], Lo: lo, Hi: hi}
			}
			a, b := integerMatrix(r, m+e, n), integerMatrix(r, 1, m+e).Data
			p := with(product(integerMatrix(r, n, columns)).Data, integerMatrix(r, 1, n).Data, a, b,
				repeat(n, row{-3, -3, -inf}[r.IntN(3)]), repeat(n, row{3, inf}[r.IntN(2)]))
			d, by, c := units(n), diagonal(units(m+e)), units(1)[0]
			all := by.Mul(a).Mul(diagonal(d))
			over := mapped(d, func(v float64) float64 { return 1 / v })
			q := with(scale(between(d, p.Q), c).Data, scaled(diagonal(d).MulVec(p.C), c), all,
				by.MulVec(b), timesY(p.Lo, over), timesY(p.Hi, over)) // the products
			kind := solvedOrProved(t, p)
			found[kind]++
			s, err := q.Solve()
			if errors.Is(err, ErrNotConverged) {
				refusals++
				continue
			}
			need(t, errors.Unwrap(err) == kind, "%v, in other units %v", kind, err)
			switch kind {
			case nil:
				size := absDot(q.C, s.X) + absDot(q.mulQ(s.X), s.X) + c
				wantWithin(t, "value", s.Value, c*must(p.Solve())(t).Value, 1e-6*size)
			case ErrInfeasible:
				wantNear(t, "what the separation says", rightSide(q, s), -1, 1e-6)
			case ErrUnbounded:
				wantBelow(t, "cᵀx", Dot(q.C, s.X), 0)
				leaves := slices.Max(slices.Concat(q.A.MulVec(s.X), absolute(q.Aeq.MulVec(s.X)),
					row{maxAbs(q.Q.MulVec(s.X))}))
				claim(t, leaves <= 1e-7*max(maxAbs(all.Data), maxAbs(q.Q.Data)), "ray %g", s.X)
			}
		}
	})
	claim(t, refusals <= 2, "%d programs are refused where each variable has a unit of its own",
		refusals)
	met := min(found[nil], found[ErrInfeasible], found[ErrUnbounded])
	claim(t, met >= 10 || !all, "met: %v", found)
}

// # Part III: a step, and when to stop

// This is the example at the head of qp.go, min ½x² − 3x/2 for x ≤ 1: the
// predictor of the first step, which by (linearised) leaves out ΔsΔz = 3/16,
// the step with 3/16 put back, σ, and (corrector), from the equations by hand.
// From the third step on they go 0.995 of the way, which makes s 200 times
// smaller. The system for the start, with a copy of x as another variable and
// an equality, is solved by hand under "Equalities".
func TestInteriorPointByHand(t *testing.T) {
	p := &program{curve: row{1}, c: row{-1.5}, bounds: []bound{{0, 1}}, h: row{1}, ineq: []int{0}}
	w, r := p.start(), p.newPoint()
	p.residual(w, r)
	wantVector(t, "start: x, z, s", w.all, row{1.25, 1, 1}, 1e-12)
	wantVector(t, "r_x, r_z", r.xz(), row{0.75, 1.25}, 1e-12)
	k := p.newKKT(row{1})
	wantVector(t, "predictor", p.direction(k, w, r, row{1}).all, row{-0.5, -0.25, -0.75}, 1e-11)
	wantVector(t, "with 3/16", p.direction(k, w, r, row{19. / 16}).all,
		row{-13. / 32, -11. / 32, -27. / 32}, 1e-11)
	wantEqual(t, "¼ of this step makes z 0", p.longest(w, p.view(row{0, -4, -2})), 0.25)
	sigma := math.Pow(3./16, 3)
	d := row{1 + (1-sigma)*3/16 - sigma} // (corrector)
	dx := d[0]/2 - 1                     // of 2Δx + (Δs + Δz) = −2, Δs + Δz = −d
	wantVector(t, "corrector", p.direction(k, w, r, d).all, row{dx, -0.75 - dx, -1.25 - dx}, 1e-11)
	for _, want := range []row{{1.25 + dx, 0.66016388, 0.16016388},
		{0.98840258, 0.51159742, 0.01159742}, {0.99994201, 0.50005799, 0.00005799},
		{0.99999971, 0.50000029, 0.00000029}} {
		p.step(w, r)
		p.residual(w, r)
		wantVector(t, "x, z, s", w.all, want, 1e-8)
	}
	p = &program{q: [][]float64{{1, 0}, {0, 0}}, curve: row{0, 0}, c: row{-0.75, -0.75},
		rows: [][]float64{{1, -1}}, bounds: []bound{{0, 1}}, h: row{0, 1}, ineq: []int{1}}
	wantVector(t, "start with x = y: x, y, t", p.start().all[:3], row{1.25, 1.25, -0.75}, 1e-12)

	solution := solveQP(t, QP{Q: mat(row{1}), C: row{-1.5}, Hi: row{1}})
	wantVector(t, "x, z", append(solution.X, solution.Upper...), row{1, 0.5}, 1e-14)
	f := newForm(QP{Q: mat(row{1}), C: row{-1.5}, Hi: row{1}})
	f.run(mostSteps, nil)
	wantEqual(t, "steps, none of them for rounding alone", f.steps, solution.Iterations)
	// checkQP checks each line of (kkt): a row of A, one of Aeq, and a bound.
	solveQP(t, QP{Q: mat(row{2, 1, 0}, row{1, 2, 0}, row{0, 0, 1}), C: row{-3.5, -4, 1},
		A: mat(row{1, 3, 0}), B: row{2}, Aeq: mat(row{2, -1, 0}), Beq: row{0.5},
		Lo: row{-inf, -inf, 0}})
}

// The examples of "Equalities", "A diagonal matrix" and "The last digits". A
// system of numbers near 1 is solved up to some ε, and 10⁻¹² is 10⁴ of them.
func TestWhatHardProgramsNeedByHand(t *testing.T) {
	const tol = 1e-12
	// solved returns K⁻¹r for W = 0, and what the first solution misses.
	solved := func(p *program, r row) (solution row, missed float64) {
		k, right, u, rest := p.newKKT(make(row, len(p.h))), p.newPoint(), p.newPoint(), p.newPoint()
		copy(right.all, r)
		k.eliminate(right, u)
		k.products(u, rest)
		axpy(-1, right.xz(), rest.xz())
		k.solve(right, u)
		return u.xz(), maxAbs(rest.xz())
	}
	u, _ := solved(&program{curve: row{0, 0}, q: []row{{1, 1}, {1, 1}}, c: row{0, 0}}, row{2, 2})
	wantVector(t, "x, y with the ridge", u, row{1, 1}, tol)

	diagonal := &program{curve: row{0, 1, 1}, c: row{0, -1, 0}, rows: []row{{1, 1, 0}}, h: row{2}}
	wantNear(t, "(schur)", square(diagonal.newKKT(row{0}).schur[0]), 1e8+1, 1e-7)
	u, missed := solved(diagonal, row{0, 1, 0, 2})
	wantNear(t, "missed at first", missed, 1e-8, 1e-9)
	wantVector(t, "x, y, z, t", u, row{1, 1, 0, 0}, tol)

	p := &program{curve: row{1}, c: row{-1.5}, bounds: []bound{{0, 1}}, h: row{1}, ineq: []int{0}}
	wantVector(t, "the first guess leaves the wall out", p.guess(p.start()), row{hugeW}, 0)
	wantVector(t, "x, z, s", p.polished(p.view(row{0.5, 0.25, 0.5})).all, row{1, 0.5, 0}, tol)
}

// The dual of the four points as "The plain method" writes it. The α of the
// judge is exactly on its bounds, and the certificate asks for no less. By hand
// α₁ = α₃ is ¼ or, if that is less, C; for C = ¼ no force holds α at C. For
// points of another size α is divided by its square.
func TestAPolishedPointIsExactlyOnItsBounds(t *testing.T) {
	for _, tt := range []struct{ size, c float64 }{{1, 10}, {1, 1. / 6}, {1, 0.25}, {10, 1},
		{10, 1. / 600}, {1000, 1}, {1e-3, 1e7}, {1e-3, 1e6 / 6}} {
		x, y := fourPoints()
		x = scale(FromRows(x), tt.size).rows()
		p := program{q: product(signedRows(x, y)).rows(), curve: make(row, 4), c: repeat(4, -1),
			rows: [][]float64{slices.Clone(y)}, ineq: upTo(9)[1:],
			h: row{0, 0, tt.c, 0, tt.c, 0, tt.c, 0, tt.c}}
		for i := range y {
			p.bounds = append(p.bounds, bound{i, -1}, bound{i, 1})
		}
		s, worst := p.inUnits(QP{}).run(mostSteps, nil)
		want := min(tt.c, 0.25/(tt.size*tt.size))
		claim(t, worst < 1e-13 && s.X[1] == 0 && s.X[3] == 0 && (want < tt.c || s.X[0] == want &&
			s.X[2] == want), "%+v: α = %g", tt, s.X)
		wantVector(t, "α over that by hand", scaled(s.X, 1/want), row{1, 0, 1, 0}, 1e-9)
		c := must(Certify(Linear{}, x, y, s.X, s.Ineq[0], Options{C: tt.c}))(t)
		claim(t, c.Err() == nil, "%+v: %v", tt, c)
	}
}

// Without an objective the value is 0, and every feasible point is a solution.
// Here the rows, of integers up to 500, hold with equality at a point of
// integers, so that often no other is feasible. What the rounding of the slacks
// makes of the gap is then large beside the value, but not beside its terms.
func TestAProgramWithoutAnObjectiveAsksForAFeasiblePoint(t *testing.T) {
	eachSeed(t, 700, 200, func(t *testing.T, r *rand.Rand) {
		n := 2 + r.IntN(4)
		integers := func(rows, most int) *Matrix {
			a := NewMatrix(rows, n)
			for i := range a.Data {
				a.Data[i] = float64(r.IntN(2*most+1) - most)
			}
			return a
		}
		a, aeq, x := integers(2*n, 500), integers(n-1, 500), integers(1, 3).Data
		p := QP{C: make(row, n), A: a, B: a.MulVec(x), Aeq: aeq, Beq: aeq.MulVec(x)}
		s := must(p.Solve())(t)
		wantWithin(t, "value", s.Value, 0, 0)
		wantBelow(t, "violation", s.Feasibility, 1e-12)
	})
}

// The number that the judge gives to a point is the worst of these: an error of
// a line of (kkt) over the size of the line, the gap over |f(x)| and the terms
// of hᵀz, and by (loss) what the errors may do to the value: 10⁻⁷ times what it
// is over |f(x)|, and if f(x) counts as 0, 10⁻¹³ times what it is over 16ε of
// the terms, which count as at most 10⁶.
//
// With coefficients of 1 nothing is scaled. In ½x² − x with x = 3, Qx + c + Gᵀz
// is 3 − 1 + z, of the size 4 + |z|. The row x ≤ 1 allows 1 − s, where z = 1
// makes a gap of s beside |f(x)| = 1 − s and hᵀz = 1. In x₁ − x₂ = 0 the point
// (10⁹ + 2⁻²⁰, 10⁹) has an error of 2⁻²⁰ times the force 1, beside a value of
// 2⁻²⁰; the terms of the value are 4·10⁹, and round by ε of it. At (10⁶, 10⁶)
// the value is 0, and a force that is off by 2⁻²⁰ may be 1 + 10⁶ times that in
// each xⱼ. At the solution x = z = 1 only the rounding of the value is left: 1
// times |c| + |z|.
//
// What the judge says of any point, in any units, is what checkQP computes from
// the definitions in the user's numbers. There the gap may be large. At the
// solution it is 0.
func TestTheJudgeNamesTheWorstErrorOfALine(t *testing.T) {
	const s, round = 0x1p-20, 2e-7 * eps
	one := QP{C: row{-1}, A: mat(row{1}), B: row{1}}
	free := QP{C: row{-1}, Q: mat(row{1})}
	equal := QP{C: row{1, -1}, Aeq: mat(row{1, -1}), Beq: row{0}}
	fixed := QP{C: row{0}, Aeq: mat(row{1}), Beq: row{1}}
	first := QP{A: mat(row{-1, 0}, row{0, 1}), C: row{0, 0}, B: row{0, 1}} // −x₁ ≤ 0, x₂ ≤ 1
	for _, tt := range []struct {
		name string
		p    QP
		x, z row
		want float64
	}{
		{"stationarity", free, row{3}, nil, 2 / (4 + leastTerms)},
		{"feasibility of an equality", fixed, row{1 + s}, row{0}, s / (2 + s + leastTerms)},
		{"a row that is exceeded", one, row{1 + s}, row{1}, s / (2 + s + leastTerms)},
		{"a row that is not, without a force", one, row{0.5}, row{0}, 1 / (1 + leastTerms)},
		{"the gap", one, row{1 - s}, row{1}, s / (2 - s + leastTerms)},
		{"a row of an error, half of the unit", QP{C: row{0}, Aeq: mat(row{1}), Beq: row{2 * s}},
			row{0.5}, row{0}, 0.5 / (1.5 + leastTerms)},
		{"a row of rounding", first, row{-eps, 1}, row{0, 0}, eps / (eps + leastTerms)},
		{"the point x = 0.99 of the text", QP{Q: mat(row{1}), C: row{-1.5}, A: mat(row{1}),
			B: row{1}}, row{0.99}, row{0.5}, 0.01 / (2.99 + leastTerms)},
		{"a value between large terms", equal, row{1e9 + s, 1e9}, row{-1},
			1e-7 * (s + 4e9*eps) / s},
		{"a force off by s at a large x", equal, row{1e6, 1e6}, row{-1 - s},
			(2*s*(1+1e6) + 2e6*(2+s)*eps) / (16e19 * eps)},
		{"a bound nearly reached", QP{C: row{-1}, Hi: row{1}}, row{1 - 1e-14}, row{1}, round},
		{"the solution", one, row{1}, row{1}, round},
		{"x overflows", free, row{1e300}, nil, inf},
	} {
		f := newForm(tt.p)
		w := f.newPoint()
		copy(w.x, tt.x)
		copy(w.z, tt.z)
		for i := range w.s {
			w.s[i] = 1 // not on a bound, as far as s tells
		}
		_, worst := f.judge(w)
		same := worst == tt.want || near(worst/tt.want, 1, 1e-9) // of 10⁻¹¹, too
		claim(t, same, "%s: %g, want %g", tt.name, worst, tt.want)
	}
	eachSeed(t, 216, 30, func(t *testing.T, r *rand.Rand) {
		p, _ := madeQP(r, 2+r.IntN(4), 1+r.IntN(3), r.IntN(2), 2)
		solveQP(t, p)
		n, unit := len(p.C), mapped(p.C, math.Exp)
		p.Q, p.A = scale(between(unit, p.Q), 1e3), p.A.Mul(diagonal(unit))
		p.Lo, p.Hi = repeat(n, -1e9), repeat(n, 1e9) // far away
		f := newForm(p)
		w := f.newPoint()
		copy(w.all, absolute(gaussianVector(r, len(w.all))))
		copy(w.s, repeat(len(w.s), 1e6)) // so that no variable is put on its bound
		s, _ := f.judge(w)
		checkQP(t, p, s, inf)
	})
}

// A proof has to be strong: its strength is above 10⁻⁸, and above 10⁻¹² of the
// sizes of its terms. What should be 0 may be rounding, 16ε of its terms or of
// 1, but not more than 10⁻⁸ of the strength. NaN proves nothing.
func TestAProofIsStrongAndExactUpToRounding(t *testing.T) {
	const unit = 16 * eps
	for _, tt := range []struct {
		strength, total, zero, size float64
		want                        bool
	}{
		{1, 1, unit, 1, true}, {1, 1, 1.01 * unit, 1, false}, {1, 1, -4.1 * unit, 4, false},
		{1, 1, 1e-8, 1e9, true}, {1, 1, 1.01e-8, 1e9, false}, {1.01e-8, 1, 0, 0, true},
		{1e-8, 1, 0, 0, false}, {-1, 1, 0, 0, false}, {1, 0.99e12, 0, 0, true},
		{1, 1.01e12, 0, 0, false}, {1, 1, nan, 1, false}, {nan, 1, 0, 0, false},
		{1e-6, 1, 1e-6 * unit, 0, true}, {1e-6, 1, 1.01e-6 * unit, 0, false},
		{1e24, 1e24, unit, 0, true}, {1e24, 1e24, 1.01 * unit, 0, false},
	} {
		got := isProof(tt.strength, tt.total, row{0, tt.zero}, row{0, tt.size})
		claim(t, got == tt.want, "%+v is a proof: %t", tt, got)
	}
}

// A bound far below all others makes no proof of a residual. Any y ≥ a with
// x = 1 satisfies ax ≤ y, x ≥ 1 and t ≥ 10⁻²⁶, and (10⁸, 10¹⁶) satisfies the
// second program. Solve may refuse them, but must not say that they have no
// solution.
func TestATinyBoundProvesNoContradiction(t *testing.T) {
	for _, a := range []float64{1, 3, 10, 100, 1000} {
		for tiny := 1e-20; tiny > 1e-50; tiny /= 10 {
			p := QP{C: ones(3), A: FromRows([][]float64{{0, a, -1}}), B: []float64{0},
				Lo: []float64{tiny, 1, -inf}}
			s, err := p.Solve()
			claim(t, errors.Is(err, ErrNotConverged) || err == nil && near(s.Value, 1+a, 1e-6*a),
				"t >= %g, %g·x <= y: %v", tiny, a, err)
		}
	}
	p := QP{C: make([]float64, 2), A: FromRows([][]float64{{1e8, -1}, {0, -1}}),
		B: []float64{4, -1}, Lo: []float64{1e8, 0}}
	_, err := p.Solve()
	claim(t, err == nil || errors.Is(err, ErrNotConverged), "far from 0: %v", err)
}

// The direction solves the equations that it is derived from, (qp step) and
// (saddle), with any d, and for slacks and multipliers of any size. Its Δx is
// that of (condensed), from which nothing but Δx is solved for. An equality
// stands in H once more, with the weight 1, for a matrix Q, and each row only
// beside it, where H is diagonal. One solution leaves about what the ridge,
// 10⁻¹³, is of it, and 10⁻¹⁰ does not count on the last digits of that.
func TestNewtonDirectionSolvesTheEquationsOfTheStep(t *testing.T) {
	eachSeed(t, 208, 60, func(t *testing.T, r *rand.Rand) {
		e, m := r.IntN(2), 1+r.IntN(3) // equalities, and rows of both kinds
		n := 2*m + r.IntN(6)
		p := &program{curve: absolute(gaussianVector(r, n)), c: gaussianVector(r, n),
			rows: gaussianMatrix(r, m, n).rows(), bounds: []bound{{0, 1}, {1, -1}},
			h: gaussianVector(r, m+2), ineq: upTo(m + 2)[e:]}
		w, ratio, residual, left := p.newPoint(), make(row, m+2), p.newPoint(), p.newPoint()
		copy(w.all, gaussianVector(r, len(w.all)))
		w.s[0] = 0 // of an equality
		for _, i := range p.ineq {
			w.s[i], w.z[i] = math.Exp(3*r.NormFloat64()), math.Exp(3*r.NormFloat64())
			ratio[i] = w.s[i] / w.z[i]
		}
		products := absolute(gaussianVector(r, m+2)) // d
		for _, q := range [][][]float64{nil, NewMatrix(n, n).rows(),
			product(gaussianMatrix(r, n, 2)).rows()} {
			p.q = q
			p.residual(w, residual)
			d := p.direction(p.newKKT(ratio), w, residual, products)
			p.products(d, left) // QΔx + GᵀΔz and GΔx
			axpy(1, d.s, left.z)
			axpy(1, residual.xz(), left.xz())
			for _, i := range p.ineq {
				left.s[i] = w.s[i]*d.z[i] + w.z[i]*d.s[i] + products[i]
			}
			wantBelow(t, "what misses (qp step)", maxAbs(left.all), 1e-10*(1+maxAbs(d.all)))
		}
	})
}

// # Part III: the machine as a program

// PrimalProgram is (primal program): at any w, b and ξ its objective is
// ½‖w‖² + Σ Cᵢξᵢ, and a row of A less its B is 1 − ξᵢ − yᵢf(xᵢ), so that ≤ 0 is
// the constraint of (primal). DualProgram is (dual program): at any α its
// objective is that of (dual) with the other sign, and its equality is
// (balance). All numbers are small integers, and the sums are exact. A wrong
// entry shows at a point of random integers, unless they happen to be 0 or to
// cancel: of twenty points some tell.
//
// Points of weight 0 have no row, no ξ, and an αᵢ ≤ 0. No entry is −0, which
// would print as −0. What is done to a program is not done to the points.
func TestThePrintedProgramsAreTheirFormulas(t *testing.T) {
	eachSeed(t, 1, 40, func(t *testing.T, r *rand.Rand) {
		n, d, k := 4+r.IntN(5), 1+r.IntN(4), Polynomial{2, 1, 1}
		x, y := integerMatrix(r, n, d).rows(), repeat(n, 1, -1)
		o := Options{C: row{2, inf}[r.IntN(2)], Weights: absolute(integerMatrix(r, 1, n).Data)}
		o.Weights[0], o.Weights[1] = 1, 3
		cost, before := costs(o, n), fmt.Sprint(x, y, o.Weights)
		p, q := must(PrimalProgram(x, y, o))(t), must(DualProgram[row](k, x, y, o))(t)
		counted := nonzero(cost)
		xi := len(counted) * b2i(o.C < inf) // the number of slacks
		for range 20 {
			v, alpha := integerMatrix(r, 1, len(p.C)).Data, integerMatrix(r, 1, n).Data
			h, slack := Hyperplane{v[:d], v[d]}, append(slices.Clip(v[d+1:]), make(row, n-xi)...)
			primal, ww := square(h.W)/2, 0.0
			for l, i := range counted {
				if xi > 0 {
					primal += cost[i] * slack[l]
				}
				wantEqual(t, "row of A less B", Dot(p.A.Row(l), v)-p.B[l],
					1-slack[l]-y[i]*h.Value(x[i]))
			}
			for i := range x {
				for j := range x {
					ww += alpha[i] * alpha[j] * y[i] * y[j] * k.Eval(x[i], x[j])
				}
			}
			wantEqual(t, "primal value", Dot(v, p.mulQ(v))/2+Dot(p.C, v), primal)
			wantEqual(t, "dual value", Dot(alpha, q.mulQ(alpha))/2+Dot(q.C, alpha), ww/2-sum(alpha))
			wantEqual(t, "balance", Dot(q.Aeq.Row(0), alpha)-q.Beq[0], Dot(y, alpha))
		}
		shapes := [6]int{len(p.C), p.A.Rows, len(p.B), len(q.C), q.Aeq.Rows, len(q.Beq)}
		wantEqual(t, "shapes", shapes, [6]int{d + 1 + xi, len(counted), len(counted), n, 1, 1})
		claim(t, slices.Equal(p.Lo, append(repeat(d+1, -inf), make(row, xi)...)) && p.Hi == nil,
			"bounds %v, %v of w, b and ξ", p.Lo, p.Hi)
		claim(t, slices.Equal(q.Lo, make(row, n)) && slices.Equal(q.Hi, cost),
			"bounds %v, %v of α, C = %v", q.Lo, q.Hi, cost)
		claim(t, p.Aeq == nil && q.A == nil, "more constraints than in svm.go")
		for _, all := range []row{p.Q.Data, p.A.Data, p.C, p.B, p.Lo, q.Q.Data, q.C, q.Aeq.Data,
			q.Beq, q.Lo, q.Hi} {
			for i, v := range all {
				claim(t, v != 0 || !math.Signbit(v), "−0 in %v", all)
				all[i] = 77
			}
		}
		wantEqual(t, "points, labels and weights", fmt.Sprint(x, y, o.Weights), before)
	})
}

// Each of the two programs has the solution of the other as its multipliers:
// Ineq of the primal is an α, Eq of the dual a b, and Upper of the dual the ξ.
// Both values are the machine's, Certify accepts both pairs of α and b, and f
// is that of PrimalQP or, with any kernel, of SMO. Each is solved to about
// 10⁻⁸.
func TestEachPrintedProgramHoldsTheSolutionOfTheOther(t *testing.T) {
	t.Parallel()
	for cell := range 16 {
		r, o := random(uint64(910+cell)), Options{C: row{1, 100, inf, 0.01}[cell/4], Tol: 1e-9}
		x, y, _ := separable(r, 20, 1+cell%4, 0.1)
		if o.C != inf {
			x, y = overlapping(r, 20, 1+cell%4, 1)
		}
		if cell&1 > 0 {
			o.Weights = append(row{1, 2}, absolute(integerMatrix(r, 1, 18).Data)...)
		}
		t.Run(fmt.Sprintf("%d features, %+v", 1+cell%4, o), func(t *testing.T) {
			printedPrograms(t, x, y, o)
		})
	}
}

// printedPrograms checks the two programs of some points and labels.
func printedPrograms(t *testing.T, x []row, y row, o Options) {
	d, cost, alpha := len(x[0]), costs(o, len(x)), make(row, len(x))
	counted := nonzero(cost)
	s := solveQP(t, must(PrimalProgram(x, y, o))(t))
	u := solveQP(t, must(DualProgram(Linear{}, x, y, o))(t))
	wantNear(t, "dual/primal value", -u.Value/s.Value, 1, 1e-7)
	for l, i := range counted {
		alpha[i] = min(s.Ineq[l], cost[i])
	}
	plane := Hyperplane{s.X[:d], s.X[d]}
	var free bool
	for i, pair := range []struct {
		alpha row
		b     float64
	}{{alpha, plane.B}, {u.X, u.Eq[0]}} {
		c := must(Certify(Linear{}, x, y, pair.alpha, pair.b, o))(t)
		wantVector(t, fmt.Sprintf("program %d: primal, dual, Σαy", i),
			row{c.Primal / s.Value, c.Dual / s.Value, c.Balance / c.SumAlpha}, row{1, 1, 0}, 1e-6)
		free = c.Free > 0
	}
	if o.C != inf {
		wantVector(t, "ξ of the primal is its hinge", s.X[d+1:],
			pick(mapped(timesY(plane.Values(x), y), Hinge), counted), 1e-6)
		wantVector(t, "C − α", s.Lower[d+1:], difference(pick(cost, counted), s.Ineq), 1e-6)
		wantVector(t, "ξ of the dual is its hinge", u.Upper,
			mapped(timesY(Hyperplane{plane.W, u.Eq[0]}.Values(x), y), Hinge), 1e-6)
	}
	h, _ := must2(PrimalQP(x, y, o))(t)
	if free { // then only one b is optimal
		wantVector(t, "f", plane.Values(x), h.Values(x), 1e-6)
		wantNear(t, "b", u.Eq[0], plane.B, 1e-6)
	}
	k := Gaussian{0.5}
	u = solveQP(t, must(DualProgram(k, x, y, o))(t))
	m, smo := must(NewModel(k, x, y, u.X, u.Eq[0], o))(t), must(SMO(k, x, y, o))(t)
	wantNear(t, "Gaussian: dual value", -u.Value/smo.Certificate.Dual, 1, 1e-6)
	if m.Certificate.Free > 0 {
		wantVector(t, "Gaussian: f", m.Values(x), smo.Values(x), 1e-5)
	}
}

// If no plane separates the points, both programs without slack say so, and
// prove it by the same numbers. The rows of the primal times Ineq add up to
// 0 ≤ −1, hence Σ Ineqᵢyᵢxᵢ = 0, Σ Ineqᵢyᵢ = 0 and Σ Ineqᵢ = 1. Along X the
// dual value grows for ever, hence X ≥ 0, Σ Xᵢyᵢxᵢ = 0, Σ Xᵢyᵢ = 0 and
// Σ Xᵢ > 0. What Solve takes for a proof it has checked to some 10⁻¹⁵ of its
// terms, which are below 10 here. Where DualQP finds a plane, both do.
func TestWithoutSlackThePrintedProgramsProveThatNothingSeparates(t *testing.T) {
	t.Parallel()
	var count [2]int
	eachSeed(t, 1, 100, func(t *testing.T, r *rand.Rand) {
		n, d := 3+r.IntN(6), 1+r.IntN(3)
		x, y := integerMatrix(r, n, d).rows(), append(row{1, -1}, repeat(n-2, 1, -1)...)
		r.Shuffle(n, func(i, j int) { y[i], y[j] = y[j], y[i] })
		_, none := DualQP(Linear{}, x, y, Options{C: inf})
		count[b2i(none == nil)]++
		s, err := must(PrimalProgram(x, y, Options{C: inf}))(t).Solve()
		u, err2 := must(DualProgram(Linear{}, x, y, Options{C: inf}))(t).Solve()
		if none == nil {
			need(t, err == nil && err2 == nil, "%v, %v", err, err2)
			wantNear(t, "dual/primal value", -u.Value/s.Value, 1, 1e-7)
			return
		}
		need(t, errors.Is(none, ErrNotSeparable) && errors.Is(err, ErrInfeasible) &&
			errors.Is(err2, ErrUnbounded), "%v, %v, %v", none, err, err2)
		for _, alpha := range []row{s.Ineq, u.X} {
			beta := timesY(alpha, y)
			claim(t, slices.Min(alpha) >= 0, "a proof by %g", alpha)
			wantWithin(t, "‖Σ αᵢyᵢxᵢ‖", Norm(FromRows(x).T().MulVec(beta)), 0, 1e-12)
			wantWithin(t, "Σ αᵢyᵢ", sum(beta), 0, 1e-13)
		}
		wantNear(t, "Σ Ineqᵢ", sum(s.Ineq), 1, 1e-13)
		claim(t, sum(u.X) > 0 && u.Value < 0, "a ray %g", u.X)
	})
	claim(t, min(count[0], count[1]) > 20, "%d of 100 sets are separable", count[1])
}

// The primal, and the dual as (plane program), without a kernel value, or with
// n(n + 1)/2 of them, have one w = Σαᵢyᵢxᵢ, b and slack, to the 10⁻⁶ that
// DualQP promises, and DualQP takes fewer than 50 iterations. Lecture H derives
// the dual from the primal's Lagrangian. Hence the multiplier of Σ αᵢyᵢ = 0 is
// b.
func TestPrimalAndDualProgramsAgree(t *testing.T) {
	t.Parallel()
	check := func(t *testing.T, x []row, y row, o Options) {
		n := len(x)
		h, slack := must2(PrimalQP(x, y, o))(t)
		agrees := func(what string, w []float64) {
			t.Helper()
			wantWithin(t, what+": ‖w − w'‖", Norm(difference(w, h.W)), 0, 1e-6*(1e-3+Norm(h.W)))
		}
		for i, k := range []Kernel[row]{Linear{}, Polynomial{1, 1, 0}} { // two names for x·z
			m := must(DualQP(k, x, y, o))(t)
			checkMachine(t, "DualQP", k, x, y, o, m, 1e-6)
			plane := m.Expansion
			plane.Kernel = Linear{}
			same := must(LinearHyperplane(&plane))(t)
			agrees(fmt.Sprint(k), same.W)
			wantNear(t, "b", same.B, h.B, 1e-6)
			wantVector(t, "slack", slack, m.Slack, 2e-6)
			claim(t, m.Evaluations <= i*n*(n+1)/2 && m.Iterations < 50,
				"%v: %d kernel values, %d iterations", k, m.Evaluations, m.Iterations)
			if o.C != inf && m.Certificate.Free > 0 { // then only one b is optimal
				s := solveQP(t, must(DualProgram(Linear{}, x, y, o))(t))
				wantNear(t, "multiplier of Σ αᵢyᵢ = 0", s.Eq[0], h.B, 1e-6)
			}
		}
	}
	for seed, c := range []float64{0.01, 1, 100, 1e4, inf} {
		for cell := range 4 - 2*b2i(c == inf) {
			r, o := random(uint64(670+4*seed+cell)), Options{C: c}
			x, y, _ := separable(r, 20, 1+cell, 0.1)
			if cell >= 2 {
				x, y = overlapping(r, 20, 1+r.IntN(5), 1)
			}
			if cell%2 == 1 {
				o.Weights = append(row{1, 2}, absolute(integerMatrix(r, 1, 18).Data)...)
			}
			name := fmt.Sprintf("C = %g, weights %v, separable %v", c, cell%2 == 1, cell < 2)
			t.Run(name, func(t *testing.T) { check(t, x, y, o) })
		}
	}
}

// Features as they come may be of unequal size: here over up to six decades.
// Each of the three solvers has the machine, or says that rounding decides. No
// dual value is above a primal value: the optimum lies between the two of SMO,
// and so does the value of PrimalQP, which knows w and is refused nothing. The
// others make w from α, whose rounding may move f by the Rounding of the
// certificate. From 0.01 on they need not reach what they promise.
func TestTheSolversAgreeOnFeaturesOfUnequalSize(t *testing.T) {
	t.Parallel()
	for cell := range 56 {
		n, decades, c := []int{20, 100}[cell%2], cell/2%7, row{1, 1e3, 1e4, 1e6}[cell/14]
		x, y := overlapping(random(1090), n, 12, 0.6)
		for _, p := range x {
			scaleRow(p, 0.1)
			timesRow(p, geometric(12, math.Pow(10, float64(decades))))
		}
		o, name := Options{C: c}, fmt.Sprintf("%d points, %d decades, C = %g", n, decades, c)
		m, dualErr := DualQP(Linear{}, x, y, o)
		s, smoErr := SMO(Linear{}, x, y, o)
		h, slack, err := PrimalQP(x, y, o)
		need(t, err == nil, "%s: %v", name, err)
		value, rounds := Dot(h.W, h.W)/2+c*sum(slack), s.Certificate.Rounding
		claim(t, rounds > 0.01 || dualErr == nil && smoErr == nil, "%s: %v", name, dualErr)
		claim(t, m.Iterations < 100, "%s: without end", name)
		claim(t, smoErr != nil || s.Certificate.Dual <= value*(1+1e-9) &&
			value <= s.Certificate.Primal*(1+1e-7), "%s: %g, SMO %v", name, value, s.Certificate)
		if dualErr == nil {
			wantNear(t, name+": DualQP's value", m.Certificate.Dual/value, 1, 1e-6+rounds)
			wantBelow(t, name+": iterations", float64(m.Iterations), 50)
		}
	}
}

// These machines are known by hand, whatever the unit of the points and however
// large C is. Two points on the margins have w = 2/(x₁ − x₂).
//
// Four points in three features have α = C at (−1, 1, 0), which has both
// labels, so that w = α₃(x₃ − x₄) = α₃(2, 1, 2). The margins of x₃ and x₄ are
// 2 = ⟨w, x₃ − x₄⟩ apart, hence α₃ = 2/9, and b = 1 − ⟨w, x₃⟩ = 1/9. This is
// easy, and the solvers, which promise less, reach the last digits.
func TestLinearMachinesOfPointsOfAnySizeAndAnyC(t *testing.T) {
	plus, minus := row{1, -1, 1, 1}, row{1, -1, 1, -1}
	two := mat(row{2}, row{3})
	both := mat(row{-1, 1, 0}, row{-1, 1, 0}, row{1, 0, 1}, row{-1, -1, -1})
	for _, tt := range []struct {
		name  string
		x     *Matrix
		y     row
		want  row          // w·size and b
		tol   float64      // below 10⁻⁶ SMO is asked, too
		cases [][2]float64 // size, by which the points are multiplied, and C
	}{
		{"two points", two, plus[:2], row{-2, 5}, 1e-5, [][2]float64{{1e-4, 1e9}, {1, 1e3},
			{1e6, 0.01}, {1e6, 1e6}, {1, 1e19}, {1, 1e40}}},
		{"α = C, and w is 0", two, plus[:2], row{0, 0}, 1e-5, [][2]float64{{1e-30, 1e50}}},
		{"a twin", both, minus, row{4. / 9, 2. / 9, 4. / 9, 1. / 9}, 1e-13,
			[][2]float64{{1, 1}, {1, 1e4}}},
		{"a twin, large C", both, minus, row{4. / 9, 2. / 9, 4. / 9, 1. / 9}, 1e-5,
			[][2]float64{{1, 1e10}}},
	} {
		for _, of := range tt.cases {
			size, o := of[0], Options{C: of[1]}
			t.Run(fmt.Sprintf("%s, times %g, C = %g", tt.name, size, o.C), func(t *testing.T) {
				x := scale(tt.x, size).rows()
				h, _ := must2(PrimalQP(x, tt.y, o))(t)
				wantVector(t, "w·size, b", append(scaled(h.W, size), h.B), tt.want, tt.tol)
				for _, tr := range trainers[:1+b2i(tt.tol < 1e-6)] {
					m := trained(t, tr, Linear{}, x, tt.y, o)
					w := scaled(combination(m.Points, m.Coef), size)
					wantVector(t, tr.name+": w·size, b", append(w, m.B), tt.want, tt.tol)
				}
			})
		}
	}
	m := must(DualQP(Gaussian{1}, column(row{0, 1}), row{1, -1}, Options{C: 1e40}))(t)
	wantVector(t, "α by kernel values", m.Alpha, repeat(2, 1/(1-math.Exp(-1))), 1e-9)
}

// Where C or a feature is much too large, rounding decides, and a machine so
// far may be worse than w = 0 with the best b, the label with more weight. This
// costs twice the weight of the other label. One that is worse by more than a
// good gap, 10⁻⁷, is never returned, unless Trace has ended the search.
// Features are as large as 10ᵏ, and C is.
func TestAMachineSoFarIsNoWorseThanNone(t *testing.T) {
	t.Parallel()
	none, some := map[bool]int{}, map[bool]int{}
	for k := range 24 {
		x, y := overlapping(random(uint64(1100+k)), 40, 4, 0.5)
		for _, p := range x {
			timesRow(p, geometric(4, math.Pow(10, float64(k))))
		}
		y = scaled(y, float64(1-k%2*2)) // the label with more weight is +1 or −1
		weights := each(40, func(i int) float64 { return row{3, 1, 0, 1}[i%4] })
		o := Options{C: math.Pow(10, float64(k)), Weights: weights}
		m, err := DualQP(Linear{}, x, y, o)
		h, slack, planeErr := PrimalQP(x, y, o)
		cost := scaled(weights, o.C)
		value, more := Dot(h.W, h.W)/2+Dot(cost, slack), Dot(cost, y)
		claim(t, max(m.Certificate.Primal, value) <= (sum(cost)-math.Abs(more))*(1+2e-7),
			"k = %d: %g and %g: %v, %v", k, m.Certificate.Primal, value, err, planeErr)
		for i, isNone := range []bool{maxAbs(m.Alpha) == 0, maxAbs(h.W) == 0} {
			refusal := []error{err, planeErr}[i]
			if isNone {
				none[i == 0]++
				wantNear(t, "b", row{m.B, h.B}[i], math.Copysign(1, more), 4*eps) // 1 + 4e
				refused(t, "Standardize or centre the points", refusal)
			} else if refusal != nil {
				some[i == 0]++
			}
		}
		wantVector(t, "slack", slack, mapped(timesY(h.Values(x), y), Hinge), 1e-6)
	}
	claim(t, min(none[true], none[false], some[true]) > 0, "%v, %v", none, some)
}

// In 1 + 2⁵³ − 2⁵³ − 1 the first sum rounds to 2⁵³, so that a plain sum ends at
// −1. The α of these points balance exactly, and the certificate says so.
func TestTheBalanceOfACertificateIsNotLostInRounding(t *testing.T) {
	alpha, y := row{1, 1 << 53, 1 << 53, 1}, row{1, 1, -1, -1}
	c := must(Certify(Linear{}, column(row{3, 1, -1, -3}), y, alpha, 0, Options{C: 1e17}))(t)
	wantEqual(t, "Balance", c.Balance, 0)
	wantEqual(t, "1 + 2⁵³ − 2⁵³ − 1", exactSum(row{1, 1 << 53, -1 << 53, -1}), 0)
	wantEqual(t, "2⁵³ + 1 + 1", exactSum(row{1 << 53, 1, 1}), 1<<53+2)
}

// (2⁵³ − 1)² = 2¹⁰⁶ − 2⁵⁴ + 1 is rounded to 2¹⁰⁶ − 2⁵⁴. The 1 that this loses
// is all that is left beside (2⁵³ − 2)·2⁵³, and with another 1 it is the 2 that
// a sum near 2¹⁰⁶ loses.
func TestAnExactInnerProductKeepsWhatItsProductsLose(t *testing.T) {
	const n = 1<<53 - 1
	s, lost := exactDot(row{n, 1 - n}, row{n, 1 << 53})
	wantVector(t, "cancelled, lost", row{s, lost}, row{1, 0}, 0)
	s, lost = exactDot(row{n, 1}, row{n, 1})
	wantVector(t, "sum, lost", row{s, lost}, row{n*n - 1, 2}, 0)
	f := program{curve: row{1}, c: row{-1}}
	wantEqual(t, "(x − 2)x/2", f.exactValue(row{2 + 0x1p-30}), 0x1p-30+0x1p-61)
}

// A margin that is NaN is missed by NaN, whatever comes after it: no later
// point hides it.
func TestAMarginThatIsNaNIsNotHidden(t *testing.T) {
	for _, alpha := range []float64{0, 1} { // αᵢ < C, and αᵢ > 0
		var c Certificate
		c.findMisses(row{nan, 0, 2}, row{alpha, alpha, alpha}, row{1, 1, 1})
		missed := []float64{c.Shortfall, c.Excess}[int(alpha)]
		claim(t, math.IsNaN(missed), "α = %g: missed by %g", alpha, missed)
	}
}

// Each row changes one number of a certificate that the rule of DualQP and
// PrimalQP accepts, and which no other clause would refuse: the first rows in
// the way by the gap, the next in the way by Rounding, the last in both.
func TestEachClauseOfTheRuleIsNeeded(t *testing.T) {
	closed := Certificate{Primal: 1, Dual: 1 - 0.99e-7, Shortfall: 1e-6, Excess: 1e-6,
		SumAlpha: 1, MaxAlpha: 0.1, Balance: 1e-8}
	open := closed
	open.Dual, open.Shortfall, open.Excess, open.Rounding = -1, 0.0999, 0.0999, 0.09999
	for _, tt := range []struct {
		name   string
		from   Certificate
		change func(c *Certificate)
		want   bool
	}{
		{"a closed gap", closed, func(*Certificate) {}, true},
		{"gap above 10⁻⁷", closed, func(c *Certificate) { c.Dual = 1 - 1.01e-7 }, false},
		{"dual above primal", closed, func(c *Certificate) { c.Dual = 1 + 1.01e-7 }, false},
		{"no primal value", closed, func(c *Certificate) { c.Primal = inf }, false},
		{"Shortfall above 10⁻⁶", closed, func(c *Certificate) { c.Shortfall = 1.01e-6 }, false},
		{"Excess above 10⁻⁶", closed, func(c *Certificate) { c.Excess = 1.01e-6 }, false},
		{"Rounding explains it", open, func(*Certificate) {}, true},
		{"Shortfall is Rounding", open, func(c *Certificate) { c.Shortfall = c.Rounding }, false},
		{"Excess is Rounding", open, func(c *Certificate) { c.Excess = c.Rounding }, false},
		{"an f that is NaN", open, func(c *Certificate) { c.Shortfall = nan }, false},
		{"Rounding 0.1", open, func(c *Certificate) { c.Rounding = 0.1 }, false},
		{"Rounding 0.1, closed gap", closed, func(c *Certificate) { c.Rounding = 0.1 }, false},
		{"α above 10⁵⁰", closed, func(c *Certificate) { c.MaxAlpha = 1.01e50 }, false},
		{"b below −10⁵⁰", closed, func(c *Certificate) { c.B = -1.01e50 }, false},
		{"Σ αᵢyᵢ", closed, func(c *Certificate) { c.Balance = 1.01e-8 }, false},
		{"Σ αᵢyᵢ, open gap", open, func(c *Certificate) { c.Balance = 1.01e-8 }, false},
		{"Σ αᵢyᵢ of many", closed, func(c *Certificate) { c.MaxAlpha = 0.0099 }, false},
	} {
		c := tt.from
		tt.change(&c)
		claim(t, c.goodForQP() == tt.want, "%s: %t", tt.name, c.goodForQP())
	}
}

// Each limit of the rule is within that of String, so that a nil error never
// stands beside "not optimal". b is one that suits to within the violation, as
// bias returns it: the two margins are then missed by the violation in all.
func TestANilErrorNeverStandsBesideNotOptimal(t *testing.T) {
	t.Parallel()
	accepted := 0
	for _, v := range tuples(6, 0, 1, 2, 3) {
		at := func(i int, values ...float64) float64 { return values[int(v[i])] }
		c := Certificate{Primal: 1, Dual: at(0, 1, 1-1e-7, 0.9, -10), SumAlpha: 1,
			MaxAlpha: at(1, 1, 0.1, 1e-3, 1e-5), Rounding: at(2, 0, 1e-5, 0.01, 0.0999),
			Shortfall: at(3, 0, 1e-6, 0.009, 0.0998), Excess: at(4, 0, 1e-6, 0.009, 0.0998),
			Balance: at(5, 0, 1e-8, 1e-9, 1e-11)}
		c.Dual = min(c.Dual, c.SumAlpha)
		if c.BLow = c.Shortfall + c.Excess; c.goodForQP() {
			accepted++
			claim(t, c.Err() == nil, "%+v: %v", c, c)
		}
	}
	claim(t, accepted > 300, "%d accepted", accepted)
}

// At 10⁶ ± 0.005, inner products are 10¹², and α some 10⁶: where Σ αᵢyᵢ is off
// 0 by its last digit, 10⁻¹⁰, all f(xᵢ) are off by 100. A b that is to make up
// for it has to know this sum exactly, as each αᵢ has only 16 digits. Here f is
// computed without rounding, and misses no margin by more than Rounding.
func TestAMachineFarFromTheOriginIsRightInExactArithmetic(t *testing.T) {
	t.Parallel()
	solved := 0
	for seed := range uint64(100) {
		r := random(1400 + seed)
		y := each(3+r.IntN(8), func(i int) float64 { return float64(2*(i%2) - 1) })
		x := each(len(y), func(i int) row {
			return row{1e6 + float64(r.IntN(5)+i%2*5)/1024, 1e6 + float64(r.IntN(5))/1024}
		})
		for _, tr := range trainers {
			m, err := tr.train(Linear{}, x, y, Options{C: inf})
			if err != nil {
				continue
			}
			solved++
			for i, p := range x {
				f := new(big.Rat).SetFloat64(m.B)
				for j, q := range m.Points {
					dot := new(big.Rat).Add(exactProduct(p[0], q[0]), exactProduct(p[1], q[1]))
					f.Add(f, dot.Mul(dot, new(big.Rat).SetFloat64(m.Coef[j])))
				}
				v, _ := f.Float64()
				claim(t, v*y[i] > 1-m.Certificate.Rounding-2e-3, "%v, seed %d: y f(x) = %g, %v",
					tr, seed, v*y[i], m.Certificate)
			}
		}
	}
	claim(t, solved > 100, "%d solved", solved)
}

// With Scale, PrimalQP returns a plane of the points as given, whose b contains
// ⟨w, mean⟩, and far from the origin rounds. What counts is the plane that is
// returned: the slacks are those of its own values, to the bit, the hard margin
// is 1 at its smallest yᵢf(xᵢ) up to the rounding of w and b, and without an
// error its value, ½‖w‖² with w in scaled units and the cost of these slacks,
// is the best. Points that differ by d are −1 and 1 in scaled units: the best w
// is 1, and the value ½, for C ≥ ½. A gap of 10⁻⁷ is allowed, and rounds.
// Without Scale it is the same.
func TestPrimalQPJudgesThePlaneThatItReturns(t *testing.T) {
	solved, refusals := 0, 0
	for seed := range uint64(400) {
		r := random(1900 + seed)
		far := math.Pow(10, float64(r.IntN(16)))
		x := column(row{far + r.Float64(), far + 2 + 9*r.Float64()})
		o := Options{C: row{1, 1e8, inf}[r.IntN(3)], Scale: seed%4 > 0}
		if !o.Scale {
			o.C = max(o.C, 1e8)
		}
		h, slack, err := PrimalQP(x, row{-1, 1}, o)
		margins := timesY(h.Values(x), row{-1, 1})
		wantVector(t, "slack", slack, mapped(margins, Hinge), 0)
		if err != nil {
			refusals++
			continue
		}
		solved++
		value := square(h.W) * squaredDistance(x[0], x[1]) / 8
		if o.C == inf {
			wantNear(t, "the smallest yf", slices.Min(margins), 1, 4*eps*(1+math.Abs(h.B)))
		} else {
			value += o.C * sum(slack)
		}
		wantNear(t, fmt.Sprintf("seed %d: value for points near %g", seed, far), value, 0.5, 1.1e-7)
	}
	claim(t, solved > 200 && refusals > 20, "%d solved, %d refused", solved, refusals)
}

// What a certificate prints behind ±, RoundingPrimal and RoundingDual, holds
// the distance to the values of the same α and b in exact arithmetic: see
// "Rounding" in svm.go. For Linear far from the origin this distance is largest
// if all coordinates of a point are equal, because then all roundings go the
// same way. The sums of n + 2 terms round too.
//
// No exact primal value is below an exact dual value, of whatever machines. So
// where of two solvers the Primal of one is below the Dual of the other, which
// happens far from the origin, the two are no farther apart than both are known
// to.
func TestPrimalAndDualAreAsExactAsTheCertificateSays(t *testing.T) {
	t.Parallel()
	byC, byFeatures, crossed := 0, 0, 0 // sets where Rounding alone would not do, and others
	all := eachSeed(t, 1550, 100, func(t *testing.T, r *rand.Rand) {
		n, far := 2+r.IntN(6), math.Pow(10, float64(r.IntN(6)))
		c := row{1, 10, 1e4, 1e6, inf}[r.IntN(5)]
		exact, x, y := Polynomial{1 + r.IntN(3), 1, 1}, vectors(r.Uint64(), n, 2), repeat(n, 1, -1)
		for i, p := range x {
			x[i] = row{far + p[0]/50, far + p[1]/50}
		}
		var k Kernel[row] = exact
		if r.IntN(2) == 0 {
			exact, k = Polynomial{1, 1, 0}, Linear{}
			x = mapped(x, func(p row) row { return repeat(100, 100*p[0]) })
		}
		var found []Certificate
		for _, tr := range trainers {
			m, err := tr.train(k, x, y, Options{C: c, MaxIter: 3000})
			if m == nil || errors.Is(err, ErrNotSeparable) {
				continue
			}
			cert := m.Certificate
			primal, dual := exactValues(exact, x, y, m.Alpha, m.B, repeat(n, c))
			terms := gamma(n+2) * (cert.SumAlpha + cert.Primal)
			off := math.Abs(cert.Primal - primal)
			claim(t, primal == inf || cert.Primal == inf || off <= cert.RoundingPrimal+terms,
				"%v, C = %g: primal off by %g, want %g", k, c, off, cert.RoundingPrimal)
			wantWithin(t, "dual", cert.Dual, dual, cert.RoundingDual+terms)
			byC += b2i(off > cert.SumAlpha*cert.Rounding+terms)
			byFeatures += b2i(math.Abs(cert.Dual-dual) > cert.SumAlpha*cert.Rounding/2+terms)
			found = append(found, cert)
		}
		for _, a := range found {
			for _, b := range found {
				below, most := b.Dual-a.Primal, a.RoundingPrimal+b.RoundingDual
				crossed += b2i(below > 0)
				claim(t, below <= most+gamma(9)*b.SumAlpha, "%g is below by %g, want %g",
					a.Primal, below, most)
			}
		}
	})
	claim(t, !all || min(byC, byFeatures, crossed) > 3, "%d by C, %d by features, %d crossed", byC,
		byFeatures, crossed)
}

// exactValues returns the primal and the dual value of α and b, by rational
// numbers. k has γ = 1.
func exactValues(k Polynomial, x []row, y, alpha row, b float64, cost row) (primal, dual float64) {
	rat := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	kernel := func(p, q row) *big.Rat {
		s, v := rat(k.R), rat(1)
		for l := range p {
			s.Add(s, exactProduct(p[l], q[l]))
		}
		for range k.Degree {
			v.Mul(v, s)
		}
		return v
	}
	half, total, slack, closest := rat(0), rat(0), rat(0), rat(math.MaxFloat64)
	for i, p := range x {
		g := rat(0)
		for j, q := range x {
			g.Add(g, new(big.Rat).Mul(exactProduct(alpha[j], y[j]), kernel(p, q)))
		}
		total.Add(total, rat(alpha[i]))
		half.Add(half, new(big.Rat).Mul(exactProduct(alpha[i], y[i]/2), g))
		margin := g.Mul(g.Add(g, rat(b)), rat(y[i]))
		if margin.Cmp(closest) < 0 {
			closest.Set(margin)
		}
		if miss := new(big.Rat).Sub(rat(1), margin); miss.Sign() > 0 && cost[i] < inf {
			slack.Add(slack, miss.Mul(miss, rat(cost[i])))
		}
	}
	dual, _ = total.Sub(total, half).Float64()
	if cost[0] == inf {
		if closest.Sign() <= 0 {
			return inf, dual
		}
		half.Quo(half, closest.Mul(closest, closest))
	}
	primal, _ = half.Add(half, slack).Float64()
	return primal, dual
}

// exactProduct returns ab.
func exactProduct(a, b float64) *big.Rat {
	u, v := new(big.Rat).SetFloat64(a), new(big.Rat).SetFloat64(b)
	return u.Mul(u, v)
}

// For Linear there are two programs. With n × n numbers a step factors a
// matrix, in n³/6 multiply-adds, and n(n + 1)/2 kernel values are computed.
// With w as variables it has m rows, d for w and one for Σ αᵢyᵢ = 0 or two for
// (hulls), in n + d variables, of which none is a kernel value: m²(n + d)/2 for
// the products of the rows, and m³/6 to factor them. DualQP takes what is less,
// and PrimalQP, which asks Trace once for each step, has the same machine.
func TestDualQPOfLinearTakesTheCheaperWay(t *testing.T) {
	t.Parallel()
	const n = 40
	lastCheaper := 0
	for _, d := range []int{1, 2, 5, 10, 15, 16, 17, 18, 19, 30, n, n + 1} {
		for _, c := range []float64{1, inf} {
			x, y, _ := separable(random(uint64(1300+d)), n, d, 0.1)
			m := must(DualQP(Linear{}, x, y, Options{C: c}))(t)
			rows := float64(d + 1 + b2i(c == inf))
			cheaper := rows*rows*(n+rows-1)/2+rows*rows*rows/6 < n*n*n/6
			if cheaper && c != inf {
				lastCheaper = d
			}
			wantEqual(t, fmt.Sprintf("d = %d, C = %g: kernel values", d, c), m.Evaluations,
				n*(n+1)/2*(1-b2i(cheaper)))
			h, _ := must2(PrimalQP(x, y, Options{C: c}))(t)
			off := difference(combination(m.Points, m.Coef), h.W)
			wantWithin(t, "w", Norm(off), 0, 1e-6*Norm(h.W))
		}
	}
	wantEqual(t, "the last d with w as variables", lastCheaper, 17) // 0.455n − 1
}

// # Part IV: SMO. Pairs

// dualAt returns (signed) at βᵢ = αᵢyᵢ.
func dualAt(gram *Matrix, y, alpha, cost []float64) *dual {
	d := newDual(y, cost)
	d.k, d.diagonal = gram.rows(), each(gram.Rows, func(i int) float64 { return gram.At(i, i) })
	d.beta = timesY(alpha, y)
	d.classify()
	d.b = difference(y, gram.MulVec(d.beta))
	return d
}

var pairKernels = []Kernel[row]{Linear{}, Gaussian{0.5}, Polynomial{2, 1, 1}}

// eachDual runs f as a subtest for each kernel and seed, with (signed) on n
// points. Some βᵢ are at their bounds, and Σβ = 0. at makes the same problem as
// often as f wants, and y holds the labels.
func eachDual(t *testing.T, seed uint64, n int, f func(t *testing.T, at func() *dual, y row)) {
	for _, k := range pairKernels {
		t.Run(fmt.Sprintf("%T", k), func(t *testing.T) {
			eachSeed(t, seed, 30, func(t *testing.T, r *rand.Rand) {
				x, y := overlapping(r, n, 3, 1)
				cost := each(n, func(int) float64 { return 0.1 + r.Float64() })
				gram, alpha := must(Gram(k, x))(t), feasible(r, y, cost)
				d := newDual(y, cost)
				wantVector(t, "b, hi − lo at β = 0", append(d.b, difference(d.hi, d.lo)...),
					append(slices.Clone(y), cost...), 0)
				f(t, func() *dual { return dualAt(gram, y, alpha, cost) }, y)
			})
		})
	}
}

// next returns the pair of the next step. j is −1 if the steps are done.
func next(d *dual, tol float64) (i, j int) {
	_, _, i, _ = d.ends()
	if i < 0 {
		return i, -1
	}
	return i, d.pair(i, tol)
}

// byPairs is the plain method of smo.go: steps of pairs alone, at most limit.
func byPairs(d *dual, tol float64, limit int) (steps int) {
	for i, j := next(d, tol); j >= 0 && steps < limit && d.step(i, j) < inf; i, j = next(d, tol) {
		steps++
	}
	return steps
}

// newtonNow is (newton), however little has gone into pairs before.
func newtonNow(d *dual) {
	p := newTries()
	p.pairWork = inf
	p.afterPair(d, 0)
}

// dualValue is D(β), written down from (signed).
func dualValue(d *dual, y []float64) float64 {
	return Dot(d.beta, y) - Dot(d.beta, FromRows(d.k).MulVec(d.beta))/2
}

// checkDual checks that Σβ = 0, that each β is in its box, and that b is the
// (gradient). (ends) must be the largest b of the variables that can grow, and
// the smallest b of those that can shrink, which it returns. D sums n²
// products, and may round by tol.
func checkDual(t *testing.T, d *dual, y row) (shrink []int, tol float64) {
	t.Helper()
	n := len(y)
	tol = 64 * gamma(n*n) * (1 + maxAbs(d.diagonal)*sum(absolute(d.beta)))
	wantNear(t, "Σβ", sum(d.beta), 0, tol)
	for i, v := range d.beta {
		claim(t, v >= d.lo[i] && v <= d.hi[i], "β[%d] = %g is outside its box", i, v)
		wantNear(t, "b", d.b[i], y[i]-Dot(d.k[i], d.beta), tol)
	}
	grow := indicesWhere(n, func(i int) bool { return d.beta[i] < d.hi[i] })
	shrink = indicesWhere(n, func(i int) bool { return d.beta[i] > d.lo[i] })
	low, high, i, j := d.ends()
	claim(t, low == slices.Max(pick(d.b, grow)) && high == slices.Min(pick(d.b, shrink)) &&
		slices.Contains(grow, i) && slices.Contains(shrink, j) && d.b[i] == low && d.b[j] == high,
		"m = %g at %d, M = %g at %d; %v can grow, %v can shrink", low, i, high, j, grow, shrink)
	return shrink, tol
}

// This is the example at the head of smo.go, number by number. All numbers are
// binary fractions, so == is enough.
func TestFourPointsTakeOneStep(t *testing.T) {
	x, y := fourPoints()
	gram := must(Gram(Linear{}, x))(t)
	wantVector(t, "K", gram.Data, row{18, 27, 6, 3, 27, 41, 9, 4, 6, 9, 2, 1, 3, 4, 1, 1}, 0)
	d := dualAt(gram, y, make(row, 4), repeat(4, 10))
	i, j := next(d, 1e-3)
	claim(t, i == 0 && j == 2, "the first pair is %d and %d, want 0 and 2", i, j)
	wantEqual(t, "η", d.eta(0, 2), 8)
	steps, _, _ := d.solve(1e-3, 100)
	low, high, _, _ := d.ends()
	wantVector(t, "steps, m, M, D", row{float64(steps), low, high, dualValue(d, y)},
		row{1, -2, -2, 0.25}, 0)
	wantVector(t, "β, b", append(d.beta, d.b...), row{0.25, 0, -0.25, 0, -2, -3.5, -2, -1.5}, 0)
}

// If each βᵢ is at loᵢ, none can shrink, so that M, the least of no numbers, is
// ∞. If each is at hiᵢ, none can grow, and m is −∞. See (ends).
func TestTheEndsOfNoVariablesAreInfinite(t *testing.T) {
	low, high, i, j := newDual(ones(4), ones(4)).ends() // all at loᵢ = 0
	claim(t, low == 1 && high == inf && i >= 0 && j < 0, "m, M = %g, %g at %d, %d", low, high, i, j)
	low, high, i, _ = newDual(repeat(4, -1), ones(4)).ends() // all at hiᵢ = 0
	claim(t, low == -inf && high == -1 && i < 0, "m, M = %g, %g, with i = %d", low, high, i)
}

// This is the example of "A step" in smo.go. With C = 1/6 both variables of the
// pair meet their bounds before the step of (step) ends. If C₃ alone is 1/6,
// the second ends the step of both, as the balance asks. The optimum then has
// α₃ = C₃, and 2 = 3w₁ + 2w₂ = 5/3 + 13α₄ to 2·10⁻⁶, as Tol allows.
func TestAStepEndsAtTheFirstBound(t *testing.T) {
	x, y := fourPoints()
	gram := must(Gram(Linear{}, x))(t)
	d := dualAt(gram, y, make(row, 4), repeat(4, 1./6))
	gain := d.step(0, 2)
	low, high, _, _ := d.ends()
	wantVector(t, "C = 1/6: β", d.beta, row{1. / 6, 0, -1. / 6, 0}, 0)
	wantVector(t, "C = 1/6: b, gain, m, M", append(d.b, gain, low, high),
		row{-1, -2, -5. / 3, -4. / 3, 2. / 9, -5. / 3, -4. / 3}, 16*eps)
	d = dualAt(gram, y, make(row, 4), row{1, 1, 1. / 6, 1})
	d.step(0, 2)
	wantVector(t, "C₃ = 1/6: β", d.beta, row{1. / 6, 0, -1. / 6, 0}, 0)
	one := Options{C: 10, Weights: row{1, 1, 1. / 60, 1}, Tol: 1e-6}
	for _, tr := range trainers {
		alpha := trained(t, tr, Linear{}, x, y, one).Alpha
		wantVector(t, tr.name+": α", alpha, row{5. / 26, 0, 1. / 6, 1. / 39}, 1e-6)
	}
}

// If only two variables are free, the step of (newton) is that of their pair,
// but for the 64·2·εK₁₁ that is added to H = K₁₁. From the middle of the step
// of the four points it leads to the end of it.
func TestNewtonsStepOfTwoVariablesIsThatOfTheirPair(t *testing.T) {
	x, y := fourPoints()
	d := dualAt(must(Gram(Linear{}, x))(t), y, row{0.125, 0, 0.125, 0}, repeat(4, 10))
	newtonNow(d)
	wantVector(t, "β by (newton)", d.beta, row{0.25, 0, -0.25, 0}, 1e-12)
}

// This is exercise 2 of smo.go. A step with the points 1 and 4 moves α₄ off 0,
// to 2/13, although point 4 is no support vector of the machine. The steps
// after it bring α₄ back to its bound exactly.
func TestAWrongFirstPairIsMended(t *testing.T) {
	x, y := fourPoints()
	d := dualAt(must(Gram(Linear{}, x))(t), y, make(row, 4), repeat(4, 10))
	d.step(0, 3)
	wantNear(t, "α₄ after a step with points 1 and 4", -d.beta[3], 2./13, 4*eps)
	d.solve(1e-12, 100)
	wantVector(t, "β at the end", d.beta, row{0.25, 0, -0.25, 0}, 1e-12)
	wantEqual(t, "β₄ at the end", d.beta[3], 0)
}

// Here are (step), (gain), (least gain) and (update), for every pair that
// violates m ≤ M:
//
//   - D grows by (bᵢ − bⱼ)δ − ½ηδ². This is (bᵢ − bⱼ)²/2η if nothing clips δ.
//   - D never grows by less than ½(bᵢ − bⱼ)δ, therefore no clipped δ is too
//     long.
//   - Σβ stays. Bounds are met exactly, and (ends) is right afterwards.
//   - b stays the (gradient).
func TestStepNeverLowersTheDualAndGainsWhatTheFormulaSays(t *testing.T) {
	t.Parallel()
	const n = 12
	eachDual(t, 801, n, func(t *testing.T, at func() *dual, y row) {
		d := at()
		for pair := range n * n {
			i, j := pair/n, pair%n
			if !(d.beta[i] < d.hi[i] && d.beta[j] > d.lo[j] && d.b[i] > d.b[j]) {
				continue
			}
			e := at()
			said := e.step(i, j)
			_, tol := checkDual(t, e, y)
			delta, gap := e.beta[i]-d.beta[i], d.b[i]-d.b[j]
			eta := d.diagonal[i] + d.diagonal[j] - 2*d.k[i][j]
			gain, want := dualValue(e, y)-dualValue(d, y), gap*delta-eta*delta*delta/2
			wantVector(t, "gain", row{gain, said}, row{want, want}, tol)
			claim(t, delta > 0 && gain >= gap*delta/2-tol, "δ = %g, gain %g", delta, gain)
			if e.beta[i] < e.hi[i] && e.beta[j] > e.lo[j] {
				wantVector(t, "unclipped: gain, bᵢ − bⱼ afterwards", row{gain, e.b[i] - e.b[j]},
					row{gap * gap / (2 * eta), 0}, tol)
			}
		}
	})
}

// The test finds the pair by brute force. Of all points that can grow, i has
// the largest bᵢ. Of all points that can shrink and have bⱼ < bᵢ, j has the
// largest (bᵢ − bⱼ)²/η. There is a pair if and only if m − M exceeds tol. All
// bᵢ are given, so only the gain rounds. m and M are those of (ends), and a
// search without a pair stops by (stop).
func TestPairIsTheWorstViolatorAndItsBestPartner(t *testing.T) {
	eachDual(t, 802, 10, func(t *testing.T, at func() *dual, y row) {
		d := at()
		shrink, _ := checkDual(t, d, y)
		low, high, i, _ := d.ends()
		j := d.pair(i, 0)
		gain := func(j int) float64 {
			return math.Pow(d.b[i]-d.b[j], 2) / (d.diagonal[i] + d.diagonal[j] - 2*d.k[i][j])
		}
		need(t, slices.Contains(shrink, j), "j = %d, %v can shrink", j, shrink)
		for _, l := range shrink {
			if d.b[l] < low {
				wantBelow(t, fmt.Sprintf("gain with %d", l), gain(l), gain(j)*(1+1e-12))
			}
		}
		none, some := d.pair(i, low-high), d.pair(i, (low-high)*(1-1e-12))
		claim(t, none < 0 && some >= 0, "j = %d for tol = m − M, %d for less", none, some)
	})
	_, j := next(dualAt(mat(row{1}), row{1}, row{1}, row{1}), 0)
	claim(t, j < 0, "a pair, though nothing can grow")
}

// This is step 2 of "Why it ends" in smo.go. If every pair violates by at least
// τ, the lengths δ of all steps add up to at most 2(D − D₀)/τ. D₀ is D at the
// start. D sums 144 products, which may round the last digits.
func TestAllStepsTogetherAreShort(t *testing.T) {
	eachDual(t, 804, 12, func(t *testing.T, at func() *dual, y row) {
		d := at()
		start, way, least, steps := dualValue(d, y), 0.0, inf, 0
		for i, j := next(d, 1e-3); j >= 0; i, j = next(d, 1e-3) {
			need(t, steps < 1e5, "no end after %d steps", steps)
			steps++
			before := d.beta[i]
			least = math.Min(least, d.b[i]-d.b[j])
			d.step(i, j)
			way += d.beta[i] - before
		}
		most := 2 * (dualValue(d, y) - start) / least * (1 + 1e-6)
		claim(t, steps == 0 || way < most, "the length of all steps is %g, want < %g", way, most)
	})
}

// # Part IV: SMO. The free variables at once

// This is the valley at the head of smo.go, number by number. Twenty steps of
// pairs gain less than a hundredth of what there is to gain. Then all three
// variables are free, and (newton) goes to the optimum. SMO, which tries it now
// and then, is there in a two-hundredth of the steps of pairs alone.
func TestAValleyTakesThousandsOfPairsOrOneStep(t *testing.T) {
	x, y := []row{{1, 0.01}, {-1, 0.01}, {0, 0}}, row{1, 1, -1}
	gram := must(Gram(Linear{}, x))(t)
	at := func() *dual { return dualAt(gram, y, make(row, 3), repeat(3, 1e5)) }
	d, n := at(), 0
	for _, want := range []row{{1, 2, 0, 2}, {2, 2, 4, 10}, {3, 6, 4, 18},
		{20, 37.9, 39.9, 153.4}} {
		n += byPairs(d, 1e-3, int(want[0])-n)
		wantVector(t, fmt.Sprintf("steps, β₁, β₂, D after %d steps", n),
			row{float64(n), d.beta[0], d.beta[1], dualValue(d, y)}, want, 2e-3)
	}
	newtonNow(d)
	wantVector(t, "β by (newton)", d.beta, row{1e4, 1e4, -2e4}, 1e-6)
	wantVector(t, "D, b₁, b₂, b₃", append(row{dualValue(d, y)}, d.b...), row{2e4, -1, -1, -1}, 1e-6)
	steps, _, _ := at().solve(1e-3, 1e6)
	wantWithin(t, "steps of pairs alone", float64(steps), 41_500, 500)
	d = at()
	d.tries = newTries()
	steps, _, _ = d.solve(1e-3, 1e6)
	wantBelow(t, "steps with (newton) after them", float64(steps), 41_500/200)
}

// This is the example of "Along the bounds" in smo.go, number by number. Only
// the ridge, 64fε, and a third round. Wherever r stands among the points, the
// walk is the same.
func TestAWalkEndsAtTheFootOfAPerpendicular(t *testing.T) {
	x, y := []row{{1, 0}, {2, 1}, {0, 0}}, row{1, 1, -1}
	gram := must(Gram(Linear{}, x))(t)
	d := dualAt(gram, y, row{1, 1, 2}, repeat(3, 10))
	wantVector(t, "b", d.b, row{-2, -6, -1}, 0)
	h := d.face(upTo(3))
	wantEqual(t, "r", h.r, 2)
	wantVector(t, "L", row{h.lower[0][0], h.lower[1][0], h.lower[1][1]}, row{1, 2, 1}, 1e-12)
	c := h.centre(d.b)
	wantVector(t, "c", c, row{-1, -3, 0}, 1e-12)
	delta := h.direction(c)
	wantVector(t, "δ", delta, row{5, -3, -2}, 1e-12)
	l, part := d.firstBound(upTo(3), d.beta, delta)
	wantEqual(t, "l", l, 1)
	wantNear(t, "t", part, 1./3, 1e-12)
	h.leave(l)
	wantVector(t, "n₂", h.normals[0], row{0, 1, 0}, 1e-12)
	rest := without(scaled(c, 1-part), h.normals)
	wantVector(t, "what is left of the way", rest, row{-2. / 3, 0, 0}, 1e-12)
	wantVector(t, "δ", h.direction(rest), row{-2. / 3, 0, 2. / 3}, 1e-12)
	newtonNow(d)
	wantVector(t, "β", d.beta, row{2, 0, -2}, 1e-12)
	order := []int{2, 0, 1}
	gram = must(Gram(Linear{}, pick(x, order)))(t)
	d = dualAt(gram, pick(y, order), row{2, 1, 1}, repeat(3, 10))
	newtonNow(d)
	wantVector(t, "β of the points 3, 1, 2", d.beta, row{-2, 2, 0}, 1e-12)
}

// c and Lᵀ give what (newton) says: for any b, the step δ has Σδ = 0, and Kδ
// and b differ by the same number at all variables. D grows by ½‖c‖², and for
// any other z by c·z − ½‖z‖², as (round) says.
//
// By (normal), δₗ is nₗ·z for any z. By (leave) the normals of all that have
// left are orthonormal, and what is left of z is orthogonal to them. Therefore
// their δₗ are 0, and the step is that of the smaller face. With the kernel
// 1 + Gaussian no H is singular.
func TestLeavingAFaceIsAProjection(t *testing.T) {
	const n = 9
	x, y := overlapping(random(806), n, 2, 1)
	gram := must(Gram[row](Sum[row]{Gaussian{2}, Constant[row](1)}, x))(t)
	d, b, z := dualAt(gram, y, make(row, n), repeat(n, 1)), gaussianVector(random(807), n),
		gaussianVector(random(808), n)
	h := d.face(upTo(n))
	c := h.centre(b)
	delta := h.direction(c)
	mu := difference(b, gram.MulVec(delta))
	wantVector(t, "b − Kδ", mu, repeat(n, mu[0]), 1e-10)
	wantNear(t, "Σδ", sum(delta), 0, 1e-10)
	for _, z := range []row{c, z} {
		z[h.r] = 0
		delta := h.direction(z)
		wantNear(t, "gain", Dot(c, z)-Dot(z, z)/2,
			Dot(delta, b)-Dot(delta, gram.MulVec(delta))/2, 1e-10)
	}
	rest, delta := upTo(n), h.direction(z)
	for l := range n {
		if l == h.r {
			continue
		}
		first := d.face(upTo(n))
		first.leave(l)
		q := first.normals[0] // nₗ/‖nₗ‖, so that Lq is 1ₗ/‖nₗ‖
		lq := each(n, func(i int) float64 { return Dot(h.lower[i][:i+1], q[:i+1]) })
		wantVector(t, "Lnₗ; δₗ = nₗ·z", append(scaled(lq, 1/lq[l]), Dot(q, z)/lq[l]),
			append(diagonal(ones(n)).Row(l), delta[l]), 1e-10)
		h.leave(l)
		rest = slices.DeleteFunc(rest, func(i int) bool { return i == l })
		left, smaller := h.direction(without(slices.Clone(c), h.normals)), d.face(rest)
		wantVector(t, fmt.Sprintf("δ without the first %d", l+1), pick(left, rest),
			smaller.direction(smaller.centre(pick(b, rest))), 1e-9)
		wantVector(t, "what has left", pick(left, h.atBounds), make(row, len(h.atBounds)), 0)
	}
}

// However many bounds (newton) meets, D grows. Σβ stays 0, no β leaves its box,
// and b stays the gradient. If no bound is met, the gain is ½Σ δᵢbᵢ. The
// function move returns it too, and adds Σ|Δβ| to the length of all steps.
//
// Then all free bᵢ are equal, under the Gaussian after one step. With other
// kernels it takes a second step, because H may be singular, and a step along
// its flat directions is not exact, until enough variables have met their
// bounds. Nothing moves if D would not grow, as on the way back.
func TestNewtonNeverLowersTheDualAndSolvesTheFace(t *testing.T) {
	const n = 12
	eachDual(t, 805, n, func(t *testing.T, at func() *dual, y row) {
		for _, wide := range []float64{1, 100} {
			d, from := at(), at()
			d.lo, d.hi = scaled(d.lo, wide), scaled(d.hi, wide)
			d.classify()
			free := indicesWhere(n, d.free)
			if len(free) < 2 {
				continue
			}
			newtonNow(d)
			_, tol := checkDual(t, d, y)
			gain := dualValue(d, y) - dualValue(from, y)
			claim(t, gain > -tol && !slices.Equal(d.beta, from.beta), "gain %g", gain)
			left, size := indicesWhere(n, d.free), 1+maxAbs(d.diagonal)*sum(absolute(d.beta))
			if len(left) == len(free) {
				half := Dot(difference(d.beta, from.beta), from.b) / 2
				wantNear(t, "½Σ δᵢbᵢ", half, gain, 1e-6*size)
			}
			moved, length := at(), sum(absolute(difference(d.beta, from.beta)))
			wantNear(t, "its own gain", moved.move(free, pick(d.beta, free)), gain, 1e-6*size)
			wantNear(t, "its length", moved.travelled, length, 1e-12)
			if !strings.Contains(t.Name(), "Gaussian") {
				newtonNow(d)
			}
			b := pick(d.b, left)
			claim(t, len(left) < 2 || slices.Max(b)-slices.Min(b) <= 1e-9*size &&
				slices.Equal(indicesWhere(n, d.free), left), "%v are free, with bᵢ = %g", left, b)
			wantEqual(t, "gain of the way back", d.move(free, pick(from.beta, free)), 0)
		}
	})
}

// Each of these programs takes more than 10⁷ steps of pairs alone: features as
// they come, or a large C, with labels that overlap. In the fourth, 150 of 300
// variables are free, and 64 of them at a time would take a million steps. The
// last points are on a line. A polynomial has few features φ(x) there, of very
// unequal sizes, so that H is singular, and a walk has to stay in the flat
// directions past any number of bounds.
func TestSMODoesNotStall(t *testing.T) {
	t.Parallel()
	tumours, kind := readData(t, "cancer.txt")
	clouds, label := overlapping(random(7), 500, 3, 2)
	smooth, side := overlapping(random(7), 300, 8, 1)
	for _, tt := range []struct {
		k Kernel[row]
		x []row
		y row
		c float64
	}{
		{Linear{}, tumours, kind, 1e4},
		{Polynomial{3, 1, 1}, clouds, label, 1000}, {Polynomial{2, 1, 1}, clouds, label, 1e5},
		{Gaussian{0.01}, smooth, side, 1e6},
		{Polynomial{4, 1, 0}, column(row{1, 6, 15, 17, 2, 1, 9}), row{1, -1, -1, 1, 1, 1, -1}, 1},
	} {
		t.Run(fmt.Sprintf("%v, C = %g", tt.k, tt.c), func(t *testing.T) {
			m := trained(t, bySMO, tt.k, tt.x, tt.y, Options{C: tt.c})
			wantBelow(t, "steps", float64(m.Iterations), 1e5)
		})
	}
}

// # Part IV: SMO. Blocks

// The example of "Which block": the worst pair, the free variables, point 6 of
// the worst, and 5 of the others. Points count from 0 here.
func TestABlockOfSixOfTenPoints(t *testing.T) {
	y := row{1, -1, 1, -1, 1, 1, -1, -1, 1, -1}
	s := newDecomposition(Gaussian{1}, vectors(844, 10, 1), y, ones(10), Options{})
	s.prepareRows()
	s.all.beta = row{0.5, -0.5, 0, 0, 0, 0, 0, 0, 1, -1}
	s.all.b = row{0.2, -0.2, 0.9, -0.8, 0.3, 0.6, -0.1, 1.5, 0.4, -0.7}
	s.all.classify()
	s.findEnds()
	s.cache.side = 6
	wantEqual(t, "the block", fmt.Sprint(s.choose()), "[2 3 0 1 5 4]")
}

// Blocks grow with the free variables. If they did not, each would undo steps
// of the others, and make rows again. With most of the variables free, the
// values made are about those of K, and with half of the room for its matrix
// they are a few times as many. Linear makes less than half of the products
// that the rows of the support vectors would hold.
func TestManyFreeVariablesAreSolvedTogether(t *testing.T) {
	t.Parallel()
	x, y := overlapping(random(835), 600, 20, 1.5)
	for _, tt := range []struct {
		cache  int
		values float64 // at most so many of n²
	}{{0, 1.5}, {8 * 600 * 600 / 2, 5}} {
		m := must(SMO[row](Gaussian{0.05}, x, y, Options{C: 100, Cache: tt.cache}))(t)
		checkMachine(t, fmt.Sprint(tt), Gaussian{0.05}, x, y, Options{C: 100}, m, 1e-3)
		values, free := float64(m.Evaluations)/600/600, m.Certificate.Free
		claim(t, free > 360 && values <= tt.values, "%+v: %g values, %d free", tt, values, free)
	}
	x, y = overlapping(random(836), 1000, 3, 1)
	m := must(SMO[row](Linear{}, x, y, Options{}))(t)
	claim(t, 2*m.Evaluations < 1000*len(m.Index), "%d products, %v", m.Evaluations, m)
}

// # Part IV: the machine by SMO

// With Balance the Cᵢ of the two classes have equal sums. So if C is small,
// each αᵢ is Cᵢ, and b may be anything from the largest −1 − gᵢ of the label −1
// to the smallest 1 − gᵢ of +1: it is the middle. Rounding makes the sums
// differ in the last digits, and leaves an αᵢ just below Cᵢ, which is not free
// for that: its own bᵢ would be an end. For 0, 1, 2 | 3 and C = 0.01 the ends
// are −0.88 and 1.
func TestWhereRoundingAloneKeepsAnAlphaFromItsBoundBIsTheMidpoint(t *testing.T) {
	eachTrainer(t, func(t *testing.T, tr trainer) {
		o := Options{C: 0.01, Balance: true}
		m := must(tr.train(Linear{}, column(row{0, 1, 2, 3}), row{1, 1, 1, -1}, o))(t)
		wantEqual(t, "points at their bound", m.Certificate.Bound, 4)
		wantNear(t, "b", m.B, 0.06, 1e-12)
	})
}

// At the optimum D(tβ) falls by ½(t − 1)²‖w‖², by (stretch). This and Σα = ‖w‖²
// hold to the violation, here 10⁻⁶ times Σα. On XOR Linear finds no machine, in
// few steps. Add (x·z)²/1024, which has a feature x₁x₂/√512: the machine is
// −x₁x₂ with ‖w‖² = 512, so each α is 128.
func TestStretchFindsTheBestScaleAndTheEvidence(t *testing.T) {
	x, y, _ := separable(random(832), 30, 2, 0.3)
	o := Options{C: inf, Tol: 1e-6}
	m := must(SMO(Linear{}, x, y, o))(t)
	checkMachine(t, "SMO", Linear{}, x, y, o, m, 1e-6)
	total, ww := sum(m.Alpha), square(combination(m.Points, m.Coef))
	wantNear(t, "‖w‖²/Σα", ww/total, 1, 4e-6)
	for _, by := range []float64{0.9, 0.99, 1.01, 1.1} {
		c := must(Certify(Linear{}, x, y, scaled(m.Alpha, by), m.B, o))(t)
		wantNear(t, fmt.Sprintf("what D loses at %g times the best scale", by),
			(m.Certificate.Dual-c.Dual)/ww, (by-1)*(by-1)/2, 4e-6)
	}
	x, y = []row{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, row{-1, -1, 1, 1}
	m = notSeparated(t, "XOR", bySMO, Linear{}, x, y)
	wantBelow(t, "steps for XOR", float64(m.Iterations), 5001)
	k := Sum[row]{Linear{}, Scaled[row]{1. / 1024, Polynomial{2, 1, 0}}}
	m = trained(t, bySMO, k, x, y, Options{C: inf})
	wantVector(t, "α of XOR that is barely separable", m.Alpha, repeat(4, 128), 1e-3)
}

// Kernels of one sign see only signs: k(x, z) = ±1. Hence a machine exists if
// and only if no sign has both labels. Otherwise two points of one sign with
// both labels are the evidence.
func TestKernelsOfOneSignSeparateIfNoSignHasBothLabels(t *testing.T) {
	for seed := range uint64(100) {
		r := random(860 + seed)
		x := column(gaussianVector(r, 3+r.IntN(6)))
		y := each(len(x), func(i int) float64 { return row{1, -1, 1, -1}[min(i, 2+r.IntN(2))] })
		likeX := indicesWhere(len(x), func(i int) bool { return x[i][0]*y[i] > 0 })
		k := []Kernel[row]{Normalized[row]{Polynomial{3, 1, 0}}, Normalized[row]{Linear{}},
			Cosine{}}[seed%3]
		if len(likeX)%len(x) == 0 { // the labels are the signs, or their opposites
			trained(t, bySMO, k, x, y, Options{C: inf})
		} else {
			notSeparated(t, fmt.Sprintf("%v, seed %d", k, seed), bySMO, k, x, y)
		}
	}
}

// At its first call Trace sees that nothing is done. Then the counts grow, and
// the dual value of SMO never falls, except by rounding. At the last call Trace
// sees what the machine says of itself. The dual value of a program may be
// above the optimum by the error that Trace is told.
func TestTraceSeesEachSolverConverge(t *testing.T) {
	t.Parallel()
	x, y := overlapping(random(823), 120, 3, 1)
	apart, label, _ := separable(random(823), 120, 3, 0.01)
	soft, hard, k := Options{C: 10}, Options{C: inf}, KernelFunc[row](Linear{}.Eval)
	var all []training
	for _, tr := range trainers {
		all = append(all, training{tr.name, tr, k, x, y, soft},
			training{tr.name + ", C = ∞", tr, k, apart, label, hard})
	}
	for _, tt := range all {
		t.Run(tt.name, func(t *testing.T) {
			first, fall, off := 1.0, inf, 1e-6 // of a relative error; of D; at the end
			if tt.tr.name == "SMO" {
				first, fall, off = 2, 1e-12, 1e-10
			}
			var seen []Progress
			tt.o.Trace = func(p Progress) bool { seen = append(seen, p); return true }
			m := must(tt.tr.train(tt.k, tt.x, tt.y, tt.o))(t)
			wantEqual(t, "first call", seen[0], Progress{Violation: first})
			for i, p := range seen[1:] {
				last := seen[i]
				steps, values := p.Iterations-last.Iterations, p.Evaluations-last.Evaluations
				claim(t, (steps+values > 0 || i == 0) && min(steps, values) >= 0 &&
					p.Dual >= last.Dual-fall*m.Certificate.Dual, "after %+v comes %+v", last, p)
			}
			end := seen[len(seen)-1]
			claim(t, end.Iterations == m.Iterations && end.Evaluations == m.Evaluations &&
				len(seen) > 5, "%d calls, the last %+v, then %v", len(seen), end, m)
			wantVector(t, "the last violation, and D by that of the machine", row{end.Violation,
				end.Dual / m.Certificate.Dual}, row{m.Certificate.Violation(), 1}, off)
		})
	}
}

// PrimalQP can be ended at any call of Trace, and its plane so far comes with
// its own slack, which is Hinge of its margins but for rounding. Then the error
// does not say that no plane separates the labels, even if none does.
func TestPrimalQPCanBeEndedAtAnyCallOfTrace(t *testing.T) {
	x, y := overlapping(random(823), 200, 3, 1)
	calls := 0
	until := func(stop int, c float64) Options {
		calls = 0
		return Options{C: c, Trace: func(Progress) bool { calls++; return calls < stop }}
	}
	for stop := 1; stop < 5; stop++ {
		h, slack, err := PrimalQP(x, y, until(stop, 0))
		refused(t, "svm: not converged: stopped", err)
		claim(t, calls == stop && (stop > 1 || maxAbs(h.W) == 0), "%d calls, w = %g", calls, h.W)
		wantVector(t, "slack", slack, mapped(timesY(h.Values(x), y), Hinge), 1e-14)
	}
	_, _, err := PrimalQP([]row{{1}, {1}}, row{1, -1}, until(3, inf))
	refused(t, "svm: not converged: stopped", err)
}

// If Trace says no when the violation is at most Tol, training is done and not
// stopped. At α = 0 the violation is 2.
func TestATraceThatSaysNoAtTheEndStopsNothing(t *testing.T) {
	x, y := overlapping(random(823), 200, 3, 1)
	k := KernelFunc[row](Linear{}.Eval)
	o := Options{Tol: 2, Trace: func(Progress) bool { return false }}
	claim(t, must(SMO[row](k, x, y, o))(t).Evaluations == 0, "kernel values, though α = 0 will do")
}

// # Part V: learning by gradients. One point at a time

// extended returns the points with the constant feature 1.
func extended(x [][]float64) [][]float64 {
	return mapped(x, func(p []float64) []float64 { return append(slices.Clone(p), 1) })
}

// draws returns the first T numbers below n that a source of this seed makes.
func draws(seed uint64, n, T int) []int {
	r := random(seed)
	return each(T, func(int) int { return r.IntN(n) })
}

// weights returns w and b as one vector.
func weights(h Hyperplane) []float64 { return append(slices.Clone(h.W), h.B) }

// objective returns (objective) at a plane.
func objective(h Hyperplane, x [][]float64, y []float64, lambda float64) float64 {
	v := lambda * (Dot(h.W, h.W) + h.B*h.B)
	for i := range x {
		v += Hinge(h.Functional(x[i], y[i])) / float64(len(x))
	}
	return v
}

// freeDual solves (free dual) of n points. It returns α and the minimum of
// (objective). At its optimum F = 2λ(½‖w‖² + CΣξ) = 2λ(Σα − ½‖w‖²).
func freeDual(t *testing.T, p QP, n int, lambda float64) (alpha []float64, least float64) {
	t.Helper()
	p.C, p.Lo, p.Hi = repeat(n, -1), repeat(n, 0), repeat(n, 1/(2*lambda*float64(n)))
	s := must(p.Solve())(t)
	return s.X, -2 * lambda * s.Value
}

// regularised returns the minimiser of (objective), the minimum, and α. Weak
// duality proves both.
//
// It also checks (ball) and Σα ≤ 1/(2λ). The program is solved to 10⁻⁸.
func regularised(t *testing.T, x [][]float64, y []float64, lambda float64) (w Hyperplane,
	least float64, alpha []float64) {
	t.Helper()
	f := signedRows(extended(x), y)
	alpha, least = freeDual(t, QP{Q: product(f)}, len(x), lambda)
	w = toPlane(f.T().MulVec(alpha))
	v := objective(w, x, y, lambda)
	need(t, math.Abs(v-least) <= 1e-8*max(1, least), "primal %g, dual %g", v, least)
	length, total := Norm(weights(w)), sum(alpha)
	claim(t, length <= (1+1e-8)/math.Sqrt(2*lambda) && total <= (1+1e-8)/(2*lambda),
		"λ = %g: ‖w*‖ = %g, Σα = %g", lambda, length, total)
	return w, least, alpha
}

// The first planes of a stream are huge, because the first step is 1/(4λ). The
// average still holds them when the last plane has left them behind. After many
// more than R²/λ steps they no longer count, and F is nearly the same at both.
// But predictions do not depend on the length of w. One label in twenty is
// wrong, each may turn the last plane, and the mean is turned less.
func TestLastHasTheSmallerFAndAverageFewerMistakesUntilRSquaredOverLambdaSteps(t *testing.T) {
	t.Parallel()
	const lambda = 1e-3
	right := map[string]int{}
	all := eachSeed(t, 900, 5, func(t *testing.T, r *rand.Rand) {
		x, y := overlapping(r, 300, 10, 3)
		for i := range 15 {
			y[20*i] = -y[20*i]
		}
		p, turn := Pegasos{Lambda: lambda}, squaredRadius(x)/lambda
		f := func(steps float64) (last, average float64) {
			for p.Clock.Steps < steps {
				i := r.IntN(len(x))
				p.Step(x[i], y[i])
			}
			return objective(p.Last(), x, y, lambda), objective(p.Average(), x, y, lambda)
		}
		last, average := f(turn / 100)
		claim(t, last < average/2, "early: F = %g at the last plane, %g at the mean", last, average)
		last, average = f(turn / 30)
		claim(t, last < average, "F = %g at the last plane, %g at the mean", last, average)
		for i := range x {
			right["last"] += b2i(p.Last().Predict(x[i]) == y[i])
			right["mean"] += b2i(p.Average().Predict(x[i]) == y[i])
		}
		last, average = f(20 * turn)
		claim(t, max(last, average) < 1.05*min(last, average), "late: F = %g and %g", last, average)
	})
	// With -failfast an earlier failure skips subtests, and what they count is
	// missing.
	claim(t, !all || right["mean"] > right["last"]+50, "right of 1500: %v", right)
}

// square returns ‖x‖².
func square(x []float64) float64 { return Dot(x, x) }

// squaredRadius returns R² of (nearness).
func squaredRadius(x [][]float64) float64 { return slices.Max(mapped(extended(x), square)) }

// A point with y·f(x) = 1 is no margin error. The one point (1, 1), with the
// label −1, is none in step 2, which finds f = −1, but in the steps 1 and 3.
// The planes are 0, −½, −⅓ and −½ times the point, and their mean is −⅓, up to
// a few roundings.
func TestAPointOnItsEdgeIsNoMarginError(t *testing.T) {
	once := must(SGD([]row{{1}}, row{-1}, 0.5, 4, nil))(t)
	kernelOnce := must(KernelSGD(Constant[int](2), []int{1, 2}, row{-1, -1}, 0.5, 4, nil))(t)
	wantVector(t, "mean", row{once.W[0], once.B, sum(kernelOnce.Coef)}, repeat(3, -1./3), 4*eps)
}

// These are the numbers at the head of pegasos.go, with λ = 1. In the order 4,
// 2, 1, and in the order 2, 3, 1 of exercise 1 there, point 1 is no margin
// error. We go on from 4, 2, 1 by 3, 4, 1, 1. Step 4 draws a label −1 where f
// is not 0. Steps 6 and 7 draw point 1 with yf = 13/12 and 13/14, just above 1
// and below. (An eighth changes no w̄.) All numbers are fractions, and the
// tolerances are a few roundings. We look for a seed that makes SGD and
// KernelSGD draw so.
func TestThreeStepsOfSGDByHand(t *testing.T) {
	const lambda = 1
	x, y := fourPoints()
	wBar := row{5. / 18, 1. / 12, -1. / 12} // of the order 4, 2, 1
	order := []int{3, 1, 0, 2, 3, 0, 0}
	for _, tt := range []struct {
		order []int // from 0
		f     row   // of the point drawn
		next  []row // w after each step
		mean  row
	}{
		{[]int{1, 2, 0}, row{0, 2.5, 3.5},
			[]row{{1.25, 1, 0.25}, {2. / 3, 0.5, 0}, {0.5, 0.375, 0}},
			row{23. / 36, 0.5, 1. / 12}},
		{order, row{0, -1.25, 4, 1, 0.1, 13. / 12, 13. / 14},
			[]row{{0, -0.25, -0.25}, {5. / 6, 0.5, 0}, {0.625, 0.375, 0}, {0.4, 0.2, -0.1},
				{1. / 3, 1. / 12, -1. / 6}, {2. / 7, 1. / 14, -1. / 7}, {0.4375, 0.25, -0.0625}},
			row{2081. / 5880, 823. / 5880, -554. / 5880}},
	} {
		t.Run(fmt.Sprint("order ", tt.order), func(t *testing.T) {
			p := Pegasos{Lambda: lambda}
			for s, i := range tt.order {
				wantNear(t, "f(x)", p.Step(x[i], y[i]), tt.f[s], 8*eps)
				wantVector(t, "w", weights(p.Last()), tt.next[s], 2*eps)
			}
			wantVector(t, "w̄", weights(p.Average()), tt.mean, 8*eps)
		})
	}
	best := row{0.25, 0.125, -0.125}
	wantVector(t, "F(w̄), F(w*)", row{objective(toPlane(wBar), x, y, lambda),
		objective(toPlane(best), x, y, lambda)}, row{107. / 162, 21. / 32}, 16*eps)
	seed := uint64(0)
	for !slices.Equal(draws(seed, 4, 7), order) {
		seed++
	}
	for steps, tt := range map[int]struct{ beta, mean row }{
		3: {row{0, 1. / 18, 0, -5. / 36}, wBar},
		8: {row{1. / 128, 341. / 4480, -533. / 13440, -113. / 840},
			row{4897. / 13440, 2066. / 13440, -1213. / 13440}},
	} {
		h := must(SGD(x, y, lambda, steps, random(seed)))(t)
		wantVector(t, "w̄ by SGD", weights(h), tt.mean, 16*eps)
		f := must(KernelSGD(Sum[row]{Linear{}, Constant[row](1)}, x, y, lambda, steps,
			random(seed)))(t)
		wantVector(t, "β̄ that are not 0", f.Coef, pick(tt.beta, nonzero(tt.beta)), 16*eps)
		wantEqual(t, "their points", fmt.Sprint(f.Points), fmt.Sprint(pick(x, nonzero(tt.beta))))
	}
	w, least, alpha := regularised(t, x, y, lambda)
	wantVector(t, "F(w*), w*, α", slices.Concat(row{least}, weights(w), alpha),
		slices.Concat(row{21. / 32}, best, row{0.125, 0, 0.125, 0.125}), 1e-8)
}

// The wₜ of (procedure) are those of (rate), which goes down a gradient, and
// (mean) is the mean of w₁, …, w_T. θₜ is integer, and λ is a power of two.
// Therefore a margin error, yᵢ⟨θₜ, xᵢ⟩ < 2λt, is met exactly, and w and w̄
// round a few times.
//
// The paper multiplies w by 1 − 1/t, and on a margin error adds yx/(λ't). With
// λ' = 2λ, λ'tw is θ. The start does not matter, because 1 − 1/t is 0 at first.
func TestMeanOfTheIteratesIsTheClosedForm(t *testing.T) {
	x, y := fourPoints()
	points := extended(x)
	for _, lambda := range []float64{0.125, 0.5, 2} {
		t.Run(fmt.Sprint("λ = ", lambda), func(t *testing.T) {
			for _, order := range tuples(5, 0, 1, 2, 3) {
				p, theta := Pegasos{Lambda: lambda}, make(row, 3)
				w, total, paper := make(row, 3), make(row, 3), row{1, 2, 3}
				for s, draw := range order {
					i, now := int(draw), float64(s+1)
					axpy(1, w, total)
					before, gradient := slices.Clone(w), scaled(w, 2*lambda)
					short := y[i]*Dot(theta, points[i]) < 2*lambda*now
					paper = scaled(paper, 1-1/now)
					if short {
						axpy(y[i], points[i], theta)
						axpy(-y[i], points[i], gradient)
						axpy(y[i]/(2*lambda*now), points[i], paper)
					}
					rate := 1 / (2 * lambda * (now + 1))
					wantVector(t, "λ'tw of the paper", scaled(paper, 2*lambda*now), theta, 64*eps)
					axpy(-rate, gradient, w)
					what := fmt.Sprintf("draws %g, step %d: ", order, s+1)
					wantNear(t, what+"f(x)", p.Step(x[i], y[i]), Dot(before, points[i]), 256*eps)
					wantVector(t, what+"w", weights(p.Last()), scaled(theta, rate), 2*eps)
					wantVector(t, what+"w down the gradient", weights(p.Last()), w, 64*eps)
					wantVector(t, what+"w̄", weights(p.Average()), scaled(total, 1/now), 64*eps)
				}
			}
		})
	}
}

// Both classes lie on one side of the origin, apart from each other along a
// line through it. Three ways stand in "What to do with b" of pegasos.go.
// Without b the best plane leaves far more loss. If b is a weight, it is nearer
// to 0 than the b of the machine. If it moves without λb², the gap to the
// minimum without λb² hardly falls: after 10⁴ steps it is 15 times ours, and
// the test asks for 10 times.
func TestThreeWaysToTreatB(t *testing.T) {
	const lambda, T = 0.01, 10000
	x, y := overlapping(random(934), 40, 2, 4)
	x = Standardizer{Mean: row{-4, 0}}.ApplyAll(x) // moved
	with, least, _ := regularised(t, x, y, lambda)
	machine, _ := must2(PrimalQP(x, y, Options{C: CFromLambda(lambda, len(x))}))(t)
	free := func(h Hyperplane) float64 { return objective(h, x, y, lambda) - lambda*h.B*h.B }
	wantBelow(t, "|b| regularised", math.Abs(with.B), 0.7*math.Abs(machine.B))
	wantBelow(t, "minimum with λb²", least, objective(machine, x, y, lambda)-0.01)
	wantBelow(t, "minimum without λb²", free(machine), free(with)-0.01)

	_, without := freeDual(t, QP{Q: product(signedRows(x, y))}, len(x), lambda)
	wantBelow(t, "twice the minimum with b", 2*least, without)
	theta, b, averaged := make(row, 2), 0.0, make(row, 3)
	for s, i := range draws(0, len(x), T) {
		now := Hyperplane{scaled(theta, 1/(2*lambda*float64(s+1))), b}
		axpy(1.0/T, weights(now), averaged)
		if now.Functional(x[i], y[i]) < 1 {
			axpy(y[i], x[i], theta)
			b += y[i] / (2 * lambda * float64(s+2)) // (rate)
		}
	}
	ours := objective(must(SGD(x, y, lambda, T, random(0)))(t), x, y, lambda) - least
	wantBelow(t, "10 times the gap with λb²", 10*ours, free(toPlane(averaged))-free(machine))
}

// Everything that a step reads is saved: λ, t, H_t with its rounding error, θ
// and Θ. After 30 of 60 steps, and before the first, a copy from a file goes on
// as the Pegasos itself does. Sums of other lengths are no state.
func TestAPegasosFromAFileGoesOnWithTheSameBits(t *testing.T) {
	x, y := overlap()
	for _, saved := range []int{0, 30} {
		p, q := Pegasos{Lambda: 0.1}, Pegasos{}
		for i := range 60 {
			if i == saved {
				var file bytes.Buffer
				succeed(t, gob.NewEncoder(&file).Encode(p))
				succeed(t, gob.NewDecoder(&file).Decode(&q))
			}
			f := p.Step(x[i%40], y[i%40])
			if i >= saved {
				what := fmt.Sprintf("saved after %d, step %d: f", saved, i+1)
				wantEqual(t, what, q.Step(x[i%40], y[i%40]), f)
			}
		}
		claim(t, reflect.DeepEqual(p, q) && reflect.DeepEqual(p.Average(), q.Average()),
			"%+v from the file, want %+v", q, p)
		q.ThetaH = q.ThetaH[:1]
		q.Step(x[0], 1)
		refused(t, "3 entries of Theta, 1 of ThetaH", q.Err())
		for _, damaged := range []Pegasos{
			{Lambda: 1, Clock: Clock{Steps: 3}, Theta: row{1}, ThetaH: row{1}},
			{Lambda: 1, Clock: Clock{Steps: 3}}, {Lambda: 1, Theta: row{1, 2}, ThetaH: row{1, 2}},
		} {
			refused(t, "entries of Theta", damaged.Err())
			refused(t, "entries of Theta",
				panics(func() { damaged.Last() }, func() { damaged.Average() })...)
		}
	}
}

// # Part V: with a kernel

// KernelSGD returns the β̄ᵢ of (kernel), which is the mean of the printed α.
// The test compares it for every T, hence step by step: from T to T + 1 only
// the α of one step is added. Each |αᵢ| ≤ 1/(2λ), and each mean is a sum of T
// terms. Some steps keep θ, and would change it if 2λ(t + 1) stood for 2λt.
func TestKernelSGDIsThePrintedProcedure(t *testing.T) {
	x, y := overlapping(random(950), 15, 2, 1)
	for n, k := range pairKernels {
		lambda, close := row{0.3, 0.02, 0.5}[n], 0
		t.Run(fmt.Sprintf("%v, λ = %g", k, lambda), func(t *testing.T) {
			gram, rows := must(Gram(k, x))(t), upTo(len(x))
			theta, alpha := make(row, len(x)), []row(nil)
			for s, j := range draws(3, len(x), 120) {
				alpha = append(alpha, scaled(theta, 1/(2*lambda*float64(s+1))))
				margin := y[j] * Dot(alpha[s], gram.Row(j))
				close += b2i(margin >= 1 && margin*float64(s+1) < float64(s+2))
				if margin < 1 {
					theta[j] += y[j]
				}
				f := must(KernelSGD(Precomputed{gram}, rows, y, lambda, s+1, random(3)))(t)
				off := combination(alpha, repeat(s+1, -1/float64(s+1)))
				for l, i := range f.Points {
					off[i] += f.Coef[l]
				}
				what := fmt.Sprintf("T = %d: |β̄ − ᾱ|", s+1)
				wantWithin(t, what, maxAbs(off), 0, 4*gamma(s+9)/lambda)
			}
			claim(t, close > 0, "no step would change θ if it were one later")
		})
	}
}

// With the same draws, KernelSGD is SGD on the features, for every T. SGD
// appends the constant 1, and b is its weight. Lecture C's footnote 4 makes 1 a
// feature of ψ(x). Each such feature has the weight Σβ̄ᵢ, and f has no other b:
// (1 + x·z)² has 1 for its first feature, and SGD takes the other five. With
// k + 1 there are two such features, which share b: f(0) = 2b. x·z has none, so
// f(0) = 0. Values are up to R²/(2λ), from about T·n operations each.
func TestBIsInTheKernelOrAddedToIt(t *testing.T) {
	const last = 60
	x, y := overlapping(random(954), 20, 2, 2)
	x = Standardizer{Mean: row{-2, 0}}.ApplyAll(x) // so that b has something to do
	plus1 := func(k Kernel[row]) Kernel[row] { return Sum[row]{k, Constant[row](1)} }
	quadratic := Polynomial{2, 1, 1}
	six := mapped(x, quadratic.Map(2))
	for _, tt := range []struct {
		k        Kernel[row]
		features []row
		atZero   float64 // f(0)/b
	}{
		{quadratic, mapped(six, func(z row) row { return z[1:] }), 1},
		{plus1(quadratic), six, 2},
		{plus1(Linear{}), x, 1},
	} {
		t.Run(fmt.Sprint(tt.k), func(t *testing.T) {
			for T := 1; T <= last; T++ {
				lambda := []float64{0.01, 0.3}[T%2]
				h := must(SGD(tt.features, y, lambda, T, random(5)))(t)
				f := must(KernelSGD(tt.k, x, y, lambda, T, random(5)))(t)
				off := difference(append(f.Values(x), sum(f.Coef), f.Value(row{0, 0})),
					append(h.Values(tt.features), h.B, tt.atZero*h.B))
				what := fmt.Sprintf("λ = %g, T = %d: error of f(xᵢ), Σβ̄ᵢ, f(0)", lambda, T)
				wantWithin(t, what, maxAbs(off), 0, 4*gamma(T+20)*squaredRadius(tt.features)/lambda)
				claim(t, f.B == 0 && (T < last || h.B != 0), "T = %d: B = %g, b = %g", T, f.B, h.B)
			}
		})
	}
	f := must(KernelSGD(Linear{}, x, y, 0.1, last, random(5)))(t)
	wantEqual(t, "f(0) of x·z", f.Value(row{0, 0}), 0)
}

// # Part V: all points at a time

// With (subgradient), F(v) ≥ F(w) + ⟨∇F(w), v − w⟩ for all v, on the kinks and
// off them, where v close to w leaves no other vector. With λ = ¼ this is tried
// on the four points, for all w of a grid, where nothing rounds.
//
// By hand, take w = (1, 1) and b = 0. The first two points have z = 1 and are
// on their kinks. The others have z = 2 and −2. Only the last counts, with
// −y(2, 0, 1)/4. Hyperplane.Gradient returns the same vector.
func TestSubgradientIsTheGradientOffTheKinksAndSupportsOnThem(t *testing.T) {
	x, y := fourPoints()
	f := func(w row) float64 { return objective(toPlane(w), x, y, 0.25) }
	for _, w := range tuples(3, -1, -0.5, 0, 0.5, 1) {
		g := subgradient(w, x, y, 0.25)
		for _, step := range append(tuples(3, -1, 0, 1), tuples(3, -0x1p-10, 0, 0x1p-10)...) {
			v, least := combination([]row{w, step}, row{1, 1}), f(w)+Dot(g, step)
			claim(t, f(v) >= least, "F(%g) = %g < %g, its support at %g", v, f(v), least, w)
		}
	}
	g := subgradient(row{1, 1, 0}, []row{{1, 0}, {0, 1}, {-1, -1}, {2, 0}}, row{1, 1, -1, -1}, 0.1)
	wantVector(t, "∇F", g, row{2*0.1 + 0.5, 2 * 0.1, 0.25}, 0)

	at := must(Hyperplane{row{0.5, -1}, 1}.Gradient(x, y, 0.25))(t)
	wantVector(t, "Gradient", append(at.W, at.B), subgradient(row{0.5, -1, 1}, x, y, 0.25), 0)
}

// This is (batch), line by line, with the gradient as a slide prints it. What
// is longer than 1/√(2λ), the radius of (ball), is shortened. This happens at
// some of the steps.
func TestBatchDescentIsThePrintedRecursion(t *testing.T) {
	const lambda = 0.02
	x, y := overlapping(random(961), 30, 2, 1)
	y[1], y[3], y[5] = 1, 1, 1 // so that b has a part in what is shortened
	w, weighted, total, shortened := make(row, 3), make(row, 3), 0.0, 0
	for s := 1.0; s <= 50; s++ {
		axpy(s, w, weighted)
		total += s
		gradient := scaled(w, 2*lambda)
		for i, p := range x {
			if y[i]*(Dot(w[:2], p)+w[2]) < 1 {
				axpy(-y[i]/float64(len(x)), append(slices.Clone(p), 1), gradient)
			}
		}
		at := must(toPlane(w).Gradient(x, y, lambda))(t) // 1e-14: 3ε for each of 30 points
		wantVector(t, "∇F", weights(at), gradient, 1e-14*squaredRadius(x))
		axpy(-1/(lambda*(s+1)), gradient, w)
		if length, most := Norm(w), 1/math.Sqrt(2*lambda); length > most {
			shortened += b2i(math.Abs(w[2]) > 0.1*length)
			w = scaled(w, most/length)
		}
		h := must(Subgradient(x, y, lambda, int(s)))(t)
		off := maxAbs(difference(weights(h), scaled(weighted, 1/total)))
		wantWithin(t, fmt.Sprintf("T = %g: |Δw|", s), off, 0, 1e-14*squaredRadius(x)/lambda)
	}
	claim(t, shortened > 0 && shortened < 50, "shortened %d times in 50", shortened)
}

// The proofs of (nearness) and (batch nearness) sum one inequality over the
// steps. Here it is for each step, with vₜ for the subgradient, which the
// proofs then replace by its bound 2R or G:
//
//	Fₜ(wₜ) − Fₜ(w*) ≤ λ(t‖wₜ − w*‖² − (t+1)‖wₜ₊₁ − w*‖²) + ½ρₜ‖vₜ‖²,   ‖vₜ‖ ≤ 2R
//	t(F(wₜ) − F(w*)) ≤ ½λ((t−1)t‖wₜ − w*‖² − t(t+1)‖wₜ₊₁ − w*‖²) + ½tρₜ‖vₜ‖²,   ‖vₜ‖ ≤ G
//
// By their sum SGD comes within R²(1 + ln T)/(λT) of F(w*) in the mean over
// draws, and Subgradient within (R + √(2λ))²/(λ(T + 1)). Both come 20 times
// nearer.
//
// The first is tried for all orders of six draws. In the second, twₜ is what
// the mean of T = t adds to the sum of the mean before, so that it rounds by
// some t²ε. λ is irrational, so that no point is so near a kink that rounding
// would decide vₜ. They hold for any vector of the ball in place of w*.
func TestEachStepOfDescentKeepsTheInequalityOfItsProof(t *testing.T) {
	x, y := fourPoints()
	slices.Reverse(x) // the last point is (3, 3), on which w hangs
	slices.Reverse(y)
	lambda, r := math.Sqrt(0.1), math.Sqrt(squaredRadius(x))
	h, _, _ := regularised(t, x, y, lambda)
	best := weights(h)
	off := func(w row) float64 { return square(difference(w, best)) }
	for _, order := range tuples(6, 0, 1, 2, 3) {
		p, w := Pegasos{Lambda: lambda}, make(row, 3)
		for s, draw := range order {
			i, step := []int{int(draw)}, float64(s+1)
			f := func(w row) float64 {
				return objective(toPlane(w), pick(x, i), pick(y, i), lambda)
			}
			p.Step(x[i[0]], y[i[0]])
			next, v := weights(p.Last()), Norm(subgradient(w, pick(x, i), pick(y, i), lambda))
			most := lambda*(step*off(w)-(step+1)*off(next)) + v*v/(4*lambda*(step+1))
			gap := f(w) - f(best)
			claim(t, gap <= most+1e-12 && v <= 2*r, "t = %g: %g > %g, ‖v‖ = %g", step, gap, most, v)
			w = next
		}
	}
	f := func(w row) float64 { return objective(toPlane(w), x, y, lambda) }
	sums, w := make(row, 3), make(row, 3)
	for step := 1.0; step <= 60; step++ {
		h := must(Subgradient(x, y, lambda, int(step)+1))(t)
		after := scaled(weights(h), (step+1)*(step+2)/2)
		next, v := scaled(difference(after, sums), 1/(step+1)), Norm(subgradient(w, x, y, lambda))
		most := lambda/2*((step-1)*step*off(w)-step*(step+1)*off(next)) +
			step*v*v/(2*lambda*(step+1))
		gap := step * (f(w) - f(best))
		claim(t, gap <= most+1e-9 && v <= r+math.Sqrt(2*lambda), "%g > %g, ‖v‖ = %g", gap, most, v)
		sums, w = after, next
	}
	least, gap := f(best), 0.0
	for seed := range uint64(20) {
		gap += (f(weights(must(SGD(x, y, lambda, 1000, random(seed)))(t))) - least) / 20
	}
	wantBelow(t, "mean gap of SGD", gap, r*r*(1+math.Log(1000))/(lambda*1000)/20)
	last := f(weights(must(Subgradient(x, y, lambda, 1000))(t))) - least
	wantBelow(t, "gap of Subgradient", last, square(row{r + math.Sqrt(2*lambda)})/(lambda*1001)/20)
}

// # Part V: perceptrons

// perceptrons runs the lecture's two procedures side by side: the primal one on
// z, whose points end in their constant 1, at the rate η = 4, and the dual one
// on the Gram matrix of z. It returns w/η, α, and ErrNotConverged if they have
// not learned y.
func perceptrons(t *testing.T, z []row, gram *Matrix, y row, epochs int) (w, alpha row, err error) {
	t.Helper()
	const eta = 4
	w, alpha, err = make(row, len(z[0])), make(row, len(z)), ErrNotConverged
	for epoch := 0; epoch < epochs && err != nil; epoch++ {
		err = nil
		for i := range z {
			value := Dot(timesY(alpha, y), gram.Row(i))
			wantEqual(t, "η times the dual's value", eta*value, Dot(w, z[i]))
			if y[i]*value <= 0 {
				axpy(eta*y[i], z[i], w)
				alpha[i]++
				err = ErrNotConverged
			}
		}
	}
	return scaled(w, 1.0/eta), alpha, err
}

// On integers every sum is exact, and so is the comparison. The lecture's two
// perceptrons have the same value at each visit, hence they make the same
// mistakes in the same order, and αᵢ counts them. The package's perceptrons
// make them too, for all 512 labellings of the 3×3 grid. In the end they have
// learned the 58 that a line makes, and no other.
//
// With a kernel, the dual perceptron is the primal one on the features. Those
// of 1 + s + s² are integers too. Of the labellings, 422 are learned, the two
// of one label and the 420 with a hard margin by SMO.
//
// On integers a value is ≤ 0 if it is below 1. Not so for ½, −½, 0.1 and −0.2:
// after the mistakes on the first two, w = ½ + ½, b = 1 − 1, and all are right.
// A rate η only scales w: with η = ½ the mistakes are the same, and w is half.
func TestPrimalAndDualPerceptronsMakeTheSameMistakes(t *testing.T) {
	t.Parallel()
	near0, labels := column(row{0.5, -0.5, 0.1, -0.2}), row{1, -1, 1, -1}
	h, mistakes, err := Perceptron(near0, labels, 9)
	f, dualMistakes, dualErr := KernelPerceptron(Linear{}, near0, labels, 9)
	succeed(t, cmp.Or(err, dualErr))
	wantVector(t, "w, b, α, mistakes", append(row{h.W[0], h.B, float64(mistakes),
		float64(dualMistakes), f.B}, f.Coef...), row{1, 0, 2, 2, 0, 1, -1}, 0)
	x, labellings := tuples(2, -1, 0, 1), tuples(9, -1, 1)
	for _, tt := range []struct {
		k               Kernel[row]
		features        []row
		enough, learned int // epochs, and labellings
	}{{Linear{}, x, 12, 58}, {PowerSum{2}, mapped(x, PowerSum{2}.Map(2)), 70, 422}} {
		gram := must(Gram[row](Sum[row]{tt.k, Constant[row](1)}, x))(t)
		for _, epochs := range []int{1, 2, tt.enough} {
			t.Run(fmt.Sprintf("%v, %d epochs", tt.k, epochs), func(t *testing.T) {
				count := 0
				for _, y := range labellings {
					w, alpha, verdict := perceptrons(t, extended(tt.features), gram, y, epochs)
					h, mistakes, err := Perceptron(tt.features, y, epochs)
					f, dualMistakes, dualErr := KernelPerceptron(tt.k, x, y, epochs)
					wrong := nonzero(alpha)
					want := function{tt.k, pick(x, wrong), pick(timesY(alpha, y), wrong), h.B, nil}
					claim(t, slices.Equal(weights(h), w) && reflect.DeepEqual(*f, want),
						"y = %g: %v and %+v", y, h, *f)
					claim(t, dualMistakes == mistakes && float64(mistakes) == sum(alpha),
						"y = %g: %d and %d mistakes, α = %g", y, mistakes, dualMistakes, alpha)
					claim(t, errors.Is(err, verdict) && errors.Is(dualErr, verdict),
						"y = %g: %v and %v, want %v", y, err, dualErr, verdict)
					half, made := halfSteps(extended(tt.features), y, epochs)
					claim(t, made == mistakes && slices.Equal(half, scaled(w, 0.5)),
						"y = %g, η = ½: %d, %d mistakes, %g, half %g", y, made, mistakes, half, w)
					count += b2i(verdict == nil)
				}
				claim(t, count == tt.learned || epochs < tt.enough && count < tt.learned,
					"%d labellings learned, want %d", count, tt.learned)
			})
		}
	}
}

// halfSteps is the perceptron as lecture P prints it, with η = ½.
func halfSteps(x []row, y row, epochs int) (w row, mistakes int) {
	w = make(row, len(x[0]))
	for range epochs {
		before := mistakes
		for i, p := range x {
			if y[i]*Dot(w, p) <= 0 {
				for j, v := range p {
					w[j] += 0.5 * y[i] * v
				}
				mistakes++
			}
		}
		if mistakes == before {
			break
		}
	}
	return w, mistakes
}

// KernelPerceptron adds 1 to k, the constant feature. With k = a·b − 1 this
// leaves a·b: the perceptron through the origin, with the coefficients of the
// plain procedure without b. All numbers are integers.
func TestAPerceptronThroughTheOriginHasTheKernelLessOne(t *testing.T) {
	x, labellings := tuples(2, -1, 0, 1), tuples(9, -1, 1)
	less1 := KernelFunc[row](func(a, b row) float64 { return Dot(a, b) - 1 })
	gram := must(Gram(Linear{}, x))(t)
	for _, y := range labellings {
		w, alpha, _ := perceptrons(t, x, gram, y, 8)
		f, mistakes, _ := KernelPerceptron(less1, x, y, 8)
		claim(t, slices.Equal(f.Coef, pick(timesY(alpha, y), nonzero(alpha))) &&
			float64(mistakes) == sum(alpha), "through 0, y = %g: %v", y, f)
		for i, value := range f.Values(x) {
			wantEqual(t, "f(x) with k − 1", value, Dot(w, x[i]))
		}
	}
}

// On a mistake, y⟨w, x⟩ ≤ 0, the perceptron adds −g to w, where g = −yx is a
// subgradient of the perceptron loss L at w: L(v) ≥ L(w) + ⟨g, v − w⟩ for all
// v. Where y⟨w, x⟩ > 0, v = 0 would break this. The numbers are exact.
func TestPerceptronStepsAreSubgradientSteps(t *testing.T) {
	t.Parallel()
	points, others, steps := tuples(2, -1, 0, 0.5), tuples(3, -4, 0, 1), 0
	x := extended(points)
	for _, y := range tuples(9, -1, 1) {
		w := make(row, 3)
		mistakes, _ := perceptron(y, 5, func(i int) float64 { return Dot(w, x[i]) },
			func(i int) error {
				g := scaled(x[i], -y[i])
				loss := func(w row) float64 { return PerceptronLoss(y[i] * Dot(w, x[i])) }
				below := slices.ContainsFunc(others, func(v row) bool {
					return !(loss(v) >= loss(w)+Dot(g, difference(v, w)))
				})
				claim(t, !below, "y = %g, w = %g, point %d: %g is no subgradient", y, w, i, g)
				axpy(-1, g, w)
				return nil
			})
		h, _, _ := Perceptron(points, y, 5)
		wantVector(t, "w by Perceptron", weights(h), w, 0)
		steps += mistakes
	}
	claim(t, steps > 1000, "only %d steps", steps)
}

// By (mistakes), M ≤ R²‖u‖² with u = (w, b) of the hard margin, which has the
// smallest ‖w‖. Its proof has two halves, which hold after any number of
// epochs: M ≤ ⟨u, w⟩, since a mistake adds y⟨u, x⟩ ≥ 1 to it, and ‖w‖² ≤ R²M,
// since it adds at most ‖x‖² to this. All is tried on the labellings of the 3×3
// grid that a line makes, with +1 at (−1, −1): with all labels the other way
// round, each w is −w. The hard margin is known to 10⁻⁶.
func TestPerceptronMakesNoMoreMistakesThanTheBound(t *testing.T) {
	t.Parallel()
	x, lines := tuples(2, -1, 0, 1), 0
	for _, y := range tuples(9, 1, -1)[1:256] { // y₁ = 1, and not all are
		hard, _, err := PrimalQP(x, y, Options{C: inf})
		if err != nil {
			continue
		}
		lines++
		u, most := weights(hard), squaredRadius(x)
		for epochs := 1; ; epochs++ {
			h, mistakes, err := Perceptron(x, y, epochs)
			w, m := weights(h), float64(mistakes)
			claim(t, m <= Dot(u, w)+1e-6*m && square(w) <= most*m && 0 < m,
				"y = %g, %d epochs: M = %g, ⟨u, w⟩ = %g, w = %g", y, epochs, m, Dot(u, w), w)
			if err == nil || epochs == 100 {
				claim(t, err == nil && m <= most*square(u)*(1+1e-6),
					"y = %g: M = %g, bound %g, %v", y, m, most*square(u), err)
				break
			}
		}
	}
	wantEqual(t, "labellings that a line makes", lines, 28)
}

// # Part V: least squares

// Along an eigenvector of K with eigenvalue κ, k steps multiply the error by
// (1 − γκ/N)ᵏ, for any γ. (Here γ is the η of pegasos.go, and N its n.) If
// γκ/N < 2, it stays in bounds. If γκ/N > 2, it grows without bound, and the
// function returns an error.
//
// With K = ΦΦᵀ, the w of (descent) is Φᵀ times the β of (dual descent) after
// every step, whether Φ has more features than points or fewer, or a point is
// repeated. For k → ∞, w becomes the least squares fit of least norm, which is
// the limit of ridge for λ → 0, off by about λ/s² for a singular value s of Φ.
func TestTheErrorOfDescentShrinksByOneMinusGammaKappaOverN(t *testing.T) {
	repeated := gaussianMatrix(random(1020), 6, 3)
	copy(repeated.Row(5), repeated.Row(4))
	for _, tt := range []specimen{
		{"more features than points", gaussianMatrix(random(1010), 5, 9)},
		{"fewer features, a point repeated", repeated}, {"one feature of one point", mat(row{2})},
	} {
		t.Run(tt.name, func(t *testing.T) {
			phi, target := tt.a, gaussianVector(random(1011), tt.a.Rows)
			k := phi.Mul(phi.T())
			spectrum := must(k.Eigen())(t)
			kappa, vectors := spectrum.Values, spectrum.Vectors.T()
			unit := float64(k.Rows) / kappa[0]                           // N/κ₁
			for _, stable := range []float64{0.1, 1, 1.5, 1.9, 2.1, 3} { // γκ₁/N
				t.Run(fmt.Sprint("γκ₁/N = ", stable), func(t *testing.T) {
					want := vectors.MulVec(target) // the error along each eigenvector
					for steps := 1; steps <= 30; steps++ {
						w := must(LeastSquaresGD(phi, target, stable*unit, steps))(t)
						beta := must(KernelLeastSquaresGD(k, target, stable*unit, steps))(t)
						for j := range want {
							want[j] *= 1 - stable*kappa[j]/kappa[0]
						}
						what := fmt.Sprintf("%d steps: ", steps)
						tol := 1e-12 * math.Max(1, math.Pow(math.Abs(1-stable), float64(steps)))
						wantVector(t, what+"w", w, phi.T().MulVec(beta), tol)
						left := difference(target, k.MulVec(beta))
						wantVector(t, what+"error", vectors.MulVec(left), want, tol)
					}
				})
			}
			refused(t, "largest coefficient = ... eta = ... is too large",
				alone(LeastSquaresGD(phi, target, 2.2*unit, 10000)),
				alone(KernelLeastSquaresGD(k, target, 2.2*unit, 10000)))
			ridge := must(Ridge(Linear{}, phi.rows(), target, 1e-9))(t)
			w := must(LeastSquaresGD(phi, target, unit, 4000))(t)
			wantVector(t, "w in the limit", w, combination(ridge.Points, ridge.Coef), 1e-6)
		})
	}
}

// # Part V: softmax regression

// randomSoftmax returns a model of several classes and a point.
func randomSoftmax(r *rand.Rand, classes, d int) (Softmax, []float64) {
	return Softmax{gaussianMatrix(r, classes, d)}, gaussianVector(r, d)
}

// This is (row gradient), entry by entry: (pₖ − [k = y])x. Central differences
// of step h are off by h²/6 of the third derivative, which is below |x|³, and
// by ε·ℓ/h. And ℓ is convex in W: it is nowhere below its tangent planes.
func TestSoftmaxGradientIsTheDerivativeOfTheLoss(t *testing.T) {
	const h = 0x1p-17
	eachOf(t, []int{2, 3, 7}, func(t *testing.T, classes int) {
		m, x := randomSoftmax(random(uint64(classes)), classes, 4)
		for class := range classes {
			g := m.Gradient(x, class)
			for e, v := range m.W.Data {
				loss := func(w float64) float64 {
					m.W.Data[e] = w
					return m.Loss(x, class)
				}
				slope := (loss(v+h) - loss(v-h)) / (2 * h)
				m.W.Data[e] = v
				what := fmt.Sprintf("class %d of %d: ∂ℓ/∂W[%d, %d]", class, classes, e/4, e%4)
				wantNear(t, what, g.Data[e], slope, 30*h*h+100*eps/h)
			}
			for seed := range uint64(50) {
				other, _ := randomSoftmax(random(100+seed), classes, 4)
				tangent := m.Loss(x, class) + Dot(g.Data, difference(other.W.Data, m.W.Data))
				wantBelow(t, "a tangent plane", tangent, other.Loss(x, class)+1e-12)
			}
		}
	})
}

// [predicted ≠ y] ≤ ℓ/ln 2, where ℓ = ln(1 + Σ exp(sₖ − s_c)) by (log loss). If
// another class has a score as large, a term of the sum is at least 1, so
// ℓ ≥ ln 2. In any case ℓ ≥ 0. Of equal scores the first class is predicted.
//
// All scores of a few integers are tried, for up to five classes. ℓ and the p
// of (softmax) are as they are printed, and the exponentials round a few times.
func TestLogLossBoundsTheZeroOneLoss(t *testing.T) {
	for classes := 1; classes <= 5; classes++ {
		for _, s := range tuples(classes, -2, 0, 1, 3) {
			w := mapped(s, func(v float64) row { return row{v, -v} })
			m, p, total := Softmax{FromRows(w)}, row{2, 1}, sum(mapped(s, math.Exp))
			first, probability := slices.Index(s, slices.Max(s)), m.Probabilities(p)
			wantEqual(t, fmt.Sprint("class predicted of scores ", s), m.Predict(p), first)
			for class := range classes {
				loss, mistake := m.Loss(p, class), float64(b2i(class != first))
				what := fmt.Sprintf("of class %d of scores %g", class, s)
				wantNear(t, "p "+what, probability[class], math.Exp(s[class])/total, 32*eps)
				wantNear(t, "ℓ "+what, loss, math.Log(total)-s[class], 32*eps)
				claim(t, loss >= mistake*math.Ln2*(1-4*eps), "ℓ %s = %g < ln 2", what, loss)
			}
		}
	}
}

// With two classes, let w = w₁ − w₂, and let y be +1 for the first. Then ℓ is
// Logistic of the margin, p is Sigmoid of it, and the prediction is the sign of
// ⟨w, x⟩. A step on W moves w twice as far as a step on Logistic. Scores of
// size 10 round at 10⁻¹⁵.
func TestTwoClassesAreLogisticRegression(t *testing.T) {
	eachSeed(t, 0, 40, func(t *testing.T, r *rand.Rand) {
		m, x := randomSoftmax(r, 2, 3)
		f := Dot(difference(m.W.Row(0), m.W.Row(1)), x)
		for class, y := range []float64{1, -1} {
			wantNear(t, "ℓ", m.Loss(x, class), Logistic(y*f), 1e-14)
			wantNear(t, "p", m.Probabilities(x)[class], Sigmoid(y*f), 1e-14)
			g := m.Gradient(x, class)
			wantVector(t, "∂ℓ/∂w", difference(g.Row(0), g.Row(1)), scaled(x, -2*y*Sigmoid(-y*f)),
				1e-13)
		}
		wantEqual(t, "class", m.Predict(x), b2i(f < 0))
	})
}

// A zero is a source of zeros.
type zero struct{}

func (zero) Uint64() uint64 { return 0 }

// After many draws, the share of each class is its probability, up to five
// deviations. A class of probability 0 is never drawn, even if the source says
// 0. Without a source, Sample would draw the same class each time.
//
// PredictAll predicts like Predict, also in parallel. It predicts −1 for NaN.
func TestSampleDrawsByTheProbabilities(t *testing.T) {
	const times = 20000
	m, x := randomSoftmax(random(1033), 4, 200)
	x, r := scaled(x, 0.05), random(1034)
	p, count := m.Probabilities(x), make(row, 4)
	for range times {
		count[m.Sample(x, r)]++
	}
	for k, drawn := range count {
		what := fmt.Sprintf("draws of class %d", k)
		wantNear(t, what, drawn/times, p[k], 5*math.Sqrt(p[k]/times))
	}
	never := Softmax{mat(row{-1e4}, row{0})}
	wantEqual(t, "class for u = 0", never.Sample(row{1}, rand.New(zero{})), 1)

	xs := vectors(1037, 2000, 200)
	xs[3][5] = nan
	classes := m.PredictAll(xs)
	claim(t, slices.Equal(classes, mapped(xs, m.Predict)) && classes[3] == -1, "%v", classes)
}

// The printed steps are wₖ −= η(pₖ − [k = yᵢ])xᵢ for the points drawn, from
// W = 0. A hundred steps of size 1 round at 10⁻¹⁵ each. With the point 1 alone,
// a step has p = (½, ½) by (softmax), and by (row gradient) moves W by (½, −½).
// The next has p₂ = 1/(1 + e), and moves W by (p₂, −p₂): few operations.
func TestSoftmaxSGDIsThePrintedProcedure(t *testing.T) {
	x, class := vectors(1035, 10, 3), []int{0, 1, 2, 0, 1, 2, 2, 1, 0, 0}
	m := Softmax{NewMatrix(3, 3)}
	for s, i := range draws(9, len(x), 100) {
		axpy(-0.3, m.Gradient(x[i], class[i]).Data, m.W.Data)
		got := must(SoftmaxSGD(x, class, 3, 0.3, s+1, random(9)))(t)
		wantVector(t, fmt.Sprintf("W after %d steps", s+1), got.W.Data, m.W.Data, 1e-13)
	}
	one, w := must(SoftmaxSGD([]row{{1}}, []int{0}, 2, 1, 2, nil))(t), 0.5+1/(1+math.Exp(1))
	wantVector(t, "W of one point", one.W.Data, row{w, -w}, 8*eps)
}

// # Part VI: practice. Several classes

// A Multiclass has no training of its own. Each of its machines is the one that
// train makes of two classes, or of one class and the rest. Its scores are the
// values of the machines, or the numbers of pairs that each class wins.
// ScoresAll may add in another order, but a value has at most 60 terms of size
// 2.
func TestSeveralClassesAreSeveralMachines(t *testing.T) {
	x, classes := vectors(1100, 60, 2), []string{"a", "b", "c", "d"}
	label := each(60, func(i int) string { return classes[i%4] })
	train := Trainer[row](Gaussian{0.5}, Options{C: 2})
	pairs := [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}
	for _, m := range []*Multiclass[row, string]{must(OneVsRest(x, label, train))(t),
		must(OneVsOne(x, label, train))(t)} {
		rest := m.Pairs == nil
		need(t, slices.Equal(m.Classes, classes) && (rest && len(m.Models) == 4 ||
			slices.Equal(m.Pairs, pairs) && len(m.Models) == 6), "%v, pairs %v", m, m.Pairs)
		for k, got := range m.Models {
			y := each(60, func(i int) float64 { // 0 if a class has no part in machine k
				if rest {
					return float64(2*b2i(i%4 == k) - 1)
				}
				return float64(b2i(i%4 == pairs[k][0]) - b2i(i%4 == pairs[k][1]))
			})
			want := must(train(pick(x, nonzero(y)), pick(y, nonzero(y))))(t)
			same := slices.Equal(want.Alpha, got.Alpha) && want.B == got.B
			claim(t, same, "machine %d differs", k)
		}
		all := m.ScoresAll(x)
		for i, p := range x {
			scores := make(row, 4)
			for k, f := range m.Models {
				if rest {
					scores[k] = f.Value(p)
				} else {
					scores[pairs[k][b2i(f.Value(p) < 0)]]++
				}
			}
			wantVector(t, "scores", m.Scores(p), scores, 0)
			wantVector(t, "scores, of all points", all[i], scores, 120*64*eps)
			most := scores[slices.Index(classes, m.Predict(p))]
			wantEqual(t, "score of the class that is predicted", most, slices.Max(scores))
		}
	}
	wantVector(t, "balanced weights", BalancedWeights([]int{1, 2, 1, 3}),
		row{2. / 3, 4. / 3, 2. / 3, 4. / 3}, 4*eps)
}

// For fewer than 16 points, ScoresAll returns the scores of Scores, bit for
// bit, unless the kernel may be slow. Predictor finds the support vectors that
// machines share once, of whatever kernel the machines are. A score has at most
// 60 terms of size 100. For Linear, the terms of w are the same too, and so are
// the bits.
func TestAPredictorAndFewPointsHaveTheScoresOfScores(t *testing.T) {
	x, label := threeClouds(random(1113), 60)
	for _, k := range vectorKernels() {
		train := func(x []row, y row) (*Model[row], error) {
			m, err := SMO(k, x, y, Options{C: 2, MaxIter: 1000})
			return m, errorUnless(err == nil || leavesModel(err), "%w", err)
		}
		m := must(OneVsRest(x, label, train))(t)
		predict, all := m.Predictor(), m.ScoresAll(x[:15])
		const tol = 60 * 100 * 64 * eps
		for i, p := range x[:15] {
			want := m.Scores(p)
			class, scores, _ := predict(p)
			wantVector(t, fmt.Sprint(k, ": scores by a Predictor"), scores, want,
				tol*float64(b2i(!isLinear(k))))
			wantEqual(t, "its class", class, m.Predict(p))
			other := isLinear(k) || prepare(k, x).slow
			wantVector(t, "scores of few points", all[i], want, tol*float64(b2i(other)))
		}
	}
}

// Equal scores go to the first class. NaN loses wherever it stands. A value of
// 0 is +1, so a machine that is 0 votes for the first class of its pair. Here
// machines are constants. In the last row a beats b, c beats a, and b beats c.
func TestTiesGoToTheFirstClassPointByPointAndByBlocks(t *testing.T) {
	for _, tt := range []struct {
		values row // one per class, or one per pair
		pairs  [][2]int
		want   string
	}{
		{row{0, 0, 0}, nil, "a"}, {row{1, 2, 2}, nil, "b"}, {row{nan, 5, 3}, nil, "b"},
		{row{5, nan, 3}, nil, "a"}, {row{nan, nan, nan}, nil, "a"},
		{row{1, -1, 0}, [][2]int{{0, 1}, {0, 2}, {1, 2}}, "a"},
	} {
		models := mapped(tt.values, func(b float64) *Model[row] {
			return &Model[row]{Expansion: function{B: b}}
		})
		m, x := Multiclass[row, string]{[]string{"a", "b", "c"}, models, tt.pairs}, row{1, 2}
		class, _, _ := m.Predictor()(x)
		got := [4]string{m.Predict(x), m.PredictAll([]row{{}, x})[1],
			m.PredictAll(make([]row, 20))[19], class}
		wantEqual(t, fmt.Sprint("classes of ", tt.values), got,
			[4]string{tt.want, tt.want, tt.want, tt.want})
		wantEqual(t, "classes of no points", len(m.PredictAll(nil)), 0)
	}
}

// # Part VI: choosing, scaling, probabilities

// The points of a class are dealt to the folds like cards, and the next class
// begins where the last one ended. Therefore every point is in one fold, and
// two folds differ by at most one point, in all and in each class.
func TestFoldsAreAStratifiedPartition(t *testing.T) {
	eachSeed(t, 1103, 100, func(t *testing.T, r *rand.Rand) {
		n := 2 + r.IntN(50)
		label, folds := each(n, func(int) int { return r.IntN(4) }), 2+r.IntN(n-1)
		parts := must(Folds(label, folds, r))(t)
		all := slices.Concat(parts...)
		slices.Sort(all)
		need(t, len(parts) == folds && slices.Equal(all, upTo(n)) && !slices.ContainsFunc(parts,
			func(p []int) bool { return !slices.IsSorted(p) }), "%d folds: %v", folds, parts)
		for class := -1; class < 4; class++ { // −1: all
			count := mapped(parts, func(p []int) int {
				in := func(l int) bool { return class < 0 || label[p[l]] == class }
				return len(indicesWhere(len(p), in))
			})
			apart := slices.Max(count) - slices.Min(count)
			claim(t, apart <= 1, "class %d: %v points in the folds", class, count)
		}
	})
	deal := func(r *rand.Rand) string { return fmt.Sprint(must(Folds(make([]int, 20), 4, r))(t)) }
	claim(t, deal(random(1)) == deal(random(1)) && deal(random(1)) != deal(random(2)) &&
		deal(nil) == deal(nil), "a seed deals two ways, or two seeds alike")
	refused(t, "want 2 to 20", alone(Folds(make([]int, 20), 1, nil)),
		alone(Folds(make([]int, 20), 21, nil)))
	refused(t, "no points", alone(Folds([]int{}, 2, nil)))
}

// Each fold is held out once, and fit sees the others, in order, and may change
// its slices. HeldOut puts each value in the place of its point. CrossValidate
// counts the values that are right. If a fold fails, there is no accuracy, and
// the error comes from the first that fails. Of 90 points the last of 7 folds
// has 12, and the others have 13.
func TestCrossValidationIsTheLoopOverItsFolds(t *testing.T) {
	type predictor = func(xs []row) []string
	const folds = 7
	x, label := threeClouds(random(1104), 90)
	fit := func(x []row, label []string) (predictor, error) {
		m := must(OneVsOne(x, label, Trainer[row](Gaussian{0.3}, Options{})))(t)
		x[0], label[0] = nil, "" // fit may change them
		return m.PredictAll, nil
	}
	want, parts := make([]string, len(x)), must(Folds(label, folds, random(3)))(t)
	for f, part := range parts {
		others := slices.Concat(slices.Delete(slices.Clone(parts), f, f+1)...)
		slices.Sort(others)
		predict := must(fit(pick(x, others), pick(label, others)))(t)
		for l, predicted := range predict(pick(x, part)) {
			want[part[l]] = predicted
		}
	}
	right := len(indicesWhere(len(x), func(i int) bool { return want[i] == label[i] }))
	need(t, right >= 70 && right < 90, "the test is empty: %d of 90 right", right)
	failing := func(missing int) error { // in the last fold by itself, or in all
		fit := func(x []row, _ []string) (predictor, error) {
			if len(x) == 78 {
				return nil, errors.New("svm: too hard")
			}
			return func(xs []row) []string { return make([]string, len(xs)-missing) }, nil
		}
		return alone(CrossValidate(x, label, folds, nil, fit))
	}
	for _, procs := range []int{1, 4} {
		onProcessors(procs, func() {
			got := must(CrossValidate(x, label, folds, random(3), fit))(t)
			values := must(HeldOut(x, label, folds, random(3), fit))(t)
			claim(t, got == float64(right)/90 && slices.Equal(values, want),
				"%d processors: accuracy %g, values %v, want %v", procs, got, values, want)
			refused(t, "too hard (without fold 7 of 7)", failing(0))
			refused(t, "12 values for 13 points (without fold 1 of 7)", failing(1))
		})
	}
}

// If fit returns its function beside ErrNotConverged or ErrNotConvex, all
// values stand beside the error of the first such fold. Any other error ends
// the work, wherever it comes, as does ErrStopped, since what Trace has ended
// is no result of a search, and so does a function that is nil. With one step
// of pairs the machines of Classifier are poor, and still better than a coin.
func TestASearchGoesOnWhereMachinesHaveNotConverged(t *testing.T) {
	x, y := overlapping(random(1106), 60, 2, 3)
	parts, late, fatal := must(Folds(y, 5, nil))(t), ErrNotConverged, errors.New("svm: too hard")
	values := func(errs ...error) ([]int, error) { // the error of fold f is errs[f]
		fit := func(others []int, _ []float64) (func(xs []int) []int, error) {
			left := func(part []int) bool { return !slices.Contains(others, part[0]) }
			return func(xs []int) []int { return xs }, errs[slices.IndexFunc(parts, left)]
		}
		return HeldOut(upTo(60), y, 5, nil, fit)
	}
	got, err := values(nil, nil, late, ErrNotConvex, nil)
	claim(t, slices.Equal(got, upTo(60)), "values %d", got)
	refused(t, "not converged (without fold 3 of 5)", err)
	refused(t, "too hard (without fold 4 of 5)", alone(values(late, nil, nil, fatal, nil)))
	got, err = values(late, nil, ErrStopped, nil, nil)
	claim(t, got == nil && errors.Is(err, late), "%d values of a stopped search", len(got))
	refused(t, "not converged: stopped (without fold 3 of 5)", err)
	none := func([]row, []float64) (func([]row) []float64, error) { return nil, late }
	refused(t, "not converged (without fold 1 of 5)", alone(HeldOut(x, y, 5, nil, none)),
		alone(CrossValidate(x, y, 5, nil, none)))
	train := Trainer[row](Linear{}, Options{MaxIter: 1})
	accuracy, err := CrossValidate(x, y, 5, nil, classifier[float64](train))
	claim(t, errors.Is(err, late) && 0.5 < accuracy && accuracy < 1, "%g, %v", accuracy, err)
	refused(t, "after 1 steps: MaxIter = 1", err)
}

// On the training points the mean is 0 and the variance 1. A feature that is
// constant becomes 0, and so does every feature of a single point. A value
// about 10⁶ with deviation 3 is known to 2⁻³⁴ of a deviation. Without Mean a
// Standardizer only divides, so that zeros stay. A deviation of 0 makes 0, even
// if the difference overflows.
func TestAStandardizerSubtractsAndDivides(t *testing.T) {
	x := vectors(1105, 50, 4)
	for i, p := range x {
		x[i] = row{1e6 + 3*p[0], p[1] * 1e-200, 7, p[3] * 1e49}
	}
	s := must(Standardize(x))(t)
	for j, z := range FromRows(s.ApplyAll(x)).T().rows() {
		wantVector(t, fmt.Sprintf("feature %d: mean, variance", j),
			row{sum(z) / 50, Dot(z, z) / 50}, row{0, float64(b2i(j != 2))}, 1e-9)
	}
	one := row{3, -1e50}
	wantVector(t, "one point", must(Standardize([]row{one}))(t).Apply(one), row{0, 0}, 0)

	p, middle, deviation := row{-1.5, 8, 0, 1.7e308}, row{0.5, 4, 2, -1.7e308}, row{2, 0.5, 4, 0}
	for _, tt := range []struct {
		s    Standardizer
		want row
	}{
		{Standardizer{middle, deviation}, row{-1, 8, -0.5, 0}},
		{Standardizer{Deviation: deviation}, row{-0.75, 16, 0, 0}},
		{Standardizer{Mean: row{0.5, 4, 2, 0}}, row{-2, 4, -2, 1.7e308}}, {Standardizer{}, p},
	} {
		for _, z := range []row{tt.s.Apply(p), tt.s.ApplyAll([]row{p})[0]} {
			wantVector(t, fmt.Sprintf("z of %g", tt.s), z, tt.want, 0)
			claim(t, &z[0] != &p[0], "no copy")
		}
	}
}

// The mean of x₀ + Σ(xᵢ − x₀)/n is off by e, at most (n + 2)(1 + √n)ε·σ and ε
// of itself: |xᵢ − x₀| is at most σ + |x₀ − μ| in the mean, and |x₀ − μ| at
// most √n·σ, as (x₀ − μ)²/n ≤ σ². The second walk adds up n differences of size
// √(σ² + e²) in the mean, and rounds by (n + 2)ε times this. One rounding of
// the sum is left. The deviation, from n squares whose mean is σ² + e², is off
// by 2(n + 5)ε of itself while e ≤ σ/10. The points are 10⁰ to 10¹² deviations
// from the origin, and the first may be an outlier. The exact values are those
// of 300 bits.
//
// Why a second walk? If all points but the first are equal, so are all
// differences from it. Many additions in turn then round the same way, and
// their errors add up: without the correction of the second walk, the mean of
// 0.1 and 9,999 zeros is off by 14 times the bound.
func TestStandardizeIsExactToRoundingFarFromTheOrigin(t *testing.T) {
	check := func(t *testing.T, v row) {
		t.Helper()
		s := must(Standardize(column(v)))(t)
		exact := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
		n := float64(len(v))
		total, squares, count := exact(0), exact(0), exact(n)
		for _, u := range v {
			total.Add(total, exact(u))
		}
		exactMean := exact(0).Quo(total, count)
		for _, u := range v {
			d := exact(0).Sub(exact(u), exactMean)
			squares.Add(squares, exact(0).Mul(d, d))
		}
		sigma, _ := exact(0).Sqrt(exact(0).Quo(squares, count)).Float64()
		off, _ := exact(0).Sub(exact(s.Mean[0]), exactMean).Float64()
		limit := (n+3)*eps*sigma + 2*eps*math.Abs(s.Mean[0])
		claim(t, math.Abs(off) <= limit, "mean %g of %g points off by %g, want at most %g",
			s.Mean[0], n, off, limit)
		wantNear(t, "deviation", s.Deviation[0], sigma, 2*(n+5)*eps*sigma)
	}
	eachSeed(t, 1, 40, func(t *testing.T, r *rand.Rand) {
		far := math.Pow(10, float64(r.IntN(13)))
		v := each(2+r.IntN(400), func(int) float64 { return far + r.NormFloat64() })
		v[0] += float64(r.IntN(2)) * 100
		check(t, v)
	})
	check(t, append(row{0.1}, make(row, 9999)...))
	for _, c := range []float64{0.1, 1e9 + 0.3, -1e50} { // constant: exactly 0
		s := must(Standardize(column(scaled(ones(1001), c))))(t)
		wantVector(t, "constant", row{s.Mean[0], s.Deviation[0]}, row{c, 0}, 0)
	}
}

// A plane with the map in w and b rounds by 2(d + 2)ε·Σ |wⱼμⱼ/σⱼ| more than
// that of the scaled points, which for points 10¹² deviations from the origin
// would be 10⁻³ of Σ |wⱼ|. Where the mean of |μⱼ/σⱼ| is above 10⁴ the mean is
// subtracted first, and no value is off by more than 10ε·10⁴·Σ |wⱼ|, and
// 10ε·20·Σ |wⱼ| for |zⱼ| ≤ 10 itself.
func TestAScaledPlaneIsRightFarFromTheOrigin(t *testing.T) {
	x, y := overlapping(random(79), 60, 3, 1)
	for _, far := range []float64{0, 1e3, 1e6, 1e9, 1e12, 1e15} {
		moved := Standardizer{Mean: scaled(ones(3), -far)}.ApplyAll(x)
		m := must(SMO(Linear{}, moved, y, Options{Scale: true}))(t)
		z := m.Scale.ApplyAll(moved)
		w := combination(m.Points, m.Coef)
		most := 10 * eps * (1e4 + 20) * sumAbs(w)
		predict := m.Predictor()
		for i, v := range m.Values(moved) {
			want := Dot(w, z[i]) + m.B
			wantNear(t, fmt.Sprintf("far %g: f(x[%d])", far, i), v, want, most)
			wantEqual(t, "Value", m.Value(moved[i]), v)
			wantEqual(t, "Predictor", must(predict(moved[i]))(t), v)
			slack := m.Slack[i]
			claim(t, y[i]*v >= 1-slack-1e-9, "far %g: yf = %g, slack %g", far, y[i]*v, slack)
		}
	}
}

// The function that Predictor returns says what Value says, up to rounding, and
// for what CheckPoint refuses NaN and the same error. Several goroutines call
// it: the race detector would see what they share.
func TestAPredictorSaysWhatValueAndCheckPointSay(t *testing.T) {
	x, y := overlapping(random(80), 50, 12, 1)
	user := KernelFunc[row](func(a, b row) float64 { return 1 + a[0]*b[0] })
	for _, k := range []Kernel[row]{Linear{}, &Linear{}, Gaussian{0.1}, Cosine{},
		Sum[row]{Linear{}, Gaussian{1}}, user} {
		for _, o := range []Options{{}, {Scale: true}} {
			m := must(SMO(k, x, y, o))(t)
			predict, want := m.Predictor(), m.Values(x)
			got := make(row, len(x))
			shareAtMost(len(x), len(x), inf, func(i int) { got[i], _ = predict(x[i]) })
			wantVector(t, fmt.Sprintf("%v: values", k), got, want, 1e-11*(1+m.Certificate.SumAlpha))
			for _, p := range []row{x[0][:11], slices.Concat(row{nan}, x[0][1:]), {1e51, 2}} {
				f, err := predict(p)
				wantEqual(t, "error", fmt.Sprint(err), fmt.Sprint(m.CheckPoint(p)))
				claim(t, math.IsNaN(f) == (err != nil), "f = %g, error %v", f, err)
			}
		}
	}
	texts := []string{"abab", "baba", "cdcd", "dc"}
	m := must(SMO(Kernel[string](Substrings{}), texts, row{1, 1, -1, -1}, Options{}))(t)
	wantEqual(t, "of a text", must(m.Predictor()("bab"))(t), m.Value("bab"))
	zero, err := (&Expansion[string]{B: 3}).Predictor()("any")
	claim(t, zero == 3 && err == nil, "of no points %g, %v", zero, err)
}

// searched are three classes of 90 points, with the folds of random(5), and a
// Grid of five kernels and three C.
func searched() (x []row, label []string, g Grid[row]) {
	x, label = threeClouds(random(1104), 90)
	return x, label, Grid[row]{Kernels: Gaussians(0.01, 0.1, 1, 10, 100), C: row{0.1, 1, 10},
		Folds: 4, Rand: random(5), Options: Options{Balance: true}}
}

// For every kernel f ignores a feature of deviation 0, whatever it is. Doors
// refuse NaN and ∞.
func TestAFeatureThatWasConstantInTrainingIsIgnored(t *testing.T) {
	for _, l := range listedKernels() {
		k, ok := l.k.(Kernel[row])
		if !ok {
			continue
		}
		ignores := &Standardizer{row{1, 5, 0}, row{2, 0, 3}} // the second feature
		f := &Expansion[row]{k, []row{{1, 0, -1}, {-2, 0, 0.5}}, row{2, -1}, 0.25, ignores}
		want := f.Value(row{3, 5, 4})
		for _, v := range []float64{nan, inf, -inf, 1e300} {
			p := row{3, v, 4}
			wantVector(t, fmt.Sprintf("%v: values at %g", k, p),
				row{f.Value(p), f.Values([]row{p})[0]}, row{want, want}, 1e-12)
			wantVector(t, "labels", append(f.PredictAll([]row{p}), f.Predict(p)),
				row{sign(want), sign(want)}, 0)
			_, err := f.Predictor()(p)
			refused(t, "point[1] = ", err, f.CheckPoint(p))
		}
	}
}

// Options.Scale has one check. Only vectors can be scaled, by whatever door
// they come. Vectors of a user's kernel, too, must then have one length, also a
// point of weight 0. What Scale gives is checked by Check, and a point for it
// by CheckPoint, although a user's kernel takes vectors of any length. Divided
// by a tiny deviation, a point may be out of range or ∞.
func TestWhatCannotBeScaledIsRefusedAtEachDoor(t *testing.T) {
	y, o := row{1, -1, 1, -1}, Options{Scale: true, Weights: row{1, 1, 0, 1}}
	refusedScale(t, "string", Kernel[string](Substrings{}), strings.Fields("a b c d"), y, o)
	refusedScale(t, "int", Kernel[int](Precomputed{diagonal(ones(4))}), upTo(4), y, o)
	type own struct{ a float64 }
	refusedScale(t, "svm.own", Kernel[own](Constant[own](1)), make([]own, 4), y, o)
	first := KernelFunc[row](func(a, b row) float64 { return 1 + a[0]*b[0] })
	for words, p := range map[string]row{
		"x[2] has 1 features, x[0] has 2": {1}, "x[2][1] = NaN": {1, nan},
	} {
		x := []row{{1, 2}, {3, 4}, p, {7, 5}}
		refused(t, words, alone(SMO(first, x, y, o)), alone(DualQP(first, x, y, o)),
			alone(DualProgram(first, x, y, o)), alone(PrimalProgram(x, y, o)),
			alone(NewModel(first, x, y, ones(4), 0, o)), alone(Fit(first, x, y, o)))
	}
	m := must(Fit(first, []row{{1, 2}, {3, 4}, {2, 2}, {7, 5}}, y, o))(t)
	f := &m.Models[0].Expansion
	point := func(words string, x row) { // by each door for a new point
		class, scores, err := m.Predictor()(x)
		refused(t, words, alone(class, scores, err), f.CheckPoint(x), m.Models[0].CheckPoint(x),
			m.CheckPoint(x))
	}
	point("a point of 1 features, want 2", row{1})
	point("point[1] = NaN", row{1, nan})
	point("point[0] = 1e+300, want at most 1e50 in size", row{1e300, 1})
	refused(t, "svm: a point of 1 features, want 2", panics(func() { f.Value(row{1}) })...)
	refused(t, "the format has no Scale", WriteLIBSVMModel(io.Discard, f))
	f.Scale = &Standardizer{row{1, 0}, row{1e-50, 1}}
	const tooLittle = "scaled point[0] = 1e+60, want at most 1e50 in size: Scale divides by too"
	point(tooLittle, row{1 + 1e10, 1})
	f.Scale = &Standardizer{row{1, 0}, row{1e-300, 1}}
	point("scaled point[0] = +Inf, want a finite number", row{1e10, 1})
	succeed(t, cmp.Or(m.CheckPoint(row{1, 1}), m.Check()))
	f.Scale = &Standardizer{Deviation: row{1, -1}}
	refused(t, "Deviation[1] is negative ... (Models[0])", m.Check())
	f.Scale = &Standardizer{Mean: ones(3)}
	refused(t, "Scale of 3 features for points of 2", f.Check())
	text := Expansion[string]{Substrings{}, []string{"a"}, row{1}, 0, &Standardizer{}}
	refused(t, "Scale for points of type string", text.Check())
	// Each machine of several classes may have a Scale of its own, or none.
	anyLength := &Model[row]{Expansion: function{Kernel: first}}
	vectors := &Model[row]{Expansion: function{Linear{}, []row{{1, 2}}, row{1}, 0, &Standardizer{}}}
	several := &Multiclass[row, float64]{Models: []*Model[row]{anyLength, vectors}}
	refused(t, "a point of 1 features, want 2", several.CheckPoint(row{1}))
	succeed(t, several.CheckPoint(row{1e10, 1}))
}

// refusedScale wants the same refusal of points of this type at each door.
func refusedScale[X any](t *testing.T, name string, k Kernel[X], x []X, y row, o Options) {
	t.Helper()
	g := Grid[X]{Kernels: []Kernel[X]{k}, C: row{1}, Folds: 2, Options: o}
	refused(t, "Scale for points of type "+name, alone(SMO(k, x, y, o)), alone(DualQP(k, x, y, o)),
		alone(DualProgram(k, x, y, o)), alone(NewModel(k, x, y, ones(4), 0, o)),
		alone(Certify(k, x, y, ones(4), 0, o)),
		alone(Fit(k, x, y, o)), alone(OneVsRest(x, y, Trainer(k, o))),
		alone(CrossValidate(x, y, 2, nil, Classifier[float64](k, Options{Scale: true}))),
		alone(Search(x, y, g)))
}

// Scale leaves the zeros of a feature that is 0 at half of the points or more,
// whose mean is then at most its deviation in size, with equality for a feature
// of 0 and 1 that is 0 at just half of them. A Gaussian does not see the mean,
// and for Linear b takes it up: f is that of points of mean 0.
func TestScaleLeavesTheZerosOfAFeatureThatIsMostlyZero(t *testing.T) {
	for _, n := range []int{30, 31} {
		r, y := random(1), each(n, func(i int) float64 { return float64(1 - i%2*2) })
		x := each(n, func(i int) row {
			return row{float64(i % 2), 0, y[i] + 3 + r.NormFloat64(), 0}
		})
		for i, p := range r.Perm(n) { // the number of zeros: (n+1)/2, one less, none, n − 2
			x[p][1] = float64(min(1, i/((n-1)/2))) * (5 + r.ExpFloat64())
			x[p][3] = float64(min(1, i/(n-2))) * r.NormFloat64()
		}
		s := must(Standardize(x))(t)
		for _, j := range []int{0, 3} {
			claim(t, math.Abs(s.Mean[j]) <= s.Deviation[j]*(1+10*eps),
				"feature %d: mean %g, deviation %g", j, s.Mean[j], s.Deviation[j])
		}
		for _, k := range []Kernel[row]{Linear{}, Gaussian{0.5}} {
			own := must(SMO(k, x, y, Options{Scale: true, Tol: 1e-9}))(t)
			wantVector(t, "mean", own.Scale.Mean, row{0, s.Mean[1], s.Mean[2], 0}, 0)
			wantVector(t, "deviation", own.Scale.Deviation, s.Deviation, 0)
			hand := must(SMO(k, s.ApplyAll(x), y, Options{Tol: 1e-9}))(t)
			wantVector(t, "values", own.Values(x), hand.Values(s.ApplyAll(x)), 1e-6)
		}
	}
}

// By whatever door, the machine is that of points and weights by hand: scaled
// by the Standardizer of the points that have a weight, with weights that are
// multiplied by those of BalancedWeights of the labels that have one. Hence two
// points of weight 0, far away and of one label, count for neither. SMO has the
// same bits by hand, but for the roundings of the products of weights. The
// other solvers leave w some 10⁻⁶ apart, and this times ‖x‖, at most 10, is
// 10⁻⁵. All pairs of classes share one Standardizer.
func TestEachDoorScalesAndWeighsByThePointsThatCount(t *testing.T) {
	x, y := overlapping(random(78), 30, 2, 2)
	for i, p := range x {
		x[i] = row{100 * p[0], 5 + p[1]}
	}
	x, y = append(x, row{1e5, 0}, row{-1e5, 1e3}), append(y, 1, 1)
	type k = Kernel[row]
	scaledBy := func(o Options) []row {
		if !o.Scale {
			return x
		}
		return must(Standardize(x[:30]))(t).ApplyAll(x)
	}
	of := func(m *Model[row], sign float64) row { return scaled(m.Values(x[:30]), sign) }
	doors := map[string]func(k k, o Options) row{
		"SMO":    func(k k, o Options) row { return of(must(SMO(k, x, y, o))(t), 1) },
		"DualQP": func(k k, o Options) row { return of(must(DualQP(k, x, y, o))(t), 1) },
		"NewModel": func(k k, o Options) row {
			m := must(SMO(k, x, y, o))(t)
			return of(must(NewModel(k, x, y, m.Alpha, m.B, o))(t), 1)
		},
		"Fit": func(k k, o Options) row { // says +1 for the first class, −1
			return of(must(Fit(k, x, y, o))(t).Models[0], -1)
		},
		"OneVsOne": func(k k, o Options) row {
			return of(must(OneVsOne(x, y, Trainer(k, o)))(t).Models[0], -1)
		},
		"OneVsRest": func(k k, o Options) row {
			return of(must(OneVsRest(x, y, Trainer(k, o)))(t).Models[0], -1)
		},
		"DualProgram": func(k k, o Options) row {
			s := must(must(DualProgram(k, x, y, o))(t).Solve())(t)
			return of(must(NewModel(k, x, y, s.X, s.Eq[0], o))(t), 1)
		},
		"PrimalQP": func(k k, o Options) row {
			h, _ := must2(PrimalQP(x, y, o))(t)
			return h.Values(x[:30])
		},
		"PrimalProgram": func(k k, o Options) row { // its plane is that of the scaled points
			s := must(must(PrimalProgram(x, y, o))(t).Solve())(t)
			return Hyperplane{s.X[:2], s.X[2]}.Values(scaledBy(o)[:30])
		},
	}
	for _, k := range []Kernel[row]{Linear{}, Gaussian{0.5}} {
		for cell := range 8 {
			o := Options{C: 2, Tol: 1e-8, Scale: cell&1 > 0, Balance: cell&2 > 0}
			o.Weights = append(repeat(30, 1, 1+float64(cell/4)), 0, 0)
			z, hand := scaledBy(o), Options{C: 2, Tol: 1e-8, Weights: slices.Clone(o.Weights)}
			if !o.Scale && !isLinear(k) {
				continue // a unit matrix
			}
			if o.Balance {
				timesRow(hand.Weights[:30], BalancedWeights(y[:30]))
			}
			byHand, own := must(SMO(k, z, y, hand))(t), must(SMO(k, x, y, o))(t)
			same := slices.Equal(own.Alpha, byHand.Alpha) && own.B == byHand.B
			claim(t, same || cell >= 4 && o.Balance, "%v, %+v: other bits than by hand", k, o)
			for name, door := range doors {
				if isLinear(k) || !strings.HasPrefix(name, "Primal") {
					cell := fmt.Sprintf("%s, %v, %+v", name, k, o)
					wantVector(t, cell, door(k, o), byHand.Values(z[:30]), 1e-5)
				}
			}
		}
	}
	three, label := threeClouds(random(78), 30)
	z := must(Standardize(three))(t).ApplyAll(three)
	own := must(Fit(Gaussian{1}, three, label, Options{Scale: true}))(t)
	hand := must(Fit(Gaussian{1}, z, label, Options{}))(t)
	for j, m := range own.Models {
		wantVector(t, "values of a pair", m.Values(three), hand.Models[j].Values(z), 0)
	}
}

// A trial is CrossValidate with one kernel and C, a scale learned in each fold
// if it is asked for, and the weights of the points that train, of which a
// third are 0 and count for neither scale nor balance. Both take their kernel
// values from the same matrices, so that the counts are equal. n·D² is
// Σ nf(af − a)², with the nf points of fold f and its accuracy af.
func TestATrialIsCrossValidationByHand(t *testing.T) {
	t.Parallel()
	x, label, g := searched()
	g.Options.Weights = each(len(x), func(i int) float64 { return float64(i / 3 % 3) })
	parts := must(Folds(label, g.Folds, random(5)))(t)
	for _, g.Options.Scale = range []bool{false, true} {
		g.Rand = random(5)
		trials := must(Search(x, label, g))(t)
		wantEqual(t, "trials", len(trials), 15)
		for _, trial := range trials {
			fit := func(rows []int, label []string) (func([]int) []string, error) {
				var scale Standardizer
				if g.Options.Scale {
					counted := nonzero(pick(g.Options.Weights, rows))
					scale = must(Standardize(pick(x, pick(rows, counted))))(t)
				}
				k := Precomputed{must(Gram(trial.Kernel, scale.ApplyAll(x)))(t)}
				return classifier[string](func(rows []int, y []float64) (*Model[int], error) {
					weights := pick(g.Options.Weights, rows)
					return SMO(k, rows, y, Options{C: trial.C, Weights: weights, Balance: true})
				})(rows, label)
			}
			predicted := must(HeldOut(upTo(len(x)), label, g.Folds, random(5), fit))(t)
			accuracy, square := agreeing(predicted, label)/90, 0.0
			for _, part := range parts {
				size := float64(len(part))
				miss := agreeing(pick(predicted, part), pick(label, part))/size - accuracy
				square += size / 90 * miss * miss
			}
			claim(t, trial.Accuracy == accuracy && near(trial.Deviation, math.Sqrt(square), 1e-7) &&
				trial.Err == nil, "%v, by hand %g ± %g", trial, accuracy, math.Sqrt(square))
		}
		accuracies := mapped(trials, func(v Trial[row]) float64 { return v.Accuracy })
		sorted := slices.IsSortedFunc(accuracies, func(a, b float64) int {
			return cmp.Compare(b, a)
		})
		claim(t, sorted && len(slices.Compact(accuracies)) > 5,
			"the best is not first:\n%v", trials)
	}
}

// Each kernel is tried with all C, in the order of the lists, on any number of
// processors. If After says no, or Trace, which counts the trainings, the
// trials so far are those of which After was told: a beginning of the list.
func TestASearchReturnsTheTrialsSoFarWhenItIsStopped(t *testing.T) {
	t.Parallel()
	x, label, g := searched()
	var told Trials[row]
	run := func(procs, trials, steps int) (sorted Trials[row], err error) {
		var left atomic.Int64
		left.Store(int64(steps))
		g.Rand, told = random(5), nil
		g.Options.Trace = func(Progress) bool { return left.Add(-1) >= 0 }
		g.After = func(v Trial[row]) bool {
			told = append(told, v)
			return len(told) < trials
		}
		onProcessors(procs, func() { sorted, err = Search(x, label, g) })
		return sorted, err
	}
	must(run(1, 99, 1e9))(t)
	all := told
	need(t, len(all) == 15, "%d trials", len(all))
	for i, v := range all {
		want := fmt.Sprint(g.C[i%3], g.Kernels[i/3])
		wantEqual(t, fmt.Sprint("trial ", i), fmt.Sprint(v.C, v.Kernel), want)
	}
	for _, procs := range []int{1, 5} {
		for _, stop := range [][2]int{{1, 1e9}, {7, 1e9}, {15, 1e9}, {99, 0}, {99, 1}, {99, 50},
			{99, 200}} {
			got, err := run(procs, stop[0], stop[1])
			what := fmt.Sprintf("%d processors, %d trials, %d steps", procs, stop[0], stop[1])
			refused(t, "svm: not converged: stopped", err)
			// Options may hold functions, which == refuses.
			same := fmt.Sprint([]Trial[row](told)) == fmt.Sprint([]Trial[row](all[:len(told)]))
			claim(t, errors.Is(err, ErrStopped) && errors.Is(err, ErrNotConverged) && same &&
				len(got) == len(told) && (len(told) == stop[0] || stop[0] == 99 && len(told) < 15),
				"%s: %v", what, got)
			if len(got) > 0 { // what says no does not stop a refit
				must(Fit(got[0].Kernel, x, label, got[0].Options))(t)
			}
		}
	}
}

// The machines of a kernel share one Gram matrix of n(n + 1)/2 values. An error
// stays with its trial: MaxIter leaves machines that count, and the classes'
// hulls touch for some kernel and C = ∞, which leaves none.
func TestTrialsShareAGramMatrixAndKeepTheirErrors(t *testing.T) {
	x, label, g := searched()
	var values atomic.Int64
	g.Kernels = append(g.Kernels[1:2:2], KernelFunc[row](func(a, b row) float64 {
		values.Add(1)
		return Gaussian{1}.Eval(a, b)
	}))
	must(Search(x, label, g))(t)
	wantEqual(t, "kernel values", values.Load(), 90*91/2)

	g.Kernels, g.C, g.Rand = []Kernel[row]{Linear{}, Gaussian{10}}, row{1, inf}, random(5)
	trials := must(Search(x, label, g))(t)
	worst := trials[3]
	claim(t, math.IsNaN(worst.Accuracy) && math.IsNaN(worst.Deviation) && worst.C == inf &&
		worst.Kernel == Kernel[row](Linear{}) && errors.Is(worst.Err, ErrNotSeparable) &&
		trials[2].Err == nil, "%v", trials)
	g.C = row{inf}
	g.Kernels = g.Kernels[:1]
	none, err := Search(x, label, g)
	claim(t, len(none) == 1 && errors.Is(err, ErrNotSeparable), "%v, %v", none, err)
	g.C, g.Options.MaxIter = row{100}, 1
	late := must(Search(x, label, g))(t)
	claim(t, late[0].Accuracy > 0.5 && errors.Is(late[0].Err, ErrNotConverged), "%v", late)

	claim(t, Trials[row](nil).String() == "" &&
		strings.HasSuffix(fmt.Sprint(late), "C = 100      a·b: "+late[0].Err.Error()), "%v", late)
}

// One point in ten is of class +1, and the clouds overlap. By accuracy the best
// machine gives up these few. With Balance each trial has the balanced accuracy
// of a Report, of predictions by hand.
func TestWithBalanceASearchChoosesByBalancedAccuracy(t *testing.T) {
	r := random(1260)
	y := each(100, func(i int) float64 { return sign(0.5 - float64(i%10)) })
	x := mapped(y, func(v float64) row { return row{v + r.NormFloat64(), r.NormFloat64()} })
	g := Grid[row]{Kernels: Gaussians(0.01, 0.3, 10), C: row{0.1, 1, 100},
		Options: Options{Balance: true}}
	trials := must(Search(x, y, g))(t)
	var best float64
	var accurate Report[float64]
	for _, v := range trials {
		fit := Classifier[float64](v.Kernel, Options{C: v.C, Balance: true})
		report := must(NewReport(nil, y, must(HeldOut(x, y, 5, nil, fit))(t)))(t)
		claim(t, near(v.Accuracy, report.Balanced, 16*eps), "%v, report %v", v, report)
		best = max(best, report.Balanced)
		if report.Accuracy > accurate.Accuracy {
			accurate = report
		}
	}
	claim(t, near(trials[0].Accuracy, best, 16*eps) && accurate.Balanced < 0.6 && best > 0.7,
		"best by accuracy:\n%v\nby balanced accuracy:\n%v", accurate, trials)
}

// Of three points of class 0 two are right, and one is taken for 1; so are both
// of class 1 and the one of class 2. Class 3 has no points, and nothing is
// taken for 2 or 3. A rate is then 0/0, and the balanced accuracy is the mean
// of 2/3, 1 and 0.
func TestAReportCountsWhatIsTakenForWhat(t *testing.T) {
	label, predicted := []int{0, 0, 0, 1, 1, 2}, []int{0, 1, 0, 1, 1, 1}
	r := must(NewReport([]int{0, 1, 2, 3}, label, predicted))(t)
	got := fmt.Sprint(r.Count.rows(), r.Precision, r.Recall, r.Support)
	want := fmt.Sprint([]row{{2, 1, 0, 0}, {0, 2, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}},
		row{1, 0.5, nan, nan}, row{2. / 3, 1, 0, nan}, row{3, 2, 1, 0})
	wantEqual(t, "counts and rates", got, want)
	wantVector(t, "F1 and accuracies", append(r.F1[:3:3], r.Accuracy, r.Balanced),
		row{4. / 5, 4. / 6, 0, 4. / 6, 5. / 9}, 4*eps)
	text := must(NewReport(nil, []string{"b", "a"}, []string{"b", "b"}))(t).String()
	wantEqual(t, "table", text, ""+
		"     precision  recall    F1  support  taken for  a  b\n"+
		"  a        NaN    0.00  0.00        1             0  1\n"+
		"  b       0.50    1.00  0.67        1             0  1\n"+
		"accuracy 0.500, balanced accuracy 0.500")
	refused(t, "label[5] = \"2\", predicted \"1\": want two of the 2 classes",
		alone(NewReport([]int{0, 1}, label, predicted)))
	refused(t, "label[0] = \"0\", predicted \"7\"", alone(NewReport([]int{0}, label[:1], []int{7})))
	refused(t, "predicted \"NaN\"", alone(NewReport(nil, row{1}, row{nan})))
	refused(t, "label[0] = NaN", alone(NewReport(nil, row{nan}, row{1})))
	refused(t, "5 predictions for 6 points", alone(NewReport(nil, label, predicted[:5])))
	refused(t, "no points", alone(NewReport(nil, label[:0], nil)))
}

// # Part VI: files and saved machines

// A line is a label and the features that are not 0, as index:value. The rows
// also hold what other programs write: a sign, spaces, tabs, empty lines, "\r"
// and comments. Numbers are read to the last bit, and a line may be long.
func TestReadLIBSVMReadsTheFormat(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		features   int
		x          []row
		y          row
	}{
		{"points", "1 1:2 3:-4.5\n-1 2:1e-3\n", 0, []row{{2, 0, -4.5}, {0, 1e-3, 0}}, row{1, -1}},
		{"a wider point later", "1 1:2\n\n-1 3:4\n", 0, []row{{2, 0, 0}, {0, 0, 4}}, row{1, -1}},
		{"only labels", "+1\n2\n", 2, []row{{0, 0}, {0, 0}}, row{1, 2}},
		{"space and comments", "# a comment\n\n3.5\t1:1   2:2 # and another 3:3\r\n  \r\n0 2:0\r\n",
			0, []row{{1, 2}, {0, 0}}, row{3.5, 0}},
		{"the last bit", "-1e300 1:-0 2:5e-324 3:1e50", 0, []row{{0, 5e-324, 1e50}}, row{-1e300}},
		{"long, one feature", "1" + strings.Repeat(" ", 1e5) + "1:2\n", 0, []row{{2}}, row{1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, y := must2(ReadLIBSVM(strings.NewReader(tt.text), tt.features))(t)
			claim(t, reflect.DeepEqual(x, tt.x) && slices.Equal(y, tt.y),
				"%g with labels %g, want %g with %g", x, y, tt.x, tt.y)
		})
	}
}

// For each point a scan yields what ReadLIBSVM returns, in the memory of one x.
// It stops when yield returns false, and does not look at what follows. Here
// this is a line that is no point. Without a number of features, x ends with
// the last index of its line.
func TestScanLIBSVMIsReadLIBSVMPointByPoint(t *testing.T) {
	const text = "# two clouds\n+1 1:2 3:4\n\n-1 2:1 # no more\n7\n"
	scan := func(text string, features int, yield func([]float64, float64) bool) error {
		return ScanLIBSVM(strings.NewReader(text), features, yield)
	}
	x, y := must2(ReadLIBSVM(strings.NewReader(text), 3))(t)
	var seen []*float64
	succeed(t, scan(text+"what?\n", 3, func(p []float64, label float64) bool {
		i := len(seen)
		seen = append(seen, &p[0])
		claim(t, slices.Equal(p, x[i]) && label == y[i] && seen[i] == seen[0],
			"point %d is %g, %v, want %g, %v in the same memory", i, label, p, y[i], x[i])
		return i < 2
	}))
	wantEqual(t, "number of points", len(seen), 3)
	var widths []int
	all := func(p []float64, _ float64) bool { widths = append(widths, len(p)); return true }
	succeed(t, scan(text, 0, all))
	claim(t, slices.Equal(widths, []int{3, 2, 0}), "lines end with indices %v", widths)
	succeed(t, scan("# nothing\n\n", mostEntries-1, all)) // no points are no error
	succeed(t, scan("1 1000000:1", 0, all))
	wantEqual(t, "the last index of the line", widths[3], 1e6)
	refused(t, `"10000001:1": index above 10000000: see`, scan("1 10000001:1", 0, all))
	refused(t, "yield = nil, want a function", scan(text, 3, nil))
}

// A reader may break off amid a line: 2:12.5 has then perhaps come as 2:1, a
// false point, and "1" as a point without features. A \r may be no end. Such a
// line is no point, wherever the reader breaks off, and its error comes back.
// Lines that have come whole are points, also if the last of them and the error
// come at once. At the end of a file, a last line without a newline is whole.
func TestALineThatItsReaderBreaksOffIsNoPoint(t *testing.T) {
	const text = "1 1:2\r 2:3\n-1 1:5 2:12.5 # far\n1 1:3\r\n"
	for cut := range len(text) + 1 {
		whole := row{2, 5, 3}[:strings.Count(text[:cut], "\n")]
		broken := func() io.Reader {
			return io.MultiReader(strings.NewReader(text[:cut]), iotest.ErrReader(io.ErrNoProgress))
		}
		for name, broken := range map[string]io.Reader{
			"then": broken(), "at once": iotest.DataErrReader(broken()),
		} {
			var seen row
			err := ScanLIBSVM(broken, 2, func(x []float64, _ float64) bool {
				seen = append(seen, x[0])
				return true
			})
			claim(t, slices.Equal(seen, whole) && errors.Is(err, io.ErrNoProgress),
				"%q, %s an error: points %g, %v, want %g", text[:cut], name, seen, err, whole)
		}
	}
	x, _ := must2(ReadLIBSVM(strings.NewReader("1 1:2\n-1 1:5 2:12.5"), 0))(t)
	wantVector(t, "the last point", x[1], row{5, 12.5}, 0)
}

// A number is written with the fewest digits that name it, so that the points
// that are read back have the same bits. The file cannot show a last feature
// that is 0 in all points: its reader has to name the number of features.
// Support vectors are grouped by label. A plane is a machine of one vector.
func TestFilesOfPointsComeBackBitForBit(t *testing.T) {
	x, y := overlapping(random(1120), 30, 4, 1)
	for _, k := range []Kernel[row]{Linear{}, Polynomial{2, 0.1, 1}, Gaussian{0.3}} {
		m := must(SMO(k, x, y, Options{C: 3}))(t)
		plus := indicesWhere(len(m.Coef), func(l int) bool { return m.Coef[l] > 0 })
		minus := indicesWhere(len(m.Coef), func(l int) bool { return m.Coef[l] < 0 })
		order := append(plus, minus...)
		want := function{k, pick(m.Points, order), pick(m.Coef, order), m.B, nil}
		var file bytes.Buffer
		succeed(t, WriteLIBSVMModel(&file, &m.Expansion))
		line := fmt.Sprintf("nr_sv %d %d\n", len(plus), len(order)-len(plus))
		claim(t, strings.Contains(file.String(), line), "no %q in %s", line, &file)
		f := must(ReadLIBSVMModel(&file, 4))(t)
		claim(t, reflect.DeepEqual(*f, want), "%+v came back as %+v", want, f)
	}
	var file bytes.Buffer
	plane := Hyperplane{row{1, 0, -2}, 0.5}.Expansion()
	succeed(t, WriteLIBSVMModel(&file, plane))
	g := must(ReadLIBSVMModel(&file, 0))(t)
	claim(t, reflect.DeepEqual(g, plane), "%+v came back as %+v", plane, g)

	x[0], x[1] = make(row, 4), row{5e-324, -1e50, -1.0 / 3, 0}
	x = mapped(x, func(p row) row { return append(p, 0) })
	y[2], y[3] = 0.1, -7
	succeed(t, WriteLIBSVM(&file, x, y))
	gotX, gotY := must2(ReadLIBSVM(&file, 5))(t)
	claim(t, reflect.DeepEqual(x, gotX) && slices.Equal(y, gotY), "other points came back")
	f := &function{Linear{}, x, y, 0, nil}
	refused(t, "3 labels for 30 points", WriteLIBSVM(io.Discard, x, y[:3]))
	refused(t, "y[0] = +Inf", WriteLIBSVM(io.Discard, []row{{1}}, row{inf}))
	refused(t, "x[1] has 2 features", WriteLIBSVM(io.Discard, []row{{1}, {1, 2}}, row{1, 2}))
	refused(t, "w = nil", WriteLIBSVM(nil, x, y), WriteLIBSVMModel(nil, f))
	refused(t, "r = nil", alone(ReadLIBSVMModel(nil, 0)))
	refused(t, "Expansion = nil", WriteLIBSVMModel(io.Discard, nil))
	refused(t, "svm.Cosine ... Linear, Polynomial or Gaussian",
		WriteLIBSVMModel(io.Discard, &function{Cosine{}, x, y, 0, nil}))
	reader, broken := io.Pipe()
	reader.CloseWithError(io.ErrShortWrite)
	for _, err := range []error{WriteLIBSVM(broken, x, y), WriteLIBSVMModel(broken, f)} {
		claim(t, errors.Is(err, io.ErrShortWrite), "%v, want the writer's error", err)
	}
}

// Machines that svm-train wrote predict as svm-predict did. The positive side
// of a file's f is its first label. If this is the smaller one, as in two of
// the three files, our function is −f. With αᵢ from the file the machines are
// optimal to svm-train's tolerance of 10⁻³. With the other sign they are not.
func TestMachinesOfLIBSVMAreReadAsTheyAre(t *testing.T) {
	x, y := readData(t, "iris.txt")
	x, y = x[50:], mapped(y[50:], func(v float64) float64 { return 2*v - 3 }) // class 2 is +1
	for _, tt := range []struct {
		name string
		k    Kernel[row]
	}{{"linear", Linear{}}, {"polynomial", Polynomial{3, 0.25, 1}}, {"rbf", Gaussian{0.25}}} {
		t.Run(tt.name, func(t *testing.T) {
			read := func(suffix string) string {
				path := filepath.Join("testdata", "golden", "libsvm", tt.name+suffix)
				return string(must(os.ReadFile(path))(t))
			}
			f := must(ReadLIBSVMModel(strings.NewReader(read(".model")), 4))(t)
			claim(t, f.Kernel == tt.k, "kernel %v", f.Kernel)
			for i, want := range strings.Fields(read(".predicted")) {
				got := map[float64]string{-1: "1", 1: "2"}[f.Predict(x[i])]
				wantEqual(t, fmt.Sprint("class of point ", i), got, want)
			}
			alpha := make([]float64, len(x))
			for l, p := range f.Points {
				free := func(i int) bool { return alpha[i] == 0 && slices.Equal(p, x[i]) }
				at := indicesWhere(len(x), free) // one of the flowers is in the data twice
				need(t, len(at) > 0, "%g is not in the data, or in the file too often", p)
				alpha[at[0]] = f.Coef[l] * y[at[0]]
			}
			c := must(Certify(f.Kernel, x, y, alpha, f.B, Options{C: 1}))(t)
			claim(t, c.Box == 0 && c.Balance < 1e-9 && c.Shortfall < 2e-3 && c.Excess < 2e-3 &&
				c.Violation() < 2e-3, "%v", c)
		})
	}
}

// linearModel is a model file of two support vectors. By hand,
// f = ¼⟨(1, 2), x⟩ − ¼⟨(0, −3), x⟩ − rho, and f(2, 1) = 1.25.
const linearModel = "svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 2\nrho 0.5\n" +
	"label 1 -1\nnr_sv 1 1\nSV\n0.25 1:1 2:2 \n-0.25 2:-3 \n"

// saved fails unless encoding/gob reads v from a file as it was.
func saved[T any](t *testing.T, v T) {
	t.Helper()
	var file bytes.Buffer
	var got T
	succeed(t, gob.NewEncoder(&file).Encode(v))
	succeed(t, gob.NewDecoder(&file).Decode(&got))
	claim(t, reflect.DeepEqual(got, v), "%+v came back as %+v", v, got)
}

// root is a user's kernel.
type root struct{ Exponent float64 }

func (k root) Eval(a, b float64) float64 { return math.Pow(min(a, b), k.Exponent) }

// A trained value is plain data without hidden state, so gob finds all of it:
// each kernel on its own kind of points, by itself or inside others, a user's
// own kernel, and all else that serves. Functions cannot come back, and the
// error comes when they are saved.
func TestMachinesSavedByGobComeBackBitForBit(t *testing.T) {
	gob.Register(root{})
	far, labels := []row{{1.0 / 3, -2}, {3, math.Pi}}, row{1, -1, -1, 1}
	text := []string{"abc", "", "\xff<&>\u2028", "abcabc"}
	for _, l := range listedKernels() {
		if strings.Contains(l.formula, "f(") || strings.Contains(l.formula, "φ(") {
			continue // made of functions
		}
		gob.Register(l.k)
		switch k := l.k.(type) {
		case Kernel[row]:
			saved(t, must(SMO(k, far, labels[:2], Options{}))(t))
		case Kernel[string]:
			saved(t, must(SMO(k, text, labels, Options{}))(t))
		case Kernel[int]:
			saved(t, must(SMO(k, []int{1, 0, 1}, row{1, -1, 1}, Options{}))(t))
		}
	}
	x, y := fourPoints()
	saved(t, must(NewModel(Linear{}, x, y, row{0.25, 1e-17, 0.25, 0}, -2, Options{}))(t))
	saved(t, must(SMO(root{1}, row{1, 2, 4, 3}, labels, Options{}))(t))
	x, label := threeClouds(random(1131), 30)
	saved(t, must(OneVsOne(x, label, Trainer[row](Gaussian{1}, Options{})))(t))
	saved(t, Standardizer{row{1, 2}, row{0, 0.1}})
	saved(t, Hyperplane{far[0], 3})
	saved(t, Softmax{FromRows(far)})

	length := func(s string) float64 { return float64(len(s)) }
	for _, k := range []Kernel[string]{Pullback(root{1}, length),
		KernelFunc[string](func(a, b string) float64 { return length(a) })} {
		gob.Register(k)
		err := gob.NewEncoder(io.Discard).Encode(Expansion[string]{Kernel: k})
		claim(t, err != nil, "%T was saved", k)
	}
}

// The values are from LIBSVM 3.24 (Debian libsvm-tools 3.24+ds-6). The data are
// the tumours, standardised and written by WriteLIBSVM. The first row is
//
//	svm-train -t 2 -g 0.03333333333333333 -e 1e-8 -c 1
//
// LIBSVM prints obj = −D and rho = −b with six decimals. Our D is right to
// Tol = 10⁻⁶, relative to itself. b is the solution of a linear system to Tol,
// so it may be off by some multiple of Tol.
func TestTumoursAgreeWithLIBSVM(t *testing.T) {
	x, y := readData(t, "cancer.txt")
	x = must(Standardize(x))(t).ApplyAll(x)
	for _, tt := range []struct {
		k             Kernel[row]
		c, dual, b    float64
		points, bound int
	}{
		{Gaussian{1.0 / 30}, 1, 59.761345, -0.235367, 119, 62},
		{Linear{}, 1, 26.525454, 0.044253, 40, 23},
		{Gaussian{1.0 / 30}, 10, 197.751209, -0.209345, 93, 17},
	} {
		t.Run(fmt.Sprintf("%T, C = %g", tt.k, tt.c), func(t *testing.T) {
			o := Options{C: tt.c, Tol: 1e-6}
			m := must(SMO(tt.k, x, y, o))(t)
			checkMachine(t, "SMO", tt.k, x, y, o, m, 1e-6)
			wantNear(t, "dual value", m.Certificate.Dual, tt.dual, 1e-6)
			wantNear(t, "b", m.B, tt.b, 2e-5)
			wantEqual(t, "support vectors", len(m.Points), tt.points)
			wantEqual(t, "at the bound", m.Certificate.Bound, tt.bound)
		})
	}
}

// # Part VII: linear algebra. Vectors and matrices

// Each product and each addition rounds once, so |fl(a·b) − a·b| ≤ γₙΣ|aₖbₖ|.
// Dot sums in order: 1 + 2⁵³ rounds to even, and so does the sum with the next
// 1. dot4 has four sums, and agrees on small integers, where nothing rounds. If
// b is longer than a, it does not look at the rest of b.
func TestDotIsTheSumOfProducts(t *testing.T) {
	r := random(3)
	for n := range 40 {
		a, b := gaussianVector(r, n), gaussianVector(r, n)
		exact := new(big.Rat)
		for k := range a {
			exact.Add(exact, exactProduct(a[k], b[k]))
		}
		want, _ := exact.Float64()
		wantWithin(t, fmt.Sprintf("n = %d: Dot", n), Dot(a, b), want, gamma(n+1)*absDot(a, b))
		a, b = integerMatrix(r, 1, n).Data, integerMatrix(r, 1, n+2).Data
		wantEqual(t, fmt.Sprintf("n = %d: dot4", n), dot4(a, b), Dot(a, b[:n]))
	}
	wantEqual(t, "1 + 2⁵³ + 1", Dot(row{1, 0x1p53, 1}, row{1, 1, 1}), 0x1p53)
	a := row{1, 0x1p54, 0, 0, 0, -0x1p54, 0, 0}
	wantEqual(t, "1 in one sum, 2⁵⁴ − 2⁵⁴ in another", dot4(a, ones(8)), 1)
}

// Norm scales if the squares would overflow or lose digits. In the rows of the
// table two squares, a sum and a root round, which is 4ε. In general γₙ₊₂ for
// each of the two norms is enough. Powers of two round nothing.
func TestNormIsTheRootOfTheSumOfSquares(t *testing.T) {
	most := math.MaxFloat64
	for _, a := range []row{{0}, {5, 3, -4}, {5e200, 3e200, 4e200}, {most, -most}, // the norm first
		{5e-200, 3e-200, 4e-200}, {5e-324, -5e-324}, {5e-160, 3e-160, 4e-160}, {inf, 1, -inf},
		{inf, most, most}} {
		got := Norm(a[1:])
		claim(t, got == a[0] || math.Abs(got-a[0]) <= 4*eps*a[0], "Norm(%g) = %.17g", a[1:], got)
	}
	claim(t, math.IsNaN(Norm(row{1, nan, 2})), "the norm of NaN is a number")
	for n := range 50 {
		a := gaussianVector(random(4), n)
		wantNear(t, "Norm(cx)/c", Norm(scaled(a, 0x1p600))*0x1p-600, Norm(a), 2*gamma(n+2))
	}
}

// A matrix is its rows, one after the other. FromRows copies. Row does not
// copy, but appending to a row must not write into the next row.
func TestMatrixRowsColumnsAndEntries(t *testing.T) {
	rows := []row{{1, 2, 3}, {4, 5, 6}}
	a := FromRows(rows)
	rows[0][0] = 9
	b := a.T()
	claim(t, reflect.DeepEqual(b, mat(row{1, 4}, row{2, 5}, row{3, 6})), "Aᵀ = %v", b)
	a.Set(1, 2, 7)
	a.Row(0)[1] = 8
	_ = append(a.Row(0), 99)
	wantVector(t, "a₀₀, a₀₁, a₀₂, a₁₀, a₁₁, a₁₂, At(1 2), At(0 1)",
		append(a.Data, a.At(1, 2), a.At(0, 1)), row{1, 8, 3, 4, 5, 7, 7, 8}, 0)
	for _, empty := range []*Matrix{FromRows(nil), NewMatrix(0, 0), new(Matrix)} {
		wantEqual(t, "entries of an empty product", len(empty.T().Mul(empty).Data), 0)
	}
}

// slowProduct computes the product entry by entry. It is the oracle of dots.
func slowProduct(a, b *Matrix) *Matrix {
	columns := b.T()
	return &Matrix{a.Rows, b.Cols, each(a.Rows*b.Cols, func(at int) float64 {
		return Dot(a.Row(at/b.Cols), columns.Row(at%b.Cols))
	})}
}

// Each sum runs over k in order on both sides, so that the bits agree in every
// corner of the blocking, and with infinities.
//
// Cholesky multiplies heads of rows, into a destination with room to spare.
// Nothing else may be written there.
func TestBlockedProductIsThePlainProductBitForBit(t *testing.T) {
	r := random(5)
	equal := func(v, w float64) bool {
		return math.Float64bits(v) == math.Float64bits(w) || math.IsNaN(v) && math.IsNaN(w)
	}
	check := func(m, k, n int, special bool) {
		a, b := gaussianMatrix(r, m, k), gaussianMatrix(r, k, n)
		for i := 0; special && i < len(a.Data); i += 3 {
			a.Data[i] = append(awkward, inf)[r.IntN(len(awkward)+1)]
		}
		got, want := a.Mul(b), slowProduct(a, b)
		need(t, got.Rows == m && got.Cols == n && slices.EqualFunc(got.Data, want.Data, equal) &&
			(n != 1 || slices.EqualFunc(a.MulVec(b.Data), want.Data, equal)),
			"%d×%d times %d×%d differs", m, k, k, n)
	}
	for s := range 9 * 9 * 5 {
		check(s%9, s/81, s/9%9, false)
		check(s%9, s/81, s/9%9, true)
	}
	check(95, 3, 25, false)
	check(97, 3, 25, false)
	check(193, 1, 49, false)
	check(200, 64, 200, false)
	check(300, 700, 1, false)
	for n := range 8 {
		a, b := gaussianMatrix(r, 5, 4), gaussianMatrix(r, n, 4)
		dst, want := &Matrix{6, 9, repeat(54, -7)}, &Matrix{6, 9, repeat(54, -7)}
		for i, v := range slowProduct(a, b.T()).Data {
			want.Set(i/n, i%n, v)
		}
		dots(dst.rows(), a.rows(), b.rows())
		wantVector(t, fmt.Sprintf("n = %d: dst", n), dst.Data, want.Data, 0)
	}
}

// # Part VII: the zoo, matrices that are hard for some method

// lauchli is a row of ones on top of μI. Its singular values are √(n + μ²) and
// n − 1 times μ. If μ² < ε, its Gram matrix rounds to a singular one.
func lauchli(n int, mu float64) *Matrix {
	return FromRows(append([]row{ones(n)}, diagonal(repeat(n, mu)).rows()...))
}

// between returns DAD.
func between(d []float64, a *Matrix) *Matrix { return diagonal(d).Mul(a).Mul(diagonal(d)) }

// A specimen is a matrix of the zoo.
type specimen struct {
	name string
	a    *Matrix
}

// generalZoo returns n×n matrices and some that are longer or wider. Hilbert's
// matrix is positive definite, with a condition number that grows like e^3.5n.
func generalZoo(n int) []specimen {
	r := random(uint64(n))
	hilbert := &Matrix{n, n, each(n*n, func(k int) float64 { return 1 / float64(k/n+k%n+1) })}
	rank2 := gaussianMatrix(r, n, 2).Mul(gaussianMatrix(r, 2, n))
	return []specimen{
		{"random", gaussianMatrix(r, n, n)}, {"zero", NewMatrix(n, n)},
		{"tall", gaussianMatrix(r, n+5, n)}, {"wide", gaussianMatrix(r, n, n+7)},
		{"ones", lauchli(n, 0)}, {"Läuchli", lauchli(n, 1e-9)},
		{"Hilbert", hilbert}, {"rank 2", rank2}, {"huge rank 2", scale(rank2, 1e50)},
		{"repeated", orthogonalMatrix(r, n).Mul(diagonal(repeat(n, 3, 1, 0)))},
		{"graded", between(geometric(n, 1e-12), gaussianMatrix(r, n, n))},
		{"graded up", diagonal(geometric(n, 1e12)).Mul(gaussianMatrix(r, n, n))},
		{"minute tall", scale(gaussianMatrix(r, n+1, n), 1e-50)},
		{"nearly equal", symmetrised(between(repeat(n, 1, 1+1e-14), orthogonalMatrix(r, n)))},
	}
}

// forZoo runs f on every matrix of the zoo.
func forZoo(t *testing.T, zoo func(n int) []specimen, f func(t *testing.T, a *Matrix)) {
	for _, n := range []int{0, 1, 2, 3, 5, 10, 30, 100} {
		for _, s := range zoo(n) {
			t.Run(fmt.Sprintf("%s n=%d", s.name, n), func(t *testing.T) {
				t.Parallel()
				f(t, s.a)
			})
		}
	}
}

// residual returns ‖A − B‖/(nε‖A‖), where n is the larger side, and 0 if A = B.
// LAPACK's own tests measure a factorisation by this ratio.
func residual(a, b *Matrix) float64 {
	unit := float64(max(a.Rows, a.Cols)) * eps * Norm(a.Data)
	return Norm(difference(a.Data, b.Data)) / math.Max(unit, 5e-324)
}

// skewness returns ‖QᵀQ − I‖/(nε), and 0 for no columns. It says how far from
// orthonormal the columns are.
func skewness(q *Matrix) float64 {
	off := difference(q.T().Mul(q).Data, diagonal(ones(q.Cols)).Data)
	return Norm(off) / (float64(max(q.Rows, 1)) * eps)
}

// # Part VII: Cholesky

// This is the 3×3 matrix at the head of linalg.go, entry by entry. Its
// determinant, 36 by the first row, is (l₁₁l₂₂l₃₃)². All numbers are small
// integers, so nothing rounds. A pivot that is too small counts as +Inf, which
// takes its variable out: the system (1 1 0; 1 1 0; 0 0 4)x = (2, 3, 8) has the
// solution (2, 0, 2) without the second variable.
func TestCholeskyByHand(t *testing.T) {
	a, b := mat(row{4, 2, -2}, row{2, 10, 5}, row{-2, 5, 6}), row{-6, -3, 6}
	c := must(a.Cholesky())(t)
	wantVector(t, "L", c.L.Data, row{2, 0, 0, 1, 3, 0, -1, 2, 1}, 0)
	wantEqual(t, "(l₁₁l₂₂l₃₃)²", math.Pow(c.L.At(0, 0)*c.L.At(1, 1)*c.L.At(2, 2), 2), 36)
	y, x := slices.Clone(b), c.Solve(b)
	forward(c.L.rows(), y)
	wantVector(t, "y, x, Ax", slices.Concat(y, x, a.MulVec(x)),
		row{-3, 0, 3, 1, -2, 3, -6, -3, 6}, 0)
	wantVector(t, "A and b after all", append(a.Data, b...),
		row{4, 2, -2, 2, 10, 5, -2, 5, 6, -6, -3, 6}, 0)

	m := mat(row{1, 1, 0}, row{1, 1, 0}, row{0, 0, 4}).rows()
	refused(t, "not positive definite: pivot 1 is 0", factor(m))
	x = row{2, 3, 8}
	forward(m, x)
	backward(m, x)
	wantVector(t, "x without the second variable", x, row{2, 0, 2}, 0)
}

// By (pivot) and (column), the computed L and x are exact for matrices that
// differ from A by (n+1)ε|L||Lᵀ| and (3n+1)ε|L||Lᵀ|. The squares of row i of L
// add up to aᵢᵢ, therefore both errors are small multiples of nε‖A‖.
func TestCholeskyIsLTimesLTransposed(t *testing.T) {
	zoo := func(n int) []specimen { // far enough from singular for Cholesky to take them
		r := random(uint64(n) + 2000)
		return []specimen{
			{"condition 1e8", withSpectrum(r, geometric(n, 1e-8))},
			{"repeated", withSpectrum(r, repeat(n, 5, 1, 0.01))},
			{"graded", between(geometric(n, 1e-30), withSpectrum(r, geometric(n, 0.1)))},
			{"huge", scale(withSpectrum(r, geometric(n, 1e-6)), 1e150)},
			{"minute", scale(withSpectrum(r, geometric(n, 1e-6)), 1e-150)},
			{"Gram of Läuchli", lauchli(n, 1e-3).T().Mul(lauchli(n, 1e-3))},
		}
	}
	forZoo(t, zoo, func(t *testing.T, a *Matrix) {
		c := must(a.Cholesky())(t)
		for i, l := range c.L.rows() {
			need(t, l[i] > 0 && maxAbs(l[i+1:]) == 0, "row %d of L = %g", i, l)
		}
		wantBelow(t, "‖A − LLᵀ‖/(nε‖A‖)", residual(a, c.L.Mul(c.L.T())), 10)
		b := gaussianVector(random(8), a.Rows)
		x := c.Solve(b)
		size := float64(a.Rows) * eps * Norm(a.Data) * Norm(x)
		wantWithin(t, "‖Ax − b‖", Norm(difference(a.MulVec(x), b)), 0, 10*size)
	})
}

// # Part VII: symmetric eigenvalues

// checkFactors fails the test unless A = U·Diag(d)·Vᵀ, where U and V have
// orthonormal columns and d descends. U, V and the product are right to 20nε.
func checkFactors(t *testing.T, a, u *Matrix, d []float64, v *Matrix) {
	t.Helper()
	k := min(a.Rows, a.Cols)
	need(t, u.Rows == a.Rows && v.Rows == a.Cols && u.Cols == k && v.Cols == k && len(d) == k,
		"U %d×%d, %d values, V %d×%d", u.Rows, u.Cols, len(d), v.Rows, v.Cols)
	claim(t, slices.IsSorted(scaled(d, -1)), "values are not descending: %g", d)
	wantBelow(t, "‖A − UDVᵀ‖/(nε‖A‖)", residual(a, u.Mul(diagonal(d)).Mul(v.T())), 20)
	wantBelow(t, "‖UᵀU − I‖/(nε)", skewness(u), 20)
	wantBelow(t, "‖VᵀV − I‖/(nε)", skewness(v), 20)
}

// This is the 2×2 matrix at the head of linalg.go. By (jacobi), the rotation
// with t = 1/3 makes its rows orthogonal, as does the rotation by the other
// root, t = −3. Its angle is more than 45°, and it swaps the rows. Both are
// done by (half angle). Each number takes a few roundings.
func TestRotationByHand(t *testing.T) {
	r5, r10, half := math.Sqrt(5), math.Sqrt(10), math.Sqrt(0.5)
	a, b := row{3, 0}, row{4, 5}
	c, s := jacobi(Dot(a, b)/Norm(a)/Norm(b), Norm(a), Norm(b))
	wantVector(t, "c, s", row{c, s}, row{3 / r10, 1 / r10}, 8*eps)
	rotate(a, b, c, s)
	wantVector(t, "t = 1/3: rows", append(a, b...), scaled(row{1, -1, 3, 3}, r5*half), 16*eps)
	a, b = row{3, 0}, row{4, 5}
	rotate(a, b, 1/r10, -3/r10)
	wantVector(t, "t = −3: rows", append(a, b...), scaled(row{3, 3, -1, 1}, r5*half), 16*eps)

	m := mat(row{3, 0}, row{4, 5})
	svd := must(m.SVD())(t)
	wantVector(t, "S", svd.S, row{3 * r5, r5}, 16*eps)
	columns := []row{{1 / r10, 3 / r10, half, half}, {3 / r10, -1 / r10, half, -half}}
	for j, want := range columns { // up to their signs
		uv := slices.Concat(svd.U.T().Row(j), svd.V.T().Row(j))
		what := fmt.Sprintf("column %d of U and V", j)
		wantVector(t, what, scaled(uv, math.Copysign(1, uv[2])), want, 16*eps)
	}

}

// rotation turns (x, z) into (r, 0), also where nothing is to turn. Each number
// takes a few roundings.
func TestARotationTurnsAPairIntoItsLength(t *testing.T) {
	for _, v := range []row{{0, 0}, {3, 0}, {0, -4}, {-3, 4}} {
		c, s, r := rotation(v[0], v[1])
		wantVector(t, fmt.Sprint("c² + s², and ", v, " turned"),
			row{c*c + s*s, c*v[0] - s*v[1], s*v[0] + c*v[1]}, row{1, r, 0}, 16*eps)
	}
}

// This is AAᵀ of the 2×2 matrix at the head of linalg.go. One QR step with the
// shift 45, an eigenvalue, makes it diagonal by (chase). The 3×3 matrix of
// "Symmetric eigenvalues" becomes the one drawn there. Each number takes a few
// roundings.
func TestAQRStepByHand(t *testing.T) {
	r10, m := math.Sqrt(10), mat(row{3, 0}, row{4, 5})
	wantVector(t, "AAᵀ", m.Mul(m.T()).Data, row{9, 12, 12, 41}, 0)
	d, e := row{9, 41}, row{12}
	wantNear(t, "μ", wilkinson(d, e), 45, 8*eps)
	vt := diagonal(ones(2)).rows()
	qrStep(d, e, vt)
	wantVector(t, "c, s, d₁, d₂, corner", row{vt[0][0], vt[1][0], d[0], d[1], e[0]},
		row{3 / r10, 1 / r10, 5, 45, 0}, 64*eps)
	d, e = row{-4, 4, 1}, row{3, 2}
	qrStep(d, e, diagonal(ones(3)).rows())
	wantVector(t, "3×3: diagonal, corners", append(d, e...),
		row{-4, 4 + 20./29, 1 - 20./29, -0.6 * math.Sqrt(29), 50./29 - 1.6}, 64*eps)
}

// Each step, by (reflector), (rank two) and (chase), is orthogonal. Therefore
// the result is exact for a matrix that differs from A by a small multiple of
// nε‖A‖, here 20. If A differs from its transpose by rounding only, Eigen takes
// (A + Aᵀ)/2, bit for bit. A corner of ε² between zeros counts as 0, but one of
// twice this size has the eigenvalues ±2ε².
func TestEigenDecomposesEverySymmetricMatrix(t *testing.T) {
	t.Parallel()
	check := func(t *testing.T, a *Matrix) {
		before := slices.Clone(a.Data)
		e := must(a.Eigen())(t)
		checkFactors(t, a, e.Vectors, e.Values, e.Vectors)
		claim(t, slices.Equal(a.Data, before), "A changed")
	}
	forZoo(t, func(n int) []specimen {
		r := random(uint64(n) + 1000)
		zoo := []specimen{{"clusters", withSpectrum(r, repeat(n, 1, 1+1e-13, -1))}}
		for _, s := range generalZoo(n) {
			zoo = append(zoo, specimen{"Gram of " + s.name, s.a.T().Mul(s.a)})
			if s.a.Rows == s.a.Cols {
				zoo = append(zoo, specimen{"sym of " + s.name, symmetrised(s.a)})
			}
		}
		return zoo
	}, check)

	r := random(20)
	a := withSpectrum(r, repeat(40, 1, 0.5, 0))
	for i := range a.Data {
		a.Data[i] += (r.Float64() - 0.5) * 80 * eps * Norm(a.Data)
	}
	got, want := must(a.Eigen())(t), must(symmetrised(a).Eigen())(t)
	wantVector(t, "values", got.Values, want.Values, 0)
	wantVector(t, "vectors", got.Vectors.Data, want.Vectors.Data, 0)
	wantVector(t, "only values", must(a.eigen(false))(t).Values, want.Values, 0)
	for i, x := range []float64{eps * eps, 2 * eps * eps} {
		e := must(mat(row{0.5, 0, 0}, row{0, 0, x}, row{0, x, 0}).Eigen())(t)
		claim(t, (e.Values[1] > 0) == (i == 1), "corner %g: values %g", x, e.Values)
	}
	_, none := mat(row{nan, nan}, row{nan, nan}).eigen(true) // never small, and yet an end
	refused(t, "not converged: Eigen", none)
}

// # Part VII: singular values

// Each step is orthogonal. Therefore the result is exact for a matrix that
// differs from A by a small multiple of nε‖A‖, here 20.
func TestSVDDecomposesEveryMatrix(t *testing.T) {
	forZoo(t, generalZoo, func(t *testing.T, a *Matrix) {
		before := slices.Clone(a.Data)
		s := must(a.SVD())(t)
		checkFactors(t, a, s.U, s.S, s.V)
		claim(t, slices.Equal(a.Data, before), "A changed")
		claim(t, len(s.S) == 0 || slices.Min(s.S) >= 0, "singular values %g", s.S)
		whole := FromRows(slices.Concat(s.V.T().rows()[:s.Rank()], s.Null().T().rows()))
		off := residual(diagonal(ones(a.Cols)), whole.T().Mul(whole)) // rows: columns of V, Null
		wantBelow(t, "‖V₁V₁ᵀ + V₂V₂ᵀ − I‖/(nε‖I‖)", off, 20)
	})
}

// By (squares), XXᵀ = US²Uᵀ and XᵀX = VS²Vᵀ, so that both have the eigenvalues
// S², and zeros. The products round by nε of the largest square.
func TestBothGramMatricesShareTheSquaredSingularValues(t *testing.T) {
	for _, shape := range [][2]int{{1, 1}, {4, 4}, {7, 3}, {3, 7}, {40, 25}, {1, 9}} {
		t.Run(fmt.Sprintf("%d×%d", shape[0], shape[1]), func(t *testing.T) {
			x := gaussianMatrix(random(16), shape[0], shape[1])
			s := must(x.SVD())(t)
			squares := mapped(s.S, func(v float64) float64 { return v * v })
			check := func(gram, q *Matrix) {
				product, n := q.Mul(diagonal(squares)).Mul(q.T()), gram.Rows
				wantBelow(t, "‖Gram − QS²Qᵀ‖/(nε‖Gram‖)", residual(gram, product), 20)
				want := append(slices.Clone(squares), make(row, n-len(squares))...)
				wantVector(t, "λ/σ₁²", scaled(must(gram.Eigen())(t).Values, 1/squares[0]),
					scaled(want, 1/squares[0]), 20*float64(n)*eps)
			}
			check(x.Mul(x.T()), s.U)
			check(x.T().Mul(x), s.V)
		})
	}
}

// The rank is the number of singular values that count as non-zero: those above
// max(m, n)·2⁻⁵² times the largest, even if that has overflowed. The range is
// what A reaches. The null space is what A maps to 0. If the economy factor has
// too few columns for such a basis, it is completed. The bases are orthonormal.
func TestRankRangeAndNullSpaceDoWhatTheirNamesSay(t *testing.T) {
	r := random(18)
	tall := func(small float64) *Matrix { // 50×2, with singular values 1 and small
		return FromRows(append(diagonal(row{1, small}).rows(), NewMatrix(48, 2).rows()...))
	}
	for _, tt := range []struct {
		name string
		a    *Matrix
		rank int
	}{
		{"square", gaussianMatrix(r, 6, 6), 6}, {"zero", NewMatrix(3, 5), 0},
		{"tall", gaussianMatrix(r, 9, 4), 4}, {"wide", gaussianMatrix(r, 4, 9), 4},
		{"rank 2, wide", gaussianMatrix(r, 5, 2).Mul(gaussianMatrix(r, 2, 11)), 2},
		{"rank 49 of 50", gaussianMatrix(r, 50, 49).Mul(gaussianMatrix(r, 49, 50)), 49},
		{"no rows", NewMatrix(0, 4), 0}, {"no columns", NewMatrix(4, 0), 0},
		{"Läuchli", lauchli(4, 1e-9), 4}, {"Läuchli, gone", lauchli(4, 1e-17), 1},
		{"tall, 20 of 50·2⁻⁵²", tall(20 * 0x1p-52), 1},
		{"wide, 60 of 50·2⁻⁵²", tall(60 * 0x1p-52).T(), 2},
		{"on the line", diagonal(row{1, 0x1p-51}), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, size := must(tt.a.SVD())(t), float64(max(tt.a.Rows, tt.a.Cols)+1)*eps*Norm(tt.a.Data)
			u, n := s.Range(), s.Null()
			need(t, s.Rank() == tt.rank && u.Rows == tt.a.Rows && u.Cols == tt.rank &&
				n.Rows == tt.a.Cols && n.Cols == tt.a.Cols-tt.rank,
				"rank %d, range %d×%d, null space %d×%d, want rank %d",
				s.Rank(), u.Rows, u.Cols, n.Rows, n.Cols, tt.rank)
			wantBelow(t, "range: ‖UᵀU − I‖/(nε)", skewness(u), 20)
			wantBelow(t, "null space: ‖NᵀN − I‖/(nε)", skewness(n), 20)
			wantBelow(t, "‖A − UUᵀA‖/(nε‖A‖)", residual(tt.a, u.Mul(u.T().Mul(tt.a))), 20)
			wantWithin(t, "‖AN‖", Norm(tt.a.Mul(n).Data), 0, 20*size)
		})
	}
	most := math.MaxFloat64
	wantEqual(t, "rank", must(mat(row{most, most}, row{most, -most}).SVD())(t).Rank(), 2)
}

// # Part VIII: the engineering. Bad input

// A row of these tests is a call, and what the message must contain: what is
// wrong, its value, and what is wanted. What several functions take they refuse
// alike, before they compute a value. Here they are, by what they take.
func ofOptions(k Kernel[row], x []row, y row, o Options) []error {
	all := mapped(trainers, func(tr trainer) error { return alone(tr.train(k, x, y, o)) })
	return append(all, alone(PrimalQP(x, y, o)), alone(PrimalProgram(x, y, o)),
		alone(DualProgram(k, x, y, o)), alone(Certify(k, x, y, make(row, len(x)), 0, o)))
}

func ofLabels(k Kernel[row], x []row, y row) []error {
	f, _, err := KernelPerceptron(k, x, y, 3)
	all := ofOptions(k, x, y, Options{})[:len(trainers)]
	return append(all, alone(Certify(k, x, y, y, 0, Options{})),
		alone(DualProgram(k, x, y, Options{})),
		alone(KernelSGD(k, x, y, 1, 1000, nil)), alone(f, err))
}

func ofPlanes(x []row, y row) []error {
	return []error{alone(PrimalQP(x, y, Options{})), alone(PrimalProgram(x, y, Options{})),
		alone(SGD(x, y, 1, 1, nil)), alone(Subgradient(x, y, 1, 1)), alone(Perceptron(x, y, 1)),
		alone(Hyperplane{row{0, 0}, 0}.Gradient(x, y, 1)),
		alone(Hyperplane{row{1, 0}, 0}.Canonical(x, y))}
}

func ofKernel(k Kernel[row], x []row) []error {
	y := each(len(x), func(i int) float64 { return float64(1 - i%2*2) })
	return append(ofLabels(k, x, y), alone(Gram(k, x)), alone(KernelPCAMap(k, x)),
		alone(Ridge(k, x, y, 1)))
}

func ofPoints(x []row) (all []error) {
	for _, k := range append(plainKernels(), Normalized[row]{Linear{}}) {
		all = append(all, ofKernel(k, x)...)
	}
	all = append(all, ofPlanes(x, row{1, -1, 1}[:len(x)])...)
	class := make([]int, len(x))
	return append(all, alone(Standardize(x)), alone(SoftmaxSGD(x, class, 2, 1, 1, nil)))
}

// ofAny is ofKernel for a listed kernel.
func ofAny(k any, x []row) []error {
	switch k := k.(type) {
	case Kernel[string]:
		return []error{alone(Gram(k, []string{"a"}))}
	case Kernel[int]:
		return []error{alone(Gram(k, []int{0}))}
	}
	return ofKernel(k.(Kernel[row]), x)
}

// eachRange calls f for each field of a listed kernel that is a float64, or a
// whole number if v is one, with its name, what it is to be, and the kernel in
// which it is v.
func eachRange(l listed, v float64, f func(field, want string, k any)) {
	for _, want := range strings.Split(l.ranges, ", ") {
		field, _, ok := strings.Cut(want, " ")
		k := reflect.New(reflect.TypeOf(l.k)).Elem()
		k.Set(reflect.ValueOf(l.k))
		if !ok {
			continue
		} else if at := k.FieldByName(field); at.CanFloat() {
			at.SetFloat(v)
		} else if v == math.Trunc(v) && math.Abs(v) < 1e9 {
			at.SetInt(int64(v))
		} else {
			continue
		}
		f(field, want, k.Interface())
	}
}

// A search can take hours. What is wrong with its Grid is therefore an error
// that names the field before anything is trained.
func TestAGridIsCheckedBeforeTheSearch(t *testing.T) {
	x, label := []row{{1}, {2}, {3}, {4}}, []int{0, 1, 0, 1}
	for want, change := range map[string]func(g *Grid[row]){
		"no Kernels":                 func(g *Grid[row]) { g.Kernels = nil },
		"no C":                       func(g *Grid[row]) { g.C = nil },
		"C = 0, want C > 0":          func(g *Grid[row]) { g.C = row{1, 0} },
		"C = 1e+51 ... 1e50":         func(g *Grid[row]) { g.C = row{1e51} },
		"kernel = nil":               func(g *Grid[row]) { g.Kernels = []Kernel[row]{nil} },
		"Gaussian Gamma = 0":         func(g *Grid[row]) { g.Kernels = Gaussians(1, 0) },
		"folds = 5, want 2 to 4":     func(g *Grid[row]) { g.Folds = 0 },
		"3 Weights for 4 points":     func(g *Grid[row]) { g.Options.Weights = row{1, 1, 1} },
		"MaxIter = -1, want MaxIter": func(g *Grid[row]) { g.Options.MaxIter = -1 },
	} {
		g := Grid[row]{Kernels: Gaussians(1), C: row{1}, Folds: 2}
		change(&g)
		refused(t, want, alone(Search(x, label, g)))
	}
	g := Grid[row]{Kernels: Gaussians(1), C: row{1}, Folds: 2}
	refused(t, "3 labels for 4 points", alone(Search(x, label[:3], g)))
	refused(t, "no points", alone(Search(nil, []int{}, g)))
}

// Each parameter has a range. A row says what it wants of −1 and NaN, whereas
// 10⁵¹ and 10⁻⁵¹ are too far from 1.
func TestNumbersOutOfRangeAreRefusedByName(t *testing.T) {
	x, y, class, k := []row{{1, 0}, {2, 3}, {0, 1}}, row{1, -1, 1}, []int{0, 1, 0}, Linear{}
	eachOf(t, []float64{-1, nan, 1e51, 1e-51}, func(t *testing.T, v float64) {
		no := func(name, want string, errs ...error) {
			if v > 0 {
				want = "from 1e-50 to 1e50"
			}
			refused(t, fmt.Sprintf("%s = %g ... %s", name, v, want), errs...)
		}
		p := Pegasos{Lambda: v}
		claim(t, math.IsNaN(p.Step(x[0], 1)) && p.Average().W == nil, "a step with λ = %g", v)
		no("C", "C > 0", ofOptions(k, x, y, Options{C: v})...)
		no("lambda", "lambda > 0", p.Err(), alone(SGD(x, y, v, 1, nil)),
			alone(Subgradient(x, y, v, 1)), alone(KernelSGD(k, x, y, v, 1, nil)),
			alone(Hyperplane{row{0, 0}, 0}.Gradient(x, y, v)))
		no("lambda", "lambda >= 0", alone(Ridge(k, x, y, v)))
		no("eta", "eta > 0", alone(LeastSquaresGD(FromRows(x), y, v, 1)),
			alone(KernelLeastSquaresGD(diagonal(y), y, v, 1)),
			alone(SoftmaxSGD(x, class, 2, v, 1, nil)))
		for _, l := range listedKernels() {
			eachRange(l, v, func(field, want string, k any) {
				no(field, want, ofAny(k, x)...)
			})
		}
		no("Gaussian Gamma", "Gamma > 0", panics(func() { Gaussian{v}.TaylorMap(2, 2) })...)
		no("Polynomial Gamma", "Gamma > 0", panics(func() { Polynomial{3, v, 1}.Map(2) })...)
		no("Constant", "Constant >= 0", ofKernel(Constant[row](v), x)...)
	})
}

// A label of several classes may be any number, and ±Inf too, but not NaN,
// because NaN equals no label. CrossValidate, unlike OneVsRest and OneVsOne,
// needs no second label, but here fit returns nothing, which is an error.
func TestMachinesRefuseBadInputByName(t *testing.T) {
	k := KernelFunc[row](func(a, b row) float64 { panic("a value for bad input") })
	x, y, train := []row{{1, 2}, {3, 4}, {5, 6}}, row{1, -1, 1}, Trainer[row](Linear{}, Options{})
	no := func(words string, o Options) { refused(t, words, ofOptions(k, x, y, o)...) }
	labels := func(y row) []error { return append(ofLabels(k, x, y), ofPlanes(x, y)...) }
	many := func(x []row, label row) []error {
		none := func([]row, []float64) (func([]row) []float64, error) { return nil, nil }
		return []error{alone(OneVsRest(x, label, train)), alone(OneVsOne(x, label, train)),
			alone(CrossValidate(x, label, 2, nil, none))}
	}
	no("only label +1", Options{Weights: row{1, 0, 1}})
	refused(t, "only label -1", ofOptions(k, x, y, Options{Weights: row{0, 1, 0}})...)
	no("all Weights are 0", Options{Weights: row{0, 0, 0}})
	no("0 Weights for 3 points", Options{Weights: row{}, C: inf})
	no("Weights[1] = -0.5 ... finite weight >= 0", Options{Weights: row{1, -0.5, 1}})
	no("Weights[2] = +Inf ... finite weight >= 0", Options{Weights: row{1, 1, inf}})
	no("C*Weights[1] = 2e+60 ... 1e-50 to 1e50", Options{C: 2, Weights: row{1, 1e60, 1}})
	no("Tol = 1e-13 ... Tol >= 1e-12", Options{Tol: 1e-13})
	no("MaxIter = -1 ... MaxIter >= 0", Options{MaxIter: -1})
	no("Cache = -1 ... Cache >= 0", Options{Cache: -1})
	refused(t, "4 labels for 3 points", labels(repeat(4, 1, -1))...)
	refused(t, "y[0] = 0 ... -1 or +1", labels(row{0, 1, 1})...)
	refused(t, "1 multipliers for 3 points", alone(NewModel(k, x, y, row{1}, 0, Options{})))
	refused(t, "alpha[1] = 1e+51 ... 1e50", alone(NewModel(k, x, y, row{0, 1e51, 0}, 0, Options{})))
	refused(t, "x[0] has 2 features ... 1", alone(Hyperplane{row{1}, 0}.Canonical(x, y)),
		alone(Hyperplane{row{1}, 0}.Gradient(x, y, 1)))
	refused(t, "margin = ... 0 ... > 0", alone(Hyperplane{row{0, 0}, 0}.Canonical(x, y)))
	refused(t, "margin = +Inf", alone(Hyperplane{row{1e300}, 0}.Canonical([]row{{1e50}}, row{1})))
	refused(t, "margin = 1e-10", alone(Hyperplane{row{1e300}, 1e-10}.Canonical([]row{{0}}, row{1})))
	refused(t, "no points", many(nil, nil)...)
	refused(t, "2 labels for 3 points", many(x, y[:2])...)
	refused(t, "label[0] = NaN", many(x, row{nan, 1, 2})...)
	refused(t, `only label "7"`, many(x, row{7, 7, 7})[:2]...)
	refused(t, "neither a function nor an error", many(x, row{7, 7, 7})[2:]...)
	refused(t, "train = nil", alone(OneVsRest(x, y, nil)), alone(OneVsOne(x, y, nil)))
	refused(t, "fit = nil", alone(CrossValidate[row, int](x, []int{1, 2, 3}, 2, nil, nil)))
	must(OneVsRest(x[:2], row{inf, 3}, train))(t)
}

// A malformed file is an error with the line and the token. All points together
// may have 2²⁸ numbers. An error of the reader comes back as it is.
//
// Without a number of features, points of more than 10⁶ numbers, and 1,000 for
// each byte read, are refused: 1,017,000 after 17 bytes.
func TestReadLIBSVMRefusesWhatIsMalformed(t *testing.T) {
	no := func(words, text string, features int) {
		refused(t, words, alone(ReadLIBSVM(strings.NewReader(text), features)))
	}
	long := strings.Repeat("c", 8192)
	no("features = 268435457 ... 0 to 268435456", "1 1:1", mostEntries+1)
	no(`value "1e51" in "2:1e51" ... 1e50`, "1 2:1e51", 0)
	no("no points", "# nothing\n\n", 0)
	no("no features", "1\n-1\n", 0)
	no("line 3: 3 points in 100000000 features ... 268435456", "1\n1\n1\n", 1e8)
	no(`line 2: "508501:1": index above 508500: see the argument features`,
		"1 2:1\n1 508501:1\n", 0)
	must2(ReadLIBSVM(strings.NewReader("1 2:1\n1 508500:1\n"), 0))(t)
	no("line 2: 2 points in 600000 features, want at most 1018000 numbers",
		"1 600000:1\n-1 1:1\n", 0)
	no(`"0:1", want indices from 1: in scikit-learn, write with zero_based=False`, "1 0:1", 3)
	no("line 2: more than 4224 bytes: see the argument features", "1 1:1\n1 1:1 #"+long, 2)
	no(`line 2: "1cccc ... a number as label`, "1 1:1\n1"+long, 0)
	no(`line 4: "4:1": index above 3`, "\n\n\n1 4:1", 3)
	for _, tt := range []struct{ line, tokens, want string }{
		{"%s 2:2", "x 1:1 nan inf 1_0", "%q ... a number"},
		{"1 %s 3:1", "2 :1 1.5:1 -99999999999999999999:1", "%q ... index:value"},
		{"1 2:1 %s", "2:3 1:3", "%q after index 2 ... ascending"},
		{"1 2:%s", "nan -Inf 1e400 a", `%q in "2:%[1]s" ... finite`},
	} {
		for _, token := range strings.Fields(tt.tokens) {
			no(fmt.Sprintf("line 2: ... "+tt.want, token), "1 1:1\n"+fmt.Sprintf(tt.line, token), 0)
		}
	}
}

// endless is a text over and over again.
type endless struct {
	text string
	at   int
}

// Read never comes to an end.
func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		k := copy(p[n:], e.text[e.at:])
		n, e.at = n+k, (e.at+k)%len(e.text)
	}
	return n, nil
}

// A file costs what it weighs. A line is held as it is, and as its words, which
// are 16 bytes each, and may take 2 bytes of text: 8 times the text. With the
// buffer, which doubles until the line fits, and a copy of the text, less than
// 12 times a line is allocated. A line without an end is refused after 64 MB
// have been read, or what features allow, and what is no model after 2¹⁶ bytes
// and a line. Nor does a short file that names a large index take much: without
// a number of features the points may have 10⁶ numbers, which are 8 MB.
func TestAFileCostsWhatItWeighs(t *testing.T) {
	read := func(r io.Reader) error { return alone(ReadLIBSVM(r, 0)) }
	narrow := func(r io.Reader) error { return alone(ReadLIBSVM(r, 1)) }
	model := func(r io.Reader) error { return alone(ReadLIBSVMModel(r, 0)) }
	header, _, _ := strings.Cut(linearModel, "0.25 1:1")
	large := "1 10000000:1\n" + strings.Repeat("1 1:1\n", 9)
	for _, tt := range []struct {
		name string
		r    io.Reader
		most uint64 // bytes
		f    func(r io.Reader) error
	}{
		{"a line without an end", &endless{text: strings.Repeat(" ", 1<<12)}, 12 << 26, read},
		{"one too long for its features", &endless{text: "1:1 "}, 12 << 16, narrow},
		{"one of a model, for its features", &endless{text: "2:1 "}, 12 << 16,
			func(r io.Reader) error { return alone(ReadLIBSVMModel(r, 1)) }},
		{"an index twice", &endless{text: "1 1:1 1:2\n"}, 12 << 16, read},
		{"many words", &endless{text: strings.Repeat("a ", 1<<15-1) + "\n"}, 12 << 16, read},
		{"no model", &endless{text: "a\nb\n"}, 12 << 16, model},
		{"a large index", strings.NewReader(large), 33e6, read},
		{"a large index in a model", strings.NewReader(header + large), 33e6, model},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := tt.f(tt.r)
			runtime.ReadMemStats(&after)
			bytes := after.TotalAlloc - before.TotalAlloc
			claim(t, err != nil && bytes < tt.most, "%d bytes, %v", bytes, err)
		})
	}
}

// A file that would give another function is refused. Lines that the function
// does not need may be missing or unknown, and the caller may ask for more
// features than the file has. By hand, f = ¼x₁ + 1¼x₂ − ½. The points of three
// classes begin with two coefficients, which is no index:value.
func TestReadLIBSVMModelRefusesWhatWouldGiveAnotherFunction(t *testing.T) {
	read := func(features int, changes ...string) (*Expansion[row], error) {
		text := strings.NewReplacer(changes...).Replace(linearModel)
		return ReadLIBSVMModel(strings.NewReader(text), features)
	}
	const linear, power = "kernel_type linear", "kernel_type polynomial\ndegree 2.5"
	for _, tt := range []struct{ from, to, words string }{
		{"svm_type c_svc", "svm_type nu_svc", `line 1: svm_type "nu_svc" ... c_svc`},
		{"svm_type c_svc\n", "", `line 7: svm_type "" ... c_svc`}, // missing before line 7, SV
		{"nr_class 2", "nr_class 3", `line 3: nr_class "3", want 2: only two classes can be read`},
		{linear, "kernel_type sigmoid",
			`line 2: kernel_type "sigmoid" ... linear, polynomial or rbf`},
		{linear, "\n\nkernel_type rbf\ngamma x", `line 5: gamma "x" ... one number`},
		{linear, "kernel_type rbf\ngamma 0", "Gamma = 0"},
		{linear, power, `line 3: degree "2.5" ... whole`},
		{"label 1 -1", "label 1 1", `line 6: label "1 1" ... two classes`},
		{"label 1 -1\n", "", `line 7: label "" ... two classes`},
		{"rho 0.5", "rho 0.5 0.1", `line 5: rho "0.5 0.1" ... one number`},
		{"1:1 2:2", "1:1 2:x", `line 9: value "x"`},
		{"total_sv 2", "total_sv 3", `2 support vectors ... "3"`},
		{"SV\n", "", "no line SV"},
		{"SV\n", strings.Repeat("a b\n", 1<<14), "no line SV in the first 65536"},
		{"-0.25 2:-3 \n", "-0.25 2:-3", "the last line has no end"}, // cut off
		{"c_svc", "epsilon_svr", `"epsilon_svr", want c_svc: a machine for two classes`},
	} {
		refused(t, tt.words, alone(read(0, tt.from, tt.to)))
	}
	refused(t, `line 9: "2:2": index above 1`, alone(read(1)))
	three := must(os.ReadFile(filepath.Join("testdata", "golden", "libsvm", "three.model")))(t)
	words := `line 4: nr_class "3", want 2: only two classes can be read`
	refused(t, words, alone(ReadLIBSVMModel(bytes.NewReader(three), 4)))
	f := must(read(3, "nr_class 2\n", "", "nr_sv 1 1", "probA what is this\ngamma abc"))(t)
	wantEqual(t, "other lines, three features: f(2, 1, 0)", f.Value(row{2, 1, 0}), 1.25)
}

// A file can decode without an error and still be no machine. Check says so,
// before Predict would panic.
func TestCheckRefusesWhatIsNoMachine(t *testing.T) {
	type several = Multiclass[row, string]
	k, x, c := Linear{}, []row{{1, 2}, {3, 4}}, row{1, -1}
	anyLength := KernelFunc[row](func(a, b row) float64 { return 1 })
	of := func(k Kernel[row], x ...row) *Model[row] {
		return &Model[row]{Expansion: function{k, x, ones(len(x)), 0, nil}}
	}
	m := of(k, x...)
	three, pairs := []*Model[row]{m, m, m}, [][2]int{{0, 1}, {0, 2}, {1, 2}}
	classes := func(n int, models []*Model[row], pairs ...[2]int) error {
		return (&several{[]string{"a", "b", "c", "d"}[:n], models, pairs}).Check()
	}
	first := func(a, b int) error { return classes(3, three, [2]int{a, b}, pairs[1], pairs[2]) }
	succeed(t, cmp.Or((&function{k, x, c, 0, nil}).Check(), classes(3, three), first(0, 1),
		classes(2, three[:2]), classes(3, []*Model[row]{m, of(anyLength, row{1}), m})))
	for words, s := range map[string]Standardizer{"2 means and 1 deviations": {c, row{1}},
		"Mean[1] = NaN": {row{0, nan}, c}, "Deviation[0] = +Inf": {nil, row{inf}},
		"Deviation[1] is negative": {nil, c}} {
		refused(t, words, s.Check())
	}
	succeed(t, cmp.Or(Standardizer{}.Check(), Standardizer{row{1}, row{0}}.Check()))
	refused(t, "kernel = nil", (&function{nil, x, c, 0, nil}).Check())
	refused(t, "1 coefficients for 2 points", (&function{k, x, row{1}, 0, nil}).Check())
	refused(t, "Coef[1] = NaN", (&function{k, x, row{1, nan}, 0, nil}).Check())
	refused(t, "B = +Inf", (&function{k, x, c, inf, nil}).Check())
	refused(t, "x[1] has 1 features", (&function{k, []row{{1, 2}, {3}}, c, 0, nil}).Check())
	none := &function{Linear{}, nil, nil, 0, nil}
	succeed(t, none.Check())
	refused(t, "0 points", alone(LinearHyperplane(none)))
	refused(t, "no points", WriteLIBSVMModel(io.Discard, none))
	refused(t, "Expansion = nil", (*function)(nil).Check())
	refused(t, "1 classes, 1 machines", classes(1, three[:1]))
	refused(t, "4 classes, 3 machines and 3 pairs", classes(4, three, pairs...))
	refused(t, "3 classes, 3 machines and 2 pairs", classes(3, three, pairs[:2]...))
	for _, p := range [][2]int{{1, 3}, {1, 1}, {-1, 0}} {
		refused(t, fmt.Sprintf("Pairs[0] = %v ... 3 classes once", p), first(p[0], p[1]))
	}
	refused(t, "Pairs[1] = [0 2] ... once", first(0, 2))
	refused(t, "Models[2] ... 3 features ... 2", classes(3, []*Model[row]{m, m, of(k, ones(3))}))
	refused(t, "Models[1] = nil", classes(3, []*Model[row]{m, nil, m}))
	refused(t, "kernel = nil ... Models[2]", classes(3, []*Model[row]{m, m, {}}))

	// What training found out about each point: of two points, the second is a
	// support vector. A plane may stand in its place.
	with := func(index []int, alpha, slack row, kinds ...Support) *Model[row] {
		return &Model[row]{Expansion: function{k, x[:1], c[:1], 0, nil}, Index: index, Alpha: alpha,
			Slack: slack, Support: kinds}
	}
	whole := with([]int{1}, c, row{0, 1}, SupportZero, SupportBound)
	plane := with([]int{0, 1}, c, row{0, 1}, SupportFree, SupportFree)
	succeed(t, cmp.Or(m.Check(), whole.Check(), plane.Check()))
	for words, bad := range map[string]*Model[row]{
		"Model = nil": nil,
		"Model of 2 Alpha, 1 Slack and 2 Support": with([]int{1}, c, row{0}, SupportZero, 1),
		"Model of 2 Alpha, 2 Slack and 3 Support": with([]int{1}, c, c, SupportZero, 1, 1),
		"Alpha[1] = NaN":                      with([]int{1}, row{1, nan}, c, SupportZero, 1),
		"Slack[0] = +Inf":                     with([]int{1}, c, row{inf, 0}, SupportZero, 1),
		"Support[1] = Support(3)":             with([]int{1}, c, c, SupportZero, 3),
		"0 entries in Index for 1 points":     with(nil, c, c, SupportZero, 1),
		"Index[0] = 2 ... 2 training points":  with([]int{2}, c, c, SupportZero, 1),
		"Index[1] = -1 ... 2 training points": with([]int{0, -1}, c, c, SupportZero, 1),
		"kernel = nil":                        {},
	} {
		refused(t, words, bad.Check())
	}
}

// After a training that has failed the model is nil. Its Check is an error, and
// String says so. All other methods panic in words of the package, also those
// that are an Expansion's: the list is that of reflect, so that none is
// forgotten. So does a nil Multiclass, but for its String.
func TestAModelThatIsNilSaysSo(t *testing.T) {
	var m *Model[row]
	var several *Multiclass[row, string]
	refused(t, "svm: Model = nil", m.Check())
	wantEqual(t, "String", m.String(), "no model")
	refused(t, "svm: Multiclass = nil", several.Check())
	for text, v := range map[string]any{"svm: Model = nil": m,
		"svm: Multiclass without machines": several} {
		for i, methods := 0, reflect.TypeOf(v); i < methods.NumMethod(); i++ {
			name, in := methods.Method(i).Name, []reflect.Value{reflect.ValueOf(v)}
			for j := 1; j < methods.Method(i).Type.NumIn(); j++ {
				in = append(in, reflect.Zero(methods.Method(i).Type.In(j)))
			}
			told := fmt.Sprint(outcome(func() { methods.Method(i).Func.Call(in) }))
			if name != "String" && name != "Check" {
				wantEqual(t, name, told, text)
			}
		}
	}
	f := function{Linear{}, []row{{3, 4}}, row{-1}, 7, nil}
	wantEqual(t, "Norm", (&Model[row]{Expansion: f}).Norm(), f.Norm())
}

// What could make a sum of products overflow is out of range: see "Bad input"
// in kernel.go. Normalised by a product below 10⁻¹⁵⁰, a value would be noise. A
// map is refused if it goes through more than 2²⁵ monomials, or returns more
// than 2²⁸ coordinates. A deviation is above 2⁻¹⁰²⁴ if 1 over it is finite.
func TestPointsAndKernelsAreRefusedByName(t *testing.T) {
	x, small, g := []row{{1, 0}, {2, 3}, {0, 1}}, []row{{1, 0}, {0, 1e-76}, {0, 1}}, Gaussian{1}
	y, k, far := row{1, -1, 1}, Linear{}, []row{{1, 0}, {2, 3}, {0, -1e51}}
	f := &function{k, far, y, 0, nil}
	no := func(words string, k Kernel[row]) { refused(t, words, ofKernel(k, x)...) }
	matrix := func(words string, k *Matrix, x ...int) {
		refused(t, words, alone(Gram(Precomputed{k}, x)))
	}
	refused(t, "no points", ofPoints(nil)...)
	refused(t, "x[0] has no features", ofPoints([]row{{}, {}})...)
	refused(t, "x[2] has 3 features ... 2", ofPoints([]row{{1, 2}, {3, 4}, {5, 6, 7}})...)
	refused(t, "x[1][0] = +Inf ... finite", ofPoints(column(row{1, inf, 0}))...)
	refused(t, "x[2][1] = -1e+51 ... 1e50 ... divide by the largest", append(ofPoints(far),
		alone(LinearHyperplane(f)), WriteLIBSVM(io.Discard, far, y),
		WriteLIBSVMModel(io.Discard, f), panics(func() { EmpiricalMap[row](k, far) })[0])...)
	for _, k := range []Kernel[row]{nil, (*Gaussian)(nil), KernelFunc[row](nil)} {
		no("kernel = nil", k)
	}
	no("Degree = 0 ... Degree >= 1", Polynomial{0, 1, 1})
	no("Degree = 10001 ... 10000", PowerSum{10001})
	no("Gamma = NaN ... Gamma > 0", GaussianSigma(-1))
	no("Product of no kernels", Product[row](nil))
	no("Sum[1] = nil", Sum[row]{k, nil})
	no("Pullback map = nil", Pullback[row](k, nil))
	no("x[0] has no features ... phi(x)", Pullback(k, func(row) row { return nil }))
	refused(t, "kernel(x[1], x[1]) = 1. ... e+120 ... 1e100",
		ofKernel(Polynomial{3, 1, 0}, []row{{1, 0}, {0, 1.02e20}, {0, 1}})...)
	refused(t, "kernel(x[ ... x[1]) = NaN", append(ofKernel(Cosine{}, small),
		ofKernel(Normalized[row]{k}, small)...)...)
	matrix("K[0][0] = 1e+101 ... 1e100", mat(row{1e101, 0}, row{0, 1}), 0, 1)
	matrix("K = nil", nil, 0)
	matrix("K is a 2x3 matrix ... square", NewMatrix(2, 3), 0)
	matrix("x[1] = 2 ... row number of the 2x2", mat(row{1, 2}, row{2, 5}), 0, 2)
	matrix("K[0][1] = 2 ... symmetric", mat(row{1, 2, 6}, row{3, 5, 7}, row{4, 8, 9}), 0)
	refused(t, "kernel = nil", panics(func() { EmpiricalMap[row](nil, x) })...)
	refused(t, "gram[0][0] = 1e+101 ... 1e100", alone(Coordinates(mat(row{1e101, 0}, row{0, 1}))))
	refused(t, "Max = 2 ... Min = 3", alone(Gram(Substrings{Min: 3, Max: 2}, []string{"ab"})))
	refused(t, "singular ... see IsPSD", alone(Ridge(k, column(ones(2)), row{1, 2}, 0)))
	refused(t, "overflow", alone(Ridge(k, column(row{1e-160}), row{1}, 0)))
	refused(t, "feature 1 ... 5e-321", alone(Standardize([]row{{0, 0}, {3, 1e-320}})))
	refused(t, "d = 0 ... d >= 1", panics(func() { Polynomial{2, 1, 1}.Map(0) },
		func() { g.TaylorMap(0, 2) })...)
	refused(t, "2.68435457e+08 ... 268435456", panics(func() { PowerSum{1}.Map(1 << 28) })...)
	refused(t, "33554432", panics(func() { g.TaylorMap(math.MaxInt, math.MaxInt) },
		func() { Polynomial{1, 1, 1}.Map(1 << 25) }, func() { dimension("", 1<<25-1, 2) })...)
	must(Gram(Substrings{Max: 1}, []string{"ab", "c"}))(t) // just within the limits, as these are
	must(Gram[row](Cosine{}, []row{{1, 0}, {0, 1.2e-75}}))(t)
	must(Gram[row](PowerSum{10000}, x[:1]))(t)
	must(Gram[row](k, []row{{1e50, 1e50}}))(t)
	must(Standardize(column(row{0, 0x1.8p-1023})))(t)
	PowerSum{1}.Map(1<<28 - 1)
}

// A value out of range is named when it is met, by the pair of its points. SMO
// meets the rows of the points that move: with k = [a = b] and C = 1 all do. A
// point without weight is met too, for the margins of the certificate.
func TestKernelValuesOutOfRangeAreNamed(t *testing.T) {
	x := column(mapped(upTo(40), func(i int) float64 { return float64(i) }))
	for i, v := range append(notFinite, -1e101) {
		j := row{3, 7}[i%2]
		k := KernelFunc[row](func(a, b row) float64 {
			if min(a[0], b[0]) == 3 && max(a[0], b[0]) == j {
				return v
			}
			return float64(b2i(a[0] == b[0]))
		})
		refused(t, fmt.Sprintf("kernel(x[3], x[%g]) = %g", j, v),
			append(ofKernel(k, x), ofKernel(Sum[row]{k}, x)...)...)
	}
	y, k, o := row{1, -1, 1, 1}, Polynomial{3, 1, 0}, Options{Weights: row{1, 1, 1, 0}}
	all := ofOptions(k, column(row{1, -1, 2, 1e25}), y, o)
	own := len(trainers) // PrimalQP and PrimalProgram have no kernel
	refused(t, "kernel(x[3], x[3]) = ... e+150", slices.Delete(all, own, own+2)...)
}

// At evaluation there is no error to return. Points of different lengths
// therefore panic with both lengths, or with the first bad point, and so does
// an Expansion that does not fit. A user's kernel may take any length.
func TestEvaluationPanicsOnDifferentLengths(t *testing.T) {
	a, b, g, points := row{1, 2}, row{1, 2, 3}, Gaussian{1}, vectors(108, 40, 4)
	bad, odd, none := append(points[3:], b, nil), &function{g, points[:2], b, 0, nil}, new(function)
	no := func(words string, calls ...func()) { refused(t, words, panics(calls...)...) }
	no("lengths 2 and 3", func() { Dot(a, b) }, func() { Standardizer{Mean: b}.Apply(a) },
		func() { Standardizer{Deviation: b}.Apply(a) }, func() { Distance(g, a, b) },
		func() { Distance(Linear{}, a, b) }, func() { Hyperplane{b, 0}.Margin(points[:2], b) },
		func() { odd.Norm() }, func() { odd.Value(bad[0]) }, func() { odd.Values(points) },
		func() { odd.Plus(none) }, func() { none.Inner(odd) })
	no("lengths 3 and 2", func() { Polynomial{2, 1, 1}.Map(2)(b) },
		func() { g.TaylorMap(2, 2)(b) }, func() { PowerSum{2}.Map(2)(b) })
	no("nil Kernel", func() { (&function{nil, bad[:1], row{1}, 0, nil}).Norm() })
	no("x[0] has 2 features ... 3", func() { Standardizer{Mean: b}.ApplyAll([]row{a}) })
	const first = "x[37] has 3 features ... 4"
	no(first, func() { Hyperplane{bad[0], 5}.Values(bad) },
		func() { Standardizer{Mean: bad[0]}.ApplyAll(bad) },
		func() { Softmax{NewMatrix(2, 4)}.PredictAll(bad) })
	no("rng = nil", func() { Softmax{NewMatrix(2, 4)}.Sample(bad[0], nil) })
	for _, k := range append(plainKernels(), Normalized[row]{Linear{}},
		Sum[row]{Scaled[row]{2, g}}, Product[row]{g}) {
		f := &function{k, bad[:3], b, 0, nil}
		m := Multiclass[row, int]{Models: []*Model[row]{{Expansion: *f}}}
		no("lengths 2 and 3", func() { k.Eval(a, b) })
		no("a point of 2 features, want 3",
			func() { (&function{k, []row{b}, row{1}, 0, nil}).Value(a) })
		no("has 2 features ... 3", func() { EmpiricalMap(k, []row{b})(a) },
			func() { (&function{k, []row{b, a}, row{1, 1}, 0, nil}).Values([]row{b}) })
		no(first, func() { f.Values(bad) }, func() { m.PredictAll(bad) })
		_, _, err := m.Predictor()(b)
		refused(t, "a point of 3 features, want 4", err)
	}
	user := KernelFunc[row](func(a, b row) float64 { return float64(len(a) * len(b)) })
	v := (&function{user, bad[:1], row{2}, 0, nil}).Values(bad)
	claim(t, v[37] == 24 && v[38] == 0, "eight times the length: %g", v)
}

// What is empty says so, before Go speaks of a nil pointer or of an index.
func TestWhatIsEmptyPanicsInWordsOfThePackage(t *testing.T) {
	var a *Matrix
	none, x := new(Multiclass[row, int]), row{1}
	refused(t, "svm: Matrix = nil", panics(func() { a.At(0, 0) }, func() { a.Set(0, 0, 1) },
		func() { a.T() }, func() { a.Mul(NewMatrix(0, 0)) }, func() { NewMatrix(0, 0).Mul(a) },
		func() { a.MulVec(x) }, func() { a.SVD() },
		func() { new(SVD).Rank() }, func() { new(SVD).Range() }, func() { new(SVD).Null() })...)
	holed := &Multiclass[row, int]{Classes: []int{0, 1}, Models: make([]*Model[row], 2)}
	for _, none := range []*Multiclass[row, int]{none, nil, holed} {
		refused(t, "svm: Multiclass without machines", panics(func() { none.Predict(x) },
			func() { none.PredictAll([]row{x}) }, func() { none.Scores(x) },
			func() { none.ScoresAll([]row{x}) }, func() { none.Predictor() })...)
	}
	for _, m := range []Softmax{{}, {NewMatrix(0, 1)}} {
		refused(t, "svm: Softmax without classes", panics(func() { m.Predict(x) },
			func() { m.PredictAll([]row{x}) }, func() { m.Loss(x, 0) },
			func() { m.Gradient(x, 0) })...)
	}
	refused(t, "svm: Solve of a Cholesky without L", panics(func() { new(Cholesky).Solve(x) })...)
}

// Shapes have to fit C, and bounds may be infinite on their own side only.
func TestQPRefusesBadInputByName(t *testing.T) {
	c, one := row{1, 2}, NewMatrix(1, 2)
	no := func(words string, p QP) { refused(t, words, alone(p.Solve())) }
	no("C[1] = -1e+51 ... 1e50", QP{C: row{0, -1e51}})
	no("Q is a 2x2 matrix with 1 numbers", QP{C: c, Q: &Matrix{2, 2, row{1}}})
	no("Q is a -1x0 matrix", QP{C: c, Q: &Matrix{-1, 0, nil}})
	no("Q is a 2x3 matrix, want 2x2", QP{C: c, Q: NewMatrix(2, 3)})
	no("Q[0][1] = 2 ... symmetric", QP{C: c, Q: mat(row{1, 2}, row{0, 1})})
	no("Q[0][1] = 2e+50 ... 1e50", QP{C: c, Q: mat(row{1, 2e50}, row{2e50, 1})})
	no("A is nil, want 2 rows", QP{C: c, B: c})
	no("A is a 1x2 matrix, want 2x2", QP{C: c, A: one, B: c})
	no("B[0] = NaN, want a finite number", QP{C: c, A: one, B: row{nan}})
	no("Beq[0] = -2e+50 ... 1e50", QP{C: c, Aeq: one, Beq: row{-2e50}})
	no("Hi has length 3, want 2", QP{C: c, Hi: row{1, 2, 3}})
	no("Lo has length 1, want 2", QP{Q: NewMatrix(2, 2), A: one, B: row{1}, Lo: row{1}})
	no("A is a 1x2 matrix, want 1x3", QP{Q: NewMatrix(3, 3), A: one, B: row{1}})
	no("Hi has length 1, want 2", QP{Aeq: one, Beq: row{1}, Hi: row{1}})
	no("Hi has length 3, want 1", QP{Lo: row{1}, Hi: row{1, 2, 3}})
	no("Lo[1] = NaN, want a finite number", QP{C: c, Lo: row{0, nan}})
	no("Hi[0] = -Inf, want a finite number", QP{C: c, Lo: row{-inf, 0}, Hi: row{-inf, 0}})
}

// What a program cannot hold is refused before it is solved: a Cᵢ of 10²⁰,
// which would count as infinite for an αᵢ, and kernel values above 10⁵⁰. As a
// cost of slack 10⁵⁰ is allowed, and more comes by Balance alone, here by 3/2.
func TestThePrintedProgramsRefuseWhatTheyCannotHold(t *testing.T) {
	x, y := column(row{1, 2, 3}), row{1, 1, -1}
	k, o := Kernel[row](Linear{}), Options{C: 5e19, Weights: row{1, 2, 1}}
	refused(t, "C*Weights[1] = 1e+20, want below 1e20", alone(DualProgram(k, x, y, o)))
	must(DualProgram(k, x, y, Options{C: 9e19}))(t)
	must(PrimalProgram(x, y, Options{C: 1e50}))(t)
	refused(t, "C[4] = 1.5 ... e+50 ... 1e50",
		alone(PrimalProgram(x, y, Options{C: 1e50, Balance: true})))
	refused(t, "Q[1][1] = 1 ... e+60 ... 1e50",
		alone(DualProgram(k, column(row{1, 1e30, 3}), y, Options{})))
	asymmetric := KernelFunc[row](func(a, b row) float64 { return a[0] - b[0] })
	refused(t, "kernel", alone(DualProgram[row](asymmetric, x, y, Options{})))
}

// Least squares by gradients takes features or kernel values, and both are
// checked alike. Kernel values must also be symmetric. Softmax takes class
// numbers from 0 on, and makes at most 2²⁸ weights: two features, 2²⁷ classes.
func TestLearningByStepsRefusesBadInputByName(t *testing.T) {
	x, y, class, target, k := []row{{1, 0}, {0, 1}}, row{1, -1}, []int{0, 1}, row{1, 2}, Linear{}
	phi := NewMatrix(2, 3)
	fit := func(phi *Matrix, target row, gamma float64, steps int) []error {
		return []error{alone(LeastSquaresGD(phi, target, gamma, steps)),
			alone(KernelLeastSquaresGD(phi, target, gamma, steps))}
	}
	softmax := func(words string, x []row, class []int, classes int) {
		refused(t, words, alone(SoftmaxSGD(x, class, classes, 1, 1, nil)))
	}
	refused(t, "steps = 0 ... steps >= 1", append(fit(phi, target, 1, 0),
		alone(SGD(x, y, 1, 0, nil)), alone(Subgradient(x, y, 1, 0)),
		alone(KernelSGD(k, x, y, 1, 0, nil)), alone(SoftmaxSGD(x, class, 2, 1, 0, nil)))...)
	refused(t, "epochs = 0 ... 1", alone(Perceptron(x, y, 0)), alone(KernelPerceptron(k, x, y, 0)))
	refused(t, "gradient is not finite", alone(Hyperplane{row{0, nan}, 0}.Gradient(x, y, 1)))
	must(SGD(x, ones(2), 1, 9, nil))(t) // one label alone
	softmax("1 class numbers for 2 points", x, class[:1], 2)
	softmax("class[0] = -1 ... 0 to 1", x, []int{-1, 1}, 2)
	softmax("class[1] = 2 ... 0 to 1", x, []int{0, 2}, 2)
	softmax("classes = 1 ... 2 to 268435456", column(target), class, 1)
	softmax("classes = 134217729 ... 2 to 134217728", x, class, 1<<27+1)
	refused(t, "= nil ... matrix", fit(nil, target, 1, 1)...)
	refused(t, "2x3 matrix with 0 numbers", fit(&Matrix{2, 3, nil}, target, 1, 1)...)
	refused(t, "[1][0] = +Inf ... finite", fit(mat(row{1, 0}, row{inf, 1}), target, 1, 1)...)
	targets := func(t row) []error { return append(fit(phi, t, 1, 1), alone(Ridge(k, x, t, 1))) }
	refused(t, "1 targets for 2 points", targets(row{1})...)
	refused(t, "t[0] = 1e+51 ... 1e50", targets(row{1e51, 0})...)
	refused(t, "matrix ... rows and columns", append(fit(NewMatrix(2, 0), target, 1, 1),
		fit(NewMatrix(0, 3), nil, 1, 1)...)...)
	refused(t, "2x3 matrix ... square", fit(phi, target, 1, 1)[1:]...)
	refused(t, "symmetric", fit(mat(row{1, 2}, row{0, 1}), target, 1, 1)[1:]...)
	refused(t, "step 6 ... eta = 1e+50", fit(diagonal(ones(2)), row{1e50, 1}, 1e50, 1000)...)
}

// A stream's first bad input stays in Err, and nothing moves from then on.
func TestAStreamStopsAtItsFirstBadInput(t *testing.T) {
	for i, words := range []string{"x has 1 features ... 2", "x has no features",
		"point[1] = NaN ... finite", "point[0] = 1e+51 ... 1e50", "y = 0 ... -1 or +1"} {
		x, y := []row{{1}, nil, {1, nan}, {1e51, 0}, {1, 2}}[i], row{1, 1, 1, 1, 0}[i]
		p := Pegasos{Lambda: 0.1}
		claim(t, p.Step(row{1, 1}, 1) == 0, "the first step: %v", p.Err())
		average, bad, first := p.Average(), p.Step(x, y), p.Err()
		refused(t, "step 2 ... "+words, first)
		bad += p.Step(row{1, 1}, 1)
		claim(t, math.IsNaN(bad) && p.Err() == first && reflect.DeepEqual(p.Average(), average),
			"after %v a step is made, or another error: %v", first, p.Err())
	}
}

// A wrong shape is a mistake in the program, and panics with the numbers that
// do not fit, as does a column out of range. A function that has an error
// returns it, and for NaN and Inf it names the entry. The matrix of the first
// rows is wide, and SVD transposes it.
func TestMatricesRefuseBadInputByName(t *testing.T) {
	a, c, odd := NewMatrix(2, 3), row{1, 2, 3}, &Matrix{2, 2, make(row, 5)}
	more := math.MaxInt/8 + 1 // an int cannot count the bytes
	no := func(words string, calls ...func()) { refused(t, words, panics(calls...)...) }
	no("shape -1x2", func() { NewMatrix(-1, 2) })
	no(fmt.Sprintf("shape %dx1", more), func() { NewMatrix(more, 1) })
	no("row 1 has length 2, row 0 has length 3", func() { mat(c, c[:2]) })
	no("row 2 of a 2x3", func() { a.Row(2) }, func() { a.At(2, 0) })
	no("Mul of a 2x3 matrix and a 2x3", func() { a.Mul(a) })
	no("MulVec of a 2x3 matrix ... length 2", func() { a.MulVec(c[:2]) })
	refused(t, "A is a 2x3 matrix, want a square one", alone(a.Cholesky()), alone(a.Eigen()))
	refused(t, "gram is a 2x3 matrix, want a square one", alone(Coordinates(a)))
	refused(t, "A = nil, want a matrix", alone((*Matrix)(nil).Eigen()))
	refused(t, "2x2 matrix with 5 numbers", alone(odd.Cholesky()), alone(odd.Eigen()))
	no("2x2 matrix with 5 numbers", func() { odd.SVD() }, func() { odd.MulVec(c[:2]) })
	no("Solve of a 2x2 matrix ... length 3", func() { (&Cholesky{NewMatrix(2, 2)}).Solve(c) })
	for i, v := range notFinite {
		d, k := diagonal(c), []int{0, 5, 6}[i]
		d.Data[k] = v
		refused(t, fmt.Sprintf("A[%d][%d] = %g ... finite", k/3, k%3, v), alone(d.Cholesky()),
			alone(d.Eigen()), alone(d.SVD()), alone(FromRows(d.rows()[:k/3+1]).SVD()))
	}
	out := outcome(func() { a.At(0, 3) }) != "returned"
	claim(t, out && outcome(func() { a.Set(1, -1, 1) }) != "returned", "no panic at a column")
}

// By (asymmetry), rounding makes an entry of VΛVᵀ differ from its mirror image
// by at most 2(n + 1)ε‖A‖. Such a difference passes, and a larger one is named.
func TestAsymmetryAboveRoundingIsRefused(t *testing.T) {
	eachOf(t, [][3]int{{2, 0, 1}, {33, 32, 0}, {33, 31, 32}}, func(t *testing.T, at [3]int) {
		a := withSpectrum(random(uint64(at[0])), geometric(at[0], 0.01))
		v, borne := &a.Data[at[1]*a.Cols+at[2]], 2*float64(at[0]+1)*eps*Norm(a.Data)
		was, i, j := *v, max(at[1], at[2]), min(at[1], at[2])
		*v = was + 0.9*borne
		must(a.Eigen())(t)
		*v = was + 1.1*borne
		refused(t, fmt.Sprintf("A[%d][%d] = %g, A[%d][%d] = %g ... symmetric",
			i, j, a.At(i, j), j, i, a.At(j, i)), alone(a.Cholesky()), alone(a.Eigen()))
	})
}

// A pivot up to nε·aⱼⱼ may be rounding, and is refused. The rows (1, 1) and
// (1, 1 + δ) have the pivot δ, and the line is at nε(1 + δ) = 2⁻⁵²(1 + δ).
// Therefore δ = 2⁻⁵² is refused, whereas δ = 2⁻⁵¹ passes.
func TestCholeskyRefusesAMatrixThatIsNotSafelyPositiveDefinite(t *testing.T) {
	no := func(words string, a *Matrix) {
		err := alone(a.Cholesky())
		refused(t, words, err)
		claim(t, errors.Is(err, ErrNotPositiveDefinite), "another error")
	}
	no("pivot 0 is -1 ... > -1.1102230246251565e-16", mat(row{-1}))
	no("pivot 0 is 0 ... > 0", mat(row{0}))
	no("pivot 1 is 2.220446049250313e-16", mat(row{1, 1}, row{1, 1 + 0x1p-52}))
	no("pivot 27 is -1", diagonal(append(ones(27), -1, -2)))
	must(mat(row{1, 1}, row{1, 1 + 0x1p-51}).Cholesky())(t)
}

// # Part VIII: determinism and concurrency

// Work is split by results. One processor computes each, by sums in one order.
// That is why the number of processors changes no bit. The work is enough to be
// shared. If chance takes part, the seed decides everything. Without a source
// the seed is fixed too, and it is not 7.
func TestSameBitsOnAnyNumberOfProcessors(t *testing.T) {
	same := func(name string, run func() []float64) {
		t.Run(name, func(t *testing.T) {
			var one, five []float64
			onProcessors(1, func() { one = run() })
			onProcessors(5, func() { five = run() })
			claim(t, slices.Equal(mapped(one, math.Float64bits), mapped(five, math.Float64bits)),
				"other bits on five processors than on one")
		})
	}
	a := gaussianMatrix(random(7), 110, 110)
	spd := a.Mul(a.T())
	same("factorisations", func() []float64 {
		c, e := must(spd.Cholesky())(t), must(spd.Eigen())(t)
		s := must(FromRows(a.rows()[:40]).SVD())(t)
		return slices.Concat(a.Mul(a).Data, a.MulVec(a.Row(0)), c.L.Data, e.Values,
			e.Vectors.Data, s.U.Data, s.S, s.V.Data)
	})
	points, xs, c := vectors(36, 200, 60), vectors(38, 150, 60), gaussianVector(random(37), 200)
	for _, k := range vectorKernels() {
		same(fmt.Sprint(k), func() []float64 {
			f := function{k, points, c, 1, nil}
			return append(must(Gram(k, points))(t).Data, f.Values(xs)...)
		})
	}
	plane, side := overlapping(random(827), 2100, 2, 1)
	x, y := overlapping(random(827), 500, 60, 1)
	for _, tt := range []training{
		{"in the plane", bySMO, Gaussian{1}, plane, side, Options{}},
		{"Gaussian", bySMO, Gaussian{0.02}, x, y, Options{}},
		{"KernelFunc", bySMO, KernelFunc[row](Gaussian{0.02}.Eval), x[:200], y[:200], Options{}},
		{"Linear", bySMO, Linear{}, x[:300], y[:300], Options{}},
		{"sparse points", bySMO, Gaussian{0.02}, sparseVectors(828, 500, 61, 0.3), y, Options{}},
	} {
		same("SMO, "+tt.name, func() []float64 {
			m := must(SMO(tt.k, tt.x, tt.y, Options{Tol: 1e-2}))(t)
			return append(m.Alpha, m.B, m.Certificate.Primal, m.Certificate.Dual,
				m.Certificate.BLow, float64(m.Iterations), float64(m.Evaluations))
		})
	}
	many, label := overlapping(random(941), 2700, 400, 1)
	class := each(len(many), func(i int) int { return i % 3 })
	learn := func(r *rand.Rand) []float64 {
		h, g := must(SGD(many, label, 0.01, 500, r))(t), must(Subgradient(many, label, 0.01, 3))(t)
		f := must(KernelSGD(Gaussian{0.01}, many, label, 0.01, 10, r))(t)
		m := must(SoftmaxSGD(many, class, 3, 0.1, 100, r))(t)
		drawn := float64(m.Sample(many[0], cmp.Or(r, random(1))))
		return slices.Concat(h.W, f.Coef, m.W.Data, g.W, row{h.B, g.B, drawn})
	}
	same("learning by steps", func() []float64 { return learn(nil) })
	claim(t, !slices.Equal(learn(nil), learn(random(7))), "seeds do not matter")
}

// Training and prediction only read what they share: the points, the labels and
// a machine. Therefore eight at once find what one does, and -race finds
// nothing. They call their Trace at once. With a lock it counts as many calls
// as if they ran one after the other. The second points are far from the origin
// but sparse: the middle to which they are moved is 0.
func TestTrainingAndPredictionMayRunAtOnce(t *testing.T) {
	near, y := overlapping(random(828), 200, 3, 1)
	far := NewMatrix(200, 20).rows()
	for i, p := range far {
		p[i%20], p[i/10] = 4, 5*y[i]
	}
	for _, x := range [][]row{near, far} {
		calls, lock := 0, sync.Mutex{}
		train := Trainer[row](Gaussian{1}, Options{Trace: func(Progress) bool {
			lock.Lock()
			defer lock.Unlock()
			calls++
			return true
		}})
		shared := must(train(x, y))(t)
		want, once := shared.Values(x), calls
		both := []*Model[row]{shared, shared}
		predict := (&Multiclass[row, int]{[]int{1, 2}, both, nil}).Predictor()
		classOf := func(p row) int { class, _, _ := predict(p); return class }
		classes := mapped(x, classOf)
		onProcessors(8, func() {
			share(8, 1e9, func(int) {
				m, err := train(x, y)
				claim(t, err == nil && slices.Equal(m.Values(x), want), "%v, or other values", err)
				claim(t, slices.Equal(shared.Values(x), want) &&
					slices.Equal(mapped(x, classOf), classes), "other values of a shared machine")
			})
		})
		claim(t, once > 1 && calls == 9*once, "%d calls by nine trainings, %d by one", calls, once)
	}
}

// A panic on another goroutine would end the program, so share hands it to its
// caller. If several calls panic, the lowest index counts, as it would on one
// processor. Chance decides which comes first, and that is why each is tried
// often. Here rows from 40 on, and calls from 3 on, panic.
func TestThePanicOfTheLowestIndexReachesTheCaller(t *testing.T) {
	k := KernelFunc[int](func(a, b int) float64 {
		if a >= 40 {
			panic(a)
		}
		return float64(b2i(a == b))
	})
	for trial := range 30 {
		onProcessors(1+trial%3, func() {
			rows := outcome(func() { Gram[int](k, upTo(400)) })
			wantEqual(t, fmt.Sprintf("on %d processors the panic", 1+trial%3), rows, any(40))
		})
	}
}

// # Part VIII: rounding and range. Linear algebra

// For square A = DB, A = BD and, for this B, DBD each singular value is right
// to nε times the condition number of B, for any diagonal D. The product of the
// singular values is |det A| = |det D||det B|, to n times what each may err. A
// diagonal matrix is its own S, but what is less than 2⁻⁵⁰⁰ of the largest
// entry is 0.
func TestSingularValuesOfGradedMatricesAreRightRelativeToThemselves(t *testing.T) {
	b := scale(orthogonalMatrix(random(17), 6), 0.5)
	axpy(1, diagonal(ones(6)).Data, b.Data)
	sb := must(b.SVD())(t).S
	for _, last := range []float64{1, 1e-20, 1e20} {
		d := geometric(6, last)
		by := diagonal(d)
		for side, a := range []*Matrix{by.Mul(b), b.Mul(by), between(d, b)} {
			sizes, quotients := []row{d, d, by.MulVec(d)}[side], 1.0
			for i, v := range must(a.SVD())(t).S {
				quotients *= v / sizes[i] / sb[i]
			}
			name := fmt.Sprintf("%s, D = %g: Πσ/|det A|", []string{"DB", "BD", "DBD"}[side], d)
			wantNear(t, name, quotients, 1, 8*36*eps*sb[0]/sb[5])
		}
	}
	small := must(diagonal(row{1 - eps, 0x1p-500, 0x1.fp-501}).SVD())(t).S
	wantVector(t, "the largest, 2⁻⁵⁰⁰, less", small, row{1 - eps, 0x1p-500, 0}, 0)
}

// # Part VIII: rounding and range. Kernels

// "The Gaussian without differences" in kernel.go derives the error of a row,
// 32(d + 4)ε. Eval is off by less than (d + 4)ε. The formula itself rounds by
// (d + 4)sε, s = γ‖a − b‖², and se⁻ˢ < 1 allows one (d + 4)ε more.
//
// With up to eight features all values of a Gaussian come from the differences,
// with errors relative to themselves as in TestRowsAreEvalPairByPair. The
// points of the row {0, 0, 8} and 10⁻⁶ beside them would lose digits by
// (distance).
//
// For points an ulp apart (distance) may round to less than 0. Equal points
// have the value 1, and no value is above 1.
//
// The roundings of (distance) can all add up. Let the points a = (A, t, …, t)
// and b = (A, −t, …, −t) have d features, A² just above 1, and t² just below ε.
// Numbers from 1 to 2 are 2ε apart, so that A² ± t² rounds to A², and ‖a − b‖²
// comes out as 0 in place of 4(d − 1)t². Up to 2γA² = 16 this changes k by at
// most 32(d − 1)ε. For a larger one Eval has to make the value. No point is
// moved, because most of the points are 0: see middle.
func TestRowsByDistancesKeepTheirErrorBoundFarFromTheOrigin(t *testing.T) {
	kernels := map[reflect.Type]func(gamma float64) Kernel[row]{}
	for _, l := range listedKernels() {
		k, ok := l.k.(Kernel[row])
		if ok && isPlain(reflect.TypeOf(k)) {
			moves := k.Eval(row{1, 2}, row{4, -1}) == k.Eval(row{8, 3}, row{11, 0})
			need(t, moves == (l.far != nil), "%v depends on a − b alone: %v", k, moves)
		}
		if l.far != nil {
			kernels[reflect.TypeOf(k)] = l.far
		}
	}
	for _, k := range kernels {
		farFromTheOrigin(t, k)
	}
}

// farFromTheOrigin checks rows of a kernel of γ‖a − b‖² that is at most 1.
func farFromTheOrigin(t *testing.T, kernel func(gamma float64) Kernel[row]) {
	for _, tt := range [][3]float64{{0, 0, 1}, {1e8, 0, 1}, {0, 1e8, 1}, {-1e9, 1e5, 1},
		{0, 0, 8}, {0, 0, 1000}, {1e15, 3e15, 1e-2}} {
		place, apart, gammaD := tt[0], tt[1], tt[2]
		for _, d := range []int{8, 9, 40} {
			x, gamma := vectors(35, 40, d), gammaD/float64(d)
			k := kernel(gamma)
			_, gaussian := k.(Gaussian)
			for i, p := range x {
				for j := range p {
					p[j] += place + apart*float64(i%2)
				}
			}
			copy(x[4], x[2])
			x[6] = mapped(x[2], func(v float64) float64 { return math.Nextafter(v, inf) })
			x[8] = mapped(x[2], func(v float64) float64 { return v + 1e-6 })
			g, name := must(Gram(k, x))(t), fmt.Sprintf("%v at %g, %g apart", k, place, apart)
			for i := range x {
				for j := range i + 1 {
					want, most := k.Eval(x[i], x[j]), 33*float64(d+4)*eps
					if d == 8 && gaussian && want > 0x1p-1022 {
						s := gamma * square(difference(x[i], x[j]))
						want, most = math.Exp(-s), (6+(16+2*8)*s)*eps*math.Exp(-s)
					}
					wantWithin(t, name, g.At(i, j), want, most)
				}
			}
			claim(t, g.At(4, 2) == 1 && g.At(3, 3) == 1 && slices.Max(g.Data) == 1,
				"%s: k(a, a) = %g, largest value %g", name, g.At(4, 2), slices.Max(g.Data))
		}
	}
	for _, gamma := range []float64{1, 7.99, 9.5, 15.9, 100, 4.9e12} {
		d, first, a, b := 40, 1+0x1p-26, 0.99, -0.99
		if gamma > 1e12 { // each term rounds the sum ‖a‖² up, and is lost in the others: t = 33
			d, first, a, b = 30_000, 1, 1.01, 0.97
		}
		x := FromRows([]row{repeat(d, a*math.Sqrt(eps)), repeat(d, b*math.Sqrt(eps)),
			make(row, d), make(row, d), make(row, d)}).rows()
		x[0][0], x[1][0] = first, first
		k := kernel(gamma)
		got := must(Gram(k, x))(t).At(0, 1)
		wantWithin(t, fmt.Sprint(k), got, k.Eval(x[0], x[1]), 32*float64(d+4)*eps)
	}
}

// # Part VIII: rounding and range. Quadratic programs

// From 10²⁰ on, a bound or a right side is none. Below it is a bound where it
// is reached, to its very bits, and where it is not, it does no harm.
func TestFrom1e20OnABoundIsNone(t *testing.T) {
	for _, p := range []QP{{C: row{1}, A: mat(row{-1}), B: row{1e20}}, {C: row{1}, Lo: row{-1e20}},
		{C: row{-1}, Hi: row{1e20}}} {
		_, err := p.Solve()
		claim(t, errors.Is(err, ErrUnbounded), "%+v: %v", p, err)
	}
	x := func(most float64, p QP, want ...float64) {
		t.Helper()
		wantVector(t, "x", solveQP(t, p).X, want, most)
	}
	for _, none := range []float64{1e20, inf} {
		x(1e-14, QP{C: row{-1}, A: mat(row{1}, row{2}), B: row{none, 3}}, 1.5)
	}
	for _, far := range []float64{4e-6, 1e6, 1e9, 1e12, 1e15, 1e19} {
		x(0, QP{C: row{-1, -1, 1}, Lo: row{-inf, 0, 0.3}, Hi: row{far, 1, inf}}, far, 1, 0.3)
		x(1e-9, QP{C: row{1, -2, -3}, A: mat(ones(3)), B: row{far / 2}, Lo: make(row, 3),
			Hi: repeat(3, far)}, 0, 0, far/2)
		for _, v := range []float64{far, -far} {
			x(0, QP{Q: mat(row{1}), C: row{-2 * v}, Lo: row{-far}, Hi: row{far}}, v)
		}
	}
}

// A slope of 5·10⁻³²⁴ has no unit: 1 over it overflows.
func TestWhatOverflowsEndsInAnErrorWithoutNaN(t *testing.T) {
	s, err := QP{C: row{5e-324}, Lo: row{0}, Hi: row{1}}.Solve()
	claim(t, errors.Is(err, ErrNotConverged), "%v", err)
	wantVector(t, "x, value, gap", row{s.X[0], s.Value, s.Gap}, make(row, 3), 0)
}

// # Part VIII: rounding and range. Planes, machines, SMO

// σ(z)(1 + e^−z) = 1, and l = Logistic(z) has e^l − 1 = e^−z. math.Exp and
// math.Expm1 are good to an ulp, 2ε. One or two operations follow, so 8ε is
// enough. A relative error δ of l is δ·le^l/(e^l − 1) ≤ δ(1 + l) in e^l − 1.
// Half of the arguments are large. Beyond 708, e^−z has fewer digits.
func TestLogisticAndSigmoidAreExactToRounding(t *testing.T) {
	r := random(611)
	for trial := range 1000 {
		z := (float64(trial%71-35) + r.Float64()) * row{1, 19}[trial%2]
		e, l := math.Exp(-z), Logistic(z)
		wantNear(t, fmt.Sprintf("σ(%g)(1 + e^−z)", z), Sigmoid(z)*(1+e), 1, 8*eps)
		wantNear(t, fmt.Sprintf("(e^l − 1)/e^−z at z = %g", z), math.Expm1(l)/e, 1, 8*eps*(1+l))
	}
	z := row{0, 1e4, -1e4, inf, -inf}
	wantVector(t, "Logistic(z)", mapped(z[:4], Logistic), row{math.Ln2, 0, 1e4, 0}, 0)
	wantVector(t, "σ(z)", mapped(z, Sigmoid), row{0.5, 1, 0, 1, 0}, 0)
	claim(t, Logistic(-inf) == inf && math.IsNaN(Logistic(nan)) && math.IsNaN(Sigmoid(nan)) &&
		math.IsNaN(Hinge(nan)) && ZeroOne(nan) == 1, "NaN or ∞ does not stay what it is")
}

// If a difference of scores is huge, the results are known by hand, and of 0
// and −30, where p is near 1, by a series: with e = exp(−30) the class of 0 has
// the loss ln(1 + e) and the slope e/(1 + e). math.Exp is good to an ulp, and
// few operations follow. Of three scores near 1 each counts in the sum.
func TestSoftmaxIsExactForAnyScores(t *testing.T) {
	one, e := row{1}, math.Exp(-30)
	m := Softmax{mat(row{0}, row{-30})}
	wantVector(t, "losses, slopes, relative", row{m.Loss(one, 0) / math.Log1p(e),
		m.Loss(one, 1) / 30, -m.Gradient(one, 0).Data[0] * (1 + e) / e,
		m.Probabilities(one)[1] * (1 + e) / e}, ones(4), 40*eps)
	m = Softmax{mat(row{1}, row{2}, row{-0.5})}
	wantNear(t, "ln(1 + Σ exp(sₖ − s₀))", m.Loss(one, 0),
		math.Log(1+math.Exp(1)+math.Exp(-1.5)), 8*eps)
	m = Softmax{mat(row{1e4}, row{-1e4}, row{0})}
	wantVector(t, "scores, probabilities, losses", slices.Concat(m.Scores(row{2}),
		m.Probabilities(one), row{m.Loss(one, 0), m.Loss(one, 1), m.Loss(one, 2)}),
		row{2e4, -2e4, 0, 1, 0, 0, 0, 2e4, 1e4}, 0)
	m = Softmax{mat(row{1}, row{nan})}
	claim(t, m.Predict(one) == -1 && m.Sample(one, random(1)) == -1 &&
		math.IsNaN(m.Loss(one, 0)) && math.IsNaN(m.Probabilities(one)[0]), "NaN passes for a class")
}

// Evidence is checked before it is returned. Hulls that are h apart touch if
//
//	h ≤ 10⁻⁶·(the largest distance) + 10⁻⁷·(the largest ‖φ‖)
//
// Here φ(x) = x, and h = |x₁ − x₂|. A third point farther off, or more distance
// from the origin, makes more of h. Only points with a weight count. A function
// that is no kernel, with ‖Σαyφ‖² = −2, proves nothing. The last machine has a
// margin of h/2, for h = 10⁻⁶, which SMO finds with a large C.
func TestEvidenceOfTouchingHullsIsWeighed(t *testing.T) {
	dot, minus := Linear{}, KernelFunc[row](func(a, b row) float64 { return -Dot(a, b) })
	weigh := func(k Kernel[row], third float64, x ...float64) error { // the weight of the third
		y, alpha := row{1, -1, 1}, row{3, 3, 0}
		g, _ := decisions(k, column(x), y, alpha)
		m, err := hullEvidence(&watch{}, k, column(x), y, alpha, g, row{1, 1, third})
		wantVector(t, "α, scaled to the sum 2", m.Alpha, row{1, 1, 0}, 0)
		return err
	}
	refused(t, "not separable", weigh(dot, 1, 0, 1e-6, 1), weigh(dot, 1, 100, 100+1e-5, 101))
	refused(t, "not converged: hard margin", weigh(dot, 1, 0, 1.2e-6, 1),
		weigh(dot, 0, 0, 1e-6, 1), weigh(minus, 1, 0, 1, 0))
	x, y := column(row{0, 1e-6, 1}), row{1, -1, -1}
	_, err := SMO(dot, x, y, Options{C: inf})
	refused(t, "not separable: the hulls of the classes meet, to six digits", err)
	large := trained(t, bySMO, dot, x, y, Options{C: 1e13})
	wantNear(t, "margin", 1e6/large.Norm(), 0.5, 1e-9)
}

// For Linear, f contains (Σ αᵢyᵢ)⟨mean, x⟩, which is large far from the origin.
// Each step rounds βᵢ + δ and βⱼ − δ, which would leave up to 17ε of Σ αᵢ, or
// 24ε of the largest. SMO takes it off a single β after each block, a small
// one: off the β with the most room, three of the eight last trainings keep
// 0.2ε or more.
func TestManySMOStepsLeaveNothingOfTheBalance(t *testing.T) {
	for seed := range uint64(100) {
		x, y := overlapping(random(seed), 8, 1, 1)
		m := must(SMO(Linear{}, x, y, Options{C: 1e4}))(t)
		wantBelow(t, "Σαy/(εΣα)", m.Certificate.Balance/eps/sum(m.Alpha), 0.1)
		if seed < 8 {
			x, y = overlapping(random(seed), 200, 2, 1)
			m = must(SMO(Linear{}, x, y, Options{C: 1e3 / 3}))(t)
			balance := math.Abs(exactSum(timesY(m.Alpha, y)))
			wantBelow(t, "Σαy/ε max α", balance/eps/maxAbs(m.Alpha), 0.1)
		}
	}
}

// With features from 0.1 to 100,000 the floor is some 50 times Tol, and
// rounding is far below it. The last blocks take a step or two, so that the
// usual wait for a try would outlast the ten idle blocks. Without a try at the
// end of each block, 5 of these 20 trainings end with a violation of 3 to 10
// times Tol.
func TestBelowTheFloorEachBlockEndsWithATry(t *testing.T) {
	refused := 0
	for seed := range uint64(20) {
		x, y := overlapping(random(seed), 600, 12, 1)
		for _, p := range x {
			for j := range p {
				p[j] *= math.Pow(10, float64(6*j)/11-1)
			}
		}
		_, err := SMO(Linear{}, x, y, Options{C: 1})
		refused += b2i(err != nil)
	}
	claim(t, refused <= 1, "%d of 20 trainings do not converge", refused)
}

// Far from the origin a step may round each bᵢ by more than the violation, so
// that the next steps lead back to where it began. D does not grow then, and
// the training ends, however large C and MaxIter are. With the first points,
// the steps lead back to α = 0. With the second, whose kernel values are exact,
// they lead back to an α with D above 0.
func TestStepsThatRoundingTurnsBackEnd(t *testing.T) {
	for _, tt := range []struct {
		x, y row
		c    float64
	}{
		{row{999999.99, 1e6, 999999.99}, row{1, -1, 1}, 1e6},
		{row{1e7 + 3, 1e7 - 0.25, 1e7 - 0.125, 1e7 + 0.5}, row{1, -1, 1, -1}, 1000},
	} {
		m, err := SMO(Polynomial{1, 1, 1}, column(tt.x), tt.y, Options{C: tt.c, MaxIter: 30_000})
		claim(t, errors.Is(err, ErrNotConverged) && m.Iterations < 3000,
			"%d steps, %v, %v", m.Iterations, m.Certificate, err)
	}
}

// If the violation is no more than rounding can make, training ends in one of
// two ways: Tol is claimed, or the error speaks of rounding. Tol is claimed if
// and only if in the certificate, which rounds in other ways than the search,
// the violation is at most twice Tol, and Rounding below 0.1. Both happen in
// each row, and claims of a violation between Tol and twice Tol in the first.
func TestATolBelowRoundingEndsInOneOfTwoWays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		k         Kernel[row]
		c, tol    float64
		n         int
		far, unit float64 // of the points
		seeds     uint64
	}{
		// Here the search knows f better than the certificate.
		{Linear{}, 1e4, 1e-7, 12, 1e8, 1, 300},
		{Polynomial{3, 1, 1}, 1, 1e-4, 40, 100, 0.01, 150}, // Rounding is a hundred times Tol
	} {
		claimed, refused, between, o := 0, 0, 0, Options{C: tt.c, Tol: tt.tol}
		for seed := range tt.seeds {
			x, y := overlapping(random(seed), tt.n, 2, 2)
			for _, p := range x {
				p[0], p[1] = tt.far+tt.unit*p[0], tt.far+tt.unit*p[1]
			}
			m, err := SMO(tt.k, x, y, o)
			v, trusted := m.Certificate.Violation(), m.Certificate.Rounding < 0.1
			claim(t, (err == nil) == (v <= 2*tt.tol && trusted) && (err == nil ||
				errors.Is(err, ErrNotConverged) && strings.Contains(err.Error(), "rounding")),
				"%v, seed %d: violation %g, %v", tt.k, seed, v, err)
			claimed += b2i(err == nil)
			refused += b2i(err != nil)
			between += b2i(err == nil && v > tt.tol)
		}
		claim(t, min(claimed, refused) > 0 && (between > 0 || !isLinear(tt.k)),
			"%v: %d claimed, %d refused, %d between Tol and 2·Tol", tt.k, claimed, refused, between)
	}
}

// Two points have both labels, so that each αᵢ is C and w is 0. Rounding is
// 8ε·4C. It is 0.036 for C = 10¹³, and 0.36 for C = 10¹⁴.
func TestFromARoundingOf01OnSMODoesNotVouchForAMachine(t *testing.T) {
	for c := 1.0; c < 1e18; c *= 10 {
		m, err := SMO(Gaussian{1}, []row{{0}, {0}, {1}, {1}}, row{1, -1, 1, -1}, Options{C: c})
		claim(t, m.Certificate.Violation() < 0 && (err == nil) == (c < 5e13), "C = %g: %v", c, err)
		if err != nil {
			refused(t, "not converged: SMO: violation ... rounding may move f by", err)
		}
	}
}

// b is changed row by row, and an error of a row would stay in it. Hence b is
// computed anew from β, before SMO claims a Tol near the rounding that has been
// added up, and for the certificate of a machine that is not done. Here the
// kernel stands in for rounding: in the first blocks, until the violation is
// 10⁻⁵, its values are a thousandth too large, except k(x, x).
func TestBIsComputedAnewBeforeItIsClaimed(t *testing.T) {
	t.Parallel()
	x, y := overlapping(random(841), 100, 3, 1)
	for i, o := range []Options{{C: 10, Tol: 1e-12, Cache: 1}, {C: 10, MaxIter: 150, Cache: 1}} {
		first, until, want := true, row{1e-5, inf}[i], []error{nil, ErrNotConverged}[i]
		k := KernelFunc[row](func(a, b row) float64 {
			return Gaussian{1}.Eval(a, b) * (1 + 1e-3*float64(b2i(first && &a[0] != &b[0])))
		})
		o.Trace = func(p Progress) bool {
			first = first && (p.Iterations == 0 || p.Violation > until)
			return true
		}
		m, err := SMO[row](k, x, y, o)
		need(t, errors.Is(err, want) && m != nil && !first, "%v, %v", m, err)
		claim(t, i == 0 || m.Iterations == 150 && m.Certificate.Violation() > 1e-3 &&
			strings.Contains(err.Error(), "after 150 steps"), "unfinished: %v, %v", m, err)
		checkMachine[row](t, "machine", k, x, y, o, m, m.Certificate.Violation())
		c := must(Certify[row](k, x, y, m.Alpha, m.B, o))(t)
		wantVector(t, "violation, primal", row{m.Certificate.Violation(), m.Certificate.Primal},
			row{c.Violation(), c.Primal}, 1e-9)
	}
}

// A training is a row of a table: what is trained, and by whom.
type training struct {
	name string
	tr   trainer
	k    Kernel[row]
	x    []row
	y    row
	o    Options
}

// A function that is no kernel may have no optimum. DualQP says so. SMO ends,
// and the certificate agrees with Certify's. For C = ∞ and k = −a·b a step may
// have no end. With k(x, z) = [x = z] − 0.4yz of the labels each step is longer
// than the one before, until the sums overflow. The last machine with finite
// sums comes back.
func TestWhatIsNoKernelEnds(t *testing.T) {
	x, y := overlapping(random(829), 60, 3, 1)
	minusDot := KernelFunc[row](func(a, b row) float64 { return -Dot(a, b) })
	tanh := KernelFunc[row](func(a, b row) float64 { return math.Tanh(2*Dot(a, b) - 1) })
	for i, k := range []KernelFunc[row]{minusDot, tanh} {
		o := Options{C: 10, MaxIter: 20000}
		none := alone(DualQP[row](k, x, y, o))
		refused(t, "DualQP: k is not positive semi-definite", none)
		m, err := SMO[row](k, x, y, o)
		need(t, errors.Is(none, ErrNotConvex) && m != nil, "kernel %d: %v, %v", i, none, err)
		optimal := m.Certificate.Err() == nil
		claim(t, optimal == (err == nil), "kernel %d: %v beside %v", i, err, m)
	}
	less := KernelFunc[int](func(i, j int) float64 { return float64(b2i(i == j)) - 0.4*y[i]*y[j] })
	m, endless := SMO[row](minusDot, x, y, Options{C: inf})
	n, overflow := SMO[int](less, upTo(60), y, Options{C: inf})
	refused(t, "can grow without end", endless)
	refused(t, "not convex: SMO ... |w|^2 = -", overflow)
	all := append(slices.Concat(m.Alpha, n.Alpha), m.Certificate.Dual, n.Certificate.Dual)
	claim(t, finite(maxAbs(all)), "α and the dual values: %g", all)
}

// # Part VIII: what SMO and its options promise

// Whatever the options ask for, with C = 1 and with none, where a function
// separates the labels and where none does: training ends, and what comes back
// is what the doc promises. Its certificate is that of Certify, also if a limit
// or Trace has ended it; without an error the violation is at most 2·Tol, and
// ErrNotSeparable is proved. Each field of Options stands in a row.
func TestEachTrainingEndsWithWhatTheDocPromises(t *testing.T) {
	x, y := overlapping(random(821), 40, 2, 1)
	rows := []Options{{}, {Tol: 1e-12}, {Tol: 10}, {MaxIter: 3}, {Cache: 1}, {Scale: true},
		{Balance: true}, {Weights: each(40, func(i int) float64 { return float64(i % 4) })},
		{Trace: func(p Progress) bool { return p.Iterations == 0 }}}
	all := reflect.TypeOf(Options{})
	for i := range all.NumField() {
		claim(t, slices.ContainsFunc(rows, func(o Options) bool {
			return !reflect.ValueOf(o).Field(i).IsZero()
		}) || all.Field(i).Name == "C", "no row has %s", all.Field(i).Name)
	}
	for i, o := range rows {
		for _, o.C = range []float64{1, inf} {
			for _, k := range []Kernel[row]{Linear{}, Gaussian{1}} {
				eachTrainer(t, func(t *testing.T, tr trainer) {
					what, calls, trace := fmt.Sprintf("row %d, C = %g, %v", i, o.C, k), 0, o.Trace
					o := o
					o.Trace = func(p Progress) bool {
						calls++
						return calls < 10_000 && (trace == nil || trace(p))
					}
					m, err := tr.train(k, x, y, o)
					need(t, m != nil && calls < 10_000, "%s: Trace is asked %d times: %v", what,
						calls, err)
					z := x
					if o.Scale {
						z = m.Scale.ApplyAll(x)
					}
					if errors.Is(err, ErrNotSeparable) {
						checkTouching(t, k, z, y, m)
						return
					}
					got, c := m.Certificate, must(Certify(k, z, y, m.Alpha, m.B, o))(t)
					wantVector(t, what+": dual, violation", row{got.Dual, got.Violation()},
						row{c.Dual, c.Violation()}, 1e-6)
					most := 2 * max(tr.tol, o.Tol)
					claim(t, err == nil && got.Violation() <= most && got.Box == 0 &&
						(o.Tol > 0.05 || got.Err() == nil) ||
						errors.Is(err, ErrNotConverged), "%s: %v beside %v", what, err, got)
				})
			}
		}
	}
}

// Cache changes the steps and not the optimum: by (carry), b is the same with
// rows that are held, with few or none, and row by row. Each αᵢ that is not 0
// has moved, and b was changed by its row of values. (For Linear, w may stand
// in for rows.) Expensive rows are held while there is room.
//
// DualQP does not use Tol, MaxIter and Cache. 0 in Options is the documented
// value, and a Trace that returns true changes nothing.
func TestOptionsThatChangeTheWorkDoNotMoveTheOptimum(t *testing.T) {
	t.Parallel()
	x, y := overlapping(random(820), 150, 4, 1)
	yes := func(Progress) bool { return true }
	for i, o := range []Options{{Tol: 10, MaxIter: 1, Cache: 1, Trace: yes},
		{C: 1, Tol: 1e-3, Cache: 1 << 29, MaxIter: 1e8, Trace: yes}} {
		a := must(trainers[i].train(Gaussian{1}, x, y, Options{}))(t)
		b := must(trainers[i].train(Gaussian{1}, x, y, o))(t)
		claim(t, slices.Equal(a.Alpha, b.Alpha) && a.B == b.B, "options %d: α or b differ", i)
	}
	held := Sum[row](mapped(repeat(6, 0.05), func(v float64) Kernel[row] { return Gaussian{v} }))
	for _, k := range []Kernel[row]{Gaussian{0.3}, KernelFunc[row](Gaussian{0.3}.Eval), Linear{},
		held} {
		for _, rows := range []int{0, 5, 40} {
			o := Options{C: 3, Tol: 1e-8, Cache: 1 + 8*150*rows}
			m, what := must(SMO(k, x, y, o))(t), fmt.Sprintf("%T, %d rows", k, rows)
			checkMachine(t, what, k, x, y, o, m, 1e-8)
			claim(t, isLinear(k) || 2*m.Evaluations >= 150*len(m.Index),
				"%s: %d values for %d of 150 points", what, m.Evaluations, len(m.Index))
		}
	}
}

// verdictOf returns the first line of a certificate.
func verdictOf(c Certificate) string { return strings.Split(c.String(), "\n")[0] }

// A certificate begins with a verdict: the first condition of (box), (balance),
// a negative ‖w‖² and the margins that does not hold, by 10⁻⁷ of Σα, but not
// more than 10⁻⁵ of the largest, and 0.1 for the margins and the violation, or
// 2·Rounding for the violation. The second line shows the digits that rounding
// leaves. Err is nil where the first line says "optimal". ExampleCertify prints
// all lines.
func TestResultsArePrintedInReadableLines(t *testing.T) {
	best := Certificate{Primal: 4, Dual: 3.75, Balance: 1e-16, Shortfall: 0.01,
		Free: 2, Bound: 3, Zero: 4, BLow: -0.5, BHigh: 0.25, SumAlpha: 4, MaxAlpha: 1}
	for _, tt := range []struct {
		want   string
		change func(c *Certificate)
	}{
		{"optimal to 1.0e-02", func(c *Certificate) { c.Rounding = 0.99e-3 }},
		{"optimal to 1.0e-02; f known to 1.0e-03", func(c *Certificate) { c.Rounding = 1.01e-3 }},
		{"not optimal: with any b a point misses its edge by 0.051",
			func(c *Certificate) { c.BLow = 0.352 }},
		{"optimal to 1.4e-01; f known to 7.0e-02",
			func(c *Certificate) { c.Shortfall, c.BLow, c.Rounding = 0.07, 0.389, 0.07 }},
		{"not optimal: with any b a point misses its edge by 0.07; f known to 6.9e-02",
			func(c *Certificate) { c.Shortfall, c.BLow, c.Rounding = 0.07, 0.389, 0.069 }},
		{"not optimal: α is right to 8.0e-02, but b is off by 0.091",
			func(c *Certificate) { c.Excess, c.BLow = 0.091, 0.33 }},
		{"not optimal: points with αᵢ > 0 miss their edge by NaN",
			func(c *Certificate) { c.Excess = nan }},
		{"not optimal: k is not positive semi-definite, ‖w‖² = -2",
			func(c *Certificate) { c.Dual, c.Excess = 5, 9 }},
		{"not optimal: Σ αᵢyᵢ is off 0 by 4.1e-07",
			func(c *Certificate) { c.Balance, c.Dual, c.Excess = 4.1e-7, 5, 9 }},
		{"not optimal: Σ αᵢyᵢ is off 0 by 1.1e-05",
			func(c *Certificate) { c.Balance, c.SumAlpha = 1.1e-5, 1000 }},
		{"not optimal: some αᵢ is outside 0 ≤ αᵢ ≤ C by 4.1e-07",
			func(c *Certificate) { c.Box, c.Balance, c.Excess = 4.1e-7, 9, 9 }},
		{"no certificate", func(c *Certificate) { *c = Certificate{} }},
		{"optimal to 0.0e+00", func(c *Certificate) { *c = Certificate{Zero: 1} }}, // not 0/0
	} {
		c := best
		tt.change(&c)
		wantEqual(t, "first line", verdictOf(c), tt.want)
		kind := map[bool]error{false: ErrNotConverged, true: ErrNotConvex}[c.Dual > c.SumAlpha]
		err, optimal := c.Err(), strings.HasPrefix(tt.want, "optimal")
		claim(t, optimal && err == nil || !optimal && errors.Is(err, kind) &&
			err.Error() == fmt.Sprint(kind, ": ", tt.want), "%v, want %v: %s", err, kind, tt.want)
	}
	for _, tt := range []struct {
		want string
		c    Certificate
	}{
		{"primal 3.142, dual 3.14159, gap 1e-06 ± 0.001", // 0.001 and 0.00001
			Certificate{Primal: math.Pi + 1e-6, Dual: math.Pi, RoundingDual: 1e-5,
				RoundingPrimal: 1e-3}},
		{"primal 0.3333333333, dual 0.3333333333, gap 0",
			Certificate{Primal: 1. / 3, Dual: 1. / 3, RoundingDual: 5e-15,
				RoundingPrimal: 1e-14}},
		{"primal +Inf, dual 1, gap +Inf ± 0.0005",
			Certificate{Primal: inf, Dual: 1, RoundingDual: 5e-4}},
		{"primal 0, dual 0, gap 0", Certificate{Zero: 1}},
	} {
		wantEqual(t, "second line", strings.Split(tt.c.String(), "\n")[1], tt.want)
	}
	found := Certificate{B: 0.3, BLow: 0.33, BHigh: 0.25, SumAlpha: 1, MaxAlpha: 1}.String()
	suits := strings.HasSuffix(found, "\nb = 0.3; any b in [0.25, 0.33] suits to 8.0e-02")
	claim(t, suits, "%s", found)
	m := &Model[int]{Expansion: Expansion[int]{Constant[int](2), []int{1, 2}, row{1, -1}, 0, nil},
		Certificate: best}
	wantEqual(t, "texts", fmt.Sprint(m, SupportZero, SupportFree, SupportBound, Support(7)),
		"2: 2 support vectors, optimal to 1.0e-02 α = 0 0 < α < C α = C Support(7)")
	for _, tt := range []struct{ got, want string }{ // a user's kernel has no String
		{(&Model[int]{Expansion: Expansion[int]{Kernel: nameless{}}}).String(),
			"svm.nameless: 0 support vectors, no certificate"},
		{fmt.Sprint(Sum[int]{Constant[int](2), nameless{}}), "[2] + [svm.nameless]"},
		{fmt.Sprint(Pullback(nameless{}, func(s string) int { return len(s) })),
			"k(φ(a),φ(b)), k = svm.nameless"},
	} {
		wantEqual(t, "text", tt.got, tt.want)
	}
}

// If a class does not converge, the error names it, and all machines are
// returned. If one is missing, none is. The error names the first failure, its
// pair, and the number of other failures, and wraps the first, where
// ErrNotConverged and ErrNotConvex come last, since a search goes on after
// them, but not after ErrStopped. The points are the classes, and odd holds the
// outcome of class +1.
func TestAClassThatDoesNotConvergeIsKeptAndNamed(t *testing.T) {
	type outcomes map[string]error
	label, some, late := []string{"c", "a", "b", "a"}, &Model[string]{}, ErrNotConverged
	train := func(m *Model[string], odd outcomes) (*Multiclass[string, string], error) {
		return OneVsOne(label, label, func(x []string, y row) (*Model[string], error) {
			if err, ok := odd[x[slices.Index(y, 1)]]; ok {
				return m, err
			}
			return some, nil
		})
	}
	m, err := train(some, outcomes{"b": late})
	need(t, m != nil && errors.Is(err, late), "%v, %v", m, err)
	wantEqual(t, "class by f = 0", m.Predict("c"), "a")
	refused(t, `not converged (class "b" against "c")`, err, alone(train(nil, outcomes{"b": late})))
	refused(t, "neither a model nor an", alone(train(nil, outcomes{"b": nil})))
	_, err = train(some, outcomes{"a": late})
	refused(t, `not converged (class "a" against "b"), and 1 more`, err)
	_, err = train(some, outcomes{"a": ErrNotConvex, "b": ErrStopped})
	refused(t, `not converged: stopped (class "b" against "c"), and 2 more`, err)
	_, err = train(some, outcomes{"a": late, "b": ErrNotSeparable})
	refused(t, `not separable (class "b" against "c"), and 2 more`, err)
	claim(t, errors.Is(err, ErrNotSeparable), "%v", err)
	missing := func([]string, row) (*Model[string], error) { return nil, err }
	refused(t, `(class "a" against "b")`, alone(classifier[string](missing)(label, label)))
}

// counted is a kernel that counts its values. To the package it is a user's
// kernel. Two machines have the same kernel if their pointers are equal.
type counted[X any] struct {
	Kernel[X]
	values atomic.Int64
}

func (k *counted[X]) Eval(a, b X) float64 { k.values.Add(1); return k.Kernel.Eval(a, b) }

// A value of a user's kernel may take a second, so that Trace is asked before
// the first, and then before each row, wherever it is needed. Only the
// distances in a proof that the hulls touch take four rows at once.
//
// Evaluations is the number of calls of Eval. After false no value is made.
// What comes back is a machine with its own certificate, as true as b was in
// the search: of a proof α has no limit, and each end of m − M may be off by an
// eighth of it before b is made anew.
func TestNoKernelValueIsComputedAfterTraceSaysNo(t *testing.T) {
	t.Parallel()
	x, y := overlapping(random(872), 100, 3, 1)
	twins := append(slices.Clone(x), x[:20]...) // φ(xᵢ) with both labels
	both := append(slices.Clone(y), scaled(y[:20], -1)...)
	user := &counted[row]{Kernel: Gaussian{1}}
	for _, tt := range []training{
		{"a small set", bySMO, user, x, y, Options{C: 10}},
		{"few steps", bySMO, user, x, y, Options{C: 1e4, Cache: 1, MaxIter: 300}},
		{"touching hulls", bySMO, user, twins, both, Options{C: inf}},
		{"a hard program", trainers[0], user, slices.Concat(x[:20], x[:20]),
			slices.Concat(y[:20], scaled(y[:20], -1)), Options{C: inf}},
		{"room for few rows", bySMO, user, x[:60], y[:60], Options{C: 1e3, Cache: 20 * 60 * 8}},
	} {
		most := int64(len(tt.x) * (1 + 3*b2i(tt.o.C == inf)))
		// ask trains until Trace says no at a call, or to the end if that is 0.
		ask := func(at int) (asked int) {
			begun, told, o := user.values.Load(), 0, tt.o
			made := begun
			look := func(evaluations int, unasked int64) {
				now := user.values.Load()
				claim(t, now-made <= unasked && now-begun == int64(evaluations),
					"%s, %d: %d values unasked, %d calls for %d", tt.name, at, now-made, now-begun,
					evaluations)
				made = now
			}
			o.Trace = func(p Progress) bool {
				look(p.Evaluations, most*int64(min(asked, 1)))
				asked, told = asked+1, p.Evaluations
				return asked != at
			}
			m, err := tt.tr.train(tt.k, tt.x, tt.y, o)
			need(t, m != nil, "%v", err)
			succeed(t, m.Check()) // also without support vectors
			look(m.Evaluations, most*int64(b2i(at == 0)))
			claim(t, (at == 0 || m.Evaluations == told) && (at != 1 || m.Iterations == 0),
				"%s: %d values told, %d steps: %v", tt.name, told, m.Iterations, m)
			if at > 0 && errors.Is(err, ErrNotConverged) {
				c := must(Certify(tt.k, tt.x, tt.y, m.Alpha, m.B, tt.o))(t)
				off := []float64{1e-9, 0.25}[b2i(tt.o.C == inf)]
				wantNear(t, "violation", m.Certificate.Violation(), c.Violation(), off)
			}
			return asked
		}
		last, parts := ask(0), 6 // of the search; the last call may be inside the proof
		if tt.name == "room for few rows" {
			parts = last - 1 // a no amid the rows of a block is hit by few calls
		}
		for part := range parts + 1 {
			ask(1 + part*(last-1)/parts)
		}
	}
}

// # Part VIII: work and memory

// A user's kernel may be slow. Gram asks for each of the n(n + 1)/2 pairs once,
// and for 15 pairs of neighbours both ways besides, to see whether the kernel
// is symmetric. SMO asks for no pair twice, while it has room for the rows, and
// DualQP never. Evaluations counts the calls, also those for a proof that
// nothing separates the labels, and counts the values of a Gaussian alike. For
// Linear, two points take two inner products for the check, three for K, two
// for b and two for f. KernelSGD makes a row once, and only for a violation.
func TestAUsersKernelIsCalledOnceForEachPair(t *testing.T) {
	const n, pairs = 280, 280 * 281 / 2
	x, y := overlapping(random(807), n, 3, 1)
	k := &counted[row]{Kernel: Gaussian{1}}
	must(Gram[row](Sum[row]{k, Constant[row](1)}, x))(t)
	wantEqual(t, "calls by Gram", k.values.Swap(0), pairs+2*15)
	m := must(SMO[row](k, x, y, Options{C: 30, Tol: 1e-10}))(t)
	calls := int(k.values.Swap(0))
	claim(t, calls == m.Evaluations && calls <= pairs, "%d calls by SMO: %v", calls, m)
	m = must(SMO(Linear{}, column(row{1, -1}), row{1, -1}, Options{}))(t)
	wantEqual(t, "products for two points by SMO", m.Evaluations, 9)
	m = must(DualQP(Gaussian{1}, x[:20], y[:20], Options{}))(t)
	wantEqual(t, "values for 20 points by DualQP", m.Evaluations, 210)
	f := must(KernelSGD[row](k, x, y, 0.01, 2000, random(1)))(t)
	claim(t, len(f.Points) < n && k.values.Load() <= int64(n*len(f.Points)),
		"%d calls by KernelSGD for %d terms", k.values.Load(), len(f.Points))
	k.values.Store(0)
	for _, same := range []Kernel[row]{k, Gaussian{1}} {
		m, _ = DualQP(same, column(row{1, 1}), row{1, -1}, Options{C: inf})
		wantEqual(t, "values for a proof", m.Evaluations, int(k.values.Load()))
	}
}

// PredictAll and a Predictor take one kernel value for each point and each
// distinct support vector. The vectors are compared by their numbers, so copies
// count once, as after gob.
func TestPredictAllTakesEachKernelValueOnce(t *testing.T) {
	x, label := threeClouds(random(1111), 60)
	k, xs := &counted[row]{Kernel: Gaussian{0.5}}, vectors(1112, 200, 2)
	m := must(OneVsOne(x, label, Trainer[row](k, Options{C: 0.1})))(t)
	distinct := map[string]bool{}
	for _, f := range m.Models {
		f.Points = mapped(f.Points, slices.Clone[row])
		for _, p := range f.Points {
			distinct[fmt.Sprint(p)] = true
		}
	}
	want, predict := mapped(xs, m.Predict), m.Predictor()
	k.values.Store(0)
	claim(t, slices.Equal(m.PredictAll(xs), want), "other classes than Predict's")
	claim(t, slices.Equal(mapped(xs, func(p row) string {
		class, _, _ := predict(p)
		return class
	}), want), "other classes by a Predictor")
	most := 2 * len(xs) * len(distinct)
	claim(t, int(k.values.Load()) <= most, "%d values, want at most %d", k.values.Load(), most)
}

// Memory is what the documentation says, plus a constant. With slacks as
// variables the primal would have n + d + 1 variables, and as many rows. With
// the slacks eliminated, d + 1 variables are left, also with more features than
// points. Of m rows, only the few with w < 1 stand beside H. If all did, each
// step would take a matrix of m×m.
//
// Near the origin no point is moved. Value calls Eval for each point.
func TestMemoryIsBounded(t *testing.T) {
	x, y := overlapping(random(834), 10_000, 40, 1)
	o := Options{}
	wideX, wideY := overlapping(random(835), 20, 1000, 1)
	f := function{Gaussian{0.001}, x[:10], y[:10], 0, nil}
	var written bytes.Buffer
	ofOnes := mapped(x[:2000], func(row) row { return ones(50) })
	succeed(t, WriteLIBSVM(&written, ofOnes, ones(2000)))
	file := written.String()
	rows := QP{Q: diagonal(ones(2)), C: ones(2), A: gaussianMatrix(random(71), 400, 2),
		B: ones(400)}
	for _, tt := range []struct {
		name  string
		limit float64
		f     func()
	}{
		{"a pass: two vectors", 4096, func() { SGD(x, y, 0.01, len(x), nil) }},
		{"DualQP of Linear: all steps < 3n×n", 3 * 2000 * 2000 * 8,
			func() { DualQP(Linear{}, x[:2000], y[:2000], o) }},
		{"DualQP of Linear with few points: less than d×d", 1000 * 1000 * 8,
			func() { DualQP(Linear{}, wideX, wideY, o) }},
		{"a QP with m rows: 18 of m×m", 18 * 8 * 400 * 400, func() { must(rows.Solve())(t) }},
		{"a QP without Q, A and Aeq: less than n×n", 8 * 1500 * 1500,
			func() { must(QP{C: ones(1500), Lo: make(row, 1500)}.Solve())(t) }},
		// 1000 vectors or d×d matrices for all steps
		{"primal: 500 points", 1000 * 8 * 540 * 41, func() { PrimalQP(x[:500], y[:500], o) }},
		{"primal: 40 features", 1000 * 8 * 50 * 41, func() { PrimalQP(x[:10], y[:10], o) }},
		// a point and its line, and 16 bytes for each of its words
		{"a file", 4.5 * 8 * 2000 * 50,
			func() { must2(ReadLIBSVM(strings.NewReader(file), 50))(t) }},
		{"rows near the origin: no copy of x", 8 * 10_000 * 20, func() { prepare(f.Kernel, x) }},
		{"f point by point: no rows", 100_000, func() { mapped(x, f.Value) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bytes := inf
			for try := 0; try < 3 && bytes > tt.limit; try++ { // what else runs allocates too
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				tt.f()
				runtime.ReadMemStats(&after)
				bytes = min(bytes, float64(after.TotalAlloc-before.TotalAlloc))
			}
			claim(t, bytes > 0 && bytes <= tt.limit, "%g bytes, not %g", bytes, tt.limit)
		})
	}
}

// Rows that are given up are not held, nor is the matrix of a block. What a
// training holds at a call of Trace is less than the limit, a cache and a few
// vectors, although the values that it has made would take more. The first ends
// early, so that b is computed anew, row by row.
func TestSMOHoldsLessThanItMakes(t *testing.T) {
	x, y := overlapping(random(834), 400, 40, 1)
	for i, o := range []Options{{C: 10, Cache: 1, MaxIter: 300},
		{C: 10, Cache: 50 * 8 * 400, MaxIter: 2500}} {
		limit := row{1 << 18, 66 * 8 * 400}[i] // and 16 vectors
		held, made, calls := inf, 0.0, 0
		for try := 0; try < 3 && held > limit; try++ { // the runtime holds some too
			before, most := 0.0, 0.0
			calls = 0
			o.Trace = func(Progress) bool {
				if calls++; calls%100 == 1 {
					var m runtime.MemStats
					runtime.GC()
					runtime.ReadMemStats(&m)
					most = max(most, float64(m.HeapAlloc))
					before = cmp.Or(before, most)
				}
				return true
			}
			m, _ := SMO[row](KernelFunc[row](Gaussian{0.1}.Eval), x, y, o)
			held, made = min(held, most-before), 8*float64(m.Evaluations)
		}
		claim(t, made > limit && held <= limit && calls > 100,
			"%+v: %g bytes more, %g made", o, held, made)
	}
}

// # Part VIII: sparse rows

// sparseVectors returns n points in ℝᵈ. A part p of the numbers is not zero.
func sparseVectors(seed uint64, n, d int, p float64) []row {
	x, r := vectors(seed, n, d), random(seed+1)
	for _, v := range x {
		for k := range v {
			v[k] *= float64(b2i(r.Float64() < p)) // 0 or −0
		}
	}
	return x
}

// s + aₖ·0 = s, so the sums without zeros have the bits of the dense sums, in
// any tile. −0 is left out too. Outside the tile nothing is written. If a point
// a has NaN or ±∞, it meets the zeros too, and gets the values of Eval. So does
// a point x with NaN or ∞, which meets zeros of a.
//
// To have dense rows, dense points are added. Then the values of the others
// have the same bits, because γ‖x‖² < 8 here, so no point is moved.
func TestSparseRowsHaveTheBitsOfDenseRows(t *testing.T) {
	const n, d = 60, 30
	x, a := sparseVectors(64, n, d, 0.25), sparseVectors(66, 33, d, 0.5)
	copy(a[30], x[3])
	clear(x[7])
	a[3][3], a[2][4], a[8][4], a[13][4], a[4][5] = nan, inf, -inf, inf, 1e200
	dense := slices.Concat(x, vectors(67, 300, d)) // most points: no lists
	for _, p := range dense {
		copy(p, scaled(p, 0.2))
	}
	x[5][2], x[6][3], a[9][1] = math.Copysign(0, -1), 1e-300, -1e-300
	claim(t, prepare(Linear{}, x).work < d, "sparse points have no lists")
	claim(t, prepare(Linear{}, dense).work >= d, "dense points have lists")
	kernels := append(vectorKernels(), Gaussian{0.02}, Scaled[row]{2, Gaussian{0.03}},
		Normalized[row]{PowerSum{2}})
	for _, k := range kernels {
		for _, m := range []int{1, 2, 3, 4, 33} {
			got, want, from := NewMatrix(m, n), NewMatrix(m, n), m%2*11
			prepare(k, x).rowsOf(a[:m])(got.rows(), from, n-2*from)
			prepare(k, dense).rowsOf(a[:m])(want.rows(), from, n-2*from)
			for i, g := range got.Data {
				w := want.Data[i]
				same := math.Float64bits(g) == math.Float64bits(w) || g != g && w != w
				need(t, same, "%v: %d rows from %d: %d is %g, not %g", k, m, from, i, g, w)
			}
		}
	}
	x[40][6], x[41][7] = nan, inf
	for _, k := range kernels {
		got := NewMatrix(33, 2)
		for i, p := range a { // one by one, since a row with NaN sends its block to the loop
			prepare(k, x).rowsOf([]row{p})([][]float64{got.Row(i)}, 40, 42)
			wantEqual(t, fmt.Sprintf("%v: row %d", k, i), fmt.Sprint(got.Row(i)),
				fmt.Sprint(row{k.Eval(p, x[40]), k.Eval(p, x[41])}))
		}
	}
}

// # Part VIII: whatever comes (go test -fuzz)

// FuzzFilesComeBack states: for any text, ReadLIBSVM and ReadLIBSVMModel return
// an error, or what can be saved. Points that are written and read again are
// the same. A machine keeps its kernel, b and number of terms, and its text.
func FuzzFilesComeBack(f *testing.F) {
	f.Add("1 1:2 3:-4.5\n-1 2:1e-3 # x\n", uint8(0))
	f.Add("+1 1:0x1p-3 2:-0\n\n3 7:1_0", uint8(9))
	f.Add(linearModel, uint8(0))
	f.Add("svm_type c_svc\nkernel_type rbf\ngamma 1\nnr_class 2\ntotal_sv 2\nrho 0\nlabel -0 1\n"+
		"nr_sv 1 1\nSV\n0\n-0 1:-0\n", uint8(0))
	f.Fuzz(func(t *testing.T, text string, features uint8) {
		var points, first, second bytes.Buffer
		x, y, err := ReadLIBSVM(strings.NewReader(text), int(features))
		if err == nil && len(x)*len(x[0]) <= 1<<20 {
			succeed(t, WriteLIBSVM(&points, x, y))
			again, labels := must2(ReadLIBSVM(&points, len(x[0])))(t)
			claim(t, slices.Equal(y, labels) && slices.EqualFunc(x, again, slices.Equal[row]),
				"%q: %v, %v, then %v, %v", text, x, y, again, labels)
		}
		g, err := ReadLIBSVMModel(strings.NewReader(text), int(features))
		if err == nil && len(g.Points[0]) <= 1000 {
			succeed(t, WriteLIBSVMModel(&first, g))
			h := must(ReadLIBSVMModel(bytes.NewReader(first.Bytes()), len(g.Points[0])))(t)
			succeed(t, WriteLIBSVMModel(&second, h))
			claim(t, h.B == g.B && h.Kernel == g.Kernel && len(h.Coef) == len(g.Coef) &&
				second.String() == first.String(), "%q became %q, then %q", text, &first, &second)
		}
	})
}

// # Part VIII: the kit

// Every test relies on near. If it let NaN pass, or looked at one side only, it
// would hide faults in all of them. Only the first four are near.
func TestKitNearIsTwoSidedAndRefusesNaN(t *testing.T) {
	for i, tt := range [][3]float64{{1, 1, 0}, {1.5, 1, 0.5}, {0.5, 1, 0.5}, {102, 100, 0.02},
		{1.6, 1, 0.5}, {0.4, 1, 0.5}, {-100, 100, 0.5}, {103, 100, 0.02}, {nan, 1, 1},
		{1, nan, 1}, {nan, nan, 1}, {1, 1, nan}, {inf, math.MaxFloat64, 1}} {
		claim(t, near(tt[0], tt[1], tt[2]) == (i < 4), "near%v = %t", tt, i >= 4)
	}
}

// addTVec adds Aᵀx to y. A nil matrix counts as 0.
func addTVec(a *Matrix, x, y row) {
	if a != nil {
		addRows(x, a.rows(), y)
	}
}

// mulQ returns Qx.
func (p QP) mulQ(x []float64) []float64 {
	if p.Q == nil {
		return make(row, len(x))
	}
	return p.Q.MulVec(x)
}

// nameless is a user's kernel without a method String.
type nameless struct{ depth int }

func (k nameless) Eval(a, b int) float64 { return float64(a * b) }
