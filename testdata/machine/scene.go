// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"example.com/svm/testdata/draw"
)

// This file has what the page asks for, and what it gets.

// number stands for it.
type scene struct {
	Data   string // the name of the points, "" if they are one's own
	X      [][]float64
	Y      []float64
	View   []float64 // left, bottom and side of the square that is seen
	Kernel string    // linear, poly or gauss
	C      float64
	Gamma  float64 `json:"γ"`
	R      float64 `json:"r"`
	Degree int     `json:"degree"`
	Step   *int    `json:"step"` // where to stop; nil is the end
	Walk   bool    // whether Path is wanted
}

// A trainedScene is what the page shows.
type trainedScene struct {
	scene
	Picture, Facts, Error, Certificate string
	Code, Told                         string    // the call that trains, and its last step
	Alpha                              []float64 // of each point
	Moved                              []int     // the points whose α the last step has moved
	// Path has a row for each of some steps: the primal and the dual value
	// after it.
	Path [][]float64
}

// browse answers a scene with the same scene and its machine, both as JSON.
func browse(request string) (answer string) {
	s := trainedScene{}
	err := cmp.Or(json.Unmarshal([]byte(request), &s.scene), s.place())
	if err == nil {
		err = s.train()
	}
	if err != nil {
		s.Error = err.Error()
	}
	if s.Picture == "" {
		s.draw("no machine", func(p *draw.Picture) { p.Points(s.X, s.Y, nil) })
	}
	text, err := json.Marshal(s)
	if err != nil { // some number is NaN
		return fmt.Sprintf(`{"Error": %q}`, err)
	}
	return string(text)
}

// place puts the named points into the scene, and chooses what is seen of it.
func (s *scene) place() (err error) {
	switch s.Data {
	case "":
	case "four":
		s.X, s.Y = [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
	case "xor":
		s.X, s.Y = [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, []float64{-1, -1, 1, 1}
	case "clouds":
		s.X, s.Y = draw.TwoClouds(40, 3)
	case "moons":
		s.X, s.Y = draw.Moons(60, 5)
	case "ring":
		s.X, s.Y = draw.Ring(60)
	case "spirals":
		s.X, s.Y = draw.Spirals(60)
	default:
		const want = "svm: points %q, want four, xor, clouds, moons, ring or spirals"
		err = fmt.Errorf(want, s.Data)
	}
	if len(s.View) == 3 {
		return err
	}
	s.View = []float64{-3, -3, 6}
	if all := slices.Concat(s.X...); len(all) > 0 {
		low, high := slices.Min(all), slices.Max(all)
		room := cmp.Or((high-low)/8, max(1, math.Abs(low)/1e6))
		s.View = []float64{low - room, low - room, high - low + 2*room}
	}
	return err
}
