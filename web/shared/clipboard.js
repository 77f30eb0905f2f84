// Copies a link; where there is no clipboard, it is shown instead.

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
