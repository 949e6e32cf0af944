// SPDX-License-Identifier: MIT

// example_test.go holds the stories: short complete programs, each printing
// something computed from what it shows.

package svm_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/gob"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/svm"
)

// TestTour tells the stories one after the other. Run it with go test -v -run
// Tour; that what they print is right is checked where go test runs them as
// examples.
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
		{"A kernel is an inner product of features", ExamplePolynomial_Map},
		{"XOR in the feature space of (1 + a·b)²", Example_xorFeatures},
		{"Two curves that are one plane", ExamplePullback},
		{"A ring and its centre", Example_ring},
		{"Ordered products, exactly", ExamplePowerSum_Map},
		{"A billion features for a thousand multiplications", ExamplePowerSum},
		{"Infinitely many features, cut off", ExampleGaussian_TaylorMap},
		{"The same Gaussian in three notations", ExampleGaussianSigma},
		{"Strings by their common substrings", ExampleSubstrings},
		{"Documents as bags of words, by tf-idf and cosine", ExampleCosine},
		{"Kernels of kernels", ExampleSum},
		{"What is a kernel, and what is not", ExampleIsPSD},
		{"Features read off from the Gram matrix", ExampleCoordinates},
		{"The kernel PCA map, on the data and off", ExampleKernelPCAMap},
		{"Functions as vectors: the reproducing property", ExampleExpansion},
		{"Least squares with a kernel", ExampleRidge},
		{"Least squares as a classifier, and an outlier", Example_leastSquaresAsClassifier},
		{"Lagrange's multipliers by hand and by Solve", ExampleQP_Solve},
		{"The Lagrangian's saddle point, seen from both sides", ExampleQPSolution},
		{"Weak and strong duality", Example_duality},
		{"Four quadratic programs for one machine", Example_quadprog},
		{"A program without a feasible point, and why", ExampleErrInfeasible},
		{"A program without a least value, and why", ExampleErrUnbounded},
		{"A program that is not convex, and where", ExampleErrNotConvex},
		{"Planes, margins, projections", ExampleHyperplane},
		{"A plane in canonical form", ExampleHyperplane_Canonical},
		{"Planes as machines of three flowers", ExampleHyperplane_Expansion},
		{"What a margin costs: four losses", ExampleHinge},
		{"λ and C", ExampleCFromLambda},
		{"The widest margin, from the dual", ExampleDualQP},
		{"An SMO of one's own, and how good it is", Example_plainSMO},
		{"The widest margin, from the primal, and slack", ExamplePrimalQP},
		{"XOR: no line, but a quadratic kernel", Example_xor},
		{"Data that nothing separates, and why", ExampleErrNotSeparable},
		{"Anybody's machine, certified", ExampleCertify},
		{"A machine whose b is not unique", ExampleCertificate},
		{"A machine on strings", ExampleModel},
		{"Half moons by SMO, and the same by the quadratic program", ExampleSMO},
		{"Watching SMO, and stopping it", ExampleOptions_trace},
		{"Stopping several trainings by a context", ExampleOptions_context},
		{"A machine from a stream", ExamplePegasos},
		{"A machine from a file, line by line", ExamplePegasos_Step},
		{"SGD coming down to the quadratic program's minimum", ExampleSGD},
		{"SGD in feature space: a ring and its centre", ExampleKernelSGD},
		{"Batch descent to a minimum known by hand", ExampleSubgradient},
		{"The perceptron and its bound", ExamplePerceptron},
		{"XOR again: the perceptron's mistakes, counted in α", ExampleKernelPerceptron},
		{"Least squares by descent, and by its dual", ExampleLeastSquaresGD},
		{"The same with infinitely many features", ExampleKernelLeastSquaresGD},
		{"Three classes: scores, probabilities, losses", ExampleSoftmax},
		{"Three classes, learned", ExampleSoftmaxSGD},
		{"Three flowers, one against the rest", ExampleOneVsRest},
		{"Three flowers, one against one, from a Gram matrix", ExampleOneVsOne},
		{"A small class and balanced weights", ExampleBalancedWeights},
		{"Tuning C and γ on iris", ExampleCrossValidate},
		{"Folds with all classes in each", ExampleFolds},
		{"A part held out", ExampleFolds_holdOut},
		{"Who is taken for whom, on flowers left out", ExampleHeldOut},
		{"Why one scales", ExampleStandardize},
		{"Probabilities from values that were held out", ExampleCalibrate},
		{"Reading points", ExampleReadLIBSVM},
		{"A file as a stream", ExampleScanLIBSVM},
		{"Writing points", ExampleWriteLIBSVM},
		{"A machine for a server, saved and loaded", ExampleModel_save},
		{"A machine for svm-predict", ExampleWriteLIBSVMModel},
		{"A machine by svm-train", ExampleReadLIBSVMModel},
		{"Tumours, from the file to an estimate", Example_tumours},
		{"From a table with names to a prediction, the whole way", Example_csv},
		{"The thread of XOR: from the perceptron to the machine", Example_perceptronToMachine},
		{"The thread of the margin: from the picture to the quadratic program to SMO", Example_marginThreeWays},
		{"The thread of features: the same machine from a map and from its kernel", Example_featuresAndKernel},
	} {
		fmt.Printf("\n## %s\n\n", stop.title)
		stop.story()
	}
}

func ExampleDot() {
	a, b := []float64{3, 4}, []float64{4, -3}
	fmt.Printf("‖a‖ = %.0f, ‖b‖ = %.0f, a·b = %.0f: a right angle\n",
		svm.Norm(a), svm.Norm(b), svm.Dot(a, b))
	fmt.Printf("‖10²⁰⁰ a‖ = %.0e, though its square is no float64\n",
		svm.Norm([]float64{3e200, 4e200}))
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
		fmt.Printf("corner %g: refused %v (%v)\n",
			corner, errors.Is(err, svm.ErrNotPositiveDefinite), err)
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
		fmt.Printf("λ = %.2f along a diagonal: |v₀/v₁| = %.2f, vᵀAv = %.2f\n",
			lambda, math.Abs(v[0]/v[1]), svm.Dot(v, a.MulVec(v)))
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
	// By hand: the squares are the roots of λ² − 72λ + 60, from the trace and
	// the 2×2 minors of XXᵀ.
	fmt.Printf("singular values %.3f, %.3f and nothing: rank %d\n", s.S[0], s.S[1], s.Rank())
	null := s.Null().T().Row(0)
	fmt.Printf("the null space is spanned by (1, %.2f, %.2f)\n", null[1]/null[0], null[2]/null[0])
	range1, range2 := s.Range().T().Row(0), s.Range().T().Row(1)
	fmt.Printf("in the range, the second coordinate is %.2f and %.2f times the first\n",
		range1[1]/range1[0], range2[1]/range2[0])
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
	fmt.Printf("from XᵀX: %.6f and less than 1e-7, all digits lost: %v\n",
		math.Sqrt(e.Values[0]), math.Abs(e.Values[1]) < 1e-14)
	// Output:
	// from X:   1.414214 and 1e-09
	// from XᵀX: 1.414214 and less than 1e-7, all digits lost: true
}

// half embeds a kernel of the package and has an Eval of its own, which no fast
// path of the embedded one may pass over.
type half struct{ svm.Linear }

func (k half) Eval(a, b []float64) float64 { return k.Linear.Eval(a, b) / 2 }

func TestAKernelThatEmbedsAnotherKeepsItsOwnEval(t *testing.T) {
	x := [][]float64{{2}, {4}}
	for _, k := range []svm.Kernel[[]float64]{half{}, &half{}} {
		gram, err := svm.Gram(k, x)
		if err != nil {
			t.Fatal(err)
		}
		f := svm.Expansion[[]float64]{Kernel: k, Points: x, Coef: []float64{1, 0}}
		if got := []float64{gram.At(0, 1), f.Values(x)[1], svm.Distance(k, x[0], x[1])}; got[0] != 4 || got[1] != 4 || got[2] != math.Sqrt(2) {
			t.Errorf("K = %g, f = %g, distance = %g, want 4, 4, √2", got[0], got[1], got[2])
		}
	}
}

func ExamplePolynomial_Map() {
	k := svm.Polynomial{Degree: 2, Gamma: 1, R: 1}
	phi := k.Map(2)
	a, b := []float64{1, 2}, []float64{3, -1}
	fmt.Printf("φ(a) = %.3f\n", phi(a))
	fmt.Printf("φ(b) = %.3f\n", phi(b))
	fmt.Printf("⟨φ(a), φ(b)⟩ = %.3f, (1 + a·b)² = %.3f\n", svm.Dot(phi(a), phi(b)), k.Eval(a, b))
	// Output:
	// φ(a) = [1.000 1.414 2.828 1.000 2.828 4.000]
	// φ(b) = [1.000 4.243 -1.414 9.000 -4.243 1.000]
	// ⟨φ(a), φ(b)⟩ = 4.000, (1 + a·b)² = 4.000
}

func Example_xorFeatures() {
	phi := svm.Polynomial{Degree: 2, Gamma: 1, R: 1}.Map(2) // 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂²
	for _, p := range [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
		z := phi(p)
		fmt.Printf("%2.0f: coordinates √2x₁ = %5.2f, √2x₁x₂ = %5.2f\n", p, z[1], z[4])
	}
	fmt.Println("the second alone separates the classes")
	// Output:
	// [ 1  1]: coordinates √2x₁ =  1.41, √2x₁x₂ =  1.41
	// [-1 -1]: coordinates √2x₁ = -1.41, √2x₁x₂ =  1.41
	// [ 1 -1]: coordinates √2x₁ =  1.41, √2x₁x₂ = -1.41
	// [-1  1]: coordinates √2x₁ = -1.41, √2x₁x₂ = -1.41
	// the second alone separates the classes
}

func ExamplePullback() {
	psi := func(x []float64) []float64 { return []float64{x[0] * x[0], x[0] * x[1], x[1] * x[1]} }
	w, b := []float64{1, 3, 1}, -3.0
	for _, x := range [][]float64{{1, 0.5615528}, {1, -3.5615528}, {1, -1.5}} {
		fmt.Printf("|f(%.2f, %.2f)| = %.2f\n", x[0], x[1], math.Abs(svm.Dot(w, psi(x))+b))
	}
	k := svm.Pullback(svm.Linear{}, psi)
	a, c := []float64{2, 3}, []float64{-1, 4}
	fmt.Printf("the kernel that ψ induces: %.0f = ⟨(4, 6, 9), (1, -4, 16)⟩\n", k.Eval(a, c))
	// Output:
	// |f(1.00, 0.56)| = 0.00
	// |f(1.00, -3.56)| = 0.00
	// |f(1.00, -1.50)| = 4.25
	// the kernel that ψ induces: 124 = ⟨(4, 6, 9), (1, -4, 16)⟩
}

func Example_ring() {
	phi := func(x []float64) []float64 { return []float64{x[0], x[1], x[0]*x[0] + x[1]*x[1]} }
	least, most := math.Inf(1), 0.0
	for i := range 60 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 60)
		least = min(least, phi([]float64{2 * cos, 2 * sin})[2])
		most = max(most, phi([]float64{cos / 2, sin})[2])
	}
	fmt.Printf("third coordinate: on the ring %.2f or more, in the centre %.2f or less\n",
		least, most)
	// Output:
	// third coordinate: on the ring 4.00 or more, in the centre 1.00 or less
}

func ExamplePowerSum_Map() {
	k := svm.PowerSum{Degree: 3}
	phi := k.Map(2)
	a, b := []float64{2, 3}, []float64{-1, 4}
	fmt.Println("features:", phi(a))
	fmt.Println("⟨φ(a), φ(b)⟩ =",
		svm.Dot(phi(a), phi(b)), "and 1 + s + s² + s³ =", k.Eval(a, b), "for s =", svm.Dot(a, b))
	// Output:
	// features: [1 2 3 4 6 6 9 8 12 12 18 12 18 18 27]
	// ⟨φ(a), φ(b)⟩ = 1111 and 1 + s + s² + s³ = 1111 for s = 10
}

func ExampleGaussian_TaylorMap() {
	k := svm.Gaussian{Gamma: 0.5}
	a, b := []float64{1, 0.5}, []float64{0.8, -0.4}
	for _, order := range []int{0, 2, 4, 8} {
		phi := k.TaylorMap(2, order)
		miss := math.Abs(k.Eval(a, b) - svm.Dot(phi(a), phi(b)))
		fmt.Printf("order %d: %2d features, misses by %.1e, bound %.1e\n",
			order, len(phi(a)), miss, k.TaylorBound(order, a, b))
	}
	// Output:
	// order 0:  1 features, misses by 2.9e-01, bound 3.1e-01
	// order 2:  6 features, misses by 1.5e-02, bound 1.5e-02
	// order 4: 15 features, misses by 2.6e-04, bound 2.6e-04
	// order 8: 45 features, misses by 1.1e-08, bound 1.1e-08
}

func ExampleGaussianSigma() {
	a, b := []float64{0, 0}, []float64{1, 1}
	sigma := 2.0
	for _, k := range []svm.Kernel[[]float64]{
		svm.Gaussian{Gamma: 0.125}, svm.GaussianSigma(sigma),
		svm.Scaled[[]float64]{Factor: 1 / sigma, Kernel: svm.Gaussian{Gamma: 1 / (sigma * sigma)}},
	} {
		fmt.Printf("%-28v %.4f\n", k, k.Eval(a, b))
	}
	// Output:
	// exp(-0.125 ‖a-b‖²)           0.7788
	// exp(-0.125 ‖a-b‖²)           0.7788
	// 0.5 × [exp(-0.25 ‖a-b‖²)]    0.3033
}

func ExampleSubstrings() {
	words := []string{"banana", "ananas", "bandana", "cherry"}
	k := svm.Normalized[string]{Kernel: svm.Substrings{Max: 3, Decay: 0.5}}
	gram, err := svm.Gram(k, words)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, w := range words {
		fmt.Printf("%-8s%.2f\n", w, gram.Row(i))
	}
	fmt.Println("common to banana and ananas, with multiplicity:",
		svm.Substrings{}.Eval("banana", "ananas"))
	// Output:
	// banana  [1.00 0.91 0.91 0.00]
	// ananas  [0.91 1.00 0.82 0.00]
	// bandana [0.91 0.82 1.00 0.00]
	// cherry  [0.00 0.00 0.00 1.00]
	// common to banana and ananas, with multiplicity: 29
}

// Word counts weighted by tf-idf: the count of a word in a document, times the
// logarithm of how rare documents with it are.
func ExampleCosine() {
	documents := []string{
		"the cat sat on the mat", "the dog sat on the log", "stocks fell on the news", "the market fell and stocks sank",
	}
	index := map[string]int{}
	in := map[string]int{} // how many documents a word is in
	for _, d := range documents {
		seen := map[string]bool{}
		for _, w := range strings.Fields(d) {
			if _, ok := index[w]; !ok {
				index[w] = len(index)
			}
			if !seen[w] {
				seen[w] = true
				in[w]++
			}
		}
	}
	counts, weighted := make([][]float64, len(documents)), make([][]float64, len(documents))
	for i, d := range documents {
		counts[i], weighted[i] = make([]float64, len(index)), make([]float64, len(index))
		for _, w := range strings.Fields(d) {
			counts[i][index[w]]++
			weighted[i][index[w]] += math.Log(float64(len(documents)) / float64(in[w]))
		}
	}
	for _, bag := range []struct {
		name string
		x    [][]float64
	}{{"counts", counts}, {"tf-idf", weighted}} {
		gram, err := svm.Gram(svm.Cosine{}, bag.x)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: cat and dog %.2f, news and market %.2f, cat and market %.2f\n",
			bag.name, gram.At(0, 1), gram.At(2, 3), gram.At(0, 3))
	}
	// Output:
	// counts: cat and dog 0.75, news and market 0.55, cat and market 0.29
	// tf-idf: cat and dog 0.13, news and market 0.22, cat and market 0.00
}

func ExampleSum() {
	type reading struct {
		where []float64
		note  string
	}
	place := svm.Pullback(svm.Gaussian{Gamma: 1}, func(r reading) []float64 { return r.where })
	text := svm.Pullback(svm.Normalized[string]{Kernel: svm.Substrings{Max: 4}}, func(r reading) string { return r.note })
	k := svm.Sum[reading]{place, svm.Scaled[reading]{Factor: 2, Kernel: text}}
	gram, err := svm.Gram(k, []reading{{[]float64{0, 0}, "pump hot"}, {[]float64{0, 1}, "pump hot!"}, {[]float64{5, 5}, "all quiet"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	ok, _ := svm.IsPSD(gram)
	fmt.Printf("%.2f, %.2f, %.2f; positive semi-definite: %v\n",
		gram.At(0, 0), gram.At(0, 1), gram.At(0, 2), ok)
	// Output:
	// 3.00, 2.24, 0.20; positive semi-definite: true
}

func ExampleIsPSD() {
	x := [][]float64{{0, 0}, {1, 0}, {0, 1}, {2, 2}}
	for _, candidate := range []struct {
		name string
		k    svm.KernelFunc[[]float64]
	}{
		{"exp(-‖a-b‖²)", svm.Gaussian{Gamma: 1}.Eval},
		{"-exp(-‖a-b‖²)", func(a, b []float64) float64 { return -svm.Gaussian{Gamma: 1}.Eval(a, b) }},
		{"‖a-b‖", func(a, b []float64) float64 { return svm.Distance(svm.Linear{}, a, b) }},
		{"tanh(a·b - 1)", func(a, b []float64) float64 { return math.Tanh(svm.Dot(a, b) - 1) }},
	} {
		gram, err := svm.Gram(candidate.k, x)
		if err != nil {
			fmt.Println(err)
			return
		}
		ok, smallest := svm.IsPSD(gram)
		fmt.Printf("%-14s %-5v smallest eigenvalue %.2f\n", candidate.name, ok, smallest)
	}
	// Output:
	// exp(-‖a-b‖²)   true  smallest eigenvalue 0.54
	// -exp(-‖a-b‖²)  false smallest eigenvalue -1.59
	// ‖a-b‖          false smallest eigenvalue -3.33
	// tanh(a·b - 1)  false smallest eigenvalue -1.86
}

func ExampleCoordinates() {
	k := svm.FromRows([][]float64{{2, 1, 3}, {1, 2, 3}, {3, 3, 6}}) // the third point is the sum of the others
	z, err := svm.Coordinates(k)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d points with %d coordinates; inner products of the first with all: %.2f\n",
		z.Rows, z.Cols, z.MulVec(z.Row(0)))
	// Output:
	// 3 points with 2 coordinates; inner products of the first with all: [2.00 1.00 3.00]
}

func ExampleKernelPCAMap() {
	k := svm.Gaussian{Gamma: 0.5}
	x := [][]float64{{0}, {1}, {3}}
	phi, err := svm.KernelPCAMap(k, x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("on the data:  ⟨φ(0), φ(1)⟩ = %.4f, k(0, 1) = %.4f\n",
		svm.Dot(phi(x[0]), phi(x[1])), k.Eval(x[0], x[1]))
	new1 := []float64{2}
	fmt.Printf("off the data: ⟨φ(2), φ(2)⟩ = %.4f, k(2, 2) = %.4f: a projection\n",
		svm.Dot(phi(new1), phi(new1)), k.Eval(new1, new1))
	// Output:
	// on the data:  ⟨φ(0), φ(1)⟩ = 0.6065, k(0, 1) = 0.6065
	// off the data: ⟨φ(2), φ(2)⟩ = 0.7085, k(2, 2) = 1.0000: a projection
}

func ExampleExpansion() {
	k := svm.Gaussian{Gamma: 0.5}
	f := &svm.Expansion[[]float64]{Kernel: k, Points: [][]float64{{0}, {2}}, Coef: []float64{1, -2}}
	x := []float64{1.5}
	at := &svm.Expansion[[]float64]{Kernel: k, Points: [][]float64{x}, Coef: []float64{1}} // k(·, x)
	fmt.Printf("f(x) = %.4f, ⟨k(·, x), f⟩ = %.4f\n", f.Value(x), at.Inner(f))
	fmt.Printf("|⟨k(·, x), f⟩| ≤ ‖k(·, x)‖‖f‖ = %.4f\n", at.Norm()*f.Norm())
	g := f.Times(2).Plus(at)
	fmt.Printf("(2f + k(·, x))(0) = %.4f = 2·%.4f + %.4f\n",
		g.Value([]float64{0}), f.Value([]float64{0}), at.Value([]float64{0}))
	// Output:
	// f(x) = -1.4403, ⟨k(·, x), f⟩ = -1.4403
	// |⟨k(·, x), f⟩| ≤ ‖k(·, x)‖‖f‖ = 2.1116
	// (2f + k(·, x))(0) = 1.7833 = 2·0.7293 + 0.3247
}

func ExampleRidge() {
	var x [][]float64
	var t []float64
	for i := range 9 {
		s := float64(i) / 8 * math.Pi
		x, t = append(x, []float64{s}), append(t, math.Sin(s))
	}
	f, err := svm.Ridge(svm.Gaussian{Gamma: 1}, x, t, 1e-6)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("between the points: f(1) = %.3f, sin 1 = %.3f\n",
		f.Value([]float64{1}), math.Sin(1))
	_, err = svm.Ridge(svm.Linear{}, x, t, 0)
	fmt.Println("nine points on a line, no λ:", errors.Is(err, svm.ErrNotPositiveDefinite))
	// Output:
	// between the points: f(1) = 0.841, sin 1 = 0.841
	// nine points on a line, no λ: true
}

// Minimise ½(x² + y²) − 2x under x + y = 1. By hand,
// L = ½(x² + y²) − 2x + v(x + y − 1) has ∂L/∂x = x − 2 + v = 0,
// ∂L/∂y = y + v = 0, so x = 2 − v, y = −v, and x + y = 2 − 2v = 1 gives v = ½.
func ExampleQP_Solve() {
	p := svm.QP{
		Q:   svm.FromRows([][]float64{{1, 0}, {0, 1}}),
		C:   []float64{-2, 0},
		Aeq: svm.FromRows([][]float64{{1, 1}}),
		Beq: []float64{1},
	}
	s, err := p.Solve()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("x = %.3f, y = %.3f, multiplier %.3f, value %.3f\n",
		s.X[0], s.X[1], s.Eq[0], s.Value)
	p.Lo = []float64{math.Inf(-1), 0} // now y ≥ 0 as well: it holds with equality, at a price
	s, err = p.Solve()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("with y ≥ 0: x = %.3f, y = %.3f, multipliers %.3f and %.3f, value %.3f\n",
		s.X[0], s.X[1], s.Eq[0], s.Lower[1], s.Value)
	// Output:
	// x = 1.500, y = -0.500, multiplier 0.500, value -1.750
	// with y ≥ 0: x = 1.000, y = 0.000, multipliers 1.000 and 1.000, value -1.500
}

// Minimise ½x² under x ≥ 1: L(x, z) = ½x² + z(1 − x) has its saddle at x = 1,
// z = 1.
func ExampleQPSolution() {
	s, err := svm.QP{Q: svm.FromRows([][]float64{{1}}), C: []float64{0}, A: svm.FromRows([][]float64{{-1}}), B: []float64{-1}}.Solve()
	if err != nil {
		fmt.Println(err)
		return
	}
	lagrangian := func(x, z float64) float64 { return x*x/2 + z*(1-x) }
	x, z := s.X[0], s.Ineq[0]
	for _, d := range []float64{-0.5, 0, 0.5} {
		fmt.Printf("L(x%+.1f, z) = %.3f   L(x, z%+.1f) = %.3f\n",
			d, lagrangian(x+d, z), d, lagrangian(x, z+d))
	}
	fmt.Printf("least in x, and no larger for any z: at x = %.3f, z = %.3f\n", x, z)
	// Output:
	// L(x-0.5, z) = 0.625   L(x, z-0.5) = 0.500
	// L(x+0.0, z) = 0.500   L(x, z+0.0) = 0.500
	// L(x+0.5, z) = 0.625   L(x, z+0.5) = 0.500
	// least in x, and no larger for any z: at x = 1.000, z = 1.000
}

// Minimise ½‖x‖² under a·x ≥ 1, which is the hard margin for one point. The
// dual is max z − ½z²‖a‖², z ≥ 0.
func Example_duality() {
	a := []float64{3, 4}
	primal := func(x []float64) float64 { return svm.Dot(x, x) / 2 }
	dual := func(z float64) float64 { return z - z*z*svm.Dot(a, a)/2 }
	fmt.Printf("any feasible pair: dual %.3f ≤ primal %.3f\n", dual(0.02), primal([]float64{1, 0}))
	fmt.Printf("another:           dual %.3f ≤ primal %.3f\n",
		dual(0.05), primal([]float64{0.2, 0.2}))
	s, err := svm.QP{
		Q: svm.FromRows([][]float64{{1, 0}, {0, 1}}), C: []float64{0, 0},
		A: svm.FromRows([][]float64{{-a[0], -a[1]}}), B: []float64{-1},
	}.Solve()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("at the solution:   dual %.3f = primal %.3f, and x = %.2f·a\n",
		dual(s.Ineq[0]), primal(s.X), s.X[0]/a[0])
	// Output:
	// any feasible pair: dual 0.015 ≤ primal 0.500
	// another:           dual 0.019 ≤ primal 0.040
	// at the solution:   dual 0.020 = primal 0.020, and x = 0.04·a
}

// The four calls of quadprog for four points, typed as the slides have them:
// the primal and the dual, with the hard and with the soft margin. In the
// primal x is (w₁, w₂, b), and with slacks (w₁, w₂, b, ξ₁, …, ξ₄). In the dual
// it is (α₁, …, α₄).
func Example_quadprog() {
	// points (2, 2) and (4, 3) have the label +1, (0, 0) and (−1, 0) the label
	// −1; C = 10
	inf := math.Inf(1)
	hardPrimal := svm.QP{ // ½‖w‖², subject to −yᵢ(⟨w, xᵢ⟩ + b) ≤ −1
		Q: svm.FromRows([][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}), C: []float64{0, 0, 0},
		A: svm.FromRows([][]float64{{-2, -2, -1}, {-4, -3, -1}, {0, 0, 1}, {-1, 0, 1}}),
		B: []float64{-1, -1, -1, -1},
	}
	softPrimal := svm.QP{ // ½‖w‖² + 10·Σ ξᵢ, subject to −yᵢ(⟨w, xᵢ⟩ + b) − ξᵢ ≤ −1 and ξ ≥ 0
		Q: svm.NewMatrix(7, 7), C: []float64{0, 0, 0, 10, 10, 10, 10},
		A: svm.FromRows([][]float64{
			{-2, -2, -1, -1, 0, 0, 0},
			{-4, -3, -1, 0, -1, 0, 0},
			{0, 0, 1, 0, 0, -1, 0},
			{-1, 0, 1, 0, 0, 0, -1},
		}),
		B:  []float64{-1, -1, -1, -1},
		Lo: []float64{-inf, -inf, -inf, 0, 0, 0, 0},
	}
	softPrimal.Q.Set(0, 0, 1)
	softPrimal.Q.Set(1, 1, 1)
	hardDual := svm.QP{ // ½αᵀQα − Σ αᵢ with Qᵢⱼ = yᵢyⱼ⟨xᵢ, xⱼ⟩, subject to Σ αᵢyᵢ = 0 and α ≥ 0
		Q:   svm.FromRows([][]float64{{8, 14, 0, 2}, {14, 25, 0, 4}, {0, 0, 0, 0}, {2, 4, 0, 1}}),
		C:   []float64{-1, -1, -1, -1},
		Aeq: svm.FromRows([][]float64{{1, 1, -1, -1}}), Beq: []float64{0},
		Lo: []float64{0, 0, 0, 0},
	}
	softDual := hardDual // and α ≤ 10
	softDual.Hi = []float64{10, 10, 10, 10}
	for _, p := range []struct {
		name string
		svm.QP
		shown int
	}{{"hard primal", hardPrimal, 3}, {"soft primal", softPrimal, 3}, {"hard dual", hardDual, 4}, {"soft dual", softDual, 4}} {
		s, err := p.Solve()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: value %5.2f at %.2f", p.name, s.Value, s.X[:p.shown])
		if p.shown == 3 {
			fmt.Printf(", multipliers of the rows %.2f\n", s.Ineq)
		} else {
			fmt.Printf(", multiplier of the equality %.2f\n", s.Eq)
		}
	}
	// Output:
	// hard primal: value  0.25 at [0.50 0.50 -1.00], multipliers of the rows [0.25 0.00 0.25 0.00]
	// soft primal: value  0.25 at [0.50 0.50 -1.00], multipliers of the rows [0.25 0.00 0.25 0.00]
	// hard dual: value -0.25 at [0.25 0.00 0.25 0.00], multiplier of the equality [-1.00]
	// soft dual: value -0.25 at [0.25 0.00 0.25 0.00], multiplier of the equality [-1.00]
}

// Least squares can classify too: fit the labels, and take the sign. But it
// also punishes a point that is far on its right side. Here one such point at
// 40 tilts the line until f(1) < 0. The hinge does not see it.
func Example_leastSquaresAsClassifier() {
	x := [][]float64{{-2}, {-1}, {1}, {2}, {40}}
	y := []float64{-1, -1, 1, 1, 1}
	squares, err := svm.Ridge(svm.Sum[[]float64]{svm.Linear{}, svm.Constant[[]float64](1)}, x, y, 1e-6)
	if err != nil {
		fmt.Println(err)
		return
	}
	hinge, err := svm.SMO(svm.Linear{}, x, y, svm.Options{C: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("least squares: f(1) = %.3f, wrong\n", squares.Value([]float64{1}))
	fmt.Printf("hinge:         f(1) = %.3f, right\n", hinge.Value([]float64{1}))
	// Output:
	// least squares: f(1) = -0.006, wrong
	// hinge:         f(1) = 1.000, right
}

// With D = 1,000 features, the map of 1 + s + s² + s³ has 1 + D + D² + D³
// coordinates. The kernel needs D multiplications for s = ⟨a, b⟩ and two more.
func ExamplePowerSum() {
	const d = 1000
	a, b := make([]float64, d), make([]float64, d)
	a[0], a[999], b[0], b[999] = 1, 2, 3, 4
	fmt.Printf("coordinates of the map: %d\n", 1+d+d*d+d*d*d)
	fmt.Printf("multiplications of the kernel: %d\n", d+2)
	fmt.Printf("its value for s = %g: %g\n", svm.Dot(a, b), svm.PowerSum{Degree: 3}.Eval(a, b))
	// Output:
	// coordinates of the map: 1001001001
	// multiplications of the kernel: 1002
	// its value for s = 11: 1464
}

func ExampleErrInfeasible() {
	a, b := svm.FromRows([][]float64{{1, 1}, {-1, 0}, {0, -1}}), []float64{1, -1, -1} // x + y ≤ 1, x ≥ 1, y ≥ 1
	s, err := svm.QP{C: []float64{0, 0}, A: a, B: b}.Solve()
	fmt.Println(errors.Is(err, svm.ErrInfeasible))
	fmt.Printf("%.2f times the rows add up to %.2f·x + %.2f·y ≤ %.2f\n", s.Ineq, svm.Dot(s.Ineq, []float64{1, -1, 0}), svm.Dot(s.Ineq, []float64{1, 0, -1}), svm.Dot(s.Ineq, b))
	// Output:
	// true
	// [1.00 1.00 1.00] times the rows add up to 0.00·x + 0.00·y ≤ -1.00
}

func ExampleErrUnbounded() {
	c, a := []float64{-1, 1}, svm.FromRows([][]float64{{1, 1}})
	s, err := svm.QP{C: c, A: a, B: []float64{1}}.Solve() // minimise y − x under x + y ≤ 1
	fmt.Printf("%v: along (%.0f, %.0f) the objective changes by %.0f\n",
		errors.Is(err, svm.ErrUnbounded), s.X[0], s.X[1], svm.Dot(c, s.X))
	fmt.Println("x + y does not grow, to rounding:", svm.Dot(a.Row(0), s.X) < 1e-8)
	// Output:
	// true: along (1, -1) the objective changes by -2
	// x + y does not grow, to rounding: true
}

func ExampleErrNotConvex() {
	q := svm.FromRows([][]float64{{1, 2}, {2, 1}})
	s, err := svm.QP{Q: q, C: []float64{0, 0}}.Solve()
	fmt.Printf("%v: xᵀQx = %.0f along (%.0f, %.0f)\n",
		errors.Is(err, svm.ErrNotConvex), s.Value, math.Abs(s.X[0]), -math.Abs(s.X[1]))
	// Output:
	// true: xᵀQx = -2 along (1, -1)
}

func ExampleHyperplane() {
	h := svm.Hyperplane{W: []float64{3, 4}, B: -5}
	for _, x := range [][]float64{{3, 4}, {0, 0}, {-1, 2}} {
		fmt.Printf("f(%g) = %3.0f: predicted %+.0f, %.1f away, nearest point of the plane %.1f\n",
			x, h.Value(x), h.Predict(x), h.Distance(x), h.Project(x))
	}
	// Output:
	// f([3 4]) =  20: predicted +1, 4.0 away, nearest point of the plane [0.6 0.8]
	// f([0 0]) =  -5: predicted -1, 1.0 away, nearest point of the plane [0.6 0.8]
	// f([-1 2]) =   0: predicted +1, 0.0 away, nearest point of the plane [-1.0 2.0]
}

// Planes that were learned by steps serve as machines of several classes.
func ExampleHyperplane_Expansion() {
	x, label := file("iris.txt")
	m, err := svm.OneVsRest(x, label, func(x [][]float64, y []float64) (*svm.Model[[]float64], error) {
		h, err := svm.SGD(x, y, 1e-3, 100*len(x), nil)
		return &svm.Model[[]float64]{Expansion: *h.Expansion()}, err
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v; more than 130 of 150 right: %v\n", m, agree(m.PredictAll(x), label) > 130)
	// Output:
	// 3 classes, one against the rest, 3 machines, 3 support vectors; more than 130 of 150 right: true
}

func ExampleHyperplane_Canonical() {
	x, y := [][]float64{{2, 0}, {3, 1}, {0, 0}}, []float64{1, 1, -1}
	h := svm.Hyperplane{W: []float64{5, 0}, B: -5}
	c, err := h.Canonical(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("margin %.2f before, %.2f after, and now it is 1/‖w‖ = %.2f\n",
		h.Margin(x, y), c.Margin(x, y), 1/svm.Norm(c.W))
	// Output:
	// margin 1.00 before, 1.00 after, and now it is 1/‖w‖ = 1.00
}

func ExampleHinge() {
	fmt.Println("   z    0–1  hinge  perceptron  logistic/ln 2  subgradient of hinge")
	for _, z := range []float64{-2, -0.5, 0, 0.5, 1, 2} {
		fmt.Printf("%5.1f %5.0f  %5.1f %10.1f %12.2f %14.0f\n", z, svm.ZeroOne(z), svm.Hinge(z), svm.PerceptronLoss(z), svm.Logistic(z)/math.Ln2, svm.HingeSubgradient(z))
	}
	// Output:
	//    z    0–1  hinge  perceptron  logistic/ln 2  subgradient of hinge
	//  -2.0     1    3.0        2.0         3.07             -1
	//  -0.5     1    1.5        0.5         1.41             -1
	//   0.0     1    1.0        0.0         1.00             -1
	//   0.5     0    0.5        0.0         0.68             -1
	//   1.0     0    0.0        0.0         0.45              0
	//   2.0     0    0.0        0.0         0.18              0
}

func ExampleCFromLambda() {
	n := 50
	c := svm.CFromLambda(0.01, n)
	fmt.Printf("λ‖w‖² + (1/n)Σξ with λ = 0.01, n = 50 is ½‖w‖² + CΣξ with C = %.0f, or (λ/2)‖w‖² + Σξ with λ = %.0f\n", c, 1/c)
	// Output:
	// λ‖w‖² + (1/n)Σξ with λ = 0.01, n = 50 is ½‖w‖² + CΣξ with C = 1, or (λ/2)‖w‖² + Σξ with λ = 1
}

// plainInteriorPoint solves min ½αᵀQα − Σαᵢ, 0 ≤ α ≤ C, Σαᵢyᵢ = 0 by the plain
// method of qp.go. l and u are the multipliers of the bounds, b is the
// multiplier of the equality.
func plainInteriorPoint(q *svm.Matrix, y []float64, c float64) (alpha []float64, b float64, err error) {
	n := len(y)
	alpha, l, u, g, h := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), svm.NewMatrix(n, n)
	for i := range alpha {
		alpha[i], l[i], u[i] = c/2, 1, 1
	}
	for range 60 {
		mu, balance, rest := 0.0, svm.Dot(y, alpha), q.MulVec(alpha) // rest becomes what stationarity lacks
		for i, a := range alpha {
			mu += (l[i]*a + u[i]*(c-a)) / float64(2*n)
			rest[i] += b*y[i] - 1 - l[i] + u[i]
		}
		if mu < 1e-12*c && svm.Norm(rest) < 1e-10 && math.Abs(balance) < 1e-10*c {
			return alpha, b, nil
		}
		mu /= 10 // σ = 0.1
		copy(h.Data, q.Data)
		for i, a := range alpha { // the multipliers eliminated: H = Q + l/α + u/(C − α)
			h.Data[i*n+i] += l[i]/a + u[i]/(c-a)
			g[i] = -rest[i] + (mu/a - l[i]) - (mu/(c-a) - u[i])
		}
		factor, err := h.Cholesky()
		if err != nil {
			return alpha, b, err
		}
		hg, hy := factor.Solve(g), factor.Solve(y)
		db := (svm.Dot(y, hg) + balance) / svm.Dot(y, hy) // yᵀΔα = −yᵀα
		dl, du, step := make([]float64, n), make([]float64, n), 1.0
		upTo := func(v, dv float64) {
			if dv < 0 {
				step = min(step, -0.995*v/dv)
			}
		}
		for i, a := range alpha {
			hg[i] -= db * hy[i] // Δα
			dl[i] = (mu-l[i]*hg[i])/a - l[i]
			du[i] = (mu+u[i]*hg[i])/(c-a) - u[i]
			upTo(a, hg[i])
			upTo(c-a, -hg[i])
			upTo(l[i], dl[i])
			upTo(u[i], du[i])
		}
		for i := range alpha {
			alpha[i], l[i], u[i] = alpha[i]+step*hg[i], l[i]+step*dl[i], u[i]+step*du[i]
		}
		b += step * db
	}
	return alpha, b, svm.ErrNotConverged
}

// An interior point in fifty lines, with box and one equality, beside DualQP
// and SMO.
func Example_plainInteriorPoint() {
	x, y := twoClouds(40, 3)
	k, o := svm.Gaussian{Gamma: 0.5}, svm.Options{C: 10, Tol: 1e-9}
	q, err := svm.Gram(k, x)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range y {
		for j := range y {
			q.Data[i*len(y)+j] *= y[i] * y[j]
		}
	}
	alpha, b, err := plainInteriorPoint(q, y, o.C)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err1 := svm.Certify(k, x, y, alpha, b, o)
	exact, err2 := svm.DualQP(k, x, y, o)
	pairs, err3 := svm.SMO(k, x, y, o)
	if err := errors.Join(err1, err2, err3); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("its duality gap is below 10⁻⁶:", c.Gap() < 1e-6)
	fmt.Println("dual values to 10⁻⁶:", math.Abs(c.Dual-exact.Certificate.Dual) < 1e-6, math.Abs(c.Dual-pairs.Certificate.Dual) < 1e-6)
	fmt.Println("b to 10⁻⁶:", math.Abs(b-exact.B) < 1e-6, math.Abs(b-pairs.B) < 1e-6)
	// Output:
	// its duality gap is below 10⁻⁶: true
	// dual values to 10⁻⁶: true true
	// b to 10⁻⁶: true true
}

// plainSMO solves the dual by the plain method of smo.go, two coefficients
// βᵢ = αᵢyᵢ at a time. bs[t] is the b that puts point t on its margin.
func plainSMO[X any](k svm.Kernel[X], x []X, y []float64, c, tol float64) (alpha []float64, b float64, steps int, err error) {
	gram, err := svm.Gram(k, x)
	if err != nil {
		return nil, 0, 0, err
	}
	beta, lo, hi, bs := make([]float64, len(x)), make([]float64, len(x)), make([]float64, len(x)), slices.Clone(y)
	for t := range y {
		lo[t], hi[t] = min(0, c*y[t]), max(0, c*y[t])
	}
	for ; steps < 1e6; steps++ {
		i, j, eta, gain, least := -1, -1, 0.0, 0.0, math.Inf(1)
		for t := range x { // the largest b of those that can grow
			if beta[t] < hi[t] && (i < 0 || bs[t] > bs[i]) {
				i = t
			}
		}
		for t := range x { // and of those that can shrink the one of largest gain
			if beta[t] > lo[t] {
				least = min(least, bs[t])
				e := max(gram.At(i, i)+gram.At(t, t)-2*gram.At(i, t), 1e-12)
				if gap := bs[i] - bs[t]; gap > 0 && gap*gap/e > gain {
					j, eta, gain = t, e, gap*gap/e
				}
			}
		}
		if bs[i]-least <= tol {
			for t, v := range beta {
				beta[t] = math.Abs(v)
			}
			return beta, (bs[i] + least) / 2, steps, nil
		}
		delta := min((bs[i]-bs[j])/eta, hi[i]-beta[i], beta[j]-lo[j])
		beta[i], beta[j] = beta[i]+delta, beta[j]-delta
		for t := range x {
			bs[t] -= delta * (gram.At(t, i) - gram.At(t, j))
		}
	}
	return nil, 0, steps, svm.ErrNotConverged
}

// A student's own SMO, in forty lines, for any kernel. NewModel says how good
// its answer is: first for four points that can be followed by hand, then for
// two half moons and for words.
func Example_plainSMO() {
	o := svm.Options{C: 10}
	x, y := [][]float64{{2, 2}, {4, 3}, {0, 0}, {-1, 0}}, []float64{1, 1, -1, -1}
	alpha, b, steps, err := plainSMO[[]float64](svm.Linear{}, x, y, o.C, 1e-3)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := svm.NewModel(svm.Linear{}, x, y, alpha, b, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d step: α = %.2f, b = %.0f\n%v\n", steps, m.Alpha, m.B, m.Certificate)

	x, y = moons(60, 4)
	gaussian := svm.Gaussian{Gamma: 2}
	if alpha, b, _, err = plainSMO[[]float64](gaussian, x, y, o.C, 1e-6); err != nil {
		fmt.Println(err)
		return
	}
	c, err1 := svm.Certify(gaussian, x, y, alpha, b, o)
	ours, err2 := svm.SMO(gaussian, x, y, o)
	if err := errors.Join(err1, err2); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("moons: 0 ≤ α ≤ C and Σ αy = 0:", c.Box == 0, c.Balance < 1e-12)
	fmt.Println("margins are kept to 10⁻⁶, on both sides:", c.Shortfall < 1e-6, c.Excess < 1e-6)
	fmt.Println("so the gap is small, and SMO is as good:",
		c.Gap() < 1e-4, math.Abs(c.Dual-ours.Certificate.Dual) < 1e-2)

	words, spectrum := []string{"papaya", "banana", "thrift", "shrift"}, svm.Substrings{Max: 3}
	if alpha, b, _, err = plainSMO[string](spectrum, words, []float64{1, 1, -1, -1}, o.C, 1e-6); err != nil {
		fmt.Println(err)
		return
	}
	w, err := svm.NewModel(spectrum, words, []float64{1, 1, -1, -1}, alpha, b, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("words: mamaya %+.0f, drift %+.0f; gap below 10⁻⁵: %v\n",
		w.Predict("mamaya"), w.Predict("drift"), w.Certificate.Gap() < 1e-5)
	// Output:
	// 1 step: α = [0.25 0.00 0.25 0.00], b = -1
	// primal 0.25, dual 0.25, gap 0; violation 0, box 0, balance 0, shortfall 0, excess 0; 2 free, 0 bound, 2 zero; b in [-1, -1]
	// moons: 0 ≤ α ≤ C and Σ αy = 0: true true
	// margins are kept to 10⁻⁶, on both sides: true true
	// so the gap is small, and SMO is as good: true true
	// words: mamaya +1, drift -1; gap below 10⁻⁵: true
}

// Four points in the plane, two a class. By hand: the closest pair is (2, 2)
// and (0, 0), so w = (½, ½), b = −1, α = 2/8 for both.
func ExampleDualQP() {
	x := [][]float64{{2, 2}, {4, 3}, {0, 0}, {-1, 0}}
	y := []float64{1, 1, -1, -1}
	m, err := svm.DualQP(svm.Linear{}, x, y, svm.Options{C: math.Inf(1)})
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := svm.LinearHyperplane(&m.Expansion)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("w = %.2f, b = %.2f, margin %.3f = 1/‖w‖\n", h.W, h.B, h.Margin(x, y))
	for i := range x {
		fmt.Printf("x = %2.0f: α = %.2f (%v), yf(x) = %.2f\n",
			x[i], m.Alpha[i], m.Support[i], y[i]*m.Value(x[i]))
	}
	fmt.Printf("primal %.3f, dual %.3f\n", m.Certificate.Primal, m.Certificate.Dual)
	// Output:
	// w = [0.50 0.50], b = -1.00, margin 1.414 = 1/‖w‖
	// x = [ 2  2]: α = 0.25 (0 < α < C), yf(x) = 1.00
	// x = [ 4  3]: α = 0.00 (α = 0), yf(x) = 2.50
	// x = [ 0  0]: α = 0.25 (0 < α < C), yf(x) = 1.00
	// x = [-1  0]: α = 0.00 (α = 0), yf(x) = 1.50
	// primal 0.250, dual 0.250
}

// The primal, with a fifth point on the wrong side: a larger C buys less slack
// with a longer w, that is, a narrower margin.
func ExamplePrimalQP() {
	x := [][]float64{{2, 2}, {4, 3}, {0, 0}, {-1, 0}, {3, 3}}
	y := []float64{1, 1, -1, -1, -1} // the last one is wrong
	for _, c := range []float64{0.25, 10} {
		h, slack, err := svm.PrimalQP(x, y, svm.Options{C: c})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("C = %5.2f: w = %.2f, b = %.2f, slacks %.2f\n", c, h.W, h.B, slack)
	}
	_, _, err := svm.PrimalQP(x, y, svm.Options{C: math.Inf(1)})
	fmt.Println("no slack allowed:", errors.Is(err, svm.ErrNotSeparable))
	// Output:
	// C =  0.25: w = [0.35 0.20], b = -1.00, slacks [0.90 0.00 0.00 0.00 1.65]
	// C = 10.00: w = [1.52 -1.36], b = -1.00, slacks [1.68 0.00 0.00 0.00 0.48]
	// no slack allowed: true
}

// XOR: no line separates it; the quadratic kernel does, with f(x) = −x₁x₂.
func Example_xor() {
	x, y := [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, []float64{-1, -1, 1, 1}
	hard := svm.Options{C: math.Inf(1)}
	_, err := svm.DualQP(svm.Linear{}, x, y, hard)
	fmt.Println("a line:", err)
	m, err := svm.DualQP(svm.Polynomial{Degree: 2, Gamma: 1, R: 1}, x, y, hard)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range x {
		fmt.Printf("x = %2.0f: y = %+.0f, α = %.3f, f(x) = %+.2f\n",
			x[i], y[i], m.Alpha[i], m.Value(x[i]))
	}
	// Output:
	// a line: svm: not separable: the hulls of the classes touch
	// x = [ 1  1]: y = -1, α = 0.125, f(x) = -1.00
	// x = [-1 -1]: y = -1, α = 0.125, f(x) = -1.00
	// x = [ 1 -1]: y = +1, α = 0.125, f(x) = +1.00
	// x = [-1  1]: y = +1, α = 0.125, f(x) = +1.00
}

func ExampleErrNotSeparable() {
	x, y := [][]float64{{0, 0}, {4, 0}, {0, 4}, {1, 1}}, []float64{1, 1, 1, -1}
	m, err := svm.DualQP(svm.Linear{}, x, y, svm.Options{C: math.Inf(1)})
	fmt.Println(errors.Is(err, svm.ErrNotSeparable))
	mean := make([]float64, 2)
	for i := range x[:3] {
		for j := range mean {
			mean[j] += m.Alpha[i] * x[i][j]
		}
	}
	fmt.Printf("%.2f times the three positive points is %.2f, the negative one\n",
		m.Alpha[:3], mean)
	// Output:
	// true
	// [0.50 0.25 0.25] times the three positive points is [1.00 1.00], the negative one
}

// Anybody's α and b: first what a wrong formula makes of b, then the right one.
func ExampleCertify() {
	x, y := [][]float64{{0}, {1}, {3}}, []float64{-1, -1, 1}
	alpha := []float64{0, 0.5, 0.5} // f(x) = x + b, and the plane belongs at 2
	for _, b := range []float64{-1.5, -2} {
		c, err := svm.Certify(svm.Linear{}, x, y, alpha, b, svm.Options{C: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("b = %.1f: %v\n", b, c)
	}
	// Output:
	// b = -1.5: primal 1, dual 0.5, gap 0.5; violation 0, box 0, balance 0, shortfall 0.5, excess 0.5; 2 free, 0 bound, 1 zero; b in [-2, -2]
	// b = -2.0: primal 0.5, dual 0.5, gap 0; violation 0, box 0, balance 0, shortfall 0, excess 0; 2 free, 0 bound, 1 zero; b in [-2, -2]
}

// With C = ¼ both points are at the bound, and b may be anything from −½ to ½.
func ExampleCertificate() {
	m, err := svm.DualQP(svm.Linear{}, [][]float64{{1}, {-1}}, []float64{1, -1}, svm.Options{C: 0.25})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := m.Certificate
	fmt.Printf("%d free, %d bound: b in [%.1f, %.1f], and its midpoint was taken: |b| = %.1f\n",
		c.Free, c.Bound, c.BLow, c.BHigh, math.Abs(m.B))
	// Output:
	// 0 free, 2 bound: b in [-0.5, 0.5], and its midpoint was taken: |b| = 0.0
}

// Words with vowels between every two consonants against words without, by
// their common substrings.
func ExampleModel() {
	words := []string{"banana", "tomato", "potato", "camera", "strengths", "twelfths", "rhythms", "scripts"}
	y := []float64{1, 1, 1, 1, -1, -1, -1, -1}
	m, err := svm.DualQP[string](svm.Normalized[string]{Kernel: svm.Substrings{Max: 2}}, words, y, svm.Options{C: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d support vectors; papaya %+.0f, thrifts %+.0f\n",
		len(m.Points), m.Predict("papaya"), m.Predict("thrifts"))
	// Output:
	// 8 support vectors; papaya +1, thrifts -1
}

// Two half moons that no line separates; the machine, what it says of new
// points, and how well it is known.
func ExampleSMO() {
	var x [][]float64
	var y []float64
	for i := range 40 {
		s, c := math.Sincos(math.Pi * float64(i) / 39)
		x, y = append(x, []float64{c, s}, []float64{1 - c, 0.5 - s}), append(y, 1, -1)
	}
	m, err := svm.SMO(svm.Gaussian{Gamma: 2}, x, y, svm.Options{C: 10, Tol: 1e-6})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d support vectors of %d points; above the upper moon %+.0f, below the lower one %+.0f\n", len(m.Points), len(x), m.Predict([]float64{0, 1.2}), m.Predict([]float64{1, -0.7}))
	c := m.Certificate
	fmt.Printf("m(α) − M(α) ≤ 10⁻⁶: %v, gap below 10⁻⁵ of the dual value: %v\n",
		c.Violation() <= 1e-6, c.Gap() < 1e-5*c.Dual)
	exact, err := svm.DualQP(svm.Gaussian{Gamma: 2}, x, y, svm.Options{C: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("dual value %.6f, by the quadratic program %.6f\n", c.Dual, exact.Certificate.Dual)
	// Output:
	// 14 support vectors of 80 points; above the upper moon +1, below the lower one -1
	// m(α) − M(α) ≤ 10⁻⁶: true, gap below 10⁻⁵ of the dual value: true
	// dual value 8.193146, by the quadratic program 8.193146
}

// Trace sees the violation fall and the dual rise, and may end it; the machine
// so far comes back with its certificate.
func ExampleOptions_trace() {
	var x [][]float64
	var y []float64
	for i := range 200 {
		t := float64(i)
		x, y = append(x, []float64{math.Sin(t), math.Cos(1.3 * t)}), append(y, float64(1-i%2*2))
	}
	rising, last, calls := true, 0.0, 0
	o := svm.Options{C: 5, Trace: func(s svm.Progress) bool {
		rising = rising && s.Dual >= last
		last = s.Dual
		calls++
		return calls < 3 // then it is enough
	}}
	m, err := svm.SMO(svm.Gaussian{Gamma: 5}, x, y, o)
	fmt.Printf("not converged: %v, but there is a machine with a dual value above 100: %v\n",
		errors.Is(err, svm.ErrNotConverged), m.Certificate.Dual > 100)
	fmt.Println("the dual value never fell:", rising)
	// Output:
	// not converged: true, but there is a machine with a dual value above 100: true
	// the dual value never fell: true
}

// A context stops all trainings of several classes. Each ends before its first
// kernel value, and all together are one line of error.
func ExampleOptions_context() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // or a deadline, or a user who goes away
	x, label := file("iris.txt")
	_, err := svm.OneVsOne(x, label, func(x [][]float64, y []float64) (*svm.Model[[]float64], error) {
		return svm.SMO(svm.Gaussian{Gamma: 0.25}, x, y, svm.Options{Trace: func(svm.Progress) bool { return ctx.Err() == nil }})
	})
	fmt.Println(err)
	// Output:
	// svm: not converged: SMO: stopped by Trace after 0 steps, violation 2 (class 0 against 1), and 2 more
}

// A stream: points come one at a time from a channel, and no more is held than
// two vectors. For two clouds of variance 1 around ±(1, 0), F has its minimum
// at w₂ = b = 0, where its slope 2λw₁ + E(−y x₁; yf < 1) = 0.2w₁ − Φ(c) + φ(c)
// is 0, c = 1/w₁ − 1, Φ and φ the normal distribution and its density:
// w₁ = 0.859.
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
	steps, violations := 0, 0
	for s := range stream {
		if p.Step(s[:2], s[2]) {
			violations++
		}
		if steps++; steps == 100 || steps == 100000 {
			h := p.Average()
			fmt.Printf("after %6d steps, %d violations: w₁ is off by %.2f, w₂ and b by %.2f\n",
				steps, violations, math.Abs(h.W[0]-0.859), math.Hypot(h.W[1], h.B))
		}
	}
	fmt.Println("bad input:", p.Err())
	p.Step([]float64{1, 2, 3}, 1)
	fmt.Println("bad input:", p.Err())
	// Output:
	// after    100 steps, 49 violations: w₁ is off by 0.21, w₂ and b by 0.18
	// after 100000 steps, 56503 violations: w₁ is off by 0.00, w₂ and b by 0.00
	// bad input: <nil>
	// bad input: svm: step 100001: x has 3 features, before 2
}

// A file larger than memory, line by line: only a hundred points are ever held,
// to learn the scale of the features from. Three times through it, since it is
// a small one after all.
func ExamplePegasos_Step() {
	const features = 30
	p, scaling := svm.Pegasos{Lambda: 1e-3}, svm.Standardizer{}
	pass := func(use func(x []float64, y float64)) error {
		file, err := os.Open("testdata/cancer.txt")
		if err != nil {
			return err
		}
		defer file.Close()
		return svm.ScanLIBSVM(file, features, func(x []float64, y float64) bool {
			use(x, y)
			return p.Err() == nil
		})
	}
	var sample [][]float64
	err := pass(func(x []float64, _ float64) {
		if len(sample) < 100 {
			sample = append(sample, slices.Clone(x)) // the next point overwrites x
		}
	})
	if err == nil {
		scaling, err = svm.Standardize(sample)
	}
	for range 3 {
		if err == nil {
			err = pass(func(x []float64, y float64) { p.Step(scaling.Apply(x), y) })
		}
	}
	right, all := 0, 0
	if err == nil {
		h := p.Average()
		err = pass(func(x []float64, y float64) {
			if all++; h.Predict(scaling.Apply(x)) == y {
				right++
			}
		})
	}
	if err := errors.Join(err, p.Err()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d right\n", right, all)
	// Output:
	// 543 of 569 right
}

// How near SGD comes: in the mean over draws, of which this is one, F(w̄) is at
// most R²(1 + ln T)/(λT) above the minimum, which comes from the quadratic
// program with the factor Diag(y)[X 1].
func ExampleSGD() {
	x := [][]float64{{3, 4}, {2, 1}, {4, 2}, {0, 1}, {1, -1}, {2, 2}}
	y := []float64{1, 1, 1, -1, -1, -1}
	const lambda = 0.05
	objective := func(h svm.Hyperplane) float64 {
		f := lambda * (svm.Dot(h.W, h.W) + h.B*h.B)
		for i := range x {
			f += svm.Hinge(h.Functional(x[i], y[i])) / float64(len(x))
		}
		return f
	}
	p := svm.QP{F: svm.NewMatrix(6, 3)}
	for i := range x {
		copy(p.F.Row(i), []float64{y[i] * x[i][0], y[i] * x[i][1], y[i]})
		p.C, p.Lo, p.Hi = append(p.C, -1), append(p.Lo, 0), append(p.Hi, 1/(2*lambda*6))
	}
	s, err := p.Solve()
	if err != nil {
		fmt.Println(err)
		return
	}
	least, radius := -2*lambda*s.Value, 0.0 // R²
	for i := range x {
		radius = math.Max(radius, svm.Dot(x[i], x[i])+1)
	}
	for _, T := range []int{100, 10000, 1000000} {
		h, err := svm.SGD(x, y, lambda, T, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		bound := radius * (1 + math.Log(float64(T))) / (lambda * float64(T))
		fmt.Printf("T = %7d: F is %.5f above the minimum, in the mean at most %.3f\n",
			T, objective(h)-least, bound)
	}
	// Output:
	// T =     100: F is 0.42754 above the minimum, in the mean at most 29.147
	// T =   10000: F is 0.00646 above the minimum, in the mean at most 0.531
	// T = 1000000: F is 0.00012 above the minimum, in the mean at most 0.008
}

// plainSGD is lecture C's procedure as it is printed, in its letters. X has a 1
// in its last column. All of W[1], …, W[T] are kept.
func plainSGD(
	X [][]float64, y []float64, lambda float64, T int, rng *rand.Rand,
) (W [][]float64, average []float64) {
	theta := make([]float64, len(X[0]))
	average = make([]float64, len(theta))
	for t := 1; t <= T; t++ {
		w := make([]float64, len(theta))
		for k := range w {
			w[k] = theta[k] / (2 * lambda * float64(t))
			average[k] += w[k] / float64(T)
		}
		W = append(W, w)
		i := rng.IntN(len(X))
		if y[i]*svm.Dot(w, X[i]) < 1 {
			for k, v := range X[i] {
				theta[k] += y[i] * v
			}
		}
	}
	return W, average
}

// Lecture C's procedure in twenty lines: three steps that can be followed by
// hand, then two clouds, beside SGD with the same draws.
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
		fmt.Println(err)
		return
	}
	fmt.Printf("average %.3f; by SGD w = %.3f, b = %.3f\n", average, h.W, h.B)

	const lambda, T = 0.01, 20000
	x, y = twoClouds(200, 3)
	X = nil
	for _, p := range x {
		X = append(X, []float64{p[0], p[1], 1})
	}
	W, average = plainSGD(X, y, lambda, T, draws())
	if h, err = svm.SGD(x, y, lambda, T, draws()); err != nil {
		fmt.Println(err)
		return
	}
	off := math.Max(math.Hypot(average[0]-h.W[0], average[1]-h.W[1]), math.Abs(average[2]-h.B))
	fmt.Printf("two clouds: the plain method holds %d numbers, SGD %d\n", 3*len(W), 2*len(X[0]))
	fmt.Printf("their planes differ by less than 10⁻¹⁰: %v\n", off < 1e-10)

	p := svm.QP{F: svm.NewMatrix(len(X), 3)} // the exact minimum of the same objective
	for i := range X {
		for k, v := range X[i] {
			p.F.Set(i, k, y[i]*v)
		}
		p.C, p.Lo = append(p.C, -1), append(p.Lo, 0)
		p.Hi = append(p.Hi, svm.CFromLambda(lambda, len(X)))
	}
	s, err := p.Solve()
	if err != nil {
		fmt.Println(err)
		return
	}
	F := lambda * svm.Dot(average, average)
	for i := range X {
		F += svm.Hinge(y[i]*svm.Dot(average, X[i])) / float64(len(X))
	}
	gap := F + 2*lambda*s.Value
	fmt.Printf("F is %.4f above its minimum\n", gap)
	// Output:
	// W[1] = [0.000 0.000]
	// W[2] = [1.000 0.500]
	// W[3] = [0.667 0.000]
	// average [0.556 0.167]; by SGD w = [0.556], b = 0.167
	// two clouds: the plain method holds 60000 numbers, SGD 6
	// their planes differ by less than 10⁻¹⁰: true
	// F is 0.0003 above its minimum
}

// A ring around its centre, one violation at a time. The constant kernel is the
// constant feature, which carries b.
func ExampleKernelSGD() {
	var x [][]float64
	var y []float64
	for i := range 60 {
		s, c := math.Sincos(float64(i))
		radius := float64(1 + i%2*2)
		x, y = append(x, []float64{radius * c, radius * s}), append(y, 2-radius)
	}
	k := svm.Sum[[]float64]{svm.Polynomial{Degree: 2, Gamma: 1, R: 0}, svm.Constant[[]float64](1)}
	f, err := svm.KernelSGD[[]float64](k, x, y, 0.01, 20000, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	right := 0
	for i := range x {
		if f.Predict(x[i]) == y[i] {
			right++
		}
	}
	b := 0.0
	for _, c := range f.Coef {
		b += c // the part of the constant feature
	}
	fmt.Printf("%d of %d on their side; f(0) = %.3f = b = %.3f\n",
		right, len(x), f.Value([]float64{0, 0}), b)
	// Output:
	// 60 of 60 on their side; f(0) = 1.336 = b = 1.336
}

// By hand: at b = 0, F = 0.1w² + max(0, 1 − w), which falls, with slope
// 0.2w − 1, as far as w = 1, where it is 0.1, and rises from there.
func ExampleSubgradient() {
	x, y := [][]float64{{1}, {-1}}, []float64{1, -1}
	for _, T := range []int{10, 1000, 100000} {
		h, err := svm.Subgradient(x, y, 0.1, T)
		if err != nil {
			fmt.Println(err)
			return
		}
		gap := 0.1*(h.W[0]*h.W[0]+h.B*h.B) + svm.Hinge(h.Value(x[0]))/2 + svm.Hinge(-h.Value(x[1]))/2 - 0.1
		root := math.Sqrt(2) + math.Sqrt(0.2) // R + √(2λ)
		fmt.Printf("T = %6d: w = %.3f, F is %.6f above the minimum, at most %.6f\n",
			T, h.W[0], gap, root*root/(0.1*float64(T+1)))
	}
	// Output:
	// T =     10: w = 1.366, F is 0.086478 above the minimum, at most 3.149919
	// T =   1000: w = 1.006, F is 0.001140 above the minimum, at most 0.034614
	// T = 100000: w = 1.000, F is 0.000012 above the minimum, at most 0.000346
}

// Mistakes are no more than R²(‖w‖² + b²), with the hard margin's w and b.
func ExamplePerceptron() {
	x := [][]float64{{2, 2}, {4, 3}, {3, 5}, {0, 0}, {-1, 0}, {1, -1}}
	y := []float64{1, 1, 1, -1, -1, -1}
	h, mistakes, err := svm.Perceptron(x, y, 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	hard, _, err := svm.PrimalQP(x, y, svm.Options{C: math.Inf(1)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("f(x) = %g x₁ %+g x₂ %+g after %d mistakes, at most %.1f\n",
		h.W[0], h.W[1], h.B, mistakes, (9+25+1)*(svm.Dot(hard.W, hard.W)+hard.B*hard.B))
	fmt.Printf("margin %.2f, the widest is %.2f\n", h.Margin(x, y), hard.Margin(x, y))
	// Output:
	// f(x) = 1 x₁ +3 x₂ -1 after 3 mistakes, at most 52.5
	// margin 0.32, the widest is 1.41
}

// XOR: the linear perceptron makes mistakes for ever, the quadratic one stops.
// α counts its mistakes.
func ExampleKernelPerceptron() {
	x, y := [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}, []float64{-1, -1, 1, 1}
	_, mistakes, err := svm.Perceptron(x, y, 100)
	fmt.Printf("linear: still mistakes after 100 epochs: %v; %d of them\n",
		errors.Is(err, svm.ErrNotConverged), mistakes)
	f, mistakes, err := svm.KernelPerceptron(svm.Polynomial{Degree: 2, Gamma: 1, R: 1}, x, y, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("quadratic: %d, αᵢyᵢ = %g\n", mistakes, f.Coef)
	for i := range x {
		fmt.Printf("x = %2.0f: y = %+.0f, f(x) = %+.0f\n", x[i], y[i], f.Value(x[i]))
	}
	// Output:
	// linear: still mistakes after 100 epochs: true; 400 of them
	// quadratic: 4, αᵢyᵢ = [-1 -1 1 1]
	// x = [ 1  1]: y = -1, f(x) = -8
	// x = [-1 -1]: y = -1, f(x) = -8
	// x = [-1  1]: y = +1, f(x) = +8
	// x = [ 1 -1]: y = +1, f(x) = +8
}

// A parabola's coefficients by descent, and the same by its dual, which sees
// the Gram matrix alone.
func ExampleLeastSquaresGD() {
	phi, t := svm.NewMatrix(5, 3), make([]float64, 5)
	for i := range 5 {
		s := float64(i)/2 - 1
		copy(phi.Row(i), []float64{1, s, s * s})
		t[i] = 1 - s + 2*s*s
	}
	k := phi.Mul(phi.T())
	e, err := k.Eigen()
	if err != nil {
		fmt.Println(err)
		return
	}
	largest := 2 * 5 / e.Values[0] // γ below this is stable
	for _, steps := range []int{1, 100} {
		beta, err1 := svm.LeastSquaresGD(phi, t, 0.9*largest, steps)
		lambda, err2 := svm.KernelLeastSquaresGD(k, t, 0.9*largest, steps)
		if err := errors.Join(err1, err2); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%3d steps: β = %.3f = Φᵀλ = %.3f\n", steps, beta, phi.T().MulVec(lambda))
	}
	for _, steps := range []int{10, 20, 30} {
		beta, err := svm.LeastSquaresGD(phi, t, 1.1*largest, steps)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%3d steps past the limit of γ: ‖β‖ = %.1f\n", steps, svm.Norm(beta))
	}
	// Output:
	// 1 steps: β = [2.792 -0.698 1.885] = Φᵀλ = [2.792 -0.698 1.885]
	// 100 steps: β = [1.000 -1.000 2.000] = Φᵀλ = [1.000 -1.000 2.000]
	//  10 steps past the limit of γ: ‖β‖ = 9.8
	//  20 steps past the limit of γ: ‖β‖ = 69.7
	//  30 steps past the limit of γ: ‖β‖ = 441.3
}

// The fit is a function in the span of the k(xᵢ, ·): least squares with a
// kernel whose features nobody wrote down.
func ExampleKernelLeastSquaresGD() {
	var x [][]float64
	var t []float64
	for i := range 9 {
		s := float64(i) / 8 * math.Pi
		x, t = append(x, []float64{s}), append(t, math.Sin(s))
	}
	k := svm.Gaussian{Gamma: 1}
	gram, err := svm.Gram(k, x)
	if err != nil {
		fmt.Println(err)
		return
	}
	lambda, err := svm.KernelLeastSquaresGD(gram, t, 2, 10000)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := svm.Expansion[[]float64]{Kernel: k, Points: x, Coef: lambda}
	worst := 0.0
	for s := 0.0; s <= math.Pi; s += 0.01 {
		worst = math.Max(worst, math.Abs(f.Value([]float64{s})-math.Sin(s)))
	}
	fmt.Printf("on all of [0, π] it is off from the sine by at most %.3f\n", worst)
	// Output:
	// on all of [0, π] it is off from the sine by at most 0.005
}

// The three classes of lecture S, which counts them from 1.
func ExampleSoftmax() {
	m := svm.Softmax{W: svm.FromRows([][]float64{{1, -1. / 3}, {-0.5, -0.5}, {0, 1}})}
	x := []float64{1, 1}
	fmt.Printf("scores %.2f, probabilities %.2f\n", m.Scores(x), m.Probabilities(x))
	fmt.Printf("predicted: class %d\n", m.Predict(x)+1)
	for class := range 3 {
		wrong := 0
		if m.Predict(x) != class {
			wrong = 1
		}
		fmt.Printf("if it is class %d: 0–1 loss %d ≤ log loss/ln 2 = %.2f\n",
			class+1, wrong, m.Loss(x, class)/math.Ln2)
	}
	// Output:
	// scores [0.67 -1.00 1.00], probabilities [0.39 0.07 0.54]
	// predicted: class 3
	// if it is class 1: 0–1 loss 1 ≤ log loss/ln 2 = 1.37
	// if it is class 2: 0–1 loss 1 ≤ log loss/ln 2 = 3.77
	// if it is class 3: 0–1 loss 0 ≤ log loss/ln 2 = 0.89
}

// Three clouds around the origin, which overlap: the likeliest class, and a
// class drawn by its probability.
func ExampleSoftmaxSGD() {
	rng := rand.New(rand.NewPCG(3, 4))
	var x [][]float64
	var class []int
	for i := range 300 {
		s, c := math.Sincos(2 * math.Pi * float64(i%3) / 3)
		x, class = append(x, []float64{2*c + rng.NormFloat64(), 2*s + rng.NormFloat64()}), append(class, i%3)
	}
	m, err := svm.SoftmaxSGD(x, class, 3, 0.05, 5000, rng)
	if err != nil {
		fmt.Println(err)
		return
	}
	drawn := make([]int, len(x))
	for i := range x {
		drawn[i] = m.Sample(x[i], rng)
	}
	fmt.Printf("of %d points %d are right, and %d if the class is drawn by its probability\n",
		len(x), agree(m.PredictAll(x), class), agree(drawn, class))
	// Output:
	// of 300 points 277 are right, and 274 if the class is drawn by its probability
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

// file reads points of testdata, standardised.
func file(name string) (x [][]float64, y []float64) {
	f, err := os.Open("testdata/" + name)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if x, y, err = svm.ReadLIBSVM(f, 0); err != nil {
		panic(err)
	}
	s, err := svm.Standardize(x)
	if err != nil {
		panic(err)
	}
	return s.ApplyAll(x), y
}

// Iris by a machine for each flower. A closure trains, and so has its say in
// everything: here it makes weights from the labels it is given, one flower
// against two.
func ExampleOneVsRest() {
	x, label := file("iris.txt")
	m, err := svm.OneVsRest(x, label, func(x [][]float64, y []float64) (*svm.Model[[]float64], error) {
		return svm.SMO(svm.Gaussian{Gamma: 0.25}, x, y, svm.Options{C: 10, Weights: svm.BalancedWeights(y)})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("classes %g: %d of %d right; values at the first flower %.1f\n",
		m.Classes, agree(m.PredictAll(x), label), len(x), m.Scores(x[0]))
	// Output:
	// classes [0 1 2]: 148 of 150 right; values at the first flower [1.2 -1.7 -1.6]
}

// One Gram matrix serves all pairs of classes: the points are its row numbers.
func ExampleOneVsOne() {
	x, label := file("iris.txt")
	gram, err := svm.Gram(svm.Gaussian{Gamma: 0.25}, x)
	if err != nil {
		fmt.Println(err)
		return
	}
	rows := make([]int, len(x))
	for i := range rows {
		rows[i] = i
	}
	m, err := svm.OneVsOne(rows, label, func(rows []int, y []float64) (*svm.Model[int], error) {
		return svm.SMO(svm.Precomputed{K: gram}, rows, y, svm.Options{Tol: 1e-6})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m)
	fmt.Printf("pairs %v: %d of %d right; pairs won at flower 70: %g\n",
		m.Pairs, agree(m.PredictAll(rows), label), len(x), m.Scores(70))
	// Output:
	// 3 classes, one against one, 3 machines, 61 support vectors
	// pairs [[0 1] [0 2] [1 2]]: 146 of 150 right; pairs won at flower 70: [0 2 1]
}

// A small class that balanced weights do not let go under.
func ExampleBalancedWeights() {
	x := [][]float64{{0}, {1}, {2}, {3}, {4}, {3.6}}
	y := []float64{-1, -1, -1, -1, -1, 1}
	fmt.Printf("weights %.1f\n", svm.BalancedWeights(y))
	for _, weights := range [][]float64{nil, svm.BalancedWeights(y)} {
		m, err := svm.SMO(svm.Linear{}, x, y, svm.Options{C: 0.5, Weights: weights})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("f(3.6) = %+.1f\n", m.Value([]float64{3.6}))
	}
	// Output:
	// weights [0.6 0.6 0.6 0.6 0.6 3.0]
	// f(3.6) = -1.0
	// f(3.6) = +1.0
}

// Tuning: a grid over C and γ, each pair by ten-fold cross-validation on iris.
func ExampleCrossValidate() {
	x, label := file("iris.txt")
	best, bestC, bestGamma := 0.0, 0.0, 0.0
	for _, c := range []float64{0.01, 1, 100} {
		for _, gamma := range []float64{0.001, 0.1, 10} {
			accuracy, err := svm.CrossValidate(x, label, 10, nil, func(x [][]float64, label []float64) (func([][]float64) []float64, error) {
				m, err := svm.OneVsOne(x, label, func(x [][]float64, y []float64) (*svm.Model[[]float64], error) {
					return svm.SMO(svm.Gaussian{Gamma: gamma}, x, y, svm.Options{C: c})
				})
				if err != nil {
					return nil, err
				}
				return m.PredictAll, nil
			})
			if err != nil {
				fmt.Println(err)
				return
			}
			if accuracy > best {
				best, bestC, bestGamma = accuracy, c, gamma
			}
		}
	}
	fmt.Printf("best at C = %g, γ = %g: accuracy %.2f\n", bestC, bestGamma, best)
	// Output:
	// best at C = 1, γ = 0.1: accuracy 0.97
}

// Three folds of seven points, both classes in each.
func ExampleFolds() {
	label := []string{"cat", "cat", "cat", "cat", "dog", "dog", "dog"}
	parts, err := svm.Folds(label, 3, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, part := range parts {
		cats := 0
		for _, i := range part {
			if label[i] == "cat" {
				cats++
			}
		}
		fmt.Printf("%d points, %d of them cats\n", len(part), cats)
	}
	// Output:
	// 3 points, 2 of them cats
	// 2 points, 1 of them cats
	// 2 points, 1 of them cats
}

// A hold-out split: one part of five is kept for the test, the others train.
func ExampleFolds_holdOut() {
	x, label := file("iris.txt")
	parts, err := svm.Folds(label, 5, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	take := func(parts ...[]int) (px [][]float64, pl []float64) {
		for _, i := range slices.Concat(parts...) {
			px, pl = append(px, x[i]), append(pl, label[i])
		}
		return px, pl
	}
	testX, testLabel := take(parts[0])
	trainX, trainLabel := take(parts[1:]...)
	m, err := svm.OneVsOne(trainX, trainLabel, func(x [][]float64, y []float64) (*svm.Model[[]float64], error) {
		return svm.SMO(svm.Gaussian{Gamma: 0.1}, x, y, svm.Options{})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("trained on %d flowers; of %d others more than 26 right: %v\n",
		len(trainX), len(testX), agree(m.PredictAll(testX), testLabel) > 26)
	// Output:
	// trained on 120 flowers; of 30 others more than 26 right: true
}

// What is more than the accuracy: of which class the points left out were, and
// of which they were said to be.
func ExampleHeldOut() {
	x, label := file("iris.txt")
	predicted, err := svm.HeldOut(x, label, 10, nil, func(x [][]float64, label []float64) (func([][]float64) []float64, error) {
		m, err := svm.OneVsOne(x, label, func(x [][]float64, y []float64) (*svm.Model[[]float64], error) {
			return svm.SMO(svm.Gaussian{Gamma: 0.1}, x, y, svm.Options{})
		})
		if err != nil {
			return nil, err
		}
		return m.PredictAll, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var confusion [3][3]int
	for i, l := range label {
		confusion[int(l)][int(predicted[i])]++
	}
	fmt.Println("setosa    ", confusion[0])
	fmt.Println("versicolor", confusion[1])
	fmt.Println("virginica ", confusion[2])
	// Output:
	// setosa     [50 0 0]
	// versicolor [0 48 2]
	// virginica  [0 3 47]
}

// From a table with names to a prediction, the whole way: read, scale, tune,
// train, save, load, predict. What is learned from points, the scaling too, is
// learned inside fit, or the points left out would not be unseen.
func Example_csv() {
	table := "flower,length,width\n"
	rng := rand.New(rand.NewPCG(8, 9))
	for i := range 90 {
		kind := i % 3
		table += fmt.Sprintf("%s,%.1f,%.2f\n", []string{"rose", "iris", "tulip"}[kind], 40+10*float64(kind)+4*rng.NormFloat64(), 1.5-0.3*float64(kind)+0.1*rng.NormFloat64())
	}
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		fmt.Println(err)
		return
	}
	var x [][]float64
	var label []string
	for _, row := range rows[1:] {
		p := make([]float64, len(row)-1)
		for j, cell := range row[1:] {
			if p[j], err = strconv.ParseFloat(cell, 64); err != nil {
				fmt.Println(err)
				return
			}
		}
		x, label = append(x, p), append(label, row[0])
	}

	type flowers struct { // all that a prediction needs
		Scale   svm.Standardizer
		Machine *svm.Multiclass[[]float64, string]
	}
	fit := func(x [][]float64, label []string, c, gamma float64) (*flowers, error) {
		s, err := svm.Standardize(x)
		if err != nil {
			return nil, err
		}
		m, err := svm.OneVsOne(s.ApplyAll(x), label, func(x [][]float64, y []float64) (*svm.Model[[]float64], error) {
			return svm.SMO(svm.Gaussian{Gamma: gamma}, x, y, svm.Options{C: c})
		})
		return &flowers{s, m}, err
	}
	best, bestC, bestGamma := -1.0, 0.0, 0.0
	for _, c := range []float64{0.1, 1, 10} {
		for _, gamma := range []float64{0.01, 0.1, 1} {
			accuracy, err := svm.CrossValidate(x, label, 5, nil, func(x [][]float64, label []string) (func([][]float64) []string, error) {
				f, err := fit(x, label, c, gamma)
				if err != nil {
					return nil, err
				}
				return func(xs [][]float64) []string { return f.Machine.PredictAll(f.Scale.ApplyAll(xs)) }, nil
			})
			if err != nil {
				fmt.Println(err)
				return
			}
			if accuracy > best {
				best, bestC, bestGamma = accuracy, c, gamma
			}
		}
	}
	f, err := fit(x, label, bestC, bestGamma)
	if err != nil {
		fmt.Println(err)
		return
	}
	var saved bytes.Buffer
	gob.Register(svm.Gaussian{}) // in both programs
	if err := gob.NewEncoder(&saved).Encode(f); err != nil {
		fmt.Println(err)
		return
	}

	var loaded flowers // in another program
	if err := gob.NewDecoder(&saved).Decode(&loaded); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("accuracy on points left out: more than 0.9: %v\n", best > 0.9)
	fmt.Println(loaded.Machine.Predict(loaded.Scale.Apply([]float64{61, 0.9})), loaded.Machine.Predict(loaded.Scale.Apply([]float64{39, 1.5})))
	// Output:
	// accuracy on points left out: more than 0.9: true
	// tulip rose
}

// Metres and grams: without scaling the second feature is all that the inner
// product sees, and it tells nothing. The machine is the right one for its
// points both times, but hard to find.
func ExampleStandardize() {
	x := [][]float64{{1, 500}, {2, 100}, {1, 300}, {2, 400}, {1, 200}, {2, 300}}
	y := []float64{1, -1, 1, -1, 1, -1}
	s, err := svm.Standardize(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f becomes %.2f\n", x[0], s.Apply(x[0]))
	for _, points := range [][][]float64{x, s.ApplyAll(x)} {
		m, err := svm.SMO(svm.Linear{}, points, y, svm.Options{C: 100, Tol: 1e-6})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("more than 1000 steps: %5v; gap below 10⁻⁴ of the dual value: %v\n",
			m.Iterations > 1000, m.Certificate.Gap() < 1e-4*m.Certificate.Dual)
	}
	// Output:
	// [1.00 500.00] becomes [-1.00 1.55]
	// more than 1000 steps:  true; gap below 10⁻⁴ of the dual value: true
	// more than 1000 steps: false; gap below 10⁻⁴ of the dual value: true
}

// How sure: values at points that the machine was not trained on become
// probabilities. Of the tumours that get 90 % or more, how many are benign?
func ExampleCalibrate() {
	x, y := file("cancer.txt")
	f, err := svm.HeldOut(x, y, 5, nil, func(x [][]float64, y []float64) (func([][]float64) []float64, error) {
		m, err := svm.SMO(svm.Gaussian{Gamma: 1. / 30}, x, y, svm.Options{})
		if err != nil {
			return nil, err
		}
		return m.Values, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := svm.Calibrate(f, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("Pr(benign) = σ(%.1f f %+.1f)\n", c.A, c.B)
	sure, benign := 0, 0
	for i := range f {
		if c.Probability(f[i]) >= 0.9 {
			sure++
			if y[i] > 0 {
				benign++
			}
		}
	}
	fmt.Printf("%d tumours with 0.9 or more, %d of them benign\n", sure, benign)
	// Output:
	// Pr(benign) = σ(3.6 f -0.3)
	// 332 tumours with 0.9 or more, 328 of them benign
}

func ExampleReadLIBSVM() {
	x, y, err := svm.ReadLIBSVM(strings.NewReader("+1 1:0.5 3:2  # a comment\n-1 2:1\n"), 4)
	fmt.Println(x, y, err)
	_, _, err = svm.ReadLIBSVM(strings.NewReader("+1 1:0.5\n-1 3:1 2:x\n"), 0)
	fmt.Println(err)
	// Output:
	// [[0.5 0 2 0] [0 1 0 0]] [1 -1] <nil>
	// svm: line 2: "2:x", want index:value
}

// A hundred thousand points come by, and none of them stays.
func ExampleScanLIBSVM() {
	x, y := twoClouds(100000, 7)
	var file bytes.Buffer // or a file, a download, a pipe
	if err := svm.WriteLIBSVM(&file, x, y); err != nil {
		fmt.Println(err)
		return
	}
	p := svm.Pegasos{Lambda: 1e-3}
	err := svm.ScanLIBSVM(&file, 2, func(x []float64, y float64) bool {
		p.Step(x, y)
		return p.Err() == nil
	})
	if err := errors.Join(err, p.Err()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f %% right\n", float64(agree(p.Average().PredictAll(x), y))/1000)
	// Output:
	// 92 % right
}

func ExampleWriteLIBSVM() {
	if err := svm.WriteLIBSVM(os.Stdout, [][]float64{{0.1, 0, 3}, {0, 0, 0}}, []float64{1, -1}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 1:0.1 3:3
	// -1
}

// What a server needs: the scale of the features, the machine without what only
// training asks for, and how sure its values are.
func ExampleModel_save() {
	type classifier struct {
		Scale       svm.Standardizer
		Machine     svm.Expansion[[]float64]
		Calibration svm.Calibration
	}
	train := func(x [][]float64, y []float64) (c classifier, err error) {
		if c.Scale, err = svm.Standardize(x); err != nil {
			return c, err
		}
		m, err := svm.SMO(svm.Gaussian{Gamma: 0.5}, c.Scale.ApplyAll(x), y, svm.Options{})
		if err != nil {
			return c, err
		}
		c.Machine = m.Expansion
		return c, nil
	}
	x, y := twoClouds(200, 1)
	values, err := svm.HeldOut(x, y, 5, nil, func(x [][]float64, y []float64) (func([][]float64) []float64, error) {
		c, err := train(x, y)
		return func(xs [][]float64) []float64 { return c.Machine.Values(c.Scale.ApplyAll(xs)) }, err
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := train(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	if c.Calibration, err = svm.Calibrate(values, y); err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	gob.Register(svm.Gaussian{}) // each kernel type in use, in both programs
	if err := gob.NewEncoder(&file).Encode(c); err != nil {
		fmt.Println(err)
		return
	}

	var served classifier // in the server
	gob.Register(svm.Gaussian{})
	if err := gob.NewDecoder(&file).Decode(&served); err != nil {
		fmt.Println(err)
		return
	}
	f := served.Machine.Value(served.Scale.Apply([]float64{2, 2}))
	fmt.Printf("predicted %+.0f, sure to more than 0.9: %v; the same as before: %v\n",
		served.Machine.Predict(served.Scale.Apply([]float64{2, 2})), served.Calibration.Probability(f) > 0.9, f == c.Machine.Value(c.Scale.Apply([]float64{2, 2})))
	// Output:
	// predicted +1, sure to more than 0.9: true; the same as before: true
}

// For svm-predict: rho = −b, and the points of label 1 first.
func ExampleWriteLIBSVMModel() {
	f := &svm.Expansion[[]float64]{Kernel: svm.Gaussian{Gamma: 0.5}, Points: [][]float64{{0, 1}, {2, 0}}, Coef: []float64{-0.75, 0.75}, B: 0.25}
	if err := svm.WriteLIBSVMModel(os.Stdout, f); err != nil {
		fmt.Println(err)
	}
	// Output:
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

// A machine that svm-train wrote. Its file has class 1 before class 2, so that
// LIBSVM's decision value is positive for class 1, ours for 2.
func ExampleReadLIBSVMModel() {
	file, err := os.Open("testdata/libsvm/rbf.model")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	f, err := svm.ReadLIBSVMModel(file, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v, %d support vectors; a large virginica: %+.0f, a small versicolor: %+.0f\n", f.Kernel, len(f.Points), f.Predict([]float64{7.9, 3.8, 6.4, 2}), f.Predict([]float64{5, 2, 3.5, 1}))
	// Output:
	// exp(-0.25 ‖a-b‖²), 33 support vectors; a large virginica: +1, a small versicolor: -1
}

// A line of progress on standard error, which tells a long training from a hung
// one.
func Example_progress() {
	x, y := file("cancer.txt")
	lines := 0
	m, err := svm.SMO(svm.Linear{}, x, y, svm.Options{C: 100, Trace: func(s svm.Progress) bool {
		lines++
		fmt.Fprintf(os.Stderr, "\r%8d steps, violation %.2e, dual value %.6g ", s.Iterations, s.Violation, s.Dual)
		return true
	}})
	fmt.Fprintln(os.Stderr)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("there was progress: %v; violation below 10⁻³: %v\n",
		lines > 1, m.Certificate.Violation() <= 1e-3)
	// Output:
	// there was progress: true; violation below 10⁻³: true
}

// From a file to a machine that is known to be right, and to an estimate of how
// often it will be: the whole way.
func Example_tumours() {
	x, y := file("cancer.txt") // read and standardised
	k, o := svm.Gaussian{Gamma: 1. / 30}, svm.Options{C: 10}
	accuracy, err := svm.CrossValidate(x, y, 5, nil, func(x [][]float64, y []float64) (func([][]float64) []float64, error) {
		m, err := svm.SMO(k, x, y, o)
		if err != nil {
			return nil, err
		}
		return m.PredictAll, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := svm.SMO(k, x, y, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := svm.Certify(k, x, y, m.Alpha, m.B, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f %% right on points left out\n", 100*accuracy)
	fmt.Printf("%d support vectors of %d points; gap below 10⁻³ of the dual value: %v\n",
		len(m.Points), len(x), c.Gap() < 1e-3*c.Dual)
	// Output:
	// 97 % right on points left out
	// 93 support vectors of 569 points; gap below 10⁻³ of the dual value: true
}

func ExampleNorm() {
	fmt.Printf("%.6g %.6g\n", svm.Norm([]float64{3, 4}), svm.Norm([]float64{3e200, 4e200}))
	// Output:
	// 5 5e+200
}

func ExampleNewMatrix() {
	a := svm.NewMatrix(2, 3)
	a.Set(0, 2, 5)
	fmt.Println(a.Row(0), a.Row(1), a.At(0, 2))
	// Output:
	// [0 0 5] [0 0 0] 5
}

func ExampleFromRows() {
	a := svm.FromRows([][]float64{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(a.Rows, a.Cols, a.MulVec([]float64{1, 0, -1}), a.T().Row(2))
	// Output:
	// 2 3 [-2 -2] [3 6]
}

// A kernel of your own is a function: here on pairs of a number and a word, as
// a sum of one kernel for each.
func ExampleKernelFunc() {
	type pet struct {
		weight float64
		sound  string
	}
	k := svm.KernelFunc[pet](func(a, b pet) float64 {
		return math.Exp(-(a.weight-b.weight)*(a.weight-b.weight)) + svm.Normalized[string]{Kernel: svm.Substrings{}}.Eval(a.sound, b.sound)
	})
	x := []pet{{4, "meow"}, {5, "meeow"}, {30, "woof"}, {4.5, "wof"}}
	m, err := svm.SMO[pet](k, x, []float64{1, 1, -1, -1}, svm.Options{C: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+.0f %+.0f\n", m.Predict(pet{4.4, "meoow"}), m.Predict(pet{9, "woooof"}))
	// Output:
	// +1 -1
}

func ExampleGram() {
	g, err := svm.Gram(svm.Polynomial{Degree: 2, Gamma: 1, R: 1}, [][]float64{{0}, {1}, {2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Row(0), g.Row(1), g.Row(2))
	_, err = svm.Gram(svm.Polynomial{Degree: 200, Gamma: 1}, [][]float64{{10}, {1e10}})
	fmt.Println(err)
	// Output:
	// [1 1 1] [1 4 9] [1 9 25]
	// svm: kernel(x[0], x[0]) = +Inf, want a finite number
}

// ‖φ(a) − φ(b)‖² = k(a, a) − 2k(a, b) + k(b, b): no features are needed.
func ExampleDistance() {
	k := svm.Polynomial{Degree: 2, Gamma: 1, R: 1}
	a, b := []float64{1, 0}, []float64{0, 1}
	phi := k.Map(2)
	p, q := phi(a), phi(b)
	for i := range p {
		p[i] -= q[i]
	}
	fmt.Printf("%.4f by the kernel, %.4f in its features\n", svm.Distance(k, a, b), svm.Norm(p))
	// Output:
	// 2.4495 by the kernel, 2.4495 in its features
}

// φₙ(x) = (k(xᵢ, x))ᵢ has as many coordinates as there are points.
func ExampleEmpiricalMap() {
	phi := svm.EmpiricalMap(svm.Gaussian{Gamma: 0.5}, [][]float64{{0}, {1}, {2}})
	fmt.Printf("%.3f\n", phi([]float64{1}))
	// Output:
	// [0.607 1.000 0.607]
}

// A machine with the Linear kernel is a plane: its w is Σ αᵢyᵢxᵢ.
func ExampleLinearHyperplane() {
	m, err := svm.SMO(svm.Linear{}, [][]float64{{2, 2}, {4, 3}, {0, 0}, {-1, 0}}, []float64{1, 1, -1, -1}, svm.Options{C: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := svm.LinearHyperplane(&m.Expansion)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("w = %.2f, b = %.2f; (3, 1) is %.2f away, on side %+.0f, at distance with sign %.2f\n", h.W, h.B,
		h.Distance([]float64{3, 1}), h.Predict([]float64{3, 1}), h.Geometric([]float64{3, 1}, 1))
	// Output:
	// w = [0.50 0.50], b = -1.00; (3, 1) is 1.41 away, on side +1, at distance with sign 1.41
}

// The probability of a label by logistic regression, and what it costs to be
// wrong about it.
func ExampleSigmoid() {
	for _, z := range []float64{-1e4, 0, 2} {
		fmt.Printf("z = %6g: Pr = %.3f, −ln Pr = %.3f\n", z, svm.Sigmoid(z), svm.Logistic(z))
	}
	// Output:
	// z = -10000: Pr = 0.000, −ln Pr = 10000.000
	// z =      0: Pr = 0.500, −ln Pr = 0.693
	// z =      2: Pr = 0.881, −ln Pr = 0.127
}

// There and back, in both conventions.
func ExampleLambdaFromC() {
	fmt.Println(svm.CFromLambda(svm.LambdaFromC(0.5, 100), 100), svm.CFromHalfLambda(2))
	// Output:
	// 0.5 0.5
}

// The last iterate jumps where the mean is calm.
func ExamplePegasos_Last() {
	rng := rand.New(rand.NewPCG(5, 6))
	p := svm.Pegasos{Lambda: 0.1}
	var last, mean []float64
	for t := 1; t <= 2000; t++ {
		y := float64(1 - 2*rng.IntN(2))
		p.Step([]float64{y + rng.NormFloat64()}, y)
		if t > 1000 {
			last, mean = append(last, p.Last().W[0]), append(mean, p.Average().W[0])
		}
	}
	for _, w := range [][]float64{last, mean} {
		low, high := w[0], w[0]
		for _, v := range w {
			low, high = math.Min(low, v), math.Max(high, v)
		}
		fmt.Printf("over the last thousand steps between %.2f and %.2f\n", low, high)
	}
	// Output:
	// over the last thousand steps between 0.84 and 0.90
	// over the last thousand steps between 0.86 and 0.86
}

// One row per class: (pₖ − [k = class])x. The rows add up to 0, since the
// probabilities add up to 1.
func ExampleSoftmax_Gradient() {
	m := svm.Softmax{W: svm.NewMatrix(3, 2)}
	g := m.Gradient([]float64{3, -6}, 0)
	fmt.Printf("%.0f %.0f %.0f\n", g.Row(0), g.Row(1), g.Row(2))
	// Output:
	// [-2 4] [1 -2] [1 -2]
}

// The thread of lecture P, XOR from the perceptron to the machine. No plane
// separates it, and the perceptron never stops; one feature, x₁x₂, would do,
// and a kernel sees six without computing one; the machine on it is known in
// closed form, α = 1/8 for every point.
func Example_perceptronToMachine() {
	x, y := [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, []float64{-1, -1, 1, 1}
	_, mistakes, err := svm.Perceptron(x, y, 1000)
	fmt.Printf("perceptron: %d mistakes in 1000 rounds, converged: %v\n", mistakes, err == nil)

	k := svm.Polynomial{Degree: 2, Gamma: 1, R: 1}
	phi := k.Map(2)
	var z [][]float64
	worst := 0.0
	for i := range x {
		z = append(z, phi(x[i]))
		for j := range x[:i+1] {
			worst = math.Max(worst, math.Abs(svm.Dot(z[i], z[j])-k.Eval(x[i], x[j])))
		}
	}
	fmt.Printf("(1 + x·z)² is the inner product of %d features, to 10⁻¹⁴: %v\n",
		len(z[0]), worst < 1e-14)
	h, mistakes, err := svm.Perceptron(z, y, 1000)
	fmt.Printf("on these: %d mistakes, converged: %v, margin %.2f\n",
		mistakes, err == nil, h.Margin(z, y))
	f, mistakes, err := svm.KernelPerceptron(k, x, y, 1000)
	fmt.Printf("by the kernel: %d mistakes, converged: %v, f(1, 1) = %.0f\n",
		mistakes, err == nil, f.Value(x[0]))

	m, err := svm.SMO(k, x, y, svm.Options{C: math.Inf(1), Tol: 1e-9})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("the machine: α = %.3f, |b| = %.3f, margin 1/‖w‖ = %.2f\n",
		m.Alpha, math.Abs(m.B), 1/m.Norm())
	for _, p := range [][]float64{{0.5, 2}, {-1, 3}} {
		fmt.Printf("f(%g, %g) = %.3f = −x₁x₂\n", p[0], p[1], m.Value(p))
	}
	// Output:
	// perceptron: 4000 mistakes in 1000 rounds, converged: false
	// (1 + x·z)² is the inner product of 6 features, to 10⁻¹⁴: true
	// on these: 4 mistakes, converged: true, margin 1.41
	// by the kernel: 4 mistakes, converged: true, f(1, 1) = -8
	// the machine: α = [0.125 0.125 0.125 0.125], |b| = 0.000, margin 1/‖w‖ = 1.41
	// f(0.5, 2) = -1.000 = −x₁x₂
	// f(-1, 3) = 3.000 = −x₁x₂
}

// The thread of lecture H, the margin from the picture to the quadratic program
// to SMO. Four points in the plane: the widest street between the classes runs
// where the hulls are nearest to each other, at (0, 0) and (2, 2), so it is √8
// wide, w = (½, ½), b = −1.
func Example_marginThreeWays() {
	x, y := [][]float64{{2, 2}, {4, 3}, {0, 0}, {-1, 0}}, []float64{1, 1, -1, -1}
	picture := svm.Hyperplane{W: []float64{0.5, 0.5}, B: -1}
	fmt.Printf("by the picture:   margin %.4f\n", picture.Margin(x, y))

	hard := svm.Options{C: math.Inf(1)}
	plane, _, err := svm.PrimalQP(x, y, hard)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("primal program:   margin %.4f, w = %.3f, b = %.3f\n",
		plane.Margin(x, y), plane.W, plane.B)

	dual, err := svm.DualQP(svm.Linear{}, x, y, hard)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("dual program:     margin %.4f, α = %.3f\n", 1/dual.Norm(), dual.Alpha)

	fast, err := svm.SMO(svm.Linear{}, x, y, svm.Options{C: math.Inf(1), Tol: 1e-9})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("SMO, %d step:      margin %.4f, α = %.3f\n",
		fast.Iterations, 1/fast.Norm(), fast.Alpha)

	c := fast.Certificate
	fmt.Printf("primal − dual below 10⁻⁸: %v; shortfall and excess below 10⁻⁸: %v\n",
		c.Gap() < 1e-8, math.Max(c.Shortfall, c.Excess) < 1e-8)
	wider := 0
	for i := range 3600 { // no other direction has a wider street
		s, cos := math.Sincos(float64(i) * math.Pi / 1800)
		h := svm.Hyperplane{W: []float64{cos, s}}
		low, high := math.Inf(1), math.Inf(-1)
		for j := range x {
			if v := h.Value(x[j]); y[j] > 0 {
				low = math.Min(low, v)
			} else {
				high = math.Max(high, v)
			}
		}
		if (low-high)/2 > picture.Margin(x, y)+1e-12 {
			wider++
		}
	}
	fmt.Printf("of 3600 directions, wider: %d\n", wider)
	// Output:
	// by the picture:   margin 1.4142
	// primal program:   margin 1.4142, w = [0.500 0.500], b = -1.000
	// dual program:     margin 1.4142, α = [0.250 0.000 0.250 0.000]
	// SMO, 1 step:      margin 1.4142, α = [0.250 0.000 0.250 0.000]
	// primal − dual below 10⁻⁸: true; shortfall and excess below 10⁻⁸: true
	// of 3600 directions, wider: 0
}

// The same machine from a feature map and from the kernel: what the map makes
// linear, the kernel need not compute.
func Example_featuresAndKernel() {
	var x [][]float64
	var y []float64
	for i := range 40 {
		s, c := math.Sincos(2.4 * float64(i))
		radius := 0.5 + float64(i%2) + 0.3*math.Cos(float64(i))
		x, y = append(x, []float64{radius * c, radius * s}), append(y, float64(1-i%2*2))
	}
	k, o := svm.Polynomial{Degree: 3, Gamma: 0.5, R: 1}, svm.Options{C: 10, Tol: 1e-8}
	phi := k.Map(2)
	var z [][]float64
	for _, p := range x {
		z = append(z, phi(p))
	}
	features, err1 := svm.SMO(svm.Linear{}, z, y, o)
	kernel, err2 := svm.SMO(k, x, y, o)
	if err := errors.Join(err1, err2); err != nil {
		fmt.Println(err)
		return
	}
	alpha, f := 0.0, 0.0
	for i := range x {
		alpha = math.Max(alpha, math.Abs(features.Alpha[i]-kernel.Alpha[i]))
		f = math.Max(f, math.Abs(features.Value(z[i])-kernel.Value(x[i])))
	}
	h, err := svm.LinearHyperplane(&features.Expansion)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d features, %d support vectors of %d points\n",
		len(z[0]), len(kernel.Points), len(x))
	fmt.Printf("‖w‖ = %.4f in features, %.4f by the kernel\n", svm.Norm(h.W), kernel.Norm())
	fmt.Printf("α and f differ by less than 10⁻⁵: %v, %v\n", alpha < 1e-5, f < 1e-5)
	// Output:
	// 10 features, 7 support vectors of 40 points
	// ‖w‖ = 3.2626 in features, 3.2626 by the kernel
	// α and f differ by less than 10⁻⁵: true, true
}

// The hinge's relatives one by one, where they kink and where they are tiny.
func ExampleZeroOne() {
	fmt.Println(svm.ZeroOne(-0.1), svm.ZeroOne(0), svm.ZeroOne(0.1))
	// Output:
	// 1 1 0
}

func ExampleHingeSubgradient() {
	for _, z := range []float64{0.5, 1, 1.5} { // below: (hinge(z + h) − hinge(z))/h
		fmt.Printf("%g: %g, to the right %g\n",
			z, svm.HingeSubgradient(z), (svm.Hinge(z+0.25)-svm.Hinge(z))/0.25)
	}
	// Output:
	// 0.5: -1, to the right -1
	// 1: 0, to the right 0
	// 1.5: 0, to the right 0
}

func ExamplePerceptronLoss() {
	fmt.Println(svm.PerceptronLoss(-2), svm.PerceptronLoss(0.5))
	// Output:
	// 2 0
}

func ExampleLogistic() {
	fmt.Printf("%.4f %.4f %.3e %g\n",
		svm.Logistic(0), math.Ln2, svm.Logistic(40), svm.Logistic(-1e4))
	// Output:
	// 0.6931 0.6931 4.248e-18 10000
}

func ExampleCFromHalfLambda() {
	fmt.Println(svm.CFromHalfLambda(0.25))
	// Output:
	// 4
}

// # Figures
//
// Pictures for slides and for the README, in testdata, drawn by what follows as
// text that any browser shows. Marks tell classes and supports apart by shape,
// lines by width and dashes, so that no colour is needed; ink and paper follow
// the viewer's light or dark scheme.

var rewrite = flag.Bool("figures", false, "rewrite the figures in testdata")

// A picture is an SVG file in the making: panels side by side.
type picture struct {
	strings.Builder
	left float64    // of the panel
	x, y [2]float64 // its range of values
}

const side = 280.0 // of a panel, in pixels

// newPicture starts a picture of so many panels.
func newPicture(panels int, title string) *picture {
	p := &picture{}
	width := float64(panels)*(side+70) + 10
	fmt.Fprintf(p, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.1f %.1f" font-family="sans-serif" font-size="13" role="img">
<title>%s</title>
<style>
rect.paper { fill: #ffffff } rect.plus { fill: #d3e3f3 } rect.minus { fill: #f6e8d2 } text { fill: #1b1b1b }
path, line, circle, rect.frame { fill: none; stroke: #1b1b1b } .thick { stroke-width: 3 } .thin { stroke-width: 0.7 } path.shade { fill: #1b1b1b; opacity: 0.15; stroke: none }
.dashed { stroke-dasharray: 6 4 } .dotted { stroke-dasharray: 2 3 }
@media (prefers-color-scheme: dark) {
rect.paper { fill: #16181c } rect.plus { fill: #24415f } rect.minus { fill: #57431f } text { fill: #ececec } path.shade { fill: #ececec }
path, line, circle, rect.frame { stroke: #ececec } }
</style>
<rect class="paper" width="%.1f" height="%.1f"/>
`, width, side+80, title, width, side+80)
	p.left = -side - 15
	return p
}

// panel starts the next panel, for values in these ranges.
func (p *picture) panel(title, xAxis, yAxis string, x0, x1, y0, y1 float64) {
	p.left += side + 70
	p.x, p.y = [2]float64{x0, x1}, [2]float64{y0, y1}
	fmt.Fprintf(p, "<text x=\"%.1f\" y=\"22.0\" text-anchor=\"middle\" font-weight=\"bold\">%s</text>\n", p.left+side/2, title)
	fmt.Fprintf(p, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", p.left+side/2, side+70, xAxis)
	fmt.Fprintf(p, "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", p.left-38, 35+side/2, yAxis)
}

// at returns where a value is.
func (p *picture) at(x, y float64) (px, py float64) {
	return p.left + side*(x-p.x[0])/(p.x[1]-p.x[0]), 35 + side*(p.y[1]-y)/(p.y[1]-p.y[0])
}

// frame draws the frame of the panel and numbers at its axes.
func (p *picture) frame(xTicks, yTicks []float64, number func(float64) string) {
	fmt.Fprintf(p, "<rect class=\"frame\" x=\"%.1f\" y=\"35.0\" width=\"%.1f\" height=\"%.1f\"/>\n", p.left, side, side)
	for _, t := range xTicks {
		x, y := p.at(t, p.y[0])
		fmt.Fprintf(p, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x, y, x, y+5, x, y+19, number(t))
	}
	for _, t := range yTicks {
		x, y := p.at(p.x[0], t)
		fmt.Fprintf(p, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", x-5, y, x, y, x-8, y+4, number(t))
	}
}

// path draws a line through the values.
func (p *picture) path(class string, points ...[2]float64) {
	fmt.Fprintf(p, "<path class=\"%s\" d=\"", class)
	for i, v := range points {
		x, y := p.at(v[0], v[1])
		fmt.Fprintf(p, "%c%.1f %.1f", "ML"[min(i, 1)], x, y)
	}
	p.WriteString("\"/>\n")
}

// text writes beside a value.
func (p *picture) text(x, y float64, s string) {
	px, py := p.at(x, y)
	fmt.Fprintf(p, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", px, py, s)
}

// mark draws a point: a cross for +1, a bar for −1, with a ring around it for a
// free support vector, a dotted one for one at the bound.
func (p *picture) mark(x, y, label float64, c svm.Support) {
	px, py := p.at(x, y)
	fmt.Fprintf(p, "<path class=\"thick\" d=\"M%.1f %.1fL%.1f %.1f", px-4, py, px+4, py)
	if label > 0 {
		fmt.Fprintf(p, "M%.1f %.1fL%.1f %.1f", px, py-4, px, py+4)
	}
	p.WriteString("\"/>")
	switch c {
	case svm.SupportFree:
		fmt.Fprintf(p, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"8.0\"/>", px, py)
	case svm.SupportBound:
		fmt.Fprintf(p, "<circle class=\"dotted\" cx=\"%.1f\" cy=\"%.1f\" r=\"8.0\"/>", px, py)
	}
	p.WriteString("\n")
}

// regions paints where f is positive and where negative, cell by cell.
func (p *picture) regions(f func(x, y float64) float64) {
	const cells = 70
	cell := side / cells
	for j := range cells {
		y := p.y[1] - (float64(j)+0.5)/cells*(p.y[1]-p.y[0])
		start, plus := 0, false
		for i := 0; i <= cells; i++ {
			now := i < cells && f(p.x[0]+(float64(i)+0.5)/cells*(p.x[1]-p.x[0]), y) >= 0
			if i > start && (i == cells || now != plus) {
				fmt.Fprintf(p, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", map[bool]string{true: "plus", false: "minus"}[plus],
					p.left+float64(start)*cell, 35+float64(j)*cell, float64(i-start)*cell, cell)
				start = i
			}
			plus = now
		}
	}
}

// contour draws the line f = level through squares of a grid, in each from the
// edges where f − level changes sign.
func (p *picture) contour(class string, level float64, f func(x, y float64) float64) {
	const cells = 70
	at := func(i, j int) [3]float64 {
		x, y := p.x[0]+float64(i)/cells*(p.x[1]-p.x[0]), p.y[0]+float64(j)/cells*(p.y[1]-p.y[0])
		return [3]float64{x, y, f(x, y) - level}
	}
	fmt.Fprintf(p, "<path class=\"%s\" d=\"", class)
	for i := range cells {
		for j := range cells {
			corners := [4][3]float64{at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)}
			pen := "M"
			for k, a := range corners {
				b := corners[(k+1)%4]
				if (a[2] >= 0) != (b[2] >= 0) {
					s := a[2] / (a[2] - b[2])
					x, y := p.at(a[0]+s*(b[0]-a[0]), a[1]+s*(b[1]-a[1]))
					fmt.Fprintf(p, "%s%.1f %.1f", pen, x, y)
					pen = map[string]string{"M": "L", "L": "M"}[pen]
				}
			}
		}
	}
	p.WriteString("\"/>\n")
}

// plain writes a tick as a number, power as a power of ten.
func plain(v float64) string { return strings.ReplaceAll(fmt.Sprintf("%g", v), "-", "−") }
func power(v float64) string {
	return "10" + strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵").Replace(fmt.Sprintf("%g", v))
}

// twoClouds returns points around (±1, ±½) with their labels.
func twoClouds(n int, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		label := float64(1 - i%2*2)
		x = append(x, []float64{label + 0.8*rng.NormFloat64(), label/2 + 0.8*rng.NormFloat64()})
		y = append(y, label)
	}
	return x, y
}

// moons returns two half moons, one in the other's arms.
func moons(n int, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		s, c := math.Sincos(math.Pi * rng.Float64())
		p, label := []float64{c - 0.5, s - 0.25}, 1.0
		if i%2 == 1 {
			p, label = []float64{0.5 - c, 0.25 - s}, -1
		}
		x, y = append(x, []float64{1.5*p[0] + 0.25*rng.NormFloat64(), 1.5*p[1] + 0.25*rng.NormFloat64()}), append(y, label)
	}
	return x, y
}

// machine draws a trained machine: its regions, the plane thick, the margins
// thin, the points with their support.
func (p *picture) machine(title string, k svm.Kernel[[]float64], x [][]float64, y []float64, c float64) {
	m, err := svm.SMO(k, x, y, svm.Options{C: c, Tol: 1e-8})
	if err != nil {
		panic(err)
	}
	p.panel(title, "x₁", "x₂", -3, 3, -3, 3)
	f := func(x, y float64) float64 { return m.Value([]float64{x, y}) }
	p.regions(f)
	p.contour("thick", 0, f)
	p.contour("thin", 1, f)
	p.contour("thin", -1, f)
	for i := range x {
		p.mark(x[i][0], x[i][1], y[i], m.Support[i])
	}
	p.frame([]float64{-3, 0, 3}, []float64{-3, 0, 3}, plain)
}

// figures are the files and what draws them.
var figures = map[string]func() *picture{
	"machine.svg": func() *picture {
		p := newPicture(2, "Two machines: f = 0 thick, f = ±1 thin; free support vectors in rings, those at the bound in dotted ones")
		x, y := twoClouds(40, 3)
		p.machine("Linear, C = 1", svm.Linear{}, x, y, 1)
		x, y = moons(60, 5)
		p.machine("Gaussian, γ = 1, C = 1", svm.Gaussian{Gamma: 1}, x, y, 1)
		return p
	},
	"gamma.svg": func() *picture {
		p := newPicture(3, "The effect of γ: from a nearly straight line to an island for each point")
		x, y := moons(60, 5)
		for _, gamma := range []float64{0.05, 1, 30} {
			p.machine(fmt.Sprintf("γ = %g, C = 1", gamma), svm.Gaussian{Gamma: gamma}, x, y, 1)
		}
		return p
	},
	"cost.svg": func() *picture {
		p := newPicture(3, "The effect of C: a small one buys a wide margin with slack, a large one none")
		x, y := moons(60, 5)
		for _, c := range []float64{0.1, 1, 1000} {
			p.machine(fmt.Sprintf("γ = 1, C = %g", c), svm.Gaussian{Gamma: 1}, x, y, c)
		}
		return p
	},
	"losses.svg": func() *picture {
		p := newPicture(1, "What a margin costs: four losses")
		p.panel("Losses", "margin z = yf(x)", "loss", -2, 2.5, 0, 3)
		for _, loss := range []struct {
			class, name string
			of          func(z float64) float64
			x, y        float64
		}{
			{"thick", "hinge", svm.Hinge, -1.25, 2.4}, {"", "logistic/ln 2", func(z float64) float64 { return svm.Logistic(z) / math.Ln2 }, 1.05, 0.5},
			{"dashed", "0–1", svm.ZeroOne, -1.9, 1.08}, {"dotted", "perceptron", svm.PerceptronLoss, -1.9, 0.55},
		} {
			var line [][2]float64
			for z := -2.0; z <= 2.5; z += 0.0625 {
				v, n := loss.of(z), len(line)
				if n > 0 && line[n-1][1]-v > 0.5 {
					line = append(line, [2]float64{line[n-1][0], v}) // a jump, straight down
				}
				if v <= 3 {
					line = append(line, [2]float64{z, v})
				}
			}
			p.path(loss.class, line...)
			p.text(loss.x, loss.y, loss.name)
		}
		p.frame([]float64{-2, -1, 0, 1, 2}, []float64{0, 1, 2, 3}, plain)
		return p
	},
	"features.svg": func() *picture {
		p := newPicture(3, "Planes in feature space: two curves, a ring and its centre")
		p.panel("x₁² + 3x₁x₂ + x₂² = 3", "x₁", "x₂", -4, 4, -4, 4)
		curves := func(x, y float64) float64 { return x*x + 3*x*y + y*y - 3 }
		p.regions(curves)
		p.contour("thick", 0, curves)
		p.frame([]float64{-4, 0, 4}, []float64{-4, 0, 4}, plain)

		var ring [][]float64
		var y []float64
		for i := range 36 {
			s, c := math.Sincos(2.4 * float64(i))
			r := 0.3 + 0.4*float64(i%3)/2
			if i%2 == 0 {
				r += 1.3
			}
			ring, y = append(ring, []float64{r * c, r * s}), append(y, float64(i%2*2-1))
		}
		p.panel("A ring and its centre", "x₁", "x₂", -2.5, 2.5, -2.5, 2.5)
		for i, x := range ring {
			p.mark(x[0], x[1], y[i], svm.SupportZero)
		}
		p.frame([]float64{-2, 0, 2}, []float64{-2, 0, 2}, plain)
		p.panel("The same, with x₁² + x₂²", "x₁", "x₁² + x₂²", -2.5, 2.5, 0, 5)
		p.regions(func(_, r float64) float64 { return 1.5 - r })
		p.path("thick", [2]float64{-2.5, 1.5}, [2]float64{2.5, 1.5})
		for i, x := range ring {
			p.mark(x[0], svm.Dot(x, x), y[i], svm.SupportZero)
		}
		p.frame([]float64{-2, 0, 2}, []float64{0, 5}, plain)
		return p
	},
	"xor.svg": func() *picture {
		p := newPicture(2, "XOR, and a plane between its features")
		xor, labels := [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, []float64{-1, -1, 1, 1}
		p.panel("XOR", "x₁", "x₂", -2, 2, -2, 2)
		for i, x := range xor {
			p.mark(x[0], x[1], labels[i], svm.SupportZero)
		}
		p.frame([]float64{-1, 0, 1}, []float64{-1, 0, 1}, plain)
		phi := svm.Polynomial{Degree: 2, Gamma: 1, R: 1}.Map(2)
		p.panel("Two of the features of (1 + x·z)²", "√2x₁", "√2x₁x₂", -2, 2, -2, 2)
		p.regions(func(_, v float64) float64 { return -v })
		p.path("thick", [2]float64{-2, 0}, [2]float64{2, 0})
		for i, x := range xor {
			p.mark(phi(x)[1], math.Sqrt2*x[0]*x[1], labels[i], svm.SupportZero)
		}
		p.frame([]float64{-1, 0, 1}, []float64{-1, 0, 1}, plain)
		return p
	},
	"descent.svg": func() *picture {
		p := newPicture(2, "Two ways down: the shaded gap is what is still missing")
		x, y := twoClouds(200, 7)
		const lambda = 0.01
		objective := func(h svm.Hyperplane) float64 {
			f := lambda * (svm.Dot(h.W, h.W) + h.B*h.B)
			for i := range x {
				f += svm.Hinge(h.Functional(x[i], y[i])) / float64(len(x))
			}
			return f
		}
		best, err := svm.Subgradient(x, y, lambda, 20000)
		if err != nil {
			panic(err)
		}
		least := objective(best)
		p.panel("SGD: F(w̄) comes down to the minimum", "steps", "objective", 0, 4, 0, 8)
		var line [][2]float64
		for e := 0.0; e <= 4; e += 0.1 {
			h, err := svm.SGD(x, y, lambda, int(math.Pow(10, e)), nil)
			if err != nil {
				panic(err)
			}
			line = append(line, [2]float64{e, objective(h)})
		}
		p.gap(line, [][2]float64{{0, least}, {4, least}})
		p.frame([]float64{0, 1, 2, 3, 4}, nil, power)
		p.frame(nil, []float64{0, 2, 4, 6, 8}, plain)
		p.text(2.8, least+0.5, "minimum")

		p.panel("SMO: primal and dual meet", "steps", "value", 0, 2.6, 0, 100)
		var primal, dual [][2]float64
		for e := 0.0; e <= 2.6; e += 0.1 {
			m, err := svm.SMO(svm.Linear{}, x, y, svm.Options{MaxIter: int(math.Pow(10, e)), Tol: 1e-6})
			if m == nil {
				panic(err)
			}
			primal, dual = append(primal, [2]float64{e, min(100, m.Certificate.Primal)}), append(dual, [2]float64{e, m.Certificate.Dual})
		}
		p.gap(primal, dual)
		p.frame([]float64{0, 1, 2}, nil, power)
		p.frame(nil, []float64{0, 25, 50, 75, 100}, plain)
		p.text(0.1, 80, "primal")
		p.text(0.1, 8, "dual")
		return p
	},
}

// gap draws two lines, the upper one thick, and shades what is between them.
// The last digit of an iterate differs between processors and can lead to
// another next step, so the values are moved to whole pixels.
func (p *picture) gap(upper, lower [][2]float64) {
	upper, lower = p.coarse(upper), p.coarse(lower)
	around := slices.Clone(lower)
	slices.Reverse(around)
	p.path("shade", append(slices.Clone(upper), around...)...)
	p.path("thick", upper...)
	p.path("dashed", lower...)
}

// coarse returns the points with their values moved to whole pixels.
func (p *picture) coarse(points [][2]float64) [][2]float64 {
	pixel := (p.y[1] - p.y[0]) / side
	moved := slices.Clone(points)
	for i := range moved {
		moved[i][1] = p.y[0] + pixel*math.Round((moved[i][1]-p.y[0])/pixel)
	}
	return moved
}

// TestFiguresAreWhatIsDrawn draws each figure again. The text of its file must
// be the same. Coordinates must agree to a tenth of a pixel, or to a pixel if
// both are whole ones. With -figures it writes the files.
func TestFiguresAreWhatIsDrawn(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`-?[0-9]+\.[0-9]`)
	for name, draw := range figures {
		path, drawn := filepath.Join("testdata", name), draw().String()+"</svg>\n"
		if *rewrite {
			if err := os.WriteFile(path, []byte(drawn), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := number.ReplaceAllString(drawn, "#"), number.ReplaceAllString(string(text), "#"); got != want {
			t.Errorf("%s: other text than is drawn; go test -run Figures -figures writes it anew",
				name)
			continue
		}
		old := number.FindAllString(string(text), -1)
		for i, s := range number.FindAllString(drawn, -1) {
			a, _ := strconv.ParseFloat(s, 64)
			b, _ := strconv.ParseFloat(old[i], 64)
			limit := 0.1
			if a == math.Round(a) && b == math.Round(b) {
				limit = 1
			}
			if !(math.Abs(a-b) <= limit+1e-9) {
				t.Errorf("%s: number %d is %s, drawn %s", name, i, old[i], s)
				break
			}
		}
	}
}
