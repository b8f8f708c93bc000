// The site in a browser, from the disk without a network and from a folder of a host: `scripts/docs --site`, then
// `SITE=target/site node --test web/tests/site.browser.js`.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { launchBrowser, violationsIn } from "./browser.js";
import { PROJECT, answer, serve } from "./page_harness.js";

/** @import { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core" */

const SITE = resolve(PROJECT, process.env.SITE ?? "target/site");
const PUZZLES = readdirSync(join(PROJECT, "models"));
/** So many pages are looked at side by side. */
const SIDE_BY_SIDE = 3;

/** @type {Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Record<"disk" | "host", string>} the folder of the site, with a slash at the end */
let roots;

before(async () => {
  browser = await launchBrowser();
  // The site is not at the root of this host.
  server = await serve(dirname(SITE));
  roots = { disk: `${pathToFileURL(SITE).href}/`, host: new URL("site/", server.address).href };
});

after(async () => {
  await browser.close();
  server.close();
});

/**
 * A visit of the site: whatever goes wrong in it, or is asked for outside of its folder, is a fault.
 * @param {string} root
 * @param {BrowserContextOptions} [options]
 */
async function visit(root, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, offline: root.startsWith("file:"), ...options });
  /** @type {string[]} */
  const faults = [];
  context.on("console", (message) => message.type() === "error" && faults.push(`${message.page()?.url()}: ${message.text()}`));
  context.on("weberror", (error) => faults.push(`${error.page()?.url()}: ${error.error().message}`));
  context.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(root)) faults.push(`a request to ${request.url()}`);
  });
  context.on("response", (response) => response.status() >= 400 && faults.push(`${response.status()}: ${response.url()}`));
  return {
    context,
    page: await context.newPage(),
    async close() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** The links of a page, and its anchors. @param {Page} page */
function linksOf(page) {
  return page.evaluate(() => ({
    links: [...document.querySelectorAll("a")].map((link) => link.href).filter((address) => address !== ""),
    anchors: [...document.querySelectorAll("[id], [name], [data-puzzle]")].flatMap((element) =>
      ["id", "name", "data-puzzle"].map((name) => element.getAttribute(name)),
    ),
  }));
}

/**
 * Follows all links within a folder from a page on.
 * @param {BrowserContext} context
 * @param {string} root
 */
async function follow(context, root) {
  const found = new Set([`${root}index.html`]);
  /** @type {Map<string, Set<string | null>>} */
  const anchorsOf = new Map();
  /** @type {[string, string][]} */
  const anchored = [];
  const waiting = [...found];
  const next = async () => {
    const page = await context.newPage();
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      await page.goto(address);
      const { links, anchors } = await linksOf(page);
      anchorsOf.set(address, new Set(anchors));
      for (const link of links.filter((link) => link.startsWith(root))) {
        const [target = "", anchor] = link.split("#");
        if (anchor) anchored.push([target, decodeURIComponent(anchor)]);
        if (!found.has(target)) waiting.push(target);
        found.add(target);
      }
    }
    await page.close();
  };
  // The first page leads to all others.
  await next();
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
  return { anchorsOf, anchored };
}

for (const from of /** @type {const} */ (["disk", "host"])) {
  describe(`the site on a ${from}`, () => {
    test("every link leads to a page, and nothing is asked for outside of the folder", async (context) => {
      const { context: tabs, page, close } = await visit(roots[from]);
      await page.close();
      const { anchorsOf, anchored } = await follow(tabs, roots[from]);
      const pages = [...anchorsOf.keys()].map((address) => address.slice(roots[from].length));
      const needed = ["tumble.html", "tutorial.html", "command_line.html", "notebooks.html", ...PUZZLES.map((name) => `puzzles/${name}.html`)];
      for (const name of needed) assert.ok(pages.includes(name), name);
      assert.ok(pages.some((name) => name.startsWith("encodings/")) && pages.some((name) => name.startsWith("notebooks/")));
      for (const [target, anchor] of anchored) {
        assert.ok(anchorsOf.get(target)?.has(anchor), `${target}#${anchor}`);
      }
      context.diagnostic(`${pages.length} pages`);
      await close();
    });

    test("the documentation leads to the page, which solves the puzzle and leads back", async () => {
      const { page, close } = await visit(roots[from]);
      await page.goto(`${roots[from]}puzzles/die_path.html`);
      await page.click("a[href$='tumble.html#die-path']");
      await page.click("#go");
      assert.match(await answer(page), /proved shortest$/);
      await page.click("#docs-link");
      await page.waitForURL(`${roots[from]}puzzles/die_path.html`);
      await close();
    });
  });
}

/** @param {Page} page @param {string} name of a page of the documentation */
const open = (page, name) => page.goto(`${roots.disk}${name}`);

test("the first page and the pages of puzzles replay an answer to its end", async () => {
  const { page, close } = await visit(roots.disk);
  for (const name of ["index", ...PUZZLES.map((puzzle) => `puzzles/${puzzle}`)]) {
    await open(page, `${name}.html`);
    assert.equal(await page.locator(".replay .player").count(), await page.locator(".replay").count(), name);
    const first = page.locator(".replay").first();
    // It opens at its start, where a way is seen as a whole, and no longer than that.
    assert.match(String(await first.locator(".count").textContent()), /^0 \//, name);
    const strand = first.locator(".strand path").first();
    const way = (await strand.count()) > 0 ? String(await strand.getAttribute("d")).split("L").length : null;
    await first.getByRole("button", { name: "one step on" }).click();
    await page.waitForFunction(() => /^1 \//.test(document.querySelector(".replay .count")?.textContent ?? ""));
    if (way !== null) assert.ok(way > 2 && String(await strand.getAttribute("d")).split("L").length <= 2, name);
    await first.getByLabel("speed").selectOption("16");
    await first.getByRole("button", { name: "play" }).click();
    await page.waitForFunction(() => /^(\d+) \/ \1$/.test(document.querySelector(".replay .count")?.textContent ?? ""));
    assert.ok(!(await first.locator(".still").isVisible()), name);
  }
  await close();
});

test("keys belong to a replay that has the focus, and to the book otherwise", async () => {
  const { page, close } = await visit(roots.disk);
  await open(page, "puzzles/tatham_cube.html");
  await page.locator(".replay .window").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".replay .count")?.textContent === "1 / 9");
  assert.ok(page.url().endsWith("puzzles/tatham_cube.html"));
  await page.locator("main h1").click();
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL((url) => !url.href.endsWith("puzzles/tatham_cube.html"));
  await close();
});

test("a sheet of paper has the text alone, and still pictures, in dark ink", async () => {
  // So wide a window has the list of pages beside the text, and the theme is dark.
  const { page, close } = await visit(roots.disk, { viewport: { width: 1400, height: 900 }, colorScheme: "dark" });
  await open(page, "puzzles/die_tour.html");
  await page.waitForSelector(".replay.plays");
  const left = () => page.locator("main").evaluate((main) => main.getBoundingClientRect().left);
  const around = page.locator("#mdbook-sidebar, #mdbook-menu-bar, .nav-wide-wrapper, .replay > .live");
  assert.ok((await left()) > 100 && (await around.first().isVisible()));
  await page.emulateMedia({ media: "print" });
  assert.ok((await left()) < 10);
  assert.ok((await page.locator("main h1").evaluate((title) => title.getBoundingClientRect().top)) >= 0);
  for (const element of await around.all()) assert.ok(!(await element.isVisible()));
  assert.ok(await page.locator(".replay .still img").isVisible());
  for (const ink of [page.locator("main p").first(), page.locator("pre code").first()]) {
    assert.equal(await ink.evaluate((element) => getComputedStyle(element).color), "rgb(0, 0, 0)");
  }
  await close();
});

test("without scripts there are still pictures", async () => {
  const { page, close } = await visit(roots.disk, { javaScriptEnabled: false });
  await open(page, "index.html");
  const pictures = page.locator(".replay .still img");
  assert.equal(await pictures.count(), 3);
  for (const picture of await pictures.all()) assert.ok(await picture.isVisible());
  await close();
});

test("replays follow the theme of the book, and pass axe in the light and in the dark", async () => {
  // Axe reads the styles, which pages from the disk may not.
  const { page, close } = await visit(roots.host);
  const grounds = [];
  for (const theme of ["light", "navy"]) {
    await page.goto(`${roots.host}index.html`);
    await page.evaluate((name) => localStorage.setItem("mdbook-theme", name), theme);
    await page.reload();
    grounds.push(await page.locator(".replay .window").first().evaluate((element) => getComputedStyle(element).backgroundColor));
    const faults = (await violationsIn(page, ".replay")).map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
    assert.deepEqual(faults, [], theme);
  }
  assert.notEqual(grounds[0], grounds[1]);
  await close();
});

test("nothing overflows a phone", async () => {
  const { page, close } = await visit(roots.disk, { viewport: { width: 360, height: 640 }, hasTouch: true });
  for (const name of ["index", ...PUZZLES.map((name) => `puzzles/${name}`)]) {
    await open(page, `${name}.html`);
    const edges = await page.locator(".replay *").evaluateAll((elements) =>
      elements.filter((element) => !element.closest(".window, .aside")).map((element) => element.getBoundingClientRect().right),
    );
    assert.ok(Math.max(...edges) <= 360, name);
  }
  await close();
});
