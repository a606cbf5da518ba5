"""A minimal Debian 12 of its own, with nothing but what the package asks for, booted with systemd in namespaces.

It shares the network of this machine, so that a client outside reaches its servers over loopback.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from packed import ROOT

CACHE = ROOT / ".build" / "clean-root"
BOOT_LIMIT = 60.0


def depends(package: Path) -> list[str]:
    """The names in the package's Depends, of alternatives the first."""
    said = subprocess.run(["dpkg-deb", "--field", package, "Depends"], capture_output=True, text=True, check=True)
    return sorted({re.split(r"[ |(:]", part.strip())[0] for part in said.stdout.split(",")})


def archive(names: list[str]) -> Path:
    """A tar archive of a minimal Debian 12 with these packages, kept for the next run.

    Raises:
        unittest.SkipTest: where it is not there and cannot be made.
    """
    key = hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]
    path = CACHE / f"bookworm-{key}.tar"
    if path.is_file():
        return path
    if shutil.which("mmdebstrap") is None:
        raise unittest.SkipTest("no clean root and no mmdebstrap to make one: install the Debian package mmdebstrap")
    if "VERSION_CODENAME=bookworm\n" not in Path("/etc/os-release").read_text():
        raise unittest.SkipTest("no clean root: its packages come from this machine's sources, and it is no Debian 12")
    sources = [Path("/etc/apt/sources.list.d/debian.sources"), Path("/etc/apt/sources.list")]
    source = next((source for source in sources if source.is_file()), None)
    if source is None:
        raise unittest.SkipTest(f"no clean root: Debian's sources are in none of {', '.join(map(str, sources))}")
    CACHE.mkdir(parents=True, exist_ok=True)
    for old in CACHE.glob("*.tar"):
        old.unlink()
    part = path.with_suffix(f".{os.getpid()}.part")
    command = ["mmdebstrap", "--variant=minbase", "--format=tar", f"--include={','.join(names)}", "bookworm", part, "-"]
    with source.open() as text:
        made = subprocess.run(command, stdin=text, capture_output=True, text=True)
    if made.returncode != 0:
        part.unlink(missing_ok=True)
        lines = made.stderr.strip().splitlines()
        raise unittest.SkipTest(f"no clean root, and none could be made: {lines[-1] if lines else made.returncode}")
    part.rename(path)
    return path


class CleanRoot:
    """One such system, from its boot to its end."""

    def __init__(self, names: list[str]) -> None:
        """
        Raises:
            unittest.SkipTest: where this user or this machine cannot boot one.
        """
        if os.geteuid() != 0:
            raise unittest.SkipTest("only root can boot a system in namespaces")
        if shutil.which("systemd-nspawn") is None:
            raise unittest.SkipTest("no systemd-nspawn: install the Debian package systemd-container")
        source = archive(names)
        self.folder = Path(tempfile.mkdtemp(prefix="onboarding-clean-root-", dir="/var/tmp"))
        self._log = self.folder.with_suffix(".log")
        self._process: subprocess.Popen[bytes] | None = None
        try:
            subprocess.run(["tar", "--extract", "--file", source, "--directory", self.folder], check=True)
            self._boot()
        except BaseException:
            self.close()
            raise

    def run(
        self, *command: str, check: bool = True, entered: str = "", beside: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command inside as root, with `entered` as its standard input.

        Args:
            beside: a process, as `process` names it, whose view of the file system the command has.
        """
        target = str(self._leader) if beside is None else beside.name
        enter = ["nsenter", "--target", target, "--mount", "--uts", "--ipc", "--pid", "--cgroup", "--root"]
        path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
        finished = subprocess.run(
            [*enter, "--wdns=/", "env", "--ignore-environment", path, *command],
            input=entered,
            capture_output=True,
            text=True,
        )
        if check and finished.returncode != 0:
            said = finished.stderr + finished.stdout
            raise AssertionError(f"{' '.join(command[:4])} ended with {finished.returncode}: {said[-2000:]}")
        return finished

    def install(self, package: Path) -> str:
        """Installs a Debian package with what is there already; what it says."""
        shutil.copy(package, self.folder / "opt" / package.name)
        try:
            return self.run("dpkg", "--install", f"/opt/{package.name}").stdout
        finally:
            (self.folder / "opt" / package.name).unlink()

    def process(self, unit: str) -> Path:
        """The folder below this machine's /proc of a unit's main process."""
        inside = self.run("systemctl", "show", "--property=MainPID", "--value", unit).stdout.strip()
        for status in Path("/proc").glob("[0-9]*/status"):
            try:
                if re.search(rf"^NSpid:.*\s{inside}$", status.read_text(), re.MULTILINE) and self._holds(status.parent):
                    return status.parent
            except OSError:
                continue
        raise AssertionError(f"{unit} has no process: {self.run('systemctl', 'status', unit, check=False).stdout}")

    def journal(self, unit: str) -> str:
        return self.run("journalctl", "--no-pager", "--output=cat", f"--unit={unit}").stdout

    def close(self) -> None:
        """Shuts the system down and removes it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
        self._log.unlink(missing_ok=True)

    def _holds(self, process: Path) -> bool:
        """Whether a process lives in this system and not in another one."""
        return os.readlink(process / "ns" / "pid") == os.readlink(f"/proc/{self._leader}/ns/pid")

    def _boot(self) -> None:
        command = ["systemd-nspawn", "--quiet", "--register=no", "--console=pipe", f"--directory={self.folder}"]
        # systemd 252 keeps these from what it boots; no machine of ours does.
        command.append("--system-call-filter=landlock_create_ruleset landlock_add_rule landlock_restrict_self")
        command.append("--boot")
        if not Path("/run/systemd/system").is_dir():
            # Nobody to ask for a unit of its own.
            command.insert(1, "--keep-unit")
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + BOOT_LIMIT
        while True:
            state = self._state()
            if state in ("running", "degraded"):
                return
            if self._process.poll() is not None or time.monotonic() > deadline:
                said = self._log.read_text(errors="replace").strip().splitlines()
                raise unittest.SkipTest(f"systemd does not boot in namespaces here: {said[-1] if said else 'silence'}")
            time.sleep(0.1)

    def _state(self) -> str:
        assert self._process is not None
        try:
            children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
            if not children or Path(f"/proc/{children[0]}/comm").read_text() != "systemd\n":
                return ""
        except OSError:
            return ""
        self._leader = int(children[0])
        return self.run("systemctl", "is-system-running", check=False).stdout.strip()
