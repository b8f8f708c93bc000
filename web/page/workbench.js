// The model that is worked on: in its editor, as text, and as tumble reads it. A change of one changes the others.
import { withComments } from "./comments.js";
import { byId, fill, make } from "./dom.js";
import { Problems } from "./problems.js";
import { PUZZLES } from "./puzzles.js";
import { looksLikeNet } from "./sudoku_model.js";
import { looksLikeGame } from "./tatham_model.js";
import { Undo } from "./undo.js";

/** @import { Editor, Engine, InputError, ReadAnswer, Written } from "./types.js" */
/** @import { Puzzle } from "./puzzles.js" */
/** @import { Version } from "./versions.js" */

/** The pause after an edit before the model is read, in milliseconds. */
const READ_PAUSE = 150;

/** @typedef {object} WorkbenchEvents
 * @property {(puzzle: Puzzle) => void} opened
 * @property {(text: string, answer: ReadAnswer|null) => void} read the model was read; null: there is an error in it
 * @property {() => void} changed
 * @property {(text: string) => HTMLElement} broken a Sudoku Cube that is filled in cannot be read: what is offered, for a field may be misread
 */

/** The editor, the text and the messages of the model. */
export class Workbench {
  #engine;
  #events;
  #host = byId("editor");
  #area = /** @type {HTMLTextAreaElement} */ (byId("text"));
  #problems = new Problems((start, end) => this.#select(start, end));
  /** @type {Map<string, Editor>} */
  #editors = new Map();
  /** @type {Puzzle} */
  #puzzle = PUZZLES[0];
  #undo = new Undo((version) => {
    this.#restore(version);
    this.#events.changed();
  });
  /** The editor's text; null if the text is the reader's own. @type {Written|null} */
  #written = null;
  /** The reader's own text that the editor shows; null if it shows none. @type {string|null} */
  #shown = null;
  #note = byId("editor-note");
  /** The reading that is waiting or under way. @type {Promise<boolean>} */
  #reading = Promise.resolve(false);
  #timer = 0;
  #turn = 0;

  /** @param {Engine} engine @param {WorkbenchEvents} events */
  constructor(engine, events) {
    this.#engine = engine;
    this.#events = events;
    this.#area.addEventListener("input", () => this.#typed());
    this.#area.addEventListener("paste", (event) => this.#pasted(event));
  }

  /** The model as text. */
  get text() {
    return this.#area.value;
  }

  /** The puzzle that is open. */
  get puzzle() {
    return this.#puzzle;
  }

  /** Shows a puzzle as it was left. @param {Puzzle} puzzle */
  open(puzzle) {
    this.#restore(this.#show(puzzle));
  }

  /** Takes a whole model, or an id of a game, as the model. @param {string} text @returns {Promise<boolean>} whether it can be read */
  async useText(text) {
    this.#undo.close();
    if (byId("work").hidden) this.#turnTo(this.#puzzle);
    this.#area.value = text;
    fill(this.#note);
    this.#ownText();
    return this.#read(true);
  }

  /** The model after all edits were read; null if there is an error, which then has the focus. @returns {Promise<string|null>} */
  async checkedText() {
    clearTimeout(this.#timer);
    if (await this.#read(true)) return this.text;
    this.#problems.focus();
    return null;
  }

  /** Turns to a puzzle, and returns its last version. @param {Puzzle} puzzle @returns {Version} */
  #turnTo(puzzle) {
    this.#puzzle = puzzle;
    const first = () => ({ text: this.#editor.write().text, state: structuredClone(this.#editor.state) });
    return this.#undo.open(puzzle.name, first);
  }

  /** Turns to a puzzle and brings its editor to the eye. @param {Puzzle} puzzle */
  #show(puzzle) {
    const version = this.#turnTo(puzzle);
    byId("title").textContent = puzzle.title;
    byId("task").textContent = puzzle.task;
    fill(this.#host, this.#editor.element);
    this.#events.opened(puzzle);
    return version;
  }

  /** Shows a version of the open puzzle's model. @param {Version} version */
  #restore({ text, state }) {
    [this.#written, this.#shown] = [null, null];
    this.#area.value = text;
    fill(byId("about"));
    fill(this.#note);
    if (state !== null) {
      try {
        this.#editor.state = structuredClone(state);
        this.#written = withComments(this.#editor.write(), text);
      } catch {
        // It was kept by another release of the page, whose text is still good.
      }
    }
    this.#schedule();
  }

  /** The editor of the open puzzle. @returns {Editor} */
  get #editor() {
    const made = this.#editors.get(this.#puzzle.name);
    if (made) return made;
    const editor = this.#puzzle.createEditor(() => this.#edited());
    this.#editors.set(this.#puzzle.name, editor);
    return editor;
  }

  /** The editor has another model. */
  #edited() {
    const before = this.text;
    const isLost = this.#written === null && this.#shown !== before;
    this.#written = withComments(this.#editor.write(), before);
    this.#area.value = this.#written.text;
    this.#shown = null;
    fill(byId("about"));
    this.#undo.add({ text: this.text, state: structuredClone(this.#editor.state) });
    this.#events.changed();
    if (isLost) this.#sayReplaced(before);
    this.#schedule();
  }

  /** The editor did not show the reader's own text, and now its model is there instead. @param {string} text */
  #sayReplaced(text) {
    const back = make("button", { type: "button", class: "link", onclick: () => this.useText(text) }, "Bring my text back");
    const words = "What you clicked took the place of your own text under Model file, which could not be shown here. ";
    fill(this.#note, make("span", { role: "status" }, words), back);
  }

  /** The text was typed in. */
  #typed() {
    this.#ownText();
    this.#schedule();
  }

  /** The text is the reader's own. */
  #ownText() {
    this.#written = null;
    this.#undo.add({ text: this.text, state: null });
    this.#events.changed();
  }

  /** A whole model takes the place of the text. @param {ClipboardEvent} event */
  #pasted(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    const isNet = looksLikeNet(text);
    if (!isNet && !looksLikeGame(text) && !/^\s*puzzle\s*=/m.test(text)) return;
    event.preventDefault();
    this.useText(isNet ? `puzzle = "sudoku-cube"\nnet = """\n${text.trimEnd()}\n"""\n` : text);
  }

  #schedule() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#read(false), READ_PAUSE);
  }

  /**
   * Reads the model, and shows what tumble says of it.
   * @param {boolean} strict whether fields that are not filled in yet are errors
   * @returns {Promise<boolean>} whether it could be read
   */
  #read(strict) {
    const [text, written] = [this.text, this.#written];
    this.#turn += 1;
    const turn = this.#turn;
    const heard = (/** @type {any} */ answer) => {
      // A later edit is read on its own.
      if (turn !== this.#turn) return this.#reading;
      return this.#heard(answer, text, written, strict);
    };
    this.#reading = this.#engine.call("read", text).then(heard, (error) => heard({ error: { message: `tumble failed: ${error.message}` } }));
    return this.#reading;
  }

  /** @param {any} answer @param {string} text @param {Written|null} written @param {boolean} strict */
  #heard(answer, text, written, strict) {
    // The reader went away meanwhile, and is not brought back; the model is read again with its next opening.
    if (byId("work").hidden && !strict) return false;
    if (answer.error) {
      this.#hearError(answer, text, written, strict);
      return false;
    }
    this.#problems.clear();
    this.#setOutdated(false);
    const model = /** @type {ReadAnswer} */ ({ ...answer, document: answer.document ?? {} });
    try {
      if (written) this.#editor.checked?.(model);
      else if (this.#turnToModel(model.puzzle, text)) this.#load(model, text);
    } catch (error) {
      const message = `The model is right, but it cannot be shown here (${/** @type {Error} */ (error).message}). It can be solved all the same.`;
      this.#problems.show({ message }, null, this.#editor, strict);
    }
    this.#events.read(text, model);
    return true;
  }

  /** @param {{ error: InputError, outline?: any }} answer @param {string} text @param {Written|null} written @param {boolean} strict */
  #hearError({ error, outline }, text, written, strict) {
    const shown = written ?? (outline && this.#loadRoughly(outline, text, strict));
    if (byId("work").hidden) this.#show(this.#puzzle);
    this.#setOutdated(!shown);
    // In the reader's own text nothing is waiting to be filled in.
    this.#problems.show(error, shown, this.#editor, strict || !written);
    this.#events.read(text, null);
    this.#problems.offer(shown && this.#editor.isFilled ? this.#events.broken(text) : null);
  }

  /** Whether the editor shows the model that there was before an error in the text. @param {boolean} isOutdated */
  #setOutdated(isOutdated) {
    if (this.#host.classList.toggle("outdated", isOutdated)) fill(this.#note, "The board above is that of the model before this error.");
    else if (!this.#note.firstElementChild) fill(this.#note);
  }

  /** Turns to the puzzle of a text of the reader's; whether the page has it. @param {string} name @param {string} text */
  #turnToModel(name, text) {
    const puzzle = PUZZLES.find((one) => one.name === name);
    if (puzzle && puzzle !== this.#puzzle) {
      this.#undo.withdraw();
      this.#show(puzzle);
      this.#undo.add({ text, state: null });
    } else if (puzzle && byId("work").hidden) {
      this.#show(puzzle);
    }
    return puzzle !== undefined;
  }

  /** Shows the reader's own text in the editor of its puzzle. @param {ReadAnswer} model @param {string} text */
  #load(model, text) {
    this.#editor.load(model);
    this.#shown = text;
    byId("about").textContent = leadingComment(text);
  }

  /**
   * Shows of the reader's own text with an error what can be read of it.
   * @param {{ puzzle: string, document: any }} outline
   * @param {string} text
   * @param {boolean} isWhole whether it is being typed no more
   * @returns {Written|null} null: nothing
   */
  #loadRoughly({ puzzle, document }, text, isWhole) {
    if (!(isWhole || puzzle === this.#puzzle.name) || !this.#turnToModel(puzzle, text)) return null;
    const rough = this.#editor.loadRoughly?.(document, text);
    if (!rough) return null;
    if (rough.whole) this.#shown = text;
    return { text, places: rough.places };
  }

  /** @param {number} start @param {number} end */
  #select(start, end) {
    /** @type {HTMLDetailsElement} */ (byId("model")).open = true;
    this.#area.focus();
    this.#area.setSelectionRange(start, end);
  }
}

/** What the comment at the beginning of a model says. @param {string} text */
function leadingComment(text) {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("#"));
  const words = lines.slice(0, end).map((line) => line.replace(/^#\s*/, ""));
  return words.filter((line) => !/THIS_FILE/.test(line)).join(" ");
}
