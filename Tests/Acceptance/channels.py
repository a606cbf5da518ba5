"""Every way in which a server can tell what it was told: log, answers, and what the machine shows of a process."""

from __future__ import annotations

import contextlib
import http.client
import re
import subprocess
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from client.exchange import Answer, Endpoint
from installation import METRICS_TOKEN, Installation, wait_until

#: strace's names of the calls that reach somebody else, begin another program, or make or open a file.
TRACED = (
    "connect,sendto,sendmsg,sendmmsg,execve,execveat,open,openat,openat2,creat,rename,renameat,renameat2,link,linkat"
)
#: The calls of those that take a file's name to write to; `open` and its kind only with one of these words.
WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|\b(?:creat|rename|renameat|renameat2|link|linkat)\(")


class WatchingEndpoint(Endpoint):
    """Keeps every refusal as it was sent, and every address that an answer names."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.refusals: list[bytes] = []
        self.addresses: list[str] = []

    def _exchange(  # type: ignore[override]
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        headers: dict[str, str],
        body: bytes | None,
    ) -> Answer:
        answer = Endpoint._exchange(connection, method, path, headers, body)
        if answer.status >= 400:
            # The names of members that nobody reads are told to whoever sent them.
            told = {name: value for name, value in answer.headers.items() if name != "onboarding-ignored"}
            lines = [f"{name}: {value}".encode() for name, value in told.items()]
            self.refusals.append(b"\n".join([*lines, answer.body]))
        with contextlib.suppress(ValueError):
            self.addresses += _addresses(answer.json())
        if location := answer.headers.get("location"):
            self.addresses.append(location)
        return answer


def _addresses(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value.startswith(("http://", "https://")):
            yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from _addresses(member)
    elif isinstance(value, list):
        for member in value:
            yield from _addresses(member)


def of_server(endpoint: WatchingEndpoint, log: Path, process_id: int) -> dict[str, bytes]:
    """What a running server shows besides its data: by channel, everything that came through it."""
    return {
        "log": log.read_bytes(),
        "metrics": endpoint.send("GET", "/metrics", {"Authorization": f"Bearer {METRICS_TOKEN}"}).body,
        "refusals": b"\n".join(endpoint.refusals),
        "addresses": "\n".join(endpoint.addresses).encode(),
        **of_process(process_id),
    }


def of_process(process_id: int) -> dict[str, bytes]:
    """What everybody on the machine, or its owner, can read of a process and its children."""
    family = [Path("/proc") / str(process_id)]
    for status in Path("/proc").glob("[0-9]*/stat"):
        # A process may end while we look.
        with contextlib.suppress(OSError, IndexError):
            if status.read_text().rpartition(")")[2].split()[1] == str(process_id):
                family.append(status.parent)
    return {
        "process arguments": b"\n".join((process / "cmdline").read_bytes() for process in family),
        "process environment": b"\n".join((process / "environ").read_bytes() for process in family),
        "names of open files": b"\n".join(_open_files(process) for process in family),
    }


def _open_files(process: Path) -> bytes:
    names = []
    for descriptor in (process / "fd").iterdir():
        with contextlib.suppress(OSError):
            names.append(str(descriptor.readlink()))
    return "\n".join(names).encode()


class TracedInstallation(Installation):
    """An installation of which the kernel tells what its programs reach for: strace beside each of them."""

    def __init__(self, *options: str) -> None:
        super().__init__(*options)
        self._program = traced(self._program, self.folder)


def traced(program: Path, folder: Path) -> Path:
    """A program that does what `program` does, while strace writes into `folder` what it reaches for."""
    require_strace()
    starter = folder / "traced"
    # The traced program keeps the process id that its caller knows (-D); $$ is that id.
    starter.write_text(
        f'#!/bin/sh\nexec strace -D -f -e trace={TRACED} -e signal=none -s 4096 -o "{folder}/trace.$$" '
        f'"{program}" "$@"\n'
    )
    starter.chmod(0o755)
    return starter


def traces(folder: Path) -> list[str]:
    """What was traced of all programs, which have ended, call by call."""
    paths = sorted(folder.glob("trace.*"))
    # strace notes the end a moment after everybody else has seen it.
    wait_until(lambda: all(path.read_text(errors="replace").endswith("+++\n") for path in paths), "the traces end")
    return [
        line.split(maxsplit=1)[1] for path in paths for line in path.read_text(errors="replace").splitlines()
    ]


def require_strace() -> None:
    """Makes sure that programs can be traced here.

    Raises:
        unittest.SkipTest: where strace is absent, or the machine lets nobody trace.
    """
    try:
        tried = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, text=True)
    except FileNotFoundError:
        raise unittest.SkipTest("no strace: run make setup") from None
    if tried.returncode != 0:
        raise unittest.SkipTest(f"this machine lets nobody trace a program: {tried.stderr.strip()}")


def outgoing(trace: list[str]) -> list[str]:
    """The calls that tried to reach another address, whether they succeeded or not."""
    return [call for call in trace if re.match(r"(?:connect|send\w+)\(.*sa_family=AF_INET6?\b", call)]


def programs(trace: list[str]) -> list[str]:
    """The calls that began another program."""
    return [call for call in trace if call.startswith("execve")]


def written(trace: list[str]) -> set[Path]:
    """The files that were opened for writing, made or renamed."""
    found: set[Path] = set()
    for call in trace:
        if not call.startswith(("connect", "send", "execve")) and WRITING.search(call):
            found |= {Path(name) for name in re.findall(r'"((?:[^"\\]|\\.)*)"', call)}
    return found
