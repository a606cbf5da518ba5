"""The QR hand-off: what a portal gets, what a phone makes of it, and what a phone may do then."""

import base64
import json
import re
import unittest
import uuid
from typing import Any

from client import qr, tokens
from client.device_key import DeviceKey
from client.exchange import Answer, envelope_objection
from client.flow import Caller, Credentials, Phone, Portal
from client.packages import key_id
from installation import Installation, wait_until

installation: Installation
acme: Portal
other: Portal


def setUpModule() -> None:
    global installation, acme, other
    installation = Installation.for_module()
    acme = installation.portal("acme")
    other = installation.portal("other")


class HandOffTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))


class TriggerTests(HandOffTests):
    ROUTES = ("/onboarding/b2c/triggerEnroll", "/b2c/proxy/triggerEnroll")

    def test_both_routes_answer_with_the_five_members(self) -> None:
        for route in self.ROUTES:
            with self.subTest(route):
                document = acme.post(route, {"username": "jane@example.org", "email": "jane@example.org"}).json()
                members = {"status", "sessionCallbackURL", "qrcodeImage", "sessionToken", "errorSummary"}
                self.assertEqual(set(document), members)
                self.assertEqual((document["status"], document["errorSummary"]), ("SUCCESS", None))
                self.assertRegex(document["sessionToken"], r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
                prefix = f"{installation.endpoint.url}/onboarding?data="
                self.assertTrue(document["sessionCallbackURL"].startswith(prefix))

    def test_the_portal_proxy_needs_no_api_key_but_checks_one_that_is_sent(self) -> None:
        document = {"username": "jane@example.org", "email": "jane@example.org"}
        bare = Caller(installation.endpoint, None, acme.bearer)
        self.assertEqual(bare.post("/b2c/proxy/triggerEnroll", document).json()["status"], "SUCCESS")
        self.assert_refused(bare.post("/onboarding/b2c/triggerEnroll", document), 401, "APIKEY_MISSING")
        crossed = Caller(installation.endpoint, other.api_key, acme.bearer)
        self.assert_refused(crossed.post("/b2c/proxy/triggerEnroll", document), 403, "APIKEY_FOREIGN")

    def test_what_is_optional_may_be_there_or_not(self) -> None:
        for more in (
            {"phoneNumber": "", "firstName": "Jane", "lastName": "Roe"},
            {"notifyOptions": {"notifyByEmail": False}, "notifyByEmail": True},
            {"somethingElse": [1, 2, {"three": None}]},
        ):
            acme.trigger("jane@example.org", **more)

    def test_a_failure_of_the_business_is_http_200(self) -> None:
        for document in (
            {},
            {"email": "jane@example.org"},
            {"username": "", "email": "jane@example.org"},
            {"username": None, "email": "jane@example.org"},
            {"username": "never-seen@example.org"},
            {"username": "never-seen@example.org", "email": ""},
        ):
            for route in self.ROUTES:
                with self.subTest(document=document, route=route):
                    answer = acme.post(route, document)
                    self.assertEqual(answer.status, 200, answer.described())
                    failure = answer.json()
                    summary = failure.pop("errorSummary")
                    nothing = {"sessionToken": None, "sessionCallbackURL": None, "qrcodeImage": None}
                    reason = "EMAIL_MISSING" if document.get("username") else "USERNAME_MISSING"
                    self.assertEqual(failure, {"status": "FAILURE", "reason": reason} | nothing)
                    self.assertIn("User information not found", summary)

    def test_a_known_username_needs_no_email(self) -> None:
        acme.trigger("known@example.org")
        answer = acme.post(self.ROUTES[0], {"username": "known@example.org"})
        self.assertEqual(answer.json()["status"], "SUCCESS")
        answer = other.post(self.ROUTES[0], {"username": "known@example.org"})
        self.assertEqual(answer.json()["status"], "FAILURE", "what one tenant knows another does not")


class DataTests(HandOffTests):
    def triggered(self, portal: Portal | None = None) -> dict[str, Any]:
        return (portal or acme).trigger("jane@example.org")

    def opened(self, data: str, credentials: Credentials, zero_vector: bool = False) -> qr.Content:
        return qr.open_data(data, credentials.qr_public_key, credentials.qr_key, zero_vector)

    def test_another_reader_reads_the_callback_url_from_the_picture(self) -> None:
        triggered = self.triggered()
        picture = base64.b64decode(triggered["qrcodeImage"], validate=True)
        width, height = qr.size_of(picture)
        self.assertEqual(width, height)
        self.assertGreaterEqual(width, 400)
        self.assertEqual(qr.read_symbol(picture), triggered["sessionCallbackURL"])

    def test_data_has_the_documented_layout_in_both_client_styles(self) -> None:
        triggered = self.triggered()
        data = qr.data_of(triggered["sessionCallbackURL"])
        self.assertNotIn("=", data)
        expected = qr.Content(installation.endpoint.url, acme.credentials.api_key, triggered["sessionToken"])
        for zero_vector in (False, True):
            self.assertEqual(self.opened(data, acme.credentials, zero_vector), expected)
        plaintext = "&".join((expected.host, expected.api_key, expected.session_token))
        self.assertEqual(len(tokens.decode_base64url(data)), 256 + 16 + 16 * (len(plaintext) // 16 + 1))

    def test_data_whose_bits_were_changed_does_not_verify(self) -> None:
        sealed = tokens.decode_base64url(qr.data_of(self.triggered()["sessionCallbackURL"]))
        for at in (0, 255, 256, 271, 272, len(sealed) - 1):
            changed = bytearray(sealed)
            changed[at] ^= 1
            with self.assertRaises(qr.DataRefused, msg=f"byte {at}"):
                self.opened(tokens.encode_base64url(bytes(changed)), acme.credentials)

    def test_data_of_one_tenant_does_not_verify_under_another(self) -> None:
        data = qr.data_of(self.triggered()["sessionCallbackURL"])
        with self.assertRaises(qr.DataRefused):
            self.opened(data, other.credentials)
        self.assertNotEqual(acme.credentials.qr_key, other.credentials.qr_key)

    def test_vectors_and_sessions_are_drawn_anew(self) -> None:
        triggered = [self.triggered() for _ in range(8)]
        sealed = [tokens.decode_base64url(qr.data_of(one["sessionCallbackURL"])) for one in triggered]
        self.assertEqual(len({part[256:272] for part in sealed}), 8)
        self.assertEqual(len({one["sessionToken"] for one in triggered}), 8)

    def test_credentials_have_the_promised_strength(self) -> None:
        credentials = acme.credentials
        self.assertRegex(credentials.api_key, r"^[A-Za-z0-9_-]{22}$")
        self.assertGreaterEqual(len(tokens.decode_base64url(credentials.client_secret)), 32)
        self.assertEqual(len(base64.b64decode(credentials.qr_key, validate=True)), 32)
        self.assertEqual(credentials.realm, "acme-consumers")


class ValidateSessionTests(HandOffTests):
    def setUp(self) -> None:
        self.session = acme.trigger("jane@example.org")["sessionToken"]
        self.holder = Caller(installation.endpoint, acme.api_key, None)

    def test_both_routes_give_a_bearer_of_the_session(self) -> None:
        keys = installation.endpoint.send("GET", f"/auth/realms/{acme.credentials.realm}/protocol/openid-connect/certs")
        with_bearer = Caller(installation.endpoint, None, acme.bearer)
        for caller, route in (
            (self.holder, "/tokenVerify/validateSession"),
            (self.holder, "/b2c/proxy/validateSession"),
            (with_bearer, "/b2c/proxy/validateSession"),
        ):
            session = acme.trigger("jane@example.org")["sessionToken"]
            document = caller.post(route, {"sessionToken": session}).json()
            self.assertEqual(set(document), {"accessToken", "expiresIn", "tokenType"})
            self.assertEqual((document["expiresIn"], document["tokenType"]), (300, "Bearer"))
            claims = tokens.verify(document["accessToken"], keys.json())
            self.assertIn("sid", claims)
            self.assertNotIn(session, str(claims), "a token in a URL or a log must not give the session away")

    def test_the_phone_that_has_the_session_may_ask_again_also_after_enroll(self) -> None:
        phone = Phone.told(installation.endpoint, {"sessionToken": self.session}, acme.credentials)
        phone.renew()
        token = phone.begin()
        phone.renew()
        self.assertEqual(phone.add_device(token).status, 200)

    def test_a_second_phone_with_the_same_code_has_nothing(self) -> None:
        phone = Phone.told(installation.endpoint, {"sessionToken": self.session}, acme.credentials)
        token = phone.begin()
        body = {"sessionToken": self.session}
        foreign = Phone.told(installation.endpoint, acme.trigger("eve@example.org"), acme.credentials)
        for stranger in (self.holder, foreign, Caller(installation.endpoint, acme.api_key, "x")):
            for route in ("/tokenVerify/validateSession", "/b2c/proxy/validateSession"):
                answer = stranger.post(route, body)
                if answer.status == 401:
                    self.assertEqual((stranger.bearer, route), ("x", "/b2c/proxy/validateSession"))
                else:
                    self.assert_refused(answer, 409, "CAPTURE_ELSEWHERE")
        proxy = Caller(installation.endpoint, None, acme.bearer)
        self.assert_refused(proxy.post("/b2c/proxy/validateSession", body), 409, "CAPTURE_ELSEWHERE")
        former = {"jwt": phone.bearer}
        renewed = proxy.post("/b2c/proxy/validateSession", body | former)
        self.assertEqual(renewed.status, 200, "behind a proxy the phone's own bearer is in the body")
        self.assertEqual(phone.add_device(token).status, 200, "nothing has changed for the first")

    def test_a_key_in_place_of_the_bearer(self) -> None:
        key = DeviceKey()
        url = installation.endpoint.url + "/tokenVerify/validateSession"
        body = json.dumps({"sessionToken": self.session}).encode()

        def validate(proof: str) -> Answer:
            headers = {"Content-Type": "application/json", "apikey": acme.api_key, "DPoP": proof}
            answer = installation.endpoint.send("POST", "/tokenVerify/validateSession", headers, body)
            key.nonce = answer.headers.get("dpop-nonce", key.nonce)
            return answer

        self.assert_refused(validate(key.proof("POST", url)), 401, "DPOP_NONCE_REQUIRED")
        first = validate(key.proof("POST", url)).json()
        self.assertEqual(first["tokenType"], "DPoP")
        # The app was started anew and has nothing but its key.
        bearer = validate(key.proof("POST", url)).json()["accessToken"]
        other_key = DeviceKey()
        other_key.nonce = key.nonce
        self.assert_refused(validate(other_key.proof("POST", url)), 409, "CAPTURE_ELSEWHERE")

        path = f"/onboarding/b2c/operationStatus/{self.session}"
        here = installation.endpoint.url + path

        def status(scheme: str, token: str, proof: str | None) -> Answer:
            headers = {"apikey": acme.api_key, "Authorization": f"{scheme} {token}"}
            return installation.endpoint.send("GET", path, headers | ({"DPoP": proof} if proof else {}))

        self.assertEqual(status("DPoP", bearer, key.proof("GET", here, bearer)).status, 200)
        old = first["accessToken"]
        self.assert_refused(status("DPoP", old, key.proof("GET", here, old)), 401, "TOKEN_INVALID")
        for proof in (
            None,
            key.proof("GET", here),
            key.proof("GET", here, old),
            key.proof("POST", here, bearer),
            other_key.proof("GET", here, bearer),
        ):
            self.assert_refused(status("DPoP", bearer, proof), 401, "DPOP_PROOF_INVALID")

    def test_a_tenant_may_let_whoever_has_the_code_go_on(self) -> None:
        loose = installation.portal("loose", sessionBinding="off")
        session = {"sessionToken": loose.trigger("jane@example.org")["sessionToken"]}
        holder = Caller(installation.endpoint, loose.api_key, None)
        for _ in range(2):
            self.assertEqual(holder.post("/tokenVerify/validateSession", session).status, 200)

    def test_unknown_foreign_and_malformed_sessions_are_one_refusal(self) -> None:
        foreign = other.trigger("jane@example.org")["sessionToken"]
        texts = set()
        for session in (
            str(uuid.uuid4()),
            foreign,
            "x",
            "../../etc/passwd",
            self.session[:-1],
            self.session + " ",
            "ü" * 40,
        ):
            for route in ("/tokenVerify/validateSession", "/b2c/proxy/validateSession"):
                answer = self.holder.post(route, {"sessionToken": session})
                self.assert_refused(answer, 400, "TOKEN_UNKNOWN")
                texts.add((answer.json()["errorCode"], answer.json()["errorMsg"]))
        self.assertEqual(len(texts), 1)
        self.assertEqual(texts.pop()[0], "INPUT_VALUES_ERROR")

    def test_a_finished_session_is_unknown(self) -> None:
        phone = Phone.told(installation.endpoint, {"sessionToken": self.session}, acme.credentials)
        self.assertEqual(phone.cancel(phone.begin()).status, 200)
        answer = self.holder.post("/tokenVerify/validateSession", {"sessionToken": self.session})
        self.assert_refused(answer, 400, "TOKEN_UNKNOWN")

    def test_the_api_key_is_needed_and_must_be_known(self) -> None:
        body = {"sessionToken": self.session}
        for route in ("/tokenVerify/validateSession", "/b2c/proxy/validateSession"):
            self.assert_refused(Caller(installation.endpoint, None, None).post(route, body), 401, "APIKEY_MISSING")
            self.assert_refused(Caller(installation.endpoint, "x" * 22, None).post(route, body), 401, "APIKEY_UNKNOWN")

    def test_an_expired_session_is_unknown_and_its_operation_failed(self) -> None:
        hasty = installation.portal("hasty", sessionLifetimeSeconds=1)
        session = hasty.trigger("late@example.org")["sessionToken"]
        holder = Caller(installation.endpoint, hasty.api_key, None)

        def is_failed() -> bool:
            return bool(hasty.operation_status(session).json()["completionStatus"] == "Failed")

        wait_until(is_failed, "the session expires")
        answer = holder.post("/tokenVerify/validateSession", {"sessionToken": session})
        self.assert_refused(answer, 400, "TOKEN_UNKNOWN")
        self.assert_refused(hasty.enroll({"sessionToken": session}), 400, "TOKEN_UNKNOWN")


class OperationStatusTests(HandOffTests):
    def test_a_fresh_session_is_pending(self) -> None:
        session = acme.trigger("jane@example.org")["sessionToken"]
        self.assertEqual(acme.operation_status(session).json()["completionStatus"], "Pending")
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, acme.credentials)
        self.assertEqual(phone.operation_status(session).json(), {"completionStatus": "Pending"})

    def test_unknown_foreign_and_malformed_sessions_are_400(self) -> None:
        foreign = other.trigger("jane@example.org")["sessionToken"]
        for session in (str(uuid.uuid4()), foreign, "x", "..", "%", "a b", "ü", "x" * 2000):
            answer = acme.operation_status(session)
            self.assertEqual(answer.status, 400, f"{session[:40]}: {answer.described()}")
            self.assertIsNone(envelope_objection(answer))


class PhoneTests(HandOffTests):
    """What the bearer of validateSession opens: one enrollment and the public key."""

    def setUp(self) -> None:
        self.triggered = acme.trigger("jane@example.org")
        self.phone = Phone.scanning(installation.endpoint, self.triggered["qrcodeImage"], acme.credentials)

    def test_it_enrolls_with_its_own_session(self) -> None:
        document = self.phone.enroll({"sessionToken": self.phone.session_token}).json()
        self.assertEqual(document["requiredChecks"], ["addDevice", "addFace", "addDocument"])
        self.assertIs(document["userExistsAlready"], False)
        self.assertEqual(self.phone.add_device(document["enrollmentToken"]).status, 200)
        self.assertEqual(self.phone.operation_status(self.phone.session_token).json()["completionStatus"], "Pending")

    def test_it_reads_the_public_keys_as_text_and_as_json(self) -> None:
        text = self.phone.get("/onboarding/admin/getPublicKey")
        self.assertTrue(text.headers["content-type"].startswith("text/plain"))
        self.assertTrue(text.body.startswith(b"-----BEGIN PUBLIC KEY-----\n"))
        document = self.phone.get("/onboarding/admin/getPublicKey", "application/json").json()
        self.assertEqual(set(document), {"rsa", "ec"})
        self.assertEqual(document["rsa"]["pem"].strip(), text.body.decode().strip())
        for key in document.values():
            self.assertEqual(set(key), {"kid", "pem"})
            self.assertEqual(key["kid"], key_id(key["pem"]))

    def test_it_triggers_nothing(self) -> None:
        document = {"username": "mallory@example.org", "email": "mallory@example.org"}
        for route in TriggerTests.ROUTES:
            self.assert_refused(self.phone.post(route, document), 403, "ROLE_MISSING")
        self.assert_refused(self.phone.enroll(document), 403, "ROLE_MISSING")

    def test_it_opens_no_other_enrollment(self) -> None:
        others = acme.begin("someone@example.org")
        session = acme.trigger("someone-else@example.org")["sessionToken"]
        own = self.phone.begin()
        self.assert_refused(self.phone.enroll({"sessionToken": session}), 400, "TOKEN_UNKNOWN")
        self.assert_refused(self.phone.add_device(others), 400, "TOKEN_UNKNOWN")
        self.assert_refused(self.phone.cancel(others), 400, "TOKEN_UNKNOWN")
        self.assert_refused(self.phone.operation_status(session), 400, "TOKEN_UNKNOWN")
        self.assertEqual(acme.add_device(others).status, 200, "the other enrollment is untouched")
        self.assertEqual(self.phone.add_device(own).status, 200)

    def test_a_stored_answer_is_not_given_to_another_phone(self) -> None:
        own = self.phone.begin()
        first = self.phone.add_device(own, "device of one")
        self.assertEqual(first.status, 200)
        stranger = Phone.told(installation.endpoint, acme.trigger("stranger@example.org"), acme.credentials)
        self.assert_refused(stranger.add_device(own, "device of one"), 400, "TOKEN_UNKNOWN")
        self.assertEqual(self.phone.add_device(own, "device of one").body, first.body)

    def test_it_is_refused_with_another_tenants_api_key(self) -> None:
        crossed = Caller(installation.endpoint, other.api_key, self.phone.bearer)
        self.assert_refused(crossed.post("/onboarding/enrollment/enroll", {}), 403, "APIKEY_FOREIGN")

    def test_another_tenant_cannot_use_its_session_or_its_enrollment(self) -> None:
        own = self.phone.begin()
        self.assert_refused(other.enroll({"sessionToken": self.phone.session_token}), 400, "TOKEN_UNKNOWN")
        self.assert_refused(other.add_device(own), 400, "TOKEN_UNKNOWN")
        self.assert_refused(other.cancel(own), 400, "TOKEN_UNKNOWN")
        self.assert_refused(other.operation_status(self.phone.session_token), 400, "TOKEN_UNKNOWN")

    def test_no_token_stands_in_a_readable_part_of_the_picture(self) -> None:
        data = qr.data_of(self.triggered["sessionCallbackURL"])
        self.assertFalse(re.search(re.escape(self.phone.session_token), self.triggered["sessionCallbackURL"]))
        self.assertNotIn(self.phone.session_token.encode(), tokens.decode_base64url(data))


class SampleWebTests(HandOffTests):
    """The family that browsers call from a shop's pages."""

    ORIGIN = "https://shop.example.org"

    def call(self, realm: str, name: str, document: dict[str, Any], origin: str | None = ORIGIN) -> Answer:
        headers = {"Content-Type": "application/json"} | ({"Origin": origin} if origin else {})
        path = f"/{realm}/b2c-sample-web/proxy/{name}"
        return installation.endpoint.send("POST", path, headers, json.dumps(document).encode())

    def test_it_is_not_there_unless_the_tenant_switches_it_on(self) -> None:
        for realm in (acme.credentials.realm, "acme", "nobody"):
            answer = self.call(realm, "triggerEnroll", {"username": "w@example.org", "email": "w@example.org"})
            self.assert_refused(answer, 404, "ROUTE_UNKNOWN")

    def test_a_page_of_a_named_origin_begins_an_enrollment_and_no_other_page_does(self) -> None:
        shop = installation.portal("shop", sampleWebRoutes={"enabled": True, "origins": [self.ORIGIN]})
        person = {"username": "web@example.org", "email": "web@example.org", "phoneNumber": ""}
        for origin in (None, "https://evil.example.org", self.ORIGIN + ".evil.example.org", "null"):
            self.assert_refused(self.call("shop", "triggerEnroll", person, origin), 403, "ORIGIN_NOT_ALLOWED")
        for realm in ("shop", shop.credentials.realm):
            triggered = self.call(realm, "triggerEnroll", person)
            self.assertEqual(triggered.headers["access-control-allow-origin"], self.ORIGIN)
            document = triggered.json()
            self.assertEqual(document["status"], "SUCCESS")
            session = {"sessionToken": document["sessionToken"], "jwt": document["jwtToken"]}
            bearer = self.call(realm, "validateSession", session).json()["accessToken"]
            started = self.call(realm, "doEnroll", session | {"jwt": bearer}).json()
            device = {"enrollmentToken": started["enrollmentToken"], "deviceId": "browser", "jwt": bearer}
            self.assertEqual(self.call(realm, "addDevice", device).json()["enrollmentStatus"], 1)
            self.assert_refused(self.call(realm, "doEnroll", session | {"jwt": acme.bearer}), 401, "TOKEN_INVALID")

    def test_a_page_can_read_whatever_it_is_answered(self) -> None:
        installation.tenant("booth", sampleWebRoutes={"enabled": True, "origins": [self.ORIGIN]})
        path = "/booth/b2c-sample-web/proxy/triggerEnroll"
        for body, status in ((b"{", 400), (b" " * (1 << 20), 413)):
            for origin, allowed in ((self.ORIGIN, self.ORIGIN), ("https://evil.example.org", None)):
                answer = installation.endpoint.send("POST", path, {"Origin": origin}, body)
                self.assertEqual(answer.headers.get("access-control-allow-origin"), allowed, answer.described())
                if allowed:
                    self.assertEqual(answer.status, status, answer.described())

    def test_a_preflight_is_answered_to_named_origins_only(self) -> None:
        installation.tenant("stall", sampleWebRoutes={"enabled": True, "origins": [self.ORIGIN]})
        for origin, status in ((self.ORIGIN, 204), ("https://evil.example.org", 405)):
            asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
            answer = installation.endpoint.send("OPTIONS", "/stall/b2c-sample-web/proxy/triggerEnroll", asked)
            self.assertEqual(answer.status, status, answer.described())
            self.assertEqual(answer.headers.get("access-control-allow-origin"), origin if status == 204 else None)


if __name__ == "__main__":
    unittest.main()
