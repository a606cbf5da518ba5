"""Operators who sign in through a provider of somebody else's making, Django OAuth Toolkit, as their browsers do it."""

from __future__ import annotations

import base64
import http.client
import json
import re
import time
import unittest
import urllib.parse
from dataclasses import dataclass
from typing import Any

from jwcrypto import jwk, jwt

import trail
from client.exchange import Endpoint
from installation import Installation, wait_until
from provider import PASSWORD, Provider

#: With a blank and what a form escapes, so that the header's own escaping counts (RFC 6749 §2.3.1).
SECRET = "s3cret %/+ü"
SESSION, PENDING = "__Host-operator", "__Host-oidc"
ROLES = [
    {"value": "kyc-counter", "role": "operator"},
    {"value": "kyc-auditors", "role": "auditor", "rights": ["persons"]},
    {"value": "kyc-admins", "role": "admin"},
]

installation: Installation
provider: Provider


def setUpModule() -> None:
    global installation, provider
    installation = Installation.for_module("--provider-networks", "127.0.0.0/8")
    provider = Provider()
    unittest.addModuleCleanup(provider.close)
    provider.start()
    url = installation.endpoint.url
    provider.application("kyc", SECRET, url + "/sign-in/oidc/callback", signed_out=url + "/sign-in")
    secret = installation.folder / "secret"
    secret.write_text(SECRET + "\n", encoding="utf-8")
    for tenant in ("acme", "closed"):
        installation.tenant(tenant)
        installation.command("tenant", "oidc-secret", tenant, "--file", str(secret))
        configure(tenant)
    secret.unlink()
    browser = Browser()
    wait_until(lambda: browser.get("/sign-in/oidc?tenant=closed").status == 303, "the server knows it", pause=0.2)


def configure(tenant: str, **settings: Any) -> None:
    usual = {"issuer": provider.issuer, "clientId": "kyc", "roleClaim": "groups", "roleMap": ROLES}
    installation.command("tenant", "configure", tenant, json.dumps({"oidc": usual | settings}))


@dataclass(frozen=True)
class Page:
    """What a browser was shown, or where it was sent."""

    status: int
    location: str | None
    text: str

    @property
    def reason(self) -> str | None:
        found = re.search(r"<code>([A-Z_]+)</code>", self.text)
        return found[1] if found else None


class Browser:
    """One browser before the server: it keeps cookies, follows nothing, and says where a request comes from."""

    def __init__(self, endpoint: Endpoint | None = None) -> None:
        self.endpoint = endpoint or installation.endpoint
        self.cookies: dict[str, str] = {}
        self.attributes: dict[str, set[str]] = {}

    def get(self, path: str, site: str = "same-origin") -> Page:
        return self._send("GET", path, site, None)

    def post(self, path: str, **fields: str) -> Page:
        return self._send("POST", path, "same-origin", urllib.parse.urlencode(fields))

    def _send(self, method: str, path: str, site: str, body: str | None) -> Page:
        headers = {"Sec-Fetch-Site": site, "Accept-Language": "en"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.endpoint.url}
        connection = http.client.HTTPConnection(self.endpoint.host, self.endpoint.port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            for field in answer.headers.get_all("set-cookie") or []:
                first, *attributes = re.split(r"; *", field)
                name, _, value = first.partition("=")
                self.attributes[name] = set(attributes)
                if value:
                    self.cookies[name] = value
                else:
                    self.cookies.pop(name, None)
            return Page(answer.status, answer.headers.get("location"), text)
        finally:
            connection.close()

    def leave(self, tenant: str = "acme", after: str = "") -> str:
        """Is sent to the provider; where to."""
        page = self.get(f"/sign-in/oidc?tenant={tenant}{after}")
        if page.status != 303 or page.location is None:
            raise AssertionError(f"{page.status} {page.text[-600:]}")
        return page.location

    def come_back(self, url: str) -> Page:
        """Is sent back by the provider."""
        parts = urllib.parse.urlsplit(url)
        if f"{parts.scheme}://{parts.netloc}" != self.endpoint.url:
            raise AssertionError(f"sent to {url}")
        return self.get(f"{parts.path}?{parts.query}", "cross-site")

    def sign_in(self, name: str, tenant: str = "acme", after: str = "") -> Page:
        """All of it."""
        return self.come_back(provider.authorize(self.leave(tenant, after), name))


def with_query(url: str, **changes: str | None) -> str:
    """The URL with other fields in its query; None takes one away."""
    parts = urllib.parse.urlsplit(url)
    fields = {name: values[0] for name, values in urllib.parse.parse_qs(parts.query).items()} | changes
    query = urllib.parse.urlencode({name: value for name, value in fields.items() if value is not None})
    return parts._replace(query=query).geturl()


class ProviderTests(unittest.TestCase):
    def setUp(self) -> None:
        self.addCleanup(provider.as_itself)
        self.browser = Browser()

    def assert_refused(self, page: Page, status: int, reason: str) -> None:
        self.assertEqual((page.status, page.reason), (status, reason), page.text[-600:])
        self.assertNotIn(SESSION, self.browser.cookies)
        self.assertNotIn(PENDING, self.browser.cookies, "what came back is used up")

    def assert_refused_because(self, cause: str, page: Page, reason: str = "PROVIDER_SIGN_IN_FAILED") -> None:
        self.assert_refused(page, {"PROVIDER_UNAVAILABLE": 503, "PROVIDER_NOT_ADMITTED": 403}.get(reason, 401), reason)
        self.assertIn(cause, installation.log.read_text(encoding="utf-8", errors="replace"))
        self.assertNotIn(cause, page.text, "a page says no more than it has to")

    def listed(self, name: str, tenant: str = "acme") -> list[str]:
        """How an operator is listed: role, rights, how they sign in."""
        for line in installation.command("operator", "list", "--tenant", tenant).splitlines():
            found, *rest = re.split(" {2,}", line)
            if found == name:
                return rest
        return []


class SignInTests(ProviderTests):
    def test_somebody_signs_in_with_the_role_that_the_provider_gives(self) -> None:
        provider.person("Ada@Example.org", "kyc-auditors", amr=["pwd", "mfa"])
        location = self.browser.leave(after="&next=/account")
        self.assertTrue(location.startswith(provider.issuer + "/authorize/?"), location)
        asked = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)
        self.assertEqual(asked["code_challenge_method"], ["S256"])
        self.assertEqual(asked["scope"], ["openid profile email"])
        self.assertLessEqual(
            {"HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=600"}, self.browser.attributes[PENDING]
        )
        held = self.browser.cookies[PENDING]
        for secret in (asked["state"][0], asked["nonce"][0], SECRET):
            self.assertNotIn(secret.encode(), base64.urlsafe_b64decode(held + "=="))
        page = self.browser.come_back(provider.authorize(location, "Ada@Example.org"))
        self.assertEqual((page.status, page.location), (303, "/account"), page.text)
        self.assertNotIn(PENDING, self.browser.cookies)
        account = self.browser.get("/account")
        self.assertEqual(account.status, 200)
        self.assertIn("ada@example.org", account.text)
        self.assertIn("See data and images of persons", account.text)
        self.assertNotIn('name="new"', account.text, "no password is set here")
        self.assertEqual(self.listed("ada@example.org"), ["auditor", "cases,persons", "no password, provider"])
        (entry,) = [
            entry
            for entry in trail.entries(installation, "acme", "operatorSignedIn")
            if entry.texts["operator"] == "ada@example.org"
        ]
        self.assertEqual(entry.texts["means"], "provider+pwd+mfa")
        self.assertEqual(entry.texts["actor"], "operator ada@example.org")

    def test_the_secret_is_shown_to_the_provider_and_stands_nowhere(self) -> None:
        provider.person("shown", "kyc-counter")
        self.assertEqual(self.browser.sign_in("shown").status, 303)
        header, form = provider.token_request
        escaped = urllib.parse.quote(SECRET, safe="-._~")
        self.assertEqual(header, "Basic " + base64.b64encode(f"kyc:{escaped}".encode()).decode())
        self.assertNotIn("secret", form)
        for path in [path for path in installation.data.rglob("*") if path.is_file()] + [installation.log]:
            self.assertNotIn(SECRET.encode(), path.read_bytes(), path.name)
            self.assertNotIn(escaped.encode(), path.read_bytes(), path.name)
        said = installation.refused_command(
            "tenant", "configure", "acme", json.dumps({"oidc": {"clientSecret": SECRET}})
        )
        self.assertIn("oidc.clientSecret has a value that is not allowed", said)
        self.assertNotIn(SECRET, said)

    def test_a_role_that_changes_counts_from_the_next_sign_in_on(self) -> None:
        provider.person("bob", "kyc-counter")
        self.assertEqual(self.browser.sign_in("bob").status, 303)
        self.assertEqual(self.listed("bob")[:2], ["operator", "trigger"])
        self.assertEqual(self.browser.get("/portal").status, 200)
        provider.person("bob", "kyc-counter", "kyc-auditors", "others")
        self.assertEqual(Browser().sign_in("bob").status, 303)
        self.assertEqual(self.listed("bob")[:2], ["auditor", "trigger,cases,persons"])
        provider.person("bob", "kyc-auditors")
        self.assertEqual(Browser().sign_in("bob").status, 303)
        self.assertEqual(self.listed("bob")[:2], ["auditor", "cases,persons"])
        self.assertEqual(self.browser.get("/portal").status, 403, "in the session from before as well")

    def test_somebody_without_a_role_is_not_admitted_and_loses_their_sessions(self) -> None:
        provider.person("eve", "others")
        self.assert_refused_because("role-missing", self.browser.sign_in("eve"), "PROVIDER_NOT_ADMITTED")
        self.assertEqual(self.listed("eve"), [])
        provider.person("eve", "kyc-counter")
        other = Browser()
        self.assertEqual(other.sign_in("eve").status, 303)
        self.assertEqual(other.get("/account").status, 200)
        provider.person("eve")
        self.assert_refused_because("role-missing", self.browser.sign_in("eve"), "PROVIDER_NOT_ADMITTED")
        self.assertEqual(other.get("/account").status, 303)

    def test_a_disabled_operator_is_not_admitted(self) -> None:
        provider.person("mallory", "kyc-admins")
        other = Browser()
        self.assertEqual(other.sign_in("mallory").status, 303)
        installation.command("operator", "disable", "mallory", "--tenant", "acme")
        self.assertEqual(other.get("/account").status, 303)
        self.assert_refused_because("operator-disabled", self.browser.sign_in("mallory"), "PROVIDER_NOT_ADMITTED")
        installation.command("operator", "enable", "mallory", "--tenant", "acme")
        self.assertEqual(self.browser.sign_in("mallory").status, 303)

    def test_a_name_that_is_an_operators_is_not_taken_from_them(self) -> None:
        installation.command("operator", "create", "root", "--role", "admin", "--tenant", "acme")
        provider.person("root", "kyc-counter")
        self.assertEqual(self.browser.sign_in("root").status, 303)
        self.assertEqual(self.listed("root")[0], "admin")
        self.assertEqual(self.listed("root-2")[0], "operator")

    def test_the_page_for_signing_in_leads_to_the_provider(self) -> None:
        page = self.browser.get("/sign-in?tenant=acme&next=/account").text
        self.assertIn('href="/sign-in/oidc?tenant=acme&amp;next=/account"', page)
        self.assertIn('name="password"', page)
        unnamed = self.browser.get("/sign-in").text
        self.assertNotIn("/sign-in/oidc", unnamed)
        self.assertIn('name="by" value="provider"', unnamed)
        installation.tenant("without")
        for tenant in ("without", "nobody"):
            page = self.browser.get(f"/sign-in?tenant={tenant}&by=provider").text
            self.assertNotIn("/sign-in/oidc", page)
            self.assertIn('role="alert"', page)
            self.assert_refused(self.browser.get(f"/sign-in/oidc?tenant={tenant}"), 404, "PROVIDER_UNKNOWN")

    def test_another_sites_link_signs_nobody_in(self) -> None:
        for site in ("cross-site", "same-site"):
            page = self.browser.get("/sign-in/oidc?tenant=acme&next=/account", site)
            self.assertEqual((page.status, page.location), (303, "/sign-in?tenant=acme&next=/account"))
        self.assertEqual(self.browser.cookies, {})

    def test_who_signs_out_here_is_led_to_sign_out_there(self) -> None:
        provider.person("dan", "kyc-counter")
        self.assertEqual(self.browser.sign_in("dan").status, 303)
        token = re.search(r'name="csrf" value="([^"]+)"', self.browser.get("/portal").text)
        assert token is not None
        left = self.browser.post("/sign-out", csrf=token[1])
        self.assertEqual(left.location, "/sign-in?notice=signedOut&tenant=acme&also=provider")
        self.assertNotIn(SESSION, self.browser.cookies)
        self.assertIn('href="/sign-out/oidc?tenant=acme"', self.browser.get(left.location).text)
        location = self.browser.get("/sign-out/oidc?tenant=acme").location
        assert location is not None
        self.assertTrue(location.startswith(provider.issuer + "/logout/?"), location)
        asked = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)
        back = installation.endpoint.url + "/sign-in"
        self.assertEqual(asked, {"client_id": ["kyc"], "post_logout_redirect_uri": [back]})
        self.assertEqual(provider.sign_out(location, "dan"), (back, False))
        for tenant in ("nobody", "", "//evil.example"):
            page = self.browser.get(f"/sign-out/oidc?tenant={tenant}")
            self.assertEqual((page.status, page.location), (303, "/sign-in?notice=signedOut"))

    def test_a_page_goes_on_to_no_other_site(self) -> None:
        provider.person("carol", "kyc-counter")
        page = self.browser.sign_in("carol", after="&next=" + urllib.parse.quote("//evil.example", safe=""))
        self.assertEqual((page.status, page.location), (303, "/portal"))


class RefusalTests(ProviderTests):
    @classmethod
    def setUpClass(cls) -> None:
        provider.person("ada", "kyc-auditors")

    def come_back_with(self, **changes: str | None) -> Page:
        return self.browser.come_back(with_query(provider.authorize(self.browser.leave(), "ada"), **changes))

    def sign_in_with(self, **claims: Any) -> Page:
        """With an ID token that the provider has signed with other claims; None takes one away."""
        provider.change_token(
            lambda own: provider.sign({n: v for n, v in (own | claims).items() if v is not None})
        )
        return self.browser.sign_in("ada")

    def test_what_this_browser_has_not_begun(self) -> None:
        url = provider.authorize(self.browser.leave(), "ada")
        pending = self.browser.cookies[PENDING]
        for cookies in ({}, {PENDING: "AAAA"}, {PENDING: pending[:-2]}):
            other = Browser()
            other.cookies = dict(cookies)
            page = other.come_back(url)
            self.assertEqual((page.status, page.reason), (401, "PROVIDER_SIGN_IN_FAILED"))
        # One that somebody else began, who wants another to be signed in as them.
        other = Browser()
        other.leave()
        page = other.come_back(url)
        self.assertEqual((page.status, page.reason), (401, "PROVIDER_SIGN_IN_FAILED"))
        self.assertEqual(other.cookies, {})
        self.assertEqual(self.browser.come_back(url).status, 303, "nothing of that has used it up")

    def test_a_wrong_state(self) -> None:
        self.assert_refused_because("state-differs", self.come_back_with(state="x"))
        self.assert_refused_because("state-differs", self.come_back_with(state=None))

    def test_what_came_back_before(self) -> None:
        url = provider.authorize(self.browser.leave(), "ada")
        held = dict(self.browser.cookies)
        self.assertEqual(self.browser.come_back(url).status, 303)
        self.browser = Browser()
        page = self.browser.come_back(url)
        self.assert_refused(page, 401, "PROVIDER_SIGN_IN_FAILED")
        self.browser.cookies = held
        self.assert_refused_because("used-before", self.browser.come_back(url))

    def test_what_the_provider_or_the_person_refuses(self) -> None:
        state = urllib.parse.parse_qs(urllib.parse.urlsplit(self.browser.leave()).query)["state"][0]
        query = urllib.parse.urlencode({"error": "access_denied", "state": state, "iss": provider.issuer})
        page = self.browser.get("/sign-in/oidc/callback?" + query, "cross-site")
        self.assert_refused_because("refused-there", page)
        self.assert_refused_because("code-missing", self.come_back_with(code=None))
        self.assert_refused_because("code-refused", self.come_back_with(code="another"))

    def test_a_response_of_another_provider(self) -> None:
        self.assert_refused_because("wrong-issuer", self.come_back_with(iss="https://idp.example.org"))
        self.assert_refused_because("wrong-issuer", self.come_back_with(iss=None))

    def test_a_token_that_is_not_for_this_sign_in(self) -> None:
        now = int(time.time())
        wrong: list[tuple[str, dict[str, Any]]] = [
            ("wrong-nonce", {"nonce": "another"}),
            ("wrong-nonce", {"nonce": None}),
            ("wrong-audience", {"aud": "another"}),
            ("wrong-audience", {"aud": ["kyc", "another"]}),
            ("wrong-audience", {"azp": "another"}),
            ("wrong-issuer", {"iss": provider.issuer + "/"}),
            ("expired", {"exp": now - 90}),
            ("expired", {"iat": now - 1000}),
            ("issued-in-future", {"iat": now + 600}),
            ("subject-missing", {"sub": None}),
        ]
        for cause, claims in wrong:
            with self.subTest(claims):
                self.browser = Browser()
                self.assert_refused_because(cause, self.sign_in_with(**claims))
        self.browser = Browser()
        self.assertEqual(self.sign_in_with(aud=["another", "kyc"], azp="kyc").status, 303)

    def test_a_token_that_the_provider_has_not_signed(self) -> None:
        foreign = jwk.JWK.generate(kty="RSA", size=2048)
        name = provider.key.thumbprint()

        def by_name_of_secret(claims: dict[str, Any]) -> str:
            # What is public, used as a secret of HS256.
            public = base64.urlsafe_b64encode(provider.key.export_to_pem()).rstrip(b"=").decode()
            token = jwt.JWT(header={"alg": "HS256", "kid": name}, claims=claims)
            token.make_signed_token(jwk.JWK(kty="oct", k=public))
            return str(token.serialize())

        def unsigned(claims: dict[str, Any]) -> str:
            parts = (json.dumps({"alg": "none", "kid": name}), json.dumps(claims), "")
            return ".".join(base64.urlsafe_b64encode(part.encode()).rstrip(b"=").decode() for part in parts)

        def altered(claims: dict[str, Any]) -> str:
            head, _, signature = provider.sign(claims).split(".")
            body = json.dumps(claims | {"groups": ["kyc-admins"]}).encode()
            return f"{head}.{base64.urlsafe_b64encode(body).rstrip(b'=').decode()}.{signature}"

        for cause, change in (
            ("signature-invalid", lambda claims: provider.sign(claims, foreign, kid=name)),
            ("signature-invalid", altered),
            ("unknown-key", lambda claims: provider.sign(claims, foreign)),
            ("unknown-key", lambda claims: provider.sign(claims, foreign, kid=None)),
            ("algorithm-not-allowed", by_name_of_secret),
            ("algorithm-not-allowed", unsigned),
            ("token-malformed", lambda claims: "no token"),
        ):
            with self.subTest(cause):
                self.browser = Browser()
                provider.change_token(change)
                self.assert_refused_because(cause, self.browser.sign_in("ada"))

    def test_responses_that_no_provider_sends(self) -> None:
        for end, status, body, cause in (
            ("/token/", 500, b"", "status-unexpected"),
            ("/token/", 302, b"", "status-unexpected"),
            ("/token/", 200, b"{}", "tokens-invalid"),
            ("/token/", 200, b"[" * 100_000, "tokens-invalid"),
            ("/token/", 200, b" " * (300 << 10), "response-too-long"),
            ("/token/", 401, b'{"error":"invalid_client"}', "client-refused"),
        ):
            with self.subTest(cause):
                self.browser = Browser()
                provider.replies[end] = (status, body)
                self.assert_refused_because(cause, self.browser.sign_in("ada"), "PROVIDER_UNAVAILABLE")
                provider.as_itself()


class KeyTests(ProviderTests):
    def test_keys_that_the_provider_replaces_are_fetched_once(self) -> None:
        provider.person("ada", "kyc-auditors")
        self.assertEqual(self.browser.sign_in("ada").status, 303)
        before = provider.count("jwks.json")
        self.assertEqual(Browser().sign_in("ada").status, 303)
        self.assertEqual(provider.count("jwks.json"), before, "they are known")
        provider.rotate()
        self.assertEqual(Browser().sign_in("ada").status, 303)
        self.assertEqual(provider.count("jwks.json"), before + 1)

    def test_a_key_on_a_curve_signs_as_well(self) -> None:
        provider.person("ada", "kyc-auditors")
        key = jwk.JWK.generate(kty="EC", crv="P-256")

        def with_key(body: bytes) -> bytes:
            published = json.loads(key.export_public()) | {"kid": key.thumbprint(), "use": "sig"}
            return json.dumps({"keys": [*json.loads(body)["keys"], {"kty": "oct", "k": "AA"}, published]}).encode()

        provider.change_token(lambda claims: provider.sign(claims, key))
        provider.changes["jwks.json"] = with_key
        self.assertEqual(self.browser.sign_in("ada").status, 303)


class ClosedPasswordTests(ProviderTests):
    def test_no_password_signs_in_where_the_provider_is_required(self) -> None:
        provider.person("ada", "kyc-auditors")
        path = installation.folder / "password"
        path.write_text(PASSWORD + "\n", encoding="utf-8")
        installation.command(
            "operator", "create", "eve", "--role", "admin", "--tenant", "closed", "--password-file", str(path)
        )
        fields = {"tenant": "closed", "name": "eve", "password": PASSWORD, "next": ""}
        self.assertEqual(Browser().post("/sign-in", **fields).status, 303)
        configure("closed", required=True)
        wait_until(lambda: Browser().post("/sign-in", **fields).status == 403, "the server knows the change", pause=0.2)
        page = self.browser.post("/sign-in", **fields)
        self.assertIn('href="/sign-in/oidc?tenant=closed"', page.text)
        self.assertNotIn('name="password"', page.text)
        self.assertNotIn(SESSION, self.browser.cookies)
        self.assertNotIn('name="password"', self.browser.get("/sign-in?tenant=closed").text)
        self.assertEqual(Browser().sign_in("ada", "closed").status, 303)
        # For the day on which the provider is away.
        link = installation.command("operator", "link", "eve", "--tenant", "closed").strip().partition("#")[2]
        opened = self.browser.post("/sign-in/link", token=link)
        self.assertEqual((opened.status, SESSION in self.browser.cookies), (200, False))
        fields = {"token": link, "new": PASSWORD, "again": PASSWORD}
        self.assertEqual(self.browser.post("/sign-in/link", **fields).status, 303)
        self.assertIn(SESSION, self.browser.cookies)

    def test_settings_with_which_nobody_could_sign_in_are_refused(self) -> None:
        installation.tenant("contradicting")
        for change, sentence in (
            ({"required": True}, "oidc.required needs oidc.issuer"),
            ({"issuer": provider.issuer}, "oidc.issuer needs oidc.clientId"),
            ({"issuer": "http://idp.example.org", "clientId": "x", "roleMap": ROLES}, "oidc.issuer has a value"),
        ):
            with self.subTest(sentence):
                document = json.dumps({"oidc": change})
                said = installation.refused_command("tenant", "configure", "contradicting", document)
                self.assertIn(sentence, said)


class OtherProviderTests(unittest.TestCase):
    """Providers that differ from the usual one, each with a server that has not met it."""

    def test_groups_may_be_told_by_the_userinfo_endpoint_alone(self) -> None:
        global provider
        usual, provider = provider, Provider(groups_in="userInfo", names_itself=False)
        try:
            provider.start()
            provider.person("ada", "kyc-auditors")
            provider.application("public", None, installation.endpoint.url + "/sign-in/oidc/callback")
            installation.tenant("other")
            configure("other", clientId="public")
            browser = Browser()
            wait_until(lambda: browser.get("/sign-in/oidc?tenant=other").status == 303, "the server knows it", pause=0.2)
            self.assertEqual(browser.sign_in("ada", "other").status, 303)
            self.assertEqual(provider.count("userinfo/"), 1)
            header, form = provider.token_request
            self.assertIsNone(header, "a public client has no secret to show")
            self.assertIn("client_id=public", form)
        finally:
            provider.close()
            provider = usual

    def test_a_provider_inside_is_not_reached_unless_its_network_is_named(self) -> None:
        inside = Installation()
        self.addCleanup(inside.close)
        inside.start()
        inside.tenant("acme")
        settings = {"issuer": provider.issuer, "clientId": "kyc", "roleMap": ROLES}
        inside.command("tenant", "configure", "acme", json.dumps({"oidc": settings}))
        browser = Browser(inside.endpoint)
        asked = len(provider.asked)
        wait_until(lambda: browser.get("/sign-in/oidc?tenant=acme").status == 503, "the server knows it", pause=0.2)
        self.assertEqual(browser.get("/sign-in/oidc?tenant=acme").reason, "PROVIDER_UNAVAILABLE")
        self.assertIn("address-refused", inside.log.read_text(encoding="utf-8", errors="replace"))
        self.assertEqual(len(provider.asked), asked)


if __name__ == "__main__":
    unittest.main()
