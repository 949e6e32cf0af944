// SPDX-License-Identifier: MIT

package draw

import (
	"os"
	"regexp"
	"strings"
	"testing"
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
