// The model that is worked on: in its editor, as text, and as tumble reads it. A change of one changes the others.
import { byId, fill, make } from "./dom.js";
import { Problems } from "./problems.js";
import { PUZZLES } from "./puzzles.js";
import { looksLikeGame } from "./tatham_model.js";
import { Undo } from "./undo.js";

/** @import { DraftAnswer, Editor, Engine, InputError, ReadAnswer, Texts } from "./types.js" */
/** @import { Puzzle } from "./puzzles.js" */
/** @import { Version } from "./undo.js" */

/** The pause after an edit before the model is read, in milliseconds. */
const READ_PAUSE = 150;

/** So many words of a pasted net may be missing, too many, or such as cannot be read. */
const MOST_WRONG = 6;

/** @typedef {object} WorkbenchEvents
 * @property {(puzzle: Puzzle) => void} opened
 * @property {(text: string, answer: ReadAnswer|null) => void} read the model was read; null: there is an error in it
 * @property {() => void} changed
 * @property {(text: string) => HTMLElement} broken a Sudoku Cube that is filled in cannot be read: what is offered, for a field may be misread
 */

/** The editor, the text and the messages of the model. */
export class Workbench {
  #engine;
  /** There when tumble is loaded, before anything is opened. @type {Texts} */
  #texts = { draft: () => null, edit: (text) => text };
  /** Whether it could be loaded; nothing can be opened before. @type {Promise<boolean>} */
  loaded;
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
  /** Whether the text is the reader's own, and not the editor's. */
  #isOwn = false;
  /** The text that the editor was given: what is changed in the editor is changed in this one. */
  #base = "";
  /** Whether the editor shows all of the reader's own text. */
  #isShown = false;
  #note = byId("editor-note");
  /** The reading that is waiting or under way. @type {Promise<boolean>} */
  #reading = Promise.resolve(false);
  #timer = 0;
  #turn = 0;

  /** @param {Engine} engine @param {Promise<Texts>} texts @param {WorkbenchEvents} events */
  constructor(engine, texts, events) {
    this.#engine = engine;
    const load = (/** @type {Texts} */ loaded) => (this.#texts = loaded) === loaded;
    this.loaded = texts.then(load, () => false);
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

  /** The element of a field of the editor, which may not be drawn. @param {string} id @returns {HTMLElement|null} */
  field(id) {
    return this.#editor.field(id)?.element ?? null;
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
    return this.#undo.open(puzzle.name, () => ({ text: puzzle.first, isOwn: false }));
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
  #restore({ text, isOwn }) {
    [this.#isOwn, this.#isShown] = [isOwn, false];
    this.#area.value = text;
    fill(byId("about"));
    fill(this.#note);
    if (!isOwn) {
      try {
        this.#give(this.#texts.draft(text), text);
      } catch {
        // It was kept by another release of the page, whose text is still good.
        this.#isOwn = true;
      }
    }
    this.#schedule();
  }

  /** Gives a text to the editor of the open puzzle. @param {DraftAnswer} answer @param {string} text */
  #give(answer, text) {
    if (answer?.puzzle !== this.#puzzle.name || this.#editor.canShow?.(answer.draft) === false) throw new Error("its fields are not known");
    this.#editor.draft = answer.draft;
    this.#base = text;
  }

  /** The editor of the open puzzle. @returns {Editor} */
  get #editor() {
    const made = this.#editors.get(this.#puzzle.name);
    if (made) return made;
    const { first, createEditor, name } = this.#puzzle;
    const draft = this.#texts.draft(first)?.draft ?? {};
    const editor = createEditor(draft, () => this.#edited(), (text) => this.#netIn(text));
    this.#editors.set(name, editor);
    return editor;
  }

  /** The editor has another model. */
  #edited() {
    const before = this.text;
    const isLost = this.#isOwn && !this.#isShown;
    if (isLost && this.#texts.draft(before)?.puzzle === this.#puzzle.name) this.#base = before;
    this.#area.value = this.#texts.edit(this.#base, this.#editor.draft);
    this.#isOwn = false;
    fill(byId("about"));
    this.#undo.add({ text: this.text, isOwn: false });
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
    [this.#isOwn, this.#isShown] = [true, false];
    this.#undo.add({ text: this.text, isOwn: true });
    this.#events.changed();
  }

  /** A whole model takes the place of the text. @param {ClipboardEvent} event */
  #pasted(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    const isNet = this.#netIn(text) !== null;
    if (!isNet && !looksLikeGame(text) && !/^\s*puzzle\s*=/m.test(text)) return;
    event.preventDefault();
    this.useText(isNet ? netModel(text) : text);
  }

  /** The net in a text, if it is one, perhaps but for a few words. @param {string} text */
  #netIn(text) {
    const answer = this.#texts.draft(netModel(text));
    return answer && answer.wrong <= MOST_WRONG ? { fields: answer.draft.fields, wrong: answer.wrong } : null;
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
    const [text, isOwn] = [this.text, this.#isOwn];
    this.#turn += 1;
    const turn = this.#turn;
    const heard = (/** @type {any} */ answer) => {
      // A later edit is read on its own.
      if (turn !== this.#turn) return this.#reading;
      return this.#heard(answer, text, isOwn, strict);
    };
    this.#reading = this.#engine.call("read", text).then(heard, (error) => heard({ error: { message: `tumble failed: ${error.message}` } }));
    return this.#reading;
  }

  /** @param {any} answer @param {string} text @param {boolean} isOwn @param {boolean} strict */
  #heard(answer, text, isOwn, strict) {
    // The reader went away meanwhile, and is not brought back; the model is read again with its next opening.
    if (byId("work").hidden && !strict) return false;
    if (answer.error) {
      this.#hearError(answer, text, isOwn, strict);
      return false;
    }
    this.#problems.clear();
    this.#setOutdated(false);
    const model = /** @type {ReadAnswer} */ (answer);
    try {
      if (!isOwn) this.#editor.checked?.(model.draft?.draft ?? {});
      else if (this.#turnToModel(model.puzzle, text)) this.#load(model.draft, text);
    } catch (error) {
      const message = `The model is right, but it cannot be shown here (${/** @type {Error} */ (error).message}). It can be solved all the same.`;
      this.#problems.show({ message }, false, this.#editor, strict);
    }
    this.#events.read(text, model);
    return true;
  }

  /** @param {{ error: InputError, draft?: DraftAnswer }} answer @param {string} text @param {boolean} isOwn @param {boolean} strict */
  #hearError({ error, draft }, text, isOwn, strict) {
    const shown = !isOwn || this.#loadRoughly(draft ?? null, text, strict);
    if (byId("work").hidden) this.#show(this.#puzzle);
    this.#setOutdated(!shown);
    // In the reader's own text nothing is waiting to be filled in.
    this.#problems.show(error, shown, this.#editor, strict || isOwn);
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
      this.#undo.add({ text, isOwn: true });
    } else if (puzzle && byId("work").hidden) {
      this.#show(puzzle);
    }
    return puzzle !== undefined;
  }

  /** Shows the reader's own text in the editor of its puzzle. @param {DraftAnswer} answer @param {string} text */
  #load(answer, text) {
    this.#give(answer, text);
    this.#isShown = true;
    byId("about").textContent = leadingComment(text);
  }

  /**
   * Shows of the reader's own text with an error what can be read of it.
   * @param {DraftAnswer} answer
   * @param {string} text
   * @param {boolean} isWhole whether it is being typed no more
   * @returns {boolean} whether the editor shows anything of it
   */
  #loadRoughly(answer, text, isWhole) {
    if (!answer || !(isWhole || answer.puzzle === this.#puzzle.name) || !this.#turnToModel(answer.puzzle, text)) return false;
    if (!this.#editor.canShow?.(answer.draft)) return false;
    this.#give(answer, text);
    this.#isShown = answer.wrong === 0;
    return true;
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

/** A net as a model. @param {string} text */
function netModel(text) {
  return `puzzle = "sudoku-cube"\nnet = """\n${text.trimEnd()}\n"""\n`;
}
