// The score sheet of one game, shaped like the paper: how it ended, and a line for every seat.
// Entered, or corrected with a reason.

import { draft, keepDraft } from "../drafts.js";
import {
  changed,
  emptySheet,
  hasRack,
  missing,
  paperOf,
  sheetOf,
  withLine,
} from "../score_sheet.js";
import { newStamp, outbox, refusedLater, sendSurely, view, words } from "../state.js";
import { byName, listed, problemText } from "../text.js";
import { saveItem, loadItem } from "../../app/storage.js";
import { html, useEffect, useState } from "../../shared/ui.js";
import { Problems, TextField, Tick, useDoing } from "../fields.js";
import { PaperLine } from "./score_sheet_line.js";
import { ChangeList, usePreview } from "./preview.js";
import { LONGEST_REASON } from "./confirm.js";
import { SegmentedField } from "../../shared/fields.js";

/** @typedef {import("../model.js").RoundView} RoundView */
/** @typedef {import("../model.js").TableView} TableView */
/** @typedef {import("../model.js").GameView} GameView */
/** @typedef {import("../score_sheet.js").Typed} Typed */

/**
 * Where what is typed for a game is kept.
 * @param {RoundView} round
 * @param {TableView} table
 * @param {GameView} game
 */
export const paperKey = (round, table, game) =>
  `paper.${round.number}.${round.draw}.${table.number}.${game.game}`;

/**
 * What is typed for a game, or what an empty sheet or the entered result says.
 * @param {string} key
 * @param {TableView} table
 * @param {GameView} game
 * @returns {Typed}
 */
function typedOf(key, table, game) {
  const players = view.value?.players ?? [];
  const isGone = (/** @type {number} */ player) =>
    players.some(
      ({ id, status }) => id === player && (status === "withdrawn" || status === "excluded"),
    );
  const usual = game.entered
    ? sheetOf(game.paper, table.seats.length)
    : emptySheet(table.seats.map(({ player }) => isGone(player)));
  const kept = draft(key, usual);
  return kept.lines.length === table.seats.length ? kept : usual;
}

/**
 * @param {object} props
 * @param {RoundView} props.round
 * @param {TableView} props.table
 * @param {GameView} props.game
 * @param {() => void} [props.onDone]  it is saved, or waits to be sent
 */
export function PaperSheet({ round, table, game, onDone }) {
  const key = paperKey(round, table, game);
  const typed = typedOf(key, table, game);
  const [doing, run, quiet] = useDoing();
  const [isChecking, setChecking] = useState(loadItem("tournament.written") === "yes");
  const isWaiting = outbox.value.some(({ stamp }) => stamp === typed.stamp);
  const refused = (typed.stamp && refusedLater.value[typed.stamp]) || [];
  const isSent = game.entered && typed.stamp !== undefined && !isWaiting && !refused.length;
  useEffect(() => {
    if (isSent) keepDraft(key, undefined); // it waited, and has arrived
  }, [isSent]);

  const lacking = missing(typed);
  const isPlayed = typed.end !== "not_played";
  const command = {
    type: game.entered ? "CorrectResult" : "EnterResult",
    round: round.number,
    draw: round.draw,
    table: table.number,
    game: game.game,
    paper: paperOf(typed),
  };
  const isSame =
    game.entered &&
    JSON.stringify(paperOf(typed)) ===
      JSON.stringify(game.paper ? paperOf(sheetOf(game.paper, table.seats.length)) : null);
  // A reason is wanted for it, but not to see what would come of it.
  const seen = usePreview(
    lacking || isSame ? null : { ...command, stamp: "preview", reason: typed.reason.trim() || "…" },
  );
  const event = seen.change?.events.find(
    (/** @type {any} */ one) => one.type === "ResultEntered" || one.type === "ResultCorrected",
  );
  const points = isSame
    ? game.points
    : (event?.lines ?? []).map((/** @type {any} */ line) => line?.points ?? null);
  const change = (/** @type {Typed} */ next) => {
    quiet();
    keepDraft(key, next);
  };
  const needsReason = game.entered || !isPlayed;

  /** @param {SubmitEvent} submitted */
  function save(submitted) {
    submitted.preventDefault();
    const stamp = typed.stamp ?? newStamp();
    keepDraft(key, { ...typed, stamp });
    void run(async () => {
      const how = await sendSurely({
        ...command,
        stamp,
        reason: needsReason ? typed.reason.trim() : "",
      });
      if (how === "saved") keepDraft(key, undefined);
      onDone?.();
    });
  }
  const endings = [
    ...table.seats.map(({ seat, name }, value) => ({ value, text: `${seat.slice(-1)} ${name}` })),
    { value: "pool_empty", text: words.t("paper.pool_empty") },
    ...(view.value?.settings.minutes
      ? [{ value: "round_time", text: words.t("paper.round_time") }]
      : []),
    { value: "not_played", text: words.t("paper.not_played") },
  ];
  return html`
    <form class="desk-paper stack" onSubmit=${save}>
      ${
        game.entered &&
        html`
          <p>
            ${words.t("paper.entered_by", { name: game.by ? byName(game.by) : "" })}${" "}
            ${game.corrections > 0 ? words.t("paper.corrections", { count: game.corrections }) : ""}
          </p>
        `
      }
      <${SegmentedField}
        name=${`end-${key}`}
        label=${words.t("paper.end")}
        value=${typed.end ?? undefined}
        choices=${endings}
        onPick=${(/** @type {Typed["end"]} */ end) => change(changed(typed, { end }))}
      />
      ${
        typed.end !== null &&
        isPlayed &&
        html`
          <div class="desk-paper-lines">
            ${table.seats.map(
              (seat, at) => html`
              <${PaperLine}
                key=${at}
                seat=${seat}
                isStarter=${seat.seat.endsWith(game.starter)}
                line=${typed.lines[at]}
                isOut=${at === typed.end}
                hasRack=${hasRack(typed, at)}
                points=${points[at] ?? null}
                isChecking=${isChecking}
                onChange=${(/** @type {any} */ changes) => change(withLine(typed, at, changes))}
              />
            `,
            )}
          </div>
          ${
            typeof typed.end !== "number" &&
            html`
              <${Tick}
                label=${words.t("paper.tie")}
                isOn=${typed.tie}
                onTick=${(/** @type {boolean} */ tie) => change(changed(typed, { tie }))}
              />
            `
          }
          <${Tick} label=${words.t("paper.check_written")} isOn=${isChecking} onTick=${check} />
        `
      }
      ${
        needsReason &&
        html`
          <${TextField}
            label=${words.t(isPlayed ? "paper.why_corrected" : "paper.why_not_played")}
            value=${typed.reason}
            maxlength=${LONGEST_REASON}
            required
            onText=${(/** @type {string} */ reason) => change(changed(typed, { reason }))}
          />
        `
      }
      ${game.entered && seen.change && html`<${ChangeList} change=${seen.change} />`}
      <p class="desk-paper-hint" role="status">
        ${isWaiting ? words.t("paper.waiting") : hint(lacking, table, isSame)}
      </p>
      ${
        doing.problems.length === 0 &&
        [...refused, ...seen.problems].map(
          (problem) => html`
          <p class="desk-problem">${problemText(problem)}</p>
        `,
        )
      }
      <${Problems} of=${doing} />
      <button
        class="primary large"
        type="submit"
        disabled=${Boolean(lacking) || isSame || isWaiting || doing.isBusy}
      >
        ${words.t(game.entered ? "paper.correct" : "paper.save")}
      </button>
    </form>
  `;

  /** @param {boolean} isOn */
  function check(isOn) {
    saveItem("tournament.written", isOn ? "yes" : null);
    setChecking(isOn);
    if (!isOn)
      change(changed(typed, { lines: typed.lines.map((line) => ({ ...line, written: "" })) }));
  }
}

/**
 * What is still to be done.
 * @param {ReturnType<typeof missing>} lacking
 * @param {TableView} table
 * @param {boolean} isSame
 */
function hint(lacking, table, isSame) {
  if (isSame) return words.t("paper.same");
  if (!lacking) return "";
  if (lacking.what === "end") return words.t("paper.say_end");
  return words.t(`paper.missing_${lacking.what}`, {
    names: listed(lacking.seats.map((seat) => table.seats[seat]?.name ?? "")),
  });
}
