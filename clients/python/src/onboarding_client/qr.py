"""The QR hand-off as an app opens it (`docs/package-format.md`, section 6).

A back end needs none of this. It is here for kiosks, and for tests that play the phone.
"""

from __future__ import annotations

import urllib.parse
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7
from cryptography.hazmat.primitives.serialization import load_der_public_key

from .encoding import decode_base64, decode_base64url
from .errors import OnboardingError

_SIGNATURE_LENGTH = 256
_BLOCK = 16


@dataclass(frozen=True)
class HandOff:
    """What a QR code hands to a phone."""

    base_url: str
    api_key: str
    session_token: str


def open_hand_off(callback_url: str, qr_public_key: str, qr_key: str) -> HandOff:
    """Verifies the data of a callback URL, then decrypts it.

    Args:
        callback_url: what the QR code says.
        qr_public_key: base64 of the tenant's RSA-2048 key, as its apps carry it.
        qr_key: base64 of the tenant's AES key, as its apps carry it.

    Raises:
        OnboardingError: `QR_DATA_INVALID`, whatever is wrong.
    """
    try:
        return _opened(callback_url, qr_public_key, qr_key)
    except (ValueError, KeyError, InvalidSignature) as error:
        raise OnboardingError(0, "QR_DATA_INVALID", "The data of the QR code are not this tenant's") from error


def _opened(callback_url: str, qr_public_key: str, qr_key: str) -> HandOff:
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(callback_url).query, strict_parsing=True)
    data = decode_base64url(query["data"][0])
    signature, vector = data[:_SIGNATURE_LENGTH], data[_SIGNATURE_LENGTH : _SIGNATURE_LENGTH + _BLOCK]
    ciphertext = data[_SIGNATURE_LENGTH + _BLOCK :]
    if not ciphertext or len(ciphertext) % _BLOCK:
        raise ValueError("no whole blocks")
    key = load_der_public_key(decode_base64(qr_public_key))
    if not isinstance(key, rsa.RSAPublicKey):
        raise ValueError("not an RSA key")
    key.verify(signature, data[_SIGNATURE_LENGTH:], padding.PKCS1v15(), hashes.SHA256())
    decryptor = Cipher(algorithms.AES(decode_base64(qr_key)), modes.CBC(vector)).decryptor()
    unpadder = PKCS7(8 * _BLOCK).unpadder()
    text = unpadder.update(decryptor.update(ciphertext) + decryptor.finalize()) + unpadder.finalize()
    host, api_key, session_token = text.decode().split("&")
    if not (host and api_key and session_token):
        raise ValueError("an empty part")
    return HandOff(host if "://" in host else f"https://{host}", api_key, session_token)
