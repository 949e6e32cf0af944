// SPDX-License-Identifier: MIT

// pegasos.go learns by steps down a gradient: the machine from one point at a time, by weights or with a kernel, or from all points
// at a time; and what stands beside it in the lectures, perceptrons, least squares and softmax regression.
//
// # The objective
//
// Put a constant 1 behind the features of each point, and b behind w: then f(x) = ⟨w, x⟩, and there is no b to treat apart. Up to
// the last two sections x and w are these longer vectors. To be made small is
//
//	F(w) = λ‖w‖² + (1/n) Σ max(0, 1 − yᵢ⟨w, xᵢ⟩)                                                             (objective)
//
// which is (primal) of svm.go for C = 1/(2λn), divided by Cn, but for one thing: λb² is paid too. By the same steps as there, with
// no b whose derivative would ask for (balance), its dual, divided by Cn as well, is
//
//	maximize 2λ(Σ αᵢ − ½‖Σ αᵢyᵢxᵢ‖²)   subject to   0 ≤ αᵢ ≤ 1/(2λn);   w = Σ αᵢyᵢxᵢ                          (free dual)
//
// a quadratic program whose Q has the factor Diag(y)[X 1]. The hinge has a kink; a subgradient of it, and so of F, is
//
//	∇ℓᵢ(w) = −yᵢxᵢ if yᵢ⟨w, xᵢ⟩ < 1, else 0;   ∇F(w) = 2λw + (1/n) Σ ∇ℓᵢ(w)                                   (subgradient)
//
// At the kink itself anything between the two would do, and 0 is taken, as by HingeSubgradient.
//
// # One point at a time
//
// The procedure of lecture C, which is that of Shalev-Shwartz and Ben-David (2014, §15.5):
//
//	θ₁ = 0;  for t = 1, …, T:
//	    wₜ = θₜ/(2λt)
//	    draw i uniformly from 1, …, n
//	    θₜ₊₁ = θₜ + yᵢxᵢ if yᵢ⟨wₜ, xᵢ⟩ < 1 (a violation), else θₜ
//	return the mean w̄ of w₁, …, w_T                                                                         (procedure)
//
// It is descent on F with one point's loss in place of the mean loss, for 2λ(t+1)wₜ₊₁ = θₜ₊₁ = 2λtwₜ − ∇ℓᵢ(wₜ), that is
//
//	wₜ₊₁ = wₜ − ρₜ(2λwₜ + ∇ℓᵢ(wₜ)),   ρₜ = 1/(2λ(t+1))                                                         (rate)
//
// Neither the T iterates nor their sum need be carried along. With H_t = 1 + ½ + … + 1/t, and s for the steps that were violations,
//
//	w̄ = (1/T) Σₜ θₜ/(2λt) = (1/(2λT)) Σₜ (1/t) Σ_{s<t} y_s x_s             [θₜ is the sum over s < t]
//	  = (1/(2λT)) Σ_s y_s x_s Σ_{s<t≤T} 1/t                              [the order of summation changed]
//	  = (1/(2λT)) Σ_s y_s x_s (H_T − H_s)
//	  = (H_T θ − Θ)/(2λT),   θ = Σ_s y_s x_s,  Θ = Σ_s H_s y_s x_s                                               (mean)
//
// So a violation adds its point to two sums, and any other step costs one inner product and nothing else. H_t is summed with what
// each addition rounds off kept beside it, and is right to two roundings for any t; a plain sum may be off by some t·ε.
//
// # How near it comes
//
// Let R² = max‖xᵢ‖², the constant 1 included, w* the minimiser of F, Fₜ(w) = λ‖w‖² + ℓ(w) with the loss of the point drawn at step t,
// and gₜ its subgradient at wₜ, that of (rate).
//
//	2λ‖wₜ‖ ≤ R,  so ‖gₜ‖ ≤ 2R                                          [θₜ is a sum of fewer than t points]
//	2λ‖w*‖ ≤ R                                                        [(free dual): Σ αᵢ ≤ 1/(2λ)]
//	Fₜ(wₜ) − Fₜ(w*) ≤ ⟨gₜ, wₜ − w*⟩ − λ‖wₜ − w*‖²                       [Fₜ − λ‖w‖² is convex]
//	‖wₜ₊₁ − w*‖² = ‖wₜ − w*‖² − 2ρₜ⟨gₜ, wₜ − w*⟩ + ρₜ²‖gₜ‖²                [(rate)]
//	Fₜ(wₜ) − Fₜ(w*) ≤ λ(t‖wₜ − w*‖² − (t+1)‖wₜ₊₁ − w*‖²) + R²/(λ(t+1))  [one in the other; ½ρₜ‖gₜ‖² ≤ R²/(λ(t+1))]
//	Σₜ (Fₜ(wₜ) − Fₜ(w*)) ≤ λ‖w*‖² + (R²/λ)(H_{T+1} − 1)                [squares cancel]
//	                    ≤ (R²/λ)(1 + ln T)                          [λ‖w*‖² ≤ R²/(4λ), 1/(T+1) ≤ ½, H_T ≤ 1 + ln T]
//
// wₜ does not depend on the draw at step t, so that in the mean over draws Fₜ(wₜ) is F(wₜ); and F(w̄) is no more than the mean of the
// F(wₜ), for F is convex. Hence
//
//	E F(w̄) − F(w*) ≤ R²(1 + ln T)/(λT)                                                                        (nearness)
//
// # The paper, and what is done with b
//
// Pegasos as Shalev-Shwartz, Singer, Srebro and Cotter have it minimises (λ/2)‖w‖² + (1/n)Σℓᵢ: their λ is twice ours. The step
// that leads to their wₜ₊₁ is 1/(λt) long, so that wₜ₊₁ = θₜ₊₁/(λt), (t+1)/t times as long as here, and w₁ is forgotten at once.
// They return the last iterate, and may shorten each to ‖w‖ ≤ 1/√λ, in our λ 1/√(2λ), which brings it nearer to w*, because w* is
// no longer than that:
//
//	2λ‖w*‖² ≤ 2λ‖w*‖² + (1/n) Σ ξᵢ = 2λ Σ αᵢ ≤ 1                        [objective = its dual, plus λ‖w*‖²]               (ball)
//
// Three things are done with b. It is left out: then the plane has to pass through the origin. It is a weight like the others,
// as here: then (nearness) holds, of an objective that differs from (primal) by λb². Or it is moved with the same steps as w but
// not made small with it: then it is (primal) that is descended, but nothing above holds, for along b nothing is strongly
// convex, and there steps that shrink like 1/t are too short. Where the points are not centred, b creeps.
//
// # With a kernel
//
// θ = Σ βᵢφ(xᵢ), where βᵢ counts the violations of point i, with its label as sign, and all of (procedure) can be said in β:
//
//	yⱼ⟨wₜ, φ(xⱼ)⟩ = yⱼgⱼ/(2λt),   gⱼ = Σᵢ βᵢk(xᵢ, xⱼ);   w̄ = Σ ᾱᵢφ(xᵢ),   ᾱᵢ = (H_T βᵢ − Bᵢ)/(2λT)                  (kernel)
//
// This is (mean) for each coefficient, Bᵢ the sum of the yᵢH_s of the violations of point i. The gⱼ change on a violation only, by one
// row of kernel values. φ may be any features; if one of them is to be the constant 1, which carries b, the kernel is k + 1.
//
// # All points at a time
//
// Batch descent follows ∇F itself, with steps twice as long, shortens w as in (ball), and returns the mean in which wₜ counts t
// times:
//
//	w₁ = 0;  wₜ₊₁ = wₜ − ρₜ∇F(wₜ), but no longer than 1/√(2λ);  ρₜ = 1/(λ(t+1));  w̄ = Σ twₜ / Σ t                 (batch)
//
// With G = R + √(2λ) ≥ ‖∇F(wₜ)‖, for ‖∇ℓᵢ‖ ≤ R and 2λ‖wₜ‖ ≤ √(2λ), and by the steps from above,
//
//	F(wₜ) − F(w*) ≤ (λ/2)((t−1)‖wₜ − w*‖² − (t+1)‖wₜ₊₁ − w*‖²) + G²/(2λ(t+1))       [shortening brings wₜ₊₁ nearer]
//	t(F(wₜ) − F(w*)) ≤ (λ/2)((t−1)t‖wₜ − w*‖² − t(t+1)‖wₜ₊₁ − w*‖²) + G²/(2λ)         [times t ≤ t + 1]
//	F(w̄) − F(w*) ≤ (TG²/(2λ))/(T(T+1)/2) = G²/(λ(T+1))                             [squares cancel]          (batch nearness)
//
// # Perceptrons
//
// Where the machine asks for yf(x) ≥ 1, the perceptron is content with yf(x) > 0: w += yᵢxᵢ on each mistake, yᵢ⟨w, xᵢ⟩ ≤ 0, until a
// round goes by without. In coefficients, w = Σ αᵢyᵢxᵢ, and αᵢ counts the mistakes on point i; with a kernel it is k + 1 that sees the
// constant feature. Let u be any vector with yᵢ⟨u, xᵢ⟩ ≥ 1 for all i, such as the (w, b) of the hard margin. After M mistakes
//
//	⟨u, w⟩ ≥ M                                                        [each adds yᵢ⟨u, xᵢ⟩ ≥ 1]
//	‖w‖² ≤ MR²                                                        [each adds 2yᵢ⟨w, xᵢ⟩ + ‖xᵢ‖² ≤ R²]
//	M ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ ≤ ‖u‖R√M,  so  M ≤ R²‖u‖²                        [Cauchy–Schwarz]                       (mistakes)
//
// # Least squares
//
// Here N is the number of points, φᵢ, the rows of Φ, their features, tᵢ what f should be there, and λ and β coefficients. Half
// the gradient of the mean square (1/N)Σ(tᵢ − βᵀφᵢ)², with a minus, is (1/N)Φᵀ(t − Φβ). If β = Φᵀλ before a step, then after it
// too:
//
//	β ← β + (γ/N)Φᵀ(t − Φβ)                                                                                   (descent)
//	λ ← λ + (γ/N)(t − Kλ),   K = ΦΦᵀ                                   [Φβ = Kλ]                               (dual descent)
//
// The error e = t − Kλ of the fit obeys e ← (I − (γ/N)K)e: along an eigenvector of K with eigenvalue κ it is multiplied by 1 − γκ/N.
// So it goes to 0 along all of them with 0 < κ < 2N/γ, and grows where κ is more. β starts at 0 and never leaves the span of the
// rows of Φ, so that its limit is the least squares fit of least norm; to which the ridge's fit goes, too, for λ → 0.
//
// # Softmax regression
//
// A row wₖ of weights for each of several classes; scores s = Wx, and for a point of class y
//
//	pₖ = exp(sₖ)/Σⱼ exp(sⱼ)                                                                                   (softmax)
//	ℓ = −ln p_y = ln(1 + Σ_{k≠y} exp(sₖ − s_y))                                                                (log loss)
//	∂ℓ/∂wₖ = (pₖ − [k = y])x                                           [∂ℓ/∂sₖ = pₖ − [k = y], sₖ = ⟨wₖ, x⟩]    (row gradient)
//
// If another class scores no less than y, then ℓ ≥ ln 2: so ℓ/ln 2 is never below the 0–1 loss. For two classes ℓ = ln(1 + exp(−yf)), the
// Logistic loss of f(x) = ⟨w₁ − w₂, x⟩, y = +1 for the first.
//
// # Sources
//
// S. Shalev-Shwartz, Y. Singer, N. Srebro, A. Cotter, Pegasos: primal estimated sub-gradient solver for SVM (2011): the paper; its
// §6 is on b. S. Shalev-Shwartz, S. Ben-David, Understanding Machine Learning (2014): chapter 14 for the analysis, §15.5 for
// (procedure). S. Lacoste-Julien, M. Schmidt, F. Bach, A simpler approach to obtaining an O(1/t) convergence rate for the projected
// stochastic subgradient method (2012): the weighted mean. A. Novikoff, On convergence proofs on perceptrons (1962): (mistakes).

package svm

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// # One point at a time

// A Pegasos is the state of (procedure) between two steps, for points from wherever they come: a slice, a file, a channel. Set
// Lambda and call Step. Where the points are drawn independently of each other, Average is near the minimiser of (objective) by
// (nearness). It holds 2(d+1) numbers, however many the steps. It is not to be copied after the first step, nor Lambda changed.
type Pegasos struct {
	Lambda float64 // λ > 0, the weight of ‖w‖² + b² beside the mean loss

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

// most is above H_t for any t that a float64 can count to, so that no sum in (mean) is above most·size.
const most = 64

// mean returns (mean) of one entry.
func (c clock) mean(lambda, theta, weighted float64) float64 {
	return (float64(c.h*theta) - weighted) / (2 * lambda * c.t)
}

// Step makes a step of (procedure) with a point and its label, and reports whether it was a violation, y⟨wₜ, x⟩ < 1, so that θ
// moved. On bad input it changes nothing and returns false, then and ever after, and Err says why: a Lambda that is not positive and
// finite, a label other than ±1, a point without features, with other than as many as the first, or with one that is NaN or
// infinite, and sums that might overflow. It costs d multiply-adds, 4d on a violation, and allocates on the first call alone.
func (p *Pegasos) Step(x []float64, y float64) (violation bool) {
	if p.err != nil || len(x)+1 != len(p.theta) || y != 1 && y != -1 {
		if p.err = p.start(x, y); p.err != nil {
			return false
		}
	}
	d := len(x)
	return p.move(x, y, dot4(x, p.theta[:d])+p.theta[d])
}

// move makes the step, given g = ⟨θₜ, x⟩, which is NaN or infinite if a feature is.
func (p *Pegasos) move(x []float64, y, g float64) (violation bool) {
	now, size := p.clock.next(), p.size
	if violation = y*g < 2*p.Lambda*now.t; violation {
		size += math.Sqrt(dot4(x, x) + 1)
	}
	if !(finite(g) && finite(most*size/p.Lambda)) {
		p.err = p.overflow(x)
		return false
	}
	if violation {
		d := len(x)
		addBoth(x, y, p.theta[:d], y*now.h, p.weighted[:d])
		p.theta[d] += y
		p.weighted[d] += y * now.h
	}
	p.clock, p.size = now, size
	return violation
}

// start makes room for points like x, or says what is wrong with x, y or λ, or was wrong before.
func (p *Pegasos) start(x []float64, y float64) error {
	switch {
	case p.err != nil:
		return p.err
	case y != 1 && y != -1:
		return fmt.Errorf("svm: step %.0f: y = %g, want -1 or +1", p.clock.t+1, y)
	case p.theta != nil:
		return fmt.Errorf("svm: step %.0f: x has %d features, before %d", p.clock.t+1, len(x), len(p.theta)-1)
	case len(x) == 0:
		return errors.New("svm: step 1: x has no features")
	}
	p.theta, p.weighted = make([]float64, len(x)+1), make([]float64, len(x)+1)
	return checkLambda(p.Lambda)
}

// overflow says which feature is not finite, or that they are too large.
func (p *Pegasos) overflow(x []float64) error {
	for k, v := range x {
		if !finite(v) {
			return fmt.Errorf("svm: step %.0f: x[%d] = %g", p.clock.t+1, k, v)
		}
	}
	return fmt.Errorf("svm: step %.0f: sums of points as large as %g overflow, lambda = %g", p.clock.t+1, maxAbs(x), p.Lambda)
}

// addBoth adds ax to y and bx to z: four entries a turn, which takes nine tenths of the time of one.
func addBoth(x []float64, a float64, y []float64, b float64, z []float64) {
	y, z = y[:len(x)], z[:len(x)]
	k := 0
	for ; k+4 <= len(x); k += 4 {
		u, v, w := x[k:k+4:k+4], y[k:k+4:k+4], z[k:k+4:k+4]
		v[0] += float64(a * u[0])
		v[1] += float64(a * u[1])
		v[2] += float64(a * u[2])
		v[3] += float64(a * u[3])
		w[0] += float64(b * u[0])
		w[1] += float64(b * u[1])
		w[2] += float64(b * u[2])
		w[3] += float64(b * u[3])
	}
	for ; k < len(x); k++ {
		y[k] += float64(a * x[k])
		z[k] += float64(b * x[k])
	}
}

// Last returns wₜ₊₁ = θₜ₊₁/(2λ(t+1)) after t steps: the plane that the next one is to be judged by. Before the first it is the zero
// Hyperplane. It costs O(d).
func (p *Pegasos) Last() Hyperplane {
	return p.plane(func(k int) float64 { return p.theta[k] / (2 * p.Lambda * (p.clock.t + 1)) })
}

// Average returns w̄ of (mean) after T steps, the mean of w₁, …, w_T. Before the first it is the zero Hyperplane. It costs O(d).
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
	return split(w)
}

// split returns the plane of a w with b behind it.
func split(w []float64) Hyperplane {
	d := len(w) - 1
	return Hyperplane{w[:d:d], w[d]}
}

// Err returns what was wrong with the first bad input that Step was given, nil if there was none. It costs O(1).
func (p *Pegasos) Err() error { return p.err }

// SGD returns w̄ of (procedure) after T steps, each with a point drawn by rng: a Pegasos fed that way. One pass over the data is
// T = n. It minimises (objective), in which b is regularised; by (nearness) it is off by some R²(1 + ln T)/(λT), R² = max‖xᵢ‖² +
// 1. A nil rng is one of fixed seed. Errors: no points, labels other than ±1 (all may be the same), a λ that is not positive and
// finite, T < 1, points of different lengths, without features, or with one that is NaN or infinite; sums that might overflow. It
// costs T inner products, and two more vector operations for each violation; O(n) to check the points, O(d) memory.
func SGD(x [][]float64, y []float64, lambda float64, T int, rng *rand.Rand) (Hyperplane, error) {
	if err := checkDescent(x, y, lambda, "T", T); err != nil {
		return Hyperplane{}, err
	}
	p := Pegasos{Lambda: lambda}
	p.run(x, y, T, source(rng))
	if p.err != nil {
		return Hyperplane{}, p.err
	}
	return p.Average(), nil
}

// run makes T steps with points drawn by rng, four at a time: their inner products with θ are made together, and since a
// violation adds yx to θ, it adds y⟨x, xⱼ⟩ to those of the points that come after it. That takes two thirds of the time of a Step
// each, for θ is read once for four points and the processor waits for all four at once.
func (p *Pegasos) run(x [][]float64, y []float64, T int, rng *rand.Rand) {
	p.err = p.start(x[0], y[0])
	var (
		drawn  [4]int
		points [4][]float64
		g      [4]float64
	)
	for d := len(x[0]); T > 0 && p.err == nil; T -= min(T, 4) {
		four := min(T, 4)
		for a := range four {
			drawn[a] = rng.IntN(len(x))
			points[a] = x[drawn[a]]
		}
		dotsRow(g[:four], p.theta[:d], points[:four])
		b := p.theta[d]
		for a := range four {
			g[a] += b
		}
		for a, point := range points[:four] {
			label := y[drawn[a]]
			if p.move(point, label, g[a]) {
				for j := a + 1; j < four; j++ {
					g[j] += label * (dot4(point, points[j]) + 1)
				}
			}
		}
	}
}

// checkDescent says what is wrong with what a method for planes was given, the points last.
func checkDescent(x [][]float64, y []float64, lambda float64, count string, n int) error {
	if err := checkLabels(len(x), y); err != nil {
		return err
	}
	if err := checkLambda(lambda); err != nil {
		return err
	}
	if err := checkCount(count, n); err != nil {
		return err
	}
	return checkVectors(x)
}

func checkLambda(lambda float64) error {
	if !(lambda > 0 && finite(lambda)) {
		return fmt.Errorf("svm: lambda = %g, want lambda > 0", lambda)
	}
	return nil
}

// checkCount wants at least one step, round or whatever is counted by that name.
func checkCount(name string, n int) error {
	if n < 1 {
		return fmt.Errorf("svm: %s = %d, want %s >= 1", name, n, name)
	}
	return nil
}

// # With a kernel

// KernelSGD returns the function Σ ᾱᵢk(xᵢ, ·) of (kernel) after T steps of (procedure) in feature space: with the same draws, SGD
// there. It has no b; to have one that is regularised like w, as SGD has, add the constant feature: Sum[X]{k, Constant[X](1)}. A nil
// rng is one of fixed seed. Points of the result are those that were violations. Errors: those of Gram, labels other than ±1, a λ
// that is not positive and finite, T < 1, sums that overflow. It costs O(1) a step, and a row of n kernel values and O(n) on
// a violation; rows are held for the next violation of their point while they fit in 256 MB.
func KernelSGD[X any](k Kernel[X], x []X, y []float64, lambda float64, T int, rng *rand.Rand) (*Expansion[X], error) {
	if err := checkLabels(len(x), y); err != nil {
		return nil, err
	}
	if err := checkLambda(lambda); err != nil {
		return nil, err
	}
	if err := checkCount("T", T); err != nil {
		return nil, err
	}
	if err := checkKernel("kernel", k, x); err != nil {
		return nil, err
	}
	rng = source(rng)
	m := newMargins(k, x)
	weighted := make([]float64, len(x)) // Bᵢ
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
	if v := maxAbs(mean); !finite(v) {
		return nil, fmt.Errorf("svm: the coefficients overflow, lambda = %g", lambda)
	}
	return m.expansion(mean), nil
}

// margins is a function Σ βᵢk(xᵢ, ·) that is learned point by point, with its values gⱼ on all points kept up to date.
type margins[X any] struct {
	k    Kernel[X]
	x    []X
	rows rows[X]
	beta []float64
	g    []float64
	held [][]float64 // kernel rows
	room int         // rows that may still be held
}

// heldRows is how many bytes of rows are held.
const heldRows = 256 << 20

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
	const width = 256
	row, tile := make([]float64, len(m.x)), m.rows.of(m.x[i:i+1])
	share((len(row)+width-1)/width, width*m.rows.cost, func(t int) {
		lo, hi := width*t, min(width*(t+1), len(row))
		tile([][]float64{row[lo:hi]}, lo, hi)
	})
	for j, v := range row {
		if !finite(v) {
			return nil, fmt.Errorf("svm: kernel(x[%d], x[%d]) = %g", min(i, j), max(i, j), v)
		}
	}
	if m.room > 0 {
		m.room--
		m.held[i] = row
	}
	return row, nil
}

// expansion returns Σ cᵢk(xᵢ, ·), without the points that have no part in it.
func (m *margins[X]) expansion(c []float64) *Expansion[X] {
	f := &Expansion[X]{Kernel: m.k}
	for i, v := range c {
		if v != 0 {
			f.Points, f.Coef = append(f.Points, m.x[i]), append(f.Coef, v)
		}
	}
	return f
}

// # All points at a time

// Subgradient returns w̄ of (batch) after T steps: deterministic descent on (objective), b regularised. By (batch nearness) F(w̄)
// is at most (R + √(2λ))²/(λ(T+1)) above the minimum, R² = max‖xᵢ‖² + 1. Errors are those of SGD. It costs T passes over the
// data, O(nd) each, on all processors, and O(d) memory beside some hundredth of the data.
func Subgradient(x [][]float64, y []float64, lambda float64, T int) (Hyperplane, error) {
	if err := checkDescent(x, y, lambda, "T", T); err != nil {
		return Hyperplane{}, err
	}
	w, mean := make([]float64, len(x[0])+1), make([]float64, len(x[0])+1)
	for t := 1.0; t <= float64(T); t++ {
		for k, v := range w {
			mean[k] += (v - mean[k]) * 2 / (t + 1) // t/(1 + … + t) = 2/(t+1)
		}
		axpy(-1/(lambda*(t+1)), subgradient(w, x, y, lambda), w) // (batch)
		if v := maxAbs(w); !finite(v) {
			return Hyperplane{}, fmt.Errorf("svm: step %.0f: largest weight = %g, lambda = %g", t, v, lambda)
		}
		if shorter := 1 / math.Sqrt(2*lambda) / Norm(w); shorter < 1 { // (ball)
			w = scaled(w, shorter)
		}
	}
	return split(mean), nil
}

// subgradient returns (subgradient) at w. The points are summed in chunks, and the chunks in order.
func subgradient(w []float64, x [][]float64, y []float64, lambda float64) []float64 {
	const chunk = 256
	d := len(w) - 1
	parts := NewMatrix((len(x)+chunk-1)/chunk, d+1).rows()
	share(len(parts), 2*chunk*float64(d), func(c int) {
		part := parts[c]
		for i := chunk * c; i < min(chunk*(c+1), len(x)); i++ {
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

// Perceptron returns a plane that separates the data, and the number of mistakes made on the way, at most (mistakes): visit the
// points in order, again and again; where yᵢf(xᵢ) ≤ 0, add yᵢxᵢ to w and yᵢ to b. Where after so many epochs, rounds over all
// points, there are still mistakes, the error is ErrNotConverged, with the plane so far: whether the data are separable it cannot
// know. Other errors are those of SGD, of epochs < 1. It costs O(nd) an epoch.
func Perceptron(x [][]float64, y []float64, epochs int) (h Hyperplane, mistakes int, err error) {
	if err := checkDescent(x, y, 1, "epochs", epochs); err != nil {
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
	return split(w), mistakes, err
}

// perceptron goes through the points until a round brings no mistake, and learns from each mistake.
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

// KernelPerceptron returns the function Σ αᵢyᵢ(k(xᵢ, ·) + 1) in which αᵢ counts the mistakes on point i: Perceptron in feature
// space, with the same mistakes in the same order. Coef holds the αᵢyᵢ of the points with mistakes, B their sum. With the Linear
// kernel it is the dual perceptron. It ends, and fails to, as Perceptron does; other errors are those of KernelSGD. It costs
// O(n) an epoch, and a row of n kernel values and O(n) a mistake; rows are held as in KernelSGD.
func KernelPerceptron[X any](k Kernel[X], x []X, y []float64, epochs int) (f *Expansion[X], mistakes int, err error) {
	if err := checkLabels(len(x), y); err != nil {
		return nil, 0, err
	}
	if err := checkCount("epochs", epochs); err != nil {
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
	f = m.expansion(m.beta)
	f.B = b
	return f, mistakes, err
}

// # Least squares

// LeastSquaresGD returns β after so many steps of (descent) from β = 0 towards the least squares fit Φβ ≈ t: γ is twice the step
// on the mean square. It converges, to the fit of least norm, exactly for γ < 2N/κ, κ the largest eigenvalue of ΦᵀΦ:
// (Φᵀ·Φ).Eigen().Values[0]. Errors: a matrix or targets that are empty, not of one length, NaN or infinite; a γ that is not
// positive and finite; steps < 1; a β that overflows, as it will past that γ. It costs two products by Φ a step.
func LeastSquaresGD(phi *Matrix, t []float64, gamma float64, steps int) (beta []float64, err error) {
	if err := checkLeastSquares("phi", phi, t, gamma, steps); err != nil {
		return nil, err
	}
	beta = make([]float64, phi.Cols)
	rows, rate := phi.rows(), gamma/float64(phi.Rows)
	for k := range steps {
		e := errorOf(phi, beta, t)
		for i, row := range rows {
			axpy(rate*e[i], row, beta) // (descent)
		}
		if err := diverged(beta, k, gamma); err != nil {
			return nil, err
		}
	}
	return beta, nil
}

// KernelLeastSquaresGD returns λ after so many steps of (dual descent) from λ = 0: step by step β = Φᵀλ is that of
// LeastSquaresGD, if K = ΦΦᵀ; the fit is x ↦ Σ λᵢk(xᵢ, x), an Expansion. It is stable exactly for γ < 2N/κ, κ the largest
// eigenvalue of K. Where K is singular the fit converges, though λ need not. Errors are those of LeastSquaresGD, and a K that is
// not square and symmetric. It costs a product by K a step.
func KernelLeastSquaresGD(K *Matrix, t []float64, gamma float64, steps int) (lambda []float64, err error) {
	if err := checkLeastSquares("K", K, t, gamma, steps); err != nil {
		return nil, err
	}
	if K.Rows != K.Cols {
		return nil, fmt.Errorf("svm: K is a %d×%d matrix, want a square one", K.Rows, K.Cols)
	}
	if err := K.checkSymmetric("K"); err != nil {
		return nil, err
	}
	lambda = make([]float64, K.Rows)
	for k := range steps {
		axpy(gamma/float64(K.Rows), errorOf(K, lambda, t), lambda) // (dual descent)
		if err := diverged(lambda, k, gamma); err != nil {
			return nil, err
		}
	}
	return lambda, nil
}

// errorOf returns t − Ac.
func errorOf(a *Matrix, c, t []float64) []float64 {
	e := slices.Clone(t)
	axpy(-1, a.MulVec(c), e)
	return e
}

// checkLeastSquares says what is wrong with what least squares was given, the matrix so called last.
func checkLeastSquares(name string, a *Matrix, t []float64, gamma float64, steps int) error {
	if err := a.checkShape(name); err != nil {
		return err
	}
	if a.Rows == 0 || a.Cols == 0 {
		return fmt.Errorf("svm: %s is a %d×%d matrix", name, a.Rows, a.Cols)
	}
	if err := checkTargets(a.Rows, t); err != nil {
		return err
	}
	if !(gamma > 0 && finite(gamma)) {
		return fmt.Errorf("svm: gamma = %g, want gamma > 0", gamma)
	}
	if err := checkCount("steps", steps); err != nil {
		return err
	}
	return a.checkFinite(name)
}

// diverged returns an error if descent has left the range of numbers at step k.
func diverged(c []float64, k int, gamma float64) error {
	if v := maxAbs(c); !finite(v) {
		return fmt.Errorf("svm: step %d: largest coefficient = %g: gamma = %g is too large", k+1, v, gamma)
	}
	return nil
}

// # Softmax regression

// A Softmax is a model of several classes: row k of W scores class k, sₖ = wₖ·x, and the scores become probabilities by
// (softmax). There is no b: give the points a constant feature where one is wanted. Methods panic on points whose length is not
// that of the rows, and on class numbers that are no row's. Each costs O(classes·d). Scores that overflow have no probabilities,
// and make them NaN.
type Softmax struct{ W *Matrix }

// Scores returns s = Wx.
func (m Softmax) Scores(x []float64) []float64 { return m.W.MulVec(x) }

// Probabilities returns the pₖ of (softmax), exp(sₖ − max s)/Σⱼ exp(sⱼ − max s), in which nothing overflows.
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

// Loss returns the multiclass logistic loss (log loss) of a point of that class, as (max s − s_y) + ln(1 + Σ exp(sₖ − max s)), the
// sum without the largest: exact also where it is tiny or huge. Divided by ln 2 it is at least 1 where Predict is wrong.
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

// Gradient returns the derivative of Loss by W, whose rows are (row gradient): (pₖ − [k = class])x.
func (m Softmax) Gradient(x []float64, class int) *Matrix {
	g := NewMatrix(m.W.Rows, m.W.Cols)
	for k, c := range m.slopes(x, class) {
		axpy(c, x, g.Row(k))
	}
	return g
}

// slopes returns the derivatives of Loss by the scores, pₖ − [k = class], and p_y − 1 as minus the others, which is exact.
func (m Softmax) slopes(x []float64, class int) []float64 {
	p := m.Probabilities(x)
	p[class] = 0
	p[class] = -sum(p)
	return p
}

// Predict returns the class of the largest score, and so of the largest probability: the first of several; −1 if a score is NaN.
func (m Softmax) Predict(x []float64) int { return argmax(m.Scores(x)) }

// Sample returns class k with probability pₖ; −1 if these are NaN. A nil rng is one of fixed seed, which gives the same draw each time.
func (m Softmax) Sample(x []float64, rng *rand.Rand) int {
	u, p := source(rng).Float64(), m.Probabilities(x)
	for k, v := range p {
		if u -= v; u < 0 {
			return k
		}
	}
	return argmax(p) // rounding left the sum of the p short of u
}

// argmax returns the index of the largest, the first of several; −1 if one is NaN.
func argmax(v []float64) int { return slices.Index(v, slices.Max(v)) }

// SoftmaxSGD returns W after T steps from W = 0: draw a point, W −= η∇ℓ by (row gradient). Class numbers are 0, …, classes − 1.
// There is no b, and η is fixed, so that W keeps moving about the minimum, by some η, if the data leave any loss; where they do
// not, it grows without end. A nil rng is one of fixed seed. Errors: no points, class numbers that are not as many or out of
// range, classes < 2, an η that is not positive and finite, T < 1, points of different lengths or that are NaN or infinite,
// scores that overflow. It costs O(T·classes·d).
func SoftmaxSGD(x [][]float64, class []int, classes int, eta float64, T int, rng *rand.Rand) (Softmax, error) {
	if err := checkSoftmax(x, class, classes, eta, T); err != nil {
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

func checkSoftmax(x [][]float64, class []int, classes int, eta float64, T int) error {
	switch {
	case len(x) == 0:
		return errNoPoints
	case len(class) != len(x):
		return fmt.Errorf("svm: %d class numbers for %d points", len(class), len(x))
	case classes < 2:
		return fmt.Errorf("svm: classes = %d, want classes >= 2", classes)
	case !(eta > 0 && finite(eta)):
		return fmt.Errorf("svm: eta = %g, want eta > 0", eta)
	}
	for i, k := range class {
		if k < 0 || k >= classes {
			return fmt.Errorf("svm: class[%d] = %d, want 0 to %d", i, k, classes-1)
		}
	}
	if err := checkCount("T", T); err != nil {
		return err
	}
	return checkVectors(x)
}
