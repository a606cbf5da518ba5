#!/usr/bin/env python3
"""Writes the manual page onboarding(1), of what the program says of its commands and docs/command-line.md of its exit codes.

    onboarding --experimental-dump-help | packaging/manual.py VERSION > onboarding.1
"""

from __future__ import annotations

import datetime
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[1] / "docs" / "command-line.md"


def text(words: str) -> str:
    """Plain words as roff(7) takes them: no line begins a request, a hyphen stays one."""
    plain = words.replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in plain.split("\n") if line)


def names(argument: dict[str, Any]) -> str:
    """How an argument is written: `--to <to>`, `-h, --help`, `<name>`."""
    value = f"<{argument['valueName']}>"
    if argument["kind"] == "positional":
        return value
    prefixes = {"long": "--", "short": "-", "longWithSingleDash": "-"}
    written = ", ".join(prefixes[name["kind"]] + name["name"] for name in argument["names"])
    return f"{written} {value}" if argument["kind"] == "option" else written


def shown(command: dict[str, Any]) -> list[dict[str, Any]]:
    """The arguments of a command that are not those of every command."""
    return [one for one in command.get("arguments", []) if one["shouldDisplay"] and one["valueName"] not in ("help", "version")]


def leaves(command: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command that does something, by its words."""
    path = (*path, command["commandName"])
    below = [one for one in command.get("subcommands", []) if one["shouldDisplay"] and one["commandName"] != "help"]
    if not below:
        yield " ".join(path), command
    for one in below:
        yield from leaves(one, path)


def described(argument: dict[str, Any]) -> list[str]:
    """An argument as an entry of a list."""
    words = argument.get("abstract", "")
    if default := argument.get("defaultValue"):
        words += f" (default: {default})"
    return [".TP", f".B {text(names(argument))}", text(words) or "\\&"]


def synopsis(name: str, command: dict[str, Any]) -> str:
    """The command with what it takes, in brackets what may be left out."""
    parts = [f"[{names(one)}]" if one["isOptional"] else names(one) for one in shown(command)]
    return text(" ".join([name, *parts]))


def exit_codes() -> list[str]:
    """The rows of the table of exit codes."""
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    if not rows:
        raise SystemExit(f"{PAGE} has no table of exit codes")
    return [line for code, words in rows for line in (".TP", f".B {code}", text(words))]


def page(command: dict[str, Any], version: str, day: datetime.date) -> str:
    """The whole page."""
    lines = [
        f'.TH ONBOARDING 1 "{day.isoformat()}" "onboarding {text(version)}" "User Commands"',
        ".SH NAME",
        "onboarding \\- onboards persons from their phones",
        ".SH SYNOPSIS",
        ".B onboarding",
        ".I command",
        ".RI [ options ]",
        ".SH DESCRIPTION",
        text(command["abstract"]),
        text(command.get("discussion", "")),
        ".SH COMMANDS",
    ]
    for name, leaf in leaves(command):
        lines += [f".SS {text(name)}", text(leaf["abstract"]), ".PP", ".B " + synopsis(name, leaf)]
        if discussion := leaf.get("discussion"):
            lines += [".PP", text(discussion)]
        for argument in shown(leaf):
            lines += described(argument)
    lines += [
        ".SH EXIT STATUS",
        *exit_codes(),
        ".SH FILES",
        "/etc/onboarding/onboarding.json, /opt/onboarding/share/onboarding/schemas, /opt/onboarding/share/onboarding/docs",
        ".SH SEE ALSO",
        "/opt/onboarding/share/onboarding/docs/command\\-line.md",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def main() -> None:
    """Reads the program's own description from standard input."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or 0)
    day = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).date()
    sys.stdout.write(page(json.load(sys.stdin)["command"], sys.argv[1], day))


if __name__ == "__main__":
    main()
