// The desk in the reader's language: refusals, points, times.

import { getLanguage, describeProblem as describeGameProblem } from "../app/texts.js";
import { formatNames } from "../shared/score_sheet/texts.js";
import { words } from "./state.js";

/** @typedef {import("../app/texts.js").Problem} Problem */

/** Values that are names of something, and which texts name it. @type {Record<string, string>} */
const NAMED = { role: "role", roles: "role", status: "status" };

/**
 * A refusal, or a sentence of the history, in words; in English where there is no translation.
 * @param {Problem} problem
 */
export function describeProblem(problem) {
  const values = Object.fromEntries(
    Object.entries(problem.values ?? {}).map(([name, value]) => [
      name,
      translateValue(name, value),
    ]),
  );
  // The phone of a table is called by its number.
  if (problem.code === "result_there" && /^\d+$/.test(String(values.name)))
    values.name = words.t("sheet.table", { number: String(values.name) });
  const found = [`problem.${problem.code}`, problem.code].find(
    (key) => words.t(key, values) !== key,
  );
  return found ? words.t(found, values) : describeGameProblem(problem);
}

/** @param {string} name @param {string | number} value */
function translateValue(name, value) {
  const kind = NAMED[name];
  if (!kind) return value;
  return formatNames(
    String(value)
      .split(", ")
      .map((one) => words.t(`${kind}.${one}`)),
  );
}

/**
 * Who made an entry: the name on the link, which for tables is a number and for others often just
 * the role.
 * @param {import("./model.js").By} by
 */
export function formatAuthor({ role, name }) {
  const [, isOnline, table] = (role === "table" && /^(online )?(\d+)$/.exec(name)) || [];
  if (table) return words.t(isOnline ? "online.table" : "table.number", { table });
  return name && name !== role ? name : words.t(`role.${role}`);
}

/** When something happened: "14:05", and the day if it was another. @param {number} at */
export function formatTime(at) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    getLanguage(),
    isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" },
  ).format(at);
}
