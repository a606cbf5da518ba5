// Plays an enrollment with the compiled TypeScript client against a real server, and prints what came out as JSON.
// Its argument is a JSON file: build, url, realm, apiKey, clientId, clientSecret, username, frame, document (base64).
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const given = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { ClientSecret, OnboardingError, Portal } = await import(pathToFileURL(given.build).href);

const bytes = (base64) => Uint8Array.from(Buffer.from(base64, "base64"));
const reasonOf = async (call) => {
  try {
    await call();
    return "";
  } catch (error) {
    if (!(error instanceof OnboardingError)) throw error;
    return `${error.status} ${error.reason}`;
  }
};

const credentials = new ClientSecret(given.clientId, given.clientSecret);
const portal = new Portal(given.url, given.realm, given.apiKey, credentials);
const email = `${given.username}@example.org`;
const session = await portal.trigger({ username: given.username, email, reference: "case-7" });
const pending = await portal.status(session.sessionToken);

const phone = portal.phone(session);
await phone.validate();
const { enrollmentToken: token, requiredChecks } = await phone.enroll();
const early = await reasonOf(() => phone.addFace(token, { frames: [{ image: bytes(given.frame) }] }));
const device = await phone.addDevice(token, "phone-7");
const challenge = await phone.challengeFace(token);
const face = await phone.addFace(token, { frames: [{ image: bytes(given.frame), milliseconds: 1_700_000_000_000 }] });
const document = await phone.addDocument(token, [bytes(given.document)]);
const status = await portal.status(session.sessionToken);

const found = [];
for await (const one of portal.search({ reference: "case-7", pageSize: 1 })) found.push(one);
const { enrollmentId } = found[0];
const detail = await portal.enrollment(enrollmentId);
const byCode = await portal.registration(document.registrationCode);
const receipt = await portal.receipt(enrollmentId);
const kept = await portal.verified(receipt.token);
const registered = await reasonOf(() => portal.trigger({ username: given.username, email }));
const erased = await portal.erase(enrollmentId);
const gone = await reasonOf(() => portal.enrollment(enrollmentId));
const wrong = new Portal(given.url, given.realm, given.apiKey, new ClientSecret(given.clientId, "wrong"));
const refused = await reasonOf(() => wrong.configuration());
const keyed = [1, 2].map(() => portal.trigger({ username: "twice", email: "twice@example.org" }, "key-1"));
const [first, second] = await Promise.all(keyed);

console.log(
  JSON.stringify({
    qr: session.qrcodeImage.slice(0, 5), pending, requiredChecks, early, device, challenge: challenge.kind, face,
    document, status, found, detail, byCode, receipt, kept, registered, erased, gone, refused,
    isOneSession: first.sessionToken === second.sessionToken,
  }),
);
