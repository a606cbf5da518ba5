"""What the server has signed: how an enrollment or a login ended, and what was erased (`docs/contract.md`, Receipts)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from .errors import OnboardingError
from .reading import JSON, Answer, flag, integer, members, optional, text, wire
from .tokens import is_signed_by, parts

_VERSION = 1


def _instant(document: JSON, name: str) -> datetime:
    return datetime.fromtimestamp(integer(document, name), UTC)


@dataclass(frozen=True)
class ReceiptCheck(Answer):
    """A check that was accepted."""

    check: str
    accepted_at: datetime = field(metadata=wire("accepted_at", _instant))


@dataclass(frozen=True)
class ReceiptEvidence(Answer):
    """A sealed object that a decision rests on."""

    id: str
    kind: str
    sha256: str


@dataclass(frozen=True)
class Receipt:
    """A receipt whose signature was verified."""

    #: As the server sent it: keep this, it is what proves.
    token: str
    enrollment_id: str
    state: str
    reason: str | None
    registration_code: str | None
    reference: str | None
    is_test: bool
    begun_at: datetime
    ended_at: datetime
    checks: tuple[ReceiptCheck, ...]
    evidence: tuple[ReceiptEvidence, ...]
    claims: Mapping[str, Any]


@dataclass(frozen=True)
class AuthenticationReceipt:
    """A receipt of one time that a registered person came back, whose signature was verified."""

    #: As the server sent it: keep this, it is what proves.
    token: str
    authentication_id: str
    enrollment_id: str
    #: `authenticate` or `reEnroll`.
    purpose: str
    state: str
    reason: str | None
    registration_code: str | None
    reference: str | None
    is_test: bool
    begun_at: datetime
    ended_at: datetime
    checks: tuple[ReceiptCheck, ...]
    evidence: tuple[ReceiptEvidence, ...]
    claims: Mapping[str, Any]


@dataclass(frozen=True)
class ErasureCertificate:
    """What was erased of an enrollment, when and by whom; its signature was verified."""

    #: As the server sent it: keep this, it is what proves.
    token: str
    #: SHA-256 of the enrollment's id, hexadecimal: nothing names the person any more.
    subject: str
    tenant: str
    erased_at: datetime
    by: str
    claims: Mapping[str, Any]


def verify_erasure_certificate(
    token: str, keys: Sequence[Mapping[str, Any]], enrollment_id: str | None = None
) -> ErasureCertificate:
    """The certificate, once its signature is as it must be.

    Args:
        token: a compact JWS.
        keys: the realm's key set, `keys` of it.
        enrollment_id: of which it has to be; None for any.

    Raises:
        OnboardingError: `RECEIPT_INVALID`, or `RECEIPT_KEY_UNKNOWN` where the set has no such key (read it anew).
    """
    claims = _signed(token, keys, "erasure+jwt", "Erasure")
    subject = text(claims, "sub")
    if enrollment_id is not None and subject != sha256(enrollment_id.encode()).hexdigest():
        raise _invalid("It is another enrollment's")
    return ErasureCertificate(
        token, subject, text(claims, "tenant"), _instant(claims, "erased_at"), text(claims, "by"), claims
    )


def verify_receipt(token: str, keys: Sequence[Mapping[str, Any]], issuer: str, client_id: str) -> Receipt:
    """The receipt, once its signature, issuer and audience are as they must be.

    Args:
        token: a compact JWS.
        keys: the realm's key set, `keys` of it; those of receipts stay there for ever.
        issuer: the realm's, as its discovery document says.
        client_id: the tenant's client, for whom receipts are made.

    Raises:
        OnboardingError: `RECEIPT_INVALID`, or `RECEIPT_KEY_UNKNOWN` where the set has no such key (read it anew).
    """
    claims = _verified(token, keys, issuer, client_id, "receipt+jwt", "Receipt")
    return Receipt(
        token,
        text(claims, "sub"),
        text(claims, "state"),
        optional(claims, "reason", text),
        optional(claims, "registration_code", text),
        optional(claims, "reference", text),
        flag(claims, "test"),
        _instant(claims, "begun_at"),
        _instant(claims, "ended_at"),
        members(claims, "checks", ReceiptCheck.read),
        members(claims, "evidence", ReceiptEvidence.read),
        claims,
    )


def verify_authentication_receipt(
    token: str, keys: Sequence[Mapping[str, Any]], issuer: str, client_id: str
) -> AuthenticationReceipt:
    """The same of an authentication or a re-enrollment. Neither takes a receipt of the other kind."""
    claims = _verified(token, keys, issuer, client_id, "authentication-receipt+jwt", "AuthenticationReceipt")
    return AuthenticationReceipt(
        token,
        text(claims, "sub"),
        text(claims, "enrollment_id"),
        text(claims, "purpose"),
        text(claims, "state"),
        optional(claims, "reason", text),
        optional(claims, "registration_code", text),
        optional(claims, "reference", text),
        flag(claims, "test"),
        _instant(claims, "begun_at"),
        _instant(claims, "ended_at"),
        members(claims, "checks", ReceiptCheck.read),
        members(claims, "evidence", ReceiptEvidence.read),
        claims,
    )


def _verified(
    token: str, keys: Sequence[Mapping[str, Any]], issuer: str, client_id: str, header_type: str, claimed_type: str
) -> JSON:
    """The claims, once signature, issuer, audience and both types are as they must be."""
    claims = _signed(token, keys, header_type, claimed_type)
    if claims.get("iss") != issuer or claims.get("aud") != client_id:
        raise _invalid("It is another realm's or client's")
    return claims


def _signed(token: str, keys: Sequence[Mapping[str, Any]], header_type: str, claimed_type: str) -> JSON:
    """The claims, once signature and both types are as they must be."""
    try:
        header, claims, signature, signed = parts(token)
    except ValueError as error:
        raise _invalid("It is no compact JWS") from error
    if header.get("typ") != header_type or header.get("alg") != "ES256":
        raise _invalid("It is no receipt")
    key = next((key for key in keys if key.get("kid") == header.get("kid")), None)
    if key is None:
        raise OnboardingError(0, "RECEIPT_KEY_UNKNOWN", "The key set does not have the receipt's key")
    if not is_signed_by(key, signature, signed):
        raise _invalid("The signature does not fit")
    if claims.get("typ") != claimed_type or claims.get("version") != _VERSION:
        raise _invalid("Its version is not known")
    return claims


def _invalid(message: str) -> OnboardingError:
    return OnboardingError(0, "RECEIPT_INVALID", message)
