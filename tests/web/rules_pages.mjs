// Reads what the server says of editions; writes the rules pages made of it in every language, as
// JSON.

import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

import { LANGUAGES } from "../../web/app/i18n.js";
import { findClause, buildRulesPage } from "../../web/rules/rules.js";

const WEB = new URL("../../web/", import.meta.url);
const read = (folder, name) =>
  JSON.parse(readFileSync(new URL(`${folder}/${name}.json`, WEB), "utf8"));

const pages = JSON.parse(await text(process.stdin)).map((answer) =>
  Object.fromEntries(
    LANGUAGES.map((language) => {
      const folder = answer.edition.key === "word" ? "rules/word" : "rules/numbers";
      const book = read(folder, "book");
      const page = buildRulesPage(book, read(folder, `texts/${language}`), answer, language);
      const found = Object.keys(answer.clauses).map((id) => [
        id,
        findClause(page, book, id)?.id ?? null,
      ]);
      return [language, { ...page, found: Object.fromEntries(found) }];
    }),
  ),
);
console.log(JSON.stringify(pages));
