// The connection: which address it opens, and when it comes back.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Connection, ConnectionLost, Refused } from "../../web/app/connection.js";
import { createRoomCode } from "../../web/app/room_code.js";

/** A connection with sockets that do what a test says. */
function setUp() {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const sockets = [];
  const statuses = [];
  const messages = [];
  const connection = new Connection(
    "ws://x/ws",
    {
      onMessage: (message) => messages.push(message.type),
      onStatus: (state, wait) => statuses.push([state, wait]),
      onReady: async () => {},
    },
    { loadToken: () => "token", saveToken: () => {}, loadName: () => null },
    (url) => {
      const socket = { url, sent: [], readyState: 1 };
      socket.send = (text) => socket.sent.push(JSON.parse(text));
      socket.close = () => socket.onclose();
      socket.say = (message) => socket.onmessage({ data: JSON.stringify(message) });
      socket.welcome = (routed = true) => {
        socket.onopen();
        socket.say({ type: "Welcome", protocol: 1, guest: "g", name: "Ala", now: 0, routed });
      };
      sockets.push(socket);
      return socket;
    },
  );
  connection.start();
  return { connection, sockets, statuses, messages };
}

const tearDown = () => mock.timers.reset();
const lastWait = (statuses) => statuses.findLast(([state]) => state === "lost")[1];

test("a lost connection is back after a quarter of a second, then later and later", () => {
  const { sockets, statuses } = setUp();
  sockets[0].welcome();
  mock.timers.tick(6000);
  for (const wait of [250, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
    sockets.at(-1).close();
    assert.equal(lastWait(statuses), wait);
    mock.timers.tick(wait);
  }
  assert.equal(sockets.length, 8);
  sockets.at(-1).welcome();
  mock.timers.tick(6000); // a good one
  sockets.at(-1).close();
  assert.equal(lastWait(statuses), 250);
  tearDown();
});

test("the server names when to come back, but not for ever", () => {
  const { sockets, statuses, messages } = setUp();
  for (let tries = 0; tries < 8; tries++) {
    const socket = sockets.at(-1);
    socket.onopen();
    socket.say({ type: "GoodBye", code: "moved", retry_ms: 300 });
    socket.close();
    const wait = lastWait(statuses);
    if (tries < 5) assert.ok(wait >= 300 && wait <= 500, `${wait}`);
    else assert.ok(wait >= 8000, `${wait}`);
    mock.timers.tick(wait);
  }
  assert.ok(messages.every((type) => type === "GoodBye"));
  tearDown();
});

test("with several nodes the connection is opened for the room first", async () => {
  const { connection, sockets, statuses } = setUp();
  assert.equal(sockets[0].url, "ws://x/ws");
  sockets[0].welcome();
  statuses.length = 0;
  const lost = connection.request("Enter", { room: "OTHER" });
  const opened = connection.openForRoom("ABCDEFGH");
  await assert.rejects(lost, ConnectionLost);
  assert.equal(sockets[1].url, "ws://x/ws?room=ABCDEFGH");
  sockets[1].welcome();
  await opened;
  assert.deepEqual(statuses, [["open", 0]]); // nobody need notice
  await connection.openForRoom("ABCDEFGH");
  assert.equal(sockets.length, 2);
  const answer = connection.request("Enter", { room: "ABCDEFGH" });
  sockets[1].say({ type: "Done", id: sockets[1].sent.at(-1).id });
  assert.equal((await answer).type, "Done");
  tearDown();
});

test("with one node the connection stays, and later ones name the room", async () => {
  const { connection, sockets } = setUp();
  sockets[0].welcome(false);
  await connection.openForRoom("ABCDE");
  assert.equal(sockets.length, 1);
  sockets[0].close();
  mock.timers.tick(250);
  assert.equal(sockets[1].url, "ws://x/ws?room=ABCDE");
  tearDown();
});

test("a node that cannot be reached leaves nobody waiting", async () => {
  const { connection, sockets, statuses } = setUp();
  sockets[0].welcome();
  const opened = connection.openForRoom("ABCDEFGH");
  sockets[1].close();
  await opened;
  await assert.rejects(connection.request("Enter", { room: "ABCDEFGH" }), ConnectionLost);
  assert.equal(statuses.at(-1)[0], "lost");
  tearDown();
});

test("a refusal keeps its code", async () => {
  const { connection, sockets } = setUp();
  sockets[0].welcome();
  const answer = connection.request("Do", {});
  const problems = [{ code: "not_saved", clause: "", values: {}, text: "" }];
  sockets[0].say({ type: "Refusal", id: 1, problems });
  await assert.rejects(answer, (error) => error instanceof Refused && error.code === "not_saved");
  tearDown();
});

test("made-up codes have the letters and lengths of the server's", () => {
  for (let tries = 0; tries < 200; tries++) {
    assert.match(createRoomCode(false), /^[A-HJ-NP-Z]{8}$/);
    assert.match(createRoomCode(true), /^[A-HJ-NP-Z]{5}$/);
  }
});
