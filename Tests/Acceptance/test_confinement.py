"""What the server says where the system does not let it confine its decoders, and that it does not start then where it must not."""

import ctypes
import os
import struct
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

from installation import PACKAGE_ROOT, program, wait_until

#: By the system's numbers on x86-64.
SECCOMP, LANDLOCK_CREATE_RULESET = 317, 444
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
EPERM, ENOSYS = 1, 38


def without(call: int, error: int) -> Callable[[], None]:
    """What takes one call of the system from a process and all that it starts, as a unit or an older kernel does."""
    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, call), (0x06, 0, 0, 0x00050000 | error), (0x06, 0, 0, 0x7FFF0000)]
    rules = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    libc = ctypes.CDLL(None, use_errno=True)

    def apply() -> None:
        whole = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(steps), ctypes.addressof(rules)))
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, whole, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "no filter")

    return apply


def children(process: int) -> list[Path]:
    """The folders below /proc of what a process has started."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return [Path("/proc") / child for thread in threads for child in (thread / "children").read_text().split()]


class ConfinementTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name) / "data"

    def serve(self, *options: str, before: Callable[[], None] | None = None) -> tuple[str, str]:
        """The line that a server says that listens, and its log up to there; no line where it does not start."""
        variables = os.environ | {"ONBOARDING_DATA": str(self.data), "ONBOARDING_PORT": "0"}
        with subprocess.Popen(
            [str(program()), "serve", "--create", *options],
            cwd=PACKAGE_ROOT,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=before,
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            line = process.stdout.readline()
            process.kill()
            return line, process.stderr.read()

    def test_decoders_of_images_are_confined_and_end_with_their_server(self) -> None:
        variables = os.environ | {"ONBOARDING_DATA": str(self.data), "ONBOARDING_PORT": "0", "ONBOARDING_WORKERS": "2"}
        with subprocess.Popen(
            [str(program()), "serve", "--create"], cwd=PACKAGE_ROOT, env=variables, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            # The block waits for the process to end, also where something does not hold.
            try:
                self.assert_confined(process)
            finally:
                process.kill()

    def assert_confined(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        self.assertIn(b"listening on", process.stdout.readline())
        wait_until(lambda: len(children(process.pid)) == 2, "both decoders are there")
        # The second may still be about to confine itself.
        decoders = children(process.pid)
        for decoder in decoders:
            wait_until(lambda: "Seccomp:\t2" in (decoder / "status").read_text(), "it is confined")
            status = (decoder / "status").read_text()
            for line in ("NoNewPrivs:\t1", "Threads:\t1"):
                self.assertIn(line, status)
            self.assertEqual(os.getpgid(int(decoder.name)), int(decoder.name))
            # Nothing of the server's: what the C library is told alone.
            self.assertEqual((decoder / "environ").read_bytes(), b"GLIBC_TUNABLES=glibc.malloc.tcache_count=0\0")
            self.assertEqual({file.name for file in (decoder / "fd").iterdir()}, {"0", "1", "2"})
        process.kill()
        wait_until(lambda: not any(decoder.exists() for decoder in decoders), "they have ended")

    def doctor(self, before: Callable[[], None]) -> str:
        said = subprocess.run(
            [str(program()), "doctor", "--data", str(self.data)],
            cwd=PACKAGE_ROOT,
            capture_output=True,
            text=True,
            preexec_fn=before,
        ).stdout
        return next(line for line in said.splitlines() if " decoders " in line)

    def test_a_system_without_landlock_is_named(self) -> None:
        missing = without(LANDLOCK_CREATE_RULESET, ENOSYS)
        line, log = self.serve(before=missing)
        self.assertIn("listening on", line)
        self.assertRegex(log, r" error .*the system has no Landlock for them.* decoders are not confined")
        self.assertRegex(self.doctor(missing), "^look at .*no Landlock for them, but no_new_privs, seccomp")

    def test_one_that_must_be_confined_does_not_start(self) -> None:
        for call, name in ((LANDLOCK_CREATE_RULESET, "Landlock"), (SECCOMP, "seccomp")):
            with self.subTest(name):
                line, log = self.serve("--require-sandbox", before=without(call, EPERM))
                self.assertEqual(line, "")
                self.assertRegex(log, f"require-sandbox: .*no {name}")
                self.assertFalse(self.data.exists(), "a start that is refused makes nothing")

    def test_a_system_without_seccomp_is_wrong(self) -> None:
        self.assertRegex(self.doctor(without(SECCOMP, EPERM)), "^WRONG .*no seccomp for them")


if __name__ == "__main__":
    unittest.main()
