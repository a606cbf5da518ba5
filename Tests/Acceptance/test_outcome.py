"""What a tenant is told of each of its enrollments, whatever became of it; receipts; erasure."""

from __future__ import annotations

import hashlib
import json
import subprocess
import unittest
import uuid
from typing import Any

import pictures
from client import tokens
from client.exchange import Answer, envelope_objection
from client.flow import COMPLETE, FAILED, PENDING, Caller, Phone, Portal
from client.packages import video
from installation import Installation, program, wait_until
from right_requests import tenants

TRIGGER = "/onboarding/b2c/triggerEnroll"
PERSON = {"firstName": "Jane", "lastName": "Roe", "phoneNumber": "+3227910000", "reference": "case 118"}

installation: Installation
whole: Portal
quick: Portal
other: Portal


def setUpModule() -> None:
    global installation, whole, quick, other
    installation = Installation.for_module()
    whole = installation.portal("whole", allowStillPackages=True, maxDocumentAttempts=1, phoneSeesScores=True)
    credentials = (tenants(installation, name, "device")["device"] for name in ("q", "other"))
    quick, other = (Portal(installation.endpoint, those) for those in credentials)


def username() -> str:
    return f"{uuid.uuid4()}@example.org"


def erase(who: Caller, enrollment_id: str) -> Answer:
    return who.endpoint.send("DELETE", f"/onboarding/admin/enrollment/{enrollment_id}", who.headers)


class OutcomeTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def assert_step(self, answer: Answer, status: int) -> Any:
        self.assertEqual((answer.status, answer.json().get("enrollmentStatus")), (200, status), answer.described())
        return answer.json()

    def registered(self, name: str | None = None) -> dict[str, Any]:
        """The summary of a person who has just finished."""
        name = name or username()
        self.assert_step(quick.add_device(quick.begin(name)), COMPLETE)
        return quick.find(username=name, states=["complete"])[0]


class DetailTests(OutcomeTests):
    def test_the_tenant_can_follow_a_person_to_the_end(self) -> None:
        name = username()
        session = whole.trigger(name, **PERSON)["sessionToken"]

        def told() -> Any:
            """The same in three places."""
            status = whole.operation_status(session).json()["enrollment"]
            detail = whole.enrollment(status["enrollmentId"]).json()
            if status["state"] == "pending":
                # A status that is polled shows the person at its end.
                self.assertNotIn("person", status)
                status["person"] = detail["person"]
            self.assertEqual(detail, status)
            by_code = whole.get(f"/onboarding/admin/registration/{status['registrationCode']}").json()
            self.assertEqual(by_code["enrollment"], status)
            self.assertEqual(by_code["registrationCode"], status["registrationCode"])
            return status

        begun = told()
        self.assertEqual((begun["state"], begun["reference"], begun["test"]), ("pending", "case 118", True))
        self.assertEqual(set(begun) & {"step", "reason", "endDate", "attemptsLeft", "capturesLeft"}, set())
        person = begun["person"]
        self.assertEqual((person["name"], person["email"], person["phoneNumber"]), ("Jane Roe", name, "+3227910000"))
        stated = {"givenNames": "Jane", "surname": "Roe", "name": "Jane Roe"}
        self.assertEqual(
            person["identity"], {fact: {"value": value, "source": "stated"} for fact, value in stated.items()}
        )
        self.assertLess(begun["startDate"], begun["expiryDate"])

        phone = Phone.told(installation.endpoint, {"sessionToken": session}, whole.credentials)
        token = phone.begin()
        self.assertEqual(told()["step"], "addDevice")
        codes = [self.assert_step(phone.add_device(token), PENDING)["registrationCode"]]
        face = self.assert_step(phone.add_face(token, video([pictures.png(480, 640)])), PENDING)
        self.assertIs(face["livenessResult"], False)
        after = told()
        self.assertEqual((after["step"], after["reason"]), ("addFace", "FACE_UNDECIDED"))
        refusal = after["lastRefusal"]
        self.assertEqual((refusal["check"], refusal["reason"]), ("addFace", "FACE_UNDECIDED"))
        self.assertEqual(after["capturesLeft"], 19)
        face = self.assert_step(phone.add_face(token, video([pictures.still()])), PENDING)
        score = face["faceLivenessResults"]["video"]["liveness_result"]["score"]
        after = told()
        self.assertEqual(after["person"]["face"]["score"], score)
        self.assertEqual((after["step"], after.get("reason")), ("addDocument", None))
        self.assertEqual(after["attemptsLeft"], 1)
        self.assertEqual([done["check"] for done in after["acceptedChecks"]], ["addDevice", "addFace"])

        document = self.assert_step(phone.add_document(token, [pictures.passport_page()]), COMPLETE)
        codes += [face["registrationCode"], document["registrationCode"]]
        self.assertEqual(set(codes), {begun["registrationCode"]})
        end = told()
        self.assertEqual((end["state"], end.get("reason"), end.get("step")), ("complete", None, None))
        self.assertEqual(set(end) & {"expiryDate", "attemptsLeft", "capturesLeft"}, set())
        read = end["person"]["document"]
        self.assertEqual(read["fields"], document["ocrResults"]["fieldType"])
        self.assertEqual(read["matchScore"], document["matchScore"])
        self.assertAlmostEqual(read["falseMatchRate"], 100 * 10 ** -document["matchScore"], delta=1e-4)
        self.assertIs(read["matchResult"], True)
        identity = end["person"]["identity"]
        self.assertEqual({fact["source"] for fact in identity.values()}, {"mrz"})
        self.assertEqual(identity["documentType"]["value"], "passport")
        self.assertEqual(len(identity), 8, identity)
        # The phone is told what it was told before.
        self.assertEqual(phone.operation_status(session).json(), {"completionStatus": "Success"})

    def test_an_enrollment_that_failed_says_why(self) -> None:
        name = username()
        token = whole.begin(name)
        self.assert_step(whole.add_device(token), PENDING)
        self.assert_step(whole.add_face(token, video([pictures.still()])), PENDING)
        page = pictures.passport_page(pictures.OTHER_PERSON, pictures.Holder(number="UZ2000001"))
        last = self.assert_step(whole.add_document(token, [page]), FAILED)
        self.assertEqual(last["registrationCode"], "", "an enrollment that failed is no registration")
        (summary,) = whole.find(username=name)
        detail = whole.enrollment(summary["enrollmentId"]).json()
        self.assertEqual((detail["state"], detail["reason"]), ("failed", "DOCUMENT_ATTEMPTS_EXHAUSTED"))
        self.assertEqual((detail["lastRefusal"]["reason"], detail["step"]), ("DOCUMENT_NOT_MATCHING", "addDocument"))
        self.assertNotIn("document", detail["person"])
        self.assertIn("face", detail["person"])
        code = summary["registrationCode"]
        self.assertEqual(whole.get(f"/onboarding/admin/registration/{code}").json()["enrollment"], detail)
        self.assertEqual(whole.find(reasons=["DOCUMENT_NOT_MATCHING"], username=name), [summary])

    def test_codes_are_told_from_the_first_accepted_check_on(self) -> None:
        token = whole.begin(username())
        answer = whole.add_device(token)
        code = self.assert_step(answer, PENDING)["registrationCode"]
        self.assertRegex(code, r"^[0-9A-HJKMNP-TV-Z]{10}$")
        self.assertEqual(self.assert_step(whole.cancel(token), FAILED)["registrationCode"], "")
        shown = whole.get(f"/onboarding/admin/registration/{code}").json()
        self.assertEqual(shown["enrollment"]["state"], "cancelled")
        self.assertEqual(shown["enrollment"]["reason"], "ENROLLMENT_CANCELLED")
        listed = whole.post("/onboarding/admin/registration", {"pageNumber": 1, "pageSize": 500}).json()["list"]
        self.assertNotIn(code, [entry["registrationCode"] for entry in listed], "it is no registration")

    def test_a_registration_ends_what_else_was_open(self) -> None:
        name = username()
        old = [quick.trigger(name)["sessionToken"] for _ in range(2)]
        registration = self.registered(name)
        for session in old:
            status = quick.operation_status(session).json()
            self.assertEqual(status["completionStatus"], "Cancelled")
            others = [entry["enrollmentId"] for entry in status["enrollment"]["otherEnrollments"]]
            self.assertIn(registration["enrollmentId"], others)
            holder = Caller(installation.endpoint, quick.api_key, None)
            self.assert_refused(holder.post("/tokenVerify/validateSession", {"sessionToken": session}), "TOKEN_UNKNOWN")
        failure = quick.post(TRIGGER, {"username": name, "email": name}).json()
        self.assertEqual((failure["status"], failure["reason"]), ("FAILURE", "USERNAME_REGISTERED"))
        self.assertIs(quick.enroll({"username": name, "email": name}).json()["userExistsAlready"], True)

    def test_tokens_are_random_uuids(self) -> None:
        triggered = quick.trigger(username())["sessionToken"]
        for token in (triggered, quick.begin(username())):
            self.assertEqual((str(uuid.UUID(token)), uuid.UUID(token).version), (token, 4))
            self.assertEqual(uuid.UUID(token).variant, uuid.RFC_4122)

    def test_nobody_else_is_told_anything(self) -> None:
        name = username()
        session = quick.trigger(name)["sessionToken"]
        (summary,) = quick.find(username=name)
        enrollment_id = summary["enrollmentId"]
        for who in (other, whole):
            for part in ("", "receipt"):
                self.assert_refused(who.enrollment(enrollment_id, part), "ENROLLMENT_UNKNOWN", 404)
            self.assert_refused(erase(who, enrollment_id), "ENROLLMENT_UNKNOWN", 404)
            code = f"/onboarding/admin/registration/{summary['registrationCode']}"
            self.assert_refused(who.get(code), "REGISTRATION_UNKNOWN", 404)
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, quick.credentials)
        for answer in (
            phone.enrollment(enrollment_id),
            phone.enrollment(enrollment_id, "receipt"),
            erase(phone, enrollment_id),
        ):
            self.assert_refused(answer, "ROLE_MISSING", 403)
        self.assertEqual(quick.enrollment(enrollment_id).json()["state"], "pending")


class ErasureTests(OutcomeTests):
    def test_an_erasure_takes_all_of_a_person(self) -> None:
        name = username()
        quick.cancel(quick.begin(name))
        session = quick.trigger(name)["sessionToken"]
        registration = self.registered(name)
        all_of_them = {entry["enrollmentId"] for entry in quick.find(username=name)}
        self.assertEqual(len(all_of_them), 3)
        some_id = (all_of_them - {registration["enrollmentId"]}).pop()
        answer = erase(quick, some_id)
        self.assertEqual((answer.status, set(answer.json()["erasedEnrollments"])), (200, all_of_them))

        for enrollment_id in all_of_them:
            self.assert_refused(quick.enrollment(enrollment_id), "ENROLLMENT_UNKNOWN", 404)
            self.assert_refused(quick.enrollment(enrollment_id, "receipt"), "ENROLLMENT_UNKNOWN", 404)
            self.assert_refused(erase(quick, enrollment_id), "ENROLLMENT_UNKNOWN", 404)
        self.assert_refused(quick.operation_status(session), "TOKEN_UNKNOWN")
        code = f"/onboarding/admin/registration/{registration['registrationCode']}"
        self.assert_refused(quick.get(code), "REGISTRATION_UNKNOWN", 404)
        self.assertEqual(quick.find(username=name), [])
        self.assertEqual(quick.trigger(name)["status"], "SUCCESS", "the username is free again")
        for named in ((registration["registrationCode"],), ("--enrollment", some_id), (some_id,)):
            shown = installation.command("audit", "show", *named, "--tenant", "q-device")
            self.assertIn("erased: nothing of the person is kept", shown)

    def test_the_erasure_of_an_attempt_by_code_leaves_the_registration(self) -> None:
        name = username()
        quick.cancel(quick.begin(name))
        (attempt,) = quick.find(username=name)
        registration = self.registered(name)
        path = f"/onboarding/admin/registration/{attempt['registrationCode']}"
        self.assertEqual(quick.endpoint.send("DELETE", path, quick.headers).status, 204)
        self.assertEqual([entry["enrollmentId"] for entry in quick.find(username=name)], [registration["enrollmentId"]])

    def test_the_command_erases_one_person_and_never_two(self) -> None:
        reference, names = f"shared {uuid.uuid4()}", (username(), username())
        for name in names:
            quick.trigger(name, reference=reference)
        with self.assertRaisesRegex(AssertionError, "Several persons fit"):
            installation.command("erase", "--reference", reference, "--tenant", "q-device")
        self.assertEqual(len(quick.find(reference=reference)), 2)
        installation.command("erase", "--reference", reference, "--username", names[0], "--tenant", "q-device")
        self.assertEqual([entry["username"] for entry in quick.find(reference=reference)], [names[1]])


class CertificateTests(OutcomeTests):
    def test_the_certificate_of_an_erasure_holds_without_the_server(self) -> None:
        name = username()
        registration = self.registered(name)
        certificates, key_set = (installation.folder / f"{name}{kind}" for kind in (".jwt", ".jwks"))
        path = f"/auth/realms/{quick.credentials.realm}/protocol/openid-connect/certs"
        key_set.write_bytes(installation.endpoint.send("GET", path).body)
        self.assert_refused(
            quick.enrollment(registration["enrollmentId"], "erasureCertificate"), "ENROLLMENT_UNKNOWN", 404
        )
        erased = erase(quick, registration["enrollmentId"]).json()
        self.assertEqual(erased["erasedEnrollments"], [registration["enrollmentId"]])
        claims = tokens.verify(erased["certificates"][0], json.loads(key_set.read_bytes()))
        self.assertEqual((claims["typ"], claims["by"]), ("Erasure", f"credential {quick.credentials.client_id}"))
        self.assertEqual(claims["sub"], hashlib.sha256(registration["enrollmentId"].encode()).hexdigest())
        again = quick.enrollment(registration["enrollmentId"], "erasureCertificate").json()["certificates"][0]
        self.assertEqual(tokens.parts(again)[1], claims)
        certificates.write_text(f"{again}\n")
        for enrollment, code, said in (
            (registration["enrollmentId"], 0, "intact: erased"),
            ("0" * 32, 4, "no certificate is of enrollment"),
        ):
            # Without the data: whoever has the certificate has them not.
            command = [str(program()), "erase", "verify", str(certificates), "--jwks", str(key_set)]
            ended = subprocess.run(
                [*command, "--enrollment", enrollment], capture_output=True, text=True, timeout=60, check=False
            )
            self.assertEqual(ended.returncode, code, ended.stderr)
            self.assertIn(said, ended.stdout)

    def test_the_command_writes_them_to_a_file_that_is_not_there(self) -> None:
        name = username()
        self.registered(name)
        file = installation.folder / f"{name}.jwt"
        command = ("erase", "--username", name, "--tenant", "q-device", "--certificate", str(file))
        self.assertIn(str(file), installation.command(*command))
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertEqual(tokens.parts(file.read_text().strip())[1]["typ"], "Erasure")
        other = username()
        self.registered(other)
        with self.assertRaisesRegex(AssertionError, "is there already"):
            installation.command("erase", "--username", other, "--tenant", "q-device", "--certificate", str(file))
        self.assertEqual(len(quick.find(username=other)), 1)


class ReceiptTests(OutcomeTests):
    def keys(self, who: Portal) -> Any:
        path = f"/auth/realms/{who.credentials.realm}/protocol/openid-connect/certs"
        return installation.endpoint.send("GET", path).json()

    def receipt(self, summary: dict[str, Any]) -> str:
        answer = quick.enrollment(summary["enrollmentId"], "receipt")
        self.assertEqual(answer.status, 200, answer.described())
        return str(answer.json()["receipt"])

    def test_there_is_none_while_an_enrollment_goes_on(self) -> None:
        name = username()
        token = quick.begin(name)
        (summary,) = quick.find(username=name)
        self.assert_refused(quick.enrollment(summary["enrollmentId"], "receipt"), "ENROLLMENT_PENDING", 409)
        quick.cancel(token)
        claims = tokens.verify(self.receipt(summary), self.keys(quick))
        self.assertEqual((claims["state"], claims["reason"]), ("cancelled", "ENROLLMENT_CANCELLED"))
        self.assertEqual(claims["checks"], [])

    def test_a_receipt_states_how_an_enrollment_ended_and_nothing_personal(self) -> None:
        name, reference = username(), f"case {uuid.uuid4()}"
        answer = quick.enroll({"username": name, "email": name, **PERSON, "reference": reference}).json()
        self.assert_step(quick.add_device(answer["enrollmentToken"]), COMPLETE)
        (summary,) = quick.find(username=name)
        receipt = self.receipt(summary)
        header = tokens.parts(receipt)[0]
        self.assertEqual((header["alg"], header["typ"]), ("ES256", "receipt+jwt"))
        claims = tokens.verify(receipt, self.keys(quick))
        self.assertEqual(claims["iss"], tokens.parts(quick.bearer or "")[1]["iss"])
        self.assertEqual(claims["aud"], quick.credentials.client_id)
        self.assertEqual(claims["sub"], summary["enrollmentId"])
        self.assertEqual((claims["typ"], claims["version"], claims["test"]), ("Receipt", 1, True))
        self.assertEqual((claims["state"], claims.get("reason"), claims["origin"]), ("complete", None, "enrolled"))
        self.assertEqual((claims["registration_code"], claims["reference"]), (summary["registrationCode"], reference))
        self.assertLessEqual(claims["begun_at"], claims["ended_at"])
        self.assertEqual([check["check"] for check in claims["checks"]], ["addDevice"])
        self.assertRegex(claims["chain_head"], "^[0-9a-f]{64}$")
        self.assertGreater(claims["chain_length"], 3)
        said = json.dumps(claims)
        for personal in (name, "Jane", "Roe", "+3227910000"):
            self.assertNotIn(personal, said)
        named = quick.enrollment(summary["enrollmentId"], "receipt?identity=true").json()["receipt"]
        surname = tokens.verify(named, self.keys(quick))["identity"]["surname"]
        self.assertEqual(surname, {"value": "Roe", "source": "stated"})
        again = tokens.verify(self.receipt(summary), self.keys(quick))
        self.assertNotEqual(again["jti"], claims["jti"])
        self.assertEqual(again, claims | {"iat": again["iat"], "jti": again["jti"]})
        # It is no bearer.
        holder = Caller(installation.endpoint, quick.api_key, receipt)
        self.assert_refused(holder.get("/onboarding/admin/customerConfig"), "TOKEN_INVALID", 401)

    def test_a_receipt_names_the_evidence(self) -> None:
        name = username()
        token = whole.begin(name)
        whole.add_device(token)
        whole.add_face(token, video([pictures.still()]))
        self.assert_step(whole.add_document(token, [pictures.passport_page()]), COMPLETE)
        (summary,) = whole.find(username=name)
        receipt = whole.enrollment(summary["enrollmentId"], "receipt").json()["receipt"]
        claims = tokens.verify(receipt, self.keys(whole))
        self.assertEqual(sorted(part["kind"] for part in claims["evidence"]), ["document", "face"])
        for part in claims["evidence"]:
            self.assertRegex(part["sha256"], "^[0-9a-f]{64}$")
        self.assertEqual([check["check"] for check in claims["checks"]], ["addDevice", "addFace", "addDocument"])

    def test_a_receipt_is_verified_whatever_keys_were_replaced_since(self) -> None:
        summary = self.registered()
        receipts = [self.receipt(summary)]
        for _ in range(2):
            before = tokens.parts(receipts[-1])[0]["kid"]
            installation.command("keys", "rotate", "--key", "receipt")

            def is_new(before: str = before) -> bool:
                return bool(tokens.parts(self.receipt(summary))[0]["kid"] != before)

            wait_until(is_new, "the new key signs")
            receipts.append(self.receipt(summary))
        installation.command("keys", "rotate", "--key", "token")
        wait_until(lambda: len(self.keys(quick)["keys"]) >= 7, "the new token keys are published")
        quick.sign_in()
        for receipt in receipts:
            self.assertEqual(tokens.verify(receipt, self.keys(quick))["sub"], summary["enrollmentId"])
        self.assertEqual(len({tokens.parts(receipt)[0]["kid"] for receipt in receipts}), 3)


if __name__ == "__main__":
    unittest.main()
