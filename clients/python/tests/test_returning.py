"""What is sent for those who come back, for users and for attributes, and what is read."""

from __future__ import annotations

import base64
import json
import unittest

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from test_transport import BUSY, TOKEN, Scripted, server

from onboarding_client import ClientSecret, FaceAttributes, OnboardingError, Portal, Retry, Trait, Users

VERIFIED: Scripted = (200, {}, {"message": "Device verified.", "authStatus": 1})


def portal(url: str) -> Portal:
    return Portal(url, "acme-consumers", "KEY", ClientSecret("acme-b2b", "secret"))


class ReturningTests(unittest.TestCase):
    def test_a_device_signs_the_token_itself(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        with server([TOKEN, VERIFIED, VERIFIED, VERIFIED]) as (url, seen):
            client = portal(url)
            for shown in (key, b"made elsewhere", None):
                self.assertTrue(client.verify_device("auth-token", "d", shown).is_verified)
        signed, ready, bare = (json.loads(body) for _, path, _, body in seen if path.endswith("/verifyDevice"))
        key.public_key().verify(base64.b64decode(signed["signature"]), b"auth-token", ec.ECDSA(hashes.SHA256()))
        self.assertEqual(base64.b64decode(ready["signature"]), b"made elsewhere")
        self.assertEqual(bare, {"authToken": "auth-token", "deviceId": "d"})

    def test_a_registration_is_named_by_one_thing(self) -> None:
        begun: Scripted = (200, {}, {"authToken": "t", "requiredChecks": ["verifyFace"], "recordVideo": False})
        with server([TOKEN, begun, begun]) as (url, seen):
            client = portal(url)
            self.assertEqual(client.authenticate("erika").required_checks, ("verifyFace",))
            client.authenticate(registration_code="0123456789", idempotency_key="k")
        sent = [(json.loads(body), headers["idempotency-key"]) for _, _, headers, body in seen[1:]]
        named = [{"username": "erika"}, {"registrationCode": "0123456789"}]
        self.assertEqual([document for document, _ in sent], named)
        self.assertEqual(sent[1][1], "k")

    def test_an_answer_of_another_form_is_not_read(self) -> None:
        with server([TOKEN, (200, {}, {"message": "Device verified."})]) as (url, _):
            with self.assertRaises(OnboardingError) as caught:
                portal(url).verify_device("t", "d")
        self.assertEqual(caught.exception.reason, "ANSWER_INVALID")


class UsersTests(unittest.TestCase):
    def users(self, url: str, admin_token: str | None = None, user_token: str | None = None) -> Users:
        retry = Retry(sleep=lambda _: None)
        return Users(url, "shop", "sécret", admin_token=admin_token, user_token=user_token, retry=retry)

    def test_who_asks_is_shown_with_every_call(self) -> None:
        done: Scripted = (200, {}, {"faces": []})
        with server([done, done]) as (url, seen):
            self.users(url, admin_token="a").faces("anna")
            self.users(url, user_token="u").faces("anna")
        first, second = (headers for _, _, headers, _ in seen)
        self.assertEqual(base64.b64decode(first["authorization"].removeprefix("Basic ")).decode(), "shop:sécret")
        self.assertEqual((first.get("x-admin-token"), first.get("x-user-token")), ("a", None))
        self.assertEqual((second.get("x-admin-token"), second.get("x-user-token")), (None, "u"))

    def test_images_have_their_numbers_and_what_is_absent_is_left_out(self) -> None:
        made: Scripted = (200, {}, {"faceIds": [{"label": "image1", "faceId": "f"}], "faceId": "f"})
        with server([made, made]) as (url, seen):
            users = self.users(url)
            self.assertEqual(users.enroll("anna", [b"1", b"2"]), ("f",))
            self.assertEqual(users.add_faces("anna", [b"1"]), ("f",))
        several, one = (json.loads(body) for _, _, _, body in seen)
        self.assertEqual(set(several), {"userId", "image1", "image2"})
        self.assertEqual(set(one), {"userId", "image"})

    def test_a_registration_is_not_repeated_blindly_and_a_look_is(self) -> None:
        with server([None, None, (200, {}, {"faces": ["f"]})]) as (url, seen):
            with self.assertRaises(OnboardingError) as caught:
                self.users(url).enroll("anna", [b"1"])
            self.assertEqual(caught.exception.reason, "CONNECTION_FAILED")
            self.assertEqual(self.users(url).faces("anna"), ("f",))
        self.assertEqual(len(seen), 3)

    def test_a_refusal_has_the_number_of_the_guide(self) -> None:
        refused = {"errorCode": 699, "errorMsg": "INPUT_OTHER", "reason": "GROUP_FULL", "status": 400, "timestamp": ""}
        with server([(400, {}, refused), (502, {}, BUSY)]) as (url, _):
            for details, reason in (({"errorCode": 699}, "GROUP_FULL"), ({}, "OVERLOADED")):
                with self.assertRaises(OnboardingError) as caught:
                    self.users(url).add_to_group("g", "anna")
                self.assertEqual((caught.exception.details, caught.exception.reason), (details, reason))


class AttributesTests(unittest.TestCase):
    def test_what_is_null_and_what_is_absent_are_read(self) -> None:
        found = FaceAttributes.read(
            {
                "smiling": {"result": 1, "score": 0.75},
                "mustache": {"result": None, "score": None, "reason": "NO_DEFENSIBLE_MODEL"},
                "age": None,
                "emotions": {"happy": 0.9, "calm": 0.1, "confused": None},
                "components": {"left_eye": [10.5, 20], "nose": [15, 30.25]},
                "position": {"top": -1, "left": 2, "right": 3, "bottom": 4},
                "unavailable": {"age": "FACE_TOO_SMALL", "emotions.confused": "CLASS_NOT_ESTIMATED"},
                "models": {"age": "1"},
            }
        )
        self.assertEqual(found.smiling, Trait(True, 0.75, None))
        self.assertEqual(found.mustache, Trait(None, None, "NO_DEFENSIBLE_MODEL"))
        self.assertEqual((found.male, found.age, found.unavailable["age"]), (None, None, "FACE_TOO_SMALL"))
        self.assertEqual(found.emotions, {"happy": 0.9, "calm": 0.1, "confused": None})
        self.assertEqual((found.components or {})["left_eye"], (10.5, 20.0))
        self.assertEqual((found.position or {})["top"], -1)

    def test_a_point_has_two_numbers(self) -> None:
        for point in ([1], [1, 2, 3], ["1", 2], None, 5):
            with self.assertRaises(OnboardingError, msg=str(point)):
                FaceAttributes.read({"components": {"nose": point}, "models": {}})


if __name__ == "__main__":
    unittest.main()
