// The times for a move that forms offer; null is no limit. And main times for a whole game.

import { t } from "../app/texts.js";

/** @typedef {number | null} TurnTime */

/** @type {readonly TurnTime[]} */
const ORDINARY = [30, 60, 90, 120, 300, null];

/**
 * List the times to choose from: those of the rule book, its own one first, then ordinary ones.
 * @param {readonly TurnTime[]} book
 * @param {readonly TurnTime[]} [ordinary]
 * @returns {TurnTime[]}
 */
export const listTurnTimes = (book, ordinary = ORDINARY) => [...new Set([...book, ...ordinary])];

/** Main times and the delay of each move, in seconds (M-3). */
const CLOCKS = [
  [180, 5],
  [300, 5],
  [600, 10],
  [1200, 10],
];

/** A main time and its delay, as players say it. @param {number} main @param {number} delay */
export const formatMainTime = (main, delay) =>
  t("time.main", { minutes: main / 60, seconds: delay });

/** The main times to choose from: "600+10" is ten minutes and ten seconds a move. */
export const listMainTimes = () =>
  CLOCKS.map(([main = 0, delay = 0]) => ({
    value: `${main}+${delay}`,
    text: formatMainTime(main, delay),
  }));

/** The main time and the delay of a choice; null if it is none. @param {unknown} choice */
export function readMainTime(choice) {
  const [main, delay] = String(choice).split("+").map(Number);
  return main && delay !== undefined ? { main, delay } : null;
}
