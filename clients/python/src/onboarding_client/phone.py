"""The phone's side: what a person holds who scanned a QR code."""

from __future__ import annotations

import json
import threading
from typing import Any

from .authentications import Authentication
from .calls import Consent
from .models import Enrolled
from .qr import HandOff
from .reading import text
from .returning import ReturningCaller
from .transport import Transport


class Phone(ReturningCaller):
    """One session's steps. Its bearer opens the enrollment or authentication of this session and nothing else."""

    def __init__(self, transport: Transport, hand_off: HandOff) -> None:
        """
        Args:
            transport: to the server that the hand-off names.
            hand_off: what the QR code said, or the same from elsewhere.
        """
        super().__init__(transport, hand_off.api_key)
        self._session_token = hand_off.session_token
        self._lock = threading.Lock()
        self._held: str | None = None

    def enroll(self, consent: Consent | None = None) -> Enrolled:
        """Starts the session's enrollment; the same session again gives the same one.

        Of a session that was triggered for a re-enrollment the answer has `re_enrollment_token`.
        """
        document: dict[str, Any] = {"sessionToken": self._session_token}
        if consent is not None:
            document["consent"] = consent.document()
        return self._enroll(document, None)

    def authenticate(self) -> Authentication:
        """Starts the session's authentication; the same session again gives the same one."""
        return self._authenticate({"sessionToken": self._session_token}, None)

    def validate(self) -> None:
        """Exchanges the session token for a bearer. Every other call does so by itself where it has to."""
        with self._lock:
            self._held = self._validated()

    def _bearer(self, is_refused: bool) -> str:
        with self._lock:
            if self._held is None or is_refused:
                self._held = self._validated()
            return self._held

    def _validated(self) -> str:
        headers = {"apikey": self._api_key, "Content-Type": "application/json"}
        body = json.dumps({"sessionToken": self._session_token}).encode()
        answer = self._transport.send("POST", "/tokenVerify/validateSession", headers, body)
        if answer.status != 200:
            raise answer.refusal()
        return text(answer.json(), "accessToken")
