// Scores sheets as the page of a real table does. Run by test_table_scores.py, which compares them
// with the rules.

import { readFileSync } from "node:fs";

import { EDITIONS } from "../../web/shared/score_sheet/editions.js";
import { encodePoints, rankPlayers, scoreGame } from "../../web/shared/score_sheet/scoring.js";

const matches = JSON.parse(readFileSync(0, "utf8"));
const results = matches.map(({ edition, games }) => {
  const rules = EDITIONS[edition];
  const scored = games.map(({ racks, out }) => scoreGame(rules, racks, out));
  const sheets = scored.flatMap((one) => ("lines" in one ? [one.lines] : []));
  const ranking = sheets.length ? rankPlayers(rules, sheets[0].length, sheets) : [];
  return {
    games: scored.map((one) => ("problem" in one ? one.problem.code : one.lines.map(withPoints))),
    standings: ranking.map(withPoints),
  };
});

function withPoints({ sixtieths, ...rest }) {
  return { ...rest, points: encodePoints(sixtieths) };
}

process.stdout.write(JSON.stringify(results));
