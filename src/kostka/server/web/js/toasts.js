// Short messages that come and go: what was refused and why, and what is lost or found again.

import { ConnectionLost, Refused } from "./connection.js";
import { problemText, t } from "./texts.js";
import { signal } from "./ui.js";

/** @template T @typedef {import("./ui.js").Signal<T>} Signal */

/** @typedef {{id: number, text: string, kind: "bad" | "good" | "plain"}} Toast */

/** @type {Signal<readonly Toast[]>} */
export const toasts = signal([]);
/** What a screen reader is told, and eyes see on the table anyway. */
export const whisper = signal("");

const SHOWN_MS = 5000;
let next = 1;

/** @param {string} text @param {Toast["kind"]} [kind] */
export function toast(text, kind = "plain") {
  const id = next++;
  const others = toasts.value.filter((other) => other.text !== text);
  toasts.value = [...others.slice(-2), { id, text, kind }];
  setTimeout(() => dismiss(id), SHOWN_MS);
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
  if (error instanceof Refused) for (const problem of error.problems.slice(0, 2)) toast(problemText(problem), "bad");
  else if (error instanceof ConnectionLost) toast(t("connection.lost"), "bad");
  else throw error;
}
