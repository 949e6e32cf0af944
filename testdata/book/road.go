// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// This file leads through the book: by the order of its pages, from which the
// bar is made and what comes next, and by the stations of the first hour.

// A stop is a page in the order of the book: its group in the bar, its words
// there, and more.
type stop struct{ group, page, words, title string }

// A station is a place on the way through the first hour.
type station struct{ link, words, minutes string }

var (
	firstLink = regexp.MustCompile(`<a href="([^"]*)"[^>]*>(.*?)</a>.*?(\d+ minutes)`)
	aStation  = regexp.MustCompile(`(?m)^\d+\. (.*)$`)
)

// stops returns the pages in their order.
func (b *book) stops() []stop {
	all := []stop{{"Begin", "index.html", "The book", "Support vector machines"},
		{"Begin", "hour.html", "The first hour", ""}, {"Begin", "machine.html", "Playground", ""}}
	for _, c := range chapters {
		all = append(all, stop{"Code", pageOf(c.file), c.title, c.title + ", " + c.file})
	}
	all = append(all, stop{"Lectures", "lectures.html", "The lectures", ""})
	for _, p := range b.papers {
		if p.slides != nil {
			title, _, _ := strings.Cut(p.text[2:], "\n")
			words := p.file + title[strings.LastIndex(title, " "):] // H Harmeling
			all = append(all, stop{"Lectures", pageOf(p.file), words, title})
		}
	}
	for _, s := range []string{"Lectures, perceptron, Lecture P in an hour",
		"Lectures, points, New points", "Lectures, lessons, Lessons",
		"Lectures, questions, Questions", "Lectures, homework, Homework",
		"Reference, more, Tasks", "Reference, figures, Figures",
		"Reference, measurements, Measurements",
		"Reference, change, To change the package", "Reference, names, Names"} {
		words := strings.Split(s, ", ")
		all = append(all, stop{words[0], words[1] + ".html", words[2], ""})
	}
	return all
}

// walk finds the stations of the first hour: of each item of its list the first
// link.
func (b *book) walk() {
	const file = "testdata/hour.md"
	for _, m := range aStation.FindAllStringSubmatch(b.read(file), -1) {
		link := firstLink.FindStringSubmatch(b.page(file).inline(m[1]))
		if link == nil {
			b.fail("%s: %q has no link with minutes", file, m[1])
			continue
		}
		b.road = append(b.road, station{link[1], link[2], link[3]})
	}
	if n := len(b.road); n < 6 || n > 8 {
		b.fail("%s has %d stations, want 6 to 8", file, n)
	}
}

// next returns the link from a station to the one that follows, or "".
func (b *book) next(link string) string {
	i := slices.IndexFunc(b.road, func(s station) bool { return s.link == link })
	if i < 0 {
		return ""
	}
	here := fmt.Sprintf("The first hour, %d of %d. ", i+1, len(b.road))
	if i+1 == len(b.road) {
		return element("p class=next", here, "That was all of it.")
	}
	to := b.road[i+1]
	next := element(fmt.Sprintf(`a href="%s"`, to.link), to.words)
	return element("p class=next", here, "Next: ", next, ", ", to.minutes)
}

// frame writes a page: beside the list of all pages, with the contents of this
// one below it, and above the links to the pages before and behind it.
func (b *book) frame(page, contents string, rows ...string) {
	stops := b.stops()
	i := slices.IndexFunc(stops, func(s stop) bool { return s.page == page })
	if i < 0 {
		b.fail("%s is not in the bar", page)
		return
	}
	arrows, turn := "", ""
	for _, to := range []struct {
		at               int
		rel, words, sign string
	}{{i - 1, "prev", "Previous", "‹"}, {i + 1, "next", "Next", "›"}} {
		if to.at < 0 || to.at == len(stops) {
			continue
		}
		s := stops[to.at]
		beginning := fmt.Sprintf(`a href="%s" rel=%s`, s.page, to.rel)
		words := element("span", to.words+": ", element(beginning, s.words))
		turn += words + " "
		arrows += element(fmt.Sprintf(`%s title="%s: %s"`, beginning, to.words, s.words), to.sign)
	}
	rows = append(rows, element(`p class="next turn"`, turn))
	skip, small := element(fmt.Sprintf(`a class=skip href="%s#main"`, page), "to the text"), ""
	if page == "machine.html" { // what stands behind # is a scene there
		const focus = `button class=skip onclick="document.getElementById('picture').focus()"`
		skip = element(focus, "to the picture")
		small = `<link rel=stylesheet href="machine.css">` +
			element("script", "if (/^small/.test(name)) document.documentElement.className = name")
	}
	field := `input name=q type=search placeholder="search: /" aria-label="search the book"`
	b.pages[page] = "<!doctype html><html lang=en><meta charset=utf-8>" +
		element("title", cmp.Or(stops[i].title, stops[i].words)) + `
<meta name=viewport content="width=device-width, initial-scale=1"><link rel=icon href="data:,">
<link rel=stylesheet href="book.css"><script src="book.js" defer></script>
` + small + nothingRuns + skip + element(`nav aria-label="the book"`,
		element(`button id="in-view" popovertarget=contents title="pages, sections"`, "☰ Contents"),
		element(`form action="names.html" role=search`, element(field)),
		element("span class=turn", arrows),
		element(`div id="contents" popover`, bar(stops, i), contents)) + "\n" +
		beginMain + strings.Join(rows, "\n") + endMain
}

const beginMain, endMain = "<main id=\"main\">\n", "\n</main>\n"

// typeset sets the letters of all pages, and writes what a search looks
// through.
func (b *book) typeset() {
	for _, s := range b.stops() {
		before, text, _ := strings.Cut(b.pages[s.page], beginMain)
		text = strings.TrimSuffix(text, endMain)
		if s.page != "machine.html" {
			text = together(text, " ")
		}
		text = measured(mathematics(text, s.page != "machine.html"))
		b.pages[s.page] = before + beginMain + text + endMain
	}
	b.search()
}

// Without scripts, what only they can do is not shown.
const nothingRuns = "<noscript><style>nav form, .keys, .guess, #machine, " +
	"#scenes, #room, .try > .live { display: none !important } " +
	".staged, .staged .try { display: block !important; margin-right: 0 !important } " +
	".still { display: flex !important }</style></noscript>\n"

// bar returns the links to all pages, in their groups.
func bar(stops []stop, here int) (out string) {
	links := ""
	for i, s := range stops {
		beginning := fmt.Sprintf(`a href="%s"`, s.page)
		beginning += either(s.title != "", fmt.Sprintf(` title="%s"`, s.title), "")
		beginning += either(i == here, " class=here aria-current=page", "")
		links += " " + element(beginning, s.words)
		if i+1 == len(stops) || stops[i+1].group != s.group {
			group := "details class=group name=group"
			group += either(s.group == stops[here].group, " open", "")
			out += element(group, element("summary", s.group), element("div", links))
			links = ""
		}
	}
	return out
}

// heading returns a title that is a link to itself, unless it holds another.
func (b *book) heading(level int, file, id, title string) string {
	if !strings.Contains(title, "<a ") {
		title = element(fmt.Sprintf(`a href="%s#%s"`, pageOf(path.Base(file)), id), title)
	}
	return elementAt(id, fmt.Sprintf("h%d", level), title)
}
