// Many names at once: pasted, or from a CSV file or a workbook; looked at before they are taken.

import { SelectField } from "../../shared/fields.js";
import { Icon } from "../../shared/icons.js";
import { html, useState } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { ProblemList, CheckboxField, useTask } from "../fields.js";
import { requestTournamentJson, sendCommand, words } from "../state.js";
import { describeProblem } from "../text.js";

/**
 * @typedef {{players: readonly {line: number, name: string, group: string}[], problems: readonly
 *   {line: number, problem: import("../../app/texts.js").Problem}[], encoding: string}} Found
 */

const ENCODINGS = ["utf-8", "cp1250", "cp1252", "iso-8859-2", "iso-8859-1", "utf-16"];
/** PDF files too: the server says what to do with them. */
const FILE_KINDS = ".csv,.txt,.tsv,.xlsx,.xls,.ods,.pdf";
/** As many as can be looked at; the rest is counted. */
const SHOWN = 12;
const SHOWN_PROBLEMS = 30;

/** @param {{isFirst: boolean}} props */
export function NameListForm({ isFirst }) {
  const text = getDraft("list", "");
  const [file, setFile] = useState(/** @type {File | null} */ (null));
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  const [isHere, setHere] = useState(false);
  const [doing, run, quiet] = useTask();

  /** @param {Blob | string} body @param {string} [encoding] */
  const read = (body, encoding) =>
    void run(async () =>
      setFound(
        await requestTournamentJson(`/list${encoding ? `?encoding=${encoding}` : ""}`, { body }),
      ),
    );
  /** @param {any} event */
  function chooseFile(event) {
    const [chosen] = event.currentTarget.files;
    event.currentTarget.value = "";
    if (!chosen) return;
    clearList();
    setFile(chosen);
    read(chosen);
  }
  function clearList() {
    setFile(null);
    setFound(null);
    quiet();
  }
  async function addPlayers() {
    if (!found) return;
    const players = found.players.map(({ name, group }) => ({ name, group }));
    if (!(await run(() => sendCommand({ type: "AddPlayers", players, present: isHere })))) return;
    clearList();
    saveDraft("list", undefined);
  }
  return html`
    <details class="card fold" open=${isFirst || Boolean(text) || found !== null}>
      <summary>${words.t("list.title")}</summary>
      <div class="stack">
        <label class="field">
          <span>${words.t("list.paste")}</span>
          <textarea
            rows="5"
            value=${text}
            spellcheck=${false}
            placeholder=${words.t("list.example")}
            onInput=${(/** @type {any} */ event) => {
              clearList();
              saveDraft("list", event.currentTarget.value || undefined);
            }}
          ></textarea>
        </label>
        <div class="field-row">
          <button
            class="secondary"
            disabled=${!text.trim() || doing.isBusy}
            onClick=${() => read(text)}
          >
            ${words.t("list.read")}
          </button>
          <label class="secondary desk-file">
            <${Icon} name="box" />
            ${words.t("list.file")}
            <input type="file" accept=${FILE_KINDS} onChange=${chooseFile} />
          </label>
        </div>
        <${ProblemList} of=${doing} />
        ${
          found &&
          html`
            <${NameListPreview}
              found=${found}
              file=${file}
              onEncoding=${(/** @type {string} */ encoding) => file && read(file, encoding)}
            />
          `
        }
        ${
          found &&
          found.players.length > 0 &&
          html`
            <${CheckboxField} label=${words.t("list.are_here")} isOn=${isHere} onTick=${setHere} />
            <button class="primary" disabled=${doing.isBusy} onClick=${addPlayers}>
              ${words.t("list.take", { count: found.players.length })}
            </button>
          `
        }
      </div>
    </details>
  `;
}

/**
 * What was found, and which lines could not be taken.
 * @param {{found: Found, file: File | null, onEncoding: (encoding: string) => void}} props
 */
function NameListPreview({ found, file, onEncoding }) {
  const { players, problems, encoding } = found;
  return html`
    <div class="stack" role="status">
      <p><b>${words.t("list.found", { count: players.length })}</b>${file && ` · ${file.name}`}</p>
      ${
        players.length > 0 &&
        html`
          <ol class="desk-plain desk-list-found">
            ${players.slice(0, SHOWN).map(
              ({ line, name, group }) => html`
                <li key=${line}>${name}${group && html` <small>${group}</small>`}</li>
              `,
            )}
            ${
              players.length > SHOWN &&
              html`
                <li>${words.t("list.more", { count: players.length - SHOWN })}</li>
              `
            }
          </ol>
        `
      }
      ${
        file &&
        encoding &&
        html`
          <${SelectField}
            label=${words.t("list.encoding")}
            value=${encoding}
            choices=${[...new Set([encoding, ...ENCODINGS])].map((value) => ({
              value,
              text: value,
            }))}
            onPick=${onEncoding}
          />
        `
      }
      ${problems.slice(0, SHOWN_PROBLEMS).map(
        ({ line, problem }) => html`
          <p class="desk-problem" key=${`${line}${problem.code}`}>
            ${words.t("list.line", { line })} ${describeProblem(problem)}
          </p>
        `,
      )}
      ${
        problems.length > SHOWN_PROBLEMS &&
        html`<p>${words.t("list.more", { count: problems.length - SHOWN_PROBLEMS })}</p>`
      }
    </div>
  `;
}
