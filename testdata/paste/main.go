// SPDX-License-Identifier: MIT

// Command paste prints functions of example_test.go as one file that compiles,
// to be put into a program or a lesson. In the folder of the package,
//
//	go run ./testdata/paste                         lists what can be pasted
//	go run ./testdata/paste importance rateValues   prints both, with what they need; with
//	                                                -o FILE before the names, into FILE
//	go run ./testdata/paste first                   the machine that the small book begins with
//	go run ./testdata/paste plain                   all of the small book
//	go run ./testdata/paste -story ExamplePrimalQP  prints a story as a program
//	go run ./testdata/paste -run ExamplePrimalQP    prints what this program prints
//	go run ./testdata/paste -lesson "H 4"           prints what all stories of a lesson print; with
//	                                                -o FILE, into a page for a room
//
// Two calls may bring the same helper twice, which does not compile in one
// package. So the head of a file has the names of its call: who wants one more
// gives it to a new call with these.
//
// What a story needs gets the story's name before its own, as must becomes
// optionsBalanceMust: so two stories may stand in one package, beside what is
// there, once one of the two main has another name. A story that reads
// testdata/ runs beside a copy of this folder. In a module that requires the
// package, the command is go run example.com/svm/testdata/paste, with the same
// arguments.
//
// What a declaration needs is found in two steps. go/types says which object of
// the file each identifier in it means. Then the declarations of these objects
// are searched in the same way, and so on, until nothing new is found. The
// imports are those that some identifier of the result means.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io"
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
	lesson := flag.String("lesson", "", "run the stories of this lesson, such as \"H 4\"")
	file := flag.String("o", "", "print into this file")
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
	out := ""
	switch {
	case *lesson != "":
		out, err = give(dir, string(text), *lesson, *file != "")
	case len(os.Args) == 1:
		out, err = list(string(text))
	default:
		out, err = paste(string(text), flag.Args(), *story || *run)
	}
	switch {
	case err != nil:
	case *run:
		err = runIn(dir, out, os.Stdout)
	case *file != "":
		err = os.WriteFile(*file, []byte(out), 0o644)
	default:
		_, err = fmt.Print(out)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// list returns a line for each name that can be pasted: with the first sentence
// of its doc, or of what it stands for.
func list(text string) (string, error) {
	all, _, err := read(text)
	lines := "first: the machine that the small book begins with\nplain: all of the small book\n"
	for _, d := range all {
		if len(d.names) > 0 && !d.method {
			names := strings.Join(d.names, ", ")
			says := new(doc.Package).Synopsis(strings.ReplaceAll(d.doc, "// ", ""))
			lines += names + ": " + strings.TrimPrefix(says, names+" ") + "\n"
		}
	}
	return lines, err
}

// headOfNames stands at the top of what is pasted, before the names.
const headOfNames = `// Pasted from example_test.go of example.com/svm by this call. Another
// call may bring helpers again: for one package, give one call all names.
//
` + call

// call begins the line of the names.
const call = "//\tpaste "

// runIn runs a program in the folder of the package, where its import is found,
// and the files that it reads. What the program prints goes to w.
func runIn(dir, program string, w io.Writer) error {
	tmp, err := os.MkdirTemp("", "story")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	file := filepath.Join(tmp, "main.go")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		return err
	}
	if libraryIsMissing() {
		log.Print("Go builds its library, this one time: it takes some twenty seconds")
	}
	command := exec.Command("go", "run", file)
	command.Dir, command.Stdout, command.Stderr = dir, w, os.Stderr
	return command.Run()
}

// libraryIsMissing tells whether Go has still to build its library for this
// computer. To Go a package is stale if its cache has none that is built.
func libraryIsMissing() bool {
	stale, err := exec.Command("go", "list", "-f", "{{.Stale}} {{.StaleReason}}", "fmt").Output()
	return err == nil && bytes.HasPrefix(stale, []byte("true")) &&
		!bytes.Contains(stale, []byte("available in build cache"))
}

// A declaration is one at the top level, and what it needs of the others.
type declaration struct {
	text, doc string
	at        []place  // of names of the top level in text, in their order
	names     []string // T.m and T for a method, since they go together
	method    bool
	needs     map[string]bool // names
	imports   map[string]bool // paths in quotes
}

// A place is where a name of the top level begins in the text of a declaration.
type place struct {
	offset int
	name   string
}

// prefixed returns the text of a declaration, and its doc, with prefix before
// the names that change. Of the doc this is its first word only: must is a
// word, too.
func (d *declaration) prefixed(prefix string, changes map[string]bool) (doc, text string) {
	longer := func(name string) string { return prefix + strings.ToUpper(name[:1]) + name[1:] }
	last := 0
	for _, p := range d.at {
		if changes[p.name] {
			text += d.text[last:p.offset] + longer(p.name)
			last = p.offset + len(p.name)
		}
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(d.doc, "// "), " ")
	if changes[first] {
		return "// " + longer(first) + " " + rest, text + d.text[last:]
	}
	return d.doc, text + d.text[last:]
}

// prefixOf returns optionsBalance of ExampleOptions_balance, qpSolve of
// ExampleQP_Solve and story of Example.
func prefixOf(story string) (prefix string) {
	for _, word := range strings.Split(strings.TrimPrefix(story, "Example"), "_") {
		switch {
		case word == "":
		case prefix != "":
			prefix += strings.ToUpper(word[:1]) + word[1:]
		case word == strings.ToUpper(word):
			prefix = strings.ToLower(word)
		default:
			prefix = strings.ToLower(word[:1]) + word[1:]
		}
	}
	if prefix == "" {
		return "story"
	}
	return prefix
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
	if story {
		changes := map[string]bool{}
		for _, d := range wanted {
			for _, name := range d.names {
				changes[name] = name != main && !strings.Contains(name, ".")
			}
		}
		for i, d := range wanted {
			changed := *d
			changed.doc, changed.text = d.prefixed(prefixOf(main), changes)
			wanted[i] = &changed
			all[slices.Index(all, d)] = &changed
		}
	}
	file, body, uses := "// SPDX-License-Identifier: MIT\n\n", "", ""
	if !story {
		file += headOfNames + strings.Join(names, " ") + "\n\n"
	}
	file += "package main\n\nimport (\n"
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
	for _, spec := range file.Imports {
		imports = append(imports, spec.Path.Value)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: empty{}, Error: func(error) {}} // other packages are not known
	p, _ := config.Check(file.Name.Name, set, []*ast.File{file}, info)
	between := func(from, to token.Pos) string {
		return text[set.Position(from).Offset:set.Position(to).Offset]
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
			// In x.(T) with an x of another package nothing is known of T.
			if assertion, is := n.(*ast.TypeAssertExpr); is {
				if t, is := assertion.Type.(*ast.Ident); is {
					info.Uses[t] = p.Scope().Lookup(t.Name)
				}
			}
			id, _ := n.(*ast.Ident)
			defined, used := topLevel(info.Defs[id], p), topLevel(info.Uses[id], p)
			if defined != "" {
				d.names = append(d.names, defined)
			}
			if used != "" {
				d.needs[used] = true
			}
			if name := defined + used; name != "" {
				offset := set.Position(id.Pos()).Offset - set.Position(node.Pos()).Offset
				d.at = append(d.at, place{offset, name})
			}
			if o, is := info.Uses[id].(*types.PkgName); is {
				d.imports[strconv.Quote(o.Imported().Path())] = true
			}
			return true
		})
		if d.method {
			of, _, _ := strings.Cut(d.names[0], ".")
			d.names = append(d.names, of)
		}
		for _, name := range d.names {
			d.needs[name] = true // also the methods of a type
		}
		all = append(all, d)
	}
	return all, imports, nil
}

// topLevel returns the name of an object that p declares at the top level, T.m
// for a method, and else "".
func topLevel(o types.Object, p *types.Package) string {
	if f, is := o.(*types.Func); is {
		if of := f.Type().(*types.Signature).Recv(); of != nil {
			t := of.Type()
			if pointer, is := t.(*types.Pointer); is {
				t = pointer.Elem()
			}
			if named, is := t.(*types.Named); is {
				return named.Obj().Name() + "." + f.Name()
			}
		}
	}
	if o == nil || o.Parent() != p.Scope() {
		return ""
	}
	return o.Name()
}

// empty imports packages in which nothing is declared.
type empty struct{}

func (empty) Import(path string) (*types.Package, error) {
	base := strings.TrimSuffix(path, "/v2")
	p := types.NewPackage(path, base[strings.LastIndex(base, "/")+1:])
	p.MarkComplete()
	return p, nil
}
