"use strict";
// The match browser: filters, search, replay. All data is unpacked here; all words become text nodes, never markup.
(() => {
  const source = document.getElementById("index");
  if (!source) return;
  const index = JSON.parse(source.textContent);
  const at = (names) => Object.fromEntries(names.map((name, place) => [name, place]));
  const F = at(index.fields), C = at(index.call);
  const lines = index.matches, byId = new Map(lines.map((line) => [line[F.id], line]));
  const $ = (id) => document.getElementById(id);
  const MOST = 200, WINDOW = 300;

  const el = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  };
  const seatName = (seat) => (seat < 0 ? "Chance" : `Player ${seat + 1}`);
  const playerOf = (line, seat) => index.players[line[F.players][seat]];
  const count = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;

  // Parts: in this file, or in files of a folder that load as scripts, since a page from a disk may not fetch.
  const parts = new Map(), arriving = new Map();
  window.agonistPart = (name, text) => { const take = arriving.get(name); if (take) take(text); };
  const textOf = (name) => {
    const here = $(name);
    if (here) return Promise.resolve(here.textContent);
    return new Promise((resolve, reject) => {
      arriving.set(name, resolve);
      const script = el("script", { src: `data/${name}.js` });
      script.addEventListener("error", () => reject(new Error(`data/${name}.js is missing beside this page`)));
      document.head.append(script);
    });
  };
  // Base 85, as pages/packing.py writes it: five letters are four bytes, and the last ones fewer.
  const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%:]/*+-;,=.?@^_[{|}~";
  const VALUES = new Uint8Array(128);
  [...LETTERS].forEach((letter, value) => { VALUES[letter.charCodeAt(0)] = value; });
  const bytesOf = (text) => {
    const fives = Math.ceil(text.length / 5), view = new DataView(new ArrayBuffer(fives * 4));
    for (let five = 0; five < fives; five++) {
      let sum = 0;
      for (let at = five * 5; at < five * 5 + 5; at++) sum = sum * 85 + (at < text.length ? VALUES[text.charCodeAt(at)] : 84);
      view.setUint32(five * 4, sum);
    }
    return new Uint8Array(view.buffer, 0, fives * 4 - (fives * 5 - text.length));
  };
  const unpack = async (text) => {
    const bytes = bytesOf(text.trim());
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  };
  const load = (name) => {
    if (!parts.has(name)) {
      const part = textOf(name).then(unpack);
      part.catch(() => parts.delete(name));
      parts.set(name, part);
    }
    return parts.get(name);
  };
  // A match with its steps and texts; its pictures are loaded when it is shown.
  const opened = async (line) => {
    const name = line[F.part], part = await load(`moves-${name}`);
    const talk = line[F.talk] < 0 ? null : await load(`talk-${line[F.talk]}`);
    return { line, moves: part.matches.find((match) => match.id === line[F.id]), talk: talk && { ...talk.matches[line[F.id]], texts: talk.texts } };
  };
  const drawn = async (line) => {
    const view = await opened(line);
    if (view.moves.pictures) {
      const film = await load(`film-${line[F.part]}`), { views, steps } = view.moves;
      const pictures = agonistParts.picturesOf(film.matches[line[F.id]], Math.max(...views) + 1, steps.length + 1);
      film.read ??= agonistParts.textsOf(film.texts);
      view.film = { texts: film.read, seats: views.map((own) => pictures[own] ?? pictures[0]), bystander: views.some((own) => own >= pictures.length) };
    }
    return view;
  };
  const pictureAt = ({ texts, seats }, seat, nth) => {
    const text = agonistParts.svgOf(texts, seats[seat][nth]);
    return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  };

  // Filters
  const fill = (select, names) => names.forEach((name, place) => select.append(el("option", { value: place }, name)));
  fill($("f-game"), index.games);
  fill($("f-player"), index.players);
  fill($("f-ending"), index.endings);
  const classes = new Set(lines.flatMap((line) => Object.keys(line[F.invalid]).map((key) => key.split(":")[1])));
  [...classes].sort().forEach((name) => $("f-invalid").append(el("option", { value: `=${name}` }, name)));
  const asked = () => ({ game: $("f-game").value, player: $("f-player").value, result: $("f-result").value,
                         ending: $("f-ending").value, invalid: $("f-invalid").value, said: $("f-said").value.trim().toLowerCase() });
  const fits = (line, wanted) => {
    if (wanted.game !== "" && line[F.game] !== +wanted.game) return false;
    if (wanted.ending !== "" && line[F.ending] !== +wanted.ending) return false;
    const seats = line[F.players].map((player, seat) => (wanted.player === "" || player === +wanted.player ? seat : -1)).filter((seat) => seat >= 0);
    if (!seats.length) return false;
    if (wanted.result !== "" && !seats.some((seat) => line[F.results][seat] === +wanted.result)) return false;
    if (wanted.invalid !== "") {
      const kinds = Object.keys(line[F.invalid]).filter((key) => seats.includes(+key.split(":")[0])).map((key) => key.split(":")[1]);
      if (wanted.invalid === "none" ? kinds.length : wanted.invalid === "any" ? !kinds.length : !kinds.includes(wanted.invalid.slice(1))) return false;
    }
    return true;
  };

  // Search in what was said: moves in words, announcements, answers and thoughts; not in what we sent.
  const saidIn = async function* (line) {
    const { moves, talk } = await opened(line);
    for (const [nth, [done, announced]] of moves.steps.entries()) {
      for (const [seat, words] of done) yield [nth + 1, seat, `${seatName(seat)}: ${words}`];
      for (const words of announced) yield [nth + 1, -1, words];
    }
    for (const call of talk ? talk.calls : [])
      for (const place of [call[C.answer], call[C.thought]])
        if (place >= 0) yield [call[C.step] + 1, call[C.seat], `${seatName(call[C.seat])}: ${talk.texts[place]}`];
  };
  const firstHit = async (line, wanted) => {
    for await (const [step, seat, text] of saidIn(line)) {
      const place = text.toLowerCase().indexOf(wanted);
      if (place >= 0) return { step, seat, before: text.slice(Math.max(place - 60, 0), place), hit: text.slice(place, place + wanted.length),
                               after: text.slice(place + wanted.length, place + wanted.length + 90) };
    }
    return null;
  };

  let shown = [], turn = 0;
  const refresh = async () => {
    const wanted = asked(), mine = ++turn, fitting = lines.filter((line) => fits(line, wanted));
    $("found").replaceChildren();
    if (!wanted.said) {
      shown = fitting;
      $("count").textContent = `${fitting.length.toLocaleString("en")} of ${count(lines.length, "match").replace("matchs", "matches")}`;
      more(0);
      return;
    }
    shown = [];
    for (const [nth, line] of fitting.entries()) {
      let hit = null;
      try { hit = await firstHit(line, wanted.said); } catch (problem) { $("count").textContent = String(problem.message); return; }
      if (mine !== turn) return;
      if (hit) { shown.push(line); if (shown.length <= MOST) $("found").append(row(line, hit)); }
      if (nth % 20 === 0 || nth + 1 === fitting.length) $("count").textContent = `“${wanted.said}” is in ${shown.length} of ${nth + 1} matches${nth + 1 < fitting.length ? " so far" : ""}`;
      if (nth % 20 === 0) await new Promise((resume) => setTimeout(resume));
    }
  };
  const more = (from) => {
    const rows = shown.slice(from, from + MOST).map((line) => row(line, null));
    if (from + MOST < shown.length)
      rows.push(el("button", { type: "button", onclick: (event) => { event.currentTarget.remove(); more(from + MOST); } }, `${shown.length - from - MOST} more`));
    $("found").append(...rows);
  };
  const score = (number) => String(Math.round(number * 100) / 100);
  const result = (line, seat) => ({ 1: "won", 0: "drew", "-1": "lost" })[line[F.results][seat]] ?? "";
  const row = (line, hit) => {
    const wrong = Object.values(line[F.invalid]).reduce((sum, one) => sum + one, 0);
    const seats = line[F.players].map((_, seat) => {
      const how = result(line, seat);
      const text = `${playerOf(line, seat)}${line[F.scores].length ? ` ${score(line[F.scores][seat])}` : ""}`;
      return el("span", { class: how === "won" ? "won" : how === "lost" ? "lost" : "", title: how }, `${how === "won" ? "✓ " : ""}${text}`);
    });
    const who = el("span");
    seats.slice(0, 8).forEach((seat, nth) => who.append(nth ? " · " : "", seat));
    if (seats.length > 8) who.append(` · and ${seats.length - 8} more`);
    const end = el("span", {}, line[F.reason], " ");
    if (wrong) end.append(el("span", { class: "tag" }, count(wrong, "invalid answer")));
    const link = el("a", { href: hit ? hash(line[F.id], hit.step, hit.seat < 0 ? 0 : hit.seat + 1) : hash(line[F.id], 0, 0), "data-match": line[F.id] },
      el("span", {}, String(line[F.id])), el("span", {}, index.games[line[F.game]]), who, end);
    if (hit) link.append(el("span", { class: "hit" }, `step ${hit.step}: …${hit.before}`, el("mark", {}, hit.hit), `${hit.after}…`));
    return link;
  };

  // One match, or two side by side
  let views = [], step = 0, seat = 0, playing = null;
  const hash = (match, step, seat, beside) => `#match=${match}&step=${step}${seat ? `&as=${seat}` : ""}${beside ? `&with=${beside}` : ""}`;
  const steps = () => Math.max(...views.map((view) => view.moves.steps.length));

  const open = async (id, beside) => {
    const found = [id, beside].filter(Boolean).map((one) => byId.get(one));
    if (found.some((line) => !line)) { fail(`There is no match ${id} in this page.`); return false; }
    try {
      views = await Promise.all(found.map(drawn));
    } catch (problem) {
      fail(`The match cannot be shown: ${problem.message}`);
      return false;
    }
    build();
    return true;
  };
  const fail = (text) => {
    views = [];
    $("viewer").replaceChildren(el("p", { class: "warning" }, text));
    $("viewer").hidden = false;
  };
  const build = () => {
    const [{ line, moves }] = views, viewer = $("viewer");
    const close = el("button", { type: "button", onclick: shut }, "Close");
    const head = el("h3", {}, `Match ${line[F.id]}${views[1] ? ` beside match ${views[1].line[F.id]}` : ""}: ${moves.title}`);
    const perspective = el("select", { id: "as", "aria-label": "Perspective", onchange: (event) => go(step, +event.target.value) },
      el("option", { value: 0 }, "as a bystander"), ...line[F.players].map((_, one) => el("option", { value: one + 1 }, `as ${seatName(one)}`)));
    const move = (label, title, change) => el("button", { type: "button", "aria-label": title, title, onclick: () => go(change()) }, label);
    const slider = el("input", { type: "range", id: "slider", min: 0, max: steps(), value: 0, "aria-label": "Step", oninput: (event) => go(+event.target.value) });
    const tools = el("div", { class: "tools", role: "group", "aria-label": "Replay" },
      move("«", "Start (Home)", () => 0), move("‹", "Back (left arrow)", () => step - 1),
      el("button", { type: "button", id: "play", onclick: play }, "Play"),
      move("›", "Forward (right arrow)", () => step + 1), move("»", "End (End)", () => steps()),
      el("span", { class: "at", id: "at", "aria-live": "polite" }), slider, perspective,
      el("a", { id: "link", href: "#" }, "Link"), close);
    viewer.replaceChildren(head, tools);
    const others = line[F.deal] < 0 ? [] : lines.filter((one) => one[F.deal] === line[F.deal] && one !== line);
    if (others.length) {
      const choose = el("select", { "aria-label": "The same deal, played by others", onchange: (event) => { location.hash = hash(line[F.id], step, seat, +event.target.value); } },
        el("option", { value: 0 }, "the same deal elsewhere"),
        ...others.slice(0, 100).map((one) => el("option", { value: one[F.id], selected: views[1]?.line === one }, `match ${one[F.id]}: ${one[F.players].map((_, k) => playerOf(one, k)).join(", ")}`)));
      tools.append(choose);
    }
    if (views[1]) viewer.append(el("p", { class: "note" }, parting()));
    const columns = el("div", { class: `boards${views[1] ? " beside" : ""}` });
    for (const view of views) {
      view.board = el("div", { class: "board" });
      view.list = el("ol", { class: "steps", "aria-label": "Moves" });
      view.from = view.to = -1;
      const seats = el("ul", { class: "seats" }, ...view.line[F.players].map((_, one) => {
        const how = result(view.line, one), scores = view.line[F.scores];
        return el("li", {}, `${seatName(one)}: ${playerOf(view.line, one)} `, el("span", { class: how === "won" ? "won" : how === "lost" ? "lost" : "" }, `${scores.length ? score(scores[one]) : ""}${how ? ` ${how}` : ""}`));
      }));
      const end = el("p", { class: "note" }, `${index.endings[view.line[F.ending]]}: ${view.line[F.reason]}`);
      const wide = view.film || view.moves.drawings || view.moves.heard;
      if (views[1]) columns.append(el("div", {}, el("h4", {}, `Match ${view.line[F.id]}`), seats, end, wide ? view.board : null, view.list));
      else { viewer.insertBefore(seats, tools); viewer.insertBefore(end, tools); if (wide) columns.append(view.board); columns.append(view.list); }
      if (view.moves.problem) viewer.append(el("p", { class: "warning" }, `This match cannot be replayed: ${view.moves.problem}`));
      else if (view.film?.bystander) viewer.append(el("p", { class: "note" }, "Pictures of this match are those of a bystander, whatever the perspective: agonist report --full keeps each player's."));
      if (!view.moves.problem && view.line[F.talk] < 0 && Object.keys(view.line[F.invalid]).length) viewer.append(el("p", { class: "note" }, "What was sent and answered in this match is not in this file."));
    }
    viewer.append(columns, el("p", { class: "note" }, el("kbd", {}, "←"), " ", el("kbd", {}, "→"), " step, ", el("kbd", {}, "Home"), " ", el("kbd", {}, "End"), " start and end, ",
      el("kbd", {}, "p"), " perspective, ", el("kbd", {}, "j"), " ", el("kbd", {}, "k"), " next and previous match, ", el("kbd", {}, "Esc"), " close"));
    viewer.hidden = false;
  };
  const parting = () => {
    const [one, other] = views.map((view) => view.moves.steps.map(([done]) => done.map(([seat, words]) => `${seat} ${words}`).join("\n")));
    const first = one.findIndex((done, nth) => done !== other[nth]);
    return first < 0 ? "Both went the same way." : `They part at step ${first + 1}.`;
  };
  const shut = () => {
    stop();
    views = [];
    $("viewer").hidden = true;
    $("viewer").replaceChildren();
    history.replaceState(null, "", "#matches");
    document.querySelectorAll("#found [aria-current]").forEach((link) => link.removeAttribute("aria-current"));
  };

  const go = (to, as = seat) => {
    if (!views.length) return;
    step = Math.min(Math.max(to, 0), steps());
    seat = as <= views[0].line[F.players].length ? as : 0;
    $("slider").value = step;
    $("as").value = seat;
    $("at").textContent = `${step} of ${steps()}`;
    const address = hash(views[0].line[F.id], step, seat, views[1]?.line[F.id]);
    $("link").setAttribute("href", address);
    history.replaceState(null, "", address);
    for (const view of views) paint(view);
    document.querySelectorAll("#found a").forEach((link) => (+link.dataset.match === views[0].line[F.id] ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
  };
  const paint = (view) => {
    const { moves, film } = view, nth = Math.min(step, moves.steps.length), which = moves.views?.[seat] ?? 0;
    if (film) view.board.replaceChildren(pictureAt(film, seat, nth));
    else if (moves.drawings) view.board.replaceChildren(el("pre", { class: "text" }, moves.drawings[nth]));
    else if (moves.heard) {
      const talked = el("div", { class: "talked", tabindex: 0, role: "log", "aria-label": "What was said" });
      moves.heard[which].slice(0, nth + 1).forEach((said, place) => said.forEach((text) => talked.append(el("p", { class: place === nth && nth ? "new" : "" }, text))));
      view.board.replaceChildren(talked);
      talked.scrollTop = talked.scrollHeight;
    }
    if (nth < view.from || nth >= view.to) fillSteps(view, nth);
    view.list.querySelector(".now")?.classList.remove("now");
    const now = view.list.querySelector(`[data-step="${nth}"]`);
    if (now) {
      now.classList.add("now");
      const top = now.offsetTop - view.list.offsetTop;
      if (top < view.list.scrollTop || top + now.offsetHeight > view.list.scrollTop + view.list.clientHeight) view.list.scrollTop = top - view.list.clientHeight / 3;
    } else view.list.scrollTop = 0;
  };
  const fillSteps = (view, nth) => {
    const { moves } = view;
    view.from = Math.max(nth - WINDOW / 2, 0);
    view.to = Math.min(view.from + WINDOW, moves.steps.length + 1);
    const items = [];
    for (let n = Math.max(view.from, 1); n < view.to; n++) items.push(item(view, n));
    if (view.to > moves.steps.length && moves.end?.length) items.push(el("li", {}, ...moves.end.map((line) => el("span", { class: "announced" }, line))));
    view.list.replaceChildren(...items);
  };
  const item = (view, n) => {
    const [done, announced] = view.moves.steps[n - 1];
    const node = el("li", { "data-step": n }, el("button", { type: "button", class: "step", "aria-label": `Step ${n}`, onclick: () => go(n) }, String(n)));
    const said = node.appendChild(el("div"));
    for (const [who, words, isFallback, wrong] of done) {
      for (const [kind, complaint] of wrong) said.append(el("span", { class: "wrong" }, `${seatName(who)}: invalid answer (${kind}): ${complaint}`));
      said.append(el("span", { class: "move" }, who < 0 ? words : `${seatName(who)}: ${words}`, isFallback ? el("em", {}, " (fallback move)") : null));
    }
    announced.forEach((line) => said.append(el("span", { class: "announced" }, line)));
    if (view.talk) view.talk.calls.filter((call) => call[C.step] === n - 1).forEach((call) => said.append(callOf(view, call)));
    return node;
  };
  const callOf = ({ talk, moves, film }, call) => {
    const facts = [seatName(call[C.seat])];
    if (call[C.probe]) facts.push(`hidden question ${call[C.probe]}`);
    if (call[C.purpose]) facts.push(call[C.purpose]);
    if (call[C.attempt] > 1) facts.push(`attempt ${call[C.attempt]}`);
    const about = call[C.estimated] ? "about " : "";
    if (call[C.ranges].length) facts.push(`${about}${call[C.prompt].toLocaleString("en")} tokens sent${call[C.cached] ? ` (${call[C.cached].toLocaleString("en")} cached)` : ""}`,
      `${about}${call[C.completion].toLocaleString("en")} written${call[C.reasoning] ? ` (${call[C.reasoning].toLocaleString("en")} thinking)` : ""}`, `${call[C.seconds]} s`);
    if (call[C.cost]) facts.push(`${about}$${call[C.cost].toPrecision(2)}`);
    if (call[C.error]) facts.push(`invalid: ${call[C.error]}`);
    const node = el("details", { class: "call" }, el("summary", {}, facts.join(" · ")));
    node.addEventListener("toggle", () => {
      if (!node.open || node.childElementCount > 1) return;
      const sent = call[C.ranges].flatMap(([from, to]) => talk.messages.slice(from, to + 1));
      const message = ([role, text]) => [el("h5", {}, role), el("pre", {}, talk.texts[text])];
      if (sent.length > 1) {
        const earlier = el("details", { class: "earlier" }, el("summary", {}, `${count(sent.length - 1, "earlier message")} of this conversation`));
        earlier.addEventListener("toggle", () => { if (earlier.open && earlier.childElementCount === 1) earlier.append(...sent.slice(0, -1).flatMap(message)); });
        node.append(earlier);
      }
      if (sent.length) node.append(el("h5", {}, `sent (${sent.at(-1)[0]})`), el("pre", {}, talk.texts[sent.at(-1)[1]]));
      const image = sent.at(-1)?.[2];
      if (image) {
        node.append(el("h5", {}, `sent with it: a picture, PNG, ${image[1]} × ${image[2]}, SHA-256 ${image[0].slice(0, 16)}…; drawn again from the view:`));
        if (film && !film.bystander) node.append(el("div", { class: "sent" }, pictureAt(film, call[C.seat] + 1, call[C.step])));
      }
      if (call[C.thought] >= 0) node.append(el("h5", {}, "thought"), el("pre", {}, talk.texts[call[C.thought]]));
      node.append(el("h5", {}, `answered${call[C.model] ? ` (${call[C.model]})` : ""}${call[C.finish] ? `, ended by ${call[C.finish]}` : ""}`), el("pre", {}, call[C.answer] < 0 ? "" : talk.texts[call[C.answer]]));
      if (call[C.error]) node.append(el("p", { class: "wrong" }, `Invalid answer (${call[C.error]}): ${call[C.complaint]}`));
    });
    return node;
  };

  const stop = () => { clearInterval(playing); playing = null; if ($("play")) $("play").textContent = "Play"; };
  const play = () => {
    if (playing) { stop(); return; }
    if (step >= steps()) go(0);
    $("play").textContent = "Pause";
    playing = setInterval(() => { if (step >= steps()) stop(); else go(step + 1); }, 900);
  };
  document.addEventListener("keydown", (event) => {
    if (!views.length || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input:not([type=range]), select, textarea")) return;
    const next = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: steps() }[event.key];
    if (next !== undefined) { stop(); go(next); }
    else if (event.key === "p") go(step, (seat + 1) % (views[0].line[F.players].length + 1));
    else if (event.key === "j" || event.key === "k") {
      const line = shown[shown.indexOf(views[0].line) + (event.key === "j" ? 1 : -1)];
      if (line) location.hash = hash(line[F.id], 0, seat);
    } else if (event.key === "Escape") shut();
    else return;
    event.preventDefault();
  });

  const route = async () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (wanted.has("game")) {
      const choice = [...$("f-game").options].find((option) => option.textContent === wanted.get("game"));
      if (choice) { $("f-game").value = choice.value; refresh(); }
      $("matches")?.setAttribute("open", "");
      $("filters").scrollIntoView({ block: "start", behavior: "auto" });
      return;
    }
    if (!wanted.has("match")) return;
    stop();
    $("matches")?.setAttribute("open", "");
    const id = +wanted.get("match"), beside = +wanted.get("with") || 0;
    if (!(await open(id, beside))) return;
    go(+wanted.get("step") || 0, +wanted.get("as") || 0);
    $("viewer").scrollIntoView({ block: "start", behavior: "auto" });
    $("viewer").focus({ preventScroll: true });
  };
  addEventListener("hashchange", route);
  let pause = 0;
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("filters").addEventListener("input", (event) => { clearTimeout(pause); pause = setTimeout(refresh, event.target.id === "f-said" ? 250 : 0); });
  refresh();
  route();
})();
