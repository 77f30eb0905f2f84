import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  renderTile,
  escapeMarkup,
  parseJokerMeaning,
  renderLabelledTile,
} from "../../web/board/tile_markup.js";

const WEB = new URL("../../web/", import.meta.url);
const CSS = readFileSync(new URL("board/tiles.css", WEB), "utf8");
const TEXTS = JSON.parse(readFileSync(new URL("app/texts/en.json", WEB), "utf8"));
const FACES = [..."KRBO"]
  .flatMap((colour) => Array.from({ length: 13 }, (_, i) => `${colour}${i + 1}`))
  .concat([..."JDCM"]);

test("each face has its own picture, a name, and a joker an explanation", () => {
  const drawings = FACES.map((name) => renderTile(name));
  assert.equal(new Set(drawings.map((drawing) => drawing.markup)).size, FACES.length);
  for (const { label, about } of drawings) {
    assert.ok(label.key in TEXTS, label.key);
    if (about) assert.ok(about in TEXTS, about);
  }
  assert.deepEqual(renderTile("R7").label, { key: "tile.red", values: { number: 7 } });
  assert.equal(renderTile("R7").about, null);
  assert.equal(renderTile("M").about, "about.mirror");
});

test("the four colours have four shapes", () => {
  const shapes = ["K7", "R7", "B7", "O7"].map(
    (name) => / d="([^"]+)"/.exec(renderTile(name).markup)?.[1],
  );
  assert.equal(new Set(shapes).size, 4);
});

test("a joker is told from the others without colours", () => {
  const bare = [..."JDCM"].map((name) => renderTile(name).markup.replace(/class="[^"]*"/g, ""));
  assert.equal(new Set(bare).size, 4);
});

test("markup is well formed, has no style and no script, and is hidden from screen readers", () => {
  for (const name of FACES) {
    const { markup } = renderTile(name);
    assert.doesNotMatch(markup, /style=|<script|on\w+=|undefined|NaN|id=/);
    assert.match(markup, /^<svg [^>]*aria-hidden="true"[^>]*>.*<\/svg>$/);
    const open = [];
    for (const [, close, tag, empty] of markup.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (close) assert.equal(open.pop(), tag);
      else if (!empty) open.push(tag);
    }
    assert.deepEqual(open, []);
  }
});

test("every class in the markup is known to the style sheet", () => {
  for (const name of FACES) {
    const { markup, classes } = renderTile(name);
    const used = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, list]) => list.split(" "));
    for (const one of used) assert.ok(CSS.includes(`.${one}`), one);
    assert.match(classes, /^tile /);
  }
});

test("a label cannot become markup", () => {
  assert.equal(escapeMarkup(`<b>"&'`), "&#60;b&#62;&#34;&#38;&#39;");
  const markup = renderLabelledTile("B3", `"><img src=x>`);
  assert.doesNotMatch(markup, /<img/);
  assert.match(markup, /role="img" aria-label="[^"<]*"/);
});

test("what is no face is no tile", () => {
  for (const name of ["", "X1", "B14", "__proto__", "constructor"])
    assert.throws(() => renderTile(name), RangeError);
});

// --- contrast (WCAG 2.2 AA) ---------------------------------------------------------------------

/** @param {string} name @param {0 | 1} theme light or dark */
function colour(name, theme) {
  const value = new RegExp(`--${name}: (?:light-dark\\((#\\w{6}), (#\\w{6})\\)|(#\\w{6}));`).exec(
    CSS,
  );
  assert.ok(value, name);
  return value[3] ?? value[theme + 1];
}

function luminance(hex) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, two) {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const [theme, name] of [
  [0, "light"],
  [1, "dark"],
]) {
  test(`numerals stand out from the tile, words and rings from the felt: ${name}`, () => {
    const check = (front, back, least) => {
      const found = contrast(colour(front, theme), colour(back, theme));
      assert.ok(found >= least, `${front} on ${back}: ${found.toFixed(2)}`);
    };
    for (const back of ["tile-top", "tile-bottom"]) {
      for (const ink of ["black", "red", "blue", "orange", "joker"]) check(`ink-${ink}`, back, 4.5);
      check("ink-orange-large", back, 3);
      check("focus-inner", back, 3);
      check(back === "tile-top" ? "tile-top" : "tile-bottom", "felt", 3);
    }
    for (const back of ["felt", "set-back"]) {
      for (const words of ["on-felt", "good", "bad"]) check(words, back, 4.5);
      for (const ring of ["own", "focus-outer"]) check(ring, back, 3);
    }
    check("focus-inner", "focus-outer", 3);
  });
}

test("motion can be switched off, focus can be seen, forced colours are thought of", () => {
  assert.match(CSS, /prefers-reduced-motion: reduce/);
  assert.match(CSS, /\.tile:focus-visible/);
  assert.match(CSS, /forced-colors: active/);
  assert.doesNotMatch(CSS, /outline: (none|0)/);
});

test("a joker in its set shows what it stands for", () => {
  assert.deepEqual(parseJokerMeaning("R5"), [{ number: 5, colours: ["R"] }]);
  assert.deepEqual(parseJokerMeaning("K13/O13"), [{ number: 13, colours: ["K", "O"] }]);
  assert.deepEqual(parseJokerMeaning("8"), [{ number: 8, colours: [] }]);
  assert.deepEqual(parseJokerMeaning("B3 B4"), [
    { number: 3, colours: ["B"] },
    { number: 4, colours: ["B"] },
  ]);
  for (const [name, stands] of [
    ["J", "R12"],
    ["D", "B3 B4"],
    ["C", "8"],
    ["J", "K3/O3"],
  ]) {
    const { markup } = renderTile(name, stands);
    for (const { number } of parseJokerMeaning(stands))
      assert.match(markup, new RegExp(`>${number}</text>`));
    const used = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, list]) => list.split(" "));
    for (const one of used) assert.ok(CSS.includes(`.${one}`), one);
  }
});
