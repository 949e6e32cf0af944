// SPDX-License-Identifier: MIT

// If the subject is new to you, begin with the first hour, testdata/hour.md,
// and come back. svm.go begins with an essay. A first reading of it can end in
// "Optimality", after the conditions that are called KKT. The page that go doc
// shows stands below the essay. By the book we mean the pages that go run
// ./testdata/book DIR writes into the folder DIR, for a browser.
//
// # In one page
//
// There are points of two kinds, + and −, and we look for a rule that tells the
// kind of a new point. The rule multiplies each coordinate by a weight, adds
// these products and a number b, and calls the sum f. If f is negative it says
// −, otherwise +. In the plane the points with f = 0 form a straight line.
//
// If one line separates the two kinds, many do. We take the line in the middle
// of the widest street that has the two kinds on its two sides. Half the width
// of the street is called the margin. Some points on its two edges, the support
// vectors, hold the street where it is. All others could be left out. In the
// book, drag one of four points: machine.html#four,linear,C=∞,stage=street.
//
// Where the kinds overlap, no such street exists. We then let a point stand in
// the street, or beyond it, at a price: C times how far it is from the edge on
// its own side, in half widths. You choose C. Such points are support vectors
// too. A narrow street has its price as well, which grows with the steepness of
// f. The two prices together are a bill. The primal problem is to find the
// machine, the line of smallest bill.
//
// How do we know that a bill is the smallest? We look for a lower bound, a
// number that no bill is below. Each point gets a number α ≥ 0, which says how
// hard it pushes the line away, 0 if it is no support vector. If the α of
// the + and those of the − have the same sum, the forces are in balance. Then a
// short formula of the α is a lower bound of all bills ("The dual"). To find
// the largest one is the dual problem. If it is equal to a bill, the two prove
// each other, and are called a certificate.
//
// All this uses the points only in dot products, sums of products of their
// coordinates. Put another formula in its place, a kernel, and the line may
// bend. [SMO], sequential minimal optimisation, trains the machine by changing
// two α at a time.
//
// # The problem
//
// The points x₁ … xₙ have labels yᵢ ∈ {−1, +1}. Find the plane ⟨w, x⟩ + b = 0
// that separates the labels with the widest margin. Here ⟨w, x⟩ is the dot
// product of w and x, of d coordinates, or features. With two coordinates the
// plane is the line of "In one page". One says plane for any number of them.
//
// The street reaches equally far to both sides of its plane, as far as the
// closest point. Why do we want it wide? A new point probably lies near old
// points of its own label. Every old point is at least the margin away from the
// plane. So a new point less than the margin from an old one is on the side of
// the old one. For example, a margin of √2 leaves room for any step shorter
// than √2.
//
// How far is a point x from the plane? A step u changes ⟨w, x⟩ + b by ⟨w, u⟩.
// If u is at a right angle to w, this is 0. So w stands at a right angle to the
// plane, and the shortest way to the plane is along w. Let ‖w‖ be the length of
// w, so that ⟨w, w⟩ = ‖w‖². The step w/‖w‖ has the length 1, and changes
// ⟨w, x⟩ + b by ⟨w, w⟩/‖w‖ = ‖w‖. Hence x is |⟨w, x⟩ + b|/‖w‖ away.
//
// Multiplying w and b by a number c > 0 changes neither the plane nor its
// positive side. If the plane separates the labels, we may choose c such that
// the smallest yᵢ(⟨w, xᵢ⟩ + b) is 1. In this canonical form the margin is
// 1/‖w‖, so that the widest street belongs to the shortest w.
//
// So we minimise ½‖w‖², and ask for all yᵢ(⟨w, xᵢ⟩ + b) ≥ 1. Why not ‖w‖? ½‖w‖²
// is smallest at the same w, has no root, and its derivative is w. The shortest
// such w is in canonical form. Why? If all yᵢ(⟨w, xᵢ⟩ + b) were above 1, we
// could multiply w and b by a number just below 1. This w would be shorter.
//
// Often no plane separates the two labels, or only one with a very narrow
// margin. To have an answer even then, we ask of point i only that
// yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 − ξᵢ.
//
// The slack ξᵢ ≥ 0 says how far the left side may fall short of 1, in half
// widths of the street. It adds the cost Cξᵢ to what we minimise. A large C
// makes slack expensive, and so leads to little slack and a narrow street.
//
// Nor need the boundary be a plane. We may replace each point x by φ(x), where
// φ maps into a space with more features. A plane there is a curved surface in
// the space of the x. With φ(s, t) = (s, t, s² + t²), for example, a plane
// separates a ring from its centre.
//
// A support vector machine is the function f(x) = ⟨w, φ(x)⟩ + b that solves the
// following problem. Of all w, b and ξ₁, …, ξₙ that meet the constraints, the
// conditions after "subject to", it has those with the smallest value. Each
// Σ is a sum over i = 1, …, n:
//
//	minimise    ½‖w‖² + C Σ ξᵢ                      (primal)
//	subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//
// With C = ∞ no slack is allowed. We call this the hard margin. The street is
// where −1 < f < 1. The margin is always half of its width, 1/‖w‖, although
// with slack points may stand in the street. A point with yᵢf(xᵢ) = 1 is on its
// edge. With more than 1 it is outside the street, and with less it is inside
// the street or beyond it.
//
// # An example by hand
//
// The points (3, 3) and (5, 4) have the label +1, (1, 1) and (0, 1) the −1:
// testdata/margin.svg. In the book, drag them: machine.html#four,linear,C=∞.
//
// A plane that separates the two labels passes between (3, 3) and (1, 1). These
// two are √8 apart, so no margin is wider than √8/2. To be √8/2 away from both,
// the plane has to cross the line between them at its middle, at a right angle.
// Its margin is √8/2 if no point lies in the strip of this half width. Points
// of the label +1 are drawn as +, the others as o:
//
//	 4     \       .           +
//	         \       .
//	 3         \       +
//	             \       .
//	 2     .       \       .
//	         .       \       .
//	 1     o   o       \       .
//	             .       \       .
//	            f = −1   f = 0   f = 1
//
//	       0   1   2   3   4   5   6
//
// The w of this plane is at a right angle to it, as is the way from (1, 1) to
// (3, 3). So w has the direction of this way: it is (t, t). In canonical form
// f(3, 3) = 6t + b = 1 and f(1, 1) = 2t + b = −1, hence
//
//	w = (½, ½),  b = −2,  margin 1/‖w‖ = √2
//
// The other two points lie outside the strip: f(5, 4) = 2½ and f(0, 1) = −1½.
// Thus (3, 3) and (1, 1) are the closest points, and no margin is wider.
//
// # The dual in the example
//
// The distance of two points proved that no margin is wider. In general a proof
// needs a lower bound of the primal values, the values of what (primal)
// minimises where the constraints hold. By the constraints, f(3, 3) − 1 and
// −f(1, 1) − 1 are ≥ 0.
//
// To get a lower bound, we subtract a fraction of each of these two from ½‖w‖².
// The fraction has to be the same for both, because then b drops out.
// (Otherwise b could make the difference as small as one likes.) Any such
// fraction gives a lower bound, and a quarter gives the largest:
//
//	½‖w‖² ≥ ½‖w‖² − ¼(f(3, 3) − 1) − ¼(−f(1, 1) − 1)
//	      = ½‖w‖² − ⟨w, ¼(3, 3) − ¼(1, 1)⟩ + ½          [b drops out]
//	      = ½‖w‖² − ⟨w, v⟩ + ½                          [v = (½, ½)]
//	      = ½‖w − v‖² + ¼ ≥ ¼                         [‖w − v‖² = ‖w‖² − 2⟨w, v⟩ + ‖v‖², ‖v‖² = ½]
//
// Every primal value is at least ¼, and the plane found by hand has ½‖w‖² = ¼.
//
// # The dual
//
// Now the same with letters. In place of the quarter, choose two numbers for
// each point: αᵢ ≥ 0 for the constraint of its edge, and μᵢ ≥ 0 for ξᵢ ≥ 0. In
// the example α is ¼ at (3, 3) and (1, 1), else 0. Let v stand for Σ αᵢyᵢφ(xᵢ),
// which is (½, ½) there:
//
//	L = ½‖w‖² + C Σ ξᵢ − Σ αᵢ(yᵢf(xᵢ) − 1 + ξᵢ) − Σ μᵢξᵢ
//	  = ½‖w‖² − ⟨w, v⟩ − bΣ αᵢyᵢ + Σ (C − αᵢ − μᵢ)ξᵢ + Σ αᵢ           [sorted by w, b and ξ]
//	  = ½‖w − v‖² − bΣ αᵢyᵢ + Σ (C − αᵢ − μᵢ)ξᵢ + Σ αᵢ − ½‖v‖²        [the square, written out]
//
// L is called the Lagrangian, and the αᵢ and μᵢ are its multipliers. Where w, b
// and ξ meet the constraints, all that L subtracts is ≥ 0. So L is at most the
// primal value there. Hence the least value of L, over all w, b and ξ, is a
// lower bound of all primal values.
//
// The last line shows how small L becomes. The square is 0 at w = v. The next
// two terms are b and ξᵢ times a number. Unless these numbers are 0, L falls
// without end as b or ξᵢ goes to ±∞, and proves nothing. If they are 0, the
// smallest L is Σ αᵢ − ½‖v‖², taken at w = v:
//
//	w = Σ αᵢyᵢφ(xᵢ)                                 (stationarity)
//	Σ αᵢyᵢ = 0                                      (balance)
//	αᵢ + μᵢ = C, hence 0 ≤ αᵢ ≤ C                   (box)
//
// In L we let ξ have any sign. The constraint ξᵢ ≥ 0 is not lost, because L has
// the term −μᵢξᵢ for it. For C = ∞ there is no slack: drop ξ and μ, and (box)
// is αᵢ ≥ 0.
//
// Each α that meets (balance) and (box) thus gives a bound from below. The dual
// asks for the largest of these bounds. Multiplied out,
// ‖v‖² = ⟨Σ αᵢyᵢφ(xᵢ), Σ αⱼyⱼφ(xⱼ)⟩ is a sum over all pairs of points. With
// k(x, z) for ⟨φ(x), φ(z)⟩, the dual in α alone is
//
//	maximise    Σ αᵢ − ½ΣΣ αᵢαⱼyᵢyⱼk(xᵢ, xⱼ)        (dual)
//	subject to  0 ≤ αᵢ ≤ C,  Σ αᵢyᵢ = 0
//
// The dual sees the points only through the kernel k(xᵢ, xⱼ) = ⟨φ(xᵢ), φ(xⱼ)⟩.
// Its n×n values are the Gram matrix. The machine needs no more, for with
// (stationarity)
//
//	f(x) = Σ αᵢyᵢk(xᵢ, x) + b                       (machine)
//
// Nobody has to compute φ(x). For example, let φ(x) hold all d² products xᵢxⱼ
// of two coordinates. Then k(x, z) is the sum of all xᵢxⱼzᵢzⱼ. This is
// (Σ xᵢzᵢ)(Σ xⱼzⱼ), multiplied out, hence ⟨x, z⟩², which takes d + 1
// multiplications. A point may be anything that k takes, such as a string. In
// (machine) only the support vectors matter, the points with αᵢ > 0.
//
// # Optimality
//
// To judge a machine, we compare its primal value with a dual value. Take any w
// and b, and give each point the least slack, ξᵢ = max(0, 1 − yᵢf(xᵢ)). This is
// called the hinge loss of the point, because over yᵢf(xᵢ) it is a falling line
// that bends flat at 1, as a hinge does. Take any α that meets (box) and
// (balance). Then
//
//	primal − dual = ½‖w‖² + C Σ ξᵢ − Σ αᵢ + ½‖v‖²
//	              = ½‖w − v‖² + ⟨w, v⟩ + C Σ ξᵢ − Σ αᵢ          [the same square]
//	              = ½‖w − v‖² + Σ αᵢyᵢf(xᵢ) + C Σ ξᵢ − Σ αᵢ     [⟨w, v⟩ + bΣ αᵢyᵢ = Σ αᵢyᵢf(xᵢ)]
//	              = ½‖w − v‖² + Σ αᵢ(yᵢf(xᵢ) − 1 + ξᵢ) + Σ (C − αᵢ)ξᵢ   [± Σ αᵢξᵢ added]     (gap)
//
// We call this difference the gap. The last line is a square plus products of
// numbers ≥ 0, so every dual value is a lower bound
// (TestWeakDualityHoldsForAnyMachines). Hence the primal value of a machine is
// at most the gap above the smallest, and if the gap is 0, the machine is
// optimal.
//
// When is the gap 0? The square is 0 if w = v. The products are 0 if ξᵢ = 0
// where αᵢ < C, and yᵢf(xᵢ) = 1 − ξᵢ where αᵢ > 0. So the conditions are w = v
// and, point by point,
//
//	αᵢ = 0      ⇒  yᵢf(xᵢ) ≥ 1                      (outside, or on the edge)
//	0 < αᵢ < C  ⇒  yᵢf(xᵢ) = 1                      (on the edge)
//	αᵢ = C      ⇒  yᵢf(xᵢ) ≤ 1                      (inside, or on the edge)
//
// These are the conditions of Karush, Kuhn and Tucker (KKT) for our problem.
//
// For example, take the machine of the example by hand, with C = 10, but write
// b = −1 in place of −2. Then f is 2 at (3, 3), 3½ at (5, 4), 0 at (1, 1) and
// −½ at (0, 1). The last two have the slacks 1 and ½, and three of the four
// points break their condition. In (gap) (3, 3) adds ¼·(2 − 1), (1, 1) adds
// (10 − ¼)·1, and (0, 1) adds 10·½. So the gap is 15, the difference of the
// primal value 15¼ and the dual value ¼. With b = −2 all of this is 0.
//
// Here a first reading can end: you know the machine, and how to tell that it
// is the best.
//
// # Which b
//
// A solver of the dual finds α, but b is still to be found. Let gᵢ be the sum
// Σⱼ αⱼyⱼk(xⱼ, xᵢ), which contains no b, so that f(xᵢ) is gᵢ + b.
//
// By the conditions each point requires something of b. For example, a point
// with αᵢ = 0 and yᵢ = +1 requires gᵢ + b ≥ 1, and 1 is its yᵢ:
//
//	yᵢ = +1, αᵢ = 0  or  yᵢ = −1, αᵢ = C     b ≥ yᵢ − gᵢ     αᵢyᵢ can only grow
//	yᵢ = −1, αᵢ = 0  or  yᵢ = +1, αᵢ = C     b ≤ yᵢ − gᵢ     αᵢyᵢ can only shrink
//	0 < αᵢ < C, a free point                 b = yᵢ − gᵢ     αᵢyᵢ can do both
//
// Let m(α) be the largest of the numbers that b must reach, and M(α) the
// smallest of those that b must not exceed. The number of a free point is among
// both:
//
//	m(α) = max{yᵢ − gᵢ : yᵢ = +1 and αᵢ < C, or yᵢ = −1 and αᵢ > 0}
//	M(α) = min{yᵢ − gᵢ : yᵢ = +1 and αᵢ > 0, or yᵢ = −1 and αᵢ < C}                 (violation)
//
// Some b meets all conditions if and only if m(α) ≤ M(α). The difference
// m(α) − M(α) is called the violation.
//
// For example, take the four points again with C = 10, but α = ⅛ at (3, 3) and
// at (1, 1). Then w is (¼, ¼). The free point (3, 3) requires b = −½, and the
// free point (1, 1) b = −1½. So m(α) is −½ and M(α) is −1½. The violation is 1,
// and no b will do.
//
// At the optimum a free point leaves only one b:
//
//	b = yᵢ − gᵢ                                     (bias)
//
// A search stops shortly before the optimum, where the numbers yᵢ − gᵢ of the
// free points still differ a little. We take their mean as b. Since each of
// them lies between M(α) and m(α), so does their mean, and it misses no bound
// by more than the violation.
//
// If no point is free, we take the middle between m(α) and M(α). For example,
// let C be 1/6, with α = 1/6 at (3, 3) and at (1, 1), so that w = (⅓, ⅓):
//
//	xᵢ        yᵢ    αᵢ    gᵢ     yᵢ − gᵢ    hence
//	(3, 3)    +1    C     2      −1         b ≤ −1
//	(5, 4)    +1    0     3      −2         b ≥ −2
//	(1, 1)    −1    C     2/3    −5/3       b ≥ −5/3      = m
//	(0, 1)    −1    0     1/3    −4/3       b ≤ −4/3      = M
//
// Every b from m = −5/3 to M = −4/3 suits, and we take −3/2
// (TestWithoutAFreeSupportVectorBIsTheMidpointOfItsInterval).
//
// # Does some α reach the gap 0?
//
// The α with the largest dual value does. (For finite C there is such an α,
// because the α form a closed, bounded set.)
//
// Proof. Suppose that m(α) > M(α) for this α. Let point i require b ≥ m(α), and
// point j require b ≤ M(α). By the table above αᵢyᵢ can grow and αⱼyⱼ can
// shrink, both by a small δ > 0. This keeps (balance), and moves v by
// δ(φ(xᵢ) − φ(xⱼ)).
//
// The dual value then grows by δ(yᵢ − yⱼ) − δ(gᵢ − gⱼ), except for a term in
// δ². This is δ(m(α) − M(α)), which is positive. But the dual value was the
// largest. So m(α) ≤ M(α), some b suits all points, and the gap is 0.
//
// In the example by hand, α = ¼ at (3, 3) and at (1, 1), and 0 elsewhere:
//
//	w = ¼·(3, 3) − ¼·(1, 1) = (½, ½),   Σ αᵢyᵢ = 0
//	primal ½‖w‖² = ¼,                   dual ½ − ½‖w‖² = ¼
//	b = −2,  b ≥ −3½,  b = −2,  b ≤ −1½  from the four points,  so m = M = −2 = b
//
// The values are equal, so this machine is the best. No point needs slack, and
// the largest αᵢ is ¼, so this machine is optimal for every C ≥ ¼.
//
// With C = 1/6 this α is not allowed. Let α be 1/6 at the same two points, and
// b = −3/2, as in "Which b":
//
//	f(5, 4) = 1½,   f(3, 3) = ½       ½ less than 1
//	f(0, 1) = −7/6, f(1, 1) = −5/6    1/6 more than −1
//
// So the points (3, 3) and (1, 1) have the slacks ½ and 1/6. Still no machine
// has a smaller primal value, because the dual value is the same:
//
//	primal ½‖w‖² + C(½ + 1/6) = 1/9 + 1/9,   dual 2/6 − ½‖w‖² = 1/3 − 1/9
//
// smo.go solves the dual by steps of two αᵢ, and qp.go checks it. pegasos.go
// minimises the primal by a small step for each point.

// Package svm trains support vector machines, and shows how it is done: one
// flat package, standard library only, to be read beside a textbook. The small
// book, at the top of example_test.go, is the minimal reference: the whole
// subject in some 300 lines. The six files are the same at full strength.
//
// A support vector machine tells points of two kinds apart, with the labels +1
// and −1. It is a function f whose sign is the kind: of all lines that separate
// the kinds, it takes the middle of the widest street. A kernel bends the line,
// and at the price C a point may stand on the wrong side of its edge.
//
//	x := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}
//	y := []float64{1, 1, -1, -1}
//	k := svm.Gaussian{Gamma: 0.5} // bends the line; svm.Linear{} keeps it straight
//	m, err := svm.SMO(k, x, y, svm.Options{C: 10, Scale: true})
//	if err != nil {
//		return err // bad input, or a search that did not converge
//	}
//	fmt.Println(m.Predict([]float64{4, 2}), m.Certificate) // 1, and how good m is
//
// To learn from nothing, begin with testdata/hour.md, or for a browser with
// what go run ./testdata/book DIR writes. To teach, see testdata/lectures.md.
// To copy a function of a story, see what go run example.com/svm/testdata/paste
// lists.
//
// # Start here
//
// In brackets stand the names of scikit-learn.
//   - [SMO] trains a machine (fit) and returns a [Model]: its PredictAll gives
//     labels (predict), and Values the f(x) (decision_function).
//   - Options.Scale scales the features, also of new points (StandardScaler).
//   - [Fit] tells classes of any labels apart, two or more (SVC).
//   - [CrossValidate], with [Classifier], says how good a machine is on points
//     it has not seen (cross_val_score).
//   - [Search] chooses C and a kernel (GridSearchCV). [Fit] with the Kernel and
//     the Options of the first [Trial] is its best_estimator_.
//   - [NewReport] says which classes are confused (confusion_matrix), and how
//     many of each are found (classification_report).
//   - Example_platt turns the values of HeldOut into probabilities
//     (predict_proba).
//   - [ReadLIBSVM] reads points from a file. Example_csv reads a table.
//   - [Certify] and [NewModel] judge the α and b of your own solver.
//   - [PrimalProgram] and [DualProgram] return the two programs of textbooks,
//     each a [QP] that one can print, change and Solve (quadprog).
//   - [encoding/gob] saves a [Model] (pickle): see the example of Model.
//
// # What holds for all functions
//
// For bad input a function returns an error that names the offender, such as
// "svm: 4 labels for 3 points". Usually it does so before the expensive work
// begins. Bad input is
//   - points missing or of unlike lengths, and too many labels or too few;
//   - labels other than ±1, and, for a Model or a Multiclass, labels that are
//     all the same;
//   - a kernel that is nil, or that cannot take the points;
//   - arguments that are nil or not allowed, NaN, and numbers out of range: see
//     "The range of numbers" in svm.go.
//
// A function that returns no error panics if lengths or shapes do not fit, or
// if what it needs is missing or out of range. If a kernel, a train or a fit of
// yours panics, the function that called it panics with the same value.
//
// Slices are not copied. A Model and an Expansion keep their training points.
// (With Options.Scale these are new points.) A Model made by NewModel also
// keeps its alpha. A Hyperplane and a Precomputed keep what you put into them.
// The package never writes to these slices, and you must not while the result
// is in use.
//
// Results are the same to the last bit on any number of processors of one kind.
// On another kind the last digits may differ, since exp and log do. The cost is
// stated where it is above O(nd), for n points in d features. Evaluating a
// machine takes a kernel value per point and support vector.
package svm

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// # Notation
//
// Indices start at 1 in formulas and at 0 in Go. testdata/lectures.md,
// "Conventions", compares letters and signs with those of other books.
//
//	math     Go           meaning
//	n        len(x)       number of training points
//	d        len(x[0])    number of features
//	xᵢ, yᵢ   x[i], y[i]   a point and its label, +1 or −1
//	k(u, v)  k.Eval(u,v)  kernel ⟨φ(u), φ(v)⟩; K is the Gram matrix of the points
//	αᵢ       alpha[i]     multiplier, 0 ≤ αᵢ ≤ Cᵢ
//	βᵢ       beta[i]      αᵢyᵢ, the coefficient of k(xᵢ, ·)
//	C, Cᵢ    o.C, cost[i] cost of slack; for point i it is Cᵢ, see [Options]
//	ξᵢ       Slack[i]     max(0, 1 − yᵢf(xᵢ))
//	f        Value        f(x) = Σ βᵢk(xᵢ, x) + b
//	gᵢ       g[i]         f(xᵢ) − b
//	b        B            added to Σ βᵢk(xᵢ, x); some libraries subtract it
//	λ        lambda       weight of ‖w‖² in λ‖w‖² + (1/n)Σ ξᵢ
//	γ, σ     Gamma        parameters of the Gaussian, γ = 1/(2σ²): GaussianSigma
//	σ(z)     Sigmoid      1/(1 + exp(−z)), not the σ of the Gaussian
//	ε        eps          2⁻⁵³, about 10⁻¹⁶: a number is rounded by at most this fraction of it
//
// linalg.go has a table of the helpers that all files use, such as each, mapped
// and cmp.Or: "How this code is written".

// # Hyperplanes

// A Hyperplane is the function f(x) = ⟨w, x⟩ + b, and the plane {x : f(x) = 0}.
// For example, w = (3, 4) and b = −5 have f(3, 4) = 20, and the point (3, 4) is
// 20/‖w‖ = 4 away from the plane.
//
// If w = 0 and b = 0, all points lie on the plane. If w = 0 and b ≠ 0, all
// points are |b|/0 = +Inf away. The zero value is f = 0 for points of dimension
// 0.
type Hyperplane struct {
	W []float64
	B float64
}

// Value returns f(x) = ⟨w, x⟩ + b.
func (h Hyperplane) Value(x []float64) float64 { return Dot(h.W, x) + h.B }

// Values returns f at each point, in parallel. The bits are those of Value,
// since the sum of an [Expansion] with the single point W is ⟨W, x⟩, too.
func (h Hyperplane) Values(xs [][]float64) []float64 { return h.Expansion().Values(xs) }

// Expansion returns f as an [Expansion] of the [Linear] kernel, with the single
// point W and the coefficient 1. In this form a plane of [SGD], [Pegasos] or
// [Perceptron] fits into a Model, and thereby into a [Multiclass]:
//
//	&svm.Model[[]float64]{Expansion: *h.Expansion()}
func (h Hyperplane) Expansion() *Expansion[[]float64] {
	return &Expansion[[]float64]{
		Kernel: Linear{}, Points: [][]float64{h.W}, Coef: []float64{1}, B: h.B,
	}
}

// Predict returns +1 if f(x) ≥ 0, else −1, also if f(x) is NaN.
func (h Hyperplane) Predict(x []float64) float64 { return sign(h.Value(x)) }

// PredictAll predicts the label of each point, in parallel.
func (h Hyperplane) PredictAll(xs [][]float64) []float64 { return signs(h.Values(xs)) }

// Functional returns the functional margin y·f(x), which is positive if the
// point lies on the side of its label.
func (h Hyperplane) Functional(x []float64, y float64) float64 { return y * h.Value(x) }

// Geometric returns the geometric margin y·f(x)/‖w‖, the distance of x to the
// plane, with a minus sign if x lies on the wrong side. Geometric(x, 1) is the
// signed distance f(x)/‖w‖.
func (h Hyperplane) Geometric(x []float64, y float64) float64 {
	return h.Margin([][]float64{x}, []float64{y})
}

// Distance returns the distance |f(x)|/‖w‖ of x to the plane.
func (h Hyperplane) Distance(x []float64) float64 { return math.Abs(h.Geometric(x, 1)) }

// Margin returns the margin on a data set, min yᵢf(xᵢ)/‖w‖. It is positive if
// and only if the plane separates the labels. Without points it is +Inf.
func (h Hyperplane) Margin(x [][]float64, y []float64) float64 {
	smallest := h.smallestFunctional(x, y)
	if smallest == 0 {
		return 0 // not NaN if w = 0
	}
	return smallest / Norm(h.W)
}

// smallestFunctional returns the smallest functional margin, min yᵢf(xᵢ).
func (h Hyperplane) smallestFunctional(x [][]float64, y []float64) float64 {
	wantLength("Margin", len(x), len(y))
	smallest := inf
	for i := range x {
		smallest = min(smallest, h.Functional(x[i], y[i]))
	}
	return smallest
}

// # The hinge loss

// Hinge returns max(0, 1 − z), the slack of a point with functional margin z.
// It is the least ξ ≥ 0 with z ≥ 1 − ξ.
func Hinge(z float64) float64 { return max(0, 1-z) }

// # What a trainer is asked

// Options say which machine is asked for, and how to search for it. The zero
// value means C = 1 and Tol = 10⁻³. If the comment of a field names solvers,
// only these read the field. [Certify], [NewModel], [PrimalProgram] and
// [DualProgram] read all other fields.
//
// Tol is about the margins. If each of n points misses its edge by Tol, primal
// and dual may differ by nC·Tol: for 100 points, C = 10⁴ and the default Tol,
// by 1,000. A smaller Tol, such as 10⁻⁶, brings them together.
//
// To begin with, C, Weights and Tol are enough. Of the other fields you may
// soon need two:
//   - Scale, if your features have unequal sizes, such as metres and
//     millimetres. The trainer then scales the points, and the machine scales
//     what you give it: see [Standardizer].
//   - Balance, if your classes have unequal sizes. All points of a class
//     together then weigh as much as those of the other: see [BalancedWeights].
type Options struct {
	C       float64   // cost of slack; 0 means 1; math.Inf(1) asks for the hard margin
	Weights []float64 // Cᵢ is C·Weights[i]; 0 leaves a point out; nil means 1
	Tol     float64   // SMO: stop at this violation m(α) − M(α); 0 means 1e-3

	// The fields above are enough for a first reading.
	Scale   bool                // of vectors only: Standardize the points, and what f is given
	Balance bool                // Cᵢ is also multiplied by BalancedWeights of the points that count
	MaxIter int                 // SMO: most steps of pairs; 0 means 10⁸
	Cache   int                 // SMO: bytes for kernel values, taken as needed; 0 means 2³⁰
	Trace   func(Progress) bool // SMO, DualQP, PrimalQP: asked whether to go on, see Progress
}

// cacheBytes is the default of Options.Cache, 1 GiB: 11,585² kernel values.
const cacheBytes = 1 << 30

// # The machine

// A Model is a trained machine. The embedded [Expansion] is its function
// f(x) = Σ αᵢyᵢk(xᵢ, x) + b, a sum over the support vectors. Certificate says
// how nearly f is optimal.
//
// Predict many points by [Model.PredictAll], which is mostly several times
// faster than [Model.Predict], above all for Linear: see [Expansion.Value].
// Predict one point at a time, as a server does, by [Model.Predictor].
//
// Several goroutines may call these methods at once. The zero value is f = 0,
// without a kernel or a certificate. A trainer that refuses its input, or a
// kernel value, returns a nil Model. With [ErrNotConverged] and
// [ErrNotSeparable] comes what the search has found: see [SMO] and [DualQP].
// String and Check of a nil Model say that it is nil, and its other methods
// panic.
//
// The package [encoding/gob] saves a Model, and also an [Expansion], a
// [Multiclass], a [Standardizer], a [Pegasos], or a struct that holds them. To
// predict, the Expansion of a Model is enough.
//
// The program that saves and the one that loads both register the kernel types
// in use, as in gob.Register(svm.Gaussian{}). JSON loses the kernel, without an
// error, and gob refuses the functions of [KernelFunc] and [Pullback]. Load
// with the commit of the package that saved, because gob skips a field that
// another commit has renamed. If the package has another path, register the
// type under its saved name:
//
//	gob.RegisterName("their/module/svm.Gaussian", svm.Gaussian{})
//
// Since loading checks only types, call Check of what you loaded, and load only
// files that you trust: most files with one wrong byte pass every Check.
type Model[X any] struct {
	Expansion[X]                      // Points are the support vectors, Coef their αᵢyᵢ
	Index                   []int     // Points[j] is training point Index[j]
	Alpha                   []float64 // αᵢ of every training point
	Slack                   []float64 // ξᵢ = max(0, 1 − yᵢf(xᵢ)) of every training point
	Support                 []Support // the kind of each αᵢ
	Certificate             Certificate
	Iterations, Evaluations int // steps, for SMO of pairs; kernel values computed
}

// String returns one line: the kernel, the number of support vectors, and how
// nearly the machine is optimal. A kernel without String is named by its type.
func (m *Model[X]) String() string {
	if m == nil {
		return "no model"
	}
	first, _, _ := strings.Cut(m.Certificate.String(), "\n")
	return fmt.Sprintf("%s: %d support vectors, %s", formula(m.Kernel), len(m.Points), first)
}

// function returns the Expansion of m, or panics if m is nil.
func (m *Model[X]) function() *Expansion[X] {
	panicOn(errorUnless(m != nil, "svm: Model = nil"))
	return &m.Expansion
}

// Value returns f(x): see [Expansion.Value].
func (m *Model[X]) Value(x X) float64 { return m.function().Value(x) }

// Values returns f at each point, in parallel: see [Expansion.Values].
func (m *Model[X]) Values(xs []X) []float64 { return m.function().Values(xs) }

// Predict returns +1 if f(x) ≥ 0, else −1: see [Expansion.Predict].
func (m *Model[X]) Predict(x X) float64 { return m.function().Predict(x) }

// PredictAll predicts each point, in parallel: see [Expansion.PredictAll].
func (m *Model[X]) PredictAll(xs []X) []float64 { return m.function().PredictAll(xs) }

// A Support says whether the multiplier αᵢ of a training point is 0, at its
// upper bound Cᵢ, or free, which means between the two.
type Support uint8

// The kinds of support. A point left out by the weight 0 is SupportZero.
const (
	SupportZero  Support = iota // αᵢ = 0: yᵢf(xᵢ) ≥ 1, outside the street or on its edge
	SupportFree                 // 0 < αᵢ < Cᵢ: yᵢf(xᵢ) = 1, on its edge
	SupportBound                // αᵢ = Cᵢ: yᵢf(xᵢ) ≤ 1, on its edge, inside or beyond
)

// String returns the condition on αᵢ.
func (s Support) String() string {
	if s > SupportBound {
		return fmt.Sprintf("Support(%d)", uint8(s))
	}
	return []string{"α = 0", "0 < α < C", "α = C"}[s]
}

// NewModel returns the machine of any α and b, such as those that your own
// solver finds. Certificate, Support and Slack are for the problem with o.C,
// o.Weights and o.Balance, and with o.Scale for the scaled points.
//
// Every αᵢ above 0 makes point i a support vector. If such an αᵢ is below Cᵢ,
// the certificate requires the point to lie on its edge. It forgives only what
// rounding may do. If your solver ends farther from a bound that it approaches,
// set such an αᵢ to the bound first, as Example_plainInteriorPoint does.
//
// The cost is that of [Certify]. See Example_plainSMO.
func NewModel[X any](k Kernel[X], x []X, y, alpha []float64, b float64,
	o Options) (*Model[X], error) {
	// trainerInput returns the Cᵢ and the scaled points: see "Bad input". Of
	// all checks cmp.Or takes the first error.
	cost, scale, x, err := trainerInput(k, x, y, o)
	entry := func(int) string { return "b" } // the name of b in an error
	err = cmp.Or(err, checkCount("multipliers", len(alpha), len(x)),
		checkSizes("alpha", alpha, "has the solver diverged?"),
		checkNumbers([]float64{b}, numberExponent, "scale the points", entry))
	if err != nil {
		return nil, err
	}
	// The gᵢ of any α are made under "How a search is watched".
	g, maxK, err := sumsAndLargest(k, x, timesY(alpha, y), cost)
	if err != nil {
		return nil, err
	}
	m := modelWith(k, x, y, alpha, g, cost, b, maxK)
	m.Scale = scale
	return m, nil
}

// newModel returns the machine of a solver's α, given gᵢ and max k(xᵢ, xᵢ).
func newModel[X any](k Kernel[X], x []X, y, alpha, g, cost []float64, maxK float64) *Model[X] {
	return modelWith(k, x, y, alpha, g, cost, bias(g, y, alpha, cost), maxK)
}

// bias returns the b of (bias), the mean over all free support vectors, or the
// middle between m(α) and M(α) if none is free. An αᵢ that only rounding keeps
// from 0 or Cᵢ is not free: see onBounds, under "What is good enough".
func bias(g, y, alpha, cost []float64) float64 {
	alpha = onBounds(alpha, cost)
	free := indicesWhere(len(alpha), func(i int) bool { return 0 < alpha[i] && alpha[i] < cost[i] })
	if len(free) == 0 {
		return midpoint(interval(g, y, alpha, cost))
	}
	return mean(mapped(free, func(i int) float64 { return y[i] - g[i] }))
}

// midpoint returns the mean of an interval's finite ends, or 0 without any.
func midpoint(low, high float64) float64 {
	end := slices.DeleteFunc([]float64{low, high}, func(v float64) bool { return math.IsInf(v, 0) })
	return mean(end)
}

// # The certificate
//
// Five students have each written a solver, and give [Certify] the α and b that
// it finds in the example by hand, with C = 10. The certificate of the first is
//
//	optimal to 8.7e-15
//	primal 0.25, dual 0.25, gap 0
//	violation 0, shortfall 0, excess 0, box 0, balance 0
//	2 free, 0 bound, 2 zero
//	b = -2; any b in [-2, -2] suits
//
// After a search the first line is, for example, "optimal to 9.8e-04", which
// means that no condition is broken by more. The other four students have made
// common mistakes, which the first line names:
//
//	what is wrong                    not optimal:
//	the sign: b = 2                  α is right to 8.7e-15, but b is off by 4
//	β = (¼, 0, −¼, 0) in place of α  some αᵢ is outside 0 ≤ αᵢ ≤ C by 0.25
//	Σ αᵢyᵢ = 0 is forgotten, with    Σ αᵢyᵢ is off 0 by 0.25
//	α₁ = ⅜, α₃ = ⅝, b = −2
//	stopped too early, at α₁ = α₃ =  points with αᵢ < C fall short of their edge by 0.5
//	⅛ in place of ¼, with b = −1
//
// With the wrong sign the gap is large. But the violation is 0, because it does
// not depend on b: α is right, and another b suits it, −2.
//
// Without balance f is right, since ⅜·(3, 3) − ⅝·(1, 1) is w = (½, ½). But
// nothing is proved: the dual value is ¾, above the primal ¼. Where the last
// student has stopped, no b suits all points. The last line of that certificate
// is "no b suits all: some points ask for b ≥ -0.5, others for b ≤ -1.5".
// ExampleCertify repeats all five, and one with α₄ < 0 and a gap of 0.

// A Certificate says how far α and b are from the optimum. Box, Balance,
// Shortfall and Excess each say how far one condition is missed. If all four
// are 0, then α and b are optimal, and Primal = Dual. This needs a k that is
// positive semi-definite, or conditionally positive definite ("What is no
// kernel"). For any other k the four prove nothing.
//
// For C = ∞, Primal is ½‖w‖² of the canonical form of f, that is, ½‖w‖² divided
// by (min yᵢf(xᵢ))². If the minimum is not positive, Primal is +Inf. A model
// without a certificate, such as one made from a [Hyperplane], has the zero
// value.
//
// The last fields are about rounding. Rounding is an estimate, mostly too
// large, of how exactly f is known: a condition that is missed by less may be
// missed by rounding alone. (If k is no kernel, or a Gaussian of many features,
// it may be too small.) Free, Bound and Zero count exactly. But Shortfall,
// Excess, BLow and BHigh take an αᵢ for 0 or Cᵢ if it is off by at most 10⁻¹³
// of the smaller of Cᵢ and MaxAlpha, because rounding alone may have moved it.
type Certificate struct {
	Primal, Dual      float64 // ½‖w‖² + Σ Cᵢξᵢ and Σ αᵢ − ½‖w‖²
	Box               float64 // how far the worst αᵢ is outside 0 ≤ αᵢ ≤ Cᵢ
	Balance           float64 // |Σ αᵢyᵢ|, where Σ αᵢyᵢ should be 0
	Shortfall         float64 // the largest 1 − yᵢf(xᵢ) where αᵢ < Cᵢ; 0 if all (Cᵢ − αᵢ)ξᵢ = 0
	Excess            float64 // the largest yᵢf(xᵢ) − 1 where αᵢ > 0; 0 if all αᵢ(yᵢf(xᵢ)−1+ξᵢ) = 0
	Worst             int     // the point of the larger of Shortfall and Excess; −1 if both are 0
	Free, Bound, Zero int     // points with 0 < αᵢ < Cᵢ, with αᵢ = Cᵢ, and with αᵢ = 0
	B                 float64 // the b of f
	BLow, BHigh       float64 // m(α) and M(α): the interval of b, empty if BLow > BHigh

	// The fields above are enough for a first reading. Most of the others say
	// what rounding does to them.
	Unproved           bool    // k is yours or Precomputed: optimal if it is positive semi-definite
	SumAlpha, MaxAlpha float64 // Σ |αᵢ| and the largest |αᵢ|
	Rounding           float64 // how far rounding may have moved f, an estimate
	RoundingPrimal     float64 // how far it may have moved Primal
	RoundingDual       float64 // how far it may have moved Dual
}

// Gap returns Primal − Dual. If Box and Balance are 0, and k is positive
// semi-definite, then Primal is at most Gap above the smallest primal value,
// and Dual at most Gap below the largest dual value.
func (c Certificate) Gap() float64 { return c.Primal - c.Dual }

// Violation returns m(α) − M(α), which is BLow − BHigh. If Box and Balance are
// 0 and k is positive semi-definite, α and b are optimal if and only if
// BLow ≤ b ≤ BHigh.
func (c Certificate) Violation() float64 { return c.BLow - c.BHigh }

// Certify returns the certificate of any α and b, for the machine that o.C,
// o.Weights and o.Balance ask for. For an αᵢ near 0 or Cᵢ see [NewModel].
//
// For an SVC of scikit-learn with classes −1 and 1, b is intercept_[0], and
// alpha[support_[j]] is |dual_coef_[0][j]|. For LIBSVM, alpha is |sv_coef| at
// the support vectors, and b is −rho, or rho if the model file lists label −1
// first. Everywhere else alpha is 0.
//
// For n points with s support vectors this takes n·s kernel values for the
// f(xᵢ), and n for the k(xᵢ, xᵢ). For the Linear kernel it is O(nd).
func Certify[X any](k Kernel[X], x []X, y, alpha []float64, b float64,
	o Options) (Certificate, error) {
	m, err := NewModel(k, x, y, alpha, b, o)
	if err != nil {
		return Certificate{}, err
	}
	return m.Certificate, nil
}

// modelWith returns the machine of α and this b, given gᵢ = f(xᵢ) − b and
// maxK = max k(xᵢ, xᵢ). Its certificate compares primal and dual, and says how
// far each condition is missed. What rounding does to these numbers is found by
// onBounds, under "What is good enough", and by findRounding, under "Rounding".
func modelWith[X any](k Kernel[X], x []X, y, alpha, g, cost []float64, b, maxK float64) *Model[X] {
	n, m, beta := len(y), &Model[X]{Alpha: alpha}, timesY(alpha, y)
	m.Expansion, m.Index = withoutZeros(k, x, beta)
	m.B = b
	margin := each(n, func(i int) float64 { return y[i] * (g[i] + b) }) // yᵢf(xᵢ)
	m.Slack = mapped(margin, Hinge)
	m.Support = each(n, func(i int) Support { return supportOf(alpha[i], cost[i]) })

	c := &m.Certificate
	ww := Dot(beta, g) // ‖w‖² = Σ βᵢgᵢ
	c.Primal, c.Dual = primalOf(ww, margin, cost), sum(alpha)-ww/2
	for i, a := range alpha {
		c.Box = max(c.Box, -a, a-cost[i]) // NaN stays
	}
	c.Balance = math.Abs(exactSum(m.Coef)) // a plain sum near 0 may have no right digit
	bounded := onBounds(alpha, cost)
	c.findMisses(margin, bounded, cost)
	var count [3]int // of each kind
	for _, kind := range m.Support {
		count[kind]++
	}
	c.Zero, c.Free, c.Bound = count[SupportZero], count[SupportFree], count[SupportBound]
	c.B = b
	c.BLow, c.BHigh = interval(g, y, bounded, cost)

	c.Unproved = unproved(k) // k, or a kernel in it, is a user's
	c.SumAlpha, c.MaxAlpha = sumAbs(alpha), maxAbs(alpha)
	findRounding(c, k, x, margin, cost, ww, maxK)
	return m
}

// findMisses finds Shortfall, Excess and Worst, given the yᵢf(xᵢ), αᵢ and Cᵢ.
func (c *Certificate) findMisses(margin, alpha, cost []float64) {
	c.Worst = -1
	for i, a := range alpha {
		most := max(c.Shortfall, c.Excess)
		if a < cost[i] {
			c.Shortfall = max(c.Shortfall, 1-margin[i]) // NaN stays
		}
		if a > 0 {
			c.Excess = max(c.Excess, margin[i]-1)
		}
		if max(c.Shortfall, c.Excess) > most {
			c.Worst = i
		}
	}
}

// supportOf returns the kind of support of a multiplier, by exact comparison.
func supportOf(alpha, cost float64) Support {
	switch {
	case !(alpha > 0):
		return SupportZero
	case alpha < cost:
		return SupportFree
	}
	return SupportBound
}

// primalOf returns the Primal of a [Certificate], given ‖w‖² and the yᵢf(xᵢ).
func primalOf(ww float64, margin, cost []float64) float64 {
	if hardMargin(cost) {
		if closest := slices.Min(pick(margin, nonzero(cost))); closest > 0 {
			return ww / 2 / closest / closest // closest² might be 0
		}
		return inf
	}
	slack := 0.0
	for i, c := range cost {
		slack += float64(c * Hinge(margin[i]))
	}
	return ww/2 + slack
}

// hardMargin reports whether C = ∞. Then Cᵢ is ∞, or 0 for a point left out.
func hardMargin(cost []float64) bool { return slices.Contains(cost, inf) }

// interval returns m(α) and M(α) of (violation), −Inf and +Inf without a bound.
func interval(g, y, alpha, cost []float64) (low, high float64) {
	low, high = -inf, inf
	for i, a := range alpha {
		b, plus := y[i]-g[i], y[i] == 1
		if plus && a < cost[i] || !plus && a > 0 { // βᵢ can grow
			low = max(low, b)
		}
		if plus && a > 0 || !plus && a < cost[i] { // βᵢ can shrink
			high = min(high, b)
		}
	}
	return low, high
}

// timesY returns βᵢ = αᵢyᵢ.
func timesY(alpha, y []float64) []float64 {
	return each(len(alpha), func(i int) float64 { return alpha[i] * y[i] })
}

// withoutZeros returns Σ cᵢk(xᵢ, ·) over the cᵢ ≠ 0, and their indices.
func withoutZeros[X any](k Kernel[X], x []X, c []float64) (f Expansion[X], index []int) {
	index = nonzero(c)
	return Expansion[X]{Kernel: k, Points: pick(x, index), Coef: pick(c, index)}, index
}

// # No machine
//
// The hull of a class is the set of all weighted means of its φ(xᵢ), with
// weights ≥ 0 whose sum is 1. If the hulls of the two classes have a point in
// common, take its weights as αᵢ. Then Σ αᵢyᵢφ(xᵢ), the difference of two equal
// means, is 0, and Σ αᵢyᵢ is 1 − 1.
//
// Such an α proves that no f separates the classes. If one did, every yᵢf(xᵢ)
// and hence Σ αᵢyᵢf(xᵢ) would be positive. But this sum is
// ⟨w, Σ αᵢyᵢφ(xᵢ)⟩ + bΣ αᵢyᵢ, and both terms are 0.

// If C = ∞ and no function of the kernel's space separates the labels, the
// error of a trainer wraps ErrNotSeparable. [SMO] and [DualQP] return a model
// with this error, which proves it to six digits. The αᵢ ≥ 0 of the model have
// the sum 1 for each label, and Σ αᵢyᵢφ(xᵢ) = 0.
//
// In floating point this sum, the difference of two weighted means, is rarely
// exactly 0. Its length, the Norm of the model, is the distance of the means.
// They are taken for one point if it is at most 10⁻⁶r + 10⁻⁷s:
//   - r says how far the points are apart. It is the largest distance of a
//     φ(xᵢ) from φ(xⱼ), where xⱼ is the first point with αⱼ > 0;
//   - s is the largest length ‖φ(xᵢ)‖.
//
// Hence a very narrow street may be missed, one whose margin is half of such a
// distance, for r = s = 1 less than 5.5·10⁻⁷. Perhaps only a finite C then
// finds the plane.
var ErrNotSeparable = errors.New("svm: not separable")

// ErrNotConvex says that the kernel matrix of a machine, or the Q of a [QP], is
// not positive semi-definite. [IsPSD] says what to do.
var ErrNotConvex = errors.New("svm: not convex")

var errTouch = fmt.Errorf("%w: the hulls of the classes meet, to six digits", ErrNotSeparable)

// touchTol is the factor of r in touching, and asks for six digits, as of
// margins. blurTol is the factor of s, and forgives rounding: the square of the
// distance is wrong by some εs² (see resolution), so that a distance of 0 may
// come out as some √ε·s = 10⁻⁸s. We take ten times as much.
const touchTol, blurTol = 1e-6, 1e-7

// touching reports whether two means are taken for one point, given the square
// of their distance, and r and s of [ErrNotSeparable]. A square far below 0,
// which is that of a k that is no kernel, proves nothing.
func touching(squared, r, s float64) bool {
	limit := touchTol*r + blurTol*s
	return math.Abs(squared) <= limit*limit
}

// # From here on
//
// The machine is complete. What follows is for looking things up; formula,
// prepare, eachTile and ready are in kernel.go. The sections with a name in
// brackets have a function that the first half calls:
//
//	the rest of what was begun  "The rest of planes", "Losses", "Three ways to weigh the slack"
//	all that forgives rounding  "What is good enough" (onBounds), "What is no kernel",
//	                            "Rounding" (findRounding)
//	practice, with its works    "Trainings at the same time" up to
//	                            "Practice: what is taken for what"
//	what trainers share         "How a search is watched" (sumsAndLargest)
//	what comes in               "Bad input" (trainerInput), "The range of numbers"
//	files                       "What comes from a file", and LIBSVM's at the end

// # The rest of planes

// Project returns the point p of the plane that is nearest to x, or a copy of x
// if w = 0. It is p = x − (f(x)/‖w‖)(w/‖w‖). Then x − p is orthogonal to the
// plane, and f(p) = f(x) − (f(x)/‖w‖²)⟨w, w⟩ = 0.
func (h Hyperplane) Project(x []float64) []float64 {
	p := slices.Clone(x)
	if norm := Norm(h.W); norm > 0 {
		axpy(-h.Geometric(x, 1), divided(h.W, norm), p)
	}
	return p
}

// Canonical returns the plane in canonical form on the data: scaled so that the
// smallest functional margin is 1, and the smallest geometric margin 1/‖w‖. A
// plane that does not separate the labels is an error.
func (h Hyperplane) Canonical(x [][]float64, y []float64) (Hyperplane, error) {
	err := cmp.Or(checkCount("labels", len(y), len(x)), checkSigns(y), checkVectors(x))
	if err != nil {
		return Hyperplane{}, err
	}
	if len(x[0]) != len(h.W) {
		return Hyperplane{}, fmt.Errorf("svm: x[0] has %d features, W has %d", len(x[0]), len(h.W))
	}
	smallest := h.smallestFunctional(x, y)
	c := Hyperplane{divided(h.W, smallest), h.B / smallest}
	const overflows = "svm: canonical form overflows: smallest functional margin = %g"
	return orError(c, cmp.Or(
		errorUnless(smallest > 0, "svm: smallest functional margin = %g, want > 0", smallest),
		errorUnless(finite(smallest) && finite(maxAbs(c.W)) && finite(c.B), overflows, smallest)))
}

// Times returns the function h = s·f. If s > 0, it has the plane and
// predictions of f. If f is the machine for the cost C, h is the machine that
// requires yᵢh(xᵢ) ≥ s − ξᵢ at the cost sC, since in h ½‖w‖² is s² times as
// large as in f, but each slack only s times.
func (h Hyperplane) Times(s float64) Hyperplane { return Hyperplane{scaled(h.W, s), h.B * s} }

// LinearHyperplane returns the plane of f = Σ cᵢk(xᵢ, ·) + b, if f has the
// [Linear] kernel. Its w is Σ cᵢxᵢ, and its b is that of f. If f has a Scale,
// the plane takes points that are not scaled. It does not know which features
// Scale ignores: there its w is 0, but its value at a NaN is NaN.
//
// The map of Scale is then in w and b. Where a mean is 10⁴ times its deviation
// or more, this loses four of 16 digits or more: see "Linear functions are
// planes" in kernel.go. Then call f.Values, which subtracts the mean first.
func LinearHyperplane(f *Expansion[[]float64]) (Hyperplane, error) {
	if err := f.Check(); err != nil {
		return Hyperplane{}, err
	}
	w := f.plane() // added up so that points far away lose no digits
	if w == nil {
		return Hyperplane{}, fmt.Errorf("svm: %d points, kernel = %T, want Linear",
			len(f.Points), f.Kernel)
	}
	h := Hyperplane{w, f.B}.unscaled(f.Scale)
	return orError(h, checkFinite("w", h.W))
}

// unscaled returns the plane h(s(x)) of x, by into of kernel.go.
func (h Hyperplane) unscaled(s *Standardizer) Hyperplane {
	if s != nil && h.W != nil {
		h.W, h.B, _ = s.into(h.W, h.B)
	}
	return h
}

// # Losses
//
// A loss says how much a point with the functional margin z = yf(x) costs. We
// would like to minimise the 0–1 loss, whose sum over the points counts the
// errors, but it is not convex. The others are, and we minimise one of them.
// For every z the hinge loss is at least the 0–1 loss, and so is logistic/ln 2.
// The hinge loss is also at least the perceptron loss (testdata/losses.svg).
//
// For example, at z = −½, a point on the wrong side, the 0–1 loss is 1, the
// hinge loss 1½, the perceptron loss ½, and logistic/ln 2 is 1.41.

// ZeroOne returns 0 if z > 0, else 1. A point on the plane, z = 0, thus counts
// as an error, though Predict says +1 there.
func ZeroOne(z float64) float64 {
	if z > 0 {
		return 0
	}
	return 1
}

// HingeSubgradient returns a subgradient of [Hinge] at z: −1 if z < 1, 0 if
// z > 1. At the kink, z = 1, any number in [−1, 0] is a subgradient. We take 0,
// so that a point on its edge adds nothing to the gradient.
func HingeSubgradient(z float64) float64 {
	if z >= 1 {
		return 0
	}
	return -1
}

// PerceptronLoss returns max(0, −z), which is 0 if z ≥ 0.
func PerceptronLoss(z float64) float64 { return max(0, -z) }

// Logistic returns ln(1 + exp(−z)), as max(0, −z) + ln(1 + exp(−|z|)), the same
// number, in which nothing overflows.
func Logistic(z float64) float64 { return max(0, -z) + math.Log1p(math.Exp(-math.Abs(z))) }

// Sigmoid returns σ(z) = 1/(1 + exp(−z)), for z < 0 as exp(z)/(1 + exp(z)),
// since exp(−z) may overflow. The derivative of [Logistic] is −σ(−z).
func Sigmoid(z float64) float64 {
	e := math.Exp(-math.Abs(z))
	if z < 0 {
		return e / (1 + e)
	}
	return 1 / (1 + e)
}

// # Three ways to weigh the slack
//
// Books minimise ½‖w‖² + CΣξ, λ‖w‖² + (1/n)Σξ or (λ/2)‖w‖² + Σξ. All three have
// the same machines, because dividing an objective by a positive number does
// not move its minimum. Divide the second by 2λ, or the third by λ, and you
// have the first. For example, λ = 0.05 and n = 100 are
// C = 1/(2·0.05·100) = 0.1.

// CFromLambda returns C = 1/(2λn), for λ‖w‖² + (1/n)Σξ. [SGD] has this λ, but
// pays λb² too. For λ = 0 it is +Inf, the hard margin.
func CFromLambda(lambda float64, n int) float64 { return 1 / (2 * lambda * float64(n)) }

// LambdaFromC returns λ = 1/(2Cn), the inverse of [CFromLambda]. To train with
// a given C by [Pegasos], give it this λ.
func LambdaFromC(c float64, n int) float64 { return 1 / (2 * c * float64(n)) }

// CFromHalfLambda returns C = 1/λ, for the objective (λ/2)‖w‖² + Σξ.
func CFromHalfLambda(lambda float64) float64 { return 1 / lambda }

// # What is good enough
//
// When is a machine good enough? String judges the α and b of anybody. It
// forgives a point that misses its margin by up to 0.1, because a label is only
// the sign of f, and 0.1 is a tenth of the way from an edge to f = 0. A trainer
// demands more before it returns a nil error:
//
//	                SMO           DualQP, PrimalQP                     String
//	missed margins  2·Tol         less than Rounding  or at most 10⁻⁶  0.1 and m − M + 0.01
//	m − M           2·Tol         twice that, of two points            0.1 or 2·Rounding
//	a gap of        any size      any size            10⁻⁷·Primal      any size
//	Σ αᵢyᵢ          0 all along   10⁻⁸·SumAlpha and 10⁻⁶·MaxAlpha      ten times as much
//	αᵢ outside      none          none                                 as much as of Σ αᵢyᵢ
//	Rounding        below 0.1     below 0.1; PrimalQP judges           any
//	                              as if it were 0
//	largest α, |b|  10⁵⁰          10⁵⁰                                 10⁵⁰, by Certify
//
// In each row a trainer demands at least as much as String, if Tol is at most
// 0.05, so that a machine with a nil error is never called "not optimal".
// TestEachClauseOfTheRuleIsNeeded tests each number.
//
// Why 2·Tol? SMO stops at a violation of Tol. The certificate adds up f again,
// may find more by rounding, and is forgiven as much again.
//
// DualQP and PrimalQP are there to check other solvers, and hence demand that
// no margin is missed by more than 10⁻⁶, and that the gap is at most 10⁻⁷ of
// Primal. There is one exception: if all margins are missed by less than
// Rounding, any gap is accepted, because rounding alone may have made it, and α
// is the optimum of nearly the same problem. For example, if a free point has
// yf(x) = 0.999, it is the problem that requires 0.999 of this point in place
// of 1.
//
// Why is Σ αᵢyᵢ limited? A dual value is a lower bound only if this sum is 0.
// If the sum is r, the bound may be too high by |b|·|r|, where b is that of the
// optimum. For r = 10⁻⁸·SumAlpha this is mostly less than the gap allowed.
//
// Rounding is limited because margins say nothing if f is known to 0.1 only.
//
// An αᵢ that rounding alone may keep from 0 or Cᵢ is taken to be there, by
// onBounds. Why? A point with αᵢ = 0 may lie far outside the street, but a
// point with αᵢ = 10⁻¹⁷ has to lie on its edge. And solvers leave such an αᵢ: a
// step puts one αᵢ on its bound, and gives αⱼ what is left of the sum. In
// floating point 0.3 − 0.1 − 0.2 is not 0, but −3·10⁻¹⁷.

// String returns five lines, or "no certificate" for the zero value. The first
// line is the first that applies of: "not optimal" because some αᵢ is outside
// 0 ≤ αᵢ ≤ C, because Σ αᵢyᵢ is off 0, because k is not positive semi-definite,
// because b is off, although α is right, or because with any b a point misses
// its edge; "optimal to v", where v is the largest of the violation, Shortfall,
// Excess, Rounding, Box/SumAlpha and Balance/SumAlpha; and "not optimal"
// because points with αᵢ > 0 miss their edge, or with αᵢ < C fall short of it.
//
// If Unproved is set, "optimal to v" goes on with "if k is positive
// semi-definite". If Rounding is above 10⁻³, the usual Tol, the first line adds
// it, as "f known to".
//
// The other lines have
//
//   - Primal, Dual and the gap, with the digits that rounding leaves;
//   - the misses;
//   - the counts of α;
//   - b, with the interval of all b that suit α, or with BLow and BHigh if none
//     does. If α itself is wrong, b stands alone.
func (c Certificate) String() string {
	if c == (Certificate{}) {
		return "no certificate"
	}
	first, suit := c.verdict(), fmt.Sprintf("; any b in [%.6g, %.6g] suits", c.BLow, c.BHigh)
	if c.Rounding > 1e-3 {
		first += fmt.Sprintf("; f known to %.1e", c.Rounding)
	}
	switch violation := c.Violation(); {
	case !(max(c.Box, c.Balance) <= c.forgiven()):
		suit = ""
	case c.noBSuits():
		const what = "; no b suits all: some points ask for b ≥ %.6g, others for b ≤ %.6g"
		suit = fmt.Sprintf(what, c.BLow, c.BHigh)
	case violation > 0: // every bound is at most m(α) − M(α) away
		suit = fmt.Sprintf("; any b in [%.6g, %.6g] suits to %.1e", c.BHigh, c.BLow, violation)
	}
	gap := fmt.Sprintf("%.2g", c.Gap())
	// Less than 10⁻¹⁰ would not show in the ten digits of knownDigits.
	if off := c.RoundingPrimal + c.RoundingDual; off > 1e-10*math.Abs(c.Dual) {
		gap += fmt.Sprintf(" ± %.1g", off)
	}
	return strings.Join([]string{first, fmt.Sprintf("primal %s, dual %s, gap %s",
		knownDigits(c.Primal, c.RoundingPrimal), knownDigits(c.Dual, c.RoundingDual), gap),
		fmt.Sprintf("violation %.2g, shortfall %.2g, excess %.2g, box %.2g, balance %.2g",
			c.Violation(), c.Shortfall, c.Excess, c.Box, c.Balance),
		fmt.Sprintf("%d free, %d bound, %d zero", c.Free, c.Bound, c.Zero),
		fmt.Sprintf("b = %.6g%s", c.B, suit)}, "\n")
}

// By mostMissed a margin may be missed, and m − M be above 0. If a margin is
// missed by mostByB more than m − M, which is ten times the usual Tol, b is
// wrong.
const mostMissed, mostByB = 0.1, 0.01

// forgiven is the limit of Box and of Balance, ten times that of goodForQP.
func (c Certificate) forgiven() float64 { return min(1e-7*c.SumAlpha, 1e-5*c.MaxAlpha) }

// verdict names the first broken condition, or says how nearly all hold. For
// its limits see the column String of the table above.
func (c Certificate) verdict() string {
	total := cmp.Or(c.SumAlpha, inf) // with all αᵢ = 0, Box and Balance are 0, too
	box, balance, margin := c.Box/total, c.Balance/total, max(c.Shortfall, c.Excess)
	violation := max(0, c.Violation())
	switch {
	case !(c.Box <= c.forgiven()):
		return fmt.Sprintf("not optimal: some αᵢ is outside 0 ≤ αᵢ ≤ C by %.2g", c.Box)
	case !(c.Balance <= c.forgiven()):
		return fmt.Sprintf("not optimal: Σ αᵢyᵢ is off 0 by %.2g", c.Balance)
	case c.indefinite():
		return fmt.Sprintf("not optimal: k is not positive semi-definite, ‖w‖² = %.2g",
			c.squaredNorm())
	// A b between M(α) and m(α) misses no margin by more than the violation.
	// Hence, if a margin is missed by more, b is wrong, or a solver has stopped
	// an αᵢ just beside the bound that it means: see NewModel.
	case violation <= mostMissed && margin > violation+mostByB:
		const what = "not optimal: α is right to %.1e, but b is off by %.2g"
		return fmt.Sprintf(what, max(box, balance, violation, c.Rounding), margin)
	case margin <= mostMissed && c.noBSuits():
		return fmt.Sprintf("not optimal: with any b a point misses its edge by %.2g", violation/2)
	case margin <= mostMissed:
		what := "optimal to %.1e"
		if c.Unproved {
			what += ", if k is positive semi-definite"
		}
		return fmt.Sprintf(what, max(box, balance, margin, violation, c.Rounding))
	}
	miss := "αᵢ > 0 miss"
	if margin == c.Shortfall {
		miss = "αᵢ < C fall short of"
	}
	return fmt.Sprintf("not optimal: points with %s their edge by %.2g", miss, margin)
}

// Err returns nil if the first line of String begins with "optimal". If not, it
// returns an [ErrNotConvex] if ‖w‖² is negative, else an [ErrNotConverged],
// with this line. The zero value is an error. If Unproved is set, nil holds
// only if k is positive semi-definite.
//
// Err is for the test of a solver of your own. Trainers demand more before they
// return a nil error: see "What is good enough" in svm.go.
func (c Certificate) Err() error {
	first, _, _ := strings.Cut(c.String(), "\n")
	kind := ErrNotConverged
	if c.indefinite() {
		kind = ErrNotConvex
	}
	return errorUnless(strings.HasPrefix(first, "optimal"), "%w: %s", kind, first)
}

// relativeGap is |Gap/Primal|. For a Primal of +Inf or 0 it is NaN or +Inf, of
// which neither is at most a limit.
func (c Certificate) relativeGap() float64 { return math.Abs(c.Gap() / c.Primal) }

// known reports whether the numbers of a machine say anything: f is known to
// 0.1, and α and b are in the range that Certify takes.
func (c Certificate) known() bool {
	return c.Rounding < 0.1 && max(c.MaxAlpha, math.Abs(c.B)) <= 1e50
}

// goodForQP is the rule of DualQP and PrimalQP, which keep 0 ≤ αᵢ ≤ Cᵢ.
func (c Certificate) goodForQP() bool {
	missed := max(c.Shortfall, c.Excess)
	return c.Balance <= min(1e-8*c.SumAlpha, 1e-6*c.MaxAlpha) && c.known() &&
		(missed < c.Rounding || missed <= 1e-6 && c.relativeGap() <= 1e-7)
}

// knownDigits prints the digits of v that an error of off leaves, at most ten.
// Ten digits show a gap of 10⁻⁷·Primal, which DualQP may leave.
func knownDigits(v, off float64) string {
	digits := 1
	for wrong := off * 10; digits < 10 && wrong < math.Abs(v); wrong *= 10 {
		digits++
	}
	return fmt.Sprintf("%.*g", digits, v)
}

// noBSuits reports whether no b suits all points, not even nearly. Rounding may
// move both ends of the interval. The margins do not show it: the b in the
// middle misses each by half of the violation only.
func (c Certificate) noBSuits() bool { return c.Violation() > max(mostMissed, 2*c.Rounding) }

// squaredNorm returns ‖w‖², if all αᵢ ≥ 0: Dual is Σ αᵢ − ½‖w‖².
func (c Certificate) squaredNorm() float64 { return 2 * (c.SumAlpha - c.Dual) }

// indefinite reports whether ‖w‖² is negative by more than rounding explains.
// Since ‖w‖² is Σ αᵢyᵢgᵢ, errors of up to e in the gᵢ move it by up to
// e·SumAlpha. For e we take Rounding, and 10⁻⁶ for what the steps of a search
// have left in the gᵢ, because nobody asks f for more than six digits.
func (c Certificate) indefinite() bool {
	return c.SumAlpha > 0 && c.squaredNorm() < -c.SumAlpha*(1e-6+c.Rounding)
}

// onBounds returns the αᵢ, with those on a bound that [Certificate] takes to be
// there. A step rounds an αᵢ by at most 2ε of the smaller of Cᵢ and the largest
// α, so that 10⁻¹³ of it is enough for 450 steps.
func onBounds(alpha, cost []float64) []float64 {
	largest := maxAbs(alpha)
	return each(len(alpha), func(i int) float64 {
		tol := 1e-13 * min(cost[i], largest)
		switch {
		case math.Abs(alpha[i]) <= tol:
			return 0
		case math.Abs(cost[i]-alpha[i]) <= tol:
			return cost[i]
		}
		return alpha[i]
	})
}

// # What is no kernel
//
// If k is not positive semi-definite, ‖w‖² = Σᵢⱼ βᵢβⱼk(xᵢ, xⱼ) can be negative,
// and so can the square in (gap). If it is, there is no minimum. Put tw in
// place of w, with a growing t: the slacks in (primal) grow like t, but ½t²‖w‖²
// falls like −t².
//
// Some such k make good machines all the same. They are called conditionally
// positive definite, which means that ‖w‖² ≥ 0 for each β with Σ βᵢ = 0. These
// β are enough, because a trainer meets no other: by (balance) Σ βᵢ is 0.
//
// For example, let k(a, b) = −‖a − b‖² = 2⟨a, b⟩ − ‖a‖² − ‖b‖². In the sum ‖w‖²
// each of the two squares adds −(Σ βᵢ‖xᵢ‖²)(Σ βⱼ), which is 0 if Σ βⱼ = 0. What
// is left of ‖w‖² is 2‖Σ βᵢxᵢ‖², and this is not negative.

// # Rounding
//
// How far may rounding have moved f? The terms of gᵢ = Σⱼ βⱼk(xⱼ, xᵢ) have
// magnitudes that add up to at most maxK·Σ |βⱼ|, where maxK is the largest
// |k(xⱼ, xᵢ)|. Measured (testdata/measurements.md), a sum loses up to ½ε of
// this, although n terms may lose nε. For points of five features the values of
// a Gaussian are wrong by up to 3ε, and for many features by more where
// γ(‖a‖² + ‖b‖²) is large: see [Gaussian]. We take 8ε, which is resolution.
//
// For Linear it is far too large if points lie far from the origin. For
// example, let x be 1,000,001 and 999,999, with the labels +1 and −1 and α = ½.
// Then maxK is 10¹², and resolution 9·10⁻⁴. But with the mean a, w is also
// Σ αᵢyᵢ(xᵢ − a), as Σ αᵢyᵢ = 0, and for this sum resolution is 8ε, because
// ‖xᵢ − a‖ is 1. The sum ⟨w, xᵢ⟩ + b has terms of 10⁶, and rounds by 8ε·10⁶.
// Together Rounding is 9·10⁻¹⁰.
//
// What moves f at all points alike is not in Rounding, since b makes up for it.
// Two more numbers are for Primal and Dual, with the largest ‖xᵢ‖. The first,
// inner, is dε‖w‖‖xᵢ‖, which the d additions of ⟨w, xᵢ⟩ lose at worst. The
// second, common, is the rounding of w times ‖xᵢ‖: as a sum, w loses up to ½ε
// of Σ |αᵢ|‖xᵢ − a‖, for which we take ε. It moves f at all points alike.
// Therefore it is in Primal only: in ‖w‖² it cancels, because Σ βᵢ = 0.
//
// Rounding also leaves a Σ βᵢ that is not 0. Why does it matter? SMO and DualQP
// train a Linear machine on xᵢ − a, but the model has Σ βᵢxᵢ, which differs by
// (Σ βᵢ)a. For example, let Σ βᵢ be 10⁻¹⁶, and the points be near 10⁸. Then f
// is off by 10⁻¹⁶·10⁸·10⁸ = 1. This is why rebalance is there.

// resolution returns how far rounding may move f, and thus the violation, given
// Σ |βⱼ| and the largest |k(xⱼ, xᵢ)|.
func resolution(total, maxK float64) float64 { return 8 * eps * maxK * total }

// findRounding finds how far rounding may have moved f, Primal and Dual, given
// ‖w‖² and the margins yᵢf(xᵢ). The error of Primal is Primal with everything
// wrong at once, minus Primal: each margin smaller by all that may move f, and
// ‖w‖² larger by twice the error of Dual, since half of ‖w‖² is in Dual.
func findRounding[X any](c *Certificate, k Kernel[X], x []X, margin, cost []float64,
	ww, maxK float64) {
	rounding, inner, common := roundingOf(k, x, cost, c.SumAlpha, math.Sqrt(max(0, ww)), maxK)
	c.Rounding = rounding
	off := rounding + inner // of each gᵢ in ‖w‖² = Σ βᵢgᵢ, where by Σ βᵢ = 0 common cancels
	c.RoundingDual = c.SumAlpha * off / 2
	if c.Primal < inf {
		nearer := mapped(margin, func(z float64) float64 {
			return z - off - common - eps*math.Abs(z) // gᵢ + b is rounded, too, by ε of it
		})
		c.RoundingPrimal = primalOf(ww+2*c.RoundingDual, nearer, cost) - c.Primal
	}
}

// roundingOf returns the Rounding of a certificate, and for Linear inner and
// common, given Σ |αᵢ|, ‖w‖ and the largest k(xᵢ, xᵢ) of points with Cᵢ > 0.
func roundingOf[X any](k Kernel[X], x []X, cost []float64, total, normW, maxK float64) (
	rounding, inner, common float64) {
	if !isLinear(k) {
		return resolution(total, maxK), 0, 0
	}
	p := any(pick(x, nonzero(cost))).([][]float64)
	a := combination(p, scaled(ones(len(p)), 1/float64(len(p))))
	widest := slices.Max(mapped(p, func(v []float64) float64 { return squaredDistance(v, a) }))
	far := slices.Max(mapped(p, Norm))
	rounding = resolution(total, widest) + resolution(normW, far)
	return rounding, float64(len(a)) * eps * normW * far, eps * total * math.Sqrt(widest) * far
}

// largestOf returns the largest |k(xᵢ, xᵢ)| of points with Cᵢ > 0. The list
// diagonal is empty if Trace has ended a training before its first value.
func largestOf(diagonal, cost []float64) (largest float64) {
	for i, v := range diagonal {
		if cost[i] > 0 {
			largest = max(largest, math.Abs(v))
		}
	}
	return largest
}

// rebalance makes Σ βᵢ = 0 again. One βᵢ, with i in indices, takes the excess:
// the smallest of those whose distance to each bound is more than 10⁹ times as
// large, because its last digit is the finest. A β near 50, whose last digit is
// 7·10⁻¹⁵, would round the excess away
// (TestManySMOStepsLeaveNothingOfTheBalance).
func rebalance(beta, cost []float64, indices []int) {
	excess := exactSum(beta)
	magnitude := mapped(indices, func(i int) float64 {
		if a := math.Abs(beta[i]); min(a, cost[i]-a) > 1e9*math.Abs(excess) {
			return a
		}
		return inf // too near a bound
	})
	if finest := slices.Min(magnitude); finest < inf {
		beta[indices[slices.Index(magnitude, finest)]] -= excess
	}
}

// # Trainings at the same time

// mostTrainings returns how many n×n matrices, of 8n² bytes, fit into half of
// cacheBytes, but at least 1. For example, it is four for n = 4,096. The other
// half is for memory that Go has yet to collect.
func mostTrainings(n int) int { return max(1, cacheBytes/16/n/n) }

// runTrainings calls f(0), …, f(trainings − 1), and returns their errors. Up to
// mostTrainings(n) calls run at the same time, by shareAtMost. Their work is
// given as inf, because a training is always worth another processor.
func runTrainings(trainings, n int, f func(i int) error) []error {
	errs := make([]error, trainings)
	shareAtMost(mostTrainings(n), trainings, inf, func(i int) { errs[i] = f(i) })
	return errs
}

// # The rest of a Model

// CheckPoint says whether m can take x: see [Expansion.CheckPoint].
func (m *Model[X]) CheckPoint(x X) error { return m.function().CheckPoint(x) }

// Predictor returns a function that returns f(x): see [Expansion.Predictor].
func (m *Model[X]) Predictor() func(x X) (value float64, err error) {
	return m.function().Predictor()
}

// Inner returns ⟨f, g⟩ without b: see [Expansion.Inner].
func (m *Model[X]) Inner(g *Expansion[X]) float64 { return m.function().Inner(g) }

// Norm returns ‖f‖ without b: see [Expansion.Norm].
func (m *Model[X]) Norm() float64 { return m.function().Norm() }

// Plus returns f + g: see [Expansion.Plus].
func (m *Model[X]) Plus(g *Expansion[X]) *Expansion[X] { return m.function().Plus(g) }

// Times returns s·f: see [Expansion.Times].
func (m *Model[X]) Times(s float64) *Expansion[X] { return m.function().Times(s) }

// # Practice: more than two classes

// A Multiclass tells several classes apart by machines that each tell two
// apart. [OneVsRest] and [OneVsOne] make one: see the example of [OneVsOne].
// Several goroutines may call its methods at once. The zero value has no
// classes, and panics if it is asked to predict, as nil does.
type Multiclass[X any, L cmp.Ordered] struct {
	Classes []L         // sorted
	Models  []*Model[X] // one per class, or one per pair of classes
	Pairs   [][2]int    // OneVsOne: Models[m] says +1 for class Pairs[m][0] and −1 for Pairs[m][1]
}

// OneVsRest trains a machine for each class, +1, against all others, −1. It
// calls train with the points and their labels ±1, in slices made for the call.
// As calls may run at the same time, train must not write to a variable
// declared outside of it, such as Options.
//
// If a call of train returns an error, OneVsRest still makes the other calls.
// It returns the Multiclass with the error, or nil with it if a model is
// missing. Of several errors it returns the first that is not a plain
// [ErrNotConverged] or [ErrNotConvex], because only these two may leave a
// useful machine, or else the first. It says how many more there are. For
// example, if the calls for the classes a, b and c return ErrNotConverged, nil
// and [ErrStopped], the error is that of c, "and 1 more".
func OneVsRest[X any, L cmp.Ordered](x []X, label []L,
	train func(x []X, y []float64) (*Model[X], error)) (*Multiclass[X, L], error) {
	return trainMachines(x, label, false, train)
}

// OneVsOne trains a machine for each pair of classes, on the points of these
// two, with label +1 for the first class. For train and its errors see
// [OneVsRest]. In each model, Alpha has an entry for each point of the two
// classes, in the order of x. Index gives positions among these points. A point
// with f = 0 goes to the first class. (In LIBSVM it goes to the second.)
func OneVsOne[X any, L cmp.Ordered](x []X, label []L,
	train func(x []X, y []float64) (*Model[X], error)) (*Multiclass[X, L], error) {
	return trainMachines(x, label, true, train)
}

// trainMachines trains a machine for each pair, or each class against the rest.
// P is the type of a point, or int if train takes numbers of points. How many
// machines train at a time depends on the number of points of the largest, by
// runTrainings.
func trainMachines[P, X any, L cmp.Ordered](x []P, label []L, pairs bool,
	train func(x []P, y []float64) (*Model[X], error)) (*Multiclass[X, L], error) {
	err := cmp.Or(checkCount("labels", len(label), len(x)), checkLabels(label),
		errorUnless(train != nil, "svm: train = nil, want a function"))
	if err != nil {
		return nil, err
	}
	members := byClass(label) // the points of each class
	if len(members) < 2 {
		return nil, fmt.Errorf("svm: only label %q present", fmt.Sprint(label[0]))
	}
	slices.SortFunc(members, func(a, b []int) int { return cmp.Compare(label[a[0]], label[b[0]]) })
	m := &Multiclass[X, L]{Classes: mapped(members, func(p []int) L { return label[p[0]] })}
	var points [][]int // of each machine
	if pairs {
		m.Pairs, points = pairsOf(members)
	} else {
		points = mapped(members, func([]int) []int { return upTo(len(x)) })
	}
	m.Models = make([]*Model[X], len(points))
	largest := slices.Max(mapped(points, func(p []int) int { return len(p) }))
	errs := runTrainings(len(points), largest, func(j int) (err error) {
		plus := j
		if pairs {
			plus = m.Pairs[j][0]
		}
		y := mapped(points[j], func(i int) float64 {
			if label[i] == m.Classes[plus] {
				return 1
			}
			return -1
		})
		m.Models[j], err = train(pick(x, points[j]), y)
		if err == nil {
			return nil
		}
		against := "the rest"
		if pairs {
			against = fmt.Sprintf("%q", fmt.Sprint(m.Classes[m.Pairs[j][1]]))
		}
		return fmt.Errorf("%w (class %q against %s)", err, fmt.Sprint(m.Classes[plus]), against)
	})
	err = inShort(errs)
	if slices.Contains(m.Models, nil) {
		return nil, cmp.Or(err, errors.New("svm: train returned neither a model nor an error"))
	}
	return m, err
}

// pairsOf returns all pairs of classes, and the points of each pair in order.
func pairsOf(members [][]int) (pairs [][2]int, points [][]int) {
	for a := range members {
		for b := a + 1; b < len(members); b++ {
			both := slices.Concat(members[a], members[b])
			slices.Sort(both)
			pairs, points = append(pairs, [2]int{a, b}), append(points, both)
		}
	}
	return pairs, points
}

// leavesModel reports whether a machine that comes with this error can be used:
// if the search ended by itself, though not at an optimum, and not by Trace.
func leavesModel(err error) bool {
	return (errors.Is(err, ErrNotConverged) || errors.Is(err, ErrNotConvex)) &&
		!errors.Is(err, ErrStopped)
}

// inShort makes one error of the errors of several machines, some of them nil,
// by the rule of [OneVsRest].
func inShort(errs []error) error {
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	if len(errs) < 2 {
		return cmp.Or(errs...)
	}
	worse := slices.IndexFunc(errs, func(e error) bool { return !leavesModel(e) })
	return fmt.Errorf("%w, and %d more", errs[max(0, worse)], len(errs)-1)
}

// checkLabels returns an error that names the first label that is NaN.
func checkLabels[L comparable](label []L) error {
	if i := slices.IndexFunc(label, func(l L) bool { return l != l }); i >= 0 {
		return fmt.Errorf("svm: label[%d] = %v", i, label[i])
	}
	return nil
}

// byClass returns the indices of each class, in the order of first occurrence.
func byClass[L comparable](label []L) (members [][]int) {
	number := map[L]int{}
	for i, l := range label {
		class, ok := number[l]
		if !ok {
			class, members = len(members), append(members, nil)
			number[l] = class
		}
		members[class] = append(members[class], i)
	}
	return members
}

// String returns one line: how many classes, machines and support vectors.
func (m *Multiclass[X, L]) String() string {
	vectors, scheme := 0, "one against the rest"
	for _, f := range m.Models {
		vectors += len(f.Points)
	}
	if m.Pairs != nil {
		scheme = "one against one"
	}
	const what = "%d classes, %s, %d machines, %d support vectors in all machines"
	return fmt.Sprintf(what, len(m.Classes), scheme, len(m.Models), vectors)
}

// Scores returns a score for each class, in the order of Classes. For OneVsRest
// the score is the value of the class's machine, for OneVsOne the number of
// pairs that the class wins.
func (m *Multiclass[X, L]) Scores(x X) []float64 {
	m.wantMachines()
	return m.scores(m.valuesAt(x))
}

// valuesAt returns the value of each model at a point.
func (m *Multiclass[X, L]) valuesAt(x X) []float64 {
	return mapped(m.Models, func(f *Model[X]) float64 { return f.Value(x) })
}

// wantMachines panics if there are none, or if one is nil.
func (m *Multiclass[X, L]) wantMachines() {
	whole := m != nil && len(m.Models) > 0 && !slices.Contains(m.Models, nil)
	panicOn(errorUnless(whole, "svm: Multiclass without machines"))
}

// scores returns the score of each class from the value of each model.
func (m *Multiclass[X, L]) scores(v []float64) []float64 {
	if m.Pairs == nil {
		return v
	}
	votes := make([]float64, len(m.Classes))
	for j, pair := range m.Pairs {
		if sign(v[j]) == 1 {
			votes[pair[0]]++
		} else {
			votes[pair[1]]++
		}
	}
	return votes
}

// Predict returns the class with the largest score, or the first of several
// such classes. NaN is treated as the smallest score. To predict many points
// one at a time, make a [Multiclass.Predictor].
func (m *Multiclass[X, L]) Predict(x X) L { return m.Classes[largestScore(m.Scores(x))] }

// largestScore returns the first index of the largest score. NaN is below all.
func largestScore(s []float64) int {
	largest := slices.MaxFunc(s, cmp.Compare) // NaN is the least, but has no index
	return max(0, slices.Index(s, largest))
}

// ScoresAll returns the scores of each point, up to rounding, in parallel. For
// many points it is much faster than Scores, because a support vector that
// several machines share takes one kernel value, if all machines have the same
// kernel. It panics on a point with another number of features.
func (m *Multiclass[X, L]) ScoresAll(xs []X) [][]float64 {
	m.wantMachines()
	for _, f := range m.Models {
		f.wantVectors(xs)
	}
	kernel := m.Models[0].Kernel
	// To find the shared vectors takes as long as Scores of about 16 points. It
	// pays even for one point if values are slow, as those of a user's kernel
	// are. And for Linear Scores would add up each w anew for each point.
	if len(xs) < 16 && !isLinear(kernel) && !prepare(kernel, xs[:min(1, len(xs))]).slow {
		return mapped(xs, m.Scores)
	}
	all := make([][]float64, 0, len(xs))
	fs := m.functions()
	points, uses := sharedVectors(fs)
	inParts(len(xs), 1024, func(lo, hi int) { // 8 KB a machine: 2.6 MB for all pairs of 26 classes
		for _, values := range valuesOf(fs, points, uses, xs[lo:hi]).T().rows() {
			all = append(all, m.scores(values))
		}
	})
	return all
}

// PredictAll returns the class of each point, by ScoresAll. If two scores are
// equal up to rounding, it may choose another than Predict.
func (m *Multiclass[X, L]) PredictAll(xs []X) []L {
	return mapped(m.ScoresAll(xs), func(s []float64) L { return m.Classes[largestScore(s)] })
}

// Predictor returns a function that predicts one point, as Predict does up to
// rounding, and returns its scores too. If the machines cannot take the point,
// it returns the error of [Expansion.CheckPoint]. It is for a server: see the
// example of Multiclass. Several goroutines may call the function. If m
// changes, make another function.
func (m *Multiclass[X, L]) Predictor() func(x X) (class L, scores []float64, err error) {
	m.wantMachines()
	values := m.fastValues()
	return func(x X) (class L, scores []float64, err error) {
		if err := m.CheckPoint(x); err != nil {
			return class, nil, err
		}
		scores = m.scores(values(x))
		return m.Classes[largestScore(scores)], scores, nil
	}
}

// ClassWeights returns the Options.Weights in which a point of label l has the
// weight weight[l], or 1 if l is not in the map. A key that is no label changes
// nothing.
func ClassWeights[L comparable](label []L, weight map[L]float64) []float64 {
	return mapped(label, func(l L) float64 {
		if w, ok := weight[l]; ok {
			return w
		}
		return 1
	})
}

// BalancedWeights returns the Options.Weights that give every class the same
// total weight, as Options.Balance does. Each of the n points has the weight
// n/(number of classes · points of its class). For example, two points of one
// class and six of another have the weights 2 and ⅔. See
// ExampleOptions_balance.
//
// With Options.Balance the weights are found anew for each fold and each pair
// of classes.
func BalancedWeights[L comparable](label []L) []float64 {
	count := map[L]float64{}
	for _, l := range label {
		count[l]++
	}
	return each(len(label), func(i int) float64 {
		// A map never finds a NaN again, so that its count is 0.
		return float64(len(label)) / (float64(len(count)) * count[label[i]])
	})
}

// # Many points of several classes
//
// Several machines often have the same support vectors. For example, ten
// classes of digits make 45 machines, one for each pair of classes. Together
// they have 16,173 support vectors, but only 1,797 different ones
// (testdata/measurements.md). A kernel value of a new point with one of these
// is the same in all machines that use it, so that it is enough to compute it
// once.

// functions returns the function of each machine, as ready makes it. A function
// of the Linear kernel has w as its only point, and w mostly contains the map
// of Scale.
func (m *Multiclass[X, L]) functions() []*Expansion[X] {
	return mapped(m.Models, func(f *Model[X]) *Expansion[X] { return f.ready() })
}

// fastValues returns a function that returns the values of all machines at a
// point, from a row of kernel values with the shared vectors.
func (m *Multiclass[X, L]) fastValues() func(x X) []float64 {
	fs := m.functions()
	points, uses := sharedVectors(fs)
	if points == nil {
		return func(x X) []float64 {
			return mapped(fs, func(f *Expansion[X]) float64 { return f.Value(x) })
		}
	}
	r, scale := prepare(fs[0].Kernel, points), fs[0].Scale
	return func(x X) []float64 {
		values := mapped(fs, func(f *Expansion[X]) float64 { return f.B })
		for i, value := range r.row(scaledBy(scale, x)[0]) {
			for _, u := range uses[i] {
				values[u.machine] += float64(u.coef * value)
			}
		}
		return values
	}
}

// valuesOf returns a matrix with a row for each function, its values at xs,
// given points and uses of sharedVectors.
func valuesOf[X any](fs []*Expansion[X], points []X, uses [][]use, xs []X) *Matrix {
	v := NewMatrix(len(fs), len(xs))
	r := prepare(fs[0].Kernel, scaledBy(fs[0].Scale, xs...))
	// Row l of a tile has the values of points[i+l] at xs[lo], xs[lo+1], …
	// Tiles that are made at the same time have other columns, and so add to
	// other entries of v.
	r.eachTile(points, len(xs), neverStop, func(i, lo int, tile [][]float64) {
		for l, row := range tile {
			for _, u := range uses[i+l] {
				axpy(u.coef, row, v.Row(u.machine)[lo:])
			}
		}
	})
	for j, f := range fs {
		if points == nil { // the kernels differ
			copy(v.Row(j), f.sums(scaledBy(f.Scale, xs...)))
		}
		for i := range v.Row(j) {
			v.Row(j)[i] += f.B
		}
	}
	return v
}

// A use says that a machine uses a support vector, and with which coefficient.
type use struct {
	machine int
	coef    float64
}

// sharedVectors returns the support vectors of all functions, each once, and
// their uses, or nil if the kernels or maps differ.
func sharedVectors[X any](fs []*Expansion[X]) (points []X, uses [][]use) {
	number := map[any]int{}
	for j, f := range fs {
		same := reflect.DeepEqual(f.Kernel, fs[0].Kernel) && reflect.DeepEqual(f.Scale, fs[0].Scale)
		if !same {
			return nil, nil
		}
		for l, p := range f.Points {
			key := identity(p)
			i, seen := number[key]
			if !seen { // as always for a key that holds a NaN
				i = len(points)
				number[key] = i
				points = append(points, p)
				uses = append(uses, nil)
			}
			uses[i] = append(uses[i], use{j, f.Coef[l]})
		}
	}
	return points, uses
}

// identity returns the key by which a map finds a point again. The key is the
// bits of a vector, and otherwise the point itself. If == cannot compare the
// point, it is a new key.
func identity(p any) any {
	if v, ok := p.([]float64); ok {
		b := make([]byte, 0, 8*len(v))
		for _, x := range v {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		return string(b)
	}
	if reflect.ValueOf(p).Comparable() {
		return p
	}
	return new(byte) // no two pointers are equal
}

// # Practice: cross-validation
//
// How good will a machine be on points that it has not seen? Its accuracy on
// the training points says little of this, because it has been fitted to them.
// Cross-validation trains on some of the points, and predicts those that were
// left out.
//
// One kind of cross-validation has a bound that needs no training but that of
// all points. Leave out one point after the other, train on all others, and
// predict the point that is left out. At most as many predictions are wrong as
// the machine of all points has support vectors
// (TestAtMostTheSupportVectorsAreWrongWhenLeftOut).
//
// Proof, for machines with a free support vector, so that b is unique. Let f be
// the machine of all points, and leave out a point i with αᵢ = 0. The sum in f
// has no term of point i, and the α of the other points still meet all
// conditions. So f is optimal for the other points, and training on them gives
// f again. Does f predict point i right? Yes, because αᵢ = 0 means yᵢf(xᵢ) ≥ 1.
// Hence only a support vector can be predicted wrongly.

// Folds splits the points into as many parts as folds says, and returns the
// indices of each. The parts are stratified: two differ by at most one in size,
// and in the number of points of any class. If a class has fewer points than
// folds, some parts have none of them. The points are shuffled by rng. A nil
// rng means a fixed seed.
func Folds[L comparable](label []L, folds int, rng *rand.Rand) ([][]int, error) {
	n := len(label)
	err := cmp.Or(checkPoints(n), checkLabels(label), errorUnless(2 <= folds && folds <= n,
		"svm: folds = %d, want 2 to %d, the number of points", folds, n))
	if err != nil {
		return nil, err
	}
	rng = source(rng)
	parts, next := make([][]int, folds), 0
	for _, points := range byClass(label) {
		rng.Shuffle(len(points), func(a, b int) { points[a], points[b] = points[b], points[a] })
		for _, i := range points { // dealt like cards; a class begins where the last one ended
			parts[next%folds] = append(parts[next%folds], i)
			next++
		}
	}
	for _, p := range parts {
		slices.Sort(p)
	}
	return parts, nil
}

// Pick returns the entries of x with these numbers, such as the points of a
// part of [Folds], their labels or their weights.
func Pick[T any](x []T, rows []int) []T { return pick(x, rows) }

// HeldOut predicts each point with a model that has not seen it. For each part
// of [Folds] it calls fit with the points of all other parts. It then calls the
// function that fit returns, such as m.PredictAll or m.Values, with the points
// of the part. Several calls may run at a time.
//
// fit must learn everything, also a [Standardizer], from the points that it is
// given. To compare two fits on the same parts, give both rng = nil.
//
// If fit returns an error, so does HeldOut, and of several errors the one that
// [OneVsRest] would return. If each error is [ErrNotConverged] or
// [ErrNotConvex], and fit has returned a function with it, the values come with
// the error, because such a machine may predict well. Otherwise, as after
// [ErrStopped], there are none. (With [ErrNotConvex] of [DualQP] there is no
// machine, so return nil.)
func HeldOut[X any, L comparable, V any](x []X, label []L, folds int, rng *rand.Rand,
	fit func(x []X, label []L) (func(xs []X) []V, error)) ([]V, error) {
	parts, err := Folds(label, folds, rng)
	err = cmp.Or(checkCount("labels", len(label), len(x)),
		errorUnless(fit != nil, "svm: fit = nil, want a function"), err)
	if err != nil {
		return nil, err
	}
	return heldOut(x, label, parts, func(_ int, x []X, label []L) (func(xs []X) []V, error) {
		return fit(x, label)
	})
}

// heldOut is HeldOut with given parts, and tells fit which part is held out. By
// runTrainings several fits run at a time, fewer if they have many points.
func heldOut[X any, L comparable, V any](x []X, label []L, parts [][]int,
	fit func(f int, x []X, label []L) (func(xs []X) []V, error)) ([]V, error) {
	values, found := make([]V, len(x)), make([]bool, len(parts))
	largest := len(x) - len(x)/len(parts) // points to train on
	errs := runTrainings(len(parts), largest, func(f int) error {
		part, others := parts[f], allBut(len(x), parts[f])
		value, err := fit(f, pick(x, others), pick(label, others))
		const neither = "svm: fit returned neither a function nor an error"
		err = cmp.Or(err, errorUnless(value != nil, neither))
		if value != nil && (err == nil || leavesModel(err)) {
			v := value(pick(x, part))
			err = cmp.Or(err, checkCount("values", len(v), len(part)))
			found[f] = len(v) == len(part)
			if found[f] {
				for l, i := range part {
					values[i] = v[l]
				}
			}
		}
		return errorUnless(err == nil, "%w (without fold %d of %d)", err, f+1, len(parts))
	})
	err := inShort(errs)
	if slices.Contains(found, false) {
		return nil, err
	}
	return values, err
}

// CrossValidate returns the accuracy of the models that fit trains. It is the
// fraction of the points that [HeldOut] predicts right, or 0 if HeldOut returns
// no predictions. If classes differ much in size, the accuracy says little
// about the small ones. Then call HeldOut, and [NewReport]. To try several C
// and kernels, use [Search], whose machines share kernel values.
func CrossValidate[X any, L comparable](x []X, label []L, folds int, rng *rand.Rand,
	fit func(x []X, label []L) (func(xs []X) []L, error)) (accuracy float64, err error) {
	predicted, err := HeldOut(x, label, folds, rng, fit)
	if predicted == nil {
		return 0, err
	}
	return agreeing(predicted, label) / float64(len(x)), err
}

// agreeing returns how many predictions are right.
func agreeing[L comparable](predicted, label []L) float64 {
	right := indicesWhere(len(label), func(i int) bool { return predicted[i] == label[i] })
	return float64(len(right))
}

// allBut returns the numbers 0, …, n−1 that are not in part, which is sorted.
func allBut(n int, part []int) []int {
	return indicesWhere(n, func(i int) bool { _, in := slices.BinarySearch(part, i); return !in })
}

// # Practice: choosing C and a kernel

// A Grid says what [Search] tries, and how. [Gaussians] lists the kernels of
// several γ: in large steps first, for a search that may be stopped. If the
// best C or γ is the smallest or the largest, try some beyond.
type Grid[X any] struct {
	Kernels []Kernel[X]
	C       []float64           // each is tried with each kernel
	Folds   int                 // 0 means 5: a fifth of the points is held out at a time
	Rand    *rand.Rand          // as in Folds
	Options Options             // of the machines; its C is not used; Scale: by those that train
	After   func(Trial[X]) bool // told of each trial, and asked whether to go on; may be nil
}

// A Trial is what cross-validation says of a kernel and a C. If Options.Balance
// is set, Accuracy is the balanced accuracy, as Balanced of a [Report].
// Deviation says how much the accuracies of the folds differ. For example, two
// folds of one size with the accuracies 0.8 and 0.9 have the Deviation 0.05. In
// general, each point has the accuracy of its fold, minus Accuracy, and
// Deviation is the root of the mean of the squares. If Err is set, and is
// neither [ErrNotConverged] nor [ErrNotConvex], both numbers are NaN: see
// [HeldOut].
type Trial[X any] struct {
	Kernel              Kernel[X]
	C                   float64
	Options             Options // of the Grid, with C and no Trace: SMO(t.Kernel, x, y, t.Options)
	Accuracy, Deviation float64
	Err                 error
}

// Trials are the result of [Search], the best first.
type Trials[X any] []Trial[X]

// search is [Search], with the function that trains on row numbers.
func search[X any, L cmp.Ordered](x []X, label []L, g Grid[X], train rowTrainer) (
	Trials[X], error) {
	parts, err := Folds(label, cmp.Or(g.Folds, 5), g.Rand)
	err = cmp.Or(checkCount("labels", len(label), len(x)), g.check(x), err)
	if err != nil {
		return nil, err
	}
	done, err := tryAll(x, label, parts, g, train)
	// We compare six digits: rounding changes later ones, and one more right
	// point mostly changes one of the six.
	rank := func(v float64) float64 { return math.Round(v * 1e6) }
	slices.SortStableFunc(done, func(a, b Trial[X]) int { // NaN is below all
		return cmp.Or(cmp.Compare(rank(b.Accuracy), rank(a.Accuracy)),
			cmp.Compare(rank(a.Deviation), rank(b.Deviation)))
	})
	if err == nil && math.IsNaN(done[0].Accuracy) {
		err = done[0].Err
	}
	return done, err
}

// String returns a line: accuracy and deviation, C, the kernel, and the error.
func (t Trial[X]) String() string {
	const line = "%.4f ± %.4f  C = %-8.6g %s"
	text := fmt.Sprintf(line, t.Accuracy, t.Deviation, t.C, formula(t.Kernel))
	if t.Err != nil {
		text += fmt.Sprintf(": %v", t.Err)
	}
	return text
}

// String returns a line for each trial.
func (t Trials[X]) String() string { return strings.Join(mapped(t, Trial[X].String), "\n") }

// # A search at work
//
// A search trains many machines on the same points. For each kernel it makes
// the Gram matrix once, and then trains on row numbers. For example, nine C and
// five folds are 45 trainings for each pair of classes, and all of them read
// one matrix. With Options.Scale each fold has its own scale, and so there are
// five matrices.

// A rowTrainer trains a machine of two classes. Its points are the numbers of
// rows of a Gram matrix, whose entries are the values of k.
type rowTrainer func(k Kernel[int], rows []int, y []float64, o Options) (*Model[int], error)

// tryAll returns a trial for each kernel and C, or those so far, and why it
// stopped.
func tryAll[X any, L cmp.Ordered](x []X, label []L, parts [][]int, g Grid[X],
	train rowTrainer) (done Trials[X], err error) {
	for _, k := range g.Kernels {
		grams, bad := g.grams(k, x, parts)
		for _, c := range g.C {
			o := g.Options
			o.C = c
			t := Trial[X]{k, c, o, math.NaN(), math.NaN(), bad}
			t.Options.Trace = nil // which may have ended the search, and would end a refit
			o.Scale = false       // the Gram matrices are those of scaled points
			if bad == nil {
				t.Accuracy, t.Deviation, t.Err = inFolds(grams, label, parts, o, train)
			}
			if errors.Is(t.Err, ErrStopped) {
				return done, ErrStopped
			}
			done = append(done, t)
			if g.After != nil && !g.After(t) {
				return done, ErrStopped
			}
		}
	}
	return done, nil
}

// inFolds returns Accuracy, Deviation and Err of a trial. The list grams has
// one Gram matrix for all folds, or one for each. With Balance all classes have
// the same weight, also where they are tested, so that Accuracy is the mean of
// the accuracies of the classes
// (TestWithBalanceASearchChoosesByBalancedAccuracy).
func inFolds[L cmp.Ordered](grams []Kernel[int], label []L, parts [][]int, o Options,
	train rowTrainer) (accuracy, deviation float64, err error) {
	fit := func(f int, rows []int, label []L) (func(rows []int) []L, error) {
		m, err := OneVsOne(rows, label, func(rows []int, y []float64) (*Model[int], error) {
			// forRows, under "Bad input", picks the Weights of the rows.
			return train(grams[f%len(grams)], rows, y, o.forRows(rows))
		})
		if m == nil {
			return nil, err
		}
		return m.PredictAll, err
	}
	predicted, err := heldOut(upTo(len(label)), label, parts, fit)
	if predicted == nil {
		return math.NaN(), math.NaN(), err
	}
	n, weight := float64(len(label)), ones(len(label))
	if o.Balance {
		weight = BalancedWeights(label)
	}
	right := slices.Clone(weight) // or 0
	for i := range right {
		if predicted[i] != label[i] {
			right[i] = 0
		}
	}
	accuracy = sum(right) / n
	variance := 0.0
	for _, p := range parts { // each point has the accuracy of its fold
		total := sum(pick(weight, p))
		off := sum(pick(right, p))/total - accuracy
		variance += float64(total * off * off / n)
	}
	return accuracy, math.Sqrt(variance), err
}

// check returns the first error in what is to be tried with these points.
func (g Grid[X]) check(x []X) error {
	err := cmp.Or(errorUnless(len(g.Kernels) > 0, "svm: no Kernels"),
		errorUnless(len(g.C) > 0, "svm: no C"))
	if g.Options.Scale {
		err = cmp.Or(err, checkScale(x, &Standardizer{}))
	}
	for _, c := range g.C {
		g.Options.C = c
		_, bad := g.Options.cost(len(x))
		err = cmp.Or(err, errorUnless(c > 0, "svm: C = %g, want C > 0", c), bad)
	}
	for _, k := range g.Kernels {
		err = cmp.Or(err, checkKernel("kernel", k, x))
	}
	return err
}

// grams returns the Gram matrix of k, as a kernel of row numbers. With Scale it
// returns one for each part, whose points are scaled by the mean and the
// deviation of the points outside of the part. If k is slow, Trace may stop the
// work: it is called by a watch, see "How a search is watched".
func (g Grid[X]) grams(k Kernel[X], x []X, parts [][]int) (all []Kernel[int], err error) {
	if !g.Options.Scale {
		parts = [][]int{nil}
	}
	g.Options.C = 1 // any: only which Cᵢ are 0 counts
	for _, part := range parts {
		others, _ := g.Options.cost(len(x)) // check has seen the Weights
		for _, i := range part {
			others[i] = 0
		}
		_, own, err := scaledFor(k, x, others, g.Options)
		if err != nil {
			return nil, err
		}
		gram, err := gramOf(k, own, (&watch{trace: g.Options.Trace}).ask)
		if err != nil {
			return nil, err
		}
		all = append(all, gramRows{Precomputed{gram}})
	}
	return all, nil
}

// gramRows is Precomputed with a matrix that gramOf has checked, so that no
// training checks it again. Precomputed is a field, because ownMethods refuses
// a struct that embeds a type.
type gramRows struct{ gram Precomputed }

// Eval returns Kᵢⱼ.
func (k gramRows) Eval(i, j int) float64         { return k.gram.Eval(i, j) }
func (k gramRows) check([]int) error             { return nil }
func (k gramRows) prepare(x []int) prepared[int] { return k.gram.prepare(x) }

// # Practice: what is taken for what

// A Report counts which class is taken for which. Count.At(k, l) is the number
// of points of Classes[k] that were taken for Classes[l]. The other lists have
// an entry for each class. A rate 0/0, of which nothing is known, is NaN. For
// example, a class without points has the Recall NaN.
type Report[L cmp.Ordered] struct {
	Classes   []L
	Count     *Matrix
	Precision []float64 // the share of the points taken for the class that belong to it
	Recall    []float64 // the share of the points of the class that are taken for it
	F1        []float64 // 1/F1 is the mean of 1/Precision and 1/Recall
	Support   []float64 // the number of points of the class
	Accuracy  float64   // the share of all points that are right
	Balanced  float64   // balanced accuracy: the mean Recall of the classes that have points
}

// NewReport compares predictions, such as those of [HeldOut], with the labels.
// It lists the given classes, in this order. If classes is nil, it lists all
// classes that occur, sorted. A label or a prediction that is not among the
// classes is an error.
func NewReport[L cmp.Ordered](classes, label, predicted []L) (Report[L], error) {
	err := cmp.Or(checkCount("predictions", len(predicted), len(label)), checkLabels(label))
	if err != nil {
		return Report[L]{}, err
	}
	if classes == nil {
		classes = slices.Concat(label, predicted)
		slices.Sort(classes)
		classes = slices.Compact(classes)
	}
	r := Report[L]{Classes: classes, Count: NewMatrix(len(classes), len(classes))}
	for i := range label {
		k, l := slices.Index(classes, label[i]), slices.Index(classes, predicted[i])
		if k < 0 || l < 0 {
			const what = "svm: label[%d] = %q, predicted %q: want two of the %d classes"
			return Report[L]{}, fmt.Errorf(what, i, fmt.Sprint(label[i]), fmt.Sprint(predicted[i]),
				len(classes))
		}
		r.Count.Row(k)[l]++
	}
	seen := 0.0 // the number of classes that have points
	for k, taken := range mapped(r.Count.T().rows(), sum) {
		found, all := r.Count.At(k, k), sum(r.Count.Row(k))
		r.Precision, r.Recall = append(r.Precision, found/taken), append(r.Recall, found/all)
		r.F1, r.Support = append(r.F1, 2*found/(taken+all)), append(r.Support, all)
		if all > 0 {
			seen++
			r.Balanced += found / all
		}
	}
	r.Accuracy = agreeing(predicted, label) / float64(len(label))
	r.Balanced /= seen
	return r, nil
}

// String returns a table with a row for each class, and the two accuracies.
func (r Report[L]) String() string {
	var text strings.Builder // its writes have no errors
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tprecision\trecall\tF1\tsupport\ttaken for\t")
	for _, l := range r.Classes {
		fmt.Fprintf(w, "%v\t", l)
	}
	for k, l := range r.Classes {
		fmt.Fprintf(w, "\n%v\t%.2f\t%.2f\t%.2f\t%.0f\t\t",
			l, r.Precision[k], r.Recall[k], r.F1[k], r.Support[k])
		for _, n := range r.Count.Row(k) {
			fmt.Fprintf(w, "%.0f\t", n)
		}
	}
	fmt.Fprintf(w, "\naccuracy %.3f, balanced accuracy %.3f", r.Accuracy, r.Balanced)
	w.Flush()
	return text.String()
}

// # How a search is watched

// A Progress is what a solver passes to Options.Trace. The solver calls Trace
// on the goroutine that trains:
//   - before the first kernel value;
//   - before each block of steps of [SMO], or each step of [DualQP] or
//     [PrimalQP];
//   - before the proof of [ErrNotSeparable];
//   - before each row of n values, if the kernel is yours or [Substrings],
//     whose values may be slow.
//
// Trainings at the same time, as in [OneVsOne], call Trace at the same time. If
// Trace counts its calls, it therefore needs a lock.
//
// If Trace returns false, the solver computes no more kernel values, and the
// result so far comes with [ErrStopped]. To stop when a context ends:
//
//	Trace: func(svm.Progress) bool { return ctx.Err() == nil }
//
// Evaluations counts the kernel values that are computed: for a user's kernel
// the calls of Eval, for the Linear kernel the inner products with w.
type Progress struct {
	Iterations, Evaluations int     // so far, as in Model; steps up to the last block
	Violation, Dual         float64 // m(α) − M(α), or the relative error of a QP; the dual value
}

// ErrStopped is the error of a training that Options.Trace has ended, or of a
// [Search] that Trace or After has ended. By errors.Is it is an
// [ErrNotConverged] too, but [HeldOut] and [CrossValidate] return no results
// with it.
var ErrStopped = fmt.Errorf("%w: stopped", ErrNotConverged)

// A watch calls Trace, which says whether a search goes on, and counts its
// kernel values.
type watch struct {
	trace       func(Progress) bool
	progress    Progress // what Trace was shown last
	evaluations int64    // so far
	asked       int64    // evaluations when Trace was called last
	stopped     bool     // Trace has returned false, so no more kernel values are made
}

// goesOn reports whether the search goes on. It calls Trace until this says no.
func (w *watch) goesOn() bool {
	w.asked, w.progress.Evaluations = w.evaluations, w.count()
	w.stopped = w.stopped || w.trace != nil && !w.trace(w.progress)
	return !w.stopped
}

// count returns the number of kernel values so far, or the largest int.
func (w *watch) count() int { return int(min(w.evaluations, math.MaxInt)) }

// add counts the values of rows that are to be made, as an int64, since an int
// of 32 bits might overflow.
func (w *watch) add(rows, length int) { w.evaluations += int64(rows) * int64(length) }

// ask counts the values that are to be made, and before slow ones calls Trace,
// unless no value was made since its last call. If Trace says stop, now or
// earlier, ask returns ErrStopped and counts nothing.
func (w *watch) ask(values int, slow bool) error {
	if slow && (w.stopped || w.evaluations != w.asked && !w.goesOn()) {
		return ErrStopped
	}
	w.add(1, values)
	return nil
}

// checkedSums returns gᵢ = Σ cⱼk(xⱼ, xᵢ) for all points. Values of a slow
// kernel are made row by row, so that Trace can be called before each row, and
// checked. Of other kernels callers check the diagonal: see "Bad input" in
// kernel.go.
func checkedSums[X any](w *watch, k Kernel[X], x []X, c []float64) ([]float64, error) {
	f, index := withoutZeros(k, x, c)
	r, g := prepare(k, x), make([]float64, len(x))
	if !r.slow {
		w.add(len(index), len(x))
		return f.sums(x), nil
	}
	for l, i := range index {
		if err := w.ask(len(x), true); err != nil {
			return nil, err
		}
		row := r.row(x[i])
		if err := checkRow(k, i, row); err != nil {
			return nil, err
		}
		axpy(f.Coef[l], row, g)
	}
	return g, nil
}

// sumsAndLargest returns gᵢ = Σ βⱼk(xⱼ, xᵢ), and the largest |k(xᵢ, xᵢ)| of
// points with Cᵢ > 0, or an error that names a value out of range.
func sumsAndLargest[X any](k Kernel[X], x []X, beta, cost []float64) (
	g []float64, maxK float64, err error) {
	diagonal := squaredNorms(k, x, evalWork)
	g, err = checkedSums(new(watch), k, x, beta)
	own := func(i int) int { return i } // value i of the diagonal is in row i
	err = cmp.Or(err, checkValues(k, diagonal, own))
	return g, largestOf(diagonal, cost), err
}

// hullEvidence returns the model of α, whose αᵢ are the weights of two means,
// one of each class, scaled so that Σ αᵢ is 1 for each label. The error is
// [ErrNotSeparable] if touching takes the means for one point, else
// ErrNotConverged: the means are apart, or k is no kernel.
func hullEvidence[X any](w *watch, k Kernel[X], x []X,
	y, alpha, g, cost []float64) (*Model[X], error) {
	scale := 2 / sum(alpha)
	counted, first := pick(x, nonzero(cost)), x[nonzero(alpha)[0]]
	// Each point takes four values: three for its distance, and one for the
	// diagonal. By true, Trace is called whatever the kernel is.
	if err := w.ask(4*len(counted), true); err != nil {
		return nil, err
	}
	diagonal := squaredNorms(k, counted, evalWork)
	distance := make([]float64, len(counted)) // to the first point with αᵢ > 0
	share(len(counted), 3*evalWork, func(i int) { distance[i] = Distance(k, counted[i], first) })
	m := newModel(k, x, y, scaled(alpha, scale), scaled(g, scale), cost, maxAbs(diagonal))
	// We compute g anew, because the square below is nearly 0, and the rounding
	// of a search, in g, could be larger.
	g, err := checkedSums(w, k, m.Points, m.Coef)
	if err != nil {
		return nil, err
	}
	squared := Dot(m.Coef, g) // ‖Σ αᵢyᵢφ(xᵢ)‖²
	farthest := slices.Max(distance)
	longest := math.Sqrt(max(0, slices.Max(diagonal)))
	if touching(squared, farthest, longest) {
		return m, errTouch
	}
	const what = "%w: hard margin: the classes' hulls are at most %.2g apart, points up to %.2g"
	return m, fmt.Errorf(what, ErrNotConverged, math.Sqrt(max(0, squared)), farthest)
}

// # Bad input

// trainerInput checks a trainer's input before any kernel value is made. It
// returns each Cᵢ, the map that o.Scale asks for, and the points that this map
// gives. A point with Cᵢ = 0 is left out: neither Balance nor Scale looks at
// it, nor the check that both labels occur.
func trainerInput[X any](k Kernel[X], x []X, y []float64, o Options) (
	cost []float64, scale *Standardizer, z []X, err error) {
	cost, err = o.cost(len(x))
	err = cmp.Or(checkCount("labels", len(y), len(x)), checkSigns(y), err)
	if err != nil {
		return nil, nil, nil, err
	}
	if o.Balance {
		counted := nonzero(cost)
		for l, w := range BalancedWeights(pick(y, counted)) {
			cost[counted[l]] *= w
		}
	}
	err = onlyLabel(timesY(cost, y))
	if err == nil {
		scale, x, err = scaledFor(k, x, cost, o)
	}
	return cost, scale, x, err
}

// scaledFor returns the map that o.Scale asks for, made from the points with
// Cᵢ > 0, and all points as it maps them, or an error if k does not take them.
// Without Scale the map is nil.
func scaledFor[X any](k Kernel[X], x []X, cost []float64, o Options) (*Standardizer, []X, error) {
	if !o.Scale {
		return nil, x, checkKernel("kernel", k, x)
	}
	v, _ := any(x).([][]float64)
	if err := cmp.Or(checkScale(x, &Standardizer{}), checkVectors(v)); err != nil {
		return nil, nil, err
	}
	counted := pick(v, nonzero(cost))
	s, err := Standardize(counted)
	if err != nil {
		return nil, nil, err
	}
	zeros := make([]int, len(s.Mean))
	for _, p := range counted {
		for j, v := range p {
			if v == 0 {
				zeros[j]++
			}
		}
	}
	for j, n := range zeros {
		// Where zeros are many, they stay zeros ("Standardised features" in
		// kernel.go). The feature is still of the size of the others, since its
		// mean μ/σ is at most 1 in size: 1/√3, for example, if 4 stands at a
		// quarter of the points.
		if 2*n >= len(counted) {
			s.Mean[j] = 0
		}
	}
	z := scaledBy(&s, x...)
	return &s, z, checkKernel("kernel", k, z)
}

// checkScale returns an error unless s can map the points x.
func checkScale[X any](x []X, s *Standardizer) error {
	v, vectors := any(x).([][]float64)
	d, want := s.features(), 0 // 0 for any number
	if len(v) > 0 {
		want = len(v[0])
	}
	const other = "svm: Scale of %d features for points of %d"
	return cmp.Or(s.Check(), errorUnless(vectors, "svm: Scale for points of type %T", *new(X)),
		errorUnless(d*want == 0 || d == want, other, d, want))
}

// forRows returns the options for some of the points, with their own Weights.
func (o Options) forRows(rows []int) Options {
	if o.Weights != nil {
		o.Weights = pick(o.Weights, rows)
	}
	return o
}

// checkSigns returns an error that names the first label that is not +1 or −1.
func checkSigns(y []float64) error {
	if i := slices.IndexFunc(y, func(v float64) bool { return math.Abs(v) != 1 }); i >= 0 {
		return fmt.Errorf("svm: y[%d] = %g, want -1 or +1; for other labels see Fit", i, y[i])
	}
	return nil
}

// onlyLabel returns an error if all numbers except zeros have the same sign.
func onlyLabel(y []float64) error {
	both := slices.Min(y) < 0 && slices.Max(y) > 0
	return errorUnless(both, "svm: only label %+g present", sign(sum(y)))
}

// cost returns Cᵢ = C·Weights[i], or an error if an option is out of range. A
// Tol below 10⁻¹² would ask for less than rounding leaves: by resolution this
// is 8ε·10³ = 9·10⁻¹³ for 1,000 support vectors, C = 1 and max k = 1.
func (o Options) cost(n int) ([]float64, error) {
	c, weights := cmp.Or(o.C, 1), o.Weights
	if weights == nil {
		weights = ones(n)
	}
	const count = "svm: %d Weights for %d points; for folds see ExampleOptions_weights"
	err := cmp.Or(errorUnless(len(weights) == n, count, len(weights), n),
		checkAtLeast("MaxIter", o.MaxIter, 0), checkAtLeast("Cache", o.Cache, 0),
		errorUnless(c > 0, "svm: C = %g, want C > 0", c),
		errorUnless(o.Tol == 0 || o.Tol >= 1e-12, "svm: Tol = %g, want 0 or Tol >= 1e-12", o.Tol),
		errorUnless(maxAbs(weights) != 0, "svm: all Weights are 0"))
	if err != nil {
		return nil, err
	}
	cost := scaled(weights, c)
	for i, w := range weights {
		switch {
		case w == 0:
			cost[i] = 0 // also for C = +Inf
		case !(w > 0 && finite(w)):
			return nil, fmt.Errorf("svm: Weights[%d] = %g, want a finite weight >= 0", i, w)
		case finite(c) && firstOutside([]float64{cost[i], 1 / cost[i]}, numberExponent) >= 0:
			// firstOutside finds an entry above 10⁵⁰: Cᵢ or 1/Cᵢ.
			return nil, cmp.Or(checkPositive("C", c),
				checkPositive(fmt.Sprintf("C*Weights[%d]", i), cost[i]))
		}
	}
	return cost, nil
}

// source returns rng, or, if rng is nil, random numbers with a fixed seed.
func source(rng *rand.Rand) *rand.Rand { return cmp.Or(rng, rand.New(rand.NewPCG(1, 0))) }

// # The range of numbers
//
// Larger numbers are bad input, because their products may overflow. The error
// is, for example, "svm: x[0][1] = 1e+60, want at most 1e50 in size: scale the
// points: divide by the largest". These are the limits:
//   - coordinates, targets, and the α and b of Certify and NewModel: at most
//     10⁵⁰ in size;
//   - C times a weight, λ, the γ of a kernel or of a descent, and other
//     factors: from 10⁻⁵⁰ to 10⁵⁰. They may be 0 or infinite where that has a
//     meaning. Tol is 0, or at least 10⁻¹²;
//   - kernel values: at most 10¹⁰⁰, or 10¹⁵⁰ for [Linear]; [Normalized] and
//     [Cosine] want k(x, x) to be 0, or from 10⁻¹⁵⁰ to 10¹⁵⁰;
//   - entries of Q, C, A, Aeq and Beq of a [QP]: at most 10⁵⁰; its bounds and B
//     are infinite from 10²⁰ on.
//
// A function without an error result does not check this, and may return NaN.

// # What comes from a file

// CheckPoint returns an error if x is a vector that f cannot take. Its length
// is then not that of f's points, or a number is NaN or above 10⁵⁰ in size, as
// given or scaled. A server calls CheckPoint before it predicts.
func (f *Expansion[X]) CheckPoint(x X) error {
	_, err := f.checkPoint(x, f.features())
	return err
}

// checkPoint is CheckPoint for an f that wants vectors of d features. It also
// returns the point as Scale maps it.
func (f *Expansion[X]) checkPoint(x X, d int) (onScale X, err error) {
	v, vector := any(x).([]float64)
	if !vector {
		return x, nil
	}
	err = cmp.Or(checkLength(len(v), d), checkSizes("point", v, "scale the points"))
	if err == nil && f.Scale != nil {
		v = f.Scale.Apply(v)
		err = checkSizes("scaled point", v, "Scale divides by too little")
	}
	return any(v).(X), err
}

// Predictor returns a function that returns f(x), as Value does up to rounding.
// If f cannot take x, the function returns NaN and the error of
// [Expansion.CheckPoint]. It is for a server, which predicts one point at a
// time. It is faster than Value because Predictor makes once what does not
// depend on the point, such as the w of a Linear machine. Several goroutines
// may call the function. If f changes, make another function.
func (f *Expansion[X]) Predictor() func(x X) (value float64, err error) {
	g, d := f.ready(), f.features()
	w, r := g.plane(), prepare(g.Kernel, g.Points)
	return func(x X) (float64, error) {
		onScale, err := f.checkPoint(x, d)
		if err != nil {
			return math.NaN(), err
		}
		if g.Scale != nil { // else w takes points as they come
			x = onScale
		}
		if w != nil {
			return Dot(w, any(x).([]float64)) + g.B, nil
		}
		return Dot(g.Coef, r.row(x)) + g.B, nil
	}
}

// CheckPoint is [Expansion.CheckPoint] of a point that m is to predict.
func (m *Multiclass[X, L]) CheckPoint(x X) (err error) {
	m.wantMachines()
	knows := slices.IndexFunc(m.Models, func(f *Model[X]) bool { return f.features() > 0 })
	first := m.Models[max(0, knows)]
	// All models take points of one length, but each Scale may divide a number
	// by too little.
	for _, f := range m.Models {
		if f == first || f.Scale != nil && f.Scale != first.Scale {
			err = cmp.Or(err, f.CheckPoint(x))
		}
	}
	return err
}

// Check returns an error if f cannot be the function of a machine. What decodes
// without an error may still lack a kernel: see the example of [Model]. An f
// without points passes, since a training that Options.Trace ends before its
// first step leaves only a b.
func (f *Expansion[X]) Check() error {
	if f == nil {
		return errors.New("svm: Expansion = nil")
	}
	n, m := len(f.Coef), len(f.Points) // both may be 0
	err := cmp.Or(errorUnless(n == m, "svm: %d coefficients for %d points", n, m),
		checkFinite("Coef", f.Coef),
		errorUnless(finite(f.B), "svm: B = %g, want a finite number", f.B),
		checkKernel("kernel", f.Kernel, f.Points))
	if f.Scale != nil {
		err = cmp.Or(err, checkScale(f.Points, f.Scale))
	}
	return err
}

// Check returns an error
//   - if m is nil;
//   - if its Expansion does not pass Check;
//   - if Alpha, Slack, Support and Index do not belong to the same training
//     points.
//
// All four of these slices may be missing. Index may be longer than Points, as
// after a plane has been put in place of the Expansion.
func (m *Model[X]) Check() error {
	if m == nil {
		return errors.New("svm: Model = nil")
	}
	n := len(m.Alpha)
	const sizes = "svm: Model of %d Alpha, %d Slack and %d Support"
	err := cmp.Or(m.Expansion.Check(), errorUnless(len(m.Slack) == n && len(m.Support) == n,
		sizes, n, len(m.Slack), len(m.Support)),
		checkFinite("Alpha", m.Alpha), checkFinite("Slack", m.Slack),
		errorUnless(n == 0 || len(m.Index) >= len(m.Points),
			"svm: %d entries in Index for %d points", len(m.Index), len(m.Points)))
	for j, i := range m.Index {
		const what = "svm: Index[%d] = %d, want one of %d training points"
		err = cmp.Or(err, errorUnless(0 <= i && i < n, what, j, i, n))
	}
	for i, s := range m.Support {
		err = cmp.Or(err, errorUnless(s <= SupportBound, "svm: Support[%d] = %v", i, s))
	}
	return err
}

// Check returns an error
//   - if a class, a machine or a pair is missing;
//   - if a machine does not pass its own Check;
//   - if two machines take points of different lengths.
func (m *Multiclass[X, L]) Check() error {
	if m == nil {
		return errors.New("svm: Multiclass = nil")
	}
	n, want := len(m.Classes), len(m.Classes)
	if m.Pairs != nil {
		want = n * (n - 1) / 2
	}
	err := errorUnless(n > 1 && len(m.Models) == want && (m.Pairs == nil || len(m.Pairs) == want),
		"svm: Multiclass of %d classes, %d machines and %d pairs", n, len(m.Models), len(m.Pairs))
	for j, p := range m.Pairs {
		once := slices.Index(m.Pairs, p) == j && 0 <= p[0] && p[0] < p[1] && p[1] < n
		const what = "svm: Pairs[%d] = %d, want each two of %d classes once"
		err = cmp.Or(err, errorUnless(once, what, j, p, n))
	}
	features := 0
	for j := 0; err == nil && j < len(m.Models); j++ {
		f := m.Models[j]
		if f == nil {
			return fmt.Errorf("svm: Models[%d] = nil", j)
		}
		if err := f.Check(); err != nil {
			return fmt.Errorf("%w (Models[%d])", err, j)
		}
		d := f.features() // 0 for any number
		features = cmp.Or(features, d)
		const what = "svm: Models[%d] has points of %d features, others of %d"
		err = errorUnless(d == 0 || d == features, what, j, d, features)
	}
	return err
}

// # From here on: LIBSVM's files

// A sparse keeps the points of a file and what stands before them.
type sparse struct {
	what     string  // the name of the number before a point
	features int     // of each point; 0 means the largest index
	line     int     // the number of the line
	bytes    float64 // read so far
	whole    bool    // the last line has an end
	widest   int     // the number of features of the points so far
	numbers  []float64
	x        [][]float64
	last     []float64 // the last point of x, before it was copied
}

// A short file can ask for gigabytes. A line whose only feature is number
// 9,999,999 is a point of ten million numbers, 80 MB, and a hundred such lines
// are 8 GB. So four things have a limit:
//   - the bytes of a line: lineBytes for each feature, which is twice what an
//     index:value takes, and leastLine more for blanks and a comment;
//   - an index: features or, if features is 0, mostIndex;
//   - the numbers of all points together: mostEntries or, if features is 0,
//     leastNumbers, and mostPerByte more for each byte that was read. So in a
//     line of 100 bytes an index may be 100,000;
//   - the bytes before the points of a model: mostHeader.
const leastLine, lineBytes, lineFeatures, mostHeader = 1 << 12, 64, 1 << 20, 1 << 16
const mostIndex, leastNumbers, mostPerByte = 1e7, 1e6, 1000

// seeFeatures is the remedy for an honest file that is refused.
const seeFeatures = ": see the argument features"

// eachLine calls f with the words of each line that has words, without
// comments, until the file ends or f returns an error, to which it adds the
// number of the line. By io.EOF, which is no error, f says that it wants no
// more lines.
func (s *sparse) eachLine(r io.Reader, f func(words []string) error) error {
	err := cmp.Or(errorUnless(s.features >= 0 && fits(1, s.features),
		"svm: features = %d, want 0 to %d", s.features, mostEntries),
		errorUnless(r != nil, "svm: r = nil, want a reader"))
	if err != nil {
		return err
	}
	limit := leastLine + lineBytes*cmp.Or(float64(s.features), lineFeatures)
	in := bufio.NewScanner(r)
	in.Buffer(nil, int(min(limit, math.MaxInt32)))
	in.Split(func(data []byte, atEnd bool) (int, []byte, error) {
		length, line, err := bufio.ScanLines(data, atEnd)
		s.bytes += float64(length)
		if length > 0 { // else there is no line yet, or no more
			s.whole = data[length-1] == '\n' // line has lost it, and a "\r" before it
		}
		return length, line, err
	})
	for err == nil && in.Scan() {
		s.line++
		text, _, _ := strings.Cut(in.Text(), "#")
		words := strings.Fields(text)
		if in.Err() != nil && !s.whole { // r has failed, and Scan returns what came of a line
			err = in.Err()
		} else if len(words) > 0 {
			err = f(words)
		}
	}
	if err == nil {
		s.line, err = s.line+1, cmp.Or(in.Err(), io.EOF)
	}
	if err == bufio.ErrTooLong {
		err = fmt.Errorf("more than %.0f bytes"+seeFeatures, limit)
	}
	return errorUnless(err == io.EOF, "svm: line %d: %w", s.line, err)
}

// point appends the point of a line to x, up to its last index, which is at
// most lastIndex, and returns the number before it.
func (s *sparse) point(words []string, lastIndex int, x []float64) (
	number float64, point []float64, err error) {
	number = parsed(words[0])
	if !finite(number) {
		return 0, nil, fmt.Errorf("%.40q, want a number as %s", words[0], s.what)
	}
	for _, word := range words[1:] {
		left, right, pair := strings.Cut(word, ":")
		index, err := strconv.Atoi(left)
		value := parsed(right)
		// complaint returns "" if the value is in range.
		want := complaint(value, numberExponent, "scale the points")
		switch {
		case err != nil || !pair:
			return 0, nil, fmt.Errorf("%.40q, want index:value", word)
		case want != "":
			return 0, nil, fmt.Errorf("value %.40q in %.40q, %s", right, word, want)
		case index == 0:
			const what = "%.40q, want indices from 1: in scikit-learn, write with zero_based=False"
			return 0, nil, fmt.Errorf(what, word)
		case index <= len(x):
			return 0, nil, fmt.Errorf("%.40q after index %d, want ascending indices", word, len(x))
		case index > lastIndex:
			return 0, nil, fmt.Errorf("%.40q: index above %d"+seeFeatures, word, lastIndex)
		}
		x = append(padded(x, index-1), value)
	}
	return number, x, nil
}

// padded appends zeros to x until its length is at least d.
func padded(x []float64, d int) []float64 { return append(x, make([]float64, max(0, d-len(x)))...) }

// parsed returns the number that a token stands for, or NaN. ParseFloat allows
// an underscore, as in Go's 1_000, but these files do not.
func parsed(token string) float64 {
	v, err := strconv.ParseFloat(token, 64)
	if err != nil || strings.Contains(token, "_") {
		return math.NaN()
	}
	return v
}

// add appends the point of a line to x, up to its last index. At the end all
// points get as many features as the widest, so that a point of n may have an
// n-th of the numbers that are allowed.
func (s *sparse) add(words []string) error {
	n := len(s.x) + 1
	lastIndex := s.features
	most := min(mostEntries, math.MaxInt/8.) // numbers of 8 bytes, which an int can count
	if s.features == 0 {
		most = min(most, leastNumbers+mostPerByte*s.bytes)
		lastIndex = int(min(mostIndex, most/float64(n)))
	}
	v, x, err := s.point(words, lastIndex, s.last[:0])
	s.numbers = append(s.numbers, v)
	s.x = append(s.x, slices.Clone(x))
	s.last = x // the next line is read into its memory
	s.widest = max(s.widest, s.features, len(x))
	return cmp.Or(err, errorUnless(float64(n)*float64(s.widest) <= most,
		"%d points in %d features, want at most %.0f numbers"+seeFeatures, n, s.widest, most))
}

// points returns the points, zeros written out, and what stands before them.
func (s *sparse) points() (x [][]float64, numbers []float64, err error) {
	err = cmp.Or(checkPoints(len(s.x)), errorUnless(s.widest > 0, "svm: no features"))
	if err != nil {
		return nil, nil, err
	}
	return mapped(s.x, func(p []float64) []float64 { return padded(p, s.widest) }), s.numbers, nil
}

// ScanLIBSVM calls yield for each point of a file in LIBSVM's format, in order,
// until yield returns false. The next point overwrites x, so yield must copy
// what it keeps. [Pegasos.Step] keeps nothing of x.
//
// features is the number of features of each x. A larger index is an error, and
// so is a line of more than 4,096 + 64·features bytes, comment included. If
// features is 0, an x ends at the last index of its line, at most 10⁷, and a
// line may have 64 MB. An error names the line and the token. An error of r is
// wrapped, and a line that r breaks off by an error is no point.
func ScanLIBSVM(r io.Reader, features int, yield func(x []float64, y float64) bool) error {
	if yield == nil {
		return errors.New("svm: yield = nil, want a function")
	}
	s := sparse{what: "label", features: features}
	var x []float64
	return s.eachLine(r, func(words []string) error {
		y, p, err := s.point(words, cmp.Or(features, mostIndex), x[:0])
		if err != nil {
			return err
		}
		x = padded(p, features)
		if !yield(x, y) {
			return io.EOF
		}
		return nil
	})
}

// ReadLIBSVM reads the points and labels of a file in LIBSVM's format, up to
// 2²⁸ numbers, zeros included. For larger files use [ScanLIBSVM].
//
// A line is a label, and then index:value for each feature that is not 0, with
// indices that start at 1 and grow. What follows a # is a comment, which
// LIBSVM's own programs do not know.
//
// features is the number of features of each point, 0 for the largest index of
// the file. Give it for a test file, as that of the training points, and for a
// file that you do not trust. It limits a line as in [ScanLIBSVM]; without it,
// the points may have 10⁶ numbers, and 1,000 more for each byte read.
func ReadLIBSVM(r io.Reader, features int) (x [][]float64, y []float64, err error) {
	s := sparse{what: "label", features: features}
	if err := s.eachLine(r, s.add); err != nil {
		return nil, nil, err
	}
	return s.points()
}

// WriteLIBSVM writes points and labels in LIBSVM's format. If [ReadLIBSVM] is
// given the number of features, it reads the same bits again, except that −0
// becomes 0. LIBSVM itself refuses numbers closer to 0 than about 2·10⁻³⁰⁸.
func WriteLIBSVM(w io.Writer, x [][]float64, y []float64) error {
	err := cmp.Or(errorUnless(w != nil, "svm: w = nil, want a writer"),
		checkCount("labels", len(y), len(x)), checkFinite("y", y), checkVectors(x))
	if err != nil {
		return err
	}
	return writePoints(w, "", y, x)
}

// writePoints writes a header, and for each point a number and its features.
func writePoints(w io.Writer, header string, numbers []float64, x [][]float64) error {
	out := bufio.NewWriter(w)
	out.WriteString(header)
	for i, p := range x {
		out.WriteString(digits(numbers[i]))
		for j, v := range p {
			if v != 0 {
				out.WriteString(" " + strconv.Itoa(j+1) + ":" + digits(v))
			}
		}
		out.WriteByte('\n')
	}
	return out.Flush() // or the first error of a write
}

// digits returns the shortest text from which v can be read again exactly.
func digits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// WriteLIBSVMModel writes f, with the kernel Linear, Polynomial or Gaussian, in
// the model format that LIBSVM's svm-predict reads. Points with positive
// coefficients come first, as label 1, then the others, as label −1. LIBSVM's
// rho is −b, and a feature −0 becomes 0. Since the format has no Scale, it is
// an error if f has one. See the example of [ReadLIBSVM].
func WriteLIBSVMModel(w io.Writer, f *Expansion[[]float64]) error {
	if err := cmp.Or(errorUnless(w != nil, "svm: w = nil, want a writer"), f.Check()); err != nil {
		return err
	}
	const scaled = "svm: the format has no Scale: write f without it, and scaled points, or for " +
		"Linear the Expansion of LinearHyperplane"
	if err := cmp.Or(errorUnless(f.Scale == nil, scaled), checkPoints(len(f.Points))); err != nil {
		return err
	}
	kernel := ""
	switch k := f.Kernel.(type) {
	case Linear:
		kernel = "linear"
	case Polynomial:
		kernel = fmt.Sprintf("polynomial\ndegree %d\ngamma %g\ncoef0 %g", k.Degree, k.Gamma, k.R)
	case Gaussian:
		kernel = fmt.Sprintf("rbf\ngamma %g", k.Gamma)
	default:
		return fmt.Errorf("svm: kernel = %T, want Linear, Polynomial or Gaussian", f.Kernel)
	}
	plus := indicesWhere(len(f.Coef), func(i int) bool { return f.Coef[i] > 0 })
	minus := indicesWhere(len(f.Coef), func(i int) bool { return !(f.Coef[i] > 0) })
	const lines = "svm_type c_svc\nkernel_type %s\nnr_class 2\ntotal_sv %d\nrho %g\n" +
		"label 1 -1\nnr_sv %d %d\nSV\n"
	header := fmt.Sprintf(lines, kernel, len(f.Coef), -f.B, len(plus), len(minus))
	order := append(plus, minus...)
	return writePoints(w, header, pick(f.Coef, order), pick(f.Points, order))
}

// ReadLIBSVMModel reads a machine for two classes that svm-train wrote, with
// the kernel linear, polynomial or rbf. features is as in [ReadLIBSVM].
//
// f is positive for the larger of the two labels. It is LIBSVM's decision
// value, or minus it if the file lists the smaller label first. Where f = 0,
// our Predict returns +1, but LIBSVM predicts the second label of the file.
//
// Lines that the machine does not need, such as probabilities, are ignored, but
// the lines before the points have at most 65,536 bytes. A last line without a
// newline is an error, since the file may be cut off.
func ReadLIBSVMModel(r io.Reader, features int) (*Expansion[[]float64], error) {
	s := sparse{what: "coefficient", features: features}
	header, line, begun := map[string]string{}, map[string]int{}, false // until the points
	err := s.eachLine(r, func(words []string) error {
		if begun {
			return s.add(words)
		}
		key, text := words[0], strings.Join(words[1:], " ")
		begun, header[key], line[key] = key == "SV", text, s.line
		want, says := "c_svc", "svm_type %.40q, want c_svc: a machine for two classes"
		if key == "nr_class" { // with more classes a point has more coefficients
			want, says = "2", "nr_class %.40q, want 2: only two classes can be read"
		}
		right := text == want || key != "svm_type" && key != "nr_class"
		return cmp.Or(errorUnless(right, says, text),
			errorUnless(s.bytes <= mostHeader, "no line SV in the first %d bytes", mostHeader))
	})
	n, total := len(s.x), header["total_sv"]
	err = cmp.Or(err, errorUnless(begun, "svm: no line SV, want a model file"),
		errorUnless(total == strconv.Itoa(n), "svm: %d support vectors, total_sv %.40q", n, total),
		errorUnless(s.whole, "svm: the last line has no end: the file is cut off"))
	if err != nil {
		return nil, err
	}
	f, flip, err := ofHeader(header, line)
	if err != nil {
		return nil, err
	}
	f.Points, f.Coef, err = s.points()
	return orError(f.Times(flip), cmp.Or(err, f.Check()))
}

// ofHeader returns the function that the lines before the points of a model
// file describe, without points and coefficients, or the first error. header
// has what follows a key in its line, and line the number of this line. With
// flip, 1 or −1, flip·f is positive for the larger label.
func ofHeader(header map[string]string, line map[string]int) (
	f *Expansion[[]float64], flip float64, err error) {
	check := func(key string, ok bool, want string) {
		const what = "svm: line %d: %s %.40q, want %s"
		number := cmp.Or(line[key], line["SV"]) // a line that is missing is so at SV
		bad := errorUnless(ok, what, number, key, header[key], want)
		err = cmp.Or(err, bad)
	}
	value := func(key string) float64 {
		v := parsed(header[key])
		check(key, finite(v), "one number")
		return v
	}
	check("svm_type", header["svm_type"] != "", "c_svc")
	f = &Expansion[[]float64]{}
	switch header["kernel_type"] {
	case "linear":
		f.Kernel = Linear{}
	case "polynomial":
		degree, bad := strconv.Atoi(header["degree"])
		check("degree", bad == nil, "a whole number")
		f.Kernel = Polynomial{degree, value("gamma"), value("coef0")}
	case "rbf":
		f.Kernel = Gaussian{value("gamma")}
	default:
		check("kernel_type", false, "linear, polynomial or rbf")
	}
	one, two, _ := strings.Cut(header["label"], " ")
	order := parsed(one) - parsed(two)
	check("label", order < 0 || order > 0, "the numbers of two classes")
	f.B = -value("rho")
	return f, math.Copysign(1, order), err
}

// # Exercises
//
//   - To see why the shortest w is the widest street: show the claim of the
//     test TestCanonicalFormHasMarginOneOverNormAndKeepsEveryPrediction.
//   - To see what C does: take two points, one of each label. Find α and b by
//     hand, for large and for small C:
//     TestTwoPointDualIsTwoOverSquaredDistance.
//   - To see that any solver of quadratic programs will do: write the problem
//     of the four points as such a program: Example_quadprog.

// # References
//
//   - B. Boser, I. Guyon, V. Vapnik, A training algorithm for optimal margin
//     classifiers (1992): the hard margin with kernels.
//   - C. Cortes, V. Vapnik, Support-vector networks (1995): the soft margin,
//     with the dual derived as here.
//   - C. Burges, A tutorial on support vector machines for pattern recognition
//     (1998): the geometry, and when w and b are unique.
//   - B. Schölkopf, A. Smola, Learning with Kernels (2002): chapter 7 for the
//     machine, chapter 2 for kernels, with our signs.
//   - S. Keerthi, S. Shevade, C. Bhattacharyya, K. Murthy, Improvements to
//     Platt's SMO algorithm (2001): m(α) and M(α), which they call −b_up and
//     −b_low.
//   - C.-C. Chang, C.-J. Lin, LIBSVM: a library for support vector machines
//     (2011): §4 is its solver.
