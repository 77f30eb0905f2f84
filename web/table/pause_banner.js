// While a room is paused: by whom, what a referee has ruled, and how much of the turn is left. The
// table cannot be touched.

import { getGameNews, getRoom, lastNews } from "../app/game_store.js";
import { t } from "../app/texts.js";
import { html } from "../shared/ui.js";

const RULINGS = ["MoveUndone", "Penalised", "EndedByReferee"];

export function PauseBanner() {
  const { paused } = getRoom();
  if (!paused) return null;
  const { clock, events } = getGameNews();
  const { left } = clock;
  const texts = [t(`pause.${paused}`)];
  const ruling = events.some(({ type }) => RULINGS.includes(type)) ? lastNews.value : null;
  if (ruling) texts.push(`${t(ruling.key, ruling.values)}.`);
  if (left !== null) texts.push(t("pause.left", { count: Math.ceil(left / 1000) }));
  return html`<p class="table-pause" role="status">${texts.join(" ")}</p>`;
}

/** What nobody can touch during a pause. @param {{children: unknown}} props */
export function Pausable({ children }) {
  return html`<div class="table-pausable" inert=${getRoom().paused !== null}>${children}</div>`;
}
