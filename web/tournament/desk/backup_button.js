// The whole tournament as one file: a copy for the USB stick by one button.

import { downloadFile } from "../../shared/download.js";
import { Icon } from "../../shared/icons.js";
import { showToast } from "../../shared/toasts.js";
import { html } from "../../shared/ui.js";
import { ProblemList, useTask } from "../fields.js";
import { requestBackup, words } from "../state.js";

/** A title as the name of a file. @param {string} title */
export const makeFileName = (title) =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "kostka";

/** @param {{title: string, isLarge?: boolean}} props */
export function BackupButton({ title, isLarge = false }) {
  const [doing, run] = useTask();
  const name = `${makeFileName(title)}.jsonl`;
  function saveBackup() {
    void run(async () => {
      const picker = /** @type {any} */ (window).showSaveFilePicker;
      if (!picker) return downloadFile(name, await requestBackup());
      /** @type {any} */
      let place;
      try {
        place = await picker({ suggestedName: name, id: "kostka-tournament" });
      } catch {
        return undefined; // who closes the dialog has changed their mind
      }
      const blob = await requestBackup();
      const file = await place.createWritable();
      await file.write(blob);
      await file.close();
      showToast(words.t("save.done", { name: place.name }), "good");
      return undefined;
    });
  }
  return html`
    <button
      class=${isLarge ? "secondary large" : "secondary desk-save"}
      disabled=${doing.isBusy}
      onClick=${saveBackup}
      title=${words.t("save.why")}
    >
      <${Icon} name="download" />
      <span>${words.t("save.copy")}</span>
    </button>
    <${ProblemList} of=${doing} />
  `;
}
