// Who the guest is, the room they are in and the game that is played: what the server last said of
// it.

import { Connection } from "./connection.js";
import { saveItem, loadItem } from "./storage.js";
import { describeLatestEvent } from "../table/news.js";
import { saveCommitment } from "../replay/shuffle_commitments.js";
import { go, route } from "./router.js";
import { showError, showToast, screenReaderText } from "../shared/toasts.js";
import { describeProblem, t } from "./texts.js";
import { batch, computed, effect, signal } from "../shared/ui.js";
import { adaptWordJudgement, adaptWordNews } from "../table/word/news.js";

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
export const missingRoomCode = signal(null);

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
export const onGameNews = (listener) => void gameListeners.add(listener);
/** Hear of a draft that the same guest laid on another device. @param {DraftListener} listener */
export const onOwnDraft = (listener) => void ownDraftListeners.add(listener);
/** Hear when a room was entered again after the line was lost. @param {() => void} listener */
export const onReconnect = (listener) => void backListeners.add(listener);

const secure = location.protocol === "https:" ? "wss" : "ws";

export const connection = new Connection(
  `${secure}://${location.host}/ws`,
  {
    heard: handleMessage,
    changed: (state, waitMs) => {
      if (state === "open" && status.value.state !== "open" && wasLost)
        showToast(t("connection.back"), "good");
      wasLost = state === "lost" || (wasLost && state !== "open");
      status.value = { state, waitMs };
    },
    greeted: async () => {
      const code = room.value?.code;
      if (code && findRoomCode(route()) === code && (await enterRoom(code)))
        for (const listener of backListeners) listener();
    },
  },
  {
    token: () => loadItem("token"),
    keep: (token) => saveItem("token", token),
    name: () => loadItem("name"),
  },
);
let wasLost = false;

/** @param {Message} message */
function handleMessage(message) {
  switch (message.type) {
    case "Welcome":
      guest.value = { id: message.guest, name: message.name };
      break;
    case "RoomNews":
      batch(() => {
        room.value = message.room;
        seat.value = message.seat;
        if (message.room === null) clearGame();
        else saveOngoingRoom(message.room, message.seat);
      });
      break;
    case "GameNews":
      applyGameNews(message);
      break;
    case "WordNews":
      applyGameNews(/** @type {any} */ (adaptWordNews(message)));
      break;
    case "DraftNews":
      applyDraftNews(message, message.judged);
      break;
    case "WordDraftNews":
      applyDraftNews(message, message.judged && adaptWordJudgement(message.judged));
      break;
    case "GoodBye":
      showToast(t(`goodbye.${message.code}`), "plain");
      break;
    case "Refusal":
      for (const problem of message.problems)
        showToast(describeProblem(problem), "bad", problem.clause);
      break;
  }
}

/** @param {Message} message @param {any} judged */
function applyDraftNews({ turn, seat: whose, table, letters = {} }, judged) {
  if (turn !== view.value?.turns) return;
  if (whose === seat.value)
    for (const listener of ownDraftListeners) listener(table, judged, letters);
  else batch(() => ([othersDraft.value, othersLetters.value] = [table, letters]));
}

/** @param {Message} message */
function applyGameNews(message) {
  connection.syncClock(message.clock.now);
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
export const ongoingRoomCode = signal(loadItem("room"));

/** @param {any} now @param {number | null} at */
function saveOngoingRoom(now, at) {
  const goesOn = at !== null && ["gathering", "playing", "between"].includes(now.stage);
  ongoingRoomCode.value = goesOn ? now.code : null;
  saveItem("room", ongoingRoomCode.value);
}

function clearGame() {
  game.value = null;
  othersDraft.value = null;
  seat.value = null;
}

/** The last thing that happened. @type {Signal<import("../table/news.js").Said | null>} */
export const lastNews = signal(null);

onGameNews((news) => saveCommitment(news.game, news.view));

onGameNews((news, before) => {
  const happened = describeLatestEvent(news, before, seat.value);
  if (happened || !news.events.length) lastNews.value = happened;
  if (
    happened &&
    news.events.some(
      (/** @type {any} */ event) => event.seat === seat.value && event.type === "TimedOut",
    )
  ) {
    showToast(t(happened.key, happened.values), "plain");
  }
  if (
    lastNews.value &&
    news.events.some((/** @type {any} */ event) => event.type === "Challenged")
  ) {
    showToast(t(lastNews.value.key, lastNews.value.values), "plain");
  }
  const said = lastNews.value ? `${t(lastNews.value.key, lastNews.value.values)} ` : "";
  screenReaderText.value = said + (isMyTurn.value && !news.view.turn_open ? t("turn.yours") : "");
});

// --- what the guest can do -----------------------------------------------------------------------

/**
 * Ask the server for something; a refusal is shown to the player.
 * @param {string} type
 * @param {object} [fields]
 * @returns {Promise<Message | null>}
 */
export async function sendRequest(type, fields) {
  try {
    return await connection.request(type, fields);
  } catch (error) {
    showError(error);
    return null;
  }
}

/** @param {string} code @returns {Promise<boolean>} */
export async function enterRoom(code) {
  try {
    await connection.request("Enter", { room: code });
    missingRoomCode.value = null;
    return true;
  } catch (error) {
    if (/** @type {any} */ (error).code === "no_room") {
      batch(() => {
        missingRoomCode.value = code;
        room.value = null;
        if (ongoingRoomCode.value === code) saveItem("room", (ongoingRoomCode.value = null));
        clearGame();
      });
    } else showError(error);
    return false;
  }
}

/** Open a room and go there. @param {object} settings @param {{begin?: boolean}} [how] */
export async function createRoom(settings, { begin = false } = {}) {
  if (!(await sendRequest("Create", { settings }))) return;
  if (begin) await sendRequest("Begin");
  if (room.value) go(`/room/${room.value.code}`);
}

/** @param {string} name @returns {Promise<boolean>} */
export async function renameGuest(name) {
  const wanted = name.trim();
  if (!wanted || wanted === guest.value?.name) return false;
  if (!(await sendRequest("Rename", { name: wanted }))) return false;
  saveItem("name", wanted);
  if (guest.value) guest.value = { ...guest.value, name: wanted };
  return true;
}

/**
 * The code of the room at an address, null for other pages.
 * @param {import("./router.js").Route} at
 */
export const findRoomCode = ({ page, params }) =>
  page?.name === "room" ? (params.code ?? "").toUpperCase() : null;

/** The address says which room; whoever goes elsewhere leaves it. */
export function syncRoomWithAddress() {
  effect(() => {
    const code = findRoomCode(route());
    if (status.value.state !== "open") return;
    const here = room.peek()?.code;
    if (code && code !== here && code !== missingRoomCode.peek()) void enterRoom(code);
    if (!code && here) void sendRequest("GoOut");
  });
}
