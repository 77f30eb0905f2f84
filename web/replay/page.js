// A finished game to look at again: one of this server by its address, or a record from a file.

import { loadCommitments } from "./shuffle_commitments.js";
import { ProofPanel } from "./proof_panel.js";
import { ReplayView } from "./view.js";
import { loadReplay, loadReplayOfRecord } from "./loader.js";
import { NoReplay, loadRecord } from "./source.js";
import { cameFrom, followLink } from "../app/router.js";
import { ongoingRoomCode, findRoomCode } from "../app/game_store.js";
import { getLanguage, t } from "../app/texts.js";
import { html, useEffect, useState } from "../shared/ui.js";

/** @typedef {import("./steps.js").Replay} Replay */
/** @typedef {{key: string, why: string, record: string | null}} Problem */

/** @param {{game?: string | null}} props */
export function ReplayPage({ game = null }) {
  return html`<${ReplayOrFilePicker} key=${game} game=${game} />`;
}

/** @param {{game: string | null}} props */
function ReplayOrFilePicker({ game }) {
  const [replay, setReplay] = useState(/** @type {Replay | null} */ (null));
  const [record, setRecord] = useState(/** @type {string | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  // Whoever comes from a room can go back to it.
  const [from] = useState((cameFrom && findRoomCode(cameFrom)) ?? ongoingRoomCode.peek());

  /** @param {() => Promise<Replay>} load @param {string | null} text */
  async function showReplay(load, text) {
    setProblem(null);
    try {
      const found = await load();
      setRecord(text);
      setReplay(found);
    } catch (error) {
      if (!(error instanceof NoReplay)) throw error;
      setProblem({ key: error.key, why: error.why, record: text });
    }
  }
  useEffect(() => {
    if (game !== null) void showReplay(() => loadReplay(game), null);
  }, []);

  /** @param {File | undefined} file */
  async function openFile(file) {
    if (!file) return;
    const text = await file.text();
    await showReplay(() => loadReplayOfRecord(text), text);
  }
  if (replay) {
    const load =
      record === null ? () => loadRecord(/** @type {string} */ (game)) : async () => record;
    return html`
      <${ReplayView}
        replay=${replay}
        game=${record === null ? game : null}
        loadRecord=${load}
        from=${from}
      />
    `;
  }
  if (game !== null && !problem)
    return html`<p class="waiting" role="status">${t("replay.loading")}</p>`;
  return html`<${OpenFileCard} problem=${problem} onFile=${openFile} />`;
}

/** @param {{problem: Problem | null, onFile: (file: File | undefined) => void}} props */
function OpenFileCard({ problem, onFile }) {
  const [over, setOver] = useState(false);
  /** @param {DragEvent} event @param {boolean} isOver */
  function drag(event, isOver) {
    event.preventDefault();
    setOver(isOver);
  }
  /** @param {DragEvent} event */
  function drop(event) {
    drag(event, false);
    onFile(event.dataTransfer?.files[0]);
  }
  /** @param {Event} event */
  function chosen(event) {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    onFile(input.files?.[0]);
    input.value = ""; // so that the same file can be chosen again
  }
  const seen = [...loadCommitments()].reverse();
  return html`
    <section class="card narrow stack">
      <h1>${t("replay.title")}</h1>
      ${
        problem &&
        html`
          <p class="replay-problem" role="alert">
            ${t(problem.key)}${" "}
            ${problem.record !== null && problem.why && html`<code lang="en">${problem.why}</code>`}
          </p>
        `
      }
      ${
        seen.length > 0 &&
        html`
          <div>
            <h2>${t("replay.recent")}</h2>
            <ol class="replay-recent">
              ${seen.map(
                ([game, { names, edition, at }]) => html`
              <li key=${game}>
                <a href=${`/replay/${game}`} onClick=${followLink}>
                  <b>${names.join(", ")}</b>
                  <span>
                    ${t(`edition.${edition}`)} ·${" "}
                    ${new Intl.DateTimeFormat(getLanguage(), {
                      dateStyle: "medium",
                      timeStyle: "short",
                    }).format(at)}
                  </span>
                </a>
              </li>
            `,
              )}
            </ol>
          </div>
        `
      }
      <label
        class=${`replay-file-drop ${over ? "is-over" : ""}`}
        onDragOver=${(/** @type {DragEvent} */ event) => drag(event, true)}
        onDragLeave=${(/** @type {DragEvent} */ event) => drag(event, false)}
        onDrop=${drop}
      >
        <span>${t("replay.open_lead")}</span>
        <span class="secondary">${t("replay.open")}</span>
        <input type="file" accept=".jsonl,.ndjson" onChange=${chosen} />
      </label>
      ${
        problem?.record &&
        html`
          <${ProofPanel}
            key=${problem.record}
            game=${null}
            load=${async () => problem.record ?? ""}
            open=${true}
          />
        `
      }
      <a class="quiet" href="/" onClick=${followLink}>${t("action.to_home")}</a>
    </section>
  `;
}
