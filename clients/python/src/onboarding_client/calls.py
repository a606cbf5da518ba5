"""The calls that the tenant's client and a phone share: the steps of an enrollment."""

from __future__ import annotations

import json
import urllib.parse
import uuid
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .device_key import DeviceKey
from .encoding import encode_base64
from .errors import OnboardingError
from .models import Challenge, DocumentResult, Enrolled, FaceResult, OperationStatus, ReviewRequested, StepResult
from .packages import Capture, PackageKey
from .reading import member, text
from .transport import Answer, Proof, Transport

_STEPS = "/onboarding/enrollment"


@dataclass(frozen=True)
class Consent:
    """What the person agreed to, and when."""

    #: SHA-256 of the text that was shown, hexadecimal.
    text_hash: str
    text_version: str
    #: A BCP 47 tag.
    language: str
    accepted_at: datetime

    def document(self) -> dict[str, str]:
        """As requests have it."""
        if self.accepted_at.tzinfo is None:
            raise ValueError("the time of a consent needs its offset")
        return {
            "textHash": self.text_hash,
            "textVersion": self.text_version,
            "language": self.language,
            "acceptedAt": self.accepted_at.isoformat(),
        }


class Caller(ABC):
    """Someone with an API key and a bearer, which is fetched when it is needed and when it has expired."""

    def __init__(self, transport: Transport, api_key: str) -> None:
        self._transport = transport
        self._api_key = api_key

    @abstractmethod
    def _bearer(self, is_refused: bool) -> str:
        """The bearer; a new one where the server refused the last."""

    @property
    def _key(self) -> DeviceKey | None:
        """The key that bearers are bound to; None where they are not."""
        return None

    # The steps of an enrollment, in their order.

    def consent(self, enrollment_token: str, consent: Consent) -> StepResult:
        """Records the person's consent."""
        document = {"enrollmentToken": enrollment_token, "consent": consent.document()}
        return StepResult.read(self._post(f"{_STEPS}/consent", document))

    def add_device(self, enrollment_token: str, device_id: str, public_key: bytes | None = None) -> StepResult:
        """Registers the device that the enrollment runs on.

        Args:
            enrollment_token: as enroll answered it.
            device_id: what the app calls the device by.
            public_key: P-256, a SubjectPublicKeyInfo in DER.
        """
        document: dict[str, Any] = {"enrollmentToken": enrollment_token, "deviceId": device_id}
        if public_key is not None:
            document["publicKey"] = encode_base64(public_key)
        return StepResult.read(self._post(f"{_STEPS}/addDevice", document))

    def challenge_face(self, enrollment_token: str) -> Challenge:
        """Asks what the next capture of the face has to show."""
        return Challenge.read(self._post(f"{_STEPS}/challengeFace", {"enrollmentToken": enrollment_token}))

    def add_face(self, enrollment_token: str, capture: Capture, challenge: str | None = None) -> FaceResult:
        """Sends a capture of the face, sealed in form 2 for this enrollment.

        Args:
            enrollment_token: as enroll answered it.
            capture: the frames.
            challenge: the id of the challenge that they answer.
        """
        document: dict[str, Any] = {
            "enrollmentToken": enrollment_token,
            "faceLivenessData": self.package_key().seal(capture.plain(), enrollment_token, challenge),
        }
        if challenge is not None:
            document["challenge"] = challenge
        return FaceResult.read(self._post(f"{_STEPS}/addFace", document))

    def add_document(
        self, enrollment_token: str, images: Sequence[bytes], rules: Mapping[str, Any] | None = None
    ) -> DocumentResult:
        """Sends the images of an identity document, one to six.

        Args:
            enrollment_token: as enroll answered it.
            images: JPEG, PNG, WebP, HEIC or AVIF, taken in white light.
            rules: `documentValidationRules`, which can only make the decision stricter.
        """
        document: dict[str, Any] = {
            "enrollmentToken": enrollment_token,
            "documentsInfo": {"documentImage": [{"image": encode_base64(image)} for image in images]},
        }
        if rules is not None:
            document["processingInstructions"] = {"documentValidationRules": dict(rules)}
        return DocumentResult.read(self._post(f"{_STEPS}/addDocumentOCR", document))

    def cancel(self, enrollment_token: str) -> StepResult:
        """Ends an enrollment."""
        return StepResult.read(self._post(f"{_STEPS}/cancel", {"enrollmentToken": enrollment_token}))

    def withdraw_consent(self, enrollment_token: str) -> StepResult:
        """Takes the consent back; what is known of the person is erased."""
        # Once it was done the token is unknown, so that a repeat would be refused.
        document = {"enrollmentToken": enrollment_token}
        return StepResult.read(self._post(f"{_STEPS}/withdrawConsent", document, is_repeatable=False))

    def request_review(self, enrollment_token: str) -> ReviewRequested:
        """Asks for a human to look at what the machine has refused."""
        return ReviewRequested.read(self._post(f"{_STEPS}/requestReview", {"enrollmentToken": enrollment_token}))

    # What both may ask.

    def status(self, session_token: str) -> OperationStatus:
        """How far a session's enrollment or authentication is."""
        return OperationStatus.read(self._get(f"/onboarding/b2c/operationStatus/{quoted(session_token)}"))

    def package_key(self) -> PackageKey:
        """The tenant's key for packages of form 2; asked for each time, as the server replaces it now and then."""
        key = member(self._get("/onboarding/admin/getPublicKey"), "ec")
        named = PackageKey(text(key, "kid"), text(key, "pem"))
        if not named.is_named_rightly:
            raise OnboardingError(0, "ANSWER_INVALID", "The package key is not the one that its id names")
        return named

    # Requests.

    def _enroll(self, document: Mapping[str, Any], idempotency_key: str | None) -> Enrolled:
        return Enrolled.read(self._post(f"{_STEPS}/enroll", document, keyed(idempotency_key)))

    def _get(self, path: str) -> dict[str, Any]:
        return self._done("GET", path, None, {}).json()

    def _post(
        self,
        path: str,
        document: Mapping[str, Any],
        headers: Mapping[str, str] | None = None,
        is_repeatable: bool = True,
    ) -> dict[str, Any]:
        body = json.dumps(document).encode()
        return self._done("POST", path, body, headers or {}, is_repeatable).json()

    def _done(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], is_repeatable: bool = True
    ) -> Answer:
        """An answer that is no refusal; an expired bearer is replaced once."""
        answer = self._send(method, path, body, headers, is_repeatable, self._bearer(False))
        if answer.status == 401 and answer.refusal().reason in ("TOKEN_EXPIRED", "TOKEN_INVALID"):
            answer = self._send(method, path, body, headers, is_repeatable, self._bearer(True))
        if not 200 <= answer.status < 300:
            raise answer.refusal()
        return answer

    def _send(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], is_repeatable: bool, bearer: str
    ) -> Answer:
        all_headers = {
            "Accept": "application/json",
            "apikey": self._api_key,
            "Authorization": f"{'DPoP' if self._key else 'Bearer'} {bearer}",
            **({} if body is None else {"Content-Type": "application/json"}),
            **headers,
        }
        proof = Proof(self._key, bearer) if self._key else None
        return self._transport.send(method, path, all_headers, body, is_repeatable, proof)


def keyed(idempotency_key: str | None) -> dict[str, str]:
    """The header under which the server does a call once, however often it is sent."""
    return {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}


def quoted(segment: str) -> str:
    """A segment of a path."""
    return urllib.parse.quote(segment, safe="")
