// Room codes as people read and type them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatRoomCode, normalizeRoomCode } from "../../web/app/room_code.js";

test("codes are typed with or without the gap, in any case", () => {
  for (const typed of ["ABCDEFGH", "abcd efgh", " Abcd-Efgh ", "abcd\u00a0efgh"])
    assert.equal(normalizeRoomCode(typed), "ABCDEFGH");
});

test("long codes are shown in two groups, short ones as they are", () => {
  assert.equal(formatRoomCode("ABCDEFGH"), "ABCD\u00a0EFGH");
  assert.equal(formatRoomCode("ABCDE"), "ABCDE");
  assert.equal(normalizeRoomCode(formatRoomCode("ABCDEFGH")), "ABCDEFGH");
});
