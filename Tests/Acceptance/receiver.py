"""A receiver of webhooks on loopback: keeps what arrives, and answers as a test says."""

from __future__ import annotations

import base64
import contextlib
import http.server
import json
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import standardwebhooks
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from installation import wait_until


@dataclass(frozen=True)
class Message:
    """One request as it arrived."""

    method: str
    path: str
    #: By lower-case name.
    headers: Mapping[str, str]
    body: bytes
    #: Seconds of a clock that only goes forward.
    at: float

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def signatures(self) -> list[tuple[str, bytes]]:
        """Each with its version, in their order."""
        pairs = (signature.split(",") for signature in self.headers["webhook-signature"].split(" "))
        return [(version, base64.b64decode(value, validate=True)) for version, value in pairs]

    @property
    def event(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.body)
        return document

    @property
    def enrollment(self) -> str:
        return str(self.event["data"]["enrollmentId"])

    def verify(self, secret: str) -> None:
        """As a stock library does it.

        Raises:
            standardwebhooks.WebhookVerificationError: where no signature is by this secret.
        """
        standardwebhooks.Webhook(secret).verify(self.body, dict(self.headers))

    def verify_by_public_key(self, public_key: str) -> None:
        """As a receiver does it that holds no secret.

        Raises:
            InvalidSignature: where no signature is by this key.
        """
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key.removeprefix("whpk_"), validate=True))
        signed = f"{self.id}.{self.headers['webhook-timestamp']}.".encode() + self.body
        for version, signature in self.signatures:
            if version == "v1a":
                with contextlib.suppress(InvalidSignature):
                    return key.verify(signature, signed)
        raise InvalidSignature


@dataclass(frozen=True)
class Reply:
    """What a receiver answers."""

    status: int = 204
    headers: Mapping[str, str] = field(default_factory=dict)


class Receiver:
    """Listens until it is closed; each message has a thread of its own, so that one can be answered late."""

    def __init__(self, answer: Callable[[Message], Reply] | None = None, port: int = 0) -> None:
        self.answer = answer or (lambda _: Reply())
        self._arrived: list[Message] = []
        self._connections = 0
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", port), self)
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def messages(self) -> list[Message]:
        """What has arrived, in that order."""
        with self._lock:
            return list(self._arrived)

    @property
    def connections(self) -> int:
        """How often somebody connected, also where no request followed."""
        with self._lock:
            return self._connections

    def of(self, enrollment: str) -> list[Message]:
        """What has arrived of one enrollment."""
        return [message for message in self.messages if message.enrollment == enrollment]

    def types(self, enrollment: str) -> list[str]:
        """What kinds of events have arrived of one enrollment."""
        return [message.event["type"] for message in self.of(enrollment)]

    def wait_for(self, count: int, enrollment: str | None = None) -> list[Message]:
        """Waits until so many messages have arrived, of one enrollment if it is named; all of them.

        Raises:
            AssertionError: where they have not within `WAIT_LIMIT` seconds; it says what has arrived.
        """

        def arrived() -> list[Message]:
            return self.messages if enrollment is None else self.of(enrollment)

        try:
            wait_until(lambda: len(arrived()) >= count, f"{count} messages of {enrollment or 'all'} arrive")
        except AssertionError as error:
            events = [(message.event["number"], message.event["type"]) for message in self.messages]
            raise AssertionError(f"{error}; arrived: {events}") from None
        return arrived()

    def close(self) -> None:
        """Frees the port; connections that are open end."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def connected(self) -> None:
        with self._lock:
            self._connections += 1

    def take(self, message: Message) -> Reply:
        with self._lock:
            self._arrived.append(message)
        return self.answer(message)


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], receiver: Receiver) -> None:
        self.receiver = receiver
        super().__init__(address, _Handler)

    def get_request(self) -> tuple[socket.socket, Any]:
        accepted = super().get_request()
        self.receiver.connected()
        return accepted

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A sender that goes away while it waits, or speaks TLS, is no fault of the test."""


class _Handler(http.server.BaseHTTPRequestHandler):
    server: _Server
    timeout = 30

    def do_POST(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers.get("content-length", "0")))
        reply = self.server.receiver.take(Message(self.command, self.path, headers, body, time.monotonic()))
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_PUT = do_HEAD = do_POST

    def log_message(self, *_: Any) -> None:
        """Nothing: the messages are kept."""
