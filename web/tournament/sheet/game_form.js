// The score sheet of one game, shaped like the paper: how it ended, what is left on each rack, and
// what comes of it.

import { askedSeats, asksForOpening, jokersOf, judge, withoutFalseTie } from "./judge.js";
import { LETTERS } from "../model.js";
import { changed, withLine } from "../score_sheet.js";
import { words } from "../state.js";
import { listed } from "../text.js";
import { html, useState } from "../../shared/ui.js";
import { TextField, Tick } from "../fields.js";
import { ClosedRack, Head, OpenRack } from "./rack.js";
import { SelectField, SegmentedField } from "../../shared/fields.js";

/** @typedef {import("../score_sheet.js").Typed} Typed */
/** @typedef {import("../score_sheet.js").Line} Line */
/** @typedef {import("./judge.js").Problem} Problem */

/**
 * @typedef {object} FormProps
 * @property {string} group  told apart from other sheets on the page
 * @property {readonly string[]} names  by seat
 * @property {Typed} typed
 * @property {boolean} isTimed  rounds have a time
 * @property {boolean} isFix  a correction needs a reason
 * @property {(typed: Typed) => void} onChange
 */

/** @param {FormProps} props */
export function GameForm({ group, names, typed, isTimed, isFix, onChange }) {
  const { scores, problem } = judge(typed, isFix);
  const isTie = scores.filter((score) => score?.big).length > 1;
  const change = (/** @type {Typed} */ next) => onChange(withoutFalseTie(next));
  return html`
    <div class="sheet-ends">
      <${SegmentedField}
        name=${`end-${group}`}
        label=${words.t("sheet.who")}
        value=${typed.end ?? undefined}
        choices=${[
          ...names
            .map((name, value) => ({ value, text: `${LETTERS[value]} · ${name}` }))
            .filter(({ value }) => typed.lines[value]?.presence === "here"),
          { value: "pool_empty", text: words.t("paper.pool_empty") },
          ...(isTimed ? [{ value: "round_time", text: words.t("paper.round_time") }] : []),
          { value: "not_played", text: words.t("paper.not_played") },
        ]}
        onPick=${(/** @type {Typed["end"]} */ end) => change(changed(typed, { end }))}
      />
    </div>
    <${Racks}
      group=${group}
      names=${names}
      typed=${typed}
      scores=${scores}
      problem=${problem}
      onChange=${change}
    />
    ${
      typeof typed.end === "number" &&
      scores.length > 0 &&
      html`
        <div class="sheet-rack is-winner">
          <${Head}
            letter=${LETTERS[typed.end]}
            name=${names[typed.end]}
            score=${scores[typed.end]}
          />
        </div>
      `
    }
    ${
      isTie &&
      html`<${Tick}
      label=${words.t("sheet.tie", { names: listed(names.filter((_, seat) => scores[seat]?.big)) })}
      isOn=${typed.tie}
      onTick=${(/** @type {boolean} */ tie) => onChange(changed(typed, { tie }))}
    />`
    }
    ${scores.length > 0 && html`<p class="sheet-zero">${words.t("sheet.zero")}</p>`}
    ${
      (isFix || typed.end === "not_played") &&
      html`<${TextField}
      label=${words.t(isFix ? "paper.why_corrected" : "paper.why_not_played")}
      value=${typed.reason}
      maxlength="200"
      onText=${(/** @type {string} */ reason) => onChange(changed(typed, { reason }))}
    />`
    }
    <${Leaving} group=${group} names=${names} typed=${typed} onChange=${change} />
    <p class="sheet-problem" role="status">${problem ? wrongText(problem, names) : ""}</p>
  `;
}

/** @param {Problem} problem @param {readonly string[]} names */
function wrongText({ code, seats, most = 0 }, names) {
  return words.t(`wrong.${code}`, { names: listed(seats.map((seat) => names[seat] ?? "")), most });
}

/**
 * One line is typed at a time, so that its keys are large.
 * @param {Omit<FormProps, "isTimed" | "isFix"> & {scores: readonly any[], problem: Problem | null}}
 *   props
 */
function Racks({ group, names, typed, scores, problem, onChange }) {
  const asked = askedSeats(typed);
  const isUntyped = (/** @type {number} */ seat) => !typed.lines[seat]?.tiles;
  // The first is open by itself, and keeps its place while it is typed.
  const [chosen, setChosen] = useState(-1);
  const [isMoved, setMoved] = useState(false);
  const open = asked.includes(chosen) ? chosen : isMoved ? -1 : (asked.find(isUntyped) ?? -1);
  if (!asked.length) return null;
  /** @param {number} seat */
  function go(seat) {
    setChosen(seat);
    setMoved(true);
  }
  return html`
    <h3>${words.t("sheet.racks")}</h3>
    <div class="sheet-racks">
      ${asked.map((seat, at) => {
        const props = {
          key: seat,
          letter: LETTERS[seat],
          name: names[seat],
          line: typed.lines[seat],
          score: scores[seat] ?? null,
          jokers: jokersOf(names.length),
          asksOpening: asksForOpening(typed),
          isWrong: problem?.code !== "missing" && problem?.seats.includes(seat),
          onChange(/** @type {Partial<Line>} */ changes) {
            if (!isMoved) setChosen(seat);
            onChange(withLine(typed, seat, changes));
          },
        };
        if (seat !== open) return html`<${ClosedRack} ...${props} onOpen=${() => go(seat)} />`;
        const next =
          asked.slice(at + 1).find(isUntyped) ??
          asked.find((other) => other !== seat && isUntyped(other)) ??
          -1;
        return html`
        <${OpenRack}
          ...${props}
          group=${`${group}-${seat}`}
          isLast=${next < 0}
          takesFocus=${isMoved}
          onNext=${() => go(next)}
        />
      `;
      })}
    </div>
  `;
}

/**
 * Seldom needed, so that it is folded.
 * @param {Pick<FormProps, "group" | "names" | "typed" | "onChange">} props
 */
function Leaving({ group, names, typed, onChange }) {
  if (typed.end === "not_played") return null;
  const isOpen = typed.lines.some(({ presence }) => presence !== "here");
  /** Who has left did not go out. @param {number} seat @param {Line["presence"]} presence */
  function leave(seat, presence) {
    const left = withLine(typed, seat, { presence });
    onChange(presence !== "here" && typed.end === seat ? changed(left, { end: null }) : left);
  }
  return html`
    <details class="sheet-leaving" open=${isOpen}>
      <summary>${words.t("sheet.leaving")}</summary>
      <div class="fields">
        ${names.map(
          (name, seat) => html`
            <${SelectField}
              key=${`${group}-${seat}`}
              label=${name}
              value=${typed.lines[seat]?.presence}
              choices=${["here", "left", "absent"].map((value) => ({
                value,
                text: words.t(`paper.${value}`),
              }))}
              onPick=${(/** @type {any} */ presence) => leave(seat, presence)}
            />
          `,
        )}
      </div>
    </details>
  `;
}
