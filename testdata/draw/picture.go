// SPDX-License-Identifier: MIT

// Package draw draws machines of two features as pictures for slides: text in
// SVG, which any browser shows. Marks tell classes apart by their shape, and
// lines differ by width and dashes, so no colour is needed. Ink and paper
// follow the viewer's light or dark scheme. testdata/figures.md says how to
// draw your own.
//
// The class of a line says how it looks: "thick" is three times as wide as "",
// "thin" less wide, and "dashed" and "dotted" are broken. Two may stand
// together, as in "thick dashed". The class "shade" fills a path in grey.
//
// This file has the picture itself: panels, their axes, marks, text and lines.
// machine.go draws functions of two features, and points.go has sets of points.
package draw

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"example.com/svm"
)

// A Picture is one in the making: panels side by side.
type Picture struct {
	strings.Builder
	left   float64              // of the panel
	x, y   [2]float64           // its range of values
	Number func(float64) string // writes its ticks
}

// What a panel measures. Lines and regions are found on a grid of cells.
const (
	Side  = 280.0 // of a panel, in pixels
	Cells = 70    // of a panel, in each direction
)

// SVG returns the text of a file with the picture that paint draws.
func SVG(title string, paint func(p *Picture)) string {
	p, whole := &Picture{left: -Side - 15}, &Picture{}
	paint(p)
	p.frame() // letters are larger in a wide figure: on paper they have 6 points and more
	width, height := p.left+Side+25, Side+80
	whole.Add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.1f %.1f"`+
		` font-family="sans-serif" font-size="%.0f" role="img">
<title>%s</title>
<style>
text.title { font-size: %.0fpx; font-weight: bold; text-anchor: middle }
rect.paper { fill: #ffffff } text { fill: #1b1b1b }
path, line, circle, rect.frame { fill: none; stroke: #1b1b1b }
path.plus, path.minus, path.third { stroke: none }
path.plus { fill: #d3e3f3 } path.minus { fill: #f6e8d2 } path.third { fill: #dcebd5 }
path.shade { fill: #1b1b1b; opacity: 0.15; stroke: none }
path.high { fill: #1f6fb8; opacity: 0.1 } path.minus.high { fill: #b8741a }
text.level { font-weight: bold; text-anchor: middle; stroke: #ffffff; paint-order: stroke }
.thick, .moves, .level { stroke-width: 3 } .thin { stroke-width: 0.7 } .fine { stroke-width: 1.2 }
.fine.up { stroke: #1c5a96 } .fine.down { stroke: #8f4f0a }
@media (prefers-reduced-motion) { .moves { display: none } }
.dashed { stroke-dasharray: 6 4 } .dotted { stroke-dasharray: 2 3 }
@media (prefers-color-scheme: dark) {
rect.paper { fill: #16181c } text { fill: #ececec } path.shade { fill: #ececec }
path, line, circle, rect.frame { stroke: #ececec }
path.plus { fill: #24415f } path.minus { fill: #57431f } path.third { fill: #2b4a2b }
path.high { fill: #6ea8de } path.minus.high { fill: #d9a441 } text.level { stroke: #16181c }
.fine.up { stroke: #a9d0f5 } .fine.down { stroke: #f0c98a } }
</style>
<rect class="paper" width="%.1f" height="%.1f"/>`,
		width, height, max(13, width/88), title, max(15, width/50), width, height)
	whole.Add("%s</svg>", p)
	return whole.String()
}

// Add writes a line of the file.
func (p *Picture) Add(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// Panel starts the next panel, for values in these ranges.
func (p *Picture) Panel(title, xAxis, yAxis string, x0, x1, y0, y1 float64) {
	p.frame()
	p.left += Side + 70
	p.x, p.y, p.Number = [2]float64{x0, x1}, [2]float64{y0, y1}, Plain
	x := p.left + Side/2
	p.Add(`<text class="title" x="%.1f" y="24.0">%s</text>`, x, lowered(title))
	p.Add(`<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, x, Side+70, xAxis)
	p.Add(`<text transform="translate(%.1f %.1f) rotate(-90)" text-anchor="middle">%s</text>`,
		p.left-38, 35+Side/2, yAxis)
}

// At returns where a value is.
func (p *Picture) At(x, y float64) (px, py float64) {
	return p.left + Side*(x-p.x[0])/(p.x[1]-p.x[0]), 35 + Side*(p.y[1]-y)/(p.y[1]-p.y[0])
}

// frame draws the frame of the panel, over what is in it, and numbers at its
// axes.
func (p *Picture) frame() {
	if p.Number == nil {
		return // no panel yet
	}
	p.Add(`<rect class="frame" x="%.1f" y="35.0" width="%.1f" height="%.1f"/>`, p.left, Side, Side)
	const tick = `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>` +
		`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`
	for axis, r := range [][2]float64{p.x, p.y} {
		step := math.Pow(10, math.Floor(math.Log10(r[1]-r[0])))
		step *= math.Exp2(math.Round(math.Log2((r[1] - r[0]) / step / 3.2))) // about three of them
		for i := math.Ceil(r[0]/step-0.01) + 0; i <= r[1]/step+0.01; i++ {
			if x, y := p.At(i*step, p.y[0]); axis == 0 {
				p.Add(tick, x, y, x, y+5, x, y+19, "middle", p.Number(i*step))
			} else {
				x, y = p.At(p.x[0], i*step)
				p.Add(tick, x-5, y, x, y, x-8, y+4, "end", p.Number(i*step))
			}
		}
	}
}

// Plain writes a tick as a number, Power as a Power of ten.
func Plain(v float64) string { return strings.ReplaceAll(fmt.Sprintf("%.4g", v), "-", "−") }

var raised = strings.NewReplacer("−", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴")

// Power writes a tick as a power of ten.
func Power(v float64) string { return "10" + raised.Replace(Plain(v)) }

var underscored = regexp.MustCompile(`_(\w)`)

// lowered returns a text whose letters behind _ stand lower.
func lowered(s string) string {
	return underscored.ReplaceAllString(s,
		`<tspan dy="3" font-size="75%">$1</tspan><tspan dy="-3">&#8203;</tspan>`)
}

// Text writes next to a value. A letter behind _ stands lower.
func (p *Picture) Text(x, y float64, s string) {
	px, py := p.At(x, y)
	p.Add(`<text x="%.1f" y="%.1f">%s</text>`, px, py, lowered(s))
}

// Path draws along a path in the letters of SVG.
func (p *Picture) Path(class, d string) { p.Add(`<path class="%s" d="%s"/>`, class, d) }

// To continues a path to a value. The letter is M to move there, L to draw a
// line.
func (p *Picture) To(letter byte, x, y float64) string {
	px, py := p.At(x, y)
	return fmt.Sprintf("%c%.1f %.1f", letter, px, py)
}

// Line draws a line through the values.
func (p *Picture) Line(class string, points ...svm.Vector) {
	d := ""
	for i, v := range points {
		d += p.To("ML"[min(i, 1)], v[0], v[1])
	}
	p.Path(class, d)
}

// Circle draws a circle about a value, with a radius in pixels.
func (p *Picture) Circle(class string, at svm.Vector, r float64) {
	x, y := p.At(at[0], at[1])
	p.Add(`<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`, class, x, y, r)
}

// Moves draws a small circle that goes from value to value, each in the same
// time, and begins again. Those of a picture move together.
func (p *Picture) Moves(points ...svm.Vector) {
	var xs, ys []string
	for _, v := range points {
		x, y := p.At(v[0], v[1])
		xs, ys = append(xs, fmt.Sprintf("%.1f", x)), append(ys, fmt.Sprintf("%.1f", y))
	}
	p.Add(`<circle class="moves" cx="%s" cy="%s" r="5">`, xs[0], ys[0])
	for axis, values := range [][]string{xs, ys} {
		p.Add(`<animate attributeName="%s" dur="16s" repeatCount="indefinite" values="%s"/>`,
			[]string{"cx", "cy"}[axis], strings.Join(values, ";"))
	}
	p.Add("</circle>")
}

// Points marks points: a cross for the label +1, a bar for −1, a triangle for
// 0. If s is not nil, a free support vector has a ring around it, and a support
// vector at the bound has a dotted ring.
func (p *Picture) Points(x [][]float64, y []float64, s []svm.Support) {
	half, up, down := 4.0, "thick", "thick"
	if len(x) > 300 { // smaller marks in two colours, so that many are no blot
		half, up, down = max(1, min(2, 50/math.Sqrt(float64(len(x))))), "fine up", "fine down"
	}
	for i := range x {
		a, b := p.At(x[i][0], x[i][1])
		switch {
		case y[i] > 0:
			fmt.Fprintf(p, `<path class="%s" d="M%.1f %.1fh%.1fM%.1f %.1fv%.1f"/>`,
				up, a-half, b, 2*half, a, b-half, 2*half)
		case y[i] < 0:
			fmt.Fprintf(p, `<path class="%s" d="M%.1f %.1fh%.1f"/>`, down, a-half, b, 2*half)
		default:
			fmt.Fprintf(p, `<path d="M%.1f %.1fL%.1f %.1fh-8.0z"/>`, a, b-5, a+4, b+3)
		}
		if s != nil && s[i] != svm.SupportZero {
			class := map[svm.Support]string{svm.SupportFree: "", svm.SupportBound: "dotted"}[s[i]]
			fmt.Fprintf(p, `<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`, class, a, b, 2*half)
		}
		p.Add("")
	}
}

// Curve draws what the panel has of a function, from x0 to x1 in equal steps.
func (p *Picture) Curve(class string, x0, x1, step float64, f func(x float64) float64) {
	var line []svm.Vector
	for i := 0; i <= int((x1-x0)/step+0.5); i++ {
		x := x0 + float64(i)*step
		if v := f(x); v >= p.y[0] && v <= p.y[1] {
			line = append(line, svm.Vector{x, v})
		}
	}
	p.Line(class, line...)
}

// Arrow draws an arrow.
func (p *Picture) Arrow(x0, y0, x1, y1 float64) {
	a, b := p.At(x0, y0)
	c, d := p.At(x1, y1)
	u, v := (c-a)/math.Hypot(c-a, d-b)*7, (d-b)/math.Hypot(c-a, d-b)*7
	p.Add(`<path d="M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fL%.1f %.1f"/>`,
		a, b, c, d, c-u-v/2, d-v+u/2, c, d, c-u+v/2, d-v-u/2)
}
