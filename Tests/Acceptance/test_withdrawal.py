"""Who may take back the consent to what is complete, and what an attack leaves when it is withdrawn."""

from __future__ import annotations

import base64
import json
import unittest
import uuid

import pictures
from client.exchange import Answer, envelope_objection
from client.flow import Phone, Portal
from client.packages import video
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from installation import Installation
from right_requests import ATTACKER, tenants

WITHDRAW = "/onboarding/enrollment/withdrawConsent"

installation: Installation
face: Portal
device: Portal


def setUpModule() -> None:
    global installation, face, device
    installation = Installation.for_module()
    made = tenants(installation, "w", "face", "device")
    face, device = (Portal(installation.endpoint, made[key]) for key in ("face", "device"))


class WithdrawalTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def registered(self) -> tuple[Phone, str, ec.EllipticCurvePrivateKey, str]:
        """A phone that has completed an enrollment with a key of its own: phone, token, key, username."""
        name = f"{uuid.uuid4()}@example.org"
        phone = Phone.told(installation.endpoint, device.trigger(name), device.credentials)
        token, key = phone.begin(), ec.generate_private_key(ec.SECP256R1())
        public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        self.assertEqual(phone.add_device(token, "own", base64.b64encode(public).decode()).status, 200)
        return phone, token, key, name

    def test_what_is_complete_is_withdrawn_by_the_device_that_completed_it(self) -> None:
        phone, token, key, name = self.registered()

        def shown(key: ec.EllipticCurvePrivateKey, text: str = token, device_id: str = "own") -> dict[str, str]:
            signature = base64.b64encode(key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))).decode()
            return {"enrollmentToken": token, "deviceId": device_id, "signature": signature}

        stranger = ec.generate_private_key(ec.SECP256R1())
        for document in (
            {"enrollmentToken": token},
            {"enrollmentToken": token, "deviceId": "own"},
            shown(stranger),
            shown(key, "another text"),
            shown(key, device_id="other"),
        ):
            self.assert_refused(phone.post(WITHDRAW, document), "DEVICE_PROOF_REQUIRED", 403)
        (summary,) = device.find(username=name)
        self.assertEqual(summary["state"], "complete")
        self.assertEqual(phone.post(WITHDRAW, shown(key)).status, 200)
        self.assertEqual(device.find(username=name), [])

    def test_the_tenant_withdraws_what_is_complete(self) -> None:
        _, token, _, name = self.registered()
        self.assertEqual(device.post(WITHDRAW, {"enrollmentToken": token}).status, 200)
        self.assertEqual(device.find(username=name), [])

    def test_an_attack_does_not_erase_its_own_traces(self) -> None:
        name = f"{ATTACKER}-{uuid.uuid4()}"
        phone = Phone.told(installation.endpoint, face.trigger(name), face.credentials)
        token = phone.begin()
        frame = pictures.still()
        answer = phone.add_face(token, video([frame]))
        self.assertIs(answer.json()["livenessResult"], False)
        (summary,) = face.find(username=name)
        self.assertEqual(summary["state"], "failed")
        self.assertEqual(phone.post(WITHDRAW, {"enrollmentToken": token}).status, 200)
        self.assertEqual(face.find(username=name), [])

        locked = json.loads(installation.command("hold", "locked", "--tenant", "w-face", "--json"))
        enrollment = locked["enrollmentId"]
        self.assertEqual((enrollment, locked["evidenceObjects"]), (summary["enrollmentId"], 1))
        self.assertRegex(locked["until"], r"^\d{4}-\d\d-\d\dT")
        folder = installation.folder / "locked"
        names = installation.command("hold", "open", enrollment, "--tenant", "w-face", "--to", str(folder)).split()
        # Metadata stand before the image, and are not kept.
        kept = [(folder / name).read_bytes() for name in names]
        self.assertTrue(any(file.endswith(frame[-256:]) for file in kept), f"the image that was sent: {names}")
        trail = installation.command("audit", "trail", "--tenant", "w-face")
        for kind in ("evidenceLocked", "registrationErased", "lockedEvidenceRead"):
            self.assertIn(kind, trail)
        self.assertIn("intact", installation.command("audit", "verify"))

    def test_where_nothing_is_locked_away_nothing_is_opened(self) -> None:
        said = installation.refused_command(
            "hold", "open", "0" * 32, "--tenant", "w-face", "--to", str(installation.folder / "none")
        )
        self.assertIn("Nothing is locked away", said)


if __name__ == "__main__":
    unittest.main()
