// A link may lead into what is folded.
function unfold() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {} // it is meant as it stands
  const target = document.getElementById(id);
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  target?.closest(".derivation")?.classList.remove("folded");
  const pair = target?.closest(".pair, .story"); // whose title stands above the code
  (pair?.querySelector("u[id]") === target ? pair : target)?.scrollIntoView();
  document.getElementById("contents")?.classList.remove("open");
}
addEventListener("hashchange", unfold);
addEventListener("load", unfold); // after the browser has gone there itself
unfold();

// The bar says which section is in view, and unfolds the contents.
const where = document.getElementById("in-view"), contents = document.getElementById("contents");
const titles = [...document.querySelectorAll("main :is(h1, h2, h3)")];
function look() {
  const above = titles.findLast((title) => title.checkVisibility() && title.getBoundingClientRect().top < 100);
  contents?.querySelector(".now")?.classList.remove("now");
  if (above?.id) contents?.querySelector(`a[href$="#${CSS.escape(above.id)}"]`)?.classList.add("now");
  where.textContent = (contents ? "☰ " : "") + ((above ?? titles[0])?.firstChild.textContent ?? "");
}
addEventListener("scroll", () => requestAnimationFrame(look), { passive: true });
look();
where.addEventListener("click", () => contents ? contents.classList.toggle("open") : scrollTo(0, 0));
const here = document.querySelector("nav .here");
here.parentElement.scrollLeft = here.offsetLeft - 60;

// A derivation shows its first line, and each click or Enter the next.
for (const pre of document.querySelectorAll(".derivation")) {
  const button = document.createElement("button");
  button.className = "further";
  button.textContent = "How does it go on?";
  button.addEventListener("click", () => {
    pre.querySelector(".then:not(.seen)").classList.add("seen");
    if (!pre.querySelector(".then:not(.seen)")) button.remove();
  });
  pre.classList.add("folded");
  pre.after(button);
}

// A field compares a number with the answer, and unfolds it.
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".guess")) return;
  const is = target.value.trim().replace("-", "−") === target.dataset.is;
  target.classList.toggle("right", is);
  target.nextElementSibling.firstElementChild.textContent = is ? "right" : target.value ? "another number" : "answer";
  target.nextElementSibling.open ||= is;
});

if (self !== top) document.querySelector("main > .next")?.remove(); // of a machine in a text

// By n and p one goes through the rows of lessons, by / to the search.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const rows = [...document.querySelectorAll("tr[id]")], step = { n: 1, p: -1 }[event.key];
  if (event.key === "/") location = "names.html";
  else if (step && rows.length) {
    const at = rows.findIndex((row) => row.matches(":target"));
    location.hash = rows[Math.max(0, Math.min(rows.length - 1, at + step))].id;
  }
});

// The style sheet wants to know how many columns a program or a display has.
for (const pre of document.querySelectorAll("pre")) {
  const columns = pre.textContent.split("\n").map((line) => [...line.replaceAll("\t", "    ")].length);
  pre.style.setProperty("--w", Math.max(...columns) + 2);
}

// The formula of a tag, line by line.
const tip = document.createElement("pre");
tip.id = "tip";
document.addEventListener("mouseover", (event) => {
  const link = event.target.closest("a.formula");
  if (!link) return tip.remove();
  tip.textContent = link.dataset.formula ??= link.title;
  link.title = "";
  document.body.append(tip);
  const at = link.getBoundingClientRect(), above = at.top - tip.offsetHeight - 4;
  tip.style.left = Math.max(4, Math.min(at.left, innerWidth - tip.offsetWidth - 8)) + "px";
  tip.style.top = (above > 0 ? above : at.bottom + 4) + "px";
});

// A scene that a text cites is a small machine, above the link to the large one.
// It is made when it comes near.
const near = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target: link } of seen) if (isIntersecting) {
    near.unobserve(link);
    const frame = document.createElement("iframe");
    frame.title = "a machine to play with";
    frame.src = link.href;
    link.before(frame);
    link.parentElement.classList.add("made");
  }
}, { rootMargin: "400px" });
for (const link of document.querySelectorAll(".live > a")) near.observe(link);
// A link to another scene beside it shows the scene there.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".try p a[href^='machine.html#']");
  const frame = link?.closest(".try").querySelector("iframe");
  if (!frame || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  frame.src = frame.nextElementSibling.href = link.href;
});
// The machine says how high it is. If plainSMO trains it, what its step did stands
// at the lines that did it, in place of their comments.
addEventListener("message", ({ data, source }) => {
  const frame = [...document.querySelectorAll(".live iframe")].find((f) => f.contentWindow == source);
  if (!frame) return;
  frame.style.height = data.height + 2 + "px";
  if (!frame.src.includes("plain")) return;
  for (const comment of document.getElementById("plainSMO")?.closest("pre").querySelectorAll("i") ?? []) {
    const before = comment.textContent.match(/^\/\/ ([a-z ]+): /);
    const line = before && data.lines.find(({ Word }) => Word == before[1]);
    comment.says ??= comment.innerHTML;
    comment.innerHTML = line ? before[0] + "<mark></mark>" : comment.says;
    if (line) comment.lastChild.textContent = line.Says.replaceAll("-", "−");
  }
});

// The index shows the entries that have all words of the field: first what is
// called so, then what begins so, what has it in its name, and what mentions it.
const search = document.getElementById("search"), entries = [...document.querySelectorAll(".names > li")];
search?.addEventListener("input", () => {
  const wanted = search.value.toLowerCase().trim(), words = wanted.split(/\s+/);
  const rank = (entry) => {
    const name = entry.firstElementChild.textContent.toLowerCase().replace(/[("]/g, "");
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3;
  };
  for (const entry of entries) entry.hidden = !words.every((word) => entry.textContent.toLowerCase().includes(word));
  const ranks = new Map(entries.map((entry) => [entry, entry.hidden ? 4 : rank(entry)]));
  document.querySelector(".names").append(...[...entries].sort((a, b) => ranks.get(a) - ranks.get(b)));
});

// A lecture is printed with all its stories, or with none.
document.getElementById("stories")?.addEventListener("click", () => {
  const stories = [...document.querySelectorAll(".story")], open = !stories.every((story) => story.open);
  for (const story of stories) story.open = open;
});
