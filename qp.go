// SPDX-License-Identifier: MIT

// qp.go solves convex quadratic programs exactly, by a primal–dual interior
// point method. It is slow beside smo.go, but general. The tests compare other
// solvers with it. At the end of the file the support vector machine is written
// as such a program.
//
// Up to "Why that is not enough" it is the textbook method, and a first reading
// can end there. Each section after that one removes a problem of this method.
//
// # Notation
//
// The letters of (qp) belong to a program. In sentences about a machine, w, b,
// C and α mean what they mean in svm.go. The file also uses:
//
//	s, z      slacks and multipliers of the constraints, which are the rows of a matrix G
//	h         the right sides of these rows
//	μ, σ      the mean of sᵢzᵢ over the inequalities, and the part of it that a step asks for
//	τ, κ      the two unknowns of (embedding)
//	ξ         x/τ; at "Own variables" and after it a slack, as in svm.go
//	r         what an equation lacks, or a right side
//	K, w      the matrix of (newton), and an entry of its W; in the code w is often a point
//	∘, s/z    product and quotient of vectors, entry by entry
//
// # The problem
//
//	minimise ½xᵀQx + cᵀx   subject to   Ax ≤ b,   A_eq x = b_eq,   lo ≤ x ≤ hi              (qp)
//
// Q is symmetric positive semi-definite. All constraints have one form here:
// rows of one matrix G with a slack s, Gx + s = h.
//
// An equality is a row with a slack of 0. A bound is a row with a single ±1: x
// ≤ hi as it stands, lo ≤ x as −x ≤ −lo. With a multiplier zᵢ for each row, the
// Lagrangian is
//
//	L(x, z) = ½xᵀQx + cᵀx + zᵀ(Gx − h)                                              (lagrangian)
//
// A point x is optimal if and only if there are z and s with
//
//	Qx + c + Gᵀz = 0                stationarity
//	Gx + s = h                      feasibility
//	s ≥ 0, z ≥ 0                    of inequalities; s = 0 for equalities
//	sᵢzᵢ = 0                        complementary slackness                                (kkt)
//
// By stationarity, x minimises L for this z. So no feasible point has an
// objective below L. This bound is the dual objective. Put in Gᵀz = −Qx − c,
// and it is −½xᵀQx − hᵀz.
//
// The primal objective minus the dual one is the duality gap. Multiply
// stationarity by xᵀ and put in Gx = h − s. Then the gap is a sum of products:
//
//	xᵀQx + cᵀx + hᵀz = sᵀz                                                              (qp gap)
//
// It is never negative, and 0 only at a solution. A solution has such s and z
// because all constraints are linear.
//
// # The plain method
//
// Only sᵢzᵢ = 0 is not linear in (kkt). So take Newton's method, but keep all
// sᵢ and zᵢ of inequalities positive. Start with sᵢ = zᵢ = 1, say. x need not
// be feasible. Stop each step shortly before the first sᵢ or zᵢ becomes 0.
//
// As a rule, a step that asked for sᵢzᵢ = 0 at once would soon make some sᵢ or
// zᵢ nearly 0, and end there. So it asks for sᵢzᵢ = σμ. Here μ is the mean of
// the sᵢzᵢ, and 0 ≤ σ < 1, say σ = 0.1. A step solves
//
//	QΔx + GᵀΔz = −(Qx + c + Gᵀz)
//	GΔx + Δs   = −(Gx + s − h)
//	sᵢΔzᵢ + zᵢΔsᵢ = σμ − sᵢzᵢ                                                             (step)
//
// Let a be the largest number such that s + aΔs and z + aΔz are still ≥ 0. The
// step goes the part min(1, 0.995a) of the way. For an equality, s and Δs are
// 0, z has any sign, and there is no third line.
//
// # An example by hand
//
// Minimise ½x² − 2x subject to x ≤ 1. So Q = 1, c = −2, G = 1 and h = 1.
// Stationarity is x − 2 + z = 0, the slack is s = 1 − x, and Δs = −Δx. The
// solution is x = 1 with z = 1.
//
// Start at x = 0, s = 1, z = 1. Here z is already right, so σ = 0 is enough:
//
//	Δx + Δz = 1,      1·Δz − 1·Δx = −1             so Δx = 1, Δz = 0:       x = 0.995,   s = 0.005
//	Δx + Δz = 0.005,  0.005Δz − Δx = −0.005        so Δx = 0.005, Δz = 0:   x = 0.999975
//
// Each step comes 200 times nearer. Now start at x = 0, s = 1, z = 2, and take
// σ = ½. Then μ = 2, so the step asks for sz = 1:
//
//	Δx + Δz = 0,      1·Δz − 2·Δx = 1 − 2          so Δx = 1/3, Δz = −1/3
//
// s reaches 0 at a = 3 and z at a = 6, so this is a full step. It comes to
// x = 1/3, s = 2/3 and z = 5/3. The product is sz = 10/9. It misses 1 by
// ΔsΔz = 1/9, because the third line of (step) leaves this product out.
//
// TestInteriorPointByHand repeats these numbers. Example_plainInteriorPoint in
// example_test.go is the whole method for the dual of a machine, a box and one
// equality, in fifty lines.
//
// # Why that is not enough
//
// A program may have no solution. Its numbers may be badly scaled. Each step
// factorises a matrix, which is large even if most variables are slacks, and
// nearly singular at the end. And if sᵢ and zᵢ are both 0 at the solution, the
// last digits come slowly. The sections below remove these problems one by one.
//
// # No solution: the embedding
//
// The first problem: if no x is feasible, or if the objective has no lower
// bound, the steps go on without end and prove nothing.
//
// So put x/τ, z/τ and s/τ in place of x, z and s, with one more unknown τ > 0.
// Ask for a gap of −κ/τ, with a second unknown κ ≥ 0. A gap is never negative,
// so a solution has κ = 0. If there is no solution, κ may stay above 0.
//
// Multiply by τ. With s, z ≥ 0 for inequalities,
//
//	Qx + Gᵀz + cτ = 0,  Gx + s − hτ = 0,  xᵀQx/τ + cᵀx + hᵀz + κ = 0,  sᵢzᵢ = τκ = 0  (embedding)
//
// As for (qp gap), the first three equations give sᵀz + τκ = 0. So τκ = 0 asks
// for nothing new. If τ > 0, then κ = 0, and (x, z, s)/τ satisfies (kkt).
//
// Each step multiplies all left sides by the same number below 1. As a rule
// that brings them to 0.
//
// Suppose that x and z stay bounded, τ → 0, and κ stays above 0. Then the third
// equation keeps xᵀQx/τ bounded. So xᵀQx → 0, and Qx → 0 because Q is
// semi-definite. Also cᵀx + hᵀz = −κ − xᵀQx/τ stays below 0.
//
// Hence in the limit one of these two holds, with zᵢ ≥ 0 for inequalities, and
// (Gx)ᵢ = 0 for equalities:
//
//	hᵀz < 0, Gᵀz = 0            no y is feasible, else 0 = zᵀGy ≤ zᵀh < 0           (separation)
//	cᵀx < 0, Qx = 0, Gx ≤ 0     the objective falls along x without end                    (ray)
//
// So as a rule the iteration ends with a solution, or with the evidence that no
// solution exists. If τ and κ both go to 0, it may find neither. Then Solve
// returns its best point, with [ErrNotConverged] if the error of this point is
// above 10⁻⁸.
//
// Evidence is checked before it is claimed, row by row and column by column. A
// ray, or a point with huge entries or an error above 10⁻⁸, may hide that no
// point is feasible. So the program is then solved once more, without its
// objective.
//
// Now a step. Let r_x, r_z and r_τ be the left sides of the first three
// equations. A full step should leave the part σ of each, so that they fall as
// fast as μ. So it takes off d_x = (1 − σ)r_x, and in the same way d_z and d_τ.
//
// Let d_s = s∘z − σμ and d_κ = τκ − σμ. From here on μ is the mean of τκ and
// the sᵢzᵢ of all inequalities. Let W = Diag(s/z). For equalities, W and d_s/z
// are 0. Let ξ = x/τ.
//
// As in (step), s∘Δz + z∘Δs = −d_s. Eliminate Δs = −(d_s + s∘Δz)/z and, in the
// same way, Δκ = −(d_κ + κΔτ)/τ. What is left of the first two equations is
//
//	QΔx + GᵀΔz = −d_x − cΔτ
//	GΔx − WΔz = −d_z + d_s/z + hΔτ
//
// The right side is one vector plus Δτ times another. Solve with one matrix K
// for both. Write u₁ = (x₁, z₁) and u₂ = (x₂, z₂) for the solutions:
//
//	K = ⎡Q  Gᵀ⎤   K u₁ = ⎡   −d_x    ⎤   K u₂ = ⎡−c⎤   (Δx, Δz) = u₁ + Δτ u₂            (newton)
//	    ⎣G  −W⎦          ⎣−d_z + d_s/z⎦          ⎣ h⎦
//
// The linear part of the change of xᵀQx/τ is (2Qξ)ᵀΔx − ξᵀQξΔτ. So the third
// equation is
//
//	(2Qξ + c)ᵀΔx − ξᵀQξΔτ + hᵀΔz + Δκ = −d_τ
//
// Put Δx, Δz and Δκ into it:
//
//	Δτ = (d_τ − d_κ/τ + (2Qξ + c)ᵀx₁ + hᵀz₁) / (κ/τ + ξᵀQξ − (2Qξ + c)ᵀx₂ − hᵀz₂)          (tau)
//
// The denominator is at least κ/τ. Multiply the rows of K u₂ = (−c, h) by x₂ᵀ
// and z₂ᵀ and subtract: cᵀx₂ + hᵀz₂ = −x₂ᵀQx₂ − z₂ᵀWz₂. Then the denominator is
// κ/τ + (x₂ − ξ)ᵀQ(x₂ − ξ) + z₂ᵀWz₂.
//
// How large should σ be? A first direction with σ = 0 shows how far a step can
// go. If s, z, τ and κ stay ≥ 0 up to the part a ≤ 1 of it, then σ = (1 − a)³,
// as in the solver Clarabel.
//
// Newton's method leaves out products of the changes. The second direction adds
// those that the first one has (Mehrotra): Δs∘Δz to d_s, ΔτΔκ to d_κ, and the
// second-order part of xᵀQx/τ to d_τ. With x = ξτ and v = Δx − ξΔτ, this part
// is the last term of
//
//	(x + Δx)ᵀQ(x + Δx)/(τ + Δτ) = ξᵀQξ(τ + Δτ) + 2ξᵀQv + vᵀQv/(τ + Δτ)    [x + Δx = ξ(τ + Δτ) + v]
//	        = xᵀQx/τ + 2ξᵀQΔx − ξᵀQξΔτ + vᵀQv/(τ + Δτ)   [the linear part is known]         (bend)
//
// To second order it is vᵀQv/τ.
//
// If all products are near μ, then d_s is about (1 − σ)s∘z, and the second
// direction about 1 − σ times the first. So all three products are multiplied
// by (1 − σ)². In full, they send one program in 10⁵ round in a circle.
//
// So a step has five parts, and interior.step has them in this order:
//
//  1. Factorise K and solve for u₂.
//  2. Find the direction for σ = 0, and how far it can go, a.
//  3. Put σ = (1 − a)³.
//  4. Find the direction for this σ, with the products of the first one.
//  5. Go the part 0.995a of it, with the a ≤ 1 of this direction.
//
// Take the first example by hand, at x = 3/2 and s = z = τ = κ = 1.
//
// Without the scales of the next section, the code would start there. It takes
// x₂ for W = 1 as x. It takes −z₂ and z₂ as s and z, and moves them up until
// all entries are at least 1.
//
// There r_x = ½, r_z = 3/2, r_τ = 5/4, W = 1 and u₂ = (3/2, ½). The denominator
// of (tau) is 5/4. For σ = 0, d_s = d_κ = 1 and u₁ = (−½, 0), and so
//
//	Δx = −0.8,    Δz = −0.1,    Δτ = −0.2,    Δs = −0.9,    Δκ = −0.8        so a = 1 and σ = 0
//
// Here v = −½. The products are ΔsΔz = 0.09, ΔτΔκ = 0.16 and vᵀQv/τ = 0.25. So
// d_s = 1.09, d_κ = 1.16, d_τ = 1.5 and u₁ = (−0.455, −0.045). The second
// direction is
//
//	Δx = −0.647,  Δz = −0.109,  Δτ = −0.128,  Δs = −0.981,  Δκ = −1.032      so a = 1/1.032
//
// The step goes the part 0.964, to x/τ = 0.87620/0.87659 = 0.9996.
//
// # Scales: one measure of the error
//
// The second problem: the numbers of a program may differ by many powers of
// ten. Then rounding drowns the small rows, and no tolerance suits all of them.
//
// So the rows and columns of (Q Gᵀ; G 0) are divided by the roots of their
// largest entries (D. Ruiz, 2001). This is repeated until the largest entries
// are near 1.
//
// The error of a point is judged row by row and column by column, relative to
// the sizes of the terms:
//
//	|r_x|ⱼ/(|Q||x| + |G|ᵀ|z| + |c|τ)ⱼ        |r_z|ᵢ/(|G||x| + s + |h|τ)ᵢ
//	|r_τ − κ|/(xᵀQx/τ + Σ|cⱼxⱼ| + Σ|hᵢzᵢ|)     Σsᵢzᵢ/τ/(xᵀQx/τ + Σ|cⱼxⱼ|)                (error)
//
// The third and the fourth both measure the gap, by (qp gap). The third is a
// difference, and large multipliers that cancel would hide a gap in it. The
// fourth is a sum of products.
//
// Scaling a row or a column multiplies numerator and denominator by the same
// factor. So what is small here is small in the user's own numbers.
//
// There is one exception. If all terms are only rounding, their ratio says
// nothing. So 10⁻⁶τ is added to each denominator. That is little beside entries
// near 1, but it does not scale with the row.
//
// For polishing and the last judgement, the first two kinds are also computed
// with 10⁻¹⁰τ in place of 10⁻⁶τ. Only a hundredth of that counts, so it may be
// up to 10⁻⁶.
//
// # One factorisation
//
// The third problem: K has a row for each variable, each constraint and each
// bound. To factorise it as it stands would cost far too much.
//
// So eliminate from K u = (r₁, r₂) what costs nothing. A bound adds 1/w to an
// entry on the diagonal of Q. This number may be large, because it drowns only
// one variable. A row gᵀ of G with a large w gives z = w⁻¹(gᵀx − r₂), and adds
// w⁻¹ggᵀ to Q. The sum is H.
//
// If w is small, w⁻¹ would drown the rest. The code draws the line at 0.1, or
// lower if more than n rows were below it. Rows with a smaller w stay next to
// H, as rows of Y, with their multipliers t:
//
//	H = Q + GᵀW⁻¹G,   Hx + Yᵀt = r₁ + GᵀW⁻¹r₂ = r     [G, W: the rows with a large w]  (condensed)
//	(Y H⁻¹Yᵀ + D)t = Y H⁻¹r − r₂                           [Yx − Dt = r₂; D: the small w]  (schur)
//
// The matrices of both systems are symmetric and positive semi-definite.
//
// H is nearly singular if Q leaves a variable without curvature and all its
// rows are in Y. So these rows go into H too, with the weight 1, and Y has what
// is left of them.
//
// The reason is this. A row with the entry δ of D has the multiplier (gᵀx −
// r₂)/δ. Now 1/δ = 1 + (1 − δ)/δ. So it is the sum of two copies of the row:
// one with 1 in place of δ, and one with δ/(1 − δ). For δ = 0, the other copy
// has 0, too.
//
// # Refinement
//
// The fourth problem: near the end H is nearly singular, and a factorisation
// may meet a pivot of 0 or lose all digits.
//
// So a small ridge is added to the diagonals before they are factored. The
// solution is then refined: compute what K u lacks, solve for it, add the
// result. Repeat that until little is lacking, or it no longer helps.
//
// # Own variables: a factor of Q, and soft rows
//
// The fifth problem: an n×n matrix H is too large for n = 100,000 multipliers,
// or for as many slacks.
//
// If Q = FFᵀ, then ½xᵀQx = ½‖v‖² with the equalities Fᵀx − v = 0. If a row may
// be exceeded by a slack at a price, it is gᵀx − ξ ≤ h with ξ ≥ 0.
//
// In both cases a row has a variable of its own, with the coefficient −1. This
// variable is eliminated first. Let it be v, with η on the diagonal of Q after
// its bound is in. Then its column and its row of K say
//
//	ηv − z = r_v,   gᵀx − v − wz = r₂    so    v = (r_v + z)/η,   gᵀx − (w + 1/η)z = r₂ + r_v/η
//
// So w grows by 1/η. If Q is diagonal now, and at most half as many rows as
// variables are left, then all rows go to Y. H is diagonal too, and only
// (schur) is factorised. Otherwise H has a row for each variable except the
// slacks.
//
// Take n ≥ 2(d + 1) points with d features. In the dual of a linear machine,
// (schur) has a row for each feature and one for Σ yᵢαᵢ = 0. In the primal, H
// has a row for each entry of the machine's w and one for its b. So both
// factorise matrices of d + 1 rows.
//
// # The last digits: polishing
//
// The last problem: an interior point never reaches its bounds, and if sᵢ and
// zᵢ are both 0 at the solution, it comes near only slowly.
//
// So near the solution take the rows with s < z for active: treat them as
// equalities, and leave the others out. If that is right, (newton) with Δτ = 0,
// and with W = 0 in the active rows, gives the solution in one step.
//
// If not, the result corrects the guess. An active row with z < 0 is left out
// next. A row with s < 0 becomes active (M. Hintermüller and others). Of five
// such guesses, the result with the smallest (error) is kept.
//
// If sᵢ and zᵢ are both 0 at the solution, both are about √(sᵢzᵢ) shortly
// before it, and s < z says nothing. So guesses by s < 1000z and s < z/1000 are
// tried at the end, if the others have not helped. Without them, x could be off
// by the root of the error.
//
// # Sources
//
//   - S. Mehrotra, On the implementation of a primal–dual interior point method
//     (1992): the two directions.
//   - P. Goulart, Y. Chen, Clarabel (2024): the embedding for quadratic
//     objectives, after E. Andersen, Y. Ye, On a homogeneous algorithm for the
//     monotone complementarity problem (1999).
//   - J. Nocedal, S. Wright, Numerical Optimization (2006), §16.6: the plain
//     method.
//   - M. Hintermüller, K. Ito, K. Kunisch, The primal–dual active set strategy
//     as a semismooth Newton method (2002): the guesses of polishing.
//   - D. Ruiz, A scaling algorithm to equilibrate both rows and columns norms
//     in matrices (2001): the scaling.
//
// We follow their formulas and did not copy their code.
//
// # Exercises
//
// Each is answered by the test or example that it names.
//
//   - Do the third step of the first example by hand: TestInteriorPointByHand.
//   - Derive (qp gap) from (kkt), and see that it is never negative at feasible
//     points: TestWeakAndStrongDualityOfQuadraticPrograms.
//   - Combine x + y ≤ 1, x ≥ 1 and y ≥ 1 into 0 ≤ −1: ExampleErrInfeasible.
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
// A part that is nil is absent. The zero value is the program without
// variables.
//
// F may be given in place of Q. It has n rows, and Q = FFᵀ. With d ≤ n/2
// columns no n×n matrix is formed, and an iteration costs O(nd²). It is meant
// for variables with bounds, such as the dual of a linear machine.
type QP struct {
	Q, F   *Matrix
	C      []float64
	A      *Matrix
	B      []float64
	Aeq    *Matrix
	Beq    []float64
	Lo, Hi []float64
}

// A QPSolution is a point with its multipliers, in the Lagrangian
//
//	f(x) + Ineqᵀ(Ax − B) + Eqᵀ(Aeq x − Beq) + Lowerᵀ(Lo − x) + Upperᵀ(x − Hi)
//
// All are ≥ 0, except Eq.
//
// Next to an error it is the evidence:
//   - for [ErrUnbounded], X is the ray along which the objective falls without
//     end;
//   - for [ErrNotConvex], X is a direction along which the objective curves
//     downwards;
//   - for [ErrInfeasible], the multipliers combine the constraints to 0 ≤ −1;
//   - for [ErrNotConverged], it is the best point found.
type QPSolution struct {
	X                      []float64
	Value                  float64 // ½XᵀQX + CᵀX; of a ray CᵀX, of a direction XᵀQX
	Ineq, Eq, Lower, Upper []float64
	Iterations             int

	// The largest violations, and the duality gap, as the sum of sᵢzᵢ.
	Feasibility, Stationarity, Gap float64
}

// Solve returns the solution with its multipliers. Each constraint and each
// component of the stationarity holds to 1e-8 of its terms, and as a rule to
// the last digits.
//
// The error is
//   - [ErrInfeasible], [ErrUnbounded] or [ErrNotConvex], with the evidence;
//   - [ErrNotConverged], with the best point, if the search ends above 1e-8,
//     after 100 iterations or at the limits of rounding;
//   - another error, with no solution, for bad input: shapes that do not fit,
//     entries that are NaN or infinite, a Q that is not symmetric, Q and F at
//     once, Lo > Hi.
//
// Lo may be -Inf and Hi +Inf. From 1e20 on, a bound or an entry of B counts as
// infinite. If Lo = Hi fixes all variables of a constraint, it has to hold only
// to 1e-8 of its terms.
//
// There are 5 to 40 iterations as a rule. For m rows of A and Aeq, an iteration
// costs up to n³/6 + mn² + m²n/2 + m³/6 multiply-adds. The check that Q is
// convex costs n³/6, and 6n³ more if that is in doubt. Memory is
// O(n² + mn + m²).
//
// If 2(d + m) ≤ n, and F is given or Q is nil or diagonal, an iteration costs
// about n(d + m)² + (d + m)³/6. Memory is then O(n(d + m) + (d + m)²).
func (p QP) Solve() (*QPSolution, error) { return program{QP: p}.solve() }

// program is a QP with rows of A that may be soft. Row i may be exceeded by a
// slack ξᵢ ≥ 0 at the cost price[i]ξᵢ. If price is nil or price[i] is +Inf, no
// slack is allowed.
//
// If trace is not nil, it is told the relative error and the primal and dual
// value before each step, and says whether to go on. It is not asked while the
// program without its objective is solved.
type program struct {
	QP
	price []float64
	trace func(steps int, residual, primal, dual float64) bool
}

// errStopped says that trace ended the iteration.
var errStopped = fmt.Errorf("%w: stopped by Trace", ErrNotConverged)

// solve is Solve. All numbers that come with an error are finite too.
func (p program) solve() (*QPSolution, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s, err := p.solution()
	values := []float64{s.Value, s.Feasibility, s.Stationarity, s.Gap}
	if !finite(maxAbs(slices.Concat(s.X, s.Ineq, s.Eq, s.Lower, s.Upper, values))) {
		none, _ := p.newSolution()
		none.Iterations = s.Iterations
		return none, fmt.Errorf("%w: QP: numbers overflow", ErrNotConverged)
	}
	return s, err
}

// newSolution returns a solution of zeros, and the array of its multipliers.
func (p QP) newSolution() (s *QPSolution, z []float64) {
	n, m, e := len(p.C), len(p.B), len(p.Beq)
	z = make([]float64, e+m+2*n)
	at := func(i, k int) []float64 { return z[i : i+k : i+k] }
	return &QPSolution{
		X: make([]float64, n), Eq: at(0, e), Ineq: at(e, m), Lower: at(e+m, n), Upper: at(e+m+n, n),
	}, z
}

// solution runs the iteration, and puts its outcome in the terms of the
// program.
func (p program) solution() (*QPSolution, error) {
	if p.F != nil && p.F.Cols >= p.F.Rows {
		p.Q, p.F = p.F.Mul(p.F.T()), nil
	}
	f := newForm(p)
	if x := f.concave(); x != nil {
		s := &QPSolution{X: x, Value: Dot(x, p.mulQ(x))}
		return s, fmt.Errorf("%w: x'Qx = %g along X", ErrNotConvex, s.Value)
	}
	w, iterations, found := f.iterate()
	_, plain, all := f.errorOf(w)
	doubtful := certain*maxAbs(w.xz()) > 1 || !(all <= acceptable)
	if found == ErrUnbounded || found == nil && doubtful {
		// A ray, a point far off, or one with an error may hide that no point
		// is feasible. But if the point is sharp, a separation proves nothing.
		bare := program{p.QP, p.price, nil} // without its objective
		bare.Q, bare.F, bare.C = nil, nil, make([]float64, len(p.C))
		g := newForm(bare)
		v, more, empty := g.iterate()
		if empty == ErrInfeasible && (found != nil || plain > blunt) {
			f, w, iterations, found = g, v, more, empty
		}
	}
	s, err := &QPSolution{}, found
	switch found {
	case ErrInfeasible:
		s, err = f.separation(w), fmt.Errorf("%w: constraints combine to 0 <= -1", found)
	case ErrUnbounded:
		s.X = overLargest(f.unscaled(w.x))
		s.Value = Dot(p.C, s.X)
		err = fmt.Errorf("%w: along X the objective changes by %g", found, s.Value)
	default:
		s = f.solution(w)
		size := math.Abs(s.Value) + terms(p.C, s.X)
		worst := max(all, s.Gap/(size+min(1, floor/f.co))) // the gap in p's own scale, too
		err = cmp.Or(found, unless(worst <= acceptable,
			"%w: QP: relative error %.2g", ErrNotConverged, worst))
	}
	s.Iterations = iterations
	return s, err
}

// # Bad input

// check returns an error that names what is wrong.
func (p QP) check() error {
	n := len(p.C)
	err := cmp.Or(unless(p.Q == nil || p.F == nil, "svm: QP with both Q and F, want one"),
		checkFinite("C", p.C), checkFinite("B", p.B), checkFinite("Beq", p.Beq),
		p.checkPart("Q", p.Q, "C", n), p.checkPart("F", p.F, "C", n),
		p.checkPart("A", p.A, "B", len(p.B)), p.checkPart("Aeq", p.Aeq, "Beq", len(p.Beq)))
	if err == nil && p.Q != nil {
		err = p.Q.checkSymmetric("Q")
	}
	err = cmp.Or(err, unless((p.Lo == nil || len(p.Lo) == n) && (p.Hi == nil || len(p.Hi) == n),
		"svm: Lo has length %d, Hi %d, C %d", len(p.Lo), len(p.Hi), n))
	for j := 0; err == nil && j < n; j++ {
		if lo, hi := p.bounds(j); !(lo <= hi && lo < math.Inf(1) && hi > math.Inf(-1)) {
			const want = "want Lo <= Hi, Lo < +Inf, Hi > -Inf"
			err = fmt.Errorf("svm: Lo[%d] = %g, Hi[%d] = %g, %s", j, lo, j, hi, want)
		}
	}
	return err
}

// checkPart returns an error if the matrix is not finite or has a wrong shape.
// It wants as many rows as the vector called side has entries. Except for F, it
// wants a column for each entry of C.
func (p QP) checkPart(name string, a *Matrix, side string, rows int) error {
	n, also := len(p.C), ""
	if side != "C" {
		also = fmt.Sprintf(", C has length %d", n)
	}
	if a == nil {
		return unless(rows == 0 || side == "C",
			"svm: %s has length %d, %s is nil", side, rows, name)
	}
	err := cmp.Or(a.checkShape(name), unless(a.Rows == rows && (a.Cols == n || name == "F"),
		"svm: %s is a %dx%d matrix, %s has length %d%s", name, a.Rows, a.Cols, side, rows, also))
	if err == nil {
		err = a.checkFinite(name)
	}
	return err
}

// bounds returns lo and hi of variable j. From 10²⁰ on they are infinite,
// because many people write "no bound" as such a number.
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

// # One form for all constraints

// form is the program as the iteration sees it, with n variables and m rows of
// G. Everything is scaled: x = d∘x̂, row i by r[i], the objective by co.
//
// The first variables are those that are not fixed. Behind them stand the rows'
// own variables. The rows are A_eq, Fᵀ, A, and then the bounds. A row that asks
// for nothing is left out.
type form struct {
	p     program
	free  []int     // the variables that are not fixed
	fixed []float64 // the values of those that are, 0 for the others

	q          [][]float64 // the rows of Q beside its diagonal, nil for 0
	curve      []float64   // the diagonal of Q, own variables included
	c          []float64
	rows       [][]float64 // of A_eq, Fᵀ and A, in the free variables
	eq         int         // how many of them are equalities
	own, sides []single    // own variables (all −1), and bounds (±1)
	singles    []single    // both: the entries of G besides the rows
	h          []float64   // right sides of rows and bounds
	place      []int       // of the multipliers of rows and bounds in newSolution, −1 for none

	d, r  []float64 // the scales
	co    float64
	sizes *form // the form with |Q|, |G|, |c| and −|h|
}

// single is the entry sign in row i and column v of G.
type single struct {
	i, v int
	sign float64
}

// newForm writes p as a form, and scales it.
func newForm(p program) *form {
	f := &form{p: p, fixed: make([]float64, len(p.C))}
	for j := range p.C {
		if lo, hi := p.bounds(j); lo == hi {
			f.fixed[j] = lo
		} else {
			f.free = append(f.free, j)
		}
	}
	f.c, f.curve = pick(p.C, f.free), make([]float64, len(f.free))
	if p.Q != nil {
		axpy(1, pick(p.Q.MulVec(f.fixed), f.free), f.c)
		f.q = f.freeQ()
		for k, row := range f.q {
			f.curve[k], row[k] = row[k], 0
		}
		if !slices.ContainsFunc(f.q, func(row []float64) bool { return maxAbs(row) > 0 }) {
			f.q = nil
		}
	}
	for i, b := range p.Beq {
		f.add(i, p.Aeq.Row(i), b)
	}
	if p.F != nil { // Fᵀx − v = 0, and ½‖v‖² in place of ½‖Fᵀx‖²
		for _, row := range p.F.T().rows() {
			if f.add(-1, row, 0) {
				f.ownVariable(0, 1)
			}
		}
	}
	f.eq = len(f.rows)
	for i, b := range p.B {
		if f.add(len(p.Beq)+i, p.A.Row(i), b) && p.price != nil && finite(p.price[i]) {
			f.ownVariable(p.price[i], 0)
		}
	}
	f.equilibrate()
	f.bound()
	f.scale()
	f.sizes = f.absolute()
	return f
}

// freeQ returns the rows and columns of Q that belong to free variables.
func (f *form) freeQ() [][]float64 {
	return images(f.free, func(j int) []float64 { return pick(f.p.Q.Row(j), f.free) })
}

// add adds the row aᵀx ≤ b, or = b, and tells whether it asks for anything. The
// fixed variables go to the right side. If what is left there is only rounding,
// it becomes 0. A row without variables has to hold only to acceptable, because
// no variable could make up for its last digits.
func (f *form) add(place int, a []float64, b float64) bool {
	row, rest, r := pick(a, f.free), b-Dot(a, f.fixed), 1.0
	most, small := maxAbs(row), float64(len(a)+1)*eps
	if most == 0 {
		small = acceptable
	}
	if math.Abs(rest) <= small*(math.Abs(b)+terms(a, f.fixed)) {
		rest = 0
	}
	switch inequality := place >= len(f.p.Beq); {
	case inequality && b >= 1e20, place < 0 && most*most < tiny: // entries of Q are such squares
		return false
	case most == 0 && (rest == 0 || inequality && rest > 0):
		return false
	case most == 0:
		r = min(1e290, 1/math.Abs(rest))
	}
	f.rows, f.h = append(f.rows, row), append(f.h, rest)
	f.r, f.place = append(f.r, r), append(f.place, place)
	return true
}

// ownVariable gives the last row a variable of its own, with a cost and a
// curvature.
func (f *form) ownVariable(cost, curvature float64) {
	f.own = append(f.own, single{len(f.rows) - 1, len(f.c), -1})
	f.c, f.curve = append(f.c, cost), append(f.curve, curvature)
}

// equilibrate scales rows and variables. Then the largest entry of each row and
// each column of (Q Gᵀ; G 0) is near 1. It divides each by the root of that
// entry, ten times. Of Q it looks at the diagonal only, because
// |qᵢⱼ| ≤ √(qᵢᵢqⱼⱼ).
//
// A row's own variable gets the scale 1/r, so that its coefficient stays −1.
func (f *form) equilibrate() {
	f.d = ones(len(f.c))
	for range 10 {
		column := each(len(f.c), func(j int) float64 { return f.curve[j] * f.d[j] * f.d[j] })
		for i, row := range f.rows {
			most := 0.0
			for j, v := range row {
				v = math.Abs(v) * f.r[i] * f.d[j]
				most, column[j] = max(most, v), max(column[j], v)
			}
			f.r[i] = rooted(f.r[i], most, 1e290)
		}
		for j, v := range column {
			f.d[j] = rooted(f.d[j], v, 1e10) // a larger factor would take noise for data
		}
	}
	for _, e := range f.own {
		f.d[e.v] = 1 / f.r[e.i]
	}
}

// rooted returns s/√v, but at most a factor of most away from 1.
func rooted(s, v, most float64) float64 {
	if v > 0 {
		s /= math.Sqrt(v)
	}
	return max(1/most, min(most, s))
}

// bound adds the rows of the bounds. A slack has the lower bound 0.
func (f *form) bound() {
	n, first := len(f.p.C), len(f.p.Beq)+len(f.p.B)
	add := func(v, place int, sign, h float64) {
		if finite(h) {
			f.sides = append(f.sides, single{len(f.h), v, sign})
			f.h, f.r = append(f.h, sign*h), append(f.r, 1/f.d[v])
			f.place = append(f.place, place)
		}
	}
	for k, j := range f.free {
		lo, hi := f.p.bounds(j)
		add(k, first+j, -1, lo)
		add(k, first+n+j, 1, hi)
	}
	for _, e := range f.own {
		if f.curve[e.v] == 0 { // a slack
			add(e.v, -1, -1, 0)
		}
	}
	f.singles = slices.Concat(f.own, f.sides)
}

// scale scales the numbers by r and d, and then x once more, by the root of the
// largest right side. It scales the objective so that its largest coefficient
// is 1.
//
// If x is not scaled again, bounds of 10⁶ next to costs of 1 are far from the
// start. If x is divided by 10⁶ and not by its root, the bounds are near and
// the costs far. A right side beyond 10⁸ counts as 10⁸, because such a bound
// usually means that there is no bound.
func (f *form) scale() {
	scaleRow(f.h, 1, f.r)
	scaleRow(f.c, 1, f.d)
	for i, row := range f.rows {
		scaleRow(row, f.r[i], f.d)
	}
	for j, d := range f.d {
		f.curve[j] *= d * d
	}
	size := cmp.Or(math.Sqrt(min(1e8, maxAbs(f.h))), 1)
	most := cmp.Or(max(maxAbs(f.c), maxAbs(f.curve)*size), 1)
	for k, row := range f.q {
		scaleRow(row, f.d[k]*size/most, f.d)
	}
	scaleRow(f.curve, size/most, nil)
	scaleRow(f.c, 1/most, nil)
	scaleRow(f.h, 1/size, nil)
	scaleRow(f.r, 1/size, nil)
	scaleRow(f.d, size, nil)
	f.co = 1 / (size * most)
}

// absolute returns the form with |Q|, |G|, |c| and −|h|. At |x|, |z| and |s|,
// its first two left sides are the first two denominators of (error).
func (f *form) absolute() *form {
	return &form{
		free: f.free, c: absolute(f.c), curve: f.curve, h: scaled(absolute(f.h), -1),
		q: images(f.q, absolute), rows: images(f.rows, absolute),
		singles: images(f.singles, func(e single) single { return single{e.i, e.v, 1} }),
	}
}

// unscaled returns x̂ in the variables of (qp), with 0 for the fixed ones.
func (f *form) unscaled(x []float64) []float64 {
	full := make([]float64, len(f.p.C))
	for k, j := range f.free {
		full[j] = f.d[k] * x[k]
	}
	return full
}

// multipliers returns a solution that holds the multipliers of w in the
// program's own scale, and their array. It adds the gradients of the
// constraints to g, the gradient of the objective. Stationarity is the rest.
func (f *form) multipliers(w point, g []float64) (s *QPSolution, z []float64) {
	p := f.p
	s, z = p.newSolution()
	for i, at := range f.place {
		if at >= 0 && math.Abs(w.z[i]) > noise {
			z[at] = f.r[i] * w.z[i] / f.co
		}
	}
	p.A.addTVec(s.Ineq, g)
	p.Aeq.addTVec(s.Eq, g)
	for j, v := range g {
		if lo, hi := p.bounds(j); lo == hi { // one of its bounds takes up what is left
			s.Lower[j], s.Upper[j] = math.Max(0, v), math.Max(0, -v)
		}
		s.Stationarity = max(s.Stationarity, math.Abs(v-s.Lower[j]+s.Upper[j]))
	}
	return s, z
}

// separation returns the multipliers of (separation), scaled so that they say
// 0 ≤ −1, up to the rounding of right sides that hold fixed variables.
func (f *form) separation(w point) *QPSolution {
	s, z := f.multipliers(w, make([]float64, len(f.p.C)))
	by := -f.co / Dot(f.h, w.z[:len(f.h)])
	scaleRow(z, by, nil)
	s.X, s.Value, s.Stationarity = nil, -1, s.Stationarity*by
	return s
}

// solution returns x and its multipliers for τ = 1, with what is left of (kkt),
// in the program's own scale. Slacks that have a price count in the value.
func (f *form) solution(w point) *QPSolution {
	p, x := f.p, f.unscaled(w.x)
	for j := range x {
		lo, hi := p.bounds(j)
		x[j] = max(lo, min(hi, x[j]))
	}
	g := p.mulQ(x)
	xqx, linear := Dot(x, g), Dot(p.C, x)
	axpy(1, p.C, g)
	s, _ := f.multipliers(w, g)
	for i, b := range p.B {
		over := Dot(p.A.Row(i), x) - b
		if p.price != nil && finite(p.price[i]) { // a slack takes it up
			linear += float64(p.price[i] * max(0, over))
		} else {
			s.Feasibility = max(s.Feasibility, over)
		}
	}
	for i, b := range p.Beq {
		s.Feasibility = max(s.Feasibility, math.Abs(Dot(p.Aeq.Row(i), x)-b))
	}
	s.X, s.Value = x, xqx/2+linear
	s.Gap = Dot(w.s, w.z) / f.co // κ is 0
	return s
}

// mulQ sets y to Qx.
func (f *form) mulQ(x, y []float64) {
	clear(y)
	n := len(f.free)
	dots([][]float64{y[:n]}, [][]float64{x[:n]}, f.q) // does nothing if q is nil
	for j, v := range f.curve {
		y[j] += float64(v * x[j])
	}
}

// mulG sets gx to Gx and adds Gᵀz to gtz.
func (f *form) mulG(x, z, gx, gtz []float64) {
	n, m := len(f.free), len(f.rows)
	clear(gx[m:])
	dots([][]float64{gx[:m]}, [][]float64{x[:n]}, f.rows)
	addRows(z[:m], f.rows, gtz[:n])
	for _, e := range f.singles {
		gx[e.i] += e.sign * x[e.v]
		gtz[e.v] += e.sign * z[e.i]
	}
}

// concave returns a direction along which Q curves downwards, or nil. If
// Q + tol·I has a Cholesky factorisation, Q counts as positive semi-definite.
// Otherwise the smallest eigenvalue decides. tol is the tolerance of IsPSD.
func (f *form) concave() []float64 {
	if f.p.Q == nil || len(f.free) == 0 {
		return nil
	}
	shifted, last := f.freeQ(), len(f.free)-1
	q := FromRows(shifted)
	tol := psdTolerance(q)
	for i, row := range shifted {
		row[i] += tol
	}
	if cholesky(shifted, false) == nil {
		return nil
	}
	e, err := q.Eigen()
	if err != nil || e.Values[last] >= -tol {
		return nil
	}
	x := make([]float64, len(f.p.C))
	for k, j := range f.free {
		x[j] = e.Vectors.At(k, last)
	}
	return overLargest(x)
}

// # The iteration

// point is a point of (embedding), a direction, or a right side. It is one
// array: first x, then z followed by τ, then s followed by κ. So τκ is one more
// product sᵢzᵢ.
type point struct{ all, x, z, s []float64 }

func (f *form) newPoint() point { return f.view(make([]float64, len(f.c)+2*len(f.h)+2)) }

// view returns the point that is stored in this array.
func (f *form) view(all []float64) point {
	n, m := len(f.c), len(f.h)+1
	return point{all, all[:n], all[n : n+m], all[n+m:]}
}

func (w point) tau() float64   { return w.z[len(w.z)-1] }
func (w point) kappa() float64 { return w.s[len(w.s)-1] }

// xz returns x and z of a point, without τ.
func (w point) xz() []float64 { return w.all[:len(w.x)+len(w.z)-1] }

const (
	enough     = 1e-8   // a relative error at which to try whether polishing makes it sharp
	sharp      = 1e-13  // a relative error that ends the iteration
	blunt      = 1e-11  // one that ends it too, if a step does not halve it; also see solution
	acceptable = 1e-8   // a relative error at which a point is a solution
	certain    = 1e-8   // how well a ray or a separation holds before it is claimed
	floor      = 1e-6   // is added to a denominator of (error), next to entries of about 1
	noise      = 1e-150 // a multiplier that is left over because polished's W is not quite 0
	strict     = 1e-2   // how much an error counts if only 10⁻⁴ of floor is added
	mostSteps  = 100
	patience   = 3     // steps without half the error, after which rounding has won
	vanished   = 1e-40 // a τ, as a part of the largest entry, from which nothing can be read
	nearEnd    = 0.995 // of the way to the boundary: at 1 the next W would be infinite
)

// left sets r to the left sides of (embedding) at w.
func (f *form) left(w, r point) {
	m, tau := len(f.h), w.tau()
	f.mulQ(w.x, r.x)
	r.z[m] = Dot(w.x, r.x)/tau + Dot(f.c, w.x) + Dot(f.h, w.z[:m]) + w.kappa()
	f.mulG(w.x, w.z[:m], r.z[:m], r.x)
	axpy(tau, f.c, r.x)
	axpy(1, w.s[:m], r.z[:m])
	axpy(-tau, f.h, r.z[:m])
}

// quadratic returns xᵀQx.
func (f *form) quadratic(x []float64) float64 {
	y := make([]float64, len(x))
	f.mulQ(x, y)
	return Dot(x, y)
}

// errorOf returns the left sides of (embedding) at w, and the largest of
// (error), first as it stands, then also as it is computed at the end.
func (f *form) errorOf(w point) (r point, plain, hard float64) {
	r, size := f.newPoint(), f.newPoint()
	f.left(w, r)
	f.sizes.left(f.view(absolute(w.all)), size)
	m, tau, sizes := len(f.h), w.tau(), size.xz()
	all := f.quadratic(w.x)/tau + terms(f.c, w.x) + floor*tau
	plain = math.Abs(r.z[m]-w.kappa()) / (all + terms(f.h, w.z))
	plain = max(plain, Dot(w.s[:m], w.z[:m])/tau/all)
	for i, v := range r.xz() {
		v = math.Abs(v)
		plain = max(plain, v/(sizes[i]+floor*tau))
		hard = max(hard, v/(sizes[i]+1e-4*floor*tau))
	}
	return r, plain, max(plain, strict*hard)
}

// iterate runs the iteration. It returns the best point, with τ = 1 and
// polished, or a ray, or a separation.
//
// If the error of a point is at most enough, and polishing makes it sharp, it
// is the solution. It is the solution too if polishing leaves it below blunt
// and one more step does not help: then rounding allows no better. So the
// primal of 100,000 points with ten features takes 25 steps, and not 31.
//
// Otherwise it cannot be told yet which constraints hold with equality, and the
// iteration goes on.
func (f *form) iterate() (w point, iterations int, found error) {
	st, best := newInterior(f), f.newPoint()
	least, halved, before, since := math.Inf(1), math.Inf(1), math.Inf(1), 0
	for ; ; iterations++ {
		var now float64
		st.r, now, _ = f.errorOf(st.w)
		if st.w.kappa() > st.w.tau() {
			if w, found := f.proof(st.w); found != nil {
				return w, iterations, found
			}
		}
		if now < least || iterations == 0 {
			least, best = now, f.view(scaled(st.w.all, 1/st.w.tau()))
			best.z[len(f.h)], best.s[len(f.h)] = 1, 0
		}
		if !f.goesOn(st.w, iterations, now) {
			return best, iterations, errStopped
		}
		if now < halved/2 {
			halved, since = now, iterations
		}
		stuck := iterations == mostSteps || !(now < math.Inf(1)) ||
			st.w.tau() < vanished*maxAbs(st.w.all) ||
			least <= acceptable && iterations-since >= patience
		if stuck || least <= enough {
			w = st.k.polish(best, 1)
			_, now, _ = f.errorOf(w)
			rounded := now <= blunt && now > before/2
			if before = now; stuck || now <= sharp || rounded {
				if stuck || &w.all[0] == &best.all[0] { // polishing has changed nothing
					w = st.k.polish(w, 1e3, 1e-3)
				}
				if certain*maxAbs(w.xz()) > 1 { // so far off that it may be no solution
					w, found = f.proof(w)
				}
				return w, iterations, found
			}
		}
		st.step()
	}
}

// goesOn asks the program's trace whether to go on.
func (f *form) goesOn(w point, steps int, residual float64) bool {
	if f.p.trace == nil {
		return true
	}
	tau := w.tau()
	half := f.quadratic(w.x) / (2 * tau * tau)
	primal, dual := half+Dot(f.c, w.x)/tau, -half-Dot(f.h, w.z[:len(f.h)])/tau
	return f.p.trace(steps, residual, primal/f.co, dual/f.co)
}

// proof returns a separation or a ray if w holds one, otherwise w. Entries
// below 10⁻¹¹ of the largest are taken for rounding. If that proves nothing,
// entries below 10⁻³ are: some grow only like the root of the others.
func (f *form) proof(w point) (point, error) {
	for _, noise := range []float64{1e-11, 1e-3} {
		if v := f.combined(w, noise); f.proves(v) {
			return v, ErrInfeasible
		}
		v := f.newPoint()
		copy(v.x, w.x)
		if sift(v.x, noise); f.proves(v) {
			return v, ErrUnbounded
		}
	}
	return w, nil
}

// sift sets to 0 what is not above noise times the largest entry.
func sift(v []float64, noise float64) {
	least := noise * maxAbs(v)
	for i := range v {
		if math.Abs(v[i]) <= least {
			v[i] = 0
		}
	}
}

// combined returns the multipliers of w, without those that are noise. The
// bounds take up what they can of Gᵀz.
func (f *form) combined(w point, noise float64) point {
	v, sums := f.newPoint(), f.newPoint()
	for i, place := range f.place[:len(f.rows)] {
		if place >= 0 && (i < f.eq || w.z[i] > 0) { // Fᵀx = v is no constraint
			v.z[i] = w.z[i]
		}
	}
	sift(v.z, noise)
	f.mulG(v.x, v.z, sums.z, sums.x)
	for _, e := range f.sides {
		v.z[e.i] = max(0, -e.sign*sums.x[e.v])
	}
	return v
}

// proves tells whether v is a (separation) or a (ray). Each component of what
// should be 0 has to be no more than rounding. It is compared with the sizes of
// its terms, and with −(cᵀx + hᵀz), the number that has to be above 0.
func (f *form) proves(v point) bool {
	by, most := -Dot(f.c, v.x)-Dot(f.h, v.z[:len(f.h)]), maxAbs(v.xz())
	rounded := 1e-12 * (terms(f.c, v.x) + terms(f.h, v.z))
	if !(by > max(certain*most, rounded) && finite(most)) {
		return false
	}
	r, size := f.newPoint(), f.newPoint()
	f.left(v, r)
	f.sizes.left(f.view(absolute(v.all)), size)
	sizes := size.xz()
	for i, e := range r.xz() {
		if k := i - len(f.c); k >= f.eq {
			e = max(0, e)
		}
		if !(math.Abs(e) <= certain*min(by, sizes[i])) {
			return false
		}
	}
	return true
}

// interior is the state of the iteration.
type interior struct {
	f        *form
	w, r     point // the point, and the left sides of (embedding) there
	k        *kkt
	side, u2 point     // (−c, h) and u₂
	goal, d  point     // a right side, and its direction d
	qxi, ds  []float64 // 2Qξ + c; d_s with d_κ behind it
	below    float64   // the denominator of (tau)
	target   float64   // what K u may lack
}

// newInterior returns an interior at the start. It solves (newton) for u₂, with
// s = z = τ = κ = 1, and takes x and z from it.
//
// In the inequalities, z is Gx − h, so s = −z. Then s and z of the inequalities
// each move up until all their entries are at least 1.
func newInterior(f *form) *interior {
	n, m := len(f.c), len(f.h)
	st := &interior{
		f: f, k: newKKT(f), w: f.newPoint(), side: f.newPoint(), u2: f.newPoint(),
		goal: f.newPoint(), d: f.newPoint(),
		qxi: make([]float64, n), ds: make([]float64, m+1),
	}
	copy(st.side.x, scaled(f.c, -1))
	copy(st.side.z, f.h)
	for i := f.eq; i <= m; i++ {
		st.w.s[i], st.w.z[i] = 1, 1
	}
	st.prepare()
	copy(st.w.xz(), st.u2.xz())
	copy(st.w.s[f.eq:m], scaled(st.w.z[f.eq:m], -1))
	for _, v := range [][]float64{st.w.s[f.eq:], st.w.z[f.eq:]} {
		up := 1 - slices.Min(v) // at least 0, because the last one is 1
		axpy(up, ones(len(v)-1), v)
	}
	return st
}

// step makes one step. It computes W and u₂, and then the two directions. Along
// the second, an entry of s, z, τ or κ may become 0. The step goes 0.995 of the
// way to this point, or of the whole direction if that is shorter.
func (st *interior) step() {
	f, w, m := st.f, st.w, len(st.f.h)
	st.target = 1e-3 * maxAbs(st.r.xz())
	st.prepare()
	for i := f.eq; i <= m; i++ {
		st.ds[i] = w.s[i] * w.z[i]
	}
	mu := sum(st.ds[f.eq:]) / float64(m-f.eq+1)
	st.solveFor(1, st.r.z[m])
	rest := 1 - f.longest(w, st.d)
	sigma := float64(rest * rest * rest) // σ = (1 − a)³
	part := 1 - sigma
	weight := float64(part * part) // of the products of the first direction's changes
	for i := f.eq; i <= m; i++ {
		st.ds[i] += float64(weight*st.d.s[i]*st.d.z[i]) - float64(sigma*mu)
	}
	st.solveFor(part, float64(part*st.r.z[m])+float64(weight*st.bend()))
	axpy(nearEnd*f.longest(w, st.d), st.d.all, w.all)
}

// prepare factors K at w. It computes u₂, 2Qξ + c and the denominator of (tau).
// Rounding must not make the part of it beside κ/τ negative.
func (st *interior) prepare() {
	f, w, m := st.f, st.w, len(st.f.h)
	for i := f.eq; i < m; i++ {
		st.ds[i] = w.s[i] / w.z[i] // as yet W
	}
	st.k.factor(st.ds[:m])
	st.k.solve(st.side, st.u2, st.target)
	f.mulQ(w.x, st.qxi)
	rest := Dot(w.x, st.qxi) / (w.tau() * w.tau())
	scaleRow(st.qxi, 2/w.tau(), nil)
	axpy(1, f.c, st.qxi)
	rest -= Dot(st.qxi, st.u2.x) + Dot(f.h, st.u2.z[:m])
	st.below = w.kappa()/w.tau() + max(0, rest) // (tau)
}

// bend returns vᵀQv/τ of (bend) for the direction st.d.
func (st *interior) bend() float64 {
	v := slices.Clone(st.d.x)
	axpy(-st.d.tau()/st.w.tau(), st.w.x, v)
	return st.f.quadratic(v) / st.w.tau()
}

// solveFor sets st.d to the direction that takes the given part off r_x and
// r_z, and dt off r_τ. st.ds holds d_s and d_κ.
func (st *interior) solveFor(part, dt float64) {
	f, w, d, m := st.f, st.w, st.d, len(st.f.h)
	copy(st.goal.xz(), scaled(st.r.xz(), -part))
	for i := f.eq; i < m; i++ {
		st.goal.z[i] += st.ds[i] / w.z[i]
	}
	st.k.solve(st.goal, d, st.target)
	d.z[m] = (dt - st.ds[m]/w.tau() + Dot(st.qxi, d.x) + Dot(f.h, d.z[:m])) / st.below // (tau)
	axpy(d.z[m], st.u2.xz(), d.xz())
	for i := f.eq; i <= m; i++ {
		d.s[i] = -(st.ds[i] + float64(w.s[i]*d.z[i])) / w.z[i]
	}
}

// longest returns the largest a ≤ 1 for which w + ad has no negative s, z, τ or
// κ. In a point, x and the multipliers of equalities stand before them.
func (f *form) longest(w, d point) float64 {
	a := 1.0
	for i := len(w.x) + f.eq; i < len(w.all); i++ { // the s of an equality stays 0
		if d.all[i] < 0 {
			a = min(a, -w.all[i]/d.all[i])
		}
	}
	return a
}

// # One linear system

// kkt solves with the matrix K of (newton), for one W at a time. It keeps the
// room for its matrices.
type kkt struct {
	f           *form
	w           []float64   // the diagonal of W
	eta         []float64   // of each variable, η: its curvature and what its bounds add
	dd          []float64   // of each row, D: w + 1/η of its own variable
	hard        []int       // rows that stay beside H
	weight      []float64   // of each row in H
	h           [][]float64 // L of H = LLᵀ,
	hd          []float64   // or 1/√H, if it is diagonal; then all rows are hard
	at          [][]float64 // the columns of the rows, times the roots of the weights
	image       [][]float64 // L⁻¹ of the hard rows
	s           [][]float64 // L of Y H⁻¹Yᵀ + D
	more        point       // Δ of (refinement)
	rest, after point       // ρ before and after it
}

const (
	ridge    = 1e-13  // is added to the diagonals of H and Y H⁻¹Yᵀ; refinement takes it out
	exact    = 1e-100 // a row with a D below that is hard, even if n rows are
	hardLine = 0.1    // below this D a row is hard: 1/D ≤ 10 does not drown data scaled to 1
)

// newKKT makes the room. If Q is diagonal and 2m ≤ n, all rows stay beside H.
// Then H is a diagonal too, which saves most of the work.
func newKKT(f *form) *kkt {
	n, m := len(f.free), len(f.rows)
	k := &kkt{f: f, rest: f.newPoint(), more: f.newPoint(), after: f.newPoint()}
	if f.q == nil && 2*m <= n {
		k.hd = make([]float64, n)
	} else {
		k.h, k.at = NewMatrix(n, n).rows(), NewMatrix(n, m).rows()
	}
	return k
}

// factor makes and factors the matrices of (condensed) and (schur) for a W. It
// copies w.
func (k *kkt) factor(w []float64) {
	f := k.f
	k.w, k.eta, k.dd = slices.Clone(w), slices.Clone(f.curve), slices.Clone(w[:len(f.rows)])
	for _, e := range f.sides {
		k.eta[e.v] += 1 / w[e.i]
	}
	for _, e := range f.own {
		k.dd[e.i] += 1 / k.eta[e.v]
	}
	// A row with a D below line is hard. It is in H too, with the weight inH,
	// unless H is a diagonal.
	line, inH := hardLine, 1.0
	if n := len(k.h); k.hd != nil {
		line, inH = math.Inf(1), 0
	} else if len(k.dd) > n { // at most n rows are hard, or those that are exact
		sorted := slices.Clone(k.dd)
		slices.Sort(sorted)
		line = max(exact, min(line, sorted[n]))
	}
	k.hard, k.weight = k.hard[:0], make([]float64, len(k.dd))
	for i, d := range k.dd {
		if k.weight[i] = 1 / d; d < line {
			k.hard, k.weight[i] = append(k.hard, i), inH
		}
	}
	if m := len(k.hard); m > len(k.image) {
		k.image, k.s = NewMatrix(m, len(f.free)).rows(), NewMatrix(m, m).rows()
	}
	image, s := k.image[:len(k.hard)], k.s[:len(k.hard)]
	k.factorH(image)
	gramInParts(s, image)
	for l, i := range k.hard {
		s[l][l] += ridge*max(1, s[l][l]) + k.dd[i]/(1-inH*k.dd[i])
	}
	cholesky(s, true)
}

// factorH makes H and factors it. It sets the rows of image to L⁻¹ of the hard
// rows.
func (k *kkt) factorH(image [][]float64) {
	f := k.f
	if k.hd != nil {
		for j := range k.hd {
			k.hd[j] = 1 / math.Sqrt(k.eta[j]+ridge)
		}
		share(len(image), float64(len(k.hd)), func(l int) {
			k.half(forward, f.rows[k.hard[l]], image[l])
		})
		return
	}
	for i, row := range f.rows {
		root := math.Sqrt(k.weight[i])
		for j, v := range row {
			k.at[j][i] = v * root
		}
	}
	gramInParts(k.h, k.at)
	for j := range k.h {
		if f.q != nil {
			axpy(1, f.q[j][:j+1], k.h[j])
		}
		k.h[j][j] += k.eta[j] + ridge
	}
	for l, row := range image {
		copy(row, f.rows[k.hard[l]])
	}
	cholesky(k.h, true, image...)
}

// half sets x to L⁻¹r, or to L⁻ᵀr.
func (k *kkt) half(solve func(l [][]float64, b []float64), r, x []float64) {
	if k.hd == nil {
		copy(x, r)
		solve(k.h, x)
	}
	for j, v := range k.hd {
		x[j] = v * r[j]
	}
}

// once sets u to K⁻¹r, as far as the factors with their ridge and mended pivots
// go.
func (k *kkt) once(r, u point) {
	f, n, m := k.f, len(k.f.free), len(k.f.rows)
	copy(u.xz(), r.xz())
	for _, e := range f.sides {
		u.x[e.v] += e.sign * r.z[e.i] / k.w[e.i]
	}
	for _, e := range f.own { // z is as yet the right side of its row
		u.z[e.i] += u.x[e.v] / k.eta[e.v]
	}
	x, z, ax := u.x[:n], u.z[:m], k.after.z[:m] // ax is room
	if k.hd == nil {
		for i, v := range k.weight {
			ax[i] = v * z[i]
		}
		addRows(ax, f.rows, x) // r of (condensed)
	}
	k.half(forward, x, x)
	t := k.schur(z, x) // −t
	k.half(backward, x, x)
	if k.hd == nil {
		dots([][]float64{ax}, [][]float64{x}, f.rows)
		for i, v := range k.weight {
			z[i] = v * (ax[i] - z[i])
		}
	}
	for l, i := range k.hard {
		z[i] = -t[l] / (1 - k.weight[i]*k.dd[i]) // of both copies, if there are two
	}
	for _, e := range f.own {
		u.x[e.v] = (u.x[e.v] + z[e.i]) / k.eta[e.v]
	}
	for _, e := range f.sides {
		u.z[e.i] = (e.sign*u.x[e.v] - r.z[e.i]) / k.w[e.i]
	}
}

// schur solves (schur) for the right sides z of the rows and x = L⁻¹r. It
// returns −t, and subtracts L⁻¹Yᵀt from x.
func (k *kkt) schur(z, x []float64) []float64 {
	t := make([]float64, len(k.hard))
	image, s := k.image[:len(t)], k.s[:len(t)]
	dots([][]float64{t}, [][]float64{x}, image)
	for l, i := range k.hard {
		t[l] = z[i] - t[l]
	}
	forward(s, t)
	backward(s, t)
	addRows(t, image, x)
	return t
}

// residual sets d to r − K u and returns its largest |entry|. K u is what
// f.left gives for u with s = −Wz and τ = 0. It sets both.
func (k *kkt) residual(r, u, d point) float64 {
	for i, w := range k.w {
		u.s[i] = -w * u.z[i]
	}
	u.z[len(k.w)] = 0
	k.f.left(u, d)
	scaleRow(d.xz(), -1, nil)
	axpy(1, r.xz(), d.xz())
	return maxAbs(d.xz())
}

// solve sets u to K⁻¹r. If more than target is left, ρ = r − K u, it solves
// again for ρ, at most eight times. A correction that does not halve ρ is taken
// back, and is the last.
//
// The factors belong to a K with a ridge on its diagonal. So for a small
// eigenvalue λ they give only the part λ/(λ + ridge) of u. If their answer Δ
// does not halve ρ, then solve takes θΔ instead, with the θ that leaves least:
//
//	‖ρ − θKΔ‖² = ‖ρ‖² − 2θρᵀKΔ + θ²‖KΔ‖²   is least at   θ = ρᵀKΔ/‖KΔ‖²             (refinement)
//
// If θΔ does not halve ρ either, K is singular or rounding has won.
func (k *kkt) solve(r, u point, target float64) {
	k.once(r, u)
	now := k.residual(r, u, k.rest)
	for times := 0; times < 8 && now > target; times++ {
		k.once(k.rest, k.more)
		axpy(1, k.more.xz(), u.xz())
		next := k.residual(r, u, k.after)
		if !(next < now/2) {
			kd := difference(k.rest.xz(), k.after.xz()) // KΔ
			theta := Dot(k.rest.xz(), kd) / Dot(kd, kd)
			if !(theta > 0) {
				theta = 1
			}
			axpy(theta-1, k.more.xz(), u.xz())
			if next = k.residual(r, u, k.after); !(next < now/2) {
				axpy(-theta, k.more.xz(), u.xz())
				return
			}
		}
		now, k.rest, k.after = next, k.after, k.rest
	}
}

// # The last digits

// polish guesses by s < line·z which inequalities hold with equality. It makes
// up to five corrections, each with the guess of the one before, until the
// error is down to rounding. After a worse one the next may be better. Then it
// does the same for the next line. It returns the best of w and the results.
func (k *kkt) polish(w point, lines ...float64) point {
	f, m := k.f, len(k.f.h)
	_, _, least := f.errorOf(w)
	for _, line := range lines {
		next, active := w, make([]bool, m)
		for i := f.eq; i < m; i++ {
			active[i] = w.s[i] < line*w.z[i]
		}
		for times := 0; times < 5 && least > 8*eps; times++ {
			next = k.polished(next, active)
			if _, _, e := f.errorOf(next); e < least {
				w, least = next, e
			}
		}
	}
	return w
}

// polished makes one correction from w. It is the step of (newton) with W = 0
// for the active constraints, and W = ∞ for the others. An active bound puts
// its variable on it. At the end s and z are made ≥ 0, and active becomes the
// next guess.
func (k *kkt) polished(w point, active []bool) point {
	const zero, infinite = 1e-200, 1e200 // W
	f, m := k.f, len(k.f.h)
	next, r, u := f.view(slices.Clone(w.all)), f.newPoint(), f.newPoint()
	ww, pinned := make([]float64, m), make([]bool, len(f.c))
	for i := f.eq; i < m; i++ {
		ww[i], next.s[i] = zero, 0
		b := i - len(f.rows)
		if !active[i] || b >= 0 && pinned[f.sides[b].v] {
			ww[i], next.z[i] = infinite, 0
		} else if b >= 0 {
			e := f.sides[b]
			pinned[e.v], next.x[e.v], next.z[i] = true, e.sign*f.h[i], 0
		}
	}
	if !slices.Equal(k.w, ww) {
		k.factor(ww)
	}
	f.left(next, r)
	for i := f.eq; i < m; i++ {
		if ww[i] == infinite {
			r.z[i] = 0
		}
	}
	k.solve(r, u, 0)
	axpy(-1, u.xz(), next.xz())
	f.mulG(next.x, next.z, r.z[:m], r.x)
	for i := f.eq; i < m; i++ {
		s, z := f.h[i]-r.z[i], next.z[i]
		active[i] = active[i] && z >= -noise || !active[i] && s < 0
		next.s[i], next.z[i] = max(0, s), max(0, z)
	}
	return next
}

// # The machine as a quadratic program
//
// The dual in the variables α, as a minimum; Q = FFᵀ with F = Diag(y)X for the
// linear kernel:
//
//	minimise ½αᵀQα − Σ αᵢ  subject to  Σ yᵢαᵢ = 0,  0 ≤ α ≤ C                     (dual program)
//
// Here Qᵢⱼ = yᵢyⱼk(xᵢ, xⱼ). The multiplier v of the equality is b: stationarity
// in αᵢ says
//
//	yᵢgᵢ − 1 + vyᵢ = Lowerᵢ − Upperᵢ
//
// If v = b, the left side is yᵢf(xᵢ) − 1. By the conditions of svm.go it is ≥ 0
// for αᵢ = 0, ≤ 0 for αᵢ = C, and 0 between them. Complementary slackness says
// the same of the right side.
//
// The primal has the variables w and b, and soft rows of price Cᵢ. If C = ∞,
// they are hard:
//
//	minimise ½‖w‖² + Σ Cᵢξᵢ   subject to   −yᵢ(⟨w, xᵢ⟩ + b) − ξᵢ ≤ −1,   ξ ≥ 0  (primal program)
//
// The multipliers of its rows are α. Stationarity in w says w = Σ Ineqᵢyᵢxᵢ,
// and stationarity in b says Σ Ineqᵢyᵢ = 0.

// goesOn asks Trace, if there is one, whether to go on.
func (o Options) goesOn(p Progress) bool { return o.Trace == nil || o.Trace(p) }

// DualQP trains a machine with any kernel by its dual program. It is slow, and
// as exact as rounding allows. Use it to check other solvers, or for a hard
// margin that is barely separable. Of the options it uses C, Weights and Trace
// only.
//
// The error is
//   - [ErrNotSeparable], with a model that proves it, if C = +Inf and no
//     function separates the labels;
//   - [ErrNotConverged], with the machine so far, if Trace ends the search, if
//     its violation stays above 1e-6 plus the part that rounding of f explains,
//     at most 2e-3, or if Σ αᵢyᵢ stays above 1e-8·Σ αᵢ or, times b, above 1e-6
//     of the primal value;
//   - [ErrNotConvex], if k is not positive semi-definite on these points;
//   - another error, with no model, for bad input, as of [Certify] and [Gram].
//
// It costs n²/2 kernel values and about 10 to 60 times n³/6 multiply-adds, in
// O(n²) memory. If rounding nearly hides the margin, it may cost 1000 times
// n³/6. For [Linear] with d < n features it costs about 10 to 60 times nd², in
// O(nd) memory.
func DualQP[X any](k Kernel[X], x []X, y []float64, o Options) (*Model[X], error) {
	p, err := newDualProgram(k, x, y, o)
	if errors.Is(err, errStopped) {
		return p.machine(make([]float64, len(x)), err)
	}
	if err != nil {
		return nil, err
	}
	return p.train()
}

// train returns the outcome of the program. If it has not converged, a factor
// of Q may lead to a better one.
func (p *dualProgram[X]) train() (*Model[X], error) {
	m, err := p.outcome()
	if unfinished(err) && p.factor() {
		next, e := p.outcome()
		if e == nil || errors.Is(e, ErrNotSeparable) || next != nil && p.lack(next) < p.lack(m) {
			m, err = next, e
		}
	}
	if m != nil {
		m.Iterations, m.Evaluations = p.iterations, p.evaluations
	}
	return m, err
}

// unfinished reports whether a search has not converged, and nobody stopped it.
func unfinished(err error) bool {
	return errors.Is(err, ErrNotConverged) && !errors.Is(err, errStopped)
}

// factor looks for an F with Q = FFᵀ and fewer columns than rows. If there is
// one, it replaces Q, or an F with as many columns as rows. It tells whether.
//
// If many points say nearly the same, only rounding keeps Q from being
// singular, and H contains this noise. FFᵀ has no noise outside the range of F.
// But α loses some digits by F, and F is faster only for fewer than n/4
// columns. So it is tried only if Q does not lead to an answer.
func (p *dualProgram[X]) factor() bool {
	if p.F != nil && p.F.Cols >= p.F.Rows {
		p.Q = p.F.Mul(p.F.T()) // Solve had used FFᵀ for Q
	}
	if p.Q == nil {
		return false
	}
	p.F, p.Q = p.Q.lowRank(), nil
	return p.F != nil
}

// dualProgram is (dual program) in the variables α/unit. It is the program of
// the points z = √unit·(x − mean) with C/unit, which have the same margins. F
// holds the yᵢzᵢ. If the kernel is not Linear, there are no z, and nothing is
// moved.
type dualProgram[X any] struct {
	QP
	k                       Kernel[X]
	x                       []X
	y, cost                 []float64
	o                       Options
	unit, most              float64 // most is the largest k(xᵢ, xᵢ)
	mean                    []float64
	gram                    *Matrix // Q, nil if the kernel is Linear
	evaluations, iterations int
}

// newDualProgram checks what a user has given, and asks Trace for the first
// time. Then it computes the program. If Trace says no, errStopped comes with a
// program that is not computed.
func newDualProgram[X any](k Kernel[X], x []X, y []float64, o Options) (*dualProgram[X], error) {
	cost, err := checkTraining(k, x, y, o)
	if err != nil {
		return nil, err
	}
	p := &dualProgram[X]{QP: QP{Hi: cost}, k: k, x: x, y: y, cost: cost, o: o, unit: 1}
	if !o.goesOn(Progress{Violation: 1}) {
		return p, errStopped
	}
	return p, p.write()
}

// write computes the numbers of the program, with F if the kernel is Linear.
// Points of weight 0 have no say in mean and unit. The error is a kernel value
// that is not finite.
func (p *dualProgram[X]) write() error {
	n, square := len(p.x), []float64(nil)
	p.QP = QP{
		C: scaled(ones(n), -1), Aeq: &Matrix{1, n, p.y}, Beq: []float64{0}, Lo: make([]float64, n),
	}
	if points, ok := any(p.x).([][]float64); ok && isLinear(p.k) {
		square = squares(points)
		if i := badEntry(square); i >= 0 {
			return errValue(i, i, square[i])
		}
		points, p.mean = centred(points, pick(points, nonzero(p.cost)))
		p.unit = unitOf(squares(points), p.cost)
		for i, z := range points {
			scaleRow(z, p.y[i]*math.Sqrt(p.unit), nil)
		}
		p.F = FromRows(points)
	} else {
		gram, err := Gram(p.k, p.x)
		if err != nil {
			return err
		}
		square = each(n, func(i int) float64 { return gram.At(i, i) })
		p.unit, p.evaluations = unitOf(square, p.cost), n*(n+1)/2
		for i, row := range gram.rows() {
			scaleRow(row, p.unit*p.y[i], p.y)
		}
		p.Q, p.gram = gram, gram
	}
	p.most, p.Hi = slices.Max(square), scaled(p.cost, 1/p.unit)
	return nil
}

// squares returns the ‖xᵢ‖².
func squares(x [][]float64) []float64 {
	return images(x, func(p []float64) float64 { return Dot(p, p) })
}

// unitOf returns a number near the size of α: the smaller of C and 1/max k(xᵢ,
// xᵢ), at which αᵢ moves f by about 1. In this unit 10⁻¹⁰ is little. It is a
// power of 4, so that nothing rounds, not even √unit.
func unitOf(square, cost []float64) float64 {
	counted := pick(square, nonzero(cost))
	// e = 0 if the argument is infinite
	_, e := math.Frexp(min(slices.Max(cost), 1/max(0, slices.Max(counted))))
	return math.Ldexp(1, max(-1020, min(1020, e-e%2)))
}

// gradient returns gᵢ = Σ αⱼyⱼk(xⱼ, xᵢ).
func (p *dualProgram[X]) gradient(alpha []float64) []float64 {
	if p.gram != nil {
		return signed(p.gram.MulVec(scaled(alpha, 1/p.unit)), p.y)
	}
	f, _ := spanned(p.k, p.x, signed(alpha, p.y))
	return f.sums(p.x)
}

// machine returns the machine of α, which is given in its units. At the upper
// bound it takes Cᵢ itself, because Cᵢ/unit may be too small to hold all digits
// of Cᵢ. why says why the machine is not finished, if it is not.
func (p *dualProgram[X]) machine(alpha []float64, why error) (*Model[X], error) {
	own := scaled(alpha, p.unit)
	for i, c := range p.cost {
		if alpha[i] == p.Hi[i] {
			own[i] = c
		}
	}
	m, err := checked(newModel(p.k, p.x, p.y, own, p.gradient(own), p.cost, acceptable))
	return m, cmp.Or(err, why)
}

// evidence returns the model of α, with ErrNotSeparable if α proves that no
// machine exists. First it takes off what is left of Σ αᵢyᵢ.
func (p *dualProgram[X]) evidence(alpha []float64) (*Model[X], error) {
	beta := signed(alpha, p.y)
	rebalance(beta, p.cost, upTo(len(beta)))
	alpha = absolute(beta)
	return notSeparable(p.k, p.x, p.y, alpha, p.gradient(alpha), p.cost)
}

// run solves (dual program) or (primal program) in the units of p. It tells
// Trace the dual value, and counts the steps.
func (p *dualProgram[X]) run(q program) (*QPSolution, error) {
	q.trace = func(steps int, residual, primal, dual float64) bool {
		if q.price == nil {
			dual = -primal // (dual program) is a minimum
		}
		return p.o.goesOn(Progress{p.iterations + steps, p.evaluations, residual, dual * p.unit})
	}
	s, err := q.solve()
	if s != nil {
		p.iterations += s.Iterations
	}
	return s, err
}

// outcome solves (dual program). It returns the machine if its certificate
// bears it out. Otherwise it returns the evidence that no machine exists, or a
// machine that did not converge. If the solution is a ray, Σ αᵢ grows along it
// and ‖w‖ does not.
func (p *dualProgram[X]) outcome() (*Model[X], error) {
	s, err := p.run(program{QP: p.QP})
	hard := hardMargin(p.cost)
	switch {
	case s == nil || errors.Is(err, ErrNotConvex):
		return nil, err
	case errors.Is(err, errStopped):
		return p.machine(s.X, err)
	case errors.Is(err, ErrUnbounded) && hard:
		return p.evidence(s.X)
	case errors.Is(err, ErrUnbounded): // C is finite, but so large that it was taken for ∞
		return p.machine(make([]float64, len(p.x)), tooLarge("DualQP", p.cost, p.most))
	}
	m, err := p.sharpest(s)
	if err != nil {
		return nil, err
	}
	c, total := m.Certificate, sum(m.Alpha)
	balanced := c.Balance <= 1e-8*total &&
		(hard || c.Balance <= 4*eps*total || c.Balance*math.Abs(m.B) <= 1e-6*c.Primal)
	if balanced && c.Violation() <= 1e-6+min(2e-3, resolution(total, p.most)) {
		return m, nil
	}
	if hard {
		if e, err := p.evidence(p.nearest()); errors.Is(err, ErrNotSeparable) {
			return e, err
		}
	}
	return m, fmt.Errorf("%w: DualQP: violation %.2g, balance %.2g, b %.2g",
		ErrNotConverged, c.Violation(), c.Balance, m.B)
}

// nearest returns the α of the points of the two hulls that are nearest to each
// other. Σ αᵢ is 1 for each label. If the hulls touch, this α is evidence. Its
// program has a solution in any case.
func (p *dualProgram[X]) nearest() []float64 {
	hulls, n := p.QP, len(p.x)
	hulls.C, hulls.Aeq, hulls.Beq = make([]float64, n), NewMatrix(2, n), ones(2)
	for i, v := range p.y {
		hulls.Aeq.Set(int(v+1)/2, i, 1)
	}
	s, _ := hulls.Solve()
	return s.X
}

// tooLarge returns the error for a C that counts as +Inf next to the kernel
// values. The largest k(xᵢ, xᵢ) is most.
func tooLarge(who string, cost []float64, most float64) error {
	return fmt.Errorf("%w: %s: C = %g is too large beside 1/k(x[i], x[i]) = %g",
		ErrNotConverged, who, slices.Max(cost), 1/most)
}

// sharpest returns the machine of a solution. An interior point never touches
// its bounds, so bounded puts α on them. That breaks Σ αᵢyᵢ = 0 a little, and
// catches a free αᵢ that is small beside C.
//
// If the certificate is not sharp enough, a stricter guess fixes fewer αᵢ. The
// program is solved again for the others, and the better machine is kept.
func (p *dualProgram[X]) sharpest(s *QPSolution) (*Model[X], error) {
	m, _, err := p.bounded(s, generous)
	if err != nil || p.lack(m) <= enough {
		return m, err
	}
	_, rest, _ := p.bounded(s, careful)
	s, wrong := rest.Solve()
	p.iterations += s.Iterations
	if wrong == nil || errors.Is(wrong, ErrNotConverged) { // else nothing balances α
		if next, _, e := p.bounded(s, careful); e == nil && p.lack(next) < p.lack(m) {
			m = next
		}
	}
	return m, nil
}

// bounded returns the machine of a solution with α on its bounds, and p with
// those αᵢ fixed.
func (p *dualProgram[X]) bounded(s *QPSolution, small float64) (*Model[X], QP, error) {
	rest, alpha := p.atBounds(s.X, difference(s.Lower, s.Upper), small)
	m, err := p.machine(alpha, nil)
	return m, rest, err
}

// lack returns how far a machine is from the optimum: its violation, and
// Σ αᵢyᵢ in the units of p.
func (p *dualProgram[X]) lack(m *Model[X]) float64 {
	return max(0, m.Certificate.Violation()) + m.Certificate.Balance/p.unit
}

// How near a bound αᵢ counts as at it, as a part of C.
const (
	generous = 1e-11 // above the noise in the last digits of Solve, as a rule
	careful  = 1e-15 // below all free αᵢ, as a rule
)

// atBounds puts those αᵢ on their bounds that belong there. It returns p with
// these αᵢ fixed, and α. excess[i] is yᵢf(xᵢ) − 1.
//
// One factor is 0 in each of the products αᵢ(yᵢf(xᵢ) − 1) and (Cᵢ − αᵢ)ξᵢ. So
// αᵢ goes to a bound if the first factor is less than the second, or less than
// small.
//
// In the units of p, a change of αᵢ changes f by about as much. So the factors
// can be compared as they are, if C and the largest αⱼ are above 1. Otherwise
// the excess counts times the smaller of these two, and small always does.
func (p QP) atBounds(alpha, excess []float64, small float64) (QP, []float64) {
	p.Lo, p.Hi = make([]float64, len(alpha)), slices.Clone(p.Hi)
	alpha, most := slices.Clone(alpha), maxAbs(alpha)
	for i, a := range alpha {
		c := min(p.Hi[i], most)
		near, part := small*c, excess[i]*min(1, c)
		switch {
		case a <= max(near, part):
			p.Hi[i], alpha[i] = 0, 0
		case p.Hi[i]-a <= max(near, -part):
			p.Lo[i], alpha[i] = p.Hi[i], p.Hi[i]
		}
	}
	return p, alpha
}

// PrimalQP trains a linear machine by its primal program. It returns the plane
// and the slack ξᵢ = max(0, 1 − yᵢf(xᵢ)) of each point. Use it if there are
// fewer features than points. Of the options it uses C, Weights and Trace only.
// If an interval of b is optimal, b is its midpoint.
//
// The error is
//   - [ErrNotSeparable], without evidence, if C = +Inf and no plane separates
//     the labels;
//   - [ErrNotConverged], with the plane so far, if Trace ends the search, or if
//     the primal value of the plane that is returned, as far as rounding of f
//     tells it, differs from the dual value by more than 10⁻⁷ of itself;
//   - another error for bad input, as of [DualQP].
//
// It costs about 20 times nd² multiply-adds, in O(nd) memory. If rounding hides
// the margin, or what slacks cost, it costs as much as [DualQP] besides.
func PrimalQP(x [][]float64, y []float64, o Options) (Hyperplane, []float64, error) {
	p, err := newDualProgram(Linear{}, x, y, o)
	if errors.Is(err, errStopped) {
		return Hyperplane{W: make([]float64, len(x[0]))}, ones(len(x)), err
	}
	if err != nil {
		return Hyperplane{}, nil, err
	}
	h, slack, err := plane(p)
	if !unfinished(err) {
		return h, slack, err
	}
	// The dual finds evidence that the primal misses. It has no slacks either,
	// which at a large C are expensive even if they are only rounding.
	m, e := p.train()
	switch {
	case errors.Is(e, ErrNotSeparable):
		return Hyperplane{}, nil, errNoPlane
	case errors.Is(e, errStopped):
		return h, slack, e
	case m != nil:
		next := Hyperplane{combination(x, signed(m.Alpha, y)), m.B}
		value := m.Certificate.Dual - math.Abs(m.B)*m.Certificate.Balance
		if next, none, e := next.judged(x, y, p.cost, value); e == nil {
			return next, none, nil
		}
	}
	return h, slack, err
}

// errNoPlane is PrimalQP's answer for a hard margin without a plane.
var errNoPlane = fmt.Errorf("%w: no plane has y[i]f(x[i]) >= 1", ErrNotSeparable)

// plane solves (primal program) for the points z. It returns the plane and its
// slacks for the points as given.
func plane(p *dualProgram[[]float64]) (Hyperplane, []float64, error) {
	d := len(p.mean)
	s, err := p.run(primalProgram(p.F, p.y, p.Hi))
	switch {
	case errors.Is(err, ErrInfeasible) && hardMargin(p.cost):
		return Hyperplane{}, nil, errNoPlane
	case errors.Is(err, ErrInfeasible): // C is finite, but so large that its price was taken for ∞
		err := tooLarge("PrimalQP", p.cost, p.most)
		return Hyperplane{W: make([]float64, d)}, ones(len(p.x)), err
	case err != nil && !errors.Is(err, ErrNotConverged):
		return Hyperplane{}, nil, err
	}
	h := Hyperplane{s.X[:d:d], s.X[d]}
	value, b := p.dual(h, s.Ineq)
	h.W = scaled(h.W, math.Sqrt(p.unit))
	h.B = b - Dot(h.W, p.mean)
	h, slack, wide := h.judged(p.x, p.y, p.cost, value)
	if errors.Is(err, errStopped) {
		return h, slack, err
	}
	return h, slack, wide
}

// judged returns the plane and its slacks. The error says that its primal value
// is too far from the dual value.
//
// If C is large, slacks that are only rounding are expensive. A plane with a
// slightly longer w and b has no such slack. If that leaves a gap, rounding of
// its own f has made new slacks, and 10⁻¹² more is tried.
func (h Hyperplane) judged(x [][]float64, y, cost []float64, dual float64) (
	Hyperplane, []float64, error) {
	slack, primal := h.primal(x, y, cost)
	rounded := where(len(x), func(i int) bool { return cost[i] > 0 && slack[i] < 1e-6 })
	small := maxAbs(pick(slack, rounded))
	for _, more := range []float64{0, 1e-12} {
		longer := h.Times(1 + 2*small + more)
		s, p := longer.primal(x, y, cost)
		if p < primal && (more == 0 || primal-dual > 1e-9*primal) {
			h, slack, primal = longer, s, p
		}
	}
	gap := math.Abs(primal - dual)
	return h, slack, unless(gap <= 1e-7*primal && finite(primal),
		"%w: PrimalQP: gap %.2g of %.2g", ErrNotConverged, gap, primal)
}

// primal returns the slacks of the plane, and its primal value.
func (h Hyperplane) primal(x [][]float64, y, cost []float64) (slack []float64, value float64) {
	margin := each(len(x), func(i int) float64 { return h.Functional(x[i], y[i]) })
	return images(margin, Hinge), primalOf(Dot(h.W, h.W), margin, cost)
}

// dual returns the dual value of the multipliers α of (primal program) for the
// points as given, less |bΣ αᵢyᵢ|, which is not quite 0. No primal value is
// below it. h is the plane for the points z.
//
// It also returns h.B, or the midpoint if an interval of b is optimal. For the
// interval it puts α on its bounds, as DualQP does.
func (p *dualProgram[X]) dual(h Hyperplane, alpha []float64) (value, b float64) {
	g := p.F.MulVec(h.W) // yᵢ⟨w, zᵢ⟩
	excess := each(len(g), func(i int) float64 { return g[i] + float64(p.y[i]*h.B) - 1 })
	within := each(len(g), func(i int) float64 { return min(alpha[i], p.Hi[i]) })
	w := p.F.mulTVec(within)
	value = p.unit * (sum(within) - Dot(w, w)/2 - math.Abs(h.B*Dot(within, p.y)))
	_, alpha = p.atBounds(alpha, excess, generous)
	if low, high := interval(signed(g, p.y), p.y, alpha, p.Hi); low < high {
		return value, midpoint(low, high)
	}
	return value, h.B
}

// primalProgram returns (primal program) in w and b. f holds the yᵢxᵢ, and cost
// the prices of the slacks. A point of weight 0 has no part in it.
func primalProgram(f *Matrix, y, cost []float64) program {
	n, d := f.Rows, f.Cols
	p := program{QP: QP{C: make([]float64, d+1), B: make([]float64, n)}, price: cost}
	p.Q, p.A = NewMatrix(d+1, d+1), NewMatrix(n, d+1)
	for j := range d {
		p.Q.Set(j, j, 1)
	}
	for _, i := range nonzero(cost) {
		row := p.A.Row(i)
		axpy(-1, f.Row(i), row)
		row[d], p.B[i] = -y[i], -1
	}
	return p
}
