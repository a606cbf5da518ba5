// Plays an enrollment, somebody who comes back, users and groups with the compiled TypeScript client against a real
// server, and prints what came out as JSON. Its argument is a JSON file: build, url, realm, apiKey, clientId,
// clientSecret, username, frame, document (base64); `returning`, of a tenant that asks for device and face; `users`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const given = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { ClientSecret, OnboardingError, Portal, Users } = await import(pathToFileURL(given.build).href);

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
const certificate = await portal.erasureCertificate(enrollmentId);
const gone = await reasonOf(() => portal.enrollment(enrollmentId));
const wrong = new Portal(given.url, given.realm, given.apiKey, new ClientSecret(given.clientId, "wrong"));
const refused = await reasonOf(() => wrong.configuration());
const keyed = [1, 2].map(() => portal.trigger({ username: "twice", email: "twice@example.org" }, "key-1"));
const [first, second] = await Promise.all(keyed);

/** Somebody registered comes back by device and face, gets another device, and another face is refused. */
async function comesBack({ realm, apiKey, clientId, clientSecret, receiptAudience, frames, stranger }) {
  const credentials = new ClientSecret(clientId, clientSecret);
  const asked = new Portal(given.url, realm, apiKey, credentials, { receiptAudience });
  const capture = (frame) => ({ frames: [{ image: bytes(frame), milliseconds: 1_700_000_000_000 }] });
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.generateKey(curve, true, ["sign", "verify"]);
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", key.publicKey));
  const person = { username: "ida", email: "ida@example.org" };
  const { enrollmentToken } = await asked.enroll(person);
  await asked.addDevice(enrollmentToken, "old", spki);
  const { registrationCode: code } = await asked.addFace(enrollmentToken, capture(frames[0]));

  const called = await asked.triggerAuthentication("ida", { reference: "order 7" });
  const waiting = await asked.status(called.sessionToken);
  const device = asked.phone(called);
  const begun = await device.authenticate();
  const early = await reasonOf(() => device.verifyFace(begun.authToken, capture(frames[1])));
  const shown = await device.verifyDevice(begun.authToken, "old", key.privateKey);
  const wanted = await device.challengeVerification(begun.authToken);
  const face = await device.verifyFace(begun.authToken, capture(frames[1]));
  const over = await asked.status(called.sessionToken);
  const { enrollmentId, authenticationId: login } = over.authentication;
  const one = await asked.authentication(enrollmentId, login);
  const { value: found } = await asked.searchAuthentications({ reference: "order 7" }).next();
  const proof = await asked.authenticationReceipt(enrollmentId, login);
  const taken = await reasonOf(() => asked.verified(proof.token));

  const known = await asked.enroll(person);
  const cancelled = await asked.cancelReEnrollment(known.reEnrollmentToken);
  const { reEnrollmentToken } = await asked.reEnroll(code);
  const seen = await asked.verifyReEnrollmentFace(reEnrollmentToken, capture(frames[2]));
  const done = await asked.completeReEnrollment(reEnrollmentToken, "new", undefined, { replacesOthers: true });
  const { authToken } = await asked.authenticate({ registrationCode: code });
  const replaced = await asked.verifyDevice(authToken, "old", key.privateKey);
  const without = await asked.verifyDevice(authToken, "new");
  const other = await asked.verifyFace(authToken, capture(stranger));
  const ended = await asked.cancelAuthentication(authToken);
  const registration = await asked.registrationDetail(code);
  const disabled = await reasonOf(() => asked.faceAttributes(bytes(frames[0])));
  return {
    code, waiting, begun, early, shown, wanted: wanted.kind, face, over, login: idOf(one), found: idOf(found), proof, taken,
    known, cancelled, seen, done, replaced, without, other, ended, registration, disabled,
  };
}

/** What tells one login from others, whether or not scores come with it. */
const idOf = ({ authenticationId, state, reference }) => ({ authenticationId, state, reference });

/** Users and groups. */
async function usersAndGroups({ clientId, clientSecret, adminToken, images, stranger }) {
  const users = new Users(given.url, clientId, clientSecret, { adminToken });
  const [one] = await users.enroll("anna", [bytes(images[0])], { details: "counter 3" });
  const [another] = await users.addFaces("anna", [bytes(images[1])]);
  await users.edit("anna", "counter 4");
  const anna = await users.user("anna");
  const match = await users.verify("anna", bytes(images[2]));
  const nobody = await users.verify("anna", bytes(stranger));
  const groupId = await users.createGroup("guests", 5);
  await users.addToGroup(groupId, "anna");
  await users.setRole(groupId, "anna", "groupAdmin");
  await users.editGroup(groupId, { groupname: "visitors" });
  const group = await users.group(groupId);
  const members = await users.groupMembers(groupId, { pageNumber: 1, pageSize: 10 });
  const recognized = await users.recognize(bytes(images[2]), groupId);
  await users.removeFromGroup(groupId, "anna");
  await users.removeGroup(groupId);
  const client = new Users(given.url, clientId, clientSecret);
  const token = await client.tokenByPassword("anna", await users.oneTimePassword("anna"), { isPermanent: true });
  const own = new Users(given.url, clientId, clientSecret, { userToken: token });
  const self = await own.user("anna");
  const byFace = await client.tokenByFace("anna", bytes(images[2]));
  await users.revokeTokens("anna");
  const revoked = await reasonOf(() => own.user("anna"));
  const addresses = await users.faceURLs("anna");
  await users.removeFace("anna", one);
  const left = await users.faces("anna");
  await users.remove("anna");
  const removed = await users.user("anna").catch(({ status, reason, details }) => ({ status, reason, details }));
  return {
    faces: [one, another], anna, match, nobody, group, members, recognized, self: self.userId,
    hasToken: byFace.length > 0, revoked, addresses: addresses.length, left, removed,
  };
}

const returning = await comesBack(given.returning);
const users = await usersAndGroups(given.users);

console.log(
  JSON.stringify({
    qr: session.qrcodeImage.slice(0, 5), pending, requiredChecks, early, device, challenge: challenge.kind, face,
    document, status, found, detail, byCode, receipt, kept, registered, erased, certificate, gone, refused,
    isOneSession: first.sessionToken === second.sessionToken, returning, users,
  }),
);
