// Seeded randomness, so that a failure can be played again.

/** @param {number} seed */
export function dice(seed) {
  let state = seed >>> 0;
  /** A number from 0 to below 1 (mulberry32). */
  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  /** @param {number} bound */
  const below = (bound) => Math.floor(next() * bound);
  /** @template T @param {readonly T[]} list @returns {T} */
  const pick = (list) => list[below(list.length)];
  /** @template T @param {readonly T[]} list @returns {T[]} */
  const shuffled = (list) => {
    const all = [...list];
    for (let last = all.length - 1; last > 0; last -= 1) {
      const other = below(last + 1);
      [all[last], all[other]] = [all[other], all[last]];
    }
    return all;
  };
  return { next, below, pick, shuffled };
}

/** The faces of the largest box, by tile id. */
export const BOX = [
  ...["K", "R", "B", "O"].flatMap((colour) =>
    Array.from({ length: 26 }, (_, index) => `${colour}${Math.floor(index / 2) + 1}`),
  ),
  ..."JJDDCCMM",
];

const LETTERS =
  "AAAAAAAAAĄĄBBCCCCĆDDDEEEEEEEĘĘFGGHHIIIIIIIIJJKKKKLLLŁŁMMMNNNNNNŃ" +
  "OOOOOOOÓÓPPPPRRRRRSSSSŚTTTTUUUWWWWYYYYZZZZZZŹŻ";

/** The faces of the Polish letters, by tile id. */
export const LETTER_BOX = [...LETTERS, "?", "?"].map((letter) => `~${letter}`);
