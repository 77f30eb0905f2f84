// Rooms that anybody may join, as long as the page is looked at.

import { addBasePath } from "../app/base_path.js";
import { followLink } from "../app/router.js";
import { status } from "../app/game_store.js";
import { t } from "../app/texts.js";
import { html, useEffect, useState } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";

/**
 * @typedef {{code: string, host: string, edition: string, house_rules: boolean, seats: number,
 *   free: number, games: number}} Listed
 */

const AGAIN_MS = 8000;

export function OpenRoomList() {
  const [rooms, setRooms] = useState(/** @type {readonly Listed[]} */ ([]));
  const isOpen = status.value.state === "open";
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = async () => {
      if (document.hidden) return;
      const answer = await fetch(addBasePath("/api/rooms")).catch(() => null);
      if (answer?.ok) setRooms((await answer.json()).rooms);
    };
    void look();
    const timer = setInterval(look, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (!rooms.length) return null;
  return html`
    <section class="card stack">
      <h2>${t("open.title")}</h2>
      <ul class="chairs">
        ${rooms.map(
          ({ code, host, edition, house_rules: own, seats, free, games }) => html`
            <li class="chair" key=${code}>
              <${Icon} name="person" />
              <span class="chair-name">
                <b>${host}</b>
                <small>
                  ${[
                    t(`edition.${edition}`),
                    own && t("rules.house"),
                    games > 1 && t("lobby.games", { count: games }),
                    `${seats - free}/${seats}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </small>
              </span>
              <a class="secondary" href=${`/room/${code}`} onClick=${followLink}>
                ${t("join.enter")}
              </a>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}
