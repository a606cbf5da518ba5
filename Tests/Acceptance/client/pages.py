"""What a browser does for the capture page: it keeps the page's cookie, and says where a request comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from . import qr
from .contract import Contract
from .device_key import DeviceKey
from .exchange import Answer, Endpoint, envelope_objection

CAPTURE_COOKIE = "__Host-capture"


class PageEndpoint(Endpoint):
    """Where pages are, and what they ask for themselves: the published document has none of it, but the refusals."""

    def __init__(self, endpoint: Endpoint, source_address: str | None = None) -> None:
        super().__init__(endpoint.url, source_address)

    def objection(self, method: str, path: str, answer: Answer) -> str | None:
        if answer.status < 400 or not answer.headers.get("content-type", "").startswith("application/json"):
            return None
        wanted = Contract.published().statuses.get(str(answer.reason))
        if wanted != answer.status:
            return f"{answer.reason} is documented for {wanted}"
        return envelope_objection(answer)


class Browser:
    """One browser on the capture page: it keeps the page's cookie and a key, and proves the key with every request."""

    def __init__(
        self, endpoint: Endpoint, language: str | None = None, source_address: str | None = None
    ) -> None:
        self.endpoint = PageEndpoint(endpoint, source_address)
        self.language = language
        self.cookies: dict[str, str] = {}
        self.key = DeviceKey()
        #: The attributes of a cookie as it was set last.
        self.attributes: dict[str, set[str]] = {}

    def moved_to(self, endpoint: Endpoint) -> Browser:
        """The same browser before the same server, which was started anew."""
        self.endpoint = PageEndpoint(endpoint)
        return self

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """What a page asks for, or a person by its address."""
        return self._send("GET", path, dict(headers or {}), None)

    def post(self, name: str, document: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """What the page's script asks below /capture; a header that is empty is left out."""
        usual = {
            "Content-Type": "application/json",
            "Onboarding-Page": "capture",
            "Sec-Fetch-Site": "same-origin",
            "Origin": self.endpoint.url,
        }
        wanted = {key: value for key, value in (usual | dict(headers or {})).items() if value}
        return self._send("POST", f"/capture/{name}", wanted, json.dumps(document).encode())

    def open(self, triggered: Mapping[str, Any], take_over: bool = False) -> Answer:
        """Opens the address of a QR code."""
        return self.post("open", {"data": qr.data_of(triggered["sessionCallbackURL"]), "takeOver": take_over})

    def state(self) -> Answer:
        """Asks how the enrollment stands."""
        return self.get("/capture/state", {"Sec-Fetch-Site": "same-origin"})

    def take_over(self, triggered: Mapping[str, Any], other: Browser) -> Answer:
        """Goes on in the place of another browser, with the person's word on both."""
        code = self.open(triggered, take_over=True).json()["takeOverCode"]
        asked = other.get("/capture/takeOver", {"Sec-Fetch-Site": "same-origin"}).json()["takeOverCode"]
        if asked != code:
            raise ValueError("the two browsers show different digits")
        answer = other.post("takeOver", {"takeOverCode": code, "allow": True})
        if answer.status != 200:
            return answer
        return self.open(triggered, take_over=True)

    def _send(self, method: str, path: str, headers: dict[str, str], body: bytes | None) -> Answer:
        answer = self._ask(method, path, headers, body)
        if answer.reason == "DPOP_NONCE_REQUIRED":
            answer = self._ask(method, path, headers, body)
        return answer

    def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes | None) -> Answer:
        if path.startswith("/capture/"):
            headers = {"DPoP": self.key.proof(method, self.endpoint.url + path)} | headers
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if self.language:
            headers["Accept-Language"] = self.language
        answer = self.endpoint.send(method, path, headers, body)
        self.key.nonce = answer.headers.get("dpop-nonce", self.key.nonce)
        # One cookie an answer is all that these pages set.
        if field := answer.headers.get("set-cookie"):
            first, *attributes = re.split(r"; *", field)
            name, _, value = first.partition("=")
            self.cookies[name] = value
            self.attributes[name] = set(attributes)
        return answer
