// SPDX-License-Identifier: MIT

// linalg.go is the base of the package: dense vectors and matrices, three
// factorisations, and one fast loop of inner products. All other files need it.
// A factorisation writes a matrix as a product of simpler ones. The words of
// this table are explained below, each where a method is made by hand:
//
//	A = LLᵀ    A symmetric positive definite, L lower triangular      Cholesky, n³/6 multiply-adds
//	A = VΛVᵀ   A symmetric, VᵀV = I, Λ diagonal and descending        Eigen, reflectors and QR
//	A = USVᵀ   any A, UᵀU = VᵀV = I, S diagonal, descending and ≥ 0   SVD, Jacobi's rotations
//
// Cholesky solves Ax = b, and tells whether A is positive definite. Eigen finds
// the directions in which a symmetric A only stretches a vector, its
// eigenvectors. SVD says how far any matrix stretches vectors, and how many
// directions it does not squash to 0, which is its rank.
//
// A first reading can end after "Cholesky by hand", which needs nothing but
// sums and roots. After it come "The plain methods", a few lines for each
// factorisation. Behind the head, each factorisation begins with an example by
// hand, and its code is plain. Behind "From here on" stand a table of the
// helpers that all files use, vectors, checks, matrices and the fast loop.
//
// # Cholesky by hand
//
// A matrix A is a table of numbers. The number in row i and column j is its
// entry aᵢⱼ. Ax is the vector of the dot products of the rows of A with x, so
// that Ax = b is one equation for each row. An entry of the product BC of two
// matrices is the dot product of a row of B and a column of C. Then (BC)x is
// B(Cx). The transpose Aᵀ has the rows of A as its columns. A is symmetric if
// Aᵀ = A.
//
// How do we solve Ax = b? It is easy if A is a triangle of numbers, with zeros
// elsewhere, because then each equation has one new unknown. A symmetric,
// positive definite A (see below) is a product of two triangles, A = LLᵀ, where
// L has zeros above its diagonal. Since Ax = L(Lᵀx), we put y = Lᵀx, and Ax = b
// becomes two triangular systems: first Ly = b, then Lᵀx = y. For example,
//
//	    ⎡ 4   2  −2⎤       ⎡ 2  0  0⎤
//	A = ⎢ 2  10   5⎥   L = ⎢ 1  3  0⎥
//	    ⎣−2   5   6⎦       ⎣−1  2  1⎦
//
// To find L, we compare A and LLᵀ entry by entry, column after column. An entry
// of LLᵀ is the dot product of two rows of L. Each comparison has one new
// unknown:
//
//	l₁₁² = 4                          l₁₁ = 2
//	l₂₁l₁₁ = 2                        l₂₁ = 2/2 = 1
//	l₃₁l₁₁ = −2                       l₃₁ = −2/2 = −1
//	l₂₁² + l₂₂² = 10                  l₂₂ = √(10 − 1) = 3
//	l₃₁l₂₁ + l₃₂l₂₂ = 5               l₃₂ = (5 + 1)/3 = 2
//	l₃₁² + l₃₂² + l₃₃² = 6            l₃₃ = √(6 − 1 − 4) = 1
//
// All diagonal entries lⱼⱼ of L are positive. What follows for A? If Lᵀx = 0,
// the last equation says that the last number of x is 0. Then the equation
// before says the same of the number before, and so on. So Lᵀx ≠ 0 for every
// x ≠ 0. Let xᵀAx be the dot product of x and Ax. For A = LLᵀ it is the dot
// product of Lᵀx with itself, ‖Lᵀx‖², which is positive unless x = 0.
//
// A symmetric matrix with xᵀAx > 0 for every x ≠ 0 is called positive definite.
// No other matrix, symmetric or not, has such an L.
//
// Now let b = (−6, −3, 6). The two triangular systems are
//
//	Ly = b        y₁ = −6/2 = −3,   y₂ = (−3 + 3)/3 = 0,     y₃ = (6 − 3 − 0)/1 = 3
//	Lᵀx = y       x₃ = 3/1 = 3,     x₂ = (0 − 2·3)/3 = −2,   x₁ = (−3 + 2 + 3)/2 = 1
//
// # The plain methods
//
// Each factorisation has a method that one would write first. Cholesky, for the
// columns j = 1, …, n of a positive definite A, is what the example above does:
//
//	lⱼⱼ = √(aⱼⱼ − Σ lⱼₖ²)                          the sums are over k < j
//	lᵢⱼ = (aᵢⱼ − Σ lᵢₖlⱼₖ)/lⱼⱼ  for i > j
//
// Eigenvalues of a symmetric T come from the QR iteration, of which "A QR step
// by hand" makes one step:
//
//	repeat
//	    μ = the eigenvalue of the last 2×2 block of T that is nearer to the block's last entry
//	    factor T − μI = QR, with Q orthogonal and R upper triangular
//	    T = RQ + μI, which is QᵀTQ and has the same eigenvalues
//	    if the other entries of the last row are 0 to rounding, its last one is an eigenvalue:
//	        remove the last row and column
//
// The eigenvalues stay, because R is Qᵀ(T − μI), so that RQ + μI is QᵀTQ. And
// if Tv = λv, then QᵀTQ(Qᵀv) = λQᵀv: the number λ is an eigenvalue of QᵀTQ,
// too.
//
// Singular values of any A come from Jacobi's rotations, of which "A rotation
// by hand" makes one:
//
//	repeat
//	    for all pairs of rows, or of columns: rotate the two until they are orthogonal
//	until all pairs are orthogonal, where one that is only rounding is treated as 0;
//	their lengths are then the singular values
//
// The first and the last are programs in example_test.go, plainCholesky and
// plainJacobi.
//
// # Why that is not enough
//
// The plain methods lose time and digits. Each problem has a section or
// function that removes it:
//
//   - In Cholesky the number under the root, called the pivot, may be positive
//     only by rounding: "Cholesky".
//   - The eigenvalues of AAᵀ are the squared singular values of A, but rounding
//     the entries of AAᵀ loses the small ones: "Singular values".
//   - Rotations from A itself take many sweeps: "A start for the rotations".
//   - Elimination of columns can make rounding errors grow: "Reflectors".
//   - A QR step on a full matrix costs O(n³): "Symmetric eigenvalues".
//   - Squares of large entries overflow: Matrix.frexp scales these to near 1.
//   - Each addition of a sum waits for the one before: "The fast loop".
//
// # Notation
//
//	aᵢ      row i of A, a.Row(i)
//	‖x‖     Euclidean norm, Norm(x)
//	‖A‖     Frobenius norm √Σaᵢⱼ²
//	|A|     the matrix of the |aᵢⱼ|; |A| ≤ |B| is meant entry by entry
//	H       a reflector I − τvvᵀ with τ = 2/‖v‖², which takes a vector to (β, 0, …, 0)
//	dₖ, eₖ  diagonal and corners of a tridiagonal matrix; corners are the entries beside them
//	c, s    cosine and sine of a rotation; t = s/c is its tangent
//	S, σᵢ   the diagonal matrix of the singular values, and one of them
//	μ       the shift of a QR step, see "The plain methods"
//	fl(…)   the value of … as computed
//	ε       2⁻⁵³, the unit roundoff: |fl(x∘y) − x∘y| ≤ ε|x∘y| for ∘ any of + − · /
//	γₙ      nε/(1 − nε): n roundings have at most this relative error, to first order nε
//
// Statements about rounding are to first order in ε, if nothing underflows.
//
// # The code
//
//	Cholesky     Matrix.Cholesky calls factor, and that cholesky; Solve calls forward, backward
//	SVD          Matrix.SVD calls turned, then orthogonalise: jacobi, rotate; complement
//	             completes a basis
//	Eigen        Matrix.Eigen calls tridiagonal, with reflectors, then diagonalise: qrStep, rotate
//	behind the cut:
//	vectors      Dot and Norm, and short loops for all files
//	Matrix       rows of numbers; Mul and MulVec call dots
//	fast loop    dots and, for qp.go, lowerGram call dotsTile, and that dotsRow; factor; share
//
// # Sources
//
// G. Golub, C. Van Loan, Matrix Computations (4th ed. 2013): §5.1 reflectors
// and rotations, §8.3 the symmetric QR iteration.
//
// N. Higham, Accuracy and Stability of Numerical Algorithms (2nd ed. 2002): γₙ
// in §3.1, Cholesky's error in §10.1.
//
// J. Demmel, K. Veselić, Jacobi's method is more accurate than QR (1992): why
// SVD gets the small singular values right.
//
// # Exercises
//
//  1. To see what a pivot decides: for which q is the matrix with the rows
//     (1, q) and (q, 4) positive definite (lecture H, Definition 11.3)? What
//     does Cholesky say at the border? ExampleMatrix_Cholesky
//  2. To see that L also has the determinant: show that det A = (l₁₁⋯lₙₙ)².
//     What is it for the 3×3 matrix above? TestCholeskyByHand
//  3. To see what the singular values 0 tell: let the rows of a matrix be
//     (1, 2, 3), (2, 4, 6) and (1, 0, 1). Find its rank, its range and its null
//     space (lecture H, "SVD — range and null space"). ExampleMatrix_SVD
//  4. To see why we do not square a matrix: the one with the rows (1, 1),
//     (ν, 0), (0, ν) has the singular values √(2 + ν²) and ν. Which of them
//     survive in AᵀA, if ν = 10⁻⁹? ExampleSVD
//  5. To see why the smaller angle is taken: what does the other root of "A
//     rotation by hand", t = −3, make of the two rows? TestRotationByHand

package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A Vector is a point with coordinates. It is another name for []float64, which
// reads well as a type argument: Sum[Vector]{Linear{}, Constant[Vector](1)}.
type Vector = []float64

// ErrNotConverged is wrapped by the error of an iteration that ended before its
// goal: at its limit of steps, stopped by its caller, or because rounding
// allows no progress or leaves the result in doubt. A function whose doc says
// so returns the result so far together with this error.
var ErrNotConverged = errors.New("svm: not converged")

// ErrNotPositiveDefinite is wrapped by the error of a Cholesky factorisation in
// which a pivot, the square of a diagonal entry of L, is not safely positive.
var ErrNotPositiveDefinite = errors.New("svm: matrix is not positive definite")

const (
	eps  = 0x1p-53  // ε
	tiny = 0x1p-960 // a square above tiny loses far less by underflow, 2⁻¹⁰⁷⁵, than by rounding
	huge = 0x1p1022 // stands for what has overflowed; twice huge has not
)

// inf is +∞.
var inf = math.Inf(1)

// # Cholesky
//
// The example by hand, in letters: each entry of A determines one entry of L.
//
//	aᵢⱼ = Σ lᵢₖlⱼₖ over k ≤ j                       [L is lower triangular, j ≤ i]
//	lⱼⱼ² = aⱼⱼ − Σ lⱼₖ² over k < j                                                       (pivot)
//	lᵢⱼ = (aᵢⱼ − Σ lᵢₖlⱼₖ over k < j)/lⱼⱼ           [i > j]                             (column)
//
// The entry lᵢⱼ needs only entries of row j, where j ≤ i, and entries of row i
// that stand before it. Hence we may go by columns, as by hand, or by rows, as
// cholesky does.
//
// Every positive definite A has an L, because all its pivots are positive: a
// pivot p ≤ 0 would belong to an x with xᵀAx = p. For example, the matrix with
// the rows (1, 2) and (2, 1) has the pivots 1 and 1 − 2² = −3. The x of the
// second pivot is (−2, 1). It gives xᵀAx = 4 − 8 + 1 = −3, so that this matrix
// is not positive definite.
//
// Proof. Let the pivots before column j be positive, and let p be the next, the
// right side of (pivot). Write L as if lⱼⱼ² were p. We look for an x with
// xⱼ = 1, with zeros after it, and with (Lᵀx)ₖ = 0 for each k < j. These last
// conditions are a triangular system for the entries of x before xⱼ, so that
// there is such an x.
//
// For this x, all terms of xᵀAx = Σ(Lᵀx)ₖ² are 0, except the one with k = j,
// and this term is p. If A is positive definite, xᵀAx > 0, and so p > 0.
//
// In floating point a pivot may be positive although the exact one is not. The
// sum that (pivot) subtracts is then nearly aⱼⱼ, and its rounding error may be
// up to about nε·aⱼⱼ. A pivot at or below this limit may be only a rounding
// error, and factor returns an error.

// cholesky replaces the lower triangle of A by L, row after row, and leaves the
// upper one alone. If the pivot of row i is not above limit[i], it returns an
// error, but goes on with +Inf in place of the pivot. All that is divided by
// lᵢᵢ is then 0, and the rest of L is the factor of A without row and column i:
// enough for a solver that checks its result. The error counts rows from
// offset.
func cholesky(l [][]float64, limit []float64, offset int) (err error) {
	for i, row := range l {
		for j := range i {
			row[j] = (row[j] - Dot(row[:j], l[j][:j])) / l[j][j] // (column)
		}
		pivot := row[i] - Dot(row[:i], row[:i])
		if !(pivot > limit[i]) {
			err = cmp.Or(err, fmt.Errorf("%w: pivot %d is %g, want > %g",
				ErrNotPositiveDefinite, offset+i, pivot, limit[i]))
			pivot = inf
		}
		row[i] = math.Sqrt(pivot) // (pivot)
	}
	return err
}

// A Cholesky is the factorisation A = LLᵀ of a symmetric positive definite
// matrix, made by [Matrix.Cholesky]. L has zeros above its diagonal, which is
// positive. The zero value cannot be used.
type Cholesky struct {
	L *Matrix
}

// Cholesky factors a symmetric A = LLᵀ, and so finds out whether A is positive
// definite. If A is not quite symmetric, only its lower triangle is used.
//
// It returns [ErrNotPositiveDefinite] if a pivot, the square of a diagonal
// entry of L, may be only a rounding error. This is so if the pivot is at most
// n·2⁻⁵³ times the diagonal entry of A in its row. The error names the first
// such row.
//
// L is the exact factor of a matrix that differs from A by at most
// (n+1)·2⁻⁵³|L||Lᵀ|, entry by entry and to first order (Higham, §10.1). The
// cost is n³/6 multiply-adds.
func (a *Matrix) Cholesky() (*Cholesky, error) {
	if err := a.checkSymmetric("A"); err != nil {
		return nil, err
	}
	l := NewMatrix(a.Rows, a.Cols)
	for i := range a.Rows {
		copy(l.Row(i)[:i+1], a.Row(i))
	}
	if err := factor(l.rows()); err != nil { // cholesky, made fast for large matrices
		return nil, err
	}
	return &Cholesky{l}, nil
}

// Solve returns the x with Ax = b. It solves Ly = b, then Lᵀx = y, in n²
// multiply-adds. If x overflows, some of its entries may be NaN.
//
// x is the exact solution for a matrix that differs from A by at most
// (3n + 1)·2⁻⁵³|L||Lᵀ|, entry by entry and to first order (Higham, §10.1).
func (c *Cholesky) Solve(b []float64) []float64 {
	panicOn(errorUnless(c != nil && c.L != nil, "svm: Solve of a Cholesky without L"))
	l := c.L
	panicOn(errorUnless(l.Rows == len(b), "svm: Solve of a %dx%d matrix and a vector of length %d",
		l.Rows, l.Cols, len(b)))
	x := slices.Clone(b)
	forward(l.rows(), x)  // x = y
	backward(l.rows(), x) // x = L⁻ᵀy
	return x
}

// forward replaces b by L⁻¹b. The inner product of row i needs b[i−1], the
// result of the row before, so that several cannot run at once, as they do in
// dots. We make each fast instead, by dot4, which is Dot in four sums.
func forward(l [][]float64, b []float64) {
	for i := range b {
		b[i] = (b[i] - dot4(l[i][:i], b[:i])) / l[i][i]
	}
}

// backward replaces b by L⁻ᵀb.
func backward(l [][]float64, b []float64) {
	for i := len(b) - 1; i >= 0; i-- { // b[i+1:] is final, and subtracted from b[:i+1]
		b[i] /= l[i][i]
		axpy(-b[i], l[i][:i], b[:i])
	}
}

// # A rotation by hand
//
// How much does a matrix A stretch a vector? Every matrix is A = USVᵀ, where S
// is diagonal. The columns of U have the length 1 and are at right angles, and
// so are those of V: UᵀU = VᵀV = I.
//
// The matrix U keeps lengths: ‖Uy‖² = yᵀUᵀUy = ‖y‖². And Vᵀ makes no vector
// longer, because the entries of Vᵀx are the components of x along the columns
// of V. Therefore the largest Sᵢᵢ says how far A can stretch a vector.
//
// To write A as USVᵀ, we rotate its rows until they are orthogonal. Let Uᵀ be
// the product of the rotations, so that the new rows are those of UᵀA. Put the
// lengths of the new rows on the diagonal of S, and their directions into the
// columns of V. Then UᵀA = SVᵀ, and A = USVᵀ.
//
// A rotation replaces two rows a and b by ca − sb and cb + sa, where
// c² + s² = 1. Which rotation makes the rows a = (3, 0) and b = (4, 5)
// orthogonal?
//
//	A = ⎡3  0⎤       ‖a‖² = 9,   ‖b‖² = 41,   a·b = 12
//	    ⎣4  5⎦
//
// With the tangent t = s/c, c(a − tb) and c(b + ta) are orthogonal if
//
//	(a − tb)·(b + ta) = a·b + t(‖a‖² − ‖b‖²) − t²a·b = 12 − 32t − 12t² = 0
//
// which gives t = 1/3 or t = −3. We take t = 1/3, whose angle is smaller. With
// c = 1/√(1 + t²) = 3/√10 and s = tc = 1/√10, the new rows are
//
//	c(a − tb) = (3/√10)(5/3, −5/3) =  √5·(1, −1)/√2
//	c(b + ta) = (3/√10)(5, 5)      = 3√5·(1, 1)/√2
//
// Their lengths √5 and 3√5 are the singular values of A. We put the longer row
// first, so that S has the diagonal (3√5, √5), and V has the directions
// (1, 1)/√2 and (1, −1)/√2 in its columns. The longer row is sa + cb, and the
// shorter one is ca − sb. Therefore the rows of Uᵀ are (s, c) and (c, −s), and
// they are the columns of U:
//
//	A = USVᵀ    U = (1/√10)⎡1   3⎤   S = ⎡3√5   0⎤   V = (1/√2)⎡1   1⎤
//	                       ⎣3  −1⎦       ⎣ 0   √5⎦             ⎣1  −1⎦
//
// # One thing seen twice
//
// The factors of A are also those of two symmetric matrices, AAᵀ and AᵀA:
//
//	AAᵀ = USVᵀVSUᵀ = US²Uᵀ                   [VᵀV = I]
//	AᵀA = VSUᵀUSVᵀ = VS²Vᵀ                   [UᵀU = I]                                 (squares)
//
// In other words, the columns of U are eigenvectors of AAᵀ, and the columns of
// V are eigenvectors of AᵀA. The eigenvalues of both are the squares σᵢ² of the
// singular values. In the example AAᵀ has the eigenvalues 45 and 5.
// TestBothGramMatricesShareTheSquaredSingularValues checks (squares).
//
// # Singular values
//
// We do not make AᵀA for its eigenvalues, because its entries are rounded. For
// example, a singular value of 10⁻⁹ beside one of 1 has the square 10⁻¹⁸, which
// is below the rounding error 10⁻¹⁶ of the entries. Instead we rotate the
// columns of A itself, pair by pair, until all are orthogonal. An m×n matrix
// with m < n is transposed first.
//
// Let a and b be two columns with the cosine ρ = a·b/(‖a‖‖b‖). The rotation
// with tangent t makes a − tb and b + ta orthogonal, (a − tb)·(b + ta) = 0, if
//
//	a·b(1 − t²) + t(‖a‖² − ‖b‖²) = 0  ⇔  t² + 2ζt − 1 = 0       [ζ = (‖b‖/‖a‖ − ‖a‖/‖b‖)/2ρ]
//	t = sgn(ζ)/(|ζ| + √(1 + ζ²))                     [the smaller root: at most 45°]    (jacobi)
//
// The number ζ is (‖b‖² − ‖a‖²)/(2a·b). We write it with ρ, because ρ is needed
// anyway: it says whether the pair has to be rotated at all. Since we also keep
// the lengths ‖a‖ and ‖b‖ from one rotation to the next, a pair that is not
// rotated costs one inner product, and not three.
//
// To find V, let J be the product of the rotations. They turn the columns of A,
// which are the rows of Aᵀ, so that Aᵀ becomes JAᵀ, and A becomes AJᵀ, whose
// columns are orthogonal. With the lengths of these columns in S, and their
// directions in U, AJᵀ = US. It follows that A = USJ, and V is Jᵀ. The program
// rotates the rows of a second matrix as well, which is I at first, and J at
// the end.
//
// For most matrices the rotations begin nearer to their end: "A start for the
// rotations".
//
// The rounding errors in a column are small compared with the length of this
// column, not only with the longest. Therefore small singular values can come
// out as accurate as large ones: see [Matrix.SVD].

// An SVD is the economy singular value decomposition A = USVᵀ of an m×n matrix,
// made by [Matrix.SVD]. With k = min(m, n), U is m×k and V is n×k, both with
// orthonormal columns. The slice S holds the diagonal of S, descending and ≥ 0.
type SVD struct {
	U *Matrix
	S []float64
	V *Matrix
}

// SVD decomposes any m×n matrix A = USVᵀ. Up to small rounding errors of their
// own, the computed U, S and V are the exact ones of a matrix that differs from
// A by at most a small multiple of max(m, n)·2⁻⁵³‖A‖.
//
// Small singular values, too, have small relative errors if some scaling of the
// columns of A (of its rows if m < n) would make the largest only a few times
// the smallest. The caller need not scale. For example, the columns (1, 1) and
// 10⁻²⁰·(1, −1) have the singular values √2 and √2·10⁻²⁰. SVD returns both with
// all digits, because a factor of 10²⁰ would make the second column as long as
// the first. A singular value below 2⁻⁵⁰⁰ times the largest entry of A comes
// back as 0.
//
// SVD returns [ErrNotConverged] if 60 sweeps over all pairs of columns, or of
// rows if m < n, are not enough, or if [Matrix.Eigen] does so for AᵀA. No
// matrix is known to need so many. For m ≥ n the cost is about 2n²m + 5n³
// multiply-adds, and two or three sweeps of n²m/2 on one processor. If one
// column is more than 16 times as long as another, it is about ten sweeps of
// n²(6m + 3n)/2.
func (a *Matrix) SVD() (*SVD, error) {
	a.wantMatrix()
	if err := a.checkFinite("A"); err != nil {
		return nil, err
	}
	if a.Rows < a.Cols {
		svd, err := a.T().SVD()
		if err == nil {
			svd.U, svd.V = svd.V, svd.U
		}
		return svd, err
	}
	w, exp := a.frexp()
	r, j, err := turned(w) // rows: columns of AV₀ and of V₀
	if err != nil {
		return nil, err
	}
	norm, err := orthogonalise(r, j, 60) // rows: columns of US and of V
	if err != nil {
		return nil, err
	}
	order := descending(norm)
	var u [][]float64 // the columns of U
	for _, k := range order {
		if norm[k] > 0 {
			u = append(u, divided(r[k], norm[k]))
		}
	}
	if len(u) < a.Cols { // a column of length 0 has no direction: others complete U
		others := complement(FromRows(u).rows(), a.Rows) // of a copy, which it overwrites
		u = append(u, others.rows()[:a.Cols-len(u)]...)
	}
	return &SVD{
		// FromRows of no rows would not know their length.
		U: (&Matrix{a.Cols, a.Rows, slices.Concat(u...)}).T(),
		S: mapped(order, func(k int) float64 { return math.Ldexp(norm[k], exp) }),
		V: FromRows(pick(j, order)).T(),
	}, nil
}

// orthogonalise rotates pairs of rows of R until all pairs are orthogonal, and
// the rows of J along with them. It returns the lengths of the rows, or an
// error after the given number of sweeps over all pairs. The cosine ρ of a pair
// is computed from sums of n products:
//
//	|ρ| ≤ √n·ε          typically so much is rounding: the pair is left as it is
//	|ρ| ≤ (n + 8)ε      at worst so much is rounding: it is rotated, but asks for no further sweep
//	otherwise           it is rotated, and asks for one more sweep over all pairs
//
// Without the second line the sweeps might never end, because a cosine has at
// worst the rounding error nε, and a rotation adds up to 8ε: each of its three
// corrections adds 2ε, and so do the rounded c and s.
func orthogonalise(r, j [][]float64, sweeps int) (norm []float64, err error) {
	norm = mapped(r, lengthOrZero)
	for range sweeps {
		again := false
		for p := range r {
			for q := p + 1; q < len(r); q++ {
				if norm[p] == 0 || norm[q] == 0 {
					continue
				}
				n, rho := float64(len(r[p])), dot4(r[p], r[q])/(norm[p]*norm[q])
				if math.Abs(rho) <= math.Sqrt(n)*eps {
					continue
				}
				again = again || math.Abs(rho) > (n+8)*eps
				c, s := jacobi(rho, norm[p], norm[q])
				rotate(r[p], r[q], c, s)
				rotate(j[p], j[q], c, s)
				norm[p], norm[q] = lengthOrZero(r[p]), lengthOrZero(r[q])
			}
		}
		if !again {
			return norm, nil
		}
	}
	return nil, fmt.Errorf("%w: SVD: rows are not yet orthogonal", ErrNotConverged)
}

// lengthOrZero returns ‖a‖, or 0 if ‖a‖ is below 2⁻⁵⁰⁰, because the product of
// two such lengths could underflow. The largest entry of the matrix is near 1.
func lengthOrZero(a []float64) float64 {
	if s := dot4(a, a); s > tiny {
		return math.Sqrt(s)
	}
	if length := Norm(a); length >= 0x1p-500 {
		return length
	}
	return 0
}

// jacobi returns the c and s of the rotation, by at most 45°, that makes two
// rows orthogonal. Their cosine is rho, and their norms are na and nb.
func jacobi(rho, na, nb float64) (c, s float64) {
	zeta := (nb/na - na/nb) / (2 * rho)
	t := math.Copysign(1/(math.Abs(zeta)+math.Hypot(1, zeta)), zeta) // (jacobi)
	c = 1 / math.Hypot(1, t)
	return c, c * t
}

// Rank returns the number of singular values above max(m, n)·2⁻⁵²·σ₁, where σ₁
// is the largest singular value. A smaller one is treated as 0, as in NumPy.
// The entries of A were rounded, and the computation of S rounds, too, so that
// a singular value of 0 may come out as large as about this limit.
func (svd *SVD) Rank() int {
	svd.U.wantMatrix()
	largest := min(maxAbs(svd.S), huge) // σ₁, even if it has overflowed
	limit := float64(max(svd.U.Rows, svd.V.Rows)) * 2 * eps * largest
	return len(indicesWhere(len(svd.S), func(i int) bool { return svd.S[i] > limit }))
}

// Range returns an orthonormal basis of {Ax}, as the columns of an m×Rank
// matrix: the first columns of U, because Ax = Σᵢσᵢ(vᵢᵀx)uᵢ.
func (svd *SVD) Range() *Matrix { return FromRows(cutRows(svd.U.rows(), 0, svd.Rank())) }

// Null returns an orthonormal basis of {x : Ax = 0}, as the columns of an
// n×(n − Rank) matrix. These columns are orthogonal to the first Rank columns
// of V, which A does not take to 0.
func (svd *SVD) Null() *Matrix {
	return complement(svd.V.T().rows()[:svd.Rank()], svd.V.Rows).T()
}

// # A QR step by hand
//
// Often we know only AAᵀ, the inner products of the rows of A. Let the rotation
// Uᵀ make the rows orthogonal. The inner products of the new rows are the
// entries of UᵀAAᵀU, which is therefore diagonal. The QR iteration finds Uᵀ
// from AAᵀ alone.
//
// Take AAᵀ of the A in "A rotation by hand". The mean of its diagonal entries 9
// and 41 is 25. Without 25 on the diagonal, its rows are (−16, 12) and
// (12, 16), and its square is (16² + 12²)I = 20²I. Its eigenvalues are then
// ±20, and with the 25 again
//
//	T = AAᵀ = ⎡ 9  12⎤        eigenvalues 25 ± √(16² + 12²) = 45 and 5
//	          ⎣12  41⎦
//
// The plain method takes the eigenvalue nearer to the last entry, 41, as its
// shift: μ = 45. It needs an orthogonal Qᵀ for which Qᵀ(T − μI) is upper
// triangular. The first column of T − μI is (−36, 12). The rotation with
// c = 3/√10 and s = 1/√10 makes its second entry 12c − 36s = 0. This is Qᵀ, and
// it is the rotation that made the rows of A orthogonal.
//
// The new T is QᵀTQ: the rotation turns first the rows of T, (9, 12) and
// (12, 41), and then its columns. With q = 2c·12 − s(41 − 9) = 40/√10, for
// which sq is 4 and cq is 12, the entries on the diagonal and beside it are
//
//	9c² − 2cs·12 + 41s²       = 9 − sq  = 9 − 4 = 5        [c² = 1 − s²]
//	9 + 41 − 5                = 41 + sq = 45               [the sum stays]
//	(c² − s²)·12 − cs(41 − 9) = cq − 12 = 12 − 12 = 0      [c² − s² = 2c² − 1]
//
// T is diagonal after one step, because μ = 45 is exactly an eigenvalue. Hence
// T − μI is singular, and so is R. The first diagonal entry of R is not 0,
// since it is, up to its sign, the length of the column (−36, 12). Therefore
// the last row of R is 0, and so is the last row of RQ. The last row of RQ + μI
// has only μ, and by symmetry so has its last column.
//
// # Reflectors
//
// To make the entries of a column 0, elimination subtracts multiples of one row
// from the others. If the multiples are large, they make rounding errors grow.
// A reflection makes the same zeros, because it can turn the column onto an
// axis. It changes no length, and so it makes no error grow. Eigen makes its
// zeros by reflections, and SVD finds by them vectors that are orthogonal to
// given ones.
//
// Which reflection H takes a given x ≠ 0 to a multiple β1₀ of the unit vector
// 1₀ = (1, 0, …, 0)? Since H keeps the length of x, β is ‖x‖ or −‖x‖. The
// mirror is the plane halfway between x and β1₀, which is orthogonal to
// u = x − β1₀. H subtracts from each vector twice its component along u, and so
// H is I − 2uuᵀ/uᵀu.
//
// For example, x = (3, 4) has the length 5. With β = −5, u is (8, 4), and H
// takes x to x − u = (−5, 0).
//
// We choose β = −sgn(x₀)‖x‖, with sgn 0 = +1. Then u₀ = x₀ − β adds two numbers
// of the same sign, here 3 and 5, and nothing cancels. The program stores u
// divided by its first entry u₀, as v, which is (1, ½) here, and writes H as
// I − τvvᵀ, with τ = 8/5:
//
//	uᵀu = ‖x‖² − 2βx₀ + β² = 2(β² − βx₀) = 2uᵀx        [β² = ‖x‖²]
//	Hx = x − 2u(uᵀx)/(uᵀu) = x − u = β1₀               [H = I − 2uuᵀ/uᵀu]
//	v = u/u₀, τ = 2u₀²/uᵀu = u₀²/(β² − βx₀) = −u₀/β    [u₀ = x₀ − β; β² − βx₀ = −βu₀] (reflector)

// reflector is H = I − τvvᵀ on the last len(v) coordinates, I on the others.
type reflector struct {
	v   []float64
	tau float64
}

// householder returns the H and β with Hx = β1₀, and overwrites x with v. If x
// without its first entry is shorter than tiny, H is I: what stands after x₀ is
// then nothing beside the largest entry of the matrix, which is near 1, and is
// treated as 0.
func householder(x []float64) (h reflector, beta float64) {
	x0, length := x[0], Norm(x[1:])
	x[0] = 1
	if length < tiny {
		return reflector{x, 0}, x0 // H = I
	}
	beta = -math.Copysign(math.Hypot(x0, length), x0)
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

// complement returns rows that complete the given orthonormal rows v to an
// orthonormal basis of ℝⁿ. It destroys v.
//
// We reflect the given vectors onto the axes: H₀ takes v₀ to axis 0, H₁ takes
// H₀v₁ to the plane of the axes 0 and 1, and so on. In the end all k = len(v)
// vectors lie in the span of the first k axes. The other axes are orthogonal to
// it. Reflected back by H₀⋯Hₖ₋₁, they complete the basis.
func complement(v [][]float64, n int) *Matrix {
	h := make([]reflector, len(v))
	for k := range v {
		for _, g := range h[:k] { // v[k] = Hₖ₋₁⋯H₀vₖ
			g.apply(v[k])
		}
		h[k], _ = householder(v[k][k:])
	}
	return columnsOf(h, len(v), n)
}

// columnsOf returns the columns from firstColumn on of the product H₀H₁⋯, as
// the rows of a matrix. Column j is the product applied to 1ⱼ, the unit vector
// of coordinate j, the last reflector first. No Hₖ with k ≥ j changes 1ⱼ: those
// of tridiagonal leave the coordinates 0, …, k alone, and complement asks only
// for columns j above all k.
func columnsOf(h []reflector, firstColumn, n int) *Matrix {
	q := NewMatrix(n-firstColumn, n)
	share(q.Rows, float64(n)*float64(n), func(i int) { // a column takes at most n² multiply-adds
		q.Row(i)[firstColumn+i] = 1
		for k := min(firstColumn+i, len(h)) - 1; k >= 0; k-- { // no other Hₖ changes this column
			h[k].apply(q.Row(i))
		}
	})
	return q
}

// # Symmetric eigenvalues
//
// A QR step costs O(n³). For a tridiagonal matrix, which has zeros outside its
// three middle diagonals, it costs only O(n). Eigen therefore first makes A
// tridiagonal, T = QᵀAQ, and then repeats QR steps on T.
//
// A becomes tridiagonal row after row. Let B be the block of the rows and
// columns of A after k. One reflector H maps the entries of row k after the
// diagonal to (β, 0, …, 0). For example, it takes the row (1, 3, 4) of a 3×3
// matrix to (1, −5, 0), as in "Reflectors". It acts on all rows and columns
// after k, and so it turns B from both sides:
//
//	HBH = (I − τvvᵀ)B(I − τvvᵀ) = B − vpᵀ − pvᵀ + τ(pᵀv)vvᵀ     [p = τBv, B symmetric]
//	    = B − vwᵀ − wvᵀ                                         [w = p − ½τ(pᵀv)v]    (rank two)
//
// Then T has to become diagonal, by the QR steps of the plain method. But to
// subtract μ and add it again would add rounding errors.
//
// Hence we never form T − μI. From its first column we take only the first
// rotation of Q, and apply it to the rows and columns of T itself. This makes
// an entry outside the three diagonals, which further rotations move down along
// the diagonal and out of the matrix. We say that they chase it.
//
// For example, let T be the first matrix below. Its last block has the
// eigenvalues 5 and 0, of which μ = 0 is nearer to the 1. The first rotation
// has c = 0.8 and s = 0.6, and turns the column (−4, 3) of T − μI into (−5, 0).
//
// On both sides of T it makes the entry −1.2, and the second rotation turns
// (−3, −1.2) into (−3.231, 0). The last corner has fallen from 2 to 0.124:
//
//	⎡−4  3  0⎤       ⎡−4    −3    −1.2⎤       ⎡−4      −3.231   0    ⎤
//	⎢ 3  4  2⎥   →   ⎢−3     4     1.6⎥   →   ⎢−3.231   4.690   0.124⎥
//	⎣ 0  2  1⎦       ⎣−1.2   1.6   1  ⎦       ⎣ 0       0.124   0.310⎦
//
// The chase ends with the same matrix as a QR step, up to signs. This is the
// implicit Q theorem (Golub and Van Loan, §8.3).
//
// Let P be the product of the rotations of the chase, and Q that of the QR
// step. Both begin with the same rotation, and no other touches coordinate 0.
// Hence both have the same first column p₀. Both leave a tridiagonal matrix,
// because the chase has moved its entry out, and QᵀTQ = RQ + μI is symmetric,
// with one diagonal below the main one, as Q has. By the theorem p₀ then
// determines the rest up to signs, if no corner is 0.
//
// A rotation (c, s) of the rows and columns k and k+1 acts on the 2×2 block
// with diagonal d₀, d₁ and corner e. As by hand, the new block has
//
//	d₀′ = c²d₀ − 2cse + s²d₁ = d₀ − sq                    [q = s(d₀ − d₁) + 2ce, c² = 1 − s²]
//	d₁′ = s²d₀ + 2cse + c²d₁ = d₁ + sq                    [the trace stays]
//	e′  = cs(d₀ − d₁) + (c² − s²)e = cq − e               [c² − s² = 2c² − 1]            (chase)
//
// A corner that is negligible compared with its neighbours on the diagonal is
// treated as 0. Then T falls into two blocks, which have nothing to do with
// each other. In general the last corner converges to 0 cubically (proofs are
// in the books of "Sources"), so that about two steps are enough for an
// eigenvalue.

// An Eigen is the eigenvalue decomposition A = VΛVᵀ of a symmetric matrix, made
// by [Matrix.Eigen]. Values is the diagonal of Λ, descending. Column j of
// Vectors is the unit eigenvector of Values[j].
type Eigen struct {
	Values  []float64
	Vectors *Matrix
}

// Eigen decomposes the symmetric matrix A = VΛVᵀ. If A is not quite symmetric,
// it decomposes (A + Aᵀ)/2.
//
// The Values are the exact eigenvalues of a matrix that differs from A by at
// most a small multiple of n·2⁻⁵³‖A‖, and as near to those of A. VΛVᵀ differs
// from A by no more, and VᵀV from I by a small multiple of n·2⁻⁵³.
//
// It returns [ErrNotConverged] if the iteration takes more than 30n steps. No
// matrix is known to need so many. The cost is about 5n³ multiply-adds, 3n³ of
// them on one processor.
func (a *Matrix) Eigen() (*Eigen, error) {
	if err := a.checkSymmetric("A"); err != nil {
		return nil, err
	}
	return a.eigen(true)
}

// eigen is Eigen of a matrix that is square, symmetric and finite. Without
// vectors Vᵀ has no columns, the rotations have nothing to turn, and the cost
// is about n³ multiply-adds.
func (a *Matrix) eigen(vectors bool) (*Eigen, error) {
	w, exp := a.frexp()
	rows := w.rows()
	for i := range rows {
		for j := range i { // W = (A + Aᵀ)/2
			half := (rows[i][j] + rows[j][i]) / 2
			rows[i][j], rows[j][i] = half, half
		}
	}
	d, e, h := tridiagonal(rows)
	vt := NewMatrix(len(d), 0) // Vᵀ, whose rows are the columns of V, but without entries
	if vectors {
		vt = columnsOf(h, 0, len(d)) // Qᵀ, which diagonalise makes Vᵀ
	}
	if err := diagonalise(d, e, vt, 30*len(d)); err != nil {
		return nil, err
	}
	order := descending(d)
	return &Eigen{
		Values:  mapped(order, func(k int) float64 { return math.Ldexp(d[k], exp) }),
		Vectors: FromRows(pick(vt.rows(), order)).T(),
	}, nil
}

// tridiagonal reduces A to T = QᵀAQ with diagonal d and corners e. It destroys
// A. Q is the product H₀H₁⋯Hₙ₋₂ of the reflectors h, where Hₖ leaves the
// coordinates 0, …, k as they are. In round k, b is the block B of the rows and
// columns after k, as slices into A.
func tridiagonal(a [][]float64) (d, e []float64, h []reflector) {
	n := len(a)
	e, h = make([]float64, max(n-1, 0)), make([]reflector, max(n-1, 0))
	b, w := make([][]float64, n), make([]float64, n)
	for k := range h {
		h[k], e[k] = householder(a[k][k+1:])
		b, w = b[1:], w[1:]
		for i := range b {
			b[i] = a[k+1+i][k+1:]
		}
		v, tau := h[k].v, h[k].tau
		dots([][]float64{w}, [][]float64{v}, b) // w = Bv
		half := tau / 2 * Dot(w, v)             // ½pᵀv, as p = τBv
		for i := range w {
			w[i] = tau * (w[i] - float64(half*v[i])) // w = p − ½τ(pᵀv)v
		}
		share(len(b), 2*float64(len(b)), func(i int) {
			axpy2(-v[i], w, -w[i], v, b[i]) // (rank two)
		})
	}
	return each(n, func(k int) float64 { return a[k][k] }), e, h
}

// diagonalise repeats QR steps on the tridiagonal matrix with the diagonal d
// and the corners e. It ends when all corners are negligible, and d holds the
// eigenvalues, or with an error after the given number of steps.
//
// All entries of d after hi are eigenvalues already. A step works on the rows
// lo to hi, the last block of T without a negligible corner, and its rotations
// also turn these rows of Vᵀ.
func diagonalise(d, e []float64, vt *Matrix, steps int) error {
	rows := vt.rows()
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
		qrStep(d[lo:hi+1], e[lo:hi], rows[lo:hi+1])
	}
	return nil
}

// negligible reports whether the corner e, between d₀ and d₁ on the diagonal,
// may be treated as 0. By Weyl's theorem no eigenvalue then changes by more
// than |e|, the norm of what is taken from T. The ε², little beside the largest
// entry, which is near 1, spares us steps on blocks of tiny numbers, whose
// products could underflow.
func negligible(e, d0, d1 float64) bool {
	return math.Abs(e) <= eps*(math.Abs(d0)+math.Abs(d1))+eps*eps
}

// qrStep does one QR step on the tridiagonal matrix (d, e), which has no
// negligible corner, by the chase of "Symmetric eigenvalues", and turns the
// rows of Vᵀ by the same rotations. Only the first rotation depends on the
// shift μ.
func qrStep(d, e []float64, vt [][]float64) {
	x, z := d[0]-wilkinson(d, e), e[0]
	// Round k rotates the rows and columns k and k+1, so that the column (x, z)
	// becomes (r, 0). In round 0 this is the top of the first column of T − μI.
	// Later x is the corner e[k−1], and z is the entry below it, outside the
	// three diagonals, that round k−1 has made.
	for k := range e {
		c, s, r := rotation(x, z)
		if k > 0 {
			e[k-1] = r
		}
		q := float64(s*(d[k]-d[k+1])) + float64(2*c*e[k])
		sq := float64(s * q)
		d[k] -= sq // (chase); sq is rounded once, so that the trace stays
		d[k+1] += sq
		e[k] = float64(c*q) - e[k]
		if k+1 < len(e) {
			// Column k+2 has (0, e) in rows k and k+1: it becomes (−se, ce).
			x, z = e[k], -s*e[k+1]
			e[k+1] *= c
		}
		rotate(vt[k], vt[k+1], c, s)
	}
}

// wilkinson returns Wilkinson's shift, the μ of the plain method.
//
// Let the last 2×2 block of T have the diagonal d₀, d₁ and the corner e. With
// δ = (d₀ − d₁)/2 and r = √(δ² + e²), its eigenvalues are d₁ + δ ± r. The
// eigenvalue nearer to d₁ is d₁ + δ − sgn(δ)r, which loses most digits if e is
// small, because δ and sgn(δ)r are then nearly equal. Since
// (δ − r)(δ + r) = −e², it is also d₁ − e²/(δ + sgn(δ)r), where nothing
// cancels.
//
// For 9, 41 and the corner 12, δ is −16 and r is 20, which gives
// 41 + 144/36 = 45. The code has corner·(corner/…), because e² might underflow.
func wilkinson(d, e []float64) float64 {
	d0, d1, corner := d[len(d)-2], d[len(d)-1], e[len(e)-1]
	delta := (d0 - d1) / 2
	return d1 - float64(corner*(corner/(delta+math.Copysign(math.Hypot(delta, corner), delta))))
}

// rotation returns the c ≥ 0 and s of the rotation that turns the vector (x, z)
// onto the first axis, to (r, 0): cx − sz = r, cz + sx = 0 and c² + s² = 1. For
// example, (4, −3) has c = 0.8, s = 0.6 and r = 5.
func rotation(x, z float64) (c, s, r float64) {
	r = math.Copysign(math.Hypot(x, z), x)
	if r == 0 {
		return 1, 0, 0
	}
	return x / r, -z / r, r
}

// descending returns the indices of d, those of the largest values first.
// Indices of equal values stay in their order.
func descending(d []float64) []int {
	order := upTo(len(d))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[j], d[i]) })
	return order
}

// rotate replaces the rows a and b by ca − sb and cb + sa, where c ≥ 0.
//
// A row is rotated many times, mostly by tiny angles. Each time the product ca
// would be wrong by ε|a|, however small the angle is, and the rows would become
// longer or shorter, because c² + s² is 1 only up to about ε. Instead we add
// three corrections, which are small if the angle is small, and so are their
// rounding errors. With g = s/(1 + c), the tangent of half the angle,
//
//	a′ = a − gb
//	b″ = b + sa′  = (1 − gs)b + sa = cb + sa            [1 − c = s²/(1 + c) = gs]    (half angle)
//	a″ = a′ − gb″ = (1 − gs)a − g(1 + c)b = ca − sb
func rotate(a, b []float64, c, s float64) {
	g := s / (1 + c)
	for i, u := range a {
		u -= float64(g * b[i]) // (half angle)
		b[i] += float64(s * u)
		a[i] = u - float64(g*b[i])
	}
}

// # From here on: vectors, matrices and the fast loop
//
// # How this code is written
//
// All files use these idioms and helpers:
//
//	float64(x*y)           in a sum, rounds x*y before it is added. Some processors would round
//	                       only the sum, and return other bits. It is left out where y is ±1 or
//	                       2, after exp or log, and in what is only compared
//	!(a > b)               in a guard, is true for a NaN too, where a <= b is false
//	cmp.Or(a, b, …)        the first that is not 0, nil or "", so the first error of several
//	                       checks. All of them are made
//	a[i:j:j]               a[i:j] of capacity j − i: an append to it leaves the rest of a alone
//	a[:len(b)]             as long as b: an index that b has passed is not checked in a
//
//	each(n, f)             the slice f(0), …, f(n−1): a formula for all i on one line
//	mapped(a, f)           f of each entry of a
//	pick(a, index)         the entries of a with these indices
//	indicesWhere(n, is)    the i below n for which is(i)
//	nonzero(a), upTo(n)    the i with aᵢ ≠ 0; the indices 0, …, n−1
//	sample(list, n)        at most n entries of a list of indices, evenly spread
//	ones(n), absolute(a)   n times 1; the |aᵢ|
//
//	inf, eps, tiny         ∞; ε = 2⁻⁵³; 2⁻⁹⁶⁰, above which a square keeps its digits
//	finite(v), sign(v)     whether v is neither ∞ nor NaN; +1 if v ≥ 0, else −1
//	maxAbs(a), sumAbs(a)   the largest |aᵢ|, or NaN if an aᵢ is NaN; Σ |aᵢ|
//	sum, mean, exactSum    of numbers; exactSum rounds as if only once
//	axpy(c, x, y)          adds cx to y, in place: "a x plus y", as in BLAS
//	addRows(v, rows, y)    adds Σ vᵢrowᵢ to y, in place
//	scaleRow, timesRow     multiply a row in place, by c, or entry by entry by another row
//	scaled, divided        cx; x/c
//	overLargest, padded    x over its largest |xⱼ|; x with zeros behind it, up to a length
//	difference, shifted    a − b; the points less a shift
//	a.rows(), cutRows      the rows of a matrix, not copied; a piece of each row
//	dot4, dots             a·b in four sums, for speed; all aᵢ·bⱼ of two sets of rows
//	absDot, exactDot       Σ |aⱼbⱼ|; a·b as if rounded once, and what this has lost
//	lowerGram(s, rows)     the inner products of the rows, in the lower triangle of s
//	factor(l, rows...)     replaces a matrix by its Cholesky factor L, and rows r by L⁻¹r
//	forward, backward      replace x by L⁻¹x; by L⁻ᵀx
//
//	errorUnless(ok, …)     an error with this text if not ok; nil otherwise
//	orError(v, err)        v and nil, or the zero value and the error
//	check…                 returns an error that names what is bad, or nil
//	want…, panicOn         panic with such an error
//
//	share(n, work, f)      f(0), …, f(n−1), on all processors if n·work multiply-adds are worth it
//	inParts(n, length, f)  f(lo, hi) for parts of 0, …, n−1, so that what f holds stays small
//	shareParts(…)          inParts on all processors
//
// Parts and blocks have lengths such as 24 or 96. If no reason stands beside
// one, half or twice of it is as fast. Another length changes results by
// rounding only, or, in smo.go, within Tol.
//
// # Vectors
//
// The computed sum fl(a·b) of n products aₖbₖ, added in order, has an error of
// at most γₙΣ|aₖbₖ|.

// Dot returns the inner product a·b = Σₖaₖbₖ, summed in order.
func Dot(a, b []float64) float64 {
	wantLength("Dot", len(a), len(b))
	s := 0.0
	for k, v := range a {
		s += float64(v * b[k])
	}
	return s
}

// wantLength panics unless a and b, the lengths of two vectors, are the same.
func wantLength(what string, a, b int) {
	if a != b {
		panic(fmt.Sprintf("svm: %s of vectors of lengths %d and %d", what, a, b))
	}
}

// Norm returns the Euclidean norm ‖a‖ = √Σaₖ², even if the squares overflow or
// underflow.
func Norm(a []float64) float64 {
	if s := Dot(a, a); s > tiny && finite(s) {
		return math.Sqrt(s)
	}
	largest := maxAbs(a)
	if largest == 0 || !finite(largest) {
		return largest
	}
	return largest * Norm(divided(a, largest)) // the largest square is 1
}

// sum returns Σ aₖ.
func sum(a []float64) float64 {
	s := 0.0
	for _, v := range a {
		s += v
	}
	return s
}

// exactSum returns Σ aₖ as if only the result were rounded, or nearly so. For
// example, 2⁵³ + 1 + 1 is 2⁵³ in float64s, because each 1 is lost in rounding.
// exactSum returns 2⁵³ + 2.
//
// It adds up what each addition t = s + v loses. The piece of v that has
// arrived in t is t − s, and that of s is t − (t − s). What is missing of both
// is exactly the rounding error (Knuth, The Art of Computer Programming 2,
// §4.2.2, theorem B).
func exactSum(a []float64) float64 {
	s, lost := 0.0, 0.0
	for _, v := range a {
		t := s + v
		arrived := t - s
		lost += (s - (t - arrived)) + (v - arrived)
		s = t
	}
	return s + lost
}

// exactDot returns a·x as if only the result were rounded, or nearly so, and
// what this rounding has lost. Its terms are the rounded products p = vxₖ, and
// what each p has lost, vxₖ − p. FMA returns this difference exactly, because
// it rounds only at its end.
func exactDot(a, x []float64) (s, lost float64) {
	var terms []float64
	for k, v := range a {
		p := v * x[k]
		terms = append(terms, p, math.FMA(v, x[k], -p))
	}
	s = exactSum(terms)
	return s, exactSum(append(terms, -s))
}

// maxAbs returns the largest |aₖ|, 0 if a is empty, or NaN if an entry is NaN.
func maxAbs(a []float64) float64 {
	m := 0.0
	for _, v := range a {
		size := math.Abs(v)
		if size > m || size != size { // a NaN is not equal to itself, and it stays
			m = size
		}
	}
	return m
}

// sumAbs returns Σ|aₖ|.
func sumAbs(a []float64) float64 {
	s := 0.0
	for _, v := range a {
		s += math.Abs(v)
	}
	return s
}

// absDot returns Σ|aⱼxⱼ|, the sum of the sizes of the terms of a·x.
func absDot(a, x []float64) float64 {
	s := 0.0
	for j, v := range a {
		s += math.Abs(v * x[j])
	}
	return s
}

// axpy adds cx to y. A nil x is treated as 0.
func axpy(c float64, x, y []float64) {
	for i, v := range x {
		y[i] += float64(c * v)
	}
}

// axpy2 adds bx + cy to z.
func axpy2(b float64, x []float64, c float64, y, z []float64) {
	for i, v := range x {
		z[i] += float64(b*v) + float64(c*y[i])
	}
}

// addRows adds Σ vᵢrowᵢ to y.
func addRows(v []float64, rows [][]float64, y []float64) {
	for ; len(rows) > 1; v, rows = v[2:], rows[2:] { // we read and write y once for two rows
		a, b, second := v[0], v[1], rows[1]
		for j, u := range rows[0] {
			y[j] = y[j] + float64(a*u) + float64(b*second[j])
		}
	}
	for i, row := range rows {
		axpy(v[i], row, y)
	}
}

// scaleRow multiplies the row by c.
func scaleRow(row []float64, c float64) {
	for j := range row {
		row[j] *= c
	}
}

// timesRow multiplies the row by another, entry by entry.
func timesRow(row, other []float64) {
	for j, v := range other {
		row[j] *= v
	}
}

// sample returns at most count of the indices, evenly spread.
func sample(list []int, count int) []int {
	count = min(count, len(list))
	return each(count, func(t int) int { return list[t*len(list)/count] })
}

// difference returns a − b.
func difference(a, b []float64) []float64 {
	wantLength("a - b", len(a), len(b))
	d := slices.Clone(a)
	axpy(-1, b, d)
	return d
}

// scaled returns cx.
func scaled(x []float64, c float64) []float64 {
	y := make([]float64, len(x))
	axpy(c, x, y)
	return y
}

// divided returns x/c.
func divided(x []float64, c float64) []float64 {
	return each(len(x), func(k int) float64 { return x[k] / c })
}

// overLargest returns a divided by its largest |aₖ|. Zero stays zero.
func overLargest(a []float64) []float64 { return divided(a, cmp.Or(maxAbs(a), 1)) }

// absolute returns the |aₖ|.
func absolute(a []float64) []float64 { return mapped(a, math.Abs) }

// mean returns the mean of the numbers. If all are equal, it returns exactly
// this number, because each correction after the first is 0.
func mean(v []float64) (m float64) {
	for i, u := range v {
		m += (u - m) / float64(i+1)
	}
	return m
}

// sign returns +1 if v ≥ 0, else −1.
func sign(v float64) float64 {
	if v >= 0 {
		return 1
	}
	return -1
}

// signs returns the sign of each value.
func signs(v []float64) []float64 { return mapped(v, sign) }

// shifted returns the points x − shift, or x itself if shift is 0 or NaN. It
// panics unless all points have d coordinates.
func shifted(x [][]float64, shift []float64, d int) [][]float64 {
	wantFeatures(x, d)
	if !(maxAbs(shift) > 0) {
		return x // the caller's, and only read
	}
	y := FromRows(x).rows()
	for _, p := range y {
		axpy(-1, shift, p)
	}
	return y
}

// ones returns n ones.
func ones(n int) []float64 { return each(n, func(int) float64 { return 1 }) }

// each returns f(0), …, f(n−1).
func each[T any](n int, f func(i int) T) []T {
	a := make([]T, n)
	for i := range a {
		a[i] = f(i)
	}
	return a
}

// mapped returns f(x) for each x.
func mapped[X, Y any](x []X, f func(X) Y) []Y {
	return each(len(x), func(i int) Y { return f(x[i]) })
}

// pick returns the entries with these indices.
func pick[T any](a []T, index []int) []T {
	return each(len(index), func(l int) T { return a[index[l]] })
}

// indicesWhere returns the i < n for which is(i), in order.
func indicesWhere(n int, is func(i int) bool) []int {
	which := make([]int, 0, n)
	for i := range n {
		if is(i) {
			which = append(which, i)
		}
	}
	return which
}

// nonzero returns the i with cᵢ ≠ 0.
func nonzero(c []float64) []int {
	return indicesWhere(len(c), func(i int) bool { return c[i] != 0 })
}

// upTo returns 0, …, n−1.
func upTo(n int) []int { return each(n, func(i int) int { return i }) }

// finite reports whether v is neither infinite nor NaN.
func finite(v float64) bool { return math.Abs(v) < inf }

// badEntry returns the index of the first entry that is NaN or infinite, or −1.
func badEntry(a []float64) int {
	return slices.IndexFunc(a, func(v float64) bool { return !finite(v) })
}

// # Checks
//
// A check returns an error, a want… panics.

// checkFinite returns an error that names the first entry that is not finite.
func checkFinite(name string, v []float64) error {
	if k := badEntry(v); k >= 0 {
		return fmt.Errorf("svm: %s[%d] = %g, want a finite number", name, k, v[k])
	}
	return nil
}

// errorUnless returns an error unless ok. It takes the arguments of fmt.Errorf.
func errorUnless(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// wantFeatures panics on, and names, the first point without d features. If d
// is 0, any number will do.
func wantFeatures(x [][]float64, d int) {
	for i, p := range x {
		if d > 0 && len(p) != d {
			panic(fmt.Sprintf("svm: x[%d] has %d features, want %d", i, len(p), d))
		}
	}
}

// panicOn panics with the error of a check.
func panicOn(err error) {
	if err != nil {
		panic(err.Error())
	}
}

// A number is at most 10^numberExponent in size, a kernel value at most
// 10^valueExponent, and a parameter other than 0 at least 10^-numberExponent:
// see "The range of numbers" in svm.go.
const numberExponent, valueExponent = 50, 100

// complaint says what is wanted instead of v, or "" if v is at most 10^exponent
// in size.
func complaint(v float64, exponent int, remedy string) string {
	switch {
	case firstOutside([]float64{v}, exponent) < 0:
		return ""
	case !finite(v):
		return "want a finite number"
	}
	return fmt.Sprintf("want at most 1e%d in size: %s", exponent, remedy)
}

// checkNumbers returns an error that names, by name(j), the first v[j] that is
// NaN or larger than 10^exponent in size.
func checkNumbers(v []float64, exponent int, remedy string, name func(j int) string) error {
	if j := firstOutside(v, exponent); j >= 0 {
		return fmt.Errorf("svm: %s = %g, %s", name(j), v[j], complaint(v[j], exponent, remedy))
	}
	return nil
}

// firstOutside returns the index of the first NaN or size above 10^exponent, or
// −1. The factor lets a product of numbers pass that only rounding takes above
// the limit, such as C·Weights[i] with 10²⁰ and 10³⁰.
func firstOutside(v []float64, exponent int) int {
	limit := math.Pow10(exponent) * (1 + 4*eps)
	for j, u := range v {
		if !(math.Abs(u) <= limit) {
			return j
		}
	}
	return -1
}

// checkSizes is checkNumbers for a vector.
func checkSizes(name string, v []float64, remedy string) error {
	entry := func(j int) string { return fmt.Sprintf("%s[%d]", name, j) }
	return checkNumbers(v, numberExponent, remedy, entry)
}

// checkEntries is checkNumbers for a matrix.
func checkEntries(name string, a *Matrix, exponent int) error {
	entry := func(j int) string { return fmt.Sprintf("%s[%d][%d]", name, j/a.Cols, j%a.Cols) }
	return checkNumbers(a.Data, exponent, "scale it", entry)
}

// orError returns v or, if there is an error, the zero value and the error.
func orError[T any](v T, err error) (T, error) {
	if err != nil {
		return *new(T), err
	}
	return v, nil
}

// checkPoints returns an error unless there are points.
func checkPoints(n int) error { return errorUnless(n > 0, "svm: no points") }

// checkCount returns an error unless there are points, and got is their number:
// for example "svm: 4 labels for 3 points".
func checkCount(what string, got, points int) error {
	return cmp.Or(checkPoints(points),
		errorUnless(got == points, "svm: %d %s for %d points", got, what, points))
}

// checkPositive and checkAtLeast are checkBound for v > 0 and for v ≥ bound.
func checkPositive(name string, v float64) error { return checkBound(name, v, v > 0, ">", 0) }

func checkAtLeast[N int | float64](name string, v, bound N) error {
	return checkBound(name, v, v >= bound, ">=", bound)
}

// checkBound returns an error unless v is within its bound, and 0 or from 10⁻⁵⁰
// to 10⁵⁰ in size. Of a name with its owner before it, as in PowerSum Degree,
// the error repeats only the last word.
func checkBound[N int | float64](name string, v N, within bool, sign string, bound N) error {
	last, size := name[strings.LastIndex(name, " ")+1:], float64(v)
	switch {
	case !within:
		return fmt.Errorf("svm: %s = %v, want %s %s %v", name, v, last, sign, bound)
	case size != 0 && firstOutside([]float64{size, 1 / size}, numberExponent) >= 0:
		return fmt.Errorf("svm: %s = %v, want %s from 1e-50 to 1e50", name, v, last)
	}
	return nil
}

// # Matrices

// A Matrix is a dense matrix, stored row by row: entry (i, j) is
// Data[i*Cols+j], and indices start at 0. The zero value is the 0×0 matrix.
type Matrix struct {
	Rows, Cols int
	Data       []float64
}

// NewMatrix returns the rows×cols matrix of zeros.
func NewMatrix(rows, cols int) *Matrix {
	// 8·rows·cols bytes must fit into an int. The division cannot wrap around.
	if rows < 0 || cols < 0 || rows > math.MaxInt/8/max(cols, 1) {
		panic(fmt.Sprintf("svm: NewMatrix of shape %dx%d", rows, cols))
	}
	return &Matrix{rows, cols, make([]float64, rows*cols)}
}

// FromRows returns the matrix with the given rows, which it copies. No rows
// make the 0×0 matrix.
func FromRows(rows [][]float64) *Matrix {
	if len(rows) == 0 {
		return NewMatrix(0, 0)
	}
	a := NewMatrix(len(rows), len(rows[0]))
	for i, r := range rows {
		if len(r) != a.Cols {
			panic(fmt.Sprintf("svm: FromRows: row %d has length %d, row 0 has length %d",
				i, len(r), a.Cols))
		}
		copy(a.Row(i), r)
	}
	return a
}

// At returns the entry in row i and column j.
func (a *Matrix) At(i, j int) float64 { return a.Row(i)[j] }

// Set sets the entry in row i and column j to v.
func (a *Matrix) Set(i, j int, v float64) { a.Row(i)[j] = v }

// Row returns row i. It does not copy: writing to the slice writes to the
// matrix. An append to the slice does not.
func (a *Matrix) Row(i int) []float64 {
	if a == nil || i < 0 || i >= a.Rows {
		a.wantMatrix()
		panic(fmt.Sprintf("svm: row %d of a %dx%d matrix", i, a.Rows, a.Cols))
	}
	return a.Data[i*a.Cols : (i+1)*a.Cols : (i+1)*a.Cols]
}

// rows returns all rows, as slices into the matrix.
func (a *Matrix) rows() [][]float64 {
	a.wantMatrix()
	return each(a.Rows, a.Row)
}

// T returns the transpose Aᵀ as a new matrix.
func (a *Matrix) T() *Matrix {
	a.wantMatrix()
	t := NewMatrix(a.Cols, a.Rows)
	for i := range a.Rows {
		for j, v := range a.Row(i) {
			t.Data[j*t.Cols+i] = v
		}
	}
	return t
}

// Mul returns the product AB, (AB)ᵢⱼ = Σₖ aᵢₖbₖⱼ, each sum in the order of k.
// It costs Rows·Cols·b.Cols multiply-adds, on all processors.
func (a *Matrix) Mul(b *Matrix) *Matrix {
	a.wantMatrix()
	b.wantMatrix()
	panicOn(errorUnless(a.Cols == b.Rows, "svm: Mul of a %dx%d matrix and a %dx%d matrix",
		a.Rows, a.Cols, b.Rows, b.Cols))
	c := NewMatrix(a.Rows, b.Cols)
	dots(c.rows(), a.rows(), b.T().rows()) // fast: all inner products of two sets of rows
	return c
}

// MulVec returns the product Ax, on all processors.
func (a *Matrix) MulVec(x []float64) []float64 {
	rows := a.rows()
	panicOn(errorUnless(a.Cols == len(x), "svm: MulVec of a %dx%d matrix and a vector of length %d",
		a.Rows, a.Cols, len(x)))
	y := make([]float64, len(rows))
	dots([][]float64{y}, [][]float64{x}, rows)
	return y
}

// frexp is math.Frexp for a matrix: it returns A divided by a power of two, and
// the exponent of this power. The largest entry of the copy, if not 0, is in
// [½, 1) in size, so that no square overflows. Only entries below 2⁻¹⁰²² lose
// digits.
func (a *Matrix) frexp() (*Matrix, int) {
	_, e := math.Frexp(maxAbs(a.Data))
	data := each(len(a.Data), func(k int) float64 { return math.Ldexp(a.Data[k], -e) })
	return &Matrix{a.Rows, a.Cols, data}, e
}

// mostEntries is the largest number of entries of a matrix whose size comes
// from a file, a number of classes or a binomial coefficient, where one digit
// too many could ask for all memory. 2²⁸ entries take 2 GB.
const mostEntries = 1 << 28

// fits reports whether a matrix of this shape has at most mostEntries entries,
// and, on 32 bits, whether an int can count their bytes.
func fits(rows, cols int) bool {
	return float64(rows)*float64(cols) <= min(mostEntries, math.MaxInt/8)
}

// wantMatrix panics if the matrix is nil or not shaped.
func (a *Matrix) wantMatrix() { panicOn(a.checkShape("Matrix")) }

// shaped reports whether Data has as many numbers as the shape says. The
// product in float64 cannot wrap around.
func (a *Matrix) shaped() bool {
	return a.Rows >= 0 && a.Cols >= 0 && float64(a.Rows)*float64(a.Cols) == float64(len(a.Data))
}

// checkShape returns an error if the matrix is nil or not shaped.
func (a *Matrix) checkShape(name string) error {
	if a == nil {
		return fmt.Errorf("svm: %s = nil, want a matrix", name)
	}
	return errorUnless(a.shaped(), "svm: %s is a %dx%d matrix with %d numbers",
		name, a.Rows, a.Cols, len(a.Data))
}

// checkFinite returns an error that names the first entry that is not finite.
func (a *Matrix) checkFinite(name string) error {
	if k := badEntry(a.Data); k >= 0 {
		return checkFinite(fmt.Sprintf("%s[%d]", name, k/a.Cols), a.Row(k/a.Cols))
	}
	return nil
}

// checkSymmetric returns an error if the matrix is not square, if an entry is
// not finite, or if aᵢⱼ and aⱼᵢ differ by more than rounding can explain.
//
// If A was computed as VΛVᵀ, each term vᵢₖλₖvⱼₖ has two roundings, and passes
// through at most n − 1 additions:
//
//	|fl(aᵢⱼ) − fl(aⱼᵢ)| ≤ 2γₙ₊₁ Σₖ|vᵢₖλₖvⱼₖ|
//	                    ≤ 2(n+1)ε max|λ|          [Cauchy–Schwarz, ‖vᵢ‖ = 1]
//	                    ≤ 2(n+1)ε‖A‖                                                 (asymmetry)
func (a *Matrix) checkSymmetric(name string) error {
	if err := a.checkShape(name); err != nil {
		return err
	}
	if a.Rows != a.Cols {
		return fmt.Errorf("svm: %s is a %dx%d matrix, want a square one", name, a.Rows, a.Cols)
	}
	if _, _, found := a.asymmetric(0); !found { // as in most matrices; this needs no norm
		return nil
	}
	if err := a.checkFinite(name); err != nil {
		return err
	}
	// With an infinite norm everything would pass.
	norm := min(Norm(a.Data), huge)
	i, j, found := a.asymmetric(2 * float64(a.Rows+1) * eps * norm) // (asymmetry)
	return errorUnless(!found, "svm: %s[%d][%d] = %g, %s[%d][%d] = %g, want a symmetric matrix",
		name, i, j, a.At(i, j), name, j, i, a.At(j, i))
}

// asymmetric returns the first i and j ≤ i, if any, for which aᵢⱼ − aⱼᵢ is
// larger than tol in size, or is NaN, as Inf − Inf is.
func (a *Matrix) asymmetric(tol float64) (row, col int, found bool) {
	for i := range a.Rows {
		for j := range i + 1 {
			if !(math.Abs(a.Data[i*a.Cols+j]-a.Data[j*a.Cols+i]) <= tol) {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// # A start for the rotations
//
// Instead of beginning at A, the rotations can begin near the end. The V of A
// has the eigenvectors of AᵀA for its columns, by (squares), and Eigen finds
// eigenvectors faster than the rotations do. Let V₀ be the computed
// eigenvectors. The columns of AV₀ are then orthogonal except for rounding, and
// two or three sweeps in place of ten do the rest. V₀ only says where the
// rotations start. They still decide about the last digits.
//
// But the product AV₀ rounds, too, and it mixes columns: each column of AV₀ is
// a sum of multiples of all columns of A. If the lengths of the columns of A go
// from 1 to 10⁻²⁰, the rounding error of a long column may come into a sum that
// is tiny. In such a matrix some singular values have lost ten of their sixteen
// digits.
//
// Therefore V₀ is used only if the columns of A are alike in length, to a
// factor of 16. Such columns are already scaled as well as they can be, up to a
// factor of 16√n (van der Sluis), so that the product takes away no digit that
// scaling could have saved. Rows of different lengths do no harm, because in
// AV₀ the error of each row is small relative to this row.

// turned returns the columns of AV₀ and those of V₀, as rows, for an orthogonal
// V₀ from which the rotations may start. V₀ is the identity if the columns of A
// are not alike.
func turned(a *Matrix) (av, v [][]float64, err error) {
	columns := a.T()
	if !alike(columns.rows()) {
		return columns.rows(), columnsOf(nil, 0, a.Cols).rows(), nil
	}
	e, err := columns.Mul(a).eigen(true)
	if err != nil {
		return nil, nil, err
	}
	vt := e.Vectors.T()
	return vt.Mul(columns).rows(), vt.rows(), nil
}

// alike reports whether no row is more than 16 times as long as another. Rows
// of zeros are left out.
func alike(rows [][]float64) bool {
	lengths := slices.DeleteFunc(mapped(rows, Norm), func(l float64) bool { return l == 0 })
	return len(lengths) == 0 || slices.Max(lengths) <= 16*slices.Min(lengths)
}

// # The fast loop
//
// Gram matrices, kernel rows, matrix products and Cholesky consist of inner
// products of many rows with many rows. One by one they are slow: each
// multiply-add has to load two numbers, and each addition has to wait for the
// addition before it.
//
// We compute six inner products at once, those of two rows of A with three rows
// of B. For every column, the loop loads five numbers and makes six
// multiply-adds, into six sums that do not wait for each other. Larger blocks
// would load less, but their sums and loaded numbers have to fit into
// registers:
//
//	rows × rows                 1×1    1×4    2×3    3×3
//	loads per multiply-add      2      1.25   0.83   0.67
//	registers: sums + loads     1+2    4+5    6+5    9+6  (Go has 15 on amd64; products need some)
//
// Of the blocks that we tried, 2×3 is the fastest. It keeps the multiply and
// add units busy if the numbers come from a cache. Therefore we go tile by
// tile: 24 rows of B stay in the cache while 96 rows of A pass by:
//
//	                      B, 24 rows: they stay in cache
//	                  b₀  b₁  b₂    b₃  b₄  b₅        b₂₁ b₂₂ b₂₃
//	                ┌─────────────┬─────────────┬─ ⋯ ┬─────────────┐
//	A, 96 rows:  a₀ │ s₀₀ s₀₁ s₀₂ │ s₀₃ s₀₄ s₀₅ │  ⋯ │             │
//	they pass    a₁ │ s₁₀ s₁₁ s₁₂ │ s₁₃ s₁₄ s₁₅ │    │             │
//	by              ├─────────────┼─────────────┼─ ⋯ ┼─────────────┤
//	             a₂ │             │             │    │             │
//	             a₃ │             │             │    │             │
//	             ⋮  ⋮
//
// The boxes are the blocks of six, from left to right, then down. 24 rows of
// 200 numbers, for example, take 38 kB, and stay in the first or second cache.
// In a tile, each number of A is loaded from slower memory once, for 24
// multiply-adds, and each number of B once, for 96.
//
// Each sum runs over its terms in order, as in Dot, so that an inner product
// has the same bits wherever it is computed.

const tileA, tileB = 96, 24 // rows of A and of B in a tile

// dots sets dst[i][j] = aᵢ·bⱼ for all rows of A and B, which have the same
// length, tile by tile.
func dots(dst, a, b [][]float64) {
	if len(a) == 0 || len(a) <= tileA && len(b) <= tileB { // nothing to share
		dotsTile(dst, a, b, 0)
		return
	}
	na, nb := (len(a)+tileA-1)/tileA, (len(b)+tileB-1)/tileB
	share(na*nb, float64(min(tileA, len(a))*min(tileB, len(b)))*float64(len(a[0])), func(t int) {
		i, j := t%na*tileA, t/na*tileB // where the rows of tile t begin in A and in B
		dotsTile(dst[i:], a[i:min(i+tileA, len(a))], b[j:min(j+tileB, len(b))], j)
	})
}

// lowerGram sets the lower triangle of s to the inner products of the rows. It
// takes a few columns at a time, from the diagonal down, so that few numbers
// above the diagonal are made in vain.
func lowerGram(s, rows [][]float64) {
	const columnsAtOnce = 12
	n := len(rows)
	if n == 0 {
		return
	}
	shareParts(n, columnsAtOnce, float64(n)*float64(len(rows[0])), func(lo, hi int) {
		dotsTile(s[lo:], rows[lo:], rows[lo:hi], lo)
	})
}

// dotsTile sets dst[i][j0+j] = aᵢ·bⱼ, in blocks of six as drawn above.
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

// dotsRow sets c[j] = a·bⱼ, six at a time.
func dotsRow(c, a []float64, b [][]float64) {
	j := 0
	for ; j+6 <= len(b); j += 6 {
		b0, b1, b2 := b[j][:len(a)], b[j+1][:len(a)], b[j+2][:len(a)]
		b3, b4, b5 := b[j+3][:len(a)], b[j+4][:len(a)], b[j+5][:len(a)]
		var s0, s1, s2, s3, s4, s5 float64
		for k, v := range a {
			s0 += float64(v * b0[k])
			s1 += float64(v * b1[k])
			s2 += float64(v * b2[k])
			s3 += float64(v * b3[k])
			s4 += float64(v * b4[k])
			s5 += float64(v * b5[k])
		}
		c[j], c[j+1], c[j+2], c[j+3], c[j+4], c[j+5] = s0, s1, s2, s3, s4, s5
	}
	for ; j < len(b); j++ {
		c[j] = Dot(a, b[j])
	}
}

// dot4 returns a·b in four sums that need not wait for each other. Its last
// bits differ from those of Dot. Where Eval and rows of kernel values have to
// agree to the last bit, we take Dot and dots, which add in order.
func dot4(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	k := 0
	for ; k+4 <= len(a); k += 4 {
		u, v := a[k:k+4], b[k:k+4]
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

// factor is cholesky for large matrices. It goes by blocks of 24 columns, as
// many as a tile of dots has rows of B. When the block of the columns lo to
// hi − 1 comes, L is complete in all columns before lo:
//
//	               columns 0 … lo−1    columns lo … hi−1
//	             ┌───────────────────┬───────────────────┐
//	rows lo to   │ heads:            │ block:            │  1. dots: the part k < lo of every sum,
//	hi−1         │ L, complete       │ 2. cholesky       │     from the heads, is subtracted
//	             ├───────────────────┼───────────────────┤  2. the rest of the sums in these rows,
//	all rows     │ heads:            │ block:            │     by (pivot) and (column)
//	below        │ L, complete       │ 3. forward        │  3. the rest below, by (column)
//	             └───────────────────┴───────────────────┘
//
// In a large matrix nearly all terms of the sums in (pivot) and (column) have
// k < lo. They are inner products of heads, and for these dots is fast. Each r
// in extraRows is treated as a further row below A. By (column) it becomes the
// x with Lx = r, faster than by forward alone, because dots makes most of it.
func factor(l [][]float64, extraRows ...[]float64) (err error) {
	n, rows := len(l), slices.Concat(l, extraRows)
	limit := each(n, func(i int) float64 { return float64(n) * eps * l[i][i] }) // before L is there
	sums := NewMatrix(len(rows), tileB).rows()
	inParts(n, tileB, func(lo, hi int) {
		heads := cutRows(rows[lo:], 0, lo)
		block := cutRows(rows[lo:], lo, hi)
		dots(sums, heads, heads[:hi-lo]) // 1.
		for i, row := range block {
			axpy(-1, sums[i][:min(i+1, hi-lo)], row) // up to the diagonal, or the block's end
		}
		err = cmp.Or(err, cholesky(block[:hi-lo], limit[lo:hi], lo)) // 2.
		for _, row := range block[hi-lo:] {
			forward(block, row) // 3. By (column) the row becomes x, where Lx = row with the L of 2.
		}
	})
	return err
}

// share calls f(0), …, f(n−1), on all processors if that is faster. The
// argument work is the number of multiply-adds of one call. No call may read or
// change the results of another, so that the results do not depend on the
// number of processors.
func share(n int, work float64, f func(i int)) { shareAtMost(n, n, work, f) }

// inParts calls f for the parts lo, …, hi − 1 of 0, …, n−1, in order. All parts
// have the given length, but the last may be shorter.
func inParts(n, length int, f func(lo, hi int)) {
	for t := range (n + length - 1) / length {
		f(t*length, min((t+1)*length, n))
	}
}

// cutRows returns the part from lo to hi − 1 of each row.
func cutRows(rows [][]float64, lo, hi int) [][]float64 {
	return mapped(rows, func(row []float64) []float64 { return row[lo:hi] })
}

// shareParts is inParts on all processors. The argument work is the number of
// multiply-adds for one of the numbers 0, …, n−1, not for a part.
func shareParts(n, length int, work float64, f func(lo, hi int)) {
	share((n+length-1)/length, float64(length)*work, func(t int) {
		f(t*length, min((t+1)*length, n))
	})
}

// worthSharing is the number of multiply-adds from which the processors share
// work. One processor makes so many in five times the time that the others take
// to wake up.
const worthSharing = 1 << 18

// shareAtMost is share with at most the given number of calls at a time. If all
// calls together take fewer than worthSharing multiply-adds, one processor
// makes them all.
//
// If calls of f panic, shareAtMost panics, too, with the value of the call f(i)
// of the lowest i. On several processors a call that ends its goroutine by
// runtime.Goexit, as t.FailNow does in a test, is treated as a panic.
func shareAtMost(atOnce, n int, work float64, f func(i int)) {
	procs := min(runtime.GOMAXPROCS(0), n, atOnce)
	if procs < 2 || float64(n)*work < worthSharing {
		for i := range n {
			f(i)
		}
		return
	}
	// next counts the calls that are given out. Each goroutine takes the next
	// number i and calls f(i), until i is n or more. If call i panics, the
	// deferred function keeps the value of the panic, or a text after Goexit,
	// which has none. No further number is then given out, but calls that have
	// begun go on. Numbers are given out in order, so that the first entry of
	// panics that is not nil belongs to the lowest i.
	var next atomic.Int64
	var wait sync.WaitGroup
	panics := make([]any, n) // what call i panicked with
	wait.Add(procs)
	for range procs {
		go func() {
			var i int // the call that runs; n or more at a normal end
			defer func() {
				if i < n { // call i did not return
					panics[i] = cmp.Or(recover(), any("svm: a call ended its goroutine"))
					next.Store(int64(n)) // no new calls
				}
				wait.Done()
			}()
			for i = int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		}()
	}
	wait.Wait()
	if value := cmp.Or(panics...); value != nil {
		panic(value)
	}
}
