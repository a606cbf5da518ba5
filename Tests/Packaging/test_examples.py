"""The examples for proxies: their limits are the server's, and requests come through as they were sent."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import unittest
import uuid
from pathlib import Path

from packed import ROOT

sys.path.insert(0, str(ROOT / "Tests" / "Acceptance"))
sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))

try:
    import pictures
    from client.exchange import Answer, ConnectionLost, Endpoint
    from client.flow import COMPLETE, Credentials, Phone, Portal
    from client.packages import video
    from installation import Installation, free_port, wait_until
    from onboarding_client import ClientSecret, Retry
    from onboarding_client import Portal as ClientPortal
except ModuleNotFoundError as missing:
    raise unittest.SkipTest(f"no {missing.name}: run with .venv/bin/python, which scripts/test.sh makes") from None

NGINX = ROOT / "packaging/proxy/nginx.conf"
CADDY = ROOT / "packaging/proxy/Caddyfile"
MEBIBYTE = 1 << 20
NAME = "kyc.example.org"


def limit(row: str) -> int:
    """The number at the beginning of a row's value in the table of limits."""
    page = (ROOT / "docs/contract.md").read_text()
    found = re.search(rf"^\| {re.escape(row)} \| ([\d,]+)", page, re.MULTILINE)
    if found is None:
        raise AssertionError(f"docs/contract.md has no limit named {row}")
    return int(found[1].replace(",", ""))


def setting(text: str, pattern: str) -> int:
    found = re.search(pattern, text)
    if found is None:
        raise AssertionError(f"nothing fits {pattern}")
    return int(found[1])


class LimitTests(unittest.TestCase):
    """The proxies let through what the server takes, and hold connections no longer than it does."""

    def test_the_largest_body_comes_through(self) -> None:
        largest = limit("body of `addDocumentOCR`")
        self.assertEqual(setting(NGINX.read_text(), r"client_max_body_size (\d+)m;"), largest)
        self.assertEqual(setting(CADDY.read_text(), r"max_size (\d+)MiB"), largest)

    def test_the_longest_bearer_comes_through(self) -> None:
        # With "Authorization: Bearer " before it, in one buffer.
        buffer = setting(NGINX.read_text(), r"large_client_header_buffers \d+ (\d+)k;") * 1024
        self.assertGreater(buffer, limit("bearer") + 100)

    def test_connections_to_the_server_end_before_it_ends_them(self) -> None:
        silence = limit("silence on a connection")
        self.assertLess(setting(NGINX.read_text(), r"keepalive_timeout (\d+)s;"), silence)
        self.assertLess(setting(CADDY.read_text(), r"keepalive (\d+)s"), silence)

    def test_caddy_waits_as_long_for_a_body_as_the_server(self) -> None:
        parts = limit("body of `addDocumentOCR`") * MEBIBYTE // (limit("part of a body that adds 1 s to that time") * 1024)
        seconds = limit("time for a body to arrive") + parts
        self.assertGreaterEqual(setting(CADDY.read_text(), r"read_body (\d+)m") * 60, seconds)

    def test_the_proxies_wait_for_the_slowest_answer(self) -> None:
        slowest = limit("time that a job waits for a thread") + limit("decoding of a video")
        self.assertGreater(setting(NGINX.read_text(), r"proxy_read_timeout (\d+)s;"), slowest)
        self.assertGreater(setting(CADDY.read_text(), r"response_header_timeout (\d+)s"), slowest)


class BehindProxy(Endpoint):
    """The server as a client sees it through a proxy: every answer has to be the published one but for these headers."""

    ADDED = {"server", "strict-transport-security", "alt-svc", "keep-alive", "connection", "transfer-encoding"}

    @staticmethod
    def _exchange(
        connection: http.client.HTTPConnection, method: str, path: str, headers: dict[str, str], body: bytes | None
    ) -> Answer:
        answer = Endpoint._exchange(connection, method, path, headers, body)
        kept = {name: value for name, value in answer.headers.items() if name not in BehindProxy.ADDED}
        return Answer(answer.status, kept, answer.body)


class ProxyTests(unittest.TestCase):
    """A server behind each proxy as the example sets it up, but for ports, certificate and the folder of its files."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="onboarding-proxy-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.port = free_port()
        made = subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1",
             "-keyout", self.folder / "key.pem", "-out", self.folder / "chain.pem"],
            capture_output=True,
        )  # fmt: skip
        self.assertEqual(made.returncode, 0, made.stderr)
        self.trust = ssl.create_default_context(cafile=str(self.folder / "chain.pem"))
        self.installation = Installation("--trusted-proxies", "127.0.0.1", "--public-url", f"https://{NAME}")
        self.addCleanup(self.installation.close)
        self.server_port = free_port()
        self.installation.start(port=self.server_port)
        # By way of the proxy.
        self.endpoint = BehindProxy(f"https://127.0.0.1:{self.port}", trust=self.trust)

    def begin(self, program: str, *arguments: str) -> None:
        """Starts the proxy and waits until requests come through it."""
        log = self.folder / "log"
        with log.open("wb") as said:
            process = subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)

        def answers() -> bool:
            self.assertIsNone(process.poll(), log.read_text(errors="replace")[-1000:])
            try:
                return self.endpoint.send("GET", "/openapi.yaml").status == 200
            except (ConnectionLost, OSError):
                return False

        wait_until(answers, f"{program} answers")

    def check(self) -> None:
        """What has to hold behind any proxy."""
        credentials = self.installation.tenant("bank", allowStillPackages=True)
        portal = Portal(self.endpoint, credentials)
        triggered = portal.trigger(f"{uuid.uuid4()}@example.org")
        phone = Phone.told(self.endpoint, triggered, credentials)
        token = phone.begin()
        self.assertEqual(phone.add_device(token).status, 200)
        self.assertEqual(phone.add_face(token, video([pictures.still()])).status, 200)
        # Larger than any buffer of a proxy, smaller than the limit.
        page = pictures.passport_page()
        padding = pictures.varied(page) + b"\0" * (9 * MEBIBYTE)
        done = phone.add_document(token, [padding])
        self.assertEqual((done.status, done.json()["enrollmentStatus"]), (200, COMPLETE), done.described())

        # The server's own limit for a light route, said in its own words.
        refused = portal.post("/onboarding/b2c/triggerEnroll", raw=b'{"username":"' + b"x" * (100 << 10) + b'"}')
        self.assertEqual((refused.status, refused.reason), (413, "BODY_TOO_LARGE"), refused.described())
        for path in ("/metrics", "/readyz", "/healthz"):
            self.assertEqual(self.status(path)[0], 404, path)
        self.assertIn("max-age=", self.status("/openapi.yaml")[1].get("Strict-Transport-Security", ""))
        self.check_throttle(credentials)
        self.check_largest(portal, limit("body of `addDocumentOCR`") * MEBIBYTE)
        self.check_restart()

    def check_restart(self) -> None:
        """While no server answers that is said in its own form, and the client that is shipped notices nothing."""
        credentials = self.installation.tenant("restarted")
        secret = ClientSecret(credentials.client_id, credentials.client_secret)
        retry = Retry(sleep=lambda _: self.start_again())
        url = f"https://127.0.0.1:{self.port}"
        portal = ClientPortal(url, credentials.realm, credentials.api_key, secret, retry=retry, tls=self.trust)
        self.assertTrue(portal.configuration())
        self.installation.stop()

        status, headers, body = self.said("/openapi.yaml")
        self.assertEqual((status, json.loads(body)["reason"], json.loads(body)["status"]), (503, "SERVER_UNREACHABLE", 503))
        self.assertRegex(headers["Retry-After"], "^[0-9]$")
        status, headers, body = self.said("/capture", headers={"Accept": "text/html,application/xhtml+xml"})
        self.assertEqual((status, headers["Content-Type"]), (503, "text/html"))
        self.assertIn("One moment", body.decode())

        self.assertTrue(portal.trigger("erika", "erika@example.org").token)
        self.assertEqual(self.endpoint.send("GET", "/openapi.yaml").status, 200)

    def start_again(self) -> None:
        if not self.installation.is_running:
            self.installation.start(port=self.server_port)

    def check_largest(self, portal: Portal, limit: int) -> None:
        """What is too large for the proxy itself is refused in the server's form."""
        status, _, body = self.said(
            "/onboarding/enrollment/addDocumentOCR", "POST", portal.headers, "x" * (limit + 1)
        )
        self.assertEqual((status, json.loads(body)["reason"], json.loads(body)["status"]), (413, "BODY_TOO_LARGE", 413))

    def check_throttle(self, credentials: Credentials) -> None:
        """Who is throttled is the sender and not the proxy, and no sender chooses what he is taken for."""
        path = f"/auth/realms/{credentials.realm}/protocol/openid-connect/token"
        body = f"client_id={credentials.client_id}&client_secret=wrong&grant_type=client_credentials&scope=openid"
        statuses = []
        for number in range(12):
            headers = {"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": f"192.0.2.{number}"}
            statuses.append(self.status(path, "POST", headers, body)[0])
        self.assertIn(429, statuses)
        # Another sender behind the same proxy, as the server sees it.
        direct = http.client.HTTPConnection("127.0.0.1", self.server_port, timeout=20)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "192.0.2.200"}
        direct.request("POST", path, body, headers)
        self.assertEqual(direct.getresponse().status, 401)
        direct.close()

    def status(
        self, path: str, method: str = "GET", headers: dict[str, str] | None = None, body: str | None = None
    ) -> tuple[int, http.client.HTTPMessage]:
        return self.said(path, method, headers, body)[:2]

    def said(
        self, path: str, method: str = "GET", headers: dict[str, str] | None = None, body: str | None = None
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """Status, headers and body of an answer, of whoever gives it."""
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=20, context=self.trust)
        connection.request(method, path, body, {"Host": NAME} | (headers or {}))
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, answer.headers, content

    def test_behind_nginx(self) -> None:
        program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
        if program is None:
            self.skipTest("no nginx: install the Debian package nginx-light")
        site = NGINX.read_text()
        site = re.sub(r"\n    listen \[::\][^\n]*", "", site).replace("listen 443", f"listen 127.0.0.1:{self.port}")
        site = site.replace("127.0.0.1:8080", f"127.0.0.1:{self.server_port}")
        site = re.sub(r"/etc/ssl/certs/\S+\.pem", f"{self.folder}/chain.pem", site)
        site = re.sub(r"/etc/ssl/private/\S+\.key", f"{self.folder}/key.pem", site)
        site = site.replace("/var/log/nginx", str(self.folder))
        own = "".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        configuration = f"daemon off; pid {self.folder}/pid; error_log stderr; events {{}} http {{ {own}\n{site} }}"
        (self.folder / "nginx.conf").write_text(configuration)
        checked = subprocess.run([program, "-t", "-c", self.folder / "nginx.conf"], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertNotIn("[warn]", checked.stderr)
        self.begin(program, "-c", str(self.folder / "nginx.conf"))
        self.check()
        kept = [path for kind in ("client_body", "proxy") for path in (self.folder / kind).rglob("*") if path.is_file()]
        self.assertEqual(kept, [], "a body lay on the proxy's disk")
        self.assertNotIn("onboarding/", (self.folder / "onboarding.log").read_text(), "a path was logged")

    def test_behind_caddy(self) -> None:
        program = shutil.which("caddy")
        if program is None:
            self.skipTest("no caddy: install the Debian package caddy")
        site = CADDY.read_text().replace("127.0.0.1:8080", f"127.0.0.1:{self.server_port}")
        # Caddy's own waiting is not what the client is tried with.
        site = site.replace("lb_try_duration 5s", "lb_try_duration 100ms")
        # The example gets its certificate from the internet, by its name.
        own = f"admin off\n\tauto_https off\n\thttp_port {free_port()}\n\tstorage file_system {self.folder}\n\tservers {{"
        site = site.replace("servers {", own, 1)
        begin = f"https://127.0.0.1:{self.port}, https://{NAME}:{self.port} {{\n\tbind 127.0.0.1"
        site = site.replace(f"{NAME} {{", f"{begin}\n\ttls {self.folder}/chain.pem {self.folder}/key.pem", 1)
        (self.folder / "Caddyfile").write_text(site)
        configuration = ("--config", str(self.folder / "Caddyfile"), "--adapter", "caddyfile")
        checked = subprocess.run([program, "validate", *configuration], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.begin(program, "run", *configuration)
        self.check()


if __name__ == "__main__":
    unittest.main()
