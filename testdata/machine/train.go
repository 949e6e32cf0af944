// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"example.com/svm"
	"example.com/svm/testdata/draw"
)

// This file trains the machine of a scene, and puts into words and pictures
// what came out.

var now = time.Now // a test has a clock of its own

// train trains the machine, for at most a second, and tells what the page
// shows.
func (s *trainedScene) train() error {
	if !(s.C > 0) { // for Options 0 means 1
		return fmt.Errorf("svm: C = %g, want C > 0", s.C)
	}
	start, o := now(), svm.Options{C: s.C, Tol: 1e-8}
	if s.C == math.MaxFloat64 {
		o.C = math.Inf(1)
	}
	k := map[string]svm.Kernel[svm.Vector]{
		"linear": svm.Linear{}, "gauss": svm.Gaussian{Gamma: s.Gamma},
		"poly": svm.Polynomial{Degree: s.Degree, Gamma: s.Gamma, R: s.R},
	}[s.Kernel]
	s.Code = fmt.Sprintf("svm.SMO(%#v, x, y, svm.Options{C: %g, Tol: %g})", k, o.C, o.Tol)
	o.Trace = func(svm.Progress) bool { return now().Sub(start) < time.Second }
	after := func(steps int) (*svm.Model[svm.Vector], error) {
		if o.MaxIter = steps; steps == 0 { // here no step, and not the default
			return svm.NewModel(k, s.X, s.Y, make([]float64, len(s.X)), 0, o)
		}
		return svm.SMO(k, s.X, s.Y, o)
	}
	end := 100_000_000
	if s.Step != nil {
		end = *s.Step
	}
	m, err := after(end)
	if m == nil {
		return err
	}
	// On slides b is the bias.
	letters := strings.NewReplacer("a·b", "x·z", "a-b", "x−z", "+Inf", "∞")
	c, title := m.Certificate, letters.Replace(fmt.Sprintf("%v, C = %g", k, o.C))
	s.Certificate, s.Alpha = c.String(), m.Alpha
	s.Told = fmt.Sprintf("Step %d: m = %.4g, M = %.4g, m − M = %.3g",
		m.Iterations, c.BLow, c.BHigh, c.Violation())
	bound := math.Inf(-1) // for C = ∞ dual values may fall: see svm.Progress
	row := func(t int, c svm.Certificate) []float64 {
		bound = max(bound, c.Dual)
		return []float64{float64(t), min(c.Primal, math.MaxFloat64), bound}
	}
	for t := 0; s.Walk && t < m.Iterations && now().Sub(start) < time.Second; t += 1 + t/50 {
		at, err := after(t)
		if at == nil || errors.Is(err, svm.ErrNotSeparable) || errors.Is(err, svm.ErrStopped) {
			break // what the clock has stopped is no row for t steps
		}
		s.Path = append(s.Path, row(t, at.Certificate))
	}
	if errors.Is(err, svm.ErrNotSeparable) {
		s.unseparated(title, m)
		return err
	}
	s.Path = append(s.Path, row(m.Iterations, c))
	right := 0
	for i, label := range m.PredictAll(s.X) {
		if label == s.Y[i] {
			right++
		}
	}
	s.Facts = fmt.Sprintf("%.3g %% accuracy (%d of %d)\n%d support vectors: %d free, %d at C",
		100*float64(right)/float64(len(s.X)), right, len(s.X), len(m.Points), c.Free, c.Bound)
	if h, err := svm.LinearHyperplane(&m.Expansion); err == nil && len(h.W) > 0 {
		s.Facts += fmt.Sprintf("\nw = %.4g, b = %.4g, 1/‖w‖ = %.4g", h.W, h.B, 1/svm.Norm(h.W))
	}
	if s.Step != nil && m.Iterations > 0 {
		before, _ := after(m.Iterations - 1)
		s.move(before, m)
	}
	s.draw(title, func(p *draw.Picture) {
		p.Machine(m, s.X, s.Y)
		p.Slacks(m, s.X, s.Y, s.View[2]/draw.Cells)
		for _, i := range s.Moved {
			a, b := p.At(s.X[i][0], s.X[i][1])
			p.Add(`<circle cx="%.1f" cy="%.1f" r="11" stroke-width="2"/>`, a, b)
		}
		if len(s.Moved) == 2 {
			p.Line("dashed", s.X[s.Moved[0]], s.X[s.Moved[1]])
		}
	})
	return err
}

// unseparated shows the points by which no machine separates the classes.
func (s *trainedScene) unseparated(title string, m *svm.Model[svm.Vector]) {
	const proof = "%d points prove it: φ has the same mean, by α, in both classes"
	s.Facts = fmt.Sprintf(proof, len(m.Points))
	means := map[float64]svm.Vector{} // of each class
	if s.Kernel == "linear" {         // where φ(x) = x
		means[1], means[-1] = svm.Vector{0, 0}, svm.Vector{0, 0}
		for j, i := range m.Index {
			mean, x := means[s.Y[i]], m.Points[j]
			mean[0], mean[1] = mean[0]+m.Alpha[i]*x[0], mean[1]+m.Alpha[i]*x[1]
		}
		s.Facts += fmt.Sprintf(": %.4f and %.4f", means[1], means[-1])
	}
	s.draw(title, func(p *draw.Picture) {
		for j, i := range m.Index {
			if mean := means[s.Y[i]]; mean != nil {
				p.Line("dashed", m.Points[j], mean)
			}
		}
		p.Points(s.X, s.Y, m.Support)
	})
}

// move tells which α the step to m has moved.
func (s *trainedScene) move(before, m *svm.Model[svm.Vector]) {
	for i := range s.X {
		if before != nil && m.Alpha[i] != before.Alpha[i] {
			s.Moved = append(s.Moved, i)
		}
	}
	if len(s.Moved) != 2 {
		s.Told += fmt.Sprintf("; a pair, then %d α at once", len(s.Moved))
		return
	}
	for _, i := range s.Moved {
		const told = "; α of point %d from %.4g to %.4g"
		s.Told += fmt.Sprintf(told, i+1, before.Alpha[i], m.Alpha[i])
	}
}

// draw draws a panel of what is seen, and in it what inside draws.
func (s *trainedScene) draw(title string, inside func(p *draw.Picture)) {
	x, y, side := s.View[0], s.View[1], s.View[2]
	s.Picture = draw.SVG(title, func(p *draw.Picture) {
		p.Panel(title, "x₁", "x₂", x, x+side, y, y+side)
		inside(p)
	})
}
