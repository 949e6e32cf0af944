// SPDX-License-Identifier: MIT

package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand"
	"os"
	"slices"

	"example.com/svm"
)

// A set is trained on by [svm.Fit]. Points that are made by a seed are made by
// several: on those of one, rounding alone changes the number of kernel values
// by a third.
type set struct {
	name   string
	seeds  int
	points points
	kernel kernel
	c, tol float64
}

// points are drawn, or read, with labels.
type points = func(r *rand.Rand) (x []svm.Vector, label []int)

// The sets are such as people have. digits.gz has 2,500 images of MNIST,
// Y. LeCun and C. Cortes, CC BY-SA 3.0: first all labels, a byte each, then 784
// bytes for each image. letters.gz has 4,000 points of Letter Recognition,
// D. Slate, UCI, CC BY 4.0: labels 0 to 25, then 16 bytes for each. See
// "Where the data come from" in testdata/measurements.md.
var sets = []set{
	{"iris, three classes, Gaussian", 1, stored("iris.txt"), gaussian(0.25), 1, 0},
	{"cancer, Gaussian", 1, stored("cancer.txt"), gaussian(1.0 / 30), 1, 0},
	{"cancer, Linear", 1, stored("cancer.txt"), svm.Linear{}, 100, 0},
	{"digits, 784 features, ten classes, Gaussian", 1, digits(1250, 1, 9), gaussian(0.02), 5, 0},
	{"digits, 64 features, ten classes, Gaussian", 1, small(1800, 1, 9), gaussian(0.1), 10, 0},
	{"digits, 64 features, ten classes, Linear", 1, small(1800, 1, 9), svm.Linear{}, 1, 0},
	{"digits, 784 features, 0 or not, Gaussian", 1, digits(1900, 1, 1), gaussian(0.02), 5, 0},
	{"digits, 64 features, below 5 or not, cubic", 1, small(1800, 5, 1), cubic, 1, 0},
	{"letters, 26 classes, Gaussian", 1, letters(4000, 1, 25), gaussian(2), 10, 0},
	{"letters, A to M or not, Gaussian", 1, letters(4000, 13, 1), gaussian(2), 10, 0},
	{"clouds, 150 × 4, Gaussian", 9, clouds(150, 4, 2, 1), gaussian(0.25), 1, 0},
	{"clouds, 1,500 × 8, Gaussian, C = 100", 3, clouds(1500, 8, 2, 1), gaussian(0.1), 100, 0},
	{"clouds, 2,500 × 12, Gaussian", 3, clouds(2500, 12, 2, 1), gaussian(0.1), 1, 0},
	{"clouds, 4,000 × 20, Gaussian, C = 10⁶", 1, clouds(4000, 20, 2, 1), gaussian(0.001), 1e6, 0},
	{"clouds, 6,000 × 2, Gaussian", 2, clouds(6000, 2, 2, 1), gaussian(1), 1, 0},
	{"clouds, 3,000 × 8, Linear", 9, clouds(3000, 8, 2, 1), svm.Linear{}, 1, 0},
	{"clouds, 400 × 20, Linear, hard margin", 9, clouds(400, 20, 12, 1), svm.Linear{}, inf, 0},
	{"clouds, 200 × 3, Linear, not separable", 9, clouds(200, 3, 2, 1), svm.Linear{}, inf, 0},
	{"sparse, 2,200 × 300, Gaussian", 2, clouds(2200, 300, 4, 0.1), gaussian(0.05), 1, 0},
	{"sparse, 1,500 × 300, Linear", 3, clouds(1500, 300, 4, 1.0/3), svm.Linear{}, 1, 0},
	{"clouds, 800 × 8, a kernel of the user", 3, clouds(800, 8, 2, 1), user, 1, 0},
	{"clouds, 60 × 3, Tol below rounding", 100, clouds(60, 3, 1, 1), gaussian(0.2), 1e3, 1e-12},
}

// made returns sets of two clouds, to compare libraries by: the name has n, d,
// how far the clouds are apart, and C. The kernel is the Gaussian with γ = 1/d.
func made() (all []set) {
	for _, n := range []int{1500, 3000, 5000} {
		for _, d := range []int{5, 20} {
			for _, apart := range []float64{1, 3} {
				for _, c := range []float64{1, 10, 100, 1000} {
					name := fmt.Sprintf("made-%d-%d-%g-%g", n, d, apart, c)
					x, k := clouds(n, d, apart, 1), gaussian(1/float64(d))
					all = append(all, set{name, 1, x, k, c, 0})
				}
			}
		}
	}
	return all
}

type kernel = svm.Kernel[svm.Vector]

func gaussian(gamma float64) kernel { return svm.Gaussian{Gamma: gamma} }

var (
	inf   = math.Inf(1)
	cubic = svm.Polynomial{Degree: 3, Gamma: 0.1, R: 1}
	user  = svm.KernelFunc[svm.Vector](func(a, b svm.Vector) float64 {
		return math.Exp(-0.1 * svm.Distance(svm.Linear{}, a, b))
	})
)

// answer does the work of a worker: programs, or so many times that of a set.
// It says how many trainings were refused at last.
func answer(name string, round, times int) {
	if name == "programs" {
		fmt.Print(solveAll(times))
		return
	}
	all := append(made(), sets...)
	s := all[slices.IndexFunc(all, func(s set) bool { return s.name == name })]
	x, label := make([][]svm.Vector, s.seeds), make([][]int, s.seeds)
	for i := range x {
		x[i], label[i] = s.points(rand.New(rand.NewSource(int64(round*s.seeds + i))))
	}
	refused := 0
	for at := range times * s.seeds {
		i := at % s.seeds
		_, err := svm.Fit(s.kernel, x[i], label[i], svm.Options{C: s.c, Tol: s.tol})
		if errors.Is(err, svm.ErrNotConverged) || errors.Is(err, svm.ErrNotSeparable) {
			refused++
		} else {
			must(0, err) // a mistake of a set must not look like a quick training
		}
	}
	fmt.Print(refused / max(1, times))
}

// clouds returns two normal clouds whose centres are apart in the first
// feature. Only a part of the features are not 0.
func clouds(n, d int, apart, part float64) points {
	return func(r *rand.Rand) (x []svm.Vector, label []int) {
		for i := range n {
			p, l := make(svm.Vector, d), 1-i%2*2
			for j := range p {
				if v := r.NormFloat64(); part == 1 || r.Float64() < part {
					p[j] = v
				}
			}
			p[0] += float64(l) * apart / 2
			x, label = append(x, p), append(label, l)
		}
		return x, label
	}
}

// stored returns the points of a file in testdata, with variance 1.
func stored(name string) points {
	return func(*rand.Rand) (x []svm.Vector, label []int) {
		x, y, err := svm.ReadLIBSVM(must(os.Open("testdata/"+name)), 0)
		for _, v := range must(y, err) {
			label = append(label, int(v))
		}
		return must(svm.Standardize(x)).ApplyAll(x), label
	}
}

// packed returns the first n of so many points of a file here, of d features.
// The labels are those of the file, divided by size and at most last.
func packed(name string, all, d, n int, size, last byte) points {
	return func(*rand.Rand) (x []svm.Vector, label []int) {
		b := must(io.ReadAll(must(gzip.NewReader(must(os.Open("testdata/measure/" + name))))))
		largest := float64(slices.Max(b[all:]))
		for i := range n {
			p := make(svm.Vector, d)
			for j := range p {
				p[j] = float64(b[all+i*d+j]) / largest
			}
			x, label = append(x, p), append(label, int(min(b[i]/size, last)))
		}
		return x, label
	}
}

func letters(n int, size, last byte) points {
	return packed("letters.gz", 4000, 16, n, size, last)
}

func digits(n int, size, last byte) points {
	return packed("digits.gz", 2500, 784, n, size, last)
}

// small makes digits of 8 × 8 features: means of 3 × 3, without two at the
// margins.
func small(n int, size, last byte) points {
	return func(r *rand.Rand) ([]svm.Vector, []int) {
		x, label := digits(n, size, last)(r)
		for i, p := range x {
			x[i] = make(svm.Vector, 64)
			for at := range 24 * 24 {
				x[i][at/24/3*8+at%24/3] += p[(at/24+2)*28+at%24+2] / 9
			}
		}
		return x, label
	}
}
