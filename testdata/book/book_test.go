// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// A planted folder is that of the package, but for some files.
type planted struct {
	fs.FS
	files map[string]string
}

func (p planted) ReadFile(name string) ([]byte, error) {
	if text, ok := p.files[name]; ok {
		return []byte(text), nil
	}
	return fs.ReadFile(p.FS, name)
}

// What the texts cite stands somewhere, each link leads there, each tag has a
// test or story, each exported name a story, and the lessons promise what is
// printed.
func TestTheBookHasNothingToSay(t *testing.T) {
	b := newBook(os.DirFS("../.."))
	b.write()
	for _, problem := range b.problems {
		t.Error(problem)
	}
}

// A reader knows where he is, and what a picture shows if it is not seen. Until
// a machine runs, and where no script does, a picture of its scene stands
// there.
func TestEachPageHasItsMarkInTheBarAndEachPictureItsWords(t *testing.T) {
	b := newBook(os.DirFS("../.."))
	b.write()
	b.typeset()
	for page, text := range b.pages {
		if !strings.HasSuffix(page, ".html") {
			continue
		}
		if n := strings.Count(text, "aria-current=page"); n != 1 {
			t.Errorf("%s has %d marks in the bar, want 1", page, n)
		}
		if strings.Contains(text, `alt=""`) {
			t.Errorf("%s has a picture without words", page)
		}
		for _, figure := range strings.Split(text, "<figure class=live")[1:] {
			if i := strings.Index(figure, "<img"); i < 0 || i > strings.Index(figure, "</figure>") {
				t.Errorf("%s has a machine without a picture, %.80s", page, figure)
			}
		}
		if page != "names.html" && !strings.Contains(text, ">Next: <a ") {
			t.Errorf("%s does not say what comes next", page)
		}
	}
}

// Grey in the list of a page are the sections behind the cut that no claim of a
// lecture cites. A claim about "Which block" is planted.
func TestGreySectionsAreCitedByNoClaim(t *testing.T) {
	folder := os.DirFS("../..")
	text := string(must(fs.ReadFile(folder, "testdata/lectures.md")))
	const row, claim = "| Kernel Trick | ", `| Kernel Trick | smo.go "The cache", "Which block": `
	b := newBook(planted{folder, map[string]string{
		"testdata/lectures.md": strings.Replace(text, row, claim, 1)}})
	b.write()
	for title, grey := range map[string]bool{"Flat-directions": false, "Training": false,
		"The-cache": false, "Which-block": false, "Drift-and-rounding": true} {
		item := `<a href="smo.html#§` + title + `§">`
		black, left := "<li>"+item, "<li class=left>"+item
		if page := b.pages["smo.html"]; strings.Contains(page, left) != grey ||
			strings.Contains(page, black) == grey {
			t.Errorf("%s: grey is %v, want %v", title, !grey, grey)
		}
	}
}

// The page of questions has each question of the lessons and of the first hour
// once, with links to all rows that ask it, and each wrong answer of
// marking.md. The answers stand below the questions, and again behind them.
func TestThePageOfQuestionsHasThoseOfTheLessons(t *testing.T) {
	b := newBook(os.DirFS("../.."))
	b.write()
	questions, answers, _ := strings.Cut(b.pages["questions.html"], "<ol class=answers>")
	asked, distinct := 0, map[string]bool{}
	for _, c := range rows(b.read("testdata/lessons.md")) {
		if len(c) == 5 && c[3] != "ask first" {
			asked++
			distinct[c[3]] = true
		}
	}
	_, five, _ := strings.Cut(b.read("testdata/hour.md"), "\n## Five questions")
	_, usual, _ := strings.Cut(b.read("testdata/marking.md"), "\n## Questions")
	for _, c := range rows(five)[1:] {
		distinct[c[0]] = true
	}
	all, wrong := len(distinct), 0
	for _, c := range rows(usual)[1:] {
		before := wrong
		for question := range distinct {
			if strings.HasPrefix(question, c[0]) {
				wrong++
			}
		}
		if wrong == before {
			t.Errorf("testdata/marking.md: no question begins with %q", c[0])
		}
	}
	if asked < 140 || len(rows(five)) != 6 || len(rows(usual)) < 40 {
		const text = "%d rows of lessons ask, five questions have %d rows, wrong answers %d"
		t.Fatalf(text+", want 140, 6, 40", asked, len(rows(five)), len(rows(usual)))
	}
	for _, want := range []struct {
		what, text, mark string
		n                int
	}{
		{"questions", questions, "<li value=", all},
		{"answers below questions", questions, "<details class=answer>", all},
		{"answers behind the questions", answers, "<li value=", all},
		{"links to rows of lessons", questions, `<a href="lessons.html#`, asked},
		{"wrong answers", questions, "usual, and wrong</b>", wrong},
	} {
		if n := strings.Count(want.text, want.mark); n != want.n {
			t.Errorf("questions.html has %d %s, want %d", n, want.what, want.n)
		}
	}
}

// Each break of a citation is found, and named. All are planted at once, each
// in words of its own. What a row plants is put behind its mark, or at the end
// of the file. Nothing else is wrong.
func TestEachPlantedBreakIsNamed(t *testing.T) {
	const line = "|---|---|---|---|---|\n"
	const claims = "| page | it prints | ours | code | tests and examples |\n" + line
	const lesson = "\n## Lecture S, 99: planted\n\n" +
		"| min | slide | show | ask first | then |\n" + line
	breaks := []struct {
		what, file, mark, plant string
		want                    string
	}{
		// Comments in Go.
		{"a section", "svm.go", "", "\n// See \"No section\".\n", `svm.go cites "No section"`},
		{"a section of a file", "svm.go", "", "\n// See qp.go, \"No part\".\n", `qp.go "No part"`},
		{"a section with its file behind", "smo.go", "", "\n// \"No bit\" of linalg.go.\n",
			`smo.go cites linalg.go "No bit"`},
		{"a section without its sign", "qp.go", "", "\n// Up to \"# No end\" it is plain.\n",
			`qp.go cites "No end"`},
		{"a section in a table", "qp.go", "",
			"\n// Here\n//\n//\tform   the units, see \"# No unit\"\n//\tkkt    a factor\n",
			`qp.go cites "No unit"`},
		{"a slide", "kernel.go", "", "\n// As on H \"No slide at all\".\n", `H "No slide at all"`},
		{"a tag", "kernel.go", "", "\n// It holds by (no tag).\n", `kernel.go cites (no tag)`},
		{"a tag at the end of a line", "linalg.go", "func Dot(a, b []float64) float64 {\n",
			"\t// (no proof)\n", `linalg.go cites (no proof)`},
		{"a tag without a test", "pegasos.go", "", "\n// Here\n//\n//\ta = b   (no test)\n",
			`(no test): none of tests and stories`},
		{"a test", "svm.go", "", "\n// TestNothing checks it.\n", "svm.go cites TestNothing"},
		{"a story", "svm.go", "", "\n// Example_nothing shows it.\n",
			"svm.go cites Example_nothing"},
		{"a fuzz target", "svm.go", "", "\n// FuzzNothing tries it.\n", "svm.go cites FuzzNothing"},
		{"a benchmark", "svm.go", "", "\n// BenchmarkNothing: 3 s.\n", "cites BenchmarkNothing"},
		{"a file of testdata", "svm.go", "", "\n// See testdata/no.txt.\n",
			"cites testdata/no.txt"},
		{"a file of Go", "svm.go", "", "\n// See nothing.go.\n", "svm.go cites nothing.go"},
		{"a name in brackets", "qp.go", "", "\n// [Nothing] is a name.\n", "qp.go cites Nothing"},
		{"a method", "qp.go", "", "\n// [Model.Nothing] is none.\n", "qp.go cites Model.Nothing"},
		{"inside a function", "svm.go", "func HingeSubgradient(z float64) float64 {\n",
			"\t// TestInside checks it.\n", "svm.go cites TestInside"},
		{"in a story", "example_test.go", "func ExampleHinge() {\n", "\t// TestStory checks it.\n",
			"cites TestStory"},
		{"in a test", "svm_test.go", "", "\n// See svm.go, \"No theorem\".\n",
			`svm.go "No theorem"`},
		{"two sections of one title", "pegasos.go", "", "\n// # Twice\n\n// # Twice\n",
			"2 places are pegasos.html#§Twice§"},
		{"a name that an element of the page has", "svm.go", "",
			"\n// The id of main is also that of the text.\nfunc main() {}\n",
			"2 places are svm.html#main"},
		// Names.
		{"a function without a story", "svm.go", "", "\n// Unused is new.\nfunc Unused() {}\n",
			"Unused: none of stories"},
		{"a story that prints nothing, before one of one line", "example_test.go", "",
			"\n// A story.\nfunc Example_silent() {\n}\n\n// Another.\nfunc Example_brief() {\n" +
				"\tfmt.Println(1.5)\n\t// Output: 1.5\n}\n", "Example_silent has no output"},
		{"a word that leads nowhere", namesFile,
			"of this package\n\n| word | what it is |\n|---|---|\n", "| thing | something |\n",
			"thing leads nowhere"},
		{"a word of a section that is gone", namesFile, "| thing | something |\n",
			"| other thing | smo.go \"No room\" |\n", `smo.go "No room"`},
		// Markdown.
		{"a link", "README.md", "", "\n[Nothing](testdata/no.md)\n",
			"README.md cites testdata/no.md"},
		{"a heading", "README.md", "", "\n[Nothing](#no-heading)\n", "cites README.md#no-heading"},
		{"a heading of a file", "README.md", "", "\n[No](testdata/lessons.md#no-lesson)\n",
			"cites testdata/lessons.md#no-lesson"},
		{"a picture", "testdata/figures.md", "", "\n![Nothing](no.svg)\n", "cites testdata/no.svg"},
		{"a section", "testdata/measurements.md", "", "\nSee smo.go, \"No row\".\n",
			`smo.go "No row"`},
		{"a test", "README.md", "", "\nSee TestReadme.\n", "README.md cites TestReadme"},
		{"a file of testdata", "README.md", "", "\nSee testdata/no.gob.\n",
			"cites testdata/no.gob"},
		{"a scene of a comment", "svm.go", "", "\n// See machine.html#four,C=0.\n",
			"svm.html cites machine.html#four,C=0: C=0: want a number above 0"},
		{"a scene", "README.md", "", "\n`machine.html#moon,C=1`\n", "moon: want points"},
		{"a station", "testdata/hour.md", "", "\n1. Nowhere, 3 minutes\n",
			"has no link with minutes"},
		{"a list", "README.md", "", "\n* One\n", `README.md: "* " in`},
		{"a quotation", "README.md", "", "\n> Two\n", `README.md: ">" in`},
		{"bold words", "README.md", "", "\nThree **words**\n", `README.md: "**" in`},
		{"a page", "testdata/book/machine.html", "", `<a href="no.html">no</a>`,
			"0 places are no.html"},
		{"an id that a page has twice", "testdata/book/machine.html", "", "<p id=picture>",
			"2 places are machine.html#picture"},
		// Lectures and lessons.
		{"code of a claim", "testdata/lectures.md", claims,
			"| Planted | p | | smo.go: `noCode` | TestPlaneByHand |\n", "C cites smo.go noCode"},
		{"a section of code", "testdata/lectures.md", claims,
			"| Sown | p | | smo.go \"No bed\": `SMO` | TestPlaneByHand |\n", `smo.go "No bed"`},
		{"code that no test of the row uses", "testdata/lectures.md", claims,
			"| Grown | p | | qp.go: `DualQP` | TestPlaneByHand |\n",
			"DualQP is used by none of TestPlane"},
		{"a test of a claim", "testdata/lectures.md", claims,
			"| Eaten | p | | svm.go: `Hinge` | ExampleHinge, TestClaim |\n", "C cites TestClaim"},
		{"a slip", "testdata/lectures.md",
			"### Costs marks\n\n| lecture and page | it prints | it should say |\n|---|---|---|\n",
			"| C \"No such page\" | 1 | 2 |\n", `cites C "No such page"`},
		{"minutes of a lesson", "testdata/lessons.md", "",
			lesson + "| 5–40 | Margins | ExampleHinge | What? | `never printed` |\n",
			"planted: 5–40 after minute 0"},
		{"the end of a lesson", "testdata/lessons.md", "", "",
			"planted ends at minute 40, want 45"},
		{"what no story prints", "testdata/lessons.md", "", "", "prints never printed"},
		{"cells of a lesson", "testdata/lessons.md", "", "| 40–45 | four | cells | only |\n",
			"has not five cells"},
	}
	folder := os.DirFS("../..")
	p := planted{folder, map[string]string{}}
	for _, b := range breaks {
		text := string(must(p.ReadFile(b.file)))
		if b.mark == "" {
			text += b.plant
		} else if !strings.Contains(text, b.mark) {
			t.Errorf("%s: %s has no %q", b.what, b.file, b.mark)
		} else {
			text = strings.Replace(text, b.mark, b.mark+b.plant, 1)
		}
		p.files[b.file] = text
	}
	book := newBook(p)
	book.write()
	named := make([]bool, len(breaks))
	for _, problem := range book.problems {
		expected := false
		for i, b := range breaks {
			if strings.Contains(problem, b.want) {
				named[i], expected = true, true
			}
		}
		if !expected {
			t.Errorf("nothing has planted %s", problem)
		}
	}
	for i, b := range breaks {
		if !named[i] {
			t.Errorf("%s: nothing says %s", b.what, b.want)
		}
	}
}

// Scripts of a page share one scope, in which a second function of a name takes
// the place of the first, and says nothing.
func TestNoTwoScriptsOfAPageDeclareOneName(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^(?:async )?(?:function|const|let|var|class) (.*)`)
	name := regexp.MustCompile(`^[\w$]+|, ([\w$]+)(?: =|[,;]|$)`)
	// A name, and the script that declares it: first those of written scripts.
	of := map[string]string{"texts": "texts.js", "tips": "tips.js", "program": "svm.wasm.js",
		"runner": "svm.wasm.js"}
	for _, file := range []string{"book.js", "machine.js"} {
		text := string(must(os.ReadFile(file)))
		for _, m := range declared.FindAllStringSubmatch(text, -1) {
			for _, n := range name.FindAllString(m[1], -1) {
				n = strings.Trim(n, ", =;")
				if other, ok := of[n]; ok && other != file {
					t.Errorf("%s and %s declare %s", other, file, n)
				}
				of[n] = file
			}
		}
	}
	if of["showTip"] == "" || of["tell"] == "" || of["lastBy"] == "" {
		t.Errorf("names are not found: %v", of)
	}
}

// On paper each machine of a station is a picture, with the mistake that its
// scene asks for.
func TestMachinesAreDrawnForPaper(t *testing.T) {
	b := newBook(os.DirFS("../.."))
	b.write()
	try(b.drawScenes("../.."))
	drawn := map[string]string{}
	for i, request := range b.scenes {
		picture := b.pages[fmt.Sprintf("scene%d.svg", i+1)]
		if !strings.HasSuffix(picture, "</svg>\n") {
			t.Errorf("%s is drawn as %.80q", request, picture)
		}
		drawn[picture] = request
	}
	still := regexp.MustCompile(`<figure><img[^>]* src="scene`)
	n := len(still.FindAllString(b.pages["hour.html"], -1))
	if n != 10 || len(drawn) < 10 {
		t.Errorf("the first hour has %d pictures of machines, want 10; %d in all", n, len(drawn))
	}
}
