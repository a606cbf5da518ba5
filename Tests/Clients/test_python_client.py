"""The Python client: its types, its package, its own tests, and whole enrollments against a real server."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
import time
import unittest
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from surroundings import PYTHON_CLIENT, guide, run

import pictures
from client import flow
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from installation import Installation
from onboarding_client import (
    Authentication,
    Capture,
    ClientSecret,
    Consent,
    Credentials,
    EnrollmentStatus,
    FaceAttributes,
    Frame,
    OnboardingError,
    Phone,
    Portal,
    PrivateKeyJWT,
    Session,
    StepResult,
    Transport,
    Users,
    open_hand_off,
)
from right_requests import FACE_ATTRIBUTES, HAS_ATTRIBUTES

START = 1_700_000_000_000
#: Enrolls by device and face.
BY_FACE = {"enrollment": {"addDevice": True, "addFace": True, "addDocument": False}}


class PackageTests(unittest.TestCase):
    def test_every_expression_has_its_type(self) -> None:
        with tempfile.TemporaryDirectory() as cache:
            run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache], PYTHON_CLIENT)

    def test_its_own_tests_pass(self) -> None:
        command = [sys.executable, "-B", "-m", "unittest", "discover", "--start-directory", PYTHON_CLIENT / "tests"]
        said = run(command, PYTHONPATH=str(PYTHON_CLIENT / "src"))
        self.assertGreater(int(re.findall(r"Ran (\d+) tests", said)[0]), 25)

    def test_the_package_can_be_built_and_says_that_it_is_typed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "source"
            # What a build leaves behind stays out of the checkout.
            copy.mkdir()
            for path in ("pyproject.toml", "README.md"):
                (copy / path).write_bytes((PYTHON_CLIENT / path).read_bytes())
            for module in (PYTHON_CLIENT / "src").rglob("*"):
                if module.is_file() and "__pycache__" not in module.parts:
                    target = copy / module.relative_to(PYTHON_CLIENT)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(module.read_bytes())
            options = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", folder)
            run([sys.executable, "-m", "pip", "wheel", *options, copy])
            with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
                names = set(wheel.namelist())
        modules = {f"onboarding_client/{path.name}" for path in (PYTHON_CLIENT / "src/onboarding_client").glob("*.py")}
        self.assertLessEqual(modules | {"onboarding_client/py.typed"}, names)


class EnrollmentTests(unittest.TestCase):
    """One server and one tenant that takes stills; its persons have nothing to do with each other."""

    installation: ClassVar[Installation]
    known: ClassVar[flow.Credentials]
    portal: ClassVar[Portal]

    @classmethod
    def setUpClass(cls) -> None:
        cls.installation = Installation()
        cls.addClassCleanup(cls.installation.close)
        cls.installation.start()
        cls.known = cls.installation.tenant("python", allowStillPackages=True)
        cls.portal = cls.portal_with(ClientSecret(cls.known.client_id, cls.known.client_secret))

    @classmethod
    def portal_with(cls, credentials: Credentials, **options: Any) -> Portal:
        known = cls.known
        return Portal(cls.installation.endpoint.url, known.realm, known.api_key, credentials, **options)

    def scanned(self, session: Session) -> Phone:
        """A phone that opened the QR data of a session."""
        known = self.known
        hand_off = open_hand_off(session.callback_url, known.qr_public_key, known.qr_key)
        self.assertEqual(hand_off.session_token, session.token)
        return Phone(Transport(hand_off.base_url), hand_off)

    def test_a_whole_enrollment(self) -> None:
        session = self.portal.trigger("erika", "erika@example.org", reference="case-118")
        self.assertTrue(session.qr_image.startswith(b"\x89PNG"))
        self.assertEqual(self.portal.status(session.token).completion, "Pending")

        phone = self.scanned(session)
        phone.validate()
        enrolled = phone.enroll()
        token = enrolled.token
        assert token is not None
        self.assertEqual(enrolled.required_checks, ("addDevice", "addFace", "addDocument"))
        self.assertEqual(phone.enroll().token, token)
        self.assertEqual(phone.add_device(token, "phone-1").status, EnrollmentStatus.PENDING)
        self.assertEqual(phone.challenge_face(token).kind, "movement")
        face = phone.add_face(token, Capture([Frame(pictures.still(), START)]))
        self.assertTrue(face.is_accepted, face.answer)
        self.assertEqual(face.decision, "LIVE")
        again = phone.add_document(token, [pictures.still()])
        self.assertTrue(again.is_to_be_captured_again)
        self.assertEqual(again.recapture[0].code, "MRZ_NOT_FOUND")
        document = phone.add_document(token, [pictures.varied(pictures.passport_page())])
        self.assertEqual((document.is_verified, document.is_match), (True, True), document.answer)
        self.assertEqual(document.status, EnrollmentStatus.COMPLETE)
        self.assertEqual(document.fields["Surname"], "WENDLAND")
        self.assertIsNone(phone.status(session.token).enrollment)

        status = self.portal.status(session.token)
        self.assertEqual(status.completion, "Success")
        found = list(self.portal.search(reference="case-118", page_size=1))
        self.assertEqual([one.registration_code for one in found], [document.registration_code])
        identifier = found[0].enrollment_id
        detail = self.portal.enrollment(identifier)
        self.assertEqual(detail, status.enrollment)
        self.assertEqual(detail, self.portal.registration(document.registration_code))
        assert detail.person is not None
        assert detail.person.document is not None and detail.person.face is not None
        self.assertEqual(detail.person.document.issuing_state, "UTO")
        self.assertEqual([check.check for check in detail.accepted_checks], list(enrolled.required_checks))

        receipt = self.portal.receipt(identifier)
        self.assertEqual((receipt.state, receipt.reference, receipt.is_test), ("complete", "case-118", True))
        self.assertEqual([check.check for check in receipt.checks], list(enrolled.required_checks))
        self.assertEqual(self.portal.verified(receipt.token), receipt)

        with self.assertRaises(OnboardingError) as caught:
            self.portal.trigger("erika", "erika@example.org")
        self.assertEqual((caught.exception.status, caught.exception.reason), (200, "USERNAME_REGISTERED"))
        self.assertEqual(self.portal.erase(identifier), (identifier,))
        certificate = self.portal.erasure_certificate(identifier)
        self.assertEqual(certificate.subject, hashlib.sha256(identifier.encode()).hexdigest())
        self.assertEqual(certificate.tenant, certificate.claims["tenant"])
        with self.assertRaises(OnboardingError) as caught:
            self.portal.enrollment(identifier)
        self.assertEqual((caught.exception.status, caught.exception.reason), (404, "ENROLLMENT_UNKNOWN"))

    def test_the_listing_of_the_guide_runs(self) -> None:
        known = self.known
        listing = guide("python").replace("http://127.0.0.1:8080", self.installation.endpoint.url)
        listing = listing.replace("acme-consumers", known.realm).replace("API-KEY", known.api_key)
        listing = listing.replace("acme-b2b", known.client_id).replace("CLIENT-SECRET", known.client_secret)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "face.jpg").write_bytes(pictures.still())
            (Path(folder) / "passport.jpg").write_bytes(pictures.varied(pictures.passport_page()))
            command = [sys.executable, "-B", "-c", listing]
            said = run(command, Path(folder), PYTHONPATH=str(PYTHON_CLIENT / "src"))
            made = {path.name for path in Path(folder).iterdir()}
        self.assertIn("LIVE True\nTrue True", said)
        self.assertEqual(made, {"face.jpg", "passport.jpg", "code.png", "receipt.jwt"})

    def test_a_refusal_says_why_and_what_comes_next(self) -> None:
        token = self.portal.enroll("max", "max@example.org").token
        assert token is not None
        with self.assertRaises(OnboardingError) as caught:
            self.portal.add_face(token, Capture([Frame(pictures.still(), START)]))
        error = caught.exception
        self.assertEqual((error.status, error.reason), (400, "STEP_OUT_OF_ORDER"))
        self.assertEqual(error.details, {"nextStep": "addDevice"})
        self.assertTrue(error.request_id)
        identifier = next(self.portal.search(username="max")).enrollment_id
        with self.assertRaises(OnboardingError) as caught:
            self.portal.receipt(identifier)
        self.assertEqual(caught.exception.reason, "ENROLLMENT_PENDING")
        self.assertEqual(self.portal.cancel(token).status, EnrollmentStatus.FAILED)
        self.assertEqual(self.portal.receipt(identifier).state, "cancelled")

    def test_a_package_opens_for_its_own_enrollment_alone(self) -> None:
        tokens = [self.portal.enroll(name, f"{name}@example.org").token for name in ("first", "second")]
        package = Capture([Frame(pictures.still(), START)]).plain()
        key = self.portal.package_key()
        for token in tokens:
            self.portal.add_device(str(token), f"device-{token}")
        sealed = key.seal(package, str(tokens[0]))
        path = "/onboarding/enrollment/addFace"
        with self.assertRaises(OnboardingError) as caught:
            self.portal._post(path, {"enrollmentToken": tokens[1], "faceLivenessData": sealed})
        self.assertEqual(caught.exception.reason, "PACKAGE_UNREADABLE")
        answer = self.portal._post(path, {"enrollmentToken": tokens[0], "faceLivenessData": sealed})
        self.assertTrue(answer["livenessResult"])

    def test_the_same_key_begins_one_enrollment(self) -> None:
        begun = [self.portal.trigger("twice", "twice@example.org", idempotency_key="k-1").token for _ in range(2)]
        self.assertEqual(begun[0], begun[1])
        self.assertNotEqual(begun[0], self.portal.trigger("twice", "twice@example.org").token)

    def test_a_search_goes_from_page_to_page(self) -> None:
        for number in range(3):
            self.portal.enroll(f"page-{number}", "page@example.org")
        found = list(self.portal.search(email="page@example.org", states=["pending"], page_size=1))
        self.assertEqual([one.username for one in found], ["page-2", "page-1", "page-0"])

    def test_consent_is_given_and_taken_back(self) -> None:
        consent = Consent("00" * 32, "1", "de-AT", datetime(2026, 3, 2, 7, 36, 25, tzinfo=UTC))
        token = self.portal.enroll("consenting", "consenting@example.org").token
        assert token is not None
        self.assertEqual(self.portal.consent(token, consent).status, EnrollmentStatus.PENDING)
        self.assertEqual(self.portal.withdraw_consent(token), StepResult(EnrollmentStatus.FAILED, ""))
        self.assertEqual(list(self.portal.search(username="consenting")), [])

    def test_a_human_decides_beside_the_machine(self) -> None:
        token = self.portal.enroll("sandbox-attack-1", "reviewed@example.org").token
        assert token is not None
        status = self.portal.add_device(token, "device-reviewed").status
        while status is EnrollmentStatus.PENDING:
            status = self.portal.add_face(token, Capture([Frame(pictures.still(), START)])).status
        self.assertEqual(self.portal.request_review(token).status, EnrollmentStatus.FAILED)
        known = self.installation.credential(self.known, "desk", "enrollments:read", "review")
        desk = self.portal_with(ClientSecret(known.client_id, known.client_secret))
        (waiting,) = desk.search(reviews=["requested"])
        reviewed = desk.review(waiting.enrollment_id, is_accepted=True, reason="seen", reviewer="Grace Hopper")
        self.assertEqual((reviewed.summary.state, reviewed.summary.review), ("complete", "accepted"))
        self.assertEqual(reviewed.review and reviewed.review.reviewer, "Grace Hopper")

    def test_a_wrong_secret_is_refused_as_the_token_endpoint_says(self) -> None:
        portal = self.portal_with(ClientSecret(self.known.client_id, "wrong"))
        with self.assertRaises(OnboardingError) as caught:
            portal.configuration()
        self.assertEqual((caught.exception.status, caught.exception.reason), (401, "invalid_client"))

    def test_a_client_signs_in_by_its_private_key(self) -> None:
        for name, key in (
            ("curve", ec.generate_private_key(ec.SECP256R1())),
            ("modulus", rsa.generate_private_key(65537, 2048)),
        ):
            public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
            path = self.installation.folder / f"{name}.pem"
            path.write_bytes(public)
            options = ("--scope", "enroll", "--scope", "enrollments:read", "--public-key", str(path))
            try:
                self.installation.command("tenant", "credential", "add", "--tenant", "python", name, *options)
            except AssertionError as error:
                self.skipTest(f"this server knows no private_key_jwt: {str(error)[:200]}")
            first = self.known.client_id
            portal = self.portal_with(PrivateKeyJWT(f"python-{name}", key), receipt_audience=first)
            token = self.waiting(lambda: portal.enroll(name, f"{name}@example.org").token)
            portal.cancel(token)
            summary = next(portal.search(username=name))
            self.assertIsNone(portal.enrollment(summary.enrollment_id).person, "without the scope person:read")
            self.assertEqual(portal.receipt(summary.enrollment_id).state, "cancelled")
            with self.assertRaises(OnboardingError) as caught:
                portal.erase(summary.enrollment_id)
            self.assertEqual((caught.exception.status, caught.exception.reason), (403, "SCOPE_MISSING"))

    @staticmethod
    def waiting(call: Callable[[], str | None]) -> str:
        """What a call gives, once the server knows of a credential that was just made; within a second."""
        for _ in range(50):
            try:
                return str(call())
            except OnboardingError as error:
                if error.reason != "invalid_client":
                    raise
                time.sleep(0.05)
        return str(call())

    def test_the_configuration_is_shown_and_changed(self) -> None:
        self.assertEqual(self.portal.configuration()["onboardingConfig"]["maxFaceAttempts"], 5)
        changed = self.portal.change_configuration({"onboardingConfig": {"maxFaceAttempts": 4}})
        self.assertEqual(changed["onboardingConfig"]["maxFaceAttempts"], 4)


class ReturningTests(unittest.TestCase):
    """One server and one tenant that asks whoever comes back for device and face."""

    installation: ClassVar[Installation]
    known: ClassVar[flow.Credentials]
    portal: ClassVar[Portal]

    @classmethod
    def setUpClass(cls) -> None:
        cls.installation = Installation()
        cls.addClassCleanup(cls.installation.close)
        cls.installation.start()
        options = BY_FACE | {"authentication": {"verifyDevice": True, "verifyFace": True}}
        seen = {"phoneSeesScores": True, "onboardingOptions": options}
        cls.known = cls.installation.tenant("returning", allowStillPackages=True, **seen)
        cls.portal = cls.signed_in(cls.known)

    @classmethod
    def signed_in(cls, known: flow.Credentials) -> Portal:
        secret = ClientSecret(known.client_id, known.client_secret)
        return Portal(cls.installation.endpoint.url, known.realm, known.api_key, secret)

    def registered(self, username: str) -> tuple[str, ec.EllipticCurvePrivateKey]:
        """The registration code of somebody new, and the key of the device `DEVICE-username`."""
        key = ec.generate_private_key(ec.SECP256R1())
        token = self.portal.enroll(username, f"{username}@example.org").token
        assert token is not None
        self.portal.add_device(token, f"DEVICE-{username}", spki(key))
        added = self.portal.add_face(token, face())
        self.assertEqual(added.status, EnrollmentStatus.COMPLETE, added.answer)
        return added.registration_code, key

    def test_a_registered_person_comes_back(self) -> None:
        code, key = self.registered("ida")
        session = self.portal.trigger_authentication("ida", reference="order 7")
        self.assertTrue(session.qr_image.startswith(b"\x89PNG"))
        pending = self.portal.status(session.token)
        self.assertEqual((pending.completion, pending.purpose), ("Pending", "authenticate"))
        phone = self.portal.phone(session)
        phone.validate()
        begun = phone.authenticate()
        checks = ("verifyDevice", "verifyFace")
        self.assertEqual(begun, Authentication(begun.token, checks, False, False))
        self.assertEqual(phone.authenticate(), begun)
        with self.assertRaises(OnboardingError) as caught:
            phone.verify_face(begun.token, face())
        self.assertEqual(caught.exception.reason, "STEP_OUT_OF_ORDER")
        self.assertEqual(caught.exception.details, {"nextStep": "verifyDevice"})
        device = phone.verify_device(begun.token, "DEVICE-ida", key)
        self.assertEqual((device.is_verified, device.status), (True, EnrollmentStatus.PENDING))
        self.assertEqual(phone.challenge_verification(begun.token).kind, "movement")
        seen = phone.verify_face(begun.token, face())
        self.assertEqual((seen.is_live, seen.is_match), (True, True), seen.answer)
        self.assertEqual((seen.decision, seen.status), ("LIVE", EnrollmentStatus.COMPLETE))
        self.assertGreater(seen.match_score or 0, 4)
        status = self.portal.status(session.token)
        login = status.authentication
        assert login is not None
        self.assertEqual((status.completion, login.state, login.reference), ("Success", "complete", "order 7"))
        self.assertEqual([check.check for check in login.accepted_checks], list(checks))
        self.assertGreater(login.accepted_checks[1].match_score or 0, 4)
        self.assertEqual(self.portal.authentication(login.enrollment_id, login.authentication_id), login)
        (found,) = self.portal.search_authentications(reference="order 7")
        self.assertEqual(found.authentication_id, login.authentication_id)
        proof = self.portal.authentication_receipt(login.enrollment_id, login.authentication_id)
        self.assertEqual((proof.state, proof.reference, proof.purpose), ("complete", "order 7", "authenticate"))
        with self.assertRaises(OnboardingError) as caught:
            self.portal.verified(proof.token)
        self.assertEqual(caught.exception.reason, "RECEIPT_INVALID")
        registration = self.portal.registration_detail(code)
        self.assertEqual(registration.devices[0].device_id, "DEVICE-ida")
        self.assertIsNone(registration.locked_until)
        last = registration.activities[-1]
        self.assertEqual((last.type, last.result), ("authenticate", "complete"))
        self.assertEqual(registration.enrollment, self.portal.registration(code))

    def test_the_listing_of_the_guide_lets_somebody_in(self) -> None:
        _, key = self.registered("erika")
        known = {"portal": self.portal, "device_key": key, "Capture": Capture, "Frame": Frame, "time": time}
        listing = guide("python", 1).replace("phone-1", "DEVICE-erika")
        said: list[tuple[object, ...]] = []
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "face.jpg").write_bytes(pictures.varied(pictures.still()))
            known |= {"Path": lambda name: Path(folder) / name, "print": lambda *words: said.append(words)}
            exec(listing, known)
        *steps, (receipt,) = said
        self.assertEqual(steps, [(True,), (True, True, "COMPLETE"), ("complete", None, "order-7")])
        self.assertEqual(self.portal.verified_authentication(str(receipt)).state, "complete")

    def test_who_is_somebody_else_is_locked_out(self) -> None:
        code, key = self.registered("ola")
        begun = self.portal.authenticate(registration_code=code)
        self.portal.verify_device(begun.token, "DEVICE-ola", key)
        status = EnrollmentStatus.PENDING
        while status is EnrollmentStatus.PENDING:
            seen = self.portal.verify_face(begun.token, face(pictures.OTHER_PERSON))
            self.assertEqual((seen.is_live, seen.is_match), (True, False), seen.answer)
            status = seen.status
        self.assertIs(status, EnrollmentStatus.FAILED)
        with self.assertRaises(OnboardingError) as caught:
            self.portal.authenticate("ola")
        self.assertEqual((caught.exception.status, caught.exception.reason), (429, "REGISTRATION_LOCKED"))
        self.assertGreater(caught.exception.retry_after or 0, 0)
        self.assertIsNotNone(self.portal.registration_detail(code).locked_until)

    def test_a_device_with_another_key_is_none(self) -> None:
        self.registered("uma")
        token = self.portal.authenticate("uma").token
        refused = self.portal.verify_device(token, "DEVICE-uma", ec.generate_private_key(ec.SECP256R1()))
        self.assertEqual((refused.is_verified, refused.status), (False, EnrollmentStatus.PENDING))
        self.assertFalse(self.portal.verify_device(token, "DEVICE-uma", b"no signature").is_verified)
        self.assertIs(self.portal.cancel_authentication(token), EnrollmentStatus.FAILED)
        with self.assertRaises(OnboardingError) as caught:
            self.portal.authenticate("nobody")
        self.assertEqual((caught.exception.status, caught.exception.reason), (400, "NOT_REGISTERED"))

    def test_a_face_leads_to_another_device(self) -> None:
        code, _ = self.registered("eva")
        known = self.portal.enroll("eva", "eva@example.org")
        self.assertEqual((known.token, known.user_exists_already), (None, True))
        self.assertIs(self.portal.cancel_re_enrollment(str(known.re_enrollment_token)), EnrollmentStatus.FAILED)
        begun = self.portal.re_enroll(code)
        self.assertEqual(begun.required_checks, ("verifyFace",))
        token = str(begun.re_enrollment_token)
        self.assertEqual(self.portal.challenge_re_enrollment(token).kind, "movement")
        self.assertTrue(self.portal.verify_re_enrollment_face(token, face()).is_match)
        key = ec.generate_private_key(ec.SECP256R1())
        done = self.portal.complete_re_enrollment(token, "another", spki(key), replaces_others=True)
        self.assertEqual((done.registration_code, done.status), (code, EnrollmentStatus.COMPLETE))
        self.assertEqual([one.device_id for one in self.portal.registration_detail(code).devices], ["another"])
        self.assertTrue(self.portal.verify_device(self.portal.authenticate("eva").token, "another", key).is_verified)

    def test_a_document_is_shown_again(self) -> None:
        options = {"authentication": {"verifyFace": True, "addDocument": True}}
        portal = self.signed_in(
            self.installation.tenant("documents", allowStillPackages=True, onboardingOptions=BY_FACE | options)
        )
        token = str(portal.enroll("kim", "kim@example.org").token)
        portal.add_device(token, "kim")
        portal.add_face(token, face())
        begun = portal.authenticate("kim")
        self.assertEqual(begun.required_checks, ("verifyFace", "addDocument"))
        self.assertTrue(portal.verify_face(begun.token, face()).is_match)
        again = portal.verify_document(begun.token, [pictures.still()])
        self.assertTrue(again.is_to_be_captured_again)
        self.assertEqual(again.recapture[0].code, "MRZ_NOT_FOUND")
        shown = portal.verify_document(begun.token, [pictures.varied(pictures.passport_page())])
        self.assertEqual((shown.is_verified, shown.is_match), (True, True), shown.answer)
        self.assertEqual((shown.status, shown.fields["Surname"]), (EnrollmentStatus.COMPLETE, "WENDLAND"))

    def test_attributes_are_estimated_where_the_tenant_wants_them(self) -> None:
        known = self.installation.credential(self.known, "attributes", "attributes", "enroll")
        client = self.signed_in(known)
        with self.assertRaises(OnboardingError) as caught:
            client.face_attributes(pictures.still())
        self.assertEqual((caught.exception.status, caught.exception.reason), (403, "FACE_ATTRIBUTES_DISABLED"))
        self.installation.command(
            "tenant", "configure", "returning", json.dumps({"faceAttributes": FACE_ATTRIBUTES})
        )
        if not HAS_ATTRIBUTES:
            self.skipTest("no pack attributes is installed")
        found = self.portal_waiting(client)
        assert found.male is not None and found.mustache is not None and found.emotions is not None
        self.assertIs(found.male.result, True)
        self.assertEqual((found.mustache.result, found.mustache.reason), (None, "NO_DEFENSIBLE_MODEL"))
        self.assertIsNone(found.emotions["confused"])
        self.assertEqual(found.unavailable["emotions.confused"], "CLASS_NOT_ESTIMATED")
        self.assertAlmostEqual(sum(share or 0 for share in found.emotions.values()), 1, places=4)
        assert found.position is not None and found.components is not None and found.age is not None
        self.assertLess(found.position["left"], found.components["left_eye"][0])
        assert found.age_range is not None
        self.assertLess(found.age_range[0], found.age)
        self.assertIsNone(found.frame)
        self.assertEqual(client.face_attributes(face()).frame, 0)

    @staticmethod
    def portal_waiting(client: Portal) -> FaceAttributes:
        """What the still shows, once the server knows of the tenant's new settings; within a second."""
        for _ in range(50):
            try:
                return client.face_attributes(pictures.still())
            except OnboardingError as error:
                if error.reason != "FACE_ATTRIBUTES_DISABLED":
                    raise
                time.sleep(0.05)
        return client.face_attributes(pictures.still())


class UserTests(unittest.TestCase):
    """Every operation on users and groups."""

    users: ClassVar[Users]
    url: ClassVar[str]
    secret: ClassVar[tuple[str, str]]

    @classmethod
    def setUpClass(cls) -> None:
        installation = Installation()
        cls.addClassCleanup(installation.close)
        installation.start()
        known = installation.tenant("users", onboardingOptions=BY_FACE)
        client = installation.credential(known, "shop", "users")
        administrator = installation.credential(known, "shop-admin", "users:admin")
        cls.url, cls.secret = installation.endpoint.url, (client.client_id, client.client_secret)
        cls.users = Users(cls.url, *cls.secret, admin_token=administrator.client_secret)

    def assert_refused(self, number: int, reason: str, call: Callable[[], object]) -> None:
        with self.assertRaises(OnboardingError) as caught:
            call()
        self.assertEqual((caught.exception.details, caught.exception.reason), ({"errorCode": number}, reason))

    def test_a_user_is_registered_found_changed_and_erased(self) -> None:
        users = self.users
        (first,) = users.enroll("anna", [pictures.still()], details="counter 3")
        (second,) = users.add_faces("anna", [pictures.still(pictures.SAME_PERSON)])
        users.edit("anna", "counter 4")
        anna = users.user("anna")
        self.assertEqual((anna.user_id, anna.details, anna.faces), ("anna", "counter 4", (first, second)))
        self.assertEqual([one.role for one in anna.groups], ["user"])
        self.assertEqual(users.faces("anna"), anna.faces)
        self.assertEqual(len(users.face_urls("anna")), 2)
        match = users.verify("anna", pictures.varied(pictures.still(pictures.SAME_PERSON)))
        self.assertEqual((match.exists, match.user_id, match.details), (True, "anna", "counter 4"))
        stranger = users.verify("anna", pictures.still(pictures.OTHER_PERSON))
        self.assertEqual((stranger.exists, stranger.user_id), (False, None))
        self.assertEqual(users.recognize(pictures.varied(pictures.still())).user_id, "anna")
        users.remove_face("anna", first)
        self.assertEqual(users.faces("anna"), (second,))
        other = pictures.still(pictures.OTHER_PERSON)
        self.assert_refused(699, "FACES_DIFFER", lambda: users.add_faces("anna", [other]))
        users.remove("anna")
        self.assert_refused(615, "INPUT_USER_NOT_FOUND", lambda: users.user("anna"))

    def test_a_user_gets_tokens(self) -> None:
        users = self.users
        users.enroll("tom", [pictures.still(pictures.OTHER_PERSON)])
        password = users.one_time_password("tom")
        client = Users(self.url, *self.secret)
        token = client.token_by_password("tom", password, is_permanent=True)
        self.assert_refused(621, "INPUT_OTP_MISMATCH", lambda: client.token_by_password("tom", password))
        own = Users(self.url, *self.secret, user_token=token)
        self.assertEqual(own.user("tom").user_id, "tom")
        by_face = client.token_by_face("tom", pictures.varied(pictures.still(pictures.OTHER_PERSON)))
        self.assertNotEqual(by_face, token)
        users.revoke_tokens("tom")
        self.assert_refused(3, "TOKEN_INVALID", lambda: own.user("tom"))

    def test_groups_have_their_members(self) -> None:
        users = self.users
        users.enroll("mia", [pictures.still()])
        group = users.create_group("guests", 1)
        self.assertEqual((users.group(group).name, users.group(group).size_limit), ("guests", 1))
        users.add_to_group(group, "mia")
        users.set_role(group, "mia", "groupAdmin")
        self.assertEqual([one.user_id for one in users.group_members(group)], ["mia"])
        self.assertEqual(users.group_members(group, page_number=2, page_size=1), ())
        users.edit_group(group, name="visitors", size_limit=2)
        self.assertEqual(users.group(group).name, "visitors")
        self.assertEqual(users.recognize(pictures.varied(pictures.still()), group_id=group).user_id, "mia")
        users.remove_from_group(group, "mia")
        self.assertFalse(users.recognize(pictures.varied(pictures.still()), group_id=group).exists)
        users.remove_group(group)
        self.assert_refused(617, "INPUT_GROUP_NOT_FOUND", lambda: users.group(group))


def face(name: str = pictures.PERSON) -> Capture:
    """A capture like no other."""
    return Capture([Frame(pictures.varied(pictures.still(name)), START)])


def spki(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half, as devices are registered with."""
    return key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


if __name__ == "__main__":
    unittest.main()
