// The tournament's routes: one request, and the long wait for news. What goes wrong is told apart:
// refused, or not reached.

import { addBasePath } from "../app/base_path.js";
import { ConnectionLost, Refused } from "../app/connection.js";

/** @typedef {import("./model.js").View} View */
/**
 * @typedef {{round: number, table: number, code: string}} OnlineTable plays in the room of this
 *   code
 */
/** @typedef {{version: number, now: number, view: View, online: readonly OnlineTable[]}} News */

/** How long to wait before asking again, after one failure, two, ... */
export const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 10_000];
/**
 * An answer that does not come for so long will not come. The server lets those who wait go after
 * 25 seconds.
 */
const TIMEOUT_MS = 40_000;

/**
 * @typedef {object} Asked
 * @property {string} [token]  the secret of a link
 * @property {unknown} [json]  sent as JSON
 * @property {BodyInit} [body]  sent as it is
 * @property {"DELETE"} [method]  GET by default, or POST where something is sent
 * @property {AbortSignal} [signal]
 */

/**
 * Ask the server. Null where there is nothing new.
 * @param {string} path  after /api/tournaments
 * @param {Asked} [asked]
 * @returns {Promise<any>}
 */
export async function requestJson(path, asked = {}) {
  const answer = await sendRequest(path, asked);
  if (answer.status === 204) return null;
  return readJson(answer);
}

/**
 * A file: PDF, tables, the tournament itself.
 * @param {string} path
 * @param {Asked} [asked]
 * @returns {Promise<Blob>}
 */
export async function requestFile(path, asked = {}) {
  const answer = await sendRequest(path, asked);
  try {
    return await answer.blob();
  } catch {
    throw new ConnectionLost();
  }
}

/** @param {string} path @param {Asked} asked */
async function sendRequest(path, { token, json, body, method, signal }) {
  const patience = AbortSignal.timeout(TIMEOUT_MS);
  const sent = json === undefined ? body : JSON.stringify(json);
  /** @type {Record<string, string>} */
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  if (json !== undefined) headers["content-type"] = "application/json";
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(addBasePath(`/api/tournaments${path}`), {
      method: method ?? (sent === undefined ? "GET" : "POST"),
      headers,
      ...(sent !== undefined && { body: sent }),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
      cache: "no-store",
    });
  } catch {
    throw new ConnectionLost();
  }
  if (!answer.ok) throw await readResponseError(answer);
  return answer;
}

/** @param {Response} answer */
async function readResponseError(answer) {
  // Too busy, or out of order: nobody said no, so that it is worth asking again.
  if (answer.status === 429 || answer.status >= 500) return new ConnectionLost();
  const said = await readJson(answer).catch(() => ({}));
  if (Array.isArray(said?.problems)) return new Refused(said.problems);
  const codes = /** @type {Record<number, string>} */ ({ 404: "no_tournament", 413: "too_big" });
  const text = String(said?.error ?? "");
  return new Refused([
    { code: codes[answer.status] ?? "unreadable", clause: "", values: { text }, text },
  ]);
}

/** @param {Response} answer */
async function readJson(answer) {
  try {
    return await answer.json();
  } catch {
    throw new ConnectionLost();
  }
}

/**
 * @typedef {object} Ears
 * @property {(news: News) => void} heard
 * @property {(line: "open" | "lost") => void} changed
 * @property {(refused: Refused) => void} refused the link does not work, or there is no such
 *   tournament: it ends
 */

/**
 * Hear of everything that happens in a tournament, until `stop`.
 * @param {string} id
 * @param {string | undefined} token
 * @param {Ears} ears
 * @param {{ask?: typeof requestJson, wait?: (ms: number) => Promise<void>}} [world]
 */
export function watchTournament(id, token, ears, world = {}) {
  const asking = world.ask ?? requestJson;
  const leaving = new AbortController();
  let hurry = () => {};
  const pause =
    world.wait ??
    ((ms) =>
      new Promise((done) => {
        const timer = setTimeout(done, ms);
        hurry = () => (clearTimeout(timer), done());
      }));

  async function pollUpdates() {
    /** @type {number | null} */
    let version = null;
    let failures = 0;
    while (!leaving.signal.aborted) {
      try {
        const after = version === null ? "" : `?after=${version}`;
        /** @type {News | null} */
        const news = await asking(`/${id}${after}`, {
          ...(token && { token }),
          signal: leaving.signal,
        });
        if (leaving.signal.aborted) return;
        failures = 0;
        ears.changed("open");
        if (news) {
          version = news.version;
          ears.heard(news);
        }
      } catch (error) {
        if (leaving.signal.aborted) return;
        if (error instanceof Refused) return ears.refused(error);
        if (!(error instanceof ConnectionLost)) throw error;
        ears.changed("lost");
        await pause(RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)] ?? 1000);
        failures += 1;
        version = null; // what came of it in the meantime is told whole
      }
    }
  }
  return {
    done: pollUpdates(),
    /** Do not wait any longer: the network is back, or somebody looks again. */
    hurry: () => hurry(),
    stop: () => leaving.abort(),
  };
}
