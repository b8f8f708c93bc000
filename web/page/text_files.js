// The text of a file of the reader's.

/** The largest file that is opened, in bytes: what tumble reads. */
const MAX_FILE = 16 << 20;

/** The marks at the beginning of a text that say how it is written, as the program knows them. @type {[mark: number[], name: string][]} */
const MARKS = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/**
 * @param {File} file
 * @returns {Promise<string>}
 * @throws {Error} if it is no text, or too large
 */
export async function textOfFile(file) {
  if (file.size > MAX_FILE) throw new Error(`larger than ${MAX_FILE >> 20} MiB`);
  return textOfBytes(new Uint8Array(await file.arrayBuffer()));
}

/** @param {Uint8Array} bytes @returns {string} */
export function textOfBytes(bytes) {
  const [, name = "utf-8"] = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [];
  let text = "\0";
  try {
    text = new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    // A picture, for one.
  }
  if (text.includes("\0")) {
    throw new Error("this is no text. What can be opened: tumble's model files (.toml), game ids, and save files of Simon Tatham's Cube (.sav)");
  }
  return text;
}
