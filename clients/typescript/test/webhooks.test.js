// Webhooks by the vectors of the Standard Webhooks specification.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OnboardingError, WebhookVerifier } from "../dist/index.js";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const PUBLIC_KEY = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";
const OTHER_SECRET = `whsec_${"A".repeat(43)}=`;
const [MESSAGE, TIME, BODY] = ["msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}'];
const BY_SECRET = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const BY_KEY = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==";
const CONTENT = { test: 2432232314 };

const headers = (signature, timestamp = TIME, message = MESSAGE) => ({
  "Webhook-Id": message,
  "Webhook-Timestamp": String(timestamp),
  "Webhook-Signature": signature,
});
const verifier = (keys, now = TIME) => WebhookVerifier.with(keys, { now: () => now });
const refused = async (keys, body, given, now = TIME) => {
  const isInvalid = (error) => error instanceof OnboardingError && error.reason === "WEBHOOK_INVALID";
  await assert.rejects((await verifier(keys, now)).verify(body, given), isInvalid);
};

test("the vectors of a shared secret and of a public key are accepted", async () => {
  assert.deepEqual(await (await verifier(SECRET)).verify(BODY, headers(BY_SECRET)), CONTENT);
  assert.deepEqual(await (await verifier(PUBLIC_KEY)).verify(BODY, headers(BY_KEY)), CONTENT);
  assert.deepEqual(await (await verifier(SECRET)).verify(Buffer.from(BODY), new Headers(headers(BY_SECRET))), CONTENT);
});

test("one of several signatures and one of several keys is enough", async () => {
  for (const keys of [[SECRET], [PUBLIC_KEY], [OTHER_SECRET, SECRET], [OTHER_SECRET, PUBLIC_KEY]]) {
    const given = headers(`v2,AAAA v1,AAAA ${BY_KEY} ${BY_SECRET}`);
    assert.deepEqual(await (await verifier(keys)).verify(BODY, given), CONTENT);
  }
});

test("whatever was changed is refused", async () => {
  for (const [keys, signature] of [[SECRET, BY_SECRET], [PUBLIC_KEY, BY_KEY]]) {
    await refused(keys, `${BODY} `, headers(signature));
    await refused(keys, BODY, headers(signature, TIME + 1));
    await refused(keys, BODY, headers(signature, TIME, "msg_2"));
    await refused(keys, BODY, headers(`${signature.slice(0, -6)}AAAAA=`));
    await refused(keys, BODY, headers(signature.replace("v1", "v2")));
  }
});

test("a key of one kind does not check signatures of the other", async () => {
  await refused(SECRET, BODY, headers(BY_KEY));
  await refused(PUBLIC_KEY, BODY, headers(BY_SECRET));
  await refused(OTHER_SECRET, BODY, headers(BY_SECRET));
});

test("an old message and one from the future are refused", async () => {
  for (const now of [TIME - 300, TIME + 300]) await (await verifier(SECRET, now)).verify(BODY, headers(BY_SECRET));
  for (const now of [TIME - 301, TIME + 301]) await refused(SECRET, BODY, headers(BY_SECRET), now);
});

test("headers that are missing or malformed are refused", async () => {
  const { "Webhook-Id": _, ...anonymous } = headers(BY_SECRET);
  const times = [headers(BY_SECRET, "now"), headers(BY_SECRET, "9".repeat(500))];
  for (const given of [{}, anonymous, ...times, headers(""), headers("v1"), headers("v1,%")]) await refused(SECRET, BODY, given);
});

test("what is no key is refused", async () => {
  const none = ["", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA", "whsec_%", "whsec_AAAAA", "whpk_AAAA", "whpk_A"];
  for (const keys of [[], ...none.map((key) => [key]), [SECRET, "whpk_%"]]) {
    await assert.rejects(WebhookVerifier.with(keys), (error) => {
      return error instanceof OnboardingError && error.status === 0 && error.reason === "WEBHOOK_KEY_INVALID";
    });
  }
});
