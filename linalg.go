// SPDX-License-Identifier: MIT

// linalg.go is the ground floor: dense vectors and matrices, Cholesky's factorisation, the eigenvalue
// decomposition of a symmetric matrix, the singular value decomposition of any matrix, and the one blocked
// loop of inner products that the speed of the package rests on. It knows of no other file.
//
// # Notation
//
//	aᵢ      row i of A, a.Row(i)            ε    2⁻⁵³, the unit roundoff: fl(x∘y) = (x∘y)(1 + δ), |δ| ≤ ε
//	‖x‖     Euclidean norm, Norm(x)         γₙ   nε/(1 − nε): the relative error that n roundings can build up
//	‖A‖     Frobenius norm √Σaᵢⱼ²           |A|  the matrix of the |aᵢⱼ|; |A| ≤ |B| is meant entry by entry
//	H       a reflector I − τvvᵀ            eₖ   the entries beside the diagonal dₖ of a tridiagonal matrix, its corners
//
// Statements about rounding are to first order in ε, and hold as long as nothing underflows.
//
// # The three factorisations
//
//	A = LLᵀ    A symmetric positive definite, L lower triangular       Cholesky, n³/6 multiply-adds
//	A = VΛVᵀ   A symmetric, VᵀV = I, Λ diagonal and descending         Eigen, by reflectors and the QR iteration
//	A = USVᵀ   any A, UᵀU = VᵀV = I, S diagonal, descending and ≥ 0    SVD, by reflectors and Jacobi rotations
//
// The second and the third are one thing seen twice (lecture H, Theorems 11.6 and 11.7):
//
//	AAᵀ = USVᵀVSUᵀ = US²Uᵀ                   [VᵀV = I]
//	AᵀA = VSUᵀUSVᵀ = VS²Vᵀ                   [UᵀU = I]                        (squares)
//
// so the singular vectors are eigenvectors of the two Gram matrices and the squared singular values are their
// common eigenvalues. As a way to compute them that would be a poor one: forming AᵀA rounds away every
// singular value below √ε·σ₁. SVD therefore rotates A itself, and (squares) is a test.
//
// # Sources
//
// G. Golub, C. Van Loan, Matrix Computations (4th ed. 2013): §5.1 reflectors and rotations, §8.3 the
// symmetric QR iteration; where to look up any step below. N. Higham, Accuracy and Stability of Numerical
// Algorithms (2nd ed. 2002): γₙ in §3.1, Cholesky's error in §10.1, and in §19.4 why pivoted QR with sorted
// rows is accurate row by row. J. Demmel, K. Veselić, Jacobi's method is more accurate than QR (1992): why
// SVD gets the small singular values right. Z. Drmač, K. Veselić, New fast and accurate Jacobi SVD algorithm
// (2008): why to factor A = QR first. We follow the mathematics of these, none of their code.

package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// ErrNotConverged is wrapped by the error of an iteration that ended before its
// goal: at its limit of steps, stopped by the caller, or by rounding. The
// result so far comes with it, if the function says so.
var ErrNotConverged = errors.New("svm: not converged")

// ErrNotPositiveDefinite is wrapped by the error of a Cholesky factorisation
// that met a pivot which is not safely positive.
var ErrNotPositiveDefinite = errors.New("svm: matrix is not positive definite")

const (
	eps  = 0x1p-53  // ε
	tiny = 0x1p-960 // what is smaller may have lost digits on the way, since its parts came near the smallest normal number, 2⁻¹⁰²²
)

// A Matrix is a dense matrix, stored row by row: entry (i, j) is
// Data[i*Cols+j]. Indices start at 0. The zero value is the empty 0×0 matrix.
//
// If shapes do not fit, a method panics and names them. If Data has not
// Rows·Cols numbers, every method panics except At, Set and Row.
type Matrix struct {
	Rows, Cols int
	Data       []float64
}

// NewMatrix returns the rows×cols matrix of zeros. It panics on a shape that is
// negative, or has too many numbers for an int to count their bytes. It costs
// O(rows·cols).
func NewMatrix(rows, cols int) *Matrix {
	if rows < 0 || cols < 0 || rows > math.MaxInt/8/max(cols, 1) {
		panic(fmt.Sprintf("svm: NewMatrix of shape %dx%d", rows, cols))
	}
	return &Matrix{rows, cols, make([]float64, rows*cols)}
}

// mostNumbers is the largest number of entries, 2 GB, where a file, a class
// number or a binomial coefficient says the size. One digit too many in these
// would ask for more memory than there is.
const mostNumbers = 1 << 28

// fits reports whether a matrix of this shape has at most mostNumbers entries.
func fits(rows, cols int) bool { return float64(rows)*float64(cols) <= min(mostNumbers, math.MaxInt/8) }

// FromRows returns the matrix with the given rows, a copy. No rows make the 0×0
// matrix. It panics on rows of different lengths. It costs O(rows·cols).
func FromRows(rows [][]float64) *Matrix {
	if len(rows) == 0 {
		return NewMatrix(0, 0)
	}
	a := NewMatrix(len(rows), len(rows[0]))
	for i, r := range rows {
		if len(r) != a.Cols {
			panic(fmt.Sprintf("svm: FromRows: row %d has length %d, row 0 has length %d", i, len(r), a.Cols))
		}
		copy(a.Row(i), r)
	}
	return a
}

// At returns the entry in row i and column j. Indices out of range panic. It
// costs O(1).
func (a *Matrix) At(i, j int) float64 { return a.Row(i)[j] }

// Set sets the entry in row i and column j to v. Indices out of range panic. It
// costs O(1).
func (a *Matrix) Set(i, j int, v float64) { a.Row(i)[j] = v }

// Row returns row i as a view: writing to it writes to the matrix. An index out
// of range panics. It costs O(1).
func (a *Matrix) Row(i int) []float64 {
	if i < 0 || i >= a.Rows {
		panic(fmt.Sprintf("svm: row %d of a %dx%d matrix", i, a.Rows, a.Cols))
	}
	return a.Data[i*a.Cols : (i+1)*a.Cols : (i+1)*a.Cols]
}

// wantData panics unless Data has as many numbers as the shape says.
func (a *Matrix) wantData() {
	if !a.shaped() {
		panic(fmt.Sprintf("svm: %dx%d matrix with %d numbers", a.Rows, a.Cols, len(a.Data)))
	}
}

// shaped reports whether Data has as many numbers as the shape says. The product is taken where it cannot wrap around.
func (a *Matrix) shaped() bool {
	return a.Rows >= 0 && a.Cols >= 0 && float64(a.Rows)*float64(a.Cols) == float64(len(a.Data))
}

// rows returns all rows, as slices into the matrix.
func (a *Matrix) rows() [][]float64 {
	a.wantData()
	r := make([][]float64, a.Rows)
	for i := range r {
		r[i] = a.Row(i)
	}
	return r
}

// T returns the transpose Aᵀ as a new matrix. It costs O(Rows·Cols).
func (a *Matrix) T() *Matrix {
	a.wantData()
	t := NewMatrix(a.Cols, a.Rows)
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			t.Data[j*t.Cols+i] = v
		}
	}
	return t
}

// Mul returns the product AB, with (AB)ᵢⱼ = Σₖ aᵢₖbₖⱼ summed over k in order.
// NaN and Inf follow the rules of floating point. It panics unless a.Cols =
// b.Rows.
//
// It costs Rows·Cols·b.Cols multiply-adds, on all processors, and a transpose
// of B.
func (a *Matrix) Mul(b *Matrix) *Matrix {
	if a.Cols != b.Rows {
		panic(fmt.Sprintf("svm: Mul of a %dx%d matrix and a %dx%d matrix", a.Rows, a.Cols, b.Rows, b.Cols))
	}
	c := NewMatrix(a.Rows, b.Cols)
	dots(c.rows(), a.rows(), b.T().rows()) // column j of B is row j of Bᵀ
	return c
}

// MulVec returns the product Ax, with (Ax)ᵢ = aᵢ·x. NaN and Inf follow the
// rules of floating point. It panics unless len(x) = Cols.
//
// It costs Rows·Cols multiply-adds, on all processors, and 3·Rows numbers.
func (a *Matrix) MulVec(x []float64) []float64 {
	if a.Cols != len(x) {
		panic(fmt.Sprintf("svm: MulVec of a %dx%d matrix and a vector of length %d", a.Rows, a.Cols, len(x)))
	}
	rows := a.rows()
	y := make([]float64, len(rows))
	dots([][]float64{y}, [][]float64{x}, rows)
	return y
}

// wantSquare panics unless A is square.
func (a *Matrix) wantSquare(what string) {
	if a.Rows != a.Cols {
		panic(fmt.Sprintf("svm: %s of a %dx%d matrix, want a square one", what, a.Rows, a.Cols))
	}
}

// checkShape returns an error if the matrix so called is nil, or has not as many numbers as its shape says.
func (a *Matrix) checkShape(name string) error {
	if a == nil {
		return fmt.Errorf("svm: %s = nil, want a matrix", name)
	}
	if !a.shaped() {
		return fmt.Errorf("svm: %s is a %dx%d matrix with %d numbers", name, a.Rows, a.Cols, len(a.Data))
	}
	return nil
}

// checkFinite returns an error that names the first entry which is NaN or infinite, of the matrix so called.
func (a *Matrix) checkFinite(name string) error {
	a.wantData()
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			if !finite(v) {
				return fmt.Errorf("svm: %s[%d][%d] = %g, want a finite number", name, i, j, v)
			}
		}
	}
	return nil
}

// checkFinite returns an error that names the first entry which is NaN or infinite, of the vector so called.
func checkFinite(name string, v []float64) error {
	if i := slices.IndexFunc(v, func(v float64) bool { return !finite(v) }); i >= 0 {
		return fmt.Errorf("svm: %s[%d] = %g, want a finite number", name, i, v[i])
	}
	return nil
}

// checkSymmetric returns an error if an entry of the square matrix so called is not finite, or differs from its mirror
// image by more than rounding can explain. A product VΛVᵀ has two roundings a term and n a sum:
//
//	|fl(aᵢⱼ) − fl(aⱼᵢ)| ≤ 2γₙ₊₁ Σₖ|vᵢₖλₖvⱼₖ| ≤ 2(n+1)ε max|λ| ≤ 2(n+1)ε‖A‖   [Cauchy–Schwarz, ‖vᵢ‖ = 1]   (asymmetry)
//
// A matrix that is symmetric to the last bit takes one pass and no norm.
func (a *Matrix) checkSymmetric(name string) (err error) {
	if a.mirrored() {
		return nil
	}
	if err := a.checkFinite(name); err != nil {
		return err
	}
	tol := 2 * float64(a.Rows+1) * eps * math.Min(Norm(a.Data), math.MaxFloat64)
	belowDiagonal(a.Rows, func(i, j int) {
		if v, w := a.Data[i*a.Cols+j], a.Data[j*a.Cols+i]; err == nil && !(math.Abs(v-w) <= tol) { // (asymmetry)
			err = fmt.Errorf("svm: %s[%d][%d] = %g, %s[%d][%d] = %g, want a symmetric matrix", name, i, j, v, name, j, i, w)
		}
	})
	return err
}

// mirrored reports whether aᵢⱼ = aⱼᵢ for all entries, and all are finite. It adds
// |aᵢⱼ − aⱼᵢ| + 0·aᵢⱼ, which is 0 then, and otherwise positive or NaN.
func (a *Matrix) mirrored() bool {
	a.wantData()
	off := 0.0
	for i := range a.Rows {
		off += 0 * a.Data[i*a.Cols+i]
	}
	belowDiagonal(a.Rows, func(i, j int) {
		v := a.Data[i*a.Cols+j]
		off += math.Abs(v-a.Data[j*a.Cols+i]) + 0*v
	})
	return off == 0
}

// belowDiagonal calls f(i, j) for all j < i < n, in square tiles. Walking down a
// column costs a cache line per entry, but the lines of a tile stay in cache.
func belowDiagonal(n int, f func(i, j int)) {
	const tile = 32
	for i0 := 0; i0 < n; i0 += tile {
		for j0 := 0; j0 <= i0; j0 += tile {
			for i := i0; i < min(i0+tile, n); i++ {
				for j := j0; j < min(j0+tile, i); j++ {
					f(i, j)
				}
			}
		}
	}
}

// # Cholesky
//
// Comparing A and LLᵀ entry by entry, in the order of the columns, gives L without a choice:
//
//	aᵢⱼ = Σ lᵢₖlⱼₖ over k ≤ j                                  [L is lower triangular, j ≤ i]
//	lⱼⱼ² = aⱼⱼ − Σ lⱼₖ² over k < j                                                              (pivot)
//	lᵢⱼ = (aᵢⱼ − Σ lᵢₖlⱼₖ over k < j)/lⱼⱼ                      [i > j]                          (column)
//
// Every sum is an inner product of the heads of two rows of L, so the work goes to dots, a block of columns
// at a time. If all pivots are positive then A = LLᵀ and xᵀAx = ‖Lᵀx‖² > 0 for x ≠ 0. If A is positive definite then so is
// its block B that ends with row j, and the last entry of B⁻¹ is positive; it is 1/lⱼⱼ² [B⁻¹ = L⁻ᵀL⁻¹, and the last column
// of L⁻¹ has the one entry 1/lⱼⱼ]. So Cholesky is also the test.

// A Cholesky is the factorisation A = LLᵀ of a symmetric positive definite
// matrix. L is lower triangular, with a positive diagonal and zeros above it.
// [Matrix.Cholesky] makes it. The zero value is of no use.
type Cholesky struct {
	L *Matrix
}

// Cholesky factors A = LLᵀ. If A is nearly symmetric, its lower triangle
// counts. The computed L is the exact factor of a matrix that differs from A by
// no more than γₙ₊₁|L||Lᵀ|, entry by entry, with γₙ = nε/(1 − nε) and ε = 2⁻⁵³.
//
// The error is
//   - an entry that is NaN or infinite, or a matrix that is not symmetric to
//     rounding;
//   - [ErrNotPositiveDefinite] for a pivot lⱼⱼ² ≤ nε·aⱼⱼ, which names j. A
//     pivot that small is all rounding.
//
// It panics on a matrix that is not square. It costs n³/6 multiply-adds, on all
// processors, and n²+O(n) numbers.
func (a *Matrix) Cholesky() (*Cholesky, error) {
	a.wantSquare("Cholesky")
	if err := a.checkSymmetric("A"); err != nil {
		return nil, err
	}
	l := NewMatrix(a.Rows, a.Cols)
	for i := range a.Rows {
		copy(l.Row(i)[:i+1], a.Row(i))
	}
	if err := newFactoring(l.Rows).factor(l.rows(), false); err != nil {
		return nil, err
	}
	return &Cholesky{l}, nil
}

// factoring is room for factor to work in, for matrices of up to a size.
type factoring struct {
	head, sums [][]float64
}

const panel = 24 // columns at a time: more would leave less of the work to dots, fewer would reload rows more often

func newFactoring(n int) *factoring {
	return &factoring{make([][]float64, n), NewMatrix(n, panel).rows()}
}

// factor replaces the lower triangle of A by that of L. The upper one is neither read nor written. A pivot that is refused ends
// it, or is mended: it becomes all but infinite, which in a solution sets the variable to 0.
func (w *factoring) factor(l [][]float64, mend bool) error {
	n := len(l)
	head, sums := w.head[:n], w.sums[:n]
	for j0 := 0; j0 < n; j0 += panel {
		j1 := min(j0+panel, n)
		for i := j0; i < n; i++ {
			head[i] = l[i][:j0]
		}
		dots(sums[j0:], head[j0:], head[j0:j1]) // the part k < j0 of every sum of the block
		for i := j0; i < n; i++ {
			if err := factorRow(l, i, j0, min(j1, i+1), sums[i], mend); err != nil {
				return err
			}
		}
	}
	return nil
}

// factorRow finishes row i in columns j0..j1−1 once sums holds Σₖ₌₀..ⱼ₀₋₁ lᵢₖlⱼₖ for each of them.
func factorRow(l [][]float64, i, j0, j1 int, sums []float64, mend bool) error {
	row := l[i]
	for j := j0; j < j1; j++ {
		s := row[j] - sums[j-j0] - Dot(row[j0:j], l[j][j0:j])
		if j < i {
			row[j] = s / l[j][j] // (column)
			continue
		}
		if least := float64(len(l)) * eps * row[j]; !(s > least) { // row[j] is still aⱼⱼ
			if mend {
				row[j] = 0x1p200
				continue
			}
			return fmt.Errorf("%w: pivot %d is %g, want > %g", ErrNotPositiveDefinite, j, s, least)
		}
		row[j] = math.Sqrt(s) // (pivot)
	}
	return nil
}

// Solve returns the x with Ax = b, by Ly = b and Lᵀx = y. It is the exact
// solution for a matrix that differs from A by no more than (3n + 1)ε|L||Lᵀ|,
// with ε = 2⁻⁵³.
//
// NaN and Inf in b follow the rules of floating point. If the solution
// overflows, it has infinite entries, and others may be NaN. Solve panics
// unless len(b) = n. It costs n² multiply-adds.
func (c *Cholesky) Solve(b []float64) []float64 {
	l := c.L
	if l.Rows != len(b) {
		panic(fmt.Sprintf("svm: Solve of a %dx%d matrix and a vector of length %d", l.Rows, l.Cols, len(b)))
	}
	x := slices.Clone(b)
	forward(l.rows(), x)  // x = y
	backward(l.rows(), x) // x = L⁻ᵀy
	return x
}

// forward replaces b by L⁻¹b, backward by L⁻ᵀb.
func forward(l [][]float64, b []float64) {
	for i := range b {
		b[i] = (b[i] - Dot(l[i][:i], b[:i])) / l[i][i]
	}
}

func backward(l [][]float64, b []float64) {
	for i := len(b) - 1; i >= 0; i-- { // b[i+1:] is final, and its part in b[:i+1] taken off
		b[i] /= l[i][i]
		axpy(-b[i], l[i][:i], b[:i])
	}
}

// # Reflectors
//
// Both decompositions start by reflecting columns onto an axis. With 1₀ = (1, 0, …, 0), for x ≠ 0 take β = −sgn(x₀)‖x‖,
// sgn 0 = +1, and u = x − β1₀:
//
//	uᵀu = ‖x‖² − 2βx₀ + β² = 2(β² − βx₀) = 2uᵀx        [β² = ‖x‖²]
//	Hx = x − 2u(uᵀx)/(uᵀu) = x − u = β1₀               [H = I − 2uuᵀ/uᵀu mirrors at the plane ⊥ u]
//	v = u/u₀, τ = 2u₀²/uᵀu = u₀²/(β² − βx₀) = −u₀/β    [u₀ = x₀ − β; β² − βx₀ = −βu₀]        (reflector)
//
// The sign of β makes u₀ a sum of equal signs, so nothing cancels. HᵀH = I and H = Hᵀ: multiplying by H turns
// neither lengths nor rounding errors into larger ones, and that is all that backward stability needs.

// reflector is H = I − τvvᵀ on the last len(v) coordinates, the identity on those before.
type reflector struct {
	v   []float64
	tau float64
}

// householder returns the H and β with Hx = β1₀, and keeps v where x was. What is below tiny is dropped: the matrix is scaled to 1.
func householder(x []float64) (h reflector, beta float64) {
	x0, rest := x[0], Norm(x[1:])
	x[0] = 1
	if rest < tiny {
		return reflector{x, 0}, x0 // on the axis already: H = I
	}
	beta = -math.Copysign(math.Hypot(x0, rest), x0)
	u0 := x0 - beta
	for i := range x[1:] {
		x[i+1] /= u0
	}
	return reflector{x, -u0 / beta}, beta // (reflector)
}

// apply replaces y by Hy.
func (h reflector) apply(y []float64) {
	t := y[len(y)-len(h.v):]
	axpy(-h.tau*Dot(h.v, t), h.v, t)
}

// applyAll replaces y by H₀H₁⋯y.
func applyAll(h []reflector, y []float64) {
	for k := len(h) - 1; k >= 0; k-- {
		h[k].apply(y)
	}
}

// complement returns n − r rows that, with the r orthonormal rows given, are an orthonormal basis of ℝⁿ. Written as
// columns, V = H₀⋯Hᵣ₋₁R with R upper triangular, so H₀⋯Hᵣ₋₁ maps the unit vectors from r on to what is
// orthogonal to all of V. It destroys v.
func complement(v [][]float64, n int) *Matrix {
	h := make([]reflector, len(v))
	for k := range v {
		for _, g := range h[:k] { // v[k] = Hₖ₋₁⋯H₀vₖ
			g.apply(v[k])
		}
		h[k], _ = householder(v[k][k:])
	}
	basis := NewMatrix(n-len(v), n)
	for i, b := range basis.rows() {
		b[len(v)+i] = 1
		applyAll(h, b)
	}
	return basis
}

// scaled returns a copy of A divided by the power of two 2ᵉ that brings its largest entry into [½, 1), and e. So
// nothing that follows overflows, and only what is below 2⁻¹⁰²² of the largest entry loses digits.
func (a *Matrix) scaled() (*Matrix, int) {
	_, e := math.Frexp(maxAbs(a.Data))
	w := NewMatrix(a.Rows, a.Cols)
	for k := range w.Data {
		w.Data[k] = math.Ldexp(a.Data[k], -e)
	}
	return w, e
}

// # Symmetric eigenvalues
//
// First to a tridiagonal matrix, T = QᵀAQ. With B the block below and right of row k, one reflector H that maps
// the rest of row k to (β, 0, …, 0) acts on both sides of it:
//
//	HBH = (I − τvvᵀ)B(I − τvvᵀ) = B − vpᵀ − pvᵀ + τ(pᵀv)vvᵀ     [p = τBv, B symmetric]
//	    = B − vwᵀ − wvᵀ                                          [w = p − ½τ(pᵀv)v]           (rank two)
//
// Then T to diagonal form by the QR iteration with Wilkinson's shift μ, the eigenvalue of the last 2×2 block
// closer to its last diagonal entry. The step T ← RQ + μI, where T − μI = QR, is done without forming T − μI: the first
// rotation of Q is applied to T itself, on both sides, and the entry it raises beside the band is chased down the
// band by more rotations; Q is determined by its first column (Golub and Van Loan, §8.3). A rotation (c, s) of
// rows and columns k, k+1 turns the 2×2 block with diagonal d₀, d₁ and corner e into
//
//	d₀′ = c²d₀ + 2cse + s²d₁ = d₀ + sq                          [q = s(d₁ − d₀) + 2ce, c² = 1 − s²]
//	d₁′ = s²d₀ − 2cse + c²d₁ = d₁ − sq                          [the trace stays]
//	e′  = cs(d₁ − d₀) + (c² − s²)e = cq − e                     [c² − s² = 2c² − 1]           (chase)
//
// A corner that is negligible beside its neighbours on the diagonal counts as 0 and splits T in two. Convergence is cubic in
// general: about two steps an eigenvalue.

// An Eigen is the eigenvalue decomposition A = VΛVᵀ of a symmetric matrix.
// Values is the diagonal of Λ, descending. Column j of Vectors is the unit
// eigenvector of Values[j]. [Matrix.Eigen] makes it.
type Eigen struct {
	Values  []float64
	Vectors *Matrix
}

// Eigen decomposes the symmetric matrix A. If A is nearly symmetric, it
// decomposes (A + Aᵀ)/2.
//
// The result is exact for a matrix within a small multiple of nε‖A‖ of A, with
// ε = 2⁻⁵³. So each eigenvalue is right to that, in absolute terms, and VᵀV = I
// to a small multiple of nε. An eigenvalue too large for float64 comes back
// infinite.
//
// The error is
//   - an entry that is NaN or infinite, or a matrix that is not symmetric to
//     rounding;
//   - [ErrNotConverged] after 30n steps, which no matrix is known to need.
//
// It panics on a matrix that is not square. It costs about 6n³ multiply-adds,
// most of them on all processors: six to eight times a product.
func (a *Matrix) Eigen() (*Eigen, error) {
	a.wantSquare("Eigen")
	if err := a.checkSymmetric("A"); err != nil {
		return nil, err
	}
	w, exp := a.symmetricPart()
	d, e, h := tridiagonal(w.rows())
	q := NewMatrix(w.Rows, w.Cols)
	share(q.Rows, float64(q.Rows)*float64(q.Cols), func(i int) {
		q.Row(i)[i] = 1
		applyAll(h[:i], q.Row(i)) // column i of Q; the later reflectors do not reach that far
	})
	v := NewMatrix((q.Rows+3)&^3, q.Cols) // turnRows wants fours
	for i := range q.Rows {
		v.setCol(i, q.Row(i))
	}
	if err := diagonalise(d, e, v.rows(), 30*len(d)); err != nil {
		return nil, err
	}
	x := &Eigen{make([]float64, len(d)), NewMatrix(q.Rows, q.Cols)}
	for j, k := range descending(d) {
		x.Values[j] = math.Ldexp(d[k], exp)
		for i := range q.Rows {
			x.Vectors.Set(i, j, v.At(i, k))
		}
	}
	return x, nil
}

// eigenvalues returns the diagonal of Λ alone, descending, for a sixth of the cost. A must be square, symmetric and finite.
func (a *Matrix) eigenvalues() ([]float64, error) {
	w, exp := a.symmetricPart()
	d, e, _ := tridiagonal(w.rows())
	if err := diagonalise(d, e, nil, 30*len(d)); err != nil {
		return nil, err
	}
	values := make([]float64, len(d))
	for j, k := range descending(d) {
		values[j] = math.Ldexp(d[k], exp)
	}
	return values, nil
}

// symmetricPart returns (A + Aᵀ)/2, scaled.
func (a *Matrix) symmetricPart() (*Matrix, int) {
	w, exp := a.scaled()
	belowDiagonal(w.Rows, func(i, j int) {
		mean := (w.Data[i*w.Cols+j] + w.Data[j*w.Cols+i]) / 2
		w.Data[i*w.Cols+j], w.Data[j*w.Cols+i] = mean, mean
	})
	return w, exp
}

// tridiagonal reduces A, which it destroys, to T = QᵀAQ with diagonal d and corners e, Q = H₀H₁⋯Hₙ₋₂, where Hₖ is the
// identity on the coordinates 0..k.
func tridiagonal(a [][]float64) (d, e []float64, h []reflector) {
	n := len(a)
	d, e, h = make([]float64, n), make([]float64, max(n-1, 0)), make([]reflector, max(n-1, 0))
	b, w := make([][]float64, n), make([]float64, n)
	for k := range h {
		d[k] = a[k][k]
		h[k], e[k] = householder(a[k][k+1:])
		b, w = b[1:], w[1:]
		for i := range b {
			b[i] = a[k+1+i][k+1:]
		}
		v, tau := h[k].v, h[k].tau
		dots([][]float64{w}, [][]float64{v}, b) // w = Bv
		half := tau / 2 * Dot(w, v)
		for i := range w {
			w[i] = tau * (w[i] - float64(half*v[i]))
		}
		share(len(b), 2*float64(len(b)), func(i int) { axpy2(-v[i], w, -w[i], v, b[i]) }) // (rank two)
	}
	if n > 0 {
		d[n-1] = a[n-1][n-1]
	}
	return d, e, h
}

// sweep is one step's rotations: rotation i, with c and s, turns the coordinates lo+i and lo+i+1.
type sweep struct {
	lo    int
	turns [][2]float64
}

// diagonalise iterates on the tridiagonal matrix until its corners e are 0, and turns the rows of V along. It gives up
// after the given number of steps.
func diagonalise(d, e []float64, v [][]float64, steps int) error {
	var queue []sweep
	queued := 0
	for hi := len(d) - 1; hi > 0; {
		lo := hi
		for lo > 0 && !negligible(e[lo-1], d[lo-1], d[lo]) {
			lo--
		}
		if lo == hi { // d[hi] is an eigenvalue
			hi--
			continue
		}
		if steps == 0 {
			return fmt.Errorf("%w: Eigen: corner %d is still %g", ErrNotConverged, hi-1, e[hi-1])
		}
		steps--
		queue = append(queue, sweep{lo, qrStep(d[lo:hi+1], e[lo:hi])})
		if queued += hi - lo; queued > 1<<15 { // half a megabyte of rotations: enough to be worth a fork and join
			turnRows(v, queue)
			queue, queued = queue[:0], 0
		}
	}
	turnRows(v, queue)
	return nil
}

// negligible reports |e| ≤ ε(|d₀| + |d₁|) + ε²: to drop e changes no eigenvalue by more than that. The second term, for
// matrices scaled to 1, cuts off blocks that are all but 0, in which a rotation could underflow before it has crossed the band.
func negligible(e, d0, d1 float64) bool {
	return math.Abs(e) <= eps*(math.Abs(d0)+math.Abs(d1))+eps*eps
}

// qrStep does one step of the QR iteration on the tridiagonal matrix (d, e), none of whose corners is negligible, and
// returns its rotations.
func qrStep(d, e []float64) [][2]float64 {
	turns := make([][2]float64, len(e))
	x, z := d[0]-wilkinson(d, e), e[0]
	for k := range e { // z is the entry beside the band, under x; for k = 0 they are the first column of T − μI
		c, s, r := rotation(x, z)
		if k > 0 {
			e[k-1] = r
		}
		q := float64(s*(d[k+1]-d[k])) + float64(2*c*e[k])
		sq := float64(s * q)                                       // rounded once, so that the trace stays
		d[k], d[k+1], e[k] = d[k]+sq, d[k+1]-sq, float64(c*q)-e[k] // (chase)
		if k+1 < len(e) {
			x, z = e[k], s*e[k+1]
			e[k+1] *= c
		}
		turns[k] = [2]float64{c, s}
	}
	return turns
}

// wilkinson returns the eigenvalue of the last 2×2 block of T that is closer to its last entry d₁: with δ = (d₀ − d₁)/2 the
// eigenvalues are d₁ + δ ± √(δ² + e²), and the closer one is d₁ − e²/(δ + sgn(δ)√(δ² + e²)).
func wilkinson(d, e []float64) float64 {
	d0, d1, c := d[len(d)-2], d[len(d)-1], e[len(e)-1]
	delta := (d0 - d1) / 2
	return d1 - float64(c*(c/(delta+math.Copysign(math.Hypot(delta, c), delta))))
}

// rotation returns c, s, r with cx + sz = r, cz − sx = 0, c² + s² = 1.
func rotation(x, z float64) (c, s, r float64) {
	r = math.Hypot(x, z)
	if r == 0 {
		return 1, 0, 0
	}
	return x / r, z / r, r
}

// descending returns the indices of d in the order of descending values.
func descending(d []float64) []int {
	order := make([]int, len(d))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[j], d[i]) })
	return order
}

// setCol makes x column j of A.
func (a *Matrix) setCol(j int, x []float64) {
	for i, v := range x {
		a.Data[i*a.Cols+j] = v
	}
}

// turnRows applies sweeps of rotations to each row of V, whose number is a multiple of four. All sweeps go over four rows
// before the next four: the rows stay in cache, and four sums in flight hide that each turn waits for the one before.
func turnRows(v [][]float64, queue []sweep) {
	cost := 0.0
	for _, w := range queue {
		cost += 16 * float64(len(w.turns))
	}
	share(len(v)/4, cost, func(i int) {
		for _, w := range queue {
			turnFour(w, v[4*i:4*i+4])
		}
	})
}

// turnFour replaces (rₖ, rₖ₊₁) by (crₖ + srₖ₊₁, crₖ₊₁ − srₖ) for each rotation in turn, in four rows r.
func turnFour(w sweep, v [][]float64) {
	n := len(w.turns)
	r0, r1, r2, r3 := v[0][w.lo:][:n+1], v[1][w.lo:][:n+1], v[2][w.lo:][:n+1], v[3][w.lo:][:n+1]
	x0, x1, x2, x3 := r0[0], r1[0], r2[0], r3[0] // xᵢ is the current value of rᵢ[k]
	for k, g := range w.turns {
		c, s := g[0], g[1]
		y0, y1, y2, y3 := r0[k+1], r1[k+1], r2[k+1], r3[k+1]
		r0[k], x0 = float64(c*x0)+float64(s*y0), float64(c*y0)-float64(s*x0)
		r1[k], x1 = float64(c*x1)+float64(s*y1), float64(c*y1)-float64(s*x1)
		r2[k], x2 = float64(c*x2)+float64(s*y2), float64(c*y2)-float64(s*x2)
		r3[k], x3 = float64(c*x3)+float64(s*y3), float64(c*y3)-float64(s*x3)
	}
	r0[n], r1[n], r2[n], r3[n] = x0, x1, x2, x3
}

// # Singular values
//
// For m ≥ n (else A is transposed): sort the rows by size, then reflect A onto upper triangular form, each time taking
// the largest remaining column first,
//
//	A = QR                                                       [rows and columns permuted]
//
// Then rotate pairs of rows of R until all are orthogonal. For rows a, b with c = a·b/(‖a‖‖b‖), their cosine, the rotation
// with tangent t makes (a − tb)·(b + ta) = 0, that is
//
//	a·b(1 − t²) + t(‖a‖² − ‖b‖²) = 0  ⇔  t² + 2ζt − 1 = 0       [ζ = (‖b‖/‖a‖ − ‖a‖/‖b‖)/2c]
//	t = sgn(ζ)/(|ζ| + √(1 + ζ²))                                 [the smaller root: at most 45°]   (jacobi)
//
// With J the product of the rotations, the rows of JR are orthogonal: their lengths are S, their directions the columns
// of V, and A = QR = (QJᵀ)S Vᵀ. A rotation mixes rows relative to their own lengths, never to the longest, so small singular
// values come out as accurate as large ones: of A = DB or BD, graded by a diagonal D, each is right relative to itself, up
// to the condition of B alone. (For D₁BD₂ that cannot be: there the entries of A need not determine the small singular values
// so well. It holds as far as the leading blocks of B, in the order of the pivots, are well conditioned too.) The sorting makes
// the lengths fall along R; that is what makes it true for D on the left, and the sweeps few.

// An SVD is the economy singular value decomposition A = USVᵀ of an m×n matrix.
// With k = min(m, n), U is m×k and V is n×k, both with orthonormal columns. S
// holds the diagonal, descending and ≥ 0. [Matrix.SVD] makes it.
type SVD struct {
	U    *Matrix
	S    []float64
	V    *Matrix
	rank int
}

// SVD decomposes any matrix. The result is exact for a matrix within a small
// multiple of max(m, n)ε‖A‖ of A, with ε = 2⁻⁵³. If A is graded by rows or by
// columns, its small singular values are right relative to themselves. Those
// below 2⁻⁹⁶⁰ of the largest entry come back as 0. A singular value too large
// for float64 comes back infinite.
//
// The error is
//   - an entry that is NaN or infinite;
//   - [ErrNotConverged] after 60 sweeps of rotations, which no matrix is known
//     to need.
//
// It costs O(mn²) multiply-adds for m ≥ n: about ten sweeps of up to 11n³/2,
// about 40n³ in all, on one processor.
func (a *Matrix) SVD() (*SVD, error) {
	if err := a.checkFinite("A"); err != nil {
		return nil, err
	}
	if a.Rows < a.Cols {
		s, err := a.T().SVD()
		if err != nil {
			return nil, err
		}
		return &SVD{s.V, s.S, s.U, s.rank}, nil
	}
	w, exp := a.scaled()
	h, r, rowOrder, colOrder := qr(w)
	j := NewMatrix(w.Cols, w.Cols).rows()
	for i := range j {
		j[i][i] = 1
	}
	if err := orthogonalise(r, j, 60); err != nil {
		return nil, err
	}
	return assemble(h, r, j, rowOrder, colOrder, exp), nil
}

// qr factors A = QR with its rows sorted by largest entry and its columns by what the earlier ones leave of them.
func qr(a *Matrix) (h []reflector, r [][]float64, rowOrder, colOrder []int) {
	size := make([]float64, a.Rows)
	for i := range size {
		size[i] = maxAbs(a.Row(i))
	}
	rowOrder = descending(size)
	w := NewMatrix(a.Cols, a.Rows).rows() // row j is column j of the sorted A
	colOrder = make([]int, a.Cols)
	for j := range w {
		colOrder[j] = j
		for i, k := range rowOrder {
			w[j][i] = a.At(k, j)
		}
	}
	h, r = make([]reflector, len(w)), NewMatrix(len(w), len(w)).rows()
	for k := range w {
		p, most := k, -1.0
		for j := k; j < len(w); j++ {
			if left := Norm(w[j][k:]); left > most {
				p, most = j, left
			}
		}
		w[k], w[p] = w[p], w[k]
		colOrder[k], colOrder[p] = colOrder[p], colOrder[k]
		for i := range k {
			r[i][k] = w[k][i]
		}
		h[k], r[k][k] = householder(w[k][k:])
		for _, col := range w[k+1:] {
			h[k].apply(col)
		}
	}
	return h, r, rowOrder, colOrder
}

// orthogonalise rotates pairs of rows of R, and of J along with them, until all rows of R are orthogonal or the given
// number of sweeps over all pairs is used up. The rounding of a cosine of n terms is about √n ε, and cosines above that
// are worth a rotation. But it can reach nε, and that of a rotation a few ε, so a sweep that meets none above (n + 8)ε is
// the last: to ask for less might be to ask for ever.
func orthogonalise(r, j [][]float64, sweeps int) error {
	small, last := math.Sqrt(float64(len(r)))*eps, float64(len(r)+8)*eps
	norm := make([]float64, len(r))
	for ; sweeps > 0; sweeps-- {
		for p := range r {
			if norm[p] = Norm(r[p]); norm[p] < tiny { // nothing is left that could be orthogonal
				norm[p] = 0
				clear(r[p])
			}
		}
		done := true
		for p := range r {
			for q := p + 1; q < len(r); q++ {
				if norm[p] == 0 || norm[q] == 0 {
					continue
				}
				c := cosine(r[p], r[q], norm[p], norm[q])
				if math.Abs(c) <= small {
					continue
				}
				done = done && math.Abs(c) <= last
				t := jacobi(c, norm[p], norm[q])
				rotate(r[p], r[q], t)
				rotate(j[p], j[q], t)
				norm[p], norm[q] = Norm(r[p]), Norm(r[q])
			}
		}
		if done {
			return nil
		}
	}
	return fmt.Errorf("%w: SVD: rows are not yet orthogonal to %.2g", ErrNotConverged, last)
}

// jacobi returns the tangent t that makes a − tb and b + ta orthogonal, |t| ≤ 1, given their cosine and norms.
func jacobi(c, na, nb float64) float64 {
	zeta := (nb/na - na/nb) / (2 * c)
	return math.Copysign(1/(math.Abs(zeta)+math.Hypot(1, zeta)), zeta) // (jacobi)
}

// rotate replaces (a, b) by (ca − sb, cb + sa), where t = s/c. Written with g = s/(1 + c), the tangent of the half angle,
//
//	ca − sb = a − s(b + ga)                                     [1 − c = s²/(1 + c) = sg]         (half angle)
//
// the many small rotations add small errors, and not the rounding of a c near 1 each.
func rotate(a, b []float64, t float64) {
	c := 1 / math.Hypot(1, t)
	s := c * t
	g := s / (1 + c)
	b = b[:len(a)]
	for i, u := range a {
		v := b[i]
		a[i] = u - float64(s*(v+float64(g*u))) // (half angle)
		b[i] = v + float64(s*(u-float64(g*v)))
	}
}

// cosine returns a·b/(‖a‖‖b‖), also where a·b would underflow.
func cosine(a, b []float64, na, nb float64) float64 {
	if na*nb > tiny {
		return Dot(a, b) / (na * nb)
	}
	s := 0.0
	for k, v := range a {
		s += float64(v / na * (b[k] / nb))
	}
	return s
}

// assemble reads U, S and V off the orthogonal rows of R, undoes the sorting and multiplies S by 2ᵉ. Where S is 0 the
// rows of R have no direction, and V is completed.
func assemble(h []reflector, r, j [][]float64, rowOrder, colOrder []int, e int) *SVD {
	n := len(r)
	length := make([]float64, n)
	for i := range r {
		length[i] = Norm(r[i])
	}
	x := &SVD{NewMatrix(len(rowOrder), n), make([]float64, n), NewMatrix(n, n), 0}
	var v [][]float64
	for i, k := range descending(length) {
		x.S[i] = math.Ldexp(length[k], e)
		if length[k] > float64(max(len(rowOrder), n))*2*eps*slices.Max(length) {
			x.rank++
		}
		u := make([]float64, len(rowOrder))
		copy(u, j[k])
		applyAll(h, u) // column i of QJᵀ
		for p, q := range rowOrder {
			x.U.Set(q, i, u[p])
		}
		if length[k] > 0 {
			for p := range r[k] {
				r[k][p] /= length[k]
			}
			v = append(v, r[k])
		}
	}
	if len(v) < n {
		v = append(v, complement(FromRows(v).rows(), n).rows()...)
	}
	for i := range v {
		for p, q := range colOrder {
			x.V.Set(q, i, v[i][p])
		}
	}
	return x
}

// Rank returns the number of singular values that count as non-zero: those
// above max(m, n)·2⁻⁵²·σ₁. Rounding A moves each by up to about that. For a
// graded matrix, whose small singular values mean something, look at S instead.
// It costs O(1).
func (x *SVD) Rank() int { return x.rank }

// Range returns an orthonormal basis of {Ax}, as the columns of an m×Rank
// matrix. These are the first columns of U, because Ax = Σᵢσᵢ(vᵢᵀx)uᵢ. It costs
// O(m·Rank).
func (x *SVD) Range() *Matrix {
	u := NewMatrix(x.U.Rows, x.Rank())
	for i := range u.Rows {
		copy(u.Row(i), x.U.Row(i))
	}
	return u
}

// Null returns an orthonormal basis of {x : Ax = 0}, as the columns of an n×(n
// − Rank) matrix. By the sum of [SVD.Range] this is all that is orthogonal to
// the first columns of V. It costs O(n²·max(1, Rank)).
func (x *SVD) Null() *Matrix {
	n := x.V.Rows
	return complement(x.V.T().rows()[:x.Rank()], n).T()
}

// # The fast loop
//
// Gram matrices, kernel rows, products, Cholesky: all are inner products of many rows with many rows. A plain inner
// product loads two numbers for one multiply-add, and each of its additions waits for the one before. Two rows against
// three load five numbers for six multiply-adds, in six sums that do not wait for each other:
//
//	rows × rows                 1×1    1×4    2×3    3×3
//	loads per multiply-add      2      1.25   0.83   0.67
//	registers: sums + loads     1+2    4+5    6+5    9+6      (amd64 has 15 for floats, and products need some)
//
// 2×3 is the largest block that stays in registers; it runs at the rate of the multiply and add units. Around it, tiles
// of 24 rows of B stay in a near cache (the first for d up to some 200, then the second) while 96 rows of A pass by: 24
// multiply-adds for each number that comes from further away. Tiles are also what is shared out to the processors.
//
// Every sum runs over k in order, with a single accumulator, just as in Dot. So each inner product has the same bits
// wherever it is computed, and the fast loop can be tested against the slow one with ==.

// tileA and tileB are how many rows of A and of B meet in a tile.
const tileA, tileB = 96, 24

// dots sets dst[i][j] = aᵢ·bⱼ for all rows of A and B, which have the same length.
func dots(dst, a, b [][]float64) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	na, nb := (len(a)+tileA-1)/tileA, (len(b)+tileB-1)/tileB
	share(na*nb, float64(min(tileA, len(a))*min(tileB, len(b)))*float64(len(a[0])), func(t int) {
		i, j := t%na*tileA, t/na*tileB
		dotsTile(dst[i:], a[i:min(i+tileA, len(a))], b[j:min(j+tileB, len(b))], j)
	})
}

// dotsLower sets dst[i][j] = aᵢ·aⱼ for j ≤ i, and some of the others.
func dotsLower(dst, a [][]float64) {
	if len(a) == 0 {
		return
	}
	na, nb := (len(a)+tileA-1)/tileA, (len(a)+tileB-1)/tileB
	share(na*nb, float64(min(tileA, len(a))*min(tileB, len(a)))*float64(len(a[0])), func(t int) {
		i, j := t%na*tileA, t/na*tileB
		if j < i+tileA {
			dotsTile(dst[i:], a[i:min(i+tileA, len(a))], a[j:min(j+tileB, len(a))], j)
		}
	})
}

// gramInParts sets the lower triangle of s to the inner products of the rows.
// It takes a few thousand columns at a time, so that they stay in cache.
func gramInParts(s, rows [][]float64) {
	const width = 2048
	cut, part := make([][]float64, len(rows)), s // the first part goes into s itself
	for i := range s {
		s[i] = s[i][:len(rows)]
		clear(s[i])
	}
	for lo := 0; len(rows) > 0 && lo < len(rows[0]); lo += width {
		for i, row := range rows {
			cut[i] = row[lo:min(lo+width, len(row))]
		}
		if lo == width {
			part = NewMatrix(len(rows), len(rows)).rows()
		}
		dotsLower(part, cut)
		for i := 0; lo > 0 && i < len(s); i++ {
			axpy(1, part[i][:i+1], s[i][:i+1])
		}
	}
}

// dotsTile sets dst[i][j0+j] = aᵢ·bⱼ.
func dotsTile(dst, a, b [][]float64, j0 int) {
	i := 0
	for ; i+2 <= len(a); i += 2 {
		a0, a1 := a[i], a[i+1][:len(a[i])]
		c0, c1 := dst[i][j0:j0+len(b)], dst[i+1][j0:j0+len(b)]
		j := 0
		for ; j+3 <= len(b); j += 3 {
			b0, b1, b2 := b[j][:len(a0)], b[j+1][:len(a0)], b[j+2][:len(a0)]
			var s00, s01, s02, s10, s11, s12 float64
			for k, u := range a0 {
				v := a1[k]
				x, y, z := b0[k], b1[k], b2[k]
				s00 += float64(u * x)
				s10 += float64(v * x)
				s01 += float64(u * y)
				s11 += float64(v * y)
				s02 += float64(u * z)
				s12 += float64(v * z)
			}
			c0[j], c0[j+1], c0[j+2] = s00, s01, s02
			c1[j], c1[j+1], c1[j+2] = s10, s11, s12
		}
		for ; j < len(b); j++ {
			c0[j], c1[j] = Dot(a0, b[j]), Dot(a1, b[j])
		}
	}
	if i < len(a) {
		dotsRow(dst[i][j0:j0+len(b)], a[i], b)
	}
}

// dotsRow sets c[j] = a·bⱼ, four at a time.
func dotsRow(c, a []float64, b [][]float64) {
	j := 0
	for ; j+4 <= len(b); j += 4 {
		b0, b1, b2, b3 := b[j][:len(a)], b[j+1][:len(a)], b[j+2][:len(a)], b[j+3][:len(a)]
		var s0, s1, s2, s3 float64
		for k, v := range a {
			s0 += float64(v * b0[k])
			s1 += float64(v * b1[k])
			s2 += float64(v * b2[k])
			s3 += float64(v * b3[k])
		}
		c[j], c[j+1], c[j+2], c[j+3] = s0, s1, s2, s3
	}
	for ; j < len(b); j++ {
		c[j] = Dot(a, b[j])
	}
}

// share calls f(0), …, f(n−1), on all processors if that pays. cost is the
// number of multiply-adds of one call. To fork and join takes about 25 µs while
// processors sleep, so less than 2²⁰ multiply-adds are not worth it.
//
// No call may touch the results of another call. Then the number of processors
// does not change them.
//
// If a call panics, the caller of share gets the value of the panic. If a call
// ends its goroutine by runtime.Goexit, as t.FailNow does, the caller's
// goroutine ends too. If several calls do so, the call of the lowest index counts.
//
// A panic that arrives from another goroutine has lost its stack. To see the
// stack, run the program again with GOMAXPROCS=1: then f runs on the caller's
// goroutine.
func share(n int, cost float64, f func(i int)) {
	procs := min(runtime.GOMAXPROCS(0), n)
	if procs < 2 || float64(n)*cost < 1<<20 {
		for i := range n {
			f(i)
		}
		return
	}
	var (
		next   atomic.Int64 // handed out in order, so if call i ends early, all calls below i are done or under way
		wait   sync.WaitGroup
		mu     sync.Mutex
		first  = n // lowest index of a call that did not return
		end    any // why: the value of its panic, or nil after runtime.Goexit
		worker = func() {
			i := 0
			defer wait.Done()
			defer func() {
				if i < n { // call i did not return
					next.Store(int64(n)) // no new calls
					mu.Lock()
					defer mu.Unlock()
					if p := recover(); i < first {
						first, end = i, p
					}
				}
			}()
			for i = int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		}
	)
	wait.Add(procs)
	for range procs {
		go worker()
	}
	wait.Wait()
	switch {
	case first == n:
		return
	case end == nil:
		runtime.Goexit()
	}
	panic(end)
}

// # Vectors
//
// Products are rounded before they are added, float64(x*y), also on machines that could fuse the two: the same bits
// everywhere. With one accumulator |fl(a·b) − a·b| ≤ γₙΣ|aₖbₖ|.

// Dot returns the inner product a·b = Σₖaₖbₖ, summed in order. NaN and Inf
// follow the rules of floating point. It panics if the lengths differ. It costs
// O(n).
func Dot(a, b []float64) float64 {
	if len(a) != len(b) {
		panicLengths("Dot", len(a), len(b))
	}
	s := 0.0
	for k, v := range a {
		s += float64(v * b[k])
	}
	return s
}

// dot4 returns a·b, summed in four sums that need not wait for each other: other last bits than Dot's, in two thirds of the time
// for 100 numbers, half for 1000.
func dot4(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	k := 0
	for ; k+4 <= len(a); k += 4 {
		u, v := a[k:k+4:k+4], b[k:k+4:k+4]
		s0 += float64(u[0] * v[0])
		s1 += float64(u[1] * v[1])
		s2 += float64(u[2] * v[2])
		s3 += float64(u[3] * v[3])
	}
	for ; k < len(a); k++ {
		s0 += float64(a[k] * b[k])
	}
	return (s0 + s1) + (s2 + s3)
}

// panicLengths stands apart so that its callers stay small enough to be inlined.
func panicLengths(what string, a, b int) {
	panic(fmt.Sprintf("svm: %s of vectors of lengths %d and %d", what, a, b))
}

// Norm returns the Euclidean norm ‖a‖ = √Σaₖ², also if the squares overflow or
// underflow. If an entry is NaN and none is infinite, it is NaN. It costs O(n).
func Norm(a []float64) float64 {
	if s := Dot(a, a); s > tiny && finite(s) {
		return math.Sqrt(s)
	}
	largest := maxAbs(a)
	if largest == 0 || !finite(largest) {
		return largest
	}
	s := 0.0
	for _, v := range a {
		s += float64(v / largest * (v / largest))
	}
	return largest * math.Sqrt(s)
}

// sum returns Σ aₖ.
func sum(a []float64) float64 {
	s := 0.0
	for _, v := range a {
		s += v
	}
	return s
}

// absolute returns the |aₖ|.
func absolute(a []float64) []float64 {
	b := make([]float64, len(a))
	for k, v := range a {
		b[k] = math.Abs(v)
	}
	return b
}

// pick returns the entries with these indices.
func pick[T any](a []T, index []int) []T {
	b := make([]T, len(index))
	for l, i := range index {
		b[l] = a[i]
	}
	return b
}

// scaled returns cx.
func scaled(x []float64, c float64) []float64 {
	y := make([]float64, len(x))
	axpy(c, x, y)
	return y
}

// terms returns Σ|aⱼxⱼ|, the size of the terms of a·x.
func terms(a, x []float64) (sum float64) {
	for j, v := range a {
		sum += math.Abs(v * x[j])
	}
	return sum
}

// ones returns n ones.
func ones(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

// scaleRow multiplies the row by c, and by d entry by entry if there is one.
func scaleRow(row []float64, c float64, d []float64) {
	for j := range row {
		row[j] *= c
		if d != nil {
			row[j] *= d[j]
		}
	}
}

// mulTVec returns Aᵀx.
func (a *Matrix) mulTVec(x []float64) []float64 {
	y := make([]float64, a.Cols)
	a.addTVec(x, y)
	return y
}

// addTVec adds Aᵀx to y; a nil A is 0.
func (a *Matrix) addTVec(x, y []float64) {
	if a != nil {
		addRows(x, a.rows(), y)
	}
}

// addRows adds Σ vᵢrowᵢ to y, two rows at a time.
func addRows(v []float64, rows [][]float64, y []float64) {
	i := 0
	for ; i+2 <= len(rows); i += 2 {
		axpy2(v[i], rows[i], v[i+1], rows[i+1], y)
	}
	if i < len(rows) {
		axpy(v[i], rows[i], y)
	}
}

// finite reports whether v is neither infinite nor NaN.
func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// maxAbs returns the largest |aₖ|, 0 if there is none; +Inf if one is infinite, else NaN if one is NaN.
func maxAbs(a []float64) float64 {
	m, nan := 0.0, false
	for _, v := range a {
		if v = math.Abs(v); v > m {
			m = v
		}
		nan = nan || v != v
	}
	if nan && m <= math.MaxFloat64 {
		return math.NaN()
	}
	return m
}

// axpy adds cx to y.
func axpy(c float64, x, y []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += float64(c * v)
	}
}

// axpy2 adds bx + cy to z.
func axpy2(b float64, x []float64, c float64, y, z []float64) {
	y, z = y[:len(x)], z[:len(x)]
	for i, v := range x {
		z[i] += float64(b*v) + float64(c*y[i])
	}
}
