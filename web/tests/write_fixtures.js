// Writes the fixtures as replay files into a folder: node tests/write_fixtures.js FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { assemble } from "./assemble.js";
import { FIXTURES, largeTour, longTurning } from "./fixtures.js";

const folder = process.argv[2] ?? "replays";
mkdirSync(folder, { recursive: true });
const picture = '<svg viewBox="0 0 120 60" width="120" height="60"><text x="10" y="35">picture</text></svg>';
const replays = { ...FIXTURES, largeTour: () => largeTour(60, 1000), longTurning: () => longTurning(300) };
for (const [name, make] of Object.entries(replays)) writeFileSync(`${folder}/${name}.html`, assemble(make(), picture));
