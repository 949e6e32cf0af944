// SPDX-License-Identifier: MIT

package draw

import (
	"fmt"
	"math"
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

// More than 300 points have smaller marks, of two colours, and the more points,
// the smaller.
func TestMarksOfManyPointsAreSmall(t *testing.T) {
	for n, want := range map[int]string{
		300:  `class="thick" d="M191.0 175.0h8.0"`,
		301:  `class="fine down" d="M193.0 175.0h4.0"`,
		1000: `class="fine down" d="M193.4 175.0h3.2"`,
		5000: `class="fine down" d="M194.0 175.0h2.0"`,
	} {
		x, y := make([][]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = []float64{0, 0}, -1
		}
		picture := SVG("", func(p *Picture) {
			p.Panel("", "", "", -1, 1, -1, 1)
			p.Points(x, y, nil)
		})
		if !strings.Contains(picture, want) {
			t.Errorf("%d points: no mark is %s", n, want)
		}
	}
}

// The area where f is above a level is what a path goes around: by the formula
// of Gauss, with a hole that is taken off, and along the frame. The three are a
// half of the panel, a square on its corner, and what lies between two such
// squares. The lines of the levels end at the frame: none leads along it.
func TestAnAreaAboveALevelIsWhatItsPathSurrounds(t *testing.T) {
	far := func(x svm.Vector) float64 { return math.Abs(x[0]) + math.Abs(x[1]) }
	for _, c := range []struct {
		f    func(x svm.Vector) float64
		area float64 // of the whole, which is 4
	}{
		{func(x svm.Vector) float64 { return x[0] + x[1] }, 2},
		{func(x svm.Vector) float64 { return 0.5 - far(x) }, 0.5},
		{func(x svm.Vector) float64 { return 0.2 - math.Abs(far(x)-0.6) }, 2*0.64 - 2*0.16},
		{func(x svm.Vector) float64 { return 1 }, 4},
		{func(x svm.Vector) float64 { return -1 }, 0},
	} {
		p, area := &Picture{x: [2]float64{-1, 1}, y: [2]float64{-1, 1}}, 0.0
		for _, way := range p.around(0, c.f) {
			for k, b := range way[1:] {
				area += (way[k][0]*b[1] - way[k][1]*b[0]) / 2
			}
		}
		if math.Abs(area-c.area) > 2e-3 { // corners of the squares are cut
			t.Errorf("an area of %g, want %g", area, c.area)
		}
		path := p.outline(0, c.f, 'M')
		ends := regexp.MustCompile(`[ML][^ML]*`).FindAllString(path, -1)
		for k, end := range ends {
			var from, to [2]float64
			fmt.Sscan(ends[max(0, k-1)][1:], &from[0], &from[1])
			fmt.Sscan(end[1:], &to[0], &to[1])
			for axis, edges := range [][2]float64{{0, Side}, {35, 35 + Side}} {
				if end[0] == 'L' && from[axis] == to[axis] &&
					(to[axis] == edges[0] || to[axis] == edges[1]) {
					t.Errorf("a line leads along the frame, from %v to %v", from, to)
				}
			}
		}
	}
}

// As a height, f has a layer from each half on, to both sides, and −1, 0 and 1
// stand at their lines, where no point is near.
func TestAHeightHasBandsAndNamesItsLines(t *testing.T) {
	x, y := Moons(60, 5)
	m, err := svm.SMO(svm.Gaussian{Gamma: 1}, x, y, svm.Options{C: 10})
	if err != nil {
		t.Fatal(err)
	}
	drawn := func(height bool) (p *Picture, text string) {
		text = SVG("", func(made *Picture) {
			p = made
			p.Panel("", "", "", -3, 3, -3, 3)
			p.Machine(m, x, y, height)
		})
		return p, text
	}
	_, plain := drawn(false)
	p, text := drawn(true)
	for what, n := range map[string]int{`"plus high"`: 6, `"minus high"`: 6, `class="level"`: 3} {
		none, got := strings.Count(plain, what), strings.Count(text, what)
		if none != 0 || got != n {
			t.Errorf("%d of %s, want %d; without a height %d", got, what, n, none)
		}
	}
	marks := regexp.MustCompile(`class="level" x="(.*?)" y="(.*?)">(.*?)<`)
	for _, mark := range marks.FindAllStringSubmatch(text, -1) {
		var a, b, level float64
		fmt.Sscan(strings.ReplaceAll(strings.Join(mark[1:], " "), "−", "-"), &a, &b, &level)
		at := svm.Vector{-3 + 6*(a-p.left)/Side, -3 + 6*(35+Side-b+4)/Side}
		if f := m.Value(at); math.Abs(f-level) > 0.02 {
			t.Errorf("%g stands where f is %g", level, f)
		}
		for _, z := range x {
			if c, d := p.At(z[0], z[1]); math.Hypot(c-a, d-b+4) < 9 {
				t.Errorf("%g hides the point %v", level, z)
			}
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
