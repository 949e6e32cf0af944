// SPDX-License-Identifier: MIT

package draw

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"example.com/svm"
)

// The points of pictures are those of the stories, function by function.
func TestPointsAreThoseOfTheStories(t *testing.T) {
	stories, err := os.ReadFile("../../example_test.go")
	if err != nil {
		t.Skip("a copy of this folder has no stories beside it")
	}
	points, err := os.ReadFile("points.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"twoClouds", "moons", "ring"} {
		exported := strings.ToUpper(name[:1]) + name[1:]
		body := regexp.MustCompile(`(?ms)^func (?:` + name + "|" + exported + `)(\(.*?^})`)
		a, b := body.FindSubmatch(stories), body.FindSubmatch(points)
		if a == nil || b == nil || string(a[1]) != string(b[1]) {
			t.Errorf("%s differs from %s of example_test.go", exported, name)
		}
	}
}

// Where two lines cross at a corner of the grid, as f = xy does in the middle
// of the panel, both go through the corner. Of the four squares around it, two
// have a negative f, and each draws two of the four arms.
func TestLinesThatCrossAtACornerGoThroughIt(t *testing.T) {
	picture := SVG("", func(p *Picture) {
		p.Panel("", "", "", -1, 1, -1, 1)
		p.Contour("thick", 0, func(x svm.Vector) float64 { return x[0] * x[1] })
	})
	if n := strings.Count(picture, "L195.0 175.0L"); n != 2 {
		t.Errorf("%d squares draw arms through the middle, want 2", n)
	}
}
