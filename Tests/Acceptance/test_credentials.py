"""A tenant's credentials: what each scope opens, how a client shows who it is, and what the audit trail keeps of it."""

from __future__ import annotations

import itertools
import json
import unittest
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import assertions
import leaks
import trail
from client import tokens
from client.contract import Contract, Operation
from client.exchange import Answer, Endpoint, envelope_objection
from client.flow import Caller, Credentials, Phone, Portal, request_token
from installation import Installation, free_port, wait_until
from right_requests import SCOPES, Request, RightRequests, is_right, somebody, tenants

SEARCH = "/onboarding/admin/enrollments/search"
CONFIGURATION = "/onboarding/admin/customerConfig"
STREAM = "GET /onboarding/b2c/operationStatus/{sessionToken}/events"
#: The calls that another scope opens than enroll, or one beside it. All below /onboarding/admin are named.
OPENED_BY = {
    "GET /onboarding/b2c/operationStatus/{sessionToken}": ("enroll", "enrollments:read"),
    STREAM: ("enroll", "enrollments:read"),
    "GET /onboarding/admin/getPublicKey": ("enroll",),
    "GET /onboarding/admin/events": ("enrollments:read",),
    "GET /onboarding/admin/metrics": ("metrics",),
    "GET /onboarding/admin/report": ("metrics",),
    f"POST {SEARCH}": ("enrollments:read",),
    "GET /onboarding/admin/enrollment/{enrollmentId}": ("enrollments:read",),
    "GET /onboarding/admin/enrollment/{enrollmentId}/receipt": ("enrollments:read",),
    "GET /onboarding/admin/enrollment/{enrollmentId}/explanation": ("person:read",),
    "GET /onboarding/admin/enrollment/{enrollmentId}/authentication/{authenticationId}/explanation": ("person:read",),
    "POST /onboarding/admin/authentications/search": ("enrollments:read",),
    "GET /onboarding/admin/enrollment/{enrollmentId}/authentication/{authenticationId}": ("enrollments:read",),
    "GET /onboarding/admin/enrollment/{enrollmentId}/authentication/{authenticationId}/receipt": ("enrollments:read",),
    "DELETE /onboarding/admin/enrollment/{enrollmentId}": ("erase",),
    "GET /onboarding/admin/enrollment/{enrollmentId}/erasureCertificate": ("erase",),
    "POST /onboarding/admin/registration": ("person:read",),
    "GET /onboarding/admin/registration/{registrationCode}": ("person:read",),
    "DELETE /onboarding/admin/registration/{registrationCode}": ("erase",),
    f"GET {CONFIGURATION}": ("configuration",),
    f"POST {CONFIGURATION}": ("configuration",),
    "POST /onboarding/admin/enrollment/{enrollmentId}/review": ("review",),
    "POST /face/attributes": ("attributes",),
    **{
        f"POST /onboarding/gallery/{call}": ("users:admin",)
        for call in (
            *("registerUser", "addGallery", "deleteGallery", "addRegistrationToGallery"),
            *("deleteRegistrationFromGallery", "addRegistrationsToGalleries", "deleteRegistrationsFromGalleries"),
        )
    },
    **{
        f"POST /onboarding/gallery/{call}": ("users",)
        for call in (
            *("matchFace", "isRegistrationInGallery", "listGalleryOfRegistration", "listRegistrationInGallery"),
        )
    },
    "GET /onboarding/gallery/listGallery": ("users",),
}
#: What a tenant's first client has.
OWN = tuple(scope for scope in SCOPES if scope not in ("review", "attributes", "users", "users:admin"))
#: Of Debian's package libfaketime, which the package faketime brings.
FAKE_TIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")

installation: Installation
ours: RightRequests
quick: Credentials
other: Credentials
#: Clients of the tenant `quick`, by the one scope that each has.
single: dict[str, Credentials]
#: A client of each tenant that has every scope, by the tenant's name.
everything: dict[str, Credentials]
#: Loopback addresses of one block, so that failed attempts of one test do not close the endpoint to another.
addresses: Iterator[str]


def setUpModule() -> None:
    global installation, ours, quick, other, single, everything, addresses
    installation = Installation()
    unittest.addModuleCleanup(installation.close)
    made = tenants(installation, "ours")
    quick, other = made["device"], tenants(installation, "other", "device")["device"]
    single = {scope: installation.credential(quick, f"only-{scope.replace(':', '-')}", scope) for scope in SCOPES}
    everything = {
        credentials.name: installation.credential(credentials, "everything", *SCOPES)
        for kind, credentials in made.items()
        if kind != "review"
    }
    installation.start()
    ours = RightRequests(installation.endpoint, made)
    addresses = (f"127.9.9.{last}" for last in itertools.cycle(range(1, 255)))


def tearDownModule() -> None:
    said = installation.command("audit", "verify")
    assert "intact" in said, said
    assert "unexpected error" not in installation.log.read_text()


def stranger() -> Endpoint:
    """The server as it is reached from an address of its own."""
    return Endpoint(installation.endpoint.url, source_address=next(addresses))


def ask(credentials: Credentials, scope: str | None = None, **changes: str) -> Answer:
    """Asks for a token with a client's secret."""
    fields = {"client_id": credentials.client_id, "client_secret": credentials.client_secret}
    fields |= {"grant_type": "client_credentials"} | changes | ({} if scope is None else {"scope": scope})
    return request_token(stranger(), credentials.realm, fields)


def show(credentials: Credentials, assertion: str, realm: str | None = None, **more: str) -> Answer:
    """Asks for a token with an assertion."""
    return request_token(stranger(), realm or credentials.realm, assertions.fields(assertion, **more))


def caller(credentials: Credentials, scope: str | None = None) -> Caller:
    """A client with a token."""
    answer = ask(credentials, scope)
    assert answer.status == 200, answer.described()
    return Caller(installation.endpoint, credentials.api_key, answer.json()["access_token"])


def issuer(credentials: Credentials, at: Installation | None = None) -> str:
    return f"{(at or installation).endpoint.url}/auth/realms/{credentials.realm}"


def wait_until_known(credentials: Credentials) -> None:
    """Waits as long as a running server may take until it knows a client's secret."""
    wait_until(lambda: ask(credentials).status == 200, f"{credentials.client_id} is known")


class CredentialTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def assert_scope_missing(self, answer: Answer, *allowed: str) -> None:
        self.assert_refused(answer, 403, "SCOPE_MISSING")
        self.assertEqual(answer.json()["details"], {"allowed": list(allowed)})
        # The challenge is for who has not shown a good token (RFC 6750 §3), and the document names no other.
        self.assertNotIn("www-authenticate", answer.headers)

    def assert_error(self, answer: Answer, status: int, error: str) -> None:
        """An error of the token endpoint (RFC 6749 §5.2)."""
        self.assertEqual((answer.status, answer.json().get("error")), (status, error), answer.described())
        challenge = 'Basic realm="onboarding"' if status == 401 else None
        self.assertEqual(answer.headers.get("www-authenticate"), challenge)
        self.assertNotIn("access_token", answer.json())


class ScopeTests(CredentialTests):
    @staticmethod
    def operations() -> Iterator[Operation]:
        """The calls that a client's bearer opens."""
        for operation in Contract.published().operations:
            is_from_page = operation.tag == "Sample web" and not operation.name.startswith("sampleWebTrigger")
            if str(operation) != "GET /metrics" and (any("bearer" in way for way in operation.security) or is_from_page):
                yield operation

    @staticmethod
    def opened_by(operation: Operation) -> tuple[str, ...]:
        if str(operation) in OPENED_BY:
            return OPENED_BY[str(operation)]
        assert not operation.template.startswith("/onboarding/admin/"), f"{operation}: what opens it?"
        return ("enroll",)

    @staticmethod
    def with_bearer(request: Request, bearer: str | None) -> Request:
        """The same request with another bearer."""
        if request.operation.tag == "Sample web":
            return request.changed(document=request.document | {"jwt": bearer})
        api_key = ours.portal(request.operation).api_key
        return request.changed(caller=Caller(installation.endpoint, api_key, bearer))

    def test_each_scope_opens_its_calls_and_no_other(self) -> None:
        bearers = {
            credentials.name: {scope: caller(credentials, scope).bearer for scope in SCOPES}
            for credentials in everything.values()
        }
        bearers[quick.name] = {scope: caller(credentials).bearer for scope, credentials in single.items()}
        opened: dict[str, int] = dict.fromkeys(SCOPES, 0)
        for operation in self.operations():
            if str(operation) == STREAM:
                continue  # It goes on: test_events.py.
            with self.subTest(str(operation)):
                allowed = self.opened_by(operation)
                request = ours.of(operation)
                by_scope = bearers[ours.portal(operation).credentials.name]
                # Those that are refused come first, and leave the request as good as it was.
                for scope in sorted(SCOPES, key=lambda scope: scope in allowed):
                    answer = self.with_bearer(request, by_scope[scope]).send(installation.endpoint)
                    if scope in allowed:
                        self.assertTrue(is_right(answer), f"{scope}: {answer.described()}")
                        opened[scope] += 1
                    else:
                        self.assert_scope_missing(answer, *allowed)
        self.assertNotIn(0, opened.values(), opened)

    def test_a_phone_has_no_scope_and_opens_nothing_of_a_client(self) -> None:
        refused = 0
        for operation in self.operations():
            if str(operation) == STREAM:
                continue
            with self.subTest(str(operation)):
                portal = ours.portal(operation)
                phone = Phone.told(installation.endpoint, portal.trigger(somebody()["email"]), portal.credentials)
                request = self.with_bearer(ours.of(operation), phone.bearer)
                answer = request.send(installation.endpoint)
                if operation.template.lower().endswith(("/enroll", "/doenroll", "/authenticate", "/doauth")):
                    # Whose session it is decides.
                    self.assertEqual(answer.reason, "TOKEN_UNKNOWN", answer.described())
                    document = somebody() | {"jwt": phone.bearer}
                    answer = request.changed(document=document).send(installation.endpoint)
                    self.assert_refused(answer, 403, "ROLE_MISSING")
                elif "ROLE_MISSING" in operation.responses[403]["description"] and operation.tag != "Sample web":
                    self.assert_refused(answer, 403, "ROLE_MISSING")
                    refused += 1
                else:
                    self.assertNotIn(answer.reason, ("ROLE_MISSING", "SCOPE_MISSING"), answer.described())
        self.assertGreater(refused, 10)

    def test_a_token_that_is_asked_for_with_fewer_scopes_opens_less(self) -> None:
        for asked, answered, opened in (
            (None, "openid", OWN),
            ("openid", "openid", OWN),
            ("profile email address phone offline_access", "openid", OWN),
            ("enrollments:read", "enrollments:read", ("enrollments:read",)),
            ("person:read openid enroll", "openid enroll person:read", ("enroll", "person:read")),
            ("enroll  enroll profile", "enroll", ("enroll",)),
            (" ".join(OWN), " ".join(OWN), OWN),
        ):
            with self.subTest(asked):
                answer = ask(quick, asked)
                self.assertEqual(answer.status, 200, answer.described())
                document = answer.json()
                self.assertEqual(document["scope"], answered)
                self.assertEqual("id_token" in document, "openid" in (asked or ""))
                claims = tokens.parts(document["access_token"])[1]
                self.assertEqual(claims["scope"].split(), ["openid", *(scope for scope in OWN if scope in opened)])
                client = Caller(installation.endpoint, quick.api_key, document["access_token"])
                for path, body, scope in (
                    ("/onboarding/b2c/triggerEnroll", somebody(), "enroll"),
                    (SEARCH, {"username": "nobody"}, "enrollments:read"),
                    ("/onboarding/admin/registration", {"pageNumber": 1, "pageSize": 1}, "person:read"),
                    (CONFIGURATION, {}, "configuration"),
                ):
                    answer = client.post(path, body)
                    if scope in opened:
                        self.assertEqual(answer.status, 200, answer.described())
                    else:
                        self.assert_scope_missing(answer, scope)

    def test_a_scope_that_is_not_known_or_not_had_is_refused(self) -> None:
        for asked in ("everything", "enroll admin", "Enroll", "openid enrollments", "*", "enroll,erase"):
            with self.subTest(asked):
                self.assert_error(ask(quick, asked), 400, "invalid_scope")
        reader = single["enrollments:read"]
        for asked in ("enroll", "enrollments:read person:read", "openid erase"):
            with self.subTest(asked):
                self.assert_error(ask(reader, asked), 400, "invalid_scope")
        # Who has not shown who it is learns nothing of scopes.
        wrong = ask(reader, "everything", client_secret="wrong")
        self.assert_error(wrong, 401, "invalid_client")
        self.assertEqual(wrong.headers["ratelimit-policy"], '"token-failures";q=10;w=60')
        self.assertRegex(wrong.headers["ratelimit"], r'^"token-failures";r=\d;t=\d+$')

    def test_a_credential_of_no_known_scope_is_not_made(self) -> None:
        for scopes in (("everything",), ("enroll", "admin"), ("Enroll",), ("",)):
            options = [word for scope in scopes for word in ("--scope", scope)]
            said = installation.refused_command("tenant", "credential", "add", "--tenant", quick.name, "odd", *options)
            self.assertIn("is no scope", said)
        said = installation.refused_command("tenant", "credential", "add", "--tenant", quick.name, "odd")
        self.assertIn("--scope", said)
        for client in ("", "Upper", "a b", "x" * 41, "a/b", "a_b"):
            said = installation.refused_command("tenant", "credential", "add", "--tenant", quick.name, client, "--scope", "enroll")
            self.assertIn("A client's name", said)
        said = installation.refused_command("tenant", "credential", "add", "--tenant", quick.name, "b2b", "--scope", "enroll")
        self.assertIn("already", said)

    def test_the_person_is_shown_to_who_may_see_persons(self) -> None:
        both = caller(quick, "enrollments:read person:read")
        reader, enroller, persons = (
            caller(single[scope]) for scope in ("enrollments:read", "enroll", "person:read")
        )
        portal = ours.portals["device"]
        email = f"{uuid.uuid4()}@example.org"
        session = portal.trigger(somebody()["username"], email, firstName="Jane", lastName="Roe")["sessionToken"]
        person = {"email": email, "name": "Jane Roe"}

        def shown(who: Caller) -> Any:
            return who.operation_status(session).json()

        def assert_shows_a_person(answer: Answer, is_shown: bool) -> None:
            self.assertEqual(answer.status, 200, answer.described())
            self.assertEqual("person" in answer.json(), is_shown)
            for value in person.values():
                self.assertEqual(value.encode() in answer.body, is_shown)

        self.assertNotIn("person", shown(both)["enrollment"], "it goes on")
        self.assertEqual(shown(reader), shown(both))
        self.assertEqual(shown(enroller), {"completionStatus": "Pending"})
        self.assert_scope_missing(persons.operation_status(session), "enroll", "enrollments:read")
        enrollment_id = shown(reader)["enrollment"]["enrollmentId"]
        # Whoever asks for the enrollment itself sees who it is, also before its end.
        assert_shows_a_person(both.enrollment(enrollment_id), True)
        assert_shows_a_person(reader.enrollment(enrollment_id), False)

        token = enroller.enroll({"sessionToken": session}).json()["enrollmentToken"]
        self.assertEqual(enroller.add_device(token).json()["enrollmentStatus"], 2)
        told = shown(both)["enrollment"]["person"]
        self.assertEqual({name: told[name] for name in person}, person)
        self.assertNotIn("person", shown(reader)["enrollment"])
        self.assertEqual(shown(enroller), {"completionStatus": "Success"})
        assert_shows_a_person(both.enrollment(enrollment_id), True)
        assert_shows_a_person(reader.enrollment(enrollment_id), False)
        for who in (both, reader):
            found = who.post(SEARCH, {"enrollmentId": enrollment_id})
            self.assertEqual(len(found.json()["list"]), 1)
            for value in person.values():
                self.assertNotIn(value.encode(), found.body, "a list shows nobody")
        code = shown(reader)["enrollment"]["registrationCode"]
        detail = persons.get(f"/onboarding/admin/registration/{code}").json()
        self.assertEqual(detail["enrollment"]["person"]["email"], email)


class LifeTests(CredentialTests):
    def replaced(self, credentials: Credentials, overlap: int | None) -> Credentials:
        """The client with another secret, once the server knows it."""
        options = [] if overlap is None else ["--overlap", str(overlap)]
        secret = installation.command(
            "tenant", "secret", credentials.name, "--client", credentials.client_id, *options
        ).strip()
        fresh = Credentials(**{**vars(credentials), "client_secret": secret})
        wait_until_known(fresh)
        return fresh

    def test_during_an_overlap_two_secrets_are_good_and_never_three(self) -> None:
        first = installation.credential(quick, "rotating", "enroll")
        wait_until_known(first)
        second = self.replaced(first, 1)
        self.assertEqual([ask(secret).status for secret in (first, second)], [200, 200])
        third = self.replaced(second, 1)
        self.assert_error(ask(first), 401, "invalid_client")
        self.assertEqual([ask(secret).status for secret in (second, third)], [200, 200])
        fourth = self.replaced(third, 0)
        for secret in (first, second, third):
            self.assert_error(ask(secret), 401, "invalid_client")
        fifth = self.replaced(fourth, None)
        self.assert_error(ask(fourth), 401, "invalid_client")
        self.assertEqual(ask(fifth).status, 200)
        listed = installation.command("tenant", "credential", "list", "--tenant", quick.name)
        for secret in (first, second, third, fourth, fifth):
            self.assertNotIn(secret.client_secret, listed)
        for hours in ("-1", "100000"):
            options = ("--client", fifth.client_id, f"--overlap={hours}")
            installation.refused_command("tenant", "secret", quick.name, *options)
        said = installation.refused_command("tenant", "secret", quick.name, "--client", other.client_id)
        self.assertIn("no such client", said)

    def test_the_tokens_of_a_credential_that_ended_open_nothing(self) -> None:
        ended = installation.credential(quick, "ended", "enroll", "enrollments:read")
        wait_until_known(ended)
        client = caller(ended)
        session = client.post("/onboarding/b2c/triggerEnroll", somebody()).json()["sessionToken"]
        installation.command("tenant", "credential", "end", "--tenant", quick.name, ended.client_id)
        wait_until(lambda: client.post(SEARCH, {"username": "x"}).status == 401, "its token is refused")
        for answer in (client.operation_status(session), client.post("/onboarding/b2c/triggerEnroll", somebody())):
            self.assert_refused(answer, 401, "TOKEN_INVALID")
            self.assertEqual(answer.headers["www-authenticate"], 'Bearer error="invalid_token"')
        self.assert_error(ask(ended), 401, "invalid_client")
        self.assertRegex(
            installation.command("tenant", "credential", "list", "--tenant", quick.name), f"{ended.client_id}  .*  ended 20"
        )
        (entry,) = (e for e in trail.entries(installation, quick.name, "signInFailed")[-1:])
        self.assertEqual((entry.texts["client"], entry.texts["cause"]), (ended.client_id, "credential-ended"))
        # What it began goes on.
        self.assertEqual(ours.portals["device"].operation_status(session).json()["completionStatus"], "Pending")


class AssertionTests(CredentialTests):
    """`private_key_jwt`."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.keys = {algorithm: assertions.new_key(algorithm) for algorithm in ("RS256", "ES256")}
        cls.clients = {}
        for algorithm, key in cls.keys.items():
            file = installation.folder / f"{algorithm}.pem"
            file.write_bytes(assertions.public_pem(key))
            name = f"keyed-{algorithm.lower()}"
            cls.clients[algorithm] = installation.credential(quick, name, "enroll", public_key=file)
        for algorithm, client in cls.clients.items():
            wait_until(lambda: cls.right(algorithm).status == 200, f"{client.client_id} is known")

    keys: dict[str, assertions.PrivateKey]
    clients: dict[str, Credentials]

    @classmethod
    def right(cls, algorithm: str) -> Answer:
        client = cls.clients[algorithm]
        said = assertions.claims(client.client_id, issuer(client))
        return show(client, assertions.compact(said, cls.keys[algorithm]))

    def test_a_client_signs_with_its_own_key(self) -> None:
        for algorithm, client in self.clients.items():
            self.assertEqual(client.client_secret, "", "a client with a key has no secret")
            realm = issuer(client)
            for audience in (
                realm,
                f"{realm}/protocol/openid-connect/token",
                ["https://elsewhere.example.org", realm],
            ):
                with self.subTest(f"{algorithm} {audience}"):
                    said = assertions.claims(client.client_id, audience, nbf=1)
                    shown = assertions.compact(said, self.keys[algorithm], kid="whatever")
                    answer = show(client, shown, scope="openid enroll", client_id=client.client_id)
                    self.assertEqual(answer.status, 200, answer.described())
                    self.assertEqual(answer.json()["scope"], "openid enroll")
                    bearer = Caller(installation.endpoint, client.api_key, answer.json()["access_token"])
                    self.assertEqual(bearer.post("/onboarding/b2c/triggerEnroll", somebody()).status, 200)
                    self.assert_scope_missing(bearer.post(SEARCH, {}), "enrollments:read")

    def test_what_is_not_an_assertion_of_the_client_is_refused(self) -> None:
        client, key = self.clients["RS256"], self.keys["RS256"]
        name, realm, theirs = client.client_id, issuer(client), issuer(other)
        now = assertions.claims(name, realm)["iat"]

        def signed(audience: Any = realm, **changes: Any) -> str:
            return assertions.compact(assertions.claims(name, audience, **changes), key)

        said = assertions.claims(name, realm)
        pem = assertions.public_pem(key)
        whole = signed()
        for what, shown in {
            "for another server": signed("https://elsewhere.example.org"),
            "for another realm": signed(theirs),
            "for nobody": signed(None),
            "for no one of several": signed([theirs, name]),
            "for the issuer with a slash": signed(realm + "/"),
            "expired": signed(exp=now - 1),
            "good for an hour": signed(exp=now + 3600),
            "good for ever": signed(exp=None),
            "not good yet": signed(nbf=now + 600),
            "of the future": signed(iat=now + 600),
            "without an id": signed(jti=None),
            "with an empty id": signed(jti=""),
            "with a long id": signed(jti="x" * 2000),
            "with a number for an id": signed(jti=7),
            "issued by another": signed(iss=quick.client_id),
            "about another": signed(sub=quick.client_id),
            "about another tenant's client": signed(iss=other.client_id, sub=other.client_id),
            "without an issuer": signed(iss=None),
            "with a text for an end": signed(exp=str(now + 60)),
            "not signed, none": assertions.compact(said, None),
            "not signed, None": assertions.compact(said, None, "None"),
            "not signed, RS256": assertions.compact(said, None, "RS256"),
            "HS256 by the public key": assertions.compact(said, pem),
            "HS256 by the public key's line": assertions.compact(said, pem.strip()),
            "HS256 called RS256": assertions.compact(said, pem, "RS256"),
            "RS256 called RS512": assertions.compact(said, key, "RS512"),
            "RS256 called PS256": assertions.compact(said, key, "PS256"),
            "RS256 called ES256": assertions.compact(said, key, "ES256"),
            "by another's key": assertions.compact(said, self.keys["ES256"]),
            "by a key of its own": assertions.compact(said, assertions.new_key("RS256"), jwk={"kty": "RSA"}),
            "cut": whole[:-8],
            "of two parts": whole.rpartition(".")[0],
            "of four parts": whole + ".x",
            "no token": "assertion",
            "an access token": caller(quick).bearer or "",
        }.items():
            with self.subTest(what):
                self.assert_error(show(client, shown), 401, "invalid_client")
        self.assert_error(show(client, signed(), client_id=quick.client_id), 401, "invalid_client")
        for realm_of_another in (signed(), signed(theirs), signed([realm, theirs])):
            self.assert_error(show(client, realm_of_another, other.realm), 401, "invalid_client")
        self.assertEqual(show(client, whole).status, 200, "the right one is still good")

    def test_a_client_shows_who_it_is_in_one_way(self) -> None:
        client, key = self.clients["ES256"], self.keys["ES256"]
        shown = assertions.compact(assertions.claims(client.client_id, issuer(client)), key)
        basic = {"Authorization": tokens.basic(client.client_id, quick.client_secret)}
        fields = assertions.fields(shown)
        for what, form, headers in (
            ("a secret in the form too", fields | {"client_secret": quick.client_secret}, {}),
            ("Basic too", fields, basic),
            ("another kind of assertion", fields | {"client_assertion_type": "urn:ietf:params:oauth:saml2"}, {}),
            ("no assertion", {**fields, "client_assertion": ""}, {}),
        ):
            with self.subTest(what):
                answer = request_token(stranger(), client.realm, form, headers)
                self.assert_error(answer, 400, "invalid_request")
        self.assertEqual(show(client, shown).status, 200, "what was refused for its form is not used up")
        with self.subTest("a secret where it has none"):
            self.assert_error(ask(client, client_secret=quick.client_secret), 401, "invalid_client")
            self.assert_error(ask(client, client_secret=""), 401, "invalid_client")

    def test_an_assertion_counts_once(self) -> None:
        client, key = self.clients["ES256"], self.keys["ES256"]
        said = assertions.claims(client.client_id, issuer(client))
        shown = assertions.compact(said, key)
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda _: show(client, shown), range(8)))
        self.assertEqual(sorted(answer.status for answer in answers), [200] + [401] * 7)
        # The id is used, however it is signed and whatever else is said.
        for again in (
            shown,
            assertions.compact(said, key),
            assertions.compact(said | {"exp": said["exp"] + 1, "aud": [issuer(client)]}, key),
        ):
            self.assert_error(show(client, again), 401, "invalid_client")
        # Another client's ids are its own.
        theirs = self.clients["RS256"]
        said = assertions.claims(theirs.client_id, issuer(theirs), jti=said["jti"])
        self.assertEqual(show(theirs, assertions.compact(said, self.keys["RS256"])).status, 200)

    def test_a_key_is_replaced_with_an_overlap(self) -> None:
        first, second = assertions.new_key("ES256"), assertions.new_key("RS256")
        files = [installation.folder / name for name in ("first.pem", "second.pem")]
        for file, key in zip(files, (first, second), strict=True):
            file.write_bytes(assertions.public_pem(key))
        client = installation.credential(quick, "replacing", "enroll", public_key=files[0])

        def status(key: assertions.PrivateKey) -> int:
            return show(client, assertions.compact(assertions.claims(client.client_id, issuer(client)), key)).status

        wait_until(lambda: status(first) == 200, "the first key is known")
        command = ("tenant", "credential", "key", "--tenant", quick.name, client.client_id, str(files[1]))
        installation.command(*command, "--overlap", "1")
        wait_until(lambda: status(second) == 200, "the second key is known")
        self.assertEqual(status(first), 200)
        installation.command(*command)
        wait_until(lambda: status(first) == 401, "the first key has ended")
        self.assertEqual(status(second), 200)

    def test_a_key_that_is_none_is_not_taken(self) -> None:
        file = installation.folder / "none.pem"
        for content in (b"", b"no key", b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"):
            file.write_bytes(content)
            options = ("--scope", "enroll", "--public-key", str(file))
            said = installation.refused_command("tenant", "credential", "add", "--tenant", quick.name, "none", *options)
            self.assertIn("is not PEM", said)

    def test_an_assertion_that_was_used_stays_used_after_a_power_cut(self) -> None:
        cut, port = Installation(), free_port()
        self.addCleanup(cut.close)
        tenant = cut.tenant("cut")
        file = cut.folder / "key.pem"
        file.write_bytes(assertions.public_pem(self.keys["ES256"]))
        client = cut.credential(tenant, "keyed", "enroll", public_key=file)
        cut.start(port=port)
        realm = issuer(client, cut)

        def sent(shown: str) -> Answer:
            return request_token(cut.endpoint, client.realm, assertions.fields(shown))

        used, unused = (
            assertions.compact(assertions.claims(client.client_id, realm), self.keys["ES256"]) for _ in range(2)
        )
        self.assertEqual(sent(used).status, 200)
        cut.kill()
        cut.start(port=port)
        self.assertEqual(issuer(client, cut), realm)
        self.assert_error(sent(used), 401, "invalid_client")
        self.assertEqual(sent(unused).status, 200)
        (entry,) = trail.entries(cut, "cut", "signInFailed")
        self.assertEqual((entry.texts["cause"], entry.texts["client"]), ("assertion-repeated", client.client_id))
        self.assertIn("intact", cut.command("audit", "verify"))


class TrailTests(CredentialTests):
    """The trail says who, from where, in which request and what for."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.tenant = tenants(installation, "watched", "device")["device"]
        cls.portal = Portal(installation.endpoint, cls.tenant)

    tenant: Credentials
    portal: Portal

    def entries(self, kind: str | None = None) -> list[trail.Entry]:
        return trail.entries(installation, self.tenant.name, kind)

    def registered(self) -> dict[str, Any]:
        """The summary of somebody who has just finished."""
        name = f"{uuid.uuid4()}@example.org"
        session = self.portal.trigger(name)["sessionToken"]
        token = self.portal.enroll({"sessionToken": session}).json()["enrollmentToken"]
        self.portal.add_device(token)
        (summary,) = self.portal.find(username=name)
        return summary | {"session": session}

    def test_each_way_of_reading_a_person_is_noted(self) -> None:
        person = self.registered()
        enrollment, code = person["enrollmentId"], person["registrationCode"]
        headers = self.portal.headers | {"Onboarding-Purpose": "audit/2026:q4_1.x"}
        endpoint = Endpoint(installation.endpoint.url, source_address="127.0.77.9")
        one = f"/onboarding/admin/enrollment/{enrollment}"
        for operation, method, path, document in (
            ("search", "POST", SEARCH, {"enrollmentId": enrollment}),
            ("enrollment", "GET", one, None),
            ("receipt", "GET", f"{one}/receipt", None),
            ("explanation", "GET", f"{one}/explanation", None),
            ("registrations", "POST", "/onboarding/admin/registration", {"pageNumber": 1, "pageSize": 1}),
            ("registration", "GET", f"/onboarding/admin/registration/{code}", None),
            ("operation-status", "GET", f"/onboarding/b2c/operationStatus/{person['session']}", None),
        ):
            with self.subTest(operation):
                before = len(self.entries())
                body = None if document is None else json.dumps(document).encode()
                answer = endpoint.send(method, path, headers, body)
                self.assertEqual(answer.status, 200, answer.described())
                (entry,) = self.entries()[before:]
                self.assertEqual(entry.kind, "personDataRead")
                self.assertEqual(
                    entry.texts,
                    {
                        "actor": f"credential {self.tenant.client_id}",
                        "address": "127.0.77.0/24",
                        "enrollments": enrollment,
                        "operation": operation,
                        "purpose": "audit/2026:q4_1.x",
                        "request": answer.headers["x-request-id"],
                    },
                )
                self.assertIn(f"request={entry.texts['request']}", installation.log.read_text())

    def test_who_reads_on_the_command_line_is_noted(self) -> None:
        person = self.registered()
        enrollment, code = person["enrollmentId"], person["registrationCode"]
        folder = str(installation.folder / "exported")
        for kind, texts, command in (
            ("personDataRead", {"operation": "find", "enrollments": enrollment}, ("find", code)),
            ("personDataRead", {"operation": "show", "enrollments": enrollment}, ("audit", "show", code)),
            ("personDataRead", {"operation": "explain", "enrollments": enrollment}, ("audit", "explain", code)),
            ("registrationExported", {"enrollment": enrollment}, ("export", code, "--to", folder)),
            ("registrationErased", {"enrollment": self.registered()["enrollmentId"]}, ("erase",)),
        ):
            with self.subTest(command[0]):
                before = len(self.entries())
                named = ("--enrollment", texts["enrollment"]) if kind == "registrationErased" else ()
                installation.command(*command, *named, "--tenant", self.tenant.name, "--purpose", "complaint-4711")
                noted = self.entries()[before:]
                self.assertEqual([entry.kind for entry in noted], [kind], "what was done, and nothing that was not")
                self.assertRegex(noted[0].texts["actor"], r"^user \S")
                others = {name: text for name, text in noted[0].texts.items() if name not in ("actor", "erased")}
                self.assertEqual(others, texts | {"purpose": "complaint-4711"})
        installation.command("find", code, "--tenant", self.tenant.name)
        self.assertNotIn("purpose", self.entries()[-1].texts)
        said = installation.refused_command("find", code, "--tenant", self.tenant.name, "--purpose", "two words")
        self.assertIn("--purpose is a word", said)

    def test_what_shows_nobody_is_not_noted(self) -> None:
        session = self.portal.trigger(somebody()["email"])["sessionToken"]
        before = len(self.entries())
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, self.tenant)
        for who in (self.portal, phone, self.portal):
            self.assertEqual(who.operation_status(session).status, 200)
        self.assertEqual(self.portal.find(username="nobody"), [])
        self.assertEqual(self.portal.enrollment("0" * 32).status, 404)
        phone.add_device(phone.begin())
        self.assertEqual(phone.operation_status(session).json(), {"completionStatus": "Success"})
        self.assertEqual(caller(self.tenant, "enroll").operation_status(session).status, 200)
        self.assertEqual(self.entries()[before:], [])

    def test_an_erasure_names_who_asked_for_it(self) -> None:
        for who, send in (
            (f"credential {self.tenant.client_id}", self.erase),
            ("phone", self.withdraw),
        ):
            with self.subTest(who):
                answer, enrollment = send()
                self.assertEqual(answer.status, 200, answer.described())
                entry = self.entries("registrationErased")[-1]
                self.assertEqual((entry.texts["actor"], entry.texts["enrollment"]), (who, enrollment))
                self.assertEqual(entry.texts["request"], answer.headers["x-request-id"])

    def erase(self) -> tuple[Answer, str]:
        enrollment = self.registered()["enrollmentId"]
        path = f"/onboarding/admin/enrollment/{enrollment}"
        return installation.endpoint.send("DELETE", path, self.portal.headers), enrollment

    def withdraw(self) -> tuple[Answer, str]:
        session = self.portal.trigger(somebody()["email"])["sessionToken"]
        (begun,) = self.portal.find(sessionToken=session)
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, self.tenant)
        token = phone.begin()
        return phone.post("/onboarding/enrollment/withdrawConsent", {"enrollmentToken": token}), begun["enrollmentId"]

    def test_a_purpose_that_is_no_word_is_refused(self) -> None:
        for purpose in ("", "two words", "x" * 65, "ä", 'a"b', "a,b", "a@b", "a+b", "a;b"):
            with self.subTest(purpose):
                for path in ("/onboarding/admin/customerConfig", "/onboarding/b2c/operationStatus/x"):
                    headers = self.portal.headers | {"Onboarding-Purpose": purpose}
                    self.assert_refused(installation.endpoint.send("GET", path, headers), 400, "PURPOSE_INVALID")
        headers = self.portal.headers | {"Onboarding-Purpose": "x" * 64}
        self.assertEqual(installation.endpoint.send("GET", CONFIGURATION, headers).status, 200)

    def test_a_changed_configuration_is_kept_as_its_difference(self) -> None:
        before = len(self.entries("configurationChanged"))
        change = {"onboardingConfig": {"maxFaceAttempts": 3, "sampleWebRoutes": {"origins": ["https://a.example.org"]}}}
        answer = self.portal.post(CONFIGURATION, change)
        self.assertEqual(answer.status, 200, answer.described())
        (entry,) = self.entries("configurationChanged")[before:]
        self.assertEqual(entry.texts["actor"], f"credential {self.tenant.client_id}")
        self.assertEqual(entry.texts["request"], answer.headers["x-request-id"])
        changes = {change["path"]: (change["before"], change["after"]) for change in json.loads(entry.texts["changes"])}
        self.assertEqual(
            changes,
            {
                "/onboardingConfig/maxFaceAttempts": (5, 3),
                "/onboardingConfig/sampleWebRoutes/origins": (["https://shop.example.org"], ["https://a.example.org"]),
            },
        )

    def test_what_is_done_to_credentials_is_noted(self) -> None:
        made = installation.credential(self.tenant, "noted", "erase", "enroll")
        secret = installation.command("tenant", "secret", self.tenant.name, "--client", made.client_id).strip()
        installation.command("tenant", "credential", "end", "--tenant", self.tenant.name, made.client_id)
        mine = [entry for entry in self.entries() if entry.texts.get("client") == made.client_id]
        self.assertEqual(
            [entry.kind for entry in mine],
            ["credentialAdded", "credentialKeyAdded", "credentialKeyAdded", "credentialEnded"],
        )
        self.assertEqual(mine[0].texts["scopes"], "enroll erase")
        for entry in mine:
            self.assertRegex(entry.texts["actor"], r"^user \S")
        written = "\n".join(map(str, mine)).encode() + installation.log.read_bytes()
        secrets = {"the first": made.client_secret.encode(), "the second": secret.encode()}
        self.assertEqual(leaks.in_bytes(written, secrets), [])


class FailedSignInTests(CredentialTests):
    """On a server whose clock is moved, because what was counted is written when its minute is over."""

    def setUp(self) -> None:
        if not FAKE_TIME.exists():
            raise unittest.SkipTest("no faketime: run make setup")
        self.installation = Installation()
        self.addCleanup(self.installation.close)
        self.clock = self.installation.folder / "clock"
        self.clock.write_text("+0\n")
        self.installation.variables |= {
            "LD_PRELOAD": str(FAKE_TIME),
            "FAKETIME_TIMESTAMP_FILE": str(self.clock),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }
        self.tenant = self.installation.tenant("failing")
        self.installation.start()
        self.addCleanup(lambda: self.installation.is_running and self.installation.stop())

    def sent(self, address: str, client_id: str, secret: str) -> Answer:
        endpoint = Endpoint(self.installation.endpoint.url, source_address=address)
        fields = {"client_id": client_id, "client_secret": secret, "grant_type": "client_credentials"}
        return request_token(endpoint, self.tenant.realm, fields)

    def failed(self) -> list[tuple[str, str, str, str | None]]:
        return [
            (entry.texts["client"], entry.texts["cause"], entry.texts["count"], entry.texts.get("address"))
            for entry in trail.entries(self.installation, "failing", "signInFailed")
        ]

    def test_failed_sign_ins_are_noted_and_counted_and_name_nobody(self) -> None:
        known, made_up, secret = self.tenant.client_id, f"mallory-{uuid.uuid4()}", f"guess-{uuid.uuid4()}"
        first = [self.sent("127.0.3.1", made_up, secret) for _ in range(4)][0]
        for address in ("127.0.3.2", "127.0.3.3", "127.0.3.2", "127.0.4.1"):
            self.assert_error(self.sent(address, known, secret), 401, "invalid_client")
        at_once = [
            ("unknown", "unknown-client", "1", "127.0.3.0/24"),
            (known, "wrong-secret", "1", "127.0.3.0/24"),
            (known, "wrong-secret", "1", "127.0.4.0/24"),
        ]
        self.assertEqual(self.failed(), at_once)
        entry = trail.entries(self.installation, "failing", "signInFailed")[0]
        self.assertEqual((entry.texts["actor"], entry.texts["request"]), ("anyone", first.headers["x-request-id"]))

        # A hundred senders a minute, one by one; nobody fills the trail.
        for number in range(120):
            self.sent(f"127.1.{number}.1", f"{made_up}-{number}", secret)
        self.assertEqual(len(self.failed()), 100)
        # After ten failures nobody looks at what is shown.
        throttled = [self.sent("127.0.3.2", known, secret) for _ in range(9)][-1]
        self.assert_error(throttled, 429, "invalid_client")
        self.assertEqual(self.sent("127.0.3.2", known, self.tenant.client_secret).status, 429)
        self.assertEqual(self.sent("127.0.5.1", known, self.tenant.client_secret).status, 200)

        moved = self.clock.with_suffix(".new")
        moved.write_text("+61\n")
        moved.replace(self.clock)
        counted = {
            ("unknown", "unknown-client", "3", "127.0.3.0/24"),
            # Two before the hundred senders and eight after them.
            (known, "wrong-secret", "10", "127.0.3.0/24"),
            # Of those 23 whose senders came too late, and two of a cause that came too late.
            ("unknown", "further-senders", "25", None),
        }
        wait_until(lambda: len(self.failed()) >= 103, "what was counted is written", pause=0.5)
        self.assertEqual(set(self.failed()[100:]), counted)
        for entry in trail.entries(self.installation, "failing", "signInFailed")[100:]:
            self.assertNotIn("request", entry.texts, "of many requests none has a name")

        written = self.installation.command("audit", "trail").encode() + self.installation.log.read_bytes()
        secrets = {"client": made_up.encode(), "guess": secret.encode(), "secret": self.tenant.client_secret.encode()}
        self.assertEqual(leaks.in_bytes(written, secrets), [])
        self.assertEqual(self.installation.stop(), 0)
        self.assertIn("intact", self.installation.command("audit", "verify"))


if __name__ == "__main__":
    unittest.main()
