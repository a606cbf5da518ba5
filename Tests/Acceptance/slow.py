"""Clients that take their time: connections held open from one thread, each with its own pace."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from client.exchange import Endpoint


@dataclass
class SlowSender:
    """One connection: what it sends at once, what it drips afterwards, and what became of it."""

    head: bytes
    #: Sent a second, again and again; nothing for one that falls silent.
    drip: bytes = b""
    #: Everything that the server has said.
    reply: bytes = b""
    #: Seconds from the connection's beginning to the first byte of an answer; None before it.
    answered_after: float | None = None
    #: Seconds from the connection's beginning to its end; None while it lives.
    ended_after: float | None = None
    _socket: socket.socket | None = field(default=None, repr=False)

    @property
    def status(self) -> int | None:
        """The status of the answer; None where there was none."""
        parts = self.reply.split(b" ", 2)
        return int(parts[1]) if len(parts) > 1 and parts[0].startswith(b"HTTP/1.") else None


def request_head(endpoint: Endpoint, path: str, headers: Mapping[str, str], length: int) -> bytes:
    """The head of a POST that announces a body."""
    lines = [f"POST {path} HTTP/1.1", f"Host: {endpoint.host}", f"Content-Length: {length}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


class SlowSenders:
    """Drives many slow connections until each has ended."""

    def __init__(self, endpoint: Endpoint, senders: Sequence[SlowSender]) -> None:
        self.senders = senders
        self._endpoint = endpoint
        self._selector = selectors.DefaultSelector()
        self._is_stopped = threading.Event()
        self._begun = 0.0
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Connects all and begins."""
        self._begun = time.monotonic()
        for sender in self.senders:
            sender._socket = socket.create_connection((self._endpoint.host, self._endpoint.port), 10)
            sender._socket.sendall(sender.head)
            sender._socket.setblocking(False)
            self._selector.register(sender._socket, selectors.EVENT_READ, sender)
        self._thread.start()

    def join(self, limit: float) -> None:
        """Waits until every connection has ended, but not longer than `limit` seconds after their beginning."""
        self._thread.join(max(0, self._begun + limit - time.monotonic()))

    def stop(self) -> None:
        """Closes what is still open."""
        self._is_stopped.set()
        self._thread.join()
        for sender in self.senders:
            if sender._socket is not None:
                sender._socket.close()

    def _run(self) -> None:
        seconds = 1
        while self._selector.get_map() and not self._is_stopped.is_set():
            for key, _ in self._selector.select(0.1):
                self._read(key.data)
            if time.monotonic() - self._begun >= seconds:
                seconds += 1
                for sender in self.senders:
                    if sender.drip and sender.ended_after is None:
                        # A full or a broken pipe is seen when it is read.
                        with contextlib.suppress(OSError):
                            self._socket_of(sender).send(sender.drip)

    def _read(self, sender: SlowSender) -> None:
        try:
            part = self._socket_of(sender).recv(65_536)
        except OSError:
            part = b""
        now = time.monotonic() - self._begun
        if part and not sender.reply:
            sender.answered_after = now
        sender.reply += part
        if not part:
            sender.ended_after = now
            self._selector.unregister(self._socket_of(sender))

    @staticmethod
    def _socket_of(sender: SlowSender) -> socket.socket:
        assert sender._socket is not None
        return sender._socket
