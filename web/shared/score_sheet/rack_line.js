// A player's line on the score sheet: what is left on the rack, the opening, and the points.

import { t } from "../../app/texts.js";
import { SelectField, SegmentedField } from "../fields.js";
import { html } from "../ui.js";
import { countJokersInBox } from "./judge.js";
import { formatPoints } from "./points.js";
import { countRackPoints, encodePoints } from "./scoring.js";
import { buildScoringRack } from "./sheet.js";
import { PointsField, SumField, SumKeypad } from "./sum_fields.js";
import { words } from "./texts.js";

/** @typedef {import("./edition_data.js").Edition} Edition */
/** @typedef {import("./scoring.js").Opened} Opened */
/** @typedef {import("./scoring.js").ScoreLine} ScoreLine */
/** @typedef {import("./score_sheet.js").Entry} Entry */
/** @typedef {import("./score_sheet.js").Player} Player */
/** @typedef {import("./sheet.js").Line} Line */

/**
 * @typedef {object} LineProps
 * @property {Player} player
 * @property {Line} line
 * @property {ScoreLine | null} score  as soon as it can be computed
 * @property {boolean} [asksWritten]
 * @property {(changes: Partial<Line>) => void} onChange
 */
/**
 * @typedef {object} RackProps
 * @property {string} group
 * @property {Entry} entry
 * @property {Edition} edition
 * @property {boolean} asksOpening
 * @property {boolean} isWrong  the problem of the sheet is here
 * @property {boolean} isOpen  it is the one that is filled in now
 * @property {boolean} isLast  no other line is blank
 * @property {boolean} takesFocus
 * @property {readonly string[]} otherTiles  on the other racks
 * @property {Function} [TileRackInput]
 * @property {() => void} onOpen
 * @property {() => void} onNext
 */

/** @param {LineProps & RackProps} props */
export function RackLineInput(props) {
  const { player, line, entry, isOpen, isWrong } = props;
  if (entry === "keypad" && !isOpen) return html`<${ClosedRackLine} ...${props} />`;
  return html`
    <section
      class=${`score-line is-${entry} ${isWrong ? "is-wrong" : ""}`}
      aria-label=${words.t("sheet.rack_of", { name: player.name })}
    >
      <${ScoreLineHead} ...${props} />
      ${entry === "keypad" && html`<${SumKeypad} ...${props} />`}
      ${entry === "tiles" && html`<${RackEntryPicker} ...${props} />`}
      ${entry !== "keypad" && line.by === "sum" && html`<${SumField} ...${props} />`}
      ${line.by === "tiles" && html`<${props.TileRackInput} ...${props} />`}
      ${line.by === "sum" && html`<${JokerPicker} ...${props} />`}
      ${props.asksOpening && html`<${OpeningPicker} ...${props} />`}
      ${props.asksWritten && html`<${PointsField} ...${props} />`}
    </section>
  `;
}

/** The line of the player who went out. @param {LineProps} props */
export function WinnerLine(props) {
  return html`
    <div class="score-line is-winner">
      <${ScoreLineHead} ...${props} />
      ${!props.score && html`<span class="score-why">${words.t("paper.went_out")}</span>`}
      ${props.asksWritten && html`<${PointsField} ...${props} />`}
    </div>
  `;
}

/**
 * A line that is not open: what it says; a tap opens it.
 * @param {LineProps & RackProps} props
 */
function ClosedRackLine(props) {
  return html`
    <button
      type="button"
      class=${`score-line is-closed ${props.isWrong ? "is-wrong" : ""}`}
      onClick=${props.onOpen}
    >
      <${ScoreLineHead} ...${props} />
      <span class="score-summary">${describeRackLine(props)}</span>
    </button>
  `;
}

/** @param {LineProps & RackProps} props */
function describeRackLine({ line, asksOpening }) {
  const parts = [
    line.sum ?? words.t("sheet.untyped"),
    line.jokers > 0 && words.t("sheet.with_jokers", { count: line.jokers }),
    asksOpening && line.opened !== "opened" && words.t(`opened.${line.opened}`),
  ];
  return parts.filter((part) => part !== false).join(" · ");
}

/**
 * The player, the points and the reason for them.
 * @param {LineProps & Partial<RackProps>} props
 */
function ScoreLineHead({ player, line, score, edition }) {
  const count = edition ? countRackPoints(edition, buildScoringRack(line)) : 0;
  return html`
    <span class="score-head">
      ${player.letter && html`<b class="score-letter">${player.letter}</b>`}
      <span class="score-name">
        <b>${player.name}</b>
        ${player.note && html`<small>${player.note}</small>`}
      </span>
      ${score && html`<b class="score-points">${formatPoints(encodePoints(score.sixtieths))}</b>`}
    </span>
    ${
      score
        ? html`
          <small class="score-why">
            ${t(`why.${score.why}`, { count: score.count, tiles: score.tiles })}
          </small>
        `
        : line.by === "tiles" &&
          count > 0 &&
          html`<small class="score-why">${words.t("timer.counts", { number: count })}</small>`
    }
  `;
}

/**
 * Whether a rack is entered as tiles or as a sum. Which openings can be chosen depends on it.
 * @param {LineProps & RackProps} props
 */
function RackEntryPicker({ group, line, onChange, onOpen }) {
  /** @param {"tiles" | "sum"} by */
  function pick(by) {
    const unavailable = by === "tiles" ? "could_open" : "no_turn";
    onChange({ by, opened: line.opened === unavailable ? "unopened" : line.opened });
    onOpen();
  }
  return html`
    <${SegmentedField}
      name=${`by-${group}`}
      label=${words.t("timer.by")}
      value=${line.by}
      choices=${["tiles", "sum"].map((value) => ({ value, text: words.t(`timer.by_${value}`) }))}
      onPick=${pick}
    />
  `;
}

/** @param {LineProps & RackProps} props */
function JokerPicker({ group, line, edition, onChange }) {
  return html`
    <${SegmentedField}
      name=${`jokers-${group}`}
      label=${words.t("sheet.jokers", { points: edition.joker_penalty })}
      value=${line.jokers}
      choices=${Array.from({ length: countJokersInBox(edition) + 1 }, (_, count) => ({
        value: count,
        text: String(count),
      }))}
      onPick=${(/** @type {number} */ jokers) => onChange({ jokers, sum: line.sum ?? 0 })}
    />
  `;
}

/** @param {LineProps & RackProps} props */
function OpeningPicker({ group, entry, line, onChange }) {
  const values = ["opened", "unopened", line.by === "sum" ? "could_open" : "no_turn", "announced"];
  const choices = values.map((value) => ({ value, text: words.t(`opened.${value}`) }));
  const onPick = (/** @type {Line["opened"]} */ opened) => onChange({ opened });
  const label = words.t("sheet.opening");
  return entry === "keypad"
    ? html`
      <${SegmentedField}
        name=${`opening-${group}`}
        label=${label}
        value=${line.opened}
        choices=${choices}
        onPick=${onPick}
      />
    `
    : html`
      <${SelectField} label=${label} value=${line.opened} choices=${choices} onPick=${onPick} />
    `;
}
