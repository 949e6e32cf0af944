// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// This file compiles the program of machine.html, which is testdata/machine,
// and has it draw scenes.

// drawn returns the file with a picture of the scene of a link to the machine.
func (b *book) drawn(link string) string {
	address, _ := strings.CutPrefix(html.UnescapeString(link), "machine.html#")
	request := fmt.Sprintf(`{"Read": %q}`, address)
	if !slices.Contains(b.scenes, request) {
		b.scenes = append(b.scenes, request)
	}
	file := fmt.Sprintf("scene%d.svg", slices.Index(b.scenes, request)+1)
	b.pages[file] = "" // until it is drawn
	return file
}

// still returns such a picture with a title, for paper.
func (b *book) still(link, title string) string {
	return element("figure", b.picture(title, b.drawn(link)), element("figcaption", title))
}

// playground returns the page of the machine. Without scripts it shows what its
// scenes look like.
func (b *book) playground() string {
	links, pictures := "", ""
	for _, m := range offered.FindAllStringSubmatch(b.read("testdata/scenes.md"), -1) {
		const link = `a href="%s" data-ask="%s" data-says="%s" data-still="%s"`
		links += element(fmt.Sprintf(link, m[2], m[3], m[4], b.drawn(m[2])), m[1]) + "\n"
		pictures += b.still(m[2], m[1])
	}
	first := b.picture("moons, and the machine of them", b.drawn("machine.html#moons,gauss,C=10"))
	put := strings.NewReplacer("SCENES", links, "PICTURES", pictures, "STILL", first)
	return put.Replace(b.read("testdata/book/machine.html"))
}

// A scene that the page offers: a row of scenes.md.
var offered = regexp.MustCompile(`(?m)^\| \[(.*?)\]\((machine.html.*?)\) \| (.*?) \| (.*?) \|$`)

// drawScenes draws these pictures.
func (b *book) drawScenes(folder string) error {
	draw := exec.Command("go", append([]string{"run", "./testdata/machine"}, b.scenes...)...)
	draw.Dir = folder
	out, err := draw.Output()
	for i, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var drawn struct{ Picture string }
		err = cmp.Or(err, json.Unmarshal(line, &drawn))
		b.pages[fmt.Sprintf("scene%d.svg", i+1)] = drawn.Picture
	}
	return err
}

// browserProgram returns a script with two texts: the program, packed, and Go's
// own script, which runs it. book.js makes a worker of them: a page that is a
// file may load neither by itself.
func browserProgram(folder string) (script string, err error) {
	root := must(exec.Command("go", "env", "GOROOT").Output())
	wasm := filepath.Join(strings.TrimSpace(string(root)), "*/wasm") // lib, misc before Go 1.24
	scripts := must(filepath.Glob(filepath.Join(wasm, "wasm_exec.js")))
	if len(scripts) == 0 {
		return "", errors.New("there is no wasm_exec.js in " + wasm)
	}
	dir := must(os.MkdirTemp("", "svm"))
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "svm.wasm")
	const source = "./testdata/machine"
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
		"-o", file, source)
	build.Dir = folder
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(must(os.ReadFile(file))) // a buffer takes all
	try(w.Close())
	text := base64.StdEncoding.EncodeToString(packed.Bytes())
	runs := must(json.Marshal(string(must(os.ReadFile(scripts[0])))))
	return `const program = "` + text + `", runner = ` + string(runs) + ";\n", nil
}
