// Reads pairs of scripts: each must be the same tree of code, whatever their comments and lines
// are.

import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const ts = createRequire(import.meta.url)(process.argv[2]);

function tree(script) {
  const file = ts.createSourceFile("script.js", script, "latest", true, ts.ScriptKind.JS);
  const nodes = [];
  const walk = (node) => {
    const from = nodes.length;
    nodes.push("");
    ts.forEachChild(node, walk);
    const leaf = nodes.length === from + 1 && !ts.isBlock(node) ? node.getText(file) : "";
    nodes[from] =
      `${node.kind} ${node.operator ?? ""} ${node.flags & ts.NodeFlags.BlockScoped} ${leaf}`;
  };
  walk(file);
  return nodes.join("\n");
}

const pairs = JSON.parse(await text(process.stdin));
for (const [before, after] of pairs) {
  if (tree(before) !== tree(after)) {
    const [a, b] = [tree(before).split("\n"), tree(after).split("\n")];
    const at = a.findIndex((line, index) => line !== b[index]);
    console.error(`not the same any more: ${a[at]} / ${b[at]} in\n${after}`);
    process.exit(1);
  }
}
console.log(`${pairs.length} scripts are the same`);
