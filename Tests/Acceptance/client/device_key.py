"""The key of a device, and proofs that it holds it (DPoP, RFC 9449)."""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from .tokens import encode_base64url


class DeviceKey:
    """A P-256 key that proves who sends a request."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        #: What the server gave out last.
        self.nonce: str | None = None

    def proof(self, method: str, url: str, bearer: str | None = None, **changes: Any) -> str:
        """The field for one request; changes take the place of claims, None leaves one out."""
        numbers = self._key.public_key().public_numbers()
        x, y = (encode_base64url(number.to_bytes(32, "big")) for number in (numbers.x, numbers.y))
        header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": {"kty": "EC", "crv": "P-256", "x": x, "y": y}}
        claims: dict[str, Any] = {
            "jti": str(uuid.uuid4()),
            "htm": method,
            "htu": url,
            "iat": int(time.time()),
            "nonce": self.nonce,
            "ath": bearer and encode_base64url(hashlib.sha256(bearer.encode()).digest()),
        }
        claims = {name: value for name, value in (claims | changes).items() if value is not None}
        signed = ".".join(encode_base64url(json.dumps(part).encode()) for part in (header, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{encode_base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
