"""The QR hand-off as an app does it: read the symbol, verify `data`, then decrypt it."""

from __future__ import annotations

import base64
import subprocess
import tempfile
import urllib.parse
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7
from cryptography.hazmat.primitives.serialization import load_der_public_key

from .tokens import decode_base64url

SIGNATURE_LENGTH = 256
BLOCK = 16


class DataRefused(Exception):
    """`data` was not made by this tenant's server. One error for every cause."""


@dataclass(frozen=True)
class Content:
    """What a phone learns from the QR picture."""

    host: str
    api_key: str
    session_token: str


def read_symbol(png: bytes) -> str:
    """The text of a QR picture, read by zbarimg."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        file.write(png)
        file.flush()
        command = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "--nodbus", file.name]
        # zbarimg ends the text with a line feed of its own.
        return subprocess.run(command, check=True, capture_output=True).stdout.decode().removesuffix("\n")


def data_of(callback_url: str) -> str:
    """The parameter `data` of a callback URL."""
    return urllib.parse.parse_qs(urllib.parse.urlsplit(callback_url).query, strict_parsing=True)["data"][0]


def open_data(data: str, public_key: str, key: str, zero_vector: bool = False) -> Content:
    """Verifies, then decrypts `data`.

    Args:
        public_key: base64 of the SPKI DER of the tenant's RSA-2048 key.
        key: base64 of the tenant's 32-byte AES key.
        zero_vector: decrypt as the vendor's web plugin does: everything behind the signature with a vector of zeros,
            then drop the first block.

    Raises:
        DataRefused: whatever was wrong.
    """
    try:
        sealed = decode_base64url(data)
        signature, signed = sealed[:SIGNATURE_LENGTH], sealed[SIGNATURE_LENGTH:]
        if len(signed) < 2 * BLOCK or len(signed) % BLOCK:
            raise DataRefused
        verifier = load_der_public_key(base64.b64decode(public_key, validate=True))
        if not isinstance(verifier, rsa.RSAPublicKey):
            raise DataRefused
        verifier.verify(signature, signed, padding.PKCS1v15(), hashes.SHA256())
        vector, ciphertext = (bytes(BLOCK), signed) if zero_vector else (signed[:BLOCK], signed[BLOCK:])
        decryptor = Cipher(algorithms.AES(base64.b64decode(key, validate=True)), modes.CBC(vector)).decryptor()
        padded = decryptor.update(ciphertext) + decryptor.finalize()
        unpadder = PKCS7(8 * BLOCK).unpadder()
        text = (unpadder.update(padded[BLOCK:] if zero_vector else padded) + unpadder.finalize()).decode()
        host, api_key, session_token = text.split("&")
    except (ValueError, InvalidSignature) as error:
        raise DataRefused from error
    return Content(host, api_key, session_token)


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height that a PNG declares."""
    if png[:8] != b"\x89PNG\r\n\x1a\n" or png[12:16] != b"IHDR":
        raise ValueError("not a PNG")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
