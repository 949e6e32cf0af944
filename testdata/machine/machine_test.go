// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

// What is right for the four points, for XOR, and for two points at the bound
// is found by hand. The gap is Σ αᵢ(yᵢf(xᵢ) − 1 + ξᵢ) + Σ (C − αᵢ)ξᵢ. With a b
// between M and m, yᵢf(xᵢ) misses its bound by at most m − M ≤ 2·Tol, where Tol
// is 10⁻⁸. So the gap is at most 2nC·Tol. Each step gains, and the dual value
// grows. For C = ∞ that of a machine may fall, and the largest so far is drawn,
// which bounds the primal values too. A scene without a machine says why.
func TestScenesOfTheBrowserAreOptimalOrSayWhy(t *testing.T) {
	for _, c := range []struct {
		request, facts, wrong string
		primal                float64 // 0 if it is not known
	}{
		{`"Data":"four","Kernel":"linear","C":1e9`,
			"2 free, 0 at C\nw = [0.5 0.5], b = -2, 1/‖w‖ = 1.414", "", 0.25},
		{`"Data":"xor","Kernel":"poly","degree":2,"γ":1,"r":1,"C":9`, "4 free", "", 0.25},
		{`"X":[[1,1],[3,1]],"Y":[1,-1],"Kernel":"linear","C":0.25`, "2 at C", "", 0.375},
		{`"Data":"clouds","Kernel":"linear","C":1`, "95 % accuracy (38 of 40)\n9 sup", "", 0},
		{`"Data":"moons","Kernel":"gauss","γ":60,"C":10`, "59 support vectors", "", 0},
		{`"Data":"spirals","Kernel":"gauss","γ":3,"C":100`, "50 support vectors", "", 0},
		{`"Data":"ring","Kernel":"gauss","γ":3,"C":10,"step":0`, "0 support vectors", "", 600},
		{`"Data":"ring","Kernel":"gauss","γ":3,"C":10,"step":1`, "2 sup", "after 1 steps", 0},
		{`"Data":"clouds","Kernel":"linear","C":1.7976931348623157e308`,
			"6 points prove it", "not separable", 0},
		{`"Data":"moon"`, "", `points "moon", want four`, 0},
		{`"Data":"ring","Kernel":"gauss","γ":-1,"C":1`, "", "Gamma = -1", 0},
		{`"Data":"four","Kernel":"linear","C":0`, "", "C = 0, want C > 0", 0},
		{`"Data":"four","Kernel":"linear"`, "", "C = 0, want C > 0", 0},
		{`"X":[],"Y":[],"Kernel":"linear","C":1`, "", "no points", 0},
	} {
		var s trainedScene
		if err := json.Unmarshal([]byte(browse(`{"Walk":true,`+c.request+`}`)), &s); err != nil {
			t.Fatal(c.request, err)
		}
		if (s.Error == "") != (c.wrong == "") || !strings.Contains(s.Error, c.wrong) ||
			!strings.Contains(s.Facts, c.facts) || !strings.Contains(s.Picture, "</svg>") {
			t.Errorf("%s: error %q, want %q; %q, want %q",
				c.request, s.Error, c.wrong, s.Facts, c.facts)
		}
		before := math.Inf(-1)
		for i, row := range s.Path {
			primal, dual, limit := row[1], row[2], math.Inf(1)
			if i == len(s.Path)-1 && s.Step == nil && c.wrong == "" {
				limit = 2e-8 * s.C * float64(len(s.X))
			}
			if known := i == len(s.Path)-1 && c.primal != 0; !(dual >= before-1e-9) ||
				!(primal-dual >= -1e-9) || !(primal-dual <= limit) ||
				known && math.Abs(primal-c.primal) > 1e-8*c.primal {
				t.Errorf("%s: after step %g primal %.10g, dual %.10g, before %.10g",
					c.request, row[0], primal, dual, before)
			}
			before = dual
		}
	}
}

// However soon the clock ends the path, each row of it has the values after as
// many steps as it says: those of a path that no clock ends.
func TestTheClockEndsAPathAndChangesNoRow(t *testing.T) {
	defer func() { now = time.Now }()
	path := func(look time.Duration) [][]float64 {
		at := time.Time{}
		now = func() time.Time { at = at.Add(look); return at }
		var s trainedScene
		request := `{"Walk":true,"Data":"moons","Kernel":"gauss","γ":1,"C":10}`
		if err := json.Unmarshal([]byte(browse(request)), &s); err != nil {
			t.Fatal(err)
		}
		return s.Path[:len(s.Path)-1] // the last is that of the machine, where it stopped
	}
	whole := path(0)
	for _, look := range []time.Duration{1, 4, 8, 12, 50} {
		rows := path(look * time.Millisecond)
		if len(rows) > len(whole) || !reflect.DeepEqual(rows, whole[:len(rows)]) {
			t.Errorf("%d ms a look: the rows are %g, want the first of %g", look, rows, whole)
		}
	}
}
