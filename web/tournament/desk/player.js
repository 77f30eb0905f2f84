// One player: another name, a late seat, gone home, back again.

import { Dialog } from "../../shared/dialog.js";
import { html, useState } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { ProblemList, TextField, useTask } from "../fields.js";
import { getLastRound } from "../model.js";
import { sendCommand, words } from "../state.js";
import { ConfirmDialog } from "./confirm.js";

/**
 * @param {{view: import("../model.js").View, player: import("../model.js").Player, onClose: () =>
 *   void}} props
 */
export function PlayerDialog({ view, player, onClose }) {
  const key = `rename.${player.id}`;
  const { name, group } = getDraft(key, { name: player.name, group: player.group });
  const [isLeaving, setLeaving] = useState(false);
  const [doing, run] = useTask();
  const round = getLastRound(view);
  const isSeating = round !== null && (round.phase === "preview" || round.phase === "locked");
  const hasSeat =
    round?.tables.some(({ seats }) => seats.some((seat) => seat.player === player.id)) ?? false;
  /** @param {import("../state.js").Command} command */
  async function submitCommand(command) {
    if (!(await run(() => sendCommand(command)))) return;
    saveDraft(key, undefined);
    onClose();
  }
  if (isLeaving) {
    const command = { type: "Withdraw", player: player.id };
    return html`
      <${ConfirmDialog}
        title=${words.t("players.withdraw")}
        text=${words.t("players.withdraw_why", { name: player.name })}
        command=${command}
        isFree
        onClose=${onClose}
      />
    `;
  }
  return html`
    <${Dialog} title=${player.name} onClose=${onClose}>
      <form
        class="stack"
        onSubmit=${(/** @type {SubmitEvent} */ event) => (
          event.preventDefault(),
          void submitCommand({
            type: "RenamePlayer",
            player: player.id,
            name: name.trim(),
            group: group.trim(),
          })
        )}
      >
        <div class="field-row">
          <${TextField}
            label=${words.t("players.name")}
            value=${name}
            required
            onText=${(/** @type {string} */ typed) => saveDraft(key, { name: typed, group })}
          />
          <${TextField}
            label=${words.t("players.group")}
            value=${group}
            onText=${(/** @type {string} */ typed) => saveDraft(key, { name, group: typed })}
          />
        </div>
        <${ProblemList} of=${doing} />
        <button
          class="secondary"
          type="submit"
          disabled=${doing.isBusy || (name === player.name && group === player.group)}
        >
          ${words.t("players.rename")}
        </button>
      </form>
      <div class="menu">
        ${
          player.status === "present" &&
          isSeating &&
          !hasSeat &&
          html`
            <button
              class="primary"
              onClick=${() => submitCommand({ type: "SeatLate", player: player.id })}
            >
              ${words.t("players.seat_late")}
            </button>
          `
        }
        ${
          (player.status === "registered" || player.status === "withdrawn") &&
          html`
            <button
              class="primary"
              onClick=${() => submitCommand({ type: "CheckIn", players: [player.id] })}
            >
              ${words.t(player.status === "withdrawn" ? "players.back" : "players.here")}
            </button>
          `
        }
        ${
          (player.status === "present" || player.status === "registered") &&
          html`
            <button class="secondary" onClick=${() => setLeaving(true)}>
              ${words.t("players.withdraw")}
            </button>
          `
        }
      </div>
    <//>
  `;
}
