"""customerConfig: what a tenant's configuration may say, and that what it says can be posted back."""

import json
import unittest
from typing import Any

from client.contract import Contract
from client.exchange import Answer, envelope_objection
from client.flow import Portal
from installation import Installation

installation: Installation
portal: Portal

PATH = "/onboarding/admin/customerConfig"
#: Below onboardingConfig: what has a type or a range of its own, or is not served; and the key that the refusal names.
NOT_ALLOWED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"onboardingOptions": {"enrollment": {"ageEstimation": True}}}, "ageEstimation"),
    ({"onboardingOptions": {"enrollment": {"ageEstimation": {"enabled": "yes"}}}}, "ageEstimation.enabled"),
    ({"onboardingOptions": {"enrollment": {"ageEstimation": {"maxAge": 151}}}}, "ageEstimation.maxAge"),
    (
        {"onboardingOptions": {"enrollment": {"checkDuplicateEnrollment": {"matchThreshold": "x"}}}},
        "checkDuplicateEnrollment.matchThreshold",
    ),
    (
        {"onboardingOptions": {"enrollment": {"checkDuplicateEnrollment": {"matchThreshold": -5}}}},
        "checkDuplicateEnrollment.matchThreshold",
    ),
    ({"onboardingOptions": {"document": {"rfid": 5}}}, "document.rfid"),
    ({"onboardingOptions": {"document": {"rfid": "MANDATORY"}}}, "document.rfid"),
    ({"onboardingOptions": {"authentication": [1]}}, "authentication"),
    ({"onboardingOptions": {"authentication": {"verifyVoice": True}}}, "verifyVoice"),
    ({"onboardingOptions": 1}, "onboardingOptions"),
    ({"saveToSubjectManager": "x"}, "saveToSubjectManager"),
    ({"recordAuthenticationVideo": 5}, "recordAuthenticationVideo"),
)


def setUpModule() -> None:
    global installation, portal
    installation = Installation.for_module()
    portal = installation.portal("configured")


class ConfigurationTests(unittest.TestCase):
    def shown(self) -> Any:
        answer = portal.get(PATH)
        self.assertEqual(answer.status, 200, answer.described())
        self.assertIsNone(Contract.published().objection("GET", PATH, answer), answer.described())
        return answer.json()

    def assert_taken(self, answer: Answer) -> None:
        self.assertEqual(answer.status, 200, answer.described())

    def assert_refused(self, answer: Answer, *names: str) -> None:
        self.assertEqual((answer.status, answer.reason), (400, "CONFIG_VALUE"), answer.described())
        self.assertIsNone(envelope_objection(answer))
        for name in names:
            self.assertIn(name, answer.json()["errorMsg"])

    def test_a_member_that_is_null_counts_as_missing(self) -> None:
        before = self.shown()
        enrollment = dict.fromkeys(("ageEstimation", "checkDuplicateEnrollment", "icaoVerification", "addVoice"))
        options = dict.fromkeys(("authentication", "reenrollment", "document")) | {"enrollment": enrollment}
        settings = dict.fromkeys(("maxDeviceIds", "saveToSubjectManager", "replayGuard", "unheardOf"))
        self.assert_taken(portal.post(PATH, {"onboardingConfig": settings | {"onboardingOptions": options}}))
        self.assertEqual(self.shown(), before)
        face = {"onboardingOptions": {"authentication": None, "enrollment": {"addFace": False}}}
        answer = portal.post(PATH, {"onboardingConfig": face})
        self.assertEqual(answer.reason, "CONFIG_CONFLICT", answer.described())
        self.assertEqual(self.shown(), before)

    def test_a_documented_key_is_checked_for_type_and_range(self) -> None:
        before = self.shown()
        for settings, name in NOT_ALLOWED:
            with self.subTest(settings):
                self.assert_refused(portal.post(PATH, {"onboardingConfig": settings}), name)
        self.assertEqual(self.shown(), before)

    def test_a_refusal_says_which_key_is_wrong_and_what_it_may_have(self) -> None:
        top = "onboardingConfig"
        for settings, details in (
            ({"maxFaceAttempts": 0}, {"member": f"{top}.maxFaceAttempts", "minimum": 1, "maximum": 100}),
            ({"replayGuard": "all"}, {"member": f"{top}.replayGuard", "allowed": ["off", "exact", "near"]}),
            ({"minimumLivenessLevel": 3}, {"member": f"{top}.minimumLivenessLevel", "allowed": ["2", "4", "6"]}),
            (
                {"onboardingOptions": {"document": {"rfid": "MANDATORY"}}},
                {"member": f"{top}.onboardingOptions.document.rfid", "allowed": ["DISABLED", "OPTIONAL"]},
            ),
            (
                {"ocrPortraitSelfieMatchThreshold": 13},
                {"member": f"{top}.ocrPortraitSelfieMatchThreshold", "minimum": 0, "maximum": 12},
            ),
        ):
            with self.subTest(settings):
                answer = portal.post(PATH, {top: settings})
                self.assert_refused(answer)
                self.assertEqual(answer.json()["details"], details)

    def test_keys_that_nothing_reads_are_named_with_the_key_that_was_probably_meant(self) -> None:
        who = installation.portal("misspelt")
        self.assertNotIn("unknownKeys", who.get(PATH).json())
        posted = {"maxFaceAtempts": 3, "colourOfTheLogo": "blue"}
        changed = who.post(PATH, {"onboardingConfig": posted, "vendorOnly": {"a": 1}}).json()
        unknown = {entry["name"]: entry.get("nearest") for entry in changed["unknownKeys"]}
        nearest = "onboardingConfig.maxFaceAttempts"
        self.assertEqual(unknown.pop("onboardingConfig.maxFaceAtempts"), nearest)
        self.assertEqual(unknown, {"onboardingConfig.colourOfTheLogo": None, "vendorOnly": None})
        self.assertEqual(who.post(PATH, changed).json(), changed, "posted back it is no key of its own")
        self.assertEqual(who.get(PATH).json()["onboardingConfig"]["colourOfTheLogo"], "blue")

    def test_what_is_kept_can_be_posted_back(self) -> None:
        who = installation.portal("filled")
        # A sign of another alphabet has three bytes, and six where a client escapes it.
        for number in range(8):
            answer = who.post(PATH, {"onboardingConfig": {f"note{number}": "あ" * 5000}})
            if answer.status != 200:
                self.assert_refused(answer, "64 KiB")
                break
        else:
            self.fail("everything was kept")
        whole = who.get(PATH).json()
        self.assertGreater(number, 3)
        for indent in (None, 4):
            self.assert_taken(who.post(PATH, raw=json.dumps(whole, indent=indent).encode()))
        self.assertEqual(who.get(PATH).json(), whole)


if __name__ == "__main__":
    unittest.main()
