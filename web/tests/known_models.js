// What the tests know of the models of each puzzle, by the names of their folders.

/** @typedef {object} Known
 * @property {[model: string, from: string, to: string, field: string][]} faults changes of shipped models, and the field whose fault each is
 * @property {[action: RegExp, keys: RegExp][]} edits what each way to edit may change: of its name, and of the keys of a draft; the first one counts
 * @property {string[]} more models with keys that no shipped model has */

/** @type {Record<string, Known>} */
export const KNOWN = {
  block_maze: {
    faults: [
      ["islands", "cell = [8, 1]", "cell = [8, 2]", "goal.cell"],
      ["upright", "[3, 1, 1]", "[3, 1, 0]", "size"],
      ["upright", "[1, 1, 3]", "[1, 2, 3]", "goal.size"],
      ["bridges", 'flips = ["a"]', 'flips = ["c"]', "switches.A.flips.c"],
      ["bridges", 'press = "hard"', 'press = "hart"', "switches.B.press"],
      ["bridges", "B = {", "a = {", "switches.a"],
      ["bridges", "[2, 0]]", "[2, 9]]", "splitters.S.to.1"],
      ["bridges", "[1, 1, 2]", "[1, 1, 3]", "splitters.S"],
      ["bridges", 'b = "closed"', 'c = "closed"', "board.map.6,2"],
      ["bridges", 'b = "closed"', 'b = "shut"', "board.bridges.b"],
    ],
    edits: [
      [/^Bridges, switches, splitters > New/, /^$/],
      [/^Bridges/, /^letters\b/],
      [/^(Columns|Rows) /, /^board\.(columns|rows|cells)$|^letters\b/],
      [/^(Board|Paint)/, /^board\.(columns|rows|cells)$|^letters\b|^(start|goal)\.cell$/],
      [/^Box/, /^size$/],
      [/^Start/, /^start\.cell$/],
      [/^Goal/, /^goal\.(cell|size)$/],
    ],
    more: [
  `puzzle = "block-maze"
size = [1, 1, 2]
[board]
map = """
A = a . .
. . . B .
S . b . .
. . . . .
"""
fragile = "="
bridges = { a = "open", b = "closed" }
[switches]
A = { press = "soft", closes = ["a"], opens = ["b"] }
B = { press = "hard" }
[splitters]
S = { to = [[0, 0], [4, 3]] }
[start]
cell = [0, 0]
[goal]
cell = [3, 0]
size = [2, 1, 1]
[solve]
threads = 2
`,
],
  },
  cube_tray: {
    faults: [
      ["oriented", "12 53 13", "12 5x 13", "start.map.1,2"],
      ["classic", "c _ c", "c _ _", "goal.map.2,1"],
      ["any_hole", 'hole = "any"', 'hole = "all"', "goal.hole"],
      ["any_hole", "c c c", "c _ c", "goal.map.1,2"],
      ["two_kinds", "edge _ edge", "edge _ egde", "start.cubes.2,1"],
      ["two_kinds", "rwwrr rrwrw", "rwwrr rrrrr", "start.map.1,0"],
      ["cubic_eight", "W B W", "W X W", "goal.map.1,2"],
      ["cubic_eight", 'north = "R"', 'north = "?"', "cube.faces.north"],
    ],
    edits: [
      [/^Cubes/, /^(cubes|cube|handedness|start|goal)\b/],
      [/^(Columns|Rows) /, /^(start|goal)\.(map|cubes)$/],
      [/^Dice/, /^handedness$/],
      [/^(Top|Bottom|North|South|East|West) /, /^cube\.faces\./],
      [/^Start/, /^start\.(map|cubes)$/],
      [/any cell may be the hole/, /^goal\.(map|hole)$/],
      [/^Goal/, /^goal\.map$/],
    ],
    more: [
  `puzzle = "cube-tray"
cubes = "oriented"
handedness = "left"
[start]
map = """
12 53
__ 26
"""
[goal]
map = """
?? 53
1? ??
"""
[solve]
time-limit = "1m"
`,
  `puzzle = "cube-tray"
[cubes.one]
faces = { top = "a", north = "b", east = "b", south = "b", west = "b", bottom = "b" }
[cubes."other kind"]
faces = { top = "c", north = "c", east = "d", south = "d", west = "d", bottom = "d" }
[start]
map = """
abbbbb ccddd
_ abbbbb
"""
[goal]
map = """
b ?
_ c
"""
`,
],
  },
  die_path: {
    faults: [["never", "never = [2, 6]", "never = [2, 7]", "path.never.1"]],
    edits: [
      [/^(Columns|Rows) /, /^board\.(columns|rows|cells|blocked|labels|order|weights)$/],
      [/^(Board|Paint)/, /^board\.(columns|rows|cells|labels|order)$|^(dice\.\d\.)?(start|goal)(\.cell)?$/],
      [/^Start/, /^(dice\.\d\.)?start\b/],
      [/^Goal/, /^(dice\.\d\.)?goal\b/],
      [/^Where/, /^(board|dice|start|goal)\b/],
      [/^Wanted/, /^objective$/],
      [/^Rolls/, /^path\.directions$/],
      [/^Never/, /^path\.never$/],
      [/^labels are gates/, /^board\.labels$/],
      [/^a round trip/, /^path\.round-trip$|^(dice\.0\.)?goal\b/],
      [/^two dice/, /^(dice|start|goal)\b/],
    ],
    more: [
  `puzzle = "die-path"
objective = "max-bottoms"
[board]
map = """
.12
.#.
...
"""
labels = "gate"
weights = """
1 2 3
4 5 6
7 8 -9
"""
[faces]
3 = 10
[start]
cell = [0, 0]
die = { top = 1, north = 2, east = 3 }
[goal]
[path]
directions = "NE"
never = [5]
[solve]
seed = 3
`,
],
  },
  die_tour: {
    faults: [
      ["blocked", "cell = [0, 0]", "cell = [9, 0]", "start.cell"],
      ["blocked", "top = 3", "top = 8", "start.die.top"],
      ["3x3_max", "columns = 3", 'columns = "3x"', "board.columns"],
    ],
    edits: [
      [/^(Columns|Rows) /, /^board\.(columns|rows|cells|blocked|labels|order|weights)$/],
      [/^(Board|Paint)/, /^board\.(columns|rows|cells|labels|order)$|^(dice\.\d\.)?(start|goal)(\.cell)?$/],
      [/^Start/, /^(dice\.\d\.)?start\b/],
      [/^Goal/, /^(dice\.\d\.)?goal\b/],
      [/^Wanted/, /^objective$/],
      [/^Only this sum/, /^tour\.total$/],
      [/^Never/, /^tour\.never$/],
      [/^On top at the ends/, /^tour\.never-between$/],
      [/^closed/, /^tour\.(closed|restore-orientation)$|^goal\b/],
      [/^and the die/, /^tour\.restore-orientation$/],
    ],
    more: [
  `puzzle = "die-tour"
objective = "min"
[board]
columns = 3
rows = 3
blocked = [[2, 2]]
weights = """
1 -2 0
3  4 5
6  7 10
"""
[faces]
1 = 7
6 = -2
[start]
cell = [0, 0]
handedness = "left"
[goal]
cell = [1, 0]
die = { top = 2 }
[tour]
total = 40
never-between = [3]
[solve]
time-limit = "5s"
`,
],
  },
  labeled_board: {
    faults: [
      ["source", "cell = [0, 2]", "cell = [0, 7]", "start.cell"],
    ],
    edits: [
      [/^(Columns|Rows) /, /^board\.(columns|rows|cells|blocked|labels|order|weights)$/],
      [/^(Board|Paint)/, /^board\.(columns|rows|cells|labels|order)$|^(dice\.\d\.)?(start|goal)(\.cell)?$/],
      [/^Start/, /^(dice\.\d\.)?start\b/],
      [/^Goal/, /^(dice\.\d\.)?goal\b/],
      [/^Wanted/, /^objective$/],
      [/^closed/, /^tour\.(closed|restore-orientation)$|^goal\b/],
      [/^and the die/, /^tour\.restore-orientation$/],
    ],
    more: [
  `puzzle = "labeled-board"
[board]
map = """
2 4 . 1 3
5 6 5 . .
. . 3 1 .
"""
order = [[1, 2], [0, 1], [4, 2]]
[start]
cell = [0, 2]
die = { top = 2, north = 6, west = 4 }
[tour]
closed = true
restore-orientation = true
[solve]
backend = "highs"
encoding = "time-expanded"
`,
],
  },
  sudoku_cube: {
    faults: [
      ["seed_net", "6v 5< 2^", "6v 5< 6^", "net.46"],
      ["seed_net", "6v 5< 2^", "6v 5? 2^", "net.1"],
    ],
    edits: [
      [/^(Net|Digits and directions|Clear)/, /^fields\b/],
      [/^Digits that/, /^symmetric$/],
    ],
    more: [],
  },
  tatham_cube: {
    faults: [],
    edits: [[/./, /^(id|game|board|start)\b/]],
    more: [`puzzle = "tatham-cube"\nid = "c4x4:C461,3"\n[solve]\ntime-limit = "9s"\n`],
  },
};
