// What is sent for those who come back and for users, against answers of a script.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClientSecret, OnboardingError, Portal, Users } from "../dist/index.js";

const TOKEN = [200, {}, { access_token: "a.b.c", expires_in: 300 }];
const VERIFIED = [200, {}, { message: "Device verified.", authStatus: 1 }];

/** The options of a client whose server gives these answers in turn, null being a connection that breaks. */
function scripted(...script) {
  const seen = [];
  const answer = async (url, request) => {
    seen.push({ url, ...request });
    const next = script.shift();
    if (next === null) throw new TypeError("the connection broke");
    const [status, headers, document] = next;
    return new Response(JSON.stringify(document), { status, headers });
  };
  return { options: { fetch: answer, retry: { pause: 1 } }, seen };
}

const portal = (options) =>
  new Portal("https://kyc.example.org", "acme-consumers", "KEY", new ClientSecret("acme-b2b", "secret"), options);
const users = (options) => new Users("https://kyc.example.org", "shop", "sécret", options);

test("a device signs the token itself", async () => {
  const { options, seen } = scripted(TOKEN, VERIFIED, VERIFIED, VERIFIED);
  const client = portal(options);
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.generateKey(curve, false, ["sign", "verify"]);
  for (const shown of [key.privateKey, new TextEncoder().encode("made elsewhere"), undefined]) {
    assert.equal((await client.verifyDevice("auth-token", "d", shown)).authStatus, 1);
  }
  const [signed, ready, bare] = seen.slice(1).map(({ body }) => JSON.parse(body));
  const signature = Buffer.from(signed.signature, "base64");
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const text = new TextEncoder().encode("auth-token");
  assert.equal(await crypto.subtle.verify(algorithm, key.publicKey, signature, text), true);
  assert.equal(Buffer.from(ready.signature, "base64").toString(), "made elsewhere");
  assert.deepEqual(bare, { authToken: "auth-token", deviceId: "d" });
});

test("an authentication is begun once, however often it is sent", async () => {
  const begun = { authToken: "t", requiredChecks: ["verifyFace"], recordVideo: false };
  const { options, seen } = scripted(TOKEN, null, [200, {}, begun]);
  assert.deepEqual(await portal(options).authenticate({ registrationCode: "0123456789" }), begun);
  const tries = seen.slice(1).map(({ body, headers }) => [body, headers["Idempotency-Key"]].join());
  assert.equal(new Set(tries).size, 1);
});

test("who asks is shown with every call", async () => {
  const done = [200, {}, { faces: [] }];
  const { options, seen } = scripted(done, done);
  await users({ ...options, adminToken: "a" }).faces("anna");
  await users({ ...options, userToken: "u" }).faces("anna");
  const [first, second] = seen.map(({ headers }) => headers);
  assert.equal(Buffer.from(first.Authorization.slice("Basic ".length), "base64").toString(), "shop:sécret");
  assert.deepEqual([first["X-Admin-Token"], first["X-User-Token"]], ["a", undefined]);
  assert.deepEqual([second["X-Admin-Token"], second["X-User-Token"]], [undefined, "u"]);
});

test("images have their numbers", async () => {
  const made = [200, {}, { faceIds: [{ label: "image1", faceId: "f" }], faceId: "f" }];
  const { options, seen } = scripted(made, made);
  const [one, two] = [new Uint8Array([1]), new Uint8Array([2])];
  assert.deepEqual(await users(options).enroll("anna", [one, two], { details: "d" }), ["f"]);
  assert.deepEqual(await users(options).addFaces("anna", [one]), ["f"]);
  const [several, single] = seen.map(({ body }) => JSON.parse(body));
  assert.deepEqual(several, { userId: "anna", details: "d", image1: "AQ==", image2: "Ag==" });
  assert.deepEqual(single, { userId: "anna", image: "AQ==" });
});

test("a registration is not repeated blindly", async () => {
  const { options, seen } = scripted(null);
  const failed = (error) => error instanceof OnboardingError && error.reason === "CONNECTION_FAILED";
  await assert.rejects(users(options).enroll("anna", [new Uint8Array([1])]), failed);
  assert.equal(seen.length, 1);
});

test("a refusal has the number of the guide", async () => {
  const full = { errorCode: 699, errorMsg: "INPUT_OTHER", reason: "GROUP_FULL", status: 400, timestamp: "" };
  const { options } = scripted([400, {}, full]);
  await assert.rejects(users(options).addToGroup("g", "anna"), (error) => {
    assert.deepEqual([error.status, error.reason, error.details], [400, "GROUP_FULL", { errorCode: 699 }]);
    return true;
  });
});
