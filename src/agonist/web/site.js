// Everything works without this file: it adds keys and live updates.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input:not([type=range]), textarea, select, dialog")) return;
  if (event.key === "?") {
    event.preventDefault();
    document.getElementById("keys").showModal();
    return;
  }
  const search = document.querySelector("#live #find");
  if (event.key === "/" && search) {
    event.preventDefault();
    search.focus();
    search.select();
    return;
  }
  if (search && places && (event.key === "n" || event.key === "p")) { to_place(event.key === "n"); return; }
  if (event.key === "Escape" && search && close_places()) return;
  if (event.target.closest("input, .board [role=button], .options") || event.defaultPrevented) return;
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
  // Of a table that is wider than the screen, the newest rounds are seen first.
  const wide = document.querySelector(".board > .wide");
  if (wide) wide.parentElement.scrollLeft = wide.parentElement.scrollWidth;
  const now = document.querySelector("ol.steps .now");
  if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - 120;
  for (const button of document.querySelectorAll("button.add")) {
    button.addEventListener("click", () => {
      const text = document.getElementById(button.dataset.add);
      const before = text.value.trimEnd();
      text.value = before ? `${before}\n${button.dataset.line}` : button.dataset.line;
    });
  }
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      field.select();
      // Without HTTPS there is no clipboard for pages: the text is selected, to be copied by a key.
      if (!navigator.clipboard) return;
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    });
  }
  enliven_replay();
}

enliven();
