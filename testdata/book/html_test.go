// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// An attribute and its value, in which no mark of HTML may stand.
const attribute = `\s+([a-zA-Z][a-zA-Z-]*)(?:="[^"<]*"|=[^\s"'<>=]+)?`

var (
	aTag       = regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)((?:` + attribute + `)*)\s*>`)
	attributes = regexp.MustCompile(attribute)
	noMarkup   = regexp.MustCompile(`(?s)<!doctype html>|(<(script|style)>).*?(</(script|style)>)`)
	character  = regexp.MustCompile(`&(?:(?:amp|lt|gt|quot|apos|#\d+);|[^a-zA-Z#]|$)`)
)

// What HTML says of elements, each between blanks: which stand in no phrase of
// a paragraph, which hold only rows and cells, which are those, which end only
// where they are closed, and which may do without an end.
const (
	blocks  = " p div h1 h2 h3 ul ol pre table figure figcaption details summary section fieldset "
	tabular = " table tbody tr "
	inTable = " tbody tr td th "
	phrases = " a b big button code em i s samp small span sub sup u "
	implied = " p li option tbody tr td th "
)

// What a beginning ends, if that was opened last.
var endedBy = map[string]string{"li": " p li ", "option": " option ", "td": " p td th ",
	"th": " p td th ", "tr": " p td th tr ", "tbody": " p td th tr "}

// A reader reads a page as a parser of HTML does, and notes what is wrong.
type reader struct {
	page  string
	at    int      // where it is
	open  []string // elements
	ids   map[string]bool
	wrong []string
}

func (r *reader) fail(format string, args ...any) {
	around := r.page[max(0, r.at-60):min(len(r.page), r.at+60)]
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...)+fmt.Sprintf(" at %q", around))
}

// among says whether one of several names is the given one.
func among(names, name string) bool { return strings.Contains(names, " "+name+" ") }

// last returns the element that has been opened last.
func (r *reader) last() string {
	if len(r.open) == 0 {
		return "nothing"
	}
	return r.open[len(r.open)-1]
}

func (r *reader) pop() { r.open = r.open[:len(r.open)-1] }

// text reads what stands between two tags.
func (r *reader) text(text string) {
	if strings.Contains(text, "<") {
		r.fail("no tag: %.60q", text)
	}
	if strings.Count(text, "&") > len(character.FindAllString(text, -1)) {
		r.fail("no character: %.60q", text)
	}
	if among(tabular, r.last()) && strings.TrimSpace(text) != "" {
		r.fail("text in <%s>", r.last())
	}
}

// begin opens an element.
func (r *reader) begin(name, with string) {
	for among(blocks, name) && r.last() == "p" || among(endedBy[name], r.last()) {
		r.pop()
	}
	cell := len(r.open)
	for cell > 0 && !among(inTable, r.open[cell-1]) {
		cell--
	}
	switch within := r.open[cell:]; {
	case among(blocks, name) && slices.Contains(within, "p"),
		name == "a" && slices.Contains(within, "a"),
		name == "button" && slices.Contains(within, "button"),
		among(tabular, r.last()) != among(inTable, name):
		r.fail("<%s> in %v", name, r.open)
	}
	seen := map[string]bool{}
	for _, a := range attributes.FindAllStringSubmatch(with, -1) {
		id := strings.TrimSpace(a[0])
		if seen[a[1]] || r.ids[id] {
			r.fail("a second %s", id)
		}
		seen[a[1]], r.ids[id] = true, a[1] == "id"
	}
	if !among(" meta link img input ", name) {
		r.open = append(r.open, name)
	}
}

// end closes an element, and before it those of which HTML wants no end.
func (r *reader) end(name string) {
	for r.last() != name && among(implied, r.last()) && !among(phrases, name) {
		r.pop()
	}
	if r.last() != name {
		r.fail("</%s> in %v", name, r.open)
		return
	}
	r.pop()
}

// errorsIn returns what a parser of HTML finds wrong in a page.
func errorsIn(page string) []string {
	r := &reader{page: noMarkup.ReplaceAllString(page, "$1$3"), ids: map[string]bool{}}
	for _, m := range aTag.FindAllStringSubmatchIndex(r.page, -1) {
		r.text(r.page[r.at:m[0]])
		r.at = m[1]
		if name := r.page[m[4]:m[5]]; m[2] < m[3] {
			r.end(name)
		} else {
			r.begin(name, r.page[m[6]:m[7]])
		}
	}
	r.text(r.page[r.at:])
	for len(r.open) > 0 && among(implied+"main html ", r.last()) {
		r.pop()
	}
	if len(r.open) > 0 {
		r.fail("no end of %v", r.open)
	}
	return r.wrong
}

// A browser mends what is no HTML, and shows what nobody has written. Each
// error that is planted is found.
func TestEachPageIsHTML(t *testing.T) {
	b := newBook(os.DirFS("../.."))
	b.write()
	b.typeset()
	for page, text := range b.pages {
		if !strings.HasSuffix(page, ".html") {
			continue
		}
		for _, wrong := range errorsIn(text) {
			t.Errorf("%s: %s", page, wrong)
		}
	}
	for _, wrong := range []string{
		"<a title=\"x\n<b>y</b>\">z</a>", `<a title="x" y">z</a>`, "a < b", "a &b; c",
		"<b><i>x</b></i>", "<p>x</div>", "<p><i>x<p>y</i>", "<p><i><div>x</div></i>", "<b>x",
		"<a><i><a>x</a></i></a>", "<button><button></button></button>", "<li id=a><li id=a>",
		"<p id=a id=b>", "<table>x</table>", "<table><tr><p>x</table>", "<div><td>x</div>",
	} {
		if len(errorsIn(wrong)) == 0 {
			t.Errorf("nothing is wrong with %s", wrong)
		}
	}
}
