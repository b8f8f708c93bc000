// The page in a browser, for its tests: served on this machine, or opened from the disk, without any network.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { launchBrowser, violationsIn } from "./browser.js";

/** @import { Browser, Page } from "playwright-core" */

/** The folder of the project. */
export const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The puzzles, by the folders of their models. */
export const PUZZLES = readdirSync(join(PROJECT, "models")).map((name) => name.replaceAll("_", "-"));
export const FOLDER = resolve(PROJECT, process.env.PAGE ?? "target/web");

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Serves a folder on this machine. @param {string} folder @param {RegExp} [missing] files that it does not find */
export async function serve(folder, missing = /$^/) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://page").pathname);
    try {
      if (missing.test(path)) throw new Error("missing");
      const content = await readFile(join(folder, path === "/" ? "index.html" : path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Runs the program, which has to answer. @param {string[]} args */
export function run(...args) {
  execFileSync(resolve(PROJECT, process.env.TUMBLE ?? "target/release/tumble"), args, { cwd: PROJECT });
}

/** A browser with the page in both of its forms. @param {RegExp} [missing] files that the server does not find */
export async function startHarness(missing) {
  const browser = await launchBrowser();
  const server = await serve(FOLDER, missing);
  const addresses = { served: server.address, file: pathToFileURL(join(FOLDER, "tumble.html")).href };
  return {
    addresses,
    /** @param {"served"|"file"} form @param {Setting} [setting] */
    open: (form, setting) => openPage(browser, addresses[form], setting ?? {}),
    /** @param {string} path a file that has the page in it @param {Setting} [setting] */
    openFile: (path, setting) => openPage(browser, pathToFileURL(path).href, setting ?? {}),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** @typedef {{ width?: number, height?: number, dark?: boolean, fragment?: string, init?: () => void, sign?: string, faulty?: boolean }} Setting
 * `sign` is what is there when the page has started; on a `faulty` server requests may fail. */

/** @param {Browser} browser @param {string} address @param {Setting} setting */
async function openPage(browser, address, setting) {
  const { width = 1280, height = 900, dark = false, fragment = "", init, sign = "#version:not(:empty)", faulty = false } = setting;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  // What is done in the page before its own scripts.
  if (init) await page.addInitScript(init);
  /** @type {string[]} */
  const faults = [];
  page.on("console", (message) => message.type() === "error" && !faulty && faults.push(message.text()));
  page.on("pageerror", (error) => !faulty && faults.push(error.message));
  page.on("request", (request) => {
    if (!isOwn(request.url(), address)) faults.push(`a request to ${request.url()}`);
  });
  await page.goto(address + fragment);
  await page.waitForSelector(sign, { timeout: 60_000 });
  return {
    page,
    /** Ends the visit: nothing may have gone wrong. */
    async close() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** Whether a request stays within the page's own files. @param {string} url @param {string} address */
function isOwn(url, address) {
  if (/^(blob|data):/.test(url)) return true;
  return address.startsWith("file:") ? url.split("#")[0] === address : url.startsWith(address);
}

/** The serious faults that axe finds. @param {Page} page */
export async function seriousFaults(page) {
  const serious = (await violationsIn(page)).filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(
    ({ id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ node) => node.html).join(" ")}`,
  );
}

/** Presses Tab until an element that matches has the focus. @param {Page} page @param {string} selector */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 100; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not come to ${selector}`);
}

/** The headline of the answer, when it is there. @param {Page} page @param {number} [seconds] */
export async function answer(page, seconds = 60) {
  await page.waitForSelector("#answer:not([hidden]) h2", { timeout: 1000 * seconds });
  return String(await page.textContent("#answer h2"));
}

/** Which digits the sides of the cube in the player show, side by side, read from where its stickers are. @param {Page} page */
export function shownSides(page) {
  return page.evaluate(() => {
    /** @type {Record<string, number[]>} */
    const sides = {};
    for (const sticker of document.querySelectorAll("#answer .sticker")) {
      const face = /** @type {HTMLElement} */ (sticker.parentElement);
      const piece = /** @type {HTMLElement} */ (face.parentElement);
      const turned = new DOMMatrix(piece.style.transform).multiply(new DOMMatrix(face.style.transform));
      const normal = [turned.m31, turned.m32, turned.m33].map((part) => Math.round(part) + 0).join();
      (sides[normal] ??= []).push(Number(sticker.textContent));
    }
    return Object.values(sides);
  });
}

/** A shipped model. @param {string} name */
export function model(name) {
  return readFileSync(join(PROJECT, "models", `${name}.toml`), "utf8");
}

/** @param {Page} page @param {string} text */
export async function useText(page, text) {
  if (!(await page.isVisible("#text"))) await page.click("#model summary");
  await page.fill("#text", text);
}

/** Pastes a text there. @param {Page} page @param {string} selector @param {string} text */
export function paste(page, selector, text) {
  return page.locator(selector).first().evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Types a number of columns or rows. @param {Page} page @param {0|1} which @param {string} typed */
export async function setSize(page, which, typed) {
  const field = page.locator(".pair:has-text('Columns') input").nth(which);
  await field.fill(typed);
  await field.press("Enter");
}

/** The field of the net at a place. @param {string} place "F row 1 column 2" */
export const netField = (place) => `.net [aria-label^="${place}"]`;
