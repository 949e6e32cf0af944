// SPDX-License-Identifier: MIT

// Package scene reads and writes the addresses of machine.html, a page of the
// book. What stands behind the # there is a scene: the points, the kernel, C,
// and what else the page shows, as in
//
//	four,linear,C=∞
//	linear,C=1;1,3,3;-1,0,1
//
// The page, and the book that checks what its texts cite, read them here.
package scene

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/svm/testdata/draw"
)

// A Scene is what the page is asked to show. The page has it as JSON, which has
// no infinity: the largest finite number stands for it.
type Scene struct {
	Data    string // the name of the points, "" if they are one's own
	X       [][]float64
	Y       []float64
	View    []float64 // left, bottom and side of the square that is seen
	Kernel  string    // linear, poly or gauss
	C       float64
	Gamma   float64 `json:"γ"`
	R       float64 `json:"r"`
	Degree  float64 `json:"degree"`
	Step    *int    `json:"step"`    // where to stop; nil is the end
	Mistake string  `json:"mistake"` // one of Mistakes, or none
	Plain   bool    `json:"plain"`   // whether plainSMO trains
	Big     bool    `json:"big"`     // whether a room looks on
	Height  bool    `json:"height"`  // whether f is shaded as a height
	Stage   string  `json:"stage"`   // one of Stages: how much is explained; "" is all
}

// Infinite stands for the C of the hard margin.
const Infinite = math.MaxFloat64

// Mistakes are those of "The certificate" in svm.go.
var Mistakes = []string{"sign", "β", "balance", "early"}

// Stages are those of the first hour: each shows what the one before it does,
// and what has been explained since. In the first, the reader draws a line, and
// sees only the points.
var Stages = []string{"draw", "street", "slack", "proof", "steps"}

// Limits keep a scene small enough to be trained while one looks on.
const (
	mostPoints = 5000
	mostPlain  = 300 // for plainSMO, which has a Gram matrix
)

const (
	kernels = "linear, poly, gauss"
	sets    = "four, xor, clouds, moons, noisy, ring, spirals"
)

// The numbers of a scene: for which kernels, what they may be, and the words
// that say so. An address has them in this order.
var numbers = []struct {
	name, kernels string
	of            func(s *Scene) *float64
	least, most   float64
	whole         bool
	want          string
}{
	{"C", kernels, func(s *Scene) *float64 { return &s.C }, tiny, Infinite, false,
		"a number above 0, or ∞: slack has to cost something"},
	{"γ", "poly, gauss", func(s *Scene) *float64 { return &s.Gamma }, tiny, 1e308, false,
		"a number above 0"},
	{"r", "poly", func(s *Scene) *float64 { return &s.R }, 0, 1e308, false, "a number from 0 on"},
	{"degree", "poly", func(s *Scene) *float64 { return &s.Degree }, 1, 10, true,
		"a whole number from 1 to 10"},
}

const tiny = math.SmallestNonzeroFloat64

func isOneOf(list, word string) bool { return slices.Contains(strings.Split(list, ", "), word) }

// Read returns the scene of an address: words, and behind them points of one's
// own. A line of points may also be one of LIBSVM's.
func Read(address string) (Scene, error) {
	s := Scene{Kernel: "linear", C: 1, Gamma: 1, R: 1, Degree: 2}
	words, points, _ := strings.Cut(address, ";")
	if rest, ok := strings.CutSuffix(points, ",big"); ok { // where one writes it
		s.Big, points = true, rest
	}
	for _, word := range strings.Split(words, ",") {
		if err := s.readWord(word); err != nil {
			return s, fmt.Errorf("%s: want %w", word, err)
		}
	}
	if s.Data != "" && points != "" {
		return s, fmt.Errorf("%s has points already: want it, or points of your own", s.Data)
	}
	return s, cmp.Or(s.ReadPoints(points), s.Complete())
}

// readWord reads a word. The error says what is wanted in its place.
func (s *Scene) readWord(word string) error {
	name, value, isNumber := strings.Cut(word, "=")
	v, err := strconv.ParseFloat(strings.Replace(value, "∞", "Inf", 1), 64)
	v = min(v, Infinite)
	whole := err == nil && v == math.Trunc(v)
	for _, n := range numbers {
		if isNumber && n.name == strings.Replace(name, "gamma", "γ", 1) {
			if *n.of(s) = v; err != nil || !(v >= n.least && v <= n.most) || n.whole && !whole {
				return errors.New(n.want)
			}
			return nil
		}
	}
	oneOf := func(words []string) error {
		if slices.Contains(words, value) {
			return nil
		}
		return errors.New(strings.Join(words, ", "))
	}
	switch {
	case isOneOf(sets, word):
		s.Data = word
	case isOneOf(kernels, word):
		s.Kernel = word
	case word == "plain":
		s.Plain = true
	case word == "big":
		s.Big = true
	case word == "height":
		s.Height = true
	case !isNumber:
		return errors.New("points (" + sets + "), a kernel (" + kernels + "), plain, height or big")
	case name == "step":
		if !whole || v < 0 || v > 1e8 {
			return errors.New("a whole number from 0 on")
		}
		step := int(v)
		s.Step = &step
	case name == "mistake":
		s.Mistake = value
		return oneOf(Mistakes)
	case name == "stage":
		s.Stage = value
		return oneOf(Stages)
	case name == "view":
		return s.readView(value)
	default:
		return errors.New("C, γ, r, degree, step, mistake, stage or view")
	}
	return nil
}

// readView reads the left, the bottom and the side of a square. Its numbers are
// not so far from 0 that the points in it have no digits left.
func (s *Scene) readView(value string) error {
	for _, part := range strings.Split(value, ":") {
		v, err := strconv.ParseFloat(part, 64)
		if !(math.Abs(v) <= 1e50) || err != nil {
			s.View = nil
			break
		}
		s.View = append(s.View, v)
	}
	if v := s.View; len(v) != 3 || !(v[2] > 1e-50) ||
		max(math.Abs(v[0]), math.Abs(v[1])) > 1e6*v[2] {
		return errors.New("the left, the bottom and the side of a square, as in view=-3:-3:6")
	}
	return nil
}

// ReadPoints appends points, between which stands a line's end or a semicolon.
func (s *Scene) ReadPoints(text string) error {
	end := func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }
	for _, line := range strings.FieldsFunc(text, end) {
		var p []float64
		for k, word := range strings.Fields(strings.ReplaceAll(line, ",", " ")) {
			v, err := strconv.ParseFloat(strings.TrimPrefix(word, fmt.Sprintf("%d:", k)), 64)
			switch {
			case math.Abs(v) > 1e50:
				return fmt.Errorf("%s: want coordinates of at most 1e50 in size", line)
			case err != nil || math.IsNaN(v):
				return fmt.Errorf("%s: want a label and two coordinates", line)
			}
			p = append(p, v)
		}
		switch {
		case len(p) == 0: // an empty line
		case len(p) != 3:
			return fmt.Errorf("%s: want a label and two coordinates", line)
		case math.Abs(p[0]) != 1:
			return fmt.Errorf("%s: want the label 1 or -1", line)
		default:
			s.Y, s.X = append(s.Y, p[0]), append(s.X, p[1:])
		}
	}
	return nil
}

// Complete puts the named points into the scene, and chooses what is seen of
// it.
func (s *Scene) Complete() error {
	switch s.Data {
	case "four":
		s.X, s.Y = [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	case "xor":
		s.X, s.Y = [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, []float64{-1, -1, 1, 1}
	case "clouds":
		s.X, s.Y = draw.TwoClouds(40, 3)
	case "moons":
		s.X, s.Y = draw.Moons(60, 5)
	case "noisy":
		s.X, s.Y = draw.NoisyMoons(100, 2)
	case "ring":
		s.X, s.Y = draw.Ring(60)
	case "spirals":
		s.X, s.Y = draw.Spirals(60)
	}
	if n := len(s.X); n > mostPoints || s.Plain && n > mostPlain {
		const want = "%d points: want at most %d, with plain %d"
		return fmt.Errorf(want, n, mostPoints, mostPlain)
	}
	if len(s.View) != 3 {
		s.Look()
	}
	return nil
}

// Look chooses what is seen: the points of the scene, and more.
func (s *Scene) Look(more ...[]float64) {
	s.View = []float64{-3, -3, 6}
	if all := slices.Concat(append(more, s.X...)...); len(all) > 0 {
		low, high := slices.Min(all), slices.Max(all)
		room := cmp.Or((high-low)/8, max(1, math.Abs(low)/1e6))
		s.View = []float64{low - room, low - room, high - low + 2*room}
	}
}

// Address writes what Read reads.
func (s *Scene) Address() string {
	number := func(v float64) string {
		if v == Infinite {
			return "∞"
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	var words []string
	add := func(is bool, word string) {
		if is {
			words = append(words, word)
		}
	}
	add(s.Data != "", s.Data)
	add(true, s.Kernel)
	for _, n := range numbers {
		add(isOneOf(n.kernels, s.Kernel), n.name+"="+number(*n.of(s)))
	}
	if s.Step != nil {
		add(true, fmt.Sprintf("step=%d", *s.Step))
	}
	add(s.Mistake != "", "mistake="+s.Mistake)
	add(s.Stage != "", "stage="+s.Stage)
	add(s.Plain, "plain")
	add(s.Height, "height")
	add(s.Big, "big")
	if s.Data != "" {
		return strings.Join(words, ",")
	}
	v := s.View
	add(true, "view="+number(v[0])+":"+number(v[1])+":"+number(v[2]))
	text := strings.Join(words, ",")
	for i, x := range s.X {
		text += ";" + number(s.Y[i]) + "," + number(x[0]) + "," + number(x[1])
	}
	return text
}
