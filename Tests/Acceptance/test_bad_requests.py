"""Requests that are wrong before anybody looks into them: method, route, caller, size, framing."""

import contextlib
import gzip
import json
import socket
import time
import unittest
import uuid
from email.utils import parsedate_to_datetime

import pictures
from client.contract import Contract
from client.exchange import Answer, Endpoint, envelope_objection
from client.flow import PENDING, Caller, Portal
from client.packages import video
from installation import Installation

installation: Installation
portal: Portal
other: Portal

DEVICE = "/onboarding/enrollment/addDevice"
FACE = "/onboarding/enrollment/addFace"
DOCUMENT = "/onboarding/enrollment/addDocumentOCR"
TOKEN = "/auth/realms/{}/protocol/openid-connect/token"
#: Routes that want a bearer and the API key.
CALLS = (
    "/onboarding/enrollment/enroll",
    DEVICE,
    "/onboarding/enrollment/challengeFace",
    FACE,
    DOCUMENT,
    "/onboarding/enrollment/consent",
    "/onboarding/enrollment/cancel",
    "/onboarding/b2c/triggerEnroll",
)
CONFIGURATION = "/onboarding/admin/customerConfig"
POST_ROUTES = (*CALLS, CONFIGURATION, "/tokenVerify/validateSession")

#: In bytes, by route; 64 KiB where nothing is said.
BODY_LIMITS = {FACE: 8 << 20, DOCUMENT: 24 << 20, CONFIGURATION: 256 << 10}


def setUpModule() -> None:
    global installation, portal, other
    installation = Installation.for_module()
    portal = installation.portal("acme")
    other = installation.portal("other")


class BadRequestTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))


class RouteTests(BadRequestTests):
    def test_a_wrong_method_is_405_and_says_which_is_right(self) -> None:
        contract = Contract.published()
        parameters = {name: "x" for operation in contract.operations for name in operation.parameters}
        parameters["realm"] = "acme"
        # A page refuses by a page.
        interface = [operation for operation in contract.operations if operation.name != "capturePage"]
        for path in {operation.path(**parameters) for operation in interface}:
            right = contract.methods_at(path)
            for method in {"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"} - right:
                with self.subTest(f"{method} {path}"):
                    body = b"{}" if method in ("POST", "PUT", "PATCH") else None
                    answer = installation.endpoint.send(method, path, portal.headers, body)
                    self.assertEqual(answer.headers.get("allow"), ", ".join(sorted(right)))
                    self.assert_refused(answer, 405, "METHOD_NOT_ALLOWED")
                    self.assertEqual(answer.json()["errorCode"], "METHOD_NOT_ALLOWED")

    def test_an_answer_to_head_has_no_body(self) -> None:
        # A client takes what follows the head for the beginning of the next answer.
        for path, status in (("/healthz", 200), ("/readyz", 200), ("/nothing", 404), (DEVICE, 405)):
            with self.subTest(path):
                reply = spoken(installation.endpoint, f"HEAD {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                self.assertTrue(reply.startswith(f"HTTP/1.1 {status} ".encode()), reply)
                self.assertEqual(reply.partition(b"\r\n\r\n")[2], b"")

    def test_an_answer_to_head_has_the_fields_of_the_answer_to_get(self) -> None:
        replies = [
            spoken(installation.endpoint, f"{method} /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            for method in ("HEAD", "GET")
        ]
        told, given = (
            {line for line in reply.partition(b"\r\n\r\n")[0].split(b"\r\n") if line.startswith(b"Content-")}
            for reply in replies
        )
        self.assertEqual(told, given)

    def test_a_parameter_that_does_not_decode_is_one_that_nobody_knows(self) -> None:
        for path, status, reason in (
            ("/onboarding/b2c/operationStatus/%ff", 400, "TOKEN_UNKNOWN"),
            ("/onboarding/b2c/operationStatus/%", 400, "TOKEN_UNKNOWN"),
            ("/onboarding/admin/registration/%ff", 404, "REGISTRATION_UNKNOWN"),
            ("/onboarding/admin/enrollment/%ff", 404, "ENROLLMENT_UNKNOWN"),
            ("/onboarding/admin/enrollment/%ff/receipt", 404, "ENROLLMENT_UNKNOWN"),
        ):
            with self.subTest(path):
                self.assert_refused(portal.get(path), status, reason)

    def test_a_parameter_may_be_as_long_as_the_contract_says(self) -> None:
        for path, status, reason in (
            ("/onboarding/b2c/operationStatus/" + 1024 * "%F0%9F%98%80", 400, "TOKEN_UNKNOWN"),
            ("/onboarding/b2c/operationStatus/" + 1025 * "x", 400, "FIELD_TOO_LONG"),
            ("/onboarding/b2c/operationStatus/" + (64 << 10) * "x", 400, "FIELD_TOO_LONG"),
            ("/onboarding/admin/registration/" + (64 << 10) * "x", 404, "REGISTRATION_UNKNOWN"),
            ("/onboarding/admin/enrollment/" + (64 << 10) * "x", 404, "ENROLLMENT_UNKNOWN"),
        ):
            with self.subTest(path[:40]):
                self.assert_refused(portal.get(path), status, reason)

    def test_a_path_has_one_spelling(self) -> None:
        # What a proxy in front does not let through must not come in by another door.
        for path in (
            "//onboarding/admin/customerConfig",
            "/onboarding//admin/customerConfig",
            "/onboarding/admin//customerConfig",
            "/onboarding/admin/customerConfig//",
            "/onboarding/./admin/customerConfig",
            "/onboarding/x/../admin/customerConfig",
            "/onboarding/%61dmin/customerConfig",
            "/Onboarding/admin/customerConfig",
            "/onboarding/admin;x/customerConfig",
            "/onboarding/admin/customerConfig%20",
        ):
            with self.subTest(path):
                self.assert_refused(portal.get(path), 404, "ROUTE_UNKNOWN")
        for path in ("/onboarding/admin/customerConfig/", "/onboarding/admin/CUSTOMERconfig", "/healthz?a=b"):
            with self.subTest(path):
                self.assertEqual(portal.get(path).status, 200)

    def test_members_that_nobody_reads_are_named_also_on_refusals(self) -> None:
        for route, document, names in (
            ("/onboarding/b2c/triggerEnroll", {"username": "u", "email": "e", "fristName": "J"}, "fristName"),
            ("/onboarding/b2c/triggerEnroll", {"username": "u", "notifyOptions": {"x": 1}}, "notifyOptions.x"),
            ("/onboarding/b2c/triggerEnroll", {"username": "u", "email": "e", "firstName": None}, None),
            ("/onboarding/enrollment/enroll", {"username": "u", "é": 1, "A": [], "jwt": "x"}, "A, ?"),
            (DEVICE, {"enrollmentToken": "x", "deviceId": "d", "deviceID": "d"}, "deviceID"),
            (FACE, {"enrollmentToken": "x", "faceLivenessData": video([b"x"]), "challange": "c"}, "challange"),
        ):
            with self.subTest(route=route, document=document):
                answer = portal.post(route, document)
                self.assertEqual(answer.headers.get("onboarding-ignored"), names, answer.described())
        many = portal.post("/onboarding/enrollment/cancel", {f"member{number:02}": 1 for number in range(40)})
        self.assertLessEqual(len(many.headers.get("onboarding-ignored", "").split(", ")), 16)

    def test_a_refusal_says_where_the_request_is_wrong_and_what_would_be_right(self) -> None:
        token = portal.begin("details@example.org")
        consent = {"textHash": "x", "textVersion": "1", "language": "en", "acceptedAt": "2026-11-21T10:00:00Z"}
        for route, document, details in (
            (DEVICE, {"enrollmentToken": "x"}, {"member": "deviceId"}),
            (DEVICE, {"enrollmentToken": ["x"], "deviceId": "d"}, {"member": "enrollmentToken"}),
            (
                DEVICE,
                {"enrollmentToken": "x", "deviceId": "d" * 1025},
                {"member": "deviceId", "limit": 1024, "unit": "codePoints"},
            ),
            (
                "/onboarding/enrollment/consent",
                {"enrollmentToken": token, "consent": consent | {"language": 1}},
                {"member": "consent.language"},
            ),
            (FACE, {"enrollmentToken": token, "faceLivenessData": video([b"x"])}, {"nextStep": "addDevice"}),
            (DEVICE, {"enrollmentToken": "x", "deviceId": "d"}, None),
        ):
            with self.subTest(route=route, details=details):
                answer = portal.post(route, document)
                self.assertEqual(answer.status, 400, answer.described())
                self.assertEqual(answer.json().get("details"), details)

    def test_a_client_that_waits_for_100_continue_gets_it(self) -> None:
        body = b"{}"
        head = (
            f"POST /onboarding/enrollment/cancel HTTP/1.1\r\nHost: {installation.endpoint.host}\r\n"
            f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\nConnection: close\r\n"
        )
        head += "".join(f"{name}: {value}\r\n" for name, value in portal.headers.items())
        with socket.create_connection((installation.endpoint.host, installation.endpoint.port), 10) as connection:
            connection.sendall(head.encode() + b"\r\n")
            self.assertTrue(connection.recv(4096).startswith(b"HTTP/1.1 100 "))
            connection.sendall(body)
            answer = b""
            while part := connection.recv(4096):
                answer += part
        self.assertIn(b"FIELD_MISSING", answer)

    def test_an_unknown_route_is_404(self) -> None:
        for path in (
            "/nothing",
            "/onboarding/nowhere",
            "/onboarding/enrollment",
            "/onboarding/enrollment/addFaceSpoof",
            "/onboarding/enrollment/addFace/more",
            "/onboarding/admin/triggerEnroll",
            "/onboarding/enrollment/../../etc/passwd",
            "/onboarding/enrollment/addFac%C3%A9",
            "/onboarding/enrollment/%00%ff",
            "//onboarding//enrollment//x",
            "/" + "x" * 4000,
        ):
            for method in ("GET", "POST"):
                with self.subTest(f"{method} {path[:60]}"):
                    answer = installation.endpoint.send(method, path, portal.headers, b"{}")
                    self.assert_refused(answer, 404, "ROUTE_UNKNOWN")
                    self.assertEqual(answer.json()["errorCode"], "NOT_FOUND")

    def test_every_route_asks_who_calls(self) -> None:
        nobody = Caller(installation.endpoint, None, None)
        keyless = Caller(installation.endpoint, None, portal.bearer)
        crossed = Caller(installation.endpoint, other.api_key, portal.bearer)
        for route in CALLS:
            with self.subTest(route):
                self.assert_refused(nobody.post(route, {}), 401, "TOKEN_MISSING")
                self.assert_refused(keyless.post(route, {}), 401, "APIKEY_MISSING")
                self.assert_refused(crossed.post(route, {}), 403, "APIKEY_FOREIGN")
        for path in ("/onboarding/admin/getPublicKey", f"/onboarding/b2c/operationStatus/{uuid.uuid4()}"):
            self.assert_refused(nobody.get(path), 401, "TOKEN_MISSING")
            self.assert_refused(keyless.get(path), 401, "APIKEY_MISSING")
            self.assert_refused(crossed.get(path), 403, "APIKEY_FOREIGN")

    def test_another_tenants_tokens_open_nothing(self) -> None:
        token = other.begin("someone@example.org")
        for answer in (
            portal.add_device(token),
            portal.add_face(token, video([pictures.still()])),
            portal.add_document(token, [pictures.png()]),
            portal.cancel(token),
        ):
            self.assert_refused(answer, 400, "TOKEN_UNKNOWN")
        self.assertEqual(other.add_device(token).json()["enrollmentStatus"], PENDING)


class SizeTests(BadRequestTests):
    def test_a_body_beyond_the_limit_of_its_route_is_413(self) -> None:
        for route in POST_ROUTES:
            with self.subTest(route):
                limit = BODY_LIMITS.get(route, 64 << 10)
                body = b'{"a":"' + b"x" * (limit - 7) + b'"}'
                self.assertEqual(len(body), limit + 1)
                self.assert_refused(portal.post(route, raw=body), 413, "BODY_TOO_LARGE")
                self.assertNotEqual(portal.post(route, raw=body[:-3] + b'"}').status, 413, "one byte less is taken")

    def test_a_compressed_body_is_415(self) -> None:
        for coding in ("gzip", "br", "GZIP, identity"):
            headers = {**portal.headers, "Content-Encoding": coding}
            answer = installation.endpoint.send("POST", DEVICE, headers, gzip.compress(b"{}"))
            self.assert_refused(answer, 415, "CONTENT_ENCODING_UNSUPPORTED")
        headers = {**portal.headers, "Content-Encoding": "Identity"}
        self.assert_refused(installation.endpoint.send("POST", DEVICE, headers, b"{}"), 400, "FIELD_MISSING")

    def test_a_declared_length_alone_is_refused(self) -> None:
        reply = self.spoken(FACE, b"", "Content-Length: 1000000000")
        self.assertIn(b" 413 ", reply.split(b"\r\n")[0])
        self.assertIn(b"BODY_TOO_LARGE", reply)

    def test_an_undeclared_length_is_bounded_too(self) -> None:
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        reply = self.spoken(DEVICE, chunk * 3, "Transfer-Encoding: chunked")
        self.assertIn(b" 413 ", reply.split(b"\r\n")[0])

    def test_what_follows_a_refused_body_is_not_taken_for_a_request(self) -> None:
        hidden = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        body = hidden * (66_000 // len(hidden))
        reply = self.spoken(DEVICE, body, f"Content-Length: {len(body)}")
        self.assertIn(b" 413 ", reply.split(b"\r\n")[0])
        self.assertEqual(reply.count(b"HTTP/1.1 "), 1, reply[-600:])

    def test_a_body_of_a_refused_request_is_not_taken_for_the_next_one(self) -> None:
        hidden = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        for route, status in (("/nothing", b" 404 "), ("/onboarding/admin/getPublicKey", b" 405 ")):
            with self.subTest(route):
                reply = self.spoken(route, hidden, f"Content-Length: {len(hidden)}")
                self.assertIn(status, reply.split(b"\r\n")[0])
                self.assertEqual(reply.count(b"HTTP/1.1 "), 1, reply[-600:])

    def test_a_request_that_says_two_lengths_is_not_taken(self) -> None:
        reply = self.spoken(DEVICE, b"{}", "Content-Length: 2\r\nTransfer-Encoding: chunked")
        self.assertTrue(reply == b"" or b" 4" in reply.split(b"\r\n")[0], reply[:200])

    def test_a_body_that_is_not_framed_as_http_asks_is_400(self) -> None:
        huge = b"f" * 18 + b"\r\nabc"
        for what, header, body in (
            ("an unknown coding", "Transfer-Encoding: xchunked", b"0\r\n\r\n"),
            ("a coding within chunks", "Transfer-Encoding: gzip, chunked", b"2\r\n{}\r\n0\r\n\r\n"),
            ("a chunk without end", "Transfer-Encoding: chunked", huge),
            ("a chunk that is no number", "Transfer-Encoding: chunked", b"2\r\n{}\r\nzz\r\n"),
            ("an end before its time", "Content-Length: 100", b"{}"),
        ):
            for route in (DEVICE, FACE, TOKEN.format(portal.credentials.realm)):
                with self.subTest(what, route=route):
                    reply = self.spoken(route, body, header)
                    self.assertIn(b" 400 ", reply.split(b"\r\n")[0])
                    self.assertIn(b"BODY_MALFORMED", reply)
        self.assertNotIn("unexpected error", installation.log.read_text())

    def test_a_body_that_breaks_after_its_answer_gets_no_second_one(self) -> None:
        too_much = b"11000\r\n" + b"x" * 0x11000 + b"\r\n"
        for what, body in (("at once", too_much + b"zz\r\n"), ("and goes on", too_much + b"zz\r\n" * 20_000)):
            with self.subTest(what):
                reply = self.spoken(DEVICE, body, "Transfer-Encoding: chunked")
                self.assertIn(b" 413 ", reply.split(b"\r\n")[0])
                self.assertEqual(reply.count(b"HTTP/1.1 "), 1, reply)
        endpoint = installation.endpoint
        head = f"POST {DEVICE} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        with socket.create_connection((endpoint.host, endpoint.port), timeout=20) as connection:
            connection.sendall(head.encode() + b"2\r\n{}\r\n")
            reply = connection.recv(65_536)
            self.assertIn(b"TOKEN_MISSING", reply)
            connection.sendall(b"zz\r\n")
            while part := connection.recv(65_536):
                reply += part
        self.assertEqual(reply.count(b"HTTP/1.1 "), 1, reply)

    def test_a_length_beyond_all_numbers_is_413(self) -> None:
        reply = self.spoken(DEVICE, b"{}", f"Content-Length: {1 << 63}")
        self.assertIn(b" 413 ", reply.split(b"\r\n")[0])

    def spoken(self, route: str, body: bytes, *headers: str) -> bytes:
        """Everything that the server says on one connection after which nothing more is sent."""
        lines = [f"POST {route} HTTP/1.1", "Host: localhost", *headers]
        lines += [f"{name}: {value}" for name, value in portal.headers.items()]
        endpoint = installation.endpoint
        return spoken(endpoint, "\r\n".join(lines).encode() + b"\r\n\r\n" + body)


class PersistenceTests(unittest.TestCase):
    """Which connections end with their answer (RFC 9112 §9.3). All of these clients wait for the end."""

    def assert_answers(self, sent: bytes, *words: bytes | None) -> None:
        endpoint = installation.endpoint
        with socket.create_connection((endpoint.host, endpoint.port), timeout=10) as connection:
            connection.sendall(sent)
            reply = b""
            while part := connection.recv(65_536):
                reply += part
        answers = reply.split(b"HTTP/1.1 200 OK\r\n")[1:]
        said = []
        for answer in answers:
            lines = answer.partition(b"\r\n\r\n")[0].lower().split(b"\r\n")
            said.append(next((line.split(b": ")[1] for line in lines if line.startswith(b"connection: ")), None))
        self.assertEqual(said, list(words), reply)

    def test_http_1_0_ends_unless_it_asks_to_stay(self) -> None:
        last = b"GET /healthz HTTP/1.0\r\n\r\n"
        self.assert_answers(last, b"close")
        self.assert_answers(b"GET /healthz HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n" + last, b"keep-alive", b"close")

    def test_http_1_1_stays_unless_it_asks_to_end(self) -> None:
        for word in (b"close", b"Close", b"TE, close"):
            with self.subTest(word):
                last = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: " + word + b"\r\n\r\n"
                self.assert_answers(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + last, None, b"close")

    def test_who_asks_for_another_protocol_is_answered_and_told_that_this_is_all(self) -> None:
        """The parser reads nothing after such a request: who sent another on the connection waited in vain."""
        for upgrade in (b"Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk", b"upgrade\r\nUpgrade: x"):
            with self.subTest(upgrade):
                last = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: " + upgrade + b"\r\n\r\n"
                # Not asked for in Connection: that is an offer, and nothing ends.
                self.assert_answers(b"GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: x\r\n\r\n" + last, None, b"close")
        reply = spoken(installation.endpoint, b"CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n")
        self.assertIn(b"connection: close", reply.lower())

    def test_a_body_that_waited_for_its_continue_is_answered_before_the_end(self) -> None:
        body = b'{"sessionToken":"x"}'
        head = f"POST /tokenVerify/validateSession HTTP/1.1\r\nHost: x\r\napikey: {portal.api_key}\r\n"
        head += f"Expect: 100-continue\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        reply = spoken(installation.endpoint, head.encode() + body)
        first, _, rest = reply.partition(b"\r\n\r\n")
        self.assertEqual(first, b"HTTP/1.1 100 Continue")
        self.assertIn(b" 400 ", rest.split(b"\r\n")[0])
        self.assertIn(b"connection: close", rest.lower())


class HeadTests(BadRequestTests):
    """Bytes that are no request: the envelope, the end of the connection, and a line in the log like any other."""

    GOOD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    HEADS = {
        "another protocol": b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "a hello of TLS": bytes.fromhex("16030100a5010000a10303") + bytes(100),
        "a method that is none": b"G\x00T / HTTP/1.1\r\nHost: x\r\n\r\n",
        "no version": b"GET /healthz\r\n\r\n",
        "a version to come": b"GET /healthz HTTP/3.7\r\nHost: x\r\n\r\n",
        "a space before the colon": b"GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n",
        "a NUL in a value": b"GET /healthz HTTP/1.1\r\nHost: x\r\nA: b\x00c\r\n\r\n",
        "two lengths": b"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "a negative length": b"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "headers of 90 KB": b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + (b"A: " + b"x" * 1000 + b"\r\n") * 90 + b"\r\n",
        "a method that is none": b"FOO /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        "a method in small letters": b"get /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        "half a head": b"GET /healthz HTTP/1.1\r\nHos",
        "no host": b"GET /healthz HTTP/1.1\r\n\r\n",
        "two hosts": b"GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        "two hosts in one version before": b"GET /healthz HTTP/1.0\r\nHost: x\r\nhost: x\r\n\r\n",
        "no host and a body": b"POST /healthz HTTP/1.1\r\nContent-Length: 2\r\n\r\nab" + GOOD,
    }

    def test_each_gets_the_envelope(self) -> None:
        for what, head in self.HEADS.items():
            with self.subTest(what):
                self.assert_malformed(spoken(installation.endpoint, head))
        self.assertNotIn("unexpected error", installation.log.read_text())

    def test_after_an_answered_request_on_the_same_connection(self) -> None:
        endpoint = installation.endpoint
        with socket.create_connection((endpoint.host, endpoint.port), timeout=20) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertIn(b" 200 ", connection.recv(65_536))
            connection.sendall(b"nonsense\r\n\r\n")
            reply = b""
            while part := connection.recv(65_536):
                reply += part
        self.assert_malformed(reply)

    def test_the_answer_before_comes_first(self) -> None:
        for bad in (b"nonsense\r\n\r\n", b"GET /healthz HTTP/1.1\r\n\r\n" + self.GOOD):
            reply = spoken(installation.endpoint, self.GOOD * 3 + bad)
            answers = reply.split(b"HTTP/1.1 ")[1:]
            self.assertEqual([answer[:4] for answer in answers], [b"200 ", b"200 ", b"200 ", b"400 "], reply)
            self.assert_malformed(b"HTTP/1.1 " + answers[-1])

    def assert_malformed(self, reply: bytes) -> None:
        head, _, body = reply.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        self.assertEqual(lines[0], b"HTTP/1.1 400 Bad Request")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines[1:])}
        self.assertEqual(headers[b"connection"], b"close")
        self.assertLess(abs(time.time() - parsedate_to_datetime(headers[b"date"].decode()).timestamp()), 60)
        self.assertEqual(int(headers[b"content-length"]), len(body), "and nothing after it")
        envelope = json.loads(body)
        self.assertEqual(set(envelope), {"errorCode", "errorMsg", "reason", "status", "timestamp"})
        self.assertEqual((envelope["reason"], envelope["status"]), ("HEAD_MALFORMED", 400))
        self.assertIn(headers[b"x-request-id"].decode(), installation.log.read_text())


def spoken(endpoint: Endpoint, request: bytes) -> bytes:
    """Everything that the server says on one connection after which nothing more is sent."""
    reply = b""
    with socket.create_connection((endpoint.host, endpoint.port), timeout=20) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        with contextlib.suppress(OSError):
            while part := connection.recv(65_536):
                reply += part
    return reply


if __name__ == "__main__":
    unittest.main()
