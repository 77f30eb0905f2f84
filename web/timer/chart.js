// A chart of the running totals of a match, a line for each player.

import { html } from "../shared/ui.js";
import { listRunningTotals } from "./match.js";
import { words } from "./state.js";

const WIDTH = 320;
const HEIGHT = 170;
const EDGE = { left: 38, right: 10, top: 10, bottom: 22 };
/** The numbers are in the table beside it. @param {{own: import("./match.js").Match}} props */
export function MatchChart({ own }) {
  const course = listRunningTotals(own);
  const games = own.games.length;
  const [low, high] = [Math.min(0, ...course.flat()), Math.max(0, ...course.flat())];
  const x = (/** @type {number} */ game) =>
    EDGE.left + (game / games) * (WIDTH - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ points) =>
    EDGE.top + ((high - points) / (high - low || 1)) * (HEIGHT - EDGE.top - EDGE.bottom);
  const marks = [...new Set([high, 0, low].map(Math.round))];
  const step = Math.ceil(games / 10);
  const named = Array.from({ length: games }, (_, at) => at + 1).filter(
    (game) => game % step === 0,
  );
  return html`
    <svg
      class="timer-chart"
      viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label=${words.t("timer.chart")}
    >
      ${marks.map(
        (points) => html`
          <path class="timer-chart-grid" d=${`M${EDGE.left} ${y(points)}H${WIDTH - EDGE.right}`} />
          <text class="timer-chart-text timer-chart-value" x=${EDGE.left - 5} y=${y(points) + 4}>
            ${String(points).replace("-", "−")}
          </text>
        `,
      )}
      ${named.map(
        (game) => html`
          <text class="timer-chart-text timer-chart-game" x=${x(game)} y=${HEIGHT - 6}>
            ${game}
          </text>
        `,
      )}
      ${course.map(
        (sums, seat) => html`
          <polyline
            class=${`timer-chart-line timer-player-${seat}`}
            points=${sums.map((points, game) => `${x(game)},${y(points)}`).join(" ")}
          />
          <circle
            class=${`timer-chart-end timer-player-${seat}`}
            cx=${x(games)}
            cy=${y(sums[games] ?? 0)}
            r="3.5"
          />
        `,
      )}
    </svg>
    <ul class="timer-chart-names">
      ${own.names.map(
        (name, seat) => html`
          <li key=${seat}>
            <svg viewBox="0 0 28 8" aria-hidden="true" focusable="false">
              <path class=${`timer-chart-line timer-player-${seat}`} d="M1 4H27" />
            </svg>
            ${name}
          </li>
        `,
      )}
    </ul>
  `;
}
