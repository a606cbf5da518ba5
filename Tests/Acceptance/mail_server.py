"""A mail server on loopback: keeps what it is handed, and replies as a test says."""

from __future__ import annotations

import asyncio
import email.policy
import logging
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from installation import free_port, wait_until

OK = "250 2.0.0 OK"
#: A client that goes away, or does not trust the certificate, is no fault of the test.
logging.getLogger("mail.log").setLevel(logging.CRITICAL + 1)


@dataclass(frozen=True)
class Letter:
    """One message as it arrived."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    #: As whom the client greeted.
    greeting: str
    is_over_tls: bool
    #: Seconds of a clock that only goes forward.
    at: float

    @property
    def message(self) -> EmailMessage:
        """Read as a stock library does it."""
        parsed = email.message_from_bytes(self.raw, policy=email.policy.default)
        assert isinstance(parsed, EmailMessage)
        return parsed

    @property
    def id(self) -> str:
        return str(self.message["Message-ID"])

    def text(self, kind: str) -> str:
        """One of the alternatives: `plain` or `html`."""
        (part,) = (part for part in self.message.iter_parts() if part.get_content_type() == f"text/{kind}")
        return str(part.get_content())


class MailServer:
    """Listens until it is closed, and again at the same port once it is opened."""

    def __init__(self, *, certificate: ssl.SSLContext | None = None, login: tuple[str, str] | None = None) -> None:
        #: What is said to a recipient, and to a message; a reply that is not OK refuses it.
        self.to_recipient: Callable[[str], str] = lambda _: OK
        self.to_message: Callable[[Letter], str] = lambda _: OK
        #: While it is not set, nobody is told that a message was taken.
        self.replies = threading.Event()
        self.replies.set()
        self.port = free_port()
        self._certificate, self._login = certificate, login
        self._letters: list[Letter] = []
        self._recipients: list[str] = []
        self._lock = threading.Lock()
        self._controller: Controller | None = None
        self.open()

    @property
    def letters(self) -> list[Letter]:
        """What has arrived, taken or not, in that order."""
        with self._lock:
            return list(self._letters)

    @property
    def recipients(self) -> list[str]:
        """Whom somebody wanted to send something, taken or not."""
        with self._lock:
            return list(self._recipients)

    def of(self, recipient: str) -> list[Letter]:
        """What has arrived for one recipient."""
        return [letter for letter in self.letters if recipient in letter.recipients]

    def wait_for(self, recipient: str, count: int = 1) -> list[Letter]:
        """Waits until so many messages have arrived for one recipient; all of them.

        Raises:
            AssertionError: where they have not within `WAIT_LIMIT` seconds.
        """
        wait_until(lambda: len(self.of(recipient)) >= count, f"{count} messages for {recipient}")
        return self.of(recipient)

    def open(self) -> None:
        """Listens at its port."""
        assert self._controller is None
        more: dict[str, Any] = {}
        if self._certificate is not None:
            more |= {"tls_context": self._certificate, "require_starttls": True}
        if self._login is not None:
            more |= {"authenticator": self._sign_in, "auth_required": True}
        self._controller = Controller(_Handler(self), hostname="127.0.0.1", port=self.port, **more)
        self._controller.start()

    def close(self) -> None:
        """Frees the port; connections that are open end."""
        if self._controller is not None:
            self.replies.set()
            self._controller.stop()
            self._controller = None

    def _sign_in(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        is_known = isinstance(data, LoginPassword) and self._login == (data.login.decode(), data.password.decode())
        return AuthResult(success=is_known, handled=False)

    def asked_for(self, recipient: str) -> str:
        with self._lock:
            self._recipients.append(recipient)
        return self.to_recipient(recipient)

    def take(self, letter: Letter) -> str:
        with self._lock:
            self._letters.append(letter)
        return self.to_message(letter)


class _Handler:
    def __init__(self, box: MailServer) -> None:
        self._box = box

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        reply = self._box.asked_for(address)
        if reply == OK:
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.original_content or b""
        reply = self._box.take(
            Letter(
                envelope.mail_from or "",
                tuple(envelope.rcpt_tos),
                content,
                session.host_name or "",
                session.ssl is not None,
                time.monotonic(),
            )
        )
        while not self._box.replies.is_set():
            await asyncio.sleep(0.02)
        return reply
