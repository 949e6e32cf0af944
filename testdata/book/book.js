// A link may lead into a folded part: unfold it.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

// The formula of a tag, shown in its lines.
const tip = document.createElement("pre");
tip.id = "tip";
document.addEventListener("mouseover", (e) => {
  const link = e.target.closest("a.formula");
  if (!link) return tip.remove();
  if (link.title) [link.dataset.tip, link.title] = [link.title, ""];
  tip.textContent = link.dataset.tip;
  document.body.append(tip);
  const at = link.getBoundingClientRect(), left = Math.min(at.left, innerWidth - tip.offsetWidth - 8);
  tip.style.left = Math.max(4, left) + "px";
  const above = at.top - tip.offsetHeight - 4;
  tip.style.top = (above > 0 ? above : at.bottom + 4) + "px";
});

// The index of names shows what has all words of the search field.
const search = document.getElementById("search");
search?.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/);
  for (const entry of document.querySelectorAll(".names > li")) {
    const text = entry.textContent.toLowerCase();
    entry.hidden = !words.every((w) => text.includes(w));
  }
});
