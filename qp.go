// SPDX-License-Identifier: MIT

// qp.go solves convex quadratic programs by a primal–dual interior point
// method. The method is slower than that of smo.go, but it solves more
// programs, and the tests compare the other solvers with it. At the end of the
// file the support vector machine is written as a quadratic program.
//
// The first part of the file, up to "# From here on", is the plain method. It
// is a complete solver, and can be copied together with linalg.go, as README
// says. Example_plainInteriorPoint in example_test.go is still plainer: sixty
// lines, for programs with bounds and one equality.
//
// # The problem
//
//	minimise ½xᵀQx + cᵀx   subject to   Ax ≤ b,   A_eq x = b_eq,   lo ≤ x ≤ hi              (qp)
//
// Q is symmetric and positive semi-definite, therefore the objective is convex.
// A point is feasible if it satisfies all constraints. By convexity, a feasible
// point is a solution if no feasible point near it has a smaller objective.
//
// In this file the letters are those of (qp). Where the text speaks of a
// support vector machine, they are those of svm.go.
//
// # An example by hand
//
// Minimise ½x² − 3x/2 subject to x ≤ 1. Without the constraint, x = 3/2 would
// be best. With it, the solution is x = 1: the constraint holds the point back
// with a force z = ½, which balances the slope x − 3/2 = −½ of the objective.
//
// This program is the dual of a machine, for the four points of svm.go and
// C = 1/6. The dual's solution has α₂ = α₄ = 0, hence α₁ = α₃ by Σ αᵢyᵢ = 0,
// and w = α₁(2, 2). With α₁ = x/6, the dual value Σ αᵢ − ½‖w‖² = 2α₁ − 4α₁² is
// −2/9 times ½x² − 3x/2. It is largest where ½x² − 3x/2 is smallest. The
// constraint α₁ ≤ C becomes x ≤ 1.
//
// An interior point method computes one point after another. Here a point
// consists of x, a slack s, and the force z of the constraint. The method keeps
// s > 0 and z > 0, so that each point lies in the interior of s ≥ 0, z ≥ 0.
//
// The points approach a solution of three equations. The first,
// x − 3/2 + z = 0, says that the forces balance. The second, x + s = 1, says
// that s is the distance from the constraint. The third, sz = 0, says that a
// force acts only at the constraint.
//
// The method starts at x = 5/4 with s = z = 1; "Predictor and corrector" says
// why. Each step adds Δx, Δs and Δz to x, s and z, so that the three equations
// hold afterwards. The third, (s + Δs)(z + Δz) = 0, contains the product ΔsΔz.
// To make the equation linear, we leave this product out:
//
//	Δx + Δz = 3/2 − x − z  = −3/4      [x − 3/2 + z = 0 after the step]
//	Δx + Δs = 1 − x − s    = −5/4      [x + s = 1 after the step]
//	sΔz + zΔs = −sz        = −1        [sz = 0 after the step, but for ΔsΔz]
//
// The solution is Δx = −½, Δs = −¾ and Δz = −¼. This step leads to x = ¾, s = ¼
// and z = ¾, where sz is not 0 but 3/16, the product ΔsΔz that was left out.
//
// Now we know that ΔsΔz is about 3/16. We put 3/16 into the third equation,
// sΔz + zΔs = −1 − 3/16, and solve again. (The code has 0.180 there, by
// (corrector).) Each step solves twice in this way, and the points are
//
//	x   1.25 ─ 0.840 ─ 0.988 ─ 0.99994 ─ 0.9999997 ─ 1
//	s   1      0.160   0.012   0.00006   0.0000003   0
//	z   1      0.660   0.512   0.50006   0.5000003   ½
//
// TestInteriorPointByHand repeats these numbers.
//
// # When a point is optimal
//
// To have one form for all constraints, we write them as rows of one matrix G
// with a slack s ≥ 0 for each inequality: Gx + s = h. An equality is a row with
// a slack of 0. A bound is a row with one ±1: x ≤ hi, and lo ≤ x as −x ≤ −lo.
//
// To remove the constraints, we replace them by forces, as in the example. The
// term zᵢ(Gx − h)ᵢ, added to the objective, pushes x back from constraint i
// with the force zᵢ, which is called the multiplier of row i. With such a term
// for each row the objective becomes the Lagrangian
//
//	L(x, z) = ½xᵀQx + cᵀx + zᵀ(Gx − h)                                              (lagrangian)
//
// If x is feasible, and zᵢ ≥ 0 in each inequality, then L(x, z) is at most the
// objective at x. L adds zᵀ(Gx − h) = −zᵀs to the objective, and each −zᵢsᵢ is
// at most 0, because sᵢ ≥ 0 in an inequality, and sᵢ = 0 in an equality.
//
// Hence, if zᵢ ≥ 0 in each inequality, the objective at a feasible point is at
// least the least value of L(·, z). If the two are equal at a feasible x, this
// x is a solution. In formulas, x is a solution if there are z and s with
//
//	Qx + c + Gᵀz = 0                stationarity
//	Gx + s = h                      feasibility
//	s ≥ 0, z ≥ 0                    of inequalities; s = 0 for equalities
//	sᵢzᵢ = 0                        complementary slackness                                (kkt)
//
// Why is an x that satisfies (kkt) optimal? By stationarity the gradient of
// L(·, z) is 0 at x. Since L(·, z) is convex, L(x, z) is its least value. As
// z ≥ 0, the objective at a feasible point y is at least L(y, z), hence at
// least L(x, z). But L(x, z) is the objective at x, as zᵀ(Gx − h) = −zᵀs = 0.
// (Conversely, each solution has such s and z, see the sources.)
//
// How good is a point if stationarity and feasibility hold, but the sᵢzᵢ are
// not yet 0? By stationarity no feasible point has an objective below L(x, z),
// which is called the dual objective. The objective at x minus the dual
// objective is the duality gap. No objective is lower by more than this gap.
//
// The duality gap, the objective at x minus L(x, z), is −zᵀ(Gx − h). By
// feasibility this is zᵀs, the sum of all sᵢzᵢ. No sᵢzᵢ is negative. Hence the
// gap is never negative, and if the gap is 0, every sᵢzᵢ is 0, so that (kkt)
// holds and x is a solution. To write the gap without s, we multiply
// stationarity by xᵀ, and replace Gx by h − s:
//
//	xᵀQx + cᵀx + hᵀz = sᵀz                                                              (qp gap)
//
// # The step
//
// All equations of (kkt) are linear except sᵢzᵢ = 0. Newton's method makes a
// product linear by leaving out the product of the changes:
//
//	(s + Δs)(z + Δz) = sz + sΔz + zΔs + ΔsΔz ≈ sz + sΔz + zΔs                     (linearised)
//
// Why not ask for sᵢzᵢ = 0 at once, as in the example? A step with this aim
// often has to stop early, because every sᵢ and zᵢ must stay > 0. Therefore we
// ask for smaller products, but not for 0. Let μ be the mean of the sᵢzᵢ of the
// inequalities. We ask for sᵢzᵢ = σμ, with a σ between 0 and 1; the example by
// hand had σ = 0. By (linearised), a step then solves
//
//	QΔx + GᵀΔz = −r_x,      r_x = Qx + c + Gᵀz
//	GΔx + Δs   = −r_z,      r_z = Gx + s − h
//	sᵢΔzᵢ + zᵢΔsᵢ = −dᵢ,     dᵢ = sᵢzᵢ − σμ                                            (qp step)
//
// The points on the way need not be feasible. A full step makes the residuals
// r_x and r_z 0, and half a step halves them. Let a be the largest number for
// which s + aΔs and z + aΔz are still ≥ 0. We go only the part min(1, 0.995a)
// of the step, so that s and z stay > 0.
//
// # The elimination
//
// How do we solve (qp step)? Let all rows be inequalities for now. We eliminate
// Δs and Δz, so that a system for Δx alone remains. The third line gives Δs in
// terms of Δz. Then the second line gives Δz in terms of Δx, and the first line
// contains Δx alone. Let W be the diagonal matrix of the sᵢ/zᵢ:
//
//	Δs = −(d + s∘Δz)/z                            [third line; ∘ and / entry by entry]
//	GΔx − WΔz = −r_z + d/z                        [put into the second]
//	Δz = W⁻¹(GΔx + r_z − d/z)                     [solved for Δz]
//	(Q + GᵀW⁻¹G)Δx = −r_x − GᵀW⁻¹(r_z − d/z)      [put into the first]               (condensed)
//
// The system (condensed) is symmetric, with one row for each variable. If Q is
// positive definite, so is the matrix, and Cholesky's method solves it. A bound
// adds only zᵢ/sᵢ to one diagonal entry, because its row of G has a single ±1.
//
// Equalities do not fit into (condensed), because their slacks are 0 and their
// W⁻¹ would be infinite. Therefore their Δz have to remain as unknowns. Before
// any Δz is eliminated, the system is
//
//	⎡Q  Gᵀ⎤ ⎡Δx⎤   ⎡   −r_x    ⎤
//	⎣G  −W⎦ ⎣Δz⎦ = ⎣−r_z + d/z ⎦ ,   K for the matrix on the left                    (saddle)
//
// # Each row twice
//
// A row gᵀ of G adds w⁻¹ggᵀ to Q in (condensed), with w = s/z. If the row holds
// with equality at the solution, w usually goes to 0, and w⁻¹ggᵀ becomes so
// large that the sum loses the last digits of Q. For an equality w is 0, and
// w⁻¹ does not exist. (A row with w ≥ 1 does no such harm, nor does a bound:
// the bound enlarges only one diagonal entry.)
//
// To keep the digits of Q, we write each row of A and A_eq with w < 1, hence
// each equality, twice, and share its weight 1/w between the two copies:
//
//	1/w = 1/(1 + w) + 1/(w(1 + w))                                                  (twice)
//
// The first copy of a row has the weight 1/(1 + w), which is at most 1. We
// eliminate the Δz of this copy, as in (condensed). The second copy has the
// weight 1/(w(1 + w)), infinite for an equality. Hence the Δz of this copy
// stays in (saddle), as an unknown t. W has the inverse weight w(1 + w).
//
// Let Y be the matrix of the rows gᵀ that are written twice, and D the diagonal
// matrix of their w(1 + w). Let H be Q plus a term for each row gᵀ of G:
// ggᵀ/(1 + w) if Y contains the row, else ggᵀ/w, which for a bound is a single
// 1/w on the diagonal. With right-hand sides r and r₂, the system is
//
//	HΔx + Yᵀt = r,   YΔx − Dt = r₂
//	(Y H⁻¹Yᵀ + D)t = Y H⁻¹r − r₂      [Δx = H⁻¹(r − Yᵀt) put into the second]           (schur)
//
// The Δz of a row is the sum of the Δz of its two copies. For the second copy
// this is t. For the first copy it is gᵀΔx − r₂ times the weight 1/(1 + w), as
// in (condensed). Since gᵀΔx − r₂ = w(1 + w)t by the second equation, the
// product is wt. Hence the Δz of the row is wt + t = (1 + w)t.
//
// For example, take the dual of the four points with two variables, x = 6α₁ and
// y = 6α₃: minimise ½x² − ¾x − ¾y subject to x − y = 0 and x ≤ 1. Q has the
// diagonal (1, 0). With w = 1, the bound adds 1/w = 1 to the first entry, but
// the diagonal (2, 0) is singular. The equality has gᵀ = (1, −1) and w = 0. Its
// first copy adds ggᵀ/(1 + w) = ggᵀ, which makes H invertible:
//
//	H = ⎡2  0⎤ + ⎡ 1 −1⎤ = ⎡ 3 −1⎤ ,   H⁻¹ = ½ ⎡1  1⎤ ,   Y = (1 −1),   Y H⁻¹Yᵀ = 1
//	    ⎣0  0⎦   ⎣−1  1⎦   ⎣−1  1⎦             ⎣1  3⎦
//
// The start has r = (7/4, 3/4) and r₂ = 0, see "Predictor and corrector".
// First, H⁻¹r = ½(10/4, 16/4) = (5/4, 2). By (schur), 1·t = 5/4 − 2 = −¾. Then
// r − Yᵀt = r + ¾(1, −1) = (5/2, 0), and (x, y) is H⁻¹(5/2, 0) = (5/4, 5/4).
//
// Near the end H and the matrix of (schur) may be singular up to rounding.
// Therefore we add a ridge, a small positive number, to each diagonal entry of
// both. To undo the ridge, we refine the solution a few times: we solve again
// with the residual of (saddle) on the right, and add a multiple of the result.
//
// # Predictor and corrector
//
// How large should σ be? S. Mehrotra's answer is to look ahead. We compute a
// step with σ = 0, the predictor. It is not taken, but tells two things:
//
//   - How small σ may be. If the predictor can go far, all products can become
//     small at once. Let a ≤ 1 be the part of the predictor that keeps s and z
//     ≥ 0, and μ′ the mean of the products (sᵢ + aΔsᵢ)(zᵢ + aΔzᵢ) there. Then
//     σ = (μ′/μ)³, where the cube is from experience.
//   - What (linearised) leaves out, which is about the ΔsᵢΔzᵢ of the predictor.
//     The step that we take, the corrector, adds this product to dᵢ. Since its
//     system has the matrix of the predictor, it costs little more.
//
// But the whole ΔsᵢΔzᵢ of the predictor may be too much for dᵢ. If only a small
// part a of the predictor keeps s and z ≥ 0, σ is near 1, and the corrector
// asks for only a small change of sᵢzᵢ. ΔsᵢΔzᵢ may be larger than this change.
// In some quadratic programs the same points would return again and again.
//
// How much of the product should the corrector add? Suppose that all sᵢzᵢ are
// μ, and that r_x and r_z are 0. Then only dᵢ is left on the right of
// (qp step): μ for the predictor, and (1 − σ)μ for a step to sᵢzᵢ = σμ. Since
// (qp step) is linear, Δs and Δz of this step are 1 − σ times those of the
// predictor, and their product is (1 − σ)² times as large.
//
// Mehrotra takes the whole product of the predictor. We take 1 − σ times this
// product, which lies between the two, and goes to 0 when σ goes to 1:
//
//	dᵢ = sᵢzᵢ + (1 − σ)ΔsᵢΔzᵢ − σμ                                                   (corrector)
//
// In the example the predictor leads to s = ¼ and z = ¾. Both are ≥ 0, hence
// a = 1 and μ′ = ¼·¾ = 3/16. As μ = 1, σ = (3/16)³ = 0.0066. With
// ΔsΔz = (−¾)(−¼) = 3/16, (corrector) is d = 1 + 0.9934·3/16 − 0.0066 = 1.180.
// The step with this d leads to x = 0.840, s = 0.160 and z = 0.660, where
// sz = 0.106. Without ΔsΔz in d, sz would be 0.191, farther from 0.
//
// Where does the iteration start? We solve (saddle) with −c and h on the
// right-hand side. The diagonal of W has 1 for inequalities and 0 for
// equalities. For an inequality the second line of (saddle) then says
// Gx − z = h: the slack h − Gx is −z. To stay away from 0, we start with
// s = max(1, −z), and with max(1, z) in place of z.
//
// In the example, min ½x² − 3x/2 for x ≤ 1, the system for the start is
// x + z = 3/2 and x − z = 1. It gives x = 5/4 and z = ¼. The slack 1 − x = −z
// is −¼. Hence we start with s = max(1, −¼) = 1 and z = max(1, ¼) = 1.
//
// Many people write h = 10¹² or 10¹⁸ for "no bound". With 1 on the diagonal of
// W, the line x − z = h of a bound x ≤ h would give z = x − h, a force that
// pulls x far away. Therefore a bound has max(1, h²) on the diagonal. For a
// large h > 0, s = h − x then starts near h, and z = s/h² near 1/h.
//
// # What is added
//
// The rest of the file is for programs that somebody else wrote:
//
//  1. "One form for all programs" scales a program, and uses a diagonal Q.
//  2. "The judge" measures how far a point is from satisfying (kkt).
//  3. "The last digits" come from guessing which rows hold with equality.
//  4. "Programs without a solution": a step Δx or Δz proves that there is none.
//  5. "The machine as a quadratic program" writes its dual and primal as (qp).
//
// # The code
//
//	program.iterate   start, then step until stop; a step is direction twice
//	program.factor    makes a kkt, the matrix of (saddle), by dense; kkt.solve refines
//	QP.Solve          makes a form of the program, a program in scales near 1
//	form.outcome      iterates by run, judges, and looks for evidence
//	DualQP, PrimalQP  write a machine as a program, and read it off the solution
//
// # Sources
//
//   - S. Mehrotra, On the implementation of a primal–dual interior point method
//     (1992): predictor and corrector.
//   - J. Nocedal, S. Wright, Numerical Optimization (2006), §16.6: the plain
//     method, and the converse that was left out above (§12.3, §12.6).
//   - M. Hintermüller, K. Ito, K. Kunisch, The primal–dual active set strategy
//     as a semismooth Newton method (2002): the guesses of "The last digits".
//   - D. Ruiz, A scaling algorithm to equilibrate both rows and columns norms
//     in matrices (2001): the scaling.
//
// We follow their formulas and did not copy their code.
//
// # Exercises
//
// Each is answered by the test or example that it names.
//
//   - Do the second step of the example by hand: TestInteriorPointByHand.
//   - Derive (qp gap) from (kkt), and see that it is never negative at feasible
//     points: TestWeakAndStrongDualityOfQuadraticPrograms.
//   - Combine x + y ≤ 1, x ≥ 1 and y ≥ 1 into 0 ≤ −1: ExampleQP_Solve_evidence.
//   - Project a point onto a box, a half-space and the simplex, by hand and by
//     Solve: TestQPSolvesPublishedAndDegeneratePrograms.
//   - Solve a small program by trying every set of active constraints:
//     TestQPAgreesWithBruteForceOverActiveSets.

package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// # The plain method
//
// From this line to "# From here on" the code is a complete solver for
// quadratic programs that have a solution, and whose coefficients are near 1.
// It needs linalg.go and nothing else of the package. The conversion in sums of
// products, as in x + float64(y*z), is explained there, above Dot.
//
// Of the struct program, the fields curve, c and eliminate must be set, and h
// must have an entry for each constraint. The field q may be nil if Q is
// diagonal, rows if there is no A and no A_eq, and bounds if there is no bound.
// A bound lo ≤ x of variable v, for example, is the entry {v, −1} in bounds and
// the entry −lo in h.
//
// The function iterate makes at most 100 steps. If stop never returns true,
// iterate returns the point after the last step, which may be NaN if the
// program has no solution. For example, these lines solve the program of "An
// example by hand", min ½x² − 3x/2 for x ≤ 1:
//
//	p := &program{curve: []float64{1}, c: []float64{-1.5},
//		bounds: []bound{{0, 1}}, h: []float64{1}, eliminate: (*program).dense}
//	w := p.iterate(func(w, r point) bool {
//		return max(maxAbs(r.x), maxAbs(r.z), Dot(w.s, w.z)) <= 1e-12
//	})
//	fmt.Println(w.x, w.z) // 1 and ½

// A program is (qp) with each constraint as a row of Gx + s = h. The equalities
// come first, then the rows of A, then the bounds.
type program struct {
	q         [][]float64 // Q with a diagonal of zeros, nil for 0
	curve     []float64   // the diagonal of Q
	c         []float64
	rows      [][]float64 // the rows of A_eq and A
	eq        int         // how many of them are equalities
	bounds    []bound
	h         []float64   // the right-hand sides of rows and bounds
	eliminate elimination // how (saddle) is solved, such as (*program).dense
}

// A bound is a row of G with a single entry that is not 0: sign, which is 1 or
// −1, in the column of variable v.
type bound struct {
	v    int
	sign float64
}

const (
	// Most programs take 5 to 40 steps.
	mostSteps = 100
	// The part of the way to the first s or z that becomes 0. With 1, the next
	// W would contain 0 or ∞. With 0.95, the number of steps doubles.
	nearEnd = 0.995
	// How often we correct the solution of a linear system, or a guess of which
	// inequalities hold with equality. With fewer corrections digits are lost,
	// and more gain nothing.
	corrections = 10
	// The error that the corrections should reach, and what counts as rounding
	// elsewhere. Rounding often prevents a smaller error. With 10⁻¹² digits are
	// lost.
	sharp = 1e-13
	// The size of the ridge, see condensed and schur. With 10⁻¹² refinement
	// takes too long, and with 10⁻¹⁴ some pivots are not positive.
	ridge = 1e-13
)

// A point holds x, z and s in one array. It can also hold the direction Δx, Δz
// and Δs, or the right-hand sides of a system.
type point struct{ all, x, z, s []float64 }

func (p *program) newPoint() point { return p.view(make([]float64, len(p.c)+2*len(p.h))) }

// view returns the point whose numbers are stored in all.
func (p *program) view(all []float64) point {
	n, m := len(p.c), len(p.h)
	return point{all, all[:n], all[n : n+m], all[n+m:]}
}

// xz returns the x and z of a point in one slice.
func (w point) xz() []float64 { return w.all[:len(w.x)+len(w.z)] }

// iterate makes steps from the start until stop returns true, but at most
// mostSteps. It calls stop with each point w and its residual r.
func (p *program) iterate(stop func(w, r point) bool) point {
	w, r := p.start(), p.newPoint()
	for range mostSteps {
		if p.residual(w, r); stop(w, r) {
			break
		}
		p.step(w, r)
	}
	return w
}

// start returns the point where the iteration begins, see "Predictor and
// corrector".
func (p *program) start() point {
	w, r, ratio := p.newPoint(), p.newPoint(), ones(len(p.h)) // ratio is W
	copy(r.x, scaled(p.c, -1))
	copy(r.z, p.h)
	clear(ratio[:p.eq])
	for i := len(p.rows); i < len(p.h); i++ { // so that a large bound does not pull x
		ratio[i] = max(1, p.h[i]*p.h[i])
	}
	p.factor(ratio).solve(r, w, sharp)
	for i := p.eq; i < len(w.s); i++ {
		w.s[i] = max(1, -w.z[i]*ratio[i])             // the slack h − Gx is −Wz
		w.z[i] = max(min(1, w.s[i]/ratio[i]), w.z[i]) // at least 1, or s/W, about 1/h
	}
	return w
}

// residual sets r.x and r.z to the r_x and r_z of (qp step) at w.
func (p *program) residual(w, r point) {
	p.times(w, r)
	axpy(1, p.c, r.x)
	axpy(1, w.s, r.z)
	axpy(-1, p.h, r.z)
}

// times sets r.x to Qx + Gᵀz and r.z to Gx, for the x and z of w.
func (p *program) times(w, r point) {
	m := len(p.rows)
	clear(r.x)
	dots([][]float64{r.x}, [][]float64{w.x}, p.q) // does nothing if q is nil
	for j, v := range p.curve {
		r.x[j] += float64(v * w.x[j])
	}
	dots([][]float64{r.z[:m]}, [][]float64{w.x}, p.rows)
	addRows(w.z[:m], p.rows, r.x)
	for l, b := range p.bounds {
		r.z[m+l] = b.sign * w.x[b.v]
		r.x[b.v] += b.sign * w.z[m+l]
	}
}

// step changes w by one step. It computes the predictor and then the corrector,
// which it takes. r is the residual at w.
func (p *program) step(w, r point) {
	s, z, count := w.s, w.z, float64(len(w.s)-p.eq)
	ratio, d := make([]float64, len(s)), make([]float64, len(s)) // W; d of (qp step)
	for i := p.eq; i < len(s); i++ {
		ratio[i], d[i] = s[i]/z[i], s[i]*z[i]
	}
	mu, after, k := sum(d)/count, 0.0, p.factor(ratio) // without inequalities mu is NaN, unused
	delta := p.direction(k, w, r, d)                   // the predictor
	a := min(1, p.longest(w, delta))
	for i := p.eq; i < len(s); i++ {
		after += float64((s[i] + float64(a*delta.s[i])) * (z[i] + float64(a*delta.z[i])))
	}
	sigma := math.Pow(after/count/mu, 3)
	for i := p.eq; i < len(s); i++ {
		d[i] += float64((1-sigma)*delta.s[i]*delta.z[i]) - float64(sigma*mu) // (corrector)
	}
	delta = p.direction(k, w, r, d) // the corrector
	axpy(min(1, nearEnd*p.longest(w, delta)), delta.all, w.all)
}

// direction returns the Δx, Δz and Δs that solve (qp step) for this d. k solves
// with the matrix of (saddle), and r is the residual at w.
func (p *program) direction(k kkt, w, r point, d []float64) point {
	right, delta := p.view(scaled(r.all, -1)), p.newPoint()
	for i := p.eq; i < len(d); i++ {
		right.z[i] += d[i] / w.z[i]
	}
	k.solve(right, delta, sharp) // (saddle)
	for i := p.eq; i < len(d); i++ {
		delta.s[i] = -(d[i] + float64(w.s[i]*delta.z[i])) / w.z[i]
	}
	return delta
}

// longest returns the largest number a for which the point w + ad has no
// negative s or z. In the array of a point, x and the multipliers of the
// equalities come first. These numbers may have any sign, hence the loop begins
// behind them.
func (p *program) longest(w, d point) float64 {
	a := inf
	for i := len(w.x) + p.eq; i < len(w.all); i++ { // the s of an equality stays 0
		if d.all[i] < 0 {
			a = min(a, -w.all[i]/d.all[i])
		}
	}
	return a
}

// A kkt solves systems with the matrix K of (saddle). w is the diagonal of W,
// and inner comes from the elimination.
type kkt struct {
	*program
	w     []float64
	inner func(r2, x, z []float64)
}

// An elimination prepares the system (saddle) for one W, and returns a function
// that solves this system. Only the rows of A_eq and A are left in it:
// program.factor and kkt.once eliminate each bound, which adds 1/w to the
// diagonal entry of its variable. The argument eta is the diagonal of Q with
// these 1/w, the argument w is the diagonal of W for the rows of A_eq and A.
//
// The returned function has three arguments. At the call, the argument x holds
// the right-hand side of the first line of (saddle), and r2 that of the second.
// The function replaces x by Δx, and does not change r2. The third argument, z,
// is for output only: the function sets it to the Δz of the rows.
type elimination func(p *program, w, eta []float64) func(r2, x, z []float64)

// factor returns the kkt for this W. A bound only adds 1/w to one entry of the
// diagonal of H, which is η here.
func (p *program) factor(w []float64) kkt {
	m, eta := len(p.rows), slices.Clone(p.curve)
	for l, b := range p.bounds {
		eta[b.v] += 1 / w[m+l]
	}
	return kkt{p, w, p.eliminate(p, w[:m], eta)}
}

// dense is the elimination that "Each row twice" describes. It uses the
// Cholesky factors of H and of the matrix of (schur). The function factor of
// linalg.go computes them, and returns an error if a pivot is too small. We
// ignore the error, because kkt.solve measures the residual of the solution,
// which shows how good the Cholesky factors are.
func (p *program) dense(w, eta []float64) func(r2, x, z []float64) {
	beside := where(len(w), func(i int) bool { return w[i] < 1 }) // the rows of Y
	first := images(w, func(v float64) float64 { return 1 / v })  // weights in H
	for _, i := range beside {
		first[i] = 1 / (1 + w[i]) // (twice)
	}
	h, y := p.condensed(first, eta), images(pick(p.rows, beside), slices.Clone[[]float64])
	factor(h, y...) // h becomes L, and the rows of y those of YL⁻ᵀ
	s := schur(y, images(pick(w, beside), func(v float64) float64 { return v * (1 + v) }))
	return func(r2, x, z []float64) {
		inside := each(len(r2), func(i int) float64 { return first[i] * r2[i] })
		addRows(inside, p.rows, x) // eliminates the rows in H (condensed): x is r of (schur)
		t := make([]float64, len(beside))
		forward(h, x)
		solveSchur(s, y, pick(r2, beside), x, t)
		backward(h, x)
		for i, row := range p.rows {
			z[i] = (Dot(row, x) - r2[i]) / w[i] // (condensed), for rows with w ≥ 1
		}
		for k, i := range beside {
			z[i] = t[k] * (1 + w[i]) // (twice): Δz = (1 + w)t
		}
	}
}

// condensed returns H = Q + Diag(η) + Σ vᵢgᵢgᵢᵀ with a ridge on its diagonal.
// Here Q is without its diagonal, which is part of η; gᵢᵀ is row i, and vᵢ its
// weight. The ridge is 10⁻¹³ times the diagonal entry of H, but 10⁻¹³ if this
// entry is 0 or above 1.
//
// Why is a ridge of 10⁻¹³ enough even for an entry far above 1? Such an entry
// is usually large because a bound of its variable has a small w, and adds 1/w.
// As H without this 1/w is positive semi-definite, the pivot of the entry in
// Cholesky's method is at least 1/w, which is far from 0 even without a ridge.
func (p *program) condensed(v, eta []float64) [][]float64 {
	n := len(eta)
	h, g := NewMatrix(n, n).rows(), NewMatrix(len(v), n)
	for i, row := range p.rows {
		axpy(math.Sqrt(v[i]), row, g.Row(i))
	}
	lowerGram(h, g.T().rows())
	for j, row := range h {
		if p.q != nil {
			axpy(1, p.q[j][:j+1], row)
		}
		row[j] += eta[j]
		row[j] += float64(ridge * min(1, cmp.Or(row[j], 1)))
	}
	return h
}

// schur returns the Cholesky factor of Y H⁻¹Yᵀ + D. The arguments are the rows
// of YL⁻ᵀ, where H = LLᵀ, and the diagonal of D.
//
// Rounding errors could make a pivot of Y H⁻¹Yᵀ + D negative. To prevent this,
// we add a ridge to each diagonal entry. If H has tiny entries, entries of
// Y H⁻¹Yᵀ are large, and so are their rounding errors. Therefore the
// ridge is 10⁻¹³ times the diagonal entry of Y H⁻¹Yᵀ, or 10⁻¹³ if this entry is
// below 1.
func schur(y [][]float64, d []float64) [][]float64 {
	s := NewMatrix(len(y), len(y)).rows()
	lowerGram(s, y)
	for i, row := range s {
		row[i] += float64(ridge*max(1, row[i])) + d[i]
	}
	factor(s)
	return s
}

// solveSchur sets t to the solution of (schur). From the argument x, which is
// L⁻¹r at the call, it subtracts L⁻¹Yᵀt, which makes LᵀΔx, because
// LLᵀΔx = HΔx = r − Yᵀt. The argument y holds the rows of YL⁻ᵀ, the argument s
// is the Cholesky factor that schur returned for y, and r2 is r₂.
func solveSchur(s, y [][]float64, r2, x, t []float64) {
	dots([][]float64{t}, [][]float64{x}, y)
	axpy(-1, r2, t)
	forward(s, t)
	backward(s, t)
	addRows(scaled(t, -1), y, x)
}

// once sets u to an approximation of K⁻¹r: it solves with the factors, which
// belong to a K with a ridge.
func (k kkt) once(r, u point) {
	m := len(k.rows)
	copy(u.x, r.x)
	for l, b := range k.bounds {
		u.x[b.v] += b.sign * r.z[m+l] / k.w[m+l]
	}
	k.inner(r.z[:m], u.x, u.z[:m])
	for l, b := range k.bounds {
		u.z[m+l] = (b.sign*u.x[b.v] - r.z[m+l]) / k.w[m+l]
	}
}

// times sets r to Ku.
func (k kkt) times(u, r point) {
	k.program.times(u, r)
	for i, w := range k.w {
		r.z[i] -= float64(w * u.z[i])
	}
}

// solve sets u to K⁻¹r up to an error. The first u comes from the Cholesky
// factors. While the residual ρ = r − Ku is above target, solve uses the
// factors again, with ρ as the right-hand side, and adds a multiple θ of the
// solution Δ to u, at most ten times.
//
// The Cholesky factors belong to a K with a ridge, so that KΔ is not ρ. We take
// the θ that makes the remaining residual smallest:
//
//	‖ρ − θKΔ‖² = ‖ρ‖² − 2θρᵀKΔ + θ²‖KΔ‖²   is least at   θ = ρᵀKΔ/‖KΔ‖²             (refinement)
//
// If K is singular, KΔ can be nearly 0. Then θ may be huge, and adding θΔ would
// make u huge too. Therefore we take at most θ = 10⁴, a limit from experience.
//
// Is θ more than 1, or less? Let x and z be the parts of Δ, and let the ridge
// add ε to the diagonal of Q, and −ε to that of −W. Then ρ is KΔ + ε(x, −z). In
// the product with KΔ = (Qx + Gᵀz, Gx − Wz), xᵀGᵀz and −zᵀGx cancel:
//
//	ρᵀKΔ = ‖KΔ‖² + ε(xᵀQx + zᵀWz) ≥ ‖KΔ‖²
//
// Hence θ ≥ 1: the ridge makes Δ too short. If the computed θ is not even
// positive, Δ is only rounding, and we stop.
func (k kkt) solve(r, u point, target float64) {
	rest, more, kd := k.newPoint(), k.newPoint(), k.newPoint() // ρ, Δ, KΔ
	copy(rest.all, r.all)
	k.once(r, u)
	k.times(u, kd)
	axpy(-1, kd.xz(), rest.xz())
	// The rounding errors of rest.z = r.z − (Gx − Wz) grow with Gx and Wz,
	// where x is u.x and z is u.z. If Gx and Wz are much larger than their
	// difference, which is about r.z, they are about equal, so that Wz grows
	// with x as Gx does. Hence we divide rest.z by 1 + |x|, where |x| is the
	// largest |xⱼ|.
	//
	// The rounding errors of rest.x = r.x − (Qx + Gᵀz) grow with Qx and Gᵀz. If
	// Qx and Gᵀz are much larger than their sum, which is about r.x, then Qx is
	// about −Gᵀz, so that Qx grows with z as Gᵀz does. Hence we divide rest.x
	// by 1 + |z|, where |z| is the largest |zᵢ|.
	for range corrections {
		if max(maxAbs(rest.x)/(1+maxAbs(u.z)), maxAbs(rest.z)/(1+maxAbs(u.x))) <= target {
			return
		}
		k.once(rest, more)
		k.times(more, kd)
		theta := min(1e4, Dot(rest.xz(), kd.xz())/Dot(kd.xz(), kd.xz()))
		if !(theta > 0) {
			return
		}
		axpy(theta, more.xz(), u.xz())
		axpy(-theta, kd.xz(), rest.xz())
	}
}

// # From here on: what users write

var (
	// ErrInfeasible says that the constraints of a program contradict each
	// other.
	ErrInfeasible = errors.New("svm: infeasible")
	// ErrUnbounded says that the objective of a program has no lower bound.
	ErrUnbounded = errors.New("svm: unbounded")
	// ErrNotConvex says that the Q of a program is not positive semi-definite.
	ErrNotConvex = errors.New("svm: not convex")
)

// A QP is a quadratic program in n = len(C) variables:
//
//	minimise ½xᵀQx + Cᵀx  subject to  Ax ≤ B,  Aeq x = Beq,  Lo ≤ x ≤ Hi
//
// A field that is nil leaves its part of the program out. Without Lo, for
// example, variables may be negative. A Lo above Hi is bad input. The zero
// value has no variables. If Q is a product FFᵀ, and F has few columns, the
// example "Factor" of [QP.Solve] shows how to save time.
type QP struct {
	Q      *Matrix
	C      []float64
	A      *Matrix
	B      []float64
	Aeq    *Matrix
	Beq    []float64
	Lo, Hi []float64

	curve []float64 // the diagonal of Q if Q is diagonal and the field Q is nil
}

// A QPSolution is a point X with its multipliers Ineq, Eq, Lower and Upper.
// With f for the objective, the multipliers are those of the Lagrangian
//
//	f(x) + Ineqᵀ(Ax − B) + Eqᵀ(Aeq x − Beq) + Lowerᵀ(Lo − x) + Upperᵀ(x − Hi)
//
// All multipliers are ≥ 0, except those of Eq. If Solve returns one of these
// errors, the QPSolution beside it is the evidence:
//   - [ErrUnbounded]: X is a ray along which f falls without end;
//   - [ErrNotConvex]: X is a direction along which f curves downwards;
//   - [ErrInfeasible]: X is nil, and the multipliers combine the constraints to
//     0 ≤ −1. This means that AᵀIneq + AeqᵀEq − Lower + Upper is 0, and that
//     the right-hand side BᵀIneq + BeqᵀEq − LoᵀLower + HiᵀUpper, which is in
//     Value, is −1;
//   - [ErrNotConverged]: X is the best point found.
type QPSolution struct {
	X                      []float64
	Value                  float64 // ½XᵀQX + CᵀX; the slope along a ray, XᵀQX of a direction
	Ineq, Eq, Lower, Upper []float64
	Iterations             int

	// The largest violations of a constraint and of stationarity, and the
	// duality gap, which is the sum of the sᵢzᵢ.
	Feasibility, Stationarity, Gap float64
}

// Solve returns the solution with its multipliers. A variable at a bound has
// exactly the value of the bound. An equality that others imply has the
// multiplier 0.
//
// Each constraint holds up to an error of at most 10⁻⁸ times the size of its
// terms. The same is true of stationarity, which says that each entry of the
// gradient of the Lagrangian is 0. As a rule the errors are only a few
// roundings.
//
// If there is no solution, Solve returns [ErrInfeasible] or [ErrUnbounded]. If
// Q is not positive semi-definite, it returns [ErrNotConvex]. With each of
// these errors comes a [QPSolution] that proves what the error says, up to
// rounding. If a right-hand side is 10¹⁹ or more, such a proof may be nothing
// but rounding. If Solve finds neither a solution nor a proof, it returns
// [ErrNotConverged] with the best point.
//
// There are 5 to 40 iterations as a rule. For m rows of A and Aeq, an iteration
// costs at most n³/6 + mn² + m²n/2 + m³/6 multiply-adds in O(n² + mn + m²)
// memory, and less if few inequalities hold with equality. It costs only about
// nm², in O(nm) memory, if three things hold: Q is diagonal, 2m ≤ n, and each
// variable has a bound or a curvature Qⱼⱼ > 0.
func (p QP) Solve() (*QPSolution, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return p.solve((*form).outcome)
}

// solve is Solve for a program that has been checked. It leaves it to outcome
// to solve the form of the program.
func (p QP) solve(outcome func(f *form) (*QPSolution, error)) (*QPSolution, error) {
	f := newForm(p)
	if s, err := f.notConvex(); err != nil {
		return s, err
	}
	return outcome(f)
}

// # One form for all programs
//
// If the numbers of a program differ by many powers of ten, no tolerance suits
// all of them. Therefore we scale the matrix (Q Gᵀ; G 0). Ten times we divide
// each row and each column by a power of two near the square root of its
// largest absolute value. Afterwards these largest values are near 1.
//
// Division by a power of two does not round. Hence a variable at a bound is
// returned as exactly the bound that the user gave.
//
// The matrix H of (schur) has n rows and n columns. For the dual of a machine
// with 100,000 points this is too large. If Q is diagonal, H has entries
// outside its diagonal only because each row gᵀ of A and A_eq adds a multiple
// of ggᵀ to H. Therefore we leave these rows out of H, and store only the
// diagonal of H.
//
// Each row then has its whole weight 1/w in (schur). The matrix D there holds 1
// over the weights. Hence D is W.
//
// Then we only have to factor the matrix of (schur), which has one row for each
// row of A and A_eq.
//
// We use this elimination under two conditions. Each variable needs a bound or
// a curvature qⱼⱼ > 0, since otherwise H has a 0 on its diagonal. And A and
// A_eq together must have at most half as many rows as there are variables,
// since otherwise the matrix of (schur) is not much smaller than H, and little
// is saved.
//
// If Q is a product FFᵀ and F has few columns, we can write a larger program
// whose Q is diagonal. With v = Fᵀx, the term xᵀQx is vᵀv. Hence we take the
// entries of v as further variables, and Fᵀx − v = 0 as further equalities. The
// new Q has diagonal entries 0 for x and 1 for v. See ExampleQP_Solve_factor.
//
// A solver for any convex program would ask the user for functions f and g,
// where f is the objective and g_l ≤ g(x) ≤ g_u are the constraints. It would
// also ask for the derivatives ∇f and ∇g, and for the second derivatives ∇²L of
// the Lagrangian.
//
// In a quadratic program, f(x) is ½xᵀQx + cᵀx, and g(x) is Ax, with a matrix A.
// Then ∇f = Qx + c, ∇g = A, and ∇²L = Q, since g is linear. A constraint
// g(x) ≤ g_u is a row of Ax ≤ g_u, and a constraint g_l ≤ g(x) a row of
// −Ax ≤ −g_l. Hence the rows of G are those of A and −A.

// A form is the user's program p in the scale of the iteration. If x̂ is the x
// of the iteration, the user's xⱼ is d[j]·x̂ⱼ. Row i is multiplied by r[i], and
// the objective is multiplied by co. All these factors are powers of two.
//
// A variable with lo = hi is fixed. The form shifts it, so that its value in
// the iteration is 0. To keep it at 0, the form sets the variable's entries in
// c, in Q and in all rows to 0. Only the diagonal entry of Q becomes 1, so that
// 0 is the best value.
type form struct {
	program
	p     QP
	fixed []float64 // the values of fixed variables, 0 for the others
	free  []float64 // 0 for fixed variables, 1 for the others
	d, r  []float64
	co    float64
	sizes *program // |Q|, |G|, |c| and −|h|: its times and residual add up sizes of terms
	steps int
}

// newForm writes p as a form, and scales it.
func newForm(p QP) *form {
	n := len(p.C)
	f := &form{p: p, fixed: make([]float64, n), free: ones(n)}
	for j := range n {
		if lo, hi := p.bounds(j); lo == hi {
			f.fixed[j], f.free[j] = lo, 0
		}
	}
	f.c = p.mulQ(f.fixed)
	axpy(1, p.C, f.c)
	scaleRow(f.c, 1, f.free)
	f.curve, f.q = p.curvature()
	scaleRow(f.curve, 1, f.free)
	for j, row := range f.q {
		scaleRow(row, f.free[j], f.free)
	}
	f.eq = len(p.Beq)
	for i, b := range slices.Concat(p.Beq, p.B) {
		if i < f.eq {
			f.add(p.Aeq.Row(i), b)
		} else {
			f.add(p.A.Row(i-f.eq), b)
		}
	}
	f.equilibrate()
	f.scale()
	return f.completed()
}

// completed sets the fields that follow from the others, which are sizes and
// eliminate, and returns f.
func (f *form) completed() *form {
	f.eliminate = (*program).dense
	if f.q == nil && 2*len(f.rows) <= len(f.c) && f.curved() {
		f.eliminate = (*program).thin
	}
	f.sizes = &program{
		q: images(f.q, absolute), curve: f.curve, c: absolute(f.c),
		rows: images(f.rows, absolute), h: scaled(absolute(f.h), -1),
		bounds: images(f.bounds, func(b bound) bound { return bound{b.v, 1} }),
	}
	return f
}

// curvature returns the diagonal of Q, and the rest of Q, which is nil if Q is
// diagonal. A negative diagonal entry becomes 0: it is a rounding error, unless
// notConvex refuses Q.
func (p QP) curvature() (curve []float64, rest [][]float64) {
	curve = make([]float64, len(p.C))
	copy(curve, p.curve)
	if p.Q == nil {
		return curve, nil
	}
	most := 0.0
	rest = images(p.Q.rows(), slices.Clone[[]float64])
	for j, row := range rest {
		curve[j], row[j] = max(0, row[j]), 0
		most = max(most, maxAbs(row))
	}
	if most == 0 {
		rest = nil
	}
	return curve, rest
}

// The function add adds the row aᵀx ≤ b, or aᵀx = b. From b it subtracts the
// terms of fixed variables, which are known numbers. Let rest be the
// difference, and S the sum of |b| and the sizes of these terms.
//
// With n variables in all, a rest of at most (n + 1)εS may be only rounding,
// and becomes 0. If the row has only fixed variables, the limit is 10⁻⁸S,
// because Solve accepts such an error in any row.
//
// If b is 10²⁰ or more in an inequality, it counts as infinite, and the row
// becomes 0 ≤ 1.
func (f *form) add(a []float64, b float64) {
	row, rest, small := slices.Clone(a), b-Dot(a, f.fixed), float64(len(a)+1)*eps
	scaleRow(row, 1, f.free)
	if maxAbs(row) == 0 {
		small = acceptable
	}
	if math.Abs(rest) <= small*(math.Abs(b)+terms(a, f.fixed)) {
		rest = 0
	}
	if b >= endless && len(f.rows) >= f.eq {
		clear(row)
		rest = 1
	}
	f.rows, f.h = append(f.rows, row), append(f.h, rest)
}

// curved reports whether each variable has a bound, or a curvature of its own
// that is above 10⁻¹³ (the constant ridge). With a smaller curvature η, the
// term with 1/η would hide all others in the sums of (schur).
func (f *form) curved() bool {
	eta := slices.Clone(f.curve)
	for _, b := range f.bounds {
		eta[b.v] = 1
	}
	return len(eta) > 0 && slices.Min(eta) > ridge
}

// thinRidge replaces an η of 0 in the function thin. The η of a variable
// without curvature is 0, or nearly so, when the function polished leaves out
// its bounds. With ridge in its place, 1/η would be 10¹³, and the terms of
// other variables with η = 1 would keep only three of 16 digits in the sums of
// (schur). With 1/η = 10⁸ they keep eight, and refinement finds the others.
const thinRidge = 1e-8

// thin is the elimination for a diagonal H. It does not write the rows twice,
// so that each row has its whole weight in (schur), and D is W.
func (p *program) thin(w, eta []float64) func(r2, x, z []float64) {
	half := images(eta, func(e float64) float64 { // L⁻¹
		if e <= 2/infinite {
			e = thinRidge
		}
		return 1 / math.Sqrt(e)
	})
	y := images(p.rows, slices.Clone[[]float64])
	for _, row := range y {
		scaleRow(row, 1, half)
	}
	s := schur(y, w)
	return func(r2, x, z []float64) {
		scaleRow(x, 1, half)
		solveSchur(s, y, r2, x, z)
		scaleRow(x, 1, half)
	}
}

// powerOfTwo returns the power of two just above v > 0, or 1 for v = 0.
func powerOfTwo(v float64) float64 {
	_, e := math.Frexp(v)
	return math.Ldexp(1, max(-300, min(300, e))) // so that products of three are finite
}

// equilibrate finds a scale r[i] for each row and d[j] for each variable, so
// that the largest entry of each row and each column of (Q Gᵀ; G 0) is near 1.
// Ten times, one after the other, it divides each row and each column by the
// square root of its largest entry. Of Q it looks at the diagonal only: since
// |qᵢⱼ| ≤ √(qᵢᵢqⱼⱼ), no entry is above 1 if none on the diagonal is.
func (f *form) equilibrate() {
	f.d, f.r = ones(len(f.c)), ones(len(f.rows))
	rooted := func(s, v float64) float64 { // about s/√v, since v is nearly 2ᵉ; s for v = 0
		_, e := math.Frexp(v)
		return math.Ldexp(s, -e/2)
	}
	for range 10 {
		column := each(len(f.c), func(j int) float64 { return f.curve[j] * f.d[j] * f.d[j] })
		for i, row := range f.rows {
			most := 0.0
			for j, v := range row {
				v = math.Abs(v) * f.r[i] * f.d[j]
				most, column[j] = max(most, v), max(column[j], v)
			}
			f.r[i] = rooted(f.r[i], most)
		}
		for j, v := range column { // limited, so that products of three are finite
			f.d[j] = max(0x1p-100, min(0x1p100, rooted(f.d[j], v)))
		}
	}
	for i, row := range f.rows { // a row 0 ≤ h is scaled by its right-hand side
		if maxAbs(row) == 0 {
			f.r[i] = 1 / powerOfTwo(math.Abs(f.h[i]))
		}
	}
}

// The function scale appends the bounds to the rows. It multiplies row i by
// r[i] and column j by d[j], entry qᵢⱼ by d[i]d[j], and cⱼ by d[j]. Since
// gᵢⱼxⱼ = (gᵢⱼd[j])(xⱼ/d[j]), the new variables are xⱼ/d[j]. To bring the
// right-hand sides nearer to 1, scale divides x once more, by the square root
// of the largest right-hand side. At the end it multiplies the objective by the
// factor co, so that the largest coefficient is near 1.
//
// Why the square root? The method starts near 1. Suppose that Q and c are near
// 1, but some bounds are 10⁶, far from the start. If we divided x by 10⁶, the
// bounds would be 1. But Q would be multiplied by 10¹², and c only by 10⁶. Then
// c would be only 10⁻⁶ times Q. If we divide x by the root, 10³, the bounds
// become 10³, and c becomes 10⁻³ times Q. Neither is off by 10⁶.
//
// A bound above 10⁹ in size may mean "no bound". Therefore it does not count
// as a right-hand side here, unless the right-hand side of some row is at least
// 10⁻⁹ times the bound.
func (f *form) scale() {
	scaleRow(f.h, 1, f.r)
	most, near := maxAbs(f.h), 1e9*max(1, maxAbs(f.h))
	for j, d := range f.d {
		lo, hi := f.p.bounds(j)
		for l, h := range []float64{lo, hi} {
			if sign := float64(2*l - 1); finite(h) && f.free[j] != 0 {
				f.bounds = append(f.bounds, bound{j, sign})
				f.h, f.r = append(f.h, sign*h/d), append(f.r, 1/d)
				if math.Abs(h)/d <= near {
					most = max(most, math.Abs(h)/d)
				}
			}
		}
	}
	size := powerOfTwo(math.Sqrt(most)) // x is divided by it, and so are the h
	scaleRow(f.d, size, nil)
	scaleRow(f.r, 1/size, nil)
	scaleRow(f.h, 1/size, nil)
	for i, row := range f.rows {
		scaleRow(row, f.r[i], f.d)
	}
	scaleRow(f.c, 1, f.d)
	for j, row := range f.q {
		scaleRow(row, f.d[j], f.d)
	}
	for j, d := range f.d {
		f.curve[j] *= d * d
	}
	f.co = 1 / powerOfTwo(max(maxAbs(f.c), maxAbs(f.curve)))
	for _, row := range append(slices.Clone(f.q), f.c, f.curve) {
		scaleRow(row, f.co, nil)
	}
	for j, free := range f.free {
		f.curve[j] += 1 - free
	}
}

// solution returns the user's solution for the point w, in the scale of the
// user's program. It puts x within its bounds, and computes the errors that are
// left in the lines of (kkt).
func (f *form) solution(w point) *QPSolution {
	p, x := f.p, slices.Clone(w.x)
	scaleRow(x, 1, f.d)
	axpy(1, f.fixed, x)
	feasibility := 0.0
	for _, b := range f.bounds {
		if lo, hi := p.bounds(b.v); b.sign < 0 {
			x[b.v] = max(lo, x[b.v])
		} else {
			x[b.v] = min(hi, x[b.v])
		}
	}
	g := p.mulQ(x)
	value := Dot(x, g)/2 + Dot(p.C, x)
	axpy(1, p.C, g)
	for i, b := range p.B {
		feasibility = max(feasibility, Dot(p.A.Row(i), x)-b)
	}
	for i, b := range p.Beq {
		feasibility = max(feasibility, math.Abs(Dot(p.Aeq.Row(i), x)-b))
	}
	s := f.multipliers(w, g)
	s.X, s.Value, s.Feasibility, s.Gap = x, value, feasibility, Dot(w.s, w.z)/f.co
	return s
}

// The function multipliers returns a QPSolution with the multipliers of the
// point w, in the scale of the user's program. The argument g is the gradient
// of the objective. To g we add the gradient of each constraint times its
// multiplier. All entries of the sum should be 0. The largest absolute value
// becomes the field Stationarity. For a fixed variable we choose the multiplier
// Lower or Upper here, so that the entry of this variable becomes 0.
func (f *form) multipliers(w point, g []float64) *QPSolution {
	n, m, z := len(g), len(f.rows), slices.Clone(w.z)
	scaleRow(z, 1/f.co, f.r)
	s := &QPSolution{Eq: z[:f.eq:f.eq], Ineq: z[f.eq:m:m], Iterations: f.steps,
		Lower: make([]float64, n), Upper: make([]float64, n)}
	for l, b := range f.bounds {
		if b.sign < 0 {
			s.Lower[b.v] = z[m+l]
		} else {
			s.Upper[b.v] = z[m+l]
		}
	}
	f.p.Aeq.addTVec(s.Eq, g)
	f.p.A.addTVec(s.Ineq, g)
	for j, v := range g {
		if f.free[j] == 0 {
			s.Lower[j], s.Upper[j] = max(0, v), max(0, -v)
		}
		s.Stationarity = max(s.Stationarity, math.Abs(v-s.Lower[j]+s.Upper[j]))
	}
	return s
}

// # The judge
//
// How far is a point x, z, s from a solution? Each line of (kkt) has an error,
// which we divide by the size of the terms of the line. Let uⱼ be the sum of
// the absolute values of the terms in entry j of the first line, and vᵢ that in
// entry i of the second. The largest of the following numbers is the error of
// the point:
//
//	|r_x|ⱼ/uⱼ,   u = |Q||x| + |G|ᵀ|z| + |c|         stationarity
//	|r_z|ᵢ/vᵢ,   v = |G||x| + s + |h|               feasibility
//	min(sᵢ/vᵢ, zᵢ Σⱼ |gᵢⱼ|/uⱼ)                      complementary slackness, of each inequality
//	sᵀz/(xᵀQx + Σ|cⱼxⱼ|)                            the gap, beside the objective       (error)
//
// Complementary slackness wants sᵢ = 0 or zᵢ = 0. It is enough if one of them
// is near 0, hence the third line of (error) takes the smaller of two numbers.
// The first, sᵢ/vᵢ, compares the slack sᵢ with the terms of its row. The second
// compares the force zᵢ with the other forces.
//
// In line j of stationarity zᵢ has a term of size zᵢ|gᵢⱼ|, and the terms of the
// line add up to uⱼ. The second number is the sum of the quotients zᵢ|gᵢⱼ|/uⱼ
// over all lines j.
//
// Why do we judge each product sᵢzᵢ, although the gap is their sum? We divide
// the gap by the objective, and a single large variable can make the objective
// large. With a variable at a bound of 10¹⁵, the objective may be 10¹⁵. Then
// 10⁻⁸ of it is a gap of 10⁷, and the products of other variables could be 10⁷
// instead of 0.
//
// And why do we judge the gap, too? Many small products may add up to a large
// gap.
//
// We compute (error) from the scaled numbers. Scaling multiplies numerator and
// denominator of each fraction by the same factor. Therefore a fraction that is
// small for the scaled numbers is small for the user's numbers too. But if all
// terms of a fraction are rounding errors, it may be near 1, although nothing
// is wrong. Therefore we add 10⁻⁶ to each denominator, which is little compared
// with scaled entries near 1.
//
// If x is very large, the terms in (error) are large too, and may hide an error
// of the value f(x). How far may the errors in (kkt) lift f(x) above the value
// f(x*) of a solution x*? As f is convex,
//
//	f(x) − f(x*) ≤ ∇f(x)ᵀ(x − x*) = (r_x − Gᵀz)ᵀ(x − x*)        [r_x = ∇f(x) + Gᵀz]
//	−zᵀGx = −zᵀh + zᵀs − zᵀr_z                                   [r_z = Gx + s − h]
//	zᵀGx* ≤ zᵀh                                                  [x* is feasible]
//	f(x) − f(x*) ≤ r_xᵀ(x − x*) + zᵀs − zᵀr_z                    [the three together]
//
// We do not know x*. But r_xᵀ(x − x*) is at most Σ |r_x|ⱼ times the largest
// entry of x − x*. As x is nearly x*, we take the largest entry of x for it.
//
// If the bound is then too large, we polish x, see "The last digits". If the
// new point x⁺ has an error of at most 10⁻¹³, it is much nearer to x*, and we
// take ten times the largest entry of x − x⁺, to be safe.
//
// To the bound we add the rounding errors of f(x): ε times the sum of the sizes
// of its terms. An entry of Q or c, such as 0.006, may itself be rounded, and
// if x is 10⁶, xᵀQx multiplies this error by 10¹². Hence we add ε times the
// size of each term with such an entry once more. We suppose that an entry with
// at most 24 binary digits, such as an integer up to 2²⁴, is exact.
//
// The bound with these rounding errors may be at most 10⁻⁶ times |f(x)|, or
// 10⁻⁶ times the largest entry of Q and c if that is larger. The entry is for
// an f(x) near 0, where 10⁻⁶|f(x)| would allow no error. If the xⱼ are near 1,
// the entry is about as large as the largest term of f(x).

const (
	acceptable  = 1e-8 // the largest error of a solution: 10⁻⁷ loses digits, 10⁻⁹ refuses some
	floor       = 1e-6 // is added to the denominators of (error); below it, run tries polish
	sharpenings = 40   // how often evidence is changed at most, see sharpened
)

// errorOf returns the largest number of (error) at w, whose residual is r.
func (f *form) errorOf(w, r point) float64 {
	size, inverse, reach := f.sizeOf(w), f.newPoint(), f.newPoint()
	for i := range size.all {
		size.all[i] += floor
	}
	gap := Dot(w.s, w.z)
	// (qp gap) gives xᵀQx, if r_x and r_z are small.
	curve := math.Abs(gap - Dot(f.c, w.x) - Dot(f.h, w.z))
	worst := gap / (curve + terms(f.c, w.x) + floor)
	for i, v := range r.xz() {
		worst = max(worst, math.Abs(v)/size.all[i])
	}
	for j, u := range size.x {
		inverse.x[j] = 1 / u
	}
	f.sizes.times(inverse, reach) // |G|(1/u)
	for i := f.eq; i < len(w.s); i++ {
		worst = max(worst, min(w.s[i]/size.z[i], w.z[i]*reach.z[i]))
	}
	return worst
}

// sizeOf returns u and v of (error) at w, as the x and z of a point.
func (f *form) sizeOf(w point) point {
	size := f.newPoint()
	f.sizes.residual(f.view(absolute(w.all)), size)
	return size
}

// The function run iterates until a point has an error of at most 10⁻¹³ (the
// constant sharp), or until stop returns true. It calls stop with each point,
// the step that led there, and the error of the point. (At the start the step
// is the point itself.)
//
// When the error is at most 10⁻⁶, and also when no step is left, run tries to
// improve the best point by the function polish, see "The last digits". It
// returns the best point and its error.
func (f *form) run(stop func(w, step point, worst float64) bool) (best point, least float64) {
	best, least = f.newPoint(), inf
	last, left := f.newPoint(), mostSteps
	f.iterate(func(w, r point) bool {
		now := f.errorOf(w, r)
		if now < least {
			least = now
			copy(best.all, w.all)
		}
		if stop(w, f.view(difference(w.all, last.all)), now) {
			return true
		}
		copy(last.all, w.all)
		left--
		end := left == 0 || !finite(now)
		if end || least <= floor { // near enough for the guess of polish
			best, least = f.polish(best, least)
		}
		if end || least <= sharp {
			return true
		}
		f.steps++
		return false
	})
	return best, least
}

// outcome solves the program, and judges the result. It tests whether a step Δx
// or Δz of the iteration proves that there is no solution. If the result is in
// doubt, outcome also computes the d nearest to −c with Qd = 0 and Gd ≤ 0, and
// tests whether d is a ray. "Programs without a solution" says why.
func (f *form) outcome() (s *QPSolution, err error) {
	if s, err = f.dependent(); err != nil {
		return s, err
	}
	bare, rays := f.constraints(), f.falling()
	w, worst := f.run(func(_, step point, _ float64) bool {
		if s, err = bare.separation(step.z); err == nil {
			s, err = rays.ray(step.x)
		}
		return err != nil
	})
	if err == nil {
		good, bad := f.judged(w, worst)
		if bad = cmp.Or(bad, f.drowned(good, w)); bad == nil && !f.doubtful(w) {
			return good, nil
		}
		d, _ := rays.run(func(_, _ point, _ float64) bool { return false })
		f.steps += rays.steps
		if s, err = rays.ray(d.x); err == nil {
			return good, bad
		}
	}
	if errors.Is(err, ErrUnbounded) {
		if none, no := bare.feasible(); no != nil {
			s, err = none, no
		}
	}
	s.Iterations = f.steps + bare.steps
	return s, err
}

// feasible looks for a feasible point of a program without an objective. It
// returns an error if there is none, or if none is found.
func (f *form) feasible() (s *QPSolution, err error) {
	w, worst := f.run(func(_, step point, _ float64) bool {
		s, err = f.separation(step.z)
		return err != nil
	})
	if err == nil {
		return f.judged(w, worst)
	}
	return s, err
}

// The function judged writes the point w, whose error is the number worst, as a
// QPSolution. If this error is above 10⁻⁸ (the constant acceptable), judged
// also returns an error. If numbers of the QPSolution overflow, judged returns
// an error, too, and the QPSolution of another point, whose variables are as
// near to 0 as their bounds allow.
func (f *form) judged(w point, worst float64) (*QPSolution, error) {
	s := f.solution(w)
	numbers := []float64{s.Value, s.Feasibility, s.Stationarity, s.Gap}
	if !finite(maxAbs(slices.Concat(s.X, s.Ineq, s.Eq, s.Lower, s.Upper, numbers))) {
		return f.solution(f.newPoint()), fmt.Errorf("%w: QP: numbers overflow", ErrNotConverged)
	}
	return s, unless(worst <= acceptable, "%w: QP: relative error %.2g", ErrNotConverged, worst)
}

// doubtful reports whether some slope cⱼ may be lost beside the other terms of
// its line of stationarity. Then the objective may fall along xⱼ without end,
// although (error) is small.
func (f *form) doubtful(w point) bool {
	size := f.sizeOf(w)
	return slices.ContainsFunc(upTo(len(f.c)), func(j int) bool {
		return f.c[j] != 0 && math.Abs(f.c[j]) < acceptable*size.x[j]
	})
}

// drowned returns an error if rounding, or the errors that are left in the
// lines of (kkt), may make the value f(x) wrong by more than "The judge"
// allows. For the rounding of a sum of n terms we take ε times the sum of their
// absolute values, and not nε times, because the errors of many terms mostly
// cancel.
func (f *form) drowned(s *QPSolution, w point) error {
	r, p, x, unit := f.newPoint(), f.p, absolute(s.X), maxAbs(f.p.C)
	f.residual(w, r)
	lost := (Dot(w.s, w.z) + terms(r.z, w.z)) / f.co
	lost += eps * (terms(x, p.mulQ(s.X)) + terms(x, p.C) + Dot(x, images(p.C, inexact)))
	if p.Q != nil {
		unit = max(unit, maxAbs(p.Q.Data))
		for j, row := range p.Q.rows() {
			lost += eps * x[j] * Dot(x, images(row, inexact)) / 2
		}
	}
	may, far := 1e-6*max(math.Abs(s.Value), cmp.Or(unit, 1)), maxAbs(w.x)
	slope := sumAbs(r.x) / f.co
	if !(lost+slope*far <= may) { // polish takes time
		if next, e := f.polish(w, inf); e <= sharp {
			far = 10 * maxAbs(difference(w.x, next.x))
		}
	}
	lost += slope * far
	return unless(lost <= may,
		"%w: QP: value %g may be wrong by %.2g", ErrNotConverged, s.Value, lost)
}

// inexact returns |v|, or 0 if v has at most 24 binary digits.
func inexact(v float64) float64 {
	if float64(float32(v)) == v {
		return 0
	}
	return math.Abs(v)
}

// notConvex looks for a direction along which Q curves downwards, and returns
// it with [ErrNotConvex]. If there is none, both results are nil. There is none
// if Q is diagonal and has no negative entry. Let tol be the tolerance of
// IsPSD. If Q + tol·I has a Cholesky factorisation, there is none either.
// Otherwise notConvex computes the smallest eigenvalue of Q. Only if this
// eigenvalue is below −tol, its eigenvector is such a direction.
func (f *form) notConvex() (*QPSolution, error) {
	negative := func(j int) bool { return f.p.Q.At(j, j) < 0 }
	if f.p.Q == nil || f.q == nil && !slices.ContainsFunc(upTo(len(f.c)), negative) {
		return nil, nil
	}
	q := FromRows(images(f.p.Q.rows(), slices.Clone[[]float64]))
	for j, row := range q.rows() {
		scaleRow(row, f.free[j], f.free)
	}
	shifted, tol, last := images(q.rows(), slices.Clone[[]float64]), psdTolerance(q), len(f.c)-1
	for i, row := range shifted {
		row[i] += tol
	}
	if factor(shifted) == nil {
		return nil, nil
	}
	e, err := q.Eigen()
	if err != nil || e.Values[last] >= -tol {
		return nil, nil
	}
	s := &QPSolution{X: overLargest(e.Vectors.T().Row(last))}
	s.Value = Dot(s.X, f.p.mulQ(s.X))
	return s, fmt.Errorf("%w: x'Qx = %g along X", ErrNotConvex, s.Value)
}

// # The last digits
//
// At a solution, each inequality has sᵢ = 0 or zᵢ = 0. The iteration keeps both
// above 0, so that its points only approach the solution. Suppose that the
// product sᵢzᵢ has come down to 10⁻¹². If sᵢ is then near 1, zᵢ is about 10⁻¹².
// But if both go to 0, each may still be about 10⁻⁶, which is far from the
// solution.
//
// To get the last digits, we guess which inequalities hold with equality at the
// solution: those with s < z. We solve the program with these as equalities,
// and without the other inequalities.
//
// If the guess is right, the solution of (saddle) for this program is the
// answer. If not, its s and z give the next guess by the same rule:
// inequalities with s < z become equalities, and the others are left out. An
// inequality that was an equality has s = 0 now, hence it stays one if z > 0.
// One that was left out has z = 0 now, hence it becomes an equality if s < 0.

// The function polish guesses that the inequalities with s < z at the point w
// hold with equality, and computes the point for this guess. If the error of
// the new point is at most 10⁻¹³ (the constant sharp), polish returns the new
// point and this error. Otherwise it makes the next guess, even after a larger
// error, because a later guess may be better. After ten guesses it returns w
// and the error of w, the argument worst.
//
// A wrong guess may leave out all that keeps some variables near 0. They can
// then become 10⁹⁰, and hide any error beside them in (error). Therefore the
// entries of x may become at most 10³ times as large as those of w.
func (f *form) polish(w point, worst float64) (point, float64) {
	next, r := w, f.newPoint()
	active := each(len(w.s), func(i int) bool { return i < f.eq || w.s[i] < w.z[i] })
	for range corrections {
		next = f.polished(next, active)
		f.residual(next, r)
		if e := f.errorOf(next, r); e <= sharp && maxAbs(next.x) <= 1e3*(1+maxAbs(w.x)) {
			return next, e
		}
	}
	return w, worst
}

// The function polished puts one of these constants into W for each inequality:
// tight if it is treated as an equality, and infinite if it is left out. The
// constant tight stands for 0, and the constant infinite for ∞. They are finite
// and not 0, because for each entry w of W the numbers 1/w and w(1 + w) have to
// be finite.
const tight, infinite = 1e-200, 1e100

// polished returns the solution of (saddle) for a guess. Where the slice active
// holds true, the constraint is treated as an equality, with W = 0. The others
// have W = ∞, so that z = 0. If a bound is treated so, its variable is set to
// the bound.
//
// To correct rounding errors, polished solves (saddle) again, for the residual
// that is left. At the end it writes the next guess into active, and sets
// negative s and z to 0.
func (f *form) polished(w point, active []bool) point {
	next, r, u := f.view(slices.Clone(w.all)), f.newPoint(), f.newPoint()
	ratio := make([]float64, len(f.h))
	clear(next.s)
	for i := f.eq; i < len(ratio); i++ {
		if ratio[i] = tight; !active[i] {
			ratio[i], next.z[i] = infinite, 0
		}
	}
	k := f.factor(ratio)
	for solved := range 3 { // the third time only r is computed
		for l, b := range f.bounds {
			if i := len(f.rows) + l; active[i] {
				next.x[b.v] = b.sign * f.h[i] // else a rounding error would be divided by tight
			}
		}
		if f.residual(next, r); solved < 2 {
			k.solve(r, u, 0) // next − u solves the equations
			axpy(-1, u.xz(), next.xz())
		}
	}
	for i := f.eq; i < len(ratio); i++ {
		if !active[i] {
			next.z[i] = 0
		}
		s, z := -r.z[i], next.z[i]
		active[i] = s < z
		next.s[i], next.z[i] = max(0, s), max(0, z)
	}
	return next
}

// # Programs without a solution
//
// If the constraints contradict each other, or if the objective falls without
// end, there is no solution that the steps could approach. But in both cases
// there is a proof. The first consists of multipliers z: the rows of Gx ≤ h,
// each multiplied by its zᵢ, add up to 0 ≤ −1. By Farkas' lemma such z exist.
// The second proof is a direction d along which the objective falls and that no
// constraint blocks.
//
//	Gᵀz = 0, z ≥ 0 on inequalities,        hᵀz < 0    feasible x: 0 = zᵀGx ≤ hᵀz   (separation)
//	Qd = 0, Gd ≤ 0 (= 0 for equalities),   cᵀd < 0    the objective falls           (ray)
//
// For example, x ≤ 1 and x ≥ 2 contradict each other: with z = (1, 1) the sum
// of x ≤ 1 and −x ≤ −2 is 0 ≤ −1. And the objective −x, with the constraint
// x ≥ 0, falls without end along d = 1.
//
// Where do the multipliers z and the direction d of the proofs come from? We
// take them from the steps. If no point is feasible, the multipliers grow in
// each step, so that Δz is large. By the first line of (qp step),
// GᵀΔz = −QΔx − r_x. The right-hand side usually stays small beside Δz. Hence
// GᵀΔz is nearly 0 compared with Δz, and Δz is nearly a proof.
//
// If the objective falls without end, x grows instead, so that Δx is large.
// QΔx = −GᵀΔz − r_x stays small beside it, and Δx is nearly such a direction d.
//
// Why do we test Δz and Δx, and not z and x? The point z is the sum of its
// start and of parts of all steps Δz, and the start does not belong to a proof.
// The same is true of x. Therefore we test the Δz and the Δx of each step.
//
// If Gᵀz is only nearly 0, z proves nothing, because (separation) needs
// xᵀGᵀz = 0 for each feasible x. Even if the entries of Gᵀz are only 10⁻⁸,
// xᵀGᵀz may be −1 for an x with entries of 10⁸.
//
// Therefore we change z until Gᵀz = 0 holds to the last digits. We keep the
// change δᵢ of each zᵢ small compared with zᵢ. But if row i is an equality, zᵢ
// may be 0, and δᵢ/zᵢ becomes δᵢ/1:
//
//	minimise ½Σ (δᵢ/zᵢ)²   subject to   Gᵀ(z + δ) = 0                            (sharpened)
//
// Let u be the multipliers of the constraints in (sharpened). Its stationarity
// is δᵢ/zᵢ² + (Gu)ᵢ = 0, hence δᵢ = −zᵢ²(Gu)ᵢ. With this δ the constraints
// become GᵀZ²G u = Gᵀz, where Z is the diagonal matrix of the zᵢ. As in
// (condensed), Cholesky's method solves this system. The new z is z + δ, but
// with 0 for each negative entry of an inequality. If (separation) does not
// hold yet, we solve (sharpened) again for the new z.
//
// A ray is a direction d that satisfies (ray). If a step Δx is nearly a ray d,
// (Gd)ᵢ may be a little above 0 in some rows: d leads out of the feasible set
// there. We change d until these (Gd)ᵢ are 0. In the other rows, d leads away
// from the boundary with the speed τᵢ = −(Gd)ᵢ. Changing d changes the speeds,
// too. As none may become negative, a larger speed may change by more.
//
// We look for the smallest change δ of d that does this. Let εᵢ be the change
// of the speed τᵢ. To keep the speeds above 0, we keep the ratios εᵢ/τᵢ small,
// too:
//
//	minimise ½‖δ‖² + ½Σ (εᵢ/τᵢ)²   subject to   Qδ = −Qd,   Gδ + ε = −max(0, Gd)
//
// The solution of this program comes from (saddle) with the unit matrix in
// place of Q, with W = τ², and with the rows of Q among the equalities.
//
// A ray proves that the objective falls without end only if the program has a
// feasible point. Therefore, once we have a ray, we look for any feasible
// point, by the same steps with Q = 0 and c = 0.
//
// What if no step Δz or Δx proves that there is no solution? Then the best
// point may be the solution. It has to meet two conditions. First, it has to be
// good enough, see "The judge".
//
// Second, in each line j of stationarity cⱼ has to count. If the other terms
// there are 10⁸ times as large as cⱼ, it does not count: the judge allows an
// error of 10⁻⁸ times the terms, so that even a line without cⱼ would pass.
//
// Otherwise we look for a ray d once more. Of all d with Qd = 0 and Gd ≤ 0, we
// take the one nearest to −c, because cᵀd has to be negative, and falls fastest
// in the direction −c. This d is the solution of a program of the form (qp),
// with the objective ½‖d‖² + cᵀd.

// constraints returns the program without its objective.
func (f *form) constraints() *form {
	g, zero := *f, make([]float64, len(f.c))
	g.q, g.curve, g.c = nil, zero, zero
	return g.completed()
}

// The function falling returns the program whose solution is the d nearest to
// −c with Qd = 0 and Gd ≤ 0. Its objective is ½‖d‖² + cᵀd, and its right-hand
// sides are 0.
//
// For Qd = 0, the rows of Q are added to the equalities. If Q is diagonal, row
// j says only that dⱼ = 0. Then the two bounds dⱼ ≤ 0 and −dⱼ ≤ 0 take its
// place, because a bound costs less than a row. We divide c and each row of Q
// by its own power of two, so that its largest entry is near 1.
func (f *form) falling() *form {
	g, level := *f, [][]float64(nil)
	for j, row := range f.q {
		row = slices.Clone(row)
		row[j] = f.curve[j]
		if most := maxAbs(row); most != 0 {
			level = append(level, scaled(row, 1/powerOfTwo(most)))
		}
	}
	if f.q == nil {
		g.bounds = slices.Clip(g.bounds) // so that append makes a copy
		for _, j := range nonzero(f.curve) {
			g.bounds = append(g.bounds, bound{j, 1}, bound{j, -1}) // dⱼ ≤ 0 and −dⱼ ≤ 0
		}
	}
	g.rows, g.eq = slices.Concat(f.rows[:f.eq], level, f.rows[f.eq:]), f.eq+len(level)
	g.q, g.curve, g.c = nil, ones(len(f.c)), scaled(f.c, 1/powerOfTwo(maxAbs(f.c)))
	g.h, g.steps = make([]float64, len(g.rows)+len(g.bounds)), 0
	return g.completed()
}

// The function separation returns z as evidence that the constraints contradict
// each other. First it changes a copy of z a little, until (separation) holds
// up to rounding. If such changes do not help, it returns nil. The form f has
// to be without an objective, as constraints returns it, so that its Q is 0.
func (f *form) separation(z []float64) (*QPSolution, error) {
	v, r, m := f.newPoint(), f.newPoint(), len(f.rows)
	copy(v.z, z)
	if !sharpened(func() float64 { return f.combine(v, r) }, func() {
		square, eta := images(v.z, func(z float64) float64 { return z * z }), slices.Clone(f.curve)
		copy(square, ones(f.eq)) // an equality's z may be 0: its δ is compared with 1
		for l, b := range f.bounds {
			eta[b.v] += square[m+l]
		}
		h := f.condensed(square[:m], eta)
		factor(h)
		forward(h, r.x)
		backward(h, r.x)
		copy(v.x, r.x)
		f.times(v, r)
		for i, g := range r.z {
			v.z[i] -= float64(square[i] * g) // (sharpened)
		}
	}) {
		return nil, nil
	}
	scaleRow(v.z, -f.co/Dot(f.h, v.z), nil) // so that hᵀz is −1 after multipliers divides by co
	s := f.multipliers(v, make([]float64, len(f.c)))
	s.Value = -1
	return s, fmt.Errorf("%w: constraints combine to 0 <= -1", ErrInfeasible)
}

// The function combine sets negative multipliers of inequalities to 0, divides
// z by its largest entry, and returns how far the result is from a proof. The
// function wrong computes this number, and the function separation then decides
// by it.
//
// An entry zᵢ of size 10⁻¹³ or less may be only rounding, and must not decide
// whether hᵀz is negative. Therefore such a zᵢ becomes 0 if its term zᵢhᵢ in
// hᵀz is large enough to matter, above 10⁻¹³ in size. For example, the bound
// x ≥ 10¹⁵ is the row −x ≤ −10¹⁵. If zᵢ is 10⁻¹⁵ there, zᵢhᵢ is −1, and would
// look like a contradiction.
//
// Entry j of Gᵀz should be 0. If it is not, we change the multiplier of a bound
// of variable j so that the entry becomes 0, but only if the new multiplier is
// positive, and if the entry is larger than rounding. Otherwise rounding of
// 10⁻¹⁶ could become the multiplier of a bound x ≤ 10¹⁹, and add 10³ to hᵀz,
// which has to be negative in a proof. At the end the slice r.x holds Gᵀz.
func (f *form) combine(v, r point) float64 {
	size := f.newPoint()
	for i := f.eq; i < len(v.z); i++ {
		v.z[i] = max(0, v.z[i])
	}
	copy(v.z, overLargest(v.z))
	for i, z := range v.z {
		if math.Abs(z) <= sharp && math.Abs(z*f.h[i]) > sharp {
			v.z[i] = 0
		}
	}
	clear(v.x)
	f.times(v, r)
	f.sizes.times(f.view(absolute(v.all)), size)
	for l, b := range f.bounds {
		z := v.z[len(f.rows)+l] - b.sign*r.x[b.v]
		if z > 0 && math.Abs(r.x[b.v]) > 8*eps*size.x[b.v] {
			v.z[len(f.rows)+l], r.x[b.v] = z, 0
		}
	}
	return wrong(-Dot(f.h, v.z), terms(f.h, v.z), r.x, size.x)
}

// The function ray returns d as evidence that the objective falls without end.
// First it changes a copy of d a little, until (ray) holds up to rounding. If
// such changes do not help, it returns nil. The form f has to come from the
// function falling.
func (f *form) ray(d []float64) (*QPSolution, error) {
	v, r, u, ratio := f.newPoint(), f.newPoint(), f.newPoint(), make([]float64, len(f.h))
	copy(v.x, d)
	if !sharpened(func() float64 { return f.fall(v, r, ratio) }, func() {
		f.factor(ratio).solve(r, u, 0)
		axpy(-1, u.x, v.x)
	}) {
		return nil, nil
	}
	scaleRow(v.x, 1, f.d)
	s := &QPSolution{X: overLargest(v.x)}
	s.Value = Dot(f.p.C, s.X) + Dot(f.p.mulQ(f.fixed), s.X)
	const what = "%w: along X the objective changes by %g"
	return s, fmt.Errorf(what, ErrUnbounded, s.Value)
}

// The function fall makes d obey the bounds, divides d by its largest absolute
// value, and returns how far the result is from a proof. The function wrong
// computes this number. A variable with an upper bound cannot grow without end.
// Therefore a positive entry of d becomes 0 if its variable has an upper bound,
// and a negative entry if its variable has a lower bound.
//
// The slice ratio, the diagonal of W, becomes τ². The slice r.z becomes the
// part of Gd that should be 0: (Gd)ᵢ for an equality, and max(0, (Gd)ᵢ) for an
// inequality.
func (f *form) fall(v, r point, ratio []float64) float64 {
	for _, b := range f.bounds {
		v.x[b.v] = b.sign * min(0, b.sign*v.x[b.v])
	}
	copy(v.x, overLargest(v.x))
	size := f.newPoint()
	f.times(v, r)
	f.sizes.times(f.view(absolute(v.all)), size)
	clear(r.x)
	for i := f.eq; i < len(r.z); i++ {
		speed := max(0, -r.z[i])
		ratio[i], r.z[i] = max(tight, speed*speed), max(0, r.z[i])
	}
	return wrong(-Dot(f.c, v.x), terms(f.c, v.x), r.z, size.z)
}

// The function sharpened calls the functions measure and correct in turn. If
// measure returns at most 1, there is a proof, and sharpened returns true. If
// measure returns a number that is not finite, corrections do not help, and
// sharpened returns false. After 40 corrections, the constant sharpenings, it
// also returns false.
func sharpened(measure func() float64, correct func()) bool {
	for range sharpenings {
		e := measure()
		if e <= 1 || !finite(e) {
			return e <= 1
		}
		correct()
	}
	return false
}

// The function wrong returns how far z or d is from a proof. The caller has
// made the largest entry of z or d 1. The number strength is −hᵀz or −cᵀd, and
// positive in a proof. The number total is the sum of the absolute values of
// the terms of this product. Because of rounding, strength counts as positive
// only above 10⁻⁸ and above 10⁻¹³ times total. Otherwise the result is +Inf,
// for "no proof".
//
// The slice zero holds the entries that should be 0, and the slice size the
// sizes of their terms. The limit for each entry is the smaller of 10⁻⁸ times
// strength and a rounding error, 32ε(1 + size). The result is the largest
// quotient of an entry and its limit. If it is at most 1, there is a proof. If
// an entry is above 0.01, the small changes of the function sharpened cannot
// help, and the result is +Inf.
//
// With 500ε in place of 32ε, programs whose solution is of size 10¹⁵ would
// count as contradictions. With 8ε, proofs with 200 rows would not be found.
func wrong(strength, total float64, zero, size []float64) float64 {
	if !(strength > max(acceptable, sharp*total) && maxAbs(zero) <= 0.01) {
		return inf
	}
	most := 0.0
	for i, e := range zero {
		most = max(most, math.Abs(e)/min(acceptable*strength, 32*eps*(1+size[i])))
	}
	return most
}

// The function dependent looks for equalities that follow from the equalities
// before them. It replaces each of these by 0 = 0, which has the multiplier 0.
// To find out whether an equality follows, we subtract multiples of the rows
// before it from its row, as in Gaussian elimination, until the row is 0 at the
// pivots of these rows. The vector y holds the factor of each equality in the
// result, 1 for the equality itself.
//
// If the row and its right-hand side are now 0 up to rounding, the equality
// follows from those before. If only the row is 0, y combines the equalities to
// a contradiction, and is the proof that there is no solution. (If rounding
// prevents this proof, the row stays, and the iteration has to find out.)
func (f *form) dependent() (*QPSolution, error) {
	var rows [][]float64 // with right side and y
	var pivots []int
	n := len(f.c)
	for i := range f.eq {
		row := slices.Concat(f.rows[i], f.h[i:i+1], make([]float64, len(f.h)))
		row[n+1+i] = 1
		for l, j := range pivots {
			axpy(-row[j]/rows[l][j], rows[l], row)
			row[j] = 0
		}
		size, rest, y := absolute(row[:n]), row[n], row[n+1:]
		if most := maxAbs(size); most > sharp {
			rows, pivots = append(rows, row), append(pivots, slices.Index(size, most))
			continue
		}
		if math.Abs(rest) > acceptable*math.Abs(f.h[i])+sharp*terms(y, f.h) {
			if s, err := f.constraints().separation(scaled(y, -1/rest)); err != nil {
				return s, err
			}
			continue
		}
		clear(f.rows[i])
		f.h[i] = 0
	}
	f.completed()
	return nil, nil
}

// # Bad input

// check returns an error that names what is wrong with the fields of p.
func (p QP) check() error {
	n := len(p.C)
	err := cmp.Or(checkSizes("C", p.C, "scale it"),
		checkFinite("B", p.B), checkSizes("Beq", p.Beq, "scale it"), p.checkPart("Q", p.Q, "C", n),
		p.checkPart("A", p.A, "B", len(p.B)), p.checkPart("Aeq", p.Aeq, "Beq", len(p.Beq)))
	if err == nil && p.Q != nil {
		err = p.Q.checkSymmetric("Q")
	}
	err = cmp.Or(err, unless((p.Lo == nil || len(p.Lo) == n) && (p.Hi == nil || len(p.Hi) == n),
		"svm: Lo has length %d, Hi %d, C %d", len(p.Lo), len(p.Hi), n))
	for j := 0; err == nil && j < n; j++ {
		if lo, hi := p.bounds(j); !(lo <= hi && lo < inf && hi > -inf) {
			const want = "want Lo <= Hi, Lo < +Inf, Hi > -Inf"
			err = fmt.Errorf("svm: Lo[%d] = %g, Hi[%d] = %g, %s", j, lo, j, hi, want)
		}
	}
	return err
}

// checkPart returns an error if the matrix is not finite, holds too large a
// number or has a wrong shape. The matrix has to have a column for each entry
// of C. It has to have a row for each entry of the vector that belongs to it: B
// for A, Beq for Aeq and C for Q. The argument side is the name of this vector,
// and the argument length its length.
func (p QP) checkPart(name string, a *Matrix, side string, length int) error {
	n, also := len(p.C), ""
	if side != "C" {
		also = fmt.Sprintf(", C has length %d", n)
	}
	if a == nil {
		return unless(length == 0 || side == "C",
			"svm: %s has length %d, %s is nil", side, length, name)
	}
	err := cmp.Or(a.checkShape(name), unless(a.Rows == length && a.Cols == n,
		"svm: %s is a %dx%d matrix, %s has length %d%s", name, a.Rows, a.Cols, side, length, also))
	if err == nil {
		err = checkEntries(name, a, mostNumber)
	}
	return err
}

// bounds returns lo and hi of variable j. A lo of −10²⁰ or less, or a hi of
// 10²⁰ or more, counts as infinite, because many people write "no bound" as
// such a number.
func (p QP) bounds(j int) (lo, hi float64) {
	lo, hi = -inf, inf
	if p.Lo != nil && !(p.Lo[j] <= -endless) {
		lo = p.Lo[j]
	}
	if p.Hi != nil && !(p.Hi[j] >= endless) {
		hi = p.Hi[j]
	}
	return lo, hi
}

const endless = 1e20 // see bounds

// mulQ returns Qx. At a solution Qx is often small beside its terms, hence we
// compute it with twice the digits.
func (p QP) mulQ(x []float64) []float64 {
	if p.Q != nil {
		return images(p.Q.rows(), func(row []float64) float64 { return preciseDot(row, x) })
	}
	y := make([]float64, len(x))
	for j, v := range p.curve {
		y[j] = v * x[j]
	}
	return y
}

// preciseDot returns a·b, computed with twice the digits. It also adds up the
// rounding errors, in the variable lost. This works because the rounding error
// of a product or of an addition is itself a float64. See T. Ogita, S. Rump, S.
// Oishi, Accurate sum and dot product (2005).
//
// The function FMA computes the error of a product, v·b[k] − product, with a
// single rounding. For the addition next = total + product, the variable added
// is the part of next that came from product, and next − added the part that
// came from total. The error is product − added plus total − (next − added).
func preciseDot(a, b []float64) float64 {
	total, lost := 0.0, 0.0
	for k, v := range a {
		product := float64(v * b[k])
		next := total + product
		added := next - total
		lost += (total - (next - added)) + (product - added) + math.FMA(v, b[k], -product)
		total = next
	}
	return total + lost
}

// # The machine as a quadratic program
//
// As a minimum over α, the dual of svm.go is the program
//
//	minimise ½αᵀQα − Σ αᵢ  subject to  Σ yᵢαᵢ = 0,  0 ≤ α ≤ C                     (dual program)
//
// Here Qᵢⱼ = yᵢyⱼk(xᵢ, xⱼ). The multiplier u of the equality is b. To see this,
// write stationarity in αᵢ, with gᵢ = Σ αⱼyⱼk(xⱼ, xᵢ) = f(xᵢ) − b:
//
//	yᵢgᵢ − 1 + uyᵢ = Lowerᵢ − Upperᵢ
//
// By complementary slackness Lowerᵢ is 0 unless αᵢ = 0, and Upperᵢ is 0 unless
// αᵢ = C. Hence Lowerᵢ − Upperᵢ is ≥ 0 for αᵢ = 0, ≤ 0 for αᵢ = C, and 0 for an
// αᵢ between 0 and C. It is equal to yᵢ(gᵢ + u) − 1. By the conditions of
// svm.go, yᵢf(xᵢ) − 1 = yᵢ(gᵢ + b) − 1 must have exactly these signs. Hence u
// meets the conditions for b.
//
// For C = ∞ the program (dual program) may have no solution, because its
// objective may fall without end. Therefore we solve another program, which
// always has a solution. The hull of a class is the set of weighted means of
// its φ(xᵢ). The other program asks which points of the two hulls are nearest
// to each other:
//
//	minimise ½‖Σ αᵢyᵢφ(xᵢ)‖²  for  Σ αᵢ over y = +1 is 1, so is that over y = −1, α ≥ 0   (hulls)
//
// If the distance D of the hulls is 0, α proves that nothing separates the
// classes. Otherwise the plane of the machine lies in the middle between the
// nearest points, at right angles to their difference v = Σ αᵢyᵢφ(xᵢ). Hence w
// is a multiple of v. Both nearest points lie on the margin, so that f is +1 at
// one and −1 at the other. Hence ⟨w, v⟩ = 2.
//
// With ‖v‖ = D this gives w = 2v/D². Hence the multipliers of the machine are
// 2/D² times the αᵢ of (hulls).
//
// For the Linear kernel Q = FFᵀ with F = Diag(y)X, and more variables make Q
// diagonal, as in "One form for all programs":
//
//	minimise ½‖v‖² − Σ αᵢ  subject to  Σ yᵢαᵢ = 0,  Fᵀα − v = 0,  0 ≤ α ≤ C      (plane program)
//
// In (plane program) v = Σ αᵢyᵢxᵢ is the w of the machine. If we computed this
// sum from α, terms could cancel and digits could be lost. But the solver finds
// v as a variable of its own, with all its digits. Therefore PrimalQP takes w
// from there, and need not solve the primal of svm.go, which has the n slacks
// as variables. Only if there are many features, see addPlane, PrimalQP
// computes w from α.

// DualQP trains a machine with any kernel by its dual program. It is slow, but
// exact to many digits, and can therefore be used to check other solvers.
//
// For C = +Inf, if no function separates the labels, DualQP returns
// [ErrNotSeparable] with a model that proves this. For any C, it returns
// [ErrNotConvex] if k is no kernel on these points. It returns
// [ErrNotConverged], with the machine so far, if Trace ends the search, or if
// rounding prevents the machine from meeting the conditions of optimality.
//
// It costs n²/2 kernel values and about 10 to 60 times n³/6 multiply-adds, in
// O(n²) memory. For [Linear] with d < n features it is 10 to 60 times nd², in
// O(nd) memory.
func DualQP[X any](k Kernel[X], x []X, y []float64, o Options) (*Model[X], error) {
	p, err := newDualProgram(k, x, y, o)
	if p == nil {
		return nil, err
	}
	alpha, steps := make([]float64, len(x)), 0
	if err == nil {
		if alpha, steps, err = p.run(); alpha == nil {
			return nil, err
		}
	}
	m := newModel(k, x, y, alpha, p.gradient(alpha), p.cost, p.most)
	if err == nil {
		m, err = p.judge(m)
	}
	m.Iterations, m.Evaluations = steps, p.count()
	return m, err
}

// dualProgram is (dual program), or (hulls) for C = ∞. Q holds the
// yᵢyⱼk(xᵢ, xⱼ).
//
// For the Linear kernel, row i of f is yᵢ(xᵢ − mean). If there are few
// features, the program is (plane program) without the matrix Q, so that thin
// can solve it.
type dualProgram[X any] struct {
	QP
	watch
	k       Kernel[X]
	x       []X
	y, cost []float64
	most    float64 // the largest k(xᵢ, xᵢ) that counts
	f       *Matrix
	mean, w []float64 // w is found by run

	distance float64 // of the hulls for C = ∞, found by run
}

// newDualProgram checks what a user has given, calls Trace for the first time,
// and then computes the program. If Trace returns false, now or later while the
// kernel values are computed, newDualProgram returns errStopped, with a program
// that is not computed, or only in part. The field mean is the mean of the
// points without those of weight 0.
func newDualProgram[X any](k Kernel[X], x []X, y []float64, o Options) (*dualProgram[X], error) {
	cost, err := checkTraining(k, x, y, o)
	if err != nil {
		return nil, err
	}
	n := len(x)
	p := &dualProgram[X]{k: k, x: x, y: y, cost: cost}
	p.QP = QP{C: scaled(ones(n), -1), Aeq: &Matrix{1, n, y}, Beq: []float64{0},
		Lo: make([]float64, n), Hi: cost}
	p.trace, p.progress.Violation = o.Trace, 1 // the relative error so far
	if !p.goesOn() {
		return p, errStopped
	}
	if hardMargin(cost) { // (hulls)
		p.C, p.Aeq, p.Beq = make([]float64, n), NewMatrix(2, n), ones(2)
		for i, v := range y {
			p.Aeq.Set(int(v+1)/2, i, 1)
		}
	}
	square, counted := []float64(nil), nonzero(cost)
	if points, ok := any(x).([][]float64); ok && isLinear(k) {
		// The points as given, not centred: the machine's f is evaluated at
		// them, and its rounding errors grow with their lengths.
		square = images(points, func(x []float64) float64 { return Dot(x, x) })
		points, p.mean = centred(points, pick(points, counted))
		for i, z := range points {
			scaleRow(z, y[i], nil)
		}
		p.f = FromRows(points)
		p.addPlane()
	} else if p.Q, err = gramOf(&p.watch, k, x); p.stopped {
		return p, err
	} else if err != nil {
		return nil, err
	} else {
		square = each(n, func(i int) float64 { return p.Q.At(i, i) })
		for i, row := range p.Q.rows() {
			scaleRow(row, y[i], y)
		}
	}
	p.most = slices.Max(pick(square, counted))
	return p, nil
}

// addPlane adds the variables v of (plane program). If there are so many
// features that thin could not be used, it computes the matrix Q = FFᵀ instead.
func (p *dualProgram[X]) addPlane() {
	n, d, e := p.f.Rows, p.f.Cols, p.Aeq.Rows
	if 2*(e+d) > n+d {
		p.Q = p.f.Mul(p.f.T())
		return
	}
	a := NewMatrix(e+d, n+d)
	for i, row := range p.Aeq.rows() {
		copy(a.Row(i), row)
	}
	for j, row := range p.f.T().rows() {
		copy(a.Row(e+j), row)
		a.Set(e+j, n+j, -1)
	}
	zero, end := make([]float64, d), scaled(ones(d), inf)
	p.Aeq, p.Beq, p.C = a, slices.Concat(p.Beq, zero), slices.Concat(p.C, zero)
	p.Lo, p.Hi = slices.Concat(p.Lo, scaled(end, -1)), slices.Concat(p.Hi, end)
	p.curve = slices.Concat(make([]float64, n), ones(d))
}

// gradient returns gᵢ = Σ αⱼyⱼk(xⱼ, xᵢ).
func (p *dualProgram[X]) gradient(alpha []float64) []float64 {
	if p.Q != nil && p.f == nil {
		return signed(p.Q.MulVec(alpha), p.y)
	}
	f, _ := spanned(p.k, p.x, signed(alpha, p.y))
	return f.sums(p.x)
}

// dual returns the dual value of the machine with the α of s. As long as the
// iteration goes on, the v of (plane program) may differ from Fᵀα. Therefore we
// compute Fᵀα.
func (p *dualProgram[X]) dual(s *QPSolution) float64 {
	value := s.Value
	if p.curve != nil {
		w := p.f.mulTVec(s.X[:len(p.x)])
		value = Dot(w, w)/2 + Dot(p.C, s.X)
	}
	if hardMargin(p.cost) {
		return 1 / max(value, tiny) // Σ αᵢ − ½‖w‖² = 2/D²
	}
	return -value // (dual program) is a minimum
}

// run solves the program, and returns α. It also sets w and distance. It does
// not look for a proof that there is no solution, because these programs always
// have a solution.
//
// If αᵢ differs from 0 or Cᵢ only by rounding, the function run sets it to 0 or
// Cᵢ. Otherwise point i would count as free, and its bᵢ would enter the mean
// that is taken as b. As a rule the solution is known to about 10⁻¹³ times the
// largest αᵢ. A difference of up to ten times this, 10⁻¹² times the largest αᵢ,
// counts as rounding. If Cᵢ is smaller than that αᵢ, the limit is 10⁻¹²Cᵢ.
func (p *dualProgram[X]) run() (alpha []float64, steps int, err error) {
	hard, n := hardMargin(p.cost), len(p.x)
	s, err := p.solve(func(f *form) (*QPSolution, error) {
		s, err := f.judged(f.run(func(w, _ point, worst float64) bool {
			p.progress = Progress{
				Iterations: f.steps, Violation: worst, Dual: p.dual(f.solution(w)),
			}
			return !p.goesOn()
		}))
		if p.stopped {
			err = errStopped
		}
		return s, err
	})
	if errors.Is(err, ErrNotConvex) {
		return nil, 0, err
	}
	alpha = s.X[:n]
	largest := maxAbs(alpha)
	for i, a := range alpha {
		switch c := 10 * sharp * min(p.cost[i], largest); {
		case a <= c:
			alpha[i] = 0
		case p.cost[i]-a <= c:
			alpha[i] = p.cost[i]
		}
	}
	if p.w = s.X[n:]; p.f != nil && p.curve == nil {
		p.w = p.f.mulTVec(alpha)
	}
	p.distance = math.Sqrt(2 * max(0, s.Value)) // the value is ½D²
	if hard && s.Value > tiny {
		scaleRow(alpha, 1/s.Value, nil)
		scaleRow(p.w, 1/s.Value, nil)
	}
	return alpha, s.Iterations, err
}

// judge returns an error if the certificate of the machine m is not good
// enough. It asks for three things:
//   - |Σ αᵢyᵢ| is at most 10⁻⁸ times Σ αᵢ;
//   - the violation is at most tol, which is 10⁻⁶ plus what rounding explains,
//     for which we allow at most 2·10⁻³, twice the usual Tol of SMO;
//   - the gap is at most the part tol of the primal value, plus what rounding
//     of f may add to it. An error e of f changes a slack ξᵢ > 0 by e, and the
//     primal value by Cᵢe, the price. If αᵢ = Cᵢ, the gap does not change,
//     because it contains (Cᵢ − αᵢ)ξᵢ, which is 0. For C = ∞ the price is ∞,
//     and the violation decides.
//
// If rounding could move f by 1, a point on its margin, where f = ±1, could get
// the wrong label, and the certificate says nothing. Then judge returns an
// error, too. It makes an exception for Linear and a finite C: there f is
// computed from one vector w, and the large numbers of points far from the
// origin cancel in w.
//
// If a hard-margin machine does not pass these tests, judge tests whether the
// hulls have a point in common. If so, nothing separates the labels, and judge
// returns the model that proves this, with [ErrNotSeparable].
func (p *dualProgram[X]) judge(m *Model[X]) (*Model[X], error) {
	c, total, hard := m.Certificate, sum(m.Alpha), hardMargin(p.cost)
	rounding := resolution(total, p.most)
	tol, price := 1e-6+min(2e-3, rounding), 0.0
	for i, slack := range m.Slack {
		if slack > 0 && m.Alpha[i] < p.cost[i] {
			price += p.cost[i]
		}
	}
	holds := c.Balance <= acceptable*total && c.Violation() <= tol &&
		c.Gap() <= tol*c.Primal+rounding*price
	if holds && (rounding <= 1 || p.f != nil && !hard) {
		return m, nil
	}
	if hard {
		if e, proof := p.touching(m.Alpha); errors.Is(proof, ErrNotSeparable) {
			return e, proof
		} else if p.stopped {
			return m, errStopped
		}
	}
	return m, fmt.Errorf("%w: DualQP: violation %.2g, balance %.2g, gap %.2g of %.2g",
		ErrNotConverged, c.Violation(), c.Balance, c.Gap(), c.Primal)
}

// touching returns the model of α with ErrNotSeparable, if α proves that
// nothing separates the classes.
func (p *dualProgram[X]) touching(alpha []float64) (*Model[X], error) {
	return notSeparable(&p.watch, p.k, p.x, p.y, alpha, p.gradient(alpha), p.cost)
}

// PrimalQP trains a linear machine by the program of [DualQP]. It returns the
// plane, and the slack ξᵢ = max(0, 1 − yᵢf(xᵢ)) of each point. For C = +Inf the
// plane is in canonical form, so that the smallest yᵢf(xᵢ) is 1. If every b of
// an interval is optimal, b is its midpoint.
//
// For C = +Inf PrimalQP returns [ErrNotSeparable] if no plane separates the
// labels. For any C it returns [ErrNotConverged], with the plane so far, if
// Trace ends the search, or if the primal value may be above the optimum by
// more than 10⁻⁷ times the primal value.
//
// The last of these mostly has one of two causes. If the points lie far from
// the origin, the values of f have large rounding errors; then centre the
// points. Or C is very large; then lower C.
//
// It costs about 20 times nd² multiply-adds.
func PrimalQP(x [][]float64, y []float64, o Options) (h Hyperplane, slack []float64, err error) {
	p, err := newDualProgram(Linear{}, x, y, o)
	if p == nil {
		return Hyperplane{}, nil, err
	}
	if err != nil {
		return Hyperplane{W: make([]float64, len(x[0]))}, ones(len(x)), err
	}
	alpha, _, stopped := p.run() // not nil, because FFᵀ is positive semi-definite
	h, slack, err = p.plane(alpha)
	// The points of f are centred, so that their lengths are distances from the
	// mean.
	longest := slices.Max(images(pick(p.f.rows(), nonzero(p.cost)), Norm))
	if err != nil && stopped == nil && hardMargin(p.cost) && p.distance <= touching*longest {
		return Hyperplane{}, nil, errTouch
	}
	return h, slack, cmp.Or(stopped, err)
}

// The function plane returns the plane with the normal w, and the slacks. The
// gap is the primal value of the plane minus the dual value of α. If the gap
// may be too large, plane also returns an error.
//
// Rounding may have made the computed gap too small: if f(xᵢ) has an error e,
// so has the slack of point i, and the objective contains Cᵢ times the slack.
// Therefore we add Cᵢe to the gap. For e we take ε times the largest ‖w‖‖xᵢ‖,
// since |⟨w, xᵢ⟩| ≤ ‖w‖‖xᵢ‖.
//
// If Σ αᵢyᵢ is not quite 0, the Lagrangian keeps a term −b Σ αᵢyᵢ. Therefore we
// subtract |b Σ αᵢyᵢ| from the dual value.
//
// Rounding could give each free point a slack, which would add much to the gap.
// To prevent this, we multiply w and b by 1 + 4e.
//
// A margin of 1 − e, which rounding may have left a free point, becomes about
// 1 + 3e. Computed with another error of up to e, it is about 1 + 2e or more.
// We add Cᵢe only for margins of at most 1 + 2e, hence as a rule not for free
// points.
//
// For C = ∞ we scale the plane to canonical form. Then no slack is allowed:
// each constraint yᵢf(xᵢ) ≥ 1 has to hold. But since f has a rounding error of
// up to e, the plane may only meet yᵢf(xᵢ) ≥ 1 − e. The factor of this
// constraint in the Lagrangian is αᵢ. Hence a right-hand side smaller by e
// lowers the optimum by about αᵢe. Therefore we add αᵢe to the gap, in place of
// Cᵢe.
func (p *dualProgram[X]) plane(alpha []float64) (Hyperplane, []float64, error) {
	x, w, ww := any(p.x).([][]float64), p.w, Dot(p.w, p.w)
	g := signed(p.f.MulVec(w), p.y) // ⟨w, xᵢ − mean⟩
	b, e := bias(g, p.y, alpha, p.cost), eps*math.Sqrt(ww*p.most)
	h := Hyperplane{w, b - Dot(w, p.mean)}.Times(1 + 4*e)
	margins := func() []float64 {
		return each(len(x), func(i int) float64 { return h.Functional(x[i], p.y[i]) })
	}
	margin := margins()
	if closest := slices.Min(pick(margin, nonzero(p.cost))); hardMargin(p.cost) && closest > 0 {
		h = h.Times(1 / closest)
		margin = margins()
	}
	primal := primalOf(Dot(h.W, h.W), margin, p.cost)
	gap := math.Abs(primal - (sum(alpha) - ww/2 - math.Abs(b*Dot(alpha, p.y))))
	for i, price := range p.cost {
		if !finite(price) {
			price = alpha[i]
		}
		if margin[i] <= 1+2*e {
			gap += price * e
		}
	}
	return h, images(margin, Hinge), unless(gap <= 1e-7*primal && finite(primal),
		"%w: PrimalQP: gap %.2g of %.2g: centre the points or lower C",
		ErrNotConverged, gap, primal)
}
