// SPDX-License-Identifier: MIT

// Command machine is the program of the page machine.html of the book, which
// trains machines in a browser. testdata/book compiles it for the browser, and
// has the page and its script. testdata/scene reads its addresses.
//
// browse.go has what the page asks for, and what it gets. trainer.go trains the
// machine of a scene, and those after some steps. mistakes.go spoils it, and
// lines.go has the numbers of a step of plainSMO, which
//
//	go run ./testdata/paste plainSMO plainGram
//
// wrote into stories.go. picture.go has the words and the picture. main_js.go
// hands all this to the script. The rest runs on any system, and is tested
// there.
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
