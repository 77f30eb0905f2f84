// A finished game step by step: what each step says in words, and addresses that name a step. No
// drawing here.

import { hasWon } from "../table/winner.js";
import { describeWordEvent, isWordEdition } from "../table/word/news.js";

/** @typedef {import("../board/draft.js").Table} Table */
/** @typedef {import("../app/game_types.js").GameEvent} GameEvent */
/** @typedef {import("../app/game_types.js").GameHeader} GameHeader */
/** @typedef {import("../app/protocol.js").MoveFailed} MoveFailed */
/** @typedef {Extract<GameEvent, {type: "Finished"}>} Finished */
/**
 * @typedef {{rack: readonly number[], opened: boolean, announced?: boolean, present: boolean,
 *   points?: number}} StepSeat  announced: in the number game; points: in the word game
 */

/**
 * What one command brought about, and how the game stood after it.
 * @typedef {object} Step
 * @property {number | null} at  when, in milliseconds
 * @property {readonly GameEvent[]} events
 * @property {readonly StepSeat[]} seats
 * @property {Table} table
 * @property {Readonly<Record<number, string>>} jokers  what each on the table stands for
 * @property {number} pool
 * @property {number | null} turn  whose turn it is now
 * @property {number} turns  how many have begun
 * @property {number | null} opening  what a first move was worth
 */

/** @typedef {import("../app/protocol.js").Sum} Sum */

/**
 * @typedef {object} Replay
 * @property {GameHeader} header
 * @property {readonly string[]} faces
 * @property {readonly Step[]} steps
 * @property {readonly Sum[]} sums
 */

/**
 * A sentence on something that happened, as a key of the translations.
 * @typedef {object} StepSentence
 * @property {string} key
 * @property {Record<string, string | number>} values
 * @property {readonly number[]} [tiles]  that it speaks of
 * @property {readonly string[]} [names]  whose tiles they are, one by one
 * @property {Table} [sets]  that it speaks of
 * @property {boolean} [aside]  whether a short account leaves it out
 * @property {number} [rack]  whose rack one has to see to know them
 * @property {readonly string[]} [clauses]
 */

/** Rules that are worth a look when it happens. @type {Readonly<Record<string, string>>} */
const CLAUSES = {
  RedealAsked: "N-7",
  OpeningAnnounced: "N-41",
  RoundTimeEnded: "Z-17",
  FlagFell: "M-4",
  time_out: "N-26",
  penalty: "N-26",
};

/** @type {Readonly<Record<string, string>>} */
const PLAIN = {
  StarterFound: "replay.starts",
  RedealAsked: "replay.redeal",
  OpeningAnnounced: "news.announced_other",
  TurnEnded: "replay.turn_ended",
  Passed: "news.passed_other",
  FlagFell: "news.flag_other",
  Left: "news.left_other",
  RoundTimeEnded: "replay.round_time",
  LastRoundBegan: "news.last_round",
  MoveUndone: "replay.undone",
  EndedByReferee: "replay.ended_by_referee",
};

/**
 * Describe what happened in a step.
 * @param {Replay} replay
 * @param {number} index
 * @returns {StepSentence[]}
 */
export function describeStep({ header, steps }, index) {
  const step = /** @type {Step} */ (steps[index]);
  return step.events.flatMap((event) => describeEvent(event, step, header));
}

/**
 * @param {GameEvent} event
 * @param {Step} step
 * @param {GameHeader} header
 * @returns {StepSentence[]}
 */
function describeEvent(event, step, header) {
  const name = "seat" in event ? (header.names[event.seat] ?? "") : "";
  const ofWords = isWordEdition(header.edition)
    ? describeWordGameEvent(event, name, step.events)
    : null;
  if (ofWords) return [ofWords];
  const clauses = [CLAUSES[event.type === "Drew" ? event.reason : event.type] ?? []].flat();
  switch (event.type) {
    case "RandomnessAdded":
      return [{ key: "replay.words_added", values: { name }, aside: true }];
    case "StartDrawn": {
      const { draws } = event;
      const names = draws.map(([seat]) => header.names[seat] ?? "");
      return [
        {
          key: "replay.start_drawn",
          values: {},
          tiles: draws.map(([, tile]) => tile),
          names,
          aside: true,
        },
      ];
    }
    case "Dealt":
      return [{ key: "replay.dealt", values: { count: step.seats[0]?.rack.length ?? 0 } }];
    case "Placed": {
      const values = { name, count: event.tiles.length, value: step.opening ?? 0 };
      return [
        {
          key: step.opening === null ? "news.placed_other" : "replay.opened",
          values,
          tiles: event.tiles,
        },
      ];
    }
    case "Drew": {
      const key = event.reason === "turn" ? "news.drew_other" : `replay.drew_${event.reason}`;
      return [
        {
          key,
          values: { name, count: event.tiles.length },
          tiles: event.tiles,
          rack: event.seat,
          clauses,
        },
      ];
    }
    case "TimedOut":
      return [{ key: "replay.timed_out", values: { name } }, ...describeReturnedTiles(event, name)];
    case "MoveFailed":
      return [
        { key: "replay.failed", values: { name }, clauses: event.clauses },
        ...describeUndoneSets(event, step),
      ];
    case "Penalised":
      return [
        {
          key: "replay.penalised",
          values: { name, count: event.tiles, by: event.by, reason: event.reason },
        },
      ];
    case "Finished":
      return [
        { key: `ending.${event.ending}`, values: {} },
        { key: "end.won", values: { names: listWinnerNames(event.sheet, header.names) } },
      ];
    default: {
      const key = PLAIN[event.type];
      return key ? [{ key, values: { name, ...getRefereeAndReason(event) }, clauses }] : [];
    }
  }
}

/** Return the referee and the reason, where an event names them. @param {GameEvent} event */
function getRefereeAndReason(event) {
  return "by" in event ? { by: event.by, reason: event.reason } : { by: "", reason: "" };
}

/**
 * What is told differently in the word game, or happens only there.
 * @param {GameEvent} event
 * @param {string} name
 * @param {readonly GameEvent[]} events
 * @returns {StepSentence | null}
 */
function describeWordGameEvent(event, name, events) {
  if (event.type === "Drew" && event.reason !== "turn") {
    const [key, clause] = DRAWS[/** @type {keyof typeof DRAWS} */ (event.reason)];
    return {
      key,
      values: { name, count: event.tiles.length },
      tiles: event.tiles,
      rack: event.seat,
      clauses: [clause],
    };
  }
  const text = event.type === "Drew" ? null : describeWordEvent(event, "other", name, events);
  return (
    text && {
      ...text,
      tiles: event.type === "Placed" ? event.tiles : [],
      clauses: ["Challenged", "WordRefused"].includes(event.type) ? ["W-13"] : [],
    }
  );
}

/**
 * Why a player of the word game took tiles, and by which rule.
 * @type {Readonly<Record<"refill" | "time_out" | "wrong_word", [string, string]>>}
 */
const DRAWS = {
  refill: ["replay.drew_refill", "W-9"],
  time_out: ["replay.drew_penalty", "W-14"],
  wrong_word: ["replay.drew_penalty", "W-13"],
};

/**
 * The own tiles that went back to the rack while the rest of a late move stands (Z-12).
 * @param {Extract<GameEvent, {type: "TimedOut"}>} event
 * @param {string} name
 * @returns {StepSentence[]}
 */
function describeReturnedTiles(event, name) {
  const tiles = ("returned" in event && event.returned) || [];
  if (!tiles.length) return [];
  return [
    { key: "replay.loose_back", values: { name, count: tiles.length }, tiles, clauses: ["Z-12"] },
  ];
}

/** Return the table that lay there when the time ran out. @param {GameEvent} event */
const readTimedOutDraft = (event) =>
  event.type === "TimedOut" && "draft" in event ? event.draft : null;

/**
 * The sets of a move that was taken back, as far as they do not lie there anyway.
 * @param {MoveFailed} failed
 * @param {Step} step
 * @returns {StepSentence[]}
 */
function describeUndoneSets(failed, step) {
  /** @type {Table} */
  const draft = failed.draft ?? step.events.map(readTimedOutDraft).find(Boolean) ?? [];
  const inOrder = (/** @type {readonly number[]} */ tiles) =>
    tiles.toSorted((a, b) => a - b).join();
  const lying = new Set(step.table.map(inOrder));
  // Of a draft that cannot be, such as one with the tiles of others, the record keeps only a -1.
  const sets = draft.filter(
    (tiles) => tiles.length && !lying.has(inOrder(tiles)) && tiles.every((tile) => tile >= 0),
  );
  return sets.length ? [{ key: "replay.tried", values: {}, sets, aside: true }] : [];
}

/** @param {Finished["sheet"]} sheet @param {readonly string[]} names */
const listWinnerNames = ({ lines }, names) =>
  names.filter((_, seat) => lines[seat] && hasWon(lines[seat])).join(", ");

/** The tiles that a step put on the table. @param {Step} step @returns {ReadonlySet<number>} */
export function listPlacedTiles(step) {
  return new Set(step.events.flatMap((event) => (event.type === "Placed" ? event.tiles : [])));
}

/**
 * The tiles that a step put on racks, after the deal.
 * @param {Step} step
 * @returns {ReadonlySet<number>}
 */
export function listDrawnTiles(step) {
  return new Set(step.events.flatMap((event) => (event.type === "Drew" ? event.tiles : [])));
}

/**
 * Whose doing a step was: the first seat that it speaks of.
 * @param {Step} step
 * @returns {number | null}
 */
export function findActingSeat(step) {
  const acting = step.events.flatMap((event) =>
    "seat" in event && !["TurnBegan", "StarterFound"].includes(event.type) ? [event.seat] : [],
  );
  return acting[0] ?? null;
}

/**
 * The step after which a turn begins: the table as its player found it.
 * @param {Replay} replay
 * @param {number} turn
 */
export function findStepOfTurn({ steps }, turn) {
  const found = steps.findIndex((step) => step.turns >= turn && step.turn !== null);
  return found < 0 ? steps.length - 1 : found;
}

/**
 * The step that an address names: "#12".
 * @param {string} hash
 * @param {number} count
 * @returns {number}
 */
export function parseStepAddress(hash, count) {
  const named = /^#(\d{1,6})$/.exec(hash);
  return Math.min(count - 1, named ? Number(named[1]) : 0);
}

/**
 * The solver with the position after a step, for the player on turn; none when nobody is, and none
 * for words.
 * @param {Replay} replay
 * @param {number} index
 * @returns {string | null}
 */
export function makeSolverAddress({ header, faces, steps }, index) {
  const step = /** @type {Step} */ (steps[index]);
  const seat = step.turn === null ? undefined : step.seats[step.turn];
  if (!seat || isWordEdition(header.edition)) return null;
  const inWords = (/** @type {readonly number[]} */ tiles) =>
    tiles.map((tile) => faces[tile] ?? "?").join(" ");
  const question = new URLSearchParams({
    t: step.table.map(inWords).join(" / "),
    r: inWords(seat.rack),
    e: header.edition.key,
  });
  if (!seat.opened) question.set("u", "1");
  return `/solver#${question}`;
}
