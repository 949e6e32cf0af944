// SPDX-License-Identifier: MIT

// Command book makes the book: this package as pages for a browser. Comments
// stand on the left, the code of which they speak on the right, and what a text
// cites is a link: a name, a formula by its tag, a section, a test, a figure.
// In the folder of the package,
//
//	go run ./testdata/book DIR
//	go run ./testdata/book -check
//	go run ./testdata/book -check -cover
//
// writes it into the folder DIR, or only looks at the pages in memory. Both
// fail by name if a text cites what stands nowhere. With -cover it also runs
// the first test of each claim of a lecture, for a minute, and fails if that
// runs nothing of what the claim names.
//
// places.go cuts the files into passages, and enters what can be cited into a
// table, under the words that texts use. citations.go says what a citation is,
// and looks it up. html.go writes elements of HTML. formulas.go sets formulas,
// and letters.go their letters. pages.go makes the pages of the files, the
// front page and the index. road.go leads from page to page, and sources.go to
// papers. search.go writes what a search looks through, and what a name says
// under the mouse. markdown.go reads other texts, and lectures.go those that
// lead through lectures. cover.go runs the first test of each claim, and
// machine.go compiles the machine that trains in the browser, and has it draw
// what is printed in its place.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "make the pages in memory only")
	cover := flag.Bool("cover", false, "see what the first test of each claim runs")
	flag.Parse()
	if flag.NArg() > 1 || *check && flag.NArg() > 0 {
		log.Fatal("want the folder of the book, or -check")
	}
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "example.com/svm").Output()
	if err != nil {
		log.Fatal("example.com/svm is no package of this module: ", err)
	}
	folder := strings.TrimSpace(string(out))
	b := newBook(os.DirFS(folder))
	b.write()
	if *cover {
		b.runFirstTests(folder)
	}
	if len(b.problems) > 0 {
		log.Fatal(strings.Join(b.problems, "\n"))
	}
	fmt.Printf("%d places, and what the texts cite is among them\n", len(b.index))
	if flag.NArg() == 0 {
		return
	}
	dir := must(filepath.Abs(flag.Arg(0)))
	try(b.save(folder, dir))
	fmt.Println("the book begins at", filepath.Join(dir, "index.html"))
}

// save sets the letters of all pages, compiles the machine from the folder of
// the package, and writes all into dir.
func (b *book) save(folder, dir string) error {
	b.typeset()
	program, err := browserProgram(folder)
	if err = cmp.Or(err, b.drawScenes(folder)); err != nil {
		return fmt.Errorf("the machine cannot be built: %w", err)
	}
	b.pages["svm.wasm.js"] = program
	try(os.MkdirAll(dir, 0o755))
	ground := regexp.MustCompile(`rect\.paper { fill: #\w+ }`) // of a picture: that of the page
	for name, text := range b.pages {
		text = ground.ReplaceAllString(text, "rect.paper { fill: none }")
		try(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return nil
}

// must returns v. A book that cannot read or write its files ends there.
func must[T any](v T, err error) T {
	try(err)
	return v
}

func try(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// write writes all pages, but does not set their letters, and looks for what is
// wrong in them.
func (b *book) write() {
	b.walk()
	b.readLessons()
	b.front()
	b.frame("machine.html", "", b.playground())
	b.pages["svm.wasm.js"] = "" // until it is compiled
	b.follow()
	b.compareLessons()
}

// read returns the text of a file.
func (b *book) read(path string) string { return string(must(fs.ReadFile(b.files, path))) }

// fail notes what is wrong.
func (b *book) fail(format string, args ...any) {
	b.problems = append(b.problems, fmt.Sprintf(format, args...))
}
