// One stream of announcements for all pages of a browser: HTTP/1.1 allows six connections to a host. The page that
// holds a lock leads: it has the stream, and passes on what comes. Pages that nobody looks at follow nothing.
"use strict";

const ROOT = document.documentElement.dataset.root || "";
const ME = `${Date.now()}-${Math.random()}`;
const SHARED = "BroadcastChannel" in window && navigator.locks ? new BroadcastChannel("agonist") : null;
const jitter = (low, high) => low + Math.random() * (high - low);

// What this page follows: topics as keys; as values how many steps it knows, or when the latest match it knows ended.
function followed() {
  const topics = {};
  if (document.hidden) return topics;
  for (const each of document.querySelectorAll("[data-follow]")) {
    for (const text of each.dataset.follow.split(" ")) {
      const [topic, step] = text.split("@");
      topics[topic] = Number(step || 0);
    }
  }
  return topics;
}

const leader = {
  on: false, pages: new Map(), source: null, follows: new Map(), timer: 0,

  // Pages say what they follow; one that has gone says so, or holds its lock no longer.
  hear(page, topics) {
    if (Object.keys(topics).length) this.pages.set(page, topics); else this.pages.delete(page);
    this.soon(30);
  },
  soon(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  },
  open() {
    if (!this.on) return;
    const topics = new Map();
    for (const own of this.pages.values()) {
      for (const [topic, step] of Object.entries(own)) topics.set(topic, Math.min(step, topics.get(topic) ?? step));
    }
    const has = this.source && this.source.readyState !== EventSource.CLOSED;
    // Who follows less than before needs no other stream, unless nobody follows anything.
    if (has && topics.size && [...topics.keys()].every((topic) => this.follows.has(topic))) return;
    if (this.source) this.source.close();
    this.source = null;
    this.follows = topics;
    if (!topics.size) return;
    const names = [...topics].map(([topic, step]) => topic.includes(":") || step ? `${topic}@${step}` : topic);
    this.source = new EventSource(`${ROOT}/events?follow=${encodeURIComponent(names.slice(0, 80).join(","))}`);
    this.source.onmessage = (event) => {
      const news = JSON.parse(event.data);
      for (const own of this.pages.values()) if (news.steps !== undefined && news.topic in own) own[news.topic] = news.steps;
      if (SHARED) SHARED.postMessage({ news });
      receive(news);
    };
    this.source.onerror = () => {
      if (this.source) this.source.close();
      this.source = null;
      document.documentElement.dataset.offline = "";
      this.soon(jitter(1000, 4000));
    };
    this.source.onopen = () => {
      if (document.documentElement.dataset.offline === undefined) return;
      delete document.documentElement.dataset.offline;
      // Lists may have changed without an announcement.
      if (SHARED) SHARED.postMessage({ news: { topic: "all" } });
      receive({ topic: "all" });
    };
  },
  lead() {
    this.on = true;
    if (SHARED) SHARED.postMessage({ who: true });
    this.hear(ME, followed());
  },
};

// Say what this page follows, whenever that may have changed.
function follow() {
  const topics = followed();
  if (leader.on) leader.hear(ME, topics);
  else if (SHARED) SHARED.postMessage({ page: ME, topics });
}

if (SHARED) {
  SHARED.onmessage = ({ data }) => {
    if (data.news) receive(data.news);
    else if (data.who) follow();
    else if (leader.on && data.page) leader.hear(data.page, data.topics);
  };
  // Each page holds a lock of its own name, too: the leader learns by it that a page is gone, however it went.
  navigator.locks.request(`agonist page ${ME}`, () => new Promise(() => {}));
  navigator.locks.request(`agonist stream ${ROOT}`, () => {
    leader.lead();
    setInterval(async () => {
      const held = new Set((await navigator.locks.query()).held.map((lock) => lock.name));
      for (const page of leader.pages.keys()) if (!held.has(`agonist page ${page}`)) leader.hear(page, {});
    }, 20000);
    return new Promise(() => {});
  });
} else {
  leader.lead();
}

// What an announcement changes on this page.
function receive(news) {
  if (document.hidden) return;
  const live = document.getElementById("live");
  if (news.topic === "all") {
    if (live) refresh(); else renew();
  } else if (news.topic === "board" || news.topic === "playing") {
    const wants = [...document.querySelectorAll("[data-live]")].some((each) => (each.dataset.follow || "").includes(news.topic));
    if (wants) renewSoon();
  } else {
    const number = news.topic.split(":")[1];
    if (news.topic.startsWith("table:")) document.dispatchEvent(new Event("agonist:news"));
    if (live && live.dataset.match === number) step(live, news);
    // In a frame, what an announcement doesn't hold (the end, what bystanders see later) comes with the page.
    if (document.querySelector(`[data-embed="${number}"]`) && (!news.scene || news.status !== "playing")) {
      setTimeout(() => location.reload(), jitter(0, 1000));
    }
    for (const each of document.querySelectorAll(`[data-steps="${number}"]`)) each.textContent = news.steps;
    for (const each of document.querySelectorAll(`[data-scene="${number}"]`)) if (news.scene) each.innerHTML = news.scene;
    for (const each of document.querySelectorAll(`[data-follow="${news.topic}@${each_step(number)}"]`)) {
      each.dataset.follow = `${news.topic}@${news.steps}`;
    }
  }
}

function each_step(number) {
  const shown = document.querySelector(`[data-follow^="match:${number}@"]`);
  return shown ? shown.dataset.follow.split("@")[1] : "";
}

// The match that this page shows has new steps: they travel in the announcement, or the page is loaded again.
function step(live, news) {
  const known = Number(live.dataset.last);
  if (live.dataset.private !== undefined || news.status !== "playing") {
    if (news.steps > known || news.status !== "playing") setTimeout(refresh, news.status === "playing" ? 0 : jitter(0, 400));
    return;
  }
  if (news.steps <= known) return;
  const atEnd = live.dataset.step === live.dataset.last;
  if (!news.scene || news.from !== known) {
    if (atEnd) refresh();
    return;
  }
  live.dataset.last = news.steps;
  live.dataset.follow = `match:${live.dataset.match}@${news.steps}`;
  document.getElementById("of").textContent = news.steps;
  document.getElementById("slider").max = news.steps;
  if (!atEnd) return;
  live.dataset.step = news.steps;
  document.getElementById("at").textContent = news.steps;
  document.getElementById("slider").value = news.steps;
  document.getElementById("table").innerHTML = news.scene;
  const list = document.querySelector("ol.steps");
  const now = list.querySelector(".now");
  if (now) { now.classList.remove("now"); now.removeAttribute("aria-current"); }
  list.insertAdjacentHTML("beforeend", news.new_steps);
  while (list.children.length > 80) list.firstElementChild.remove();
  const last = list.lastElementChild;
  last.classList.add("now");
  last.setAttribute("aria-current", "step");
  list.scrollTop = list.scrollHeight;
  const talked = document.querySelector("#table .talked");
  if (talked) talked.scrollTop = talked.scrollHeight;
  history.replaceState(null, "", address(live));
}

// While a match is played, its last step has no number in the address: after a reload the page continues to follow it.
function address(live) {
  const step = live.dataset.running === undefined ? `/${live.dataset.step}` : "";
  return `${ROOT}/matches/${live.dataset.match}${step}${location.search}`;
}

// Who looks at an earlier step is not disturbed. One request at a time: an older answer must not follow a newer one.
let refreshing = null;
let again = false;
async function refresh() {
  again = true;
  if (refreshing) return;
  while (again) {
    again = false;
    refreshing = renewed().catch(() => false);
    // After the last announcement no other would follow, so what failed is tried again.
    if (!(await refreshing)) { again = true; await new Promise((done) => setTimeout(done, jitter(1000, 4000))); }
  }
  refreshing = null;
}

// False if the server could not answer.
async function renewed() {
  const live = document.getElementById("live");
  if (!live || document.hidden || live.dataset.step !== live.dataset.last) return true;
  const answer = await fetch(`${ROOT}/matches/${live.dataset.match}${location.search}`);
  if (!answer.ok) return answer.status !== 429 && answer.status < 500;
  const now = document.getElementById("live");
  if (!now || now.dataset.step !== now.dataset.last) return true;
  await put(answer);
  const fresh = document.getElementById("live");
  if (fresh) history.replaceState(null, "", address(fresh));
  return true;
}

// The page's content as an answer has it, in the place of what it shows.
async function put(answer) {
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = fresh.getElementById("main");
  if (!main) return;
  // What somebody is typing stays, and so does the focus.
  const typing = ["find", "say"].includes(document.activeElement?.id) ? document.activeElement : null;
  const field = typing && main.querySelector(`#${typing.id}`);
  if (field) field.value = typing.value;
  document.getElementById("main").replaceWith(main);
  document.title = fresh.title;
  enliven();
  if (field) field.focus({ preventScroll: true });
  follow();
  pending();
}

// Parts of a page that change while it is looked at: each by its id, at most once a second.
let renewing = 0;
function renewSoon() {
  if (!renewing) renewing = setTimeout(() => { renewing = 0; renew(); }, jitter(300, 1000));
}
async function renew() {
  const parts = [...document.querySelectorAll("[data-live]")];
  if (!parts.length || parts.some((each) => each.contains(document.activeElement) && each.dataset.live === "calm")) return;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of parts) {
    const other = fresh.getElementById(part.id);
    const focus = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    if (other && other.innerHTML !== part.innerHTML) part.replaceChildren(...other.childNodes);
    if (other && other.dataset.follow) part.dataset.follow = other.dataset.follow;
    // What is not live any more plays itself, and is not to be changed meanwhile.
    if (other && !("live" in other.dataset)) { delete part.dataset.live; delete part.dataset.follow; }
    const again = focus && [...part.querySelectorAll("a")].find((link) => link.getAttribute("href") === focus);
    if (again) again.focus();
  }
  enliven_show();
  follow();
  pending();
}

// A board that is being computed for the first time is looked at again.
function pending() {
  if (document.querySelector("[data-pending]")) setTimeout(renewSoon, 2000);
}

document.addEventListener("visibilitychange", () => {
  follow();
  if (!document.hidden) { refresh(); renew(); }
});
window.addEventListener("pagehide", () => {
  if (leader.on) { leader.pages.delete(ME); if (leader.source) leader.source.close(); }
  else if (SHARED) SHARED.postMessage({ page: ME, topics: {} });
});
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
follow();
pending();
