// SPDX-License-Identifier: MIT

// Command paste prints functions of example_test.go as one file that compiles,
// to be put into a program or a lesson. In the folder of the package,
//
//	go run ./testdata/paste trainWeighted rateValues
//	go run ./testdata/paste plain
//	go run ./testdata/paste -story ExamplePrimalQP
//	go run ./testdata/paste -run ExamplePrimalQP
//
// print two functions with what they need, all plain functions, a story as a
// program, and what the story prints. In a module that requires the package,
// the command is go run example.com/svm/testdata/paste, with the same
// arguments.
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

// A source is a file of Go, and what is known of it.
type source struct {
	text  string
	set   *token.FileSet
	file  *ast.File
	info  *types.Info
	decls []*declaration // at the top level, in the order of the file
}

// A declaration is one of functions, or of types, variables or constants.
type declaration struct {
	node    ast.Decl
	doc     *ast.CommentGroup
	names   []string // of a method that of its type, since they go together
	methods bool
}

// paste returns the declarations of these names, and what they need, as a file.
// The word plain stands for all plain functions. A story becomes main.
func paste(text string, names []string, story bool) (string, error) {
	s, err := read(text)
	if err != nil {
		return "", err
	}
	isPlain := regexp.MustCompile(`^plain[A-Z]`)
	var wanted []*declaration
	for _, name := range names {
		found := s.find(func(d *declaration) bool {
			return !d.methods && slices.ContainsFunc(d.names, func(n string) bool {
				return n == name || name == "plain" && isPlain.MatchString(n)
			})
		})
		if len(found) == 0 {
			return "", fmt.Errorf("example_test.go declares no %s", name)
		}
		wanted = append(wanted, found...)
	}
	if len(wanted) == 0 || story && (len(names) != 1 || !strings.HasPrefix(names[0], "Example")) {
		return "", errors.New("want names of functions or types, or -story and one Example")
	}
	wanted = s.closure(wanted)
	body := ""
	for _, d := range s.decls {
		switch {
		case !slices.Contains(wanted, d):
		case story && d.names[0] == names[0]:
			body = s.program(d) + "\n" + body
		default:
			body += "\n" + s.of(d) + "\n"
		}
	}
	const head = "// SPDX-License-Identifier: MIT\n\npackage main\n\n"
	file, err := format.Source([]byte(head + s.imports(wanted) + body))
	return string(file), err
}

// read parses a file, and identifies what its identifiers mean. Of the packages
// that it imports no more is needed than their names.
func read(text string) (*source, error) {
	s := &source{text: text, set: token.NewFileSet(),
		info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	var err error
	s.file, err = parser.ParseFile(s.set, "example_test.go", text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	config := types.Config{Importer: empty{}, Error: func(error) {}} // other packages are not known
	config.Check("svm_test", s.set, []*ast.File{s.file}, s.info)
	for _, node := range s.file.Decls {
		d := &declaration{node: node}
		switch node := node.(type) {
		case *ast.FuncDecl:
			d.doc, d.names = node.Doc, []string{node.Name.Name}
			if node.Recv != nil {
				receiver := node.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				d.names, d.methods = []string{fmt.Sprint(receiver)}, true
			}
		case *ast.GenDecl:
			if node.Tok == token.IMPORT {
				continue
			}
			d.doc = node.Doc
			for _, spec := range node.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					d.names = append(d.names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						d.names = append(d.names, id.Name)
					}
				}
			}
		}
		s.decls = append(s.decls, d)
	}
	return s, nil
}

// empty imports packages in which nothing is declared.
type empty struct{}

func (empty) Import(path string) (*types.Package, error) {
	base := strings.TrimSuffix(path, "/v2")
	p := types.NewPackage(path, base[strings.LastIndex(base, "/")+1:])
	p.MarkComplete()
	return p, nil
}

// find returns the declarations that are.
func (s *source) find(is func(*declaration) bool) (found []*declaration) {
	for _, d := range s.decls {
		if is(d) {
			found = append(found, d)
		}
	}
	return found
}

// closure adds to declarations what they need, what that needs, and so on. A
// type needs its methods.
func (s *source) closure(wanted []*declaration) []*declaration {
	for i := 0; i < len(wanted); i++ {
		needs := map[string]bool{}
		for _, name := range wanted[i].names {
			needs[name] = true
		}
		for _, o := range s.uses(wanted[i]) {
			if o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
				needs[o.Name()] = true
			}
		}
		wanted = append(wanted, s.find(func(d *declaration) bool {
			return !slices.Contains(wanted, d) &&
				slices.ContainsFunc(d.names, func(name string) bool { return needs[name] })
		})...)
	}
	return wanted
}

// uses returns the objects that the identifiers of a declaration mean.
func (s *source) uses(d *declaration) (objects []types.Object) {
	ast.Inspect(d.node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.info.Uses[id] != nil {
			objects = append(objects, s.info.Uses[id])
		}
		return true
	})
	return objects
}

// imports returns the imports of the file that declarations use.
func (s *source) imports(wanted []*declaration) string {
	used := map[string]bool{}
	for _, d := range wanted {
		for _, o := range s.uses(d) {
			if p, ok := o.(*types.PkgName); ok {
				used[fmt.Sprintf("%q", p.Imported().Path())] = true
			}
		}
	}
	library, others := "", ""
	for _, spec := range s.file.Imports {
		switch path := spec.Path.Value; {
		case !used[path]:
		case strings.Contains(path, "."):
			others += "\t" + path + "\n"
		default:
			library += "\t" + path + "\n"
		}
	}
	if library != "" && others != "" {
		library += "\n"
	}
	if library+others == "" {
		return ""
	}
	return "import (\n" + library + others + ")\n"
}

// of returns the text of a declaration, under its comment.
func (s *source) of(d *declaration) string {
	from := d.node.Pos()
	if d.doc != nil {
		from = d.doc.Pos()
	}
	return s.text[s.set.Position(from).Offset:s.set.Position(d.node.End()).Offset]
}

// program returns a story as the function main, without the lines that it
// should print.
func (s *source) program(d *declaration) string {
	text, output, printed := strings.Cut(s.of(d), "\n\t// Output:")
	if printed {
		_, output, _ = strings.Cut(output, "\n}")
		text += "\n}" + output
	}
	return "\n" + strings.Replace(text, "func "+d.names[0]+"(", "func main(", 1) + "\n"
}
