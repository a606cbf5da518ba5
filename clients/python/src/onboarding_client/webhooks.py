"""Verification of webhooks by the Standard Webhooks specification, version 1.

A message has three headers: `webhook-id`, `webhook-timestamp` (seconds since 1970) and `webhook-signature`, a list of
`v1,BASE64` and `v1a,BASE64` with blanks between. What is signed is `ID.TIMESTAMP.BODY`, the body byte by byte as it
came. `v1` is HMAC-SHA256 under a shared secret (`whsec_…`), `v1a` an Ed25519 signature under a public key (`whpk_…`).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .encoding import decode_base64
from .errors import OnboardingError

SECRET_PREFIX = "whsec_"
PUBLIC_KEY_PREFIX = "whpk_"
#: How far the clocks of both sides may differ, and how old a message may be, in seconds.
TOLERANCE = 300


class WebhookVerifier:
    """Knows the keys that a message may be signed with: one, or two while one replaces the other."""

    def __init__(
        self, keys: str | Sequence[str], tolerance: float = TOLERANCE, clock: Callable[[], float] = time.time
    ) -> None:
        """
        Args:
            keys: `whsec_…` or `whpk_…`, as the server shows them.
            tolerance: seconds.

        Raises:
            OnboardingError: `WEBHOOK_KEY_INVALID`, where a key is none, or there is none.
        """
        named = [keys] if isinstance(keys, str) else list(keys)
        if not named:
            raise _key_invalid("There is no key to verify webhooks with")
        self._checks = [_check(key) for key in named]
        self._tolerance = tolerance
        self._clock = clock

    def verify(self, body: bytes, headers: Mapping[str, str]) -> Any:
        """The message's JSON, once it is proven that the server sent it, and lately.

        A message may come twice: keep `webhook-id` to do nothing twice.

        Args:
            body: the bytes as they came; a body that was parsed and written anew has another signature.
            headers: of the request, in any case.

        Raises:
            OnboardingError: `WEBHOOK_INVALID`.
        """
        given = {name.lower(): value for name, value in headers.items()}
        identifier, timestamp, signatures = (
            given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
        )
        if not identifier or not signatures:
            raise _invalid("A header is missing")
        if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
            raise _invalid("The time is no number")
        if abs(self._clock() - int(timestamp)) > self._tolerance:
            raise _invalid("The message is too old, or from the future")
        signed = f"{identifier}.{timestamp}.".encode() + body
        if not any(check(entry, signed) for entry in signatures.split(" ") for check in self._checks):
            raise _invalid("No signature fits")
        try:
            return json.loads(body)
        except ValueError as error:
            raise _invalid("The body is no JSON") from error


def _check(key: str) -> Callable[[str, bytes], bool]:
    """A function that says whether an entry of the signature header was made with this key."""
    if key.startswith(SECRET_PREFIX):
        secret = _bytes(key.removeprefix(SECRET_PREFIX))
        if not 24 <= len(secret) <= 64:
            raise _key_invalid("A webhook secret has 24 to 64 bytes")
        return lambda entry, signed: _is_mac(entry, signed, secret)
    if key.startswith(PUBLIC_KEY_PREFIX):
        try:
            public = Ed25519PublicKey.from_public_bytes(_bytes(key.removeprefix(PUBLIC_KEY_PREFIX)))
        except ValueError as error:
            raise _key_invalid("The public key is none of Ed25519") from error
        return lambda entry, signed: _is_signature(entry, signed, public)
    raise _key_invalid(f"A webhook key begins with {SECRET_PREFIX} or {PUBLIC_KEY_PREFIX}")


def _bytes(text: str) -> bytes:
    """The bytes of a key. No error has the key in it."""
    try:
        return decode_base64(text)
    except ValueError:
        raise _key_invalid("A webhook key is base64 behind its prefix") from None


def _is_mac(entry: str, signed: bytes, secret: bytes) -> bool:
    given = _value(entry, "v1")
    return given is not None and hmac.compare_digest(given, hmac.digest(secret, signed, hashlib.sha256))


def _is_signature(entry: str, signed: bytes, public: Ed25519PublicKey) -> bool:
    given = _value(entry, "v1a")
    if given is None:
        return False
    try:
        public.verify(given, signed)
    except InvalidSignature:
        return False
    return True


def _value(entry: str, version: str) -> bytes | None:
    """The bytes of an entry of this version; None for every other one."""
    name, _, text = entry.partition(",")
    if name != version:
        return None
    try:
        return decode_base64(text)
    except ValueError:
        return None


def _key_invalid(message: str) -> OnboardingError:
    return OnboardingError(0, "WEBHOOK_KEY_INVALID", message)


def _invalid(message: str) -> OnboardingError:
    return OnboardingError(0, "WEBHOOK_INVALID", message)
