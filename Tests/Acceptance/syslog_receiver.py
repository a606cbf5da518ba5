"""A receiver of syslog messages by TLS (RFC 5425) or TCP, in a process that can be killed: keeps what arrives in a file."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from installation import free_port

VALUE = r'"((?:[^"\\\]]|\\["\\\]])*)"'
PARAMETER = re.compile(rf" ([!-~]{{1,32}})={VALUE}")
#: RFC 5424 §6, with one element of structured data.
MESSAGE = re.compile(
    rf"<(\d{{1,3}})>1 (\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{{3}}Z) ([!-~]{{1,255}}) ([!-~]{{1,48}}) ([!-~]{{1,128}}) "
    rf"([!-~]{{1,32}}) \[([!-~]{{1,32}})((?: [!-~]{{1,32}}?={VALUE})*)\] (?:\ufeff)?(.*)"
)


@dataclass(frozen=True)
class Message:
    """One message as it arrived."""

    #: Over which connection, by the order of their beginning.
    connection: str
    raw: str
    priority: int
    timestamp: str
    host: str
    application: str
    id: str
    element: str
    #: Of the structured data, by name.
    values: Mapping[str, str]
    text: str

    @property
    def sequence(self) -> int:
        return int(self.values["sequence"])

    @classmethod
    def read(cls, connection: str, raw: str) -> Message:
        """Raises:
        ValueError: where it is no message of the standard.
        """
        found = MESSAGE.fullmatch(raw)
        if found is None:
            raise ValueError(f"no message of RFC 5424: {raw[:300]!r}")
        priority, timestamp, host, application, _, name, element, values, _, text = found.groups()
        pairs = {key: re.sub(r'\\(["\\\]])', r"\1", value) for key, value in PARAMETER.findall(values)}
        return cls(connection, raw, int(priority), timestamp, host, application, name, element, pairs, text)


class SyslogReceiver:
    """Listens at one port whenever it runs."""

    def __init__(
        self, folder: Path, certificate: tuple[Path, Path] | None = None, clients: Path | None = None
    ) -> None:
        self.port = free_port()
        self._file = folder / f"syslog-{self.port}"
        self._file.touch()
        #: Its chain and key in PEM; None for plain TCP.
        self.certificate = certificate
        #: The certificates of clients that it takes; None for all, and those that show none.
        self.clients = clients
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        assert self._process is None
        command = [sys.executable, "-B", __file__, "--port", str(self.port), "--file", str(self._file)]
        if self.certificate is not None:
            command += ["--certificate", str(self.certificate[0]), "--key", str(self.certificate[1])]
        if self.clients is not None:
            command += ["--clients", str(self.clients)]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n", "the receiver did not start"

    def kill(self) -> None:
        """Ends it as a power cut of the process would: what it has not read is gone."""
        if self._process is not None:
            assert self._process.stdout is not None
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()
            self._process = None

    def pause(self) -> None:
        """Lets it read nothing any more, while its connections stay."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    @property
    def messages(self) -> list[Message]:
        """What has arrived, in that order."""
        return [Message.read(line["connection"], line["message"]) for line in self._lines() if "message" in line]

    @property
    def faults(self) -> list[str]:
        """What went wrong with connections, and what they carried."""
        return [line["fault"] for line in self._lines() if "fault" in line]

    @property
    def connections(self) -> set[str]:
        """Of which anything is known, be it that they failed. A client that does not like the name in a certificate may say so only
        by ending the connection."""
        return {line["connection"] for line in self._lines()}

    @property
    def versions(self) -> set[str]:
        """Of TLS."""
        return {line["tls"] for line in self._lines() if "tls" in line}

    @property
    def last(self) -> int:
        """The highest number that has arrived; 0 before the first."""
        return max((message.sequence for message in self.messages), default=0)

    def _lines(self) -> Iterator[dict[str, Any]]:
        for line in self._file.read_text().splitlines(keepends=True):
            # The last one may be half there, where it was killed or is at work.
            if line.endswith("\n"):
                yield json.loads(line)


class _Listener:
    def __init__(self, arguments: argparse.Namespace) -> None:
        # What a kill has cut off was not kept.
        kept = Path(arguments.file).read_bytes()
        os.truncate(arguments.file, kept.rfind(b"\n") + 1)
        self._file: IO[str] = open(arguments.file, "a")
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None
        if arguments.certificate:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.minimum_version = ssl.TLSVersion.TLSv1_2
            self._context.load_cert_chain(arguments.certificate, arguments.key)
            if arguments.clients:
                self._context.load_verify_locations(arguments.clients)
                self._context.verify_mode = ssl.CERT_REQUIRED
        self._socket = socket.create_server(("127.0.0.1", arguments.port))

    def listen(self) -> None:
        print("ready", flush=True)
        number = 0
        while True:
            connection, _ = self._socket.accept()
            number += 1
            threading.Thread(target=self._serve, args=(connection, f"{os.getpid()}-{number}"), daemon=True).start()

    def _serve(self, connection: socket.socket, name: str) -> None:
        try:
            if self._context is not None:
                secured = self._context.wrap_socket(connection, server_side=True)
                self._keep(connection=name, tls=secured.version())
                connection = secured
            for message in _frames(connection):
                self._keep(connection=name, message=message.decode())
        except (OSError, ValueError) as error:
            self._keep(connection=name, fault=str(error))
        finally:
            connection.close()

    def _keep(self, **what: Any) -> None:
        with self._lock:
            self._file.write(json.dumps(what) + "\n")
            self._file.flush()


def _frames(connection: socket.socket) -> Iterator[bytes]:
    """By octet counting (RFC 6587 §3.4.1).

    Raises:
        ValueError: where a frame begins with no number, or is longer than a receiver should take (RFC 5425 §4.3.1).
    """
    stream = connection.makefile("rb")
    while True:
        digits = b""
        while (byte := stream.read(1)) != b" ":
            if byte == b"" and digits == b"":
                return
            if not byte.isdigit() or len(digits) > 4:
                raise ValueError(f"no length of a frame: {digits + byte!r}")
            digits += byte
        length = int(digits)
        if not 1 <= length <= 8192:
            raise ValueError(f"a frame of {length} octets")
        message = stream.read(length)
        if len(message) < length:
            return
        yield message


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--file", required=True)
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--clients")
    _Listener(parser.parse_args()).listen()
