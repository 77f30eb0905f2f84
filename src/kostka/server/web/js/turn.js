// The player's turn in a game on the server: its draft, and the commands that end it.

import { Refused } from "./connection.js";
import { createDraft, namedSets } from "./draft.js";
import { apply, begin, isChanged, placed, renew } from "./layout.js";
import { keep, recall } from "./memory.js";
import { ask, connection, faces, game, isMyTurn, onBack, onGame, onOwnDraft, othersDraft, seat, view } from "./session.js";
import { play } from "./sounds.js";
import { complain, whisper } from "./toasts.js";
import { t } from "./texts.js";
import { computed, signal } from "./ui.js";

/** @template T @typedef {import("./ui.js").Signal<T>} Signal */

/** Tiles that a hint points to, and how much was told; grade 0: there is no move. @type {Signal<{tiles: readonly number[], grade: number, turn: number} | null>} */
export const hint = signal(null);
/** A command is on its way. */
export const busy = signal(false);

/** @param {number} tile */
export const faceOf = (tile) => faces.value[tile] ?? "J";

export const draft = createDraft({
  faceOf,
  canLay: computed(() => isMyTurn.value && !view.value.turn_open),
  mayThink: computed(() => seat.value !== null && view.value !== null && !view.value.result),
  table: computed(() => view.value?.table ?? []),
  others: othersDraft,
  isOpening: computed(() => !view.value?.seats[view.value.turn]?.opened),
  drawn: computed(() => view.value?.drawn ?? null),
  hinted: computed(() => hint.value?.tiles ?? []),
  jokers: computed(() => game.value?.jokers ?? {}),
  whyWait: () => t(view.value?.turn_open && isMyTurn.value ? "problem.drawn_tile" : "turn.wait"),
  judge,
  rackMoved: ({ rack }) => game.value && keep("rack", JSON.stringify({ game: game.value.game, rack })),
});
export const { layout, judged, canLay, placing, obstacles, freeJokers, gesture } = draft;

onGame((news, before) => {
  const at = news.view;
  const newGame = before?.game !== news.game;
  if (newGame || at.turns !== before?.view.turns) {
    draft.forgetJudgement();
    hint.value = null;
  }
  const rack = seat.value === null ? null : at.seats[seat.value]?.rack;
  if (!rack) {
    layout.value = null;
    return;
  }
  const turn = { rack, sets: namedSets(at.table), locked: !at.seats[/** @type {number} */ (seat.value)].opened };
  const old = newGame ? null : layout.value;
  // What was not finished in the own turn is undone; what was thought out in the turns of others stays.
  const isOver = before?.view.turn === seat.value && before?.view.turns !== at.turns;
  const plan = old && isOver ? apply(old, { type: "reset" }).layout : old;
  layout.value = plan ? renew(plan, turn) : begin({ ...turn, before: rememberedRack(news.game) });
  if (!old && before === null && news.draft && isMyTurn.value) draft.lay(news.draft);
  else if (old && news.draft && canLay.value && !placed(layout.value).length) draft.lay(news.draft);
  else if (canLay.value && isChanged(layout.value)) void draft.ask();
  if (!isChanged(layout.value)) draft.isAside.value = false;
});

onGame((news, before) => {
  const { result, turns } = news.view;
  if (before?.game !== news.game || (turns === before.view.turns && !result)) return;
  const placed = news.events.some((/** @type {any} */ event) => event.type === "Placed" && event.seat !== seat.value);
  if (result) play(seat.value !== null && result.sheet.lines[seat.value]?.why === "won" ? "win" : "end");
  else if (isMyTurn.value) play("turn");
  else if (placed) play("tile");
});

onOwnDraft(draft.lay);
onBack(() => {
  if (placing.value.length) void draft.ask();
});

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

/** Show the draft to the others and hear what is wrong with it. @param {import("./draft.js").Table} table */
async function judge(table) {
  try {
    const answer = await connection.ask("Draft", { turn: view.value.turns, table });
    const isNow = answer.type === "DraftJudged" && answer.turn === view.value?.turns;
    return isNow ? /** @type {any} */ (answer) : null;
  } catch (error) {
    // A turn that ended meanwhile needs no draft; a lost line sends it again when it is back.
    if (error instanceof Refused && error.code !== "late") complain(error);
    return null;
  }
}

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
  if (answer.table) draft.lay(answer.table);
}

/** Find tiles of the rack by their faces. @param {readonly string[]} names @param {readonly number[]} rack */
function tilesOf(names, rack) {
  const left = [...rack];
  return names.flatMap((name) => {
    const at = left.findIndex((tile) => faceOf(tile) === name);
    return at < 0 ? [] : left.splice(at, 1);
  });
}
