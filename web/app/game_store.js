// The guest, the room they are in and its game, as signals that follow the server's messages.

import { addBasePath } from "./base_path.js";
import { Connection, ConnectionLost, Refused } from "./connection.js";
import { seatSecret } from "./seat_secret.js";
import { saveItem, loadItem } from "./storage.js";
import { describeLatestEvent } from "../table/news.js";
import { navigateTo, getCurrentRoute } from "./router.js";
import { createRoomCode, normalizeRoomCode } from "./room_code.js";
import { showError, showToast, screenReaderText } from "../shared/toasts.js";
import { describeProblem, t } from "./texts.js";
import { batch, computed, effect, signal } from "../shared/ui.js";
import { adaptWordJudgement, adaptWordNews } from "../table/word/news.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */

/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("./randomness.js").Contributor} Contributor */
/** @typedef {import("./protocol.js").RoomView} RoomView */
/** @typedef {import("./protocol.js").NumberView} NumberView */
/** @typedef {import("./protocol.js").WordView} WordView */
/** @typedef {import("./game_types.js").GameView} GameView */
/** @typedef {import("./game_types.js").JokerLetters} JokerLetters */
/** @typedef {import("./game_types.js").TableNews} TableNews */
/** @typedef {import("../board/draft.js").Judgement} Judgement */
/** @typedef {readonly (readonly number[])[]} Table  sets of tile ids */

/** @type {Signal<{state: "connecting" | "open" | "lost", waitMs: number}>} */
export const status = signal({ state: "connecting", waitMs: 0 });
/** @type {Signal<{id: string, name: string} | null>} */
export const guest = signal(null);
/** @type {Signal<RoomView | null>} */
export const room = signal(null);
/** @type {Signal<number | null>} */
export const seat = signal(null);
/** The latest news of the game. @type {Signal<TableNews | null>} */
export const game = signal(null);
/** What each tile shows, by tile id. @type {Signal<readonly string[]>} */
export const faces = signal([]);
/**
 * The table as another player on turn has laid it so far.
 * @type {Signal<Table | null>}
 */
export const othersDraft = signal(null);
/**
 * In the word game: the letters of the jokers in that draft.
 * @type {Signal<JokerLetters>}
 */
export const othersLetters = signal({});
/**
 * For the host alone: who watches, and who is banned.
 * @type {Signal<import("./protocol.js").People | null>}
 */
export const people = signal(null);
/** A room code that does not exist. @type {Signal<string | null>} */
export const missingRoomCode = signal(null);

/** @type {Signal<GameView | null>} */
export const view = computed(() => game.value?.view ?? null);
export const isWordGame = computed(() => game.value?.type === "WordNews");
export const isHost = computed(() => room.value !== null && room.value.host === guest.value?.id);
/** Whether the guest may start a game: the host, or at a tournament table every player. */
export const mayBegin = computed(() => (room.value?.booked ? seat.value !== null : isHost.value));
export const isMyTurn = computed(
  () =>
    view.value !== null &&
    seat.value !== null &&
    view.value.turn === seat.value &&
    !view.value.result,
);

/** Return the room; only for what is shown inside one. @returns {RoomView} */
export const getRoom = () => /** @type {RoomView} */ (room.value);
/** Return the game's latest news; only for what is shown at a table. @returns {TableNews} */
export const getGameNews = () => /** @type {TableNews} */ (game.value);
/** Return the view of the game; only for what is shown at a table. @returns {GameView} */
export const getGameView = () => /** @type {GameView} */ (view.value);
/** Return the view of a number game; only for its own table. @returns {NumberView} */
export const getNumberView = () => /** @type {NumberView} */ (view.value);
/** Return the view of a word game; only for its own table. @returns {WordView} */
export const getWordView = () => /** @type {WordView} */ (view.value);

/** Whether the guest has drawn and has yet to end the turn. @param {GameView | null} now */
export const isTurnOpenAfterDraw = (now) => now !== null && "turn_open" in now && now.turn_open;

/**
 * Whether the turn ends by itself in a moment, while an opening can be announced (N-20).
 * @param {GameView} now
 * @returns {now is NumberView}
 */
export const isClosingAfterDraw = (now) =>
  "turn_open" in now && now.turn_open && now.header.edition.announcement_judging === "at_end";

/** @typedef {(news: TableNews, before: TableNews | null) => void} GameListener */
/** @type {Set<GameListener>} */
const gameListeners = new Set();
/**
 * @typedef {(table: Table, judged: Judgement | null, letters: JokerLetters) => void} DraftListener
 */
/** @type {Set<DraftListener>} */
const ownDraftListeners = new Set();
/** @type {Set<() => void>} */
const reconnectListeners = new Set();

/** Call a listener for all game news, after the signals have changed. @param {GameListener} call */
export const addGameNewsListener = (call) => void gameListeners.add(call);
/** Call a listener when the guest lays a draft on another device. @param {DraftListener} call */
export const addOwnDraftListener = (call) => void ownDraftListeners.add(call);
/** Call a listener after a lost connection, back in the room. @param {() => void} call */
export const addReconnectListener = (call) => void reconnectListeners.add(call);

const secure = location.protocol === "https:" ? "wss" : "ws";
let wasLost = false;

export const connection = new Connection(
  `${secure}://${location.host}${addBasePath("/ws")}`,
  {
    onMessage: handleServerMessage,
    onStatus: (state, waitMs) => {
      if (state === "open" && status.value.state !== "open" && wasLost)
        showToast(t("connection.back"), "good");
      wasLost = state === "lost" || (wasLost && state !== "open");
      if (state === "lost" && contributor) void callContributor((one) => one.forgetRoom());
      status.value = { state, waitMs };
    },
    onReady: async () => {
      const code = room.value?.code;
      if (code && findRoomCode(getCurrentRoute()) === code && (await enterRoom(code)))
        for (const listener of reconnectListeners) listener();
    },
  },
  {
    loadToken: () => loadItem("token"),
    saveToken: (token) => saveItem("token", token),
    loadName: () => loadItem("name"),
  },
);

/** Adds randomness to shuffles. @type {Promise<Contributor> | null} */
let contributor = null;

/**
 * Call the contributor, which is fetched with the first room; calls keep their order.
 * @template T
 * @param {(contributor: Contributor, code: string, seat: number | null) => T} use  with the room's
 *   code and the own seat as they are now
 * @returns {Promise<T | null>} null if it cannot be fetched
 */
async function callContributor(use) {
  const [code, ownSeat] = [room.value?.code ?? "", seat.value];
  contributor ??= import("./randomness.js").then(
    (module) => new module.Contributor((type, fields) => connection.request(type, fields)),
  );
  const found = await contributor.catch(() => (contributor = null));
  return found && use(found, code, ownSeat);
}

/** Drop what this browser knows of the guest, so that it comes back as somebody new. */
export function forgetGuestHere() {
  saveItem("token", null);
  saveItem("name", null);
  saveItem("room", null);
  ongoingRoomCode.value = null;
}

/** @param {ServerMessage} message */
function handleServerMessage(message) {
  switch (message.type) {
    case "Welcome":
      guest.value = { id: message.guest, name: message.name };
      break;
    case "RoomNews":
      batch(() => {
        room.value = message.room;
        seat.value = message.seat;
        people.value = message.people;
        if (message.room === null) clearGame();
        else saveOngoingRoom(message.room, message.seat);
      });
      if (message.room) connection.room = message.room.code;
      void callContributor((one, code, at) => one.handleRoom(code, at));
      break;
    case "ShuffleCommitted":
      void callContributor((one, code, at) => one.handleShuffle(message, code, at));
      break;
    case "GameNews":
      applyGameNews(message);
      break;
    case "WordNews":
      applyGameNews(adaptWordNews(message));
      break;
    case "DraftNews":
      applyDraftNews(message, {}, message.judged);
      break;
    case "WordDraftNews":
      applyDraftNews(
        message,
        message.letters,
        message.judged && adaptWordJudgement(message.judged),
      );
      break;
    case "Notice":
      showToast(t(`notice.${message.code}`), "bad", "", { stays: true });
      if (message.code === "removed" || message.code === "banned") leaveForGood();
      break;
    case "GoodBye":
      if (message.code === "forgotten") forgetGuestHere();
      if (message.code !== "moved" || message.retry_ms)
        showToast(t(`goodbye.${message.code}`), "plain");
      break;
    case "Refusal":
      for (const problem of message.problems)
        showToast(describeProblem(problem), "bad", problem.clause);
      break;
  }
}

/**
 * @param {{turn: number, seat: number, table: Table}} news
 * @param {JokerLetters} letters
 * @param {Judgement | null} judged
 */
function applyDraftNews({ turn, seat: drafter, table }, letters, judged) {
  if (turn !== view.value?.turns) return;
  if (drafter === seat.value)
    for (const listener of ownDraftListeners) listener(table, judged, letters);
  else batch(() => ([othersDraft.value, othersLetters.value] = [table, letters]));
}

/** @param {TableNews} news */
function applyGameNews(news) {
  connection.syncClock(news.clock.now);
  const before = game.value;
  batch(() => {
    if (news.faces) faces.value = news.faces;
    othersDraft.value = news.view.turn === news.view.viewer ? null : (news.draft ?? null);
    othersLetters.value = news.letters ?? {};
    game.value = news;
    for (const listener of gameListeners) listener(news, before);
  });
}

/**
 * The room of a match that is not over: the home page links back to it.
 * @type {Signal<string | null>}
 */
export const ongoingRoomCode = signal(loadItem("room"));

/** @param {RoomView} now @param {number | null} ownSeat */
function saveOngoingRoom(now, ownSeat) {
  const isOngoing = ownSeat !== null && ["gathering", "playing", "between"].includes(now.stage);
  ongoingRoomCode.value = isOngoing ? now.code : null;
  saveItem("room", ongoingRoomCode.value);
}

/** Go home from a room to which there is no way back for now. */
function leaveForGood() {
  saveItem("room", (ongoingRoomCode.value = null));
  navigateTo("/", { replace: true });
}

function clearGame() {
  game.value = null;
  othersDraft.value = null;
  seat.value = null;
}

/** The last event as a text. @type {Signal<import("../table/news.js").EventText | null>} */
export const lastNews = signal(null);

addGameNewsListener(async (news) => {
  const { saveCommitment } = await import("../replay/shuffle_commitments.js");
  saveCommitment(news.game, news.view);
});
addGameNewsListener(async (news) => {
  const warning = await callContributor((one, code, at) => one.handleGame(news, code, at));
  if (warning) showToast(t(`shuffle.${warning}`), "bad");
});

addGameNewsListener((news, before) => {
  const latest = describeLatestEvent(news, before, seat.value);
  if (latest || !news.events.length) lastNews.value = latest;
  const hasTimedOut = news.events.some(
    (event) => event.type === "TimedOut" && event.seat === seat.value,
  );
  if (latest && hasTimedOut) showToast(t(latest.key, latest.values), "plain");
  const isJudged = news.events.some(({ type }) => type === "Challenged" || type === "WordRefused");
  if (lastNews.value && isJudged) showToast(t(lastNews.value.key, lastNews.value.values), "plain");
  const spoken = lastNews.value ? `${t(lastNews.value.key, lastNews.value.values)} ` : "";
  screenReaderText.value =
    spoken + (isMyTurn.value && !isTurnOpenAfterDraw(news.view) ? t("turn.yours") : "");
});

// --- requests ------------------------------------------------------------------------------------

/**
 * Send a request; a refusal is shown to the player.
 * @param {import("./connection.js").RequestType} type
 * @param {object} [fields]
 * @returns {Promise<ServerMessage | null>}
 */
export async function sendRequest(type, fields) {
  try {
    return await connection.request(type, fields);
  } catch (error) {
    showError(error);
    return null;
  }
}

/** Refusals after which trying the same code again is no use. */
const MISSING_ROOM_CODES = ["no_room", "too_many_codes"];

/** The room that is being entered. @type {string | null} */
let entering = null;

/** @param {string} code @returns {Promise<boolean>} whether it worked */
export async function enterRoom(code) {
  if (entering === code) return false;
  entering = code;
  try {
    await connection.openForRoom(code);
    await connection.request("Enter", { room: code });
    missingRoomCode.value = null;
    return true;
  } catch (error) {
    if (error instanceof ConnectionLost) return false; // it is entered once the connection is back
    if (!(error instanceof Refused) || error.code !== "no_room") showError(error);
    if (error instanceof Refused && error.code === "banned") leaveForGood();
    if (error instanceof Refused && MISSING_ROOM_CODES.includes(error.code)) {
      batch(() => {
        missingRoomCode.value = code;
        room.value = null;
        if (ongoingRoomCode.value === code) saveItem("room", (ongoingRoomCode.value = null));
        clearGame();
      });
    }
    return false;
  } finally {
    entering = null;
  }
}

/**
 * Open a room and go to its page.
 * @param {Record<string, unknown> & {open?: boolean}} settings
 * @param {{begin?: boolean}} [options]
 */
export async function createRoom(settings, { begin = false } = {}) {
  if (connection.isRouted) await connection.openForRoom(createRoomCode(settings.open ?? false));
  if (!(await sendRequest("Create", { settings }))) return;
  if (begin) {
    await callContributor(() => {}); // after this it has committed to something
    await sendRequest("Begin");
  }
  if (room.value) navigateTo(`/room/${room.value.code}`);
}

/** @param {string} name @returns {Promise<boolean>} whether the name has changed */
export async function renameGuest(name) {
  const wanted = name.trim();
  if (!wanted || wanted === guest.value?.name) return false;
  if (!(await sendRequest("Rename", { name: wanted }))) return false;
  saveItem("name", wanted);
  if (guest.value) guest.value = { ...guest.value, name: wanted };
  return true;
}

/**
 * Return the room code in an address; null for other pages.
 * @param {import("./router.js").Route} at
 */
export const findRoomCode = ({ page, params }) =>
  page?.name === "room" ? normalizeRoomCode(params.code ?? "") : null;

/** Enter the room that the address names, and leave it when the address changes. */
export function syncRoomWithAddress() {
  effect(() => {
    const code = findRoomCode(getCurrentRoute());
    if (status.value.state !== "open") return;
    const currentCode = room.peek()?.code;
    if (code && code !== currentCode && code !== missingRoomCode.peek()) void enterRoom(code);
    if (!code && currentCode) void sendRequest("GoOut");
  });
  effect(() => {
    const secret = seatSecret.value;
    const code = findRoomCode(getCurrentRoute());
    if (secret && status.value.state === "open" && room.value?.code === code)
      void claimSeat(secret);
  });
}

/** Take the seat that a player's link opens; without a connection, later. @param {string} secret */
async function claimSeat(secret) {
  seatSecret.value = null;
  try {
    await connection.request("ClaimSeat", { secret });
  } catch (error) {
    if (error instanceof ConnectionLost) seatSecret.value = secret;
    else showError(error);
  }
}
