"""Calls that belong to no enrollment: packages judged by themselves, and what a page asks of its preview."""

import base64
import unittest
import uuid
from typing import Any

import pictures
from client import packages
from client.exchange import Answer, envelope_objection
from client.flow import Phone, Portal
from client.packages import PROFILE, Package, preview, seal_v2, video
from installation import Installation
from journeys import evidence_files

installation: Installation
stills: Portal

PREFIXES = ("", "/faceliveness", "/b2c/sdk/faceliveness")


def setUpModule() -> None:
    global installation, stills
    installation = Installation.for_module()
    stills = installation.portal("stills", allowStillPackages=True)


class StatelessTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def assert_judged(self, answer: Answer, decision: str) -> Any:
        self.assertEqual(answer.status, 200, answer.described())
        document = answer.json()
        result = document["video"]["liveness_result"]
        self.assertEqual(result["decision"], decision, result)
        return document

    def assert_guided(self, answer: Answer, *feedback: str) -> Any:
        self.assertEqual(answer.status, 200, answer.described())
        document = answer.json()
        self.assertEqual([result["feedback"][0] for result in document["frameResults"]], list(feedback), document)
        return document["results"]


class JudgedPackageTests(StatelessTests):
    def test_every_address_says_what_it_is(self) -> None:
        for prefix in (*PREFIXES, "/preface", "/b2c/sdk/preface"):
            answer = installation.endpoint.send("GET", f"{prefix}/version")
            self.assertEqual(answer.status, 200, answer.described())
            self.assertIn("Aware FaceLiveness Library, version ", answer.body.decode())

    def test_a_package_is_judged_as_in_an_enrollment(self) -> None:
        frames = pictures.tilted_print()
        token = stills.begin(f"{uuid.uuid4()}@example.org")
        stills.add_device(token)
        enrolled = stills.add_face(token, video(frames)).json()["faceLivenessResults"]
        for prefix in PREFIXES:
            alone = self.assert_judged(stills.post(f"{prefix}/checkLiveness", video(frames)), "SPOOF")
            self.assertEqual(alone, enrolled)

    def test_analyze_gives_the_best_frame_back(self) -> None:
        still = pictures.still()
        document = self.assert_judged(stills.post("/analyze", video([still])), "LIVE")
        capture = document["video"]["autocapture_result"]
        self.assertEqual(capture["feedback"], ["COMPLIANT_IMAGE"])
        self.assertTrue(base64.b64decode(capture["captured_frame"], validate=True).startswith(b"\xff\xd8"))
        nobody = self.assert_judged(
            stills.post("/analyze", video([pictures.png(640, 480)])), "UNABLE_TO_CALCULATE_LIVENESS"
        )
        self.assertEqual(
            nobody["video"]["autocapture_result"],
            {"captured_frame_is_constructed": False, "feedback": ["NO_FACE_DETECTED"]},
        )

    def test_the_same_package_may_come_again_and_leaves_nothing(self) -> None:
        package = video([pictures.still()])
        token = stills.begin(f"{uuid.uuid4()}@example.org")
        stills.add_device(token)
        stills.add_face(token, video([pictures.still()]))
        before = evidence_files(installation)
        self.assertTrue(before)
        for _ in range(2):
            self.assert_judged(stills.post("/checkLiveness", package), "LIVE")
        self.assertEqual(evidence_files(installation), before)

    def test_a_sealed_package_is_bound_to_no_enrollment(self) -> None:
        package, (rsa, ec) = video([pictures.still()]), stills.public_keys()
        self.assert_judged(stills.post("/checkLivenessEncrypted", seal_v2(package, ec, "stateless")), "LIVE")
        self.assert_judged(stills.post("/analyzeEncrypted", packages.CBC_FORMS[0].seal(package, rsa)), "LIVE")
        bound = seal_v2(package, ec, str(uuid.uuid4()))
        self.assert_refused(stills.post("/checkLivenessEncrypted", bound), "PACKAGE_UNREADABLE")

    def test_where_a_sealed_package_belongs_a_plain_one_is_refused(self) -> None:
        for prefix in ("", "/faceliveness", "/b2c/sdk/faceliveness"):
            for name in ("checkLivenessEncrypted", "analyzeEncrypted"):
                self.assert_refused(stills.post(f"{prefix}/{name}", video([pictures.still()])), "FIELD_MISSING")
        for prefix in ("/preface", "/b2c/sdk/preface"):
            answer = stills.post(f"{prefix}/autocaptureVideoEncrypted", video([pictures.still()]))
            self.assert_refused(answer, "FIELD_MISSING")

    def test_packages_that_do_not_open_cannot_be_tried_without_end(self) -> None:
        portal = installation.portal("guessed")
        package: Package = {"key": "AA==", "iv": "AA==", "p": "AA=="}
        for _ in range(10):
            self.assert_refused(portal.post("/checkLivenessEncrypted", package), "PACKAGE_UNREADABLE")
        self.assert_refused(portal.post("/checkLivenessEncrypted", package), "RATE_LIMITED", 429)
        self.assert_refused(portal.post("/b2c/sdk/preface/autocaptureVideoEncrypted", package), "RATE_LIMITED", 429)
        self.assert_judged(stills.post("/checkLiveness", video([pictures.still()])), "LIVE")

    def test_a_phone_has_its_preview_looked_at_and_nothing_judged(self) -> None:
        triggered = stills.trigger(f"{uuid.uuid4()}@example.org")
        phone = Phone.told(installation.endpoint, triggered, stills.credentials)
        self.assert_refused(phone.post("/checkLiveness", video([pictures.still()])), "ROLE_MISSING", 403)
        self.assert_guided(phone.post("/preface/autocaptureVideo", preview([pictures.still()])), "COMPLIANT_IMAGE")


class PreviewTests(StatelessTests):
    def test_each_image_gets_a_word(self) -> None:
        nothing = self.assert_guided(
            stills.post("/preface/autocaptureVideo", preview([pictures.png(640, 480)])), "NO_FACE_DETECTED"
        )
        self.assertEqual(nothing, {"captured": False, "capturedFrameIndex": -1})
        still = pictures.still()
        two = self.assert_guided(
            stills.post("/preface/autocaptureVideo", preview([still, still])), "COMPLIANT_IMAGE", "COMPLIANT_IMAGE"
        )
        self.assertEqual(two, {"captured": True, "capturedFrameIndex": 0})
        more = preview([still, still], autocaptureMinimumFrameCount=3)
        self.assertFalse(stills.post("/preface/autocaptureVideo", more).json()["results"]["captured"])

    def test_a_preview_travels_in_the_sealed_forms_too(self) -> None:
        rsa, ec = stills.public_keys()
        for sealed in (
            seal_v2(preview([pictures.still()]), ec, "stateless"),
            packages.CBC_FORMS[1].seal(preview([pictures.still()]), rsa),
        ):
            self.assert_guided(
                stills.post("/b2c/sdk/preface/autocaptureVideoEncrypted", sealed), "COMPLIANT_IMAGE"
            )

    def test_the_region_lies_inside_the_resolution(self) -> None:
        for width, height in ((480, 640), (1920, 1080), (64, 64), (1, 1), (32_000, 1)):
            document = {"profile": {"xml": "<profile/>"}, "resolution": {"width": width, "height": height}}
            for body in (document, {"preface": document}):
                region = stills.post("/b2c/sdk/preface/calculateROI", body).json()
                self.assertGreaterEqual(region["x"], 0)
                self.assertGreaterEqual(region["y"], 0)
                self.assertLessEqual(region["x"] + region["width"], width)
                self.assertLessEqual(region["y"] + region["height"], height)

    def test_what_a_page_sends_wrongly_is_named(self) -> None:
        still = pictures.still()
        regions: list[tuple[Any, str]] = [
            ({"resolution": {"width": 1, "height": 1}}, "FIELD_MISSING"),
            ({"profile": PROFILE, "resolution": {"width": 0, "height": 1}}, "RESOLUTION_INVALID"),
            ({"profile": PROFILE, "resolution": {"width": 1 << 62, "height": 1}}, "RESOLUTION_INVALID"),
            ({"profile": {}, "resolution": {"width": 1, "height": 1}}, "PROFILE_INVALID"),
            ({"profile": {"xml": "no"}, "resolution": {"width": 1, "height": 1}}, "PROFILE_INVALID"),
            ({"profile": {"xml": "<a><b></a>"}, "resolution": {"width": 1, "height": 1}}, "PROFILE_INVALID"),
        ]
        for document, reason in regions:
            self.assert_refused(stills.post("/preface/calculateROI", document), reason)
        previews: list[tuple[Package, str]] = [
            (preview([]), "NO_FRAMES"),
            (preview([still] * 16), "TOO_MANY_FRAMES"),
            (preview([b"no image"]), "NOT_AN_IMAGE"),
            (preview([still, pictures.png(640, 480)]), "FRAME_SIZES_DIFFER"),
            (preview([still], rotation=45), "ROTATION_INVALID"),
            (preview([still]) | {"profile": {"xml": ""}}, "PROFILE_INVALID"),
        ]
        for document, reason in previews:
            self.assert_refused(stills.post("/preface/autocaptureVideo", document), reason)


if __name__ == "__main__":
    unittest.main()
