// Short messages: refusals and their reasons, lost and restored connections.

import { ConnectionLost, Refused } from "../app/connection.js";
import { describeProblem, t } from "../app/texts.js";
import { signal } from "./ui.js";

/** @template T @typedef {import("./ui.js").Signal<T>} Signal */

/**
 * @typedef {{id: number, text: string, kind: "bad" | "good" | "plain", clause: string}} Toast
 *   `clause`: the rule behind it
 */

/** @type {Signal<readonly Toast[]>} */
export const toasts = signal([]);
/** Announced by screen readers; visible on the table anyway. */
export const screenReaderText = signal("");

const TOAST_MS = 5000;
/** Time to follow it to the rules. */
const TOAST_WITH_CLAUSE_MS = 10000;
let next = 1;

/**
 * @param {string} text
 * @param {Toast["kind"]} [kind]
 * @param {string} [clause]
 * @param {{stays?: boolean}} [options]  stays: until it is closed
 * @returns {number} its id
 */
export function showToast(text, kind = "plain", clause = "", { stays = false } = {}) {
  const id = next++;
  const others = toasts.value.filter((other) => other.text !== text);
  toasts.value = [...others.slice(-2), { id, text, kind, clause }];
  if (!stays) setTimeout(() => dismissToast(id), clause ? TOAST_WITH_CLAUSE_MS : TOAST_MS);
  return id;
}

/** @param {number} id */
export function dismissToast(id) {
  toasts.value = toasts.value.filter((other) => other.id !== id);
}

/**
 * Show why a request failed.
 * @param {unknown} error
 */
export function showError(error) {
  if (error instanceof Refused)
    for (const problem of error.problems.slice(0, 2))
      showToast(describeProblem(problem), "bad", problem.clause);
  else if (error instanceof ConnectionLost) showToast(t("connection.lost"), "bad");
  else throw error;
}
