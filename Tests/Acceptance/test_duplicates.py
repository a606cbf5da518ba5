"""Somebody who enrolls twice: found by the face, reported or refused, and never named to anybody but the tenant."""

from __future__ import annotations

import base64
import json
import unittest
import uuid
from typing import Any

import pictures
from client.contract import Contract
from client.exchange import Answer, envelope_objection
from client.flow import COMPLETE, FAILED, Portal
from client.packages import encode, video
from installation import Installation, wait_until

#: Faces are read tenant by tenant, in the order of their names: once `refuse` is ready, `report` is.
REPORT, REFUSE = "again-1-report", "again-2-refuse"
FACE = "/onboarding/enrollment/addFace"
FEED = "/onboarding/admin/events?limit=100"
USER = "/hypersecure/v1/user/enroll"

installation: Installation
report: Portal
refuse: Portal


def setUpModule() -> None:
    global installation, report, refuse
    installation = Installation.for_module()
    report, refuse = (
        installation.portal(
            name,
            allowStillPackages=True,
            duplicateEnrollment=policy,
            onboardingOptions={
                "enrollment": {
                    "addDevice": False,
                    "addDocument": False,
                    "checkDuplicateEnrollment": {"enabled": True, "matchThreshold": 70},
                }
            },
        )
        for name, policy in ((REPORT, "report"), (REFUSE, "refuse"))
    )


def username() -> str:
    return f"{uuid.uuid4()}@example.org"


class DuplicateTests(unittest.TestCase):
    def enroll(self, portal: Portal, name: str, photograph: str = pictures.PERSON) -> Answer:
        """The answer that the face gets, once the server has read the registrations."""
        token = portal.begin(name)
        answers: list[Answer] = []

        def is_judged() -> bool:
            answers.append(portal.add_face(token, video([pictures.still(photograph)])))
            if answers[-1].status == 503:
                self.assertEqual(answers[-1].reason, "FACE_SEARCH_NOT_READY", answers[-1].described())
                self.assertIsNone(envelope_objection(answers[-1]))
                self.assertGreater(int(answers[-1].headers["retry-after"]), 0)
            return answers[-1].status != 503

        wait_until(is_judged, "the faces are read", pause=0.2)
        answer = answers[-1]
        self.assertEqual(answer.status, 200, answer.described())
        self.assertIsNone(Contract.published().objection("POST", FACE, answer), answer.described())
        return answer

    def told(self, portal: Portal) -> list[Any]:
        """What the feed says of whoever enrolled twice."""
        answer = portal.get(FEED)
        self.assertEqual(answer.status, 200, answer.described())
        self.assertIsNone(Contract.published().objection("GET", FEED.partition("?")[0], answer), answer.described())
        return [event["data"] for event in answer.json()["events"] if event["type"] == "enrollment.duplicateFound"]

    def test_the_same_person_under_a_second_name(self) -> None:
        for portal, status in ((refuse, FAILED), (report, COMPLETE)):
            with self.subTest(portal.credentials.name):
                first_name, second_name = username(), username()
                first = self.enroll(portal, first_name).json()
                self.assertEqual(first["enrollmentStatus"], COMPLETE, first)
                stranger = self.enroll(portal, username(), pictures.OTHER_PERSON).json()
                self.assertEqual((stranger["enrollmentStatus"], self.told(portal)), (COMPLETE, []), stranger)
                again = self.enroll(portal, second_name, pictures.SAME_PERSON)
                document = again.json()
                self.assertEqual(document["enrollmentStatus"], status, document)
                self.assertEqual(document.get("reason"), "DUPLICATE_ENROLLMENT" if status == FAILED else None)
                self.assertIs(document["livenessResult"], status == COMPLETE)

                (registered,), (second,) = portal.find(username=first_name), portal.find(username=second_name)
                (told,) = self.told(portal)
                other = {"enrollmentId": registered["enrollmentId"], "registrationCode": first["registrationCode"]}
                self.assertEqual((told["enrollmentId"], told["duplicateOf"]), (second["enrollmentId"], other))
                # The person learns neither, and the explanation, which they may be given, says neither.
                explanation = portal.enrollment(second["enrollmentId"], "explanation").body.decode()
                for text in (again.body.decode(), explanation):
                    for named in other.values():
                        self.assertNotIn(named, text)

                # Forgotten by another process, as an operator does it beside the server.
                installation.command("erase", first["registrationCode"], "--tenant", portal.credentials.name)
                (told,) = self.told(portal)
                self.assertNotIn("duplicateOf", told)
                if status == FAILED:
                    self.assertEqual(self.enroll(portal, username()).json()["enrollmentStatus"], COMPLETE)

    def test_users_by_images_are_looked_for_too(self) -> None:
        for portal in (refuse, report):
            with self.subTest(portal.credentials.name):
                self.enroll(portal, username())
                client = installation.credential(portal.credentials, "users", "users")
                admin = installation.credential(portal.credentials, "users-admin", "users:admin")
                basic = base64.b64encode(f"{client.client_id}:{client.client_secret}".encode()).decode()
                headers = {"Authorization": f"Basic {basic}", "X-Admin-Token": str(admin.client_secret)}
                before = len(self.told(portal))
                user = {"userId": username(), "image": encode(pictures.still(pictures.SAME_PERSON))}
                answer = installation.endpoint.send("POST", USER, headers, json.dumps(user).encode())
                self.assertIsNone(Contract.published().objection("POST", USER, answer), answer.described())
                document = answer.json()
                if portal is refuse:
                    self.assertEqual(
                        (answer.status, document["errorCode"], document["reason"]), (400, 699, "FACE_REGISTERED")
                    )
                    self.assertEqual(portal.find(username=user["userId"]), [])
                else:
                    self.assertEqual(answer.status, 200, answer.described())
                    (second,) = portal.find(username=user["userId"])
                    told = self.told(portal)
                    self.assertEqual(len(told), before + 1)
                    self.assertIn(second["enrollmentId"], [event["enrollmentId"] for event in told])


if __name__ == "__main__":
    unittest.main()
