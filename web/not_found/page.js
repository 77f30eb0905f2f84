// An address that leads nowhere, and the moment before a room is there.

import { followLink } from "../app/router.js";
import { connection, status } from "../app/game_store.js";
import { formatRoomCode } from "../app/room_code.js";
import { t } from "../app/texts.js";
import { html } from "../shared/ui.js";

/** @param {{text: string, code?: string}} props */
export function NotFound({ text, code = "" }) {
  return html`
    <section class="card narrow">
      <h1>${t("nowhere.title")}</h1>
      <p>${t(text, { code: formatRoomCode(code) })}</p>
      <a class="primary" href="/" onClick=${followLink}>${t("action.to_home")}</a>
    </section>
  `;
}

export function ConnectingNotice() {
  if (status.value.state === "lost") {
    return html`
      <section class="card narrow stack" role="status">
        <h1>${t("connection.lost")}</h1>
        <p>${t("connection.lost_why")}</p>
        <button class="primary" onClick=${() => connection.reconnectNow()}>
          ${t("connection.retry")}
        </button>
      </section>
    `;
  }
  return html`<p class="waiting" role="status">${t("connection.connecting")}</p>`;
}

/** A page whose script did not come. */
export function LoadFailedNotice() {
  return html`
    <section class="card narrow stack" role="status">
      <h1>${t("connection.lost")}</h1>
      <p>${t("connection.lost_why")}</p>
      <button class="primary" onClick=${() => location.reload()}>${t("connection.retry")}</button>
    </section>
  `;
}
