// A link for the clipboard; where there is none, it is shown.

import { showToast } from "./toasts.js";
import { t } from "../app/texts.js";

/** @param {string} link */
export async function copyLink(link) {
  try {
    await navigator.clipboard.writeText(link);
    showToast(t("lobby.copied"), "good");
  } catch {
    showToast(link);
  }
}
