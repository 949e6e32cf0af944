// SPDX-License-Identifier: MIT

// Command paste prints functions of example_test.go as one file that compiles,
// to be put into a program or a lesson. In the folder of the package,
//
//	go run ./testdata/paste importance rateValues
//	go run ./testdata/paste first
//	go run ./testdata/paste plain
//	go run ./testdata/paste -story ExamplePrimalQP
//	go run ./testdata/paste -run ExamplePrimalQP
//
// print two functions with what they need, the machine that the small book
// begins with, all of that book, a story as a program, and what it prints. A
// story that reads testdata/ runs beside a copy of this folder. In a module
// that requires the package, the command is go run
// example.com/svm/testdata/paste, with the same arguments.
//
// What a declaration needs is found in two steps. go/types says which object of
// the file each identifier in it means. Then the declarations of these objects
// are searched in the same way, and so on, until nothing new is found. The
// imports are those of the file that some identifier of the result means.
package main

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	log.SetFlags(0)
	story := flag.Bool("story", false, "print a program of what a story does")
	run := flag.Bool("run", false, "run this program")
	flag.Parse()
	folder, err := exec.Command("go", "list", "-f", "{{.Dir}}", "example.com/svm").Output()
	if err != nil {
		log.Fatal("example.com/svm is no package of this module: ", err)
	}
	dir := strings.TrimSpace(string(folder))
	text, err := os.ReadFile(filepath.Join(dir, "example_test.go"))
	if err != nil {
		log.Fatal(err)
	}
	program, err := paste(string(text), flag.Args(), *story || *run)
	if err != nil {
		log.Fatal(err)
	}
	if *run {
		err = runIn(dir, program)
	} else {
		_, err = fmt.Print(program)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// runIn runs a program in the folder of the package, where its import is found,
// and the files that it reads.
func runIn(dir, program string) error {
	tmp, err := os.MkdirTemp("", "story")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	file := filepath.Join(tmp, "main.go")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		return err
	}
	command := exec.Command("go", "run", file)
	command.Dir, command.Stdout, command.Stderr = dir, os.Stdout, os.Stderr
	return command.Run()
}

// A declaration is one at the top level, and what it needs of the others.
type declaration struct {
	text, doc string
	names     []string // a method has that of its type, since they go together
	method    bool
	needs     map[string]bool // names
	imports   map[string]bool // paths in quotes
}

// paste returns the declarations of these names, and what they need, as a file.
// The word first stands for the machine of the small book, Example_plain with
// what it needs, and plain for all plain functions besides. A story becomes
// main.
func paste(text string, names []string, story bool) (string, error) {
	if len(names) == 0 || story && (len(names) > 1 || !strings.HasPrefix(names[0], "Example")) {
		return "", errors.New("want names of functions or types, or -story and one Example")
	}
	all, imports, err := read(text)
	if err != nil {
		return "", err
	}
	main := ""
	if story {
		main = names[0]
	} else if slices.Contains(names, "plain") || slices.Contains(names, "first") {
		main = "Example_plain"
	}
	var wanted []*declaration
	take := func(is func(d *declaration, name string) bool) (found bool) {
		for _, d := range all {
			one := func(name string) bool { return is(d, name) }
			if slices.ContainsFunc(d.names, one) {
				if found = true; !slices.Contains(wanted, d) {
					wanted = append(wanted, d)
				}
			}
		}
		return found
	}
	for _, name := range names {
		if name == "plain" || name == "first" {
			take(func(_ *declaration, n string) bool {
				return n == main || name == "plain" && isPlain.MatchString(n)
			})
		} else if !take(func(d *declaration, n string) bool { return n == name && !d.method }) {
			return "", fmt.Errorf("example_test.go declares no %s", name)
		}
	}
	for i := 0; i < len(wanted); i++ {
		take(func(_ *declaration, n string) bool { return wanted[i].needs[n] })
	}
	file, body, uses := "// SPDX-License-Identifier: MIT\n\npackage main\n\nimport (\n", "", ""
	for _, d := range all {
		switch {
		case !slices.Contains(wanted, d):
		case d.names[0] == main:
			body = d.doc + d.program() + "\n\n" + body
		default:
			body += d.doc + d.text + "\n\n"
		}
	}
	for _, path := range imports {
		if slices.ContainsFunc(wanted, func(d *declaration) bool { return d.imports[path] }) {
			if strings.Contains(path, ".") { // no package of the library
				path = "\n" + path
			}
			uses += path + "\n"
		}
	}
	if file += uses + ")\n\n"; uses == "" {
		file = strings.Replace(file, "import (\n)\n\n", "", 1)
	}
	formatted, err := format.Source([]byte(file + body))
	return string(formatted), err
}

var isPlain = regexp.MustCompile(`^plain[A-Z]`)

// program returns a story as the function main, without what it should print.
func (d *declaration) program() string {
	text, _, printed := strings.Cut(d.text, "\t// Output:")
	if printed {
		text += "}"
	}
	return strings.Replace(text, "func "+d.names[0]+"(", "func main(", 1)
}

// read returns the declarations and the imports of a file, in their order.
func read(text string) (all []*declaration, imports []string, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "example_test.go", text, parser.ParseComments)
	if err != nil {
		return nil, nil, err
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: empty{}, Error: func(error) {}} // other packages are not known
	p, _ := config.Check("svm_test", set, []*ast.File{file}, info)
	between := func(from, to token.Pos) string {
		return text[set.Position(from).Offset:set.Position(to).Offset]
	}
	for _, spec := range file.Imports {
		imports = append(imports, spec.Path.Value)
	}
	for _, node := range file.Decls {
		d := &declaration{text: between(node.Pos(), node.End()),
			needs: map[string]bool{}, imports: map[string]bool{}}
		doc := (*ast.CommentGroup)(nil)
		switch node := node.(type) {
		case *ast.FuncDecl:
			doc = node.Doc
			d.method = node.Recv != nil
		case *ast.GenDecl:
			doc = node.Doc
		}
		if doc != nil {
			d.doc = between(doc.Pos(), node.Pos())
		}
		ast.Inspect(node, func(n ast.Node) bool {
			id, _ := n.(*ast.Ident)
			if o := info.Defs[id]; o != nil && o.Parent() == p.Scope() {
				d.names = append(d.names, id.Name)
			}
			switch o := info.Uses[id].(type) {
			case nil:
			case *types.PkgName:
				d.imports[strconv.Quote(o.Imported().Path())] = true
			default:
				if o.Parent() != p.Scope() {
					break
				}
				if d.needs[id.Name] = true; d.method && d.names == nil {
					d.names = []string{id.Name} // the receiver comes first
				}
			}
			return true
		})
		for _, name := range d.names {
			d.needs[name] = true // its methods, too
		}
		all = append(all, d)
	}
	return all, imports, nil
}

// empty imports packages in which nothing is declared.
type empty struct{}

func (empty) Import(path string) (*types.Package, error) {
	base := strings.TrimSuffix(path, "/v2")
	p := types.NewPackage(path, base[strings.LastIndex(base, "/")+1:])
	p.MarkComplete()
	return p, nil
}
