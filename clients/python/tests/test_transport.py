"""What is tried again, and what is not, against a server of a few lines."""

from __future__ import annotations

import json
import threading
import unittest
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from onboarding_client import ClientSecret, OnboardingError, Portal, Retry, Transport

Scripted = tuple[int, dict[str, str], Any] | None
REALM = "/auth/realms/acme-consumers/protocol/openid-connect/token"
TOKEN: Scripted = (200, {}, {"access_token": "a.b.c", "expires_in": 300})
BUSY = {"errorCode": "SERVICE_UNAVAILABLE", "errorMsg": "busy", "reason": "OVERLOADED", "status": 503}
UNREACHABLE = {"errorCode": "SERVICE_UNAVAILABLE", "errorMsg": "", "reason": "SERVER_UNREACHABLE", "status": 503}
#: What proxies say while the server is being started anew: the examples beside the server, and others by themselves.
RESTARTING: Sequence[Scripted] = ((503, {"Retry-After": "2"}, UNREACHABLE), (502, {}, b"<html>Bad Gateway</html>"))


@contextmanager
def server(script: Sequence[Scripted]) -> Iterator[tuple[str, list[tuple[str, str, dict[str, str], bytes]]]]:
    """A server that gives these answers in turn, None being a connection that breaks; its URL, and what it was sent."""
    seen: list[tuple[str, str, dict[str, str], bytes]] = []
    rest = list(script)

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            seen.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            answer = rest.pop(0)
            if answer is None:
                self.close_connection = True
                return
            status, headers, document = answer
            content = document if isinstance(document, bytes) else json.dumps(document).encode()
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_DELETE = answer

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    listener = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=listener.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.server_port}", seen
    finally:
        listener.shutdown()
        thread.join()
        listener.server_close()


class RetryTests(unittest.TestCase):
    def setUp(self) -> None:
        self.pauses: list[float] = []

    def portal(self, url: str) -> Portal:
        retry = Retry(sleep=self.pauses.append)
        return Portal(url, "acme-consumers", "KEY", ClientSecret("acme-b2b", "secret"), retry=retry)

    def test_a_refusal_for_now_is_tried_again_with_the_same_key_and_bytes(self) -> None:
        session = {"status": "SUCCESS", "sessionToken": "s", "sessionCallbackURL": "u", "qrcodeImage": "AA=="}
        with server([TOKEN, (503, {"Retry-After": "2"}, BUSY), None, (200, {}, session)]) as (url, seen):
            self.assertEqual(self.portal(url).trigger("erika", "erika@example.org").token, "s")
        tries = seen[1:]
        self.assertEqual(len({(path, headers["idempotency-key"], body) for _, path, headers, body in tries}), 1)
        self.assertEqual(self.pauses, [2.0, 1.0])

    def test_a_person_is_sent_the_link_where_that_is_asked_for(self) -> None:
        session = {"status": "SUCCESS", "sessionToken": "s", "sessionCallbackURL": "u", "qrcodeImage": "AA=="}
        queued = session | {"emailQueued": True}
        with server([TOKEN, (200, {}, queued), (200, {}, session)]) as (url, seen):
            portal = self.portal(url)
            self.assertTrue(portal.trigger("erika", "erika@example.org", notify_by_email=True).email_queued)
            self.assertFalse(portal.trigger("erika", "erika@example.org").email_queued)
        asked, silent = (json.loads(body) for _, _, _, body in seen[1:])
        self.assertIs(asked["notifyByEmail"], True)
        self.assertNotIn("notifyByEmail", silent)

    def test_a_restart_behind_a_proxy_is_waited_for(self) -> None:
        with server([TOKEN, *RESTARTING, (504, {}, b""), (503, {}, b"busy"), (200, {}, {"a": 1})]) as (url, _):
            self.assertEqual(self.portal(url).configuration(), {"a": 1})
        self.assertEqual(self.pauses, [2.0, 1.0, 2.0, 4.0])

    def test_an_erasure_that_may_have_passed_a_proxy_is_not_sent_again(self) -> None:
        for said in RESTARTING:
            with server([TOKEN, said]) as (url, seen), self.assertRaises(OnboardingError):
                self.portal(url).erase("3f9c")
            self.assertEqual(len(seen), 2)

    def test_the_last_refusal_is_given_back_as_it_is(self) -> None:
        busy: Scripted = (503, {"Retry-After": "1", "X-Request-Id": "r"}, BUSY)
        with server([TOKEN] + 5 * [busy]) as (url, _):
            with self.assertRaises(OnboardingError) as caught:
                self.portal(url).configuration()
        error = caught.exception
        self.assertEqual((error.status, error.reason, error.retry_after, error.request_id), (503, "OVERLOADED", 1, "r"))

    def test_a_refusal_for_hours_is_given_back_at_once(self) -> None:
        with server([TOKEN, (503, {"Retry-After": "3600"}, BUSY)]) as (url, _), self.assertRaises(OnboardingError):
            self.portal(url).configuration()
        self.assertEqual(self.pauses, [])

    def test_an_erasure_that_may_have_arrived_is_not_sent_again(self) -> None:
        with server([TOKEN, None]) as (url, seen), self.assertRaises(OnboardingError) as caught:
            self.portal(url).erase("3f9c")
        self.assertEqual(caught.exception.reason, "CONNECTION_FAILED")
        self.assertEqual(len(seen), 2)

    def test_an_expired_bearer_is_replaced_once(self) -> None:
        expired: Scripted = (401, {}, {"reason": "TOKEN_EXPIRED", "errorMsg": "Jwt is expired", "status": 401})
        with server([TOKEN, expired, TOKEN, (200, {}, {"serviceVersion": "1"})]) as (url, seen):
            self.assertEqual(self.portal(url).configuration(), {"serviceVersion": "1"})
        self.assertEqual([path for _, path, _, _ in seen].count(REALM), 2)
        with server([TOKEN, expired, TOKEN, expired]) as (url, _), self.assertRaises(OnboardingError) as caught:
            self.portal(url).configuration()
        self.assertEqual(caught.exception.reason, "TOKEN_EXPIRED")

    def test_a_bearer_is_kept_as_long_as_it_is_good(self) -> None:
        with server([TOKEN, (200, {}, {}), (200, {}, {})]) as (url, seen):
            portal = self.portal(url)
            portal.configuration()
            portal.configuration()
        self.assertEqual(len(seen), 3)

    def test_what_began_nothing_is_an_error_with_its_reason(self) -> None:
        later = "2026-03-03T06:10:02Z"
        failure = {"status": "FAILURE", "reason": "RATE_LIMITED", "errorSummary": "later", "retryAt": later}
        with server([TOKEN, (200, {}, failure)]) as (url, _), self.assertRaises(OnboardingError) as caught:
            self.portal(url).trigger("erika")
        self.assertEqual((caught.exception.status, caught.exception.reason), (200, "RATE_LIMITED"))
        self.assertEqual(caught.exception.details, {"retryAt": later})

    def test_an_answer_that_is_no_answer_is_an_error(self) -> None:
        with server([TOKEN, (200, {}, []), (200, {}, {"list": [5]})]) as (url, _):
            portal = self.portal(url)
            for call in (portal.configuration, lambda: list(portal.search())):
                with self.assertRaises(OnboardingError) as caught:
                    call()
                self.assertEqual(caught.exception.reason, "ANSWER_INVALID")

    def test_a_bearer_is_not_sent_in_the_clear_to_another_machine(self) -> None:
        for url in ("http://onboarding.example.org", "ftp://localhost", "onboarding", "https://a.example?b"):
            with self.assertRaises(ValueError):
                Transport(url)
        self.assertEqual(Transport("https://kyc.example.org/kyc/").base_url, "https://kyc.example.org/kyc")


if __name__ == "__main__":
    unittest.main()
