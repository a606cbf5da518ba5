"""The package in a clean Debian 12: installed, started by its unit, and an enrollment completed from outside."""

from __future__ import annotations

import json
import re
import sys
import unittest
import uuid

from clean_root import CleanRoot, depends
from packed import ROOT, packed

sys.path.insert(0, str(ROOT / "Tests" / "Acceptance"))

try:
    import pictures
    from client.exchange import Endpoint
    from client.flow import COMPLETE, Credentials, Phone, Portal
    from client.packages import seal_v2, video
    from installation import free_port, wait_until
except ModuleNotFoundError as missing:
    raise unittest.SkipTest(f"no {missing.name}: run with .venv/bin/python, which scripts/test.sh makes") from None

UNIT = "onboarding.service"
SETTINGS = "/etc/onboarding/onboarding.json"
DATA = "/var/lib/onboarding/data"
COMPILED = "/opt/onboarding/share/onboarding/models/.compiled"

root: CleanRoot
endpoint: Endpoint
credentials: Credentials
port: int


def setUpModule() -> None:
    global root, endpoint, credentials, port
    package = packed().package
    root = CleanRoot(depends(package))
    unittest.addModuleCleanup(root.close)
    root.install(package)
    port = free_port()
    root.run("tee", SETTINGS, entered=json.dumps({"host": "127.0.0.1", "port": port, "logFormat": "json"}))
    make_master_key(root)
    made = root.run(
        *("onboarding-admin", "tenant", "create", "bank", "--create", "--test"),
        *("--scope", "person:read", "--scope", "erase", "--json"),
    )
    credentials = Credentials.from_json(made.stdout)
    settings = {"onboardingConfig": {"allowStillPackages": True}}
    root.run("onboarding-admin", "tenant", "configure", "bank", json.dumps(settings))
    root.run("systemctl", "enable", "--now", UNIT)
    endpoint = Endpoint(f"http://127.0.0.1:{port}")
    wait_until_ready()


def make_master_key(where: CleanRoot) -> None:
    """As docs/deployment.md says."""
    command = "umask 077 && head --bytes=32 /dev/urandom > /etc/onboarding/master.key"
    where.run("sh", "-c", command)


def wait_until_ready() -> None:
    try:
        wait_until(lambda: endpoint.send("GET", "/readyz").status == 200, "the server is ready")
    except AssertionError as error:
        raise AssertionError(f"{error}\n{root.journal(UNIT)[-2000:]}") from None


def enroll() -> str:
    """A whole enrollment, from the QR picture to Success; its registration code."""
    portal = Portal(endpoint, credentials)
    triggered = portal.trigger(f"{uuid.uuid4()}@example.org")
    phone = Phone.scanning(endpoint, triggered["qrcodeImage"], credentials)
    token = phone.begin()
    answers = [
        phone.add_device(token),
        phone.add_face(token, seal_v2(video([pictures.still()]), portal.public_keys()[1], token)),
        phone.add_document(token, [pictures.varied(pictures.passport_page())]),
    ]
    for answer in answers:
        if answer.status != 200:
            raise AssertionError(answer.described())
    last = answers[-1].json()
    if last["enrollmentStatus"] != COMPLETE:
        raise AssertionError(answers[-1].described())
    return str(last["registrationCode"])


class InstalledServerTests(unittest.TestCase):
    def test_a_whole_enrollment_completes_from_outside(self) -> None:
        code = enroll()
        detail = Portal(endpoint, credentials).get(f"/onboarding/admin/registration/{code}")
        self.assertEqual(detail.status, 200, detail.described())

    def test_the_server_runs_as_its_own_user_without_any_privilege(self) -> None:
        status = (root.process(UNIT) / "status").read_text()
        user = int(root.run("id", "--user", "onboarding").stdout)
        self.assertNotEqual(user, 0)
        inside = root.run("stat", "--format=%U", f"{DATA}/onboarding.sqlite").stdout.strip()
        self.assertEqual(inside, "onboarding")
        self.assertRegex(status, r"Uid:\s+[1-9]\d*\s")
        self.assertRegex(status, r"CapEff:\s+0{16}\n")
        self.assertRegex(status, r"CapBnd:\s+0{16}\n")
        self.assertRegex(status, r"NoNewPrivs:\s+1\n")
        self.assertRegex(status, r"Seccomp:\s+2\n")
        self.assertRegex((root.process(UNIT) / "limits").read_text(), r"Max core file size\s+0\s+0\s")

    def test_the_server_can_write_its_data_and_compiled_networks_and_nothing_else(self) -> None:
        server = root.process(UNIT)
        as_user = ("setpriv", "--reuid=onboarding", "--regid=onboarding", "--clear-groups")
        search = ("find", "/", "-path", "/proc", "-prune", "-o", "-type", "d", "-writable", "-print")
        found = root.run(*as_user, *search, check=False, beside=server).stdout.split()
        places = ("/var/lib/onboarding", "/var/cache/onboarding", COMPILED, "/tmp", "/var/tmp", "/dev/shm")
        self.assertEqual([path for path in found if not path.startswith(places)], [])
        self.assertIn(DATA, found)
        self.assertIn(COMPILED, found)

    def test_only_root_can_read_the_master_key(self) -> None:
        tried = root.run(
            "setpriv", "--reuid=onboarding", "--regid=onboarding", "--clear-groups",
            "cat", "/etc/onboarding/master.key", check=False,
        )  # fmt: skip
        self.assertIn("Permission denied", tried.stderr)
        self.assertEqual(root.run("ls", "-A", "/run/onboarding-admin").stdout, "")

    def test_root_replaces_the_master_key_beside_the_server(self) -> None:
        key = "/etc/onboarding/master.key"
        rotate = ("onboarding-admin", "keys", "rotate", "--key", "master")
        before = root.run("sha256sum", key).stdout
        said = root.run(*rotate).stdout
        self.assertIn("now: systemctl restart onboarding", said)
        self.assertNotEqual(root.run("sha256sum", key).stdout, before)
        self.assertEqual(root.run("stat", "--format=%a %U", key, key + ".old").stdout, "600 root\n600 root\n")
        self.assertIn("bank", root.run("onboarding-admin", "tenant", "list").stdout)
        self.assertNotEqual(root.run(*rotate, check=False).returncode, 0, "the key before would be lost")
        # As a run leaves it that was cut off before the new key took its place.
        root.run("mv", key, key + ".new")
        root.run("mv", key + ".old", key)
        self.assertIn("bank", root.run("onboarding-admin", "tenant", "list").stdout)
        self.assertIn("Nothing was left to wrap", root.run(*rotate).stdout)
        root.run("rm", key + ".old")
        root.run("systemctl", "restart", UNIT)
        wait_until_ready()
        self.assertIn("the master key opens the tenants' keys", root.run("onboarding-admin", "doctor", check=False).stdout)

    def test_nothing_of_windows_is_loaded_and_every_library_is_the_prefixs_or_debians(self) -> None:
        maps = (root.process(UNIT) / "maps").read_text()
        libraries = set(re.findall(r"\s(/\S+\.so\S*)$", maps, re.MULTILINE))
        self.assertGreater(len(libraries), 30)
        self.assertEqual([name for name in libraries if re.search(r"libX11|libxcb|mesa|libavcodec", name)], [])
        places = ("/opt/onboarding/lib/", "/usr/lib/x86_64-linux-gnu/")
        self.assertEqual([name for name in libraries if not name.startswith(places)], [])

    def test_the_trail_names_who_called_the_command_and_not_its_user_alone(self) -> None:
        root.run("env", "SUDO_USER=anna", "onboarding-admin", "tenant", "create", "anna-made")
        trail = root.run("onboarding-admin", "audit", "trail", "--tenant", "anna-made").stdout
        self.assertIn("actor=user onboarding for anna", trail)

    def test_the_doctor_finds_everything_good(self) -> None:
        said = root.run("onboarding-admin", "doctor").stdout
        # Its Debian is as old as the mirror has it, and its tenant takes stills, which are what this machine has.
        known = re.compile(r"look at +(libraries |settings +bank is less safe than a new tenant: a still photograph passes)")
        lines = [line for line in said.splitlines()[1:] if not known.match(line)]
        self.assertEqual([line for line in lines if not line.startswith("ok ")], [])

    def test_decoders_confine_themselves_inside_the_unit(self) -> None:
        unit = "onboarding-doctor.service"
        text = root.run("cat", f"/usr/lib/systemd/system/{UNIT}").stdout
        for line, other in ((r"ExecStart=(\S+) serve", r"ExecStart=\1 doctor"), ("Type=exec", "Type=oneshot"), ("Restart=on-failure", "Restart=no")):
            text, count = re.subn(f"^{line}", other, text, flags=re.MULTILINE)
            self.assertEqual(count, 1, line)
        root.run("tee", f"/run/systemd/system/{unit}", entered=text)
        root.run("systemctl", "daemon-reload")
        root.run("systemctl", "start", unit, check=False)
        self.assertRegex(root.journal(unit), r"ok +decoders +confined by no_new_privs, seccomp, Landlock \d+; whatever else")
        self.assertNotIn("decoders", root.journal(UNIT))

    def test_the_published_document_is_served(self) -> None:
        served = endpoint.send("GET", "/openapi.yaml")
        self.assertEqual((served.status, served.body), (200, (ROOT / "docs/openapi.yaml").read_bytes()))

    def test_a_server_that_is_killed_comes_back_with_what_it_acknowledged(self) -> None:
        code = enroll()
        before = root.process(UNIT)
        root.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", UNIT)
        wait_until(lambda: not before.exists(), "the server is gone")
        wait_until_ready()
        detail = Portal(endpoint, credentials).get(f"/onboarding/admin/registration/{code}")
        self.assertEqual(detail.status, 200, detail.described())

    def test_an_installation_over_it_stops_and_starts_the_server_and_keeps_settings_and_data(self) -> None:
        settings = root.run("cat", SETTINGS).stdout
        before = root.process(UNIT)
        root.install(packed().package)
        wait_until_ready()
        self.assertFalse(before.exists(), "the server of before still runs")
        self.assertEqual(root.run("cat", SETTINGS).stdout, settings)
        self.assertIn("bank", root.run("onboarding-admin", "tenant", "list").stdout)

    def test_the_timer_is_off_and_what_it_starts_makes_a_backup(self) -> None:
        timer, service = "onboarding-backup.timer", "onboarding-backup.service"
        self.assertEqual(root.run("systemctl", "is-enabled", timer, check=False).stdout.strip(), "disabled")
        root.run("systemctl", "enable", "--now", timer)
        self.assertIn(timer, root.run("systemctl", "list-timers", "--no-pager").stdout)
        root.run("systemctl", "start", service)
        self.assertIn("head", root.journal(service))
        kept = root.run("find", "/var/backups/onboarding", "-maxdepth", "2", "-printf", "%U %m %P\\n").stdout.splitlines()
        user = root.run("id", "--user", "onboarding").stdout.strip()
        self.assertTrue(any(line.endswith(" data/current") for line in kept), kept)
        self.assertEqual([line for line in kept if not line.startswith(f"{user} ") or line.split()[1][-2:] != "00"], [])
        root.run("systemctl", "disable", "--now", timer)

    def test_whom_the_server_may_reach_is_said_by_a_command(self) -> None:
        allowed = ("systemctl", "show", "--property=IPAddressAllow", UNIT)
        self.assertNotIn("192.0.2.7", root.run(*allowed).stdout)
        root.run("onboarding", "network", "allow", "192.0.2.7")
        root.run("systemctl", "daemon-reload")
        self.assertIn("192.0.2.7/32", root.run(*allowed).stdout)
        self.assertIn("127.0.0.0/8", root.run(*allowed).stdout)
        self.assertIn("IPAddressAllow=192.0.2.7", root.run("onboarding", "network", "show").stdout)
        root.run("rm", "/etc/systemd/system/onboarding.service.d/network.conf")
        root.run("systemctl", "daemon-reload")

    def test_systemd_has_nothing_to_say_against_the_units(self) -> None:
        path = f"/usr/lib/systemd/system/{UNIT}"
        # A minimal system has no manual pages to look for.
        for unit in (UNIT, "onboarding-backup.service", "onboarding-backup.timer"):
            verified = root.run("systemd-analyze", "verify", "--man=no", f"/usr/lib/systemd/system/{unit}", check=False)
            self.assertEqual((verified.returncode, verified.stderr), (0, ""), unit)
        # In tenths; systemd calls everything below 2.0 well confined.
        secured = root.run("systemd-analyze", "security", "--offline=yes", "--threshold=15", path, check=False)
        self.assertEqual(secured.returncode, 0, secured.stdout[-300:])


class SealedKeyTests(unittest.TestCase):
    def test_a_master_key_that_is_sealed_to_the_machine_is_replaced(self) -> None:
        package = packed().package
        other = CleanRoot(depends(package))
        self.addCleanup(other.close)
        other.install(package)
        make_master_key(other)
        key = "/etc/onboarding/master.key"
        if other.run("systemd-creds", "encrypt", "--name=master.key", key, key + ".cred", check=False).returncode != 0:
            self.skipTest("systemd-creds seals nothing here")
        other.run("rm", key)
        other.run("onboarding-admin", "tenant", "create", "bank", "--create")
        before = other.run("sha256sum", key + ".cred").stdout
        other.run("onboarding-admin", "keys", "rotate", "--key", "master", "--compromised")
        self.assertNotEqual(other.run("sha256sum", key + ".cred").stdout, before)
        listed = other.run("ls", "/etc/onboarding").stdout.split()
        self.assertEqual([name for name in listed if name.startswith("master.key")], ["master.key.cred"])
        self.assertIn("bank", other.run("onboarding-admin", "tenant", "list").stdout)


class RemovalTests(unittest.TestCase):
    def test_a_purge_leaves_data_and_master_key_and_takes_the_rest(self) -> None:
        package = packed().package
        other = CleanRoot(depends(package))
        self.addCleanup(other.close)
        other.install(package)
        make_master_key(other)
        other.run("onboarding-admin", "tenant", "create", "bank", "--create")
        said = other.run("dpkg", "--purge", "onboarding")
        self.assertIn("left for you to delete: /var/lib/onboarding", said.stdout)
        self.assertTrue((other.folder / "etc/onboarding/master.key").is_file())
        self.assertTrue((other.folder / "var/lib/onboarding/data/keys.sqlite").is_file())
        self.assertFalse((other.folder / "opt/onboarding").exists())
        self.assertFalse((other.folder / "usr/lib/systemd/system/onboarding.service").exists())


if __name__ == "__main__":
    unittest.main()
