"""The one exception of this package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class OnboardingError(Exception):
    """A call that did not do what it was asked for.

    Compare `reason`, never the message. A refusal of the server has its HTTP status and its reason (`docs/reasons.md`
    says what to do about each); `triggerEnroll` refuses with status 200. Where no answer came, the status is 0 and the
    reason `CONNECTION_FAILED`. What this package refuses by itself has status 0 too: `ANSWER_INVALID`,
    `RECEIPT_INVALID`, `WEBHOOK_INVALID`, `QR_DATA_INVALID`.
    """

    status: int
    reason: str
    message: str = ""
    #: Where the request is wrong and what would be right, as the server says it: `member`, `limit`, `nextStep` …
    details: Mapping[str, Any] = field(default_factory=dict)
    #: Seconds after which the server says that it is worth trying again.
    retry_after: float | None = None
    #: Names the request in the server's log.
    request_id: str | None = None

    def __str__(self) -> str:
        parts = [self.reason, f"({self.status})" if self.status else "", self.message]
        return " ".join(part for part in parts if part)
