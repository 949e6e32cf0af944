// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"example.com/svm/testdata/scene"
)

// This file asks how a machine does on points that it has not seen. Each third
// of the points is held out once, as by svm.CrossValidate.

// A trial has a value of C or γ, and the shares of points that machines of two
// thirds have wrong: of their own points, and of those held out.
type trial struct{ At, Own, Held float64 }

const mostTried = 300 // points, since there are dozens of trainings

// trials returns a trial of the scene as it is, and others over C or γ. Values
// at which there is no machine are left out.
func trials(s scene.Scene, over string) (all []trial) {
	if len(s.X) < 6 || len(s.X) > mostTried {
		return nil
	}
	of, end := &s.C, 4.0 // the number that is tried, and the power of ten where it ends
	if over == "γ" {
		of, end = &s.Gamma, 2
	}
	at := []float64{*of}
	for power := -2.0; power <= end; power += 0.25 {
		at = append(at, math.Pow(10, power))
	}
	for _, v := range at {
		*of = v
		if r, ok := tried(s); ok {
			r.At = v
			all = append(all, r)
		}
	}
	return all
}

// tried holds out each third once. The points of a label go to the thirds in
// turn.
func tried(s scene.Scene) (r trial, ok bool) {
	var wrong, of [2]float64
	for third := range 3 {
		parts, seen := [2]scene.Scene{s, s}, map[float64]int{}
		for k := range parts {
			parts[k].X, parts[k].Y = nil, nil
		}
		for i, y := range s.Y {
			p := &parts[0]
			if seen[y]%3 == third {
				p = &parts[1]
			}
			seen[y]++
			p.X, p.Y = append(p.X, s.X[i]), append(p.Y, y)
		}
		t := newTrainer(parts[0])
		m, end, err := t.after(t.mostSteps() / 50)
		if err != nil || end == inseparable {
			return r, false
		}
		for k, p := range parts {
			for i, label := range m.PredictAll(p.X) {
				of[k]++
				if label != p.Y[i] {
					wrong[k]++
				}
			}
		}
	}
	return trial{Own: wrong[0] / of[0], Held: wrong[1] / of[1]}, true
}
