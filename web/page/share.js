// A link that holds the model in its fragment, which browsers do not send anywhere: compressed, in base64 for addresses.

/** What the fragment begins with. */
const PREFIX = "#m=";
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

/** The fragment that holds a text. @param {string} text @returns {Promise<string>} */
export async function fragmentOf(text) {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The text that a fragment holds; null if it holds none.
 * @param {string} fragment
 * @returns {Promise<string|null>}
 * @throws {Error} if the link is damaged
 */
export async function textOfFragment(fragment) {
  if (!fragment.startsWith(PREFIX)) return null;
  try {
    const binary = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"), MAX_SHARED));
  } catch {
    throw new Error("the link is damaged: no model can be read from it");
  }
}
