// What can be done about the table itself: invite, settings, go out, leave the game, close the
// room.

import { makeFullAddress } from "../app/base_path.js";
import { getLazyPart } from "../app/lazy_pages.js";
import { copyLink } from "../shared/clipboard.js";
import { followLink } from "../app/router.js";
import { getRoom, isHost, seat, sendRequest, view } from "../app/game_store.js";
import { t } from "../app/texts.js";
import { sendCommand } from "./turn.js";
import { html, useState } from "../shared/ui.js";
import { Dialog } from "../shared/dialog.js";
import { Icon } from "../shared/icons.js";

/** What cannot be taken back is asked twice. @typedef {"leave" | "close"} Grave */

export function TableMenu() {
  const [isOpen, setOpen] = useState(false);
  const [isPeople, setPeople] = useState(false);
  const PeopleDialog = isPeople && getLazyPart("people");
  const label = t("menu.title");
  return html`
    <button
      class="icon-button"
      aria-label=${label}
      title=${label}
      aria-haspopup="dialog"
      onClick=${() => setOpen(true)}
    >
      <${Icon} name="menu" />
    </button>
    ${
      isOpen &&
      html`
        <${TableMenuDialog} onClose=${() => setOpen(false)} onPeople=${() => setPeople(true)} />
      `
    }
    ${PeopleDialog && html`<${PeopleDialog} onClose=${() => setPeople(false)} />`}
  `;
}

/** @param {{onClose: () => void, onPeople: () => void}} props */
function TableMenuDialog({ onClose, onPeople }) {
  const [asked, setAsked] = useState(/** @type {Grave | null} */ (null));
  const { code, watching } = getRoom();
  const plays =
    seat.value !== null &&
    view.value &&
    !view.value.result &&
    view.value.seats[seat.value]?.present;
  /** @param {() => unknown} act */
  const done = (act) => () => {
    onClose();
    void act();
  };
  if (asked) {
    const act = asked === "leave" ? () => sendCommand("Leave") : () => sendRequest("CloseRoom");
    return html`
      <${Dialog} title=${t(`menu.${asked}`)} onClose=${onClose}>
        <p>${t(`menu.${asked}_why`)}</p>
        <div class="dialog-buttons">
          <button class="secondary" onClick=${onClose}>${t("menu.stay")}</button>
          <button class="primary" onClick=${done(act)}>${t(`menu.${asked}`)}</button>
        </div>
      <//>
    `;
  }
  return html`
    <${Dialog} title=${t("menu.title")} onClose=${onClose}>
      <p>
        ${[`${t("lobby.code")} ${code}`, watching ? t("lobby.watching", { count: watching }) : ""]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <div class="menu">
        <button
          class="secondary"
          onClick=${done(() => copyLink(makeFullAddress(`/room/${code}`)))}
        >
          <${Icon} name="copy" /> ${t("lobby.copy")}
        </button>
        <a class="secondary" href="/settings" onClick=${followLink}>
          <${Icon} name="gear" /> ${t("settings.title")}
        </a>
        <a class="secondary" href="/" onClick=${followLink}>
          <${Icon} name="door" /> ${t(plays ? "menu.go_out" : "action.leave_room")}
        </a>
        ${
          plays &&
          html`
            <button class="secondary" onClick=${() => setAsked("leave")}>
              <${Icon} name="flag" /> ${t("menu.leave")}
            </button>
          `
        }
        ${
          isHost.value &&
          html`
            <button class="secondary" onClick=${done(onPeople)}>
              <${Icon} name="person" /> ${t("people.title")}
            </button>
            <button class="secondary" onClick=${() => setAsked("close")}>
              <${Icon} name="close" /> ${t("menu.close")}
            </button>
          `
        }
      </div>
    <//>
  `;
}
