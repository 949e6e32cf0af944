// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/svm"
)

// A browser is driven by the protocol WebDriver: JSON by HTTP to chromedriver.
type browser struct {
	t       *testing.T
	session string  // its address
	visits  []visit // in order
}

// A visit to a page lasts until the next one begins.
type visit struct {
	page  string
	since time.Time
}

// slowest says which pages have taken most of the time: a busy computer can be
// so slow that Go would end the test without a word of it.
func (b *browser) slowest() string {
	took, pages := map[string]time.Duration{}, []string(nil)
	for i, v := range b.visits {
		end := time.Now()
		if i+1 < len(b.visits) {
			end = b.visits[i+1].since
		}
		if !slices.Contains(pages, v.page) {
			pages = append(pages, v.page)
		}
		took[v.page] += end.Sub(v.since)
	}
	slices.SortFunc(pages, func(p, q string) int { return cmp.Compare(took[q], took[p]) })
	says := fmt.Sprintf("%d visits, the slowest:", len(b.visits))
	for _, p := range pages[:min(3, len(pages))] {
		says += fmt.Sprintf(" %s %.1f s", p, took[p].Seconds())
	}
	return says
}

// openBrowser starts a browser, without one that can be seen.
func openBrowser(t *testing.T) *browser {
	for _, program := range []string{"chromedriver", "chromium"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	driver := exec.Command("chromedriver", "--port=0")
	says, err := driver.StdoutPipe()
	if err == nil {
		err = driver.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		driver.Process.Kill()
		driver.Wait()
	})
	port := regexp.MustCompile(`successfully on port (\d+)`)
	var m []string
	for lines := bufio.NewScanner(says); m == nil; m = port.FindStringSubmatch(lines.Text()) {
		if !lines.Scan() {
			t.Fatal("chromedriver does not say its port")
		}
	}
	go io.Copy(io.Discard, says)
	b := &browser{t: t, session: "http://127.0.0.1:" + m[1] + "/session"}
	var opened struct{ SessionID string }
	b.post("", `{"capabilities": {"alwaysMatch": {"goog:loggingPrefs": {"browser": "ALL"},
		"goog:chromeOptions": {"args": ["--headless=new", "--no-sandbox", "--disable-gpu",
		"--disable-background-networking", "--disable-component-update"]}}}}`, &opened)
	b.session += "/" + opened.SessionID
	t.Cleanup(func() {
		t.Log(b.slowest())
		request, _ := http.NewRequest(http.MethodDelete, b.session, nil)
		if r, err := http.DefaultClient.Do(request); err == nil {
			r.Body.Close()
		}
	})
	return b
}

// post sends a command, and puts what comes back into value.
func (b *browser) post(command, body string, value any) {
	b.t.Helper()
	r, err := http.Post(b.session+command, "application/json", strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	defer r.Body.Close()
	var answer bytes.Buffer
	answer.ReadFrom(r.Body)
	err = json.Unmarshal(answer.Bytes(), &struct{ Value any }{value})
	if err != nil || r.StatusCode != http.StatusOK {
		b.t.Fatalf("%s %s: %s %v", command, body, answer.Bytes(), err)
	}
}

// run runs a script in the page, and puts what it returns into value.
func (b *browser) run(script string, value any) {
	b.t.Helper()
	text, _ := json.Marshal(script)
	b.post("/execute/sync", fmt.Sprintf(`{"script": %s, "args": []}`, text), value)
}

// open opens a page, from another, so that it is not only its # that changes.
// If the time that Go gives the test is nearly over, it says what took it.
func (b *browser) open(address string) {
	b.t.Helper()
	file, _, _ := strings.Cut(address[strings.LastIndex(address, "/")+1:], "#")
	b.visits = append(b.visits, visit{file, time.Now()})
	if end, is := b.t.Deadline(); is && time.Until(end) < 20*time.Second {
		b.t.Fatalf("no time is left for %s: see -timeout", file)
	}
	for _, to := range []string{"about:blank", address} {
		text, _ := json.Marshal(map[string]string{"url": to})
		b.post("/url", string(text), nil)
	}
}

// wait waits until a script returns true.
func (b *browser) wait(script string) {
	b.t.Helper()
	for end, ok := time.Now().Add(time.Minute), false; !ok; time.Sleep(20 * time.Millisecond) {
		if b.run("return !!("+script+")", &ok); !ok && time.Now().After(end) {
			b.t.Fatalf("waited in vain for %s", script)
		}
	}
}

// size sets the size of the window.
func (b *browser) size(width, height int) {
	b.t.Helper()
	const metrics = `{"cmd": "Emulation.setDeviceMetricsOverride", "params":
		{"width": %d, "height": %d, "deviceScaleFactor": 1, "mobile": false}}`
	b.post("/goog/cdp/execute", fmt.Sprintf(metrics, width, height), nil)
}

// drag presses the mouse at a point of the scene, and moves it to another.
func (b *browser) drag(x0, y0, x1, y1 float64) {
	b.t.Helper()
	var at [4]float64
	b.run(fmt.Sprintf(`const [left, bottom, side] = scene.View;
		const m = document.querySelector("#picture svg").getScreenCTM();
		return [[%g, %g], [%g, %g]].flatMap(([x, y]) => {
			const p = new DOMPoint(55 + (x - left) / side * 280, 315 - (y - bottom) / side * 280);
			const q = p.matrixTransform(m);
			return [Math.round(q.x), Math.round(q.y)];
		});`, x0, y0, x1, y1), &at)
	b.pull(at[0], at[1], at[2], at[3])
}

// pull presses the mouse at a pixel of the window, and moves it to another.
func (b *browser) pull(x0, y0, x1, y1 float64) {
	b.t.Helper()
	b.post("/actions", fmt.Sprintf(`{"actions": [{"type": "pointer", "id": "mouse", "actions": [
		{"type": "pointerMove", "duration": 0, "x": %g, "y": %g},
		{"type": "pointerDown", "button": 0},
		{"type": "pointerMove", "duration": 100, "x": %g, "y": %g},
		{"type": "pointerUp", "button": 0}]}]}`, x0, y0, x1, y1), nil)
}

// text returns the words of an element, with the minus of a program.
func (b *browser) text(id string) (text string) {
	b.t.Helper()
	b.run(fmt.Sprintf("return document.getElementById(%q).textContent", id), &text)
	return strings.ReplaceAll(text, "−", "-")
}

// want compares the words of an element.
func (b *browser) want(id, want string) {
	b.t.Helper()
	if got := b.text(id); !strings.Contains(got, want) {
		b.t.Errorf("%s: %s, want %s", id, got, want)
	}
}

// quiet says what the console says, and whether the page is wider than its
// window.
func (b *browser) quiet(what string) {
	b.t.Helper()
	var messages []struct{ Message string }
	if b.post("/se/log", `{"type": "browser"}`, &messages); len(messages) > 0 {
		b.t.Errorf("%s: the console says %.300v", what, messages)
	}
	var over int
	b.run("const e = document.documentElement; return e.scrollWidth - e.clientWidth", &over)
	if over > 0 {
		b.t.Errorf("%s is %d pixels wider than its window", what, over)
	}
}

// The page shows what the package computes, whatever one does to it: a click on
// a point tells its numbers, a drag trains anew, a step and a mistake are those
// of the head of smo.go and of "The certificate" in svm.go. Scenes in a text
// train too, and at the lines of plainSMO stands what its step did.
func TestTheMachineInABrowser(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	book := newBook(os.DirFS("../.."))
	if book.write(); len(book.problems) > 0 {
		t.Fatal(book.problems)
	}
	if err := book.save("../..", dir); err != nil {
		t.Fatal(err)
	}
	page := "file://" + dir + "/machine.html#"
	const trained = "typeof scene == 'object' && (path.length || !scene.Told) && !wanted"
	b.size(1440, 900)
	b.open(page + "four,linear,C=10")
	b.wait(trained)
	b.want("facts", "w = [0.5 0.5], b = -2")

	// A click on (3, 3) tells of it, and moves nothing by much.
	b.drag(3, 3, 3, 3)
	b.wait(trained)
	b.want("each", "Point 1, label +1: α = 0.25, ξ = 0, y·f = 1, on its edge")

	// With (5, 4) dragged to (3, 2) the machine is another: the one that SMO
	// finds for the points that the page now has.
	b.drag(5, 4, 3, 2)
	b.wait(trained + " && scene.Data == ''")
	var x [][]float64
	b.run("return scene.X", &x)
	y := []float64{1, 1, -1, -1}
	m, err := svm.SMO(svm.Linear{}, x, y, svm.Options{C: 10, Tol: 1e-8})
	if err != nil || x[1][0] < 2.9 || x[1][0] > 3.1 {
		t.Fatalf("points %v, error %v", x, err)
	}
	h := must(svm.LinearHyperplane(&m.Expansion))
	b.want("facts", fmt.Sprintf("w = %.4g, b = %.4g, 1/‖w‖ = %.4g", h.W, h.B, 1/svm.Norm(h.W)))
	b.want("certificate", "\nprimal "+fmt.Sprintf("%.4g", m.Certificate.Primal))

	// Both movements can be undone.
	b.run("document.getElementById('undo').click(); document.getElementById('undo').click()", nil)
	b.wait(trained + " && scene.Data == 'four'")
	b.want("facts", "w = [0.5 0.5], b = -2")

	// A step back is step 0, where b is anything from −1 to 1.
	b.run("document.getElementById('back').click()", nil)
	b.wait(trained + " && scene.step === 0")
	b.want("told", "After step 0: m = 1, M = -1")
	b.run("document.getElementById('forth').click()", nil)
	b.wait(trained + " && scene.step === null")
	b.want("verdict", "proved best: primal 0.25 = dual 0.25")

	b.run("document.querySelector('#mistakes [value=sign]').click()", nil)
	b.wait(trained + " && scene.mistake == 'sign'")
	b.want("verdict", "but b is off by 4")
	// (3, 3) has 0 < α < C and f = 5: its circle tells only of α.
	var legend string
	b.run("return document.getElementById('legend').innerText", &legend)
	if strings.Contains(legend, "edge, 0") || !strings.Contains(legend, "0 < α < C") {
		t.Errorf("beside a mistake the legend says %s", legend)
	}
	b.want("values", "primal 75.25 (thin), dual 0.25 (thick), gap 75")

	// The mistake stays while one drags, and is named.
	b.drag(5, 4, 3, 2)
	b.wait(trained + " && scene.Data == ''")
	b.want("verdict", "mistake, sign of b: not optimal")

	// Without a mouse keys add a point, move it and erase it.
	key := func(key string, alt bool) {
		const press = `document.getElementById("picture").dispatchEvent(
			new KeyboardEvent("keydown", {key: %q, altKey: %t, bubbles: true}))`
		b.run(fmt.Sprintf(press, key, alt), nil)
		b.wait(trained)
	}
	b.open(page + "four,linear,C=10")
	b.wait(trained)
	key("ArrowDown", false)
	b.want("each", "Point 1, label +1")
	key("Enter", false)
	b.wait(trained + " && scene.X.length == 5 && scene.Y[4] == 1")
	b.want("each", "Point 5, label +1")
	var from, to []float64
	b.run("return scene.X[4]", &from)
	key("ArrowRight", true)
	b.run("return scene.X[4]", &to)
	if !(to[0] > from[0]) || to[1] != from[1] {
		t.Errorf("to the right: from %v to %v", from, to)
	}
	key("Delete", false)
	b.wait(trained + " && scene.X.length == 4")

	// Before the street is shown, two clicks draw a line. (3, 3) is on the
	// wrong side of x₁ = 4, and the line from (0, 4) to (4, 0) is the best.
	b.open(page + "four,linear,C=∞,stage=draw")
	b.wait(trained)
	b.drag(4, 0, 4, 0)
	b.drag(4, 5, 4, 5)
	b.want("facts", "1 of 4 dots on the wrong side of your line: (3, 3)")
	b.drag(0, 4, 0, 4)
	b.drag(4, 0, 4, 0)
	b.want("facts", "Your street is 2.8")
	b.run("document.getElementById('best').click()", nil)
	b.wait(trained + " && scene.stage == 'street'")
	b.want("facts", "The widest street is 2.828 wide: half of it, its margin, is 1.414")
	b.want("facts", "Yours, with the dashed line, is 2.8")

	// A third is held out when that is unfolded, and a step has its picture.
	b.open(page + "moons,gauss,C=10,step=54") // of 55: the gap says how far it is from the best
	b.wait(trained + " && scene.step === 54")
	b.want("verdict", "at most 0.2908 above the best")
	b.open(page + "moons,gauss,C=10,step=3")
	b.wait(trained + " && document.querySelector('#square:not([hidden]) .dot')")
	b.want("pair", "Σαy = 0")
	b.run("document.getElementById('new').open = true", nil)
	b.wait("document.querySelector('#curve circle')")
	b.want("held", "of the points that a machine has not seen are wrong")

	// What does not belong to what one has asked for is greyed.
	b.run("location.hash = 'four,C=0'", nil)
	b.wait("document.querySelector('.stale #picture')")
	b.want("error", "C=0: want a number above 0")
	b.quiet("the machine")

	// What cannot be read says so, and the address stays. The first scene
	// stands there, and its controls work.
	for _, address := range []string{"four,C=0", "%", "nonsense", "γ=0", strings.Repeat("1", 2000),
		"linear,C=1,view=1e17:0:1;1,1,1;-1,0,0"} {
		b.open(page + address)
		b.wait(trained + " && scene.Data == 'moons' && !document.querySelector('.stale, .loading')")
		var hash string
		if b.run("return plain(location.hash)", &hash); hash != "#"+address {
			t.Errorf("%s: the address is now %s", address, hash)
		}
		b.want("error", "want")
		b.quiet(address)
		b.run("document.getElementById('linear').click()", nil)
		b.wait(trained + " && scene.Kernel == 'linear' && location.hash == '#' + scene.Address")
		if wrong := b.text("error"); wrong != "" {
			t.Errorf("%s: after a change the page says %s", address, wrong)
		}
	}

	// Until the machine is loaded, its own picture stands there, or none.
	var stills []string
	b.run(`scene = undefined;
		return ["xor,poly,degree=2,C=∞", "nonsense"].map((address) => {
			question(address);
			return $("picture").innerHTML;
		});`, &stills)
	still := book.drawn("machine.html#xor,poly,degree=2,C=∞")
	if want := []string{`<img src="` + still + `" alt="">`, ""}; !slices.Equal(stills, want) {
		t.Errorf("while the machine is loaded there stands %q, want %q", stills, want)
	}

	// The switch shades by f, by a click or a key, at the step where one is.
	// The address keeps it, and the name of the picture tells of it.
	b.open(page + "moons,gauss,C=10,step=3")
	b.wait(trained)
	b.run("document.getElementById('height').click()", nil)
	b.wait(trained + " && scene.height && scene.step === 3")
	var shaded []string
	b.run(`return [location.hash.match(/,height/)?.[0] ?? "", $("picture").ariaLabel,
		String($("height").ariaPressed), String(all("path.high").length)]`, &shaded)
	if want := []string{",height", "60 points: Gaussian, γ = 1, C = 10, shaded by f as a height",
		"true", "12"}; !slices.Equal(shaded, want) {
		t.Errorf("with a height %q, want %q", shaded, want)
	}
	b.want("facts", "a shade is ½ of f: points from -1.96 to 2.22")
	key("h", false)
	b.wait(trained + " && !scene.height && scene.step === 3 && !location.hash.includes('height')")

	// A gap within rounding is none, and may be below 0 only with a wrong
	// proof. The name of the margin hides no point: where it had the most room
	// by the middle of its words, it hid a point of the clouds.
	for _, s := range [][2]string{
		{"moons,gauss,C=10", "gap 0 but for rounding"},
		{"four,linear,C=10,mistake=balance", "gap -0.5"},
		{"clouds,linear,C=1", "gap 7.5"},
		{"linear,C=10;1,3,3;1,5,4;-1,1,1;-1,0,1;1,3.4,3.25", "gap 0"},
	} {
		b.open(page + s[0])
		b.wait(trained)
		b.want("values", s[1])
		var hidden []string
		b.run(`const words = document.querySelector(".named text")?.getBBox();
			return scene.X.filter((x) => {
				const [p, q] = seen(0, 0).at(x);
				return words && p > words.x - 5 && p < words.x + words.width + 5 &&
					q > words.y - 3 && q < words.y + words.height + 3;
			}).map(String);`, &hidden)
		if len(hidden) > 0 {
			t.Errorf("%s: the name of the margin hides %q", s[0], hidden)
		}
	}

	// The scenes that the page offers, in three widths, and for a room.
	presets := offered.FindAllStringSubmatch(book.read("testdata/scenes.md"), -1)
	if len(presets) < 9 {
		t.Errorf("the page offers %d scenes, want 9", len(presets))
	}
	for _, p := range presets {
		p[1] = strings.TrimPrefix(p[2], "machine.html#")
		b.open(page + p[1])
		b.wait(trained)
		if wrong := b.text("error"); wrong != "" {
			t.Errorf("%s: %s", p[1], wrong)
		}
		// Each asks something, and a number that answers is that of the facts.
		var is *string
		b.run("return document.querySelector('#ask:not([hidden]) .guess').dataset.is", &is)
		if is != nil && *is != "undefined" {
			b.want("facts", *is+" support vectors")
		}
		for _, width := range []int{1440, 1024, 390} {
			b.size(width, 768)
			b.quiet(fmt.Sprintf("%s at %d", p[1], width))
		}
	}
	// For a room all is on one screen: also the interval of an open b, and how
	// machines do on points that they have not seen.
	for _, s := range []struct{ address, id, says string }{
		{"clouds,linear,C=1,big", "facts", "95 % of the training points"},
		{"linear,C=0.1;1,3,3;-1,1,1,big", "facts", "any b in [-1.4, -0.2] suits"},
		{"moons,gauss,C=10,height,big", "facts", "a shade is ½ of f: points from -2.62 to 2.32"},
		{"noisy,gauss,γ=0.5,C=1,big", "held", "8 % of the points that a machine has not seen"},
	} {
		b.size(1440, 900)
		b.open(page + s.address)
		b.wait(trained)
		if s.id == "held" {
			b.run("document.querySelector('#new summary').click()", nil)
			b.wait("document.querySelector('#curve circle')")
		}
		b.want(s.id, s.says)
		// The last is the one before it at 150 %.
		for _, window := range [][2]int{{1440, 900}, {1280, 800}, {1024, 768}, {683, 512}} {
			what := fmt.Sprintf("%s at %d × %d", s.address, window[0], window[1])
			var high int
			b.size(window[0], window[1])
			b.run("return document.documentElement.scrollHeight", &high)
			if b.quiet(what); high > window[1] {
				t.Errorf("%s: %d pixels high, want at most %d", what, high, window[1])
			}
			var over []string // what covers another, or leaves the window, or is not seen
			b.run(`const id = "`+s.id+`", wide = (p) => p.right > innerWidth + 1;
				const meet = (p, q) => p.left < q.right - 1 && q.left < p.right - 1 &&
					p.top < q.bottom - 1 && q.top < p.bottom - 1;
				const all = [...$("machine").lastElementChild.children, $("left"), $("room")]
					.filter((e) => e.offsetHeight).map((e) => [e.id, e.getBoundingClientRect()]);
				return (innerHeight > 600 && !$(id).offsetHeight ? [id + " is not seen"] : [])
					.concat(all.filter(([, p]) => wide(p)).map(([a]) => a + " is too wide"))
					.concat(all.flatMap(([a, p], i) => all.slice(0, i)
						.filter(([, q]) => meet(p, q)).map(([b]) => a + " covers " + b)));`, &over)
			if len(over) > 0 {
				t.Errorf("%s: %q", what, over)
			}
		}
	}

	// In a text a machine is as high as it says.
	b.size(1440, 900)
	b.open("file://" + dir + "/example_test.html#plainSMO")
	const frame = "document.querySelector('.live iframe')"
	b.run("document.querySelector('.live').scrollIntoView()", nil)
	b.wait(frame + ".style.height && document.querySelector('pre mark')")
	var marks string
	const all = "[...document.querySelectorAll('pre mark')].map((m) => m.textContent)"
	b.run("return "+all+".join('; ')", &marks)
	if !strings.Contains(marks, "i = 0, bs[i] = 1; j = 2, bs[j] = −1") ||
		strings.Count(marks, ";") != 4 {
		t.Errorf("at the lines of plainSMO stands %s", marks)
	}
	b.quiet("example_test.html")
}

// What a reader does besides: a search finds words of texts, a name says how it
// is declared, a lecture is shown slide by slide with a way back from a test,
// and a link of the first hour changes the machine below it.
func TestTheBookInABrowser(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	book := newBook(os.DirFS("../.."))
	book.write()
	if err := book.save("../..", dir); err != nil {
		t.Fatal(err)
	}
	page := func(name string) string { return "file://" + dir + "/" + name }
	key := func(key string) {
		const press = `dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true}))`
		b.run("document.body."+fmt.Sprintf(press, key), nil)
	}
	b.size(1440, 900)
	for words, want := range map[string]string{
		"complementary+slackness":   "Any program", // a text
		"rbf":                       "Gaussian",    // another word
		"sklearn":                   "a notebook, line by line",
		"SVC":                       "SMO",
		"support+vector+classifier": "Fit and SMO",
		"soft+margin":               "a finite C",
		"overfit":                   "what it is",
		"grid+search":               "what it is",
		"hyperparameter":            "Search",
		"quadprog":                  "QP.Solve",
		"one-vs-rest":               "OneVsRest",
		"how+to+choose+gamma":       "Gaussian", // what only asks is left out
		"what+is+a+kernel?":         "what it is",
		"why":                       "Why it ends",
		"shrinking":                 "Blocks",
		"slater":                    "not in this book",
		"asdfgh":                    "",
	} {
		b.open(page("names.html?q=" + words))
		b.wait("document.getElementById('count').textContent")
		var first string
		b.run("return document.querySelector('#found li')?.textContent ?? ''", &first)
		if !strings.Contains(first, want) || want == "" && first != "" {
			t.Errorf("%s finds %.100s, want %s", words, first, want)
		}
		b.quiet(words)
	}

	// Of a word of the subject the first hit says what it is.
	var firsts, near []string
	b.run(`return ["slack", "bias", "margin", "kernel", "support vectors", "duality gap", "kkt",
		"hinge", "mercer", "dual", "overfitting"].map((words) =>
		words + ": " + findTexts(words.split(" "))[0][1])`, &firsts)
	for _, first := range firsts {
		if !strings.HasSuffix(first, "what it is") {
			t.Errorf("first for %s", first)
		}
	}
	// Of a word that no text has, the nearest is proposed.
	b.run("return nearest(['dulaity', 'gap', 'regularization'])", &near)
	if want := []string{"duality", "gap", "regularisation"}; !slices.Equal(near, want) {
		t.Errorf("nearest: %s, want %s", near, want)
	}
	// The field of the bar shows hits below it while one types.
	b.open(page("svm.html"))
	b.run("field.focus(); field.value = 'slack'; field.dispatchEvent(new Event('input'))", nil)
	b.wait("document.querySelector('.hits li')")
	b.run(`const down = new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true});
		field.dispatchEvent(down)`, nil)
	var focused string
	if b.run("return document.activeElement.textContent", &focused); focused != "slack, ξ" {
		t.Errorf("an arrow leads from the field to %q", focused)
	}

	// By a mouse one points at a name, by keys one goes there.
	touched := func(yes bool) { // whether there is no mouse
		const value = "Object.defineProperty(touched, 'matches', {value: %t, configurable: true})"
		b.run(fmt.Sprintf(value, yes), nil)
	}
	b.open(page("svm.html#Certify"))
	touched(false)
	const name = "[...document.querySelectorAll('.code a')]" +
		".find((a) => a.textContent == 'NewModel')"
	for _, way := range []string{".focus()",
		".dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))"} {
		b.run("document.activeElement.blur(); "+name+way, nil)
		b.wait("document.getElementById('tip')")
		b.want("tip", "func NewModel[X any](k Kernel[X]")
		b.want("tip", "NewModel returns the machine of any α and b")
		b.run("showTip(null)", nil)
	}
	// On a phone a tap tells, and leads there.
	touched(true)
	b.run(name+".click()", nil)
	b.want("tip", "NewModel returns the machine of any α and b")
	b.run("document.querySelector('#tip a').click()", nil)
	b.wait("location.hash == '#NewModel'")

	b.open(page("lecture-H.html"))
	touched(false)
	b.run("document.getElementById('slides').click()", nil)
	const shown = "[...document.querySelectorAll('main > .row')].filter((r) => r.offsetHeight)"
	var before, after, slide string
	b.run("return "+shown+".map((r) => r.innerText).join()", &before)
	key("n")
	b.run("return "+shown+".map((r) => r.innerText).join()", &after)
	if before == after || before == "" {
		t.Errorf("n leads from %.60q to %.60q", before, after)
	}
	b.run("return location.href", &slide)
	b.run(shown+"[0].querySelector('.note a[href*=_test]').click()", nil)
	b.wait("document.querySelector('nav .back')")
	b.run("document.querySelector('nav .back').click()", nil)
	b.wait("document.documentElement.matches('.slides')")
	var now string
	if b.run("return location.href", &now); now != slide {
		t.Errorf("back at %s, want %s", now, slide)
	}
	key("Escape")
	b.wait("!document.documentElement.matches('.slides')")
	b.quiet("lecture H")

	// A number is compared with the answer, which the right one unfolds.
	var compared []any
	b.run(`const field = all(".guess")[0], answer = field.nextElementSibling;
		const told = ["no", field.dataset.is].flatMap((value) => {
			field.value = value;
			field.dispatchEvent(new Event("change", { bubbles: true }));
			return [answer.firstElementChild.textContent, answer.open];
		});
		answer.open = false;
		return told`, &compared)
	if want := "[another number false right true]"; fmt.Sprint(compared) != want {
		t.Errorf("a wrong and a right number: %v, want %s", compared, want)
	}

	// The first n on a question shows its answer, and the figure after "then".
	b.run("present(slides.findIndex((part) => part.querySelector('.then')))", nil)
	var states []bool
	const state = `[slides[slide].querySelector(".answer").open,
		slides[slide].querySelector(".then").offsetHeight > 0]`
	b.run("const before = "+state+"; stepBy(1); return [...before, ..."+state+"]", &states)
	if want := []bool{false, false, true, true}; !slices.Equal(states, want) {
		t.Errorf("answer and figure before and after n: %t, want %t", states, want)
	}
	// The address of a slide is that slide, whose corner has its minutes. The
	// next key ends what b has blanked, and a click in what o shows leads
	// there.
	b.open(page("lecture-H.html#slide7"))
	b.wait("slide == 6")
	b.wait("slides[6].querySelector('.minutes a').textContent == 'H 1, minutes 12–18'")
	for _, step := range []struct{ key, state string }{
		{"b", "getComputedStyle(slides[6].lastElementChild).visibility == 'hidden'"},
		{"b", "getComputedStyle(slides[6].lastElementChild).visibility == 'visible'"},
		{"o", "overview.offsetHeight > 0 && document.activeElement.hash == '#slide7'"},
		{"n", "slide == 6"}, // a key of the browser
	} {
		key(step.key)
		b.wait(step.state)
	}
	b.run("overview.querySelector('[href=\"#slide27\"]').click()", nil)
	b.wait("slide == 26 && !overview.offsetHeight")

	// By n all that a deck has comes into view, and no slide is higher than the
	// screen. Letters are as large as a room needs, and few slides of words end
	// in the upper half. On a busy computer that takes a while.
	b.post("/timeouts", `{"script": 300000}`, nil)
	b.size(1024, 768)
	for _, lecture := range "HSCKP" {
		b.open(page(fmt.Sprintf("lecture-%c.html", lecture)))
		var wrong []string
		b.run(`history.replaceState = () => {}; // which may not be called so often
			const wrong = [], seen = new Set(), short = new Set();
			const letters = (e) => parseFloat(getComputedStyle(e).fontSize);
			for (present(0); slide < slides.length - 1; stepBy(1)) {
				const now = slides[slide], text = now.lastElementChild;
				const end = (text.lastElementChild ?? text).getBoundingClientRect().bottom;
				if (end < innerHeight / 2 && now.children.length == 1) short.add(now);
				for (const e of all(":scope *", now.parentElement)) {
					const least = e.matches(".claim > p:first-child") ? 28 : 20;
					if (e.closest(".head, .slide, .ask, figcaption") && e.checkVisibility() &&
						letters(e) < least) wrong.push(e.outerHTML + " of " + now.id + " is small");
				}
				if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) {
					wrong.push(slides[slide].id + " is larger than the screen");
				}
				for (const e of all(".claim, .slip, .ask", slides[slide])) {
					const r = e.getClientRects()[0];
					if (r && r.left < innerWidth && r.top < innerHeight - 30) seen.add(e);
				}
			}
			const last = slides.at(-1), hidden = all(".claim, .slip, .ask").filter((e) =>
				!seen.has(e) && !last.contains(e));
			if (short.size > slides.length / 6) wrong.push(short.size + " end in the upper half");
			return [...wrong, ...hidden.map((e) => e.textContent + " is not shown")];`, &wrong)
		if len(wrong) > 0 {
			t.Errorf("lecture %c: %q", lecture, wrong)
		}
	}
	b.size(1440, 900)

	b.open(page("hour.html"))
	b.run("document.querySelectorAll('.try .live')[3].scrollIntoView()", nil)
	const frame = "document.querySelectorAll('.try')[4].querySelector('iframe')"
	b.wait(frame + "?.style.height")
	b.run("document.querySelectorAll('.try')[4].querySelectorAll('p a')[1].click()", nil)
	b.wait(frame + ".src.includes('clouds')")
	b.dragsNumbers()
	b.turnsTheRing()

	// The machine of a station stays beside its end, where one tries it.
	b.run("all('.try')[3].querySelector('p a').scrollIntoView({block: 'center'})", nil)
	b.wait("all('.try')[3].closest('.staged').matches('.read')")
	var top float64
	b.run("return all('.try .live')[2].getBoundingClientRect().top", &top)
	if top < 0 {
		t.Errorf("beside the end of a station its machine begins at %g", top)
	}

	// The name of a formula that is folded waits, and comes with its line.
	b.open(page("smo.html"))
	var names []string
	b.run(`const folded = document.getElementById("(step)").closest(".derivation");
		const beside = () => all(".of", folded.parentElement).filter((e) => e.offsetHeight)
			.map((e) => e.textContent).join(" ");
		const before = beside();
		while (!document.getElementById("(step)").checkVisibility()) {
			folded.nextElementSibling.click();
		}
		return [before, beside()];`, &names)
	if want := []string{"(gain)", "(gain) (step)"}; !slices.Equal(names, want) {
		t.Errorf("beside a derivation before and after a click: %q, want %q", names, want)
	}
	for _, width := range []int{1440, 1280, 1024, 390} {
		for _, name := range []string{
			"hour", "index", "example_test", "svm", "lecture-H", "lessons", "names"} {
			b.size(width, 800)
			b.open(page(name + ".html"))
			b.quiet(fmt.Sprintf("%s.html at %d", name, width))
		}
	}

	// In letters of twice the size no page is too wide, and no two links to
	// pages meet. A note beside code is prose: no taller than its words need.
	b.size(1440, 900)
	for _, name := range []string{"smo", "svm", "kernel", "linalg"} {
		b.open(page(name + ".html"))
		var meet, tall []string
		b.run(`document.documentElement.style.fontSize = "32px";
			dispatchEvent(new Event("resize"));
			for (const group of all(".group")) {
				group.name = "";
				group.open = true;
			}
			const boxes = all("#contents :is(a, summary)").map((link) => {
				const words = new Range();
				words.selectNodeContents(link);
				return [link.textContent, words.getBoundingClientRect()];
			});
			return boxes.flatMap(([one, p], i) => boxes.slice(0, i).filter(([, q]) =>
				p.left < q.right - 1 && q.left < p.right - 1 &&
				p.top < q.bottom - 1 && q.top < p.bottom - 1)
				.map(([other]) => one + ", " + other));`, &meet)
		if len(meet) > 0 {
			t.Errorf("%s in large letters: links meet, %q", name, meet)
		}
		b.quiet(name + " in large letters")
		b.run(`document.documentElement.style.fontSize = "";
			for (const fold of all("details")) fold.open = true;
			return all(".beside").filter((note) => {
				const before = note.offsetHeight;
				for (const sign of all("s", note)) sign.remove();
				note.textContent = note.textContent.replace(/\s+/g, " ");
				return before > note.offsetHeight;
			}).map((note) => note.textContent);`, &tall)
		if len(tall) > 0 {
			t.Errorf("%s: notes in pieces: %q", name, tall)
		}
	}
}

// Numbers of the first hour follow one that is dragged. With C = 0.21, a step
// on, α = C at (3, 3) and (1, 1) makes w = (0.42, 0.42), and b, which has the
// same bill from −1.84 to −1.52, stands in the middle. With α = ⅛, 5 steps of 8
// pixels to the left, v is (¼, ¼). A way back restores what was there.
func (b *browser) dragsNumbers() {
	b.t.Helper()
	for _, wants := range [][]string{
		{"C", "with C = 0.21.", "w = (0.42, 0.42) and b = −1.68:", "plus0.840.840.16",
			"½·0.3528 + 0.21·0.32 = 0.2436.", "Is 0.2436 the smallest"},
		{"α", "Here α is 0.125 for", "here 0.125(3, 3) − 0.125(1, 1) = (0.25, 0.25).",
			"here 0.125 + 0.125 − ½·0.125 = 0.1875,"},
	} {
		var first, text, value string
		name, wants := wants[0], wants[1:]
		number := fmt.Sprintf("document.querySelector('[data-now=%s]')", name)
		section := number + ".closest('section')"
		says := "return " + section + ".textContent.replaceAll('\u00a0', ' ')"
		b.run(number+".scrollIntoView({block: 'center'}); "+says, &first)
		if name == "C" {
			b.run(number+`.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}))`, nil)
		} else {
			var at [2]float64
			b.run("const r = "+number+`.getBoundingClientRect();
				return [r.x + 3, r.y + 5].map(Math.round)`, &at)
			b.pull(at[0], at[1], at[0]-40, at[1])
		}
		b.wait(section + ".querySelector('.street img').naturalWidth")
		b.run(says, &text)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				b.t.Errorf("%s dragged: %s, want %s", name, text, want)
			}
		}
		if b.run("return "+number+".ariaValueText", &value); !strings.Contains(wants[0], value) {
			b.t.Errorf("%s says that it is %s, want %s", name, value, wants[0])
		}
		b.run(section+".querySelector('.street button').click(); "+says, &text)
		if before, _, _ := strings.Cut(first, "back to"); !strings.HasPrefix(text, before) {
			b.t.Errorf("%s back at its first value: %s, want %s", name, text, first)
		}
	}
}

// By two steps to the right the ring in space turns by 10°, and by 14 up one
// sees it from just above its floor. By 18 down one sees it from above,
// where the plane meets the bowl in the circle of the floor.
func (b *browser) turnsTheRing() {
	b.t.Helper()
	const ring = "document.querySelector('img[src$=\"lifted.svg\"], img[src^=data][role=slider]')"
	b.run(ring+".scrollIntoView({block: 'center'})", nil)
	var at [2]float64
	b.run("const r = "+ring+`.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2].map(Math.round)`, &at)
	b.pull(at[0], at[1], at[0]+16, at[1]-112)
	b.wait(ring + ".src.startsWith('data') && " + ring + ".naturalWidth")
	var value string
	b.run("return "+ring+".ariaValueText", &value)
	if value != "turned by 35°, from 5° above" {
		b.t.Errorf("the ring in space is %s", value)
	}
	for range 18 {
		b.run(ring+`.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown"}))`, nil)
	}
	b.wait("new Set([...decodeURIComponent(" + ring + ".src)" + // both circles, which are one
		`.matchAll(/class="(?:thick|dashed)" d="([^"]*L[^"]*)"/g)].map((m) => m[1])).size == 1`)
}
