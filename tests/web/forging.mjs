import { createHash } from "node:crypto";

/**
 * Change the lines of a record and compute all hashes again, as a clever forger would. Players'
 * names in the first line are outside the chain.
 */
export function forgeRecord(text, change) {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  change(lines);
  let hash = "";
  return lines
    .map(({ hash: _, names, ...line }) => {
      const body = JSON.stringify(line);
      hash = createHash("sha256")
        .update(hash + body)
        .digest("hex");
      const unchained = names ? `,"names":${JSON.stringify(names)}` : "";
      return `${body.slice(0, -1)},"hash":"${hash}"${unchained}}\n`;
    })
    .join("");
}
