// What is tried again, and what is not, against answers of a script.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClientSecret, OnboardingError, Portal, Transport } from "../dist/index.js";

const TOKEN = [200, {}, { access_token: "a.b.c", expires_in: 300 }];
const BUSY = { errorCode: "SERVICE_UNAVAILABLE", errorMsg: "busy", reason: "OVERLOADED", status: 503 };
const UNREACHABLE = { errorCode: "SERVICE_UNAVAILABLE", errorMsg: "", reason: "SERVER_UNREACHABLE", status: 503 };
// What proxies say while the server is being started anew: the examples beside the server, and others by themselves.
const RESTARTING = [[503, { "Retry-After": "0" }, UNREACHABLE], [502, {}, "<html>Bad Gateway</html>"]];
const EXPIRED = [401, {}, { reason: "TOKEN_EXPIRED", errorMsg: "Jwt is expired", status: 401 }];

/** A portal whose server gives these answers in turn, null being a connection that breaks; and what it was sent. */
function scripted(...script) {
  const seen = [];
  const answer = async (url, request) => {
    seen.push({ url, ...request });
    const next = script.shift();
    if (next === null) throw new TypeError("the connection broke");
    const [status, headers, document] = next;
    return new Response(typeof document === "string" ? document : JSON.stringify(document), { status, headers });
  };
  const options = { fetch: answer, retry: { pause: 1, longestPause: 2000 } };
  const credentials = new ClientSecret("acme-b2b", "secret");
  return { portal: new Portal("https://kyc.example.org/", "acme-consumers", "KEY", credentials, options), seen };
}

const refusal = (status, reason) => (error) =>
  error instanceof OnboardingError && error.status === status && error.reason === reason;

test("a refusal for now is tried again with the same key and bytes", async () => {
  const session = { status: "SUCCESS", sessionToken: "s", sessionCallbackURL: "u", qrcodeImage: "AA==" };
  const { portal, seen } = scripted(TOKEN, [503, { "Retry-After": "0" }, BUSY], null, [200, {}, session]);
  assert.equal((await portal.trigger({ username: "erika" })).sessionToken, "s");
  const tries = seen.slice(1).map(({ url, body, headers }) => [url, body, headers["Idempotency-Key"]].join());
  assert.equal(tries.length, 3);
  assert.equal(new Set(tries).size, 1);
});

test("a person is sent the link where that is asked for", async () => {
  const session = { status: "SUCCESS", sessionToken: "s", sessionCallbackURL: "u", qrcodeImage: "AA==" };
  const { portal, seen } = scripted(TOKEN, [200, {}, { ...session, emailQueued: true }], [200, {}, session]);
  const person = { username: "erika", email: "erika@example.org" };
  assert.equal((await portal.trigger({ ...person, notifyByEmail: true })).emailQueued, true);
  assert.equal((await portal.trigger(person)).emailQueued, undefined);
  const [asked, silent] = seen.slice(1).map(({ body }) => JSON.parse(body));
  assert.equal(asked.notifyByEmail, true);
  assert.equal("notifyByEmail" in silent, false);
});

test("a restart behind a proxy is waited for", async () => {
  const { portal } = scripted(TOKEN, ...RESTARTING, [504, {}, ""], [503, {}, "busy"], [200, {}, { a: 1 }]);
  assert.deepEqual(await portal.configuration(), { a: 1 });
});

test("an erasure that may have passed a proxy is not sent again", async () => {
  for (const said of RESTARTING) {
    const { portal, seen } = scripted(TOKEN, said);
    await assert.rejects(portal.erase("3f9c"), OnboardingError);
    assert.equal(seen.length, 2);
  }
});

test("the last refusal is given back as it is", async () => {
  const busy = [503, { "Retry-After": "0", "X-Request-Id": "r" }, BUSY];
  const { portal } = scripted(TOKEN, ...Array(5).fill(busy));
  await assert.rejects(portal.configuration(), (error) => {
    assert.deepEqual([error.status, error.reason, error.retryAfter, error.requestId], [503, "OVERLOADED", 0, "r"]);
    return true;
  });
});

test("a refusal for hours is given back at once", async () => {
  const { portal, seen } = scripted(TOKEN, [503, { "Retry-After": "3600" }, BUSY]);
  await assert.rejects(portal.configuration(), refusal(503, "OVERLOADED"));
  assert.equal(seen.length, 2);
});

test("an erasure that may have arrived is not sent again", async () => {
  const { portal, seen } = scripted(TOKEN, null);
  await assert.rejects(portal.erase("3f9c"), refusal(0, "CONNECTION_FAILED"));
  assert.equal(seen.length, 2);
});

test("an expired bearer is replaced once", async () => {
  const { portal } = scripted(TOKEN, EXPIRED, TOKEN, [200, {}, { serviceVersion: "1" }]);
  assert.deepEqual(await portal.configuration(), { serviceVersion: "1" });
  const again = scripted(TOKEN, EXPIRED, TOKEN, EXPIRED);
  await assert.rejects(again.portal.configuration(), refusal(401, "TOKEN_EXPIRED"));
});

test("calls at the same time wait for one token, which is kept", async () => {
  const { portal, seen } = scripted(TOKEN, [200, {}, {}], [200, {}, {}], [200, {}, {}]);
  await Promise.all([portal.configuration(), portal.configuration()]);
  await portal.configuration();
  assert.equal(seen.filter(({ url }) => url.endsWith("/token")).length, 1);
});

test("what began nothing is an error with its reason", async () => {
  const failure = { status: "FAILURE", reason: "RATE_LIMITED", errorSummary: "later", retryAt: "2026-03-03T06:10:02Z" };
  const { portal } = scripted(TOKEN, [200, {}, failure]);
  await assert.rejects(portal.trigger({ username: "erika" }), (error) => {
    assert.deepEqual(error.details, { retryAt: "2026-03-03T06:10:02Z" });
    return refusal(200, "RATE_LIMITED")(error);
  });
});

test("an answer that is no object is an error", async () => {
  const { portal } = scripted(TOKEN, [200, {}, []]);
  await assert.rejects(portal.configuration(), refusal(0, "ANSWER_INVALID"));
});

test("a bearer is not sent in the clear to another machine", () => {
  for (const url of ["http://onboarding.example.org", "ftp://localhost", "onboarding", "https://a.example?b"]) {
    assert.throws(() => new Transport(url));
  }
  assert.equal(new Transport("https://kyc.example.org/kyc/").baseURL, "https://kyc.example.org/kyc");
});
