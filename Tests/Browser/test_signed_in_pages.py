"""Who is signed in, what they then may see and do, and that nothing which somebody typed ever runs."""

from __future__ import annotations

import json
import unicodedata
import unittest
import uuid

from browser import DESKTOP, PHONE, Browser, Session
from enrollments import Desk, Phone, complete
from people import Person, fill_in, make_operator, one_time_code, path, redeem, sign_in

from client.flow import Portal  # isort: skip
from client.pages import Browser as PhoneBrowser  # isort: skip
from installation import Installation, wait_until  # isort: skip

FORBIDDEN = "Your account does not have the right to do this."
NOT_YOURS = "There is no such page, or it is not yours to see."
FROM_ELSEWHERE = "This form was sent from another page"
#: What a browser complains of where a page has such a status, as it is meant to.
STATUS = r"Failed to load resource: the server responded with a status of (401|403|404|422)"
#: Text that would do something where it is taken for more than text. The last two are one character with what comes
#: after it, to whoever compares characters and not code points.
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onfocus=alert(1) autofocus='",
    "{{7*7}}{{{csrf}}}",
    "\u202egnp.exe",
    '"\u0301 onfocus=alert(1) autofocus x="\u0301',
    "<\u0338script>alert(1)</script\u0301>",
)

browser: Browser
installation: Installation
portal: Portal


def setUpModule() -> None:
    global browser, installation, portal
    browser = Browser.for_module()
    installation = Installation.for_module()
    portal = installation.portal("bank")
    installation.tenant("other")


class SignedInTests(unittest.TestCase):
    def window(self, person: Person | None = None) -> Session:
        session = browser.session(DESKTOP)
        self.addCleanup(session.close)
        if person is not None:
            sign_in(session, installation, person)
        return session

    def open(self, session: Session, address: str) -> int:
        """Opens a page of the server; its status."""
        session.open(installation.endpoint.url + address)
        return int(session.run("return performance.getEntriesByType('navigation')[0].responseStatus"))


class SigningInTests(SignedInTests):
    def test_a_second_factor_is_set_up_once_and_asked_for_from_then_on(self) -> None:
        person = make_operator(installation, "bank")
        session = self.window(person)
        self.open(session, "/account")
        session.click("form[action$='/account/second-factor'] button")
        secret = session.text("code")
        session.assert_page(self, "account-second-factor")
        session.write("#code", "000000")
        session.click("form[action$=confirm] button")
        self.assertTrue(session.text("[role=alert]"))
        self.assertEqual(session.text("code"), secret, "a code that was mistyped does not cost the secret")
        session.write("#code", one_time_code(secret))
        session.click("form[action$=confirm] button")
        session.wait_for_text("Switched on", "main")
        self.sign_out(session)
        fill_in(session, installation, person)
        session.find("#code")
        session.assert_page(self, "sign-in-code", STATUS)
        self.assertEqual(self.open(session, "/portal"), 200)
        self.assertEqual(path(session), "/sign-in", "a password alone opens nothing")
        fill_in(session, installation, person)
        session.write("#code", "000000")
        session.click("main form button")
        session.wait_for_text("This code is not right", "[role=alert]")
        # The one before was used; the next is right already, for clocks that are fast.
        session.write("#code", one_time_code(secret, 1))
        session.click("main form button")
        session.wait(lambda: path(session) == "/portal", "the code opens the portal")

    def test_a_link_is_copied_asks_for_a_password_and_works_once(self) -> None:
        administrator = self.window(make_operator(installation, "bank", "admin"))
        self.open(administrator, "/admin/people")
        administrator.write("#name", "jo@example.org")
        administrator.click("#add form button")
        link = str(administrator.find("#link").get_attribute("value"))
        administrator.click("[data-copies=link]")
        administrator.wait_for_text("Copied", "main output")
        administrator.assert_page(self, "admin-link")

        password = "a long password of Jo's"
        first, second = self.window(), browser.session(PHONE)
        self.addCleanup(second.close)
        second.open(link)
        second.find("#new")
        # Opened, and left alone: nothing is used up. The secret stands in no address.
        first.open(link)
        self.assertEqual(first.find("#name").get_attribute("value"), "jo@example.org")
        self.assertNotIn(link.partition("#")[2], first.driver.current_url)
        first.assert_page(self, "sign-in-link-password")
        first.write("#new", password)
        first.write("#again", "something else, as long")
        first.click("main form button")
        first.wait_for_text("The two new passwords differ.", "[role=alert]")
        redeem(first, link, password)
        first.wait(lambda: path(first) == "/portal", "the link opens the portal")
        second.write("#new", password)
        second.write("#again", password)
        second.click("main form button")
        second.wait_for_text("This link was used before", "main")
        second.assert_page(self, "sign-in-link-used", STATUS)
        self.open(second, "/portal")
        self.assertEqual(path(second), "/sign-in")
        sign_in(second, installation, Person("bank", "jo@example.org", password))
        self.open(second, "/sign-in/link")
        second.wait_for_text("Open the link in your message once more.", "main")

    def test_signing_out_everywhere_ends_every_session_of_ones_own(self) -> None:
        person = make_operator(installation, "bank")
        here, there, colleague = self.window(person), self.window(person), self.window(self.colleague())
        self.open(here, "/account")
        here.click("form[action$=sign-out-everywhere] button")
        here.wait_for_text("You are signed out.", "main")
        for session in (here, there):
            self.open(session, "/portal")
            self.assertEqual(path(session), "/sign-in")
        self.open(colleague, "/portal")
        self.assertEqual(path(colleague), "/portal")

    def colleague(self) -> Person:
        return make_operator(installation, "bank")

    def sign_out(self, session: Session) -> None:
        session.click("details.account summary")
        session.click("details.account form button")
        session.wait(lambda: path(session) == "/sign-in", "signed out")


class RightTests(SignedInTests):
    def test_a_role_without_the_right_gets_a_page_that_says_so(self) -> None:
        enrollment = complete(portal, f"sandbox-live-{uuid.uuid4()}")
        session = self.window(make_operator(installation, "bank", "operator"))
        for address in ("/desk", f"/desk/cases/{enrollment}"):
            self.assertEqual(self.open(session, address), 403)
            self.assertIn(FORBIDDEN, session.text("main"))
            self.assertNotIn("sandbox-live", session.driver.page_source)
            self.assertIn("Enroll", session.text("header nav"), "what is open to them is one step away")
            self.assertEqual(session.text("main h1"), "You may not do this")
        session.assert_page(self, "refused", STATUS)

    def test_an_auditor_without_the_right_to_persons_sees_neither_names_nor_pictures(self) -> None:
        username = f"sandbox-live-{uuid.uuid4()}"
        enrollment = complete(portal, username)
        session = self.window(make_operator(installation, "bank", "auditor"))
        for address in ("/desk", f"/desk/cases/{enrollment}"):
            self.assertEqual(self.open(session, address), 200)
            self.assertIn(enrollment[:8], session.driver.page_source)
            # What the persona is called is no name of a person.
            self.assertNotIn(username, session.driver.page_source)
            self.assertEqual(session.find_all("main img, main [data-picture], .zone"), [])
        session.assert_page(self, "case-without-persons")

    def test_a_case_of_another_tenant_is_not_there(self) -> None:
        enrollment = complete(portal, f"sandbox-live-{uuid.uuid4()}")
        session = self.window(make_operator(installation, "other", "auditor", "persons"))
        self.assertEqual(self.open(session, f"/desk/cases/{enrollment}"), 404)
        self.assertIn(NOT_YOURS, session.text("main"))
        unknown = self.open(session, f"/desk/cases/{uuid.uuid4().hex}")
        self.assertEqual(unknown, 404)


class FormTests(SignedInTests):
    def test_a_form_without_the_sessions_own_token_does_nothing(self) -> None:
        first, second = (self.window(make_operator(installation, "bank")) for _ in range(2))
        token = "return document.querySelector('main form [name=csrf]').value"
        self.open(second, "/portal")
        foreign = second.run(token)
        for given in ("", foreign):
            self.open(first, "/portal")
            self.assertNotEqual(first.run(token), foreign)
            first.write("#username", f"forged-{uuid.uuid4()}")
            first.write("#email", "forged@example.org")
            first.run("document.querySelector('main form [name=csrf]').value = arguments[0]", given)
            first.click("main form button")
            first.wait_for_text(FROM_ELSEWHERE, "main")
            self.open(first, "/portal")
            self.assertIn("Nothing yet.", first.text("main"))

    def test_a_form_that_is_sent_twice_begins_one_enrollment(self) -> None:
        session = self.window(make_operator(installation, "bank"))
        self.open(session, "/portal")
        session.write("#username", f"twice-{uuid.uuid4()}")
        session.write("#email", "twice@example.org")
        # Together, as by an impatient hand, and then again, as by a reload. Whoever comes second waits, and is led to the same
        # page.
        reached = session.run(
            """
            const form = document.querySelector('main form'), body = new URLSearchParams(new FormData(form));
            const send = () => fetch(form.action, { method: 'POST', body }).then(({ status, url }) => [status, url]);
            return Promise.all([send(), send(), send(), send()]).then(async (both) => [...both, await send()]);
            """
        )
        self.assertEqual({status for status, _ in reached}, {200}, reached)
        self.assertEqual(len({url for _, url in reached}), 1, reached)
        self.assertRegex(reached[0][1], r"/portal/enrollments/[0-9a-f]{32}$")
        self.open(session, "/portal")
        self.assertEqual(len(session.find_all(".recent li")), 1)
        # A second press of the button sends nothing, and what was changed on the way back is sent as something new.
        session.run(
            """
            const form = document.querySelector('main form');
            window.sent = 0;
            form.addEventListener('submit', (event) => {
              if (!event.defaultPrevented) window.sent += 1;
              event.preventDefault();
            });
            form.querySelector('button').click();
            form.querySelector('button').click();
            """
        )
        self.assertEqual(session.run("return window.sent"), 1)

    def test_a_form_that_was_changed_after_it_was_sent_is_sent_as_something_new(self) -> None:
        session = self.window(make_operator(installation, "bank"))
        self.open(session, "/portal")
        page = session.run(
            """
            const form = document.querySelector('main form'), body = new URLSearchParams(new FormData(form));
            const send = (name) => { body.set('username', name); body.set('email', 'again@example.org');
                return fetch(form.action, { method: 'POST', body }); };
            return send(arguments[0]).then(() => send(arguments[0] + '-changed'))
                .then(async (answer) => [answer.status, await answer.text()]);
            """,
            f"again-{uuid.uuid4()}",
        )
        self.assertEqual(page[0], 422)
        self.assertIn("This form was sent before, with other entries", page[1])


class FollowedTests(SignedInTests):
    """What becomes of a code is told in words where it is shown, with what to do."""

    def test_opened_declined_and_withdrawn_are_told_while_the_page_is_open(self) -> None:
        session = self.window(make_operator(installation, "bank"))
        desk, phone = Desk(session, installation), PhoneBrowser(installation.endpoint, "en")
        link = desk.trigger(f"followed-{uuid.uuid4()}")
        self.assertEqual(desk.steps()[:2], ["current", "waiting"])
        self.assertEqual(phone.open({"sessionCallbackURL": link}).status, 200)
        session.wait(lambda: desk.steps()[:2] == ["done", "current"], "the page says that the link was opened")
        self.assertEqual(phone.post("decline", {}).status, 200)
        session.wait_for_text("The person has declined the text on their phone.", "#hint")
        self.assertIn("offer them another way", session.text("#hint"))
        state = phone.state().json()
        consent = {name: state["consent"][name] for name in ("textHash", "textVersion", "language")}
        begun = phone.post("enroll", {"consent": consent | {"acceptedAt": "2026-11-21T10:00:00Z"}})
        self.assertEqual(begun.status, 200, begun.described())
        session.wait(lambda: desk.steps()[:2] == ["done", "done"], "who declined has agreed after all")
        session.wait(lambda: not session.find_all("#hint")[0].is_displayed(), "nothing is left to say of it")
        token = begun.json()["enrollmentToken"]
        self.assertEqual(phone.post("withdrawConsent", {"enrollmentToken": token}).status, 200)
        session.wait_for_text("Withdrawn or deleted.", "#end")
        self.assertFalse(session.find_all("#lost")[0].is_displayed(), "the connection was never lost")
        self.assertEqual(self.open(session, path(session)), 200)
        session.wait_for_text("The person took back their consent", "#end")
        session.assert_page(self, "portal-withdrawn")
        self.assertEqual(session.console_errors(STATUS), [])

    def test_a_newer_code_is_named_as_what_took_the_place(self) -> None:
        username = f"sandbox-live-{uuid.uuid4()}"
        complete(portal, username)
        person = make_operator(installation, "bank")
        first, second = self.window(person), self.window(person)
        Desk(first, installation).ask_back(username)
        Desk(second, installation).ask_back(username)
        first.wait_for_text("A newer code for the same person took the place of this one.", "#end")
        self.assertIn("Go on with the newer code", first.text("#end"))


class SessionEndTests(SignedInTests):
    """The end of a session is said while there is time, and one press goes on (WCAG 2.2, 2.2.1)."""

    #: Shows a page whose session has so many seconds left.
    LEFT = """
    const section = document.getElementById('session').cloneNode(true);
    document.getElementById('session').replaceWith(section);
    Object.assign(section.dataset, { seconds: arguments[0], isLast: String(arguments[1]) });
    const script = document.querySelector('script[src$="/session.js"]').src;
    return import(script).then((module) => module.watch(section));
    """

    def test_who_is_about_to_be_signed_out_is_told_and_stays_with_one_press(self) -> None:
        session = self.window(make_operator(installation, "bank"))
        self.open(session, "/portal")
        self.assertFalse(self.is_seen(session, "#session"))
        session.run(self.LEFT, 100, False)
        session.wait_for_text("You will be signed out in 2 min", "#session [role=alert]")
        session.assert_page(self, "session-end")
        session.click("#session button")
        session.wait(lambda: not self.is_seen(session, "#session"), "the session goes on")
        session.run(self.LEFT, 100, True)
        session.wait_for_text("Your session ends in 2 min", "#session [role=alert]")
        self.assertFalse(self.is_seen(session, "#session button"), "nothing helps against its end")
        session.run(self.LEFT, 0, False)
        session.wait_for_text("You are signed out.", "#session [role=alert]")
        self.assertTrue(self.is_seen(session, "#session a"))

    def is_seen(self, session: Session, selector: str) -> bool:
        (found,) = session.find_all(selector)
        return found.is_displayed()

    def test_a_session_is_kept_by_a_page_of_ours_alone(self) -> None:
        session = self.window(make_operator(installation, "bank"))
        self.open(session, "/portal")
        ask = """
        const section = document.getElementById('session');
        const body = new URLSearchParams({ csrf: arguments[0] ?? section.dataset.csrf });
        return fetch(section.dataset.extend, { method: 'POST', body })
            .then(async (answer) => [answer.status, await answer.json()]);
        """
        status, time = session.run(ask, None)
        self.assertEqual((status, time), (200, {"isLast": False, "seconds": 1800}))
        status, refused = session.run(ask, "another's")
        self.assertEqual((status, refused["reason"]), (403, "ORIGIN_NOT_ALLOWED"))


class HostileTextTests(SignedInTests):
    """Whatever somebody types stands there as they typed it. A violated policy and an error would be complaints."""

    def test_what_a_clerk_types_stands_there_as_typed(self) -> None:
        session = self.window(make_operator(installation, "bank"))
        for text in HOSTILE:
            with self.subTest(text):
                # In its one form: somebody else's keyboard may write it otherwise.
                username = unicodedata.normalize("NFC", f"{text} {uuid.uuid4()}")
                self.open(session, "/portal")
                self.write(session, "#username", username)
                self.write(session, "#email", f"{text}@a@b")
                self.write(session, "#phoneNumber", text)
                session.click("main form button")
                session.find("[role=alert]")
                for field, given in (("username", username), ("email", f"{text}@a@b"), ("phoneNumber", text)):
                    self.assertEqual(session.find(f"#{field}").get_attribute("value"), given)
                self.write(session, "#email", "person@example.org")
                self.write(session, "#phoneNumber", "+32 (2) 791-00.00")
                if not text.isprintable():
                    self.assertIn("nothing that cannot be seen", self.said(session, "main"))
                    self.assert_nothing_ran(session)
                    continue
                session.click("main form button")
                session.find("#link")
                self.assertEqual(self.said(session, "h1 .person"), username)
                self.open(session, "/portal")
                self.assertEqual(self.said(session, ".recent .name"), username)
                self.assert_nothing_ran(session)

    def test_what_a_person_is_called_and_a_colleague_notes_stands_there_as_typed(self) -> None:
        session = self.window(make_operator(installation, "bank", "auditor", "persons"))
        for text in HOSTILE:
            with self.subTest(text):
                called = f"{text if text.isprintable() else ''} {uuid.uuid4()}".strip()
                username = unicodedata.normalize("NFC", called)
                portal.trigger(called, "person@example.org", firstName=text, lastName=text, phoneNumber=text)
                (found,) = portal.find(username=called)
                self.open(session, "/desk")
                self.assertIn(username, self.said(session, ".cases"))
                self.write(session, "#text", text)
                session.click(".filters button")
                session.wait(lambda: "text=" in session.driver.current_url, "the list is filtered")
                self.assertEqual(session.find("#text").get_attribute("value"), text)
                self.open(session, f"/desk/cases/{found['enrollmentId']}")
                self.assertIn(username, self.said(session, "#decision"))
                self.write(session, "#note", text)
                session.click("form[action$=notes] button")
                session.wait(lambda: session.find_all(".notes li"), "the note is there")
                self.assertEqual(self.said(session, ".notes .lines"), text)
                self.assert_nothing_ran(session)

    def test_what_a_tenant_is_called_and_offers_stands_there_as_typed(self) -> None:
        everything = " ".join(HOSTILE)[:80]
        words = {"ui": {"displayName": everything, "alternative": " ".join(HOSTILE)}}
        tenant = installation.tenant("hostile")
        installation.command("tenant", "configure", "hostile", json.dumps(words))
        hostile = Portal(installation.endpoint, tenant)
        # A running server reads settings anew within a second.
        early = hostile.trigger("early", "early@example.org")
        phones = PhoneBrowser(installation.endpoint)
        wait_until(lambda: phones.open(early).json()["tenant"]["name"] == everything, "the server knows the name")
        link = hostile.trigger("person", "person@example.org")["sessionCallbackURL"]
        session = self.window()
        phone = Phone(session)
        phone.open(link)
        phone.wait_for("camera-missing")
        self.assertIn(everything, self.said(session, ".tenant"))
        self.assertIn(" ".join(HOSTILE), self.said(session, "[data-screen=camera-missing] .other p"))
        self.assert_nothing_ran(session)

    def test_what_is_typed_at_the_sign_in_page_stands_there_as_typed(self) -> None:
        session = self.window()
        for text in HOSTILE[:2] + HOSTILE[-2:]:
            self.open(session, "/sign-in")
            self.write(session, "#tenant", text)
            self.write(session, "#name", text)
            session.write("#password", "no password of anybody")
            session.click("main form button")
            session.find("[role=alert]")
            self.assertEqual(session.find("#tenant").get_attribute("value"), text)
            self.assertEqual(session.find("#name").get_attribute("value"), text)
            self.assert_nothing_ran(session)

    def test_an_operator_cannot_be_called_so(self) -> None:
        for text in HOSTILE:
            said = installation.refused_command("operator", "create", text, "--role", "auditor", "--tenant", "bank")
            self.assertIn("An operator's name is", said)

    def write(self, session: Session, field: str, text: str) -> None:
        """As pasted: a driver's keys know no override of direction."""
        session.run("document.querySelector(arguments[0]).value = arguments[1]", field, text)

    def said(self, session: Session, selector: str) -> str:
        """The text of an element to the letter, which a driver makes tidy."""
        session.find(selector)
        return str(session.run("return document.querySelector(arguments[0]).textContent", selector))

    def assert_nothing_ran(self, session: Session) -> None:
        self.assertEqual(session.console_errors(STATUS), [])
        self.assertEqual(session.foreign_requests(), [])
        faults = session.run("return [...document.querySelectorAll('main [onfocus], main [onerror], [src=x]')].length")
        self.assertEqual(faults, 0)
        self.assertNotIn("49", session.text("h1"))


if __name__ == "__main__":
    unittest.main()
