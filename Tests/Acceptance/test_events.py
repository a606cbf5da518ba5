"""What happens, as it happens: a tenant's feed by pages, and the events of one session as a stream."""

from __future__ import annotations

import unittest
import uuid
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import trail
from client.exchange import Answer, check_every_answer, envelope_objection
from client.flow import Caller, Phone, Portal
from event_stream import EventStream
from installation import Installation, wait_until
from right_requests import tenants

FEED = "/onboarding/admin/events"
#: Of an enrollment that asks for a device alone, with a phone and without.
BY_PHONE = [
    "enrollment.triggered",
    "enrollment.validated",
    "enrollment.started",
    "check.accepted",
    "enrollment.completed",
]
BY_PORTAL = [kind for kind in BY_PHONE if kind != "enrollment.validated"]
#: How many streams of one session there may be at a time. How many of all: Tests/CaseworkTests/Changes.
STREAMS_OF_SESSION = 8
#: How many portals stand open in a test.
PORTALS = 200

installation: Installation
portal: Portal
busy: Portal
whole: Portal
other: Portal


def setUpModule() -> None:
    global installation, portal, busy, whole, other
    installation = Installation()
    unittest.addModuleCleanup(installation.close)
    made = [tenants(installation, name, "device")["device"] for name in ("ours", "busy", "theirs")]
    long = installation.tenant("whole")
    installation.start()
    portal, busy, other = (Portal(installation.endpoint, credentials) for credentials in made)
    whole = Portal(installation.endpoint, long)


def username() -> str:
    return f"{uuid.uuid4()}@example.org"


def with_scope(who: Portal, scope: str) -> Caller:
    """A client of the tenant with a token that opens less."""
    limited = Portal(who.endpoint, who.credentials)
    limited.sign_in(scope)
    return limited


class EventTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))


class FeedTests(EventTests):
    def page(self, query: str = "", who: Portal | None = None) -> Any:
        answer = (who or portal).get(FEED + query)
        self.assertEqual(answer.status, 200, answer.described())
        return answer.json()

    def test_pages_have_no_gaps_while_enrollments_go_on(self) -> None:
        def enrolled(index: int) -> str:
            name = username()
            if index % 2:
                busy.add_device(busy.begin(name))
            else:
                phone = Phone.told(installation.endpoint, busy.trigger(name), busy.credentials)
                phone.add_device(phone.begin())
            return name

        count = 24
        events: list[dict[str, Any]] = []
        since = 0
        with ThreadPoolExecutor(4) as threads:
            waiting = [threads.submit(enrolled, index) for index in range(count)]
            while True:
                are_done = all(each.done() for each in waiting)
                page = self.page(f"?since={since}&limit=3", busy)
                self.assertLessEqual(len(page["events"]), 3)
                self.assertEqual(page["next"], page["events"][-1]["number"] if page["events"] else since)
                events += page["events"]
                since = page["next"]
                if are_done and not page["events"]:
                    break
        for each in waiting:
            each.result()
        self.assertEqual([event["number"] for event in events], list(range(1, len(events) + 1)))
        self.assertEqual(len({event["id"] for event in events}), len(events))
        kinds, times = defaultdict(list), defaultdict(list)
        for event in events:
            kinds[event["data"]["enrollmentId"]].append(event["type"])
            times[event["data"]["enrollmentId"]].append(event["timestamp"])
        self.assertEqual(sorted(kinds.values()), sorted([BY_PHONE, BY_PORTAL] * (count // 2)))
        self.assertEqual([sorted(each) for each in times.values()], list(times.values()))
        self.assertEqual(self.page("?limit=500", busy), {"events": events, "next": len(events)}, "the same at once")

    def test_the_feed_tells_nothing_of_the_person(self) -> None:
        name, reference = username(), f"case {uuid.uuid4()}"
        before = self.page("?limit=500")["next"]
        session = portal.trigger(name, firstName="Jane", lastName="Roe", reference=reference)["sessionToken"]
        answer = portal.get(f"{FEED}?since={before}")
        (event,) = answer.json()["events"]
        (summary,) = portal.find(username=name)
        self.assertEqual(set(event), {"id", "number", "type", "timestamp", "data"})
        self.assertEqual((event["number"], event["type"]), (before + 1, "enrollment.triggered"))
        self.assertEqual(event["timestamp"], summary["startDate"])
        same = ("enrollmentId", "origin", "registrationCode", "reference", "state")
        self.assertEqual(event["data"], {member: summary[member] for member in same})
        for secret in (name, "Jane", "Roe", session):
            self.assertNotIn(secret.encode(), answer.body)
        reader = with_scope(portal, "enrollments:read")
        self.assertEqual(reader.get(f"{FEED}?since={before}").body, answer.body)
        # The ids, not the numbers, are told apart across tenants.
        other.trigger(username())
        theirs = self.page(who=other)["events"]
        ours = self.page("?limit=500")["events"]
        self.assertEqual({event["id"] for event in theirs} & {event["id"] for event in ours}, set())

    def test_another_tenant_sees_none_of_it(self) -> None:
        enrollments = []
        for who in (portal, other):
            who.trigger(username())
            enrollments.append(frozenset(e["data"]["enrollmentId"] for e in self.page("?limit=500", who)["events"]))
        ours, theirs = enrollments
        self.assertEqual(ours & theirs, set())
        for number in range(1, 4):
            page = self.page(f"?since={number - 1}&limit=1", other)
            self.assertNotIn(page["events"][0]["data"]["enrollmentId"] if page["events"] else "", ours)
        crossed = Caller(installation.endpoint, portal.api_key, other.bearer)
        self.assert_refused(crossed.get(FEED), 403, "APIKEY_FOREIGN")

    def test_what_is_no_place_in_the_feed_is_refused(self) -> None:
        for query in ("since=-1", "since=x", "since=", "since=1.5", "since=+1", "since=99999999999999999999"):
            with self.subTest(query):
                answer = portal.get(f"{FEED}?{query}")
                self.assert_refused(answer, 400, "PAGE_OUT_OF_RANGE")
                self.assertEqual(answer.json()["details"], {"member": "since"})
                self.assertIn("the place to begin after", answer.json()["errorMsg"])
        for query in ("limit=0", "limit=-1", "limit=501", "limit=x", "limit=", "since=0&limit=1000000"):
            with self.subTest(query):
                answer = portal.get(f"{FEED}?{query}")
                self.assert_refused(answer, 400, "PAGE_OUT_OF_RANGE")
                self.assertEqual(answer.json()["details"], {"member": "limit", "limit": 500, "unit": "count"})
        many = "&".join(f"x{number}=1" for number in range(70))
        for query in ("since=1&since=2", "limit=1&since=0&limit=1", "since=%zz", "since=%", "since=%FF", many):
            with self.subTest(query[:30]):
                self.assert_refused(portal.get(f"{FEED}?{query}"), 400, "QUERY_INVALID")
        far = 2**63 - 1
        for query, page in ((f"since={far}", {"events": [], "next": far}), ("since=%31&limit=1", None), ("?", None)):
            with self.subTest(query):
                answer = portal.get(f"{FEED}?{query}")
                self.assertEqual(answer.status, 200, answer.described())
                if page:
                    self.assertEqual(answer.json(), page)

    def test_only_a_client_with_the_scope_may_read_it(self) -> None:
        phone = Phone.told(installation.endpoint, portal.trigger(username()), portal.credentials)
        self.assert_refused(phone.get(FEED), 403, "ROLE_MISSING")
        self.assert_refused(phone.get(f"{FEED}?since=x"), 403, "ROLE_MISSING")
        for scope in ("enroll", "person:read", "erase", "configuration", "metrics"):
            with self.subTest(scope):
                answer = with_scope(portal, scope).get(FEED)
                self.assert_refused(answer, 403, "SCOPE_MISSING")
                self.assertEqual(answer.json()["details"], {"allowed": ["enrollments:read"]})
        self.assert_refused(Caller(installation.endpoint, portal.api_key, None).get(FEED), 401, "TOKEN_MISSING")
        self.assert_refused(Caller(installation.endpoint, None, portal.bearer).get(FEED), 401, "APIKEY_MISSING")


class StreamTests(EventTests):
    def stream(self, who: Caller, session: str, **headers: str) -> EventStream:
        stream = EventStream(who, session, headers)
        self.addCleanup(stream.close)
        return stream

    def opened(self, who: Caller, session: str) -> EventStream:
        """A stream that has begun."""
        stream = self.stream(who, session)
        self.assertEqual(stream.status, 200, stream.headers)
        return stream

    def refused(self, who: Caller, session: str) -> Answer:
        answer = self.stream(who, session).answer()
        check_every_answer(answer, "a stream that does not begin")
        return answer

    def test_the_first_message_comes_at_once_and_one_for_each_change(self) -> None:
        session = whole.trigger(username())["sessionToken"]
        stream = self.opened(whole, session)
        self.assertEqual(stream.headers["content-type"], "text/event-stream; charset=utf-8")
        self.assertEqual(stream.headers["cache-control"], "no-store")
        self.assertIn("x-request-id", stream.headers)
        first = stream.next()
        told = [first]
        self.assertEqual(first.data, whole.operation_status(session).json())

        phone = Phone.told(installation.endpoint, {"sessionToken": session}, whole.credentials)
        told.append(stream.next())
        token = phone.begin()
        told.append(stream.next())
        self.assertEqual(told[-1].data["enrollment"]["step"], "addDevice")
        phone.add_device(token)
        told.append(stream.next())
        self.assertEqual(told[-1].data["enrollment"]["step"], "addFace")
        self.assertEqual(told[-1].data, whole.operation_status(session).json())
        with self.assertRaises(TimeoutError):
            stream.next(1.2)  # Where nothing changes, nothing is said.
        self.assertEqual({message.event for message in told}, {"status"})
        ids = [int(message.id) for message in told]
        self.assertEqual(ids, sorted(set(ids)), "a number that grows with each change")

        # Whoever comes again is told at once, with the same number.
        again = self.stream(whole, session, **{"Last-Event-ID": told[-1].id}).next()
        self.assertEqual((again.id, again.data), (told[-1].id, told[-1].data))

    def test_a_stream_ends_when_the_enrollment_has_ended(self) -> None:
        name = username()
        session = portal.trigger(name, firstName="Jane", lastName="Roe")["sessionToken"]
        readers = {
            "all": self.opened(portal, session),
            "no person": self.opened(with_scope(portal, "enrollments:read"), session),
            "no enrollment": self.opened(with_scope(portal, "enroll"), session),
        }
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, portal.credentials)
        readers["phone"] = self.opened(phone, session)
        firsts = {kind: stream.next() for kind, stream in readers.items()}
        for kind in ("all", "no person"):
            self.assertNotIn("person", firsts[kind].data["enrollment"], "it goes on")
        for kind in ("no enrollment", "phone"):
            self.assertEqual(firsts[kind].data, {"completionStatus": "Pending"})
        before = len(trail.entries(installation, "ours-device", "personDataRead"))
        phone.add_device(phone.begin())
        lasts = {kind: stream.rest()[-1].data for kind, stream in readers.items()}
        self.assertEqual(lasts["all"]["completionStatus"], "Success")
        self.assertEqual(lasts["all"]["enrollment"]["person"]["name"], "Jane Roe")
        self.assertEqual(lasts["no person"]["enrollment"]["state"], "complete")
        self.assertNotIn("person", lasts["no person"]["enrollment"])
        self.assertEqual(lasts["no enrollment"], {"completionStatus": "Success"})
        self.assertEqual(lasts["phone"], {"completionStatus": "Success"})
        # Who has seen the person is in the trail, once.
        (entry,) = trail.entries(installation, "ours-device", "personDataRead")[before:]
        self.assertEqual(entry.texts["operation"], "operation-status")
        self.assertEqual(entry.texts["actor"], f"credential {portal.credentials.client_id}")
        self.assertEqual(entry.texts["request"], readers["all"].headers["x-request-id"])
        # Whoever comes after the end is told it, and that is all.
        (late,) = self.opened(portal, session).rest()
        self.assertEqual(late.data, lasts["all"])

    def test_each_end_ends_a_stream(self) -> None:
        session = portal.trigger(username())["sessionToken"]
        stream = self.opened(portal, session)
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, portal.credentials)
        phone.cancel(phone.begin())
        self.assertEqual(stream.rest()[-1].data["completionStatus"], "Cancelled")

        name = username()
        session = portal.trigger(name)["sessionToken"]
        stream = self.opened(portal, session)
        stream.next()
        (begun,) = portal.find(username=name)
        path = f"/onboarding/admin/enrollment/{begun['enrollmentId']}"
        self.assertEqual(installation.endpoint.send("DELETE", path, portal.headers).status, 200)
        self.assertEqual(stream.rest(), [], "of who was erased there is nothing to tell")

    def test_who_may_not_see_a_session_is_told_so_before_anything_is_streamed(self) -> None:
        session = portal.trigger(username())["sessionToken"]
        self.assert_refused(self.refused(other, session), 400, "TOKEN_UNKNOWN")
        self.assert_refused(self.refused(portal, str(uuid.uuid4())), 400, "TOKEN_UNKNOWN")
        phone = Phone.told(installation.endpoint, portal.trigger(username()), portal.credentials)
        self.assert_refused(self.refused(phone, session), 400, "TOKEN_UNKNOWN")
        for scope in ("person:read", "erase", "configuration", "metrics"):
            answer = self.refused(with_scope(portal, scope), session)
            self.assert_refused(answer, 403, "SCOPE_MISSING")
            self.assertEqual(answer.json()["details"], {"allowed": ["enroll", "enrollments:read"]})
        crossed = Caller(installation.endpoint, portal.api_key, other.bearer)
        self.assert_refused(self.refused(crossed, session), 403, "APIKEY_FOREIGN")
        nobody = Caller(installation.endpoint, portal.api_key, None)
        self.assert_refused(self.refused(nobody, session), 401, "TOKEN_MISSING")

    def test_a_stream_tells_nothing_more_to_a_credential_that_ended(self) -> None:
        made = installation.credential(portal.credentials, "watching", "enrollments:read")
        watching: list[Portal] = []

        def is_known() -> bool:
            try:
                watching.append(Portal(installation.endpoint, made))
            except Exception:
                return False
            return True

        wait_until(is_known, "the server knows the client", pause=0.3)
        session = portal.trigger(username())["sessionToken"]
        stream = self.opened(watching[0], session)
        stream.next()
        installation.command("tenant", "credential", "end", "--tenant", "ours-device", made.client_id)
        wait_until(lambda: watching[0].operation_status(session).status == 401, "its token is refused")
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, portal.credentials)
        phone.begin()
        try:
            told = stream.next(2.5)
        except (EOFError, TimeoutError):
            told = None
        self.assertIsNone(told, "what happened after its end")

    def test_too_many_streams_are_refused_and_a_client_that_goes_away_frees_its_place(self) -> None:
        session = portal.trigger(username())["sessionToken"]
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, portal.credentials)
        streams = [self.opened(phone, session) for _ in range(STREAMS_OF_SESSION)]
        answer = self.refused(phone, session)
        self.assert_refused(answer, 503, "OVERLOADED")
        self.assertIn("retry-after", answer.headers)
        self.assertEqual(phone.operation_status(session).json(), {"completionStatus": "Pending"}, "polling goes on")
        other = portal.trigger(username())["sessionToken"]
        self.opened(portal, other).close()
        streams[0].close()

        def is_free() -> bool:
            return self.stream(phone, session).status == 200

        wait_until(is_free, "the place is free", pause=0.05)
        self.assert_refused(self.refused(phone, session), 503, "OVERLOADED")

    def test_each_of_many_open_portals_is_told_what_happens_to_its_own(self) -> None:
        sessions = [portal.trigger(username())["sessionToken"] for _ in range(PORTALS // 4)]
        readers = [(session, self.opened(portal, session)) for session in sessions for _ in range(4)]
        for _, stream in readers:
            self.assertEqual(stream.next().data["completionStatus"], "Pending")
        for session in sessions:
            Phone.told(installation.endpoint, {"sessionToken": session}, portal.credentials)
        told = [stream.next() for _, stream in readers]
        self.assertEqual(len({message.id for message in told}), 1, "one change of each")

        # Another process writes: whom it erases is told nothing any more, and the others are told nothing.
        installation.command("erase", "--tenant", portal.credentials.name, "--session", sessions[0])
        for session, stream in readers:
            if session == sessions[0]:
                self.assertEqual(stream.rest(), [])
        with self.assertRaises(TimeoutError):
            readers[-1][1].next(0.3)


class StopTests(EventTests):
    def test_a_server_stops_at_once_with_a_stream_open(self) -> None:
        stopping = Installation()
        self.addCleanup(stopping.close)
        credentials = tenants(stopping, "stopping", "device")["device"]
        stopping.start()
        who = Portal(stopping.endpoint, credentials)
        sessions = [who.trigger(username())["sessionToken"] for _ in range(3)]
        streams = [EventStream(who, session) for session in sessions]
        for stream in streams:
            self.addCleanup(stream.close)
            stream.next()
        streams[0].close()
        self.assertEqual(stopping.stop(), 0)
        for stream in streams[1:]:
            self.assertEqual(stream.rest(), [], "it ended, and did not break off")
        self.assertNotIn("unexpected error", stopping.log.read_text())


if __name__ == "__main__":
    unittest.main()
