"""The client against published numbers, so that what it finds in the server is the server's."""

import base64
import re
import unittest

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import pictures
from client import hpke, packages, qr
from installation import PACKAGE_ROOT


class HPKETests(unittest.TestCase):
    """RFC 9180, appendix A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode."""

    INFO = bytes.fromhex("4f6465206f6e2061204772656369616e2055726e")
    EPHEMERAL = 0x4995788EF4B9D6132B249CE59A77281493EB39AF373D236A1FE415CB0C2D7BEB
    RECIPIENT = 0xF3CE7FDAE57E1A310D87F1EBBDE6F328BE0A99CDBCADF4D6589CF29DE4B8FFD2
    ASSOCIATED = b"Count-0"
    PLAINTEXT = b"Beauty is truth, truth beauty"
    CIPHERTEXT = bytes.fromhex(
        "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434"
    )

    def test_seals_as_the_published_vector_says(self) -> None:
        ephemeral = ec.derive_private_key(self.EPHEMERAL, ec.SECP256R1())
        recipient = ec.derive_private_key(self.RECIPIENT, ec.SECP256R1())
        encapsulated, ciphertext = hpke.seal(
            recipient.public_key(), self.INFO, self.ASSOCIATED, self.PLAINTEXT, hpke.AES_128_GCM, ephemeral
        )
        self.assertEqual(encapsulated, hpke.point(ephemeral.public_key()))
        self.assertEqual(ciphertext, self.CIPHERTEXT)


def known_answers(title: str) -> dict[str, str]:
    """The table below a heading of docs/package-format.md, by item."""
    page = (PACKAGE_ROOT / "docs" / "package-format.md").read_text()
    section = page.split(f"\n### {title}\n")[1].split("\n### ")[0]
    return {item.strip(): value for item, value in re.findall(r"^\| (.+?) \| `(.+)` \|$", section, re.MULTILINE)}


class DocumentedAnswerTests(unittest.TestCase):
    """The page that says how to write a client is true."""

    def test_the_documented_package_of_form_2_opens(self) -> None:
        answer = known_answers("Form 2")
        recipient = ec.derive_private_key(int(answer["recipient's private scalar, hexadecimal"], 16), ec.SECP256R1())
        der = recipient.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        self.assertEqual(packages.encode(der), answer["recipient's SPKI, base64"])
        pem = recipient.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        self.assertEqual(packages.key_id(pem), answer["`kid`"])
        token = answer["token (`aad`)"].encode()
        sealed = [base64.b64decode(answer[name], validate=True) for name in ("`enc`", "`ct`")]
        opened = hpke.open_sealed(recipient, sealed[0], packages.INFO, token, sealed[1])
        self.assertEqual(opened.decode(), answer["text"])
        with self.assertRaises(InvalidTag):
            hpke.open_sealed(recipient, sealed[0], packages.INFO, b"another token", sealed[1])

    def test_the_documented_qr_data_open_in_both_client_styles(self) -> None:
        answer = known_answers("QR data")
        data = answer["`DATA` (448 characters)"]
        for zero_vector in (False, True):
            content = qr.open_data(data, answer["`qrPublicKey`"], answer["`qrKey`"], zero_vector)
            self.assertEqual(
                "&".join((content.host, content.api_key, content.session_token)), answer["text (61 bytes)"]
            )

    def test_qr_data_that_another_key_signed_are_refused(self) -> None:
        answer = known_answers("QR data")
        stranger = rsa.generate_private_key(65537, 2048).public_key()
        der = stranger.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        with self.assertRaises(qr.DataRefused):
            qr.open_data(answer["`DATA` (448 characters)"], packages.encode(der), answer["`qrKey`"])


class ZoneTests(unittest.TestCase):
    def test_writes_the_zone_that_doc_9303_prints_as_its_example(self) -> None:
        holder = pictures.Holder("ERIKSSON", "ANNA MARIA", "L898902C3", "740812", "F", "120415")
        first, second = holder.zone()
        self.assertEqual(first, "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<")
        self.assertTrue(second.startswith("L898902C36UTO7408122F1204159"))
        self.assertEqual(len(second), 44)


if __name__ == "__main__":
    unittest.main()
