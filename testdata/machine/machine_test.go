// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"math"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/svm/testdata/draw"
	"example.com/svm/testdata/scene"
)

// ask returns the answer to an address, with its path.
func ask(t *testing.T, address string) (a answer) {
	t.Helper()
	text, err := json.Marshal(map[string]any{"Read": address, "Walk": true})
	if err == nil {
		err = json.Unmarshal([]byte(browse(string(text))), &a)
	}
	if err != nil {
		t.Fatal(address, err)
	}
	return a
}

// What is right for the four points, for XOR, and for two points at the bound
// is found by hand. The gap is Σ αᵢ(yᵢf(xᵢ) − 1 + ξᵢ) + Σ (C − αᵢ)ξᵢ. With a b
// between M and m, yᵢf(xᵢ) misses its bound by at most m − M ≤ 2·Tol, where Tol
// is 10⁻⁸. So the gap is at most 2nC·Tol. Each step gains, and the dual value
// grows. For C = ∞ that of a machine may fall, and the largest so far is drawn,
// which bounds the primal values too. plainSMO finds the same machine.
func TestScenesAreOptimal(t *testing.T) {
	for _, c := range []struct {
		address, facts string
		primal         float64 // 0 if it is not known
	}{
		{"four,linear,C=1e9", "2 with α < C, 0 at C\nw = [0.5 0.5], b = -2, 1/‖w‖ = 1.414", 0.25},
		{"four,linear,C=∞", "w = [0.5 0.5], b = -2, 1/‖w‖ = 1.414", 0.25},
		{"four,linear,C=∞,plain", "w = [0.5 0.5], b = -2, 1/‖w‖ = 1.414", 0.25},
		{"xor,poly,C=9", "4 with α < C", 0.25},
		{"spirals,gauss,γ=1,C=∞", "0 at C", 0}, // whose dual values fall once
		{"linear,C=0.25;1,1,1;-1,3,1", "2 at C", 0.375},
		{"clouds,linear,C=1", "95 % of the training points are right (38 of 40)\n9 support", 0},
		{"moons,gauss,γ=60,C=10", "59 support vectors", 0},
		{"moons,gauss,γ=60,C=10,plain", "59 support vectors", 0},
		{"spirals,gauss,γ=3,C=100", "50 support vectors", 0},
		{"ring,gauss,γ=3,C=10,step=0", "all α are 0", 600},
		{"ring,gauss,γ=3,C=10,step=1", "2 support vectors", 0},
	} {
		a := ask(t, c.address)
		if a.Error != "" || !strings.Contains(strings.Join(a.Facts, "\n"), c.facts) ||
			!strings.Contains(a.Picture, "</svg>") || len(a.Path) == 0 {
			t.Errorf("%s: error %q; %q, want %q", c.address, a.Error, a.Facts, c.facts)
			continue
		}
		before := math.Inf(-1)
		for i, r := range a.Path {
			limit, last := math.Inf(1), i == len(a.Path)-1
			if last && a.Step == nil {
				limit = 2e-8 * a.C * float64(len(a.X))
			}
			if known := last && c.primal != 0; !(r.Dual >= before-1e-9) ||
				!(r.Primal-r.Dual >= -1e-9) || !(r.Primal-r.Dual <= limit) ||
				known && math.Abs(r.Primal-c.primal) > 1e-8*c.primal {
				t.Errorf("%s: after step %d primal %.10g, dual %.10g, before %.10g",
					c.address, r.Step, r.Primal, r.Dual, before)
			}
			before = r.Dual
		}
		if _, err := parser.ParseExpr(a.Code); err != nil {
			t.Errorf("%s: %s is no Go: %v", c.address, a.Code, err)
		}
		if again := ask(t, a.Address); again.Address != a.Address {
			t.Errorf("%s: address %s, read again %s", c.address, a.Address, again.Address)
		}
	}
}

// What cannot be read, or trained, has an answer of one word: why. The page
// leaves all else as it was, also its address.
func TestWhatCannotBeShownSaysWhy(t *testing.T) {
	for request, want := range map[string]string{
		`{"Read":"four,C=0"}`:                   "C=0: want a number above 0",
		`{"Read":"%"}`:                          "%: want points",
		`{"Text":"1 2"}`:                        "1 2: want a label",
		`{"Read":"ring,gauss,γ=1e60"}`:          "svm: Gaussian",
		`{"X":[[0,0],[1,1]],"Y":[1,-1],"C":-1}`: "svm: C = -1",
		`{`:                                     "unexpected end",
	} {
		var a answer
		if err := json.Unmarshal([]byte(browse(request)), &a); err != nil {
			t.Fatal(request, err)
		}
		if !strings.HasPrefix(a.Error, want) || a.Picture+a.Address+a.Certificate != "" {
			t.Errorf("%s: error %q, want %q, and picture, address %q, %q",
				request, a.Error, want, a.Address, a.Certificate)
		}
	}
}

// Without points of both kinds there is nothing to train: the page asks for
// them.
func TestAnEmptyCanvasInvites(t *testing.T) {
	for address, want := range map[string]string{
		"linear,C=1": "Click here to put a point", "linear,C=1;1,0,0": "Put points of both kinds"} {
		a := ask(t, address)
		all := a.Picture + strings.Join(a.Facts, "")
		if a.Error+a.Certificate != "" || !strings.Contains(all, want) {
			t.Errorf("%s: error %q, facts %q, want %q", address, a.Error, a.Facts, want)
		}
	}
}

// Where no hard margin exists, all numbers are those of the proof: a dual value
// of 2, the α that have it, and the one point that is the mean of both classes.
// There is no machine, hence no curve of values and no y·f. SMO leaves means of
// XOR some 10⁻⁸ apart, and has 15 points for the noisy moons. But its points
// have α for which the four equations hold exactly, as the sums in fractions
// say, and of these at most four are not 0.
func TestWhatNothingSeparatesHasTheNumbersOfItsProof(t *testing.T) {
	for address, proof := range map[string]string{
		"clouds,linear,C=∞": "4 points prove it", "spirals,linear,C=∞": "4 points prove it",
		"noisy,linear,C=∞": "4 points prove it",
		"xor,linear,C=∞":   "4 points prove it", "linear,C=∞;1,.3,.7;-1,.3,.7": "2 points prove it",
		// (3, 3) is ⅓(1, 1) + ⅔(4, 4): the α of (5, 4) is rounding
		"linear,C=∞;1,3,3;1,5,4;-1,1,1;-1,0,1;-1,4,4": "3 points prove it"} {
		a := ask(t, address)
		total, proving := 0.0, []int(nil)
		for i, alpha := range a.Alpha {
			if total += alpha; alpha != 0 {
				proving = append(proving, i)
			}
		}
		var sums [4]big.Rat // Σ αᵢ − 2, Σ αᵢyᵢ and Σ αᵢyᵢxᵢ
		sums[0].SetInt64(-2)
		points, alpha := a.touching(proving)
		for k, i := range points {
			for r, v := range []float64{1, a.Y[i], a.Y[i] * a.X[i][0], a.Y[i] * a.X[i][1]} {
				v := new(big.Rat).SetFloat64(v)
				sums[r].Add(&sums[r], v.Mul(v, alpha[k]))
			}
			if near, _ := alpha[k].Float64(); near != a.Alpha[i] || near <= 0 {
				t.Errorf("%s: α of point %d is %g, proved is %g", address, i, a.Alpha[i], near)
			}
		}
		if len(points) != len(proving) || len(points) > 4 ||
			slices.ContainsFunc(sums[:], func(v big.Rat) bool { return v.Sign() != 0 }) {
			t.Errorf("%s: points %d, proved by %d, sums %v", address, proving, points, sums)
		}
		means := regexp.MustCompile(`\[.*?\]`).FindAllString(a.Facts[1], -1)
		if a.Error != "" || !strings.Contains(a.Facts[0], proof) ||
			!strings.Contains(a.Certificate, "Σ αᵢ = 2") || math.Abs(total-2) > 1e-9 ||
			len(means) != 2 || means[0] != means[1] || a.Path != nil || a.Told != "" {
			t.Errorf("%s: error %q, facts %q, Σ αᵢ = %g, path %v\n%s",
				address, a.Error, a.Facts, total, a.Path, a.Certificate)
		}
	}
}

// Means that are only nearly equal are no proof. C = 10⁴ separates the points
// of the last scene, and w = (2, −2)·10¹⁰ with b = −1 those of the first.
// Numbers such as 0.1 are rounded, and the three points of the second are on no
// line. The page says how far apart the means are. That no α < 0 counts is seen
// where the equations have a solution: (0, 10⁻¹⁰) is no mean of (±1, 0), and
// −3·10⁻¹¹ of (0, 3) would make it one.
func TestWhatMayBeSeparableIsNotCalledProved(t *testing.T) {
	for points, far := range map[string]string{
		"1,1e-10,0;-1,0,0;1,3,-3;-1,-3,3": "1e-10 apart",
		"1,0.1,0.3;-1,0.2,0.6;1,0.3,0.9":  "e-08 apart",
	} {
		says := strings.Join(ask(t, "linear,C=∞;"+points).Facts, ", ")
		if strings.Contains(says, "prove") || !strings.Contains(says, far) {
			t.Errorf("%s: %s", points, says)
		}
	}
	near := &answer{Scene: scene.Scene{
		X: [][]float64{{-1, 0}, {1, 0}, {0, 1e-10}, {0, 3}}, Y: []float64{1, 1, -1, -1}}}
	if points, alpha := near.touching([]int{0, 1, 2, 3}); points != nil {
		t.Errorf("α = %v of points %d proves that hulls touch", alpha, points)
	}
	const address = "clouds,poly,degree=9,γ=50,C="
	a, all := ask(t, address+"∞"), ask(t, address+"1e4")
	says := strings.Join(a.Facts, ", ") + a.Certificate
	apart := regexp.MustCompile(`[\d.]+e\+05 apart`) // 6.6 by these steps
	if strings.Contains(says, "prove") || !apart.MatchString(says) ||
		!strings.Contains(all.Facts[0], "40 of 40") {
		t.Errorf("C = ∞: %s; C = 1e4: %s", says, all.Facts)
	}
}

// With C = 1/10 both points pay, and their edges are farther away than what is
// seen: the ways there end at the panel, a square of 280 at (55, 35).
func TestSlacksStayInThePanel(t *testing.T) {
	a := ask(t, "linear,C=0.1,view=0.75:0.75:2.5;1,3,3;-1,1,1")
	dotted := regexp.MustCompile(`<path class="dotted" d="M([^"]*)"`)
	ways := dotted.FindAllStringSubmatch(a.Picture, -1)
	if len(ways) != 2 {
		t.Fatalf("%d slacks, want 2: %s", len(ways), a.Facts)
	}
	for _, way := range ways {
		for _, at := range strings.Split(way[1], "L") {
			var x, y float64
			_, err := fmt.Sscan(at, &x, &y)
			if err != nil || x < 55 || x > 335 || y < 35 || y > 315 {
				t.Errorf("%s leads to %s, error %v", way[1], at, err)
			}
		}
	}
}

// Where no αᵢ is free, b may be any of an interval. By hand: with α = C = 1/10
// at ±(3, 3) and (1, 1), w is (1/5, 1/5), and y·f ≤ 1 at both asks for b from
// −7/5 to −1/5. So f = 0 is x₁ + x₂ = 7 or 1 at the ends, and with b in the
// middle f = ±1 is x₁ + x₂ = 9 or −1. The page says the interval, and all four
// lines go through what is seen, the two of the ends dashed. The view of an
// address stays, and so does that of points which are far closer than their
// edges are.
func TestWhereBIsOpenItsIntervalIsSaidAndSeen(t *testing.T) {
	lines := func(a answer, class string) (ends [][3]float64) {
		path := regexp.MustCompile(`<path class="` + class + `" d="([^"]*)"`)
		for _, m := range path.FindAllStringSubmatch(a.Picture, -1) {
			for _, end := range regexp.MustCompile(`[^ML]+`).FindAllString(m[1], -1) {
				var x, y float64
				_, err := fmt.Sscan(end, &x, &y)
				if err != nil || x < 54.9 || x > 335.1 || y < 34.9 || y > 315.1 {
					t.Fatalf("%s ends at %s, outside the panel, error %v", class, end, err)
				}
				x, y = a.View[0]+(x-55)/280*a.View[2], a.View[1]+(315-y)/280*a.View[2]
				ends = append(ends, [3]float64{x, y, x + y})
			}
		}
		return ends
	}
	near := func(ends [][3]float64, sum float64, side float64) (n int) {
		for _, e := range ends {
			if math.Abs(e[2]-sum) < side/500 { // a picture has tenths of 280
				n++
			}
		}
		return n
	}
	a := ask(t, "linear,C=0.1;1,3,3;-1,1,1")
	const says = "1/‖w‖ = 3.536\nany b in [-1.4, -0.2] suits; dashed, f = 0 for its ends"
	dashed, thin := lines(a, "dashed"), lines(a, "thin")
	if facts := strings.Join(a.Facts, "\n"); !strings.HasSuffix(facts, says) ||
		near(dashed, 1, a.View[2]) != 2 || near(dashed, 7, a.View[2]) != 2 || len(dashed) != 4 ||
		near(thin, -1, a.View[2]) < 2 || near(thin, 9, a.View[2]) < 2 {
		t.Errorf("%s; seen %v: ends %v, edges %v", facts, a.View, dashed, thin)
	}
	if again := ask(t, a.Address); !slices.Equal(again.View, a.View) {
		t.Errorf("view %v, read again %v", a.View, again.View)
	}
	for address, side := range map[string]float64{
		"linear,C=0.1,view=0:0:4;1,3,3;-1,1,1":             4,         // as it says
		"linear,C=0.001;1,3,3;-1,1,1":                      75,        // at most
		"linear,C=1;1,3,3;-1,1,1":                          2.5,       // α = ¼ is free
		"linear,C=0.1,stage=slack;1,3,3;-1,1,1":            2.5,       // b has not been explained
		"xor,linear,C=1":                                   2.5,       // w = 0: no line
		"linear,C=0.1,view=0.75:0.75:2.5;1,3,3;-1,1,1,big": 2.5,       // as it says
		"linear,C=0.1;1,3,3;-1,1,1,big":                    a.View[2], // as without
	} {
		if b := ask(t, address); b.View[2] > side || side < 75 && b.View[2] != side {
			t.Errorf("%s: a side of %g is seen, want %g", address, b.View[2], side)
		}
	}
	// A slider that moves C lets more be seen; a drag does not.
	for fit, side := range map[bool]float64{false: 2.5, true: a.View[2]} {
		const text = `{"Kernel":"linear","C":0.1,"X":[[3,3],[1,1]],"Y":[1,-1],` +
			`"View":[0.75,0.75,2.5],"Fit":%t}`
		var b answer
		err := json.Unmarshal([]byte(browse(fmt.Sprintf(text, fit))), &b)
		if err != nil || b.View[2] != side {
			t.Errorf("fit %t: a side of %g is seen, want %g, error %v", fit, b.View[2], side, err)
		}
	}
	if facts := strings.Join(ask(t, "moons,gauss,C=0.01").Facts, "\n"); !strings.HasSuffix(facts,
		"60 at C\nany b in [-0.9069, 0.8879] suits") {
		t.Error(facts)
	}
}

// Along the line that Σ αy = 0 leaves to two α, D is a parabola. A step goes to
// its top, or to the end of the line in the box, whichever comes first.
func TestAStepOfTwoGoesToTheTopOrToTheEndOfItsLine(t *testing.T) {
	tops, ends := 0, 0
	for step := 1; step <= 25; step++ {
		a := ask(t, fmt.Sprintf("clouds,linear,C=1,plain,step=%d", step))
		if a.Pair == nil {
			t.Fatalf("step %d moves %v", step, a.Moved)
		}
		i, j, top := a.Pair.I, a.Pair.J, a.Pair.Gap/a.Pair.Eta
		room := func(alpha, sign float64) float64 { // how far α may go this way
			if sign > 0 {
				return a.C - alpha
			}
			return alpha
		}
		end := min(room(a.Pair.From[0], a.Y[i]), room(a.Pair.From[1], -a.Y[j]))
		delta := a.Y[i] * (a.Alpha[i] - a.Pair.From[0])
		if math.Abs(delta-min(top, end)) > 1e-12 || delta < 0 ||
			math.Abs(a.Y[j]*(a.Alpha[j]-a.Pair.From[1])+delta) > 1e-12 {
			t.Errorf("step %d: δ = %g, top %g, end %g", step, delta, top, end)
		}
		if top < end {
			tops++
		} else {
			ends++
		}
	}
	if tops == 0 || ends == 0 {
		t.Errorf("%d steps to the top, %d to the end, want some of both", tops, ends)
	}
}

// A stage of the first hour says only what has been explained there: a street
// has no w, and no proof that there is none. A bill is ½‖w‖² + CΣξ, before α
// has a name.
func TestAStageKnowsNothingOfTheNext(t *testing.T) {
	const plane = "w = [0.3333 0.3333], b = -1.5, 1/‖w‖ = 2.121"
	for address, want := range map[string]string{
		"four,C=0.16666666666666666,stage=street": "The widest street is 4.243 wide: " +
			"half of it, its margin, is 2.121",
		"four,C=0.16666666666666666,stage=slack": "2 points pay; bill 0.2222: " +
			"all slack together is 0.6667, " + plane,
		"four,C=0.16666666666666666,stage=proof": plane,
		"four,C=0.16666666666666666,stage=steps": plane,
		"four,stage=steps,step=0": "Before the first step all α are 0, " +
			"and f is b everywhere",
		"xor,C=∞,stage=street": "No line has the two kinds on two sides: there is no street",
	} {
		if a := ask(t, address); strings.Join(a.Facts, ", ") != want {
			t.Errorf("%s: %s, want %s", address, a.Facts, want)
		}
	}
}

// A height is one of the picture alone: what is trained is the same. It has its
// name, and its numbers for those who do not see it. Where no machine is, there
// is no height.
func TestAHeightIsToldToo(t *testing.T) {
	without, a := ask(t, "xor,poly,C=∞"), ask(t, "xor,poly,C=∞,height")
	const says = "a shade is ½ of f: points from -1 to 1"
	if !strings.Contains(a.Picture, "C = ∞, shaded by f as a height</title>") ||
		!strings.Contains(a.Picture, `class="plus high"`) ||
		!slices.Equal(a.Facts, append(without.Facts, says)) ||
		!slices.Equal(a.Alpha, without.Alpha) {
		t.Errorf("facts %q", a.Facts)
	}
	for _, address := range []string{"xor,linear,C=∞,height", "linear,height;1,0,0"} {
		if a := ask(t, address); strings.Contains(a.Picture, "as a height") || a.Error != "" ||
			!strings.Contains(a.Address, ",height") {
			t.Errorf("%s: %s, error %q", address, a.Address, a.Error)
		}
	}
}

// A narrow Gaussian knows its own points by heart, and no others. A small C
// does not let moons be moons, and a large one heeds noise. Values without a
// machine are left out, and too few or too many points have none.
func TestWhatIsHeldOutTellsOfOverfitting(t *testing.T) {
	over := "γ"
	try := func(address string) (a answer) {
		text := fmt.Sprintf(`{"Read":%q,"Over":%q}`, address, over)
		if err := json.Unmarshal([]byte(browse(text)), &a); err != nil || a.Error != "" {
			t.Fatal(address, err, a.Error)
		}
		return a
	}
	all := try("moons,gauss,C=10,γ=1").Trials
	if n := len(all); n != 18 || all[0].At != 1 || all[0].Held > 0.1 || all[n-1].Own > 0 ||
		all[n-1].Held < 0.2 {
		t.Errorf("moons: %v", all)
	}
	// Over C the noisy moons bend: too small a C is as bad as too large a one.
	over = "C"
	held := map[float64]float64{}
	for _, r := range try("noisy,gauss,γ=0.5,C=1").Trials[1:] {
		held[math.Round(1e6*r.At)/1e6] = math.Round(100 * r.Held)
	}
	want := map[float64]float64{0.01: 19, 0.1: 19, 1: 8, 10: 9, 100: 15, 1000: 19, 10000: 17}
	for c, percent := range want {
		if held[c] != percent {
			t.Errorf("noisy moons, C = %g: %g %% held out wrong, want %g", c, held[c], percent)
		}
	}
	over = "γ"
	if all := try("clouds,poly,C=∞,γ=1,degree=1").Trials; all != nil {
		t.Errorf("not separable: %v", all)
	}
	if all := try("four,gauss,C=1").Trials; all != nil {
		t.Errorf("four points: %v", all)
	}
}

// Steps are counted and no clock is asked, so that a scene is the same, twice
// and on any computer, to the last byte.
func TestTheSameSceneTwiceIsTheSame(t *testing.T) {
	for _, address := range []string{"spirals,gauss,γ=3,C=100", "moons,gauss,C=10,step=7"} {
		request := fmt.Sprintf(`{"Read":%q,"Walk":true}`, address)
		if a, b := browse(request), browse(request); a != b {
			t.Errorf("%s has two answers", address)
		}
	}
}

// A path costs no more than one search may, and a search no more than work: its
// steps times the points. The stops are the same however they are spaced, 0 the
// first, and no picture has ways of the slack of more than fifty points.
func TestTheWorkOfASceneIsBounded(t *testing.T) {
	for _, n := range []int{2, 60, 1000, 5000} {
		steps := work / n
		for _, last := range []int{0, 1, 100, steps / 100, steps} {
			done, at := 0, stops(last, n)
			for _, t := range at {
				done += (t + n) * n
			}
			if done > work || len(at) > 1000 || last == 100 && n <= 1000 && len(at) < 5 {
				t.Errorf("%d points, %d steps: %d stops, work %d", n, last, len(at), done)
			}
		}
	}
	for n, want := range map[int]bool{40: true, 1000: false} {
		x, y := draw.TwoClouds(n, 3)
		s := scene.Scene{X: x, Y: y, View: []float64{-3, -3, 6}, Kernel: "linear", C: 1}
		a, err := show(request{Scene: s})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(a.Picture, `<path class="dotted"`); got != want {
			t.Errorf("%d points: ways of the slack drawn: %v, want %v, %s", n, got, want, a.Facts)
		}
	}
}

// A point says its number, its label, α, ξ = max(0, 1 − yf), yf, and where it
// stands. With w = (½, ½) and b = −2, f is 1 at (3, 3), 2½ at (5, 4), −1 at
// (1, 1) and −1½ at (0, 1). With C = 1/6 and b = −3/2, as in "Optimality" of
// svm.go, two are inside.
func TestEachPointSaysWhereItStands(t *testing.T) {
	for address, want := range map[string]string{
		"four,linear,C=∞": "1 +1 0.25 0 1 on its edge, 2 +1 0 0 2.5 outside, " +
			"3 -1 0.25 0 1 on its edge, 4 -1 0 0 1.5 outside",
		"four,linear,C=0.16666666666666666": "1 +1 0.1667 0.5 0.5 inside, 2 +1 0 0 1.5 outside, " +
			"3 -1 0.1667 0.1667 0.8333 inside, 4 -1 0 0 1.167 outside",
		"four,linear,C=1,mistake=sign": "1 +1 0.25 0 5 outside, 2 +1 0 0 6.5 outside, " +
			"3 -1 0.25 4 -3 on the wrong side, 4 -1 0 3.5 -2.5 on the wrong side",
	} {
		var said []string
		for _, p := range ask(t, address).Points {
			said = append(said, strings.Join(p, " "))
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// For the four points, a mistake is that of a student in "The certificate" of
// svm.go: ExampleCertify prints the same certificate. In other scenes it is
// named too, and where α keeps its box and its balance, so that the dual value
// is a bound, the gap is open.
func TestACertificateNamesTheMistake(t *testing.T) {
	stories, err := os.ReadFile("../../example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, printed, _ := strings.Cut(string(stories), "\nfunc ExampleCertify() {")
	_, printed, _ = strings.Cut(printed, "// Output:\n")
	printed, _, _ = strings.Cut(printed, "\n}\n")
	printed = strings.ReplaceAll(strings.ReplaceAll(printed, "\t// ", ""), "\t//", "")
	words := map[string]string{"sign": "b with the wrong sign", "β": "β in place of α",
		"balance": "Σ αᵢyᵢ = 0 forgotten", "early": "stopped too early"}
	for _, mistake := range scene.Mistakes {
		a := ask(t, "four,linear,C=10,mistake="+mistake)
		want := words[mistake] + ":\n" + a.Certificate + "\n"
		if a.Error != "" || !strings.Contains("\n"+printed+"\n", "\n"+want) {
			t.Errorf("%s: error %q, and ExampleCertify does not print\n%s", mistake, a.Error, want)
		}
	}
	for _, c := range []struct {
		address, want string
		open          bool
	}{
		{"moons,gauss,C=10,mistake=sign", "but b is off by", true},
		{"moons,gauss,C=10,mistake=early", "their edge by", true},
		{"moons,gauss,C=10,mistake=β", "some αᵢ is outside 0 ≤ αᵢ ≤ C by 10\n", false},
		{"moons,gauss,C=10,mistake=balance", "Σ αᵢyᵢ is off 0 by", false},
		{"clouds,linear,C=∞,mistake=early", "no w and b", false}, // no machine, no mistake
	} {
		a := ask(t, c.address)
		if a.Error != "" || !strings.Contains(a.Certificate, c.want) ||
			c.open && !(a.Primal-a.Dual > 0.1) {
			t.Errorf("%s: error %q, primal %g, dual %g, want %s in\n%s",
				c.address, a.Error, a.Primal, a.Dual, c.want, a.Certificate)
		}
	}
}

// The numbers of the first step for the four points are those of "An example by
// hand" in smo.go. In each scene, each word begins one comment of plainSMO.
func TestTheStepsOfPlainSMOStandAtItsLines(t *testing.T) {
	code, err := os.ReadFile("stories.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(code), "\nfunc plainSMO(")
	body, _, _ = strings.Cut(body, "\n}\n")
	const chosen = "i = 0, bs[i] = 1; j = 2, bs[j] = -1, eta = 8; " +
		"m = 1, M = -1, m − M = 2, not yet; "
	for address, want := range map[string]string{
		"four,linear,C=10,plain,step=1": chosen +
			"delta = min(0.25, 10, 10) = 0.25; beta[i] = 0.25, beta[j] = -0.25",
		"four,linear,C=0.2,plain,step=1": chosen +
			"delta = min(0.25, 0.2, 0.2) = 0.2; beta[i] = 0.2, beta[j] = -0.2",
		"moons,gauss,C=10,plain,step=5":  "",
		"moons,gauss,C=10,plain,step=90": "",
	} {
		said := ""
		a := ask(t, address)
		for _, l := range a.Lines {
			if said += "; " + l.Says; strings.Count(body, "// "+l.Word+": ") != 1 {
				t.Errorf("not one comment of plainSMO begins with %q", l.Word)
			}
		}
		if len(a.Lines) != 5 || want != "" && said != "; "+want {
			t.Errorf("%s: %s, want %s", address, said, want)
		}
	}
}
