"""The rest of the world, as a browser under test sees it: nobody, who writes down what was asked for."""

from __future__ import annotations

import http.server
import threading


class Outside:
    """A proxy that every request to another machine goes to, from a page, a worker or the browser itself, and that
    passes none on. What a browser asks of the loopback interface goes past it."""

    def __init__(self) -> None:
        self._asked: list[str] = []
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(self._asked))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def port(self) -> int:
        """Where the proxy listens on 127.0.0.1."""
        return int(self._server.server_address[1])

    @property
    def asked(self) -> list[str]:
        """What was asked for, as method and address."""
        return list(self._asked)

    def close(self) -> None:
        """Stops it."""
        self._server.shutdown()
        self._server.server_close()


def _handler(asked: list[str]) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def refuse(self) -> None:
            asked.append(f"{self.command} {self.path}")
            self.send_response(403)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_CONNECT = do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_OPTIONS = do_PATCH = refuse

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    return Handler
