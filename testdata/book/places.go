// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// This file finds what can be cited, and who uses what. newBook cuts the files
// into passages: a comment at the margin, and the code up to the next. It
// enters their sections, tags and names into the table of places, and go/types
// says what the identifiers in their code mean.

// The chapters are the files in reading order. The rest of a page is folded
// from the section cut on.
var chapters = []struct{ file, title, cut string }{
	{"svm.go", "The machine", "From here on"},
	{"kernel.go", "Kernels", "From here on: small print, bad input, speed"},
	{"qp.go", "Quadratic programs", "From here on: what users write"},
	{"smo.go", "SMO", "From here on"},
	{"pegasos.go", "Learning by gradients", ""},
	{"linalg.go", "Linear algebra", "From here on: vectors, matrices and the fast loop"},
	{"example_test.go", "Examples", ""},
	{"svm_test.go", "Tests", "Part VIII: the engineering. Bad input"},
}

// A place is what a text can cite.
type place struct {
	key     string     // as texts write it: SMO, Model.Value, (gap), "The dual", ring.svg
	file    string     // where it stands: a file, or the letter of a lecture
	link    string     // a page, and the id there; "" if there is no page
	code    string     // of a name: the line that declares it
	says    string     // the first sentence of a section, or of what is declared
	formula string     // of a tag: the display that it stands in
	claimed bool       // of a section: a claim of a lecture cites it
	asked   []string   // the kinds of users of which one has to be
	users   []*place   // the functions, tests and stories that use a name or cite a tag
	slips   [][]string // what is wrong on a slide: how grave it is, what it prints, what is right
	minutes []string   // of lessons, as links: when a slide is shown
	asks    [][]string // rows of lessons that begin with the slide: what is shown and asked
}

// A passage is a comment at the margin, and the code up to the next.
type passage struct {
	file, source, code string
	text               []comment.Block
	titles, names      []*place // its sections, and what the code declares
	sections           []*place // in which the code stands
	identifiers        []*ast.Ident
	at                 token.Pos // of the code
}

// A book knows where everything stands, and notes what stands nowhere.
type book struct {
	files           fs.FS    // the folder of the package
	problems        []string // what is wrong, by name
	set             *token.FileSet
	svm             *types.Package
	passages        []*passage
	places          map[string]*place    // by key, by file and key, by file, section and name
	index           []*place             // all, in the order of the files
	declared, meant map[token.Pos]*place // by an identifier
	pages           map[string]string    // the files of the book
	papers          []*page              // of Markdown
	road            []station
	before          *place            // the last slide of the present lesson
	scenes          []string          // what is drawn for paper
	words           string            // what words mean, above the index of names
	asked           []asked           // in the order of lessons.md, and in the first hour
	askedAt         map[string]string // by a question: links to where it is asked
}

var (
	tag      = regexp.MustCompile(tagAlone)
	tagged   = regexp.MustCompile(`(?m)^(.*?) +(` + tagAlone + `)$`) // a line of a display
	isTest   = regexp.MustCompile(`^(Test|Example|Fuzz|Benchmark)`)
	exported = regexp.MustCompile(`^[A-Z]\w*(\.[A-Z]\w*)?$`)
)

// pageOf returns the page of a file, or of a lecture by its letter.
func pageOf(file string) string {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	switch {
	case name == "README":
		name = "index"
	case len(name) == 1:
		name = "lecture-" + name
	}
	return name + ".html"
}

// idOf tells a section from a function of the same name.
func idOf(key string) string {
	return strings.NewReplacer(" ", "-", `"`, "§", ">", "").Replace(key)
}

func quoted(title any) string { return fmt.Sprintf(`"%v"`, title) }

// title returns the title of a section or slide, which its key has in quotes.
func (p *place) title() string { return p.key[1 : len(p.key)-1] }

// put enters a place. If several have one key, it means the first, and in the
// text of each file that of the file.
func (b *book) put(file, key string) *place {
	p := &place{key: key, file: file, link: pageOf(file) + "#" + escape(idOf(key))}
	for _, k := range []string{key, file + " " + key} {
		if b.places[k] == nil {
			b.places[k] = p
		}
	}
	b.index = append(b.index, p)
	return p
}

func newBook(files fs.FS) *book {
	b := &book{files: files, set: token.NewFileSet(), places: map[string]*place{},
		declared: map[token.Pos]*place{}, meant: map[token.Pos]*place{}, pages: map[string]string{},
		askedAt: map[string]string{}}
	var parsed []*ast.File
	for _, c := range chapters {
		text := b.inBook(c.file)
		f := must(parser.ParseFile(b.set, c.file, text, parser.ParseComments))
		parsed, b.places[c.file] = append(parsed, f), &place{key: c.file, link: pageOf(c.file)}
		b.cut(f, c.file, text)
	}
	info := b.identify(parsed)
	b.enter(info)
	b.resolve(info)
	for _, pattern := range []string{"*.md", "testdata/*", "testdata/*/*"} {
		for _, file := range must(fs.Glob(files, pattern)) {
			p, name := &place{key: file}, path.Base(file)
			b.places[file] = p
			switch path.Ext(name) {
			case ".svg", ".png", ".css", ".js":
				p.link, b.places[name], b.pages[name] = name, p, b.read(file)
			case ".md":
				if name != "marking.md" && name != "scenes.md" { // which are no pages
					p.link = pageOf(name)
					b.paper(file)
				}
			}
		}
	}
	return b
}

// cut makes passages of a file.
func (b *book) cut(f *ast.File, name, source string) {
	file := b.set.File(f.Pos())
	margin := slices.DeleteFunc(f.Comments[1:], func(g *ast.CommentGroup) bool { // [0]: the licence
		return b.set.Position(g.Pos()).Column > 1
	})
	parser := comment.Parser{LookupSym: func(recv, name string) bool { return true }}
	for i, g := range margin {
		end := len(source)
		if i+1 < len(margin) {
			end = file.Offset(margin[i+1].Pos())
		}
		code := strings.TrimLeft(source[file.Offset(g.End()):end], "\n")
		b.passages = append(b.passages, &passage{file: name, at: file.Pos(end - len(code)),
			source: source[file.Offset(g.Pos()):end], code: strings.TrimSpace(code),
			text: parser.Parse(g.Text()).Content})
	}
}

// Import makes a book the importer of its files. Since only names of this
// package are looked up, it knows no other.
func (b *book) Import(path string) (*types.Package, error) {
	if path != "example.com/svm" {
		return nil, errors.New("not needed")
	}
	return b.svm, nil
}

// identify gives each identifier to its passage, and returns what go/types
// knows of them.
func (b *book) identify(files []*ast.File) *types.Info {
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: b, Error: func(error) {}} // not needed
	b.svm, _ = config.Check("svm", b.set, append(files[:6:6], files[7]), info)
	config.Check("svm_test", b.set, files[6:7], info)
	i := 0 // the passage
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				for i+1 < len(b.passages) && b.passages[i+1].at <= id.Pos() {
					i++
				}
				b.passages[i].identifiers = append(b.passages[i].identifiers, id)
			}
			return true
		})
	}
	return info
}

// enter enters sections, tags and names. What follows a comment with several
// sections stands in each of them.
func (b *book) enter(info *types.Info) {
	var sections []*place
	for _, in := range b.passages {
		for _, block := range in.text {
			switch block := block.(type) {
			case *comment.Heading:
				in.titles = append(in.titles, b.put(in.file, quoted(block.Text[0])))
			case *comment.Paragraph:
				if last := len(in.titles) - 1; last >= 0 && in.titles[last].says == "" {
					in.titles[last].says = firstSentence(block)
				}
			case *comment.Code:
				for _, m := range tagged.FindAllStringSubmatch(block.Text, -1) {
					if b.places[m[2]] == nil {
						p := b.put(in.file, m[2])
						p.formula = tagged.ReplaceAllString(block.Text, "$1   $2")
						p.asked = []string{"tests", "stories"}
					}
				}
			}
		}
		if in.titles != nil {
			sections = in.titles
		}
		if strings.HasPrefix(in.code, "package ") {
			sections = nil // what follows the head
		}
		in.sections = sections
		b.declare(in, info)
	}
}

func firstSentence(block comment.Block) string {
	text := (&comment.Printer{}).Text(&comment.Doc{Content: []comment.Block{block}})
	return sentence.FindString(strings.ReplaceAll(string(text), "\n", " "))
}

// declare enters what a passage declares at the top level, with methods and
// fields.
func (b *book) declare(in *passage, info *types.Info) {
	owner := "" // of the fields that come next
	for _, id := range in.identifiers {
		key, o := id.Name, info.Defs[id]
		field, _ := o.(*types.Var)
		f, isFunc := o.(*types.Func)
		_, isType := o.(*types.TypeName)
		var of types.Object // the type of a method
		if isFunc && f.Type().(*types.Signature).Recv() != nil {
			of = named(f.Type().(*types.Signature).Recv().Type())
		}
		switch {
		case of != nil:
			key = of.Name() + "." + key
		case field != nil && field.IsField() && owner != "":
			key = owner + "." + key
		case o == nil || key == "_" || o.Parent() != o.Pkg().Scope():
			continue
		default:
			owner = key
		}
		if isFunc {
			owner = "" // what it declares within is no place
		}
		p := b.put(in.file, key)
		if len(in.text) > 0 && len(in.names) == 0 && len(in.titles) == 0 {
			p.says = firstSentence(in.text[0])
		}
		p.code = in.line(id.Pos())
		in.names, b.declared[id.Pos()] = append(in.names, p), p
		for _, s := range in.sections {
			b.places[in.file+" "+s.key+" "+key] = p
		}
		// String and Eval are called by way of an interface.
		asks := isType || isFunc && id.Name != "String" && id.Name != "Eval"
		if asks && exported.MatchString(key) && !strings.HasSuffix(in.file, "_test.go") {
			p.asked = []string{"stories"}
		}
	}
}

// line returns the line of a declaration, and those that end its parameters.
func (in *passage) line(pos token.Pos) string {
	at := int(pos - in.at)
	if at < 0 || at > len(in.code) {
		return ""
	}
	from, line := strings.LastIndex(in.code[:at], "\n")+1, ""
	for _, next := range strings.Split(in.code[from:], "\n") {
		line += " " + strings.TrimSpace(next)
		if strings.Count(line, "(") <= strings.Count(line, ")") {
			break
		}
	}
	return strings.TrimSpace(strings.TrimSuffix(line, "{"))
}

// resolve says what each identifier means, and who uses what.
func (b *book) resolve(info *types.Info) {
	for _, in := range b.passages {
		for _, id := range in.identifiers {
			o := info.Uses[id]
			if o == nil {
				continue
			}
			b.meant[id.Pos()] = b.declared[o.Pos()]
			in.uses(b.declared[o.Pos()])
			if v, ok := o.(*types.Var); ok && named(v.Type()) != nil { // a value of a type
				in.uses(b.declared[named(v.Type()).Pos()])
			}
		}
		for _, m := range tag.FindAllString(in.source, -1) {
			in.uses(b.places[m])
		}
	}
}

// named returns the named type that t is, or that t points to or is a slice of.
func named(t types.Type) types.Object {
	for {
		switch u := t.(type) {
		case *types.Named:
			return u.Obj()
		case interface{ Elem() types.Type }:
			t = u.Elem()
		default:
			return nil
		}
	}
}

// uses notes that what a passage declares uses or cites p.
func (in *passage) uses(p *place) {
	if p != nil && len(in.names) > 0 && in.names[0] != p && !slices.Contains(p.users, in.names[0]) {
		p.users = append(p.users, in.names[0])
	}
}

// kind says what a place is.
func (p *place) kind() string {
	switch {
	case strings.HasPrefix(p.key, "Example"):
		return "stories"
	case isTest.MatchString(p.key):
		return "tests"
	case strings.HasSuffix(p.file, "_test.go"):
		return "helpers"
	}
	return "code"
}

// reach returns the users of a place, and the users of each user through whom
// it may go.
func (p *place) reach(through func(u *place) bool) (all []*place) {
	seen := map[*place]bool{}
	for todo := slices.Clone(p.users); len(todo) > 0; todo = todo[1:] {
		u := todo[0]
		if seen[u] {
			continue
		}
		seen[u], all = true, append(all, u)
		if through(u) {
			todo = append(todo, u.users...)
		}
	}
	return all
}

// used returns those who use a place, by kind. Who calls a helper of the tests
// uses what the helper uses.
func (p *place) used() map[string][]*place {
	by := map[string][]*place{}
	for _, u := range p.reach(func(u *place) bool { return u.kind() == "helpers" }) {
		by[u.kind()] = append(by[u.kind()], u)
	}
	return by
}
