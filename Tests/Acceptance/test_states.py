"""The state machine from outside: order, repeats, ends, limits."""

import functools
import threading
import unittest
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pictures
from client import packages
from client.exchange import Answer, envelope_objection
from client.flow import COMPLETE, FAILED, PENDING, Phone, Portal
from client.packages import video
from installation import Installation, wait_until

installation: Installation
stills: Portal
moving: Portal
#: Device and face only, so that a face completes.
short: Portal


def setUpModule() -> None:
    global installation, stills, moving, short
    installation = Installation.for_module()
    stills = installation.portal("stills", allowStillPackages=True)
    # Twenty passive captures, without a challenge after eight of them.
    moving = installation.portal("moving", faceWorkflow="passive")
    short = installation.portal(
        "short", allowStillPackages=True, onboardingOptions={"enrollment": {"addDocument": False}}
    )


def username() -> str:
    return f"{uuid.uuid4()}@example.org"


class StateTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def assert_status(self, answer: Answer, status: int) -> Any:
        self.assertEqual(answer.status, 200, answer.described())
        self.assertEqual(answer.json()["enrollmentStatus"], status, answer.described())
        return answer.json()

    def at_face(self, portal: Portal) -> str:
        token = portal.begin(username())
        self.assert_status(portal.add_device(token), PENDING)
        return token

    def at_document(self, portal: Portal) -> str:
        token = self.at_face(portal)
        self.assertIs(
            self.assert_status(portal.add_face(token, video([pictures.still()])), PENDING)["livenessResult"], True
        )
        return token


class OrderTests(StateTests):
    def test_a_step_out_of_order_is_refused_and_changes_nothing(self) -> None:
        token = stills.begin(username())
        face, page = video([pictures.still()]), [pictures.passport_page()]
        self.assert_refused(stills.add_face(token, face), "STEP_OUT_OF_ORDER")
        self.assert_refused(stills.add_document(token, page), "STEP_OUT_OF_ORDER")
        self.assert_status(stills.add_device(token), PENDING)
        self.assert_refused(stills.add_document(token, page), "STEP_OUT_OF_ORDER")
        self.assert_status(stills.add_face(token, face), PENDING)
        self.assert_status(stills.add_document(token, page), COMPLETE)

    def test_a_step_before_enroll_has_no_token(self) -> None:
        triggered = stills.trigger(username())
        self.assert_refused(stills.add_device(triggered["sessionToken"]), "TOKEN_UNKNOWN")

    def test_another_body_for_a_finished_step_is_refused(self) -> None:
        token = self.at_document(stills)
        self.assert_refused(stills.add_device(token), "STEP_ALREADY_DONE")
        self.assert_refused(stills.add_face(token, video([pictures.still()])), "STEP_ALREADY_DONE")
        self.assert_status(stills.add_document(token, [pictures.passport_page()]), COMPLETE)
        for answer in (
            stills.add_device(token),
            stills.add_face(token, video([pictures.still()])),
            stills.add_document(token, [pictures.still()]),
        ):
            self.assert_refused(answer, "ENROLLMENT_FINISHED")

    def test_tokens_that_open_nothing_are_one_refusal(self) -> None:
        triggered = stills.trigger(username())
        for token in (str(uuid.uuid4()), "x", triggered["sessionToken"], moving.begin(username()), "ü", "0" * 1024):
            for answer in (
                stills.add_device(token),
                stills.add_face(token, video([pictures.still()])),
                stills.add_document(token, [pictures.png()]),
                stills.cancel(token),
            ):
                self.assert_refused(answer, "TOKEN_UNKNOWN")


class RepeatTests(StateTests):
    def test_the_same_request_gets_the_same_answer_whatever_the_state_became(self) -> None:
        token = stills.begin(username())
        page, face = [pictures.passport_page()], video([pictures.still()])
        requests: tuple[Callable[[], Answer], ...] = (
            lambda: stills.add_device(token, "one device"),
            lambda: stills.add_face(token, face),
            lambda: stills.add_document(token, page),
        )
        answers: list[bytes] = []
        for request in requests:
            answer = request()
            self.assertEqual(answer.status, 200, answer.described())
            answers.append(answer.body)
            for earlier, body in zip(requests, answers, strict=False):
                self.assertEqual(earlier().body, body)

    def test_negative_verdicts_are_stored_too_and_used_once(self) -> None:
        limited = installation.portal("limited", maxDocumentAttempts=2, allowStillPackages=True)
        token = self.at_document(limited)
        page = [pictures.passport_page(pictures.OTHER_PERSON)]
        first = limited.add_document(token, page)
        self.assertIs(self.assert_status(first, PENDING)["matchResult"], False)
        for _ in range(3):
            self.assertEqual(limited.add_document(token, page).body, first.body)
        other_page = [pictures.passport_page(pictures.OTHER_PERSON, pictures.Holder(number="UF1000001"))]
        self.assert_status(limited.add_document(token, other_page), FAILED)
        self.assertEqual(limited.add_document(token, page).body, first.body, "also after the end")

    def test_refusals_are_not_stored(self) -> None:
        token = stills.begin(username())
        face = video([pictures.still()])
        self.assert_refused(stills.add_face(token, face), "STEP_OUT_OF_ORDER")
        self.assert_status(stills.add_device(token), PENDING)
        self.assert_status(stills.add_face(token, face), PENDING)

    def test_a_stored_answer_comes_before_the_replay_guard(self) -> None:
        token, face = self.at_face(stills), video([pictures.still()])
        first = stills.add_face(token, face)
        self.assert_status(first, PENDING)
        self.assert_refused(stills.add_face(self.at_face(stills), face), "PACKAGE_REPLAYED")
        self.assertEqual(stills.add_face(token, face).body, first.body)

    def test_a_replayed_frame_is_found_before_any_picture_is_decoded(self) -> None:
        frame = pictures.still()
        self.assert_status(stills.add_face(self.at_face(stills), video([frame])), PENDING)
        self.assert_refused(stills.add_face(self.at_face(stills), video([frame, b"no picture"])), "PACKAGE_REPLAYED")

    def test_frames_that_were_not_accepted_may_be_shown_elsewhere(self) -> None:
        face = video([pictures.still()] * 2)
        for token in (self.at_face(moving), self.at_face(moving)):
            answer = moving.add_face(token, face)
            self.assert_status(answer, PENDING)
            self.assertIs(answer.json()["livenessResult"], False)

    def test_another_tenants_stored_answer_is_not_given(self) -> None:
        token = stills.begin(username())
        self.assert_status(stills.add_device(token, "device of stills"), PENDING)
        self.assert_refused(moving.add_device(token, "device of stills"), "TOKEN_UNKNOWN")


class RaceTests(StateTests):
    """Requests that come at the same moment."""

    def at_once(self, *requests: Callable[[], Answer]) -> list[Answer]:
        barrier = threading.Barrier(len(requests))

        def sent(request: Callable[[], Answer]) -> Answer:
            barrier.wait()
            return request()

        with ThreadPoolExecutor(len(requests)) as threads:
            return list(threads.map(sent, requests))

    def test_one_request_sent_eight_times_at_once_is_done_once(self) -> None:
        token, face = self.at_face(stills), video([pictures.still()])
        answers = self.at_once(*[lambda: stills.add_face(token, face)] * 8)
        self.assertEqual({answer.status for answer in answers}, {200}, [answer.described() for answer in answers])
        self.assertEqual(len({answer.body for answer in answers}), 1)

    def test_of_eight_devices_at_once_one_is_taken(self) -> None:
        token = stills.begin(username())
        answers = self.at_once(*[lambda: stills.add_device(token)] * 8)
        reasons = sorted(str(answer.reason) for answer in answers)
        self.assertEqual(reasons, ["None"] + ["STEP_ALREADY_DONE"] * 7)

    def test_of_eight_completions_at_once_all_carry_the_same_code(self) -> None:
        token, face = self.at_face(short), video([pictures.still()])
        answers = self.at_once(*[lambda: short.add_face(token, face)] * 8)
        codes = {self.assert_status(answer, COMPLETE)["registrationCode"] for answer in answers}
        self.assertEqual(len(codes), 1)

    def test_of_eight_enrolls_of_one_username_one_stays(self) -> None:
        name = username()
        tokens = [
            answer.json()["enrollmentToken"]
            for answer in self.at_once(*[lambda: stills.enroll({"username": name, "email": name})] * 8)
        ]
        reasons = sorted(str(stills.add_device(token).reason) for token in tokens)
        self.assertEqual(reasons, ["ENROLLMENT_FINISHED"] * 7 + ["None"])

    def test_frames_sent_to_two_enrollments_at_once_are_taken_in_one(self) -> None:
        face = video([pictures.still()])
        tokens = [self.at_face(stills) for _ in range(4)]
        answers = self.at_once(*[functools.partial(stills.add_face, token, face) for token in tokens])
        self.assertEqual(sorted(str(answer.reason) for answer in answers), ["None"] + ["PACKAGE_REPLAYED"] * 3)


class EnrollTests(StateTests):
    def test_the_same_session_gives_the_same_token(self) -> None:
        phone = Phone.told(installation.endpoint, stills.trigger(username()), stills.credentials)
        token = phone.begin()
        self.assertEqual(phone.begin(), token)
        self.assert_status(phone.add_device(token), PENDING)
        self.assertEqual(phone.begin(), token, "also in the middle")
        self.assertEqual(stills.enroll({"sessionToken": phone.session_token}).json()["enrollmentToken"], token)

    def test_the_same_enroll_has_its_answer_whatever_became_of_the_enrollment(self) -> None:
        def complete(token: str) -> None:
            self.assert_status(short.add_device(token), PENDING)
            self.assert_status(short.add_face(token, video([pictures.still()])), COMPLETE)

        for end in (complete, short.cancel):
            session = {"sessionToken": short.trigger(username())["sessionToken"]}
            first, other = short.enroll(session), short.enroll(session | {"more": "of it"})
            self.assertEqual(first.json()["enrollmentToken"], other.json()["enrollmentToken"])
            end(first.json()["enrollmentToken"])
            self.assertEqual(short.enroll(session).body, first.body)
            self.assertEqual(short.enroll(session | {"more": "of it"}).body, other.body)
            never = short.enroll(session | {"more": "than ever"})
            if end == complete:
                self.assertIs(never.json()["userExistsAlready"], True)
            else:
                self.assert_refused(never, "TOKEN_UNKNOWN")

    def test_a_new_enroll_of_an_unfinished_username_cancels_the_old(self) -> None:
        name = username()
        phone = Phone.told(installation.endpoint, stills.trigger(name), stills.credentials)
        old = phone.begin()
        self.assertEqual(stills.operation_status(phone.session_token).json()["completionStatus"], "Pending")
        new = stills.begin(name)
        self.assertNotEqual(old, new)
        self.assertEqual(stills.operation_status(phone.session_token).json()["completionStatus"], "Cancelled")
        self.assert_refused(stills.add_device(old), "ENROLLMENT_FINISHED")
        self.assert_status(stills.add_device(new), PENDING)

    def test_another_session_of_an_unfinished_username_acts_the_same(self) -> None:
        name = username()
        sessions = [Phone.told(installation.endpoint, stills.trigger(name), stills.credentials) for _ in range(2)]
        old, new = sessions[0].begin(), sessions[1].begin()
        self.assertNotEqual(old, new)
        states = [stills.operation_status(phone.session_token).json()["completionStatus"] for phone in sessions]
        self.assertEqual(states, ["Cancelled", "Pending"])

    def test_a_registered_username_gets_no_token(self) -> None:
        name = username()
        session = short.trigger(name)["sessionToken"]
        token = short.begin(name)
        self.assert_status(short.add_device(token), PENDING)
        self.assert_status(short.add_face(token, video([pictures.still()])), COMPLETE)
        self.assertEqual(short.operation_status(session).json()["completionStatus"], "Cancelled")
        known = {"username": name, "email": name}
        for document, checks in ((known, ["verifyFace"]), ({"sessionToken": session}, [])):
            answer = short.enroll(document).json()
            self.assertIs(answer["userExistsAlready"], True)
            self.assertEqual(answer["requiredChecks"], checks)
            self.assertIsNone(answer.get("enrollmentToken"))

    def test_a_changed_configuration_holds_for_enrollments_begun_after_it(self) -> None:
        changing = installation.portal("changing")
        before = changing.begin(username())
        installation.configure("changing", onboardingOptions={"enrollment": {"addFace": True, "addDocument": False}})

        def checks() -> list[str]:
            name = username()
            checks: list[str] = changing.enroll({"username": name, "email": name}).json()["requiredChecks"]
            return checks

        wait_until(lambda: checks() == ["addDevice", "addFace"], "the change is seen")
        self.assert_status(changing.add_device(before), PENDING)


class CancelTests(StateTests):
    def test_cancelling_twice_is_no_error(self) -> None:
        phone = Phone.told(installation.endpoint, stills.trigger(username()), stills.credentials)
        token = phone.begin()
        for reason in (None, None, "changed my mind"):
            answer = phone.cancel(token, reason)
            self.assertEqual(self.assert_status(answer, FAILED), {"enrollmentStatus": 0, "registrationCode": ""})
        self.assertEqual(stills.operation_status(phone.session_token).json()["completionStatus"], "Cancelled")
        self.assert_refused(stills.add_device(token), "ENROLLMENT_FINISHED")

    def test_what_is_complete_or_failed_cannot_be_cancelled(self) -> None:
        complete = self.at_face(short)
        code = self.assert_status(short.add_face(complete, video([pictures.still()])), COMPLETE)["registrationCode"]
        self.assert_refused(short.cancel(complete), "ENROLLMENT_FINISHED")
        self.assertTrue(code)

        once = installation.portal("once", maxDocumentAttempts=1, allowStillPackages=True)
        failed = self.at_document(once)
        self.assert_status(once.add_document(failed, [pictures.passport_page(pictures.OTHER_PERSON)]), FAILED)
        self.assert_refused(once.cancel(failed), "ENROLLMENT_FINISHED")

    def test_a_cancelled_username_may_begin_anew(self) -> None:
        name = username()
        first = stills.begin(name)
        self.assert_status(stills.cancel(first), FAILED)
        self.assert_status(stills.add_device(stills.begin(name)), PENDING)


class OperationStatusTests(StateTests):
    def status(self, phone: Phone) -> str:
        return str(short.operation_status(phone.session_token).json()["completionStatus"])

    def test_it_says_how_far_the_enrollment_is(self) -> None:
        phone = Phone.told(installation.endpoint, short.trigger(username()), short.credentials)
        self.assertEqual(self.status(phone), "Pending")
        token = phone.begin()
        self.assertEqual(self.status(phone), "Pending")
        self.assert_status(phone.add_device(token), PENDING)
        self.assert_status(phone.add_face(token, video([pictures.still()])), COMPLETE)
        self.assertEqual(self.status(phone), "Success")
        self.assertEqual(phone.operation_status(phone.session_token).json()["completionStatus"], "Success")

    def test_an_enrollment_that_nobody_finishes_fails_and_gives_stored_answers(self) -> None:
        hasty = installation.portal("hasty", enrollmentLifetimeSeconds=2)
        phone = Phone.told(installation.endpoint, hasty.trigger(username()), hasty.credentials)
        token = phone.begin()
        first = phone.add_device(token, "slow device")
        self.assert_status(first, PENDING)

        def is_failed() -> bool:
            return bool(hasty.operation_status(phone.session_token).json()["completionStatus"] == "Failed")

        wait_until(is_failed, "the enrollment expires")
        self.assertEqual(phone.add_device(token, "slow device").body, first.body)
        self.assert_refused(phone.add_device(token, "another device"), "ENROLLMENT_FINISHED")


class LimitTests(StateTests):
    def test_twenty_captures_that_say_nothing_end_the_enrollment(self) -> None:
        phone = Phone.told(installation.endpoint, moving.trigger(username()), moving.credentials)
        token = phone.begin()
        self.assert_status(phone.add_device(token), PENDING)
        for number in range(1, 21):
            answer = phone.add_face(token, video([pictures.still()]))
            document = self.assert_status(answer, PENDING if number < 20 else FAILED)
            self.assertIs(document["livenessResult"], False)
        self.assert_refused(phone.add_face(token, video([pictures.still()])), "ENROLLMENT_FINISHED")
        self.assertEqual(moving.operation_status(phone.session_token).json()["completionStatus"], "Failed")

    def test_five_spoofs_end_the_enrollment(self) -> None:
        token = self.at_face(moving)
        for number in range(1, 6):
            answer = moving.add_face(token, video(pictures.tilted_print(), interval=160))
            document = self.assert_status(answer, PENDING if number < 5 else FAILED)
            self.assertIs(document["livenessResult"], False)
        answer = moving.add_face(token, video(pictures.tilted_print(), interval=160))
        self.assert_refused(answer, "ENROLLMENT_FINISHED")

    def test_packages_that_stay_shut_count_as_captures(self) -> None:
        token = self.at_face(moving)
        another = self.at_face(moving)
        ec_pem = moving.public_keys()[1]
        for _ in range(20):
            package = packages.seal_v2(video([pictures.png()]), ec_pem, another)
            self.assert_refused(moving.add_face(token, package), "PACKAGE_UNREADABLE")
        self.assert_refused(moving.add_face(token, video([pictures.still()])), "ENROLLMENT_FINISHED")
        self.assertEqual(self.assert_status(moving.cancel(another), FAILED)["registrationCode"], "")

    def test_a_fresh_enrollment_is_no_fresh_set_of_tries(self) -> None:
        eager = installation.portal("eager", allowStillPackages=True)
        name, device = username(), "the same device"
        stolen = pictures.passport_page(pictures.OTHER_PERSON, pictures.Holder(number="UH1000001"))
        for _ in range(2):
            token = eager.begin(name)
            self.assert_status(eager.add_device(token, device), PENDING)
            self.assert_status(eager.add_face(token, video([pictures.still()])), PENDING)
            for number in range(1, 6):
                answer = eager.add_document(token, [pictures.varied(stolen)])
                self.assert_status(answer, PENDING if number < 5 else FAILED)
            self.assert_refused(eager.add_document(token, [pictures.passport_page()]), "ENROLLMENT_FINISHED")
        # The device is only stated, and the document is not its bearer's: their owners are as free as before.
        for again_device, page, status, matches in (
            (device, pictures.passport_page(), COMPLETE, True),
            (None, pictures.varied(stolen), PENDING, False),
        ):
            token = eager.begin(username())
            self.assert_status(eager.add_device(token, again_device), PENDING)
            self.assert_status(eager.add_face(token, video([pictures.still()])), PENDING)
            self.assertIs(self.assert_status(eager.add_document(token, [page]), status)["matchResult"], matches)
        token = eager.begin(name)
        self.assert_status(eager.add_device(token, device), PENDING)
        answer = eager.add_face(token, video([pictures.still()]))
        self.assert_refused(answer, "RATE_LIMITED", 429)
        # The first of the ten failures was a few seconds ago.
        self.assertIn(int(answer.headers["retry-after"]), range(86_400 - 300, 86_402))
        failure = eager.post("/onboarding/b2c/triggerEnroll", {"username": name, "email": name}).json()
        self.assertEqual((failure["status"], failure["reason"]), ("FAILURE", "RATE_LIMITED"))
        newest = eager.find(username=name)[0]
        self.assertEqual(newest["state"], "pending", "it can go on, but not yet")
        self.assertEqual(eager.enrollment(newest["enrollmentId"]).json()["retryAt"], failure["retryAt"])
        # An operator can lift it, also of a document and of an address.
        lift = ("limits", "lift", "--tenant", "eager")
        with self.assertRaises(AssertionError):
            installation.command(*lift)
        subjects = ("--username", name, "--document-number", "UH1000001", "--address", "127.0.0.1")
        self.assertRegex(installation.command(*lift, *subjects), r"\Aforgotten: \d+ failures\n\Z")
        self.assertEqual(installation.command(*lift, *subjects), "forgotten: 0 failures\n")
        token = eager.begin(name)
        self.assert_status(eager.add_device(token, device), PENDING)
        self.assert_status(eager.add_face(token, video([pictures.still()])), PENDING)
        self.assert_status(eager.add_document(token, [pictures.varied(stolen)]), PENDING)
        self.assert_status(eager.add_document(token, [pictures.passport_page()]), COMPLETE)


if __name__ == "__main__":
    unittest.main()
