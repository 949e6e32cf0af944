// SPDX-License-Identifier: MIT

// Command figures draws the figures of testdata again, in the folder of the
// package:
//
//	go run ./testdata/figures
//
// It needs functions of some stories, which stand in stories.go. Both are made
// by go generate, and tested to be what it makes.
package main

//go:generate -command paste go run ../paste -o stories.go
//go:generate paste mapped branches leastWithB constantFeature slackProgram rowsAndClouds byDescent
//go:generate go run .

import (
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.com/svm/testdata/draw"
)

func main() {
	folder, err := exec.Command("go", "list", "-f", "{{.Dir}}", "example.com/svm").Output()
	if err != nil {
		log.Fatal("example.com/svm is no package of this module: ", err)
	}
	check(os.Chdir(strings.TrimSpace(string(folder)))) // iris.txt is read from there
	for _, f := range figures {
		path := filepath.Join("testdata", f.file)
		check(os.WriteFile(path, []byte(draw.SVG(f.title, f.paint)), 0o644))
	}
}
