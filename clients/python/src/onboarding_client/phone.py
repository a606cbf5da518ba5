"""The phone's side: what a person holds who scanned a QR code."""

from __future__ import annotations

import json
import threading
from typing import Any

from .authentications import Authentication
from .calls import Consent
from .device_key import DeviceKey
from .models import Enrolled
from .qr import HandOff
from .reading import text
from .returning import ReturningCaller
from .transport import Proof, Transport


class Phone(ReturningCaller):
    """One session's steps.

    Its bearer opens the enrollment or authentication of this session and nothing else, and nothing without the phone's
    key: the first phone that asks has the session.
    """

    def __init__(self, transport: Transport, hand_off: HandOff, key: DeviceKey | None = None) -> None:
        """
        Args:
            transport: to the server that the hand-off names.
            hand_off: what the QR code said, or the same from elsewhere.
            key: of the phone, kept from before; a new one where absent.
        """
        super().__init__(transport, hand_off.api_key)
        self._session_token = hand_off.session_token
        self._lock = threading.Lock()
        self._held: str | None = None
        self.key = key or DeviceKey()

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

    @property
    def _key(self) -> DeviceKey:
        return self.key

    def _bearer(self, is_refused: bool) -> str:
        with self._lock:
            if self._held is None or is_refused:
                self._held = self._validated()
            return self._held

    def _validated(self) -> str:
        headers = {"apikey": self._api_key, "Content-Type": "application/json"}
        body = json.dumps({"sessionToken": self._session_token}).encode()
        proof = Proof(self.key)
        answer = self._transport.send("POST", "/tokenVerify/validateSession", headers, body, proof=proof)
        if answer.status != 200:
            raise answer.refusal()
        return text(answer.json(), "accessToken")
