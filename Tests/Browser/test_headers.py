"""The check for headers lets pass what is right and names each fault."""

from __future__ import annotations

import unittest
from collections.abc import Mapping

from fixture_site import HEADERS, FixtureSite
from headers import PageResponse, faults, fetch


def page(changed: Mapping[str, str | None] | None = None, url: str = "http://127.0.0.1/page") -> PageResponse:
    """A page with the right headers, but for those that are changed, or left out where None."""
    headers = {"Content-Type": "text/html; charset=utf-8", **HEADERS, **(changed or {})}
    return PageResponse(url, 200, tuple((name, value) for name, value in headers.items() if value), b"<!doctype html>")


class HeaderTests(unittest.TestCase):
    def test_the_fixture_page_has_all_headers(self) -> None:
        site = FixtureSite()
        self.addCleanup(site.close)
        for name, status in (("camera.html", 200), ("camera.js", 200), ("page.css", 200), ("absent", 404)):
            response = fetch(f"{site.url}/{name}")
            self.assertEqual(response.status, status)
            self.assertEqual(faults(response, uses_camera=True), [], name)

    def test_each_missing_header_is_named(self) -> None:
        for name, code in (
            ("Content-Security-Policy", "V3.4.3"),
            ("X-Content-Type-Options", "V3.4.4"),
            ("Referrer-Policy", "V3.4.5"),
            ("Permissions-Policy", "Permissions-Policy"),
            ("Cross-Origin-Opener-Policy", "V3.4.8"),
            ("Cross-Origin-Resource-Policy", "V3.5.8"),
            ("Cache-Control", "V14.3.2"),
        ):
            (fault,) = faults(page({name: None}), uses_camera=True)
            self.assertIn(code, fault)

    def test_each_hole_in_the_content_security_policy_is_named(self) -> None:
        right = HEADERS["Content-Security-Policy"]
        for old, new, word in (
            ("script-src 'self'", "script-src 'self' 'unsafe-inline'", "'unsafe-inline'"),
            ("script-src 'self'", "script-src 'self' 'unsafe-eval'", "'unsafe-eval'"),
            ("script-src 'self'", "script-src 'self' https://cdn.example", "https://cdn.example"),
            ("style-src 'self'", "style-src 'self' 'unsafe-inline'", "'unsafe-inline'"),
            ("img-src 'self'", "img-src *", "img-src allows *"),
            ("connect-src 'self'", "connect-src 'self' wss://other.example", "wss://other.example"),
            ("default-src 'none'", "default-src *", "default-src"),
            ("base-uri 'none'; ", "", "base-uri"),
            ("form-action 'self'; ", "", "form-action"),
            ("frame-ancestors 'none'", "frame-ancestors *", "frame-ancestors"),
        ):
            self.assertIn(old, right)
            found = faults(page({"Content-Security-Policy": right.replace(old, new)}), uses_camera=True)
            self.assertTrue(any(word in fault for fault in found), (new, found))

    def test_the_camera_is_for_the_page_that_uses_it_alone(self) -> None:
        self.assertEqual(len(faults(page())), 1)
        closed = page({"Permissions-Policy": "camera=(), microphone=(), geolocation=()"})
        self.assertEqual(faults(closed), [])
        self.assertIn("camera=()", faults(closed, uses_camera=True)[0])

    def test_transport_security_is_sent_over_tls_and_nowhere_else(self) -> None:
        year = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}
        secure = "https://127.0.0.1/page"
        self.assertEqual(faults(page(year, secure), uses_camera=True), [])
        short = {"Strict-Transport-Security": "max-age=600"}
        for wrong in (page(url=secure), page(short, secure), page(year)):
            (fault,) = faults(wrong, uses_camera=True)
            self.assertIn("Strict-Transport-Security", fault)

    def test_each_weak_cookie_is_named(self) -> None:
        right = "__Host-session=a; Path=/; Secure; HttpOnly; SameSite=Strict"
        for old, new, code in (
            ("; Secure", "", "V3.3.1"),
            ("; SameSite=Strict", "", "V3.3.2"),
            ("SameSite=Strict", "SameSite=None", "V3.3.2"),
            ("__Host-", "", "V3.3.3"),
            ("Path=/", "Path=/desk", "V3.3.3"),
            ("; Secure", "; Secure; Domain=example.org", "V3.3.3"),
            ("; HttpOnly", "", "V3.3.4"),
            ("=a;", f"={'a' * 4096};", "V3.3.5"),
        ):
            found = faults(page({"Set-Cookie": right.replace(old, new)}), uses_camera=True)
            self.assertTrue(any(code in fault for fault in found), (new, found))
        readable = right.replace("; HttpOnly", "")
        names = frozenset({"__Host-session"})
        self.assertEqual(faults(page({"Set-Cookie": readable}), uses_camera=True, readable_cookies=names), [])

    def test_an_image_that_is_a_document_allows_nothing(self) -> None:
        drawing = {"Content-Type": "image/svg+xml", "Content-Security-Policy": None}
        (fault,) = faults(page(drawing))
        self.assertIn("V3.4.3", fault)
        least = "base-uri 'none'; frame-ancestors 'none'"
        (fault,) = faults(page({**drawing, "Content-Security-Policy": least}))
        self.assertIn("default-src", fault)
        self.assertEqual(faults(page({**drawing, "Content-Security-Policy": f"default-src 'none'; {least}"})), [])

    def test_what_is_no_page_stands_in_no_frame_either(self) -> None:
        text = {"Content-Type": "application/json", "Content-Security-Policy": None}
        (fault,) = faults(page(text))
        self.assertIn("V3.4.6", fault)
        self.assertEqual(faults(page({**text, "Content-Security-Policy": "base-uri 'none'; frame-ancestors 'none'"})), [])

    def test_nobody_else_may_read_a_response(self) -> None:
        (fault,) = faults(page({"Access-Control-Allow-Origin": "*"}), uses_camera=True)
        self.assertIn("V3.4.2", fault)


if __name__ == "__main__":
    unittest.main()
