// Makes the picture of the page in README: `scripts/web`, then `node web/tests/picture.js`.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { PROJECT, answer, startHarness } from "./page_harness.js";

/** Which step of the replay is shown. */
const STEP = "5";

const harness = await startHarness();
const { page, close } = await harness.open("file", { width: 1000, height: 900 });
await page.click("[data-puzzle=sudoku-cube]");
await page.click("#model summary");
// Without its comments, which are written for readers of the file.
const model = readFileSync(join(PROJECT, "models/sudoku_cube/seed_net.toml"), "utf8").replace(/^#.*\n/gm, "");
await page.fill("#text", model);
await page.click("#model summary");
await page.click("#go");
await answer(page);
await page.locator("#answer input[type=range]").evaluate((scrubber, step) => {
  /** @type {HTMLInputElement} */ (scrubber).value = step;
  scrubber.dispatchEvent(new Event("input", { bubbles: true }));
}, STEP);
await page.evaluate(() => window.scrollTo(0, 0));
await page.waitForTimeout(1000);
await page.screenshot({ path: join(PROJECT, "docs/page.png"), fullPage: true });
await close();
await harness.close();
