const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (tag, properties, ...inside) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inside);
  return element;
};
// What stands behind # is decoded, or meant as it stands.
const plain = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
// A key counts unless one writes, or the browser has it.
const onKey = (answer) => addEventListener("keydown", (event) =>
  event.ctrlKey || event.metaKey || event.altKey ||
    event.target.matches("input, textarea, select, [role=slider]") || answer(event));
const loading = {}; // the scripts that have been asked for
const loadScript = (file) => loading[file] ??= new Promise((done) =>
  document.head.append(make("script", { src: file, onload: done })));

const contents = document.getElementById("contents");
// A link may lead into what is folded.
function unfold() {
  const target = document.getElementById(plain(location.hash.slice(1)));
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  target?.closest(".derivation")?.classList.remove("folded");
  const pair = target?.closest(".pair, .story"); // whose title stands above the code
  (pair?.querySelector("u[id]") === target ? pair : target)?.scrollIntoView();
  contents.hidePopover();
}
addEventListener("hashchange", unfold);
addEventListener("load", unfold); // after the browser has gone there itself

// The bar and the contents say which section is in view.
const where = document.getElementById("in-view"), titles = all("main :is(h1, h2, h3)");
const staged = all(".staged"); // of which one is read, and its machine is clear
function look() {
  const read = staged.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3);
  for (const section of staged) section.classList.toggle("read", section == (read ?? staged[0]));
  const above = titles.findLast((title) => title.checkVisibility() &&
    title.getBoundingClientRect().top < 100) ?? titles[0];
  where.textContent = "☰ " + (above?.firstChild.textContent ?? "Contents");
  const line = contents.querySelector(`.contents a[href$="#${CSS.escape(above?.id ?? "")}"]`);
  if (line?.classList.contains("now")) return;
  contents.querySelector(".now")?.classList.remove("now");
  line?.classList.add("now");
  contents.scrollTop = Math.max(0, (line?.offsetTop ?? 0) - contents.clientHeight / 2);
}
addEventListener("scroll", () => requestAnimationFrame(look), { passive: true });
contents.addEventListener("toggle", look);
unfold();
look();

// A derivation shows its first line, and each click or Enter the next. The names beside it wait for
// the lines of their formulas.
for (const lines of all(".derivation")) {
  const button = make("button", { className: "further" }, "How does it go on?");
  for (const uses of all(".aside > .uses", lines.parentElement)) {
    const tag = all(".then .tag", lines).find((b) => b.textContent == uses.firstChild.textContent);
    uses.classList.toggle("waits", !!tag);
    if (tag) tag.closest(".then").uses = uses;
  }
  button.onclick = () => {
    const [next, ...others] = all(".then:not(.seen)", lines);
    next.classList.add("seen");
    next.uses?.classList.remove("waits");
    if (!others.length) button.remove();
  };
  lines.classList.add("folded");
  lines.after(button);
}

// A field compares a number with the answer, and unfolds it.
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".guess")) return;
  const is = target.value.trim().replace("-", "−") === target.dataset.is;
  target.classList.toggle("right", is);
  const answer = target.nextElementSibling;
  answer.firstElementChild.textContent = is ? "right" : target.value ? "another number" : "answer";
  answer.open ||= is;
});

// Under the mouse, or when it has the focus, a tag shows its formula, and a name how it is declared
// and what it is for. These stand in tips.js, which is loaded when the first is wanted. Where there
// is no mouse, a tap shows them, with the way there.
const tip = make("div", { id: "tip", role: "tooltip" }), touched = matchMedia("(hover: none)");
let pointed = null;
async function showTip(link) {
  pointed?.removeAttribute("aria-describedby");
  pointed = link;
  tip.remove();
  if (!link) return;
  const formula = link.matches(".formula");
  if (formula) link.title = ""; // of those who have no script
  await loadScript("tips.js");
  if (pointed !== link) return;
  const lines = tips[decodeURI(link.getAttribute("href"))]
    ?.filter((text) => text && text !== link.textContent) ?? [];
  if (!lines.length) return touched.matches && location.assign(link.href);
  const isCode = (text, i) => i < lines.length - 1 || /^(func|type|var|const) |\/\//.test(text);
  tip.replaceChildren(...lines.map((text, i) => formula ? make("div", { innerHTML: text })
    : make(isCode(text, i) ? "code" : "p", {}, text)));
  if (touched.matches) tip.append(make("a", { href: link.href }, "go there ›"));
  document.body.append(tip);
  link.setAttribute("aria-describedby", "tip");
  const at = link.getBoundingClientRect(), above = at.top - tip.offsetHeight - 4;
  tip.style.left = Math.max(4, Math.min(at.left, innerWidth - tip.offsetWidth - 8)) + "px";
  tip.style.top = (above > 0 ? above : at.bottom + 4) + "px";
}
const named = "main a[href*='.html#']:not(.contents a, [href^='machine'])";
const byTap = ":not([href*='§'], .next a)"; // a section and the next page are there at once
for (const points of ["mouseover", "focusin", "focusout", "click"]) {
  document.addEventListener(points, (event) => {
    if (tip.contains(event.target) || touched.matches && points != "click") return;
    const shows = touched.matches ? named + byTap : /over|in$/.test(points) && named;
    const link = shows && event.target.closest(shows);
    showTip(link || null);
    if (link && touched.matches) event.preventDefault();
  });
}
addEventListener("keydown", ({ key }) => key === "Escape" && showTip(null));

// In a display that is wider than its place each reason stands below its line.
// If this is not enough it is set smaller, then the end of a line wraps, and then all of it.
// What is pushed sideways all the same can be pushed by keys, too.
const ways = ["tight", "fine", "loose", "wrapped"];
function reach() {
  const displays = all(".math");
  for (const math of displays) math.classList.remove(...ways);
  const wider = (e) => e.scrollWidth > e.clientWidth;
  for (const way of ways) {
    for (const math of displays.filter(wider)) math.classList.add(way);
  }
  const lines = all("main :is(pre, table, .math)"), pushed = lines.map(wider);
  lines.forEach((e, i) => pushed[i] ? e.tabIndex = 0 : e.removeAttribute("tabindex"));
}

for (const when of ["load", "resize"]) addEventListener(when, reach);

// Code can be copied, without what it prints.
for (const pre of all("pre.code")) pre.append(make("button",
  { className: "copy", onclick: async ({ target }) => {
  const code = pre.cloneNode(true);
  for (const other of all("button, samp, .value", code)) other.remove();
  await navigator.clipboard.writeText(code.textContent.trimEnd() + "\n");
  target.textContent = "copied";
} }, "copy"));

// A scene that a text cites is a small machine, above the link to the large one.
// It is made when it comes near.
const near = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target: link } of seen) if (isIntersecting) {
    near.unobserve(link);
    link.before(make("iframe", { title: "a machine to play with", src: link.href,
      name: slide < 0 ? "small" : "small slide" }));
  }
}, { rootMargin: "400px" });
for (const link of all(".live > a")) near.observe(link);
// A link to another scene beside it shows the scene there, by a click, or, where the machine stands
// beside the text and nobody draws, as soon as one points at it.
const beside = matchMedia("(min-width: 80em) and (hover: hover)");
for (const way of ["click", "mouseover", "focusin"]) document.addEventListener(way, (event) => {
  const link = event.target.closest(":is(.staged, .try, .row) :is(p, li) a[href^='machine.html#']");
  const frame = link?.closest(".staged, .try, .part, .row").querySelector("iframe");
  if (!frame || event.ctrlKey || event.metaKey || event.shiftKey ||
    way != "click" && (!beside.matches || frame.matches("[data-drawing]"))) return;
  event.preventDefault();
  const large = frame.nextElementSibling;
  if (large.href != link.href) frame.src = large.href = link.href;
});
// One worker trains for all machines of a page, so that a page with many loads
// Go once, and is never blocked. It is made from a text, since a page from a file
// may not start another. Of what waits, what one looks at is answered first, and
// a question takes the place of an earlier one of its kind.
let trainer = null, answering = null, questionsLeft = [];
function serve() { // all that the worker does
  onmessage = async ({ data: packed }) => {
    let answer = (question) => browse(question);
    try {
      const unpacked = new Blob([Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))])
        .stream().pipeThrough(new DecompressionStream("gzip"));
      const engine = new Go(), bytes = await new Response(unpacked).arrayBuffer();
      const { instance } = await WebAssembly.instantiate(bytes, engine.importObject);
      engine.run(instance);
    } catch (wrong) {
      answer = () => JSON.stringify({ Error: "The machine does not run here: " + wrong });
    }
    onmessage = ({ data }) => postMessage(answer(data));
    postMessage("ready");
  };
}
const frameOf = (source) => all(".live iframe").find((f) => f.contentWindow == source);
// roomOf says how high a machine in a frame may be: as high as the window, with the link below it.
const roomOf = (source) => frameOf(source) &&
  parseFloat(getComputedStyle(frameOf(source)).maxHeight) || innerHeight - 64;
function askMachine(from, question) {
  questionsLeft = questionsLeft.filter((q) => q.from != from || q.kind != question.kind);
  questionsLeft[question.kind == "scene" ? "unshift" : "push"]({ from,
    done: (answer) => from.postMessage({ ...question, answer, room: roomOf(from) }, "*"),
    ...question });
  loadScript("svm.wasm.js").then(nextQuestion);
}
function nextQuestion() {
  if (!questionsLeft.length) return;
  if (!trainer) return startTrainer();
  if (answering) return;
  answering = questionsLeft.shift();
  trainer.postMessage(answering.ask);
}
function startTrainer() {
  trainer = new Worker(URL.createObjectURL(new Blob([runner, `;(${serve})()`])));
  answering = { done() {} }; // until it is ready
  trainer.onmessage = ({ data }) => {
    const { done } = answering;
    answering = null;
    done(data);
    nextQuestion();
  };
  trainer.onerror = ({ message }) => { // the program has ended: the next question begins it anew
    const waiting = [answering, ...questionsLeft.splice(0)];
    trainer.terminate();
    trainer = answering = null;
    const says = JSON.stringify({ Error: "The machine has stopped: " + message });
    for (const question of waiting) question?.done(says);
  };
  trainer.postMessage(program);
}

// A machine asks, and gets its question back with the answer. One in a frame
// says how high it is. If plainSMO trains it, what its step did stands at the
// lines that did it, below their comments.
addEventListener("message", ({ data, source }) => {
  if (data.ask && !data.answer) return askMachine(source, data);
  const frame = frameOf(source);
  if (!frame) return;
  frame.style.height = data.height + 2 + "px";
  frame.parentElement.querySelector("img")?.remove(); // which has stood there until now
  frame.toggleAttribute("data-drawing", data.drawing);
  if (!frame.src.includes("plain")) return;
  for (const comment of all("pre:has(#plainSMO) i")) {
    comment.says ??= comment.innerHTML;
    const before = comment.textContent.match(/^\/\/ ([a-z ]+): /);
    const line = before && data.lines.find(({ Word }) => Word == before[1]);
    comment.innerHTML = comment.says;
    if (!line) continue;
    const indent = comment.previousSibling.textContent.match(/\t*$/)[0];
    comment.append(make("span", { className: "value" }, `\n${indent}// `,
      make("mark", {}, line.Says.replaceAll("-", "−"))));
  }
});

// What can be dragged is moved by steps to the right and up, each of 8 pixels or an arrow key.
function draggable(element, move) {
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  let last; // place of the pointer
  element.onpointerdown = element.onpointermove = ({ clientX: x, clientY: y, pointerId, type }) => {
    if (type == "pointerdown") element.setPointerCapture(pointerId);
    else if (element.hasPointerCapture(pointerId)) move((x - last.x) / 8, (last.y - y) / 8);
    last = { x, y };
  };
  element.onkeydown = (event) => {
    if (!arrows[event.key] || event.altKey) return;
    event.preventDefault();
    move(...arrows[event.key]);
  };
  Object.assign(element, { tabIndex: 0, role: "slider", draggable: false, ariaValueNow: 0,
    title: "drag it, or move it by arrow keys" });
}
const asPicture = (svg) => "data:image/svg+xml," + encodeURIComponent(svg);
// The ring in space can be turned, and tilted. The package trains and draws it for each angle.
for (const image of all("img[src='lifted.svg']")) {
  let turn = 25, tilt = 20; // of the still, in degrees
  Object.assign(image, { ariaLabel: "turn of the ring", ariaValueMin: -180, ariaValueMax: 180 });
  image.closest("a").replaceWith(image);
  draggable(image, (right, up) => {
    [turn, tilt] = [(turn + 5 * right + 540) % 360 - 180, Math.max(5, Math.min(90, tilt - 5 * up))];
    image.ariaValueNow = Math.round(turn);
    image.ariaValueText = `turned by ${Math.round(turn)}°, from ${Math.round(tilt)}° above`;
    askMachine(image, { ask: JSON.stringify({ Lift: [turn, tilt] }),
      done: (answer) => { image.src = asPicture(JSON.parse(answer).Picture); } });
  });
}

// Numbers of the first hour can be dragged, from the first value by at most 9 steps. What the text
// says of the first, the package then says of another, and its street stands beside the text.
const numbers = { C: (k) => Number((10 ** (k / 10) / 6).toPrecision(2)), α: (k) => (10 + k) / 40 };
const digits = (v) => String(Number(Number(v).toPrecision(4))).replace("-", "−");
function followsFrom({ C, Alpha, Plane: [u, v, b], Primal, Dual, Points }) {
  const a = Alpha[0], w = `(${digits(u)}, ${digits(v)})`, square = digits(u * u + v * v);
  const slack = Points.reduce((sum, [, , , xi]) => sum + Number(xi), 0);
  return { w, b: digits(b), least: digits(Primal), take: "take the street with the smallest bill,",
    bill: `½·${square} + ${C}·${digits(slack)} = ${digits(Primal)}`,
    v: `${a}(3, 3) − ${a}(1, 1) = ${w}`, bound: `${a} + ${a} − ½·${square} = ${digits(Dual)}`,
    ...Points.flatMap(([, y, , xi, yf]) => [y * yf, yf, xi].map(digits)) }; // of the table
}
for (const number of all("[data-now=C], [data-now=α]")) {
  const name = number.dataset.now, first = number.textContent, section = number.closest("section");
  const street = make("img", { alt: `the street with this ${name}` });
  const says = make("figcaption", { ariaLive: "polite" });
  const back = make("button", { onclick: () => { to(0); number.focus(); } }, `back to ${first}`);
  const shown = make("figure", { className: "street" }, street, says, back);
  let k = 0;
  function to(place) {
    k = Math.max(-9, Math.min(9, place));
    const step = Math.round(k), value = step ? numbers[name](step) : first;
    number.textContent = number.ariaValueText = value;
    number.ariaValueNow = step;
    section.classList.toggle("moved", step);
    if (!step) for (const e of followers) e.innerHTML = e.first;
    else askMachine(number, { done: tell, ask: JSON.stringify({
      Read: `four,linear,C=${name == "C" ? value : 10},view=-1:-1:7,stage=slack`,
      Alpha: name == "α" ? [value, 0, value, 0] : null }) });
  }
  function tell(text) {
    const answer = JSON.parse(text);
    says.textContent = answer.Error || answer.Facts.join(". ").replaceAll("-", "−");
    if (answer.Error || !Math.round(k)) return;
    const now = followsFrom(answer);
    for (const e of followers) e.textContent = now[e.dataset.now];
    street.src = asPicture(answer.Picture);
  }
  if (name == "C") all("td + td", section).forEach((cell, i) => cell.dataset.now = i);
  const followers = all("[data-now]:not([data-now=first])", section).filter((e) => e != number);
  for (const e of followers) e.first = e.innerHTML;
  number.closest("p").after(shown);
  draggable(number, (right, up) => to(k + right + up));
  Object.assign(number, { ariaLabel: name, ariaValueMin: -9, ariaValueMax: 9 });
  addEventListener("beforeprint", () => to(0));
  to(0);
}

// A search shows first what a glossary says of the word, then the sections whose texts have all
// words of the field, as whole words before parts of words, in titles before texts, and where they
// stand often. Essays, which define what stories use, come before these, and helpers last.
// A formula that is copied from a page has 2 where its text has ² or ₂.
const digit = (d) => `[${d}${"⁰¹²³⁴⁵⁶⁷⁸⁹"[d]}${"₀₁₂₃₄₅₆₇₈₉"[d]}]`;
const plainly = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  .replace(/[\d⁰¹²³⁴-⁹₀-₉]/g, (c) => digit(c.normalize("NFKC")));
const wholly = (word) => `(?<![\\p{L}\\p{N}])${plainly(word)}s?(?![\\p{L}\\p{N}])`;
// A letter is no part of a word: C is not in choose.
const partly = (word) => word.length > 1 ? plainly(word) : wholly(word);
const asWord = (word) => new RegExp(wholly(word), "giu");
const has = (text, word) => text.search(word) >= 0; // which begins anew each time
// Words that only ask are no words to look for, unless there are no others. Other words for words
// of this book stand in its tables, and here those that occur with further words.
const asking = "how to why what which when where is are does do i can a an the choose work".split(" ");
const meant = { sklearn: "scikit-learn", overfit: "overfitting" };
function asked(field) {
  const words = field.value.toLowerCase().replace("?", " ").split(/\s+/).filter((word) => word);
  const wanted = words.filter((word) => !asking.includes(word));
  return (wanted.length ? wanted : words).map((word) => meant[word] ?? word);
}
function findTexts(words) {
  const phrase = asWord(words.join(" ")), whole = words.map(asWord);
  const parts = words.map((word) => new RegExp(partly(word.replace(/(.)s$/, "$1")), "iu"));
  const term = new RegExp(`(^|, )${wholly(words.join(" ").replace(/s$/, ""))}(,|$)`, "iu");
  const hits = !words.length ? [] : texts.filter(([, , title, text]) =>
    parts.every((part) => has(title, part) || has(text, part)));
  const rank = ([link, page, title, text]) =>
    (has(title, phrase) ? 0 : whole.every((w) => has(title, w)) ? 1 : has(text, phrase) ? 2
      : whole.every((w) => has(text, w)) ? 3 : 4) - Math.min(99,
        text.match(phrase)?.length ?? 0) / 100 -
    1.5 * /^(hour|svm|kernel|qp|smo|pegasos|linalg)\.html#§/.test(link) + 3 * /#[a-z]/.test(link) -
    (term.test(title) ? { "what it is": 20, "their word, our word": 10 }[page] ?? 0 : 0);
  return hits.map((hit) => [rank(hit), hit]).sort(([a], [b]) => a - b).map(([, hit]) => hit);
}
// asItem shows a hit with the first words of its text that are among those wanted.
function asItem([link, page, title, text], words) {
  const firsts = [words.join(" "), ...words].map((word) => text.search(asWord(word)));
  const at = firsts.find((i) => i >= 0) ?? Math.max(0,
    text.search(new RegExp(partly(words[0]), "iu")));
  const begin = at < 60 ? 0 : text.indexOf(" ", at - 60) + 1;
  const pieces = text.slice(begin, text.indexOf(" ", begin + 220) >>> 0)
    .split(new RegExp(`(${words.map(partly).join("|")})`, "iu")); // which keeps what it splits at
  const says = pieces.map((piece, i) => i % 2 ? make("mark", {}, piece) : piece);
  return make("li", {}, make("a", { href: link }, title), " ", make("small", {}, page),
    make("p", { className: "says" }, ...says));
}
// nearest returns, for each word that no text has, the word of a text that shares the most pairs of
// letters with it.
function nearest(words) {
  const known = new Set(texts.flatMap((text) => text.join(" ").toLowerCase()
    .match(/\p{L}{3,}/gu) ?? []));
  const alike = (a, b) => [...a].filter((letter, i) => b.includes(letter + (a[i + 1] ?? "")))
    .length / (a.length + b.length);
  return words.map((word) => known.has(word) ? word : [...known].map((k) => [alike(word, k), k])
    .sort(([a], [b]) => b - a)[0][1]);
}
// The field of the bar shows the first hits below it. Arrows go to them, and Escape ends it.
const field = document.querySelector("nav input"), list = make("ol", { className: "hits" });
const found = document.getElementById("found"), entries = all(".names > li");
const find = () => loadScript("texts.js").then(() => {
  const words = asked(field), hits = findTexts(words);
  if (found) return showHits(words, hits);
  const near = !words.length || hits.length ? words : nearest(words);
  list.replaceChildren(...findTexts(near).slice(0, 6).map((hit) => asItem(hit, near)));
});
field.form.append(list);
field.addEventListener("input", find);
field.form.addEventListener("keydown", (event) => {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key], stops = [field, ...all("a", list)];
  if (event.key === "Escape") list.replaceChildren();
  if (!way) return;
  event.preventDefault();
  stops.at((stops.indexOf(document.activeElement) + way) % stops.length).focus();
});
// The page of names shows all, and below them the names that have the words.
function showHits(words, hits) {
  const wanted = words.join(" ");
  const near = words.length && !hits.length ? nearest(words).join(" ") : wanted;
  document.getElementById("count").replaceChildren(...!words.length ? [] : hits.length
    ? [`${hits.length} places` + (hits.length > 100 ? ", of which these are the first 100" : "")]
    : ["No text of this book has all of these words. ", ...near == wanted ? []
      : ["Do you mean ", make("a", { href: "names.html?q=" + encodeURIComponent(near) }, near),
        "?"]]);
  found.replaceChildren(...hits.slice(0, 100).map((hit) => asItem(hit, words)));
  const parts = words.map((word) => new RegExp(partly(word), "iu"));
  for (const entry of entries) entry.hidden = !parts.every((part) => has(entry.textContent, part));
}
if (found) {
  field.focus();
  field.value = new URLSearchParams(location.search).get("q");
  if (field.value) find();
}

// A lecture is printed with all its stories, or with none.
document.getElementById("stories")?.addEventListener("click", () => {
  const stories = all(".story"), open = !stories.every((story) => story.open);
  for (const story of stories) story.open = open;
});

// By n and p one goes through the rows of lessons, and the titles of lectures, by / to the search.
// oneOn returns the row after, or before, the one where one is: that of the address if it is in
// view, or what stands at the top of the window.
const slides = all(".part"), rows = all(slides.length ? "main > .row" : "tr[id]");
function oneOn(step) {
  const top = (row) => row.getBoundingClientRect().top;
  const seen = (row) => top(row) > 0 && top(row) < innerHeight;
  const named = rows.findIndex((row) => seen(row) && row.matches(":target, :has(:target)"));
  const at = named < 0 ? rows.findLastIndex((row) => top(row) < 100) : named;
  return rows[Math.max(0, Math.min(rows.length - 1, at + step))];
}
// A lecture can be shown as slides, each a part of a row, in large type: a question, or claims. By
// n, p, arrows and two buttons one goes through them. o shows all, b blanks the screen until the
// next key, f fills it, and Esc ends it. An address such as #slide27 is that slide. Who follows a
// link from a slide finds the way back in the bar.
const keep = { // what is kept as long as the tab is open, if the browser does that
  get(name) { try { return sessionStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { sessionStorage.setItem(name, value); } catch {} },
};
const titleOf = (part) => part.closest(".row").querySelector("h2:not(:has(+ h2))");
const root = document.documentElement, overview = make("ol", { id: "overview", popover: "auto",
  onclick: () => overview.hidePopover() });
slides.forEach((part, i) => {
  part.id = `slide${i + 1}`;
  const title = make("b", {}, titleOf(part).textContent);
  const copy = part.lastElementChild.cloneNode(true);
  copy.querySelectorAll(".note, .again, b").forEach((element) => element.remove());
  copy.querySelectorAll("* + :is(p, li, div)").forEach((element) => element.prepend(" · "));
  const words = copy.textContent.slice(0, 99);
  overview.append(make("li", {}, make("a", { href: "#" + part.id }, title, " ", words)));
});
let slide = -1; // the one that is shown, or −1
function present(to, column = 0) {
  const before = slides[slide], now = slides[to];
  slide = now ? to : -1;
  root.classList.toggle("slides", !!now);
  before?.classList.remove("now");
  now?.classList.add("now");
  if (!before != !now) for (const frame of all(".live iframe")) { // which is made anew
    near.observe(frame.nextElementSibling);
    frame.remove();
  }
  history.replaceState(null, "", "#" + (now ?? titleOf(before)).id);
  if (!now) return before.parentElement.scrollIntoView();
  turn.querySelector("span").textContent = `${to + 1} of ${slides.length}`;
  fit();
  for (const box of now.children) box.scrollLeft = column;
}
// Letters are the largest that leave all of the slide on one screen, and each word on one line.
// Beside a picture they are at most 2.2 em, so that a formula is not broken into pieces.
function fit() {
  const { style } = document.body, text = slides[slide].lastElementChild;
  style.overflowWrap = "normal";
  const larger = text.clientWidth < innerWidth / 2 ? [] : [4, 3.4, 2.8];
  for (const size of [...larger, 2.2, 1.8, 1.4]) {
    style.setProperty("--letters", size);
    if (text.scrollWidth <= text.clientWidth) break;
  }
  style.overflowWrap = "";
}
// A step unfolds the answer, or brings what did not fit, or the next slide.
function stepBy(step) {
  const answer = slides[slide].querySelector(".answer:not([open])");
  if (answer && step > 0) return answer.open = true;
  const boxes = [...slides[slide].children], before = boxes.map((box) => box.scrollLeft);
  for (const box of boxes) box.scrollLeft =
    (Math.round(box.scrollLeft / box.clientWidth) + step) * box.clientWidth;
  const stayed = boxes.every((box, i) => box.scrollLeft == before[i]), to = slide + step;
  if (stayed && slides[to]) present(to, step > 0 ? 0 : 1e6);
}
const current = () => {
  const at = document.getElementById(plain(location.hash.slice(1)));
  const row = at?.closest(".row") ?? oneOn(0);
  return slides.indexOf(at?.closest(".part") ?? row.querySelector(".part"));
};
onKey((event) => {
  root.classList.toggle("blank", slide >= 0 && event.key === "b" && !root.matches(".blank"));
  const pressed = event.target.matches("button, summary"); // by Space
  const step = { n: 1, ArrowRight: 1, PageDown: 1, p: -1, ArrowLeft: -1, PageUp: -1,
    " ": pressed ? 0 : event.shiftKey ? -1 : 1 }[event.key];
  if (event.key === "/") {
    event.preventDefault();
    field.focus();
  } else if (slide < 0) {
    const row = "np".includes(event.key) && oneOn(step);
    if (row) location.hash = row.id || titleOf(row).id;
  } else if (event.key === "o") {
    overview.togglePopover();
    overview.children[slide].firstChild.focus();
  } else if (overview.matches(":popover-open")) return; // whose keys are the browser's
  else if (step) {
    event.preventDefault();
    stepBy(step);
  } else if (event.key === "f") document.fullscreenElement ? document.exitFullscreen()
    : root.requestFullscreen();
  else if (event.key === "Escape") present(-1);
  else if (event.key === "Home") present(0);
  else if (event.key === "End") present(slides.length - 1);
});
const turn = document.getElementById("turn-slides");
if (turn) {
  document.getElementById("slides").onclick = () => present(current());
  turn.onclick = ({ target }) => target.value ? stepBy(+target.value)
    : target.matches("button") && root.classList.toggle("sources");
  document.body.append(overview);
  addEventListener("toggle", ({ target }) => { // shows what has been unfolded
    if (slide >= 0) fit();
    if (slide >= 0 && target.open) target.scrollIntoView();
  }, true);
  addEventListener("resize", () => slide >= 0 && fit());
  const goThere = () => (slide >= 0 || /^#slide\d/.test(location.hash)) && present(current());
  for (const when of ["hashchange", "DOMContentLoaded"]) addEventListener(when, goThere);
  document.querySelector("main").addEventListener("click", (event) => {
    const { target } = event, image = slide >= 0 && target.matches("figure img:not([role])");
    const link = target.closest(".row a[href]");
    if (image) { // it fills the screen, and comes back
      event.preventDefault();
      document.fullscreenElement?.matches("figure") ? document.exitFullscreen()
        : target.closest("figure").requestFullscreen();
    } else if (link) {
      const { id } = slides[slide] ?? titleOf(link);
      keep.set("back", JSON.stringify([location.pathname + "#" + id, titleOf(link).textContent]));
    }
  });
} else if (self === top && keep.get("back")) {
  const [href, title] = JSON.parse(keep.get("back"));
  document.querySelector("nav").prepend(make("a", { className: "back", href }, "← " + title));
}
