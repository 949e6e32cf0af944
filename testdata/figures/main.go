// SPDX-License-Identifier: MIT

// Command figures draws the figures of testdata again:
//
//	go run ./testdata/figures
//
// in the folder of the package. They need functions of some stories, which
//
//	go run ./testdata/paste mapped psi branches leastWithB constantFeature \
//		slackProgram rowsAndClouds byDescent
//
// wrote into stories.go. go test ./testdata/figures checks that the files are
// what is drawn.
package main

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
