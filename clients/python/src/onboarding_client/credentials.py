"""How a tenant's client shows the token endpoint who it is."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from .tokens import SigningKey, sign

ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
#: How long an assertion is good for; it is made for one request.
ASSERTION_LIFE = 60


class Credentials(Protocol):
    """What a client signs in with."""

    @property
    def client_id(self) -> str:
        """The client's id, for which receipts are made."""

    def fields(self, token_endpoint: str) -> dict[str, str]:
        """The form's members for one request to this endpoint."""


@dataclass(frozen=True)
class ClientSecret:
    """A client id and its secret (RFC 6749 §2.3.1)."""

    client_id: str
    client_secret: str = field(repr=False)

    def fields(self, token_endpoint: str) -> dict[str, str]:
        """Both, in the form."""
        return {"client_id": self.client_id, "client_secret": self.client_secret}


@dataclass(frozen=True)
class PrivateKeyJWT:
    """A client id and a private key, of which the server knows the public half (RFC 7523 §2.2).

    The key never leaves this process: each request has an assertion of its own, good for a minute.
    """

    client_id: str
    key: SigningKey = field(repr=False)
    #: Names the key where the client has several.
    key_id: str | None = None
    #: Whom the assertion is for: the token endpoint unless said otherwise.
    audience: str | None = None
    clock: Callable[[], float] = field(default=time.time, repr=False)

    def fields(self, token_endpoint: str) -> dict[str, str]:
        """A fresh assertion."""
        now = int(self.clock())
        claims = {
            "iss": self.client_id,
            "sub": self.client_id,
            "aud": self.audience or token_endpoint,
            "jti": str(uuid.uuid4()),
            "iat": now,
            "exp": now + ASSERTION_LIFE,
        }
        header = {"typ": "JWT"} | ({"kid": self.key_id} if self.key_id else {})
        return {
            "client_id": self.client_id,
            "client_assertion_type": ASSERTION_TYPE,
            "client_assertion": sign(header, claims, self.key),
        }
