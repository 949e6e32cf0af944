// SPDX-License-Identifier: MIT

// Command measure says what the package's numbers from experience are worth. In
// the folder of the package,
//
//	go run ./testdata/measure
//	go run ./testdata/measure leastBlock mostIdle=3,30
//	go run ./testdata/measure -sets 'Linear|digits' -rounds 9 leastBlock
//
// list the numbers and the sets, and print rows of testdata/measurements.md:
// for half and twice of a number, or for 3 and 30 in its place.
//
//	go run ./testdata/measure -write DIR
//
// writes the made sets into the folder DIR, for other libraries, and prints the
// processor seconds of our trainings.
//
// A number from experience is a constant whose comment, or that of its group,
// says "from experience". Nothing here knows its name. To measure it we build
// this program again, with half of the value in place of it, with twice of it,
// and with the value. Each of the three is a worker: a process that trains on a
// set, so often that it takes a tenth of a second or more, and ends. The system
// says how much processor time it used.
//
// The workers work in turn, round by round, because a computer gets slower and
// faster, but hardly between neighbours. We divide their times by that of the
// value in the same round, and take the median of the rounds. The worker with
// the value works twice: how far its two times differ is chance, and no row
// says less than that. All work on one processor.
//
// Numbers of qp.go decide what is refused and what is wrong more than how long
// it takes. Their workers solve hard programs: see programs.go.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/svm"
)

var (
	chosen   = flag.String("sets", "", "train on sets whose names this regular expression matches")
	rounds   = flag.Int("rounds", 3, "how often each set is trained on, with other seeds each time")
	programs = flag.Int("programs", 10_000, "how many hard programs are solved")
	write    = flag.String("write", "", "write the made sets into this folder, and train on them")
	work     = flag.Bool("work", false, "be a worker")
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	if *work {
		answer(flag.Arg(0), must(strconv.Atoi(flag.Arg(1))), must(strconv.Atoi(flag.Arg(2))))
		return
	}
	if *write != "" {
		for _, s := range made() {
			fmt.Println(s.name, s.writeAndTrain(*write))
		}
		return
	}
	all := numbers()
	if flag.NArg() == 0 {
		for _, n := range all {
			fmt.Printf("%-10s %-14s %-8s %s\n", n.file, n.name, n.value, n.decides)
		}
		for _, s := range sets {
			fmt.Println("set       ", s.name)
		}
	}
	for _, arg := range flag.Args() {
		name, values, given := strings.Cut(arg, "=")
		i := slices.IndexFunc(all, func(n number) bool { return n.name == name })
		if i < 0 {
			log.Fatalf("no number %s here: go run ./testdata/measure lists them", name)
		}
		less, more := all[i].around()
		if given {
			less, more, _ = strings.Cut(values, ",")
		}
		fmt.Println(all[i].row(less, more))
	}
}

// must returns v. Where anything fails, the program ends.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A number stands from start to end in its file.
type number struct {
	file, name, value, decides string
	start, end                 int
}

// numbers returns the numbers from experience of the package.
func numbers() (all []number) {
	files := token.NewFileSet()
	at := func(p token.Pos) int { return files.Position(p).Offset }
	for _, path := range must(filepath.Glob("*.go")) {
		source := must(os.ReadFile(path))
		for _, d := range must(parser.ParseFile(files, path, source, parser.ParseComments)).Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok || !strings.Contains(group.Doc.Text(), "from experience") {
				continue
			}
			for _, s := range group.Specs {
				c, ok := s.(*ast.ValueSpec)
				if !ok || len(c.Names) != 1 || len(c.Values) != 1 {
					log.Fatalf("%s: want one constant on a line", files.Position(s.Pos()))
				}
				n := number{file: path, name: c.Names[0].Name, start: at(c.Values[0].Pos())}
				n.end = at(c.Values[0].End())
				n.value = string(source[n.start:n.end])
				n.decides = strings.TrimSpace(c.Comment.Text())
				all = append(all, n)
			}
		}
	}
	return all
}

// around returns half and twice of the number. Of a tolerance that is a tenth
// and ten times, and of a part near 1 we double and halve what is missing to 1.
func (n number) around() (less, more string) {
	switch v, err := strconv.ParseFloat(n.value, 64); {
	case err != nil: // it is no single number
		return "(" + n.value + ")/2", "(" + n.value + ")*2"
	case v < 1e-3:
		return n.value + "/10", n.value + "*10"
	case v > 0.9 && v < 1:
		return "1-(1-" + n.value + ")*2", "1-(1-" + n.value + ")/2"
	}
	return n.value + "/2", n.value + "*2"
}

// row returns the row of the number.
func (n number) row(less, more string) string {
	temp := must(os.MkdirTemp("", "measure"))
	defer os.RemoveAll(temp)
	var workers [3]worker
	for i, v := range []string{less, more, n.value} {
		workers[i] = n.build(filepath.Join(temp, fmt.Sprint(i)), v)
	}
	var cells [3]string
	if n.file != "qp.go" {
		cells = timeCells(workers)
	} else {
		for i, w := range workers {
			cells[i], _ = w.run("programs", 0, *programs)
		}
	}
	return fmt.Sprintf("| %s, `%s` | %s | %s: %s | %s: %s | %s |", n.value, n.name, n.decides,
		less, cells[0], more, cells[1], cells[2])
}

// A worker is the path of this program, built with a number changed.
type worker string

// build makes a worker in the new folder temp. The file with the changed number
// stands there too: the build reads it in place of the package's own.
func (n number) build(temp, value string) worker {
	source, changed := must(os.ReadFile(n.file)), filepath.Join(temp, n.file)
	text := slices.Concat(source[:n.start], []byte(value), source[n.end:])
	replace := fmt.Sprintf(`{"Replace": {%q: %q}}`, n.file, changed)
	overlay := filepath.Join(temp, "overlay")
	must(0, os.Mkdir(temp, 0o777))
	must(0, os.WriteFile(changed, text, 0o666))
	must(0, os.WriteFile(overlay, []byte(replace), 0o666))
	build := exec.Command("go", "build", "-overlay", overlay, "-o", temp+"/", "./testdata/measure")
	build.Stderr = os.Stderr
	must(0, build.Run())
	return worker(filepath.Join(temp, "measure"))
}

// run lets the worker do some work, and returns what it says and the processor
// seconds that it used.
func (w worker) run(set string, round, times int) (said string, seconds float64) {
	c := exec.Command(string(w), "-work", set, fmt.Sprint(round), fmt.Sprint(times))
	c.Env, c.Stderr = append(os.Environ(), "GOMAXPROCS=1"), os.Stderr
	said = string(must(c.Output()))
	return said, (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
}

// writeAndTrain writes the points of the set into a file in the folder, and
// returns the processor seconds of a training, the least of some rounds of
// five.
func (s set) writeAndTrain(folder string) string {
	x, label := s.points(rand.New(rand.NewSource(0)))
	y := make([]float64, len(label))
	for i, l := range label {
		y[i] = float64(l)
	}
	file := must(os.Create(filepath.Join(folder, s.name+".txt")))
	must(0, svm.WriteLIBSVM(file, x, y))
	must(0, file.Close())
	w, least := worker(must(os.Executable())), inf
	_, begin := w.run(s.name, 0, 0)
	for range *rounds {
		_, used := w.run(s.name, 0, 5)
		least = min(least, (used-begin)/5)
	}
	return fmt.Sprintf("%.4f", least)
}

// timeCells returns how many times as long trainings take with half and with
// twice of the number, on the set where this is most, and in brackets where it
// is least. The third cell has chance, and how many trainings were refused.
func timeCells(workers [3]worker) (cells [3]string) {
	var names []string
	var ratios [3][]float64 // of half, twice and the value once more, for each set
	var refused [4]int
	for _, s := range sets {
		if !must(regexp.MatchString(*chosen, s.name)) {
			continue
		}
		names = append(names, s.name)
		_, begin := workers[2].run(s.name, 0, 0) // to start, and to make the points
		times := 1
		for _, used := workers[2].run(s.name, 0, times); used < begin+0.1; times *= 3 {
			_, used = workers[2].run(s.name, 0, 3*times)
		}
		var round [3][]float64
		for i := range *rounds {
			var seconds [4]float64
			for j, w := range append(workers[:], workers[2]) {
				said, used := w.run(s.name, i, times)
				seconds[j] = used - begin
				refused[j] += must(strconv.Atoi(said))
			}
			for j, at := range []int{0, 1, 3} {
				round[j] = append(round[j], seconds[at]/seconds[2])
			}
		}
		for j, r := range round {
			slices.Sort(r)
			ratios[j] = append(ratios[j], r[len(r)/2])
		}
	}
	for j, r := range ratios {
		least, most := slices.Min(r), slices.Max(r)
		cells[j] = fmt.Sprintf("%.2f, %s (%.2f, %s)", most, names[slices.Index(r, most)],
			least, names[slices.Index(r, least)])
	}
	cells[2] = fmt.Sprintf("%d sets; chance %s; refused %d", len(names), cells[2], refused[:3])
	return cells
}
