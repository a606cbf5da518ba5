"""Compact signed tokens (RFC 7515): those that this package writes, and those that it checks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from .encoding import decode_base64url, encode_base64url

SigningKey = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey

#: ES256 writes r and s with 32 bytes each (RFC 7518 §3.4).
_HALF = 32


def sign(header: Mapping[str, Any], claims: Mapping[str, Any], key: SigningKey) -> str:
    """A compact JWS: ES256 by a P-256 key, RS256 by an RSA key."""
    algorithm = "ES256" if isinstance(key, ec.EllipticCurvePrivateKey) else "RS256"
    parts = [
        encode_base64url(json.dumps(dict(part), separators=(",", ":")).encode())
        for part in ({"alg": algorithm, **header}, claims)
    ]
    text = ".".join(parts)
    return f"{text}.{encode_base64url(_signature(text.encode(), key))}"


def _signature(signed: bytes, key: SigningKey) -> bytes:
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(signed, padding.PKCS1v15(), hashes.SHA256())
    r, s = decode_dss_signature(key.sign(signed, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(_HALF, "big") + s.to_bytes(_HALF, "big")


def parts(token: str) -> tuple[Mapping[str, Any], Mapping[str, Any], bytes, bytes]:
    """Header, claims, signature and the signed bytes, unverified; ValueError where it is no compact JWS."""
    pieces = token.split(".")
    if len(pieces) != 3:
        raise ValueError("not a compact JWS")
    header, claims = (json.loads(decode_base64url(piece)) for piece in pieces[:2])
    if not isinstance(header, dict) or not isinstance(claims, dict):
        raise ValueError("not a compact JWS of objects")
    return header, claims, decode_base64url(pieces[2]), f"{pieces[0]}.{pieces[1]}".encode()


def is_signed_by(key: Mapping[str, Any], signature: bytes, signed: bytes) -> bool:
    """Whether a P-256 key of a key set (RFC 7518 §6.2.1) made an ES256 signature."""
    if key.get("kty") != "EC" or key.get("crv") != "P-256" or len(signature) != 2 * _HALF:
        return False
    x, y = (int.from_bytes(decode_base64url(str(key[name])), "big") for name in ("x", "y"))
    public = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    r, s = (int.from_bytes(half, "big") for half in (signature[:_HALF], signature[_HALF:]))
    try:
        public.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True
