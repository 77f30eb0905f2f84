// What the server says of a tournament, as types, and small questions that every page of it asks.

/** @typedef {"organiser" | "head_referee" | "referee" | "table" | "screen"} Role */
/** @typedef {"school" | "swiss"} Format */
/** @typedef {"registered" | "present" | "withdrawn" | "excluded"} Status */
/**
 * @typedef {"register" | "seat" | "lock" | "start" | "enter_results" | "settle_disputes" | "close"
 *   | "decide_titles" | "finish" | "done"} Step
 */
/** @typedef {number | string} Points  whole, or an exact fraction as "27/2" */
/**
 * @typedef {{rounds: number, games: number, minutes: number | null, avoid_repeats: boolean}}
 *   Settings
 */
/** @typedef {{id: number, name: string, group: string, status: Status}} Player */
/** @typedef {{role: Role, name: string, grant: number}} By */
/**
 * @typedef {{tiles: number, jokers: number, opened: boolean, could_have_opened: boolean, announced:
 *   boolean, left: boolean}} PaperRack
 */
/** @typedef {"went_out" | "pool_empty" | "round_time"} Ending */
/**
 * @typedef {{ending: Ending, racks: readonly (PaperRack | null)[], tie: boolean, written: readonly
 *   (Points | null)[]}} Paper
 */
/** @typedef {{seat: string, player: number, name: string, group: string}} Seat */
/**
 * @typedef {object} GameView
 * @property {number} game
 * @property {string} starter
 * @property {boolean} entered
 * @property {boolean} played
 * @property {readonly (Points | null)[]} points
 * @property {readonly (number | null)[]} big
 * @property {Paper | null} paper
 * @property {By | null} by
 * @property {number | null} entry
 * @property {number} corrections
 */
/**
 * @typedef {{number: number, seats: readonly Seat[], games: readonly GameView[], stopped_at: number
 *   | null, paused: number}} TableView
 */
/**
 * @typedef {object} RoundView
 * @property {number} number
 * @property {number} draw
 * @property {"draw" | "standings" | "pairing"} how
 * @property {"preview" | "locked" | "running" | "closed"} phase
 * @property {number} games
 * @property {number | null} started_at
 * @property {readonly TableView[]} tables
 * @property {readonly (readonly [number, number])[]} missing
 * @property {readonly (readonly string[])[]} lots
 * @property {string} words  said in the hall, for the draw
 * @property {Seat | null} bye  the player without an opponent
 */
/**
 * @typedef {{place: number | null, player: number, name: string, group: string, status: Status,
 *   games: number, big: number, points: Points, penalty_big: number, penalty_points: number, level:
 *   boolean, buchholz: number | null}} Row
 */
/**
 * @typedef {{concern: "met_before" | "same_group" | "small_again" | "no_seat" | "gone", table:
 *   number | null, players: readonly number[]}} SeatWarning
 */
/**
 * @typedef {{id: number, round: number, table: number, about: string, trouble: "dispute" |
 *   "behaviour", by: By, decision: string, decided_by: By | null}} Dispute
 */
/**
 * @typedef {{id: number, sanction: "warning" | "penalty" | "exclusion", player: number, by: By,
 *   reason: string, big: number, points: number, cancelled: string | null}} Incident
 */
/** @typedef {{title: "champion" | "vice_champion", shared: boolean, row: Row}} Titled */
/**
 * @typedef {{number: number, role: Role, name: string, table: number | null, round: number | null,
 *   old: "called_in" | "replaced" | null}} GrantView
 */
/**
 * @typedef {object} View
 * @property {string} title
 * @property {string} seed  empty while it is secret
 * @property {string} commitment  to the seed
 * @property {boolean} rehearsal
 * @property {Settings} settings
 * @property {Role | null} role
 * @property {number | null} table
 * @property {readonly RoundView[]} rounds
 * @property {readonly Row[] | null} standings
 * @property {readonly Titled[]} titles
 * @property {boolean} finished
 * @property {readonly Player[]} players
 * @property {Step | null} next_step
 * @property {readonly SeatWarning[]} warnings
 * @property {readonly RoundView[]} voided
 * @property {readonly Dispute[]} disputes
 * @property {readonly Incident[]} incidents
 * @property {readonly (readonly number[])[]} title_ties
 * @property {readonly GrantView[]} grants
 * @property {boolean} standings_shown
 * @property {Format} format
 * @property {string} edition
 */
/** @typedef {{before: Row | null, after: Row | null}} RowChange */
/**
 * @typedef {{player: number, name: string, before: string | null, after: string | null}} SeatChange
 */
/**
 * @typedef {{events: readonly any[], rows: readonly RowChange[], seats: readonly SeatChange[],
 *   frozen: number | null}} Change
 */

export const LETTERS = "ABCDE";

/** The round that is being prepared or played, or was last. @param {View} view */
export const getLastRound = (view) => view.rounds.at(-1) ?? null;

/** @param {View} view @param {number} player */
export const getPlayerName = (view, player) =>
  view.players.find(({ id }) => id === player)?.name ?? `#${player}`;

/** "I", "II", as the regulation counts rounds. @param {number} number */
export function formatRoman(number) {
  const parts = /** @type {const} */ ([
    ["X", 10],
    ["IX", 9],
    ["V", 5],
    ["IV", 4],
    ["I", 1],
  ]);
  let left = number;
  let written = "";
  for (const [sign, value] of parts) for (; left >= value; left -= value) written += sign;
  return written;
}

/**
 * The milliseconds that are left of a round, at a table or in the hall; null without a time. Below
 * 0 it is over.
 * @param {Settings} settings @param {RoundView} round @param {TableView | null} table @param
 *   {number} now the server's time
 */
export function getTimeLeft(settings, round, table, now) {
  if (settings.minutes === null || round.started_at === null) return null;
  const until = table?.stopped_at ?? now;
  return settings.minutes * 60_000 - (until - round.started_at - (table?.paused ?? 0));
}

/** "47:05"; what is over has a minus. @param {number} ms */
export function formatMinutesAndSeconds(ms) {
  const seconds = Math.ceil(Math.abs(ms) / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return ms < 0 && seconds ? `−${text}` : text;
}
