// Makes the pictures of README and docs/: `scripts/web`, then `node web/tests/pictures.js [FOLDER]`. Without a folder it is docs/.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { build } from "esbuild";

import { PROJECT, answer, startHarness } from "./page_harness.js";

/** @import { Page } from "playwright-core" */
/** @typedef {{ model: string, position: number, size: [number, number] }} Picture */

/** The sizes of a picture of its own and of one among others, in pixels. */
const [LARGE, SMALL] = /** @type {[number, number][]} */ ([[720, 460], [360, 240]]);

/**
 * The replays that are drawn, each at a position; a fraction is a step under way.
 * @type {Record<string, Picture>}
 */
export const PICTURES = {
  tour: { model: "die_tour/4x4_max", position: 13.5, size: LARGE },
  die_tour: { model: "die_tour/3x3_max", position: 8, size: SMALL },
  die_path: { model: "die_path/blocked", position: 4, size: SMALL },
  labeled_board: { model: "labeled_board/source", position: 8, size: SMALL },
  sudoku_cube: { model: "sudoku_cube/seed", position: 4.3, size: SMALL },
  cube_tray: { model: "cube_tray/classic", position: 30.55, size: SMALL },
  block_maze: { model: "block_maze/islands", position: 4.45, size: SMALL },
  tatham_cube: { model: "tatham_cube/source", position: 5.4, size: SMALL },
};

/** A shipped model without the comment at its head, which is written for readers of the file. @param {string} name */
function model(name) {
  return readFileSync(join(PROJECT, "models", `${name}.toml`), "utf8").replace(/^(#.*\n)+/, "");
}

/** Solves a model in the page. @param {Page} page @param {string} text */
async function solve(page, text) {
  const [, puzzle] = /^puzzle = "([a-z-]+)"$/m.exec(text) ?? [];
  await page.click(`[data-puzzle=${puzzle}]`);
  await page.click("#model summary");
  await page.fill("#text", text);
  await page.click("#model summary");
  await page.click("#go");
  await answer(page);
}

/** Moves the replay of the answer to a position. @param {Page} page @param {number} position */
async function moveTo(page, position) {
  await page.locator("#answer input[type=range]").evaluate((element, at) => {
    const scrubber = /** @type {HTMLInputElement} */ (element);
    Object.assign(scrubber, { step: "any", value: at });
    scrubber.dispatchEvent(new Event("input", { bubbles: true }));
  }, position);
}

/** @typedef {Awaited<ReturnType<typeof startHarness>>} Harness */

/** The drawing of a window as a script for the page. */
async function drawingScript() {
  const entry = fileURLToPath(new URL("drawing.js", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "iife",
    globalName: "drawing",
    footer: { js: "window.drawing = drawing;" },
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** Replays as the page shows them, as SVG, by their names. @param {Harness} harness @returns {Promise<Record<string, string>>} */
export async function drawPictures(harness) {
  const { page, close } = await harness.open("file");
  // By the debugger, for the page's policy lets no other script in.
  await page.evaluate(await drawingScript());
  /** @type {Record<string, string>} */
  const drawn = {};
  for (const [name, { model: path, position, size }] of Object.entries(PICTURES)) {
    await solve(page, model(path));
    const pane = page.locator("#answer .window");
    await pane.evaluate((element, [width, height]) => {
      Object.assign(/** @type {HTMLElement} */ (element).style, { width: `${width}px`, height: `${height}px` });
      // The view follows the size within the next frame.
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, size);
    await moveTo(page, position);
    drawn[name] = await pane.evaluate((element) => /** @type {any} */ (window).drawing.drawWindow(element));
    await page.click("#all-puzzles");
  }
  await close();
  return drawn;
}

/** The page as a whole. @param {Harness} harness @param {string} path */
async function photograph(harness, path) {
  const { page, close } = await harness.open("file", { width: 1000, height: 900 });
  await solve(page, model("sudoku_cube/seed_net"));
  await moveTo(page, 5);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(1000);
  await page.screenshot({ path, fullPage: true });
  await close();
}

/** Makes all pictures. @param {string} folder */
async function makeAll(folder) {
  const harness = await startHarness();
  mkdirSync(join(folder, "pictures"), { recursive: true });
  for (const [name, picture] of Object.entries(await drawPictures(harness))) {
    writeFileSync(join(folder, "pictures", `${name}.svg`), picture);
  }
  await photograph(harness, join(folder, "page.png"));
  await harness.close();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await makeAll(process.argv[2] ?? join(PROJECT, "docs"));
}
