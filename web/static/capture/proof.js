/*
 * The key of this browser for this page (DPoP, RFC 9449): each request is signed, and no script reads the key. Whoever
 * has a picture of the link, or the cookie alone, does not go on here.
 */
import { ECDSA, kept } from "./device.js";
import { base64url, utf8 } from "./encoding.js";
import { element } from "./screens.js";

const NAME = "page";

let pair = null;
/** What the server gave out last, in place of this device's clock. */
let { nonce } = element("capture").dataset;

/** @param given null where an answer has none. */
export const remember = (given) => (nonce = given ?? nonce);

async function own() {
  const before = await kept("get", NAME).catch(() => null);
  const key = before ?? (await crypto.subtle.generateKey(ECDSA, false, ["sign"]));
  // A browser that keeps nothing is another device after a reload.
  if (!before) await kept("put", key, NAME).catch(() => {});
  return key;
}

const part = (document) => base64url(utf8(JSON.stringify(document)));

/** A proof for one request. */
export async function proof(method, url) {
  const { publicKey, privateKey } = await (pair ??= own());
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
  const header = { typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } };
  const claims = { jti: crypto.randomUUID(), htm: method, htu: url, iat: Math.floor(Date.now() / 1000), nonce };
  const signed = `${part(header)}.${part(claims)}`;
  const signature = await crypto.subtle.sign(ECDSA, privateKey, utf8(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}
