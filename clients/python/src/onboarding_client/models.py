"""What the server answers, as values. Words that the server may add to (`reason`, `decision` …) are plain texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Any, TypeVar

from .encoding import decode_base64
from .reading import JSON, Answer, inside, member, members, optional_number, text, whole, wire

T = TypeVar("T")


class EnrollmentStatus(IntEnum):
    """How an enrollment stands after a step."""

    FAILED = 0
    PENDING = 1
    COMPLETE = 2


@dataclass(frozen=True)
class Session(Answer):
    """An enrollment or an authentication that was begun for a phone."""

    token: str = field(metadata=wire("sessionToken"))
    #: What the QR code says.
    callback_url: str = field(metadata=wire("sessionCallbackURL"))
    #: The QR code, a PNG.
    qr_image: bytes = field(metadata=wire("qrcodeImage", lambda document, name: decode_base64(text(document, name))))
    #: Whether the person is sent the link as well.
    email_queued: bool = False


@dataclass(frozen=True)
class Enrolled(Answer):
    """The steps that an enrollment asks for, or a re-enrollment where the person is registered."""

    #: None where the person is registered.
    token: str | None = field(metadata=wire("enrollmentToken"))
    user_exists_already: bool
    required_checks: tuple[str, ...]
    record_video: bool
    challenge_required: bool = field(metadata=wire(absent=False))
    #: None where the person is not registered, or can register no other device.
    re_enrollment_token: str | None = None


@dataclass(frozen=True)
class StepResult(Answer):
    """A step that was done."""

    status: EnrollmentStatus = field(metadata=wire("enrollmentStatus"))
    #: Empty until the first check was accepted; a registration's where the status is COMPLETE.
    registration_code: str


@dataclass(frozen=True)
class ReviewRequested(StepResult):
    """That a human was asked to look at what the machine has refused. Instants are ISO 8601."""

    #: When it was first asked for.
    request_date: str
    #: How long the case is kept; None under a legal hold.
    decided_until: str | None
    #: How long there are images to look at; None where none are.
    evidence_until: str | None


@dataclass(frozen=True)
class ChallengeStep(Answer):
    """A movement, or a colour of the screen."""

    prompt: str
    milliseconds: int = field(metadata=wire("duration"))


@dataclass(frozen=True)
class Challenge(Answer):
    """What the next capture of the face has to show."""

    id: str
    #: `movement` or `light`.
    kind: str
    #: From the first frame to the first step; the person looks straight ahead.
    lead_in_milliseconds: int = field(metadata=wire("leadIn"))
    steps: tuple[ChallengeStep, ...]
    #: Seconds within which the package has to arrive.
    expires_in: int

    @classmethod
    def read(cls, document: JSON) -> Challenge:
        """From the answer of challengeFace."""
        return super().read(member(document, "challenge"))


@dataclass(frozen=True)
class RecaptureCause(Answer):
    """Why another capture is asked for, with what was measured and wanted where that is known."""

    code: str
    measured: float | None
    wanted: float | None
    #: `atLeast` or `atMost`: how `wanted` is meant.
    bound: str | None
    unit: str | None


def fields_by_name(document: JSON, name: str) -> dict[str, str]:
    """What was read from the machine-readable zone, without what is empty."""
    pairs = members(document, name, lambda one: (text(one, "name"), text(member(one, "fieldResult"), "mrz")))
    return {name: value for name, value in pairs if value}


def of_liveness(read: Callable[[JSON, str], T]) -> Callable[[JSON, str], T]:
    """Reads a member of what was found of the face's liveness."""
    return inside("faceLivenessResults", "video", "liveness_result", read=read)


@dataclass(frozen=True)
class Judgement(StepResult):
    """A face or a document that was judged, and what comes next."""

    #: Why one that is good by itself was not taken, such as `PORTRAIT_REUSED`.
    reason: str | None
    next_step: str | None
    #: `left` or `right`, the person's own: the side that the head turns to in the next capture.
    prescribed_turn: str | None
    challenge_required: bool = field(metadata=wire(absent=False))
    recapture: tuple[RecaptureCause, ...] = field(metadata=wire(absent=()))
    #: The whole answer, of a face with each cue.
    answer: Mapping[str, Any] = field(metadata=wire(read=whole))


@dataclass(frozen=True)
class FaceResult(Judgement):
    """How a face was judged."""

    #: Whether the face was accepted.
    is_accepted: bool = field(metadata=wire("livenessResult"))
    #: `LIVE`, `SPOOF`, or why nothing could be decided.
    decision: str = field(metadata=wire(read=of_liveness(text)))
    #: 100 speaks for a living person; -1 where nothing was computed; None where a phone sees no scores.
    score: float | None = field(metadata=wire(read=of_liveness(optional_number), is_inside=True))


@dataclass(frozen=True)
class DocumentResult(Judgement):
    """How a document was judged."""

    is_verified: bool = field(metadata=wire("documentVerificationResult"))
    #: Whether the portrait is the live face; None where there was no face to compare it with.
    is_match: bool | None = field(metadata=wire("matchResult"))
    #: -log10 of the false match rate; 0 where nothing was compared; None where a phone sees no scores.
    match_score: float | None
    #: Nothing was decided: take the images again.
    is_to_be_captured_again: bool = field(metadata=wire("retryDocumentCapture"))
    document_type: str = field(metadata=wire(read=inside("ocrResults", read=text)))
    country: str = field(metadata=wire("countryName", inside("ocrResults", read=text)))
    #: The fields that were read from the machine-readable zone, by name.
    fields: Mapping[str, str] = field(metadata=wire("fieldType", inside("ocrResults", read=fields_by_name)))


@dataclass(frozen=True)
class AcceptedCheck(Answer):
    """A check that was accepted."""

    check: str
    date: datetime


@dataclass(frozen=True)
class RefusedCheck(Answer):
    """A check that was refused, and why."""

    check: str
    reason: str
    date: datetime


@dataclass(frozen=True)
class AcceptedFace(Answer):
    """The live face that stands."""

    date: datetime
    score: float | None


@dataclass(frozen=True)
class AcceptedDocument(Answer):
    """The identity document that was accepted."""

    date: datetime
    document_type: str
    country: str = field(metadata=wire("countryName"))
    #: The issuing state's three letters.
    issuing_state: str = field(metadata=wire("icaoCode"))
    #: The fields that were read from the machine-readable zone, by name.
    fields: Mapping[str, str] = field(metadata=wire(read=fields_by_name))
    findings: tuple[str, ...]
    is_match: bool | None = field(metadata=wire("matchResult"))
    match_score: float | None


@dataclass(frozen=True)
class Person(Answer):
    """Who the person is said to be, and what speaks for it."""

    username: str
    name: str
    email: str | None
    phone_number: str | None
    face: AcceptedFace | None
    document: AcceptedDocument | None


@dataclass(frozen=True)
class EnrollmentSummary(Answer):
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


@dataclass(frozen=True)
class ReviewDetail(Answer):
    """A second look that was asked for or taken."""

    requested_at: datetime | None = field(metadata=wire("requestDate"))
    #: None as long as nobody has looked.
    decided_at: datetime | None = field(metadata=wire("date"))
    #: None, as the reason, where the credential may not see who it was.
    reviewer: str | None
    reason: str | None


@dataclass(frozen=True)
class Enrollment(Answer):
    """All that the tenant is told of an enrollment."""

    summary: EnrollmentSummary = field(metadata=wire(read=lambda document, _: EnrollmentSummary.read(document)))
    accepted_checks: tuple[AcceptedCheck, ...]
    last_refusal: RefusedCheck | None
    review: ReviewDetail | None = field(metadata=wire("reviewDetail"))
    attempts_left: int | None
    captures_left: int | None
    expiry_date: datetime | None
    #: When a person or device that failed too often may try again.
    retry_at: datetime | None
    #: Whether the tenant is a test tenant.
    is_test: bool = field(metadata=wire("test"))
    #: None where the credential may not see who the person is.
    person: Person | None
    other_enrollments: tuple[EnrollmentSummary, ...]


@dataclass(frozen=True)
class VerifiedCheck(Answer):
    """A check of an authentication that was accepted."""

    check: str
    date: datetime
    #: Of a face, 100 speaks for a living person; None where the credential may not see it, as the next three.
    score: float | None
    false_rejection_rate: float | None
    #: -log10 of the false match rate.
    match_score: float | None
    false_match_rate: float | None


@dataclass(frozen=True)
class AuthenticationDetail(Answer):
    """All that the tenant is told of one time that a registered person came back."""

    authentication_id: str
    #: Of the registration.
    enrollment_id: str
    #: `authenticate` or `reEnroll`.
    purpose: str
    #: `pending`, `complete`, `failed`, `expired` or `cancelled`.
    state: str
    #: What ended it or, while it goes on, why its last check was refused.
    reason: str | None
    step: str | None
    registration_code: str | None
    username: str
    #: As it was given with this authentication.
    reference: str | None
    #: What its device showed last: `signed`, `identified`, `unknownDevice`, `signatureInvalid`, `keyMissing`.
    device: str | None
    #: `add` or `replaceAll` where a device was registered.
    device_change: str | None
    start_date: datetime
    end_date: datetime | None
    accepted_checks: tuple[VerifiedCheck, ...]
    last_refusal: RefusedCheck | None
    attempts_left: int | None
    captures_left: int | None
    expiry_date: datetime | None
    #: When the registration opens again; None where it does.
    retry_at: datetime | None
    is_test: bool = field(metadata=wire("test"))


@dataclass(frozen=True)
class OperationStatus(Answer):
    """How far a session's enrollment or authentication is."""

    #: `Pending`, `Success`, `Failed` or `Cancelled`; `Success (review)` for a client with the scope `review`.
    completion: str = field(metadata=wire("completionStatus"))
    next_step: str | None
    prescribed_turn: str | None
    challenge_required: bool = field(metadata=wire(absent=False))
    #: For the tenant's own client; None for a phone, and where there is a purpose.
    enrollment: Enrollment | None
    #: What a registered person comes back for, `authenticate` or `reEnroll`; None of an enrollment.
    purpose: str | None = None
    #: As `enrollment`, where there is a purpose.
    authentication: AuthenticationDetail | None = None
