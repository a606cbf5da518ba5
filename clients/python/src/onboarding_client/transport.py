"""HTTP with the standard library: one request, its answer, and what is tried again."""

from __future__ import annotations

import http.client
import json
import ssl
import time
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .device_key import DeviceKey
from .errors import OnboardingError

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
#: No answer of the server is larger: 24 MiB is the largest request, and an answer has at most one image of it.
_LARGEST_ANSWER = 32 << 20


@dataclass(frozen=True)
class Retry:
    """What is tried again: a connection that broke and a proxy that reached no server, where the server answers the same
    request as before, and 503 and 409 with Retry-After, where it says that a later try may do."""

    #: All tries together; 1 never tries again. With the pauses below five outlast a restart of the server.
    tries: int = 5
    #: Seconds before the second try, doubled before each further one, unless the server names its own.
    pause: float = 0.5
    #: Whoever is asked to wait longer than this gets the refusal instead.
    longest_pause: float = 10.0
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True)
class Proof:
    """What is proved with each try of a request: a key, and the bearer that is bound to it."""

    key: DeviceKey
    bearer: str | None = None


@dataclass(frozen=True)
class Answer:
    """A whole answer, headers by lower-case name."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> dict[str, Any]:
        """The body as an object; OnboardingError `ANSWER_INVALID` where it is none."""
        try:
            document = json.loads(self.body)
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise OnboardingError(0, "ANSWER_INVALID", f"status {self.status}, and the body is no JSON object")
        return document

    @property
    def retry_after(self) -> float | None:
        """Seconds, as the header says."""
        value = self.headers.get("retry-after", "")
        return float(value) if value.isascii() and value.isdigit() else None

    @property
    def is_of_proxy(self) -> bool:
        """Whether a proxy speaks that reached no server: what was asked for may have been done or not."""
        return self.status in (502, 503, 504) and self.refusal().reason in ("ANSWER_INVALID", "SERVER_UNREACHABLE")

    def refusal(self) -> OnboardingError:
        """The answer as an error: the envelope of the server, or what the token endpoint says."""
        request_id = self.headers.get("x-request-id")
        try:
            document = self.json()
        except OnboardingError:
            document = {}
        reason = document.get("reason") or document.get("error") or "ANSWER_INVALID"
        message = document.get("errorMsg") or document.get("error_description") or ""
        details, code = document.get("details"), document.get("errorCode")
        # Operations on users and groups have a number where others have a word.
        numbered = {"errorCode": code} if isinstance(code, int) else {}
        return OnboardingError(
            self.status,
            str(reason),
            str(message),
            details if isinstance(details, dict) else numbered,
            self.retry_after,
            request_id,
        )


class Transport:
    """Where the server is, and how it is spoken to.

    Safe for several threads: each request has a connection of its own.
    """

    def __init__(
        self,
        base_url: str,
        timeout: float = 60,
        retry: Retry | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """
        Args:
            base_url: the public URL of the installation, below which all routes stand.
            timeout: seconds for each step of the connection.
            retry: what is tried again.
            tls: whom to trust; the system's certificates where absent.

        Raises:
            ValueError: where the URL is not `https`, and not of this machine either: bearers would be read on the way.
        """
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not the URL of a server: {base_url}")
        if parts.query or parts.fragment or parts.username:
            raise ValueError(f"more than the base URL of a server: {base_url}")
        if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
            raise ValueError("without TLS only a server on this machine is spoken to")
        self.base_url = base_url.rstrip("/")
        self._host, self._port = parts.hostname, parts.port
        self._prefix = parts.path.rstrip("/")
        self._tls = (tls or ssl.create_default_context()) if parts.scheme == "https" else None
        self._timeout = timeout
        self._retry = retry or Retry()

    def send(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: bytes | None = None,
        is_repeatable: bool = True,
        proof: Proof | None = None,
    ) -> Answer:
        """Sends a request until it has an answer that is not to be tried again; refusals are answers too.

        Args:
            method: GET, POST or DELETE.
            path: below the base URL.
            headers: of the request.
            body: its bytes; the same in every try, because the server tells a repeat by them.
            is_repeatable: whether a request that may have arrived can be sent again.
            proof: of the key that the bearer is bound to.

        Raises:
            OnboardingError: `CONNECTION_FAILED` where no answer came.
        """
        pause = self._retry.pause
        for is_last in [False] * (self._retry.tries - 1) + [True]:
            try:
                answer = self._exchange(method, path, headers, body, proof)
                # The server has given out another nonce, and nothing else was wrong.
                if proof and answer.status == 401 and answer.refusal().reason == "DPOP_NONCE_REQUIRED":
                    answer = self._exchange(method, path, headers, body, proof)
            except (OSError, http.client.HTTPException) as error:
                if is_last or not (is_repeatable or isinstance(error, ConnectionRefusedError)):
                    raise OnboardingError(0, "CONNECTION_FAILED", f"{method} {path}: {error!r}") from error
                wait = pause
            else:
                asked = self._asked_pause(answer, pause, is_repeatable)
                if is_last or asked is None or asked > self._retry.longest_pause:
                    return answer
                wait = asked
            self._retry.sleep(min(wait, self._retry.longest_pause))
            pause *= 2
        raise AssertionError("the last try ends the loop")

    @staticmethod
    def _asked_pause(answer: Answer, pause: float, is_repeatable: bool) -> float | None:
        """Seconds after which another try may do; None where the answer is the last word."""
        asked = answer.retry_after
        if answer.is_of_proxy:
            return (pause if asked is None else asked) if is_repeatable else None
        return asked if answer.status in (409, 503) else None

    def _exchange(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, proof: Proof | None
    ) -> Answer:
        shown = {"DPoP": proof.key.proof(method, self.base_url + path, proof.bearer)} if proof else {}
        connection: http.client.HTTPConnection
        if self._tls is None:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        else:
            connection = http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=self._tls)
        try:
            connection.request(method, self._prefix + path, body, {**headers, **shown})
            response = connection.getresponse()
            content = response.read(_LARGEST_ANSWER + 1)
            if len(content) > _LARGEST_ANSWER:
                raise OnboardingError(0, "ANSWER_INVALID", "the answer is too large")
            named = {name.lower(): value for name, value in response.getheaders()}
            if proof:
                proof.key.remember(named.get("dpop-nonce"))
            return Answer(response.status, named, content)
        finally:
            connection.close()
