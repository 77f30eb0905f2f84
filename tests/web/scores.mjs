// Scores sheets as the page of a real table does. Run by test_table_scores.py, which compares them
// with the rules.

import { readFileSync } from "node:fs";

import { BOOKS } from "../../web/timer/books.js";
import { pointsOf, scoreGame, standings } from "../../web/timer/scoring.js";

const matches = JSON.parse(readFileSync(0, "utf8"));
const results = matches.map(({ edition, games }) => {
  const book = BOOKS[edition];
  const scored = games.map(({ racks, out }) => scoreGame(book, racks, out));
  const sheets = scored.flatMap((one) => ("lines" in one ? [one.lines] : []));
  const ranking = sheets.length ? standings(book, sheets[0].length, sheets) : [];
  return {
    games: scored.map((one) => ("problem" in one ? one.problem.code : one.lines.map(withPoints))),
    standings: ranking.map(withPoints),
  };
});

function withPoints({ sixtieths, ...rest }) {
  return { ...rest, points: pointsOf(sixtieths) };
}

process.stdout.write(JSON.stringify({ books: BOOKS, results }));
