// Judges sheets as the page of a table does. Run by test_desk_sheets.py, which compares them with
// the tournament.

import { readFileSync } from "node:fs";

import { getTournamentEdition } from "../../web/shared/score_sheet/editions.js";
import { dropFalseTie, judgeSheet } from "../../web/shared/score_sheet/judge.js";
import { convertPaperToSheet, convertSheetToPaper } from "../../web/tournament/result_paper.js";
import { encodePoints } from "../../web/shared/score_sheet/scoring.js";

const sheets = JSON.parse(readFileSync(0, "utf8"));
const judged = sheets.map((typed) => {
  const edition = getTournamentEdition("tournament", typed.lines.length);
  const sheet = dropFalseTie(edition, typed);
  const { scores, problem } = judgeSheet(edition, sheet, { confirmsTie: true });
  if (problem) return { problem: problem.code };
  const paper = convertSheetToPaper(sheet);
  return {
    paper,
    again: convertSheetToPaper(convertPaperToSheet(paper, sheet.lines.length)),
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
