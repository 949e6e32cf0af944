// The script of machine.html. After each change it sends a scene to browse,
// which is Go in a worker, and shows the picture and the words that come back.
// The worker is that of the page, see book.js, or of the page of text around it.
"use strict";
const $ = (id) => document.getElementById(id);
const uses = { linear: ["C"], poly: ["C", "γ", "r", "degree"], gauss: ["C", "γ"] };
const fields = ["Data", "X", "Y", "View", "Kernel", ...uses.poly, "step", "mistake",
  "plain", "big", "stage",
  "Read", "Text", "Walk", "Over", "Fit"]; // of a request
const logarithmic = (name) => name == "C" || name == "γ"; // is its slider
const most = Number.MAX_VALUE; // stands for ∞
const small = self != top; // in a page of text
let scene, wanted = null; // the last answer, and the scene that is to come
let held = -1, chosen = -1; // the point that is dragged, and the one of which the page tells
let path = [], pathOf = ""; // the values after each step, and the scene that has them
let earlier = [], lastBy; // addresses to go back to, and what has changed the scene last
let frame = 0, idle = 0, player = 0; // what waits to be done

const minus = (text) => text.replace(/-(?=[\d.])|-$/g, "−").replaceAll("+Inf", "∞");
const short = (digits) => String(+(+digits).toPrecision(6));
const show = (v) => v == most ? "∞" : minus(String(+v.toPrecision(4)));
const line = (kind, points) => `<path class="${kind}" d="M${points.join("L")}"/>`;
const text = (x, y, anchor, words) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
const power = (n) => "10" + [...String(n)].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)])
  .join("");

// ask sends a question of a kind to Go, and hands on the answer. Of a kind the
// last question counts: one that has waited until the next came has no answer.
let questions = [], heard = !small; // whether the page around answers, or none is there
function ask(kind, s, show) {
  const question = { id: performance.now(), kind, ask: JSON.stringify(s, fields) };
  questions.push({ ...question, show });
  if (heard === parent) return parent.postMessage(question, "*");
  if (heard) return askMachine(self, kind, question.ask, (answer) => answered(question.id, answer));
  parent.postMessage(question, "*");
  setTimeout(() => {
    if (heard) return;
    heard = true; // this page is alone in that of somebody else
    for (const { id, kind, ask } of questions) askMachine(self, kind, ask,
      (answer) => answered(id, answer));
  }, 9000);
}
function answered(id, answer) {
  const question = questions.find((q) => q.id == id);
  questions = questions.filter((q) => question && (q.kind != question.kind || q.id > id));
  question?.show(JSON.parse(answer));
}
if (small) addEventListener("message", ({ source, data }) => {
  if (source != parent || !data.id) return;
  heard = parent;
  if (data.answer) answered(data.id, data.answer);
});
const walks = (address) => address.replace(/,(step|mistake)=[^,;]*|,big/g, "");

// train shows the answer to a request. If nothing changes for a while, the
// values after each step follow. If there is none, the page says why.
function train(request) {
  const busy = setTimeout(() => $("machine").classList.add("busy"), 300);
  ask("scene", request, (answer) => {
    clearTimeout(busy);
    if (wanted == request) wanted = null;
    $("machine").classList.remove("loading");
    $("machine").classList.remove("busy");
    $("machine").classList.toggle("stale", !!answer.Error); // what is shown is of another scene
    $("error").textContent = answer.Error +
      (answer.Error && scene?.plain && /plain/.test(answer.Error)
        ? " (take another kernel or clear)" : "");
    if (answer.Error) return tellPage();
    scene = { ...answer, X: answer.X ?? [], Y: answer.Y ?? [] };
    if (walks(scene.Address) != pathOf) path = [];
    tell();
    chart();
    history.replaceState(null, "", "#" + scene.Address);
    clearTimeout(idle);
    if (walks(scene.Address) != pathOf) idle = setTimeout(walk, 150);
    clearTimeout(later);
    if ($("new").open && tried != triesOf()) later = setTimeout(tries, 300);
  });
}
// tries shows how machines of two thirds of the points do on the third that is held out.
let later = 0, tried = "";
const triesOf = () => $("over").value + scene.big + walks(scene.Address);
function tries() {
  if (!scene || !$("new").open) return;
  const over = $("over").value;
  tried = triesOf();
  ask("trials", { ...scene, step: null, mistake: "", Over: over }, ({ Trials }) =>
    showTries(over, ...Trials ?? []));
}
function showTries(over, now, ...rows) {
  const by = scene.big ? 1.8 : 1, width = $("curve").clientWidth / by, right = over == "γ" ? 2 : 4;
  const percent = (v) => `${show(100 * v)} %`, across = (v) => 34 +
    (Math.log10(v) + 2) / (right + 2) * (width - 43);
  const worst = Math.max(0.1, ...rows.flatMap((row) => [row.Own, row.Held])),
    up = (v) => 126 - v / worst * 112;
  const least = Math.min(...rows.map((row) => row.Held)),
    best = rows.filter((row) => row.Held == least);
  const middle = best[best.length >> 1];
  $("held").textContent = !now
    ? "No numbers: this needs 6 to 300 points, with a machine for two thirds of them."
    : `Each third held out once: ${percent(now.Held)} of the points that a machine has not seen ` +
      `are wrong, ${percent(now.Own)} of its own. Fewest held-out ones, ${percent(least)}, ` +
      `at ${over} = ${show(middle.At)}. Thick: held out; dashed: its own.`;
  let s = line("thin", [[34, 126], [width - 9, 126]]) + text(0, 16, "start", percent(worst));
  for (let p = -2; p <= right; p += 2) s += text(across(10 ** p), 141, p == right
    ? "end" : "middle", power(p));
  if (now) {
    s += line("dashed", rows.map((row) => [across(row.At), up(row.Own)])) +
      line("thick", rows.map((row) => [across(row.At), up(row.Held)])) +
      `<circle cx="${across(middle.At)}" cy="${up(least)}" r="6"/>`;
    if (now.At < 1e4 * 1.01) s += line("dotted", [[across(now.At), 126], [across(now.At), 0]]);
  }
  $("curve").setAttribute("viewBox", `0 0 ${width} 144`);
  $("curve").innerHTML = s;
}
function walk(then) {
  const of = walks(scene.Address);
  ask("path", { ...scene, step: null, mistake: "", Walk: true }, ({ Path }) => {
    if (of != walks(scene.Address)) return; // which has changed meanwhile
    [path, pathOf] = [Path ?? [], of];
    chart();
    then?.();
  });
}

// changed trains at the next frame, to the end unless a step is the change. A
// mistake stays until one goes through steps, or it is taken back. All changes
// by one movement are undone at once.
function changed(change, by = {}) {
  if (!scene) return;
  if (!("step" in change)) stop();
  if (by != lastBy && !("step" in change)) earlier.push(scene.Address);
  lastBy = by;
  wanted = { ...(wanted ?? scene), ..."big" in change ? {} : { step: null },
    ..."step" in change ? { mistake: "" } : {}, ...change };
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => train(wanted));
}
function forget() { // what waits for the next frame
  cancelAnimationFrame(frame);
  wanted = null;
}
$("undo").onclick = () => {
  const address = earlier.pop();
  lastBy = null;
  forget();
  if (address) train({ Read: address });
};

// tell shows the picture and the words, and sets the controls.
function tell() {
  const { Kernel, Certificate, X, Y } = scene;
  $("picture").innerHTML = scene.Picture;
  $("picture").firstElementChild.setAttribute("viewBox", "8 6 334 351"); // without its margins
  $("facts").innerHTML = (scene.stage == "draw" ? [] : scene.Facts)
    .map((fact) => `<span>${minus(fact).replace(/^[\d.]+( %)?/, "<b>$&</b>")}</span>`).join("");
  const mistake = $("mistakes").querySelector(`[value="${scene.mistake}"]`).textContent;
  const [verdict, values] = Certificate.split("\n"),
    [, primal, dual] = values?.match(/^primal (.*), dual (.*), gap/) ?? [];
  $("verdict").textContent = (scene.mistake && scene.Told ? `mistake, ${mistake}: ` : "") +
    minus(/^optimal/.test(verdict) && primal
      ? `proved best: primal ${short(primal)} ${primal == dual ? "=" : "≈"} dual ${short(dual)}`
        : verdict);
  nameMargin();
  showOwn();
  const broken = scene.step == null && /^(not|no w)/.test(Certificate); // a step may be
  $("verdict").className = broken ? "broken" : "";
  $("certificate").textContent = Certificate;
  $("code").textContent = scene.Code;
  $("told").textContent = minus(scene.Told);
  $("data").value = scene.Data;
  $(Kernel).checked = true;
  for (const name of uses.poly) {
    const v = scene[name], sigma = name == "γ" && Kernel == "gauss" && !small;
    $(name).value = logarithmic(name) ? Math.log10(v) : v;
    $(name).parentNode.hidden = !uses[Kernel].includes(name);
    $(name).nextElementSibling.textContent =
      show(v) + (sigma ? ` (σ = ${show(1 / Math.sqrt(2 * v))})` : "");
  }
  for (const button of all("#mistakes button")) button.ariaPressed = button.value == scene.mistake;
  const page = document.documentElement.classList;
  page.toggle("small", small);
  page.toggle("big", scene.big);
  $("room").textContent = scene.big ? "leave" : "for a room";
  $("steps").hidden = $("mistakes").hidden = !scene.Told;
  if (scene.mistake) page.add("breaks"); // from now on
  page.toggle("evidence", !scene.Told);
  // then a circle tells only of α
  page.toggle("wrong", scene.mistake != "" || /^not /.test(Certificate));
  page.toggle("nothing", !Certificate);
  for (const stage of ["draw", "street", "slack", "proof", "steps"]) page.toggle(stage,
    scene.stage == stage);
  if (scene.step != null) page.add("walks");
  $("more").open ||= small || scene.big || scene.plain || scene.step != null || scene.mistake != "";
  about(chosen);
  if ($("all").open) table();
  if (document.activeElement == $("points")) return;
  $("points").value = X.map((x, i) => `${Y[i]} ${x.join(" ")}`).join("\n");
}
// nameMargin draws the margin of a line into the picture: the way from f = 0 to f = 1, where it is
// farthest from all points.
function nameMargin() {
  const [, w1, w2, b, margin] = scene.Facts.join(";")
    .match(/w = \[(\S+) (\S+)\], b = ([^,]+), 1\/‖w‖ = ([^;]+)/)?.map(Number) ?? [];
  if (scene.Kernel != "linear" || !(margin < scene.View[2]) || scene.mistake) return;
  const [left, bottom, side] = scene.View, norm = Math.hypot(w1, w2), unit = [w1 / norm, w2 / norm];
  const page = ([x, y]) => [55 + (x - left) / side * 280, 315 - (y - bottom) / side * 280];
  const middle = [left + side / 2, bottom + side / 2], f = w1 * middle[0] + w2 * middle[1] + b;
  let best = null, far = 0;
  for (let k = -40; k <= 40; k++) {
    const from = middle.map((m, i) => m - f / norm * unit[i] + k / 60 * side * (i
      ? unit[0] : -unit[1]));
    const to = from.map((m, i) => m + margin * unit[i]), ends = [page(from), page(to)];
    if (ends.flat().some((v, i) => i % 2 ? v < 50 || v > 300 : v < 70 || v > 320)) continue;
    const free = Math.min(...scene.X.map((x) =>
      Math.hypot(...page(x).map((v, i) => v - (ends[0][i] + ends[1][i]) / 2))), 90 - Math.abs(k));
    if (free > far) [best, far] = [ends, free];
  }
  if (!best) return;
  const [[x0, y0], [x1, y1]] = best;
  $("picture").firstElementChild.insertAdjacentHTML("beforeend",
    `<g class="named">${line("", best)}<circle cx="${x0}" cy="${y0}" r="2"/>` +
    `<circle cx="${x1}" cy="${y1}" r="2"/>` +
    text(x1 + (x1 < x0 ? -5 : 5), y1 + (y1 > y0 ? 12 : -4), x1 < x0 ? "end" : "start",
      `margin ${show(margin)}`) + "</g>");
}

// Before the street is shown, the reader draws a line: by two clicks, or by
// keys. Its street is the widest that has this line as its centre.
let own = []; // two points of it, or one
function ownStreet() {
  const [[x0, y0], [x1, y1]] = own, long = Math.hypot(x1 - x0, y1 - y0),
    unit = [(y0 - y1) / long, (x1 - x0) / long];
  const away = scene.X.map(([x, y], i) => scene.Y[i] * (unit[0] * (x - x0) + unit[1] * (y - y0)));
  // the kinds may stand the other way round
  const side = away.filter((v) => v < 0).length > away.length / 2 ? -1 : 1;
  return { unit, wrong: scene.X.filter((_, i) => side * away[i] <= 0),
    margin: Math.min(...away.map((v) => side * v)) };
}
const inPanel = ([x, y]) => [(x - scene.View[0]) / scene.View[2] * 280,
  280 - (y - scene.View[1]) / scene.View[2] * 280];
function showOwn() {
  $("picture").querySelector(".own")?.remove();
  const drawing = scene.stage == "draw", after = scene.stage == "street" && own.length == 2;
  $("best").hidden = !drawing || own.length < 2;
  if (!drawing && !after) return;
  const ring = (kind, p, r) =>
    `<circle class="${kind}" cx="${inPanel(p)[0]}" cy="${inPanel(p)[1]}" r="${r}"/>`;
  let marks = own.length == 1 ? ring("", own[0], 4) : "", words = "";
  if (own.length == 2) {
    const { unit, wrong, margin } = ownStreet(), far = 2 * scene.View[2], [x, y] = own[0];
    const parallel = (kind, by) =>
      line(kind, [-far, far]
      .map((t) => inPanel([x + by * unit[0] + t * unit[1], y + by * unit[1] - t * unit[0]])));
    marks = parallel("dashed", 0) + (drawing && !wrong.length ? parallel("thin", margin) +
      parallel("thin", -margin) : "") + (drawing ? wrong.map((p) => ring("", p, 12)).join("") : "");
    const named = wrong.map((p) => `(${p.map(show).join(", ")})`).join(", "),
      best = Number(scene.Facts.join().match(/1\/‖w‖ = ([\d.]+)/)?.[1]);
    if (after) words = `The widest street has the margin <b>${show(best)}</b>; ` +
      (wrong.length ? "your line, dashed, has dots on the wrong side."
      : `yours, dashed, ${show(margin)}.`);
    else if (wrong.length) words =
      `On the wrong side of your line: ${named}. Click again for another line.`;
    else words = `Your street is <b>${show(2 * margin)}</b> wide, half of it is ${show(margin)}. ` +
      "Is there a wider one? Click again for another line, or";
  } else words = own.length ? "And now at another place of your line."
    : "Draw your line: click at two places of it. By keys: arrows move it, with Alt they turn it.";
  $("picture").firstElementChild.insertAdjacentHTML("beforeend",
    `<svg class="own" x="55" y="35" width="280" height="280" viewBox="0 0 280 280">${marks}</svg>`);
  $("facts").querySelector(".yours")?.remove();
  $("facts").insertAdjacentHTML("afterbegin", `<span class="yours">${words}</span>`);
}
$("best").onclick = () => changed({ stage: "street" });
function sketch(x, type) {
  if (type == "pointerdown") own = own.length == 1 ? [own[0], x] : [x];
  else if (type != "pointermove" || own.length != 1) return;
  if (own.length == 2 && own[0].join() == own[1].join()) own.pop();
  showOwn();
}
// By keys a line first stands in the middle; arrows shift it, and with Alt turn it.
function sketchByKey(way, turns) {
  const [left, bottom, side] = scene.View, middle = [left + side / 2, bottom + side / 2];
  if (own.length < 2) own = [middle, [middle[0], middle[1] + side / 4]];
  else if (turns) {
    const [[x, y], [p, q]] = own, angle = (way[1] - way[0]) * Math.PI / 36,
      [a, b] = [Math.cos(angle), Math.sin(angle)];
    own[1] = [x + a * (p - x) - b * (q - y), y + b * (p - x) + a * (q - y)];
  } else own = own.map((p) => p.map((v, i) => v + way[i] * side / 50));
  showOwn();
}
const cells = (tag, words) => `<tr>${words.map((w) => `<${tag}>${minus(w)}`).join("")}`;
const table = () => $("table").innerHTML =
  cells("th", scene.Titles) + (scene.Points ?? []).map((words) => cells("td", words)).join("");
$("more").ontoggle = () => scene && chart();
$("new").ontoggle = $("over").onchange = () => tries();
$("all").ontoggle = () => scene && table();

// now is the place of the slider: each row of path has one.
const last = () => Math.max(0, path.length - 1);
function now() {
  const { step } = wanted ?? scene, found = path.findIndex(({ Step }) => Step >= step);
  return step == null || found < 0 ? last() : found;
}

// chart draws above the slider the primal value, the dual value and, by its
// digits, the gap: 8 powers of ten, the largest at the top. Where one looks, a
// bar goes from the present dual value to the primal one.
function chart() {
  const { clientWidth: width, clientHeight: height } = $("chart"), base = height - 20, end = last();
  const high = 2 * Math.max(...path.map((row) => row.Dual), 1e-9);
  const across = (k) => 34 + k / (end || 1) * (width - 43);
  const up = (v) => base - Math.max(-0.1, Math.min(v / high, 2)) * base;
  const gap = path.map((row) => row.Primal < most ? Math.max(row.Primal - row.Dual, 0) : Infinity);
  const widest = Math.max(...gap.filter(isFinite), 0), decades = Math.ceil(Math.log10(widest));
  const digits = (v) => base * Math.min(1, (decades - Math.log10(v)) / 8);
  const { Primal, Dual, Certificate } = scene, trained = Certificate && scene.Told;
  const curve = (kind, height) => line(kind, path.flatMap((row, k) =>
    row.Primal < most || kind == "thick" ? [[across(k), height(row, k)]] : []));
  let s = line("thin", [[34, base], [width - 9, base]]);
  if (end > 0) {
    s += curve("thick", (row) => up(row.Dual));
    if (widest > 0) {
      s += curve("", (row) => up(row.Primal)) + curve("dashed", (row, k) => digits(gap[k]));
      for (const n of [0, 4, 8]) s += text(0, Math.max(11, n / 8 * base), "start",
        power(decades - n));
    }
    for (const k of new Set([0, end >> 2, end >> 1, end - (end >> 2), end])) {
      s += text(across(k), height - 4, k == end ? "end" : "middle", path[k].Step);
    }
    const at = across(now());
    const bar = [up(Dual), up(Primal)]; // the gap: a bracket, which is no part of the curves
    s += line("dotted", [[at, base], [at, 0]]);
    if (Math.abs(bar[0] - bar[1]) > 1) s += line("gap",
      [[at - 7, bar[0]], [at, bar[0]], [at, bar[1]], [at - 7, bar[1]]]);
  }
  const none = trained && !path.length && pathOf == walks(scene.Address);
  if (none) s += text(34, 40, "start", "No curve: with so many points it would take too long.");
  for (const id of ["play", "back", "forth", "step"]) $(id).disabled = none;
  const gapNow = show(Primal == most ? most : Primal - Dual), at = `step ${now()} of ${end}: `;
  // no chart
  $("values").textContent = !trained ? "" : scene.big || scene.stage == "proof"
    ? `${scene.big ? at : ""}primal ${show(Primal)}, dual ${show(Dual)}, gap ${gapNow}`
    : `primal ${show(Primal)} (thin), dual ${show(Dual)} (thick), ` +
      `gap ${gapNow} (dashed; the numbers at the left are for it alone)`;
  $("chart").innerHTML = s;
  $("step").max = end;
  $("step").value = now();
  bars();
  square();
  tellPage();
}
// tellPage says how high this machine in a page of text is, and what its lines did.
function tellPage() {
  if (small && scene) parent.postMessage({ height: document.querySelector("main").offsetHeight,
    lines: scene.Lines ?? [], drawing: scene.stage == "draw" }, "*");
}
if (small) new ResizeObserver(tellPage).observe(document.querySelector("main"));

// square draws the last step of two α. On the left is their box, in which Σαy = 0 leaves
// them a line; on the right the gain of D along it, a parabola in δ. The step goes
// from the ring to the dot: to the top, or to where the line leaves the box.
function square() {
  const { Pair, Alpha, Y, C } = scene;
  for (const id of ["square", "pair"]) $(id).toggleAttribute("hidden", !Pair);
  if (!Pair) return;
  const { I, J, From, Gap, Eta } = Pair, best = Gap / Eta, moved = Y[I] * (Alpha[I] - From[0]);
  const way = [Y[I], -Y[J]], at = (d) => From.map((a, k) => a + way[k] * d);
  // of the box, or of its corner
  const largest = Math.max(...From, Alpha[I], Alpha[J]), side = C <= 4 * largest
    ? C : 1.4 * largest;
  const ends = From.map((a, k) => way[k] > 0 ? [-a, side - a] : [a - side, a]);
  const [low, high] = [Math.max(ends[0][0], ends[1][0]), Math.min(ends[0][1], ends[1][1])];
  const inBox = (d) => at(d).map((a, k) => k ? 152 - a / side * 140 : 22 + a / side * 140);
  const right = Math.min(best, 2 * high) * 1.15 || 1, left = Math.max(low, -0.3 * right),
    gain = (d) => Gap * d - Eta * d * d / 2;
  const range = [gain(left), Math.max(gain(Math.min(best, right)), 1e-300)];
  const inCurve = (d) => [205 + (d - left) / (right - left) * 205,
    140 - (gain(d) - range[0]) / (range[1] - range[0]) * 118];
  const curve = (from, to) => Array.from({ length: 41 },
    (_, k) => inCurve(from + k / 40 * (to - from)));
  const dot = (kind, [x, y]) => `<circle class="${kind}" cx="${x}" cy="${y}" r="5"/>`,
    clipped = show(best) != show(moved);
  const of = (point) => `α of point ${point + 1}`;
  const walls = side == C ? "M22 12h140v140h-140z" : "M22 12v140h140";
  $("square").innerHTML = `<path d="${walls}"/>` + line("thin", [inBox(low), inBox(high)]) +
    line("thick", [inBox(0), inBox(moved)]) +
    dot("", inBox(0)) + dot("dot", inBox(moved)) + text(92, 168, "middle", of(I)) +
    `<g transform="translate(14 82) rotate(-90)">${text(0, 0, "middle", of(J))}</g>` +
    line("dashed", curve(left, right)) + line("thick", curve(0, moved)) +
      line("dotted", [[inCurve(moved)[0], 152], inCurve(moved)]) +
    line("thin", [[205, 152], [410, 152]]) + dot("", inCurve(0)) + dot("dot", inCurve(moved)) +
    text(inCurve(0)[0], 168, "middle", "0") + text(inCurve(moved)[0], 168, "middle",
      `δ = ${show(moved)}`) + text(205, 12, "start", "gain of D");
  $("pair").textContent =
    `Since Σαy = 0, the α of points ${I + 1} and ${J + 1} change by the same δ, along the line ` +
    "at the left, and stay " +
    (side == C ? "between 0 and C. " : `between 0 and C = ${show(C)}, which is far away. `) +
      (clipped ? `D would be largest at δ = (bᵢ − bⱼ)/η = ` +
    `${show(best)}, but at ${show(moved)} one α is at the end of its range: the step is cut.`
      : `The step goes to where D is largest, δ = (bᵢ − bⱼ)/η = ${show(best)}.`);
}

// bars draws the α of the points, in a frame from 0 to C unless C is far above.
function bars() {
  const { Alpha, Moved, Y, C, Top } = scene, width = Math.max(0, $("bars").clientWidth - 18);
  const wide = width / Y.length, boxed = Top == C && C < most;
  $("bars").innerHTML = (Alpha ?? []).map((a, i) => {
    const part = Math.min(1, Math.max(a, 0) / (Top || 1)) * 42;
    const moved = Moved?.includes(i) || i == chosen ? "moved" : "";
    return `<rect x="${9 + i * wide}" class="${Y[i] > 0 ? "plus" : "minus"} ${moved}" ` +
      `y="${45 - part}" width="${0.8 * wide}" height="${part}"/>`;
  }).join("") + (Alpha && boxed
    ? `<rect class="box" x="7" y="2" width="${width + 4}" height="44"/>` : "");
  $("box").textContent = !Alpha ? "" : boxed
    ? `The α of the points, framed from 0 to C = ${show(C)}`
    : `The α of the points. The largest is ${show(Math.max(...Alpha))}, ` +
      `and C = ${show(C)} is far above`;
}

// about tells of a point, beside it.
// The panel of the picture is a square of 280 at (55, 35): see testdata/draw.
function about(i) {
  const words = scene.Points?.[i], before = chosen;
  chosen = words ? i : -1;
  if (chosen != before) bars();
  $("each").textContent = "";
  if (!words) return;
  const [point, label, alpha, xi, yf, stands] = words.map(minus), [left, bottom, side] = scene.View;
  const at = new DOMPoint(55 + (scene.X[i][0] - left) / side * 280,
    315 - (scene.X[i][1] - bottom) / side * 280)
    .matrixTransform($("picture").firstElementChild.getScreenCTM());
  const early = scene.stage == "street" || scene.stage == "slack";
  $("each").textContent = `Point ${point}, label ${label}: ` + (early ? "" : `α = ${alpha}, `) +
    (scene.stage == "street" ? "" : `ξ = ${xi}, `) + `y·f = ${yf}, ${stands}`;
  $("each").style.left = Math.max(0, Math.min(at.x + 14, innerWidth - $("each").offsetWidth - 4)) +
    "px";
  $("each").style.top = at.y + 14 + "px";
}

// The controls.
for (const name of uses.poly) $(name).oninput = () => {
  const v = Number($(name).value), power = Number((10 ** v).toPrecision(2));
  changed({ [name]: name == "C" && v > 4 ? most : logarithmic(name) ? power : v,
    View: scene.Data ? null : scene.View, Fit: true }, name);
};
for (const kernel in uses) $(kernel).onchange = () => changed({ Kernel: kernel });
$("data").onchange = () => { question(); changed({ Data: $("data").value, View: null }); };
$("clear").onclick = () => { question(); changed({ Data: "", View: null, X: [], Y: [] }); };
$("points").oninput = () => changed({ Text: $("points").value }, "points");
for (const button of all("#mistakes button")) button.onclick = () =>
  changed({ mistake: button.value });
$("room").onclick = () => scene && changed({ big: !scene.big });
$("save").onclick = () => {
  const href = URL.createObjectURL(new Blob([scene.Picture], { type: "image/svg+xml" }));
  make("a", { href, download: "machine.svg" }).click();
};

// go goes to a place of the slider, which is told from the present one, and says
// whether others follow. What the places are, may have to be asked first.
function go(to) {
  if (!scene) return false;
  if (!path.length) return walk(() => path.length && go(to)), true;
  const k = to(now());
  changed({ step: k < last() || scene.plain ? path[Math.min(Math.max(0, k), last())].Step : null },
    lastBy);
  return k < last();
}
function stop() {
  clearInterval(player);
  player = 0;
  $("play").textContent = "▶ play";
}
$("play").onclick = () => {
  if (player) return stop();
  go((k) => k == last() ? 0 : k + 1);
  player = setInterval(() => go((k) => k + 1) || stop(), 600);
  $("play").textContent = "⏸ stop";
};
$("step").oninput = () => { stop(); go(() => Number($("step").value)); };
$("back").onclick = () => { stop(); go((k) => k - 1); };
$("forth").onclick = () => { stop(); go((k) => k + 1); };
onkeydown = (e) => {
  if (!scene || e.target.matches("textarea, select, [type=range], [type=search]")) return;
  const n = scene.X.length, on = e.target == $("picture"), side = scene.View[2];
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1],
    ArrowDown: [0, -1] }[e.key];
  const X = [...scene.X], Y = [...scene.Y], near = X[chosen] ?? [scene.View[0] + side / 2,
    scene.View[1] + side / 2];
  const moved = ([dx, dy]) => [near[0] + dx * side / 50, near[1] + dy * side / 50]
    .map((v) => Number(v.toPrecision(6)));
  if (e.key == "z" && (e.ctrlKey || e.metaKey)) $("undo").click();
  else if (on && way && scene.stage == "draw") sketchByKey(way, e.altKey || e.shiftKey);
  else if (on && scene.stage == "draw" && e.key == "Enter" && own.length == 2) $("best").click();
  else if (on && e.altKey && way && chosen >= 0) {
    X[chosen] = moved(way);
    changed({ Data: "", X, Y }, "key" + chosen);
  } else if (e.ctrlKey || e.metaKey || e.altKey) return;
  else if (on && e.key == "Enter") {
    chosen = Y.push(Number(document.querySelector("[name=tool]:checked").value) || 1) - 1;
    changed({ Data: "", X: [...X, moved([2, 2])], Y });
  } else if (on && e.key == "Delete" && chosen >= 0) {
    changed({ Data: "", X: X.toSpliced(chosen, 1), Y: Y.toSpliced(chosen, 1) });
    chosen = -1;
  } else if (e.key == "b") changed({ big: !scene.big });
  else if (e.target.type == "radio") return; // which has the arrows
  else if (e.key == "ArrowLeft") $("back").click();
  else if (e.key == "ArrowRight") $("forth").click();
  else if (e.target != $("picture") || !n) return;
  else if (e.key == "ArrowDown") about((chosen + 1) % n);
  else if (e.key == "ArrowUp") about((Math.max(chosen, 0) + n - 1) % n);
  else return;
  e.preventDefault();
};

// The pointer is a mouse, a pen or a finger. Points that it changes are one's own.
// In a page of text a finger scrolls, and only asks.
function drag(e) {
  if (!scene) return;
  const toPage = $("picture").firstElementChild.getScreenCTM(), [left, bottom, side] = scene.View;
  const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(toPage.inverse());
  const x = [left + (at.x - 55) / 280 * side, bottom + (315 - at.y) / 280 * side];
  if (scene.stage == "draw") return sketch(x, e.type);
  const X = [...(wanted ?? scene).X], Y = [...(wanted ?? scene).Y],
    reach = (e.pointerType == "mouse" ? 12 : 18) / toPage.a;
  const far = X.map((p) => Math.hypot(p[0] - x[0], p[1] - x[1]) * 280 / side);
  const near = far.indexOf(Math.min(...far.filter((v) => v < reach)));
  about(held < 0 ? near : held);
  if (small && e.pointerType != "mouse") return;
  if (e.type == "pointerdown") {
    const tool = Number(document.querySelector("[name=tool]:checked").value);
    const label = e.button == 2 ? 0 : tool;
    held = near;
    $("picture").setPointerCapture(e.pointerId);
    if (label && held >= 0) return;
    if (label) held = Y.push(label) - 1;
    else if (held >= 0) {
      changed({ Data: "", X: X.toSpliced(held, 1), Y: Y.toSpliced(held, 1) });
      held = -1;
    }
  }
  if (held < 0) return;
  X[held] = x.map((v) => Number(v.toFixed(Math.max(0, 2 - Math.floor(Math.log10(side))))));
  changed({ Data: "", X, Y }, "point" + e.pointerId + X.length);
  $("picture").querySelector(".ghost")?.remove(); // where the point will be, until the answer comes
  $("picture").firstElementChild.insertAdjacentHTML("beforeend",
    `<circle class="ghost" cx="${at.x}" cy="${at.y}" r="9"/>`);
}
$("picture").onpointerdown = $("picture").onpointermove = drag;
$("picture").onpointerup = $("picture").onpointercancel = () => { held = -1; lastBy = null; };
// what a finger has asked stays
$("picture").onpointerleave = (e) => scene && held < 0 && e.pointerType == "mouse" && about(-1);
$("picture").oncontextmenu = (e) => e.preventDefault();

// question asks what a scene of the page asks, until one takes other points. A
// number is compared with the first of the answer.
function question(address) {
  const link = [...$("scenes").children].find((a) => decodeURI(a.hash) == "#" + address),
    { ask: asks, says } = link?.dataset ?? {};
  const [words, guess, answer] = $("ask").children, number = says?.match(/^\d+/)?.[0];
  $("ask").hidden = !link;
  [words.textContent, answer.lastChild.textContent, guess.hidden, guess.dataset.is, guess.value] =
    [asks, says, !number, number, ""];
  answer.firstChild.textContent = "answer";
  answer.open = false;
}

// open trains the scene of the address.
function open() {
  const address = plain(location.hash.slice(1));
  stop();
  question(address);
  forget();
  train({ Read: address || "moons,gauss,C=10" });
}
$("verdict").textContent = "The machine is being loaded.";
open();
addEventListener("hashchange", open);
addEventListener("resize", () => scene && chart());
