// What the projector shows at each moment of a tournament. Pure.

import { getLastRound } from "../model.js";

/** @typedef {import("../model.js").View} View */
/** @typedef {import("../model.js").RoundView} RoundView */
/** @typedef {import("../model.js").Row} Row */
/** @typedef {{player: number, name: string, group: string, seat: string}} Seated */
/** @typedef {"seats" | "standings"} List */
/**
 * @typedef {{round: RoundView | null, says: "before" | "seats" | "playing" | "between" | "end",
 *   lists: readonly List[]}} Scene
 */

/** @param {View} view @returns {Scene} */
export function chooseScreenContent(view) {
  const round = getLastRound(view);
  /** @type {readonly List[]} */
  const standings = view.standings ? ["standings"] : [];
  if (view.finished) return { round, says: "end", lists: standings };
  if (!round || round.phase === "preview") return { round: null, says: "before", lists: standings };
  if (round.phase === "locked") return { round, says: "seats", lists: ["seats", ...standings] };
  if (round.phase === "running")
    return { round, says: "playing", lists: view.standings ? standings : ["seats"] };
  return { round, says: "between", lists: standings };
}

/**
 * Everybody who has a seat, by name.
 * @param {RoundView} round
 * @param {string} language
 * @returns {Seated[]}
 */
export function listSeatsByName(round, language) {
  const order = new Intl.Collator(language);
  return round.tables
    .flatMap(({ seats }) => seats)
    .toSorted((a, b) => order.compare(a.name, b.name) || order.compare(a.group, b.group));
}

/**
 * Letters without their marks, so that a name is found however it is typed.
 * @param {string} text
 */
export function normaliseForSearch(text) {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("đ", "d")
    .replaceAll("ø", "o")
    .replaceAll("ß", "ss");
}

/**
 * Those whose name or class has all the words.
 * @template {{name: string, group: string}} T
 * @param {readonly T[]} people
 * @param {string} typed
 * @returns {T[]}
 */
export function filterPeopleByText(people, typed) {
  const wanted = normaliseForSearch(typed).split(/\s+/).filter(Boolean);
  return people.filter(({ name, group }) => {
    const text = normaliseForSearch(`${name} ${group}`);
    return wanted.every((word) => text.includes(word));
  });
}

/**
 * As many pages as it takes, all about equally long.
 * @template T
 * @param {readonly T[]} all
 * @param {number} most on a page
 * @returns {T[][]}
 */
export function splitIntoPages(all, most) {
  const pages = Math.max(1, Math.ceil(all.length / Math.max(1, most)));
  const each = Math.ceil(all.length / pages) || 1;
  return Array.from({ length: pages }, (_, page) => all.slice(page * each, (page + 1) * each));
}

/** Tables whose results are not all in, and how many are there. @param {RoundView} round */
export function summariseRoundProgress({ tables, games, missing }) {
  const all = tables.length * games;
  return {
    tables: [...new Set(missing.map(([table]) => table))],
    entered: all - missing.length,
    all,
  };
}
