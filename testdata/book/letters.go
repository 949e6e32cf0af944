// SPDX-License-Identifier: MIT

package main

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file sets letters, in displays and in prose. One that stands for a
// number is italic, and so are letters that are multiplied. What Unicode has
// lower or higher stands lower or higher, as does what text has behind _ and ^.

const (
	lowerSigns  = "ᵢⱼₖₗₘₙₚᵣₛₜₐₑₒₓ₀₁₂₃₄₅₆₇₈₉₊₋"
	higherSigns = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀᵗᵘⁿ"
	lowerPlain  = "ijklmnprstaeox0123456789+−"
	plainSigns  = "0123456789+−Ttun"                                        // of higher ones
	kept        = "pre|code|style|textarea|svg|samp|button|script|noscript" // as it is
)

var subscript, superscript = pairs(lowerSigns, lowerPlain), pairs(higherSigns, plainSigns)

// pairs returns the sign of a second list for each of a first.
func pairs(from, to string) map[rune]rune {
	of := map[rune]rune{}
	for i, r := range []rune(from) {
		of[r] = []rune(to)[i]
	}
	return of
}

// What words beside a letter tell of it.
var known = map[string]string{
	// Words of two letters, and others beside numbers and signs: no products.
	"no product": "If At No In On As To Of An " +
		"tr co wi Pr qp It Hi Lo if is of to or so at in by on an be as it no we do up " +
		"hi lo fl ln Eq Go go QP CI ok kB MB GB ms px vs SMO SVD SGD KKT exp max min sgn det mean",
	// Behind them a capital is a name: lecture H.
	"named": "lecture lectures part chapter appendix key option column",
	// Before them an a is a number, and no article.
	"verb": "and or is are has have times in by to of with from for below at does goes grows " +
		"then as on that which so if may",
	"ending": "nd th st rd", // of 2nd
}

var (
	// What is passed over or set at once: code, a mark of HTML, an entity,
	// signs that Unicode has lower or higher, what stands behind _ or ^, and
	// letters.
	piece = regexp.MustCompile(`(?s)<(?:` + kept + `)\b.*?</(?:` + kept + `)>|<[^>]*>|&\w+;|` +
		`[` + lowerSigns + `]+|[` + higherSigns + `]+|` +
		`[_^](?:\([^)<]*\)|\{[^}<]*\}|[a-zA-Z]\w*|½|⊥|\p{Greek})|[a-zA-Z]+|\p{Greek}`)
	ofBlock  = regexp.MustCompile(`^<(p|li|td|th|h\d|div|figcaption|summary|ol|ul|label)\b(.*)>$`)
	unset    = regexp.MustCompile(`class="?(note|test|next|contents|code|keys|of\b)`)
	short    = regexp.MustCompile(`^(\{[^}<]*\}|\p{Greek}|⊥|(?:[a-z]{1,3}|[A-Z]))$`) // behind _
	isMath   = regexp.MustCompile(`^[\s\x{a0}]?(=|≥|≤|&lt;|&gt;|[+−·∈⇒←∘≠≈|])`)
	wasMath  = regexp.MustCompile(`(=|≥|≤|&lt;|&gt;|[+−·∈⇒←∘≠≈|√])[\s\x{a0}]?$`)
	isUnit   = regexp.MustCompile(`\d[\s\x{a0}]$`)
	isVerb   = regexp.MustCompile(`^[\s\x{a0}]+(` + oneOf("verb") + `)\b`)
	isNamed  = regexp.MustCompile(`(?i)(^// |(` + oneOf("named") + `)[\s\x{a0}])(.{1,8}(,|and) )?$`)
	isItem   = regexp.MustCompile(`(<p>|[\s\x{a0}])\($`)
	isKey    = regexp.MustCompile(`(?i)\bkeys?[\s\x{a0}]$`)
	initial  = regexp.MustCompile(`^\.(-|\w|[\s\x{a0}]\p{Lu})`) // of a name
	unjoined = regexp.MustCompile(`([,>.]|and)[\s\x{a0}]?$|^$`)
	capitals = regexp.MustCompile(`^[A-Z]+[a-z]?$`)
	ofWord   = regexp.MustCompile(`(\p{L}\[|([a-zA-Z]|</a>)(&apos;|['’])|[.&@#-]|` +
		`\.html#.*|[a-f]\d{3,})$`)
	power  = regexp.MustCompile(`^[−+-]`) // of 1e−7
	inWord = regexp.MustCompile(`^([a-zA-Z0-9@]|\.[a-zA-Z])`)
)

// oneOf returns the pattern of a word of a list of known.
func oneOf(list string) string { return strings.ReplaceAll(known[list], " ", "|") }

// A mode says what a text is, of which letters are set.
type mode int

const (
	unsetText mode = iota // a note, or a list of contents
	prose
	aDisplay
)

// mathematics returns a page with its letters set, or only what is lower and
// higher if they are not to be italic. What is code keeps its characters.
func mathematics(text string, italic bool) string {
	var out strings.Builder
	last, in, depth := 0, unsetText, 0
	for _, at := range piece.FindAllStringIndex(text, -1) {
		s, before := text[at[0]:at[1]], text[max(0, at[0]-40):at[0]]
		after := text[at[1]:min(len(text), at[1]+40)]
		out.WriteString(text[last:at[0]])
		last = at[1]
		r, _ := utf8.DecodeRuneInString(s)
		switch {
		case r == '<':
			in, depth = enter(s, in, depth, italic)
		case r == '_' || r == '^':
			s = behind(s, before, in)
		case strings.ContainsRune(lowerSigns, r):
			plain := strings.Map(func(r rune) rune { return subscript[r] }, s)
			s = element("sub", variables(plain, in > 0))
		case strings.ContainsRune(higherSigns, r):
			plain := strings.Map(func(r rune) rune { return superscript[r] }, s)
			s = element("sup", variables(plain, in > 0 && !strings.Contains(plain, "T")))
		case r == 'Σ' && in == aDisplay:
			s = element("big", s)
		case r != '&' && in > 0 && isVariable(s, before, after, in == aDisplay):
			s = variables(s, true)
		}
		out.WriteString(s)
	}
	return out.String() + text[last:]
}

// enter returns what a text is behind a mark of HTML, and in how many elements
// of a display it stands.
func enter(tag string, in mode, depth int, italic bool) (mode, int) {
	switch m := ofBlock.FindStringSubmatch(tag); {
	case strings.Contains(tag, `"display math`):
		return aDisplay, 1
	case depth > 0 && strings.HasPrefix(tag, "<div"):
		return in, depth + 1
	case depth > 0 && tag == "</div>":
		return in, depth - 1
	case m == nil || depth > 0:
		return in, depth
	case !italic || m[1] == "div" || unset.MatchString(m[2]):
		return unsetText, 0
	}
	return prose, 0
}

// behind returns what stands behind _ lower, and behind ^ higher, if a letter
// or a number is before it and it is no name.
func behind(s, before string, in mode) string {
	inside := strings.Trim(s[1:], "{}")
	p, _ := utf8.DecodeLastRuneInString(before)
	if !unicode.IsLetter(p) && !unicode.IsDigit(p) && !strings.ContainsRune(")|>′", p) ||
		s[0] == '_' && !short.MatchString(s[1:]) || strings.HasSuffix(before, "Example") {
		return s
	}
	if s[0] == '^' {
		inside = strings.Trim(inside, "()")
	}
	if in > 0 {
		const begin = `<div class="display math">`
		inside = strings.TrimPrefix(mathematics(begin+inside, true), begin)
	}
	return element(map[byte]string{'_': "sub", '^': "sup"}[s[0]], inside)
}

// variables returns letters, italic if they are to be set and no capitals of
// Greek.
func variables(letters string, set bool) (out string) {
	for _, r := range letters {
		capital := unicode.Is(unicode.Greek, r) && unicode.IsUpper(r)
		out += either(set && unicode.IsLetter(r) && !capital, element("i", string(r)), string(r))
	}
	return out
}

// isVariable tells a letter, or letters that are multiplied, from a word, by
// what stands before and after.
func isVariable(s, before, after string, display bool) bool {
	b, _ := utf8.DecodeLastRuneInString(before)
	a, _ := utf8.DecodeRuneInString(after)
	greek := func(r rune) bool { return unicode.Is(unicode.Greek, r) }
	raised := strings.ContainsRune(lowerSigns+higherSigns+"‖⟨√′", a) || greek(a)
	follows := strings.ContainsRune(lowerSigns+higherSigns+"½¼⅛⅓⅔‖⟩√", b) || greek(b) ||
		unicode.IsDigit(b)
	beside := raised || follows || isMath.MatchString(after) || wasMath.MatchString(before)
	is := func(list string) bool { return strings.Contains(" "+known[list]+" ", " "+s+" ") }
	switch {
	case greek([]rune(s)[0]):
		return true
	case ofWord.MatchString(before), inWord.MatchString(after),
		b == '/' && !beside && unicode.IsLetter(a):
		return false
	case len(s) == 1:
		return isLetter(s, before, after, beside, display)
	case unicode.IsDigit(b) && is("ending") && !raised || is("no product"):
		return false
	case len(s) == 2:
		return display || beside || s == "yf"
	case len(s) <= 3 && display && strings.ToUpper(s) == s:
		return true
	}
	return len(s) <= 5 && (raised || follows) && capitals.MatchString(s) ||
		len(s) <= 4 && display && follows && strings.ToLower(s) == s
}

// isLetter tells a letter that stands for a number from an article, a unit and
// a name.
func isLetter(s, before, after string, beside, display bool) bool {
	a, b := after+" ", before[max(0, len(before)-1):]
	numbered := len(after) > 1 && after[0] == ' ' && after[1] >= '0' && after[1] <= '9'
	switch {
	case s == "e" && b >= "0" && b <= "9" && power.MatchString(after):
		return false
	case !display && isUnit.MatchString(before) && strings.Contains("smhgGMKWB", s):
		return false
	case s == "i" && a[0] == ')' && isItem.MatchString(before): // (i) to (ix)
		return false
	case isKey.MatchString(before), !display && strings.Contains("QA", s) && a[0] == ':':
		return false // a question, and its answer
	case strings.Contains("aAI", s) && !beside:
		joined := after != "" && strings.ContainsAny(a[:1], " \n-") ||
			!display && strings.HasPrefix(after, "\u00a0")
		return !joined || s != "I" && isVerb.MatchString(after)
	case s >= "a":
		return true
	}
	return !isNamed.MatchString(before) &&
		!(initial.MatchString(after) && unjoined.MatchString(before)) &&
		!(strings.Contains("CHSKP", s) && numbered) // of a lesson
}
