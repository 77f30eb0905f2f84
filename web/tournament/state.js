// The tournament that this page shows: what is known of it, whether the line is open, and how to
// give commands.

import { ConnectionLost, Refused } from "../app/connection.js";
import { saveItem, loadItem } from "../app/storage.js";
import { createPageTexts } from "../app/texts.js";
import { batch, computed, effect, signal } from "../shared/ui.js";
import { ask, askFile, watch } from "./api.js";
import { withLink } from "./backup_file.js";
import { openDrafts } from "./drafts.js";
import { known, remember, tokenFor } from "./saved_links.js";

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
export const line = signal("connecting");
/** Why this link leads nowhere. @type {Signal<readonly Problem[]>} */
export const trouble = signal([]);
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
/** @type {ReturnType<typeof watch> | null} */
let watching = null;

/** The server's time. */
export const now = () => Date.now() + offset;

/** @param {import("./api.js").News} heard */
function hear(heard) {
  if (heard.version < version.peek()) return; // an answer that was overtaken
  offset = heard.now - Date.now();
  news.value = heard;
  // The phone of a table goes on where a reload finds no line.
  if (heard.view.role === "table")
    saveItem(seenBy(tournament.peek()), JSON.stringify({ token, offset, heard }));
}

/** @param {string | null} id */
const seenBy = (id) => `tournament.seen.${id}`;

/** What this link was last told, as long as nothing newer is heard. @param {string} id */
function recallSeen(id) {
  try {
    const seen = JSON.parse(loadItem(seenBy(id)) ?? "null");
    if (!seen || seen.token !== token) return;
    offset = seen.offset;
    news.value = { ...seen.heard, version: 0 };
  } catch {
    // Damaged: the server will tell.
  }
}

/** Show a tournament, and hear of it from now on. @param {string} id */
export function open(id) {
  close();
  token = tokenFor(id);
  openDrafts(id);
  batch(() => {
    tournament.value = id;
    outbox.value = readOutbox(id);
    recallSeen(id);
  });
  watching = watch(id, token, {
    heard: hear,
    changed(state) {
      line.value = state;
      if (state === "open") void sendWaiting();
    },
    refused(error) {
      trouble.value = error.problems;
    },
  });
}

export function close() {
  watching?.stop();
  watching = null;
  token = undefined;
  batch(() => {
    tournament.value = null;
    news.value = null;
    line.value = "connecting";
    trouble.value = [];
    outbox.value = [];
  });
}

/** Ask again at once. */
export const hurry = () => watching?.hurry();
addEventListener("online", () => {
  hurry();
  void sendWaiting();
});
document.addEventListener("visibilitychange", () => document.hidden || hurry());

// What this browser knows of the tournament, for the list on the landing page.
effect(() => {
  const shown = view.value;
  const id = tournament.peek();
  if (!shown || !id || !token) return;
  const { role: own, title } = shown;
  const isNew = !known().some(
    (one) => one.token === token && one.role === own && one.title === title,
  );
  if (isNew) remember({ id, token, role: own, title, at: Date.now() });
});

// --- asking and doing
// -----------------------------------------------------------------------------

/** @param {Omit<import("./api.js").Asked, "token">} [asked] */
const own = (asked = {}) => ({ ...asked, ...(token && { token }) });

/**
 * Ask something about this tournament: "/history".
 * @param {string} path
 * @param {Omit<import("./api.js").Asked, "token">} [asked]
 */
export const askHere = (path, asked) => ask(`/${tournament.peek()}${path}`, own(asked));

/** @param {string} path @returns {Promise<Blob>} */
export const fileHere = (path) => askFile(`/${tournament.peek()}${path}`, own());

/** All of this tournament for a stick: with it its organiser goes on elsewhere. */
export const copyHere = async () => withLink(await fileHere("/file"), token);

/**
 * Give a command, and see what came of it. Throws `Refused` or `ConnectionLost`.
 * @param {Command} command
 * @returns {Promise<number>}  how many entries it made; 0 if it said nothing new
 */
export async function send(command) {
  const done = await askHere("/commands", { json: command });
  hear(done);
  return done.events;
}

/** What a command would change. @param {Command} command @returns {Promise<Change>} */
export const preview = (command) => askHere("/preview", { json: command });

/** For every entry of a result, so that it counts once however often it is sent. */
export const newStamp = () =>
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
export async function sendSurely(command) {
  const { stamp } = command;
  setOutbox([...outbox.value.filter((one) => one.stamp !== stamp), { stamp, command }]);
  onWay.add(stamp);
  try {
    await send(command);
  } catch (error) {
    if (error instanceof ConnectionLost) {
      line.value = "lost";
      return "waiting";
    }
    delivered(stamp);
    throw error;
  } finally {
    onWay.delete(stamp);
  }
  delivered(stamp);
  return "saved";
}

/** Stamps of what is being sent just now. @type {Set<string>} */
const onWay = new Set();

/**
 * Results that were refused after they had waited, by stamp: the page shows them again.
 * @type {Signal<Readonly<Record<string, readonly Problem[]>>>}
 */
export const refusedLater = signal({});
let isSending = false;

/** Send what waits, one after the other. */
export async function sendWaiting() {
  if (isSending) return;
  isSending = true;
  try {
    for (const { stamp, command } of outbox.value) {
      if (onWay.has(stamp)) continue;
      try {
        await send(command);
      } catch (error) {
        if (!(error instanceof Refused)) return;
        refusedLater.value = { ...refusedLater.value, [stamp]: error.problems };
      }
      delivered(stamp);
    }
  } finally {
    isSending = false;
  }
}

/** @param {string} stamp */
function delivered(stamp) {
  setOutbox(outbox.value.filter((one) => one.stamp !== stamp));
}

/** @param {readonly Waiting[]} waiting */
function setOutbox(waiting) {
  outbox.value = waiting;
  saveItem(
    `tournament.outbox.${tournament.peek()}`,
    waiting.length ? JSON.stringify(waiting) : null,
  );
}

/** @param {string} id @returns {readonly Waiting[]} */
function readOutbox(id) {
  try {
    const kept = JSON.parse(loadItem(`tournament.outbox.${id}`) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
