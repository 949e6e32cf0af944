// SPDX-License-Identifier: MIT

// example_test.go holds the stories: short complete programs, each printing something computed from what it shows.

package svm_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"example.com/svm"
)

// TestTour tells the stories one after the other. Run it with go test -v -run Tour; that what they print is right is
// checked where go test runs them as examples.
func TestTour(t *testing.T) {
	for _, stop := range []struct {
		title string
		story func()
	}{
		{"Inner products and lengths", ExampleDot},
		{"A matrix times a matrix, a matrix times a vector", ExampleMatrix_Mul},
		{"Solving Ax = b for a positive definite A", ExampleMatrix_Cholesky},
		{"Which matrices are positive definite", ExampleErrNotPositiveDefinite},
		{"The axes of an ellipse: A = VΛVᵀ", ExampleMatrix_Eigen},
		{"Rank, range and null space: X = USVᵀ", ExampleMatrix_SVD},
		{"What forming XᵀX rounds away", ExampleSVD},
	} {
		fmt.Printf("\n## %s\n\n", stop.title)
		stop.story()
	}
}

func ExampleDot() {
	a, b := []float64{3, 4}, []float64{4, -3}
	fmt.Printf("‖a‖ = %.0f, ‖b‖ = %.0f, a·b = %.0f: a right angle\n", svm.Norm(a), svm.Norm(b), svm.Dot(a, b))
	fmt.Printf("‖10²⁰⁰ a‖ = %.0e, though its square is no float64\n", svm.Norm([]float64{3e200, 4e200}))
	// Output:
	// ‖a‖ = 5, ‖b‖ = 5, a·b = 0: a right angle
	// ‖10²⁰⁰ a‖ = 5e+200, though its square is no float64
}

func ExampleMatrix_Mul() {
	fibonacci := svm.FromRows([][]float64{{1, 1}, {1, 0}})
	power := fibonacci
	for range 8 {
		power = power.Mul(fibonacci)
	}
	fmt.Println("the ninth power holds F₁₀, F₉, F₈:", power.Row(0), power.Row(1))
	fmt.Println("and maps (1, 0) to its first column:", power.MulVec([]float64{1, 0}))
	// Output:
	// the ninth power holds F₁₀, F₉, F₈: [55 34] [34 21]
	// and maps (1, 0) to its first column: [55 34]
}

func ExampleMatrix_Cholesky() {
	a := svm.FromRows([][]float64{{4, 2}, {2, 10}})
	c, err := a.Cholesky()
	if err != nil {
		fmt.Println(err)
		return
	}
	x := c.Solve([]float64{8, 22})
	fmt.Println("L =", c.L.Row(0), c.L.Row(1))
	fmt.Println("x =", x, "and Ax =", a.MulVec(x))
	// Output:
	// L = [2 0] [1 3]
	// x = [1 2] and Ax = [8 22]
}

func ExampleErrNotPositiveDefinite() {
	for _, corner := range []float64{1, 2, 3} {
		a := svm.FromRows([][]float64{{1, corner}, {corner, 4}}) // det = 4 − corner²
		_, err := a.Cholesky()
		fmt.Printf("corner %g: refused %v (%v)\n", corner, errors.Is(err, svm.ErrNotPositiveDefinite), err)
	}
	// Output:
	// corner 1: refused false (<nil>)
	// corner 2: refused true (svm: matrix is not positive definite: pivot 1 is 0, want > 8.881784197001252e-16)
	// corner 3: refused true (svm: matrix is not positive definite: pivot 1 is -5, want > 8.881784197001252e-16)
}

func ExampleMatrix_Eigen() {
	a := svm.FromRows([][]float64{{5, 4}, {4, 5}})
	e, err := a.Eigen()
	if err != nil {
		fmt.Println(err)
		return
	}
	for j, lambda := range e.Values {
		v := []float64{e.Vectors.At(0, j), e.Vectors.At(1, j)}
		fmt.Printf("λ = %.2f along a diagonal: |v₀/v₁| = %.2f, vᵀAv = %.2f\n", lambda, math.Abs(v[0]/v[1]), svm.Dot(v, a.MulVec(v)))
	}
	// Output:
	// λ = 9.00 along a diagonal: |v₀/v₁| = 1.00, vᵀAv = 9.00
	// λ = 1.00 along a diagonal: |v₀/v₁| = 1.00, vᵀAv = 1.00
}

func ExampleMatrix_SVD() {
	x := svm.FromRows([][]float64{
		{1, 2, 3},
		{2, 4, 6}, // twice the first
		{1, 0, 1},
	})
	s, err := x.SVD()
	if err != nil {
		fmt.Println(err)
		return
	}
	// By hand: the squares are the roots of λ² − 72λ + 60, from the trace and the 2×2 minors of XXᵀ.
	fmt.Printf("singular values %.3f, %.3f and nothing: rank %d\n", s.S[0], s.S[1], s.Rank())
	null := s.Null().T().Row(0)
	fmt.Printf("the null space is spanned by (1, %.2f, %.2f)\n", null[1]/null[0], null[2]/null[0])
	range1, range2 := s.Range().T().Row(0), s.Range().T().Row(1)
	fmt.Printf("in the range, the second coordinate is %.2f and %.2f times the first\n", range1[1]/range1[0], range2[1]/range2[0])
	// Output:
	// singular values 8.435, 0.918 and nothing: rank 2
	// the null space is spanned by (1, 1.00, -1.00)
	// in the range, the second coordinate is 2.00 and 2.00 times the first
}

func ExampleSVD() {
	const mu = 1e-9
	x := svm.FromRows([][]float64{{1, 1}, {mu, 0}, {0, mu}}) // singular values √(2 + μ²) and μ
	s, err := x.SVD()
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := x.T().Mul(x).Eigen()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("from X:   %.6f and %.6g\n", s.S[0], s.S[1])
	fmt.Printf("from XᵀX: %.6f and less than 1e-7, all digits lost: %v\n", math.Sqrt(e.Values[0]), math.Abs(e.Values[1]) < 1e-14)
	// Output:
	// from X:   1.414214 and 1e-09
	// from XᵀX: 1.414214 and less than 1e-7, all digits lost: true
}
