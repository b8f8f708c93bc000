// Where models come from and go to: examples, random ones, files, links.
import { byId, fill, make, saveFile } from "./dom.js";
import { optionsOf } from "./fields.js";
import { fragmentOf } from "./share.js";

/** @import { Engine } from "./types.js" */
/** @import { Puzzle } from "./puzzles.js" */
/** @import { Workbench } from "./workbench.js" */

/** A shipped model. @typedef {{ path: string, puzzle: string, text: string }} Example */

/** The largest file that is opened, in bytes: what tumble reads. */
const MAX_FILE = 16 << 20;

/** The row of buttons above the editor. */
export class Toolbar {
  #workbench;
  #engine;
  /** @type {Example[]} */
  #examples = [];
  #menu = /** @type {HTMLSelectElement} */ (byId("examples"));
  #seed = /** @type {HTMLInputElement} */ (byId("seed"));
  #file = /** @type {HTMLInputElement} */ (byId("file"));
  #said = byId("said");

  /** @param {Workbench} workbench @param {Engine} engine @param {Promise<Example[]>} examples */
  constructor(workbench, engine, examples) {
    this.#workbench = workbench;
    this.#engine = engine;
    examples.then((list) => {
      this.#examples = list;
      this.open(workbench.puzzle);
    });
    this.#menu.addEventListener("change", () => this.#useExample());
    byId("random").addEventListener("click", () => this.#random());
    byId("open").addEventListener("click", () => this.#file.click());
    this.#file.addEventListener("change", () => this.#file.files?.[0] && this.openFile(this.#file.files[0]));
    byId("download").addEventListener("click", () => this.#download());
    byId("share").addEventListener("click", () => this.#share());
  }

  /** Shows what there is for a puzzle. @param {Puzzle} puzzle */
  open(puzzle) {
    const own = this.#examples.filter((example) => example.puzzle === puzzle.name);
    const names = own.map(({ path }) => /** @type {[string, string]} */ ([path, nameOf(path)]));
    fill(this.#menu, ...optionsOf([["", "choose …"], ...names]));
    fill(this.#said);
  }

  /** The model is no longer what was chosen, opened or shared. */
  changed() {
    this.#menu.value = "";
    fill(this.#said);
  }

  /** Reads a model from a file. @param {File} file */
  async openFile(file) {
    this.#file.value = "";
    if (file.size > MAX_FILE) {
      this.#said.textContent = `${file.name}: larger than ${MAX_FILE >> 20} MiB`;
      return;
    }
    await this.#workbench.useText(await file.text());
    this.#said.textContent = `Opened ${file.name}.`;
  }

  async #useExample() {
    const path = this.#menu.value;
    const example = this.#examples.find((one) => one.path === path);
    if (!example) return;
    await this.#workbench.useText(example.text);
    this.#menu.value = path;
  }

  async #random() {
    const { name, random } = this.#workbench.puzzle;
    const seed = this.#seed.value.trim();
    const made = await this.#engine.call("create", name, JSON.stringify({ ...random, seed }));
    if (made.error) {
      this.#said.textContent = made.error.message;
      return;
    }
    await this.#workbench.useText(made.text);
    this.#said.textContent = `A random instance from seed ${seed}.`;
    if (/^\d+$/.test(seed)) this.#seed.value = String(BigInt(seed) + 1n);
  }

  #download() {
    saveFile(`${this.#workbench.puzzle.name}.toml`, "application/toml", this.#workbench.text);
  }

  async #share() {
    const address = new URL(location.href);
    address.hash = await fragmentOf(this.#workbench.text);
    const field = make("input", { class: "wide", readonly: true, value: address.href, "aria-label": "Link to this model" });
    const copied = await navigator.clipboard?.writeText(address.href).then(
      () => true,
      () => false,
    );
    fill(
      this.#said,
      copied ? "Copied. " : "Copy this link. ",
      "The model is in the link itself; nothing is sent anywhere. ",
      field,
    );
    field.select();
  }
}

/** `3x3_max` of `models/die_tour/3x3_max.toml`, with spaces. @param {string} path */
function nameOf(path) {
  return (path.split("/").at(-1) ?? path).replace(/\.toml$/, "").replaceAll("_", " ");
}
