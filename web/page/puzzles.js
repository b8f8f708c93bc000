// The seven puzzles of the page.
import { createBlockMazeEditor } from "./edit_block_maze.js";
import { createCubeTrayEditor } from "./edit_cube_tray.js";
import { createDiePathEditor } from "./edit_die_path.js";
import { createDieTourEditor } from "./edit_die_tour.js";
import { createLabeledBoardEditor } from "./edit_labeled_board.js";
import { createSudokuCubeEditor } from "./edit_sudoku_cube.js";
import { createTathamCubeEditor } from "./edit_tatham_cube.js";

/** @import { Editor } from "./types.js" */

/** A puzzle: its name in model files, its title, what it asks for, what can be clicked, a model that shows its rules, its editor, and options for
 * random instances.
 * @typedef {object} Puzzle
 * @property {string} name
 * @property {string} title
 * @property {string} task
 * @property {string[]} clicks what can be clicked and typed
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
    clicks: ["Click a field, type its digit and then the side to which the top of the digit points: ^ > v < or the arrows of the keypad. The next field comes by itself."],
    shown: "models/sudoku_cube/seed_net.toml",
    createEditor: createSudokuCubeEditor,
    random: {},
  },
  {
    name: "die-tour",
    title: "Die tour",
    task: "A die visits every free cell once. Which tour has the largest sum of top faces?",
    clicks: ["Click cells to block them, to free them, or to ask for a number on top of the die there. The cross is the die unfolded: its top in the middle, its bottom below; the arrows roll it, and ↻ turns it on the spot."],
    shown: "models/die_tour/3x3_max.toml",
    createEditor: createDieTourEditor,
    random: { columns: "5", rows: "4", blocked: "2" },
  },
  {
    name: "die-path",
    title: "Die path",
    task: "A die rolls through a maze, from one cell and orientation to another. What is the shortest way?",
    clicks: ["Click cells to block them, to free them, or to put a number there. The crosses are the die unfolded: its top in the middle, its bottom below; the arrows roll it, and ↻ turns it on the spot."],
    shown: "models/die_path/labels.toml",
    createEditor: createDiePathEditor,
    random: { columns: "6", rows: "5", blocked: "6" },
  },
  {
    name: "labeled-board",
    title: "Labeled board",
    task: "A die enters each labeled cell once, with that number on top. What is the shortest way?",
    clicks: ["Click cells to put a number there, to block them, or to free them. The cross is the die unfolded: its top in the middle, its bottom below; the arrows roll it, and ↻ turns it on the spot."],
    shown: "models/labeled_board/source.toml",
    createEditor: createLabeledBoardEditor,
    random: { columns: "6", rows: "5", labels: "9" },
  },
  {
    name: "cube-tray",
    title: "Cube tray",
    task: "Cubes roll into the one hole of their tray. How do they get from the start to the goal?",
    clicks: ["Choose how a cube lies, then click cubes. Or move to a cube with the arrow keys, and press the letter of how it lies."],
    shown: "models/cube_tray/wildcards.toml",
    createEditor: createCubeTrayEditor,
    random: { rolls: "20" },
  },
  {
    name: "block-maze",
    title: "Block maze",
    task: "A box tips over its lower edges, on free cells only. How does it get from the start to the goal?",
    clicks: ["Click cells to block or to free them. The cell of the start and of the goal is the south-west one that the box covers."],
    shown: "models/block_maze/open.toml",
    createEditor: createBlockMazeEditor,
    random: { columns: "9", rows: "7" },
  },
  {
    name: "tatham-cube",
    title: "Tatham's Cube",
    task: "A cube or another solid picks up blue from squares it rolls over. How do all its faces become blue?",
    clicks: ["Click squares to make them blue or not; choose \"the solid\" to click the square where it starts. Ids of the game can be typed or pasted."],
    shown: "models/tatham_cube/source.toml",
    createEditor: createTathamCubeEditor,
    random: {},
  },
];
