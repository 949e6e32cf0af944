// The script of machine.html. After each change it sends a scene to browse,
// which is Go, and draws the scene with the machine that comes back.
"use strict";
const $ = (id) => document.getElementById(id);
const uses = { linear: ["C"], poly: ["C", "γ", "r", "degree"], gauss: ["C", "γ"] };
const most = Number.MAX_VALUE; // stands for ∞
const edge = 36, rim = 8; // left of the picture and below it is room for numbers
let scene; // the last answer
let size = 0; // of the picture, in pixels
let held = -1; // the point that is dragged
let path = [], pathOf = ""; // the values after each step, and the scene that has them
let frame = 0, idle = 0; // what waits to be done

const show = (v) => Math.abs(v) == most ? (v < 0 ? "−∞" : "∞")
  : (Math.abs(v) < 1e6 ? String(+v.toPrecision(4)) : v.toExponential(2)).replaceAll("-", "−");
const logarithmic = (name) => name == "C" || name == "γ"; // is its slider
const range = (n) => [...Array(n).keys()];
const px = ([x, y]) => x.toFixed(1) + " " + y.toFixed(1);
const line = (kind, points) => `<path class="${kind}" d="M${points.map(px).join("L")}"/>`;
const text = (x, y, anchor, words) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;

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

// train sends a scene to Go and draws the answer. If nothing changes for a
// while, the values after each step follow.
const ask = (s) => JSON.parse(browse(JSON.stringify({ ...s, F: null })));
function train(request) {
  const start = performance.now(), answer = ask(request);
  if (!answer.View) throw Error(answer.Error);
  scene = answer;
  const whole = address({ ...scene, step: null });
  if (whole != pathOf) path = [];
  draw();
  scene.ms = performance.now() - start;
  history.replaceState(null, "", "#" + address(scene));
  clearTimeout(idle);
  if (whole != pathOf) idle = setTimeout(() => {
    path = ask({ ...scene, step: null, Walk: true }).Path ?? [];
    pathOf = whole;
    drawSteps();
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

// at returns where a point is, in pixels.
const at = ([x, y], [left, bottom, side] = scene.View) =>
  [edge + (x - left) / side * size, rim + size - (y - bottom) / side * size];

// level returns the region sign·f ≥ limit and its border, from the values of f
// at the corners of a grid. Neighbours that lie inside are one rectangle.
function level(sign, limit) {
  const n = Math.sqrt(scene.F.length), h = size / (n - 1);
  const draw = (way) => "M" + way.map(([u, v]) => px([edge + u * h, rim + size - v * h])).join("L");
  let area = "", border = "";
  for (let i = 0; i + 1 < n; i++) for (let j = 0, start = -1; j < n; j++) {
    const corners = j + 1 < n ? [[j, i], [j + 1, i], [j + 1, i + 1], [j, i + 1]] : [];
    const c = corners.map(([u, v]) => [u, v, sign * scene.F[v * n + u] - limit]);
    const inside = c.filter((p) => p[2] >= 0), cross = [], part = [];
    if (inside.length == 4) {
      if (start < 0) start = j;
      continue;
    }
    if (start >= 0) area += draw([[start, i], [j, i], [j, i + 1], [start, i + 1]]) + "z";
    start = -1;
    c.forEach((p, k) => {
      const q = c[(k + 1) % 4], t = p[2] / (p[2] - q[2]);
      if (p[2] >= 0) part.push(p);
      if ((p[2] >= 0) == (q[2] >= 0)) return;
      cross.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
      part.push(cross.at(-1));
    });
    if (inside.length) area += draw(part) + "z";
    for (let k = 0; k < cross.length; k += 2) border += draw(cross.slice(k, k + 2));
  }
  return { area, border };
}

// slack draws the way from a point to its margin, where yf = 1, along which yf
// grows fastest. For Linear its length is ξ/‖w‖. It is none if yf stays below 1.
function slack(i) {
  const n = Math.sqrt(scene.F.length), [left, bottom, side] = scene.View, way = [];
  const yf = (u, v) => { // from the four corners around it
    const [a, b] = [u, v].map((w) => Math.max(0, Math.min(n - 2, Math.floor(w))));
    const row = (k) => scene.F[k] + (u - a) * (scene.F[k + 1] - scene.F[k]);
    return scene.Y[i] * ((b + 1 - v) * row(b * n + a) + (v - b) * row(b * n + n + a));
  };
  let [u, v] = scene.X[i].map((x, j) => (x - [left, bottom][j]) / side * (n - 1));
  while (way.length < 300) {
    way.push(at([left + u / (n - 1) * side, bottom + v / (n - 1) * side]));
    const lacks = 1 - yf(u, v);
    if (lacks < 1e-3) return line("dotted", way);
    const du = yf(u + 0.5, v) - yf(u - 0.5, v), dv = yf(u, v + 0.5) - yf(u, v - 0.5);
    const steep = Math.hypot(du, dv), step = Math.min(0.5, lacks / steep) / steep;
    [u, v] = [u + step * du, v + step * dv];
  }
  return "";
}

// axes draws the frame, and numbers at its left and below it.
function axes([left, bottom, side] = scene.View) {
  const ten = 10 ** Math.floor(Math.log10(side)), unit = side < 3 * ten ? ten / 2 : ten;
  const places = (low) => range(1 + Math.floor(side / unit)).map((k) => Math.ceil(low / unit) + k)
    .filter((k) => k * unit <= low + side).map((k) => Number((k * unit).toPrecision(9)));
  return `<rect class="frame" x="${edge}" y="${rim}" width="${size}" height="${size}"/>` +
    places(left).map((x) => text(at([x, 0])[0], size + 28, "middle", show(x))).join("") +
    places(bottom).map((y) => text(edge - 7, at([0, y])[1] + 5, "end", show(y))).join("");
}

// movers returns the points whose α the last step has moved.
const movers = () => range(scene.Before?.length ?? 0).filter((i) => scene.Before[i] != scene.Alpha[i]);

// draw draws the picture as the figures are drawn, and writes what is beside it.
function draw() {
  const { X, Y, Alpha, Support, Hulls, Kernel, F } = scene, moved = movers();
  size = $("plot").clientWidth - edge - rim;
  const big = Math.min(1.6, Math.max(1, size / 380)), arm = 4.5 * big;
  let s = "";
  if (F) {
    const [zero, plus, minus] = [level(1, 0), level(1, 1), level(-1, 1)];
    s = `<rect class="minus" x="${edge}" y="${rim}" width="${size}" height="${size}"/>
<path class="plus" d="${zero.area}"/><path class="plus far" d="${plus.area}"/>
<path class="minus far" d="${minus.area}"/><path class="thick" d="${zero.border}"/>
<path class="thin" d="${plus.border}${minus.border}"/>`;
  }
  X.forEach((x, i) => {
    const [a, b] = at(x);
    const ring = (kind, r) => `<circle class="${kind}" cx="${a}" cy="${b}" r="${r * big}"/>`;
    if (F && Support[i] == 2) s += slack(i);
    if (Hulls && Kernel == "linear" && Alpha[i] > 0) {
      s += line("dashed", [[a, b], at(Hulls[Y[i] > 0 ? 0 : 1])]);
    }
    s += line("thick", [[a - arm, b], [a + arm, b]]);
    if (Y[i] > 0) s += line("thick", [[a, b - arm], [a, b + arm]]);
    if (Support?.[i]) s += ring(Support[i] == 2 ? "dotted" : "", 9);
    if (moved.includes(i)) s += ring("thick", 13);
  });
  if (moved.length == 2) s += line("dashed", moved.map((i) => at(X[i])));
  $("plot").innerHTML = `<rect class="paper" width="100%" height="100%"/>` + s + axes();
  tell();
  drawSteps();
}

// tell writes what is known of the machine, and sets the controls.
function tell() {
  const { X, Y, Kernel, W, B, F, Free, Bound, Right, Hulls, Error } = scene;
  const pair = (v) => `(${v.map(show).join(", ")})`, facts = [];
  if (F) facts.push(`<b>${Right}</b> of ${X.length} points right`,
    `<b>${Free + Bound}</b> support vectors: ${Free} free, ${Bound} at C`);
  if (W) facts.push(`w = ${pair(W)}, b = ${show(B)}`, `1/‖w‖ = <b>${show(1 / Math.hypot(...W))}</b>`);
  if (Hulls) facts.push(`<b>${Free + Bound}</b> points prove it`);
  if (Hulls && Kernel == "linear") facts.push(`the means of both classes, ${Hulls.map(pair).join(" and ")}`);
  $("facts").innerHTML = facts.map((fact) => `<span>${fact}</span>`).join("");
  $("error").textContent = Error + (/Trace/.test(Error) ? ": a training ends here after a second" : "");
  $("certificate").textContent = scene.Certificate;
  $("code").textContent = scene.Code;
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
  $("points").value = X.map((x, i) => `${Y[i]} ${x.join(" ")}`).join("\n");
}

// drawSteps draws the primal and the dual value above the slider, one place for
// each of its values, and says what the last step has done.
function drawSteps() {
  const { step, Steps, Alpha, Before, Y, C, Low, High } = scene, last = Math.max(0, path.length - 1);
  const found = path.findIndex(([t]) => t >= step), now = step == null || found < 0 ? last : found;
  const { clientWidth: width, clientHeight: height } = $("chart"), base = height - 24;
  const top = 2 * Math.max(...path.map((row) => row[2]), 1e-9);
  const spot = (k, v) => [9 + k / (last || 1) * (width - 18), base - Math.min(v / top, 2) * base];
  const curve = (kind, column) => line(kind, path.map((row, k) => spot(k, row[column])));
  let s = line("thin", [[9, base], [width - 9, base]]);
  if (last > 0) {
    s += curve("", 1) + curve("thick", 2) + line("dotted", [spot(now, 0), spot(now, top)]) +
      text(width - 20, base - 12, "end", `primal ${show(path[now][1])}, dual ${show(path[now][2])}`);
    for (const k of new Set([0, last >> 2, last >> 1, last - (last >> 2), last])) {
      s += text(spot(k, 0)[0], height - 4, k == last ? "end" : "middle", path[k][0]);
    }
  }
  $("chart").innerHTML = s;
  $("step").max = last;
  $("step").value = now;
  if (!Alpha) return;
  const moved = movers(), wide = (width - 18) / Y.length;
  const full = C == most ? Math.max(...Alpha, 1e-9) : C;
  $("bars").innerHTML = Alpha.map((a, i) => `<rect class="far ${Y[i] > 0 ? "plus" : "minus"}
${moved.includes(i) ? "moved" : ""}" x="${9 + i * wide}" y="${3 + 42 * (1 - a / full)}"
width="${0.8 * wide}" height="${42 * a / full}"/>`).join("");
  const change = (i) => `α of point ${i + 1} from ${show(Before[i])} to ${show(Alpha[i])}`;
  const many = moved.length > 2 ? [`a pair, and then ${moved.length} α at once`] : moved.map(change);
  $("told").textContent = `After ${Steps} steps of SMO: ` + [...many, ""].join(", ") +
    `m = ${show(Low)}, M = ${show(High)}, m − M = ${show(Low - High)}`;
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
$("clear").onclick = () => changed({ Data: "", X: [], Y: [] });
$("points").oninput = () => attempt(() => {
  const { X, Y } = parse("linear", ...$("points").value.split("\n"));
  return { ...scene, Data: "", View: null, X, Y };
});
$("save").onclick = () => {
  const link = document.createElement("a"), w = $("plot").clientWidth;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${w}">
<title>${address(scene)}</title><style>${$("ink").textContent}</style>${$("plot").innerHTML}</svg>`;
  link.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  link.download = "machine.svg";
  link.click();
};

// The pointer is a mouse, a pen or a finger. Points that it changes are one's own.
function drag(e) {
  const box = $("plot").getBoundingClientRect(), [left, bottom, side] = scene.View;
  const a = e.clientX - box.left, b = e.clientY - box.top, X = [...scene.X], Y = [...scene.Y];
  if (e.type == "pointerdown") {
    const tool = Number(document.querySelector("[name=tool]:checked").value);
    const label = e.button == 2 ? 0 : tool, reach = e.pointerType == "mouse" ? 12 : 18;
    const far = X.map((x) => Math.hypot(at(x)[0] - a, at(x)[1] - b));
    held = far.indexOf(Math.min(...far.filter((v) => v < reach)));
    $("plot").setPointerCapture(e.pointerId);
    if (label && held >= 0) return;
    if (label) held = Y.push(label) - 1;
    else if (held >= 0) {
      changed({ Data: "", X: X.toSpliced(held, 1), Y: Y.toSpliced(held, 1) });
      held = -1;
    }
  }
  if (held < 0) return;
  const digits = Math.max(0, 2 - Math.floor(Math.log10(side)));
  X[held] = [left + (a - edge) / size * side, bottom + (rim + size - b) / size * side]
    .map((v) => Number(v.toFixed(digits)));
  changed({ Data: "", X, Y });
}
$("plot").onpointerdown = $("plot").onpointermove = drag;
$("plot").onpointerup = $("plot").onpointercancel = () => held = -1;
$("plot").oncontextmenu = (e) => e.preventDefault();

// The program is packed in svm.wasm.js. It trains the scene of the address.
const open = () => attempt(() =>
  parse(...(decodeURIComponent(location.hash.slice(1)) || "moons,gauss,C=10").split(";")));
const go = new Go(), bytes = Uint8Array.from(atob(program), (c) => c.charCodeAt(0));
new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
  .then((wasm) => WebAssembly.instantiate(wasm, go.importObject))
  .then(({ instance }) => {
    go.run(instance);
    open();
    addEventListener("hashchange", open);
    addEventListener("resize", draw);
  });
