// Who the guest is, the room they are in and the game that is played: what the server last said of
// it.

import { Connection } from "./connection.js";
import { keep, recall } from "./storage.js";
import { lastOf } from "../table/news.js";
import { note } from "../replay/shuffle_commitments.js";
import { go, route } from "./router.js";
import { complain, toast, whisper } from "../shared/toasts.js";
import { problemText, t } from "./texts.js";
import { batch, computed, effect, signal } from "../shared/ui.js";
import { readJudged, readNews } from "../table/word/news.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */

/** @typedef {import("./connection.js").Message} Message */
/** @typedef {readonly (readonly number[])[]} Table  sets of tile ids */

/** @type {Signal<{state: "connecting" | "open" | "lost", waitMs: number}>} */
export const status = signal({ state: "connecting", waitMs: 0 });
/** @type {Signal<{id: string, name: string} | null>} */
export const guest = signal(null);
/** @type {Signal<any>} */
export const room = signal(null);
/** @type {Signal<number | null>} */
export const seat = signal(null);
/** The last news of the game. @type {Signal<any>} */
export const game = signal(null);
/** What each tile shows, by its id. @type {Signal<readonly string[]>} */
export const faces = signal([]);
/**
 * How the player on turn, somebody else, has laid the table so far.
 * @type {Signal<Table | null>}
 */
export const othersDraft = signal(null);
/**
 * In the word game: which letters jokers have in that draft.
 * @type {Signal<Readonly<Record<string, string>>>}
 */
export const othersLetters = signal({});
/** A code that leads nowhere. @type {Signal<string | null>} */
export const lostCode = signal(null);

export const view = computed(() => game.value?.view ?? null);
/** Whether it is the word game that is played. */
export const isWordGame = computed(() => game.value?.type === "WordNews");
export const isHost = computed(() => room.value !== null && room.value.host === guest.value?.id);
export const isMyTurn = computed(
  () =>
    view.value !== null &&
    seat.value !== null &&
    view.value.turn === seat.value &&
    !view.value.result,
);

/** @typedef {(news: any, before: any) => void} GameListener */
/** @type {Set<GameListener>} */
const gameListeners = new Set();
/**
 * @typedef {(table: Table, judged: any, letters: Readonly<Record<string, string>>) => void}
 *   DraftListener
 */
/** @type {Set<DraftListener>} */
const ownDraftListeners = new Set();
/** @type {Set<() => void>} */
const backListeners = new Set();

/** Hear of every news of a game, once it is in the signals. @param {GameListener} listener */
export const onGame = (listener) => void gameListeners.add(listener);
/** Hear of a draft that the same guest laid on another device. @param {DraftListener} listener */
export const onOwnDraft = (listener) => void ownDraftListeners.add(listener);
/** Hear when a room was entered again after the line was lost. @param {() => void} listener */
export const onBack = (listener) => void backListeners.add(listener);

const secure = location.protocol === "https:" ? "wss" : "ws";

export const connection = new Connection(
  `${secure}://${location.host}/ws`,
  {
    heard,
    changed: (state, waitMs) => {
      if (state === "open" && status.value.state !== "open" && wasLost)
        toast(t("connection.back"), "good");
      wasLost = state === "lost" || (wasLost && state !== "open");
      status.value = { state, waitMs };
    },
    greeted: async () => {
      const code = room.value?.code;
      if (code && roomCodeOf(route()) === code && (await enter(code)))
        for (const listener of backListeners) listener();
    },
  },
  {
    token: () => recall("token"),
    keep: (token) => keep("token", token),
    name: () => recall("name"),
  },
);
let wasLost = false;

/** @param {Message} message */
function heard(message) {
  switch (message.type) {
    case "Welcome":
      guest.value = { id: message.guest, name: message.name };
      break;
    case "RoomNews":
      batch(() => {
        room.value = message.room;
        seat.value = message.seat;
        if (message.room === null) forgetGame();
        else rememberRoom(message.room, message.seat);
      });
      break;
    case "GameNews":
      heardGame(message);
      break;
    case "WordNews":
      heardGame(/** @type {any} */ (readNews(message)));
      break;
    case "DraftNews":
      heardDraft(message, message.judged);
      break;
    case "WordDraftNews":
      heardDraft(message, message.judged && readJudged(message.judged));
      break;
    case "GoodBye":
      toast(t(`goodbye.${message.code}`), "plain");
      break;
    case "Refusal":
      for (const problem of message.problems) toast(problemText(problem), "bad", problem.clause);
      break;
  }
}

/** @param {Message} message @param {any} judged */
function heardDraft({ turn, seat: whose, table, letters = {} }, judged) {
  if (turn !== view.value?.turns) return;
  if (whose === seat.value)
    for (const listener of ownDraftListeners) listener(table, judged, letters);
  else batch(() => ([othersDraft.value, othersLetters.value] = [table, letters]));
}

/** @param {Message} message */
function heardGame(message) {
  connection.sync(message.clock.now);
  const before = game.value;
  batch(() => {
    if (message.faces) faces.value = message.faces;
    othersDraft.value = message.view.turn === message.view.viewer ? null : (message.draft ?? null);
    othersLetters.value = message.letters ?? {};
    game.value = message;
    for (const listener of gameListeners) listener(message, before);
  });
}

/**
 * The room of a match that goes on: the home page leads back to it.
 * @type {Signal<string | null>}
 */
export const openRoom = signal(recall("room"));

/** @param {any} now @param {number | null} at */
function rememberRoom(now, at) {
  const goesOn = at !== null && ["gathering", "playing", "between"].includes(now.stage);
  openRoom.value = goesOn ? now.code : null;
  keep("room", openRoom.value);
}

function forgetGame() {
  game.value = null;
  othersDraft.value = null;
  seat.value = null;
}

/** The last thing that happened. @type {Signal<import("../table/news.js").Said | null>} */
export const lastNews = signal(null);

onGame((news) => note(news.game, news.view));

onGame((news, before) => {
  const happened = lastOf(news, before, seat.value);
  if (happened || !news.events.length) lastNews.value = happened;
  if (
    happened &&
    news.events.some(
      (/** @type {any} */ event) => event.seat === seat.value && event.type === "TimedOut",
    )
  ) {
    toast(t(happened.key, happened.values), "plain");
  }
  if (
    lastNews.value &&
    news.events.some((/** @type {any} */ event) => event.type === "Challenged")
  ) {
    toast(t(lastNews.value.key, lastNews.value.values), "plain");
  }
  const said = lastNews.value ? `${t(lastNews.value.key, lastNews.value.values)} ` : "";
  whisper.value = said + (isMyTurn.value && !news.view.turn_open ? t("turn.yours") : "");
});

// --- what the guest can do -----------------------------------------------------------------------

/**
 * Ask the server for something; a refusal is shown to the player.
 * @param {string} type
 * @param {object} [fields]
 * @returns {Promise<Message | null>}
 */
export async function ask(type, fields) {
  try {
    return await connection.ask(type, fields);
  } catch (error) {
    complain(error);
    return null;
  }
}

/** @param {string} code @returns {Promise<boolean>} */
export async function enter(code) {
  try {
    await connection.ask("Enter", { room: code });
    lostCode.value = null;
    return true;
  } catch (error) {
    if (/** @type {any} */ (error).code === "no_room") {
      batch(() => {
        lostCode.value = code;
        room.value = null;
        if (openRoom.value === code) keep("room", (openRoom.value = null));
        forgetGame();
      });
    } else complain(error);
    return false;
  }
}

/** Open a room and go there. @param {object} settings @param {{begin?: boolean}} [how] */
export async function create(settings, { begin = false } = {}) {
  if (!(await ask("Create", { settings }))) return;
  if (begin) await ask("Begin");
  if (room.value) go(`/room/${room.value.code}`);
}

/** @param {string} name @returns {Promise<boolean>} */
export async function rename(name) {
  const wanted = name.trim();
  if (!wanted || wanted === guest.value?.name) return false;
  if (!(await ask("Rename", { name: wanted }))) return false;
  keep("name", wanted);
  if (guest.value) guest.value = { ...guest.value, name: wanted };
  return true;
}

/**
 * The code of the room at an address, null for other pages.
 * @param {import("./router.js").Route} at
 */
export const roomCodeOf = ({ page, params }) =>
  page?.name === "room" ? (params.code ?? "").toUpperCase() : null;

/** The address says which room; whoever goes elsewhere leaves it. */
export function followAddress() {
  effect(() => {
    const code = roomCodeOf(route());
    if (status.value.state !== "open") return;
    const here = room.peek()?.code;
    if (code && code !== here && code !== lostCode.peek()) void enter(code);
    if (!code && here) void ask("GoOut");
  });
}
