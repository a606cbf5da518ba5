"""Nothing about a person can be read outside the sealed records, however talkative the server is."""

import base64
import contextlib
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
import uuid
from collections.abc import Mapping
from pathlib import Path

import channels
import leaks
import pictures
from client import packages
from client.contract import Contract
from client.exchange import Answer, ConnectionLost, ProtocolViolation
from client.flow import COMPLETE, Phone, Portal, document_request
from client.packages import video
from installation import Installation


class ScannerTests(unittest.TestCase):
    """The scanner finds what is there, or its silence would mean nothing."""

    SECRET = "Zarathustra-4711@example.org"

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.noise = random.Random(1).randbytes(200_000)

    def found(self, content: bytes) -> list[str]:
        (self.folder / "planted").write_bytes(self.noise[:1000] + content + self.noise)
        files = {path.name: path.read_bytes() for path in leaks.files_below(self.folder)}
        return leaks.in_channels(files, {"secret": self.SECRET.encode()})

    def test_noise_is_no_leak(self) -> None:
        self.assertEqual(self.found(b""), [])

    def test_a_leak_is_found_in_every_encoding(self) -> None:
        secret = self.SECRET.encode()
        planted = {
            "as it is": secret,
            "in upper case": secret.upper(),
            "hexadecimal": secret.hex().encode(),
            "upper-case hexadecimal": secret.hex().upper().encode(),
            "UTF-16": self.SECRET.encode("utf-16-le"),
            "percent-encoded": b"Zarathustra-4711%40example.org",
        }
        for shift in range(3):
            embedded = b"abc"[:shift] + secret + b"behind"
            planted[f"base64 behind {shift} bytes"] = base64.b64encode(embedded)
            planted[f"base64url behind {shift} bytes"] = base64.urlsafe_b64encode(embedded)
        for name, content in planted.items():
            with self.subTest(name):
                self.assertTrue(self.found(content))

    def test_a_picture_is_found_and_three_bytes_of_noise_are_none(self) -> None:
        self.assertTrue(any("JPEG" in finding for finding in self.found(pictures.still())))
        self.assertEqual(self.found(b"\xff\xd8\xff" + bytes(20)), [])


class ChannelTests(unittest.TestCase):
    """What is gathered of a server that leaks on purpose has the leak, channel by channel."""

    SECRET = "Zarathustra-4711@example.org"
    #: Says what it was told wherever a server can: the same channels, the same gathering.
    LEAKY = """
import base64, http.server, json, sys
known = [sys.argv[1]]
opened = open(sys.argv[1], "w")
class Leaky(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        known.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.say(400, json.dumps({"errorMsg": known[-1]}))
    def do_GET(self):
        page = "http://localhost/?data=" + base64.b64encode(known[-1].encode()).decode()
        self.say(200, f'requests{{user="{known[-1]}"}} 1' if self.path == "/metrics" else json.dumps({"url": page}))
    def say(self, status, text):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())
    def log_message(self, *rest):
        print(base64.b64encode(known[-1].encode()), file=sys.stderr, flush=True)
server = http.server.HTTPServer(("127.0.0.1", 0), Leaky)
print(server.server_port, flush=True)
server.serve_forever()
"""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_leak_through_any_channel_is_found(self) -> None:
        log = self.folder / "log"
        with log.open("wb") as errors:
            leaky = subprocess.Popen(
                [sys.executable, "-c", self.LEAKY, self.SECRET],
                cwd=self.folder,
                env=os.environ | {"LEAKED": self.SECRET},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self.addCleanup(leaky.wait)
        self.addCleanup(leaky.kill)
        assert leaky.stdout is not None
        self.addCleanup(leaky.stdout.close)
        endpoint = UncheckedEndpoint(f"http://127.0.0.1:{int(leaky.stdout.readline())}")
        endpoint.send("POST", "/refused", body=self.SECRET.encode())
        endpoint.send("GET", "/page")
        shown = channels.of_server(endpoint, log, leaky.pid)
        found = {finding.partition(":")[0] for finding in leaks.in_channels(shown, {"secret": self.SECRET.encode()})}
        self.assertEqual(found, set(shown))

    def test_a_digest_that_anybody_can_compute_is_found(self) -> None:
        digests = leaks.plain_digests({"username": self.SECRET.encode()})
        self.assertEqual(len(digests), 3)
        for name, digest in digests.items():
            self.assertTrue(leaks.in_channels({"file": b"xx" + digest.hex().encode()}, digests), name)

    def test_who_reaches_out_runs_a_program_or_writes_elsewhere_is_found(self) -> None:
        elsewhere = self.folder / "elsewhere"
        code = f"""
import os, socket
for family, kind, address in ((2, 1, ("127.0.0.1", 9)), (10, 1, ("::1", 9)), (2, 2, ("127.0.0.1", 9))):
    with socket.socket(family, kind) as out:
        try:
            out.sendto(b"x", address) if kind == 2 else out.connect(address)
        except OSError:
            pass
open({str(elsewhere)!r}, "w").close()
os.spawnv(os.P_WAIT, "/bin/true", ["true"])
"""
        subprocess.run([channels.traced(Path(sys.executable), self.folder), "-c", code], check=True)
        trace = channels.traces(self.folder)
        self.assertEqual(len(channels.outgoing(trace)), 3, trace)
        self.assertEqual(len(channels.programs(trace)), 2)
        self.assertIn(elsewhere, channels.written(trace))


class UncheckedEndpoint(channels.WatchingEndpoint):
    """For a server that is none of ours."""

    def send(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection(self.host, self.port, 10)
        try:
            return self._exchange(connection, method, path, dict(headers or {}), body)
        finally:
            connection.close()


class PersonTests(unittest.TestCase):
    """What the tests below share: a person who leaves planted values everywhere, and one who sends them wrongly."""

    installation: Installation
    secrets: dict[str, bytes]

    def serve(self, installation: Installation, *options: str) -> Portal:
        """Starts a server whose answers are watched, with a tenant."""
        self.installation, self.secrets = installation, {}
        self.addCleanup(installation.close)
        installation.start(*options)
        self.endpoint = channels.WatchingEndpoint(installation.endpoint.url)
        return Portal(self.endpoint, installation.tenant("acme", allowStillPackages=True))

    def planted(self, name: str, value: str | None = None) -> str:
        """A value that stands nowhere else, noted for the search."""
        value = value or f"{name}-{uuid.uuid4().hex}"
        self.secrets[name] = value.encode()
        return value

    def note_credentials(self, portal: Portal) -> None:
        credentials = portal.credentials
        self.planted("client secret", credentials.client_secret)
        self.planted("API key", credentials.api_key)
        self.planted("QR key", credentials.qr_key)
        self.secrets["QR key, raw"] = base64.b64decode(credentials.qr_key)
        self.planted("portal's bearer", portal.bearer)

    def enroll(self, portal: Portal, still: bytes, page: bytes) -> None:
        """A whole enrollment, sealed, with every field that takes a text."""
        username = self.planted("username", f"username-{uuid.uuid4().hex}@example.org")
        triggered = portal.trigger(
            username,
            self.planted("email", f"email-{uuid.uuid4().hex}@example.org"),
            firstName=self.planted("firstname"),
            lastName=self.planted("lastname"),
            phoneNumber=self.planted("phone", "+32470998877665544"),
            reference=self.planted("reference"),
        )
        self.planted("session token", triggered["sessionToken"])
        phone = Phone.scanning(self.endpoint, triggered["qrcodeImage"], portal.credentials)
        self.planted("phone's bearer", phone.bearer)
        token = self.planted("enrollment token", phone.begin())
        device = {"enrollmentToken": token, "deviceId": self.planted("device"), "pushId": self.planted("push")}
        self.assertEqual(phone.post("/onboarding/enrollment/addDevice", device).status, 200)
        package = video([still])
        package["video"]["meta_data"]["username"] = username
        package["video"]["meta_data"]["client_device_model"] = self.planted("model")
        ec_pem = phone.public_keys()[1]
        self.assertIs(phone.add_face(token, packages.seal_v2(package, ec_pem, token)).json()["livenessResult"], True)
        self.assertEqual(phone.operation_status(phone.session_token).status, 200)
        answer = phone.add_document(token, [page])
        self.assertEqual(answer.json()["enrollmentStatus"], COMPLETE)
        self.planted("registration's portrait", answer.json()["ocrResults"]["portraitImage"][400:440])
        self.assertEqual(portal.get(f"/onboarding/admin/registration/{answer.json()['registrationCode']}").status, 200)
        self.assertEqual(portal.post("/onboarding/admin/registration", {"pageNumber": 1, "pageSize": 5}).status, 200)
        terms = ("username", "email", "reference")
        found = portal.find(**{name: self.secrets[name].decode() for name in terms}, phoneNumber="0032470998877665544")
        self.assertEqual(portal.enrollment(found[0]["enrollmentId"]).json()["reference"], found[0]["reference"])
        for index, picture in enumerate((still, page)):
            # From the middle of the picture, where no two JPEG files are the same.
            self.secrets[f"picture {index}"] = picture[len(picture) // 2 :][:24]
        holder = pictures.Holder()
        for name in ("surname", "number"):
            self.secrets[f"the document's {name}"] = getattr(holder, name).encode()
        self.secrets["the document's zone"] = holder.zone()[1].encode()

    def misbehave(self, portal: Portal) -> None:
        """Errors are where servers become talkative: every call with a planted value wherever one can stand."""
        secret = self.planted("misplaced")
        token = self.planted("second enrollment token", portal.begin(f"{secret}@example.org"))
        values = {name: secret for operation in Contract.published().operations for name in operation.parameters}
        names = ("username", "email", "sessionToken", "deviceId", "publicKey", "reason", "jwt", "consent")
        names += ("reference", "documentNumber", "cursor")
        stranger = {"Authorization": f"Bearer {secret}", "apikey": secret, "Origin": f"https://{secret}.example.org"}
        for operation in Contract.published().operations:
            path = operation.path(**values) + f"?{secret}={secret}"
            bodies: list[bytes | None] = [None]
            if operation.has_body:
                right = {"enrollmentToken": token} | dict.fromkeys(names, secret)
                wrong = {"enrollmentToken": {secret: 1}, **{name: [secret] for name in names}}
                bodies = [f'{{"enrollmentToken":"{token}","{secret}":'.encode(), f"{secret}=%zz&{secret}".encode()]
                bodies += [json.dumps(document).encode() for document in (right, wrong, {secret: secret}, [secret])]
            if operation.name == "changeCustomerConfig":
                # A configuration keeps what its operator writes, whatever it is called.
                bodies = [body for body in bodies if body is None or not body.endswith(b"}")]
            for body in bodies:
                self.endpoint.send(operation.method, path, portal.headers | {"X-Secret": secret}, body)
            self.endpoint.send(operation.method, path, stranger, b"[]" if operation.has_body else None)
            if 422 in operation.responses:
                key = {"Idempotency-Key": f"{secret} {secret}"}
                self.endpoint.send(operation.method, path, portal.headers | key, b"{}")
            # A page refuses by a page, which is in no contract.
            if operation.name != "capturePage":
                self.endpoint.send("PATCH", path, portal.headers, None)
        portal.add_face(token, {"video": {"workflow_data": {"workflow": secret, "frames": []}}})
        portal.post("/onboarding/enrollment/addDocumentOCR", document_request(token, [secret.encode()]))
        portal.get(f"/{secret}")
        portal.get(f"/auth/realms/{secret}/{secret}")
        # What is no HTTP is answered below the server's own code, without its headers.
        for head in ({"Content-Length": secret}, {"Transfer-Encoding": secret}, {"Expect": secret}):
            with contextlib.suppress(ConnectionLost, ProtocolViolation):
                self.endpoint.send("POST", f"/{secret}", portal.headers | head)


class LeakTests(PersonTests):
    def test_what_a_person_sends_is_readable_nowhere(self) -> None:
        for level, form in (("debug", "text"), ("trace", "json")):
            with self.subTest(level):
                portal = self.serve(Installation("--log-level", level, "--log-format", form))
                self.note_credentials(portal)
                still, page = pictures.still(), pictures.varied(pictures.passport_page())
                self.enroll(portal, still, page)
                self.misbehave(portal)
                guessable = {name: self.secrets[name] for name in ("username", "email", "phone", "device", "firstname")}
                guessable |= {"document number": pictures.Holder().number.encode(), "still": still, "page": page}
                self.secrets |= leaks.plain_digests(guessable)

                shown = self.shown()
                self.assertEqual(leaks.in_channels(shown, self.secrets), [], "while the server runs")
                self.assertEqual(self.installation.stop(), 0)
                stored = self.stored() | {"log": self.installation.log.read_bytes()}
                self.assertEqual(leaks.in_channels(stored, self.secrets), [], "after it has stopped")
                log = stored["log"].decode()
                self.assertIn("/onboarding/enrollment/addFace", log, "the log does say what was called")
                self.assertIn("/onboarding/b2c/operationStatus/{sessionToken}", log)

    def test_a_leak_into_the_data_folder_or_the_log_would_be_found(self) -> None:
        self.installation, self.secrets = Installation(), {}
        self.addCleanup(self.installation.close)
        self.installation.tenant("acme")
        secret = self.planted("username").encode()
        evidence = self.installation.data / "evidence"
        (evidence / "planted").write_bytes(b"xx" + base64.b64encode(b"x" + secret))
        (evidence / secret.decode()).touch()
        self.installation.log.write_bytes(secret.hex().encode())
        stored = self.stored() | {"log": self.installation.log.read_bytes()}
        findings = {finding.partition(":")[0] for finding in leaks.in_channels(stored, self.secrets)}
        self.assertEqual(findings, {"planted", "names of files", "log"})

    def shown(self) -> dict[str, bytes]:
        """All channels of the running server, its data among them."""
        said = channels.of_server(self.endpoint, self.installation.log, self.installation.process_id)
        self.assertEqual([channel for channel, content in said.items() if not content], [], "nothing to search in")
        return self.stored() | said

    def stored(self) -> dict[str, bytes]:
        files = leaks.files_below(self.installation.data)
        self.assertLessEqual({"onboarding.sqlite", "keys.sqlite"}, {path.name for path in files})
        names = "\n".join(str(path.relative_to(self.installation.data)) for path in files)
        return {path.name: path.read_bytes() for path in files} | {"names of files": names.encode()}


class ReachTests(PersonTests):
    def test_a_server_reaches_nobody_runs_nothing_and_writes_only_its_data(self) -> None:
        installation = channels.TracedInstallation()
        portal = self.serve(installation)
        self.enroll(portal, pictures.still(), pictures.varied(pictures.passport_page()))
        self.misbehave(portal)
        self.assertEqual(installation.stop(), 0)
        trace = channels.traces(installation.folder)
        self.assertEqual(channels.outgoing(trace), [])
        # The program itself, once for the server and once for each command on the tenant, and its decoders.
        begun = channels.programs(trace)
        decoders = [call for call in begun if '"decode-' in call]
        self.assertEqual(len(begun) - len(decoders), len(list(installation.folder.glob("trace.*"))))
        self.assertEqual({call.split('"')[1].rpartition("/")[2] for call in begun}, {"onboarding"})
        key = f"{installation.data}.key"
        written = channels.written(trace)
        self.assertIn(installation.data / "onboarding.sqlite", written)
        elsewhere = {path for path in written if installation.data not in path.parents}
        self.assertEqual({path for path in elsewhere if not str(path).startswith((key, "/dev/"))}, set())


if __name__ == "__main__":
    unittest.main()
