// Where models come from and go to: examples, random ones, files, links.
import { button, byId, fill, make, saveFile } from "./dom.js";
import { optionsOf } from "./fields.js";
import { fragmentOf, textOfFile } from "./texts.js";

/** @import { ForeignFile } from "./types.js" */
/** @import { Puzzle } from "./puzzles.js" */
/** @import { RandomPuzzles } from "./random_puzzles.js" */
/** @import { Workbench } from "./workbench.js" */

/** A shipped model. @typedef {{ path: string, puzzle: string, text: string }} Example */

/** The row of buttons above the editor. */
export class Toolbar {
  #workbench;
  #random;
  /** @type {Example[]} */
  #examples = [];
  #menu = /** @type {HTMLSelectElement} */ (byId("examples"));
  #file = /** @type {HTMLInputElement} */ (byId("file"));
  #said = byId("said");

  #pageToPlay;

  /** @param {Workbench} workbench @param {RandomPuzzles} random @param {Promise<Example[]>} examples
   * @param {(text: string) => string} [pageToPlay] this page with a model, where it is one file */
  constructor(workbench, random, examples, pageToPlay) {
    this.#workbench = workbench;
    this.#random = random;
    this.#pageToPlay = pageToPlay;
    examples.then((list) => {
      this.#examples = list;
      this.open(workbench.puzzle);
    });
    this.#menu.addEventListener("change", () => this.#useExample());
    byId("random").addEventListener("click", () => random.make(workbench));
    byId("open").addEventListener("click", () => this.#file.click());
    this.#file.addEventListener("change", () => this.#file.files?.[0] && this.openFile(this.#file.files[0]));
    byId("download").addEventListener("click", () => this.#download());
    byId("share").addEventListener("click", () => this.share(false));
  }

  /** Shows what there is for a puzzle. @param {Puzzle} puzzle */
  open(puzzle) {
    const own = this.#examples.filter((example) => example.puzzle === puzzle.name);
    const names = own.map((example) => /** @type {[string, string]} */ ([example.path, titleOf(example)]));
    fill(this.#menu, ...optionsOf([["", "choose …"], ...names]));
    fill(this.#said);
    this.#random.open(puzzle);
  }

  /** Offers the files of other programs that the model has. @param {ForeignFile[]} files */
  setFiles(files) {
    fill(byId("other-files"), ...files.map((file) => fileButton(this.#workbench.puzzle.name, file)));
  }

  /** The model is no longer what was chosen, opened or shared. */
  changed() {
    this.#menu.value = "";
    this.#random.stop();
    fill(this.#said);
  }

  /** Reads a model from a file. @param {File} file */
  async openFile(file) {
    this.#file.value = "";
    try {
      await this.#workbench.loaded;
      await this.#workbench.useText(await textOfFile(file));
      this.#said.textContent = `Opened ${file.name}.`;
    } catch (error) {
      fill(this.#said, make("span", { class: "problem", role: "alert" }, `${file.name}: ${/** @type {Error} */ (error).message}`));
    }
  }

  async #useExample() {
    const path = this.#menu.value;
    const example = this.#examples.find((one) => one.path === path);
    if (!example) return;
    await this.#workbench.useText(example.text);
    this.#menu.value = path;
  }

  #download() {
    saveFile(`${this.#workbench.puzzle.name}.toml`, "application/toml", this.#workbench.text);
  }

  #downloadToPlay() {
    saveFile(`${this.#workbench.puzzle.name}.html`, "text/html", this.#pageToPlay?.(this.#workbench.text) ?? "");
  }

  /** Shows a link to the model. @param {boolean} toPlay whether it opens in Play */
  async share(toPlay) {
    const address = new URL(location.href);
    address.hash = await fragmentOf(this.#workbench.text, toPlay);
    const field = make("input", { class: "wide", readonly: true, value: address.href, "aria-label": "Link to this model" });
    const copied = await navigator.clipboard?.writeText(address.href).then(() => true, () => false);
    const file = toPlay && this.#pageToPlay && button("Download to play", () => this.#downloadToPlay());
    fill(this.#said, copied ? "Copied. " : "Copy this link. ", "The model is in the link itself; nothing is sent anywhere. ", field, file);
    field.select();
    this.#said.scrollIntoView({ block: "nearest" });
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
