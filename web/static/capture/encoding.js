export const utf8 = (text) => new TextEncoder().encode(text);

/** For some bytes: it makes a number of each. */
export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Standard base64 with padding (RFC 4648 §4). */
export function base64(bytes) {
  // In pieces, because a call takes only so many arguments.
  let text = "";
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}

/** Without padding, for addresses and tokens (RFC 4648 §5). */
export const base64url = (bytes) => base64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

export const base64OfBlob = async (blob) => base64(new Uint8Array(await blob.arrayBuffer()));

export const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
