// The whole tournament as one file: a copy for the USB stick by one button.

import { Icon } from "../../shared/icons.js";
import { showToast } from "../../shared/toasts.js";
import { html } from "../../shared/ui.js";
import { Problems, useDoing } from "../fields.js";
import { copyHere, words } from "../state.js";

/** @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A title as the name of a file. @param {string} title */
export const fileName = (title) =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "kostka";

/** @param {{title: string, isLarge?: boolean}} props */
export function SaveCopy({ title, isLarge = false }) {
  const [doing, run] = useDoing();
  const name = `${fileName(title)}.jsonl`;
  function save() {
    void run(async () => {
      const picker = /** @type {any} */ (window).showSaveFilePicker;
      if (!picker) return download(name, await copyHere());
      /** @type {any} */
      let place;
      try {
        place = await picker({ suggestedName: name, id: "kostka-tournament" });
      } catch {
        return undefined; // who closes the dialog has changed their mind
      }
      const blob = await copyHere();
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
      onClick=${save}
      title=${words.t("save.why")}
    >
      <${Icon} name="download" />
      <span>${words.t("save.copy")}</span>
    </button>
    <${Problems} of=${doing} />
  `;
}
