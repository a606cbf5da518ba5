"""HPKE (RFC 9180) as form 2 uses it: base mode, one message, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.

The steps and their names are those of `docs/package-format.md`, section 4.
"""

from __future__ import annotations

import hashlib
import hmac

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_KEM = b"KEM" + (0x0010).to_bytes(2, "big")
_SUITE = b"HPKE" + b"".join(number.to_bytes(2, "big") for number in (0x0010, 0x0001, 0x0002))
_KEY_LENGTH = 32
_NONCE_LENGTH = 12


def seal(recipient: ec.EllipticCurvePublicKey, info: bytes, associated: bytes, text: bytes) -> tuple[bytes, bytes]:
    """`SealBase`: the encapsulated key (65 bytes) and the ciphertext with its tag."""
    one_time = ec.generate_private_key(ec.SECP256R1())
    encapsulated = _point(one_time.public_key())
    shared = _shared_secret(one_time.exchange(ec.ECDH(), recipient), encapsulated + _point(recipient))
    key, nonce = _key_schedule(shared, info)
    return encapsulated, AESGCM(key).encrypt(nonce, text, associated)


def open_sealed(
    recipient: ec.EllipticCurvePrivateKey, encapsulated: bytes, info: bytes, associated: bytes, sealed: bytes
) -> bytes:
    """`OpenBase`, for whoever checks what was sealed; `cryptography.exceptions.InvalidTag` where it does not fit."""
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), encapsulated)
    context = encapsulated + _point(recipient.public_key())
    key, nonce = _key_schedule(_shared_secret(recipient.exchange(ec.ECDH(), sender), context), info)
    return AESGCM(key).decrypt(nonce, sealed, associated)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _shared_secret(exchanged: bytes, context: bytes) -> bytes:
    return _labeled_expand(_KEM, _labeled_extract(_KEM, b"", b"eae_prk", exchanged), b"shared_secret", context, 32)


def _key_schedule(shared: bytes, info: bytes) -> tuple[bytes, bytes]:
    context = (
        b"\x00" + _labeled_extract(_SUITE, b"", b"psk_id_hash", b"") + _labeled_extract(_SUITE, b"", b"info_hash", info)
    )
    secret = _labeled_extract(_SUITE, shared, b"secret", b"")
    key = _labeled_expand(_SUITE, secret, b"key", context, _KEY_LENGTH)
    return key, _labeled_expand(_SUITE, secret, b"base_nonce", context, _NONCE_LENGTH)


def _labeled_extract(suite: bytes, salt: bytes, label: bytes, material: bytes) -> bytes:
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + material, hashlib.sha256)


def _labeled_expand(suite: bytes, secret: bytes, label: bytes, context: bytes, length: int) -> bytes:
    """HKDF-Expand of at most 32 bytes, which is one block."""
    labeled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + context
    return hmac.digest(secret, labeled + b"\x01", hashlib.sha256)[:length]
