"""Where things are, and what this machine has."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import unittest
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

PACKAGE_ROOT = Path(__file__).resolve().parents[2]
#: What the tests have seen, for people; git ignores it.
SCREENSHOTS = PACKAGE_ROOT / ".screenshots"

# The server's process and its clients are those of the acceptance tests: `from installation import Installation`.
sys.path.insert(0, str(PACKAGE_ROOT / "Tests" / "Acceptance"))

_PR_SET_PDEATHSIG = 1


def tool(name: str, package: str) -> str:
    """The path of a program.

    Raises:
        unittest.SkipTest: where it is absent, with the Debian package that has it.
    """
    path = shutil.which(name)
    if path is None:
        raise unittest.SkipTest(f"no {name} on this machine: install the Debian package {package}")
    return path


class ProcessGroup:
    """A program and whatever it starts, ended together: also when the test's process is killed before it could."""

    def __init__(
        self,
        command: Sequence[str],
        variables: Mapping[str, str],
        *,
        output: int = subprocess.DEVNULL,
        errors: int = subprocess.DEVNULL,
    ) -> None:
        self._process = subprocess.Popen(
            command,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            text=True,
            start_new_session=True,
            preexec_fn=_end_with_parent,
        )

    @property
    def output(self) -> IO[str]:
        """What it writes to standard output, where that was asked for."""
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def errors(self) -> IO[str]:
        """What it writes to standard error, where that was asked for."""
        assert self._process.stderr is not None
        return self._process.stderr

    @property
    def id(self) -> int:
        """Of the program, and of its group."""
        return self._process.pid

    def end(self) -> None:
        """Ends the program and what it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(10)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
