// Links for phones and projectors, everything on paper, and what is taken away at the end.

import { getLanguage } from "../../app/texts.js";
import { LANGUAGE_NAMES } from "../../app/i18n.js";
import { downloadFile } from "../../shared/download.js";
import { SelectField } from "../../shared/fields.js";
import { Icon } from "../../shared/icons.js";
import { html, useState } from "../../shared/ui.js";
import { ProblemList, useTask } from "../fields.js";
import { formatRoman } from "../model.js";
import { online, requestTournamentFile, words } from "../state.js";
import { makeFileName, BackupButton } from "./backup_button.js";
import { DeskLinks } from "./links.js";
import { RemovalButton } from "./removal.js";
import { isRoleAllowed } from "./steps.js";

/** @typedef {import("../model.js").View} View */

const PARTS = ["all", "seats", "cards", "sheets", "empty", "standings", "certificates", "slips"];
/**
 * Which tables are given in which form.
 * @type {readonly (readonly [string, readonly string[]])[]}
 */
const EXPORTS = [
  ["all", ["xlsx", "json"]],
  ["standings", ["csv", "xlsx", "json"]],
  ["seats", ["csv", "xlsx", "json"]],
  ["results", ["csv", "xlsx", "json"]],
  ["log", ["csv", "xlsx", "json"]],
];

/** @param {{view: View}} props */
export function DeskPapers({ view }) {
  return html`
    <div class="desk-papers">
      <div class="stack">
        <${PrintKitDownloads} view=${view} />
        <${ExportButtons} view=${view} />
      </div>
      ${isRoleAllowed(view.role, "organise") && html`<${DeskLinks} view=${view} />`}
    </div>
  `;
}

/** @param {{view: View}} props */
function PrintKitDownloads({ view }) {
  const locked = view.rounds.filter(({ phase }) => phase !== "preview");
  const [round, setRound] = useState(/** @type {number | null} */ (null));
  const [speech, setSpeech] = useState(/** @type {string} */ (getLanguage()));
  const [doing, run] = useTask();
  const number = round ?? locked.at(-1)?.number ?? 1;
  /** What there is to print so far. @type {Record<string, boolean>} */
  const there = {
    empty: true,
    standings: locked.some(({ tables }) =>
      tables.some(({ games }) => games.some(({ entered }) => entered)),
    ),
    certificates: view.finished && !view.rehearsal,
    slips:
      isRoleAllowed(view.role, "organise") && online.value.some((table) => table.round === number),
  };
  const parts = PARTS.filter((part) => there[part] ?? locked.length > 0);
  /** @param {string} part */
  function downloadPart(part) {
    void run(async () =>
      downloadFile(
        `${makeFileName(view.title)}-${formatRoman(number)}-${part}.pdf`,
        await requestTournamentFile(`/kit.pdf?round=${number}&language=${speech}&part=${part}`),
      ),
    );
  }
  return html`
    <section class="card stack">
      <h2>${words.t("kit.title")}</h2>
      <div class="fields">
        ${
          locked.length > 1 &&
          html`
            <${SelectField}
              label=${words.t("round.which")}
              value=${number}
              choices=${locked.map((one) => ({
                value: one.number,
                text: words.t("round.number", { round: formatRoman(one.number) }),
              }))}
              onPick=${(/** @type {string} */ value) => setRound(Number(value))}
            />
          `
        }
        <${SelectField}
          label=${words.t("kit.language")}
          value=${speech}
          choices=${Object.entries(LANGUAGE_NAMES).map(([value, text]) => ({ value, text }))}
          onPick=${setSpeech}
        />
      </div>
      ${!locked.length && html`<p>${words.t("kit.later")}</p>`}
      <div class="menu">
        ${parts.map(
          (part) => html`
            <button
              key=${part}
              class=${part === "all" ? "primary" : "secondary"}
              disabled=${doing.isBusy}
              onClick=${() => downloadPart(part)}
            >
              <${Icon} name="print" />
              ${words.t(`kit.${part}`)}
            </button>
          `,
        )}
      </div>
      <${ProblemList} of=${doing} />
    </section>
  `;
}

/** @param {{view: View}} props */
function ExportButtons({ view }) {
  const [doing, run] = useTask();
  /** @param {string} what @param {string} form */
  const take = (what, form) =>
    void run(async () =>
      downloadFile(
        `${makeFileName(view.title)}-${what}.${form}`,
        await requestTournamentFile(`/export/${what}.${form}?language=${getLanguage()}`),
      ),
    );
  return html`
    <section class="card stack">
      <h2>${words.t("export.title")}</h2>
      ${
        isRoleAllowed(view.role, "organise") &&
        html`
          <p>${words.t("save.why")}</p>
          <${BackupButton} title=${view.title} isLarge />
        `
      }
      <ul class="desk-plain desk-exports">
        ${EXPORTS.map(
          ([what, forms]) => html`
            <li key=${what}>
              <span>${words.t(`export.${what}`)}</span>
              ${forms.map(
                (form) => html`
                  <button
                    key=${form}
                    class="secondary"
                    disabled=${doing.isBusy}
                    aria-label=${`${words.t(`export.${what}`)}: ${form.toUpperCase()}`}
                    onClick=${() => take(what, form)}
                  >
                    ${form.toUpperCase()}
                  </button>
                `,
              )}
            </li>
          `,
        )}
      </ul>
      <${ProblemList} of=${doing} />
      ${isRoleAllowed(view.role, "organise") && html`<${RemovalButton} title=${view.title} />`}
    </section>
  `;
}
