"""A client of server-sent events (WHATWG HTML §9.2), as a page has it, with limits to how long it waits."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from client.exchange import Answer
from client.flow import Caller
from installation import WAIT_LIMIT


@dataclass(frozen=True)
class Told:
    """One message."""

    event: str
    id: str
    data: Any


class EventStream:
    """The events of one session, from the request on."""

    def __init__(self, caller: Caller, session_token: str, headers: dict[str, str] | None = None) -> None:
        endpoint = caller.endpoint
        self._connection = http.client.HTTPConnection(endpoint.host, endpoint.port, timeout=WAIT_LIMIT)
        path = f"/onboarding/b2c/operationStatus/{session_token}/events"
        accepting = caller.headers | {"Accept": "text/event-stream"} | (headers or {})
        self._connection.request("GET", path, headers=accepting)
        # The connection lets go of its socket as soon as it knows that the answer is its last.
        self._socket = self._connection.sock
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self.headers = {name.lower(): value for name, value in self._response.getheaders()}

    def answer(self) -> Answer:
        """What was answered in place of a stream."""
        return Answer(self.status, self.headers, self._response.read())

    def next(self, limit: float = WAIT_LIMIT) -> Told:
        """The next message.

        Raises:
            EOFError: where the stream ends first.
            TimeoutError: where nothing comes within `limit` seconds.
        """
        fields: dict[str, str] = {}
        for line in self._lines(limit):
            name, _, value = line.partition(":")
            if line and name:
                fields[name] = value.removeprefix(" ")
            elif not line and "data" in fields:
                return Told(fields["event"], fields["id"], json.loads(fields["data"]))
        raise EOFError

    def rest(self, limit: float = WAIT_LIMIT) -> list[Told]:
        """What comes until the stream ends in order.

        Raises:
            http.client.IncompleteRead: where it breaks off.
            TimeoutError: where nothing comes, nor its end, within `limit` seconds.
        """
        told = []
        while True:
            try:
                told.append(self.next(limit))
            except EOFError:
                return told

    def close(self) -> None:
        """Goes away, as a page that is closed."""
        self._response.close()
        self._connection.close()

    def _lines(self, limit: float) -> Iterator[str]:
        self._socket.settimeout(limit)
        while line := self._response.readline():
            yield line.decode().removesuffix("\n")
