// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// This file keeps a promise of lectures.md: the first test of a row runs some
// function that the row names, so that it can fail if that code breaks.

// A span is some lines of a file of the package: a function, or what has run.
type span struct {
	file        string
	first, last int
}

var aBlock = regexp.MustCompile(`(?m)/(\w+\.go):(\d+)\.\d+,(\d+)\.\d+ \d+ [1-9]`)

// runFirstTests runs the first test of each claim, and fails where it runs
// nothing of what the claim names.
func (b *book) runFirstTests(folder string) {
	dir := must(os.MkdirTemp("", "cover"))
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "svm.test")
	build := exec.Command("go", "test", "-c", "-cover", "-o", binary, "example.com/svm")
	build.Dir, build.Stderr = folder, os.Stderr
	try(build.Run())
	functions, ran := functionsIn(folder), map[string][]span{}
	for _, p := range b.papers {
		for _, s := range p.slides {
			for _, c := range s.claims {
				test, named, runs := testName.FindString(c[3]), "", false
				for _, n := range codeName.FindAllStringSubmatch(c[2], -1) {
					for _, f := range functions[n[1]] {
						named += " " + n[1]
						if test != "" && ran[test] == nil {
							ran[test] = b.blocksOf(binary, folder, test)
						}
						for _, block := range ran[test] {
							runs = runs || block.file == f.file &&
								f.first <= block.first && block.last <= f.last
						}
					}
				}
				if named != "" && !runs {
					b.fail("%s, %.40q: %s runs nothing of%s", p.file, c[0], test, named)
				}
			}
		}
	}
	fmt.Printf("%d first tests run what their rows name\n", len(ran))
}

// functionsIn returns where the functions of the package stand, by their names.
// A type stands for its methods that compute.
func functionsIn(folder string) map[string][]span {
	functions := map[string][]span{}
	for _, c := range chapters {
		set := token.NewFileSet()
		for _, d := range must(parser.ParseFile(set, filepath.Join(folder, c.file), nil, 0)).Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			at := span{c.file, set.Position(f.Pos()).Line, set.Position(f.End()).Line}
			name := f.Name.Name
			if f.Recv != nil {
				of := strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*")
				of, _, _ = strings.Cut(of, "[")
				if name != "String" {
					functions[of] = append(functions[of], at)
				}
				name = of + "." + name
			}
			functions[name] = append(functions[name], at)
		}
	}
	return functions
}

// blocksOf runs a test alone, and returns the statements that it runs.
func (b *book) blocksOf(binary, folder, test string) (blocks []span) {
	profile := binary + ".profile"
	run := exec.Command(binary, "-test.run", "^"+test+"$", "-test.coverprofile", profile)
	run.Dir = folder
	if out, err := run.CombinedOutput(); err != nil {
		b.fail("%s: %s", test, out)
	}
	for _, m := range aBlock.FindAllStringSubmatch(string(must(os.ReadFile(profile))), -1) {
		block := span{file: m[1]}
		must(fmt.Sscan(strings.Join(m[2:], " "), &block.first, &block.last))
		blocks = append(blocks, block)
	}
	return blocks
}
