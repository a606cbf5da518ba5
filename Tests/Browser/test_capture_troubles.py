"""What may go wrong on the phone: each time the page says so in words, names a way on, and loses nothing."""

from __future__ import annotations

import json
import time
import unittest
import urllib.parse
import uuid
from typing import Any

from browser import DESKTOP, PHONE, Browser, Device, NoCamera, Session
from camera import RENDERED, Camera
from enrollments import REFUSED_CALL, Phone

from client import qr  # isort: skip
from client.flow import Portal  # isort: skip
from installation import Installation  # isort: skip

OTHER_WAY = "Come to the counter in Example Street 1."
#: What the browser complains of where there is no server, or no network.
LOST = r"net::ERR_"
SHORT = 1
#: Follows a turn to a side in the camera's picture until it was enough: what was drawn, and what the server measured.
FOLLOW_TURN = """
return (async (side) => {
  const url = (name) => document.querySelector('link[href$="/capture/api.js"]').href.replace('api.js', name);
  const { attach, close } = await import(url('camera.js'));
  const { follow } = await import(url('turn.js'));
  const [stage, line] = [document.getElementById('stage'), document.getElementById('turn-line')];
  // Another stream shows what is before the camera now.
  close();
  await attach('face');
  const measured = [];
  const answered = XMLHttpRequest.prototype.open;
  let yaw = null;
  XMLHttpRequest.prototype.open = function (...given) {
    this.addEventListener('load', () => (yaw = JSON.parse(this.responseText).frameResults?.[0].yawInDegrees ?? yaw));
    return answered.apply(this, given);
  };
  const looks = new MutationObserver(() => {
    const share = Number(line.getAttribute('stroke-dasharray').split(' ')[0]);
    if (yaw !== null && share > 0) measured.push([share, yaw]);
  });
  looks.observe(line, { attributes: true, attributeFilter: ['stroke-dasharray'] });
  stage.dataset.turn = side;
  // What a slow machine answers too late ends it.
  for (;;) {
    const ends = new AbortController();
    const isTurned = follow({ wanted: 8, rest: 0 }, ends.signal);
    do await new Promise((resolve) => setTimeout(resolve, 50));
    while (!isTurned() && stage.classList.contains('is-followed'));
    const shown = isTurned() && `is-enough ${stage.dataset.turn}`;
    if (shown) {
      looks.disconnect();
      XMLHttpRequest.prototype.open = answered;
      const isSeen = stage.classList.contains('is-enough') && getComputedStyle(line).opacity === '1';
      ends.abort();
      return { shown: isSeen ? shown : 'hidden', measured };
    }
    ends.abort();
  }
})(arguments[0])
"""

#: How far down the oval reaches, and from where on the help stands.
BESIDE_HELP = """
return [document.querySelector('#overlay .line.is-light'), document.getElementById('help')]
  .map((element, index) => element.getBoundingClientRect()[index ? 'top' : 'bottom'])
"""

browser: Browser
installation: Installation
camera: Camera
portal: Portal
hasty: Portal


def setUpModule() -> None:
    global browser, installation, camera, portal, hasty
    camera = Camera.for_module("rendered")
    browser = Browser.for_module()
    installation = Installation.for_module()
    tenant = installation.tenant("troubled", maxDocumentAttempts=3, **RENDERED)
    words = {"ui": {"displayName": "Example Bank", "alternative": OTHER_WAY}}
    installation.command("tenant", "configure", "troubled", json.dumps(words))
    brief = installation.tenant("hasty", sessionLifetimeSeconds=SHORT)
    # A running server reads settings anew within a second; a start does at once.
    installation.stop()
    installation.start()
    portal, hasty = Portal(installation.endpoint, tenant), Portal(installation.endpoint, brief)


class TroubleTests(unittest.TestCase):
    def phone(
        self, seen: Camera | NoCamera | None = None, language: str = "en", device: Device = PHONE
    ) -> Phone:
        seen = camera if seen is None else seen
        source = seen.path if isinstance(seen, Camera) else seen
        session = browser.session(device, camera=source, language=language)
        self.addCleanup(session.close)
        return Phone(session, seen if isinstance(seen, Camera) else None)

    def triggered(self) -> dict[str, Any]:
        return portal.trigger(f"{uuid.uuid4()}.example", "person@example.org")

    def link(self) -> str:
        """Of a new enrollment."""
        return str(self.triggered()["sessionCallbackURL"])

    def asked(self, phone: Phone, name: str) -> int:
        """How often the page has asked something of its server."""
        return len([url for url in phone.session.requests() if url.endswith(f"/capture/{name}")])

    def assert_quiet(self, session: Session, expected: str | None = None) -> None:
        self.assertEqual(session.foreign_requests(), [])
        self.assertEqual(session.console_errors(expected), [])


class NoCameraTests(TroubleTests):
    def test_a_refused_camera_is_explained_with_the_steps_of_this_browser(self) -> None:
        phone = self.phone(NoCamera.REFUSED)
        phone.open(self.link())
        self.agree_without(phone, "camera-denied")
        self.assertIn("Your browser blocks the camera", phone.session.text("h1:not(.unseen)"))
        self.assertTrue(phone.session.find("#help-own ol").text)
        self.assertIn("I have allowed it, try again", phone.session.text("main"))
        phone.session.assert_page(self, "capture-camera-denied")
        phone.act("reload")
        phone.wait_for("face-ready")
        self.set_permission(phone, "denied")
        phone.open(self.link())
        phone.wait_for("camera-denied")
        self.assertTrue(phone.session.find("#help-own ol").text, "who blocked it before is told before the text")
        self.set_permission(phone, "granted")
        phone.wait_for("start")
        self.assertEqual(self.asked(phone, "enroll"), 1)
        self.assert_quiet(phone.session)

    def set_permission(self, phone: Phone, setting: str) -> None:
        phone.session.devtools("Browser.setPermission", permission={"name": "camera"}, setting=setting)

    def test_an_absent_camera_is_told_before_anything_is_asked_and_a_phone_goes_on_by_the_code(self) -> None:
        link = self.link()
        computer, phone = self.phone(NoCamera.ABSENT, device=DESKTOP), self.phone()
        computer.open(link)
        computer.wait_for("camera-missing")
        self.assertEqual(self.asked(computer, "enroll"), 0)
        self.assertIn("Go on with a phone", computer.session.text("main"))
        self.assertIn(OTHER_WAY, computer.session.text("main"))
        self.scan(computer)
        computer.session.assert_page(self, "capture-camera-missing")
        computer.act("camera")
        computer.wait_for("start")
        computer.act("phone")
        computer.wait_for("camera-phone")
        scanned = self.scan(computer)
        self.assertFalse([url for url in computer.session.requests()[1:] if "data=" in url])
        phone.open(scanned)
        phone.wait_for("elsewhere")
        phone.take_over(computer)
        self.assertIn("It was moved to another device", computer.session.text("main"))

    def scan(self, computer: Phone) -> str:
        """What a phone reads from the screen."""
        code = "document.querySelector('[data-screen]:not([hidden]) .code')"
        is_drawn = f"return {code}.complete && {code}.naturalWidth > 0"
        computer.session.wait(lambda: computer.session.run(is_drawn), "the code is drawn")
        return qr.read_symbol(computer.session.screenshot("capture-code").read_bytes())

    def agree_without(self, phone: Phone, problem: str) -> None:
        """Agrees; where the camera has said no before the face's turn has come, the page asks to start it again."""
        phone.agree()
        if phone.wait_for(problem, "face-ready") == "face-ready":
            phone.act("camera")
            phone.wait_for(problem)


class InterruptionTests(TroubleTests):
    def test_after_a_reload_the_page_goes_on_with_the_document(self) -> None:
        phone = self.phone()
        phone.open(self.link())
        phone.show_face()
        phone.session.driver.refresh()
        phone.wait_for("document-kind")
        phone.show_document()
        self.assert_quiet(phone.session)

    def test_a_server_that_is_killed_and_started_finds_the_page_where_it_was(self) -> None:
        phone = self.phone()
        phone.open(self.link())
        phone.show_face()
        phone.photograph()
        self.restart(lambda: phone.act("use"), phone)
        phone.wait_for("complete")
        # The new process knows no nonce of the old one, and is asked once more.
        self.assert_quiet(phone.session, rf"{LOST}|status of 401")

    def restart(self, between: Any, phone: Phone) -> None:
        port = urllib.parse.urlsplit(installation.endpoint.url).port
        assert port is not None
        installation.kill()
        between()
        phone.session.wait_for_text("Your pictures are kept", "#notice")
        installation.start(port=port)

    def test_pictures_wait_for_the_network_and_then_go_out(self) -> None:
        phone = self.phone()
        phone.open(self.link())
        phone.show_face()
        phone.photograph()
        phone.session.set_offline(True)
        phone.act("use")
        phone.session.wait_for_text("No connection. Your pictures are kept", "#notice")
        said = "return ['assertive', 'polite'].map((id) => document.getElementById(id).textContent)"
        phone.session.wait(lambda: phone.session.run(said)[0].startswith("No connection"), "it is said at once")
        self.assertEqual(phone.session.run(said)[1], "", "and what waited to be said is dropped")
        phone.session.assert_page(self, "capture-offline", LOST)
        phone.session.set_offline(False)
        phone.wait_for("complete")
        self.assertFalse(phone.session.run("return document.getElementById('notice').checkVisibility()"))
        self.assert_quiet(phone.session, LOST)


    def test_a_camera_that_is_unplugged_a_page_that_was_away_and_a_double_tap_do_no_harm(self) -> None:
        phone = self.phone()
        phone.open(self.link())
        phone.wait_for("start")
        phone.shows("empty")
        phone.session.run("const accept = document.querySelector('[data-action=accept]'); accept.click(); accept.click()")
        self.wait_for_camera(phone)
        self.assertEqual(self.asked(phone, "enroll"), 1)
        phone.session.run("video.srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
        phone.wait_for("camera-paused")
        phone.act("camera")
        self.wait_for_camera(phone)
        away = "Object.defineProperty(document, 'hidden', { value: true, configurable: true })"
        told = "document.dispatchEvent(new Event('visibilitychange'))"
        phone.session.run(f"{away}; {told}")
        looked = self.asked(phone, "preview")
        phone.session.run(f"delete document.hidden; {told}")
        phone.session.wait(lambda: self.asked(phone, "preview") > looked + 1, "the page looks again")
        self.assertEqual(phone.screen, "camera")
        phone.session.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        phone.wait_for("face-ready", "camera")
        self.assert_quiet(phone.session)

    def wait_for_camera(self, phone: Phone) -> None:
        phone.wait_for("camera")
        phone.session.wait(lambda: self.asked(phone, "preview") > 0, "the camera's picture is there")

    def test_what_another_tab_has_ended_is_told_as_what_it_is(self) -> None:
        link = self.link()
        phone = self.phone(language="de")
        phone.open(link)
        phone.shows("empty")
        phone.agree()
        phone.wait_for("camera")
        # The other tab has the same cookie and key.
        withdraw = """
            const { get, post } = await import(document.querySelector('link[href$="/capture/api.js"]').href);
            const { signal } = new AbortController();
            const { token: enrollmentToken } = await get('state', { signal });
            return (await post('withdrawConsent', { enrollmentToken }, { signal })).enrollmentStatus;
            """
        self.assertEqual(phone.session.run(f"return (async () => {{ {withdraw} }})()"), 0)
        phone.act("leave")
        phone.session.click("#leave [data-action=stop]")
        phone.wait_for("withdrawn")
        self.assertIn("Ihre Daten sind gelöscht", phone.session.text("main"))
        phone.open(link)
        phone.wait_for("link-dead")
        self.assertIn("Dieser Link gilt nicht mehr", phone.session.text("main"))

    def test_who_stops_is_told_that_it_is_final_and_may_still_withdraw(self) -> None:
        phone = self.phone()
        phone.open(self.link())
        phone.shows("empty")
        phone.agree()
        phone.wait_for("camera")
        phone.act("leave")
        self.assertIn("ends it for good", phone.session.text("#leave"))
        phone.session.click("#leave [data-action=stop]")
        phone.wait_for("cancelled")
        phone.session.driver.refresh()
        phone.wait_for("cancelled")
        phone.session.assert_page(self, "capture-cancelled")
        phone.session.click("[data-action=leave]")
        phone.session.click("#leave [data-action=withdraw]")
        phone.wait_for("withdrawn")


class LinkTests(TroubleTests):
    def test_a_second_phone_is_asked_and_the_first_then_says_where_it_goes_on(self) -> None:
        link = self.link()
        first, second = self.phone(), self.phone()
        first.open(link)
        first.wait_for("start")
        second.open(link)
        second.wait_for("elsewhere")
        self.assertIn("You confirm it on the other device", second.session.text("main"))
        second.session.assert_page(self, "capture-elsewhere", REFUSED_CALL)
        second.act("move")
        second.wait_for("asking")
        first.session.wait_for_text("Another device wants to go on", "#take-over")
        first.session.click("#take-over [data-action=refuse]")
        second.wait_for("elsewhere")
        self.assertIn("It was not allowed on the other device", second.session.text("main"))
        self.assertEqual(first.screen, "start")

    def test_a_second_phone_goes_on_where_the_first_one_allows_it(self) -> None:
        link = self.link()
        first, second = self.phone(), self.phone()
        first.open(link)
        first.wait_for("start")
        second.open(link)
        second.wait_for("elsewhere")
        second.take_over(first)
        self.assertIn("It was moved to another device", first.session.text("main"))
        second.act("accept")
        second.wait_for("document-kind")

    def test_a_link_that_was_guessed_is_over_or_not_encrypted_says_what_to_do(self) -> None:
        late = hasty.trigger("late.example", "late@example.org")["sessionCallbackURL"]
        time.sleep(SHORT + 0.5)
        phone = self.phone(NoCamera.ABSENT)
        guessed = f"{installation.endpoint.url}/onboarding?data={uuid.uuid4().hex * 4}"
        phone.open(guessed)
        phone.wait_for("link-dead", "link-missing")
        self.assertTrue(phone.session.text("main .lead"))
        phone.open(late)
        phone.wait_for("link-dead", "expired")
        phone.session.wait_for_text("for a new", "main")
        phone.session.assert_page(self, "capture-link-dead", REFUSED_CALL)
        opened = self.asked(phone, "open")
        insecure = "Object.defineProperty(window, 'isSecureContext', { value: false })"
        phone.session.devtools("Page.addScriptToEvaluateOnNewDocument", source=insecure)
        phone.open(self.link())
        phone.wait_for("camera-insecure")
        self.assertIn("https://", phone.session.text("main"))
        self.assertEqual(self.asked(phone, "open"), opened)


class ConsentTests(TroubleTests):
    def test_who_does_not_agree_is_thanked_and_told_the_other_way(self) -> None:
        phone = self.phone()
        phone.open(self.link())
        phone.wait_for("start")
        phone.act("decline")
        phone.wait_for("declined")
        said = phone.session.text("main")
        self.assertIn("That is all right", said)
        self.assertIn("No pictures were taken.", said)
        self.assertIn(OTHER_WAY, said)
        self.assertEqual(self.asked(phone, "enroll"), 0)
        phone.session.assert_page(self, "capture-declined")
        phone.act("again")
        phone.wait_for("start")

    def test_another_persons_document_is_tried_again_and_what_is_complete_can_be_withdrawn(self) -> None:
        phone = self.phone()
        triggered = self.triggered()
        phone.open(triggered["sessionCallbackURL"])
        phone.show_face()
        phone.show_document("other-document", "document-retry")
        said = phone.session.text("main")
        self.assertIn("Your face and the photo in the document do not match.", said)
        self.assertIn("You have 2 more tries.", said)
        self.assertIn(OTHER_WAY, said)
        phone.session.assert_page(self, "capture-document-retry")
        phone.act("other")
        phone.show_document()
        session_token = triggered["sessionToken"]
        self.assertEqual(portal.operation_status(session_token).json()["completionStatus"], "Success")
        phone.session.click("[data-action=leave]")
        phone.session.click("#leave [data-action=withdraw]")
        phone.wait_for("withdrawn")
        self.assertIn("Your data are deleted", phone.session.text("main"))
        self.assertNotEqual(portal.operation_status(session_token).json().get("completionStatus"), "Success")
        phone.session.driver.refresh()
        phone.wait_for("withdrawn", "link-missing", "link-dead")
        self.assert_quiet(phone.session, REFUSED_CALL)


class GuidanceTests(TroubleTests):
    def test_the_turn_of_the_head_is_drawn_as_the_server_measures_it(self) -> None:
        phone = self.phone()
        phone.open(self.link())
        phone.shows("empty")
        phone.agree()
        phone.wait_for("camera")
        # Nothing is asked for while this is open, so that the turn has all the time that the machine needs.
        phone.session.wait(lambda: self.asked(phone, "preview") > 0, "the camera's picture is there")
        phone.act("leave")
        phone.shows("face")
        for side in ("left", "right"):
            drawn = phone.session.run(FOLLOW_TURN, side)
            self.assertEqual(drawn["shown"], f"is-enough {side}", drawn)
            for share, yaw in drawn["measured"]:
                made = max(0, min(1, (yaw if side == "left" else -yaw) / 9))
                self.assertAlmostEqual(share, 0.2 * made, places=3, msg=str(drawn))
        self.assert_quiet(phone.session)

    def test_a_document_is_asked_closer_and_further_away(self) -> None:
        phone = self.phone()
        phone.open(self.link())
        phone.show_face()
        for scale, words in ((0.6, "Closer"), (1.45, "A little further away")):
            with self.subTest(words):
                phone.session.driver.refresh()
                phone.wait_for("document-kind")
                camera.show_scaled("document", scale)
                phone.act("kind][data-kind=passport")
                phone.session.wait_for_text(words, "#message")
                phone.session.screenshot(f"capture-document-{words.split()[-1].lower()}")
        self.assert_quiet(phone.session)


class WrongFilmTests(TroubleTests):
    def test_a_wall_is_not_taken_and_the_page_asks_for_a_face_in_both_languages(self) -> None:
        for language, title, words, device in (
            ("en", "Confirm who you are", "face in the oval", PHONE),
            ("de", "Bestätigen Sie, wer Sie sind", "Gesicht ins Oval", Device(320, 640, is_phone=True)),
        ):
            with self.subTest(language):
                phone = self.phone(language=language, device=device)
                phone.open(self.link())
                phone.wait_for("start")
                self.assertEqual(phone.session.text("[data-screen=start] h1"), title)
                self.assertEqual(phone.session.run("return document.documentElement.lang"), language)
                phone.shows("empty")
                phone.agree()
                phone.wait_for("camera")
                phone.session.wait_for_text(words, "#message")
                # What the head does next is drawn before it is asked for.
                self.assertTrue(phone.session.find(".is-foretold svg").is_displayed())
                looked = self.asked(phone, "preview")
                phone.session.wait(
                    lambda seen=looked: self.asked(phone, "preview") > seen + 4, "the page goes on looking"
                )
                self.assertEqual(phone.screen, "camera")
                self.assertIn(words, phone.session.text("#message"))
                self.assertEqual(self.asked(phone, "addFace"), 0)
                if language == "de":
                    self.assert_helped(phone)
                phone.session.close()

    def assert_helped(self, phone: Phone) -> None:
        """After a while with nothing in the oval a picture says how."""
        phone.session.wait_for_text("Kamera auf Augenhöhe", "#help")
        picture = phone.session.find("#help [data-side=face] svg")
        self.assertEqual(picture.get_attribute("role"), "img")
        self.assertIn("Ein Telefon auf Augenhöhe", str(picture.get_attribute("aria-label")))
        bottom, top = phone.session.run(BESIDE_HELP)
        self.assertLess(bottom, top, "the help keeps clear of the oval")
        phone.session.assert_page(self, "capture-help")


if __name__ == "__main__":
    unittest.main()
