"""Passkeys: added, used beside a password, used alone, and removed, with an authenticator that the browser makes believe."""

from __future__ import annotations

import unittest

from browser import DESKTOP, Browser, Session
from people import Person, make_operator, path
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from client.exchange import Endpoint  # isort: skip
from installation import Installation, free_port  # isort: skip

browser: Browser
installation: Installation


def setUpModule() -> None:
    global browser, installation
    browser = Browser.for_module()
    # Browsers make no passkey for an address.
    port = free_port()
    url = f"http://localhost:{port}"
    installation = Installation("--public-url", url)
    unittest.addModuleCleanup(installation.close)
    installation.start(port=port)
    installation.endpoint = Endpoint(url)
    installation.tenant("bank")


class PasskeyTests(unittest.TestCase):
    def window(self, *, verifies: bool = True) -> Session:
        session = browser.session(DESKTOP)
        self.addCleanup(session.close)
        options = VirtualAuthenticatorOptions()
        options.protocol = VirtualAuthenticatorOptions.Protocol.CTAP2
        options.transport = VirtualAuthenticatorOptions.Transport.INTERNAL
        options.has_resident_key = options.has_user_verification = True
        options.is_user_verified = verifies
        session.driver.add_virtual_authenticator(options)
        return session

    def open(self, session: Session, address: str) -> None:
        session.open(installation.endpoint.url + address)

    def sign_in(self, session: Session, person: Person) -> None:
        self.open(session, "/sign-in")
        session.write("#tenant", person.tenant)
        session.write("#name", person.name)
        session.write("#password", person.password)
        session.click("form[action$='/sign-in'] button")
        session.wait(lambda: path(session) != "/sign-in", "the password is right")

    def add(self, session: Session, name: str) -> None:
        self.open(session, "/account")
        session.write("#passkey-name", name)
        session.click("form[action$='/account/passkeys'] button")
        session.wait_for_text("The passkey is added.", "main")

    def sign_out(self, session: Session) -> None:
        session.click("details.account summary")
        session.click("form[action$='/sign-out'] button")
        session.wait(lambda: path(session) == "/sign-in", "nobody is signed in")

    def test_a_passkey_is_the_second_factor_and_signs_in_alone(self) -> None:
        person = make_operator(installation, "bank")
        session = self.window()
        self.sign_in(session, person)
        before = session.driver.get_cookie("__Host-operator")
        self.add(session, "my laptop")
        self.assertIn("my laptop", session.text("#passkeys"))
        self.assertNotEqual(session.driver.get_cookie("__Host-operator"), before, "the session has another token")
        session.assert_page(self, "account-passkey")

        self.sign_out(session)
        self.sign_in(session, person)
        self.assertEqual(path(session), "/sign-in/code")
        session.assert_page(self, "sign-in-passkey")
        session.click("form[action$='/sign-in/code/passkey'] button")
        session.wait(lambda: path(session) == "/portal", "the passkey opens the portal")

        self.sign_out(session)
        session.click("form[action$='/sign-in/passkey'] button")
        session.wait(lambda: path(session) == "/portal", "the passkey alone opens the portal")

        self.open(session, "/account")
        session.click("#passkeys form[action$='/remove'] button")
        session.wait_for_text("The passkey is removed.", "main")
        self.sign_out(session)
        session.click("form[action$='/sign-in/passkey'] button")
        session.wait_for_text("This passkey is not right", "main")

    def test_whoever_the_device_does_not_know_is_told_to_try_again(self) -> None:
        person = make_operator(installation, "bank")
        session = self.window(verifies=False)
        self.open(session, "/sign-in")
        session.click("form[action$='/sign-in/passkey'] button")
        session.wait_for_text("The browser has used no passkey.", "main")
        self.sign_in(session, person)
        self.assertEqual(path(session), "/portal", "the password is still a way")


if __name__ == "__main__":
    unittest.main()
