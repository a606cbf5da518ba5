/*
 * HPKE (RFC 9180) as form 2 uses it: base mode, one message, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
 * The steps and their names are those of `docs/package-format.md`, section 4.
 */
import { buffer, joined, utf8 } from "./encoding.js";

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const KEM = joined(utf8("KEM"), number(0x0010));
const SUITE = joined(utf8("HPKE"), number(0x0010), number(0x0001), number(0x0002));
const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
const NOTHING = new Uint8Array(0);

/** What `SealBase` gives: the encapsulated key (65 bytes), and the ciphertext with its tag. */
export interface Sealed {
  readonly encapsulated: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** `SealBase`. The recipient's key is a P-256 key for ECDH that may be exported. */
export async function seal(
  recipient: CryptoKey, info: Uint8Array, associated: Uint8Array, text: Uint8Array,
): Promise<Sealed> {
  const oneTime = await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
  const encapsulated = await pointOf(oneTime.publicKey);
  const context = joined(encapsulated, await pointOf(recipient));
  const { key, nonce } = await keySchedule(await exchanged(oneTime.privateKey, recipient), context, info, "encrypt");
  const algorithm = { name: "AES-GCM", iv: buffer(nonce), additionalData: buffer(associated) };
  return { encapsulated, ciphertext: new Uint8Array(await crypto.subtle.encrypt(algorithm, key, buffer(text))) };
}

/** `OpenBase`, for whoever checks what was sealed. Rejects where it does not fit. */
export async function open(
  recipient: CryptoKeyPair, sealed: Sealed, info: Uint8Array, associated: Uint8Array,
): Promise<Uint8Array> {
  const sender = await crypto.subtle.importKey("raw", buffer(sealed.encapsulated), CURVE, true, []);
  const context = joined(sealed.encapsulated, await pointOf(recipient.publicKey));
  const { key, nonce } = await keySchedule(await exchanged(recipient.privateKey, sender), context, info, "decrypt");
  const algorithm = { name: "AES-GCM", iv: buffer(nonce), additionalData: buffer(associated) };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, buffer(sealed.ciphertext)));
}

/** Two bytes, big-endian. */
function number(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff);
}

/** The uncompressed point: 04, x, y. */
async function pointOf(key: CryptoKey): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.exportKey("raw", key));
}

async function exchanged(own: CryptoKey, other: CryptoKey): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "ECDH", public: other }, own, 256));
}

async function keySchedule(
  exchange: Uint8Array, kemContext: Uint8Array, info: Uint8Array, usage: "encrypt" | "decrypt",
): Promise<{ key: CryptoKey; nonce: Uint8Array }> {
  const extracted = await labeledExtract(KEM, NOTHING, "eae_prk", exchange);
  const shared = await labeledExpand(KEM, extracted, "shared_secret", kemContext, 32);
  const context = joined(
    Uint8Array.of(0),
    await labeledExtract(SUITE, NOTHING, "psk_id_hash", NOTHING),
    await labeledExtract(SUITE, NOTHING, "info_hash", info),
  );
  const secret = await labeledExtract(SUITE, shared, "secret", NOTHING);
  const key = buffer(await labeledExpand(SUITE, secret, "key", context, KEY_LENGTH));
  return {
    key: await crypto.subtle.importKey("raw", key, "AES-GCM", false, [usage]),
    nonce: await labeledExpand(SUITE, secret, "base_nonce", context, NONCE_LENGTH),
  };
}

function labeledExtract(
  suite: Uint8Array, salt: Uint8Array, label: string, material: Uint8Array,
): Promise<Uint8Array> {
  // HMAC pads a key with zeros, so that 32 of them are the empty salt, which WebCrypto does not import.
  return mac(salt.length ? salt : new Uint8Array(32), joined(utf8("HPKE-v1"), suite, utf8(label), material));
}

/** HKDF-Expand of at most 32 bytes, which is one block. */
async function labeledExpand(
  suite: Uint8Array, secret: Uint8Array, label: string, context: Uint8Array, length: number,
): Promise<Uint8Array> {
  const labeled = joined(number(length), utf8("HPKE-v1"), suite, utf8(label), context, Uint8Array.of(1));
  return (await mac(secret, labeled)).subarray(0, length);
}

async function mac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", buffer(key), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, buffer(message)));
}
