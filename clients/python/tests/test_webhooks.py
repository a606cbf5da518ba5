"""Webhooks by the vectors of the Standard Webhooks specification, and beside its library where that is installed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
import unittest
from datetime import UTC, datetime
from importlib.util import find_spec

from onboarding_client import OnboardingError, WebhookVerifier

#: The specification's examples: a shared secret, a key pair's public half, a message, and what each signs it with.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
PUBLIC_KEY = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
MESSAGE, TIME, BODY = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
BY_SECRET = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
BY_KEY = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="
OTHER_SECRET = "whsec_" + base64.b64encode(bytes(32)).decode()


def headers(signature: str, timestamp: object = TIME, message: str = MESSAGE) -> dict[str, str]:
    return {"Webhook-Id": message, "Webhook-Timestamp": str(timestamp), "Webhook-Signature": signature}


class WebhookTests(unittest.TestCase):
    def verifier(self, *keys: str, now: float = TIME) -> WebhookVerifier:
        return WebhookVerifier(keys, clock=lambda: now)

    def refused(self, verifier: WebhookVerifier, body: bytes, given: dict[str, str]) -> None:
        with self.assertRaises(OnboardingError) as caught:
            verifier.verify(body, given)
        self.assertEqual(caught.exception.reason, "WEBHOOK_INVALID")

    def test_the_vector_of_a_shared_secret_is_accepted(self) -> None:
        self.assertEqual(self.verifier(SECRET).verify(BODY, headers(BY_SECRET)), {"test": 2432232314})

    def test_the_vector_of_a_public_key_is_accepted(self) -> None:
        self.assertEqual(self.verifier(PUBLIC_KEY).verify(BODY, headers(BY_KEY)), {"test": 2432232314})

    def test_one_of_several_signatures_and_one_of_several_keys_is_enough(self) -> None:
        several = f"v2,AAAA v1,AAAA {BY_KEY} {BY_SECRET}"
        for keys in ((SECRET,), (PUBLIC_KEY,), (OTHER_SECRET, SECRET), (OTHER_SECRET, PUBLIC_KEY)):
            self.assertEqual(self.verifier(*keys).verify(BODY, headers(several)), {"test": 2432232314})

    def test_whatever_was_changed_is_refused(self) -> None:
        for keys, signature in (((SECRET,), BY_SECRET), ((PUBLIC_KEY,), BY_KEY)):
            verifier = self.verifier(*keys)
            self.refused(verifier, BODY + b" ", headers(signature))
            self.refused(verifier, BODY, headers(signature, TIME + 1))
            self.refused(verifier, BODY, headers(signature, message="msg_2"))
            self.refused(verifier, BODY, headers(signature[:-6] + "AAAAA="))
            self.refused(verifier, BODY, headers(signature.replace("v1", "v2")))

    def test_a_key_of_one_kind_does_not_check_signatures_of_the_other(self) -> None:
        self.refused(self.verifier(SECRET), BODY, headers(BY_KEY))
        self.refused(self.verifier(PUBLIC_KEY), BODY, headers(BY_SECRET))
        self.refused(self.verifier(OTHER_SECRET), BODY, headers(BY_SECRET))

    def test_an_old_message_and_one_from_the_future_are_refused(self) -> None:
        for now in (TIME - 300, TIME + 300):
            self.verifier(SECRET, now=now).verify(BODY, headers(BY_SECRET))
        for now in (TIME - 301, TIME + 301):
            self.refused(self.verifier(SECRET, now=now), BODY, headers(BY_SECRET))

    def test_headers_that_are_missing_or_malformed_are_refused(self) -> None:
        for given in (
            {},
            {name: value for name, value in headers(BY_SECRET).items() if name != "Webhook-Id"},
            headers(""),
            headers(BY_SECRET, "now"),
            headers(BY_SECRET, "9" * 5000),
            headers("v1"),
            headers("v1,%"),
        ):
            self.refused(self.verifier(SECRET), BODY, given)

    def test_a_body_that_is_no_json_is_refused(self) -> None:
        key = base64.b64decode(SECRET.removeprefix("whsec_"))
        mac = base64.b64encode(hmac.digest(key, f"{MESSAGE}.{TIME}.".encode() + b"{", hashlib.sha256)).decode()
        self.refused(self.verifier(SECRET), b"{", headers(f"v1,{mac}"))

    def test_what_is_no_key_is_refused(self) -> None:
        for keys in (
            (),
            ("",),
            ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",),
            ("whsec_AAAA",),
            ("whsec_%",),
            ("whsec_AAAAA",),
            ("whsec_ü",),
            ("whpk_AAAA",),
            ("whpk_A",),
            (SECRET, "whpk_%"),
        ):
            with self.subTest(keys), self.assertRaises(OnboardingError) as caught:
                WebhookVerifier(keys)
            self.assertEqual((caught.exception.status, caught.exception.reason), (0, "WEBHOOK_KEY_INVALID"))

    @unittest.skipIf(find_spec("standardwebhooks") is None, "the package standardwebhooks is not installed")
    def test_the_specifications_own_library_signs_what_is_accepted_here(self) -> None:
        from standardwebhooks.webhooks import Webhook

        now = int(time.time())
        signature = Webhook(SECRET).sign(MESSAGE, datetime.fromtimestamp(now, UTC), BODY.decode())
        given = headers(signature, now)
        self.assertEqual(WebhookVerifier(SECRET).verify(BODY, given), Webhook(SECRET).verify(BODY, given))


if __name__ == "__main__":
    unittest.main()
