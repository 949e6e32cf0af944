// SPDX-License-Identifier: MIT

// kernel.go holds the kernels, formulas that take the place of the dot product
// of two points, and what is built on them. Its code needs linalg.go only. In
// testdata/hour.md, "Bend the line" says on one page what a kernel is for.
//
// A first reading can end with "Kernels from kernels". The code is plain up to
// "From here on". Small print, checks and fast ways to many kernel values
// follow there.
//
// # An example by hand
//
// Points have labels, +1 or −1, and coordinates, which are called their
// features. A line separates the labels if each side of the line holds one
// label only. For points of more than two features, a plane takes the place of
// the line.
//
// Often no line separates the labels. Then we can give each point more
// features, such as the squares and the products of its coordinates. The
// vectors of all these features form a space, the feature space. There a plane
// may separate the labels. But soon the new features are too many to write
// down. A kernel does without them. It computes the dot product of two vectors
// of new features, their inner product, by a formula in the points themselves.
//
// For example, take k(a, b) = (1 + a·b)² and two points, x₁ = (1, 1) and
// x₂ = (2, 0). Their Gram matrix K holds the four values k(xᵢ, xⱼ). To fill it,
// add 1 to the inner products x₁·x₁ = 2, x₁·x₂ = 2 and x₂·x₂ = 4, and square:
//
//	K = ⎡(1 + 2)²  (1 + 2)²⎤ = ⎡9   9⎤
//	    ⎣(1 + 2)²  (1 + 4)²⎦   ⎣9  25⎦
//
// Which features does this kernel have? Let a = (a₁, a₂) and b = (b₁, b₂), and
// multiply out (1 + a₁b₁ + a₂b₂)². The six terms are
//
//	1 + 2a₁b₁ + 2a₂b₂ + a₁²b₁² + 2a₁b₁a₂b₂ + a₂²b₂²
//
// One of them is 2a₁b₁ = (√2·a₁)(√2·b₁), a function of a times the same
// function of b. This function, √2·a₁, is a feature, and each of the six terms
// gives one:
//
//	φ(a)  = (1, √2·a₁, √2·a₂, a₁², √2·a₁a₂, a₂²)
//	φ(x₁) = (1, √2, √2, 1, √2, 1)          φ(x₁)·φ(x₁) = 1 + 2 + 2 + 1 + 2 + 1 = 9
//	φ(x₂) = (1, 2√2, 0, 4, 0, 0)           φ(x₂)·φ(x₂) = 1 + 8 + 16 = 25
//	                                       φ(x₁)·φ(x₂) = 1 + 4 + 4 = 9
//
// What are the features good for? Give (1, 1) and (−1, −1) the label +1, and
// (1, −1) and (−1, 1) the label −1: these are the points of XOR. (The label −1
// says that one coordinate is negative, but not both: "exclusive or".)
//
// No line separates the labels, because (0, 0), the midpoint of both pairs,
// would be on both sides. But a plane in feature space separates them, because
// the coordinate √2·a₁a₂ of φ(a) is √2 at the two points with the label +1, and
// −√2 at the two with −1.
//
// We can even write this plane down without φ. Take the kernel value of a with
// each of the four points, times the label of the point, and add up:
//
//	(1 + a₁ + a₂)² + (1 − a₁ − a₂)² − (1 + a₁ − a₂)² − (1 − a₁ + a₂)² = 8a₁a₂
//
// The sum 8a₁a₂ has the sign of the label at each of the four points. A support
// vector machine, or machine for short, is a function f. The points with f = 0
// form the plane in feature space that has the widest margin. The head of
// svm.go derives it.
//
// Here f is an eighth of the sum, a₁a₂. Why an eighth? One chooses the factor
// for which the value is +1 or −1 at the points that are nearest to the plane.
// In the book (README.md) this machine is
// machine.html#poly,C=∞;1,1,1;1,-1,-1;-1,1,-1;-1,-1,1.
//
// Every plane in feature space is w·φ(a) + b = 0, with a vector w and a number
// b. If w is a sum Σ cᵢφ(xᵢ), then w·φ(a) = Σ cᵢφ(xᵢ)·φ(a) = Σ cᵢk(xᵢ, a). So
// neither w nor φ has to be written down. In the sum of four squares, cᵢ is the
// label of xᵢ.
//
// Other vectors w are not needed, as "Functions in the span of the data" shows.
// Hence kernel methods learn the numbers cᵢ and b of the function
// f(a) = Σ cᵢk(xᵢ, a) + b.
//
// The kernel that is used most is the Gaussian, exp(−γ‖a − b‖²), here with
// γ = ½. In it exp(t) is e to the power t, and ‖a − b‖ is the distance of a and
// b. The Gaussian is 1 for equal points, and nearly 0 for distant ones. It has
// infinitely many features. To see this, write ‖a − b‖² as ‖a‖² − 2a·b + ‖b‖²:
//
//	exp(−½‖a − b‖²) = exp(−½‖a‖²)·exp(a·b)·exp(−½‖b‖²)
//
// We take from calculus that exp(t) = 1 + t + t²/2 + t³/6 + ⋯ for every number
// t, a sum without end. So the factor exp(a·b) contains every power of a·b. The
// features of a power are products of coordinates, as in φ above: those of
// (a·b)² are a₁², √2·a₁a₂ and a₂². Each higher power brings new features, and
// so there are infinitely many.
//
// The factor exp(−½‖a‖²) depends on a alone, so that it multiplies each feature
// of a by the same number. So does exp(−½‖b‖²) with the features of b.
//
// Yet to compute a value of the Gaussian takes one distance and one exponential
// only. For example, take x₁ = (1, 1) and x₂ = (2, 0) again. There
// ‖x₁ − x₂‖² = 2, and
//
//	K = ⎡ 1   e⁻¹⎤ = ⎡1       0.3679⎤
//	    ⎣e⁻¹   1 ⎦   ⎣0.3679  1     ⎦
//
// # What a kernel is
//
// A function k on a set X is a kernel if it is an inner product of features:
// k(a, b) = ⟨φ(a), φ(b)⟩ for a map φ from X to a space with an inner product
// ⟨·, ·⟩. For a first reading, think of lists of numbers with their dot
// product: then ⟨φ(a), φ(b)⟩ is what we wrote as φ(a)·φ(b).
//
// How can we tell that k is a kernel, if we do not know φ? We look at its Gram
// matrices, the tables Kᵢⱼ = k(xᵢ, xⱼ) for points x₁, …, xₙ. A matrix K is
// symmetric if Kᵢⱼ = Kⱼᵢ.
//
// A symmetric K is called positive semi-definite (psd) if cᵀKc ≥ 0 for every
// vector c, where cᵀKc is the sum of all cᵢcⱼKᵢⱼ. With these words: k is a
// kernel if and only if all its Gram matrices are symmetric and psd.
//
// For example, take the K above with the entries 9, 9, 9 and 25, and
// c = (1, −1). Then cᵀKc = 9 − 9 − 9 + 25 = 16. This is
// φ(x₁)·φ(x₁) − 2φ(x₁)·φ(x₂) + φ(x₂)·φ(x₂), the squared length of
// φ(x₁) − φ(x₂). A squared length is never negative.
//
// But k(a, b) = (a − b)² is no kernel. For the numbers 0 and 1 its Gram matrix
// has 0 on the diagonal and 1 beside it, and the same c gives cᵀKc = −2.
//
// The Gram matrices of a kernel are symmetric, as inner products are, and psd,
// because for any points and any numbers cᵢ
//
//	cᵀKc = Σᵢⱼ cᵢcⱼ⟨φ(xᵢ), φ(xⱼ)⟩ = ‖Σᵢ cᵢφ(xᵢ)‖² ≥ 0          [multiply out]              (psd)
//
// Conversely, if all Gram matrices of k are symmetric and psd, then k is a
// kernel. The proof has to find feature vectors for given kernel values. It
// stands in "Features from a Gram matrix".
//
// A support vector machine needs k, but not φ. So the same trainer serves
// vectors, strings, and any points whose Gram matrix is given ([Precomputed]).
// Planes of feature space are drawn in testdata/features.svg and ring.svg, and
// in testdata/lifted.svg one in space, which turns in the book (README.md).
//
// # Kernels from kernels
//
// It is easier to build a kernel from known kernels than to prove cᵀKc ≥ 0 for
// a new formula. Five operations give a kernel again, from kernels k, k₁ and
// k₂. Here is what each does to the feature vectors:
//
//   - a sum k₁(a, b) + k₂(a, b): write one feature vector behind the other;
//   - a product k₁(a, b)·k₂(a, b): take all products fᵢgⱼ of a feature of the
//     first kernel with a feature of the second. Multiplied out,
//     (Σ fᵢ(a)fᵢ(b))(Σ gⱼ(a)gⱼ(b)) is the sum of all fᵢ(a)gⱼ(a) times
//     fᵢ(b)gⱼ(b);
//   - a positive multiple c·k(a, b): multiply the features by √c;
//   - a pullback k(h(a), h(b)) through any map h: map the points first;
//   - normalisation, k(a, b)/√(k(a, a)·k(b, b)): divide each feature vector by
//     its length.
//
// For example, (1 + a·b)² is a product of two equal kernels, and each of these
// is the sum of the kernels 1 and a·b.
//
// Here a first reading can end. You know what a kernel is, and why it does
// without its features. Which kernel you should take, "Vectors" says.
//
// # The code
//
// A [Kernel] has one method, Eval. First come kernels of vectors, and the
// [Standardizer], which scales vectors. Then come the types that build kernels
// from kernels, on any set, and [Substrings], a kernel of strings. After these
// stands what uses kernels:
//
//	Gram, Distance    a Gram matrix; a distance in feature space
//	Expansion         a function Σ cᵢk(xᵢ, ·) + b, which every kernel method learns
//	Ridge             learns an Expansion by least squares
//	Map, TaylorMap    features of Polynomial, PowerSum and Gaussian, by formula
//	IsPSD             tests whether a matrix can be a Gram matrix
//	Coordinates,      vectors in place of features, from the values of any kernel
//	EmpiricalMap,     at the data
//	KernelPCAMap
//
// Each kernel of the package has two more methods. The method check refuses bad
// parameters and points. The method prepare makes many kernel values at once.
// Most methods prepare stand far below, beside what makes them fast.
//
// linalg.go has a table of the helpers: "How this code is written". The letters
// are those of svm.go, "Notation". Four of them mean several things in this
// file, and the text says which:
//
//	b   the second point of a kernel k(a, b); in f = Σ cᵢk(xᵢ, ·) + b a number
//	h   a map, in k(h(a), h(b)); in "The Gaussian without differences" γ(‖a‖² + ‖b‖²)
//	t   a target in "Least squares"; γ‖a − b‖² in "The Gaussian without differences"
//	z   another point; in "Features from a Gram matrix" a row of features, with zᵢ·zⱼ = Kᵢⱼ
//
// # Sources
//
// B. Schölkopf, A. Smola, Learning with Kernels (2002): §2.1–2.3 have all of
// the above, and the maps below.
//
// S. Vishwanathan, A. Smola, Fast kernels for string and tree matching (2003):
// the substring kernel of long texts in linear time, by a suffix tree.
//
// # Exercises
//
//  1. To see that a plane of feature space is a product of coordinates: give
//     XOR the opposite labels. Which multiple f of √2·a₁a₂ is then −1 at the
//     first two points, and 1 at the others? What is f(−1, 3)?
//     ExampleKernelPerceptron
//  2. To compare things that are no vectors: make the substring kernel of
//     banana and ananas by hand. ExampleSubstrings
//  3. To see that not every likeness is a kernel: find points for which
//     cᵀKc < 0 with ‖a − b‖, with a·b − 1, and with tanh(a·b − 1).
//     TestIsPSDRefusesWhatIsNoKernel
//  4. To see what features of the data lose: let φₙ(x) be the vector of the
//     kernel values of x with the data. Find x and x′ that are not in the data,
//     with k(x, x′) ≠ φₙ(x)ᵀK⁻¹φₙ(x′). TestFeaturesReadOffReproduceTheKernel
//  5. To see how soon a series is good enough: take γ = ½, a = (1, 0.5),
//     b = (0.8, −0.4). How many Taylor features give the Gaussian to 10⁻³?
//     ExampleGaussian_TaylorMap

package svm

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// A Kernel is an inner product of the features of two points. In other words,
// Eval(a, b) is ⟨φ(a), φ(b)⟩ for some map φ from X to a space with an inner
// product.
//
// Eval must be symmetric, Eval(a, b) = Eval(b, a), because the package computes
// only one of the two values. Eval must be pure: the same points always give
// the same value. Several goroutines may call Eval at once. Eval need not check
// parameters, because [Gram], the maps and the trainers check them. If each
// point takes much work that does not depend on the other point, as a text
// does, a [RowKernel] is faster.
type Kernel[X any] interface {
	Eval(a, b X) float64
}

// KernelFunc makes a [Kernel] of a function, as in KernelFunc[string](f).
// encoding/gob saves no function: to save a machine, declare a type with Eval.
type KernelFunc[X any] func(a, b X) float64

// Eval returns f(a, b).
func (f KernelFunc[X]) Eval(a, b X) float64 { return f(a, b) }

// String says that the formula is the caller's.
func (f KernelFunc[X]) String() string { return "f(a, b)" }

// A RowKernel is a [Kernel] that makes many values of one point faster than
// Eval. Row(a) does once the work that depends on a alone, and returns the
// function b ↦ Eval(a, b). Several goroutines may call this function at once.
// See the example Text.
//
// If the kernel is a struct that embeds another type, the package never calls
// its Row. It calls Eval, because Row may be a method of the embedded type,
// which has other values.
type RowKernel[X any] interface {
	Kernel[X]
	Row(a X) func(b X) float64
}

// # Vectors
//
// Which kernel should you take? Take Linear first: it is the fastest, and its
// machine is a plane that can be read. If no plane will do, scale the features
// (Options.Scale) and take the Gaussian. Its value exp(−γ‖a − b‖²) falls from 1
// to 0 with the distance of the points, and γ says how soon. At distance 1 the
// value is 0.90 for γ = 0.1, 0.37 for γ = 1, and 0.00005 for γ = 10.
//
// With a small γ each training point is felt far away, and f is smooth. With a
// large γ it is felt only near itself: f then fits every training point, and
// says little of a new one. Cross-validation finds a γ between the two: see
// [Grid].

// Linear is the kernel a·b: φ is the identity. The zero value is ready to use.
type Linear struct{}

// Eval returns a·b.
func (k Linear) Eval(a, b []float64) float64 { return Dot(a, b) }

// String returns the formula.
func (k Linear) String() string { return "a·b" }

func (k Linear) check(x [][]float64) error { return checkVectors(x) }

// Polynomial is the kernel (R + Gamma a·b)^Degree. Its features are multiples
// of the monomials of degree ≤ Degree or, if R = 0, only of those of degree
// Degree: see [Polynomial.Map]. It needs Degree ≥ 1, Gamma > 0 and R ≥ 0: its
// zero value cannot be used. LIBSVM and scikit-learn call the three numbers
// coef0 (R), degree and gamma.
type Polynomial struct {
	Degree   int
	Gamma, R float64
}

// Eval returns (R + γ a·b)^p.
func (k Polynomial) Eval(a, b []float64) float64 {
	return power(k.R+float64(k.Gamma*Dot(a, b)), k.Degree)
}

// String returns the formula.
func (k Polynomial) String() string {
	return fmt.Sprintf("(%g + %g a·b)^%d", k.R, k.Gamma, k.Degree)
}

func (k Polynomial) check(x [][]float64) error {
	return cmp.Or(checkAtLeast("Polynomial Degree", k.Degree, 1),
		checkPositive("Polynomial Gamma", k.Gamma), checkAtLeast("Polynomial R", k.R, 0),
		checkVectors(x))
}

// power returns xⁿ by repeated squaring. For example, x⁵ is x·x⁴, since
// 5 = 1 + 4 in binary, and x⁴ is the square of x². The relative error is at
// most (n − 1)ε, as of n − 1 products one after the other.
func power(x float64, n int) float64 {
	product := 1.0
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			product *= x
		}
		x *= x
	}
	return product
}

// Gaussian is the kernel exp(−Gamma‖a − b‖²), also called the RBF or squared
// exponential kernel. It needs Gamma > 0: its zero value cannot be used. The
// larger Gamma is, the nearer two points have to be for a value near 1.
//
// For points of d features, the relative error of Eval is at most
// 3ε + (d + 4)ε·Gamma‖a − b‖², with ε = 2⁻⁵³. If many values are computed at
// once and d > 8, most values come from inner products, because that is faster.
// The absolute error of these values is, to first order in ε, at most
// 32(d + 4)ε: see "The Gaussian without differences" in kernel.go.
type Gaussian struct{ Gamma float64 }

// GaussianSigma returns the kernel exp(−‖a − b‖²/2σ²), with Gamma = 1/(2σ²) for
// the bandwidth σ. If σ is not positive, Gamma is NaN, which every trainer
// refuses.
func GaussianSigma(sigma float64) Gaussian {
	if !(sigma > 0) {
		return Gaussian{math.NaN()}
	}
	return Gaussian{1 / sigma / sigma / 2} // σ² might overflow
}

// Gaussians returns a [Gaussian] for each gamma, such as a [Grid] lists.
func Gaussians(gamma ...float64) []Kernel[[]float64] {
	return mapped(gamma, func(v float64) Kernel[[]float64] { return Gaussian{v} })
}

// Eval returns exp(−γ‖a − b‖²), from the differences of the coordinates.
func (k Gaussian) Eval(a, b []float64) float64 {
	return math.Exp(-k.Gamma * squaredDistance(a, b))
}

// String returns the formula.
func (k Gaussian) String() string { return fmt.Sprintf("exp(-%g ‖a-b‖²)", k.Gamma) }

func (k Gaussian) check(x [][]float64) error {
	return cmp.Or(checkPositive("Gaussian Gamma", k.Gamma), checkVectors(x))
}

// squaredDistance returns ‖a − b‖² from the differences of the coordinates. Its
// relative error is at most (d + 2)ε: 2ε from a difference, which counts twice
// in its square, ε from the square, and (d − 1)ε from the additions.
func squaredDistance(a, b []float64) float64 {
	wantLength("|a - b|^2", len(a), len(b))
	s := 0.0
	for i, v := range a {
		u := v - b[i]
		s += float64(u * u)
	}
	return s
}

// # Standardised features
//
// Features have units, and the units change a kernel. Let two people be 1.50
// and 1.70 metres tall, and weigh 50 and 70 kilograms. Their ‖a − b‖² is
// 0.04 + 400, so that the height hardly matters. In millimetres it is
// 40,000 + 400, and the weight hardly matters.
//
// Standardised features matter alike, whatever their units. In the example the
// means are 1.60 and 60, and the deviations 0.10 and 10. The two people become
// (−1, −1) and (1, 1), and ‖a − b‖² is 4 + 4.

// A Standardizer maps the features one by one: zⱼ = (xⱼ − Meanⱼ)/Deviationⱼ, or
// 0 if Deviationⱼ is 0. Make it from the training points by [Standardize], and
// apply it to all points alike, also to those that you predict. For features
// from −1 to 1, take the middle of each range as Mean, and half of the range as
// Deviation. The zero value changes nothing. If Mean is nil, the Standardizer
// only divides.
//
// A feature that was constant in training has the deviation 0, and is ignored
// from then on: Apply and the machine predict a point alike whatever stands
// there, also NaN or ±Inf. Only what returns an error refuses such a point, as
// [Expansion.CheckPoint] and [Expansion.Predictor] do.
//
// A trainer with Options.Scale makes a Standardizer from the points with
// Cᵢ > 0, trains on the scaled points, and stores the Standardizer in the
// machine, which then scales the points that it is given. If you scaled the
// points yourself by a Standardizer s, and trained f on them, f.Scale = &s does
// the same. [OneVsOne] with [Trainer] makes a Standardizer for each pair of
// classes, and [Fit] one for all pairs.
//
// If a feature is 0 at half of the points or more, Options.Scale only divides
// it by its deviation, so that its zeros stay zeros, which mostly makes
// training faster. For Linear and Gaussian the problem is the same as with the
// mean subtracted, because a shift of all points changes only b for Linear, and
// no distance for Gaussian. For other kernels it is another problem.
//
// Do not scale features that share a unit, such as the lengths of iris, pixels
// or counts of words. A feature that hardly varies would then weigh as much as
// those that tell the classes apart.
type Standardizer struct{ Mean, Deviation []float64 }

// Standardize returns the map that gives each feature of the points x mean 0
// and variance 1, the mean squared deviation. Constant features become 0.
//
// For up to 10⁷ points, however far from the origin they are, Mean is wrong by
// at most (n + 3)ε·σ plus 2ε of itself, where σ is the deviation.
func Standardize(x [][]float64) (Standardizer, error) {
	err := cmp.Or(checkPoints(len(x)), checkVectors(x))
	if err != nil {
		return Standardizer{}, err
	}
	// We read the points twice. The first time, differences from x[0] add up to
	// the mean, except for rounding. The second time we take differences from
	// this mean, which are as small as σ however far from the origin the points
	// are, and their mean corrects the first mean.
	n := float64(len(x))
	mean := slices.Clone(x[0])
	var sums, squares []float64
	for range 2 {
		sums, squares = make([]float64, len(mean)), make([]float64, len(mean))
		for _, p := range x {
			for j, v := range p {
				u := v - mean[j]
				sums[j] += u
				squares[j] += float64(u * u)
			}
		}
		axpy(1/n, sums, mean)
	}
	deviation := make([]float64, len(mean))
	for j, square := range squares {
		variance := (square - float64(sums[j]*(sums[j]/n))) / n // Σ(u − ū)² is Σu² − (Σu)²/n
		d := math.Sqrt(variance)
		if !(variance > tiny) { // squares underflow, which Norm prevents, or all u are 0
			d = Norm(mapped(x, func(p []float64) float64 { return p[j] - mean[j] })) / math.Sqrt(n)
		}
		deviation[j] = d
		const what = "svm: feature %d has the deviation %g, too small to divide by"
		err = cmp.Or(err, errorUnless(d == 0 || finite(1/d), what, j, d))
	}
	return orError(Standardizer{mean, deviation}, err)
}

// Check returns an error if s cannot be used. Call it on what comes from a
// file. It wants
//
//   - as many means as deviations, unless one of the slices is nil;
//   - finite numbers;
//   - no negative deviation.
func (s Standardizer) Check() error {
	means, deviations := len(s.Mean), len(s.Deviation)
	negative := slices.IndexFunc(s.Deviation, func(v float64) bool { return v < 0 })
	return cmp.Or(errorUnless(means == deviations || s.Mean == nil || s.Deviation == nil,
		"svm: Standardizer of %d means and %d deviations", means, deviations),
		checkFinite("Mean", s.Mean), checkFinite("Deviation", s.Deviation),
		errorUnless(negative < 0, "svm: Deviation[%d] is negative", negative))
}

// Apply returns (x − Mean)/Deviation in a new slice.
func (s Standardizer) Apply(x []float64) []float64 {
	// A nil Mean is treated as 0, and a nil Deviation as 1.
	wantLength("Standardizer", len(x), cmp.Or(len(s.Mean), len(x)))
	wantLength("Standardizer", len(x), cmp.Or(len(s.Deviation), len(x)))
	z := slices.Clone(x)
	axpy(-1, s.Mean, z)
	for j, d := range s.Deviation {
		z[j] /= d
		if d == 0 {
			z[j] = 0
		}
	}
	return z
}

// ApplyAll returns Apply of each point.
func (s Standardizer) ApplyAll(xs [][]float64) [][]float64 {
	wantFeatures(xs, s.features())
	return mapped(xs, s.Apply)
}

// features returns how many numbers s wants of a vector, or 0 for any number.
func (s Standardizer) features() int { return max(len(s.Mean), len(s.Deviation)) }

// into puts the map s into a plane, and returns v and c with
// ⟨v, x⟩ + c = ⟨w, s(x)⟩ + b for each x. As s divides x by the deviations, and
// adds s(0), v is w divided by the deviations, and c is ⟨w, s(0)⟩ + b. The
// third result, Σ |wⱼs(0)ⱼ|, says how much c may round.
func (s Standardizer) into(w []float64, b float64) (v []float64, c, magnitude float64) {
	zero := s.Apply(make([]float64, len(w)))          // s(0)
	v = Standardizer{Deviation: s.Deviation}.Apply(w) // without a Mean it only divides
	return v, b + Dot(w, zero), Dot(absolute(w), absolute(zero))
}

// # Any set: combinations
//
// These types are the operations of "Kernels from kernels". The points may be
// of any type X, as long as all parts of a kernel are kernels on the same X.
// For example, Sum[Vector]{Linear{}, Gaussian{Gamma: 1}} lets f be a plane with
// hills on it. Two kernels here have no parts: Constant and Precomputed.

// Sum is the kernel Σ kᵢ(a, b). It wants at least one kernel.
type Sum[X any] []Kernel[X]

// Eval returns Σ kᵢ(a, b), in order.
func (k Sum[X]) Eval(a, b X) float64 {
	s := 0.0
	for _, p := range k {
		s += p.Eval(a, b)
	}
	return s
}

// String returns the formula.
func (k Sum[X]) String() string { return joined(k, " + ") }

func (k Sum[X]) check(x []X) error { return checkParts("Sum", k, x) }

// Product is the kernel Π kᵢ(a, b). It wants at least one kernel.
type Product[X any] []Kernel[X]

// Eval returns Π kᵢ(a, b), in order.
func (k Product[X]) Eval(a, b X) float64 {
	s := 1.0
	for _, p := range k {
		s *= p.Eval(a, b)
	}
	return s
}

// String returns the formula.
func (k Product[X]) String() string { return joined(k, " × ") }

func (k Product[X]) check(x []X) error { return checkParts("Product", k, x) }

// Scaled is the kernel Factor·k(a, b). It wants Factor > 0.
type Scaled[X any] struct {
	Factor float64
	Kernel Kernel[X]
}

// Eval returns Factor·k(a, b).
func (k Scaled[X]) Eval(a, b X) float64 { return k.Factor * k.Kernel.Eval(a, b) }

// String returns the formula.
func (k Scaled[X]) String() string { return fmt.Sprintf("%g × [%s]", k.Factor, formula(k.Kernel)) }

func (k Scaled[X]) check(x []X) error {
	return cmp.Or(checkPositive("Scaled Factor", k.Factor),
		checkKernel("Scaled Kernel", k.Kernel, x))
}

// Constant is the kernel whose value is the same number ≥ 0 for all points. Its
// only feature is the same for all points, too: the root of this number. In
// Sum[Vector]{Gaussian{Gamma: 1}, Constant[Vector](1)} this feature acts as a
// bias.
type Constant[X any] float64

// Eval returns the number.
func (k Constant[X]) Eval(a, b X) float64 { return float64(k) }

// String returns the formula.
func (k Constant[X]) String() string { return fmt.Sprintf("%g", float64(k)) }

func (k Constant[X]) check([]X) error { return checkAtLeast("Constant", float64(k), 0) }

// Normalized is the kernel k(a, b)/√(k(a, a)k(b, b)), the cosine of the angle
// between φ(a) and φ(b). Its value is
//
//   - 0 if k(a, a) or k(b, b) is 0, since the zero vector has no direction;
//   - NaN if k(a, a) or k(b, b) is negative, below 10⁻¹⁵⁰ or above 10¹⁵⁰, where
//     a product of the two could lose digits.
type Normalized[X any] struct {
	Kernel Kernel[X]
}

// Eval returns k(a, b)/√(k(a, a)k(b, b)). It costs three evaluations of k.
func (k Normalized[X]) Eval(a, b X) float64 {
	return normalised(k.Kernel.Eval(a, b), k.Kernel.Eval(a, a), k.Kernel.Eval(b, b))
}

// String returns the formula.
func (k Normalized[X]) String() string { return "k(a,b)/√(k(a,a)k(b,b)), k = " + formula(k.Kernel) }

func (k Normalized[X]) check(x []X) error { return checkKernel("Normalized Kernel", k.Kernel, x) }

// normalised returns the cosine ab/√(aa·bb), in [−1, 1], which is exactly 1 if
// ab = aa = bb. It is 0 or NaN where [Normalized] says.
func normalised(ab, aa, bb float64) float64 {
	switch {
	case aa == 0 || bb == 0:
		return aa * bb // 0, or NaN if one is NaN or ∞
	case min(aa, bb) >= 1e-150 && max(aa, bb) <= 1e150:
		return max(-1, min(1, ab/math.Sqrt(aa*bb))) // rounding may lead past ±1; NaN stays
	}
	return math.NaN()
}

// Pullback returns the kernel k(φ(a), φ(b)) on X, for a kernel k on Z and any
// map φ from X to Z. By such a map, a kernel of vectors can compare structs,
// files or sounds.
//
// φ must be pure: the same point always has the same image. Several goroutines
// call φ at once, and training calls it many times for each point. If φ is
// slow, map the points first, and train with k. encoding/gob cannot save the
// kernel, because it saves no function.
func Pullback[X, Z any](k Kernel[Z], phi func(X) Z) Kernel[X] { return pullback[X, Z]{k, phi} }

// pullback is what Pullback returns.
type pullback[X, Z any] struct {
	k   Kernel[Z]
	phi func(X) Z
}

// Eval returns the value of k at the images of a and b.
func (k pullback[X, Z]) Eval(a, b X) float64 { return k.k.Eval(k.phi(a), k.phi(b)) }

// String returns the formula, with that of the kernel of the images.
func (k pullback[X, Z]) String() string { return "k(φ(a),φ(b)), k = " + formula(k.k) }

func (k pullback[X, Z]) check(x []X) error {
	err := cmp.Or(errorUnless(k.phi != nil, "svm: Pullback map = nil, want a function"),
		checkKernel[Z]("Pullback kernel", k.k, nil)) // checks the parameters, before φ is called
	if err != nil {
		return err
	}
	err = checkKernel("Pullback kernel", k.k, mapped(x, k.phi))
	return errorUnless(err == nil, "%w (here x is phi(x))", err)
}

// Precomputed is a kernel given by its Gram matrix K, which must be symmetric.
// A point is the number of a row of K, and Eval(i, j) = Kᵢⱼ. Predict takes the
// number of a row, too. Therefore put all points into K, also those that you
// want to predict, and train with the row numbers of the training points.
//
// If K has rows for the training points xᵢ only, a new point x has no row
// number. Then add up f(x) = Σ cᵢk(xᵢ, x) + b yourself, as the example of
// Precomputed does.
//
// Each training checks all of K, N² steps for N rows. As for a [KernelFunc], α
// and b may differ a little from those of the kernel that made K.
type Precomputed struct{ K *Matrix }

// Eval returns Kᵢⱼ.
func (k Precomputed) Eval(i, j int) float64 { return k.K.At(i, j) }

// String returns the formula.
func (k Precomputed) String() string { return "K[a][b]" }

func (k Precomputed) check(x []int) error {
	if err := k.K.checkSymmetric("Precomputed K"); err != nil {
		return err
	}
	n, err := k.K.Rows, checkEntries("K", k.K, valueExponent)
	for i, p := range x {
		const what = "svm: x[%d] = %d, want a row number of the %dx%d matrix K"
		err = cmp.Or(err, errorUnless(0 <= p && p < n, what, i, p, n, n))
	}
	return err
}

// # Strings
//
// How alike are two strings a and b? Count their common pieces: k(a, b) is the
// number of pairs of a piece of a and an equal piece of b. This is an inner
// product, because each string s is a feature, whose value at a is how often s
// occurs in a.
//
// The plain way to count is a table. Let c(i, j) be the length of the longest
// common suffix of the first i letters of a and the first j letters of b. If
// both end with the same letter, c(i, j) is c(i − 1, j − 1) + 1, otherwise it
// is 0.
//
// The common pieces that end at letter i of a and letter j of b are the
// suffixes of this longest piece. They have the lengths 1, 2, …, c(i, j).
//
// For example, let a be abab and b be aab:
//
//	c(i, j)   i = 1 a   2 b   3 a   4 b
//	j = 1 a         1     0     1     0
//	    2 a         1     0     1     0
//	    3 b         0     2     0     2          [ab in a and in b]
//
// The sum of the table, 8, is the number of pairs: 2·2 for a, 2·1 for b and 2·1
// for ab.
//
// If long pieces shall count less or more, let weight(l) be the sum of Decay^m
// over Min ≤ m ≤ min(l, Max). In the example Decay is 1, and weight(l) = l.
// Then
//
//	k(a, b) = Σᵢⱼ weight(c(i, j))                                                       (table)
//
// We fill the table row by row, one for each letter of b, since a row needs
// only the row before.

// Substrings is the kernel Σ_s Decay^|s| #s(a) #s(b) over all strings s whose
// length |s| is from Min to Max. Here #s(a) is how often s occurs in a. The
// features of a string are its contiguous substrings.
//
// The zero value is ready to use. Min = 0 means 1, Max = 0 means no limit, and
// Decay = 0 means 1. Min = Max = p gives the p-spectrum kernel. Lengths are in
// runes, and each byte that is not UTF-8 is treated as one rune U+FFFD. Counts
// are exact up to 2⁵³.
type Substrings struct {
	Min, Max int
	Decay    float64
}

// Eval returns the weighted count of common substrings, at a cost of O(|a||b|).
// If Min = Max, up to 32 runes, the cost is only O(|a| + |b|) look-ups in a
// map. For texts of thousands of letters, ExampleSubstrings_longTexts has a
// function to paste, longTexts, whose cost is O(|a| + |b|) as well.
func (k Substrings) Eval(a, b string) float64 { return k.row(a)(b) }

// String returns the formula.
func (k Substrings) String() string {
	shortest, longest, decay := k.settings()
	limit := "∞"
	if longest < math.MaxInt32 {
		limit = fmt.Sprint(longest)
	}
	return fmt.Sprintf("Σ_s %g^|s| #s(a) #s(b), %d ≤ |s| ≤ %s", decay, shortest, limit)
}

func (k Substrings) check([]string) error {
	return cmp.Or(checkAtLeast("Substrings Min", k.Min, 0),
		errorUnless(k.Max == 0 || k.Max >= max(1, k.Min),
			"svm: Substrings Max = %d, want 0 or Max >= Min = %d", k.Max, k.Min),
		checkAtLeast("Substrings Decay", k.Decay, 0))
}

// settings returns Min, Max and Decay with their defaults filled in.
func (k Substrings) settings() (shortest, longest int, decay float64) {
	return max(k.Min, 1), cmp.Or(k.Max, math.MaxInt32), cmp.Or(k.Decay, 1)
}

// row returns the function b ↦ Eval(a, b), by (table). If only pieces of one
// length have a weight, it counts the pieces of a in a map, and adds up the
// counts of the pieces of b. A map of pieces of 32 letters copies each letter
// of a 32 times. For longer pieces we take the table, which needs less memory.
func (k Substrings) row(a string) func(b string) float64 {
	text := []rune(a)
	weight := []float64{0} // weight[l] of each length l
	shortest, longest, decay := k.settings()
	if shortest == longest && longest <= 32 {
		count := map[string]float64{}
		for i := longest; i <= len(text); i++ {
			count[string(text[i-longest:i])]++
		}
		return func(b string) (total float64) {
			other := []rune(b)
			for i := longest; i <= len(other); i++ {
				total += count[string(other[i-longest:i])]
			}
			return total * math.Pow(decay, float64(longest))
		}
	}
	for l := 1; l <= len(text); l++ {
		weight = append(weight, weight[l-1])
		if shortest <= l && l <= longest {
			weight[l] += math.Pow(decay, float64(l))
		}
	}
	return func(b string) (total float64) {
		common := make([]int, len(text)+1) // common[i] is c(i, j), and c(i, j − 1) before
		for _, r := range b {
			for i := len(text); i > 0; i-- { // from the end: common[i−1] is still c(i − 1, j − 1)
				if text[i-1] != r {
					common[i] = 0
					continue
				}
				common[i] = common[i-1] + 1
				total += weight[common[i]]
			}
		}
		return total
	}
}

// # Gram matrices
//
// Most methods use the points only through their Gram matrix. For example, its
// entries say how far points are apart in feature space. The matrix of the head
// with the entries 9, 9, 9 and 25 says that φ(x₁) and φ(x₂) are
// √(9 − 2·9 + 25) = 4 apart.

// Gram returns the matrix Kᵢⱼ = k(xᵢ, xⱼ). It works in parallel. It calls the
// Eval of a user's kernel once for each pair, and for some pairs again, to see
// whether k is symmetric. The cost is about n²/2 kernel values.
func Gram[X any](k Kernel[X], x []X) (*Matrix, error) {
	if err := cmp.Or(checkPoints(len(x)), checkKernel("kernel", k, x)); err != nil {
		return nil, err
	}
	gram, err := gramOf(k, x, neverStop)  // neverStop: nobody counts the values, or stops us
	text := asymmetry(k, x, upTo(len(x))) // names two values k(a, b) and k(b, a) that differ
	return orError(gram, cmp.Or(err, errorUnless(text == "", "svm: %s", text)))
}

// Distance returns ‖φ(a) − φ(b)‖ = √(k(a, a) − 2k(a, b) + k(b, b)), the
// distance of a and b in feature space. If the number under the root is
// negative, by rounding or because k is no kernel, Distance returns 0.
//
// For Linear and Gaussian it uses formulas that lose no digits. For other
// kernels the error can reach about √(ε·k(a, a)) with ε = 2⁻⁵³.
func Distance[X any](k Kernel[X], a, b X) float64 {
	switch k := any(k).(type) {
	case Linear, *Linear:
		return Norm(difference(any(a).([]float64), any(b).([]float64)))
	case *Gaussian:
		return Distance(any(*k).(Kernel[X]), a, b)
	case Gaussian: // √(2 − 2exp(−s)) with s = γ‖a − b‖²
		s := k.Gamma * squaredDistance(any(a).([]float64), any(b).([]float64))
		return math.Sqrt(-2 * math.Expm1(-s)) // Expm1(v) is exp(v) − 1 with all its digits
	}
	ab := k.Eval(a, b)
	// For points near each other, these two differences are small, and so is
	// their rounding.
	return math.Sqrt(math.Max(0, (k.Eval(a, a)-ab)+(k.Eval(b, b)-ab)))
}

// # Functions in the span of the data
//
// Every kernel method learns a sum of kernels at the data,
// f(x) = Σ cᵢk(xᵢ, x) + b. Such a sum is enough, although feature space may
// have infinitely many dimensions. Why?
//
// In feature space f(x) = ⟨w, φ(x)⟩ + b. Split w into two parts: a sum
// Σ cᵢφ(xᵢ), and a rest that is orthogonal to all φ(xᵢ). The rest changes no
// f(xᵢ), since ⟨rest, φ(xᵢ)⟩ = 0, and only makes w longer, so that we leave it
// out. This is the representer theorem. It holds for any b, and for any penalty
// on ‖w‖ by which a longer w does not cost less.
//
// For example, let the data be the single point x₁ = (1, 0), with the Linear
// kernel. The vector w = (3, 4) has f(x₁) = 3 and the length 5. Its rest (0, 4)
// is orthogonal to x₁. Without the rest, w = 3x₁ has f(x₁) = 3 as well, and
// only the length 3.
//
// To measure ‖w‖ by kernel values, we need the inner product of two sums of
// kernels. Without b, such functions form a vector space, in which the function
// k(x, ·) stands for the feature vector φ(x). Since ⟨φ(x), φ(z)⟩ = k(x, z), the
// inner product of two sums is
//
//	⟨Σ cᵢk(xᵢ, ·), Σ dⱼk(zⱼ, ·)⟩ = Σᵢⱼ cᵢdⱼ k(xᵢ, zⱼ)
//
// For example, let k be the Gaussian with γ = 1, and f = 2k(0, ·) − k(1, ·).
// Then ‖f‖² = 4·1 − 2·2·e⁻¹ + 1 = 5 − 4e⁻¹ = 3.53.
//
// A function with ‖f‖ = 0 is 0 everywhere. Proof: the inner product of
// f = Σ cᵢk(xᵢ, ·) with the feature vector k(x, ·) is Σ cᵢk(xᵢ, x), which is
// f(x). By Cauchy and Schwarz, |f(x)| = |⟨k(x, ·), f⟩| ≤ √k(x, x)·‖f‖, and so
// f(x) = 0 if ‖f‖ = 0.

// An Expansion is the function f(x) = Σ cᵢ k(xᵢ, x) + b, with the cᵢ in Coef.
// It keeps its points xᵢ, and so it may grow with the data: methods that learn
// such a function are called non-parametric. The zero value is the function 0.
// Several goroutines may use an Expansion at once. encoding/gob can save it.
//
// If Scale is set, as by Options.Scale, f scales the points that it is given:
// with s for the Apply of Scale, f(x) is Σ cᵢk(xᵢ, s(x)) + b. The xᵢ in Points
// are scaled already.
type Expansion[X any] struct {
	Kernel Kernel[X]
	Points []X
	Coef   []float64
	B      float64
	Scale  *Standardizer // scales the points that Value and Values are given; nil changes nothing
}

// scaledBy returns the points as s scales them. If s is nil, or if the points
// are no vectors, it returns them as they are.
func scaledBy[X any](s *Standardizer, xs ...X) []X {
	if v, ok := any(xs).([][]float64); ok && s != nil {
		return any(s.ApplyAll(v)).([]X)
	}
	return xs
}

// Value returns f(x), at the cost of n kernel values. If a kernel value is NaN,
// so is f(x). Value panics if x has another length than the points of f. A
// server therefore first checks a point from outside, as the example of [Model]
// does.
//
// For the Linear kernel, each call of Value adds up w = Σ cᵢxᵢ again. If you
// have many points, call Values or PredictAll, which add up w once, or make a
// [Expansion.Predictor], which keeps w. Then a point costs only O(d).
func (f *Expansion[X]) Value(x X) float64 {
	f.wantTerms()
	z, isVector := any(x).([]float64)
	if p, ok := any(f.Points).([][]float64); ok && len(p) > 0 && len(p[0]) != len(z) {
		panicOn(checkLength(len(z), f.features())) // features is 0 if the kernel takes any length
	}
	f = f.ready() // for Linear, w = Σ cᵢxᵢ is now the only point; else f stays
	x = scaledBy(f.Scale, x)[0]
	if !isVector { // row has all k(xᵢ, x), for which prepare reads a text or maps an x only once
		return Dot(f.Coef, prepare(f.Kernel, f.Points).row(x)) + f.B
	}
	v := 0.0 // for a single vector, prepare would take longer than Eval
	for i, p := range f.Points {
		v += float64(f.Coef[i] * f.Kernel.Eval(p, x))
	}
	return v + f.B
}

// Values returns f(xs[0]), f(xs[1]), …, in parallel. They agree with Value up
// to rounding. A point costs n kernel values, or one inner product if the
// kernel is Linear.
func (f *Expansion[X]) Values(xs []X) []float64 {
	f.wantVectors(xs)
	f = f.ready()
	v := f.sums(scaledBy(f.Scale, xs...)) // Σ cᵢk(xᵢ, x) for each x
	for i := range v {
		v[i] += f.B
	}
	return v
}

// Predict returns +1 if f(x) ≥ 0, else −1. If x has a NaN, f(x) is NaN, and so
// the label is −1, unless Scale ignores that feature. To get an error instead,
// call [Expansion.CheckPoint] first, or make a [Expansion.Predictor].
func (f *Expansion[X]) Predict(x X) float64 { return sign(f.Value(x)) }

// PredictAll returns the signs of Values. Where f is 0 up to rounding, such a
// sign may differ from Predict.
func (f *Expansion[X]) PredictAll(xs []X) []float64 { return signs(f.Values(xs)) }

// wantTerms panics unless each point has a coefficient, and there is a kernel.
func (f *Expansion[X]) wantTerms() {
	wantLength("Expansion", len(f.Points), len(f.Coef))
	panicOn(errorUnless(f.Kernel != nil || len(f.Points) == 0, "svm: Expansion with a nil Kernel"))
}

// Inner returns the inner product ⟨f, g⟩ of two functions of the same kernel
// and Scale, without their constants. For f = Σ cᵢk(xᵢ, ·) it is Σ cᵢg(xᵢ),
// where the points xᵢ of f are scaled already. If f has n terms and g has m,
// the cost is nm kernel values, or n + m inner products for Linear.
func (f *Expansion[X]) Inner(g *Expansion[X]) float64 {
	f.wantTerms()
	return Dot(f.Coef, g.sums(f.Points))
}

// Norm returns ‖f‖ = √⟨f, f⟩ without b. If ⟨f, f⟩ is negative, by rounding or
// because k is no kernel, Norm returns 0. The cost is n² kernel values, or
// O(nd) for Linear.
func (f *Expansion[X]) Norm() float64 {
	if w := f.plane(); w != nil { // for Linear, f is w·x + b
		return Norm(w)
	}
	return math.Sqrt(math.Max(0, f.Inner(f)))
}

// Plus returns f + g, b included, for two functions of the same kernel and
// Scale.
func (f *Expansion[X]) Plus(g *Expansion[X]) *Expansion[X] {
	f.wantTerms()
	g.wantTerms()
	points, coef := slices.Concat(f.Points, g.Points), slices.Concat(f.Coef, g.Coef)
	kernel, scale := cmp.Or(f.Kernel, g.Kernel), cmp.Or(f.Scale, g.Scale)
	return &Expansion[X]{kernel, points, coef, f.B + g.B, scale}
}

// Times returns s·f, b included.
func (f *Expansion[X]) Times(s float64) *Expansion[X] {
	return &Expansion[X]{f.Kernel, f.Points, scaled(f.Coef, s), s * f.B, f.Scale}
}

// # Least squares
//
// The simplest method that learns a function f = Σ cᵢk(xᵢ, ·) is ridge
// regression, since it has to solve one linear system only. It fits f to given
// targets tᵢ, and minimises Σ(f(xᵢ) − tᵢ)² + λ‖f‖². Here λ is the price of the
// squared length of f. The price keeps f from following every error of the
// targets.
//
// In the coefficients c, f(xᵢ) is (Kc)ᵢ and ‖f‖² is cᵀKc. Hence the gradient is
//
//	∇ = 2K(Kc − t) + 2λKc = 2K((K + λI)c − t) = 0  ⇐  (K + λI)c = t                      (ridge)
//
// For example, let the points be the numbers 1 and 2, with the targets 1 and 3,
// the Linear kernel and λ = 1. The system and its solution are
//
//	K + λI = ⎡1 + 1    2  ⎤        c = ⎡−1/6⎤        f(x) = −x/6 + 2·4x/6 = 7x/6
//	         ⎣  2    4 + 1⎦            ⎣ 4/6⎦
//
// Textbooks have w = (ΦᵀΦ + λI)⁻¹Φᵀt instead, where Φ has the features of the
// points as its rows. Our w = Σ cᵢφ(xᵢ) = Φᵀc is the same, since
//
//	(ΦᵀΦ + λI)Φᵀc = Φᵀ(ΦΦᵀ + λI)c = Φᵀt          [ΦΦᵀ = K, and (K + λI)c = t]
//
// In the example ΦᵀΦ + λI is the number 1 + 4 + 1 = 6, and Φᵀt is
// 1·1 + 2·3 = 7.

// Ridge returns the f = Σ cᵢk(xᵢ, ·) that minimises Σ(f(xᵢ) − tᵢ)² + λ‖f‖². The
// cost is n²/2 kernel values and n³/6 multiply-adds.
//
// Ridge returns [ErrNotPositiveDefinite] if K + λI is singular up to rounding,
// for example if λ = 0 and a point occurs twice. Then take a larger λ. If k may
// be no kernel, ask [IsPSD].
func Ridge[X any](k Kernel[X], x []X, t []float64, lambda float64) (*Expansion[X], error) {
	err := cmp.Or(checkCount("targets", len(t), len(x)), checkSizes("t", t, "scale the targets"),
		checkAtLeast("lambda", lambda, 0))
	if err != nil {
		return nil, err
	}
	gram, err := Gram(k, x)
	if err != nil {
		return nil, err
	}
	for i := range x {
		gram.Row(i)[i] += lambda // gram is K + λI now
	}
	factor, err := gram.Cholesky()
	if err != nil {
		return nil, fmt.Errorf("%w; K + %g I is singular or nearly so: take a larger lambda, "+
			"or, if k may be no kernel, see IsPSD", err, lambda)
	}
	c := factor.Solve(t) // (ridge)
	return orError(&Expansion[X]{Kernel: k, Points: x, Coef: c}, errorUnless(finite(maxAbs(c)),
		"svm: the coefficients overflow, scale the targets or take a larger lambda"))
}

// # Feature maps written down
//
// To see the features φⱼ of a kernel, we write k(a, b) as a sum of products
// φⱼ(a)φⱼ(b). For example, the head has found those of (a·b)² for two
// coordinates: x₁², √2·x₁x₂ and x₂². The 2 under the root counts the two orders
// of the product, x₁x₂ and x₂x₁.
//
// How many orders are there for the power q of d coordinates? Let m₁, …, m_d be
// the exponents of a monomial. We write x^m for the monomial Πxᵢ^mᵢ, |m| for
// its degree Σmᵢ, and m! for Πmᵢ!. The factors of x^m have |m|!/m! orders: for
// x₁x₂, with m = (1, 1), these are 2!/(1!·1!) = 2.
//
// Three equations give the features of Polynomial and Gaussian. The first is
// the multinomial theorem. The second writes R + γ a·b as an inner product
// a′·b′ of points with one more variable. The third splits the Gaussian as at
// the head, and writes exp(2γ a·b) as its series:
//
//	(a·b)^q = (Σ aᵢbᵢ)^q = Σ_|m|=q (q!/m!) a^m b^m                                 (multinomial)
//	R + γ a·b = a′·b′  for  x′ = (√R, √γ x₁, …, √γ x_d)                             (polynomial)
//	exp(−γ‖a − b‖²) = exp(−γ‖a‖²) exp(−γ‖b‖²) Σ_q ((2γ)^q/q!) (a·b)^q                   (taylor)
//
// From these equations we read off:
//
//   - The features of (R + γ a·b)^p = (a′·b′)^p are the monomials of degree p
//     in the variables of x′, each times √(p!/m!). For p = 2 and two
//     coordinates these are the six of the head. They are listed with the
//     highest powers of √R first, that is by their degree in x. If R = 0, the
//     first variable is left out.
//   - The features of the Gaussian are all monomials in x. Such a monomial, of
//     degree q, is multiplied by √((2γ)^q/m!)·exp(−γ‖x‖²).
//
// The factorials of q!/m! would overflow for large q, but we never compute
// them. We make each feature from an earlier one, that of its parent. The
// parent of a monomial lacks its last variable x_v once: x₁ is the parent of
// x₁x₂, and x₂ that of x₂². From the parent to a monomial with the exponents m
// and the degree q, q!/m! grows by the factor q/m_v, and (2γ)^q/m! by the
// factor 2γ/m_v. Hence the feature of the parent is multiplied
//
//   - for [Polynomial.Map] by x_v·√(q/m_v),
//   - for [Gaussian.TaylorMap] by x_v·√(2γ/m_v).
//
// For example, two features of (1 + a·b)², with x′ = (1, a₁, a₂), come from the
// monomial x′₂ = a₁ of degree 1:
//
//	x′₂²   from x′₂    a₁·a₁·√(2/2)    = a₁²          [q = 2, m_v = 2]
//	x′₂x′₃ from x′₂    a₁·a₂·√(2/1)    = √2·a₁a₂      [q = 2, m_v = 1]

// A monomial is its parent times a variable. Its feature is the feature of the
// parent, times the variable, times scale.
type monomial struct {
	parent   int // its index in the list
	variable int // v, the last variable
	degree   int // q
	run      int // m_v, the exponent of the last variable
	scale    float64
}

// monomials are the monomials of degree ≤ p in d variables.
type monomials []monomial

// newMonomials lists the monomials of degree ≤ p in d variables. To list x₁x₂
// but not x₂x₁, we multiply a parent only by its last variable and by those
// after it. The scale of a monomial of degree q, whose last variable has the
// exponent run, is √ratio(q, run).
func newMonomials(what string, d, p int, ratio func(q, run float64) float64) monomials {
	m := make(monomials, 1, dimension(what, d, p)) // the monomial 1, with capacity for all
	for i := 0; len(m) < cap(m); i++ {
		q := m[i].degree + 1
		run := m[i].run + 1 // once more the last variable of the parent
		for v := m[i].variable; v < d; v++ {
			m = append(m, monomial{i, v, q, run, math.Sqrt(ratio(float64(q), float64(run)))})
			run = 1 // the next variable is new
		}
	}
	return m
}

// mostMonomials is the largest number of monomials that a map goes through,
// 2²⁵. Each takes five numbers and a value, all of them 1.6 GB.
const mostMonomials = mostEntries / 8

// dimension returns C(d + p, p), the number of monomials of degree ≤ p in d
// variables. It panics if the number is above mostMonomials. The number is the
// product of the factors (max(d, p) + i)/i for i up to min(d, p), and an
// integer after each. For d = 2 and p = 3 it is (3 + 1)/1·(3 + 2)/2 = 10.
func dimension(what string, d, p int) int {
	n := 1.0
	for i := 1.0; i <= float64(min(d, p)) && n <= mostMonomials; i++ {
		n = n * (float64(max(d, p)) + i) / i
	}
	panicOn(errorUnless(n <= mostMonomials, "svm: %s from %d features goes through %.0f monomials "+
		"or more, want at most %d", what, d, n, mostMonomials))
	return int(n)
}

// values returns the features at x, with c as that of the monomial 1.
func (m monomials) values(x []float64, c float64) []float64 {
	v := make([]float64, len(m))
	v[0] = c
	for i, t := range m[1:] {
		v[i+1] = v[t.parent] * (x[t.variable] * t.scale)
	}
	return v
}

// Map returns the feature map φ of k on ℝᵈ, with ⟨φ(a), φ(b)⟩ = k(a, b). Each
// coordinate of φ(x) is a monomial times the root of its coefficient in
// (R + Gamma a·b)^Degree. The monomials are ordered by degree, and within a
// degree lexicographically: 1; x₁, x₂; x₁², x₁x₂, x₂².
//
// Map panics if a parameter is out of range, or if there are more than 2²⁵
// monomials of degree ≤ Degree. If R > 0, √R is one more variable of these
// monomials.
func (k Polynomial) Map(d int) func([]float64) []float64 {
	panicOn(cmp.Or(k.check(nil), checkAtLeast("Polynomial.Map d", d, 1)))
	var rootR []float64 // √R, the first variable of x′
	if k.R > 0 {
		rootR = []float64{math.Sqrt(k.R)}
	}
	m := newMonomials("Polynomial.Map", d+len(rootR), k.Degree,
		func(q, run float64) float64 { return q / run })
	// The features are the monomials of the highest degree, which come last.
	first := slices.IndexFunc(m, func(t monomial) bool { return t.degree == k.Degree })
	return func(x []float64) []float64 {
		wantLength("Map", len(x), d)
		extended := slices.Concat(rootR, scaled(x, math.Sqrt(k.Gamma))) // x′
		return m.values(extended, 1)[first:]
	}
}

// TaylorMap returns the feature map φ of the Gaussian on ℝᵈ, cut off above the
// degree N, which is the parameter order. Its C(d + N, N) coordinates at x are
// the monomials of degree q ≤ N, in the order of [Polynomial.Map]. Each is
// multiplied by exp(−γ‖x‖²)√((2γ)^q/m!), where γ is Gamma, and m! is the
// product of the factorials of the exponents.
//
// ⟨φ(a), φ(b)⟩ differs from k(a, b) by the terms of (taylor) above the degree
// N.
//
// TaylorMap panics if a parameter is out of range, or if there are more than
// 2²⁵ coordinates.
func (k Gaussian) TaylorMap(d, order int) func([]float64) []float64 {
	panicOn(cmp.Or(k.check(nil), checkAtLeast("TaylorMap d", d, 1),
		checkAtLeast("TaylorMap order", order, 0)))
	m := newMonomials("TaylorMap", d, order,
		func(_, run float64) float64 { return 2 * k.Gamma / run })
	return func(x []float64) []float64 {
		wantLength("Map", len(x), d)
		return m.values(x, math.Exp(-k.Gamma*Dot(x, x)))
	}
}

// # Features from a Gram matrix
//
// What if a method needs the feature vectors themselves? They may have
// infinitely many coordinates. But two vectors span a plane at most, and in a
// plane two coordinates are enough.
//
// Take the two points of the head with the Gaussian. Their K has 1 on the
// diagonal and e⁻¹ beside it. We look for two vectors z₁ and z₂ with these
// inner products. If z₁ and z₂ are the rows of a matrix Z, then the entries of
// ZZᵀ are their inner products zᵢ·zⱼ, so that we need a Z with ZZᵀ = K.
//
// The eigenvectors of K give such a Z. An eigenvector is a vector v ≠ 0 that K
// only stretches, Kv = λv, and λ is the eigenvalue of v. A symmetric n×n matrix
// has n eigenvectors at right angles to each other. Here they are (1, 1)/√2,
// with the eigenvalue 1 + e⁻¹, and (1, −1)/√2, with the eigenvalue 1 − e⁻¹.
// Each eigenvector, times the square root of its eigenvalue, is a column of Z:
//
//	Z = ⎡z₁⎤ = ⎡√((1 + e⁻¹)/2)   √((1 − e⁻¹)/2)⎤ = ⎡0.8270   0.5622⎤
//	    ⎣z₂⎦   ⎣√((1 + e⁻¹)/2)  −√((1 − e⁻¹)/2)⎦   ⎣0.8270  −0.5622⎦
//
// TestTwoPointsByHand repeats these numbers. The inner products of z₁ and z₂
// are the entries of K:
//
//	z₁·z₁ = z₂·z₂ = (1 + e⁻¹)/2 + (1 − e⁻¹)/2 = 1
//	z₁·z₂         = (1 + e⁻¹)/2 − (1 − e⁻¹)/2 = e⁻¹
//
// Now let K be any symmetric and psd matrix. As in the example, let its
// eigenvectors have length 1. Put them into the columns of a matrix V, and
// their eigenvalues on the diagonal of a matrix Λ. The equations Kv = λv
// together are KV = VΛ.
//
// The columns of V are at right angles and have length 1, which in letters is
// VᵀV = I. Hence Vᵀ is the inverse of V, so that VVᵀ = I too, and
// K = KVVᵀ = VΛVᵀ.
//
// Multiply Kv = λv by vᵀ. As vᵀv = 1, this gives λ = vᵀKv, which is at least 0
// because K is psd. Let Λ^½ hold the square roots of the eigenvalues. Then
//
//	K = (VΛ^½)(VΛ^½)ᵀ = ZZᵀ            [the rows zᵢ of Z are the φ(xᵢ)]                 (factor)
//
// Hence k has feature vectors for any finitely many points. This is the proof
// that "What a kernel is" has promised.

// IsPSD reports whether an n×n matrix K is positive semi-definite as far as
// float64 can tell, and returns its smallest eigenvalue λ. As rounding may make
// a λ of 0 negative, IsPSD says yes if λ ≥ −(n + 1024)ε·tr|K|, where tr|K| is
// the sum of all |Kᵢᵢ| and ε = 2⁻⁵³. If K is not square, not finite, or not
// symmetric up to rounding, IsPSD returns (false, NaN). The cost is about n³
// multiply-adds.
//
// If the answer is no, a machine that is trained with K may be no minimum of
// its problem. There are three ways out:
//
//   - put 0 in place of the negative eigenvalues, also for new points, as the
//     second example does;
//   - add |λ| to the diagonal of K;
//   - take another kernel.
func IsPSD(gram *Matrix) (ok bool, smallest float64) {
	if gram.checkSymmetric("K") != nil {
		return false, math.NaN()
	}
	e, err := gram.eigen(false)
	if err != nil {
		return false, math.NaN()
	}
	if gram.Rows > 0 {
		smallest = e.Values[gram.Rows-1] // eigenvalues come sorted, the largest first
	}
	return smallest >= -psdTolerance(gram), smallest
}

// # Feature maps read off from the data
//
// For the n points of the data, the rows of Z in K = ZZᵀ, (factor), stand in
// for features. But a machine also meets a new point x, for which K has no row.
// What we know of x are its kernel values with the data. We write them as one
// vector, φₙ(x) = (k(x₁, x), …, k(xₙ, x)). For a point xᵢ of the data, φₙ(xᵢ)
// is column i of K.
//
// These values are no features yet: φₙ(xᵢ)·φₙ(xⱼ) is an entry of K², not of K.
// To take back one K, we multiply each φₙ(x) by S = K^(−½), a symmetric matrix
// with S² = K⁻¹. With the unit vectors eᵢ and eⱼ, two points xᵢ and xⱼ of the
// data then have the right inner product:
//
//	⟨Sφₙ(xᵢ), Sφₙ(xⱼ)⟩ = eᵢᵀKSSKeⱼ = Kᵢⱼ          [φₙ(xᵢ) = Keᵢ, S² = K⁻¹]
//
// What of points x and x′ that are not in the data? Then ⟨Sφₙ(x), Sφₙ(x′)⟩ is
// the inner product of two projections, those of φ(x) and φ(x′) on the span of
// all φ(xᵢ). What sticks out of the span is lost.
//
// For example, let the data be the single point x₁ = 0, with the Gaussian
// exp(−‖a − b‖²), and let x = x′ = 1. Here K is the number 1, so S is 1, and
// φ₁(x) is the number e⁻¹. The map gives e⁻¹·e⁻¹ = 0.135 in place of
// k(x, x) = 1: φ(x) has length 1, but its projection only e⁻¹.
//
// Proof. Let Σ cᵢφ(xᵢ) be the projection of φ(x). The rest of φ(x) is
// orthogonal to each φ(xᵢ), so that it adds nothing to the values
// ⟨φ(xᵢ), φ(x)⟩. Hence φₙ(x) = Σ cᵢφₙ(xᵢ) = Kc. In the same way φₙ(x′) = Kd,
// where Σ dⱼφ(xⱼ) is the projection of φ(x′). Therefore
// ⟨Sφₙ(x), Sφₙ(x′)⟩ = cᵀKSSKd = cᵀKd, which is the inner product of the two
// projections.
//
// What if K is singular? Since we multiply by S only vectors Kc, which form the
// range of K, it is enough that S² is the inverse of K on the range.
//
// For example, the numbers 1 and 2 with the Linear kernel have the rows (1, 2)
// and (2, 4) in K. The range is the line through (1, 2), along which K
// multiplies by 5. Hence S divides by √5 along this line: S = vvᵀ/√5 with
// v = (1, 2)/√5. It maps φₙ(1) = (1, 2) to v, which has the length 1, as the
// point 1 has. In general S is the sum of all λ^(−½)vvᵀ over the eigenvectors v
// of K with ‖v‖ = 1 and an eigenvalue λ above the tolerance of [IsPSD].

// eigenpairs returns the eigenvalues of K above the tolerance of IsPSD, in
// lambda, and their eigenvectors, as the rows v. It returns an error if an
// eigenvalue is negative by more than this tolerance.
func eigenpairs(gram *Matrix) (lambda []float64, v [][]float64, err error) {
	if err := gram.checkSymmetric("gram"); err != nil {
		return nil, nil, err
	}
	if err := checkEntries("gram", gram, valueExponent); err != nil {
		return nil, nil, err
	}
	e, err := gram.Eigen()
	if err != nil {
		return nil, nil, err
	}
	tol := psdTolerance(gram)
	smallest := slices.Min(append(e.Values, 0)) // Min needs a value
	if !(smallest >= -tol) {
		const what = "svm: Gram matrix has %g as its smallest eigenvalue, want >= 0"
		return nil, nil, fmt.Errorf(what, smallest)
	}
	// Eigenvalues come sorted, the largest first.
	rank := len(indicesWhere(gram.Rows, func(i int) bool { return e.Values[i] > tol }))
	return e.Values[:rank], e.Vectors.T().rows()[:rank], nil
}

// Coordinates returns feature vectors zᵢ for n points, from their Gram matrix
// K, which may be singular. The zᵢ are the rows of an n×r matrix, where r is
// the number of eigenvalues of K above the tolerance of [IsPSD].
//
// The inner product zᵢ·zⱼ is Kᵢⱼ up to twice this tolerance: once for the
// eigenvalues left out, once for rounding. Coordinates returns an error if K is
// not positive semi-definite. The cost is that of [Matrix.Eigen].
func Coordinates(gram *Matrix) (*Matrix, error) {
	lambda, v, err := eigenpairs(gram)
	if err != nil {
		return nil, err
	}
	z := NewMatrix(len(lambda), gram.Rows)
	for i, vi := range v {
		axpy(math.Sqrt(lambda[i]), vi, z.Row(i)) // row i of Zᵀ, which is column i of VΛ^½
	}
	return z.T(), nil
}

// EmpiricalMap returns the map x ↦ φₙ(x) = (k(x₁, x), …, k(xₙ, x)). A call
// costs n kernel values. If the Gram matrix K of the data has an inverse,
// φₙ(x)ᵀK⁻¹φₙ(x′) is the inner product of the images of x and x′ under the map
// of [KernelPCAMap].
func EmpiricalMap[X any](k Kernel[X], x []X) func(X) []float64 {
	panicOn(checkKernel("kernel", k, x))
	return prepare(k, x).row
}

// KernelPCAMap returns the feature map x ↦ K^(−½)φₙ(x) into ℝⁿ, with the Gram
// matrix K of the data and the φₙ of [EmpiricalMap].
//
// The images of x and x′ have the inner product k(x, x′) if x or x′ is in the
// data. Otherwise they have the inner product of the projections of φ(x) and
// φ(x′) on the span of the data. Both hold up to the tolerance of
// [Coordinates].
//
// PCA, principal component analysis, finds the directions along which the data
// are longest. Here the data are the φ(xᵢ), and no mean is subtracted. Each
// eigenvector of K belongs to such a direction. The component of an image along
// the eigenvector is the coordinate of φ(x) in this direction, a principal
// component.
//
// KernelPCAMap returns an error if K is not positive semi-definite. It costs
// n²/2 kernel values and the 5n³ multiply-adds of [Matrix.Eigen]. Each call of
// the map costs n kernel values and 2n² multiply-adds.
func KernelPCAMap[X any](k Kernel[X], x []X) (func(X) []float64, error) {
	gram, err := Gram(k, x)
	if err != nil {
		return nil, err
	}
	lambda, v, err := eigenpairs(gram)
	if err != nil {
		return nil, err
	}
	phi := EmpiricalMap(k, x)
	return func(p X) []float64 {
		values := phi(p)
		y := make([]float64, len(x))
		for i, vi := range v { // S is the sum of all λ^(−½)vvᵀ
			axpy(Dot(vi, values)/math.Sqrt(lambda[i]), vi, y)
		}
		return y
	}, nil
}

// # From here on: small print, bad input, speed
//
// The methods are complete. What follows is what they call, and two more
// kernels. First come texts and checks, the two kernels, limits that forgive
// rounding, planes and bad input. Then come the fast ways to many kernel values
// at once.

// # What combinations say of themselves
//
// A kernel that is built of other kernels puts its formula and its check
// together from those of its parts. In the same way it says whether it is known
// to be positive semi-definite.
//
// For example, the sum of Linear and KernelFunc(f), with a user's function f,
// has the formula [a·b] + [f(a, b)]. Linear is a kernel, but of f nobody knows.
// Therefore the [Certificate] of a machine with this sum does not say "optimal
// to 1.0e-03" alone, but adds "if k is positive semi-definite".

// joined returns the formulas of the parts with a sign between them.
func joined[X any](k []Kernel[X], sign string) string {
	parts := mapped(k, func(p Kernel[X]) string { return "[" + formula(p) + "]" })
	return strings.Join(parts, sign)
}

// formula returns what String of k says, or the type of a kernel without it.
func formula[X any](k Kernel[X]) string {
	if _, ok := k.(fmt.Stringer); ok {
		return fmt.Sprint(k) // Sprint survives a nil pointer, k.String would not
	}
	return fmt.Sprintf("%T", k)
}

// unproved reports whether k, or a part of k, is a user's kernel or
// Precomputed, and thus perhaps not positive semi-definite. A kernel of the
// package is known by its own methods. If it is built of other kernels, its
// method unproved asks these. That of Precomputed says true.
func unproved[X any](k Kernel[X]) bool {
	_, own := ownMethods[ownKernel[X]](k)
	built, ok := k.(interface{ unproved() bool })
	return !own || ok && built.unproved()
}

func (k Sum[X]) unproved() bool { return slices.ContainsFunc(k, unproved[X]) }

func (k Product[X]) unproved() bool { return slices.ContainsFunc(k, unproved[X]) }

func (k Scaled[X]) unproved() bool { return unproved(k.Kernel) }

func (k Normalized[X]) unproved() bool { return unproved(k.Kernel) }

func (k pullback[X, Z]) unproved() bool { return unproved(k.k) }

func (k Precomputed) unproved() bool { return true }

// checkParts checks each part of a Sum or Product.
func checkParts[X any](name string, k []Kernel[X], x []X) error {
	err := errorUnless(len(k) > 0, "svm: %s of no kernels", name)
	for i, p := range k {
		err = cmp.Or(err, checkKernel(fmt.Sprintf("%s[%d]", name, i), p, x))
	}
	return err
}

// # Power sums and cosines
//
// Here are two more kernels of vectors. PowerSum is 1 + s + s² + ⋯ with
// s = a·b. For s = 10 and the Degree 3 it is 1111. Its features need no roots,
// because x₁x₂ and x₂x₁ are two features: (a·b)² = Σᵢⱼ aᵢaⱼ bᵢbⱼ, and so on. A
// lecture can begin with PowerSum, before it has the multinomial theorem.
//
// Cosine compares directions only. For example, let a vector count the words of
// a text. Then a text and the same text twice over have the Cosine 1.
//
// Both are formulas of a·b, ‖a‖² and ‖b‖². How prepare makes many values of
// such a formula, "Rows by formulas" explains.

// PowerSum is the kernel 1 + s + s² + ⋯ + s^Degree with s = a·b. Its features
// are all products of at most Degree coordinates: see [PowerSum.Map]. It needs
// a Degree from 1 to 10,000: its zero value cannot be used.
type PowerSum struct{ Degree int }

// Eval returns Σ s^q over 0 ≤ q ≤ p. It costs O(d + p).
func (k PowerSum) Eval(a, b []float64) float64 { return powerSum(Dot(a, b), k.Degree) }

// String returns the formula.
func (k PowerSum) String() string { return fmt.Sprintf("Σ (a·b)^q, q ≤ %d", k.Degree) }

func (k PowerSum) check(x [][]float64) error {
	return cmp.Or(checkAtLeast("PowerSum Degree", k.Degree, 1),
		// A value takes Degree steps; a larger Degree is most likely a slip.
		errorUnless(k.Degree <= 10000, "svm: PowerSum Degree = %d, want at most 10000", k.Degree),
		checkVectors(x))
}

// powerSum returns 1 + s + ⋯ + sⁿ = 1 + s(1 + s(⋯)), by Horner's rule.
func powerSum(s float64, n int) float64 {
	total := 1.0
	for range n {
		total = 1 + float64(s*total)
	}
	return total
}

// Map returns the feature map φ of k on ℝᵈ, with ⟨φ(a), φ(b)⟩ = k(a, b). The
// coordinates of φ(x) are the 1 + d + ⋯ + dᵖ products of at most p = Degree
// coordinates of x, where x₁x₂ and x₂x₁ count as two.
//
// Products of fewer factors come first, those of the same number in
// lexicographic order: 1; x₁, x₂; x₁x₁, x₁x₂, x₂x₁, x₂x₂.
//
// Map panics if a parameter is out of range, or for more than 2²⁸ coordinates.
func (k PowerSum) Map(d int) func([]float64) []float64 {
	panicOn(cmp.Or(k.check(nil), checkAtLeast("PowerSum.Map d", d, 1)))
	n := powerSum(float64(d), k.Degree)
	panicOn(errorUnless(n <= mostEntries, "svm: PowerSum.Map from %d features has %g coordinates, "+
		"want at most %d", d, n, mostEntries))
	return func(x []float64) []float64 {
		wantLength("Map", len(x), d)
		v := append(make([]float64, 0, int(n)), 1)
		for i := 0; len(v) < int(n); i++ { // each product is continued by each coordinate
			for _, w := range x {
				v = append(v, v[i]*w)
			}
		}
		return v
	}
}

func (k PowerSum) prepare(x [][]float64) prepared[[]float64] {
	return ofValues(Linear{}, x, func(ab, _, _ float64) float64 { return powerSum(ab, k.Degree) })
}

// Cosine is the kernel a·b/(‖a‖‖b‖), the cosine of the angle, or 0 if a or b is
// the zero vector, which has no direction. The zero value is ready to use.
type Cosine struct{}

// Eval returns cos(a, b), in [−1, 1].
func (k Cosine) Eval(a, b []float64) float64 { return normalised(Dot(a, b), Dot(a, a), Dot(b, b)) }

// String returns the formula.
func (k Cosine) String() string { return "a·b/(‖a‖‖b‖)" }

func (k Cosine) check(x [][]float64) error { return checkVectors(x) }

func (k Cosine) prepare(x [][]float64) prepared[[]float64] {
	return ofValues(Linear{}, x, normalised)
}

// # How far rounding moves an eigenvalue
//
// IsPSD, Coordinates and KernelPCAMap have to know which eigenvalues of a psd
// matrix K are 0 up to rounding. Two errors move the smallest eigenvalue λ.
//
// First, the entries of K are rounded. We allow an error of 1024ε√(KᵢᵢKⱼⱼ) in
// Kᵢⱼ, which is that of an inner product of a thousand coordinates. In one of a
// million, rounding errors of either sign mostly cancel, and their sum is like
// the way that a walk of a million random steps goes: about √10⁶ = 1,000 steps
// long. Since λ is the smallest value of vᵀKv for vectors v of length 1, the
// errors move it by at most
//
//	Σᵢⱼ |vᵢ||vⱼ|·1024ε√(KᵢᵢKⱼⱼ) = 1024ε(Σ|vᵢ|√Kᵢᵢ)² ≤ 1024ε·tr K         [Cauchy–Schwarz, ‖v‖ = 1]
//
// Second, the reflections and QR steps of Eigen round. For these we allow an
// error of nε·tr K.

// psdTolerance returns how far below 0 rounding may move the smallest
// eigenvalue of a psd matrix K: by (n + 1024)ε·tr K, which for 100 points with
// Kᵢᵢ = 1 is 1.2·10⁻¹¹.
func psdTolerance(gram *Matrix) float64 {
	// We multiply each |Kᵢᵢ|, because tr K itself may overflow. Of a K that is
	// not psd, a Kᵢᵢ may be negative.
	part := float64(gram.Rows+1024) * eps
	return sum(each(gram.Rows, func(i int) float64 { return part * math.Abs(gram.At(i, i)) }))
}

// # Whether a kernel is symmetric
//
// A user's function may be no kernel at all. To test whether its Gram matrices
// are psd is expensive, but to test whether k(a, b) = k(b, a) is cheap. For
// example, a formula with a[0]·b[1] in place of a[0]·b[0] has two values for
// most pairs. [Gram] always makes this test. [DualQP] and [SMO] make it when
// they have found that k is no kernel, to say why.
//
// A difference of 10⁻⁶ of the largest of the two values and k(a, a) is
// forgiven, since rounding is far below it, even that of a float32, 6·10⁻⁸.
// Among the three is k(a, a) because both values may be sums whose terms cancel
// to nearly 0.

// asymmetry names two values k(a, b) and k(b, a) that differ, of a user's
// kernel or of a combination with one, or returns "". It compares each point of
// a sample of 16 with the next: if a formula is wrong for half of all pairs, 15
// pairs miss that once in 2¹⁵ times.
func asymmetry[X any](k Kernel[X], x []X, list []int) (text string) {
	if !unproved(k) {
		return ""
	}
	list = sample(list, 16)
	for l := 1; l < len(list) && text == ""; l++ {
		i, j := list[l-1], list[l]
		v, w := k.Eval(x[i], x[j]), k.Eval(x[j], x[i]) // of a NaN, the check of values tells
		// Mostly v is w, and then k(a, a) need not be made.
		if v != w && math.Abs(v-w) > 1e-6*maxAbs([]float64{v, w, k.Eval(x[i], x[i])}) {
			text = fmt.Sprintf("kernel(x[%d], x[%d]) = %g, kernel(x[%d], x[%d]) = %g, "+
				"want a symmetric kernel", i, j, v, j, i, w)
		}
	}
	return text
}

// # Linear functions are planes
//
// For the Linear kernel, f(x) = Σ cᵢ(xᵢ·x) + b is w·x + b, with the single
// vector w = Σ cᵢxᵢ. Value, Values and Norm use w, because this is faster and
// safer. Far from the origin the terms cᵢ(xᵢ·x) are large and cancel, and their
// sum may have the wrong sign.
//
// The map of Scale can go into w and b, too, but that may cost digits. Scale
// subtracts the mean μⱼ from a point first. With the map in w and b, Σ wⱼμⱼ/σⱼ
// is subtracted from Σ wⱼxⱼ/σⱼ, and both sums may be far larger than f. For
// example, years near 2000 with the deviation σ = 10 have μ/σ = 200: two of
// sixteen digits are lost. Therefore we leave the map in Scale if the mean of
// all |μⱼ/σⱼ|, weighted by |wⱼ|, is above 10⁴.

// plane returns w = Σ cᵢxᵢ if the kernel is Linear and there is a point, and
// nil otherwise. It panics as wantTerms does. The type assertion cannot fail,
// because Linear is a Kernel of []float64 only.
func (f *Expansion[X]) plane() []float64 {
	f.wantTerms()
	if len(f.Points) == 0 || !isLinear(f.Kernel) {
		return nil
	}
	return combination(any(f.Points).([][]float64), f.Coef)
}

// ready returns f in the form that takes least to evaluate. For Linear this is
// ⟨w, ·⟩ + b, with w as the only point, and with the map of Scale in w and b
// unless that loses more than four digits, or Scale ignores a feature. Of
// another kernel it is f itself.
func (f *Expansion[X]) ready() *Expansion[X] {
	w, b, scale := f.plane(), f.B, f.Scale
	if w == nil {
		return f
	}
	if scale != nil {
		v, c, magnitude := scale.into(w, b)            // magnitude is Σ |wⱼμⱼ/σⱼ|
		ignores := slices.Contains(scale.Deviation, 0) // in w and b, 0 times a NaN would be NaN
		// wⱼ/σⱼ may overflow if σⱼ is tiny.
		if magnitude <= 1e4*sumAbs(w) && finite(maxAbs(v)) && !ignores {
			w, b, scale = v, c, nil
		}
	}
	return &Expansion[X]{f.Kernel, any([][]float64{w}).([]X), []float64{1}, b, scale}
}

// isLinear reports whether k is the Linear kernel, or a pointer to it:
// &Linear{} is a Kernel, too.
func isLinear[X any](k Kernel[X]) bool {
	_, value := any(k).(Linear)
	_, pointer := any(k).(*Linear)
	return value || pointer
}

// medianPoint returns a point in the middle of x. The callers subtract it from
// all points, because far from the origin inner products lose the digits in
// which points differ: for 10⁸ see "The Gaussian without differences". What
// they compute stays: for the Gaussian a − b, and for the Linear machines of
// [SMO] and qp.go, whose Σ cᵢ is 0, ‖w‖².
//
// Each coordinate is the median of a sample of at most 63 points, typically
// 0.16 deviations off. More points would gain little. A feature that is mostly
// 0 has the median 0, so that sparse rows stay sparse.
func medianPoint(x [][]float64) []float64 {
	sampled := FromRows(pick(x, sample(upTo(len(x)), 63)))
	return mapped(sampled.T().rows(), func(v []float64) float64 {
		slices.Sort(v)
		return v[len(v)/2]
	})
}

// combination returns Σ cᵢxᵢ as Σ cᵢ(xᵢ − a) + (Σ cᵢ)a. If the points are near
// each other, all cᵢ(xᵢ − a) are small, however far from the origin they are.
// As a we take the point with the largest |cᵢ|, whose term is then exactly 0.
// For a machine Σ cᵢ is 0. A plain sum of the cᵢ might have no right digit
// then, and times a far point a this would be a large error. Hence exactSum.
func combination(x [][]float64, c []float64) []float64 {
	w := make([]float64, len(x[0]))
	wantFeatures(x, len(w))
	a := x[max(0, slices.Index(absolute(c), maxAbs(c)))] // NaN has no index
	for i, p := range x {
		for j, v := range p {
			w[j] += float64(c[i] * (v - a[j]))
		}
	}
	axpy(exactSum(c), a, w)
	return w
}

// # Bad input
//
// Each function that trains first checks points, parameters and the sizes of
// numbers, since a sum of products that overflows is NaN or ∞. The limits stand
// in "The range of numbers" of svm.go.
//
// By Cauchy and Schwarz, |k(a, b)| is at most the larger of k(a, a) and
// k(b, b). Therefore [SMO] and the sums of svm.go check only these values of
// the package's kernels of vectors. All values of slow rows are checked,
// because a user's function need not be a kernel. So is a whole Gram matrix,
// because this takes no time beside making it.

// checkValues is checkNumbers for kernel values: values[j] is k(xᵢ, xⱼ) with
// i = row(j). For the diagonal of K, row(j) is j. An error names the smaller
// index first, so that its text is the same whichever of k(xᵢ, xⱼ) and
// k(xⱼ, xᵢ) was made.
func checkValues[X any](k Kernel[X], values []float64, row func(j int) int) error {
	exponent := valueExponent
	if isLinear(k) {
		exponent += numberExponent // x·x has many xⱼ² of up to 10¹⁰⁰; times α and C at most 10²⁵⁰
	}
	return checkNumbers(values, exponent, "scale the points", func(j int) string {
		return fmt.Sprintf("kernel(x[%d], x[%d])", min(row(j), j), max(row(j), j))
	})
}

// checkRow is checkNumbers for row i of the Gram matrix.
func checkRow[X any](k Kernel[X], i int, row []float64) error {
	return checkValues(k, row, func(int) int { return i })
}

// checkKernel returns an error if the kernel called name is nil, or a nil
// pointer or function, which would panic later. For a kernel of this package it
// returns what its check says of parameters and points.
func checkKernel[X any](name string, k Kernel[X], x []X) error {
	v := reflect.ValueOf(k) // IsValid is false for a nil k, but true for a nil pointer in k
	if !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Func) && v.IsNil() {
		return fmt.Errorf("svm: %s = nil, want a kernel", name)
	}
	if own, ok := ownMethods[ownKernel[X]](k); ok {
		return own.check(x)
	}
	return nil
}

// checkVectors returns an error unless the points have one length, at least 1,
// and no NaN or number above 10⁵⁰ in size.
func checkVectors(x [][]float64) error {
	for i, p := range x {
		if d := len(p); d == 0 || d != len(x[0]) || firstOutside(p, numberExponent) >= 0 {
			// firstOutside makes no text for a good point.
			const other = "svm: x[%d] has %d features, x[0] has %d"
			return cmp.Or(errorUnless(d > 0, "svm: x[%d] has no features", i),
				errorUnless(d == len(x[0]), other, i, d, len(x[0])),
				checkSizes(fmt.Sprintf("x[%d]", i), p, "scale the points: divide by the largest"))
		}
	}
	return nil
}

// checkLength returns an error if a point of n features is not one of d, where
// 0 stands for any number.
func checkLength(n, d int) error {
	return errorUnless(d == 0 || n == d, "svm: a point of %d features, want %d", n, d)
}

// wantVectors panics on the first of xs that has not as many numbers as f wants
// of a vector.
func (f *Expansion[X]) wantVectors(xs []X) {
	if x, ok := any(xs).([][]float64); ok {
		wantFeatures(x, f.features())
	}
}

// features returns how many numbers f wants of a vector, or 0 for any number.
// If Scale does not say it, it is the length of Points if a part of Kernel
// takes only vectors of one length. To learn whether one does, we prepare a
// single point.
func (f *Expansion[X]) features() (d int) {
	f.wantTerms()
	if f.Scale != nil {
		d = f.Scale.features()
	}
	if d == 0 && len(f.Points) > 0 {
		d = prepare(f.Kernel, f.Points[:1]).features
	}
	return d
}

// # Speed: many values at once
//
// A Gram matrix, a prediction and a step of SMO need rows of kernel values. A
// row has the values k(aᵢ, xⱼ) of one point aᵢ with all points xⱼ. Eval would
// compute for each pair again what depends on one point only, and each addition
// in its sums would wait for the addition before.
//
// A kernel first prepares the points x: it computes what depends on the xⱼ
// alone, such as all ‖xⱼ‖². After that it can make the rows of any points a.
// Many rows are made in tiles, blocks of at most 32 rows and 256 columns.
// TestRowsAreEvalPairByPair compares rows with Eval.
//
// Inner products are made by the fast loop of linalg.go, which multiplies all
// coordinates, or, where most coordinates are 0, by lists of the others: see
// "Sparse rows".
//
// Numbers from experience: testdata/measurements.md says what others cost.
const (
	tileRows    = 32  // rows made together: what depends on x is read once for all
	tileColumns = 256 // values of a row in a tile: a position in it fits into a byte
	fewFeatures = 8   // up to here differences beat inner products, the fast loop beats lists
	listedWork  = 3   // a multiply-add by lists takes as long as so many of the fast loop
)

// evalWork and formulaWork say how long a kernel value takes, in multiply-adds.
// From worthSharing multiply-adds on, several processors share the work.
const evalWork = 10_000 // of a user's Eval, a guess: 27 values reach worthSharing
const formulaWork = 10  // of a value from its inner product: measured 8 (a cube), 9 (exp)

// A tileMaker sets dst[i][j−lo] to the kernel value of a[i] and x[j], for all i
// and for lo ≤ j < hi. The points x were given to prepare, and the a to rowsOf.
// Several processors call it at a time, for different dst.
type tileMaker func(dst [][]float64, lo, hi int)

// prepared makes kernel values of any points with n points x.
type prepared[X any] struct {
	n        int
	work     float64               // of a value, in multiply-adds
	slow     bool                  // a part is a user's or Substrings: see eachTile
	features int                   // of a point; 0 if points of any length will do
	rowsOf   func(a []X) tileMaker // of the values k(a[i], x[j])
}

// eachTile makes the rows of the points a, and calls take(i, lo, tile) for each
// tile, where tile[r][c] is the kernel value of a[i+r] and x[lo+c]. Tiles of
// the same rows come at the same time, on all processors. They have different
// columns, so that take needs no lock for what belongs to these. Tiles of later
// rows come later.
//
// Of row r the first min(n, first + r) values are wanted: with first = 1 and
// a = x the lower triangle of a Gram matrix, with first = n all values. Before
// each block of rows, ask is called with the number of wanted values, as by a
// watch of svm.go. If ask returns an error, eachTile ends with it.
func (r prepared[X]) eachTile(a []X, first int, ask func(values int, slow bool) error,
	take func(i, lo int, tile [][]float64)) error {
	block := tileRows
	if r.slow {
		block = 1
	}
	for i := 0; i < len(a); i += block {
		end := min(i+block, len(a))
		n, wanted := min(r.n, first+end-1), 0 // n of the last of these rows
		for row := i; row < end; row++ {
			wanted += min(r.n, first+row)
		}
		if err := ask(wanted, r.slow); err != nil {
			return err
		}
		fill, work := r.rowsOf(a[i:end]), float64(end-i)*r.work
		shareParts(n, r.partLength(tileColumns), work, func(lo, hi int) {
			space := tileSpace.Get().([][]float64)
			defer tileSpace.Put(space)
			tile := cutRows(space[:end-i], 0, hi-lo)
			fill(tile, lo, hi)
			take(i, lo, tile)
		})
	}
	return nil
}

// tileSpace lends storage for tiles. New memory, which Go first fills with
// zeros, would take longer than a tenth of a quick tile.
var tileSpace = sync.Pool{New: func() any { return NewMatrix(tileRows, tileColumns).rows() }}

// neverStop answers ask where nobody counts the values, or may stop them.
func neverStop(int, bool) error { return nil }

// partLength returns how many values of a row one processor makes at a time.
// They take worthSharing multiply-adds, but are at least one and at most
// length, also for Constant, whose r.work is 0.
func (r prepared[X]) partLength(length int) int {
	return max(1, min(length, int(worthSharing/(1+r.work))))
}

// row returns the row of a. Its pieces may have more than 256 columns, since no
// tile has to hold them.
func (r prepared[X]) row(a X) []float64 {
	row, fill := make([]float64, r.n), r.rowsOf([]X{a})
	shareParts(r.n, r.partLength(r.n), r.work, func(lo, hi int) {
		fill([][]float64{row[lo:hi]}, lo, hi)
	})
	return row
}

// An ownKernel is a kernel of this package. Its check says what is wrong with
// the parameters or the points, and its prepare is the fast way to make rows.
type ownKernel[X any] interface {
	check(x []X) error
	prepare(x []X) prepared[X]
}

// ownMethods returns k as a T, which is ownKernel[X] or RowKernel[X], and
// whether it has these methods as its own. A struct that embeds a type has not,
// because a type that embeds Gaussian and replaces Eval has the check and
// prepare of Gaussian, but other values.
func ownMethods[T any](k any) (v T, ok bool) {
	v, ok = k.(T)
	t := reflect.TypeOf(k)
	if ok && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for i := 0; ok && t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		ok = !t.Field(i).Anonymous
	}
	return v, ok
}

// prepare returns what makes the kernel values of any points with the points x:
// by the method prepare of a kernel of this package, by the functions that Row
// of a user's [RowKernel] returns, or by calls of Eval. Without points x there
// is nothing to make, and our own methods prepare, which read x[0], are not
// called.
func prepare[X any](k Kernel[X], x []X) (r prepared[X]) {
	if own, ok := ownMethods[ownKernel[X]](k); ok && len(x) > 0 {
		r = own.prepare(x)
	} else {
		value := func(a X) func(b X) float64 { return func(b X) float64 { return k.Eval(a, b) } }
		if rows, ok := ownMethods[RowKernel[X]](k); ok {
			value = rows.Row
		}
		r = oneByOne(x, evalWork, value)
	}
	r.n = len(x)
	return r
}

// oneByOne makes rows of a slow kernel, given a function like Row, and the work
// of a value.
func oneByOne[X any](x []X, work float64, row func(a X) func(b X) float64) prepared[X] {
	return prepared[X]{work: work, slow: true, rowsOf: func(a []X) tileMaker {
		value := mapped(a, row)
		return func(dst [][]float64, lo, hi int) {
			for i, row := range dst {
				for j, b := range x[lo:hi] {
					row[j] = value[i](b)
				}
			}
		}
	}}
}

// prepare reads a text a once for a row of many values. Each takes |a||b|
// steps, which is length² for two texts of the mean length.
func (k Substrings) prepare(x []string) prepared[string] {
	length := mean(mapped(x, func(s string) float64 { return float64(len(s)) }))
	return oneByOne(x, length*length, k.row)
}

// fillGram sets entries of the Gram matrix g. For a whole matrix, from is 0,
// and more is empty. In a block of [SMO], points that stay come first, and
// their values with each other are kept. Only the points x[from:] are new. We
// set their values with each other and with the points of the list more, whose
// indices are below from, and mirror each.
//
// The rows belong to the points from, from + 1, … and then to those in more,
// the columns to the points x[from:]. With three columns, from = 2, and 0 and 1
// in more, the values × are wanted:
//
//	                   column 0  1  2
//	row 0, of point 2         ×
//	row 1, of point 3         ×  ×
//	row 2, of point 4         ×  ×  ×
//	row 3, of point 0         ×  ×  ×
//	row 4, of point 1         ×  ×  ×
//
// In row r these are the columns c ≤ r, in the last rows all. A tile begins at
// row i and column lo: its entry (l, j) has r = i + l and c = lo + j.
func fillGram[X any](g [][]float64, from int, more []int, k Kernel[X], x []X,
	ask func(values int, slow bool) error) error {
	numbers := append(upTo(len(x))[from:], more...)
	r := prepare(k, x[from:])
	return r.eachTile(pick(x, numbers), 1, ask, func(i, lo int, tile [][]float64) {
		for l, row := range tile {
			copy(g[numbers[i+l]][from+lo:], row[:min(len(row), max(0, i+l+1-lo))]) // c ≤ r
		}
		// No other tile writes these entries: tiles have different rows or
		// columns, and on both sides of the diagonal each pair occurs once.
		for j := range tile[0] { // the mirror image of column c: from row r = c on
			for l := max(0, lo+j-i); l < len(tile); l++ {
				g[from+lo+j][numbers[i+l]] = tile[l][j]
			}
		}
	})
}

// gramOf is [Gram] without the checks of its input; it checks each value. For
// ask see eachTile.
func gramOf[X any](k Kernel[X], x []X, ask func(int, bool) error) (*Matrix, error) {
	gram := NewMatrix(len(x), len(x))
	err := fillGram(gram.rows(), 0, nil, k, x, ask)
	for i := 0; i < len(x) && err == nil; i++ {
		err = checkRow(k, i, gram.Row(i)[:i+1])
	}
	return orError(gram, err)
}

// sums returns Σ cᵢk(xᵢ, x) for each x. For Linear, dots makes the inner
// products of the plane w with all x. For other kernels addRows adds cᵢ times
// the row of xᵢ, which has its values with all xs.
func (f *Expansion[X]) sums(xs []X) []float64 {
	v := make([]float64, len(xs))
	if w := f.plane(); w != nil {
		z := any(xs).([][]float64)
		wantFeatures(z, len(w))
		dots([][]float64{v}, [][]float64{w}, z)
		return v
	}
	prepare(f.Kernel, xs).eachTile(f.Points, len(xs), neverStop, func(i, lo int, tile [][]float64) {
		addRows(f.Coef[i:i+len(tile)], tile, v[lo:])
	})
	return v
}

// # Rows of combinations
//
// A combination makes the rows of its parts, and combines them entry by entry:
// a sum adds them, and a product multiplies them.

func (k Sum[X]) prepare(x []X) prepared[X] {
	return combined(k, x, 0, func(row, term []float64) { axpy(1, term, row) })
}

func (k Product[X]) prepare(x []X) prepared[X] { return combined(k, x, 1, timesRow) }

func (k Scaled[X]) prepare(x []X) prepared[X] {
	return combined([]Kernel[X]{k.Kernel}, x, k.Factor, timesRow)
}

// combined makes the rows of a combination. Each row begins as n copies of the
// number start. Then combine adds the row of each part in turn, or multiplies
// by it. For example, Scaled{2, k} begins with 2, 2, 2, and multiplies by the
// values of k.
func combined[X any](k []Kernel[X], x []X, start float64,
	combine func(row, term []float64)) prepared[X] {
	var r prepared[X]
	parts := mapped(k, func(p Kernel[X]) prepared[X] { return prepare(p, x) })
	for _, p := range parts {
		r.work += p.work
		r.slow = r.slow || p.slow
		r.features = max(r.features, p.features)
	}
	begin := scaled(ones(len(x)), start) // a row of n equal numbers: to copy it is fastest
	r.rowsOf = func(a []X) tileMaker {
		fills := mapped(parts, func(p prepared[X]) tileMaker { return p.rowsOf(a) })
		return func(dst [][]float64, lo, hi int) {
			term := NewMatrix(len(a), hi-lo).rows() // not of tileSpace: a row may be longer
			for _, row := range dst {
				copy(row, begin[lo:hi])
			}
			for _, fill := range fills {
				fill(term, lo, hi)
				for i, row := range term {
					combine(dst[i][:hi-lo], row)
				}
			}
		}
	}
	return r
}

func (k Constant[X]) prepare(x []X) prepared[X] { return combined(nil, x, float64(k), timesRow) }

// squaredNorms returns k(x, x) = ‖φ(x)‖² of each of the points, which are
// finite, so that the Gaussian is 1 without a call of its Eval.
func squaredNorms[X any](k Kernel[X], x []X, work float64) []float64 {
	if _, ok := any(k).(Gaussian); ok {
		return ones(len(x))
	}
	return withItself(k, x, work)
}

// withItself returns k(x, x) of each point by Eval, where work is that of one
// value.
func withItself[X any](k Kernel[X], x []X, work float64) []float64 {
	v := make([]float64, len(x))
	share(len(x), work, func(i int) { v[i] = k.Eval(x[i], x[i]) })
	return v
}

// features stays 0, because that of r counts the numbers of an image φ(x), and
// tells nothing of the points x.
func (k pullback[X, Z]) prepare(x []X) prepared[X] {
	r := prepare(k.k, mapped(x, k.phi))
	return prepared[X]{work: r.work, slow: r.slow, rowsOf: func(a []X) tileMaker {
		return r.rowsOf(mapped(a, k.phi))
	}}
}

func (k Precomputed) prepare(x []int) prepared[int] {
	return prepared[int]{work: 1, rowsOf: func(a []int) tileMaker {
		return func(dst [][]float64, lo, hi int) {
			for i, p := range a {
				row := k.K.Row(p)
				for j, q := range x[lo:hi] {
					dst[i][j] = row[q]
				}
			}
		}
	}}
}

// # Rows by formulas
//
// Some kernels are formulas of the values of another kernel. Polynomial,
// PowerSum and Cosine are formulas of a·b, ‖a‖² and ‖b‖², which are values of
// Linear. Normalized is the formula of Cosine with the values of any kernel. We
// therefore make a row in two steps. For example, let the kernel be (1 + a·b)²,
// and a row be that of a = (1, 2) with the points (1, 0) and (0, 3):
//
//	values of Linear    1, 6     by the fast loop of linalg.go, or by lists: see "Sparse rows"
//	the formula         4, 49    (1 + 1)² and (1 + 6)²
//
// The Gaussian is a formula of inner products, too, but one that cannot always
// be trusted: see "The Gaussian without differences".

// prepare makes inner products by the fast loop, or by lists where these pay.
func (k Linear) prepare(x [][]float64) prepared[[]float64] {
	d := len(x[0])
	wantFeatures(x, d)
	byLoop := func(a [][]float64) tileMaker {
		wantFeatures(a, d)
		return func(dst [][]float64, lo, hi int) {
			inParts(hi-lo, tileB, func(from, to int) { // so many stay in the cache
				dotsTile(dst, a, x[lo+from:lo+to], from)
			})
		}
	}
	// Nearly all who ask for these values put them into a formula, and so
	// formulaWork is counted here, once for all of them.
	work := float64(d) + formulaWork
	return orByLists(x, prepared[[]float64]{work: work, features: d, rowsOf: byLoop})
}

// ofValues makes rows of a kernel that is a formula of another kernel k. The
// function value is given k(a, b), k(a, a) and k(b, b). The k(x, x) of the
// points x are made once for all rows, and each k(a, a) once for its row. They
// are few, and Evaluations leaves them out.
func ofValues[X any](k Kernel[X], x []X, value func(ab, aa, bb float64) float64) prepared[X] {
	r := prepare(k, x)
	xx := withItself(k, x, r.work)
	rowsOf := r.rowsOf
	r.rowsOf = func(a []X) tileMaker {
		fill, aa := rowsOf(a), withItself(k, a, r.work)
		return func(dst [][]float64, lo, hi int) {
			fill(dst, lo, hi)
			for i, row := range dst {
				row, aa, xx := row[:hi-lo], aa[i], xx[lo:hi]
				for j, v := range row {
					row[j] = value(v, aa, xx[j])
				}
			}
		}
	}
	return r
}

func (k Normalized[X]) prepare(x []X) prepared[X] { return ofValues(k.Kernel, x, normalised) }

func (k Polynomial) prepare(x [][]float64) prepared[[]float64] {
	return ofValues(Linear{}, x, func(ab, _, _ float64) float64 {
		return power(k.R+float64(k.Gamma*ab), k.Degree)
	})
}

// # The Gaussian without differences
//
// The fast loop gives inner products, and these give the squared distance too:
//
//	‖a − b‖² = ‖a‖² + ‖b‖² − 2a·b                                                     (distance)
//
// But inner products lose the distance of points that are far from the origin.
// For example, let a = 10⁸ and b = 10⁸ + 1 be points with one feature. ‖a‖² and
// ‖b‖² are near 10¹⁶, where float64s are 2 apart, and (distance) gives 0 in
// place of 1. With γ = 1 the kernel value would be 1, and it is e⁻¹ = 0.37.
//
// We do two things about it. First, if points are far from the origin, a point
// in their middle is subtracted from all of them, which changes no a − b.
// Second, for each value we test whether its inner products can be trusted. If
// not, Eval makes the value from the differences of coordinates.
//
// How wrong can a value be? Three numbers say it:
//
//	t = γ‖a − b‖²           the exponent
//	k = e⁻ᵗ                 the kernel value
//	h = γ(‖a‖² + ‖b‖²)      the size of the terms of (distance), times γ
//
// For points of d features the computed t is wrong by at most (2d + 3)ε·h, to
// first order in ε. In units of ε·h it is the sum of
//
//	d roundings    in the norms, of the size h
//	d roundings    in 2a·b, which is at most ‖a‖² + ‖b‖²
//	3              in the two sums, of the sizes h and 2h
//
// An error u of t moves k by about u·k, so that a small k hides the error.
// Hence k is wrong by about (2d + 3)ε·h·k. We trust k if two conditions hold:
//
//	h·k ≤ 16     the error of k is then at most (32d + 48)ε
//	h ≤ 10¹¹     the k of the first condition is not tiny only by error
//
// For example, for h = 2·10⁶ we trust k = e⁻²⁰, because h·k is 0.004, but not
// k = e⁻⁵, because h·k is 13,000.
//
// Why the second condition? The k that we test is the computed one. If t were
// wrong by 10, a k that looks tiny could be e¹⁰ times as large. For h ≤ 10¹¹
// and up to 45,000 features t is wrong by at most 1, so that a k that looks
// tiny is tiny.
//
// Two other errors are small: that of expAll, (3 + 3t)ε·k ≤ 3ε, and that of
// subtracting the middle, which rounds coordinates, at most 7ε. With
// (32d + 48)ε all this is less than the 32(d + 4)ε that [Gaussian] promises.
//
// Rounding may also make (distance) negative, −v. Then we take v, which is no
// farther from the true ‖a − b‖² ≥ 0. Up to fewFeatures, 8, rows are made from
// differences, which need none of this.

func (k Gaussian) prepare(x [][]float64) prepared[[]float64] {
	d := len(x[0])
	wantFeatures(x, d)
	if d > fewFeatures {
		return k.byProducts(x)
	}
	// Row f has feature f of all points, so that addSquares reads in order. If
	// d is odd, the last feature is paired with a row of zeros.
	feature := append(FromRows(x).T().rows(), make([]float64, len(x)))
	work := float64(d) + formulaWork
	return prepared[[]float64]{work: work, features: d, rowsOf: func(a [][]float64) tileMaker {
		wantFeatures(a, d)
		return func(dst [][]float64, lo, hi int) {
			for i, q := range a {
				var p [fewFeatures]float64 // q and zeros: p[d] is read if d is odd
				copy(p[:], q)
				s := dst[i][:hi-lo]
				clear(s)
				for f := 0; f < d; f += 2 { // so that s is read and written half as often
					addSquares(s, p[f], feature[f][lo:hi], p[f+1], feature[f+1][lo:hi])
				}
				expAll(s, k.Gamma) // s[j], now ‖q − x[lo+j]‖², becomes exp(−γs[j])
			}
		}
	}}
}

// addSquares adds (u − xⱼ)² + (v − yⱼ)² to s[j].
func addSquares(s []float64, u float64, x []float64, v float64, y []float64) {
	x, y = x[:len(s)], y[:len(s)]
	for j := range s {
		a, b := u-x[j], v-y[j]
		s[j] += float64(a*a) + float64(b*b)
	}
}

// byProducts makes rows from inner products. If some point p has γ‖p‖² > 8, the
// middle of the points is first subtracted from all, so that h depends on how
// far they spread, and not on where they are. Otherwise h is at most 8 + 8
// among these points, and all values are trusted. Eval is given the points as
// they are.
func (k Gaussian) byProducts(x [][]float64) prepared[[]float64] {
	d := len(x[0])
	norms := func(x [][]float64) []float64 { return withItself(Linear{}, x, float64(d)) }
	y, yy, middle := x, norms(x), []float64(nil)
	if k.Gamma*maxAbs(yy) > 8 {
		middle = medianPoint(x)
		y = shifted(x, middle, d) // points with d coordinates each
		yy = norms(y)
	}
	r, largest := Linear{}.prepare(y), maxAbs(yy)
	return prepared[[]float64]{work: r.work, features: d, rowsOf: func(a [][]float64) tileMaker {
		b := shifted(a, middle, d)
		fill, bb := r.rowsOf(b), norms(b)
		return func(dst [][]float64, lo, hi int) {
			fill(dst, lo, hi)
			for i, p := range a {
				// For most rows one test tells that all values can be trusted.
				// If the largest h is at most 16, h·k is too, because k ≤ 1.
				trusted := k.Gamma*(bb[i]+largest) <= 16
				k.fromProducts(dst[i][:hi-lo], bb[i], yy[lo:hi], trusted, p, x[lo:hi])
			}
		}
	}}
}

// fromProducts replaces the inner products s[j] of a with points x[j] by kernel
// values, given aa = ‖a‖² and xx[j] = ‖x[j]‖² of the points minus the middle.
// Unless all values are trusted, Eval makes those that are not, also where h is
// NaN or ∞.
func (k Gaussian) fromProducts(s []float64, aa float64, xx []float64, trusted bool,
	a []float64, x [][]float64) {
	xx = xx[:len(s)]
	for j, v := range s {
		s[j] = math.Abs(aa + xx[j] - 2*v) // (distance)
	}
	expAll(s, k.Gamma)
	for j := 0; j < len(s) && !trusted; j++ {
		if h := k.Gamma * (aa + xx[j]); !(h*s[j] <= 16 && h <= 1e11) {
			s[j] = k.Eval(a, x[j])
		}
	}
}

// # A table for the exponential
//
// For a Gaussian of few features, most of the work is exp(−cs), with c = γ and
// s = ‖a − b‖². Let u = −cs·2048/ln 2, n the integer nearest to u, and
// l = ln 2/2048. Then
//
//	exp(−cs) = 2^(u/2048) = 2^(n/2048)·e^(lr),  r = u − n,  |r| ≤ ½                  (reduction)
//
// For e^(lr) we take its Taylor polynomial of degree 3. It leaves out about
// (lr)⁴/24 < 4·10⁻¹⁷, which is less than ½ε.
//
// For 2^(n/2048) we write n = 2048m + i, with 0 ≤ i < 2048. For example, −3 is
// 2048·(−1) + 2045. Then 2^(n/2048) is 2^(i/2048), which stands in a table of
// 2048 numbers, times 2^m, which adds m to the exponent field of a float64. The
// field begins at bit 52, and so m<<52 is added to the bits. As n − i is 2048m,
// and 2048 is 2¹¹, this is (n − i)<<41. The table has i<<41 subtracted already,
// so that only n<<41 is left to add. Unsigned integers do all this modulo 2⁶⁴,
// also for a negative n.
//
// To round u, we add magic = 1.5·2⁵². From 2⁵² to 2⁵³ the float64s are the
// integers, and so magic + u is rounded to magic + n. There the bits of a
// float64, read as an integer, go up by 1 whenever it does. Hence
// bits(magic + n) is bits(magic) + n. As the bits of magic end in 51 zeros, the
// last 11 bits of the sum are those of n, and these are i. In the same way
// <<41, which leaves the last 23 bits, gives n<<41. For u = −3.2,
//
//	magic − 3 = 0x4337FFFFFFFFFFFD in bits      n = −3, m = −1
//	last 11 bits, %2048                         0x7FD = 2045 = i
//	<<41                                        0xFFFFFA0000000000 = −3<<41
//	−2045<<41, in the table, and −3<<41         −2048<<41 = −1<<52

// exp2Table holds the bits of 2^(i/2048), less i<<41.
var exp2Table = func() (t [2048]uint64) {
	for i := range t {
		t[i] = math.Float64bits(math.Exp2(float64(i)/2048)) - uint64(i)<<41
	}
	return t
}()

// nearest returns the bits of magic + n, where n is the integer nearest to u,
// and r = u − n, for |u| < 2⁵¹. Both differences are exact.
func nearest(u float64) (bits uint64, r float64) {
	const magic = 0x1.8p52
	rounded := u + magic
	return math.Float64bits(rounded), u - (rounded - magic)
}

// expAll replaces each s ≥ 0 by exp(−cs), for c ≥ 0. The relative error is at
// most 3ε, and 3cs·ε more for the three roundings of u. The 3ε are 1.11ε of an
// entry of the table, measured for all of them, ε of the last sum, t + tp, and
// ½ε of the polynomial. From cs = 700 on, math.Exp makes the result, because
// the least number that fits the exponent field is 2⁻¹⁰²² ≈ e⁻⁷⁰⁸.
func expAll(s []float64, c float64) {
	const l = math.Ln2 / 2048
	perLn2, limit := -c*(2048/math.Ln2), 700/c
	for j, v := range s {
		if !(v < limit) { // or v is NaN
			s[j] = math.Exp(-c * v)
			continue
		}
		bits, r := nearest(float64(v * perLn2))                         // u = v·perLn2
		t := math.Float64frombits(exp2Table[bits%2048] + bits<<41)      // 2^(n/2048)
		p := float64(r * (l + float64(r*(l*l/2+float64(r*(l*l*l/6)))))) // e^(lr) − 1
		s[j] = t + float64(t*p)                                         // (reduction)
	}
}

// # Sparse rows
//
// The index of a book lists for each word its pages. Where most coordinates are
// 0, we list for each feature the points x that have it. A point a then goes
// through the lists of its own features, and adds to the sums of the points
// there. This is one multiply-add for each feature that a and x have in common,
// but takes listedWork times as long as one of the fast loop, which reads in
// order.
//
// For example, number the points (2, 0, 1), (0, 0, 3) and (5, 0, 0) from 0 on.
// Their lists are
//
//	feature 1    2 of point 0, 5 of point 2
//	feature 2    none
//	feature 3    1 of point 0, 3 of point 1
//
// Let a be (10, 1, 100). The list of feature 1 adds 10·2 to the sum of point 0,
// and 10·5 to the sum of point 2. The list of feature 3 adds 100·1 to that of
// point 0 and 100·3 to that of point 1. The inner products are 120, 300 and 50.
//
// The points are cut into runs of 256, tileColumns, and each run has lists of
// its own, because a position within a run fits into a byte, and the sums of a
// run into the first cache. All lists stand one behind the other. Counted from
// 0, the list of feature f in run t begins at start[t·d + f] for d features,
// and ends where the next one begins.
//
// Each sum of products runs over the features in order, as in Dot, and has the
// same bits. The products that lists leave out are +0 or −0, which change
// nothing, since our sums start at +0 and are never −0. NaN times 0 and ∞ times
// 0 are not 0, and therefore the fast loop makes the rows if a point has NaN or
// ∞.

// orByLists returns what makes the inner products of other points with the
// points x: byLoop, or lists of what is not 0 where these pay. They pay if
// listedWork times the mean number of features that two points have in common
// is at most that of all. A sample of 16 points tells the mean: if the fraction
// have[f] of it has feature f, two points both have it with the chance
// have[f]². A wrong guess costs only time.
func orByLists(x [][]float64, byLoop prepared[[]float64]) prepared[[]float64] {
	d, have := len(x[0]), make([]float64, len(x[0]))
	sampled := pick(x, sample(upTo(len(x)), 16))
	for _, p := range sampled {
		for _, f := range nonzero(p) {
			have[f] += 1 / float64(len(sampled))
		}
	}
	common := Dot(have, have)
	if d > fewFeatures && listedWork*common <= float64(d) {
		entries := 1.25 * sum(have) * float64(len(x)) // of all lists, and some to spare
		l := listFeatures(x, int(entries), byLoop.rowsOf)
		if badEntry(l.value) < 0 {
			// listedWork is left out, since work only says what is worth
			// sharing, and a factor of 3 does no harm there.
			return prepared[[]float64]{work: common + formulaWork, features: d, rowsOf: l.rowsOf}
		}
	}
	return byLoop
}

// featureLists list the points of each run by their features.
type featureLists struct {
	d        int                           // features
	byLoop   func(a [][]float64) tileMaker // for points with NaN or ∞
	value    []float64                     // of all lists, one behind the other
	position []byte                        // within the run, of the point that has the value
	start    []int                         // where each list starts, and the end
}

// listFeatures lists the points y by their features. It makes memory for this
// number of entries, and append for more.
func listFeatures(y [][]float64, entries int, byLoop func(a [][]float64) tileMaker) *featureLists {
	value, position := make([]float64, 0, entries), make([]byte, 0, entries)
	d, start := len(y[0]), []int(nil)
	for ; len(y) > 0; y = y[min(tileColumns, len(y)):] { // run by run
		for f := range d {
			start = append(start, len(value))
			for j, p := range y[:min(tileColumns, len(y))] {
				if p[f] != 0 {
					value, position = append(value, p[f]), append(position, byte(j))
				}
			}
		}
	}
	return &featureLists{d, byLoop, value, position, append(start, len(value))}
}

// rowsOf makes the inner products of the points a with those listed.
//
// A tile may begin and end amid a run. Then the sums of the whole run are made,
// and only those from lo to hi − 1 are copied.
func (l *featureLists) rowsOf(a [][]float64) tileMaker {
	wantFeatures(a, l.d)
	listed := mapped(a, nonzero) // the features of each point that are not 0
	for i, p := range a {
		if slices.ContainsFunc(listed[i], func(f int) bool { return !finite(p[f]) }) {
			return l.byLoop(a) // NaN and ∞ are not 0, and so they are listed
		}
	}
	return func(dst [][]float64, lo, hi int) {
		for from, to := lo, lo; from < hi; from = to { // run by run, to is set below
			t, first := from/tileColumns, from-from%tileColumns
			to = min(first+tileColumns, hi)
			for i, p := range a {
				var sums [tileColumns]float64 // a byte is always in range
				for _, f := range listed[i] {
					u, ends := p[f], l.start[t*l.d+f:] // where the list begins, and the next
					position := l.position[ends[0]:ends[1]]
					// [:len(position)] says that each position[e] exists.
					for e, v := range l.value[ends[0]:ends[1]][:len(position)] {
						sums[position[e]] += float64(u * v)
					}
				}
				copy(dst[i][from-lo:to-lo], sums[from-first:])
			}
		}
	}
}
