"""The formats of `docs/package-format.md` by its known answers, and tokens by keys made here."""

from __future__ import annotations

import base64
import hashlib
import json
import unittest
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key

from onboarding_client import (
    Capture,
    Frame,
    OnboardingError,
    PackageKey,
    PrivateKeyJWT,
    open_hand_off,
    verify_authentication_receipt,
    verify_erasure_certificate,
    verify_receipt,
)
from onboarding_client.encoding import decode_base64url, encode_base64url
from onboarding_client.hpke import open_sealed
from onboarding_client.packages import INFO
from onboarding_client.tokens import is_signed_by, parts, sign

SCALAR = 0x09F381A08AD0A6F87718CC9FA3E8B1807968910F09249FD0C4941E2CA8FA0492
SPKI = (
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEg1zYzSbge5fh8ZB07MiNtxmo6N6Ecdz6AQnYEXIHPjzjm4YikMJuONwMEuB3Go2R3ey7/WljL4pS"
    "yAFK1KBt8Q=="
)
KEY_ID = "ytpUL7SOafbl54v0rHxPJQ"
TOKEN = "7d1f0c52-9a3e-e4b8-06c1-5f2a9d83b7e0"
ENCAPSULATED = "BKPstgZUvSANUVcbVtU+VxO2uNQbUiEZJ3eFNt1UtR/xnB30Ta60I/gHvhZ4me2fnjja4D/e8F6EuFwy5mx3vFw="
SEALED = (
    "BcftpqJrDHWQLdQaQcBx2mAAzrnYjyERBG9hV+PRvyzi5rCPu7AuL7dOrSsUPiPOecnCK0nW+wnn95M/kN8qKzydLYNm3zw6pbelVyEiWw=="
)
TEXT = b'{"video":{"workflow_data":{"workflow":"charlie4","frames":[]}}}'

QR_KEY = "XRRmPNZDmJVUzqQjZJjBVs/5vUDhXLoKASRW2FFQcPI="
QR_PUBLIC_KEY = (
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2XQ94WEm7+ZDFbvHwuJYXi1YfTQyP9g/ALI6pIjtRxob/OBRV9cgRbJ254f/NwcD1NR6"
    "q1dR2eFOdZuVJCYfjftqCxh2ff6H8snIuV0DLhH1sy5LspOgc7wa4Ey7SvWvqF01Xslt0uK6ejjwrN4A+pOVWAv7XGxRN857CEz8vh/KP0W9ufpF"
    "3Pu82z8Jwl+bwemr5pbQVjyrOTNAjX/Vr5bLi9PSE78D9qOZ0J6yKhvQe0Q8BQNI49fujsme8C57O0WKZDxXoQRxYBcKFRGyNGvtL/qOcZvNOMfu"
    "CkXKbvX4jkZ/SqZ9dGveK5Me2/HX8n8wsUAPxvxrWl/1Y4j6mQIDAQAB"
)
QR_DATA = (
    "vwM6oKH8H0Sl_U__Uug3smmoVtBYkPx9IFapNloCOqjqOEp1GB9key5wGCkXzRXy4NSfwBouVS5ZQEQOk9qMojxe-adWBI3w-OUwEIatFzDAFtpu"
    "tYsf3ZtSCoYfomDQ3dtHVYStYaw337KvHAiBFhca1XLnBOOtCGlMHsxG-OehKQaU4YfvO4cyEMCOg_trcGywRZ5-NbHI5VQItmNjYT4-ItTrp5D7"
    "rx282bYC-cZSYcyL_b-BEfYeloehd0jDz1ba0zAPDTmZz-SKO4lyG26Sb9wlYXH5Fh0tFbGGuD7SF_HL6NXvu5z8ievMIryZZQ49ZywXP08kILgj"
    "Z5tOLgABAgMEBQYHCAkKCwwNDg-jIN-0gVb8f70KPghtOMq0N76ZUwFtRIqUp_Q1Y7iTGKV-sduse0H-kS6IOWo3wjj5SAYQ4zRPb7SkN-piBb1p"
)


def pem(spki: bytes) -> str:
    text = base64.encodebytes(spki).decode()
    return f"-----BEGIN PUBLIC KEY-----\n{text}-----END PUBLIC KEY-----\n"


class PackageTests(unittest.TestCase):
    recipient = ec.derive_private_key(SCALAR, ec.SECP256R1())

    def test_the_known_answer_opens_with_its_own_token_alone(self) -> None:
        encapsulated, sealed = base64.b64decode(ENCAPSULATED), base64.b64decode(SEALED)
        self.assertEqual(open_sealed(self.recipient, encapsulated, INFO, TOKEN.encode(), sealed), TEXT)
        with self.assertRaises(InvalidTag):
            open_sealed(self.recipient, encapsulated, INFO, b"another", sealed)

    def test_what_is_sealed_opens_with_the_token_and_the_challenge_that_it_was_sealed_for(self) -> None:
        key = PackageKey(KEY_ID, pem(base64.b64decode(SPKI)))
        self.assertTrue(key.is_named_rightly)
        package = Capture([Frame(b"\xff\xd8", 0), Frame(b"\xff\xd9", 150)]).plain()
        for challenge, bound in ((None, TOKEN), ("5d0b", f"{TOKEN}\n5d0b")):
            sealed = key.seal(package, TOKEN, challenge)
            self.assertEqual((sealed["v"], sealed["kid"]), (2, KEY_ID))
            given = (base64.b64decode(sealed["enc"]), base64.b64decode(sealed["ct"]))
            opened = open_sealed(self.recipient, given[0], INFO, bound.encode(), given[1])
            self.assertEqual(json.loads(opened), package)
            with self.assertRaises(InvalidTag):
                open_sealed(self.recipient, given[0], INFO, b"stateless", given[1])

    def test_frames_without_times_have_none(self) -> None:
        frames = Capture([Frame(b"a")]).plain()["video"]["workflow_data"]["frames"]
        self.assertEqual(frames, [{"data": "YQ=="}])

    def test_a_key_under_another_keys_name_is_noticed(self) -> None:
        other = ec.generate_private_key(ec.SECP256R1()).public_key()
        spki = other.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        self.assertFalse(PackageKey(KEY_ID, pem(spki)).is_named_rightly)


class HandOffTests(unittest.TestCase):
    def test_the_known_answer_opens(self) -> None:
        hand_off = open_hand_off(f"https://kyc.example.org/onboarding?data={QR_DATA}", QR_PUBLIC_KEY, QR_KEY)
        self.assertEqual(hand_off.base_url, "https://kyc.example.org")
        self.assertEqual(hand_off.api_key, "TESTKEY1")
        self.assertEqual(hand_off.session_token, "11111111-2222-4333-8444-555555555555")

    def test_data_that_were_changed_or_are_none_have_one_reason(self) -> None:
        changed = QR_DATA[:-4] + "AAAA"
        for data in (changed, "A" + QR_DATA, QR_DATA[:340], QR_DATA + "=", ""):
            with self.assertRaises(OnboardingError) as caught:
                open_hand_off(f"https://kyc.example.org/onboarding?data={data}", QR_PUBLIC_KEY, QR_KEY)
            self.assertEqual(caught.exception.reason, "QR_DATA_INVALID")


class ReceiptTests(unittest.TestCase):
    issuer, client = "https://kyc.example.org/auth/realms/acme-consumers", "acme-b2b"
    key = ec.generate_private_key(ec.SECP256R1())
    claims: dict[str, Any] = {
        "iss": issuer,
        "aud": client,
        "sub": "3f9c1e07a5b84d62b0c7f1d2e8a94356",
        "iat": 1772437000,
        "jti": "1",
        "typ": "Receipt",
        "version": 1,
        "test": False,
        "state": "complete",
        "registration_code": "4T7KQ0M2ZX",
        "begun_at": 1772436600,
        "ended_at": 1772436985,
        "checks": [{"check": "addFace", "accepted_at": 1772436880}],
        "evidence": [{"id": "7f", "kind": "face", "sha256": "876a"}],
        "chain_head": "fe",
        "chain_length": 12,
    }

    def key_set(self, key_id: str = "k") -> list[dict[str, str]]:
        numbers = self.key.public_key().public_numbers()
        x, y = (encode_base64url(value.to_bytes(32, "big")) for value in (numbers.x, numbers.y))
        return [{"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": key_id, "x": x, "y": y}]

    def receipt(self, header: dict[str, str] | None = None, **changed: Any) -> str:
        return sign({"typ": "receipt+jwt", "kid": "k"} | (header or {}), self.claims | changed, self.key)

    def test_a_receipt_says_how_the_enrollment_ended(self) -> None:
        receipt = verify_receipt(self.receipt(), self.key_set(), self.issuer, self.client)
        self.assertEqual((receipt.state, receipt.enrollment_id), ("complete", self.claims["sub"]))
        self.assertEqual(receipt.checks[0].accepted_at.timestamp(), 1772436880)
        self.assertIsNone(receipt.reason)

    def test_a_certificate_of_an_erasure_is_of_one_enrollment_and_no_receipt(self) -> None:
        header = {"typ": "erasure+jwt"}
        erased: dict[str, Any] = {"typ": "Erasure", "sub": hashlib.sha256(b"3f9c").hexdigest(), "tenant": "acme"}
        erased |= {"erased_at": 1772436880, "by": "client acme-b2b"}
        token = self.receipt(header, **erased)
        certificate = verify_erasure_certificate(token, self.key_set(), "3f9c")
        self.assertEqual((certificate.subject, certificate.by), (erased["sub"], "client acme-b2b"))
        self.assertEqual(certificate.erased_at.timestamp(), 1772436880)
        for other, name in ((token, "3f9d"), (self.receipt(), "3f9c"), (self.receipt(**erased), "3f9c")):
            with self.assertRaises(OnboardingError) as caught:
                verify_erasure_certificate(other, self.key_set(), name)
            self.assertEqual(caught.exception.reason, "RECEIPT_INVALID")

    def test_what_is_not_the_realms_receipt_for_this_client_is_refused(self) -> None:
        good = self.receipt()
        head, claims, signature = good.split(".")
        forged = encode_base64url(json.dumps(self.claims | {"state": "failed"}).encode())
        for token, reason in (
            (f"{head}.{forged}.{signature}", "RECEIPT_INVALID"),
            (f"{head}.{claims}.", "RECEIPT_INVALID"),
            ("a.b", "RECEIPT_INVALID"),
            (self.receipt(iss="https://evil.example.org"), "RECEIPT_INVALID"),
            (self.receipt(aud="other"), "RECEIPT_INVALID"),
            (self.receipt(version=2), "RECEIPT_INVALID"),
            (self.receipt({"typ": "JWT"}), "RECEIPT_INVALID"),
            (self.receipt({"alg": "none"}), "RECEIPT_INVALID"),
            (self.receipt({"kid": "other"}), "RECEIPT_KEY_UNKNOWN"),
        ):
            with self.assertRaises(OnboardingError) as caught:
                verify_receipt(token, self.key_set(), self.issuer, self.client)
            self.assertEqual(caught.exception.reason, reason)


    def test_a_receipt_of_a_login_is_none_of_an_enrollment(self) -> None:
        header = {"typ": "authentication-receipt+jwt"}
        login: dict[str, Any] = {"typ": "AuthenticationReceipt", "enrollment_id": "7a", "purpose": "authenticate"}
        login["state"] = "failed"
        known = (self.key_set(), self.issuer, self.client)
        receipt = verify_authentication_receipt(self.receipt(header, **login), *known)
        self.assertEqual((receipt.state, receipt.authentication_id), ("failed", self.claims["sub"]))
        self.assertEqual((receipt.enrollment_id, receipt.purpose), ("7a", "authenticate"))
        for verify, token in (
            (verify_receipt, self.receipt(header, **login)),
            (verify_receipt, self.receipt(**login)),
            (verify_authentication_receipt, self.receipt()),
            (verify_authentication_receipt, self.receipt(header)),
        ):
            with self.assertRaises(OnboardingError) as caught:
                verify(token, *known)
            self.assertEqual(caught.exception.reason, "RECEIPT_INVALID")


class AssertionTests(unittest.TestCase):
    def test_an_assertion_is_the_clients_and_for_one_request(self) -> None:
        endpoint = "https://kyc.example.org/auth/realms/acme-consumers/protocol/openid-connect/token"
        p256, rsa_key = ec.generate_private_key(ec.SECP256R1()), rsa.generate_private_key(65537, 2048)
        for key, algorithm in ((p256, "ES256"), (rsa_key, "RS256")):
            credentials = PrivateKeyJWT("acme-b2b", key, "k1", clock=lambda: 1000)
            fields, again = credentials.fields(endpoint), credentials.fields(endpoint)
            header, claims, signature, signed = parts(fields["client_assertion"])
            self.assertEqual(dict(header), {"alg": algorithm, "typ": "JWT", "kid": "k1"})
            self.assertEqual((claims["iss"], claims["sub"], claims["aud"]), ("acme-b2b", "acme-b2b", endpoint))
            self.assertEqual((claims["iat"], claims["exp"]), (1000, 1060))
            self.assertNotEqual(claims["jti"], parts(again["client_assertion"])[1]["jti"])
            if isinstance(key, rsa.RSAPrivateKey):
                key.public_key().verify(signature, signed, padding.PKCS1v15(), hashes.SHA256())
            else:
                r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
                key.public_key().verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))

    def test_no_secret_is_in_what_is_printed(self) -> None:
        self.assertNotIn("key=", repr(PrivateKeyJWT("c", ec.generate_private_key(ec.SECP256R1()))))


class EncodingTests(unittest.TestCase):
    def test_base64url_with_padding_or_stray_bits_is_refused(self) -> None:
        self.assertEqual(decode_base64url("_-8"), b"\xff\xef")
        for text in ("_-8=", "_-9", "_ -8", "+/8"):
            with self.assertRaises(ValueError):
                decode_base64url(text)

    def test_another_curves_key_signs_no_receipt(self) -> None:
        self.assertFalse(is_signed_by({"kty": "EC", "crv": "P-384", "x": "", "y": ""}, bytes(64), b""))

    def test_the_key_id_is_that_of_the_page(self) -> None:
        spki = load_der_public_key(base64.b64decode(SPKI)).public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        self.assertEqual(encode_base64url(hashlib.sha256(spki).digest()[:16]), KEY_ID)


if __name__ == "__main__":
    unittest.main()
