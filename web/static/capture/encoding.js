export const utf8 = (text) => new TextEncoder().encode(text);

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Standard base64 with padding (RFC 4648 §4). */
export function base64(bytes) {
  // In pieces, because a call takes only so many arguments.
  const pieces = [];
  for (let start = 0; start < bytes.length; start += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  }
  return btoa(pieces.join(""));
}

export const base64OfBlob = async (blob) => base64(new Uint8Array(await blob.arrayBuffer()));

export const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
