// SPDX-License-Identifier: MIT

// qp.go finds the numbers x₁, …, xₙ that make an expression of second degree,
// such as ½x₁² + ½x₂², as small as possible, within limits such as
// x₂ + x₃ ≤ −1. Such a task is called a quadratic program. Training a support
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
// the other. Then it has to be at least 1 at the first two points, and at most
// −1 at the other two. As svm.go shows, the street is 2/√(w₁² + w₂²) wide: the
// smaller w₁² + w₂², the wider. Hence we look for the w and b that
//
//	minimise ½w₁² + ½w₂²   subject to   3w₁ + 3w₂ + b ≥ 1,    w₁ + w₂ + b ≤ −1,
//	                                    5w₁ + 4w₂ + b ≥ 1,         w₂ + b ≤ −1
//
// The unknowns are the three numbers (w₁, w₂, b). A limit is written as a row
// of the matrix A, which holds the factors of the unknowns, and a number of B.
// All limits are written with ≤, so that the two with ≥ change their signs: the
// first is −3w₁ − 3w₂ − b ≤ −1, or the row (−3, −3, −1) and the number −1.
//
// The matrix Q holds the factors of the squares, but without the ½: a 1 for
// w₁², a 1 for w₂², and else 0. In the solution s, s.X holds the unknowns, and
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
// the ball does not touch them. This makes (3, 3) and (1, 1) the support
// vectors: they lie at the edges of the street, and without the other two
// points it would be the same street.
//
// How are these numbers found? We guess three things: the place of the ball,
// its distance from each wall, and the force of each wall. Then we correct all
// three in steps. A step is cut short where it would make a distance or a force
// negative. On the way distances and forces need not fit the place yet.
//
// Textbooks call this a primal–dual interior point method. The place is primal,
// and the forces are dual. Interior means that all distances and forces stay
// above 0. smo.go trains faster, but this method solves more programs, and
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
// many to try. Therefore we choose none of them, and compute one point after
// another, where all s and z are above 0 and the equations need not hold yet.
// The first point is a guess, which "The first point" explains: x = 5/4, which
// is beyond the wall, but with s = z = 1.
//
// A step adds Δx, Δs and Δz to x, s and z, so that the equations hold
// afterwards. Δx, Δs and Δz are now the unknowns. But the third equation would
// be (s + Δs)(z + Δz) = 0, which contains ΔsΔz, a product of unknowns. As only
// linear equations, which contain no such product, are easy to solve, we leave
// the product out:
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
// corrector"), so that ¾ does not stand in the next table. It shows the points
// to which the steps of the code lead, from the same first guess
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
//	program.step      one step: newKKT, then direction twice
//	form.run          the loop: judge and step until a point is good
//	QP.Solve          makes a form, the program in good units with a first point, and lets it run;
//	                  form.evidence proves that there is no solution
//	PrimalProgram, DualProgram  return a machine's program as textbooks print it
//	DualQP, PrimalQP  write a machine as a program, and read it off the solution
//
// Up to "From here on" the file tells the plain method. Behind it stand what
// users call, the machines, and what makes the method work for hard programs.
//
// linalg.go has a table of the helpers: "How this code is written".
//
// # Notation
//
// Some letters mean one thing in a program, and another in a machine, as in
// svm.go:
//
//	     in a program                         in a machine
//	b    right sides of Ax ≤ b                added to ⟨w, x⟩
//	C    the slopes c, in a QP                the price of slack
//	f    the objective                        the function ⟨w, x⟩ + b
//	s    slacks of walls                      the slack of a point is ξᵢ
//	w    wᵢ = sᵢ/zᵢ, the softness of a wall   the vector of the plane
//	x    the unknowns                         the points
//	z    forces, one for each wall            the points minus their middle
//	μ    the mean of the sᵢzᵢ                 the multiplier of a slack
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
// A asks that its product with x is at most its b.
//
// Because a step treats all constraints alike, we write them as rows of one
// matrix G, with a slack s ≥ 0 for each inequality: Gx + s = h. An equality has
// a slack of 0. A bound is a row with one ±1: x ≤ hi, and lo ≤ x as −x ≤ −lo.
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
// w = ¼(3, 3) − ¼(1, 1), and the line of b says −¼ + ¼ = 0.

// A program is (qp) with each constraint as a row of Gx + s = h. First come the
// rows of A_eq and A, then the bounds, which need no whole row. A diagonal Q
// needs no matrix: it stands in curve, which is 0 beside a full one.
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

// A point holds x, z and s in one array, so that a step is one sum. It also
// serves for Δx, Δz and Δs, and for right-hand sides.
type point struct{ all, x, z, s []float64 }

func (p *program) newPoint() point { return p.view(make([]float64, len(p.c)+2*len(p.h))) }

// view returns the point whose numbers are stored in all.
func (p *program) view(all []float64) point {
	n, end := len(p.c), len(p.c)+len(p.h)
	return point{all, all[:n], all[n:end], all[end:]}
}

// xz returns the x and z of a point in one slice, the unknowns of a linear
// system.
func (here point) xz() []float64 { return here.all[:len(here.x)+len(here.z)] }

// Numbers from experience: testdata/measurements.md says what others do.
const (
	mostSteps   = 100      // most programs take 5 to 40 steps
	nearEnd     = 0.995    // of the way to where an s or z is 0: less makes more steps
	roundingTol = 1e-13    // about 1,000 ε, which a long sum may lose
	halfTol     = 1e-8     // about √ε: half of the digits of a number
	fewEps      = 16 * eps // what rounding may leave of a sum that is 0, in parts of its terms
)

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
// Let zᵢ ≥ 0 in each inequality: a wall does not pull. At a feasible x, where
// Gx − h is −s, L(x, z) is f(x) less Σ zᵢsᵢ, and this sum is ≥ 0, as sᵢ is 0 in
// an equality. Hence f(x) is at least the least value of L for this z, and a
// feasible x that reaches this value is a solution.
//
// Does a point with (kkt) reach it? Go from x to any other place x + u.
// Multiplied out, with Q symmetric,
//
//	L(x + u, z) = L(x, z) + uᵀ(Qx + c + Gᵀz) + ½uᵀQu
//
// The bracket is 0 by stationarity, and uᵀQu is never negative. Hence L has its
// least value at x. This value is f(x), because all sᵢzᵢ are 0: x is a
// solution. The converse, that each solution has such s and z, is proved in the
// book of Nocedal and Wright.
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

// # The step
//
// All equations of (kkt) are linear except sᵢzᵢ = 0. We make it linear as in
// the example, by leaving out the product of the changes, which is Newton's
// method:
//
//	(s + Δs)(z + Δz) = sz + sΔz + zΔs + ΔsΔz ≈ sz + sΔz + zΔs                     (linearised)
//
// The step of the example asks for sᵢzᵢ = 0 at once. With many walls such a
// step often has to stop early, because every sᵢ and zᵢ must stay above 0.
//
// One wall whose force is far too small is enough. Why? A step takes the part
// −Δs/s away from s, and the part −Δz/z from z. By the third line of the
// example, divided by sz, the two parts add up to 1. But if z has to grow to
// many times its size, the part of z is far below 0, and the part of s far
// above 1. The example by hand shows it, if it starts at x = 1 − s with s = z
// of three sizes:
//
//	s = z = 1      the step takes 0.75 of s and 0.25 of z     all of it can be made
//	s = z = 0.1    3 of s, −2 of z                            a third can be made
//	s = z = 0.01   25.5 of s, −24.5 of z                      1/25 can be made
//
// In the last row the step would bring the force from 0.01 to about ¼, and has
// to stop where s is 0. If we only ask for sz = 0.01, a hundred times the
// present product, s and z both grow, and the whole step can be made.
//
// Therefore we ask for the same value everywhere: sᵢzᵢ = σμ. Here μ is the mean
// of the sᵢzᵢ of the inequalities, and σ is a number between 0 and 1. With σ
// near 1 a step mainly makes the products equal. With σ near 0 it makes them
// small. By (linearised), a step then solves
//
//	QΔx + GᵀΔz = −r_x,      r_x = Qx + c + Gᵀz
//	GΔx + Δs   = −r_z,      r_z = Gx + s − h
//	sᵢΔzᵢ + zᵢΔsᵢ = −dᵢ,     dᵢ = sᵢzᵢ − σμ                                            (qp step)
//
// How far do we go? A full step makes the residuals r_x and r_z 0, and half a
// step halves them. Let a be the largest number for which s + aΔs and z + aΔz
// are still ≥ 0. We go min(1, 0.995a) of the step, so that s and z stay above
// 0.

// residual sets r.x and r.z to the r_x and r_z of (qp step).
func (p *program) residual(here, r point) {
	p.products(here, r)
	axpy(1, p.c, r.x)
	axpy(1, here.s, r.z)
	axpy(-1, p.h, r.z)
}

// products sets r.x to Qx + Gᵀz and r.z to Gx. As Q is symmetric, Qx are the
// products of x with its rows.
func (p *program) products(here, r point) {
	clear(r.x)
	dots([][]float64{r.x}, [][]float64{here.x}, p.q) // Qx, or 0 if q is empty
	for j, v := range p.curve {
		r.x[j] += float64(v * here.x[j])
	}
	p.addForces(here.z, r.x)
	p.timesG(here.x, r.z)
}

// addForces adds Gᵀz to x, that is Σ zᵢgᵢ, where gᵢᵀ is row i. That of bound l,
// whose force stands behind those of the rows, has only its ±1.
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

// # Predictor and corrector
//
// The step by hand ends at sz = 3/16, the ΔsΔz that it left out. But now we
// know this product. Therefore we can go back to the start, and solve once
// more, with 3/16 for ΔsΔz in line three:
//
//	Δz + Δs = −1 − 3/16 = −19/16
//	2Δx = −2 + 19/16 = −13/16       [the sum of the first two less this line]
//	Δx = −13/32,  Δz = −11/32,  Δs = −27/32
//	x = 27/32,    z = 21/32,    s = 5/32         [added to 5/4, 1 and 1]
//
// Here sz is 0.103, little more than half of 3/16. S. Mehrotra's method solves
// twice in each step. The second time costs little, because the matrix is the
// same. The first solution, the predictor, has σ = 0. We do not go there, but
// it tells two things of the second, the corrector:
//
//   - How small σ may be. Let a ≤ 1 be the part of the predictor that keeps s
//     and z ≥ 0, and μ′ the mean of the (sᵢ + aΔsᵢ)(zᵢ + aΔzᵢ). Then
//     σ = (μ′/μ)³. If the predictor can go far, this is small: a μ′ of μ/10
//     makes σ 0.001. If it can hardly move, σ is near 1, and the corrector
//     makes the products equal. (The cube is from experience.)
//   - What (linearised) leaves out of line i: the product ΔsᵢΔzᵢ. That of the
//     corrector is not known yet. We take it to be about that of the predictor,
//     and add a part of this to dᵢ.
//
// Which part? At a point where all sᵢzᵢ are μ, and r_x and r_z are 0, we can
// tell. The right side of (qp step) then has only dᵢ, which is μ for the
// predictor, and (1 − σ)μ for a step to sᵢzᵢ = σμ. Hence this step is 1 − σ
// times the predictor, and its product ΔsᵢΔzᵢ is (1 − σ)² times the
// predictor's. Mehrotra adds the predictor's product once. We add it 1 − σ
// times, which lies between (1 − σ)² and 1:
//
//	dᵢ = sᵢzᵢ + (1 − σ)ΔsᵢΔzᵢ − σμ                                                   (corrector)
//
// In the example the predictor leads to s = ¼ and z = ¾, both above 0, so that
// a = 1 and μ′ = 3/16. As μ = 1, σ is (3/16)³ = 0.0066, and (corrector) is
// d = 1 + 0.9934·3/16 − 0.0066 = 1.180. With −1.180 for −1 in the third line,
// 2Δx is −2 + 1.180. Its half, −0.410, leads from x = 1.25 to 0.840, the second
// point of the table by hand.

// A step should make the gap zᵀs smaller, but the product that it leaves out
// may lift it. Where r_x and r_z are 0, the third line of (qp step), added up
// over all i, says what the gap is after a part t of the step:
//
//	(s + tΔs)ᵀ(z + tΔz) = sᵀz − tΣdᵢ + t²ΔsᵀΔz,   least at t = Σdᵢ/2ΔsᵀΔz              (bottom)
//
// We go no farther than this t. Otherwise some programs lead to the same points
// for ever, as "points would return" in
// TestQPSolvesPublishedAndDegeneratePrograms.

// step makes one step from a point with the residual r: the predictor, which is
// not added, and the corrector, which is, up to 0.995a. (corrector) adds to d,
// which is sz, what the predictor has taught.
func (p *program) step(here, r point) {
	s, z, count := here.s, here.z, float64(len(p.ineq))
	w, d := make([]float64, len(s)), make([]float64, len(s)) // w = s/z, see "The elimination"
	for _, i := range p.ineq {
		w[i], d[i] = s[i]/z[i], s[i]*z[i]
	}
	mu := sum(d) / count // without inequalities 0/0, and then no loop uses it
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
	if lifts := 2 * Dot(delta.s, delta.z); lifts > 0 && maxAbs(r.xz()) <= halfTol*mu {
		t = min(t, sum(d)/lifts) // (bottom), where r_x and r_z are 0 beside μ
	}
	axpy(t, delta.all, here.all)
}

// longest returns the largest a for which s + aΔs and z + aΔz are all ≥ 0. An s
// reaches 0 at a = −s/Δs: the first to do so has the largest −Δs/s.
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
//	Δs = −(d + s∘Δz)/z                   [third line; ∘ and / entry by entry]
//	GΔx − WΔz = q,  q = −r_z + d/z       [put into the second]
//	Δz = W⁻¹(GΔx − q)                    [solved for Δz]
//	(Q + GᵀW⁻¹G)Δx = −r_x + GᵀW⁻¹q       [put into the first]                        (condensed)
//
// In the example w = 1, and (condensed) is the 2Δx = −1 that we found by hand.
// Its matrix is called H. It is symmetric, with a row for each variable. A
// bound adds only 1/w to one entry of its diagonal, because its row of G has a
// single ±1. Cholesky's method solves the system by n³/6 multiply-adds.
//
// An equality has the slack 0. Its w = s/z is 0, so that W has no inverse, and
// its Δz has to remain an unknown. (In the code w, d and Δs of equalities are
// never set, and stay 0.)
//
// Hence we stop before any Δz is eliminated. The first line of (qp step) and
// the second line above are one system. Its matrix K has matrices as entries,
// and an equality has 0 in W and no d/z:
//
//	⎡Q  Gᵀ⎤ ⎡Δx⎤   ⎡−r_x⎤
//	⎣G  −W⎦ ⎣Δz⎦ = ⎣  q ⎦ ,   K for the matrix on the left                           (saddle)

// direction solves (qp step) for this d, where r is the residual. (saddle)
// gives Δx and Δz, and the first line of the elimination Δs.
func (p *program) direction(k kkt, here, r point, d []float64) point {
	right, delta := p.view(scaled(r.all, -1)), p.newPoint()
	for _, i := range p.ineq {
		right.z[i] += d[i] / here.z[i] // q
	}
	k.solve(right, delta) // (saddle)
	for _, i := range p.ineq {
		delta.s[i] = -(d[i] + float64(here.s[i]*delta.z[i])) / here.z[i]
	}
	return delta
}

// # The first point
//
// Where do we begin? We replace each wall by a spring, let the ball come to
// rest, and then lift the slacks and forces that are too small.
//
// A spring of softness w pushes with the force z = (Gx − h)/w: the farther x is
// beyond the wall, the harder. The ball rests where Qx + c + Gᵀz = 0. Both
// equations are linear. They are (saddle) with −c and h on the right, where w
// is 1 for inequalities, and 0 for equalities, which hold exactly. In the
// example by hand the equations are x + z = 3/2 and x − z = 1. Hence x = 5/4
// and z = ¼: the spring gives way by a quarter.
//
// The iteration wants slacks and forces that are not near 0. The slack at the
// ball is h − Gx = −z. We take
//
//	s = max(1, −z)       in the example max(1, −¼) = 1
//	z = max(1, z)        in the example max(1, ¼) = 1

// start returns the first point of the iteration.
func (p *program) start() point {
	here, r, w := p.newPoint(), p.newPoint(), make([]float64, len(p.h))
	copy(r.x, scaled(p.c, -1))
	copy(r.z, p.h)
	for _, i := range p.ineq {
		w[i] = 1
	}
	p.newKKT(w).solve(r, here)
	for _, i := range p.ineq {
		here.s[i], here.z[i] = max(1, -here.z[i]), max(1, here.z[i])
	}
	return here
}

// # Equalities
//
// How is (saddle) solved if some rows are equalities? Let Y be the matrix of
// these rows, and t their forces. Let H and r be those of (condensed) for the
// other rows, and let r₂ be the right side of the rows of Y. Then
//
//	HΔx + Yᵀt = r,   YΔx = r₂
//	Y H⁻¹Yᵀt = Y H⁻¹r − r₂      [Δx = H⁻¹(r − Yᵀt) put into the second]                  (schur)
//
// But H may have no inverse. Let half of the slope of the example by hand be
// written for a y that is equal to x:
//
//	minimise ½x² − ¾x − ¾y   subject to   x − y = 0,   x ≤ 1
//
// Q has the diagonal (1, 0), the bound adds 1 with w = 1, and the equality
// stands in Y. This makes H the diagonal (2, 0): nothing is left for y.
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
// In this way H has an inverse whenever K has one, because K, too, has none if
// neither Q nor any row acts along some direction.
//
// There may be such a direction, as for a variable that occurs nowhere, and
// there may be a row that others imply. They leave a pivot of 0, or rounding
// errors in its place, where Cholesky's method divides by its root.
//
// Therefore each diagonal entry of H gets a ridge, 10⁻¹³ of the entry but at
// most 10⁻¹³, with which the first digits of such a pivot are right. With the
// entries 1, 1, 1, 1 the second pivot becomes 2·10⁻¹³, and the solution for
// (2, 2) is (1, 1) up to 10⁻¹³. An entry of 0, and each of (schur), gets 10⁻¹³.
// And since w is 0 at a bound with lo = hi, its 1/w is cut off at 10¹³. What
// all this changes in the solution, the function solve corrects.

// A kkt solves systems with the matrix K of (saddle), by H = LLᵀ and (schur).
type kkt struct {
	*program
	w, weight    []float64         // the diagonal of W, and the weight of each constraint in H
	inY          []int             // the rows of Y
	lower, upper func(x []float64) // replace x by L⁻¹x and by L⁻ᵀx, where H = LLᵀ
	yl, schur    [][]float64       // the rows of YL⁻ᵀ, and the Cholesky factor of (schur)
}

// newKKT returns the kkt for the W whose diagonal is w: H with its factor L,
// the rows of YL⁻ᵀ, and with them the matrix of (schur) with its factor. Both
// calls of factor may say that a pivot is too small, and put ∞ in its place.
// This is ignored, because the judge sees what comes of it.
func (p *program) newKKT(w []float64) kkt {
	k := kkt{program: p, w: w}
	k.weight = mapped(w, func(w float64) float64 { return 1 / max(w, roundingTol) })
	eta := slices.Clone(p.curve) // what curve and the bounds add to the diagonal of H
	for l, b := range p.bounds {
		eta[b.v] += k.weight[len(p.rows)+l]
	}
	if len(p.q) == 0 && fewRows(len(p.rows), len(eta)) { // see "A diagonal matrix", or read on
		k.diagonalH(eta)
	} else {
		k.fullH(eta)
	}
	k.schur = NewMatrix(len(k.yl), len(k.yl)).rows()
	lowerGram(k.schur, k.yl) // Y H⁻¹Yᵀ, since H⁻¹ = L⁻ᵀL⁻¹
	for l, i := range k.inY {
		k.schur[l][l] += w[i] + roundingTol // W, which is 0 for equalities, and the ridge
	}
	factor(k.schur)
	return k
}

// fullH makes k with a full H = Q + Diag(η) + Σ gᵢgᵢᵀ·weightᵢ, in which the
// rows of Y have the weight 1, that of their first copies.
func (k *kkt) fullH(eta []float64) {
	n, m := len(eta), len(k.rows)
	k.inY = indicesWhere(m, func(i int) bool { return k.w[i] == 0 })
	for _, i := range k.inY {
		k.weight[i] = 1
	}
	// The columns of weighted have the products Σ gᵢⱼgᵢₗ·weightᵢ: each row is
	// multiplied by the root of its weight.
	weighted := each(m, func(i int) []float64 { return scaled(k.rows[i], math.Sqrt(k.weight[i])) })
	h := NewMatrix(n, n).rows()
	lowerGram(h, FromRows(weighted).T().rows()) // Σ gᵢgᵢᵀ·weightᵢ
	for j, row := range h {
		if len(k.q) > 0 {
			axpy(1, k.q[j][:j+1], row) // axpy goes over the shorter, first one
		}
		row[j] += eta[j]
		row[j] += float64(roundingTol * min(1, cmp.Or(row[j], 1)))
	}
	k.yl = mapped(pick(k.rows, k.inY), slices.Clone[[]float64])
	factor(h, k.yl...) // L, in h, and L⁻¹ of each row of Y: YL⁻ᵀ
	k.lower, k.upper = func(x []float64) { forward(h, x) }, func(x []float64) { backward(h, x) }
}

// eliminate sets u to K⁻¹r, up to what ridge and cut-off change, where r is the
// right side of (saddle): −r_x in r.x, and q in r.z. That of (condensed) is the
// r of (schur), which gives t, then Δx. The line above (condensed) gives Δz. As
// H⁻¹ is L⁻ᵀL⁻¹, Y H⁻¹r is YL⁻ᵀ times L⁻¹r, and H⁻¹(r − Yᵀt) is
// L⁻ᵀ(L⁻¹r − (YL⁻ᵀ)ᵀt). A row of Y is there twice: t is the force of its second
// copy.
func (k kkt) eliminate(r, u point) {
	weighted, t := slices.Clone(r.z), make([]float64, len(k.inY)) // the first becomes W⁻¹q
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
	timesRow(u.z, k.weight) // Δz = W⁻¹(GΔx − q), of the first copies
	for l, i := range k.inY {
		u.z[i] += t[l] // and of the second
	}
}

// solve sets u to K⁻¹r, and comes nearer to it than eliminate alone. What u
// misses, r − Ku, becomes the right side of the next of three rounds, whose
// result is added. If K has no inverse, u stays bad, and the judge sees it.
func (k kkt) solve(r, u point) {
	rest, more := k.view(slices.Clone(r.all)), k.newPoint()
	clear(u.all)
	for range 3 {
		k.eliminate(rest, more)
		axpy(1, more.xz(), u.xz())
		k.products(u, rest) // rest becomes Ku, then r − Ku
		for i, w := range k.w {
			rest.z[i] -= float64(w * u.z[i])
		}
		scaleRow(rest.xz(), -1)
		axpy(1, r.xz(), rest.xz())
	}
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
//	    Δz = W⁻¹(GΔx − q),  q = −r_z + d/z,  Δs = −(d + sΔz)/z
//	    a = the largest number, at most 1, for which s + aΔs and z + aΔz are ≥ 0
//	    σ = (μ′/μ)³,  d = sz + (1 − σ)ΔsΔz − σμ                the corrector
//	    solve (condensed) for Δx with this d, and find Δz and Δs as before
//	    t = min(1, 0.995a), with the a of these Δs and Δz, which may be above 1
//	    add tΔx, tΔs and tΔz to x, s and z
//
// The code above is these lines, with equalities. The loop itself is the
// function run, where a judge says whether a point is good enough to stop.
//
// The dual of a machine of n points with the kernel values Kᵢⱼ is this program:
//
//	q        the entries yᵢyⱼKᵢⱼ
//	c        n times −1
//	rows     one row, the labels y, for Σ yᵢαᵢ = 0
//	bounds   {i, 1} for αᵢ ≤ C, and {i, −1} for −αᵢ ≤ 0, for each point i
//	h        0 for the row; then, in the order of bounds, C for {i, 1} and 0 for {i, −1}
//	ineq     1, 2, …, 2n: all bounds, but not the row, whose number is 0
//
// In the end x holds the α, and the force of the row is the b of the machine.

// # From here on: what users write

// ErrInfeasible says that the constraints contradict each other.
var ErrInfeasible = errors.New("svm: infeasible")

// ErrUnbounded says that the objective of a program has no lower bound.
var ErrUnbounded = errors.New("svm: unbounded")

// A QP is a quadratic program in n variables:
//
//	minimise ½xᵀQx + Cᵀx  subject to  Ax ≤ B,  Aeq x = Beq,  Lo ≤ x ≤ Hi
//
// A field that is nil leaves its part out: without Lo variables may be
// negative, and without C the objective is ½xᵀQx. The first field that is
// there, in the order C, Q, A, Aeq, Lo, Hi, says how many variables there are.
// Q is symmetric, and the ½ is not in it: 3x₁² in the objective is Q₁₁ = 6, and
// 3x₁x₂ is Q₁₂ = Q₂₁ = 3.
//
// Many people write "no bound" as a large number. Therefore a Lo of −10²⁰ or
// less is taken for −∞, and a Hi or an entry of B of 10²⁰ or more for ∞. Such a
// bound or row asks for nothing.
type QP struct {
	Q      *Matrix
	C      []float64
	A      *Matrix
	B      []float64
	Aeq    *Matrix
	Beq    []float64
	Lo, Hi []float64
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
// How exact is a solution? Each condition is a sum that should be 0. It is
// missed by at most 10⁻¹³ times the sum of the sizes of its terms, or by 10⁻¹⁶
// in units in which the largest numbers of p are near 1. Value is mostly right
// to 10⁻⁸ of itself. Where the terms of the objective cancel, or where it is
// tiny beside the largest number of C, Value may be off by some 10⁻¹⁵ of these.
// X may have fewer digits than Value, because in a flat valley a long way
// changes the objective little. In other units Solve says the same, by the rule
// of "One form for all programs".
//
// As a rule there are 5 to 40 iterations, at most 100. If ten have not halved
// the error, Solve looks once for a proof that there is no solution, in up to
// three further programs. An iteration factorises a matrix of n rows, and one
// of m, the number of rows of A and Aeq. Near the end it does so up to four
// times. The memory is O(n² + mn + m²), and each time costs at most
//
//	n³/6 + mn² + m²n/2 + m³/6 multiply-adds
//
// If Q is diagonal and 2m < n, only the last two terms remain, in O(nm) memory.
func (p QP) Solve() (*QPSolution, error) {
	columns := func(a *Matrix) int { return cmp.Or(a, &Matrix{}).Cols }
	n := cmp.Or(len(p.C), columns(p.Q), columns(p.A), columns(p.Aeq), len(p.Lo), len(p.Hi))
	if err := p.check(n); err != nil {
		return nil, err
	}
	p.C = padded(p.C, n) // even without C: by it judge knows a user's program
	if s, err := p.crossedBounds(); err != nil {
		return s, err
	}
	f := newForm(p)
	if len(f.q) > 0 {
		if s, err := notConvex(p.Q); err != nil {
			return s, err
		}
	}
	s, worst := f.run(10, nil) // most programs need fewer to halve the error
	if worst <= roundingTol {
		return s, nil
	}
	if proof, err := f.evidence(); err != nil {
		proof.Iterations = f.steps
		return proof, err
	}
	s, worst = f.run(mostSteps, nil)
	const bad = "%w: QP: relative error %.2g"
	return s, errorUnless(worst <= roundingTol, bad, ErrNotConverged, worst)
}

// # The two programs of the textbooks
//
// The two problems of svm.go, (primal) and (dual), are quadratic programs. Here
// they are values of the type QP, so that one can print their matrices, change
// a number, and Solve them. The variables of the first are w, b and the slacks
// ξ:
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
// is b, and that of αᵢ ≤ Cᵢ is the slack ξᵢ. Hence each of the two programs has
// the solution of the other as its multipliers. With C = ⅛ for the four points
// they are
//
//	          X                                          multipliers              Value
//	primal    w = (¼, ¼),  b = −5/4,  ξ = (¾, 0, ¼, 0)   Ineq = (⅛, 0, ⅛, 0)      3/16
//	dual      α = (⅛, 0, ⅛, 0)                           Eq = −5/4,  Upper = ξ    −3/16

// PrimalProgram returns the primal problem of a linear machine as textbooks
// print it, without solving it. It is a [QP] in the variables (w, b, ξ):
//
//	minimise ½‖w‖² + Σ Cᵢξᵢ  subject to  yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//
// Each point has a row of A: −yᵢxᵢ for w, −yᵢ for b and −1 for its ξ. Its B is
// −1, because A says ≤ where books say ≥. The first of two points, (3, 3) with
// y = +1, has the row (−3, −3, −1, −1, 0). Lo is −Inf for w and b, and 0 for ξ.
// If C = +Inf, there is no ξ. A point with Cᵢ = 0 has neither a row nor a ξ,
// since its slack costs nothing. All fields are yours to change.
//
// Let s be what [QP.Solve] returns for d features. Then w is s.X[:d], b is
// s.X[d], ξ is s.X[d+1:], and s.Value is the primal value. The αᵢ are s.Ineq,
// and the Cᵢ − αᵢ are s.Lower[d+1:]. If every b of an interval is optimal, b is
// one of them. If C = +Inf and no plane separates the labels, Solve returns
// [ErrInfeasible] with an s.Ineq that proves it.
//
// Of the options it reads C, Weights and Balance, which make the Cᵢ, and Scale,
// with which the program, and the w of its solution, are those of scaled
// points. [PrimalQP] returns the plane for points as given. A finite Cᵢ that is
// 10²⁰ times its αᵢ costs digits, because the rest of the objective is then
// tiny beside it.
//
// Q has (n + d + 1)² numbers, and a step of Solve mostly costs (n + d + 1)³/6
// multiply-adds and more. If points lie far from the origin, Solve has fewer
// digits than PrimalQP, or none. Then it helps to subtract one of the points
// from all, which changes b alone.
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
		axpy(-y[i], append(slices.Clone(x[i]), 1), row)
		if size > d+1 {
			row[d+1+l] = -1
		}
	}
	return orError(p, p.check(size)) // x may have numbers above 10⁵⁰
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
// which proves it, up to the rounding of Q. If k is no kernel, Solve may return
// [ErrNotConvex].
//
// Of the options it reads C, Weights and Balance, which make the Cᵢ, and Scale,
// with which the program is of scaled points. A finite Cᵢ from 10²⁰ on is an
// error, because to a QP such a Hi is infinite.
//
// Q has n² numbers. To train, take [DualQP], which solves a program that keeps
// more digits, and for Linear is often smaller.
func DualProgram[X any](k Kernel[X], x []X, y []float64, o Options) (QP, error) {
	cost, _, x, err := trainerInput(k, x, y, o)
	const want = "svm: C*Weights[%d] = %g, want below 1e20, from where a bound is infinite, or +Inf"
	for i, c := range cost {
		err = cmp.Or(err, errorUnless(c < noBound || c == inf, want, i, c))
	}
	if err != nil {
		return QP{}, err
	}
	n := len(y)
	p := QP{C: scaled(ones(n), -1), Aeq: FromRows([][]float64{y}), Beq: []float64{0},
		Lo: make([]float64, n), Hi: cost}
	if p.Q, err = Gram(k, x); err == nil {
		signRows(p.Q, y)
		err = p.check(n)
	}
	return orError(p, err)
}

// signRows multiplies k(xᵢ, xⱼ) by yᵢyⱼ.
func signRows(gram *Matrix, y []float64) {
	for i, row := range gram.rows() {
		for j, v := range row {
			row[j] = 0 + y[i]*y[j]*v // 0 + … is never −0, which would be printed
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
// Lowerᵢ is 0 unless αᵢ = 0, and Upperᵢ is 0 unless αᵢ = C. Hence a point with
// αᵢ = 0 lies at its edge or beyond, and one with αᵢ between 0 and C at its
// edge. One with αᵢ = C may fall short of it. This is what svm.go asks of α and
// b.
//
// For C = ∞ the objective falls without end if nothing separates the classes.
// Therefore DualQP solves another program for C = ∞, which always has a
// solution. The hull of a class is the set of all weighted means of its φ(xᵢ).
// Two hulls have nearest points, one in each:
//
//	minimise ½‖Σ αᵢyᵢφ(xᵢ)‖²  for  Σ αᵢ over y = +1 is 1, so is that over y = −1, α ≥ 0   (hulls)
//
// The difference of the nearest points is v = Σ αᵢyᵢφ(xᵢ). If v is 0, the hulls
// touch, and α proves that nothing separates the classes.
//
// Otherwise the machine has w = 2v/‖v‖². Why? Stationarity of (hulls) in αᵢ
// says this: yᵢ⟨v, φ(xᵢ)⟩ is at least a number of the class, and is this number
// if αᵢ > 0. Let the numbers be p for y = +1 and q for y = −1. Because in each
// class the αᵢ add up to 1, Σ αᵢyᵢ⟨v, φ(xᵢ)⟩ is p + q. It is also ⟨v, v⟩, so
// that p + q = ‖v‖². Now take b = (q − p)/‖v‖²:
//
//	y = +1:   f(x) ≥ (2p + q − p)/‖v‖² = 1        [= if αᵢ > 0]
//	y = −1:  −f(x) ≥ (2q − q + p)/‖v‖² = 1        [= if αᵢ > 0]
//
// No point falls short of its edge, and those with αᵢ > 0 lie at it. As w is
// Σ αᵢyᵢφ(xᵢ) times 2/‖v‖², the machine's αᵢ are those of (hulls) times 2/‖v‖².
//
// Of the four points (3, 3) and (1, 1) are nearest, each with α = 1. Then v is
// (2, 2), and ‖v‖² is 8. Here p is 12, since ⟨v, (3, 3)⟩ is 12 and ⟨v, (5, 4)⟩
// is 18. And q is −4, from (1, 1). This makes w = (½, ½), b = −16/8 = −2, and
// the machine's α ¼.

// DualQP trains a machine with any kernel by its dual program. It is slow, and
// is there to check other solvers. The error is nil only if f misses no margin
// by more than 10⁻⁶, and the gap is at most 10⁻⁷ of Primal, or if both are only
// rounding ("What is good enough" in svm.go). Otherwise it is
//   - [ErrNotSeparable] for C = +Inf, if no function separates the labels, with
//     a model that proves it;
//   - [ErrNotConvex], if k is not positive semi-definite on the points. ([SMO]
//     takes some such k.)
//   - [ErrNotConverged] where 16 digits are too few, because values of k are
//     huge, points lie far from the origin, features are of unequal size, or C
//     is large. For a finite C the machine beside it is no worse than w = 0
//     with the best b, unless Trace has ended the search.
//
// DualQP costs n²/2 kernel values and 10 to 60 times n³/6 multiply-adds, in
// O(n²) memory. For [Linear] with d < 0.45n features it costs 10 to 60 times
// nd², in O(nd).
func DualQP[X any](k Kernel[X], x []X, y []float64, o Options) (*Model[X], error) {
	cost, scale, x, err := trainerInput(k, x, y, o)
	if err != nil {
		return nil, err
	}
	d, err := newDualProgram(k, x, y, cost, o.Trace, false)
	if err != nil {
		return nil, err
	}
	m, err := fitted(d, "DualQP", k, x, func(alpha, _ []float64) (*Model[X], []float64) {
		g, diagonal := make([]float64, len(x)), []float64(nil)
		if isLinear(k) { // the program was of centred points, and the machine is not
			beta := timesY(alpha, y)
			rebalance(beta, cost, upTo(len(x))) // Σ βᵢ = 0, or the middle would not drop out
			f, _ := withoutZeros(k, x, beta)
			alpha, g = absolute(beta), f.sums(x)
		} else if d.gram != nil { // it is nil after a stop
			// max K bounds the rounding of f.
			diagonal = each(len(x), func(i int) float64 { return d.gram.At(i, i) })
			g = timesY(d.gram.MulVec(alpha), y)
		}
		return modelWith(k, x, y, alpha, g, cost, d.bias(g, alpha), largestOf(diagonal, cost)), g
	})
	m.Iterations, m.Evaluations, m.Scale = d.progress.Iterations, d.count(), scale
	return m, err
}

// fitted returns the machine of d, and an error if it is not good. The argument
// machine makes a machine and its gᵢ of α and the w of (plane program). Where
// digits are lost, α may have a larger Primal than w = 0 with the best b. Then
// fitted returns the machine of w = 0, for a finite C. For C = ∞ hullEvidence
// asks whether the hulls touch.
func fitted[X any](d *dualProgram, name string, k Kernel[X], x []X,
	machine func(alpha, w []float64) (*Model[X], []float64)) (*Model[X], error) {
	m, g := machine(d.multipliers())
	switch {
	case d.stopped:
		return m, ErrStopped
	case m.Certificate.goodForQP():
		return m, nil
	case hardMargin(d.cost):
		proof, err := hullEvidence(&d.watch, k, x, d.y, m.Alpha, g, d.cost)
		if errors.Is(err, ErrNotSeparable) {
			return proof, err
		} else if d.stopped { // it asks Trace, too
			return m, ErrStopped
		}
	default:
		// The machine of α = 0 and v = 0.
		none, _ := machine(make([]float64, len(x)), make([]float64, len(d.c)-len(x)))
		if !(m.Certificate.Primal < none.Certificate.Primal) {
			m = none
		}
	}
	c := m.Certificate
	const bad = "%w: %s: margins missed by %.2g, rounding may move f by %.2g, balance %.2g, " +
		"gap %.2g of %.2g: Standardize or centre the points, or lower C"
	return m, fmt.Errorf(bad, ErrNotConverged, name,
		max(c.Shortfall, c.Excess), c.Rounding, c.Balance, c.Gap(), c.Primal)
}

// A dualProgram is (dual program), (hulls) or (plane program). It asks Trace in
// goesOn before a step, and in ask before slow kernel values.
type dualProgram struct {
	program
	watch
	y, cost []float64 // the labels, and the Cᵢ
	gram    *Matrix   // the yᵢyⱼk(xᵢ, xⱼ), if they were made
	units   []float64 // of the v of (plane program), see addPlane

	z     [][]float64 // the points of Linear, less the shift: see centred
	shift []float64
}

// newDualProgram returns the program of a machine, for Linear of centred
// points. It is (plane program) if a step then makes fewer multiply-adds, or if
// the caller wants w and there are fewer features than points. Trace may say no
// before there are kernel values. Then d is stopped, and has none.
func newDualProgram[X any](k Kernel[X], x []X, y, cost []float64, trace func(Progress) bool,
	wantW bool) (*dualProgram, error) {
	n := len(y)
	d := &dualProgram{watch: watch{trace: trace}, y: y, cost: cost}
	d.c, d.curve, d.h = scaled(ones(n), -1), make([]float64, n), []float64{0}
	d.rows = [][]float64{slices.Clone(y)}
	if hardMargin(cost) { // (hulls)
		d.c, d.h, d.rows = make([]float64, n), ones(2), NewMatrix(2, n).rows()
		for i, v := range y {
			d.rows[int(v+1)/2][i] = 1 // row 0 for y = −1, row 1 for +1
		}
	}
	if points, ok := any(x).([][]float64); ok && isLinear(k) {
		d.z, d.shift = centred(points, cost)
		x = any(d.z).([]X) // X is []float64
	}
	d.progress.Violation = 1 // the relative error so far
	if !d.goesOn() {
		return d, nil
	}
	if v := len(d.shift); v > 0 && planeIsCheaper(len(d.rows)+v, n) || wantW && v < n {
		d.addPlane()
		return d, nil
	}
	gram, err := gramOf(k, x, d.ask)
	if d.stopped {
		return d, nil
	} else if err != nil {
		return d, err
	}
	signRows(gram, y)
	d.gram, d.q = gram, copied(gram)
	for i, c := range cost { // a point with Cᵢ = 0 becomes 0, as in centred
		for j := range cost {
			if c == 0 {
				d.q[i][j], d.q[j][i] = 0, 0
			}
		}
	}
	if _, err = notConvex(FromRows(d.q)); err != nil {
		return nil, fmt.Errorf("%w: DualQP: %s", ErrNotConvex, cmp.Or(asymmetry(k, x, upTo(n)),
			"k is not positive semi-definite on the points, see IsPSD"))
	}
	return d, nil
}

// multipliers solves the program, and returns α, put on a bound where it almost
// is, and the w of (plane program). For (hulls) it multiplies both by 2/‖v‖²,
// which is 1 over the value ½‖v‖². If Trace has stopped d before, they are 0.
func (d *dualProgram) multipliers() (alpha, w []float64) {
	n := len(d.y)
	if d.stopped {
		return make([]float64, n), make([]float64, len(d.c)-n)
	}
	d.addBounds(n, func(i int) (lo, hi float64) { return 0, d.cost[i] })
	s, _ := d.inUnits(QP{}).run(mostSteps, func(s *QPSolution, worst float64) bool {
		d.progress.Iterations, d.progress.Violation = s.Iterations, worst
		if d.progress.Dual = -s.Value; hardMargin(d.cost) {
			d.progress.Dual = 1 / max(s.Value, tiny) // Σ αᵢ − ½‖w‖² = 2/‖v‖², as the value is ½‖v‖²
		}
		return d.goesOn()
	})
	if hardMargin(d.cost) && s.Value > tiny {
		scaleRow(s.X, 1/s.Value)
	}
	timesRow(s.X[n:], d.units)
	return onBounds(s.X[:n], d.cost), s.X[n:]
}

// bias returns the b of α or, if α = 0, the best b. Then w is 0, and for
// −1 ≤ b ≤ 1 the primal value is Σ Cᵢ − bΣ Cᵢyᵢ, which is least for the sign of
// Σ Cᵢyᵢ. (For C = ∞ only a stop or a failure leaves α = 0, and then any b will
// do.)
func (d *dualProgram) bias(g, alpha []float64) float64 {
	if maxAbs(alpha) == 0 {
		return float64(cmp.Compare(Dot(d.cost, d.y), 0))
	}
	return bias(g, d.y, alpha, d.cost)
}

// # The plane as variables
//
// For the Linear kernel another program has the same solution, and may be much
// smaller. Let F be the matrix with the rows yᵢxᵢ. Then Q is FFᵀ, and αᵀQα is
// vᵀv for v = Fᵀα. This v is Σ αᵢyᵢxᵢ, the w of the plane. If we take its
// entries as further variables, the objective has only their squares, and its
// matrix is diagonal:
//
//	minimise ½‖v‖² − Σ αᵢ  subject to  Σ yᵢαᵢ = 0,  Fᵀα − v = 0,  0 ≤ α ≤ C      (plane program)
//
// For the four points the new equalities are v₁ = 3α₁ + 5α₂ − α₃ and
// v₂ = 3α₁ + 4α₂ − α₃ − α₄.
//
// When is (plane program) cheaper? With d features it has m = d + 1 equalities,
// and m = d + 2 for hulls. A step costs about m²(n + m)/2 + m³/6 multiply-adds
// by (schur), and n³/6 with the Q of all pairs of points. For example, 1,000
// points with 10 features cost 61,000 in place of 167 million. DualQP takes the
// cheaper program, which is (plane program) up to m = 0.455n.
//
// PrimalQP takes (plane program) whenever there are fewer features than points,
// because it returns w. A w that is added up from the αᵢyᵢxᵢ may lose digits by
// cancellation, and a variable keeps them.

// planeIsCheaper reports whether m²(n + m)/2 + m³/6 < n³/6. With t = m/n, and
// divided by n³/6, the terms are 3t²(1 + t), t³ and 1.
func planeIsCheaper(m, n int) bool {
	t := float64(m) / float64(n)
	return t*t*(3+4*t) < 1
}

// centred returns new points: those given, less one in their middle, the shift.
// This leaves Σ αᵢyᵢxᵢ as it is, because Σ αᵢyᵢ = 0. A point with Cᵢ = 0, whose
// αᵢ is 0, becomes 0: far away it would make the unit of a feature large.
func centred(points [][]float64, cost []float64) (z [][]float64, shift []float64) {
	counted := nonzero(cost)
	shift = medianPoint(pick(points, counted))
	z = NewMatrix(len(points), len(shift)).rows()
	for _, i := range counted {
		axpy(1, points[i], z[i])
		axpy(-1, shift, z[i])
	}
	return z, shift
}

// addPlane makes (plane program) of (dual program) or (hulls), for the points
// z. Each vⱼ is taken over a unit, about the largest zᵢⱼ of the feature, so
// that the numbers of F are near 1. In vⱼ² this unit is squared, and stands in
// curve. Behind the e rows that were there, row e + j is that of Fᵀα − v = 0
// for vⱼ.
func (d *dualProgram) addPlane() {
	n, e, v := len(d.z), len(d.rows), len(d.shift)
	rows := append(d.rows, FromRows(d.z).T().rows()...)
	// Clip, so that a row is copied before it grows: rows of a matrix are
	// pieces of one array.
	d.rows = mapped(rows, func(row []float64) []float64 { return padded(slices.Clip(row), n+v) })
	d.c, d.h = padded(d.c, n+v), padded(d.h, e+v)
	for j, row := range d.rows[e:] { // Fᵀα − v = 0
		unit := powerOfTwo(exponent(maxAbs(row)))
		timesRow(row[:n], scaled(d.y, 1/unit))
		row[n+j] = -1
		d.units, d.curve = append(d.units, unit), append(d.curve, unit*unit)
	}
}

// PrimalQP trains the linear machine of [PrimalProgram], but finds it through
// the dual, as [DualQP] does. The primal program loses digits if points lie far
// from the origin, with many features, and with a large C.
//
// PrimalQP returns the plane, and the slack ξᵢ = max(0, 1 − yᵢf(xᵢ)) of each
// point. For C = +Inf the plane is in canonical form: the smallest yᵢf(xᵢ) is
// 1. If every b of an interval is optimal, b is its midpoint.
//
// The error is nil by the rule of DualQP, with a Rounding of 0. If C = +Inf and
// no plane separates the labels, it is [ErrNotSeparable]. Otherwise it is
// [ErrNotConverged], as in DualQP, with the plane so far.
//
// PrimalQP makes 10 to 60 times nd² multiply-adds with fewer features than
// points. With more it costs as much as DualQP.
func PrimalQP(x [][]float64, y []float64, o Options) (h Hyperplane, slack []float64, err error) {
	cost, scale, onScale, err := trainerInput(Linear{}, x, y, o)
	if err != nil {
		return h, nil, err
	}
	d, err := newDualProgram(Linear{}, onScale, y, cost, o.Trace, true)
	if err != nil {
		return h, nil, err
	}
	counted := nonzero(cost)
	given := pick(x, counted)
	// margins returns the yᵢf(xᵢ) of all points.
	margins := func(h Hyperplane) []float64 { return timesY(h.Values(x), y) }
	m, err := fitted(d, "PrimalQP", Linear{}, d.z, func(alpha, w Vector) (*Model[Vector], Vector) {
		// The machine of α has w = v = Σ αᵢyᵢzᵢ. Without it w is empty.
		v := combination(d.z, timesY(alpha, y))
		if len(w) == 0 {
			w = v
		}
		g := FromRows(d.z).MulVec(w)
		m := modelWith(Linear{}, d.z, y, alpha, g, cost, d.bias(g, alpha), 0) // 0: no max K
		h := Hyperplane{w, m.B - Dot(w, d.shift)}                             // ⟨w, x − shift⟩ + b
		// At a free point yᵢf(xᵢ) is 1, but rounded up to twice, in b and in
		// the plane, each time by e: no sum in f is above 1 + ‖w‖·max‖xᵢ‖. A
		// slack of 2e would be dear if C is large. A plane that is longer by 4e
		// has none, and its ½‖w‖² grows by 8e of itself. (2e would do, but is
		// near.)
		e := eps * (1 + float64(Norm(h.unscaled(scale).W)*slices.Max(mapped(given, Norm))))
		h = h.Times(1 + float64(4*e))
		// m becomes a model of this plane, of points as given, with Alpha as it
		// was. Its Primal is that of the plane, from margins that the plane
		// itself computes, so that its Rounding is 0. Dual is that of v, which
		// bounds the Primal of any plane. Balance and misses stay those of α.
		m.Expansion = *h.unscaled(scale).Expansion()
		c := &m.Certificate
		c.Primal = primalOf(Dot(h.W, h.W), margins(h.unscaled(scale)), cost)
		c.Dual, c.Rounding = sum(alpha)-Dot(v, v)/2, 0
		return m, g
	})
	if errors.Is(err, ErrNotSeparable) {
		return h, nil, err
	}
	h = Hyperplane{m.Points[0], m.B} // the Expansion of a plane has w as its only point
	if hardMargin(cost) && err == nil {
		h, err = h.Canonical(given, pick(y, counted))
	}
	return h, mapped(margins(h), Hinge), err
}

// # A diagonal matrix
//
// If Q is diagonal, H without rows is diagonal, too, and no factor of it is
// needed. Each row stands in Y once, and an inequality has its w on the
// diagonal of (schur): YΔx − Wt = r₂. This costs about m²n/2 multiply-adds for
// n variables and m rows. With few rows this is far less than the n³/6 for a
// full H.
//
// (schur) needs 1/η for each entry η of H. But η is 0 for a variable with
// neither curvature nor bounds. Rows alone determine such a variable, and a
// huge 1/η would drown all other terms. We put 10⁻⁸ in its place, because two
// errors are then equally large: H is wrong by 10⁻⁸, and terms near 1 beside
// 10⁸ keep 8 of 16 digits.
//
// For example, let Q have the diagonal (0, 1, 1), and let the row be x + y = 2.
// (schur) has the matrix 10⁸ + 1. With c = (0, −1, 0) the first solution misses
// by 10⁻⁸, and the one that solve has corrected by at most 2·10⁻¹⁶.

// fewRows reports whether diagonalH is taken for a diagonal Q: below m = n/2
// rows for n variables, where m²n/2 is n³/8.
func fewRows(rows, variables int) bool { return 2*rows < variables }

// diagonalH makes k for a diagonal H with the entries η, and puts all rows into
// Y. An η counts as 0 up to 2/hugeW, since polished leaves bounds out by
// w = hugeW.
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

// # The last digits
//
// The iteration may leave only half of the digits, because it keeps s and z
// above 0, and makes only their product small. For example, let the objective
// be ½x² − x for x ≤ 1. Its bottom lies at the wall, which need not push: at
// the solution s and z are both 0. If sz is 4·10⁻¹³, both are 6·10⁻⁷, and x has
// six digits.
//
// Near the end, however, we can guess which inequalities hold with equality:
// those with s < z. Then s is 0 there, and z is 0 elsewhere. What is left is a
// linear system, and its solution has all digits.
//
// If the guess is wrong, some z or s of this solution is negative. A wall with
// z < 0 would pull, and one with s < 0 is crossed. As the rule s < z corrects
// both errors, polished guesses up to three times.
//
// In the example by hand the first point has s = z = 1. There s < z is false,
// and the guess is that the ball is not at the wall. This makes z = 0, x = 3/2
// and s = −½. Now s is below z, and the next guess is that the ball is at the
// wall. This makes s = 0, x = 1 and z = ½.

const hugeW = 1e100 // the ∞ in W of a constraint that polished leaves out: ∞·0 would be NaN

// polished returns the point that solves the equations of the last guess, which
// the judge has to rate. Like a step it changes the point by a solution of
// (saddle), for the W of the guess. The right side should be −r, the residual,
// so that we solve for r and subtract. The same guess again would give the same
// point.
func (p *program) polished(here point) point {
	v, r, u := p.view(slices.Clone(here.all)), p.newPoint(), p.newPoint()
	var w []float64
	for range 3 {
		last := w
		if w = p.guess(v); slices.Equal(w, last) {
			break
		}
		p.residual(v, r)
		p.newKKT(w).solve(r, u)
		axpy(-1, u.xz(), v.xz())
		p.residual(v, r)
		for _, i := range p.ineq {
			v.s[i] -= r.z[i] // Gx + s = h
		}
	}
	return v
}

// guess returns the W of the guess, and sets s and z by it: where s < z, s and
// w become 0, as in an equality. Elsewhere z becomes 0, and w hugeW, which
// makes the weight 1/w of the constraint nearly 0.
func (p *program) guess(here point) []float64 {
	w := make([]float64, len(p.h))
	for _, i := range p.ineq {
		if here.s[i] < here.z[i] {
			here.s[i] = 0
		} else {
			w[i], here.z[i] = hugeW, 0
		}
	}
	return w
}

// # One form for all programs
//
// The same program can be written in many units. Let ½x² − 3x/2 for x ≤ 1 be
// about metres. In kilometres it is ½·10⁶x² − 1500x for x ≤ 0.001. The
// iteration must not see a difference, although its own numbers have a unit: it
// starts with slacks of 1, and forgives errors of ε.
//
// Therefore it never sees the user's numbers, but a form of the program, in
// which all units are chosen by one rule. They are powers of two, which divide
// without rounding.
//
// Let all x together be in another unit, rows be multiplied by factors, or Q
// and c together by one. If these numbers are powers of two, the form is the
// same, bit for bit. Then Solve goes through the same points, and returns the
// same, while no bound or B reaches 10²⁰, no other number 10⁵⁰, and nothing
// underflows (TestSolveSaysTheSameInAnyUnit).
//
// How are the units chosen? First, each row and Q are divided by their largest
// entries, so that an objective in cents has the same Q as one in dollars.
//
// Second, the largest entry of each row and column of the matrix (Q Gᵀ; G 0)
// should be near 1. This chooses the units of rows, of single variables and of
// the multipliers. Ten times we divide each row and column by about the root of
// its largest entry. For example, an entry of 10⁻⁸ that is alone in its column
// becomes 10⁻⁴, then 10⁻², then 0.1. (See D. Ruiz, A scaling algorithm to
// equilibrate both rows and columns norms in matrices, 2001.) Of Q we look only
// at the diagonal: see the function diagonal.
//
// Third, the common unit of all x. A solution is at walls or at the bottom of
// the valley. At a wall x is as large as its h. At the bottom it is as large as
// c/Q, the largest entry of c over that of Q. We take the middle, in powers of
// two: first of the smallest and the largest h, then of this and c/Q. In the
// example h is 1 and c/Q is 3/2, and the unit is 1.
//
// But somebody may write x ≤ 10¹² for "no bound". The unit is at most 2²⁰,
// about 10⁶, times the smaller size, so that an x of 1 still keeps ten digits.
//
// Fourth, we divide the objective by its largest entry, in c or Q.

// A form is the user's program p in the units of the iteration. Column j is
// multiplied by byColumn[j], row i by byRow[i], and the objective by co. If the
// iteration has found x and z, the user's are byColumn∘x and byRow∘z/co. The
// programs of machines and those that find evidence are nobody's: they have
// QP{} for p, and the multipliers of all rows in Ineq.
type form struct {
	program
	p               QP
	byColumn, byRow []float64
	co              float64
	size            *program // of f.sizes: its residual has the sizes of the lines of (kkt)

	here  point
	steps int         // that have led here
	best  *QPSolution // of the points so far
	worst float64     // the error of best
}

// newForm returns the form of p. An inequality whose right side is infinite
// becomes the equality 0 = 0, so that it keeps its place and has a multiplier
// of 0. A Q with no other entries than its diagonal stands in curve, but with
// one below 0, which notConvex has to see, in q.
func newForm(p QP) *form {
	q := program{q: copied(p.Q), curve: make([]float64, len(p.C)), c: slices.Clone(p.C),
		rows: slices.Concat(copied(p.Aeq), copied(p.A)), h: slices.Concat(p.Beq, p.B)}
	if d := q.diagonal(); len(q.q) == 0 || len(nonzero(p.Q.Data)) == len(nonzero(d)) {
		q.q, q.curve = nil, d
	}
	for i := len(p.Beq); i < len(q.h); i++ {
		if q.h[i] < noBound {
			q.ineq = append(q.ineq, i)
		} else {
			clear(q.rows[i])
			q.h[i] = 0
		}
	}
	q.addBounds(len(p.C), p.bounds)
	return q.inUnits(p)
}

// addBounds adds the finite bounds of the first n variables. A variable with
// lo = hi gets one equality in place of two bounds.
func (p *program) addBounds(n int, of func(j int) (lo, hi float64)) {
	for j := range n {
		lo, hi := of(j)
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

// inUnits returns the form of q, in the four steps of the section. It scales
// the numbers of q in place, so that q.rows always are those of the form, and
// whoever calls it passes copies.
func (q program) inUnits(p QP) *form {
	f := &form{program: q, p: p, byColumn: ones(len(q.c)), byRow: ones(len(q.h)), co: 1}
	keepRows, keepColumns := ones(len(q.rows)), ones(len(q.c))
	inverse := func(v float64) float64 { return powerOfTwo(-exponent(v)) }
	root := func(v float64) float64 { return powerOfTwo(-exponent(v) / 2) } // 1 for e = −1, 0, 1
	roots := func(rows [][]float64) []float64 { return mapped(mapped(rows, maxAbs), root) }
	f.scale(mapped(mapped(q.rows, maxAbs), inverse), keepColumns, 1)
	f.scale(keepRows, keepColumns, inverse(maxAbs(f.diagonal())))
	for range 10 { // each halves an exponent: ten make 2 of 10³⁰⁰
		columns := FromRows(append(slices.Clip(q.rows), f.diagonal())).T().rows()
		f.scale(roots(q.rows), roots(columns), 1)
	}
	unit := f.unit()
	// Rows keep their entries, and h is divided. A row 0 ≤ h has a unit of its
	// own.
	f.scale(scaled(keepRows, 1/unit), scaled(keepColumns, unit), 1)
	for i, row := range f.rows {
		if maxAbs(row) == 0 {
			keepRows[i] = inverse(f.h[i])
		}
	}
	f.scale(keepRows, keepColumns, inverse(max(maxAbs(f.c), maxAbs(f.diagonal()))))
	f.size, f.here = f.sizes(), f.start()
	f.best, f.worst = f.judge(f.newPoint()) // x = 0, or on bounds
	return f
}

// scale multiplies row i by byRow[i], column j by byColumn[j], and the
// objective by times. As xⱼ occurs twice in xᵀQx, Qᵢⱼ is multiplied by the
// factors of both columns. The row of a bound is divided by the factor of its
// column, and hence keeps its ±1.
func (f *form) scale(byRow, byColumn []float64, times float64) {
	for _, b := range f.bounds {
		byRow = append(byRow, 1/byColumn[b.v]) // here only: the caller's slice keeps its length
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

// unit returns the common unit of all x.
func (f *form) unit() float64 {
	walls := indicesWhere(len(f.h), func(i int) bool { // bounds, and rows other than 0 ≤ h
		return i >= len(f.rows) || maxAbs(f.rows[i]) > 0
	})
	bottom := maxAbs(f.c) / cmp.Or(maxAbs(f.diagonal()), inf) // without curvature 0
	return cmp.Or(middle([]float64{middle(pick(f.h, walls)), bottom}), 1)
}

// middle returns the middle of the smallest and the largest size in powers of
// two, but at most 2²⁰ times the smallest: 4 for 1 and 16. Sizes of 0 are left
// out.
func middle(sizes []float64) float64 {
	e := mapped(pick(sizes, nonzero(sizes)), exponent)
	if len(e) == 0 {
		return 0
	}
	least, most := slices.Min(e), slices.Max(e)
	return powerOfTwo(min((least+most)>>1, least+20))
}

// diagonal returns the Qⱼⱼ. One of them is the largest entry of Q, because
// xᵀQx ≥ 0 says that Qᵢⱼ² ≤ QᵢᵢQⱼⱼ: take an x of xᵢ and xⱼ alone.
func (p *program) diagonal() []float64 {
	d := slices.Clone(p.curve)
	for j, row := range p.q {
		d[j] = max(0, row[j]) // rounding may have left −10⁻¹⁷
	}
	return d
}

// copied returns a copy of the rows of a matrix. One that is nil has none.
func copied(a *Matrix) [][]float64 {
	return mapped(cmp.Or(a, &Matrix{}).rows(), slices.Clone[[]float64])
}

// # The judge
//
// How wrong is a point? In the example by hand, whose solution is x = 1, z = ½,
// let the point be x = 0.99, s = 0.01 and z = ½:
//
//	stationarity    x − 3/2 + z = −0.01,   beside terms of 0.99 + 1.5 + 0.5      0.0033
//	the gap         zs = 0.005,            beside |f(x)| = 0.995 and hz = 0.5    0.0033
//
// Each line of (kkt) has an error, r_x or r_z. We divide it by the size of the
// line, which is the sum of the absolute values of its terms. The gap is a
// line, too: f(x) less the dual value. By (qp gap) the gap is xᵀQx + cᵀx + hᵀz,
// so that the dual value is −½xᵀQx − hᵀz. Because at a solution f(x) and the
// dual value are equal, we take |f(x)| plus the terms of hᵀz as the size of the
// gap. Of all these quotients only rounding may be left: at most 10⁻¹³.
//
// A condition whose terms are tiny gets an allowance. If x comes out as −10⁻¹⁷
// beside numbers near 1, the row −x ≤ 0 is missed by all of its terms, and yet
// only by rounding. Therefore every line may miss ε more, or if even the
// largest line has a size below 1, ε times this size. In the code we add
// ε/10⁻¹³, about 0.001, to each size, because error/(size + 0.001) ≤ 10⁻¹³ is
// error ≤ 10⁻¹³·size + ε.
//
// A condition whose terms are huge may hide an error. If its terms are 10¹², an
// error of 0.1 is 10⁻¹³ of them, and passes. Hence we also ask how far f(x) can
// be above f(x*), the smallest value. This is at most a sum of three things:
// the errors of the lines of stationarity, times the way from x* to x; the gap;
// and minus the errors of the rows, times their forces:
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
// In the example of x = 0.99, (loss) allows 0.0001 + 0.005 = 0.0051, and
// f(x) − f(x*) is 0.00505. In general we do not know x*, and put 1 + |xⱼ| in
// the place of |xⱼ − xⱼ*|, where 1 is the unit of the form. In the example this
// makes the bound 0.0249. It supposes that no variable is far larger at x* than
// at x. As r_x is rounded, too, we add ε of the terms of f(x), which are |x|
// times the sizes of the lines of stationarity.
//
// A loss of 10⁻⁶ of f(x) is just forgiven, like an error of 10⁻¹³ in a line.
// But f(x*) may be 0, and no loss is 10⁻⁶ of 0. In two cases f(x) is taken for
// 0:
//   - It is at most 16ε of its terms, since rounding leaves as much. Then as
//     much may be lost, or 16ε if that is more. For example, let ½(x + y)² be
//     least for y ≤ −1. At (15, −15) the terms are 15·30 + 15·30 = 900, and an
//     f(x) of up to 1.6·10⁻¹² is taken for 0. The terms are taken to be at most
//     10⁶: along a ray they grow without end, and at an x of 10²⁰ any f(x)
//     would be 0.
//   - It is at most 10⁻²⁶. This is for an f like ½x², whose terms do not
//     cancel, so that it is never small beside them. Its f(x) is so small where
//     x, which should be 0, is about 10⁻¹³. Then 16ε may be lost.

const leastTerms = eps / roundingTol // added to each size where the largest is 1

// Numbers from experience: testdata/measurements.md says what others do.
const (
	valueTol  = 1e-6 // of f(x), which may be lost
	mostTerms = 1e6  // terms of f(x) whose rounding is forgiven, over the largest entry
)

// judge returns the point as a solution in the user's numbers, and how wrong it
// is, at most roundingTol for a point that is accepted. First x is put exactly
// on bounds that it exceeds, or misses by rounding, and on those with s ≤ z or
// s = 0, because the wall pushes there. Then each slack is computed anew from
// x, as h − Gx, or 0 if this is negative, so that r_z says by how much x
// violates a row. The largest of these numbers says how wrong the point is:
//   - the gap over its size;
//   - the error of each line over its size;
//   - the loss over the loss that is forgiven, times 10⁻¹³;
//   - ∞, if a number is not finite: then the solution has zeros.
func (f *form) judge(here point) (s *QPSolution, worst float64) {
	v, r, size := f.view(slices.Clone(here.all)), f.newPoint(), f.newPoint()
	least := min(1, maxAbs(v.x))
	for l, b := range f.bounds {
		i := len(f.rows) + l
		tol := roundingTol * max(least, math.Abs(f.h[i]))
		if b.sign*v.x[b.v] > f.h[i]-tol || v.s[i] <= max(0, v.z[i]) {
			v.x[b.v] = b.sign * f.h[i]
		}
	}
	clear(v.all[len(v.x):])
	f.residual(v, r)                             // Qx + c and Gx − h
	value := (Dot(v.x, r.x) + Dot(v.x, f.c)) / 2 // ½xᵀ(Qx + c) + ½cᵀx
	copy(v.z, here.z)
	for _, i := range f.ineq {
		v.z[i] = max(0, v.z[i]) // a guess may be wrong
		v.s[i] = max(0, -r.z[i])
		r.z[i] += v.s[i]
	}
	f.addForces(v.z, r.x)
	gap := Dot(v.s, v.z)
	f.size.residual(f.view(absolute(v.all)), size)      // |Q||x| + |c| + |Gᵀ||z|, |G||x| + s + |h|
	if math.Abs(value) <= halfTol*absDot(v.x, size.x) { // half of its digits have cancelled
		value = f.exactValue(v.x)
	}
	added := leastTerms*min(1, maxAbs(size.xz())) + tiny // no 0/0
	worst = gap / (math.Abs(value) + absDot(f.h, v.z) + added)
	for i, e := range r.xz() {
		worst = max(worst, math.Abs(e)/(size.all[i]+added))
	}
	if f.p.C != nil { // a user's program: else isProof or a certificate follows
		terms := absDot(v.x, size.x)
		loss := gap + absDot(r.z, v.z) + sumAbs(r.x) + absDot(r.x, v.x) + float64(eps*terms)
		worst = max(worst, loss/forgiven(value, terms)*roundingTol)
	}
	s = f.toSolution(v, r, value, gap) // scales v itself to the user's numbers
	if !finite(maxAbs(v.xz()) + s.Value + s.Gap + s.Feasibility + s.Stationarity) {
		clear(v.all) // X, Eq and Ineq, too
		*s = QPSolution{X: s.X, Eq: s.Eq, Ineq: s.Ineq, Lower: make([]float64, len(s.X)),
			Upper: make([]float64, len(s.X))}
		worst = inf
	}
	return s, worst
}

// forgiven returns how much a value f(x) with these terms may lose: 10⁻⁶ of
// itself, or 16ε of the terms if the value is taken for 0.
func forgiven(value, terms float64) float64 {
	rounded := fewEps * min(terms, mostTerms)
	if math.Abs(value) <= max(rounded, roundingTol*roundingTol) {
		return max(rounded, fewEps)
	}
	return valueTol * math.Abs(value)
}

// exactValue returns f(x) as if only the result were rounded: x times ½Qx,
// times what the rounding of ½Qx has lost, and times c, in one exact sum.
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

// sizes returns the program of |Q|, |G|, |c| and −|h|, whose residual at |x|,
// |z| and s are the sizes of the lines: |Q||x| + |c| + |Gᵀ||z| and
// |G||x| + s + |h|. (curve is ≥ 0 as it is.)
func (p *program) sizes() *program {
	return &program{q: mapped(p.q, absolute), curve: p.curve, c: absolute(p.c),
		rows: mapped(p.rows, absolute), h: scaled(absolute(p.h), -1),
		bounds: mapped(p.bounds, func(b bound) bound { return bound{b.v, 1} })}
}

// toSolution returns v, whose residual is r, in the user's numbers. Line j of
// stationarity is byColumn[j]·co times the user's line, and row i is byRow[i]
// times the user's row: their errors are divided by this. The force of a bound
// is Upper if it pushes down, and Lower if it pushes up.
func (f *form) toSolution(v, r point, value, gap float64) *QPSolution {
	n, eq, m := len(v.x), len(f.p.Beq), len(f.rows)
	timesRow(v.x, f.byColumn)
	scaleRow(v.z, 1/f.co)
	timesRow(v.z, f.byRow)
	s := &QPSolution{X: v.x[:n:n], Value: value / f.co, Eq: v.z[:eq:eq], Ineq: v.z[eq:m:m],
		Lower: make([]float64, n), Upper: make([]float64, n), Gap: gap / f.co}
	s.Feasibility = maxAbs(each(len(r.z), func(i int) float64 { return r.z[i] / f.byRow[i] }))
	s.Stationarity = maxAbs(each(n, func(j int) float64 { return r.x[j] / f.byColumn[j] / f.co }))
	for l, b := range f.bounds { // the z of an equality lo = hi may be negative
		z := b.sign * v.z[m+l]
		s.Lower[b.v], s.Upper[b.v] = max(s.Lower[b.v], -z), max(s.Upper[b.v], z)
	}
	return s
}

// run makes steps, and returns the best point so far and how wrong it is. Near
// the solution the judge rates the polished point, too. The search can be taken
// up again. It ends, in the order of the condition, if
//   - goesOn, which is asked at each point, returns false;
//   - the judge had accepted a point before, and this one does not halve its
//     error (a last step often makes most of the digits);
//   - the error is at most 16ε, and hence only rounding;
//   - as many steps as patience says have not halved the error;
//   - mostSteps points have been judged.
func (f *form) run(patience int, goesOn func(s *QPSolution, worst float64) bool) (
	*QPSolution, float64) {
	r := f.newPoint()
	for still := -1; ; f.steps++ { // steps since the error was halved
		s, e := f.judge(f.here)
		if e <= 1e-6 { // with a larger e most guesses are wrong
			if exact, now := f.judge(f.polished(f.here)); now < e {
				s, e = exact, now
			}
		}
		s.Iterations = f.steps
		last := f.worst
		if still++; e < last/2 {
			still = 0
		}
		if e < last {
			f.best, f.worst = s, e
		}
		if goesOn != nil && !goesOn(s, e) || last <= roundingTol && !(e < last/2) || e <= fewEps ||
			still == patience || f.steps+1 >= mostSteps {
			return f.best, f.worst
		}
		f.residual(f.here, r)
		f.step(f.here, r)
	}
}

// # Programs without a solution
//
// A program may have no solution for two reasons: its constraints contradict
// each other, or its objective falls without end. For both there is a proof
// that anybody can check (Farkas). The first is a list of multipliers z with
// which the rows of Gx ≤ h add up to 0 ≤ −1. The second is a direction u along
// which the objective falls, Q does not curve, and no row is violated:
//
//	Gᵀz = 0, z ≥ 0 on inequalities,        hᵀz < 0    feasible x: 0 = zᵀGx ≤ hᵀz   (separation)
//	Qu = 0, Gu ≤ 0 (= 0 for equalities),   cᵀu < 0    the objective falls           (ray)
//
// How are they found? Each of z and u solves a program (qp):
//
//	minimise ½‖y‖²  for  Ax − y ≤ b,  A_eq x − y = b_eq,  lo ≤ x ≤ hi     the smallest violation y
//	minimise ½‖u‖² + cᵀu  for the Q and G of (ray)                         the u nearest to −c
//
// Both programs always have a solution, because a y that is large enough is
// feasible, and so is u = 0. The second has the feasible u nearest to −c,
// because ½‖u‖² + cᵀu is ½‖u + c‖² − ½‖c‖².
//
// For example, let the rows be x ≤ 1 and −x ≤ −2. The smallest violation is
// y = (½, ½), at x = 3/2. In the Lagrangian of this program y occurs in
// ½‖y‖² − zᵀy, so that its stationarity in y says z = y. Hence the multipliers
// are (½, ½). Its stationarity in x says that the rows times z add up to 0.
// Half of the first row plus half of the second is ½x − ½x ≤ ½ − 1. Doubled it
// is 0 ≤ −1.
//
// If the smallest y is 0, x satisfies all constraints, and there is no
// contradiction. Otherwise hᵀz is −‖y‖², by (qp gap), and hence below 0. In
// this sum a bound is a row, too. Its force is what makes the column of its
// variable 0. If the rows leave an entry above 0 there, it is the force of Lo,
// since the row of Lo is −xⱼ ≤ −lo. Below 0 it is that of Hi.
//
// And let the objective be −x, with x ≥ 0 as the only constraint. Then ½u² − u
// for u ≥ 0 is least at u = 1, along which −x falls without end. In general, if
// u satisfies the constraints of (ray), so does tu for each t > 0. The
// objective ½t²‖u‖² + t·cᵀu is least at t = 1, since u is the best of all.
// Hence its slope there, ‖u‖² + cᵀu, is 0, and cᵀu is −‖u‖². This is below 0
// unless u is 0, and then there is no ray. A ray is a proof only if it can
// begin somewhere. Therefore evidence also looks for a feasible point.
//
// What is a proof, if numbers are rounded? Its strength, −hᵀz or −cᵀu, has to
// be large beside the errors of the numbers that should be 0. It also has to be
// above 10⁻⁸. For example, x ≤ 1 and −x ≤ −1 − d have z = (1, 1) and the
// strength d, and users who round by 10⁻⁸ get such a d from constraints that
// agree.

// evidence returns a proof that there is no solution, with an error, or nil and
// nil if it finds none. It asks for a contradiction first, because the
// objective of a program without a feasible point may fall along a ray, too.
func (f *form) evidence() (*QPSolution, error) {
	p := f.p
	p.Q, p.C = nil, make([]float64, len(p.C))
	bare := newForm(p) // the constraints alone
	if proof, err := bare.separation(); err != nil {
		return proof, err
	}
	if ray, err := f.ray(); err != nil {
		if _, e := bare.run(mostSteps, nil); e <= roundingTol { // a feasible point, where it begins
			return ray, err
		}
	}
	return nil, nil
}

// separation returns multipliers that combine the constraints to 0 ≤ −1, with
// an error, or nil and nil if they prove nothing. It is called for an f without
// an objective. In the program for the smallest y all rows have a y, those of
// equalities, too. An entry of Gᵀz that is only a few ε of its size needs no
// bound.
func (f *form) separation() (*QPSolution, error) {
	n, m, p := len(f.c), len(f.rows), f.program
	p.q, p.c, p.h = nil, make([]float64, n+m), slices.Clone(f.h)
	p.curve = append(make([]float64, n), ones(m)...) // ½‖y‖²
	p.rows = mapped(f.rows, func(row []float64) []float64 { return padded(slices.Clone(row), n+m) })
	for i, row := range p.rows { // of Ax − y
		row[n+i] = -1
	}
	least, _ := p.inUnits(QP{}).run(mostSteps, nil) // the smallest violation
	v := f.newPoint()
	copy(v.z, cleaned(least.Ineq)) // inUnits(QP{}) has put all rows into Ineq
	r, size := f.termsOf(v)
	for l, b := range f.bounds {
		lo, hi := f.p.bounds(b.v)
		if z := -b.sign * r.x[b.v]; lo == hi || z > fewEps*size.x[b.v] {
			v.z[m+l], r.x[b.v] = z, 0
		}
	}
	if !isProof(-Dot(f.h, v.z), absDot(f.h, v.z), r.x, size.x) {
		return nil, nil
	}
	scaleRow(v.z, -1/Dot(f.h, v.z)) // hᵀz = −1, for the user too: without objective co is 1
	r, _ = f.termsOf(v)             // Gᵀz once more, now with the bounds
	s := f.toSolution(v, r, -1, 0)
	s.X = nil
	return contradiction(s)
}

// contradiction returns s with its error, which says how many constraints have
// a multiplier, and which has the largest.
func contradiction(s *QPSolution) (*QPSolution, error) {
	all, name := slices.Concat(s.Ineq, s.Eq, s.Lower, s.Upper), ""
	names := []string{"row %d of A", "row %d of Aeq", "Lo[%d]", "Hi[%d]"}
	for k, z := range [][]float64{s.Ineq, s.Eq, s.Lower, s.Upper} {
		for i, v := range z {
			if math.Abs(v) == maxAbs(all) {
				name = fmt.Sprintf(names[k], i)
			}
		}
	}
	return s, fmt.Errorf("%w: %d constraints combine to 0 <= -1, most of all %s", ErrInfeasible,
		len(nonzero(all)), name)
}

// crossedBounds returns a proof, with an error, if some lo is above its hi,
// since newForm needs lo ≤ hi. The rows −x ≤ −lo and x ≤ hi, each divided by
// lo − hi, add up to 0 ≤ −1.
func (p QP) crossedBounds() (*QPSolution, error) {
	for j, n := 0, len(p.C); j < n; j++ {
		if lo, hi := p.bounds(j); lo > hi {
			z := make([]float64, n)
			z[j] = 1 / (lo - hi)
			return contradiction(&QPSolution{Value: -1, Lower: z, Upper: slices.Clone(z),
				Ineq: make([]float64, len(p.B)), Eq: make([]float64, len(p.Beq))})
		}
	}
	return nil, nil
}

// ray returns the u of (ray) with an error, or nil and nil if its u proves
// nothing. In the program for the u nearest to −c the rows of Q are equalities,
// because (ray) asks for Qu = 0. For a diagonal Q this is uⱼ = 0 wherever there
// is a curvature, as a bound.
func (f *form) ray() (*QPSolution, error) {
	p := f.program
	p.c, p.bounds = slices.Clone(f.c), slices.Clip(f.bounds)
	for _, j := range nonzero(f.curve) { // uⱼ = 0
		p.bounds = append(p.bounds, bound{j, 1})
	}
	p.rows = mapped(slices.Concat(f.q, f.rows), slices.Clone[[]float64])
	p.ineq = mapped(f.ineq, func(i int) int { return i + len(f.q) }) // behind the rows of Q
	p.q, p.curve = nil, ones(len(p.c))                               // ½‖u‖²
	p.h = make([]float64, len(p.rows)+len(p.bounds))
	nearest, _ := p.inUnits(QP{}).run(mostSteps, nil)
	v := f.newPoint()
	copy(v.x, cleaned(nearest.X))
	r, size := f.termsOf(v)
	for _, i := range f.ineq {
		r.z[i] = max(0, r.z[i]) // by how much Gu ≤ 0 is violated
	}
	largest := maxAbs(pick(f.c, nonzero(v.x))) + tiny
	if !isProof(-Dot(f.c, v.x)/largest, absDot(f.c, v.x)/largest, r.xz(), size.all) {
		return nil, nil
	}
	timesRow(v.x, f.byColumn) // in the user's units
	s := &QPSolution{X: overLargest(v.x)}
	s.Value = Dot(f.p.C, s.X)
	return s, fmt.Errorf("%w: along X the objective changes by %g", ErrUnbounded, s.Value)
}

// termsOf returns Qx + Gᵀz and Gx at v, and their sizes as in "The judge".
func (f *form) termsOf(v point) (r, size point) {
	r, size = f.newPoint(), f.newPoint()
	f.products(v, r)
	f.size.products(f.view(absolute(v.all)), size)
	return r, size
}

// cleaned returns v divided by its largest |vᵢ|, with 0 for what may be
// rounding. An interior point leaves a little of each z, say 10⁻¹⁴, and a
// column may have no other terms.
func cleaned(v []float64) []float64 {
	v = overLargest(v)
	for i, e := range v {
		if math.Abs(e) <= roundingTol {
			v[i] = 0
		}
	}
	return v
}

// isProof reports whether (separation) or (ray) holds for z or u, whose largest
// entry is 1. For u the strength is divided by the largest |cⱼ| along which u
// moves. Here total is the sum of the sizes of the terms of the strength, and
// size that of a residual:
//
//	|residual| ≤ 16ε·max(size, min(1, strength))   only rounding, even if its terms are no more
//	|residual| ≤ 10⁻⁸·strength                     and small next to the strength
//	strength > 10⁻⁸                                a weaker one may come from rounded data
//	strength > 10⁻¹²·total                         ten times what the judge passes over
func isProof(strength, total float64, residual, size []float64) bool {
	most := min(1, strength)
	off := indicesWhere(len(residual), func(i int) bool { // NaN is off, too
		return !(math.Abs(residual[i]) <= min(halfTol*strength, fewEps*max(size[i], most)))
	})
	return len(off) == 0 && strength > max(halfTol, 10*roundingTol*total)
}

// notConvex returns an error, and a direction along which Q curves downwards,
// if the smallest eigenvalue of Q is below −tol. Here tol is psdTolerance,
// which forgives rounding, as [IsPSD] does. Eigenvalues are slow, and not
// needed if factor finds Q + tol·I positive definite: then no eigenvalue is
// below −tol.
func notConvex(q *Matrix) (*QPSolution, error) {
	raised, last, tol := copied(q), q.Rows-1, psdTolerance(q)
	for i, row := range raised {
		row[i] += tol
	}
	if factor(raised) != nil {
		if e, err := q.Eigen(); err == nil && e.Values[last] < -tol {
			s := &QPSolution{X: overLargest(e.Vectors.T().Row(last))}
			s.Value = Dot(s.X, q.MulVec(s.X))
			return s, fmt.Errorf("%w: x'Qx = %g along X", ErrNotConvex, s.Value)
		}
	}
	return nil, nil // convex up to rounding, or not known: then judge rates what run returns
}

// # Bad input

// check returns the first error in the fields of a program of n variables.
// Shapes have to fit together. B, Lo and Hi may be infinite, but not with the
// wrong sign. Other numbers are at most 10⁵⁰, and Q is symmetric.
func (p QP) check(n int) error {
	length := func(name string, v []float64) error {
		const want = "svm: %s has length %d, want %d"
		return errorUnless(v == nil || len(v) == n, want, name, len(v), n)
	}
	part := func(name string, a *Matrix, rows int) error {
		if a == nil {
			return errorUnless(rows == 0, "svm: %s is nil, want %d rows", name, rows)
		}
		return cmp.Or(a.checkShape(name), errorUnless(a.Rows == rows && a.Cols == n,
			"svm: %s is a %dx%d matrix, want %dx%d", name, a.Rows, a.Cols, rows, n),
			checkEntries(name, a, numberExponent))
	}
	upper := func(v float64) float64 { return min(v, noBound) } // finite for +∞, not for −∞
	lower := func(v float64) float64 { return max(v, -noBound) }
	err := cmp.Or(length("C", p.C), length("Lo", p.Lo), length("Hi", p.Hi),
		part("A", p.A, len(p.B)), part("Aeq", p.Aeq, len(p.Beq)),
		checkSizes("C", p.C, "scale it"), checkSizes("Beq", p.Beq, "scale it"),
		checkFinite("B", mapped(p.B, upper)), checkFinite("Hi", mapped(p.Hi, upper)),
		checkFinite("Lo", mapped(p.Lo, lower)))
	if p.Q != nil {
		err = cmp.Or(err, part("Q", p.Q, n), p.Q.checkSymmetric("Q"))
	}
	return err
}

const noBound = 1e20 // and more counts as infinite

// bounds returns lo and hi of variable j. One without an entry, or from 10²⁰
// on, is infinite.
func (p QP) bounds(j int) (lo, hi float64) {
	lo, hi = -inf, inf
	if j < len(p.Lo) && p.Lo[j] > -noBound {
		lo = p.Lo[j]
	}
	if j < len(p.Hi) && p.Hi[j] < noBound {
		hi = p.Hi[j]
	}
	return lo, hi
}
