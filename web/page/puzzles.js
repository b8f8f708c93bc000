// The seven puzzles of the page.
import { createBlockMazeEditor } from "./edit_block_maze.js";
import { createCubeTrayEditor } from "./edit_cube_tray.js";
import { createDiePathEditor } from "./edit_die_path.js";
import { createDieTourEditor } from "./edit_die_tour.js";
import { createLabeledBoardEditor } from "./edit_labeled_board.js";
import { createSudokuCubeEditor } from "./edit_sudoku_cube.js";
import { createTathamCubeEditor } from "./edit_tatham_cube.js";

/** @import { Editor } from "./types.js" */

/** A puzzle: its name in model files, its title, what it asks for, its editor, and options for random instances.
 * @typedef {object} Puzzle
 * @property {string} name
 * @property {string} title
 * @property {string} task
 * @property {(changed: () => void) => Editor} createEditor
 * @property {Record<string, string>} random options of `tumble new` beside the seed
 */

/** @type {Puzzle[]} */
export const PUZZLES = [
  {
    name: "sudoku-cube",
    title: "Sudoku Cube",
    task: "Which turns solve this digit cube? Each face is to show 1 to 9, all read the same way.",
    createEditor: createSudokuCubeEditor,
    random: {},
  },
  {
    name: "die-tour",
    title: "Die tour",
    task: "A die visits every free cell once. Which tour has the largest sum of top faces?",
    createEditor: createDieTourEditor,
    random: { columns: "5", rows: "4", blocked: "2" },
  },
  {
    name: "die-path",
    title: "Die path",
    task: "A die rolls from one cell and orientation to another. What is the shortest way?",
    createEditor: createDiePathEditor,
    random: { columns: "6", rows: "5", blocked: "6" },
  },
  {
    name: "labeled-board",
    title: "Labeled board",
    task: "A die enters each labeled cell once, with that number on top. What is the shortest way?",
    createEditor: createLabeledBoardEditor,
    random: { columns: "6", rows: "5", labels: "9" },
  },
  {
    name: "cube-tray",
    title: "Cube tray",
    task: "Cubes roll into the one hole of their tray. How do they get from the start to the goal?",
    createEditor: createCubeTrayEditor,
    random: { rolls: "20" },
  },
  {
    name: "block-maze",
    title: "Block maze",
    task: "A box tips over its lower edges, on free cells only. How does it get from the start to the goal?",
    createEditor: createBlockMazeEditor,
    random: { columns: "9", rows: "7" },
  },
  {
    name: "tatham-cube",
    title: "Tatham's Cube",
    task: "A cube or another solid picks up blue from squares it rolls over. How do all its faces become blue?",
    createEditor: createTathamCubeEditor,
    random: {},
  },
];
