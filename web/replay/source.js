// Where records of games come from.

import { addBasePath } from "../app/base_path.js";

/** A game that cannot be shown; `key` is the text that explains it, `why` the server's message. */
export class NoReplay extends Error {
  /** @param {string} key @param {string} [why] */
  constructor(key, why = "") {
    super(why || key);
    this.key = key;
    this.why = why;
  }
}

/** @param {string} game */
export const makeRecordAddress = (game) => `/api/games/${encodeURIComponent(game)}`;

/** @param {string} game @returns {Promise<string>} */
export async function loadRecord(game) {
  return (await fetchOrThrow(makeRecordAddress(game))).text();
}

/** @type {Readonly<Record<number, string>>} */
const REASONS = { 403: "replay.not_over", 404: "replay.none", 429: "problem.too_many" };

/** @param {string} address @param {RequestInit} [how] */
export async function fetchOrThrow(address, how) {
  const answer = await fetch(addBasePath(address), how).catch(() => {
    throw new NoReplay("connection.lost");
  });
  if (answer.ok) return answer;
  const { error = "" } = await answer.json().catch(() => ({}));
  throw new NoReplay(REASONS[answer.status] ?? "replay.bad_file", error);
}
