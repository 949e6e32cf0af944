// SPDX-License-Identifier: MIT

package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Whatever is pasted alone compiles: each function and type of the stories, and
// each story as a program. go/types refuses what the compiler refuses, such as
// an import that nothing uses. The plain functions need the library only.
func TestWhatIsPastedCompiles(t *testing.T) {
	text, err := os.ReadFile("../../example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := read([]string{string(text)})
	if err != nil || len(all) < 100 {
		t.Fatalf("%d declarations, error %v", len(all), err)
	}
	set := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	compile := func(name string, story bool) string {
		program, err := paste([]string{string(text)}, []string{name}, story)
		if err == nil {
			var file *ast.File
			if file, err = parser.ParseFile(set, name, program, 0); err == nil {
				_, err = config.Check("main", set, []*ast.File{file}, nil)
			}
		}
		runs := story || name == "plain" || name == "first"
		if err != nil || runs != strings.Contains(program, "\nfunc main() {\n") {
			t.Errorf("paste %s: error %v in\n%s", name, err, program)
		}
		return program
	}
	for _, d := range all {
		for _, name := range d.names {
			if !d.method {
				compile(name, strings.HasPrefix(name, "Example"))
			}
		}
	}
	program := compile("plain", false)
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "func plain") && !strings.Contains(program, line) {
			t.Errorf("plain lacks %s", line)
		}
	}
	if strings.Contains(program, `"example.com/svm"`) {
		t.Error("plain functions need this package")
	}
	first := compile("first", false)
	for name, want := range map[string]bool{"plainSMO": true, "plainCholesky": false} {
		if strings.Contains(first, "func "+name+"(") != want {
			t.Errorf("first has %s: %t, want %t", name, !want, want)
		}
	}
}

// Two stories that are pasted stand in one package, beside each other and
// beside functions that are pasted by their names, such as must: only main is
// there twice. Here all stories do.
func TestPastedStoriesCompileSideBySide(t *testing.T) {
	text, err := os.ReadFile("../../example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := read([]string{string(text)})
	if err != nil {
		t.Fatal(err)
	}
	set, files := token.NewFileSet(), []*ast.File{}
	add := func(name string, story bool) {
		program, err := paste([]string{string(text)}, []string{name}, story)
		if err != nil {
			t.Fatal(err)
		}
		program = strings.Replace(program, "\nfunc main() {\n", "\nfunc "+name+"() {\n", 1)
		file, err := parser.ParseFile(set, name, program, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	add("must", false)
	add("agree", false)
	for _, d := range all {
		for _, name := range d.names {
			if strings.HasPrefix(name, "Example") && !d.method {
				add(name, true)
			}
		}
	}
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil),
		Error: func(err error) { t.Error(err) }}
	config.Check("main", set, files, nil)
	if len(files) < 80 {
		t.Errorf("only %d stories", len(files)-2)
	}
	for name, want := range map[string]string{"ExampleQP_Solve": "qpSolve", "Example_text": "text",
		"ExampleOptions_balance": "optionsBalance", "ExampleSMO_noBias": "smoNoBias",
		"Example": "story"} {
		if got := prefixOf(name); got != want {
			t.Errorf("prefix of %s = %s, want %s", name, got, want)
		}
	}
}

// What a declaration needs comes with it, also by way of others, and a type
// with its methods; nothing else does.
func TestPasteTakesWhatIsNeeded(t *testing.T) {
	const imports = "import (\n\t\"fmt\"\n\t\"math/rand/v2\"\n\n\t\"example.com/svm\"\n)\n\n"
	const size = "type size int\n\nfunc (s size) double() size { return twice(s) }\n\n"
	const twice = "func twice(s size) size { return 2 * s }\n\n"
	const lot = "// lot draws a lot.\nfunc lot() size { return size(rand.IntN(6)) }\n\n"
	const other = "func other(twice svm.Linear) { fmt.Println(twice) }\n"
	const story = "func Example() {\n\tfmt.Println(lot())\n\t// Output:\n\t// 1\n}\n"
	const head = "// SPDX-License-Identifier: MIT\n\npackage main\n\n"
	// A story's name stands before those of what it needs, and of a doc before
	// its first word.
	prefixed := strings.NewReplacer("size", "storySize", "twice", "storyTwice",
		"// lot", "// storyLot", "func lot", "func storyLot").Replace(size + twice + lot)
	for _, tt := range []struct {
		names string
		story bool
		want  string
	}{
		{"size", false, head + size + twice},
		{"lot", false, head + "import (\n\t\"math/rand/v2\"\n)\n\n" + size + twice + lot},
		{"other", false, head + strings.Replace(imports, "\t\"math/rand/v2\"\n", "", 1) + other},
		{"Example", true, head + strings.Replace(imports, "\n\t\"example.com/svm\"\n", "", 1) +
			"func main() {\n\tfmt.Println(storyLot())\n}\n\n" + prefixed},
		{"lottery", false, "declares no lottery"},
		{"", false, "want names"},
		{"lot", true, "want names"},
		{"Example lot", true, "want names"},
	} {
		text := "package svm_test\n\n" + imports + size + twice + lot + other + story
		got, err := paste([]string{text}, strings.Fields(tt.names), tt.story)
		if err != nil && strings.Contains(err.Error(), tt.want) {
			continue
		}
		if strings.TrimSpace(got) != strings.TrimSpace(tt.want) || err != nil {
			t.Errorf("paste %q: %s\nand error %v, want %s", tt.names, got, err, tt.want)
		}
	}
}

// Both count exactly. Few letters make many common substrings, and classes that
// come apart; some texts are empty, or not UTF-8.
func TestLongTextsAreCountedAsByTheTable(t *testing.T) {
	text, err := os.ReadFile("../../example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	program, err := paste([]string{string(text) + compareTexts}, []string{"ExampleCompare"}, true)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "run", file).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("error %v, %s", err, out)
	}
}

const compareTexts = `
func ExampleCompare() {
	r := rand.New(rand.NewPCG(1, 1))
	letters := []string{"a", "b", "é", "\xff", " ", "\xc3"}
	for i := range 5000 {
		text := func() (s string) {
			for range r.IntN(25) {
				s += letters[r.IntN(1+i%6)]
			}
			return s
		}
		a, b := text(), text()
		if got, want := longTexts(a, b), (svm.Substrings{}).Eval(a, b); got != want {
			fmt.Printf("longTexts(%q, %q) = %g, want %g\n", a, b, got, want)
		}
	}
}
`

// Go's library is in the cache of whoever has built this test, and not in a
// cache that is new.
func TestOnlyTheFirstTimeBuildsTheLibrary(t *testing.T) {
	if libraryIsMissing() {
		t.Error("the library is missing, although this test is built")
	}
	t.Setenv("GOCACHE", t.TempDir())
	if !libraryIsMissing() {
		t.Error("a new cache has the library")
	}
}

// A solver's file ends at its "# From here on". All of linalg.go is read, which
// may have such a heading too: what stands behind it is there.
func TestOnlyTheFileOfASolverIsCut(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"linalg.go", "smo.go", "qp.go", "example_test.go"} {
		text := "package svm\n\n// # From here on: the rest\n\nvar behind int\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string][]bool{"pairs": {false, true}, "smo": {false, true},
		"qp": {false, true}, "first": {true}} { // of a solver's file and linalg.go; of the stories
		texts, _, err := sources(dir, []string{name})
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range texts[len(texts)-len(want):] {
			if strings.Contains(text, "behind") != want[i] {
				t.Errorf("%s: text %d has what stands behind its cut: %t", name, i, !want[i])
			}
		}
	}
}

// Each solver is a program of its own. It prints what the comment above its
// main says, passes go vet, and trains, and something needs all that it
// declares. Its comments cite nothing that it has not: neither files nor
// sections, and each tag ends the line of a formula. The last of its machines
// has no end by pairs, and it says that the steps were not enough.
func TestASolverTakenOutTrains(t *testing.T) {
	for name := range solvers {
		t.Run(name, func(t *testing.T) {
			texts, names, err := sources("../..", []string{name})
			if err != nil {
				t.Fatal(err)
			}
			program, err := paste(texts, names, false)
			if err != nil {
				t.Fatal(err)
			}
			program = alone(program, texts)
			for _, line := range strings.Split(program, "\n") {
				_, comment, _ := strings.Cut(line, "//")
				if away := elsewhere.FindString(comment); away != "" {
					t.Errorf("it cites %s in %s", away, comment)
				}
				for _, tag := range tag.FindAllString(comment, -1) {
					formula := regexp.MustCompile(`(?m)^//\t.* ` + regexp.QuoteMeta(tag) + `$`)
					if !formula.MatchString(program) {
						t.Errorf("it names %s in %s", tag, comment)
					}
				}
			}
			all, _, err := read([]string{program})
			if err != nil {
				t.Fatal(err)
			}
			needed := map[string]bool{"main": true}
			for _, d := range all {
				for name := range d.needs {
					needed[name] = needed[name] || !slices.Contains(d.names, name)
				}
			}
			for _, d := range all {
				is := func(name string) bool { return needed[name] }
				names := d.names
				if d.method {
					names = names[:1] // T.m
				}
				if names != nil && !slices.ContainsFunc(names, is) {
					t.Errorf("nothing needs %s", names)
				}
			}
			dir := t.TempDir()
			for file, text := range map[string]string{"go.mod": "module solver\n\ngo 1.22\n",
				"main.go": program, "main_test.go": trainTest} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			run := func(args ...string) string {
				command := exec.Command("go", args...)
				command.Dir = dir
				out, err := command.CombinedOutput()
				if err != nil {
					t.Errorf("go %s: %v\n%s", args, err, out)
				}
				return string(out)
			}
			run("vet", ".")
			run("test", ".")
			got := run("run", ".")
			_, want, _ := strings.Cut(program, "The program prints\n//\n")
			want, _, _ = strings.Cut(want, "func main")
			want, _, _ = strings.Cut(strings.ReplaceAll(want, "//\t", ""), "(a number")
			if want == "" || !strings.HasPrefix(got, want) || strings.Contains(got, "-0.000") {
				t.Errorf("it prints\n%swant\n%s", got, want)
			}
			if name == "pairs" && !strings.Contains(got, "1000000 steps are not enough: m - M is") {
				t.Errorf("it does not say that its steps ended it:\n%s", got)
			}
		})
	}
}

// elsewhere is a file or a section.
var elsewhere = regexp.MustCompile(`\b\w+\.(go|md)\b|"[A-Z][^"]*"|\btestdata\b`)

// trainTest tests a solver in its own module.
const trainTest = `package main

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// No primal value is below a dual value, so that a machine whose two are nearly
// equal is optimal. Training ends when each condition holds to 10⁻³, which
// makes the gap at most 10⁻³ Σ (αᵢ + C).
func TestThePrimalIsTheDual(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		n, c := 2+r.IntN(40), []float64{0.01, 1, 100, math.Inf(1)}[seed%4]
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = r.NormFloat64(), float64(1-i%2*2)
		}
		gram := make([][]float64, n)
		for i := range gram {
			for j := range x { // two points may be near, and Σα large: hence the 0.1
				k := math.Exp(-100 * (x[i] - x[j]) * (x[i] - x[j]))
				if i == j {
					k += 0.1
				}
				gram[i] = append(gram[i], k)
			}
		}
		alpha, b, err := Train(gram, y, c)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		balance, ww, total, slack, bound := 0.0, 0.0, 0.0, 0.0, 0.0
		for i, a := range alpha {
			f := b
			for j, k := range gram[i] {
				f += alpha[j] * y[j] * k
			}
			if !(0 <= a && a <= c) {
				t.Errorf("seed %d: α = %g", seed, a)
			}
			if miss := max(0, 1-y[i]*f); a < c && !(miss <= 1.001e-3) {
				t.Errorf("seed %d: misses by %g", seed, miss)
			} else if a == c {
				slack += c * miss
				bound += c * 1e-3
			}
			balance += a * y[i]
			ww += a * y[i] * (f - b)
			total += a
			bound += a * 1e-3
		}
		gap := ww/2 + slack - (total - ww/2)
		if !(math.Abs(balance) <= 1e-9*total && gap <= bound) {
			t.Errorf("seed %d, C = %g: Σαy = %g, gap %g, bound %g", seed, c, balance, gap, bound)
		}
	}
}

// XOR by the inner product; a point with both labels; points of a line, where
// rounding hides the violation as α grows; one class; bad input; and a squared
// distance 1 + 1 − 2e, of a Gaussian without its minus. −‖a − b‖² is no dot
// product either, but right where Σ αᵢyᵢ = 0, and is not refused.
func TestItSaysThatThereIsNoMachine(t *testing.T) {
	xor := [][]float64{{2, 0, 0, -2}, {0, 2, -2, 0}, {0, -2, 2, 0}, {-2, 0, 0, 2}}
	x := []float64{-0.16094442481387916, 1.14542756399321, 1.014519168661847, -0.7761342764738102}
	line := make([][]float64, 4)
	for i := range x {
		for j := range x {
			line[i] = append(line[i], x[i]*x[j])
		}
	}
	const nothing = "nothing separates the labels"
	for _, tt := range []struct {
		gram [][]float64
		y    []float64
		c    float64
		want string
	}{
		{xor, []float64{1, -1, -1, 1}, math.Inf(1), nothing},
		{[][]float64{{1, 1}, {1, 1}}, []float64{1, -1}, math.Inf(1), nothing},
		{line, []float64{1, -1, 1, -1}, math.Inf(1), nothing},
		{xor, []float64{1, 1, 1, 1}, 1, "both labels"},
		{xor, []float64{-1, -1, -1, -1}, 1, "both labels"},
		{nil, nil, 1, "both labels"},
		{xor, []float64{1, 0, 0, 1}, 1, "point 1 has label 0"},
		{xor, []float64{1, -1, -1, 1}, 0, "C = 0"},
		{xor, []float64{1, -1, 1}, 1, "4 rows for 3 labels"},
		{xor[:3], []float64{1, -1, 1}, 1, "4 values of the kernel"},
		{[][]float64{{math.NaN(), 0}, {0, 1}}, []float64{1, -1}, 1, "is missed by NaN"},
		{[][]float64{{1, math.E}, {math.E, 1}}, []float64{1, -1}, 10,
			"no kernel: the squared distance of points 0 and 1 is -3.44"},
	} {
		alpha, b, err := Train(tt.gram, tt.y, tt.c)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Train(%g, %g, %g) = %g, %g, %v", tt.gram, tt.y, tt.c, alpha, b, err)
		}
	}
	_, _, err := Train([][]float64{{0, -4}, {-4, 0}}, []float64{1, -1}, 10)
	if err != nil && strings.Contains(err.Error(), "kernel") {
		t.Error("by -|a - b|^2:", err)
	}
}
`
