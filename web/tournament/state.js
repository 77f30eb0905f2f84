// The tournament that this page shows: what is known of it, whether the line is open, and how to
// give commands.

import { ConnectionLost, Refused } from "../app/connection.js";
import { saveItem, loadItem } from "../app/storage.js";
import { createPageTexts } from "../app/texts.js";
import { batch, computed, effect, signal } from "../shared/ui.js";
import { requestJson, requestFile, watchTournament } from "./api.js";
import { addLinkToLog } from "./backup_file.js";
import { loadDrafts } from "./drafts.js";
import { deleteLink, findToken, listSavedLinks, saveLink } from "./saved_links.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @typedef {import("../app/texts.js").Problem} Problem */
/** @typedef {import("./model.js").View} View */
/** @typedef {import("./model.js").Change} Change */
/**
 * @typedef {{type: string, reason?: string, [field: string]: any}} Command without token and time:
 *   the server adds both
 */
/** @typedef {{stamp: string, command: Command}} Waiting */

export const words = createPageTexts("tournament");

/** Which tournament. @type {Signal<string | null>} */
export const tournament = signal(null);
/** @type {Signal<import("./api.js").News | null>} */
const news = signal(null);
/** @type {Signal<"connecting" | "open" | "lost">} */
export const connection = signal("connecting");
/** Why this link leads nowhere. @type {Signal<readonly Problem[]>} */
export const linkProblems = signal([]);
/**
 * Results that are on their way. They are sent until the server has them or says no.
 * @type {Signal<readonly Waiting[]>}
 */
export const outbox = signal([]);

/** @type {import("../shared/ui.js").Signal<View | null>} */
export const view = /** @type {any} */ (computed(() => news.value?.view ?? null));
export const version = computed(() => news.value?.version ?? 0);
export const role = computed(() => view.value?.role ?? null);
export const online = computed(() => news.value?.online ?? []);

/** Add this to the own clock to get the server's. */
let offset = 0;
/** @type {string | undefined} */
let token;
/** @type {ReturnType<typeof watchTournament> | null} */
let watcher = null;

/** The server's time. */
export const getServerTime = () => Date.now() + offset;

/** @param {import("./api.js").News} heard */
function applyUpdate(heard) {
  if (heard.version < version.peek()) return; // an answer that was overtaken
  offset = heard.now - Date.now();
  news.value = heard;
  // The phone of a table goes on where a reload finds no line.
  if (heard.view.role === "table")
    saveItem(getViewKey(tournament.peek()), JSON.stringify({ token, offset, heard }));
}

/** @param {string | null} id */
const getViewKey = (id) => `tournament.seen.${id}`;

/** What this link was last told, as long as nothing newer is heard. @param {string} id */
function restoreLastView(id) {
  try {
    const seen = JSON.parse(loadItem(getViewKey(id)) ?? "null");
    if (!seen || seen.token !== token) return;
    offset = seen.offset;
    news.value = { ...seen.heard, version: 0 };
  } catch {
    // Damaged: the server will tell.
  }
}

/** Show a tournament, and hear of it from now on. @param {string} id */
export function openTournament(id) {
  closeTournament();
  token = findToken(id);
  loadDrafts(id);
  batch(() => {
    tournament.value = id;
    outbox.value = loadOutbox(id);
    restoreLastView(id);
  });
  watcher = watchTournament(id, token, {
    heard: applyUpdate,
    changed(state) {
      connection.value = state;
      if (state === "open") void sendOutbox();
    },
    refused(error) {
      linkProblems.value = error.problems;
    },
  });
}

export function closeTournament() {
  watcher?.stop();
  watcher = null;
  token = undefined;
  batch(() => {
    tournament.value = null;
    news.value = null;
    connection.value = "connecting";
    linkProblems.value = [];
    outbox.value = [];
  });
}

/** Ask again at once. */
export const retryConnectionNow = () => watcher?.hurry();
addEventListener("online", () => {
  retryConnectionNow();
  void sendOutbox();
});
document.addEventListener("visibilitychange", () => document.hidden || retryConnectionNow());

// What this browser knows of the tournament, for the list on the landing page.
effect(() => {
  const shown = view.value;
  const id = tournament.peek();
  if (!shown || !id || !token) return;
  const { role: own, title } = shown;
  const isNew = !listSavedLinks().some(
    (one) => one.token === token && one.role === own && one.title === title,
  );
  if (isNew) saveLink({ id, token, role: own, title, at: Date.now() });
});

// --- asking and doing
// -----------------------------------------------------------------------------

/** @param {Omit<import("./api.js").Asked, "token">} [asked] */
const addToken = (asked = {}) => ({ ...asked, ...(token && { token }) });

/**
 * Ask something about this tournament: "/history".
 * @param {string} path
 * @param {Omit<import("./api.js").Asked, "token">} [asked]
 */
export const requestTournamentJson = (path, asked) =>
  requestJson(`/${tournament.peek()}${path}`, addToken(asked));

/** @param {string} path @returns {Promise<Blob>} */
export const requestTournamentFile = (path) =>
  requestFile(`/${tournament.peek()}${path}`, addToken());

/** All of this tournament for a stick: with it its organiser goes on elsewhere. */
export const requestBackup = async () => addLinkToLog(await requestTournamentFile("/file"), token);

/** Delete this tournament from the server, and its links from this browser. */
export async function deleteTournament() {
  const id = tournament.peek();
  await requestTournamentJson("", { method: "DELETE" });
  closeTournament();
  for (const one of listSavedLinks()) if (one.id === id) deleteLink(one.id, one.token);
}

/**
 * Send a command and apply its result. Throws `Refused` or `ConnectionLost`.
 * @param {Command} command
 * @returns {Promise<number>}  how many entries it made; 0 if it said nothing new
 */
export async function sendCommand(command) {
  const done = await requestTournamentJson("/commands", { json: command });
  applyUpdate(done);
  return done.events;
}

/** What a command would change. @param {Command} command @returns {Promise<Change>} */
export const requestCommandPreview = (command) =>
  requestTournamentJson("/preview", { json: command });

/** For every entry of a result, so that it counts once however often it is sent. */
export const createRandomStamp = () =>
  crypto
    .getRandomValues(new Uint32Array(3))
    .reduce((text, part) => text + part.toString(36).padStart(7, "0"), "");

/**
 * Enter a result and make sure that it arrives: it waits in this browser while there is no line,
 * also over a reload.
 * Throws `Refused` where the server says no; then it no longer waits.
 * @param {Command} command  EnterResult or CorrectResult, with a stamp
 * @returns {Promise<"saved" | "waiting">}
 */
export async function sendOrQueueCommand(command) {
  const { stamp } = command;
  saveOutbox([...outbox.value.filter((one) => one.stamp !== stamp), { stamp, command }]);
  onWay.add(stamp);
  try {
    await sendCommand(command);
  } catch (error) {
    if (error instanceof ConnectionLost) {
      connection.value = "lost";
      return "waiting";
    }
    removeFromOutbox(stamp);
    throw error;
  } finally {
    onWay.delete(stamp);
  }
  removeFromOutbox(stamp);
  return "saved";
}

/** Stamps of what is being sent just now. @type {Set<string>} */
const onWay = new Set();

/**
 * Results that were refused after they had waited, by stamp: the page shows them again.
 * @type {Signal<Readonly<Record<string, readonly Problem[]>>>}
 */
export const lateRefusals = signal({});
let isSending = false;

/** Send what waits, one after the other. */
export async function sendOutbox() {
  if (isSending) return;
  isSending = true;
  try {
    for (const { stamp, command } of outbox.value) {
      if (onWay.has(stamp)) continue;
      try {
        await sendCommand(command);
      } catch (error) {
        if (!(error instanceof Refused)) return;
        lateRefusals.value = { ...lateRefusals.value, [stamp]: error.problems };
      }
      removeFromOutbox(stamp);
    }
  } finally {
    isSending = false;
  }
}

/** @param {string} stamp */
function removeFromOutbox(stamp) {
  saveOutbox(outbox.value.filter((one) => one.stamp !== stamp));
}

/** @param {readonly Waiting[]} waiting */
function saveOutbox(waiting) {
  outbox.value = waiting;
  saveItem(
    `tournament.outbox.${tournament.peek()}`,
    waiting.length ? JSON.stringify(waiting) : null,
  );
}

/** @param {string} id @returns {readonly Waiting[]} */
function loadOutbox(id) {
  try {
    const kept = JSON.parse(loadItem(`tournament.outbox.${id}`) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
