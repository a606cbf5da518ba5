"""A pack from its origin: scripts/fetch.py against a real TLS server on loopback."""

import contextlib
import http.server
import io
import shutil
import socket
import ssl
import subprocess
import threading
import unittest
from functools import partial
from unittest import mock

import test_fetch
from test_fetch import described, fetch


class Origin(http.server.SimpleHTTPRequestHandler):
    """Serves a folder; `moved` says where other paths are, `cut` ends answers early, `refused` knows no such client."""

    moved, cut, refused = {}, (), ()

    def do_GET(self):
        if self.headers["User-Agent"].startswith(self.refused):
            self.send_error(403)
        elif self.path in self.moved:
            self.send_response(302)
            self.send_header("Location", self.moved[self.path])
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif self.path in self.cut:
            self.send_response(200)
            self.send_header("Content-Length", "50000")
            self.end_headers()
            self.wfile.write(b"a" * 100)
        else:
            super().do_GET()

    def log_message(self, *_):
        pass


@unittest.skipUnless(shutil.which("openssl"), "no program openssl to make a certificate with")
class OriginTests(test_fetch.InFolder):
    install, installed = test_fetch.InstallTests.install, test_fetch.InstallTests.installed

    def setUp(self):
        super().setUp()
        self.certificate = self.folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
             "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-out", self.certificate,
             "-keyout", self.folder / "key.pem"],
            check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.folder / "key.pem")
        (self.folder / "origin").mkdir()
        self.origin = type("Origin", (Origin,), {})
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(self.origin, directory=self.folder / "origin"))
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        def stop():
            server.shutdown()
            thread.join()
            server.server_close()

        self.addCleanup(stop)
        self.address = f"https://127.0.0.1:{server.server_port}"
        self.models = fetch.Folder(self.folder / "models")
        files = [described(f"one/{name}", name.encode() * 50_000, url=f"{self.address}/{name}") for name in ("a", "b")]
        self.lock = test_fetch.types.SimpleNamespace(
            packs={"one": {"summary": "a pack", "licence": "CC0-1.0"}}, files_of=lambda _: files,
            manifests_of=lambda _: [])

    def publish(self, name, contents):
        self.write(f"origin/{name}", contents)

    def trusting(self):
        return mock.patch.dict("os.environ", {"SSL_CERT_FILE": str(self.certificate)})

    def test_a_pack_is_installed_from_its_origin(self):
        for name in ("a", "b"):
            self.publish(name, name.encode() * 50_000)
        with self.trusting():
            self.install(source=None)
        self.assertEqual(self.installed(), ["a", "b"])
        self.assertEqual((self.models.root / "one/a").read_bytes(), b"a" * 50_000)

    def test_a_byte_more_or_another_byte_leaves_nothing_behind(self):
        for wrong in (b"b" * 50_000 + b"!", b"b" * 49_999 + b"!", b"b"):
            self.publish("a", b"a" * 50_000)
            self.publish("b", wrong)
            with self.trusting(), self.assertRaises(fetch.Refusal):
                self.install(source=None)
            self.assertEqual(self.installed(), [])

    def test_an_origin_that_is_not_who_it_says_is_not_asked(self):
        for name in ("a", "b"):
            self.publish(name, name.encode() * 50_000)
        with self.assertRaisesRegex(fetch.Refusal, "cannot be fetched"):
            self.install(source=None)
        self.assertEqual(self.installed(), [])

    def test_an_origin_that_lacks_a_file_leaves_nothing_behind(self):
        self.publish("a", b"a" * 50_000)
        with self.trusting(), self.assertRaises(fetch.Refusal):
            self.install(source=None)
        self.assertEqual(self.installed(), [])

    def recommended(self):
        """What set-up prints of a pack that is recommended."""
        self.lock.packs["one"]["recommended"] = True
        with self.trusting(), contextlib.redirect_stdout(io.StringIO()) as printed:
            fetch.install_recommended(self.lock, self.models)
        return printed.getvalue()

    def test_set_up_installs_what_is_recommended_and_asks_nobody_again(self):
        for name in ("a", "b"):
            self.publish(name, name.encode() * 50_000)
        self.assertIn("one is installed", self.recommended())
        self.assertEqual(self.installed(), ["a", "b"])
        self.assertEqual(self.recommended(), "")

    def test_set_up_goes_on_without_what_cannot_be_reached_or_is_another(self):
        self.publish("a", b"a" * 50_000)
        self.assertIn("recommended, and not installed", self.recommended())
        self.assertEqual(self.installed(), [])
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            for file in self.lock.files_of("one"):
                file["url"] = f"https://127.0.0.1:{unused.getsockname()[1]}/a"
            self.assertIn("cannot be reached", self.recommended())
        self.assertEqual(self.installed(), [])

    def test_an_origin_that_keeps_its_files_elsewhere_is_followed(self):
        self.publish("elsewhere", b"a" * 50_000)
        self.publish("b", b"b" * 50_000)
        self.origin.moved = {"/a": f"{self.address}/elsewhere"}
        with self.trusting():
            self.install(source=None)
        self.assertEqual(self.installed(), ["a", "b"])

    def test_nobody_is_followed_to_where_anybody_can_listen(self):
        for name in ("a", "b"):
            self.publish(name, name.encode() * 50_000)
        plain = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(Origin, directory=self.folder / "origin"))
        thread = threading.Thread(target=plain.serve_forever)
        thread.start()
        self.addCleanup(plain.server_close)
        self.addCleanup(thread.join)
        self.addCleanup(plain.shutdown)
        self.origin.moved = {"/a": f"http://127.0.0.1:{plain.server_port}/a"}
        with self.trusting(), self.assertRaisesRegex(fetch.Refusal, "only https"):
            self.install(source=None)
        self.assertEqual(self.installed(), [])

    def test_an_answer_that_ends_early_is_refused_and_leaves_nothing_behind(self):
        self.origin.cut = ("/a",)
        with self.trusting(), self.assertRaises(fetch.Refusal):
            self.install(source=None)
        self.assertEqual(self.installed(), [])

    def test_an_origin_that_serves_no_scripts_is_asked_as_a_browser_asks(self):
        for name in ("a", "b"):
            self.publish(name, name.encode() * 50_000)
        self.origin.refused = ("Python", "curl")
        with self.trusting():
            self.install(source=None)
        self.assertEqual(self.installed(), ["a", "b"])

    def test_who_cannot_reach_the_origin_is_told_of_the_other_way(self):
        with self.trusting(), self.assertRaisesRegex(fetch.Refusal, "--from"):
            self.install(source=None)


if __name__ == "__main__":
    unittest.main()
