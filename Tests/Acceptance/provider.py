"""An OpenID Connect provider of somebody else's making, and a proxy before it that tests change its responses in."""

from __future__ import annotations

import html
import http.client
import http.server
import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import requests
from jwcrypto import jwk, jwt

SITE = Path(__file__).with_name("provider_site.py")
PASSWORD = "correct horse battery"
#: Headers that belong to one connection, or that the proxy writes itself.
OWN_HEADERS = {"connection", "transfer-encoding", "content-length", "date", "server", "keep-alive"}

Change = Callable[[bytes], bytes]


class Provider:
    """The site of `provider_site.py` behind a proxy, whose address is the issuer's."""

    def __init__(self, groups_in: str = "idToken", names_itself: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="onboarding-provider-"))
        self.key = jwk.JWK.generate(kty="RSA", size=2048)
        self._site: subprocess.Popen[str] | None = None
        self._site_port = 0
        #: By the end of a path, what becomes of the body of a response with status 200.
        self.changes: dict[str, Change] = {}
        #: By the end of a path, a response in place of the site's: status and body.
        self.replies: dict[str, tuple[int, bytes]] = {}
        #: What was asked for, as method and path without its query.
        self.asked: list[tuple[str, str]] = []
        #: The Authorization header and the body of the last request to the token endpoint.
        self.token_request: tuple[str | None, str] = (None, "")
        self._proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._proxy.daemon_threads = True
        threading.Thread(target=self._proxy.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._proxy.server_address[1]}"
        self.issuer = self.url + "/o"
        self._described = {"groupsIn": groups_in, "namesItself": names_itself}

    def start(self) -> Provider:
        """Starts the site, with the key that the provider has now."""
        pem = self.folder / "key.pem"
        pem.write_bytes(self.key.export_to_pem(private_key=True, password=None))
        site = {"issuer": self.issuer, "key": str(pem), **self._described}
        (self.folder / "site.json").write_text(json.dumps(site), encoding="utf-8")
        self.put()
        with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as free:
            self._site_port = int(free.server_address[1])
        command = [sys.executable, str(SITE), "serve", str(self.folder), str(self._site_port)]
        self._site = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._site.stdout is not None
        if self._site.stdout.readline() != "ready\n":
            raise AssertionError("the provider did not start")
        return self

    def stop(self) -> None:
        """Ends the site; the proxy then says that it is away."""
        if self._site is not None:
            self._site.kill()
            self._site.wait()
            assert self._site.stdout is not None
            self._site.stdout.close()
            self._site = None

    def close(self) -> None:
        """Ends everything."""
        self.stop()
        self._proxy.shutdown()
        self._proxy.server_close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def rotate(self) -> None:
        """Gives the provider another key to sign with."""
        self.stop()
        self.key = jwk.JWK.generate(kty="RSA", size=2048)
        self.start()

    def put(self, **wanted: Any) -> None:
        """Makes or changes people and applications."""
        command = [sys.executable, str(SITE), "put", str(self.folder)]
        subprocess.run(command, input=json.dumps(wanted), text=True, check=True)

    def person(self, name: str, *groups: str, **more: Any) -> None:
        """Makes or changes somebody."""
        self.put(people={name: {"password": PASSWORD, "groups": list(groups), "email": f"{name}@example.org", **more}})

    def application(self, client_id: str, secret: str | None, redirect: str, signed_out: str = "") -> None:
        """Makes a client known; `signed_out` is where browsers are sent back to that were signed out."""
        self.put(applications={client_id: {"secret": secret, "redirect": redirect, "signedOut": signed_out}})

    def sign(self, claims: dict[str, Any], key: jwk.JWK | None = None, **header: Any) -> str:
        """A token with these claims: by the provider's own key, unless another is given."""
        key = key or self.key
        algorithm = "RS256" if key["kty"] == "RSA" else "ES256"
        usual = {"alg": algorithm, "typ": "JWT", "kid": key.thumbprint()}
        token = jwt.JWT(header={n: v for n, v in (usual | header).items() if v is not None}, claims=claims)
        token.make_signed_token(key)
        return str(token.serialize())

    def change_token(self, change: Callable[[dict[str, Any]], str]) -> None:
        """Replaces the ID token of what the token endpoint responds by what is made of its claims."""

        def changed(body: bytes) -> bytes:
            tokens = json.loads(body)
            tokens["id_token"] = change(claims_of(tokens["id_token"]))
            return json.dumps(tokens).encode()

        self.changes["/token/"] = changed

    def as_itself(self) -> None:
        """Ends all changes."""
        self.changes.clear()
        self.replies.clear()

    def authorize(self, location: str, name: str, password: str = PASSWORD) -> str:
        """What a person's browser does at the provider; where it is sent back to."""
        with requests.Session() as browser:
            page = browser.get(location, timeout=30)
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
            after = re.search(r'name=next value="([^"]+)"', page.text)
            if token is None or after is None:
                raise AssertionError(f"{page.status_code} {page.text[:400]}")
            fields = {
                "csrfmiddlewaretoken": token[1],
                "next": after[1].replace("&amp;", "&"),
                "username": name,
                "password": password,
            }
            answer = browser.post(page.url, data=fields, allow_redirects=False, timeout=30)
            while answer.status_code == 302 and urllib.parse.urljoin(page.url, answer.headers["location"]).startswith(
                self.url
            ):
                answer = browser.get(
                    urllib.parse.urljoin(page.url, answer.headers["location"]), allow_redirects=False, timeout=30
                )
            if answer.status_code != 302:
                raise AssertionError(f"{answer.status_code} {answer.text[:400]}")
            return str(answer.headers["location"])

    def sign_out(self, location: str, name: str, password: str = PASSWORD) -> tuple[str, bool]:
        """What the browser of somebody who is signed in there does where it is sent to be signed out, and agrees; where it is
        sent back to, and whether they are still signed in."""
        with requests.Session() as browser:

            def fields(page: requests.Response) -> dict[str, str]:
                found = re.findall(r'<input type="?hidden"? name="?(\w+)"?(?: value="([^"]*)")?', page.text)
                return {name: html.unescape(value) for name, value in found}

            entrance = browser.get(f"{self.url}/login/?next=/o/", timeout=30)
            browser.post(
                entrance.url,
                data=fields(entrance) | {"username": name, "password": password},
                allow_redirects=False,
                timeout=30,
            )
            page = browser.get(location, timeout=30)
            if "allow" not in page.text:
                raise AssertionError(f"{page.status_code} {page.text[:400]}")
            answer = browser.post(
                page.url, data=fields(page) | {"allow": "on"}, allow_redirects=False, timeout=30
            )
            if answer.status_code != 302:
                raise AssertionError(f"{answer.status_code} {answer.text[:400]}")
            return str(answer.headers["location"]), "sessionid" in browser.cookies.get_dict()

    def count(self, end: str) -> int:
        """How often a path was asked for."""
        return sum(path.endswith(end) for _, path in self.asked)

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.pass_on(None)

            def do_POST(self) -> None:
                self.pass_on(self.rfile.read(int(self.headers.get("content-length", 0))))

            def pass_on(self, body: bytes | None) -> None:
                path = urllib.parse.urlsplit(self.path).path
                provider.asked.append((self.command, path))
                if path.endswith("/token/"):
                    provider.token_request = (self.headers.get("authorization"), (body or b"").decode())
                for end, (status, content) in provider.replies.items():
                    if path.endswith(end):
                        return self.respond(status, [("content-type", "application/json")], content)
                site = http.client.HTTPConnection("127.0.0.1", provider._site_port, timeout=30)
                try:
                    site.request(self.command, self.path, body, dict(self.headers.items()))
                    answer = site.getresponse()
                    content = answer.read()
                except OSError:
                    return self.respond(502, [], b"away")
                finally:
                    site.close()
                for end, change in provider.changes.items():
                    if path.endswith(end) and answer.status == 200:
                        content = change(content)
                self.respond(answer.status, answer.getheaders(), content)

            def respond(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
                self.send_response(status)
                for name, value in headers:
                    if name.lower() not in OWN_HEADERS:
                        self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                try:
                    self.wfile.write(content)
                except OSError:
                    pass

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        return Handler


def claims_of(token: str) -> dict[str, Any]:
    """What a token says, without a look at who has signed it."""
    read = jwt.JWT()
    read.deserialize(token)
    claims: dict[str, Any] = json.loads(read.token.objects["payload"])
    return claims
