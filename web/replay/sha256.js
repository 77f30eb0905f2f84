// SHA-256 (FIPS 180-4). Browsers offer their own only on https pages, and a table for friends on
// the same network has none; so that everybody can check the shuffle, it is computed here.

/** @typedef {[number, number, number, number, number, number, number, number]} Eight */

const encoder = new TextEncoder();

/** The first 32 bits of the fraction of a root. @param {number} root */
const getFractionBits = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;

const PRIMES = [...Array(312).keys()]
  .slice(2)
  .filter((n) => [...Array(n).keys()].slice(2).every((d) => n % d));
const START = PRIMES.slice(0, 8).map((prime) => getFractionBits(Math.sqrt(prime)));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => getFractionBits(Math.cbrt(prime)));

/** @param {number} word @param {number} bits */
const rotateRight = (word, bits) => (word >>> bits) | (word << (32 - bits));

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const sum = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i += 1)
      words[i] = i < 16 ? view.getInt32(at + 4 * i) : computeScheduleWord(words, i);
    compressBlock(sum, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of sum.entries()) digest.setInt32(4 * index, word);
  return new Uint8Array(digest.buffer);
}

/** @param {Int32Array} words @param {number} i */
function computeScheduleWord(words, i) {
  const [a, b, c, d] = /** @type {[number, number, number, number]} */ ([
    words[i - 15],
    words[i - 2],
    words[i - 16],
    words[i - 7],
  ]);
  const low = rotateRight(a, 7) ^ rotateRight(a, 18) ^ (a >>> 3);
  const high = rotateRight(b, 17) ^ rotateRight(b, 19) ^ (b >>> 10);
  return c + low + d + high;
}

/** One block. @param {Int32Array} sum @param {Int32Array} words */
function compressBlock(sum, words) {
  let [a, b, c, d, e, f, g, h] = /** @type {Eight} */ (/** @type {unknown} */ ([...sum]));
  for (let i = 0; i < 64; i += 1) {
    const ones = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const first =
      (h +
        ones +
        ((e & f) ^ (~e & g)) +
        /** @type {number} */ (ROUNDS[i]) +
        /** @type {number} */ (words[i])) |
      0;
    const zeros = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const second = (zeros + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    sum[index] = /** @type {number} */ (sum[index]) + word;
}

/** @param {string} text @returns {Uint8Array} */
export const encodeUtf8 = (text) => encoder.encode(text);

/** @param {...Uint8Array} parts @returns {Uint8Array} */
export function concatBytes(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {Uint8Array} bytes */
export const encodeHex = (bytes) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex @returns {Uint8Array} */
export const decodeHex = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
