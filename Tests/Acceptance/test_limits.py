"""The limits of docs/contract.md: what is just small enough is taken, what is just too large is refused."""

import base64
import functools
import json
import re
import resource
import struct
import subprocess
import unittest
import uuid
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import pictures
from client import packages
from client.contract import Contract
from client.exchange import Answer, envelope_objection
from client.flow import Portal, document_request
from client.packages import encode, video
from client.tokens import FORM
from installation import Installation
from right_requests import CONSENT, RightRequests, somebody, tenants

installation: Installation
right: RightRequests
portal: Portal

DEVICE = "/onboarding/enrollment/addDevice"
MEBIBYTE = 1 << 20


def setUpModule() -> None:
    global installation, right, portal
    installation = Installation.for_module()
    right = RightRequests(installation.endpoint, tenants(installation, "limited"))
    portal = installation.portal("whole", allowStillPackages=True)


class LimitTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))


class BodyTests(LimitTests):
    def test_every_body_has_the_limit_that_the_document_states(self) -> None:
        for operation in Contract.published().operations:
            if not operation.has_body:
                continue
            with self.subTest(str(operation)):
                stated = re.match(r"(?:A form, at|At) most (\d+) ([KM])iB", operation.body_description)
                assert stated, operation.body_description
                limit = int(stated[1]) << {"K": 10, "M": 20}[stated[2]]
                request = right.of(operation)
                declared = request.send(installation.endpoint, {"Content-Length": str(limit + 1)}, b"")
                self.assertEqual(declared.status, 413, declared.described())
                # The large ones are sent once, by test_bad_requests.py.
                if limit <= 64 << 10:
                    body = json.dumps(request.document) if isinstance(request.document, dict) else request.document
                    filled = body.encode().ljust(limit)
                    self.assertEqual(request.send(installation.endpoint, body=filled + b" ").status, 413)
                    self.assertNotIn(request.send(installation.endpoint, body=filled).status, (413, 500))

    def test_json_may_be_32_deep_and_no_deeper(self) -> None:
        token = portal.begin(somebody()["email"])
        # The lists stand in an object, which is a level too.
        for shape in ("[" * 31 + "]" * 31, '{"x":' * 31 + "1" + "}" * 31):
            body = f'{{"enrollmentToken":"{token}","deviceId":"d","x":{shape}}}'
            deeper = f'{{"enrollmentToken":"{token}","deviceId":"d","x":[{shape}]}}'
            self.assert_refused(portal.post(DEVICE, raw=deeper.encode()), "TOO_DEEP")
            self.assertEqual(portal.post(DEVICE, raw=body.encode()).status, 200)
            token = portal.begin(somebody()["email"])


class TextTests(LimitTests):
    def test_texts_are_taken_up_to_their_length(self) -> None:
        # Length is counted in code points, as JSON Schema counts it.
        for member, limit in (
            ("username", 256),
            ("email", 256),
            ("firstName", 1024),
            ("lastName", 1024),
            ("phoneNumber", 1024),
        ):
            for letter in ("x", "ü", "\U0001f600"):
                with self.subTest(member, letter=letter):
                    text = uuid.uuid4().hex[:12] + letter * (limit - 12)
                    self.assert_refused(portal.enroll(somebody() | {member: text + letter}), "FIELD_TOO_LONG")
                    self.assertEqual(portal.enroll(somebody() | {member: text}).status, 200)
        for member, limit in (("deviceId", 1024), ("pushId", 1024), ("publicKey", 4096)):
            with self.subTest(member):
                token = portal.begin(somebody()["email"])
                document = {"enrollmentToken": token, "deviceId": "d"}
                too_long = portal.post(DEVICE, document | {member: "x" * (limit + 1)})
                self.assert_refused(too_long, "FIELD_TOO_LONG")
                longest = portal.post(DEVICE, document | {member: "x" * limit})
                # As long as it may be, and no key.
                expected = (400, "PUBLIC_KEY_INVALID") if member == "publicKey" else (200, None)
                self.assertEqual((longest.status, longest.reason), expected)
        for member, beginning, end, limit in (
            ("textVersion", "2", "", 32),
            ("language", "de-", "abcdefgh", 35),
            ("acceptedAt", "2026-11-21T10:00:00.", "Z", 64),
        ):
            with self.subTest(member):
                filling = "2" * (limit - len(beginning + end))
                if member == "language":
                    filling = "-".join(["abcdefg"] * 3) + "-"
                longest = CONSENT | {member: beginning + filling + end}
                self.assertEqual(len(longest[member]), limit)
                self.assertEqual(portal.enroll(somebody() | {"consent": longest}).status, 200)
                too_long = CONSENT | {member: beginning + filling + "2" + end}
                self.assert_refused(portal.enroll(somebody() | {"consent": too_long}), "FIELD_TOO_LONG")

    def test_one_letter_with_thousands_of_accents_is_no_short_text(self) -> None:
        stacked = "a" + "\u0301" * 5000
        self.assert_refused(portal.enroll({"username": stacked, "email": "a@example.org"}), "FIELD_TOO_LONG")
        token = portal.begin(somebody()["email"])
        answer = portal.post(DEVICE, {"enrollmentToken": token, "deviceId": stacked})
        self.assert_refused(answer, "FIELD_TOO_LONG")

    def test_a_token_in_an_address_has_a_length_too(self) -> None:
        self.assert_refused(portal.operation_status("x" * 1025), "FIELD_TOO_LONG")
        self.assert_refused(portal.operation_status("x" * 1024), "TOKEN_UNKNOWN")

    def test_a_page_holds_500_at_most(self) -> None:
        path = "/onboarding/admin/registration"
        self.assertEqual(portal.post(path, {"pageNumber": 1, "pageSize": 500}).status, 200)
        self.assert_refused(portal.post(path, {"pageNumber": 1, "pageSize": 501}), "PAGE_OUT_OF_RANGE")


class KeyTests(LimitTests):
    def test_a_device_key_is_a_point_of_p_256_and_nothing_else(self) -> None:
        token = portal.begin(somebody()["email"])
        good = spki(ec.generate_private_key(ec.SECP256R1()).public_key())
        at_infinity = good[:26] + b"\x00"
        off_the_curve = good[:-1] + bytes([good[-1] ^ 1])
        for name, key in {
            "P-384": spki(ec.generate_private_key(ec.SECP384R1()).public_key()),
            "P-521": spki(ec.generate_private_key(ec.SECP521R1()).public_key()),
            "secp256k1": spki(ec.generate_private_key(ec.SECP256K1()).public_key()),
            "RSA of 1024 bits": spki(rsa.generate_private_key(65537, 1024).public_key()),
            "a byte less": good[:-1],
            "a byte more": good + b"\x00",
            "infinity": at_infinity,
            "no point of the curve": off_the_curve,
            "a bare point": good[26:],
            "nothing": b"\x30\x00",
        }.items():
            with self.subTest(name):
                self.assert_refused(portal.add_device(token, "d", encode(key)), "PUBLIC_KEY_INVALID")
        self.assertEqual(portal.add_device(token, "d", encode(good)).status, 200)

    def test_a_package_with_keys_of_a_wrong_size_stays_shut(self) -> None:
        # Ten that do not open, without a challenge after eight of them.
        faces = installation.portal("shut", allowStillPackages=True, faceWorkflow="passive")
        token = faces.begin(somebody()["email"])
        faces.add_device(token)
        rsa_pem, ec_pem = faces.public_keys()
        package = video([pictures.still()])
        sealed = packages.seal_v2(package, ec_pem, token)
        forms = {length: packages.CBCForm("odd", packages.hashes.SHA256(), length) for length in (16, 24, 32)}
        wrapped = forms[32].seal(package, rsa_pem)
        other = rsa.generate_private_key(65537, 2048).public_key()
        short = forms[32].seal(package, other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode())
        for name, odd in {
            "an AES key of 24 bytes": forms[24].seal(package, rsa_pem),
            "an RSA block of 2048 bits": short,
            "an RSA block a byte short": wrapped | {"key": encode(base64.b64decode(wrapped["key"])[:-1])},
            "a vector of 12 bytes": wrapped | {"iv": encode(bytes(12))},
            "a vector of 32 bytes": wrapped | {"iv": encode(bytes(32))},
            "content of no whole block": wrapped | {"p": encode(base64.b64decode(wrapped["p"])[:-1])},
            "a point of 33 bytes": sealed | {"enc": encode(b"\x02" + base64.b64decode(sealed["enc"])[1:33])},
            "a point of 97 bytes": sealed | {"enc": encode(b"\x04" + bytes(96))},
            "a tag alone": sealed | {"ct": encode(bytes(16))},
            "less than a tag": sealed | {"ct": encode(bytes(15))},
        }.items():
            with self.subTest(name):
                self.assert_refused(faces.add_face(token, odd), "PACKAGE_UNREADABLE")
        self.assertEqual(faces.add_face(token, sealed).json()["livenessResult"], True)


class PictureTests(LimitTests):
    def face(self, frames: list[bytes]) -> Answer:
        faces = right.portals["face"]
        return faces.add_face(faces.begin(somebody()["email"]), video(frames))

    def document(self, images: list[bytes]) -> Answer:
        documents = right.portals["document"]
        return documents.add_document(documents.begin(somebody()["email"]), images)

    def test_fifteen_frames_are_judged_and_sixteen_are_not(self) -> None:
        self.assertEqual(self.face([pictures.still()] * 15).status, 200)
        self.assert_refused(self.face([pictures.still()] * 16), "TOO_MANY_FRAMES")

    def test_ninety_frames_that_answer_a_challenge_are_judged_and_ninety_one_are_not(self) -> None:
        faces = right.portals["face"]
        token = faces.begin(somebody()["email"])
        challenge = faces.challenge_face(token).json()["challenge"]["id"]
        # The take is not longer than the challenge has been there.
        frames = [video([pictures.png(64, 64)] * count, "foxtrot4", interval=0.01) for count in (91, 90)]
        self.assert_refused(faces.add_face(token, frames[0], challenge), "TOO_MANY_FRAMES")
        self.assertEqual(faces.add_face(token, frames[1], challenge).status, 200)

    def test_six_pictures_of_a_document_are_read_and_seven_are_not(self) -> None:
        small = pictures.png()
        self.assertEqual(self.document([small] * 6).json()["retryDocumentCapture"], True)
        self.assert_refused(self.document([small] * 7), "TOO_MANY_IMAGES")

    def test_a_picture_has_64_pixels_each_way(self) -> None:
        for call in (self.face, self.document):
            self.assertEqual(call([pictures.png(64, 64)]).status, 200)
            for size in ((63, 64), (64, 63), (1, 1)):
                self.assert_refused(call([pictures.png(*size)]), "IMAGE_TOO_SMALL")

    def test_a_picture_has_25_megapixels_at_most(self) -> None:
        self.assertEqual(self.document([blank(5000, 5000)]).json()["retryDocumentCapture"], True)
        self.assert_refused(self.document([pictures.png_declaring(5000, 5008)]), "IMAGE_TOO_LARGE")

    def test_a_baseline_jpeg_has_120_megapixels_at_most(self) -> None:
        self.assertEqual(self.document([blank(12_000, 10_000)]).json()["retryDocumentCapture"], True)
        larger = pictures.jpeg_declaring(12_000, 10_001, pictures.still())
        self.assert_refused(self.document([larger]), "IMAGE_TOO_LARGE")

    def test_the_pictures_of_a_document_have_75_megapixels_together(self) -> None:
        pages = [blank(5000, 5000)] * 3
        self.assertEqual(self.document(pages).json()["retryDocumentCapture"], True)
        self.assert_refused(self.document([*pages, pictures.png(64, 64)]), "IMAGE_TOO_LARGE")

    def test_a_picture_has_16_mebibytes_at_most(self) -> None:
        for surplus, reason in ((0, None), (1, "IMAGE_TOO_LARGE")):
            answer = self.document([padded(pictures.passport_page(), 16 * MEBIBYTE + surplus)])
            self.assertEqual((answer.status, answer.reason), (400 if reason else 200, reason), answer.described())


class MemoryTests(LimitTests):
    REQUESTS = 1200
    #: What the server may grow by, in bytes: less than half of what the strangers sent.
    GROWTH = 32 * MEBIBYTE

    def test_what_strangers_make_up_is_not_kept(self) -> None:
        realm = portal.credentials.realm
        path = f"/auth/realms/{realm}/protocol/openid-connect/token"
        before = self.resident()
        for number in range(self.REQUESTS):
            made_up = f"grant_type=client_credentials&client_secret=x&client_id={number}{'z' * 64_000}"
            answer = installation.endpoint.send("POST", path, {"Content-Type": FORM}, made_up.encode())
            self.assertIn(answer.status, (400, 401), answer.described())
        self.assertLess(self.resident() - before, self.GROWTH)

    @staticmethod
    def resident() -> int:
        """Bytes of the server's memory that are in use."""
        pages = Path(f"/proc/{installation.process_id}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()


class ExtraMemberTests(LimitTests):
    EXTRA: dict[str, Any] = {"": None, "extra": {"deep": [1, 2.5, True, None, "ü"]}, "__proto__": {}, "x" * 300: []}

    def test_members_that_nobody_described_are_ignored_on_every_step(self) -> None:
        more = self.EXTRA
        person = somebody()
        triggered = portal.post("/onboarding/b2c/triggerEnroll", person | more | {"notifyOptions": more}).json()
        self.assertEqual(triggered["status"], "SUCCESS")
        session = {"sessionToken": triggered["sessionToken"]} | more
        self.assertEqual(portal.post("/tokenVerify/validateSession", session).status, 200)
        token = portal.enroll(session | {"consent": CONSENT | more}).json()["enrollmentToken"]
        package = video([pictures.still()])
        self.add_everywhere(package)
        request = document_request(token, [pictures.varied(pictures.passport_page())], {"validateMinimumAge": False})
        self.add_everywhere(request)
        for path, document in (
            ("consent", {"consent": CONSENT | more}),
            ("addDevice", {"deviceId": "d"}),
            ("challengeFace", {}),
            ("addFace", {"faceLivenessData": package}),
            ("addDocumentOCR", request),
        ):
            with self.subTest(path):
                answer = portal.post(f"/onboarding/enrollment/{path}", {"enrollmentToken": token} | document | more)
                self.assertEqual(answer.status, 200, answer.described())
        self.assertEqual(answer.json()["enrollmentStatus"], 2, answer.described())
        cancelled = portal.post(
            "/onboarding/enrollment/cancel", {"enrollmentToken": portal.begin(person["email"] + "2")} | more
        )
        self.assertEqual(cancelled.status, 200)
        page = portal.post("/onboarding/admin/registration", {"pageNumber": 1, "pageSize": 1} | more)
        self.assertEqual(page.status, 200)

    def add_everywhere(self, value: Any) -> None:
        """Puts the extra members into every object below `value`."""
        if isinstance(value, dict):
            for member in list(value.values()):
                self.add_everywhere(member)
            value |= self.EXTRA
        elif isinstance(value, list):
            for member in value:
                self.add_everywhere(member)


def spki(key: Any) -> bytes:
    """A public key as SubjectPublicKeyInfo in DER."""
    der: bytes = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return der


@functools.cache
def blank(width: int, height: int) -> bytes:
    """A grey JPEG of this size."""
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", f"color=gray:s={width}x{height}"]
    return subprocess.run([*command, "-frames:v", "1", "-f", "mjpeg", "-"], capture_output=True, check=True).stdout


def padded(jpeg: bytes, byte_count: int) -> bytes:
    """The same picture in so many bytes: comment segments behind the start."""
    segments = b""
    while missing := byte_count - len(jpeg) - len(segments):
        # Two bytes of marker, two of length; a segment must not leave less than another one's head.
        size = min(missing, 65_537)
        if 0 < missing - size < 4:
            size -= 4
        segments += b"\xff\xfe" + struct.pack(">H", size - 2) + bytes(size - 4)
    return jpeg[:2] + segments + jpeg[2:]


if __name__ == "__main__":
    unittest.main()
