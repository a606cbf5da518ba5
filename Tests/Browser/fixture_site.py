"""The pages of `fixture`, served on the loopback interface as pages of ours have to be."""

from __future__ import annotations

import http.server
import threading
from pathlib import Path

FOLDER = Path(__file__).parent / "fixture"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
#: What `headers.faults` has nothing against.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Set-Cookie": "__Host-session=0123456789abcdef; Path=/; Secure; HttpOnly; SameSite=Lax",
}
#: `asking.html` has to get as far as asking.
LENIENT = {"asking.html", "asking.js", "asking-worker.js", "faulty.html"}


class FixtureSite:
    """A server of the fixture pages."""

    def __init__(self) -> None:
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """Stops it."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].removeprefix("/")
        if name == "languages":
            # What this browser says that its person reads, and the cookies that it keeps.
            said = f"{self.headers.get('Accept-Language')} {self.headers.get('Cookie')}"
            self._answer(200, "text/plain; charset=utf-8", said.encode(), HEADERS)
        elif name in {file.name for file in FOLDER.iterdir()}:
            headers = {"Cache-Control": "no-store"} if name in LENIENT else HEADERS
            self._answer(200, TYPES[Path(name).suffix], (FOLDER / name).read_bytes(), headers)
        else:
            self._answer(404, "text/plain; charset=utf-8", b"no such page", HEADERS)

    def _answer(self, status: int, content_type: str, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for header, value in headers.items():
            self.send_header(header, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        pass
