// A replay that plays itself, and the slider; keys are in site.js.
"use strict";

const player = { timer: 0, next: null };

function playing() { return player.timer !== 0; }

function play(on) {
  clearTimeout(player.timer);
  player.timer = 0;
  const button = document.getElementById("play");
  if (on && !document.querySelector('#live a[rel="next"]')) {
    const first = document.querySelector('#live a[rel="first"]');
    if (!first) return;
    go(first.href).then(() => play(true));
    return;
  }
  if (on) {
    const speed = document.querySelector("#speed select");
    player.timer = setTimeout(forward, 1000 * Number(speed ? speed.value : 1.2));
    ahead();
  }
  if (button) {
    button.textContent = on ? "❚❚ Pause" : "▶ Play";
    button.setAttribute("aria-pressed", String(on));
  }
}

async function forward() {
  const next = document.querySelector('#live a[rel="next"]');
  if (!next || document.hidden) { play(false); return; }
  await go(next.href);
  play(Boolean(document.querySelector('#live a[rel="next"]')));
}

// The next step is fetched while this one is looked at.
function ahead() {
  const next = document.querySelector('#live a[rel="next"]');
  if (next && (!player.next || player.next.href !== next.href)) player.next = { href: next.href, answer: fetch(next.href) };
}

async function go(href) {
  const answer = player.next && player.next.href === href ? await player.next.answer : await fetch(href);
  player.next = null;
  if (!answer.ok) { play(false); return; }
  const speed = document.querySelector("#speed select");
  const value = speed && speed.value;
  const focus = document.activeElement && document.activeElement.id;
  const rel = document.activeElement && document.activeElement.getAttribute("rel");
  await put(answer);
  history.replaceState(null, "", href);
  const now = document.querySelector("#speed select");
  if (now && value) now.value = value;
  const again = (focus && document.getElementById(focus)) || (rel && document.querySelector(`#live a[rel="${rel}"]`));
  if (again) again.focus({ preventScroll: true });
}

let all_open = false;

/** Open all calls of the step, or close them; those of the next steps follow. */
function show_calls() {
  const button = document.querySelector("#live [data-open-all]");
  for (const call of document.querySelectorAll("#live details.call")) call.open = all_open;
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(all_open));
}

// The places that a search found stay beside the steps until they are closed.
let places = null;

async function find(address) {
  const answer = await fetch(address);
  if (!answer.ok) return;
  places = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("found");
  show_places();
  const first = places && places.querySelector("a[data-at]");
  if (first) first.focus();
}

function show_places() {
  const here = document.getElementById("places");
  if (!here) return;
  here.replaceChildren(...(places ? [places] : []));
  const live = document.getElementById("live");
  for (const link of here.querySelectorAll("a[data-at]")) link.toggleAttribute("aria-current", link.dataset.at === live.dataset.step);
  for (const call of document.querySelectorAll("#live details.call:has(mark)")) call.open = true;
}

function close_places() {
  if (!places) return false;
  places = null;
  show_places();
  return true;
}

/** The next place after the step that is shown, or the previous one. */
async function to_place(forward) {
  const at = Number(document.getElementById("live").dataset.step);
  const links = [...places.querySelectorAll("a[data-at]")];
  const link = forward ? links.find((each) => Number(each.dataset.at) > at) : links.findLast((each) => Number(each.dataset.at) < at);
  const further = places.querySelector("a[data-further]");
  if (link) { play(false); await go(link.href); } else if (forward && further) await find(further.href);
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("#live form.find")) return;
  event.preventDefault();
  find(`${event.target.action}?${new URLSearchParams(new FormData(event.target))}`);
});

// What spectators say is no part of the stream, which is the same for everybody: it is asked for now and then.
async function hear() {
  const talk = document.querySelector("#talk[data-talk]");
  if (!talk || document.hidden) return;
  const answer = await fetch(ROOT + talk.dataset.talk);
  show_talk(talk, answer.ok ? await answer.text() : "");
}

function show_talk(talk, text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("lines");
  const lines = talk.querySelector("#lines");
  if (!fresh || fresh.innerHTML === lines.innerHTML || lines.contains(document.activeElement)) return;
  lines.replaceChildren(...fresh.childNodes);
  lines.scrollTop = lines.scrollHeight;
}

setInterval(hear, 4000);

document.addEventListener("submit", async (event) => {
  if (!event.target.matches("#live ~ #talk form.say")) return;
  event.preventDefault();
  const form = event.target, talk = form.closest("#talk");
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (!answer.ok) { form.querySelector("input[name=text]").setCustomValidity("That was not sent: wait a moment, then try again."); form.reportValidity(); return; }
  form.reset();
  show_talk(talk, await answer.text());
});

document.addEventListener("input", (event) => { if (event.target.id === "say") event.target.setCustomValidity(""); });

function enliven_replay() {
  const live = document.getElementById("live");
  const slider = document.getElementById("slider");
  if (!live || !slider) return;
  slider.disabled = false;
  show_places();
  if (all_open) show_calls();
  else for (const button of document.querySelectorAll("#live [data-open-all]")) button.hidden = false;
  slider.addEventListener("input", () => { document.getElementById("at").textContent = slider.value; });
  slider.addEventListener("change", () => {
    play(false);
    go(`${ROOT}/matches/${live.dataset.match}/${slider.value}${location.search}`);
  });
  const button = document.getElementById("play");
  const speed = document.getElementById("speed");
  if (live.dataset.running !== undefined && live.dataset.step === live.dataset.last) return;
  button.hidden = speed.hidden = false;
  if (playing()) { button.textContent = "❚❚ Pause"; button.setAttribute("aria-pressed", "true"); }
  button.addEventListener("click", () => play(!playing()));
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#live [data-open-all]")) {
    all_open = !all_open;
    show_calls();
    return;
  }
  const link = event.target.closest("#live a[rel], #live ol.steps a, #live .moments a, #live .marks a, #live #places a, #live #analysis a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (link.dataset.further !== undefined) { find(link.href); return; }
  const on = playing();
  play(false);
  go(new URL(link.getAttribute("href"), location.href).href).then(() => play(on));
});
