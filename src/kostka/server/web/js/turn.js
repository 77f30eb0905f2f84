// The player's own tiles and the draft of their turn: gestures change the layout, the server judges it.

import { Refused } from "./connection.js";
import { apply, begin, placed, renew } from "./layout.js";
import { keep, recall } from "./memory.js";
import { eyesFor, placesFor } from "./order.js";
import { ask, connection, faces, game, isMyTurn, onBack, onGame, onOwnDraft, seat, view } from "./session.js";
import { complain, toast, whisper } from "./toasts.js";
import { t } from "./texts.js";
import { computed, signal } from "./ui.js";

/** @template T @typedef {import("./ui.js").Signal<T>} Signal */

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Gesture} Gesture */
/** @typedef {import("./layout.js").TableSet} TableSet */
/** @typedef {import("./texts.js").Problem} Problem */
/** @typedef {{valid: boolean, kind: string | null, value: number, problem: Problem | null}} SetJudged */

/** @type {Signal<Layout | null>} */
export const layout = signal(null);
/** What the server said of the draft, and of which one. @type {Signal<{key: string, value: number, problems: readonly Problem[]} | null>} */
export const judged = signal(null);
/** What the server said of single sets in this turn, by their tiles. @type {Signal<ReadonlyMap<string, SetJudged>>} */
export const judgedSets = signal(new Map());
/** Tiles that a hint points to, and how much was told; grade 0: there is no move. @type {Signal<{tiles: readonly number[], grade: number, turn: number} | null>} */
export const hint = signal(null);
/** A command is on its way. */
export const busy = signal(false);

/** Whether tiles may be put on the table now. */
export const canLay = computed(() => isMyTurn.value && !view.value.turn_open);
export const placing = computed(() => (layout.value && canLay.value ? placed(layout.value) : []));

/** @param {number} tile */
export const faceOf = (tile) => faces.value[tile] ?? "J";
let eyesNow = eyesFor(faceOf);

/** @param {readonly number[]} tiles */
export const keyOf = (tiles) => tiles.join(" ");
/** @param {readonly TableSet[]} sets */
const keyOfTable = (sets) => sets.map((set) => keyOf(set.tiles)).join("/");

/**
 * Give sets of tiles names that stay while they do.
 * @param {readonly (readonly number[])[]} table
 * @param {readonly TableSet[]} [known]
 * @returns {TableSet[]}
 */
export function namedSets(table, known = []) {
  return table.map((tiles) => {
    const same = known.find((set) => keyOf(set.tiles) === keyOf(tiles));
    return same ?? { id: `${known.length ? "d" : "t"}${Math.min(...tiles)}`, tiles };
  });
}

onGame((news, before) => {
  const at = news.view;
  if (news.faces) eyesNow = eyesFor((tile) => news.faces[tile] ?? "J");
  const newGame = before?.game !== news.game;
  if (newGame || at.turns !== before?.view.turns) {
    judged.value = null;
    judgedSets.value = new Map();
    hint.value = null;
  }
  const rack = seat.value === null ? null : at.seats[seat.value]?.rack;
  if (!rack) {
    layout.value = null;
    return;
  }
  const turn = { rack, sets: namedSets(at.table), locked: !at.seats[/** @type {number} */ (seat.value)].opened };
  const old = newGame ? null : layout.value;
  layout.value = old ? renew(old, turn) : begin({ ...turn, before: rememberedRack(news.game) });
  if (!old && before === null && news.draft && isMyTurn.value) takeDraft(news.draft);
  else if (old && news.draft && canLay.value && !placed(layout.value).length) takeDraft(news.draft);
  if (!canLay.value && placed(layout.value).length) settle({ type: "reset" });
});

onOwnDraft(takeDraft);
onBack(() => {
  if (placing.value.length) void sendDraft();
});

/** Lay the table as a draft says. @param {readonly (readonly number[])[]} table */
function takeDraft(table) {
  if (!layout.value) return;
  const used = new Set(table.flat());
  const { start, rack, own } = layout.value;
  const home = [...rack, ...[...own].filter((tile) => !rack.includes(tile))];
  const sets = namedSets(table, start.sets);
  settle({ type: "arrange", rack: home.filter((tile) => !used.has(tile)), sets });
  void sendDraft();
}

/** Do a gesture without telling anybody. @param {Gesture} gesture */
function settle(gesture) {
  if (!layout.value) return null;
  const { layout: next, refused } = apply(layout.value, gesture, eyesNow);
  layout.value = next;
  return refused;
}

/**
 * Do what the player's hands did.
 * @param {Gesture} gesture
 * @returns {boolean} whether anything changed
 */
export function gesture(gesture) {
  const before = layout.value;
  if (!before) return false;
  const isOnRack = gesture.type === "move" && gesture.to.place === "rack";
  if (!canLay.value && !isOnRack && !["tap", "select", "sort"].includes(gesture.type)) {
    toast(t(view.value?.turn_open && isMyTurn.value ? "problem.drawn_tile" : "turn.wait"));
    return false;
  }
  const refused = settle(gesture);
  if (refused) {
    if (refused !== "nothing_changes") toast(t(`refused.${refused}`));
    return false;
  }
  const after = /** @type {Layout} */ (layout.value);
  if (after.rack !== before.rack && game.value) keep("rack", JSON.stringify({ game: game.value.game, rack: after.rack }));
  if (canLay.value && keyOfTable(after.sets) !== keyOfTable(before.sets)) void sendDraft();
  return true;
}

/** Double tap: to the only place where the tile fits, or home. @param {number} tile */
export function send(tile) {
  if (!layout.value) return;
  gesture({ type: "send", tile, places: placesFor(layout.value, tile, faceOf) });
}

/** @param {string} name @returns {number[]} */
function rememberedRack(name) {
  try {
    const kept = JSON.parse(recall("rack") ?? "{}");
    return kept.game === name && Array.isArray(kept.rack) ? kept.rack : [];
  } catch {
    return [];
  }
}

// --- the server's word ---------------------------------------------------------------------------

let sending = false;
let again = false;

/** Show the draft to the others and hear what is wrong with it; one at a time, the latest last. */
async function sendDraft() {
  again = true;
  if (sending) return;
  sending = true;
  try {
    while (again && canLay.value && layout.value) {
      again = false;
      const { sets } = layout.value;
      const turn = view.value.turns;
      const answer = await connection.ask("Draft", { turn, table: sets.map((set) => set.tiles) });
      if (answer.type === "DraftJudged" && answer.turn === view.value?.turns) takeJudgement(sets, answer);
    }
  } catch (error) {
    // A turn that ended meanwhile needs no draft; a lost line sends it again when it is back.
    if (error instanceof Refused && error.code !== "late") complain(error);
  } finally {
    sending = false;
  }
}

/** @param {readonly TableSet[]} sets @param {any} answer */
function takeJudgement(sets, answer) {
  const found = new Map(judgedSets.value);
  sets.forEach((set, index) => found.set(keyOf(set.tiles), answer.sets[index]));
  judgedSets.value = found;
  judged.value = { key: keyOfTable(sets), value: answer.value, problems: answer.problems };
}

/** What stands in the way of finishing, if the server has seen this very draft. */
export const obstacles = computed(() => {
  if (!layout.value || judged.value?.key !== keyOfTable(layout.value.sets)) return null;
  return judged.value.problems;
});

/** @param {string} type @param {object} [fields] */
export async function command(type, fields = {}) {
  if (busy.value || !view.value) return;
  busy.value = true;
  await ask("Do", { turn: view.value.turns, command: { type, seat: seat.value, ...fields } });
  busy.value = false;
}

export async function finish() {
  if (layout.value) await command("Place", { table: layout.value.sets.map((set) => set.tiles) });
}

export async function draw() {
  const { stacks, middle, header } = view.value;
  const choose = header.edition.drawing === "chosen_stack" && !stacks[middle];
  await command("Draw", choose ? { stack: stacks.findIndex((/** @type {number} */ tiles) => tiles > 0) } : {});
}

/** Ask for a hint; each time in a turn it tells more. */
export async function askHint() {
  const turn = view.value?.turns;
  const known = hint.value?.turn === turn ? hint.value : null;
  const grade = Math.min(3, (known?.grade ?? 0) + 1);
  const answer = await ask("AskHint", { turn, grade });
  if (answer?.type !== "Hint" || !layout.value) return;
  const tiles = tilesOf(answer.tiles ?? [], [...layout.value.own]);
  hint.value = { tiles, grade: answer.possible ? grade : 0, turn };
  whisper.value = t(`hint.${hint.value.grade}`);
  if (answer.table) takeDraft(answer.table);
}

/** Find tiles of the rack by their faces. @param {readonly string[]} names @param {readonly number[]} rack */
function tilesOf(names, rack) {
  const left = [...rack];
  return names.flatMap((name) => {
    const at = left.findIndex((tile) => faceOf(tile) === name);
    return at < 0 ? [] : left.splice(at, 1);
  });
}
