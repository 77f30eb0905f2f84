import { view } from "../desk/state.js";
import { html } from "../ui.js";

export function TableSheetPage() {
  return html`<h1>${view.value?.title}</h1>`;
}
