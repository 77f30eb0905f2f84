// The levels of bots, and what each is called.

import { t } from "../app/texts.js";

/** The word game has three, named like those of the number game that are as strong. */
const NAMES = { numbers: [1, 2, 3, 4, 5, 6], word: [1, 3, 6] };

/** @typedef {keyof typeof NAMES} GameKind */

/** The room's word for its game. @param {string} kind @returns {GameKind} */
export const parseGameKind = (kind) => (kind === "word" ? "word" : "numbers");

/** @param {GameKind} [kind] */
export const listBotLevels = (kind = "numbers") => NAMES[kind].map((_, at) => at + 1);

/** @param {number} level @param {GameKind} [kind] */
export const getBotLevelName = (level, kind = "numbers") => t(`level.${NAMES[kind][level - 1]}`);
