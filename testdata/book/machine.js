// The script of machine.html. After each change it sends a scene to browse,
// which is Go in a worker, and shows the picture and the words that come back.
// The worker is that of the page, see book.js, or of the page of text around it.
"use strict";
const $ = (id) => document.getElementById(id), main = document.querySelector("main");
const small = /^small/.test(name); // in a page of text, or small slide
const home = small ? parent : self; // has the worker
const uses = { linear: ["C"], poly: ["C", "γ", "r", "degree"], gauss: ["C", "γ"] };
const fields = ["Data", "X", "Y", "View", "Kernel", ...uses.poly, "step", "mistake", "plain",
  "big", "height", "stage", "Read", "Text", "Walk", "Over", "Fit"]; // of a request
const formulas = { linear: "", poly: "k(p, q) = (γ⟨p, q⟩ + r)ᵈ, d is its degree",
  gauss: "k(p, q) = exp(−γ‖p − q‖²), γ = 1/(2σ²)" };
const logarithmic = (name) => name == "C" || name == "γ"; // is its slider
const most = Number.MAX_VALUE; // stands for ∞
const first = "moons,gauss,C=10"; // scene, unless the address has one
let scene, wanted = null, newest; // the last answer, the scene that is to come, the last request
let amiss = ""; // what is wrong with the address, while the first scene is shown in its place
let held = -1, chosen = -1; // the point that is dragged, and the one of which the page tells
let own = []; // points of the line that the reader draws: two, or one
let path = [], pathOf = "", goOn; // values after each step, whose they are, what waits for them
let tried = ""; // the scene of which the errors on new points are shown
let earlier = [], lastBy; // addresses to go back to, and what has changed the scene last
let frame = 0, idle = 0, player = 0; // what waits to be done
let breaks = false, walks = false; // whether a mistake has been made, or a step
let highest = Infinity; // that this machine may be in a page of text

const minus = (text) => text.replace(/-(?=[\d.])|-$/g, "−").replaceAll("+Inf", "∞");
const show = (v) => v == most ? "∞" : minus(String(+v.toPrecision(4)));

// panel returns what draws in a rectangle, in which values lie between the given ones.
function panel(left, top, wide, high, [x0, x1], [y0, y1]) {
  const at = ([x, y]) =>
    [left + (x - x0) / (x1 - x0) * wide, top + (y1 - y) / (y1 - y0) * high];
  return {
    at,
    back: ([x, y]) => [x0 + (x - left) / wide * (x1 - x0), y1 - (y - top) / high * (y1 - y0)],
    line: (kind, ...points) => `<path class="${kind}" d="M${points.map(at).join("L")}"/>`,
    ring: (kind, p, r = 5) =>
      `<circle class="${kind}" cx="${at(p)[0]}" cy="${at(p)[1]}" r="${r}"/>`,
    words: (p, anchor, words, right = 0, down = 0) => `<text text-anchor="${anchor}" ` +
      `x="${at(p)[0] + right}" y="${at(p)[1] + down}">${words}</text>`,
  };
}
// seen is the panel of the picture, as testdata/draw has it.
function seen(left = 55, top = 35) {
  const [x, y, side] = scene.View;
  return panel(left, top, 280, 280, [x, x + side], [y, y + side]);
}
const svg = () => $("picture").firstElementChild;

// ask sends a question of a kind to Go. The answer comes with the question.
function ask(kind, s) {
  const question = JSON.stringify(s, fields);
  home.postMessage({ kind, ask: question }, "*");
  return question;
}
const answers = { scene: sceneCame, path: pathCame, trials: trialsCame };
addEventListener("message", ({ source, data }) => {
  if (source != home || !data.answer) return;
  highest = data.room;
  answers[data.kind](JSON.parse(data.answer), data.ask);
});
const walked = (address) => address.replace(/,(step|mistake)=[^,;]*|,big|,height/g, "");

// train asks for a scene. If nothing changes for a while after the answer, the
// values after each step follow, and the errors on new points. If there is no
// such scene, the page says why, and shows the one before it, or the first.
function train(request) {
  newest = ask("scene", request);
  $("machine").classList.add("busy");
}
function sceneCame(answer, asked) {
  const { Read } = JSON.parse(asked);
  if (answer.Error && !scene && Read != first) {
    amiss = answer.Error;
    return read(first);
  }
  if (asked == newest) wanted = null;
  $("machine").classList.remove("busy", "loading");
  $("machine").classList.toggle("stale", !!answer.Error); // what is shown is of another scene
  $("error").textContent = (answer.Error || amiss) + (answer.Error && scene?.plain &&
    /plain/.test(answer.Error) ? " (take another kernel or clear)" : "");
  if (answer.Error) return tellPage();
  scene = { ...answer, X: answer.X ?? [], Y: answer.Y ?? [] };
  if (Read) $("picture").style.maxWidth = ""; // until it is too high
  if (walked(scene.Address) != pathOf) path = [];
  tell();
  if (!amiss) history.replaceState(null, "", "#" + scene.Address);
  clearTimeout(idle);
  idle = setTimeout(() => { walk(); tries(); }, 150);
}
const toTheEnd = () => ({ ...scene, step: null, mistake: "" });
function walk() {
  if (walked(scene.Address) != pathOf) ask("path", { ...toTheEnd(), Walk: true });
}
function pathCame({ Path, Address }) {
  if (walked(Address) != walked(scene.Address)) return; // which has changed meanwhile
  [path, pathOf] = [Path ?? [], walked(Address)];
  chart();
  goOn?.();
  goOn = null;
}

// tries asks how machines of two thirds of the points do on the third that is held out.
function tries() {
  const of = $("over").value + scene?.big + walked(scene?.Address ?? "");
  if (!scene || !$("new").open || tried == of) return;
  tried = of;
  ask("trials", { ...toTheEnd(), Over: $("over").value });
}
function trialsCame({ Trials }) {
  const over = $("over").value, right = over == "γ" ? 2 : 4, [now, ...rows] = Trials ?? [];
  $("held").textContent = "No numbers: this needs 6 to 300 points, with a machine for two thirds " +
    "of them.";
  $("curve").innerHTML = "";
  if (!rows.length) return;
  const percent = (v) => `${show(100 * v)} %`;
  const width = $("curve").clientWidth / (scene.big ? 1.8 : 1);
  const worst = Math.max(0.1, ...rows.flatMap((row) => [row.Own, row.Held]));
  const least = Math.min(...rows.map((row) => row.Held));
  const best = rows.filter((row) => row.Held == least), middle = best[best.length >> 1].At;
  $("held").textContent = `Each third held out once: ${percent(now.Held)} of the points that a ` +
    `machine has not seen are wrong, ${percent(now.Own)} of its own. Fewest held-out ones, ` +
    `${percent(least)}, at ${over} = ${show(middle)}. Thick: held out; dashed: its own.`;
  const { line, ring, words } = panel(62, 14, width - 71, 112, [-2, right], [0, worst]);
  const curve = (kind, of) => line(kind, ...rows.map((row) => [Math.log10(row.At), row[of]]));
  const ticks = [0, worst / 2, worst].map((v) => line("thin", [-2, v], [right, v]) +
    words([-2, v], "end", percent(v), -4, 4));
  for (let p = -2; p <= right; p++) ticks.push(words([p, 0], p == right ? "end" : "middle",
    show(10 ** p), 0, 15));
  $("curve").setAttribute("viewBox", `0 0 ${width} 144`);
  $("curve").innerHTML = ticks.join("") + curve("dashed", "Own") + curve("thick", "Held") +
    ring("", [Math.log10(middle), least], 6) + (now.At > 1e4 * 1.01 ? ""
      : line("dotted", [Math.log10(now.At), 0], [Math.log10(now.At), worst]));
}

// changed trains at the next frame, to the end unless a step is the change. A
// mistake stays until one goes through steps, or it is taken back. All changes
// by one movement are undone at once.
function changed(change, by = {}) {
  if (!scene) return;
  amiss = "";
  if (!("step" in change)) {
    stop();
    if (by != lastBy) earlier.push(scene.Address);
  }
  lastBy = by;
  wanted = { ...(wanted ?? scene), ..."big" in change || "height" in change ? {} : { step: null },
    ..."step" in change ? { mistake: "" } : {}, ...change };
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => train(wanted));
}
const putPoints = (X, Y, by) => changed({ Data: "", X, Y }, by);
function newPoints(change) {
  question();
  changed({ View: null, ...change });
}
function read(address) { // in place of what waits for the next frame
  cancelAnimationFrame(frame);
  wanted = null;
  train({ Read: address });
}

// tell shows the picture and the words, and sets the controls.
function tell() {
  const { Kernel, Certificate, Primal, Dual, Told, X, Y, big, mistake, step, stage } = scene;
  const verdict = Certificate.split("\n")[0];
  const [primal, dual] = [Primal, Dual].map((v) => String(+v.toPrecision(6)));
  breaks ||= mistake != "";
  walks ||= step != null;
  document.documentElement.className = Object.entries({
    [name]: name, big, height: scene.height, breaks, walks, [stage]: stage,
    evidence: !Told, // then a circle tells only of α, as beside a mistake
    wrong: mistake || /^not /.test(Certificate), nothing: !Certificate,
  }).filter(([, is]) => is).map(([name]) => name).join(" ");
  $("facts").innerHTML = scene.Facts.map((fact) =>
    `<span>${minus(fact).replace(/^[\d.]+( %)?|[\d.]+(?= wide)/, "<b>$&</b>")}</span>`).join("");
  $("verdict").textContent = minus((mistake && Told
    ? `mistake, ${$("mistakes").querySelector(`[value="${mistake}"]`).textContent}: ` : "") +
    (!/^optimal/.test(verdict) ? verdict : Primal - Dual > 1e-4 * Primal // as on the way
      ? `at most ${show(Primal - Dual)} above the best: primal ${primal}, dual ${dual}`
      : `proved best: primal ${primal} ${Primal == Dual ? "=" : "≈"} dual ${dual}`));
  // a step may be
  $("verdict").className = step == null && /^(not|no w)/.test(Certificate) ? "broken" : "";
  $("certificate").textContent = Certificate;
  $("code").textContent = scene.Code;
  $("told").textContent = minus(Told);
  $("data").value = scene.Data;
  $(Kernel).checked = true;
  $("formula").textContent = formulas[Kernel];
  for (const name of uses.poly) {
    const v = scene[name], sigma = name == "γ" && Kernel == "gauss" && !small;
    $(name).value = logarithmic(name) ? Math.log10(v) : v;
    $(name).parentNode.hidden = !uses[Kernel].includes(name);
    $(name).ariaValueText = $(name).nextElementSibling.textContent =
      show(v) + (sigma ? ` (σ = ${show(1 / Math.sqrt(2 * v))})` : "");
  }
  $("height").ariaPressed = scene.height;
  for (const button of all("#mistakes button")) button.ariaPressed = button.value == mistake;
  $("room").textContent = big ? "leave" : "for a room";
  $("steps").hidden = $("mistakes").hidden = !Told;
  $("more").open ||= small || big || scene.plain || step != null || mistake != "";
  if (document.activeElement != $("points")) {
    $("points").value = X.map((x, i) => `${Y[i]} ${x.join(" ")}`).join("\n");
  }
  picture();
  chart();
  about(chosen);
  table();
}
function picture() {
  $("picture").innerHTML = scene.Picture;
  svg().setAttribute("viewBox", "4 6 338 351"); // without its margins
  $("picture").ariaLabel = `${scene.X.length} points: ${svg().querySelector("title").textContent}`;
  svg().insertAdjacentHTML("beforeend", margin() + ownLine());
}
// inPanel returns marks that are drawn with seen(0, 0), of which the panel shows its part.
const inPanel = (kind, marks) =>
  `<svg class="${kind}" x="55" y="35" width="280" height="280">${marks}</svg>`;
// margin draws the margin of a line, the way from f = 0 to a point on its edge, and
// behind the point its name. Of several it takes the one whose name has the most room.
function margin() {
  const { Plane, Points, View, X, Y, mistake } = scene, [u, v] = Plane ?? [];
  const norm = Math.hypot(u, v), { at, line, ring, words } = seen(0, 0);
  if (!(1 / norm < View[2]) || mistake) return "";
  const [best] = X.flatMap(([x, y], i) => {
    const way = [u, v].map((w) => Y[i] * w / norm), foot = [x - way[0] / norm, y - way[1] / norm];
    const [p, q] = at([x, y]), right = way[0] > 0 ? 1 : -1, name = [18 * way[0], 4 - 18 * way[1]];
    const middle = [p + name[0] + 38 * right, q + name[1]];
    const room = Math.min(102 - Math.abs(middle[0] - 140), 134 - Math.abs(middle[1] - 140),
      ...X.map(at).map(([r, s]) => Math.max(Math.abs(r - middle[0]) - 38,
        Math.abs(s - middle[1]) - 6)));
    return Points[i][5] == "on its edge" ? { i, foot, name, right, room } : [];
  }).sort((a, b) => b.room - a.room);
  if (!best) return "";
  const { i, foot, name, right, room } = best;
  return inPanel(Y[i] > 0 ? "named plus" : "named minus", line("", foot, X[i]) + ring("", foot, 2) +
    (room < 6 ? "" // it would hide a point
      : words(X[i], right > 0 ? "start" : "end", `margin ${show(1 / norm)}`, ...name)));
}

// Before the street is shown, the reader draws a line: by two clicks, or by
// keys. Its street is the widest that has this line as its centre. ownLine
// draws it, says how good it is, and later compares it with the best.
function ownLine() {
  const { stage, X, Y, View } = scene, drawing = stage == "draw";
  $("best").hidden = !drawing || own.length < 2;
  if (!drawing && (stage != "street" || own.length < 2)) return "";
  const { line, ring } = seen(0, 0), [[x, y] = [], [p, q] = []] = own;
  const long = Math.hypot(p - x, q - y), unit = [(y - q) / long, (p - x) / long];
  const away = X.map((z, i) => Y[i] * (unit[0] * (z[0] - x) + unit[1] * (z[1] - y)));
  // the kinds may stand the other way round
  const turn = away.filter((v) => v < 0).length > X.length / 2 ? -1 : 1;
  const wrong = X.filter((_, i) => turn * away[i] <= 0);
  const width = Math.min(...away.map((v) => turn * v));
  const parallel = (kind, by) => line(kind, ...[-2, 2].map((t) => t * View[2]).map((t) =>
    [x + by * unit[0] + t * unit[1], y + by * unit[1] - t * unit[0]]));
  let marks = own.length == 1 ? ring("", own[0], 4) : own.length ? parallel("dashed", 0) : "";
  if (drawing && own.length == 2) marks += wrong.length ? wrong.map((z) => ring("", z, 12)).join("")
    : parallel("thin", width) + parallel("thin", -width);
  const words = !own.length
    ? "Draw your line: click or tap two places of it. By keys: arrows move it, Alt turns it."
    : own.length == 1 ? "And now at another place of your line."
    : !drawing ? wrong.length
      ? `Your line, dashed, has <b>${wrong.length}</b> of ${X.length} dots on the wrong side.`
      : `Yours, with the dashed line, is <b>${show(2 * width)}</b> wide.`
    : wrong.length ? `<b>${wrong.length}</b> of ${X.length} dots on the wrong side of your line: ` +
      wrong.map((z) => `(${z.map(show).join(", ")})`).join(", ") + ". Click again for another line."
    : `Your street is <b>${show(2 * width)}</b> wide. Is there a wider one? ` +
      "Click again for another line, or";
  $("facts").querySelector(".yours")?.remove();
  $("facts").insertAdjacentHTML("beforeend", `<span class="yours">${words}</span>`);
  return inPanel("own", marks);
}
function sketch(line) {
  own = line;
  picture();
}
// By keys a line first stands in the middle; arrows shift it, and with Alt turn it.
function sketchByKey(way, turns) {
  const [left, bottom, side] = scene.View, [[x, y] = [], [p, q] = []] = own;
  const angle = (way[1] - way[0]) * Math.PI / 36, [a, b] = [Math.cos(angle), Math.sin(angle)];
  if (own.length < 2) {
    sketch([[left + side / 2, bottom + side / 2], [left + side / 2, bottom + 3 * side / 4]]);
  } else if (turns) {
    sketch([[x, y], [x + a * (p - x) - b * (q - y), y + b * (p - x) + a * (q - y)]]);
  } else sketch(own.map((z) => z.map((v, i) => v + way[i] * side / 50)));
}
function table() {
  if (!$("all").open) return;
  $("table").innerHTML = (scene.Points ?? []).map((words) =>
    `<tr>${words.map((word) => `<td>${minus(word)}`).join("")}`).join("");
}

// now is the place of the slider: each row of path has one.
const last = () => Math.max(0, path.length - 1);
function now() {
  const { step } = wanted ?? scene, found = path.findIndex(({ Step }) => Step >= step);
  return step == null || found < 0 ? last() : found;
}

// chart draws above the slider the primal value and the dual one, until that of the
// end has twice its height. Where one looks, a bracket spans the gap between them.
function chart() {
  const { Primal, Dual, Gap, Certificate, Told, big, stage } = scene, end = last();
  const { clientWidth: width, clientHeight: height } = $("chart"), trained = Certificate && Told;
  const high = 2 * Math.max(...path.map((row) => row.Dual), 1e-9);
  const { at, line, words } = panel(50, 0, width - 59, height - 20, [0, end || 1], [0, high]);
  const cut = (v) => Math.max(-high / 10, Math.min(v, 2 * high));
  let s = line("thin", [0, 0], [end || 1, 0]);
  if (end > 0) {
    s += line("thick", ...path.map((row, k) => [k, row.Dual])) +
      line("", ...path.map((row, k) => [k, cut(row.Primal)]));
    for (const v of [0, high / 2]) s += words([0, v], "end", show(v), -5, 4);
    for (const k of new Set([0, end >> 2, end >> 1, end - (end >> 2), end])) {
      s += words([k, 0], k == end ? "end" : "middle", path[k].Step, 0, 16);
    }
    const k = now(), [x, low] = at([k, cut(Dual)]), [, top] = at([k, cut(Primal)]);
    s += line("dotted", [k, 0], [k, high]);
    if (low - top > 1) s += `<path class="gap" d="M${x - 7} ${low}h7V${top}h-7"/>`;
  }
  const none = path.length == 1 && path[0].Step > 0;
  if (none) s += `<text x="34" y="40">No curve: with so many points it would take too long.</text>`;
  for (const id of ["play", "back", "forth", "step"]) $(id).disabled = none;
  $("step").classList.toggle("waits", !path.length);
  const numbers = [Primal, Dual, Gap].map(show);
  if (Gap == 0 && Primal != Dual) numbers[2] = "0 but for rounding";
  const [thin, thick] = big || stage == "proof" ? ["", ""] : [" (thin)", " (thick)"];
  $("values").textContent = trained ? (big ? `step ${path[now()]?.Step} of ${path[end]?.Step}: ` : "") +
    `primal ${numbers[0]}${thin}, dual ${numbers[1]}${thick}, gap ${numbers[2]}` : "";
  $("chart").innerHTML = s;
  $("step").max = end;
  $("step").value = now();
  bars();
  square();
  tellPage();
}
// tellPage says how high this machine in a page of text is, and what its lines did.
// If it is too high, its picture becomes smaller, unless that stands beside the words.
function tellPage() {
  if (!small || !scene) return;
  const over = main.offsetHeight - highest, left = $("left"), picture = $("picture");
  if (over > 0 && left.nextElementSibling.offsetTop > left.offsetTop) picture.style.maxWidth =
    Math.max(160, picture.offsetWidth - over) + "px";
  home.postMessage({ height: main.offsetHeight, lines: scene.Lines ?? [],
    drawing: scene.stage == "draw" }, "*");
}
if (small) new ResizeObserver(tellPage).observe(main);

// square draws the last step of two α. On the left is their box, in which Σαy = 0 leaves
// them a line; on the right the gain of D along it, a parabola in δ. The step goes
// from the ring to the dot: to the top, or to where the line leaves the box.
function square() {
  const { Pair, Alpha, Y, C } = scene;
  for (const id of ["square", "pair"]) $(id).toggleAttribute("hidden", !Pair);
  if (!Pair) return;
  const { I, J, From, Gap, Eta } = Pair, best = Gap / Eta, moved = Y[I] * (Alpha[I] - From[0]);
  const way = [Y[I], -Y[J]], on = (d) => From.map((a, k) => a + way[k] * d);
  const largest = Math.max(...From, Alpha[I], Alpha[J]), whole = C <= 4 * largest;
  const side = whole ? C : 1.4 * largest; // of the box, or of its corner
  const ends = From.map((a, k) => way[k] > 0 ? [-a, side - a] : [a - side, a]);
  const [low, high] = [Math.max(ends[0][0], ends[1][0]), Math.min(ends[0][1], ends[1][1])];
  const right = Math.min(best, 2 * high) * 1.15 || 1, left = Math.max(low, -0.3 * right);
  const gain = (d) => Gap * d - Eta * d * d / 2;
  const top = Math.max(gain(Math.min(best, right)), 1e-300);
  const box = panel(40, 12, 140, 140, [0, side], [0, side]);
  const hill = panel(225, 22, 185, 118, [left, right], [gain(left), top]);
  const curve = (kind, from, to) => hill.line(kind, ...Array.from({ length: 41 },
    (_, k) => from + k / 40 * (to - from)).map((d) => [d, gain(d)]));
  const stop = [moved, gain(moved)];
  $("square").innerHTML = `<path d="${whole ? "M40 12h140v140h-140z" : "M40 12v140h140"}"/>` +
    box.line("thin", on(low), on(high)) + box.line("thick", From, on(moved)) + box.ring("", From) +
    box.ring("dot", on(moved)) + box.words([side / 2, 0], "middle", `α of point ${I + 1}`, 0, 16) +
    `<g transform="translate(32 82) rotate(-90)"><text text-anchor="middle">α of point ${J + 1}` +
    "</text></g>" + [0, side].map((v) => box.words([v, 0], v ? "end" : "middle", show(v), 0, 16) +
      box.words([0, v], "end", v ? show(v) : "", -4, 10)).join("") +
    curve("dashed", left, right) + curve("thick", 0, moved) +
    hill.line("dotted", stop, [moved, gain(left)]) + '<path class="thin" d="M225 152h185"/>' +
    hill.ring("", [0, 0]) + hill.ring("dot", stop) +
    hill.words([0, gain(left)], "middle", "0", 0, 28) +
    hill.words([moved, gain(left)], "middle", `δ = ${show(moved)}`, 0, 28) +
    hill.words([left, top], "start", `gain of D, here ${show(stop[1])}`, 0, -10);
  $("pair").textContent = `Since Σαy = 0, the α of points ${I + 1} and ${J + 1} change by the ` +
    "same δ, along the line at the left, and stay between 0 and C" +
    (whole ? ". " : ` = ${show(C)}, which is far away. `) + (show(best) == show(moved)
      ? `The step goes to where D is largest, δ = (bᵢ − bⱼ)/η = ${show(best)}.`
      : `D would be largest at δ = (bᵢ − bⱼ)/η = ${show(best)}, but at ${show(moved)} one α is ` +
        "at the end of its range: the step is cut.");
}

// bars draws the α of the points, in a frame from 0 to C unless C is far above.
function bars() {
  const { Alpha, Moved, Y, C, Top } = scene, boxed = Alpha && Top == C && C < most;
  const high = (a) => Math.max(0, Math.min(100, a / (Top || 1) * 100));
  $("bars").className = boxed ? "box" : "";
  $("bars").innerHTML = (Alpha ?? []).map((a, i) => `<i class="${Y[i] > 0 ? "plus" : "minus"}` +
    `${Moved?.includes(i) || i == chosen ? " moved" : ""}" style="height: ${high(a)}%"></i>`)
    .join("");
  $("box").textContent = !Alpha ? "" : "α of each point" + (boxed
    ? `, framed from 0 to C = ${show(C)}`
    : `, the largest ${show(Math.max(...Alpha))}` +
      (C < most ? `; C = ${show(C)} is far above` : ""));
}

// about tells of a point, below the picture.
function about(i) {
  const words = scene.Points?.[i], before = chosen, { stage } = scene;
  chosen = words ? i : -1;
  if (chosen != before) bars();
  const [point, label, alpha, xi, yf, stands] = (words ?? []).map(minus);
  $("each").textContent = !words ? "" : `Point ${point}, label ${label}: ` +
    (stage == "street" || stage == "slack" ? "" : `α = ${alpha}, `) +
    (stage == "street" ? "" : `ξ = ${xi}, `) + `y·f = ${yf}, ${stands}`;
}

// What the buttons do, and the other controls.
const does = {
  undo() {
    lastBy = null;
    if (earlier.length) read(earlier.pop());
  },
  clear: () => newPoints({ Data: "", X: [], Y: [] }),
  save() {
    const href = URL.createObjectURL(new Blob([scene.Picture], { type: "image/svg+xml" }));
    make("a", { href, download: "machine.svg" }).click();
  },
  room: () => changed({ big: !scene.big }),
  height: () => changed({ height: !scene.height }),
  best: () => changed({ stage: "street" }),
  back: () => { stop(); go((k) => k - 1); },
  forth: () => { stop(); go((k) => k + 1); },
  play() {
    if (player) return stop();
    go((k) => k == last() ? 0 : k + 1);
    player = setInterval(() => go((k) => k + 1) || stop(), 600);
    $("play").textContent = "⏸ stop";
  },
};
const sets = {
  data: (Data) => newPoints({ Data }),
  kernel: (Kernel) => changed({ Kernel }),
  points: (Text) => changed({ Text }, "points"),
  step: (k) => { stop(); go(() => Number(k)); },
  over: tries,
};
for (const name of uses.poly) sets[name] = (value) => {
  const v = Number(value), power = Number((10 ** v).toPrecision(2));
  changed({ [name]: name == "C" && v > 4 ? most : logarithmic(name) ? power : v,
    View: scene.Data ? null : scene.View, Fit: true }, name);
};
main.onclick = ({ target }) => scene && (target.matches("#mistakes button")
  ? changed({ mistake: target.value }) : does[target.id]?.());
main.oninput = ({ target }) => scene && sets[target.name || target.id]?.(target.value);
main.addEventListener("toggle", () => {
  if (scene) { chart(); table(); tries(); }
}, true);

// go goes to a place of the slider, which is told from the present one, and says
// whether others follow. What the places are, may have to be asked first.
function go(to) {
  if (!path.length) {
    goOn = () => path.length && go(to);
    return walk(), true;
  }
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

// Keys of the picture, and then of the page.
const tool = () => Number(document.querySelector("[name=tool]:checked").value);
const without = (i) => putPoints(scene.X.toSpliced(i, 1), scene.Y.toSpliced(i, 1));
onkeydown = (e) => {
  if (!scene || e.target.matches("select, textarea, [type=range], .guess, [type=search]")) return;
  const { X, Y, View: [left, bottom, side], stage } = scene, on = e.target == $("picture");
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1],
    ArrowDown: [0, -1] }[e.key];
  const near = X[chosen] ?? [left + side / 2, bottom + side / 2], modified = e.ctrlKey || e.metaKey;
  const moved = (by) => near.map((v, i) => Number((v + by[i] * side / 50).toPrecision(6)));
  if (e.key == "z" && modified) does.undo();
  else if (modified) return;
  else if (on && way && stage == "draw") sketchByKey(way, e.altKey || e.shiftKey);
  else if (on && stage == "draw" && e.key == "Enter" && own.length == 2) does.best();
  else if (on && way && e.altKey && X[chosen]) {
    putPoints(X.with(chosen, moved(way)), Y, "key" + chosen);
  } else if (e.altKey) return;
  else if (on && e.key == "Enter") {
    putPoints([...X, moved([2, 2])], [...Y, tool() || 1]);
    chosen = X.length;
  } else if (on && e.key == "Delete" && X[chosen]) {
    without(chosen);
    chosen = -1;
  } else if (e.key == "b") does.room();
  else if (e.key == "h") does.height();
  else if (e.target.type == "radio") return; // which has the arrows
  else if (e.key == "ArrowLeft") does.back();
  else if (e.key == "ArrowRight") does.forth();
  else if (on && way && X.length) {
    about((Math.max(chosen, way[1] > 0 ? 0 : -1) - way[1] + X.length) % X.length);
  } else return;
  e.preventDefault();
};

// The pointer is a mouse, a pen or a finger. Points that it changes are one's own.
// In a page of text a finger scrolls, and only asks.
function drag(e) {
  if (!scene) return;
  const toPage = svg().getScreenCTM(), place = seen(), side = scene.View[2];
  const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(toPage.inverse());
  const x = place.back([at.x, at.y]), down = e.type == "pointerdown";
  if (scene.stage == "draw") return down && sketch(own.length != 1 ? [x]
    : own[0].join() == x.join() ? own : [own[0], x]);
  const { X, Y } = wanted ?? scene, reach = (e.pointerType == "mouse" ? 12 : 18) / toPage.a;
  const far = X.map(place.at).map(([p, q]) => Math.hypot(p - at.x, q - at.y));
  const near = far.indexOf(Math.min(...far.filter((v) => v < reach)));
  about(held < 0 ? near : held);
  if (small && e.pointerType != "mouse") return;
  const label = e.button == 2 ? 0 : tool();
  if (down) {
    held = near;
    $("picture").setPointerCapture(e.pointerId);
    if (label && held >= 0) return;
    if (label) held = X.length;
    else if (held >= 0) without(held);
    if (!label) held = -1;
  }
  if (held < 0) return;
  const digits = Math.max(0, 2 - Math.floor(Math.log10(side)));
  const put = [...X], labels = [...Y];
  put[held] = x.map((v) => Number(v.toFixed(digits)));
  labels[held] ??= label;
  putPoints(put, labels, "point" + e.pointerId + put.length);
  chosen = held; // the page tells of it when the answer comes
  $("picture").querySelector(".ghost")?.remove(); // where the point will be, until the answer comes
  svg().insertAdjacentHTML("beforeend", place.ring("ghost", put[held], 9));
}
$("picture").onpointerdown = $("picture").onpointermove = drag;
$("picture").onpointerup = $("picture").onpointercancel = () => { held = -1; lastBy = null; };
// what a finger has asked stays
$("picture").onpointerleave = (e) => scene && held < 0 && e.pointerType == "mouse" && about(-1);
$("picture").oncontextmenu = (e) => e.preventDefault();

// question asks what a scene of the page asks, until one takes other points. A
// number is compared with the first of the answer. Of such a scene there is a
// picture, until the machine is loaded.
function question(address) {
  const link = all("a", $("scenes")).find((a) => decodeURI(a.hash) == "#" + address);
  const [words, guess, answer] = $("ask").children;
  const { ask = "", says = "", still } = link?.dataset ?? {};
  if (address && !scene) $("picture").innerHTML = still ? `<img src="${still}" alt="">` : "";
  const number = says.match(/^\d+/)?.[0];
  $("ask").hidden = !link;
  words.textContent = ask;
  Object.assign(guess, { hidden: !number, value: "" }).dataset.is = number;
  answer.open = false;
  answer.firstChild.textContent = "answer";
  answer.lastChild.textContent = says;
}

// open trains the scene of the address.
function open() {
  const address = plain(location.hash.slice(1));
  stop();
  amiss = "";
  question(address);
  read(address || first);
}
open();
addEventListener("hashchange", open);
addEventListener("resize", () => scene && chart());
