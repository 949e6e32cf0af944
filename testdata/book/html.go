// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"example.com/svm/testdata/scene"
)

// This file writes HTML. All of the book is made of elements, which are closed
// where they are opened.

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace

// Of these elements HTML wants no end.
const endless = " p li tr th td img input link "

// element returns an element. Its beginning is a name, and perhaps attributes.
func element(beginning string, inside ...string) string {
	name, _, _ := strings.Cut(beginning, " ")
	out := "<" + beginning + ">" + strings.Join(inside, "")
	return out + either(strings.Contains(endless, " "+name+" "), "", "</"+name+">")
}

// either returns yes if is, else no.
func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// elementAt returns an element that links can lead to.
func elementAt(id, beginning string, inside ...string) string {
	return element(fmt.Sprintf(`%s id="%s"`, beginning, id), inside...)
}

// anchor returns a link to a place, with the formula of a tag as its tooltip,
// whose lines are no lines of the page.
func (p *place) anchor(text string) string {
	if p.link == "" {
		return text
	}
	beginning := fmt.Sprintf(`a href="%s"`, p.link)
	if p.formula != "" {
		title := strings.ReplaceAll(escape(p.formula), "\n", "&#10;")
		beginning += fmt.Sprintf(` class=formula title="%s"`, title)
	}
	return element(beginning, text)
}

// machine returns what a script makes a machine of: a picture of its scene,
// which stands there until then, and a link to it.
func (b *book) machine(link, words string) string {
	picture := b.picture(told(link), b.drawn(link))
	return element("figure class=live", picture, (&place{link: link}).anchor(words))
}

// told says in words what a link to the machine shows: points, a kernel, and
// its numbers.
func told(link string) string {
	s, _ := scene.Read(html.UnescapeString(strings.TrimPrefix(link, "machine.html#")))
	words, _, _ := strings.Cut(s.Address(), ";")
	words = regexp.MustCompile(`,(stage|view)=[^,]*`).ReplaceAllString(words, "")
	words = strings.NewReplacer(",", ", ", "=", " = ").Replace(words)
	return fmt.Sprintf("%d points: %s", len(s.X), words)
}

// picture returns an image of a file. One of several panels is wide.
func (b *book) picture(title, link string) string {
	class := either(wider.MatchString(b.pages[link]), " class=wide", "")
	return element(fmt.Sprintf(`img%s alt="%s" src="%s"`, class, title, link))
}

var wider = regexp.MustCompile(`viewBox="0 0 ([5-9]\d\d|\d{4})\b`)

// answer folds what is not to be seen before one has thought about it.
func answer(title, text string) string {
	return element("details class=answer", element("summary", title), text)
}

// note says who uses a place, a line for each kind. More than three are folded.
func (p *place) note(kinds ...string) (out string) {
	used := p.used()
	for _, kind := range kinds {
		links := ""
		for _, u := range used[kind] {
			links += " " + u.anchor(u.key)
		}
		if n := len(used[kind]); n > 3 {
			title := fmt.Sprintf("%d %s", n, kind)
			out += element("details class=note", element("summary", title), links)
		} else if n > 0 {
			out += element("p class=note", element("b", kind), links)
		}
	}
	return out
}
