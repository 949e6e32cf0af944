// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A solver stands in the first half of a file. What is printed of it is what
// main of its text needs. It stands alone: formulas that its comments name are
// printed too, and references to what is not printed are not.
type solver struct{ file, text string }

var solvers = map[string]solver{
	"pairs": {"smo.go", trainByPairs + trainFourPoints},
	"smo":   {"smo.go", strings.Replace(trainByPairs, pairsAlone, atOnce, 1) + trainFourPoints},
	"qp": {"qp.go", trainByQP + strings.Replace(trainFourPoints,
		"= -1.500, f(4, 2) = 0.500", "= -1.468, f(4, 2) = 0.532", 1)},
}

// sources returns the texts that the names stand in, and these names: the
// stories, or a solver's file up to its "# From here on", and all of linalg.go.
func sources(dir string, names []string) (texts, wanted []string, err error) {
	s, is := solvers[strings.Join(names, " ")]
	files, wanted := []string{"example_test.go"}, names
	if is {
		texts, files, wanted = []string{s.text}, []string{s.file, "linalg.go"}, []string{"main"}
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, nil, err
		}
		here := string(text)
		if is && name == s.file {
			here, _, _ = strings.Cut(here, "\n// # From here on")
		}
		texts = append(texts, here)
	}
	return texts, wanted, nil
}

var (
	tag       = regexp.MustCompile(`\([a-z]{2}[a-z ]*\)`)
	displays  = regexp.MustCompile(`(?m)(^//\t.*\n)+`)
	reference = regexp.MustCompile(
		`[;:,] see "[A-Z][^"]*"| \([a-z]+\.go\)|: testdata/\S+ says what others \w+`)
)

// alone returns the program of a solver without references to other files, and
// with the formulas of these texts that its comments name by their tags, or
// that such a formula names. A formula is a display, the indented lines of a
// comment, of which one ends with the tag.
func alone(program string, texts []string) string {
	program = reference.ReplaceAllString(program, "")
	formulas := ""
	for more := true; more; {
		more = false
		for _, display := range displays.FindAllString(strings.Join(texts, "\n"), -1) {
			for _, name := range tag.FindAllString(display, -1) {
				here := program + formulas
				if strings.Contains(display, " "+name+"\n") && !strings.Contains(here, display) &&
					strings.Contains(here, name) {
					formulas, more = formulas+"//\n"+display, true
				}
			}
		}
	}
	return strings.Replace(program, theFormulas, strings.TrimSuffix(formulas, "\n"), 1)
}

// theFormulas is a line above Train, in place of the formulas.
const theFormulas = "//\n//\t(the formulas)"

// The line of trainByPairs that makes a dual, and the two of smo.
const (
	pairsAlone = "\td := newDual(gram, y, scaled(ones(len(y)), c)) // the Cᵢ\n"
	atOnce     = pairsAlone + "\td.afterStep = newTries().afterPair // the free variables at once\n"
)

const trainByPairs = `package svm

import (
	"errors"
	"fmt"
	"math"
)

// Train returns the α and the b of the machine f(x) = Σ αᵢyᵢk(xᵢ, x) + b, for
// the Gram matrix k(xᵢ, xⱼ), labels ±1, and C, which is +Inf for the hard
// margin. Beside an error they are no optimum. The comments name formulas:
//
//	(the formulas)
func Train(gram [][]float64, y []float64, c float64) (alpha []float64, b float64, err error) {
	if err := checkProblem(gram, y, c); err != nil {
		return nil, 0, err
	}
	const tol, most = 1e-3, 1e6
	d := newDual(gram, y, scaled(ones(len(y)), c)) // the Cᵢ
	steps, i, j := d.solve(tol, most)
	if j >= 0 {
		return nil, 0, fmt.Errorf("nothing separates the labels: points %d and %d are one", i, j)
	}
	atLeast, atMost, _, _ := d.ends()
	alpha, b = absolute(d.beta), (atLeast+atMost)/2
	err = checkMachine(gram, y, alpha, b, c)
	if steps == most && atLeast-atMost > tol {
		const few = "%d steps are not enough: m - M is %.2g"
		err = errors.Join(err, fmt.Errorf(few, steps, atLeast-atMost))
	}
	return alpha, b, err
}
`

const trainByQP = `package svm

import (
	"errors"
	"fmt"
	"math"
)

// Train returns the α and the b of the machine f(x) = Σ αᵢyᵢk(xᵢ, x) + b, for
// the Gram matrix k(xᵢ, xⱼ), labels ±1, and C, which is +Inf for the hard
// margin. Beside an error they are no optimum.
//
// α solves: minimise ½ΣΣ αᵢαⱼyᵢyⱼKᵢⱼ − Σ αᵢ subject to Σ αᵢyᵢ = 0, 0 ≤ αᵢ ≤ C.
// The multiplier of Σ αᵢyᵢ = 0 is b. The solver is an interior point method
// with what hard programs need: no point comes back, rows stand in the
// equations twice, and the last digits are found by a guess. It chooses no
// units, and does not prove that there is no solution. The comments name
// formulas:
//
//	(the formulas)
func Train(gram [][]float64, y []float64, c float64) (alpha []float64, b float64, err error) {
	if err := checkProblem(gram, y, c); err != nil {
		return nil, 0, err
	}
	n := len(y)
	p := &program{curve: make([]float64, n), c: scaled(ones(n), -1),
		rows: [][]float64{y}, h: []float64{0}}
	for i := range y {
		p.q = append(p.q, each(n, func(j int) float64 { return y[i] * y[j] * gram[i][j] }))
		p.bounds, p.h = append(p.bounds, bound{i, -1}), append(p.h, 0) // −αᵢ ≤ 0
		if !math.IsInf(c, 1) {
			p.bounds, p.h = append(p.bounds, bound{i, 1}), append(p.h, c) // αᵢ ≤ C
		}
	}
	p.ineq = upTo(len(p.h))[1:] // all but the first row

	// A residual or a gap is small beside the sum of its terms without signs.
	sizes, terms := p.sizes(), p.newPoint()
	optimal := func(at, r point) bool {
		sizes.residual(p.view(absolute(at.all)), terms)
		relative := func(i int) float64 { return math.Abs(r.all[i]) / (1 + terms.all[i]) }
		gap := Dot(at.s, at.z) / (1 + absDot(p.c, at.x) + absDot(p.h, at.z))
		return max(gap, maxAbs(each(len(r.xz()), relative))) <= 1e-8
	}
	at, ok := p.iterate(optimal)
	if ok {
		at = p.polished(at)
	}
	alpha, b = absolute(at.x), at.z[0] // absolute, since a bound 0 may be −0
	err = checkMachine(gram, y, alpha, b, c)
	if !ok {
		err = errors.Join(err, fmt.Errorf("%d steps are not enough", mostSteps))
	}
	return alpha, b, err
}
`

const trainFourPoints = `
// checkProblem returns an error unless there are points of both labels, a value
// of the kernel for each two of them, and a C > 0. Nor is k a kernel if it
// makes a squared distance, k(xᵢ, xᵢ) + k(xⱼ, xⱼ) − 2k(xᵢ, xⱼ), negative by
// more than rounding, as one with a forgotten minus does. No certificate would
// see that.
func checkProblem(gram [][]float64, y []float64, c float64) error {
	if !(c > 0) {
		return fmt.Errorf("C = %g, want C > 0", c)
	}
	if len(gram) != len(y) {
		return fmt.Errorf("%d rows for %d labels", len(gram), len(y))
	}
	largest := 0.0 // |k(xᵢ, xⱼ)|
	for i, v := range y {
		if len(gram[i]) != len(y) || v != 1 && v != -1 {
			return fmt.Errorf("point %d has label %g and %d values of the kernel, want ±1 and %d",
				i, v, len(gram[i]), len(y))
		}
		largest = max(largest, slices.Max(gram[i]), -slices.Min(gram[i]))
	}
	for i, row := range gram {
		for j, v := range row[:i] {
			if d := row[i] + gram[j][j] - 2*v; d < -1e-9*largest {
				const no = "no kernel: the squared distance of points %d and %d is %.3g"
				return fmt.Errorf(no, j, i, d)
			}
		}
	}
	return errorUnless(math.Abs(sum(y)) < float64(len(y)), "want points of both labels")
}

// checkMachine returns an error unless Σ αᵢyᵢ = 0, each yᵢf(xᵢ) is at least 1
// where αᵢ < C, and at most 1 where αᵢ > 0, to within 1e-3.
//
// If C = ∞ the error bounds the margin. Let v = Σ αᵢyᵢφ(xᵢ). Any machine with
// yᵢf(xᵢ) ≥ 1 has Σ αᵢ ≤ Σ αᵢyᵢf(xᵢ) = w·v, as Σ αᵢyᵢ = 0, and so 1/‖w‖ is at
// most ‖v‖/Σ αᵢ.
func checkMachine(gram [][]float64, y, alpha []float64, b, c float64) error {
	beta := each(len(y), func(i int) float64 { return alpha[i] * y[i] })
	miss, vv := math.Abs(sum(beta)), 0.0
	for i, row := range gram {
		f := Dot(row, beta)
		vv += beta[i] * f
		z := y[i] * (f + b)
		if alpha[i] < c {
			miss = max(miss, 1-z)
		}
		if alpha[i] > 0 {
			miss = max(miss, z-1)
		}
	}
	if miss <= 1e-3 {
		return nil
	}
	margin := math.Sqrt(max(0, vv)) / sum(alpha)
	if math.IsInf(c, 1) && finite(margin) {
		return fmt.Errorf("nothing separates the labels, or by a margin of at most %.1g", margin)
	}
	return fmt.Errorf("not optimal: a condition is missed by %.2g", miss)
}

// f returns f(p), which is positive where Train predicts the label +1. k is the
// kernel of the Gram matrix.
func f(
	k func(a, b []float64) float64, x [][]float64, y, alpha []float64, b float64, p []float64,
) float64 {
	for i, a := range alpha {
		b += a * y[i] * k(x[i], p)
	}
	return b
}

// Four points, and again with other labels. For C = 1/6 every b from -5/3 to
// -4/3 is optimal: steps of pairs end in the middle, at -1.500, an interior
// point at -1.468. The program prints
//
//	C = 10: α = [0.250 0.000 0.250 0.000], b = -2.000, f(4, 2) = 1.000
//	C = 0.167: α = [0.167 0.000 0.167 0.000], b = -1.500, f(4, 2) = 0.500
//	C = +Inf: α = [0.250 0.000 0.250 0.000], b = -2.000, f(4, 2) = 1.000
//	nothing separates the labels, or by a margin of at most (a number near 0)
func main() {
	x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	k := Dot // the kernel
	gram := make([][]float64, len(x))
	for i := range x {
		for j := range x {
			gram[i] = append(gram[i], k(x[i], x[j]))
		}
	}
	for _, c := range []float64{10, 1. / 6, math.Inf(1)} {
		alpha, b, err := Train(gram, y, c)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("C = %.3g: α = %.3f, b = %.3f, f(4, 2) = %.3f\n",
			c, alpha, b, f(k, x, y, alpha, b, []float64{4, 2}))
	}
	_, _, err := Train(gram, []float64{1, -1, 1, -1}, math.Inf(1))
	fmt.Println(err)
}
`
