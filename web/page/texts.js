// Texts of models from elsewhere: files of the reader's, and links that hold a model in their fragment, which browsers do not send anywhere.
/** The largest file that is opened, in bytes: what tumble reads. */
const MAX_FILE = 16 << 20;

/** The marks at the beginning of a text that say how it is written, as the program knows them. @type {[mark: number[], name: string][]} */
const MARKS = [[[0xff, 0xfe], "utf-16le"], [[0xfe, 0xff], "utf-16be"]];

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

/** What the fragment begins with: that of a model, and that of a model to play. */
const PREFIX = "#m=";
const PLAY_PREFIX = "#play=";
/** A model that is larger than this when unpacked is not read from a link, in bytes. */
const MAX_SHARED = 1 << 20;

/**
 * What a stream makes of bytes, as long as it is not more than a limit.
 * @param {Uint8Array} bytes
 * @param {ReadableWritablePair<Uint8Array, BufferSource>} stream
 * @param {number} limit
 */
async function through(bytes, stream, limit) {
  const reader = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limit) {
      await reader.cancel();
      throw new Error("too large");
    }
    parts.push(/** @type {BlobPart} */ (part.value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Whether a fragment holds a model to play. @param {string} fragment */
export function isToPlay(fragment) {
  return fragment.startsWith(PLAY_PREFIX);
}

/** The fragment that holds a text, perhaps to play. @param {string} text @param {boolean} [toPlay] @returns {Promise<string>} */
export async function fragmentOf(text, toPlay = false) {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return (toPlay ? PLAY_PREFIX : PREFIX) + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The text that a fragment holds; null if it holds none.
 * @param {string} fragment
 * @returns {Promise<string|null>}
 * @throws {Error} if the link is damaged
 */
export async function textOfFragment(fragment) {
  const prefix = [PREFIX, PLAY_PREFIX].find((one) => fragment.startsWith(one));
  if (prefix === undefined) return null;
  try {
    const binary = atob(fragment.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"), MAX_SHARED));
  } catch {
    throw new Error("the link is damaged: no model can be read from it");
  }
}
