import { buffer, decodeBase64URL, encodeBase64URL, utf8 } from "./encoding.js";

export type JSONObject = Readonly<Record<string, unknown>>;

/** Header, claims, signature and signed bytes of a compact JWS (RFC 7515). */
export interface TokenParts {
  readonly header: JSONObject;
  readonly claims: JSONObject;
  readonly signature: Uint8Array;
  readonly signed: Uint8Array;
}

/** The parts, unverified; an Error where it is no compact JWS of two objects. */
export function partsOf(token: string): TokenParts {
  const [header, claims, signature, more] = token.split(".");
  if (!header || !claims || signature === undefined || more !== undefined) throw new Error("not a compact JWS");
  return {
    header: objectOf(header),
    claims: objectOf(claims),
    signature: decodeBase64URL(signature),
    signed: utf8(`${header}.${claims}`),
  };
}

function objectOf(part: string): JSONObject {
  const value: unknown = JSON.parse(new TextDecoder().decode(decodeBase64URL(part)));
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("not an object");
  return value as JSONObject;
}

/** A compact JWS: ES256 by a P-256 key for ECDSA, RS256 by an RSA key for RSASSA-PKCS1-v1_5 with SHA-256. */
export async function sign(header: JSONObject, claims: JSONObject, key: CryptoKey): Promise<string> {
  const algorithm = key.algorithm.name === "ECDSA" ? "ES256" : "RS256";
  const text = [{ alg: algorithm, ...header }, claims]
    .map((part) => encodeBase64URL(utf8(JSON.stringify(part))))
    .join(".");
  // ECDSA of WebCrypto writes r and s beside each other, as ES256 wants them (RFC 7518 §3.4).
  const signature = await crypto.subtle.sign({ name: key.algorithm.name, hash: "SHA-256" }, key, buffer(utf8(text)));
  return `${text}.${encodeBase64URL(new Uint8Array(signature))}`;
}

/** Whether a P-256 key of a key set (RFC 7518 §6.2.1) made an ES256 signature. */
export async function isSignedBy(key: JSONObject, signature: Uint8Array, signed: Uint8Array): Promise<boolean> {
  if (key["kty"] !== "EC" || key["crv"] !== "P-256" || signature.length !== 64) return false;
  const { x, y } = key as { x: string; y: string };
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const imported = await crypto.subtle.importKey("jwk", { kty: "EC", crv: "P-256", x, y }, curve, false, ["verify"]);
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, imported, buffer(signature), buffer(signed));
}
