"""Attributes of a face: off until a tenant names fields and purpose, null where they cannot be judged, kept nowhere."""

from __future__ import annotations

import json
import unittest
from typing import Any

import pictures
import trail
from client.exchange import Answer, envelope_objection
from client.flow import Caller, Phone, Portal
from client.packages import encode, seal_v2, video
from installation import Installation
from journeys import evidence_files
from right_requests import FACE_ATTRIBUTES, HAS_ATTRIBUTES

PATH = "/face/attributes"
#: Always null, with the reason.
NEVER = {"mustache": "NO_DEFENSIBLE_MODEL", "attractive": "NO_DEFENSIBLE_LABEL"}
TRAITS = ("smiling", "male", "eyeglasses", "sunglasses", "mustache", "attractive", "blink", "mouth_open")

installation: Installation
whole: Portal


def setUpModule() -> None:
    global installation, whole
    installation = Installation.for_module()
    whole = attributes_client("whole", **FACE_ATTRIBUTES)


def attributes_client(name: str, **settings: Any) -> Portal:
    """A client with the scope, of a tenant with these settings."""
    tenant = installation.tenant(name)
    if settings:
        installation.command("tenant", "configure", name, json.dumps({"faceAttributes": settings}))
    return Portal(installation.endpoint, installation.credential(tenant, "attributes", "attributes", "enroll"))


def image(jpeg: bytes) -> dict[str, str]:
    return {"image": encode(jpeg)}


class AttributeTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def estimated(self, caller: Caller, document: Any) -> Any:
        answer = caller.post(PATH, document)
        self.assertEqual(answer.status, 200, answer.described())
        return answer.json()


class SwitchTests(AttributeTests):
    """What is refused before a network is asked, so that it holds without the pack too."""

    def test_nothing_is_estimated_until_it_is_switched_on_with_a_purpose(self) -> None:
        still = image(pictures.still())
        self.assert_refused(attributes_client("silent").post(PATH, still), "FACE_ATTRIBUTES_DISABLED", 403)
        nothing = attributes_client("nothing", enabled=True, purpose="x")
        self.assert_refused(nothing.post(PATH, still), "FACE_ATTRIBUTES_DISABLED", 403)
        aimless = attributes_client("aimless", enabled=True, fields=["blink"])
        self.assert_refused(aimless.post(PATH, still), "FACE_ATTRIBUTES_PURPOSE_MISSING", 403)
        self.assertEqual(trail.entries(installation, "aimless", "faceAttributesEstimated"), [])

    def test_a_scope_of_its_own_opens_it_and_no_phone_does(self) -> None:
        still = image(pictures.still())
        first = Portal(installation.endpoint, installation.tenant("first"))
        self.assert_refused(first.post(PATH, still), "SCOPE_MISSING", 403)
        phone = Phone.told(installation.endpoint, first.trigger("a@example.org"), first.credentials)
        self.assert_refused(phone.post(PATH, still), "ROLE_MISSING", 403)
        crossed = Caller(installation.endpoint, first.api_key, whole.bearer)
        self.assert_refused(crossed.post(PATH, still), "APIKEY_FOREIGN", 403)

    def test_feelings_and_categories_need_a_reason_and_no_other_word_is_a_field(self) -> None:
        admin = Portal(installation.endpoint, installation.tenant("careful"))
        path = "/onboarding/admin/customerConfig"
        for field, key in (("emotions", "emotionReason"), ("male", "categoryReason")):
            answer = admin.post(path, {"faceAttributes": {"fields": [field]}})
            self.assert_refused(answer, "CONFIG_CONFLICT")
            self.assertIn(key, answer.json()["errorMsg"])
            self.assertEqual(admin.post(path, {"faceAttributes": {"fields": [field], key: "study 7"}}).status, 200)
        self.assert_refused(admin.post(path, {"faceAttributes": {"fields": ["race"]}}), "CONFIG_VALUE")

    @unittest.skipIf(HAS_ATTRIBUTES, "the model pack attributes is installed")
    def test_without_the_networks_nothing_that_needs_them_is_switched_on(self) -> None:
        admin = installation.portal("without-networks")
        age = {"onboardingOptions": {"enrollment": {"ageEstimation": {"enabled": True}}}}
        for posted, key in (
            ({"faceAttributes": {"enabled": True}}, "faceAttributes.enabled"),
            ({"onboardingConfig": age}, "onboardingConfig.onboardingOptions.enrollment.ageEstimation.enabled"),
        ):
            answer = admin.post("/onboarding/admin/customerConfig", posted)
            self.assert_refused(answer, "CONFIG_VALUE")
            self.assertEqual(answer.json()["details"]["member"], key)

    def test_what_is_no_single_image_is_named(self) -> None:
        still = encode(pictures.still())
        for document, reason in (
            ({}, "FIELD_MISSING"),
            ({"image": 7}, "WRONG_TYPE"),
            ({"image": "*"}, "BAD_BASE64"),
        ):
            with self.subTest(reason):
                self.assert_refused(whole.post(PATH, document), reason)
        if HAS_ATTRIBUTES:
            for images in ([], [still] * 2, [still] * 6):
                with self.subTest(len(images)):
                    reason = "TOO_MANY_IMAGES" if images else "FIELD_EMPTY"
                    self.assert_refused(whole.post(PATH, {"images": images}), reason)
        else:
            self.assert_refused(whole.post(PATH, {"image": still}), "MODEL_NOT_INSTALLED", 503)


@unittest.skipUnless(HAS_ATTRIBUTES, "the model pack attributes is not installed")
class EstimateTests(AttributeTests):
    def test_a_photograph_has_every_field_of_the_guide(self) -> None:
        found = self.estimated(whole, image(pictures.still()))
        self.assertGreater(set(found), set(FACE_ATTRIBUTES["fields"]))
        for name in TRAITS:
            with self.subTest(name):
                trait = found[name]
                if name in NEVER:
                    self.assertEqual(trait, {"result": None, "score": None, "reason": NEVER[name]})
                else:
                    self.assertEqual(trait["result"], int(trait["score"] >= 0.5), trait)
        # A man of 47 who smiles, straight into the camera, without glasses.
        shown = {name: found[name]["result"] for name in ("smiling", "male", "eyeglasses", "sunglasses")}
        self.assertEqual(shown, {"smiling": 1, "male": 1, "eyeglasses": 0, "sunglasses": 0})
        self.assertEqual(found["blink"]["result"], 0)
        self.assertTrue(35 < found["age"] < 60, found["age"])
        self.assertTrue(found["ageRange"][0] < found["age"] < found["ageRange"][1])
        emotions = found["emotions"]
        self.assertIsNone(emotions.pop("confused"))
        self.assertEqual(found["unavailable"], {"emotions.confused": "CLASS_NOT_ESTIMATED"})
        self.assertAlmostEqual(sum(emotions.values()), 1, places=4)
        self.assertEqual(max(emotions, key=emotions.get), "happy")
        self.assertTrue(all(abs(angle) < 15 for angle in found["orientation"].values()), found["orientation"])
        self.assert_places(found)

    def assert_places(self, found: Any) -> None:
        box, places = found["position"], found["components"]
        self.assertTrue(all(isinstance(edge, int) for edge in box.values()), box)
        self.assertAlmostEqual(box["right"] - box["left"], box["bottom"] - box["top"], delta=2)
        self.assertEqual(set(places), {"left_eye", "right_eye", "nose", "mouth_left", "mouth_right"})
        for x, y in places.values():
            self.assertTrue(box["left"] < x < box["right"] and box["top"] < y < box["bottom"], (places, box))
        self.assertLess(places["left_eye"][0], places["right_eye"][0])
        self.assertLess(places["mouth_left"][0], places["mouth_right"][0])

    def test_a_field_that_is_off_is_absent(self) -> None:
        client = attributes_client("few", enabled=True, fields=["blink", "position"], purpose="help with captures")
        found = self.estimated(client, image(pictures.still()))
        self.assertEqual(set(found), {"blink", "blinkByEye", "position", "models"})
        self.assertNotIn("age-gender", found["models"])

    def test_the_clean_networks_name_no_emotion(self) -> None:
        client = attributes_client(
            "clean", enabled=True, fields=["emotions", "orientation"], purpose="x", emotionReason="y"
        )
        found = self.estimated(client, image(pictures.still()))
        self.assertEqual(set(found["emotions"].values()), {None})
        self.assertEqual(set(found["unavailable"].values()), {"CLASS_NOT_ESTIMATED"})
        self.assertNotIn("expression", found["models"])

    def test_each_use_is_on_record_without_a_value(self) -> None:
        client = attributes_client("recorded", enabled=True, fields=["position", "blink"], purpose="help with captures")
        before = evidence_files(installation)
        self.estimated(client, image(pictures.still()))
        (entry,) = trail.entries(installation, "recorded", "faceAttributesEstimated")
        self.assertEqual(entry.texts["fields"], "blink position")
        self.assertEqual(entry.texts["statedPurpose"], "help with captures")
        self.assertIn("recorded-attributes", entry.texts["actor"])
        self.assertLessEqual(
            set(entry.texts), {"fields", "statedPurpose", "actor", "address", "request", "purpose"}, entry.texts
        )
        self.assertEqual(evidence_files(installation), before)

    def test_a_package_is_looked_at_in_its_best_frame(self) -> None:
        package = video([pictures.still()])
        found = self.estimated(whole, package)
        self.assertEqual(found["frame"], 0)
        sealed = self.estimated(whole, seal_v2(package, whole.public_keys()[1], "stateless"))
        self.assertEqual(sealed["position"], found["position"])

    def test_what_shows_no_single_face_has_its_reason(self) -> None:
        large = pictures.jpeg_declaring(30_000, 30_000, pictures.still())
        for jpeg, reason in (
            (pictures.png(640, 480), "NO_FACE"),
            (pictures.two_people(), "SEVERAL_FACES"),
            (pictures.png(32, 32), "IMAGE_TOO_SMALL"),
            (large, "IMAGE_TOO_LARGE"),
            (b"no image at all", "NOT_AN_IMAGE"),
            (pictures.still()[:4000], "NOT_AN_IMAGE"),
        ):
            with self.subTest(reason):
                self.assert_refused(whole.post(PATH, image(jpeg)), reason)

    def test_what_cannot_be_judged_is_null_with_its_reason(self) -> None:
        for chain, reason in (("gblur=sigma=12", "TOO_BLURRY"), ("scale=96:120", "FACE_TOO_SMALL")):
            with self.subTest(chain):
                found = self.estimated(whole, image(pictures.filtered(chain)))
                for name in set(TRAITS) - set(NEVER):
                    self.assertEqual(found[name], {"result": None, "score": None, "reason": reason})
                self.assertIsNone(found["age"])
                self.assertEqual(found["unavailable"]["age"], reason)
                self.assertIsNotNone(found["position"])

    def test_packages_that_do_not_open_cannot_be_tried_without_end(self) -> None:
        client = attributes_client("guessed", enabled=True, fields=["blink"], purpose="x")
        package = {"key": "AA==", "iv": "AA==", "p": "AA=="}
        for _ in range(10):
            self.assert_refused(client.post(PATH, package), "PACKAGE_UNREADABLE")
        self.assert_refused(client.post(PATH, package), "RATE_LIMITED", 429)


@unittest.skipUnless(HAS_ATTRIBUTES, "the model pack attributes is not installed")
class AgeTests(AttributeTests):
    """`ageEstimation` of a configuration, in the face step."""

    @staticmethod
    def tenant(name: str, **limits: float) -> Portal:
        options = {
            "enrollment": {
                "addDevice": False,
                "addDocument": False,
                "ageEstimation": {"enabled": True, **limits},
            },
            "authentication": {"verifyDevice": False},
        }
        return installation.portal(name, onboardingOptions=options, allowStillPackages=True, faceWorkflow="passive")

    def test_an_age_outside_the_range_is_refused_and_uses_up_an_attempt(self) -> None:
        for name, limits, result in (("of-age", {"minAge": 18}, "PASS"), ("young", {"maxAge": 25}, "FAIL")):
            with self.subTest(result):
                portal = self.tenant(name, **limits)
                token = portal.begin(f"{name}@example.org")
                answer = portal.add_face(token, video([pictures.still()]))
                self.assertEqual(answer.status, 200, answer.described())
                document = answer.json()
                check = document["ageEstimationCheck"]
                self.assertEqual(check["result"], result)
                self.assertTrue(35 < check["ageFromFaceLivenessServer"] < 60, check)
                self.assertEqual(check["ageEstimation"]["enabled"], True)
                self.assertEqual(document["livenessResult"], result == "PASS")
                decision = document["faceLivenessResults"]["video"]["liveness_result"]["decision"]
                self.assertEqual(decision, "LIVE")
                self.assertEqual(document["enrollmentStatus"], 2 if result == "PASS" else 1)
        (found,) = portal.find(username="young@example.org")
        self.assertEqual(found["reason"], "AGE_OUTSIDE_RANGE")


if __name__ == "__main__":
    unittest.main()
