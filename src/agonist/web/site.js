// Everything works without this file: it adds keys, clicks on boards and live updates.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const link = rel && document.querySelector(`#live a[rel="${rel}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

for (const select of document.querySelectorAll("form.as select, form.filters select")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}

const now = document.querySelector("ol.steps .now");
if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - 120;
