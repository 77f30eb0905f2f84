// The match at a real table: ranking, every game, how it went, and ways to take it along.

import { t } from "../app/texts.js";
import { downloadFile } from "../shared/download.js";
import { Icon } from "../shared/icons.js";
import { formatPoints } from "../shared/score_sheet/points.js";
import { encodePoints } from "../shared/score_sheet/scoring.js";
import { showToast } from "../shared/toasts.js";
import { html, useState } from "../shared/ui.js";
import { MatchChart } from "./chart.js";
import { ConfirmDialog } from "./confirm.js";
import { formatMatchCsv, formatMatchJson, rankMatchPlayers, scoreGames } from "./match.js";
import { deleteMatch, edition, match, openScoreSheet, words } from "./state.js";

/** @typedef {import("./match.js").Match} Match */

export function TimerMatch() {
  const [isConfirming, setConfirming] = useState(false);
  const own = match.value;
  if (!own) return null;
  const played = own.games.length;
  return html`
    <div class="timer-match">
      <section class="card stack">
        <h2>${words.t("timer.ranking")}</h2>
        ${played ? html`<${MatchRanking} own=${own} />` : html`<p>${words.t("timer.no_games")}</p>`}
        <button class="primary large" onClick=${() => openScoreSheet()}>
          ${words.t("timer.score_game", { number: played + 1 })}
        </button>
      </section>
      ${
        played > 0 &&
        html`
        <section class="card stack">
          <h2>${words.t("timer.games")}</h2>
          <${MatchGamesTable} own=${own} />
        </section>
        <section class="card stack">
          <h2>${words.t("timer.chart")}</h2>
          <${MatchChart} own=${own} />
        </section>
        <section class="card timer-export"><${MatchExportButtons} own=${own} /></section>
      `
      }
      <button
        class="quiet-button timer-new"
        onClick=${() => (played ? setConfirming(true) : deleteMatch())}
      >
        ${words.t("timer.new")}
      </button>
      ${
        isConfirming &&
        html`
          <${ConfirmDialog}
            title=${words.t("timer.new")}
            text=${words.t("timer.new_sure")}
            onConfirm=${deleteMatch}
            onClose=${() => setConfirming(false)}
          />
        `
      }
    </div>
  `;
}

/** @param {number} sixtieths */
const formatSixtieths = (sixtieths) => formatPoints(encodePoints(sixtieths));

/** @param {{own: Match}} props */
function MatchRanking({ own }) {
  const byWins = edition.value.match_counts === "wins_then_points";
  return html`
    <ol class="timer-ranking">
      ${rankMatchPlayers(own).map(
        ({ place, seat, big, sixtieths }) => html`
          <li key=${seat} class=${place === 1 ? "is-first" : ""}>
            <span class="timer-rank-place">${place}.</span>
            <b class="timer-rank-name">${own.names[seat]}</b>
            ${byWins && html`<span>${t("match.big", { count: big })}</span>`}
            <b class="timer-rank-points">${formatSixtieths(sixtieths)}</b>
          </li>
        `,
      )}
    </ol>
  `;
}

/** @param {{own: Match}} props */
function MatchGamesTable({ own }) {
  const totals = rankMatchPlayers(own).toSorted((a, b) => a.seat - b.seat);
  return html`
    <div class="timer-table" tabindex="0" role="region" aria-label=${words.t("timer.games")}>
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="unseen">${words.t("timer.games")}</span></th>
            ${own.names.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${scoreGames(own).map((lines, at) => {
            const label = words.t("timer.correct", { number: at + 1 });
            return html`
              <tr key=${at}>
                <th scope="row">
                  <button
                    class="timer-correct"
                    aria-label=${label}
                    title=${label}
                    onClick=${() => openScoreSheet(at)}
                  >
                    ${at + 1}
                    <${Icon} name="pen" />
                  </button>
                </th>
                ${lines.map(
                  (line, seat) => html`
                    <td key=${seat} class=${line.why === "won" ? "is-won" : ""}>
                      ${formatSixtieths(line.sixtieths)}
                    </td>
                  `,
                )}
              </tr>
            `;
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${words.t("timer.total")}</th>
            ${totals.map(
              ({ seat, sixtieths }) => html`
                <td key=${seat}>${formatSixtieths(sixtieths)}</td>
              `,
            )}
          </tr>
        </tfoot>
      </table>
    </div>
  `;
}

/** The match in words, to send to somebody. @param {Match} own */
function describeMatch(own) {
  const byWins = edition.value.match_counts === "wins_then_points";
  const places = rankMatchPlayers(own).map(({ place, seat, big, sixtieths }) => {
    const wins = byWins ? ` (${t("match.big", { count: big })})` : "";
    return `${place}. ${own.names[seat]} ${formatSixtieths(sixtieths)}${wins}`;
  });
  const games = scoreGames(own).map((lines, at) => {
    const points = lines.map(
      (line, seat) => `${own.names[seat]} ${formatSixtieths(line.sixtieths)}`,
    );
    return `${words.t("timer.game", { number: at + 1 })}: ${points.join(", ")}`;
  });
  return [t(`edition.${own.edition}`), ...places, "", ...games].join("\n");
}

/** @param {{own: Match}} props */
function MatchExportButtons({ own }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(describeMatch(own));
      showToast(words.t("timer.copied"), "good");
    } catch {
      showToast(describeMatch(own));
    }
  }
  // Who closes the sheet of the phone has changed their mind; nothing went wrong.
  const share = () =>
    void navigator.share({ title: t("timer.title"), text: describeMatch(own) }).catch(() => null);
  const titles = {
    game: words.t("timer.games"),
    sum: words.t("timer.total"),
    wins: words.t("timer.wins"),
  };
  return html`
    ${
      "share" in navigator &&
      html`
        <button class="secondary" onClick=${share}>${words.t("timer.share")}</button>
      `
    }
    <button class="secondary" onClick=${copy}>
      <${Icon} name="copy" />
      ${words.t("timer.copy")}
    </button>
    <button
      class="secondary"
      onClick=${() =>
        downloadText("kostka.csv", "text/csv", `\ufeff${formatMatchCsv(own, titles)}`)}
    >
      <${Icon} name="download" />
      ${words.t("timer.csv")}
    </button>
    <button
      class="secondary"
      onClick=${() => downloadText("kostka.json", "application/json", formatMatchJson(own))}
    >
      <${Icon} name="download" />
      ${words.t("timer.json")}
    </button>
  `;
}

/** @param {string} name @param {string} type @param {string} text */
const downloadText = (name, type, text) => downloadFile(name, new Blob([text], { type }));
