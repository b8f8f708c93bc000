// The shapes of data that the modules of the page exchange. Nothing here exists at run time.

/** The faces of a die that are given, by place: `{ top: 1, north: 2 }`.
 * @typedef {Partial<Record<"top"|"bottom"|"north"|"south"|"east"|"west", number>>} Faces */

/** A range of a model's text, in UTF-16 units, that belongs to a field of the editor.
 * @typedef {{ id: string, start: number, end: number }} Place */

/** A model as text, and which part of it is which field.
 * @typedef {{ text: string, places: Place[] }} Written */

/** An error of tumble: its words, and its place in the text.
 * @typedef {object} InputError
 * @property {string} message
 * @property {string|null} [label]
 * @property {string|null} [help]
 * @property {number} [start]
 * @property {number} [end]
 * @property {number} [line]
 * @property {number} [column]
 * @property {{ start: number, end: number }[]} [others] places that may be wrong instead
 */

/** A model file's TOML as JSON.
 * @typedef {Record<string, any>} ModelDocument */

/** How an editor shows a text of the reader's with an error: which part of the text is which field, and whether nothing of it is left out.
 * @typedef {{ places: Place[], whole: boolean }} Rough */

/** What the engine says of a text that it could read.
 * @typedef {object} ReadAnswer
 * @property {string} puzzle
 * @property {ModelDocument} document
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
 * @property {() => Written} write the model as it is in the editor
 * @property {(model: ReadAnswer) => void} load shows a model that was read
 * @property {(document: ModelDocument, text: string) => Rough|null} [loadRoughly] shows as much as it can of a model with an error; null: nothing
 * @property {boolean} [isFilled] whether there is nothing left to fill in
 * @property {any} state what it holds, which can be JSON; setting it shows it
 * @property {(id: string) => FieldPlace|null} field
 * @property {(answer: ReadAnswer|null) => void} [checked] hears of each reading of its own text
 */

/** The result of a run: the JSON of `tumble solve --format json`.
 * @typedef {Record<string, any>} Report */

export {};
