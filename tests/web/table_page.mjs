// The page of a table without a browser: its own modules, and sockets that do what a test says.

import { readFileSync } from "node:fs";
import { mock } from "node:test";

export const ROOM = "ABCDEFGH";
const RACK = [0, 1, 2, 3];
let gameName = "";
const ROUTES = readFileSync(new URL("../../web/app/routes.json", import.meta.url), "utf8");

mock.timers.enable({ apis: ["setTimeout", "Date"] });
Object.assign(globalThis, {
  location: new URL(`http://x/room/${ROOM}`),
  addEventListener: () => {},
  matchMedia: () => ({ matches: false }),
  document: {
    documentElement: { getAttribute: () => null, dataset: {} },
    getElementById: () => ({ textContent: ROUTES }),
    hidden: true,
  },
  WebSocket: class {
    readyState = 1;
    sent = [];

    constructor() {
      sockets.push(this);
    }

    send(text) {
      const request = JSON.parse(text);
      this.sent.push(request);
      if (request.type === "Draft") this.say({ type: "DraftJudged", id: request.id, turn: 0 });
    }

    close() {
      this.readyState = 3;
      this.onclose();
    }

    say(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }
  },
});

/** All sockets that the page has opened. */
const sockets = [];
export const store = await import("../../web/app/game_store.js");
export const turn = await import("../../web/table/turn.js");
export const { toasts } = await import("../../web/shared/toasts.js");

/** Let everything go on that waits for nothing but itself. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Let time pass. @param {number} ms */
export async function pass(ms) {
  mock.timers.tick(ms);
  await settle();
}

/** The socket that is used now. */
export const getSocket = () => sockets.at(-1);

/** The moves that were sent over all sockets. */
export const listMoves = () =>
  sockets.flatMap(({ sent }) => sent.filter(({ type }) => type === "Do"));

/** Answer the latest request of a type. @param {string} type @param {object} answer */
export async function answer(type, answer) {
  const { id } = getSocket().sent.findLast((one) => one.type === type);
  getSocket().say({ ...answer, id });
  await settle();
}

/** @param {string} type @param {string} code */
export const refuse = (type, code) =>
  answer(type, { type: "Refusal", problems: [{ code, clause: "", values: {}, text: code }] });

/** Accept the page's connection and let it into the room. @param {object} [view] */
export async function welcome(view = {}) {
  const socket = getSocket();
  socket.onopen();
  socket.say({ type: "Welcome", protocol: 1, guest: "g", name: "Ala", now: 0, routed: true });
  await settle();
  if (!store.room.value) void store.enterRoom(ROOM);
  await settle();
  const room = { code: ROOM, host: "g", stage: "playing" };
  socket.say({ type: "RoomNews", room, seat: 0, people: null });
  tellGame(view);
  await answer("Enter", { type: "Done" });
}

/** Tell the page the state of its game. @param {object} [view]  what differs from the first turn */
export function tellGame(view = {}) {
  const rack = RACK.filter((tile) => !view.table?.flat().includes(tile));
  const seats = [{ rack, opened: true }, { opened: true }];
  const usual = { turn: 0, turns: 1, viewer: 0, seats, table: [], result: null, turn_open: false };
  getSocket().say({
    type: "GameNews",
    game: gameName,
    view: { ...usual, header: { edition: {} }, added: [], ...view },
    events: [],
    clock: { now: 0 },
    faces: ["R1", "R2", "R3", "R4"],
    jokers: {},
  });
}

/** Begin a game with the first three tiles of the rack on the table. @param {string} name */
export async function beginWithDraft(name) {
  gameName = name;
  if (getSocket()) tellGame();
  else {
    store.connection.room = ROOM;
    store.connection.start();
    await welcome();
  }
  turn.draft.layTable([[0, 1, 2]]);
  await settle();
}
