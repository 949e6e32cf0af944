// SPDX-License-Identifier: MIT

package main

import (
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// This file keeps a promise of the package: a section says whence the names
// come that its code uses and that stand in another file, or here behind the
// cut. It says so in lines set in by a tab at the end of its comment, one for
// each file. The lines of a head count for the whole file:
//
//	From linalg.go: dots, addRows, dot4 (a faster Dot).
//	From svm.go:    padded (appends zeros).
//	Later here:     onBounds (Rounding).
//
// Behind a name of another file may stand what it is, in brackets. In the line
// "Later here" the brackets have the section of the names before them.

// These say themselves, as do the idioms of "How this code is written".
var saysItself = regexp.MustCompile(
	`^(inf|eps|finite|sum|mean|ones|rows|signs?|absolute|maxAbs)$`)

// A whence says of a name in which file it stands, or in which section of the
// same file. It has to be true, and to be needed.
type whence struct {
	name, file, section string
	used                bool
}

var (
	statementOf = regexp.MustCompile(`\b(From ([a-z]+\.go)|Later here): +` +
		`((?:` + oneName + `(?:, | and )?)+)`)
	severalNames = regexp.MustCompile(oneName)
	remark       = regexp.MustCompile(`//.*`)
	setIn        = regexp.MustCompile(`(?m)^//\t.*`)
	fileMark     = regexp.MustCompile(`\w\S* \((linalg|kernel|svm|qp|smo|pegasos)\.go\)`)
)

const oneName = `(\w+(?:\.\w+)?)(?: \(([^()]*)\))?`

// whences returns what the lines of a comment say that are set in.
func whences(comment, file string) (all []*whence) {
	comment = strings.Join(setIn.FindAllString(comment, -1), " ")
	text := strings.Join(strings.Fields(strings.ReplaceAll(comment, "//", " ")), " ")
	for _, m := range statementOf.FindAllStringSubmatch(text, -1) {
		names := severalNames.FindAllStringSubmatch(m[3], -1)
		section := ""
		for i := len(names) - 1; i >= 0; i-- { // a section counts for the names before it
			w := &whence{name: names[i][1][strings.LastIndex(names[i][1], ".")+1:], file: m[2]}
			if m[2] == "" {
				if names[i][2] != "" {
					section = names[i][2]
				}
				w.file, w.section = file, section
			}
			all = append(all, w)
		}
	}
	return all
}

// compareBorrowed fails where code uses a name of another file, or from behind
// the cut, and no line says whence, and where a line says what is not so.
// Fields come with their types, and exported names are in go doc.
func (b *book) compareBorrowed(info *types.Info) {
	behind := map[*place]bool{} // the cut
	for _, c := range chapters {
		over := false
		for _, in := range b.passages {
			if in.file == c.file {
				is := func(p *place) bool { return p.key == quoted(c.cut) }
				over = over || slices.ContainsFunc(in.titles, is)
				for _, p := range in.names {
					behind[p] = over
				}
			}
		}
	}
	_, after, _ := strings.Cut(string(b.read("svm.go")), "\n// # How this code is written\n")
	idioms, _, _ := strings.Cut(after, "\n// # ")
	var forFile, forSection []*whence
	file, inHead, where := "", true, ""
	end := func(lines []*whence) { // of a section, or of a file
		for _, w := range lines {
			if !w.used {
				b.fail("%s: a line says %s of %s, which is not used there", where, w.name, w.file)
			}
		}
	}
	for _, in := range b.passages {
		if in.file != file || in.titles != nil {
			end(forSection)
			forSection, where = nil, in.file
			if in.titles != nil {
				where += " " + in.titles[len(in.titles)-1].key
			}
		}
		if in.file != file {
			where = file
			end(forFile)
			forFile, file, inHead = nil, in.file, true
		}
		if strings.HasSuffix(in.file, "_test.go") {
			return
		}
		says := strings.Join(remark.FindAllString(in.source, -1), "\n")
		said := whences(says, file)
		for _, w := range said {
			if w.section != "" && b.places[w.file+" "+quoted(w.section)+" "+w.name] == nil &&
				!b.inSection(w) {
				b.fail("%s: a line says that %s stands in %s", where, w.name, w.section)
			}
		}
		if inHead {
			forFile = append(forFile, said...)
			inHead = !strings.HasPrefix(in.code, "package ")
		} else {
			forSection = append(forSection, said...)
		}
		if m := fileMark.FindString(says); m != "" {
			b.fail("%s has %q, where one line of the section says whence", where, m)
		}
		seen := []string{}
		for _, id := range in.identifiers {
			of, v := b.meant[id.Pos()], info.Uses[id]
			if of == nil {
				continue
			}
			known := false
			for _, w := range slices.Concat(forFile, forSection) {
				if w.name == id.Name && w.file == of.file {
					w.used, known = true, true
				}
			}
			later := of.file == file && behind[of] && len(in.names) > 0 && !behind[in.names[0]]
			if known || of.file == file && !later || slices.Contains(seen, id.Name) ||
				id.IsExported() {
				continue
			}
			if v, ok := v.(*types.Var); ok && v.IsField() {
				continue
			}
			seen = append(seen, id.Name)
			word := regexp.MustCompile(`\b` + id.Name + `\b`)
			if saysItself.MatchString(id.Name) || word.MatchString(idioms) {
				continue
			}
			line := either(later, "Later here", "From "+of.file)
			b.fail("%v %s: %s from %s is not named in its comment, its section or its head (%s: …)",
				b.set.Position(id.Pos()), in.names[0].key, id.Name, of.file, line)
		}
	}
}

// inSection reports whether a method or a field of this name stands in the
// section.
func (b *book) inSection(w *whence) bool {
	for key := range b.places {
		if strings.HasPrefix(key, w.file+" "+quoted(w.section)+" ") &&
			strings.HasSuffix(key, "."+w.name) {
			return true
		}
	}
	return false
}
