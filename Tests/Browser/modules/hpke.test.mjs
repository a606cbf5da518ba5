import assert from "node:assert/strict";
import { createDecipheriv, createHmac, createPublicKey, diffieHellman, createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

const { readPackageKey, seal, sealPackage } = await load("hpke.js");
const INFO = Buffer.from("onboarding-face-package-v2");

/** Another implementation, by node's own primitives, which opens. */
function open({ scalar, point, encapsulated, ciphertext, info, associated }) {
  const mac = (key, message) => createHmac("sha256", key).update(message).digest();
  const two = (number) => Buffer.from([number >> 8, number & 255]);
  const kem = Buffer.concat([Buffer.from("KEM"), two(16)]);
  const suite = Buffer.concat([Buffer.from("HPKE"), two(16), two(1), two(2)]);
  const extract = (of, salt, label, material) =>
    mac(salt.length ? salt : Buffer.alloc(32), Buffer.concat([Buffer.from("HPKE-v1"), of, Buffer.from(label), material]));
  const expand = (of, secret, label, context, length) => {
    const parts = [two(length), Buffer.from("HPKE-v1"), of, Buffer.from(label), context, Buffer.from([1])];
    return mac(secret, Buffer.concat(parts)).subarray(0, length);
  };
  const nothing = Buffer.alloc(0);
  const exchanged = diffieHellman({ privateKey: privateKey(scalar, point), publicKey: publicKey(encapsulated) });
  const shared = expand(
    kem, extract(kem, nothing, "eae_prk", exchanged), "shared_secret", Buffer.concat([encapsulated, point]), 32);
  const context = Buffer.concat([
    Buffer.from([0]), extract(suite, nothing, "psk_id_hash", nothing), extract(suite, nothing, "info_hash", info),
  ]);
  const secret = extract(suite, shared, "secret", nothing);
  const key = expand(suite, secret, "key", context, 32);
  const decipher = createDecipheriv("aes-256-gcm", key, expand(suite, secret, "base_nonce", context, 12));
  decipher.setAAD(associated);
  decipher.setAuthTag(ciphertext.subarray(-16));
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
}

const jwk = (point) => ({
  kty: "EC", crv: "P-256",
  x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url"),
});
const publicKey = (point) => createPublicKey({ key: jwk(point), format: "jwk" });
const privateKey = (scalar, point) =>
  createPrivateKey({ key: { ...jwk(point), d: scalar.toString("base64url") }, format: "jwk" });
const pointOf = (spki) => Buffer.from(spki, "base64").subarray(-65);

/** The known answer of docs/package-format.md, section 7. */
const KNOWN = {
  scalar: Buffer.from("09f381a08ad0a6f87718cc9fa3e8b1807968910f09249fd0c4941e2ca8fa0492", "hex"),
  spki:
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEg1zYzSbge5fh8ZB07MiNtxmo6N6Ecdz6AQnYEXIHPjzjm4YikMJuONwMEuB3Go2R3ey7/WljL4pS" +
    "yAFK1KBt8Q==",
  kid: "ytpUL7SOafbl54v0rHxPJQ",
  token: "7d1f0c52-9a3e-e4b8-06c1-5f2a9d83b7e0",
  enc: "BKPstgZUvSANUVcbVtU+VxO2uNQbUiEZJ3eFNt1UtR/xnB30Ta60I/gHvhZ4me2fnjja4D/e8F6EuFwy5mx3vFw=",
  ct:
    "BcftpqJrDHWQLdQaQcBx2mAAzrnYjyERBG9hV+PRvyzi5rCPu7AuL7dOrSsUPiPOecnCK0nW+wnn95M/kN8qKzydLYNm3zw6pbelVyEiWw==",
  text: '{"video":{"workflow_data":{"workflow":"charlie4","frames":[]}}}',
};
const pem = `-----BEGIN PUBLIC KEY-----\n${KNOWN.spki.match(/.{1,64}/g).join("\n")}\n-----END PUBLIC KEY-----\n`;

const opened = (sealed, associated) =>
  open({
    scalar: KNOWN.scalar, point: pointOf(KNOWN.spki), info: INFO, associated: Buffer.from(associated),
    encapsulated: Buffer.from(sealed.enc, "base64"), ciphertext: Buffer.from(sealed.ct, "base64"),
  }).toString();

test("the opener of this test opens the known answer of the package format", () => {
  assert.equal(opened(KNOWN, KNOWN.token), KNOWN.text);
});

test("a package opens with its token alone", async () => {
  const key = await readPackageKey({ kid: KNOWN.kid, pem });
  const sealed = await sealPackage(key, KNOWN.text, KNOWN.token);
  assert.deepEqual(Object.keys(sealed), ["v", "kid", "enc", "ct"]);
  assert.equal(sealed.v, 2);
  assert.equal(sealed.kid, KNOWN.kid);
  assert.equal(opened(sealed, KNOWN.token), KNOWN.text);
  assert.throws(() => opened(sealed, `${KNOWN.token}x`));
});

test("a package that answers a challenge is bound to it by a line feed and its id", async () => {
  const key = await readPackageKey({ kid: KNOWN.kid, pem });
  const id = "5d0b6f1c8a2e4973b1c06ef2d7a84935";
  const sealed = await sealPackage(key, KNOWN.text, KNOWN.token, id);
  assert.equal(opened(sealed, `${KNOWN.token}\n${id}`), KNOWN.text);
  assert.throws(() => opened(sealed, KNOWN.token));
});

test("a package of some megabytes with characters of every kind comes out as it went in", async () => {
  const key = await readPackageKey({ kid: KNOWN.kid, pem });
  const text = JSON.stringify({ long: "Zoë, 张, 🙂 ".repeat(200_000) });
  assert.equal(opened(await sealPackage(key, text, KNOWN.token), KNOWN.token), text);
});

test("published vectors of RFC 9180 for this suite come out to the byte", async () => {
  const file = new URL("../../CryptoTests/Vectors/hpke-p256-hkdf-sha256.json", import.meta.url);
  const { columns, groups } = JSON.parse(readFileSync(file, "utf8"));
  const rows = groups
    .flatMap(({ tests }) => tests)
    .map((row) => Object.fromEntries(row.map((value, index) => [columns[index], value])))
    .filter(({ aead, sealed }) => aead === "0002" && sealed);
  assert.ok(rows.length > 0);
  const curve = { name: "ECDH", namedCurve: "P-256" };
  for (const row of rows) {
    const bytes = (name) => Buffer.from(row[name].padStart(row[name].length + (row[name].length % 2), "0"), "hex");
    const point = bytes("encapsulated");
    const ephemeral = {
      publicKey: await crypto.subtle.importKey("raw", point, curve, true, []),
      privateKey: await crypto.subtle.importKey(
        "jwk", { ...jwk(point), d: bytes("ephemeral").toString("base64url") }, curve, false, ["deriveBits"]),
    };
    // The recipient's point from its scalar, by node.
    const own = createPublicKey(
      createPrivateKey({ key: pkcs8(bytes("recipient")), format: "der", type: "pkcs8" })).export({ format: "jwk" });
    const recipient = await crypto.subtle.importKey("jwk", { ...own, ext: true }, curve, true, []);
    const sealed = await seal(recipient, bytes("info"), bytes("associated"), bytes("plain"), ephemeral);
    assert.equal(Buffer.from(sealed.encapsulated).toString("hex"), row.encapsulated, `row ${row.number}`);
    assert.equal(Buffer.from(sealed.ciphertext).toString("hex"), row.sealed, `row ${row.number}`);
  }
});

/** PKCS#8 of a P-256 scalar without its point (RFC 5915), which OpenSSL computes. */
const pkcs8 = (scalar) => Buffer.concat([
  Buffer.from("3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420", "hex"), scalar,
]);
