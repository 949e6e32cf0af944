// The script of machine.html. After each change it sends a scene to browse,
// which is Go, and shows the picture and the words that come back.
"use strict";
const $ = (id) => document.getElementById(id);
const uses = { linear: ["C"], poly: ["C", "γ", "r", "degree"], gauss: ["C", "γ"] };
const logarithmic = (name) => name == "C" || name == "γ"; // is its slider
const most = Number.MAX_VALUE; // stands for ∞
let scene; // the last answer
let held = -1; // the point that is dragged
let path = [], pathOf = ""; // the values after each step, and the scene that has them
let frame = 0, idle = 0; // what waits to be done

const show = (v) => v == most ? "∞" : String(+v.toPrecision(4)).replaceAll("-", "−");
const range = (n) => [...Array(n).keys()];

// address writes a scene in words, and behind them points of one's own.
function address(s) {
  const names = s.step == null ? uses[s.Kernel] : [...uses[s.Kernel], "step"];
  const words = names.map((name) => `${name}=${s[name] == most ? "∞" : s[name]}`);
  if (s.Data) return [s.Data, s.Kernel, ...words].join();
  const points = s.X.map((x, i) => `;${s.Y[i]},${x}`);
  return [s.Kernel, ...words, "view=" + s.View.join(":")].join() + points.join("");
}

// parse reads what address writes. A line may also be one of LIBSVM's.
function parse(words, ...lines) {
  const s = { Data: "", X: [], Y: [], Kernel: "linear", C: 1, γ: 1, r: 1, degree: 2, step: null };
  for (const word of words.replace("gamma", "γ").split(",")) {
    const [name, value] = word.split("=");
    if (name == "view") s.View = value.split(":").map(Number);
    else if (value) s[name] = /inf|∞/i.test(value) ? most : Number(value);
    else if (uses[word]) s.Kernel = word;
    else s.Data = word;
  }
  for (const point of lines.filter((l) => l.trim())) {
    const [y, ...x] = point.trim().split(/[\s,]+/).map((v) => Number(v.replace(/^[12]:/, "")));
    if (x.length != 2 || isNaN(y + x[0] + x[1])) {
      throw Error(`"${point}", want a label and two coordinates`);
    }
    s.X.push(x);
    s.Y.push(y);
  }
  return s;
}

// train sends a scene to Go and shows the answer. If nothing changes for a
// while, the values after each step follow.
const ask = (s) => JSON.parse(browse(JSON.stringify(s)));
function train(request) {
  const start = performance.now(), answer = ask(request);
  if (!answer.Picture) throw Error(answer.Error);
  scene = answer;
  const whole = address({ ...scene, step: null });
  if (whole != pathOf) path = [];
  tell();
  chart();
  scene.ms = performance.now() - start;
  history.replaceState(null, "", "#" + address(scene));
  clearTimeout(idle);
  if (whole != pathOf) idle = setTimeout(() => {
    path = ask({ ...scene, step: null, Walk: true }).Path ?? [];
    pathOf = whole;
    chart();
  }, 150);
}

// attempt trains what make returns, or says why it cannot.
function attempt(make) {
  try {
    train(make());
  } catch (wrong) {
    $("error").textContent = wrong.message;
  }
}

// changed trains at the next frame, to the end unless the change is a step.
function changed(change) {
  Object.assign(scene, { step: null }, change);
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => attempt(() => scene));
}

// tell shows the picture and the words, and sets the controls.
function tell() {
  const { Kernel, Error } = scene;
  $("picture").innerHTML = scene.Picture;
  $("picture").firstElementChild.setAttribute("viewBox", "8 6 334 351"); // without its margins
  $("facts").innerHTML = scene.Facts.replaceAll("-", "−").split("\n")
    .map((fact) => `<span>${fact.replace(/^[\d.]+( %)?/, "<b>$&</b>")}</span>`).join("");
  $("error").textContent = Error + (/Trace/.test(Error) ? ": it has one second here" : "");
  $("certificate").textContent = scene.Certificate;
  $("code").textContent = scene.Code;
  $("told").textContent = scene.Told.replaceAll("-", "−");
  $("data").value = scene.Data;
  $(Kernel).checked = true;
  for (const name of uses.poly) {
    const v = scene[name], sigma = name == "γ" && Kernel == "gauss";
    $(name).value = logarithmic(name) ? Math.log10(v) : v;
    $(name).parentNode.hidden = !uses[Kernel].includes(name);
    $(name).nextElementSibling.textContent =
      show(v) + (sigma ? ` (σ = ${show(1 / Math.sqrt(2 * v))})` : "");
  }
  if (document.activeElement == $("points")) return;
  $("points").value = scene.X.map((x, i) => `${scene.Y[i]} ${x.join(" ")}`).join("\n");
}

// chart draws the primal and the dual value above the slider, one place for each
// of its values, and below it the α.
function chart() {
  const { step, Alpha, Moved, Y } = scene, last = Math.max(0, path.length - 1);
  const found = path.findIndex(([t]) => t >= step), now = step == null || found < 0 ? last : found;
  const { clientWidth: width, clientHeight: height } = $("chart"), base = height - 24;
  const top = 2 * Math.max(...path.map((row) => row[2]), 1e-9);
  const spot = (k, v) => [9 + k / (last || 1) * (width - 18), base - Math.min(v / top, 2) * base];
  const line = (kind, points) => `<path class="${kind}" d="M${points.join("L")}"/>`;
  const text = (x, y, anchor, words) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
  const curve = (kind, column) => line(kind, path.map((row, k) => spot(k, row[column])));
  let s = line("thin", [[9, base], [width - 9, base]]);
  if (last > 0) {
    s += curve("", 1) + curve("thick", 2) + line("dotted", [spot(now, 0), spot(now, top)]);
    const values = `primal ${show(path[now][1])}, dual ${show(path[now][2])}`;
    s += text(width - 20, base - 12, "end", values);
    for (const k of new Set([0, last >> 2, last >> 1, last - (last >> 2), last])) {
      s += text(spot(k, 0)[0], height - 4, k == last ? "end" : "middle", path[k][0]);
    }
  }
  $("chart").innerHTML = s;
  $("step").max = last;
  $("step").value = now;
  const largest = Math.max(...Alpha ?? [], 1e-9), wide = Math.max(0, width - 18) / Y.length;
  $("bars").innerHTML = (Alpha ?? []).map((a, i) => `<rect x="${9 + i * wide}"
class="${Y[i] > 0 ? "plus" : "minus"} ${Moved?.includes(i) ? "moved" : ""}"
y="${3 + 42 * (1 - a / largest)}" width="${0.8 * wide}" height="${42 * a / largest}"/>`).join("");
}

// The controls.
for (const name of uses.poly) $(name).oninput = () => {
  const v = Number($(name).value), power = Number((10 ** v).toPrecision(2));
  changed({ [name]: name == "C" && v > 4 ? most : logarithmic(name) ? power : v });
};
$("step").oninput = () => {
  const k = Number($("step").value);
  changed({ step: k < path.length - 1 ? path[k][0] : null });
};
for (const kernel in uses) $(kernel).onchange = () => changed({ Kernel: kernel });
$("data").onchange = () => changed({ Data: $("data").value, View: null });
$("clear").onclick = () => changed({ Data: "", View: null, X: [], Y: [] });
$("points").oninput = () => attempt(() => {
  const { X, Y } = parse("linear", ...$("points").value.split("\n"));
  return { ...scene, Data: "", View: null, X, Y };
});
$("save").onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([scene.Picture], { type: "image/svg+xml" }));
  link.download = "machine.svg";
  link.click();
};

// The pointer is a mouse, a pen or a finger. Points that it changes are one's own.
// The panel of the picture is a square of 280 at (55, 35): see testdata/draw.
function drag(e) {
  const toPage = $("picture").firstElementChild.getScreenCTM(), [left, bottom, side] = scene.View;
  const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(toPage.inverse());
  const x = [left + (at.x - 55) / 280 * side, bottom + (315 - at.y) / 280 * side];
  const X = [...scene.X], Y = [...scene.Y];
  if (e.type == "pointerdown") {
    const tool = Number(document.querySelector("[name=tool]:checked").value);
    const label = e.button == 2 ? 0 : tool, reach = (e.pointerType == "mouse" ? 12 : 18) / toPage.a;
    const far = X.map((p) => Math.hypot(p[0] - x[0], p[1] - x[1]) * 280 / side);
    held = far.indexOf(Math.min(...far.filter((v) => v < reach)));
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
  changed({ Data: "", X, Y });
}
$("picture").onpointerdown = $("picture").onpointermove = drag;
$("picture").onpointerup = $("picture").onpointercancel = () => held = -1;
$("picture").oncontextmenu = (e) => e.preventDefault();

// The program is packed in svm.wasm.js. It trains the scene of the address.
const open = () => attempt(() =>
  parse(...(decodeURIComponent(location.hash.slice(1)) || "moons,gauss,C=10").split(";")));
const go = new Go();
fetch("data:application/gzip;base64," + program)
  .then((packed) => packed.body.pipeThrough(new DecompressionStream("gzip")))
  .then((stream) => new Response(stream).arrayBuffer())
  .then((wasm) => {
    go.run(new WebAssembly.Instance(new WebAssembly.Module(wasm), go.importObject));
    open();
    addEventListener("hashchange", open);
    addEventListener("resize", chart);
  });
