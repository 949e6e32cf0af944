// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"html"
	"path"
	"regexp"
	"strings"
)

// This file makes pages of Markdown. Each file of it is a page of the book,
// README.md the first part of index.html. Of lectures.md each lecture is a page
// of its own.

var (
	block   = regexp.MustCompile("(?s)```go[^\n]*\n(.*?)\n```(?:\n|$)|[^\n].*?(?:\n\n|\n*$)")
	heading = regexp.MustCompile(`^(#+) (.+)$`)
	item    = regexp.MustCompile(`(?m)^\d+\. +`)
	// What begins no line of a paragraph.
	stray = regexp.MustCompile("(?m)^(?:[|#>]|[-*+] |=+$|~~~|\\d+\\. |    |```|<!--|\\[\\w+]: )")
	mark  = regexp.MustCompile("`([^`]+)`" +
		`|(!?)\[([^]]*)]\(([^)\s]+)\)|(^|[\s(])\*([^\s*][^*]*)\*`)
	elsewhere = regexp.MustCompile("^https://|^data:|^machine.html#")
	leftover  = regexp.MustCompile("`|\\*\\*|]\\(") // of Markdown, in HTML
	// A name, maybe with a literal or arguments. What a story prints is none.
	identifier = regexp.MustCompile(`^(?:svm\.)?(\w+(?:\.\w+)?)(?:[[{(]|$)`)
	howMany    = regexp.MustCompile(`(?i)\bhow (many|far|large|much|often)|guess|what is\b`)
	aNumber    = regexp.MustCompile(`^−?\d[\d.,/]*\d|^−?\d`)
	alone      = regexp.MustCompile(`^!\[[^]]*]\([^)]*\)$`)
	aScene     = regexp.MustCompile(`(?s)href="(machine\.html#[^"]*)"[^>]*>(.*?)</a>`)
	noLetter   = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// What texts say to those who do not read the book, and what stands there in
// the book. A blank is any space, also that between two lines of a comment. The
// first page begins with its doors.
var toSource = map[string][][2]string{
	"svm.go": {{` By the book we mean.*?browser\.`, ""}, {`In the book, drag one`, "Drag one"},
		{`In the book, drag them`, "Drag them"}},
	"kernel.go": {{`In the book \(README.md\) this`, "This"},
		{`which turns in the book \(README.md\)`, "which you can turn"}},
	"smo.go": {{`In the book \(README.md\)`, "Here"}, {`and in the book`, "and"}},
	"README.md": {
		{`^# svm`, "# Support vector machines"},
		{` For a browser [^:]*: open \S*hour\.html`, ""},
		{` !\[[^]]*]\(testdata/book\.png\)`, ""},
		{`1\. learn it, from nothing: \[t`, "1. *Learn it, from nothing* [T"},
		{`2\. teach it: \[f`,
			"2. *Use it* [A program, and its commands](#use-it)\n3. *Teach it* [F"},
		{`3\. change it: \[w`, "4. *Change it* [W"},
		{`(## Use it.*?)## Learn it, teach it, change it (1\. .*?)(## The small book)`, "$2$1$3"},
	},
	"testdata/hour.md": {{`In the book, which[^:]*:`, ""},
		// what book.js moves: a number that can be dragged, and what follows
		{`(four dots, with C =) 1/6`, "$1 [1/6](now:C)"},
		{`Now (take, as a guess, the gentler) w = \(⅓, ⅓\) and b = −3/2`,
			"Now [$1](now:take) w = [(⅓, ⅓)](now:w) and b = [−3/2](now:b)"},
		{`(Its bill is) (½·\(2/9\) [^.]*)\. (This .*?first street\.)`,
			"$1 [$2](now:bill). [$3](now:first)"},
		{`Is 2/9 the smallest`, "Is [2/9](now:least) the smallest"},
		{`(Here α is) ¼`, "$1 [¼](now:α)"},
		{`here (¼\(3, 3\) [^.]*)\.`, "here [$1](now:v)."},
		{`here (¼ \+ ¼ [^,]*),`, "here [$1](now:bound),"}},
	"testdata/lectures.md": {
		{`In the book that [^,]*writes[^,]*, (each[^,]*, such as )DIR/`, "In this book $1"},
	},
	"testdata/lessons.md": {{`Before the class, .go run[^,]*,[^.]*\. There `, "In this book "}},
}

// paper enters the headings of a file of Markdown, and the slides of its
// lectures.
func (b *book) paper(file string) {
	whole := b.page(file)
	b.papers = append(b.papers, whole)
	text := strings.TrimPrefix(b.inBook(file), "# ")
	for i, section := range strings.Split(text, "\n## ") {
		p, level := whole, min(i, 1)+1
		title, _, _ := strings.Cut(section, "\n")
		if m := lecture.FindStringSubmatch(title); m != nil {
			p, level = b.page(m[1]), 1
			b.papers = append(b.papers, p)
			p.readSlides(rows(section)[1:])
		}
		p.text += "#######"[:level] + " " + section + "\n\n"
		slug := noLetter.ReplaceAllString(strings.ToLower(title), "") // of links on GitHub
		slug = strings.ReplaceAll(slug, " ", "-")
		at := b.put(p.file, quoted(title))
		b.places[file+"#"+slug] = at
		_, below, _ := strings.Cut(section, "\n\n")
		if first := stray.FindStringIndex(below); first == nil || first[0] > 0 {
			at.says = mark.ReplaceAllString(below, "$1$3$5$6")
			at.says = sentence.FindString(strings.ReplaceAll(at.says, "\n", " "))
		}
		if title == "Where a slide slips" {
			b.readSlips(section)
		}
	}
}

// rows returns the cells of the tables in a text.
func rows(text string) (all [][]string) {
	for _, line := range strings.Split(text, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || cells[0] != "" || strings.Trim(line, "|-") == "" {
			continue
		}
		for i, c := range cells {
			cells[i] = html.UnescapeString(strings.TrimSpace(c)) // of the sign |
		}
		all = append(all, cells[1:len(cells)-1])
	}
	return all
}

// markdown returns as HTML what we write in Markdown: headings, code, tables,
// lists and paragraphs, with an empty line between them. What else it meets, it
// names. The table of a lecture stands between two halves of such a text.
func (p *page) markdown(text string) string {
	out, above, section, begun := "", "", "", 0
	for _, m := range block.FindAllStringSubmatch(text, -1) {
		lines := strings.TrimRight(m[0], "\n")
		switch title := heading.FindStringSubmatch(lines); {
		case m[1] != "":
			out += p.program(&passage{code: m[1], at: -1 << 30}) // which is no place
		case strings.HasPrefix(lines, "    "):
			lines = strings.ReplaceAll(lines[4:], "\n    ", "\n")
			out += p.display(lines)
		case title != nil:
			id := escape(idOf(quoted(title[2])))
			out, begun = p.staged(out+p.next(section), begun)
			out += p.heading(len(title[1]), p.file, id, p.inline(title[2]))
			section = pageOf(p.file) + "#" + id
			p.lesson = lesson.FindStringSubmatch(title[2])
		case lines[0] == '|' && p.slides != nil:
			above = element("div class=paper", out) + "\n" + handout + p.lecture() + "\n"
			out = ""
			continue
		case lines[0] == '|':
			out += p.table(rows(lines))
		case strings.HasPrefix(lines, "1. "):
			list := ""
			for _, text := range item.Split(lines, -1)[1:] {
				p.unknown(stray.FindString(text), text)
				list += element("li", together(p.inline(text), "\u00a0"))
			}
			list = element("ol", list)
			if p.file == "testdata/hour.md" {
				list = answer("its stations", list)
			}
			out += list
		case strings.HasPrefix(lines, "Compare: "):
			text := p.inline(strings.TrimPrefix(lines, "Compare: "))
			out += answer("compare", element("figure", text))
		case strings.HasPrefix(lines, "Asked in "):
			out += p.questions(lines)
		case strings.HasPrefix(lines, "On paper "):
			out += p.paragraph(lines) + element("ol class=answers", p.answered...)
		case strings.HasPrefix(lines, "Try it: "), strings.Contains(lines, "stage=draw"):
			out += p.try(lines)
		default:
			p.unknown(stray.FindString(lines), lines)
			out += p.paragraph(lines)
		}
		out += "\n"
	}
	p.side, p.under = "", ""
	out, _ = p.staged(out+p.next(section), begun)
	return above + element("div class=paper", out)
}

// inBook returns a file without what is said to those who do not read the book,
// and names what of it is not found.
func (b *book) inBook(file string) string {
	text := b.read(file)
	for _, left := range toSource[file] {
		says := regexp.MustCompile("(?s)" + strings.ReplaceAll(left[0], " ", `(?:\s|//)+`))
		if !says.MatchString(text) {
			b.fail("%s: the book leaves out what is not there: %s, see toSource", file, left[0])
		}
		text = says.ReplaceAllString(text, left[1])
	}
	return text
}

// staged makes the last section of a page, from where it begins, one in which a
// machine stands beside the text. The first page begins with one, to be
// touched, and the first hour with that of its first station.
func (p *page) staged(out string, begun int) (text string, end int) {
	last, first := out[begun:], strings.HasPrefix(out[begun:], "<h1")
	if first && p.file == "testdata/hour.md" && !strings.Contains(last, "class=live") {
		return out, begun // the first station begins with the page
	}
	if first && p.file == "README.md" {
		const four = "machine.html#four,linear,C=∞,stage=street"
		open := p.machine(four, "drag a dot: open this machine")
		open += element("div class=still", p.still(four, "four points, and their street"))
		last = strings.Replace(last, "<ol>", element("div class=try", open)+"<ol class=doors>", 1)
	}
	if strings.Contains(last, "<figure class=live>") && p.slides == nil {
		last = element("section class=staged", last)
	}
	return out[:begun] + last, begun + len(last)
}

// paragraph returns a paragraph. One that is only a picture is a figure.
func (p *page) paragraph(lines string) string {
	if alone.MatchString(lines) {
		return element("figure", p.inline(lines))
	}
	return element("p", together(p.inline(lines), "\u00a0"))
}

// try returns a paragraph with a machine below it, which shows the first scene
// that the paragraph links, and by a click each other. On paper they are
// pictures. Where the reader first draws a line, the next one has the same
// machine.
func (p *page) try(lines string) string {
	text := p.paragraph(lines)
	scene := aScene.FindStringSubmatch(text)
	if scene == nil {
		p.fail("%s: there is nothing to try in %.60q", p.file, lines)
		return ""
	}
	live, printed := p.machine(scene[1], "open this machine"), ""
	if p.shown["a line"] {
		live = ""
	}
	p.shown["a line"] = strings.Contains(lines, "stage=draw")
	for _, m := range aScene.FindAllStringSubmatch(text, -1) {
		printed += p.still(m[1], markup.ReplaceAllString(m[2], ""))
	}
	return element("div class=try", text, live, element("div class=still", printed))
}

// table returns a table, whose first row has the titles. What stands under
// "then" waits.
func (p *page) table(rows [][]string) (out string) {
	for i, cells := range rows {
		row, beginning := "", "tr"
		for j, c := range cells {
			text := p.inline(c)
			switch {
			case i == 0:
			case rows[0][j] == "then":
				text = answer("answer", text)
				if howMany.MatchString(cells[j-1]) {
					text = guess(c) + text
				}
			case p.lesson == nil: // no row of a lesson
			case j == 0:
				beginning = fmt.Sprintf(`tr id="%s"`, lessonRow(p.lesson, c))
			case j == 1:
				text = p.shownSlides(c)
			}
			cell := either(i == 0 && c != "", "th", "td")
			if i > 0 && len(cells) > 4 { // a narrow page shows each row as a card
				cell += fmt.Sprintf(` data-is="%s"`, escape(rows[0][j]))
			}
			row += element(cell, text)
		}
		out += element(beginning, row)
	}
	return element("table", out)
}

// shownSlides returns the slides of a row of a lesson, each a link.
func (p *page) shownSlides(cell string) string {
	slides := strings.Split(cell, "; ")
	for i, words := range slides {
		slides[i] = p.inline(words)
		if at := p.slide(p.lesson[1], words); at != nil {
			slides[i] = at.anchor(escape(words))
		}
	}
	return strings.Join(slides, "; ")
}

// guess returns a field for an answer that begins with a number, or "".
func guess(text string) string {
	number := aNumber.FindString(text)
	if number == "" {
		return ""
	}
	return element(fmt.Sprintf(`input class=guess data-is="%s" aria-label="your answer"`, number))
}

// unknown names what is no Markdown that the book knows, unless it is "".
func (p *page) unknown(what, in string) {
	if what != "" {
		p.fail("%s: %q in %.60q", p.file, what, in)
	}
}

// inline returns `code`, [links](to), ![pictures](of) and *emphasis* as HTML.
func (p *page) inline(text string) string {
	html := p.link(mark.ReplaceAllStringFunc(escape(text), func(s string) string {
		m := mark.FindStringSubmatch(s)
		code, exclamation, title, to := m[1], m[2], m[3], m[4]
		at, source := &place{link: to}, p.file
		if len(source) == 1 {
			source = "testdata/lectures.md"
		}
		switch {
		case strings.HasPrefix(code, "machine.html#"):
			return live(p, []string{code}, p.slides != nil) // beside a slide
		case code != "":
			if m := identifier.FindStringSubmatch(code); m != nil {
				code = p.cite(m[1], false).anchor(code)
			}
			return element("code", code)
		case to == "":
			return m[5] + element("em", m[6])
		case strings.HasPrefix(to, "now:"): // see toSource
			return element("span data-now="+to[4:], title)
		case to[0] == '#':
			at = p.cite(source+to, true)
		case !elsewhere.MatchString(to):
			at = p.cite(path.Join(path.Dir(source), to), true)
		}
		if exclamation != "" && at.link != "" {
			title = p.picture(title, at.link)
		}
		return at.anchor(title)
	}), false)
	p.unknown(leftover.FindString(html), text)
	return html
}
