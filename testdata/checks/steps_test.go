// SPDX-License-Identifier: MIT

package svm

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// This file evaluates a string kernel for texts of LETTERS letters. .ci/run
// counts the statements that run, by the coverage tool.

func TestSteps(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("LETTERS"))
	a, b, random, r := "a", "b", make([]byte, n), rand.New(rand.NewPCG(1, 1))
	for len(a) < n { // Fibonacci's words
		a, b = a+b, a
	}
	for i := range random {
		random[i] = "ACGT"[r.IntN(4)]
	}
	halves := strings.Repeat("a", n/2) + strings.Repeat("b", n/2)
	texts := []string{strings.Repeat("a", n), a[:n], string(random), halves}
	for _, a := range texts {
		for _, b := range texts {
			Substrings{Decay: 0.5}.Eval(a, b)
		}
	}
}
