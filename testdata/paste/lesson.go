// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// This file runs all stories of a lesson as one program, which compiles once:
// before a class nobody wants to wait for ten.

// A shown story stands in a row of a lesson.
type shown struct{ minutes, name string }

var aStory = regexp.MustCompile(`\bExample\w*`)

// lessonOf returns the title of a lesson, such as H 4, and the stories that it
// shows, each once, in the order of its rows.
func lessonOf(lessons, lesson string) (title string, stories []shown, err error) {
	head := "Lecture " + strings.Replace(lesson, " ", ", ", 1) + ": "
	_, section, found := strings.Cut(lessons, "\n## "+head)
	if !found {
		const none = "testdata/lessons.md has no lesson %q, want one such as \"H 4\""
		return "", nil, fmt.Errorf(none, lesson)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	title, section, _ = strings.Cut(section, "\n")
	for _, row := range strings.Split(section, "\n") {
		cells := strings.Split(strings.Trim(row, "| "), " | ")
		if len(cells) != 5 {
			continue
		}
		for _, name := range aStory.FindAllString(cells[2], -1) {
			if !slices.ContainsFunc(stories, func(s shown) bool { return s.name == name }) {
				stories = append(stories, shown{cells[0], name})
			}
		}
	}
	return head + title, stories, nil
}

// together returns a program that runs the stories. What each prints begins
// with a form feed, and a line with its minutes and its name.
func together(text string, stories []shown) (string, error) {
	names, main := []string{}, "\nfunc main() {\n"
	for _, s := range stories {
		names = append(names, s.name)
		main += fmt.Sprintf("\tfmt.Println(%q)\n\t%s()\n", "\f"+s.minutes+" "+s.name, s.name)
	}
	program, err := paste(text, names, false)
	return program + main + "}\n", err
}

// give returns what the stories of a lesson print, or a page of it.
func give(dir, text, lesson string, asPage bool) (string, error) {
	lessons, err := os.ReadFile(filepath.Join(dir, "testdata/lessons.md"))
	if err != nil {
		return "", err
	}
	title, stories, err := lessonOf(string(lessons), lesson)
	if err != nil {
		return "", err
	}
	program, err := together(text, stories)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = runIn(dir, program, &out)
	if asPage {
		return page(title, out.String()), err
	}
	return title + "\n" + strings.ReplaceAll(out.String(), "\f", "\n"), err
}

// page returns what the stories print as a page for a room, where each unfolds.
func page(title, printed string) string {
	page := "<!doctype html><html lang=en><meta charset=utf-8><title>" + title + "</title>\n" +
		"<style>body { font: 1.5rem/1.5 sans-serif; margin: 1.5rem }\n" +
		"pre { font-size: 1.3rem; white-space: pre-wrap }</style>\n<h1>" + title + "</h1>\n"
	for _, story := range strings.Split(printed, "\f")[1:] {
		name, lines, _ := strings.Cut(story, "\n")
		page += "<details><summary>" + name + "</summary>\n<pre>" + html.EscapeString(lines) +
			"</pre></details>\n"
	}
	return page
}
