// SPDX-License-Identifier: MIT

// pegasos.go learns from one point at a time, by small steps downhill. There
// are n points xᵢ with labels yᵢ, +1 or −1. We look for a vector of weights, w,
// such that the dot product ⟨w, xᵢ⟩ has the sign yᵢ. We even want yᵢ⟨w, xᵢ⟩ to
// be at least 1. What is missing to 1 is the loss of point i.
//
// We also want w to be short, because the points x with −1 < ⟨w, x⟩ < 1 form a
// street between the labels. To get from ⟨w, x⟩ = 0 to 1 one has to go 1/‖w‖
// far, as svm.go shows. Hence the shorter w is, the wider is the street. A
// number λ > 0 of our choice says how much the length of w counts. We minimise
//
//	F(w) = λ‖w‖² + (1/n) Σ max(0, 1 − yᵢ⟨w, xᵢ⟩)                                     (objective)
//
// in steps that use one point each, or all points. The gradient of a function
// is the vector of its derivatives by the entries of w. For each derivative one
// entry moves, and the others stay. A step u that is short changes the function
// by about the dot product of u and the gradient. Of all u of one length, this
// product is largest along the gradient. Hence the function rises fastest along
// the gradient, and a step goes against it.
//
// Other methods of the lectures (testdata/lectures.md) follow, which go down
// other functions: perceptrons, least squares, softmax and logistic regression.
//
// Descent reaches a rough answer quickly and a good one slowly. For a good
// answer use smo.go. For a stream, or for more points than fit in memory, use a
// [Pegasos].
//
// A first reading can end after "The plain method".
//
// # Three steps by hand
//
// Take the four points of svm.go, and λ = 1. Each point gets the constant 1 as
// its last feature. The weight of this feature is b, so that f(x) is ⟨w, x⟩.
//
//	i    xᵢ           yᵢ
//	1    (3, 3, 1)    +1
//	2    (5, 4, 1)    +1
//	3    (1, 1, 1)    −1
//	4    (0, 1, 1)    −1
//
// What do we know of the best w? If all parts of F had a gradient there, these
// would add up to 0. The gradient of λ‖w‖² is 2λw. A loss 1 − y⟨w, x⟩ has the
// gradient −yx. Beyond the edge the loss is 0, and so is its gradient. On the
// edge the loss bends, and any vector between −yx and 0 may stand for its
// gradient ("The objective"). At the best w one choice of these vectors cancels
// 2λw. In other words, 2λw is the mean of n vectors, one from each point:
//
//   - yx, if y⟨w, x⟩ < 1. We call such a point a margin error;
//   - yx times a number in [0, 1], if y⟨w, x⟩ = 1. The point is on its edge;
//   - 0, if y⟨w, x⟩ > 1. The point is beyond its edge.
//
// A mean can be estimated from draws. To draw is to take one of the n points at
// random, each with the same chance. Each time the point drawn is a margin
// error of the present weights, we add its yx to a sum θ, which starts at 0.
//
// If the best w had judged which points are margin errors, θ divided by the
// number of draws would estimate 2λw. We do not know the best w, so the present
// weights judge. This is a guess, and "How near it comes" proves that it is
// good. It suggests the weights wₜ = θ/(2λt) for step t, which is θ/(2t) for
// λ = 1. There have been only t − 1 draws before step t. We divide by t all the
// same, since t − 1 is 0 at first.
//
// If the points 4, 2, 1 are drawn in this order, the steps are
//
//	t    θ             wₜ = θ/(2t)    drawn    y⟨wₜ, x⟩
//	1    (0, 0, 0)     (0, 0, 0)      4           0 < 1, so subtract (0, 1, 1) from θ
//	2    (0, −1, −1)   (0, −¼, −¼)    2        −5/4 < 1, so add (5, 4, 1)
//	3    (5, 3, 0)     (5/6, ½, 0)    1           4 ≥ 1, so θ stays
//
// The wₜ jump from draw to draw. Their mean is steadier, and is the result:
// w̄ = (5/18, 1/12, −1/12).
//
// At w = 0 each loss is 1, and so is F. From there F has fallen: at w̄ the
// losses are 0, 0, 23/18 and 1, and
//
//	F(w̄) = ‖w̄‖² + ¼·(23/18 + 1) = 59/648 + 41/72 = 107/162 = 0.660
//
// The minimum of F is 21/32 = 0.656, at w = (¼, ⅛, −⅛): see (free dual).
//
// # The plain method
//
// In lecture C, step t draws x_t, with the label y_t:
//
//	θ₁ = 0
//	for t = 1, …, T
//	    wₜ = θₜ/(2λt)
//	    draw a point uniformly from the n
//	    if y_t⟨wₜ, x_t⟩ < 1, a margin error: θₜ₊₁ = θₜ + y_t x_t
//	    else: θₜ₊₁ = θₜ
//	return the mean w̄ of w₁, …, w_T                                                 (procedure)
//
// This is stochastic gradient descent (SGD): stochastic because of the draws.
// Pegasos is its name in the paper. plainSGD in example_test.go is this
// program, and a first reading can end here.
//
// The program holds all iterates wₜ, which takes much memory. "One point at a
// time" needs only two sums. The program also holds all features, of which
// there may be infinitely many. "With a kernel" needs only kernel values.
//
// # Notation
//
// Up to "Least squares", the last entry of x is 1, and the last entry of w is
// b. To φ(x) no 1 is appended.
//
//	t, τ      a step, and an earlier step; T is the number of steps
//	x_t, y_t  the point drawn at step t and its label; xᵢ, yᵢ is point i
//	w̄         the mean of w₁, …, w_T; in (batch), a weighted mean
//	H_t       1 + ½ + … + 1/t
//	θ, Θ      the sums after the last step, see (mean); θᵢ and Θᵢ are their coefficients of
//	          φ(xᵢ), so this index is a point, not a step
//	βᵢ        the coefficient of k(xᵢ, ·), as in svm.go; β̄ᵢ is its mean over the steps
//	αᵢ        a multiplier, as in svm.go
//	F, ℓᵢ     the objective, and the loss of point i; ξᵢ is its loss at w*
//	w*        the minimiser of F
//	R²        max‖xᵢ‖², with the constant feature
//	E, ε      the mean over the draws; 2⁻⁵³
//	ρₜ, η     the rate of step t, and a rate that is the same in all steps
//
// # The objective
//
// The procedure minimises the F of (objective). Since b is an entry of w, λ‖w‖²
// contains λb², which pulls b towards 0. Without λb², F would be the objective
// (primal) of svm.go divided by Cn, with C = 1/(2λn).
//
// How near is a w to the minimum? A lower bound of F shows it. Choose an αᵢ for
// each point, 0 ≤ αᵢ ≤ 1/(2λn). Then 2λαᵢ ≤ 1/n, so that the loss of point i,
// divided by n, is at least 2λαᵢ(1 − yᵢ⟨w, xᵢ⟩). With v = Σ αᵢyᵢxᵢ,
//
//	F(w) ≥ λ‖w‖² + 2λΣ αᵢ − 2λ⟨w, v⟩ = λ‖w − v‖² + 2λ(Σ αᵢ − ½‖v‖²)
//
// The last term does not contain w, so that it is a lower bound of F(w) for
// every w. This bound is the dual of svm.go, divided by Cn = 1/(2λ), without
// the condition Σ αᵢyᵢ = 0. The condition came from b, which had no square
// there, whereas here F contains λb². To find the best such bound, we
//
//	maximise    2λ(Σ αᵢ − ½‖Σ αᵢyᵢxᵢ‖²)
//	subject to  0 ≤ αᵢ ≤ 1/(2λn);   w = Σ αᵢyᵢxᵢ                                     (free dual)
//
// For the four points, α = (⅛, 0, ⅛, ⅛) solves it:
//
//	w = ⅛(3, 3, 1) − ⅛(1, 1, 1) − ⅛(0, 1, 1) = (¼, ⅛, −⅛)
//	dual value 2(3/8 − ½·3/32) = 21/32                  [2λ = 2, Σ αᵢ = 3/8, ‖w‖² = 3/32]
//	F(w) = 3/32 + ¼(5/4 + 1) = 21/32                    [the losses of points 3 and 4]
//
// Every dual value is at most every value of F. These two are equal, so that
// this w and this α are both optimal.
//
// Point 1, with ⟨w, x₁⟩ = 1, lies on its edge. There its loss has a kink, and
// no derivative. In place of a derivative we take a subgradient, the slope of a
// plane that touches ℓᵢ at w and is nowhere above ℓᵢ. It is a vector g with
// ℓᵢ(v) ≥ ℓᵢ(w) + ⟨g, v − w⟩ for all v. At the kink every vector between −yᵢxᵢ
// and 0 is a subgradient, and we take 0, as [HingeSubgradient] does:
//
//	∇ℓᵢ(w) = −yᵢxᵢ if yᵢ⟨w, xᵢ⟩ < 1, else 0
//	∇F(w) = 2λw + (1/n) Σ ∇ℓᵢ(w)                                                   (subgradient)
//
// # Why the procedure goes down
//
// We put θₜ = 2λtwₜ into (procedure), and let ℓ be the loss of x_t:
//
//	2λ(t+1)wₜ₊₁ = θₜ₊₁ = 2λtwₜ − ∇ℓ(wₜ),   that is
//	wₜ₊₁ = (t/(t+1))wₜ − ρₜ∇ℓ(wₜ),   ρₜ = 1/(2λ(t+1))            [divided by 2λ(t+1)]
//	     = wₜ − ρₜ(2λwₜ + ∇ℓ(wₜ))                               [t/(t+1) = 1 − 2λρₜ]   (rate)
//
// Each of the n points is drawn with the probability 1/n, so that the mean of
// 2λwₜ + ∇ℓ(wₜ) over the draws is 2λwₜ + (1/n) Σ ∇ℓᵢ(wₜ), which is ∇F(wₜ). On
// average, therefore, a step is −ρₜ∇F(wₜ). It goes downhill.
//
// For example, step 2 of the three steps by hand begins at w₂ = (0, −¼, −¼),
// and its draw (5, 4, 1) is a margin error. With ρ₂ = 1/6 the second line gives
// w₃ = ⅔(0, −¼, −¼) + ⅙(5, 4, 1) = (5/6, ½, 0), as in the table.
//
// # How near it comes
//
// F is convex: it is nowhere below a plane that touches it. Therefore a short
// step along −∇F(wₜ) brings wₜ nearer to the minimiser w*, and the more so, the
// higher F(wₜ) is above F(w*). But no distance falls below 0. Hence F(wₜ)
// cannot be far above F(w*) in many steps.
//
// We look at one step t first, and then add up all steps. Let ℓ be the loss of
// the point drawn at step t, and Fₜ(w) = λ‖w‖² + ℓ(w), the F of this point
// alone. A subgradient of Fₜ at wₜ is vₜ = 2λwₜ + ∇ℓ(wₜ). By (rate) the step is
// wₜ₊₁ = wₜ − ρₜvₜ. Let R be the length of the longest point. Then neither vₜ
// nor w* is very long:
//
//	2λ‖wₜ‖ ≤ R,  so ‖vₜ‖ ≤ 2R      [wₜ = θ/(2λt), θ a sum of fewer than t points; ‖∇ℓ‖ ≤ R]
//	2λ‖w*‖ ≤ R                     [w* = Σ αᵢyᵢxᵢ with Σ αᵢ ≤ 1/(2λ), by (free dual)]
//
// We compare the two parts of Fₜ, and add:
//
//	ℓ(w*) ≥ ℓ(wₜ) + ⟨∇ℓ(wₜ), w* − wₜ⟩                    [ℓ is convex]
//	λ‖w*‖² = λ‖wₜ‖² + 2λ⟨wₜ, w* − wₜ⟩ + λ‖w* − wₜ‖²        [the square, written out]
//	Fₜ(w*) ≥ Fₜ(wₜ) + ⟨vₜ, w* − wₜ⟩ + λ‖w* − wₜ‖²          [the sum of both]
//
// The distances before and after the step give the inner product:
//
//	‖wₜ₊₁ − w*‖² = ‖wₜ − w*‖² − 2ρₜ⟨vₜ, wₜ − w*⟩ + ρₜ²‖vₜ‖²         [(rate)]
//
// Put ⟨vₜ, wₜ − w*⟩ into the sum above. With 1/(2ρₜ) = λ(t+1) and
// ½ρₜ‖vₜ‖² ≤ R²/(λ(t+1)), this is
//
//	Fₜ(wₜ) − Fₜ(w*) ≤ λ(t‖wₜ − w*‖² − (t+1)‖wₜ₊₁ − w*‖²) + R²/(λ(t+1))
//
// Sum over t. The square with wₜ₊₁ of each step cancels that of the next step.
// The first square remains, which is ‖w*‖² because w₁ = 0. The last square is
// subtracted, and may be left out:
//
//	Σₜ (Fₜ(wₜ) − Fₜ(w*)) ≤ λ‖w*‖² + (R²/λ)(H_{T+1} − 1)
//	                    ≤ (R²/λ)(1 + ln T)      [λ‖w*‖² ≤ R²/(4λ), 1/(T+1) ≤ ½, H_T ≤ 1 + ln T]
//
// The draws before step t determine wₜ, and the mean of Fₜ(wₜ) − Fₜ(w*) over
// draw t is F(wₜ) − F(w*). Therefore E Σₜ (F(wₜ) − F(w*)) has the same bound.
// By convexity, F(w̄) is at most the mean of the F(wₜ). Dividing by T, we get
//
//	E F(w̄) − F(w*) ≤ R²(1 + ln T)/(λT)                                               (nearness)
//
// The bound is δ if T = (1 + ln T)R²/(λδ), whatever the number n of points. For
// example, let the points be in the unit ball, so that R² is 2, and let λ be
// 0.01. For δ = 10⁻³ the bound needs T = 3.2·10⁶ steps, and for δ = 10⁻⁶ it
// needs 4.7·10⁹. For a δ as small as 10⁻⁶ use SMO. testdata/descent.svg plots F
// and this bound.
//
// # What to do with b
//
//   - Leave b out. The plane then has to pass through the origin.
//   - Make b a weight like the others, as here. Then (nearness) holds.
//   - Move b with the steps of w, but leave λb² out of F. The proof of
//     (nearness) does not hold then, since it needs the term λb². And if the
//     points are not centred, steps that shrink like 1/t move b too slowly:
//     TestThreeWaysToTreatB.
//
// # The code
//
//	Pegasos, SGD          (procedure) and (mean): Step is a step, Average is w̄
//	KernelSGD             (kernel); the type kernelSum holds the θᵢ and gⱼ
//	Subgradient           (batch); Hyperplane.Gradient is (subgradient)
//	Perceptron            the function perceptron is its loop, and that of KernelPerceptron
//	LeastSquaresGD        (descent); the function descend is its loop, and that of
//	KernelLeastSquaresGD  (dual descent)
//	Softmax, SoftmaxSGD   (softmax), (log loss); steps along (row gradient)
//
// linalg.go has a table of the helpers: "How this code is written".
//
// # Sources
//
// S. Shalev-Shwartz, Y. Singer, N. Srebro, A. Cotter, Pegasos: primal estimated
// sub-gradient solver for SVM (2011): the paper. Its §6 is on b.
//
// S. Shalev-Shwartz, S. Ben-David, Understanding Machine Learning (2014): §15.5
// is (procedure), with a λ twice ours; chapter 14 proves such bounds.
//
// S. Lacoste-Julien, M. Schmidt, F. Bach, A simpler approach to obtaining an
// O(1/t) convergence rate for the projected stochastic subgradient method
// (2012): the weighted mean.
//
// A. Novikoff, On convergence proofs on perceptrons (1962): (mistakes).
//
// # Exercises
//
//  1. To see how much the draws matter: make the three steps with the draws 2,
//     3, 1 (lecture C, "A Procedure for SGD on SVM"). TestThreeStepsOfSGDByHand
//  2. To see when a perceptron ends: which αᵢ does the kernel perceptron end
//     with on XOR, and why does the linear one not end (lecture P)?
//     ExampleKernelPerceptron
//  3. To see that only differences of scores matter: show that softmax with two
//     classes is logistic regression (lecture S, 4.5). How does a step on W
//     move w₁ − w₂? TestTwoClassesAreLogisticRegression

package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// # One point at a time
//
// To return the mean of the iterates wₜ, a [Pegasos] need not hold the wₜ, nor
// add them up. Two sums over the margin errors are enough. Let τ run over the
// steps whose point was a margin error:
//
//	w̄ = (1/T) Σₜ θₜ/(2λt) = (1/(2λT)) Σₜ (1/t) Σ_{τ<t} y_τ x_τ   [θₜ is the sum over τ < t]
//	  = (1/(2λT)) Σ_τ y_τ x_τ Σ_{τ<t≤T} 1/t                      [the order of summation changed]
//	  = (1/(2λT)) Σ_τ y_τ x_τ (H_T − H_τ)
//	  = (H_T θ − Θ)/(2λT),   θ = Σ_τ y_τ x_τ,   Θ = Σ_τ H_τ y_τ x_τ                       (mean)
//
// A step costs one inner product. At a margin error, step t also adds yx to θ,
// and H_t·yx to Θ. In the example by hand, with H₁ = 1, H₂ = 3/2 and H₃ = 11/6,
//
//	θ = −(0, 1, 1) + (5, 4, 1),   Θ = −1·(0, 1, 1) + (3/2)·(5, 4, 1)
//	w̄ = ((11/6)(5, 3, 0) − (15/2, 5, ½))/6 = (5/18, 1/12, −1/12)              [2λT = 6]
//
// # The paper
//
// The Pegasos of the paper minimises ½λ′‖w‖² + (1/n) Σ ℓᵢ, so that its λ′ is
// our 2λ. It differs from (procedure) in three ways:
//
//   - Its rate from wₜ to wₜ₊₁ is 1/(λ′t), hence wₜ₊₁ = θₜ₊₁/(λ′t). Any w₁ will
//     do, because the first step multiplies it by 0.
//   - It returns the last iterate.
//   - It may shorten each iterate to ‖w‖ ≤ 1/√λ′ = 1/√(2λ).
//
// It may shorten an iterate, because the ball of the radius r = 1/√(2λ)
// contains w*, and shortening brings w nearer to every point p of the ball. Let
// w be longer than r, and w′ the vector of length r in the same direction:
// w = cw′ with c > 1. Then
//
//	‖w − p‖² − ‖w′ − p‖² = (c² − 1)r² − 2(c − 1)⟨w′, p⟩             [w − w′ = (c − 1)w′]
//	                     ≥ (c² − 1)r² − 2(c − 1)r² = (c − 1)²r² > 0    [⟨w′, p⟩ ≤ r·r]
//
// The ball contains w*, because at the minimum F equals the dual value:
//
//	λ‖w*‖² + (1/n) Σ ξᵢ = 2λ Σ αᵢ − λ‖w*‖²
//
// Add λ‖w*‖² on both sides, and leave out the ξᵢ ≥ 0. Since Σ αᵢ ≤ n/(2λn),
//
//	2λ‖w*‖² ≤ 2λ Σ αᵢ ≤ 1,   that is, ‖w*‖ ≤ 1/√(2λ)                                     (ball)

// A Pegasos learns a plane from points one at a time. It minimises
//
//	F(w, b) = λ(‖w‖² + b²) + mean of max(0, 1 − y(⟨w, x⟩ + b))
//
// Set Lambda, call Step for each point, and take Average. [LambdaFromC] gives
// the Lambda for a C, and [ScanLIBSVM] reads a file point by point. Scale the
// features, and shuffle a file that is sorted by label. For one pass over T
// points, take λ ≥ 10·R²/T, with R² = max‖x‖² + 1. The bound of [SGD] is then
// at most (1 + ln T)/10, for T = 10,000 about 1, which is also F(0).
//
// A Pegasos holds 2(d+1) numbers, however many steps it makes. After the first
// step, do not copy it or change its Lambda. [encoding/gob] saves it in the
// middle of a stream, and what is loaded goes on with the same bits. To
// predict, save its Average.
type Pegasos struct {
	Lambda float64 // λ > 0, the weight of ‖w‖² + b² beside the mean loss: LambdaFromC

	// The state after the last step, for encoding/gob: do not change it.
	Clock         Clock
	Theta, ThetaH []float64 // θ and Θ, the entry of the constant feature last

	err error
}

// A Clock counts the steps of a [Pegasos], and sums H_t = 1 + ½ + … + 1/t.
type Clock struct {
	Steps float64 // t, exact below 2⁵³
	H     float64 // H_t, right to about tε
}

// next returns the clock a step later.
func (c Clock) next() Clock { return Clock{c.Steps + 1, c.H + 1/(c.Steps+1)} }

// mean returns one entry of (mean), from the entries of θ and Θ.
func (c Clock) mean(lambda, theta, thetaH float64) float64 {
	return (float64(c.H*theta) - thetaH) / (2 * lambda * c.Steps)
}

// Step makes a step with a point x and its label y. It returns f(x) of the
// plane f before the step, which Last returned, at first the plane 0.
//
// To see how learning goes, count the mistakes, where y·f(x) ≤ 0. Margin
// errors, where y·f(x) < 1, may become more while mistakes become fewer,
// because λ makes the planes smaller.
//
// On bad input Step changes nothing and returns NaN, as do all later calls, and
// Err says why.
func (p *Pegasos) Step(x []float64, y float64) (f float64) {
	p.err = cmp.Or(p.err, p.check(x, y))
	if p.err != nil {
		return math.NaN()
	}
	return p.stepUnchecked(x, y)
}

// stepUnchecked makes the step with a point that has been checked.
func (p *Pegasos) stepUnchecked(x []float64, y float64) (f float64) {
	d := len(x)
	if p.Theta == nil {
		p.Theta, p.ThetaH = make([]float64, d+1), make([]float64, d+1)
	}
	p.Clock = p.Clock.next()
	g := dot4(x, p.Theta[:d]) + p.Theta[d] // ⟨θₜ, x⟩
	if y*g < 2*p.Lambda*p.Clock.Steps {    // y⟨wₜ, x⟩ < 1, times 2λt
		p.add(x, y, y*p.Clock.H)
	}
	return g / (2 * p.Lambda * p.Clock.Steps) // ⟨wₜ, x⟩
}

// add adds yx to θ and yH·x to Θ, where x stands for (x, 1).
func (p *Pegasos) add(x []float64, y, yH float64) {
	d := len(x)
	theta, thetaH := p.Theta[:d], p.ThetaH[:d]
	for k, v := range x {
		theta[k] += y * v
		thetaH[k] += float64(yH * v)
	}
	p.Theta[d] += y
	p.ThetaH[d] += yH
}

// check says what is wrong with λ, y or x.
func (p *Pegasos) check(x []float64, y float64) error {
	switch { // cmp.Or would format the name of x at each step
	case checkPositive("lambda", p.Lambda) != nil:
		return checkPositive("lambda", p.Lambda)
	case math.Abs(y) != 1:
		return fmt.Errorf("svm: step %.0f: y = %g, want -1 or +1", p.Clock.Steps+1, y)
	case len(x) == 0:
		return fmt.Errorf("svm: step %.0f: x has no features", p.Clock.Steps+1)
	case p.checkState() != nil:
		return p.checkState()
	case p.Theta != nil && len(x) != len(p.Theta)-1:
		return fmt.Errorf("svm: step %.0f: x has %d features, before %d",
			p.Clock.Steps+1, len(x), len(p.Theta)-1)
	case firstOutside(x, numberExponent) >= 0:
		return checkSizes(fmt.Sprintf("step %.0f: point", p.Clock.Steps+1), x, "scale the points")
	}
	return nil
}

// Last returns the plane by which the next step will judge its point, at first
// the zero Hyperplane.
func (p *Pegasos) Last() Hyperplane {
	return p.plane(func(k int) float64 { return p.Theta[k] / (2 * p.Lambda * (p.Clock.Steps + 1)) })
}

// Average returns the mean of the planes by which the steps judged their
// points, those that Last returned before each step. Before the first step it
// is the zero Hyperplane.
//
// Take Average for predictions. It jumps less than Last, has the bound of
// [SGD], and mostly makes fewer mistakes, above all if some labels are wrong.
// But the early planes are huge, since step t divides by 2λt, and Average
// forgets them slowly. Up to about R²/(10λ) steps, with R² = max‖x‖² + 1, Last
// mostly has a smaller F (testdata/measurements.md).
func (p *Pegasos) Average() Hyperplane {
	return p.plane(func(k int) float64 { return p.Clock.mean(p.Lambda, p.Theta[k], p.ThetaH[k]) })
}

// plane returns the (w, b) with these entries, or zero before the first step.
func (p *Pegasos) plane(entry func(k int) float64) Hyperplane {
	panicOn(p.checkState())
	if p.Clock.Steps == 0 {
		return Hyperplane{}
	}
	return toPlane(each(len(p.Theta), entry))
}

// toPlane returns the plane of a vector that holds w, and b as its last entry.
func toPlane(w []float64) Hyperplane {
	d := len(w) - 1
	return Hyperplane{w[:d:d], w[d]}
}

// Err returns what was wrong with the first bad input of Step, or nil. Call it
// on a Pegasos from a file, too: if its Theta and ThetaH do not belong
// together, Err says so, and Last and Average panic.
func (p *Pegasos) Err() error { return cmp.Or(p.err, p.checkState()) }

// checkState returns an error if no steps can have led to this state. A θ has
// at least two entries: a point has a feature besides the constant one.
func (p *Pegasos) checkState() error {
	n, m := len(p.Theta), len(p.ThetaH)
	if n == m && n != 1 && (n == 0) == (p.Clock.Steps == 0) {
		return nil
	}
	return fmt.Errorf("svm: %d entries of Theta, %d of ThetaH, %g steps", n, m, p.Clock.Steps)
}

// SGD learns a plane by stochastic gradient descent. It makes the given number
// T of steps of a [Pegasos], each with a point drawn by rng, and returns the
// Average. A nil rng means a fixed seed. All labels may be the same. SGD
// minimises
//
//	F(w, b) = λ(‖w‖² + b²) + (1/n) Σ max(0, 1 − yᵢf(xᵢ))
//
// SGD is for a quick answer from many points. T = n steps are about one pass
// over the data. For an exact answer take [SMO] with C = CFromLambda(λ, n),
// which minimises F without λb², to any Tol.
//
// On average over the draws, F of the returned plane is above the minimum by at
// most R²(1 + ln T)/(λT), where R² is max‖xᵢ‖² + 1. With points in the unit
// ball, where R² is 2, λ = 0.01 and T = 100,000 steps this is 0.025. Scale the
// features, to make R² small: for T below about R²/λ the plane may be worse
// than f = 0.
func SGD(
	x [][]float64, y []float64, lambda float64, steps int, rng *rand.Rand,
) (Hyperplane, error) {
	err := checkLearning(Linear{}, x, y, checkPositive("lambda", lambda),
		checkAtLeast("steps", steps, 1))
	if err != nil {
		return Hyperplane{}, err
	}
	p, rng := Pegasos{Lambda: lambda}, source(rng)
	for range steps {
		i := rng.IntN(len(x))
		p.stepUnchecked(x[i], y[i])
	}
	return p.Average(), nil
}

// checkLearning returns the first error of the labels, of the other arguments,
// or of the kernel and the points.
func checkLearning[X any](k Kernel[X], x []X, y []float64, others ...error) error {
	labels := cmp.Or(checkCount("labels", len(y), len(x)), checkSigns(y))
	if err := cmp.Or(labels, cmp.Or(others...)); err != nil {
		return err
	}
	return checkKernel("kernel", k, x)
}

// # With a kernel
//
// With a kernel the vector θ may have infinitely many entries. But θ is a sum,
// Σ θᵢφ(xᵢ). The number θᵢ says how often point i was a margin error, with the
// sign of its label. Hence we store the n numbers θᵢ and, to recognise a margin
// error, the value gⱼ = ⟨θ, φ(xⱼ)⟩ for each point. In these numbers (procedure)
// becomes
//
//	βᵢ = θᵢ/(2λt)                                          [wₜ = θₜ/(2λt) = Σ βᵢφ(xᵢ)]
//	yⱼ⟨wₜ, φ(xⱼ)⟩ = yⱼgⱼ/(2λt),   gⱼ = Σᵢ θᵢk(xᵢ, xⱼ)
//	w̄ = Σ β̄ᵢφ(xᵢ),   β̄ᵢ = (H_T θᵢ − Θᵢ)/(2λT)        [(mean), for each coefficient]  (kernel)
//
// Θᵢ is the sum of yᵢH_τ over the steps τ at which point i was a margin error.
// Such a step adds one row of kernel values, times yᵢ, to the gⱼ.
// plainKernelSGD in example_test.go does without the gⱼ.
//
// Now the three steps by hand again, with the kernel x·z + 1, whose 1 stands
// for the constant feature. Its Gram matrix on the four points has the rows
// (19, 28, 7, 4), (28, 42, 10, 5), (7, 10, 3, 2) and (4, 5, 2, 2). With λ = 1
// and the draws 4, 2, 1,
//
//	t    H_t     drawn j    yⱼgⱼ/(2t)     then (θ₁, …, θ₄)    (Θ₁, …, Θ₄)       (g₁, …, g₄)
//	1    1       4           0/2 < 1      (0, 0, 0, −1)       (0, 0, 0, −1)     (−4, −5, −2, −2)
//	2    3/2     2          −5/4 < 1      (0, 1, 0, −1)       (0, 3/2, 0, −1)   (24, 37, 8, 3)
//	3    11/6    1          24/6 ≥ 1      the same            the same          the same
//
// Step 1 drew point 4, with the label −1: it subtracted row 4 from the gⱼ, and
// H₁ = 1 from Θ₄. By (kernel), with H₃ = 11/6 and 2λT = 6, β̄₄ is
// (−11/6 + 1)/6 = −5/36, and β̄₂ is (11/6 − 3/2)/6 = 1/18. The plane is that
// without a kernel:
//
//	w = (1/18)(5, 4) − (5/36)(0, 1) = (5/18, 1/12),   b = 1/18 − 5/36 = −1/12
//
// f(x) = ⟨w, φ(x)⟩ has a b if one of the features in φ(x) is always 1: its
// weight is b (lecture C, footnote 4). There are three cases:
//
//   - (1 + x·z)² has such a feature, since the product begins with 1·1.
//   - x·z and the Gaussian have none. To get a b, train with k + 1: the 1 adds
//     a feature, and b is Σ β̄ᵢ.
//   - (1 + x·z)² + 1 has two such features, and b is the sum of their weights:
//     TestBIsInTheKernelOrAddedToIt.

// KernelSGD is [SGD] in feature space: it draws the same points and, up to
// rounding, makes the same steps. It learns a function f in the span of the
// k(xᵢ, ·), and minimises λ‖f‖² + (1/n) Σ max(0, 1 − yᵢf(xᵢ)).
//
// Kernels such as Linear and Gaussian have no constant feature, and f no bias.
// If you want a bias, take Sum[X]{k, Constant[X](1)}. The bias is then the sum
// of Coef, while B stays 0, and ‖f‖² includes its square. The Points of the
// result are those that were a margin error at some step before the last.
//
// A step costs O(1). A margin error costs O(n) and n kernel values, which are
// held for the next margin error of the same point, up to 2²⁸ bytes in all.
func KernelSGD[X any](
	k Kernel[X], x []X, y []float64, lambda float64, steps int, rng *rand.Rand,
) (*Expansion[X], error) {
	err := checkLearning(k, x, y, checkPositive("lambda", lambda), checkAtLeast("steps", steps, 1))
	if err != nil {
		return nil, err
	}
	rng = source(rng)
	theta := newKernelSum(k, x)
	thetaH := make([]float64, len(x)) // Θᵢ
	var now Clock
	for range steps {
		now = now.next()
		j := rng.IntN(len(x))
		if y[j]*theta.g[j] < 2*lambda*now.Steps {
			if err := theta.add(j, y[j]); err != nil {
				return nil, err
			}
			thetaH[j] += y[j] * now.H
		}
	}
	mean := each(len(x), func(i int) float64 { // (kernel)
		return now.mean(lambda, theta.coef[i], thetaH[i])
	})
	f, _ := withoutZeros(k, x, mean)
	return &f, nil
}

// kernelSum holds a function Σ cᵢk(xᵢ, ·) that is learned point by point, and
// its values gⱼ on all points. In KernelSGD it is ⟨θ, φ(·)⟩, and cᵢ is θᵢ.
type kernelSum[X any] struct {
	k    Kernel[X]
	x    []X
	rows prepared[X]
	coef []float64
	g    []float64
	held [][]float64 // kernel rows
	left int         // rows that may still be held
}

// heldBytes is how much memory held kernel rows may take. It is enough for all
// rows of 5,792 points.
const heldBytes = 1 << 28

// newKernelSum returns the function 0. A kernel row has n numbers of 8 bytes.
func newKernelSum[X any](k Kernel[X], x []X) *kernelSum[X] {
	n := len(x)
	return &kernelSum[X]{
		k: k, x: x, rows: prepare(k, x),
		coef: make([]float64, n), g: make([]float64, n),
		held: make([][]float64, n), left: heldBytes / 8 / n,
	}
}

// add adds a to cᵢ, and a times row i to g.
func (m *kernelSum[X]) add(i int, a float64) error {
	row, err := m.row(i)
	if err != nil {
		return err
	}
	m.coef[i] += a
	axpy(a, row, m.g)
	return nil
}

// row returns k(xᵢ, xⱼ) for all j, and holds the row if it still may.
func (m *kernelSum[X]) row(i int) ([]float64, error) {
	if row := m.held[i]; row != nil {
		return row, nil
	}
	row := m.rows.row(m.x[i])
	if err := checkRow(m.k, i, row); err != nil {
		return nil, err
	}
	if m.left > 0 {
		m.left--
		m.held[i] = row
	}
	return row, nil
}

// # All points at a time
//
// The bound (nearness) has two faults: it holds only on average over the draws,
// and it has the factor 1 + ln T, since its terms 1/(t+1) add up to a
// logarithm. To remove the first fault, we draw nothing. Each step takes all
// points, and goes along −∇F. Lecture C has this method, batch descent, but
// does not say how long the steps are. To remove the second fault, we follow
// Lacoste-Julien, Schmidt and Bach, and change three things:
//
//   - The result is a mean in which wₜ has the weight t, because the later wₜ
//     are nearer to w*.
//   - The rate ρₜ is twice that of (rate). With this rate and these weights,
//     the squared distances in the proof below cancel, as in the proof of
//     (nearness).
//   - If wₜ₊₁ is outside the ball of (ball), we scale it down into the ball.
//     Since the ball contains w*, this brings wₜ₊₁ nearer to w*. And it keeps
//     2λwₜ₊₁ small, which is a term of the next gradient.
//
// In formulas,
//
//	w₁ = 0;   wₜ₊₁ = wₜ − ρₜ∇F(wₜ), scaled down to the length 1/√(2λ) if it is longer
//	ρₜ = 1/(λ(t+1));   w̄ = Σ twₜ / Σ t                                                  (batch)
//
// No ∇F(wₜ) is longer than G = R + √(2λ). It is 2λwₜ plus a mean of vectors
// ∇ℓᵢ(wₜ), each of which is at most R long, and the scaling keeps
// 2λ‖wₜ‖ ≤ √(2λ).
//
// Now repeat the proof of (nearness), with F in place of Fₜ and ∇F(wₜ) in place
// of vₜ. The first line has ≤ where that proof had =, because ‖∇F(wₜ)‖ ≤ G, and
// because scaling down brings wₜ₊₁ nearer to w*:
//
//	‖wₜ₊₁ − w*‖² ≤ ‖wₜ − w*‖² − 2ρₜ⟨∇F(wₜ), wₜ − w*⟩ + ρₜ²G²
//	F(w*) ≥ F(wₜ) + ⟨∇F(wₜ), w* − wₜ⟩ + λ‖w* − wₜ‖²
//
// Put the inner product of the first line into the second, and multiply by t.
// With 1/(2ρₜ) = ½λ(t+1), this is
//
//	t(F(wₜ) − F(w*)) ≤ ½λ((t−1)t‖wₜ − w*‖² − t(t+1)‖wₜ₊₁ − w*‖²) + G²/(2λ)       [t/(t+1) ≤ 1]
//
// Sum over t. The squares cancel as before, and the first has the factor 0.
// Each step leaves the same G²/(2λ). The weights add up to ½T(T+1). As F is
// convex, F(w̄) is at most the weighted mean of the F(wₜ). Hence
//
//	F(w̄) − F(w*) ≤ Σ t(F(wₜ) − F(w*)) / Σ t
//	             ≤ (TG²/(2λ))/(½T(T+1)) = G²/(λ(T+1))                           (batch nearness)
//
// For example, let λ = 1. The four points have R² = 42, so that G is 7.9. After
// T = 1,000 steps, the bound is 0.062. F(w̄) is in fact only 10⁻¹⁰ above the
// minimum 21/32.

// Subgradient learns a plane by subgradient descent on the F of [SGD]. Each of
// the given number T of steps uses all points, so that nothing is random. The
// result is a weighted mean of the planes that the steps start from.
//
// F of the result is at most (R + √(2λ))²/(λ(T+1)) above the minimum, where R²
// is max‖xᵢ‖² + 1. With R² = 2, λ = 0.01 and T = 10,000 this is 0.024. If T is
// below about R²/λ, the plane may be worse than f = 0. The cost is T − 1 passes
// over the data.
func Subgradient(x [][]float64, y []float64, lambda float64, steps int) (Hyperplane, error) {
	err := checkLearning(Linear{}, x, y, checkPositive("lambda", lambda),
		checkAtLeast("steps", steps, 1))
	if err != nil {
		return Hyperplane{}, err
	}
	w, mean := make([]float64, len(x[0])+1), make([]float64, len(x[0])+1)
	for t := 1.0; t < float64(steps); t++ { // w is wₜ; w₁ and its mean are 0
		axpy(-1/(lambda*(t+1)), subgradient(w, x, y, lambda), w) // (batch)
		w = scaled(w, min(1, math.Sqrt(0.5/lambda)/Norm(w)))     // (ball): 1, too, if w is 0
		for k, v := range w {
			mean[k] += (v - mean[k]) * 2 / (t + 2) // the weight (t+1)/(1 + … + (t+1)) of wₜ₊₁
		}
	}
	return toPlane(mean), nil
}

// Gradient returns the gradient of the F of [SGD] at h, or a subgradient where
// points are at the kink of the hinge loss. Its W and B are the derivatives by
// w and by b. To descend by steps ρ of your own, subtract ρ·W from the W of h,
// and ρ·B from its B.
func (h Hyperplane) Gradient(x [][]float64, y []float64, lambda float64) (Hyperplane, error) {
	err := checkLearning(Linear{}, x, y, checkPositive("lambda", lambda))
	if err != nil {
		return Hyperplane{}, err
	}
	if len(x[0]) != len(h.W) {
		return Hyperplane{}, fmt.Errorf("svm: x[0] has %d features, W has %d", len(x[0]), len(h.W))
	}
	v := subgradient(append(slices.Clone(h.W), h.B), x, y, lambda)
	return orError(toPlane(v), errorUnless(finite(maxAbs(v)), "svm: the gradient is not finite"))
}

// subgradient returns (subgradient) at w.
func subgradient(w []float64, x [][]float64, y []float64, lambda float64) []float64 {
	d, v := len(w)-1, scaled(w, 2*lambda)
	for i, p := range x {
		z := y[i] * (dot4(p, w[:d]) + w[d])
		if s := HingeSubgradient(z) * y[i] / float64(len(x)); s != 0 { // ∇ℓᵢ/n
			axpy(s, p, v[:d])
			v[d] += s
		}
	}
	return v
}

// # Perceptrons
//
// The support vector machine asks for yf(x) ≥ 1, whereas the perceptron is
// content with yf(x) > 0. It starts with w = 0 and visits the points in rounds.
// On each mistake, where yᵢ⟨w, xᵢ⟩ ≤ 0, it adds yᵢxᵢ to w, and it ends after a
// round without a mistake. Hence w is Σ αᵢyᵢxᵢ, where αᵢ counts the mistakes on
// point i.
//
// The perceptron, too, goes down a gradient. Its loss is max(0, −yᵢ⟨w, xᵢ⟩), of
// which −yᵢxᵢ is a subgradient on a mistake, and 0 otherwise. To add yᵢxᵢ is a
// step against it, at the rate 1.
//
// Does it end? It does if some plane separates the points. Then some vector u
// has yᵢ⟨u, xᵢ⟩ ≥ 1 for all i, such as the weights and the b of the machine
// with the hard margin. A mistake on point i adds yᵢxᵢ to w. This makes ⟨u, w⟩
// larger by at least 1, but ‖w‖² by at most R² = max‖xᵢ‖². After M mistakes,
// from w = 0,
//
//	⟨u, w⟩ ≥ M                                      [each adds yᵢ⟨u, xᵢ⟩ ≥ 1]
//	‖w‖² ≤ MR²                                      [each adds 2yᵢ⟨w, xᵢ⟩ + ‖xᵢ‖² ≤ 0 + R²]
//	M ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ ≤ ‖u‖R√M,  so  M ≤ R²‖u‖²      [Cauchy–Schwarz]               (mistakes)
//
// For example, the four points with the constant feature have R² = 42. The hard
// margin has w = (½, ½) and b = −2, so that ‖u‖² is 4½. Hence there are at most
// 189 mistakes. [Perceptron] makes four, and ends with w = (1, 0) and b = −2.

// Perceptron returns a plane that separates the data, and the number of
// mistakes on the way. It visits the points in rounds, called epochs. On each
// mistake, yᵢf(xᵢ) ≤ 0, it adds yᵢxᵢ to w and yᵢ to b. It ends when an epoch
// brings no mistake. All labels may be the same. If the limit of epochs comes
// first, as when no plane separates the data, Perceptron returns
// [ErrNotConverged] with the plane so far.
//
// If some w and b have yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 for all points, there are at most
// (max‖xᵢ‖² + 1)(‖w‖² + b²) mistakes. The cost is O(nd) per epoch.
func Perceptron(x [][]float64, y []float64, epochs int) (h Hyperplane, mistakes int, err error) {
	if err := checkLearning(Linear{}, x, y, checkAtLeast("epochs", epochs, 1)); err != nil {
		return Hyperplane{}, 0, err
	}
	d := len(x[0])
	w := make([]float64, d+1)
	value := func(i int) float64 { return Dot(x[i], w[:d]) + w[d] }
	mistakes, err = perceptron(y, epochs, value, func(i int) error {
		axpy(y[i], x[i], w[:d])
		w[d] += y[i]
		return nil
	})
	return toPlane(w), mistakes, err
}

// perceptron goes through the points until a round brings no mistake. f(i) is
// the value at point i, and learn(i) learns from a mistake on it.
func perceptron(
	y []float64, epochs int, f func(i int) float64, learn func(i int) error,
) (mistakes int, err error) {
	for range epochs {
		before := mistakes
		for i, label := range y {
			if label*f(i) <= 0 {
				if err := learn(i); err != nil {
					return mistakes, err
				}
				mistakes++
			}
		}
		if mistakes == before {
			return mistakes, nil
		}
	}
	return mistakes, fmt.Errorf("%w: perceptron: still mistakes in epoch %d, %d in all",
		ErrNotConverged, epochs, mistakes)
}

// KernelPerceptron is [Perceptron] in feature space, with the same mistakes in
// the same order, up to rounding. It returns f = Σ αᵢyᵢ(k(xᵢ, ·) + 1), where αᵢ
// counts the mistakes on point i. Coef holds the αᵢyᵢ that are not 0, and B
// their sum. If the limit of epochs comes first, KernelPerceptron returns
// [ErrNotConverged] with f so far.
//
// An epoch costs O(n), and each mistake O(n) and n kernel values, which are
// held as in [KernelSGD].
func KernelPerceptron[X any](
	k Kernel[X], x []X, y []float64, epochs int,
) (f *Expansion[X], mistakes int, err error) {
	if err := checkLearning(k, x, y, checkAtLeast("epochs", epochs, 1)); err != nil {
		return nil, 0, err
	}
	m, b := newKernelSum(k, x), 0.0
	value := func(i int) float64 { return m.g[i] + b }
	mistakes, err = perceptron(y, epochs, value, func(i int) error {
		b += y[i] // the 1 of k + 1
		return m.add(i, y[i])
	})
	if err != nil && !errors.Is(err, ErrNotConverged) {
		return nil, mistakes, err
	}
	s, _ := withoutZeros(k, x, m.coef)
	s.B = b
	return &s, mistakes, err
}

// # Least squares
//
// Now yᵢ is any number, a target for f(xᵢ), which the functions call t, as
// lecture K does. We minimise the mean square error (1/n) Σ (yᵢ − ⟨w, φ(xᵢ)⟩)².
// Let Φ be the matrix with the rows φ(xᵢ). Half the gradient is
// −(1/n)Φᵀ(y − Φw), and (descent) is a step against this vector, of the rate η.
// If w is Φᵀβ before the step, it is Φᵀβ after the step, too, with the new β of
// (dual descent):
//
//	w ← w + (η/n)Φᵀ(y − Φw)                                                            (descent)
//	β ← β + (η/n)(y − Kβ),   K = ΦΦᵀ                       [Φw = Kβ]              (dual descent)
//
// When does the descent converge? A step turns the error e = y − Kβ into
// e − (η/n)Ke. Let v be an eigenvector of K with the eigenvalue κ. The
// component of e along v is multiplied by 1 − ηκ/n. With ηκ/n = ½, for example,
// it is halved in each step, and with ηκ/n = 3 it is multiplied by −2. In
// general,
//
//   - if 0 < κ < 2n/η, this component goes to 0;
//   - if κ ≥ 2n/η, it does not become smaller;
//   - if κ = 0, it stays. No w can change it: 0 = vᵀKv = ‖Φᵀv‖², so that every
//     Φw is orthogonal to v.
//
// Therefore the descent converges if η < 2n/κ for the largest eigenvalue κ. But
// to which w? As w starts at 0, and each step adds multiples of the rows of Φ,
// w never leaves their span. In the limit, y − Φw has lost all components that
// some w can change. Only one w in the span has this property.
//
// Proof. Let u be the difference of two such w. Then u is in the span, and
// Φu = 0, so that u is orthogonal to all rows of Φ, and hence to the span. Only
// the vector 0 is both in the span and orthogonal to it.
//
// Every other fit differs from this w by a vector orthogonal to the rows, which
// makes its norm larger. Hence the descent finds the least squares fit of least
// norm. [Ridge] tends to the same w as its λ tends to 0.

// LeastSquaresGD returns the weights w after a number of steps of gradient
// descent from w = 0, towards the least squares fit, the w of the least
// ‖Φw − t‖. The matrix Φ = phi has n rows, one for each target in t. With
// η = eta, the lecture's γ, a step is w ← w + (η/n)Φᵀ(t − Φw).
//
// Let κ be the largest eigenvalue of ΦᵀΦ. If η < 2n/κ, w converges to the fit
// of least norm. If η > 2n/κ, w grows without end, except for special targets,
// and when it overflows, LeastSquaresGD returns an error. The cost is
// O(steps·Rows·Cols).
func LeastSquaresGD(phi *Matrix, t []float64, eta float64, steps int) (w []float64, err error) {
	if err := checkDescent("phi", numberExponent, phi, t, eta, steps); err != nil {
		return nil, err
	}
	return descend(phi, t, eta, steps, addRows) // adds Σ eᵢφ(xᵢ) to w: (descent)
}

// KernelLeastSquaresGD is [LeastSquaresGD] in feature space, where
// w = Σ βᵢφ(xᵢ). It returns the β after a number of steps from β = 0. With the
// n×n matrix K = gram and η = eta, a step is β ← β + (η/n)(t − Kβ). The fit is
// the [Expansion] Σ βᵢk(xᵢ, ·). If K = ΦΦᵀ, then Φᵀβ is the w of LeastSquaresGD
// after each step.
//
// K has to be positive semi-definite, which [IsPSD] tests: along an eigenvector
// with a negative eigenvalue, t − Kβ would grow for every η. If K is singular,
// β may grow in its null space, which does not change the fit. The cost is
// O(steps·n²).
func KernelLeastSquaresGD(
	gram *Matrix, t []float64, eta float64, steps int,
) (beta []float64, err error) {
	if err := checkDescent("gram", valueExponent, gram, t, eta, steps); err != nil {
		return nil, err
	}
	if err := gram.checkSymmetric("gram"); err != nil {
		return nil, err
	}
	change := func(e []float64, _ [][]float64, beta []float64) { axpy(1, e, beta) }
	return descend(gram, t, eta, steps, change) // (dual descent)
}

// checkDescent returns the first error of the arguments that both descents
// have. Entries of A, called name in errors, may be up to 10^exponent in size.
func checkDescent(name string, exponent int, a *Matrix, t []float64, eta float64, steps int) error {
	if err := a.checkShape(name); err != nil {
		return err
	}
	return cmp.Or(
		errorUnless(a.Rows > 0 && a.Cols > 0, "svm: %s is a %dx%d matrix, want rows and columns",
			name, a.Rows, a.Cols),
		checkCount("targets", len(t), a.Rows), checkSizes("t", t, "scale the targets"),
		checkPositive("eta", eta), checkAtLeast("steps", steps, 1), checkEntries(name, a, exponent))
}

// descend is the loop of both descents, from the coefficients 0. In each step
// change makes the new coef, from (η/n)(t − A·coef) and the rows of A.
func descend(
	a *Matrix, t []float64, eta float64, steps int,
	change func(e []float64, rows [][]float64, coef []float64),
) ([]float64, error) {
	coef, rows := make([]float64, a.Cols), a.rows()
	for k := range steps {
		change(scaled(difference(t, a.MulVec(coef)), eta/float64(a.Rows)), rows, coef)
		if v := maxAbs(coef); !finite(v) {
			const text = "svm: step %d: largest coefficient = %g: eta = %g is too large"
			return nil, fmt.Errorf(text, k+1, v, eta)
		}
	}
	return coef, nil
}

// # Softmax regression
//
// For several classes, take a row wⱼ of weights for each class j. The scores of
// a point are sⱼ = ⟨wⱼ, x⟩. To make them probabilities, we replace each sⱼ by
// exp(sⱼ), which is positive, and divide by the sum of all exp(sᵢ). Let ℓ be
// the loss of a point of class c, minus the logarithm of the probability of its
// class, and let [j = c] be 1 if j is c, else 0:
//
//	pⱼ = exp(sⱼ)/Σᵢ exp(sᵢ)                                                            (softmax)
//	ℓ = −ln p_c = ln Σᵢ exp(sᵢ) − s_c = ln(1 + Σ_{j≠c} exp(sⱼ − s_c))                 (log loss)
//	∂ℓ/∂wⱼ = (pⱼ − [j = c])x      [∂ℓ/∂sⱼ = exp(sⱼ)/Σᵢ exp(sᵢ) − [j = c]]         (row gradient)
//
// ℓ is convex in the weights, because ln Σ exp(sᵢ) is convex in the scores, and
// the scores are linear in the weights. Along a line, with sᵢ moving at the
// speed uᵢ, the second derivative of ln Σ exp(sᵢ) is Σ pᵢuᵢ² − (Σ pᵢuᵢ)². This
// is the variance of a number that is uᵢ with probability pᵢ, and so it is ≥ 0.
//
// And ℓ/ln 2 is never below the 0–1 loss, which is 1 for a wrong class and 0
// for the right one: if another class j scores at least as much as c, one term
// in (log loss) is exp(sⱼ − s_c) ≥ 1, and ℓ ≥ ln 2.
//
// For example, let the scores of three classes be ln 3, 0 and 0. The
// exponentials are 3, 1 and 1, and the probabilities 3/5, 1/5 and 1/5. A point
// of the first class has the loss −ln(3/5) = 0.51. A step makes its score
// larger, because ∂ℓ/∂s is 3/5 − 1 = −2/5, and the other two scores smaller, by
// half as much each.
//
// testdata/classes.svg shows three classes. With two classes softmax is the
// logistic regression of [Logistic]: exercise 3.

// A Softmax is a model of several classes, made by [SoftmaxSGD]. With the rows
// wⱼ of W, the score of class j is sⱼ = ⟨wⱼ, x⟩, and its probability is
// pⱼ = exp(sⱼ)/Σᵢ exp(sᵢ). A score of NaN or +Inf makes all probabilities NaN.
// There is no b: if you want one, give the points a constant feature. The zero
// value has no classes and cannot be used.
type Softmax struct{ W *Matrix }

// Scores returns the score of each class, s = Wx.
func (m Softmax) Scores(x []float64) []float64 { return m.weights().MulVec(x) }

// weights returns W, or panics if m has no classes.
func (m Softmax) weights() *Matrix {
	panicOn(errorUnless(m.W != nil && m.W.Rows > 0, "svm: Softmax without classes"))
	return m.W
}

// Probabilities returns the probability of each class. It computes
// exp(sⱼ − max s)/Σᵢ exp(sᵢ − max s), which cannot overflow.
func (m Softmax) Probabilities(x []float64) []float64 {
	p := m.Scores(x)
	top, total := slices.Max(p), 0.0
	for k, s := range p {
		p[k] = math.Exp(s - top)
		total += p[k]
	}
	return divided(p, total)
}

// Loss returns the (log loss) of a point of the class c: −ln p_c, where p_c is
// its probability. This is ln(1 + Σ exp(sⱼ − s_c)), with the sum over j ≠ c.
// The result is accurate even if it is tiny or huge.
func (m Softmax) Loss(x []float64, class int) float64 {
	s := m.Scores(x)
	best, top := argmax(s), slices.Max(s)
	rest := 0.0 // Σ exp(sᵢ − top) without the best
	for k, v := range s {
		if k != best {
			rest += math.Exp(v - top)
		}
	}
	return top - s[class] + math.Log1p(rest) // ln Σ exp(sᵢ) = top + ln(1 + rest)
}

// Gradient returns the derivative of Loss by W. Row j is (pⱼ − [j = class])x,
// where [j = class] is 1 if j is class, else 0. A step against Gradient moves
// the row of the class towards x, the others away.
func (m Softmax) Gradient(x []float64, class int) *Matrix {
	g := NewMatrix(m.weights().Rows, m.W.Cols)
	for j, slope := range m.slopes(x, class) {
		axpy(slope, x, g.Row(j))
	}
	return g
}

// slopes returns the derivatives of Loss by the scores, pⱼ − [j = class]. For
// the class it is minus the sum of all other pⱼ, because pⱼ − 1 loses digits if
// pⱼ is near 1.
func (m Softmax) slopes(x []float64, class int) []float64 {
	p := m.Probabilities(x)
	p[class] = 0
	p[class] = -sum(p)
	return p
}

// Predict returns the class of the largest score, which is the most probable
// class, the first of several, or −1 if a score is NaN.
func (m Softmax) Predict(x []float64) int { return argmax(m.Scores(x)) }

// PredictAll returns Predict of each point.
func (m Softmax) PredictAll(xs [][]float64) []int {
	wantFeatures(xs, m.weights().Cols)
	return mapped(xs, m.Predict)
}

// Sample returns class j with probability pⱼ, or −1 if the probabilities are
// NaN. It panics if rng is nil: a fixed seed would always draw the same.
func (m Softmax) Sample(x []float64, rng *rand.Rand) int {
	panicOn(errorUnless(rng != nil, "svm: Softmax.Sample with rng = nil, want a source"))
	u, p := rng.Float64(), m.Probabilities(x)
	for k, v := range p {
		u -= v // takes a u drawn from [0, 1) below 0 with probability v
		if u < 0 {
			return k
		}
	}
	return argmax(p) // rounding left the sum of the p short of u
}

// argmax returns the first index of the largest entry, or −1 if an entry is
// NaN, since Max is then NaN, which is equal to no entry.
func argmax(v []float64) int { return slices.Index(v, slices.Max(v)) }

// SoftmaxSGD learns a [Softmax] by steps from W = 0, each with a point drawn by
// rng. A nil rng means a fixed seed. If the point has the class c, a step
// subtracts η(pⱼ − [j = c])x from each row j of W, with η = eta. The argument
// class holds the class of each point, a number from 0 to classes − 1.
//
// In the end W moves about the minimum of the mean Loss, and the smaller η is,
// the nearer it stays. But if some W separates the classes, there is no
// minimum, and W grows without end, because Loss has no term that keeps W
// small. The cost is O(steps·classes·d).
func SoftmaxSGD(
	x [][]float64, class []int, classes int, eta float64, steps int, rng *rand.Rand,
) (Softmax, error) {
	err := cmp.Or(checkCount("class numbers", len(class), len(x)),
		checkPositive("eta", eta), checkAtLeast("steps", steps, 1))
	if err != nil {
		return Softmax{}, err
	}
	// The points are checked last, since that takes longest: x[0] may be empty.
	if limit := mostEntries / max(1, len(x[0])); classes < 2 || !fits(classes, len(x[0])) {
		return Softmax{}, fmt.Errorf("svm: classes = %d, want 2 to %d", classes, limit)
	}
	if i := slices.IndexFunc(class, func(k int) bool { return k < 0 || k >= classes }); i >= 0 {
		return Softmax{}, fmt.Errorf("svm: class[%d] = %d, want 0 to %d", i, class[i], classes-1)
	}
	if err := checkVectors(x); err != nil {
		return Softmax{}, err
	}
	rng = source(rng)
	m := Softmax{NewMatrix(classes, len(x[0]))}
	for range steps {
		i := rng.IntN(len(x))
		for j, slope := range m.slopes(x[i], class[i]) {
			axpy(-eta*slope, x[i], m.W.Row(j)) // (row gradient)
		}
	}
	return m, nil
}
