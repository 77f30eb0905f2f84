// The parts of the desk, who has which, and the one next step. Pure: the page draws what this says.

import { getLastRound } from "../model.js";

/** @typedef {import("../model.js").View} View */
/** @typedef {import("../model.js").Role} Role */
/**
 * @typedef {"players" | "seats" | "results" | "standings" | "referee" | "titles" | "history" |
 *   "papers"} Section
 */

/** @type {readonly Section[]} */
const ALL = ["players", "seats", "results", "standings", "referee", "titles", "history", "papers"];

/** @param {Role | null} role @returns {readonly Section[]} */
export const listSections = (role) =>
  role === "organiser" ? ALL : ALL.filter((section) => section !== "players");

/**
 * Who gives which commands; the server has the last word.
 * @type {Record<string, readonly (Role | null)[]>}
 */
const ALLOWED_ROLES = {
  organise: ["organiser"],
  void: ["organiser", "head_referee"],
  enter: ["organiser", "head_referee", "referee"],
  judge: ["head_referee", "referee"],
  exclude: ["head_referee"],
};

/** @param {Role | null} role @param {keyof typeof ALLOWED_ROLES} what */
export const isRoleAllowed = (role, what) => ALLOWED_ROLES[what]?.includes(role) ?? false;

/**
 * @typedef {object} Next
 * @property {import("../model.js").Step} step
 * @property {Section} section  where it is done, or looked at before
 * @property {{type: string} | null} command  what the button does; null: it leads to the section
 * @property {Section} after  where it goes on
 * @property {Readonly<Record<string, number>>} values  for the sentence
 * @property {readonly [number, number] | null} sheet table and game of the first result that is
 *   missing
 */

/**
 * The one next step. `shown`: the section that is open.
 * @param {View} view
 * @param {Section} shown
 * @returns {Next}
 */
export function findNextStep(view, shown) {
  const step = view.next_step ?? "done";
  const last = getLastRound(view);
  const present = view.players.filter(({ status }) => status === "present").length;
  const listed = view.players.filter(({ status }) => status === "registered").length;
  const missing = last?.missing ?? [];
  const round = step === "seat" ? view.rounds.length + 1 : (last?.number ?? 1);
  const values = {
    round,
    rounds: view.settings.rounds,
    count: step === "enter_results" ? missing.length : present,
    listed,
  };
  const place = PLACES[step];
  const isOpen = !place.isLookedAt || shown === place.section;
  const command =
    place.command && isRoleAllowed(view.role, "organise") && isOpen
      ? { type: place.command }
      : null;
  const [sheet = null] = step === "enter_results" ? missing : [];
  return {
    step,
    section: place.section,
    command,
    after: place.after ?? place.section,
    values,
    sheet,
  };
}

/**
 * Where a step is done. What is looked at first has its button there alone.
 * @type {Record<import("../model.js").Step, {section: Section, command?: string, after?: Section,
 *   isLookedAt?: boolean}>}
 */
const PLACES = {
  register: { section: "players" },
  seat: { section: "seats", command: "SeatRound" },
  lock: { section: "seats", command: "LockSeats", isLookedAt: true },
  start: { section: "seats", command: "StartRound", after: "results" },
  enter_results: { section: "results" },
  settle_disputes: { section: "referee" },
  close: { section: "results", command: "CloseRound", after: "standings", isLookedAt: true },
  decide_titles: { section: "titles" },
  finish: { section: "standings", command: "Finish", after: "titles", isLookedAt: true },
  done: { section: "papers" },
};
