"""Every call below a tenant's name, its realm and the path of the public URL, as clients and proxies write it."""

from __future__ import annotations

import http.client
import itertools
import re
import unittest
from pathlib import Path

from client.contract import Contract
from client.exchange import Answer, Endpoint, envelope_objection
from client.flow import Caller, Portal
from installation import Installation, free_port
from right_requests import RightRequests, is_right, tenants

#: Of the public URL.
PATH = "/kyc/v1"

installation: Installation
right: RightRequests
other: Portal


def setUpModule() -> None:
    global installation, right, other
    port = free_port()
    installation = Installation("--public-url", f"http://127.0.0.1:{port}{PATH}")
    unittest.addModuleCleanup(installation.close)
    installation.start(port=port)
    right = RightRequests(installation.endpoint, tenants(installation, "below"))
    other = Portal(installation.endpoint, tenants(installation, "other", "device")["device"])


class BelowEndpoint(Endpoint):
    """The server below a prefix: what it answers is held against the document without the prefix."""

    def __init__(self, url: str, prefix: str) -> None:
        super().__init__(url)
        self.prefix = prefix

    def _exchange(  # type: ignore[override]
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        headers: dict[str, str],
        body: bytes | None,
    ) -> Answer:
        return Endpoint._exchange(connection, method, self.prefix + path, headers, body)


def below(prefix: str) -> BelowEndpoint:
    return BelowEndpoint(installation.endpoint.url, prefix)


class PathTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def test_every_call_is_served_below_each_prefix(self) -> None:
        forms = itertools.cycle(("/{name}", "/{realm}", PATH, PATH + "/{name}", PATH + "/{realm}"))
        for operation in Contract.published().operations:
            # The same calls below another of our own prefixes.
            if operation.tag == "Health" or operation.name.endswith(("B2C", "Gateway")):
                continue
            credentials = right.portal(operation).credentials
            prefix = next(forms).format(name=credentials.name, realm=credentials.realm)
            with self.subTest(f"{prefix} {operation}"):
                answer = right.of(operation).send(below(prefix))
                self.assertTrue(is_right(answer), answer.described())

    def test_a_whole_enrollment_goes_below_a_tenants_name(self) -> None:
        credentials = right.portals["device"].credentials
        portal = Portal(below(f"/{credentials.name}"), credentials)
        session = portal.trigger("below@example.org")["sessionToken"]
        token = portal.enroll({"sessionToken": session}).json()["enrollmentToken"]
        self.assertEqual(portal.add_device(token).json()["enrollmentStatus"], 2)
        self.assertEqual(portal.operation_status(session).json()["completionStatus"], "Success")
        self.assertEqual(portal.post("/onboarding/enrollment/ENROLL/", {"sessionToken": session}).status, 200)

    def test_what_an_operator_asks_for_is_at_the_root_alone(self) -> None:
        for prefix in ("/below-device", "/below-device-consumers", PATH, f"{PATH}/below-device"):
            for path in ("/healthz", "/readyz", "/metrics", "/openapi.yaml"):
                self.assert_refused(installation.endpoint.send("GET", prefix + path), 404, "ROUTE_UNKNOWN")

    def test_another_tenants_path_opens_nothing(self) -> None:
        portal = right.portals["device"]
        session = portal.trigger("foreign@example.org")["sessionToken"]
        for prefix in ("/other-device", "/other-device-consumers", f"{PATH}/other-device"):
            there = below(prefix)
            ours = Caller(there, portal.api_key, portal.bearer)
            self.assert_refused(ours.get("/onboarding/admin/customerConfig"), 403, "APIKEY_FOREIGN")
            self.assert_refused(ours.operation_status(session), 403, "APIKEY_FOREIGN")
            self.assert_refused(ours.enroll({"sessionToken": session}), 403, "APIKEY_FOREIGN")
            self.assert_refused(
                Caller(there, portal.api_key, None).post("/tokenVerify/validateSession", {"sessionToken": session}),
                403,
                "APIKEY_FOREIGN",
            )
            theirs = Caller(there, other.api_key, other.bearer)
            self.assertEqual(theirs.get("/onboarding/admin/customerConfig").status, 200)
            certs = f"{prefix}/auth/realms/{portal.credentials.realm}/protocol/openid-connect/certs"
            self.assert_refused(installation.endpoint.send("GET", certs), 404, "ROUTE_UNKNOWN")
        self.assertEqual(portal.operation_status(session).json()["completionStatus"], "Pending")

    def test_nothing_else_is_a_prefix(self) -> None:
        path = "/onboarding/admin/customerConfig"
        portal = right.portals["device"]
        for prefix in (
            "/nobody",
            "/Below-Device",
            "/below-device/below-device",
            "/below-device/other-device",
            f"/below-device{PATH}",
            f"{PATH}{PATH}",
            "/kyc",
            "/v1",
            "/below%2Ddevice",
            "//below-device",
            "/" + "x" * 4000,
        ):
            with self.subTest(prefix[:40]):
                answer = installation.endpoint.send("GET", prefix + path, portal.headers)
                self.assert_refused(answer, 404, "ROUTE_UNKNOWN")

    def test_what_the_contract_lists_as_not_served_is_no_route(self) -> None:
        text = (Path(__file__).resolve().parents[2] / "docs" / "contract.md").read_text()
        listed = text.partition("<!-- unserved:begin -->")[2].partition("<!-- unserved:end -->")[0]
        routes = re.findall(r"`(GET|POST) (/[^`]+)`", listed)
        self.assertGreater(len(routes), 20)
        portal = right.portals["device"]
        for method, template in routes:
            path = template.format(realm=portal.credentials.realm)
            body = b"{}" if method == "POST" else None
            with self.subTest(f"{method} {template}"):
                answer = installation.endpoint.send(method, path, portal.headers, body)
                self.assert_refused(answer, 404, "ROUTE_UNKNOWN")

    def test_a_wrong_method_is_405_below_a_prefix_too(self) -> None:
        answer = below("/below-device").send("PUT", "/onboarding/admin/customerConfig", {}, b"{}")
        self.assert_refused(answer, 405, "METHOD_NOT_ALLOWED")
        self.assertEqual(answer.headers["allow"], "GET, HEAD, POST")

    def test_the_log_names_the_route_and_not_the_path(self) -> None:
        right.portals["device"].get("/onboarding/admin/customerConfig")
        below("/below-device").send("GET", "/onboarding/admin/customerConfig", right.portals["device"].headers)
        log = installation.log.read_text()
        self.assertIn("route=/onboarding/admin/customerConfig", log)
        self.assertNotIn("/below-device/", log)


if __name__ == "__main__":
    unittest.main()
