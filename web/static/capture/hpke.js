/* Face packages of form 2, which is HPKE (RFC 9180): steps and names of `docs/package-format.md`, section 4. */
import { base64, bytesOf, joined, utf8 } from "./encoding.js";

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const PACKAGE_INFO = utf8("onboarding-face-package-v2");
// Numbers of two bytes, big-endian.
const KEM = joined(utf8("KEM"), [0, 0x10]);
const SUITE = joined(utf8("HPKE"), [0, 0x10], [0, 1], [0, 2]);

/** The tenant's package key. */
export async function readPackageKey({ kid, pem }) {
  const spki = bytesOf(pem.replace(/-----[A-Z ]+-----|\s/g, ""));
  return { kid, key: await crypto.subtle.importKey("spki", spki, CURVE, true, []) };
}

/** Opens with this enrollment's token alone, and with the id of the challenge that it answers. */
export async function sealPackage({ kid, key }, text, token, challenge) {
  const bound = utf8(challenge ? `${token}\n${challenge}` : token);
  const { encapsulated, ciphertext } = await seal(key, PACKAGE_INFO, bound, utf8(text));
  return { v: 2, kid, enc: base64(encapsulated), ct: base64(ciphertext) };
}

/** `SealBase`. Nobody but a test brings the one-time key pair. */
export async function seal(recipient, info, associated, text, oneTime) {
  const own = oneTime ?? (await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]));
  const encapsulated = await pointOf(own.publicKey);
  const exchanged = await crypto.subtle.deriveBits({ name: "ECDH", public: recipient }, own.privateKey, 256);
  const kemContext = joined(encapsulated, await pointOf(recipient));
  const { key, iv } = await keySchedule(new Uint8Array(exchanged), kemContext, info);
  const algorithm = { name: "AES-GCM", iv, additionalData: associated };
  return { encapsulated, ciphertext: new Uint8Array(await crypto.subtle.encrypt(algorithm, key, text)) };
}

const pointOf = async (key) => new Uint8Array(await crypto.subtle.exportKey("raw", key));

async function keySchedule(exchanged, kemContext, info) {
  const extracted = await labeledExtract(KEM, "eae_prk", exchanged);
  const shared = await labeledExpand(KEM, extracted, "shared_secret", kemContext, 32);
  const context = joined(
    [0],
    await labeledExtract(SUITE, "psk_id_hash", []),
    await labeledExtract(SUITE, "info_hash", info),
  );
  const secret = await labeledExtract(SUITE, "secret", [], shared);
  const key = await labeledExpand(SUITE, secret, "key", context, 32);
  return {
    key: await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]),
    iv: await labeledExpand(SUITE, secret, "base_nonce", context, 12),
  };
}

// HMAC pads a key with zeros: 32 of them are the empty salt, which WebCrypto does not import.
const labeledExtract = (suite, label, material, salt = new Uint8Array(32)) =>
  mac(salt, joined(utf8("HPKE-v1"), suite, utf8(label), material));

/** HKDF-Expand of at most 32 bytes, which is one block. */
async function labeledExpand(suite, secret, label, context, length) {
  const labeled = joined([0, length], utf8("HPKE-v1"), suite, utf8(label), context, [1]);
  return (await mac(secret, labeled)).slice(0, length);
}

async function mac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}
