// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/svm"
	"example.com/svm/testdata/draw"
	"example.com/svm/testdata/scene"
)

// This file has what the page asks for, and what it gets.

// A request has a scene, or what becomes one.
type request struct {
	scene.Scene
	Read string  // an address to read, if there is one
	Text *string // points to read, in place of those of the scene
	Walk bool    // whether Path is wanted
	Fit  bool    // whether more may be seen than before
	Over string  // C or γ, if only Trials over it are wanted

	Alpha []float64   // in place of those that training finds
	Lift  *[2]float64 // the angles at which the lifted ring is seen, if only that is wanted
}

// An answer is what the page shows. If the scene cannot be shown, there is only
// the error.
type answer struct {
	scene.Scene
	Address     string // of the scene
	Picture     string
	Facts       []string
	Primal      float64 // of the certificate, as in a row
	Dual        float64
	Gap         float64 // 0 but for rounding is 0
	Certificate string
	Code, Told  string     // the call that trains, and its last step
	Points      [][]string // for each point its words
	Alpha       []float64
	Top         float64   // what the bars of the α are drawn against
	Plane       []float64 // w and b of a line
	Moved       []int     // the points whose α the last step has moved
	Pair        *pair     // the last step, if it has moved two
	Lines       []line    // what the last step of plainSMO did
	Path        []row     // values after some of the steps
	Trials      []trial   // errors of machines that have not seen all points
	Error       string
	open        []svm.Hyperplane // if b is open: f = 0 for both ends of its interval, and f = ±1
}

// A row has the values after a number of steps.
type row struct {
	Step         int
	Primal, Dual float64 // the primal value may be scene.Infinite
}

// browse answers a request. Both are JSON.
func browse(text string) string {
	var q request
	err := json.Unmarshal([]byte(text), &q)
	q.Fit = q.Fit || len(q.View) == 0 && !strings.Contains(q.Read, "view=")
	if err == nil && q.Read != "" {
		q.Scene, err = scene.Read(q.Read)
	}
	if err == nil && q.Text != nil {
		q.Data, q.X, q.Y, q.View = "", nil, nil, nil
		err = q.ReadPoints(*q.Text)
	}
	a := &answer{}
	if q.Lift != nil {
		lifted := func(p *draw.Picture) { p.Lifted(q.Lift[0], q.Lift[1]) }
		a.Picture = draw.SVG("The ring, lifted", lifted)
	} else if err = cmp.Or(err, q.Complete()); err == nil && q.Over != "" {
		a.Trials = trials(q.Scene, q.Over)
	} else if err == nil {
		a, err = show(q)
	}
	if err != nil {
		a = &answer{Error: err.Error()}
	}
	out, err := json.Marshal(a)
	if err != nil { // some number is NaN
		return fmt.Sprintf(`{"Error": %q}`, err)
	}
	return string(out)
}

// show trains the machine of a scene, and returns what the page shows.
func show(q request) (*answer, error) {
	s := q.Scene
	a := &answer{Scene: s, Address: s.Address()}
	if !slices.Contains(s.Y, 1) || !slices.Contains(s.Y, -1) {
		a.Facts = []string{"Put points of both kinds here, +1 and −1."}
		a.draw("", func(p *draw.Picture) { invite(p, s) })
		return a, nil
	}
	if s.Stage == "draw" {
		const title = "Where would you draw the line?"
		a.Facts = []string{}
		a.draw(title, func(p *draw.Picture) { p.Points(s.X, s.Y, nil) })
		return a, nil
	}
	t := newTrainer(s)
	a.Code = t.code()
	m, end, err := t.train(s.Step)
	if err != nil {
		return nil, err
	}
	if end == inseparable {
		a.unseparated(t.title(), m)
		return a, nil
	}
	if q.Walk {
		a.Path = t.path(m)
	}
	before := (*model)(nil)
	if s.Step != nil && m.Iterations > 0 {
		if before, _, err = t.after(m.Iterations - 1); err != nil {
			return nil, err
		}
	}
	switch {
	case q.Alpha != nil:
		m, err = t.between(q.Alpha)
	case s.Mistake != "" && s.Step == nil:
		m, err = t.spoiled(m, s.Mistake)
	}
	if err != nil {
		return nil, err
	}
	if a.tell(m, before, end); q.Fit {
		a.widen()
	}
	a.Pair = pairOf(a, before, m)
	a.Lines = t.lines(a.Pair, before, m)
	a.machine(t.title(), m)
	return a, nil
}

// finite returns v, or what stands for infinity in JSON.
func finite(v float64) float64 { return min(v, math.MaxFloat64) }
