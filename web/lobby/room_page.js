// A room: its lobby before the match, then the table of its game.

import { LazyPart } from "../app/lazy_part.js";
import { game, isWordGame, lostCode, room, roomCodeOf } from "../app/session.js";
import { route } from "../app/router.js";
import { Nowhere, Waiting } from "../not_found/page.js";
import { html } from "../shared/ui.js";

export function RoomPage() {
  const code = roomCodeOf(route());
  if (lostCode.value === code) return html`<${Nowhere} text="nowhere.room" code=${code} />`;
  if (room.value?.code !== code) return html`<${Waiting} />`;
  if (room.value.stage === "closed") return html`<${Nowhere} text="nowhere.closed" code=${code} />`;
  if (!game.value || room.value.stage === "gathering") return html`<${LazyPart} name="lobby" />`;
  return html`<${LazyPart} name=${isWordGame.value ? "word_table" : "table"} />`;
}
