// SPDX-License-Identifier: MIT

// pegasos.go learns by steps down a gradient: the machine from one point at a
// time, by weights or with a kernel, or from all points at a time. Beside it
// stands what the lectures learn in the same way: perceptrons, least squares,
// softmax regression, and the probabilities of a machine.
//
// # The objective
//
// Put a constant 1 behind the features of each point, and b behind w: then f(x)
// = ⟨w, x⟩, and there is no b to treat apart. Until "Least squares" x and w are
// these longer vectors, except where φ stands. Minimise
//
//	F(w) = λ‖w‖² + (1/n) Σ max(0, 1 − yᵢ⟨w, xᵢ⟩)                                                             (objective)
//
// Without λb², that is (primal) of svm.go for C = 1/(2λn), divided by Cn.
// Lecture C writes it without, and then gives a procedure that pays it: here b
// is made small as w is. The dual follows as in svm.go; there is no b whose
// derivative would ask for (balance), and divided by Cn it is
//
//	maximize 2λ(Σ αᵢ − ½‖Σ αᵢyᵢxᵢ‖²)   subject to   0 ≤ αᵢ ≤ 1/(2λn);   w = Σ αᵢyᵢxᵢ                          (free dual)
//
// a quadratic program whose Q has the factor Diag(y)[X 1], its rows the yᵢxᵢ.
// The hinge has a kink; a subgradient is
//
//	∇ℓᵢ(w) = −yᵢxᵢ if yᵢ⟨w, xᵢ⟩ < 1, else 0;   ∇F(w) = 2λw + (1/n) Σ ∇ℓᵢ(w)                                   (subgradient)
//
// At the kink, which the lecture meets with probability zero and integers meet
// often, every vector between the two is a subgradient; we take 0, as
// HingeSubgradient does.
//
// # One point at a time
//
// Lecture C's procedure, to be found in Shalev-Shwartz and Ben-David (2014,
// §15.5) with λ for our 2λ. x_t, y_t is the point drawn at step t:
//
//	θ₁ = 0;  for t = 1, …, T:
//	    wₜ = θₜ/(2λt)
//	    draw a point uniformly from the n
//	    θₜ₊₁ = θₜ + y_t x_t if y_t⟨wₜ, x_t⟩ < 1 (a violation), else θₜ
//	return the mean w̄ of w₁, …, w_T                                                                         (procedure)
//
// It is descent on F with one point's loss in place of the mean loss, for
// 2λ(t+1)wₜ₊₁ = θₜ₊₁ = 2λtwₜ − ∇ℓ(wₜ), that is
//
//	wₜ₊₁ = wₜ − ρₜ(2λwₜ + ∇ℓ(wₜ)),   ρₜ = 1/(2λ(t+1))                                                          (rate)
//
// Neither the T iterates nor their sum need be carried along. With H_t = 1 + ½
// + … + 1/t, and s for the steps that were violations,
//
//	w̄ = (1/T) Σₜ θₜ/(2λt) = (1/(2λT)) Σₜ (1/t) Σ_{s<t} y_s x_s             [θₜ is the sum over s < t]
//	  = (1/(2λT)) Σ_s y_s x_s Σ_{s<t≤T} 1/t                              [the order of summation changed]
//	  = (1/(2λT)) Σ_s y_s x_s (H_T − H_s)
//	  = (H_T θ − Θ)/(2λT),   θ = θ_{T+1} = Σ_s y_s x_s,  Θ = Σ_s H_s y_s x_s                                     (mean)
//
// So a step costs one inner product, and a violation adds its point to two
// sums. H_t is summed with what each addition rounds off kept beside it, and is
// right to two roundings as far as one may count; a plain sum may be off by
// some t·ε.
//
// # How near it comes
//
// Let R² = max‖xᵢ‖², the constant 1 included, w* the minimiser of F, Fₜ(w) =
// λ‖w‖² + ℓ(w) with the loss of the point drawn at step t, and vₜ its
// subgradient at wₜ, that of (rate).
//
//	2λ‖wₜ‖ ≤ R,  so ‖vₜ‖ ≤ 2R                                          [θₜ is a sum of fewer than t points]
//	2λ‖w*‖ ≤ R                                                        [(free dual): Σ αᵢ ≤ 1/(2λ)]
//	Fₜ(wₜ) − Fₜ(w*) ≤ ⟨vₜ, wₜ − w*⟩ − λ‖wₜ − w*‖²                       [Fₜ − λ‖w‖² is convex, λ‖w‖² a square]
//	‖wₜ₊₁ − w*‖² = ‖wₜ − w*‖² − 2ρₜ⟨vₜ, wₜ − w*⟩ + ρₜ²‖vₜ‖²                [(rate)]
//	Fₜ(wₜ) − Fₜ(w*) ≤ λ(t‖wₜ − w*‖² − (t+1)‖wₜ₊₁ − w*‖²) + R²/(λ(t+1))  [one in the other; ½ρₜ‖vₜ‖² ≤ R²/(λ(t+1))]
//	Σₜ (Fₜ(wₜ) − Fₜ(w*)) ≤ λ‖w*‖² + (R²/λ)(H_{T+1} − 1)                [the squares cancel but for the first; w₁ = 0]
//	                    ≤ (R²/λ)(1 + ln T)                          [λ‖w*‖² ≤ R²/(4λ), 1/(T+1) ≤ ½, H_T ≤ 1 + ln T]
//
// Neither wₜ nor w* depends on the draw at step t, so in the mean over draws Fₜ
// is F at both; and F(w̄) is no more than the mean of the F(wₜ), for F is
// convex. Hence
//
//	E F(w̄) − F(w*) ≤ R²(1 + ln T)/(λT)                                                                        (nearness)
//
// For a gap of δ it takes some R²/(λδ) steps, however many points there are,
// and R² says why features should be scaled first. A δ of a thousandth is soon
// had, one of a millionth is not: that is for SMO.
//
// # The paper, and what is done with b
//
// Pegasos as Shalev-Shwartz, Singer, Srebro and Cotter have it minimises
// (λ/2)‖w‖² + (1/n)Σℓᵢ: their λ is twice ours. In their λ the rate that leads
// to wₜ₊₁ is 1/(λt), so that wₜ₊₁ = θₜ₊₁/(λt), and any w₁ will do, since the
// first step multiplies it by 0. They return the last iterate, and may shorten
// each to ‖w‖ ≤ 1/√λ, in our λ 1/√(2λ), which brings it nearer to w*, because
// w* is no longer than that:
//
//	2λ‖w*‖² ≤ 2λ‖w*‖² + (1/n) Σ ξᵢ = 2λ Σ αᵢ ≤ 1                       [at the optimum F is its dual 2λΣαᵢ − λ‖w*‖²]    (ball)
//
// Three things are done with b. It is left out: then the plane has to pass
// through the origin. It is a weight like the others, as here: then (nearness)
// holds. (A constant c in place of 1 makes it cost λb²/c² only; R² grows by c²
// − 1.) Or b moves with the steps of w but is not made small: then F without
// λb² descends, but is not strongly convex along b, so that (nearness) fails;
// and steps that shrink like 1/t are too short there. Where the points are not
// centred, such a b creeps.
//
// # With a kernel
//
// θ = Σ βᵢφ(xᵢ), where βᵢ counts the violations of point i, with its label as
// sign, and all of (procedure) can be said in β. As in lecture C, α is a
// coefficient here, label included, which svm.go calls β:
//
//	αᵢ = βᵢ/(2λt),   yⱼ⟨wₜ, φ(xⱼ)⟩ = yⱼgⱼ/(2λt),   gⱼ = Σᵢ βᵢk(xᵢ, xⱼ);   w̄ = Σ ᾱᵢφ(xᵢ),   ᾱᵢ = (H_T βᵢ − Θᵢ)/(2λT)      (kernel)
//
// This is (mean) for each coefficient, Θᵢ the sum of the yᵢH_s of the
// violations of point i. The gⱼ change on a violation only, by one row of
// kernel values. There is no b, here or in the lecture; with the constant 1 as
// one more feature, so for the kernel k + 1, it is Σ ᾱᵢ.
//
// # All points at a time
//
// Lecture C has batch descent along ∇F, and leaves the steps open. With steps
// twice as long as above, w shortened as in (ball), and the mean in which wₜ
// counts t times, as Lacoste-Julien, Schmidt and Bach have it, the logarithm
// goes:
//
//	w₁ = 0;  wₜ₊₁ = wₜ − ρₜ∇F(wₜ), but no longer than 1/√(2λ);  ρₜ = 1/(λ(t+1));  w̄ = Σ twₜ / Σ t                 (batch)
//
// With G = R + √(2λ) ≥ ‖∇F(wₜ)‖, for ‖∇ℓᵢ‖ ≤ R and 2λ‖wₜ‖ ≤ √(2λ), and by the
// steps from above,
//
//	F(wₜ) − F(w*) ≤ (λ/2)((t−1)‖wₜ − w*‖² − (t+1)‖wₜ₊₁ − w*‖²) + G²/(2λ(t+1))       [shortening brings wₜ₊₁ nearer]
//	t(F(wₜ) − F(w*)) ≤ (λ/2)((t−1)t‖wₜ − w*‖² − t(t+1)‖wₜ₊₁ − w*‖²) + G²/(2λ)         [times t; t/(t+1) ≤ 1]
//	F(w̄) − F(w*) ≤ Σ t(F(wₜ) − F(w*))/Σ t ≤ (TG²/(2λ))/(T(T+1)/2) = G²/(λ(T+1))      [F is convex; squares cancel]  (batch nearness)
//
// # Perceptrons
//
// Where the machine asks for yf(x) ≥ 1, the perceptron is content with yf(x) >
// 0: w += yᵢxᵢ on each mistake, yᵢ⟨w, xᵢ⟩ ≤ 0, until a round goes by without.
// In coefficients, w = Σ αᵢyᵢxᵢ, and αᵢ counts the mistakes on point i. Lecture
// P's planes pass through the origin, and its steps have a rate, which only
// scales w; here the constant feature carries b, and with a kernel it is k + 1
// that sees it. Let u be any vector with yᵢ⟨u, xᵢ⟩ ≥ 1 for all i, such as the
// (w, b) of the hard margin. After N mistakes
//
//	⟨u, w⟩ ≥ N                                                        [each adds yᵢ⟨u, xᵢ⟩ ≥ 1]
//	‖w‖² ≤ NR²                                                        [each adds 2yᵢ⟨w, xᵢ⟩ + ‖xᵢ‖² ≤ R²]
//	N ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ ≤ ‖u‖R√N,  so  N ≤ R²‖u‖²                        [Cauchy–Schwarz]                       (mistakes)
//
// # Least squares
//
// In the letters of lecture K: N points, φᵢ their features, the rows of Φ, tᵢ
// what the fit should be there, β and λ coefficients, γ a rate. Half the
// gradient of the mean square (1/N)Σ(tᵢ − βᵀφᵢ)², with a minus, is (1/N)Φᵀ(t −
// Φβ). If β = Φᵀλ before a step, then after it too:
//
//	β ← β + (γ/N)Φᵀ(t − Φβ)                                                                                   (descent)
//	λ ← λ + (γ/N)(t − Kλ),   K = ΦΦᵀ                                   [Φβ = Kλ]                               (dual descent)
//
// The lecture's pages without 1/N have γ for our γ/N. The error e = t − Kλ of
// the fit obeys e ← (I − (γ/N)K)e: along an eigenvector of K with eigenvalue κ
// it is multiplied by 1 − γκ/N. So it goes to 0 where 0 < κ < 2N/γ and grows
// where κ > 2N/γ; where κ = 0 it stays, which no β could change. β starts at 0
// and never leaves the span of the rows of Φ, in which just one β has the error
// that remains: the least squares fit of least norm, to which ridge comes, too,
// as its weight goes to 0.
//
// # Softmax regression
//
// A row wₖ of weights for each of several classes, k being a class here, and η
// a rate, not that of smo.go; scores sₖ = ⟨wₖ, x⟩; and for a point of class c,
// with [k = c] for 1 if that is so, else 0,
//
//	pₖ = exp(sₖ)/Σⱼ exp(sⱼ)                                                                                   (softmax)
//	ℓ = −ln p_c = ln Σⱼ exp(sⱼ) − s_c = ln(1 + Σ_{k≠c} exp(sₖ − s_c))                                           (log loss)
//	∂ℓ/∂wₖ = (pₖ − [k = c])x                                           [∂ℓ/∂sₖ = exp(sₖ)/Σⱼ exp(sⱼ) − [k = c]]   (row gradient)
//
// If another class scores no less than c, then ℓ ≥ ln 2: so ℓ/ln 2 is never
// below the 0–1 loss. With two classes ℓ is the Logistic loss of yf(x), f(x) =
// ⟨w₁ − w₂, x⟩, y = +1 for the first class and −1 for the second.
//
// # Sources
//
// S. Shalev-Shwartz, Y. Singer, N. Srebro, A. Cotter, Pegasos: primal estimated
// sub-gradient solver for SVM (2011): the paper. Its §6 is on b.
//
// S. Shalev-Shwartz, S. Ben-David, Understanding Machine Learning (2014): §15.5
// for (procedure), chapter 14 for how such things are proved.
//
// S. Lacoste-Julien, M. Schmidt, F. Bach, A simpler approach to obtaining an
// O(1/t) convergence rate for the projected stochastic subgradient method
// (2012): the weighted mean.
//
// A. Novikoff, On convergence proofs on perceptrons (1962): (mistakes).
//
// J. Platt, Probabilistic outputs for support vector machines (1999), and H.-T.
// Lin, C.-J. Lin, R. Weng, A note on Platt's probabilistic outputs (2007):
// Calibrate.

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

// A Pegasos learns a plane from points one at a time, wherever they come from:
// a slice, a file, a channel. It minimises
//
//	F(w, b) = λ(‖w‖² + b²) + mean of max(0, 1 − y(⟨w, x⟩ + b))
//
// Set Lambda, call Step for each point, and take Average. [LambdaFromC] gives
// the Lambda for a C, and [ScanLIBSVM] feeds it from a file.
//
// The points should come in random order: shuffle a file that is sorted by
// label. Then after T steps F is on average at most R²(1 + ln T)/(λT) above the
// minimum, with R² = max‖x‖² + 1. Until T is about R²/λ the plane may be worse
// than 0. So scale the features first.
//
// A Pegasos holds 2(d+1) numbers, however many the steps. Do not copy it or
// change Lambda after the first step. It is a process and not a result: to save
// what it has learned, save the Hyperplane. encoding/gob does not see its
// state.
type Pegasos struct {
	Lambda float64 // λ > 0, the weight of ‖w‖² + b² beside the mean loss: LambdaFromC

	clock    clock
	theta    []float64 // θ, the entry of the constant feature last
	weighted []float64 // Θ
	size     float64   // Σ‖x_s‖, which ‖θ‖ is not above
	err      error
}

// A clock counts the steps of (procedure).
type clock struct {
	t       float64 // 1, 2, …, exact below 2⁵³
	h, over float64 // H_t, and by how much it is too large
}

// next returns the clock a step later.
func (c clock) next() clock {
	term := 1/(c.t+1) - c.over
	h := c.h + term
	return clock{c.t + 1, h, (h - c.h) - term}
}

// mean returns (mean) of one entry.
func (c clock) mean(lambda, theta, weighted float64) float64 {
	return (float64(c.h*theta) - weighted) / lambda / (2 * c.t) // 2λt might overflow
}

// mostH is above H_t for any t that a float64 can count to, 37.3 at 2⁵³. So no
// number in (mean) is above mostH·Σ‖x_s‖.
const mostH = 64

// Step makes a step with a point and its label, and reports whether it was a
// violation, y·f(x) < 1 for the plane that Last returns. Only then the sums
// move that Last and Average are made of.
//
// On bad input Step changes nothing and returns false, then and ever after, and
// Err says why:
//   - a Lambda that is not positive and finite;
//   - a label other than ±1;
//   - a point without features, with another number of them than the first
//     point, or with one that is NaN or infinite;
//   - sums that might overflow, as with features above 10¹⁵⁰.
//
// A step costs d multiply-adds, and 4d on a violation. Only the first call
// allocates.
func (p *Pegasos) Step(x []float64, y float64) (violation bool) {
	if p.err == nil {
		p.err = p.check(x, y)
	}
	if p.err != nil {
		return false
	}
	if p.theta == nil {
		p.theta, p.weighted = make([]float64, len(x)+1), make([]float64, len(x)+1)
	}
	d := len(x)
	return p.move(x, y, dot4(x, p.theta[:d])+p.theta[d])
}

// move makes the step, given g = ⟨θₜ, x⟩, which is NaN or infinite if a feature
// is.
func (p *Pegasos) move(x []float64, y, g float64) (violation bool) {
	if !finite(g) {
		p.err = p.overflow(x)
		return false
	}
	now := p.clock.next()
	if violation = float64(y*g) < float64(2*p.Lambda*now.t); violation {
		size := p.size + math.Sqrt(dot4(x, x)+1)
		if !finite(mostH * size / p.Lambda) {
			p.err = p.overflow(x)
			return false
		}
		p.size = size
		p.add(x, y, float64(y*now.h))
	}
	p.clock = now
	return violation
}

// add adds ax to θ and bx to Θ, x with its constant 1.
func (p *Pegasos) add(x []float64, a, b float64) {
	d := len(x)
	theta, weighted := p.theta[:d], p.weighted[:d]
	for k, v := range x {
		theta[k] += float64(a * v)
		weighted[k] += float64(b * v)
	}
	p.theta[d] += a
	p.weighted[d] += b
}

// check says what is wrong with λ, y or x, which may still hold what is not
// finite.
func (p *Pegasos) check(x []float64, y float64) error {
	switch {
	case p.theta == nil && wantPositive("lambda", p.Lambda) != nil:
		return wantPositive("lambda", p.Lambda)
	case y != 1 && y != -1:
		return fmt.Errorf("svm: step %.0f: y = %g, want -1 or +1", p.clock.t+1, y)
	case len(x) == 0:
		return fmt.Errorf("svm: step %.0f: x has no features", p.clock.t+1)
	case p.theta != nil && len(x) != len(p.theta)-1:
		return fmt.Errorf("svm: step %.0f: x has %d features, before %d", p.clock.t+1, len(x), len(p.theta)-1)
	}
	return nil
}

// overflow says which feature is not finite, or that they are too large.
func (p *Pegasos) overflow(x []float64) error {
	for k, v := range x {
		if !finite(v) {
			return fmt.Errorf("svm: step %.0f: x[%d] = %g, want a finite number", p.clock.t+1, k, v)
		}
	}
	return fmt.Errorf("svm: step %.0f: sums of points as large as %g overflow, lambda = %g", p.clock.t+1, maxAbs(x), p.Lambda)
}

// Last returns the plane that the next step will be judged by. Before the first
// step the number of features is not known, and it is the zero Hyperplane. It
// costs O(d).
func (p *Pegasos) Last() Hyperplane {
	return p.plane(func(k int) float64 { return p.theta[k] / p.Lambda / (2 * (p.clock.t + 1)) })
}

// Average returns the mean of the planes that the steps so far were judged by.
// Use it rather than Last, which jumps. Before the first step it is the zero
// Hyperplane. Bad input leaves both as they were. It costs O(d).
func (p *Pegasos) Average() Hyperplane {
	return p.plane(func(k int) float64 { return p.clock.mean(p.Lambda, p.theta[k], p.weighted[k]) })
}

// plane returns the (w, b) with these entries.
func (p *Pegasos) plane(entry func(k int) float64) Hyperplane {
	if p.clock.t == 0 {
		return Hyperplane{}
	}
	w := make([]float64, len(p.theta))
	for k := range w {
		w[k] = entry(k)
	}
	return toPlane(w)
}

// toPlane returns the plane of a w with b behind it.
func toPlane(w []float64) Hyperplane {
	d := len(w) - 1
	return Hyperplane{w[:d:d], w[d]}
}

// Err returns what was wrong with the first bad input that Step was given, or
// nil.
func (p *Pegasos) Err() error { return p.err }

// SGD learns a plane by T steps of stochastic gradient descent, each with a
// point drawn by rng, and returns the mean of its T planes. It minimises
//
//	F(w, b) = λ(‖w‖² + b²) + (1/n) Σ max(0, 1 − yᵢf(xᵢ))
//
// Use it for a quick answer from many points. [SMO] with C = CFromLambda(λ, n)
// is the same machine except for the λb² in F, and is exact. nil for rng means
// a fixed seed.
//
// One pass over the data is T = n. On average over the draws, F is at most R²(1
// + ln T)/(λT) above the minimum, with R² = max‖xᵢ‖² + 1. Until T is about R²/λ
// the plane may be worse than 0. So scale the features first.
//
// It is the Average of a [Pegasos] that was given the same points, to rounding.
// If yf(x) is 1 to rounding, the two may judge a step differently.
//
// The error is
//   - no points, another number of labels, or a label other than ±1. All labels
//     may be the same;
//   - a λ that is not positive and finite, or T < 1;
//   - points that Linear cannot take, or sums that might overflow.
//
// The cost is T steps of Pegasos, O(nd) to check the points, and O(d) memory.
func SGD(x [][]float64, y []float64, lambda float64, T int, rng *rand.Rand) (Hyperplane, error) {
	if err := cmp.Or(wantLen("labels", len(y), len(x)), checkSigns(y), wantPositive("lambda", lambda), wantAtLeast("T", T, 1)); err != nil {
		return Hyperplane{}, err
	}
	if err := checkVectors(x); err != nil {
		return Hyperplane{}, err
	}
	p := Pegasos{Lambda: lambda}
	p.run(x, y, T, source(rng))
	if p.err != nil {
		return Hyperplane{}, p.err
	}
	return p.Average(), nil
}

// run makes T steps with points drawn by rng, four at a time: their inner
// products with θ are made together, and a violation, which adds yx to θ, adds
// y⟨x, xⱼ⟩ to those of the points after it. Where points are in cache that
// takes 0.7 to 1.05 of the time of Step after Step, by how often there are
// violations; where they are not, 0.6 to 0.8, for the processor fetches four at
// once.
func (p *Pegasos) run(x [][]float64, y []float64, T int, rng *rand.Rand) {
	d := len(x[0])
	p.theta, p.weighted = make([]float64, d+1), make([]float64, d+1)
	var (
		drawn  [4]int
		points [4][]float64
		g      [4]float64
	)
	for T > 0 && p.err == nil {
		m := min(T, 4)
		for a := range m {
			drawn[a] = rng.IntN(len(x))
			points[a] = x[drawn[a]]
		}
		dotsRow(g[:m], p.theta[:d], points[:m])
		b := p.theta[d]
		for a := range m {
			g[a] += b // ⟨θ, x⟩
		}
		for a := 0; a < m && p.err == nil; a++ {
			label := y[drawn[a]]
			if p.move(points[a], label, g[a]) {
				for j := a + 1; j < m; j++ {
					g[j] += label * (dot4(points[a], points[j]) + 1)
				}
			}
			if p.err != nil {
				p.err = about(p.err, "x[%d]", drawn[a])
			}
		}
		T -= m
	}
}

// # With a kernel

// KernelSGD learns f = Σ ᾱᵢk(xᵢ, ·) by T steps of stochastic gradient descent
// in feature space. It is [SGD] there, with the same draws, up to rounding. It
// minimises
//
//	λ‖f‖² + (1/n) Σ max(0, 1 − yᵢf(xᵢ))
//
// For a bias, add 1 to the kernel: take Sum[X]{k, Constant[X](1)}. It is made
// small like w, as in SGD. Then b is Σ ᾱᵢ, the sum of Coef, and a part of f,
// while B stays 0. A kernel such as (1 + x·z)² has the constant feature, and so
// b, in it already.
//
// Points holds the points that violated the margin at some step before T. A
// violation at step T comes too late for the mean, so T = 1 returns the zero
// function. nil for rng means a fixed seed.
//
// The error is
//   - an error of [Gram], though only kernel values that are needed are
//     computed;
//   - a label other than ±1, a λ that is not positive and finite, or T < 1;
//   - sums that overflow.
//
// A step costs O(1). A violation costs O(n) and n kernel values. These are held
// for the next violation of the point, while they fit in 2²⁸ bytes. Besides
// them the memory is O(n).
func KernelSGD[X any](k Kernel[X], x []X, y []float64, lambda float64, T int, rng *rand.Rand) (*Expansion[X], error) {
	if err := cmp.Or(wantLen("labels", len(y), len(x)), checkSigns(y), wantPositive("lambda", lambda), wantAtLeast("T", T, 1)); err != nil {
		return nil, err
	}
	if err := checkKernel("kernel", k, x); err != nil {
		return nil, err
	}
	rng = source(rng)
	m := newMargins(k, x)
	weighted := make([]float64, len(x)) // Θᵢ
	var now clock
	for range T {
		now = now.next()
		j := rng.IntN(len(x))
		if !finite(m.g[j]) {
			return nil, fmt.Errorf("svm: step %.0f: sums of kernel values at x[%d] overflow", now.t, j)
		}
		if y[j]*m.g[j] < 2*lambda*now.t {
			if err := m.add(j, y[j]); err != nil {
				return nil, err
			}
			weighted[j] += y[j] * now.h
		}
	}
	mean := make([]float64, len(x))
	for i, beta := range m.beta {
		mean[i] = now.mean(lambda, beta, weighted[i])
	}
	if v := max(1, maxAbs(m.g)); !finite(mostH * v / lambda) { // of f, and of the coefficients
		return nil, fmt.Errorf("svm: values overflow, of sums as large as %g, lambda = %g", v, lambda)
	}
	f, _ := spanned(m.k, m.x, mean)
	return &f, nil
}

// margins holds a function Σ βᵢk(xᵢ, ·) that is learned point by point, and its
// values gⱼ on all points.
type margins[X any] struct {
	k    Kernel[X]
	x    []X
	rows rows[X]
	beta []float64
	g    []float64
	held [][]float64 // kernel rows
	room int         // rows that may still be held
}

// heldRows is how many bytes of rows are held: all of them up to n = 5,792.
const heldRows = 1 << 28

// newMargins returns the function 0.
func newMargins[X any](k Kernel[X], x []X) *margins[X] {
	n := len(x)
	return &margins[X]{k, x, prepare(k, x), make([]float64, n), make([]float64, n), make([][]float64, n), heldRows / 8 / n}
}

// add adds c to βᵢ: row i to g, c times.
func (m *margins[X]) add(i int, c float64) error {
	row, err := m.row(i)
	if err != nil {
		return err
	}
	m.beta[i] += c
	axpy(c, row, m.g)
	return nil
}

// row returns the values k(xᵢ, xⱼ) for all j.
func (m *margins[X]) row(i int) ([]float64, error) {
	if row := m.held[i]; row != nil {
		return row, nil
	}
	const width = 256 // values made together, and shared out
	row, tile := make([]float64, len(m.x)), m.rows.of(m.x[i:i+1])
	share((len(row)+width-1)/width, width*m.rows.cost, func(t int) {
		lo, hi := width*t, min(width*(t+1), len(row))
		tile([][]float64{row[lo:hi]}, lo, hi)
	})
	for j, v := range row {
		if !finite(v) {
			return nil, errValue(i, j, v)
		}
	}
	if m.room > 0 {
		m.room--
		m.held[i] = row
	}
	return row, nil
}

// # All points at a time

// Subgradient learns a plane by T steps of descent along a subgradient of all
// points, so without chance, and returns a weighted mean of its planes. It
// minimises the F of [SGD].
//
// F is at most (R + √(2λ))²/(λ(T+1)) above the minimum, with R² = max‖xᵢ‖² + 1.
// T has to be about R²/λ. Before that the plane may be worse than 0.
//
// The errors are those of SGD. The cost is T passes over the data, O(nd) each,
// on all processors. The memory is O(d) and a 256th of the data.
func Subgradient(x [][]float64, y []float64, lambda float64, T int) (Hyperplane, error) {
	if err := cmp.Or(wantLen("labels", len(y), len(x)), checkSigns(y), wantPositive("lambda", lambda), wantAtLeast("T", T, 1)); err != nil {
		return Hyperplane{}, err
	}
	if err := checkVectors(x); err != nil {
		return Hyperplane{}, err
	}
	w, mean := make([]float64, len(x[0])+1), make([]float64, len(x[0])+1)
	for t := 1.0; t <= float64(T); t++ {
		for k, v := range w {
			mean[k] += (v - mean[k]) * 2 / (t + 1) // t/(1 + … + t) = 2/(t+1)
		}
		axpy(-1/lambda/(t+1), subgradient(w, x, y, lambda), w) // (batch)
		if v := maxAbs(w); !finite(v) {
			return Hyperplane{}, fmt.Errorf("svm: step %.0f: largest weight = %g, lambda = %g", t, v, lambda)
		}
		if shorter := math.Sqrt(0.5/lambda) / Norm(w); shorter < 1 { // (ball)
			w = scaled(w, shorter)
		}
	}
	return toPlane(mean), nil
}

// subgradient returns (subgradient) at w. The points are summed in chunks, and
// the chunks in order.
func subgradient(w []float64, x [][]float64, y []float64, lambda float64) []float64 {
	const chunk = 256
	d := len(w) - 1
	parts := NewMatrix((len(x)+chunk-1)/chunk, d+1).rows()
	share(len(parts), 2*chunk*float64(d), func(c int) {
		part := parts[c]
		for i := chunk * c; i < min(chunk*(c+1), len(x)); i++ {
			z := y[i] * (dot4(x[i], w[:d]) + w[d])
			s := HingeSubgradient(z) * y[i]
			if !finite(z) {
				s = math.NaN() // and so will w be
			}
			if s != 0 { // ∇ℓᵢ = sxᵢ
				axpy(s, x[i], part[:d])
				part[d] += s
			}
		}
	})
	g := scaled(scaled(w, 2), lambda)
	for _, part := range parts {
		axpy(1/float64(len(x)), part, g)
	}
	return g
}

// # Perceptrons

// Perceptron returns a plane that separates the data, and the number of
// mistakes on the way. It visits the points in order, again and again. If
// yᵢf(xᵢ) ≤ 0, it adds yᵢxᵢ to w and yᵢ to b. It ends when a round over all
// points, an epoch, brings no mistake.
//
// If some plane u has yᵢ(⟨u, xᵢ⟩ + b) ≥ 1 for all points, there are at most
// (max‖xᵢ‖² + 1)(‖u‖² + b²) mistakes.
//
// The error is
//   - [ErrNotConverged], with the plane so far, if even the last epoch brings a
//     mistake. The plane may separate the data all the same. Whether any plane
//     does, the perceptron cannot know;
//   - no points, a label other than ±1, epochs < 1, points that Linear cannot
//     take, or sums that overflow.
//
// The cost is O(nd) per epoch.
func Perceptron(x [][]float64, y []float64, epochs int) (h Hyperplane, mistakes int, err error) {
	if err := cmp.Or(wantLen("labels", len(y), len(x)), checkSigns(y), wantAtLeast("epochs", epochs, 1)); err != nil {
		return Hyperplane{}, 0, err
	}
	if err := checkVectors(x); err != nil {
		return Hyperplane{}, 0, err
	}
	d := len(x[0])
	w := make([]float64, d+1)
	mistakes, err = perceptron(y, epochs, func(i int) float64 { return Dot(x[i], w[:d]) + w[d] }, func(i int) error {
		axpy(y[i], x[i], w[:d])
		w[d] += y[i]
		return nil
	})
	if err != nil && !errors.Is(err, ErrNotConverged) {
		return Hyperplane{}, mistakes, err
	}
	return toPlane(w), mistakes, err
}

// perceptron goes through the points until a round brings no mistake, and
// learns from each mistake.
func perceptron(y []float64, epochs int, f func(i int) float64, learn func(i int) error) (mistakes int, err error) {
	for range epochs {
		before := mistakes
		for i, label := range y {
			v := f(i)
			if !finite(v) {
				return mistakes, fmt.Errorf("svm: after %d mistakes f(x[%d]) = %g: sums of the points overflow", mistakes, i, v)
			}
			if label*v <= 0 {
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
	return mistakes, fmt.Errorf("%w: perceptron: still mistakes in epoch %d, %d in all", ErrNotConverged, epochs, mistakes)
}

// KernelPerceptron is [Perceptron] in feature space, with the same mistakes in
// the same order. It returns f = Σ αᵢyᵢ(k(xᵢ, ·) + 1), where αᵢ counts the
// mistakes on point i. With the Linear kernel it is the dual perceptron.
//
// Coef holds the αᵢyᵢ of the points with mistakes. B is their sum, which the 1
// makes.
//
// The error is
//   - [ErrNotConverged], as of Perceptron, with f so far;
//   - an error of [Gram], though only kernel values that are needed are
//     computed;
//   - a label other than ±1, epochs < 1, or sums that overflow.
//
// The cost is O(n) per epoch, and on a mistake O(n) and n kernel values, which
// are held as by [KernelSGD].
func KernelPerceptron[X any](k Kernel[X], x []X, y []float64, epochs int) (f *Expansion[X], mistakes int, err error) {
	if err := cmp.Or(wantLen("labels", len(y), len(x)), checkSigns(y), wantAtLeast("epochs", epochs, 1)); err != nil {
		return nil, 0, err
	}
	if err := checkKernel("kernel", k, x); err != nil {
		return nil, 0, err
	}
	m, b := newMargins(k, x), 0.0
	mistakes, err = perceptron(y, epochs, func(i int) float64 { return m.g[i] + b }, func(i int) error {
		b += y[i] // the 1 of k + 1
		return m.add(i, y[i])
	})
	if err != nil && !errors.Is(err, ErrNotConverged) {
		return nil, mistakes, err
	}
	s, _ := spanned(k, x, m.beta)
	s.B = b
	return &s, mistakes, err
}

// # Least squares

// LeastSquaresGD returns β after steps of gradient descent towards the least
// squares fit Φβ ≈ t, from β = 0. With N rows in Φ, a step is
//
//	β ← β + (γ/N)Φᵀ(t − Φβ)
//
// If γ < 2N/κ, with κ the largest eigenvalue of ΦᵀΦ, it converges to the fit of
// least norm. With a larger γ it grows without end, except for special t.
//
// The error is
//   - a matrix or targets that are nil, empty, not of one length, NaN or
//     infinite;
//   - a γ that is not positive and finite, or steps < 1;
//   - a β that overflows, since γ is too large.
//
// The cost is O(steps·Rows·Cols).
func LeastSquaresGD(phi *Matrix, t []float64, gamma float64, steps int) (beta []float64, err error) {
	return descend("phi", false, phi, t, gamma, steps, func(beta []float64, rows [][]float64, e []float64) {
		for i, row := range rows {
			axpy(gamma/float64(len(rows))*e[i], row, beta) // (descent)
		}
	})
}

// KernelLeastSquaresGD is [LeastSquaresGD] on the coefficients of the points.
// It returns λ after steps from λ = 0. With N rows in K, a step is
//
//	λ ← λ + (γ/N)(t − Kλ)
//
// If K = ΦΦᵀ, then β = Φᵀλ is that of LeastSquaresGD, step by step. The fit is
// the [Expansion] Σ λᵢk(xᵢ, ·).
//
// K has to be positive semi-definite, as [IsPSD] says: along a negative
// eigenvalue the error grows for every γ. It is stable for γ < 2N/κ, with κ the
// largest eigenvalue. If K is singular the fit converges, though λ need not.
//
// The errors are those of LeastSquaresGD, and a K that is not square and
// symmetric. The cost is O(steps·N²).
func KernelLeastSquaresGD(K *Matrix, t []float64, gamma float64, steps int) (lambda []float64, err error) {
	return descend("K", true, K, t, gamma, steps, func(lambda []float64, rows [][]float64, e []float64) {
		axpy(gamma/float64(len(rows)), e, lambda) // (dual descent)
	})
}

// descend starts with c = 0 and makes steps, each with the error e = t − Ac
// that is left. name is what errors call A, which may have to be symmetric.
func descend(name string, symmetric bool, a *Matrix, t []float64, gamma float64, steps int, step func(c []float64, rows [][]float64, e []float64)) ([]float64, error) {
	if err := a.checkShape(name); err != nil {
		return nil, err
	}
	if a.Rows == 0 || a.Cols == 0 {
		return nil, fmt.Errorf("svm: %s is a %dx%d matrix, want rows and columns", name, a.Rows, a.Cols)
	}
	err := cmp.Or(wantLen("targets", len(t), a.Rows), checkFinite("t", t), wantPositive("gamma", gamma), wantAtLeast("steps", steps, 1), a.checkFinite(name))
	if err != nil {
		return nil, err
	}
	if symmetric && a.Rows != a.Cols {
		return nil, fmt.Errorf("svm: %s is a %dx%d matrix, want a square one", name, a.Rows, a.Cols)
	}
	if symmetric {
		if err := a.checkSymmetric(name); err != nil {
			return nil, err
		}
	}
	c, rows := make([]float64, a.Cols), a.rows()
	for k := range steps {
		step(c, rows, leftOver(a, c, t))
		if v := maxAbs(c); !finite(v) {
			return nil, fmt.Errorf("svm: step %d: largest coefficient = %g: gamma = %g is too large", k+1, v, gamma)
		}
	}
	return c, nil
}

// leftOver returns t − Ac.
func leftOver(a *Matrix, c, t []float64) []float64 {
	e := slices.Clone(t)
	axpy(-1, a.MulVec(c), e)
	return e
}

// # Softmax regression

// A Softmax is a model of several classes. Row k of W scores class k, sₖ = ⟨wₖ,
// x⟩. The scores become probabilities pₖ = exp(sₖ)/Σⱼ exp(sⱼ). [SoftmaxSGD]
// learns one.
//
// There is no b: where one is wanted, give the points a constant feature. The
// zero value has no classes and is of no use.
//
// Methods panic on points whose length is not the length of the rows, and on
// class numbers that are no row's. Each costs O(classes·d) per point. Scores
// that overflow have no probabilities.
type Softmax struct{ W *Matrix }

// Scores returns the score of each class, s = Wx.
func (m Softmax) Scores(x []float64) []float64 { return m.W.MulVec(x) }

// Probabilities returns the probability of each class, in the form
// exp(sₖ − max s)/Σⱼ exp(sⱼ − max s), where nothing overflows.
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

// Loss returns the multiclass logistic loss (log loss) −ln p_c of a point of
// class c. It is exact also if it is tiny or huge. If Predict is wrong, Loss is
// at least ln 2.
func (m Softmax) Loss(x []float64, class int) float64 {
	s := m.Scores(x)
	best, top, rest := argmax(s), slices.Max(s), 0.0
	for k, v := range s {
		if k != best {
			rest += math.Exp(v - top)
		}
	}
	return top - s[class] + math.Log1p(rest)
}

// Gradient returns the derivative of Loss by W. Its row k is (pₖ − [k =
// class])x, where [k = class] is 1 for this class and 0 for others.
func (m Softmax) Gradient(x []float64, class int) *Matrix {
	g := NewMatrix(m.W.Rows, m.W.Cols)
	for k, c := range m.slopes(x, class) {
		axpy(c, x, g.Row(k))
	}
	return g
}

// slopes returns the derivatives of Loss by the scores, pₖ − [k = class]: p − 1
// as minus all others, which loses no digits where p is near 1.
func (m Softmax) slopes(x []float64, class int) []float64 {
	p := m.Probabilities(x)
	p[class] = 0
	p[class] = -sum(p)
	return p
}

// Predict returns the class of the largest score, and so of the largest
// probability. Of several it returns the first, and −1 if a score is NaN.
func (m Softmax) Predict(x []float64) int { return argmax(m.Scores(x)) }

// PredictAll returns Predict of each point, in parallel. It panics on a point
// with another number of features than W has columns, and names it.
func (m Softmax) PredictAll(xs [][]float64) []int {
	wantFeatures(xs, m.W.Cols)
	class := make([]int, len(xs))
	share(len(xs), float64(len(m.W.Data)), func(i int) { class[i] = m.Predict(xs[i]) })
	return class
}

// Sample returns class k with probability pₖ, or −1 if the probabilities are
// NaN. A nil rng panics: a fixed seed would draw the same class each time.
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

// argmax returns the index of the largest, the first of several; −1 if one is
// NaN.
func argmax(v []float64) int { return slices.Index(v, slices.Max(v)) }

// SoftmaxSGD learns a [Softmax] by T steps from W = 0, each with a point drawn
// by rng: for each class, wₖ −= η(pₖ − [k = class])x. nil for rng means a fixed
// seed.
//
// η is fixed, and nothing keeps W small. So W ends up moving about the minimum
// of the mean Loss, the nearer the smaller η is. If some W separates the
// classes, there is no minimum, and W grows without end.
//
// The error is
//   - no points, or not one class number from 0 to classes − 1 for each;
//   - classes < 2, an η that is not positive and finite, or T < 1;
//   - points that Linear cannot take, or scores or weights that overflow.
//
// The cost is O(T·classes·d).
func SoftmaxSGD(x [][]float64, class []int, classes int, eta float64, T int, rng *rand.Rand) (Softmax, error) {
	if err := cmp.Or(wantLen("class numbers", len(class), len(x)), wantPositive("eta", eta), wantAtLeast("T", T, 1)); err != nil {
		return Softmax{}, err
	}
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
	for t := range T {
		i := rng.IntN(len(x))
		slopes := m.slopes(x[i], class[i])
		if v := maxAbs(slopes); !finite(v) {
			return Softmax{}, fmt.Errorf("svm: step %d: scores of x[%d] overflow, eta = %g", t+1, i, eta)
		}
		for k, c := range slopes {
			axpy(-eta*c, x[i], m.W.Row(k))
		}
	}
	if v := maxAbs(m.W.Data); !finite(v) {
		return Softmax{}, fmt.Errorf("svm: largest weight = %g, eta = %g", v, eta)
	}
	return m, nil
}

// # Probabilities
//
// Platt's: Pr(y = +1 | x) = σ(Af(x) + B), with the A and B that make the labels
// of points with values fᵢ most likely. So that none is taken for certain, the
// n₊ points with label +1 have the target tᵢ = (n₊ + 1)/(n₊ + 2) in place of 1,
// the n₋ others 1/(n₋ + 2) in place of 0. With zᵢ = Afᵢ + B, which is no margin
// here,
//
//	L(A, B) = −Σ (tᵢ ln σ(zᵢ) + (1 − tᵢ) ln σ(−zᵢ)) = Σ (tᵢ Logistic(zᵢ) + (1 − tᵢ) Logistic(−zᵢ))           (log loss of the fit)
//	∂L/∂zᵢ = σ(zᵢ) − tᵢ,   ∂²L/∂zᵢ² = σ(zᵢ)σ(−zᵢ)                                                         (slope)
//
// which is convex, and has a minimum since 0 < tᵢ < 1. It is found by Newton's
// method, halving a step that does not lead down; as Lin, Lin and Weng (2007)
// point out, ln(1 − p) and its like would be lost to rounding, Logistic is not.

// A Calibration turns a value of f into a probability: Pr(y = +1 | x) = σ(Af(x)
// + B). The zero value says ½ of everything. To save it, use encoding/gob.
type Calibration struct{ A, B float64 }

// Calibrate fits the A and B of Pr(y = +1 | x) = σ(Af(x) + B) to decision
// values fᵢ of points with labels yᵢ, by Platt's method.
//
// Take values at points that the machine was not trained on, as [HeldOut]
// returns them: on its own points a machine is too sure of itself. It takes
// some dozens of each label for this to mean much.
//
// The error is
//   - no values, another number of labels, labels other than ±1 or all the
//     same;
//   - a value that is NaN or infinite;
//   - values too far apart, or too near each other, for a finite A;
//   - [ErrNotConverged], which no data are known to cause.
//
// An iteration costs O(n), and there are about ten.
func Calibrate(f, y []float64) (Calibration, error) {
	if err := cmp.Or(wantLen("labels", len(y), len(f)), checkSigns(y), checkFinite("f", f)); err != nil {
		return Calibration{}, err
	}
	if err := onlyLabel(y); err != nil {
		return Calibration{}, err
	}
	points, mean := centred((&Matrix{len(f), 1, f}).rows(), nil)
	deviation := make([]float64, len(f))
	for i, p := range points {
		deviation[i] = p[0]
	}
	spread := maxAbs(deviation)
	if !finite(spread) {
		return Calibration{}, fmt.Errorf("svm: values from %g to %g, too far apart", slices.Min(f), slices.Max(f))
	}
	if spread == 0 {
		spread = 1 // all values are the same, and A = 0
	}
	for i := range deviation {
		deviation[i] /= spread
	}
	c, err := newUnlikelihood(deviation, y).minimise()
	c.A /= spread
	if c.B -= c.A * mean[0]; err == nil && !(finite(c.A) && finite(c.B)) {
		return Calibration{}, fmt.Errorf("svm: A = %g, B = %g for values about %g, up to %g away", c.A, c.B, mean[0], spread)
	}
	return c, err
}

// Probability returns σ(Af + B). It rises with f if A > 0. It is ½ where f =
// −B/A, and not where f = 0. That changes no prediction, because Predict goes
// by the sign of f.
func (c Calibration) Probability(f float64) float64 { return Sigmoid(c.A*f + c.B) }

// unlikelihood is L, minus the logarithm of the likelihood, with the values fᵢ
// and the targets tᵢ.
type unlikelihood struct {
	f, t  []float64
	start Calibration
}

// newUnlikelihood returns it with Platt's targets.
func newUnlikelihood(f, y []float64) unlikelihood {
	plus, minus := 0.0, 0.0
	for _, label := range y {
		plus, minus = plus+(1+label)/2, minus+(1-label)/2
	}
	t := make([]float64, len(y))
	for i, label := range y {
		if t[i] = 1 / (minus + 2); label > 0 {
			t[i] = (plus + 1) / (plus + 2)
		}
	}
	return unlikelihood{f, t, Calibration{0, math.Log((plus + 1) / (minus + 1))}} // the best for A = 0, or nearly
}

// value returns L(A, B).
func (l unlikelihood) value(c Calibration) (v float64) {
	for i, f := range l.f {
		z := c.A*f + c.B
		v += l.t[i]*Logistic(z) + (1-l.t[i])*Logistic(-z) // (log loss of the fit)
	}
	return v
}

// newton returns the gradient g of L and the step −H⁻¹g, with a little added to
// H, which is singular where all fᵢ are the same.
func (l unlikelihood) newton(c Calibration) (g, step Calibration) {
	const little = 1e-12
	aa, ab, bb := little, 0.0, little
	for i, f := range l.f {
		z := c.A*f + c.B
		first, second := Sigmoid(z)-l.t[i], Sigmoid(z)*Sigmoid(-z) // (slope)
		g.A, g.B = g.A+first*f, g.B+first
		aa, ab, bb = aa+second*f*f, ab+second*f, bb+second
	}
	det := aa*bb - ab*ab
	return g, Calibration{(ab*g.B - bb*g.A) / det, (ab*g.A - aa*g.B) / det}
}

// minimise goes down from the start until the gradient is 0 to rounding.
func (l unlikelihood) minimise() (Calibration, error) {
	const most, small, near = 100, 1e-12, 1e-6 // iterations; gradients, in parts of n
	c, n, size := l.start, float64(len(l.f)), 0.0
	for range most {
		g, step := l.newton(c)
		if size = max(math.Abs(g.A), math.Abs(g.B)); size <= small*n {
			return c, nil
		}
		now, slope, length := l.value(c), g.A*step.A+g.B*step.B, 1.0
		next := func() Calibration { return Calibration{c.A + length*step.A, c.B + length*step.B} }
		for size > near*n && length > 1e-10 && !(l.value(next()) <= now+1e-4*length*slope) { // near the minimum a step is right as it is
			length /= 2
		}
		c = next()
	}
	return c, fmt.Errorf("%w: Calibrate: slope %.2g of %g values after %d iterations", ErrNotConverged, size, n, most)
}
