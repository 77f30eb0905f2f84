// The knobs of an edition, for a table with rules of its own. What can be turned, and how far, says
// the server.

import { t } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { SelectField } from "../shared/fields.js";

/**
 * @typedef {{field: string, kind: "number" | "choice" | "switch", low: number | null, high: number
 *   | null, choices: readonly string[], optional: boolean}} Knob
 */
/** @typedef {number | string | boolean | null} RuleValue */
/** @typedef {Readonly<Record<string, RuleValue>>} Rules */

/**
 * The numbers to choose from; that of the edition comes to them. What is not here or below is for
 * real tables.
 * @type {Record<string, readonly number[]>}
 */
const NUMBER_CHOICES = {
  opening_threshold: [0, 20, 25, 30, 40, 50],
  failed_move_penalty: [0, 1, 2, 3, 5],
  joker_penalty: [0, 10, 20, 25, 30, 50, 100],
  not_opened: [50, 100, 150],
  could_have_opened: [50, 100, 200, 300],
  announcement_seconds: [3, 5, 10],
  stack_height: [5, 6, 7, 8],
  stacks_each: [1, 2, 3],
  first_word: [3, 4, 5, 6, 7, 8],
  refill_to: [5, 6, 7, 8, 10],
  penalty: [0, 1, 2, 3],
};
const CHOICES = [
  "lexicon",
  "judging",
  "invalid_move",
  "time_out",
  "idle_time_out",
  "announced_opening",
  "pool_end",
  "tie",
  "first_starter",
  "match_counts",
];
const SWITCHES = [
  "vulgar",
  "three_doubles_redeal",
  "joker_only_sets",
  "single_tile_mirrors",
  "adjacent_colour_changes",
];
/** The order of the form. */
const SHOWN = [
  ...Object.keys(NUMBER_CHOICES).slice(0, 2),
  ...CHOICES.slice(0, 5),
  ...SWITCHES,
  ...Object.keys(NUMBER_CHOICES).slice(2),
  ...CHOICES.slice(5),
];
/** These two are numbers together, or not counted together. */
const TOGETHER = ["not_opened", "could_have_opened"];

/**
 * @param {{knobs: readonly Knob[], book: Rules, changes: Rules, onChange: (changes: Rules) => void,
 *   open?: boolean}} props
 */
export function HouseRulesForm({ knobs, book, changes, onChange, open = false }) {
  /** @param {string} field @param {RuleValue} value */
  function turn(field, value) {
    const next = { ...changes, [field]: value };
    const other = TOGETHER.includes(field) ? TOGETHER.find((one) => one !== field) : undefined;
    if (other && (value === null) !== ((next[other] ?? book[other]) === null))
      next[other] = value === null ? null : (book[other] ?? value);
    onChange(Object.fromEntries(Object.entries(next).filter(([name, now]) => now !== book[name])));
  }
  const count = Object.keys(changes).length;
  const now = { ...book, ...changes };
  const found = SHOWN.filter((field) => isRelevant(field, now)).flatMap((field) =>
    knobs.filter((knob) => knob.field === field),
  );
  return html`
    <details class="fold" open=${open}>
      <summary>
        ${t("house.title")}
        ${count > 0 ? ` · ${t("house.changed", { count })}` : ""}
      </summary>
      <div class="fields">
        ${found.map(
          (knob) => html`
            <${HouseRuleField}
              key=${knob.field}
              knob=${knob}
              book=${book[knob.field]}
              value=${knob.field in changes ? changes[knob.field] : book[knob.field]}
              turn=${turn}
            />
          `,
        )}
      </div>
    </details>
  `;
}

/** Openings are announced only where it costs something not to have opened (N-41). */
const OF_ANNOUNCEMENTS = ["announced_opening", "announcement_seconds"];

/** @param {string} field @param {Rules} rules */
function isRelevant(field, rules) {
  if (!(field in rules)) return false;
  return !OF_ANNOUNCEMENTS.includes(field) || rules.not_opened !== null;
}

/**
 * @param {{knob: Knob, book: RuleValue, value: RuleValue,
 *   turn: (field: string, value: RuleValue) => void}} props
 */
function HouseRuleField({ knob, book, value, turn }) {
  const values = listHouseRuleValues(knob, book);
  const choices = values.map((one) => ({
    value: JSON.stringify(one),
    text: formatHouseRuleValue(knob, one),
  }));
  const looks = [knob.kind === "choice" && "is-wide", value !== book && "is-changed"]
    .filter(Boolean)
    .join(" ");
  return html`
    <div class=${looks}>
      <${SelectField}
        label=${t(`house.${knob.field}`)}
        value=${JSON.stringify(value)}
        choices=${choices}
        onPick=${(/** @type {string} */ picked) => turn(knob.field, JSON.parse(picked))}
      />
    </div>
  `;
}

/** @param {Knob} knob @param {RuleValue} book @returns {RuleValue[]} */
function listHouseRuleValues(knob, book) {
  if (knob.kind === "switch") return [true, false];
  if (knob.kind === "choice") return [...knob.choices];
  const numbers = [
    ...(NUMBER_CHOICES[knob.field] ?? []),
    ...(typeof book === "number" ? [book] : []),
  ];
  const allowed = numbers.filter((one) => one >= (knob.low ?? 0) && one <= (knob.high ?? Infinity));
  const sorted = [...new Set(allowed)].sort((a, b) => a - b);
  return knob.optional ? [null, ...sorted] : sorted;
}

/** @param {Knob} knob @param {RuleValue} value */
function formatHouseRuleValue({ kind, field }, value) {
  if (kind === "choice") return t(`house.${field}.${value}`);
  if (kind === "switch") return t(value ? "house.yes" : "house.no");
  return value === null || (value === 0 && field === "opening_threshold")
    ? t("house.none")
    : String(value);
}
