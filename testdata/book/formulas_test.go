// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

// A display is a formula, or it keeps its characters: a program, a command,
// what these print, a drawing, a table of words. Each kind that the texts have
// is here.
func TestADisplayIsAFormulaOrKeepsItsCharacters(t *testing.T) {
	formulas := []string{
		"k(a, b) = Σᵢⱼ weight(c(i, j))                         (table)",
		"½‖w‖² + C·(the sum of all ξ)",
		"w = (½, ½),  b = −2,  margin 1/‖w‖ = √2",
		"minimise    ½‖w‖² + C Σ ξᵢ          (primal)\nsubject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0",
		"L = ½‖w‖² − ⟨w, v⟩\n  = ½‖w − v‖² − ½‖v‖²      [the square, written out]",
		"αᵢ = 0      ⇒  yᵢf(xᵢ) ≥ 1           (outside)\nαᵢ = C      ⇒  yᵢf(xᵢ) ≤ 1",
		"K = ⎡ 1   e⁻¹⎤ = ⎡1       0.3679⎤\n    ⎣e⁻¹   1 ⎦   ⎣0.3679  1     ⎦",
		"⎡1 1⎤ ⎡u⎤   ⎡2⎤      The pivots are 1 and 0.\n⎣1 1⎦ ⎣v⎦ = ⎣2⎦      It is one of many.",
		"b₁ =  1 − ¼(18 − 6) = −2        b₂ =  1 − ¼(27 − 9) = −3½",
		"β = 0;  bᵢ = yᵢ\nrepeat\n    δ = min((bᵢ − bⱼ)/η, hiᵢ − βᵢ)\n    βᵢ += δ;  βⱼ −= δ",
		"repeat\n    μ = the eigenvalue of the last block\n    T = RQ + μI, which is QᵀTQ",
		"Qx + c + Gᵀz = 0                stationarity\nGx + s = h                      feasibility",
		"z ← (1 − t)z                     [what is left of the way]",
		"the shortest w   for which   y·f(x) ≥ 1   at each dot",
		"ξ = 1 − y·f(x)   if y·f(x) is less than 1,   else 0",
		"h ≤ 10⁻⁶·(the largest distance) + 10⁻⁷·(the largest ‖φ‖)",
		"HΔx + Yᵀt = r,   YΔx = r₂",
		"in a box                    q, cut off at the bounds\n" +
			"in a half-space aᵀx ≤ b     q − max(0, (aᵀq − b)/‖a‖²)a\n" +
			"in the simplex              max(0, q − θ) = u",
		"x − 3/2 + z = 0      slope and force balance\nx + s = 1            by the meaning of s",
	}
	kept := []string{
		"go run ./testdata/book DIR",
		"go mod init try\ngo mod edit -require example.com/svm@v0.0.0",
		"svm-train -t 2 -g 0.03333333333333333 -e 1e-8 -c 1",
		"echo 'package main; import (\"errors\"; \"fmt\")' >main.go",
		"sed '/^.. # The small/,/^.. # What/!d' ../example_test.go >>main.go",
		"x := [][]float64{{3, 3}, {5, 4}}",
		"&svm.Model[[]float64]{Expansion: *h.Expansion()}",
		"Trace: func(svm.Progress) bool { return ctx.Err() == nil }",
		"func(a, b []float64) float64 { return math.Pow(1+plainDot(a, b), 2) }",
		"QP{C: row{1, 2}, A: mat(row{1, 1}), B: row{3}}",
		"refused(t, \"C = -1, want C > 0\", alone(SMO(k, x, y, o)))",
		"for i := range n {\n\tsum += float64(a[i] * b[i])\n}",
		"optimal to 8.7e-15\nprimal 0.25, dual 0.25, gap 0\nb = -2; any b in [-2, -2] suits",
		"α = [0.25 0.00 0.25 0.00], b = -2.00 after step 1",
		"the label of (4, 2): 1\nf there: 1.00\nprimal 0.25, dual 0.25",
		"value = 2 5 1 3     place = 0 2 0 1     start = 0 2 2 4: where each list starts",
		"magic − 3 = 0x4337FFFFFFFFFFFD in bits      n = −3, m = −1",
		"3    ←─────────────┤\nb     −3    −2    −1     0     1     2",
		"4     \\       .           +\n        \\       .",
		"row 0, at[0] = 2        ×\nrow 1, at[1] = 3        ×  ×",
		"                ┌─────────────┬─ ⋯\nA, 96 rows:  a₀ │ s₀₀ s₀₁ s₀₂ │",
		"i    xᵢ        yᵢ    Kᵢ₁  Kᵢ₂\n1    (3, 3)    +1    18   27\n2    (5, 4)    +1    27   41",
		"step     pair      β₁        β₂\n1        1 and 3   2.0       0\n…\n41,500   (about)",
		"Gram, IsPSD       make a Gram matrix\nStandardizer      scales features",
		"Part I     the machine               svm.go\nPart II    kernels               kernel.go",
		"math     Go           meaning\nn        len(x)       number of training points",
		"aᵢ      row i of A, a.Row(i)\n‖x‖     Euclidean norm, Norm(x)\nμ       a shift",
		"x   1.25 → 0.840 → 0.988 → 0.99994 … 1\ns   1      0.160   0.012   0.00006   0",
		"rows × rows                 1×1    1×4\nloads per multiply-add      2      1.25",
	}
	for _, text := range formulas {
		if !isFormula(text) {
			t.Errorf("no formula:\n%s", text)
		}
	}
	for _, text := range kept {
		if isFormula(text) {
			t.Errorf("a formula:\n%s", text)
		}
	}
}

// A letter is italic if it stands for a number. In each line letters in
// brackets are, and no others; ‹…› stands in a display.
func TestALetterIsItalicIfItStandsForANumber(t *testing.T) {
	for _, text := range []string{
		"A point [x] has a label [y].",
		"The kernel's values and lecture C's procedure, by Lagrange's rule.",
		"With [λ]' = 2[λ], [λ]'[t] is [θ].",
		"If [f] is negative it says −. Otherwise [b] is −2.",
		"[y][f]([x]) is at least 1",
		"Put [a] = 2 and [b] = 3; [a] and [b] are numbers.",
		"An article is a word, I am none. Drag a plus sign.",
		"A matrix is [A], and [A][B] = [I].",
		"[n] points, [d] features, 5[d][n] sums",
		"It took 3 s and 5 MB, at 2 m or 7 h.",
		"The 2nd step, the [k]-th one, the 4th.",
		"as in lecture H, and in chapter 3 of part B",
		"M. Pontil and J. C. Platt",
		"Press the key b.",
		"Q: how far? A: by 2.",
		"svm.go and x.go stand there, m.Value too.",
		"e.g. 1e−7, but [e] = 2.718",
		"‖[w]‖² = ⟨[w], [w]⟩",
		"1/‖[w]‖ and √[d]",
		"Σ [α]ᵢ[y]ᵢ = 0 for all [i]",
		"at most 10⁻⁷, or 10⁵",
		"[H] of [n] rows is [n]²",
		"by SMO, SVD or SGD in Go",
		"Eq. 3 is of no use to us",
		"[C] times how far it is",
		"two [α] at a time",
		"H 1 and S 2 are lessons",
		"[k]-means is no kernel method, fold-in neither",
		"the Δ of a step",
		"If == cannot compare the point, it is new",
		"At |[x]| = 3 and [s]. No = is there.",
		"made by f3123da and 34d2e96",
		"‹minimise ½[x]ᵀ[Q][x] + [c]ᵀ[x]  subject to  [A][x] ≤ [B]›",
		"‹[L] = ½([x]² + [y]²) − 2[x] + [v]([x] + [y] − 1)›",
		"‹for all [k], if there is none›",
		"‹exp(−½‖[a] − [b]‖²) = max(0, [t])›",
		"‹[A] = [U][S][V]ᵀ, by Jacobi's rotations›",
		"‹det = [a][a]·[b][b] − [a][b]²›",
	} {
		begin, plain := "<p>", strings.NewReplacer("[", "", "]", "").Replace
		if strings.HasPrefix(text, "‹") {
			begin, text = `<div class="display math">`, strings.Trim(text, "‹›")
		}
		got := mathematics(begin+plain(text), true)
		want := begin + strings.NewReplacer("[", "<i>", "]", "</i>").Replace(text)
		for _, tag := range []string{"<sub>", "</sub>", "<sup>", "</sup>", "<big>", "</big>"} {
			got = strings.ReplaceAll(got, tag, "")
		}
		plainly := strings.NewReplacer("ᵢ", "<i>i</i>", "ᵀ", "T", "²", "2", "⁻⁷", "−7", "⁵", "5")
		want = plainly.Replace(want)
		if got != want {
			t.Errorf("%s\n%s, want\n%s", text, got, want)
		}
	}
}
