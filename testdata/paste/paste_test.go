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
	"strings"
	"testing"
)

// stories returns the text of the stories.
func stories(t *testing.T) string {
	text, err := os.ReadFile("../../example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Whatever is pasted alone compiles: each function and type of the stories, and
// each story as a program. go/types refuses what the compiler refuses, such as
// an import that nothing uses. The plain functions need the library only.
func TestWhatIsPastedCompiles(t *testing.T) {
	text := stories(t)
	all, _, err := read(text)
	if err != nil || len(all) < 100 {
		t.Fatalf("%d declarations, error %v", len(all), err)
	}
	set := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	compile := func(name string, story bool) string {
		program, err := paste(text, []string{name}, story)
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
	for _, line := range strings.Split(text, "\n") {
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
	text := stories(t)
	all, _, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	set, files := token.NewFileSet(), []*ast.File{}
	add := func(name string, story bool) {
		program, err := paste(text, []string{name}, story)
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
	const licence, main = "// SPDX-License-Identifier: MIT\n\n", "package main\n\n"
	head := func(names string) string { return licence + headOfNames + names + "\n\n" + main }
	// A story's name stands before those of what it needs, and of a doc before
	// its first word.
	prefixed := strings.NewReplacer("size", "storySize", "twice", "storyTwice",
		"// lot", "// storyLot", "func lot", "func storyLot").Replace(size + twice + lot)
	for _, tt := range []struct {
		names string
		story bool
		want  string
	}{
		{"size", false, head("size") + size + twice},
		{"lot", false, head("lot") + "import (\n\t\"math/rand/v2\"\n)\n\n" + size + twice + lot},
		{"other", false, head("other") + strings.Replace(imports, "\t\"math/rand/v2\"\n", "", 1) +
			other},
		{"lot other", false, head("lot other") + imports + size + twice + lot + other},
		{"Example", true, licence + main +
			strings.Replace(imports, "\n\t\"example.com/svm\"\n", "", 1) +
			"func main() {\n\tfmt.Println(storyLot())\n}\n\n" + prefixed},
		{"lottery", false, "declares no lottery"},
		{"", false, "want names"},
		{"lot", true, "want names"},
		{"Example lot", true, "want names"},
	} {
		text := "package svm_test\n\n" + imports + size + twice + lot + other + story
		got, err := paste(text, strings.Fields(tt.names), tt.story)
		if err != nil && strings.Contains(err.Error(), tt.want) {
			continue
		}
		if strings.TrimSpace(got) != strings.TrimSpace(tt.want) || err != nil {
			t.Errorf("paste %q: %s\nand error %v, want %s", tt.names, got, err, tt.want)
		}
	}
}

// Each name has a line, but methods, which come with their types.
func TestEachNameIsListed(t *testing.T) {
	lines, err := list("package svm_test\n\n// size is the number\n// of sides. It is 6.\n" +
		"type size int\n\nfunc (s size) twice() size { return 2 * s }\n\nvar a, b size\n")
	if !strings.HasSuffix(lines, "\nsize: is the number of sides.\na, b: \n") || err != nil {
		t.Errorf("list: %s, error %v", lines, err)
	}
}

// Two programs have copies of stories, each with the names of its call.
func TestCopiesOfStoriesAreWhatIsPasted(t *testing.T) {
	copies, _ := filepath.Glob("../*/stories.go")
	for _, path := range copies {
		file, _ := os.ReadFile(path)
		_, names, _ := strings.Cut(string(file), call)
		names, _, _ = strings.Cut(names, "\n")
		want, err := paste(stories(t), strings.Fields(names), false)
		if string(file) != want || err != nil {
			t.Errorf("%s, error %v: go generate ./testdata/figures ./testdata/machine writes it",
				path, err)
		}
	}
	if len(copies) != 2 {
		t.Errorf("copies %s, want two", copies)
	}
}

// Both count exactly. Few letters make many common substrings, and classes that
// come apart; some texts are empty, or not UTF-8.
func TestLongTextsAreCountedAsByTheTable(t *testing.T) {
	text := stories(t)
	program, err := paste(text+compareTexts, []string{"ExampleCompare"}, true)
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

// All stories of a lesson, run as one program, print what each says that it
// prints. In its page each unfolds. Each lesson names its command.
func TestALessonPrintsItsStories(t *testing.T) {
	lessons, err := os.ReadFile("../lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	text, titles := stories(t), 0
	for _, section := range strings.Split(string(lessons), "\n## Lecture ")[1:] {
		lesson := strings.Replace(section[:strings.Index(section, ":")], ",", "", 1)
		_, shown, err := lessonOf(string(lessons), lesson)
		if !strings.Contains(section, "./testdata/paste -lesson \""+lesson+"\"`") ||
			len(shown) == 0 || err != nil {
			t.Errorf("lesson %s: its command, or its stories %v, error %v", lesson, shown, err)
		}
		titles++
	}
	if _, _, err := lessonOf(string(lessons), "H 99"); titles != 19 || err == nil {
		t.Errorf("%d lessons, want 19; of lesson H 99 error %v", titles, err)
	}
	printed, err := give("../..", text, "H 4", false)
	asPage := page("H 4", strings.ReplaceAll(printed, "\n\n", "\n\f"))
	if err != nil || strings.Count(asPage, "<details>") != 6 {
		t.Errorf("error %v, page %s", err, asPage)
	}
	for _, want := range []string{"0–5 Example_quadprog", "5–10 ExamplePrimalQP",
		"14–23 ExamplePrimalProgram", "23–33 ExampleModel_slack", "23–33 ExampleModel_edge",
		"40–45 ExampleQP_Solve_primalOrDual"} {
		_, story, _ := strings.Cut(printed, "\n"+want+"\n")
		story, printed, _ = strings.Cut(story, "\n\n")
		_, output, _ := strings.Cut(text, "\nfunc "+want[strings.Index(want, " ")+1:]+"() {\n")
		_, output, _ = strings.Cut(output, "\t// Output:\n\t// ")
		output, _, _ = strings.Cut(output, "\n}\n")
		if got := strings.TrimSpace(story); got != strings.ReplaceAll(output, "\n\t// ", "\n") {
			t.Errorf("%s prints\n%s\nwant\n%s", want, got, output)
		}
		printed = "\n" + printed
	}
}
