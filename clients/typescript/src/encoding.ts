const encoder = new TextEncoder();

/** UTF-8. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** One array of several. */
export function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The bytes as WebCrypto takes them: a buffer that holds nothing else. */
export const buffer = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;

/** Standard base64 with padding (RFC 4648 §4). */
export function encodeBase64(bytes: Uint8Array): string {
  // In pieces, because a call takes only so many arguments.
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  }
  return btoa(pieces.join(""));
}

/** Standard base64 with padding; an Error for anything else. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  if (encodeBase64(bytes) !== text) throw new Error("not base64");
  return bytes;
}

/** The URL alphabet without padding (RFC 4648 §5). */
export const encodeBase64URL = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** The URL alphabet without padding; an Error for anything else. */
export function decodeBase64URL(text: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error("not base64url");
  const standard = text.replace(/-/g, "+").replace(/_/g, "/");
  return decodeBase64(standard + "=".repeat((4 - (standard.length % 4)) % 4));
}
