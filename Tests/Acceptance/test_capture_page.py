"""The server's side of the capture page: what its script asks, over a real server, with personas of the sandbox."""

from __future__ import annotations

import hashlib
import json
import re
import time
import unittest
import uuid
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import pictures
from client import qr
from client.exchange import Answer
from client.flow import COMPLETE, FAILED, PENDING, Caller, Portal, document_request
from client.packages import preview, seal_v2, video
from client.pages import CAPTURE_COOKIE, Browser
from client.tokens import decode_base64url, encode_base64url
from installation import Installation, wait_until

MEMBERS = {
    "accepted",
    "challengeRequired",
    "consent",
    "deadline",
    "face",
    "keys",
    "left",
    "lockedUntil",
    "outcome",
    "prescribedTurn",
    "purpose",
    "reason",
    "registration",
    "requiredChecks",
    "review",
    "step",
    "tenant",
    "token",
}
#: What changes something, but for open.
CALLS = (
    "enroll",
    "addDevice",
    "challengeFace",
    "addFace",
    "addDocumentOCR",
    "consent",
    "withdrawConsent",
    "requestReview",
    "cancel",
    "preview",
    *(f"authentication/{call}" for call in ("authenticate", "verifyDevice", "challengeFace", "verifyFace", "cancel")),
    *(f"reEnrollment/{call}" for call in ("enroll", "challengeFace", "verifyFace", "completeReEnroll", "cancel")),
)
#: Enrolls by device and face, and asks for the face alone of who comes back.
FACE = {"enrollment": {"addDevice": True, "addFace": True, "addDocument": False}}

installation: Installation
tested: Portal
other: Portal
known: Portal


def setUpModule() -> None:
    global installation, tested, other, known
    installation = Installation.for_module()
    tested = installation.portal("tested")
    other = installation.portal("other")
    known = installation.portal("known", onboardingOptions=FACE)


def triggered(persona: str = "live", portal: Portal | None = None) -> dict[str, Any]:
    """An enrollment that a portal hands over, of a persona that nobody was before."""
    return (portal or tested).trigger(f"sandbox-{persona}-{uuid.uuid4()}", f"{persona}@example.org")


def agreed(state: dict[str, Any], **changes: str) -> dict[str, str]:
    """A consent to the text that a state shows."""
    known = {name: state["consent"][name] for name in ("textHash", "textVersion", "language")}
    return known | {"acceptedAt": datetime.now(UTC).isoformat(timespec="seconds")} | changes


class PageTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())

    def expect(self, answer: Answer) -> dict[str, Any]:
        self.assertEqual(answer.status, 200, answer.described())
        document: dict[str, Any] = answer.json()
        return document

    def opened(
        self, session: dict[str, Any] | None = None, language: str | None = None
    ) -> tuple[Browser, dict[str, Any]]:
        """A browser that has opened a code, and what it was told."""
        browser = Browser(installation.endpoint, language)
        return browser, self.expect(browser.open(session or triggered()))

    def enroll(self, browser: Browser, state: dict[str, Any]) -> str:
        document = self.expect(
            browser.post("enroll", {"consent": agreed(state)})
        )
        return str(document["enrollmentToken"])

    def add_device(self, browser: Browser, token: str) -> None:
        answer = browser.post("addDevice", {"enrollmentToken": token, "deviceId": str(uuid.uuid4())})
        self.assertEqual(self.expect(answer)["enrollmentStatus"], PENDING)

    def add_face(self, browser: Browser, token: str, key: str, workflow: str = "charlie4") -> dict[str, Any]:
        package = seal_v2(video([pictures.png()] * 2, workflow), key, token)
        return self.expect(browser.post("addFace", {"enrollmentToken": token, "faceLivenessData": package}))

    def kinds(self, session: str) -> list[str]:
        """What the tenant was told of a session's enrollment."""
        (summary,) = tested.find(sessionToken=session)
        found, since = [], 0
        while page := tested.get(f"/onboarding/admin/events?since={since}").json()["events"]:
            found += [event["type"] for event in page if event["data"]["enrollmentId"] == summary["enrollmentId"]]
            since = page[-1]["number"]
        return found


class AddressTests(PageTests):
    """What a phone's browser shows at the address of a QR code."""

    def test_a_page_looks_as_the_tenant_does_whose_code_it_is(self) -> None:
        dressed = installation.portal("dressed")
        ui = {"primaryColor": "#8a5a00", "wording": {"title": "<b>Hello</b> from {tenant}"}, "displayName": "Muster"}
        installation.command("tenant", "configure", "dressed", json.dumps({"ui": ui}))
        browser = Browser(installation.endpoint)
        session = triggered(portal=dressed)
        address = "/onboarding?" + urlsplit(session["sessionCallbackURL"]).query
        link = re.compile(rb'href="(/brand/[0-9a-f]{32}/colors\.css)"')
        wait_until(lambda: link.search(browser.get(address).body), "the tenant's colours are known", pause=0.2)
        found = link.search(browser.get(address).body)
        assert found is not None
        page = browser.get(address).body.decode()
        self.assertIn("<title>Muster</title>", page)
        self.assertIn(">&lt;b&gt;Hello&lt;/b&gt; from Muster</h1>", page)
        self.assertNotIn("dressed", page, "the name that signing in asks for")

        sheet = browser.get(found[1].decode())
        self.assertEqual((sheet.status, sheet.headers["content-type"]), (200, "text/css; charset=utf-8"))
        self.assertIn("immutable", sheet.headers["cache-control"])
        self.assertEqual(sheet.headers["x-content-type-options"], "nosniff")
        self.assertIn(b"--accent: #8a5a00;", sheet.body)
        for unknown in ("0" * 32, "dressed", found[1].decode()[7:38]):
            for file in ("colors.css", "logo"):
                self.assertEqual(browser.get(f"/brand/{unknown}/{file}").status, 404, unknown)

        # Without the code in the address nobody knows whose page it is, until this device has opened it.
        self.assertIsNone(link.search(browser.get("/onboarding").body))
        self.expect(browser.open(session))
        again = link.search(browser.get("/onboarding").body)
        assert again is not None
        self.assertEqual(again[1], found[1])

    def test_a_page_of_a_tenant_without_an_appearance_is_the_same_whatever_stands_in_its_address(self) -> None:
        browser = Browser(installation.endpoint)
        pages = [
            browser.get("/onboarding" + query)
            for query in ("", "?data=x", "?" + urlsplit(triggered()["sessionCallbackURL"]).query)
        ]
        self.assertEqual([page.status for page in pages], [200] * 3)
        self.assertEqual(len({page.body for page in pages}), 1)
        for page in pages:
            self.assertTrue(page.headers["content-type"].startswith("text/html"))
            self.assertNotIn("set-cookie", page.headers)
            self.assertEqual(page.headers["referrer-policy"], "no-referrer")
            allowed = page.headers["permissions-policy"].split(", ")
            self.assertIn("camera=(self)", allowed)
            self.assertIn("microphone=()", allowed)
            self.assertIn("geolocation=()", allowed)
            self.assertIn("default-src 'none'", page.headers["content-security-policy"])

    def test_the_page_speaks_the_browsers_language(self) -> None:
        for language in ("en", "de"):
            page = Browser(installation.endpoint, language).get("/onboarding").body.decode()
            self.assertIn(f'<html lang="{language}"', page)


class OpenTests(PageTests):
    def test_opening_gives_the_right_and_begins_nothing(self) -> None:
        session = triggered()
        before = self.kinds(session["sessionToken"])
        browser, state = self.opened(session)
        self.assertEqual(set(state), MEMBERS)
        self.assertEqual((state["step"], state["outcome"], state["reason"]), ("consent", None, None))
        self.assertIsNone(state["token"])
        self.assertNotIn(session["sessionToken"], str(state), "no script has the token of the session")
        self.assertEqual(state["requiredChecks"], ["addDevice", "addFace", "addDocument"])
        self.assertEqual((state["accepted"], state["left"], state["review"]), ([], None, None))
        self.assertEqual(
            state["face"],
            {"workflow": "charlie4", "frames": 14, "seconds": 2.6, "leastFrames": 12, "turnInDegrees": 12},
        )
        self.assertEqual(state["keys"]["ec"]["pem"], tested.public_keys()[1])
        self.assertEqual(
            state["tenant"], {"name": "tested", "alternative": None, "allowsGallery": False, "isTest": True}
        )
        self.assertEqual(self.kinds(session["sessionToken"]), before)
        attributes = browser.attributes[CAPTURE_COOKIE]
        self.assertLessEqual({"HttpOnly", "Secure", "Path=/", "SameSite=Strict"}, attributes)
        self.assertNotIn(session["sessionToken"], browser.cookies[CAPTURE_COOKIE])
        self.assertEqual(self.expect(browser.state()), state, "as after a reload")

    def test_another_device_goes_on_with_the_persons_word_on_both(self) -> None:
        session = triggered()
        first, state = self.opened(session)
        second = Browser(installation.endpoint)
        self.assert_refused(second.open(session), 409, "CAPTURE_ELSEWHERE")
        self.assertEqual(second.cookies, {})
        token = self.enroll(first, state)
        moved = self.expect(second.take_over(session, first))
        self.assertEqual((moved["step"], moved["token"]), ("device", token))
        self.assert_refused(first.state(), 409, "CAPTURE_ELSEWHERE")
        device = {"enrollmentToken": token, "deviceId": "d"}
        self.assert_refused(first.post("addDevice", device), 409, "CAPTURE_ELSEWHERE")
        phone = Caller(installation.endpoint, tested.api_key, None)
        answer = phone.post("/tokenVerify/validateSession", {"sessionToken": session["sessionToken"]})
        self.assert_refused(answer, 409, "CAPTURE_ELSEWHERE")
        self.add_device(second, token)
        self.assert_refused(first.open(session), 409, "CAPTURE_ELSEWHERE")
        self.assertEqual(self.expect(first.take_over(session, second))["step"], "face")
        self.assert_refused(second.state(), 409, "CAPTURE_ELSEWHERE")

    def test_without_a_word_on_the_first_device_nothing_moves(self) -> None:
        session = triggered()
        first, _ = self.opened(session)
        second, third = Browser(installation.endpoint), Browser(installation.endpoint)
        code = self.expect(second.open(session, take_over=True))["takeOverCode"]
        self.assertRegex(code, r"^[0-9]{6}$")
        self.assert_refused(second.state(), 401, "TOKEN_MISSING")
        self.assert_refused(third.open(session, take_over=True), 409, "CAPTURE_ELSEWHERE")
        answer = {"takeOverCode": code, "allow": True}
        self.assert_refused(second.post("takeOver", answer), 401, "TOKEN_MISSING")
        self.assert_refused(first.post("takeOver", answer | {"takeOverCode": "x"}), 400, "TOKEN_UNKNOWN")
        self.expect(first.post("takeOver", answer | {"allow": False}))
        self.assert_refused(second.open(session, take_over=True), 409, "TAKE_OVER_DECLINED")
        self.assert_refused(first.post("takeOver", answer), 400, "TOKEN_UNKNOWN")
        self.assertEqual(self.expect(first.state())["step"], "consent")

    def test_a_cookie_without_its_key_opens_nothing(self) -> None:
        session = triggered()
        browser, _ = self.opened(session)
        thief = Browser(installation.endpoint)
        thief.cookies = dict(browser.cookies)
        self.assert_refused(thief.state(), 401, "DPOP_PROOF_INVALID")
        self.assert_refused(thief.post("enroll", {}), 401, "DPOP_PROOF_INVALID")
        self.assert_refused(thief.open(session), 409, "CAPTURE_ELSEWHERE")
        bare = {"Sec-Fetch-Site": "same-origin", "DPoP": ""}
        self.assert_refused(browser.get("/capture/state", bare), 401, "DPOP_PROOF_INVALID")
        url = browser.endpoint.url + "/capture/state"
        used = browser.key.proof("GET", url)
        self.assertEqual(browser.get("/capture/state", {"DPoP": used}).status, 200)
        for wrong in (
            used,
            browser.key.proof("POST", url),
            browser.key.proof("GET", url + "x"),
            browser.key.proof("GET", url)[:-2] + "AA",
            "x",
        ):
            self.assert_refused(browser.get("/capture/state", {"DPoP": wrong}), 401, "DPOP_PROOF_INVALID")
        stale = browser.get("/capture/state", {"DPoP": browser.key.proof("GET", url, nonce="x")})
        self.assert_refused(stale, 401, "DPOP_NONCE_REQUIRED")
        self.assertEqual(self.expect(browser.state())["step"], "consent")

    def test_the_same_device_opens_again_without_a_question(self) -> None:
        session = triggered()
        browser, _ = self.opened(session)
        held = dict(browser.cookies)
        for take_over in (False, True):
            answer = browser.open(session, take_over)
            self.assertNotIn("set-cookie", answer.headers)
            self.assertEqual(self.expect(answer)["step"], "consent")
        self.assertEqual(browser.cookies, held)

    def test_whatever_is_wrong_with_the_data_is_one_refusal(self) -> None:
        session = triggered()
        data = qr.data_of(session["sessionCallbackURL"])
        changed = bytearray(decode_base64url(data))
        changed[300] ^= 1
        foreign = other.trigger(f"{uuid.uuid4()}@example.org")
        mixed = decode_base64url(qr.data_of(foreign["sessionCallbackURL"]))[:256] + decode_base64url(data)[256:]
        browser = Browser(installation.endpoint, source_address="127.0.0.3")
        for wrong in (encode_base64url(bytes(changed)), encode_base64url(mixed), data[:-1], "x", "ü"):
            self.assert_refused(browser.post("open", {"data": wrong}), 400, "TOKEN_UNKNOWN")
        self.assert_refused(browser.post("open", {"data": ""}), 400, "FIELD_EMPTY")
        self.assert_refused(browser.post("open", {"data": "x" * 1025}), 400, "FIELD_TOO_LONG")
        self.assert_refused(browser.post("open", {}), 400, "FIELD_MISSING")
        self.assertEqual(browser.cookies, {})
        self.assertEqual(self.opened(session)[1]["step"], "consent")

    def test_who_tries_again_and_again_has_to_wait(self) -> None:
        browser = Browser(installation.endpoint, source_address="127.0.0.2")
        for _ in range(30):
            self.assert_refused(browser.post("open", {"data": "x"}), 400, "TOKEN_UNKNOWN")
        refused = browser.open(triggered())
        self.assert_refused(refused, 429, "RATE_LIMITED")
        self.assertLessEqual(int(refused.headers["retry-after"]), 60)
        self.assertEqual(self.opened()[1]["step"], "consent", "from another address")

    def test_each_tenants_codes_open_its_own_enrollments(self) -> None:
        for portal in (tested, other):
            session = triggered(portal=portal)
            state = self.opened(session)[1]
            self.assertEqual(state["tenant"]["name"], portal.credentials.name)


class ConsentTests(PageTests):
    def test_the_text_that_is_shown_is_what_its_hash_is_of(self) -> None:
        browser, english = self.opened(language="en")
        browser.language = "de-AT,de;q=0.9"
        german = self.expect(browser.state())
        for state, language in ((english, "en"), (german, "de")):
            shown = state["consent"]
            self.assertEqual(shown["language"], language)
            self.assertEqual(shown["textHash"], hashlib.sha256(shown["text"].encode()).hexdigest())
            self.assertEqual(shown["textVersion"], shown["textHash"][:16])
            self.assertGreater(len(shown["text"]), 40)
        self.assertNotEqual(english["consent"]["text"], german["consent"]["text"])

    def test_a_consent_to_another_text_is_refused(self) -> None:
        session = triggered()
        browser, state = self.opened(session)
        for changes in ({"textHash": "00" * 32}, {"textVersion": "2"}, {"language": "de"}):
            body = {"consent": agreed(state, **changes)}
            self.assert_refused(browser.post("enroll", body), 400, "CONSENT_TEXT_UNKNOWN")
        self.assert_refused(
            browser.post("enroll", {}), 400, "CONSENT_REQUIRED"
        )
        malformed = {"consent": agreed(state, acceptedAt="now")}
        self.assert_refused(browser.post("enroll", malformed), 400, "WRONG_TYPE")
        self.assertEqual(self.expect(browser.state())["step"], "consent")
        token = self.enroll(browser, state)
        again = {"enrollmentToken": token, "consent": agreed(state, textHash="00" * 32)}
        self.assert_refused(browser.post("consent", again), 400, "CONSENT_TEXT_UNKNOWN")

    def test_the_interface_takes_any_text(self) -> None:
        token = tested.begin(f"{uuid.uuid4()}@example.org")
        consent = {"textHash": "00" * 32, "textVersion": "1", "language": "en", "acceptedAt": "2026-11-21T10:00:00Z"}
        answer = tested.post("/onboarding/enrollment/consent", {"enrollmentToken": token, "consent": consent})
        self.assertEqual(answer.status, 200, answer.described())

    def test_a_tenant_adds_its_words(self) -> None:
        portal = installation.portal("worded")
        ui = {
            "displayName": "Muster & Söhne",
            "alternative": {"en": "Come to a branch.", "de": "Kommen Sie in eine Filiale."},
            "allowGallery": True,
            "consentText": {"en": "We keep it for a year.", "de": "Wir bewahren es ein Jahr auf."},
            "consentVersion": "2026-11",
        }
        before = self.opened(triggered(portal=portal), "en")[1]["consent"]
        installation.command("tenant", "configure", "worded", json.dumps({"ui": ui}))

        def shown() -> dict[str, Any]:
            return self.opened(triggered(portal=portal), "de")[1]

        wait_until(lambda: shown()["tenant"]["name"] == "Muster & Söhne", "the server knows", pause=0.2)
        state = shown()
        self.assertEqual(state["tenant"]["alternative"], "Kommen Sie in eine Filiale.")
        self.assertIs(state["tenant"]["allowsGallery"], True)
        self.assertTrue(state["consent"]["text"].endswith("\n\nWir bewahren es ein Jahr auf."))
        self.assertEqual(state["consent"]["textVersion"], "2026-11")
        browser, state = self.opened(triggered(portal=portal), "en")
        stale = {"consent": agreed({"consent": before})}
        self.assert_refused(browser.post("enroll", stale), 400, "CONSENT_TEXT_UNKNOWN")
        self.enroll(browser, state)


class EnrollmentTests(PageTests):
    def test_a_person_is_registered_from_the_page(self) -> None:
        session = triggered()
        browser, state = self.opened(session)
        token = self.enroll(browser, state)
        self.assertEqual(
            self.kinds(session["sessionToken"]),
            ["enrollment.triggered", "enrollment.validated", "enrollment.started"],
        )
        state = self.expect(browser.state())
        self.assertEqual((state["step"], state["token"], state["left"]), ("device", token, None))
        self.add_device(browser, token)
        state = self.expect(browser.state())
        self.assertEqual((state["step"], state["accepted"]), ("face", ["addDevice"]))
        self.assertEqual(state["left"], {"attempts": 5, "captures": 20})
        self.add_face(browser, token, state["keys"]["ec"]["pem"], state["face"]["workflow"])
        self.assertEqual(self.expect(browser.state())["step"], "document")
        document = document_request(token, [pictures.png(96, 96)])
        answer = self.expect(browser.post("addDocumentOCR", document))
        self.assertEqual(answer["enrollmentStatus"], COMPLETE)
        state = self.expect(browser.state())
        self.assertEqual((state["step"], state["outcome"], state["deadline"]), ("ended", "complete", None))
        self.assertEqual(tested.operation_status(session["sessionToken"]).json()["completionStatus"], "Success")
        stranger = Browser(installation.endpoint)
        self.assert_refused(stranger.open(session, take_over=True), 400, "TOKEN_UNKNOWN")
        self.assertEqual(self.expect(browser.open(session))["outcome"], "complete", "who was there may look again")

    def test_a_restart_in_the_middle_is_not_noticed(self) -> None:
        browser, state = self.opened()
        token = self.enroll(browser, state)
        installation.kill()
        browser.moved_to(installation.start(port=installation.endpoint.port))
        for portal in (tested, other):
            portal.endpoint = installation.endpoint
        self.assertEqual(self.expect(browser.state())["step"], "device")
        self.add_device(browser, token)

    def test_who_is_refused_may_ask_for_a_human(self) -> None:
        browser, state = self.opened(triggered("attack"))
        token = self.enroll(browser, state)
        self.add_device(browser, token)
        for attempt in range(1, 6):
            package = video([pictures.png(96, 96 + attempt)] * 2)
            sealed = seal_v2(package, state["keys"]["ec"]["pem"], token)
            answer = self.expect(browser.post("addFace", {"enrollmentToken": token, "faceLivenessData": sealed}))
            self.assertEqual(answer["enrollmentStatus"], PENDING if attempt < 5 else FAILED)
        state = self.expect(browser.state())
        self.assertEqual((state["step"], state["outcome"]), ("ended", "failed"))
        self.assertEqual((state["reason"], state["review"]), ("FACE_ATTEMPTS_EXHAUSTED", "possible"))
        self.expect(browser.post("requestReview", {"enrollmentToken": token}))
        self.assertEqual(self.expect(browser.state())["review"], "requested")

    def test_who_withdraws_is_forgotten_and_told_so(self) -> None:
        session = triggered()
        browser, state = self.opened(session)
        token = self.enroll(browser, state)
        self.assertEqual(
            self.expect(browser.post("withdrawConsent", {"enrollmentToken": token}))["enrollmentStatus"], FAILED
        )
        state = self.expect(browser.state())
        self.assertEqual(set(state), MEMBERS)
        self.assertEqual((state["step"], state["outcome"]), ("ended", "withdrawn"))
        self.assertEqual((state["token"], state["keys"]), (None, None))
        self.assertEqual(state["tenant"]["name"], "tested")
        self.assertEqual(tested.find(sessionToken=session["sessionToken"]), [])
        for call in CALLS:
            self.assert_refused(browser.post(call, {"enrollmentToken": token}), 401, "TOKEN_MISSING")
        self.assert_refused(browser.open(session, take_over=True), 400, "TOKEN_UNKNOWN")
        self.assertEqual(self.expect(browser.open(triggered()))["step"], "consent", "another code opens another one")

    def test_a_cancelled_one_has_ended_and_its_consent_can_be_withdrawn(self) -> None:
        session = triggered()
        browser, state = self.opened(session)
        token = self.enroll(browser, state)
        self.expect(browser.post("cancel", {"enrollmentToken": token}))
        state = self.expect(browser.state())
        self.assertEqual((state["step"], state["outcome"], state["review"]), ("ended", "cancelled", None))
        self.assertEqual(self.expect(browser.open(session))["outcome"], "cancelled", "the link leads back here")
        self.expect(browser.post("withdrawConsent", {"enrollmentToken": token}))
        self.assertEqual(self.expect(browser.state())["outcome"], "withdrawn")
        self.assertEqual(tested.find(sessionToken=session["sessionToken"]), [])

    def test_an_expired_code_opens_nothing_and_says_so_to_who_had_opened_it(self) -> None:
        hasty = installation.portal("hasty", sessionLifetimeSeconds=4)
        session = hasty.trigger(f"{uuid.uuid4()}@example.org")
        browser, _ = self.opened(session)
        time.sleep(4)
        self.assertEqual(self.expect(browser.state())["outcome"], "expired")
        stranger = Browser(installation.endpoint, source_address="127.0.0.4")
        self.assert_refused(stranger.open(session), 400, "TOKEN_UNKNOWN")

    def test_a_challenge_is_answered_in_the_workflow_that_the_state_names(self) -> None:
        active = installation.portal("active", faceWorkflow="active")
        browser, state = self.opened(triggered(portal=active))
        self.assertIs(state["challengeRequired"], True)
        self.assertEqual((state["face"]["workflow"], state["face"]["frames"]), ("foxtrot4", 90))
        token = self.enroll(browser, state)
        self.add_device(browser, token)
        challenge = self.expect(browser.post("challengeFace", {"enrollmentToken": token}))["challenge"]
        self.assertTrue(challenge["steps"])

    def test_a_preview_is_taken_as_it_is_where_packages_have_to_be_sealed(self) -> None:
        strict = installation.portal("sealed", acceptedPackageForms=["v2"])
        browser, _ = self.opened(triggered(portal=strict))
        answer = browser.post("preview", preview([pictures.png()]))
        self.assertEqual(len(self.expect(answer)["frameResults"]), 1)
        # As on the interface, what is left is told before it is too little.
        self.assertRegex(answer.headers["ratelimit"], r'^"previews";r=\d+;t=\d+$')


class OriginTests(PageTests):
    """Pages of other sites, and devices that have no right."""

    def test_what_another_sites_page_can_send_is_refused(self) -> None:
        browser, _ = self.opened()
        wrong = (
            {"Onboarding-Page": ""},
            {"Onboarding-Page": "desk"},
            {"Content-Type": "text/plain"},
            {"Content-Type": "application/x-www-form-urlencoded"},
            {"Content-Type": ""},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Sec-Fetch-Site": "none"},
        )
        for call in ("open", *CALLS):
            for headers in wrong:
                with self.subTest(f"{call} {headers}"):
                    self.assert_refused(browser.post(call, {}, headers), 403, "ORIGIN_NOT_ALLOWED")
        for path in ("/capture/state", "/capture/code"):
            self.assert_refused(browser.get(path, {"Sec-Fetch-Site": "cross-site"}), 403, "ORIGIN_NOT_ALLOWED")
        # An older browser does not say where a request comes from.
        self.assert_refused(browser.post("open", {}, {"Sec-Fetch-Site": ""}), 400, "FIELD_MISSING")

    def test_without_the_cookie_nothing_is_there(self) -> None:
        self.opened()
        for cookies in ({}, {CAPTURE_COOKIE: "x"}, {CAPTURE_COOKIE: "withdrawn.nobody"}):
            stranger = Browser(installation.endpoint)
            stranger.cookies = cookies
            self.assert_refused(stranger.state(), 401, "TOKEN_MISSING")
            self.assert_refused(stranger.get("/capture/code"), 401, "TOKEN_MISSING")
            for call in CALLS:
                self.assert_refused(stranger.post(call, {}), 401, "TOKEN_MISSING")

    def test_the_cookie_opens_one_enrollment(self) -> None:
        browser, state = self.opened()
        own = self.enroll(browser, state)
        others = [tested.begin(f"{uuid.uuid4()}@example.org"), other.begin(f"{uuid.uuid4()}@example.org")]
        for token in others:
            for call in ("cancel", "withdrawConsent", "requestReview", "challengeFace"):
                self.assert_refused(browser.post(call, {"enrollmentToken": token}), 400, "TOKEN_UNKNOWN")
        session = triggered()["sessionToken"]
        body = {"sessionToken": session, "consent": agreed(state)}
        self.assert_refused(browser.post("enroll", body), 400, "TOKEN_UNKNOWN")
        named = {"username": "mallory", "email": "m@example.org", "consent": agreed(state)}
        self.assert_refused(browser.post("enroll", named), 403, "ROLE_MISSING")
        self.add_device(browser, own)

    def test_nothing_of_it_is_published(self) -> None:
        document = installation.endpoint.send("GET", "/openapi.yaml").body.decode()
        self.assertNotIn("/capture", document)



class ReturningTests(PageTests):
    """Somebody registered comes back on the page, by a link of their own."""

    def registered(self, persona: str = "live") -> str:
        name = f"sandbox-{persona}-{uuid.uuid4()}"
        token = known.begin(name)
        self.assertEqual(known.add_device(token).status, 200)
        self.assertEqual(known.add_face(token, video([pictures.png()] * 2)).status, 200)
        return name

    def asked_back(self, name: str) -> tuple[Browser, dict[str, Any]]:
        """A browser that has opened the link of an authentication, and what it was told."""
        return self.opened(self.expect(known.post("/onboarding/b2c/triggerAuthenticate", {"username": name})))

    def verify_face(self, browser: Browser, state: dict[str, Any], flow: str, member: str) -> dict[str, Any]:
        package = seal_v2(video([pictures.png()] * 2), state["keys"]["ec"]["pem"], state["token"])
        body = {member: state["token"], "faceLivenessData": package}
        return self.expect(browser.post(f"{flow}/verifyFace", body))

    def test_who_comes_back_is_let_in_by_the_face(self) -> None:
        browser, state = self.asked_back(self.registered())
        self.assertEqual(set(state), MEMBERS)
        self.assertEqual((state["step"], state["purpose"], state["token"]), ("start", "authenticate", None))
        self.assertEqual((state["requiredChecks"], state["consent"], state["lockedUntil"]), (["addFace"], None, None))
        begun = self.expect(
            browser.post("authentication/authenticate", {})
        )
        state = self.expect(browser.state())
        self.assertEqual((state["step"], state["token"]), ("face", begun["authToken"]))
        self.assertTrue(self.verify_face(browser, state, "authentication", "authToken")["matchResult"])
        state = self.expect(browser.state())
        self.assertEqual((state["step"], state["outcome"], state["token"]), ("ended", "complete", None))

    def test_the_right_to_one_visit_opens_no_other_case(self) -> None:
        browser, state = self.asked_back(self.registered())
        foreign = self.expect(known.post("/onboarding/b2c/triggerAuthenticate", {"username": self.registered()}))
        stranger, _ = self.opened(foreign)
        body = {"sessionToken": foreign["sessionToken"]}
        self.assert_refused(browser.post("authentication/authenticate", body), 400, "TOKEN_UNKNOWN")
        self.assert_refused(browser.post("reEnrollment/enroll", body), 400, "TOKEN_UNKNOWN")
        begun = self.expect(stranger.post("authentication/authenticate", body))
        for flow, member in (("authentication", "authToken"), ("reEnrollment", "reEnrollmentToken")):
            self.assert_refused(browser.post(f"{flow}/cancel", {member: begun["authToken"]}), 400, "TOKEN_UNKNOWN")
        named = {"username": "mallory"}
        self.assert_refused(browser.post("authentication/authenticate", named), 403, "ROLE_MISSING")
        self.assertEqual(self.expect(browser.state()), state)

    def test_another_person_is_refused_and_may_stop(self) -> None:
        browser, state = self.asked_back(self.registered("mismatch"))
        self.expect(browser.post("authentication/authenticate", {}))
        state = self.expect(browser.state())
        answer = self.verify_face(browser, state, "authentication", "authToken")
        self.assertEqual((answer["livenessResult"], answer["matchResult"]), (True, False))
        left = state["left"]["attempts"]
        state = self.expect(browser.state())
        self.assertEqual((state["step"], state["left"]["attempts"]), ("face", left - 1))
        self.expect(browser.post("authentication/cancel", {"authToken": state["token"]}))
        self.assertEqual(self.expect(browser.state())["outcome"], "cancelled")


if __name__ == "__main__":
    unittest.main()
