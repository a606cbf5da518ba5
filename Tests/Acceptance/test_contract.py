"""The server and docs/openapi.yaml hold to each other, both ways."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import uuid
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from client.contract import DOCUMENT, Contract
from client.exchange import Answer, Endpoint
from client.flow import Caller, Portal
from installation import Installation
from right_requests import HAS_ATTRIBUTES, ORIGIN, Request, RightRequests, is_right, somebody, tenants

installation: Installation

#: What gives the session to the first that asks.
BINDING = ("validateSession", "validateSessionByProxy", "sampleWebValidateSession")
#: What a registration that is locked refuses.
LOCKED = (
    *("triggerAuthenticate", "sampleWebTriggerAuthenticate", "sampleWebAuthenticate"),
    *(
        f"{step}{prefix}"
        for step in ("authenticate", "verifyDevice", "challengeAuthentication", "verifyFace", "verifyDocument")
        for prefix in ("", "B2C")
    ),
    *("challengeReEnrollment", "verifyReEnrollmentFace", "verifyReEnrollmentDocument", "completeReEnroll"),
)


def setUpModule() -> None:
    global installation
    installation = Installation.for_module("--trusted-proxies", "127.0.0.1")


class DocumentTests(unittest.TestCase):
    def test_the_document_is_served_as_it_stands_in_the_repository(self) -> None:
        answer = installation.endpoint.send("GET", "/openapi.yaml")
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.headers["content-type"].partition(";")[0], "application/yaml")
        self.assertEqual(answer.body, DOCUMENT.read_bytes())

    def test_an_answer_that_is_not_as_documented_is_found(self) -> None:
        contract = Contract.published()
        good = installation.endpoint.send("GET", "/onboarding/b2c/operationStatus/x")
        self.assertEqual(good.status, 401)

        def objection(method: str = "GET", path: str = "/onboarding/b2c/operationStatus/x", **changes: Any) -> str:
            answer = Answer(**{"status": good.status, "headers": good.headers, "body": good.body, **changes})
            return contract.objection(method, path, answer) or ""

        def body(**changes: Any) -> bytes:
            return json.dumps(good.json() | changes).encode()

        self.assertEqual(objection(), "")
        self.assertIn("402", objection(status=402))
        unnamed = {name: value for name, value in good.headers.items() if name != "www-authenticate"}
        self.assertIn("www-authenticate", objection(headers=unnamed))
        self.assertIn("x-person", objection(headers={**good.headers, "x-person": "Anna"}))
        self.assertIn("cache-control", objection(headers={**good.headers, "cache-control": "public"}))
        self.assertIn("text/html", objection(headers={**good.headers, "content-type": "text/html"}))
        self.assertIn("person", objection(body=body(person="Anna")))
        self.assertIn("status", objection(body=body(status="401")))
        self.assertIn("date-time", objection(body=body(timestamp="today")))
        self.assertIn("required", objection(body=json.dumps({"reason": "TOKEN_MISSING"}).encode()))
        self.assertIn("403", objection(body=body(reason="ROLE_MISSING")))
        self.assertIn("cannot be read", objection(body=b"{"))
        self.assertIn("405", objection("POST"))
        self.assertIn("ROUTE_UNKNOWN", objection(path="/onboarding/nowhere"))


class ReasonTests(unittest.TestCase):
    """docs/reasons.md: each published code once, in the published order, with something to say in both languages."""

    def tables(self) -> list[list[list[str]]]:
        """The rows of each table below its head, cell by cell."""
        tables: list[list[list[str]]] = []
        for line in (DOCUMENT.parent / "reasons.md").read_text().splitlines():
            if line.startswith("| ---"):
                tables.append([])
            elif line.startswith("| `"):
                tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        return tables

    def test_the_page_has_exactly_the_published_codes_in_both_languages(self) -> None:
        refusals, ends, details, logins, causes = self.tables()
        schemas = Contract.published().document["components"]["schemas"]
        logins_of = schemas["AuthenticationReason"]["enum"]
        for rows, published, columns in (
            (refusals, schemas["RefusalReason"]["enum"], 5),
            (ends, schemas["EnrollmentReason"]["enum"], 4),
            (details, schemas["RefusalDetails"]["items"]["properties"]["code"]["enum"], 4),
            # Those of faces and documents are the enrollment's.
            (logins, [code for code in logins_of if code not in schemas["EnrollmentReason"]["enum"]], 4),
            (causes, schemas["RecaptureCauses"]["items"]["properties"]["code"]["enum"], 4),
        ):
            self.assertEqual([row[0].strip("`") for row in rows], published)
            for row in rows:
                self.assertEqual(len(row), columns, row)
                self.assertNotIn("", row)
                self.assertNotEqual(row[-1], row[-2], "English and German")

    def test_the_page_has_the_published_statuses(self) -> None:
        statuses = Contract.published().statuses
        for code, status, *_ in self.tables()[0]:
            self.assertEqual(int(status), statuses[code.strip("`")], code)


class SeenEndpoint(Endpoint):
    """Notes which status each documented operation has answered with."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.seen: dict[str, set[int]] = defaultdict(set)

    def send(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Answer:
        answer = super().send(method, path, headers, body)
        if operation := Contract.published().operation(method, path):
            self.seen[operation.name].add(answer.status)
        return answer


class StatusTests(unittest.TestCase):
    """Every status that the document promises can be had, on every route; that no other comes, each exchange checks."""

    #: What no single request provokes: test_load.py sees 503, test_slow_clients.py 408, and nobody should see 500.
    ELSEWHERE: ClassVar = {408, 500, 503}
    #: A document that is not installed; a call below another tenant's path (test_paths.py); captures of a person who
    #: has failed ten times (test_states.py); a key that two requests have at the same time (test_idempotency.py);
    #: a person under a legal hold (test_review.py); an address that was sent as many messages as one may be (test_mail.py);
    #: packages of a tenant that sends few (test_face_attributes.py), and networks that are not installed; a gallery
    #: without room (test_hypersecure.py); a person who is registered when a human accepts (test_review.py).
    EXCEPTIONS: ClassVar = {
        ("openapi", 404),
        ("docs", 404),
        ("validateSession", 403),
        *((name, 409) for name in ("triggerEnroll", "triggerEnrollByProxy", "enroll", "enrollB2C")),
        *((name, 409) for name in ("triggerAuthenticate", "authenticate", "authenticateB2C")),
        # A registration that is locked, and codes that nobody has (test_authentication.py).
        *((name, 429) for name in ("enroll", "enrollB2C", "sampleWebEnroll", *LOCKED)),
        *((name, 429) for name in ("triggerEnroll", "triggerEnrollByProxy")),
        *((name, 409) for name in ("eraseEnrollment", "deleteRegistration", "withdrawConsent", "withdrawConsentB2C")),
        *((name, 429) for name in ("addFace", "addDocument", "addDocumentMisspelled")),
        *((name, 429) for name in ("addFaceB2C", "addDocumentB2C", "addDocumentMisspelledB2C")),
        ("faceAttributes", 429),
        *((name, 409) for name in ("galleryAddRegistration", "galleryAddRegistrations", "reviewEnrollment")),
        *([] if HAS_ATTRIBUTES else [("faceAttributes", 200)]),
    }

    endpoint: SeenEndpoint
    right: RightRequests

    @classmethod
    def setUpClass(cls) -> None:
        cls.endpoint = SeenEndpoint(installation.endpoint.url)
        cls.right = RightRequests(cls.endpoint, tenants(installation, "seen"))

    def test_every_documented_status_is_seen(self) -> None:
        documented = {
            (operation.name, status)
            for operation in Contract.published().operations
            for status in set(operation.responses) - self.ELSEWHERE
        }
        for operation in Contract.published().operations:
            with self.subTest(str(operation)):
                request = self.right.of(operation)
                self.refuse(request)
                if operation.name in BINDING:
                    # The first that asks has the session.
                    request = self.right.of(operation)
                answer = request.send(self.endpoint)
                self.assertTrue(is_right(answer), answer.described())
                if operation.name in BINDING:
                    request.send(self.endpoint)
        self.exhaust()
        seen = {(name, status) for name, statuses in self.endpoint.seen.items() for status in statuses}
        self.assertEqual(documented - seen - self.EXCEPTIONS, set(), "documented, but not to be had")

    def refuse(self, request: Request) -> None:
        """The request, made wrong in one way after the other."""
        operation = request.operation
        portal = self.right.portal(operation)
        other = next(other for other in self.right.portals.values() if other is not portal)
        for who in (Caller(self.endpoint, None, None), Caller(self.endpoint, other.api_key, portal.bearer)):
            request.changed(caller=who).send(self.endpoint)
        if operation.name == "events":
            self.endpoint.send("GET", operation.path() + "?limit=0", request.caller.headers)
        for name in request.values:
            if f"{{{name}}}" in operation.template:
                request.changed(values={**request.values, name: "nobody"}).send(self.endpoint)
        if operation.has_body:
            request.send(self.endpoint, body=b"scope=openid&scope=openid" if operation.name == "token" else b"[]")
        if 413 in operation.responses:
            request.send(self.endpoint, {"Content-Length": str(1 << 30)}, b"")
            request.send(self.endpoint, {"Content-Encoding": "gzip"})
        if 422 in operation.responses:
            key = {"Idempotency-Key": str(uuid.uuid4())}
            others = (somebody(), somebody())
            if operation.name in LOCKED:
                others = (request.document, request.document | {"email": "e"})
            for document in others:
                request.changed(document=document).send(self.endpoint, key)
        if operation.name == "enrollmentReceipt":
            self.endpoint.send("GET", operation.path(**request.values) + "?identity=perhaps", request.caller.headers)
            name = somebody()["username"]
            portal.begin(name)
            pending = portal.find(username=name)[0]["enrollmentId"]
            request.changed(values={"enrollmentId": pending}).send(self.endpoint)
        if operation.name == "authenticationReceipt":
            username = portal.find(enrollmentId=request.values["enrollmentId"])[0]["username"]
            portal.post("/onboarding/authentication/authenticate", {"username": username})
            found = portal.post("/onboarding/admin/authentications/search", {"pageSize": 1}).json()["list"][0]
            pending = {"authenticationId": found["authenticationId"]}
            request.changed(values={**request.values, **pending}).send(self.endpoint)
        if operation.name == "token":
            request.changed(document=request.document + "x").send(self.endpoint)
        if operation.tag == "Sample web":
            request.changed(document=somebody() | {"jwt": "none"}).send(self.endpoint)
            request.send(self.endpoint, {"Origin": "https://evil.example.org"})
        if operation.tag == "Galleries":
            self.refuse_names(request)
        if operation.name == "metrics":
            self.endpoint.send("GET", operation.path() + "?by=person", request.caller.headers)
        if operation.name == "monthlyReport":
            self.endpoint.send("GET", operation.path() + "?month=2026-13", request.caller.headers)

    def refuse_names(self, request: Request) -> None:
        """A call for galleries with names that nobody has, and with one that is taken."""
        document = dict(request.document or {})
        unknown = {"galleryName": "none", "galleryNames": ["none"], "registrationCode": "0000000000"}
        if 404 in request.operation.responses:
            request.changed(document={name: unknown.get(name, value) for name, value in document.items()}).send(
                self.endpoint
            )
        elif 409 in request.operation.responses:
            for _ in range(2):
                request.changed(document=document | {"galleryName": "twice", "username": "twice"}).send(self.endpoint)

    def exhaust(self) -> None:
        """What is refused for being asked too often."""
        operations = {operation.name: operation for operation in Contract.published().operations}
        guess = self.right.of(operations["token"])
        guess = guess.changed(document="grant_type=client_credentials&client_id=guesser&client_secret=wrong")
        for request, count in ((guess, 11), (self.right.of(operations["sampleWebTriggerEnroll"]), 31)):
            for _ in range(count):
                request.send(self.endpoint)
        unreadable = self.right.of(operations["checkLiveness"])
        unreadable = unreadable.changed(document={"key": "AA==", "iv": "AA==", "p": "AA=="})
        for _ in range(10):
            unreadable.send(self.endpoint)
        for operation in operations.values():
            if operation.tag == "Stateless" and 429 in operation.responses:
                self.right.of(operation).send(self.endpoint)


class GeneratedRequestTests(unittest.TestCase):
    """schemathesis: thousands of requests made from the document, most of them wrong, all with valid credentials."""

    callers: ClassVar[dict[str, Portal]]

    @classmethod
    def setUpClass(cls) -> None:
        made = tenants(installation, "generated")
        cls.callers = {kind: Portal(installation.endpoint, credentials) for kind, credentials in made.items()}
        # For the one call after which a tenant is not what it was.
        cls.callers["changed"] = installation.portal("generated-changed")

    def test_every_generated_request_is_answered_as_documented(self) -> None:
        ended = self.generated(DOCUMENT)
        self.assertEqual(ended.returncode, 0, ended.stdout[-20_000:] + ended.stderr[-4000:])
        operations = len(Contract.published().operations)
        self.assertIn(f"Tested: {operations}\n", ended.stdout, "every operation has its turn")

    def test_a_document_that_says_otherwise_is_found_out(self) -> None:
        page = "              schema: {type: string, description: A page.}\n              examples:\n                DocsPage:"
        text = DOCUMENT.read_text()
        for true, false in (
            ("'200': {$ref: '#/components/responses/Alive'}", "'201': {description: no}"),
            (f"text/html:\n{page}", f"text/csv:\n{page}"),
            ("required: [keys]", "required: [keys, locks]"),
        ):
            self.assertEqual(text.count(true), 1, true)
            text = text.replace(true, false)
        path = installation.folder / "changed.yaml"
        path.write_text(text)
        names = ("healthz", "docs", "certs")
        ended = self.generated(path, *(f"--include-operation-id={name}" for name in names))
        self.assertEqual(ended.returncode, 1, ended.stdout)
        for finding in ("Undocumented status code", "Undocumented Content-Type", "Response violates schema"):
            self.assertIn(f"{finding}: 1", ended.stdout)

    def generated(self, document: Path, *options: str) -> subprocess.CompletedProcess[str]:
        for caller in self.callers.values():
            caller.sign_in()
        folder = Path(__file__).parent
        environment = os.environ | {
            "PYTHONPATH": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "SCHEMATHESIS_HOOKS": str(folder / "contract" / "hooks.py"),
            "CONTRACT_URL": installation.endpoint.url,
            "CONTRACT_TENANTS": json.dumps({kind: (who.api_key, who.bearer) for kind, who in self.callers.items()}),
            "CONTRACT_REALM": self.callers["device"].credentials.realm,
            "CONTRACT_ORIGIN": ORIGIN,
        }
        command = [sys.executable, "-m", "schemathesis.cli"]
        command += ["--config-file", str(folder / "contract" / "schemathesis.toml")]
        command += ["run", str(document), "--url", installation.endpoint.url, *options]
        # Its errors are no envelope: test_hypersecure.py.
        command += ["--exclude-tag", "HyperSecure"]
        with tempfile.TemporaryDirectory() as empty:
            return subprocess.run(command, cwd=empty, env=environment, capture_output=True, text=True)


if __name__ == "__main__":
    unittest.main()
