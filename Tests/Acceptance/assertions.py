"""What a client shows that has a key in place of a secret (`private_key_jwt`, RFC 7523), and what a forger shows."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
import uuid
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from client.tokens import encode_base64url

TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


def new_key(algorithm: str) -> PrivateKey:
    """A key for RS256 or ES256."""
    return rsa.generate_private_key(65537, 2048) if algorithm == "RS256" else ec.generate_private_key(ec.SECP256R1())


def public_pem(key: PrivateKey) -> bytes:
    """The public half, as the command takes it."""
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def claims(client_id: str, audience: Any, **changes: Any) -> dict[str, Any]:
    """What an assertion says that is right, but for the changes; None leaves a claim out."""
    now = int(time.time())
    said: dict[str, Any] = {
        "iss": client_id,
        "sub": client_id,
        "aud": audience,
        "iat": now,
        "exp": now + 60,
        "jti": str(uuid.uuid4()),
    }
    return {name: value for name, value in (said | changes).items() if value is not None}


def compact(said: dict[str, Any], key: PrivateKey | bytes | None, algorithm: str | None = None, **header: Any) -> str:
    """A signed token: RS256 or ES256 with a private key, HS256 with bytes, unsigned without a key.

    Args:
        algorithm: what the header names, where that is something else.
    """
    named = algorithm or _algorithm(key)
    parts = ({"alg": named, "typ": "JWT"} | header, said)
    text = ".".join(encode_base64url(json.dumps(part).encode()) for part in parts)
    return f"{text}.{encode_base64url(_signature(text.encode(), key))}"


def fields(assertion: str, **more: str) -> dict[str, str]:
    """The form that shows it to the token endpoint."""
    shown = {"client_assertion_type": TYPE, "client_assertion": assertion}
    return {"grant_type": "client_credentials"} | shown | more


def _algorithm(key: PrivateKey | bytes | None) -> str:
    if key is None:
        return "none"
    if isinstance(key, bytes):
        return "HS256"
    return "RS256" if isinstance(key, rsa.RSAPrivateKey) else "ES256"


def _signature(signed: bytes, key: PrivateKey | bytes | None) -> bytes:
    if key is None:
        return b""
    if isinstance(key, bytes):
        return hmac.new(key, signed, hashlib.sha256).digest()
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(signed, padding.PKCS1v15(), hashes.SHA256())
    r, s = decode_dss_signature(key.sign(signed, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")
