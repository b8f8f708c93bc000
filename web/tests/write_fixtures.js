// Writes the fixtures as replay files into a folder: node tests/write_fixtures.js FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { assemble } from "./assemble.js";
import { FIXTURES, LARGE_FIXTURES } from "./fixtures.js";

const folder = process.argv[2] ?? "replays";
mkdirSync(folder, { recursive: true });
const picture = '<svg viewBox="0 0 120 60" width="120" height="60"><text x="10" y="35">picture</text></svg>';
for (const [name, make] of Object.entries({ ...FIXTURES, ...LARGE_FIXTURES })) {
  writeFileSync(`${folder}/${name}.html`, assemble(make(), picture));
}
