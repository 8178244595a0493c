"use strict";
// Packed parts of a page, read again: texts, steps and pictures, as reports/browser/*.py write them.
const agonistParts = (() => {
  // symbols.py
  const FIRST = 35, WIDE = 1900;
  const numbersOf = (text) => {
    const found = [];
    for (let at = 0; at < text.length; at++) {
      const n = text.charCodeAt(at) - FIRST;
      found.push(n < WIDE ? n : (n - WIDE) * WIDE + text.charCodeAt(++at) - FIRST);
    }
    return found;
  };
  const reader = (text) => {
    const numbers = numbersOf(text);
    let at = 0;
    return () => numbers[at++];
  };
  const decoder = (streams) => {
    const rankOf = reader(streams.ranks), backOf = reader(streams.back), lists = new Map();
    let count = 0;
    return (...contexts) => {
      let item = -1;
      for (const context of contexts) {
        const rank = rankOf();
        if (rank) { item = lists.get(context)[rank - 1]; break; }
      }
      if (item < 0) {
        const back = backOf();
        item = count - back;
        if (!back) count++;
      }
      for (const context of contexts) {
        const list = lists.get(context);
        if (!list) lists.set(context, [item]);
        else if (list[0] !== item) {
          const at = list.indexOf(item);
          if (at >= 0) list.splice(at, 1);
          list.unshift(item);
        }
      }
      return item;
    };
  };

  // forms.py
  const columnOf = (column, found, count) => {
    if (!Array.isArray(column)) return Array(count).fill(column);
    if (column.length === 4) {
      const [place, a, b, c] = column;
      return found[place].map((x) => (a * Math.round(x * 10) + c) / b / 10);
    }
    if (column.length === 2) return column[1];
    const [unit, text, signed] = column;
    return numbersOf(text).map((n) => (signed ? (n % 2 ? -(n + 1) / 2 : n / 2) : n) * unit / 10);
  };
  const textsOf = ([forms, which, columns]) => {
    const places = numbersOf(which), counts = forms.map(() => 0), rows = forms.map(() => 0);
    places.forEach((form) => counts[form]++);
    const values = columns.map((of, form) => of.reduce((found, column) => [...found, columnOf(column, found, counts[form])], []));
    return places.map((form) => {
      const row = rows[form]++;
      let column = 0;
      return forms[form].replace(/\x01/g, () => values[form][column++][row])
        .replace(/aria-label="([^"]*)">\x02/g, (_, words) => `aria-label="${words}"><title>${words}</title>`);
    });
  };

  // said.py
  const saidOf = (said, lengths) => {
    const texts = textsOf(said.texts), next = reader(said.steps), item = decoder(said);
    return lengths.map((length) => Array.from({ length }, () => {
      const moves = next(), announced = next(), found = [[], []];
      for (let n = 0; n < moves; n++) {
        const who = next(), seat = (who >> 1) - 1;
        found[0].push([seat, texts[item(-3 - seat)], who & 1, []]);
      }
      let before = -1;
      for (let n = 0; n < announced; n++) found[1].push(texts[before = item(before)]);
      return found;
    }));
  };

  // frames.py
  const SWAP = 0, CUT = 1, ADD = 2, NONE = -1, PAIR = 2 ** 26;
  const note = (seen, edits) => {
    for (const [kind, at, item] of edits) {
      if (kind === CUT) seen.gone.add(at);
      else {
        const known = kind === SWAP ? seen.swapped : seen.added;
        if (!known.has(at)) known.set(at, item);
      }
    }
  };
  const applied = (seen, items) => {
    const there = new Set(items), free = [], found = [];
    for (const [old, item] of seen.swapped) if (!there.has(old)) free.push(item);
    for (const old of items) {
      if (seen.gone.has(old)) continue;
      let item = seen.swapped.get(old) ?? NONE;
      if (item === NONE || there.has(item)) item = old;
      there.add(item);
      found.push(item);
      while ((item = seen.added.get(item) ?? NONE) !== NONE && !there.has(item)) {
        there.add(item);
        found.push(item);
      }
    }
    return [found, free];
  };
  // Of each match its views, of each view its pictures: places in `texts`.
  const filmOf = (film) => {
    const next = reader(film.edits), item = decoder(film);
    const edited = (base, free) => {
      let left = next();
      if (!left) return [base, []];
      const edits = [], found = base.slice();
      let last = NONE, hints = 0, place = 0;
      for (; left > 0; left--) {
        const code = next(), stay = Math.floor(code / 3), kind = code % 3;
        place += stay;
        const at = kind === ADD ? (place ? found[place - 1] : NONE) : found[place];
        const hint = kind === SWAP && hints < free.length ? free[hints++] : last;
        // Two numbers as one, which is no context of one item.
        const added = kind === CUT ? NONE : item(PAIR + (at + 1) * PAIR + hint + 1, at);
        if (kind === SWAP) found[place++] = added;
        else if (kind === ADD) found.splice(place++, 0, added);
        else found.splice(place, 1);
        edits.push([kind, at, added]);
        last = kind === CUT ? at : added;
      }
      return [found, edits];
    };
    let first = [];
    const matches = film.sizes.map(([views, pictures]) => {
      const found = Array.from({ length: views }, () => []);
      let before = found.map(() => first);
      for (let nth = 0; nth < pictures; nth++) {
        const seen = { swapped: new Map(), gone: new Set(), added: new Map() };
        for (let view = 0; view < views; view++) {
          let base = before[view], free = [];
          if (nth === 0) base = view ? before[view - 1] : base;
          else if (view) [base, free] = applied(seen, base);
          const [items, edits] = edited(base, free);
          if (views > 1) note(seen, edits);
          found[view].push(before[view] = items);
        }
        if (nth === 0 && views) first = before[0];
      }
      return found;
    });
    return { texts: textsOf(film.texts), matches };
  };
  const svgOf = (texts, items) => `${items.map((item) => texts[item]).join("")}</svg>`;

  return { filmOf, saidOf, svgOf };
})();
if (typeof module !== "undefined") module.exports = agonistParts;
