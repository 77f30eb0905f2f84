// The score sheet of one game: how it ended, what is left on each rack, and the points. The
// tournament's desk, the phone of a table and the timer all use it; they differ in its props.

import { SelectField, SegmentedField } from "../fields.js";
import { html, useState } from "../ui.js";
import { needsOpeningEntry, dropFalseTie, judgeSheet, listWinners } from "./judge.js";
import { RackLineInput, WinnerLine } from "./rack_line.js";
import {
  hasRack,
  isLineBlank,
  listRackSeats,
  MAX_REASON_LENGTH,
  updateLine,
  updatePresence,
  updateSheet,
} from "./sheet.js";
import { formatNames, words } from "./texts.js";

/** @typedef {import("../../app/game_types.js").FieldEvent} FieldEvent */
/** @typedef {import("./edition_data.js").Edition} Edition */
/** @typedef {import("./judge.js").Problem} Problem */
/** @typedef {import("./judge.js").Verdict} Verdict */
/** @typedef {import("./sheet.js").Line} Line */
/** @typedef {import("./sheet.js").Presence} Presence */
/** @typedef {import("./sheet.js").Sheet} Sheet */

/** @typedef {{name: string, letter?: string, note?: string}} Player */
/**
 * How racks are entered: all sums in fields, one at a time by large keys, or tile by tile.
 * @typedef {"fields" | "keypad" | "tiles"} Entry
 */
/**
 * @typedef {object} ScoreSheetProps
 * @property {string} group  distinguishes its radio buttons from those of other sheets
 * @property {Entry} entry
 * @property {Edition} edition
 * @property {readonly Player[]} players  by seat
 * @property {Sheet} sheet
 * @property {boolean} [isTimed]  a game can end with the time of the round
 * @property {boolean} [isTournament]  players may leave, games may not be played, ties are ticked
 * @property {boolean} [needsReason]  it is a correction
 * @property {boolean} [asksWritten]  the points on paper are typed too
 * @property {string} [note]  shown below complete scores
 * @property {Function} [TileRackInput]  the component for racks entered as tiles, if possible
 * @property {(sheet: Sheet) => void} onChange
 */

/** @param {ScoreSheetProps} props */
export function ScoreSheetForm(props) {
  const { group, entry, edition, players, sheet, note, onChange } = props;
  const { isTournament = false, needsReason = false } = props;
  const verdict = judgeSheet(edition, sheet, { needsReason, confirmsTie: isTournament });
  const winners = listWinners(verdict.scores);
  const change = (/** @type {Sheet} */ next) => onChange(dropFalseTie(edition, next));
  return html`
    <div class=${`score-sheet is-${entry}`}>
      <${EndingPicker} ...${props} onChange=${change} />
      <${RackLineInputs} ...${props} verdict=${verdict} onChange=${change} />
      ${
        isTournament &&
        winners.length > 1 &&
        html`
          <label class="score-tie">
            <input
              type="checkbox"
              checked=${sheet.tie}
              onChange=${(/** @type {FieldEvent} */ event) =>
                onChange(updateSheet(sheet, { tie: event.currentTarget.checked }))}
            />
            <span>${words.t("sheet.tie", { names: listPlayerNames(players, winners) })}</span>
          </label>
        `
      }
      ${note && verdict.scores.length > 0 && html`<p class="score-note">${note}</p>`}
      ${
        (needsReason || sheet.end === "not_played") &&
        html`
          <label class="field">
            <span>${words.t(`paper.why_${needsReason ? "corrected" : "not_played"}`)}</span>
            <input
              value=${sheet.reason}
              autocomplete="off"
              maxlength=${MAX_REASON_LENGTH}
              onInput=${(/** @type {FieldEvent} */ event) =>
                onChange(updateSheet(sheet, { reason: event.currentTarget.value }))}
            />
          </label>
        `
      }
      ${
        isTournament &&
        sheet.end !== "not_played" &&
        html`
          <${PresenceFields} group=${group} players=${players} sheet=${sheet} onChange=${change} />
        `
      }
      <p class="score-problem" role="status">
        ${verdict.problem ? describeProblem(verdict.problem, players) : ""}
      </p>
    </div>
  `;
}

/** @param {readonly Player[]} players @param {readonly number[]} seats */
const listPlayerNames = (players, seats) =>
  formatNames(seats.map((seat) => players[seat]?.name ?? ""));

/** @param {Problem} problem @param {readonly Player[]} players */
function describeProblem({ code, seats, most = 0 }, players) {
  return words.t(`wrong.${code}`, { names: listPlayerNames(players, seats), most });
}

/** @param {ScoreSheetProps} props */
function EndingPicker({ group, players, sheet, isTimed, isTournament, onChange }) {
  const seats = players
    .map(({ name, letter }, value) => ({ value, text: letter ? `${letter} · ${name}` : name }))
    .filter(({ value }) => sheet.lines[value]?.presence === "here");
  const endings = [
    "pool_empty",
    ...(isTimed ? ["round_time"] : []),
    ...(isTournament ? ["not_played"] : []),
  ];
  return html`
    <div class="score-ends">
      <${SegmentedField}
        name=${`end-${group}`}
        label=${words.t("sheet.who")}
        value=${sheet.end ?? undefined}
        choices=${[
          ...seats,
          ...endings.map((value) => ({ value, text: words.t(`paper.${value}`) })),
        ]}
        onPick=${(/** @type {import("./sheet.js").Ending} */ end) =>
          onChange(updateSheet(sheet, { end }))}
      />
    </div>
  `;
}

/**
 * A line for each player in the game. Where racks need room, one is open at a time.
 * @param {ScoreSheetProps & {verdict: Verdict}} props
 */
function RackLineInputs(props) {
  const { group, entry, edition, players, sheet, asksWritten, verdict, onChange } = props;
  const { scores, problem } = verdict;
  const seats = listRackSeats(sheet);
  const isSeatBlank = (/** @type {number} */ seat) => isLineBlank(sheet.lines[seat]);
  // The first blank one is open by itself, and stays open while it is filled in.
  const [chosen, setChosen] = useState(-1);
  const [isMoved, setMoved] = useState(false);
  const open = seats.includes(chosen) ? chosen : isMoved ? -1 : (seats.find(isSeatBlank) ?? -1);
  if (!seats.length) return null;
  /** @param {number} seat */
  function openSeat(seat) {
    setChosen(seat);
    setMoved(true);
  }
  /** @param {number} seat */
  const findNextBlank = (seat) =>
    seats.find((other) => other > seat && isSeatBlank(other)) ??
    seats.find((other) => other !== seat && isSeatBlank(other)) ??
    -1;
  return html`
    <h3>${words.t("sheet.racks")}</h3>
    <div class="score-lines">
      ${players.map((player, seat) => {
        const common = {
          key: seat,
          player,
          score: scores[seat] ?? null,
          line: sheet.lines[seat],
          asksWritten,
          onChange(/** @type {Partial<Line>} */ changes) {
            if (!isMoved) setChosen(seat);
            onChange(updateLine(sheet, seat, changes));
          },
        };
        if (seat === sheet.end) return html`<${WinnerLine} ...${common} />`;
        if (!hasRack(sheet, seat)) return null;
        const next = findNextBlank(seat);
        return html`
          <${RackLineInput}
            ...${common}
            group=${`${group}-${seat}`}
            entry=${entry}
            TileRackInput=${props.TileRackInput}
            edition=${edition}
            asksOpening=${needsOpeningEntry(edition, sheet)}
            isWrong=${problem?.code !== "missing" && problem?.seats.includes(seat)}
            isOpen=${seat === open}
            isLast=${next < 0}
            takesFocus=${isMoved}
            otherTiles=${listTilesOnOtherRacks(sheet, seat)}
            onOpen=${() => openSeat(seat)}
            onNext=${() => openSeat(next)}
          />
        `;
      })}
    </div>
  `;
}

/**
 * List the tiles on the other racks.
 * @param {Sheet} sheet
 * @param {number} seat
 */
function listTilesOnOtherRacks(sheet, seat) {
  return listRackSeats(sheet)
    .filter((other) => other !== seat && sheet.lines[other]?.by === "tiles")
    .flatMap((other) => sheet.lines[other]?.tiles ?? []);
}

/**
 * Who left or did not play: rarely needed, so it is folded.
 * @param {Pick<ScoreSheetProps, "group" | "players" | "sheet" | "onChange">} props
 */
function PresenceFields({ group, players, sheet, onChange }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || sheet.lines.some(({ presence }) => presence !== "here");
  return html`
    <details
      class="score-presence"
      open=${isOpen}
      onToggle=${(/** @type {Event & {currentTarget: HTMLDetailsElement}} */ event) =>
        setUnfolded(event.currentTarget.open)}
    >
      <summary>${words.t("sheet.leaving")}</summary>
      ${
        isOpen &&
        html`<div class="fields">
        ${players.map(
          ({ name }, seat) => html`
            <${SelectField}
              key=${`${group}-${seat}`}
              label=${name}
              value=${sheet.lines[seat]?.presence}
              choices=${["here", "left", "absent"].map((value) => ({
                value,
                text: words.t(`paper.${value}`),
              }))}
              onPick=${(/** @type {Line["presence"]} */ presence) =>
                onChange(updatePresence(sheet, seat, presence))}
            />
          `,
        )}
      </div>`
      }
    </details>
  `;
}
