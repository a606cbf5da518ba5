"""The audit trail as `onboarding audit trail` prints it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from installation import Installation


@dataclass(frozen=True)
class Entry:
    """One line of it."""

    at: str
    kind: str
    #: What it says, by name.
    texts: Mapping[str, str]


def entries(installation: Installation, tenant: str, kind: str | None = None) -> list[Entry]:
    """The entries of a tenant, oldest first, of one kind if it is named."""
    lines = installation.command("audit", "trail", "--tenant", tenant).splitlines()
    return [entry for entry in map(_entry, lines) if kind in (None, entry.kind)]


def _entry(line: str) -> Entry:
    at, _, kind, *texts = re.split(r"  (?=\S)", line)
    pairs = (text.partition("=") for text in texts)
    return Entry(at, kind, {name: value for name, _, value in pairs})
