// The solver: any table and rack, set up by hand, as text or by a link, and the best plays as
// steps.

import { SolverBoard } from "./board.js";
import { SolverChoices, SolverExamplesAndNotation } from "./choices.js";
import { SolverPlays } from "./moves.js";
import { answer, startSolver, rules } from "./state.js";
import { t } from "../app/texts.js";
import { html, useEffect } from "../shared/ui.js";

export function SolverPage() {
  useEffect(startSolver, []);
  if (!rules.value)
    return html`
      <p class="waiting" role="status">
        ${t(answer.value.state === "lost" ? "connection.lost" : "connection.connecting")}
      </p>
    `;
  return html`
    <div class="solver-page">
      <${SolverChoices} />
      <${SolverBoard} />
      <div class="solver-side stack">
        <${SolverPlays} />
        <${SolverExamplesAndNotation} />
      </div>
    </div>
  `;
}
