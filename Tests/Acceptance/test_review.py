"""A human's decision beside the machine's, and persons who may not be erased."""

from __future__ import annotations

import json
import unittest
import uuid
from typing import Any
from urllib.parse import urlsplit

import pictures
from client import tokens
from client.exchange import Answer, envelope_objection
from client.flow import Caller, Phone, Portal
from client.packages import encode, video
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from installation import Installation
from right_requests import ATTACKER, tenants

REVIEW = "/onboarding/enrollment/requestReview"
AUTHENTICATION = "/onboarding/authentication"
#: A persona of test tenants whose face is live and whose document is refused.
EXPIRED = "sandbox-expired"
FAILED, COMPLETE = 0, 2
DECISION = {"decision": "accepted", "reason": "The passport was shown at the counter.", "reviewer": "Grace Hopper"}

installation: Installation
face: Portal
device: Portal
#: A client of the face's tenant that may review, and nothing but read beside it.
desk: Portal
other: Portal
#: Of a tenant that asks for all three checks, and its client that may review.
whole: Portal
reviewer: Portal


def setUpModule() -> None:
    global installation, face, device, desk, other, whole, reviewer
    installation = Installation.for_module()
    made = tenants(installation, "r", "face", "device") | {"other": tenants(installation, "o", "face")["face"]}
    made["desk"] = installation.credential(made["face"], "desk", "enrollments:read", "review")
    options = {"authentication": {"verifyDevice": True}}
    made["whole"] = installation.tenant("r-whole", maxDocumentAttempts=1, onboardingOptions=options)
    made["reviewer"] = installation.credential(made["whole"], "desk", "enrollments:read", "review")
    whole, reviewer = (Portal(installation.endpoint, made[key]) for key in ("whole", "reviewer"))
    face, device, desk, other = (Portal(installation.endpoint, made[key]) for key in ("face", "device", "desk", "other"))


def username() -> str:
    return f"{uuid.uuid4()}@example.org"


class AnswerTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def decide(self, who: Caller, enrollment_id: str, **changed: Any) -> Answer:
        return who.post(f"/onboarding/admin/enrollment/{enrollment_id}/review", DECISION | changed)


class ReviewTests(AnswerTests):
    def refused(self) -> tuple[str, str, Phone]:
        """Somebody whom the machine has refused: enrollment, its token, the phone."""
        name = f"{ATTACKER}-{uuid.uuid4()}"
        session = face.trigger(name)["sessionToken"]
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, face.credentials)
        token = phone.begin()
        face.add_face(token, video([pictures.still()]))
        (summary,) = face.find(username=name)
        self.assertEqual(summary["state"], "failed")
        return summary["enrollmentId"], token, phone

    def test_a_human_decides_once_and_the_machines_decision_stays(self) -> None:
        enrollment_id, token, phone = self.refused()
        asked = face.post(REVIEW, {"enrollmentToken": token})
        self.assertEqual(asked.status, 200, asked.described())
        self.assertEqual(set(asked.json()), {"enrollmentStatus", "registrationCode", "requestDate", "decidedUntil",
                                             "evidenceUntil"})
        self.assertLess(asked.json()["requestDate"], asked.json()["evidenceUntil"])
        again = face.post(REVIEW, {"enrollmentToken": token, "reason": "again"})
        self.assertEqual((again.status, again.json()), (200, asked.json()), "asking again is no error")
        waiting = [entry["enrollmentId"] for entry in desk.find(reviews=["requested"])]
        self.assertIn(enrollment_id, waiting)
        printed = installation.command("find", "--review", "requested", "--tenant", "r-face")
        self.assertIn(enrollment_id, printed)

        answer = self.decide(desk, enrollment_id)
        self.assertEqual(answer.status, 200, answer.described())
        self.assertEqual(self.decide(desk, enrollment_id).body, answer.body, "the same once more is the same answer")
        self.assert_refused(self.decide(desk, enrollment_id, decision="refused"), "STEP_ALREADY_DONE")
        self.assertNotIn(enrollment_id, [entry["enrollmentId"] for entry in desk.find(reviews=["requested"])])

        detail = face.enrollment(enrollment_id).json()
        self.assertEqual((detail["state"], detail["lastRefusal"]["reason"]), ("complete", "FACE_NOT_LIVE"))
        self.assertNotIn("reason", detail)
        self.assertEqual(detail["review"], "accepted")
        self.assertEqual(detail["reviewDetail"]["reviewer"], DECISION["reviewer"])
        self.assertEqual(desk.operation_status(phone.session_token).json()["completionStatus"], "Success (review)")
        self.assertEqual(face.operation_status(phone.session_token).json()["completionStatus"], "Success")
        kinds = [event["type"] for event in face.get("/onboarding/admin/events").json()["events"]
                 if event["data"]["enrollmentId"] == enrollment_id]
        self.assertEqual(kinds[-3:], ["review.requested", "review.decided", "enrollment.completed"])

        receipt = face.enrollment(enrollment_id, "receipt").json()["receipt"]
        claims = tokens.parts(receipt)[1]
        self.assertEqual((claims["state"], claims["review"]["decision"]), ("complete", "accepted"))
        self.assertEqual((claims["review"]["decided_by"], claims["registration_code"]),
                         ("client", detail["registrationCode"]))
        self.assertNotIn("Grace", str(claims))
        shown = installation.command("audit", "show", "--enrollment", enrollment_id, "--tenant", "r-face")
        self.assertIn("a human has looked at it: accepted", shown)
        self.assertIn("evidence objects: intact", installation.command("audit", "verify"))

    def expired(self, name: str, device_key: ec.EllipticCurvePrivateKey | None = None) -> tuple[str, str]:
        """Somebody whose document the machine has refused: enrollment, its token."""
        key = (device_key or ec.generate_private_key(ec.SECP256R1())).public_key()
        token = whole.begin(name)
        public_key = encode(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
        self.assertEqual(whole.add_device(token, name, public_key).status, 200)
        self.assertEqual(whole.add_face(token, video([pictures.png()] * 2)).status, 200)
        self.assertEqual(whole.add_document(token, [pictures.png()]).json()["enrollmentStatus"], FAILED)
        return str(whole.find(username=name)[0]["enrollmentId"]), token

    def test_whom_a_human_accepts_is_let_in_by_device_and_face(self) -> None:
        name, key = f"{EXPIRED}-{uuid.uuid4()}", ec.generate_private_key(ec.SECP256R1())
        earlier, _ = self.expired(name)
        enrollment_id, token = self.expired(name, key)
        self.assertEqual(whole.post(REVIEW, {"enrollmentToken": token}).status, 200)
        self.assert_refused(whole.post(f"{AUTHENTICATION}/authenticate", {"username": name}), "NOT_REGISTERED")
        answer = self.decide(reviewer, enrollment_id)
        self.assertEqual((answer.status, answer.json()["state"]), (200, "complete"), answer.described())

        begun = whole.post(f"{AUTHENTICATION}/authenticate", {"username": name}).json()["authToken"]
        signed = {"deviceId": name, "signature": encode(key.sign(begun.encode(), ec.ECDSA(SHA256())))}
        device_answer = whole.post(f"{AUTHENTICATION}/verifyDevice", {"authToken": begun} | signed)
        self.assertEqual(device_answer.status, 200, device_answer.described())
        package = video([pictures.png()] * 2)
        seen = whole.post(f"{AUTHENTICATION}/verifyFace", {"authToken": begun, "faceLivenessData": package})
        self.assertEqual(seen.json()["authStatus"], COMPLETE, seen.described())
        self.assertIn("userExistsAlready", whole.enroll({"username": name, "email": name}).json())
        # A username is one registration's, whoever accepts.
        self.assert_refused(self.decide(reviewer, earlier), "USERNAME_REGISTERED", 409)
        self.assertNotIn("review", whole.enrollment(earlier).json())

    def test_an_acceptance_on_the_command_line_asks_for_one_capture_more(self) -> None:
        decided = ("--decision", "accepted", "--reason", "seen at the counter", "--reviewer", "Grace Hopper")
        enrollment_id, token = self.expired(f"{EXPIRED}-{uuid.uuid4()}")
        installation.command("review", "--enrollment", enrollment_id, "--tenant", "r-whole", *decided)
        detail = whole.enrollment(enrollment_id).json()
        self.assertEqual((detail["state"], detail["step"], detail["review"]), ("pending", "addFace", "accepted"))
        self.assertIn("expiryDate", detail)
        self.assert_refused(self.decide(reviewer, enrollment_id), "STEP_ALREADY_DONE")
        # The same bytes would be a replay of what was answered before.
        answer = whole.add_face(token, video([pictures.png(96, 97)] * 2))
        self.assertEqual(answer.json()["enrollmentStatus"], COMPLETE, answer.described())
        self.assertEqual(whole.enrollment(enrollment_id).json()["state"], "complete")

        # What is captured then is judged as ever.
        enrollment_id, token, phone = self.refused()
        installation.command("review", "--enrollment", enrollment_id, "--tenant", "r-face", *decided)
        self.assertEqual(desk.operation_status(phone.session_token).json()["completionStatus"], "Pending")
        answer = face.add_face(token, video([pictures.png(96, 98)] * 2))
        self.assertEqual(answer.json()["enrollmentStatus"], FAILED, answer.described())
        self.assertEqual(desk.operation_status(phone.session_token).json()["completionStatus"], "Failed")
        detail = face.enrollment(enrollment_id).json()
        self.assertEqual((detail["state"], detail["review"]), ("failed", "accepted"))

    def test_a_decision_survives_a_kill(self) -> None:
        enrollment_id, token, _ = self.refused()
        self.assertEqual(face.post(REVIEW, {"enrollmentToken": token}).status, 200)
        self.assertEqual(self.decide(desk, enrollment_id, decision="refused").status, 200)
        port = urlsplit(installation.endpoint.url).port or 0
        installation.kill()
        installation.start(port=port)
        self.assertEqual(face.enrollment(enrollment_id).json()["review"], "refused")

    def test_who_may_not_decides_nothing(self) -> None:
        enrollment_id, token, phone = self.refused()
        self.assert_refused(self.decide(face, enrollment_id), "SCOPE_MISSING", 403)
        self.assert_refused(self.decide(other, enrollment_id), "SCOPE_MISSING", 403)
        self.assert_refused(self.decide(phone, enrollment_id), "ROLE_MISSING", 403)
        self.assert_refused(other.post(REVIEW, {"enrollmentToken": token}), "TOKEN_UNKNOWN")
        for changed, reason in (
            ({"decision": "perhaps"}, "WRONG_TYPE"),
            ({"reason": ""}, "FIELD_EMPTY"),
            ({"reason": "x" * 2001}, "FIELD_TOO_LONG"),
            ({"reviewer": None}, "FIELD_MISSING"),
        ):
            with self.subTest(changed=str(changed)[:40]):
                self.assert_refused(self.decide(desk, enrollment_id, **changed), reason)
        self.assertNotIn("review", face.enrollment(enrollment_id).json())

    def test_what_no_machine_has_refused_is_not_reviewed(self) -> None:
        for ends, reason in ((False, "STEP_OUT_OF_ORDER"), (True, "ENROLLMENT_FINISHED")):
            with self.subTest(ends=ends):
                name = username()
                token = face.begin(name)
                if ends:
                    face.cancel(token)
                (summary,) = face.find(username=name)
                self.assert_refused(face.post(REVIEW, {"enrollmentToken": token}), reason)
                self.assert_refused(self.decide(desk, summary["enrollmentId"]), reason)


class HoldTests(AnswerTests):
    def test_nobody_erases_who_is_held(self) -> None:
        name = username()
        session = device.trigger(name)["sessionToken"]
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, device.credentials)
        token = phone.begin()
        code = phone.add_device(token).json()["registrationCode"]
        (summary,) = device.find(username=name)
        held = ("--username", name, "--tenant", "r-device")
        installation.command("hold", "add", *held, "--reason", "case-4711")
        self.assertIn("case-4711", installation.command("hold", "list", "--tenant", "r-device"))

        def erasures() -> list[Answer]:
            return [
                device.endpoint.send("DELETE", f"/onboarding/admin/enrollment/{summary['enrollmentId']}", device.headers),
                device.endpoint.send("DELETE", f"/onboarding/admin/registration/{code}", device.headers),
                device.post("/onboarding/enrollment/withdrawConsent", {"enrollmentToken": token}),
            ]

        answer = phone.post("/b2c/onboarding/enrollment/withdrawConsent", {"enrollmentToken": token})
        self.assert_refused(answer, "DEVICE_PROOF_REQUIRED", 403)
        for answer in erasures():
            self.assert_refused(answer, "ERASURE_BLOCKED", 409)
            self.assertNotIn("4711", answer.described())
        self.assertIn("legal hold", installation.refused_command("erase", *held))
        self.assertEqual(device.enrollment(summary["enrollmentId"]).json()["state"], "complete")

        self.assertIn("lifted: 1 hold", installation.command("hold", "remove", *held))
        self.assertEqual(erasures()[0].status, 200)
        self.assertIn("Nobody of r-device is held.", installation.refused_command("hold", "list", "--tenant", "r-device"))
        kinds = [line.split("  ")[2] for line in
                 installation.command("audit", "trail", "--tenant", "r-device").splitlines()]
        self.assertEqual([kind for kind in kinds if kind.startswith("hold")], ["holdAdded", "holdLifted"])

    def test_what_is_due_is_counted_and_then_erased(self) -> None:
        portal = installation.portal("brief", failedRetentionDays=1)
        portal.cancel(portal.begin(username()))
        self.assertRegex(installation.command("retention", "--dry-run"), r"(?m)^TENANT +REGISTRATIONS +FAILED ")
        counted = map(json.loads, installation.command("retention", "--dry-run", "--json").splitlines())
        (brief,) = (entry for entry in counted if entry["tenant"] == "brief")
        self.assertEqual((brief["registrations"], brief["failed"]), (0, 0))
        self.assertIn("erased: 0 registrations", installation.command("retention"))
        self.assertIn("erases nothing", installation.refused_command("retention", "--dry-run", "--clock-is-right"))


if __name__ == "__main__":
    unittest.main()
