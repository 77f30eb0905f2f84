// Links: who works at the tournament gets one, as a code to scan or a line to copy; any can be
// called in.

import { copyLink } from "../../shared/clipboard.js";
import { Dialog } from "../../shared/dialog.js";
import { SegmentedField } from "../../shared/fields.js";
import { Icon } from "../../shared/icons.js";
import { html, useEffect, useState } from "../../shared/ui.js";
import { ProblemList, TextField, useTask } from "../fields.js";
import { requestTournamentJson, sendCommand, version, words } from "../state.js";
import { formatAuthor } from "../text.js";

/** @typedef {{size: number, path: string}} Code */
/**
 * @typedef {{grant: number, role: import("../model.js").Role, label: string, table: number | null,
 *   token: string | null, url: string | null, qr: Code | null, called_in: boolean}} Link
 */
/** @typedef {{base: string, reachable: boolean, links: readonly Link[]}} Links */

const ROLES = ["head_referee", "referee", "screen", "organiser"];

/** @param {{view: import("../model.js").View}} props */
export function DeskLinks({ view }) {
  const [links, setLinks] = useState(/** @type {Links | null} */ (null));
  const [shown, setShown] = useState(/** @type {number | null} */ (null));
  const [doing, run] = useTask();
  useEffect(
    () => void run(async () => setLinks(await requestTournamentJson("/links"))),
    [version.value],
  );
  // Links of tables that were seated again, or of earlier rounds, are no longer useful.
  const last = view.rounds.length;
  const old = new Set(
    view.grants
      .filter((grant) => grant.old !== null || (grant.role === "table" && grant.round !== last))
      .map(({ number }) => number),
  );
  const good = links?.links.filter(({ grant, called_in: gone }) => !gone && !old.has(grant)) ?? [];
  const people = good.filter(({ role }) => role !== "table");
  // those of online tables are the server's own
  const tables = good.filter(({ role, url }) => role === "table" && url);
  const link = good.find(({ grant }) => grant === shown);
  return html`
    <section class="card stack">
      <h2>${words.t("links.title")}</h2>
      <p>${words.t("links.lead")}</p>
      ${
        links &&
        !links.reachable &&
        html`
          <p class="desk-problem">
            ${words.t("links.unreachable")} <code>kostka serve --host 0.0.0.0</code>
          </p>
        `
      }
      <${ProblemList} of=${doing} />
      <ul class="desk-plain desk-links">
        ${people.map(
          (one) => html`
            <${LinkRow} key=${one.grant} link=${one} onShow=${() => setShown(one.grant)} />
          `,
        )}
      </ul>
      <${LinkForm} onLinks=${setLinks} />
      ${
        tables.length > 0 &&
        html`
          <h3>${words.t("links.tables")}</h3>
          <p>${words.t("links.tables_why")}</p>
          <ul class="desk-plain desk-links">
            ${tables.map(
              (one) => html`
                <${LinkRow} key=${one.grant} link=${one} onShow=${() => setShown(one.grant)} />
              `,
            )}
          </ul>
        `
      }
      ${link && html`<${LinkDialog} link=${link} onClose=${() => setShown(null)} />`}
    </section>
  `;
}

/** @param {Link} link */
const getLinkName = ({ role, label, grant }) => formatAuthor({ role, name: label, grant });

/** @param {{link: Link, onShow: () => void}} props */
function LinkRow({ link, onShow }) {
  const { url } = link;
  return html`
    <li>
      <button class="desk-link-name" onClick=${onShow}>
        <b>${getLinkName(link)}</b>
        <small>${words.t(`role.${link.role}`)}</small>
      </button>
      ${
        url &&
        html`
          <button
            class="icon-button"
            aria-label=${words.t("links.copy", { name: getLinkName(link) })}
            title=${words.t("links.copy", { name: getLinkName(link) })}
            onClick=${() => void copyLink(url)}
          >
            <${Icon} name="copy" />
          </button>
        `
      }
    </li>
  `;
}

/**
 * A code as large as the card, for phones to scan.
 * @param {{link: Link, onClose: () => void}} props
 */
function LinkDialog({ link, onClose }) {
  const { url, qr } = link;
  const [doing, run] = useTask();
  const callIn = async () =>
    (await run(() => sendCommand({ type: "RevokeLink", grant: link.grant }))) && onClose();
  return html`
    <${Dialog} title=${getLinkName(link)} onClose=${onClose}>
      <p>${words.t(`links.for_${link.role}`)}</p>
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
      ${url ? html`<p class="desk-link-url">${url}</p>` : html`<p>${words.t("links.foreign")}</p>`}
      <${ProblemList} of=${doing} />
      <div class="field-row">
        ${
          url &&
          html`
            <button class="primary" onClick=${() => void copyLink(url)}>
              <${Icon} name="copy" />
              ${words.t("links.copy_short")}
            </button>
          `
        }
        ${
          link.grant !== 0 &&
          html`
            <button class="secondary" disabled=${doing.isBusy} onClick=${callIn}>
              ${words.t("links.call_in")}
            </button>
          `
        }
      </div>
    <//>
  `;
}

/** @param {{onLinks: (links: Links) => void}} props */
function LinkForm({ onLinks }) {
  const [role, setRole] = useState("head_referee");
  const [label, setLabel] = useState("");
  const [doing, run] = useTask();
  /** @param {SubmitEvent} event */
  async function createLink(event) {
    event.preventDefault();
    if (
      await run(async () =>
        onLinks(
          await requestTournamentJson("/links", {
            json: { role, label: label.trim() || words.t(`role.${role}`) },
          }),
        ),
      )
    )
      setLabel("");
  }
  return html`
    <form class="stack" onSubmit=${createLink}>
      <${SegmentedField}
        name="role"
        label=${words.t("links.new")}
        value=${role}
        choices=${ROLES.map((value) => ({ value, text: words.t(`role.${value}`) }))}
        onPick=${setRole}
      />
      <${TextField}
        label=${words.t("links.whose")}
        value=${label}
        maxlength="60"
        placeholder=${words.t(`role.${role}`)}
        onText=${setLabel}
      />
      <${ProblemList} of=${doing} />
      <button class="secondary large" type="submit" disabled=${doing.isBusy}>
        ${words.t("links.give")}
      </button>
    </form>
  `;
}
