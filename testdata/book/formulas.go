// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file sets formulas as a printed book does. Comments hold them as lines
// of text, in columns. A display becomes a grid of the same columns, with its
// reasons and tags at the right, and a matrix its brackets. In displays and in
// prose a letter that stands for a number is italic, and what Unicode has lower
// or higher stands lower or higher.

var (
	drawing = regexp.MustCompile(`[│├┤┼─\\⋮]|  ×| × |\t`)
	asCode  = regexp.MustCompile(`\{(\d|\w+:|\{)|\{ return|:=|"|//|\w\[[a-z]|\bfunc\(|\bgo (run|mod)\b| -[a-z]|-\d|\.go\b|0x`)
	// What is a formula, or a line of a procedure.
	relates = regexp.MustCompile(`(^|[^ ] +)(=|≥|≤|<|>|≈|⇒|⇔|⇐|←|−=|\+=|−|\+) +|[‖⟨Σ∇]|^(min|max|repeat|until|for )|^$`)
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
	return len(lines) == 1 || reason.MatchString(text) || strings.Contains(text, "⎡") || 2*related >= all
}

// A cell of a display begins at a column of its source.
type cell struct {
	at   int
	text string
}

const relations = "=≥≤⇔⇒<"

// cells cuts a line where two blanks stand, and where a relation stands below
// or above the beginning of such a cell.
func cells(text string, stops map[int]int) (out []cell) {
	line, from := []rune(text), 0
	for i := 1; i <= len(line); i++ {
		if i < len(line) && (line[i] == ' ' || line[i-1] != ' ' ||
			!(i > 1 && line[i-2] == ' ') && !(stops[i] > 0 && strings.ContainsRune(relations, line[i]))) {
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
			reason, line = element("span class=because", p.link(escape(m[1]), false)), strings.TrimSuffix(line, m[0])
		}
		lines[i], right[i] = line, reason+right[i]
		for j, c := range cells(line, nil) {
			if first, _ := utf8.DecodeRuneInString(c.text); j > 0 || strings.ContainsRune(relations, first) {
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
			row += element(fmt.Sprintf(`span style="grid-column:%d/%d"`, from+1, to+1), p.link(part.text, false)) + " "
		}
		for j, c := range cells(line, stops) {
			k, found := slices.BinarySearch(at, c.at)
			text := escape(c.text)
			switch {
			case j == 0 && !found:
				part = cell{0, element(fmt.Sprintf(`span style="margin-left:%.1fem"`, 0.45*float64(c.at)), text)}
			case j == 0:
				part = cell{c.at, text}
			case !found:
				part.text += "\u2003" + text
			default:
				if first, _ := utf8.DecodeRuneInString(c.text); strings.ContainsRune(relations, first) {
					part.text += "\u00a0"
				} else {
					part.text += "\u2003"
				}
				add(k)
				part = cell{c.at, text}
			}
		}
		add(len(at))
		class := "div"
		if unfolds && i > 0 {
			class = "div class=then"
		}
		out += element(class, row+right[i]) + "\n"
	}
	class := "display math"
	if unfolds {
		class += " derivation"
	}
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
			} else if words := gap.ReplaceAllString(strings.TrimRight(between, " "), "\u2003"); words != "" {
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

// tag returns what stands at the right of a line: the tag of its formula, beside
// which those who use it stand, or else a remark.
func (p *page) tag(text string) string {
	if !tag.MatchString(text) {
		return element("span class=because", text)
	}
	at, id := p.cite(text, true), ""
	if at.file == p.file && !p.shown[text] {
		p.side += element("div class=of", text) + at.note("tests", "stories", "code")
		p.shown[text], id = true, fmt.Sprintf(` id="%s"`, idOf(text))
	}
	return element("b class=tag"+id, at.anchor(text))
}

const (
	lowerSigns  = "ᵢⱼₖₗₘₙₚᵣₛₜₐₑₒₓ₀₁₂₃₄₅₆₇₈₉₊₋"
	higherSigns = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀᵗᵘⁿ"
	plainSigns  = "0123456789+−Ttun"
)

var (
	piece = regexp.MustCompile(`(?s)<(?:pre|code|style|textarea|svg|samp|button|script|noscript)\b.*?` +
		`</(?:pre|code|style|textarea|svg|samp|button|script|noscript)>|<[^>]*>|&\w+;|[` + lowerSigns + `]+|[` + higherSigns + `]+|` +
		`[_^](?:\([^)<]*\)|\{[^}<]*\}|[a-zA-Z]\w*|½|⊥|\p{Greek})|[a-zA-Z]+|\p{Greek}`)
	ofBlock = regexp.MustCompile(`^<(p|li|td|th|h\d|div|figcaption|summary|ol|ul|label)\b(.*)>$`)
	unset   = regexp.MustCompile(`class="?(note|test|next|contents|code|of\b)`)
	isVerb  = regexp.MustCompile(`^[\s\x{a0}]+(and|or|is|are|has|have|times|in|by|to|of|with|from|for|below|at|does|goes|grows|then|plus|as|on|that|which|so|if|may)\b`)
	isMath  = regexp.MustCompile(`^[\s\x{a0}]?(=|≥|≤|&lt;|&gt;|[+−·∈⇒←∘≠≈|])`)
	wasMath = regexp.MustCompile(`(=|≥|≤|&lt;|&gt;|[+−·∈⇒←∘≠≈|√])[\s\x{a0}]?$`)
	isUnit  = regexp.MustCompile(`\d[\s\x{a0}]$`)
	aLetter = regexp.MustCompile(`(?i)(lectures?|part|chapter|appendix|key|^// |option|column)[\s\x{a0}](.{1,8}(,|and) )?$`)
	aName   = regexp.MustCompile(`^\.(-|\w|[\s\x{a0}]\p{Lu})`)
	named1  = regexp.MustCompile(`([,>.]|and)[\s\x{a0}]?$|^$`)
)

// Words of two letters, and others that stand beside numbers and signs.
const noProduct = " tr co wi Pr qp It Hi Lo if is of to or so at in by on an be as it no we do up hi lo fl ln Eq Go go QP CI ok kB MB GB ms px vs SMO SVD SGD KKT exp max min sgn det mean "

// mathematics returns a page with its letters set. What is code keeps its
// characters.
func mathematics(text string, italic bool) string {
	var out strings.Builder
	last, in, depth := 0, 0, 0 // in: 1 prose, 2 a display
	for _, at := range piece.FindAllStringIndex(text, -1) {
		s, before, after := text[at[0]:at[1]], text[max(0, at[0]-40):at[0]], text[at[1]:min(len(text), at[1]+40)]
		out.WriteString(text[last:at[0]])
		last = at[1]
		r, _ := utf8.DecodeRuneInString(s)
		switch {
		case s[0] == '<':
			if m := ofBlock.FindStringSubmatch(s); m != nil && depth == 0 {
				in = 1
				if unset.MatchString(m[2]) || m[1] == "div" && !strings.Contains(m[2], "math") || !italic {
					in = 0
				} else if m[1] == "div" {
					in = 2
				}
			}
			if strings.Contains(s, `"display math`) {
				in, depth = 2, 1
			} else if depth > 0 && strings.HasPrefix(s, "<div") {
				depth++
			} else if depth > 0 && s == "</div>" {
				depth--
			}
			out.WriteString(s)
		case s[0] == '&':
			out.WriteString(s)
		case s[0] == '_' || s[0] == '^':
			name := map[byte]string{'_': "sub", '^': "sup"}[s[0]]
			inside := strings.Trim(s[1:], "{}")
			if s[0] == '^' {
				inside = strings.Trim(inside, "()")
			}
			p, _ := utf8.DecodeLastRuneInString(before)
			if !unicode.IsLetter(p) && !unicode.IsDigit(p) && p != ')' && p != '|' && p != '>' && p != '′' ||
				s[0] == '_' && !short.MatchString(s[1:]) {
				out.WriteString(s)
				continue
			}
			if in > 0 {
				inside = strings.ReplaceAll(mathematics("<div class=\"display math\">"+inside, true), "<div class=\"display math\">", "")
			}
			out.WriteString(element(name, inside))
		case strings.ContainsRune(lowerSigns, r):
			letters := ""
			for _, r := range s {
				letters += variable(string(subscript[r]), in > 0)
			}
			out.WriteString(element("sub", letters))
		case strings.ContainsRune(higherSigns, r):
			letters := ""
			for _, r := range s {
				c := string([]rune(plainSigns)[slices.Index([]rune(higherSigns), r)])
				letters += variable(c, in > 0 && c != "T")
			}
			out.WriteString(element("sup", letters))
		case r == 'Σ' && in == 2:
			out.WriteString(element("big", s))
		case in > 0 && isVariable(s, before, after, in == 2):
			for _, r := range s {
				out.WriteString(variable(string(r), true))
			}
		default:
			out.WriteString(s)
		}
	}
	return out.String() + text[last:]
}

var short = regexp.MustCompile(`^(\{[^}<]*\}|\p{Greek}|⊥|(?:[a-z]{1,3}|[A-Z]))$`)

func variable(letter string, set bool) string {
	if r, _ := utf8.DecodeRuneInString(letter); !set || !unicode.IsLetter(r) || unicode.Is(unicode.Greek, r) && unicode.IsUpper(r) {
		return letter
	}
	return element("i", letter)
}

// isVariable tells a letter, or letters that are multiplied, from a word.
func isVariable(s, before, after string, display bool) bool {
	b, _ := utf8.DecodeLastRuneInString(before)
	a, _ := utf8.DecodeRuneInString(after)
	if unicode.Is(unicode.Greek, []rune(s)[0]) {
		return true
	}
	raised := strings.ContainsRune(lowerSigns+higherSigns+"‖⟨√′", a) || unicode.Is(unicode.Greek, a)
	follows := strings.ContainsRune(lowerSigns+higherSigns+"½¼⅛⅓⅔‖⟩√", b) || unicode.Is(unicode.Greek, b) || unicode.IsDigit(b)
	beside := raised || follows || isMath.MatchString(after) || wasMath.MatchString(before)
	switch {
	case strings.Contains(before, ".html#"), b == '[' && len(before) > 1 && unicode.IsLetter(rune(before[len(before)-2])), b == '.' || b == '\'' || b == '’' || b == '&' || b == '@' || b == '#' || a == '@',
		b == '/' && !beside && unicode.IsLetter(a), unicode.IsLetter(a) && a < 128,
		unicode.IsDigit(a), b == '-' && s != "fold", a == '.' && len(after) > 1 && after[1] < 128 && unicode.IsLetter(rune(after[1])):
		return false
	case len(s) == 1 && unicode.IsDigit(b) && s == "e" && strings.ContainsRune("−-+", a):
		return false
	case len(s) == 1 && isUnit.MatchString(before) && strings.Contains("smhgGMKWB", s) && !display:
		return false
	case len(s) == 1 && strings.Contains("aAI", s) && !beside:
		return a != ' ' && a != '\n' && a != '-' && (display || a != '\u00a0') || isVerb.MatchString(after) && s != "I"
	case len(s) == 1 && unicode.IsUpper(rune(s[0])):
		return !aLetter.MatchString(before) && !(aName.MatchString(after) && named1.MatchString(before)) &&
			!(a == ':' && strings.Contains("QA", s) && !display) &&
			!(strings.Contains("CHSKP", s) && len(after) > 1 && after[0] == ' ' && after[1] >= '0' && after[1] <= '9')
	case len(s) == 1:
		return true
	case unicode.IsDigit(b) && strings.Contains(" nd th st rd ", " "+s+" "), strings.Contains(noProduct, " "+s+" "):
		return false
	case len(s) == 2 && display:
		return true
	case len(s) == 2:
		return beside
	}
	caps := strings.ToUpper(s) == s && display
	return caps && len(s) <= 3 || len(s) <= 5 && (raised || follows) && capitals.MatchString(s) ||
		len(s) <= 4 && display && follows && strings.ToLower(s) == s
}

var capitals = regexp.MustCompile(`^[A-Z]+[a-z]?$`)
