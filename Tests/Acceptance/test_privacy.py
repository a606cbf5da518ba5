"""Nothing about a person stands readable in logs or in the data folder, however talkative the server is."""

import base64
import contextlib
import random
import tempfile
import unittest
import uuid
from pathlib import Path

import leaks
import pictures
from client import packages
from client.exchange import ConnectionLost, ProtocolViolation
from client.flow import COMPLETE, Phone, Portal, document_request
from client.packages import video
from installation import Installation


class ScannerTests(unittest.TestCase):
    """The scanner finds what is there, or its silence would mean nothing."""

    SECRET = "Zarathustra-4711@example.org"

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.noise = random.Random(1).randbytes(200_000)

    def found(self, content: bytes) -> list[str]:
        (self.folder / "planted").write_bytes(self.noise[:1000] + content + self.noise)
        return leaks.in_files(leaks.files_below(self.folder), {"secret": self.SECRET.encode()})

    def test_noise_is_no_leak(self) -> None:
        self.assertEqual(self.found(b""), [])

    def test_a_leak_is_found_in_every_encoding(self) -> None:
        secret = self.SECRET.encode()
        planted = {
            "as it is": secret,
            "in upper case": secret.upper(),
            "hexadecimal": secret.hex().encode(),
            "upper-case hexadecimal": secret.hex().upper().encode(),
            "UTF-16": self.SECRET.encode("utf-16-le"),
        }
        for shift in range(3):
            embedded = b"abc"[:shift] + secret + b"behind"
            planted[f"base64 behind {shift} bytes"] = base64.b64encode(embedded)
            planted[f"base64url behind {shift} bytes"] = base64.urlsafe_b64encode(embedded)
        for name, content in planted.items():
            with self.subTest(name):
                self.assertTrue(self.found(content))

    def test_a_picture_is_found_and_three_bytes_of_noise_are_none(self) -> None:
        self.assertTrue(any("JPEG" in finding for finding in self.found(pictures.still())))
        self.assertEqual(self.found(b"\xff\xd8\xff" + bytes(20)), [])


class LeakTests(unittest.TestCase):
    def setUp(self) -> None:
        self.installation = Installation("--log-level", "debug")
        self.addCleanup(self.installation.close)
        self.installation.start()
        self.secrets: dict[str, bytes] = {}

    def planted(self, name: str, value: str | None = None) -> str:
        """A value that stands nowhere else, noted for the search."""
        value = value or f"{name}-{uuid.uuid4().hex}"
        self.secrets[name] = value.encode()
        return value

    def test_what_a_person_sends_is_readable_nowhere(self) -> None:
        portal = self.installation.portal("acme", allowStillPackages=True)
        self.note_credentials(portal)
        sent = [pictures.still(), pictures.passport_page()]
        self.enroll(portal, sent[0], sent[1])
        self.misbehave(portal)
        for index, picture in enumerate(sent):
            # From the middle of the picture, where no two JPEG files are the same.
            self.secrets[f"picture {index}"] = picture[len(picture) // 2 :][:24]
        holder = pictures.Holder()
        for name in ("surname", "number"):
            self.secrets[f"the document's {name}"] = getattr(holder, name).encode()
        self.secrets["the document's zone"] = holder.zone()[1].encode()

        self.assertEqual(self.leaks(), [], "while the server runs")
        self.assertEqual(self.installation.stop(), 0)
        self.assertEqual(self.leaks(), [], "after it has stopped")
        log = self.installation.log.read_text()
        self.assertIn("/onboarding/enrollment/addFace", log, "the log does say what was called")
        self.assertIn("/onboarding/b2c/operationStatus/{sessionToken}", log)

    def test_a_leak_into_the_data_folder_or_the_log_would_be_found(self) -> None:
        secret = self.planted("username")
        (self.installation.data / "evidence" / "planted").write_bytes(b"xx" + base64.b64encode(b"x" + secret.encode()))
        with self.installation.log.open("ab") as log:
            log.write(secret.encode().hex().encode())
        self.assertEqual(len({finding.split(":")[0] for finding in self.leaks()}), 2)

    def leaks(self) -> list[str]:
        data = leaks.files_below(self.installation.data)
        names = {path.name for path in data}
        self.assertLessEqual({"onboarding.sqlite", "keys.sqlite"}, names)
        return leaks.in_files([*data, self.installation.log], self.secrets)

    def note_credentials(self, portal: Portal) -> None:
        credentials = portal.credentials
        self.planted("client secret", credentials.client_secret)
        self.planted("API key", credentials.api_key)
        self.planted("QR key", credentials.qr_key)
        self.secrets["QR key, raw"] = base64.b64decode(credentials.qr_key)
        self.planted("portal's bearer", portal.bearer)

    def enroll(self, portal: Portal, still: bytes, page: bytes) -> None:
        """A whole enrollment, sealed, with every field that takes a text."""
        username = self.planted("username") + "@example.org"
        triggered = portal.trigger(
            username,
            self.planted("email") + "@example.org",
            firstName=self.planted("firstname"),
            lastName=self.planted("lastname"),
            phoneNumber=self.planted("phone", "+32470998877665544"),
        )
        self.planted("session token", triggered["sessionToken"])
        phone = Phone.scanning(self.installation.endpoint, triggered["qrcodeImage"], portal.credentials)
        self.planted("phone's bearer", phone.bearer)
        token = self.planted("enrollment token", phone.begin())
        device = {"enrollmentToken": token, "deviceId": self.planted("device"), "pushId": self.planted("push")}
        self.assertEqual(phone.post("/onboarding/enrollment/addDevice", device).status, 200)
        package = video([still])
        package["video"]["meta_data"]["username"] = username
        package["video"]["meta_data"]["client_device_model"] = self.planted("model")
        ec_pem = phone.public_keys()[1]
        self.assertIs(phone.add_face(token, packages.seal_v2(package, ec_pem, token)).json()["livenessResult"], True)
        self.assertEqual(phone.operation_status(phone.session_token).status, 200)
        answer = phone.add_document(token, [page])
        self.assertEqual(answer.json()["enrollmentStatus"], COMPLETE)
        self.planted("registration's portrait", answer.json()["ocrResults"]["portraitImage"][400:440])

    def misbehave(self, portal: Portal) -> None:
        """Errors are where logs become talkative."""
        secret = self.planted("misplaced")
        token = portal.begin(f"{secret}@example.org")
        self.planted("second enrollment token", token)
        for path in ("enroll", "addDevice", "addFace", "addDocumentOCR", "cancel", "consent"):
            route = f"/onboarding/enrollment/{path}"
            portal.post(route, raw=f'{{"enrollmentToken":"{token}","{secret}":'.encode())
            portal.post(route, {"enrollmentToken": {secret: 1}, "username": [secret]})
            portal.post(route, {"enrollmentToken": secret, "deviceId": secret, "username": secret, "reason": secret})
        portal.add_face(token, {"video": {"workflow_data": {"workflow": secret, "frames": []}}})
        portal.post("/onboarding/enrollment/addDocumentOCR", document_request(token, [secret.encode()]))
        portal.get(f"/{secret}")
        portal.get(f"/onboarding/b2c/operationStatus/{secret}?{secret}={secret}")
        portal.get(f"/auth/realms/{secret}")
        portal.endpoint.send("POST", f"/onboarding/enrollment/{secret}", portal.headers | {"X-Secret": secret}, b"{}")
        portal.endpoint.send(
            "POST", "/onboarding/enrollment/enroll", {"Authorization": f"Bearer {secret}", "apikey": secret}
        )
        # What is no HTTP is answered below the server's own code, without its headers.
        with contextlib.suppress(ConnectionLost, ProtocolViolation):
            portal.endpoint.send("POST", f"/{secret}", portal.headers | {"Content-Length": secret})


if __name__ == "__main__":
    unittest.main()
