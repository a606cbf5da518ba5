"""A server process of its own for the tests of one module: data folder, tenants, start, stop, kill."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from client.exchange import Answer, ConnectionLost, Endpoint
from client.flow import Credentials, Portal, request_token

PACKAGE_ROOT = Path(__file__).resolve().parents[2]
START_LIMIT = 240.0
#: The bearer that opens /metrics.
#: What the tenants of the tests give their clients beside what a tenant's first client has by itself.
NAMED_SCOPES = tuple(
    word for scope in ("person:read", "erase", "configuration", "metrics") for word in ("--scope", scope)
)
METRICS_TOKEN = "an-operators-token"
STOP_LIMIT = 120.0
#: After so many seconds what a test waits for will never be: it ends a run that hangs, and judges no pace.
WAIT_LIMIT = 120.0


def program() -> Path:
    """The program under test.

    Raises:
        unittest.SkipTest: where it was not built.
    """
    path = PACKAGE_ROOT / os.environ.get("ONBOARDING_PROGRAM", ".build/release/onboarding")
    if not path.is_file():
        raise unittest.SkipTest(f"no program at {path}: run make build, or set ONBOARDING_PROGRAM")
    return path


@dataclass(frozen=True)
class Webhook:
    """What `onboarding webhook add` and `webhook keys` print."""

    id: str
    #: The newest first, as the public keys.
    secrets: tuple[str, ...]
    public_keys: tuple[str, ...]

    @classmethod
    def from_text(cls, text: str) -> Webhook:
        """Reads the command's output."""
        lines = [line.rpartition("  ") for line in text.splitlines()]

        def values(name: str) -> tuple[str, ...]:
            return tuple(value.strip() for label, _, value in lines if label.strip() == name)

        (webhook_id,) = values("webhook")
        return cls(webhook_id, values("secret"), values("public key"))


class Installation:
    """One temporary data folder and the server that serves it."""

    def __init__(self, *options: str) -> None:
        self._program = program()
        self.folder = Path(tempfile.mkdtemp(prefix="onboarding-acceptance-"))
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        #: More for the server's process: environment variables, and what is done in it before the program begins.
        self.variables: dict[str, str] = {"ONBOARDING_METRICS_TOKEN": METRICS_TOKEN}
        self.before_program: Callable[[], None] | None = None
        #: What the program wrote to standard output, all starts together.
        self.output = ""
        self.endpoint: Endpoint

    @classmethod
    def for_module(cls, *options: str) -> Installation:
        """A running server that is stopped and removed when the module's tests have ended."""
        installation = cls(*options)
        unittest.addModuleCleanup(installation.close)
        installation.start()
        return installation

    def command(self, *arguments: str) -> str:
        """Runs a command of the program on the data folder; what it prints."""
        finished = self.finished(*arguments)
        if finished.returncode != 0:
            raise AssertionError(
                f"{arguments[:2]} ended with {finished.returncode}: {finished.stderr}{finished.stdout[-2000:]}"
            )
        return finished.stdout

    def refused_command(self, *arguments: str) -> str:
        """Runs a command that has to be refused; what it says on standard error.

        Raises:
            AssertionError: where it is not refused, or says what it should print as well.
        """
        finished = self.finished(*arguments)
        if finished.returncode <= 0 or finished.stdout or not finished.stderr:
            raise AssertionError(f"{arguments} ended with {finished.returncode}: {finished.stderr}{finished.stdout}")
        return finished.stderr

    def metrics(self) -> Answer:
        """What the server counts, as its operator sees it."""
        return self.endpoint.send("GET", "/metrics", {"Authorization": f"Bearer {METRICS_TOKEN}"})

    def tenant(self, name: str, profile: str = "compatible", is_test: bool = True, **settings: Any) -> Credentials:
        """Makes a tenant, with `settings` below onboardingConfig; a running server knows it when this returns."""
        kind = ["--test"] if is_test else []
        credentials = Credentials.from_json(
            self.command("tenant", "create", name, *kind, *NAMED_SCOPES, "--profile", profile, "--json")
        )
        if settings:
            self.configure(name, **settings)
        if self._process is not None:
            self._wait_until_known(credentials.realm)
        return credentials

    def portal(self, name: str, profile: str = "compatible", is_test: bool = True, **settings: Any) -> Portal:
        """Makes a tenant and signs its client in."""
        return Portal(self.endpoint, self.tenant(name, profile, is_test, **settings))

    def configure(self, name: str, **settings: Any) -> None:
        """Lays settings over a tenant's onboardingConfig."""
        self.command("tenant", "configure", name, json.dumps({"onboardingConfig": settings}))

    def credential(
        self, tenant: Credentials, client: str, *scopes: str, public_key: Path | None = None
    ) -> Credentials:
        """Gives a tenant another client, with a secret or a public key.

        A running server knows one with a secret when this returns, and one with a key within a second.
        """
        options = [word for scope in scopes for word in ("--scope", scope)]
        options += ["--public-key", str(public_key)] if public_key else []
        said = self.command("tenant", "credential", "add", "--tenant", tenant.name, client, *options)
        words = {name.rstrip(): value for name, _, value in (line.partition("  ") for line in said.splitlines())}
        secret = words.get("client secret", "").partition("  ")[0]
        made = dataclasses.replace(tenant, client_id=words["client id"].strip(), client_secret=secret)
        if self._process is not None and public_key is None:
            wait_until(lambda: self._token(made).status == 200, f"the server knows {made.client_id}", pause=0.2)
        return made

    def webhook(self, tenant: str, url: str, *events: str) -> Webhook:
        """Has a tenant's events sent to an address in a private network."""
        options = [word for event in events for word in ("--event", event)]
        return Webhook.from_text(self.command("webhook", "add", "--tenant", tenant, url, "--allow-private", *options))

    def start(self, *options: str, port: int = 0, trust: ssl.SSLContext | None = None) -> Endpoint:
        """Starts the server and waits for the line that says under which URL it is reached.

        Args:
            port: where to listen; 0 takes a free one. Needed with a public URL, which then is what the line says.
            trust: what a client believes of a server that has a certificate.
        """
        with self.log.open("ab") as log:
            self._begin(log, *options, port=port)
        line = self._first_line()
        if not line.startswith("listening on "):
            self.kill()
            raise AssertionError(f"the server did not start:\n{self.log.read_text(errors='replace')[-2000:]}")
        url = f"http://127.0.0.1:{port}" if port else line.removeprefix("listening on ").strip()
        self.endpoint = Endpoint(url, trust=trust)
        return self.endpoint

    def start_and_kill(self, after: float) -> None:
        """Starts the server and kills it so many seconds later, wherever it is by then."""
        with self.log.open("ab") as log:
            self._begin(log)
        time.sleep(after)
        self.kill()

    def refused_start(self, *options: str) -> str:
        """What the server says on standard error when it ends instead of listening.

        Raises:
            AssertionError: where it listens, ends as if nothing were wrong, or by a signal.
        """
        with tempfile.TemporaryFile() as errors:
            self._begin(errors, *options)
            line = self._first_line()
            if line:
                self.kill()
                raise AssertionError(f"the server started: {line}")
            code = self._ended(STOP_LIMIT)
            errors.seek(0)
            said = errors.read().decode(errors="replace")
        if code <= 0:
            raise AssertionError(f"the server ended with {code}: {said}")
        return said

    def stop(self) -> int:
        """Asks the server to stop; its exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._ended(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server did not stop within {STOP_LIMIT:.0f} s of SIGTERM") from None

    def kill(self) -> None:
        """Ends the server as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._ended(STOP_LIMIT)

    def end(self) -> None:
        """Ends the server if one runs."""
        if self._process is not None:
            self.kill()

    def close(self) -> None:
        """Stops what runs and removes everything."""
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def process_id(self) -> int:
        """Of the running server."""
        assert self._process is not None
        return self._process.pid

    def processor_seconds(self) -> float:
        """Processor time that the server has used."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def is_running(self) -> bool:
        """Whether the process lives."""
        return self._process is not None and self._process.poll() is None

    def finished(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs a command of the program on the data folder, whatever becomes of it."""
        command = [str(self._program), *arguments, "--data", str(self.data)]
        command += self._creating if arguments[:2] == ("tenant", "create") else []
        return subprocess.run(command, env=_environment(), cwd=PACKAGE_ROOT, capture_output=True, text=True)

    def _begin(self, errors: IO[bytes], *options: str, port: int = 0) -> None:
        """Starts the server's process, its standard error going to `errors`, and waits for nothing."""
        assert self._process is None
        self._process = subprocess.Popen(
            [
                *(str(self._program), "serve", "--data", str(self.data), "--port", str(port)),
                *(*self._creating, *self._options, *options),
            ],
            env=_environment() | self.variables,
            cwd=PACKAGE_ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            preexec_fn=self.before_program,
        )

    @property
    def _creating(self) -> list[str]:
        """What has data made where there are none."""
        return [] if (self.data / "keys.sqlite").exists() else ["--create"]

    def _first_line(self) -> str:
        """What the server says when it is ready; empty where it ended first."""
        assert self._process is not None and self._process.stdout is not None
        watchdog = threading.Timer(START_LIMIT, self._process.kill)
        watchdog.start()
        line = self._process.stdout.readline()
        watchdog.cancel()
        self.output += line
        return line

    def _ended(self, limit: float) -> int:
        assert self._process is not None and self._process.stdout is not None
        code = self._process.wait(limit)
        self.output += self._process.stdout.read()
        self._process.stdout.close()
        self._process = None
        return code

    def _token(self, client: Credentials) -> Answer:
        fields = {"client_id": client.client_id, "client_secret": client.client_secret}
        return request_token(self.endpoint, client.realm, {**fields, "grant_type": "client_credentials"})

    def _wait_until_known(self, realm: str) -> None:
        path = f"/auth/realms/{realm}/.well-known/openid-configuration"
        wait_until(lambda: self.endpoint.send("GET", path).status == 200, f"the server knows {realm}")


def free_port() -> int:
    """A loopback port on which nobody listens right now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_until(condition: Any, what: str, pause: float = 0.02) -> None:
    """Asks again and again, `pause` seconds between, until `condition` holds.

    Raises:
        AssertionError: where it does not within `WAIT_LIMIT` seconds.
    """
    deadline = time.monotonic() + WAIT_LIMIT
    while True:
        try:
            if condition():
                return
        except ConnectionLost:
            pass
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {WAIT_LIMIT} s: {what}")
        time.sleep(pause)


def _environment() -> dict[str, str]:
    """Ours without the settings that a developer may have exported; the models' folder stays."""
    kept = {"ONBOARDING_MODELS"}
    return {name: value for name, value in os.environ.items() if not name.startswith("ONBOARDING_") or name in kept}
