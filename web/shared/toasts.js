// Short messages that come and go: what was refused and why, and what is lost or found again.

import { ConnectionLost, Refused } from "../app/connection.js";
import { problemText, t } from "../app/texts.js";
import { signal } from "./ui.js";

/** @template T @typedef {import("./ui.js").Signal<T>} Signal */

/**
 * @typedef {{id: number, text: string, kind: "bad" | "good" | "plain", clause: string}} Toast
 *   `clause`: the rule behind it
 */

/** @type {Signal<readonly Toast[]>} */
export const toasts = signal([]);
/** What a screen reader is told, and eyes see on the table anyway. */
export const whisper = signal("");

const SHOWN_MS = 5000;
/** Time to follow it to the rules. */
const SHOWN_WITH_CLAUSE_MS = 10000;
let next = 1;

/** @param {string} text @param {Toast["kind"]} [kind] @param {string} [clause] */
export function toast(text, kind = "plain", clause = "") {
  const id = next++;
  const others = toasts.value.filter((other) => other.text !== text);
  toasts.value = [...others.slice(-2), { id, text, kind, clause }];
  setTimeout(() => dismiss(id), clause ? SHOWN_WITH_CLAUSE_MS : SHOWN_MS);
}

/** @param {number} id */
export function dismiss(id) {
  toasts.value = toasts.value.filter((other) => other.id !== id);
}

/**
 * Say why something did not work.
 * @param {unknown} error
 */
export function complain(error) {
  if (error instanceof Refused)
    for (const problem of error.problems.slice(0, 2))
      toast(problemText(problem), "bad", problem.clause);
  else if (error instanceof ConnectionLost) toast(t("connection.lost"), "bad");
  else throw error;
}
