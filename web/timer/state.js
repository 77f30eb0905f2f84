// The match at this table, saved by the browser with every change; after a reload the clock stands.

import { saveItem, loadItem } from "../app/storage.js";
import { getLanguage, createPageTexts } from "../app/texts.js";
import { getEdition } from "../shared/score_sheet/editions.js";
import { isSheet } from "../shared/score_sheet/sheet.js";
import { playSound } from "../shared/sounds.js";
import { computed, effect, signal } from "../shared/ui.js";
import * as clocks from "./clock.js";
import * as matches from "./match.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */

export const words = createPageTexts("timer");

const loaded = loadSavedTimer();

/** @type {Signal<matches.Match | null>} */
export const match = signal(loaded.match);
/** The rules of this match. */
export const edition = computed(() => getEdition(match.value?.edition ?? ""));
/** The score sheet that is being filled in. @type {Signal<matches.Draft | null>} */
export const draft = signal(loaded.draft);
/** @type {Signal<clocks.Clock | null>} */
export const clock = signal(loaded.clock);
/** @type {Signal<"clock" | "scores">} */
export const shown = signal(loaded.shown);
/** @type {Signal<"on" | "off">} */
export const vibration = signal(loadItem("vibration") === "off" ? "off" : "on");

effect(() =>
  saveItem(
    "timer",
    match.value && JSON.stringify({ match: match.value, draft: draft.value, shown: shown.value }),
  ),
);
effect(saveClock);
effect(() => saveItem("vibration", vibration.value));

/** Save the clock as if it stopped now; also done every second while it runs. */
export function saveClock() {
  saveItem(
    "timer.clock",
    clock.value && JSON.stringify(clocks.pauseClock(clock.value, Date.now())),
  );
}

function loadSavedTimer() {
  /** @param {string} key */
  const read = (key) => {
    try {
      return JSON.parse(loadItem(key) ?? "null");
    } catch {
      return null;
    }
  };
  const saved = read("timer");
  const own = isUsableMatch(saved?.match) ? saved.match : null;
  if (!own) return { match: null, draft: null, clock: null, shown: /** @type {const} */ ("clock") };
  const stood = read("timer.clock");
  return {
    match: own,
    draft: isSheet(saved.draft?.sheet, own.names.length) ? saved.draft : null,
    clock:
      stood?.players === own.names.length ? clocks.pauseClock(stood, 0) : createClockForMatch(own),
    shown: /** @type {"clock" | "scores"} */ (saved.shown === "scores" ? "scores" : "clock"),
  };
}

/**
 * Whether a saved match can be used; damaged tiles cannot be scored.
 * @param {any} value
 * @returns {value is matches.Match}
 */
function isUsableMatch(value) {
  try {
    return matches.isValidMatch(value);
  } catch {
    return false;
  }
}

/** @param {matches.Match} own */
function createClockForMatch(own) {
  return clocks.createClock(own.names.length, matches.findStarter(own), own.seconds, own.main);
}

// --- actions

/** @param {matches.Match} created */
export function startMatch(created) {
  match.value = created;
  draft.value = null;
  clock.value = createClockForMatch(created);
  shown.value = "clock";
}

export function deleteMatch() {
  match.value = null;
  draft.value = null;
  clock.value = null;
}

export function startOrPassTurn() {
  if (!clock.value) return;
  if (clock.value.since !== null) playSound("tile");
  clock.value = clocks.startOrPassTurn(clock.value, Date.now());
}

export function pauseClock() {
  if (clock.value) clock.value = clocks.pauseClock(clock.value, Date.now());
}

export function extendTurn() {
  if (clock.value) clock.value = clocks.extendTurn(clock.value, Date.now());
}

export function undoTurn() {
  if (clock.value) clock.value = clocks.undoTurn(clock.value);
}

/**
 * Choose whose turn it is while the clock stands; before the first turn, who starts the game.
 * @param {number} seat
 */
export function chooseSeatOnTurn(seat) {
  if (!clock.value || !match.value || clock.value.since !== null) return;
  if (!clock.value.turns) match.value = matches.setStarter(match.value, seat);
  clock.value = { ...clock.value, seat, spent: 0, extra: 0 };
}

/** Open the score sheet of the game that is over, or of one to correct. @param {number} [index] */
export function openScoreSheet(index) {
  if (!match.value) return;
  pauseClock();
  const isOpen = draft.value && draft.value.index === (index ?? match.value.games.length);
  if (!isOpen)
    draft.value =
      index === undefined
        ? matches.createGameDraft(match.value)
        : matches.createDraftFromGame(match.value, index);
  shown.value = "scores";
}

/** @param {import("../shared/score_sheet/sheet.js").Sheet} sheet */
export function updateDraft(sheet) {
  if (draft.value) draft.value = { ...draft.value, sheet };
}

export function discardDraft() {
  draft.value = null;
}

/** Save the score sheet as a game of the match; a new game gets a new clock. */
export function saveGame() {
  if (!match.value || !draft.value) return;
  const isNew = draft.value.index === match.value.games.length;
  match.value = matches.addOrReplaceGame(match.value, draft.value);
  draft.value = null;
  if (isNew) clock.value = createClockForMatch(match.value);
}

/** @param {number} index */
export function removeGameFromMatch(index) {
  if (!match.value) return;
  match.value = matches.deleteGame(match.value, index);
  draft.value = null;
  if (clock.value && !clock.value.turns && clock.value.since === null)
    clock.value = createClockForMatch(match.value);
}

/** Format seconds in the reader's language: "30s". @param {number} seconds */
export function formatTurnLength(seconds) {
  return new Intl.NumberFormat(getLanguage(), {
    style: "unit",
    unit: "second",
    unitDisplay: "narrow",
  }).format(seconds);
}
