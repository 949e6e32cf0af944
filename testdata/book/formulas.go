// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// This file sets formulas as a printed book does. Comments hold them as lines
// of text, in columns. A display becomes a grid of the same columns, with its
// reasons and tags at the right, and a matrix its brackets. letters.go sets the
// letters.

var (
	drawing = regexp.MustCompile(`[│├┤┼─\\⋮]|  ×| × |\t`)
	// A sign of Go, of a shell, of what a program prints, or a list of numbers.
	asCode = regexp.MustCompile(`\{(\d|\w+:|\{)|\{ return|:=|"|//|\w\[[a-z]|\bfunc\(|` +
		`\bgo (run|mod)\b| -[a-z]|-\d|\.go\b|0x|= \d+ \d+ `)
	// What is a formula, or a line of a procedure.
	relates = regexp.MustCompile(`(^|[^ ] +)(=|≥|≤|<|>|≈|⇒|⇔|⇐|←|−=|\+=|−|\+) +|[‖⟨Σ∇]|` +
		`^(min|max|repeat|until|for )|^$`)
	gap     = regexp.MustCompile(` {2,}`)
	atEnd   = regexp.MustCompile(` +(\([a-z][a-z ,]*\))$`) // a tag, or what stands at its place
	because = regexp.MustCompile(`  +(\[.*\])$`)
	numbers = regexp.MustCompile(`^[−\d. ]+$`)
)

// isFormula tells formulas from tables, drawings, programs and what these
// print. They are one line, or give reasons, or relate something in half of
// their cells.
func isFormula(text string) bool {
	lines, all, related := strings.Split(strings.TrimRight(text, "\n"), "\n"), 0, 0
	for _, line := range lines {
		if drawing.MatchString(line) || asCode.MatchString(line) {
			return false
		}
		line = because.ReplaceAllString(atEnd.ReplaceAllString(line, ""), "")
		for _, c := range gap.Split(strings.TrimSpace(line), -1) {
			if all++; relates.MatchString(c) {
				related++
			}
		}
	}
	return len(lines) == 1 || reason.MatchString(text) || strings.Contains(text, "⎡") ||
		2*related >= all
}

// A cell of a display begins at a column of its source.
type cell struct {
	at   int
	text string
}

// isRelation reports whether a cell begins with a relation: a column then does.
func isRelation(text string) bool { return strings.IndexAny(text, "=≥≤⇔⇒<") == 0 }

// cells cuts a line where two blanks stand, and where a relation stands below
// or above the beginning of such a cell.
func cells(text string, stops map[int]int) (out []cell) {
	line, from := []rune(text), 0
	for i := 1; i <= len(line); i++ {
		if i < len(line) && (line[i] == ' ' || line[i-1] != ' ' ||
			!(i > 1 && line[i-2] == ' ') && !(stops[i] > 0 && isRelation(string(line[i])))) {
			continue
		}
		if part := strings.TrimSpace(string(line[from:i])); part != "" {
			out = append(out, cell{from, part})
		}
		from = i
	}
	return out
}

// formulas returns the lines of a display of formulas. Those of a derivation
// after the first can unfold. A column begins where cells of two lines do; what
// else stands behind two blanks keeps a wide one.
func (p *page) formulas(lines []string, unfolds bool) string {
	if strings.Contains(lines[0], "⎡") {
		return element(`div class="display math"`, p.matrices(lines))
	}
	right, stops, columns := make([]string, len(lines)), map[int]int{}, map[int]int{}
	for i, line := range lines {
		end, reason := atEnd.FindStringSubmatch(line), ""
		if end != nil {
			right[i], line = p.tag(end[1]), strings.TrimSuffix(line, end[0])
		}
		if m := because.FindStringSubmatch(line); m != nil {
			reason = element("span class=because", p.link(escape(m[1]), false))
			line = strings.TrimSuffix(line, m[0])
		}
		lines[i], right[i] = line, reason+right[i]
		for j, c := range cells(line, nil) {
			if j > 0 || isRelation(c.text) {
				stops[c.at]++
			}
		}
	}
	for _, line := range lines {
		for j, c := range cells(line, stops) {
			if columns[c.at]++; j > 0 && c.at > 0 {
				columns[c.at] += 1 << 20 // it is not only an indent
			}
		}
	}
	at, out := []int{0}, ""
	for c, n := range columns {
		if n > 1<<20+1 {
			at = append(at, c)
		}
	}
	slices.Sort(at)
	for i, line := range lines {
		row, part := "", cell{}
		add := func(to int) {
			from, _ := slices.BinarySearch(at, part.at)
			span := fmt.Sprintf(`span style="grid-column:%d/%d"`, from+1, to+1)
			row += element(span, p.link(part.text, false)) + " "
		}
		for j, c := range cells(line, stops) {
			k, found := slices.BinarySearch(at, c.at)
			text := escape(c.text)
			switch {
			case j == 0 && !found:
				indent := fmt.Sprintf(`span style="margin-left:%.1fem"`, 0.45*float64(c.at))
				part = cell{0, element(indent, text)}
			case j == 0:
				part = cell{c.at, text}
			case !found:
				part.text += "\u2003" + text
			default:
				part.text += either(isRelation(c.text), "\u00a0", "\u2003")
				add(k)
				part = cell{c.at, text}
			}
		}
		add(len(at))
		out += element(either(unfolds && i > 0, "div class=then", "div"), row+right[i]) + "\n"
	}
	class := "display math" + either(unfolds, " derivation", "")
	return element(fmt.Sprintf(`div class="%s" style="--n:%d"`, class, len(at)), out)
}

// matrices returns lines with matrices as one, in which each matrix is a grid.
func (p *page) matrices(lines []string) (out string) {
	end, text := "", make([][]rune, len(lines))
	for i, line := range lines {
		if m := atEnd.FindStringSubmatch(line); m != nil {
			end, line = p.tag(m[1]), strings.TrimSuffix(line, m[0])
		}
		text[i] = []rune(line)
	}
	from, open := 0, false
	for at := 0; from < 1<<20; at++ {
		last := at > max(len(text[0]), len(text[len(text)-1]))
		if !last && (at >= len(text[0]) || !strings.ContainsRune("⎡⎤", text[0][at])) {
			continue
		}
		part, columns := "", 0
		for _, line := range text {
			between := string(line[min(from, len(line)):min(at, len(line))])
			fields := gap.Split(strings.TrimSpace(between), -1)
			if numbers.MatchString(between) {
				fields = strings.Fields(between)
			}
			if open {
				columns = len(fields)
				for _, c := range fields {
					part += element("span", p.link(escape(c), false))
				}
			} else if words := strings.TrimRight(between, " "); words != "" {
				words = gap.ReplaceAllString(words, "\u2003")
				part += element("div", p.link(escape(words), false)) + " "
			}
		}
		if open {
			part = element(fmt.Sprintf(`span class=matrix style="--n:%d"`, columns), part)
		} else if part != "" {
			part = element("span class=between", part)
		}
		out, open, from = out+part+" ", !open, at+1
		if last {
			break
		}
	}
	return element("div class=matrices", out+end) + "\n"
}

// tag returns what stands at the right of a line: the tag of its formula,
// beside which those who use it stand, or else a remark.
func (p *page) tag(text string) string {
	if !tag.MatchString(text) {
		return element("span class=because", text)
	}
	at, id := p.cite(text, true), ""
	if at.file == p.file && !p.shown[text] {
		uses := at.note("tests", "stories", "code")
		p.side += element("div class=uses", element("div class=of", text), uses)
		p.shown[text], id = true, fmt.Sprintf(` id="%s"`, idOf(text))
	}
	return element("b class=tag"+id, at.anchor(text))
}
