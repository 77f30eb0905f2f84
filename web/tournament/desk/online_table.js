// A table that plays online: its room, and the links with which its players take their seats.

import { formatRoomCode } from "../../app/room_code.js";
import { getLanguage } from "../../app/texts.js";
import { copyLink } from "../../shared/clipboard.js";
import { downloadFile } from "../../shared/download.js";
import { Dialog } from "../../shared/dialog.js";
import { Icon } from "../../shared/icons.js";
import { html, useEffect, useState } from "../../shared/ui.js";
import { ProblemList, useTask } from "../fields.js";
import { online, requestTournamentFile, requestTournamentJson, words } from "../state.js";

/** @typedef {{size: number, path: string}} Code */
/** @typedef {{seat: number, name: string, url: string | null, qr: Code | null}} SeatLink */
/** @typedef {{code: string, reachable: boolean, links: readonly SeatLink[]}} SeatLinks */

/**
 * A table may play online: a room with a seat for each player, whose games are entered by
 * themselves.
 * @param {{table: number}} props
 */
export function OnlineTableControls({ table }) {
  const [doing, run] = useTask();
  const [isShown, setShown] = useState(false);
  const room = online.value.find((one) => one.table === table);
  if (room)
    return html`
      <div class="field-row">
        <span>${words.t("online.plays", { code: formatRoomCode(room.code) })}</span>
        <button class="primary" onClick=${() => setShown(true)}>
          <${Icon} name="person" /> ${words.t("online.links")}
        </button>
        <a class="secondary" href=${`/room/${room.code}`} target="_blank">
          ${words.t("online.look")}
        </a>
      </div>
      ${isShown && html`<${SeatLinksDialog} table=${table} onClose=${() => setShown(false)} />`}
    `;
  return html`
    <button
      class="quiet-button"
      disabled=${doing.isBusy}
      onClick=${() => void run(() => requestTournamentJson("/online", { json: { table } }))}
    >
      ${words.t("online.open")}
    </button>
    <${ProblemList} of=${doing} />
  `;
}

/** @param {{table: number, onClose: () => void}} props */
function SeatLinksDialog({ table, onClose }) {
  const [links, setLinks] = useState(/** @type {SeatLinks | null} */ (null));
  const [shown, setShown] = useState(/** @type {number | null} */ (null));
  const [doing, run] = useTask();
  const path = `/online/${table}/links`;
  useEffect(() => void run(async () => setLinks(await requestTournamentJson(path))), []);
  /** @param {number} seat */
  const renew = (seat) =>
    run(async () => setLinks(await requestTournamentJson(path, { json: { seat } })));
  const downloadSlips = () =>
    void run(async () =>
      downloadFile(
        "slips.pdf",
        await requestTournamentFile(`/kit.pdf?part=slips&language=${getLanguage()}`),
      ),
    );
  return html`
    <${Dialog} title=${words.t("online.links_of", { table })} onClose=${onClose}>
      <p>${words.t("online.links_why")}</p>
      ${
        links &&
        !links.reachable &&
        html`
          <p class="desk-problem">
            ${words.t("links.unreachable")} <code>kostka serve --host 0.0.0.0</code>
          </p>
        `
      }
      <ul class="desk-plain desk-seat-links">
        ${links?.links.map(
          (link) => html`
            <${SeatLinkRow}
              key=${link.seat}
              link=${link}
              isOpen=${shown === link.seat}
              isBusy=${doing.isBusy}
              onToggle=${() => setShown(shown === link.seat ? null : link.seat)}
              onRenew=${() => renew(link.seat)}
            />
          `,
        )}
      </ul>
      <${ProblemList} of=${doing} />
      <button class="secondary" disabled=${doing.isBusy} onClick=${downloadSlips}>
        <${Icon} name="print" /> ${words.t("online.slips")}
      </button>
    <//>
  `;
}

/**
 * @param {{link: SeatLink, isOpen: boolean, isBusy: boolean, onToggle: () => void,
 *   onRenew: () => Promise<unknown>}} props
 */
function SeatLinkRow({ link, isOpen, isBusy, onToggle, onRenew }) {
  const { name, url, qr } = link;
  const [isAsked, setAsked] = useState(false);
  const renew = async () => (await onRenew()) && setAsked(false);
  return html`
    <li>
      <div class="desk-seat-link">
        <button class="desk-link-name" aria-expanded=${isOpen} onClick=${onToggle}>
          <b>${name}</b>
        </button>
        ${
          url &&
          html`
            <button
              class="icon-button"
              aria-label=${words.t("links.copy", { name })}
              title=${words.t("links.copy", { name })}
              onClick=${() => void copyLink(url)}
            >
              <${Icon} name="copy" />
            </button>
          `
        }
      </div>
      ${
        isOpen &&
        html`
          <div class="stack desk-seat-link-more">
            ${
              qr &&
              html`
                <svg
                  class="desk-qr"
                  viewBox=${`0 0 ${qr.size} ${qr.size}`}
                  role="img"
                  aria-label=${words.t("links.qr")}
                >
                  <path d=${qr.path} />
                </svg>
              `
            }
            ${
              url
                ? html`<p class="desk-link-url">${url}</p>`
                : html`<p>${words.t("online.no_link")}</p>`
            }
            ${isAsked && html`<p>${words.t("online.renew_why")}</p>`}
            <div class="field-row">
              ${
                url &&
                html`
                  <button class="primary" onClick=${() => void copyLink(url)}>
                    <${Icon} name="copy" /> ${words.t("links.copy_short")}
                  </button>
                `
              }
              <button
                class="secondary"
                disabled=${isBusy}
                onClick=${isAsked || !url ? renew : () => setAsked(true)}
              >
                ${words.t("online.renew")}
              </button>
            </div>
          </div>
        `
      }
    </li>
  `;
}
