"""Hybrid public key encryption (RFC 9180), base mode, one shot, from `cryptography`'s primitives.

DHKEM(P-256, HKDF-SHA256) and HKDF-SHA256 with AES-128-GCM (the suite of the RFC's appendix A.3, for its vectors) or
AES-256-GCM (what face packages use).
"""

from __future__ import annotations

import hashlib
import hmac

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEM = 0x0010
KDF = 0x0001
AES_128_GCM = 0x0001
AES_256_GCM = 0x0002

_KEY_LENGTHS = {AES_128_GCM: 16, AES_256_GCM: 32}
_NONCE_LENGTH = 12
_KEM_SUITE = b"KEM" + KEM.to_bytes(2, "big")


def seal(
    recipient: ec.EllipticCurvePublicKey,
    info: bytes,
    associated: bytes,
    plaintext: bytes,
    aead: int = AES_256_GCM,
    ephemeral: ec.EllipticCurvePrivateKey | None = None,
) -> tuple[bytes, bytes]:
    """`SealBase` (§6.1): the encapsulated key (65 bytes, uncompressed point) and ciphertext with tag."""
    ephemeral = ephemeral or ec.generate_private_key(ec.SECP256R1())
    encapsulated = point(ephemeral.public_key())
    secret = _extract_and_expand(ephemeral.exchange(ec.ECDH(), recipient), encapsulated + point(recipient))
    key, nonce = key_schedule(secret, info, aead)
    return encapsulated, AESGCM(key).encrypt(nonce, plaintext, associated)


def open_sealed(
    recipient: ec.EllipticCurvePrivateKey,
    encapsulated: bytes,
    info: bytes,
    associated: bytes,
    ciphertext: bytes,
    aead: int = AES_256_GCM,
) -> bytes:
    """`OpenBase` (§6.1)."""
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), encapsulated)
    context = encapsulated + point(recipient.public_key())
    key, nonce = key_schedule(_extract_and_expand(recipient.exchange(ec.ECDH(), sender), context), info, aead)
    return AESGCM(key).decrypt(nonce, ciphertext, associated)


def key_schedule(shared_secret: bytes, info: bytes, aead: int) -> tuple[bytes, bytes]:
    """Key and nonce of the first message (§5.1), without a pre-shared key."""
    suite = b"HPKE" + KEM.to_bytes(2, "big") + KDF.to_bytes(2, "big") + aead.to_bytes(2, "big")
    context = (
        b"\x00" + _labeled_extract(suite, b"", b"psk_id_hash", b"") + _labeled_extract(suite, b"", b"info_hash", info)
    )
    secret = _labeled_extract(suite, shared_secret, b"secret", b"")
    return (
        _labeled_expand(suite, secret, b"key", context, _KEY_LENGTHS[aead]),
        _labeled_expand(suite, secret, b"base_nonce", context, _NONCE_LENGTH),
    )


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """The uncompressed point: 04, x, y."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _extract_and_expand(diffie_hellman: bytes, context: bytes) -> bytes:
    secret = _labeled_extract(_KEM_SUITE, b"", b"eae_prk", diffie_hellman)
    return _labeled_expand(_KEM_SUITE, secret, b"shared_secret", context, 32)


def _labeled_extract(suite: bytes, salt: bytes, label: bytes, material: bytes) -> bytes:
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + material, hashlib.sha256)


def _labeled_expand(suite: bytes, secret: bytes, label: bytes, info: bytes, length: int) -> bytes:
    labeled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    output = block = b""
    counter = 1
    while len(output) < length:
        block = hmac.digest(secret, block + labeled + bytes([counter]), hashlib.sha256)
        output += block
        counter += 1
    return output[:length]
