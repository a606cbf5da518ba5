"""The key that a phone's session is bound to (DPoP, RFC 9449)."""

from __future__ import annotations

import hashlib
import json
import time
import uuid

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from .encoding import encode_base64url

_COORDINATE = 32


class DeviceKey:
    """A P-256 key. Keep it to go on after a restart: a phone without the key of its session is another phone."""

    def __init__(self, key: ec.EllipticCurvePrivateKey | None = None) -> None:
        """
        Args:
            key: on P-256; a new one where absent.
        """
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self._nonce: str | None = None

    def remember(self, nonce: str | None) -> None:
        """Takes what the server gave out last, in place of this device's clock."""
        self._nonce = nonce or self._nonce

    def proof(self, method: str, url: str, bearer: str | None = None) -> str:
        """A proof for one request, and for the bearer that it is sent with."""
        numbers = self.key.public_key().public_numbers()
        x, y = (encode_base64url(number.to_bytes(_COORDINATE, "big")) for number in (numbers.x, numbers.y))
        header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": {"kty": "EC", "crv": "P-256", "x": x, "y": y}}
        claims = {"jti": str(uuid.uuid4()), "htm": method, "htu": url, "iat": int(time.time())}
        if self._nonce is not None:
            claims["nonce"] = self._nonce
        if bearer is not None:
            claims["ath"] = encode_base64url(hashlib.sha256(bearer.encode()).digest())
        signed = ".".join(encode_base64url(json.dumps(part).encode()) for part in (header, claims))
        r, s = decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{encode_base64url(r.to_bytes(_COORDINATE, 'big') + s.to_bytes(_COORDINATE, 'big'))}"
