// Scores a game from the racks as people type them, without a server: the rules of
// numbers/typed_racks.py and numbers/scoring.py again. A test gives both the same racks.
//
// Points are counted in sixtieths: all parts of a shared win are whole (N-54), nothing is rounded.

import { parseFace } from "../../board/number_tiles.js";
import { canOpen } from "./opening_check.js";
import { findCommonDivisor } from "./fractions.js";

/** @typedef {import("./editions.js").Edition} Edition */
/** @typedef {"opened" | "unopened" | "could_open" | "announced" | "no_turn"} Opened */

/**
 * What is left on a rack: its tiles, or the sum of its number tiles and the number of jokers.
 * @typedef {object} Rack
 * @property {"tiles" | "sum"} by
 * @property {readonly string[]} tiles
 * @property {number | null} sum  null until it is typed
 * @property {number} jokers
 * @property {Opened} opened
 * @property {boolean} [hasLeft]  during the game: cannot win it
 */

/**
 * @typedef {"won" | "rack" | "not_opened" | "announced" | "could_have_opened" | "difference" |
 *   "left"} Reason
 */
/**
 * @typedef {{count: number, tiles: number, why: Reason, sixtieths: number, big: number}} ScoreLine
 */
/**
 * @typedef {{code: "players" | "missing" | "empty" | "box" | "tie", seat: number}} Problem `seat`:
 *   -1 for all
 */
/** @typedef {{lines: readonly ScoreLine[]} | {problem: Problem}} GameScore */

export const SIXTIETHS = 60;

/** @param {Edition} edition @param {string} face */
const countTilePoints = (edition, face) => parseFace(face).number || edition.joker_penalty;

/** Return what a rack counts against its player. @param {Edition} edition @param {Rack} rack */
export function countRackPoints(edition, rack) {
  if (rack.by === "sum") return (rack.sum ?? 0) + rack.jokers * edition.joker_penalty;
  return rack.tiles.reduce((sum, face) => sum + countTilePoints(edition, face), 0);
}

/**
 * Whether it matters who has opened (the flat scores of N-41).
 * @param {Edition} edition
 * @param {number | null} out
 */
export const doesOpeningAffectScore = (edition, out) => edition.not_opened !== null && out !== null;

/**
 * Score a game: somebody went out, or the pool ran out and the lowest rack wins.
 * @param {Edition} edition
 * @param {readonly Rack[]} racks  by seat
 * @param {number | null} out  the player who went out; their rack counts as empty
 * @returns {GameScore}
 */
export function scoreGame(edition, racks, out) {
  const problem = findScoringProblem(edition, racks, out);
  if (problem) return { problem };
  const counts = racks.map((rack, seat) => (seat === out ? 0 : countRackPoints(edition, rack)));
  return {
    lines:
      out === null
        ? scoreLowestRackWin(edition, racks, counts)
        : scoreGoingOut(edition, racks, counts, out),
  };
}

/**
 * @param {Edition} edition
 * @param {readonly Rack[]} racks
 * @param {number | null} out
 * @returns {Problem | null}
 */
function findScoringProblem(edition, racks, out) {
  const staying = racks.filter((rack) => !rack.hasLeft).length;
  if (staying < edition.players_min || racks.length > edition.players_max)
    return { code: "players", seat: -1 };
  const losers = [...racks.keys()].filter((seat) => seat !== out);
  const rackOf = (/** @type {number} */ seat) => /** @type {Rack} */ (racks[seat]);
  const missing = losers.find((seat) => rackOf(seat).by === "sum" && rackOf(seat).sum === null);
  if (missing !== undefined) return { code: "missing", seat: missing };
  const empty = losers.find((seat) =>
    rackOf(seat).by === "tiles"
      ? !rackOf(seat).tiles.length
      : !countRackPoints(edition, rackOf(seat)),
  );
  if (empty !== undefined) return { code: "empty", seat: empty };
  const typed = losers.flatMap((seat) => (rackOf(seat).by === "tiles" ? rackOf(seat).tiles : []));
  if (typed.some((face) => countTilesLeftInBox(edition, typed, face) < 0))
    return { code: "box", seat: -1 };
  return out === null ? findUnclearTie(edition, racks) : null;
}

/**
 * Return how many tiles of a face the box still has.
 * @param {Edition} edition
 * @param {readonly string[]} taken
 * @param {string} face
 */
export function countTilesLeftInBox({ box }, taken, face) {
  const jokers = { J: box.ordinary, D: box.double, C: box.colour_change, M: box.mirror };
  const all = jokers[/** @type {keyof typeof jokers} */ (face)] ?? box.copies;
  return all - taken.filter((other) => other === face).length;
}

/**
 * Find a tie that fewer tiles decide while only sums are known (N-54).
 * @param {Edition} edition
 * @param {readonly Rack[]} racks
 * @returns {Problem | null}
 */
function findUnclearTie(edition, racks) {
  const counts = racks.map((rack) => countRackPoints(edition, rack));
  const tied = racks.filter((_, seat) => counts[seat] === Math.min(...counts));
  const isUnclear =
    edition.tie === "fewer_tiles" && tied.length > 1 && tied.some((rack) => rack.by === "sum");
  return isUnclear
    ? { code: "tie", seat: racks.findIndex((rack) => tied.includes(rack) && rack.by === "sum") }
    : null;
}

/**
 * Score a game that somebody won by going out (N-40, N-41).
 * @param {Edition} edition
 * @param {readonly Rack[]} racks
 * @param {readonly number[]} counts
 * @param {number} winner
 */
function scoreGoingOut(edition, racks, counts, winner) {
  /** @type {[Reason, number][]} */
  const losses = racks.map((rack, seat) =>
    seat === winner ? ["won", 0] : findLossAndReason(edition, rack, counts[seat] ?? 0),
  );
  return buildScoreLines(edition, racks, counts, losses);
}

/** @param {Edition} edition @param {Rack} rack @param {number} count @returns {[Reason, number]} */
function findLossAndReason(edition, rack, count) {
  const { not_opened: flat, could_have_opened: larger } = edition;
  if (rack.opened === "opened" || flat === null || larger === null) return ["rack", count];
  const isTyped = rack.by === "tiles";
  // An announcement without an opening did not help.
  if (rack.opened === "announced" && (!isTyped || canOpen(rack.tiles, edition.opening_threshold)))
    return edition.announced_opening === "count_rack" ? ["rack", count] : ["announced", flat];
  return couldHaveOpened(edition, rack) ? ["could_have_opened", larger] : ["not_opened", flat];
}

/**
 * Whether a loser missed an opening. Tiles show it; with a sum, the players have to say so.
 * @param {Edition} edition
 * @param {Rack} rack
 */
export function couldHaveOpened(edition, rack) {
  if (rack.opened !== "unopened" && rack.opened !== "could_open") return false;
  return rack.by === "tiles"
    ? canOpen(rack.tiles, edition.opening_threshold)
    : rack.opened === "could_open";
}

/**
 * Score a game that ended with an empty pool (N-53, N-54). Players who have left cannot win.
 * @param {Edition} edition
 * @param {readonly Rack[]} racks
 * @param {readonly number[]} counts
 */
function scoreLowestRackWin(edition, racks, counts) {
  const staying = [...racks.keys()].filter((seat) => !racks[seat]?.hasLeft);
  const lowest = Math.min(...staying.map((seat) => counts[seat] ?? 0));
  let best = staying.filter((seat) => counts[seat] === lowest);
  if (edition.tie === "fewer_tiles") {
    const fewest = Math.min(...best.map((seat) => countTiles(racks[seat])));
    best = best.filter((seat) => countTiles(racks[seat]) === fewest);
  }
  /** @type {[Reason, number][]} */
  const losses = counts.map((count, seat) =>
    best.includes(seat)
      ? ["won", 0]
      : count < lowest
        ? ["left", 0]
        : ["difference", count - lowest],
  );
  return buildScoreLines(edition, racks, counts, losses);
}

/** @param {Rack | undefined} rack */
const countTiles = (rack) => (rack?.by === "tiles" ? rack.tiles.length : 0);

/**
 * @param {Edition} edition @param {readonly Rack[]} racks @param {readonly number[]} counts
 * @param {readonly [Reason, number][]} losses
 * @returns {ScoreLine[]}
 */
function buildScoreLines(edition, racks, counts, losses) {
  const winners = losses.filter(([why]) => why === "won").length;
  const gain = (losses.reduce((sum, [, lost]) => sum + lost, 0) * SIXTIETHS) / winners;
  const big = edition.match_counts === "wins_then_points" ? 1 : 0;
  return losses.map(([why, lost], seat) => {
    const won = why === "won";
    const count = counts[seat] ?? 0;
    return {
      count,
      tiles: count ? countTiles(racks[seat]) : 0,
      why,
      sixtieths: won ? gain : -lost * SIXTIETHS,
      big: won ? big : 0,
    };
  });
}

// --- a match

/** @typedef {{place: number, seat: number, big: number, sixtieths: number}} Standing */

/**
 * Rank the players over all games, the best first; level players share a place (N-60, N-61).
 * @param {Edition} edition
 * @param {number} players
 * @param {readonly (readonly ScoreLine[])[]} games
 * @returns {Standing[]}
 */
export function rankPlayers(edition, players, games) {
  const totals = Array.from({ length: players }, (_, seat) => {
    const lines = games.map((lines) => /** @type {ScoreLine} */ (lines[seat]));
    return {
      seat,
      big: sumNumbers(lines.map((line) => line.big)),
      sixtieths: sumNumbers(lines.map((line) => line.sixtieths)),
    };
  });
  const byWins = edition.match_counts === "wins_then_points";
  /** Below 0 if the first stands better. @param {typeof totals[0]} a @param {typeof totals[0]} b */
  const order = (a, b) => (byWins ? b.big - a.big : 0) || b.sixtieths - a.sixtieths;
  const sorted = totals.toSorted((a, b) => order(a, b) || a.seat - b.seat);
  return sorted.map((one) => ({
    place: sorted.findIndex((other) => order(one, other) === 0) + 1,
    ...one,
  }));
}

/** @param {readonly number[]} numbers */
const sumNumbers = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * Return points as the server encodes them: 27, or an exact fraction, "27/2".
 * @param {number} sixtieths
 * @returns {number | string}
 */
export function encodePoints(sixtieths) {
  if (sixtieths % SIXTIETHS === 0) return sixtieths / SIXTIETHS;
  const shared = findCommonDivisor(Math.abs(sixtieths), SIXTIETHS);
  return `${sixtieths / shared}/${SIXTIETHS / shared}`;
}
