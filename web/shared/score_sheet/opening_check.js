// Checks whether a rack could open (N-22, N-41): number tiles and ordinary jokers only, because
// no edition with other jokers asks.
//
// Sets can be laid if the rack has a joker for every tile that it lacks. A joker has the value of
// its place, so it does not matter which tile it stands for.

const COLOURS = ["K", "R", "B", "O"];
const NUMBERS = Array.from({ length: 13 }, (_, index) => index + 1);

/** @typedef {{value: number, faces: readonly string[]}} Meld */

const MAX_RUN_LENGTH = 5; // longer runs are two shorter ones

/** Every group, and runs of 3 to 5 tiles; the most valuable first. @type {readonly Meld[]} */
const MELDS = [...listAllGroups(), ...listAllRuns()].sort((a, b) => b.value - a.value);

function listAllGroups() {
  const choices = [
    COLOURS,
    ...COLOURS.map((without) => COLOURS.filter((colour) => colour !== without)),
  ];
  return NUMBERS.flatMap((number) =>
    choices.map((colours) => ({
      value: number * colours.length,
      faces: colours.map((colour) => `${colour}${number}`),
    })),
  );
}

function listAllRuns() {
  return COLOURS.flatMap((colour) =>
    NUMBERS.flatMap((first) =>
      [3, 4, MAX_RUN_LENGTH]
        .filter((length) => first + length - 1 <= NUMBERS.length)
        .map((length) => {
          const numbers = NUMBERS.slice(first - 1, first - 1 + length);
          return {
            value: numbers.reduce((sum, number) => sum + number, 0),
            faces: numbers.map((number) => `${colour}${number}`),
          };
        }),
    ),
  );
}

/**
 * Whether tiles can be laid as an opening.
 * @param {readonly string[]} faces
 * @param {number} threshold  without one, any set is an opening
 */
export function canOpen(faces, threshold) {
  const left = new Map();
  for (const face of faces) left.set(face, (left.get(face) ?? 0) + 1);
  const jokers = left.get("J") ?? 0;
  left.delete("J");
  const melds = MELDS.filter(
    (meld) => meld.faces.filter((face) => !left.get(face)).length <= jokers,
  );
  return canReachValue(melds, 0, left, jokers, Math.max(threshold, 1), new Set());
}

/**
 * Whether sets from index `from` on, made of the tiles left, reach the value needed.
 * @param {readonly Meld[]} melds
 * @param {number} from
 * @param {ReadonlyMap<string, number>} left
 * @param {number} jokers
 * @param {number} needed
 * @param {Set<string>} failed  what was tried before
 * @returns {boolean}
 */
function canReachValue(melds, from, left, jokers, needed, failed) {
  if (needed <= 0) return true;
  const tried = `${from} ${needed} ${jokers} ${[...left].join(" ")}`;
  if (failed.has(tried)) return false;
  for (let at = from; at < melds.length; at += 1) {
    const { faces, value } = /** @type {Meld} */ (melds[at]);
    const own = faces.filter((face) => left.get(face));
    const jokersLeft = jokers - (faces.length - own.length);
    if (jokersLeft < 0) continue;
    const rest = new Map(left);
    for (const face of own) rest.set(face, (rest.get(face) ?? 0) - 1);
    // the same set may lie there twice
    if (canReachValue(melds, at, rest, jokersLeft, needed - value, failed)) return true;
  }
  failed.add(tried);
  return false;
}
