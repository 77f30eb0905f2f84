// The hashes by which the server and the players commit to their part of the shuffle.

import { concatBytes, sha256, encodeHex, encodeUtf8 } from "./sha256.js";

/** What the server promises before anything is drawn. @param {Uint8Array} seed */
export const computeSeedCommitment = (seed) =>
  encodeHex(sha256(concatBytes(encodeUtf8("kostka seed 1:"), seed)));

/** What a player promises before adding to the shuffle. @param {string} words */
export const computeWordsCommitment = (words) =>
  encodeHex(sha256(encodeUtf8(`kostka randomness 1:${words}`)));
