// SPDX-License-Identifier: MIT

package draw

import (
	"math"
	"math/rand/v2"
)

// Sets of points to draw, and to train on. The first three are those of the
// stories in example_test.go, and a test compares them.

// TwoClouds returns points around (±1, ±½) with their labels.
func TwoClouds(n int, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		y = append(y, float64(1-i%2*2))
		x = append(x, []float64{y[i] + 0.8*rng.NormFloat64(), y[i]/2 + 0.8*rng.NormFloat64()})
	}
	return x, y
}

// Moons returns two half moons, one in the other's arms.
func Moons(n int, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		s, c := math.Sincos(math.Pi * rng.Float64())
		y = append(y, float64(1-i%2*2))
		a, b := y[i]*1.5*(c-0.5), y[i]*1.5*(s-0.25)
		x = append(x, []float64{a + 0.25*rng.NormFloat64(), b + 0.25*rng.NormFloat64()})
	}
	return x, y
}

// NoisyMoons returns Moons with a noise of 0.4 for 0.25: the same numbers once
// more, times 0.15.
func NoisyMoons(n int, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	x, y = Moons(n, seed)
	for _, p := range x {
		rng.Float64() // where on its moon
		p[0], p[1] = p[0]+0.15*rng.NormFloat64(), p[1]+0.15*rng.NormFloat64()
	}
	return x, y
}

// Ring returns n points. Every other one lies on a Ring and has the label +1.
// The rest lie in its centre and have the label −1.
func Ring(n int) (x [][]float64, y []float64) {
	for i := range n {
		s, c := math.Sincos(2.4 * float64(i))
		r := 0.3 + 0.2*float64(i%3)
		if i%2 == 0 {
			r += 1.3
		}
		x, y = append(x, []float64{r * c, r * s}), append(y, float64(1-i%2*2))
	}
	return x, y
}

// Spirals returns n points on two arms that wind around each other.
func Spirals(n int) (x [][]float64, y []float64) {
	for i := range n {
		turn, label := 1+8*float64(i)/float64(n), float64(1-i%2*2)
		s, c := math.Sincos(turn)
		r := 0.28 * label * turn
		x, y = append(x, []float64{r * c, r * s}), append(y, label)
	}
	return x, y
}
