// Hints: asked for, shown and read out. They are loaded with the table, unlike the turn itself.

import { getGameView, sendRequest, view } from "../app/game_store.js";
import { t } from "../app/texts.js";
import { makeLetterFace } from "../board/letter_tiles.js";
import { screenReaderText } from "../shared/toasts.js";
import { getFace, hint, layDraft, layout } from "./turn.js";

/** Ask for a hint; each further one in a turn tells more. */
export async function requestHint() {
  const turn = getGameView().turns;
  const known = hint.value?.turn === turn ? hint.value : null;
  const grade = Math.min(3, (known?.grade ?? 0) + 1);
  const answer = await sendRequest("AskHint", { turn, grade });
  if (answer?.type !== "Hint" && answer?.type !== "WordHint") return;
  if (!layout.value || view.value?.turns !== turn) return;
  const isWord = answer.type === "WordHint";
  const names = (answer.tiles ?? []).map((name) => (isWord ? makeLetterFace(name) : name));
  const tiles = findTilesByFace(names, [...layout.value.own]);
  const points = isWord ? (answer.points ?? 0) : 0;
  const shownGrade = answer.possible ? grade : 0;
  hint.value = { tiles, grade: shownGrade, turn, points };
  screenReaderText.value = t(`${isWord ? "word_hint" : "hint"}.${shownGrade}`, { count: points });
  if (answer.table) layDraft(answer.table, null, isWord ? (answer.letters ?? {}) : {});
}

/**
 * Find tiles of the rack by their faces.
 * @param {readonly string[]} names
 * @param {readonly number[]} rack
 */
function findTilesByFace(names, rack) {
  const left = [...rack];
  return names.flatMap((name) => {
    const at = left.findIndex((tile) => getFace(tile) === name);
    return at < 0 ? [] : left.splice(at, 1);
  });
}
