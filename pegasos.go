// SPDX-License-Identifier: MIT

// pegasos.go learns by steps down a gradient. For the support vector machine it
// minimises
//
//	F(w) = λ‖w‖² + (1/n) Σ max(0, 1 − yᵢ⟨w, xᵢ⟩)                                     (objective)
//
// Each step of a method uses one point, or all points. The result is a vector
// of weights or, with a kernel, a sum over the points. Example_plainSGD in
// example_test.go is the plain method, with one point per step, in twenty
// lines. Other methods of the lectures follow: perceptrons, least squares,
// softmax and logistic regression.
//
// These methods reach a rough answer quickly and a good one slowly. For a good
// one, use smo.go; for a stream, or for more points than fit in memory, use
// this file.
//
// # Three steps by hand
//
// Take the four points of svm.go, and λ = ½. Append the constant 1 to each
// point, and b to w. Then f(x) = ⟨w, x⟩, and b is a weight like the others:
//
//	i    xᵢ           yᵢ
//	1    (2, 2, 1)    +1
//	2    (4, 3, 1)    +1
//	3    (0, 0, 1)    −1
//	4    (−1, 0, 1)   −1
//
// What do we know of the best w? At the minimum of F, the derivative 2λw of
// λ‖w‖² and that of the mean loss add up to 0. Hence 2λw is the mean of n
// vectors: for each point, minus the derivative of its loss. For a margin
// error, where 1 − y⟨w, x⟩ > 0, this vector is yx. Beyond the margin it is 0.
// On the margin, at the kink of the loss, it is yx times a number in [0, 1].
//
// To find the best w, we estimate the mean of these vectors from draws. If the
// point drawn is a margin error of the present weights, we add its yx to a sum
// θ, which starts at 0. If all draws had been judged by the best w, θ divided
// by their number would estimate the mean 2λw. This suggests the weights
// wₜ = θ/(2λt) for step t; with λ = ½ they are θ/t.
//
// This is a motivation and no proof, for two reasons. We add the margin errors
// of the present weights, but 2λw is made of those of the best w. And θ is
// divided by t, although it comes from t − 1 draws. The proof starts from
// (rate), below: on average, each step goes against the gradient of F.
//
// If the points 1, 3, 2 are drawn in this order, the steps are
//
//	t    θ           wₜ = θ/t    drawn    y⟨wₜ, x⟩
//	1    (0, 0, 0)   (0, 0, 0)   1         0 < 1, so add (2, 2, 1) to θ
//	2    (2, 2, 1)   (1, 1, ½)   3        −½ < 1, so subtract (0, 0, 1)
//	3    (2, 2, 0)   (⅔, ⅔, 0)   2        14/3 ≥ 1, so θ stays
//
// The weights wₜ jump from draw to draw. Their mean is steadier, and is the
// result: w̄ = (5/9, 5/9, 1/6). The plane with the widest margin has w = (½, ½)
// and b = −1. The first two entries of w̄ already have this direction. The last
// entry, which is b, still has the wrong sign.
//
// Has F become smaller? At the start it was F(0) = 1. At w̄ the points 1 and 2
// have the loss 0, point 3 has 7/6 and point 4 has 11/18:
//
//	F(w̄) = ½·‖w̄‖² + ¼·(7/6 + 11/18) = ½·209/324 + 4/9 = 497/648 = 0.767
//
// The minimum of F is 115/288 = 0.399, at w = (17/36, 2/9, −7/18), as (free
// dual) will show. TestThreeStepsOfSGDByHand repeats these numbers.
//
// # The plain method
//
// The plain method is the procedure of lecture C. Shalev-Shwartz and Ben-David
// (2014, §15.5) print it too; their λ is twice ours. Let x_t be the point drawn
// at step t, and y_t its label:
//
//	θ₁ = 0
//	for t = 1, …, T
//	    wₜ = θₜ/(2λt)
//	    draw a point uniformly from the n
//	    if y_t⟨wₜ, x_t⟩ < 1, a margin error: θₜ₊₁ = θₜ + y_t x_t
//	    else: θₜ₊₁ = θₜ
//	return the mean w̄ of w₁, …, w_T                                                 (procedure)
//
// Example_plainSGD is (procedure) in the notation of lecture C. The procedure
// has two faults. It holds all T iterates wₜ, and it computes with the features
// themselves, which may be too many. The next sections say what (procedure)
// minimises, and how near it comes to the minimum. "What is added" says where
// both faults are removed.
//
// # Notation
//
// In formulas up to the section "Least squares", the last entry of x is 1, and
// that of w is b. To φ(x) no 1 is appended.
//
//	t, τ      a step, and an earlier step; T is the number of steps
//	θₜ, wₜ    the sum and the weights of (procedure) at step t
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
//	ρₜ        the rate of step t
//
// The lectures and the Pegasos paper use other letters:
//
//	ours                              C          K            P          the Pegasos paper
//	w                                 W, ω       β            w          w
//	λ, the weight of ‖w‖²             lambda                             λ′/2
//	θᵢ, margin errors, with sign      beta[i]
//	βᵢ, coefficient of k(xᵢ, ·)       alpha[i]   λᵢ           αᵢyᵢ
//	γ/n                                          γ/N or γ
//
// # The objective
//
// What does (procedure) minimise? It minimises the F of (objective), where each
// x has been extended by the constant 1, and w by b. Since b is an entry of w,
// λ‖w‖² contains λb², which pulls b towards 0. Without λb², F would be the
// objective (primal) of svm.go divided by Cn, where C is 1/(2λn).
//
// The dual follows as in svm.go. The derivative of the Lagrangian L in w gives
// w = Σ αᵢyᵢxᵢ. But since b is now an entry of w, it has no condition of its
// own, and there is no constraint Σ αᵢyᵢ = 0. We divide the dual by the product
// Cn = 1/(2λ), as we did with the primal:
//
//	maximise    2λ(Σ αᵢ − ½‖Σ αᵢyᵢxᵢ‖²)
//	subject to  0 ≤ αᵢ ≤ 1/(2λn);   w = Σ αᵢyᵢxᵢ                                     (free dual)
//
// For the four points, the solution of (free dual) is α = (1/9, 0, ¼, ¼). As a
// check, we compare the dual value of α with the F of its w:
//
//	w = (1/9)(2, 2, 1) − ¼(0, 0, 1) − ¼(−1, 0, 1) = (17/36, 2/9, −7/18)
//	dual value 11/18 − ½·61/144 = 115/288               [2λ = 1, Σ αᵢ = 11/18, ‖w‖² = 61/144]
//	F(w) = ½·61/144 + ¼(11/18 + 5/36) = 115/288         [the losses of points 3 and 4]
//
// Since no dual value is above any F, and these two are equal, both are
// optimal. Point 1, with 0 < α₁ < ¼, lies on its margin.
//
// The loss ℓᵢ has a kink where point i is on its margin, and no derivative
// there. In place of the derivative we take a subgradient. This is a vector g
// with ℓᵢ(v) ≥ ℓᵢ(w) + ⟨g, v − w⟩ for all v:
//
//	∇ℓᵢ(w) = −yᵢxᵢ if yᵢ⟨w, xᵢ⟩ < 1, else 0
//	∇F(w) = 2λw + (1/n) Σ ∇ℓᵢ(w)                                                   (subgradient)
//
// At the kink every vector between −yᵢxᵢ and 0 is a subgradient of ℓᵢ. We take
// 0, as [HingeSubgradient] does. Lecture C says that a point is at the kink
// with probability zero. But with integer data yᵢ⟨w, xᵢ⟩ is often exactly 1.
//
// # Why the procedure goes down
//
// Why does F become small? On average over the draws, each step goes against
// the gradient of F. To see this, put θₜ = 2λtwₜ into (procedure), so that only
// weights are left. Let ℓ be the loss of the point drawn:
//
//	2λ(t+1)wₜ₊₁ = θₜ₊₁ = 2λtwₜ − ∇ℓ(wₜ),   that is
//	wₜ₊₁ = (t/(t+1))wₜ − ρₜ∇ℓ(wₜ),   ρₜ = 1/(2λ(t+1))            [divided by 2λ(t+1)]
//	     = wₜ − ρₜ(2λwₜ + ∇ℓ(wₜ))                               [t/(t+1) = 1 − 2λρₜ]   (rate)
//
// In (rate), 2λwₜ is the gradient of λ‖wₜ‖². The mean of ∇ℓ over the n points
// is the gradient of the mean loss. On average, a step therefore goes along
// −∇F(wₜ). As t grows, steps become shorter, and single draws count less.
//
// # How near it comes
//
// How many steps does (procedure) need? To compare F(w̄) with the minimum,
// F(w*), we watch the distance of wₜ from w*. Since F is convex, a short step
// along −∇F(wₜ) brings wₜ nearer to w*. The higher F(wₜ) is above F(w*), the
// more the distance shrinks. But the distance cannot fall below 0. Hence there
// cannot be many steps at which F(wₜ) is far above F(w*).
//
// Let Fₜ(w) = λ‖w‖² + ℓ(w), where ℓ is the loss of the point drawn at step t. A
// subgradient of Fₜ at wₜ is vₜ = 2λwₜ + ∇ℓ(wₜ), and the step of (rate) is
// wₜ₊₁ = wₜ − ρₜvₜ. With R the length of the longest point, the lengths of wₜ,
// vₜ and w* are bounded:
//
//	2λ‖wₜ‖ ≤ R,  so ‖vₜ‖ ≤ 2R      [wₜ = θ/(2λt), θ a sum of fewer than t points; ‖∇ℓ‖ ≤ R]
//	2λ‖w*‖ ≤ R                     [w* = Σ αᵢyᵢxᵢ with Σ αᵢ ≤ 1/(2λ), by (free dual)]
//
// How far is Fₜ(wₜ) above Fₜ(w*)? We compare the two parts of Fₜ, and add:
//
//	ℓ(w*) ≥ ℓ(wₜ) + ⟨∇ℓ(wₜ), w* − wₜ⟩                    [ℓ is convex]
//	λ‖w*‖² = λ‖wₜ‖² + 2λ⟨wₜ, w* − wₜ⟩ + λ‖w* − wₜ‖²        [the square, written out]
//	Fₜ(w*) ≥ Fₜ(wₜ) + ⟨vₜ, w* − wₜ⟩ + λ‖w* − wₜ‖²          [the sum of both]
//
// The distances before and after the step give the inner product:
//
//	‖wₜ₊₁ − w*‖² = ‖wₜ − w*‖² − 2ρₜ⟨vₜ, wₜ − w*⟩ + ρₜ²‖vₜ‖²         [(rate)]
//
// Solve this for ⟨vₜ, wₜ − w*⟩, and put the result into the sum above. With
// 1/(2ρₜ) = λ(t+1) and ½ρₜ‖vₜ‖² ≤ R²/(λ(t+1)), this is
//
//	Fₜ(wₜ) − Fₜ(w*) ≤ λ(t‖wₜ − w*‖² − (t+1)‖wₜ₊₁ − w*‖²) + R²/(λ(t+1))
//
// Sum this over t. The squares cancel, except the first, which is ‖w*‖² because
// w₁ = 0, and the last, which is subtracted and may be left out:
//
//	Σₜ (Fₜ(wₜ) − Fₜ(w*)) ≤ λ‖w*‖² + (R²/λ)(H_{T+1} − 1)
//	                    ≤ (R²/λ)(1 + ln T)      [λ‖w*‖² ≤ R²/(4λ), 1/(T+1) ≤ ½, H_T ≤ 1 + ln T]
//
// Now take the mean over the draws. The bound holds for all draws, hence also
// for the mean of the left side. To find this mean, first hold the draws before
// step t fixed. They determine wₜ. If only draw t varies, the mean of Fₜ(wₜ) is
// F(wₜ), and that of Fₜ(w*) is F(w*). Then let the earlier draws vary too:
// E Σₜ (F(wₜ) − F(w*)) has the same bound.
//
// By convexity, F(w̄) is at most the mean of the F(wₜ). Dividing by T, we get
//
//	E F(w̄) − F(w*) ≤ R²(1 + ln T)/(λT)                                               (nearness)
//
// By (nearness), about R²/(λδ) steps bring F within δ of the minimum, apart
// from the factor 1 + ln T. The number n of points does not matter. If the
// points lie in the unit ball, R² is at most 2, since the constant feature adds
// 1. With λ = 0.01 this means 2·10⁵ steps for δ = 10⁻³, but 2·10⁸ for δ = 10⁻⁶.
// For such a small δ use SMO.
//
// If features are large, so is R²: scale them first. testdata/descent.svg draws
// F and this bound.
//
// # What to do with b
//
// There are three ways to treat b:
//
//   - Leave b out. Then the plane has to pass through the origin.
//   - Make b a weight like the others, as here. Then (nearness) holds. If the
//     constant feature is r in place of 1, b costs only λb²/r², whereas R²
//     grows by r² − 1.
//   - Move b with the steps of w, but leave λb² out of F. The proof of
//     (nearness) needs this term, and the bound fails: if the points are not
//     centred, steps that shrink like 1/t move b too slowly.
//
// # What is added
//
// Each of these sections stands directly above its code:
//
//   - "One point at a time" computes w̄ without holding the iterates, by
//     (mean). "The paper" says how the Pegasos of the paper differs from
//     (procedure).
//   - "With a kernel" holds θ as coefficients of the φ(xᵢ), since there may be
//     too many features to write θ down. It also says where b is.
//   - "All points at a time" draws nothing: each step goes along −∇F itself,
//     and the bound has no logarithm.
//   - "Perceptrons", "Least squares", "Softmax regression" and "Logistic
//     regression in one variable" are other learners, each explained by itself.
//
// # The machine in five lines
//
// Each step draws a point. If y⟨w, x⟩ < 1 for the weights w = θ/(2λt), the step
// adds yx to θ. The result w̄ is the mean of the weights of all T steps. On
// average over the draws, F(w̄) is above the minimum of F by at most
// R²(1 + ln T)/(λT), where R is the length of the longest point. With a kernel,
// θ is held as coefficients of the φ(xᵢ).
//
// # The code
//
// The idioms of the code are explained in svm.go, "How this code is written".
//
//	Pegasos, SGD          (procedure) and (mean): Step is a step, Average is w̄
//	KernelSGD             (kernel); the type kernelSum holds the θᵢ and gⱼ
//	Subgradient           (batch); Hyperplane.Gradient is (subgradient)
//	Perceptron            the function perceptron is its loop, and that of KernelPerceptron
//	LeastSquaresGD        (descent); the function descend is its loop, and that of
//	KernelLeastSquaresGD  (dual descent)
//	Softmax, SoftmaxSGD   (softmax), (log loss); steps along (row gradient)
//	Calibrate             logistic regression in one variable, by Newton's method
//
// # Sources
//
// testdata/lectures.md has the lectures: where their claims are, and where a
// slide slips.
//
// S. Shalev-Shwartz, Y. Singer, N. Srebro, A. Cotter, Pegasos: primal estimated
// sub-gradient solver for SVM (2011): the paper. Its §6 is on b.
//
// S. Shalev-Shwartz, S. Ben-David, Understanding Machine Learning (2014): §15.5
// for (procedure), chapter 14 for how such bounds are proved.
//
// S. Lacoste-Julien, M. Schmidt, F. Bach, A simpler approach to obtaining an
// O(1/t) convergence rate for the projected stochastic subgradient method
// (2012): the weighted mean.
//
// A. Novikoff, On convergence proofs on perceptrons (1962): the bound
// (mistakes).
//
// # Exercises
//
//  1. Make the three steps with the draws 2, 3, 1 (lecture C, "A Procedure for
//     SGD on SVM"). TestThreeStepsOfSGDByHand
//  2. Lecture C's footnote 4: which kernels have b inside f? What do you get
//     for (1 + x·z)² + 1? TestBIsInTheKernelOrAddedToIt
//  3. Which αᵢ does the kernel perceptron end with on XOR, and why does the
//     linear one not end (lecture P)? ExampleKernelPerceptron
//  4. Show that softmax with two classes is logistic regression (lecture S,
//     4.5). How does a step on W move w₁ − w₂?
//     TestTwoClassesAreLogisticRegression
//  5. Move b with the steps of w, but leave λb² out. What happens if the points
//     are not centred? TestThreeWaysToTreatB

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
// A [Pegasos] makes the steps of (procedure). To compute the mean w̄, we need
// not hold all T iterates wₜ. Even to add up the wₜ would about double the work
// of each step. Instead, we add up only margin errors. Let τ run over the steps
// whose point was a margin error, and let H_t = 1 + ½ + … + 1/t:
//
//	w̄ = (1/T) Σₜ θₜ/(2λt) = (1/(2λT)) Σₜ (1/t) Σ_{τ<t} y_τ x_τ   [θₜ is the sum over τ < t]
//	  = (1/(2λT)) Σ_τ y_τ x_τ Σ_{τ<t≤T} 1/t                      [the order of summation changed]
//	  = (1/(2λT)) Σ_τ y_τ x_τ (H_T − H_τ)
//	  = (H_T θ − Θ)/(2λT),   θ = Σ_τ y_τ x_τ,   Θ = Σ_τ H_τ y_τ x_τ                       (mean)
//
// A step costs one inner product. If its point is a margin error, step t also
// adds yx to θ, and H_t·yx to Θ. In the example by hand, λ is ½ and T is 3. The
// margin errors are point 1, at step 1 with H₁ = 1, and point 3, at step 2 with
// H₂ = 3/2. With H₃ = 11/6 for the mean,
//
//	θ = (2, 2, 1) − (0, 0, 1) = (2, 2, 0)
//	Θ = 1·(2, 2, 1) − (3/2)·(0, 0, 1) = (2, 2, −½)
//	w̄ = ((11/6)(2, 2, 0) − (2, 2, −½))/3 = (5/9, 5/9, 1/6)
//
// How exact is H_t? If we just added up the terms 1, ½, …, 1/t, rounding could
// make the sum wrong by about t·ε. To prevent this, the type clock also keeps
// the rounding error of each addition, and subtracts this error from the next
// term. Then H_t is wrong by only about two roundings, for any t that a program
// can reach.
//
// # The paper
//
// The Pegasos of the paper minimises ½λ′‖w‖² + (1/n) Σ ℓᵢ, so that its λ′ is
// our 2λ. It differs from (procedure) in three ways:
//
//   - Its rate from wₜ to wₜ₊₁ is 1/(λ′t), hence wₜ₊₁ = θₜ₊₁/(λ′t). Any w₁ will
//     do, because the first step multiplies it by 0.
//   - It returns the last iterate, and not the mean.
//   - It may shorten each iterate to ‖w‖ ≤ 1/√λ′ = 1/√(2λ).
//
// Why may each iterate be shortened? The ball ‖w‖ ≤ 1/√(2λ) is convex and
// contains w*. Let w be outside the ball. Shortened to the length 1/√(2λ), w
// becomes w′, the point of the ball nearest to w. We show that w′ is nearer to
// w* than w is. The plane that touches the ball at w′ is orthogonal to w − w′.
// On one side of this plane is w, and on the other is the ball.
//
// For any point p ≠ w′ of the ball, the triangle w, w′, p therefore has an
// angle of at least 90° at w′, and its longest side is the one from w to p. In
// other words, w′ is nearer to p than w is. Since w* lies in the ball, w′ is
// also nearer to w* than w is.
//
// Why does the ball contain w*? At the minimum, F equals its dual value:
//
//	λ‖w*‖² + (1/n) Σ ξᵢ = 2λ Σ αᵢ − λ‖w*‖²
//
// Add λ‖w*‖² on both sides, and leave out the ξᵢ, which are ≥ 0. Since Σ αᵢ is
// at most n/(2λn) = 1/(2λ),
//
//	2λ‖w*‖² ≤ 2λ Σ αᵢ ≤ 1,   that is, ‖w*‖ ≤ 1/√(2λ)                                     (ball)

// A Pegasos learns a plane from points one at a time, wherever they come from:
// a slice, a file, a channel. It minimises
//
//	F(w, b) = λ(‖w‖² + b²) + mean of max(0, 1 − y(⟨w, x⟩ + b))
//
// Set Lambda, call Step for each point, and take Average. [LambdaFromC] gives
// the Lambda for a C, and [ScanLIBSVM] reads a file point by point. Scale the
// features, and shuffle a file that is sorted by label. The comment of [SGD]
// says how many steps learning takes.
//
// A Pegasos holds 2(d+1) numbers, however many steps it makes. After the first
// step, do not copy the Pegasos or change its Lambda. To save what it has
// learned, save its Average: encoding/gob does not see the sums inside.
type Pegasos struct {
	Lambda float64 // λ > 0, the weight of ‖w‖² + b² beside the mean loss: LambdaFromC

	clock    clock     // t and H_t after the last step
	theta    []float64 // θ, the entry of the constant feature last
	weighted []float64 // Θ
	err      error
}

// A clock counts the steps of (procedure), and sums H_t.
type clock struct {
	t       float64 // 1, 2, …, exact below 2⁵³
	h, over float64 // H_t, and by how much it is too large
}

// next returns the clock a step later. To correct the last addition, it
// subtracts from the new term the amount by which that addition was rounded up
// (W. Kahan).
//
// The number h is the rounded sum of c.h and term. The returned
// (h − c.h) − term is exactly the amount by which h was rounded up, because
// both subtractions are exact.
//
// First, from step 2 on, and for every t that a program can reach, term is
// between 0 and c.h. Therefore h lies between c.h and 2c.h. Both h and c.h are
// then multiples of the last place of c.h, and so is h − c.h. Since h − c.h is
// not larger than c.h, it fits into the 53 bits of a float64, and is exact.
//
// Second, since term is at most c.h, the numbers h, c.h and term are all
// multiples of the last place of term, and so is (h − c.h) − term.
//
// The size of (h − c.h) − term is the distance of h from c.h + term. Since h is
// the float64 nearest to this sum, this distance is at most that of the float64
// c.h from the sum, which is term. Hence (h − c.h) − term fits into 53 bits,
// and is exact. In step 1, c.h is 0, and nothing is rounded.
func (c clock) next() clock {
	term := 1/(c.t+1) - c.over
	h := c.h + term
	return clock{c.t + 1, h, (h - c.h) - term}
}

// mean returns one entry of (mean), from the entries of θ and Θ.
func (c clock) mean(lambda, theta, weighted float64) float64 {
	return (float64(c.h*theta) - weighted) / (2 * lambda * c.t)
}

// Step makes a step with a point x and its label y. It reports whether the
// point was a margin error, y·f(x) < 1. Here f is the plane before the step,
// which Last would have returned. (Before the first step f is 0.) Only a margin
// error changes the two sums that the Pegasos holds, from which Last and
// Average compute their planes.
//
// On bad input Step changes nothing and returns false, as do all later calls,
// and Err says why.
func (p *Pegasos) Step(x []float64, y float64) (short bool) {
	if p.err == nil {
		p.err = p.check(x, y)
	}
	return p.err == nil && p.move(x, y)
}

// move makes the step with a point that has been checked.
func (p *Pegasos) move(x []float64, y float64) (short bool) {
	d := len(x)
	if p.theta == nil {
		p.theta, p.weighted = make([]float64, d+1), make([]float64, d+1)
	}
	p.clock = p.clock.next()
	g := dot4(x, p.theta[:d]) + p.theta[d] // ⟨θₜ, x⟩
	short = y*g < 2*p.Lambda*p.clock.t     // y⟨wₜ, x⟩ < 1, times 2λt
	if short {
		p.add(x, y, y*p.clock.h)
	}
	return short
}

// add adds yx to θ and yH·x to Θ, where x stands for (x, 1).
func (p *Pegasos) add(x []float64, y, yH float64) {
	d := len(x)
	theta, weighted := p.theta[:d], p.weighted[:d]
	for k, v := range x {
		theta[k] += y * v
		weighted[k] += float64(yH * v)
	}
	p.theta[d] += y
	p.weighted[d] += yH
}

// check returns an error that says what is wrong with λ, y or x. It is a switch
// because cmp.Or, as in other checks, would format the name of x at each step.
func (p *Pegasos) check(x []float64, y float64) error {
	switch {
	case wantPositive("lambda", p.Lambda) != nil:
		return wantPositive("lambda", p.Lambda)
	case math.Abs(y) != 1:
		return fmt.Errorf("svm: step %.0f: y = %g, want -1 or +1", p.clock.t+1, y)
	case len(x) == 0:
		return fmt.Errorf("svm: step %.0f: x has no features", p.clock.t+1)
	case p.theta != nil && len(x) != len(p.theta)-1:
		return fmt.Errorf("svm: step %.0f: x has %d features, before %d",
			p.clock.t+1, len(x), len(p.theta)-1)
	case outside(x, mostNumber) >= 0:
		return checkSizes(fmt.Sprintf("step %.0f: x", p.clock.t+1), x, "scale the points")
	}
	return nil
}

// Last returns the plane by which the next step will judge its point. Before
// the first step it is the zero Hyperplane.
func (p *Pegasos) Last() Hyperplane {
	return p.plane(func(k int) float64 { return p.theta[k] / (2 * p.Lambda * (p.clock.t + 1)) })
}

// Average returns the mean of the planes so far, one for each step: the plane
// by which the step judged its point. Before the first step Average is the zero
// Hyperplane.
//
// Which is better, Average or Last? The first planes are huge, because the
// first step is 1/(4λ), and the average forgets them only slowly. Up to about
// R²/λ steps, with R² = max‖x‖² + 1, use Last. After many more steps the two
// are nearly equal. The Average then jumps less from step to step, and the
// bound of [SGD] is for the Average.
func (p *Pegasos) Average() Hyperplane {
	return p.plane(func(k int) float64 { return p.clock.mean(p.Lambda, p.theta[k], p.weighted[k]) })
}

// plane returns the (w, b) with these entries, or the zero Hyperplane before
// the first step.
func (p *Pegasos) plane(entry func(k int) float64) Hyperplane {
	if p.clock.t == 0 {
		return Hyperplane{}
	}
	return toPlane(each(len(p.theta), entry))
}

// toPlane returns the plane of a vector that holds w, and b as its last entry.
func toPlane(w []float64) Hyperplane {
	d := len(w) - 1
	return Hyperplane{w[:d:d], w[d]}
}

// Err returns what was wrong with the first bad input that Step was given, or
// nil.
func (p *Pegasos) Err() error { return p.err }

// SGD learns a plane by stochastic gradient descent. It makes a number T of
// steps of a [Pegasos], each with a point drawn by rng, and returns the
// Average. A nil rng means a fixed seed. SGD minimises
//
//	F(w, b) = λ(‖w‖² + b²) + (1/n) Σ max(0, 1 − yᵢf(xᵢ))
//
// Use SGD for a quick answer from many points. [SMO] with C = CFromLambda(λ, n)
// minimises F without λb², and is exact.
//
// One pass over the data is T = n. On average over the draws, F of the returned
// plane is above the minimum of F by at most R²(1 + ln T)/(λT), where R² is
// max‖xᵢ‖² + 1. If T is below about R²/λ, this bound is above 1, which is F of
// the plane f = 0. The returned plane may then be worse than f = 0. Therefore
// scale the features first, to make R² small.
func SGD(
	x [][]float64, y []float64, lambda float64, steps int, rng *rand.Rand,
) (Hyperplane, error) {
	err := checkLearning(Linear{}, x, y, wantPositive("lambda", lambda),
		wantAtLeast("steps", steps, 1))
	if err != nil {
		return Hyperplane{}, err
	}
	p, rng := Pegasos{Lambda: lambda}, source(rng)
	for range steps {
		i := rng.IntN(len(x))
		p.move(x[i], y[i])
	}
	return p.Average(), nil
}

// checkLearning returns the first error of the labels, of the other arguments,
// or of the kernel and the points.
func checkLearning[X any](k Kernel[X], x []X, y []float64, others ...error) error {
	labels := cmp.Or(wantLen("labels", len(y), len(x)), checkSigns(y))
	if err := cmp.Or(labels, cmp.Or(others...)); err != nil {
		return err
	}
	return checkKernel("kernel", k, x)
}

// # With a kernel
//
// With many features, or infinitely many, the vector θ cannot be written down.
// But it is a sum of multiples of the φ(xᵢ), θ = Σ θᵢφ(xᵢ). The number θᵢ says
// how often point i was a margin error, with the sign of its label. We store
// these numbers in place of the vector. To recognise a margin error, we also
// store the value gⱼ = ⟨θ, φ(xⱼ)⟩ for each point. Then (procedure) becomes
//
//	βᵢ = θᵢ/(2λt)                                          [wₜ = θₜ/(2λt) = Σ βᵢφ(xᵢ)]
//	yⱼ⟨wₜ, φ(xⱼ)⟩ = yⱼgⱼ/(2λt),   gⱼ = Σᵢ θᵢk(xᵢ, xⱼ)
//	w̄ = Σ β̄ᵢφ(xᵢ),   β̄ᵢ = (H_T θᵢ − Θᵢ)/(2λT)        [(mean), for each coefficient]  (kernel)
//
// Θᵢ is the sum of yᵢH_τ over the steps τ at which point i was drawn and was a
// margin error. Such a step adds one row of kernel values, times yᵢ, to the gⱼ.
// All other steps cost almost nothing: each reads its margin from a stored gⱼ,
// and changes no θᵢ and no gⱼ. The function plainKernelSGD in example_test.go
// does without Θᵢ and gⱼ: it follows (procedure) line by line, and computes wₜ
// anew at each step.
//
// Now make the three steps by hand again, with the kernel k(x, z) = x·z + 1,
// whose 1 stands for the constant feature. Its Gram matrix on the four points
// has the rows (9, 15, 1, −1), (15, 26, 1, −3), (1, 1, 1, 1) and
// (−1, −3, 1, 2). With λ = ½ and the draws 1, 3, 2,
//
//	t    H_t     drawn j    yⱼgⱼ/t        then (θ₁, …, θ₄)    (Θ₁, …, Θ₄)      (g₁, …, g₄)
//	1    1       1           0/1 < 1      (1, 0, 0, 0)        (1, 0, 0, 0)     (9, 15, 1, −1)
//	2    3/2     3          −1/2 < 1      (1, 0, −1, 0)       (1, 0, −3/2, 0)  (8, 14, 0, −2)
//	3    11/6    2          14/3 ≥ 1      the same            the same         the same
//
// Step 2 drew point 3, a margin error with the label −1. Therefore it
// subtracted row 3 of the matrix from the gⱼ, and the number H₂ = 3/2 from Θ₃.
//
// The coefficients of the mean w̄ follow by (kernel), with H₃ = 11/6 and the
// divisor 2λT = 3: β̄₁ = (H₃θ₁ − Θ₁)/3 is (11/6 − 1)/3 = 5/18, and
// β̄₃ = (H₃θ₃ − Θ₃)/3 is (−11/6 + 3/2)/3 = −1/9. The plane is the same as
// without a kernel:
//
//	w = (5/18)(2, 2) − (1/9)(0, 0) = (5/9, 5/9),   b = 5/18 − 1/9 = 1/6
//
// TestThreeStepsOfSGDByHand makes these steps with KernelSGD, too.
//
// With a kernel, where is the b of f(x)? In lecture C's footnote 4, no b is
// added to the inner product. Instead, the last feature of the footnote's ψ(x)
// is 1, and the weight of this feature is b. Some kernels have such a constant
// feature, and others do not:
//
//   - (1 + x·z)² has one. The function that is learned already contains a b.
//   - x·z and the Gaussian have none. If b is wanted, take k + 1 in place of k;
//     then b is Σ β̄ᵢ.
//   - (1 + x·z)² + 1 has two, whose weights add up to b. Of all such weights,
//     ½b and ½b have the smallest sum of squares. Together they cost only
//     λ(¼b² + ¼b²) = ½λb², whereas a single one costs λb².

// KernelSGD is [SGD] in feature space: it draws the same points and, up to
// rounding, makes the same steps. It learns a function f in the span of the
// k(xᵢ, ·), and minimises
//
//	λ‖f‖² + (1/n) Σ max(0, 1 − yᵢf(xᵢ))
//
// For a bias, take Sum[X]{k, Constant[X](1)} as the kernel. Then the bias is
// the sum of Coef, and B stays 0. As in SGD, ‖f‖² includes the square of the
// bias. Kernels such as (1 + x·z)² have a constant feature already, but Linear
// and Gaussian have none.
//
// The Points of the result are the points that violated the margin at some step
// before the last step.
//
// A step costs O(1). A margin error costs O(n) and n kernel values, which are
// held for the next margin error of the same point, up to 2²⁸ bytes in all.
func KernelSGD[X any](
	k Kernel[X], x []X, y []float64, lambda float64, steps int, rng *rand.Rand,
) (*Expansion[X], error) {
	err := checkLearning(k, x, y, wantPositive("lambda", lambda), wantAtLeast("steps", steps, 1))
	if err != nil {
		return nil, err
	}
	rng = source(rng)
	theta := newKernelSum(k, x)
	weighted := make([]float64, len(x)) // Θᵢ
	var now clock
	for range steps {
		now = now.next()
		j := rng.IntN(len(x))
		if y[j]*theta.g[j] < 2*lambda*now.t {
			if err := theta.add(j, y[j]); err != nil {
				return nil, err
			}
			weighted[j] += y[j] * now.h
		}
	}
	mean := each(len(x), func(i int) float64 { // (kernel)
		return now.mean(lambda, theta.coef[i], weighted[i])
	})
	f, _ := withoutZeros(k, x, mean)
	return &f, nil
}

// kernelSum holds a function Σ cᵢk(xᵢ, ·) that is learned point by point, and
// its values gⱼ on all points. In KernelSGD the function is ⟨θ, φ(·)⟩, where cᵢ
// is θᵢ.
type kernelSum[X any] struct {
	k    Kernel[X]
	x    []X
	rows prepared[X]
	coef []float64
	g    []float64
	held [][]float64 // kernel rows
	room int         // rows that may still be held
}

// heldRows is how many bytes of kernel rows may be held. For n up to 5,792 all
// n rows have room, because 5,792² numbers of 8 bytes fit.
const heldRows = 1 << 28

// newKernelSum returns the function 0.
func newKernelSum[X any](k Kernel[X], x []X) *kernelSum[X] {
	n := len(x)
	return &kernelSum[X]{
		k: k, x: x, rows: prepare(k, x), coef: make([]float64, n), g: make([]float64, n),
		held: make([][]float64, n), room: heldRows / 8 / n,
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

// row returns the values k(xᵢ, xⱼ) for all j. It holds the row while there is
// room.
func (m *kernelSum[X]) row(i int) ([]float64, error) {
	if row := m.held[i]; row != nil {
		return row, nil
	}
	row := m.rows.row(m.x[i])
	if err := checkRow(m.k, i, row); err != nil {
		return nil, err
	}
	if m.room > 0 {
		m.room--
		m.held[i] = row
	}
	return row, nil
}

// # All points at a time
//
// The bound (nearness) has two faults: it holds only on average over the draws,
// and it has the factor 1 + ln T. To remove the first fault, we draw nothing:
// each step takes all points and goes along −∇F. Lecture C, too, has this
// method, batch descent, but does not say how long the steps are.
//
// To remove the factor 1 + ln T, we follow Lacoste-Julien, Schmidt and Bach: we
// make the rate ρₜ twice that of (rate), and take a mean in which wₜ has the
// weight t, because the later wₜ are nearer to w*. In addition, we scale wₜ₊₁
// down if it is outside the ball of (ball), so that the part 2λwₜ₊₁ of the next
// gradient stays small. Since the ball contains w*, this only brings wₜ₊₁
// nearer to w*:
//
//	w₁ = 0;   wₜ₊₁ = wₜ − ρₜ∇F(wₜ), scaled down to the length 1/√(2λ) if it is longer
//	ρₜ = 1/(λ(t+1));   w̄ = Σ twₜ / Σ t                                                  (batch)
//
// Let G = R + √(2λ). Then ‖∇F(wₜ)‖ ≤ G, because ‖∇ℓᵢ‖ ≤ R, and ‖wₜ‖ ≤ 1/√(2λ)
// gives 2λ‖wₜ‖ ≤ √(2λ).
//
// Now repeat the proof of (nearness), with F in place of Fₜ and ∇F(wₜ) in place
// of vₜ. The first line below has ≤ where that proof had =, because
// ‖∇F(wₜ)‖ ≤ G, and because scaling wₜ₊₁ down into the ball can only bring it
// nearer to w*. The second line is found as before:
//
//	‖wₜ₊₁ − w*‖² ≤ ‖wₜ − w*‖² − 2ρₜ⟨∇F(wₜ), wₜ − w*⟩ + ρₜ²G²
//	F(w*) ≥ F(wₜ) + ⟨∇F(wₜ), w* − wₜ⟩ + λ‖w* − wₜ‖²
//
// Solve the first line for the inner product, put the result into the second,
// and multiply by t. With 1/(2ρₜ) = ½λ(t+1), this is
//
//	t(F(wₜ) − F(w*)) ≤ ½λ((t−1)t‖wₜ − w*‖² − t(t+1)‖wₜ₊₁ − w*‖²) + G²/(2λ)       [t/(t+1) ≤ 1]
//
// Sum this over t. The squares cancel as before; the first has the factor 0,
// and the last is subtracted. By convexity F(w̄) is at most the weighted mean
// of the F(wₜ), hence
//
//	F(w̄) − F(w*) ≤ Σ t(F(wₜ) − F(w*)) / Σ t
//	             ≤ (TG²/(2λ))/(½T(T+1)) = G²/(λ(T+1))                           (batch nearness)

// Subgradient learns a plane by subgradient descent on the F of [SGD]. The
// parameter steps is the number T of its steps. Each step goes against a
// subgradient of F, computed from all points, so that nothing is random. The
// result is a weighted mean of the planes that the steps start from.
//
// At the result, F is at most (R + √(2λ))²/(λ(T+1)) above the minimum, with
// R² = max‖xᵢ‖² + 1. If T is below about R²/λ, the plane may be worse than
// f = 0. The cost is T passes over the data, on all processors. For steps of
// your own, see [Hyperplane.Gradient].
func Subgradient(x [][]float64, y []float64, lambda float64, steps int) (Hyperplane, error) {
	err := checkLearning(Linear{}, x, y, wantPositive("lambda", lambda),
		wantAtLeast("steps", steps, 1))
	if err != nil {
		return Hyperplane{}, err
	}
	w, mean := make([]float64, len(x[0])+1), make([]float64, len(x[0])+1)
	for t := 1.0; t <= float64(steps); t++ {
		for k, v := range w {
			mean[k] += (v - mean[k]) * 2 / (t + 1) // t/(1 + … + t) = 2/(t+1)
		}
		axpy(-1/(lambda*(t+1)), subgradient(w, x, y, lambda), w) // (batch)
		w = scaled(w, min(1, math.Sqrt(0.5/lambda)/Norm(w)))     // (ball); if w = 0, min is 1
	}
	return toPlane(mean), nil
}

// Gradient returns the gradient of the F of [SGD] at h, or, where points are at
// the kink of the hinge loss, a subgradient. Its W and B are the derivatives by
// w and by b. To descend by steps ρ of your own, subtract ρ times W and ρ times
// B from those of h.
func (h Hyperplane) Gradient(x [][]float64, y []float64, lambda float64) (Hyperplane, error) {
	err := checkLearning(Linear{}, x, y, wantPositive("lambda", lambda))
	if err != nil {
		return Hyperplane{}, err
	}
	if len(x[0]) != len(h.W) {
		return Hyperplane{}, fmt.Errorf("svm: x[0] has %d features, W has %d", len(x[0]), len(h.W))
	}
	g := subgradient(append(slices.Clone(h.W), h.B), x, y, lambda)
	return checked(toPlane(g), unless(finite(maxAbs(g)), "svm: the gradient is not finite"))
}

// subgradient returns (subgradient) at w. It sums the points in chunks, and the
// chunks in order, so that the bits do not depend on the number of processors.
func subgradient(w []float64, x [][]float64, y []float64, lambda float64) []float64 {
	const chunk = 256
	d := len(w) - 1
	parts := NewMatrix((len(x)+chunk-1)/chunk, d+1).rows()
	shareParts(len(x), chunk, 2*float64(d), func(lo, hi int) {
		part := parts[lo/chunk]
		for i := lo; i < hi; i++ {
			z := y[i] * (dot4(x[i], w[:d]) + w[d])
			if s := HingeSubgradient(z) * y[i]; s != 0 { // ∇ℓᵢ = sxᵢ
				axpy(s, x[i], part[:d])
				part[d] += s
			}
		}
	})
	g := scaled(w, 2*lambda)
	for _, part := range parts {
		axpy(1/float64(len(x)), part, g)
	}
	return g
}

// # Perceptrons
//
// The support vector machine asks for yf(x) ≥ 1, whereas the perceptron is
// content with yf(x) > 0. Here f(x) is ⟨w, x⟩, where x ends with the constant 1
// and w with b. The perceptron starts with w = 0 and visits the points in
// rounds.
//
// On each mistake, that is, if yᵢ⟨w, xᵢ⟩ ≤ 0, the perceptron adds yᵢxᵢ to w. It
// ends after a round without a mistake. Written with coefficients, w is
// Σ αᵢyᵢxᵢ, where αᵢ counts the mistakes on point i.
//
// Adding yᵢxᵢ is a step at the rate 1 against a subgradient of the perceptron
// loss max(0, −yᵢ⟨w, xᵢ⟩). The subgradient is −yᵢxᵢ on a mistake and 0
// otherwise.
//
// Does the perceptron end? Let u be any vector with yᵢ⟨u, xᵢ⟩ ≥ 1 for all i.
// For example, u holds the weights and the b of the machine with the hard
// margin. A mistake on point i adds yᵢxᵢ to w. This makes ⟨u, w⟩ larger by at
// least 1. But ‖w‖² becomes larger by at most R² = max‖xᵢ‖², because
// yᵢ⟨w, xᵢ⟩ ≤ 0 at a mistake. After M mistakes, from w = 0,
//
//	⟨u, w⟩ ≥ M                                      [each adds yᵢ⟨u, xᵢ⟩ ≥ 1]
//	‖w‖² ≤ MR²                                      [each adds 2yᵢ⟨w, xᵢ⟩ + ‖xᵢ‖² ≤ 0 + R²]
//	M ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ ≤ ‖u‖R√M,  so  M ≤ R²‖u‖²      [Cauchy–Schwarz]               (mistakes)
//
// The number M of mistakes is therefore limited if some plane separates the
// points, and the perceptron ends. If no plane does, every round has a mistake,
// and we stop after a maximum number of rounds.

// Perceptron returns a plane that separates the data, and the number of
// mistakes on the way. It visits the points in order, again and again: if
// yᵢf(xᵢ) ≤ 0, it adds yᵢxᵢ to w and yᵢ to b. It ends when a round over all
// points, an epoch, brings no mistake. If no plane separates the data, there is
// no such round. If the limit of epochs is reached first, Perceptron returns
// [ErrNotConverged] with the plane so far.
//
// If some w and b have yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 for all points, there are at most
// (max‖xᵢ‖² + 1)(‖w‖² + b²) mistakes. The cost is O(nd) per epoch.
func Perceptron(x [][]float64, y []float64, epochs int) (h Hyperplane, mistakes int, err error) {
	if err := checkLearning(Linear{}, x, y, wantAtLeast("epochs", epochs, 1)); err != nil {
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
// the same order. It returns f = Σ αᵢyᵢ(k(xᵢ, ·) + 1), where αᵢ counts the
// mistakes on point i. Coef holds the αᵢyᵢ that are not 0. B is the sum of the
// αᵢyᵢ, because of the 1 in the formula.
//
// If the limit of epochs is reached first, KernelPerceptron returns
// [ErrNotConverged] with f so far. An epoch costs O(n), and each mistake costs
// O(n) and n kernel values. These values are held for the next mistake on the
// same point, as in [KernelSGD].
func KernelPerceptron[X any](
	k Kernel[X], x []X, y []float64, epochs int,
) (f *Expansion[X], mistakes int, err error) {
	if err := checkLearning(k, x, y, wantAtLeast("epochs", epochs, 1)); err != nil {
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
// Up to here yᵢ was a label. Now it is any number, a target for f(xᵢ). The
// functions call the targets t, as lecture K does.
//
// We minimise the mean square error, (1/n) Σ (yᵢ − ⟨w, φ(xᵢ)⟩)². Let Φ be the
// matrix with the rows φ(xᵢ). Half the gradient of the mean square error is
// −(1/n)Φᵀ(y − Φw), and (descent) is a step against it. Here γ is the rate of
// the step, not the γ of a kernel.
//
// If w = Φᵀβ before the step, then w also has this form after the step, and its
// β changes by (dual descent):
//
//	w ← w + (γ/n)Φᵀ(y − Φw)                                                            (descent)
//	β ← β + (γ/n)(y − Kβ),   K = ΦΦᵀ                       [Φw = Kβ]              (dual descent)
//
// When does the descent converge? A step turns the error e = y − Kβ into
// e − (γ/n)Ke. Take the part of e along an eigenvector v of K with the
// eigenvalue κ. The step multiplies this part by 1 − γκ/n:
//
//   - If 0 < κ < 2n/γ, this part goes to 0.
//   - If κ ≥ 2n/γ, it does not become smaller.
//   - If κ = 0, it stays. And no w could change it: 0 = vᵀKv = ‖Φᵀv‖², hence
//     every Φw is orthogonal to v.
//
// Hence the descent converges if γ < 2n/κ for the largest eigenvalue κ.
//
// Since w starts at 0, and each step adds multiples of the rows of Φ, w never
// leaves the span of these rows.
//
// In the limit, the error y − Φw has lost all parts that some w can change, as
// shown above. Only one w in the span has this error. Suppose that two such w
// have it. Both have the same Φw, so that Φ times their difference is 0. The
// difference is then orthogonal to all rows, and in their span, hence 0.
//
// This w is the least squares fit of least norm, because every other fit
// differs from it by a vector orthogonal to the rows, which makes its norm
// larger.
//
// Ridge regression leads to the same w. It adds a multiple of ‖w‖² to the mean
// square. As this multiple tends to 0, the fit of ridge regression tends to w.

// LeastSquaresGD returns the weights w after a number of steps of gradient
// descent from w = 0. The goal of the descent is the least squares fit, for
// which ‖Φw − t‖ is as small as possible. The matrix Φ = phi has n rows, one
// for each target in t. With eta, the lecture's γ, a step is
//
//	w ← w + (γ/n)Φᵀ(t − Φw)
//
// Let κ be the largest eigenvalue of ΦᵀΦ. If γ < 2n/κ, w converges to the fit
// of least norm. If γ = 2n/κ, w need not converge. If γ > 2n/κ, w grows without
// end, except for special targets, such as t = 0. If w overflows,
// LeastSquaresGD returns an error. The cost is O(steps·Rows·Cols).
func LeastSquaresGD(phi *Matrix, t []float64, eta float64, steps int) (w []float64, err error) {
	return descend("phi", mostNumber, phi, t, eta, steps, addRows) // (descent)
}

// KernelLeastSquaresGD is [LeastSquaresGD] in feature space, where
// w = Σ βᵢφ(xᵢ) has a coefficient βᵢ for each point. It returns β after a
// number of steps from β = 0. With the n×n matrix K = gram, and with eta, the
// lecture's γ, a step is
//
//	β ← β + (γ/n)(t − Kβ)
//
// The fit is the [Expansion] Σ βᵢk(xᵢ, ·). If K = ΦΦᵀ, then Φᵀβ is after every
// step the w of LeastSquaresGD.
//
// The matrix K has to be positive semi-definite, which [IsPSD] tests. Along an
// eigenvector of K with a negative eigenvalue, the error t − Kβ would grow for
// every γ. If K is singular, the fit can still converge, but β may grow in the
// null space of K, where it does not change the fit. The cost is O(steps·n²).
func KernelLeastSquaresGD(
	gram *Matrix, t []float64, eta float64, steps int,
) (beta []float64, err error) {
	step := func(e []float64, rows [][]float64, beta []float64) { axpy(1, e, beta) }
	return descend("gram", mostValue, gram, t, eta, steps, step) // (dual descent)
}

// descend makes steps from the coefficients 0, and returns the coefficients
// after the last step. In each step, it calls the function step with three
// arguments: the vector (γ/n)(t − A·coef), the rows of A, and coef, the
// coefficients, which the function step changes.
//
// The string in the parameter name stands for A in error texts. The parameter
// power limits the size of the entries of A to 10^power. If it is mostValue,
// the caller has given a Gram matrix, and descend returns an error unless A is
// square and symmetric.
func descend(
	name string, power int, a *Matrix, t []float64, eta float64, steps int,
	step func(e []float64, rows [][]float64, coef []float64),
) ([]float64, error) {
	if err := a.checkShape(name); err != nil {
		return nil, err
	}
	const shape = "svm: %s is a %dx%d matrix, want %s"
	err := cmp.Or(
		unless(a.Rows > 0 && a.Cols > 0, shape, name, a.Rows, a.Cols, "rows and columns"),
		wantLen("targets", len(t), a.Rows), checkSizes("t", t, "scale the targets"),
		wantPositive("eta", eta), wantAtLeast("steps", steps, 1), checkEntries(name, a, power),
		unless(power == mostNumber || a.Rows == a.Cols,
			shape, name, a.Rows, a.Cols, "a square one"))
	if err == nil && power == mostValue {
		err = a.checkSymmetric(name)
	}
	if err != nil {
		return nil, err
	}
	coef, rows := make([]float64, a.Cols), a.rows()
	for k := range steps {
		leftOver := difference(t, a.MulVec(coef))
		step(scaled(leftOver, eta/float64(a.Rows)), rows, coef)
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
// a point are sⱼ = ⟨wⱼ, x⟩. To turn the scores into probabilities, we replace
// each sⱼ by exp(sⱼ), which is positive, and divide by the sum of all exp(sᵢ).
// Let ℓ be the loss of a point of class c. Let [j = c] be 1 if j is c, and 0
// otherwise:
//
//	pⱼ = exp(sⱼ)/Σᵢ exp(sᵢ)                                                            (softmax)
//	ℓ = −ln p_c = ln Σᵢ exp(sᵢ) − s_c = ln(1 + Σ_{j≠c} exp(sⱼ − s_c))                 (log loss)
//	∂ℓ/∂wⱼ = (pⱼ − [j = c])x      [∂ℓ/∂sⱼ = exp(sⱼ)/Σᵢ exp(sᵢ) − [j = c]]         (row gradient)
//
// ℓ is convex in the weights, because ln Σ exp(sᵢ) is convex in the scores, and
// these are linear in the weights.
//
// Moreover, ℓ/ln 2 is never below the 0–1 loss.
//
// Suppose that another class j scores at least as much as the class c of the
// point. Then exp(sⱼ − s_c) ≥ 1. By (log loss), ℓ is ln(1 + the sum of such
// terms), hence ℓ ≥ ln(1 + 1) = ln 2. Therefore ℓ/ln 2 is at least 1, whereas
// the 0–1 loss is at most 1. If no other class scores as much, the 0–1 loss is
// 0, and ℓ > 0.
//
// With two classes, ℓ is the Logistic loss of yf(x), where f(x) = ⟨w₁ − w₂, x⟩,
// and y is +1 for the first class and −1 for the second. testdata/classes.svg
// draws three classes.

// A Softmax is a model of several classes, made by [SoftmaxSGD]. With the rows
// wⱼ of W, the score of class j is sⱼ = ⟨wⱼ, x⟩, and its probability is
//
//	pⱼ = exp(sⱼ)/Σᵢ exp(sᵢ)
//
// There is no b: if you want one, give the points a constant feature. If a
// score is NaN or +Inf, the probabilities are NaN. The zero value has no
// classes and cannot be used.
type Softmax struct{ W *Matrix }

// Scores returns the score of each class, s = Wx.
func (m Softmax) Scores(x []float64) []float64 { return m.W.MulVec(x) }

// Probabilities returns the probability of each class. It computes
// exp(sⱼ − max s)/Σᵢ exp(sᵢ − max s), which cannot overflow.
func (m Softmax) Probabilities(x []float64) []float64 {
	p := m.Scores(x)
	top, total := slices.Max(p), 0.0
	for k, s := range p {
		p[k] = math.Exp(s - top)
		total += p[k]
	}
	for k := range p {
		p[k] /= total
	}
	return p
}

// Loss returns the multiclass logistic loss (log loss) of a point of the given
// class. This is −ln p, where p is the probability of the class. The sum of
// Loss over points is −ln of their likelihood. Loss is accurate even if it is
// tiny or huge. If Predict is wrong, then p ≤ ½, and Loss is at least ln 2.
func (m Softmax) Loss(x []float64, class int) float64 {
	s := m.Scores(x)
	best, top, rest := argmax(s), slices.Max(s), 0.0
	for k, v := range s {
		if k != best {
			rest += math.Exp(v - top)
		}
	}
	return top - s[class] + math.Log1p(rest) // ln Σ exp(sᵢ) = top + ln(1 + rest)
}

// Gradient returns the derivative of Loss by W. Row j of it is
// (pⱼ − [j = class])x, where [j = class] is 1 for the given class and 0 for the
// others. A step against the gradient moves the row of the given class towards
// x, and the other rows away from x. Row j moves in proportion to
// |pⱼ − [j = class]|.
func (m Softmax) Gradient(x []float64, class int) *Matrix {
	g := NewMatrix(m.W.Rows, m.W.Cols)
	for j, slope := range m.slopes(x, class) {
		axpy(slope, x, g.Row(j))
	}
	return g
}

// slopes returns the derivatives of Loss by the scores sⱼ. The derivative is
// pⱼ − 1 if j is the given class, and pⱼ if it is not. If the pⱼ of the given
// class is near 1, pⱼ − 1 would lose digits. Therefore slopes computes this one
// derivative as minus the sum of all other pⱼ.
func (m Softmax) slopes(x []float64, class int) []float64 {
	p := m.Probabilities(x)
	p[class] = 0
	p[class] = -sum(p)
	return p
}

// Predict returns the class of the largest score, which is also the most
// probable class. Of several, it returns the first. It returns −1 if a score is
// NaN.
func (m Softmax) Predict(x []float64) int { return argmax(m.Scores(x)) }

// PredictAll returns Predict of each point, in parallel.
func (m Softmax) PredictAll(xs [][]float64) []int {
	wantFeatures(xs, m.W.Cols)
	class := make([]int, len(xs))
	share(len(xs), float64(len(m.W.Data)), func(i int) { class[i] = m.Predict(xs[i]) })
	return class
}

// Sample returns class j with probability pⱼ, or −1 if the probabilities are
// NaN. It panics if rng is nil, because a fixed seed would draw the same number
// each time.
func (m Softmax) Sample(x []float64, rng *rand.Rand) int {
	if rng == nil {
		panic("svm: Softmax.Sample with rng = nil, want a source")
	}
	u, p := rng.Float64(), m.Probabilities(x)
	for k, v := range p {
		if u -= v; u < 0 {
			return k
		}
	}
	return argmax(p) // rounding left the sum of the p short of u
}

// argmax returns the index of the largest entry, the first of several, or −1 if
// an entry is NaN.
func argmax(v []float64) int { return slices.Index(v, slices.Max(v)) }

// SoftmaxSGD learns a [Softmax] by steps from W = 0, each with a point drawn by
// rng. A nil rng means a fixed seed. A step subtracts η(pⱼ − [j = class])x from
// each row j of W. The argument class holds the class of each point, a number
// from 0 to classes − 1.
//
// Since η is fixed, W does not settle in the end, but moves about the minimum
// of the mean Loss. The smaller η is, the nearer W stays to the minimum.
// Nothing keeps W small: if some W separates the classes, there is no minimum,
// and W grows without end. The cost is O(steps·classes·d).
func SoftmaxSGD(
	x [][]float64, class []int, classes int, eta float64, steps int, rng *rand.Rand,
) (Softmax, error) {
	err := cmp.Or(wantLen("class numbers", len(class), len(x)),
		wantPositive("eta", eta), wantAtLeast("steps", steps, 1))
	if err != nil {
		return Softmax{}, err
	}
	// The points are checked last, because this takes longest. Here x[0] may
	// still have no features.
	if most := mostNumbers / max(1, len(x[0])); classes < 2 || !fits(classes, len(x[0])) {
		return Softmax{}, fmt.Errorf("svm: classes = %d, want 2 to %d", classes, most)
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

// # Logistic regression in one variable
//
// [Calibrate] turns the value f(x) of a machine into a probability. It uses
// logistic regression, that is, softmax regression for two classes, on the one
// feature f(x). Platt's method sets Pr(y = +1 | x) = σ(Af(x) + B). Given points
// with values fᵢ, it takes the A and B that make their labels most likely.
//
// If the fᵢ of one label are all above those of the other, the likelihood grows
// with |A| for ever. To prevent this, Platt takes no label for certain.
//
// To the n₊ points with label +1 Platt adds, in thought, one more point of each
// label. Of these n₊ + 2 points, the part (n₊ + 1)/(n₊ + 2) has label +1. This
// part is the target qᵢ of the n₊ points, in place of 1. Likewise, the n₋
// points with label −1 have the target 1/(n₋ + 2) in place of 0.
//
// Let zᵢ = Afᵢ + B. Since −ln σ(z) = Logistic(z), minus the logarithm of the
// likelihood is
//
//	L(A, B) = −Σ (qᵢ ln σ(zᵢ) + (1 − qᵢ) ln σ(−zᵢ))
//	        = Σ (qᵢ Logistic(zᵢ) + (1 − qᵢ) Logistic(−zᵢ))                 (log loss of the fit)
//	∂L/∂zᵢ = σ(zᵢ) − qᵢ,   ∂²L/∂zᵢ² = σ(zᵢ)σ(−zᵢ)                                        (slope)
//
// L is convex. It has a minimum because 0 < qᵢ < 1: L depends on A and B only
// through the zᵢ, and if a zᵢ goes to +∞ or −∞, one of the two terms of point i
// in L goes to +∞. Newton's method finds this minimum. A long step of the
// method may go too far, and is halved until L becomes smaller. We know of no
// data on which Newton's method with these halvings fails.
//
// Lin, Lin and Weng (2007) point out that rounding would destroy ln(1 − p) for
// a p near 1. The function Logistic avoids this.

// A Calibration turns a value f(x) into the probability σ(Af(x) + B) of the
// label +1. The zero value gives ½ for every value. To save it, use
// encoding/gob.
type Calibration struct{ A, B float64 }

// Calibrate fits the A and B of Pr(y = +1 | x) = σ(Af(x) + B) by Platt's
// method, to decision values fᵢ of points with labels yᵢ.
//
// Take the values f(x) of points that the machine was not trained on, as
// [HeldOut] returns them, because at its training points a machine is too sure
// of itself. With fewer than a few dozen points of each label, A and B are
// unreliable.
//
// If the values fᵢ are so near to each other that A would overflow, Calibrate
// returns an error. If Newton's method does not end, Calibrate returns
// [ErrNotConverged] with the A and B so far.
//
// For several classes, take the scores of [OneVsRest], class by class, as the
// example does. The scores of [OneVsOne] will not do, because they are only
// counts.
func Calibrate(f, y []float64) (Calibration, error) {
	err := cmp.Or(wantLen("labels", len(y), len(f)), checkSigns(y),
		checkSizes("f", f, "scale the values"))
	if err != nil {
		return Calibration{}, err
	}
	if err := onlyLabel(y); err != nil {
		return Calibration{}, err
	}
	// We fit A and B to (f − mean)/spread, which is between −1 and 1, so that
	// the numbers of Newton's method are near 1, whatever the values are.
	middle := mean(f)
	deviation := images(f, func(v float64) float64 { return v - middle })
	spread := cmp.Or(maxAbs(deviation), 1) // 1 if all values are the same: then A = 0
	for i := range deviation {
		deviation[i] /= spread
	}
	c, err := newUnlikelihood(deviation, y).minimise()
	c.A /= spread // the fit is A(f − mean)/spread + B
	c.B -= c.A * middle
	if err == nil && !finite(c.B) { // B is not finite if A is not: A·mean is infinite or NaN
		return Calibration{}, fmt.Errorf("svm: A = %g, B = %g for values about %g, up to %g away",
			c.A, c.B, middle, spread)
	}
	return c, err
}

// Probability returns σ(Af + B). If A > 0, the probability rises with f, and is
// ½ at f = −B/A. A machine's Predict changes at f = 0, so the two may disagree.
func (c Calibration) Probability(f float64) float64 { return Sigmoid(c.A*f + c.B) }

// unlikelihood is L, minus the logarithm of the likelihood, with the values fᵢ
// and the targets qᵢ.
type unlikelihood struct {
	f, q  []float64
	start Calibration // nearly the best for A = 0: σ(B) = (n₊ + 1)/(n + 2)
}

// newUnlikelihood returns L with Platt's targets.
func newUnlikelihood(f, y []float64) unlikelihood {
	plus, minus := (float64(len(y))+sum(y))/2, (float64(len(y))-sum(y))/2
	q := make([]float64, len(y))
	for i, label := range y {
		q[i] = 1 / (minus + 2)
		if label == 1 {
			q[i] = (plus + 1) / (plus + 2)
		}
	}
	return unlikelihood{f, q, Calibration{0, math.Log((plus + 1) / (minus + 1))}}
}

// value returns L(A, B).
func (l unlikelihood) value(c Calibration) (v float64) {
	for i, f := range l.f {
		z := c.A*f + c.B
		v += l.q[i]*Logistic(z) + (1-l.q[i])*Logistic(-z) // (log loss of the fit)
	}
	return v
}

// newton returns the gradient g of L and the step of Newton's method, the
// solution of H·step = −g by Cramer's rule. The 2×2 matrix H holds the second
// derivatives of L. If all values fᵢ are the same, H is singular. Therefore
// newton adds the constant diagonalShift = 10⁻¹² to both diagonal entries of H.
func (l unlikelihood) newton(c Calibration) (g, step Calibration) {
	const diagonalShift = 1e-12
	aa, ab, bb := diagonalShift, 0.0, diagonalShift
	for i, f := range l.f {
		z := c.A*f + c.B
		first, second := Sigmoid(z)-l.q[i], Sigmoid(z)*Sigmoid(-z) // (slope)
		g.A, g.B = g.A+first*f, g.B+first
		aa, ab, bb = aa+second*f*f, ab+second*f, bb+second
	}
	det := aa*bb - ab*ab
	return g, Calibration{(ab*g.B - bb*g.A) / det, (ab*g.A - aa*g.B) / det}
}

// minimise goes down from the start until the gradient is 0 to rounding.
func (l unlikelihood) minimise() (Calibration, error) {
	const most, small = 100, 1e-12 // iterations; a gradient per point that is 0 to rounding
	c, n := l.start, float64(len(l.f))
	var size float64
	for range most {
		g, step := l.newton(c)
		if size = max(math.Abs(g.A), math.Abs(g.B)); size <= small*n {
			return c, nil
		}
		now, slope, length := l.value(c), g.A*step.A+g.B*step.B, 1.0
		next := func() Calibration { return Calibration{c.A + length*step.A, c.B + length*step.B} }
		// A long step is halved until L falls by at least 1e-4 of the fall that
		// the slope predicts, −slope·length. Any factor below ½ would do, since
		// near the minimum L is nearly quadratic, and a full step brings ½ of
		// the predicted fall. With 1e-4, few steps are halved.
		//
		// A step that is short enough makes L fall, because the slope is below
		// 0. But rounding may hide a small fall. Therefore the loop also ends
		// if length is at most 1e-10.
		//
		// A short step changes A and B together by at most 0.1. Since |fᵢ| ≤ 1,
		// no zᵢ = Afᵢ + B then changes by more than 0.1. Over such a short way
		// the second derivatives hardly change, and the step makes L smaller.
		// We do not compare the values of L before and after, because L may
		// fall by less than the rounding error of these values.
		long := math.Abs(step.A)+math.Abs(step.B) > 0.1
		for long && length > 1e-10 && !(l.value(next()) <= now+1e-4*length*slope) {
			length /= 2
		}
		c = next()
	}
	return c, fmt.Errorf("%w: Calibrate: slope %.2g of %g values after %d iterations",
		ErrNotConverged, size, n, most)
}
