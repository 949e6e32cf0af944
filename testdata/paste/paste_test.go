// SPDX-License-Identifier: MIT

package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
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
	all, _, err := read(string(text))
	if err != nil || len(all) < 100 {
		t.Fatalf("%d declarations, error %v", len(all), err)
	}
	set := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	compile := func(name string, story bool) string {
		program, err := paste(string(text), []string{name}, story)
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
	for _, tt := range []struct {
		names string
		story bool
		want  string
	}{
		{"size", false, head + size + twice},
		{"lot", false, head + "import (\n\t\"math/rand/v2\"\n)\n\n" + size + twice + lot},
		{"other", false, head + strings.Replace(imports, "\t\"math/rand/v2\"\n", "", 1) + other},
		{"Example", true, head + strings.Replace(imports, "\n\t\"example.com/svm\"\n", "", 1) +
			"func main() {\n\tfmt.Println(lot())\n}\n\n" + size + twice + lot},
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
