"""One HTTP exchange after the other, and what must hold of every answer of the server."""

from __future__ import annotations

import http.client
import json
import re
import ssl
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .contract import Contract

#: What every answer carries, whatever was asked.
EVERY_ANSWER = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
#: Of what lies at the address of its own digest, where something was found.
_AT_A_DIGEST = {**EVERY_ANSWER, "cache-control": "public, max-age=31536000, immutable"}
ENVELOPE = {"errorCode", "errorMsg", "status", "timestamp", "reason"}


class ProtocolViolation(AssertionError):
    """The server answered in a way that no request may be answered."""


class ConnectionLost(Exception):
    """The connection broke before a whole answer had arrived."""


@dataclass(frozen=True)
class Answer:
    """A whole answer: status, headers by lower-case name, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def reason(self) -> str | None:
        """The stable cause of a refusal; None where the body is no envelope."""
        try:
            document = self.json()
        except ValueError:
            return None
        return document.get("reason") if isinstance(document, dict) else None

    def described(self) -> str:
        """For messages of failed tests."""
        return f"{self.status} {self.body[:400]!r}"


class Endpoint:
    """Where a server is. Every request has a connection of its own; every answer is checked for what all must have."""

    def __init__(
        self, url: str, source_address: str | None = None, timeout: float = 240, trust: ssl.SSLContext | None = None
    ) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme != ("https" if trust else "http") or parts.hostname is None or parts.port is None:
            raise ValueError(f"not the URL of a server under test: {url}")
        self.url = url
        self.host = parts.hostname
        self.port = parts.port
        self._source = (source_address, 0) if source_address else None
        self._timeout = timeout
        self._trust = trust

    def send(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Answer:
        """Sends one request and takes its answer.

        Raises:
            ConnectionLost: where the connection broke first.
            ProtocolViolation: where a header is missing that every answer has, or the answer is not what the published
                document says of this call.
        """
        connection = self._connection()
        try:
            answer = self._exchange(connection, method, path, dict(headers or {}), body)
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionLost(f"{method} {path}: {error!r}") from error
        finally:
            connection.close()
        check_every_answer(answer, f"{method} {path}")
        if objection := self.objection(method, path, answer):
            raise ProtocolViolation(f"{method} {path} against docs/openapi.yaml: {objection}: {answer.described()}")
        return answer

    def objection(self, method: str, path: str, answer: Answer) -> str | None:
        """Where an answer is not what the published document says of this call; None where it is."""
        return Contract.published().objection(method, path, answer)

    def _connection(self) -> http.client.HTTPConnection:
        if self._trust is None:
            return http.client.HTTPConnection(self.host, self.port, self._timeout, self._source)
        return http.client.HTTPSConnection(
            self.host, self.port, timeout=self._timeout, source_address=self._source, context=self._trust
        )

    @staticmethod
    def _exchange(
        connection: http.client.HTTPConnection, method: str, path: str, headers: dict[str, str], body: bytes | None
    ) -> Answer:
        connection.putrequest(method, path, skip_accept_encoding=True)
        if body is not None or method in ("POST", "PUT", "PATCH"):
            headers.setdefault("Content-Length", str(len(body or b"")))
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        try:
            if body:
                connection.send(body)
        except (BrokenPipeError, ConnectionResetError):
            # A server may refuse before it has read everything; its answer is waiting then.
            pass
        response = connection.getresponse()
        content = response.read()
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, content)


def check_every_answer(answer: Answer, what: str) -> None:
    """Holds an answer against what every answer must have.

    Raises:
        ProtocolViolation: naming what is missing.
    """
    if not re.fullmatch(r"\S{8,128}", answer.headers.get("x-request-id", "")):
        raise ProtocolViolation(f"{what}: no X-Request-Id: {answer.described()}")
    is_at_a_digest = answer.status == 200 and what.startswith(("GET /static/", "GET /brand/"))
    for name, value in (_AT_A_DIGEST if is_at_a_digest else EVERY_ANSWER).items():
        if answer.headers.get(name) != value:
            raise ProtocolViolation(f"{what}: {name} is {answer.headers.get(name)!r}, not {value!r}")
    if answer.status >= 500 and answer.status != 503:
        raise ProtocolViolation(f"{what}: the server failed: {answer.described()}")


def envelope_objection(answer: Answer) -> str | None:
    """What is wrong with an error's envelope; None where nothing is."""
    try:
        document = answer.json()
    except ValueError:
        return "the body is not JSON"
    if not isinstance(document, dict) or set(document) - {"details"} != ENVELOPE:
        return "the members are not the five of the envelope, with or without details"
    if document["status"] != answer.status or type(document["status"]) is not int:
        return "status is not the HTTP status"
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", str(document["timestamp"])):
        return "timestamp is not like 2026-03-02T07:36:25.000Z"
    if not all(isinstance(document[name], str) and document[name] for name in ("errorCode", "errorMsg", "reason")):
        return "errorCode, errorMsg and reason are not texts"
    if not answer.headers.get("content-type", "").startswith("application/json"):
        return "the content type is not JSON"
    return None
