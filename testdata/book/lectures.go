// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// This file reads lectures.md slide by slide, and makes a page of each lecture:
// its claims with their code, tests and stories, and what is wrong on a slide.
// Last, it compares the lessons of lessons.md with what the stories print.

// A slide has titles, and claims: what it prints, what we write, code, and
// tests.
type slide struct {
	titles []*place
	claims [][]string
}

// Of a row of a lesson: its lesson, when, what is shown, what is asked first,
// and the answer.
type asked struct{ lesson, minutes, shown, question, then string }

var (
	rowsOf   = regexp.MustCompile(`(\w \d|hour)(?:, (\d+)–(\d+))?`)
	lecture  = regexp.MustCompile(`^Lecture (\w): `)
	lesson   = regexp.MustCompile(`^Lecture (\w), (\d+): `)
	aWord    = regexp.MustCompile(`\p{L}{4,}|\d+\.\d+`)
	coded    = regexp.MustCompile(`(\w+\.go)(?: ("[^"]+"))?: ([^;|]*)`) // file, section, names
	titled   = regexp.MustCompile(`(?:(\w+\.go),? )?("[^"]+")`)         // file and section
	inQuotes = regexp.MustCompile(`"[^"]+"|^[^"]+$`)                    // or all, if nothing is
	sentence = regexp.MustCompile(`(?m)^.*?([.?] |$)`)
	codeName = regexp.MustCompile("`(\\w+(?:\\.\\w+)?)")
	inCode   = regexp.MustCompile("`([^`]*)`")
	testName = regexp.MustCompile(`\b(Test|Example)\w*`)
	begins   = regexp.MustCompile(`^(?:\d\.\d|.*)`) // the number of a slide, or its title
	toShow   = regexp.MustCompile(`(then )?(<a href="([^"]*)".*?</a>)(?:, (left|middle|right))?`)
	theorem  = regexp.MustCompile(`<a href="[^"]*">((?:Test|Example)\w+)</a>`)
)

// readSlides enters the slides of a lecture. A row without titles continues the
// slide above.
func (p *page) readSlides(rows [][]string) {
	for _, c := range rows {
		if c[0] != "" {
			s := slide{}
			for _, title := range strings.Split(c[0], "; ") {
				s.titles = append(s.titles, p.put(p.file, quoted(strings.Trim(title, `"`))))
			}
			p.slides = append(p.slides, s)
		}
		last := &p.slides[len(p.slides)-1]
		last.claims = append(last.claims, c[1:])
	}
}

// readSlips notes at slides what is wrong there. A slip begins with the letter
// of the lecture, and names slides by their titles.
func (b *book) readSlips(section string) {
	for i, part := range strings.Split(section, "\n### ")[1:] {
		kind, _, _ := strings.Cut(part, "\n")
		class := []string{"slip costly", "slip"}[i]
		for _, c := range rows(part)[1:] {
			for _, title := range inQuotes.FindAllString(c[0], -1) {
				at := b.page("lectures.md").cite(c[0][:1]+" "+title, true)
				at.slips = append(at.slips, []string{class, kind, c[1], c[2]})
			}
		}
	}
}

// readLessons notes at slides when lessons show them, and what lessons and the
// first hour ask.
func (b *book) readLessons() {
	for _, section := range strings.Split(b.read("testdata/lessons.md"), "\n## ")[1:] {
		m := lesson.FindStringSubmatch(section)
		if m == nil {
			b.fail("testdata/lessons.md: %.40q is no lesson", section)
			continue
		}
		for _, c := range rows(section)[1:] {
			if len(c) != 5 {
				continue
			}
			link, in := fmt.Sprintf(`a href="lessons.html#%s"`, lessonRow(m, c[0])), m[1]+" "+m[2]
			link = element(link, in+", minutes "+c[0])
			b.asked = append(b.asked, asked{in, c[0], c[2], c[3], c[4]})
			b.askedAt[c[3]] += link + " · "
			for i, words := range strings.Split(c[1], "; ") {
				if at := b.slide(m[1], words); at != nil {
					if i == 0 {
						at.asks = append(at.asks, append(c, link))
					}
					at.minutes = append(at.minutes, link)
				}
			}
		}
	}
	_, hour, _ := strings.Cut(b.read("testdata/hour.md"), "\n## Five questions")
	for _, c := range rows(hour)[1:] {
		const shown = "[the first hour](hour.md#five-questions)"
		b.asked = append(b.asked, asked{"hour", "", shown, c[0], c[1]})
	}
}

// questions returns what is asked in rows of lessons that a paragraph names,
// such as S 1, 17–45, each question once: with its answer folded, and with what
// is usually answered, and wrong.
func (p *page) questions(named string) (list string) {
	_, usual, _ := strings.Cut(p.read("testdata/marking.md"), "\n## Questions")
	for _, m := range rowsOf.FindAllStringSubmatch(named, -1) {
		at, from, to := 0, 0, 45
		fmt.Sscan(m[2]+" "+m[3], &from, &to)
		for _, q := range p.asked {
			fmt.Sscanf(q.minutes, "%d", &at)
			if q.lesson != m[1] || at < from || at >= to || p.shown[q.question] {
				continue
			}
			p.shown[q.question] = true
			then := p.inline(q.then)
			for _, c := range rows(usual)[1:] {
				if strings.HasPrefix(q.question, c[0]) {
					wrong := element("b", "usual, and wrong")
					then += element("p class=ours", wrong, " ", p.inline(c[1]))
				}
			}
			number := fmt.Sprintf("li value=%d", len(p.answered)+1)
			p.answered = append(p.answered, element(number, then))
			list += element(number, p.inline(q.question), " ", answer("answer", then),
				element("p class=note", p.askedAt[q.question], p.inline(q.shown)))
		}
	}
	p.side = ""
	return element("ol class=exam", list)
}

// lessonRow returns the id of a row, such as S1.6 of Lecture S, 1, minute 6.
func lessonRow(m []string, minutes string) string {
	from, _, _ := strings.Cut(minutes, "–")
	return m[1] + m[2] + "." + from
}

// slide returns the slide of a lecture that a lesson means: of this title, or
// the first of those with most of its words, or the one before. In brackets
// stands what is on none.
func (b *book) slide(letter, words string) (best *place) {
	if words[0] == '(' {
		return nil
	}
	if b.before == nil || b.before.file != letter {
		b.before = nil
	}
	defer func() { b.before, best = cmp.Or(best, b.before), cmp.Or(best, b.before) }()
	if at := b.places[letter+" "+quoted(words)]; at != nil {
		return at
	}
	wanted := aWord.FindAllString(strings.ToLower(words), -1)
	most := (len(wanted) + 2) / 2
	for _, at := range b.index {
		if at.file != letter || at.key[0] != '"' {
			continue
		}
		common, title := 0, aWord.FindAllString(strings.ToLower(at.title()), -1)
		for _, w := range wanted {
			if slices.Contains(title, w) {
				common++
			}
		}
		if common > most || common == most && best == nil {
			best, most = at, common
		}
	}
	return best
}

// A page that is printed has its stories as its reader has left them.
const handout = "<p class=keys><button id=slides>As slides</button> " +
	"in large type. Space, arrows, n and p turn them, o shows all, b blanks the screen, " +
	"f fills it, Esc ends it. The corner has the minutes of the lesson. " +
	"<button id=stories>Unfold all stories, or fold them</button> " +
	"Printed, this page is a handout, with its stories as they are here.</p>\n" +
	"<p id=turn-slides class=keys><button aria-label=back value=-1>‹</button> <span></span> " +
	"<button aria-label=on value=1>›</button> <button>code and tests</button></p>\n"

// Each question is a part of its own, which has a screen for itself where one
// shows slides.
const part = `div class="at part"`

// lecture returns slide by slide its claims, with links to code, tests and
// stories. Above them stand its titles, the questions, and what is wrong on the
// slide, below them the stories that no slide before has.
func (p *page) lecture() (out string) {
	told := map[string]string{} // the stories, and where
	for _, s := range p.slides {
		titles, lessons, parts, beside, claims, stories := "", "", "", "", "", ""
		here := s.titles[0].anchor(escape(begins.FindString(s.titles[0].title())))
		for _, at := range s.titles {
			titles += p.heading(2, p.file, escape(idOf(at.key)), escape(at.title())) + "\n"
			for _, minutes := range at.minutes {
				if !strings.Contains(lessons, minutes) {
					lessons += " " + minutes
				}
			}
			for _, c := range at.asks {
				shown, ask := p.question(c)
				parts, beside = parts+element(part, shown, ask), cmp.Or(shown, beside)
			}
			for _, c := range at.slips {
				prints, right := p.inline(c[2]), p.inline(c[3])
				claims += element(fmt.Sprintf("div class=%q", c[0]), element("b", c[1]),
					element("p", "It prints: ", prints), element("p", "Right is: ", right))
			}
		}
		p.side, p.under = "", ""
		for _, c := range s.claims {
			p.claims(c)
			claim := element("p", p.inline(c[0]))
			if c[1] != "" {
				claim += element("p class=ours", element("b", "ours"), " ", p.inline(c[1]))
			}
			claim += element("p class=note", element("b", "code"), " ", p.code(c[2], c[3]))
			tests := theorem.ReplaceAllStringFunc(p.inline(c[3]), func(s string) string {
				name := theorem.FindStringSubmatch(s)[1]
				if name[0] == 'T' {
					return strings.Replace(s, ">"+name, ">"+statement(name), 1)
				}
				if told[name] == "" {
					told[name], stories = here, stories+p.story(name)
				}
				s = element(fmt.Sprintf(`a href="%s#%s"`, pageOf(p.file), name), name)
				if told[name] != here {
					s += ", told at " + told[name]
				}
				return s
			})
			claim += element("p class=note", element("b", "tests"), " ", tests)
			claims += element("div class=claim", claim)
		}
		if p.side != "" {
			beside = element("div class=aside", p.side)
		}
		parts += element(part, beside, element("div class=slide", claims, stories))
		if p.under != "" {
			parts += element(part, element("div class=aside", p.under))
		}
		if lessons != "" {
			titles += element("p class=note", element("b", "lesson"), lessons)
		}
		out += "\n" + element("div class=row", "\n", element("div class=head", titles), parts, "\n")
	}
	return out
}

// question returns what a row of a lesson asks first, with its answer folded.
// Where the lecture is shown as slides, the first picture or machine that the
// row shows stands beside it, and one after "then" takes its place with the
// answer. Of a picture it is the panel that is named. Links to machines turn
// the first into the others.
func (p *page) question(c []string) (beside, ask string) {
	before, scenes := maps.Clone(p.shown), ""
	shown := p.inline(c[2])
	p.shown = before // the page has its figures where claims cite them
	for _, m := range toShow.FindAllStringSubmatch(shown, -1) {
		at, figure := &place{link: html.UnescapeString(m[3])}, ""
		if strings.HasSuffix(at.link, ".svg") {
			figure = p.figure(at, fmt.Sprintf("figure class=%q", m[4]))
		} else if strings.HasPrefix(at.link, "machine.html#") {
			figure, scenes = p.machine(at.link, "open this machine"), scenes+" "+m[2]
		}
		if figure != "" && (beside == "" || m[1] != "") {
			beside += element(fmt.Sprintf(`div class="aside again %s"`, m[1]), figure)
		}
	}
	asks := p.inline(c[3]) + " " + element("span class=again", scenes)
	if howMany.MatchString(c[3]) {
		asks += guess(c[4])
	}
	when := element(`div class="again minutes"`, "lesson ", c[5], " ")
	return beside, element("div class=ask", when, element("b", "ask first"), " ", asks, " ",
		answer("answer", p.inline(c[4])))
}

// claims notes which sections a claim cites. A title belongs to the file that
// was named last.
func (p *page) claims(claim []string) {
	file := ""
	for _, m := range titled.FindAllStringSubmatch(strings.Join(claim, "|"), -1) {
		file = cmp.Or(m[1], file)
		if at := p.places[file+" "+m[2]]; at != nil {
			at.claimed = true
		}
	}
}

// code returns the code cell of a claim. A test or story of the claim has to
// use each name there.
func (p *page) code(code, tests string) string {
	shown := testName.FindAllString(tests, -1)
	for _, m := range coded.FindAllStringSubmatch(code, -1) {
		for _, n := range codeName.FindAllStringSubmatch(m[3], -1) {
			at := p.cite(strings.TrimSpace(m[1]+" "+m[2])+" "+n[1], true)
			found := false
			at.reach(func(u *place) bool {
				found = found || slices.Contains(shown, u.key)
				return !found
			})
			if !found && at.key != "" {
				p.fail("%s: %s is used by none of %s", p.file, n[1], tests)
			}
		}
	}
	return p.inline(code)
}

// story returns a story, folded, with those functions that it shares with
// others and that no story before has shown.
func (p *page) story(name string) (out string) {
	title, side, under := name, p.side, p.under
	p.side, p.under = "", ""
	for _, in := range p.passages {
		if len(in.names) == 0 || in.file != "example_test.go" {
			continue
		}
		first := in.names[0]
		shared := len(in.sections) > 0 && in.sections[0].title() == "What the stories share" ||
			p.shown[first.key]
		if first.key == name {
			says := strings.ReplaceAll(in.source[3:], "\n// ", " ")
			title += ": " + escape(sentence.FindString(says))
			out = p.blocks(in.text)[0] + p.program(in) + out
		} else if !shared && slices.Contains(first.users, p.places[name]) {
			p.shown[first.key] = true
			out += p.blocks(in.text)[0] + p.program(in)
		}
	}
	p.side, p.under = side, under
	return element("details class=story", element("summary", title), out)
}

// compareLessons says which lesson is not 45 minutes long, has more lines than
// fit on a page, or promises what no story of its row prints. What a row shows
// stands in its third cell, and what is seen in its last, as in points.md.
func (b *book) compareLessons() {
	printed := map[string]string{}
	for _, in := range b.passages {
		if len(in.names) > 0 && in.names[0].kind() == "stories" {
			_, printed[in.names[0].key] = in.parts()
		}
	}
	lessons, promises := 0, 0
	keeps := func(at string, cells []string) {
		seen := ""
		for _, name := range testName.FindAllString(strings.Join(cells, " "), -1) {
			if seen += printed[name]; printed[name] == "" {
				b.fail("%s: %s prints nothing", at, name)
			}
		}
		for _, m := range inCode.FindAllStringSubmatch(cells[len(cells)-1], -1) {
			if promises++; !strings.Contains(seen, m[1]) {
				b.fail("%s: no story of the row prints %s", at, m[1])
			}
		}
	}
	for _, c := range rows(b.read("testdata/points.md")) {
		keeps("testdata/points.md", c)
	}
	for _, text := range strings.Split(b.read("testdata/lessons.md"), "\n## ")[1:] {
		title, table, _ := strings.Cut(text, "\n")
		if lines := len(strings.Fields(strings.ReplaceAll(text, " ", ""))); lines > 12 {
			b.fail("testdata/lessons.md: %s has %d lines, want at most 12", title, lines)
		}
		end := 0
		for _, c := range rows(table)[1:] {
			if len(c) != 5 {
				b.fail("testdata/lessons.md: %s: %q has not five cells", title, c)
				continue
			}
			var from, to int
			if n, _ := fmt.Sscanf(c[0], "%d–%d", &from, &to); n != 2 || from != end {
				b.fail("testdata/lessons.md: %s: %s after minute %d", title, c[0], end)
			}
			end = to
			keeps(fmt.Sprintf("testdata/lessons.md: %s, %s", title, c[0]), c)
		}
		if lessons++; end != 45 {
			b.fail("testdata/lessons.md: %s ends at minute %d, want 45", title, end)
		}
	}
	if lessons < 19 || promises < 100 {
		b.fail("testdata/lessons.md: %d lessons with %d lines of stories", lessons, promises)
	}
}
