// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// This file puts links into texts. What a citation may be is a list of kinds,
// of which the first that fits counts.

// A kind of citation has a pattern, for a text in HTML, and says what to write
// in its place. Parts are what the groups of the pattern match, the first the
// whole. In a strict text, whatever looks like a citation has to be one. Other
// texts quote too, and name files of the reader.
type kind struct {
	what    string
	pattern string
	write   func(p *page, part []string, strict bool) string
}

const (
	fileBefore   = `(?:(\w+\.go|\b[CHSKP]),? )?` // or the letter of a lecture
	titleInQuote = `&quot;(?:# )?([\p{Lu}\d][^&=%]*[^&=%:])&quot;`
	fileAfter    = `(?: (?:of|in) (\w+\.go))?`
	wordBefore   = `(^//|\b(?:[Bb]y|[Oo]f|[Ii]n|[Ss]ee|[Ff]rom))?( ?)`
	tagAlone     = `\([a-z][a-z ]*\)`
)

var kinds = []kind{
	{"a link that is there, or another mark of HTML", `<a .*?</a>|<.*?>`, asItStands},
	{"a section or slide, perhaps with its file", fileBefore + titleInQuote + fileAfter, section},
	{"a formula by its tag", wordBefore + `(` + tagAlone + `)`, formula},
	{"a scene of the machine", `\bmachine\.html#[^\s<]*[^\s<.,:;)]`, live},
	{"a test or story", `\b(?:Test|Example|Fuzz|Benchmark)[A-Z_]\w*`, always},
	{"a file of testdata", `(?:([Tt]he first hour), )?\b(testdata/[\w/.]*\w)`, file},
	{"a file of Go", `\b\w+\.go\b`, ifStrict},
	{"a figure", `\b\w+\.svg\b`, ifThere},
	{"a field or method with its type", `\b[A-Z]\w*\.[A-Z]\w*`, ifThere},
	{"a word that can only be a name, such as plainSMO",
		`\b(?:[A-Z]\w*\.)?[A-Za-z]+[a-z0-9][A-Z]\w*`, ifThere},
}

var svgTitle = regexp.MustCompile(`<title>(.*)</title>`)

func asItStands(_ *page, part []string, _ bool) string { return part[0] }

// section is strict in Go files, also in their displays.
func section(p *page, part []string, strict bool) string {
	file := part[1] + part[3]
	strict = strict || file != "" || strings.HasSuffix(p.file, ".go")
	key := strings.TrimSpace(file + " " + quoted(part[2]))
	words := strings.Replace(part[0], "&quot;# ", "&quot;", 1)
	return p.cite(key, strict).anchor(words)
}

// Only "by (step)" has to be a tag: words in brackets may also be an aside.
func formula(p *page, part []string, strict bool) string {
	return part[1] + part[2] + p.cite(part[3], strict && part[1] != "").anchor(part[3])
}

// live puts a scene beside the paragraph of a comment. It is a link there,
// which book.js turns into a machine.
func live(p *page, part []string, strict bool) string {
	at := &place{link: part[0]}
	if strict && !p.shown[at.link] {
		p.shown[at.link] = true
		p.side += p.machine(at.link, "open this machine")
	}
	if strict {
		return at.anchor("this scene")
	}
	return at.anchor(part[0])
}

// figure returns a picture with its title.
func (b *book) figure(at *place, tag string) string {
	says := svgTitle.FindStringSubmatch(b.pages[at.link])[1]
	return element(tag, at.anchor(b.picture(says, at.link)), element("figcaption", says))
}

// file names in a comment a text by its title, and a figure without its folder.
func file(p *page, part []string, strict bool) string {
	at := p.cite(part[2], true)
	if !strict || at.link == "" {
		return at.anchor(part[0])
	}
	title, _, _ := strings.Cut(strings.TrimPrefix(p.read(part[2]), "# "), "\n")
	title = either(strings.HasSuffix(at.link, ".html"), "&quot;"+title+"&quot;", at.link)
	return at.anchor(cmp.Or(part[1], title))
}

func always(p *page, part []string, _ bool) string        { return p.named(part[0], true) }
func ifStrict(p *page, part []string, strict bool) string { return p.named(part[0], strict) }
func ifThere(p *page, part []string, _ bool) string       { return p.named(part[0], false) }

// named returns the link of what stands under its own key.
func (p *page) named(key string, strict bool) string { return p.cite(key, strict).anchor(key) }

// citation matches any kind, each in a group of its own, whose number stands in
// groups.
var citation, groups = func() (*regexp.Regexp, []int) {
	var patterns []string
	var groups []int
	next := 1
	for _, k := range kinds {
		patterns, groups = append(patterns, "("+k.pattern+")"), append(groups, next)
		next += 1 + regexp.MustCompile(k.pattern).NumSubexp()
	}
	return regexp.MustCompile(strings.Join(patterns, "|")), groups
}()

// link puts links into a text in HTML.
func (p *page) link(text string, strict bool) (out string) {
	last := 0
	for _, at := range citation.FindAllStringSubmatchIndex(text, -1) {
		var part []string // of all groups
		for i := 0; i < len(at); i += 2 {
			part = append(part, text[max(0, at[i]):max(0, at[i+1])])
		}
		fits := slices.IndexFunc(groups, func(group int) bool { return at[2*group] >= 0 })
		out += text[last:at[0]] + kinds[fits].write(p, part[groups[fits]:], strict)
		last = at[1]
	}
	return out + text[last:]
}

// cite returns what a key means on this page. A figure that is not yet shown
// there is to stand beside the paragraph.
func (p *page) cite(key string, strict bool) *place {
	at := cmp.Or(p.places[p.file+" "+key], p.places[key], &place{})
	switch {
	case at.key == "" && strict:
		p.fail("%s cites %s, which stands nowhere", p.file, key)
	case strings.HasSuffix(at.link, ".svg") && !p.shown[at.link]:
		p.shown[at.link] = true
		figure := p.figure(at, "figure")
		if strings.Contains(figure, "class=wide") {
			p.under += figure
		} else {
			p.side += figure
		}
	}
	return at
}
