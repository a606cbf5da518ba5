"""What the server answers, as values. Words that the server may add to (`reason`, `decision` …) are plain texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any

from .encoding import decode_base64
from .reading import JSON, flag, instant, integer, member, members, number, optional, text, texts


class EnrollmentStatus(IntEnum):
    """How an enrollment stands after a step."""

    FAILED = 0
    PENDING = 1
    COMPLETE = 2


@dataclass(frozen=True)
class Session:
    """An enrollment or an authentication that was begun for a phone."""

    token: str
    #: What the QR code says.
    callback_url: str
    #: The QR code, a PNG.
    qr_image: bytes
    #: Whether the person is sent the link as well.
    email_queued: bool = False

    @classmethod
    def read(cls, document: JSON) -> Session:
        """From the answer of triggerEnroll or triggerAuthenticate."""
        return cls(
            text(document, "sessionToken"),
            text(document, "sessionCallbackURL"),
            decode_base64(text(document, "qrcodeImage")),
            document.get("emailQueued") is True,
        )


@dataclass(frozen=True)
class Enrolled:
    """The steps that an enrollment asks for, or a re-enrollment where the person is registered."""

    #: None where the person is registered.
    token: str | None
    user_exists_already: bool
    required_checks: tuple[str, ...]
    record_video: bool
    challenge_required: bool
    #: None where the person is not registered, or can register no other device.
    re_enrollment_token: str | None = None

    @classmethod
    def read(cls, document: JSON) -> Enrolled:
        """From the answer of enroll."""
        return cls(
            optional(document, "enrollmentToken", text),
            flag(document, "userExistsAlready"),
            texts(document, "requiredChecks"),
            flag(document, "recordVideo"),
            optional(document, "challengeRequired", flag) or False,
            optional(document, "reEnrollmentToken", text),
        )


@dataclass(frozen=True)
class StepResult:
    """A step that was done."""

    status: EnrollmentStatus
    #: Empty until the first check was accepted; a registration's where the status is COMPLETE.
    registration_code: str

    @classmethod
    def read(cls, document: JSON) -> StepResult:
        """From the answer of a step."""
        return cls(EnrollmentStatus(integer(document, "enrollmentStatus")), text(document, "registrationCode"))


@dataclass(frozen=True)
class ChallengeStep:
    """A movement, or a colour of the screen."""

    prompt: str
    milliseconds: int

    @classmethod
    def read(cls, document: JSON) -> ChallengeStep:
        """From a challenge."""
        return cls(text(document, "prompt"), integer(document, "duration"))


@dataclass(frozen=True)
class Challenge:
    """What the next capture of the face has to show."""

    id: str
    #: `movement` or `light`.
    kind: str
    #: From the first frame to the first step; the person looks straight ahead.
    lead_in_milliseconds: int
    steps: tuple[ChallengeStep, ...]
    #: Seconds within which the package has to arrive.
    expires_in: int

    @classmethod
    def read(cls, document: JSON) -> Challenge:
        """From the answer of challengeFace."""
        challenge = member(document, "challenge")
        return cls(
            text(challenge, "id"),
            text(challenge, "kind"),
            integer(challenge, "leadIn"),
            members(challenge, "steps", ChallengeStep.read),
            integer(challenge, "expiresIn"),
        )


@dataclass(frozen=True)
class RecaptureCause:
    """Why another capture is asked for, with what was measured and wanted where that is known."""

    code: str
    measured: float | None
    wanted: float | None
    #: `atLeast` or `atMost`: how `wanted` is meant.
    bound: str | None
    unit: str | None

    @classmethod
    def read(cls, document: JSON) -> RecaptureCause:
        """From `recapture`."""
        return cls(
            text(document, "code"),
            optional(document, "measured", number),
            optional(document, "wanted", number),
            optional(document, "bound", text),
            optional(document, "unit", text),
        )


def recapture_causes(document: JSON) -> tuple[RecaptureCause, ...]:
    """From any answer; none where no other capture is asked for."""
    return members(document, "recapture", RecaptureCause.read) if document.get("recapture") is not None else ()


@dataclass(frozen=True)
class FaceResult:
    """How a face was judged."""

    #: Whether the face was accepted.
    is_accepted: bool
    #: `LIVE`, `SPOOF`, or why nothing could be decided.
    decision: str
    #: 100 speaks for a living person; -1 where nothing was computed.
    score: float
    status: EnrollmentStatus
    registration_code: str
    #: Why a face that is good by itself was not taken, such as `PORTRAIT_REUSED`.
    reason: str | None
    next_step: str | None
    #: `left` or `right`, the person's own: the side that the head turns to in the next capture.
    prescribed_turn: str | None
    challenge_required: bool
    recapture: tuple[RecaptureCause, ...]
    #: The whole answer, with each cue.
    answer: Mapping[str, Any]

    @classmethod
    def read(cls, document: JSON) -> FaceResult:
        """From the answer of addFace."""
        liveness = member(member(member(document, "faceLivenessResults"), "video"), "liveness_result")
        step = StepResult.read(document)
        return cls(
            flag(document, "livenessResult"),
            text(liveness, "decision"),
            number(liveness, "score"),
            step.status,
            step.registration_code,
            optional(document, "reason", text),
            optional(document, "nextStep", text),
            optional(document, "prescribedTurn", text),
            optional(document, "challengeRequired", flag) or False,
            recapture_causes(document),
            document,
        )


@dataclass(frozen=True)
class DocumentResult:
    """How a document was judged."""

    is_verified: bool
    #: Whether the portrait is the live face; None where there was no face to compare it with.
    is_match: bool | None
    #: -log10 of the false match rate; 0 where nothing was compared.
    match_score: float
    #: Nothing was decided: take the images again.
    is_to_be_captured_again: bool
    status: EnrollmentStatus
    registration_code: str
    document_type: str
    country: str
    #: The fields that were read from the machine-readable zone, by name.
    fields: Mapping[str, str]
    reason: str | None
    next_step: str | None
    prescribed_turn: str | None
    challenge_required: bool
    recapture: tuple[RecaptureCause, ...]
    #: The whole answer.
    answer: Mapping[str, Any]

    @classmethod
    def read(cls, document: JSON) -> DocumentResult:
        """From the answer of addDocumentOCR."""
        read = member(document, "ocrResults")
        step = StepResult.read(document)
        return cls(
            flag(document, "documentVerificationResult"),
            optional(document, "matchResult", flag),
            number(document, "matchScore"),
            flag(document, "retryDocumentCapture"),
            step.status,
            step.registration_code,
            text(read, "documentType"),
            text(read, "countryName"),
            fields_by_name(read, "fieldType"),
            optional(document, "reason", text),
            optional(document, "nextStep", text),
            optional(document, "prescribedTurn", text),
            optional(document, "challengeRequired", flag) or False,
            recapture_causes(document),
            document,
        )


def fields_by_name(document: JSON, name: str) -> dict[str, str]:
    """What was read from the machine-readable zone, without what is empty."""
    pairs = members(document, name, lambda field: (text(field, "name"), text(member(field, "fieldResult"), "mrz")))
    return {name: value for name, value in pairs if value}


@dataclass(frozen=True)
class AcceptedCheck:
    """A check that was accepted."""

    check: str
    date: datetime

    @classmethod
    def read(cls, document: JSON) -> AcceptedCheck:
        """From `acceptedChecks`."""
        return cls(text(document, "check"), instant(document, "date"))


@dataclass(frozen=True)
class RefusedCheck:
    """A check that was refused, and why."""

    check: str
    reason: str
    date: datetime

    @classmethod
    def read(cls, document: JSON) -> RefusedCheck:
        """From `lastRefusal`."""
        return cls(text(document, "check"), text(document, "reason"), instant(document, "date"))


@dataclass(frozen=True)
class AcceptedFace:
    """The live face that stands."""

    date: datetime
    score: float | None

    @classmethod
    def read(cls, document: JSON) -> AcceptedFace:
        """From `person.face`."""
        return cls(instant(document, "date"), optional(document, "score", number))


@dataclass(frozen=True)
class AcceptedDocument:
    """The identity document that was accepted."""

    date: datetime
    document_type: str
    country: str
    #: The issuing state's three letters.
    issuing_state: str
    #: The fields that were read from the machine-readable zone, by name.
    fields: Mapping[str, str]
    findings: tuple[str, ...]
    is_match: bool | None
    match_score: float | None

    @classmethod
    def read(cls, document: JSON) -> AcceptedDocument:
        """From `person.document`."""
        return cls(
            instant(document, "date"),
            text(document, "documentType"),
            text(document, "countryName"),
            text(document, "icaoCode"),
            fields_by_name(document, "fields"),
            texts(document, "findings"),
            optional(document, "matchResult", flag),
            optional(document, "matchScore", number),
        )


@dataclass(frozen=True)
class Person:
    """Who the person is said to be, and what speaks for it."""

    username: str
    name: str
    email: str | None
    phone_number: str | None
    face: AcceptedFace | None
    document: AcceptedDocument | None

    @classmethod
    def read(cls, document: JSON) -> Person:
        """From `person`."""
        return cls(
            text(document, "username"),
            text(document, "name"),
            optional(document, "email", text),
            optional(document, "phoneNumber", text),
            optional(document, "face", lambda at, name: AcceptedFace.read(member(at, name))),
            optional(document, "document", lambda at, name: AcceptedDocument.read(member(at, name))),
        )


@dataclass(frozen=True)
class EnrollmentSummary:
    """How an enrollment stands or ended."""

    enrollment_id: str
    #: Equal for all enrollments of one person.
    subject_id: str
    #: `pending`, `complete`, `failed`, `expired` or `cancelled`.
    state: str
    #: What ended it or, while it goes on, why its last check was refused.
    reason: str | None
    #: `requested`, `accepted` or `refused` by a human after the machine had refused; None where nobody asked for one.
    review: str | None
    #: The check that is asked for, or was when it ended.
    step: str | None
    registration_code: str | None
    username: str
    reference: str | None
    start_date: datetime
    end_date: datetime | None

    @classmethod
    def read(cls, document: JSON) -> EnrollmentSummary:
        """From a search."""
        return cls(
            text(document, "enrollmentId"),
            text(document, "subjectId"),
            text(document, "state"),
            optional(document, "reason", text),
            optional(document, "review", text),
            optional(document, "step", text),
            optional(document, "registrationCode", text),
            text(document, "username"),
            optional(document, "reference", text),
            instant(document, "startDate"),
            optional(document, "endDate", instant),
        )


@dataclass(frozen=True)
class ReviewDetail:
    """A second look that was asked for or taken."""

    requested_at: datetime | None
    #: None as long as nobody has looked.
    decided_at: datetime | None
    #: None, as the reason, where the credential may not see who it was.
    reviewer: str | None
    reason: str | None

    @classmethod
    def read(cls, document: JSON) -> ReviewDetail:
        """From `reviewDetail`."""
        return cls(
            optional(document, "requestDate", instant),
            optional(document, "date", instant),
            optional(document, "reviewer", text),
            optional(document, "reason", text),
        )


@dataclass(frozen=True)
class Enrollment:
    """All that the tenant is told of an enrollment."""

    summary: EnrollmentSummary
    accepted_checks: tuple[AcceptedCheck, ...]
    last_refusal: RefusedCheck | None
    review: ReviewDetail | None
    attempts_left: int | None
    captures_left: int | None
    expiry_date: datetime | None
    #: When a person or device that failed too often may try again.
    retry_at: datetime | None
    #: Whether the tenant is a test tenant.
    is_test: bool
    #: None where the credential may not see who the person is.
    person: Person | None
    other_enrollments: tuple[EnrollmentSummary, ...]

    @classmethod
    def read(cls, document: JSON) -> Enrollment:
        """From `enrollment` of any answer."""
        return cls(
            EnrollmentSummary.read(document),
            members(document, "acceptedChecks", AcceptedCheck.read),
            optional(document, "lastRefusal", lambda at, name: RefusedCheck.read(member(at, name))),
            optional(document, "reviewDetail", lambda at, name: ReviewDetail.read(member(at, name))),
            optional(document, "attemptsLeft", integer),
            optional(document, "capturesLeft", integer),
            optional(document, "expiryDate", instant),
            optional(document, "retryAt", instant),
            flag(document, "test"),
            optional(document, "person", lambda at, name: Person.read(member(at, name))),
            members(document, "otherEnrollments", EnrollmentSummary.read),
        )


@dataclass(frozen=True)
class OperationStatus:
    """How far a session's enrollment or authentication is."""

    #: `Pending`, `Success`, `Failed` or `Cancelled`; `Success (review)` for a client with the scope `review`.
    completion: str
    next_step: str | None
    prescribed_turn: str | None
    challenge_required: bool
    #: For the tenant's own client; None for a phone, and where there is a purpose.
    enrollment: Enrollment | None
    #: What a registered person comes back for, `authenticate` or `reEnroll`; None of an enrollment.
    purpose: str | None = None

    @classmethod
    def read(cls, document: JSON) -> OperationStatus:
        """From the answer of operationStatus."""
        return cls(
            text(document, "completionStatus"),
            optional(document, "nextStep", text),
            optional(document, "prescribedTurn", text),
            optional(document, "challengeRequired", flag) or False,
            optional(document, "enrollment", lambda at, name: Enrollment.read(member(at, name))),
            optional(document, "purpose", text),
        )
