// What the server knows of the guest: a copy to download, and how to be forgotten.

import { addBasePath } from "../app/base_path.js";
import { forgetGuestHere, guest } from "../app/game_store.js";
import { loadItem } from "../app/storage.js";
import { t } from "../app/texts.js";
import { Dialog } from "../shared/dialog.js";
import { downloadFile } from "../shared/download.js";
import { Icon } from "../shared/icons.js";
import { showToast } from "../shared/toasts.js";
import { html, useState } from "../shared/ui.js";

const FILE_NAME = "kostka-my-data.json";

/**
 * Ask for the guest's data, or for its deletion.
 * @param {"GET" | "DELETE"} method
 * @returns {Promise<Response | null>} null if that did not work, which the player is told
 */
async function requestMyData(method) {
  try {
    const answer = await fetch(addBasePath("/api/me"), {
      method,
      headers: { authorization: `Bearer ${loadItem("token") ?? ""}` },
      cache: "no-store",
    });
    if (answer.ok) return answer;
  } catch {
    // The server is out of reach.
  }
  showToast(t("my_data.failed"), "bad");
  return null;
}

/** Buttons for a copy and for the deletion, with the id under which an operator finds the guest. */
export function MyData() {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  async function downloadMyData() {
    setBusy(true);
    const answer = await requestMyData("GET");
    const blob = await answer?.blob().catch(() => null);
    if (blob) downloadFile(FILE_NAME, blob);
    else if (answer) showToast(t("my_data.failed"), "bad");
    setBusy(false);
  }
  if (!guest.value) return null;
  return html`
    <section class="settings-data stack">
      <h2>${t("my_data.title")}</h2>
      <p>${t("my_data.lead")}</p>
      <p class="facts">${t("my_data.id")} <code>${guest.value.id}</code></p>
      <div class="field-row">
        <button class="secondary" disabled=${isBusy} onClick=${downloadMyData}>
          <${Icon} name="download" /> ${t("my_data.download")}
        </button>
        <button class="secondary" onClick=${() => setAsking(true)}>${t("my_data.delete")}</button>
      </div>
      ${isAsking && html`<${DeletionDialog} onClose=${() => setAsking(false)} />`}
    </section>
  `;
}

/** @param {{onClose: () => void}} props */
function DeletionDialog({ onClose }) {
  const [isBusy, setBusy] = useState(false);
  async function deleteMyData() {
    setBusy(true);
    if (await requestMyData("DELETE")) forgetGuestHere();
    onClose();
  }
  return html`
    <${Dialog} title=${t("my_data.delete_title")} onClose=${onClose}>
      <ul class="settings-facts">
        <li>${t("my_data.delete_name")}</li>
        <li>${t("my_data.delete_games")}</li>
        <li>${t("my_data.delete_running")}</li>
        <li>${t("my_data.delete_final")}</li>
      </ul>
      <div class="field-row">
        <button class="primary" disabled=${isBusy} onClick=${deleteMyData}>
          ${t("my_data.delete")}
        </button>
        <button class="secondary" onClick=${onClose}>${t("my_data.keep")}</button>
      </div>
    <//>
  `;
}
