// SPDX-License-Identifier: MIT

package draw

import (
	"math"

	"example.com/svm"
)

// Lifted draws the ring in space, where the height of a point is x₁² + x₂², and
// the plane that Linear learns there. It is seen from above, at angles in
// degrees: turned about the height, and tilted from the horizon. Where the
// plane meets the bowl of all such points, a circle lies above one of the
// floor.
func (p *Picture) Lifted(turn, tilt float64) {
	sin, cos := math.Sincos(turn * math.Pi / 180)
	above, level := math.Sincos(tilt * math.Pi / 180)
	seen := func(a, b, height float64) svm.Vector {
		return svm.Vector{cos*a - sin*b, above*(sin*a+cos*b) + level*0.8*(height-2)}
	}
	polygon := func(class string, n int, a, b, r float64, height func(a, b float64) float64) {
		var line []svm.Vector
		for k := range n + 1 {
			s, c := math.Sincos((float64(k) + 0.5) * 2 * math.Pi / float64(n))
			line = append(line, seen(a+r*c, b+r*s, height(a+r*c, b+r*s)))
		}
		p.Line(class, line...)
	}
	bowl := func(a, b float64) float64 { return a*a + b*b }
	floor := func(a, b float64) float64 { return 0 }

	x, y := Ring(36)
	var lifted []svm.Vector
	for _, v := range x {
		lifted = append(lifted, svm.Vector{v[0], v[1], bowl(v[0], v[1])})
	}
	m, err := svm.SMO(svm.Linear{}, lifted, y, svm.Options{C: math.Inf(1), Tol: 1e-10})
	if err != nil {
		panic(err) // though some plane separates them
	}
	h, _ := svm.LinearHyperplane(&m.Expansion)
	plane := func(a, b float64) float64 { return -(h.W[0]*a + h.W[1]*b + h.B) / h.W[2] }
	a, b := -h.W[0]/2/h.W[2], -h.W[1]/2/h.W[2] // of the circle, where bowl = plane
	r := math.Sqrt(bowl(a, b) - h.B/h.W[2])

	p.Panel("The height is x₁² + x₂²", "", "", -3.3, 3.3, -3.3, 3.3)
	p.Number = nil // space has no ticks here
	points := func(label float64) {
		for i, v := range lifted {
			if y[i] == label {
				p.Circle("thin", seen(v[0], v[1], 0), 1.5)
				p.Points([][]float64{seen(v[0], v[1], v[2])}, y[i:i+1], nil)
			}
		}
	}
	polygon("thin", 4, 0, 0, 3.2, floor)
	polygon("dashed", 60, a, b, r, floor)
	points(-1)
	polygon("shade", 4, 0, 0, 3.2, plane) // above the points of the centre
	for _, r := range []float64{0.5, 1, 1.5, 2} {
		polygon("thin", 60, 0, 0, r, bowl)
	}
	polygon("thick", 60, a, b, r, bowl)
	points(1)
	for k, at := range []svm.Vector{seen(0, -2.6, 0), seen(2.5, 0, 0)} {
		p.Text(at[0], at[1], []string{"x₁", "x₂"}[k])
	}
}
