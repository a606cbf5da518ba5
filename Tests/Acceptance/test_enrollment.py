"""Whole enrollments over HTTP, with packages in every form, and what a picture must be for a step to be done."""

import base64
import functools
import json
import re
import unittest
import uuid
from collections.abc import Callable
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import pictures
from client import packages
from client.exchange import Answer, envelope_objection
from client.flow import COMPLETE, FAILED, PENDING, Phone, Portal, document_request
from client.packages import Package, encode, video
from installation import Installation

installation: Installation
stills: Portal

REGISTRATION_CODE = re.compile(r"[0-9A-HJKMNP-TV-Z]{10}")


def setUpModule() -> None:
    global installation, stills
    installation = Installation.for_module()
    stills = installation.portal("stills", allowStillPackages=True)


def username() -> str:
    return f"{uuid.uuid4()}@example.org"


class EnrollmentTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def assert_step(self, answer: Answer, status: int) -> Any:
        self.assertEqual(answer.status, 200, answer.described())
        document = answer.json()
        self.assertEqual(document["enrollmentStatus"], status, document)
        if status == COMPLETE:
            self.assertRegex(document["registrationCode"], REGISTRATION_CODE)
        elif status == FAILED:
            self.assertEqual(document["registrationCode"], "")
        return document

    def assert_face(
        self, answer: Answer, decision: str, status: int = PENDING, feedback: list[str] | None = None
    ) -> Any:
        document = self.assert_step(answer, status)
        result = document["faceLivenessResults"]["video"]["liveness_result"]
        self.assertEqual(result["decision"], decision, result)
        self.assertIs(document["livenessResult"], decision == "LIVE")
        if decision == "LIVE":
            self.assertEqual(result["feedback"], [])
        if feedback is not None:
            self.assertEqual(result["feedback"], feedback)
        return document

    def at_face(self, portal: Portal | None = None) -> str:
        portal = portal or stills
        token = portal.begin(username())
        self.assert_step(portal.add_device(token), PENDING)
        return token

    def at_document(self, portal: Portal | None = None) -> str:
        portal = portal or stills
        token = self.at_face(portal)
        self.assert_face(portal.add_face(token, video([pictures.still()])), "LIVE")
        return token


class WholeEnrollmentTests(EnrollmentTests):
    """From triggerEnroll to Success, by a phone that has nothing but the QR picture."""

    def enroll(self, seal: Callable[[Phone, str, Package], Package], form: str) -> None:
        name = username()
        triggered = stills.trigger(name, firstName="Jane", lastName="Roe")
        phone = Phone.scanning(installation.endpoint, triggered["qrcodeImage"], stills.credentials)
        started = phone.enroll({"sessionToken": phone.session_token}).json()
        self.assertEqual(started["requiredChecks"], ["addDevice", "addFace", "addDocument"])
        self.assertIs(started["userExistsAlready"], False)
        token = started["enrollmentToken"]
        self.assertEqual(str(uuid.UUID(token)), token)

        key = ec.generate_private_key(ec.SECP256R1()).public_key()
        der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        device = self.assert_step(phone.add_device(token, str(uuid.uuid4()).upper(), packages.encode(der)), PENDING)
        self.assertEqual(set(device), {"enrollmentStatus", "registrationCode"})
        face = self.assert_face(phone.add_face(token, seal(phone, token, video([pictures.still()]))), "LIVE")
        self.assertEqual(phone.operation_status(phone.session_token).json(), {"completionStatus": "Pending"})

        document = self.assert_step(phone.add_document(token, [pictures.passport_page()]), COMPLETE)
        self.assertIs(document["matchResult"], True)
        self.assertIs(document["documentVerificationResult"], True)
        self.assertIs(document["retryDocumentCapture"], False)
        self.assertEqual(phone.operation_status(phone.session_token).json(), {"completionStatus": "Success"})
        codes = [answer["registrationCode"] for answer in (device, face, document)]
        self.assertEqual(codes, [document["registrationCode"]] * 3, "told from the first accepted check on")

        shown = stills.get(f"/onboarding/admin/registration/{document['registrationCode']}").json()
        scores = {done["type"]: done.get("score") for done in shown["activities"]}
        steps = ["triggerEnroll", "enroll", "addDevice", "addFace", "addDocument", "complete"]
        self.assertEqual([step for step in scores if step != "validateSession"], steps)
        # The phone is not told.
        self.assertEqual(set(face["faceLivenessResults"]["video"]["liveness_result"]), {"decision", "feedback"})
        self.assertNotIn("matchScore", document)
        self.assertGreater(min(scores["addFace"], scores["addDocument"]), 2)
        self.assertEqual([step for step, score in scores.items() if score is not None], ["addFace", "addDocument"])

        again = stills.enroll({"username": name, "email": name}).json()
        self.assertIs(again["userExistsAlready"], True)
        self.assertEqual(again["requiredChecks"], ["verifyFace"])
        self.assertEqual(str(uuid.UUID(again["reEnrollmentToken"])), again["reEnrollmentToken"])
        self.assertIsNone(again.get("enrollmentToken"))

        folder = installation.folder / document["registrationCode"]
        installation.command("export", document["registrationCode"], "--tenant", "stills", "--to", str(folder))
        record = json.loads((folder / "records" / "enrollment-1" / "face-1" / "measurements.json").read_bytes())
        self.assertEqual(record["packageForm"], form)

    def test_with_a_plain_package(self) -> None:
        self.enroll(lambda phone, token, package: package, "plain")

    def test_with_every_vendor_like_sealed_package(self) -> None:
        for form in packages.CBC_FORMS:
            with self.subTest(form.name):
                self.enroll(functools.partial(self.sealed, form), f"oaep-{form.hash.name}-cbc")

    @staticmethod
    def sealed(form: packages.CBCForm, phone: Phone, _: str, package: Package) -> Package:
        return form.seal(package, phone.public_keys()[0])

    def test_with_a_package_of_form_2(self) -> None:
        self.enroll(lambda phone, token, package: packages.seal_v2(package, phone.public_keys()[1], token), "v2")

    def test_on_the_other_prefix_and_in_the_other_spellings(self) -> None:
        for prefix, device, document in (
            ("/onboarding/enrollment", "adddevice", "addDcoumentOCR"),
            ("/b2c/onboarding/enrollment", "addDevice/", "adddocumentocr"),
        ):
            with self.subTest(prefix):
                name = username()
                started = stills.post(f"{prefix}/enroll", {"username": name, "email": name}).json()
                body: dict[str, Any] = {"enrollmentToken": started["enrollmentToken"]}
                self.assert_step(stills.post(f"{prefix}/{device}", body | {"deviceId": name}), PENDING)
                face = body | {"faceLivenessData": video([pictures.still()])}
                self.assert_face(stills.post(f"{prefix}/addFace", face), "LIVE")
                page = {"image": packages.encode(pictures.passport_page()), "format": "JPG", "lightingScheme": 6}
                documents = {"documentImage": [page], "processParam": {"alreadyCropped": False}}
                self.assert_step(stills.post(f"{prefix}/{document}", body | {"documentsInfo": documents}), COMPLETE)

    def test_only_the_checks_that_the_tenant_asks_for(self) -> None:
        checks = {"addDevice": False, "addFace": True, "addDocument": False}
        portal = installation.portal("faceonly", allowStillPackages=True, onboardingOptions={"enrollment": checks})
        started = portal.enroll({"username": "face@example.org", "email": "face@example.org"}).json()
        self.assertEqual(started["requiredChecks"], ["addFace"])
        self.assert_face(portal.add_face(started["enrollmentToken"], video([pictures.still()])), "LIVE", COMPLETE)


class FaceTests(EnrollmentTests):
    def test_every_answer_has_the_documented_members(self) -> None:
        document = self.assert_face(stills.add_face(self.at_face(), video([pictures.still()])), "LIVE")
        members = {"livenessResult", "enrollmentStatus", "registrationCode", "faceLivenessResults"}
        self.assertEqual(set(document), members)
        result = document["faceLivenessResults"]["video"]["liveness_result"]
        self.assertLessEqual({"decision", "feedback", "score", "score_frr", "algorithm_results"}, set(result))
        for name in ("score", "score_frr"):
            self.assertTrue(result[name] == -1 or 0 <= result[name] <= 100, result)
        for cue in result["algorithm_results"]:
            self.assertEqual(set(cue) - {"hints"}, {"name", "score", "feedback"})

    def test_a_turning_head_is_live_without_the_switch_for_stills(self) -> None:
        frames = pictures.head_turn()
        portal = installation.portal("turning")
        package = video(frames, workflow="charlie2", interval=160)
        self.assert_face(portal.add_face(self.at_face(portal), package), "LIVE")

    def test_stills_are_not_live_without_the_switch(self) -> None:
        portal = installation.portal("moving")
        token = self.at_face(portal)
        one = pictures.still()
        for frames in ([one], [one] * 3, [one] * 14, [pictures.still() for _ in range(14)]):
            answer = portal.add_face(token, video(frames, interval=200))
            self.assert_face(answer, "UNABLE_TO_CALCULATE_LIVENESS", feedback=["INSSUFFICIENT FRAMES"])

    def test_a_print_that_is_moved_and_tilted_is_a_spoof(self) -> None:
        portal = installation.portal("prints")
        for workflow in ("charlie2", "charlie4"):
            package = video(pictures.tilted_print(), workflow, interval=160)
            self.assert_face(portal.add_face(self.at_face(portal), package), "SPOOF")

    def test_gaps_between_frames_are_judged_and_the_clock_is_not(self) -> None:
        token = self.at_face()
        frames = [pictures.still(), pictures.still()]
        slow = stills.add_face(token, video(frames, times=[1_700_000_000_000, 1_700_000_001_600]))
        self.assert_face(slow, "UNABLE_TO_CALCULATE_LIVENESS", feedback=["FRAMERATE_TOO_SLOW"])
        for times in ([1_565_891_124.5, 1_565_891_124.6], [0, 33.5]):
            token = self.at_face()
            self.assert_face(stills.add_face(token, video([pictures.still(), pictures.still()], times=times)), "LIVE")

    def test_a_picture_without_a_face_says_so(self) -> None:
        answer = stills.add_face(self.at_face(), video([pictures.png(480, 640)]))
        document = self.assert_face(answer, "UNABLE_TO_CALCULATE_LIVENESS", feedback=["NO_FACE_DETECTED"])
        self.assertEqual(document["recapture"][0]["code"], "NO_SINGLE_FACE")

    def test_two_persons_are_not_one(self) -> None:
        frames = [pictures.still(), pictures.still(pictures.OTHER_PERSON)]
        answer = stills.add_face(self.at_face(), video(frames))
        self.assert_face(answer, "UNABLE_TO_CALCULATE_LIVENESS", feedback=["INVALID_FRAME"])

    def test_a_data_prefix_and_line_breaks_in_base64_are_tolerated(self) -> None:
        package = video([pictures.still()])
        frame = package["video"]["workflow_data"]["frames"][0]
        text = frame["data"]
        frame["data"] = "data:image/jpeg;base64," + "\r\n".join(text[at : at + 76] for at in range(0, len(text), 76))
        self.assert_face(stills.add_face(self.at_face(), package), "LIVE")

    def test_workflow_names_are_read_in_any_case_and_hotel_takes_one_still(self) -> None:
        for workflow in ("CHARLIE4", "Charlie", "delta6", "foxtrot2", "hotel2"):
            with self.subTest(workflow):
                token = self.at_face()
                answer = stills.add_face(token, video([pictures.still()], workflow, rotation=None))
                self.assertEqual(answer.status, 200, answer.described())


class PackageTests(EnrollmentTests):
    def test_a_package_sealed_for_another_enrollment_stays_shut(self) -> None:
        token, another = self.at_face(), self.at_face()
        package = packages.seal_v2(video([pictures.still()]), stills.public_keys()[1], another)
        self.assert_refused(stills.add_face(token, package), "PACKAGE_UNREADABLE")
        self.assert_face(stills.add_face(another, package), "LIVE")

    def test_a_package_sealed_for_another_tenant_stays_shut(self) -> None:
        foreign = installation.portal("foreign")
        token, (rsa_pem, ec_pem) = self.at_face(), foreign.public_keys()
        package = video([pictures.still()])
        self.assert_refused(stills.add_face(token, packages.seal_v2(package, ec_pem, token)), "PACKAGE_UNREADABLE")
        for form in packages.CBC_FORMS:
            self.assert_refused(stills.add_face(token, form.seal(package, rsa_pem)), "PACKAGE_UNREADABLE")
        self.assert_face(stills.add_face(token, package), "LIVE")

    def test_every_change_of_a_sealed_package_is_the_same_refusal(self) -> None:
        # Twelve that do not open, without a challenge after eight of them.
        passive = installation.portal("passive", allowStillPackages=True, faceWorkflow="passive")
        token, (rsa_pem, ec_pem) = self.at_face(passive), passive.public_keys()
        package = video([pictures.still()])
        sealed, wrapped = packages.seal_v2(package, ec_pem, token), packages.CBC_FORMS[1].seal(package, rsa_pem)
        changed = [
            sealed | {"kid": packages.key_id(rsa_pem)},
            sealed | {"enc": packages.encode(b"\x04" + bytes(64))},
            sealed | {"ct": packages.encode(base64.b64decode(sealed["ct"])[:-1])},
            sealed | {"ct": ""},
            wrapped | {"key": packages.encode(bytes(384))},
            wrapped | {"iv": packages.encode(bytes(15))},
            wrapped | {"p": packages.encode(bytes(64))},
            packages.seal_bytes(b"no json", rsa_pem, packages.CBC_FORMS[1]),
            packages.seal_bytes(b'{"video":1}', rsa_pem, packages.CBC_FORMS[1]),
            packages.CBC_FORMS[1].seal(video([b"no picture"]), rsa_pem),
            packages.CBC_FORMS[1].seal(video([]), rsa_pem),
            packages.CBC_FORMS[1].seal(video([pictures.still()], "zulu4"), rsa_pem),
        ]
        texts = set()
        for index, package in enumerate(changed):
            with self.subTest(index):
                answer = passive.add_face(token, package)
                self.assert_refused(answer, "PACKAGE_UNREADABLE")
                texts.add(answer.json()["errorMsg"])
        self.assertEqual(len(texts), 1)
        self.assert_face(passive.add_face(token, sealed), "LIVE")

    def test_inside_form_2_what_is_wrong_is_named(self) -> None:
        token, ec_pem = self.at_face(), stills.public_keys()[1]
        for package, reason in (
            (video([]), "NO_FRAMES"),
            (video([pictures.still()], "zulu4"), "UNKNOWN_WORKFLOW"),
            (video([pictures.still(), pictures.still()], times=[5, 5]), "FRAME_TIMES_INVALID"),
            (video([b"no picture"]), "NOT_AN_IMAGE"),
        ):
            with self.subTest(reason):
                self.assert_refused(stills.add_face(token, packages.seal_v2(package, ec_pem, token)), reason)

    def test_what_newer_phones_write_is_taken(self) -> None:
        for form in ("heic", "avif"):
            with self.subTest(form):
                token = self.at_face()
                self.assert_face(stills.add_face(token, video([pictures.coded(pictures.still(), form)])), "LIVE")
                page = pictures.coded(pictures.passport_page(), form)
                document = self.assert_step(stills.add_document(token, [page]), COMPLETE)
                self.assertIs(document["matchResult"], True)
                self.assertIs(document["documentVerificationResult"], True)

    def test_photographs_of_48_and_108_megapixels_are_read(self) -> None:
        token = self.at_face()
        self.assert_face(stills.add_face(token, video([pictures.enlarged(pictures.still(), 6000)])), "LIVE")
        page = pictures.enlarged(pictures.passport_page(), 12_300)
        document = self.assert_step(stills.add_document(token, [page]), COMPLETE)
        self.assertIs(document["matchResult"], True)
        self.assertIs(document["documentVerificationResult"], True)

    def test_what_is_not_taken_is_named_by_its_format(self) -> None:
        token = self.at_face()
        for start, said in (
            (b"II*\0", "This is TIFF; JPEG, PNG, WebP, HEIC and AVIF are taken"),
            (b"GIF89a", "This is GIF; JPEG, PNG, WebP, HEIC and AVIF are taken"),
        ):
            answer = stills.add_face(token, video([start + bytes(400)]))
            self.assert_refused(answer, "NOT_AN_IMAGE")
            self.assertEqual(answer.json()["errorMsg"], said)

    def test_a_form_that_is_unknown_or_not_accepted_is_named(self) -> None:
        token = self.at_face()
        for version in (1, 3, -1):
            answer = stills.add_face(token, {"v": version, "kid": "", "enc": "", "ct": ""})
            self.assert_refused(answer, "PACKAGE_FORM_NOT_ACCEPTED")
        sealed_only = installation.portal("sealedonly", acceptedPackageForms=["v2"], allowStillPackages=True)
        rsa_pem, ec_pem = sealed_only.public_keys()
        token, package = self.at_face(sealed_only), video([pictures.still()])
        self.assert_refused(sealed_only.add_face(token, package), "PACKAGE_FORM_NOT_ACCEPTED")
        for form in packages.CBC_FORMS:
            answer = sealed_only.add_face(token, form.seal(package, rsa_pem))
            self.assert_refused(answer, "PACKAGE_FORM_NOT_ACCEPTED")
        self.assert_face(sealed_only.add_face(token, packages.seal_v2(package, ec_pem, token)), "LIVE")

    def test_frames_of_one_enrollment_are_not_accepted_in_another(self) -> None:
        package = video([pictures.still()])
        self.assert_face(stills.add_face(self.at_face(), package), "LIVE")
        token = self.at_face()
        self.assert_refused(stills.add_face(token, package), "PACKAGE_REPLAYED")
        rsa_pem, ec_pem = stills.public_keys()
        self.assert_refused(stills.add_face(token, packages.seal_v2(package, ec_pem, token)), "PACKAGE_REPLAYED")
        self.assert_face(stills.add_face(token, video([pictures.still()])), "LIVE")

    def test_a_session_id_is_taken_once(self) -> None:
        rsa_pem, ec_pem = stills.public_keys()

        def captured(session_id: str | None) -> Package:
            package = video([pictures.still()])
            package["video"]["meta_data"]["session_id"] = session_id
            return package

        handed_out = [stills.get("/b2c/sdk/getSessionId").json()["session_id"] for _ in range(2)]
        self.assertNotEqual(*handed_out)
        for session_id in [*handed_out, str(uuid.uuid4())]:
            token, package = self.at_face(), captured(session_id)
            first = stills.add_face(token, package)
            self.assert_face(first, "LIVE")
            self.assertEqual(stills.add_face(token, package).body, first.body, "the same request")
            token, again = self.at_face(), captured(session_id.upper())
            for form in (again, packages.seal_v2(again, ec_pem, token), packages.CBC_FORMS[0].seal(again, rsa_pem)):
                self.assert_refused(stills.add_face(token, form), "SESSION_ID_INVALID")
            # Nobody else has used it, and a package needs none.
            other = installation.portal(f"another{session_id[-6:]}", allowStillPackages=True)
            self.assert_face(other.add_face(self.at_face(other), captured(session_id)), "LIVE")
            self.assert_face(stills.add_face(token, captured(None)), "LIVE")

    def test_a_session_id_is_used_once_it_was_judged(self) -> None:
        session_id, token = stills.get("/b2c/sdk/getSessionId").json()["session_id"], self.at_face()
        for frames, reason in (([b"no picture"], "NOT_AN_IMAGE"), ([], "NO_FRAMES")):
            package = video(frames)
            package["video"]["meta_data"]["session_id"] = session_id
            self.assert_refused(stills.add_face(token, package), reason)
        package = video([pictures.png()])
        package["video"]["meta_data"]["session_id"] = session_id
        self.assert_face(stills.add_face(token, package), "UNABLE_TO_CALCULATE_LIVENESS")
        self.assert_refused(stills.add_face(self.at_face(), package), "SESSION_ID_INVALID")

    def test_a_tenant_may_switch_the_replay_guard_off(self) -> None:
        portal = installation.portal("unguarded", allowStillPackages=True, replayGuard="off")
        package = video([pictures.still()])
        for _ in range(2):
            self.assert_face(portal.add_face(self.at_face(portal), package), "LIVE")


class StrictTests(EnrollmentTests):
    def test_the_strict_profile_wants_consent_and_sealed_packages(self) -> None:
        portal = installation.portal("strict", profile="strict", allowStillPackages=True)
        token = portal.begin("strict@example.org")
        self.assert_step(portal.add_device(token), PENDING)
        ec_pem, package = portal.public_keys()[1], video([pictures.still()])
        self.assert_refused(portal.add_face(token, packages.seal_v2(package, ec_pem, token)), "CONSENT_REQUIRED")
        consent = {"textHash": "ab" * 32, "textVersion": "1", "language": "en", "acceptedAt": "2026-11-21T10:00:00Z"}
        answer = portal.post("/onboarding/enrollment/consent", {"enrollmentToken": token, "consent": consent})
        self.assertEqual(set(self.assert_step(answer, PENDING)), {"enrollmentStatus", "registrationCode"})
        self.assert_refused(portal.add_face(token, package), "PACKAGE_FORM_NOT_ACCEPTED")
        self.assert_face(portal.add_face(token, packages.seal_v2(package, ec_pem, token)), "LIVE")
        document = self.assert_step(portal.add_document(token, [pictures.passport_page()]), PENDING)
        self.assertIs(document["documentVerificationResult"], False, "authenticity is required and not checked")


class DocumentTests(EnrollmentTests):
    def test_every_answer_has_the_documented_members(self) -> None:
        document = self.assert_step(stills.add_document(self.at_document(), [pictures.passport_page()]), COMPLETE)
        members = {
            "enrollmentStatus",
            "registrationCode",
            "matchResult",
            "matchScore",
            "ocrResults",
            "retryDocumentCapture",
            "documentVerificationResult",
            "icaoVerificationResult",
            "icaoChipValidationResults",
        }
        self.assertEqual(set(document), members)
        self.assertIsNone(document["icaoChipValidationResults"])
        self.assertGreater(document["matchScore"], 2.0)
        results = document["ocrResults"]
        self.assertIs(results["mrzPresence"], True)
        self.assertEqual(results["icaoCode"], "UTO")
        self.assertEqual(results["overallResult"], "UNDEFINED", "nobody looked at genuineness")
        self.assertEqual(results["authenticityResult"]["overallResult"], "UNDEFINED")
        self.assertIn("AUTHENTICITY_NULL", results["overallResultInfo"]["analysisEngineErrorCodes"])
        self.assertEqual(results["overallResultInfo"]["numberOfImages"], 1)
        self.assertTrue(base64.b64decode(results["portraitImage"], validate=True).startswith(b"\xff\xd8"))

        fields = {field["name"]: field for field in results["fieldType"]}
        self.assertGreaterEqual(len(fields), 30)
        holder = pictures.Holder()
        self.assertEqual(fields["Surname"]["fieldResult"]["mrz"], holder.surname)
        self.assertEqual(fields["Given names"]["fieldResult"]["mrz"], holder.given_names)
        self.assertEqual(fields["Document #"]["fieldResult"]["mrz"], holder.number)
        self.assertEqual(fields["Date of birth"]["fieldResult"]["mrz"], "1974-08-12")
        self.assertEqual(fields["Date of expiry"]["fieldResult"]["mrz"], "2034-04-15")
        self.assertEqual(fields["Surname"]["typeId"], 8)
        for field in fields.values():
            self.assertEqual(set(field), {"name", "typeId", "overallResult", "fieldResult"})
            self.assertNotIn(None, field["fieldResult"].values())
        self.assertEqual(int(fields["Age"]["fieldResult"]["visual"]), int(fields["Age"]["fieldResult"]["mrz"]))

    def test_another_persons_document_does_not_match(self) -> None:
        holder = pictures.Holder(number="UB7020135")
        token = self.at_document()
        page = pictures.passport_page(pictures.OTHER_PERSON, holder)
        document = self.assert_step(stills.add_document(token, [page]), PENDING)
        self.assertIs(document["matchResult"], False)
        self.assertIs(document["retryDocumentCapture"], False)
        self.assertLess(document["matchScore"], 2.0)
        own = self.assert_step(stills.add_document(token, [pictures.passport_page()]), COMPLETE)
        self.assertIs(own["matchResult"], True)

    def test_a_given_face_is_compared_where_no_live_one_is_asked_for(self) -> None:
        checks = {
            "enrollment": {"addDevice": False, "addFace": False},
            "authentication": {"verifyDevice": False, "verifyFace": False},
            "reenrollment": {"verifyFace": False},
        }
        portal = installation.portal("documents", onboardingOptions=checks)
        token = portal.begin(username())

        def send(image: str, page: bytes) -> Answer:
            request = document_request(token, [page])
            request["biometricsInfo"] = {"facialImage": {"image": image}}
            return portal.post("/onboarding/enrollment/addDocumentOCR", request)

        def add(image: str, number: str) -> Answer:
            return send(image, pictures.passport_page(holder=pictures.Holder(number=number)))

        self.assert_refused(add("####", "UF1000001"), "BAD_BASE64")
        self.assert_refused(add(encode(b"no picture"), "UF1000001"), "NOT_AN_IMAGE")
        self.assert_refused(send(encode(b"no picture"), pictures.png(640, 480)), "NOT_AN_IMAGE")
        other = self.assert_step(add(encode(pictures.still(pictures.OTHER_PERSON)), "UF1000001"), PENDING)
        self.assertIs(other["matchResult"], False)
        self.assertIs(other["retryDocumentCapture"], False)
        faceless = self.assert_step(add(encode(pictures.png(640, 480)), "UF1000001"), PENDING)
        self.assertIs(faceless["retryDocumentCapture"], True)
        own = self.assert_step(add(encode(pictures.still()), "UF1000001"), COMPLETE)
        self.assertIs(own["matchResult"], True)
        self.assertGreater(own["matchScore"], 2.0)
        token = portal.begin(username())
        self.assertNotIn("matchResult", self.assert_step(add("", "UF1000002"), COMPLETE), "no face to compare with")

    def test_a_given_face_is_no_substitute_for_a_live_one(self) -> None:
        request = document_request(
            self.at_document(), [pictures.passport_page(pictures.OTHER_PERSON, pictures.Holder(number="UF1000003"))]
        )
        request["biometricsInfo"] = {"facialImage": {"image": encode(pictures.still(pictures.OTHER_PERSON))}}
        answer = stills.post("/onboarding/enrollment/addDocumentOCR", request)
        self.assertIs(self.assert_step(answer, PENDING)["matchResult"], False)

    def test_an_expired_document_is_not_verified(self) -> None:
        page = pictures.passport_page(holder=pictures.Holder(number="UC1180344", expiry="240415"))
        document = self.assert_step(stills.add_document(self.at_document(), [page]), PENDING)
        self.assertIs(document["documentVerificationResult"], False)
        self.assertIs(document["matchResult"], True)
        self.assertIn("DOCUMENT EXPIRED", document["ocrResults"]["overallResultInfo"]["fieldErrorCodes"])
        self.assertEqual(document["ocrResults"]["overallResult"], "FAILED")

    def test_a_wrong_check_digit_is_not_verified(self) -> None:
        class Misprinted(pictures.Holder):
            def zone(self) -> tuple[str, str]:
                first, second = super().zone()
                return first, second[:9] + str((int(second[9]) + 5) % 10) + second[10:]

        page = pictures.passport_page(holder=Misprinted(number="UD2210999"))
        document = self.assert_step(stills.add_document(self.at_document(), [page]), PENDING)
        self.assertIs(document["documentVerificationResult"], False)
        self.assertIn("MRZ_CHECK_DIGIT", document["ocrResults"]["overallResultInfo"]["fieldErrorCodes"])

    def test_a_picture_without_a_document_asks_for_another(self) -> None:
        token = self.at_document()
        for picture in (pictures.png(640, 480), pictures.still()):
            document = self.assert_step(stills.add_document(token, [picture]), PENDING)
            self.assertIs(document["retryDocumentCapture"], True)
            self.assertEqual(document["recapture"], [{"code": "MRZ_NOT_FOUND"}])
            self.assertIs(document["matchResult"], False)
            self.assertIs(document["documentVerificationResult"], False)
            self.assertIn("MRZ_NONE", document["ocrResults"]["overallResultInfo"]["fieldErrorCodes"])
        self.assert_step(stills.add_document(token, [pictures.passport_page()]), COMPLETE)

    def test_a_clients_rules_make_the_tenants_stricter(self) -> None:
        token = self.at_document()
        page = pictures.passport_page(holder=pictures.Holder(number="UE3301555", birth="120101"))
        adults = {"minimumAge": 18, "validateMinimumAge": True}
        document = self.assert_step(stills.add_document(token, [page], adults), PENDING)
        self.assertIs(document["documentVerificationResult"], False)
        results = document["ocrResults"]["documentValidationRulesResult"]["requestedDocumentValidationRuleResults"]
        self.assertIn("FAILED", results.values())
        ignored = {"minimumAge": 18, "validateMinimumAge": False}
        self.assert_step(stills.add_document(token, [page], ignored), COMPLETE)

    def test_a_field_that_a_client_names_must_have_been_read(self) -> None:
        token = self.at_document()
        request = document_request(token, [pictures.passport_page(holder=pictures.Holder(number="UF4402666"))])

        def held_against(*rules: tuple[str, list[str]]) -> Answer:
            named = [{"docTypeKeyword": keyword, "fields": fields} for keyword, fields in rules]
            return stills.post("/onboarding/enrollment/addDocumentOCR", request | {"processingInstructions": {"fieldsToValidate": named}})

        document = self.assert_step(held_against(("Passport", ["Surname", "Place of Birth"])), PENDING)
        self.assertIs(document["documentVerificationResult"], False)
        results = document["ocrResults"]["documentValidationRulesResult"]["requestedDocumentValidationRuleResults"]
        self.assertEqual(results, {"fieldsToValidate": "FAILED"})
        passed = held_against(("Passport", ["*", "Surname"]), ("Driver License", ["Place of Birth"]))
        document = self.assert_step(passed, COMPLETE)
        results = document["ocrResults"]["documentValidationRulesResult"]["requestedDocumentValidationRuleResults"]
        self.assertEqual(results, {"fieldsToValidate": "OK"})

    def test_only_test_tenants_verify_specimens(self) -> None:
        portal = installation.portal("earnest", is_test=False, allowStillPackages=True)
        document = self.assert_step(portal.add_document(self.at_document(portal), [pictures.passport_page()]), PENDING)
        self.assertIs(document["documentVerificationResult"], False)
        self.assertIs(document["matchResult"], True)
        self.assertEqual(document["ocrResults"]["icaoCode"], "UTO")

    def test_published_specimens_are_read_and_are_nobody_here(self) -> None:
        specimens = [pictures.shared(f"mrz/{name}") for name in ("td3_uto_1.png", "td3_uto_2.jpg", "td1_uto_1.jpg")]
        token = self.at_document()
        read = 0
        for path in specimens:
            answer = stills.add_document(token, [path.read_bytes()])
            document = self.assert_step(answer, PENDING)
            self.assertIs(document["matchResult"], False, path.name)
            read += document["ocrResults"]["mrzPresence"]
        self.assertGreater(read, 0)

    def test_the_readers_containers_count_only_where_they_are_open(self) -> None:
        token = self.at_document()

        def containers(*containers: dict[str, Any]) -> Answer:
            data = {"ContainerList": {"List": list(containers)}, "TransactionInfo": {"UserName": ""}}
            documents = {"documentPayload": {"request": {"vendor": "REGULA", "data": data}}}
            document = {"enrollmentToken": token, "documentsInfo": documents}
            return stills.post("/onboarding/enrollment/addDcoumentOCR", document)

        licence = {"result_type": 50, "License": "AAAA", "buf_length": 3}
        encrypted = {"result_type": 49, "EncryptedRCL": "AAAA", "buf_length": 3}
        self.assert_refused(containers(licence, encrypted), "ENCRYPTED_CONTAINER_UNSUPPORTED")
        image = {"format": ".jpg", "image": packages.encode(pictures.passport_page())}
        opened = containers(licence, {"result_type": 1, "light": 6, "RawImageContainer": image})
        self.assert_step(opened, COMPLETE)


if __name__ == "__main__":
    unittest.main()
