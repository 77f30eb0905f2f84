// Loads a replay: of a game on this server, or of a record in a file.

import { makeLetterFace } from "../board/letter_tiles.js";
import { convertLettersToFaces } from "../table/word/news.js";
import { fetchOrThrow, makeRecordAddress } from "./source.js";

/** @typedef {import("./steps.js").Replay} Replay */
/** @typedef {import("../app/protocol.js").NumberReplay} NumberReplay */
/** @typedef {import("../app/protocol.js").WordReplay} WordReplay */
/** @typedef {import("../app/game_types.js").GameReplay} GameReplay */

/** @param {string} game @returns {Promise<Replay>} */
export async function loadReplay(game) {
  return adaptReplay(await (await fetchOrThrow(`${makeRecordAddress(game)}/steps`)).json());
}

/** @param {string} record @returns {Promise<Replay>} */
export async function loadReplayOfRecord(record) {
  return adaptReplay(
    await (await fetchOrThrow("/api/steps", { method: "POST", body: record })).json(),
  );
}

/**
 * The steps of a game of either kind, by the names of the number game.
 * @param {GameReplay} replay
 * @returns {Replay}
 */
export function adaptReplay(replay) {
  if (!("lexicon_hash" in replay.header)) return /** @type {NumberReplay} */ (replay);
  const { header, faces, steps } = /** @type {WordReplay} */ (replay);
  return {
    header,
    faces: faces.map(makeLetterFace),
    steps: steps.map((step) => ({
      ...step,
      jokers: convertLettersToFaces(step.letters),
      opening: null,
    })),
    sums: [],
  };
}
