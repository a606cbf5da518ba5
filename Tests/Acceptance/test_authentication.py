"""A registered person comes back: authentication by device and face, the lock, another device, another document."""

import functools
import json
import threading
import unittest
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import pictures
from client.exchange import Answer, envelope_objection
from client.flow import COMPLETE, FAILED, PENDING, Caller, Phone, Portal, document_request
from client.packages import Package, encode, seal_v2, video
from client.tokens import parts
from installation import Installation, wait_until

AUTHENTICATION, RE_ENROLLMENT = "/onboarding/authentication", "/onboarding/reEnrollment"
TRIGGER = "/onboarding/b2c/triggerAuthenticate"
#: Enrolls by device and face.
ENROLLMENT = {"addDevice": True, "addFace": True, "addDocument": False}

installation: Installation
portal: Portal
#: Asks for device and face, and for keys.
strict: Portal
other: Portal


def setUpModule() -> None:
    global installation, portal, strict, other
    installation = Installation.for_module()
    portal = tenant("acme", maxDeviceIds=2)
    both = {"enrollment": ENROLLMENT, "authentication": {"verifyDevice": True}}
    strict = tenant("strict", onboardingOptions=both, requireDeviceKeys=True)
    other = tenant("other")


def tenant(name: str, **settings: Any) -> Portal:
    settings = {"onboardingOptions": {"enrollment": ENROLLMENT}, "allowStillPackages": True} | settings
    return installation.portal(name, **settings)


class Person:
    """Somebody registered, with the key of their device."""

    def __init__(self, at: Portal) -> None:
        self.portal = at
        self.name = f"{uuid.uuid4()}@example.org"
        self.device = str(uuid.uuid4())
        self.key = ec.generate_private_key(ec.SECP256R1())
        token = at.begin(self.name)
        assert at.add_device(token, self.device, public_key(self.key)).status == 200
        self.code = str(at.add_face(token, face()).json()["registrationCode"])

    def authenticate(self, by: Caller | None = None, **document: str) -> Answer:
        return (by or self.portal).post(f"{AUTHENTICATION}/authenticate", document or {"username": self.name})

    def begin(self) -> str:
        return str(self.authenticate().json()["authToken"])

    def verify_device(self, token: str, key: ec.EllipticCurvePrivateKey | None = None, **more: Any) -> Answer:
        signature = (key or self.key).sign(token.encode(), ec.ECDSA(SHA256()))
        document = {"authToken": token, "deviceId": self.device, "signature": encode(signature)}
        return self.portal.post(f"{AUTHENTICATION}/verifyDevice", document | more)

    def re_enroll(self) -> str:
        """A re-enrollment's token."""
        return str(self.portal.enroll({"username": self.name, "email": self.name}).json()["reEnrollmentToken"])

    def detail(self) -> Any:
        return self.portal.get(f"/onboarding/admin/registration/{self.code}").json()


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    return encode(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))


def face(name: str = pictures.PERSON) -> Package:
    return video([pictures.still(name)])


def verify_face(caller: Caller, token: str, package: Package | None = None) -> Answer:
    return caller.post(f"{AUTHENTICATION}/verifyFace", {"authToken": token, "faceLivenessData": package or face()})


def prove_face(caller: Caller, token: str, package: Package | None = None) -> Answer:
    document = {"reEnrollmentToken": token, "faceLivenessData": package or face()}
    return caller.post(f"{RE_ENROLLMENT}/verifyFace", document)


def complete(caller: Caller, token: str, **more: Any) -> Answer:
    document = {"reEnrollmentToken": token, "deviceId": str(uuid.uuid4())} | more
    return caller.post(f"{RE_ENROLLMENT}/completeReEnroll", document)


class AuthenticationTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def assert_status(self, answer: Answer, status: int) -> Any:
        self.assertEqual(answer.status, 200, answer.described())
        self.assertEqual(answer.json()["authStatus"], status, answer.described())
        return answer.json()

    def assert_locked(self, answer: Answer) -> None:
        self.assert_refused(answer, "REGISTRATION_LOCKED", 429)
        self.assertGreater(int(answer.headers["retry-after"]), 0)


class FlowTests(AuthenticationTests):
    def test_a_phone_is_let_in_by_key_and_face(self) -> None:
        person = Person(strict)
        triggered = strict.post(TRIGGER, {"username": person.name, "notifyOptions": {"notifyByEmail": False}}).json()
        self.assertEqual(triggered["status"], "SUCCESS")
        phone = Phone.scanning(installation.endpoint, triggered["qrcodeImage"], strict.credentials)
        status = {"completionStatus": "Pending", "purpose": "authenticate"}
        self.assertEqual(phone.operation_status(phone.session_token).json(), status)
        begun = person.authenticate(phone, sessionToken=phone.session_token).json()
        self.assertEqual(begun["requiredChecks"], ["verifyDevice", "verifyFace"])
        self.assertIs(begun["recordVideo"], False)
        token = begun["authToken"]
        self.assertEqual(str(uuid.UUID(token)), token)
        self.assert_refused(verify_face(phone, token), "STEP_OUT_OF_ORDER")
        device = self.assert_status(person.verify_device(token), PENDING)
        self.assertEqual(device["message"], "Device verified.")

        package = seal_v2(face(), phone.public_keys()[1], token)
        first = verify_face(phone, token, package)
        document = self.assert_status(first, COMPLETE)
        self.assertEqual((document["livenessResult"], document["matchResult"]), (True, True))
        self.assertNotIn("matchScore", document, "a phone sees no scores")
        self.assertEqual(set(document["faceLivenessResults"]["video"]["liveness_result"]), {"decision", "feedback"})
        self.assertEqual(verify_face(phone, token, package).body, first.body, "the same request")
        self.assertGreater(verify_face(strict, token, package).json()["matchScore"], 4, "the tenant does")
        self.assert_refused(verify_face(phone, token), "AUTHENTICATION_FINISHED")
        self.assertEqual(phone.operation_status(phone.session_token).json(), status | {"completionStatus": "Success"})
        over = phone.post("/tokenVerify/validateSession", {"sessionToken": phone.session_token})
        self.assert_refused(over, "TOKEN_UNKNOWN")

        done = [(entry["type"], entry["result"]) for entry in person.detail()["activities"]]
        self.assertEqual(done[-1], ("authenticate", "complete"))
        self.assertIn(("verifyDevice", "signed"), done)

    def test_a_phone_opens_its_own_authentication_alone(self) -> None:
        persons = [Person(portal), Person(portal)]
        triggered = [portal.post(TRIGGER, {"username": person.name}).json() for person in persons]
        first, second = (Phone.told(installation.endpoint, session, portal.credentials) for session in triggered)
        self.assert_refused(persons[0].authenticate(second, sessionToken=first.session_token), "TOKEN_UNKNOWN")
        token = persons[0].authenticate(first, sessionToken=first.session_token).json()["authToken"]
        for stranger in (second, other):
            self.assert_refused(verify_face(stranger, token), "TOKEN_UNKNOWN")
            self.assert_refused(stranger.post(f"{AUTHENTICATION}/cancel", {"authToken": token}), "TOKEN_UNKNOWN")
        self.assert_refused(prove_face(first, token), "TOKEN_UNKNOWN")
        self.assert_refused(persons[1].authenticate(first), "ROLE_MISSING", 403)
        self.assert_status(verify_face(first, token), COMPLETE)

    def test_the_portal_names_a_person_and_the_same_key_begins_once(self) -> None:
        person = Person(portal)
        headers = portal.headers | {"Idempotency-Key": f'"{uuid.uuid4()}"'}
        body = f'{{"email":"{person.name}"}}'.encode()
        path = f"{AUTHENTICATION}/authenticate"
        answers = [portal.endpoint.send("POST", path, headers, body) for _ in range(2)]
        self.assertEqual(answers[0].body, answers[1].body)
        by_code = person.authenticate(registrationCode=person.code).json()["authToken"]
        self.assertNotEqual(by_code, answers[0].json()["authToken"])
        self.assert_status(verify_face(portal, by_code), COMPLETE)
        for nobody in ({"username": "nobody@example.org"}, {"registrationCode": "0000000000"}):
            self.assert_refused(person.authenticate(**nobody), "NOT_REGISTERED")
        self.assert_refused(portal.post(path, {}), "FIELD_MISSING")
        self.assert_refused(person.authenticate(other), "NOT_REGISTERED")
        for trigger in ({"username": "nobody@example.org"}, {}, {"username": ""}):
            self.assertEqual(portal.post(TRIGGER, trigger).status, 400)

    def test_a_key_that_is_not_the_devices_is_refused_without_a_reason(self) -> None:
        person = Person(strict)
        token = person.begin()
        wrong = (
            person.verify_device(token, ec.generate_private_key(ec.SECP256R1())),
            person.verify_device(token, deviceId="another"),
            person.verify_device(token, signature=None),
        )
        for answer in wrong:
            self.assertEqual(answer.body, wrong[0].body)
            self.assertEqual(self.assert_status(answer, PENDING)["message"], "Device not verified.")
        self.assert_refused(person.verify_device(token, signature="%"), "BAD_BASE64")
        self.assert_status(person.verify_device(token), PENDING)

    def test_a_capture_is_shown_once(self) -> None:
        person, package = Person(portal), face()
        token = person.begin()
        self.assert_status(verify_face(portal, token, package), COMPLETE)
        self.assert_refused(verify_face(portal, person.begin(), package), "PACKAGE_REPLAYED")

    def test_a_page_authenticates_by_the_vendors_spellings(self) -> None:
        origin = "https://shop.example.org"
        page = tenant("page", sampleWebRoutes={"enabled": True, "origins": [origin]})
        person = Person(page)
        base, headers = f"/{page.credentials.realm}/b2c-sample-web/proxy", {"Origin": origin}
        caller = Caller(installation.endpoint, None, None)

        def post(path: str, document: Any) -> Any:
            body = json.dumps(document).encode()
            return installation.endpoint.send("POST", path, caller.headers | headers, body).json()

        triggered = post(f"{base}/triggerAuth", {"username": person.name, "phoneNumber": "", "email": person.name})
        begun = post(f"{base}/doAuth", {"sessionToken": triggered["sessionToken"], "jwt": triggered["jwtToken"]})
        phone = Caller(installation.endpoint, page.api_key, triggered["jwtToken"])
        document = {"authToken": begun["authToken"], "faceLivenessData": face()}
        self.assert_status(phone.post(f"/b2c{AUTHENTICATION}/verifyFace", document), COMPLETE)

    def test_a_page_learns_of_nobody(self) -> None:
        origin = "https://mall.example.org"
        mall = tenant("mall", sampleWebRoutes={"enabled": True, "origins": [origin]}, maxAuthenticationAttempts=2)
        person = Person(mall)
        begun = person.begin()
        known, unknown = (self.told_to_a_page(mall, origin, name) for name in (person.name, "nobody@example.org"))
        self.assertEqual(known, unknown)
        self.assertEqual([status for *_, status in known["faces"]], [PENDING, FAILED])
        self.assertNotIn("lockedUntil", person.detail())
        self.assert_status(verify_face(mall, begun), COMPLETE)

    def told_to_a_page(self, mall: Portal, origin: str, name: str) -> dict[str, Any]:
        """All that a page is told which names somebody, and shows another face."""

        def post(call: str, document: Any) -> Answer:
            path, body = f"/mall/b2c-sample-web/proxy/{call}", json.dumps(document).encode()
            return installation.endpoint.send("POST", path, {"Content-Type": "application/json", "Origin": origin}, body)

        enrolling = post("triggerEnroll", {"username": name, "email": name}).json()
        started = post("doEnroll", {"sessionToken": enrolling["sessionToken"], "jwt": enrolling["jwtToken"]}).json()
        triggered = post("triggerAuth", {"username": name, "phoneNumber": "", "email": name}).json()
        session = {"sessionToken": triggered["sessionToken"], "jwt": triggered["jwtToken"]}
        validated = post("validateSession", session)
        phone = Caller(installation.endpoint, mall.api_key, triggered["jwtToken"])
        before = phone.operation_status(triggered["sessionToken"]).json()
        first = post("doAuth", session).json()
        faces = []
        for _ in range(2):
            answer = verify_face(phone, first["authToken"], face(pictures.OTHER_PERSON))
            document = answer.json()
            faces.append((sorted(document), document["livenessResult"], document["matchResult"], document["authStatus"]))
        return {
            "enrolling": (sorted(enrolling), enrolling["status"], sorted(started), started["requiredChecks"]),
            "triggered": (sorted(triggered), triggered["status"], validated.status, before),
            "first": (sorted(first), first["requiredChecks"]),
            "again": [post(call, session).reason for call in ("doAuth", "validateSession", "doEnroll")],
            "faces": faces,
            "after": phone.operation_status(triggered["sessionToken"]).json(),
        }


class LockTests(AuthenticationTests):
    def test_another_persons_face_locks_the_registration_for_a_while(self) -> None:
        short = tenant("short", maxAuthenticationAttempts=2, authenticationLockSeconds=6)
        person = Person(short)
        session = short.post(TRIGGER, {"username": person.name, "reference": "order 7"}).json()["sessionToken"]
        token = person.authenticate(sessionToken=session).json()["authToken"]
        document = self.assert_status(verify_face(short, token, face(pictures.OTHER_PERSON)), PENDING)
        open_login = short.operation_status(session).json()["authentication"]
        one = f"authentication/{open_login['authenticationId']}"
        self.assertEqual((open_login["attemptsLeft"], open_login["step"]), (1, "verifyFace"))
        answer = short.enrollment(open_login["enrollmentId"], f"{one}/receipt")
        self.assert_refused(answer, "AUTHENTICATION_PENDING", 409)
        self.assertEqual((document["livenessResult"], document["matchResult"]), (True, False))
        self.assertNotIn("lockedUntil", person.detail())
        self.assert_status(verify_face(short, token, face(pictures.OTHER_PERSON)), FAILED)
        self.assertIn("lockedUntil", person.detail())
        self.assert_locked(person.authenticate())
        self.assert_locked(person.authenticate(registrationCode=person.code))
        self.assert_locked(short.post(TRIGGER, {"username": person.name}))
        self.assert_locked(short.enroll({"username": person.name, "email": person.name}))
        self.assert_locked(verify_face(short, token))
        self.assert_told(short, person, session)
        self.assert_explained(short, person)
        wait_until(lambda: person.authenticate().status == 200, "the lock is over", pause=0.2)
        self.assert_status(verify_face(short, person.begin()), COMPLETE)

    def assert_told(self, by: Portal, person: Person, session: str) -> None:
        """The tenant's systems read of the login that it failed, and nowhere that the registration is complete."""
        events = by.get("/onboarding/admin/events").json()["events"]
        self.assertEqual([event["type"] for event in events[-2:]], ["authentication.failed", "registration.locked"])
        exhausted = "AUTHENTICATION_ATTEMPTS_EXHAUSTED"
        for event in events:
            data = event["data"]
            if "authentication" not in data:
                self.assertNotIn("reference", data)
                continue
            is_over = event in events[-2:]
            self.assertEqual(data["state"], "failed" if is_over else "pending", event)
            self.assertEqual((data["reference"], data["registrationCode"]), ("order 7", person.code))
            self.assertEqual(data.get("reason"), exhausted if is_over else None)
            self.assertEqual(data["authentication"]["state"], data["state"])
        status = by.operation_status(session).json()
        self.assertEqual(status["completionStatus"], "Failed")
        told = status["authentication"]
        self.assertEqual((told["state"], told["reason"], told["username"]), ("failed", exhausted, person.name))
        self.assertEqual((told["attemptsLeft"], told["lastRefusal"]["reason"]), (0, "FACE_NOT_MATCHING"))
        self.assertEqual(told["reference"], "order 7")
        self.assertEqual(told["retryAt"], person.detail()["lockedUntil"])
        self.assertEqual(told["authenticationId"], events[-1]["data"]["authentication"]["authenticationId"])
        one = f"authentication/{told['authenticationId']}"
        self.assertEqual(by.enrollment(told["enrollmentId"], one).json(), told)
        found = by.post("/onboarding/admin/authentications/search", {"reference": "order 7"}).json()
        self.assertEqual(found, {"list": [told]})
        answer = by.enrollment(told["enrollmentId"], f"{one}/receipt")
        header, claims, _, _ = parts(answer.json()["receipt"])
        self.assertEqual((header["typ"], claims["typ"]), ("authentication-receipt+jwt", "AuthenticationReceipt"))
        self.assertEqual((claims["state"], claims["reference"]), ("failed", "order 7"))

    def assert_explained(self, by: Portal, person: Person) -> None:
        """Both ways say why the person was not let in, and until when nobody is."""
        (summary,) = by.find(username=person.name)
        enrollment = summary["enrollmentId"]
        explanation = by.enrollment(enrollment, "explanation").json()
        (returned,) = explanation["authentications"]
        self.assertEqual(returned["lockedUntil"], explanation["lock"]["until"])
        one = returned["authenticationId"]
        answer = by.enrollment(enrollment, f"authentication/{one}/explanation")
        self.assertEqual(answer.status, 200, answer.described())
        visit = answer.json()
        self.assertEqual([step["decision"] for step in visit["steps"]], ["notMatching", "notMatching"])
        (rule,) = visit["steps"][-1]["rules"]
        self.assertEqual((rule["rule"], rule["holds"]), ("match.registered", False))
        self.assertLess(rule["measured"], rule["threshold"])
        self.assertEqual(visit["locked"]["until"], returned["lockedUntil"])
        named = ("--authentication", one, "--tenant", "short")
        self.assertEqual(json.loads(installation.command("audit", "explain", *named, "--json")), visit)
        shown = installation.command("audit", "show", *named)
        self.assertIn("face not accepted: notMatching", shown)
        for text in (answer.body.decode(), shown):
            self.assertNotIn(person.name, text)

    def test_of_twenty_at_once_the_last_attempt_is_one(self) -> None:
        one = tenant("one", maxAuthenticationAttempts=1)
        person = Person(one)
        token = person.begin()
        packages = [face(pictures.OTHER_PERSON) for _ in range(20)]
        answers = at_once([functools.partial(verify_face, one, token, package) for package in packages])
        judged = [answer for answer in answers if answer.status == 200]
        self.assertEqual(len(judged), 1, [answer.described() for answer in answers])
        self.assert_status(judged[0], FAILED)
        reasons = {answer.reason for answer in answers if answer.status != 200}
        self.assertLessEqual(reasons, {"REGISTRATION_LOCKED", "AUTHENTICATION_FINISHED", "OVERLOADED"})


class ReEnrollmentTests(AuthenticationTests):
    def test_another_device_is_added_and_takes_the_place_of_all(self) -> None:
        person, second = Person(strict), ec.generate_private_key(ec.SECP256R1())
        token = person.re_enroll()
        self.assert_refused(complete(strict, token, publicKey=public_key(second)), "STEP_OUT_OF_ORDER")
        self.assert_refused(verify_face(strict, token), "TOKEN_UNKNOWN")
        self.assert_status(prove_face(strict, token), PENDING)
        for bad in ({"publicKey": encode(b"x")}, {}):
            self.assert_refused(complete(strict, token, **bad), "PUBLIC_KEY_INVALID")
        for bad in ({"addOrUpdate": 2}, {"addOrUpdate": "1"}):
            self.assert_refused(complete(strict, token, publicKey=public_key(second), **bad), "WRONG_TYPE")
        added = self.assert_status(complete(strict, token, deviceId="second", publicKey=public_key(second)), COMPLETE)
        self.assertEqual(added["registrationCode"], person.code)
        self.assertEqual(len(person.detail()["registeredDevices"]), 2)

        token = person.re_enroll()
        self.assert_status(prove_face(strict, token), PENDING)
        self.assert_status(
            complete(strict, token, deviceId="third", publicKey=public_key(second), addOrUpdate=1), COMPLETE
        )
        self.assertEqual([device["deviceId"] for device in person.detail()["registeredDevices"]], ["third"])
        authenticating = person.begin()
        self.assertEqual(person.verify_device(authenticating).json()["message"], "Device not verified.")
        again = person.verify_device(authenticating, second, deviceId="third")
        self.assertEqual(again.json()["message"], "Device verified.")

    def test_there_are_no_more_devices_than_the_tenant_allows(self) -> None:
        person = Person(portal)
        for status, reason in ((200, None), (400, "TOO_MANY_DEVICES")):
            token = person.re_enroll()
            self.assert_status(prove_face(portal, token), PENDING)
            answer = complete(portal, token)
            self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())

    def test_a_code_opens_nothing_without_the_face(self) -> None:
        person = Person(portal)
        begun = portal.enroll({"registrationCode": person.code}).json()
        self.assertEqual((begun["userExistsAlready"], begun["requiredChecks"]), (True, ["verifyFace"]))
        token = begun["reEnrollmentToken"]
        document = self.assert_status(prove_face(portal, token, face(pictures.OTHER_PERSON)), PENDING)
        self.assertIs(document["matchResult"], False)
        self.assert_refused(complete(portal, token), "STEP_OUT_OF_ORDER")
        cancelled = portal.post(f"{RE_ENROLLMENT}/cancel", {"reEnrollmentToken": token})
        self.assert_status(cancelled, FAILED)

    def test_whoever_tries_codes_is_stopped(self) -> None:
        guessed = tenant("guessed")
        person = Person(guessed)
        for _ in range(10):
            self.assert_refused(person.authenticate(registrationCode=uuid.uuid4().hex[:10].upper()), "NOT_REGISTERED")
        for answer in (
            person.authenticate(registrationCode=person.code),
            guessed.enroll({"registrationCode": person.code}),
        ):
            self.assert_refused(answer, "RATE_LIMITED", 429)
        self.assertEqual(person.authenticate().status, 200, "by name")

    def test_a_trigger_of_a_finished_username_begins_what_the_tenant_says(self) -> None:
        ruled = tenant("ruled", finishedUsername="reEnroll")
        person = Person(ruled)
        phone = Phone.told(installation.endpoint, ruled.trigger(person.name), ruled.credentials)
        begun = phone.enroll({"sessionToken": phone.session_token}).json()
        self.assertIs(begun["userExistsAlready"], True)
        token = begun["reEnrollmentToken"]
        self.assert_status(prove_face(phone, token), PENDING)
        self.assert_status(complete(phone, token), COMPLETE)
        self.assertEqual(phone.operation_status(phone.session_token).json()["completionStatus"], "Success")

    def test_of_two_completions_at_once_each_device_is_there_once(self) -> None:
        person = Person(portal)
        token = person.re_enroll()
        self.assert_status(prove_face(portal, token), PENDING)
        answers = at_once([lambda: complete(portal, token), lambda: complete(portal, token)])
        self.assertEqual(sorted(answer.status for answer in answers), [200, 400])
        self.assertEqual(len(person.detail()["registeredDevices"]), 2)


class DocumentTests(AuthenticationTests):
    def test_a_document_of_the_same_person_is_asked_for(self) -> None:
        options = {"enrollment": ENROLLMENT, "authentication": {"addDocument": True}}
        asking = tenant("asking", onboardingOptions=options)
        person = Person(asking)
        begun = person.authenticate().json()
        self.assertEqual(begun["requiredChecks"], ["verifyFace", "addDocument"])
        token = begun["authToken"]
        self.assert_status(verify_face(asking, token), PENDING)

        def add(portrait: str) -> Answer:
            page = pictures.varied(pictures.passport_page(portrait))
            sent = document_request(token, [page])
            document = {"authToken": token, "documentsInfo": sent["documentsInfo"]}
            return asking.post(f"{AUTHENTICATION}/addDocumentOCR", document)

        self.assertIs(self.assert_status(add(pictures.OTHER_PERSON), PENDING)["matchResult"], False)
        self.assertIs(self.assert_status(add(pictures.SAME_PERSON), COMPLETE)["matchResult"], True)


def at_once(requests: list[Callable[[], Answer]]) -> list[Answer]:
    """Sends all at the same moment."""
    barrier = threading.Barrier(len(requests))

    def sent(request: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(sent, requests))


if __name__ == "__main__":
    unittest.main()
