// The word game's messages as the table reads them: the same names as in the number game, and what
// happened in words.

import { makeLetterFace } from "../../board/letter_tiles.js";

/** @typedef {import("../../app/connection.js").Message} Message */
/** @typedef {Readonly<Record<string, string>>} Letters  what jokers stand for, by their tiles */

/** What jokers stand for, as faces. @param {Letters} letters */
export const makeLetterFaces = (letters) =>
  Object.fromEntries(
    Object.entries(letters).map(([tile, letter]) => [tile, makeLetterFace(letter)]),
  );

/** @param {any} news  a `WordNews` */
export function adaptWordNews(news) {
  const { faces, draft, view } = news;
  return {
    ...news,
    faces: faces?.map(makeLetterFace),
    draft: draft?.table ?? null,
    letters: draft?.letters ?? {},
    jokers: makeLetterFaces(view.letters),
  };
}

/** Whether a game is one of words, by its rules. @param {any} edition */
export const isWordEdition = (edition) => "bag" in edition;

/**
 * The steps of a game of either kind, by the names of the number game.
 * @param {any} replay
 * @returns {import("../../replay/steps.js").Replay}
 */
export function adaptReplay(replay) {
  if (!isWordEdition(replay.header.edition)) return replay;
  const steps = replay.steps.map((/** @type {any} */ step) => ({
    ...step,
    jokers: makeLetterFaces(step.letters),
    opening: null,
  }));
  return { ...replay, steps, faces: replay.faces.map(makeLetterFace), sums: [] };
}

/**
 * @param {any} judged a `WordDraftJudged`
 * @returns {import("../../board/draft.js").Judgement & {doubled: boolean, made: readonly string[]}}
 */
export function adaptWordJudgement({ words, made, points, doubled, problems }) {
  const sets = words.map((/** @type {any} */ word) => {
    if (word.valid === null) return null; // in "challenge" play nobody is told
    return {
      valid: word.valid,
      problem: word.problem,
      value: word.valid && word.text === made[0] ? points : 0,
    };
  });
  return { sets, value: points, problems, doubled, made };
}

/**
 * Say what an event was, as a key of the translations.
 * @param {any} event
 * @param {"own" | "other"} who
 * @param {string} name
 * @param {readonly any[]} events  all that happened with it
 * @returns {import("../news.js").Said | null}
 */
export function describeWordEvent(event, who, name, events) {
  switch (event.type) {
    case "Placed": {
      const [word = ""] = event.words;
      const kind = word ? (event.doubled ? "word_doubled" : "word") : "rebuilt";
      return { key: `news.${kind}_${who}`, values: { name, word, count: event.points } };
    }
    case "Drew": {
      // A refill follows a move, a penalty what it is for: those are told already.
      const key = { turn: "drew", time_out: "late" }[/** @type {string} */ (event.reason)];
      return key
        ? { key: `news.${key}_${who}`, values: { name, count: event.tiles.length } }
        : null;
    }
    case "Challenged": {
      const hasPenalty = events.some(
        ({ type, reason }) => type === "Drew" && reason === "wrong_word",
      ); // not from an empty bank
      const found = event.wrong.length
        ? hasPenalty
          ? "found_wrong"
          : "found_wrong_free"
        : "found_good";
      return { key: `news.${found}_${who}`, values: { name, words: event.wrong.join(", ") } };
    }
    case "LastMoveMade":
      return { key: "news.last_move", values: {} };
    case "Accepted":
      return { key: `news.accepted_${who}`, values: { name } };
    default:
      return null;
  }
}
