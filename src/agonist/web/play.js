// A table that somebody plays at. Without this file forms still work; it adds clicks on boards, and keeps the page up to date.
"use strict";

{
  const SOON = 1500, LATER = 5000;
  let timer = 0, quick = 0, sending = null, received = performance.now(), looking = false;
  const table = () => document.getElementById("table");

  // Texts are counted while they are typed, as rules count: words between what Python takes for spaces, characters as
  // code points, bytes of UTF-8. Shares must add up.
  const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
  const COUNTED = {
    words: (text) => text.split(SPACES).filter(Boolean).length,
    characters: (text) => [...text].length,
    bytes: (text) => new TextEncoder().encode(text).length,
  };
  const STRIPPED = new RegExp(`^${SPACES.source}|${SPACES.source}$`, "g");
  function count(root) {
    for (const text of root.querySelectorAll("textarea:is([data-words], [data-characters], [data-bytes])")) {
      const shown = text.closest("form").querySelector(`[id="${text.id}-note"] .count`);
      const tell = () => {
        const sent = text.value.replace(STRIPPED, "");
        const limits = Object.keys(COUNTED).filter((unit) => unit in text.dataset);
        const counts = limits.map((unit) => [COUNTED[unit](sent), Number(text.dataset[unit]), unit]);
        shown.textContent = `${counts.map(([number, most, unit]) => `${number} of ${most} ${unit}`).join(", ")}.`;
        shown.classList.toggle("over", counts.some(([number, most]) => number > most));
      };
      text.addEventListener("input", tell);
      tell();
    }
    for (const note of root.querySelectorAll("[data-total]")) {
      const shares = [...note.closest("fieldset").querySelectorAll("input")];
      const shown = note.querySelector(".sum");
      const tell = () => {
        const sum = shares.reduce((all, share) => all + (Number(share.value) || 0), 0);
        shown.textContent = `Now ${sum} of ${note.dataset.total}.`;
      };
      shares.forEach((share) => share.addEventListener("input", tell));
      tell();
    }
  }

  // Among many things to choose, Tab stops once: arrow keys go on from there to the nearest in their direction.
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function roving(items) {
    const stop = (item) => { for (const each of items) each.setAttribute("tabindex", each === item ? "0" : "-1"); };
    // What lies on the same place, such as a piece on a piece, lies a hair to the right.
    const middle = (item) => {
      const box = item.getBoundingClientRect();
      return [box.x + box.width / 2 + items.indexOf(item) / 1000, box.y + box.height / 2];
    };
    const next = (from, way) => {
      const [x, y] = middle(from);
      let found = null, least = Infinity;
      for (const item of items) {
        if (item === from || item.hidden || item.classList.contains("faded")) continue;
        const [dx, dy] = [middle(item)[0] - x, middle(item)[1] - y];
        const along = dx * way[0] + dy * way[1], across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
        // First what lies ahead, then what lies to the side.
        const far = along + 2 * across + (across > 1.5 * along ? 10000 : 0);
        if (along > 0 && far < least) [found, least] = [item, far];
      }
      return found;
    };
    for (const item of items) {
      item.addEventListener("focus", () => stop(item));
      item.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const ends = { Home: items[0], End: items.at(-1) };
        const to = event.key in WAYS ? next(item, WAYS[event.key]) : ends[event.key];
        if (!(event.key in WAYS) && !to) return;
        event.preventDefault();
        to?.focus();
      });
    }
    stop(items[0]);
    return stop;
  }

  // A click keeps the options that a shape belongs to, the next one those of them that it has too, until one is left.
  // What lies under the shape counts where that itself does not fit: a piece may move onto another one.
  function clicks(root) {
    const form = root.querySelector("#clicked");
    const shapes = [...root.querySelectorAll(".board [data-choices]")];
    const buttons = [...root.querySelectorAll(".options button")];
    const stop = buttons.length && roving(buttons);
    if (!form) return;
    const notes = [...root.querySelectorAll(".on-board")], said = notes.map((note) => note.textContent);
    const of = (shape) => shape.dataset.choices.split(" ");
    let left = null;
    const narrow = (text) => {
      for (const each of shapes) each.classList.toggle("faded", Boolean(left) && !of(each).some((option) => left.includes(option)));
      for (const button of buttons) button.hidden = Boolean(left) && !left.includes(button.value);
      if (stop) stop(buttons.find((button) => !button.hidden));
      notes.forEach((note, nth) => { note.textContent = text || said[nth]; });
    };
    const choose = (hit) => {
      const fitting = left && hit.find((shape) => of(shape).some((option) => left.includes(option)));
      const own = of(fitting || hit[0]);
      left = fitting ? left.filter((option) => own.includes(option)) : own;
      if (left.length === 1) {
        form.elements.option.value = left[0];
        form.requestSubmit();
      } else narrow(`${left.length} moves fit: click on, or choose here. A click elsewhere or Escape begins again.`);
    };
    // Of shapes that mean the same options, such as a token on its cell, the topmost can be reached by keys.
    const reached = [...new Map(shapes.map((shape) => [shape.dataset.choices, shape])).values()];
    for (const shape of reached) {
      shape.setAttribute("role", "button");
      shape.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose([shape]); }
      });
    }
    roving(reached);
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && left) { left = null; narrow(""); }
    });
    root.querySelector(".board").addEventListener("click", (event) => {
      const at = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest("[data-choices]"));
      const hit = [...new Set(at)].filter((shape) => shapes.includes(shape));
      // A screen reader clicks without a place.
      const target = event.target.closest("[data-choices]");
      if (hit.length || target) choose(hit.length ? hit : [target]);
    });
  }

  function copies(root) {
    for (const button of root.querySelectorAll("button.copy")) {
      if (!navigator.clipboard) continue;
      button.hidden = false;
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(button.parentElement.querySelector(".link").value);
        button.textContent = "Copied";
      });
    }
    for (const link of root.querySelectorAll("input.link")) link.addEventListener("focus", () => link.select());
  }

  function enliven() {
    count(table());
    clicks(table());
    copies(table());
    received = performance.now();
  }

  // Who plays by keys goes on where they were, though the table is put there anew with every move: on the board at what
  // can be chosen nearest to the last place, or in the field in which they type.
  const CONTROLS = ".options button, .request a, form.ask :is(button, select, textarea, input:not([type=hidden])), summary, a.button";
  const UNSEEN = "noscript, .resign, details:not([open]) > :not(summary)";
  let place = null, used = null, giving = false;
  const at = (shape) => { const box = shape.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  document.addEventListener("focusin", ({ target }) => {
    const part = target.closest("#table :is(.board, .asked)");
    if (giving) return;
    if (!part) place = null;
    else if (part.matches(".board")) place = { board: true, at: target.matches("[data-choices]") ? at(target) : null };
    else place = { field: target.id, pressed: target.matches("button, a, summary") };
  });
  document.addEventListener("pointerdown", ({ target }) => { if (!target.closest("#table")) place = null; });
  function refocus(fresh) {
    if (!place || (document.activeElement && document.activeElement !== document.body)) return;
    const part = fresh.querySelector(place.board ? ".board" : ".asked");
    const shapes = [...fresh.querySelectorAll(".board [data-choices][tabindex]")];
    const controls = [...part.querySelectorAll(CONTROLS)].filter((each) => !each.closest(UNSEEN));
    const away = (shape) => (place.at ? Math.hypot(at(shape)[0] - place.at[0], at(shape)[1] - place.at[1]) : 0);
    let next = null;
    if (place.board) next = shapes.sort((one, other) => away(one) - away(other))[0] || fresh.querySelector(".options button");
    // Who presses buttons gets no keyboard put on their screen.
    else if (place.pressed) next = part.querySelector(".options button") || controls.find((each) => each.matches("a, summary, .ask:not(.typed) button"));
    else next = controls.find((each) => each.id && each.id === place.field) || controls[0];
    if (!next) part.tabIndex = -1;
    giving = true;
    (next || part).focus({ preventScroll: true });
    giving = false;
  }

  // Put a page that has come in the place of this one. What is typed elsewhere on it stays.
  function show(text, keep) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.getElementById("table");
    if (!fresh) return false;
    const was = table(), asked = "asked" in was.dataset;
    if (keep) {
      for (const old of was.querySelectorAll("form.ask :is(input, textarea, select)[name]")) {
        const same = fresh.querySelector(`form.ask [name="${CSS.escape(old.name)}"]`);
        if (same && same.type !== "hidden" && !["radio", "checkbox"].includes(same.type) && !same.value) same.value = old.value;
      }
    }
    was.replaceWith(fresh);
    const words = page.getElementById("in-words");
    if (words) document.getElementById("in-words")?.replaceChildren(...words.childNodes);
    document.title = page.title;
    const say = "over" in fresh.dataset ? "The match is over." : "asked" in fresh.dataset ? `${fresh.querySelector(".asked").getAttribute("aria-label")}.` : "";
    if (say && (!asked || "over" in fresh.dataset)) document.getElementById("announced").textContent = say;
    enliven();
    follow();
    refocus(fresh);
    fresh.querySelector("[aria-invalid]")?.focus();
    return true;
  }

  const lost = (is) => { document.getElementById("lost").hidden = !is; };

  async function look() {
    if (looking || sending) return;
    looking = true;
    clearTimeout(timer);
    const now = table();
    let pause = "asked" in now.dataset || "over" in now.dataset ? LATER : SOON;
    try {
      const answer = await fetch(now.dataset.now);
      lost(false);
      if (answer.ok && !answer.redirected) {
        const state = await answer.json();
        if (!sending && now === table() && state.key !== now.dataset.key && !(state.asked && "asked" in now.dataset)) {
          const page = await fetch(location.href), text = await page.text();
          // In the meantime there may be an answer, or another seat at this screen.
          if (page.ok && !sending && now === table()) show(text, false);
        } else clocks(state);
      } else if (answer.redirected || answer.status === 403 || answer.status === 404) return location.reload();
    } catch {
      lost(true);
      pause = SOON;
    } finally {
      looking = false;
    }
    // After an answer the next question mostly comes at once.
    if (quick && !("asked" in table().dataset)) pause = 120 * (9 - quick--);
    if (!("over" in table().dataset)) timer = setTimeout(look, pause);
  }

  function clocks(state) {
    received = performance.now();
    for (const seat of state.seats) {
      const line = table().querySelector(`li[data-seat="${seat.seat}"]`);
      if (!line) continue;
      const here = line.querySelector(".here");
      here.className = `here ${seat.presence}`;
      here.title = seat.presence;
      line.querySelector(".away").textContent = seat.presence === "away" ? "away" : "";
      const clock = line.querySelector(".clock");
      if (!clock || seat.left === null) continue;
      clock.dataset.left = seat.left;
      clock.classList.toggle("running", seat.running);
    }
    tick();
  }

  function tick() {
    for (const clock of table().querySelectorAll(".clock")) {
      const ran = clock.classList.contains("running") ? (performance.now() - received) / 1000 : 0;
      const left = Math.max(0, Math.floor(Number(clock.dataset.left) - ran));
      const two = (part) => String(part).padStart(2, "0");
      const hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60;
      clock.textContent = hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
      clock.classList.toggle("short", left < 20);
    }
  }

  // An answer is sent until the server has it: sent twice, it counts once.
  async function send(form, fields) {
    sending = form;
    used = place;
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    form.closest(".asked")?.classList.add("sending");
    while (sending === form) {
      try {
        const answer = await fetch(form.action, { method: "POST", body: fields });
        lost(false);
        const text = await answer.text();
        sending = null;
        if (show(text, answer.status === 422)) {
          if (answer.redirected) history.replaceState(null, "", answer.url);
        } else if (answer.ok) location.href = answer.url;
        else refused(form, text);
      } catch {
        lost(true);
        await new Promise((done) => { setTimeout(done, SOON); addEventListener("online", done, { once: true }); });
      }
    }
    clearTimeout(timer);
    quick = 8;
    timer = setTimeout(look, 80);
  }

  // The answer was not taken for a reason that has no field, and nothing that was typed is lost.
  function refused(form, text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const warning = form.querySelector(".wrong-note") ?? form.insertBefore(document.createElement("p"), form.firstChild);
    warning.className = "wrong-note";
    warning.setAttribute("role", "alert");
    warning.textContent = page.querySelector("main p")?.textContent ?? "The answer was not taken. Send it again.";
    for (const button of form.querySelectorAll("button")) button.disabled = false;
    form.closest(".asked")?.classList.remove("sending");
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.closest("#table") || form.method !== "post" || !(form.matches(".ask, #clicked"))) return;
    event.preventDefault();
    if (sending) return;
    const fields = new URLSearchParams(new FormData(form));
    if (event.submitter?.name) fields.append(event.submitter.name, event.submitter.value);
    send(form, fields);
  });

  // Several people at one screen: the next one's side of the table comes without another page.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("#table a[href*='?as=seat']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (sending) return;
    place = used || place;
    const page = await fetch(link.href).catch(() => null);
    if (page?.ok && show(await page.text(), false)) history.replaceState(null, "", link.href);
    else location.href = link.href;
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, dialog")) return;
    const to = { b: ".board [tabindex='0']", "/": "#typed" }[event.key];
    const target = to && table().querySelector(to);
    if (!target) return;
    event.preventDefault();
    target.focus();
  });

  addEventListener("online", look);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  // Announcements of the site's one stream, where it has one.
  document.addEventListener("agonist:news", look);
  addEventListener("pagehide", () => {
    if ("over" in table().dataset) return;
    const csrf = document.querySelector("input[name=csrf]")?.value;
    if (csrf) navigator.sendBeacon(table().dataset.now.replace(/\/now.*/, "/left"), new URLSearchParams({ csrf }));
  });
  setInterval(tick, 1000);
  enliven();
  if (!("over" in table().dataset)) timer = setTimeout(look, SOON);
}
