"""The package of the built program, made once for all modules of this folder."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import unittest
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build" / "package-test"
TOOLS = ("patchelf", "dpkg-deb", "dpkg-shlibdeps", "strip", "objcopy")


@dataclass(frozen=True)
class Packed:
    """What `packaging/build.sh` made."""

    package: Path
    tarball: Path
    debug: Path


def packed() -> Packed:
    """The package of the program as it is now; made anew where the program or what is packed with it has changed.

    Raises:
        unittest.SkipTest: where there is no program, or a tool is missing.
        AssertionError: where the build fails.
    """
    program = ROOT / os.environ.get("ONBOARDING_PROGRAM", ".build/release/onboarding")
    if not program.is_file():
        raise unittest.SkipTest(f"no program at {program}: run make build, or set ONBOARDING_PROGRAM")
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        raise unittest.SkipTest(f"no {', '.join(missing)}: install the Debian packages patchelf, dpkg-dev and binutils")

    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        # Two modules may run at one time.
        fcntl.flock(lock, fcntl.LOCK_EX)
        output = FOLDER / _key(program)
        if not (output / "SHA256SUMS").is_file():
            for old in FOLDER.iterdir():
                if old.is_dir():
                    shutil.rmtree(old)
            settings = {"PROGRAM": str(program), "OUTPUT": str(output), "COMPRESSION": "none"}
            built = subprocess.run(
                [ROOT / "packaging" / "build.sh"], env=os.environ | settings, capture_output=True, text=True
            )
            if built.returncode != 0:
                raise AssertionError(f"packaging/build.sh ended with {built.returncode}: {built.stderr[-2000:]}")
    return Packed(_only(output, "*.deb"), _only(output, "*.tar"), _only(output, "*.debug"))


def _key(program: Path) -> str:
    """A digest of what the package is made of; of large files their size and time alone."""
    digest = hashlib.sha256()
    sources = [ROOT / "packaging", ROOT / "docs", ROOT / "packs", ROOT / "scripts", ROOT / "models", ROOT / ".deps"]
    files = [ROOT / "CHANGELOG.md", ROOT / "README.md", ROOT / "models.lock", program]
    for source in sources:
        files += sorted(path for path in source.rglob("*") if path.is_file() and ".compiled" not in path.parts)
    for path in files:
        status = path.stat()
        digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def _only(folder: Path, pattern: str) -> Path:
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise AssertionError(f"{len(found)} files fit {pattern} in {folder}")
    return found[0]
