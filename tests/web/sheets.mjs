// Judges sheets as the page of a table does. Run by test_desk_sheets.py, which compares them with
// the tournament.

import { readFileSync } from "node:fs";

import { judge, withoutFalseTie } from "../../web/tournament/sheet/judge.js";
import { paperOf, sheetOf } from "../../web/tournament/score_sheet.js";
import { encodePoints } from "../../web/shared/score_sheet/scoring.js";

const sheets = JSON.parse(readFileSync(0, "utf8"));
const judged = sheets.map((sheet) => {
  const typed = withoutFalseTie(sheet);
  const { scores, problem } = judge(typed);
  if (problem) return { problem: problem.code };
  const paper = paperOf(typed);
  return {
    paper,
    again: paperOf(sheetOf(paper, typed.lines.length)),
    lines: scores.map(
      (line) =>
        line && {
          why: line.why,
          points: encodePoints(line.sixtieths),
          big: line.big,
          count: line.count,
        },
    ),
  };
});
process.stdout.write(JSON.stringify(judged));
