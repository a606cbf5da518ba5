"""More work than the server can do: who is refused, with which words, and who is served all the same."""

import contextlib
import json
import socket
import threading
import time
import unittest
import uuid

import pictures
from client.exchange import Answer, ConnectionLost, Endpoint, ProtocolViolation, envelope_objection
from client.flow import COMPLETE, Caller, Phone, Portal, document_request
from client.packages import video
from installation import WAIT_LIMIT, Installation, wait_until
from slow import request_head

FACE = "/onboarding/enrollment/addFace"
DOCUMENT = "/onboarding/enrollment/addDocumentOCR"

#: Of a connection in the system's table.
ESTABLISHED = "01"
#: Of one document body, and of all bodies together.
DOCUMENT_LIMIT, BUFFER_LIMIT = 24 << 20, 256 << 20
LIMITS = {DOCUMENT: DOCUMENT_LIMIT, FACE: 8 << 20}


class LoadTests(unittest.TestCase):
    def assert_overloaded(self, answer: Answer) -> None:
        self.assertEqual((answer.status, answer.reason), (503, "OVERLOADED"), answer.described())
        self.assertIsNone(envelope_objection(answer))
        self.assertEqual(answer.json()["errorCode"], "SERVICE_UNAVAILABLE")
        self.assertGreaterEqual(int(answer.headers["retry-after"]), 1)


class BufferTests(LoadTests):
    """Bodies that have not arrived as a whole are held in memory, of each sender its share."""

    def setUp(self) -> None:
        self.installation = Installation()
        self.addCleanup(self.installation.close)
        self.installation.start()
        checks = {"addDevice": True, "addFace": True, "addDocument": True}
        self.portals = {
            name: self.installation.portal(name, allowStillPackages=True, onboardingOptions={"enrollment": checks})
            for name in ("greedy", "other")
        }
        # Nobody shares an address with the other tenant's phones.
        self.portals["other"].endpoint = Endpoint(self.installation.endpoint.url, source_address="127.0.0.2")

    def test_who_fills_the_memory_with_bodies_gives_way_to_everybody_else(self) -> None:
        hoard = Hoard(self.portals["greedy"])
        self.addCleanup(hoard.release)
        # A quarter more than the bound: alone, a tenant may have all of it.
        held = BUFFER_LIMIT * 5 // 4 // DOCUMENT_LIMIT
        for _ in range(held):
            hoard.hold(DOCUMENT_LIMIT - 1)
        wait_until(hoard.is_drained, "the server has read all that was sent")
        self.assertGreater(hoard.waiting(), held // 2)

        other = self.portals["other"]
        for _ in range(3):
            token = other.begin(f"{uuid.uuid4()}@example.org")
            self.assertEqual(other.add_device(token).status, 200)
            answer = other.add_face(token, video([pictures.still()]))
            self.assertEqual(answer.status, 200, answer.described())
            # As large as a body may be: it takes what the greedy one has beyond its share.
            large = json.dumps({"enrollmentToken": token, "x": "x" * (DOCUMENT_LIMIT - 200)}).encode()
            answer = other.post(DOCUMENT, raw=large)
            self.assertEqual(answer.status, 400, answer.described())
        refused = [status for status in hoard.statuses() if status is not None]
        self.assertEqual(set(refused), {503})

    def test_of_a_session_the_last_large_body_is_read_and_the_one_before_is_503(self) -> None:
        greedy = self.portals["greedy"]
        triggered = greedy.trigger(f"{uuid.uuid4()}@example.org")
        phone = Phone.told(self.installation.endpoint, triggered, greedy.credentials)
        self.assertEqual(phone.add_device(phone.begin()).status, 200)
        hoard = Hoard(phone, FACE)
        self.addCleanup(hoard.release)
        for _ in range(6):
            hoard.hold(1 << 20)
            wait_until(hoard.is_drained, "the server has read what was sent")
        wait_until(lambda: hoard.waiting() == 1, "five have given way")
        self.assertEqual(hoard.statuses(), [503] * 5 + [None])


class Hoard:
    """Connections that have sent nearly the whole of a body and wait with the rest."""

    def __init__(self, portal: Caller, path: str = DOCUMENT) -> None:
        self._portal = portal
        self._path = path
        self._sockets: list[socket.socket] = []
        self._replies: dict[int, bytes] = {}

    def hold(self, byte_count: int) -> None:
        """Another body, of which so many bytes are sent."""
        endpoint = self._portal.endpoint
        connection = socket.create_connection((endpoint.host, endpoint.port), 30)
        self._sockets.append(connection)
        connection.sendall(request_head(endpoint, self._path, self._portal.headers, LIMITS[self._path]))
        with contextlib.suppress(ConnectionError):
            connection.sendall(bytes(byte_count))

    def is_drained(self) -> bool:
        """Whether nothing waits in the system's queues of open connections with the server."""
        self.statuses()
        port = f":{self._portal.endpoint.port:04X}"
        with open("/proc/net/tcp", encoding="ascii") as table:
            rows = [line.split() for line in table.readlines()[1:]]
        ours = [row[4] for row in rows if (row[1].endswith(port) or row[2].endswith(port)) and row[3] == ESTABLISHED]
        return all(queues == "00000000:00000000" for queues in ours)

    def statuses(self) -> list[int | None]:
        """Of each body in its order what was answered; None where it still waits."""
        for index, connection in enumerate(self._sockets):
            connection.setblocking(False)
            with contextlib.suppress(ConnectionError, BlockingIOError):
                while part := connection.recv(1 << 16):
                    self._replies[index] = self._replies.get(index, b"") + part
        replies = [self._replies.get(index) for index in range(len(self._sockets))]
        return [None if reply is None else int(reply.split(b" ", 2)[1]) for reply in replies]

    def waiting(self) -> int:
        """How many nothing was answered to."""
        return self.statuses().count(None)

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

    def test_above_capacity_a_tenant_is_503_before_its_body_is_parsed_and_nobody_else_is(self) -> None:
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
            answer = self.documents.post(DOCUMENT, raw=b"no json")
            if answer.status != 503:
                continue
            self.assert_overloaded(answer)
            times_full += 1
            # Another tenant's face is judged as if nobody else were there, and an answer that is stored needs no engine.
            accepted = json.dumps(
                {"enrollmentToken": self.begin(self.faces), "faceLivenessData": video([pictures.varied(pictures.still())])}
            ).encode()
            first = self.faces.post(FACE, raw=accepted)
            self.assertEqual(first.status, 200, first.described())
            self.assertEqual(first.json()["enrollmentStatus"], COMPLETE, first.described())
            again = self.faces.post(FACE, raw=accepted)
            self.assertEqual((again.status, again.body), (200, first.body))
            self.assert_light_calls_are_served()
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
