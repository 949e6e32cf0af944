// SPDX-License-Identifier: MIT

// qp.go finds the numbers x₁, …, xₙ that make an expression of second degree,
// such as ½x₁² + ½x₂², as small as possible, within limits such as
// x₂ + x₃ ≤ −1. Such a task is called a quadratic program. To train a support
// vector machine is one. A first reading ends after "An example by hand". The
// first hour, testdata/hour.md, does without this file.
//
// # The machine of four points
//
// Which line has the points (3, 3) and (5, 4) on one side, (1, 1) and (0, 1) on
// the other, and the widest empty street? Call the coordinates x and y, and the
// line w₁x + w₂y + b = 0.
//
// Multiply w₁, w₂ and b by one number, and the line stays the same. We choose
// this number so that w₁x + w₂y + b is 1 at one edge of the street and −1 at
// the other. So it has to be at least 1 at the first two points, and at most −1
// at the other two. The street is 2/√(w₁² + w₂²) wide, as svm.go shows: the
// smaller w₁² + w₂², the wider. So we look for the w and b that
//
//	minimise ½w₁² + ½w₂²   subject to   3w₁ + 3w₂ + b ≥ 1,    w₁ + w₂ + b ≤ −1,
//	                                    5w₁ + 4w₂ + b ≥ 1,         w₂ + b ≤ −1
//
// The unknowns are the three numbers (w₁, w₂, b). A limit is written as a row
// of the matrix A, which holds the factors of the unknowns, and a number of B.
// All limits are written with ≤, so that the two with ≥ change their signs: the
// first is −3w₁ − 3w₂ − b ≤ −1, or the row (−3, −3, −1) and the number −1.
//
// The matrix Q holds the factors of the squares and products, but without the
// ½. So Q has a 1 for w₁², a 1 for w₂², and else 0. (The factor of a product
// such as w₁w₂, without the ½, would be split: half of it in row 1, column 2,
// half in row 2, column 1.) In the solution s, s.X holds the unknowns, and
// s.Ineq a number for each limit:
//
//	s, err := svm.QP{
//		Q: svm.FromRows([][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}), // the ½ is not in Q
//		A: svm.FromRows([][]float64{{-3, -3, -1}, {-5, -4, -1}, {1, 1, 1}, {0, 1, 1}}),
//		B: []float64{-1, -1, -1, -1},
//	}.Solve()
//	fmt.Printf("%.2f %.2f %v\n", s.X, s.Ineq, err)
//	// [0.50 0.50 -2.00] [0.25 0.00 0.25 0.00] <nil>
//
// The first three numbers are the machine: w = (½, ½) and b = −2. The other
// four belong to the limits. Picture a ball that rolls down in a valley, with
// the limits as walls. The ball comes to rest at the bottom, or at walls, which
// push it back.
//
// Each of the four numbers is the force of one wall. The wall of (3, 3) pushes
// with ¼, and so does the wall of (1, 1). The other two do not push, because
// the ball does not touch them. So (3, 3) and (1, 1) are the support vectors.
// They lie at the edges of the street, and without the other two points it
// would be the same street.
//
// How are these numbers found? We guess three things: the place of the ball,
// its distance from each wall, and the force of each wall. Then we correct all
// three in steps. A step is cut short where it would make a distance or a force
// negative. On the way distances and forces need not fit the place yet.
//
// Textbooks call this a primal–dual interior point method. The place is primal,
// and the forces are dual. Interior means that all distances and forces stay
// above 0. smo.go trains faster. But this method solves more programs, and
// tests compare other solvers with it.
//
// # An example by hand
//
// The smallest program with a wall is: minimise ½x² − 3x/2 subject to x ≤ 1.
// The slope is x − 3/2. Without the wall x = 3/2 would be best, where the slope
// is 0. With the wall x = 1 is best. The slope there is −½: the ball would roll
// on, and the wall holds it back with a force z = ½. Let s be the slack, the
// distance from the wall. At the solution
//
//	x − 3/2 + z = 0      slope and force balance
//	x + s = 1            by the meaning of s
//	sz = 0               a wall pushes only where the distance is 0
//
// One wall makes two cases: s is 0, or z is. But n walls make 2ⁿ cases, too
// many to try. So we choose none of them. We compute one point after another,
// where all s and z are above 0, and the equations need not hold yet. The first
// point is a guess: x = 5/4, which is beyond the wall, but with s = z = 1. (The
// function start tells why this guess.)
//
// A step adds Δx, Δs and Δz to x, s and z, so that the equations hold
// afterwards. Δx, Δs and Δz are now the unknowns. But the third equation would
// be (s + Δs)(z + Δz) = 0. It contains ΔsΔz, a product of unknowns. Linear
// equations, which contain no such product, can be solved. So we leave the
// product out:
//
//	Δx + Δz = 3/2 − x − z  = −3/4      [x − 3/2 + z = 0 after the step]
//	Δx + Δs = 1 − x − s    = −5/4      [x + s = 1 after the step]
//	sΔz + zΔs = −sz        = −1        [sz = 0 after the step, but for ΔsΔz]
//
// As s and z are 1, the third line is Δz + Δs = −1. The sum of the first two
// lines less the third is 2Δx = −¾ − 5/4 + 1 = −1. Hence Δx = −½, Δz = −¼ and
// Δs = −¾. The next point is x = ¾, s = ¼ and z = ¾. There sz is not 0 but
// 3/16: this is ΔsΔz, the product that we left out. Further steps make sz
// smaller.
//
// The code makes other steps, a little better than these ("Predictor and
// corrector"). So ¾ does not stand in the next table. It shows the points to
// which the steps of the code lead, from the same first guess
// (TestInteriorPointByHand):
//
//	x   1.25 → 0.840 → 0.988 → 0.99994 → 0.9999997 … 1
//	s   1      0.160   0.012   0.00006   0.0000003   0
//	z   1      0.660   0.512   0.50006   0.5000003   ½
//
// Here a first reading can end.
//
// # The code
//
//	program.iterate   start, then step until stop; a step is direction twice
//	program.newKKT    makes a kkt, which solves the equations of a step
//	QP.Solve          makes a form, the program in good units, and lets form.run iterate;
//	                  form.judge rates a point, form.evidence proves that there is no solution
//	PrimalProgram, DualProgram  return a machine's program as textbooks print it
//	DualQP, PrimalQP  write a machine as a program, and read it off the solution
//
// Up to "# What hard programs need" the file tells the plain method. The next
// part says where this method fails, and what helps. Behind "# From here on"
// stands what users call.
//
// linalg.go has a table of the helpers: "How this code is written".
//
// # Notation
//
// Many letters mean one thing in a program, and another in a machine, as in
// svm.go. The sections "The two programs of the textbooks", "The machine as a
// quadratic program" and "The plane as variables" have both:
//
//	     in a program                                       in a machine
//	b    right sides of Ax ≤ b; in code a bound             added to ⟨w, x⟩
//	c    slopes, the linear part cᵀx                        in code a Certificate; C is a cost
//	d    dᵢ, what a step takes from sᵢzᵢ: sᵢzᵢ − σμ, and    the number of features
//	     what (corrector) adds
//	f    the objective; in code a form                      the function ⟨w, x⟩ + b
//	h    right sides of Gx + s = h                          in code a plane
//	k    in code a kkt, the equations of a step             the kernel
//	s    slacks of walls; in code a QPSolution              the slack of a point is ξᵢ
//	w    wᵢ = sᵢ/zᵢ, the softness of a wall                 the vector of the plane
//	x    the unknowns                                       the points
//	y    in "Programs without a solution" how far a point   the labels
//	     may break the rows; in "Each row twice" Y holds
//	     rows
//	z    forces, one for each wall                          the points minus their middle
//
// Besides, μ is the mean of the sᵢzᵢ, and t the part of a step that is taken.
// In "Each row twice" t are the forces of the rows of Y, and K is the matrix of
// (saddle).
//
// # Sources
//
//   - S. Mehrotra, On the implementation of a primal–dual interior point method
//     (1992): predictor and corrector.
//   - J. Nocedal, S. Wright, Numerical Optimization (2006): the plain method
//     (§16.6), and the proof that each solution has forces z with (kkt) (§12.3,
//     §12.6).
//   - M. Hintermüller, K. Ito, K. Kunisch, The primal–dual active set strategy
//     as a semismooth Newton method (2002): polished.
//
// # Exercises
//
//   - To see what a proof is: combine x + y ≤ 1, x ≥ 1 and y ≥ 1 into 0 ≤ −1.
//     ExampleQP_Solve_evidence
//   - To see what 2ⁿ cases cost: solve a small program by trying every set of
//     constraints that hold with equality.
//     TestQPAgreesWithBruteForceOverActiveSets

package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// # Any program
//
// The example has one variable and one wall. In general we have n variables
// x = (x₁, …, xₙ), a symmetric matrix Q, matrices A and A_eq, and vectors of
// numbers:
//
//	minimise f(x) = ½xᵀQx + cᵀx   subject to   Ax ≤ b,   A_eq x = b_eq,   lo ≤ x ≤ hi       (qp)
//
// Here xᵀQx is the sum of all Qᵢⱼxᵢxⱼ, and cᵀx the sum of all cⱼxⱼ. Each row of
// A asks that its product with x is at most its b. (Some letters are not those
// of svm.go: see "Notation".)
//
// A step treats all constraints alike. So we write them as rows of one matrix
// G, with a slack s ≥ 0 for each inequality: Gx + s = h. An equality has a
// slack of 0. A bound is a row with one ±1: x ≤ hi, and lo ≤ x as −x ≤ −lo.
//
// Now the three equations of the example can be written for any program. The
// slope x − 3/2 becomes Qx + c, the slopes of f along all xⱼ. A wall pushes
// against its row: the forces add up to Gᵀz, the sum of zᵢ times row i. The
// equations are called the conditions of Karush, Kuhn and Tucker:
//
//	Qx + c + Gᵀz = 0                stationarity
//	Gx + s = h                      feasibility
//	s ≥ 0, z ≥ 0                    of inequalities; s = 0 for equalities
//	sᵢzᵢ = 0                        complementary slackness                                (kkt)
//
// In the example by hand, Q = 1, c = −3/2, G = 1 and h = 1. The machine of four
// points has three lines of stationarity. Those of w₁ and w₂ say
// w = ¼(3, 3) − ¼(1, 1), and the line of b says −¼ + ¼ = 0. "When a point is
// optimal" shows that a point with (kkt) is a solution.

// A program is (qp) with each constraint as a row of Gx + s = h.
type program struct {
	q      [][]float64 // Q, or empty for a diagonal Q, which is curve alone
	curve  []float64
	c      []float64
	rows   [][]float64 // the rows of A_eq and A
	bounds []bound
	h      []float64 // the right-hand sides of rows, then of bounds
	ineq   []int     // which constraints are inequalities
}

// A bound is a row of G with a single ±1, its sign, in the column of v.
type bound struct {
	v    int
	sign float64
}

// A point holds x, z and s in one array, or Δx, Δz and Δs, or right-hand sides.
type point struct{ all, x, z, s []float64 }

func (p *program) newPoint() point { return p.view(make([]float64, len(p.c)+2*len(p.h))) }

// view returns the point whose numbers are stored in all.
func (p *program) view(all []float64) point {
	n, end := len(p.c), len(p.c)+len(p.h)
	return point{all, all[:n], all[n:end], all[end:]}
}

// xz returns the x and z of a point in one slice.
func (here point) xz() []float64 { return here.all[:len(here.x)+len(here.z)] }

// Numbers from experience: testdata/measurements.md says what others do.
const (
	mostSteps   = 100      // most programs take 5 to 40 steps
	nearEnd     = 0.995    // of the way to where an s or z is 0: less makes more steps
	corrections = 10       // at most, of the solution of a linear system and of a guess
	roundingTol = 1e-13    // about 1,000 ε, which a long sum may lose
	halfTol     = 1e-8     // about √ε: half of the digits of a number
	fewEps      = 16 * eps // what rounding may leave of a sum that is 0, in parts of its terms
)

const hugeW = 1e100 // for the ∞ of "The last digits" in W, because ∞·0 is NaN

// # The step
//
// All equations of (kkt) are linear except sᵢzᵢ = 0. We make it linear as in
// the example, by leaving out the product of the changes. This is Newton's
// method:
//
//	(s + Δs)(z + Δz) = sz + sΔz + zΔs + ΔsΔz ≈ sz + sΔz + zΔs                     (linearised)
//
// The step of the example asks for sᵢzᵢ = 0 at once. With many walls such a
// step often has to stop early, because every sᵢ and zᵢ must stay above 0.
//
// One wall with a small product is enough. Why? A step takes the part −Δs/s
// away from s, and the part −Δz/z from z. By the third line, divided by sz, the
// two parts add up to 1. But if z has to grow to many times its size, the part
// of z is far below 0, and the part of s far above 1.
//
// For example, start the example by hand at x = 1 − s with a small s = z:
//
//	s = z = 1      the step takes 0.75 of s and 0.25 of z     all of it can be made
//	s = z = 0.1    3 of s, −2 of z                            a third can be made
//	s = z = 0.01   25.5 of s, −24.5 of z                      1/25 can be made
//
// In the last row the step would bring the force from 0.01 to about ¼, and has
// to stop where s is 0. If we only ask for sz = 0.01, a hundred times the
// present product, s and z both grow, and the whole step can be made.
//
// So we ask for the same value everywhere: sᵢzᵢ = σμ. Here μ is the mean of the
// sᵢzᵢ of the inequalities, and σ is a number between 0 and 1. With σ near 1 a
// step mainly makes the products equal. With σ near 0 it makes them small. By
// (linearised), a step then solves
//
//	QΔx + GᵀΔz = −r_x,      r_x = Qx + c + Gᵀz
//	GΔx + Δs   = −r_z,      r_z = Gx + s − h
//	sᵢΔzᵢ + zᵢΔsᵢ = −dᵢ,     dᵢ = sᵢzᵢ − σμ                                            (qp step)
//
// How far do we go? A full step makes the residuals r_x and r_z 0, and half a
// step halves them. Let a be the largest number for which s + aΔs and z + aΔz
// are still ≥ 0. We go min(1, 0.995a) of the step. So s and z stay above 0.

// residual sets r.x and r.z to the r_x and r_z of (qp step).
func (p *program) residual(here, r point) {
	p.products(here, r)
	axpy(1, p.c, r.x)
	axpy(1, here.s, r.z)
	axpy(-1, p.h, r.z)
}

// products sets r.x to Qx + Gᵀz and r.z to Gx.
func (p *program) products(here, r point) {
	clear(r.x)
	dots([][]float64{r.x}, [][]float64{here.x}, p.q) // Qx, or 0 if q is empty
	for j, v := range p.curve {
		r.x[j] += float64(v * here.x[j])
	}
	p.addForces(here.z, r.x)
	p.timesG(here.x, r.z)
}

// addForces adds Gᵀz to x, that is Σ zᵢgᵢ, where gᵢᵀ is row i.
func (p *program) addForces(z, x []float64) {
	addRows(z[:len(p.rows)], p.rows, x)
	for l, b := range p.bounds {
		x[b.v] += b.sign * z[len(p.rows)+l]
	}
}

// timesG sets gx to Gx.
func (p *program) timesG(x, gx []float64) {
	dots([][]float64{gx[:len(p.rows)]}, [][]float64{x}, p.rows)
	for l, b := range p.bounds {
		gx[len(p.rows)+l] = b.sign * x[b.v]
	}
}

// sizes returns the program of |Q|, |G|, |c| and −|h|. With it residual
// computes sums of sizes in place of sums. At |x|, |z| and s it makes
// |Q||x| + |c| + |Gᵀ||z| and |G||x| + s + |h|. These are the terms of r_x and
// r_z, all taken as positive. (The new program shares curve, which is ≥ 0.)
func (p *program) sizes() *program {
	return &program{q: mapped(p.q, absolute), curve: p.curve, c: absolute(p.c),
		rows: mapped(p.rows, absolute), h: scaled(absolute(p.h), -1),
		bounds: mapped(p.bounds, func(b bound) bound { return bound{b.v, 1} })}
}

// # Predictor and corrector
//
// The step by hand ends at sz = 3/16, the ΔsΔz that it left out. But now we
// know this product. So we can go back to the start, and solve once more, with
// 3/16 for ΔsΔz in line three:
//
//	Δz + Δs = −1 − 3/16 = −19/16
//	2Δx = −2 + 19/16 = −13/16       [the sum of the first two less this line]
//	Δx = −13/32,  Δz = −11/32,  Δs = −27/32
//	x = 27/32,    z = 21/32,    s = 5/32         [added to 5/4, 1 and 1]
//
// Here sz is 0.103, little more than half of 3/16. S. Mehrotra's method does so
// in each step: it solves twice. The second time costs little, because the
// matrix is the same. The first solution, the predictor, has σ = 0. We do not
// go there, but it tells two things of the second, the corrector:
//
//   - How small σ may be. Let a ≤ 1 be the part of the predictor that keeps s
//     and z ≥ 0, and μ′ the mean of the (sᵢ + aΔsᵢ)(zᵢ + aΔzᵢ). Then
//     σ = (μ′/μ)³. If the predictor can go far, this is small: a μ′ of μ/10
//     makes σ 0.001. If it can hardly move, σ is near 1, and the corrector
//     makes the products equal. (The cube is from experience. With μ′/μ itself
//     for σ, random programs took a tenth more steps. With its square or fourth
//     power they took 1 % more.)
//   - What (linearised) leaves out of line i: the product ΔsᵢΔzᵢ. That of the
//     corrector is not known yet. We take it to be about that of the predictor,
//     and add a part of this to dᵢ.
//
// Which part? At a point where all sᵢzᵢ are μ, and r_x and r_z are 0, we can
// tell. The right side of (qp step) then has only dᵢ, which is μ for the
// predictor, and (1 − σ)μ for a step to sᵢzᵢ = σμ. So this step is 1 − σ times
// the predictor, and its product ΔsᵢΔzᵢ is (1 − σ)² times the predictor's.
//
// Mehrotra adds the predictor's product once. We add it 1 − σ times, which lies
// between (1 − σ)² and 1. (At points where the sᵢzᵢ are not equal, 1 − σ is a
// guess. A bad guess costs steps, but no digits, because each step begins with
// the sᵢzᵢ as they are.) With this part one can show that no point comes back:
// see the function bottom.
//
//	dᵢ = sᵢzᵢ + (1 − σ)ΔsᵢΔzᵢ − σμ                                                   (corrector)
//
// In the example the predictor leads to s = ¼ and z = ¾, both above 0, so that
// a = 1 and μ′ = 3/16. As μ = 1, σ is (3/16)³ = 0.0066, and (corrector) is
// d = 1 + 0.9934·3/16 − 0.0066 = 1.180. With −1.180 for −1 in the third line,
// 2Δx is −2 + 1.180. Its half, −0.410, leads from x = 1.25 to 0.840, the second
// point of the table by hand.

// step makes one step from a point with the residual r: predictor, corrector.
func (p *program) step(here, r point) {
	s, z, count := here.s, here.z, float64(len(p.ineq))
	w, d := make([]float64, len(s)), make([]float64, len(s)) // w = s/z, see "The elimination"
	for _, i := range p.ineq {
		w[i], d[i] = s[i]/z[i], s[i]*z[i]
	}
	mu := sum(d) / count // without inequalities this is NaN: no bottom
	k := p.newKKT(w)
	delta := p.direction(k, here, r, d) // the predictor
	a := min(1, p.longest(here, delta))
	left := 0.0 // the sum of the sᵢzᵢ after the part a of the predictor, nμ′
	for _, i := range p.ineq {
		left += float64((s[i] + float64(a*delta.s[i])) * (z[i] + float64(a*delta.z[i])))
	}
	sigma := math.Pow(left/count/mu, 3) // (μ′/μ)³
	for _, i := range p.ineq {
		d[i] += float64((1-sigma)*delta.s[i]*delta.z[i]) - float64(sigma*mu) // (corrector)
	}
	delta = p.direction(k, here, r, d) // the corrector
	t := min(1, nearEnd*p.longest(here, delta))
	if maxAbs(r.xz()) <= halfTol*mu { // half of the digits smaller: 0 next to μ
		t = min(t, bottom(delta, d))
	}
	axpy(t, delta.all, here.all)
}

// longest returns the largest a for which s + aΔs and z + aΔz are all ≥ 0.
func (p *program) longest(here, delta point) float64 {
	largest := 0.0 // the largest part of an s or z that a = 1 takes away
	for _, i := range p.ineq {
		largest = max(largest, -delta.s[i]/here.s[i], -delta.z[i]/here.z[i])
	}
	return 1 / largest // 1/0 = ∞
}

// # The elimination
//
// How is (qp step) solved? Let all rows be inequalities for now. Let W be the
// diagonal matrix of the ratios wᵢ = sᵢ/zᵢ. We express Δs by Δz, then Δz by Δx,
// so that one system contains Δx alone:
//
//	Δs = −(d + s∘Δz)/z                            [third line; ∘ and / entry by entry]
//	GΔx − WΔz = −r_z + d/z                        [put into the second]
//	Δz = W⁻¹(GΔx + r_z − d/z)                     [solved for Δz]
//	(Q + GᵀW⁻¹G)Δx = −r_x − GᵀW⁻¹(r_z − d/z)      [put into the first]               (condensed)
//
// In the example w = 1, and (condensed) is the 2Δx = −1 that we found by hand.
// Its matrix is called H. It is symmetric, with a row for each variable. A
// bound adds only 1/w to one entry of its diagonal, because its row of G has a
// single ±1. Cholesky's method solves the system by n³/6 multiply-adds.
//
// An equality has the slack 0. Its w = s/z is 0, so that W has no inverse, and
// the third formula cannot express its Δz by Δx. Its Δz has to remain an
// unknown. (In the code w, d and Δs of equalities are never set, and stay 0.)
//
// So we stop before any Δz is eliminated. The first line of (qp step) and the
// second line above are one system. Its matrix K has matrices as entries, and
// an equality has 0 in W and no d/z:
//
//	⎡Q  Gᵀ⎤ ⎡Δx⎤   ⎡   −r_x    ⎤
//	⎣G  −W⎦ ⎣Δz⎦ = ⎣−r_z + d/z ⎦ ,   K for the matrix on the left                    (saddle)

// direction solves (qp step) for this d by k, where r is the residual.
func (p *program) direction(k kkt, here, r point, d []float64) point {
	right, delta := p.view(scaled(r.all, -1)), p.newPoint()
	for _, i := range p.ineq {
		right.z[i] += d[i] / here.z[i]
	}
	k.solve(right, delta) // (saddle)
	for _, i := range p.ineq {
		delta.s[i] = -(d[i] + float64(here.s[i]*delta.z[i])) / here.z[i]
	}
	return delta
}

// start returns the first point. We replace each wall by a spring, let the ball
// come to rest, and then lift the slacks and forces that are too small.
//
// A spring of softness w pushes with the force z = (Gx − h)/w: the farther x is
// beyond the wall, the harder. The ball rests where Qx + c + Gᵀz = 0. Both
// equations are linear. They are (saddle) with −c and h on the right, where w
// is 1 for inequalities, and 0 for equalities, which hold exactly.
//
// For example, let ½x² − 3x/2 be least for x ≤ 1. The equations are x + z = 3/2
// and x − z = 1. Hence x = 5/4 and z = ¼: the spring gives way by a quarter.
//
// The iteration wants slacks and forces that are not near 0. The slack at the
// ball is h − Gx = −wz. We take
//
//	s = max(1, −wz)      in the example max(1, −¼) = 1
//	z = max(1, z)        in the example max(1, ¼) = 1
//
// A bound has a unit u of its own in the place of 1: see slackUnits. Its spring
// is softer, w = u², and we take s = max(u, −wz) and z = max(1/u, z). The
// product of u and 1/u is 1, as at the rows: the iteration wants equal
// products.
func (p *program) start() point {
	here, r, unit := p.newPoint(), p.newPoint(), p.slackUnits()
	copy(r.x, scaled(p.c, -1))
	copy(r.z, p.h)
	w := make([]float64, len(p.h))
	for _, i := range p.ineq {
		w[i] = unit[i] * unit[i]
	}
	p.newKKT(w).solve(r, here)
	for _, i := range p.ineq {
		here.s[i] = max(unit[i], -here.z[i]*w[i])
		here.z[i] = max(1/unit[i], here.z[i])
	}
	return here
}

// slackUnits returns about how large each slack may be. A force is then about 1
// over this unit.
//
// The unit of x ≤ h is |h|, but at least 1. Why? Many people write x ≤ 10¹² for
// "no bound", and a spring with w = 1 would pull x about half way there. With
// w = 10²⁴ its pull is only 10⁻¹², and so is the force at the start. A row has
// the unit 1, because who has no such limit leaves the row out.
//
// The 0 of x ≥ 0 does not tell how large x will be. The other h tell it: we
// take the smallest |h| that is not 0 as the least unit of all bounds. For
// example, if 0 ≤ x ≤ 1000 are all constraints, both walls have the unit 1000.
// With y ≤ 1 as a further one, the unit of x ≥ 0 is 1.
func (p *program) slackUnits() []float64 {
	unit, least := ones(len(p.h)), 1.0
	if walls := pick(absolute(p.h), nonzero(p.h)); len(walls) > 0 {
		least = max(1, slices.Min(walls))
	}
	for i := len(p.rows); i < len(p.h); i++ {
		unit[i] = max(least, math.Abs(p.h[i]))
	}
	return unit
}

// # The plain method
//
// Here is the whole method for inequalities, in twelve lines. Entries of s, z,
// w and d are multiplied and divided one by one:
//
//	x, s, z from start
//	repeat
//	    r_x = Qx + c + Gᵀz,  r_z = Gx + s − h
//	    stop if r_x, r_z and all sᵢzᵢ are small
//	    w = s/z,  d = sz                                      the predictor: σ = 0
//	    factor Q + GᵀW⁻¹G, and solve (condensed) for Δx
//	    Δz = W⁻¹(GΔx + r_z − d/z),  Δs = −(d + sΔz)/z
//	    a = the largest number, at most 1, for which s + aΔs and z + aΔz are ≥ 0
//	    σ = (μ′/μ)³,  d = sz + (1 − σ)ΔsΔz − σμ                the corrector
//	    solve (condensed) for Δx with this d, and find Δz and Δs as before
//	    t = min(1, 0.995a), with the a of these Δs and Δz, which may be above 1
//	    add tΔx, tΔs and tΔz to x, s and z
//
// The function iterate is this loop. The twelve lines lack four things, which
// the parts behind "# What hard programs need" tell:
//   - equalities, for which there is no W⁻¹;
//   - a matrix that has no inverse;
//   - digits that get lost near the end;
//   - points that would return for ever.
//
// All this code, up to "# From here on", can be taken out of the package. It
// solves programs that have a solution, and coefficients near 1. It needs only
// linalg.go: go run ./testdata/paste qp prints it as a program, whose Train
// takes a Gram matrix, labels and C.
//
// To solve a program, fill the struct program:
//   - curve holds zeros unless Q is diagonal;
//   - the bound x_v ≤ hi is the entry {v, 1} of bounds, with hi in h. The bound
//     lo ≤ x_v is {v, −1}, with −lo in h;
//   - ineq holds the numbers of all inequalities, counted as in h: first rows,
//     then bounds. Who forgets them has equalities only.
//
// Then call iterate with a test that ends it. It can ask that each residual and
// the gap, the sum of the sᵢzᵢ, are below 10⁻⁸(1 + the sum of their |terms|).
//
// If iterate returns false, there may be no solution, and the point may be NaN.
// Otherwise polished finds the last digits, and puts x exactly on the bounds it
// reaches.
//
// For example, the dual of a machine of n points with the Gram matrix K has
// these fields:
//
//	q        the entries yᵢyⱼKᵢⱼ
//	curve    n zeros
//	c        n times −1
//	rows     one row, the labels y, for Σ yᵢαᵢ = 0
//	bounds   {i, −1} for −αᵢ ≤ 0, and {i, 1} for αᵢ ≤ C, for each point i
//	h        0 for the row; then, in the order of bounds, 0 for {i, −1} and C for {i, 1}
//	ineq     1, 2, …, 2n: all bounds, but not the row, whose number is 0
//
// In the end here.x holds the α. The b of the machine is here.z[0], the
// multiplier of the row. ("The machine as a quadratic program" shows why.)

// iterate makes at most mostSteps steps from the start, and before each calls
// stop with the point and its residual r. It returns the last point, and
// whether stop has returned true there.
func (p *program) iterate(stop func(here, r point) bool) (here point, stopped bool) {
	here, r := p.start(), p.newPoint()
	for range mostSteps {
		if p.residual(here, r); stop(here, r) {
			return here, true
		}
		p.step(here, r)
	}
	return here, false
}

// # When a point is optimal
//
// Why is a point with (kkt) a solution of (qp)? Let Q be positive
// semi-definite: xᵀQx ≥ 0 for each x. This makes f convex: a bowl, or a valley.
// A point is feasible if it satisfies all constraints. A feasible point whose f
// is least is a solution.
//
// We replace the walls by their forces. Added to f, the term zᵢ(Gx − h)ᵢ pushes
// x back from constraint i with the force zᵢ, its multiplier. The sum is called
// the Lagrangian:
//
//	L(x, z) = ½xᵀQx + cᵀx + zᵀ(Gx − h)                                              (lagrangian)
//
// Let zᵢ ≥ 0 in each inequality: a wall does not pull. At a feasible x, Gx − h
// is −s. So L(x, z) is f(x) less Σ zᵢsᵢ, and this sum is ≥ 0, as sᵢ is 0 in an
// equality. Hence f(x) is at least the least value of L for this z. A feasible
// x that reaches this value is a solution.
//
// Does a point with (kkt) reach it? Go from x to any other place x + u.
// Multiplied out, with Q symmetric,
//
//	L(x + u, z) = L(x, z) + uᵀ(Qx + c + Gᵀz) + ½uᵀQu
//
// The bracket is 0 by stationarity, and uᵀQu is never negative. So L has its
// least value at x. This value is f(x), because all sᵢzᵢ are 0: x is a
// solution. (Also, each solution has such s and z: see Sources.)
//
// How good is a point where only the sᵢzᵢ are not yet 0? By stationarity
// L(x, z) is still the least value of L, and the f of each feasible point is at
// least this. The bound is called the dual objective, and f(x) − L(x, z) the
// duality gap. The gap is zᵀs: x is worse than a solution by at most this. To
// write the gap without s, we multiply stationarity by xᵀ, and replace Gx by
// h − s:
//
//	xᵀQx + cᵀx + hᵀz = sᵀz                                                              (qp gap)
//
// In the example the point x = 0.840, s = 0.160, z = 0.660 has stationarity and
// feasibility. Its gap is 0.106: f(x) is −0.907, and no feasible point is below
// −1.013. The solution has f(1) = −1.

// # What hard programs need
//
// The plain method fails on some programs. The next parts say on which, and
// what helps:
//
//	No point comes back     the same points would return for ever
//	A pivot that is 0       a variable is not determined
//	Each row twice          an equality, or a row whose slack goes to 0
//	A diagonal matrix       a way around all this for a diagonal Q, and a faster one
//	The last digits         the iteration leaves half of them

// # No point comes back
//
// Not for the course.
//
// In some programs the iteration would come back to the same points for ever.
// Why? A step should make the gap zᵀs smaller, but it may lift the gap. For it
// leaves ΔsᵢΔzᵢ, the product of the changes, in each sᵢzᵢ.
//
// Each step leaves a smaller part of r_x and r_z. So points can return only
// where both are 0. There we can say how large the gap is after a part t of a
// step:
//
//	ΔsᵀΔz = −ΔxᵀGᵀΔz = ΔxᵀQΔx ≥ 0                         [r_x = 0 and r_z = 0 in (qp step)]
//	(s + tΔs)ᵀ(z + tΔz) = sᵀz − t Σdᵢ + t²ΔsᵀΔz           [its third line, summed]
//	                    is least at t = Σdᵢ / 2ΔsᵀΔz                                  (bottom)
//
// We go no farther than this t. Up to there the gap falls. And if the gap falls
// in each step, no point comes back.
//
// For example, the second step by hand, from x = 0.840, has Σdᵢ = 0.122 and
// ΔsᵀΔz = 0.0221. The gap of 0.106 is least at t = 2.8. The whole step, t = 1,
// is shorter, and we make it. The new gap is 0.106 − 0.122 + 0.022, or 0.006.
//
// In the code r_x and r_z are never quite 0. They are treated as 0 if no entry
// is above 10⁻⁸μ. Is this small enough? r_x and r_z bring the terms
// r_xᵀΔx − r_zᵀΔz into the first line. If no change is above 1, each product in
// them is at most 10⁻⁸μ, while Σdᵢ is at least (1 − σ)nμ, as the next paragraph
// shows.
//
// So with a σ up to ½ t is right to some seven digits. With larger changes, or
// a σ very near 1, t may be wrong. Then nothing is proved, and in the worst
// case mostSteps ends the iteration.
//
// For the gap to fall, t must be above 0, and t has the sign of Σdᵢ. The Σdᵢ of
// (corrector) is (1 − σ)(sᵀz + ΔsᵀΔz), with the Δs and Δz of the predictor,
// because Σσμ is σsᵀz. The first line above holds for the predictor, too: its
// ΔsᵀΔz is at least 0. So Σdᵢ is above 0 if σ is below 1. And σ is below 1 if
// μ′ is below μ.
//
// To see that μ′ is below μ, let Δsᵢ be −u times sᵢ, and Δzᵢ be −v times zᵢ.
// The third line of the predictor says u + v = 1. So ΔsᵢΔzᵢ, which is uv·sᵢzᵢ,
// is at most sᵢzᵢ/4. After a part a of the predictor the product is
// (1 − a)sᵢzᵢ + a²ΔsᵢΔzᵢ. This is at most (1 − a/2)²sᵢzᵢ, which is below sᵢzᵢ.
// Hence the mean of the products falls.

// bottom returns the t of (bottom): the part of a step at which the gap is
// least. It is for a step from a point where r_x and r_z are 0, with the d of
// the corrector. It returns ∞, no limit, in two cases:
//   - ΔsᵀΔz is 0: the gap falls without end along the step;
//   - rounding has made one of the two sums negative, so that it says nothing.
func bottom(delta point, d []float64) float64 {
	if t := sum(d) / (2 * Dot(delta.s, delta.z)); t > 0 {
		return t
	}
	return inf
}

// # A pivot that is 0
//
// Not for the course.
//
// Some programs do not determine a variable. For example, let
// ½(x + y)² − 2(x + y) be least. Each x and y with x + y = 2 is a solution. The
// slopes are 0 where
//
//	⎡1 1⎤ ⎡x⎤   ⎡2⎤
//	⎣1 1⎦ ⎣y⎦ = ⎣2⎦
//
// Cholesky's method, the function factor, writes a matrix as LLᵀ. It divides by
// the diagonal entries of L, whose squares are called pivots. Here the pivots
// are 1 and 0. In general a pivot is what sums leave of a diagonal entry. Where
// the exact pivot is 0, rounding may leave 10⁻¹⁶ in its place. So factor takes
// a pivot for 0 if it is at most nε times the diagonal entry.
//
// In the place of such a pivot factor puts ∞. What is divided by ∞ becomes 0,
// as if this row and this unknown were not there. In the example y becomes 0
// and x becomes 2: this is one of the solutions.
//
// With 2 and 3 on the right there is no solution. Then x = 2 and y = 0 misses
// the second line by 1. (With the ridge below both lines are missed by ½: see
// solve.)
//
// For this reason factor returns an error, too, where it finds a pivot of 0.
// But here we need not look at this error. The function solve below computes
// what a solution misses, whatever the reason, and corrects it if it can.
// Pivots of 0 are rare, because the function fullH adds a little to each
// diagonal entry, a ridge.
//
// # Each row twice
//
// Not for the course.
//
// Near the end H loses digits of Q. For at the solution some slacks are 0. Let
// gᵀ be the row of such an inequality. Its w = s/z goes to 0, so that its term
// ggᵀ/w in H grows without end. For example, let Q have ones on the diagonal,
// let the row be x − y ≤ 0, and let w be 10⁻¹⁶:
//
//	H = ⎡1 0⎤ + 10¹⁶⎡ 1 −1⎤ ,   in floating point   H = 10¹⁶⎡ 1 −1⎤
//	    ⎣0 1⎦       ⎣−1  1⎦                                 ⎣−1  1⎦
//
// The ones are lost, because 10¹⁶ + 1 has 17 digits, and numbers have 16. The
// row says nothing of x and y moving together, along u = (1, 1): there only the
// ones count, and uᵀHu should be 2. In floating point it is 0.
//
// The remedy is to leave these rows out of H, and to keep their Δz as unknowns
// t, like that of an equality.
//
// A bound needs no remedy. Its 1/w stands in one diagonal entry, that of its
// own variable xⱼ. So beside 10¹⁶ only Qⱼⱼ is lost. This does no harm: where a
// bound holds xⱼ with 10¹⁶, Δxⱼ is nearly 0 for any Qⱼⱼ.
//
// Let Y be the matrix of these rows, and V the diagonal matrix of their w. Let
// H and r be those of (condensed) without these rows. And let r₂ be the right
// side of these rows in (saddle). Then
//
//	HΔx + Yᵀt = r,   YΔx − Vt = r₂
//	(Y H⁻¹Yᵀ + V)t = Y H⁻¹r − r₂      [Δx = H⁻¹(r − Yᵀt) put into the second]           (schur)
//
// But now H may have no inverse. A variable may occur only in rows that were
// taken out of H, and have no curvature in Q. The b of "The machine of four
// points" is nearly one. At the end only the rows of the support vectors hold
// b, and these rows are out of H. The smallest example is that by hand, with
// half of its slope written for y = x:
//
//	minimise ½x² − ¾x − ¾y   subject to   x − y = 0,   x ≤ 1
//
// Q has the diagonal (1, 0), the bound adds 1 with w = 1, and the equality
// stands in Y. So H has the diagonal (2, 0): nothing is left for y.
//
// The remedy is to write the row x − y = 0 twice, which changes no solution.
// The first copy is treated as a spring with w = 1, and adds ggᵀ to H, with
// g = (1, −1). The second copy stays in Y, and makes the equality exact:
//
//	H = ⎡2  0⎤ + ⎡ 1 −1⎤ = ⎡ 3 −1⎤ ,   H⁻¹ = ½ ⎡1  1⎤ ,   H⁻¹g = ⎡ 0⎤ ,   gᵀH⁻¹g = 1
//	    ⎣0  0⎦   ⎣−1  1⎦   ⎣−1  1⎦             ⎣1  3⎦            ⎣−1⎦
//
// At the start the right side r is −c = (¾, ¾), with 1 added to its first entry
// by the bound: r = (7/4, ¾). Then H⁻¹r is the point x = 5/4, y = 2, which
// breaks x = y. (schur) is 1·t = 5/4 − 2, so that t = −¾, and the point
// H⁻¹r − tH⁻¹g is (5/4, 5/4), where x = y.
//
// In this way H has an inverse whenever K has one. Proof: let Hu = 0. Then uᵀHu
// is 0. It is uᵀQu plus Σ (gᵢᵀu)² times the weights, over all rows and bounds.
// All weights are above 0, and no term is negative. So each term is 0: Gu = 0
// and, as Q is positive semi-definite, Qu = 0. Hence K takes (u, 0) to 0. If K
// has an inverse, u is 0.
//
// We write a row twice if its w is below 1. A row with a larger w adds less
// than ggᵀ to H, and hides no digits of Q. If it stays in H alone, (schur) has
// a line less. For w below 1 the two copies share the weight 1/w of the row:
//
//	1/w = 1/(1 + w) + 1/(w(1 + w))                                                  (twice)
//
// For example, with w = ¼ the weight 4 is ⅘ + 3⅕. The first copy has the weight
// 1/(1 + w) in H, which is at most 1. The second copy has w(1 + w) in V, which
// is 0 for an equality. The force Δz of the row is the sum of two forces. That
// of the first copy is (gᵀΔx − r₂)/(1 + w), as in (condensed). That of the
// second copy is t.

// A kkt solves systems with the matrix K of (saddle).
type kkt struct {
	*program
	w            []float64         // the diagonal of W
	weight       []float64         // the weight of each constraint in H
	inY          []int             // the rows of Y
	lower, upper func(x []float64) // replace x by L⁻¹x and by L⁻ᵀx, where H = LLᵀ
	yl, schur    [][]float64       // the rows of YL⁻ᵀ, and the Cholesky factor of (schur)
}

// newKKT returns the kkt for the W whose diagonal is w. The weight of a
// constraint in H is 1/w, but at most 10¹³. For w may be 0: at a bound with
// lo = hi, and at a bound where polished makes the variable stay. With 10¹³ the
// variable moves by 10⁻¹³ of the force on it. What this changes in the
// solution, solve corrects. Where polished leaves a constraint out, w is 10¹⁰⁰,
// and the weight is as good as 0.
//
// The matrix of (schur) gets a ridge of 10⁻¹³. If bounds with the weight 10¹³
// hold all variables of a row, its entry in Y H⁻¹Yᵀ is only 10⁻¹³, too. This
// does no harm. The bounds can push as the row does, and the ridge only changes
// how they share the force. For example, let the slope be 1, and let x = 1 be a
// row and a bound. Then each of the two pushes with −½.
func (p *program) newKKT(w []float64) kkt {
	k := kkt{program: p, w: w}
	k.weight = mapped(w, func(w float64) float64 { return 1 / max(w, roundingTol) })
	eta := slices.Clone(p.curve) // what curve and the bounds add to the diagonal of H
	for l, b := range p.bounds {
		eta[b.v] += k.weight[len(p.rows)+l]
	}
	v := w[:len(p.rows)] // the diagonal of V
	if len(p.q) == 0 && fewRows(len(p.rows), len(eta)) {
		k.diagonalH(eta)
	} else {
		v = k.fullH(eta)
	}
	k.schur = NewMatrix(len(v), len(v)).rows()
	lowerGram(k.schur, k.yl) // Y H⁻¹Yᵀ, since H⁻¹ = L⁻ᵀL⁻¹
	for l, row := range k.schur {
		row[l] += v[l] + roundingTol // a ridge for any entry: a row 0 = 0 has only this
	}
	factor(k.schur)
	return k
}

// fullH makes k with a full H, and puts the rows with w < 1 into Y. It returns
// the diagonal of V. H is q + Diag(η) + Σ gᵢgᵢᵀ·weightᵢ, with the weights of
// (twice) for these rows.
//
// To each diagonal entry of H it adds a ridge, 10⁻¹³ of the entry. Why? A pivot
// is what sums leave of an entry. If it is near 0 next to the entry, most of
// its digits are rounding errors, which are some ε of the entry. With the ridge
// no pivot is below 10⁻¹³ of its entry, some 900ε, so that its first digits are
// right.
//
// For example, in (1 1; 1 1) the second pivot becomes 2·10⁻¹³. The solution for
// (2, 2) on the right becomes (1, 1), up to 10⁻¹³.
//
// Above n = 900, and earlier where an entry is above 1, the limit nε of factor
// is more than the ridge. There factor may still take such a pivot for 0. Then
// its unknown becomes 0, as at a pivot that is 0. Both ways are right: for
// (2, 2) one gives (1, 1), the other (2, 0).
//
// An entry above 1 gets 10⁻¹³ and no more. Nearly always such an entry is large
// by the 1/w of a bound. Then it needs no ridge, because its pivot is at least
// 1/w: without the bound no pivot would be below 0, and 1/w is added. For
// example, with 10⁶ added to its last entry, (1 1; 1 1) has the pivots 1 and
// 10⁶. A part of such entries, 10⁻⁷ here, would only change the solution.
//
// An entry 0 gets 10⁻¹³, too, because a part of 0 would be 0. What the ridge
// changes in the solution, solve corrects.
func (k *kkt) fullH(eta []float64) (v []float64) {
	n, m := len(eta), len(k.rows)
	k.inY = indicesWhere(m, func(i int) bool { return k.w[i] < 1 })
	for _, i := range k.inY {
		k.weight[i] = 1 / (1 + k.w[i]) // (twice)
	}
	h, weighted := NewMatrix(n, n).rows(), NewMatrix(m, n)
	for i, row := range k.rows {
		axpy(math.Sqrt(k.weight[i]), row, weighted.Row(i))
	}
	// The products of columns of √weight∘G: Σ gᵢgᵢᵀ·weightᵢ, its lower
	// triangle, which is all that factor reads.
	lowerGram(h, weighted.T().rows())
	for j, row := range h {
		if len(k.q) > 0 {
			axpy(1, k.q[j][:j+1], row) // axpy goes over the shorter, first one
		}
		row[j] += eta[j]
		row[j] += float64(roundingTol * min(1, cmp.Or(row[j], 1)))
	}
	k.yl = mapped(pick(k.rows, k.inY), slices.Clone[[]float64])
	factor(h, k.yl...) // h becomes L; rows below H, here those of Y, become those of YL⁻ᵀ
	k.lower, k.upper = func(x []float64) { forward(h, x) }, func(x []float64) { backward(h, x) }
	return mapped(pick(k.w, k.inY), func(w float64) float64 { return w * (1 + w) })
}

// eliminate sets u to K⁻¹r, up to what ridge and cut-off change. Here r is the
// right side of (saddle), and u is Δx and Δz:
//  1. The right side of (condensed), without the second copies of rows, is the
//     r of (schur).
//  2. (schur) gives t. As H⁻¹ is L⁻ᵀL⁻¹, Y H⁻¹r is YL⁻ᵀ times L⁻¹r.
//  3. Δx is H⁻¹(r − Yᵀt), computed as L⁻ᵀ(L⁻¹r − (YL⁻ᵀ)ᵀt).
//  4. (condensed) gives the forces Δz, for a row written twice that of its
//     first copy. The second copy adds t.
func (k kkt) eliminate(r, u point) {
	weighted, t := slices.Clone(r.z), make([]float64, len(k.inY))
	timesRow(weighted, k.weight)
	x := u.x
	copy(x, r.x)
	k.addForces(weighted, x) // the r of (schur)
	k.lower(x)               // L⁻¹r
	dots([][]float64{t}, [][]float64{x}, k.yl)
	axpy(-1, pick(r.z, k.inY), t) // Y H⁻¹r − r₂
	forward(k.schur, t)
	backward(k.schur, t)            // t
	addRows(scaled(t, -1), k.yl, x) // L⁻¹(r − Yᵀt)
	k.upper(x)                      // Δx
	k.timesG(x, u.z)
	axpy(-1, r.z, u.z)
	timesRow(u.z, k.weight) // Δz by (condensed), of the first copies
	for l, i := range k.inY {
		u.z[i] += t[l] // and of the second
	}
}

// solve sets u to K⁻¹r, and comes nearer to it than eliminate alone. First u is
// the solution of eliminate. It misses r by the residual r − Ku, which would be
// 0 only without rounding and ridge. So solve calls eliminate again, with the
// residual in place of r, and adds the result to u. It repeats this as long as
// each round halves the residual, at most ten times.
//
// The last result stays in u, even if it has enlarged the residual. There are
// two cases:
//   - Only rounding was left, say a residual of 10⁻¹⁶ that becomes 2·10⁻¹⁶.
//     Then both results are equally good.
//   - K has no inverse, and the equations have no solution. With 2 and 3 on the
//     right of (1 1; 1 1) and the ridge, the first result is about −5·10¹² and
//     5·10¹². Its sum is 2½, which misses both lines by ½. The second result is
//     about −10¹³ and 10¹³, and misses by ½ again. Both are equally bad. A step
//     by such a result leaves the residuals of the point large. The judge sees
//     this, because iterate calls the function stop with each point.
func (k kkt) solve(r, u point) {
	rest, more, last := k.view(slices.Clone(r.all)), k.newPoint(), inf
	clear(u.all)
	for range corrections {
		k.eliminate(rest, more)
		axpy(1, more.xz(), u.xz())
		k.products(u, rest) // rest becomes Ku, then r − Ku
		for i, w := range k.w {
			rest.z[i] -= float64(w * u.z[i])
		}
		scaleRow(rest.xz(), -1)
		axpy(1, r.xz(), rest.xz())
		before := last
		if last = maxAbs(rest.xz()); !(last < before/2) {
			return
		}
	}
}

// # A diagonal matrix
//
// Not for the course.
//
// If Q is diagonal, H without rows is diagonal, too: Q and the bounds alone
// stand in it. Then no factor of H is needed, and each row stands in Y, once.
// (schur) has a line for each of the m rows, and costs about m²n/2
// multiply-adds for n variables. With few rows this is far less than the n³/6
// for a full H. For example, n = 1,000 and m = 10 make 50,000 in place of 167
// million.

// diagonalH makes k for a diagonal H with the entries η, and puts all rows into
// Y.
//
// An entry η may be 0: the variable has neither curvature nor bounds. Or it may
// be 10⁻¹⁰⁰, if polished takes the variable not to be at its bound, or 2·10⁻¹⁰⁰
// for two bounds. Such a variable is determined by rows alone. But (schur)
// needs 1/η. With 10¹⁰⁰ in a sum, all other terms would be lost. So we put 10⁻⁸
// in the place of an η up to 2·10⁻¹⁰⁰.
//
// Why 10⁻⁸? Let us put 10⁻ᵉ there. This makes two errors:
//   - We solve a system with another matrix than K. Its entries differ by 10⁻ᵉ.
//     If K⁻¹ has no large entries, its solution differs by about 10⁻ᵉ, too.
//   - In the sums of (schur) terms near 1 stand beside 1/η = 10ᵉ. Of 16 digits
//     they keep 16 − e. So a solution, and each correction of it, is computed
//     with an error of 10⁻⁽¹⁶⁻ᵉ⁾ of itself.
//
// So a correction of solve leaves about 10⁻ᵉ of the error by the first, and
// 10⁻⁽¹⁶⁻ᵉ⁾ by the second. With e = 8 both are 10⁻⁸. (This supposes that rows
// with entries near 1 hold these variables.)
//
// For example, let Q have the diagonal (0, 1), and let the row be x + y = 2.
// (schur) has the matrix 10⁸ + 1. With c = (0, −1) the first solution misses by
// 10⁻⁸, and the corrected one by at most 2·10⁻¹⁶, which is rounding.
//
// During the iteration the bounds far away have a small η, too. For example,
// z/s may be 10⁻¹⁴ or 10⁻²⁰. Such an η we leave as it is. It may cost (schur)
// digits, which solve repairs. But 10⁻⁸ in its place would be another matrix,
// far from K where rows do not hold the variable. PrimalQP refuses none of 779
// odd machines, with points far from the origin and a C of up to 10¹⁰. With
// 10⁻⁸ for each smaller η it would refuse 124.
//
// A row that polished leaves out has 10¹⁰⁰ in V. So its t is divided by more
// than 10¹⁰⁰, and is as good as 0.
func (k *kkt) diagonalH(eta []float64) {
	inverse := mapped(eta, func(e float64) float64 { // of L
		if e <= 2/hugeW {
			e = halfTol
		}
		return 1 / math.Sqrt(e)
	})
	k.inY, k.yl = upTo(len(k.rows)), mapped(k.rows, slices.Clone[[]float64])
	clear(k.weight[:len(k.rows)])
	k.lower = func(x []float64) { timesRow(x, inverse) }
	k.upper = k.lower // L is diagonal
	for _, row := range k.yl {
		k.lower(row)
	}
}

// fewRows reports whether diagonalH is taken for a diagonal Q: up to m = n/2
// rows for n variables. There m²n/2, the multiply-adds of (schur), are n³/8.
// This is below the n³/6 of a full H.
func fewRows(rows, variables int) bool { return 2*rows <= variables }

// # The last digits
//
// Not for the course.
//
// The iteration may leave only half of the digits. For it keeps s and z above
// 0, and makes only their product small. For example, let sz be below 10⁻¹². In
// the example by hand z is ½, so that s is below 2·10⁻¹², and x has twelve
// digits.
//
// But let the objective be ½x² − x for x ≤ 1. Its bottom lies at the wall,
// which need not push: at the solution s and z are both 0. There the iteration
// ends with 6·10⁻⁷ in both, and x has six digits.
//
// Near the end, however, we can guess which inequalities hold with equality:
// those with s < z. (At a bound each counts in a unit of its own: see
// slackUnits.) Then s is 0 there, and z is 0 elsewhere. What is left is a
// linear system, and its solution has all digits.
//
// If the guess is right, this is the solution. If not, the new s and z say what
// to change. A force z < 0 should not be there, and a slack s < 0 means that
// the row must hold with equality. The same rule, s < z, corrects both errors.
//
// For example, let ½x² − 3x/2 be least for x ≤ 1 again. The first point has
// s = z = 1. There s < z is false, and the guess is that the ball is not at the
// wall. This makes z = 0, x = 3/2 and s = −½. Now s is below z, and the next
// guess is that the ball is at the wall. This makes s = 0, x = 1 and z = ½.
// Here s is below z again, so that the guess repeats.
//
// When a guess repeats, this is the solution. Proof: where the guess is that an
// inequality holds with equality, s is 0, and the same guess again says s < z.
// So z is above 0. Elsewhere z is 0, and the same guess says s ≥ z. So s is not
// below 0.
//
// Far from the solution guesses may go round in circles. So polished makes at
// most ten.

// polished returns the point with its last digits. If the guesses go round in
// circles, or a system has no solution, it returns a bad point. Who calls it
// has to judge the result.
//
// The W of a guess has 0 for a constraint that holds with equality. For an
// inequality that the guess leaves out it has hugeW, in place of ∞. Let r be
// the residual of the point. K times the change of the point should be −r, so
// that we solve for r and subtract.
//
// We do so three times, because x and z, too, are rounded when the change is
// subtracted. The function solve cannot repair this: it looks at its own system
// for the change, and not at the point. In one program with x near 10⁶ the
// residual fell from 10⁻³ to 2·10⁻¹², then to 2·10⁻¹⁵ and to 0.
//
// At the end toBounds puts x exactly on bounds, by the s and z of the last
// guess. After a right guess this moves x by rounding errors, so that z still
// fits. These z are the forces that Solve returns. The s have done their work:
// who judges the point computes each slack from x.
//
// A program without any constraint has nothing to guess, and stays as it is.
// All its equations are linear, so that each step of the iteration solves them.
func (p *program) polished(here point) point {
	v, r, u := p.view(slices.Clone(here.all)), p.newPoint(), p.newPoint()
	var w []float64
	for range corrections {
		before := w
		if w = p.guess(v); slices.Equal(w, before) {
			break
		}
		k := p.newKKT(w)
		for range 3 { // a number from experience: mostly the second changes little
			p.residual(v, r)
			k.solve(r, u) // the old s of a row left out is in r.z, but counts only over 10¹⁰⁰
			axpy(-1, u.xz(), v.xz())
		}
		p.residual(v, r)
		for _, i := range p.ineq {
			v.s[i] -= r.z[i] // Gx + s = h
		}
	}
	p.toBounds(v)
	for _, i := range p.ineq {
		v.z[i] = max(0, v.z[i]) // a z < 0 is no force
	}
	return v
}

// guess returns the W of a guess, and sets s and z by it. Where s < z, each
// over its unit, the guess is that the inequality holds with equality: s
// becomes 0, and so is its w. Elsewhere z becomes 0, and w is hugeW.
func (p *program) guess(here point) (w []float64) {
	w, unit := make([]float64, len(p.h)), p.slackUnits()
	for _, i := range p.ineq {
		if here.s[i]/unit[i] < here.z[i]*unit[i] {
			here.s[i] = 0
		} else {
			w[i], here.z[i] = hugeW, 0
		}
	}
	return w
}

// toBounds puts a variable exactly on its bound in these cases:
//   - it is beyond the bound;
//   - it is almost on the bound. Almost means up to 10⁻¹³ or, if all x are
//     below 1, up to 10⁻¹³ of the largest;
//   - the bound has s ≤ z. (With lo = hi z may be negative, but then s is 0,
//     which is enough.)
//
// Far from the end the third case may be wrong. For example, let ½x² − 3x/2 be
// least for 0 ≤ x ≤ 1. At the first point both bounds have s = z = 1, and x
// becomes 0. This does no harm. During the iteration toBounds changes only
// copies of the point, which are then judged. Stationarity misses 3/2 there, so
// the judge refuses the copy, and the iteration goes on from the point itself.
func (p *program) toBounds(here point) {
	tol := roundingTol * min(1, maxAbs(here.x))
	for l, b := range p.bounds {
		if i := len(p.rows) + l; b.sign*here.x[b.v] > p.h[i]-tol || here.s[i] <= max(0, here.z[i]) {
			here.x[b.v] = b.sign * p.h[i]
		}
	}
}

// # From here on: what users write

// ErrInfeasible says that the constraints contradict each other.
var ErrInfeasible = errors.New("svm: infeasible")

// ErrUnbounded says that the objective of a program has no lower bound.
var ErrUnbounded = errors.New("svm: unbounded")

// A QP is a quadratic program in n variables:
//
//	minimise ½xᵀQx + Cᵀx  subject to  Ax ≤ B,  Aeq x = Beq,  Lo ≤ x ≤ Hi
//
// A field that is nil leaves its part out. For example, without Lo variables
// may be negative, and without C the objective is ½xᵀQx. The first field that
// is there, in the order C, Q, A, Aeq, Lo, Hi, says how many variables there
// are.
//
// Many people write "no bound" as a large number. So a Lo of −10²⁰ or less is
// taken for −∞, and a Hi or an entry of B of 10²⁰ or more for ∞. Such a bound
// or row asks for nothing.
type QP struct {
	Q      *Matrix
	C      []float64
	A      *Matrix
	B      []float64
	Aeq    *Matrix
	Beq    []float64
	Lo, Hi []float64

	curve []float64 // the diagonal of Q, if Q is diagonal and the field Q is nil
	// In DualQP and PrimalQP certified is true. There svm.go's Certificate
	// rates α, in place of (loss). And a C of 10²⁰ or more is not infinite, but
	// is what the user wants: only ±Inf is infinite.
	certified bool
}

// A QPSolution is a point X with the multipliers of the Lagrangian
//
//	f(x) + Ineqᵀ(Ax − B) + Eqᵀ(Aeq x − Beq) + Lowerᵀ(Lo − x) + Upperᵀ(x − Hi)
//
// for the objective f. All but Eq are ≥ 0. Beside an error it is the evidence:
//   - [ErrUnbounded]: X is a ray along which f falls without end;
//   - [ErrNotConvex]: X is a direction along which f curves downwards;
//   - [ErrInfeasible]: X is nil, and the multipliers combine the constraints to
//     0 ≤ −1. The factors of x add up to 0, in AᵀIneq + AeqᵀEq − Lower + Upper.
//     The right sides BᵀIneq + BeqᵀEq − LoᵀLower + HiᵀUpper are −1, which is
//     also in Value;
//   - [ErrNotConverged]: X is the point that misses its conditions least, of
//     those that were judged.
type QPSolution struct {
	X                      []float64
	Value                  float64 // ½XᵀQX + CᵀX; the slope along a ray, XᵀQX of a direction
	Ineq, Eq, Lower, Upper []float64
	Iterations             int // of the program itself, not of those that find evidence

	// The largest violations of a constraint and of stationarity, and the
	// duality gap, the sum of the sᵢzᵢ: not relative to their terms.
	Feasibility, Stationarity, Gap float64
}

// Solve returns the solution with its multipliers. A variable at a bound has
// exactly the value of the bound. Otherwise, if p passes the checks, Solve
// returns a [QPSolution] with an error:
//   - [ErrInfeasible], [ErrUnbounded] or [ErrNotConvex]: the QPSolution proves
//     it, up to rounding;
//   - [ErrNotConverged]: Solve has found neither a solution nor a proof.
//
// What does "up to rounding" mean? In a proof, numbers that should be 0 may be
// some 10⁻¹⁵, in units that Solve chooses so that the largest numbers of p are
// near 1. For example, let y be as large as possible, with x ≤ y and
// x + 10⁻¹⁴y ≤ 1, both at least 0. Solve finds y = 10¹⁴. With 10⁻¹⁵ in place of
// 10⁻¹⁴ it returns ErrUnbounded, and the ray (0, 1).
//
// How exact is a solution? Each condition is a sum that should be 0. It is
// missed by at most 10⁻¹³ times the sum of the sizes of its terms. For example,
// x₁ + x₂ = 2 at x = (1, 1) has the terms 1, 1 and 2, and is missed by at most
// 4·10⁻¹³. Besides, a miss of 10⁻¹⁶ is always allowed, in the same units.
//
// Value is mostly right to 10⁻⁸ of itself. Solve asks for 10⁻⁶, by a bound that
// needs the distance of X from a solution. This distance it has to guess. It
// supposes that no variable is far larger at a solution than in X. Value may be
// worse in three cases:
//   - a variable is far larger at a solution;
//   - the terms of the objective cancel. Then Value is the objective at X in
//     all its digits, but X itself is rounded;
//   - the objective is tiny beside the largest number of C. Then it counts as
//     0, and Value may be off by 10⁻¹³ of this number, times one unit of x. For
//     example, let 10³⁵x − y be least, with x and y between 0 and 1. The
//     smallest value is −1, but Solve may return (0, ½).
//
// Gap tells a part of the error of Value, and Stationarity and Feasibility make
// the rest.
//
// X may have fewer digits than Value, because in a flat valley a long way
// changes the objective little. For example, let
// ½(x + y)² + ½·10⁻¹²y² − x − (1 + 2·10⁻¹²)y be least. The solution is (−1, 2).
// At (−0.9, 1.9) the objective is only 5·10⁻¹⁵ larger. Solve returns
// (−0.99985, 1.99985), because already the numbers of the program are rounded.
//
// Take all variables in another unit, or some rows, or Q and C together. If the
// factors are powers of two, Solve goes through the same points, and returns
// the same, bit for bit. (With one variable alone in another unit it may choose
// other units, and round otherwise.) This holds while no bound or B reaches
// 10²⁰, no other number 10⁵⁰, and nothing underflows.
//
// As a rule there are 5 to 40 iterations, at most 100. Small programs take
// fewer: of 5,319 random ones, with up to six variables, half took at most 8
// iterations, and 99 in 100 at most 29. If ten have not halved the error, Solve
// looks for a proof that there is no solution. For this it solves up to three
// further programs, one of them in n + m variables. Here m is the number of
// rows of A and Aeq.
//
// An iteration solves one linear system, near the end up to ten more. Each
// costs at most these multiply-adds, in O(n² + mn + m²) memory:
//
//	n³/6     a Cholesky factor for the variables
//	mn²      one half for what the rows add to its matrix, one for triangular systems
//	m²n/2    the products of the rows, in a system for their forces
//	m³/6     the Cholesky factor of this system
//
// If Q is diagonal and 2m ≤ n, only the last two remain, in O(nm) memory.
func (p QP) Solve() (*QPSolution, error) {
	n, from := p.variables()
	if err := p.check(n, from); err != nil {
		return nil, err
	}
	p.C = padded(p.C, n)
	p = p.withoutDiagonalQ()
	if s, err := p.crossedBounds(); err != nil {
		return s, err
	}
	if s, err := p.notConvex(); err != nil {
		return s, err
	}
	f, smallest, still := newForm(p), inf, 0
	evidence := sync.OnceValues(f.evidence)
	s, worst := f.run(func(_ *QPSolution, worst float64) bool {
		if still++; worst < smallest/2 {
			smallest, still = worst, 0
		}
		if still < 10 { // iterations since the error was halved: most programs need fewer
			return true
		}
		_, err := evidence() // OnceValues: made once, though asked before each further step
		return err == nil
	})
	if worst <= roundingTol {
		return s, nil
	}
	if proof, err := evidence(); err != nil {
		return proof, err
	}
	return s, fmt.Errorf("%w: QP: relative error %.2g", ErrNotConverged, worst)
}

// withoutDiagonalQ returns p with the diagonal of Q in curve, if all else in Q
// is 0. With a negative entry all of Q stays, and notConvex finds the entry.
func (p QP) withoutDiagonalQ() QP {
	if p.Q != nil {
		curve := each(len(p.C), func(j int) float64 { return p.Q.At(j, j) })
		above := indicesWhere(len(curve), func(j int) bool { return curve[j] > 0 })
		if len(nonzero(p.Q.Data)) == len(above) { // so all other entries are 0
			p.Q, p.curve = nil, curve
		}
	}
	return p
}

// # One form for all programs
//
// Not for the course.
//
// The same program can be written in many units. Let ½x² − 3x/2 for x ≤ 1 be
// about metres. In kilometres it is ½·10⁶x² − 1500x for x ≤ 0.001. The
// iteration must not see a difference. But its own numbers have a unit: it
// starts with slacks of 1, and forgives errors of ε. Therefore it never sees
// the user's numbers, but a form of the program, in which all units are chosen
// by one rule.
//
// In the form both programs are nearly the same. That about kilometres is
// ½·0.954x² − 1.465x for x ≤ 1.024, because 1,024 is the power of two next to
// 1,000.
//
// The units are powers of two, which divide without rounding. So a program
// becomes the same form, bit for bit, in these cases, with factors that are
// powers of two:
//   - all x together are in another unit;
//   - some rows are multiplied by factors;
//   - Q and c together are multiplied by a factor.
//
// TestSolveSaysTheSameInAnyUnit compares 300 programs in other units. (If only
// x₂ is in another unit, the form may be another, too. For the roots below are
// taken up to a factor of 2.)
//
// How are the units chosen? We choose four things: the size of Q beside G, the
// units of rows and of single variables, the common unit of all x, and that of
// the objective.
//
// First, the user's Q and G have no unit in common. If the objective is in
// cents and not in dollars, Q is 100 times as large. So we divide each row by
// its largest entry, and Q by its mean size beside G. In column j this size is
// Qⱼⱼ/gⱼ², where gⱼ is the largest entry of the rows in this column.
//
// Why the square? With xⱼ in a unit 10 times as large, gⱼ becomes 10 times as
// large, but Qⱼⱼ 100 times. Their quotient is the same. The mean is geometric,
// a mean of exponents: of 10⁻⁴, 1 and 10¹⁰ it is 10². In an arithmetic mean the
// largest size alone would count.
//
// Second, the largest entry of each row and column of the matrix (Q Gᵀ; G 0)
// shall be near 1. This chooses the units of rows, of single variables and of
// the multipliers. Ten times we divide each row and column by about the root of
// its largest entry. For example, an entry of 10⁻⁸ that is alone in its column
// becomes 10⁻⁴, then 10⁻², then 0.1. (See D. Ruiz, A scaling algorithm to
// equilibrate both rows and columns norms in matrices, 2001.)
//
// Of Q we look only at the diagonal, because no Qᵢⱼ is above √(QᵢᵢQⱼⱼ). If the
// diagonal is near 1 or below, so is Q.
//
// Third, the common unit of all x. A solution is at walls or at the bottom of
// the valley. At a wall x is as large as its h. At the bottom it is as large as
// c/Q. For c/Q we take the largest entry of c over the largest of Q, though
// they may be of different columns. For a column without curvature has no c/Q
// of its own, and after the second step one size does for all columns.
//
// We take the middle, in powers of two: first of the smallest and the largest
// h, then of this and c/Q. In the example h is 1 and c/Q is 3/2, and the unit
// is 1.
//
// But somebody may write x ≤ 10¹² for "no bound". The middle of 1 and 10¹² is
// 2¹⁹, about 5·10⁵. The iteration forgives errors of ε of the unit. With this
// unit they are 6·10⁻¹¹, so that an x of 1 has still ten digits of the sixteen.
// To leave it no fewer, the unit is at most 2²⁰ times the smaller size.
//
// Fourth, we divide the objective by its largest entry, in c or Q.

// A form is the user's program p in the units of the iteration. Column j is
// multiplied by byColumn[j], row i by byRow[i], and the objective by co. If the
// iteration has found x and z, the user's are byColumn∘x and byRow∘z/co.
type form struct {
	program
	p               QP
	byColumn, byRow []float64
	co              float64
	size            *program // of f.sizes: its residual has the sizes of the lines of (kkt)
	steps           int
}

// newForm returns the form of p. An inequality whose right side is infinite
// becomes the equality 0 = 0, which requires nothing. So it keeps its place and
// has a multiplier of 0.
func newForm(p QP) *form {
	q := program{q: copied(p.Q), curve: padded(slices.Clone(p.curve), len(p.C)),
		c: slices.Clone(p.C), rows: slices.Concat(copied(p.Aeq), copied(p.A)),
		h: slices.Concat(p.Beq, p.B)}
	for i := len(p.Beq); i < len(q.h); i++ {
		if q.h[i] < noBound {
			q.ineq = append(q.ineq, i)
		} else {
			clear(q.rows[i])
			q.h[i] = 0
		}
	}
	q.addBounds(p)
	return q.inUnits(p)
}

// addBounds adds the finite bounds of a program of a user. A variable with
// lo = hi gets one equality in place of two bounds.
func (p *program) addBounds(of QP) {
	for j := range p.c {
		lo, hi := of.bounds(j)
		for _, b := range []bound{{j, 1}, {j, -1}} {
			h := max(b.sign*lo, b.sign*hi) // hi or −lo
			if finite(h) && (lo < hi || b.sign > 0) {
				if lo < hi {
					p.ineq = append(p.ineq, len(p.h))
				}
				p.bounds, p.h = append(p.bounds, b), append(p.h, h)
			}
		}
	}
}

// inUnits returns the form of q, whose constraints are rows, in the four steps
// of the section. It scales the numbers of q in place. So who calls it passes
// copies, and in the code q.rows always are the rows of the form. p is the
// user's program. The programs that find evidence are nobody's, and have QP{}
// for p. Then toSolution knows of no equalities, and returns the multipliers of
// all rows in Ineq.
func (q program) inUnits(p QP) *form {
	f := &form{program: q, p: p, byColumn: ones(len(q.c)), byRow: ones(len(q.h)), co: 1}
	rows, columns := ones(len(q.rows)), ones(len(q.c))
	inverse := func(v float64) float64 { return powerOfTwo(-exponent(v)) }
	root := func(v float64) float64 { return powerOfTwo(-exponent(v) / 2) } // 1 for e = −1, 0, 1
	f.scale(mapped(mapped(q.rows, maxAbs), inverse), columns, 1)
	f.scale(rows, columns, powerOfTwo(-f.sizeOfQ()))
	for range 10 { // each halves an exponent: ten make 2 of 10³⁰⁰
		f.scale(mapped(mapped(q.rows, maxAbs), root), mapped(f.columns(f.diagonal()), root), 1)
	}
	unit := f.unit()
	f.scale(scaled(rows, 1/unit), scaled(columns, unit), 1)
	for i, row := range f.rows {
		if maxAbs(row) == 0 { // 0 ≤ h: its own unit, after unit has changed h
			rows[i] = inverse(f.h[i])
		}
	}
	f.scale(rows, columns, inverse(max(maxAbs(f.c), maxAbs(f.diagonal()))))
	f.size = f.sizes()
	return f
}

// scale multiplies row i by byRow[i], column j by byColumn[j], and the
// objective by times. As xⱼ occurs twice in xᵀQx, Qᵢⱼ is multiplied by the
// factors of both columns. A bound keeps its ±1: its row is divided by the
// factor of its column.
func (f *form) scale(byRow, byColumn []float64, times float64) {
	for _, b := range f.bounds {
		byRow = append(byRow, 1/byColumn[b.v]) // behind the end of the caller's slice
	}
	slopes := scaled(byColumn, times) // the factors of c and of the rows of Q
	factors := slices.Concat(byRow[:len(f.rows)], slopes)
	for i, row := range slices.Concat(f.rows, f.q) {
		scaleRow(row, factors[i])
		timesRow(row, byColumn)
	}
	timesRow(f.c, slopes)
	timesRow(f.curve, slopes)
	timesRow(f.curve, byColumn)
	timesRow(f.h, byRow)
	timesRow(f.byRow, byRow)
	timesRow(f.byColumn, byColumn)
	f.co *= times
}

// exponent returns the e for which v is 1 to 2 times 2ᵉ, or 0 for v = 0.
func exponent(v float64) int { return math.Ilogb(cmp.Or(v, 1)) }

// powerOfTwo returns 2ᵉ.
func powerOfTwo(e int) float64 { return math.Ldexp(1, e) }

// sizeOfQ returns the exponent of the mean size of Q beside G. It is the mean
// of the exponents of all Qⱼⱼ/gⱼ² whose Qⱼⱼ is not 0. In a column without rows
// gⱼ is taken as 1.
//
// The mean is rounded down, and so is that in middle. Why not towards 0? With Q
// in a unit 8 times as large, each exponent falls by 3, and the result has to
// fall by 3, too. For example, the exponents 0 and 1 have the mean ½, rounded
// 0. Less 3 they have the mean −2½, rounded down −3, but towards 0 only −2.
func (f *form) sizeOfQ() int {
	q, g := f.diagonal(), f.columns(make([]float64, len(f.c)))
	size := func(j int) float64 { return float64(exponent(q[j]) - 2*exponent(g[j])) }
	sizes := mapped(nonzero(q), size)
	return int(math.Floor(sum(sizes) / float64(max(1, len(sizes)))))
}

// unit returns the common unit of all x. It stays between 2⁻³⁰⁰ and 2³⁰⁰, so
// that its square does not overflow.
func (f *form) unit() float64 {
	walls := indicesWhere(len(f.h), func(i int) bool { // bounds, and rows other than 0 ≤ h
		return i >= len(f.rows) || maxAbs(f.rows[i]) > 0
	})
	bottom := maxAbs(f.c) / cmp.Or(maxAbs(f.diagonal()), inf) // without curvature 0
	unit := cmp.Or(middle([]float64{middle(pick(f.h, walls)), bottom}), 1)
	return max(powerOfTwo(-300), min(unit, powerOfTwo(300)))
}

// middle returns the middle of the smallest and the largest size in powers of
// two, but at most 2²⁰ times the smallest. Sizes of 0 are left out. For
// example, the middle of 1 and 16 is 4.
func middle(sizes []float64) float64 {
	e := mapped(pick(sizes, nonzero(sizes)), exponent)
	if len(e) == 0 {
		return 0
	}
	least, most := slices.Min(e), slices.Max(e)
	return powerOfTwo(min((least+most)>>1, least+20))
}

// diagonal returns the Qⱼⱼ. One of them is the largest entry of Q. Proof: take
// an x whose only entries are xᵢ and xⱼ. As xᵀQx ≥ 0 for all of them, the
// determinant QᵢᵢQⱼⱼ − Qᵢⱼ² is at least 0, and hence |Qᵢⱼ| ≤ √(QᵢᵢQⱼⱼ).
func (f *form) diagonal() []float64 {
	d := slices.Clone(f.curve)
	for j, row := range f.q {
		d[j] = max(0, row[j]) // rounding may have left −10⁻¹⁷
	}
	return d
}

// columns returns g, with the size of the largest entry of each column of the
// rows where this is above the number in g.
func (f *form) columns(g []float64) []float64 {
	for _, row := range f.rows {
		for j, entry := range row {
			g[j] = max(g[j], math.Abs(entry))
		}
	}
	return g
}

// copied returns a copy of the rows of a matrix. One that is nil has none.
func copied(a *Matrix) [][]float64 {
	return mapped(cmp.Or(a, &Matrix{}).rows(), slices.Clone[[]float64])
}

// # The judge
//
// Not for the course.
//
// How wrong is a point? Take ½x² − 3x/2 for x ≤ 1 again, with the solution
// x = 1, z = ½. Let the point be x = 0.99, s = 0.01 and z = ½. (The code would
// first put this x on its wall, by toBounds. Here it stays.)
//
//	stationarity    x − 3/2 + z = −0.01,   beside terms of 0.99 + 1.5 + 0.5      0.0033
//	the gap         zs = 0.005,            beside |f(x)| = 0.995 and hz = 0.5    0.0033
//
// Each line of (kkt) has an error, r_x or r_z. We divide it by the size of the
// line, which is the sum of the absolute values of its terms.
//
// The gap is a line, too: f(x) less the dual value. By (qp gap) the gap is
// xᵀQx + cᵀx + hᵀz, so that the dual value is −½xᵀQx − hᵀz. At a solution f(x)
// and the dual value are equal. So as the size of the gap we take |f(x)| plus
// the terms of hᵀz.
//
// Of all these quotients only rounding may be left: at most 10⁻¹³.
//
// In f(x), too, terms may cancel. Let ½(x − y)² be least, with x and y at 10⁶.
// The terms are 10¹², and each is rounded by up to 10⁻⁴. So is their sum, which
// should be 0. Therefore the function exactValue adds up the terms once more
// with twice the digits, if f(x) has lost half of its digits.
//
// A condition whose terms are tiny gets an allowance. Let the row −x ≤ 0 stand
// in a program with numbers near 1, and let x come out as −10⁻¹⁷. The row is
// missed by 10⁻¹⁷, and this is all of its terms. Yet 10⁻¹⁷ is only rounding. So
// every line may miss ε more. (If even the largest line has a size below 1, it
// is ε times this size.)
//
// In the code we add ε/10⁻¹³, about 0.001, to each size:
// error/(size + 0.001) ≤ 10⁻¹³ is error ≤ 10⁻¹³·size + ε.
//
// A condition whose terms are huge may hide an error. If its terms are 10¹², an
// error of 0.1 is 10⁻¹³ of them, and passes. So we also ask how far f(x) can be
// above f(x*), the smallest value. The difference f(x) − f(x*) is at most the
// sum of three things:
//   - r_xᵀ(x − x*): the errors of the lines of stationarity, times the way from
//     x* to x;
//   - zᵀs: the gap;
//   - −zᵀr_z: minus the errors of the rows, times their forces.
//
// Written with letters, this is
//
//	f(x) − f(x*) ≤ r_xᵀ(x − x*) + zᵀs − zᵀr_z                                           (loss)
//
// Proof. Let ∇f(x) be Qx + c, the slopes of f. The sum of these three lines is
// (loss):
//
//	f(x) − f(x*) ≤ ∇f(x)ᵀ(x − x*) = (r_x − Gᵀz)ᵀ(x − x*)        [f is convex; r_x = ∇f(x) + Gᵀz]
//	−zᵀGx = −zᵀh + zᵀs − zᵀr_z                                   [r_z = Gx + s − h]
//	zᵀGx* ≤ zᵀh                                                  [x* is feasible]
//
// In this example (loss) allows 0.0001 + 0.005 = 0.0051, and f(x) − f(x*) is
// 0.00505. In general we do not know x*. So we put 1 + |xⱼ| in the place of
// |xⱼ − xⱼ*|, where 1 is the unit of the form. This supposes that no variable
// is far larger at x* than at x. In the example 1 + 0.99 stands for 0.01, and
// the bound is 0.0249.
//
// A loss of 10⁻⁶ of f(x) is treated like an error of 10⁻¹³ in a line: both are
// just forgiven.
//
// But f(x*) may be 0, as it is for ½x² with x ≤ 1, and no loss is 10⁻⁶ of 0. We
// take f(x) for 0 in two cases:
//   - all x that occur in f are below 10⁻¹³;
//   - |f(x)| is at most 16ε times its terms.
//
// In the first case a variable that does not occur in f may have any size. For
// example, let ½x² + x be least for x ≥ 0, x + 2y ≤ 3 and y ≥ −2. At a solution
// x is 0, but y may be anywhere from −2 to 3/2.
//
// Then we forgive a loss of 10⁻¹³ of the largest entry of c, or of Q if c is 0.
// The largest entry of c is what f changes along one unit of x from 0.
//
// Why the second case? The number exactValue is exact for this x. But x itself
// is rounded, and so f(x) is known only up to some ε of its terms.
//
// What are the terms of f(x) in the second case? We take |x| times the sizes of
// the lines of stationarity, which are |Q||x|, |c| and |Gᵀ||z|. The forces z
// stand in no term of f(x). But x was found from lines with these forces, and
// the rounding errors of the forces are in x.
//
// If this sum is more than the largest entry of c, or of Q if c is 0, we take
// the entry in its place. There are two reasons. Along a ray x, and with it the
// sum, grow without end. At an x of 10²⁰, for example, 16ε times the sum is
// above 10⁵, and any smaller f(x) would be taken for 0. And in a flat valley x
// may go far, to where the sum would allow more than anybody would take for 0.
//
// Two kinds of programs are judged without (loss). One has no objective:
// mayLose is ∞ for it. The other kind are the machines below, which have a
// certificate.

const leastTerms = eps / roundingTol // added to each size where the largest is 1

// A number from experience: testdata/measurements.md says what others do.
const valueTol = 1e-6 // of f(x), which may be lost

// judge returns the point as a solution in the user's numbers, and how wrong it
// is. This is at most roundingTol if the point is accepted as a solution. First
// the point is settled. Then the largest of these numbers says how wrong it is:
//   - the gap over its size;
//   - the error of each line over its size. The size of line i is size.all[i];
//   - the loss over the loss that is forgiven, times 10⁻¹³, unless a
//     certificate follows;
//   - ∞, if a number is not finite.
func (f *form) judge(here point) (s *QPSolution, worst float64) {
	v, r, value := f.settled(here)
	size, gap := f.newPoint(), Dot(v.s, v.z)
	f.size.residual(f.view(absolute(v.all)), size) // |Q||x| + |c| + |Gᵀ||z|, |G||x| + s + |h|
	if math.Abs(value) <= halfTol*absDot(v.x, size.x) {
		value = f.exactValue(v.x)
	}
	added := leastTerms*min(1, maxAbs(size.xz())) + tiny // no 0/0
	worst = gap / (math.Abs(value) + absDot(f.h, v.z) + added)
	for i, e := range r.xz() {
		worst = max(worst, math.Abs(e)/(size.all[i]+added))
	}
	if !f.p.certified { // see QP
		// All the loss that is forgiven counts as the error roundingTol.
		worst = max(worst, f.loss(v, r, size, gap)/f.mayLose(v, size, value)*roundingTol)
	}
	s = f.toSolution(v, r, value, gap) // scales v itself to the user's numbers
	if !finite(maxAbs(v.xz()) + s.Value) {
		worst = inf
	}
	return s, worst
}

// settled returns a copy v of the point, its residual r, and its f(x). In the
// copy toBounds has put x on bounds. Then settled computes each slack anew from
// x, as h − Gx, or 0 if this is negative. So the r_z of an inequality is 0 if x
// satisfies it. Otherwise r_z says by how much x violates it.
func (f *form) settled(here point) (v, r point, value float64) {
	v, r = f.view(slices.Clone(here.all)), f.newPoint()
	f.toBounds(v)
	clear(v.all[len(v.x):]) // z and s
	f.products(v, r)        // r.x is Qx, since v.z is 0
	value = Dot(v.x, r.x)/2 + Dot(f.c, v.x)
	copy(v.z, here.z) // so far 0, to have Qx without forces
	f.residual(v, r)  // r.z is Gx − h, as v.s is still 0
	for _, i := range f.ineq {
		v.s[i] = max(0, -r.z[i])
		r.z[i] += v.s[i]
	}
	return v, r, value
}

// exactValue returns f(x) = x·(½Qx + c) with nearly all digits, as if only the
// result were rounded.
func (p *program) exactValue(x []float64) float64 {
	sums := make([]float64, 2*len(x)) // ½Qx, and what it has lost
	for j := range x {
		row, part := p.curve[j:j+1], x[j:j+1]
		if len(p.q) > 0 {
			row, part = p.q[j], x
		}
		s, lost := exactDot(row, part)
		sums[j], sums[len(x)+j] = s/2, lost/2
	}
	value, _ := exactDot(slices.Concat(sums, p.c), slices.Concat(x, x, x))
	return value
}

// loss returns how far f(x) may be above f(x*). It is (loss) with absolute
// values, plus what rounding does to f(x): ε times Σⱼ |xⱼ| times the size of
// line j.
func (f *form) loss(v, r, size point, gap float64) float64 {
	return gap + absDot(r.z, v.z) + sumAbs(r.x) + absDot(r.x, v.x) + eps*absDot(v.x, size.x)
}

// mayLose returns how much loss the judge forgives. Its first case is that f(x)
// is 0. The terms are those of the section, as size.x is
// |Q||x| + |c| + |Gᵀ||z|.
func (f *form) mayLose(v, size point, value float64) float64 {
	curve := f.diagonal()
	largest := cmp.Or(maxAbs(f.c), maxAbs(curve), inf) // ∞ without an objective
	terms := min(absDot(v.x, size.x), largest)
	occur := indicesWhere(len(v.x), func(j int) bool { return f.c[j] != 0 || curve[j] != 0 })
	if maxAbs(pick(v.x, occur)) <= roundingTol || math.Abs(value) <= fewEps*terms { // f(x) is 0
		return roundingTol * largest
	}
	return valueTol * math.Abs(value)
}

// toSolution returns v, whose residual is r, in the user's numbers. How are
// they found? Line j of stationarity is byColumn[j]·co times the user's line,
// and row i is byRow[i] times the user's row.
func (f *form) toSolution(v, r point, value, gap float64) *QPSolution {
	n, eq, m := len(v.x), len(f.p.Beq), len(f.rows)
	timesRow(v.x, f.byColumn)
	scaleRow(v.z, 1/f.co)
	timesRow(v.z, f.byRow)
	s := &QPSolution{X: v.x, Value: value / f.co, Eq: v.z[:eq:eq], Ineq: v.z[eq:m:m],
		Lower: make([]float64, n), Upper: make([]float64, n), Iterations: f.steps, Gap: gap / f.co}
	s.Feasibility = maxAbs(each(len(r.z), func(i int) float64 { return r.z[i] / f.byRow[i] }))
	s.Stationarity = maxAbs(each(n, func(j int) float64 { return r.x[j] / f.byColumn[j] / f.co }))
	for l, b := range f.bounds { // the z of an equality lo = hi may be negative
		z := b.sign * v.z[m+l]
		s.Lower[b.v], s.Upper[b.v] = max(s.Lower[b.v], -z), max(s.Upper[b.v], z)
	}
	return s
}

// run returns the best point, and how wrong it is. Near the solution the judge
// rates the polished point, too. The iteration ends if one of these holds:
//   - the error of the polished point is at most 16ε. Then its guess was right,
//     and the next point would have the same guess;
//   - the error is at most ε, and so only rounding;
//   - the judge has accepted a point, and the next point does not halve its
//     error;
//   - goesOn is there and returns false. It is also asked at the last point.
func (f *form) run(goesOn func(s *QPSolution, worst float64) bool) (*QPSolution, float64) {
	best, smallest := f.judge(f.newPoint()) // x = 0, or on bounds by toBounds
	f.iterate(func(here, _ point) bool {
		s, e := f.judge(here)
		right := false // the guess of the polished point, surely
		if e <= 1e-6 { // from experience, not valueTol: with a larger e most guesses are wrong
			if exact, now := f.judge(f.polished(here)); now <= min(e, roundingTol) {
				s, e, right = exact, now, now <= fewEps
			}
		}
		before := smallest
		if e < smallest {
			best, smallest = s, e
		}
		done := before <= roundingTol && !(e < before/2) || goesOn != nil && !goesOn(s, e) ||
			right || e <= eps
		if !done {
			f.steps++
		}
		return done
	})
	return best, smallest
}

// crossedBounds returns a proof, with an error, if some lo is above its hi. The
// proof adds up the rows −x ≤ −lo and x ≤ hi, each divided by lo − hi. For
// example, −x ≤ −3 and x ≤ −1, each divided by 4, make 0 ≤ −1. If there is no
// such variable, crossedBounds returns nil and nil. (For others newForm needs
// lo ≤ hi.)
func (p QP) crossedBounds() (*QPSolution, error) {
	n := len(p.C)
	for j := range n {
		if lo, hi := p.bounds(j); lo > hi {
			s := &QPSolution{Value: -1, Lower: make([]float64, n), Upper: make([]float64, n),
				Ineq: make([]float64, len(p.B)), Eq: make([]float64, len(p.Beq))}
			s.Lower[j], s.Upper[j] = 1/(lo-hi), 1/(lo-hi)
			return contradiction(s)
		}
	}
	return nil, nil
}

// notConvex returns an error, and a direction along which Q curves downwards,
// if the smallest eigenvalue of Q is below −tol. The direction is its
// eigenvector. Here tol is psdTolerance, which forgives rounding, as [IsPSD]
// does. Otherwise notConvex returns nil and nil.
//
// Eigenvalues are slow. So factor is asked first whether Q + tol·I is positive
// definite: then no eigenvalue is below −tol. If factor says no, perhaps only
// because a pivot is below its limit, the eigenvalues decide.
func (p QP) notConvex() (*QPSolution, error) {
	raised, last := copied(p.Q), len(p.C)-1
	for i, row := range raised {
		row[i] += psdTolerance(p.Q)
	}
	if factor(raised) != nil {
		if e, err := p.Q.Eigen(); err == nil && e.Values[last] < -psdTolerance(p.Q) {
			s := &QPSolution{X: overLargest(e.Vectors.T().Row(last))}
			s.Value = Dot(s.X, p.Q.MulVec(s.X))
			return s, fmt.Errorf("%w: x'Qx = %g along X", ErrNotConvex, s.Value)
		}
	}
	return nil, nil // convex up to rounding, or not known: then judge rates what iterate returns
}

// # Programs without a solution
//
// Not for the course.
//
// A program may have no solution for two reasons: its constraints contradict
// each other, or its objective falls without end. For both there is a proof
// that anybody can check (Farkas). The first is a list of multipliers z with
// which the rows of Gx ≤ h add up to 0 ≤ −1. The second is a direction u along
// which the objective falls, Q does not curve, and no row is violated.
//
//	Gᵀz = 0, z ≥ 0 on inequalities,        hᵀz < 0    feasible x: 0 = zᵀGx ≤ hᵀz   (separation)
//	Qu = 0, Gu ≤ 0 (= 0 for equalities),   cᵀu < 0    the objective falls           (ray)
//
// How are they found? Each of z and u solves a program (qp):
//
//	minimise ½‖y‖²  for  Ax − y ≤ b,  A_eq x − y = b_eq,  lo ≤ x ≤ hi     the smallest violation y
//	minimise ½‖u‖² + cᵀu  for the Q and G of (ray)                         the u nearest to −c
//
// Both programs always have a solution. In the first, any x within its bounds
// is feasible with a y that is large enough, and ½‖y‖² is never below 0. In the
// second, u = 0 is feasible, and ½‖u‖² + cᵀu is ½‖u + c‖² − ½‖c‖². So the
// smallest value belongs to the feasible u nearest to −c.
//
// For example, let the rows be x ≤ 1 and −x ≤ −2. The smallest violation is
// y = (½, ½), at x = 3/2. In the Lagrangian of this program y occurs in
// ½‖y‖² − zᵀy, so that its stationarity in y says z = y. Its stationarity in x
// says that the rows times z add up to 0. So the multipliers are (½, ½): half
// of the first row plus half of the second is ½x − ½x ≤ ½ − 1. Doubled it is
// 0 ≤ −1.
//
// A bound is a row in this sum, with its own force. If the smallest y is 0, x
// satisfies all constraints, and there is no contradiction. Otherwise hᵀz is
// −‖y‖², by (qp gap), and hence below 0.
//
// And let the objective be −x, with x ≥ 0 as the only constraint. Then ½u² − u
// for u ≥ 0 is least at u = 1, along which −x falls without end.
//
// In general, if u satisfies the constraints of (ray), so does tu for each
// t > 0. The objective ½t²‖u‖² + t·cᵀu is least at t = 1, since u is the best
// of all. Hence its slope there, ‖u‖² + cᵀu, is 0, and cᵀu is −‖u‖². This is
// below 0 unless u is 0, and then there is no ray. A ray is a proof only if it
// can begin somewhere. So evidence also looks for a feasible point.

// evidence returns a proof that there is no solution, with an error, or nil and
// nil if it finds none. The steps that its solution counts are those of f, not
// its own.
func (f *form) evidence() (*QPSolution, error) {
	p := f.p
	p.Q, p.curve, p.C = nil, nil, make([]float64, len(p.C))
	bare := newForm(p) // the constraints alone
	bare.steps = f.steps
	if proof, err := bare.separation(); err != nil {
		return proof, err
	}
	if ray, err := f.ray(); err != nil {
		if _, e := bare.run(nil); e <= roundingTol { // a feasible point, where it begins
			return ray, err
		}
	}
	return nil, nil
}

// leastViolation returns the program in x and y for the smallest violation y.
// Its equalities are rows like others, so that y has an entry for each row.
// Bounds are not violated.
func (f *form) leastViolation() *form {
	n, m, p := len(f.c), len(f.rows), f.program
	p.q, p.c = nil, make([]float64, n+m)
	p.curve = slices.Concat(make([]float64, n), ones(m)) // ½‖y‖²
	p.rows = mapped(f.rows, func(row []float64) []float64 { return padded(slices.Clone(row), n+m) })
	for i, row := range p.rows { // of Ax − y
		row[n+i] = -1
	}
	p.h = slices.Clone(f.h)
	return p.inUnits(QP{})
}

// separation returns multipliers that combine the constraints to 0 ≤ −1, with
// an error. If they prove nothing, it returns nil and nil. It is called for an
// f without an objective.
//
// At first z has forces of rows alone. They leave an entry of Gᵀz in the column
// of each variable, which should be 0. A force of a bound makes it 0: that of
// Lo if the entry is above 0, since the row of Lo is −xⱼ ≤ −lo, and that of Hi
// if it is below 0. An entry of a few ε of its size is only rounding, and needs
// no bound.
func (f *form) separation() (*QPSolution, error) {
	least, _ := f.leastViolation().run(nil)
	v := f.newPoint()
	// z = y for all rows: inUnits(QP{}) has put those of equalities into Ineq,
	// too.
	copy(v.z, cleaned(least.Ineq))
	r, size := f.termsOf(v)
	for l, b := range f.bounds {
		lo, hi := f.p.bounds(b.v)
		if z := -b.sign * r.x[b.v]; lo == hi || z > fewEps*size.x[b.v] {
			v.z[len(f.rows)+l], r.x[b.v] = z, 0
		}
	}
	if !isProof(-Dot(f.h, v.z), absDot(f.h, v.z), r.x, size.x) {
		return nil, nil
	}
	scaleRow(v.z, -1/Dot(f.h, v.z)) // hᵀz = −1, for the user too: without objective co is 1
	r, _ = f.termsOf(v)
	s := f.toSolution(v, r, -1, 0)
	s.X = nil
	return contradiction(s)
}

// contradiction returns s with its error. The error counts the rows and bounds
// whose multipliers are not 0, and names at most six of them.
func contradiction(s *QPSolution) (*QPSolution, error) {
	var names []string
	for k, z := range [][]float64{s.Ineq, s.Eq, s.Lower, s.Upper} {
		name := []string{"row %d of A", "row %d of Aeq", "Lo[%d]", "Hi[%d]"}[k]
		for _, i := range nonzero(z) {
			names = append(names, fmt.Sprintf(name, i))
		}
	}
	return s, fmt.Errorf("%w: %d constraints combine to 0 <= -1: %s", ErrInfeasible, len(names),
		strings.Join(names[:min(6, len(names))], ", "))
}

// termsOf returns Qx + Gᵀz and Gx at v, and their sizes as in "The judge".
func (f *form) termsOf(v point) (r, size point) {
	r, size = f.newPoint(), f.newPoint()
	f.products(v, r)
	f.size.products(f.view(absolute(v.all)), size)
	return r, size
}

// nearestFall returns the program for the u of (ray) nearest to −c. The rows of
// Q become equalities, because (ray) asks for Qu = 0. For a diagonal Q this is
// uⱼ = 0 wherever there is a curvature. There column j and cⱼ become 0, so that
// uⱼ = 0 is best.
func (f *form) nearestFall() *form {
	p := f.program
	p.c = slices.Clone(f.c)
	p.rows = mapped(slices.Concat(f.q, f.rows), slices.Clone[[]float64])
	for _, j := range nonzero(f.curve) {
		for _, row := range append(p.rows, p.c) {
			row[j] = 0
		}
	}
	p.ineq = mapped(f.ineq, func(i int) int { return i + len(f.q) })
	p.q, p.curve = nil, ones(len(p.c)) // ½‖u‖²
	p.h = make([]float64, len(p.rows)+len(p.bounds))
	return p.inUnits(QP{})
}

// ray returns the u of (ray) with an error, or nil and nil if its u proves
// nothing.
func (f *form) ray() (*QPSolution, error) {
	nearest, _ := f.nearestFall().run(nil)
	v := f.newPoint()
	copy(v.x, cleaned(nearest.X))
	r, size := f.termsOf(v)
	for _, i := range f.ineq {
		r.z[i] = max(0, r.z[i]) // by how much Gu ≤ 0 is violated
	}
	// The largest slope along which u moves. The strength is divided by it, so
	// that the unit of the objective does not count.
	largest := maxAbs(pick(f.c, nonzero(v.x))) + tiny
	if !isProof(-Dot(f.c, v.x)/largest, absDot(f.c, v.x)/largest, r.xz(), size.all) {
		return nil, nil
	}
	timesRow(v.x, f.byColumn) // in the user's units
	s := &QPSolution{X: overLargest(v.x), Iterations: f.steps}
	s.Value = Dot(f.p.C, s.X)
	return s, fmt.Errorf("%w: along X the objective changes by %g", ErrUnbounded, s.Value)
}

// cleaned returns v divided by the size of its largest entry, with 0 for what
// may be rounding. An interior point leaves a little of each z, say 10⁻¹⁴, and
// the proof would name its row.
func cleaned(v []float64) []float64 {
	return mapped(overLargest(v), func(e float64) float64 {
		if math.Abs(e) <= roundingTol {
			return 0
		}
		return e
	})
}

// isProof reports whether (separation) or (ray) holds for z or u. The largest
// entry of u is 1, and so is the largest that z has on rows. Three kinds of
// numbers count:
//   - the strength of the proof, which is −hᵀz or −cᵀu. It is 1 in both
//     examples;
//   - the total of the strength: the sum of the absolute values of its terms;
//   - the residuals: numbers that have to be 0. The size of each is the sum of
//     the absolute values of its terms.
//
// There are four conditions:
//
//	|residual| ≤ fewEps·max(size, min(1, strength))   only rounding
//	|residual| ≤ 10⁻⁸·strength                        and small next to the strength
//	strength > 10⁻⁸                                   a weaker one may come from rounded data
//	strength > 10⁻¹²·total                            ten times what the judge passes over
//
// Why does the first line have the strength beside the size? All terms of a
// residual may be rounding errors. For example, let a residual have the only
// term 10⁻¹⁷. It is as large as its size, but only rounding next to a strength
// of 1.
//
// But rounding is never more than some ε of z or u, whose largest entry is 1.
// So the strength counts as at most 1. For example, let x ≤ y and x ≥ 1, with y
// free, and let a third variable be at least 10⁻²⁶. There are many solutions.
// But because of the 10⁻²⁶ Solve may choose units in which the strength is
// 10²⁴. Next to that the residual of y, which is 1, would pass.
//
// Why 10⁻⁸ in the third? For example, x ≤ 1 and −x ≤ −1 − d have z = (1, 1) and
// the strength d. If users round their right sides by 10⁻⁸, they get d = 10⁻⁸
// from constraints that do not contradict each other. With d = 3·10⁻⁸ Solve
// returns the proof. With d = 10⁻⁹ it returns [ErrNotConverged], as no x is
// right to 10⁻¹³ either.
func isProof(strength, total float64, residual, size []float64) bool {
	most := min(1, strength)
	off := indicesWhere(len(residual), func(i int) bool { // NaN is off, too
		return !(math.Abs(residual[i]) <= min(halfTol*strength, fewEps*max(size[i], most)))
	})
	return len(off) == 0 && strength > max(halfTol, 10*roundingTol*total)
}

// # Bad input
//
// Not for the course.

// check returns the first error in the fields of a program of n variables:
//   - shapes that do not fit together, or numbers above 10⁵⁰ in all but B, Lo
//     and Hi;
//   - values of B, Lo and Hi that are NaN or the wrong infinity;
//   - a Q that is not symmetric.
//
// The word in from says which field gives the number of variables.
func (p QP) check(n int, from string) error {
	length := func(name string, v []float64) error {
		const want = "svm: %s has length %d, want %s = %d"
		return errorUnless(v == nil || len(v) == n, want, name, len(v), from, n)
	}
	upper := func(v float64) float64 { return min(v, noBound) } // finite for +∞, not for −∞
	lower := func(v float64) float64 { return max(v, -noBound) }
	or := func(err error, infinity string) error {
		return errorUnless(err == nil, "%w or %s", err, infinity)
	}
	err := cmp.Or(length("C", p.C), length("Lo", p.Lo), length("Hi", p.Hi),
		checkPart("A", p.A, "len(B)", len(p.B), from, n),
		checkPart("Aeq", p.Aeq, "len(Beq)", len(p.Beq), from, n),
		checkSizes("C", p.C, "scale it"), checkSizes("Beq", p.Beq, "scale it"),
		or(checkFinite("B", mapped(p.B, upper)), "+Inf"),
		or(checkFinite("Hi", mapped(p.Hi, upper)), "+Inf"),
		or(checkFinite("Lo", mapped(p.Lo, lower)), "-Inf"))
	if p.Q != nil {
		err = cmp.Or(err, checkPart("Q", p.Q, from, n, from, n), p.Q.checkSymmetric("Q"))
	}
	return err
}

// variables returns n, and the name of the field that says so: the first one
// that has numbers for variables.
func (p QP) variables() (n int, from string) {
	columns := func(a *Matrix) int { return cmp.Or(a, &Matrix{}).Cols }
	counts := []int{len(p.C), columns(p.Q), columns(p.A), columns(p.Aeq), len(p.Lo), len(p.Hi)}
	names := []string{"len(C)", "Q.Cols", "A.Cols", "Aeq.Cols", "len(Lo)", "len(Hi)"}
	first := max(0, slices.IndexFunc(counts, func(count int) bool { return count != 0 }))
	return counts[first], names[first]
}

// checkPart returns an error if a number of a is too large, or if a has the
// wrong shape. It should have a column for each variable, and as many rows as
// the vector named side has entries.
func checkPart(name string, a *Matrix, side string, rows int, from string, cols int) error {
	if a == nil {
		return errorUnless(rows == 0, "svm: %s = %d, %s is nil", side, rows, name)
	}
	return cmp.Or(a.checkShape(name), errorUnless(a.Rows == rows && a.Cols == cols,
		"svm: %s is a %dx%d matrix, want %s = %d rows, %s = %d columns",
		name, a.Rows, a.Cols, side, rows, from, cols), checkEntries(name, a, numberExponent))
}

const noBound = 1e20 // and more counts as infinite

// bounds returns lo and hi of variable j. If Lo or Hi has no entry for it, they
// are ∞. So they are from 10²⁰ on, unless p.certified says that they are meant.
func (p QP) bounds(j int) (lo, hi float64) {
	lo, hi = -inf, inf
	if j < len(p.Lo) && (p.certified || !(p.Lo[j] <= -noBound)) { // NaN stays
		lo = p.Lo[j]
	}
	if j < len(p.Hi) && (p.certified || !(p.Hi[j] >= noBound)) {
		hi = p.Hi[j]
	}
	return lo, hi
}

// # The two programs of the textbooks
//
// The two problems of svm.go, (primal) and (dual), are quadratic programs. Here
// they are values of the type QP. So one can print their matrices, change a
// number, and Solve them. The variables of the first are w, b and the slacks ξ:
//
//	minimise ½‖w‖² + Σ Cᵢξᵢ  subject to  −yᵢ(⟨w, xᵢ⟩ + b) − ξᵢ ≤ −1,  ξ ≥ 0       (primal program)
//
// Each row of A is a point, and its multiplier is the point's α. In "The
// machine of four points" the walls push with ¼, 0, ¼ and 0, and these are the
// αᵢ. Why? Stationarity has a line for each variable:
//   - in w it says w = Σ Ineqᵢyᵢxᵢ, which is (stationarity) of svm.go;
//   - in b it says Σ Ineqᵢyᵢ = 0, which is (balance);
//   - in ξᵢ it says Cᵢ − Ineqᵢ = Lowerᵢ. As Lowerᵢ is ≥ 0, this is (box).
//
// In the dual, (dual program) below, the variables are the αᵢ. Now the
// multipliers are what the primal program has as variables. That of Σ yᵢαᵢ = 0
// is b, and that of αᵢ ≤ Cᵢ is the slack ξᵢ. So each of the two programs has
// the solution of the other as its multipliers. For example, with C = ⅛ for the
// four points they are
//
//	          X                                          multipliers              Value
//	primal    w = (¼, ¼),  b = −5/4,  ξ = (¾, 0, ¼, 0)   Ineq = (⅛, 0, ⅛, 0)      3/16
//	dual      α = (⅛, 0, ⅛, 0)                           Eq = −5/4,  Upper = ξ    −3/16
//
// How many digits do they leave? The comments below count refusals among 779
// odd machines. They are the Linear machines of the function machine in
// testdata/measure/programs.go. Each has 2 to 12 points of random integers from
// −20 to 20, some of them twice. The points are moved from the origin by up to
// 10⁶, and C is 1 to 10¹⁰ or ∞.

// PrimalProgram returns the primal problem of a linear machine as textbooks
// print it, without solving it. It is a [QP] in the variables (w, b, ξ):
//
//	minimise ½‖w‖² + Σ Cᵢξᵢ  subject to  yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//
// Each point has a row of A: −yᵢxᵢ for w, −yᵢ for b and −1 for its ξ. Its B is
// −1, because A says ≤ where books say ≥. For example, the first of two points,
// (3, 3) with y = +1, has the row (−3, −3, −1, −1, 0). Lo is −Inf for w and b,
// and 0 for ξ. All fields are yours to change.
//
// There are two exceptions:
//   - If C = +Inf, there is no ξ.
//   - A point with Cᵢ = 0 is left out, since its slack costs nothing. It has
//     neither a row nor a ξ.
//
// Other Cᵢ are at most 10⁵⁰, as all numbers of a QP. But a Cᵢ that is 10²⁰
// times its αᵢ, or more, costs digits. Solve refuses many such programs, and
// from 10³⁰ on Value may be wrong (see its third case). C = +Inf has no such
// limit.
//
// Let s be what [QP.Solve] returns for d features. Then w is s.X[:d], b is
// s.X[d], ξ is s.X[d+1:], and s.Value is the primal value. The αᵢ are s.Ineq,
// and the Cᵢ − αᵢ are s.Lower[d+1:]. If every b of an interval is optimal, b is
// one of them. If C = +Inf and no plane separates the labels, Solve returns
// [ErrInfeasible] with an s.Ineq that proves it.
//
// Of the options it reads these:
//   - C, Weights and Balance, which make the Cᵢ;
//   - Scale. With it the points are scaled first, and so the program, and the w
//     of its solution, are those of scaled points. [PrimalQP] returns the plane
//     for points as given.
//
// Q has (n + d + 1)² numbers, and a step of Solve costs (n + d + 1)³/6
// multiply-adds and more. (For C = +Inf n is left out of both.)
//
// If points lie far from the origin, Solve has fewer digits than PrimalQP, or
// none. Then it helps to subtract one of the points from all, which changes b
// alone.
func PrimalProgram(x [][]float64, y []float64, o Options) (QP, error) {
	cost, _, x, err := trainerInput(Linear{}, x, y, o)
	if err != nil {
		return QP{}, err
	}
	counted, d := nonzero(cost), len(x[0]) // the points with Cᵢ > 0
	slopes := append(make([]float64, d+1), pick(cost, counted)...)
	if hardMargin(cost) {
		slopes = slopes[:d+1] // without ξ
	}
	n, size := len(counted), len(slopes)
	p := QP{Q: NewMatrix(size, size), C: slopes, A: NewMatrix(n, size), B: scaled(ones(n), -1),
		Lo: padded(scaled(ones(d+1), -inf), size)}
	for j := range d {
		p.Q.Set(j, j, 1)
	}
	for l, i := range counted { // (primal program)
		row := p.A.Row(l)
		axpy(-y[i], x[i], row)
		row[d] = -y[i]
		if size > d+1 {
			row[d+1+l] = -1
		}
	}
	return orError(p, p.check(size, "len(C)"))
}

// DualProgram returns the dual problem of a machine with any kernel, without
// solving it. It is a [QP] in α, a minimum because a QP is one:
//
//	minimise ½ΣΣ αᵢαⱼyᵢyⱼk(xᵢ, xⱼ) − Σ αᵢ  subject to  Σ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ
//
// Q holds the yᵢyⱼk(xᵢ, xⱼ) of the points as given. C holds the −1 of −Σ αᵢ,
// and Aeq the labels. Hi holds the Cᵢ: 0 for a point that is left out, and +Inf
// for C = +Inf. All fields are yours to change.
//
// Let s be what [QP.Solve] returns. Then α is s.X, b is s.Eq[0], ξ is s.Upper,
// and the dual value is −s.Value. [NewModel] makes a machine of α and b.
//
// If C = +Inf, there is no slack, and s.Upper is 0. Then [ErrUnbounded] says
// that no function separates the labels, and s.X is an α with Σ αᵢyᵢφ(xᵢ) = 0,
// which proves it, up to the rounding of Q. (With numbers of 10⁸ in the points,
// Q has 10¹⁶, and a coordinate of 1 is only rounding.) If k is no kernel, Solve
// may return [ErrNotConvex].
//
// Of the options it reads these:
//   - C, Weights and Balance, which make the Cᵢ. A finite Cᵢ from 10²⁰ on is an
//     error, because to a QP such a Hi is infinite.
//   - Scale. With it the program is of scaled points.
//
// Q has n² numbers. To train, take [DualQP], because it keeps digits that this
// program loses:
//   - for Linear it subtracts a point in the middle from all points;
//   - for Linear it may take the entries of w for further variables;
//   - for C = +Inf it asks for the nearest points of two hulls.
//
// How many digits? Of 779 odd machines, with points far from the origin and a C
// of up to 10¹⁰, DualQP refuses 27. Of their programs Solve refuses 336,
// because Q has numbers of 10¹². If the first point is subtracted from all, it
// still refuses 121.
func DualProgram[X any](k Kernel[X], x []X, y []float64, o Options) (QP, error) {
	cost, _, x, err := trainerInput(k, x, y, o)
	const want = "svm: C*Weights[%d] = %g, want below 1e20, from where a bound is infinite, or +Inf"
	for i, c := range cost {
		err = cmp.Or(err, errorUnless(c < noBound || c == inf, want, i, c))
	}
	if err != nil {
		return QP{}, err
	}
	p := withoutQ(y, cost)
	if p.Q, err = Gram(k, x); err == nil {
		signRows(p.Q, y)
		err = p.check(len(x), "len(C)")
	}
	return orError(p, err)
}

// withoutQ returns (dual program) without its Q.
func withoutQ(y, cost []float64) QP {
	n := len(y)
	return QP{C: scaled(ones(n), -1), Aeq: FromRows([][]float64{y}), Beq: []float64{0},
		Lo: make([]float64, n), Hi: slices.Clone(cost)}
}

// signRows makes Qᵢⱼ = yᵢyⱼk(xᵢ, xⱼ) of k(xᵢ, xⱼ). If k(xᵢ, xⱼ) is 0, a label
// of −1 makes −0 of it, which would be printed so. The 0 in front of the
// product makes 0 of −0.
func signRows(gram *Matrix, y []float64) {
	for i, row := range gram.rows() {
		for j, v := range row {
			row[j] = 0 + y[i]*y[j]*v
		}
	}
}

// # The machine as a quadratic program
//
// The dual of svm.go, as a minimum, is the program
//
//	minimise ½αᵀQα − Σ αᵢ  subject to  Σ yᵢαᵢ = 0,  0 ≤ α ≤ C                     (dual program)
//
// with Qᵢⱼ = yᵢyⱼk(xᵢ, xⱼ). The machine is read off the solution: its unknowns
// are α, and the multiplier of the equality is b. Why is the multiplier b? Let
// gᵢ be Σ αⱼyⱼk(xⱼ, xᵢ), which is f(xᵢ) − b. The slope of the objective along
// αᵢ is yᵢgᵢ − 1, and the equality pushes with yᵢ times its multiplier. If we
// call the multiplier b, stationarity in αᵢ says
//
//	yᵢ(gᵢ + b) − 1 = Lowerᵢ − Upperᵢ
//
// Lowerᵢ is 0 unless αᵢ = 0, and Upperᵢ is 0 unless αᵢ = C. So there are three
// cases:
//   - αᵢ = 0: yᵢ(gᵢ + b) is at least 1, and the point lies at its edge or
//     beyond;
//   - 0 < αᵢ < C: it is 1, and the point lies at its edge;
//   - αᵢ = C: it is at most 1, and the point may fall short of its edge.
//
// This is what svm.go asks of α and b.
//
// For C = ∞ the objective falls without end if nothing separates the classes.
// So DualQP solves another program for C = ∞, which always has a solution. The
// hull of a class is the set of all weighted means of its φ(xᵢ). Two hulls have
// nearest points, one in each:
//
//	minimise ½‖Σ αᵢyᵢφ(xᵢ)‖²  for  Σ αᵢ over y = +1 is 1, so is that over y = −1, α ≥ 0   (hulls)
//
// The difference of the nearest points is v = Σ αᵢyᵢφ(xᵢ). If v is 0, the hulls
// touch, and α proves that nothing separates the classes.
//
// Otherwise the machine has w = 2v/‖v‖². Why? Stationarity of (hulls) in αᵢ
// says this: yᵢ⟨v, φ(xᵢ)⟩ is at least a number of the class, and is this number
// if αᵢ > 0. Let the numbers be p for y = +1 and q for y = −1. In each class
// the αᵢ add up to 1. So Σ αᵢyᵢ⟨v, φ(xᵢ)⟩ is p + q. It is also ⟨v, v⟩, so that
// p + q = ‖v‖². Now take b = (q − p)/‖v‖²:
//
//	y = +1:   f(x) ≥ (2p + q − p)/‖v‖² = 1        [= if αᵢ > 0]
//	y = −1:  −f(x) ≥ (2q − q + p)/‖v‖² = 1        [= if αᵢ > 0]
//
// So no point falls short of its edge, and those with αᵢ > 0 lie at it. As w is
// Σ αᵢyᵢφ(xᵢ) times 2/‖v‖², the machine's αᵢ are those of (hulls) times 2/‖v‖².
//
// For example, of the four points (3, 3) and (1, 1) are nearest, each with
// α = 1. So v is (2, 2), and ‖v‖² is 8. Here p is 12, since ⟨v, (3, 3)⟩ is 12
// and ⟨v, (5, 4)⟩ is 18. And q is −4, from (1, 1). Then w = (½, ½),
// b = −16/8 = −2, and the machine's α are ¼.

// DualQP trains a machine with any kernel by its dual program. It is slow, and
// there to check other solvers. It returns [ErrNotConverged] where 16 digits
// are too few. There are four causes:
//   - values of k are huge, as those of a cubic kernel of unscaled points;
//   - points lie far from the origin;
//   - features are of unequal size;
//   - C is large.
//
// The error is nil if and only if all of this holds:
//   - Trace has not ended the search;
//   - Σ αᵢyᵢ is nearly 0;
//   - Rounding is below 0.1;
//   - f misses each margin by less than Rounding, or by at most 10⁻⁶ and with a
//     gap of at most 10⁻⁷ of Primal.
//
// Here Rounding, the gap and Primal are numbers of the machine's [Certificate].
// In svm.go "What is good enough" has the limits, and why.
//
// It returns two other errors:
//   - [ErrNotSeparable] for C = +Inf, if no function separates the labels, with
//     a model that proves it;
//   - [ErrNotConvex] for any C, if k is not positive semi-definite on the
//     points. ([SMO] takes some such k.)
//
// Beside ErrNotConverged there is a machine, too. For a finite C it is no worse
// than w = 0 with the best b, unless Trace has ended the search.
//
// DualQP costs n²/2 kernel values and 10 to 60 times n³/6 multiply-adds, in
// O(n²) memory. For [Linear] with d < 0.45n features it costs 10 to 60 times
// nd², in O(nd).
func DualQP[X any](k Kernel[X], x []X, y []float64, o Options) (*Model[X], error) {
	p, x, err := newDualProgram(k, x, y, o, false)
	if err != nil {
		return nil, err
	}
	m, err := fitted(p, "DualQP", k, x, y, func(alpha, _ []float64) (*Model[X], []float64) {
		var g []float64
		// p.Q is nil for (plane program), and if Trace has stopped early, with
		// α = 0. For Linear, p.Q is that of the centred points.
		if p.Q == nil || isLinear(k) {
			beta := timesY(alpha, y)
			// The program was of centred points z = x − shift, and the machine
			// is of x. Σ βᵢx and Σ βᵢz differ by Σ βᵢ times the shift. They are
			// one w only if Σ βᵢ is 0.
			rebalance(beta, p.cost, upTo(len(x)))
			alpha = absolute(beta)
			f, _ := withoutZeros(k, x, beta)
			g = f.sums(x)
		} else {
			g = timesY(p.Q.MulVec(alpha), y) // Q is yᵢyⱼk(xᵢ, xⱼ)
		}
		return modelWith(k, x, y, alpha, g, p.cost, p.bias(g, y, alpha), p.largest), g
	})
	m.Iterations, m.Evaluations, m.Scale = p.progress.Iterations, p.count(), p.scale
	return m, err
}

// fitted returns the machine of the program p, and an error if it is not good.
// The argument machine is a function: from α and the w of (plane program) it
// makes a machine and its gᵢ.
//
// There are two machines to choose from. One is that of the iteration. The
// other has w = 0 and the best b. Why do we need it? Where digits are lost, the
// iteration may return a machine with a larger Primal than that of w = 0, and
// nobody should get it. So fitted returns the machine of the iteration only in
// these cases:
//   - it is good, by goodForQP;
//   - its Primal is the smaller one;
//   - C = ∞, for which w = 0 is no machine;
//   - Trace has stopped the search. Then the caller wants the machine so far,
//     even if w = 0 is better.
//
// If Trace has stopped before there was a Q, there is no iteration, and w = 0
// is returned. (When Trace returns false, goesOn sets p.stopped. The method
// goesOn is called before the kernel values, among slow ones, and before each
// step.)
//
// For C = ∞ and a machine that is not good, hullEvidence asks whether the hulls
// touch: then no function separates the labels, and α proves it. Its other
// errors say only that there is no such proof, or that Trace has stopped it. So
// then the machine so far is returned, with ErrNotConverged or ErrStopped.
func fitted[X any](p *dualProgram, name string, k Kernel[X], x []X, y []float64,
	machine func(alpha, w []float64) (*Model[X], []float64)) (*Model[X], error) {
	// p.C has an entry for each αᵢ, and for each entry of w.
	m, g := machine(make([]float64, len(x)), make([]float64, len(p.C)-len(x)))
	if !p.stopped {
		now, sums := machine(p.multipliers())
		c := now.Certificate
		if hardMargin(p.cost) || p.stopped || c.goodForQP() || c.Primal < m.Certificate.Primal {
			m, g = now, sums
		}
	}
	c := m.Certificate
	if !c.goodForQP() && hardMargin(p.cost) && !p.stopped {
		proof, err := hullEvidence(&p.watch, k, x, y, m.Alpha, g, p.cost)
		if errors.Is(err, ErrNotSeparable) {
			return proof, err
		}
	}
	if p.stopped {
		return m, ErrStopped
	}
	const bad = "%w: %s: margins missed by %.2g, rounding may move f by %.2g, balance %.2g, " +
		"gap %.2g of %.2g: Standardize or centre the points, or lower C"
	return m, errorUnless(c.goodForQP(), bad,
		ErrNotConverged, name, max(c.Shortfall, c.Excess), c.Rounding, c.Balance, c.Gap(), c.Primal)
}

// A dualProgram is (dual program), or (hulls) for C = ∞. Its watch asks Trace:
// by goesOn before a step, and by ask before slow kernel values.
type dualProgram struct {
	QP
	watch
	cost    []float64 // the Cᵢ
	scale   *Standardizer
	largest float64   // max k(xᵢ, xᵢ), for Linear of centred points: Rounding is in parts of it
	units   []float64 // of the v of (plane program)
}

// newDualProgram returns the program of a machine, and the points, scaled if
// o.Scale asks for it. trainerInput checks them. For C = ∞ the program is
// (hulls), else (dual program). Trace may say no before there are kernel
// values: then Q stays nil. For Linear there is (plane program) in two cases:
//   - a step then makes fewer multiply-adds;
//   - the caller wants w, and H stays diagonal.
func newDualProgram[X any](k Kernel[X], x []X, y []float64, o Options, wantW bool) (
	*dualProgram, []X, error) {
	cost, scale, x, err := trainerInput(k, x, y, o)
	if err != nil {
		return nil, nil, err
	}
	p := &dualProgram{QP: withoutQ(y, cost), cost: cost, scale: scale}
	p.certified = true    // since a machine gets a certificate
	if hardMargin(cost) { // (hulls)
		positive := func(v float64) float64 { return max(0, v) }
		p.C, p.Beq = make([]float64, len(x)), ones(2)
		p.Aeq = FromRows([][]float64{mapped(scaled(y, -1), positive), mapped(y, positive)})
	}
	p.trace, p.progress.Violation = o.Trace, 1 // the relative error so far
	if !p.goesOn() {
		return p, x, nil
	}
	if points, ok := any(x).([][]float64); ok && isLinear(k) {
		z := centred(points, cost)
		n, d := len(z), len(z[0])
		if m := p.Aeq.Rows + d; planeIsCheaper(m, n) || wantW && fewRows(m, n+d) {
			p.addPlane(z, y)
			return p, x, nil
		}
		return p, x, addGram(p, k, any(z).([]X), y) // X is []float64
	}
	return p, x, addGram(p, k, x, y)
}

// addGram sets Q to the yᵢyⱼk(xᵢ, xⱼ). If Trace ends it, it returns nil, and
// p.stopped is true. If k is not positive semi-definite on the points, it
// returns an error, which says if k is not symmetric.
func addGram[X any](p *dualProgram, k Kernel[X], x []X, y []float64) (err error) {
	p.Q, err = gramOf(k, x, p.ask)
	if p.stopped {
		return nil
	} else if err != nil {
		return err
	}
	p.largest = largestOf(each(len(x), func(i int) float64 { return p.Q.At(i, i) }), p.cost)
	signRows(p.Q, y)
	if _, err = p.notConvex(); err != nil {
		err = fmt.Errorf("%w: DualQP: %s", ErrNotConvex, cmp.Or(asymmetry(k, x, upTo(len(x))),
			"k is not positive semi-definite on the points, see IsPSD"))
	}
	return err
}

// multipliers returns α and the w of (plane program), by solving the program.
// For (hulls) both are multiplied by 2/‖v‖², as the machine needs them.
func (p *dualProgram) multipliers() (alpha, w []float64) {
	s, _ := newForm(p.QP).run(func(s *QPSolution, worst float64) bool {
		p.progress.Iterations, p.progress.Violation = s.Iterations, worst
		if p.progress.Dual = -s.Value; hardMargin(p.cost) {
			p.progress.Dual = 1 / max(s.Value, tiny) // Σ αᵢ − ½‖w‖² = 2/‖v‖², as the value is ½‖v‖²
		}
		return p.goesOn()
	})
	times := 1.0 // what (hulls) is multiplied by
	if hardMargin(p.cost) && s.Value > tiny {
		times = 1 / s.Value
	}
	n := len(p.cost)
	timesRow(s.X[n:], p.units)
	return scaled(s.X[:n], times), scaled(s.X[n:], times)
}

// bias returns the b of α, or for α = 0 the best b. There w is 0, and with
// −1 ≤ b ≤ 1 the primal value is Σ Cᵢ(1 − yᵢb), or Σ Cᵢ − bΣ Cᵢyᵢ. It is least
// at b = +1 or b = −1, at the label whose Cᵢ have the larger sum. If both are
// equal, b is 0.
//
// For C = ∞ no b is best, because w = 0 is no machine. There Σ Cᵢyᵢ is NaN,
// which Compare takes for less than 0, and b is −1. This machine is returned
// only if Trace ends the search before the first step.
func (p *dualProgram) bias(g, y, alpha []float64) float64 {
	if maxAbs(alpha) == 0 {
		return float64(cmp.Compare(Dot(p.cost, y), 0))
	}
	return bias(g, y, alpha, p.cost)
}

// # The plane as variables
//
// For the Linear kernel another program has the same solution, and may be much
// smaller. Let F be the matrix with the rows yᵢxᵢ. Then Q is FFᵀ, and αᵀQα is
// vᵀv for v = Fᵀα. This v is Σ αᵢyᵢxᵢ, the w of the plane. We take its entries
// as further variables. Then the objective has only the squares of the vⱼ, and
// its matrix is diagonal:
//
//	minimise ½‖v‖² − Σ αᵢ  subject to  Σ yᵢαᵢ = 0,  Fᵀα − v = 0,  0 ≤ α ≤ C      (plane program)
//
// For the four points the new equalities are v₁ = 3α₁ + 5α₂ − α₃ and
// v₂ = 3α₁ + 4α₂ − α₃ − α₄.
//
// The code takes each vⱼ over a unit of its own, about the largest zᵢⱼ of the
// feature. Then the numbers of F are near 1 in any unit of the points.
//
// When is (plane program) cheaper? With d features it has m = d + 1 equalities,
// and m = d + 2 for hulls. A step costs about m²(n + m)/2 + m³/6 multiply-adds
// by (schur). With the Q of all pairs of points it costs n³/6. For example,
// 1,000 points with 10 features cost 61,000 in place of 167 million. DualQP
// takes the cheaper program, which is (plane program) up to m = 0.455n.
//
// PrimalQP takes (plane program) more often, because it returns w. A w that is
// added up from the αᵢyᵢxᵢ may lose digits by cancellation. As a variable it
// keeps them. Of the 779 odd machines PrimalQP refuses none, and with the sum
// for w it would refuse 93. So it takes (plane program) while H stays diagonal:
// up to n − 2 features, for hulls n − 4.
//
// At the end PrimalQP makes its plane longer: w and b are multiplied by 1 + 4e.
// Why? A free point has yᵢf(xᵢ) = 1, and no slack. But f is rounded twice. The
// gᵢ, from which b comes, are off by up to e. And the plane that computes f(xᵢ)
// is off by up to e once more. So the plane may find 1 − 2e, a slack of 2e, and
// a large C makes it dear. Here e is ε‖w‖ times the length of the farthest
// point.
//
// For example, let w = 1, the points be near 10⁵, and C = 10⁸. Then e is about
// 10⁻¹¹, and one such slack costs 2eC = 0.002. The whole ½w² is ½.
//
// The longer plane finds (1 + 4e)(1 − 2e), or 1 + 2e − 8e². This is above 1, so
// that there is no slack. Why 4e, and not 2e? The b of the plane is rounded,
// too. Far from the origin |b| is about ‖w‖ times the length of a point, so
// that this error is about e, and 4e leaves room for it. And ½w² grows only by
// 4·10⁻¹¹.
//
// A sum of d products may round by d times as much as e says. But its errors
// mostly cancel: with 400 features near 10⁵ no slack was left. If one is, it
// stands in Primal, which comes from the margins of the plane itself. So it is
// a gap that the certificate shows.

// planeIsCheaper reports whether m²(n + m)/2 + m³/6 < n³/6. With t = m/n, and
// divided by n³/6, the terms are 3t²(1 + t), t³ and 1.
func planeIsCheaper(m, n int) bool {
	t := float64(m) / float64(n)
	return t*t*(3+4*t) < 1
}

// centred returns the points less one in their middle. This leaves Σ αᵢyᵢxᵢ as
// it is, because Σ αᵢyᵢ = 0. A point with Cᵢ = 0 becomes 0. Its αᵢ is 0 in any
// case, and if it lay far away, it would only make the unit of a feature large.
func centred(points [][]float64, cost []float64) [][]float64 {
	shift := medianPoint(pick(points, nonzero(cost)))
	return each(len(points), func(i int) []float64 {
		if cost[i] == 0 {
			return make([]float64, len(shift))
		}
		return difference(points[i], shift)
	})
}

// addPlane makes (plane program) of (dual program), for points z. Each vⱼ is
// taken over a unit, about the largest zⱼ. The Q of the program is diagonal,
// and stands in curve. It is 0 for each α, and for each vⱼ the square of its
// unit.
func (p *dualProgram) addPlane(z [][]float64, y []float64) {
	n, d, e := len(z), len(z[0]), p.Aeq.Rows
	p.largest = largestOf(mapped(z, func(z []float64) float64 { return Dot(z, z) }), p.cost)
	rows := append(p.Aeq.rows(), FromRows(z).T().rows()...)
	p.Aeq = FromRows(mapped(rows, func(row []float64) []float64 { return padded(row, n+d) }))
	p.C, p.Beq, p.curve = padded(p.C, n+d), padded(p.Beq, e+d), make([]float64, n)
	for j := range d { // Fᵀα − v = 0
		row := p.Aeq.Row(e + j)
		unit := powerOfTwo(exponent(maxAbs(row)))
		timesRow(row[:n], scaled(y, 1/unit))
		row[n+j] = -1
		p.units, p.curve = append(p.units, unit), append(p.curve, unit*unit)
	}
}

// PrimalQP trains the linear machine of [PrimalProgram], but finds it through
// the dual, as [DualQP] does. Why? The primal program loses digits if points
// lie far from the origin, with many features, and with a C of 10¹⁰. Of 779 odd
// machines Solve refuses 47 as primal programs. If one of the points is first
// subtracted from all, it refuses 4. PrimalQP refuses none.
//
// PrimalQP returns the plane, and the slack ξᵢ = max(0, 1 − yᵢf(xᵢ)) of each
// point. For C = +Inf the plane is in canonical form: the smallest yᵢf(xᵢ) is
// 1. If every b of an interval is optimal, b is its midpoint.
//
// The error is nil by the rule of DualQP, with a Rounding of 0. If C = +Inf and
// no plane separates the labels, it is [ErrNotSeparable]. Otherwise it is
// [ErrNotConverged], as in DualQP, with the plane so far.
//
// PrimalQP makes 10 to 60 times nd² multiply-adds up to d = n − 2 features, or
// n − 4 for C = +Inf. With more features it costs as much as DualQP.
func PrimalQP(x [][]float64, y []float64, o Options) (h Hyperplane, slack []float64, err error) {
	p, onScale, err := newDualProgram(Linear{}, x, y, o, true)
	if err != nil {
		return h, nil, err
	}
	counted := nonzero(p.cost) // points with Cᵢ > 0
	given, shift := pick(x, counted), medianPoint(pick(onScale, counted))
	farthest := slices.Max(mapped(given, Norm))
	z := shifted(onScale, shift, len(shift)) // also those of weight 0, which get a slack
	// margins returns the yᵢf(xᵢ) of all points.
	margins := func(h Hyperplane) []float64 { return timesY(h.Values(x), y) }
	m, err := fitted(p, "PrimalQP", Linear{}, z, y, func(alpha, w Vector) (*Model[Vector], Vector) {
		// First, the machine of α. Its w is v = Σ αᵢyᵢzᵢ. The plane has the w
		// of (plane program), or else v.
		v := combination(z, timesY(alpha, y))
		if p.curve == nil { // not a (plane program)
			w = v
		}
		g := FromRows(z).MulVec(w)
		m := modelWith(Linear{}, z, y, alpha, g, p.cost, p.bias(g, y, alpha), p.largest)
		// Second, the plane: its w and b are longer, by the factor 1 + 4e, so
		// that rounding makes no slacks.
		h := Hyperplane{w, m.B - Dot(w, shift)}
		e := eps * Norm(h.unscaled(p.scale).W) * farthest
		h = h.Times(1 + 4*e)
		// Third, m becomes a model of this plane, of points as given. Its only
		// point is the W of the plane. Alpha stays that of the training points.
		m.Expansion = *h.unscaled(p.scale).Expansion()
		// Fourth, the certificate, in which modelWith has rated v. Primal is
		// now that of the plane, from the margins that it computes itself: so
		// its Rounding is 0. (With Scale ‖w‖² is that of scaled points. The
		// yᵢf(xᵢ) are the same in both units.) Dual is that of v. It is at most
		// the Primal of any plane, but for b·Σ αᵢyᵢ, which is 0 without
		// rounding.
		//
		// These three are all that change: Shortfall, Excess and Balance, which
		// goodForQP asks, too, stay those of α and g.
		c := &m.Certificate
		c.Primal = primalOf(Dot(h.W, h.W), margins(h.unscaled(p.scale)), p.cost)
		c.Dual = sum(alpha) - Dot(v, v)/2
		c.Rounding = 0
		return m, g
	})
	if errors.Is(err, ErrNotSeparable) {
		return h, nil, err
	}
	h = Hyperplane{m.Points[0], m.B}
	if hardMargin(p.cost) && err == nil {
		h, err = h.Canonical(given, pick(y, counted))
	}
	return h, mapped(margins(h), Hinge), err
}
