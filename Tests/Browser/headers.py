"""What every response to a browser must carry: OWASP ASVS 5.0, chapter V3 (Web Frontend Security), and what this
product adds to it. `faults` names what is missing. No browser is needed for it."""

from __future__ import annotations

import http.client
import re
import ssl
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass

#: A year (V3.4.1).
LEAST_TRANSPORT_SECURITY_IN_SECONDS = 31_536_000
#: Name and value of a cookie together (V3.3.5).
LONGEST_COOKIE_IN_BYTES = 4096
PAGES = {"text/html", "application/xhtml+xml"}
#: What a browser shows as a document too where it is opened by itself, so that scripts in it would run under the site's
#: name.
OTHER_DOCUMENTS = {"image/svg+xml", "application/xml", "text/xml"}
REFERRER_POLICIES = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
#: Powerful features that no page of this product uses.
UNUSED_FEATURES = ("microphone", "geolocation")
#: Of scripts and styles: only files of the server, or what a nonce or a hash names.
STRICT_SOURCE = re.compile(
    r"'none'|'self'|'strict-dynamic'|'report-sample'|'nonce-[\w+/=-]{16,}'|'sha(256|384|512)-[\w+/=-]+'"
)
#: Beyond them what a page makes itself.
OWN_SOURCE = re.compile(r"'none'|'self'|data:|blob:")


@dataclass(frozen=True)
class PageResponse:
    """A response as a browser gets it. A header may come more than once, as Set-Cookie does."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""

    def all(self, name: str) -> list[str]:
        """Every value of a header."""
        return [value for given, value in self.headers if given.lower() == name.lower()]

    def one(self, name: str) -> str | None:
        """The value of a header that comes once; None where it is missing or there are two that may contradict."""
        values = self.all(name)
        return values[0] if len(values) == 1 else None

    @property
    def media_type(self) -> str:
        """Without parameters."""
        return (self.one("Content-Type") or "").partition(";")[0].strip().lower()


def fetch(
    url: str,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
    trust: ssl.SSLContext | None = None,
) -> PageResponse:
    """Asks once, follows no redirect and keeps no cookie."""
    parts = urllib.parse.urlsplit(url)
    assert parts.hostname is not None
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=30, context=trust)
    else:
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    try:
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, target or "/", body, dict(headers or {}))
        response = connection.getresponse()
        return PageResponse(url, response.status, tuple(response.getheaders()), response.read())
    finally:
        connection.close()


def faults(
    response: PageResponse, *, uses_camera: bool = False, readable_cookies: frozenset[str] = frozenset()
) -> list[str]:
    """What is wrong with a response: a page, a refusal shown as a page, a redirect, a file.

    Args:
        uses_camera: whether the page may ask for the camera; every other page forbids it.
        readable_cookies: the names of cookies that a script is meant to read.
    """
    found: list[str] = []
    if response.one("X-Content-Type-Options") != "nosniff":
        found.append("V3.4.4: X-Content-Type-Options is not nosniff")
    if response.one("Cross-Origin-Resource-Policy") != "same-origin":
        found.append("V3.5.8: Cross-Origin-Resource-Policy is not same-origin")
    if set(response.all("Access-Control-Allow-Origin")) & {"*", "null"}:
        found.append("V3.4.2: Access-Control-Allow-Origin lets anybody read the response")
    found += _transport_faults(response)
    found += [fault for cookie in response.all("Set-Cookie") for fault in _cookie_faults(cookie, readable_cookies)]
    if response.media_type in PAGES:
        found += _page_faults(response, uses_camera)
        return found
    needed = ["base-uri 'none'", "frame-ancestors 'none'"]
    if response.media_type in OTHER_DOCUMENTS:
        needed.append("default-src 'none'")
    policy = response.one("Content-Security-Policy") or ""
    if missing := [directive for directive in needed if directive not in policy]:
        found.append(f"V3.4.3, V3.4.6: what is no page has no Content-Security-Policy with {', '.join(missing)}")
    if response.body and not response.media_type:
        found.append("V4.1.1: no Content-Type")
    return found


def _transport_faults(response: PageResponse) -> list[str]:
    value = response.one("Strict-Transport-Security")
    if not response.url.startswith("https:"):
        # RFC 6797 §7.2: a server must not send it over a connection that is not secure.
        return ["RFC 6797 7.2: Strict-Transport-Security over plain HTTP"] if value is not None else []
    age = re.search(r"(?i)\bmax-age=\"?(\d+)", value or "")
    if age is None or int(age[1]) < LEAST_TRANSPORT_SECURITY_IN_SECONDS:
        return ["V3.4.1: no Strict-Transport-Security for a year"]
    return []


def _cookie_faults(cookie: str, readable: frozenset[str]) -> list[str]:
    pair, *rest = [part.strip() for part in cookie.split(";")]
    name, _, value = pair.partition("=")
    attributes = {given.strip().lower(): word.strip() for given, _, word in (part.partition("=") for part in rest)}
    found: list[str] = []
    if "secure" not in attributes:
        found.append(f"V3.3.1: the cookie {name} is not Secure")
    if attributes.get("samesite", "").lower() not in ("lax", "strict"):
        found.append(f"V3.3.2: the cookie {name} has no SameSite that keeps it from other sites")
    if not name.startswith("__Host-") or attributes.get("path") != "/" or "domain" in attributes:
        found.append(f"V3.3.3: the cookie {name} is not bound to the host: __Host-, Path=/ and no Domain")
    if "httponly" not in attributes and name not in readable:
        found.append(f"V3.3.4: scripts can read the cookie {name}")
    if len(name) + len(value) > LONGEST_COOKIE_IN_BYTES:
        found.append(f"V3.3.5: the cookie {name} is longer than browsers keep")
    return found


def _page_faults(response: PageResponse, uses_camera: bool) -> list[str]:
    found: list[str] = []
    content_type = response.one("Content-Type") or ""
    if not re.search(r"(?i);\s*charset=\"?utf-8", content_type):
        found.append("V4.1.1: the Content-Type names no charset")
    if "no-store" not in (response.one("Cache-Control") or ""):
        found.append("V14.3.2: a page may be kept by caches")
    if response.one("Referrer-Policy") not in REFERRER_POLICIES:
        found.append("V3.4.5: no Referrer-Policy that keeps paths from other sites")
    if response.one("Cross-Origin-Opener-Policy") not in ("same-origin", "same-origin-allow-popups"):
        found.append("V3.4.8: Cross-Origin-Opener-Policy is not same-origin")
    found += _policy_faults(response.all("Content-Security-Policy"))
    found += _feature_faults(response.one("Permissions-Policy"), uses_camera)
    return found


def _policy_faults(values: list[str]) -> list[str]:
    if len(values) != 1:
        return [f"V3.4.3: {len(values)} Content-Security-Policy headers and not one"]
    policy: dict[str, list[str]] = {}
    for part in values[0].split(";"):
        name, *sources = part.split()[:1] + part.split()[1:] or [""]
        # The first of two wins (CSP 3 §2.2.1).
        if name and name.lower() not in policy:
            policy[name.lower()] = sources
    found: list[str] = []
    if policy.get("default-src") not in (["'none'"], ["'self'"]):
        found.append("V3.4.3: default-src is neither 'none' nor 'self'")
    if policy.get("object-src", policy.get("default-src")) != ["'none'"]:
        found.append("V3.4.3: object-src is not 'none'")
    if policy.get("base-uri") != ["'none'"]:
        found.append("V3.4.3: base-uri is not 'none'")
    if policy.get("frame-ancestors") not in (["'none'"], ["'self'"]):
        found.append("V3.4.6: frame-ancestors is neither 'none' nor 'self'")
    # It does not fall back on default-src, so its absence lets a form go anywhere.
    if policy.get("form-action") not in (["'none'"], ["'self'"]):
        found.append("V3.4.3: form-action is neither 'none' nor 'self'")
    for name, sources in policy.items():
        if not name.endswith("-src") and not name.endswith(("-src-elem", "-src-attr")):
            continue
        allowed = STRICT_SOURCE if name.startswith(("script-", "style-", "default-")) else OWN_SOURCE
        found += [f"V3.4.3: {name} allows {source}" for source in sources if not allowed.fullmatch(source)]
    return found


def _feature_faults(value: str | None, uses_camera: bool) -> list[str]:
    if value is None:
        return ["no Permissions-Policy"]
    given = {name.strip(): allowed.strip() for name, _, allowed in (part.partition("=") for part in value.split(","))}
    wanted = {"camera": "(self)" if uses_camera else "()"} | {name: "()" for name in UNUSED_FEATURES}
    return [
        f"Permissions-Policy has {name}={given.get(name)} and not {name}={allowed}"
        for name, allowed in wanted.items()
        if given.get(name) != allowed
    ]
