// SPDX-License-Identifier: MIT

package scene

import (
	"reflect"
	"strings"
	"testing"
)

// What Address writes, Read reads: the scene is the same.
func TestAnAddressIsReadAsItIsWritten(t *testing.T) {
	for _, address := range []string{
		"four,linear,C=∞",
		"clouds,linear,C=0.01,mistake=β",
		"moons,gauss,C=10,γ=60,step=3,plain,height,big",
		"xor,poly,C=1,γ=0.5,r=0,degree=10",
		"four,linear,C=10,step=1,stage=steps",
		"linear,C=1,view=-3:-3:6",
		"linear,C=1e+09,view=0.5:-3:6;1,3,3;-1,0.25,-1e-07",
	} {
		s, err := Read(address)
		if err != nil || s.Address() != address {
			t.Errorf("%s is written as %s, error %v", address, s.Address(), err)
		}
		again, err := Read(s.Address())
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%s: read again %+v, error %v, want %+v", address, again, err, s)
		}
	}
}

// The words may stand in any order, a missing one has its default, and points
// may be lines of LIBSVM.
func TestAnAddressMayBeShort(t *testing.T) {
	for short, want := range map[string]string{
		"C=Inf,four":                      "four,linear,C=∞",
		"gamma=2,gauss,ring":              "ring,gauss,C=1,γ=2",
		"poly,xor":                        "xor,poly,C=1,γ=1,r=1,degree=2",
		"linear;+1 1:3 2:0\n\n-1 1:0 2:0": "linear,C=1,view=-0.375:-0.375:3.75;1,3,0;-1,0,0",
	} {
		if s, err := Read(short); err != nil || s.Address() != want {
			t.Errorf("%s is written as %s, error %v, want %s", short, s.Address(), err, want)
		}
	}
}

// What cannot be read is named, and what would do in its place is said.
func TestWhatCannotBeReadIsNamed(t *testing.T) {
	for address, want := range map[string]string{
		"":                "want points (four,",
		"%":               "%: want points (four,",
		"moon":            "moon: want points (four, xor,",
		"Kernel=foo":      "Kernel=foo: want C, γ, r,",
		"c=1":             "c=1: want C, γ, r,",
		"C=0":             "C=0: want a number above 0, or ∞",
		"C=-1":            "C=-1: want a number above 0",
		"C=abc":           "C=abc: want a number above 0",
		"C=NaN":           "C=NaN: want a number above 0",
		"C=":              "C=: want a number above 0",
		"gauss,γ=∞":       "γ=∞: want a number above 0",
		"poly,r=-1":       "r=-1: want a number from 0 on",
		"poly,degree=2.5": "degree=2.5: want a whole number",
		"poly,degree=1e9": "degree=1e9: want a whole number from 1 to 10",
		"step=1.5":        "step=1.5: want a whole number",
		"step=-1":         "step=-1: want a whole number",
		"mistake=none":    "mistake=none: want sign, β, balance, early",
		"stage=end":       "stage=end: want draw, street, slack, proof, steps",
		"view=0:a:1":      "view=0:a:1: want the left",
		"view=0:0:0":      "view=0:0:0: want the left",
		"view=1e17:0:1":   "view=1e17:0:1: want the left",
		"view=0:0:1e308":  "view=0:0:1e308: want the left",
		"view=0:1":        "view=0:1: want the left",
		"linear;1,1":      "1,1: want a label and two",
		"linear;1,1,x":    "1,1,x: want a label and two",
		"linear;1,1,NaN":  "1,1,NaN: want a label and two",
		"linear;2,1,1":    "2,1,1: want the label 1 or -1",
		"four;1,1,1":      "four has points already",
		"linear" + strings.Repeat(";1,2,3", mostPoints+1):      "5001 points: want at most 5000",
		"linear,plain" + strings.Repeat(";1,2,3", mostPlain+1): "301 points: want at most 5000",
	} {
		if _, err := Read(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: error %v, want %s", address, err, want)
		}
	}
}
