// SPDX-License-Identifier: MIT

// qp.go solves convex quadratic programs by a primal–dual interior point
// method. It is slow beside smo.go, but general, and it is our oracle: the
// tests compare the other solvers with it. At the end of the file the support
// vector machine is written as such a program.
//
// A first reading can end before the section "Scales, and the error". Up to
// there the text is the textbook method. In its plainest form it has sixty
// lines: Example_plainInteriorPoint in example_test.go.
//
// # The problem
//
//	minimise ½xᵀQx + cᵀx   subject to   Ax ≤ b,   A_eq x = b_eq,   lo ≤ x ≤ hi              (qp)
//
// Q is symmetric and positive semi-definite. Therefore the objective is convex,
// and a feasible point with no better one near it is a solution.
//
// In this file the letters are those of (qp). Where the text speaks of a
// support vector machine, they are those of svm.go.
//
// # An example by hand
//
// Minimise ½x² − 2x subject to x ≤ 1. Without the constraint x = 2 would be
// best, so the solution is x = 1: the constraint holds the point back with the
// force z = 1, which balances the slope x − 2 = −1 of the objective there.
//
// This program is the dual of the four points of svm.go for C = ⅛. Its solution
// has α₂ = α₄ = 0, hence α₁ = α₃ by Σ αᵢyᵢ = 0. With α₁ = x/8 the dual value
// 2α₁ − 4α₁² is −⅛(½x² − 2x), which is largest where our objective is smallest,
// and α₁ ≤ C is x ≤ 1.
//
// The points of an interior point method never touch the constraint: each has a
// slack s = 1 − x > 0 and a force z > 0. They approach a point where two
// equations hold. By the first, x − 2 + z = 0, the forces balance. By the
// second, sz = 0, a force acts only where the point touches the constraint.
//
// The method starts at x = 0 with s = z = 1. Each step changes x, s and z by
// Δx, Δs and Δz, so that x − 2 + z = 0 afterwards, and sz = 0 but for the
// product ΔsΔz, which we leave out to make the equation linear. Since s = 1 −
// x, we have Δs = −Δx:
//
//	Δx + Δz = 2 − x − z      [x − 2 + z = 0 after the step]
//	sΔz − zΔx = −sz          [sz = 0 after the step, but for ΔsΔz]
//
// A full step would end on the constraint. With s = 0 the second equation then
// says zΔx = 0, and x could never change again, even if it were wrong.
// Therefore each step goes only 0.995 of the way to the constraint. The first
// two steps are
//
//	Δx + Δz = 1,      1·Δz − 1·Δx = −1        so Δx = 1, Δz = 0:      x = 0.995,  s = 0.005
//	Δx + Δz = 0.005,  0.005Δz − Δx = −0.005   so Δx = 0.005, Δz = 0:  x = 0.999975
//
// In the second step 2 − x − z is 0.005, because the first went to x = 0.995
// only. Each step brings x 200 times nearer to 1:
//
//	x   0 ───────────── 0.995 ─ 0.999975 ─ 1
//	s   1               0.005   0.000025   0
//	z   1               1       1          1
//
// TestInteriorPointByHand repeats these numbers.
//
// # When a point is optimal
//
// To have one form for all constraints, we write them as rows of one matrix G
// with a slack s ≥ 0 for each inequality: Gx + s = h. An equality is a row with
// a slack of 0. A bound is a row with a single ±1: x ≤ hi as it stands, lo ≤ x
// as −x ≤ −lo.
//
// To remove the constraints, we replace them by forces, as in the example. The
// term zᵢ(Gx − h)ᵢ, added to the objective, pushes x back from constraint i
// with the force zᵢ, which is called the multiplier of row i. With such a term
// for each row the objective becomes the Lagrangian
//
//	L(x, z) = ½xᵀQx + cᵀx + zᵀ(Gx − h)                                              (lagrangian)
//
// The Lagrangian is a lower bound of the objective: if x is feasible and zᵢ ≥ 0
// for inequalities, then zᵀ(Gx − h) = −zᵀs is at most 0, and L(x, z) is at most
// the objective at x.
//
// A feasible x is a solution if, for some z, its objective is equal to the
// smallest value of L(·, z), since no feasible point has an objective below
// this value. In formulas, there are z and s with
//
//	Qx + c + Gᵀz = 0                stationarity
//	Gx + s = h                      feasibility
//	s ≥ 0, z ≥ 0                    of inequalities; s = 0 for equalities
//	sᵢzᵢ = 0                        complementary slackness                                (kkt)
//
// Why is an x that satisfies (kkt) optimal? L is convex in x, hence by
// stationarity L(x, z) is the smallest L with this z. Every feasible point has
// an objective of at least L there, hence of at least L(x, z). But L(x, z) is
// the objective at x itself, since zᵀ(Gx − h) = −zᵀs = 0. (Conversely, every
// solution x has such s and z; the sources prove it.)
//
// How good is a point if stationarity and feasibility hold, but the sᵢzᵢ are
// not yet 0? By stationarity no feasible point has an objective below L(x, z),
// which is called the dual objective. The objective at x minus the dual
// objective is the duality gap. The objective at x exceeds the smallest
// objective by at most this gap.
//
// The duality gap is the sum of all sᵢzᵢ, because by feasibility the objective
// at x minus L(x, z) is −zᵀ(Gx − h) = zᵀs. By s, z ≥ 0 it is never negative. If
// it is 0, all sᵢzᵢ are 0, hence (kkt) holds and x is a solution. To write the
// gap without s, we multiply stationarity by xᵀ, and replace Gx by h − s:
//
//	xᵀQx + cᵀx + hᵀz = sᵀz                                                              (qp gap)
//
// # The step
//
// All lines of (kkt) are linear except sᵢzᵢ = 0. Newton's method makes a
// product linear by leaving out the product of the changes:
//
//	(s + Δs)(z + Δz) = sz + sΔz + zΔs + ΔsΔz ≈ sz + sΔz + zΔs                     (linearised)
//
// Why not ask for sᵢzᵢ = 0 at once? As in the example, the step would have to
// stop at the first sᵢ or zᵢ that becomes 0, often after a short way. Therefore
// we ask only for a smaller product than now: for σμ, where μ is the mean of
// the sᵢzᵢ of the inequalities, and σ is between 0 and 1. With (linearised), a
// step solves
//
//	QΔx + GᵀΔz = −r_x,      r_x = Qx + c + Gᵀz
//	GΔx + Δs   = −r_z,      r_z = Gx + s − h
//	sᵢΔzᵢ + zᵢΔsᵢ = −dᵢ,     dᵢ = sᵢzᵢ − σμ                                               (step)
//
// x need not be feasible on the way: a full step makes r_x and r_z 0, and half
// a step halves them. Let a be the largest number for which s + aΔs and z + aΔz
// are still ≥ 0. Of the step we go the part min(1, 0.995a).
//
// In the example, min ½x² − 2x for x ≤ 1, take x = 0, s = 1, z = 2 and σ = ½.
// Then x − 2 + z = 0, and μ = sz = 2, so that the step asks for sz = σμ = 1. As
// before Δs = −Δx:
//
//	Δx + Δz = 0,      1·Δz − 2·Δx = 1 − 2          so Δx = 1/3, Δz = −1/3
//
// The full step leads to x = 1/3, s = 2/3 and z = 5/3, where sz = 10/9. It
// misses the wanted sz = 1 by ΔsΔz = 1/9, the product that was left out.
//
// # The elimination
//
// How do we solve (step)? Let all rows be inequalities for now. We eliminate Δs
// and Δz, so that a system for Δx alone remains. The third line of (step) gives
// Δs in terms of Δz. With this Δs the second line gives Δz in terms of Δx, and
// with this Δz the first line contains Δx alone. Let W be the diagonal matrix
// of the sᵢ/zᵢ:
//
//	Δs = −(d + s∘Δz)/z                            [third line; ∘ and / entry by entry]
//	GΔx − WΔz = −r_z + d/z                        [put into the second]
//	Δz = W⁻¹(GΔx + r_z − d/z)                     [solved for Δz]
//	(Q + GᵀW⁻¹G)Δx = −r_x − GᵀW⁻¹(r_z − d/z)      [put into the first]               (condensed)
//
// The system (condensed) is symmetric, and has one row for each variable. If Q
// is positive definite, the matrix is too, and Cholesky's method solves it. A
// bound contributes to the matrix only zᵢ/sᵢ in one entry of the diagonal,
// because its row of G has a single ±1.
//
// Equalities do not fit into (condensed), because their W⁻¹ would be infinite.
// Their Δz have to remain as unknowns. Before any Δz is eliminated, the system
// is
//
//	⎡Q  Gᵀ⎤ ⎡Δx⎤   ⎡   −r_x    ⎤
//	⎣G  −W⎦ ⎣Δz⎦ = ⎣−r_z + d/z ⎦ ,   K for the matrix on the left                    (newton)
//
// To solve (newton), we eliminate only some of the Δz. Let Y be the rows of G
// whose Δz remain as unknowns, for now the equalities, and let D be the part of
// W that belongs to them. As in (condensed), every other row gᵀ of G adds
// zᵢ/sᵢ·ggᵀ to Q. The sum is called H. Write t for the Δz of Y, and r and r₂
// for the right-hand sides:
//
//	HΔx + Yᵀt = r,   YΔx − Dt = r₂    [D = 0 for equalities]
//	(Y H⁻¹Yᵀ + D)t = Y H⁻¹r − r₂      [Δx = H⁻¹(r − Yᵀt) put into the second]           (schur)
//
// # Predictor and corrector
//
// How large should σ be? S. Mehrotra's answer is to look ahead, by a step with
// σ = 0, the predictor. It is not taken, but tells two things:
//
//   - How small σ may be. If the predictor can go far, all products can become
//     small at once. Let a ≤ 1 be the part of it that keeps s and z ≥ 0, and μ′
//     the mean of the products (sᵢ + aΔsᵢ)(zᵢ + aΔzᵢ) there. Then σ = (μ′/μ)³,
//     with a cube from experience.
//   - What (linearised) leaves out: about the predictor's ΔsᵢΔzᵢ. The step that
//     is taken, the corrector, adds it to dᵢ.
//
// Predictor and corrector solve with the same matrix, so that the second costs
// little.
//
// But the whole product ΔsᵢΔzᵢ of the predictor may be larger than the change
// that the corrector asks for. If the predictor can hardly move, σ is near 1,
// and the corrector asks for a small change only. In some programs the steps
// then run in a circle.
//
// How much of ΔsᵢΔzᵢ should the corrector take? If all sᵢzᵢ are equal to μ, and
// r_x and r_z are 0, the right-hand sides of (step) with −σμ are 1 − σ times
// those of the predictor. Then its changes are 1 − σ times the predictor's, and
// the product of the changes is (1 − σ)² times. Mehrotra takes all of the
// predictor's product. We take 1 − σ times this product, which lies between the
// two, and goes to 0 where σ goes to 1:
//
//	dᵢ = sᵢzᵢ + (1 − σ)ΔsᵢΔzᵢ − σμ                                                   (corrector)
//
// Where does the iteration start? We solve (newton) with −c and h on the
// right-hand side, and with 1 for inequalities and 0 for equalities on the
// diagonal of W. For an inequality the second line then says Gx − z = h, so
// that its slack h − Gx is −z. To stay away from 0, we start with s = max(1,
// −z), and with max(1, z) in place of z.
//
// In the example, min ½x² − 2x for x ≤ 1, the system for the start is x + z = 2
// and x − z = 1. It gives x = 3/2 and z = ½, with the slack 1 − x = −½. Both ½
// and −½ are below 1, so that we start with z = 1 and s = 1.
//
// The rest is for programs that somebody else wrote: numbers of any size,
// thousands of constraints, last digits, and an answer if there is no solution.
//
// # Scales, and the error
//
// If the numbers of a program differ by many powers of ten, no tolerance suits
// all of them. Therefore we repeat ten times: divide each row and each column
// of the matrix (Q Gᵀ; G 0) by the square root of its largest absolute value.
// Afterwards these largest values are near 1.
//
// All scales are powers of two, so that nothing rounds, and a variable at its
// bound comes back as the very number that was given.
//
// How far is a point x, z, s from a solution? For each line of (kkt) we divide
// what is wrong in it by the size of its terms. Let u and v add up the absolute
// values of the terms in the first two lines. The largest of the following
// numbers is the error of the point:
//
//	|r_x|ⱼ/uⱼ,   u = |Q||x| + |G|ᵀ|z| + |c|         stationarity
//	|r_z|ᵢ/vᵢ,   v = |G||x| + s + |h|               feasibility
//	min(sᵢ/vᵢ, zᵢ Σⱼ |gᵢⱼ|/uⱼ)                      complementary slackness, of each inequality
//	sᵀz/(xᵀQx + Σ|cⱼxⱼ|)                            the gap, beside the objective       (error)
//
// Complementary slackness wants sᵢ = 0 or zᵢ = 0. Hence the third line of
// (error) takes the smaller of two numbers. The first, sᵢ/vᵢ, compares sᵢ with
// the terms of its row. The second compares the force zᵢ with the terms of
// stationarity: the force adds zᵢ|gᵢⱼ| to line j, whose terms add up to uⱼ.
//
// Why do we judge the products sᵢzᵢ one by one, although the gap is their sum?
// Because in the gap a large row can hide a small one: if one variable is at a
// bound of 10¹⁵, a relative gap of 10⁻⁸ allows an error of 10⁷ in the rows of
// variables near 1. And why do we judge the gap too? Because many small
// products may add up to a large gap.
//
// The numbers in (error) are scaled. If the error is small for the scaled
// numbers, it is small for the user's too, because scaling multiplies numerator
// and denominator of a fraction alike. But if all terms of a line are rounding
// errors, the fraction says nothing. Therefore we add 10⁻⁶ to each denominator,
// which is little beside scaled entries near 1.
//
// # Rows that are hard
//
// A row gᵀ of G adds w⁻¹ggᵀ to Q in (condensed), with w = s/z. If the row holds
// with equality at the solution and has z > 0, w goes to 0 in the iteration,
// and w⁻¹ggᵀ becomes so large that the last digits of Q are lost in the sum. (A
// bound does no such harm, because it enlarges one diagonal entry and leaves
// the rest of Q alone.)
//
// To keep the digits of Q, we write a row with w < 1 twice, and share its
// weight 1/w between the two copies:
//
//	1/w = 1 + (1 − w)/w
//
// The first copy of the row has the weight 1 and is added to H, as in
// (condensed). The second copy has the weight (1 − w)/w and becomes a row of Y,
// which does not enter H. Its entry of D is the inverse of its weight, w/(1 −
// w), which may go to 0, because (schur) adds D and never divides by it. With w
// = 0 the weight is infinite and D = 0: the second copy is an equality.
//
// What is the multiplier Δz of a row gᵀ with two copies? Both pull along the
// same g, hence Δz is the sum of their multipliers. The multiplier of the
// second copy is t. The multiplier of the first is gᵀΔx − r₂, as in (condensed)
// with W = 1. Since gᵀ is a row of Y too, gᵀΔx − Dt = r₂, hence the multiplier
// of the first copy is Dt. With D = w/(1 − w) the sum Dt + t is t/(1 − w).
//
// Near the end H may be singular up to rounding. Therefore we add a small ridge
// to the diagonals of H and of (schur). We take out its effect by refinement:
// we solve again, for the residual of the solution in (newton), and add the
// result.
//
// # A factor of Q
//
// For 100,000 points the n×n matrix Q of the dual is too large. But if Q = FFᵀ
// and F has few columns, Q is not needed: stationarity contains Q only in the
// product Qx = Fv, where v = Fᵀx has one entry for each column of F.
//
// The product Fv looks like the term Gᵀz of stationarity. Hence we leave out Q
// and append the columns of F to G as rows, whose multipliers z have to be v.
// This condition, Fᵀx − z = 0, would be an equality row but for the term −z.
// Therefore we give every row a term −δz:
//
//	gᵀx + s − δz = h,     δ = 1 for a column of F, 0 for all other rows                 (soft)
//
// The term −δz changes W to W + δ in (newton), and adds δᵢ|zᵢ| to vᵢ in
// (error).
//
// When does a factor F save work? When H is diagonal, because then no n×n
// matrix is factored, only the matrix of (schur). To have a diagonal H, we put
// all rows except the bounds into Y. This needs at most n/2 of these rows, a Q
// that is absent or diagonal, and for each variable a bound or a curvature qⱼⱼ
// > 0, so that H has no 0 on its diagonal. For points with few features (schur)
// then has about one row for each feature.
//
// # The last digits: polishing
//
// The points of the iteration never reach a constraint, and approach the
// solution only slowly if sᵢ and zᵢ are both 0 there: when their product is
// 10⁻¹², each is about 10⁻⁶. To get the last digits, we guess that the
// inequalities with s < z hold with equality, and solve with these as
// equalities and without the others.
//
// If the guess is right, a single solution of (newton) gives the answer. If
// not, it gives the next guess, by the same rule, an equality if s < z. An
// inequality treated as an equality has s = 0, and is left out if now z ≤ 0. An
// inequality that was left out has z = 0, and is treated as an equality if now
// s < 0.
//
// # Programs without a solution
//
// If the constraints contradict each other, or if the objective falls without
// end, there is no solution that the steps could approach. By Farkas' lemma
// there is a proof in either case: multipliers z that combine the constraints
// to 0 ≤ −1, or a direction d along which the objective falls and that no
// constraint blocks.
//
// A z that proves infeasibility has Gᵀz = 0, z ≥ 0 for inequalities, and hᵀz <
// 0. All z with the first two properties form a cone. We look for the point of
// the cone nearest to −h, which has the third property if any point has. In the
// same way we look for a d with Qd = 0, Gd ≤ 0 and cᵀd < 0. Both nearest points
// exist, and quadratic programs find them:
//
//	z nearest to −h among   Gᵀz = 0, z ≥ 0 on inequalities     hᵀz = −‖z‖²   (separation)
//	d nearest to −c among   Qd = 0, Gd ≤ 0 (= 0: equalities)   cᵀd = −‖d‖²          (ray)
//
// Why is hᵀz = −‖z‖²? Every multiple az with a ≥ 0 lies in the cone too, and z
// itself is the nearest to −h. Hence the derivative of ½‖az + h‖² at a = 1,
// zᵀ(z + h), is 0. If z ≠ 0, then hᵀz < 0. But with Gᵀz = 0 and z ≥ 0 a
// feasible x would have 0 = zᵀGx ≤ zᵀh, hence there is none.
//
// In the same way cᵀd = −‖d‖². If d ≠ 0, the objective falls along d from every
// feasible point, with the slope cᵀd < 0 because Qd = 0.
//
// The program (ray) has the form (qp), with the objective ½‖d‖² + cᵀd. To keep
// the rows of G, we solve in place of (separation) its dual program, which asks
// for the smallest violation y of the constraints: minimise ½‖y‖² subject to Gx
// + s = h + y, over x, y and the slacks s. With multipliers z, stationarity in
// x says Gᵀz = 0, and in y it says y = z.
//
// Since y = z at the minimum, z itself is the violation: Gx + s − z = h. This
// is (soft) with δ = 1 in every row, and with Q, F and c zero. (form.separation
// takes another δ, and says why.)
//
// For example, x ≤ 1 and x ≥ 2 contradict each other. The sum of the squared
// violations is smallest at x = 3/2, where both are ½. Hence z is along (1, 1),
// and the sum of x ≤ 1 and −x ≤ −2 is 0 ≤ −1. An example of (ray) is min −x for
// x ≥ 0, with c = −1: the condition Gd ≤ 0 says d ≥ 0, and the nearest such d
// to −c is d = 1.
//
// When do we look for a proof? When the error of the point stays large, but
// also when the point seems good and may be on its way to infinity: if x or z
// is large, or if some cⱼ is small beside the other terms of its line of
// stationarity. The objective may then fall along xⱼ with the slope cⱼ, which
// is so small that (error) takes it for rounding.
//
// If no proof is found, the point counts as a solution on two conditions: its
// error is at most 10⁻⁸, and cancellation leaves at least five of the 16 digits
// of its value: |qᵢⱼxᵢxⱼ| and |cⱼxⱼ| add up to at most 10¹¹ times the sum of
// |value| and the largest entry of Q and c. Otherwise Solve returns the point
// with [ErrNotConverged].
//
// # The whole
//
//  1. All constraints become rows of G with slacks, in scales near 1.
//  2. From s = z = 1 or more, Newton's steps go towards (kkt), each 0.995 of
//     the way to the boundary at most.
//  3. A step solves (condensed) twice: the predictor tells σ, and what
//     (linearised) leaves out.
//  4. Near the end s < z tells which rows hold with equality, and one system
//     gives the last digits.
//  5. If no point is good, two projections look for a proof that there is none.
//
// # The code
//
//	QP.Solve          makes a form of the program, scaled rows with slacks, and asks its outcome
//	form.iterate      makes the steps from form.start; form.step is (step) twice, by direction
//	form.factor       makes a kkt, the matrix of (newton), with dense or thin; kkt.solve refines
//	form.polish       ends the steps; form.errorOf judges a point, proves a proof
//	form.evidence     form.separation and form.ray write the two projections as forms
//	DualQP, PrimalQP  write a machine as a program, and read it off the solution
//
// # Sources
//
//   - S. Mehrotra, On the implementation of a primal–dual interior point method
//     (1992): predictor and corrector.
//   - J. Nocedal, S. Wright, Numerical Optimization (2006), §16.6: the plain
//     method, and the converse that was left out above (§12.3, §12.6).
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
// A field that is nil leaves its part out. F, with n rows, may be given in
// place of Q = FFᵀ. Then no n×n matrix is formed if F has few columns and the
// variables have bounds, as in the dual of a linear machine. The zero value has
// no variables.
type QP struct {
	Q, F   *Matrix
	C      []float64
	A      *Matrix
	B      []float64
	Aeq    *Matrix
	Beq    []float64
	Lo, Hi []float64
}

// A QPSolution is a point with its multipliers. With f for the objective, they
// are those of the Lagrangian
//
//	f(x) + Ineqᵀ(Ax − B) + Eqᵀ(Aeq x − Beq) + Lowerᵀ(Lo − x) + Upperᵀ(x − Hi)
//
// All multipliers are ≥ 0, except those of Eq. Beside an error, a QPSolution is
// the evidence:
//   - [ErrUnbounded]: X is a ray along which f falls without end;
//   - [ErrNotConvex]: X is a direction along which f curves downwards;
//   - [ErrInfeasible]: X is nil, and the multipliers combine the constraints to
//     0 ≤ −1, which is Value;
//   - [ErrNotConverged]: X is the best point found.
type QPSolution struct {
	X                      []float64
	Value                  float64 // ½XᵀQX + CᵀX; of a ray its slope, of a direction XᵀQX
	Ineq, Eq, Lower, Upper []float64
	Iterations             int

	// The largest violations, and the duality gap, as the sum of sᵢzᵢ.
	Feasibility, Stationarity, Gap float64
}

// Solve returns the solution with its multipliers. Each constraint and each
// component of the stationarity holds up to 10⁻⁸ times the size of its terms,
// and as a rule to the last digits. A variable at a bound is that bound, bit by
// bit.
//
// If there is no solution, Solve returns [ErrInfeasible] or [ErrUnbounded], and
// for a Q that is not positive semi-definite [ErrNotConvex], each with a
// [QPSolution] that is the evidence. If Solve finds neither a solution nor
// evidence, it returns [ErrNotConverged] with the best point.
//
// There are 5 to 40 iterations as a rule, and some hundreds where there is no
// solution. For m rows of A and Aeq, an iteration costs up to
// n³/6 + mn² + m²n/2 + m³/6 multiply-adds in O(n² + mn + m²) memory. If F has d
// columns, each variable has a bound, and 2(d + m) ≤ n, it costs only about
// n(d + m)², in O(n(d + m)) memory. A diagonal Q counts as d = 0, and each
// positive entry of it as a bound.
func (p QP) Solve() (*QPSolution, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return p.solve(nil, false)
}

// A tracer is told at each point, the last one too, how far a solver is, and
// says whether to go on.
type tracer func(steps int, residual, value float64) bool

// solve is Solve for a program that has been checked. If it is known to have a
// solution, no evidence is looked for.
func (p QP) solve(trace tracer, solvable bool) (*QPSolution, error) {
	if p.F != nil && p.F.Cols >= p.F.Rows {
		p.Q, p.F = p.F.Mul(p.F.T()), nil
	}
	f := newForm(p, true)
	if x := f.concave(); x != nil {
		s := &QPSolution{X: x, Value: Dot(x, p.mulQ(x))}
		return s, fmt.Errorf("%w: x'Qx = %g along X", ErrNotConvex, s.Value)
	}
	s, err := f.outcome(trace, solvable)
	if f.loose && !p.settled(s, err) {
		again := newForm(p, false)
		*again.steps = *f.steps
		s, err = again.outcome(trace, solvable)
	}
	values := []float64{s.Value, s.Feasibility, s.Stationarity, s.Gap}
	if !finite(maxAbs(slices.Concat(s.X, s.Ineq, s.Eq, s.Lower, s.Upper, values))) {
		return f.solution(f.newPoint()), fmt.Errorf("%w: QP: numbers overflow", ErrNotConverged)
	}
	return s, err
}

// settled reports whether an outcome stands although some bounds were left out:
// the others contradict each other, or the solution keeps all.
func (p QP) settled(s *QPSolution, err error) bool {
	for j := 0; err == nil && j < len(s.X); j++ {
		if lo, hi := p.bounds(j); s.X[j] < lo || s.X[j] > hi {
			return false
		}
	}
	return err == nil || errors.Is(err, ErrInfeasible) || errors.Is(err, errStopped)
}

// # The iteration

const (
	acceptable = 1e-8  // the error of a solution: 10⁻⁷ costs users digits, 10⁻⁹ refuses some
	sharp      = 1e-13 // ends the iteration: at 10⁻¹⁴ rounding forbids it, 10⁻¹² loses digits
	mostSteps  = 100   // with 50 some proofs are not found, with 200 no more
	patience   = 25    // steps without half the error that end it: some need 15, none 40
	nearEnd    = 0.995 // of the way to the boundary: at 1 the next W is 0, at 0.95 steps double
)

// point is x, z and s in one array: a point, a direction, or a right side.
type point struct{ all, x, z, s []float64 }

func (f *form) newPoint() point { return f.view(make([]float64, len(f.c)+2*len(f.h))) }

// view returns the point that is stored in this array.
func (f *form) view(all []float64) point {
	n, m := len(f.c), len(f.h)
	return point{all, all[:n], all[n : n+m], all[n+m:]}
}

// xz returns x and z of a point.
func (w point) xz() []float64 { return w.all[:len(w.x)+len(w.z)] }

// start returns the point where the iteration begins.
func (f *form) start() point {
	f.sizes = f.absolute()
	w, r, ratio := f.newPoint(), f.newPoint(), ones(len(f.h)) // ratio is W
	copy(r.x, scaled(f.c, -1))
	copy(r.z, f.h)
	clear(ratio[:f.eq])
	f.factor(ratio).solve(r, w, sharp)
	for i := f.eq; i < len(w.s); i++ {
		w.s[i], w.z[i] = max(1, -w.z[i]), max(1, w.z[i])
	}
	return w
}

// step makes one step from w, predictor and corrector. r holds r_x and r_z.
func (f *form) step(w, r point) {
	s, z, count := w.s, w.z, float64(len(w.s)-f.eq)
	ratio, d := make([]float64, len(s)), make([]float64, len(s)) // W; d of (step)
	for i := f.eq; i < len(s); i++ {
		ratio[i], d[i] = s[i]/z[i], s[i]*z[i]
	}
	mu, after, k := sum(d)/count, 0.0, f.factor(ratio) // without inequalities mu is NaN, unused
	delta := f.direction(k, w, r, d)                   // the predictor
	a := min(1, f.longest(w, delta))
	for i := f.eq; i < len(s); i++ {
		after += (s[i] + float64(a*delta.s[i])) * (z[i] + float64(a*delta.z[i]))
	}
	sigma := math.Pow(after/count/mu, 3)
	for i := f.eq; i < len(s); i++ {
		d[i] += float64((1-sigma)*delta.s[i]*delta.z[i]) - float64(sigma*mu) // (corrector)
	}
	delta = f.direction(k, w, r, d) // the corrector
	axpy(min(1, nearEnd*f.longest(w, delta)), delta.all, w.all)
}

// direction returns the solution of (step) for this d.
func (f *form) direction(k kkt, w, r point, d []float64) point {
	right, delta := f.view(scaled(r.all, -1)), f.newPoint()
	for i := f.eq; i < len(d); i++ {
		right.z[i] += d[i] / w.z[i]
	}
	k.solve(right, delta, sharp) // (newton)
	for i := f.eq; i < len(d); i++ {
		delta.s[i] = -(d[i] + float64(w.s[i]*delta.z[i])) / w.z[i]
	}
	return delta
}

// longest returns the largest a for which w + ad has no negative s or z. In a
// point, x and the multipliers of equalities stand before them.
func (f *form) longest(w, d point) float64 {
	a := inf
	for i := len(w.x) + f.eq; i < len(w.all); i++ { // the s of an equality stays 0
		if d.all[i] < 0 {
			a = min(a, -w.all[i]/d.all[i])
		}
	}
	return a
}

// left sets r to r_x and r_z at w.
func (f *form) left(w, r point) {
	f.mulQ(w.x, r.x)
	f.mulG(w.x, w.z, r.z, r.x)
	axpy(1, f.c, r.x)
	axpy(1, w.s, r.z)
	axpy(-1, f.h, r.z)
	for i, v := range f.soft { // (soft)
		r.z[i] -= float64(v * w.z[i])
	}
}

// floor is added to the denominators of (error), beside entries near 1. At 10⁻⁵
// it would hide errors of small rows, at 10⁻⁷ rounding would look like errors.
const floor = 1e-6

// residuals returns r_x and r_z at w, and the sizes of their terms.
func (f *form) residuals(w point) (r, size point) {
	r, size = f.newPoint(), f.newPoint()
	f.left(w, r)
	f.sizes.left(f.view(absolute(w.all)), size)
	return r, size
}

// errorOf returns r_x and r_z at w, and the largest number of (error).
func (f *form) errorOf(w point) (r point, worst float64) {
	r, size := f.residuals(w)
	for i := range size.all {
		size.all[i] += floor
	}
	gap := Dot(w.s, w.z)
	curve := math.Abs(gap - Dot(f.c, w.x) - Dot(f.h, w.z)) // xᵀQx by (qp gap), if r_x is small
	worst = gap / (curve + terms(f.c, w.x) + floor)
	for i, v := range r.xz() {
		worst = max(worst, math.Abs(v)/size.all[i])
	}
	inverse := f.newPoint() // 1/u
	for j, u := range size.x {
		inverse.x[j] = 1 / u
	}
	reach := f.sizes.products(inverse) // |G|(1/u)
	for i := f.eq; i < len(w.s); i++ {
		worst = max(worst, min(w.s[i]/size.z[i], w.z[i]*reach.z[i]))
	}
	return r, worst
}

// iterate makes steps, and returns the best point, polished, with its error.
// Once the error is down to floor, it tries to polish, and ends if the result
// is sharp. It also ends if wait steps have not halved the error. A proof shows
// late, so that it is given all steps.
func (f *form) iterate(trace tracer, wait int) (best point, worst float64, stopped error) {
	w, best := f.start(), f.newPoint()
	least, halved := inf, inf
	var idle int
	for steps := 0; ; steps++ {
		r, now := f.errorOf(w)
		if now < least {
			least = now
			copy(best.all, w.all)
		}
		if idle++; least < halved/2 {
			halved, idle = least, 0
		}
		if trace != nil && !trace(*f.steps, now, f.solution(w).Value) {
			return best, least, errStopped
		}
		end := steps == mostSteps || idle == wait || !finite(now)
		if end || least <= floor {
			if p, e := f.polish(best); end || e <= sharp {
				return p, e, nil
			}
		}
		f.step(w, r)
		*f.steps++
	}
}

// # One linear system

// kkt solves with the matrix K of (newton), for one W.
type kkt struct {
	f    *form
	w    []float64               // the diagonal of W + δ
	rows func(r, x, z []float64) // what dense or thin returns
}

// factor makes the kkt of a W. A bound adds to the diagonal η of H only. If
// there are few rows, and each variable has a curvature, its own or that of a
// bound, all rows stay beside a diagonal H.
func (f *form) factor(w []float64) kkt {
	k, m, eta := kkt{f: f, w: slices.Clone(w)}, len(f.rows), slices.Clone(f.curve)
	axpy(1, f.soft, k.w)
	for l, e := range f.bounds {
		eta[e.v] += 1 / k.w[m+l]
	}
	if f.q == nil && 2*m <= len(eta) && !slices.Contains(eta, 0) {
		k.rows = f.thin(k.w[:m], eta)
	} else {
		k.rows = f.dense(k.w[:m], eta)
	}
	return k
}

// dense factors H of (condensed), with η on its diagonal, and (schur). It
// returns a function of the right sides: r of the rows, and x of the variables
// with the bounds put in. It replaces x by Δx and sets z to the rows' Δz.
func (f *form) dense(w, eta []float64) func(r, x, z []float64) {
	v := images(w, func(w float64) float64 { return 1 / max(1, w) }) // of the rows in H
	y := where(len(w), func(i int) bool { return w[i] < 1 })         // the rows beside it
	h, image := f.condensed(v, eta), images(pick(f.rows, y), slices.Clone[[]float64])
	factor(h, image...) // h becomes L, and the rows of image those of YL⁻ᵀ
	s := schur(image, images(pick(w, y), func(w float64) float64 { return w / (1 - w) }))
	return func(r, x, z []float64) {
		addRows(signed(v, r), f.rows, x)
		forward(h, x)
		t := beside(s, image, x, pick(r, y))
		backward(h, x)
		dots([][]float64{z}, [][]float64{x}, f.rows)
		for i := range z {
			z[i] = v[i] * (z[i] - r[i])
		}
		for l, i := range y {
			z[i] = t[l] / (1 - w[i]) // both copies: Dt + t
		}
	}
}

// condensed returns H = Diag(η) + Q + Σ vᵢgᵢgᵢᵀ, with its ridge.
func (f *form) condensed(v, eta []float64) [][]float64 {
	n := len(eta)
	h, g := NewMatrix(n, n).rows(), NewMatrix(len(v), n)
	for i, row := range f.rows {
		axpy(math.Sqrt(v[i]), row, g.Row(i))
	}
	lowerGram(h, g.T().rows())
	for j, row := range h {
		if f.q != nil {
			axpy(1, f.q[j][:j+1], row)
		}
		row[j] += eta[j] + ridge
	}
	return h
}

// thin is dense with H = Diag(η) and all rows beside it.
func (f *form) thin(w, eta []float64) func(r, x, z []float64) {
	half := images(eta, func(e float64) float64 { return 1 / math.Sqrt(e+ridge) })
	image := images(f.rows, slices.Clone[[]float64])
	for _, row := range image {
		scaleRow(row, 1, half)
	}
	s := schur(image, w)
	return func(r, x, z []float64) {
		scaleRow(x, 1, half)
		copy(z, beside(s, image, x, r))
		scaleRow(x, 1, half)
	}
}

// ridge is added to the diagonals of H and Y H⁻¹Yᵀ. Refinement takes it out,
// which at 10⁻¹² takes too long; at 10⁻¹⁴ some factorisations fail.
const ridge = 1e-13

// schur returns the factor of Y H⁻¹Yᵀ + D, given the rows of image = YL⁻ᵀ.
func schur(image [][]float64, d []float64) [][]float64 {
	s := NewMatrix(len(image), len(image)).rows()
	lowerGram(s, image)
	for l, v := range d {
		s[l][l] += ridge*max(1, s[l][l]) + v
	}
	factor(s)
	return s
}

// beside solves (schur) for t, where x is L⁻¹r. Then it subtracts L⁻¹Yᵀt from
// x.
func beside(s, image [][]float64, x, r []float64) (t []float64) {
	t = make([]float64, len(r))
	dots([][]float64{t}, [][]float64{x}, image)
	axpy(-1, r, t)
	forward(s, t)
	backward(s, t)
	addRows(scaled(t, -1), image, x)
	return t
}

// once sets u to K⁻¹r, as far as the factors with their ridge and mended pivots
// go.
func (k kkt) once(r, u point) {
	m := len(k.f.rows)
	copy(u.x, r.x)
	for l, e := range k.f.bounds {
		u.x[e.v] += e.sign * r.z[m+l] / k.w[m+l]
	}
	k.rows(r.z[:m], u.x, u.z[:m])
	for l, e := range k.f.bounds {
		u.z[m+l] = (e.sign*u.x[e.v] - r.z[m+l]) / k.w[m+l]
	}
}

// times sets r to K u.
func (k kkt) times(u, r point) {
	k.f.mulQ(u.x, r.x)
	k.f.mulG(u.x, u.z, r.z, r.x)
	for i, w := range k.w {
		r.z[i] -= float64(w * u.z[i])
	}
}

// solve sets u to K⁻¹r. While the residual ρ = r − Ku is above target, it
// solves again for ρ, a few times.
//
// The factors belong to a K with a ridge on its diagonal. Along an eigenvector
// of K with a small eigenvalue λ, the solution that they give is therefore too
// short, by the factor λ/(λ + ridge). To make up for it, we multiply their
// answer Δ by the θ that makes the remaining residual smallest:
//
//	‖ρ − θKΔ‖² = ‖ρ‖² − 2θρᵀKΔ + θ²‖KΔ‖²   is least at   θ = ρᵀKΔ/‖KΔ‖²             (refinement)
//
// Where K is singular, and where rounding has won, to solve again no longer
// helps. Therefore it is done only a few times.
func (k kkt) solve(r, u point, target float64) {
	rest, more, kd := k.f.newPoint(), k.f.newPoint(), k.f.newPoint() // ρ, Δ, KΔ
	// r_x sums multiples of z, and r_z of x
	remaining := func() float64 {
		return max(maxAbs(rest.x)/(1+maxAbs(u.z)), maxAbs(rest.z)/(1+maxAbs(u.x)))
	}
	copy(rest.all, r.all)
	k.once(r, u)
	k.times(u, kd)
	axpy(-1, kd.xz(), rest.xz())
	for range corrections {
		if !(remaining() > target) {
			return
		}
		k.once(rest, more)
		k.times(more, kd)
		theta := Dot(rest.xz(), kd.xz()) / Dot(kd.xz(), kd.xz())
		if !(theta > 0) {
			return
		}
		axpy(theta, more.xz(), u.xz())
		axpy(-theta, kd.xz(), rest.xz())
	}
}

// corrections is how often a solution is refined, and a guess of polishing
// corrected: fewer lose last digits, and 8 take more time and win none.
const corrections = 5

// # The last digits

// polish guesses by s < z which inequalities hold with equality, and corrects
// the guess a few times, until the error is sharp. It goes on after a worse
// result, because the next may be better. If none is sharp, polish returns w
// itself. The error of what it returns comes along.
func (f *form) polish(w point) (point, float64) {
	next, active := w, each(len(w.s), func(i int) bool { return i < f.eq || w.s[i] < w.z[i] })
	for range corrections {
		next = f.polished(next, active)
		if _, e := f.errorOf(next); e <= sharp {
			return next, e
		}
	}
	_, e := f.errorOf(w)
	return w, e
}

// W of constraints that hold with equality, and of those that do nothing.
const tight, infinite = 1e-200, 1e200

// polished makes one correction from w: the solution of (newton) with W = 0 for
// the active constraints, and W = ∞ for the others. An active bound puts its
// variable on it. At the end s and z are made ≥ 0, and active becomes the next
// guess.
func (f *form) polished(w point, active []bool) point {
	next, r, u := f.view(slices.Clone(w.all)), f.newPoint(), f.newPoint()
	ratio := make([]float64, len(f.h))
	clear(next.s)
	for i := f.eq; i < len(ratio); i++ {
		if ratio[i] = tight; !active[i] {
			ratio[i], next.z[i] = infinite, 0
		}
	}
	pin := func() {
		for l, e := range f.bounds {
			if i := len(f.rows) + l; active[i] && f.soft[i] == 0 {
				next.x[e.v] = e.sign * f.h[i]
			}
		}
	}
	pin() // so that r_z is 0 there: divided by tight, rounding would be 10²⁰⁰ times as large
	f.left(next, r)
	f.factor(ratio).solve(r, u, 0)
	axpy(-1, u.xz(), next.xz())
	pin()
	f.left(next, r)
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

// # What comes out

// far is the size of scaled entries from which a point may be on the way to
// infinity. At 10⁶ some unbounded programs come back as solutions; at 10⁴ more
// solutions are asked for evidence, which costs time only.
const far = 1e5

// drowned is how large the terms of the objective may be beside its value, or
// beside the largest entry of Q and c, which stands for a value of 0. Of such a
// value five digits are left.
const drowned = 1e11

// outcome solves the program, and judges what comes out. A point may be on the
// way to infinity if it is far, or if other terms of the stationarity drown a
// slope cⱼ. Then outcome looks for evidence first.
func (f *form) outcome(trace tracer, solvable bool) (*QPSolution, error) {
	w, worst, stopped := f.iterate(trace, patience)
	_, size := f.residuals(w)
	good, doubt := worst <= acceptable, maxAbs(w.xz()) > far
	for j, c := range f.c {
		doubt = doubt || c != 0 && math.Abs(c) < acceptable*size.x[j]
	}
	if !solvable && (doubt || !good) {
		if s, proof := f.evidence(); proof != nil {
			return s, proof
		}
	}
	s, most, unit := f.solution(w), f.objectiveTerms(w.x), maxAbs(f.p.C)
	if f.p.Q != nil {
		unit = max(unit, maxAbs(f.p.Q.Data))
	}
	if good && !solvable && !(most <= drowned*(math.Abs(s.Value)+unit)) {
		return s, fmt.Errorf("%w: QP: terms of the objective add up to %g, its value is %g",
			ErrNotConverged, most, s.Value)
	}
	return s, cmp.Or(stopped, unless(good, "%w: QP: relative error %.2g", ErrNotConverged, worst))
}

// objectiveTerms returns |x|ᵀ|Q||x| + |c|ᵀ|x|, in the program's own scale.
func (f *form) objectiveTerms(x []float64) float64 {
	w := f.newPoint()
	copy(w.x, x)
	_, size := f.residuals(w) // with z = 0, which leaves out Gᵀz
	return terms(x, size.x) / f.co
}

// evidence returns a separation or a ray, if there is one. The slope of a ray d
// is (c + Qx)ᵀd, where x holds the fixed variables and is 0 elsewhere.
func (f *form) evidence() (*QPSolution, error) {
	g := f.separation()
	v, _, _ := g.iterate(nil, mostSteps)
	zero, size := g.products(v), g.sizes.products(g.view(absolute(v.all)))
	if proves(-Dot(g.h, v.z), terms(g.h, v.z), v.z, zero.x, size.x) { // Gᵀz = 0
		scaleRow(v.z, -g.co/Dot(g.h, v.z), nil) // to 0 ≤ −1
		s := g.multipliers(v, make([]float64, len(f.p.C)))
		s.Value, s.Iterations = -1, *f.steps
		return s, fmt.Errorf("%w: constraints combine to 0 <= -1", ErrInfeasible)
	}
	g = f.ray()
	v, _, _ = g.iterate(nil, mostSteps)
	zero, size = g.products(v), g.sizes.products(g.view(absolute(v.all)))
	for i := g.eq; i < len(g.h); i++ {
		zero.z[i] = max(0, zero.z[i]) // Gd ≤ 0 is enough
	}
	if !proves(-Dot(g.c, v.x), terms(g.c, v.x), v.x, zero.z, size.z) {
		return nil, nil
	}
	s := &QPSolution{X: overLargest(g.unscaled(v.x)), Iterations: *f.steps}
	s.Value = Dot(f.p.C, s.X) + Dot(f.p.mulQ(f.fixed), s.X)
	return s, fmt.Errorf("%w: along X the objective changes by %g", ErrUnbounded, s.Value)
}

// separation returns the program of the smallest violation, without the columns
// of a factor. The softness 10⁻³ is a unit of z. With 1 all rows would stand in
// H, which squares the condition of G; with 10⁻⁶ the numbers of z are large.
func (f *form) separation() *form {
	g, keep := *f, where(len(f.h), func(i int) bool { return f.place[i] >= 0 })
	n, left := len(f.c), len(f.h)-len(keep)
	g.q, g.curve, g.c = nil, make([]float64, n), make([]float64, n)
	g.rows, g.eq = pick(f.rows, keep[:len(f.rows)-left]), f.eq-left
	g.h, g.r, g.place = pick(f.h, keep), pick(f.r, keep), pick(f.place, keep)
	g.soft = scaled(ones(len(keep)), 1e-3)
	return &g
}

// ray returns the program of (ray), with curvature 1. The rows of Q are new
// equalities, each in a scale of its own. Only its x has a meaning.
func (f *form) ray() *form {
	g, level := *f, [][]float64(nil)
	for j, v := range f.curve {
		row := make([]float64, len(f.c))
		if f.q != nil {
			copy(row, f.q[j])
		}
		row[j] = v
		if most := maxAbs(row); most != 0 {
			level = append(level, scaled(row, 1/powerOfTwo(most)))
		}
	}
	g.rows = slices.Concat(f.rows[:f.eq], level, f.rows[f.eq:])
	g.eq += len(level)
	g.q, g.curve, g.c = nil, ones(len(f.c)), scaled(f.c, 1/powerOfTwo(maxAbs(f.c)))
	g.h = make([]float64, len(g.rows)+len(f.bounds))
	g.soft = make([]float64, len(g.h))
	return &g
}

// products returns a point with Gx as its z, and Gᵀz as its x.
func (f *form) products(v point) point {
	p := f.newPoint()
	f.mulG(v.x, v.z, p.z, p.x)
	return p
}

// proves tells whether v, for which sum is the number that has to be above 0,
// is evidence. Each entry that should be 0 must be little beside the size of
// its terms, and beside the sum. Because the terms may all be noise, 10⁻⁶ of
// the largest of v is added to them.
func proves(sum, terms float64, v, zero, size []float64) bool {
	most := maxAbs(v)
	if !(sum > max(acceptable*most, sharp*terms)) {
		return false
	}
	for i, e := range zero {
		if !(math.Abs(e) <= acceptable*min(sum, size[i]+floor*most)) {
			return false
		}
	}
	return true
}

// multipliers returns a solution that holds the multipliers of w in the
// program's own scale. It adds the gradients of the constraints to g, the
// gradient of the objective, and what is left there is Stationarity.
func (f *form) multipliers(w point, g []float64) *QPSolution {
	p, n := f.p, len(g)
	z := make([]float64, 2*n+len(p.B)+len(p.Beq))
	for i, at := range f.place {
		if at >= 0 {
			z[at] = f.r[i] * w.z[i] / f.co
		}
	}
	s := &QPSolution{Lower: z[:n:n], Upper: z[n : 2*n : 2*n]}
	s.Ineq, s.Eq = z[2*n:2*n+len(p.B):2*n+len(p.B)], z[2*n+len(p.B):]
	p.A.addTVec(s.Ineq, g)
	p.Aeq.addTVec(s.Eq, g)
	for j, v := range g {
		if lo, hi := p.bounds(j); lo == hi { // one of its bounds takes up what is left
			s.Lower[j], s.Upper[j] = math.Max(0, v), math.Max(0, -v)
		}
		s.Stationarity = max(s.Stationarity, math.Abs(v-s.Lower[j]+s.Upper[j]))
	}
	return s
}

// solution returns x, put within its bounds, and its multipliers, with what is
// left of (kkt), in the program's own scale.
func (f *form) solution(w point) *QPSolution {
	p, x := f.p, f.unscaled(w.x)
	axpy(1, f.fixed, x)
	g := p.mulQ(x)
	value := Dot(x, g)/2 + Dot(p.C, x)
	axpy(1, p.C, g)
	s := f.multipliers(w, g)
	for j, v := range x { // bounds that were left out may be broken
		lo, hi := p.bounds(j)
		s.Feasibility = max(s.Feasibility, lo-v, v-hi)
	}
	for i, b := range p.B {
		s.Feasibility = max(s.Feasibility, Dot(p.A.Row(i), x)-b)
	}
	for i, b := range p.Beq {
		s.Feasibility = max(s.Feasibility, math.Abs(Dot(p.Aeq.Row(i), x)-b))
	}
	s.X, s.Value, s.Gap, s.Iterations = x, value, Dot(w.s, w.z)/f.co, *f.steps
	return s
}

// concave returns a direction along which Q curves downwards, or nil. If
// Q + tol·I has a Cholesky factorisation, Q counts as positive semi-definite.
// Otherwise the smallest eigenvalue decides. tol is the tolerance of IsPSD.
func (f *form) concave() []float64 {
	if f.p.Q == nil {
		return nil
	}
	shifted, last := f.freeQ(), len(f.free)-1
	q := FromRows(shifted)
	tol := psdTolerance(q)
	for i, row := range shifted {
		row[i] += tol
	}
	if factor(shifted) == nil {
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

// # One form for all constraints

// form is the program as the iteration sees it, with n variables and m rows of
// G. Everything is scaled by powers of two: x = d∘x̂, row i by r[i], the
// objective by co.
//
// The variables are those that are not fixed. The rows are A_eq, Fᵀ, A, and
// then the bounds.
type form struct {
	p     QP
	free  []int     // the variables that are not fixed
	fixed []float64 // the values of those that are, 0 for the others

	q      [][]float64 // the rows of Q beside its diagonal, nil for 0
	curve  []float64   // the diagonal of Q
	c      []float64
	rows   [][]float64 // of A_eq, Fᵀ and A, in the free variables
	eq     int         // how many of them are equalities
	bounds []bound     // the last rows of G, one entry each
	h      []float64   // right sides of rows and bounds
	soft   []float64   // their δ of (soft)
	place  []int       // of their multipliers in multipliers, −1 for none
	loose  bool        // bounds are left out

	d, r  []float64 // the scales
	co    float64
	sizes *form // the form with |Q|, |G|, |c|, −|h| and −δ
	steps *int  // made so far, by all forms of a program
}

// bound is a row of G with one entry: sign, at variable v.
type bound struct {
	v    int
	sign float64
}

// newForm writes p as a form, and scales it. It may leave out loose bounds.
func newForm(p QP, leaveOut bool) *form {
	f := &form{p: p, fixed: make([]float64, len(p.C)), steps: new(int)}
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
			f.curve[k], row[k] = max(0, row[k]), 0 // below 0 by rounding only: see concave
		}
		if maxAbs(images(f.q, maxAbs)) == 0 {
			f.q = nil
		}
	}
	first := 2 * len(p.C) // place of the rows' multipliers
	for i, b := range p.Beq {
		f.add(first+len(p.B)+i, p.Aeq.Row(i), b, 0)
	}
	if p.F != nil {
		for _, row := range p.F.T().rows() {
			f.add(-1, row, 0, 1) // (soft)
		}
	}
	f.eq = len(f.rows)
	for i, b := range p.B {
		if b < endless {
			f.add(first+i, p.A.Row(i), b, 0)
		}
	}
	f.equilibrate()
	f.addBounds(leaveOut)
	f.scale()
	return f
}

// freeQ returns the rows and columns of Q that belong to free variables.
func (f *form) freeQ() [][]float64 {
	return images(f.free, func(j int) []float64 { return pick(f.p.Q.Row(j), f.free) })
}

// add adds the row aᵀx ≤ b, or = b. The fixed variables go to the right side.
// If what is left there is only rounding, it becomes 0. A row without variables
// has to hold only to acceptable, because no variable could make up for its
// last digits.
func (f *form) add(place int, a []float64, b, soft float64) {
	row, rest, r := pick(a, f.free), b-Dot(a, f.fixed), 1.0
	most, small := maxAbs(row), float64(len(a)+1)*eps
	if most == 0 {
		small = acceptable
	}
	if math.Abs(rest) <= small*(math.Abs(b)+terms(a, f.fixed)) {
		rest = 0
	}
	if most == 0 {
		r = 1 / powerOfTwo(math.Abs(rest))
	}
	f.rows, f.h, f.r = append(f.rows, row), append(f.h, rest), append(f.r, r)
	f.place, f.soft = append(f.place, place), append(f.soft, soft)
}

// powerOfTwo returns the power of two just above v > 0, or 1 for v = 0.
func powerOfTwo(v float64) float64 {
	_, e := math.Frexp(v)
	return math.Ldexp(1, max(-300, min(300, e))) // products of three are finite
}

// equilibrate scales rows and variables, so that the largest entry of each row
// and each column of (Q Gᵀ; G 0) is near 1. It divides each by the square root
// of that entry, ten times. Of Q it looks at the diagonal only: since |qᵢⱼ| ≤
// √(qᵢᵢqⱼⱼ), no entry is above 1 if none on the diagonal is.
func (f *form) equilibrate() {
	f.d = ones(len(f.c))
	rooted := func(s, v float64) float64 { // s/√v
		_, e := math.Frexp(v)
		return math.Ldexp(s, -e/2)
	}
	square := slices.Clone(f.curve) // the diagonal of Q, or of FFᵀ
	for i, row := range f.rows {
		for j, v := range row {
			square[j] += float64(f.soft[i] * v * v)
		}
	}
	for range 10 {
		column := each(len(f.c), func(j int) float64 { return square[j] * f.d[j] * f.d[j] })
		for i, row := range f.rows {
			most := 0.0
			for j, v := range row {
				v = math.Abs(v) * f.r[i] * f.d[j]
				if most = max(most, v); f.soft[i] == 0 {
					column[j] = max(column[j], v)
				}
			}
			f.r[i] = rooted(f.r[i], most)
		}
		for j, v := range column { // products of three are finite
			f.d[j] = max(0x1p-100, min(0x1p100, rooted(f.d[j], v)))
		}
	}
}

// addBounds adds the rows of the bounds, without loose ones if leaveOut is
// true.
//
// Many people write 10¹² or 10¹⁸ for "no bound", and a start between such
// bounds would be far from the solution. A bound is loose if in scaled
// variables it is more than 10⁹ times as large as 1 and as every right-hand
// side of a row. At 10⁶ bounds that matter are left out; at 10¹² some are kept
// that spoil the start.
func (f *form) addBounds(leaveOut bool) {
	near := 1.0
	for i, h := range f.h {
		near = max(near, math.Abs(h)*f.r[i])
	}
	add := func(v, place int, sign, h float64) {
		switch {
		case !finite(h):
		case leaveOut && math.Abs(h)/f.d[v] > 1e9*near:
			f.loose = true
		default:
			f.bounds, f.h = append(f.bounds, bound{v, sign}), append(f.h, sign*h)
			f.r, f.soft = append(f.r, 1/f.d[v]), append(f.soft, 0)
			f.place = append(f.place, place)
		}
	}
	for k, j := range f.free {
		lo, hi := f.p.bounds(j)
		add(k, j, -1, lo)
		add(k, len(f.p.C)+j, 1, hi)
	}
}

// scale scales the numbers by r and d, and x once more, by the root of the
// largest right side. It scales the objective so that its largest coefficient
// is near 1.
//
// Why the root? The method starts near 1. Suppose that Q and c are near 1 too,
// but bounds are 10⁶: they are far from the start. If x is divided by 10⁶, the
// bounds become 1, but c becomes 10⁻⁶ next to Q. The root shares the
// difference: bounds of 10³, and a c of 10⁻³ next to Q.
func (f *form) scale() {
	scaleRow(f.h, 1, f.r)
	size := powerOfTwo(min(far, math.Sqrt(maxAbs(f.h))))
	scaleRow(f.h, 1/size, nil)
	scaleRow(f.r, 1/size, nil)
	scaleRow(f.d, size, nil)
	scaleRow(f.c, 1, f.d)
	for i, row := range f.rows {
		scaleRow(row, f.r[i], f.d)
	}
	most := maxAbs(f.c)
	for j, d := range f.d {
		f.curve[j] *= d * d
		most = max(most, f.curve[j])
	}
	for i, soft := range f.soft { // of F
		f.soft[i] = soft * f.r[i] * f.r[i]
		most = max(most, soft/f.r[i]/f.r[i])
	}
	f.co = 1 / powerOfTwo(most)
	for k, row := range f.q {
		scaleRow(row, f.d[k]*f.co, f.d)
	}
	scaleRow(f.curve, f.co, nil)
	scaleRow(f.c, f.co, nil)
	scaleRow(f.soft, 1/f.co, nil)
}

// absolute returns the form with |Q|, |G|, |c|, −|h| and −δ. At |x|, |z| and
// |s|, its left sides are the first two denominators of (error).
func (f *form) absolute() *form {
	return &form{
		c: absolute(f.c), curve: f.curve, h: scaled(absolute(f.h), -1), soft: scaled(f.soft, -1),
		q: images(f.q, absolute), rows: images(f.rows, absolute),
		bounds: images(f.bounds, func(e bound) bound { return bound{e.v, 1} }),
	}
}

// unscaled returns x̂, put within its bounds, in the variables of (qp), with 0
// for the fixed ones.
func (f *form) unscaled(x []float64) []float64 {
	inside, full := slices.Clone(x), make([]float64, len(f.p.C))
	for l, e := range f.bounds {
		inside[e.v] = e.sign * min(e.sign*inside[e.v], f.h[len(f.rows)+l])
	}
	for k, j := range f.free {
		full[j] = f.d[k] * inside[k]
	}
	return full
}

// mulQ sets y to Qx.
func (f *form) mulQ(x, y []float64) {
	clear(y)
	dots([][]float64{y}, [][]float64{x}, f.q) // does nothing if q is nil
	for j, v := range f.curve {
		y[j] += float64(v * x[j])
	}
}

// mulG sets gx to Gx and adds Gᵀz to gtz.
func (f *form) mulG(x, z, gx, gtz []float64) {
	m := len(f.rows)
	dots([][]float64{gx[:m]}, [][]float64{x}, f.rows)
	addRows(z[:m], f.rows, gtz)
	for l, e := range f.bounds {
		gx[m+l] = e.sign * x[e.v]
		gtz[e.v] += e.sign * z[m+l]
	}
}

// # Bad input

// check returns an error that names what is wrong.
func (p QP) check() error {
	n := len(p.C)
	err := cmp.Or(unless(p.Q == nil || p.F == nil, "svm: QP with both Q and F, want one"),
		checkSizes("C", p.C, "scale it"),
		checkFinite("B", p.B), checkFinite("Beq", p.Beq),
		p.checkPart("Q", p.Q, "C", n), p.checkPart("F", p.F, "C", n),
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
// number or has a wrong shape. It wants as many rows as the vector called side
// has entries. Except for F, it wants a column for each entry of C.
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
		err = checkEntries(name, a, mostNumber)
	}
	return err
}

// bounds returns lo and hi of variable j. From 10²⁰ on they are infinite,
// because many people write "no bound" as such a number.
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

// # The machine as a quadratic program
//
// As a minimum over α, the dual of svm.go is the program
//
//	minimise ½αᵀQα − Σ αᵢ  subject to  Σ yᵢαᵢ = 0,  0 ≤ α ≤ C                     (dual program)
//
// Here Qᵢⱼ = yᵢyⱼk(xᵢ, xⱼ), and for the Linear kernel Q = FFᵀ with
// F = Diag(y)X. The multiplier v of the equality is b. To see this, write
// stationarity in αᵢ, with gᵢ = Σ αⱼyⱼk(xⱼ, xᵢ) = f(xᵢ) − b:
//
//	yᵢgᵢ − 1 + vyᵢ = Lowerᵢ − Upperᵢ
//
// If v = b, the left side is yᵢf(xᵢ) − 1. By the conditions of svm.go it is ≥ 0
// for αᵢ = 0, ≤ 0 for αᵢ = C, and 0 between them. Complementary slackness says
// the same of the right side. Hence the conditions for v are those for b.
//
// For C = ∞ this program may have no solution. Therefore we ask another
// question, which always has an answer: which points of the two hulls are
// nearest to each other?
//
//	minimise ½‖Σ αᵢyᵢφ(xᵢ)‖²  for  Σ αᵢ over y = +1 is 1, so is that over y = −1, α ≥ 0   (hulls)
//
// If the distance D of the hulls is 0, α proves that nothing separates the
// classes. Otherwise the plane through the middle between the two points is the
// machine. Its w is a multiple of their difference v = Σ αᵢyᵢφ(xᵢ), and f = ±1
// at the two points, so that ⟨w, v⟩ = 2. Hence w = 2v/D², and the αᵢ of the
// machine are 2αᵢ/D².
//
// PrimalQP needs no program of its own, because an interior-point method solves
// a program and its dual at once. As F enters the dual program by d equalities
// Fᵀx − v = 0, their multipliers are w. If 2(d + 2) ≤ n, the variables are
// eliminated one by one, and the matrix to factor has at most d + 2 rows. The
// primal of svm.go, with its n slacks, would be a QP of d + 1 + n variables.

// DualQP trains a machine with any kernel by its dual program. It is slow, and
// as exact as rounding allows: an independent way to check other solvers.
//
// For C = +Inf DualQP returns [ErrNotSeparable], with a model that proves it,
// if no function separates the labels. It returns [ErrNotConverged], with the
// machine so far, if Trace ends the search or rounding prevents the machine
// from meeting the conditions of optimality, and [ErrNotConvex] if k is no
// kernel on these points.
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
	m := newModel(k, x, y, alpha, p.gradient(alpha), p.cost)
	if err == nil {
		m, err = p.judge(m)
	}
	m.Iterations, m.Evaluations = steps, p.count()
	return m, err
}

// dualProgram is (dual program), or (hulls) for C = ∞. F holds the
// yᵢ(xᵢ − mean) if the kernel is Linear, otherwise Q holds the yᵢyⱼk(xᵢ, xⱼ).
type dualProgram[X any] struct {
	QP
	watch
	k       Kernel[X]
	x       []X
	y, cost []float64
	most    float64 // the largest k(xᵢ, xᵢ) that counts
	mean    []float64
}

// newDualProgram checks what a user has given, and asks Trace for the first
// time. Then it computes the program. If Trace says no, errStopped comes with a
// program that is not computed, or only in part. Points of weight 0 have no say
// in the mean.
func newDualProgram[X any](k Kernel[X], x []X, y []float64, o Options) (*dualProgram[X], error) {
	cost, err := checkTraining(k, x, y, o)
	if err != nil {
		return nil, err
	}
	n := len(x)
	p := &dualProgram[X]{k: k, x: x, y: y, cost: cost}
	p.QP = QP{C: scaled(ones(n), -1), Aeq: &Matrix{1, n, y}, Beq: []float64{0},
		Lo: make([]float64, n), Hi: cost}
	p.trace, p.progress.Violation = o.Trace, 1
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
		square = images(points, func(x []float64) float64 { return Dot(x, x) })
		points, p.mean = centred(points, pick(points, counted))
		for i, z := range points {
			scaleRow(z, y[i], nil)
		}
		p.F = FromRows(points)
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

// gradient returns gᵢ = Σ αⱼyⱼk(xⱼ, xᵢ).
func (p *dualProgram[X]) gradient(alpha []float64) []float64 {
	if p.Q != nil {
		return signed(p.Q.MulVec(alpha), p.y)
	}
	f, _ := spanned(p.k, p.x, signed(alpha, p.y))
	return f.sums(p.x)
}

// run solves the program, and returns α with Σ αᵢyᵢ = 0.
func (p *dualProgram[X]) run() (alpha []float64, steps int, err error) {
	hard := hardMargin(p.cost)
	s, err := p.solve(func(steps int, residual, value float64) bool {
		dual := -value // (dual program) is a minimum
		if hard {
			dual = 1 / max(value, tiny) // Σ αᵢ − ½‖w‖² = 2/D²
		}
		p.progress = Progress{Iterations: steps, Violation: residual, Dual: dual}
		return p.goesOn()
	}, true)
	if errors.Is(err, ErrNotConvex) {
		return nil, 0, err
	}
	largest := maxAbs(s.X)
	for i, a := range s.X {
		c := min(p.cost[i], largest)
		unit := min(c, 1/p.most) // moves f by 1, or is all of α
		switch {
		case a <= max(10*sharp*c, unit*s.Lower[i]):
			s.X[i] = 0
		case p.cost[i]-a <= max(10*sharp*c, unit*s.Upper[i]):
			s.X[i] = p.cost[i]
		}
	}
	if hard && s.Value > tiny {
		scaleRow(s.X, 1/s.Value, nil) // the value is ½D²
	}
	return s.X, s.Iterations, err
}

// judge returns an error if the certificate does not bear out the machine:
// Σ αᵢyᵢ to 10⁻⁸ of Σ αᵢ, and f to 10⁻⁶ and what rounding explains. If rounding
// could move f by 1, it could hide a label. If the nearest points of the hulls
// are one point, the model becomes the proof of that.
func (p *dualProgram[X]) judge(m *Model[X]) (*Model[X], error) {
	c, total, hard := m.Certificate, sum(m.Alpha), hardMargin(p.cost)
	rounding := resolution(total, p.most)
	holds := c.Balance <= acceptable*total && c.Violation() <= 1e-6+min(2e-3, rounding)
	if holds && !(hard && rounding > 1) {
		return m, nil
	}
	if hard {
		if e, proof := p.touching(m.Alpha); errors.Is(proof, ErrNotSeparable) {
			return e, proof
		} else if p.stopped {
			return m, errStopped
		}
	}
	return m, fmt.Errorf("%w: DualQP: violation %.2g, balance %.2g, b %.2g",
		ErrNotConverged, c.Violation(), c.Balance, m.B)
}

// touching returns the model of α with ErrNotSeparable, if it proves that.
func (p *dualProgram[X]) touching(alpha []float64) (*Model[X], error) {
	return notSeparable(&p.watch, p.k, p.x, p.y, alpha, p.gradient(alpha), p.cost)
}

// PrimalQP trains a linear machine by the program of [DualQP]. It returns the
// plane w = Σ αᵢyᵢxᵢ, and the slack ξᵢ = max(0, 1 − yᵢf(xᵢ)) of each point. If
// every b of an interval is optimal, b is its midpoint.
//
// For C = +Inf it returns [ErrNotSeparable] if no plane separates the labels.
// It returns [ErrNotConverged], with the plane so far, if Trace ends the
// search, or if the primal value may be above the optimum by more than 10⁻⁷ of
// its size. The reason can be that f rounds badly far from the origin: then
// centre the points.
//
// It costs about 20 times nd² multiply-adds.
func PrimalQP(x [][]float64, y []float64, o Options) (Hyperplane, []float64, error) {
	p, err := newDualProgram(Linear{}, x, y, o)
	if p == nil {
		return Hyperplane{}, nil, err
	}
	if err != nil {
		return Hyperplane{W: make([]float64, len(x[0]))}, ones(len(x)), err
	}
	alpha, _, stopped := p.run()
	h, slack, err := p.plane(alpha)
	if err != nil && hardMargin(p.cost) {
		if _, proof := p.touching(alpha); errors.Is(proof, ErrNotSeparable) {
			return Hyperplane{}, nil, fmt.Errorf("%w: no plane has y[i]f(x[i]) >= 1",
				ErrNotSeparable)
		}
	}
	return h, slack, cmp.Or(stopped, err)
}

// plane returns the plane of α and its slacks. The error says how far its
// primal value may be above the dual value of α: by the gap that is computed,
// and by the rounding e of f that it cannot see, at the price Cᵢ of a slack.
// The plane is longer by the part 4e, so that rounding gives free points no
// slack.
func (p *dualProgram[X]) plane(alpha []float64) (Hyperplane, []float64, error) {
	x, w := any(p.x).([][]float64), p.F.mulTVec(alpha)
	g, ww := signed(p.F.MulVec(w), p.y), Dot(w, w) // ⟨w, xᵢ − mean⟩, ‖w‖²
	b, e := bias(g, p.y, alpha, p.cost), eps*math.Sqrt(ww*p.most)
	h := Hyperplane{w, b - Dot(w, p.mean)}.Times(1 + 4*e)
	margin := each(len(x), func(i int) float64 { return h.Functional(x[i], p.y[i]) })
	primal := primalOf(Dot(h.W, h.W), margin, p.cost)
	gap := math.Abs(primal - (sum(alpha) - ww/2 - math.Abs(b*Dot(alpha, p.y))))
	for i, price := range p.cost {
		if !finite(price) {
			price = alpha[i]
		}
		if margin[i] <= 1+e {
			gap += price * e
		}
	}
	return h, images(margin, Hinge), unless(gap <= 1e-7*primal && finite(primal),
		"%w: PrimalQP: gap %.2g of %.2g: centre the points", ErrNotConverged, gap, primal)
}
