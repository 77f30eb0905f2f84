// A theme for the word game: a list of words that is pasted, or taken from a file (W-15).

import { addBasePath } from "../app/base_path.js";
import { describeProblem, t } from "../app/texts.js";
import { showToast } from "../shared/toasts.js";
import { html } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";

/** @typedef {import("../app/game_types.js").FieldEvent} FieldEvent */

/**
 * @typedef {{title: string, words: string | File}} Theme a file goes to the server as it is: only
 *   it knows what can be read
 */

/** The server reads no more. */
const MAX_BYTES = 500_000;
const MAX_TITLE_LENGTH = 40;

/** @param {{theme: Theme, onChange: (theme: Theme) => void}} props */
export function ThemeFields({ theme, onChange }) {
  /** @param {Event} event */
  function chosen(event) {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    const file = input.files?.[0];
    input.value = ""; // so that the same file can be chosen again
    if (file)
      onChange({
        title: theme.title || file.name.replace(/\.\w+$/, "").slice(0, MAX_TITLE_LENGTH),
        words: file,
      });
  }
  /** @param {Partial<Theme>} change */
  const changed = (change) => onChange({ ...theme, ...change });
  return html`
    <details class="fold home-theme">
      <summary>${t("theme.title")} · ${theme.words ? theme.title : t("theme.none")}</summary>
      <div class="stack">
        <p>${t("theme.lead")}</p>
        <label class="field">
          <span>${t("theme.name")}</span>
          <input
            maxlength=${MAX_TITLE_LENGTH}
            value=${theme.title}
            onInput=${(/** @type {FieldEvent} */ event) =>
              changed({ title: event.currentTarget.value })}
          />
        </label>
        ${
          typeof theme.words === "string"
            ? html`
              <label class="field">
                <span>${t("theme.words")}</span>
                <textarea
                  rows="5"
                  spellcheck=${false}
                  value=${theme.words}
                  onInput=${(/** @type {FieldEvent} */ event) =>
                    changed({ words: event.currentTarget.value })}
                ></textarea>
              </label>
            `
            : html`
              <p class="home-theme-file">
                <b>${theme.words.name}</b>
                <button
                  class="icon-button"
                  type="button"
                  aria-label=${t("theme.none")}
                  onClick=${() => changed({ words: "" })}
                >
                  <${Icon} name="close" />
                </button>
              </p>
            `
        }
        <label class="secondary home-theme-choice">
          ${t("theme.file")}
          <input class="unseen" type="file" accept=".txt,text/plain" onChange=${chosen} />
        </label>
      </div>
    </details>
  `;
}

/**
 * Bring a theme to the server.
 * @param {Theme} theme
 * @returns {Promise<string | null>} its id; null if it was refused, which is then said
 */
export async function uploadTheme({ title, words }) {
  const body = typeof words === "string" ? new Blob([words]) : words;
  const refuse = (/** @type {string} */ why) => showToast(why, "bad", "W-15");
  if (body.size > MAX_BYTES)
    return (refuse(t("problem.theme_bytes", { bytes: body.size, most: MAX_BYTES })), null);
  const answer = await fetch(
    addBasePath(`/api/themes?${new URLSearchParams({ title: title.trim() })}`),
    {
      method: "POST",
      body,
    },
  ).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!told) return (refuse(t("theme.bad", { why: t("connection.lost") })), null);
  if (!answer?.ok) return (refuse(told.problems.map(describeProblem).join(" ")), null);
  return told.theme;
}
