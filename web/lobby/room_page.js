// A room: its lobby before the match, then the table of its game.

import { LazyPart } from "../app/lazy_part.js";
import { game, isWordGame, missingRoomCode, room, findRoomCode } from "../app/game_store.js";
import { getCurrentRoute } from "../app/router.js";
import { NotFound, ConnectingNotice } from "../not_found/page.js";
import { html } from "../shared/ui.js";

export function RoomPage() {
  const code = findRoomCode(getCurrentRoute());
  if (missingRoomCode.value === code) return html`<${NotFound} text="nowhere.room" code=${code} />`;
  if (room.value?.code !== code) return html`<${ConnectingNotice} />`;
  if (room.value.stage === "closed")
    return html`<${NotFound} text="nowhere.closed" code=${code} />`;
  if (!game.value || room.value.stage === "gathering") return html`<${LazyPart} name="lobby" />`;
  return html`<${LazyPart} name=${isWordGame.value ? "word_table" : "table"} />`;
}
