// The times for a move that forms offer; null is no limit.

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
