// The editions' rules about players, time and scores, for tables without a network.

import { EDITIONS } from "./edition_data.js";

export { EDITIONS };

/** @typedef {import("./edition_data.js").Edition} Edition */

/** Return an edition; the classic one for an unknown key. @param {string} key @returns {Edition} */
export const getEdition = (key) => EDITIONS[key] ?? /** @type {Edition} */ (EDITIONS.classic);

/**
 * Return the rules of a tournament table; five players need the big box
 * (tournament/score_sheet.py).
 * @param {string} key  the tournament's edition
 * @param {number} players
 * @returns {Edition}
 */
export function getTournamentEdition(key, players) {
  const tournament = getEdition(key);
  return players > tournament.players_max
    ? { ...tournament, players_max: players, box: getEdition("six").box }
    : tournament;
}
