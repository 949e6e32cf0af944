// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
)

// This file writes two scripts: the texts of all pages, in which names.html
// searches, and what a name says when the mouse is over it.

var (
	listed  = regexp.MustCompile(`(?s)<div class=contents>.*?</div>|<tr><th.*?</tr>`)
	coding  = regexp.MustCompile(`(?s)<pre class=code\b.*?</pre>`)
	noLink  = regexp.MustCompile(`</?a\b[^>]*>`)
	asking  = regexp.MustCompile(`(?s)<div class=ask>.*?</details></div>`) // in lessons.html
	folded  = regexp.MustCompile(`(?s)<details class="?(?:answer|note)\b.*?</details>`)
	aStory  = regexp.MustCompile(`(?s)<details class=story>.*?</details>`)
	spoken  = regexp.MustCompile(`(?s)<(?:i|u|samp)\b.*?</(?:i|u|samp)>`)
	begun   = regexp.MustCompile(`<h[123] id=|<div class="?pair`)
	anID    = regexp.MustCompile(` id="([^"]*)"`)
	aTitle  = regexp.MustCompile(`(?s)<h[123]\b.*?</h[123]>`)
	closing = regexp.MustCompile(`</?(?:b|p|li|t[dhr]|h\d|div|pre|summary|samp)\b[^>]*>|\n`)
	markup  = regexp.MustCompile(`<[^>]*>`)
	shifted = regexp.MustCompile(`<sub>.*?</sub>|<sup>.*?</sup>`)
	linked  = regexp.MustCompile(`href="([^"]*)"`)
	blanks  = regexp.MustCompile(`[\s\x{a0}]+`)
)

// words returns the text of HTML. What stands lower or higher there is a sign
// of Unicode again, so that one finds ‖w‖².
func words(text string) string {
	text = shifted.ReplaceAllStringFunc(text, func(s string) string {
		signs := pairs(plainSigns, higherSigns)
		if s[:5] == "<sub>" {
			signs = pairs(lowerPlain, lowerSigns)
		}
		lost := func(r rune) bool { return signs[r] == 0 }
		plain := markup.ReplaceAllString(s, "")
		if strings.ContainsFunc(plain, lost) {
			return s
		}
		return strings.Map(func(r rune) rune { return signs[r] }, plain)
	})
	text = markup.ReplaceAllString(closing.ReplaceAllString(text, " "), "")
	return strings.TrimSpace(blanks.ReplaceAllString(html.UnescapeString(text), " "))
}

// search cuts all pages into sections, each with its link, page, title and
// text. Of programs it has the comments.
func (b *book) search() {
	var texts [][]string
	for _, s := range b.stops() {
		text := listed.ReplaceAllString(b.pages[s.page], "")
		text = asking.ReplaceAllString(text, "")
		text = folded.ReplaceAllString(text, "")
		text = aStory.ReplaceAllString(text, "") // which has its place in example_test.html
		text, _, _ = strings.Cut(text, "<ol class=answers>")
		if s.page == "names.html" || s.page == "machine.html" {
			continue
		}
		text = coding.ReplaceAllStringFunc(text, func(s string) string {
			return strings.Join(spoken.FindAllString(s, -1), " ")
		})
		_, text, _ = strings.Cut(text, "<main ")
		_, text, _ = strings.Cut(text, ">")
		cuts := append(begun.FindAllStringIndex(text, -1), []int{len(text)})
		texts = append(texts, []string{s.page, s.words, s.words, words(text[:cuts[0][0]])})
		for i, at := range cuts[:len(cuts)-1] {
			part := text[at[0]:cuts[i+1][0]]
			id := anID.FindStringSubmatch(part)
			if id == nil {
				last := texts[len(texts)-1]
				last[3] += " " + words(part)
				continue
			}
			title := words(aTitle.FindString(part))
			if title == "" {
				title = html.UnescapeString(id[1])
			}
			link := s.page + "#" + html.UnescapeString(id[1])
			text := strings.TrimSpace(strings.TrimPrefix(words(part), title))
			texts = append(texts, []string{link, s.words, title, text})
		}
	}
	texts = append(b.otherWords(), texts...)
	b.pages["texts.js"] = "const texts = " + string(must(json.Marshal(texts))) + ";\n"
	tips := map[string][]string{}
	for _, p := range b.index {
		if p.formula != "" {
			set := mathematics(b.page("tips.js").display(p.formula), true)
			set = strings.Replace(noLink.ReplaceAllString(set, ""), " derivation", "", 1)
			tips[html.UnescapeString(p.link)] = []string{set}
			continue
		}
		code := either(slices.Contains([]string{"stories", "tests"}, p.kind()), "", p.code)
		if code+p.says != "" {
			tips[html.UnescapeString(p.link)] = []string{code, p.says}
		}
	}
	b.pages["tips.js"] = "const tips = " + string(must(json.Marshal(tips))) + ";\n"
}

// otherWords returns as texts, under their words, what the book says instead,
// and under its own what they are: the rows of its tables of "theirs" and
// "ours", and of "word" and "what it is".
func (b *book) otherWords() (texts [][]string) {
	for _, p := range b.papers {
		for _, m := range block.FindAllString(p.text, -1) {
			all := rows(m)
			if len(all) == 0 || all[0][0] != "theirs" && all[0][0] != "word" {
				continue
			}
			of := either(all[0][0] == "word", "what it is", "their word, our word")
			for _, c := range all[1:] {
				theirs, ours, link := words(p.inline(c[0])), p.inline(c[1]), pageOf(p.file)
				m := linked.FindStringSubmatch(ours)
				if m != nil && !strings.HasPrefix(ours, "not in") {
					link = html.UnescapeString(m[1])
				}
				texts = append(texts, []string{link, of, theirs, words(ours)})
			}
		}
	}
	return texts
}
