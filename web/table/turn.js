// The player's turn in a game on the server: its draft, and the commands that end it.

import { ConnectionLost, Refused } from "../app/connection.js";
import { Draft, assignSetIds } from "../board/draft.js";
import {
  applyGesture,
  createLayout,
  isTableChanged,
  listPlacedTiles,
  updateLayout,
} from "../board/layout.js";
import { LETTER_TILES } from "../board/letter_tiles.js";
import { saveItem, loadItem } from "../app/storage.js";
import { NUMBER_TILES } from "../board/number_tiles.js";
import {
  connection,
  faces,
  game,
  getNumberView,
  getGameView,
  isMyTurn,
  isTurnOpenAfterDraw,
  isWordGame,
  addReconnectListener,
  addGameNewsListener,
  addOwnDraftListener,
  othersDraft,
  othersLetters,
  seat,
  view,
} from "../app/game_store.js";
import { playSound } from "../shared/sounds.js";
import { dismissToast, showError, showToast } from "../shared/toasts.js";
import { t } from "../app/texts.js";
import { computed, effect, signal } from "../shared/ui.js";
import { hasWon } from "./winner.js";
import { convertLettersToFaces, adaptWordJudgement } from "./word/news.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @typedef {import("../app/protocol.js").Do["command"]} NumberCommand */
/** @typedef {import("../app/protocol.js").WordDo["command"]} WordCommand */
/** @typedef {NumberCommand | WordCommand} Command */
/** @typedef {import("../app/game_types.js").GameView} GameView */
/** @typedef {import("../app/game_types.js").JokerLetters} JokerLetters */
/** @typedef {import("../board/draft.js").Judgement} Judgement */
/** @typedef {import("../board/draft.js").Table} Table */

/**
 * The tiles of a hint and its grade; grade 0: there is no move.
 * @type {Signal<{tiles: readonly number[], grade: number, turn: number, points?: number} | null>}
 */
export const hint = signal(null);
/** Whether a command waits for its answer. */
export const isSending = signal(false);

/** @param {number} tile */
export const getFace = (tile) => faces.value[tile] ?? "J";

/**
 * In the word game: the letters that the player has given to jokers, by tile.
 * @type {Signal<JokerLetters>}
 */
export const jokerLetters = signal({});
/**
 * The verdict on a draft of the word game, apart from its problems. Words that lay on the table
 * when the turn began are `relaid`: they never count (W-6).
 * @typedef {{doubled: boolean, made: readonly string[], relaid: readonly string[]}} WordVerdict
 */
/** @type {Signal<WordVerdict>} */
export const wordVerdict = signal({ doubled: false, made: [], relaid: [] });

/** @type {Draft} */
export const draft = new Draft({
  faceOf: getFace,
  kind: computed(() => (isWordGame.value ? LETTER_TILES : NUMBER_TILES)),
  canLay: computed(() => isMyTurn.value && !isTurnOpenAfterDraw(view.value)),
  mayThink: computed(() => seat.value !== null && view.value !== null && !view.value.result),
  table: computed(() => view.value?.table ?? []),
  others: othersDraft,
  isOpening: computed(() => isWordGame.value || !hasPlayerOnTurnOpened(view.value)),
  drawn: computed(() => (view.value && "drawn" in view.value ? view.value.drawn : null)),
  hinted: computed(() => hint.value?.tiles ?? []),
  jokers: computed(() => ({
    ...game.value?.jokers,
    ...convertLettersToFaces(isOwnTableShown() ? usedLetters.value : othersLetters.value),
  })),
  whyWait: () =>
    t(isTurnOpenAfterDraw(view.value) && isMyTurn.value ? "problem.drawn_tile" : "turn.wait"),
  judge: requestDraftJudgement,
  rackMoved: ({ rack }) =>
    game.value && saveItem("rack", JSON.stringify({ game: game.value.game, rack })),
});
export const { layout, judged, canLay, placing, obstacles, freeJokers } = draft;

/** @param {GameView | null} now */
function hasPlayerOnTurnOpened(now) {
  return now !== null && now.turn !== null && now.seats[now.turn]?.opened;
}

/**
 * Whether a joker may be given a letter: an own one, or one that was taken, which lies with own
 * letters alone (W-11).
 * @param {number} tile
 */
export function canSetJokerLetter(tile) {
  const { own = new Set(), sets = [] } = layout.value ?? {};
  const word = sets.find((set) => set.tiles.includes(tile));
  return own.has(tile) || (word?.tiles.every((other) => other === tile || own.has(other)) ?? false);
}

/** The letters that hold: a joker that is back in its old word stands for what it stood for. */
const usedLetters = computed(() =>
  Object.fromEntries(
    Object.entries(jokerLetters.value).filter(([tile]) => canSetJokerLetter(Number(tile))),
  ),
);

/** Whether the table shown is the player's own draft or plan. */
const isOwnTableShown = () =>
  draft.canLay.value || (draft.isThinking.value && !draft.isAside.value);

/** Jokers that lie in the draft and stand for nothing yet: each is asked for its letter (W-10). */
export const unnamedJokers = computed(() => {
  if (!isWordGame.value || !layout.value || !isOwnTableShown()) return [];
  const jokers = draft.jokers?.value ?? {};
  return layout.value.sets.flatMap((set) =>
    set.tiles.filter((tile) => LETTER_TILES.isJoker(getFace(tile)) && !jokers[tile]),
  );
});

// A joker that goes home to the rack stands for nothing any more: laid again, it is asked again.
effect(() => {
  const rack = layout.value?.rack ?? [];
  const held = Object.entries(jokerLetters.peek()).filter(([tile]) => !rack.includes(Number(tile)));
  if (held.length < Object.keys(jokerLetters.peek()).length)
    jokerLetters.value = Object.fromEntries(held);
});

/** Let a joker stand for a letter. @param {number} tile @param {string} letter */
export function setJokerLetter(tile, letter) {
  jokerLetters.value = { ...jokerLetters.value, [tile]: letter };
  draft.forgetJudgement(tile);
  if (canLay.value) void draft.requestJudgement();
}

addGameNewsListener((news, before) => {
  const at = news.view;
  const newGame = before?.game !== news.game;
  if (newGame || at.turns !== before?.view.turns) {
    draft.forgetJudgement();
    hint.value = null;
  }
  const player = seat.value === null ? undefined : at.seats[seat.value];
  const rack = player?.rack;
  // A joker on the table stands for what the table says.
  jokerLetters.value = Object.fromEntries(
    Object.entries(jokerLetters.value).filter(([tile]) => !newGame && rack?.includes(Number(tile))),
  );
  if (!rack) {
    layout.value = null;
    return;
  }
  const turn = {
    rack,
    sets: assignSetIds(at.table),
    locked: !player?.opened,
  };
  const old = newGame ? null : layout.value;
  // What was not finished in the own turn is undone; what was thought out in the turns of others
  // stays.
  const isDone = before?.view.turns !== at.turns || isTurnOpenAfterDraw(at);
  const isOver = before?.view.turn === seat.value && isDone;
  const plan = old && isOver ? applyGesture(old, { type: "reset" }).layout : old;
  layout.value = plan
    ? updateLayout(plan, turn)
    : createLayout({ ...turn, before: loadRackOrder(news.game) });
  if (!old && before === null && news.draft && isMyTurn.value)
    layDraft(news.draft, null, news.letters ?? {});
  else if (old && news.draft && canLay.value && !listPlacedTiles(layout.value).length)
    layDraft(news.draft, null, news.letters ?? {});
  else if (canLay.value && isTableChanged(layout.value)) void draft.requestJudgement();
  if (!isTableChanged(layout.value)) draft.isAside.value = false;
});

addGameNewsListener((news, before) => {
  const { result, turns } = news.view;
  if (before?.game !== news.game || (turns === before.view.turns && !result)) return;
  const hasOtherPlaced = news.events.some(
    (event) => event.type === "Placed" && event.seat !== seat.value,
  );
  const ownLine = seat.value === null ? undefined : result?.sheet.lines[seat.value];
  if (result) playSound(ownLine && hasWon(ownLine) ? "win" : "end");
  else if (isMyTurn.value) playSound("turn");
  else if (hasOtherPlaced) playSound("tile");
});

/**
 * Lay a draft that was made before, or elsewhere.
 * @type {import("../app/game_store.js").DraftListener}
 */
export function layDraft(table, judged, given = {}) {
  jokerLetters.value = { ...jokerLetters.value, ...given };
  draft.layTable(table, judged);
}

addOwnDraftListener(layDraft);
addReconnectListener(() => {
  if (placing.value.length) void draft.requestJudgement();
});

/** @param {string} name @returns {number[]} */
function loadRackOrder(name) {
  try {
    const kept = JSON.parse(loadItem("rack") ?? "{}");
    return kept.game === name && Array.isArray(kept.rack) ? kept.rack : [];
  } catch {
    return [];
  }
}

// --- requests ------------------------------------------------------------------------------------

/**
 * Show the draft to the others and have the server judge it.
 * @param {Table} table
 * @returns {Promise<Judgement | null>}
 */
async function requestDraftJudgement(table) {
  try {
    if (isWordGame.value) return await requestWordDraftJudgement(table);
    const answer = await connection.request("Draft", { turn: getGameView().turns, table });
    return answer.type === "DraftJudged" && answer.turn === view.value?.turns ? answer : null;
  } catch (error) {
    // A turn that has ended needs no draft; after a lost connection it is sent again.
    if (error instanceof Refused && error.code !== "late") showError(error);
    return null;
  }
}

/** @param {Table} table @returns {Promise<Judgement | null>} */
async function requestWordDraftJudgement(table) {
  if (unnamedJokers.value.length) return null; // judged once the joker has its letter
  const before = jokerLetters.value;
  const answer = await connection.request("WordDraft", {
    turn: getGameView().turns,
    table,
    letters: pickJokerLettersOn(table),
  });
  if (answer.type !== "WordDraftJudged") return null;
  if (answer.turn !== view.value?.turns || before !== jokerLetters.value) return null;
  const judgement = adaptWordJudgement(answer);
  wordVerdict.value = judgement;
  return judgement;
}

/** Return the letters of the jokers on a table. @param {Table} table */
function pickJokerLettersOn(table) {
  const lying = new Set(table.flat().map(String));
  return Object.fromEntries(Object.entries(usedLetters.value).filter(([tile]) => lying.has(tile)));
}

const SAVE_AGAIN_MS = 1000;

/**
 * The command whose answer was lost with the connection, and the game and the draft at that time.
 * @type {{type: Command["type"], fields: object, at: string} | null}
 */
let unanswered = null;

/** A text that changes with the game and with the draft: a move is sent again only without that. */
const makePositionKey = () =>
  JSON.stringify([view.value, layout.value?.sets.map((set) => set.tiles), jokerLetters.value]);

/**
 * Send a command of the game, unless another one is on its way. A refusal is shown; what cannot be
 * saved now is sent again after a moment.
 * @param {Command["type"]} type
 * @param {object} [fields]
 */
export async function sendCommand(type, fields = {}) {
  if (isSending.value || !view.value) return;
  isSending.value = true;
  unanswered = null;
  const at = makePositionKey();
  const move = { turn: view.value.turns, command: { type, seat: seat.value, ...fields } };
  let notice = 0;
  while (makePositionKey() === at) {
    try {
      await connection.request(isWordGame.value ? "WordDo" : "Do", move);
    } catch (error) {
      if (error instanceof Refused && error.code === "not_saved") {
        notice ||= showToast(t("turn.saving"), "bad", "", { stays: true });
        await new Promise((resolve) => setTimeout(resolve, SAVE_AGAIN_MS));
        continue;
      }
      if (error instanceof ConnectionLost) unanswered = { type, fields, at };
      showError(error);
    }
    break;
  }
  dismissToast(notice);
  isSending.value = false;
}

// What was on its way when the connection was lost is sent again if it has not arrived.
addReconnectListener(() => {
  const lost = unanswered;
  unanswered = null;
  if (lost?.at === makePositionKey()) void sendCommand(lost.type, lost.fields);
});

export async function submitDraft() {
  if (!layout.value) return;
  const table = layout.value.sets.map((set) => set.tiles);
  const letters = isWordGame.value ? { letters: pickJokerLettersOn(table) } : {};
  await sendCommand("Place", { table, ...letters });
}

/** Whether the player is asked which stack comes next. */
export const isChoosingStack = signal(false);

addGameNewsListener(() => {
  isChoosingStack.value = false; // by now the turn is over, or the stacks are others
});

/** Draw a tile; the player chooses the stack if there are several to choose from (Z-10). */
export async function drawFromPool() {
  const stacks = isWordGame.value ? [] : listNextStacks(getNumberView());
  if (stacks.length > 1) isChoosingStack.value = true;
  else await sendCommand("Draw", stacks.length ? { stack: stacks[0] } : {});
}

/** @param {number} stack */
export async function drawFromStack(stack) {
  isChoosingStack.value = false;
  await sendCommand("Draw", { stack });
}

/**
 * List the stacks that may come next where players draw from stacks and the middle one is used up.
 * @param {import("../app/protocol.js").NumberView} now
 * @returns {number[]}
 */
export function listNextStacks({ stacks, middle, header }) {
  if (header.edition.drawing !== "chosen_stack" || stacks[middle]) return [];
  return stacks.flatMap((tiles, number) => (tiles ? [number] : []));
}
