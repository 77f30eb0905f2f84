// Where a tournament begins: a new one, a file from a stick, a link, or one that this browser
// knows.

import { followLink, navigateTo } from "../app/router.js";
import { saveItem, loadItem } from "../app/storage.js";
import { t } from "../app/texts.js";
import { Icon } from "../shared/icons.js";
import { html, useState } from "../shared/ui.js";
import { requestJson } from "./api.js";
import { splitLogAndLink } from "./backup_file.js";
import { ProblemList, TextField, CheckboxField, useTask } from "./fields.js";
import { findBestLink, deleteLink, listSavedLinks, saveLink } from "./saved_links.js";
import { FORMATS, SettingsFields, parseSettings } from "./settings.js";
import { words } from "./state.js";
import { formatTime } from "./text.js";

const MAX_TITLE_LENGTH = 100;

/** @typedef {import("./model.js").Format} Format */
/** @typedef {import("./settings.js").Choices & {title: string, rehearsal: boolean, format: Format}}
 *   Choices */
/** @type {Choices} */
const DEFAULTS = {
  title: "",
  rounds: "2",
  games: "3",
  minutes: "",
  avoid_repeats: false,
  rehearsal: false,
  format: "school",
};

export function DeskLanding() {
  return html`
    <div class="desk-landing">
      <header class="desk-intro">
        <h1>${t("tournament.title")}</h1>
        <p>${words.t("new.lead")}</p>
      </header>
      <div class="cards">
        <${NewTournamentForm} />
        <div class="stack">
          <${SavedLinkList} />
          <${OpenFileForm} />
          <${OpenLinkForm} />
        </div>
      </div>
    </div>
  `;
}

/** What was typed here before it was created. @returns {Choices} */
function loadNewTournamentChoices() {
  try {
    return { ...DEFAULTS, ...JSON.parse(loadItem("tournament.new") ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

function NewTournamentForm() {
  const [chosen, setChosen] = useState(loadNewTournamentChoices());
  const [doing, run] = useTask();
  /** @param {Partial<Choices>} changes */
  function saveChoices(changes) {
    const next = { ...chosen, ...changes };
    saveItem("tournament.new", JSON.stringify(next));
    setChosen(next);
  }
  /** @param {SubmitEvent} event */
  function createTournament(event) {
    event.preventDefault();
    const { rehearsal, format } = chosen;
    const title = chosen.title.trim();
    void run(async () => {
      const made = await requestJson("", {
        json: { title, settings: parseSettings(chosen), rehearsal, format },
      });
      saveLink({ id: made.id, token: made.token, role: "organiser", title, at: Date.now() });
      saveItem("tournament.new", null);
      navigateTo(`/tournament/${made.id}#${made.token}`);
    });
  }
  return html`
    <form class="card stack" onSubmit=${createTournament}>
      <h2>${words.t("new.title")}</h2>
      <${TextField}
        label=${words.t("new.name")}
        value=${chosen.title}
        required
        maxlength=${MAX_TITLE_LENGTH}
        placeholder=${words.t("new.name_example")}
        onText=${(/** @type {string} */ title) => saveChoices({ title })}
      />
      <${FormatField}
        chosen=${chosen.format}
        onChoose=${(/** @type {Format} */ format) => {
          const { rounds, games } = FORMATS[format];
          saveChoices({ format, rounds, games, avoid_repeats: false });
        }}
      />
      <${SettingsFields} format=${chosen.format} chosen=${chosen} change=${saveChoices} />
      <${CheckboxField}
        label=${words.t("new.rehearsal")}
        hint=${words.t("new.rehearsal_why")}
        isOn=${chosen.rehearsal}
        onTick=${(/** @type {boolean} */ on) => saveChoices({ rehearsal: on })}
      />
      <${ProblemList} of=${doing} />
      <button class="primary large" type="submit" disabled=${doing.isBusy}>
        ${words.t("new.create")}
      </button>
    </form>
  `;
}

/** @param {{chosen: Format, onChoose: (format: Format) => void}} props */
function FormatField({ chosen, onChoose }) {
  const formats = /** @type {Format[]} */ (Object.keys(FORMATS));
  return html`
    <label class="field">
      <span>${words.t("new.format")}</span>
      <select
        value=${chosen}
        onChange=${(/** @type {any} */ event) => onChoose(event.currentTarget.value)}
      >
        ${formats.map(
          (format) =>
            html`<option key=${format} value=${format}>${words.t(`format.${format}`)}</option>`,
        )}
      </select>
      <small>${words.t(`format.${chosen}_why`)}</small>
    </label>
  `;
}

function SavedLinkList() {
  const [, redraw] = useState(0);
  const all = listSavedLinks();
  if (!all.length) return null;
  return html`
    <section class="card stack">
      <h2>${words.t("known.title")}</h2>
      <ul class="desk-known">
        ${all.map(
          (one) => html`
            <li key=${one.token}>
              <a href=${`/tournament/${one.id}#${one.token}`} onClick=${followLink}>
                <b>${one.title}</b>
                <small>
                  ${one.role ? words.t(`role.${one.role}`) : ""} · ${formatTime(one.at)}
                </small>
              </a>
              <button
                class="icon-button"
                aria-label=${words.t("known.forget", { title: one.title })}
                title=${words.t("known.forget", { title: one.title })}
                onClick=${() => (deleteLink(one.id, one.token), redraw(Math.random()))}
              >
                <${Icon} name="close" />
              </button>
            </li>
          `,
        )}
      </ul>
      <p>${words.t("known.hint")}</p>
    </section>
  `;
}

function OpenFileForm() {
  const [doing, run] = useTask();
  const [id, setId] = useState(/** @type {string | null} */ (null));
  /** @param {any} event */
  function openFile(event) {
    const field = event.currentTarget;
    const [file] = field.files;
    if (!file) return;
    void run(async () => {
      const { log, token } = await splitLogAndLink(file);
      const found = await requestJson("/file", { body: log, ...(token && { token }) });
      if (token) navigateTo(`/tournament/${found.id}#${token}`);
      else if (findBestLink(listSavedLinks(), found.id)) navigateTo(`/tournament/${found.id}`);
      else setId(found.id);
    }).then(() => (field.value = ""));
  }
  return html`
    <section class="card stack">
      <h2>${words.t("file.title")}</h2>
      <p>${words.t("file.lead")}</p>
      <label class="secondary large desk-file">
        <${Icon} name="box" />
        ${words.t("file.choose")}
        <input
          type="file"
          accept=".jsonl,.kostka,application/json"
          onChange=${openFile}
          disabled=${doing.isBusy}
        />
      </label>
      <${ProblemList} of=${doing} />
      ${
        id &&
        html`
          <p role="status">${words.t("file.opened")}</p>
          <a class="secondary" href=${`/tournament/${id}`} onClick=${followLink}>
            ${words.t("file.look")}
          </a>
        `
      }
    </section>
  `;
}

/** A link that came by post, typed or pasted. */
function OpenLinkForm() {
  const [isWrong, setWrong] = useState(false);
  /** @param {SubmitEvent} event */
  function openLink(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("link")
    );
    const found = /\/tournament\/([\w-]+)(#\S+)?/.exec(field.value);
    setWrong(!found);
    if (found) navigateTo(`/tournament/${found[1]}${found[2] ?? ""}`);
  }
  return html`
    <form class="card stack" onSubmit=${openLink}>
      <h2>${words.t("link.title")}</h2>
      <div class="field-row">
        <label class="field">
          <span>${words.t("link.field")}</span>
          <input name="link" required autocomplete="off" spellcheck=${false} />
        </label>
        <button class="secondary" type="submit">${words.t("link.go")}</button>
      </div>
      ${isWrong && html`<p class="desk-problem" role="alert">${words.t("link.wrong")}</p>`}
    </form>
  `;
}
