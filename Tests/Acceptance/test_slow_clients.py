"""Two hundred slow clients hold up nobody, and none of them stays for ever."""

import json
import unittest
import uuid
from typing import ClassVar

import pictures
from client.flow import COMPLETE, Portal
from client.packages import video
from installation import Installation
from slow import SlowSender, SlowSenders, request_head

installation: Installation
portal: Portal

FACE = "/onboarding/enrollment/addFace"
CANCEL = "/onboarding/enrollment/cancel"
DRIP = b" " * 1024

#: Seconds in which a body of a few KiB must have arrived, and for which a connection may be silent.
LIMIT = 30
#: Nobody is cut off much before the limit; what is still there long after it would stay for ever.
EARLIEST, LATEST = LIMIT - 5, LIMIT + 270


def setUpModule() -> None:
    global installation, portal
    installation = Installation.for_module()
    options = {"enrollment": {"addDevice": False, "addFace": True, "addDocument": False}}
    options |= {"authentication": {"verifyDevice": False}}
    portal = installation.portal("acme", allowStillPackages=True, onboardingOptions=options)


def dripping(path: str = FACE, length: int = 4 << 20, has_credentials: bool = True) -> SlowSender:
    """Somebody who sends a body at 1 KB/s."""
    headers = portal.headers if has_credentials else {}
    return SlowSender(request_head(installation.endpoint, path, headers, length), DRIP)


class HoldingUpTests(unittest.TestCase):
    def test_others_are_served_while_two_hundred_bodies_drip(self) -> None:
        clients = SlowSenders(installation.endpoint, [dripping() for _ in range(200)])
        self.addCleanup(clients.stop)
        clients.start()
        for _ in range(3):
            triggered = portal.trigger(f"{uuid.uuid4()}@example.org")
            self.assertEqual(installation.endpoint.send("GET", "/healthz").body, b"ok\n")
            portal.sign_in()
            token = portal.enroll({"sessionToken": triggered["sessionToken"]}).json()["enrollmentToken"]
            answer = portal.add_face(token, video([pictures.still()]))
            self.assertEqual(answer.json()["enrollmentStatus"], COMPLETE, answer.described())
            status = portal.operation_status(triggered["sessionToken"]).json()
            self.assertEqual(status["completionStatus"], "Success")
        # Or they would have been served beside nobody.
        self.assertEqual({sender.ended_after for sender in clients.senders}, {None})


class EndTests(unittest.TestCase):
    dripping: ClassVar[list[SlowSender]]
    fast_at_first: ClassVar[SlowSender]
    refused: ClassVar[dict[int, SlowSender]]
    silent: ClassVar[dict[str, SlowSender]]
    clients: SlowSenders

    @classmethod
    def setUpClass(cls) -> None:
        endpoint = installation.endpoint
        cls.dripping = [dripping() for _ in range(20)]
        # All but a mebibyte at once.
        cls.fast_at_first = dripping(length=8 << 20)
        cls.fast_at_first.head += b" " * (7 << 20)
        cls.refused = {
            401: dripping(has_credentials=False),
            404: dripping("/nothing"),
            405: dripping("/healthz"),
            413: dripping(length=1 << 30),
        }
        half = request_head(endpoint, CANCEL, portal.headers, 1000) + b'{"enrollmentToken":"'
        cls.silent = {
            "nothing sent": SlowSender(b""),
            "half a request line": SlowSender(b"GET /hea"),
            "half a head": SlowSender(b"GET /healthz HTTP/1.1\r\nHost:"),
            "a head byte by byte": SlowSender(b"GET /healthz HTTP/1.1\r\nX-Slow: ", b"y"),
            "half a body": SlowSender(half),
            "after an answer": SlowSender(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        }
        cls.clients = SlowSenders(endpoint, [*cls.dripping, cls.fast_at_first, *cls.refused.values(), *cls.silent.values()])
        cls.clients.start()
        cls.addClassCleanup(cls.clients.stop)

    def setUp(self) -> None:
        self.clients.join(LATEST)

    def test_a_body_that_takes_too_long_is_408(self) -> None:
        self.assertEqual({sender.status for sender in self.dripping}, {408})
        for sender in self.dripping:
            head, _, body = sender.reply.partition(b"\r\n\r\n")
            self.assertEqual(json.loads(body)["reason"], "REQUEST_TIMEOUT", head)
            self.assertGreater(sender.answered_after or 0, EARLIEST)

    def test_what_was_sent_fast_earns_no_time_for_the_rest(self) -> None:
        self.assertEqual(self.fast_at_first.status, 408)
        # A second more for each 64 KiB would be 142.
        self.assertLess(self.fast_at_first.answered_after or LATEST, 120)

    def test_who_goes_on_sending_after_a_refusal_is_cut_off(self) -> None:
        for status, sender in (self.refused | {408: self.dripping[0]}).items():
            with self.subTest(status):
                self.assertEqual(sender.status, status)
                self.assertIsNotNone(sender.ended_after, "still open")

    def test_who_falls_silent_within_a_body_is_told_so(self) -> None:
        sender = self.silent["half a body"]
        head, _, body = sender.reply.partition(b"\r\n\r\n")
        self.assertEqual((sender.status, json.loads(body)["reason"]), (408, "REQUEST_TIMEOUT"), head)
        # The answer ends the conversation: nobody knows where a next request would begin.
        self.assertLess(sender.ended_after or 0, LATEST)

    def test_a_silent_connection_is_closed_after_thirty_seconds(self) -> None:
        for name, sender in self.silent.items():
            with self.subTest(name):
                self.assertIsNotNone(sender.ended_after, "still open")
                self.assertGreater(sender.ended_after or 0, EARLIEST)
        self.assertTrue(self.silent["after an answer"].reply.endswith(b"ok\n"))


if __name__ == "__main__":
    unittest.main()
