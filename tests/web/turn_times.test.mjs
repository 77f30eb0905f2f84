import assert from "node:assert/strict";
import { test } from "node:test";

import { listTurnTimes } from "../../web/shared/turn_times.js";

test("the times of the rule book come first, and no time twice", () => {
  assert.deepEqual(listTurnTimes([60, 30, 40, null]), [60, 30, 40, null, 90, 120, 300]);
  assert.deepEqual(listTurnTimes([60]), [60, 30, 90, 120, 300, null]);
  assert.deepEqual(listTurnTimes([null], [30, null]), [null, 30]);
});
