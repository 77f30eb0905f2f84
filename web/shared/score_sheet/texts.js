// The texts of the score sheet.

import { getLanguage, createPageTexts } from "../../app/texts.js";

export const words = createPageTexts("shared/score_sheet");

/** Format a list of names: "Ala, Ola and Jan". @param {readonly string[]} names */
export const formatNames = (names) =>
  new Intl.ListFormat(getLanguage(), { type: "conjunction" }).format(names);
