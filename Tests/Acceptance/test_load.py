"""More work than the server can do: what is refused, with which words, and what is served all the same."""

import json
import socket
import threading
import time
import unittest
import uuid

import pictures
from client.exchange import Answer, ConnectionLost, ProtocolViolation, envelope_objection
from client.flow import COMPLETE, Phone, Portal, document_request
from client.packages import video
from installation import WAIT_LIMIT, Installation, wait_until
from slow import request_head

DEVICE = "/onboarding/enrollment/addDevice"
CANCEL = "/onboarding/enrollment/cancel"
FACE = "/onboarding/enrollment/addFace"
DOCUMENT = "/onboarding/enrollment/addDocumentOCR"

#: Of one document body, and of all bodies together.
DOCUMENT_LIMIT, BUFFER_LIMIT = 24 << 20, 256 << 20


class LoadTests(unittest.TestCase):
    def assert_overloaded(self, answer: Answer) -> None:
        self.assertEqual((answer.status, answer.reason), (503, "OVERLOADED"), answer.described())
        self.assertIsNone(envelope_objection(answer))
        self.assertEqual(answer.json()["errorCode"], "SERVICE_UNAVAILABLE")
        self.assertGreaterEqual(int(answer.headers["retry-after"]), 1)


class BufferTests(LoadTests):
    """Bodies that have not arrived as a whole are held in memory, but only so many bytes of all together."""

    def test_beyond_256_mebibytes_of_waiting_bodies_another_is_503_and_afterwards_served(self) -> None:
        installation = Installation()
        self.addCleanup(installation.close)
        installation.start()
        portal = installation.portal("acme")
        token = portal.begin(f"{uuid.uuid4()}@example.org")
        hoard = Hoard(portal)
        self.addCleanup(hoard.release)
        # All but 32 KiB of the bound.
        left = BUFFER_LIMIT - (32 << 10)
        while left > 0:
            hoard.hold(min(left, DOCUMENT_LIMIT - 1))
            left -= DOCUMENT_LIMIT - 1

        # Sooner, a body of ours could take the room that the last of the held ones needs, and that one would be refused.
        wait_until(hoard.is_drained, "the server has read all that was sent")
        time.sleep(1)

        large = f'{{"enrollmentToken":"{token}","deviceId":"d","x":"{"x" * (48 << 10)}"}}'.encode()
        answers: list[Answer] = []

        def is_refused() -> bool:
            answers.append(portal.post(CANCEL, raw=b" " * (48 << 10)))
            return answers[-1].status == 503

        wait_until(is_refused, "the held bodies are all with the server")
        self.assert_overloaded(answers[-1])
        self.assert_overloaded(portal.post(DEVICE, raw=large))
        self.assertEqual(installation.endpoint.send("GET", "/healthz").status, 200)
        # What fits is taken.
        self.assertEqual(portal.post(CANCEL, {}).reason, "FIELD_MISSING")

        hoard.release()
        wait_until(lambda: portal.post(DEVICE, raw=large).status == 200, "the bound is free again")


class Hoard:
    """Connections that have sent nearly the whole of a body and wait with the rest."""

    def __init__(self, portal: Portal) -> None:
        self._portal = portal
        self._sockets: list[socket.socket] = []

    def hold(self, byte_count: int) -> None:
        """Another body, of which so many bytes are sent."""
        endpoint = self._portal.endpoint
        connection = socket.create_connection((endpoint.host, endpoint.port), 30)
        self._sockets.append(connection)
        connection.sendall(request_head(endpoint, DOCUMENT, self._portal.headers, DOCUMENT_LIMIT))
        connection.sendall(bytes(byte_count))

    def is_drained(self) -> bool:
        """Whether nothing waits in the system's queues of connections with the server."""
        port = f":{self._portal.endpoint.port:04X}"
        with open("/proc/net/tcp", encoding="ascii") as table:
            rows = [line.split() for line in table.readlines()[1:]]
        ours = [row[4] for row in rows if row[1].endswith(port) or row[2].endswith(port)]
        return all(queues == "00000000:00000000" for queues in ours)

    def release(self) -> None:
        """Closes all."""
        for connection in self._sockets:
            connection.close()


class CapacityTests(LoadTests):
    """One engine thread, and more documents than it can read in time."""

    SENDERS = 30

    def setUp(self) -> None:
        self.installation = Installation("--workers", "1")
        self.addCleanup(self.installation.close)
        self.installation.start()
        self.faces = self.portal("faces", "addFace")
        self.documents = self.portal("documents", "addDocument")

    def test_above_capacity_a_step_is_503_before_its_body_is_parsed_and_a_stored_answer_is_given(self) -> None:
        accepted = json.dumps(
            {"enrollmentToken": self.begin(self.faces), "faceLivenessData": video([pictures.still()])}
        ).encode()
        first = self.faces.post(FACE, raw=accepted)
        self.assertEqual(first.json()["enrollmentStatus"], COMPLETE, first.described())
        page = pictures.passport_page()
        bodies = [document_request(self.begin(self.documents), [pictures.varied(page)]) for _ in range(self.SENDERS)]
        crowd = Crowd(self.documents, [json.dumps(body).encode() for body in bodies])
        self.addCleanup(crowd.stop)
        crowd.start()

        times_full = 0
        deadline = time.monotonic() + WAIT_LIMIT
        while times_full < 3:
            self.assertLess(time.monotonic(), deadline, "the queue was never full")
            # No JSON: who parses it says BAD_JSON, who is full does not come to that.
            before = self.faces.post(FACE, raw=b"no json")
            again = self.faces.post(FACE, raw=accepted)
            after = self.faces.post(FACE, raw=b"no json")
            self.assertEqual((again.status, again.body), (200, first.body), "a stored answer needs no engine")
            if before.status == after.status == 503:
                self.assert_overloaded(before)
                self.assert_overloaded(after)
                self.assert_light_calls_are_served()
                times_full += 1
        crowd.stop()

        self.assertEqual(crowd.odd_answers, [])
        self.assertTrue(crowd.refused)
        # A refusal costs nothing: not a capture, and the same request is good later.
        for body in crowd.refused[:2]:
            answer = self.documents.post(DOCUMENT, raw=body)
            self.assertEqual(answer.json()["enrollmentStatus"], COMPLETE, answer.described())

    def portal(self, name: str, check: str) -> Portal:
        checks = {"addDevice": False, "addFace": False, "addDocument": False} | {check: True}
        others = {"verifyFace": False, "verifyDevice": False}
        options = {"enrollment": checks, "authentication": others, "reenrollment": {"verifyFace": False}}
        return self.installation.portal(name, allowStillPackages=True, onboardingOptions=options)

    @staticmethod
    def begin(portal: Portal) -> str:
        return portal.begin(f"{uuid.uuid4()}@example.org")

    def assert_light_calls_are_served(self) -> None:
        self.assertEqual(self.installation.endpoint.send("GET", "/healthz").status, 200)
        self.faces.sign_in()
        triggered = self.faces.trigger(f"{uuid.uuid4()}@example.org")
        phone = Phone.told(self.installation.endpoint, triggered, self.faces.credentials)
        self.assertTrue(phone.begin())
        status = self.faces.operation_status(triggered["sessionToken"]).json()
        self.assertEqual(status["completionStatus"], "Pending")


class Crowd:
    """Many who send a request at once, and again while the server has no room for it."""

    def __init__(self, portal: Portal, bodies: list[bytes]) -> None:
        self._portal = portal
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._insist, args=(body,)) for body in bodies]
        #: The bodies that were not taken before it was over.
        self.refused: list[bytes] = []
        #: Answers that are neither an acceptance nor a lack of room.
        self.odd_answers: list[str] = []

    def start(self) -> None:
        """All begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Nobody tries again; returns when everybody has an answer."""
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _insist(self, body: bytes) -> None:
        try:
            while (answer := self._portal.post(DOCUMENT, raw=body)).status == 503:
                if self._is_over.wait(0.1):
                    self.refused.append(body)
                    return
            if answer.status != 200:
                self.odd_answers.append(answer.described())
        except (ConnectionLost, ProtocolViolation) as failure:
            self.odd_answers.append(repr(failure))


if __name__ == "__main__":
    unittest.main()
