// SPDX-License-Identifier: MIT

// qp.go is the slow, general, exact solver, our oracle: convex quadratic programs by a primal–dual interior point method.
// Down to the machine the letters are those of programs, not of svm.go: K is the matrix of (newton), v and z are multipliers, s
// slacks. In code E is e and e is eq; the rows of G are those of a, then −x for lo, then x for hi, and h runs along.
//
// # The problem and its Lagrangian
//
//	minimize ½xᵀQx + cᵀx   subject to   Ax ≤ b,   A_eq x = b_eq,   lo ≤ x ≤ hi                         (qp)
//
// Q symmetric positive semi-definite. Bounds are inequalities too, −x ≤ −lo and x ≤ hi, and for the theory we write all of them
// as Gx + s = h with slacks s ≥ 0, and the equalities as Ex = e. With multipliers v, and z ≥ 0,
//
//	L(x, v, z) = ½xᵀQx + cᵀx + vᵀ(Ex − e) + zᵀ(Gx − h)                                               (lagrangian)
//
// is at most the objective at feasible x, and x is optimal exactly if there are v, z with
//
//	Qx + c + Eᵀv + Gᵀz = 0          stationarity
//	Ex = e,  Gx + s = h,  s ≥ 0     primal feasibility
//	z ≥ 0                           dual feasibility
//	sᵢzᵢ = 0                        complementary slackness                                           (kkt)
//
// Multiplying stationarity by x and putting in feasibility gives the duality gap as a sum of products:
//
//	xᵀQx + cᵀx + eᵀv + hᵀz = sᵀz                                                                      (qp gap)
//
// # Problems without an answer: the homogeneous embedding
//
// Not every problem has a solution, and an iteration must not run after one for ever. So scale (x, v, z, s) by a further unknown
// τ ≥ 0 and let κ ≥ 0 be what (qp gap) lacks:
//
//	Qx + Eᵀv + Gᵀz + cτ = 0,  Ex − eτ = 0,  Gx + s − hτ = 0,  xᵀQx/τ + cᵀx + eᵀv + hᵀz + κ = 0,  sᵢzᵢ = 0,  τκ = 0   (embedding)
//
// If τ > 0, then (x, v, z, s)/τ satisfies (kkt). If τ → 0 and κ > 0, then xᵀQx/τ stays bounded, so Qx = 0, and cᵀx + eᵀv + hᵀz <
// 0, so one of these holds:
//
//	eᵀv + hᵀz < 0 with Eᵀv + Gᵀz = 0, z ≥ 0       no x is feasible: else 0 = vᵀEx + zᵀGx ≤ vᵀe + zᵀh < 0     (separation)
//	cᵀx < 0 with Qx = 0, Ex = 0, Gx ≤ 0           along x the objective falls for ever, from any feasible point (ray)
//
// The iteration heads for a solution of (embedding) with as much complementarity as there is, and so finds out which it is.
//
// # A step
//
// Newton's method on (embedding), with the last two equations relaxed to sᵢzᵢ = σμ and τκ = σμ, where μ is the mean of these
// products and 0 ≤ σ ≤ 1 says how far to centre. Let r_x, r_v, r_z, r_τ be the left sides of the first four, d what the step is to
// take off each, d_x = (1 − σ)r_x and so on, d_s = s∘z − σμ, d_κ = τκ − σμ, and W = Diag(s/z). Eliminating
// Δs = −(d_s + s∘Δz)/z and Δκ = −(d_κ + κΔτ)/τ leaves one matrix K and two right sides,
//
//	⎡Q  Eᵀ  Gᵀ⎤          ⎡     −d_x    ⎤               ⎡−c⎤
//	⎢E  0   0 ⎥ u₁   =   ⎢     −d_v    ⎥ ,   K u₂  =   ⎢ e⎥ ,   (Δx, Δv, Δz) = u₁ + Δτ u₂                  (newton)
//	⎣G  0  −W ⎦          ⎣−d_z + d_s/z ⎦               ⎣ h⎦
//
//	Δτ = (d_τ − d_κ/τ + (2Qξ + c)ᵀx₁ + eᵀv₁ + hᵀz₁) / (κ/τ + ξᵀQξ − (2Qξ + c)ᵀx₂ − eᵀv₂ − hᵀz₂)     [ξ = x/τ]  (tau)
//
// whose denominator is at least κ/τ: K u₂ = (−c, e, h) makes cᵀx₂ + eᵀv₂ + hᵀz₂ = −x₂ᵀQx₂ − z₂ᵀWz₂, so that completing the square
// leaves κ/τ + (x₂ − ξ)ᵀQ(x₂ − ξ) + z₂ᵀWz₂.
//
// To solve K u = (r₁, r₂, r₃), split the inequalities. Where w is large, z goes first: z = W⁻¹(Gx − r₃) leaves H for x. Where it is
// small, at constraints that are about to hold with equality, W⁻¹ would drown the rest of H, so these rows stay beside those of E,
// as rows of Y, with their multipliers t:
//
//	H = Q + GᵀW⁻¹G,   Hx + Yᵀt = r₁ + GᵀW⁻¹r₃ = g                     [G, W: the rows with large w]         (condensed)
//	(Y H⁻¹Yᵀ + D)t = Y H⁻¹g − r                                        [Yx − Dt = r; D: the small w, 0 for E]  (schur)
//
// A bound is always condensed: it only adds a number to the diagonal of H. So two symmetric positive definite systems are all there
// is to a step, one factorisation each. Where Q is diagonal and rows of A are no more than variables, or Q is a factor F (see
// lift), H is kept diagonal too, all rows of A stay in Y, and only the second system remains.
//
// How far to go: α = 0.995·max{α ≤ 1 : s + αΔs, z + αΔz, τ + αΔτ, κ + αΔκ ≥ 0}. How much to centre: a first direction with σ = 0
// shows how far one would get; then σ = (1 − α)³ for its α, as in Clarabel. What Newton's method neglects of it goes into the d of
// the second (Mehrotra): Δs∘Δz into d_s, ΔτΔκ into d_κ, and into d_τ what xᵀQx/τ bends. With x = ξτ and y = Δx − ξΔτ,
//
//	(x + Δx)ᵀQ(x + Δx)/(τ + Δτ) = ξᵀQξ(τ + Δτ) + 2ξᵀQy + yᵀQy/(τ + Δτ)         [x + Δx = ξ(τ + Δτ) + y]
//	                            = xᵀQx/τ + 2ξᵀQΔx − ξᵀQξΔτ + yᵀQy/(τ + Δτ)     [the linear part is that of (tau)]  (bend)
//
// whose last term is yᵀQy/τ to second order. All three products count (1 − σ)² times: of what the first direction takes off, the
// second takes 1 − σ. With less than that in d_τ, or with more in the others, the steps may run in a circle.
//
// # When to stop
//
// It stops at x/τ when all of these, what (kkt) lacks relative to what was summed, are at most 10⁻¹⁰ and (polish) brings them to
// 10⁻¹³, which shows that it is plain which constraints hold with equality; or at a proof of (separation) or (ray); or when
// rounding allows no more.
//
//	max(‖r_v‖, ‖r_z‖)/(τ + ‖x‖ + ‖s‖)                              primal feasibility; ‖·‖ the largest entry
//	‖r_x‖/(τ + max(‖Qx‖, ‖Eᵀv + Gᵀz‖))                            stationarity
//	|P − D|/(τ + min(|P|, |D|))                                    the gap, P = ½xᵀQx/τ + cᵀx, D = −½xᵀQx/τ − eᵀv − hᵀz   (merit)
//
// # Sources
//
// S. Mehrotra, On the implementation of a primal–dual interior point method (1992): the two directions. P. Goulart and Y. Chen,
// Clarabel (2024): the embedding for quadratic objectives, after E. Andersen and Y. Ye, On a homogeneous algorithm for the
// monotone complementarity problem (1999). J. Nocedal, S. Wright, Numerical Optimization (2006), §16.6: the plain method. We
// follow their formulas, none of their code.

package svm

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

var (
	// ErrInfeasible is wrapped by the error for a program whose constraints contradict each other.
	ErrInfeasible = errors.New("svm: infeasible")
	// ErrUnbounded is wrapped by the error for a program whose objective has no lower bound.
	ErrUnbounded = errors.New("svm: unbounded")
	// ErrNotConvex is wrapped by the error for a program whose Q is not positive semi-definite.
	ErrNotConvex = errors.New("svm: not convex")
)

// QP is the quadratic program (qp) in n = len(C) variables. What is nil is absent: Q, A with B, Aeq with Beq, Lo, Hi; the zero
// value is the program without variables. Instead of Q one may give a factor F with Q = FFᵀ, n×d. Then no n×n matrix is formed,
// and an iteration costs O(nd²); it is meant for d < n and variables with bounds, such as the dual of a linear machine.
type QP struct {
	Q, F   *Matrix
	C      []float64
	A      *Matrix
	B      []float64
	Aeq    *Matrix
	Beq    []float64
	Lo, Hi []float64
}

// QPSolution is a point with its multipliers, those of L = f + Ineqᵀ(Ax−b) + Eqᵀ(Aeq x−beq) + Lowerᵀ(lo−x) + Upperᵀ(x−hi), all but
// Eq ≥ 0. Beside an error it is the evidence: for ErrUnbounded X is the ray, for ErrNotConvex the direction of negative curvature,
// for ErrInfeasible the multipliers are the separating combination, for ErrNotConverged it is the best point found.
type QPSolution struct {
	X                      []float64
	Value                  float64 // ½xᵀQx + cᵀx; of evidence: cᵀX < 0 of a ray, XᵀQX < 0 of a direction, −1 of a separation
	Ineq, Eq, Lower, Upper []float64
	Iterations             int
	Primal, Dual, Gap      float64 // largest violation of a constraint and of stationarity, and the duality gap
}

// Solve returns the solution, to about 1e-10 relative in feasibility, stationarity and gap, and to the last digits where it can be
// told which constraints hold with equality. Errors, each with its evidence: ErrInfeasible, ErrUnbounded, ErrNotConvex, and
// ErrNotConverged where 100 iterations or the limits of rounding end it above 1e-8. Errors without a solution: shapes that do not
// fit, entries that are NaN or infinite (Lo may be −Inf and Hi +Inf, and from 1e20 on they count as that), a Q that is not
// symmetric, Q and F at once, Lo > Hi. A constraint whose variables are all fixed, Lo = Hi, holds if it does to 1e-8 of its terms.
//
// To see that Q is convex costs n³/6 multiply-adds, 6n³ more where that is in doubt. An iteration costs a Cholesky factorisation
// of n variables, n³/6, and mn² + m²n/2 + m³/6 for m rows of A and Aeq at most; with F, n×d, some n(d + m)² + (d + m)³/6; with a
// diagonal Q and no more rows than variables the same for d = 0. There are 5 to 30 as a rule. Memory is O(n² + mn + m²), with F
// O(n(m + d) + (m + d)²).
func (p QP) Solve() (*QPSolution, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.F != nil && p.F.Cols >= p.F.Rows {
		p.Q, p.F = p.F.Mul(p.F.T()), nil
	}
	f := newFrame(p)
	if x := f.concave(); x != nil {
		s := &QPSolution{X: x, Value: Dot(x, p.mulQ(x))}
		return s, fmt.Errorf("%w: xᵀQx = %g along X", ErrNotConvex, s.Value)
	}
	w, iterations, outcome := f.iterate()
	switch outcome {
	case infeasible:
		s := f.separation(w)
		s.Iterations = iterations
		return s, fmt.Errorf("%w: a combination of the constraints says 0 <= -1, but for %.2g", ErrInfeasible, s.Dual)
	case unbounded:
		if s, err := p.anyPoint().Solve(); errors.Is(err, ErrInfeasible) {
			return s, err
		}
		s := &QPSolution{X: f.direction(w.x), Iterations: iterations}
		s.Value = Dot(p.C, s.X)
		return s, fmt.Errorf("%w: along X the objective changes by %g", ErrUnbounded, s.Value)
	}
	s := f.solution(w)
	s.Iterations = iterations
	if worst := max(f.merit(w), p.worst(s)); !(worst <= acceptable) || !finite(s.Value) {
		return s, fmt.Errorf("%w: QP: relative error %.2g after %d iterations", ErrNotConverged, worst, iterations)
	}
	return s, nil
}

// anyPoint returns the program of finding a feasible point.
func (p QP) anyPoint() QP {
	p.Q, p.F, p.C = nil, nil, make([]float64, len(p.C))
	return p
}

// worst returns the largest violation of a constraint relative to the sum of the sizes of its terms, or the gap relative to those
// of the objective, whichever is larger: what scaling may have hidden from the iteration.
func (p QP) worst(s *QPSolution) float64 {
	worst := s.Gap / (1 + Dot(s.X, p.mulQ(s.X)) + terms(p.C, s.X))
	for i, b := range p.B {
		worst = max(worst, (Dot(p.A.Row(i), s.X)-b)/(1+math.Abs(b)+terms(p.A.Row(i), s.X)))
	}
	for i, b := range p.Beq {
		worst = max(worst, math.Abs(Dot(p.Aeq.Row(i), s.X)-b)/(1+math.Abs(b)+terms(p.Aeq.Row(i), s.X)))
	}
	return worst
}

// terms returns Σ|aⱼxⱼ|, the terms of a·x.
func terms(a, x []float64) (sum float64) {
	for j, v := range a {
		sum += math.Abs(v * x[j])
	}
	return sum
}

// # Bad input

// check returns an error that names what is wrong.
func (p QP) check() error {
	for _, part := range []struct {
		name string
		a    *Matrix
	}{{"Q", p.Q}, {"F", p.F}, {"A", p.A}, {"Aeq", p.Aeq}} {
		if part.a != nil {
			if err := part.a.checkShape(part.name); err != nil {
				return err
			}
		}
	}
	for _, part := range []func() error{p.checkObjective, p.checkRows, p.checkBounds} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// checkObjective is check for Q, F and C.
func (p QP) checkObjective() error {
	n := len(p.C)
	if p.Q != nil && p.F != nil {
		return errors.New("svm: QP with both Q and F, want one")
	}
	if p.Q != nil {
		if p.Q.Rows != n || p.Q.Cols != n {
			return fmt.Errorf("svm: Q is a %d×%d matrix, C has length %d", p.Q.Rows, p.Q.Cols, n)
		}
		if err := p.Q.checkSymmetric("Q"); err != nil {
			return err
		}
	}
	if p.F != nil {
		if p.F.Rows != n {
			return fmt.Errorf("svm: F is a %d×%d matrix, C has length %d", p.F.Rows, p.F.Cols, n)
		}
		if err := p.F.checkFinite("F"); err != nil {
			return err
		}
	}
	return checkFinite("C", p.C)
}

// checkRows is check for A, B, Aeq and Beq.
func (p QP) checkRows() error {
	n := len(p.C)
	for _, part := range []struct {
		name, side string
		a          *Matrix
		b          []float64
	}{{"A", "B", p.A, p.B}, {"Aeq", "Beq", p.Aeq, p.Beq}} {
		if part.a == nil {
			if len(part.b) > 0 {
				return fmt.Errorf("svm: %s has length %d, %s is nil", part.side, len(part.b), part.name)
			}
			continue
		}
		if part.a.Cols != n || part.a.Rows != len(part.b) {
			return fmt.Errorf("svm: %s is a %d×%d matrix, %s has length %d, C has length %d", part.name, part.a.Rows, part.a.Cols, part.side, len(part.b), n)
		}
		if err := part.a.checkFinite(part.name); err != nil {
			return err
		}
		if err := checkFinite(part.side, part.b); err != nil {
			return err
		}
	}
	return nil
}

// checkBounds is check for Lo and Hi.
func (p QP) checkBounds() error {
	n := len(p.C)
	if p.Lo != nil && len(p.Lo) != n || p.Hi != nil && len(p.Hi) != n {
		return fmt.Errorf("svm: Lo has length %d, Hi has length %d, C has length %d", len(p.Lo), len(p.Hi), n)
	}
	for j := range n {
		if lo, hi := p.bounds(j); !(lo <= hi && lo < math.Inf(1) && hi > math.Inf(-1)) {
			return fmt.Errorf("svm: Lo[%d] = %g, Hi[%d] = %g, want Lo <= Hi, Lo < +Inf, Hi > -Inf", j, lo, j, hi)
		}
	}
	return nil
}

// bounds returns lo and hi of variable j, infinite from 10²⁰ on, which is how many write that there is none.
func (p QP) bounds(j int) (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	if p.Lo != nil && !(p.Lo[j] <= -1e20) {
		lo = p.Lo[j]
	}
	if p.Hi != nil && !(p.Hi[j] >= 1e20) {
		hi = p.Hi[j]
	}
	return lo, hi
}

// # The program in terms of its own data

// mulQ returns Qx.
func (p QP) mulQ(x []float64) []float64 {
	switch {
	case p.Q != nil:
		return p.Q.MulVec(x)
	case p.F != nil:
		return p.F.MulVec(p.F.mulTVec(x))
	}
	return make([]float64, len(x))
}

// diagonal reports whether Q has entries on its diagonal alone.
func (p QP) diagonal() bool {
	for i := range p.C {
		for j := 0; p.Q != nil && j < i; j++ {
			if p.Q.At(i, j) != 0 {
				return false
			}
		}
	}
	return true
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

// addRows adds Σ vᵢrowᵢ to y.
func addRows(v []float64, rows [][]float64, y []float64) {
	for i, row := range rows {
		axpy(v[i], row, y)
	}
}

// bound returns Eqᵀb_eq + Ineqᵀb − Lowerᵀlo + Upperᵀhi, which is what (separation) makes negative.
func (p QP) bound(s *QPSolution) float64 {
	v := Dot(s.Eq, p.Beq) + Dot(s.Ineq, p.B)
	for j := range p.C {
		lo, hi := p.bounds(j)
		if s.Lower[j] > 0 {
			v -= float64(s.Lower[j] * lo)
		}
		if s.Upper[j] > 0 {
			v += float64(s.Upper[j] * hi)
		}
	}
	return v
}

// # The program as an embedding

// frame is (qp) brought into the form of (embedding): fixed variables put in, the rows of G in the order A, lower bounds, upper
// bounds, and everything scaled, x = d∘x̂, rows of A and E by ra and re and the objective by co, so that the largest entry of
// each row and column of (Q Eᵀ Aᵀ; E; A) comes near 1 (D. Ruiz, 2001: divide each by its root, again and again).
type frame struct {
	p         QP
	free      []int     // the variables that are not fixed
	fixed     []float64 // the values of those that are, 0 for the others
	d, ra, re []float64
	co        float64

	q      [][]float64 // the rows of Q,
	qd     []float64   // or its diagonal, if it is no more and rows of A are few
	size   float64     // the largest entry of Q, scaled
	a, e   [][]float64
	at     [][]float64 // the columns of A
	c      []float64
	h, eq  []float64
	lo, hi []int // variables with a lower and with an upper bound
}

func newFrame(p QP) *frame {
	f := &frame{p: p, fixed: make([]float64, len(p.C))}
	for j := range p.C {
		if lo, hi := p.bounds(j); lo == hi {
			f.fixed[j] = lo
		} else {
			f.free = append(f.free, j)
		}
	}
	f.c = pick(p.C, f.free)
	f.a, f.h = f.part(p.A, p.B)
	f.e, f.eq = f.part(p.Aeq, p.Beq)
	if p.Q != nil {
		axpy(1, pick(p.Q.MulVec(f.fixed), f.free), f.c)
	}
	if p.F != nil || p.diagonal() && len(p.B) <= len(p.C) {
		f.qd = make([]float64, len(f.c))
		for k, j := range f.free {
			if p.Q != nil {
				f.qd[k] = p.Q.At(j, j)
			}
		}
	} else {
		f.q = f.freeQ()
	}
	if p.F != nil {
		f.lift()
	}
	f.scale()
	for k, j := range f.free {
		if lo, _ := p.bounds(j); finite(lo) {
			f.lo, f.h = append(f.lo, k), append(f.h, -lo/f.d[k])
		}
	}
	for k, j := range f.free {
		if _, hi := p.bounds(j); finite(hi) {
			f.hi, f.h = append(f.hi, k), append(f.h, hi/f.d[k])
		}
	}
	f.scaleSides()
	for i, row := range f.a {
		if maxAbs(row) == 0 && f.h[i] >= 0 {
			f.h[i] = max(1, f.h[i]) // it holds for any x; with 0 it would have no interior
		}
	}
	for k := range f.c {
		f.at = append(f.at, make([]float64, len(f.a)))
		for i := range f.a {
			f.at[k][i] = f.a[i][k]
		}
	}
	return f
}

// freeQ returns the rows and columns of Q that belong to free variables.
func (f *frame) freeQ() [][]float64 {
	q := NewMatrix(len(f.free), len(f.free)).rows()
	for k, j := range f.free {
		if f.p.Q != nil {
			copy(q[k], pick(f.p.Q.Row(j), f.free))
		}
	}
	return q
}

// lift writes ½‖Fᵀx‖² as ½‖w‖² with new variables w and the equalities Fᵀx − w = 0. (For a machine they are its weights.) So Q
// becomes diagonal, and what is left to factor has a row for each column of F. To eliminate them by Woodbury's identity is the
// same in exact arithmetic, but loses what Fᵀx cancels.
func (f *frame) lift() {
	n, d := len(f.c), f.p.F.Cols
	f.c, f.qd = append(f.c, make([]float64, d)...), append(f.qd, ones(d)...)
	for _, rows := range [][][]float64{f.a, f.e} {
		for i := range rows {
			rows[i] = append(rows[i], make([]float64, d)...)
		}
	}
	put := f.p.F.mulTVec(f.fixed)
	for l := range d {
		row := make([]float64, n+d)
		for k, j := range f.free {
			row[k] = f.p.F.At(j, l)
		}
		row[n+l] = -1
		f.e, f.eq = append(f.e, row), append(f.eq, -put[l])
	}
}

// part returns the free columns of A, and b less what the fixed variables contribute. What is left counts as 0 if it is no more
// than rounding, or, in a row that has no other variables, acceptable: else such a row, which can no longer give way, would
// contradict itself by its last digits.
func (f *frame) part(a *Matrix, b []float64) (rows [][]float64, rest []float64) {
	for i := range b {
		row := a.Row(i)
		left, small := b[i]-Dot(row, f.fixed), float64(len(row)+1)*eps
		rows = append(rows, pick(row, f.free))
		if maxAbs(rows[i]) == 0 {
			small = acceptable
		}
		if math.Abs(left) <= small*(math.Abs(b[i])+terms(row, f.fixed)) {
			left = 0
		}
		rest = append(rest, left)
	}
	return rows, rest
}

// contradiction returns the multipliers of (separation) that one row without free variables is enough for, if there is such a row.
func (f *frame) contradiction() (w point, ok bool) {
	w = point{newVec(f), 0, 1}
	for i, row := range f.a {
		if maxAbs(row) == 0 && f.h[i] < -tiny {
			w.z[i] = 1
			return w, true
		}
	}
	for i, row := range f.e {
		if maxAbs(row) == 0 && math.Abs(f.eq[i]) > tiny {
			w.v[i] = -math.Copysign(1, f.eq[i])
			return w, true
		}
	}
	return w, false
}

// scale finds d, ra and re, and applies them.
func (f *frame) scale() {
	n := len(f.c)
	f.d, f.ra, f.re = ones(n), ones(len(f.a)), ones(len(f.e))
	column := make([]float64, n)
	for range 10 {
		clear(column)
		for i, row := range f.q {
			largest(row, f.d[i], f.d, column)
		}
		for j, v := range f.qd {
			column[j] = max(column[j], v*f.d[j]*f.d[j])
		}
		for i, row := range f.a {
			f.ra[i] = rooted(f.ra[i], largest(row, f.ra[i], f.d, column))
		}
		for i, row := range f.e {
			f.re[i] = rooted(f.re[i], largest(row, f.re[i], f.d, column))
		}
		for j, v := range column {
			f.d[j] = rooted(f.d[j], v)
		}
	}
	for i, row := range f.q {
		scaleRow(row, f.d[i], f.d)
	}
	for j := range f.qd {
		f.qd[j] *= f.d[j] * f.d[j]
	}
	for i, row := range f.a {
		scaleRow(row, f.ra[i], f.d)
		f.h[i] *= f.ra[i]
	}
	for i, row := range f.e {
		scaleRow(row, f.re[i], f.d)
		f.eq[i] *= f.re[i]
	}
	scaleRow(f.c, 1, f.d)
}

// scaleSides scales x once more, by the root of the largest right side, and then the objective so that its largest coefficient is
// 1. Without it bounds of 10⁶ beside costs of 1 would be reached from the far end; divided by the size itself, not its root, the
// bounds would be near and the costs far. A right side beyond 10⁸ counts as 10⁸: such a bound is rather meant as none.
func (f *frame) scaleSides() {
	size := math.Sqrt(min(1e8, max(maxAbs(f.h), maxAbs(f.eq))))
	if size == 0 {
		size = 1
	}
	most := maxAbs(f.c)
	for i, row := range f.q {
		most = max(most, math.Abs(row[i])*size)
	}
	most = max(most, maxAbs(f.qd)*size)
	if most == 0 {
		most = 1
	}
	for _, v := range [][]float64{f.h, f.eq, f.ra, f.re} {
		scaleRow(v, 1/size, nil)
	}
	scaleRow(f.d, size, nil)
	for _, row := range f.q {
		scaleRow(row, size/most, nil)
	}
	scaleRow(f.qd, size/most, nil)
	scaleRow(f.c, 1/most, nil)
	f.co = 1 / (size * most)
	f.size = maxAbs(f.qd)
	for _, row := range f.q {
		f.size = max(f.size, maxAbs(row))
	}
}

func ones(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

// largest returns the largest of |rⱼ|·c·dⱼ, and raises the maxima of the columns to them.
func largest(row []float64, c float64, d, column []float64) float64 {
	most := 0.0
	for j, v := range row {
		v = math.Abs(v) * c * d[j]
		most, column[j] = max(most, v), max(column[j], v)
	}
	return most
}

// rooted returns s/√v, within [10⁻⁶, 10⁶]: more would be to believe that noise is data.
func rooted(s, v float64) float64 {
	if v > 0 {
		s /= math.Sqrt(v)
	}
	return max(1e-6, min(1e6, s))
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

// unscaled returns x̂ in the variables of (qp), with 0 for the fixed ones.
func (f *frame) unscaled(x []float64) []float64 {
	full := make([]float64, len(f.p.C))
	for k, j := range f.free {
		full[j] = f.d[k] * x[k]
	}
	return full
}

// direction is unscaled, with the largest entry ±1.
func (f *frame) direction(x []float64) []float64 { return overLargest(f.unscaled(x)) }

// separation returns the multipliers of (separation), divided by what they add up to. What is left of the gradient is put on the
// bounds that exist, so that for bounded variables the combination is exact.
func (f *frame) separation(w point) *QPSolution {
	p, g := f.p, make([]float64, len(f.p.C))
	s := f.multipliers(w.vec, g)
	for j := range g {
		lo, hi := p.bounds(j)
		if g[j] >= 0 && finite(lo) {
			s.Lower[j], s.Upper[j] = g[j], 0
		} else if g[j] <= 0 && finite(hi) {
			s.Lower[j], s.Upper[j] = 0, -g[j]
		}
		s.Dual = max(s.Dual, math.Abs(g[j]-s.Lower[j]+s.Upper[j]))
	}
	s.Value = p.bound(s)
	for _, v := range [][]float64{s.Ineq, s.Eq, s.Lower, s.Upper} {
		scaleRow(v, -1/s.Value, nil)
	}
	s.Value, s.Dual = -1, s.Dual/-s.Value
	return s
}

// multipliers returns the multipliers in (qp)'s own scale. It adds AᵀIneq + A_eqᵀEq to g, the gradient of the objective; what g
// then is at a fixed variable, one of the bounds of that variable takes up.
func (f *frame) multipliers(w vec, g []float64) *QPSolution {
	p, n, m := f.p, len(f.p.C), len(f.a)
	s := &QPSolution{Ineq: make([]float64, m), Eq: make([]float64, len(p.Beq)), Lower: make([]float64, n), Upper: make([]float64, n)}
	for i := range s.Ineq {
		s.Ineq[i] = f.ra[i] * max(0, w.z[i]) / f.co // rounding may have left it just below 0
	}
	for i := range s.Eq {
		s.Eq[i] = f.re[i] * w.v[i] / f.co
	}
	for i, k := range f.lo {
		s.Lower[f.free[k]] = max(0, w.z[m+i]) / (f.d[k] * f.co)
	}
	for i, k := range f.hi {
		s.Upper[f.free[k]] = max(0, w.z[m+len(f.lo)+i]) / (f.d[k] * f.co)
	}
	p.A.addTVec(s.Ineq, g)
	p.Aeq.addTVec(s.Eq, g)
	for j := range n {
		if lo, hi := p.bounds(j); lo == hi {
			s.Lower[j], s.Upper[j] = math.Max(0, g[j]), math.Max(0, -g[j])
		}
	}
	return s
}

// solution returns x and its multipliers with what is left of (kkt), all in (qp)'s own scale.
func (f *frame) solution(w point) *QPSolution {
	p := f.p
	x := f.unscaled(w.x)
	for j := range x {
		lo, hi := p.bounds(j)
		x[j] = max(lo, min(hi, x[j]))
	}
	g := p.mulQ(x)
	xqx := Dot(x, g)
	axpy(1, p.C, g)
	s := f.multipliers(w.vec, g) // which adds Aᵀy and A_eqᵀv to g
	s.X, s.Value = x, xqx/2+Dot(p.C, x)
	for j := range g {
		s.Dual = max(s.Dual, math.Abs(g[j]-s.Lower[j]+s.Upper[j]))
	}
	for i, b := range p.B {
		s.Primal = max(s.Primal, Dot(p.A.Row(i), x)-b)
	}
	for i, b := range p.Beq {
		s.Primal = max(s.Primal, math.Abs(Dot(p.Aeq.Row(i), x)-b))
	}
	s.Gap = math.Abs(xqx + Dot(p.C, x) + p.bound(s))
	return s
}

// mulQ sets y to Qx.
func (f *frame) mulQ(x, y []float64) {
	if f.q != nil {
		dots([][]float64{y}, [][]float64{x}, f.q)
		return
	}
	for j, v := range f.qd {
		y[j] = v * x[j]
	}
}

// mulE sets y to Ex, mulG to Gx.
func (f *frame) mulE(x, y []float64) { dots([][]float64{y}, [][]float64{x}, f.e) }

func (f *frame) mulG(x, y []float64) {
	dots([][]float64{y}, [][]float64{x}, f.a)
	m := len(f.a)
	for i, j := range f.lo {
		y[m+i] = -x[j]
	}
	for i, j := range f.hi {
		y[m+len(f.lo)+i] = x[j]
	}
}

// addET adds Eᵀv to y, addGT adds Gᵀz.
func (f *frame) addET(v, y []float64) { addRows(v, f.e, y) }

func (f *frame) addGT(z, y []float64) {
	addRows(z, f.a, y)
	m := len(f.a)
	for i, j := range f.lo {
		y[j] -= z[m+i]
	}
	for i, j := range f.hi {
		y[j] += z[m+len(f.lo)+i]
	}
}

// concave returns a direction in which Q curves downwards, or nil. Q is believed to be positive semi-definite if a Cholesky
// factorisation of Q + tol·I says so, with the tolerance of IsPSD, or else its smallest eigenvalue.
func (f *frame) concave() []float64 {
	if f.p.Q == nil || len(f.free) == 0 {
		return nil
	}
	q, l := FromRows(f.freeQ()), f.freeQ()
	tol := psdTolerance(q)
	for i := range l {
		l[i][i] += tol
	}
	if newFactoring(len(l)).factor(l, false) == nil {
		return nil
	}
	e, err := q.Eigen()
	if n := len(l); err != nil || e.Values[n-1] >= -tol {
		return nil
	}
	x := make([]float64, len(f.p.C))
	for k, j := range f.free {
		x[j] = e.Vectors.At(k, len(l)-1)
	}
	return overLargest(x)
}

// # The iteration

// vec is (x, v, z, s) at a point of (embedding), or a direction, or a right side.
type vec struct{ x, v, z, s []float64 }

func newVec(f *frame) vec {
	return vec{make([]float64, len(f.c)), make([]float64, len(f.eq)), make([]float64, len(f.h)), make([]float64, len(f.h))}
}

// add adds c·d to u.
func (u vec) add(c float64, d vec) {
	axpy(c, d.x, u.x)
	axpy(c, d.v, u.v)
	axpy(c, d.z, u.z)
	axpy(c, d.s, u.s)
}

// set makes u a copy of w.
func (u vec) set(w vec) {
	copy(u.x, w.x)
	copy(u.v, w.v)
	copy(u.z, w.z)
	copy(u.s, w.s)
}

// subtractFrom makes x, v and z of u those of r − u.
func (u vec) subtractFrom(r vec) {
	for _, v := range [][2][]float64{{u.x, r.x}, {u.v, r.v}, {u.z, r.z}} {
		scaleRow(v[0], -1, nil)
		axpy(1, v[1], v[0])
	}
}

// dot returns the inner product of x, v and z with those of w.
func (u vec) dot(w vec) float64 { return Dot(u.x, w.x) + Dot(u.v, w.v) + Dot(u.z, w.z) }

// norm returns the largest entry of x, v and z.
func (u vec) norm() float64 { return max(maxAbs(u.x), maxAbs(u.v), maxAbs(u.z)) }

// point is a point of (embedding), or a direction.
type point struct {
	vec
	tau, kappa float64
}

// outcome is what the iteration found out.
type outcome int

const (
	solved outcome = iota
	infeasible
	unbounded
)

const (
	enough     = 1e-10 // the relative error at which to stop, if it is enough to tell which constraints hold with equality
	sharp      = 1e-13 // the relative error of a polished point if so
	acceptable = 1e-8  // the relative error at which a point is a solution
	certain    = 1e-8  // how well a ray or a separation holds before it is claimed
	mostSteps  = 100
	patience   = 12    // iterations without half the error after which rounding has won; a quarter of them where it is acceptable
	nearEnd    = 0.995 // of the way to the boundary: at 1 the next W would be infinite
)

// measure holds a point of (embedding) and the left sides there.
type measure struct {
	f        *frame
	w        point
	left     vec // r_x, r_v, r_z
	rt       float64
	qx, etgz []float64 // Qx and Eᵀv + Gᵀz
}

func newMeasure(f *frame) measure {
	return measure{f: f, w: point{newVec(f), 1, 1}, left: newVec(f), qx: make([]float64, len(f.c)), etgz: make([]float64, len(f.c))}
}

// interior is what the iteration works on; all of it is made once.
type interior struct {
	measure
	k                 *kkt
	goal, u2          vec       // a right side, and u₂
	qxi, ds           []float64 // 2Qξ + c, d_s
	affine, corrected point
}

// iterate runs the iteration and returns the best point, with τ = 1 and polished, or the ray or separation found. A point with
// error enough is the end if polishing then makes it sharp: if not, it is not yet plain which constraints hold with equality.
func (f *frame) iterate() (w point, iterations int, found outcome) {
	if w, ok := f.contradiction(); ok {
		return w, 0, infeasible
	}
	st := newInterior(f)
	best := point{newVec(f), 1, 0}
	least, halved, since := math.Inf(1), math.Inf(1), 0
	for ; ; iterations++ {
		st.residuals()
		if found := st.verdict(); found != solved {
			return st.w, iterations, found
		}
		now := st.merit()
		if st.w.kappa < st.w.tau { // otherwise it may be on its way to a ray or a separation
			since++
		}
		if now < least {
			least = now
			best.set(st.w.vec)
			for _, v := range [][]float64{best.x, best.v, best.z, best.s} {
				scaleRow(v, 1/st.w.tau, nil)
			}
		}
		if now < halved/2 {
			halved, since = now, 0
		}
		stuck := since == patience || since >= patience/4 && least <= acceptable
		if stuck = stuck || iterations == mostSteps || !(now < math.Inf(1)); stuck || least <= enough {
			if w := f.polish(best); stuck || f.merit(w) <= sharp && f.p.worst(f.solution(w)) <= enough {
				return w, iterations, solved
			}
		}
		st.step()
	}
}

// newInterior returns an interior at a start: the solution u₂ of (newton) for W = I, with τ = κ = 1 and s = −z, then s and z each
// moved up until none is below 1.
func newInterior(f *frame) *interior {
	n, m := len(f.c), len(f.h)
	direction := func() point { return point{newVec(f), 0, 0} }
	st := &interior{
		measure: newMeasure(f), k: newKKT(f), goal: newVec(f), u2: newVec(f), qxi: make([]float64, n),
		ds: make([]float64, m), affine: direction(), corrected: direction(),
	}
	st.k.factor(ones(m))
	st.fixedSide()
	st.w.set(st.u2)
	copy(st.w.s, st.w.z)
	scaleRow(st.w.s, -1, nil)
	for _, s := range [][]float64{st.w.s, st.w.z} {
		if m > 0 {
			least := slices.Min(s)
			for i := range s {
				s[i] += max(0, 1-least)
			}
		}
	}
	return st
}

// fixedSide solves K u₂ = (−c, e, h).
func (st *interior) fixedSide() {
	f := st.f
	copy(st.goal.x, f.c)
	scaleRow(st.goal.x, -1, nil)
	copy(st.goal.v, f.eq)
	copy(st.goal.z, f.h)
	st.k.solve(st.goal, st.u2)
}

// residuals sets the left sides of (embedding).
func (st *measure) residuals() {
	f, w := st.f, st.w
	f.mulQ(w.x, st.qx)
	clear(st.etgz)
	f.addET(w.v, st.etgz)
	f.addGT(w.z, st.etgz)
	copy(st.left.x, st.qx)
	axpy(1, st.etgz, st.left.x)
	axpy(w.tau, f.c, st.left.x)
	f.mulE(w.x, st.left.v)
	axpy(-w.tau, f.eq, st.left.v)
	f.mulG(w.x, st.left.z)
	axpy(1, w.s, st.left.z)
	axpy(-w.tau, f.h, st.left.z)
	st.rt = Dot(w.x, st.qx)/w.tau + Dot(f.c, w.x) + Dot(f.eq, w.v) + Dot(f.h, w.z) + w.kappa
}

// verdict says whether the point proves (separation) or (ray). b, which is −eᵀv − hᵀz or −cᵀx, must be more than rounding beside
// the multipliers or x, since these may grow without bound at a degenerate solution too. What must be 0 must be less than rounding
// beside b; Eᵀv + Gᵀz also beside the multipliers, Qx beside Q and x. Ex and Gx + s are taken without their terms in τ.
func (st *measure) verdict() outcome {
	f, w := st.f, st.w
	if w.kappa < w.tau {
		return solved
	}
	if b := -Dot(f.eq, w.v) - Dot(f.h, w.z); b > 0 {
		if most := max(maxAbs(w.v), maxAbs(w.z)); b > certain*most && maxAbs(st.etgz) <= certain*min(b, most) {
			return infeasible
		}
	}
	if b := -Dot(f.c, w.x); b > certain*maxAbs(w.x) && maxAbs(st.qx) <= certain*min(b, f.size*maxAbs(w.x)) {
		worst := 0.0
		for i, r := range st.left.v {
			worst = max(worst, math.Abs(r+float64(w.tau*f.eq[i])))
		}
		for i, r := range st.left.z {
			worst = max(worst, math.Abs(r+float64(w.tau*f.h[i])))
		}
		if worst <= certain*b {
			return unbounded
		}
	}
	return solved
}

// merit returns the largest of (merit).
func (st *measure) merit() float64 {
	f, w := st.f, st.w
	xqx, cx, bound := Dot(w.x, st.qx)/w.tau, Dot(f.c, w.x), Dot(f.eq, w.v)+Dot(f.h, w.z)
	primal, dual := xqx/2+cx, -xqx/2-bound
	worst := max(maxAbs(st.left.v), maxAbs(st.left.z))
	sign := 0.0
	for i := range w.s { // never negative in the iteration, but polished ones may be
		worst, sign = max(worst, -w.s[i]), max(sign, -w.z[i])
	}
	return max(
		worst/(w.tau+maxAbs(w.x)+maxAbs(w.s)),
		max(maxAbs(st.left.x), sign)/(w.tau+max(maxAbs(st.qx), maxAbs(st.etgz))),
		math.Abs(primal-dual)/(w.tau+min(math.Abs(primal), math.Abs(dual))),
	)
}

// merit is the same for a point that no iteration is at.
func (f *frame) merit(w point) float64 {
	st := newMeasure(f)
	st.w = w
	st.residuals()
	return st.merit()
}

// step makes one step of the iteration: W, u₂, Mehrotra's two directions, and as far as positivity allows along the second.
func (st *interior) step() {
	w, below := &st.w, st.prepare()
	for i := range st.ds {
		st.ds[i] = w.s[i] * w.z[i]
	}
	mu := (Dot(w.s, w.z) + float64(w.tau*w.kappa)) / float64(len(st.ds)+1)
	st.solveFor(&st.affine, 0, st.rt, w.tau*w.kappa, below)
	alpha := w.longest(st.affine)
	sigma := float64((1 - alpha) * (1 - alpha) * (1 - alpha))
	neglected := (1 - sigma) * (1 - sigma) // how often the products of the first direction count
	for i := range st.ds {
		st.ds[i] += float64(neglected*st.affine.s[i]*st.affine.z[i]) - float64(sigma*mu)
	}
	dt := float64((1-sigma)*st.rt) + float64(neglected*st.bend())
	dk := float64(w.tau*w.kappa) + float64(neglected*st.affine.tau*st.affine.kappa) - float64(sigma*mu)
	st.solveFor(&st.corrected, sigma, dt, dk, below)
	alpha = nearEnd * w.longest(st.corrected)
	w.add(alpha, st.corrected.vec)
	w.tau += float64(alpha * st.corrected.tau)
	w.kappa += float64(alpha * st.corrected.kappa)
}

// prepare factors K at w, solves for u₂, and returns the denominator of (tau).
func (st *interior) prepare() float64 {
	f, w := st.f, st.w
	for i := range st.ds {
		st.ds[i] = w.s[i] / w.z[i]
	}
	st.k.factor(st.ds)
	st.fixedSide()
	copy(st.qxi, f.c)
	axpy(2/w.tau, st.qx, st.qxi)
	return w.kappa/w.tau + max(0, Dot(w.x, st.qx)/(w.tau*w.tau)-Dot(st.qxi, st.u2.x)-Dot(f.eq, st.u2.v)-Dot(f.h, st.u2.z))
}

// bend returns yᵀQy/τ of (bend) for the first direction; y and Qy stand where the second will.
func (st *interior) bend() float64 {
	y, qy := st.corrected.x, st.goal.x
	copy(y, st.affine.x)
	axpy(-st.affine.tau/st.w.tau, st.w.x, y)
	st.f.mulQ(y, qy)
	return Dot(y, qy) / st.w.tau
}

// solveFor sets d to the direction that takes 1 − σ off r_x, r_v and r_z, with d_s in st.ds, d_τ and d_κ given.
func (st *interior) solveFor(d *point, sigma, dt, dk, below float64) {
	f, w := st.f, st.w
	for _, v := range [][2][]float64{{st.goal.x, st.left.x}, {st.goal.v, st.left.v}, {st.goal.z, st.left.z}} {
		copy(v[0], v[1])
		scaleRow(v[0], sigma-1, nil)
	}
	for i, v := range st.ds {
		st.goal.z[i] += v / w.z[i]
	}
	st.k.solve(st.goal, d.vec)
	d.tau = (dt - dk/w.tau + Dot(st.qxi, d.x) + Dot(f.eq, d.v) + Dot(f.h, d.z)) / below // (tau)
	axpy(d.tau, st.u2.x, d.x)
	axpy(d.tau, st.u2.v, d.v)
	axpy(d.tau, st.u2.z, d.z)
	d.kappa = -(dk + float64(w.kappa*d.tau)) / w.tau
	for i := range d.s {
		d.s[i] = -(st.ds[i] + float64(w.s[i]*d.z[i])) / w.z[i]
	}
}

// longest returns the largest α ≤ 1 for which w + αd has no negative s, z, τ or κ.
func (w point) longest(d point) float64 {
	alpha := 1.0
	upTo := func(v, dv float64) {
		if dv < 0 {
			alpha = min(alpha, -v/dv)
		}
	}
	for i := range d.s {
		upTo(w.s[i], d.s[i])
		upTo(w.z[i], d.z[i])
	}
	upTo(w.tau, d.tau)
	upTo(w.kappa, d.kappa)
	return alpha
}

// # One linear system

// kkt solves with the matrix K of (newton), for one W at a time. All it needs is made once.
type kkt struct {
	f          *frame
	w          []float64
	hard, soft []int       // rows of A with small and with large w
	h          [][]float64 // L of H = LLᵀ,
	hd         []float64   // or its diagonal, if Q is diagonal; then all rows of A are hard
	at         [][]float64 // the columns of A at the soft rows, divided by √w
	y, image   [][]float64 // the rows of Y, and L⁻¹ of them
	s, part    [][]float64 // L of Y H⁻¹Yᵀ + D, and room for a part of it
	t          []float64
	proximal   float64
	rest, left vec // ρ, before and after what the factors give for it,
	more       vec // which is Δ
	work       [2]*factoring
}

const (
	// on the diagonals of H and of Y H⁻¹Yᵀ (there at least 10⁻¹³ of each), so that they can be factored; refinement takes it out
	proximal = 3e-10
	// the same with F where all variables have both bounds: these give H a diagonal of its own, of which large bounds leave little
	proximalBoxed = 1e-11
	mostTimes     = 1e4 // θ of (refinement); a larger one leaves rounding in u even when it is taken back
	hardLine      = 0.1 // below this w a row of A is hard: an even split on data scaled to 1
)

func newKKT(f *frame) *kkt {
	n, m, rows := len(f.c), len(f.a), len(f.a)+len(f.e)
	k := &kkt{f: f, t: make([]float64, rows), rest: newVec(f), more: newVec(f), left: newVec(f), y: make([][]float64, 0, rows)}
	k.image, k.s, k.part = NewMatrix(rows, n).rows(), NewMatrix(rows, rows).rows(), NewMatrix(rows, rows).rows()
	if f.q != nil {
		k.h, k.at = NewMatrix(n, n).rows(), NewMatrix(n, m).rows()
	} else {
		k.hd = make([]float64, n)
	}
	if k.proximal = proximal; f.p.F != nil && len(f.lo)+len(f.hi) == 2*len(f.free) {
		k.proximal = proximalBoxed
	}
	k.work = [2]*factoring{newFactoring(len(k.h)), newFactoring(rows)}
	return k
}

// factor makes and factors the matrices of (condensed) and (schur) for a W, which it copies.
func (k *kkt) factor(w []float64) {
	f, m := k.f, len(k.f.a)
	k.w = append(k.w[:0], w...)
	k.hard, k.soft, k.y = k.hard[:0], k.soft[:0], append(k.y[:0], f.e...)
	for i := range m {
		if w[i] < hardLine || f.q == nil {
			k.hard, k.y = append(k.hard, i), append(k.y, f.a[i])
		} else {
			k.soft = append(k.soft, i)
		}
	}
	k.factorH()
	image, s := k.image[:len(k.y)], k.s[:len(k.y)]
	share(len(k.y), float64(len(k.h))*float64(len(k.h))/2+float64(len(f.c)), func(i int) {
		copy(image[i], k.y[i])
		k.first(image[i])
	})
	for i := range s {
		s[i] = s[i][:len(k.y)]
	}
	gramInParts(s, k.part, image)
	for i := range k.y {
		if s[i][i] += max(k.proximal, 1e-13*s[i][i]); i >= len(f.e) {
			s[i][i] += w[k.hard[i-len(f.e)]]
		}
	}
	k.work[1].factor(s, true)
}

// gramInParts sets s to the inner products of the rows, a few thousand columns at a time, which stay in cache.
func gramInParts(s, part, rows [][]float64) {
	const width = 2048
	cut := make([][]float64, len(rows))
	for i := range s {
		clear(s[i])
	}
	for lo := 0; len(rows) > 0 && lo < len(rows[0]); lo += width {
		for i, row := range rows {
			cut[i] = row[lo:min(lo+width, len(row))]
		}
		dots(part, cut, cut)
		for i := range s {
			axpy(1, part[i][:len(s[i])], s[i])
		}
	}
}

// factorH makes H = Q + GᵀW⁻¹G and factors it.
func (k *kkt) factorH() {
	f, m := k.f, len(k.f.a)
	diagonal := func(j int) *float64 { return &k.hd[j] }
	if f.q == nil {
		copy(k.hd, f.qd)
	} else {
		diagonal = func(j int) *float64 { return &k.h[j][j] }
		for j := range k.at {
			row := k.at[j][:len(k.soft)]
			for l, i := range k.soft {
				row[l] = f.at[j][i] / math.Sqrt(k.w[i])
			}
			k.at[j] = row
		}
		dots(k.h, k.at, k.at)
		for j, row := range f.q {
			axpy(1, row, k.h[j])
			k.at[j] = k.at[j][:m]
		}
	}
	for i, j := range f.lo {
		*diagonal(j) += 1 / k.w[m+i]
	}
	for i, j := range f.hi {
		*diagonal(j) += 1 / k.w[m+len(f.lo)+i]
	}
	for j := range f.c {
		*diagonal(j) += k.proximal
	}
	k.work[0].factor(k.h, true)
	for j, v := range k.hd {
		k.hd[j] = math.Sqrt(v)
	}
}

// first and last replace x by L⁻¹x and by L⁻ᵀx.
func (k *kkt) first(x []float64) {
	forward(k.h, x[:len(k.h)])
	for j, v := range k.hd {
		x[j] /= v
	}
}

func (k *kkt) last(x []float64) {
	backward(k.h, x[:len(k.h)])
	for j, v := range k.hd {
		x[j] /= v
	}
}

// solveOnce sets u to K⁻¹r, as well as the factors are.
func (k *kkt) solveOnce(r, u vec) {
	f := k.f
	for i, v := range r.z {
		u.z[i] = v / k.w[i]
	}
	for _, i := range k.hard {
		u.z[i] = 0
	}
	copy(u.x, r.x)
	f.addGT(u.z, u.x) // g of (condensed)
	k.first(u.x)
	t := k.t[:len(k.y)]
	dots([][]float64{t}, [][]float64{u.x}, k.image[:len(k.y)])
	axpy(-1, r.v, t[:len(f.e)])
	for l, i := range k.hard {
		t[len(f.e)+l] -= r.z[i]
	}
	forward(k.s, t)
	backward(k.s, t)
	for i, v := range t {
		axpy(-v, k.image[i], u.x)
	}
	k.last(u.x)
	copy(u.v, t)
	f.mulG(u.x, u.z)
	for i := range u.z {
		u.z[i] = (u.z[i] - r.z[i]) / k.w[i]
	}
	for l, i := range k.hard {
		u.z[i] = t[len(f.e)+l]
	}
}

// residual sets d to r − K u and returns its norm.
func (k *kkt) residual(r, u, d vec) float64 {
	f := k.f
	f.mulQ(u.x, d.x)
	f.addET(u.v, d.x)
	f.addGT(u.z, d.x)
	f.mulE(u.x, d.v)
	f.mulG(u.x, d.z)
	for i := range d.z {
		d.z[i] -= float64(k.w[i] * u.z[i])
	}
	d.subtractFrom(r)
	return d.norm()
}

// solve sets u to K⁻¹r: again for what is left, ρ = r − K u, as long as that halves it. With proximal on their diagonals the
// factors give only λ/(λ + proximal) of the part of u that belongs to a small eigenvalue λ. So where what they give, Δ, does not
// halve ρ, it is taken as often as leaves least,
//
//	‖ρ − θKΔ‖² = ‖ρ‖² − 2θρᵀKΔ + θ²‖KΔ‖²   is least at   θ = ρᵀKΔ/‖KΔ‖²                                (refinement)
//
// and if that does not halve it either, K is singular or rounding has won.
func (k *kkt) solve(r, u vec) {
	k.solveOnce(r, u)
	target, now := 1e-15*r.norm(), k.residual(r, u, k.rest)
	for times := 0; times < 8 && now > target; times++ {
		k.solveOnce(k.rest, k.more)
		u.add(1, k.more)
		next, theta := k.residual(r, u, k.left), 1.0
		if !(next < now/2) {
			theta = k.length()
			u.add(theta-1, k.more)
			next = k.residual(r, u, k.left)
		}
		if !(next < now/2) {
			u.add(-theta, k.more)
			return
		}
		now, k.rest, k.left = next, k.left, k.rest
	}
}

// length returns θ of (refinement), where k.rest is ρ and k.left is ρ − KΔ.
func (k *kkt) length() float64 {
	k.left.subtractFrom(k.rest) // KΔ
	theta := k.rest.dot(k.left) / k.left.dot(k.left)
	if !(theta > 0 && theta <= mostTimes) {
		return 1
	}
	return theta
}

// # The last digits

// polish takes the constraints with s < z for equalities and drops the others, as they are at a solution that is strictly
// complementary. What remains is linear: with the variables at their bounds put there, one correction from where we are,
//
//	⎡Q  Eᵀ  Aᵀ⎤ ⎡Δx⎤   ⎡−(Qx + c + Eᵀv + Aᵀy)⎤
//	⎢E  0   0 ⎥ ⎢Δv⎥ = ⎢       e − Ex        ⎥      [free variables; rows of A that hold with equality]     (polish)
//	⎣A  0   0 ⎦ ⎣Δy⎦   ⎣       b − Ax        ⎦
//
// and the multipliers of bounds are what stationarity leaves. The result is kept if it is better: the guess may be wrong.
func (f *frame) polish(w point) point {
	for range 3 {
		next := f.polished(w)
		if !(f.merit(next) < f.merit(w)) {
			break
		}
		w = next
	}
	return w
}

// polished makes the guess and the one correction.
func (f *frame) polished(w point) point {
	next, free, active := f.guess(w)
	sub := f.restricted(free, active)
	k := newKKT(sub)
	k.factor(nil)
	r, u := newVec(sub), newVec(sub)
	f.missing(next, free, active, r)
	k.solve(r, u) // (polish)
	for l, j := range free {
		next.x[j] += u.x[l]
	}
	axpy(1, u.v[:len(f.e)], next.v)
	for l, i := range active {
		next.z[i] += u.v[len(f.e)+l]
	}
	f.settle(w, next)
	return next
}

// held reports whether constraint l is taken to hold with equality.
func (w point) held(l int) bool { return w.s[l] < w.z[l] }

// guess returns w with the variables that are at their bounds put there and the multipliers of all but the active rows of A at 0;
// which variables are free; and which rows are active.
func (f *frame) guess(w point) (next point, free, active []int) {
	n, m := len(f.c), len(f.a)
	next = point{newVec(f), 1, 0}
	next.set(w.vec)
	clear(next.z)
	atBound := make([]bool, n)
	for i, j := range f.lo {
		if l := m + i; w.held(l) {
			atBound[j], next.x[j] = true, -f.h[l]
		}
	}
	for i, j := range f.hi {
		if l := m + len(f.lo) + i; w.held(l) && !atBound[j] {
			atBound[j], next.x[j] = true, f.h[l]
		}
	}
	for j := range n {
		if !atBound[j] {
			free = append(free, j)
		}
	}
	for i := range f.a {
		if w.held(i) {
			active, next.z[i] = append(active, i), w.z[i]
		}
	}
	return next, free, active
}

// restricted returns the matrix of (polish) as a program: in the free variables, with the active rows of A behind those of E.
func (f *frame) restricted(free, active []int) *frame {
	sub := &frame{c: make([]float64, len(free))}
	if f.q == nil {
		sub.qd = pick(f.qd, free)
	} else {
		for _, j := range free {
			sub.q = append(sub.q, pick(f.q[j], free))
		}
	}
	for _, row := range f.e {
		sub.e = append(sub.e, pick(row, free))
	}
	for _, i := range active {
		sub.e = append(sub.e, pick(f.a[i], free))
	}
	sub.eq = make([]float64, len(sub.e))
	return sub
}

// missing sets r to the right side of (polish).
func (f *frame) missing(w point, free, active []int, r vec) {
	copy(r.x, pick(f.gradient(w), free))
	scaleRow(r.x, -1, nil)
	for i, row := range f.e {
		r.v[i] = f.eq[i] - Dot(row, w.x)
	}
	for l, i := range active {
		r.v[len(f.e)+l] = f.h[i] - Dot(f.a[i], w.x)
	}
}

// settle sets s to h − Gx, and the multiplier of each bound that holds at w to what stationarity leaves for it.
func (f *frame) settle(w, next point) {
	g, m := f.gradient(next), len(f.a)
	for i, j := range f.lo {
		if l := m + i; w.held(l) {
			next.z[l], g[j] = g[j], 0
		}
	}
	for i, j := range f.hi {
		if l := m + len(f.lo) + i; w.held(l) {
			next.z[l] = -g[j]
		}
	}
	f.mulG(next.x, next.s)
	for i := range next.s {
		next.s[i] = f.h[i] - next.s[i]
	}
}

// gradient returns Qx + c + Eᵀv + Gᵀz.
func (f *frame) gradient(w point) []float64 {
	g := make([]float64, len(f.c))
	f.mulQ(w.x, g)
	axpy(1, f.c, g)
	f.addET(w.v, g)
	f.addGT(w.z, g)
	return g
}

// # The machine as a quadratic program
//
// The dual in the variables α, as a minimum; Q = FFᵀ with F = Diag(y)X for the linear kernel:
//
//	minimize ½αᵀQα − Σ αᵢ   subject to   Σ yᵢαᵢ = 0,   0 ≤ α ≤ C             [Qᵢⱼ = yᵢyⱼk(xᵢ, xⱼ)]     (dual program)
//
// The multiplier v of its equality is b, since stationarity in αᵢ says yᵢgᵢ − 1 + vyᵢ = Lowerᵢ − Upperᵢ, and (outside) to
// (inside) say of b that yᵢgᵢ − 1 + byᵢ = yᵢf(xᵢ) − 1 is ≥ 0 where αᵢ = 0, ≤ 0 where αᵢ = C, and else 0, as complementary
// slackness does of the right side.
//
// The primal in the variables w, b, ξ, without ξ for the hard margin:
//
//	minimize ½‖w‖² + Σ Cᵢξᵢ   subject to   −yᵢ(⟨w, xᵢ⟩ + b) − ξᵢ ≤ −1,   ξ ≥ 0                       (primal program)
//
// The multipliers of its inequalities are α, since stationarity in w says w = Σ Ineqᵢyᵢxᵢ, in b Σ Ineqᵢyᵢ = 0, in ξ
// Cᵢ = Ineqᵢ + Lowerᵢ.

// DualQP returns the machine by (dual program), for any kernel; of the options it uses C and Weights alone. It is the oracle:
// slow, and as exact as rounding allows. Errors are those of Certify and Gram; ErrNotConvex for a k that is not positive
// semi-definite on these points; ErrNotSeparable, with its evidence; ErrNotConverged, with the machine so far, where m(α) − M(α)
// stays above 1e-6 plus what rounding f explains, of which no more than 2e-3 counts, or Σ αᵢyᵢ above 1e-8·Σ αᵢ. It costs n²/2
// kernel values and some 10 to 60 times the n³/6 multiply-adds of a factorisation, in O(n²) memory; for Linear with d < n, where Q
// is a factor, as many times nd² in O(nd).
func DualQP[X any](k Kernel[X], x []X, y []float64, o Options) (*Model[X], error) {
	cost, err := checkTraining(k, x, y, o)
	if err != nil {
		return nil, err
	}
	p, err := newDualProgram(k, x, y, cost)
	if err != nil {
		return nil, err
	}
	s, err := p.Solve()
	if s == nil || errors.Is(err, ErrNotConvex) {
		return nil, err
	}
	m, err := dualOutcome(k, x, y, cost, p, s, errors.Is(err, ErrUnbounded))
	if m != nil {
		m.Iterations, m.Evaluations = max(m.Iterations, s.Iterations), p.evaluations
	}
	return m, err
}

// dualOutcome returns what a solution of (dual program) amounts to, or a ray along which Σ αᵢ grows and ‖w‖ does not: a machine
// that its certificate bears out, the evidence that there is none, or a machine that did not converge.
func dualOutcome[X any](k Kernel[X], x []X, y, cost []float64, p *dualProgram, s *QPSolution, ray bool) (*Model[X], error) {
	hard := hardMargin(cost)
	if ray && hard {
		return notSeparable(k, x, y, s.X, p.gradient(s.X), cost)
	}
	if ray { // C is finite, but so large that Solve took it for ∞
		m, err := newModel(k, x, y, make([]float64, len(x)), make([]float64, len(x)), cost, acceptable)
		if err != nil {
			return nil, err
		}
		return m, fmt.Errorf("%w: DualQP: C = %g is too large beside 1/k(xᵢ, xᵢ) = %g", ErrNotConverged, slices.Max(cost), 1/p.most)
	}
	m, err := dualModel(k, x, y, cost, p, s)
	if err != nil {
		return nil, err
	}
	c := m.Certificate
	if c.Violation() <= 1e-6+min(2e-3, resolution(sum(m.Alpha), p.most)) && c.Balance <= 1e-8*sum(m.Alpha) {
		return m, nil
	}
	if hard {
		if evidence, err := notSeparable(k, x, y, m.Alpha, p.gradient(m.Alpha), cost); errors.Is(err, ErrNotSeparable) {
			return evidence, err
		}
	}
	return m, fmt.Errorf("%w: DualQP: violation %.2g, balance %.2g after %d iterations", ErrNotConverged, c.Violation(), c.Balance, m.Iterations)
}

// dualProgram is (dual program) in the variables α/unit: that of the points √unit·x with C/unit, which give the same machine.
type dualProgram struct {
	QP
	unit, most  float64                         // most is the largest k(xᵢ, xᵢ)
	gradient    func(alpha []float64) []float64 // gᵢ = Σ αⱼyⱼk(xⱼ, xᵢ)
	evaluations int
}

func newDualProgram[X any](k Kernel[X], x []X, y, cost []float64) (*dualProgram, error) {
	n := len(x)
	p := &dualProgram{QP: QP{C: scaled(ones(n), -1), Aeq: &Matrix{1, n, y}, Beq: []float64{0}, Lo: make([]float64, n)}}
	if points, ok := any(x).([][]float64); ok && isLinear(k) {
		z, _, unit, err := inUnits(points, cost)
		if err != nil {
			return nil, err
		}
		p.unit, p.most = unit, largestSquare(points)
		p.gradient = func(alpha []float64) []float64 {
			f, _ := spanned(k, x, signed(alpha, y))
			return f.sums(x)
		}
		for i := range z {
			scaleRow(z[i], y[i], nil)
		}
		if p.F = FromRows(z); len(z[0]) >= n {
			p.F, p.Q = nil, p.F.Mul(p.F.T())
		}
	} else {
		gram, err := Gram(k, x)
		if err != nil {
			return nil, err
		}
		most := 0.0
		for i := range n {
			p.most = max(p.most, gram.At(i, i))
			if cost[i] > 0 {
				most = max(most, gram.At(i, i))
			}
		}
		p.unit, p.evaluations = unitOf(most, cost), n*(n+1)/2
		for i := range n {
			scaleRow(gram.Row(i), p.unit*y[i], y)
		}
		p.Q = gram
		p.gradient = func(alpha []float64) []float64 {
			g := gram.MulVec(scaled(alpha, 1/p.unit))
			scaleRow(g, 1, y)
			return g
		}
	}
	p.Hi = scaled(cost, 1/p.unit)
	return p, nil
}

// inUnits returns the points √unit·(x − mean), of which those of weight 0 have no say in the scale, and an error where a kernel
// value overflows.
func inUnits(x [][]float64, cost []float64) (z [][]float64, mean []float64, unit float64, err error) {
	for i, p := range x {
		if v := Dot(p, p); !finite(v) {
			return nil, nil, 0, errValue(i, i, v)
		}
	}
	z, mean = centred(x, cost)
	most := 0.0
	for i, p := range z {
		if cost[i] > 0 {
			most = max(most, Dot(p, p))
		}
	}
	unit = unitOf(most, cost)
	for i := range z {
		scaleRow(z[i], math.Sqrt(unit), nil)
	}
	return z, mean, unit, nil
}

// largestSquare returns the largest ‖xᵢ‖².
func largestSquare(x [][]float64) float64 {
	most := 0.0
	for _, p := range x {
		most = max(most, Dot(p, p))
	}
	return most
}

// unitOf returns a power of 4, so that nothing rounds, near the size of α: the smaller of C and 1/max k(xᵢ, xᵢ), at which αᵢ
// moves f by about 1. In these units 10⁻¹⁰ is little.
func unitOf(most float64, cost []float64) float64 {
	size := slices.Max(cost)
	if most > 0 {
		size = min(size, 1/most)
	}
	if !(size > 0 && finite(size)) {
		return 1
	}
	_, e := math.Frexp(size)
	return math.Ldexp(1, max(-1020, min(1020, e-e%2)))
}

// dualModel returns the machine of a solution. An interior point never touches its bounds, so atBounds puts α on them; that
// breaks Σ αᵢyᵢ = 0 by a little, so what is free is solved for anew. Where a multiplier and its condition are both nearly 0, it
// cannot be told yet which of them is: so more and more generous guesses are tried while the certificate is not sharp enough, and
// the best machine is kept.
func dualModel[X any](k Kernel[X], x []X, y, cost []float64, p *dualProgram, s *QPSolution) (m *Model[X], err error) {
	least, iterations := math.Inf(1), s.Iterations
	try := func(next *QPSolution, alpha []float64) error {
		alpha = p.unscaled(alpha, cost)
		machine, err := newModel(k, x, y, alpha, p.gradient(alpha), cost, acceptable)
		if err != nil {
			return err
		}
		c := machine.Certificate
		if worst := max(0, c.Violation()) + c.Balance/p.unit; m == nil || worst < least {
			m, s, least = machine, next, worst
		}
		return nil
	}
	for _, small := range []float64{rounding, rounding, 1e-7, 1e-5} { // the first twice: again from the solution it led to
		rest := p.copyBox()
		if err := try(s, rest.atBounds(s, small)); err != nil {
			return nil, err
		}
		if least <= enough || slices.Equal(rest.Lo, rest.Hi) {
			break
		}
		next, err := rest.Solve()
		if next == nil || err != nil && !errors.Is(err, ErrNotConverged) {
			continue // the guess was wrong: nothing balances
		}
		iterations += next.Iterations
		if err := try(next, p.copyBox().atBounds(next, rounding)); err != nil {
			return nil, err
		}
	}
	m.Iterations = iterations
	return m, nil
}

// unscaled returns α from its units, with the very Cᵢ at the bound: unit is a power of 4, but Cᵢ/unit may be too small for all
// digits of Cᵢ.
func (p *dualProgram) unscaled(alpha, cost []float64) []float64 {
	u := scaled(alpha, p.unit)
	for i, c := range cost {
		if alpha[i] == p.Hi[i] {
			u[i] = c
		}
	}
	return u
}

// copyBox returns the program with bounds of its own.
func (p QP) copyBox() QP {
	p.Lo, p.Hi = slices.Clone(p.Lo), slices.Clone(p.Hi)
	return p
}

// rounding is how near a bound αᵢ counts as at it, as a part of C: less is the noise of Solve's last digits, more takes free αᵢ.
const rounding = 1e-11

// atBounds returns α with those multipliers at their bounds that belong there, and fixes them. Of the products
// αᵢ(yᵢf(xᵢ) − 1) = 0, near αᵢ = 0, and (Cᵢ − αᵢ)ξᵢ = 0, near Cᵢ, the second factors are s.Lower and s.Upper. αᵢ goes to the bound
// if the first factor, in units of C or of the largest αⱼ, whichever is less, is below the second or below small, unless the
// multiplier of the other bound is the larger.
func (p QP) atBounds(s *QPSolution, small float64) []float64 {
	alpha, most := slices.Clone(s.X), maxAbs(s.X)
	for i, a := range alpha {
		lo, hi, c := p.Lo[i], p.Hi[i], min(p.Hi[i], most)
		switch {
		case lo == hi:
		case a <= max(small, s.Lower[i])*c && s.Upper[i] <= max(s.Lower[i], acceptable):
			hi = lo
		case hi-a <= max(small, s.Upper[i])*c && s.Lower[i] <= max(s.Upper[i], acceptable):
			lo = hi
		default:
			continue
		}
		p.Lo[i], p.Hi[i], alpha[i] = lo, hi, lo
	}
	return alpha
}

// PrimalQP returns the plane by (primal program), and the slack ξᵢ = max(0, 1 − yᵢf(xᵢ)) of each point; of the options it uses C
// and Weights alone. Where an interval of b is optimal, b is its midpoint. Errors are those of DualQP, but ErrNotSeparable comes
// without evidence; ErrNotConverged, with the plane so far, where the primal value is not within 10⁻⁷ of the dual one, which
// happens when CΣξ and ½‖w‖² differ by many powers of ten. For C = ∞ it costs some 20·nd² multiply-adds, for finite C some
// 20·n³, both in O(n²) memory.
func PrimalQP(x [][]float64, y []float64, o Options) (Hyperplane, []float64, error) {
	cost, err := checkTraining(Linear{}, x, y, o)
	if err != nil {
		return Hyperplane{}, nil, err
	}
	z, mean, unit, err := inUnits(x, cost)
	if err != nil {
		return Hyperplane{}, nil, err
	}
	s, err := primalProgram(z, y, scaled(cost, 1/unit)).Solve()
	if errors.Is(err, ErrInfeasible) && hardMargin(cost) {
		return Hyperplane{}, nil, fmt.Errorf("%w: yᵢf(xᵢ) >= 1 for all i is infeasible", ErrNotSeparable)
	}
	if s == nil || err != nil && !errors.Is(err, ErrNotConverged) {
		return Hyperplane{}, nil, err
	}
	d := len(mean)
	h := Hyperplane{s.X[:d:d], s.X[d]}
	gap, primal := h.gap(z, y, scaled(cost, 1/unit), s.Ineq)
	if low, high := h.biases(z, y, scaled(cost, 1/unit), s.Ineq); low < high {
		h.B = midpoint(low, high)
	}
	h.W = scaled(h.W, math.Sqrt(unit))
	h.B -= Dot(h.W, mean)
	slack := make([]float64, len(x))
	for i, p := range x {
		slack[i] = Hinge(h.Functional(p, y[i]))
	}
	if !(gap <= 1e-7*primal && finite(primal)) {
		return h, slack, fmt.Errorf("%w: PrimalQP: gap %.2g of %.2g after %d iterations", ErrNotConverged, gap*unit, primal*unit, s.Iterations)
	}
	return h, slack, nil
}

// gap returns primal − dual and primal of the plane and of multipliers α, by (gap) of svm.go, with bΣ αᵢyᵢ, which is not quite 0,
// counted too. For the hard margin, primal is that of the canonical form, as in Certificate.
func (h Hyperplane) gap(x [][]float64, y, cost, alpha []float64) (gap, primal float64) {
	v, balance, closest := slices.Clone(h.W), 0.0, math.Inf(1)
	for i, p := range x {
		if cost[i] == 0 {
			continue
		}
		a, z := min(alpha[i], cost[i]), h.Functional(p, y[i])
		axpy(-a*y[i], p, v)
		balance += a * y[i]
		closest = min(closest, z)
		if z >= 1 || math.IsInf(cost[i], 1) {
			gap += float64(a * (z - 1))
		} else {
			gap += float64((cost[i] - a) * max(0, 1-z-16*eps)) // z, near 1, is rounded
			primal += float64(cost[i] * (1 - z))
		}
	}
	ww := Dot(h.W, h.W)
	primal += ww / 2
	gap += Dot(v, v)/2 + math.Abs(balance)*max(1, math.Abs(h.B))
	if hardMargin(cost) {
		canonical := math.Inf(1)
		if closest > 0 {
			canonical = ww / 2 / closest / closest
		}
		gap, primal = gap+canonical-primal, canonical
	}
	return math.Abs(gap), primal
}

// biases returns m(α) and M(α) for the plane and the multipliers α of (primal program), put at their bounds as by DualQP.
func (h Hyperplane) biases(x [][]float64, y, cost, alpha []float64) (low, high float64) {
	n := len(x)
	g, s := make([]float64, n), &QPSolution{X: alpha, Lower: make([]float64, n), Upper: make([]float64, n)}
	for i, p := range x {
		g[i] = h.Value(p) - h.B
		s.Lower[i], s.Upper[i] = max(0, y[i]*h.Value(p)-1), Hinge(y[i]*h.Value(p))
	}
	return interval(g, y, QP{Lo: make([]float64, n), Hi: slices.Clone(cost)}.atBounds(s, rounding), cost)
}

// primalProgram returns (primal program). A point of weight 0 has no part in it.
func primalProgram(x [][]float64, y, cost []float64) QP {
	n, d := len(x), len(x[0])
	size := d + 1
	if !hardMargin(cost) {
		size += n
	}
	p := QP{Q: NewMatrix(size, size), C: make([]float64, size), A: NewMatrix(n, size), B: make([]float64, n), Lo: make([]float64, size)}
	for j := range d {
		p.Q.Set(j, j, 1)
	}
	for j := range d + 1 {
		p.Lo[j] = math.Inf(-1)
	}
	copy(p.C[d+1:], cost)
	for i := range n {
		if cost[i] == 0 {
			continue
		}
		copy(p.A.Row(i), x[i])
		p.A.Row(i)[d] = 1
		scaleRow(p.A.Row(i), -y[i], nil)
		if size > d+1 {
			p.A.Row(i)[d+1+i] = -1
		}
		p.B[i] = -1
	}
	return p
}
