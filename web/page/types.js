// The shapes of data that the modules of the page exchange. Nothing here exists at run time.

/** The faces of a die that are given, by place: `{ top: 1, north: 2 }`.
 * @typedef {Partial<Record<"top"|"bottom"|"north"|"south"|"east"|"west", number>>} Faces */

/** An error of tumble: its words, and its place in the text.
 * @typedef {object} InputError
 * @property {string} message
 * @property {string|null} [label]
 * @property {string|null} [help]
 * @property {number} [start]
 * @property {number} [end]
 * @property {number} [line]
 * @property {number} [column]
 * @property {string[][]} [fields] the fields of an editor that its places belong to: first its own, then those that may be wrong instead
 */

/** What an editor shows and changes of a model file: see web/wasm/src/draft.rs.
 * @typedef {Record<string, any>} Draft */

/** The draft of a text, and how many words of its net are wrong; null if it has none.
 * @typedef {{ puzzle: string, draft: Draft, wrong: number }|null} DraftAnswer */

/** The net in a text, if it is one, perhaps but for a few words.
 * @typedef {(text: string) => { fields: import("./sudoku_model.js").NetField[], wrong: number }|null} ReadNet */

/** What reads and changes texts at once.
 * @typedef {{ draft: (text: string) => DraftAnswer, edit: (text: string, draft: Draft) => string }} Texts */

/** What the engine says of a text that it could read.
 * @typedef {object} ReadAnswer
 * @property {string} puzzle
 * @property {DraftAnswer} draft
 * @property {any} replay
 * @property {string[]} encodings
 * @property {string} [default_encoding]
 * @property {ForeignFile[]} [files]
 */

/** A file of another program: its suffix, what it is, its text.
 * @typedef {{ suffix: string, what: string, text: string }} ForeignFile */

/** The engine: tumble in a worker.
 * @typedef {object} Engine
 * @property {(name: string, ...args: (string|number|null|((event: any) => void))[]) => Promise<any>} call
 * @property {() => void} stop
 */

/** What the engine says of the puzzles. An option of `tumble new` without a value is a switch.
 * @typedef {{ name: string, rules: string[], new_options: { name: string, value: string|null, help: string }[] }} PuzzleInfo
 * @typedef {{ version: string, puzzles: PuzzleInfo[] }} About */

/** Where a field of an editor is: the element that is wrong if it is wrong, and where to put the message.
 * @typedef {{ element: HTMLElement, slot: HTMLElement, blank?: boolean }} FieldPlace */

/** An editor of one puzzle.
 * @typedef {object} Editor
 * @property {HTMLElement} element
 * @property {Draft} draft what it shows and changes; setting it shows another one
 * @property {(draft: Draft) => boolean} [canShow] if it shows as much as it can of a model with an error: whether it can show this one
 * @property {boolean} [isFilled] whether there is nothing left to fill in
 * @property {(id: string) => FieldPlace|null} field
 * @property {(draft: Draft) => void} [checked] hears of each reading of its own text
 */

/** The result of a run: the JSON of `tumble solve --format json`.
 * @typedef {Record<string, any>} Report */

export {};
