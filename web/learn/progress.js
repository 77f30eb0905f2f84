// The exercises of the learn page, and which of them the player has done.

import { keep, recall } from "../app/storage.js";
import { pageTexts } from "../app/texts.js";
import { signal } from "../shared/ui.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @typedef {import("./exercise.js").Exercise} Exercise */

/** None until they are loaded. @type {Signal<readonly Exercise[]>} */
export const exercises = signal([]);
/** @type {Signal<ReadonlySet<string>>} */
export const solved = signal(new Set((recall("learned") ?? "").split(" ").filter(Boolean)));

export const words = pageTexts("learn");

let isAsked = false;

/** Load them once. @returns {boolean} whether they are there, with their texts */
export function areReady() {
  if (!isAsked) void load();
  return words.isReady() && exercises.value.length > 0;
}

async function load() {
  isAsked = true;
  const answer = await fetch(new URL("./exercises.json", import.meta.url));
  exercises.value = await answer.json();
}

/** @param {string} id */
export function markSolved(id) {
  solved.value = new Set([...solved.value, id]);
  keep("learned", [...solved.value].join(" "));
}
