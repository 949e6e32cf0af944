// SPDX-License-Identifier: MIT

// Command machine is the program of the page machine.html of the book, which
// trains machines in a browser. testdata/book compiles it for the browser, and
// has the page and its script. testdata/scene reads its addresses.
//
// browse.go has what the page asks for, and what it gets. trainer.go trains the
// machine of a scene, and those after some steps. mistakes.go spoils it, and
// lines.go has the numbers of a step of plainSMO, a function of the stories,
// which go generate writes into stories.go. picture.go has the words and the
// picture. main_js.go hands all this to the script. The rest runs on any
// system, and is tested there.
package main

//go:generate go run ../paste -o stories.go plainSMO plainGram

import (
	"fmt"
	"os"
)

// serve answers scenes as long as the page is open. Elsewhere it answers the
// requests that are its arguments, each in a line: the book draws by them what
// is printed in place of a machine.
var serve = func() {
	if len(os.Args) == 1 {
		fmt.Fprintln(os.Stderr, "this program runs in a browser: go run ./testdata/book DIR",
			"writes it into DIR/machine.html")
		os.Exit(2)
	}
	for _, text := range os.Args[1:] {
		fmt.Println(browse(text))
	}
}

func main() { serve() }
