"""Tokens as an independent party sees them: keys from the key set, signatures checked with `cryptography`."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

FORM = "application/x-www-form-urlencoded"


def encode_base64url(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Base64url without padding; anything else is refused."""
    if set(text) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"):
        raise ValueError("not base64url without padding")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def basic(client_id: str, client_secret: str) -> str:
    """The value of an Authorization header with HTTP Basic."""
    return "Basic " + base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()


def thumbprint(key: dict[str, Any]) -> str:
    """The thumbprint of a JSON Web Key (RFC 7638), base64url."""
    members = {"RSA": ("e", "kty", "n"), "EC": ("crv", "kty", "x", "y")}[key["kty"]]
    text = json.dumps({name: key[name] for name in members}, sort_keys=True, separators=(",", ":"))
    return encode_base64url(hashlib.sha256(text.encode()).digest())


def parts(token: str) -> tuple[dict[str, Any], dict[str, Any], bytes, bytes]:
    """Header, claims, signature and signed bytes of a compact token (RFC 7515)."""
    header, claims, signature = token.split(".")
    return (
        json.loads(decode_base64url(header)),
        json.loads(decode_base64url(claims)),
        decode_base64url(signature),
        f"{header}.{claims}".encode(),
    )


def verify(token: str, key_set: dict[str, Any]) -> dict[str, Any]:
    """The claims of a token whose signature a key of the set verifies.

    Raises:
        KeyError: where the set does not have the token's key.
        InvalidSignature: where the signature does not fit.
    """
    header, claims, signature, signed = parts(token)
    key = {key["kid"]: key for key in key_set["keys"]}[header["kid"]]
    if key["alg"] != header["alg"] or key["use"] != "sig":
        raise KeyError("the key is for something else")
    if header["alg"] == "RS256":
        numbers = rsa.RSAPublicNumbers(e=_number(key["e"]), n=_number(key["n"]))
        numbers.public_key().verify(signature, signed, padding.PKCS1v15(), hashes.SHA256())
    elif header["alg"] == "ES256":
        point = ec.EllipticCurvePublicNumbers(x=_number(key["x"]), y=_number(key["y"]), curve=ec.SECP256R1())
        if len(signature) != 64:
            raise ValueError("an ES256 signature has 64 bytes")
        r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
        point.public_key().verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
    else:
        raise KeyError(f"unknown algorithm {header['alg']}")
    return claims


def forge(header: dict[str, Any], claims: dict[str, Any], key: rsa.RSAPrivateKey | None = None) -> str:
    """A token of an attacker's making, signed with `key` or not at all."""
    text = ".".join(encode_base64url(json.dumps(part).encode()) for part in (header, claims))
    signature = key.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256()) if key else b""
    return f"{text}.{encode_base64url(signature)}"


def _number(text: str) -> int:
    return int.from_bytes(decode_base64url(text), "big")
