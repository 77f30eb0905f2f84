// The word game's messages as the table reads them: the same names as in the number game, and what
// happened in words.

import { makeLetterFace } from "../../board/letter_tiles.js";

/** @typedef {import("../../app/protocol.js").WordNews} WordNews */
/** @typedef {import("../../app/protocol.js").WordDraftJudged} WordDraftJudged */
/** @typedef {import("../../app/protocol.js").WordEdition} WordEdition */
/** @typedef {import("../../app/game_types.js").GameEdition} GameEdition */
/** @typedef {import("../../app/game_types.js").GameEvent} GameEvent */
/** @typedef {import("../../app/game_types.js").JokerLetters} JokerLetters */
/** @typedef {import("../../app/game_types.js").WordTableNews} WordTableNews */

/** What jokers stand for, as faces. @param {JokerLetters} letters */
export const convertLettersToFaces = (letters) =>
  Object.fromEntries(
    Object.entries(letters).map(([tile, letter]) => [tile, makeLetterFace(letter)]),
  );

/** Use the number game's field names. @param {WordNews} news @returns {WordTableNews} */
export function adaptWordNews(news) {
  const { faces, draft, view } = news;
  return {
    ...news,
    faces: faces?.map(makeLetterFace) ?? null,
    draft: draft?.table ?? null,
    letters: draft?.letters ?? {},
    jokers: convertLettersToFaces(view.letters),
  };
}

/**
 * Whether an edition belongs to the word game.
 * @param {GameEdition} edition
 * @returns {edition is WordEdition}
 */
export const isWordEdition = (edition) => "bag" in edition;

/**
 * @param {WordDraftJudged} judged
 * @returns {import("../../board/draft.js").Judgement & import("../turn.js").WordVerdict}
 */
export function adaptWordJudgement({ words, made, points, doubled, problems, relaid = [] }) {
  const sets = words.map((word) => {
    if (word.valid === null) return null; // where a wrong word costs, nobody is told
    return {
      valid: word.valid,
      problem: word.problem,
      value: word.valid && word.text === made[0] ? points : 0,
    };
  });
  return { sets, value: points, problems, doubled, made, relaid };
}

/**
 * How many tiles a wrong word has cost: none from an empty bank.
 * @param {readonly GameEvent[]} events
 */
const countPenaltyTiles = (events) =>
  events.flatMap((event) =>
    event.type === "Drew" && event.reason === "wrong_word" ? event.tiles : [],
  ).length;

/**
 * Return the translation key of an event.
 * @param {GameEvent} event
 * @param {"own" | "other"} who
 * @param {string} name
 * @param {readonly GameEvent[]} events  all events of the same news
 * @returns {import("../news.js").EventText | null}
 */
export function describeWordEvent(event, who, name, events) {
  switch (event.type) {
    case "Placed": {
      if (!("words" in event)) return null;
      const [word = ""] = event.words;
      const kind = word ? (event.doubled ? "word_doubled" : "word") : "rebuilt";
      return { key: `news.${kind}_${who}`, values: { name, word, count: event.points } };
    }
    case "Drew": {
      // A refill follows a move, a penalty what it is for: those are told already.
      const key = event.reason === "turn" ? "drew" : event.reason === "time_out" ? "late" : null;
      return key
        ? { key: `news.${key}_${who}`, values: { name, count: event.tiles.length } }
        : null;
    }
    case "WordRefused":
    case "Challenged": {
      const count = countPenaltyTiles(events);
      const kind = event.type === "WordRefused" ? "word_refused" : "found_wrong";
      const found = event.wrong.length ? (count ? kind : `${kind}_free`) : "found_good";
      const values = { name, words: event.wrong.join(", "), count };
      return { key: `news.${found}_${who}`, values };
    }
    case "LastMoveMade":
      return { key: "news.last_move", values: {} };
    case "Accepted":
      return { key: `news.accepted_${who}`, values: { name } };
    default:
      return null;
  }
}
