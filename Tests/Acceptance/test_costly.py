"""What costs the server much is bounded before it is done: bodies out of turn, tries, previews, statements, kept bytes."""

import re
import socket
import unittest
import uuid
from typing import Any

import pictures
from client.exchange import Answer
from client.flow import Phone, Portal, document_request
from client.packages import preview, video
from installation import Installation
from slow import request_head

FACE = "/onboarding/enrollment/addFace"
DOCUMENT = "/onboarding/enrollment/addDocumentOCR"

installation: Installation
portal: Portal


def setUpModule() -> None:
    global installation, portal
    installation = Installation.for_module()
    portal = installation.portal("acme", allowStillPackages=True)


class CostlyTests(unittest.TestCase):
    def phone(self, of: Portal | None = None) -> tuple[Phone, str]:
        tenant = of or portal
        phone = Phone.told(installation.endpoint, tenant.trigger(f"{uuid.uuid4()}@example.org"), tenant.credentials)
        token = phone.begin()
        self.assertEqual(phone.add_device(token).status, 200)
        return phone, token

    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())


class TurnTests(CostlyTests):
    def test_a_phones_capture_out_of_turn_is_refused_before_its_body_is_sent(self) -> None:
        phone, token = self.phone()
        with socket.create_connection((installation.endpoint.host, installation.endpoint.port), 60) as connection:
            connection.sendall(request_head(installation.endpoint, DOCUMENT, phone.headers, 20 << 20))
            reply = connection.recv(1 << 16)
        self.assertTrue(reply.startswith(b"HTTP/1.1 400 "), reply)
        self.assertIn(b"STEP_OUT_OF_ORDER", reply)
        # By a client, the token in the body tells; what else is wrong with it is not looked at.
        body = document_request(token, [b"no image"]) | {"x": "x" * 1_000_000}
        self.assert_refused(portal.post(DOCUMENT, body), "STEP_OUT_OF_ORDER")

    def test_of_an_ended_enrollment_nothing_is_read_but_what_was_answered_before(self) -> None:
        phone, token = self.phone()
        capture = {"enrollmentToken": token, "faceLivenessData": video([pictures.still()])}
        first = phone.post(FACE, capture)
        self.assertEqual(first.status, 200, first.described())
        self.assertEqual(phone.cancel(token).status, 200)
        self.assertEqual(phone.post(FACE, capture).body, first.body)
        self.assert_refused(phone.add_document(token, [pictures.passport_page()]), "ENROLLMENT_FINISHED")


class TriesTests(CostlyTests):
    def test_what_a_decoder_tried_in_vain_counts_as_a_capture(self) -> None:
        eager = installation.portal("eager", allowStillPackages=True, maxPassiveCaptures=3)
        phone, token = self.phone(eager)
        good = pictures.still()
        for _ in range(3):
            answer = phone.add_face(token, video([pictures.png(96, 96), pictures.png_declaring(96, 96)]))
            self.assert_refused(answer, "NOT_AN_IMAGE")
        self.assert_refused(phone.add_face(token, video([good])), "CHALLENGE_REQUIRED")

    def test_previews_have_a_rate_of_their_own(self) -> None:
        phone, _ = self.phone()
        body = preview([pictures.png(96, 96)])
        seen = set()
        for _ in range(300):
            answer = phone.post("/preface/autocaptureVideo", body)
            seen.add(answer.status)
            if answer.status == 429:
                self.assert_refused(answer, "RATE_LIMITED", 429)
                self.assertGreaterEqual(int(answer.headers["retry-after"]), 1)
                break
        self.assertEqual(seen, {200, 429})
        # Another phone's are its own.
        other, _ = self.phone()
        self.assertEqual(other.post("/preface/autocaptureVideo", body).status, 200)


class StatementTests(CostlyTests):
    def stated(self, value: Any) -> Answer:
        phone, token = self.phone()
        package = video([pictures.still()])
        package["video"]["meta_data"] = value
        return phone.add_face(token, package)

    def test_what_a_package_states_beside_its_frames_has_a_bound(self) -> None:
        self.assertEqual(self.stated({"device": "x" * 15_000}).status, 200)
        self.assert_refused(self.stated({"device": "x" * 17_000}), "FIELD_TOO_LONG")
        self.assert_refused(self.stated({"numbers": [0] * 9_000}), "FIELD_TOO_LONG")
        self.assert_refused(self.stated({"numbers": [0] * 1_000_000}), "BODY_TOO_LARGE", 413)


class QuotaTests(CostlyTests):
    def test_beyond_its_quota_a_case_keeps_small_copies_of_what_is_refused(self) -> None:
        small = installation.portal("small", allowStillPackages=True, caseEvidenceMegabytes=1, maxPassiveCaptures=20)
        kept, beyond = [self.bytes_kept()], []
        for tenant in (portal, small):
            phone, token = self.phone(tenant)
            for _ in range(6):
                # Two people in turn: refused, and asked for again.
                frames = [picture for _ in range(4) for picture in (pictures.still(), pictures.still(pictures.OTHER_PERSON))]
                answer = phone.add_face(token, video(frames))
                self.assertEqual(answer.status, 200, answer.described())
                self.assertIs(answer.json()["livenessResult"], False)
            kept.append(self.bytes_kept())
            beyond.append(self.figure("onboarding_captures_beyond_quota_total"))
        whole, reduced = kept[1] - kept[0], kept[2] - kept[1]
        self.assertEqual(beyond[0], 0)
        self.assertGreater(beyond[1], 0)
        self.assertGreater(whole, 1_500_000)
        self.assertLess(reduced, whole / 2 + 500_000)

    @staticmethod
    def bytes_kept() -> int:
        """Of all evidence in the data folder."""
        return sum(path.stat().st_size for path in (installation.data / "evidence").rglob("*") if path.is_file())

    def figure(self, name: str) -> float:
        """A figure of the server."""
        found = re.search(rf"^{name} ([\d.e+]+)$", installation.metrics().body.decode(), re.MULTILINE)
        self.assertIsNotNone(found, name)
        return float(found.group(1)) if found else 0


if __name__ == "__main__":
    unittest.main()
