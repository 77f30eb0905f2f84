// The turn clock of a real table: whose turn it is and how much time is left. Pure: callers pass
// the current time.

// With a main time (M-3) every player has so much for all turns, and `seconds` of each turn cost
// nothing of it.

/**
 * @typedef {object} Clock
 * @property {number} players
 * @property {number} seat  the player whose turn it is
 * @property {number | null} seconds  for a turn; null for a clock that only counts up
 * @property {number} spent  milliseconds of this turn, up to when the clock began to run
 * @property {number} extra  milliseconds that were given to this turn
 * @property {number | null} since  when it began to run; null while it stands
 * @property {number} turns  how many turns are over
 * @property {readonly number[]} [mains]  milliseconds that each player has left of the main time
 * @property {readonly number[]} [costs]  what each turn that is over cost of it
 */

/** The seconds at which it beeps; at 0 it sounds the end. */
export const WARNINGS = [10, 5, 4, 3, 2, 1];
export const HURRY_SECONDS = 10;
export const EXTRA_MS = 30_000;

/**
 * Create the clock of a new game; it stands until somebody starts it.
 * @param {number} players
 * @param {number} starter
 * @param {number | null} seconds  for a turn; with a main time, what costs nothing of it
 * @param {number | null} [main]  seconds of the main time
 * @returns {Clock}
 */
export function createClock(players, starter, seconds, main = null) {
  const clock = { players, seat: starter, seconds, spent: 0, extra: 0, since: null, turns: 0 };
  if (main === null) return clock;
  return { ...clock, seconds: seconds ?? 0, mains: Array(players).fill(1000 * main), costs: [] };
}

/** Return the milliseconds of this turn that cost nothing. @param {Clock} clock */
const getFreeTime = ({ seconds, extra }) => 1000 * (seconds ?? 0) + extra;

/**
 * Return the milliseconds that a player has left of the main time; null without one.
 * @param {Clock} clock
 * @param {number} seat
 * @param {number} now
 */
export function getMainTime(clock, seat, now) {
  const left = clock.mains?.[seat];
  if (left === undefined) return null;
  if (seat !== clock.seat) return left;
  return Math.max(0, left - Math.max(0, getTimeSpent(clock, now) - getFreeTime(clock)));
}

/**
 * Return the whole seconds of this turn that still cost nothing of the main time.
 * @param {Clock} clock
 * @param {number} now
 */
export function getDelayShown(clock, now) {
  return Math.ceil(Math.max(0, getFreeTime(clock) - getTimeSpent(clock, now)) / 1000);
}

/** Return the milliseconds spent on this turn. @param {Clock} clock @param {number} now */
export function getTimeSpent({ spent, since }, now) {
  return spent + (since === null ? 0 : Math.max(0, now - since));
}

/**
 * Return the milliseconds left of this turn, or spent if there is no limit.
 * @param {Clock} clock
 * @param {number} now
 */
export function getTimeShown(clock, now) {
  const spent = getTimeSpent(clock, now);
  if (clock.seconds === null) return spent;
  const left = Math.max(0, getFreeTime(clock) - spent);
  return left || (getMainTime(clock, clock.seat, now) ?? 0);
}

/**
 * Return the whole seconds to show: a turn of 60 begins with 60, and 0 is the end. A main time is
 * shown as it is; while the delay runs, it stands.
 * @param {Clock} clock
 * @param {number} now
 */
export function getSecondsShown(clock, now) {
  const main = getMainTime(clock, clock.seat, now);
  if (main !== null) return Math.ceil(main / 1000);
  const seconds = getTimeShown(clock, now) / 1000;
  return clock.seconds === null ? Math.floor(seconds) : Math.ceil(seconds);
}

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function startClock(clock, now) {
  return clock.since === null ? { ...clock, since: now } : clock;
}

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function pauseClock(clock, now) {
  return { ...clock, spent: getTimeSpent(clock, now), since: null };
}

/**
 * End the turn; that of the next player begins at once.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export function passTurn(clock, now) {
  const next = { ...setSeatOnTurn(clock, clock.seat + 1), since: now, turns: clock.turns + 1 };
  const left = getMainTime(clock, clock.seat, now);
  if (left === null || !clock.mains) return next;
  const cost = /** @type {number} */ (clock.mains[clock.seat]) - left;
  return {
    ...next,
    mains: clock.mains.with(clock.seat, left),
    costs: [...(clock.costs ?? []), cost],
  };
}

/**
 * Go back to the previous player, who gets a whole turn once the clock runs again, and with a main
 * time what the last turn cost.
 * @param {Clock} clock
 * @returns {Clock}
 */
export function undoTurn(clock) {
  if (!clock.turns) return clock;
  const before = { ...setSeatOnTurn(clock, clock.seat - 1), turns: clock.turns - 1 };
  const left = clock.mains?.[before.seat];
  if (left === undefined || !clock.mains) return before;
  const cost = clock.costs?.at(-1) ?? 0;
  return {
    ...before,
    mains: clock.mains.with(before.seat, left + cost),
    costs: clock.costs?.slice(0, -1) ?? [],
  };
}

/** @param {Clock} clock @param {number} seat @returns {Clock} */
function setSeatOnTurn(clock, seat) {
  return {
    ...clock,
    seat: (seat + clock.players) % clock.players,
    spent: 0,
    extra: 0,
    since: null,
  };
}

/**
 * Start or resume the clock, or end the turn if it runs.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export function startOrPassTurn(clock, now) {
  return clock.since === null ? startClock(clock, now) : passTurn(clock, now);
}

/**
 * Extend the time of this turn; after its end, from now on.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export function extendTurn(clock, now) {
  if (clock.seconds === null) return clock;
  if (clock.mains) {
    const used = Math.max(0, getTimeSpent(clock, now) - getFreeTime(clock));
    const left = Math.max(/** @type {number} */ (clock.mains[clock.seat]), used);
    return { ...clock, mains: clock.mains.with(clock.seat, left + EXTRA_MS) };
  }
  const late = Math.max(0, getTimeSpent(clock, now) - clock.seconds * 1000 - clock.extra);
  return { ...clock, extra: clock.extra + late + EXTRA_MS };
}

/** Format seconds: "1:05", or "42" below a minute. @param {number} seconds */
export function formatClockTime(seconds) {
  if (seconds < 60) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
