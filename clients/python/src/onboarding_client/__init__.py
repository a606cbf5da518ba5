"""The Python client of the onboarding server; how to use it: `docs/clients.md` of the server's repository."""

from .calls import Consent
from .credentials import ClientSecret, Credentials, PrivateKeyJWT
from .errors import OnboardingError
from .models import (
    AcceptedCheck,
    AcceptedDocument,
    AcceptedFace,
    Challenge,
    ChallengeStep,
    DocumentResult,
    Enrolled,
    Enrollment,
    EnrollmentStatus,
    EnrollmentSummary,
    FaceResult,
    OperationStatus,
    Person,
    RecaptureCause,
    RefusedCheck,
    ReviewDetail,
    Session,
    StepResult,
)
from .packages import STATELESS, Capture, Frame, PackageKey
from .phone import Phone
from .portal import Portal
from .qr import HandOff, open_hand_off
from .receipts import Receipt, ReceiptCheck, ReceiptEvidence, verify_receipt
from .transport import Retry, Transport
from .webhooks import WebhookVerifier

__all__ = [
    "STATELESS",
    "AcceptedCheck",
    "AcceptedDocument",
    "AcceptedFace",
    "Capture",
    "Challenge",
    "ChallengeStep",
    "ClientSecret",
    "Consent",
    "Credentials",
    "DocumentResult",
    "Enrolled",
    "Enrollment",
    "EnrollmentStatus",
    "EnrollmentSummary",
    "FaceResult",
    "Frame",
    "HandOff",
    "OnboardingError",
    "OperationStatus",
    "PackageKey",
    "Person",
    "Phone",
    "Portal",
    "PrivateKeyJWT",
    "Receipt",
    "ReceiptCheck",
    "ReceiptEvidence",
    "RecaptureCause",
    "RefusedCheck",
    "Retry",
    "ReviewDetail",
    "Session",
    "StepResult",
    "Transport",
    "WebhookVerifier",
    "open_hand_off",
    "verify_receipt",
]
