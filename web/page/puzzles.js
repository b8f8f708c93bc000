// The seven puzzles of the page.
import { createBlockMazeEditor } from "./edit_block_maze.js";
import { createCubeTrayEditor } from "./edit_cube_tray.js";
import { createDiePathEditor } from "./edit_die_path.js";
import { createDieTourEditor } from "./edit_die_tour.js";
import { createLabeledBoardEditor } from "./edit_labeled_board.js";
import { createSudokuCubeEditor } from "./edit_sudoku_cube.js";
import { createTathamCubeEditor } from "./edit_tatham_cube.js";

/** @import { Editor } from "./types.js" */

/** A puzzle: its name in model files, its title, what it asks for, its rules and a model that shows them, its editor, and options for
 * random instances.
 * @typedef {object} Puzzle
 * @property {string} name
 * @property {string} title
 * @property {string} task
 * @property {string[]} rules
 * @property {string} shown the path of a shipped model that a search solves in a moment
 * @property {(changed: () => void) => Editor} createEditor
 * @property {Record<string, string>} random options of `tumble new` beside the seed
 */

/** @type {Puzzle[]} */
export const PUZZLES = [
  {
    name: "sudoku-cube",
    title: "Sudoku Cube",
    task: "Which turns solve this digit cube? Each face is to show 1 to 9, all read the same way.",
    rules: [
      "The cube is held still and unfolded: U above F, D below F, and L, F, R, B in a row.",
      "Each field has a digit and the side to which the top of the digit points. Click a field, then type the digit and press an arrow key, or use the keypad.",
      "The cube is solved when every face shows 1 to 9 and all digits of a face read in one direction. Turns are written as for other cubes: F is a quarter turn of the front face, F' turns it back, F2 is a half turn.",
    ],
    shown: "models/sudoku_cube/seed_net.toml",
    createEditor: createSudokuCubeEditor,
    random: {},
  },
  {
    name: "die-tour",
    title: "Die tour",
    task: "A die visits every free cell once. Which tour has the largest sum of top faces?",
    rules: [
      "The die rolls over an edge to the next cell: north (N) is up, east (E) is right.",
      "It visits every free cell once. The numbers on top add up, that in the first cell included.",
      "Click cells to block them, to free them, or to ask for a number on top of the die there. The cross beside Start is the die unfolded: its top in the middle, its bottom below; the arrows roll it, and ↻ turns it on the spot.",
    ],
    shown: "models/die_tour/3x3_max.toml",
    createEditor: createDieTourEditor,
    random: { columns: "5", rows: "4", blocked: "2" },
  },
  {
    name: "die-path",
    title: "Die path",
    task: "A die rolls from one cell and orientation to another. What is the shortest way?",
    rules: [
      "The die rolls over an edge to the next cell: north (N) is up, east (E) is right.",
      "It is to come to its goal, a ring on the board, in the fewest rolls. A number in the goal has to be on top there.",
      "A cell with a number is entered only with this number on top; as a gate it wants the number on top before that roll.",
      "Click cells to block them, to free them, or to put a number there. The crosses are the die unfolded: its top in the middle, its bottom below; the arrows roll it, and ↻ turns it on the spot.",
    ],
    shown: "models/die_path/labels.toml",
    createEditor: createDiePathEditor,
    random: { columns: "6", rows: "5", blocked: "6" },
  },
  {
    name: "labeled-board",
    title: "Labeled board",
    task: "A die enters each labeled cell once, with that number on top. What is the shortest way?",
    rules: [
      "The die rolls over an edge to the next cell: north (N) is up, east (E) is right.",
      "It enters each cell with a number once, with this number on top. Free cells may be entered again and again.",
      "Click cells to put a number there, to block them, or to free them. The cross beside Start is the die unfolded: its top in the middle, its bottom below; the arrows roll it, and ↻ turns it on the spot.",
    ],
    shown: "models/labeled_board/source.toml",
    createEditor: createLabeledBoardEditor,
    random: { columns: "6", rows: "5", labels: "9" },
  },
  {
    name: "cube-tray",
    title: "Cube tray",
    task: "Cubes roll into the one hole of their tray. How do they get from the start to the goal?",
    rules: [
      "A neighbour of the hole rolls into the hole; nothing else can move. N is a roll to the north, which is up.",
      "The cubes are to lie as in the second tray. A ? there is anything.",
      "Choose how a cube lies, then click cubes; or go there by arrow keys and press the letter.",
    ],
    shown: "models/cube_tray/wildcards.toml",
    createEditor: createCubeTrayEditor,
    random: { rolls: "20" },
  },
  {
    name: "block-maze",
    title: "Block maze",
    task: "A box tips over its lower edges, on free cells only. How does it get from the start to the goal?",
    rules: [
      "The box tips over one of its lower edges: north (N) is up, east (E) is right. Every cell that it covers has to be free.",
      "It is to come to its goal in the fewest tips. How it lies there counts, too.",
      "Click cells to block or to free them. The cell of the start and of the goal is the south-west one that the box covers.",
    ],
    shown: "models/block_maze/open.toml",
    createEditor: createBlockMazeEditor,
    random: { columns: "9", rows: "7" },
  },
  {
    name: "tatham-cube",
    title: "Tatham's Cube",
    task: "A cube or another solid picks up blue from squares it rolls over. How do all its faces become blue?",
    rules: [
      "The solid rolls over an edge to the next square. The face that comes down and the square below it swap their colours: blue is picked up, or laid down again.",
      "All faces are to be blue, in the fewest rolls.",
      "Click squares to make them blue or not; choose \"the solid\" to click the square where it starts. Ids of the game can be typed or pasted.",
    ],
    shown: "models/tatham_cube/source.toml",
    createEditor: createTathamCubeEditor,
    random: {},
  },
];
