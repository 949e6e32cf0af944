// SPDX-License-Identifier: MIT

package main

import "syscall/js"

func init() {
	serve = func() {
		js.Global().Set("browse", js.FuncOf(func(_ js.Value, text []js.Value) any {
			return browse(text[0].String())
		}))
		select {} // the script calls browse from now on
	}
}
