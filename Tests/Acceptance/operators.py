"""Operators at the pages: made by the command, signed in as a browser does it."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Mapping
from pathlib import Path

from client.exchange import Answer
from client.pages import PageEndpoint
from installation import Installation

PASSWORD = "correct horse battery staple"


class Operator:
    """Somebody who has signed in: what they ask for carries their session."""

    def __init__(self, endpoint: PageEndpoint, cookie: str) -> None:
        self.endpoint = endpoint
        self.cookie = cookie

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """A page, or a file."""
        return self.endpoint.send("GET", path, {"Cookie": self.cookie, **(headers or {})})

    def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        """A form."""
        return self.endpoint.send(
            "POST",
            path,
            {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"},
            urllib.parse.urlencode(fields).encode(),
        )


def make(installation: Installation, tenant: str, name: str, role: str = "auditor", *rights: str) -> None:
    """Makes an operator with the password `PASSWORD`."""
    path = Path(installation.folder) / f"password-{tenant}-{name}"
    path.write_text(PASSWORD + "\n", encoding="utf-8")
    named = ["--rights", ",".join(rights)] if rights else []
    installation.command(
        "operator", "create", name, "--role", role, "--tenant", tenant, *named, "--password-file", str(path)
    )
    path.unlink()


def sign_in(server: Installation, tenant: str, name: str, password: str = PASSWORD) -> Operator:
    """Signs an operator in.

    Raises:
        AssertionError: where the server does not let them.
    """
    endpoint = PageEndpoint(server.endpoint)
    form = urllib.parse.urlencode({"tenant": tenant, "name": name, "password": password, "next": ""})
    answer = endpoint.send(
        "POST", "/sign-in", {"Content-Type": "application/x-www-form-urlencoded"}, form.encode()
    )
    found = re.match(r"__Host-operator=[^;]+", answer.headers.get("set-cookie", ""))
    if answer.status != 303 or found is None:
        raise AssertionError(f"{name} is not let in: {answer.described()}")
    return Operator(endpoint, found[0])
