"""Strangers who open connections and say nothing leave everybody else a server that works."""

import http.client
import json
import resource
import socket
import unittest
import uuid
from typing import Any

import pictures
from client.exchange import Endpoint
from client.flow import COMPLETE, Portal
from client.packages import video
from installation import Installation

installation: Installation
portal: Portal

#: How many files the server may have open; it would use them all up for connections if it let everybody in.
FILES = 200


def setUpModule() -> None:
    global installation, portal
    installation = Installation()
    unittest.addModuleCleanup(installation.close)
    installation.before_program = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    installation.start()
    options = {"enrollment": {"addDevice": False, "addFace": True, "addDocument": False}}
    options |= {"authentication": {"verifyDevice": False}}
    portal = installation.portal("acme", allowStillPackages=True, onboardingOptions=options)


class CrowdTests(unittest.TestCase):
    def setUp(self) -> None:
        endpoint = installation.endpoint
        self.kept = http.client.HTTPConnection(endpoint.host, endpoint.port, timeout=20)
        self.addCleanup(self.kept.close)
        self.kept.request("GET", "/healthz")
        self.assertEqual(self.kept.getresponse().read(), b"ok\n")

    def post(self, step: str, document: dict[str, Any]) -> dict[str, Any]:
        """One call on the connection that was there before the crowd."""
        self.kept.request("POST", f"/onboarding/enrollment/{step}", json.dumps(document), portal.headers)
        answer = self.kept.getresponse()
        content = answer.read()
        self.assertEqual(answer.status, 200, content)
        return dict(json.loads(content))

    def test_who_is_connected_is_served_while_strangers_have_all_connections(self) -> None:
        strangers = [self.stranger() for _ in range(FILES + 20)]
        for _ in range(3):
            name = f"{uuid.uuid4()}@example.org"
            token = self.post("enroll", {"username": name, "email": name})["enrollmentToken"]
            # Writes evidence, for which the server needs a file.
            capture = {"enrollmentToken": token, "faceLivenessData": video([pictures.still()])}
            self.assertEqual(self.post("addFace", capture)["enrollmentStatus"], COMPLETE)
        # From where nobody holds anything a newcomer is let in, as often as it comes.
        elsewhere = Endpoint(installation.endpoint.url, source_address="127.0.0.2")
        for _ in range(10):
            self.assertEqual(elsewhere.send("GET", "/healthz").status, 200)
            strangers.append(self.stranger())
        for stranger in strangers:
            stranger.close()
        self.assertEqual(installation.endpoint.send("GET", "/healthz").status, 200)

    def stranger(self) -> socket.socket:
        """Somebody who connects and says nothing."""
        endpoint = installation.endpoint
        connection = socket.create_connection((endpoint.host, endpoint.port), timeout=20)
        self.addCleanup(connection.close)
        return connection


if __name__ == "__main__":
    unittest.main()
