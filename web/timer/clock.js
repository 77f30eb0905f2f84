// The turn clock of a real table: whose turn it is and how much time is left. Pure: the time comes
// in.

/**
 * @typedef {object} Clock
 * @property {number} players
 * @property {number} seat  who is on turn
 * @property {number | null} seconds  for a turn; null for a clock that only counts up
 * @property {number} spent  milliseconds of this turn, up to when the clock began to run
 * @property {number} extra  milliseconds that were given to this turn
 * @property {number | null} since  when it began to run; null while it stands
 * @property {number} turns  how many turns are over
 */

/** At these seconds it sounds; at 0 for the end. */
export const WARNINGS = [10, 5, 4, 3, 2, 1];
export const HURRY_SECONDS = 10;
export const EXTRA_MS = 30_000;

/**
 * A clock for a new game; it stands until somebody begins.
 * @param {number} players
 * @param {number} starter
 * @param {number | null} seconds
 * @returns {Clock}
 */
export function newClock(players, starter, seconds) {
  return { players, seat: starter, seconds, spent: 0, extra: 0, since: null, turns: 0 };
}

/** @param {Clock} clock @param {number} now */
export function spentAt({ spent, since }, now) {
  return spent + (since === null ? 0 : Math.max(0, now - since));
}

/**
 * Milliseconds left of this turn; what went by where there is no limit.
 * @param {Clock} clock
 * @param {number} now
 */
export function shownAt(clock, now) {
  const spent = spentAt(clock, now);
  return clock.seconds === null ? spent : Math.max(0, clock.seconds * 1000 + clock.extra - spent);
}

/**
 * Whole seconds to show: a turn of 60 begins with 60, and 0 is the end.
 * @param {Clock} clock
 * @param {number} now
 */
export function secondsAt(clock, now) {
  const seconds = shownAt(clock, now) / 1000;
  return clock.seconds === null ? Math.floor(seconds) : Math.ceil(seconds);
}

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function run(clock, now) {
  return clock.since === null ? { ...clock, since: now } : clock;
}

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function pause(clock, now) {
  return { ...clock, spent: spentAt(clock, now), since: null };
}

/**
 * The turn is over: the next player's begins at once.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export function pass(clock, now) {
  return { ...turnOf(clock, clock.seat + 1), since: now, turns: clock.turns + 1 };
}

/**
 * Somebody tapped too soon: the player before is on turn again, with a whole turn, when the clock
 * runs again.
 * @param {Clock} clock
 * @returns {Clock}
 */
export function back(clock) {
  if (!clock.turns) return clock;
  return { ...turnOf(clock, clock.seat - 1), turns: clock.turns - 1 };
}

/** @param {Clock} clock @param {number} seat @returns {Clock} */
function turnOf(clock, seat) {
  return {
    ...clock,
    seat: (seat + clock.players) % clock.players,
    spent: 0,
    extra: 0,
    since: null,
  };
}

/**
 * A tap: the clock begins, or goes on, or the turn is over.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export function tap(clock, now) {
  return clock.since === null ? run(clock, now) : pass(clock, now);
}

/**
 * More time for this turn; after its end, from now on.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export function extend(clock, now) {
  if (clock.seconds === null) return clock;
  const late = Math.max(0, spentAt(clock, now) - clock.seconds * 1000 - clock.extra);
  return { ...clock, extra: clock.extra + late + EXTRA_MS };
}

/** "1:05", or "42" where a minute is enough. @param {number} seconds */
export function written(seconds) {
  if (seconds < 60) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
