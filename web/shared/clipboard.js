// A link for the clipboard; where there is none, it is shown.

import { toast } from "./toasts.js";
import { t } from "../app/texts.js";

/** @param {string} link */
export async function copyLink(link) {
  try {
    await navigator.clipboard.writeText(link);
    toast(t("lobby.copied"), "good");
  } catch {
    toast(link);
  }
}
