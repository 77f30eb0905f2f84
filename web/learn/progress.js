// The exercises of the learn page, and which of them the player has done.

import { saveItem, loadItem } from "../app/storage.js";
import { createPageTexts } from "../app/texts.js";
import { signal } from "../shared/ui.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @typedef {import("./exercise.js").Exercise} Exercise */

/** None until they are loaded. @type {Signal<readonly Exercise[]>} */
export const exercises = signal([]);
/** @type {Signal<ReadonlySet<string>>} */
export const solvedExercises = signal(
  new Set((loadItem("learned") ?? "").split(" ").filter(Boolean)),
);

export const learnTexts = createPageTexts("learn");

let isAsked = false;

/** Load them once. @returns {boolean} whether they are there, with their texts */
export function areExercisesReady() {
  if (!isAsked) void loadExercises();
  return learnTexts.isReady() && exercises.value.length > 0;
}

async function loadExercises() {
  isAsked = true;
  const answer = await fetch(new URL("./exercises.json", import.meta.url));
  exercises.value = await answer.json();
}

/** @param {string} id */
export function markExerciseSolved(id) {
  solvedExercises.value = new Set([...solvedExercises.value, id]);
  saveItem("learned", [...solvedExercises.value].join(" "));
}
