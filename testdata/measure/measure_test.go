// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"math/big"
	"math/rand"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/svm"
)

// The program runs in the folder of the package.
func TestMain(m *testing.M) {
	must(0, os.Chdir("../.."))
	os.Exit(m.Run())
}

// Each constant from experience is told of in measurements.md. A row begins
// with its value and its name, as in the package, and so do no other rows.
func TestRowsOfMeasurementsAreConstantsOfThePackage(t *testing.T) {
	text := string(must(os.ReadFile("testdata/measurements.md")))
	_, text, _ = strings.Cut(text, "\n## Numbers from experience")
	text, _, _ = strings.Cut(text, "\n## ")
	rows, begin := map[string]string{}, regexp.MustCompile("(?m)^\\| (.+?), `(\\w+)` \\|")
	for _, row := range begin.FindAllStringSubmatch(text, -1) {
		rows[row[2]] = row[1]
	}
	for _, n := range numbers() {
		if !strings.Contains(text, "`"+n.name+"`") {
			t.Errorf("testdata/measurements.md does not tell of %s, want its row", n.name)
		}
		if row, ok := rows[n.name]; ok && row != n.value {
			t.Errorf("testdata/measurements.md has %s = %s, want %s", n.name, row, n.value)
		}
		if n.decides == "" {
			t.Errorf("%s has no comment on its line, want what it decides", n.name)
		}
		delete(rows, n.name)
	}
	for name := range rows {
		t.Errorf("testdata/measurements.md has a row of %s, want a constant from experience", name)
	}
}

// The value in a copy of the file is half or twice of the package's own, and it
// is the copy that is built: with what is no Go it does not compile.
func TestHalfAndTwiceOfANumberAreMeasured(t *testing.T) {
	all := numbers()
	n := all[slices.IndexFunc(all, func(n number) bool { return n.name == "leastBlock" })]
	*chosen, *rounds = "iris|150", 1
	const times = `\d+\.\d\d, (iris|clouds).* \(\d+\.\d\d, (iris|clouds).*\)`
	want := regexp.MustCompile("^\\| 192, `leastBlock` \\| .+ \\| 1: " + times +
		` \| 192\*2: ` + times + ` \| 2 sets; chance ` + times + `; refused \[0 0 0\] \|$`)
	_, twice := n.around()
	if row := n.row("1", twice); !want.MatchString(row) {
		t.Errorf("row %s, want %s", row, want)
	}
	defer func() {
		if recover() == nil {
			t.Error("leastBlock = noSuchValue compiles, want an error")
		}
	}()
	n.build(t.TempDir()+"/new", "noSuchValue")
}

// A tolerance goes by powers of ten, and a part near 1 by what is missing to 1.
func TestHalfAndTwiceSuitTheNumber(t *testing.T) {
	for value, want := range map[string]string{"192": "192/2 192*2", "1e-8": "1e-8/10 1e-8*10",
		"0.995": "1-(1-0.995)*2 1-(1-0.995)/2", "eps / 4": "(eps / 4)/2 (eps / 4)*2"} {
		if less, more := (number{value: value}).around(); less+" "+more != want {
			t.Errorf("around %s: %s %s, want %s", value, less, more, want)
		}
	}
}

// By hand: the least ½x² − 3x + ½y² + y for a free x ≤ 2 and y ≥ 0 is −4, at
// x = 2, y = 0. With x + y = −1 it is 3.5, at x = −1, y = 0. With x ≥ 5 no
// point is feasible. The least −3x + y is −6, and 3x + y falls without end.
func TestTheJudgeTellsWrongAnswers(t *testing.T) {
	type row = []float64
	q, zero := svm.FromRows([]row{{1, 0}, {0, 1}}), svm.NewMatrix(2, 2)
	with := func(q *svm.Matrix, c row) svm.QP {
		return svm.QP{Q: q, C: c, Lo: row{-inf, 0}, Hi: row{2, inf}}
	}
	line, far := with(q, row{-3, 1}), with(q, row{-3, 1})
	line.Aeq, line.Beq = svm.FromRows([]row{{1, 1}}), row{-1}
	far.A, far.B = svm.FromRows([]row{{-1, 0}}), row{-5}
	for _, tt := range []struct {
		name  string
		p     svm.QP
		value float64
		err   error
	}{
		{"bound", with(q, row{-3, 1}), -4, nil},
		{"line", line, 3.5, nil},
		{"no point", far, 0, svm.ErrInfeasible},
		{"corner", with(zero, row{-3, 1}), -6, nil},
		{"ray", with(zero, row{3, 1}), 0, svm.ErrUnbounded},
	} {
		for _, answer := range []struct {
			value float64
			err   error
			wrong bool
		}{
			{tt.value, tt.err, false},
			{tt.value + 1e-5, tt.err, tt.err == nil},
			{tt.value, nil, tt.err != nil},
			{0, svm.ErrInfeasible, tt.err != svm.ErrInfeasible},
			{0, svm.ErrNotSeparable, tt.err != svm.ErrUnbounded},
			{0, svm.ErrNotConvex, true},
			{0, svm.ErrNotConverged, false},
		} {
			refused, wrong := judge(tt.p, answer.value, 0, answer.err)
			if wrong != answer.wrong || refused != errors.Is(answer.err, svm.ErrNotConverged) {
				t.Errorf("%s: %g, %v is refused: %t, wrong: %t, want %t", tt.name, answer.value,
					answer.err, refused, wrong, answer.wrong)
			}
		}
	}
}

// Of the first programs some are refused, and no answer is wrong.
func TestProgramsAreSolved(t *testing.T) {
	said := solveAll(200)
	if !regexp.MustCompile(`^\d+ and \d+ refused, 0 wrong, .* steps$`).MatchString(said) {
		t.Errorf("200 programs: %s, want none wrong", said)
	}
}

// Of the first 100 machines of Linear no program that one can print has a wrong
// value: the primal one in w, b and ξ, nor PrimalQP's, which refuses none. The
// dual of each is solved exactly. The first point is subtracted from all, as
// PrimalProgram asks for. Without slack the primal program has no point where
// the dual one falls without end.
func TestPrintedPrimalProgramsAreSolved(t *testing.T) {
	var refused [2]int
	for seed, all := int64(0), 0; all < 100; seed++ {
		k, x, y, o := machine(rand.New(rand.NewSource(seed)))
		if k != kernel(svm.Linear{}) {
			continue
		}
		all++
		first := slices.Clone(x[0])
		for i, p := range x { // a point may stand twice in x
			x[i] = slices.Clone(p)
			for j, v := range first {
				x[i][j] -= v
			}
		}
		p := must(svm.PrimalProgram(x, y, o))
		s, err := p.Solve()
		if errors.Is(err, svm.ErrInfeasible) {
			err = svm.ErrNotSeparable
		}
		h, slack, planeErr := svm.PrimalQP(x, y, o)
		primal := svm.Dot(h.W, h.W) / 2
		for i := range slack {
			if o.C < inf {
				primal += o.C * slack[i]
			}
		}
		for i, err := range []error{err, planeErr} {
			r, wrong := judge(dual(k, x, y, o), -[]float64{s.Value, primal}[i], 0, err)
			if r {
				refused[i]++
			}
			if wrong {
				t.Errorf("seed %d, C = %g: values %g, %g, %v", seed, o.C, s.Value, primal, err)
			}
		}
	}
	if refused[0] > 1 || refused[1] > 0 {
		t.Errorf("refused %d, and %d by PrimalQP, want at most 1 and none", refused[0], refused[1])
	}
}

// The points times u, with C over u², make the same machine in another unit: α
// is over u², and w over u. For a power of two no number rounds otherwise. So
// the verdicts are the same, and the values have the same bits, times u².
func TestMachinesSayTheSameInAnyUnit(t *testing.T) {
	linear := 0
	for seed := range int64(200) {
		k, x, y, o := machine(rand.New(rand.NewSource(seed)))
		if _, is := k.(svm.Linear); !is {
			continue
		}
		linear++
		answers := func(u float64) (verdicts [2]string, values [2]float64) {
			z := make([]svm.Vector, len(x))
			for i, p := range x {
				for _, v := range p {
					z[i] = append(z[i], u*v)
				}
			}
			o := svm.Options{C: o.C / u / u}
			m, err := svm.DualQP(k, z, y, o)
			h, _, planeErr := svm.PrimalQP(z, y, o)
			for i, err := range []error{err, planeErr} {
				for _, e := range []error{svm.ErrNotConverged, svm.ErrNotSeparable} {
					if errors.Is(err, e) {
						verdicts[i] = e.Error()
					}
				}
			}
			if err != nil { // for C = ∞ it may be a proof, whose α has no unit
				return verdicts, values
			}
			return verdicts, [2]float64{m.Certificate.Dual * u * u, svm.Dot(h.W, h.W) * u * u}
		}
		verdicts, values := answers(1)
		for _, u := range []float64{0x1p30, 0x1p-30} {
			v, w := answers(u)
			if v != verdicts || w != values {
				t.Errorf("seed %d, u = %g: %q, %v, want %q, %v", seed, u, v, w, verdicts, values)
			}
		}
	}
	if linear < 50 {
		t.Errorf("%d machines with Linear, want 50", linear)
	}
}

// Each set has a label for each point, and not one label for all.
func TestSetsHaveTwoClasses(t *testing.T) {
	for _, s := range sets {
		x, label := s.points(rand.New(rand.NewSource(1)))
		if len(x) != len(label) || slices.Min(label) == slices.Max(label) {
			t.Errorf("%s: %d points, %d labels, want two classes", s.name, len(x), len(label))
		}
	}
}

// What is promised holds where digits are few. A variable at a bound has its
// value, though 10⁻¹³ of the unit is less than the last digit of 1,000. X ends
// where it ends: an append changes no multiplier. And a plane with f = ±1 at
// two points leaves no slack by rounding, which C = 10⁸ would make dear: its
// yᵢf(xᵢ) is at least 1 in exact arithmetic, though ‖w‖ is only 10⁻³.
func TestPromisesHoldWhereDigitsAreFew(t *testing.T) {
	s := must(svm.QP{C: []float64{1e-4, 1e-3, 1e4},
		A: svm.FromRows([][]float64{{-0.1, 0, -1e-4}, {1e4, 0, -1e-3}}),
		B: []float64{-1e-7, 0.099999}, Lo: []float64{-inf, -1000, 0.001}}.Solve())
	if s.X[1] != -1000 || cap(s.X) != 3 {
		t.Errorf("X = %.17g, with room for %d numbers", s.X, cap(s.X))
	}
	x, y := [][]float64{{-1023, 1025, 1}, {1025, -1023, 1025}}, []float64{1, -1}
	h, _, err := svm.PrimalQP(x, y, svm.Options{C: 1e8, Weights: []float64{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range x {
		f := new(big.Rat).SetFloat64(h.B)
		for j, v := range p {
			f.Add(f, new(big.Rat).Mul(new(big.Rat).SetFloat64(v), new(big.Rat).SetFloat64(h.W[j])))
		}
		if f.Mul(f, new(big.Rat).SetFloat64(y[i])).Cmp(big.NewRat(1, 1)) < 0 {
			t.Errorf("point %d: yf = %s", i, f.FloatString(20))
		}
	}
}
