// SPDX-License-Identifier: MIT

// smo.go trains support vector machines by sequential minimal optimisation
// (SMO). It is the solver to use, for any kernel and up to a few hundred
// thousand points.
//
// The head explains the textbook method, which moves two variables at a time.
// The function plainSMO in example_test.go shows this method in 45 lines. The
// section "Two dots at a time" of testdata/hour.md gets there from nothing. A
// first reading can end with "The plain method". Because the method can need
// very many steps, we then add a step that moves many variables at once.
//
// # The idea
//
// There are points xᵢ with labels yᵢ, +1 or −1, and a new point x gets the sign
// of f(x) as its label, where
//
//	f(x) = Σ βᵢk(xᵢ, x) + b
//
// The kernel k is for now the dot product of two points. βᵢ says how hard point
// i pushes f, and which way. Points with the label +1 push f up, βᵢ ≥ 0. Points
// with the label −1 push f down, βᵢ ≤ 0.
//
// Each push is at most a given number C, so that a single point cannot decide.
// And up and down balance, Σ βᵢ = 0, so that b drops out of the dual ("The
// dual" in svm.go).
//
// There are two wishes. The first is that each f(xᵢ) is yᵢ, or beyond it,
// farther from 0. The second is that f is flat, so that the street between the
// labels, where f is between −1 and 1, is wide.
//
// For example, let C = 10, and the points be the numbers 1, 3 and 4. At β = 0 f
// is b everywhere, and the points disagree on b: x₁ wants f(1) ≤ −1, but x₂ and
// x₃ want f(3) ≥ 1 and f(4) ≥ 1.
//
// We raise β₂ to δ and lower β₁ to −δ. The kernel of two numbers is their
// product, so that f(x) = δ·3x − δ·1x + b, which has the slope 2δ. For δ = ½
// one b suits all points:
//
//	i    xᵢ    yᵢ      at first βᵢ = 0      then βᵢ
//	1    1     −1      asks for b ≤ −1        −½       1 + b = −1, so that b = −2
//	2    3     +1      asks for b ≥ 1          ½       3 + b = 1, so that b = −2
//	3    4     +1      asks for b ≥ 1          0       4 + b ≥ 1, so that b ≥ −3
//
// Why ½? A number D weighs both wishes. It is the strength of all pushes
// together, the sum of all |βᵢ|, minus half the square of the slope of f. ("The
// dual" in svm.go derives this; here we only use it.) Here D is δ + δ − ½(2δ)²,
// which is largest at δ = ½.
//
// And why does pushing fulfil the first wish? If δ grows by a little t, the
// strength grows by 2t, and half the square of the slope by 2δ·2t. Since the
// numbers 1 and 3 are 2 apart, 2δ·2 is f(3) − f(1). Thus more pushing pays as
// long as f(3) − f(1) is less than the 2 that the two points want.
//
// With any points, let bᵢ be the b for which f(xᵢ) = yᵢ ("The problem"). If βᵢ
// grows and βⱼ shrinks by the same number, D grows at the rate bᵢ − bⱼ, as
// (gradient) will show. As long as points disagree on b, D can therefore grow,
// and at the largest D one b suits all points.
//
// This is the method. Take two points that disagree on b. Raise the β of the
// point that asks for a larger b, and lower the β of the other point by the
// same number, as far as D grows. Repeat this while two points disagree.
// TestTwoPointDualIsTwoOverSquaredDistance repeats the example.
//
// # The problem
//
// "The dual" in svm.go derives the problem, with the strength αᵢ of each push.
// We maximise Σ αᵢ − ½ΣΣ αᵢαⱼyᵢyⱼKᵢⱼ subject to Σ αᵢyᵢ = 0 and 0 ≤ αᵢ ≤ Cᵢ.
// Here Kᵢⱼ = k(xᵢ, xⱼ) is the Gram matrix, and Cᵢ the C of point i. Why one C
// for each point? An error may cost more at some points than at others. Mostly
// all Cᵢ are C.
//
// Let βᵢ = αᵢyᵢ, so that αᵢ = yᵢβᵢ, since yᵢ² = 1. Labels are left only in the
// first sum and in the bounds. The bounds of βᵢ are 0 and Cᵢ if yᵢ = +1, but
// −Cᵢ and 0 if yᵢ = −1:
//
//	maximise    D(β) = Σ yᵢβᵢ − ½ΣΣ βᵢβⱼKᵢⱼ
//	subject to  Σ βᵢ = 0,   loᵢ ≤ βᵢ ≤ hiᵢ                                              (signed)
//
// The β within their bounds form a box. Σ yᵢβᵢ is the strength of all pushes,
// and ΣΣ the square of the slope, ‖Σ βᵢxᵢ‖² for the dot product. How does D
// change if only βᵢ moves? The terms of ½ΣΣ with βᵢ are ½Kᵢᵢβᵢ² and, for each
// j ≠ i, Kᵢⱼβᵢβⱼ, as this product stands in ΣΣ twice. So the derivative of D in
// βᵢ, with all other β fixed, is
//
//	bᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ          [Kᵢⱼ = Kⱼᵢ]                                           (gradient)
//
// bᵢ is the b for which f(xᵢ) = yᵢ, because by (gradient) Σⱼ Kᵢⱼβⱼ, the sum in
// f(xᵢ), is yᵢ − bᵢ. Point i is then on its edge. The point is outside where
// f(xᵢ) is beyond yᵢ, and inside where f(xᵢ) falls short of yᵢ. Where the point
// has to be depends on αᵢ ("Optimality" in svm.go), but in terms of βᵢ not on
// the label:
//
//	βᵢ          if yᵢ = +1         if yᵢ = −1         f has to be     which asks for
//	at loᵢ      αᵢ = 0, outside    αᵢ = Cᵢ, inside    f(xᵢ) ≥ yᵢ      b ≥ bᵢ
//	between     on the edge        on the edge        f(xᵢ) = yᵢ      b = bᵢ
//	at hiᵢ      αᵢ = Cᵢ, inside    αᵢ = 0, outside    f(xᵢ) ≤ yᵢ      b ≤ bᵢ
//
// We say that b suits point i if b fulfils the last column.
//
// # An example by hand
//
// These are the four points of svm.go, with C = 10 and the dot product, Linear:
//
//	i    xᵢ        yᵢ    Kᵢ₁  Kᵢ₂  Kᵢ₃  Kᵢ₄
//	1    (3, 3)    +1    18   27    6    3
//	2    (5, 4)    +1    27   41    9    4
//	3    (1, 1)    −1     6    9    2    1
//	4    (0, 1)    −1     3    4    1    1
//
// At the start β = 0, hence bᵢ = yᵢ. Points 1 and 2 are at loᵢ = 0, and ask for
// b ≥ bᵢ = 1. Points 3 and 4 are at hiᵢ = 0, and ask for b ≤ bᵢ = −1.
//
// Point 1 asks for a large b, and point 3 for a small one. We move β₁ up and β₃
// down by δ. As "A step" will show, D grows by (b₁ − b₃)δ − ½ηδ², where
// η = K₁₁ + K₃₃ − 2K₁₃ = 8. The largest growth, ¼, is at
// δ = (b₁ − b₃)/η = 2/8 = ¼, which is within the bounds. By (gradient), each bₖ
// falls by δ(Kₖ₁ − Kₖ₃):
//
//	b₁ =  1 − ¼(18 − 6) = −2        b₂ =  1 − ¼(27 − 9) = −3½
//	b₃ = −1 − ¼(6 − 2)  = −2        b₄ = −1 − ¼(3 − 1)  = −1½
//
// Now β₁ and β₃ are between their bounds, and b = −2 suits all four points.
// Here are the b that suit each point, an arrow for a half-line and a star for
// a single b:
//
//	                before the step                           after the step
//	1                              ├────────→                  *
//	2                              ├────────→         ├─────────────────────────────→
//	3    ←─────────────┤                                       *
//	4    ←─────────────┤                         ←────────────────┤
//	b     −3    −2    −1     0     1     2        −4    −3    −2    −1     0     1
//
// This is the machine, the same as in svm.go (TestFourPointsTakeOneStep). In
// the book (README.md) machine.html#four,linear,C=10,step=1 shows the step:
//
//	β = (¼, 0, −¼, 0),   w = Σ βᵢxᵢ = (½, ½),   b = −2
//
// # When to stop
//
// By the table in "The problem", point i asks for b ≥ bᵢ if βᵢ can grow,
// βᵢ < hiᵢ. Point j asks for b ≤ bⱼ if βⱼ can shrink, βⱼ > loⱼ. Let m be the
// largest of the bᵢ whose βᵢ can grow, and M the smallest of the bⱼ whose βⱼ
// can shrink. Then the b that suit all points go from m to M:
//
//	m = max{bᵢ : βᵢ < hiᵢ},   M = min{bⱼ : βⱼ > loⱼ}                                      (ends)
//
// If m is above M, no b suits all points, but a pair of variables can improve
// D. Take bᵢ = m and bⱼ = M. If βᵢ grows and βⱼ shrinks by the same small δ,
// which keeps Σ βᵢ = 0, D grows by about (bᵢ − bⱼ)δ > 0. So at the largest D
// one b suits all points.
//
// Conversely, if one b suits all points, D is at its largest. (A first reading
// can skip this proof.) Let β′ be any other point of the box with Σ βᵢ′ = 0. As
// D is quadratic,
//
//	D(β′) − D(β) = Σ bᵢ(βᵢ′ − βᵢ) − ½ΣΣ (βᵢ′ − βᵢ)(βⱼ′ − βⱼ)Kᵢⱼ
//	             ≤ Σ (bᵢ − b)(βᵢ′ − βᵢ) ≤ 0      [ΣΣ is a squared length; Σ (βᵢ′ − βᵢ) = 0]
//
// The last step is by the table. At loᵢ, bᵢ ≤ b, and βᵢ′ − βᵢ ≥ 0. At hiᵢ,
// bᵢ ≥ b, and βᵢ′ − βᵢ ≤ 0. In between, bᵢ = b.
//
// We call m − M, the largest bᵢ − bⱼ of such a pair, the violation. The method
// stops when the violation is at most a small number tol:
//
//	m − M ≤ tol                                                                           (stop)
//
// In the example m − M is 0 at the end: m = max(b₁, b₂, b₃) and
// M = min(b₁, b₃, b₄) are both −2.
//
// # A step
//
// Lemma (one step). Move βᵢ up and βⱼ down by δ, and multiply out D. By
// (gradient) the terms with δ are (bᵢ − bⱼ)δ. The terms with δ² are
// −½(Kᵢᵢ − 2Kᵢⱼ + Kⱼⱼ)δ². With the squared distance of the two points,
// η = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖²,
//
//	D(δ) = D(0) + (bᵢ − bⱼ)δ − ½ηδ²             [ΣΣ of δ and −δ is ηδ²]                   (gain)
//	D′(δ) = 0  ⇔  δ = (bᵢ − bⱼ)/η               [η > 0]
//	δ = min((bᵢ − bⱼ)/η, hiᵢ − βᵢ, βⱼ − loⱼ)    [keeps β in the box]                      (step)
//	D(δ) − D(0) ≥ ½(bᵢ − bⱼ)δ ≥ 0               [ηδ ≤ bᵢ − bⱼ]                      (least gain)
//	bₖ −= δ(Kₖᵢ − Kₖⱼ)                          [from (gradient)]                       (update)
//
// Here φ is the map with k(x, z) = ⟨φ(x), φ(z)⟩; for the dot product φ(x) is x.
// A bound that makes δ smaller than (bᵢ − bⱼ)/η cuts the step. A step that no
// bound cuts gains (bᵢ − bⱼ)²/(2η), and leaves bᵢ = bⱼ. testdata/step.svg draws
// a step, and in the book machine.html#ring,gauss,γ=1,C=10,step=3 goes through
// some.
//
// What if η ≤ 0? For φ(xᵢ) = φ(xⱼ), as for a repeated point, η is 0. By
// rounding, or if k is not a kernel ("What a kernel is" in kernel.go), η can be
// below 0. By (gain) D then grows with δ without end, and only a bound ends the
// step. For C = ∞ there may be none: see "The hard margin".
//
// For example, let C be 1/6 in place of 10. Now the bounds cut the first step
// to δ = min(2/8, 1/6, 1/6) = 1/6, with β₁ at hi₁ and β₃ at lo₃. D grows by
// 2δ − ½·8δ² = 2/9, more than the 1/6 of (least gain). As a bound has cut the
// step, b₁ and b₃ are not equal after it:
//
//	b = (1 − 12/6, 1 − 18/6, −1 − 4/6, −1 − 2/6) = (−1, −2, −5/3, −4/3)
//	m = max(b₂, b₃) = −5/3,   M = min(b₁, b₄) = −4/3    [β₁ cannot grow, β₃ cannot shrink]
//
// Since m ≤ M, every b from −5/3 to −4/3 suits all four points.
//
// # Which pair
//
// As i we take a point with bᵢ = m. It is one of the points whose βᵢ can grow,
// and has the largest bᵢ of them.
//
// As j we consider the points whose βⱼ can shrink and whose bⱼ is below
// m − tol. If there is none, m − M ≤ tol, and the method stops by (stop).
// Otherwise we take the j whose step gains most, if no bound cuts it. By "A
// step" this gain is half of (bᵢ − bⱼ)²/η. This rule for j, by Fan, Chen and
// Lin, needs only row i of K and the diagonal.
//
// What if η ≤ 0? Then only a bound ends the step, and it may gain very much. So
// such an η is treated as a tiny positive number. The quotient is then huge,
// and this j comes first.
//
// In the example by hand, i = 1 is the first point with bᵢ = m = 1 at the
// start. Now (bᵢ − bⱼ)²/η is 4/8 for j = 3, and 4/13 for j = 4, so that the
// pair is 1 and 3.
//
// # The plain method
//
//	β = 0;  bᵢ = yᵢ
//	repeat
//	    i = the point with βᵢ < hiᵢ and the largest bᵢ
//	    j = the point with βⱼ > loⱼ, bⱼ < bᵢ − tol and the largest (bᵢ − bⱼ)²/η
//	    if there is none, stop: b = ½(m + M)
//	    δ = min((bᵢ − bⱼ)/η, hiᵢ − βᵢ, βⱼ − loⱼ)
//	    βᵢ += δ;  βⱼ −= δ;  bₖ −= δ(Kₖᵢ − Kₖⱼ) for all k
//
// The function plainSMO is this method. SMO ends with another b, the mean bᵢ of
// the free variables, those strictly between their bounds, if there are any.
// Since a free βᵢ can grow and shrink, M ≤ bᵢ ≤ m by (ends), and both b are at
// most tol apart. Does the method end? "Why it ends" proves it.
//
// # The free variables at once
//
// Why do solvers that move pairs seem never to end if nobody has scaled the
// features, or if C is large? Three points show it, with the Linear kernel:
//
//	i    xᵢ            yᵢ
//	1    (1, 0.01)     +1
//	2    (−1, 0.01)    +1
//	3    (0, 0)        −1
//
// Only the second feature tells the labels apart, and it is a hundred times
// smaller than the first. The largest αᵢ at the optimum is 20,000; let C be
// larger. By Σ βᵢ = 0, β₃ is −β₁ − β₂, and since x₃ = 0, Σ βᵢxᵢ is
// (β₁ − β₂, 0.01(β₁ + β₂)). Thus D is a function of β₁ and β₂ alone:
//
//	D = 2(β₁ + β₂) − ½(β₁ − β₂)² − ½·10⁻⁴(β₁ + β₂)²
//
// Turned upside down, D is a valley along the line β₁ = β₂. From its best point
// D falls by ½t² if β₁ − β₂ changes by t. If β₁ + β₂ changes by t, it falls
// only by ½·10⁻⁴t². The valley is a hundred times as long as wide. A step of
// points 1 and 3 leads across the valley to the other wall, and the next, of
// points 2 and 3, back:
//
//	step     pair      β₁        β₂        D
//	1        1 and 3   2.0       0         2.0
//	2        2 and 3   2.0       4.0       10.0
//	3        1 and 3   6.0       4.0       18.0
//	20       2 and 3   37.9      39.9      153.4
//	…
//	41,500   (about)   9,997.5   9,997.5   20,000.0   the end for tol = 10⁻³
//
// The figure testdata/valley.svg draws such steps, for 0.1 in place of 0.01, as
// does machine.html#linear,C=1e5,plain,step=20;1,1,0.1;1,-1,0.1;-1,0,0.
//
// After two steps all three variables are free. If we know which variables are
// free at the optimum, their values solve a system of linear equations. Steps
// of pairs are good at finding out which, and bad at finding the values.
//
// Lemma (best point of a face). If only the free variables move, β stays in a
// face of the box, like an edge of a cube. One of them, r, keeps Σ βᵢ the same.
// When each other free variable i moves by δᵢ, r moves by δᵣ, minus the sum of
// these δᵢ. The step to the best point of the face solves (newton).
//
// The sums run over all free variables. From the second line on, the terms with
// i = r or j = r are 0, so that H needs no row and no column r:
//
//	D(δ) = D(0) + Σ δᵢbᵢ − ½ΣΣ δᵢδⱼKᵢⱼ                 [D is quadratic]
//	     = D(0) + Σ δᵢ(bᵢ − bᵣ) − ½ΣΣ δᵢδⱼHᵢⱼ          [Σ δᵢ = 0]
//	Hᵢⱼ  = Kᵢⱼ − Kᵢᵣ − Kᵣⱼ + Kᵣᵣ = ⟨φ(xᵢ) − φ(xᵣ), φ(xⱼ) − φ(xᵣ)⟩
//	D′ = 0  ⇔  Σⱼ Hᵢⱼδⱼ = bᵢ − bᵣ for all i            [if H is positive definite]       (newton)
//	D(δ) − D(0) = ½Σ δᵢ(bᵢ − bᵣ) = ½Σ δᵢbᵢ             [(newton), then Σ δᵢ = 0]
//
// Positive definite means that ΣΣ δᵢδⱼHᵢⱼ > 0 unless δ = 0. For an H that is
// not, see "Flat directions". In the smallest case only i and r are free. Then
// H is the number η, and (newton) is (step) without bounds.
//
// What if the step leads out of the box? We go along it as far as the first
// bound. The variable that meets this bound is no longer free. For the others
// we solve (newton) again.
//
// At the optimum all free bᵢ are equal, because the only b that suits a free
// point i is bᵢ. The step of (newton) makes them so: by (gradient) it lowers
// the difference bᵢ − bᵣ by Σⱼ Hᵢⱼδⱼ, which is bᵢ − bᵣ itself.
//
// In the example take r = 3. If all three may move from β = 0, where both
// bᵢ − bᵣ are 2, (newton) is
//
//	 1.0001·δ₁ − 0.9999·δ₂ = 2
//	−0.9999·δ₁ + 1.0001·δ₂ = 2        δ₁ = δ₂ = 2/0.0002 = 10⁴, the optimum
//
// TestAValleyTakesThousandsOfPairsOrOneStep repeats these numbers.
//
// # Notation
//
// tol is o.Tol, or its default, and max K the largest |Kᵢⱼ|, a Kᵢᵢ if k is a
// kernel. The other letters are those of svm.go, "Notation", and these:
//
//	bᵢ    the b for which f(xᵢ) = yᵢ
//	f     the function; the number of free variables in "Flat directions", "When to leave pairs"
//	H     the matrix of (newton); in code a face h holds its factor
//	r     the free variable that takes the opposite of all other changes
//	t     the part of a step that is made; in (stretch) a factor
//
// # The code
//
//	dual             (signed) with its matrix at hand: solve, indexOfHighest, pair, step
//	tries.afterPair  all free variables at once: walk calls face, direction, leave and move; see
//	                 "Along the bounds", "Flat directions" and "When to leave pairs"
//	decomposition    the training: run repeats review and solveBlock, which calls nextBlock, solve
//	                 and applyBlock
//	stretch          and noBestStep: what shows that nothing separates the classes
//	cache            the values of K that are kept: the matrix of a block, and whole rows
//	SMO              checks what it is given, runs, and makes a Model of β
//
// linalg.go has a table of the helpers: "How this code is written".
//
// # Sources
//
// J. Platt, Fast training of SVMs using sequential minimal optimization (1998).
//
// K. Scheinberg, An efficient implementation of an active set method for SVMs
// (2006): steps of all free variables, and no pairs.
//
// S. Keerthi, S. Shevade, C. Bhattacharyya, K. Murthy, Improvements to Platt's
// SMO algorithm (2001): m and M.
//
// S. Keerthi, E. Gilbert, Convergence of a generalized SMO algorithm for SVM
// classifier design (2002): an end for any pairs with bᵢ − bⱼ > τ.
//
// R.-E. Fan, P.-H. Chen, C.-J. Lin, Working set selection using second order
// information (2005): the pair.
//
// T. Joachims, Making large-scale SVM learning practical (1998): blocks.
//
// We follow their mathematics and have not used their code.
//
// # Exercises
//
//  1. Make the first step for two points, one of each label. When does C cut
//     it, and which b are then possible (H and S of testdata/lectures.md)?
//     TestTwoPointDualIsTwoOverSquaredDistance
//  2. In the example by hand, begin with the points 1 and 4. What becomes of
//     α₄? (Afterwards b₁ = b₄ = m, and rounding decides which of them is next.)
//     TestAWrongFirstPairIsMended
//  3. Solve XOR with k = (1 + x·z)² by hand (lectures C and P). Why are two
//     steps enough, and why does the second not undo the first?
//     TestXORUnderTheQuadraticKernelIsMinusTheProduct
//  4. Show that Σ αᵢ = ‖w‖² at the optimum of the hard margin, by (stretch).
//     What happens on XOR with Linear?
//     TestStretchFindsTheBestScaleAndTheEvidence

package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
)

// # Pairs
//
// From this line to the next section the code is the plain method. The formulas
// are in the head of smo.go.

// A dual is the problem (signed) with its Gram matrix, or those rows of it that
// steps have needed so far.
type dual struct {
	k               [][]float64      // Kᵢⱼ; a row may be nil until fetch has made it
	fetch           func(i int) bool // makes row i, and reports whether it could
	diagonal        []float64        // Kᵢᵢ
	beta, lo, hi, b []float64        // of each variable; b is bᵢ
	up, down        []int            // which can grow, and which can shrink
	travelled       float64          // Σ|Δβᵢ| of all steps; see "Drift and rounding"
	tries           *tries           // asked after each step of a pair; nil for pairs alone
}

// newDual returns the problem (signed) at β = 0, which needs no kernel value
// yet. cost holds the Cᵢ.
func newDual(y, cost []float64) *dual {
	d := &dual{
		beta: make([]float64, len(y)),
		lo:   each(len(y), func(i int) float64 { return min(0, cost[i]*y[i]) }),
		hi:   each(len(y), func(i int) float64 { return max(0, cost[i]*y[i]) }),
		b:    slices.Clone(y), // (gradient)
	}
	d.classify()
	return d
}

// classify finds the variables that can grow, and those that can shrink.
func (d *dual) classify() {
	d.up = indicesWhere(len(d.beta), func(i int) bool { return d.beta[i] < d.hi[i] })
	d.down = indicesWhere(len(d.beta), func(i int) bool { return d.beta[i] > d.lo[i] })
}

// changed updates up and down after βᵢ has changed from before: variable i
// joins or leaves a list only at a bound.
func (d *dual) changed(i int, before float64) {
	if (before < d.hi[i]) != (d.beta[i] < d.hi[i]) {
		d.up = toggled(d.up, i)
	}
	if (before > d.lo[i]) != (d.beta[i] > d.lo[i]) {
		d.down = toggled(d.down, i)
	}
}

// toggled returns the ordered set without i if it contains i, and else with i.
func toggled(set []int, i int) []int {
	at, found := slices.BinarySearch(set, i)
	if found {
		return slices.Delete(set, at, at+1)
	}
	return slices.Insert(set, at, i)
}

// solve makes steps of pairs, and returns their number. It ends when the
// violation m − M is at most tol, when limit steps are made, or when fetch
// fails to make a row. If nothing limits the δ of a step, solve stops and
// returns its pair as i and j. Otherwise j is −1, and i means nothing.
func (d *dual) solve(tol float64, limit int) (steps, i, j int) {
	for steps < limit {
		i = d.indexOfHighest()
		if i < 0 || !d.obtain(i) {
			break
		}
		j = d.pair(i, tol)
		if j < 0 || !d.obtain(j) {
			break
		}
		steps++
		gain := d.step(i, j)
		if math.IsInf(gain, 1) {
			return steps, i, j
		}
		if d.tries != nil {
			d.tries.afterPair(d, gain)
		}
	}
	return steps, i, -1
}

// obtain makes row i if it is missing, and reports whether it is there now.
func (d *dual) obtain(i int) bool { return d.k[i] != nil || d.fetch(i) }

// indexOfHighest returns the i with bᵢ = m, or −1 if no variable can grow.
func (d *dual) indexOfHighest() int {
	i, m, b := -1, -inf, d.b
	for _, k := range d.up {
		if b[k] > m {
			i, m = k, b[k]
		}
	}
	return i
}

// pair returns a partner j for the variable i, where bᵢ = m. It considers all j
// for which βⱼ can shrink and bⱼ < bᵢ − tol. Of these it returns the one whose
// step would gain most if no bound cut it, or −1 if there is none. That SMO
// ends below rounding rests on this rule: TestStepsThatRoundingTurnsBackEnd,
// TestATolBelowRoundingEndsInOneOfTwoWays.
func (d *dual) pair(i int, tol float64) int {
	j, best := -1, 0.0
	b, row, diagonal := d.b, d.k[i][:len(d.b)], d.diagonal[:len(d.b)]
	bi, kii := b[i], diagonal[i]
	for _, k := range d.down {
		gap, eta := bi-b[k], kii+diagonal[k]-2*row[k]
		if !(eta > tiny) { // a step that only a bound ends comes first
			eta = tiny
		}
		// gap²/η is twice (gain). gap > tol, false for a negative gap, stands
		// last, because processors often guess it wrong.
		if gap*gap > best*eta && gap > tol {
			j, best = k, gap*gap/eta
		}
	}
	return j
}

// eta returns η = ‖φ(xᵢ) − φ(xⱼ)‖².
func (d *dual) eta(i, j int) float64 { return d.diagonal[i] + d.diagonal[j] - 2*d.k[i][j] }

// step moves βᵢ up and βⱼ down by (step), changes b by (update), and returns
// the (gain). If the step has no end, it changes nothing and returns +Inf.
func (d *dual) step(i, j int) (gain float64) {
	gap, eta := d.b[i]-d.b[j], d.eta(i, j)
	up, down := d.hi[i]-d.beta[i], d.beta[j]-d.lo[j]
	delta := min(gap/max(0, eta), up, down) // (step), where gap/0 is +Inf
	if math.IsInf(delta, 1) {
		return inf
	}
	bi, bj := d.beta[i], d.beta[j]
	d.beta[i] += delta
	d.beta[j] -= delta
	if delta == up { // β is the bound; βᵢ + (hiᵢ − βᵢ) may round to another number
		d.beta[i] = d.hi[i]
	}
	if delta == down {
		d.beta[j] = d.lo[j]
	}
	d.changed(i, bi)
	d.changed(j, bj)
	axpy2(-delta, d.k[i], delta, d.k[j], d.b) // (update)
	d.travelled += 2 * delta
	return delta * (gap - float64(eta*delta/2)) // (gain)
}

// ends returns m and M of (ends), a variable i with bᵢ = m, and a variable j
// with bⱼ = M. Where no variable can grow, m = −∞ and i = −1; where none can
// shrink, M = +∞ and j = −1.
func (d *dual) ends() (atLeast, atMost float64, i, j int) {
	atLeast, atMost, i, j = -inf, inf, -1, -1
	i = d.indexOfHighest()
	if i >= 0 {
		atLeast = d.b[i]
	}
	for _, k := range d.down {
		if d.b[k] < atMost {
			atMost, j = d.b[k], k
		}
	}
	return atLeast, atMost, i, j
}

// free reports whether βᵢ lies strictly between its bounds.
func (d *dual) free(i int) bool { return d.beta[i] > d.lo[i] && d.beta[i] < d.hi[i] }

// between returns the free variables, in order.
func (d *dual) between() []int { return indicesWhere(len(d.beta), d.free) }

// # Why it ends
//
// Theorem. Without rounding the plain method ends for finite C and tol > 0.
//
// The plan: all steps together have a finite length, so that late steps are
// short. Only bounds make them so, and each point has finitely many such steps.
//
// A step fills point i if it takes βᵢ to hiᵢ, and it empties point j if it
// takes βⱼ to loⱼ. We call the steps after step N late, where N is so large
// that statements 3, 4 and 5 hold.
//
//  1. Every step has bᵢ − bⱼ > τ, where τ > 0 is tol.
//  2. All steps together have a finite length. By (least gain) a step of length
//     δ gains more than ½τδ, and D is bounded on the box. Therefore each βₖ has
//     a limit, and so has bₖ, which is linear in β.
//  3. Each late step fills its i or empties its j. A step that no bound cuts
//     has the length (bᵢ − bⱼ)/η > τ/η₁, where η₁ is the largest η of all
//     pairs. By 2 such steps are finitely many, so that none is late.
//  4. We call point p lower than q if the limit of bₚ is below the limit of
//     b_q. In each late step j is lower than i, because bᵢ − bⱼ > τ by 1, and
//     late bₖ are nearer than τ/2 to their limits.
//  5. No point is both filled and emptied by late steps. In between, its
//     variable would go the whole way between its bounds, and by 2 all late
//     steps together are shorter.
//  6. If late steps empty a point p twice, they empty a lower point in between.
//     After the first time βₚ has to grow, as the βᵢ of some step, which by 5
//     does not fill p. By 3 it empties its j, which is lower by 4.
//  7. Late steps empty each point finitely often: by 6 a lowest point at most
//     once, and any other finitely often if all lower points are. In the same
//     way, from the highest point down, they fill each point finitely often.
//
// By 3 and 7 there are finitely many late steps. TestAllStepsTogetherAreShort
// checks statement 2.

// # The step of all free variables
//
// Besides (newton) itself, this step needs three answers: what it does at the
// bounds, what if H is singular, and when it pays.
//
// # Along the bounds
//
// If the step δ of (newton) leaves the box, we make only the part tδ, with the
// largest t for which β stays in the box. There some variable l meets its
// bound, and stays, while the other variables go on to the best point of the
// smaller face, until a step stays in the box. Such a sequence of steps is a
// walk.
//
// At each bound we need the step to the best point that the others can reach.
// To find it without solving (newton) again, we change to coordinates z in
// which the level lines of D, long ellipses in δ, are circles. Let H = LLᵀ be
// the Cholesky factorisation, with a lower triangular L. The function factor
// makes L, forward replaces a vector by L⁻¹ times the vector, and backward by
// L⁻ᵀ times the vector. Put
//
//	z = Lᵀδ,   c = L⁻¹(b − bᵣ)            [b − bᵣ holds all bᵢ − bᵣ]
//	D = D(0) + c·z − ½‖z‖²                [δ = L⁻ᵀz, and Σ Σ δᵢδⱼHᵢⱼ = ‖Lᵀδ‖²]
//	  = D(0) + ½‖c‖² − ½‖z − c‖²          [‖z − c‖² = ‖z‖² − 2c·z + ‖c‖²]                (round)
//
// The vectors φ(xᵢ) − φ(xᵣ) and the rows of L have the same inner products,
// Hᵢⱼ. Row i of L can therefore stand for φ(xᵢ) − φ(xᵣ), and z for the change
// of w in the step δ. The step of (newton) has z = c. By (round), −D is a round
// bowl about c.
//
// Let variable l meet its bound, so that δₗ = 0 in all further steps of the
// walk. Since δ = L⁻ᵀz, all z with δₗ = 0 form a plane. With 1ₗ for the vector
// that has a 1 at position l and 0 elsewhere, its equation is
//
//	δₗ = 1ₗ·L⁻ᵀz = nₗ·z = 0   with   nₗ = L⁻¹1ₗ                                       (normal)
//
// In a round bowl the best point of the plane is the foot of the perpendicular
// from c. To get there, let z be the whole step, at first c. After tδ, (1 − t)z
// is left. We remove what lies along the normal n, which would leave the plane:
//
//	z ← (1 − t)z                                       [what is left of the way]
//	z ← z − n(n·z)/‖n‖²                                                              (leave)
//
// At the first bound of a walk n is nₗ. At a later bound n is nₗ without its
// parts along the normals of the earlier bounds, so that z stays in their
// planes.
//
// We make such a walk by hand, for three points with the Linear kernel and
// C = 10. Let β be (1, 1, −2), where all three variables are free. We take
// r = 3. Because x₃ = 0, the rows of L stand for x₁ and x₂ themselves:
//
//	i    xᵢ        yᵢ    βᵢ    bᵢ         L = (1 0)    b − bᵣ = (−1, −5)
//	1    (1, 0)    +1     1    −2             (2 1)    c = (−1, −3)
//	2    (2, 1)    +1     1    −6                      δ = (5, −3), δ₃ = −2
//	3    (0, 0)    −1    −2    −1
//
// The whole step of (newton), δ = (5, −3), would take β₂ from 1 to −2. A third
// of it, t = ⅓, already takes β₂ to its bound 0, β₁ to 8/3 and β₃ to −8/3. Of
// the way c, z = ⅔c = (−⅔, −2) is left. The bound has the normal
// n₂ = L⁻¹(0, 1) = (0, 1), so that (leave) leaves z = (−⅔, 0).
//
// This z has (δ₁, δ₂) = L⁻ᵀz = (−⅔, 0) and δ₃ = ⅔. The step takes β from
// (8/3, 0, −8/3) to (2, 0, −2) and meets no bound. The walk ends, with the
// widest margin between points 1 and 3
// (TestAWalkEndsAtTheFootOfAPerpendicular).
//
// With f free variables, each bound costs two triangular systems, one with L
// for nₗ and one with Lᵀ for δ. These take f² multiply-adds, in place of the
// f³/6 of another factorisation. Only r has no normal, because H has no row for
// it. If r meets its bound, the walk ends, and another begins, with another r.
//
// # Flat directions
//
// Let φ(x) have d coordinates. If more than d + 1 points are free, H is
// singular, since at most d of the differences φ(xᵢ) − φ(xᵣ) are linearly
// independent. Then there are flat directions δ, which do not move w, so that D
// has no curvature along them. If D grows along one, a walk should follow it to
// a bound.
//
// To make H invertible, we add a tiny number to each Hᵢᵢ: 64fεKᵢᵢ, where f
// counts the free variables.
//
// For example, let the numbers 1, 2 and 3 be free points, with r = 1. The
// differences are 1 and 2, and H has the rows (1, 2) and (2, 4). Its second
// pivot is 4 − 2² = 0. With 64·3ε·4 and 64·3ε·9 added, the pivot is about
// 5·10⁻¹³, and factor accepts it.
//
// Why 64? factor leaves a variable out whose pivot is at most fεHᵢᵢ, and
// rounding moves a pivot by a few times as much, so that we add 16 times this
// limit. As φ(xᵣ) is the shortest φ(xᵢ), see below, φ(xᵢ) − φ(xᵣ) is at most
// twice as long as φ(xᵢ), and Hᵢᵢ at most 4Kᵢᵢ. And 16·4 is 64. A much larger
// number would act like curvature of D, and make steps along a long valley too
// short.
//
// The price is in z. To make it, forward divides by the diagonal of L, which
// may be as small as √(64fεKᵢᵢ), 10⁻⁶√Kᵢᵢ for f = 140. In flat directions z may
// hence be 10⁶ times as long as in others.
//
// (leave) removes this length once the bounds leave no flat direction, but its
// rounding errors may be longer than the short z that should remain. Therefore
// we do (leave) twice, and take as r the free variable with the smallest Kᵢᵢ,
// because differences from a short φ(xᵣ) are rounded least.
//
// # When to leave pairs
//
// Nobody knows beforehand whether steps of (newton) are worth their work, so we
// try them now and then. How much work is a walk that moves f of the n
// variables? The unit is a multiply-add of pairs, which make 4n in a step. The
// numbers are rough.
//
//	f³/16    H = LLᵀ: f³/6, in about 3/8 of the time, as a number that is read is used again
//	8f²      making H, from numbers far apart, and the first two triangular systems
//	2fn      adding the f rows of K to b, which may first be read from memory
//	64n      16 steps of pairs, since a try that moves few variables gains little
//	f²       each bound that is met
//
// The wait for a try is measured by its work up to the first bound, because
// nobody knows how many bounds it will meet. With n = 1,000 and 50 free
// variables this work is
//
//	50³/16 + 8·50² + 2·50·1,000 + 64·1,000 = 191,813 multiply-adds
//
// or 48 steps of pairs, each of which takes 4,000. The first try waits for
// twice as long, 96 steps, because pairs alone may reach the end by then. The
// wait is as long after a try that did not pay, since pairs had probably not
// yet found the variables that stay free. After a try that paid it is half the
// work of the next, 24 steps. If more variables are free when the wait is over,
// it is computed again, and pairs go on.
//
// A try has paid if D grew, for each of its multiply-adds, by more than a tenth
// of what it grew for each multiply-add of the pairs since the last try. All
// walks of the try count, and all bounds they met. For example, let D have
// grown by 1 in 96 steps of pairs, 384,000 multiply-adds. A try of half as many
// has paid if D grew by more than 0.05.
//
// How many variables should a try move? With Linear and d features hardly more
// than d + 1 stay free, because each asks for f(xᵢ) = yᵢ, one equation for the
// d + 1 numbers in w and b. With a Gaussian all may stay free. We therefore
// begin with at most 64 variables, evenly spread over their list, and double
// the number after a try that used more than half of it and met few bounds.
//
// With tries between them, the steps still end. Statement 2 of "Why it ends"
// holds for walks too, since move refuses a walk unless D grows by more than ε
// times its length. Statement 6 holds because only a pair can lift βₚ from loₚ.
// Hence pairs make finitely many steps, and each try needs further steps of
// pairs first.

// Numbers from experience: testdata/measurements.md says what others cost.
const (
	longWait  = 2.0 // a try waits until pairs have worked for so many times its own work
	shortWait = 0.5 // the same after a try that paid
	firstFree = 64  // how many variables the first try moves at most
	fewMet    = 10  // less than one in so many met a bound: the next try may move twice as many
)

// tries say when (newton) is tried, with how many variables, in all blocks.
type tries struct {
	pairWork  float64 // multiply-adds of pairs since the last try
	pairGain  float64 // what pairs have gained since the last try
	dueWork   float64 // the wait, as work of pairs; 0 if it has not been computed yet
	waitTimes float64 // a try is due after this many times its own work
	mostFree  int     // the largest number of variables in a try
}

// newTries returns the tries of a training that begins.
func newTries() *tries { return &tries{waitTimes: longWait, mostFree: firstFree} }

// afterPair is called after a step of a pair, with its gain. If pairs have
// worked for long enough, it makes a try.
func (p *tries) afterPair(d *dual, gain float64) {
	p.pairGain += gain
	p.pairWork += 4 * float64(len(d.b)) // two reads of b, and step adds two rows
	if p.pairWork < p.dueWork {
		return
	}
	free := sample(d.between(), p.mostFree)
	p.dueWork = p.waitTimes * d.effort(len(free))
	if p.pairWork < p.dueWork {
		return
	}
	met, gained, work := d.try(free)
	p.waitTimes = longWait
	if 10*gained*p.pairWork > p.pairGain*work { // it paid: a tenth of pairGain/pairWork
		p.waitTimes = shortWait
	}
	if fewMet*met < len(free) && 2*len(free) > p.mostFree {
		p.mostFree *= 2
	}
	p.pairWork, p.pairGain, p.dueWork = 0, 0, 0
}

// try makes walks of the free variables, one more whenever r met its bound. It
// returns how many bounds were met, by how much D grew, and the work.
func (d *dual) try(free []int) (met int, gained, work float64) {
	for len(free) > 1 { // one alone cannot move, as Σ βᵢ stays
		bounds, gain, last := d.walk(free)
		f := float64(len(free))
		met, gained, work = met+bounds, gained+gain, work+d.effort(len(free))+float64(bounds)*f*f
		if last < 0 {
			break
		}
		r := free[last] // at its bound, or free if move refused the walk; it is removed
		free = slices.DeleteFunc(free, func(i int) bool { return i == r || !d.free(i) })
	}
	return met, gained, work
}

// effort returns the work of a walk of this many free variables up to its first
// bound, by the list above.
func (d *dual) effort(free int) float64 {
	f, n := float64(free), float64(len(d.b))
	return f*f*(f/16+8) + 2*f*n + 64*n
}

// walk moves the free variables from bound to bound, up to the best point of
// their face, or until r meets its bound. It returns how many bounds were met,
// by how much D grew, and the position of r in free if r met its bound, else
// −1.
func (d *dual) walk(free []int) (met int, gain float64, last int) {
	h, beta := d.face(free), pick(d.beta, free)
	z := h.centre(pick(d.b, free))
	for {
		delta := h.direction(z)
		l, t := d.firstBound(free, beta, delta)
		for i, p := range free { // only rounding could lead out of the box
			beta[i] = min(max(beta[i]+float64(t*delta[i]), d.lo[p]), d.hi[p])
		}
		if l >= 0 {
			beta[l], met = d.ahead(free[l], delta[l]), met+1
		}
		if l < 0 || l == h.r {
			return met, d.move(free, beta), l
		}
		h.leave(l)
		z = without(scaled(z, 1-t), h.normals) // (leave)
	}
}

// ahead returns the bound towards which a step δ moves βᵢ.
func (d *dual) ahead(i int, delta float64) float64 {
	if delta > 0 {
		return d.hi[i]
	}
	return d.lo[i]
}

// firstBound lets the free variables move from beta to beta + tδ. It returns
// the position l in free of the variable that meets its bound first, and the t
// at which this happens, or −1 and 1 if none meets it before t = 1.
func (d *dual) firstBound(free []int, beta, delta []float64) (l int, t float64) {
	l, t = -1, 1
	for i, p := range free {
		distance, v := math.Abs(d.ahead(p, delta[i])-beta[i]), math.Abs(delta[i])
		if distance < t*v {
			l, t = i, distance/v
		}
	}
	return l, t
}

// A face is what (newton) and (leave) need to know of some free variables.
type face struct {
	lower    [][]float64 // L of H = LLᵀ; row and column r are 0, but for a 1 where they meet
	r        int         // the position of r among the variables
	atBounds []int       // the positions of those that have met their bounds
	normals  [][]float64 // the nₗ of these, made orthonormal
}

// face computes H of the free variables and factorises it. Their rows of K are
// there: each has moved in a pair, or solveBlock has seen to it. If k is no
// kernel, factor may fail. We ignore its error, because move refuses a step
// without gain.
func (d *dual) face(free []int) *face {
	f, diagonal := len(free), pick(d.diagonal, free)
	least := slices.Index(diagonal, slices.Min(diagonal))
	h, r, kr := NewMatrix(f, f).rows(), free[least], d.k[free[least]]
	for i, p := range free {
		ki := d.k[p]
		for j, q := range free[:i+1] { // the lower triangle, which is all that factor reads
			h[i][j] = (ki[q] - kr[q]) - (ki[r] - kr[r]) // exactly 0 if i or j is r
		}
		h[i][i] += float64(64 * float64(f) * eps * diagonal[i]) // "Flat directions"
	}
	h[least][least] = 1 // its row and column are 0 otherwise
	factor(h)
	return &face{lower: h, r: least}
}

// centre returns c of (round).
func (h *face) centre(b []float64) []float64 {
	c := mapped(b, func(bi float64) float64 { return bi - b[h.r] })
	forward(h.lower, c)
	return c
}

// direction returns δ = L⁻ᵀz, with δᵣ, minus the sum of the others, and with
// exactly 0 for the variables that have met their bounds.
func (h *face) direction(z []float64) []float64 {
	delta := slices.Clone(z)
	backward(h.lower, delta)
	for _, i := range h.atBounds {
		delta[i] = 0
	}
	delta[h.r] = 0
	delta[h.r] = -sum(delta)
	return delta
}

// leave adds variable l to those that have met their bounds, with its normal,
// made orthogonal to the other normals and of length 1.
func (h *face) leave(l int) {
	n := make([]float64, len(h.lower))
	n[l] = 1 // as L is lower triangular, what stands before l remains 0
	forward(mapped(h.lower[l:], func(row []float64) []float64 { return row[l:] }), n[l:])
	n = without(n, h.normals)
	h.atBounds, h.normals = append(h.atBounds, l), append(h.normals, divided(n, Norm(n)))
}

// without removes from z its parts along the given orthonormal directions, in
// two rounds: see "Flat directions".
func without(z []float64, directions [][]float64) []float64 {
	for range 2 {
		for _, q := range directions {
			axpy(-dot4(q, z), q, z)
		}
	}
	return z
}

// move sets the free variables to their new values, which are in beta, changes
// b, and returns the gain. If the gain is not above ε times the length of the
// step, move changes nothing and returns 0.
func (d *dual) move(free []int, beta []float64) (gain float64) {
	minusDelta, b := difference(pick(d.beta, free), beta), slices.Clone(d.b) // minusDelta is −δ
	addRows(minusDelta, pick(d.k, free), b)                                  // (gradient)
	// D is quadratic, and bᵢ is its slope, so that the gain is the sum of all
	// δᵢb̄ᵢ, where b̄ᵢ is the mean of bᵢ before and after the step.
	gain = -(Dot(minusDelta, pick(d.b, free)) + Dot(minusDelta, pick(b, free))) / 2
	if !(gain > eps*sumAbs(minusDelta)) {
		return 0
	}
	d.travelled += sumAbs(minusDelta)
	for l, i := range free {
		before := d.beta[i]
		d.beta[i] = beta[l]
		d.changed(i, before)
	}
	copy(d.b, b)
	return gain
}

// # From here on
//
// The rest is about speed, memory, rounding and the hard margin. It begins with
// what users call.

// # Training

// SMO trains a machine with any kernel by sequential minimal optimisation. It
// is the solver to use. It searches until the violation m(α) − M(α) is at most
// o.Tol. The error is nil if nothing ends the search before, and if in the
// certificate, whose sums may round otherwise, the violation is at most twice
// o.Tol, and rounding moves f by less than 0.1.
//
// C = +Inf asks for the hard margin. If no function separates the labels, SMO
// returns [ErrNotSeparable] with a model that proves it.
//
// Otherwise SMO returns [ErrNotConverged] with the machine that it has reached,
// whose f(x) are wrong by about its violation. The reason may be:
//   - o.MaxIter has ended the search, or o.Trace, which is [ErrStopped]. After
//     Trace, the certificate may have the rounding errors of the steps.
//   - Rounding: scale the features. But the field Rounding of the certificate
//     is a bound, and often ten times too large. If the violation is small, the
//     machine may well be right.
//   - α grows without end, because k is no kernel.
//
// If the certificate finds that ‖w‖² is negative, the error is [ErrNotConvex]
// in place of ErrNotConverged, unless Trace has ended the search, and says if k
// is not symmetric. But a k that is not positive semi-definite need not show
// itself: SMO ends, perhaps not at the best α. To test k, call [IsPSD] with the
// matrix that [Gram] returns.
//
// For n points, training computes about n kernel values per support vector. If
// o.Cache has room for these rows of the kernel matrix, a user's kernel is
// called only once for each pair of points. With thousands of α between 0 and
// C, training is fast if o.Cache has room for the matrix of these points.
// Processors share kernel values and sums over all points, but not the steps,
// so that a second one may save little.
//
// SMO takes the memory of o.Cache as it needs it, and up to twice o.Cache with
// what waits for Go's garbage collector. Besides, it needs O(nd) memory for d
// features, and mostly less than 70 MB for steps of many variables.
func SMO[X any](k Kernel[X], x []X, y []float64, o Options) (*Model[X], error) {
	cost, scale, x, err := trainerInput(k, x, y, o)
	if err != nil {
		return nil, err
	}
	s := newDecomposition(k, x, y, cost, o) // the search, of the type decomposition: "Blocks"
	err = s.run()
	m := s.evidence
	if m == nil && err != nil && !errors.Is(err, ErrNotConverged) {
		return nil, err // a bad kernel value leaves no machine
	}
	if m == nil {
		// Wrong bₖ of the search might flatter the certificate. refresh makes
		// new ones, from n kernel values per support vector, if the search gave
		// up with m − M, here s.atLeast − s.atMost, above tol, or if the floor
		// of "Drift and rounding" is above tol. After a stop by Trace the bₖ
		// stay.
		tol, floor := s.task.o.Tol, resolution(sumAbs(s.all.beta), s.rounding.largest)
		if !(max(s.atLeast-s.atMost, floor) <= tol) && !s.watch.stopped {
			s.refresh()
		}
		s.all.settleOnBounds() // rounding may keep all just off
		// largestOf returns max K. That of Linear is of shifted points, and
		// roundingOf makes no use of it.
		m = newModel(k, x, y, absolute(s.all.beta), s.g(), cost, largestOf(s.all.diagonal, cost))
		// The certificate decides, with tol once more than the search, since
		// its f may round otherwise than b. ErrNotConvex replaces an
		// ErrNotConverged because only another k helps then. To say why,
		// asymmetry calls k for the points with αᵢ > 0, which is not done after
		// a stop by Trace.
		c := m.Certificate
		if c.indefinite() && !errors.Is(err, ErrStopped) {
			const none = "k is not positive semi-definite, see IsPSD"
			why := cmp.Or(asymmetry(k, x, nonzero(m.Alpha)), none)
			err = fmt.Errorf("%w: SMO: %s: |w|^2 = %.2g", ErrNotConvex, why, c.squaredNorm())
		}
		if err == nil && !(c.Violation() <= 2*tol && c.known()) {
			const what = "%w: SMO: violation %.2g, Tol = %.2g, rounding may move f by %.2g, " +
				"alpha up to %.2g: scale x"
			err = fmt.Errorf(what, ErrNotConverged, c.Violation(), tol, c.Rounding, c.MaxAlpha)
		}
	}
	m.Iterations, m.Evaluations, m.Scale = s.steps, s.watch.count(), scale
	return m, err
}

// Trainer returns a function that calls [SMO] with k and o, as [OneVsOne] and
// [OneVsRest] want it: see the example of [OneVsOne].
func Trainer[X any](k Kernel[X], o Options) func(x []X, y []float64) (*Model[X], error) {
	return func(x []X, y []float64) (*Model[X], error) { return SMO(k, x, y, o) }
}

// Fit trains by [SMO] a machine for each pair of two or more classes, as
// [OneVsOne] with [Trainer] does. But o.Scale makes one map, of all points that
// count, so that all machines scale a new point in the same way, and share its
// kernel values in a prediction. Of o.Weights, each machine takes those of its
// points. The Multiclass predicts points as they come, and encoding/gob saves
// it. For errors see [OneVsRest].
func Fit[X any, L cmp.Ordered](k Kernel[X], x []X, label []L, o Options) (
	*Multiclass[X, L], error) {
	cost, err := o.cost(len(x)) // which points count, with Balance or without
	err = cmp.Or(checkCount("labels", len(label), len(x)), err)
	if err != nil {
		return nil, err
	}
	scale, z, err := scaledFor(k, x, cost, o)
	if err != nil {
		return nil, err
	}
	o.Scale = false
	train := func(rows []int, y []float64) (*Model[X], error) {
		m, err := SMO(k, pick(z, rows), y, o.forRows(rows))
		if m != nil {
			m.Scale = scale
		}
		return m, err
	}
	// trainMachines, with true for pairs, gives train the points of two
	// classes, here as row numbers.
	return trainMachines(upTo(len(x)), label, true, train)
}

// Search finds by cross-validation how accurate machines with each kernel and
// each C are, and returns all trials, the best first. Of equally good ones a
// smaller Deviation comes first, then what was tried first. If no trial has an
// accuracy, Search returns the Err of the first. The best accuracy of many is
// too good, by luck: predict points that had no part in the choice, as in the
// example.
//
// With Options.Balance every class counts the same, in the training and in the
// choice. Search trains by [SMO], for pairs of classes as [OneVsOne] does; for
// another solver, call [HeldOut] for each candidate. Options.Weights has an
// entry for each point of x. A point of weight 0 is still predicted, and
// counts.
//
// It tries each kernel with all C, in the order of the lists, and tells g.After
// of each trial. If g.After or Options.Trace returns false, the trials so far,
// perhaps none, come with [ErrStopped].
//
// All C share the Gram matrix of a kernel, 8n² bytes, or, with Scale, one for
// each fold. The trainings that run at the same time take up to half a GiB
// more. If a single training takes more than that, they run one by one.
func Search[X any, L cmp.Ordered](x []X, label []L, g Grid[X]) (Trials[X], error) {
	return search(x, label, g, SMO) // in svm.go, which knows of no trainer
}

// Classifier returns a function to give to [CrossValidate] as fit, which calls
// [Fit] with k and o, so that o.Scale scales in each fold. If another solver
// trains, such as DualQP, or another scheme, write such a function yourself:
//
//	func(x []svm.Vector, label []string) (func(xs []svm.Vector) []string, error) {
//		m, err := svm.OneVsRest(x, label, svm.Trainer(k, o))
//		if m == nil {
//			return nil, err
//		}
//		return m.PredictAll, err
//	}
func Classifier[L cmp.Ordered, X any](k Kernel[X], o Options,
) func(x []X, label []L) (func(xs []X) []L, error) {
	return func(x []X, label []L) (func(xs []X) []L, error) {
		m, err := Fit(k, x, label, o)
		return m.PredictAll, err // err keeps HeldOut from calling that of a nil m
	}
}

// # Blocks
//
// A step changes two variables. But to find and make it, the plain method reads
// the n values bₖ three times, and two rows of K. We therefore make many steps
// for each pass over all points. A block is a set of variables that may move,
// while all others stay fixed.
//
// A block is a problem (signed) in fewer variables, because what the fixed
// variables add to the slopes of D is contained in the bᵢ. The βᵢ of the block
// need not have the sum 0, but steps of pairs keep their sum. The code of the
// first half therefore solves the problem, with a small matrix. For 192
// variables it has 295 kB and stays in the processor's cache.
//
// Only then do we change the bₖ of all points, by what the steps of the block
// have done together:
//
//	bₖ −= Σᵢ ΔβᵢKₖᵢ   for all k, over the i in the block that changed                      (carry)
//
// A block stops when the violation among its own variables is small, or when it
// has made as many steps as limits allows. A block of all variables stops at
// tol/2, because with tol itself the rounding of (carry) could leave an m − M
// slightly above tol, and the next block would make no step. Any other block
// stops at tol/2 or at a tenth of the present m − M, whichever is larger,
// because later blocks undo what further steps would gain.
//
// For finite C, and without rounding, the method still ends. Every block has
// the worst pair, with bᵢ = m and bⱼ = M, so that it begins with the violation
// m − M > tol and makes at least one step. All its steps of pairs have
// bᵢ − bⱼ > tol/2. Hence the proof of "Why it ends" holds with τ = tol/2.

// A decomposition is one training: (signed) on all points, block by block.
type decomposition[X any] struct {
	task            task[X]
	all             *dual // on all points, without a matrix
	cache           cache[X]
	rounding        rounding
	watch           watch   // asks Trace, and counts kernel values: see svm.go
	block           []int   // the block that is being solved, or the last one
	oneBlock        bool    // each block has all variables: see prepareRows
	atLeast, atMost float64 // m and M: b should be at least m and at most M
	highest, lowest int     // the worst pair: variables with bᵢ = m and bⱼ = M
	steps           int
	evidence        *Model[X] // the model of ErrNotSeparable, if found: see "The hard margin"
}

// task holds the arguments of SMO, and what follows from them. The labels y,
// ±1, are also the linear part of D, so that b = y − Kβ.
type task[X any] struct {
	kernel       Kernel[X]
	points       []X
	y, cost      []float64
	o            Options // with its defaults
	linear, hard bool    // the Linear kernel; C = +Inf
}

// rounding holds what we know about rounding errors: see "Drift and rounding".
type rounding struct {
	largest   float64 // max K so far: Kᵢᵢ of the blocks' variables, |Kᵢⱼ| of slow rows
	drift     float64 // how much rounding may have moved a bᵢ since it was computed
	travelled float64 // Σ|Δβᵢ| of all steps of the last block
	idle      int     // how many blocks so far were idle
}

// Numbers from experience: testdata/measurements.md says what others cost.
// Without blockSteps a hard block could take millions of steps that later
// blocks undo.
const (
	blockSteps   = 10   // a block makes at most so many steps for each of its variables
	mostOneBlock = 2048 // up to so many points, one block may hold all: "Which block"
	leastBlock   = 192  // a block has at least so many places,
	blockPart    = 64   // and at least one place for so many points
	mostIdle     = 10   // so many idle blocks end a search: "Drift and rounding"
)

// newDecomposition returns the problem at β = 0, without any kernel value.
func newDecomposition[X any](k Kernel[X], x []X, y, cost []float64, o Options) *decomposition[X] {
	// A Tol of 10⁻³ is small next to the 1 that yᵢf(xᵢ) should reach. Only a
	// search without end makes 10⁸ steps.
	o.Tol, o.MaxIter = cmp.Or(o.Tol, 1e-3), cmp.Or(o.MaxIter, 100_000_000)
	s := &decomposition[X]{all: newDual(y, cost), watch: watch{trace: o.Trace}}
	s.all.tries = newTries() // part hands them on to each block
	s.task = task[X]{k, x, y, cost, o, isLinear(k), hardMargin(cost)}
	s.cache = cache[X]{x: x, row: make([][]float64, len(x))}
	if s.task.linear {
		// Near the origin inner products round less, so that we subtract the
		// middle: see medianPoint. As Σ βᵢ = 0, this leaves w = Σ βᵢxᵢ, and
		// moves all bᵢ by the same number. Points of weight 0, which may lie
		// anywhere, are not in the middle.
		v := any(x).([][]float64)
		z := shifted(v, medianPoint(pick(v, nonzero(cost))), len(v[0]))
		s.cache.x = any(z).([]X) // X is []float64, which the compiler does not know
	}
	return s
}

// run works block by block until the search is over, or an error ends it. The
// rows are prepared even if the first review finds o.Tol reached, because SMO
// takes max K from the diagonal.
func (s *decomposition[X]) run() error {
	// At β = 0 only a stop by Trace makes review return an error.
	over, err := s.review()
	if !s.watch.stopped {
		err = s.prepareRows()
	}
	for !over && err == nil {
		if err = s.solveBlock(); err == nil || errors.Is(err, ErrStopped) {
			over, err = s.review() // which says how far the search came
		}
	}
	return err
}

// review does what is due between two blocks: it stretches β, finds m and M,
// counts idle blocks and asks Trace. It reports whether the search is over.
func (s *decomposition[X]) review() (over bool, err error) {
	if err := s.stretch(); err != nil {
		return true, err
	}
	s.findEnds()
	r, total := &s.rounding, sumAbs(s.all.beta)                         // Σ αᵢ
	if s.atLeast-s.atMost <= resolution(total+r.travelled, r.largest) { // idle
		r.idle++
	}
	return s.isOver()
}

// isOver shows Trace the search, and reports whether it is over: with an error
// if Trace or MaxIter has ended it, and without one once m − M ≤ tol, or after
// ten idle blocks.
func (s *decomposition[X]) isOver() (bool, error) {
	violation, tol := s.atLeast-s.atMost, s.task.o.Tol
	// Where Trace ended the work on kernel values, b may still have its drift,
	// and a violation of at most tol proves nothing.
	early := s.watch.stopped
	value := s.all.value(s.task.y) // goesOn adds the number of kernel values
	s.watch.progress = Progress{Iterations: s.steps, Violation: violation, Dual: value}
	switch goesOn := s.watch.goesOn(); {
	case !goesOn && (early || violation > tol):
		const what = "%w after %d steps of SMO, violation %.2g"
		return true, fmt.Errorf(what, ErrStopped, s.steps, violation)
	case violation <= tol, s.rounding.idle == mostIdle: // (stop), or see "Drift and rounding"
		return true, nil
	case s.steps >= s.task.o.MaxIter:
		const what = "%w: SMO: violation %.2g after %d steps: MaxIter = %d"
		return true, fmt.Errorf(what, ErrNotConverged, violation, s.steps, s.task.o.MaxIter)
	}
	return false, nil
}

// solveBlock lets solve make the steps of the next block, and applies them. If
// a row is missing, fetch makes it. If a bad kernel value or Trace prevents
// this, solve stops, the steps so far are applied, and solveBlock returns the
// reason. Other errors are of sums that overflow, and of a step without end.
func (s *decomposition[X]) solveBlock() error {
	d := s.nextBlock()
	var refused error            // why fetch could not make a row
	d.fetch = func(l int) bool { // for slow kernels and blocks of all: others have their matrix
		i := s.block[l]
		if refused = s.makeRow(i); refused != nil {
			return false
		}
		if !s.oneBlock { // the matrix of a block of all is s.cache.row
			d.k[l] = pick(s.cache.row[i], s.block)
		}
		return true
	}
	for _, l := range d.between() { // steps of (newton) read the rows of free variables
		if !d.obtain(l) {
			return refused // before any step of this block
		}
	}
	s.rounding.largest = max(s.rounding.largest, maxAbs(d.diagonal))
	steps, i, j := d.solve(s.limits())
	if s.rounding.idle > 0 { // pairs hardly reach a try: "Drift and rounding"
		d.try(sample(d.between(), firstFree))
	}
	s.steps, s.rounding.travelled = s.steps+steps, d.travelled
	if err := s.applyBlock(d); err != nil || j < 0 {
		return cmp.Or(refused, err)
	}
	return s.noBestStep(s.block[i], s.block[j])
}

// limits returns the violation at which the present block stops, by "Blocks",
// and how many steps it may make: blockSteps for each variable. A block of all
// variables makes half a step for each, a round number. Its end costs little,
// as the rows stay, and lets review show Trace the search and stretch β. Each
// idle block halves the limit, down to one step ("Drift and rounding").
func (s *decomposition[X]) limits() (enough float64, limit int) {
	enough, limit = max(s.task.o.Tol/2, (s.atLeast-s.atMost)/10), blockSteps*len(s.block)
	if s.oneBlock {
		enough, limit = s.task.o.Tol/2, (len(s.block)+1)/2
	}
	return enough, min(max(1, limit>>s.rounding.idle), s.task.o.MaxIter-s.steps)
}

// applyBlock takes over the β that the steps in a block have reached, and
// updates the bₖ of all points. If sums overflow, as they may for C = ∞ if k is
// no kernel, it changes nothing, and returns an error.
func (s *decomposition[X]) applyBlock(d *dual) error {
	// ‖w‖² ≤ (Σ αᵢ)²·max K, as ‖w‖ ≤ Σ αᵢ‖φ(xᵢ)‖, has to be finite.
	if total := sumAbs(s.all.beta) + sumAbs(d.beta); !finite(total * total * s.rounding.largest) {
		const what = "%w: SMO: sums overflow after %d steps, violation %.2g before"
		return fmt.Errorf(what, ErrNotConverged, s.steps, s.atLeast-s.atMost)
	}
	before := slices.Clone(s.all.beta)
	for l, i := range s.block {
		s.all.beta[i] = d.beta[l]
	}
	// Shifted points need Σ βᵢ = 0. What rounding has added to it comes from
	// this block, and goes off one of its βᵢ.
	if s.task.linear {
		rebalance(s.all.beta, s.task.cost, s.block)
	}
	s.all.classify()
	minusDelta := difference(before, s.all.beta) // −Δβ
	s.addSums(minusDelta)                        // (carry); no error, as the slow rows are held
	products := float64(len(s.block))            // at most so many are added to each bₖ
	s.rounding.drift += 2 * eps * (sumAbs(minusDelta)*s.rounding.largest + products*maxAbs(s.all.b))
	return nil
}

// value returns D(β) = ½Σ βᵢ(yᵢ + bᵢ), because Kβ = y − b.
func (d *dual) value(y []float64) float64 { return (Dot(d.beta, y) + Dot(d.beta, d.b)) / 2 }

// g returns gᵢ = yᵢ − bᵢ. For Linear, where s.all.b belongs to shifted points,
// it computes Σ βⱼk(xⱼ, xᵢ) at the given ones, over βⱼ ≠ 0.
func (s *decomposition[X]) g() []float64 {
	if s.task.linear {
		s.watch.add(1, len(s.cache.x)) // an inner product with w for each point
		f, _ := withoutZeros(s.task.kernel, s.task.points, s.all.beta)
		return f.sums(s.task.points)
	}
	return difference(s.task.y, s.all.b)
}

// # The cache
//
// Most of the work is to make kernel values, and memory cannot hold all of K.
// We keep the values of free variables, because these variables move again:
//
//   - The matrix of a block stays for the next block: only values of new
//     variables are made, or copied from rows that are held.
//   - If variable i has changed, (carry) needs row i of K. The rows of free
//     variables are held. The others are made, added to b and forgotten, 32 at
//     a time. Linear needs none: each bₖ takes one inner product with Σ Δβᵢxᵢ.
//
// o.Cache has room for c numbers of 8 bytes, by default 134 million. Two thirds
// are for the matrix, and one is for rows of free variables. So a block has at
// most √(2c/3) = 9,459 variables, or 2,048 if that is more: 34 MB, whatever
// o.Cache is. Of 20,000 points 2,236 rows are held, c/3 = 44.7 million numbers.
// If rows took what a small matrix leaves, the matrix could grow before the
// garbage collector has taken them back.
//
// The rows of a slow kernel, see prepared in kernel.go, may take very long.
// They are made one by one, for free variables, and otherwise only when a step
// asks for them, and each value that another row holds is copied. They stay
// after their variables have left the block, too. If the memory is used up, the
// row goes whose variable has been in no block for longest.
//
// All variables of a block may need slow rows. Such a block therefore has no
// more variables than rows fit into o.Cache, at most 2,048, but at least three,
// because with the worst pair alone a block would be a single step, and save no
// work.
//
// A row that is given up lends its storage to a new row; otherwise rows that
// wait for the garbage collector could take as much memory again.

// cache makes values of K, and holds as many as there is room for.
type cache[X any] struct {
	rows  prepared[X] // makes rows of K
	x     []X         // for Linear, points shifted towards the origin
	k     [][]float64 // storage of the matrix of the block, in rows of side numbers
	row   [][]float64 // rows of K, nil if not held
	byAge []int       // the points with rows, unused for longest first
	spare sync.Pool   // storage of rows that were given up, for new rows
	side  int         // the largest size of a block
	most  int         // so many rows may be held
}

// prepareRows prepares the points for rows, decides how large blocks are, and
// computes the diagonal of K.
func (s *decomposition[X]) prepareRows() error {
	c, n := &s.cache, len(s.task.y)
	c.rows = prepare(s.task.kernel, c.x)
	c.spare.New = func() any { return make([]float64, n) }
	// One block of all makes its rows one at a time, by one processor unless
	// the kernel is slow: see "Which block".
	oneRow := c.rows.slow || float64(n)*c.rows.work <= worthSharing
	room := cmp.Or(s.task.o.Cache, cacheBytes) / 8 // for numbers of 8 bytes
	s.oneBlock = n <= min(mostOneBlock, room/n) && oneRow && !s.task.linear
	c.side = min(n, max(mostOneBlock, int(math.Sqrt(float64(room)*2/3))))
	c.most = max(3, room/3/n)
	if s.oneBlock || c.rows.slow { // there is no matrix, and each variable needs a row of K
		c.side, c.most = max(3, min(n, mostOneBlock, room/n)), max(3, room/n)
	}
	s.watch.add(1, n) // the diagonal, for which review has asked Trace
	s.all.diagonal = squaredNorms(s.task.kernel, c.x, c.rows.work)
	// An error names k(xⱼ, xⱼ): value j of the diagonal stands in row j.
	return checkValues(s.task.kernel, s.all.diagonal, func(j int) int { return j })
}

// matrix returns the variables of the next block and their matrix. What stays
// from the last block comes first, in its order. For example, let the blocks
// have the points 2, 5, 7 and then 7, 8, 2:
//
//	      2    5    7                     2    7    8
//	2    K₂₂  K₂₅  K₂₇              2    K₂₂  K₂₇   ×
//	5    K₅₂  K₅₅  K₅₇              7    K₇₂  K₇₇   ×
//	7    K₇₂  K₇₅  K₇₇              8     ×    ×    ×
//
// Only the × are new. A slow row is missing until a step asks for it.
func (s *decomposition[X]) matrix(next []int) (block []int, k [][]float64) {
	c, size := &s.cache, len(next)
	if c.rows.slow {
		c.touch(next)
		return next, make([][]float64, size)
	}
	chosen, was := marked(len(c.x), next), marked(len(c.x), s.block)
	stay := indicesWhere(len(s.block), func(l int) bool { return chosen[s.block[l]] })
	block = append(pick(s.block, stay), only(next, func(i int) bool { return !was[i] })...)
	for len(c.k) < size {
		c.k = append(c.k, make([]float64, c.side))
	}
	// Only rows of free variables stay, because touch puts them last.
	free := only(c.byAge, s.all.free)
	c.touch(free)
	c.giveUp(min(c.most, len(free)))
	// What stays of the matrix moves to the front: as t ≤ l and u ≤ m, no value
	// is overwritten before it is read.
	for t, l := range stay {
		to, from := c.k[t], c.k[l]
		for u, m := range stay {
			to[u] = from[m]
		}
	}
	k = mapped(c.k[:size], func(row []float64) []float64 { return row[:size] })
	// fillGram makes the columns of the new variables, which begin at
	// len(stay), in their own rows and in those of noRow, which stay but are
	// not held. Its error, that of ask, is for slow kernels only.
	noRow := indicesWhere(len(stay), func(l int) bool { return !c.has(block[l]) })
	fillGram(k, len(stay), noRow, s.task.kernel, pick(c.x, block), s.watch.ask)
	// The values of new variables with those that have a row are copied.
	for l, i := range block[:len(stay)] {
		for m := len(stay); m < size && c.has(i); m++ {
			k[l][m] = c.row[i][block[m]]
			k[m][l] = k[l][m]
		}
	}
	return block, k
}

// marked returns n reports: true for the numbers in the list.
func marked(n int, list []int) []bool {
	m := make([]bool, n)
	for _, i := range list {
		m[i] = true
	}
	return m
}

// only returns the numbers of the list for which is(i), in order.
func only(list []int, is func(i int) bool) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return !is(i) })
}

// addSums adds Σ cᵢKᵢₖ to each bₖ, where the cᵢ are in coef: for (carry) −Δβᵢ,
// and for refresh βᵢ. First it adds the rows that are held, then it makes the
// others, and holds those of free variables, for which the oldest rows go. Slow
// rows are made here for refresh only, since the steps of a block have made
// theirs. Then Trace may end the work with an error, and with it the search.
func (s *decomposition[X]) addSums(coef []float64) error {
	c, moved := &s.cache, nonzero(coef)
	held, made := only(moved, c.has), only(moved, func(i int) bool { return !c.has(i) })
	v, rows := pick(coef, held), pick(c.row, held)
	// 1,024 numbers of b, 8 kB, stay in the processor's cache for all rows.
	shareParts(len(c.x), 1024, float64(len(rows)), func(lo, hi int) {
		addRows(v, cutRows(rows, lo, hi), s.all.b[lo:hi])
	})
	f := Expansion[X]{Kernel: s.task.kernel, Points: pick(c.x, made), Coef: pick(coef, made)}
	if s.task.linear { // one inner product with w for each point
		s.watch.add(1, len(c.x))
		axpy(1, f.sums(c.x), s.all.b)
		return nil
	}
	free := only(made, s.all.free)
	// Of the rows held so far at least as many stay as were just of use.
	most := max(0, c.most-len(held))
	for _, i := range free[:min(len(free), most)] {
		c.hold(i, c.spare.Get().([]float64)) // its tiles fill it
	}
	// len(c.x) asks for whole rows. A tile has the rows of f.Points from i on,
	// in the columns from lo on. Processors bring tiles at the same time, but
	// never with the same columns.
	err := c.rows.eachTile(f.Points, len(c.x), s.watch.ask, func(i, lo int, tile [][]float64) {
		addRows(f.Coef[i:i+len(tile)], tile, s.all.b[lo:])
		for l, row := range tile {
			if c.has(made[i+l]) {
				copy(c.row[made[i+l]][lo:], row)
			}
		}
	})
	if err != nil { // some rows are not complete, and the search ends
		c.giveUp(0)
	}
	return err
}

// has reports whether row i is held.
func (c *cache[X]) has(i int) bool { return c.row[i] != nil }

// touch notes that the rows of these points, where they are held, are used now.
func (c *cache[X]) touch(points []int) {
	now := marked(len(c.x), points)
	others := only(c.byAge, func(i int) bool { return !now[i] })
	c.byAge = append(others, only(points, c.has)...)
}

// giveUp drops the rows unused for longest, until no more than most are held.
func (c *cache[X]) giveUp(most int) {
	for ; len(c.byAge) > most; c.byAge = c.byAge[1:] {
		i := c.byAge[0]
		c.spare.Put(c.row[i])
		c.row[i] = nil
	}
}

// hold holds row i, and makes room for it.
func (c *cache[X]) hold(i int, row []float64) {
	c.giveUp(c.most - 1)
	c.row[i], c.byAge = row, append(c.byAge, i)
}

// makeRow makes row i, unless it is held, and holds it. It returns an error if
// Trace ends the work, or for a value out of range. Only values of slow kernels
// need this check: "Bad input" in kernel.go.
func (s *decomposition[X]) makeRow(i int) error {
	c := &s.cache
	if c.has(i) {
		return nil
	}
	if !c.rows.slow { // for a block of all variables
		s.watch.add(1, len(c.x))
		c.hold(i, make([]float64, len(c.x))) // a block of all gives up no row
		fill := c.rows.rowsOf(c.x[i : i+1])
		fill(c.row[i:i+1], 0, len(c.x)) // by one processor: see prepareRows
		return nil
	}
	missing := indicesWhere(len(c.x), func(j int) bool { return j != i && !c.has(j) })
	if err := s.watch.ask(len(missing), true); err != nil {
		return err
	}
	row := c.spare.Get().([]float64)
	row[i] = s.all.diagonal[i]
	for _, j := range c.byAge {
		row[j] = c.row[j][i] // Kᵢⱼ = Kⱼᵢ
	}
	// tile(dst, lo, hi) makes the values of row i with the points lo to hi − 1.
	// rowsOf stands after ask, because that of [Normalized] makes a value
	// itself. The missing values are not neighbours, and so each is a tile of
	// its own.
	tile := c.rows.rowsOf(c.x[i : i+1])
	cells := mapped(missing, func(j int) []float64 { return row[j : j+1] })
	share(len(missing), c.rows.work, func(l int) {
		tile(cells[l:l+1], missing[l], missing[l]+1)
	})
	// If k is no kernel, |Kᵢⱼ| may be larger than Kᵢᵢ and Kⱼⱼ.
	s.rounding.largest = max(s.rounding.largest, maxAbs(row))
	c.hold(i, row)
	return checkRow(s.task.kernel, i, row)
}

// # Which block
//
// Which variables may move in the next block? Three kinds have places, in this
// order:
//
//  1. the worst pair, with bᵢ = m and bⱼ = M;
//  2. all free variables. Spread over several blocks, they would undo each
//     other's steps, and a try could not reach the best point of their face;
//  3. others that violate, which means that the present b does not suit them.
//     Some ask for a larger b, others for a smaller one. The present b is the
//     mean bᵢ of the free variables, or ½(m + M) if none is free.
//
// If memory allows, a block has two places for each free variable, and two for
// the pair, so that others have as many places as free ones. But it has at
// least n/64 places, never below 192 or above 1,024, half of mostOneBlock. For
// example, let n be 20,000, so that n/64 is 312. With 100 free variables a
// block has 312 places: 2 + 100 + 210. With 1,000 free variables it has 2,002:
// 2 + 1,000 + 1,000.
//
// Why n/64? Most points that end at C move once, in the block that takes them.
// With larger blocks there are fewer, and since each block reads all n points,
// fewer blocks cost less. But the matrix of a block has (n/64)² values, and
// should stay in the processor's cache: with n = 20,000 it takes 0.8 MB.
//
// If more variables violate than there are places, we take a sample, evenly
// spread in a list, which has first those that ask for a larger b. Why not the
// worst? They lie close together, and once a few have changed, the rest no
// longer violate.
//
// There is one exception: the worst lie apart if the free variables need half
// of the places that the pair leaves, or more. Then half of the places left are
// for a sample of the worst, those that are wrong by more than half as much as
// the worst of all.
//
// For example, let C = 1, and a block have 6 places for these ten points
// (TestABlockOfSixOfTenPoints):
//
//	i     yᵢ    βᵢ      bᵢ      asks for     b = 0 is wrong by
//	1     +1    0.5     0.2     b = 0.2      0.2               free
//	2     −1    −0.5    −0.2    b = −0.2     0.2               free: the mean bᵢ is 0
//	3     +1    0       0.9     b ≥ 0.9      0.9               m
//	4     −1    0       −0.8    b ≤ −0.8     0.8               M
//	5     +1    0       0.3     b ≥ 0.3      0.3
//	6     +1    0       0.6     b ≥ 0.6      0.6
//	7     −1    0       −0.1    b ≤ −0.1     0.1
//	8     −1    0       1.5     b ≤ 1.5      nothing
//	9     +1    1       0.4     b ≤ 0.4      nothing
//	10    −1    −1      −0.7    b ≥ −0.7     nothing
//
// The free variables, 1 and 2, need half of the four places that the pair, 3
// and 4, leaves. Of the two others one is for a sample of the worst, which are
// wrong by more than half of 0.9: only 6 is. The other place is for a sample of
// 5 and 7, which is 5.
//
// If the free variables need more places than there are, the same variables
// would fill block after block. The pair and the free variables therefore take
// at most seven of every eight places, and the last eighth is for variables
// that violate, free or not. Of the free variables, those of the last block
// come first, since their kernel values are at hand, and then a sample of the
// rest.
//
// One block of all variables is best if n is at most 2,048 and o.Cache has room
// for K, because no block undoes another. Its rows are made when a step asks
// for them, one at a time. There are two exceptions, which are faster with
// smaller blocks:
//
//   - Linear, for which (carry) needs no row of K. To end a block is therefore
//     cheap, and a small matrix is the faster one;
//   - a kernel that is not slow, and whose row takes more multiply-adds than
//     worthSharing, 2¹⁸. The points then take about 2 MB, which may be too much
//     for the cache of one processor. Blocks make 32 rows each time they read
//     the points.

// nextBlock chooses the variables of the next block, and returns (signed) in
// these. The part of the others is contained in b.
func (s *decomposition[X]) nextBlock() *dual {
	if s.oneBlock {
		s.block = upTo(len(s.task.y))
		return s.all.part(s.block, s.cache.row) // with the rows made so far
	}
	next, k := s.matrix(s.choose())
	s.block = next
	return s.all.part(next, k)
}

// choose returns the variables of a block that does not have all.
func (s *decomposition[X]) choose() []int {
	n, free := len(s.cache.x), s.all.between()
	size := max(leastBlock, min(n/blockPart, mostOneBlock/2), 2+2*len(free))
	size = min(size, s.cache.side)
	block := []int{s.highest, s.lowest} // neither is −1, since m − M > tol
	chosen := marked(n, block)
	add := func(list []int, count int) {
		others := only(list, func(i int) bool { return !chosen[i] })
		for _, i := range sample(others, count) {
			block, chosen[i] = append(block, i), true
		}
	}
	// The pair has its 2 places already. The last eighth, a round number, is
	// for others.
	add(only(s.block, s.all.free), size-size/8-2)
	add(free, size-size/8-len(block))
	b := (s.atLeast + s.atMost) / 2
	if len(free) > 0 {
		b = mean(pick(s.all.b, free))
	}
	// violating returns the variables that ask for a b farther away than gap.
	violating := func(gap float64) []int {
		larger := only(s.all.up, func(i int) bool { return s.all.b[i] > b+gap })
		smaller := only(s.all.down, func(i int) bool { return s.all.b[i] < b-gap })
		return append(larger, smaller...)
	}
	if size <= 2+2*len(free) {
		add(violating(max(s.atLeast-b, b-s.atMost)/2), (size-len(block))/2)
	}
	add(violating(0), size-len(block))
	return block
}

// part returns (signed) in the variables of the block, with their matrix.
func (d *dual) part(block []int, k [][]float64) *dual {
	p := &dual{k: k, diagonal: pick(d.diagonal, block), beta: pick(d.beta, block),
		lo: pick(d.lo, block), hi: pick(d.hi, block), b: pick(d.b, block), tries: d.tries}
	p.classify()
	return p
}

// # The hard margin
//
// With C = ∞ no αᵢ has an upper bound. If nothing separates the classes, D
// grows without end, and so would the steps. Two signs show it.
//
// The first is a pair with φ(xᵢ) = φ(xⱼ) and two labels. It has η = 0 and
// bᵢ − bⱼ = yᵢ − yⱼ = 2. By (gain) its step has no end.
//
// The second sign is that the hulls of the classes touch, the sets of all
// weighted means of their φ(xᵢ) ("No machine" in svm.go). We watch one point of
// each hull. Because Σ αᵢyᵢ = 0, the αᵢ of each class add up to ½Σ αᵢ, and
// divided by this sum they are weights of a mean. The difference of the two
// points is w/(½Σ αᵢ), and their distance 2‖w‖/Σ αᵢ.
//
// Do they come together? At the start D = Σ αᵢ − ½‖w‖² is 0, and it only grows.
// Hence ‖w‖² ≤ 2Σ αᵢ, and the distance is at most √(8/Σ αᵢ). But this bound is
// 10⁻⁶·2√max K only once Σ αᵢ is 2·10¹²/max K. By pairs alone that may take
// many millions of steps. Between blocks we therefore multiply all βᵢ by the t
// for which D is largest, if this t is above 2:
//
//	D(tβ) = tΣ αᵢ − ½t²‖w‖²,   D′(t) = 0  ⇔  t = Σ αᵢ/‖w‖²                             (stretch)
//
// After the stretch ‖w‖² = Σ αᵢ, so that w is long whenever α is large: a step
// then changes ‖w‖² far more than Σ αᵢ, and as D grows, it mainly shortens w
// and brings the two points together.
//
// Once their distance is a millionth of 2√max K, hullEvidence asks whether α is
// evidence, by sums that it makes anew, on the points as given.

// stretch scales the β of a hard margin by (stretch). It returns
// ErrNotSeparable if α has become evidence that the hulls touch.
func (s *decomposition[X]) stretch() error {
	if !s.task.hard {
		return nil
	}
	alpha, g := absolute(s.all.beta), difference(s.task.y, s.all.b)
	total, ww := sum(alpha), max(0, Dot(s.all.beta, g)) // Σ αᵢ and ‖w‖², below 0 by rounding only
	// Two φ(x) are at most 2√max K apart. At β = 0, distance and t are NaN, and
	// both conditions are false.
	distance := 2 * math.Sqrt(ww) / total
	if distance <= touchTol*2*math.Sqrt(s.rounding.largest) {
		if err := s.hullsTouch(alpha, s.g()); err != nil {
			return err
		}
	}
	// A t from ½, the least since D ≥ 0, to 2 we leave to the pairs, which soon
	// make up for it. The βᵢ at a bound stay there, since the only finite bound
	// is 0: no classify is needed.
	if t := total / ww; t > 2 && finite(t) { // (stretch)
		s.all.beta = scaled(s.all.beta, t)
		copy(s.all.b, difference(s.task.y, scaled(g, t)))
		s.rounding.drift *= t // as y − b is
	}
	return nil
}

// noBestStep returns the error for a pair whose δ in (step) is infinite. As no
// bound ends the step, yᵢ = +1 and yⱼ = −1. If φ(xᵢ) = φ(xⱼ) to rounding, the
// error is ErrNotSeparable, with the pair as evidence. Otherwise η ≤ 0 is no
// squared distance: k is no kernel, and the error is ErrNotConverged.
func (s *decomposition[X]) noBestStep(i, j int) error {
	// The β of the pair, since each point is in the hull of its class.
	pair := make([]float64, len(s.task.y))
	pair[i], pair[j] = s.task.y[i], s.task.y[j]
	g, err := checkedSums(&s.watch, s.task.kernel, s.task.points, pair)
	if err != nil { // by Trace: slow rows were checked when made, and others need no check
		return err
	}
	if err := s.hullsTouch(absolute(pair), g); err != nil || s.watch.stopped {
		return err // nil if Trace has ended the check: review finds s.watch.stopped
	}
	const what = "%w: SMO: alpha[%d] and alpha[%d] can grow without end: k is no kernel, see IsPSD"
	return fmt.Errorf(what, ErrNotConverged, i, j)
}

// hullsTouch returns ErrNotSeparable, and keeps the evidence, if α with its g
// shows that the hulls touch. Otherwise it returns nil, also if Trace has ended
// the check, which the next review sees in s.watch.stopped.
func (s *decomposition[X]) hullsTouch(alpha, g []float64) error {
	m, err := hullEvidence(&s.watch, s.task.kernel, s.task.points, s.task.y, alpha, g, s.task.cost)
	if !errors.Is(err, ErrNotSeparable) {
		return nil
	}
	s.evidence = m
	return err
}

// # Drift and rounding
//
// Two errors can hide the end of a search: one that grows while we search, and
// one that even a new b has.
//
// The first is the drift. A bₖ is a sum of thousands of terms Δβᵢ·Kᵢₖ, added
// one by one. Each time a product and a sum are rounded, together by at most
// about ε(|Δβᵢ|·max K + max|bₖ|). We add twice this to a number called the
// drift, because Kᵢₖ is rounded too, and max|bₖ| is known only after all terms.
// The drift estimates how wrong any bₖ may be. Its max K is that of the
// variables which blocks have had, and may be too small. The certificate, with
// all points, makes up for that.
//
// The drift does harm because m − M is a difference of two bₖ. If both are
// wrong by an eighth of m − M, it may be wrong by a quarter, and mislead the
// search. But a drift of at most tol/8 cannot spoil the result. If the drift is
// above both limits, we therefore compute all bₖ anew from β.
//
// The second is the floor. Even a new bₖ is a rounded sum, and wrong by about
// ε·max K·Σ|βⱼ|. The floor is this with 8ε in place of ε (resolution, in
// "Rounding" of svm.go), and an m − M below it cannot be told from 0.
//
// Mostly the floor is far below tol. A Gaussian has max K = 1, and with
// Σ|βⱼ| = 1,000 the floor is 9·10⁻¹³. But with a cubic kernel of unscaled
// points max K may be 10¹². With Σ|βⱼ| = 10 the floor is then 0.009, and tol is
// 0.001.
//
// Since the floor is often ten times too large, further blocks may still help
// below it, and SMO goes on. But it calls a block idle if m − M is at most the
// floor after the block, and stops after ten idle blocks, with others between
// them or not. Then the certificate decides, by the rule of "What is good
// enough" in svm.go (TestATolBelowRoundingEndsInOneOfTwoWays).
//
// Near the end a block may find its own violation small after a single step.
// Then pairs hardly ever work for long enough to reach a try, without which
// they are lost in a long valley ("The free variables at once"). Therefore,
// after the first idle block, each block ends with a try, of at most firstFree
// variables (TestBelowTheFloorEachBlockEndsWithATry).
//
// Steps may also go in a circle, if rounding hides the distance of two points.
// For example, let k be 1 + ⟨x, x′⟩, and let points with the labels +1 and −1
// lie at 999,999.99 and at 10⁶. Then K is about 10¹², and each Kᵢⱼ is rounded
// by about 10⁻⁴.
//
// The η of the pair is 10⁻⁴, too, but it is computed as 0. The step therefore
// goes on to the bound C, say 10⁶, where δ = 2/η = 20,000 would be right, and
// bᵢ − bⱼ becomes about −100. The next step leads all the way back, and so on,
// without end (TestStepsThatRoundingTurnsBackEnd).
//
// After the way back all β are 0 again, and so is a floor that is computed from
// Σ|βⱼ|. But the steps were long. We therefore add to Σ|βⱼ| the lengths of all
// steps of the block that has just ended. A block is idle if
//
//	m − M ≤ the floor, with Σ|βⱼ| + Σ|Δβ| for Σ|βⱼ|     [Δβ: each step of the block]
//
// In the circle two variables go 10⁶ there and back, so that after the first
// block Σ|Δβ| is 4·10⁶, and the floor 8ε·10¹²·4·10⁶ = 3,600. A block whose
// steps rounding swallows, so that βᵢ + δ is βᵢ, is idle, too: see pair.
//
// Each idle block halves the number of steps that later blocks may make. Fewer
// steps make smaller errors, which end with the block, because (carry) uses
// only the Δβᵢ, the sums of its steps.

// findEnds finds m and M, from a new b if the drift is too large.
func (s *decomposition[X]) findEnds() {
	s.atLeast, s.atMost, s.highest, s.lowest = s.all.ends()
	if s.rounding.drift > max(s.task.o.Tol, s.atLeast-s.atMost)/8 {
		s.refresh()
		s.atLeast, s.atMost, s.highest, s.lowest = s.all.ends()
	}
}

// refresh computes b again from β. If Trace ends that, b stays.
func (s *decomposition[X]) refresh() {
	b := s.all.b
	s.all.b = make([]float64, len(b))
	if s.addSums(s.all.beta) == nil {
		// (gradient). y is added last: if it came first, large terms that
		// cancel afterwards would swallow its digits.
		b, s.rounding.drift = difference(s.task.y, s.all.b), 0
	}
	s.all.b = b
}

// settleOnBounds puts the free βᵢ on their nearer bounds, if rounding alone may
// keep them all off, because a free point decides b. For example, let the Cᵢ be
// 0.1 and 0.2 in one class and 0.3 in the other, and let each αᵢ end at Cᵢ. In
// floating point 0.3 − 0.1 is 0.2 − 3·10⁻¹⁷. Point 2 would end there and be
// free, and b₂ would be b, although other b suit all points.
//
// About n steps bring n variables to their bounds, and each rounds by at most
// ε·max|βᵢ|, together 10⁻¹⁶ in the example. If one free βᵢ is farther off, it
// rightly gives b, and all stay. We leave b as it is, since it changes by no
// more than other roundings of n terms.
func (d *dual) settleOnBounds() {
	free, tol := d.between(), float64(len(d.beta))*eps*maxAbs(d.beta)
	// The nearer bounds: hiᵢ if loᵢ is farther.
	bounds := mapped(free, func(i int) float64 {
		return d.ahead(i, (d.beta[i]-d.lo[i])-(d.hi[i]-d.beta[i]))
	})
	if maxAbs(difference(bounds, pick(d.beta, free))) <= tol {
		for l, i := range free {
			d.beta[i] = bounds[l]
		}
	}
}
