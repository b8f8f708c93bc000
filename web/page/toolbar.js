// Where models come from and go to: examples, random ones, files, links.
import { byId, fill, make, saveFile } from "./dom.js";
import { optionsOf } from "./fields.js";
import { fragmentOf } from "./share.js";

/** @import { Engine } from "./types.js" */
/** @import { ForeignFile } from "./types.js" */
/** @import { Puzzle } from "./puzzles.js" */
/** @import { RandomForm } from "./random_form.js" */
/** @import { Workbench } from "./workbench.js" */

/** A shipped model. @typedef {{ path: string, puzzle: string, text: string }} Example */

/** The largest file that is opened, in bytes: what tumble reads. */
const MAX_FILE = 16 << 20;

/** The row of buttons above the editor. */
export class Toolbar {
  #workbench;
  #engine;
  #form;
  /** @type {Example[]} */
  #examples = [];
  #menu = /** @type {HTMLSelectElement} */ (byId("examples"));
  #seed = /** @type {HTMLInputElement} */ (byId("seed"));
  #file = /** @type {HTMLInputElement} */ (byId("file"));
  #said = byId("said");

  /** @param {Workbench} workbench @param {Engine} engine @param {Promise<Example[]>} examples @param {RandomForm} form */
  constructor(workbench, engine, examples, form) {
    this.#workbench = workbench;
    this.#engine = engine;
    this.#form = form;
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
    const names = own.map((example) => /** @type {[string, string]} */ ([example.path, titleOf(example)]));
    fill(this.#menu, ...optionsOf([["", "choose …"], ...names]));
    fill(this.#said);
    this.#form.open(puzzle);
  }

  /** Offers the files of other programs that the model has. @param {ForeignFile[]} files */
  setFiles(files) {
    fill(byId("other-files"), ...files.map((file) => fileButton(this.#workbench.puzzle.name, file)));
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
    const { name } = this.#workbench.puzzle;
    const seed = this.#seed.value.trim();
    fill(this.#said, "Looking for a random puzzle …");
    const made = await this.#engine.call("create", name, JSON.stringify({ ...this.#form.choices, seed }));
    if (made.error) {
      fill(this.#said, make("span", { class: "problem", role: "alert" }, made.error.message.replaceAll("--", "")));
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

/** A button that saves a file of another program. @param {string} puzzle @param {ForeignFile} file */
export function fileButton(puzzle, { suffix, what, text }) {
  const save = () => saveFile(`${puzzle}.${suffix}`, "text/plain", text);
  return make("button", { type: "button", title: what, onclick: save }, `.${suffix} file`);
}

/** How a shipped model begins, in words: its name, and what its first comment says. @param {Example} example */
function titleOf({ path, text }) {
  const name = (path.split("/").at(-1) ?? path).replace(/\.toml$/, "").replaceAll("_", " ");
  const [, about = "", end] = /^# ([^.:\n]{1,70})([.:,\n ])/.exec(text) ?? [];
  return about ? `${name}: ${about}${end === " " || end === "," ? " …" : ""}` : name;
}
