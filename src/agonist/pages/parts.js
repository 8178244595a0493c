"use strict";
// The pictures of a match, as reports/browser/picture_differences.py writes them.
const agonistParts = (() => {
  const FIRST = 35, SURROGATES = [0xd800, 0xe000], SWAP = 0, CUT = 1;
  const numbersOf = (text) => Array.from(text, (sign) => {
    const code = sign.codePointAt(0);
    return code - FIRST - (code < SURROGATES[1] ? 0 : SURROGATES[1] - SURROGATES[0]);
  });
  // Each form with the numbers of each of its texts.
  const textsOf = (forms) => forms.flatMap(([[first, ...rest], columns]) => {
    const numbers = columns.map((column) => column.split(" "));
    return Array.from({ length: numbers[0]?.length ?? 1 }, (_, row) => first + rest.map((piece, nth) => numbers[nth][row] + piece).join(""));
  });

  // A picture from the one before it, with what is expected from other views (`swapped`) and its edits.
  const edited = (before, swapped, next) => {
    const items = swapped.size ? before.map((item) => swapped.get(item) ?? item) : before.slice();
    for (let left = next(), place = 0; left > 0; left--) {
      const code = next(), kind = code % 3;
      place += (code - kind) / 3;
      if (kind === CUT) { items.splice(place, 1); continue; }
      const near = (kind === SWAP ? items[place] : items[place - 1]) ?? 0, distance = next();
      const item = near + (distance % 2 ? -(distance + 1) : distance) / 2;
      if (kind === SWAP && !swapped.has(near)) swapped.set(near, item);
      items.splice(place++, kind === SWAP ? 1 : 0, item);
    }
    return items;
  };
  // Of each view its pictures, as places in the texts: a bystander's, then those of seats that see others.
  const picturesOf = ([shared, own], views, pictures) => {
    const found = Array.from({ length: own ? views : 1 }, () => []), swapped = Array.from({ length: pictures }, () => new Map());
    const read = (text, those, start) => {
      const numbers = numbersOf(text);
      let at = 0;
      for (let nth = 0; nth < pictures; nth++)
        for (const view of those) view.push(edited(nth ? view[nth - 1] : start, swapped[nth], () => numbers[at++]));
    };
    read(shared, found.slice(0, 1), []);
    read(own, found.slice(1), found[0][0]);
    return found;
  };
  const svgOf = (texts, items) => `${items.map((item) => texts[item]).join("")}</svg>`;

  return { picturesOf, svgOf, textsOf };
})();
if (typeof module !== "undefined") module.exports = agonistParts;
