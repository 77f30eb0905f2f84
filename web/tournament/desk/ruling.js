// What a referee rules about the game of an online table while its clock stands. Everybody at the
// table sees it, with the reason.

import { Dialog } from "../../shared/dialog.js";
import { SegmentedField, SelectField } from "../../shared/fields.js";
import { Icon } from "../../shared/icons.js";
import { MAX_REASON_LENGTH } from "../../shared/score_sheet/sheet.js";
import { html, useState } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { NumberField, ProblemList, TextField, useTask } from "../fields.js";
import { requestTournamentJson, words } from "../state.js";

/** @typedef {import("../model.js").TableView} TableView */
/** @typedef {"UndoMove" | "GivePenalty" | "EndGame"} Kind */
/** @typedef {{kind: Kind, seat: string, tiles: string, reason: string}} Typed */

/** @type {readonly Kind[]} */
const KINDS = ["UndoMove", "GivePenalty", "EndGame"];
/** @type {Typed} */
const EMPTY = { kind: "UndoMove", seat: "0", tiles: "1", reason: "" };
/** As the server has it. */
const MAX_PENALTY_TILES = 20;

/** @param {{table: TableView}} props */
export function RulingButton({ table }) {
  const [isOpen, setOpen] = useState(false);
  return html`
    <button class="secondary" onClick=${() => setOpen(true)}>
      <${Icon} name="flag" /> ${words.t("ruling.open")}
    </button>
    ${isOpen && html`<${RulingDialog} table=${table} onClose=${() => setOpen(false)} />`}
  `;
}

/** @param {{table: TableView, onClose: () => void}} props */
function RulingDialog({ table, onClose }) {
  const key = `ruling.${table.number}`;
  const typed = /** @type {Typed} */ ({ ...EMPTY, ...getDraft(key, EMPTY) });
  const [doing, run, quiet] = useTask();
  const change = (/** @type {Partial<Typed>} */ changes) => (
    quiet(), saveDraft(key, { ...typed, ...changes })
  );
  /** @param {SubmitEvent} event */
  async function submitRuling(event) {
    event.preventDefault();
    const json = { ruling: buildRuling(typed), reason: typed.reason.trim() };
    const path = `/online/${table.number}/rulings`;
    if (!(await run(() => requestTournamentJson(path, { json })))) return;
    saveDraft(key, undefined);
    onClose();
  }
  return html`
    <${Dialog} title=${words.t("ruling.title", { table: table.number })} onClose=${onClose}>
      <form class="stack" onSubmit=${submitRuling}>
        <${SegmentedField}
          name="ruling"
          label=${words.t("incidents.what")}
          value=${typed.kind}
          choices=${KINDS.map((value) => ({ value, text: words.t(`ruling.${value}`) }))}
          onPick=${(/** @type {Kind} */ kind) => change({ kind })}
        />
        ${typed.kind === "EndGame" && html`<p>${words.t("ruling.end_why")}</p>`}
        ${
          typed.kind === "GivePenalty" &&
          html`
            <div class="fields">
              <${SelectField}
                label=${words.t("change.player")}
                value=${typed.seat}
                choices=${table.seats.map(({ name }, seat) => ({ value: seat, text: name }))}
                onPick=${(/** @type {string} */ seat) => change({ seat })}
              />
              <${NumberField}
                label=${words.t("ruling.tiles")}
                value=${typed.tiles}
                least=${1}
                most=${MAX_PENALTY_TILES}
                onText=${(/** @type {string} */ tiles) => change({ tiles })}
              />
            </div>
          `
        }
        <${TextField}
          label=${words.t("sure.reason")}
          hint=${words.t("ruling.seen")}
          value=${typed.reason}
          required
          maxlength=${MAX_REASON_LENGTH}
          onText=${(/** @type {string} */ reason) => change({ reason })}
        />
        <${ProblemList} of=${doing} />
        <div class="field-row">
          <button class="primary" type="submit" disabled=${doing.isBusy}>
            ${words.t(`ruling.${typed.kind}`)}
          </button>
          <button class="secondary" type="button" onClick=${onClose}>
            ${words.t("sure.leave")}
          </button>
        </div>
      </form>
    <//>
  `;
}

/** @param {Typed} typed */
function buildRuling({ kind, seat, tiles }) {
  if (kind !== "GivePenalty") return { type: kind };
  return { type: kind, seat: Number(seat), tiles: Number(tiles) };
}
