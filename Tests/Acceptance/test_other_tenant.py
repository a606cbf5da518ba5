"""No call gives one tenant anything of another's, on any route."""

import unittest

from client.contract import Contract
from client.exchange import Answer, envelope_objection
from client.flow import Caller
from installation import Installation
from right_requests import Request, RightRequests, is_right, tenants

installation: Installation
ours: RightRequests
theirs: RightRequests

#: What an answer to the other tenant's own client is, by what the request names of ours.
NAMES_OURS = {
    "galleryName": (404, "GALLERY_UNKNOWN"),
    "galleryNames": (404, "GALLERY_UNKNOWN"),
    "sessionToken": (400, "TOKEN_UNKNOWN"),
    "enrollmentToken": (400, "TOKEN_UNKNOWN"),
    "authToken": (400, "TOKEN_UNKNOWN"),
    "reEnrollmentToken": (400, "TOKEN_UNKNOWN"),
    "registrationCode": (404, "REGISTRATION_UNKNOWN"),
    "enrollmentId": (404, "ENROLLMENT_UNKNOWN"),
    "challenge": (400, "CHALLENGE_INVALID"),
}
#: Calls that name nothing: they are about the caller's own tenant, and answered with its own things.
ABOUT_THE_CALLER = {
    "triggerEnroll",
    "triggerEnrollByProxy",
    "getPublicKey",
    "getSessionId",
    "challenge",
    "challengeGateway",
    "challengeB2C",
    "registrationList",
    "searchAuthentications",
    "searchEnrollments",
    "events",
    "customerConfig",
    "changeCustomerConfig",
    "tenantMetrics",
    "monthlyReport",
    # A gallery of the same name, and a person of the same username, are the other tenant's own.
    "galleryAdd",
    "galleryRegisterUser",
    "galleryList",
}
#: Calls of no enrollment, by the last part of their path: answered to whoever sends the images, or sealed for us alone.
STATELESS = {"checkLiveness", "analyze", "calculateROI", "autocaptureVideo", "attributes"}
SEALED_FOR_US = {"checkLivenessEncrypted", "analyzeEncrypted", "autocaptureVideoEncrypted"}


def setUpModule() -> None:
    global installation, ours, theirs
    installation = Installation.for_module()
    ours = RightRequests(installation.endpoint, tenants(installation, "ours"))
    theirs = RightRequests(installation.endpoint, tenants(installation, "theirs"))


class OtherTenantTests(unittest.TestCase):
    def test_every_call_is_tried_with_the_other_tenants_credentials(self) -> None:
        for operation in Contract.published().operations:
            if not operation.security and operation.tag != "Sample web" and operation.name != "token":
                continue
            if str(operation) == "GET /metrics":
                continue
            with self.subTest(str(operation)):
                request = ours.of(operation)
                stranger = theirs.portal(operation)
                if operation.name == "token":
                    credentials = theirs.of(operation).document
                    answer = request.changed(document=credentials).send(installation.endpoint)
                    self.assertEqual((answer.status, answer.json()["error"]), (401, "invalid_client"))
                elif operation.tag == "Sample web":
                    self.try_from_a_page(request, stranger)
                else:
                    self.try_crossed(request, stranger)
                    self.try_as_themselves(request, stranger)
                # And nothing of ours has suffered.
                self.assertTrue(is_right(request.send(installation.endpoint)))

    def try_crossed(self, request: Request, stranger: Caller) -> None:
        """The bearer of one with the key of the other."""
        if not any("bearer" in way for way in request.operation.security):
            return
        us = ours.portal(request.operation)
        for api_key, bearer in ((us.api_key, stranger.bearer), (stranger.api_key, us.bearer)):
            crossed = Caller(installation.endpoint, api_key, bearer)
            self.assert_refused(request.changed(caller=crossed).send(installation.endpoint), 403, "APIKEY_FOREIGN")

    def try_as_themselves(self, request: Request, stranger: Caller) -> None:
        """All of the other tenant's credentials, and one thing of ours."""
        answer = request.changed(caller=stranger).send(installation.endpoint)
        is_search = request.operation.name == "searchEnrollments"
        if request.operation.name == "galleryAdd":
            self.assertTrue(is_right(answer), answer.described())
            return
        named = set(request.values) | (set() if is_search else set(request.document or {}))
        for name, (status, reason) in NAMES_OURS.items():
            if name in named:
                self.assert_refused(answer, status, reason)
                return
        if request.operation.name == "triggerAuthenticate":
            self.assert_refused(answer, 400, "NOT_REGISTERED")
            return
        route = request.operation.template.rsplit("/", 1)[-1]
        if route in SEALED_FOR_US:
            self.assert_refused(answer, 400, "PACKAGE_UNREADABLE")
            return
        if route not in STATELESS:
            self.assertIn(request.operation.name, ABOUT_THE_CALLER, "what does it name of ours?")
        self.assertTrue(is_right(answer), answer.described())
        self.assert_nothing_of_ours(answer)

    def try_from_a_page(self, request: Request, stranger: Caller) -> None:
        """Our address with their bearer, their address with their bearer and a token of ours."""
        if "jwt" not in request.document:
            return
        theirs_in_body = request.changed(document=request.document | {"jwt": stranger.bearer})
        self.assert_refused(theirs_in_body.send(installation.endpoint), 401, "TOKEN_INVALID")
        at_their_address = theirs_in_body.changed(values=theirs.of(request.operation).values)
        self.assert_refused(at_their_address.send(installation.endpoint), 400, "TOKEN_UNKNOWN")

    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))
        self.assert_nothing_of_ours(answer)

    def assert_nothing_of_ours(self, answer: Answer) -> None:
        """None of the things that only our tenants' own answers may hold."""
        for portal in ours.portals.values():
            listed = portal.post("/onboarding/admin/registration", {"pageNumber": 1, "pageSize": 500}).json()["list"]
            things = [portal.credentials.realm, str(portal.api_key)]
            things += [pem.splitlines()[1] for pem in portal.public_keys()]
            things += [entry[name] for entry in listed for name in ("username", "registrationCode")]
            for thing in things:
                self.assertNotIn(thing.encode(), answer.body)


if __name__ == "__main__":
    unittest.main()
