// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"os"
	"slices"

	"example.com/svm"
	"example.com/svm/testdata/draw"
)

// This file has the figures. stories.go has the functions of stories that they
// need.

// trained draws the machine that SMO trains on these points.
func trained(
	p *draw.Picture, title string, k svm.Kernel[svm.Vector], c float64, x [][]float64, y []float64,
) *svm.Model[svm.Vector] {
	m := must(svm.SMO(k, x, y, svm.Options{C: c, Tol: 1e-8}))
	p.Panel(title, "x₁", "x₂", -3, 3, -3, 3)
	p.Machine(m, x, y, false)
	return m
}

// separated draws the widest plane between the points.
func separated(p *draw.Picture, x [][]float64, y []float64) {
	h, _, err := svm.PrimalQP(x, y, svm.Options{C: math.Inf(1)})
	check(err)
	p.Sides(h.Value)
	p.Points(x, y, nil)
}

// hour draws a street between the four dots of the first hour as its reader
// does: on squared paper.
func hour(p *draw.Picture, title string, h svm.Hyperplane) {
	p.Panel(title, "x₁", "x₂", -1, 6, -1, 6)
	grid := ""
	for v := 0.0; v < 6; v++ {
		grid += p.To('M', v, -1) + p.To('L', v, 6) + p.To('M', -1, v) + p.To('L', 6, v)
	}
	p.Add(`<path opacity="0.2" d="%s"/>`, grid)
	for _, edge := range []float64{-1, 0, 1} {
		class := map[bool]string{true: "thick", false: ""}[edge == 0]
		p.Plane(class, svm.Hyperplane{W: h.W, B: h.B - edge})
	}
	p.Points([][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}, nil)
}

// A figure is a file of testdata, and what paints it.
type figure struct {
	file  string
	paint func(p *draw.Picture)
	title string
}

var figures = []figure{
	{"margin.svg", func(p *draw.Picture) {
		x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}, {4, 4}}, []float64{1, 1, -1, -1, -1}
		labels := [][]float64{{0.3, -0.3}, {-0.45, 0.4}, {0.28, -0.1}, {0.3, -0.3}, {-1.15, 0.4}}
		for i, c := range []float64{math.Inf(1), 1} {
			x, y := x[:4+i], y[:4+i]
			m := must(svm.DualQP(svm.Linear{}, x, y, svm.Options{C: c}))
			h := must(svm.LinearHyperplane(&m.Expansion))
			title := []string{"Four points, hard margin", "A fifth point, C = 1: two slacks"}[i]
			p.Panel(title, "x₁", "x₂", -1.1, 6, -1.1, 6)
			p.Machine(m, x, y, false)
			p.Slacks(m, x, y, 9)
			w := svm.Norm(h.W)
			a, b := h.Project([]float64{1.9, 5.4}), h.Project([]float64{3.2, 0.8})
			p.Arrow(a[0], a[1], a[0]+h.W[0], a[1]+h.W[1])
			p.Text(a[0]+h.W[0]+0.1, a[1]+h.W[1], "w")
			end := svm.Vector{b[0] - h.W[0]/w/w, b[1] - h.W[1]/w/w}
			p.Line("dashed", b, end)
			p.Text(end[0]-2.05, end[1]-0.1, fmt.Sprintf("1/‖w‖ = %.1f", 1/w))
			for j, slack := range m.Slack {
				at := svm.Vector{x[j][0] + labels[j][0], x[j][1] + labels[j][1]}
				if m.Alpha[j] > 0 {
					p.Text(at[0], at[1], fmt.Sprintf("α = %.2f", m.Alpha[j]))
				}
				if slack > 1e-6 {
					away := math.Copysign(0.45, labels[j][1])
					p.Text(at[0], at[1]+away, fmt.Sprintf("ξ = %.2f", slack))
				}
			}
			p.Text(-0.9, -0.8, "f = −1, 0 and 1")
		}
	}, "The margin of four points: w, its width 1/‖w‖, slacks ξ, and support vectors in rings"},
	{"street.svg", func(p *draw.Picture) {
		hour(p, "The widest street of four dots", svm.Hyperplane{W: []float64{0.5, 0.5}, B: -2})
		p.Line("dashed", svm.Vector{2, 2}, svm.Vector{3, 3})
		p.Text(2.6, 2.2, "√2")
		p.Text(4.6, 1.6, "f = 1")
		p.Text(3.6, 0.6, "f = 0")
		p.Text(1.7, 0.5, "f = −1")
	}, "The widest street: its edges go through (3, 3) and (1, 1), its line through (2, 2)"},
	{"bill.svg", func(p *draw.Picture) {
		hour(p, "C = 1/6: two dots pay", svm.Hyperplane{W: []float64{1. / 3, 1. / 3}, B: -1.5})
		p.Line("dotted", svm.Vector{3, 3}, svm.Vector{3.75, 3.75})
		p.Line("dotted", svm.Vector{1, 1}, svm.Vector{0.75, 0.75})
		p.Text(3.45, 2.75, "ξ = ½")
		p.Text(1.2, 0.6, "ξ = 1/6")
		p.Panel("The hinge", "y·f", "slack ξ", -1, 3, -0.5, 2.5)
		p.Curve("thick", -1, 3, 0.05, func(yf float64) float64 { return max(0, 1-yf) })
		p.Circle("", svm.Vector{0.5, 0.5}, 5)
		p.Circle("", svm.Vector{5. / 6, 1. / 6}, 5)
		p.Text(0.65, 0.55, "(3, 3)")
		p.Text(1, 0.18, "(1, 1)")
	}, "A gentler slope, two slacks as dotted ways to their edges, and the hinge"},
	{"machine.svg", func(p *draw.Picture) {
		x, y := draw.TwoClouds(40, 3)
		m := trained(p, "Linear, C = 1, with slacks", svm.Linear{}, 1, x, y)
		p.Slacks(m, x, y, 9)
		x, y = draw.Moons(60, 5)
		trained(p, "(1 + x·z)³, C = 1", svm.Polynomial{Degree: 3, Gamma: 1, R: 1}, 1, x, y)
		trained(p, "Gaussian, γ = 1, C = 1", svm.Gaussian{Gamma: 1}, 1, x, y)
	}, "Three machines: f = 0 thick, f = ±1 thin, support vectors in rings"},
	{"gamma.svg", func(p *draw.Picture) {
		all, label := draw.Moons(72, 5)
		var x [][]float64
		var y []float64
		for i, p := range all { // of those labelled +1 the ones that are apart
			near := func(q []float64) bool { return svm.Distance(svm.Linear{}, p, q) < 0.45 }
			if label[i] < 0 || !slices.ContainsFunc(x, near) {
				x, y = append(x, p), append(y, label[i])
			}
		}
		for _, gamma := range []float64{0.05, 1, 60} {
			trained(p, fmt.Sprintf("γ = %g, C = 10", gamma), svm.Gaussian{Gamma: gamma}, 10, x, y)
		}
	}, "The effect of γ: from a nearly straight line to an island for each point of a class"},
	{"classes.svg", func(p *draw.Picture) {
		m := svm.Softmax{W: svm.FromRows([][]float64{{1, -1. / 3}, {-0.5, -0.5}, {0, 1}})}
		p.Panel("Lecture S: the largest of three scores", "x₁", "x₂", -3.1, 2.9, -3.1, 2.9)
		p.Classes(m.Scores)
		p.Text(1.5, -0.8, "class 1")
		p.Text(-2.3, -1.6, "class 2")
		p.Text(-0.8, 1.8, "class 3")

		file := must(os.Open("testdata/iris.txt"))
		defer file.Close()
		all, label, err := svm.ReadLIBSVM(file, 0)
		check(err)
		var x [][]float64
		var y []float64
		for i := 0; i < len(all); i += 3 {
			x, y = append(x, all[i][2:]), append(y, 1-label[i])
		}
		rest := must(svm.OneVsRest(x, y, svm.Trainer(svm.Gaussian{Gamma: 0.5},
			svm.Options{C: 10, Tol: 1e-8})))
		p.Panel("Three irises, one against the rest",
			"petal length in cm", "petal width in cm", 0, 8, 0, 3)
		p.Classes(func(x svm.Vector) []float64 {
			s := rest.Scores(x) // of the labels −1, 0, 1
			return []float64{s[2], s[0], s[1]}
		})
		p.Points(x, y, nil)
		p.Text(1.2, 0.9, "setosa")
		p.Text(3.6, 0.6, "versicolor")
		p.Text(5.4, 2.8, "virginica")
	}, "Three classes"},
	{"losses.svg", func(p *draw.Picture) {
		p.Panel("Losses", "margin z = yf(x)", "loss", -2, 2.5, 0, 3)
		logistic := func(z float64) float64 { return svm.Logistic(z) / math.Ln2 }
		for _, loss := range []struct {
			class, name string
			of          func(z float64) float64
			x, y        float64
		}{
			{"thick", "hinge", svm.Hinge, -1.25, 2.4},
			{"", "logistic/ln 2", logistic, 1.05, 0.5},
			{"dotted", "perceptron", svm.PerceptronLoss, -1.9, 0.55},
			{"thin", "σ(z)", svm.Sigmoid, 1.9, 0.75},
		} {
			p.Curve(loss.class, -2, 2.5, 1./16, loss.of)
			p.Text(loss.x, loss.y, loss.name)
		}
		p.Line("dashed", svm.Vector{-2, 1}, svm.Vector{0, 1}, svm.Vector{0, 0}, svm.Vector{2.5, 0})
		p.Text(-1.9, 1.08, "0–1")
	}, "What a margin costs: four losses, and the sigmoid"},
	{"features.svg", func(p *draw.Picture) {
		psi := func(x svm.Vector) svm.Vector {
			return svm.Vector{x[0] * x[0], x[0] * x[1], x[1] * x[1]}
		}
		x, y := branches(400)
		h, _, err := svm.PrimalQP(mapped(x, psi), y, svm.Options{C: math.Inf(1)})
		check(err)
		p.Panel("A plane in (x₁², x₁x₂, x₂²)", "x₁", "x₂", -4, 4, -4, 4)
		p.Sides(func(x svm.Vector) float64 { return h.Value(psi(x)) })

		x, y = [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, []float64{-1, -1, 1, 1}
		p.Panel("XOR", "x₁", "x₂", -2, 2, -2, 2)
		p.Points(x, y, nil)
		p.Panel("Its features 2 and 5", "√2x₁", "√2x₁x₂", -2, 2, -2, 2)
		separated(p, mapped(x, func(x svm.Vector) svm.Vector {
			return svm.Vector{math.Sqrt2 * x[0], math.Sqrt2 * x[0] * x[1]}
		}), y)
	}, "Planes learned in feature space: two curves, and XOR by two features of (1 + x·z)²"},
	{"ring.svg", func(p *draw.Picture) {
		x, y := draw.Ring(36)
		p.Panel("A ring and its centre", "x₁", "x₂", -2.5, 2.5, -2.5, 2.5)
		p.Points(x, y, nil)
		p.Panel("In polar coordinates", "angle", "radius", -3.5, 3.5, 0, 2.5)
		separated(p, mapped(x, func(x svm.Vector) svm.Vector {
			return svm.Vector{math.Atan2(x[1], x[0]), svm.Norm(x)}
		}), y)
		p.Panel("With x₁² + x₂²", "x₁", "x₁² + x₂²", -2.5, 2.5, 0, 5)
		separated(p, mapped(x, func(x svm.Vector) svm.Vector {
			return svm.Vector{x[0], svm.Dot(x, x)}
		}), y)
	}, "A ring and its centre: a line in other coordinates"},
	{"lifted.svg", func(p *draw.Picture) { p.Lifted(25, 20) },
		"The ring, lifted: a plane separates it from its centre, above a circle of the floor"},
	{"descent.svg", func(p *draw.Picture) {
		x, y := draw.TwoClouds(200, 7)
		const lambda = 0.01
		radius := 0.0 // R², with the constant 1
		for _, p := range x {
			radius = max(radius, svm.Dot(p, p)+1)
		}
		least, _ := leastWithB(x, y, lambda, svm.Hyperplane{W: []float64{0, 0}})
		// The last digit of an iterate differs between processors and can lead
		// to another next step. Therefore values are moved to whole pixels.
		curve := func(class string, most float64, f func(steps float64) float64) {
			p.Curve(class, 0, most, 0.1, func(e float64) float64 {
				return math.Round(40*math.Log10(f(math.Pow(10, e)))) / 40
			})
		}
		p.Panel("SGD: F(w̄) above its minimum", "steps", "distance", 0, 4, -3, 4)
		p.Number = draw.Power
		curve("thick", 4, func(T float64) float64 {
			h := must(svm.SGD(x, y, lambda, int(T), nil))
			at := lambda * (svm.Dot(h.W, h.W) + h.B*h.B)
			for i := range x {
				at += svm.Hinge(h.Functional(x[i], y[i])) / float64(len(x))
			}
			return at - least
		})
		curve("dashed", 4, func(T float64) float64 {
			return radius * (1 + math.Log(T)) / (lambda * T)
		})
		p.Text(1.6, 2.6, "the theorem's bound")
		p.Text(0.2, -0.8, "one run")

		k, o := svm.Gaussian{Gamma: 1}, svm.Options{Tol: 1e-10}
		optimum := must(svm.SMO(k, x, y, o)).Certificate.Dual
		p.Panel("SMO: distance from the optimum", "steps", "distance", 0, 2.5, -3, 4)
		p.Number = draw.Power
		after := func(steps float64) svm.Certificate {
			o.MaxIter = int(steps)
			m, _ := svm.SMO(k, x, y, o) // most stop before they converge
			return m.Certificate
		}
		curve("thick", 2.5, func(steps float64) float64 { return after(steps).Primal - optimum })
		curve("dashed", 2.5, func(steps float64) float64 { return optimum - after(steps).Dual })
		p.Text(1.3, 2.9, "primal, above")
		p.Text(0.2, 1, "dual, below")
	}, "Two ways down. F first rises, because the first step of SGD is 1/(4λ) = 25 times a point"},
	{"step.svg", func(p *draw.Picture) {
		dual := func(a svm.Vector) float64 { // of (2, 2) with +1 and (−1, 0) with −1
			return a[0] + a[1] - (8*a[0]*a[0]+4*a[0]*a[1]+a[1]*a[1])/2
		}
		for i, c := range []float64{0.25, 0.1} {
			title := []string{"the best point of the line", "the step ends at the box"}[i]
			p.Panel(fmt.Sprintf("C = %g: %s", c, title), "α₁", "α₂", 0, 0.3, 0, 0.3)
			for _, level := range []float64{0.04, 0.08, 0.12, 2. / 13, 0.2} {
				p.Contour("thin", level, dual)
				p.Text(0.004, 1.004-math.Sqrt(1-2*level), fmt.Sprintf("%.2f", level))
			}
			t := min(c, 2./13) // 2/‖x₁ − x₂‖²
			p.Line("dashed", svm.Vector{0, 0}, svm.Vector{c, c})
			p.Line("", svm.Vector{0, c}, svm.Vector{c, c}, svm.Vector{c, 0})
			p.Arrow(0, 0, t, t)
			p.Points([][]float64{{t, t}}, []float64{1}, nil)
			p.Text(t+0.01, t-0.02, fmt.Sprintf("α₁ = α₂ = %.3f", t))
		}
	}, "A step of SMO in the box of two variables, along Σαᵢyᵢ = 0 over level lines of the dual"},
	{"valley.svg", func(p *draw.Picture) {
		// of (1, 0.1) and (−1, 0.1); the third is 0
		k := [2]svm.Vector{{1.01, -0.99}, {-0.99, 1.01}}
		p.Panel("Twenty steps of pairs, and one of all", "β₁", "β₂", 0, 120, 0, 120)
		for _, level := range []float64{50, 100, 150, 190} {
			p.Contour("thin", level, func(b svm.Vector) float64 {
				return 2*(b[0]+b[1]) - (b[0]*svm.Dot(k[0], b)+b[1]*svm.Dot(k[1], b))/2
			})
			end := 100 - math.Sqrt(1e4-50*level) // of the diagonal
			p.Text(end+6, end-4, draw.Plain(level))
		}
		path := []svm.Vector{{0, 0}}
		for step := range 20 { // the partner is always the third point, whose bᵢ is −1
			i, b := step%2, slices.Clone(path[step])
			b[i] += (1 - svm.Dot(k[i], b) + 1) / k[i][i]
			path = append(path, b)
		}
		p.Line("thick", path...)
		p.Line("dashed", path[20], svm.Vector{100, 100})
		p.Points([][]float64{{100, 100}}, []float64{1}, nil)
	}, "The dual of three points: level lines, a path of pairs, and the step to the optimum"},
	{"lines.svg", func(p *draw.Picture) {
		x, y := [][]float64{{3, 3}, {5, 4}, {1, 1}, {0, 1}}, []float64{1, 1, -1, -1}
		p.Panel("Lines, and the widest", "x₁", "x₂", -1, 6, -1, 6)
		for i := range 40 {
			s, c := math.Sincos(float64(i)*math.Pi/20 + 0.1)
			h := svm.Hyperplane{W: []float64{c, s}}
			v, part := h.Values(x), 0.25+0.25*float64(i%3)
			if h.B = -min(v[0], v[1])*part - max(v[2], v[3])*(1-part); h.Margin(x, y) > 0 {
				p.Plane("thin", h)
			}
		}
		h := svm.Hyperplane{W: []float64{0.5, 0.5}, B: -2}
		p.Plane("thick", h)
		p.Points(x, y, nil)
		p.Panel("A point, its projection, and β", "x₁", "x₂", -1, 6, -1, 6)
		q := h.Project(x[1])
		p.Plane("thick", h)
		p.Line("dashed", q, x[1])
		p.Points([][]float64{x[1], q}, []float64{1, 0}, nil)
		p.Text(5.2, 4.2, "x")
		p.Text(-0.8, 1.4, "x′ = x − βw/‖w‖")
		p.Text(1.2, 3.6, fmt.Sprintf("β = f(x)/‖w‖ = %.2f", h.Geometric(x[1], 1)))
		p.Panel("Three ways to treat b", "x₁", "x₂", -2, 5, -1, 6)
		x = [][]float64{{2, 4}, {4, 5}, {0, 2}, {-1, 2}}
		p.Points(x, y, nil)
		p.Plane("thick", svm.Hyperplane{W: h.W, B: -2})
		for i, class := range []string{"dotted", "dashed"} {
			h, _ := constantFeature(x, y, float64(i))
			p.Plane(class, h)
		}
		p.Text(-1.8, 4.6, "apart")
		p.Text(0.7, -0.6, "a weight")
		p.Text(-1.8, -0.6, "without b")
	}, "Many lines separate, one is the widest; a point and its projection; b apart, or a weight"},
	{"representer.svg", func(p *draw.Picture) {
		w, omega := svm.Hyperplane{W: []float64{0, 1}}, svm.Hyperplane{W: []float64{0.4, 0.2}}
		p.Panel("w = ω + rest", "w₁", "w₂", -0.7, 1.3, -0.7, 1.3)
		p.Line("", svm.Vector{-0.7, -0.35}, svm.Vector{1.3, 0.65})
		p.Line("dotted", svm.Vector{-0.15, 1.3}, svm.Vector{0.85, -0.7}) // the same values
		p.Circle("thin", svm.Vector{0, 0}, svm.Norm(omega.W)/2*draw.Side)
		p.Arrow(0, 0, 0, 1)
		p.Arrow(0, 0, 0.4, 0.2)
		p.Arrow(0.4, 0.2, 0, 1)
		p.Text(-0.15, 0.7, "w")
		p.Text(0.2, -0.02, "ω")
		p.Text(0.28, 0.7, "rest")
		p.Text(0.42, 0.56, "span of the xᵢ")
		p.Text(-0.65, -0.62, "dotted: f = ±1 at the points")
		p.Panel("Same values, wider margin", "x₁", "x₂", -3, 3, -3, 3)
		for i, class := range []string{"dotted", "dashed", "dotted", "thin", "thick", "thin"} {
			h := []svm.Hyperplane{w, omega}[i/3]
			p.Plane(class, svm.Hyperplane{W: h.W, B: float64(i%3 - 1)})
		}
		p.Points([][]float64{{2, 1}, {-2, -1}}, []float64{1, -1}, nil)
		p.Text(1, 0.15, "by w")
		p.Text(-1, 2.5, "by ω")
		p.Panel("x³, and its part in the span", "x", "f(x)", -1.5, 1.5, -3.5, 3.5)
		p.Curve("dashed", -1.5, 1.5, 1./16, func(x float64) float64 { return x * x * x })
		p.Curve("thick", -1.5, 1.5, 1./16, func(x float64) float64 { return 0.75*x + 0.25*x*x*x })
		p.Points([][]float64{{1, 1}, {-1, -1}}, []float64{1, -1}, nil)
		p.Text(1.05, 3, "x³")
		p.Text(0.3, -0.6, "¾x + ¼x³")
	}, "A weight vector, its part in the span of the points, and the rest, which changes no value"},
	{"lagrange.svg", func(p *draw.Picture) {
		p.Panel("f = ½(x² + y²) − 2x on the line g = 0", "x", "y", -0.5, 4.5, -2.5, 2.5)
		for _, level := range []float64{-1.75, -1, 0} { // circles about (2, 0)
			r := math.Sqrt(2*level + 4)
			p.Circle("thin", svm.Vector{2, 0}, r*draw.Side/5)
			p.Text(1.65, r-0.25, draw.Plain(level))
		}
		p.Plane("thick", svm.Hyperplane{W: []float64{1, 1}, B: -1})
		for _, x := range []float64{1.5, 2.2} {
			p.Arrow(x, 1-x, x+(x-2), 1-x+(1-x)) // ∇f = (x − 2, y)
			p.Arrow(x, 1-x, x+0.4, 1.4-x)       // ∇g = (1, 1), shortened
		}
		p.Text(-0.4, -2.3, "best: ∇f = −½∇g")
		p.Text(2.5, -2.3, "∇f")
		p.Text(2.65, -0.8, "∇g")
		p.Panel("θ_D under p* under θ_P", "z, and x", "value", 0, 2, 0, 1)
		p.Curve("thick", 0, 2, 1./16, func(z float64) float64 { return z - z*z/2 })
		p.Curve("dashed", 1, 1.4, 1./80, func(x float64) float64 { return x * x / 2 })
		p.Line("dotted", svm.Vector{0, 0.5}, svm.Vector{2, 0.5})
		p.Text(0.1, 0.53, "p* = d* = ½")
		p.Text(1.25, 0.2, "θ_D(z)")
		p.Text(0.85, 0.85, "θ_P(x)")
		p.Text(0.2, 0.75, "∞ left of 1")
	}, "Where the gradients are parallel, and where not; θ_D, p* and θ_P"},
	{"slack.svg", func(p *draw.Picture) {
		x := [][]float64{{1, 1}, {1.5, 1}, {2, 1}, {3, 1}, {-4, 1},
			{-1, -1}, {-1.5, -1}, {-2, -1}, {-3, -1}}
		y := []float64{1, 1, 1, 1, 1, -1, -1, -1, -1}
		p.Panel("Σξ, dashed Σξ²", "x", "f(x), and labels", -4.5, 3.5, -3, 3)
		p.Points(x, y, nil)
		x = mapped(x, func(p []float64) []float64 { return p[:1] })
		for i, class := range []string{"thick", "dashed"} {
			s := must(slackProgram(x, y, 1, i == 1).Solve())
			p.Plane(class, svm.Hyperplane{W: []float64{s.X[0], -1}, B: s.X[1]})
		}
		p.Text(-4.2, 1.3, "outlier")
		x, y = rowsAndClouds()
		p.Panel("Hinge, dashed logistic", "x₁", "x₂", -3, 3, -3, 3)
		p.Points(x, y, nil)
		p.Plane("thick", byDescent(x, y, 0.03, 0.01, false))
		p.Plane("dashed", byDescent(x, y, 0.03, 0.01, true))
		p.Panel("Support vectors", "n points", "support vectors", 0, 800, 0, 200)
		for i, class := range []string{"dashed", "thick"} {
			line := []svm.Vector{{0, 0}}
			for n := 50; n <= 800; n *= 2 {
				x, y := draw.TwoClouds(n, 3)
				if i == 1 {
					x, y = draw.Moons(n, 3)
				}
				m := must(svm.SMO(svm.Gaussian{Gamma: 1}, x, y, svm.Options{C: 10, Tol: 1e-8}))
				line = append(line, svm.Vector{float64(n), float64(len(m.Points))})
			}
			p.Line(class, line...)
		}
		p.Line("dotted", svm.Vector{0, 0}, svm.Vector{200, 200})
		p.Text(205, 185, "all n points")
		p.Text(450, 105, "two clouds")
		p.Text(450, 20, "half moons")
	}, "Two kinds of slack, two losses, and how few points carry a machine"},
	{"svd.svg", func(p *draw.Picture) {
		s := must(svm.FromRows([][]float64{{3, 0}, {4, 5}}).SVD())
		stretched := func(x []float64) []float64 {
			z := s.V.T().MulVec(x)
			return []float64{s.S[0] * z[0], s.S[1] * z[1]}
		}
		steps := []func(x []float64) []float64{
			func(x []float64) []float64 { return x }, s.V.T().MulVec, stretched,
			func(x []float64) []float64 { return s.U.MulVec(stretched(x)) },
		}
		for i, title := range []string{"x on the circle", "Vᵀx: turned", "SVᵀx: stretched",
			"Ax = USVᵀx: turned"} {
			r := []float64{2, 2, 8, 8}[i]
			p.Panel(title, "", "", -r, r, -r, r)
			var line []svm.Vector
			for turn := range 73 {
				sin, cos := math.Sincos(float64(turn) * math.Pi / 36)
				line = append(line, steps[i](svm.Vector{cos, sin}))
			}
			p.Line("thick", line...)
			p.Moves(line...)
			for j, v := range s.V.T().Data { // v₁ and v₂, two numbers each
				if j%2 == 0 {
					end := steps[i](svm.Vector{v, s.V.T().Data[j+1]})
					p.Arrow(0, 0, end[0], end[1])
					at := []string{"₁", "₂"}[j/2]
					name := []string{"v", "e", "σ" + at + "e", "σ" + at + "u"}[i] + at
					p.Text(end[0]*0.6, end[1]*0.6+r/20, name)
				}
			}
		}
	}, "A = USVᵀ turns a circle, stretches it along the axes, and turns the ellipse"},
	{"range.svg", func(p *draw.Picture) {
		x := svm.FromRows([][]float64{{1, 2}, {0.5, 1}})
		s := must(x.SVD())
		null, image := s.Null().T().Row(0), s.Range().T().Row(0)
		starts := []svm.Vector{{-1, -0.5}, {0, 0}, {1, 0.5}}
		p.Panel("x, and its null space, thick", "x₁", "x₂", -3, 3, -3, 3)
		for i, v := range starts {
			class := []string{"dashed", "thick", "dashed"}[i]
			p.Plane(class, svm.Hyperplane{W: []float64{-null[1], null[0]}, // all v + t·null
				B: null[1]*v[0] - null[0]*v[1]})
			p.Points([][]float64{v, {v[0] + null[0], v[1] + null[1]}}, []float64{1, 1}, nil)
		}
		from, to := svm.Vector{1 - null[0], 0.5 - null[1]}, svm.Vector{1 + null[0], 0.5 + null[1]}
		p.Moves(from, to, from)
		p.Panel("Xx, and the range, thick", "", "", -3, 3, -3, 3)
		p.Plane("thick", svm.Hyperplane{W: []float64{-image[1], image[0]}})
		for _, v := range starts {
			p.Points([][]float64{x.MulVec(v)}, []float64{1}, nil)
		}
		p.Moves(x.MulVec(from), x.MulVec(to), x.MulVec(from))
	}, "Points that differ by a vector of the null space go to one point of the range"},
	{"epigraph.svg", func(p *draw.Picture) {
		for i, f := range []func(float64) float64{svm.Hinge, svm.ZeroOne} {
			title := []string{"Hinge: the area above", "0–1 loss: not convex"}[i]
			p.Panel(title, "z", "t", -2, 2, -0.5, 3.5)
			d := p.To('M', -2, 3.5)
			for z := -2.0; z <= 2; z += 1. / 64 {
				d += p.To('L', z, min(f(z), 3.5))
			}
			p.Path("shade", d+p.To('L', 2, 3.5)+"Z")
			p.Curve("thick", -2, 2, 1./64, f)
			for _, chord := range [][2]svm.Vector{{{-1, 2.5}, {1.5, 0.5}}, {{-1.5, 1}, {0.5, 0}}} {
				u, v := chord[0], chord[1]
				if u[1] >= f(u[0]) && v[1] >= f(v[0]) { // both ends are in the area
					p.Line("dashed", u, v)
					p.Points([][]float64{u, v}, []float64{1, 1}, nil)
					var on, below []svm.Vector // the chord, and f below
					for k := range 65 {
						s := 1 - math.Abs(float64(k)/32-1) // there and back
						z := u[0] + s*(v[0]-u[0])
						on = append(on, svm.Vector{z, u[1] + s*(v[1]-u[1])})
						below = append(below, svm.Vector{z, f(z)})
					}
					p.Moves(on...)
					p.Moves(below...)
				}
			}
		}
	}, "The area above a convex function has each chord of its points, that above another not"},
}
