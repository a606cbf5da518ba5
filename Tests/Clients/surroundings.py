"""Where things are, what this machine has, and the server under test."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

PACKAGE_ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = PACKAGE_ROOT / "docs" / "openapi.yaml"
PYTHON_CLIENT = PACKAGE_ROOT / "clients" / "python"
TYPESCRIPT_CLIENT = PACKAGE_ROOT / "clients" / "typescript"

# The server's process, and pictures to send, are those of the acceptance tests.
sys.path.insert(0, str(PACKAGE_ROOT / "Tests" / "Acceptance"))
sys.path.insert(0, str(PYTHON_CLIENT / "src"))


def tool(name: str, package: str) -> str:
    """The path of a program.

    Raises:
        unittest.SkipTest: where it is absent, with the Debian package that has it.
    """
    path = shutil.which(name)
    if path is None:
        raise unittest.SkipTest(f"no {name} on this machine: install the Debian package {package}")
    return path


def node(*arguments: str | Path, folder: Path | None = None) -> str:
    """What Node prints.

    Raises:
        unittest.SkipTest: where it is absent, or older than Debian's.
    """
    program = tool("node", "nodejs")
    major = int(run([program, "--version"]).removeprefix("v").partition(".")[0])
    if major < 18:
        raise unittest.SkipTest(f"Node {major} has no WebCrypto: install the Debian package nodejs")
    # Debian 12 has Node 18, where WebCrypto is there but not global yet; from 20 on it is.
    options = "--no-warnings" if major >= 20 else "--no-warnings --experimental-global-webcrypto"
    return run([program, *arguments], folder, NODE_OPTIONS=options)


def run(command: Sequence[str | Path], folder: Path | None = None, **variables: str) -> str:
    """What a program prints.

    Raises:
        AssertionError: where it fails.
    """
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **variables}
    words = [str(part) for part in command]
    ended = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    if ended.returncode != 0:
        raise AssertionError(f"{command[0]} ended with {ended.returncode}:\n{(ended.stdout + ended.stderr)[-8000:]}")
    return ended.stdout + ended.stderr


@functools.cache
def document() -> dict[str, Any]:
    """docs/openapi.yaml."""
    with DOCUMENT.open() as file:
        return dict(yaml.load(file, yaml.CSafeLoader))


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """What a reference points to, with what stands beside it."""
    if "$ref" not in node:
        return node
    target: Any = document()
    for name in node["$ref"].removeprefix("#/").split("/"):
        target = target[name]
    return {**resolved(target), **{name: value for name, value in node.items() if name != "$ref"}}


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Path, method and operation, of all."""
    return [
        (path, method, operation)
        for path, item in document()["paths"].items()
        for method, operation in item.items()
        if method in ("get", "post", "delete")
    ]


def guide(language: str, number: int = 0) -> str:
    """The first listing of docs/clients.md in a language, or one that follows."""
    text = (PACKAGE_ROOT / "docs" / "clients.md").read_text()
    listing = text.split(f"```{language}\n")[number + 1].partition("```")[0]
    return textwrap.dedent(listing)


@functools.cache
def typescript_build() -> Path:
    """A copy of the TypeScript client with its compiled form, made once.

    Raises:
        unittest.SkipTest: where there is no compiler.
    """
    compiler = tool("tsc", "node-typescript")
    folder = Path(tempfile.mkdtemp(prefix="onboarding-typescript-"))
    unittest.addModuleCleanup(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(TYPESCRIPT_CLIENT, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("dist"))
    run([compiler, "--project", folder / "tsconfig.json"])
    return folder
