"""The active workflow: challenges that are issued for one capture, and the packages that answer them."""

import functools
import threading
import unittest
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pictures
from client.exchange import Answer, envelope_objection
from client.flow import PENDING, Caller, Phone, Portal
from client.packages import CBC_FORMS, FIRST_FRAME, Package, seal_v2, video
from installation import Installation

installation: Installation
portal: Portal
#: Every capture has to answer a challenge.
active: Portal

#: An id that nobody was given.
UNKNOWN = "0" * 32


def setUpModule() -> None:
    global installation, portal, active
    installation = Installation.for_module()
    portal = installation.portal("portal", allowStillPackages=True)
    active = installation.portal("active", faceWorkflow="active", phoneSeesScores=True)


def username() -> str:
    return f"{uuid.uuid4()}@example.org"


def answering() -> Package:
    """A package that is judged, and in which nobody does what was asked for."""
    return video([pictures.still()], "foxtrot4")


class ChallengeTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def assert_not_met(self, answer: Answer, status: int = PENDING) -> Any:
        """Judged as a capture that answers a challenge, and not accepted."""
        self.assertEqual(answer.status, 200, answer.described())
        document = answer.json()
        self.assertEqual((document["livenessResult"], document["enrollmentStatus"]), (False, status), document)
        self.assert_names_the_challenge(document["faceLivenessResults"])
        return document

    def assert_names_the_challenge(self, results: Any) -> None:
        named = [result["name"] for result in results["video"]["liveness_result"]["algorithm_results"]]
        self.assertEqual(named[-2:], ["challenge", "Fused Score"])

    def at_face(self, caller: Portal) -> str:
        token = caller.begin(username())
        self.assertEqual(caller.add_device(token).status, 200)
        return token

    def issued(self, answer: Answer) -> Any:
        self.assertEqual(answer.status, 200, answer.described())
        return answer.json()["challenge"]

    def challenge_of(self, caller: Caller, token: str) -> str:
        return str(self.issued(caller.challenge_face(token))["id"])


class IssueTests(ChallengeTests):
    def test_a_challenge_is_given_again_until_a_capture_was_decided(self) -> None:
        token = self.at_face(portal)
        first = self.issued(portal.challenge_face(token))
        again = self.issued(portal.post("/b2c/onboarding/enrollment/challengeFace", {"enrollmentToken": token}))
        self.assertLessEqual(again.pop("expiresIn"), first.pop("expiresIn"))
        self.assertEqual(again, first)
        nobody = portal.add_face(token, video([pictures.png(640, 480)]))
        self.assertIs(nobody.json()["livenessResult"], False)
        self.assertNotEqual(self.challenge_of(portal, token), first["id"])

    def test_it_is_issued_where_a_face_may_come(self) -> None:
        phone = Phone.told(installation.endpoint, portal.trigger(username()), portal.credentials)
        token = phone.begin()
        self.assert_refused(phone.challenge_face(token), "STEP_OUT_OF_ORDER")
        phone.add_device(token)
        self.issued(phone.challenge_face(token))
        self.assertIs(phone.add_face(token, video([pictures.still()])).json()["livenessResult"], True)
        self.assert_refused(phone.challenge_face(token), "STEP_ALREADY_DONE")
        phone.cancel(token)
        self.assert_refused(phone.challenge_face(token), "ENROLLMENT_FINISHED")
        self.assert_refused(phone.challenge_face(str(uuid.uuid4())), "TOKEN_UNKNOWN")

    def test_a_tenant_that_asks_for_consent_asks_for_it_first(self) -> None:
        strict = installation.portal("strict", "strict")
        self.assert_refused(strict.challenge_face(self.at_face(strict)), "CONSENT_REQUIRED")

    def test_each_kind_asks_for_its_own_prompts(self) -> None:
        colours = {"red", "green", "blue", "white", "black"}
        light = installation.portal("light", challengeKind="light")
        for caller, kind, counts in ((portal, "movement", (2, 3)), (light, "light", (6,))):
            for challenge in (
                self.issued(caller.challenge_face(self.at_face(caller))),
                self.issued(caller.post("/challenge")),
            ):
                self.assertEqual(challenge["kind"], kind)
                prompts = [step["prompt"] for step in challenge["steps"]]
                self.assertIn(len(prompts), counts)
                self.assertEqual(set(prompts) <= colours, kind == "light", prompts)
                pairs = zip(prompts, prompts[1:], strict=False)
                self.assertTrue(all(one != next_one for one, next_one in pairs), prompts)

    def test_it_survives_a_kill(self) -> None:
        killed = Installation()
        self.addCleanup(killed.close)
        killed.start()
        credentials = killed.tenant("killed", faceWorkflow="active")
        before = Portal(killed.endpoint, credentials)
        token = self.at_face(before)
        challenge, stateless = self.issued(before.challenge_face(token)), self.issued(before.post("/challenge"))["id"]
        killed.kill()
        killed.start()
        after = Portal(killed.endpoint, credentials)
        same = self.issued(after.challenge_face(token))
        self.assertEqual({**same, "expiresIn": 0}, {**challenge, "expiresIn": 0})
        self.assert_not_met(after.add_face(token, answering(), challenge["id"]))
        # The other kind was in memory.
        package = seal_v2(answering(), after.public_keys()[1], "stateless", stateless) | {"challenge": stateless}
        answer = after.post("/checkActiveLivenessEncrypted", package)
        self.assert_refused(answer, "CHALLENGE_INVALID")


class RequiredTests(ChallengeTests):
    def test_an_active_tenant_takes_no_passive_package(self) -> None:
        phone = Phone.told(installation.endpoint, active.trigger(username()), active.credentials)
        started = phone.enroll({"sessionToken": phone.session_token}).json()
        token = started["enrollmentToken"]
        self.assertIs(started["challengeRequired"], True)
        phone.add_device(token)
        self.assertIs(phone.operation_status(phone.session_token).json()["challengeRequired"], True)
        # More often than there are captures: it uses up nothing.
        for _ in range(21):
            self.assert_refused(phone.add_face(token, answering()), "CHALLENGE_REQUIRED")
        challenge = self.challenge_of(phone, token)
        document = self.assert_not_met(phone.add_face(token, answering(), challenge))
        self.assertIs(document["challengeRequired"], True)

    def test_a_tenant_in_doubt_asks_for_one_after_so_many_passive_captures(self) -> None:
        doubtful = installation.portal("doubtful", maxPassiveCaptures=2, phoneSeesScores=True)
        phone = Phone.told(installation.endpoint, doubtful.trigger(username()), doubtful.credentials)
        started = phone.enroll({"sessionToken": phone.session_token}).json()
        token = started["enrollmentToken"]
        phone.add_device(token)
        said = [started] + [phone.add_face(token, video([pictures.still()])).json() for _ in range(2)]
        said.append(phone.operation_status(phone.session_token).json())
        self.assertEqual([document.get("challengeRequired") for document in said], [None, None, True, True])
        self.assert_refused(phone.add_face(token, video([pictures.still()])), "CHALLENGE_REQUIRED")
        self.assert_not_met(phone.add_face(token, answering(), self.challenge_of(phone, token)))

    def test_a_passive_tenant_never_asks_and_takes_an_answer_all_the_same(self) -> None:
        passive = installation.portal("passive", faceWorkflow="passive")
        token = self.at_face(passive)
        for _ in range(9):
            document = passive.add_face(token, video([pictures.png(64, 64)])).json()
            self.assertNotIn("challengeRequired", document)
        self.assert_not_met(passive.add_face(token, answering(), self.challenge_of(passive, token)))


class AnswerTests(ChallengeTests):
    def test_a_package_is_sealed_for_its_challenge(self) -> None:
        token, ec = self.at_face(active), active.public_keys()[1]
        challenge = self.challenge_of(active, token)
        self.assert_not_met(active.add_face(token, seal_v2(answering(), ec, token, challenge), challenge))
        for sealed_for in (UNKNOWN, None, challenge, ""):
            challenge = self.challenge_of(active, token)
            answer = active.add_face(token, seal_v2(answering(), ec, token, sealed_for), challenge)
            self.assert_refused(answer, "PACKAGE_UNREADABLE")
            # It counted as a capture, so the challenge is used up.
            self.assert_refused(active.add_face(token, answering(), challenge), "CHALLENGE_INVALID")
        token = self.at_face(portal)
        sealed = seal_v2(answering(), portal.public_keys()[1], token, self.challenge_of(portal, token))
        self.assert_refused(portal.add_face(token, sealed), "PACKAGE_UNREADABLE")

    def test_a_challenge_is_answered_once(self) -> None:
        token = self.at_face(active)
        challenge, package = self.challenge_of(active, token), answering()
        first = active.add_face(token, package, challenge)
        self.assert_not_met(first)
        self.assertEqual(active.add_face(token, package, challenge).body, first.body, "the same request")
        self.assert_refused(active.add_face(token, answering(), challenge), "CHALLENGE_INVALID")

    def test_a_challenge_that_was_not_issued_for_the_enrollment_is_refused(self) -> None:
        token, other = self.at_face(active), self.at_face(active)
        self.assert_refused(active.add_face(token, answering(), UNKNOWN), "CHALLENGE_INVALID")
        challenge, others = self.challenge_of(active, token), self.challenge_of(active, other)
        stateless = self.issued(active.post("/challenge"))["id"]
        for wrong in (others, stateless, challenge.upper(), challenge + "0", "", "x" * 2000, "\n"):
            self.assert_refused(active.add_face(token, answering(), wrong), "CHALLENGE_INVALID")
        self.assert_not_met(active.add_face(token, answering(), challenge))

    def test_what_a_package_has_to_be_is_refused_by_name_and_uses_up_nothing(self) -> None:
        token, rsa = self.at_face(active), active.public_keys()[0]
        challenge = self.challenge_of(active, token)
        untimed = answering()
        for frame in untimed["video"]["workflow_data"]["frames"]:
            del frame["timestamp"]
        two = [pictures.still(), pictures.still()]
        for package, reason in (
            (video([pictures.still()], "charlie4"), "UNKNOWN_WORKFLOW"),
            (CBC_FORMS[0].seal(answering(), rsa), "PACKAGE_FORM_NOT_ACCEPTED"),
            (untimed, "FRAME_TIMES_INVALID"),
            # Taken before the challenge was there, at least in part.
            (video(two, "foxtrot4", times=[FIRST_FRAME, FIRST_FRAME + 90_000]), "FRAME_TIMES_INVALID"),
            (video([], "foxtrot4"), "NO_FRAMES"),
        ):
            self.assert_refused(active.add_face(token, package, challenge), reason)
        self.assertEqual(self.challenge_of(active, token), challenge)
        self.assert_not_met(active.add_face(token, answering(), challenge))

    def test_of_two_packages_at_once_one_is_judged(self) -> None:
        for _ in range(3):
            token = self.at_face(active)
            challenge = self.challenge_of(active, token)
            requests = [functools.partial(active.add_face, token, answering(), challenge) for _ in range(2)]
            judged, refused = sorted(at_once(*requests), key=lambda answer: answer.status)
            self.assert_not_met(judged)
            self.assert_refused(refused, "CHALLENGE_INVALID")


class StatelessTests(ChallengeTests):
    PREFIXES = ("", "/faceliveness", "/b2c/sdk/faceliveness")

    def sealed(self, challenge: str, caller: Portal, package: Package | None = None) -> Package:
        sealed = seal_v2(package or answering(), caller.public_keys()[1], "stateless", challenge)
        return sealed | {"challenge": challenge}

    def test_a_plain_package_is_none_that_is_sealed(self) -> None:
        challenge = self.issued(portal.post("/challenge"))["id"]
        for prefix in self.PREFIXES:
            plain = portal.post(f"{prefix}/checkActiveLivenessEncrypted", answering() | {"challenge": challenge})
            self.assert_refused(plain, "FIELD_MISSING")
        judged = portal.post("/checkActiveLivenessEncrypted", self.sealed(challenge, portal))
        self.assertEqual(judged.status, 200, "what is no request does not use up the challenge")

    def test_a_challenge_of_no_enrollment_is_taken_once(self) -> None:
        for prefix in self.PREFIXES:
            route = f"{prefix}/checkActiveLivenessEncrypted"
            challenge, other = (self.issued(portal.post(f"{prefix}/challenge"))["id"] for _ in range(2))
            self.assertNotEqual(challenge, other)
            judged = portal.post(route, self.sealed(challenge, portal))
            self.assertEqual(judged.status, 200, judged.described())
            self.assert_names_the_challenge(judged.json())
            self.assert_refused(portal.post(route, self.sealed(challenge, portal)), "CHALLENGE_INVALID")
            # Whatever comes of the package.
            self.assert_refused(portal.post(route, self.sealed(other, portal, video([], "foxtrot4"))), "NO_FRAMES")
            self.assert_refused(portal.post(route, self.sealed(other, portal)), "CHALLENGE_INVALID")

    def test_it_is_bound_to_its_challenge_and_to_no_enrollment(self) -> None:
        route, ec = "/checkActiveLivenessEncrypted", portal.public_keys()[1]
        token = self.at_face(portal)
        for bound, sealed_for in (("stateless", None), ("stateless", UNKNOWN), (token, ...)):
            challenge = self.issued(portal.post("/challenge"))["id"]
            package = seal_v2(answering(), ec, bound, challenge if sealed_for is ... else sealed_for)
            self.assert_refused(portal.post(route, package | {"challenge": challenge}), "PACKAGE_UNREADABLE")
        enrolled = self.challenge_of(portal, token)
        self.assert_refused(portal.post(route, self.sealed(enrolled, portal)), "CHALLENGE_INVALID")
        self.assert_refused(portal.post(route, answering()), "FIELD_MISSING")

    def test_another_tenants_challenge_is_refused_and_stays(self) -> None:
        challenge = self.issued(portal.post("/challenge"))["id"]
        theirs = active.post("/checkActiveLivenessEncrypted", self.sealed(challenge, active))
        self.assert_refused(theirs, "CHALLENGE_INVALID")
        ours = portal.post("/checkActiveLivenessEncrypted", self.sealed(challenge, portal))
        self.assertEqual(ours.status, 200, ours.described())

    def test_a_phone_has_no_challenge_of_no_enrollment(self) -> None:
        phone = Phone.told(installation.endpoint, portal.trigger(username()), portal.credentials)
        challenge = self.issued(portal.post("/challenge"))["id"]
        for prefix in self.PREFIXES:
            self.assert_refused(phone.post(f"{prefix}/challenge"), "ROLE_MISSING", 403)
            package = answering() | {"challenge": challenge}
            answer = phone.post(f"{prefix}/checkActiveLivenessEncrypted", package)
            self.assert_refused(answer, "ROLE_MISSING", 403)

    def test_of_two_packages_at_once_one_is_judged(self) -> None:
        challenge = self.issued(portal.post("/challenge"))["id"]
        package = self.sealed(challenge, portal)
        answers = at_once(*[lambda: portal.post("/checkActiveLivenessEncrypted", package)] * 2)
        self.assertEqual(sorted(str(answer.reason) for answer in answers), ["CHALLENGE_INVALID", "None"])


def at_once(*requests: Callable[[], Answer]) -> list[Answer]:
    """Sends all at the same moment."""
    barrier = threading.Barrier(len(requests))

    def sent(request: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(sent, requests))


if __name__ == "__main__":
    unittest.main()
