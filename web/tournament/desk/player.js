// One player: another name, a late seat, gone home, back again.

import { Dialog } from "../../shared/dialog.js";
import { html, useState } from "../../shared/ui.js";
import { draft, keepDraft } from "../drafts.js";
import { Problems, TextField, useDoing } from "../fields.js";
import { lastRound } from "../model.js";
import { send, words } from "../state.js";
import { Sure } from "./confirm.js";

/**
 * @param {{view: import("../model.js").View, player: import("../model.js").Player, onClose: () =>
 *   void}} props
 */
export function PlayerDialog({ view, player, onClose }) {
  const key = `rename.${player.id}`;
  const { name, group } = draft(key, { name: player.name, group: player.group });
  const [isLeaving, setLeaving] = useState(false);
  const [doing, run] = useDoing();
  const round = lastRound(view);
  const isSeating = round !== null && (round.phase === "preview" || round.phase === "locked");
  const hasSeat =
    round?.tables.some(({ seats }) => seats.some((seat) => seat.player === player.id)) ?? false;
  /** @param {import("../state.js").Command} command */
  async function enter(command) {
    if (!(await run(() => send(command)))) return;
    keepDraft(key, undefined);
    onClose();
  }
  if (isLeaving) {
    const command = { type: "Withdraw", player: player.id };
    return html`
      <${Sure}
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
          void enter({
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
            onText=${(/** @type {string} */ typed) => keepDraft(key, { name: typed, group })}
          />
          <${TextField}
            label=${words.t("players.group")}
            value=${group}
            onText=${(/** @type {string} */ typed) => keepDraft(key, { name, group: typed })}
          />
        </div>
        <${Problems} of=${doing} />
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
            <button class="primary" onClick=${() => enter({ type: "SeatLate", player: player.id })}>
              ${words.t("players.seat_late")}
            </button>
          `
        }
        ${
          (player.status === "registered" || player.status === "withdrawn") &&
          html`
            <button
              class="primary"
              onClick=${() => enter({ type: "CheckIn", players: [player.id] })}
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
