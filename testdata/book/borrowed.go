// SPDX-License-Identifier: MIT

package main

import (
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// This file keeps a promise of the package: where code borrows a name from
// another file, a comment says what it is, and whence.

// These say themselves, as do the idioms of "How this code is written": a
// check… returns an error, a want… panics, and numbers end at 10^…Exponent.
var saysItself = regexp.MustCompile(`^((check|want)[A-Z]\w*|(number|value)Exponent|panicOn|` +
	`rows|features|sum|mean|signs?|finite|inf|tiny|eps|ones|maxAbs|sumAbs|absolute|absDot|` +
	`padded|signed|squaredNorms?|scaled|scaleRow|divided|difference|cutRows|isLinear|hardMargin)$`)

// compareBorrowed fails where a passage uses a name of another file, unless one
// comment says the name and the file: a comment of the head, or of the section
// up to there. Fields come with their types, and exported names are in go doc.
func (b *book) compareBorrowed(info *types.Info) {
	var head, section []string // comments
	file, inHead, idioms := "", true, ""
	for _, in := range b.passages {
		if strings.HasSuffix(in.file, "_test.go") {
			return
		}
		if in.file != file {
			file, inHead, head = in.file, true, nil
		}
		if in.titles != nil {
			section = nil
		}
		says := strings.Join(remark.FindAllString(in.source, -1), "\n")
		if section = append(section, says); inHead {
			head, inHead = append(head, says), !strings.HasPrefix(in.code, "package ")
		}
		if _, after, ok := strings.Cut(says, "// # How this code is written\n"); ok {
			idioms, _, _ = strings.Cut(after, "\n// # ")
		}
		seen := []string{}
		for _, id := range in.identifiers {
			of, v := b.meant[id.Pos()], info.Uses[id]
			if of == nil || of.file == file || slices.Contains(seen, id.Name) || id.IsExported() {
				continue
			}
			if v, ok := v.(*types.Var); ok && v.IsField() {
				continue
			}
			seen = append(seen, id.Name)
			word := regexp.MustCompile(`\b` + id.Name + `\b`)
			said := func(comment string) bool {
				return word.MatchString(comment) && strings.Contains(comment, of.file)
			}
			if !saysItself.MatchString(id.Name) && !word.MatchString(idioms) &&
				!slices.ContainsFunc(head, said) && !slices.ContainsFunc(section, said) {
				b.fail("%v %s: %s from %s is not named in its comment, its section or its head",
					b.set.Position(id.Pos()), in.names[0].key, id.Name, of.file)
			}
		}
	}
}

var remark = regexp.MustCompile(`//.*`)
