// The solver: any table and rack, set up by hand, as text or by a link, and the best plays as steps.

import { SolverBoard } from "../parts/solver_board.js";
import { SolverChoices, SolverTexts } from "../parts/solver_choices.js";
import { SolverMoves } from "../parts/solver_moves.js";
import { answer, open, rules } from "../solver/state.js";
import { t } from "../texts.js";
import { html, useEffect } from "../ui.js";

export function SolverPage() {
  useEffect(open, []);
  if (!rules.value) return html`<p class="waiting" role="status">${t(answer.value.state === "lost" ? "connection.lost" : "connection.connecting")}</p>`;
  return html`
    <div class="solver-page">
      <${SolverChoices} />
      <${SolverBoard} />
      <div class="solver-side stack">
        <${SolverMoves} />
        <${SolverTexts} />
      </div>
    </div>
  `;
}
