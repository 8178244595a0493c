// The match on the first page, and one in another site's page, play themselves. Its steps come a dozen at a time and are kept, since it begins again.
"use strict";

function enliven_show() {
  const box = document.querySelector("[data-show]:not([data-on])");
  if (!box) return;
  box.dataset.on = "";
  const last = Number(box.dataset.last), pause = Math.min(1500, Math.max(500, 60000 / last));
  const table = box.querySelector(".shown"), button = box.querySelector(".hold");
  const steps = [{ scene: table.innerHTML, lines: [] }];
  let at = 0, timer = 0, coming = null;

  async function more() {
    const answer = await fetch(`${ROOT}/matches/${box.dataset.show}/scenes.json?after=${steps.length - 1}${box.dataset.as ? `&as=${box.dataset.as}` : ""}`);
    if (!answer.ok) throw new Error(answer.status);
    steps.push(...(await answer.json()).scenes);
    coming = null;
  }
  const fetched = () => coming ??= more();

  function hold(still) {
    clearTimeout(timer);
    timer = still ? 0 : setTimeout(forward, at === last ? 5000 : pause);
    button.textContent = still ? "▶ Play" : "❚❚ Pause";
    button.setAttribute("aria-pressed", String(still));
  }

  async function forward() {
    if (!box.isConnected) return;
    if (document.hidden) { hold(false); return; }
    const next = at === last ? 0 : at + 1;
    try {
      if (!next && await another()) return;
      if (!steps[next]) await fetched();
      if (next && steps.length <= last && steps.length - next < 4) fetched().catch(() => { coming = null; });
    } catch {
      coming = null;
      hold(true);
      return;
    }
    if (!timer || !steps[next]) return;
    at = next;
    table.innerHTML = steps[at].scene;
    box.querySelector(".at").textContent = at;
    box.querySelector(".happened").textContent = steps[at].lines.join(" ");
    const talked = table.querySelector(".talked");
    if (talked) talked.scrollTop = talked.scrollHeight;
    hold(false);
  }

  // After the end comes another match, if one has begun or a better one has ended.
  async function another() {
    if (!document.getElementById("show")) return false;
    const answer = await fetch(location.href);
    if (!answer.ok) return false;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("show");
    if (!fresh || fresh.querySelector("[data-show]")?.dataset.show === box.dataset.show) return false;
    if (document.getElementById("show").contains(document.activeElement)) return false;
    document.getElementById("show").replaceWith(fresh);
    enliven_show();
    follow();
    return true;
  }

  button.hidden = false;
  button.addEventListener("click", () => hold(timer !== 0));
  hold(matchMedia("(prefers-reduced-motion: reduce)").matches);
}

enliven_show();
