"""What the server tells of itself: one log line a request, counts in the form that Prometheus reads, health."""

import json
import os
import re
import subprocess
import tempfile
import time
import unittest
import uuid
from collections import Counter

import pictures
from client.exchange import Endpoint, envelope_objection
from client.flow import COMPLETE, Phone, Portal
from client.packages import video
from installation import METRICS_TOKEN, PACKAGE_ROOT, Installation, program, wait_until

installation: Installation

#: One sample of the text form 0.0.4: name, labels, value.
SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="[^"\\\n]*",?)*)\})? (-?[0-9.e+-]+|\+Inf|NaN)')


def setUpModule() -> None:
    global installation
    options = ("--log-format", "json", "--trusted-proxies", "127.0.0.1")
    installation = Installation.for_module(*options)


class Metrics:
    """The text of /metrics, read as its format says."""

    def __init__(self, text: str) -> None:
        self.kinds: dict[str, str] = {}
        #: By name and labels.
        self.samples: dict[tuple[str, tuple[str, ...]], float] = {}
        helped: set[str] = set()
        for line in text.splitlines():
            if line.startswith("# HELP "):
                helped.add(line.split(" ")[2])
            elif line.startswith("# TYPE "):
                _, _, name, kind = line.split(" ")
                if name in self.kinds or name not in helped:
                    raise AssertionError(f"TYPE twice, or before HELP: {line}")
                self.kinds[name] = kind
            else:
                sample = SAMPLE.fullmatch(line)
                if sample is None:
                    raise AssertionError(f"no sample: {line}")
                key = (sample[1], tuple(sorted(filter(None, (sample[2] or "").split(",")))))
                if key in self.samples:
                    raise AssertionError(f"a sample twice: {line}")
                self.samples[key] = float(sample[3].replace("Inf", "inf"))

    @classmethod
    def now(cls) -> "Metrics":
        """Asks the server."""
        answer = installation.metrics()
        if answer.headers["content-type"] != "text/plain; version=0.0.4; charset=utf-8":
            raise AssertionError(answer.headers["content-type"])
        return cls(answer.body.decode())

    def value(self, name: str, **labels: str) -> float:
        """One sample; 0 where it is not there yet."""
        return self.samples.get((name, tuple(sorted(f'{label}="{value}"' for label, value in labels.items()))), 0)


class LogTests(unittest.TestCase):
    def test_every_answer_carries_the_id_of_its_one_log_line(self) -> None:
        portal = installation.portal("logged")
        session = portal.trigger(f"{uuid.uuid4()}@example.org")["sessionToken"]
        asked = {
            "/healthz": portal.get("/healthz"),
            "/onboarding/b2c/operationStatus/{sessionToken}": portal.operation_status(session),
            "/onboarding/enrollment/cancel": portal.post("/onboarding/enrollment/cancel", raw=b"no json"),
            "unknown": portal.get("/nothing"),
        }
        identifiers = [answer.headers["x-request-id"] for answer in asked.values()]
        self.assertEqual(len(set(identifiers)), len(identifiers))

        def lines() -> list[dict[str, str]]:
            text = installation.log.read_text()
            return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

        wait_until(lambda: set(identifiers) <= {line.get("request") for line in lines()}, "the lines are written")
        counted = Counter(line.get("request") for line in lines() if line["message"] == "request")
        for route, answer in asked.items():
            identifier = answer.headers["x-request-id"]
            with self.subTest(route):
                self.assertEqual(counted[identifier], 1)
                line = next(line for line in lines() if line.get("request") == identifier)
                self.assertEqual((line["route"], line["status"]), (route, answer.status))
                self.assertLessEqual({"time", "level", "method", "milliseconds"}, set(line))
                self.assertIsInstance(line["milliseconds"], int)
        by_route = {line["route"]: line for line in lines() if line.get("request") in identifiers}
        told = by_route["/onboarding/b2c/operationStatus/{sessionToken}"]
        enrollment = portal.operation_status(session).json()["enrollment"]["enrollmentId"]
        credential = portal.credentials.client_id
        self.assertEqual((told["tenant"], told["credential"], told["enrollment"]), ("logged", credential, enrollment))
        self.assertNotIn("reason", told)
        self.assertEqual(by_route["/onboarding/enrollment/cancel"]["reason"], "BAD_JSON")
        self.assertEqual(by_route["unknown"]["reason"], "ROUTE_UNKNOWN")
        self.assertNotIn("tenant", by_route["unknown"])
        now = Metrics.now()
        for name in ("process_resident_memory_bytes", "process_start_time_seconds", "process_open_fds"):
            self.assertGreater(now.value(name), 0, name)
        self.assertLess(abs(now.value("process_start_time_seconds") - time.time()), 600)
        self.assertGreater(now.value("onboarding_disk_free_bytes"), 1 << 20)
        self.assertGreater(now.value("onboarding_database_bytes"), 1 << 15)
        self.assertEqual(now.value("onboarding_missing_keys"), 0)
        refused = Metrics.now().value("onboarding_refusals_total", reason="ROUTE_UNKNOWN", route="unknown")
        self.assertGreaterEqual(refused, 1)

    def test_a_refusal_for_want_of_a_scope_says_whose_request_it_was(self) -> None:
        tenant = installation.tenant("scoped")
        reader = Portal(installation.endpoint, installation.credential(tenant, "reader", "enrollments:read"))
        answer = reader.post("/onboarding/b2c/triggerEnroll", {"username": "nobody", "email": "nobody@example.org"})
        self.assertEqual((answer.status, answer.reason), (403, "SCOPE_MISSING"), answer.described())
        identifier = answer.headers["x-request-id"]

        def line() -> dict[str, str] | None:
            text = installation.log.read_text()
            lines = (json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines())
            return next((line for line in lines if line.get("request") == identifier), None)

        wait_until(lambda: line() is not None, "the line is written")
        said = line() or {}
        self.assertEqual((said["tenant"], said["credential"]), ("scoped", reader.credentials.client_id))

    def test_a_log_that_takes_nothing_keeps_nobody_from_being_served(self) -> None:
        unread, nobody_reads = os.pipe()
        os.close(unread)
        self.addCleanup(os.close, nobody_reads)
        with open("/dev/full", "wb") as full:
            for name, errors in (("full", full.fileno()), ("closed", nobody_reads)):
                for form in ("text", "json"):
                    with self.subTest(name, form=form):
                        self.assert_serves(errors, form)

    def assert_serves(self, errors: int, form: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            options = ("--data", folder + "/data", "--port", "0", "--log-format", form, "--log-level", "trace")
            command = [str(program()), "serve", "--create", *options]
            with subprocess.Popen(
                command, cwd=PACKAGE_ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
            ) as process:
                assert process.stdout is not None
                try:
                    line = process.stdout.readline()
                    self.assertTrue(line.startswith("listening on "), line)
                    endpoint = Endpoint(line.removeprefix("listening on ").strip())
                    self.assertEqual(endpoint.send("GET", "/healthz").body, b"ok\n")
                finally:
                    process.terminate()
                self.assertEqual(process.wait(30), 0)


class MetricsTests(unittest.TestCase):
    def test_every_request_is_counted_by_route_and_status(self) -> None:
        before = Metrics.now()
        for _ in range(3):
            installation.endpoint.send("GET", "/healthz")
        installation.endpoint.send("GET", f"/auth/realms/{uuid.uuid4()}")
        after = Metrics.now()
        for route, status, count in (("/healthz", "200", 3), ("/auth/realms/{realm}", "404", 1)):
            labels = {"method": "GET", "route": route, "status": status}
            name = "onboarding_requests_total"
            self.assertEqual(after.value(name, **labels) - before.value(name, **labels), count)
            name = "onboarding_request_seconds_count"
            labels = {"method": "GET", "route": route}
            self.assertEqual(after.value(name, **labels) - before.value(name, **labels), count)

    def test_histograms_hold_together_and_every_sample_has_a_type(self) -> None:
        portal = installation.portal("counted", allowStillPackages=True)
        phone = Phone.told(installation.endpoint, portal.trigger(f"{uuid.uuid4()}@example.org"), portal.credentials)
        token = phone.begin()
        phone.add_device(token)
        phone.add_face(token, video([pictures.still()]))
        page = pictures.varied(pictures.passport_page())
        self.assertEqual(phone.add_document(token, [page]).json()["enrollmentStatus"], COMPLETE)

        metrics = Metrics.now()
        histograms = {name for name, kind in metrics.kinds.items() if kind == "histogram"}
        # What docs/contract.md names: latencies, waiting, engine time by step, size of the groups of commits.
        self.assertLessEqual(
            {
                "onboarding_request_seconds",
                "onboarding_queue_wait_seconds",
                "onboarding_work_seconds",
                "onboarding_commit_group_writes",
            },
            histograms,
        )
        buckets: dict[tuple[str, tuple[str, ...]], list[tuple[float, float]]] = {}
        for (name, labels), value in metrics.samples.items():
            family = re.sub(r"_(bucket|sum|count)$", "", name) if name not in metrics.kinds else name
            self.assertIn(family, metrics.kinds, "a sample without a type")
            if name.endswith("_bucket"):
                (bound,) = (label for label in labels if label.startswith("le="))
                rest = tuple(label for label in labels if label != bound)
                buckets.setdefault((family, rest), []).append((float(bound[4:-1].replace("Inf", "inf")), value))
        self.assertEqual({family for family, _ in buckets}, histograms)
        for (family, labels), pairs in buckets.items():
            counts = [count for _, count in sorted(pairs)]
            self.assertEqual(counts, sorted(counts), "buckets are cumulative")
            self.assertEqual(sorted(pairs)[-1][0], float("inf"))
            self.assertEqual(counts[-1], metrics.samples[f"{family}_count", labels])
            self.assertGreaterEqual(metrics.samples[f"{family}_sum", labels], 0)
        for step, outcome in (("face", "live"), ("document", "verified")):
            self.assertEqual(metrics.value("onboarding_decisions_total", step=step, outcome=outcome), 1)

    def test_metrics_open_to_the_operators_token_alone(self) -> None:
        for bearer in (None, "Bearer", f"Bearer {METRICS_TOKEN}x", f"Basic {METRICS_TOKEN}"):
            headers = {"Authorization": bearer} if bearer else {}
            answer = installation.endpoint.send("GET", "/metrics", headers)
            self.assertEqual((answer.status, answer.reason), (404, "ROUTE_UNKNOWN"))
            self.assertIsNone(envelope_objection(answer))

    def test_without_a_token_the_metrics_open_to_nobody(self) -> None:
        quiet = Installation()
        self.addCleanup(quiet.close)
        del quiet.variables["ONBOARDING_METRICS_TOKEN"]
        quiet.start()
        for bearer in (METRICS_TOKEN, ""):
            answer = quiet.endpoint.send("GET", "/metrics", {"Authorization": f"Bearer {bearer}"})
            self.assertEqual((answer.status, answer.reason), (404, "ROUTE_UNKNOWN"))

    def test_a_tenant_sees_its_own_counts_and_the_operator_those_of_each(self) -> None:
        first, second = installation.portal("counted-first"), installation.portal("counted-second")
        for _ in range(3):
            first.trigger(f"{uuid.uuid4()}@example.org")
        second.get("/onboarding/b2c/operationStatus/unknown")
        own = first.endpoint.send("GET", "/onboarding/admin/metrics", {"Authorization": f"Bearer {first.bearer}"})
        seen = Metrics(own.body.decode())
        self.assertGreaterEqual(seen.value("onboarding_tenant_requests_total", status="200"), 3)
        self.assertEqual(seen.value("onboarding_tenant_refusals_total", reason="TOKEN_UNKNOWN"), 0)
        self.assertNotIn("counted-second", own.body.decode())
        self.assertNotIn("onboarding_requests_total", seen.kinds)
        headers = {"Authorization": f"Bearer {METRICS_TOKEN}"}
        all_tenants = installation.endpoint.send("GET", "/metrics?by=tenant", headers)
        by_tenant = Metrics(all_tenants.body.decode())
        refusals = "onboarding_tenant_refusals_total"
        self.assertEqual(by_tenant.value(refusals, tenant="counted-second", reason="TOKEN_UNKNOWN"), 1)
        refused = installation.endpoint.send("GET", "/metrics?by=person", headers)
        self.assertEqual((refused.status, refused.reason), (400, "QUERY_INVALID"))


class HealthTests(unittest.TestCase):
    def test_a_running_server_lives_and_is_ready(self) -> None:
        for path, said in (("/healthz", b"ok\n"), ("/readyz", b"ready\n")):
            answer = installation.endpoint.send("GET", path)
            self.assertEqual((answer.status, answer.body), (200, said))


if __name__ == "__main__":
    unittest.main()
