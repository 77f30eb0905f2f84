// The fair shuffle, computed again: every order of the tiles follows from the seed and the
// players' words. docs/record.md describes it.

import { concatBytes, sha256, encodeHex, encodeUtf8 } from "./sha256.js";

/**
 * @typedef {readonly (readonly [number, string])[]} Added words that players added, with their
 *   seats
 */

const VALUES = 2 ** 32;

/**
 * The numbers below `count` in the order that seed, added words and purpose give.
 * @param {Uint8Array} seed
 * @param {Added} added
 * @param {string} purpose
 * @param {number} count
 * @returns {number[]}
 */
export function shuffleNumbers(seed, added, purpose, count) {
  const numbers = [...Array(count).keys()];
  const stream = generateNumbers(deriveKey(seed, added, purpose));
  for (let last = count - 1; last > 0; last -= 1) {
    const chosen = pickNumberBelow(last + 1, stream);
    const moved = /** @type {number} */ (numbers[last]);
    numbers[last] = /** @type {number} */ (numbers[chosen]);
    numbers[chosen] = moved;
  }
  return numbers;
}

/**
 * What is promised of a whole order before it is dealt.
 * @param {Uint8Array} seed
 * @param {Added} added
 * @param {string} purpose
 * @param {readonly number[]} tiles
 */
export function computeOrderCommitment(seed, added, purpose, tiles) {
  const salt = encodeHex(sha256(concatBytes(encodeUtf8("salt:"), deriveKey(seed, added, purpose))));
  return encodeHex(sha256(encodeUtf8(`kostka order 1:${salt}:${tiles.join(",")}`)));
}

/** @param {Uint8Array} seed @param {Added} added @param {string} purpose */
function deriveKey(seed, added, purpose) {
  const words = added.flatMap(([seat, text]) => [
    encodeUtf8(`${seat}:${encodeUtf8(text).length}:`),
    encodeUtf8(text),
  ]);
  return sha256(
    concatBytes(encodeUtf8("kostka shuffle 1:"), seed, ...words, encodeUtf8(`for:${purpose}`)),
  );
}

/** @param {Uint8Array} key @returns {Generator<number, never>} */
function* generateNumbers(key) {
  for (let block = 0; ; block += 1) {
    const number = new DataView(new ArrayBuffer(8));
    number.setUint32(4, block);
    const digest = new DataView(sha256(concatBytes(key, new Uint8Array(number.buffer))).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

/**
 * Values that would favour the small numbers are skipped.
 * @param {number} bound
 * @param {Generator<number, never>} stream
 */
function pickNumberBelow(bound, stream) {
  const limit = Math.floor(VALUES / bound) * bound;
  let value = stream.next().value;
  while (value >= limit) value = stream.next().value;
  return value % bound;
}
