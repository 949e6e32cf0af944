// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
)

// This file knows where the papers are that sections of sources name by their
// titles.

// The addresses of papers and books, by words of their titles.
var sources = map[string]string{
	"A training algorithm":                           "doi.org/10.1145/130385.130401",
	"Support-vector networks":                        "doi.org/10.1007/BF00994018",
	"A tutorial on support vector machines":          "doi.org/10.1023/A:1009715923555",
	"Improvements to Platt":                          "doi.org/10.1162/089976601300014493",
	"LIBSVM: a library for support vector machines":  "doi.org/10.1145/1961189.1961199",
	"An efficient implementation of an active set":   "www.jmlr.org/papers/v7/scheinberg06a.html",
	"Convergence of a generalized SMO algorithm":     "doi.org/10.1023/A:1012431217818",
	"Working set selection":                          "www.jmlr.org/papers/v6/fan05a.html",
	"A study on SMO-type decomposition methods":      "doi.org/10.1109/TNN.2006.875973",
	"Pegasos: primal estimated":                      "doi.org/10.1007/s10107-010-0420-4",
	"Understanding Machine Learning":                 "doi.org/10.1017/CBO9781107298019",
	"A simpler approach to obtaining":                "arxiv.org/abs/1212.2002",
	"On the implementation of a primal–dual":         "doi.org/10.1137/0802028",
	"Numerical Optimization":                         "doi.org/10.1007/978-0-387-40065-5",
	"The primal–dual active set strategy":            "doi.org/10.1137/S1052623401383558",
	"Accuracy and Stability of Numerical Algorithms": "doi.org/10.1137/1.9780898718027",
	"method is more accurate than QR":                "doi.org/10.1137/0613074",
}

// linkSources makes links of the titles in a paragraph.
func linkSources(text string) string {
	for title, at := range sources {
		beginning := fmt.Sprintf(`a href="https://%s"`, at)
		text = strings.Replace(text, title, element(beginning, title), 1)
	}
	return text
}
