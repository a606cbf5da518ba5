"""The alert rules and the dashboard: promtool tries them, and every metric that they name is one that the server has."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import unittest
from pathlib import Path
from typing import Iterator

from packed import ROOT

try:
    import yaml
except ModuleNotFoundError as missing:
    raise unittest.SkipTest(f"no {missing.name}: run with .venv/bin/python, which scripts/test.sh makes") from None

FOLDER = ROOT / "packaging/prometheus"
RULES = FOLDER / "onboarding.rules.yml"
RULE_TESTS = FOLDER / "onboarding.rules.test.yml"
DASHBOARD = ROOT / "packaging/grafana/onboarding.json"
TOOL = ROOT / ".build/promtool"

#: What Prometheus itself has.
FOREIGN = {"up", "ALERTS"}
KEYWORDS = {"and", "or", "unless", "on", "by", "bool", "offset", "ignoring", "without", "group_left", "group_right"}


def promtool() -> Path:
    """The program, from Debian's package `prometheus`; unpacked once, installed nowhere.

    Raises:
        unittest.SkipTest: where it cannot be had.
    """
    if found := shutil.which("promtool"):
        return Path(found)
    program = TOOL / "usr/bin/promtool"
    if program.is_file():
        return program
    for tool in ("apt-get", "dpkg-deb", "tar"):
        if shutil.which(tool) is None:
            raise unittest.SkipTest(f"no promtool and no {tool}: install the Debian package prometheus")
    TOOL.mkdir(parents=True, exist_ok=True)
    command = ["apt-get", "download", "--quiet", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=5", "prometheus"]
    try:
        subprocess.run(command, cwd=TOOL, capture_output=True, timeout=20, check=True)
        (package,) = TOOL.glob("prometheus_*.deb")
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as unpacked:
            subprocess.run(
                ["tar", "--extract", "--directory", TOOL, "./usr/bin/promtool"], stdin=unpacked.stdout, check=True
            )
        package.unlink()
    except (subprocess.SubprocessError, ValueError):
        shutil.rmtree(TOOL, ignore_errors=True)
        raise unittest.SkipTest("no promtool, and the Debian package prometheus cannot be had") from None
    return program


def rules() -> Iterator[dict]:
    for group in yaml.safe_load(RULES.read_text())["groups"]:
        yield from group["rules"]


def alerts() -> dict[str, dict]:
    return {rule["alert"]: rule for rule in rules() if "alert" in rule}


def panels() -> Iterator[dict]:
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        yield panel
        yield from panel.get("panels", [])


def dashboard_expressions() -> dict[str, str]:
    """By the title of the panel and the letter of the query."""
    found = {}
    for panel in panels():
        for target in panel.get("targets", []):
            found[f"{panel['title']}, {target['refId']}"] = target["expr"]
    return found


def expressions() -> dict[str, str]:
    """What is asked of Prometheus, by the name of who asks."""
    return {rule.get("alert") or rule["record"]: rule["expr"] for rule in rules()} | dashboard_expressions()


def names(expression: str) -> set[str]:
    """The metrics of an expression: its words but for labels, texts, numbers, functions and keywords."""
    bare = re.sub(r'"[^"]*"', '""', expression)
    bare = re.sub(r"\{[^{}]*\}|\[[^\]]*\]", " ", bare)
    bare = re.sub(r"\b(by|on|ignoring|without)\s*\([^()]*\)", " ", bare)
    words = re.findall(r"(?<![\w:$.])[a-zA-Z_:][\w:]*(?![\w:]|\s*\()", bare)
    return {word for word in words if word not in KEYWORDS}


def defined() -> set[str]:
    """The metrics that the server's source writes, and those that the rules record."""
    text = "".join(
        path.read_text()
        for folder in ("Sources/Tenancy/Telemetry", "Sources/OnboardingHTTP/Health")
        for path in sorted((ROOT / folder).glob("*.swift"))
    )
    found = set(re.findall(r'"((?:onboarding|process)_[a-z_]+)"', text))
    for before, after in re.findall(r'"(onboarding_[a-z_]*)\\\(job\.rawValue\)([a-z_]*)"', text):
        found |= {before + job + after for job in cases("Sources/Operations/Jobs/Rounds.swift", "Job")}
    for name in re.findall(r'case \w+ = "(onboarding_[a-z_]+)"', text):
        found |= {f"{name}_{part}" for part in ("bucket", "sum", "count")}
    return found | {rule["record"] for rule in rules() if "record" in rule}


def cases(file: str, enumeration: str) -> set[str]:
    """The words of a Swift enumeration of texts."""
    body = (ROOT / file).read_text().split(f"enum {enumeration}: String", 1)[1].split("}", 1)[0]
    found = set()
    for line in re.findall(r"^\s*case ([^\n]+)$", body, re.MULTILINE):
        for case in line.split(","):
            name, _, word = case.partition("=")
            found.add(word.strip().strip('"') or name.strip())
    return found


class RuleTests(unittest.TestCase):
    def test_promtool_takes_the_rules_and_the_example(self) -> None:
        tool = promtool()
        for command in (["check", "rules", RULES], ["check", "config", "--syntax-only", FOLDER / "prometheus.yml"]):
            checked = subprocess.run([tool, *command], capture_output=True, text=True)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_each_alert_fires_where_it_should_and_is_silent_elsewhere(self) -> None:
        tried = subprocess.run([promtool(), "test", "rules", RULE_TESTS], capture_output=True, text=True)
        self.assertEqual(tried.returncode, 0, tried.stdout + tried.stderr)

    def test_each_alert_is_tried_firing_and_silent(self) -> None:
        seen: dict[str, set[bool]] = {}
        for group in yaml.safe_load(RULE_TESTS.read_text())["tests"]:
            for test in group.get("promql_expr_test", []):
                if named := re.search(r'alertname="(\w+)", alertstate="firing"', test["expr"]):
                    seen.setdefault(named[1], set()).add(bool(test["exp_samples"]))
        self.assertEqual(seen, {name: {True, False} for name in alerts()})

    def test_each_alert_says_how_bad_it_is_what_is_wrong_and_what_to_do(self) -> None:
        for name, alert in alerts().items():
            with self.subTest(name):
                self.assertIn(alert["labels"]["severity"], {"critical", "warning"})
                self.assertEqual(set(alert["annotations"]), {"summary", "action"})
                for sentence in alert["annotations"].values():
                    self.assertTrue(sentence.endswith("."), sentence)

    def test_every_shortage_that_can_last_has_an_alert(self) -> None:
        causes = {cause for alert in alerts().values() for cause in re.findall(r'cause="([\w-]+)"', alert["expr"])}
        shortages = cases("Sources/Tenancy/Refusal/Refusal.swift", "Shortage")
        self.assertEqual(causes, shortages - {"starting", "stopping"})

    def test_commands_that_an_operator_is_told_exist(self) -> None:
        texts = [path.read_text() for path in (ROOT / "Sources/OnboardingCommand").glob("*.swift")]
        known = {word for text in texts for word in re.findall(r'commandName: "([\w-]+)"', text)}
        for name, alert in alerts().items():
            for told in re.findall(r"`onboarding-admin ([\w-]+)", alert["annotations"]["action"]):
                self.assertIn(told, known, name)


class NameTests(unittest.TestCase):
    def test_every_metric_is_one_that_the_server_has(self) -> None:
        known = defined() | FOREIGN
        # So that a source that is written in another way is noticed.
        self.assertIn("onboarding_last_sweep_timestamp_seconds", known)
        self.assertGreater(len(known), 40)
        for asker, expression in expressions().items():
            with self.subTest(asker):
                found = names(expression)
                self.assertTrue(found, expression)
                self.assertEqual(found - known, set(), expression)

    def test_rates_are_taken_of_what_only_grows(self) -> None:
        for asker, expression in expressions().items():
            for name in re.findall(r"\b(?:rate|increase)\(([\w:]+)", expression):
                self.assertRegex(name, r"_(total|bucket|sum|count)$", asker)

    def test_figures_of_one_tenant_are_not_added_to_those_of_all(self) -> None:
        text = (ROOT / "Sources/OnboardingHTTP/Health/Gauges.swift").read_text()
        by_tenant = text.split("private static func enrollments(", 1)[1].split("private func counts", 1)[0]
        both = set(re.findall(r'"(onboarding_[a-z_]+)"', by_tenant))
        self.assertIn("onboarding_webhook_waiting", both)
        for asker, expression in expressions().items():
            for name in names(expression) & both:
                for selector in re.findall(name + r"(\{[^}]*\})?", expression):
                    self.assertRegex(selector, r"\btenant[=!]", f"{asker}: {name}")


class DashboardTests(unittest.TestCase):
    def test_panels_do_not_overlap_and_each_has_a_title_and_a_source(self) -> None:
        taken: dict[tuple[int, int], str] = {}
        identifiers = [panel["id"] for panel in panels()]
        self.assertEqual(len(set(identifiers)), len(identifiers))
        for panel in panels():
            at = panel["gridPos"]
            self.assertLessEqual(at["x"] + at["w"], 24, panel["title"])
            for x in range(at["x"], at["x"] + at["w"]):
                for y in range(at["y"], at["y"] + at["h"]):
                    self.assertNotIn((x, y), taken, panel["title"])
                    taken[x, y] = panel["title"]
            self.assertTrue(panel["title"])
            if panel["type"] != "row":
                self.assertEqual(panel["datasource"], {"type": "prometheus", "uid": "${datasource}"})
                self.assertTrue(panel["targets"], panel["title"])

    def test_promtool_reads_every_query(self) -> None:
        queries = {
            f"asked:{number}": expression.replace("$__rate_interval", "5m").replace("$instance", ".*")
            for number, expression in enumerate(dashboard_expressions().values())
        }
        groups = {"groups": [{"name": "g", "rules": [{"record": name, "expr": query} for name, query in queries.items()]}]}
        checked = subprocess.run(
            [promtool(), "check", "rules", "/dev/stdin"], input=yaml.safe_dump(groups), capture_output=True, text=True
        )
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)


if __name__ == "__main__":
    unittest.main()
