// The match at this table, kept by the browser with every change; after a reload the clock stands.

import { saveItem, loadItem } from "../app/storage.js";
import { playSound } from "../shared/sounds.js";
import { getLanguage, createPageTexts } from "../app/texts.js";
import { effect, signal } from "../shared/ui.js";
import * as clocks from "./clock.js";
import { getEdition } from "../shared/score_sheet/editions.js";
import * as matches from "./match.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */

export const words = createPageTexts("timer");

const kept = readKept();

/** @type {Signal<matches.Match | null>} */
export const match = signal(kept.match);
/** The game that is being typed. @type {Signal<matches.Draft | null>} */
export const draft = signal(kept.draft);
/** @type {Signal<clocks.Clock | null>} */
export const clock = signal(kept.clock);
/** @type {Signal<"clock" | "scores">} */
export const shown = signal(kept.shown);
/** @type {Signal<"on" | "off">} */
export const vibration = signal(loadItem("vibration") === "off" ? "off" : "on");

effect(() =>
  saveItem(
    "timer",
    match.value && JSON.stringify({ match: match.value, draft: draft.value, shown: shown.value }),
  ),
);
effect(keepClock);
effect(() => saveItem("vibration", vibration.value));

/** As it would stand if the battery ran out now: also done every second while it runs. */
export function keepClock() {
  saveItem("timer.clock", clock.value && JSON.stringify(clocks.pause(clock.value, Date.now())));
}

function readKept() {
  /** @param {string} key */
  const read = (key) => {
    try {
      return JSON.parse(loadItem(key) ?? "null");
    } catch {
      return null;
    }
  };
  const found = read("timer");
  const own = isSound(found?.match) ? found.match : null;
  if (!own) return { match: null, draft: null, clock: null, shown: /** @type {const} */ ("clock") };
  const stood = read("timer.clock");
  return {
    match: own,
    draft: found.draft?.racks?.length === own.names.length ? found.draft : null,
    clock: stood?.players === own.names.length ? clocks.pause(stood, 0) : freshClock(own),
    shown: /** @type {"clock" | "scores"} */ (found.shown === "scores" ? "scores" : "clock"),
  };
}

/**
 * Tiles that are none cannot be scored: such a match is no longer one.
 * @param {any} value
 * @returns {value is matches.Match}
 */
function isSound(value) {
  try {
    return matches.isMatch(value);
  } catch {
    return false;
  }
}

/** @param {matches.Match} own */
function freshClock(own) {
  return clocks.newClock(own.names.length, matches.starterOf(own), own.seconds);
}

// --- what people do
// -------------------------------------------------------------------------------

/** @param {matches.Match} begun */
export function begin(begun) {
  match.value = begun;
  draft.value = null;
  clock.value = freshClock(begun);
  shown.value = "clock";
}

export function forget() {
  match.value = null;
  draft.value = null;
  clock.value = null;
}

export function tap() {
  if (!clock.value) return;
  if (clock.value.since !== null) playSound("tile");
  clock.value = clocks.tap(clock.value, Date.now());
}

export function pause() {
  if (clock.value) clock.value = clocks.pause(clock.value, Date.now());
}

export function extend() {
  if (clock.value) clock.value = clocks.extend(clock.value, Date.now());
}

export function back() {
  if (clock.value) clock.value = clocks.back(clock.value);
}

/**
 * Put somebody on turn while the clock stands; before the first turn they start the game.
 * @param {number} seat
 */
export function choose(seat) {
  if (!clock.value || !match.value || clock.value.since !== null) return;
  if (!clock.value.turns) match.value = matches.startWith(match.value, seat);
  clock.value = { ...clock.value, seat, spent: 0, extra: 0 };
}

/** The game is over, or one is corrected: its racks are typed. @param {number} [at] */
export function score(at) {
  if (!match.value) return;
  pause();
  const isOpen = draft.value && draft.value.at === (at ?? match.value.games.length);
  if (!isOpen)
    draft.value =
      at === undefined ? matches.newDraft(match.value) : matches.draftOf(match.value, at);
  shown.value = "scores";
}

/** The racks are typed: the game counts, and a new one has a new clock. */
export function saveGame() {
  if (!match.value || !draft.value) return;
  const isNew = draft.value.at === match.value.games.length;
  match.value = matches.withGame(match.value, draft.value);
  draft.value = null;
  if (isNew) clock.value = freshClock(match.value);
}

/** @param {number} at */
export function removeGame(at) {
  if (!match.value) return;
  match.value = matches.withoutGame(match.value, at);
  draft.value = null;
  if (clock.value && !clock.value.turns && clock.value.since === null)
    clock.value = freshClock(match.value);
}

/** The rules of this match. */
export const book = () => getEdition(match.value?.edition ?? "");

/** "30s", as the reader's language has it. @param {number} seconds */
export function writtenSeconds(seconds) {
  return new Intl.NumberFormat(getLanguage(), {
    style: "unit",
    unit: "second",
    unitDisplay: "narrow",
  }).format(seconds);
}
