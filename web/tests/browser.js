// The browser of the tests, and what axe finds in its pages.
import { existsSync } from "node:fs";

import axe from "axe-core";
import { chromium } from "playwright-core";

/** @import { Page } from "playwright-core" */

const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** A browser that was started. */
export function launchBrowser() {
  return chromium.launch({ executablePath: PROGRAMS.find(existsSync), args: ["--no-sandbox", "--disable-gpu"] });
}

/** What axe finds in a page, or in its elements that match. @param {Page} page @param {string} [selector] @returns {Promise<any[]>} */
export async function violationsIn(page, selector) {
  // By the debugger, for the page's policy lets no other script in.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((parts) => /** @type {any} */ (window).axe.run(parts ?? document), selector);
  return violations;
}
