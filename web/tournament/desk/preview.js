// What a command would change, before it is given: asked of the server while somebody types.

import { ConnectionLost, Refused } from "../../app/connection.js";
import { formatPoints } from "../../shared/score_sheet/points.js";
import { html, useEffect, useState } from "../../shared/ui.js";
import { requestCommandPreview, version, words } from "../state.js";

/** @typedef {import("../model.js").Change} Change */
/**
 * @typedef {{change: Change | null, problems: readonly import("../../app/texts.js").Problem[]}}
 *   Answer
 */
/** @typedef {Answer & {isAsking: boolean}} Previewed */
/** @typedef {Answer & {asked: string | null}} Found */

/** Long enough that not every letter asks. */
const PAUSE_MS = 250;

/**
 * @param {import("../state.js").Command | null} command null: nothing to ask yet
 * @returns {Previewed}
 */
export function useCommandPreview(command) {
  const asked = command && JSON.stringify(command);
  const [found, setFound] = useState(
    /** @type {Found} */ ({
      asked: null,
      change: null,
      problems: [],
    }),
  );
  useEffect(() => {
    if (!asked) return undefined;
    let isOld = false;
    const tell = (/** @type {Partial<Previewed>} */ news) =>
      isOld || setFound({ asked, change: null, problems: [], ...news });
    const timer = setTimeout(() => {
      requestCommandPreview(JSON.parse(asked)).then(
        (change) => tell({ change }),
        (error) => {
          if (error instanceof Refused) tell({ problems: error.problems });
          // without a line there is no preview, that is all
          else if (!(error instanceof ConnectionLost)) throw error;
        },
      );
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [asked, version.value]);
  if (!asked) return { change: null, problems: [], isAsking: false };
  return found.asked === asked
    ? { ...found, isAsking: false }
    : { change: null, problems: [], isAsking: true };
}

/** Places, points and seats that would be others. @param {{change: Change}} props */
export function ChangeList({ change }) {
  const { rows, seats, frozen } = change;
  return html`
    <section class="desk-change" aria-label=${words.t("change.title")}>
      <h3>${words.t("change.title")}</h3>
      ${!rows.length && !seats.length && html`<p>${words.t("change.nothing")}</p>`}
      ${
        rows.length > 0 &&
        html`
          <table class="desk-table">
            <thead>
              <tr>
                <th>${words.t("change.player")}</th>
                <th>${words.t("change.before")}</th>
                <th>${words.t("change.after")}</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                ({ before, after }) => html`
                <tr key=${(after ?? before)?.player}>
                  <th scope="row">${(after ?? before)?.name}</th>
                  <td>${describeStandingsRow(before)}</td>
                  <td><b>${describeStandingsRow(after)}</b></td>
                </tr>
              `,
              )}
            </tbody>
          </table>
        `
      }
      ${
        seats.length > 0 &&
        html`
          <p>${words.t("change.seats")}</p>
          <ul class="desk-plain">
            ${seats.map(
              ({ player, name, before, after }) => html`
                <li key=${player}>${name}: ${before ?? "–"} → <b>${after ?? "–"}</b></li>
              `,
            )}
          </ul>
        `
      }
      ${frozen !== null && html`<p>${words.t("change.frozen", { round: frozen })}</p>`}
    </section>
  `;
}

/** @param {import("../model.js").Row | null} row */
function describeStandingsRow(row) {
  if (!row) return "–";
  const place = row.place === null ? "–" : `${row.place}.${row.level ? "=" : ""}`;
  return `${place} ${words.t("points.big", { count: row.big })}, ${formatPoints(row.points)}`;
}
