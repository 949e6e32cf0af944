// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"go/doc/comment"
	"go/scanner"
	"go/token"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/svm/testdata/scene"
)

// This file makes pages: those of the files, with comments on the left and code
// on the right, the front page, and the index of names. Last it follows all
// links.

var (
	// What no line is to break, beside code and marks of HTML: an operator and
	// what follows it, a quotient, a minus and its bracket, ⟨…⟩, (…), and others.
	whole = regexp.MustCompile(`(?s)<(?:` + kept + `)\b.*?</(?:` + kept + `)>|` +
		`<span class=whole>[^<]*</span>|<[^>]*>| (?:=|≥|≤|&lt;|&gt;|[+−·∈⇒⇐⇔←≈]) |` +
		`/(?:[^\s<>&;/a-z][^\s<>&;/]{0,11}|[a-z]\b)|⟨[^⟩<]{1,24}⟩²?|\w\^\([^)<]{1,14}\)|` +
		`[√−]*\([^)<]{1,9}\)|−[(⟨]|[\d½]*/?‖[^‖<]{1,12}‖²?|\p{L}+\([^)<]{1,14}\)|Σ+ ?[^\s<]+`)
	reason  = regexp.MustCompile(`(?m)\S {2,}\[.*\]`) // of a line
	derived = regexp.MustCompile(`(?m)^ +[=≤≥⇔]|` + tagAlone + `$`)
	beside  = regexp.MustCompile(`(?m)^(\t+)<i>(// )?(.*)</i>$`)
	another = regexp.MustCompile(`</i>\n(\t+)<i class=beside>`)
	lines   = regexp.MustCompile(`(?s)<pre class=(?:code|display|"[a-z ]*")>.*?</pre>`)
	lowered = regexp.MustCompile(`<[^>]*>|[ᵢⱼₖₗₘₙₚₛₜₐₑₒₓ₀-₉₊₋]`)
)

// A page is one that is being written: of a file, or of a lecture under its
// letter.
type page struct {
	*book
	file     string
	side     string          // what is to stand beside the present paragraph
	under    string          // and what is too wide for it, below
	shown    map[string]bool // the figures and tags that have their place already
	text     string          // of Markdown
	slides   []slide         // of a lecture
	answered []string        // to the questions of this page
	lesson   []string        // the present lesson: its title, the letter of its lecture, its number
}

func (b *book) page(file string) *page {
	return &page{book: b, file: file, shown: map[string]bool{}}
}

// blocks returns a comment as HTML, in rows of the page. Beside a paragraph
// stands what belongs to it. A heading begins a row.
func (p *page) blocks(text []comment.Block) (rows []string) {
	printer := comment.Printer{DocLinkURL: func(l *comment.DocLink) string {
		if l.ImportPath != "" {
			return l.DefaultURL("https://pkg.go.dev")
		}
		return p.cite(strings.TrimPrefix(l.Recv+"."+l.Name, "."), true).link
	}}
	row, section := "", ""
	for _, block := range text {
		part := ""
		switch block := block.(type) {
		case *comment.Heading:
			rows, row = append(rows, row), ""
			title := quoted(block.Text[0])
			section = pageOf(p.file) + "#" + escape(idOf(title))
			part = p.heading(2, p.file, idOf(title), escape(title[1:len(title)-1]))
		case *comment.Code:
			part = p.display(block.Text)
		default:
			part = string(printer.HTML(&comment.Doc{Content: []comment.Block{block}}))
			part = strings.ReplaceAll(part, "\n", " ")
			ofSources := strings.HasSuffix(section, "§Sources§")
			if ofSources || strings.HasSuffix(section, "§References§") {
				part = linkSources(part)
			}
			part = p.link(part, true)
			part = together(part, "\u00a0")
			if strings.HasSuffix(section, idOf(quoted("Exercises"))) {
				part = p.answers(part)
			}
		}
		row += p.at(part) + "\n"
	}
	return append(rows, row)
}

// at returns a paragraph with what belongs to it, of which a style sheet says
// whether it stands beside or below.
func (p *page) at(part string) string {
	if p.side+p.under != "" {
		part = element("div class=at", element("div class=aside", p.side), part, p.under)
		p.side, p.under = "", ""
	}
	return part
}

// answers folds the tests and stories that answer exercises, with what a story
// shows.
func (p *page) answers(text string) string {
	return theorem.ReplaceAllStringFunc(text, func(s string) string {
		name := theorem.FindStringSubmatch(s)[1]
		if p.places[name].kind() == "stories" && !p.shown[name] {
			p.shown[name] = true
			s += p.story(name)
		}
		return answer("answer", s)
	})
}

// together returns a text in which no line ends inside ⟨…⟩, f(…) or Σ…, or
// behind an operator. What stands before an operator is kept in the text, or
// put there.
func together(text, before string) string {
	return whole.ReplaceAllStringFunc(text, func(s string) string {
		switch s[0] {
		case '<':
			return s
		case ' ':
			return before + s[1:len(s)-1] + "\u00a0"
		}
		return element("span class=whole", s)
	})
}

// subscripts returns a display whose ᵢ are i, set lower.
func subscripts(text string) string {
	return lowered.ReplaceAllStringFunc(text, func(s string) string {
		if r, ok := subscript[[]rune(s)[0]]; ok {
			return element("sub", string(r))
		}
		return s
	})
}

// measured tells the style sheet how many columns each display has, and of a
// long line of a program where its end goes on if it wraps: below its comment.
func measured(text string) string {
	return lines.ReplaceAllStringFunc(text, func(s string) string {
		columns := 0
		beginning, inside, _ := strings.Cut(s, ">")
		all := strings.Split(inside, "\n")
		for i, line := range all {
			shown := html.UnescapeString(markup.ReplaceAllString(line, ""))
			before, _, remark := strings.Cut(strings.ReplaceAll(shown, "\t", "    "), "//")
			n := utf8.RuneCountInString(shown) + 3*strings.Count(shown, "\t")
			columns = max(columns, n)
			closed := strings.Count(line, "<") == 2*strings.Count(line, "</")
			if n > leastWrapped && closed && strings.Contains(beginning, "code") {
				at := strings.Count(line, "\t") + 2 // in tabs
				if remark && len(before) < mostBefore {
					at = (len(before) + 3) / 4
				}
				all[i] = element(fmt.Sprintf(`span class=hang style="--tabs:%d"`, at), line)
			}
		}
		return fmt.Sprintf(`%s style="--w:%d">`, beginning, columns+2) + strings.Join(all, "\n")
	})
}

const leastWrapped, mostBefore = 48, 60 // columns

// display returns formulas as a grid, and other lines as they stand. The lines
// of a derivation can unfold one by one: it gives reasons, for two lines or for
// one that continues the line above.
func (p *page) display(text string) (out string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if isFormula(text) {
		reasons := len(reason.FindAllString(text, -1))
		goesOn := len(lines) > 1 && reasons > 0 && derived.MatchString(text)
		return p.formulas(lines, reasons > 1 || goesOn)
	}
	for _, line := range lines {
		tag := ""
		if m := tagged.FindStringSubmatch(line); m != nil {
			line, tag = m[1], p.tag(m[2])
		}
		out += p.link(escape(line), false) + tag + "\n"
	}
	return element("pre class=display", subscripts(out))
}

// parts returns the code of a passage, and what it prints if it is a story. As
// Go reads it, that may begin on the line of its mark.
func (in *passage) parts() (code, output string) {
	code, output, _ = strings.Cut(in.code, "\t// Output:")
	output = strings.TrimLeft(output, " \n")
	return code, strings.ReplaceAll(strings.TrimSuffix(output, "\n}"), "\t// ", "")
}

// program returns code as HTML. Each name of the package is a link. What a
// story prints stands below its program.
func (p *page) program(in *passage) (out string) {
	var s scanner.Scanner
	code, output := in.parts()
	f, last := token.NewFileSet().AddFile("", -1, len(code)), 0
	s.Init(f, []byte(code), func(token.Position, string) {}, scanner.ScanComments)
	for pos, tok, lit := s.Scan(); tok != token.EOF; pos, tok, lit = s.Scan() {
		if lit == "\n" { // the semicolon that ends a line
			continue
		}
		lit = cmp.Or(lit, tok.String())
		from, at, text := f.Offset(pos), in.at+token.Pos(f.Offset(pos)), escape(lit)
		if to := p.meant[at]; to != nil {
			text = to.anchor(text)
		}
		switch {
		case tok == token.COMMENT:
			text = element("i", p.link(text, true))
		case tok.IsKeyword():
			text = element("b", text)
		case tok == token.STRING || tok == token.CHAR:
			text = element("s", text)
		case p.declared[at] != nil:
			text = elementAt(p.declared[at].key, "u", text)
		}
		out += code[last:from] + text
		last = from + len(lit)
	}
	if output != "" {
		out += "\n}" + element("samp", escape(output))
	}
	return element("pre class=code", out)
}

// noted returns a program whose comments, if it has several, stand beside its
// blocks, and those below each other as one. If the text of the program ends
// far below the first of them, they stay where they are.
func noted(program, text string) (out string, ok bool) {
	at := beside.FindAllStringIndex(program, 3)
	if len(at) < 3 || strings.Contains(text, "class=live") ||
		len(words(text))/lettersBeside > strings.Count(program[:at[0][0]], "\n")+3 {
		return program, false
	}
	out = beside.ReplaceAllString(program, "$1<i class=beside><s>$2</s>$3</i>")
	return another.ReplaceAllString(out, "\n$1"), true
}

const lettersBeside = 46 // of a line of text beside code

// chapter makes the page of a file.
func (b *book) chapter(file, title, cut string) {
	p := b.page(file)
	rows := []string{element("h1", title+" "+element("small", file))}
	var engine []string // what is folded
	end := &rows
	for _, in := range b.passages {
		if in.file != file {
			continue
		}
		if len(in.titles) > 0 && in.titles[0].key == quoted(cut) {
			end = &engine
		}
		text := p.blocks(in.text)
		last := &text[len(text)-1]
		for _, n := range in.names {
			if isTest.MatchString(n.key) {
				title := element(fmt.Sprintf(`a href="%s"`, n.link), statement(n.key))
				text[0] = element("h3", title) + text[0]
				if _, output := in.parts(); n.kind() == "stories" && output == "" {
					b.fail("%s has no output, so that go test does not run it", n.key)
				}
			} else if n.asked != nil || file == "example_test.go" {
				*last += n.note("stories")
			}
		}
		beside := ""
		if len(in.titles) > 0 || in.code == "" {
			row := ""
			for _, part := range text {
				row += element("div class=row", part)
			}
			*end = append(*end, row)
		} else {
			beside = text[0]
		}
		if in.code != "" {
			program, class := p.program(in), "pair"
			plain := strings.HasPrefix(in.code, "func plain")
			if plain || !strings.HasSuffix(file, "_test.go") {
				if out, ok := noted(program, beside); ok {
					program, class = out, `"pair noted"`
				}
			}
			*end = append(*end, element("div class="+class, element("div", beside), program))
		}
	}
	if cut != "" {
		summary := element("summary", "A first reading can end here\n")
		inside := "\n" + strings.Join(engine, "\n") + "\n"
		rows = append(rows, element("details class=engine", summary, inside))
	}
	b.frame(pageOf(file), b.contents(file, cut), rows...)
}

// statement returns the name of a test or of a story in words. What a story
// shows is a name, and keeps its letters.
func statement(name string) string {
	of, words := "", isTest.ReplaceAllString(name, "")
	if strings.HasPrefix(name, "Example") {
		of, words, _ = strings.Cut(words, "_")
	}
	for _, border := range []string{`([a-z0-9])([A-Z])`, `([A-Z])([A-Z][a-z])`} {
		words = regexp.MustCompile(border).ReplaceAllString(words, "$1 $2")
	}
	words = strings.ReplaceAll(words, "_", " ")
	if strings.HasPrefix(name, "Example") {
		words = strings.ToLower(words)
	}
	return cmp.Or(strings.TrimSpace(of+" "+words), "The first program")
}

// contents returns the sections of a file, with its tests and stories, or the
// slides of a lecture. What is folded in the page is a list of its own, in grey
// where no claim of a lecture cites it.
func (b *book) contents(file, cut string) string {
	items, engine := "", ""
	end := &items
	for _, p := range b.index {
		switch {
		case p.file != file || lecture.MatchString(p.key[1:]): // the title of the page
		case p.key == quoted(cut):
			end = &engine
			*end += element("li", p.anchor(cut))
		case p.key[0] == '"' && end == &engine && !p.claimed:
			if !strings.Contains(engine, "class=left") {
				engine += element("li class=left", "In grey: cited by no claim of the lectures")
			}
			engine += element("li class=left", p.anchor(escape(p.title())))
		case p.key[0] == '"':
			*end += element("li", p.anchor(escape(p.title())))
		case isTest.MatchString(p.key):
			*end += element("li class=test", p.anchor(statement(p.key)))
		}
	}
	lists := element("ul", items)
	if engine != "" {
		lists += element("ul class=engine", engine)
	}
	return element("div class=contents", lists)
}

// front makes the first page, which says what the package is and what is here.
// On the way it makes those of the files and of other texts.
func (b *book) front() {
	var rows []string
	for _, p := range b.papers {
		text := p.markdown(p.text)
		if p.file == "README.md" {
			rows = append(rows, text)
			continue
		}
		if p.slides != nil {
			title, _, _ := strings.Cut(p.text[2:], "\n")
			rows = append(rows, element("h2", b.places[quoted(title)].anchor(title)),
				b.contents(p.file, ""))
		}
		if p.file == namesFile {
			b.words = text
			continue
		}
		if p.file == "testdata/homework.md" { // which is to be copied
			b.pages["homework.md"] = b.read(p.file)
			text += element("p class=next", "This page as a file: ",
				element(`a href="homework.md" download`, "homework.md"))
		}
		b.frame(pageOf(p.file), b.contents(p.file, ""), text)
	}
	for _, c := range chapters {
		b.chapter(c.file, c.title, c.cut)
		first := slices.IndexFunc(b.passages, func(in *passage) bool { return in.file == c.file })
		title := b.places[c.file].anchor(c.title) + " " + element("small", c.file)
		begins := b.page(c.file).blocks(b.passages[first].text[:1])
		rows = append(rows, element("h2", title), begins[0], b.contents(c.file, c.cut))
	}
	b.frame("index.html", "", rows...)
	b.names()
}

// namesFile is the page of names without the names: what the words mean.
const namesFile = "testdata/names.md"

// names makes the index, below the words. Each tag has a test or a story that
// cites it, and each exported function, type and method a story that uses it.
func (b *book) names() {
	word := func(p *place) string { return strings.ToLower(strings.Trim(p.key, `"(`)) }
	slices.SortStableFunc(b.index, func(p, q *place) int { return cmp.Compare(word(p), word(q)) })
	list := "\n"
	for _, p := range b.index {
		file, _, _ := strings.Cut(p.link, ".html")
		list += element("li", p.anchor(escape(p.key)), " ", element("small", file),
			element("p class=says", escape(p.says))) + "\n"
		if p.asked != nil {
			users := p.note(p.asked...)
			if users == "" {
				b.fail("%s: none of %s", p.key, strings.Join(p.asked, " and "))
			}
			list += users + "\n"
		}
	}
	for _, c := range rows(b.read(namesFile)) {
		if c[0] != "word" && !linked.MatchString(b.page(namesFile).inline(c[1])) {
			b.fail("%s: %s leads nowhere", namesFile, c[0])
		}
	}
	const searches = "The field of the bar, by the key /, searches all texts, names and titles."
	found := element("p class=keys", searches) + element("p id=count role=status") +
		element("ol id=found class=names")
	title, words, _ := strings.Cut(b.words, "</h1>")
	title = strings.Replace(title, "<div class=paper>", "", 1) + "</h1>"
	b.frame("names.html", b.contents(namesFile, ""), title, found, "<div class=paper>"+words,
		element("ul class=names", list))
}

// follow says which links lead nowhere, and which ids a page has twice.
func (b *book) follow() {
	attribute := regexp.MustCompile(`\b(id|href|src)=(?:"([^"]*)"|([^\s"'>]+))`)
	stands, links := map[string]int{}, map[string]string{}
	for page, text := range b.pages {
		stands[page]++
		if !strings.HasSuffix(page, ".html") {
			continue
		}
		for _, m := range attribute.FindAllStringSubmatch(text, -1) {
			if m[2] += m[3]; m[1] == "id" {
				stands[page+"#"+m[2]]++
			} else if !elsewhere.MatchString(m[2]) {
				links[m[2]] = page
			} else if at, is := strings.CutPrefix(m[2], "machine.html#"); is {
				if _, err := scene.Read(html.UnescapeString(at)); err != nil {
					b.fail("%s cites %s: %v", page, m[2], err)
				}
			}
		}
	}
	for to, n := range stands {
		if page, _, ok := strings.Cut(to, "#"); ok && n > 1 && links[to] == "" {
			b.fail("%s: %d places are %s", page, n, to)
		}
	}
	for to, page := range links {
		if stands[to] != 1 {
			b.fail("%s: %d places are %s", page, stands[to], to)
		}
	}
}
