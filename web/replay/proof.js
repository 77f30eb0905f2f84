// Proves a record: was the shuffle committed to before the game, and do all tiles follow from it?
//
// Everything is computed from the record alone; the server is not trusted.
// docs/record.md describes the record and the shuffle.

import { listBoxFaces } from "../board/box_faces.js";
import { decodeHex, sha256, encodeHex, encodeUtf8 } from "./sha256.js";
import { computeSeedCommitment } from "./commitment_hashes.js";
import { shuffleNumbers, computeOrderCommitment } from "./shuffle.js";
import { checkRandomness } from "./randomness_proof.js";
import { listBagFaces, checkWordDeal, checkWordDraws } from "./word_proof.js";

/**
 * What was looked at and found.
 * @typedef {object} Check
 * @property {string} name a key of the translations begins with it: whole, rechained, noted, seed,
 *   added, spoken, silent, before, own, device, tries, start, order, promise, deal, draws
 * @property {boolean | null} good  null: it cannot be known here
 * @property {number} [number]  of the line that is wrong, or of the deal
 * @property {readonly (string | null)[]} [names]  of players; null for the one who looks at it
 * @property {readonly Value[]} values  for those who want to compute it themselves
 */

/** @typedef {{name: string, text: string}} Value */
/**
 * What the browser itself has seen of a game, while it was played.
 * @typedef {{commitment: string, orders: readonly string[]}} Noted
 */
/** @typedef {import("./shuffle_notes.js").ShuffleNote} ShuffleNote */
/** @typedef {{header: any, events: readonly any[], badLine: number | null, hash: string}} Record */

const HASH_FIELD = /,"hash":"([0-9a-f]{64})"\}$/;
const MAX_PLAYERS = 100;
const HASH = /^[0-9a-f]{64}$/;

/**
 * Check a record. All checks of a fair game are good.
 * @param {string} text  the lines of its file
 * @param {Noted | null} [noted]
 * @param {ShuffleNote | null} [note]  what this browser saw and did before the deal
 * @returns {Check[]}
 */
export function checkRecord(text, noted = null, note = null) {
  const record = parseRecord(text);
  const whole = checkCompleteness(record);
  if (!record.header) return [whole];
  try {
    return [whole, ...noteRechaining(record), ...checkShuffleAndDraws(record, noted, note)];
  } catch {
    // Only a record that was not written by a game has events that do not fit together.
    return [whole, { name: "broken", good: false, values: [] }];
  }
}

/**
 * Read the lines and compute their hashes: each is that of the line before and of the line itself.
 * @param {string} text
 * @returns {Record}
 */
function parseRecord(text) {
  const lines = text.split("\n");
  const rest = lines.pop();
  /** @type {any[]} */
  const values = [];
  let hash = "";
  let badLine = rest ? lines.length + 1 : null;
  lines.forEach((line, index) => {
    let value = null;
    try {
      value = JSON.parse(line);
    } catch {
      // It is noted below.
    }
    const end = index === 0 ? findHeaderEnd(line, value) : HASH_FIELD.exec(line)?.[0];
    const written = end ? value?.hash : undefined;
    hash = encodeHex(sha256(encodeUtf8(hash + (end ? `${line.slice(0, -end.length)}}` : line))));
    const isNext = index === 0 ? value?.header : value?.event && value.n === index;
    if (!isNext || written !== hash) badLine = Math.min(badLine ?? Infinity, index + 1);
    values.push(value);
    hash = written ?? hash; // so that only the line that was changed is named
  });
  return {
    header: values[0]?.header ? putNamesIn(values[0]) : null,
    events: values.slice(1).map((value) => value?.event ?? {}),
    badLine,
    hash,
  };
}

/**
 * The end of the first line, which its hash does not cover: the hash itself and, in newer records,
 * the names of the players.
 * @param {string} line
 * @param {{hash?: string, names?: readonly string[]} | null} value  the line, parsed
 * @returns {string | undefined}
 */
function findHeaderEnd(line, value) {
  if (!HASH.test(value?.hash ?? "")) return undefined;
  const names = value?.names ? `,"names":${JSON.stringify(value.names)}` : "";
  const end = `,"hash":"${value?.hash}"${names}}`;
  return line.endsWith(end) ? end : undefined;
}

/**
 * The header with the names of the players, or neutral ones where they were removed.
 * @param {{header: {players?: number}, names?: readonly string[]}} head  the first line, parsed
 */
function putNamesIn({ header, names }) {
  const { players } = header;
  if (players === undefined || players > MAX_PLAYERS) return header;
  const neutral = Array.from({ length: players }, (_, seat) => `Player ${seat + 1}`);
  return { ...header, names: names ?? neutral };
}

/**
 * Note that lines were chained again after the game, because a name was removed from them.
 * @param {Record} record @returns {Check[]}
 */
function noteRechaining({ header }) {
  return header.rechained ? [{ name: "rechained", good: null, values: [] }] : [];
}

/** @param {Record} record @returns {Check} */
function checkCompleteness({ events, badLine, hash, header }) {
  const isOver = events.at(-1)?.type === "Finished";
  const values = [
    { name: "lines", text: String(events.length + 1) },
    { name: "last_hash", text: hash },
  ];
  if (badLine !== null) return { name: "whole", good: false, number: badLine, values };
  return { name: "whole", good: header !== null && isOver, number: events.length + 1, values };
}

/**
 * @param {Record} record
 * @param {Noted | null} noted
 * @param {ShuffleNote | null} note
 * @returns {Check[]}
 */
function checkShuffleAndDraws({ header, events }, noted, note) {
  const sealed = events.find((event) => event.type === "Sealed")?.seed ?? "";
  const seed = decodeHex(sealed);
  const computed = computeSeedCommitment(seed);
  const seedCheck = {
    name: "seed",
    good: HASH.test(sealed) && computed === header.commitment,
    values: [
      { name: "promise", text: header.commitment },
      { name: "seed", text: sealed },
      { name: "computed", text: computed },
    ],
  };
  const seen = {
    name: "noted",
    good: noted && noted.commitment === header.commitment,
    values: [
      { name: "promise", text: header.commitment },
      { name: "noted", text: noted?.commitment ?? "–" },
    ],
  };
  const isWord = "bag" in header.edition;
  const box = isWord ? listBagFaces(header.edition.bag) : listBoxFaces(header.edition.box);
  /** @type {[number, string][]} */
  const added = events
    .slice(
      0,
      events.findIndex((event) => event.type === "StarterFound"),
    )
    .flatMap((event) => (event.type === "RandomnessAdded" ? [[event.seat, event.words]] : []));
  const shown = (/** @type {readonly number[]} */ tiles) =>
    tiles.map((tile) => box[tile] ?? "?").join(" ");
  const words = added.map(([seat, text]) => ({
    name: "words",
    text: `${header.names[seat]}: ${text}`,
  }));
  const mixed = events.filter((event) => event.type === "Mixed");
  const deals = mixed.flatMap((event, index) => {
    const purpose = `deal ${index + 1}`;
    // Later in the word game the bank alone is mixed; which tiles it holds is looked at with the
    // draws.
    const isAll = !isWord || index === 0;
    const tiles = isAll ? [...box.keys()] : [...event.order].sort((one, other) => one - other);
    const expected = shuffleNumbers(seed, added, purpose, tiles.length).map(
      (at) => /** @type {number} */ (tiles[at]),
    );
    const promise = computeOrderCommitment(seed, added, purpose, event.order);
    const isNoted = !noted?.orders[index] || noted.orders[index] === event.commitment;
    return [
      {
        name: "order",
        number: index + 1,
        good: areEqualLists(expected, event.order) && (event.deal ?? event.mixing) === index + 1,
        values: [...words, { name: "tiles", text: shown(expected) }],
      },
      {
        name: "promise",
        number: index + 1,
        good: promise === event.commitment && isNoted,
        values: [
          { name: "promise", text: event.commitment },
          { name: "computed", text: promise },
        ],
      },
    ];
  });
  const starts = checkStartDraw({ header, events, seed, added, box, shown, isWord });
  const at = { header, events, shown, box, starter: findStarter(events) };
  return [
    seen,
    seedCheck,
    ...checkRandomness(header, events, note),
    ...starts,
    ...deals,
    ...(isWord ? [checkWordDeal(at), checkWordDraws(at)] : [checkDeal(at), checkDraws(at)]),
  ];
}

/**
 * Check the draw for the start: its tiles come from the end of an order of their own. The highest
 * tile starts (N-2), or the first letter in the alphabet (W-3).
 * @param {any} at
 * @returns {Check[]}
 */
function checkStartDraw({ header, events, seed, added, box, shown, isWord }) {
  /** @type {readonly {draws: readonly [number, number][]}[]} */
  const rounds = events.filter((/** @type {any} */ event) => event.type === "StartDrawn");
  if (!rounds.length) return [];
  const worth = (/** @type {number} */ tile) =>
    isWord ? -box.indexOf(box[tile]) : Number(box[tile]?.slice(1) || 0);
  let drawing = [...header.names.keys()];
  let mixing = 0;
  /** @type {number[]} */
  let heap = [];
  let good = true;
  for (const { draws } of rounds) {
    if (heap.length < drawing.length)
      heap = shuffleNumbers(seed, added, `start ${(mixing += 1)}`, box.length);
    const expected = drawing.map((seat) => [seat, heap.pop()]);
    good &&= areEqualLists(expected.flat(), draws.flat());
    const highest = Math.max(...draws.map(([, tile]) => worth(tile)));
    drawing = draws.flatMap(([seat, tile]) => (worth(tile) === highest ? [seat] : []));
  }
  good &&= areEqualLists(drawing, [findStarter(events)]);
  const values = rounds.flatMap(({ draws }) =>
    draws.map(([seat, tile]) => ({
      name: "drawn_by",
      text: `${header.names[seat]}: ${shown([tile])}`,
    })),
  );
  return [{ name: "start", good, values }];
}

/** @param {readonly any[]} events @returns {number} */
const findStarter = (events) => events.find((event) => event.type === "StarterFound")?.seat ?? 0;

/**
 * Check the deal: the stacks are handed out in order, beginning with the starter (N-6, Z-10).
 * @param {any} at
 * @returns {Check}
 */
function checkDeal({ header, events, shown, box }) {
  const { deal, stack_height: height, stacks_each: each } = header.edition;
  const players = header.names.length;
  const expected = header.names.flatMap((/** @type {string} */ _, /** @type {number} */ turn) => {
    const giver = (findStarter(events) + turn) % players;
    if (deal === "neighbours")
      return [
        [giver, (giver + 1) % players],
        [giver, (giver - 1 + players) % players],
      ];
    return Array(each).fill([giver, giver]);
  });
  /** @type {[number, number, number][]} */
  const gifts = expected.map((/** @type {number[]} */ pair, /** @type {number} */ stack) => [
    ...pair,
    stack,
  ]);
  const dealt = events.filter((/** @type {any} */ event) => event.type === "Dealt");
  const good = dealt.every((/** @type {any} */ event) =>
    areEqualLists(event.gifts.flat(), gifts.flat()),
  );
  const last = events.findLast((/** @type {any} */ event) => event.type === "Mixed");
  const tiles = arrangeTiles(last.order, header, box);
  const values = header.names.map((/** @type {string} */ name, /** @type {number} */ seat) => {
    const own = gifts.filter(([, receiver]) => receiver === seat);
    const rack = own.flatMap(([, , stack]) => tiles.slice(stack * height, (stack + 1) * height));
    return { name: "rack_of", text: `${name}: ${shown(rack)}` };
  });
  return { name: "deal", good: dealt.length > 0 && good, values };
}

/**
 * Check that every tile drawn is the next of the pool, or of one of its stacks.
 * @param {any} at
 * @returns {Check}
 */
function checkDraws({ header, events, shown, box }) {
  /** @type {number[][]} */
  let pool = [];
  /** What the referee's undo goes back to. @type {number[][] | null} */
  let before = null;
  let moved = false;
  /** @type {number[]} */
  let tiles = [];
  /** @type {number[]} */
  const drawn = [];
  for (const event of events) {
    if (event.type === "Mixed") tiles = arrangeTiles(event.order, header, box);
    if (event.type === "Dealt") pool = splitPoolIntoStacks(event.gifts, tiles, header.edition);
    if (event.type === "TurnBegan") moved = false;
    if (
      ["Placed", "Passed", "TimedOut", "MoveFailed"].includes(event.type) ||
      (event.type === "Drew" && event.reason !== "referee")
    ) {
      if (!moved) before = pool.map((stack) => [...stack]);
      moved = true;
    }
    if (event.type === "MoveUndone") {
      pool = before ?? pool;
      before = null;
      moved = false;
    }
    for (const tile of event.type === "Drew" ? event.tiles : []) {
      const stack = pool.find((other) => other[0] === tile);
      if (!stack)
        return {
          name: "draws",
          good: false,
          values: [{ name: "tiles", text: shown([...drawn, tile]) }],
        };
      stack.shift();
      drawn.push(tile);
    }
  }
  return { name: "draws", good: true, values: [{ name: "tiles", text: shown(drawn) || "–" }] };
}

/**
 * The mixed tiles as they are stacked. Where everybody begins with jokers (M-2), the first ones are
 * set aside for the racks, the first number tiles fill these, and all others follow.
 * @param {readonly number[]} order
 * @param {{edition: {jokers_each?: number, stack_height: number, stacks_each: number},
 *   names: readonly string[]}} header
 * @param {readonly string[]} box
 * @returns {number[]}
 */
function arrangeTiles(order, { edition, names }, box) {
  const each = edition.jokers_each ?? 0;
  if (!each) return [...order];
  const isNumber = (/** @type {number} */ tile) => /\d/.test(box[tile] ?? "");
  const jokers = order.filter((tile) => !isNumber(tile));
  const numbers = order.filter(isNumber);
  const rest = edition.stack_height * edition.stacks_each - each;
  const dealt = names.flatMap((_, rack) => [
    ...jokers.slice(rack * each, (rack + 1) * each),
    ...numbers.slice(rack * rest, (rack + 1) * rest),
  ]);
  return [...dealt, ...order.filter((tile) => !dealt.includes(tile))];
}

/**
 * @param {readonly (readonly [number, number, number])[]} gifts
 * @param {readonly number[]} tiles
 * @param {any} edition
 */
function splitPoolIntoStacks(gifts, tiles, { stack_height: height, drawing }) {
  const rest = tiles.slice(gifts.length * height);
  if (drawing === "any_tile") return [rest];
  // What is too low for a stack of its own lies on the last one (N-5).
  const stacks =
    Math.floor(rest.length / height) + (rest.length % height > Math.floor(height / 2) ? 1 : 0);
  return Array.from({ length: stacks }, (_, index) =>
    rest.slice(index * height, index === stacks - 1 ? undefined : (index + 1) * height),
  );
}

/** @param {readonly unknown[]} a @param {readonly unknown[]} b */
const areEqualLists = (a, b) =>
  a.length === b.length && a.every((value, index) => value === b[index]);
