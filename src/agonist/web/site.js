// Everything works without this file: it adds keys, clicks on boards, counted words and live updates.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  if (event.key === " " && document.getElementById("play") && !event.target.closest("button, a, summary, [role=button]")) {
    event.preventDefault();
    play(!playing());
    return;
  }
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const link = rel && document.querySelector(`#live a[rel="${rel}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

function enliven() {
  for (const select of document.querySelectorAll("form.as select, form.filters select")) {
    select.addEventListener("change", () => select.form.requestSubmit());
  }
  const now = document.querySelector("ol.steps .now");
  if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - 120;
  for (const text of document.querySelectorAll("textarea[data-words]")) {
    const count = text.parentElement.querySelector(".count");
    const tell = () => {
      const words = text.value.split(/\s+/).filter(Boolean).length;
      if (count) count.textContent = `${words} of ${text.dataset.words} words.`;
    };
    text.addEventListener("input", tell);
    tell();
  }
  enliven_replay();
  clicks();
}

// A click keeps the options that a shape belongs to, the next one those of them that it has too, until one is left.
function clicks() {
  const form = document.getElementById("clicked");
  if (!form) return;
  const shapes = [...document.querySelectorAll(".board [data-choices]")];
  const buttons = [...document.querySelectorAll(".options button")];
  const notes = [...document.querySelectorAll(".on-board")];
  const of = (shape) => shape.dataset.choices.split(" ");
  let left = null;
  const show = (text) => notes.forEach((note) => { note.hidden = false; if (text) note.textContent = text; });
  const choose = (shape) => {
    const own = of(shape);
    const both = left ? left.filter((option) => own.includes(option)) : own;
    left = both.length ? both : own;
    if (left.length === 1) {
      form.elements.option.value = left[0];
      form.requestSubmit();
      return;
    }
    for (const each of shapes) each.classList.toggle("faded", !of(each).some((option) => left.includes(option)));
    for (const button of buttons) button.hidden = !left.includes(button.value);
    show(`${left.length} moves fit: click on, or choose here. A click elsewhere begins again.`);
  };
  show("");
  for (const shape of shapes) {
    shape.setAttribute("role", "button");
    shape.setAttribute("tabindex", "0");
    shape.addEventListener("click", () => choose(shape));
    shape.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(shape); }
    });
  }
}

enliven();
