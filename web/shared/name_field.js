// The guest's name, which others see.

import { guest, renameGuest } from "../app/game_store.js";
import { showToast } from "./toasts.js";
import { t } from "../app/texts.js";
import { html } from "./ui.js";

export function NameField() {
  /** @param {SubmitEvent} event */
  async function save(event) {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("name");
    if (await renameGuest(/** @type {HTMLInputElement} */ (field).value))
      showToast(t("name.saved"), "good");
  }
  return html`
    <form class="field-row" onSubmit=${save}>
      <label class="field">
        <span>${t("name.label")}</span>
        <input
          name="name"
          maxlength="24"
          autocomplete="nickname"
          value=${guest.value?.name ?? ""}
        />
      </label>
      <button class="secondary" type="submit">${t("action.save")}</button>
    </form>
  `;
}
