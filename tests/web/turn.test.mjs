// A move that cannot be saved, or whose answer is lost, is sent again as long as that is right.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import {
  answer,
  beginWithDraft,
  getSocket,
  listMoves,
  pass,
  refuse,
  settle,
  store,
  tellGame,
  toasts,
  turn,
  welcome,
} from "./table_page.mjs";

const PLACED = { turns: 2, turn: 1, table: [[0, 1, 2]] };
let before = 0;

/** The moves of this test. */
const list = () => listMoves().slice(before);
const listTexts = () => toasts.value.map(({ text }) => text);
const readTable = () => turn.layout.value.sets.map(({ tiles }) => tiles);

/** Lose the connection, and wait until the page tries to come back. */
async function loseConnection() {
  getSocket().close();
  await settle();
  await pass(store.status.value.waitMs);
}

beforeEach(async (context) => {
  before = listMoves().length;
  toasts.value = [];
  await beginWithDraft(context.name);
});

afterEach(() => {
  assert.equal(turn.isSending.value, false);
});

test("a move that cannot be saved is sent again until it is", async () => {
  const notices = new Set();
  const sending = turn.submitDraft();
  for (let tries = 1; tries <= 3; tries++) {
    assert.equal(list().length, tries);
    await refuse("Do", "not_saved");
    assert.deepEqual(listTexts(), ["turn.saving"]);
    notices.add(toasts.value[0].id);
    assert.deepEqual(readTable(), [[0, 1, 2]]);
    assert.equal(turn.isSending.value, true); // so no other move is sent
    await turn.drawFromPool();
    await pass(999);
    assert.equal(list().length, tries);
    await pass(1);
  }
  tellGame(PLACED);
  await answer("Do", { type: "Done" });
  await sending;
  assert.equal(notices.size, 1); // screen readers read it once
  assert.deepEqual(listTexts(), []); // it is no longer true
  await pass(5000);
  assert.equal(list().length, 4);
  const [first, ...others] = list().map(({ id, ...move }) => move);
  for (const other of others) assert.deepEqual(other, first);
  assert.deepEqual(first.command, { type: "Place", seat: 0, table: [[0, 1, 2]] });
});

test("a turn that ends in the meantime ends the tries", async () => {
  const sending = turn.submitDraft();
  await refuse("Do", "not_saved");
  tellGame({ turns: 2, turn: 1 }); // the time was over
  await pass(1000);
  await sending;
  assert.equal(list().length, 1);
});

test("another refusal is final", async () => {
  const sending = turn.submitDraft();
  await refuse("Do", "late");
  await sending;
  await pass(5000);
  await loseConnection();
  await welcome();
  assert.equal(list().length, 1);
});

test("a move whose answer is lost is sent again once the page is back in the room", async () => {
  const sending = turn.submitDraft();
  await loseConnection();
  await sending;
  assert.equal(list().length, 1);
  assert.deepEqual(readTable(), [[0, 1, 2]]);
  await welcome();
  assert.equal(list().length, 2);
  assert.deepEqual(list()[1].command, list()[0].command);
  await answer("Do", { type: "Done" });
  await loseConnection();
  await welcome();
  assert.equal(list().length, 2); // it is sent again once
});

test("a move that has arrived is not sent again", async () => {
  const sending = turn.submitDraft();
  await loseConnection();
  await sending;
  await welcome(PLACED);
  assert.equal(list().length, 1);
});

test("a move without a connection is sent when there is one", async () => {
  getSocket().close();
  await turn.submitDraft();
  assert.equal(list().length, 0);
  assert.deepEqual(listTexts(), ["connection.lost"]);
  await pass(store.status.value.waitMs);
  await welcome();
  assert.equal(list().length, 1);
  await answer("Do", { type: "Done" });
});

test("a move that cannot be saved survives a lost connection", async () => {
  const sending = turn.submitDraft();
  await refuse("Do", "not_saved");
  getSocket().close();
  await pass(1000);
  await sending;
  await pass(store.status.value.waitMs);
  await welcome();
  assert.equal(list().length, 2);
  await refuse("Do", "not_saved"); // nor can the next node save it
  await pass(1000);
  assert.equal(list().length, 3);
  tellGame(PLACED);
  await answer("Do", { type: "Done" });
});

test("a player who changes the table in the meantime is not overruled", async () => {
  const saving = turn.submitDraft();
  await refuse("Do", "not_saved");
  turn.draft.layTable([[1, 2, 3]]);
  await pass(1000);
  await saving;
  assert.equal(list().length, 1);
  assert.deepEqual(readTable(), [[1, 2, 3]]);

  const sending = turn.submitDraft();
  await loseConnection();
  await sending;
  turn.draft.layTable([[0, 1, 2]]);
  await welcome();
  assert.equal(list().length, 2);
  assert.deepEqual(readTable(), [[0, 1, 2]]);
});
