// The puzzles of the page, in the order of their cards.
import { createBlockMazeEditor } from "./edit_block_maze.js";
import { createCubeTrayEditor } from "./edit_cube_tray.js";
import { createDiePathEditor } from "./edit_die_path.js";
import { createDieTourEditor, createLabeledBoardEditor } from "./edit_die_tour.js";
import { createSudokuCubeEditor } from "./edit_sudoku_cube.js";
import { createTathamCubeEditor } from "./edit_tatham_cube.js";

/** @import { Draft, Editor, ReadNet } from "./types.js" */

/** A puzzle: its name in model files, its card, what it asks for, what can be clicked, a model that shows its rules, its editor, and options for
 * random instances.
 * @typedef {object} Puzzle
 * @property {string} name
 * @property {string} title
 * @property {string} brief the task on the card
 * @property {string} drawing what is drawn on the card, in 96 by 72
 * @property {string} task
 * @property {string[]} clicks what can be clicked and typed
 * @property {string} shown the path of a shipped model that a search solves in a moment
 * @property {string} [move] what a move is called, if it is no roll
 * @property {string} first the model with which it begins
 * @property {(draft: Draft, changed: () => void, netIn: ReadNet) => Editor} createEditor
 * @property {Record<string, string>} random options of `tumble new` beside the seed
 */

/** @type {Puzzle[]} */
export const PUZZLES = [
  {
    name: "sudoku-cube",
    title: "Sudoku Cube",
    brief: "Which turns solve a cube with digits in place of colours?",
    drawing: '<path class="f1" d="M48 8 76 22 48 36 20 22z"/><path class="f2" d="M20 22 48 36V66L20 52z"/><path class="f3" d="M76 22 48 36V66L76 52z"/><path class="l" d="M29.3 17.3 57.3 31.3M38.7 12.7 66.7 26.7M57.3 12.7 29.3 26.7M66.7 17.3 38.7 31.3M29.3 26.7V56.7M38.7 31.3V61.3M57.3 31.3V61.3M66.7 26.7V56.7M20 32 48 46 76 32M20 42 48 56 76 42"/>',
    move: "turn",
    task: "Which turns solve this digit cube? Each face is to show 1 to 9, all read the same way.",
    clicks: ["Click a field, type its digit and then the side to which the top of the digit points: ^ > v < or the arrows of the keypad. The next field comes by itself."],
    shown: "models/sudoku_cube/seed_net.toml",
    first: 'puzzle = "sudoku-cube"\nnet = """\n           .. .. ..\n           .. .. ..\n           .. .. ..\n.. .. ..   .. .. ..   .. .. ..   .. .. ..\n.. .. ..   .. .. ..   .. .. ..   .. .. ..\n.. .. ..   .. .. ..   .. .. ..   .. .. ..\n           .. .. ..\n           .. .. ..\n           .. .. ..\n"""\n',
    createEditor: createSudokuCubeEditor,
    random: {},
  },
  {
    name: "die-tour",
    title: "Die tour",
    brief: "A die visits every cell once: the largest sum of its top faces?",
    drawing: '<path class="b" d="M18 6H78V66H18z"/><path class="l" d="M38 6V66M58 6V66M18 26H78M18 46H78"/><path class="t" d="M28 56V16H68V36H48V56H68"/><rect class="d" x="60" y="48" width="16" height="16" rx="3"/><circle class="p" cx="64.5" cy="52.5" r="1.8"/><circle class="p" cx="71.5" cy="59.5" r="1.8"/>',
    task: "A die visits every free cell once. Which tour has the largest sum of top faces?",
    clicks: ["Click cells to block them, to free them, or to ask for a number on top of the die there. The cross is the die unfolded: its top in the middle, its bottom below; the arrows roll it, and ↻ turns it on the spot."],
    shown: "models/die_tour/3x3_max.toml",
    first: 'puzzle = "die-tour"\nobjective = "max"\n\n[board]\ncolumns = 4\nrows = 4\n\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n',
    createEditor: createDieTourEditor,
    random: { columns: "5", rows: "4", blocked: "2" },
  },
  {
    name: "die-path",
    title: "Die path",
    brief: "A die rolls through a maze to its goal in the fewest rolls.",
    drawing: '<path class="b" d="M8 6H88V66H8z"/><path class="l" d="M28 6V66M48 6V66M68 6V66M8 26H88M8 46H88"/><path class="x" d="M28 26H48V66H28zM68 6H88V26H68z"/><path class="t" d="M18 56V16H58V36H78V56"/><rect class="d" x="10" y="48" width="16" height="16" rx="3"/><circle class="p" cx="18" cy="56" r="2"/><circle class="g" cx="78" cy="56" r="6"/>',
    task: "A die rolls through a maze, from one cell and orientation to another. What is the shortest way?",
    clicks: ["Click cells to block them, to free them, or to put a number there. The crosses are the die unfolded: its top in the middle, its bottom below; the arrows roll it, and ↻ turns it on the spot."],
    shown: "models/die_path/labels.toml",
    first: 'puzzle = "die-path"\n\n[board]\nmap = """\n. . . . .\n. # . . .\n. . . # .\n. # . # .\n. . . . .\n"""\n\n[start]\ncell = [2, 2]\ndie = { top = 1, north = 2, east = 3 }\n\n[goal]\ncell = [2, 2]\ndie = { top = 6 }\n',
    createEditor: createDiePathEditor,
    random: { columns: "6", rows: "5", blocked: "6" },
  },
  {
    name: "labeled-board",
    title: "Labeled board",
    brief: "Enter each labeled cell once, with its number on top.",
    drawing: '<path class="b" d="M8 6H88V66H8z"/><path class="y" d="M8 6H28V26H8zM48 26H68V46H48zM68 6H88V26H68zM28 46H48V66H28z"/><path class="l" d="M28 6V66M48 6V66M68 6V66M8 26H88M8 46H88"/><g class="n"><text x="18" y="21">2</text><text x="58" y="41">5</text><text x="78" y="21">3</text><text x="38" y="61">1</text></g>',
    task: "A die enters each labeled cell once, with that number on top. What is the shortest way?",
    clicks: ["Click cells to put a number there, to block them, or to free them. The cross is the die unfolded: its top in the middle, its bottom below; the arrows roll it, and ↻ turns it on the spot."],
    shown: "models/labeled_board/source.toml",
    first: 'puzzle = "labeled-board"\nobjective = "min"\n\n[board]\nmap = """\n2 4 . 1 3\n5 6 5 . .\n. . 3 1 .\n"""\n\n[start]\ncell = [0, 2]\ndie = { top = 2, north = 6, west = 4 }\n',
    createEditor: createLabeledBoardEditor,
    random: { columns: "6", rows: "5", labels: "9" },
  },
  {
    name: "cube-tray",
    title: "Cube tray",
    brief: "Cubes roll into the one hole until the tray is as wanted.",
    drawing: '<rect class="b" x="18" y="6" width="60" height="60" rx="4"/><g class="k"><rect x="21" y="9" width="16" height="16" rx="2"/><rect x="40" y="9" width="16" height="16" rx="2"/><rect x="21" y="28" width="16" height="16" rx="2"/><rect x="59" y="47" width="16" height="16" rx="2"/><rect x="21" y="47" width="16" height="16" rx="2"/></g><g class="c"><rect x="59" y="9" width="16" height="16" rx="2"/><rect x="59" y="28" width="16" height="16" rx="2"/><rect x="40" y="47" width="16" height="16" rx="2"/></g>',
    task: "Cubes roll into the one hole of their tray. How do they get from the start to the goal?",
    clicks: ["Choose how a cube lies, then click cubes. Or move to a cube with the arrow keys, and press the letter of how it lies."],
    shown: "models/cube_tray/wildcards.toml",
    first: 'puzzle = "cube-tray"\n\n[start]\nmap = """\nk k k\nk _ k\nk k k\n"""\n\n[goal]\nmap = """\nc c c\nc _ c\nc c c\n"""\n',
    createEditor: createCubeTrayEditor,
    random: { rolls: "20" },
  },
  {
    name: "block-maze",
    title: "Block maze",
    brief: "A box tips over a board to its goal in the fewest tips.",
    drawing: '<path class="b" d="M8 6H88V66H8z"/><path class="l" d="M28 6V66M48 6V66M68 6V66M8 26H88M8 46H88"/><path class="x" d="M48 6H68V26H48zM28 46H48V66H28z"/><rect class="d" x="10" y="8" width="16" height="36" rx="3"/><circle class="g" cx="78" cy="56" r="6"/>',
    task: "A box tips over its lower edges, on free cells only. How does it get from the start to the goal?",
    clicks: ["Click cells to block or to free them, or to make the floor fragile. Cells with letters are bridges, switches and splitters. The cell of the start and of the goal is the south-west one that the box covers."],
    shown: "models/block_maze/open.toml",
    move: "tip",
    first: 'puzzle = "block-maze"\nsize = [1, 1, 2]\n\n[board]\nmap = """\n. . . . # # # . . . #\n. . . . # # # . . . .\n. . . . . . . . . . .\n# # . # # # # . . # .\n# # . . . # # # # # .\n# # . . . . . . # . .\n# # # . . # . . . . .\n# # # # # # . . . . #\n"""\n\n[start]\ncell = [0, 7]\n\n[goal]\ncell = [8, 1]\n',
    createEditor: createBlockMazeEditor,
    random: { columns: "9", rows: "7" },
  },
  {
    name: "tatham-cube",
    title: "Tatham's Cube",
    brief: "Pick up the blue squares with the faces of a rolling solid.",
    drawing: '<path class="b" d="M8 6H88V66H8z"/><path class="u" d="M8 6H28V26H8zM28 6H48V26H28zM28 26H48V46H28zM48 46H68V66H48zM68 26H88V46H68z"/><path class="l" d="M28 6V66M48 6V66M68 6V66M8 26H88M8 46H88"/><rect class="d" x="69" y="7" width="18" height="18" rx="2"/>',
    task: "A cube or another solid picks up blue from squares it rolls over. How do all its faces become blue?",
    clicks: ["Click squares to make them blue or not; choose \"the solid\" to click the square where it starts. Ids of the game can be typed or pasted."],
    shown: "models/tatham_cube/source.toml",
    first: 'puzzle = "tatham-cube"\nid = "c4x4:C461,3"\n',
    createEditor: createTathamCubeEditor,
    random: {},
  },
];
