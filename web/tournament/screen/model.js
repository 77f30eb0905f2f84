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
  return [
    ...round.tables.flatMap(({ seats }) => seats),
    ...(round.bye ? [round.bye] : []),
  ].toSorted((a, b) => order.compare(a.name, b.name) || order.compare(a.group, b.group));
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
