// SPDX-License-Identifier: MIT

// smo.go solves the dual by sequential minimal optimisation: pairs of variables, chosen where the conditions of optimality are
// broken worst, moved to where the dual is largest. Around it stands a decomposition, which lets pairs of a small block of points
// at a time be worked on in cache.
//
// # The problem in signed form
//
// With βᵢ = αᵢyᵢ, the coefficient of k(xᵢ, ·), and yᵢ² = 1, no formula needs to know a label:
//
//	maximize D(β) = Σ yᵢβᵢ − ½ΣΣ βᵢβⱼKᵢⱼ   subject to   Σ βᵢ = 0,  loᵢ ≤ βᵢ ≤ hiᵢ                              (signed)
//
// [loᵢ, hiᵢ] = [0, Cᵢ] where yᵢ = +1, [−Cᵢ, 0] where yᵢ = −1. The gradient is
//
//	fᵢ = ∂D/∂βᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ                                                                               (gradient)
//
// not f(xᵢ), but the b that would put point i on its margin: see (bias) in svm.go. The bounds of b, (violation) there, become
//
//	m = max{fᵢ : βᵢ < hiᵢ},  M = min{fᵢ : βᵢ > loᵢ},  optimal ⇔ m ≤ M                                          (ends)
//
// This can be seen at once: to keep Σ βᵢ = 0, what one variable gains another has to lose. βᵢ can grow by δ > 0 if βᵢ < hiᵢ, βⱼ
// shrink if βⱼ > loⱼ, and D changes by (fᵢ − fⱼ)δ to first order: some pair gains exactly if m > M.
//
// # A step
//
// Lemma (step). Move βᵢ += δ, βⱼ −= δ. With η = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖²,
//
//	D(δ) = D(0) + (fᵢ − fⱼ)δ − ½ηδ²                                    [D is quadratic]                         (gain)
//	D′(δ) = 0  ⇔  δ = (fᵢ − fⱼ)/η                                      [η > 0]
//	δ = min((fᵢ − fⱼ)/η, hiᵢ − βᵢ, βⱼ − loⱼ)                           [0 ≤ δ keeps both in their boxes]        (step)
//	D(δ) − D(0) ≥ ½(fᵢ − fⱼ)δ ≥ 0                                      [ηδ ≤ fᵢ − fⱼ]
//	fₖ −= δ(Kₖᵢ − Kₖⱼ)                                                  [from (gradient)]                        (update)
//
// One minimum is all the clipping there is, whatever the labels. Without clipping the gain is (fᵢ − fⱼ)²/2η.
//
// If η ≤ 0, then D(δ) only grows, and the box ends the step. This happens by
// rounding, for repeated points, or because k is not a kernel. One formula serves
// all cases: η is taken as at least ε(Kᵢᵢ + Kⱼⱼ), what rounding leaves of an η
// that is 0.
//
// If no bound cuts such a step, its length is about 1/ε and says nothing. If it
// also makes αᵢ and αⱼ grow, so that D has no curvature and no end there, the step
// is called flat: φ(xᵢ) = φ(xⱼ), but yᵢ ≠ yⱼ. For C = ∞ this pair is the evidence
// that nothing separates the classes. For finite C steps go on, but a block ends
// with a flat step, so that rounding is looked at before the next one.
//
// # The pair
//
// i is the variable with fᵢ = m. Of all j that can shrink, take the one with the largest gain (fᵢ − fⱼ)²/η, as Fan, Chen and Lin
// do: it sees how far a step will go, and needs the row of i alone. With fⱼ = M in its place there would be half as much to
// compute a step, and two to six times as many steps.
//
// It ends: for finite C, tolerance > 0, and η bounded below as here, Chen, Fan and Lin (2006) show that any rule whose pair
// violates (ends) by a constant part of m − M comes to m − M ≤ tolerance in finitely many steps; the j of largest gain is such a
// rule, since its gain is no less than that of the variable with fⱼ = M, so (fᵢ − fⱼ)² ≥ (m − M)²·min η/max η.
//
// # The decomposition
//
// A step costs three passes over f, to find i, to find j and to update, and two rows of K, 2n numbers that have to come from
// somewhere. So steps are made in blocks: choose the worst pair, variables that break (ends) nearly as badly, and those of the
// last block that are free, since these are where the work is; solve (signed) in the variables of the block alone, as above, with
// its small matrix at hand; then carry what moved over to f by (gradient), once. As the worst pair is in the block, the first
// step in it is one of those of which the theorem speaks, and the others only raise D further.
//
// Rows of K are made for what moved alone, many together by the fast loops of linalg.go and kernel.go, piece by piece as f takes
// them up. Where a value is dear, as with many features, rows are then held while there is room, and the next block's matrix is
// read off from them. Where it is cheap, to read one back takes as long as to make it, and only those of free variables are
// held, which will move again. Of a kernel of the user's every value is held, so that each pair is asked for once. The Linear
// kernel needs no rows at all: what moved adds up to one w, and f takes one inner product a point.
//
// # Rounding
//
// f is a sum of rows that were added one after the other; what this rounds off is bounded as it goes (drift), and before it could
// matter beside the tolerance or the violation, f is computed anew. Even so fᵢ = yᵢ − Σ βⱼKᵢⱼ is known to some ε·max K·Σ|βⱼ| only,
// which resolution in svm.go puts a number to: an upper bound, often ten times too large. So a violation below it may be none: ten
// blocks are tried there and no more; and m − M ≤ tolerance is believed down to a tolerance of a tenth of it.
//
// # Sources
//
// J. Platt, Fast training of SVMs using sequential minimal optimization (1998): pairs, in closed form. S. Keerthi et al. (2001):
// m and M. R.-E. Fan, P.-H. Chen, C.-J. Lin, Working set selection using second order information (2005): the pair. P.-H. Chen,
// R.-E. Fan, C.-J. Lin, A study on SMO-type decomposition methods (2006): convergence. T. Joachims, Making large-scale SVM
// learning practical (1998): blocks, and rows for those that moved.

package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
)

// SMO trains a machine with any kernel by sequential minimal optimisation. It
// stops when the violation m(α) − M(α) is at most o.Tol.
//
// Points of weight 0 take no part. C = +Inf asks for the hard margin. MaxIter
// counts steps. Cache is the memory for kernel rows, and always holds two of them.
//
// Trace is called first at α = 0, before any kernel value is computed. There the
// violation is 2 and the dual value 0. Then it is called before every block, and
// once more at the end, where false changes nothing. A block may take some hundred rows of kernel values. After Trace has
// returned false, SMO computes no more of them. What the certificate then says of
// the violation is right to an eighth.
//
// The error is
//   - [ErrNotSeparable], with a model that proves it, if no function separates the
//     labels. The proof takes some kernel values more;
//   - [ErrNotConverged], with the unfinished model and its certificate, if MaxIter
//     or Trace ends the search, if rounding allows no smaller violation, or if sums
//     overflow. Then f is wrong by about its violation. Above 1 it is of no use:
//     scale the features, or use [DualQP];
//   - another error, with no model, for bad input: no points, labels other than ±1
//     or only one of them, options out of range, a kernel or points that it cannot
//     take. These come before any kernel value is computed. A kernel value that is
//     NaN or infinite is an error where it is met.
//
// If k is not positive semi-definite, SMO still ends, and the certificate says
// where. It does not notice that k is not symmetric.
//
// The cost is about n kernel values per support vector, and O(nd) memory besides
// o.Cache: a copy of the points, the matrix of a block, 33 MB at most, and a few
// blocks of rows. Of sparse points the copy holds only what is not zero. A user's
// kernel is called once for each pair that is needed, while the cache has room for
// the rows. If a value is cheap, rows of points at a bound are made again. For about
// a hundred points all pairs are computed, once.
//
// A large C‖φ(x)‖² and a hard margin that is barely separable take many millions of
// steps and minutes, as in every solver that moves pairs. For them use [DualQP],
// with Linear at any n.
func SMO[X any](k Kernel[X], x []X, y []float64, o Options) (*Model[X], error) {
	cost, err := checkTraining(k, x, y, o)
	if err != nil {
		return nil, err
	}
	s := newDecomposition(k, x, y, cost, o)
	stopped := s.run()
	m := s.evidence
	if m == nil {
		if stopped != nil && !errors.Is(stopped, ErrNotConverged) {
			return nil, stopped
		}
		if stopped != nil && !s.told {
			s.refresh() // no drift flatters a machine that is not done
		}
		m, err = newModel(k, x, y, s.alpha(), s.g(), cost, s.tol)
		if err != nil && (m == nil || stopped == nil) { // a machine that is not finished may have an infinite primal value
			return nil, err
		}
	}
	m.Iterations, m.Evaluations = s.steps, s.count()
	return m, stopped
}

// # Pairs

// dual is (signed) with its matrix at hand.
type dual struct {
	k               [][]float64
	diagonal        []float64 // Kᵢᵢ
	beta, lo, hi, f []float64
}

// solve makes steps until m − M ≤ tol, but at most the given number, and
// returns their number. If endFlat, it ends after a flat step too, and returns its
// pair. In other cases pair is nil.
//
// A step is flat if the two points coincide in feature space and no bound cuts
// the step. Its length is then about 1/ε, and says nothing.
func (d *dual) solve(tol float64, most int, endFlat bool) (steps int, pair []int) {
	for steps < most {
		i, j := d.pair(tol)
		if j < 0 {
			break
		}
		steps++
		if d.step(i, j) && endFlat {
			return steps, []int{i, j}
		}
	}
	return steps, nil
}

// pair returns i with fᵢ = m, and the j of largest gain with it; j = −1 if m − M ≤ tol.
func (d *dual) pair(tol float64) (i, j int) {
	i = d.first()
	if i < 0 {
		return i, -1
	}
	j, best, least := -1, 0.0, math.Inf(1)
	n, fi, kii := len(d.f), d.f[i], d.diagonal[i]
	beta, lo, diagonal, row := d.beta[:n], d.lo[:n], d.diagonal[:n], d.k[i][:n] // of one length, so that no index is checked: 8 % for Linear
	for k, f := range d.f {
		if beta[k] > lo[k] {
			if f < least {
				least = f // M
			}
			if gap := fi - f; gap > 0 {
				if gain := gap * gap / curvature(kii, diagonal[k], row[k]); gain > best {
					j, best = k, gain
				}
			}
		}
	}
	if !(fi-least > tol) {
		return i, -1
	}
	return i, j
}

// first returns the i with fᵢ = m, −1 if there is none.
func (d *dual) first() int {
	i, most := -1, math.Inf(-1)
	beta, hi := d.beta[:len(d.f)], d.hi[:len(d.f)]
	for k, f := range d.f {
		if f > most && beta[k] < hi[k] {
			i, most = k, f
		}
	}
	return i
}

// last returns the i with fᵢ = M, −1 if there is none.
func (d *dual) last() int {
	i, least := -1, math.Inf(1)
	for k, f := range d.f {
		if f < least && d.beta[k] > d.lo[k] {
			i, least = k, f
		}
	}
	return i
}

// curvature returns η, at least what rounding leaves of it.
func curvature(kii, kjj, kij float64) float64 {
	eta, least := kii+kjj-2*kij, leastCurvature(kii, kjj)
	if !(eta > least) {
		return least
	}
	return eta
}

// leastCurvature returns what rounding leaves of an η that is 0.
func leastCurvature(kii, kjj float64) float64 {
	if least := eps * math.Abs(kii+kjj); least > 0 {
		return least
	}
	return tiny
}

// step moves βᵢ up and βⱼ down by (step), and f by (update). Bounds are met
// exactly. It reports whether the step was flat.
func (d *dual) step(i, j int) (flat bool) {
	eta := curvature(d.diagonal[i], d.diagonal[j], d.k[i][j])
	up, down := d.hi[i]-d.beta[i], d.beta[j]-d.lo[j]
	delta := min((d.f[i]-d.f[j])/eta, up, down) // (step)
	flat = (delta < min(up, down) || math.IsInf(delta, 1)) && d.flat(i, j)
	d.beta[i] += delta
	d.beta[j] -= delta
	if up-delta <= 32*eps*delta { // what is left of the way is rounding, of δ and of the steps before
		d.beta[i] = d.hi[i]
	}
	if down-delta <= 32*eps*delta {
		d.beta[j] = d.lo[j]
	}
	axpy2(-delta, d.k[i], delta, d.k[j], d.f) // (update)
	return flat
}

// flat reports whether two points of different labels have the same features
// up to rounding, so that αᵢ and αⱼ can grow together and change no f. Rounding
// makes η as small as −1024ε(Kᵢᵢ + Kⱼⱼ), if values are as wrong as IsPSD allows.
// An η below that shows that k is no kernel.
func (d *dual) flat(i, j int) bool {
	kii, kjj := d.diagonal[i], d.diagonal[j]
	eta, least := kii+kjj-2*d.k[i][j], leastCurvature(kii, kjj)
	return d.hi[i] > 0 && d.lo[j] < 0 && eta <= least && eta >= -1024*least
}

// ends returns m and M.
func (d *dual) ends() (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if i := d.first(); i >= 0 {
		low = d.f[i]
	}
	if j := d.last(); j >= 0 {
		high = d.f[j]
	}
	return low, high
}

// free reports whether βᵢ is off its bounds.
func (d *dual) free(i int) bool { return d.beta[i] > d.lo[i] && d.beta[i] < d.hi[i] }

// value returns D(β) = ½Σ βᵢ(yᵢ + fᵢ), as Kβ = y − f.
func (d *dual) value(y []float64) float64 { return (Dot(d.beta, y) + Dot(d.beta, d.f)) / 2 }

// # Blocks

// decomposition is (signed) on all points; its matrix is that of the block.
type decomposition[X any] struct {
	dual
	kernel      Kernel[X]
	given, x    []X // the points, and for Linear the points moved by their mean as far as zeros allow
	y, cost     []float64
	rows        rowCache[X]
	hard        bool // no upper bounds
	tol         float64
	maxIter     int
	trace       func(Progress) bool
	block       []int     // the last one
	inBlock     []bool    // whether a point is in the block being chosen
	scratch     sync.Pool // pieces of rows
	up, down    []int     // variables to choose from
	low, high   float64
	steps       int
	evaluations int64   // kernel values computed, or for Linear inner products
	largest     float64 // Kᵢᵢ met, and |Kᵢⱼ| where a user's function may be no kernel
	drift       float64 // how much rounding may have moved f since it was computed
	asked       float64 // Σ|βᵢ| when it was last asked whether anything separates
	flat        int     // blocks that ended with a flat step
	told        bool    // Trace returned false: no more kernel values
	whole       bool    // all rows have been made: see fill
	late        int     // blocks begun when rounding might have made the violation, though it is above tol
	evidence    *Model[X]
}

const (
	mostBlock = 2048 // whose matrix takes 33 MB
	mostFlat  = 100  // blocks that may end with a flat step: if so many have shown nothing, the next ones only cost time
	mostLate  = 10   // blocks below the floor, which is an upper bound
	dear      = 30   // multiply-adds of a kernel value from which on it is better stored than made again
)

func newDecomposition[X any](k Kernel[X], x []X, y, cost []float64, o Options) *decomposition[X] {
	n := len(x)
	given := x
	if isLinear(k) { // D stays as it is, since Σ βᵢ = 0, and all f move by one number, whatever the shift
		v := any(x).([][]float64)
		z, _ := moved(v, keepZeros(v, meanPoint(v, cost)), len(v[0]))
		x = any(z).([]X)
	}
	s := &decomposition[X]{
		kernel: k, given: given, x: x, y: y, cost: cost, hard: hardMargin(cost),
		tol: o.tol(), maxIter: o.MaxIter, trace: o.Trace, inBlock: make([]bool, n),
	}
	s.scratch.New = func() any { return NewMatrix(rowBlock, min(piece, n)).rows() }
	s.beta, s.lo, s.hi, s.f = make([]float64, n), make([]float64, n), make([]float64, n), slices.Clone(y)
	for i, c := range cost {
		if y[i] > 0 {
			s.hi[i] = c
		} else {
			s.lo[i] = -c
		}
	}
	if s.maxIter == 0 {
		s.maxIter = 100_000_000
	}
	bytes := o.Cache
	if bytes == 0 {
		bytes = cacheBytes
	}
	s.rows = rowCache[X]{x: x, row: make([][]float64, n), whole: make([]bool, n), mark: make([]bool, n), room: max(2, min(n, bytes/8/n))}
	return s
}

// cheap reports whether rows are better made anew than held.
func (s *decomposition[X]) cheap() bool { return !s.whole && !s.rows.byValue() && s.rows.cost <= dear }

// run works block by block until m − M ≤ tol.
func (s *decomposition[X]) run() error {
	for {
		if done, err := s.done(); done || err != nil {
			return err
		}
		block := s.choose()
		sub, err := s.restrict(block)
		if err != nil {
			return err
		}
		// To a tenth of the violation, as other blocks will undo the rest, or half of tol. 100 steps a variable bound what a
		// block may cost that is barely separable.
		steps, flat := sub.solve(max(s.tol/2, (s.low-s.high)/10), min(s.maxIter-s.steps, 100*len(block)), s.flat < mostFlat)
		s.steps += steps
		if flat != nil {
			s.flat++
		}
		if s.hard && flat != nil {
			if err := s.coincide(block[flat[0]], block[flat[1]]); err != nil {
				return err
			}
		}
		moved, err := s.adopt(block, sub.beta)
		if err != nil {
			return err
		}
		if !moved && !s.refresh() {
			return fmt.Errorf("%w: SMO: violation %.2g, and no step is long enough for rounding", ErrNotConverged, s.low-s.high)
		}
	}
}

// done reports whether m − M ≤ tol, or why it will not become so.
func (s *decomposition[X]) done() (bool, error) {
	s.low, s.high = s.ends()
	if err := s.stretch(); err != nil {
		return true, err
	}
	if s.drift > max(s.tol, s.low-s.high)/8 {
		s.refresh()
		s.low, s.high = s.ends()
	}
	violation, floor := s.low-s.high, s.floor()
	if s.trace != nil && !s.trace(Progress{s.steps, s.count(), violation, s.value(s.y)}) && violation > s.tol {
		s.told = true // and f is known to an eighth of the violation
		return true, fmt.Errorf("%w: SMO: stopped by Trace after %d steps, violation %.2g", ErrNotConverged, s.steps, violation)
	}
	if s.rows.of == nil { // not before the first call of Trace: Normalized takes values of k here
		s.rows.rows = prepare(s.kernel, s.x)
		if err := s.fill(); err != nil {
			return true, err
		}
	}
	switch {
	case violation <= -floor, violation <= s.tol && floor <= 10*s.tol: // floor is an upper bound, and often ten times too large
		return true, nil
	case violation <= s.tol, violation <= floor && s.late >= mostLate:
		return true, fmt.Errorf("%w: SMO: violation %.2g, Tol = %.2g, but rounding alone moves f by %.2g", ErrNotConverged, violation, s.tol, floor)
	case s.steps >= s.maxIter:
		return true, fmt.Errorf("%w: SMO: violation %.2g after %d steps", ErrNotConverged, violation, s.steps)
	case violation <= floor:
		s.late++
	}
	return false, nil
}

// floor is the violation that rounding of f alone can make.
func (s *decomposition[X]) floor() float64 { return resolution(Dot(s.beta, s.y), s.largest) }

// terms returns the number of values to compute for Σ cⱼk(xⱼ, xᵢ) at all points,
// if the sum has this many terms. Linear needs one inner product per point.
func (s *decomposition[X]) terms(count int) int64 {
	if isLinear(s.kernel) {
		count = min(count, 1)
	}
	return int64(count) * int64(len(s.x))
}

// count returns the number of kernel values so far, or the largest int if that
// is less.
func (s *decomposition[X]) count() int { return int(min(s.evaluations, math.MaxInt)) }

// alpha returns αᵢ = |βᵢ|.
func (s *decomposition[X]) alpha() []float64 { return absolute(s.beta) }

// g returns gᵢ = yᵢ − fᵢ; for Linear, whose points were moved, that of the points as they came.
func (s *decomposition[X]) g() []float64 {
	if isLinear(s.kernel) {
		f, _ := spanned(s.kernel, s.given, s.beta)
		s.evaluations += s.terms(len(f.Points))
		return f.sums(s.given)
	}
	return difference(s.y, s.f)
}

// stretch does for the hard margin what no pair can: β, which has no upper bounds, is scaled to where D is largest along it,
//
//	D(tβ) = tΣ αᵢ − ½t²‖w‖²,  D′(t) = 0  ⇔  t = Σ αᵢ/‖w‖²                                                     (stretch)
//
// At the optimum t = 1. If nothing separates the classes, α grows for ever, and at its larger scale the next steps see little but
// ‖w‖: the hulls of the classes come together, and soon α is evidence of that, which is returned with ErrNotSeparable.
func (s *decomposition[X]) stretch() error {
	if !s.hard {
		return nil
	}
	alpha, g := s.alpha(), difference(s.y, s.f)
	total, ww := sum(alpha), max(0, Dot(s.beta, g))
	// near is how far apart the hulls are by this α. It is asked again when Σ αᵢ has doubled, since an answer costs kernel values.
	if near := 2 * math.Sqrt(ww) / total; near <= touching*2*math.Sqrt(s.largest) && total > 2*s.asked {
		s.asked = total
		if err := s.touch(alpha, s.g()); err != nil {
			return err
		}
	}
	// A smaller t is left to the steps. With a larger one ww is 0 but for rounding, or sums may overflow.
	if t := total / ww; t > 2 && t < 1e100 && finite(4*t*total) {
		s.beta = scaled(s.beta, t)
		copy(s.f, difference(s.y, scaled(g, t)))
		s.drift *= t
		s.low, s.high = s.ends()
	}
	return nil
}

// coincide returns ErrNotSeparable if φ(xᵢ) = φ(xⱼ) to rounding, for two
// points of different labels. The pair is the evidence.
func (s *decomposition[X]) coincide(i, j int) error {
	pair := make([]float64, len(s.y))
	pair[i], pair[j] = s.y[i], s.y[j]
	f, _ := spanned(s.kernel, s.given, pair)
	s.evaluations += s.terms(2)
	return s.touch(absolute(pair), f.sums(s.given))
}

// touch returns ErrNotSeparable and keeps the evidence if α, with its g, shows
// that the hulls of the classes touch.
func (s *decomposition[X]) touch(alpha, g []float64) error {
	m, err := notSeparable(s.kernel, s.given, s.y, alpha, g, s.cost)
	s.evaluations += s.proofValues(m)
	if !errors.Is(err, ErrNotSeparable) {
		return nil
	}
	s.evidence = m
	return err
}

// proofValues returns the number of kernel values that notSeparable has computed.
func (s *decomposition[X]) proofValues(m *Model[X]) int64 {
	if m == nil || isLinear(s.kernel) {
		return 0 // Linear takes none, but sums of points
	}
	each, of := int64(4), int64(0) // of a point: those of its distance, and with itself
	if _, ok := own[distancer[X]](s.kernel); ok {
		each = 2
	}
	for _, c := range s.cost {
		if c > 0 {
			of++
		}
	}
	return each*of + int64(len(m.Points))*int64(len(m.Points))
}

// choose returns a block: the worst pair; the free variables of the last block, up to half of this one; and of the others, from
// either end, a sample of those that break (ends) worst. Points that do are crowded where the machine is most wrong, and a few
// of them mend it for all: the worst alone would be a block of neighbours, few of which move.
func (s *decomposition[X]) choose() []int {
	if s.whole && s.steps <= 2*len(s.x) {
		s.block = s.rows.held // all variables
		return s.block
	}
	size := s.size()
	block := []int{s.first(), s.last()}
	for _, i := range s.block {
		if len(block) < size/2+1 && s.free(i) && i != block[0] && i != block[1] {
			block = append(block, i)
		}
	}
	clear(s.inBlock)
	for _, i := range block {
		s.inBlock[i] = true
	}
	up, down, reach := s.up[:0], s.down[:0], s.reach()
	for i, f := range s.f {
		switch {
		case s.inBlock[i]:
		case f > s.low-reach && s.beta[i] < s.hi[i]:
			up = append(up, i)
		case f < s.high+reach && s.beta[i] > s.lo[i]:
			down = append(down, i)
		}
	}
	room := size - len(block)
	half := max(room/2, min(room, 1)) // all of a room of 1: among three points, pairs alone may go round in a circle
	upper := sample(up, half)
	block = slices.Concat(block, upper, sample(down, min(half, room-len(upper))))
	slices.SortFunc(block, func(i, j int) int { // those whose rows have yet to be made come first
		if s.stored(i) == s.stored(j) {
			return i - j
		}
		if s.stored(j) {
			return -1
		}
		return 1
	})
	s.up, s.down, s.block = up, down, block
	return s.block
}

// size returns how many variables the next block may have: more where many are free, since fewer of these would be moved to and
// fro by each other's blocks; but no more than there is room for their rows, which Linear does not need.
func (s *decomposition[X]) size() int {
	if s.whole {
		return 2 * len(s.x) // room for all that break (ends)
	}
	free := 0
	for i := range s.beta {
		if s.free(i) {
			free++
		}
	}
	least := min(256, max(32, len(s.x)/8)) // with fewer, f is updated more often; with more, more rows are made for less
	size := min(max(least, int(32*math.Sqrt(float64(free)))), mostBlock)
	if isLinear(s.kernel) {
		return size
	}
	return min(size, s.rows.room)
}

// reach returns how far from the ends a variable may be chosen: up to the middle, or half way there where what moves, and will
// move again, costs a row that is dear.
func (s *decomposition[X]) reach() float64 {
	if s.cheap() || isLinear(s.kernel) {
		return (s.low - s.high) / 2
	}
	return (s.low - s.high) / 4
}

// sample returns most of the variables, evenly spaced, or all if there are no more.
func sample(variables []int, most int) []int {
	if len(variables) <= most {
		return variables
	}
	some := make([]int, most)
	for t := range some {
		some[t] = variables[t*len(variables)/most]
	}
	return some
}

// restrict returns (signed) in the variables of the block, the others fixed: their part is in f.
func (s *decomposition[X]) restrict(block []int) (*dual, error) {
	k := s.rows.row
	if !s.whole || len(block) < len(k) {
		if err := s.matrix(block); err != nil {
			return nil, err
		}
		k = s.k[:len(block)]
	}
	d := &dual{k, make([]float64, len(block)), pick(s.beta, block), pick(s.lo, block), pick(s.hi, block), pick(s.f, block)}
	for l, row := range d.k {
		d.diagonal[l] = row[l]
		if s.rows.byValue() {
			s.largest = max(s.largest, maxAbs(row))
		}
		s.largest = max(s.largest, row[l])
	}
	if !finite(s.largest) {
		return nil, cmp.Or(s.blame(block), errKernelOverflow)
	}
	return d, nil
}

// matrix sets k to Kᵢⱼ for i, j in the block, as far as it can out of stored rows.
func (s *decomposition[X]) matrix(block []int) error {
	if len(s.k) < len(block) {
		side := max(len(block), min(2*len(s.k), mostBlock))
		s.k = NewMatrix(side, side).rows()
	}
	for l := range block {
		s.k[l] = s.k[l][:len(block)]
	}
	fresh := 0 // whose values come from no row
	if s.rows.byValue() {
		s.evaluations += s.rows.between(block)
	} else {
		for fresh < len(block) && !s.stored(block[fresh]) {
			fresh++
		}
		s.evaluations += int64(fresh) * int64(fresh+1) / 2
	}
	if fresh > 0 && fillGram(s.k[:fresh], s.kernel, pick(s.x, block[:fresh])) != nil {
		return cmp.Or(s.blame(block), errKernelOverflow)
	}
	// Many rows at a time: processors that wrote k[m][l] and k[m][l+1] would wait for each other.
	share((len(block)-fresh+rowBlock-1)/rowBlock, 4*rowBlock*float64(len(block)), func(t int) {
		for l := fresh + t*rowBlock; l < min(fresh+(t+1)*rowBlock, len(block)); l++ {
			row, k := s.rows.row[block[l]], s.k[l]
			for m, j := range block {
				k[m] = row[j]
			}
			for m, v := range k[:fresh] {
				s.k[m][l] = v
			}
		}
	})
	return nil
}

// stored reports whether a row is held from which to take values rather than make them again.
func (s *decomposition[X]) stored(i int) bool { return s.rows.whole[i] && !s.cheap() }

// errKernelOverflow is the error if only the values of the points that Linear
// has moved by their mean overflow.
var errKernelOverflow = errors.New("svm: kernel values of the points less their mean overflow")

// blame returns an error that names a kernel value of these points that is not
// finite, or nil if there is none.
func (s *decomposition[X]) blame(points []int) error {
	for i := range s.given {
		for _, j := range points {
			if v := s.kernel.Eval(s.given[i], s.given[j]); !finite(v) {
				return errValue(i, j, v)
			}
		}
	}
	return nil
}

// adopt sets the variables of the block to beta, and reports whether any of
// them moved. If sums overflow, it undoes this and returns an error.
func (s *decomposition[X]) adopt(block []int, beta []float64) (bool, error) {
	var moved []int
	var delta []float64
	before := pick(s.beta, block)
	for l, i := range block {
		if d := beta[l] - s.beta[i]; d != 0 {
			moved, delta = append(moved, i), append(delta, d)
			s.beta[i] = beta[l]
		}
	}
	s.update(moved, delta)
	size := maxAbs(s.f)
	if most := Dot(s.beta, s.y) * size; !finite(4 * most) { // every sum of the certificate is below that
		if err := s.blame(moved); err != nil {
			return true, err
		}
		for l, i := range block {
			s.beta[i] = before[l]
		}
		s.drift = 1 // whatever it was, f is lost
		s.refresh()
		return true, fmt.Errorf("%w: SMO: sums overflow after %d steps, violation %.2g before", ErrNotConverged, s.steps, s.low-s.high)
	}
	for _, d := range delta {
		s.drift += 2 * eps * (math.Abs(d)*s.largest + size) // the term is rounded, and f
	}
	return len(moved) > 0, nil
}

// refresh computes f from β alone, unless that has just been done: by the rows that are held, and the others' values.
func (s *decomposition[X]) refresh() bool {
	if s.drift == 0 {
		return false
	}
	s.drift = 0
	g, rest := make([]float64, len(s.x)), slices.Clone(s.beta)
	for i, row := range s.rows.row {
		if s.rows.whole[i] && s.beta[i] != 0 {
			axpy(s.beta[i], row, g)
			rest[i] = 0
		}
	}
	axpy(1, s.span(rest), g)
	copy(s.f, difference(s.y, g)) // (gradient); y comes last, or large terms that cancel would swallow it
	return true
}

// span returns Σ cⱼk(xⱼ, xᵢ) for each i.
func (s *decomposition[X]) span(c []float64) []float64 {
	f, _ := spanned(s.kernel, s.x, c)
	s.evaluations += s.terms(len(f.Points))
	return f.sums(s.x)
}

// # Rows

// update takes Σ δᵢKᵢₖ over the moved i off each fₖ, by (gradient), and holds the rows that are worth it. For Linear the sum is
// ⟨Σ δᵢxᵢ, xₖ⟩ and needs no rows. A small set has all of them.
func (s *decomposition[X]) update(moved []int, delta []float64) {
	c := &s.rows
	if s.whole {
		subtract(s.f, pick(c.row, moved), delta)
		return
	}
	if isLinear(s.kernel) {
		f := Expansion[X]{Kernel: s.kernel, Points: pick(s.x, moved), Coef: delta}
		axpy(-1, f.sums(s.x), s.f)
		s.evaluations += s.terms(len(moved))
		return
	}
	if c.byValue() {
		s.evaluations += c.complete(moved)
	} else {
		c.reserve(slices.DeleteFunc(slices.Clone(moved), func(i int) bool { return s.cheap() && !s.free(i) }))
	}
	var held, fresh []int
	var ofHeld, ofFresh []float64 // their δ
	for l, i := range moved {
		if c.whole[i] {
			held, ofHeld = append(held, i), append(ofHeld, delta[l])
		} else {
			fresh, ofFresh = append(fresh, i), append(ofFresh, delta[l])
		}
	}
	s.takeOff(held, ofHeld, fresh, ofFresh)
	s.evaluations += s.terms(len(fresh))
	for _, i := range fresh {
		c.whole[i] = c.row[i] != nil
	}
	if s.cheap() {
		c.release(func(i int) bool { return !s.free(i) })
	}
}

// takeOff takes multiples of rows that are held, and of those that it makes, off f: piece by piece, so that f and rows in the
// making stay in cache.
func (s *decomposition[X]) takeOff(held []int, ofHeld []float64, fresh []int, ofFresh []float64) {
	c, n, makers, width := &s.rows, len(s.x), s.rows.makers(fresh), chunk
	if s.cheap() {
		width *= 2
	}
	share((n+width-1)/width, (float64(len(held))+float64(len(fresh))*c.cost)*float64(width), func(t int) {
		scratch, part := s.scratch.Get().([][]float64), make([][]float64, 0, len(held)+len(fresh))
		defer s.scratch.Put(scratch)
		for lo := t * width; lo < min((t+1)*width, n); lo += piece {
			hi := min(lo+piece, n)
			part = c.parts(part[:0], held, scratch, lo, hi)
			subtract(s.f[lo:hi], part, ofHeld)
			for b, maker := range makers {
				first, last := b*rowBlock, min((b+1)*rowBlock, len(fresh))
				part = c.parts(part[:0], fresh[first:last], scratch, lo, hi)
				maker(part, lo, hi)
				subtract(s.f[lo:hi], part, ofFresh[first:last])
			}
		}
	})
}

// subtract takes Σ cₗrowₗ off f, two rows at a time.
func subtract(f []float64, rows [][]float64, c []float64) {
	l := 0
	for ; l+2 <= len(rows); l += 2 {
		axpy2(-c[l], rows[l], -c[l+1], rows[l+1], f)
	}
	if l < len(rows) {
		axpy(-c[l], rows[l], f)
	}
}

const (
	piece = 256 // points: as many values of 32 rows stay in a near cache
	chunk = 512 // points that are shared out together, twice as many where rows are cheap: fewer would be left over at the end
)

// rowCache holds rows of K, as many as there is room for.
type rowCache[X any] struct {
	rows[X]
	x     []X
	row   [][]float64 // nil where none is held; NaN where a value has yet to be made
	whole []bool      // whether all of it has been made
	held  []int       // which are, unused for longest first
	spare [][]float64 // storage of rows no longer held
	room  int         // for so many
	mark  []bool
}

// byValue reports whether rows are made value by value, as of a user's kernel, which may cost anything, and be none.
func (c *rowCache[X]) byValue() bool { return c.block == 1 }

// reserve sees to it that each of these points has storage for its row, taken from rows unused for longest.
func (c *rowCache[X]) reserve(points []int) {
	for _, i := range points {
		c.mark[i] = true
	}
	others := slices.DeleteFunc(c.held, func(i int) bool { return c.mark[i] })
	for ; len(others)+len(points) > c.room; others = others[1:] {
		c.drop(others[0])
	}
	c.held = append(others, points...)
	for _, i := range points {
		c.mark[i] = false
		if c.row[i] != nil {
			continue
		}
		if last := len(c.spare) - 1; last >= 0 {
			c.row[i], c.spare = c.spare[last], c.spare[:last]
		} else {
			c.row[i] = make([]float64, len(c.x))
		}
		if c.byValue() {
			for j := range c.row[i] {
				c.row[i][j] = math.NaN()
			}
		}
	}
}

// drop gives up the row of i.
func (c *rowCache[X]) drop(i int) {
	c.spare, c.row[i], c.whole[i] = append(c.spare, c.row[i]), nil, false
}

// release gives up the rows of points that no longer need them.
func (c *rowCache[X]) release(done func(i int) bool) {
	c.held = slices.DeleteFunc(c.held, func(i int) bool {
		if done(i) {
			c.drop(i)
		}
		return done(i)
	})
}

// parts appends of the row of each of these points what lies in [lo, hi), in scratch where no row is held.
func (c *rowCache[X]) parts(dst [][]float64, points []int, scratch [][]float64, lo, hi int) [][]float64 {
	for l, i := range points {
		if row := c.row[i]; row != nil {
			dst = append(dst, row[lo:hi])
		} else {
			dst = append(dst, scratch[l][:hi-lo])
		}
	}
	return dst
}

// makers returns functions that make the rows of these points, up to rowBlock rows each.
func (c *rowCache[X]) makers(points []int) (makers []tileMaker) {
	for b := 0; b < len(points); b += rowBlock {
		makers = append(makers, c.of(pick(c.x, points[b:min(b+rowBlock, len(points))])))
	}
	return makers
}

// between makes Kᵢⱼ for i, j in the block, for a kernel of which nothing is known, and returns how many values that took: each
// pair once while its rows are held.
func (c *rowCache[X]) between(block []int) (evaluations int64) {
	c.reserve(block)
	evaluations = c.fetch(block, func(l int) []int { return block[:l+1] })
	for l, i := range block {
		for _, j := range block[:l] {
			c.row[j][i] = c.row[i][j]
		}
	}
	return evaluations
}

// complete makes what the rows of these points lack.
func (c *rowCache[X]) complete(points []int) (evaluations int64) {
	all := make([]int, len(c.x))
	for j := range all {
		all[j] = j
	}
	for _, i := range points {
		c.whole[i] = true
	}
	return c.fetch(points, func(int) []int { return all })
}

// fetch makes Kᵢⱼ for i = points[l] and each j of columns(l), unless a row holds it, and returns how many. No pair that is missing
// may be asked for from both sides.
func (c *rowCache[X]) fetch(points []int, columns func(l int) []int) (evaluations int64) {
	counts := make([]int, len(points))
	share(len(points), c.cost*float64(len(columns(len(points)-1))), func(l int) {
		i := points[l]
		var maker tileMaker
		value, count := make([][]float64, 1), 0
		for _, j := range columns(l) {
			if c.known(i, j) {
				continue
			}
			if maker == nil { // which may cost as much as a value
				maker = c.of(c.x[i : i+1])
			}
			value[0] = c.row[i][j : j+1]
			maker(value, j, j+1)
			count++
		}
		counts[l] = count
	})
	for _, count := range counts {
		evaluations += int64(count)
	}
	return evaluations
}

// known reports whether the row of i holds Kᵢⱼ, after taking it from the row of j if that one is whole.
func (c *rowCache[X]) known(i, j int) bool {
	row := c.row[i]
	if c.whole[j] && math.IsNaN(row[j]) {
		row[j] = c.row[j][i]
	}
	return !math.IsNaN(row[j])
}

// # Small sets
//
// To make all rows at once halves the time of sets of about a hundred points. No
// value is computed twice then, and blocks take their matrices from the rows. This
// is done if it costs at most 2¹⁹ multiply-adds, half of what share gives to several
// processors. Larger sets are better off with the rows of few points.
//
// The first blocks are all variables, so their matrix need not be copied. A set
// that takes more than two steps a variable goes on with those that break (ends):
// a step costs less then.
//
// Linear needs no rows. Of a user's kernel no value is made that may not be needed,
// and none for a point of weight 0.

// fill makes all rows of a small set. It returns an error if a value is not finite.
func (s *decomposition[X]) fill() error {
	n, c := len(s.x), &s.rows
	if isLinear(s.kernel) || c.byValue() || c.room < n || float64(n)*float64(n)/2*c.cost > 1<<19 || slices.Min(s.cost) == 0 {
		return nil
	}
	s.whole, c.row, c.held = true, NewMatrix(n, n).rows(), make([]int, n)
	if p := fillFrom(c.row, c.rows, s.x); p != nil {
		return cmp.Or(s.blame([]int{p.j}), errKernelOverflow)
	}
	s.evaluations += int64(n) * int64(n+1) / 2
	for i := range n {
		c.held[i], c.whole[i] = i, true
	}
	return nil
}
