// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"example.com/svm/testdata/draw"
)

func TestMain(m *testing.M) {
	check(os.Chdir("../..")) // as main does
	os.Exit(m.Run())
}

const remedy = "go generate ./testdata/figures ./testdata/machine writes it"

// Each figure is drawn again. The text of its file must be the same.
// Coordinates must agree to a tenth of a pixel, or to a pixel if both are whole
// ones: the last digit of an iterate differs between processors.
func TestFiguresAreWhatIsDrawn(t *testing.T) {
	number := regexp.MustCompile(`-?[0-9]+\.[0-9]`)
	for _, f := range figures {
		drawn := draw.SVG(f.title, f.paint)
		text := string(must(os.ReadFile(filepath.Join("testdata", f.file))))
		if number.ReplaceAllString(drawn, "#") != number.ReplaceAllString(text, "#") {
			t.Errorf("%s: other text than is drawn; %s", f.file, remedy)
			continue
		}
		old := number.FindAllString(text, -1)
		for i, s := range number.FindAllString(drawn, -1) {
			a, b := must(strconv.ParseFloat(s, 64)), must(strconv.ParseFloat(old[i], 64))
			limit := 0.1
			if a == math.Round(a) && b == math.Round(b) {
				limit = 1
			}
			if !(math.Abs(a-b) <= limit+1e-9) {
				t.Errorf("%s: number %d is %s, drawn %s; %s", f.file, i, old[i], s, remedy)
				break
			}
		}
	}
}
