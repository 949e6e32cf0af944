// SPDX-License-Identifier: MIT

// qp.go solves convex quadratic programs exactly, by a primal–dual interior point
// method. It is slow beside smo.go, but general. The tests use it as the oracle.
// At the end of the file the machine of svm.go is written as such a program.
//
// # The problem
//
//	minimize ½xᵀQx + cᵀx   subject to   Ax ≤ b,   A_eq x = b_eq,   lo ≤ x ≤ hi                         (qp)
//
// Q is symmetric positive semi-definite. All constraints have one form here: rows
// of one matrix G with a slack s, Gx + s = h. A bound is a row with a single ±1. An
// equality is a row with a slack of 0. With a multiplier zᵢ for each row, the
// Lagrangian is
//
//	L(x, z) = ½xᵀQx + cᵀx + zᵀ(Gx − h)                                                               (lagrangian)
//
// A point x is optimal if and only if there is a z with
//
//	Qx + c + Gᵀz = 0                stationarity
//	Gx + s = h                      feasibility
//	s ≥ 0, z ≥ 0                    of inequalities; s = 0 for equalities
//	sᵢzᵢ = 0                        complementary slackness                                           (kkt)
//
// Multiply stationarity by xᵀ and put in feasibility. The duality gap is then a sum
// of products:
//
//	xᵀQx + cᵀx + hᵀz = sᵀz                                                                            (qp gap)
//
// # The plain method
//
// Only sᵢzᵢ = 0 is not linear in (kkt). So take Newton's method, but keep all sᵢ and
// zᵢ positive: start inside, and stop each step shortly before the first of them
// becomes 0. If a step asked for sᵢzᵢ = 0 at once, it would soon meet a bound and
// stop. So it asks for sᵢzᵢ = σμ, where μ is the mean of all sᵢzᵢ and 0 ≤ σ < 1. A step
// solves
//
//	QΔx + GᵀΔz = −(Qx + c + Gᵀz)
//	GΔx + Δs   = −(Gx + s − h)
//	sᵢΔzᵢ + zᵢΔsᵢ = σμ − sᵢzᵢ                                                                          (step)
//
// and goes 0.995 of the way along which s and z stay positive, but no more than 1.
//
// # An example by hand
//
// Minimise ½x² − 2x subject to x ≤ 1. Stationarity is x − 2 + z = 0, the slack is
// s = 1 − x. The solution is x = 1 with z = 1. Start at x = 0, s = 1, z = 1, with
// σ = 0:
//
//	Δx + Δz = 1,      1·Δz − 1·Δx = −1             so Δx = 1, Δz = 0:       x = 0.995,    s = 0.005
//	Δx + Δz = 0.005,  0.005Δz − Δx = −0.005        so Δx = 0.005, Δz = 0:   x = 0.999975
//
// Each step comes 200 times nearer. TestInteriorPointByHand repeats these numbers.
// Example_plainInteriorPoint in example_test.go is the whole method for the dual of a
// machine, a box and one equality, in fifty lines.
//
// # Why that is not enough
//
//   - A program may have no solution. Then the steps go on without end.
//   - Its numbers may differ by many powers of ten.
//   - Where sᵢ and zᵢ are both 0 at the solution, the last digits come slowly.
//   - Each step factorises an n×n matrix, even if Q has a factor with few columns, or
//     if the variables are mostly slacks.
//
// The sections below remove these one by one.
//
// # No solution: the embedding
//
// Scale x, z and s by one more unknown τ ≥ 0, and let κ ≥ 0 be what (qp gap) lacks:
//
//	Qx + Gᵀz + cτ = 0,  Gx + s − hτ = 0,  xᵀQx/τ + cᵀx + hᵀz + κ = 0,  sᵢzᵢ = 0,  τκ = 0              (embedding)
//
// If τ > 0, then (x, z, s)/τ satisfies (kkt). If τ → 0 and κ > 0, then xᵀQx/τ stays
// bounded, so Qx = 0, and cᵀx + hᵀz < 0. Hence one of these holds:
//
//	hᵀz < 0 with Gᵀz = 0                  no x is feasible: else 0 = zᵀGx ≤ zᵀh < 0                  (separation)
//	cᵀx < 0 with Qx = 0, Gx ≤ 0           from a feasible point the objective falls along x for ever  (ray)
//
// So the iteration finds a solution, or the evidence that there is none. Evidence is
// checked before it is claimed, row by row and column by column.
//
// Let r_x, r_z, r_τ be the left sides of the first three equations, and let a step take
// off the part 1 − σ of each. Let d_s = s∘z − σμ and d_κ = τκ − σμ, and W = Diag(s/z), 0
// for equalities. To eliminate Δs = −(d_s + s∘Δz)/z and Δκ = −(d_κ + κΔτ)/τ leaves one
// matrix K and two right sides:
//
//	K = ⎡Q  Gᵀ⎤   K u₁ = ⎡  −(1−σ)r_x    ⎤   K u₂ = ⎡−c⎤   (Δx, Δz) = u₁ + Δτ u₂                       (newton)
//	    ⎣G  −W⎦          ⎣−(1−σ)r_z+d_s/z⎦          ⎣ h⎦
//
//	Δτ = (d_τ − d_κ/τ + (2Qξ + c)ᵀx₁ + hᵀz₁) / (κ/τ + ξᵀQξ − (2Qξ + c)ᵀx₂ − hᵀz₂)     [ξ = x/τ]         (tau)
//
// The denominator is at least κ/τ: K u₂ = (−c, h) makes cᵀx₂ + hᵀz₂ = −x₂ᵀQx₂ − z₂ᵀWz₂, so
// completing the square leaves κ/τ + (x₂ − ξ)ᵀQ(x₂ − ξ) + z₂ᵀWz₂.
//
// How much to centre: a first direction with σ = 0 shows how far one would get. If that
// is α, then σ = (1 − α)³, as in Clarabel. What Newton's method neglects of the first
// direction goes into the second (Mehrotra): Δs∘Δz into d_s, ΔτΔκ into d_κ, and into d_τ
// what xᵀQx/τ bends. With x = ξτ and y = Δx − ξΔτ,
//
//	(x + Δx)ᵀQ(x + Δx)/(τ + Δτ) = ξᵀQξ(τ + Δτ) + 2ξᵀQy + yᵀQy/(τ + Δτ)         [x + Δx = ξ(τ + Δτ) + y]
//	                            = xᵀQx/τ + 2ξᵀQΔx − ξᵀQξΔτ + yᵀQy/(τ + Δτ)     [the linear part is that of (tau)]  (bend)
//
// The last term is yᵀQy/τ to second order. All three products count (1 − σ)² times: of what
// the first direction takes off, the second takes 1 − σ. With less of it the steps may run in
// a circle.
//
// # Scales: one measure of the error
//
// Rows and columns are divided by the roots of their largest entries until these are near
// 1 (D. Ruiz, 2001). The error of a point is then judged row by row and column by column,
// relative to the sum of the sizes of what is summed there:
//
//	|r_x|ⱼ/(|Q||x| + |G|ᵀ|z| + |c|τ)ⱼ,  |r_z|ᵢ/(|G||x| + s + |h|τ)ᵢ,  |r_τ − κ|/(xᵀQx/τ + Σ|cⱼxⱼ| + Σ|hᵢzᵢ|)    (error)
//
// To scale a row or a column multiplies numerator and denominator by the same factor.
// So what is small here is small in the user's own numbers.
//
// There is one exception. Rounding makes small terms too, so a denominator counts as at
// least 10⁻⁶τ. The last judgement also takes 10⁻¹⁰τ in its place, and allows 10⁻⁶ there.
//
// # One factorisation
//
// To solve K u = (r₁, r₂), eliminate what costs nothing. A bound adds a number to the
// diagonal of Q. A row of G with a large w gives z = W⁻¹(Gx − r₂), and adds w⁻¹ggᵀ. Where w
// is small, w⁻¹ would drown the rest, so such rows stay beside Q, as rows of Y:
//
//	H = Q + GᵀW⁻¹G,   Hx + Yᵀt = r₁ + GᵀW⁻¹r₂ = g            [G, W: the rows with a large w]           (condensed)
//	(Y H⁻¹Yᵀ + D)t = Y H⁻¹g − r₂                             [Yx − Dt = r₂; D: the small w]            (schur)
//
// These are two symmetric positive definite systems. If Q leaves a variable of Y without
// curvature, H would be nearly singular. So each row of Y is split into two rows that act
// side by side. One has weight 1 and goes into H. The other has D/(1 − D) and stays in Y.
//
// A factorisation of nearly singular matrices is mended by a small number on the diagonal,
// and the solution by refinement.
//
// # Own variables: a factor of Q, and soft rows
//
// If Q = FFᵀ, then ½‖Fᵀx‖² = ½‖w‖² with the equalities Fᵀx − w = 0. If a row may be exceeded
// by a slack at a price, it is gᵀx − ξ ≤ h with ξ ≥ 0. In both cases a row has a variable of
// its own. It is eliminated first: with the number η on its diagonal it adds 1/η to w. So the
// dual of a linear machine factorises d×d matrices, and so does the primal.
//
// # The last digits: polishing
//
// An interior point never reaches its bounds. Near the solution, take the rows with s < z for
// equalities and drop the others. Then (newton) with W = 0 for the first and W = ∞ for the others
// gives the solution in one step. The result is kept if (error) is smaller, since the guess may be
// wrong.
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

	Feasibility, Stationarity, Gap float64 // largest violation of a constraint and of stationarity, and the duality gap
}

// Solve returns the solution with its multipliers. Each constraint and each
// component of the stationarity holds to 1e-8 of the terms that are summed in it, and
// as a rule to the last digits.
//
// The error is
//   - [ErrInfeasible], [ErrUnbounded] or [ErrNotConvex], with the evidence;
//   - [ErrNotConverged], with the best point, if 100 iterations or the limits of
//     rounding end the search above 1e-8;
//   - another error, with no solution, for bad input: shapes that do not fit, entries
//     that are NaN or infinite, a Q that is not symmetric, Q and F at once, Lo > Hi.
//
// Lo may be -Inf and Hi +Inf. From 1e20 on, bounds and entries of B count as that. A
// constraint whose variables are all fixed, Lo = Hi, holds if it does to 1e-8 of its
// terms.
//
// To see that Q is convex costs n³/6 multiply-adds, and 6n³ more where that is in
// doubt. An iteration costs a Cholesky factorisation of n variables, n³/6, and
// mn² + m²n/2 + m³/6 for m rows of A and Aeq at most. With F, n×d, or with no Q and no
// more rows than variables, it costs about n(d + m)² + (d + m)³/6. There are 5 to 40
// iterations as a rule. Memory is O(n² + mn + m²), and with F O(n(m + d) + (m + d)²).
func (p QP) Solve() (*QPSolution, error) { return program{p, nil}.solve() }

// program is a QP whose rows of A may be soft: row i may be exceeded by a slack
// ξᵢ ≥ 0 that costs price[i]ξᵢ. A nil price, or one of +Inf, allows no slack.
type program struct {
	QP
	price []float64
}

// solve is Solve. What comes with an error is finite too, or nothing.
func (p program) solve() (*QPSolution, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s, err := p.solution()
	for _, v := range [][]float64{s.X, s.Ineq, s.Eq, s.Lower, s.Upper, {s.Value, s.Feasibility, s.Stationarity, s.Gap}} {
		if !finite(maxAbs(v)) {
			n := len(p.C)
			none := &QPSolution{X: make([]float64, n), Ineq: make([]float64, len(p.B)), Eq: make([]float64, len(p.Beq)), Lower: make([]float64, n), Upper: make([]float64, n), Iterations: s.Iterations}
			return none, fmt.Errorf("%w: QP: numbers overflow after %d iterations", ErrNotConverged, s.Iterations)
		}
	}
	return s, err
}

// solution returns what the iteration finds out.
func (p program) solution() (*QPSolution, error) {
	if p.F != nil && p.F.Cols >= p.F.Rows {
		p.Q, p.F = p.F.Mul(p.F.T()), nil
	}
	f := newForm(p)
	if x := f.concave(); x != nil {
		s := &QPSolution{X: x, Value: Dot(x, p.mulQ(x))}
		return s, fmt.Errorf("%w: xᵀQx = %g along X", ErrNotConvex, s.Value)
	}
	w, iterations, found := f.iterate()
	switch found {
	case infeasible:
		s := f.separation(w)
		s.Iterations = iterations
		return s, fmt.Errorf("%w: a combination of the constraints says 0 <= -1, but for %.2g", ErrInfeasible, s.Stationarity)
	case unbounded:
		if s, err := p.anyPoint().solve(); errors.Is(err, ErrInfeasible) {
			return s, err
		}
		s := &QPSolution{X: overLargest(f.unscaled(w.x)), Iterations: iterations}
		s.Value = Dot(p.C, s.X)
		return s, fmt.Errorf("%w: along X the objective changes by %g", ErrUnbounded, s.Value)
	}
	s := f.solution(w)
	s.Iterations = iterations
	if worst := max(f.worst(w), f.gapOf(w, s)); !(worst <= acceptable) || !finite(s.Value) {
		return s, fmt.Errorf("%w: QP: relative error %.2g after %d iterations", ErrNotConverged, worst, iterations)
	}
	return s, nil
}

// anyPoint returns the program of finding a feasible point.
func (p program) anyPoint() program {
	p.Q, p.F, p.C = nil, nil, make([]float64, len(p.C))
	return p
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

// bound returns Eqᵀb_eq + Ineqᵀb − Lowerᵀlo + Upperᵀhi, which (separation) makes
// negative.
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

// # One form for all constraints

// form is the program as the iteration sees it, with n variables and m rows of G.
// The variables are those that are not fixed, and behind them the rows' own ones.
// The rows are A_eq, Fᵀ, A, and a signed unit row for each bound. Everything is
// scaled: x = d∘x̂, row i by r[i], the objective by co.
type form struct {
	p     program
	free  []int     // the variables that are not fixed
	fixed []float64 // the values of those that are, 0 for the others

	q     [][]float64 // the rows of Q beside its diagonal, nil for 0
	curve []float64   // the diagonal of Q, own variables included
	c     []float64
	rows  [][]float64 // of A_eq, Fᵀ and A, in the free variables
	eq    int         // how many of them are equalities
	own   []int       // the own variable of a row, −1 for none
	price []float64   // its coefficient in the row, with a minus; 1 before scaling
	sides []unitRow   // the bounds
	h     []float64   // right sides of rows and bounds

	d, r []float64
	co   float64
}

// unitRow is the row of a bound, sign·x ≤ h.
type unitRow struct {
	v    int
	sign float64
}

func newForm(p program) *form {
	f := &form{p: p, fixed: make([]float64, len(p.C)), co: 1}
	for j := range p.C {
		if lo, hi := p.bounds(j); lo == hi {
			f.fixed[j] = lo
		} else {
			f.free = append(f.free, j)
		}
	}
	f.c = pick(p.C, f.free)
	f.curve = make([]float64, len(f.c))
	if p.Q != nil {
		axpy(1, pick(p.Q.MulVec(f.fixed), f.free), f.c)
		diagonal := true
		for k, j := range f.free {
			f.q = append(f.q, pick(p.Q.Row(j), f.free))
			f.curve[k], f.q[k][k] = f.q[k][k], 0
			diagonal = diagonal && maxAbs(f.q[k]) == 0
		}
		if diagonal {
			f.q = nil
		}
	}
	for i, b := range p.Beq {
		f.add(p.Aeq.Row(i), b)
	}
	if p.F != nil { // Fᵀx − w = 0, and ½‖w‖² in place of ½‖Fᵀx‖²
		for _, row := range p.F.T().rows() {
			f.add(row, 0)
			f.ownVariable(0, 1)
		}
	}
	f.eq = len(f.rows)
	for i, b := range p.B {
		f.add(p.A.Row(i), b)
		if p.price != nil && p.price[i] > 0 && finite(p.price[i]) {
			f.ownVariable(p.price[i], 0)
		}
	}
	f.price = ones(len(f.rows))
	f.equilibrate()
	f.bound()
	f.scaleSides()
	return f
}

// add adds a row for aᵀx ≤ b or = b. A right side that is only rounding of what
// the fixed variables contribute is 0. Without variables, a row holds if it does
// to acceptable: its last digits can give way no more.
func (f *form) add(a []float64, b float64) {
	row, rest := pick(a, f.free), b-Dot(a, f.fixed)
	small := float64(len(a)+1) * eps
	if maxAbs(row) == 0 {
		small = acceptable
	}
	if math.Abs(rest) <= small*(math.Abs(b)+terms(a, f.fixed)) {
		rest = 0
	}
	f.rows, f.h, f.own = append(f.rows, row), append(f.h, rest), append(f.own, -1)
}

// ownVariable gives the last row a variable of its own, with a cost and a
// curvature.
func (f *form) ownVariable(cost, curvature float64) {
	f.own[len(f.own)-1] = len(f.c)
	f.c, f.curve = append(f.c, cost), append(f.curve, curvature)
}

// equilibrate scales rows and variables until the largest entry of each row and
// column of (Q Gᵀ; G 0) is near 1: divide each by its root, again and again.
func (f *form) equilibrate() {
	f.d, f.r = ones(len(f.c)), ones(len(f.rows))
	column := make([]float64, len(f.c))
	for range 10 {
		for j, v := range f.curve {
			column[j] = v * f.d[j] * f.d[j]
		}
		for k, row := range f.q {
			largest(row, f.d[k], f.d, column)
		}
		for i, row := range f.rows {
			most := largest(row, f.r[i], f.d, column)
			if o := f.own[i]; o >= 0 {
				v := f.r[i] * f.d[o]
				most, column[o] = max(most, v), max(column[o], v)
			}
			f.r[i] = rooted(f.r[i], most, 1e290)
		}
		for j, v := range column {
			f.d[j] = rooted(f.d[j], v, 1e6) // more would be to believe that noise is data
		}
	}
	for k, row := range f.q {
		scaleRow(row, f.d[k], f.d)
	}
	for j, d := range f.d {
		f.curve[j] *= d * d
	}
	scaleRow(f.c, 1, f.d)
	for i, row := range f.rows {
		if f.own[i] >= 0 {
			f.price[i] = f.r[i] * f.d[f.own[i]]
		}
		scaleRow(row, f.r[i], f.d)
		f.h[i] *= f.r[i]
		f.empty(i)
	}
}

// empty gives a row without variables a right side of 0 or ±1, and one that asks
// for nothing the scale 0, so that it has no multiplier.
func (f *form) empty(i int) {
	if i >= f.eq && f.p.B[i-f.eq] >= 1e20 {
		clear(f.rows[i])
		f.h[i] = 1
	}
	if maxAbs(f.rows[i]) > 0 || f.own[i] >= 0 && i < f.eq {
		return
	}
	switch {
	case f.own[i] >= 0 || i >= f.eq && f.h[i] >= 0: // a soft row without variables has no part either
		f.h[i], f.r[i] = 1, 0
	case f.h[i] == 0:
		f.r[i] = 0
	default:
		f.r[i] = min(1e290, f.r[i]/math.Abs(f.h[i]))
		f.h[i] = math.Copysign(1, f.h[i])
	}
}

// bound adds the rows of the bounds.
func (f *form) bound() {
	add := func(v int, sign, h float64) {
		if finite(h) {
			f.sides, f.h, f.r = append(f.sides, unitRow{v, sign}), append(f.h, sign*h/f.d[v]), append(f.r, 1/f.d[v])
		}
	}
	for k, j := range f.free {
		lo, _ := f.p.bounds(j)
		add(k, -1, lo)
	}
	for k, j := range f.free {
		_, hi := f.p.bounds(j)
		add(k, 1, hi)
	}
	for v := len(f.free); v < len(f.c); v++ {
		if f.curve[v] == 0 { // a slack
			add(v, -1, 0)
		}
	}
}

// scaleSides scales x once more, by the root of the largest right side, and then the objective so that its largest coefficient is
// 1. Without it bounds of 10⁶ beside costs of 1 would be reached from the far end; divided by the size itself, not its root, the
// bounds would be near and the costs far. A right side beyond 10⁸ counts as 10⁸: such a bound is rather meant as none.
func (f *form) scaleSides() {
	size := math.Sqrt(min(1e8, maxAbs(f.h)))
	if size == 0 {
		size = 1
	}
	most := maxAbs(f.c)
	if most = max(most, maxAbs(f.curve)*size); most == 0 {
		most = 1
	}
	for _, v := range [][]float64{f.h, f.r} {
		scaleRow(v, 1/size, nil)
	}
	for i := range f.rows {
		if f.r[i] == 0 && f.h[i] > 0 {
			f.h[i] = 1 // asks for nothing, from not too near and not too far
		}
	}
	scaleRow(f.d, size, nil)
	for _, row := range f.q {
		scaleRow(row, size/most, nil)
	}
	scaleRow(f.curve, size/most, nil)
	scaleRow(f.c, 1/most, nil)
	f.co = 1 / (size * most)
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

// rooted returns s/√v, within a factor of most.
func rooted(s, v, most float64) float64 {
	if v > 0 {
		s /= math.Sqrt(v)
	}
	return max(1/most, min(most, s))
}

// unscaled returns x̂ in the variables of (qp), with 0 for the fixed ones.
func (f *form) unscaled(x []float64) []float64 {
	full := make([]float64, len(f.p.C))
	for k, j := range f.free {
		full[j] = f.d[k] * x[k]
	}
	return full
}

// multipliers returns the multipliers of w in (qp)'s own scale, and how much they
// lack of −g, where g is the gradient of the objective. It adds theirs to g.
func (f *form) multipliers(w point, g []float64) *QPSolution {
	p, n := f.p, len(f.p.C)
	s := &QPSolution{Ineq: make([]float64, len(p.B)), Eq: make([]float64, len(p.Beq)), Lower: make([]float64, n), Upper: make([]float64, n)}
	own := func(i int) float64 { return f.r[i] * w.z[i] / f.co }
	for i := range s.Eq {
		s.Eq[i] = own(i)
	}
	for i := range s.Ineq {
		s.Ineq[i] = own(f.eq + i)
	}
	for b, e := range f.sides {
		if i := len(f.rows) + b; e.v >= len(f.free) {
			break
		} else if j := f.free[e.v]; e.sign < 0 {
			s.Lower[j] = own(i)
		} else {
			s.Upper[j] = own(i)
		}
	}
	p.A.addTVec(s.Ineq, g)
	p.Aeq.addTVec(s.Eq, g)
	for j := range n {
		if lo, hi := p.bounds(j); lo == hi { // one of its bounds takes up what is left
			s.Lower[j], s.Upper[j] = math.Max(0, g[j]), math.Max(0, -g[j])
		}
		s.Stationarity = max(s.Stationarity, math.Abs(g[j]-s.Lower[j]+s.Upper[j]))
	}
	return s
}

// separation returns the multipliers of (separation), scaled so that they say 0 ≤ −1.
func (f *form) separation(w point) *QPSolution {
	s := f.multipliers(w, make([]float64, len(f.p.C)))
	by := -1 / f.p.bound(s)
	for _, v := range [][]float64{s.Ineq, s.Eq, s.Lower, s.Upper} {
		scaleRow(v, by, nil)
	}
	s.Value, s.Stationarity = -1, s.Stationarity*by
	return s
}

// solution returns x and its multipliers, for τ = 1, with what is left of (kkt),
// all in (qp)'s own scale. Slacks that have a price count in the value.
func (f *form) solution(w point) *QPSolution {
	p, x := f.p, f.unscaled(w.x)
	for j := range x {
		lo, hi := p.bounds(j)
		x[j] = max(lo, min(hi, x[j]))
	}
	g := p.mulQ(x)
	xqx, linear := Dot(x, g), Dot(p.C, x)
	axpy(1, p.C, g)
	s := f.multipliers(w, g)
	for i, b := range p.B {
		xi := 0.0
		if o := f.own[f.eq+i]; o >= 0 {
			xi = f.d[o] * w.x[o]
			linear += float64(p.price[i] * xi)
		}
		s.Feasibility = max(s.Feasibility, Dot(p.A.Row(i), x)-b-xi)
	}
	for i, b := range p.Beq {
		s.Feasibility = max(s.Feasibility, math.Abs(Dot(p.Aeq.Row(i), x)-b))
	}
	s.X, s.Value, s.Gap = x, xqx/2+linear, math.Abs(xqx+linear+p.bound(s))
	return s
}

// mulQ sets y to Qx.
func (f *form) mulQ(x, y []float64) {
	clear(y)
	if f.q != nil {
		n := len(f.free)
		dots([][]float64{y[:n]}, [][]float64{x[:n]}, f.q)
	}
	for j, v := range f.curve {
		y[j] += float64(v * x[j])
	}
}

// mulG sets y to Gx, addGT adds Gᵀz to y.
func (f *form) mulG(x, y []float64) {
	n := len(f.free)
	dots([][]float64{y}, [][]float64{x[:n]}, f.rows)
	for i, o := range f.own {
		if o >= 0 {
			y[i] -= float64(f.price[i] * x[o])
		}
	}
	for b, e := range f.sides {
		y[len(f.rows)+b] = e.sign * x[e.v]
	}
}

func (f *form) addGT(z, y []float64) {
	addRows(z, f.rows, y[:len(f.free)])
	for i, o := range f.own {
		if o >= 0 {
			y[o] -= float64(f.price[i] * z[i])
		}
	}
	for b, e := range f.sides {
		y[e.v] += e.sign * z[len(f.rows)+b]
	}
}

// sizes adds |Q||x| + |G|ᵀ|z| to sx and |G||x| to sz.
func (f *form) sizes(x, z, sx, sz []float64) {
	both := func(row []float64, x []float64, z float64, sx []float64) (sum float64) {
		z = math.Abs(z)
		for j, v := range row {
			v = math.Abs(v)
			sum += v * math.Abs(x[j])
			sx[j] += v * z
		}
		return sum
	}
	for k, row := range f.q {
		both(row, x, x[k], sx)
	}
	for j, v := range f.curve {
		sx[j] += v * math.Abs(x[j])
	}
	for i, row := range f.rows {
		sz[i] += both(row, x, z[i], sx)
		if o := f.own[i]; o >= 0 {
			sz[i] += f.price[i] * math.Abs(x[o])
			sx[o] += f.price[i] * math.Abs(z[i])
		}
	}
	for b, e := range f.sides {
		sz[len(f.rows)+b] += math.Abs(x[e.v])
		sx[e.v] += math.Abs(z[len(f.rows)+b])
	}
}

// concave returns a direction in which Q curves downwards, or nil. Q is believed to be positive semi-definite if a Cholesky
// factorisation of Q + tol·I says so, with the tolerance of IsPSD, or else its smallest eigenvalue.
func (f *form) concave() []float64 {
	if f.p.Q == nil || len(f.free) == 0 {
		return nil
	}
	var q [][]float64
	for _, j := range f.free {
		q = append(q, pick(f.p.Q.Row(j), f.free))
	}
	l := FromRows(q)
	tol := psdTolerance(l)
	for i := range q {
		l.Row(i)[i] += tol
	}
	if newFactoring(len(q)).factor(l.rows(), false) == nil {
		return nil
	}
	e, err := FromRows(q).Eigen()
	if n := len(q); err != nil || e.Values[n-1] >= -tol {
		return nil
	}
	x := make([]float64, len(f.p.C))
	for k, j := range f.free {
		x[j] = e.Vectors.At(k, len(q)-1)
	}
	return overLargest(x)
}

// # The iteration

// point is a point of (embedding), a direction, or a right side, in one array:
// x, then z with τ behind it, then s with κ. So τκ is one more product sᵢzᵢ.
type point struct{ all, x, z, s []float64 }

func (f *form) newPoint() point {
	n, m := len(f.c), len(f.h)+1
	all := make([]float64, n+2*m)
	return point{all, all[:n], all[n : n+m], all[n+m:]}
}

func (w point) tau() float64   { return w.z[len(w.z)-1] }
func (w point) kappa() float64 { return w.s[len(w.s)-1] }

// xz returns x and z of a point, without τ.
func (w point) xz() []float64 { return w.all[:len(w.x)+len(w.z)-1] }

// outcome is what the iteration found out.
type outcome int

const (
	solved outcome = iota
	infeasible
	unbounded
)

const (
	enough     = 1e-8  // the relative error at which to stop, if it is enough to tell which constraints hold with equality
	sharp      = 1e-13 // the relative error of a polished point if so
	acceptable = 1e-8  // the relative error at which a point is a solution
	certain    = 1e-8  // how well a ray or a separation holds before it is claimed
	floor      = 1e-6  // a denominator of (error) is at least that, next to entries of about 1
	strict     = 1e-2  // how much an error counts where the least denominator is 10⁻⁴ of that
	mostSteps  = 100
	patience   = 3     // iterations without half the error, once it is acceptable, after which rounding has won
	nearEnd    = 0.995 // of the way to the boundary: at 1 the next W would be infinite
)

// left sets r to the left sides of (embedding) at w, and qx to Qx.
func (f *form) left(w, r point, qx []float64) {
	m, tau := len(f.h), w.tau()
	f.mulQ(w.x, qx)
	copy(r.x, qx)
	f.addGT(w.z[:m], r.x)
	axpy(tau, f.c, r.x)
	f.mulG(w.x, r.z[:m])
	axpy(1, w.s[:m], r.z[:m])
	axpy(-tau, f.h, r.z[:m])
	r.z[m] = Dot(w.x, qx)/tau + Dot(f.c, w.x) + Dot(f.h, w.z[:m]) + w.kappa()
}

// errorOf returns the largest of (error) at w, and the same with small terms
// counted more strictly.
func (f *form) errorOf(w point) (plain, hard float64) {
	m, tau := len(f.h), w.tau()
	r, size, qx := f.newPoint(), f.newPoint(), make([]float64, len(f.c))
	f.left(w, r, qx)
	f.sizes(w.x, w.z[:m], size.x, size.z)
	xqx := Dot(w.x, qx) / tau
	plain = math.Abs(r.z[m]-w.kappa()) / (xqx + terms(f.c, w.x) + terms(f.h, w.z) + floor*tau)
	add := func(left, size float64, bound bool) {
		left = math.Abs(left)
		if plain = max(plain, left/(size+floor*tau)); !bound { // to which x will be cut off
			hard = max(hard, left/(size+1e-4*floor*tau))
		}
	}
	for j, v := range r.x {
		add(v, size.x[j]+tau*math.Abs(f.c[j]), false)
	}
	for i, v := range r.z[:m] {
		add(v, size.z[i]+w.s[i]+tau*math.Abs(f.h[i]), i >= len(f.rows))
	}
	return plain, max(plain, strict*hard)
}

// worst returns the error by which a solution is judged.
func (f *form) worst(w point) float64 {
	_, all := f.errorOf(w)
	return all
}

// gapOf returns the gap of a solution relative to the terms of its objective, in
// scaled numbers and in the program's own.
func (f *form) gapOf(w point, s *QPSolution) float64 {
	size := math.Abs(s.Value) + terms(f.p.C, s.X) + terms(f.h, w.z)/f.co
	return max(s.Gap*f.co/(floor+f.co*size), s.Gap/(1+size))
}

// iterate runs the iteration and returns the best point, with τ = 1 and polished, or the ray or separation found. A point with
// error enough is the end if polishing then makes it sharp: if not, it is not yet plain which constraints hold with equality.
func (f *form) iterate() (w point, iterations int, found outcome) {
	st := newInterior(f)
	best := f.newPoint()
	least, halved, since := math.Inf(1), math.Inf(1), 0
	for ; ; iterations++ {
		f.left(st.w, st.r, st.qx)
		if st.w.kappa() > st.w.tau() {
			next, now := f.proof(st.w)
			switch {
			case found != solved && now != found, found != solved && iterations == mostSteps:
				return w, iterations, found
			case now != solved && (now == found || iterations == mostSteps): // a step later, and sharper
				return next, iterations, now
			case now != solved:
				w, found = next, now
				st.step()
				continue
			}
		}
		now, _ := f.errorOf(st.w)
		if now < least || iterations == 0 {
			least = now
			copy(best.all, st.w.all)
			scaleRow(best.all, 1/st.w.tau(), nil)
			best.s[len(f.h)] = 0
		}
		if st.w.kappa() < st.w.tau() { // otherwise it may be on its way to a ray or a separation
			since++
		}
		if now < halved/2 {
			halved, since = now, 0
		}
		stuck := iterations == mostSteps || !(now < math.Inf(1)) || least <= acceptable && since >= patience
		if stuck || least <= enough {
			w := f.polish(best, stuck)
			if plain, all := f.errorOf(w); stuck || plain <= sharp && all <= acceptable {
				if certain*maxAbs(w.xz()) > 1 { // so far off that it may be on its way to a ray or a separation
					if p, found := f.proof(w); found != solved {
						return p, iterations, found
					}
				}
				return w, iterations, solved
			}
		}
		st.step()
	}
}

// proof returns a separation or a ray, if w holds one, without the entries that
// are rounding: below 10⁻¹¹ of the largest, or if that proves nothing below 10⁻⁸.
func (f *form) proof(w point) (point, outcome) {
	for _, noise := range []float64{1e-11, 1e-8} {
		if s, ok := f.separates(w, noise); ok {
			return s, infeasible
		}
		if x, ok := f.descends(w, noise); ok {
			return x, unbounded
		}
	}
	return w, solved
}

// separates returns the multipliers of w, completed to a (separation): a bound
// takes up what Gᵀz leaves of its variable.
func (f *form) separates(w point, noise float64) (s point, ok bool) {
	m := len(f.h)
	s = f.newPoint()
	z, size := s.z[:m], f.newPoint()
	most := maxAbs(w.z[:m])
	for i, v := range w.z[:m] {
		if (i < f.eq || v > 0) && math.Abs(v) > noise*most && f.r[i] > 0 {
			z[i] = v
		}
		if i < f.eq && f.own[i] >= 0 {
			z[i] = 0 // Fᵀx = w is no constraint
		}
	}
	left := make([]float64, len(f.c))
	f.addGT(z, left)
	for b, e := range f.sides {
		if v := e.sign * left[e.v]; v < 0 {
			z[len(f.rows)+b] -= v
			left[e.v] = 0
		}
	}
	f.sizes(make([]float64, len(f.c)), z, size.x, size.z)
	by := -Dot(f.h, z)
	for j, v := range left {
		if !(math.Abs(v) <= certain*min(by, size.x[j])) {
			return s, false
		}
	}
	return s, by > certain*most && by > 1e-12*terms(f.h, z) && finite(most)
}

// descends returns the x of w as a (ray), without the entries that are rounding.
func (f *form) descends(w point, noise float64) (ray point, ok bool) {
	m := len(f.h)
	ray = f.newPoint()
	most := maxAbs(w.x)
	for j, v := range w.x {
		if (j < len(f.free) || f.curve[j] == 0) && math.Abs(v) > noise*most {
			ray.x[j] = v
		}
	}
	by := -Dot(f.c, ray.x)
	if !(by > certain*most && by > 1e-12*terms(f.c, ray.x) && finite(most)) {
		return ray, false
	}
	qx, gx, size := make([]float64, len(f.c)), make([]float64, m), f.newPoint()
	f.mulQ(ray.x, qx)
	f.mulG(ray.x, gx)
	f.sizes(ray.x, make([]float64, m), size.x, size.z)
	for j, v := range qx {
		if !(math.Abs(v) <= certain*min(by, size.x[j])) {
			return ray, false
		}
	}
	for i, v := range gx {
		if i < f.eq {
			v = math.Abs(v)
		}
		if !(v <= certain*min(by, size.z[i])) {
			return ray, false
		}
	}
	return ray, true
}

// interior is what the iteration works on. All of it is made once.
type interior struct {
	f                 *form
	w, r              point
	qx                []float64
	k                 *kkt
	goal, u2          point     // a right side, and u₂
	qxi, ds           []float64 // 2Qξ + c, d_s
	affine, corrected point
}

// newInterior returns an interior at a start: the solution u₂ of (newton) for W = I, with τ = κ = 1 and s = −z, then s and z each
// moved up until none is below 1.
func newInterior(f *form) *interior {
	n, m := len(f.c), len(f.h)
	st := &interior{
		f: f, w: f.newPoint(), r: f.newPoint(), qx: make([]float64, n), k: newKKT(f), goal: f.newPoint(), u2: f.newPoint(),
		qxi: make([]float64, n), ds: make([]float64, m+1), affine: f.newPoint(), corrected: f.newPoint(),
	}
	w := ones(m)
	clear(w[:f.eq])
	st.k.factor(w)
	st.fixedSide(0)
	copy(st.w.xz(), st.u2.xz())
	for i := f.eq; i < m; i++ {
		st.w.s[i] = -st.w.z[i]
	}
	if m > f.eq {
		for _, v := range [][]float64{st.w.s[f.eq:m], st.w.z[f.eq:m]} {
			least := slices.Min(v)
			for i := range v {
				v[i] += max(0, 1-least)
			}
		}
	}
	st.w.z[m], st.w.s[m] = 1, 1
	return st
}

// fixedSide solves K u₂ = (−c, h).
func (st *interior) fixedSide(target float64) {
	copy(st.goal.x, st.f.c)
	scaleRow(st.goal.x, -1, nil)
	copy(st.goal.z, st.f.h)
	st.k.solve(st.goal, st.u2, target)
}

// step makes one step of the iteration: W, u₂, Mehrotra's two directions, and as far as positivity allows along the second.
func (st *interior) step() {
	f, w, m := st.f, st.w, len(st.f.h)
	target := 1e-3 * maxAbs(st.r.xz())
	below := st.prepare(target)
	mu := 0.0
	for i := f.eq; i <= m; i++ {
		st.ds[i] = w.s[i] * w.z[i]
		mu += st.ds[i] / float64(m-f.eq+1)
	}
	st.solveFor(st.affine, 1, st.r.z[m], below, target)
	rest := 1 - f.longest(w, st.affine)
	sigma := float64(rest * rest * rest)
	neglected := float64((1 - sigma) * (1 - sigma)) // how often the products of the first direction count
	for i := f.eq; i <= m; i++ {
		st.ds[i] += float64(neglected*st.affine.s[i]*st.affine.z[i]) - float64(sigma*mu)
	}
	st.solveFor(st.corrected, 1-sigma, float64((1-sigma)*st.r.z[m])+float64(neglected*st.bend()), below, target)
	axpy(nearEnd*f.longest(w, st.corrected), st.corrected.all, w.all)
}

// prepare factors K at w, solves for u₂, and returns the denominator of (tau).
func (st *interior) prepare(target float64) float64 {
	f, w, m := st.f, st.w, len(st.f.h)
	for i := f.eq; i < m; i++ {
		st.ds[i] = w.s[i] / w.z[i]
	}
	st.k.factor(st.ds[:m])
	st.fixedSide(target)
	copy(st.qxi, f.c)
	axpy(2/w.tau(), st.qx, st.qxi)
	return w.kappa()/w.tau() + max(0, Dot(w.x, st.qx)/(w.tau()*w.tau())-Dot(st.qxi, st.u2.x)-Dot(f.h, st.u2.z[:m]))
}

// bend returns yᵀQy/τ of (bend) for the first direction; y and Qy stand where the second will.
func (st *interior) bend() float64 {
	y, qy := st.corrected.x, st.goal.x
	copy(y, st.affine.x)
	axpy(-st.affine.tau()/st.w.tau(), st.w.x, y)
	st.f.mulQ(y, qy)
	return Dot(y, qy) / st.w.tau()
}

// solveFor sets d to the direction that takes a part off r_x and r_z, with d_s and d_κ in st.ds, and d_τ given.
func (st *interior) solveFor(d point, part, dt, below, target float64) {
	f, w, m := st.f, st.w, len(st.f.h)
	copy(st.goal.xz(), st.r.xz())
	scaleRow(st.goal.xz(), -part, nil)
	for i := f.eq; i < m; i++ {
		st.goal.z[i] += st.ds[i] / w.z[i]
	}
	st.k.solve(st.goal, d, target)
	d.z[m] = (dt - st.ds[m]/w.tau() + Dot(st.qxi, d.x) + Dot(f.h, d.z[:m])) / below // (tau)
	axpy(d.z[m], st.u2.xz(), d.xz())
	for i := f.eq; i <= m; i++ {
		d.s[i] = -(st.ds[i] + float64(w.s[i]*d.z[i])) / w.z[i]
	}
}

// longest returns the largest α ≤ 1 for which w + αd has no negative s, z, τ or κ.
func (f *form) longest(w, d point) float64 {
	alpha := 1.0
	for i := f.eq; i < len(w.s); i++ {
		if d.s[i] < 0 {
			alpha = min(alpha, -w.s[i]/d.s[i])
		}
		if d.z[i] < 0 {
			alpha = min(alpha, -w.z[i]/d.z[i])
		}
	}
	return alpha
}

// # One linear system

// kkt solves with the matrix K of (newton), for one W at a time. All it needs is made once.
type kkt struct {
	f          *form
	w          []float64
	ho         []float64   // H of the own variables, by variable
	dd         []float64   // D of the rows: w + (coefficient)²/H of its own variable
	hard       []int       // rows that stay beside H
	rho        float64     // how much of each hard row is condensed too
	weight     []float64   // of each row in H
	h          [][]float64 // L of H = LLᵀ,
	hd         []float64   // or its diagonal, if Q = 0 and rows are no more than variables; then all rows are hard
	at         [][]float64 // the columns of the rows, times the roots of the weights
	image      [][]float64 // L⁻¹ of the hard rows
	s, part    [][]float64 // L of Y H⁻¹Yᵀ + D, and room for a part of it
	t          []float64
	rest, left point // ρ, before and after what the factors give for it,
	more       point // which is Δ
	qx         []float64
	work       *factoring
}

const (
	// on the diagonals of H and of Y H⁻¹Yᵀ (there at least 10⁻¹³ of each), so that they can be factored; refinement takes it out
	proximal = 3e-10
	// the same with F where all variables have both bounds: these give H a diagonal of its own, of which large bounds leave little
	proximalBoxed = 1e-11
	mostTimes     = 1e4    // θ of (refinement); a larger one leaves rounding in u even when it is taken back
	exact         = 1e-100 // a row with a D below that is to hold exactly
	hardLine      = 0.1    // below this w a row of A is hard: an even split on data scaled to 1
)

func newKKT(f *form) *kkt {
	n, m := len(f.free), len(f.rows)
	k := &kkt{f: f, t: make([]float64, m), rest: f.newPoint(), more: f.newPoint(), left: f.newPoint(), qx: make([]float64, len(f.c)),
		ho: make([]float64, len(f.c)), dd: make([]float64, m), weight: make([]float64, m), work: newFactoring(n)}
	if f.q == nil && m <= n {
		k.hd = make([]float64, n)
	} else {
		k.h, k.part, k.at, k.rho = NewMatrix(n, n).rows(), NewMatrix(n, n).rows(), NewMatrix(n, m).rows(), 1
	}
	return k
}

// proximal returns what is put on the diagonals.
func (k *kkt) proximal() float64 {
	if k.f.p.F != nil && k.hd != nil {
		return proximalBoxed
	}
	return proximal
}

// factor makes and factors the matrices of (condensed) and (schur) for a W, which it copies.
func (k *kkt) factor(w []float64) {
	f := k.f
	k.w = append(k.w[:0], w...)
	copy(k.ho, f.curve)
	for b, e := range f.sides {
		k.ho[e.v] += 1 / w[len(f.rows)+b]
	}
	for i, o := range f.own {
		if k.dd[i] = w[i]; o >= 0 {
			k.dd[i] += f.price[i] * f.price[i] / k.ho[o]
		}
	}
	k.choose()
	k.factorH()
	image, s := k.image[:len(k.hard)], k.s[:len(k.hard)]
	share(len(k.hard), float64(len(k.h))*float64(len(k.h))/2+float64(len(f.free)), func(l int) {
		copy(image[l], f.rows[k.hard[l]])
		k.first(image[l])
	})
	gramInParts(s, k.part, image)
	for l, i := range k.hard {
		s[l][l] += max(k.proximal(), 1e-13*s[l][l]) + k.dd[i]/(1-k.rho*k.dd[i])
	}
	k.work.factor(s, true)
}

// choose decides which rows are hard: those with a D below hardLine, but no more
// than there are variables, unless they are to hold exactly.
func (k *kkt) choose() {
	line := math.Inf(1)
	if k.hd == nil {
		line = hardLine
		if n := len(k.h); n < len(k.dd) {
			sorted := slices.Clone(k.dd)
			slices.Sort(sorted)
			line = min(line, sorted[n])
		}
	}
	k.hard = k.hard[:0]
	for i, v := range k.dd {
		if k.weight[i] = 1 / v; v < max(line, exact) {
			k.hard, k.weight[i] = append(k.hard, i), k.rho
		}
	}
	if n, m := len(k.f.free), len(k.hard); m > len(k.image) {
		k.image, k.s, k.part = NewMatrix(m, n).rows(), NewMatrix(m, m).rows(), NewMatrix(max(m, len(k.h)), max(m, len(k.h))).rows()
		k.work = newFactoring(max(m, len(k.h)))
	}
}

// factorH makes H and factors it.
func (k *kkt) factorH() {
	f := k.f
	if k.hd != nil {
		for j := range k.hd {
			k.hd[j] = math.Sqrt(k.ho[j] + k.proximal())
		}
		return
	}
	for i, row := range f.rows {
		root := math.Sqrt(k.weight[i])
		for j, v := range row {
			k.at[j][i] = v * root
		}
	}
	gramInParts(k.h, k.part, k.at)
	for j := range k.h {
		if f.q != nil {
			axpy(1, f.q[j], k.h[j])
		}
		k.h[j][j] += k.ho[j] + k.proximal()
	}
	k.work.factor(k.h, true)
}

// gramInParts sets the lower triangle of s to the inner products of the rows, a few thousand columns at a time, which stay in cache.
func gramInParts(s, part, rows [][]float64) {
	const width = 2048
	cut := make([][]float64, len(rows))
	for i := range s {
		s[i] = s[i][:len(rows)]
		clear(s[i])
	}
	for lo := 0; len(rows) > 0 && lo < len(rows[0]); lo += width {
		for i, row := range rows {
			cut[i] = row[lo:min(lo+width, len(row))]
		}
		dotsLower(part, cut)
		for i := range s {
			axpy(1, part[i][:i+1], s[i][:i+1])
		}
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

// once sets u to K⁻¹r, as well as the factors are.
func (k *kkt) once(r, u point) {
	f, n, m := k.f, len(k.f.free), len(k.f.rows)
	copy(u.x, r.x)
	for b, e := range f.sides {
		u.x[e.v] += e.sign * r.z[m+b] / k.w[m+b]
	}
	for i, o := range f.own { // of z as yet the right side of its row
		if u.z[i] = r.z[i]; o >= 0 {
			u.z[i] += f.price[i] * u.x[o] / k.ho[o]
		}
	}
	x := u.x[:n]
	for i, row := range f.rows {
		if c := k.weight[i] * u.z[i]; c != 0 {
			axpy(c, row, x) // g of (condensed)
		}
	}
	k.first(x)
	t, image, s := k.t[:len(k.hard)], k.image[:len(k.hard)], k.s[:len(k.hard)]
	dots([][]float64{t}, [][]float64{x}, image)
	for l, i := range k.hard {
		t[l] -= u.z[i]
	}
	forward(s, t)
	backward(s, t)
	for l, v := range t {
		axpy(-v, image[l], x)
	}
	k.last(x)
	ax := k.left.z[:m] // room
	dots([][]float64{ax}, [][]float64{x}, f.rows)
	for i := range f.rows {
		u.z[i] = k.weight[i] * (ax[i] - u.z[i])
	}
	for l, i := range k.hard {
		u.z[i] = t[l] / (1 - k.rho*k.dd[i])
	}
	for i, o := range f.own {
		if o < 0 {
			continue
		}
		if k.ho[o] >= 1 {
			u.x[o] = (u.x[o] + f.price[i]*u.z[i]) / k.ho[o]
		} else {
			u.x[o] = (ax[i] - k.w[i]*u.z[i] - r.z[i]) / f.price[i]
		}
	}
	for b, e := range f.sides {
		u.z[m+b] = (e.sign*u.x[e.v] - r.z[m+b]) / k.w[m+b]
	}
}

// residual sets d to r − K u and returns its norm.
func (k *kkt) residual(r, u, d point) float64 {
	f, m := k.f, len(k.f.h)
	f.mulQ(u.x, d.x)
	f.addGT(u.z[:m], d.x)
	f.mulG(u.x, d.z[:m])
	for i, w := range k.w {
		d.z[i] -= float64(w * u.z[i])
	}
	rest := d.xz()
	for i, v := range r.xz() {
		rest[i] = v - rest[i]
	}
	return maxAbs(rest)
}

// solve sets u to K⁻¹r: again for what is left, ρ = r − K u, as long as that halves it. With proximal on their diagonals the
// factors give only λ/(λ + proximal) of the part of u that belongs to a small eigenvalue λ. So where what they give, Δ, does not
// halve ρ, it is taken as often as leaves least,
//
//	‖ρ − θKΔ‖² = ‖ρ‖² − 2θρᵀKΔ + θ²‖KΔ‖²   is least at   θ = ρᵀKΔ/‖KΔ‖²                                (refinement)
//
// and if that does not halve it either, K is singular or rounding has won.
func (k *kkt) solve(r, u point, target float64) {
	k.once(r, u)
	target = max(target, 1e-15*maxAbs(r.xz()))
	now := k.residual(r, u, k.rest)
	for times := 0; times < 8 && now > target; times++ {
		k.once(k.rest, k.more)
		axpy(1, k.more.xz(), u.xz())
		next, theta := k.residual(r, u, k.left), 1.0
		if !(next < now/2) {
			theta = k.length()
			axpy(theta-1, k.more.xz(), u.xz())
			next = k.residual(r, u, k.left)
		}
		if !(next < now/2) {
			axpy(-theta, k.more.xz(), u.xz())
			return
		}
		now, k.rest, k.left = next, k.left, k.rest
	}
}

// length returns θ of (refinement), where k.rest is ρ and k.left is ρ − KΔ.
func (k *kkt) length() float64 {
	kd := difference(k.rest.xz(), k.left.xz())
	theta := Dot(k.rest.xz(), kd) / Dot(kd, kd)
	if !(theta > 0 && theta <= mostTimes) {
		return 1
	}
	return theta
}

// # The last digits

// polish takes the constraints with s < z for equalities and drops the others.
// The result is kept if it is better. Where sᵢ and zᵢ are both near 0, the guess
// may be wrong, so guesses to either side are tried too.
func (f *form) polish(w point, last bool) point {
	_, least := f.errorOf(w)
	for t, line := range []float64{1, 1, 1, 1e3, 1e-3} {
		if t > 0 && least <= sharp || t > 2 && !last {
			break
		}
		next := f.polished(w, line)
		if _, e := f.errorOf(next); e < max(least, 8*eps) && maxAbs(next.all) <= 1e3*(1+maxAbs(w.all)) {
			w, least = next, e
		} else if !last {
			break
		}
	}
	return w
}

// polished makes one correction from w: that of (newton) with W = 0 for the
// constraints with s < line·z, and W = ∞ for the others.
func (f *form) polished(w point, line float64) point {
	const nothing, all = 1e-200, 1e200
	m := len(f.h)
	next, r := f.newPoint(), f.newPoint()
	copy(next.all, w.all)
	k, ww, pinned := newKKT(f), make([]float64, m), make([]bool, len(f.c))
	for i := f.eq; i < m; i++ {
		ww[i], next.s[i] = nothing, 0
		b := i - len(f.rows)
		if !(w.s[i] < line*w.z[i]) || b >= 0 && pinned[f.sides[b].v] {
			ww[i], next.z[i] = all, 0
		} else if b >= 0 {
			e := f.sides[b]
			pinned[e.v], next.x[e.v], next.z[i] = true, e.sign*f.h[i], 0
		}
	}
	k.factor(ww)
	f.left(next, r, k.qx)
	scaleRow(r.all, -1, nil)
	for i := f.eq; i < m; i++ {
		if ww[i] == all {
			r.z[i] = 0
		}
	}
	u := f.newPoint()
	k.solve(r, u, 0)
	axpy(1, u.xz(), next.xz())
	for j, v := range next.all {
		if math.Abs(v) < exact { // what is left of nothing
			next.all[j] = 0
		}
	}
	f.mulG(next.x, next.s[:m])
	for i := range next.s[:m] {
		if i < f.eq {
			next.s[i] = 0
			continue
		}
		next.s[i] = max(0, f.h[i]-next.s[i])
		next.z[i] = max(0, next.z[i])
	}
	return next
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
// The primal in the variables w and b, with soft rows of price Cᵢ. C = ∞ makes them
// hard:
//
//	minimize ½‖w‖² + Σ Cᵢξᵢ   subject to   −yᵢ(⟨w, xᵢ⟩ + b) − ξᵢ ≤ −1,   ξ ≥ 0                       (primal program)
//
// The multipliers of its rows are α, since stationarity in w says w = Σ Ineqᵢyᵢxᵢ, and
// in b Σ Ineqᵢyᵢ = 0.

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
		return m, fmt.Errorf("%w: DualQP: C = %g is too large beside 1/k(x[i], x[i]) = %g", ErrNotConverged, slices.Max(cost), 1/p.most)
	}
	m, err := dualModel(k, x, y, cost, p, s)
	if err != nil {
		return nil, err
	}
	c := m.Certificate
	if norm := math.Sqrt(max(0, 2*(sum(m.Alpha)-c.Dual))); hard && norm > 0 && norm <= 2*certain*sum(m.Alpha)/math.Sqrt(p.unit) {
		return notSeparable(k, x, y, m.Alpha, p.gradient(m.Alpha), cost) // the hulls are 2‖w‖/Σαᵢ apart
	}
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

// PrimalQP trains a linear machine by its primal program, and returns the plane and
// the slack ξᵢ = max(0, 1 − yᵢf(xᵢ)) of each point. Of the options it uses C and Weights
// only. If an interval of b is optimal, b is its midpoint. Take it if there are fewer
// features than points.
//
// The error is
//   - [ErrNotSeparable], without evidence, if C = +Inf and no plane separates the labels;
//   - [ErrNotConverged], with the plane so far, if the primal value of the plane that is
//     returned is not within 10⁻⁷ of the dual value;
//   - another error for bad input, as of [DualQP].
//
// It costs about 20 times nd² multiply-adds, in O(nd) memory.
func PrimalQP(x [][]float64, y []float64, o Options) (Hyperplane, []float64, error) {
	cost, err := checkTraining(Linear{}, x, y, o)
	if err != nil {
		return Hyperplane{}, nil, err
	}
	z, mean, unit, err := inUnits(x, cost)
	if err != nil {
		return Hyperplane{}, nil, err
	}
	s, err := primalProgram(z, y, scaled(cost, 1/unit)).solve()
	if errors.Is(err, ErrInfeasible) && hardMargin(cost) {
		return Hyperplane{}, nil, fmt.Errorf("%w: yᵢf(xᵢ) >= 1 for all i is infeasible", ErrNotSeparable)
	}
	if s == nil || err != nil && !errors.Is(err, ErrNotConverged) {
		return Hyperplane{}, nil, err
	}
	d := len(mean)
	h := Hyperplane{s.X[:d:d], s.X[d]}
	dual := dualBound(z, y, s.Ineq, scaled(cost, 1/unit), h.B) * unit
	if low, high := h.biases(z, y, scaled(cost, 1/unit), s.Ineq); low < high {
		h.B = midpoint(low, high)
	}
	h.W = scaled(h.W, math.Sqrt(unit))
	h.B -= Dot(h.W, mean)
	slack, primal := h.primal(x, y, cost)
	for range 2 { // slacks that are rounding are dear if C is large: a plane with w and b a little longer has none
		small := 0.0
		for i, xi := range slack {
			if cost[i] > 0 && xi < 1e-6 {
				small = max(small, xi)
			}
		}
		longer := h.Times(1 + 2*small)
		if s, p := longer.primal(x, y, cost); p < primal {
			h, slack, primal = longer, s, p
		}
	}
	if gap := math.Abs(primal - dual); !(gap <= 1e-7*primal && finite(primal)) {
		return h, slack, fmt.Errorf("%w: PrimalQP: gap %.2g of %.2g after %d iterations", ErrNotConverged, gap, primal, s.Iterations)
	}
	return h, slack, nil
}

// primal returns the slacks of the plane, and its value in (primal). For the hard
// margin that is the value of the canonical form, as in Certificate.
func (h Hyperplane) primal(x [][]float64, y, cost []float64) (slack []float64, value float64) {
	slack, value = make([]float64, len(x)), Dot(h.W, h.W)/2
	closest := math.Inf(1)
	for i, p := range x {
		z := h.Functional(p, y[i])
		slack[i] = Hinge(z)
		switch {
		case math.IsInf(cost[i], 1):
			closest = min(closest, z)
		case slack[i] > 0:
			value += float64(cost[i] * slack[i])
		}
	}
	if hardMargin(cost) {
		if closest <= 0 {
			return slack, math.Inf(1)
		}
		value = value / closest / closest
	}
	return slack, value
}

// dualBound returns Σ αᵢ − ½‖Σ αᵢyᵢxᵢ‖², less |bΣ αᵢyᵢ|, which is not quite 0: no
// primal value is below it.
func dualBound(x [][]float64, y, alpha, cost []float64, b float64) float64 {
	v, beta, total := make([]float64, len(x[0])), make([]float64, len(x)), 0.0
	for i, a := range alpha {
		a = min(a, cost[i])
		beta[i], total = a*y[i], total+a
	}
	addRows(beta, x, v)
	return total - Dot(v, v)/2 - math.Abs(b*sum(beta))
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

// primalProgram returns (primal program) in w and b, with the slacks as prices of
// its rows. A point of weight 0 has no part in it.
func primalProgram(x [][]float64, y, cost []float64) program {
	n, d := len(x), len(x[0])
	p := program{QP{Q: NewMatrix(d+1, d+1), C: make([]float64, d+1), A: NewMatrix(n, d+1), B: make([]float64, n)}, cost}
	for j := range d {
		p.Q.Set(j, j, 1)
	}
	for i := range n {
		if cost[i] == 0 {
			continue
		}
		row := p.A.Row(i)
		copy(row, x[i])
		row[d] = 1
		scaleRow(row, -y[i], nil)
		p.B[i] = -1
	}
	return p
}
