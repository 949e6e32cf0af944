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

// A stop is a page in the order of the book: its words in the bar, and more.
type stop struct{ page, words, title string }

// A station is a place on the way through the first hour.
type station struct{ link, words, minutes string }

var (
	firstLink = regexp.MustCompile(`<a href="([^"]*)"[^>]*>(.*?)</a>.*?(\d+ minutes)`)
	aStation  = regexp.MustCompile(`(?m)^\d+\. (.*)$`)
)

// stops returns the pages in their order.
func (b *book) stops() []stop {
	all := []stop{{"index.html", "The book", ""}, {"hour.html", "First hour", ""}}
	for _, c := range chapters {
		all = append(all, stop{pageOf(c.file), c.file, c.title})
	}
	all = append(all, stop{"lectures.html", "Lectures", ""})
	for _, p := range b.papers {
		if p.slides != nil {
			title, _, _ := strings.Cut(p.text[2:], "\n")
			words := p.file + title[strings.LastIndex(title, " "):] // H Harmeling
			all = append(all, stop{pageOf(p.file), words, title})
		}
	}
	for _, words := range []string{"Lessons", "Homework", "Figures", "Measurements", "More"} {
		all = append(all, stop{strings.ToLower(words) + ".html", words, ""})
	}
	return append(all, stop{"machine.html", "Machine", ""}, stop{"names.html", "Names", ""})
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

// frame writes a page: under the bar that all pages have, and above the link to
// the next page.
func (b *book) frame(page string, rows []string) {
	stops := b.stops()
	bar, i := "", slices.IndexFunc(stops, func(s stop) bool { return s.page == page })
	for j, s := range stops {
		beginning := fmt.Sprintf(`a href="%s"`, s.page)
		if s.title != "" {
			beginning += fmt.Sprintf(` title="%s"`, s.title)
		}
		if i == j {
			beginning += " class=here aria-current=page"
		}
		bar += " " + element(beginning, s.words)
	}
	if i < 0 {
		b.fail("%s is not in the bar", page)
		return
	}
	if i+1 < len(stops) {
		to := stops[i+1]
		words := strings.TrimSpace(to.words + " " + element("small", to.title))
		rows = append(rows, element("p class=next", "Next: ",
			element(fmt.Sprintf(`a href="%s"`, to.page), words)))
	}
	skip := element(fmt.Sprintf(`a class=skip href="%s#main"`, page), "to the text")
	if page == "machine.html" {
		skip = "" // what stands behind # is a scene there
	}
	b.pages[page] = "<!doctype html><html lang=en><meta charset=utf-8>" +
		element("title", cmp.Or(stops[i].title, stops[i].words)) + `
<meta name=viewport content="width=device-width, initial-scale=1"><link rel=icon href="data:,">
<link rel=stylesheet href="book.css"><script src="book.js" defer></script>
` + skip + element(`nav aria-label="the book"`, element("div", bar[1:]),
		element(`button id="in-view" type=button title="contents of this page"`, "Contents")) + "\n" +
		elementAt("main", "main", "\n"+strings.Join(rows, "\n")+"\n") + "\n"
}

// heading returns a title that is a link to itself, unless it holds another.
func (b *book) heading(level int, file, id, title string) string {
	if !strings.Contains(title, "<a ") {
		title = element(fmt.Sprintf(`a href="%s#%s"`, pageOf(path.Base(file)), id), title)
	}
	return elementAt(id, fmt.Sprintf("h%d", level), title)
}
