// The formats of `docs/package-format.md` by its known answer, and tokens by keys made here.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeBase64, decodeBase64URL, encodeBase64URL, utf8 } from "../dist/encoding.js";
import { open } from "../dist/hpke.js";
import {
  OnboardingError, PackageKey, plainPackage, PrivateKeyJWT, verifyAuthenticationReceipt, verifyErasureCertificate,
  verifyReceipt,
} from "../dist/index.js";
import { partsOf, sign } from "../dist/tokens.js";

const SCALAR = "09f381a08ad0a6f87718cc9fa3e8b1807968910f09249fd0c4941e2ca8fa0492";
const SPKI =
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEg1zYzSbge5fh8ZB07MiNtxmo6N6E" +
  "cdz6AQnYEXIHPjzjm4YikMJuONwMEuB3Go2R3ey7/WljL4pSyAFK1KBt8Q==";
const KEY_ID = "ytpUL7SOafbl54v0rHxPJQ";
const TOKEN = "7d1f0c52-9a3e-e4b8-06c1-5f2a9d83b7e0";
const SEALED = {
  encapsulated: decodeBase64(
    "BKPstgZUvSANUVcbVtU+VxO2uNQbUiEZJ3eFNt1UtR/xnB30Ta60I/gHvhZ4me2fnjja4D/e8F6EuFwy5mx3vFw=",
  ),
  ciphertext: decodeBase64(
    "BcftpqJrDHWQLdQaQcBx2mAAzrnYjyERBG9hV+PRvyzi5rCPu7AuL7dOrSsUPiPOecnCK0nW+wnn95M/kN8qKzydLYNm3zw6pbelVyEiWw==",
  ),
};
const INFO = utf8("onboarding-face-package-v2");
const PEM = `-----BEGIN PUBLIC KEY-----\n${SPKI.slice(0, 64)}\n${SPKI.slice(64)}\n-----END PUBLIC KEY-----\n`;

/** The page's key pair, as WebCrypto takes it. */
async function recipient() {
  const point = decodeBase64(SPKI).subarray(-64);
  const [x, y] = [point.subarray(0, 32), point.subarray(32)].map(encodeBase64URL);
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const d = encodeBase64URL(Buffer.from(SCALAR, "hex"));
  const jwk = { kty: "EC", crv: "P-256", x, y };
  return {
    publicKey: await crypto.subtle.importKey("jwk", jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey("jwk", { ...jwk, d }, curve, false, ["deriveBits"]),
  };
}

test("the known answer opens with its own token alone", async () => {
  const text = await open(await recipient(), SEALED, INFO, utf8(TOKEN));
  assert.equal(new TextDecoder().decode(text), '{"video":{"workflow_data":{"workflow":"charlie4","frames":[]}}}');
  await assert.rejects(open(await recipient(), SEALED, INFO, utf8("another")));
});

test("what is sealed opens with the token and the challenge that it was sealed for", async () => {
  const key = await PackageKey.read(KEY_ID, PEM);
  const content = plainPackage({ frames: [{ image: new Uint8Array(100_000), milliseconds: 0 }], workflow: "foxtrot4" });
  for (const [challenge, bound] of [[undefined, TOKEN], ["5d0b", `${TOKEN}\n5d0b`]]) {
    const { v, kid, enc, ct } = await key.seal(content, TOKEN, challenge);
    assert.deepEqual([v, kid], [2, KEY_ID]);
    const sealed = { encapsulated: decodeBase64(enc), ciphertext: decodeBase64(ct) };
    const text = await open(await recipient(), sealed, INFO, utf8(bound));
    assert.deepEqual(JSON.parse(new TextDecoder().decode(text)), content);
    await assert.rejects(open(await recipient(), sealed, INFO, utf8("stateless")));
  }
});

test("a key under another key's name is refused", async () => {
  await assert.rejects(PackageKey.read(KEY_ID.replace("y", "z"), PEM));
  await assert.rejects(PackageKey.read(KEY_ID, "ytpUL7SOafbl54v0rHxPJQ"));
});

const ISSUER = "https://kyc.example.org/auth/realms/acme-consumers";
const CLAIMS = { iss: ISSUER, aud: "acme-b2b", sub: "3f9c", typ: "Receipt", version: 1, state: "complete", checks: [] };
const signing = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
const KEYS = [{ ...(await crypto.subtle.exportKey("jwk", signing.publicKey)), kid: "k", alg: "ES256", use: "sig" }];
const receipt = (changed = {}, header = {}) =>
  sign({ typ: "receipt+jwt", kid: "k", ...header }, { ...CLAIMS, ...changed }, signing.privateKey);

test("a receipt says how the enrollment ended", async () => {
  const token = await receipt();
  const read = await verifyReceipt(token, KEYS, ISSUER, "acme-b2b");
  assert.equal(read.claims.state, "complete");
  assert.equal(read.token, token);
});

test("what is not the realm's receipt for this client is refused", async () => {
  const [head, claims, signature] = (await receipt()).split(".");
  const forged = encodeBase64URL(utf8(JSON.stringify({ ...CLAIMS, state: "failed" })));
  for (const [token, reason] of [
    [`${head}.${forged}.${signature}`, "RECEIPT_INVALID"],
    [`${head}.${claims}.`, "RECEIPT_INVALID"],
    ["a.b", "RECEIPT_INVALID"],
    [await receipt({ iss: "https://evil.example.org" }), "RECEIPT_INVALID"],
    [await receipt({ aud: "other" }), "RECEIPT_INVALID"],
    [await receipt({ version: 2 }), "RECEIPT_INVALID"],
    [await receipt({}, { typ: "JWT" }), "RECEIPT_INVALID"],
    [await receipt({}, { alg: "none" }), "RECEIPT_INVALID"],
    [await receipt({}, { kid: "other" }), "RECEIPT_KEY_UNKNOWN"],
  ]) {
    const isRefusal = (error) => error instanceof OnboardingError && error.reason === reason;
    await assert.rejects(verifyReceipt(token, KEYS, ISSUER, "acme-b2b"), isRefusal);
  }
});

test("a certificate of an erasure is of one enrollment, and no receipt", async () => {
  // SHA-256 of "3f9c".
  const sub = "0f0ca00f8a922bb5e7d90f74cb1fb807763267a449a99736769f66e6910b107b";
  const erased = { typ: "Erasure", sub, tenant: "acme", erased_at: 1772436880, by: "client acme-b2b" };
  const header = { typ: "erasure+jwt" };
  const token = await receipt(erased, header);
  const read = await verifyErasureCertificate(token, KEYS, "3f9c");
  assert.deepEqual([read.claims.sub, read.claims.by, read.token], [sub, "client acme-b2b", token]);
  for (const [other, id] of [[token, "3f9d"], [await receipt(), "3f9c"], [await receipt(erased), "3f9c"]]) {
    const isRefusal = (error) => error instanceof OnboardingError && error.reason === "RECEIPT_INVALID";
    await assert.rejects(verifyErasureCertificate(other, KEYS, id), isRefusal);
  }
});

test("a receipt of a login is none of an enrollment", async () => {
  const header = { typ: "authentication-receipt+jwt" };
  const login = { typ: "AuthenticationReceipt", enrollment_id: "7a", purpose: "authenticate", state: "failed" };
  const read = await verifyAuthenticationReceipt(await receipt(login, header), KEYS, ISSUER, "acme-b2b");
  assert.deepEqual([read.claims.sub, read.claims.state, read.claims.enrollment_id], ["3f9c", "failed", "7a"]);
  for (const [verify, token] of [
    [verifyReceipt, await receipt(login, header)],
    [verifyReceipt, await receipt(login)],
    [verifyAuthenticationReceipt, await receipt()],
    [verifyAuthenticationReceipt, await receipt({}, header)],
  ]) {
    const isRefusal = (error) => error instanceof OnboardingError && error.reason === "RECEIPT_INVALID";
    await assert.rejects(verify(token, KEYS, ISSUER, "acme-b2b"), isRefusal);
  }
});

test("an assertion is the client's and for one request", async () => {
  const credentials = new PrivateKeyJWT("acme-b2b", signing.privateKey, { keyId: "k1" });
  const [first, second] = [await credentials.fields("https://e"), await credentials.fields("https://e")];
  const { header, claims, signature, signed } = partsOf(first.client_assertion);
  assert.deepEqual(header, { alg: "ES256", typ: "JWT", kid: "k1" });
  assert.deepEqual([claims.iss, claims.sub, claims.aud], ["acme-b2b", "acme-b2b", "https://e"]);
  assert.equal(claims.exp - claims.iat, 60);
  assert.notEqual(claims.jti, partsOf(second.client_assertion).claims.jti);
  assert.ok(await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, signing.publicKey, signature, signed));
});

test("base64url with padding or stray bits is refused", () => {
  assert.deepEqual(decodeBase64URL("_-8"), Uint8Array.of(0xff, 0xef));
  for (const text of ["_-8=", "_-9", "_ -8", "+/8"]) assert.throws(() => decodeBase64URL(text));
});
