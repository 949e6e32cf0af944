// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"example.com/svm"
	"example.com/svm/testdata/scene"
)

// This file trains. No clock ends a search, but its steps are counted, so that
// a scene is the same on any computer.

type model = svm.Model[svm.Vector]

// A trainer trains one scene, by SMO or by plainSMO.
type trainer struct {
	x    [][]float64
	y    []float64
	k    svm.Kernel[svm.Vector]
	o    svm.Options
	gram [][]float64 // for plainSMO
}

func newTrainer(s scene.Scene) *trainer {
	t := &trainer{x: s.X, y: s.Y, o: svm.Options{C: s.C, Tol: 1e-8}}
	if s.C == scene.Infinite {
		t.o.C = math.Inf(1)
	}
	switch s.Kernel {
	case "gauss":
		t.k = svm.Gaussian{Gamma: s.Gamma}
	case "poly":
		t.k = svm.Polynomial{Degree: int(s.Degree), Gamma: s.Gamma, R: s.R}
	default:
		t.k = svm.Linear{}
	}
	if s.Plain {
		t.gram = plainGram(t.k.Eval, vectors(s.X))
	}
	return t
}

func vectors(x [][]float64) (v []svm.Vector) {
	for _, p := range x {
		v = append(v, p)
	}
	return v
}

// code returns the call that trains, as a program has it.
func (t *trainer) code() string {
	c := strings.Replace(fmt.Sprint(t.o.C), "+Inf", "math.Inf(1)", 1)
	if t.gram != nil {
		return fmt.Sprintf("plainSMO(gram, y, %s, %g, 1e6)", c, t.o.Tol)
	}
	return fmt.Sprintf("svm.SMO(%#v, x, y, svm.Options{C: %s, Tol: %g})", t.k, c, t.o.Tol)
}

// title names the machine above its picture.
func (t *trainer) title() string {
	title := "Linear"
	switch k := t.k.(type) {
	case svm.Gaussian:
		title = fmt.Sprintf("Gaussian, γ = %g", k.Gamma)
	case svm.Polynomial:
		title = fmt.Sprintf("Polynomial, degree %d", k.Degree)
	}
	return title + strings.Replace(fmt.Sprintf(", C = %g", t.o.C), "+Inf", "∞", 1)
}

// Where a search has ended.
type ending int

const (
	optimal     ending = iota
	underway           // at the step that was asked for
	given              // after mostSteps
	inseparable        // with the proof that the points are
)

// A step changes a number for each point. So many changes are allowed to a
// search, and as many to all searches of a path; plainSMO, which makes many
// small steps, has a fifth.
const work = 20_000_000

// mostSteps bounds the steps of a search.
func (t *trainer) mostSteps() int {
	most := work / len(t.x)
	if t.gram != nil {
		most /= 5
	}
	return most
}

// after returns the machine after so many steps, or fewer if it ends before.
func (t *trainer) after(steps int) (m *model, end ending, err error) {
	o := t.o
	o.MaxIter = steps
	switch {
	case t.gram != nil:
		alpha, b, done, failed := plainSMO(t.gram, t.y, o.C, o.Tol, steps)
		if alpha == nil {
			return nil, 0, failed
		}
		if m, err = svm.NewModel(t.k, t.x, t.y, alpha, b, o); err == nil {
			m.Iterations, err = done, nil
		}
		if failed != nil {
			end = underway
		}
		return m, end, err
	case steps == 0: // for Options, 0 is the default
		m, err = svm.NewModel(t.k, t.x, t.y, make([]float64, len(t.x)), 0, o)
		return m, underway, err
	}
	m, err = svm.SMO(t.k, t.x, t.y, o)
	switch {
	case errors.Is(err, svm.ErrNotSeparable):
		return m, inseparable, nil
	case errors.Is(err, svm.ErrNotConverged) && m != nil:
		return m, underway, nil
	}
	return m, optimal, err
}

// train returns the machine after the step that is asked for, or at the end.
func (t *trainer) train(step *int) (m *model, end ending, err error) {
	most := t.mostSteps()
	if step != nil {
		most = min(most, *step)
	}
	m, end, err = t.after(most)
	if end == underway && step == nil {
		end = given
	}
	return m, end, err
}

// stops returns the steps of a path to the given one: nearly all of them, or as
// many as the work allows. That of t steps is about (t + n)n for n points.
func stops(last, n int) (at []int) {
	for _, dense := range []int{50, 20, 10, 5, 2, 1} {
		at = nil
		done := 0
		for t := 0; t < last; t += 1 + t/dense {
			at = append(at, t)
			done += (t + n) * n
		}
		if done <= work {
			return at
		}
	}
	return nil // such a path would be no path
}

// path returns the values on the way to a machine. For C = ∞ dual values may
// fall, see svm.Progress; the row has the largest so far, a bound like each.
func (t *trainer) path(m *model) (path []row) {
	best := math.Inf(-1)
	add := func(step int, c svm.Certificate) {
		best = max(best, c.Dual)
		path = append(path, row{step, finite(c.Primal), best})
	}
	for _, step := range stops(m.Iterations, len(t.x)) {
		at, end, err := t.after(step)
		if err != nil || end == inseparable {
			break
		}
		add(step, at.Certificate)
	}
	add(m.Iterations, m.Certificate)
	return path
}
