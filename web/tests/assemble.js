// A replay file from the player's parts, made as tumble makes it (see FORMAT.md).
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const FOLDER = new URL("../player/", import.meta.url);

/**
 * @param {string} name
 * @returns {string}
 */
function part(name) {
  return readFileSync(new URL(name, FOLDER), "utf8");
}

/** @returns {string[]} */
export function partNames() {
  return part("parts.txt").trim().split("\n");
}

/**
 * A module as a piece of a classic script.
 * @param {string} source
 * @returns {string}
 */
function classic(source) {
  const lines = source.split("\n").filter((line) => !line.startsWith("import "));
  return lines.map((line) => line.replace(/^export /, "")).join("\n");
}

/**
 * @param {string} text
 * @returns {string}
 */
function hash(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * @param {string} text
 * @returns {string}
 */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The script of all replay files. */
export function script() {
  const modules = partNames().filter((name) => name.endsWith(".js"));
  return `(() => { "use strict";\n${modules.map((name) => classic(part(name))).join("")}})();\n`;
}

/**
 * @param {import("../player/format.js").Replay} replay
 * @param {string} picture
 * @returns {string}
 */
export function assemble(replay, picture) {
  const style = partNames().filter((name) => name.endsWith(".css")).map(part).join("");
  const facts = (replay.facts ?? []).map(([key, value]) => `<dt>${escaped(key)}</dt><dd>${escaped(value)}</dd>`);
  const csp = `default-src 'none'; script-src ${hash(script())}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
  /** @type {Record<string, string>} */
  const values = {
    title: escaped(replay.title),
    csp,
    style,
    picture,
    facts: `<dl>${facts.join("")}</dl>`,
    data: JSON.stringify(replay).replaceAll("<", "\\u003c"),
    script: script(),
  };
  return part("template.html").replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}
