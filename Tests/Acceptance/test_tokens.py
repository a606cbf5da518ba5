"""Tokens: a stock OAuth client works unaided, forged bearers do not."""

import hashlib
import hmac
import json
import os
import unittest
import uuid
from typing import Any
from unittest import mock

import oauthlib.oauth2
import requests_oauthlib
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from requests.auth import HTTPBasicAuth

from client import tokens
from client.exchange import Answer, Endpoint, envelope_objection
from client.flow import Caller, Credentials, Portal, request_token
from installation import Installation, free_port, wait_until

installation: Installation
acme: Credentials
other: Credentials


def setUpModule() -> None:
    global installation, acme, other
    installation = Installation.for_module()
    acme = installation.tenant("acme")
    other = installation.tenant("other")


def realm_url(credentials: Credentials) -> str:
    return f"{installation.endpoint.url}/auth/realms/{credentials.realm}"


def realm_document(credentials: Credentials, path: str = "/.well-known/openid-configuration") -> Any:
    answer = installation.endpoint.send("GET", f"/auth/realms/{credentials.realm}{path}")
    assert answer.status == 200, answer.described()
    return answer.json()


def key_set(credentials: Credentials) -> Any:
    return realm_document(credentials, "/protocol/openid-connect/certs")


def form(credentials: Credentials, **changes: str | None) -> dict[str, str]:
    fields: dict[str, str | None] = {
        "client_id": credentials.client_id,
        "client_secret": credentials.client_secret,
        "scope": "openid",
        "grant_type": "client_credentials",
    }
    return {name: value for name, value in (fields | changes).items() if value is not None}


class StockClientTests(unittest.TestCase):
    """requests-oauthlib, told nothing but the URL and the credentials."""

    def setUp(self) -> None:
        patch = mock.patch.dict(os.environ, {"OAUTHLIB_INSECURE_TRANSPORT": "1"})
        patch.start()
        self.addCleanup(patch.stop)
        client = oauthlib.oauth2.BackendApplicationClient(acme.client_id, scope=["openid"])
        self.session = requests_oauthlib.OAuth2Session(client=client)
        self.addCleanup(self.session.close)
        self.token_url = realm_document(acme)["token_endpoint"]

    def assert_bearer_opens_a_call(self) -> None:
        response = self.session.post(
            f"{installation.endpoint.url}/onboarding/b2c/triggerEnroll",
            json={"username": "stock@example.org", "email": "stock@example.org"},
            headers={"apikey": acme.api_key},
        )
        self.assertEqual(response.json()["status"], "SUCCESS", response.text)

    def test_gets_a_token_with_basic_credentials(self) -> None:
        credentials = HTTPBasicAuth(acme.client_id, acme.client_secret)
        self.session.fetch_token(self.token_url, auth=credentials)
        self.assert_bearer_opens_a_call()

    def test_gets_a_token_with_credentials_in_the_form(self) -> None:
        self.session.fetch_token(
            self.token_url, client_id=acme.client_id, client_secret=acme.client_secret, include_client_id=True
        )
        self.assert_bearer_opens_a_call()

    def test_understands_a_refusal(self) -> None:
        with self.assertRaises(oauthlib.oauth2.InvalidClientError):
            self.session.fetch_token(self.token_url, auth=HTTPBasicAuth(acme.client_id, "wrong"))


class TokenTests(unittest.TestCase):
    def granted(self, credentials: Credentials, **changes: str | None) -> dict[str, Any]:
        answer = request_token(installation.endpoint, credentials.realm, form(credentials, **changes))
        self.assertEqual(answer.status, 200, answer.described())
        self.assertEqual(answer.headers.get("pragma"), "no-cache")
        document: dict[str, Any] = answer.json()
        return document

    def test_the_answer_has_exactly_the_seven_fields(self) -> None:
        document = self.granted(acme)
        # In the guide's order, although JSON promises none.
        names = ["access_token", "expires_in", "refresh_expires_in", "token_type", "id_token", "not-before-policy", "scope"]
        self.assertEqual(list(document), names)
        texts = {name: document.pop(name) for name in ("access_token", "id_token")}
        self.assertTrue(all(isinstance(text, str) and text.count(".") == 2 for text in texts.values()))
        expected = {
            "expires_in": 300,
            "refresh_expires_in": 0,
            "token_type": "Bearer",
            "not-before-policy": 0,
            "scope": "openid",
        }
        self.assertEqual(document, expected)
        self.assertEqual(
            {name: type(value) for name, value in document.items()}, {n: type(v) for n, v in expected.items()}
        )

    def test_an_id_token_comes_only_with_the_scope_openid(self) -> None:
        self.assertNotIn("id_token", self.granted(acme, scope=None))
        self.assertNotIn("id_token", self.granted(acme, scope="profile"))
        self.assertIn("id_token", self.granted(acme, scope="profile openid"))

    def test_the_tokens_verify_with_the_published_keys(self) -> None:
        document = self.granted(acme)
        discovery = realm_document(acme)
        keys = key_set(acme)
        for name, kind, audience in (
            ("access_token", "Bearer", installation.endpoint.url),
            ("id_token", "ID", acme.client_id),
        ):
            with self.subTest(name):
                header = tokens.parts(document[name])[0]
                self.assertEqual(set(header), {"alg", "typ", "kid"})
                self.assertEqual((header["alg"], header["typ"], len(header["kid"])), ("RS256", "JWT", 43))
                claims = tokens.verify(document[name], keys)
                self.assertEqual(claims["iss"], discovery["issuer"])
                self.assertEqual(claims["aud"], audience)
                self.assertEqual(claims["typ"], kind)
                self.assertEqual(claims["azp"], acme.client_id)
                self.assertIs(type(claims["iat"]), int)
                self.assertIs(type(claims["exp"]), int)
                self.assertEqual(claims["exp"] - claims["iat"], 300)
                self.assertEqual(str(uuid.UUID(claims["jti"])), claims["jti"])
                self.assertEqual(str(uuid.UUID(claims["sub"])), claims["sub"])
                self.assertNotIn("sid", claims)

    def test_no_two_tokens_are_the_same(self) -> None:
        self.assertNotEqual(self.granted(acme)["access_token"], self.granted(acme)["access_token"])

    def test_the_key_set_names_keys_by_their_thumbprint_and_keeps_the_private_half(self) -> None:
        keys = key_set(acme)["keys"]
        self.assertGreaterEqual(len(keys), 1)
        for key in keys:
            self.assertEqual(key["kid"], tokens.thumbprint(key))
            self.assertEqual(key["use"], "sig")
            self.assertFalse(set(key) & {"d", "p", "q", "dp", "dq", "qi", "k"})
            if key["kty"] == "RSA":
                self.assertEqual(key["e"], "AQAB")
                self.assertGreaterEqual(len(tokens.decode_base64url(key["n"])), 256)

    def test_a_tenant_may_have_its_tokens_signed_with_es256(self) -> None:
        curve = installation.tenant("curve", tokenSigningAlgorithm="ES256")
        document = self.granted(curve)
        self.assertEqual(tokens.parts(document["access_token"])[0]["alg"], "ES256")
        claims = tokens.verify(document["access_token"], key_set(curve))
        self.assertEqual(claims["iss"], realm_document(curve)["issuer"])
        self.assertEqual(realm_document(curve)["id_token_signing_alg_values_supported"], ["ES256"])
        portal = Portal(installation.endpoint, curve)
        self.assertEqual(portal.trigger("curve@example.org")["status"], "SUCCESS")


class DiscoveryTests(unittest.TestCase):
    def test_the_issuer_is_the_url_without_the_suffix(self) -> None:
        document = realm_document(acme)
        self.assertEqual(document["issuer"], realm_url(acme))
        endpoints = ("authorization_endpoint", "token_endpoint", "jwks_uri")
        for name in endpoints:
            self.assertTrue(document[name].startswith(document["issuer"] + "/protocol/openid-connect/"), name)
        self.assertEqual(document["grant_types_supported"], ["client_credentials"])
        self.assertEqual(document["subject_types_supported"], ["public"])
        own = ["enroll", "enrollments:read", "person:read", "erase", "configuration", "metrics", "review", "attributes"]
        own += ["users", "users:admin"]
        self.assertEqual(document["scopes_supported"], ["openid", *own])
        self.assertEqual(document["id_token_signing_alg_values_supported"], ["RS256"])
        self.assertCountEqual(
            document["token_endpoint_auth_methods_supported"],
            ["client_secret_basic", "client_secret_post", "private_key_jwt"],
        )
        self.assertIn("iss", document["claims_supported"])
        self.assertIn("response_types_supported", document)

    def test_the_server_metadata_stand_at_both_places(self) -> None:
        after = realm_document(acme, "/.well-known/oauth-authorization-server")
        before = installation.endpoint.send("GET", f"/.well-known/oauth-authorization-server/auth/realms/{acme.realm}")
        self.assertEqual(before.json(), after)
        self.assertEqual(after["issuer"], realm_url(acme))

    def test_the_realm_says_where_its_tokens_are(self) -> None:
        document = realm_document(acme, "")
        self.assertEqual(document["realm"], acme.realm)
        self.assertEqual(document["token-service"], f"{realm_url(acme)}/protocol/openid-connect")

    def test_an_unknown_realm_is_not_found(self) -> None:
        for path in ("", "/.well-known/openid-configuration", "/protocol/openid-connect/certs"):
            answer = installation.endpoint.send("GET", f"/auth/realms/nobody-consumers{path}")
            self.assertEqual((answer.status, answer.json()), (404, {"error": "Realm does not exist"}))

    def test_the_issuer_never_comes_from_the_host_header(self) -> None:
        path = f"/auth/realms/{acme.realm}/.well-known/openid-configuration"
        answer = installation.endpoint.send(
            "GET",
            path,
            {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "Forwarded": "host=evil.example"},
        )
        self.assertEqual(answer.json()["issuer"], realm_url(acme))


class RotationTests(unittest.TestCase):
    def test_a_running_server_signs_with_new_keys_and_believes_what_the_old_ones_signed(self) -> None:
        rotated = Installation()
        self.addCleanup(rotated.close)
        endpoint = rotated.start()
        portal = rotated.portal("rotated")
        before = portal.bearer
        path = f"/auth/realms/{portal.credentials.realm}/protocol/openid-connect/certs"

        def signing_key() -> str:
            portal.sign_in()
            return str(tokens.parts(portal.bearer)[0]["kid"])

        old = signing_key()
        rotated.command("keys", "rotate", "--key", "token")
        wait_until(lambda: signing_key() != old, "the new key signs")
        keys = endpoint.send("GET", path).json()
        self.assertEqual(len(keys["keys"]), 5, "two of each algorithm, and that of receipts")
        tokens.verify(portal.bearer, keys)
        tokens.verify(before, keys)
        for bearer in (before, portal.bearer):
            portal.bearer = bearer
            self.assertEqual(portal.trigger("a@example.org")["status"], "SUCCESS")


class TokenErrorTests(unittest.TestCase):
    """RFC 6749 §5.2; not the envelope."""

    def assert_error(self, answer: Answer, status: int, error: str) -> None:
        self.assertEqual(answer.status, status, answer.described())
        document = answer.json()
        self.assertEqual(document["error"], error, document)
        self.assertLessEqual(set(document), {"error", "error_description"})
        self.assertEqual(answer.headers.get("pragma"), "no-cache")

    def ask(self, fields: dict[str, str], headers: dict[str, str] | None = None, realm: str | None = None) -> Answer:
        return request_token(installation.endpoint, realm or acme.realm, fields, headers)

    def test_a_wrong_secret_and_an_unknown_client_are_the_same_401(self) -> None:
        wrong = self.ask(form(acme, client_secret="wrong"))
        unknown = self.ask(form(acme, client_id="nobody"))
        foreign = self.ask(form(other))
        for answer in (wrong, unknown, foreign):
            self.assert_error(answer, 401, "invalid_client")
            self.assertEqual(answer.json()["error_description"], "Invalid client or Invalid client credentials")
            self.assertTrue(answer.headers["www-authenticate"].startswith("Basic realm="))

    def test_missing_and_damaged_credentials_are_401(self) -> None:
        self.assert_error(self.ask(form(acme, client_secret=None)), 401, "invalid_client")
        self.assert_error(self.ask(form(acme, client_id=None, client_secret=None)), 401, "invalid_client")
        bare = form(acme, client_id=None, client_secret=None)
        for authorization in ("Basic !!!", "Basic " + "Zm9v", "Basic ", "Basic /w=="):
            self.assert_error(self.ask(bare, {"Authorization": authorization}), 401, "invalid_client")

    def test_a_missing_grant_is_an_invalid_request(self) -> None:
        self.assert_error(self.ask(form(acme, grant_type=None)), 400, "invalid_request")
        self.assert_error(self.ask({}), 400, "invalid_request")

    def test_another_grant_is_unsupported(self) -> None:
        for grant in (
            "password",
            "authorization_code",
            "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "CLIENT_CREDENTIALS",
        ):
            self.assert_error(self.ask(form(acme, grant_type=grant)), 400, "unsupported_grant_type")

    def test_an_unknown_realm_is_not_found(self) -> None:
        answer = self.ask(form(acme), realm="nobody-consumers")
        self.assertEqual((answer.status, answer.json()), (404, {"error": "Realm does not exist"}))

    def test_a_repeated_parameter_is_an_invalid_request(self) -> None:
        path = f"/auth/realms/{acme.realm}/protocol/openid-connect/token"
        body = b"grant_type=client_credentials&" + "&".join(f"{n}={v}" for n, v in form(acme).items()).encode()
        answer = installation.endpoint.send("POST", path, {"Content-Type": tokens.FORM}, body)
        self.assert_error(answer, 400, "invalid_request")

    def test_a_body_that_is_no_form_is_an_invalid_request(self) -> None:
        path = f"/auth/realms/{acme.realm}/protocol/openid-connect/token"
        for kind, body in (
            ("application/json", json.dumps(form(acme)).encode()),
            (tokens.FORM, b"grant_type=%zz"),
            (tokens.FORM, b"grant_type=\xff\xfe"),
            ("", b""),
        ):
            answer = installation.endpoint.send("POST", path, {"Content-Type": kind}, body)
            self.assert_error(answer, 400, "invalid_request")

    def test_a_client_named_twice_must_agree(self) -> None:
        header = {"Authorization": tokens.basic(acme.client_id, acme.client_secret)}
        self.assertEqual(self.ask(form(acme, client_secret=None), header).status, 200)
        disagreeing = form(acme, client_id=other.client_id, client_secret=None)
        self.assert_error(self.ask(disagreeing, header), 400, "invalid_request")

    def test_a_client_authenticates_itself_by_one_method(self) -> None:
        header = {"Authorization": tokens.basic(acme.client_id, acme.client_secret)}
        self.assert_error(self.ask(form(acme), header), 400, "invalid_request")
        self.assert_error(self.ask(form(acme, client_secret="wrong"), header), 400, "invalid_request")
        # A parameter without a value counts as left out.
        self.assertEqual(self.ask(form(acme, client_id="", client_secret=""), header).status, 200)

    def test_more_than_one_space_may_stand_behind_the_scheme(self) -> None:
        bare = form(acme, client_id=None, client_secret=None)
        header = {"Authorization": tokens.basic(acme.client_id, acme.client_secret).replace(" ", "   ")}
        answer = self.ask(bare, header)
        self.assertEqual(answer.status, 200, answer.described())
        caller = {"apikey": acme.api_key, "Authorization": f"bearer   {answer.json()['access_token']}"}
        body = b'{"username":"spaced@example.org","email":"spaced@example.org"}'
        triggered = installation.endpoint.send("POST", "/onboarding/b2c/triggerEnroll", caller, body)
        self.assertEqual(triggered.status, 200, triggered.described())

    def test_the_token_endpoint_takes_posts_only(self) -> None:
        answer = installation.endpoint.send("GET", f"/auth/realms/{acme.realm}/protocol/openid-connect/token")
        self.assertEqual((answer.status, answer.headers["allow"]), (405, "POST"))

    def test_ten_failures_throttle_one_client_from_one_address_and_nobody_else(self) -> None:
        target = installation.tenant("target")
        path = target.realm
        for _ in range(10):
            answer = self.ask(form(target, client_secret="guess"), realm=path)
            self.assert_error(answer, 401, "invalid_client")
        for secret in ("guess", target.client_secret):
            answer = self.ask(form(target, client_secret=secret), realm=path)
            self.assertEqual(answer.status, 429, answer.described())
            self.assertGreater(int(answer.headers["retry-after"]), 0)
        self.assertEqual(self.ask(form(acme)).status, 200)
        elsewhere = Endpoint(installation.endpoint.url, source_address="127.0.0.2")
        self.assertEqual(request_token(elsewhere, path, form(target)).status, 200)


class BearerTests(unittest.TestCase):
    """What is not an access token of this server opens nothing."""

    access_token: str
    id_token: str
    header: dict[str, Any]
    claims: dict[str, Any]
    attacker: rsa.RSAPrivateKey

    @classmethod
    def setUpClass(cls) -> None:
        document = Portal(installation.endpoint, acme).sign_in()
        cls.access_token = document["access_token"]
        cls.id_token = document["id_token"]
        cls.header, cls.claims, _, _ = tokens.parts(cls.access_token)
        cls.attacker = rsa.generate_private_key(65537, 2048)

    def call(self, bearer: str | None) -> Answer:
        caller = Caller(installation.endpoint, acme.api_key, bearer)
        return caller.post("/onboarding/b2c/triggerEnroll", {"username": "b@example.org", "email": "b@example.org"})

    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))
        if status == 401:
            self.assertEqual(answer.json()["errorCode"], "UNAUTHORIZED")
            self.assertTrue(answer.headers["www-authenticate"].startswith("Bearer"))

    def test_a_genuine_token_opens_the_call(self) -> None:
        self.assertEqual(self.call(self.access_token).status, 200)

    def test_forged_tokens_are_invalid(self) -> None:
        text, _, signature = self.access_token.rpartition(".")
        admin = self.claims | {"scope": "openid admin", "exp": self.claims["exp"] + 10_000_000}
        own = self.attacker.public_key().public_numbers()
        own_key = {
            "kty": "RSA",
            "e": "AQAB",
            "n": tokens.encode_base64url(own.n.to_bytes(256, "big")),
        }
        public = next(key for key in key_set(acme)["keys"] if key["kid"] == self.header["kid"])
        confused = self._signed_with_the_public_key_as_secret(public)
        table = {
            "garbage": "garbage",
            "two dots": "..",
            "algorithm none": tokens.forge({"alg": "none", "typ": "JWT"}, self.claims),
            "algorithm nOnE with our key": tokens.forge(self.header | {"alg": "nOnE"}, self.claims),
            "no signature": text + ".",
            "half a signature": f"{text}.{signature[:100]}",
            "a changed signature": text
            + "."
            + signature[:-8]
            + ("A" if signature[-8] != "A" else "B")
            + signature[-7:],
            "changed claims": tokens.forge(self.header, admin).rstrip(".") + "." + signature,
            "a foreign key": tokens.forge(
                self.header | {"kid": tokens.thumbprint(own_key)}, self.claims, self.attacker
            ),
            "a foreign key under our name": tokens.forge(self.header, self.claims, self.attacker),
            "no key named": tokens.forge({"alg": "RS256", "typ": "JWT"}, self.claims, self.attacker),
            "a key brought along": tokens.forge(self.header | {"jwk": own_key}, self.claims, self.attacker),
            "our public key as a secret": confused,
            "an id token": self.id_token,
            "padding behind": self.access_token + "=",
            "a fourth part": self.access_token + ".AAAA",
        }
        for name, token in table.items():
            with self.subTest(name):
                answer = self.call(token)
                self.assert_refused(answer, 401, "TOKEN_INVALID")
                self.assertEqual(answer.headers["www-authenticate"], 'Bearer error="invalid_token"')

    def test_a_forged_expiry_says_nothing_about_the_signature(self) -> None:
        expired = tokens.forge(self.header, self.claims | {"exp": 1}, self.attacker)
        self.assert_refused(self.call(expired), 401, "TOKEN_INVALID")

    def test_a_missing_bearer_is_missing(self) -> None:
        answer = self.call(None)
        self.assert_refused(answer, 401, "TOKEN_MISSING")
        self.assertEqual(answer.headers["www-authenticate"], "Bearer")
        for value in (tokens.basic(acme.client_id, acme.client_secret), "Bearer", ""):
            headers = {"apikey": acme.api_key, "Authorization": value}
            answer = installation.endpoint.send("POST", "/onboarding/b2c/triggerEnroll", headers, b"{}")
            self.assertIn(answer.reason, {"TOKEN_MISSING", "TOKEN_INVALID"})
            self.assertEqual(answer.status, 401)

    def test_the_api_key_must_be_there_known_and_of_the_same_tenant(self) -> None:
        for api_key, status, reason in (
            (None, 401, "APIKEY_MISSING"),
            ("", 401, "APIKEY_MISSING"),
            ("A" * 22, 401, "APIKEY_UNKNOWN"),
            (other.api_key, 403, "APIKEY_FOREIGN"),
        ):
            with self.subTest(reason):
                caller = Caller(installation.endpoint, api_key, self.access_token)
                self.assert_refused(caller.post("/onboarding/enrollment/enroll", {}), status, reason)

    def test_who_calls_is_asked_before_what_is_said(self) -> None:
        caller = Caller(installation.endpoint, None, None)
        self.assert_refused(caller.post("/onboarding/enrollment/addFace", raw=b"no json"), 401, "TOKEN_MISSING")
        caller = Caller(installation.endpoint, other.api_key, self.access_token)
        self.assert_refused(caller.post("/onboarding/enrollment/addFace", raw=b"no json"), 403, "APIKEY_FOREIGN")

    def _signed_with_the_public_key_as_secret(self, key: dict[str, Any]) -> str:
        """The classic confusion: HS256, keyed with what everybody knows."""
        numbers = rsa.RSAPublicNumbers(
            int.from_bytes(tokens.decode_base64url(key["e"]), "big"),
            int.from_bytes(tokens.decode_base64url(key["n"]), "big"),
        )
        pem = numbers.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        unsigned = tokens.forge({"alg": "HS256", "typ": "JWT", "kid": key["kid"]}, self.claims).rstrip(".")
        return f"{unsigned}.{tokens.encode_base64url(hmac.digest(pem, unsigned.encode(), hashlib.sha256))}"


class AudienceTests(unittest.TestCase):
    def test_a_token_for_another_public_url_is_invalid_though_the_keys_are_the_same(self) -> None:
        moved = Installation()
        self.addCleanup(moved.close)
        credentials = moved.tenant("moved")
        moved.start("--public-url", "https://kyc.example.org", port=free_port())
        genuine = Portal(moved.endpoint, credentials)
        claims = tokens.parts(genuine.bearer or "")[1]
        self.assertEqual(claims["aud"], "https://kyc.example.org")
        self.assertEqual(claims["iss"], "https://kyc.example.org/auth/realms/moved-consumers")
        self.assertEqual(
            genuine.trigger("m@example.org")["sessionCallbackURL"][:35], "https://kyc.example.org/onboarding?"
        )
        self.assertEqual(moved.stop(), 0)

        moved.start("--public-url", "https://other.example.org/", port=free_port())
        caller = Caller(moved.endpoint, credentials.api_key, genuine.bearer)
        answer = caller.post("/onboarding/enrollment/enroll", {})
        self.assertEqual((answer.status, answer.reason), (401, "TOKEN_INVALID"), answer.described())
        self.assertEqual(Portal(moved.endpoint, credentials).trigger("m@example.org")["status"], "SUCCESS")
        self.assertEqual(moved.output.count("\n"), 2, "standard output has one line a start")


if __name__ == "__main__":
    unittest.main()
