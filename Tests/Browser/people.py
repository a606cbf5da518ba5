"""Who signs in at the web side, made by the command line as an operator's administrator makes them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import itertools
import time
import urllib.parse
from dataclasses import dataclass

from browser import Session

from installation import Installation  # isort: skip

_serial = itertools.count(1)


@dataclass(frozen=True)
class Person:
    """An operator of a tenant, with a password."""

    tenant: str
    name: str
    password: str


def make_operator(installation: Installation, tenant: str, role: str = "operator", *rights: str) -> Person:
    """Makes an operator who signs in with a password.

    Args:
        role: operator, auditor or admin.
        rights: beyond those of the role.
    """
    number = next(_serial)
    person = Person(tenant, f"{role}-{number}@example.org", f"a long password of number {number}")
    file = installation.folder / f"password-{number}"
    file.write_text(f"{person.password}\n")
    more = ["--rights", ",".join(rights)] if rights else []
    installation.command(
        "operator", "create", person.name, "--tenant", tenant, "--role", role, "--password-file", str(file), *more
    )
    file.unlink()
    return person


def sign_in_link(installation: Installation, tenant: str, role: str = "operator", *rights: str) -> str:
    """Makes an operator without a password; the address at which they set one."""
    name = f"{role}-{next(_serial)}@example.org"
    more = ["--rights", ",".join(rights)] if rights else []
    url = ["--public-url", installation.endpoint.url]
    said = installation.command("operator", "create", name, "--tenant", tenant, "--role", role, "--link", *url, *more)
    return next(word for word in said.split() if word.startswith("http"))


def redeem(session: Session, link: str, password: str = "a long password of one's own") -> None:
    """Opens a link and sets the password that it asks for."""
    session.open(link)
    for field in ("#new", "#again"):
        session.write(field, password)
    session.click("main form button")


def fill_in(session: Session, installation: Installation, person: Person) -> None:
    """Fills in the form of the sign-in page and sends it."""
    session.open(f"{installation.endpoint.url}/sign-in")
    session.write("#tenant", person.tenant)
    session.write("#name", person.name)
    session.write("#password", person.password)
    session.click("main form button")


def sign_in(session: Session, installation: Installation, person: Person) -> None:
    """Fills in the form of the sign-in page, and waits until another page is there."""
    fill_in(session, installation, person)
    session.wait(lambda: path(session) != "/sign-in", f"{person.name} is signed in")


def one_time_code(secret: str, steps_ahead: int = 0) -> str:
    """RFC 6238 with SHA-1, six digits and thirty seconds, as authenticator apps have it."""
    key = base64.b32decode(secret.replace(" ", "").upper() + "=" * (-len(secret.replace(" ", "")) % 8))
    counter = int(time.time()) // 30 + steps_ahead
    digest = hmac.digest(key, counter.to_bytes(8), hashlib.sha1)
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4]) & 0x7FFFFFFF) % 1_000_000:06}"


def path(session: Session) -> str:
    """Of the page that is shown."""
    return urllib.parse.urlsplit(session.driver.current_url).path
