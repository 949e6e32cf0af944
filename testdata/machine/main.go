// SPDX-License-Identifier: MIT

// Command machine is the program of the page machine.html of the book, which
// trains machines in a browser. testdata/book compiles it for the browser, and
// has the page and its script.
//
// scene.go reads what the page asks for and answers it, by way of train.go,
// which trains the machine and draws it. main_js.go hands this to the script.
// All of it but main_js.go runs on any system, and is tested there.
package main

import (
	"fmt"
	"os"
)

// serve answers scenes as long as the page is open. Only main_js.go can do
// that.
var serve = func() {
	fmt.Fprintln(os.Stderr, "this program runs in a browser: go run ./testdata/book DIR",
		"writes it into DIR/machine.html")
	os.Exit(2)
}

func main() { serve() }
