"""A disk that is full, and a folder that may only be read: named errors, no damage, and on it goes by itself."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import subprocess
import threading
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path

import journeys
import pictures
from client.exchange import Answer
from client.flow import Portal
from client.packages import video
from installation import METRICS_TOKEN, Installation, wait_until
from journeys import CANCEL, DEVICE, ERASE, FACE, SHORT, Journey, Traffic

PLANS = ((DEVICE, FACE), (DEVICE, FACE, ERASE), (DEVICE, CANCEL))
WORKERS = 3
MEBIBYTE = 1 << 20
#: Linux: the two capabilities that let root read and write what the permissions forbid.
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, PR_CAPBSET_DROP = 1, 2, 24


class SmallDisk:
    """A file system of a few megabytes for a whole installation: data, key and log."""

    #: Bytes that are left free, from plenty to nothing, so that a write fails here and there.
    levels = (200_000, 100_000, 40_000, 12_000, 4096, 0)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        command = ["mount", "-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", str(folder)]
        mounted = subprocess.run(command, capture_output=True, text=True)
        if mounted.returncode != 0:
            raise unittest.SkipTest(f"a small file system cannot be mounted here: {mounted.stderr.strip()}")
        self.ballast = folder / "ballast"

    @property
    def free(self) -> int:
        status = os.statvfs(self.folder)
        return status.f_bavail * status.f_frsize

    def fill(self, level: int = 0) -> None:
        """Leaves so much free, whoever else writes meanwhile."""
        with self.ballast.open("ab") as file:
            while self.free > level:
                try:
                    os.posix_fallocate(file.fileno(), file.tell(), self.free - level)
                except OSError:
                    # Somebody else took some of it.
                    continue
                file.seek(0, os.SEEK_END)

    def make_room(self) -> None:
        self.ballast.unlink(missing_ok=True)

    def set_read_only(self, is_read_only: bool) -> None:
        mode = "ro" if is_read_only else "rw"
        subprocess.run(["mount", "-o", f"remount,{mode}", str(self.folder)], check=True)

    def close(self) -> None:
        subprocess.run(["umount", str(self.folder)], check=True)


class SizeLimit:
    """No file of the server may grow beyond a limit, its log included."""

    levels = (200_000, 100_000, 40_000, 12_000, 4096, 0)

    def __init__(self, installation: Installation) -> None:
        self.installation = installation

    def fill(self, level: int = 0) -> None:
        self._limit(level)

    def make_room(self) -> None:
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        resource.prlimit(self.installation.process_id, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class DiskTests(unittest.TestCase):
    def setUp(self) -> None:
        self.installation = Installation()
        self.addCleanup(self.installation.close)

    def small_disk(self) -> SmallDisk:
        disk = SmallDisk(self.installation.folder)
        self.addCleanup(disk.close)
        self.addCleanup(self.installation.end)
        return disk

    def assert_is_a_sentence(self, said: str) -> None:
        """A program's last words: one sentence that names the folder, in words for whoever runs the server."""
        (sentence,) = [line for line in said.splitlines() if line.startswith("Error: ")]
        self.assertRegex(sentence, r"^Error: [A-Z].*[.?]$")
        self.assertIn(str(self.installation.data), sentence)
        self.assertNotIn("SQL", sentence)


class FullDiskTests(DiskTests):
    """On a small file system, and with a limit on the size of files, which needs no right to mount."""

    def start(self) -> Portal:
        self.tenants = journeys.make_tenants(self.installation, SHORT)
        return self.start_again()

    def start_again(self) -> Portal:
        self.installation.start()
        return journeys.sign_in(self.installation, self.tenants)[SHORT]

    def test_on_a_full_file_system_every_step_is_done_or_refused_by_name(self) -> None:
        disk = self.small_disk()
        self.every_step_is_done_or_refused_by_name(disk, self.start())

    def test_above_a_limit_of_size_every_step_is_done_or_refused_by_name(self) -> None:
        portal = self.start()
        self.every_step_is_done_or_refused_by_name(SizeLimit(self.installation), portal)

    def every_step_is_done_or_refused_by_name(self, disk: SmallDisk | SizeLimit, portal: Portal) -> None:
        traffic = Traffic()
        session = portal.trigger("waiting@example.org")["sessionToken"]
        finished, registered = Journey((DEVICE, FACE)), Journey((DEVICE, FACE))
        for journey in (finished, registered):
            traffic.travel(portal, journey)
        at_device, at_face = (portal.begin(f"{name}@example.org") for name in ("device", "face"))
        self.assertEqual(portal.add_device(at_face).status, 200)
        face = video([pictures.still()])

        writing: dict[str, Callable[[], Answer]] = {
            "trigger": lambda: portal.post(journeys.TRIGGER, {"username": "full", "email": "full@example.org"}),
            "enroll": lambda: portal.enroll({"sessionToken": session}),
            "device": lambda: portal.add_device(at_device, "a device"),
            "face": lambda: portal.add_face(at_face, face),
            "cancel": lambda: portal.cancel(at_device),
            "configure": lambda: portal.post("/onboarding/admin/customerConfig", {}),
            "erase": lambda: journeys.erase(portal, registered.code),
        }
        disk.fill()
        refused = []
        for name, call in writing.items():
            answer = call()
            if answer.status not in (200, 204):
                self.assertEqual((answer.status, answer.reason), (503, "STORAGE_UNAVAILABLE"), name)
                self.assertGreaterEqual(int(answer.headers["retry-after"]), 1)
                refused.append(name)
        self.assertIn("face", refused, "there was room for a picture: the disk was not full")

        # What needs no room goes on.
        traffic.check(self, portal, finished)
        self.assertIn(finished.code, journeys.registered_codes(portal))
        portal.sign_in()
        self.assertEqual(portal.endpoint.send("GET", "/healthz").status, 200)
        token = {"Authorization": f"Bearer {METRICS_TOKEN}"}
        self.assertEqual(portal.endpoint.send("GET", "/metrics", token).status, 200)

        disk.make_room()
        for name in refused:
            answer = writing[name]()
            self.assertIn(answer.status, (200, 204), f"{name}: {answer.described()}")
        traffic.check(self, portal, finished)
        codes = journeys.registered_codes(portal)
        self.assertNotIn(registered.code, codes)
        self.assertIn(finished.code, codes)
        self.check_whole()

    def test_a_disk_that_fills_up_under_load_again_and_again_loses_nothing(self) -> None:
        disk = self.small_disk()
        self.load_while_it_fills_up(disk, self.start())

    def test_a_limit_of_size_that_comes_and_goes_under_load_loses_nothing(self) -> None:
        portal = self.start()
        self.load_while_it_fills_up(SizeLimit(self.installation), portal)

    def load_while_it_fills_up(self, disk: SmallDisk | SizeLimit, portal: Portal) -> None:
        traffic, is_over, lock = Traffic(), threading.Event(), threading.Lock()
        begun: list[Journey] = []
        failures: list[BaseException] = []

        def work(number: int) -> None:
            try:
                while not is_over.is_set():
                    with lock:
                        journey = Journey(PLANS[len(begun) % len(PLANS)])
                        begun.append(journey)
                    traffic.travel(portal, journey)
            except BaseException as failure:
                failures.append(failure)

        def finished() -> int:
            return sum(journey.is_finished for journey in begun)

        threads = [threading.Thread(target=work, args=[number]) for number in range(WORKERS)]
        for thread in threads:
            thread.start()
        try:
            for level in disk.levels:
                before = traffic.refused["STORAGE_UNAVAILABLE"]
                disk.fill(level)
                wait_until(lambda b=before: failures or traffic.refused["STORAGE_UNAVAILABLE"] > b, "a refusal")
                disk.make_room()
                before = finished()
                wait_until(lambda b=before: failures or finished() > b + WORKERS, "it goes on")
        finally:
            disk.make_room()
            is_over.set()
            for thread in threads:
                thread.join()
        self.assertEqual(failures, [])
        for journey in begun:
            self.assertTrue(journey.is_finished)
            traffic.check(self, portal, journey)
        registered = [journey.code for journey in begun if journey.is_registered]
        self.assertEqual(sorted(journeys.registered_codes(portal)), sorted(registered))
        print(f"\n{len(begun)} enrollments, {traffic.refused['STORAGE_UNAVAILABLE']} refusals", flush=True)
        self.check_whole()

    def check_whole(self) -> None:
        self.assertIn("intact", self.installation.command("audit", "verify"))
        self.assertEqual(self.installation.stop(), 0)
        # An erasure that was refused on its way is completed by then.
        self.start_again()
        self.assertEqual(self.installation.stop(), 0)
        journeys.check_stored(self, self.installation)
        self.assertNotIn("unexpected error", self.installation.log.read_text(errors="replace"))

    def test_a_start_on_a_full_disk_serves_what_is_there_or_says_why_not(self) -> None:
        disk = self.small_disk()
        portal = self.start()
        traffic, journey = Traffic(), Journey((DEVICE, FACE))
        traffic.travel(portal, journey)
        for end in (self.installation.stop, self.installation.kill):
            with self.subTest(end=end.__name__):
                end()
                disk.fill()
                try:
                    portal = self.start_again()
                except AssertionError:
                    self.assert_is_a_sentence(self.installation.refused_start())
                else:
                    traffic.check(self, portal, journey)
            disk.make_room()
            self.installation.end()
            portal = self.start_again()
            traffic.check(self, portal, journey)
            traffic.travel(portal, Journey((DEVICE, FACE)))
        self.check_whole()

    def test_a_first_start_on_a_full_disk_leaves_nothing_that_keeps_a_later_one_from_starting(self) -> None:
        disk = self.small_disk()
        for level in (2 * MEBIBYTE, 250_000, 60_000, 8192, 0):
            with self.subTest(free=level):
                for path in (self.installation.data, self.installation.data.with_name("data.key")):
                    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
                disk.fill(level)
                said = ""
                try:
                    self.installation.command("tenant", "create", "first")
                except AssertionError as refused:
                    said = str(refused).partition(": ")[2]
                if level in (2 * MEBIBYTE, 0):
                    self.assertEqual(bool(said), level == 0, said)
                disk.make_room()
                self.installation.tenant("second")
                self.assertIn("intact", self.installation.command("audit", "verify"))
                if said:
                    self.assert_is_a_sentence(said)


class MovedFolderTests(DiskTests):
    def test_a_folder_that_is_moved_away_or_replaced_takes_nothing_until_it_is_back(self) -> None:
        data, log = self.installation.data, self.installation.log
        away = data.with_name("away")
        tenants = journeys.make_tenants(self.installation, SHORT)
        self.installation.start()
        portal, traffic = journeys.sign_in(self.installation, tenants)[SHORT], Traffic()
        finished, erased = Journey((DEVICE, FACE)), Journey((DEVICE, FACE))
        for journey in (finished, erased):
            traffic.travel(portal, journey)
        token = portal.begin("face@example.org")
        self.assertEqual(portal.add_device(token).status, 200)
        face, names = video([pictures.still()]), iter(range(100))
        writing: dict[str, Callable[[], Answer]] = {
            "face": lambda: portal.add_face(token, face),
            "trigger": lambda: portal.post(journeys.TRIGGER, {"username": f"m{next(names)}", "email": "m@example.org"}),
            "configure": lambda: portal.post("/onboarding/admin/customerConfig", {}),
            "erase": lambda: journeys.erase(portal, erased.code),
        }

        def lines(words: str) -> int:
            return log.read_text(errors="replace").count(words)

        errors = lines(" error ")

        def refuse_everything(times: int) -> None:
            wait_until(lambda: lines("moved away or replaced") == times, "the log says it")
            for name, call in writing.items():
                answer = call()
                self.assertEqual((answer.status, answer.reason), (503, "DATA_MOVED"), name)
                self.assertGreaterEqual(int(answer.headers["retry-after"]), 1)
            ready = portal.endpoint.send("GET", "/readyz")
            self.assertEqual((ready.status, ready.reason), (503, "DATA_MOVED"))
            self.assertEqual(portal.endpoint.send("GET", "/healthz").status, 200)
            # More readers than have opened the database so far: they read the one that was opened, or nothing.
            path = f"/onboarding/admin/registration/{finished.code}"
            seen: list[Answer] = []
            journeys.in_parallel(lambda _: seen.append(portal.get(path)), [finished] * 12)
            for answer in seen:
                self.assertIn((answer.status, answer.reason), ((200, None), (503, "DATA_MOVED")))
            self.assertTrue(self.installation.is_running)

        def take_everything_again(times: int) -> None:
            wait_until(lambda: lines("the data directory is back") == times, "the log says it")
            self.assertEqual(portal.endpoint.send("GET", "/readyz").status, 200)
            traffic.check(self, portal, finished)

        data.rename(away)
        refuse_everything(1)
        self.assertFalse(data.exists(), "nothing is made in its place")
        away.rename(data)
        take_everything_again(1)

        data.rename(away)
        shutil.copytree(away, data)
        before = {path: path.stat().st_mtime_ns for path in data.rglob("*")}
        refuse_everything(2)
        self.assertEqual({path: path.stat().st_mtime_ns for path in data.rglob("*")}, before, "it is somebody else's")
        shutil.rmtree(data)
        away.rename(data)
        take_everything_again(2)

        for name, call in writing.items():
            self.assertIn(call().status, (200, 204), name)
        self.assertEqual(lines(" error "), errors + 2, "one line each time, and none beside")
        self.assertEqual(self.installation.stop(), 0)
        self.assertIn("intact", self.installation.command("audit", "verify"))


class ReadOnlyFileSystemTests(DiskTests):
    def test_a_folder_on_a_read_only_file_system_stops_the_start_with_a_sentence(self) -> None:
        disk = self.small_disk()
        self.installation.tenant("acme")
        disk.set_read_only(True)
        self.assert_is_a_sentence(self.installation.refused_start())
        disk.set_read_only(False)
        self.installation.start()
        self.assertEqual(self.installation.endpoint.send("GET", "/readyz").status, 200)


class PermissionTests(DiskTests):
    """The server as somebody who must keep to the permissions of files: an ordinary user, or root without the right to
    pass over them."""

    def setUp(self) -> None:
        super().setUp()
        self.addCleanup(self.let_write)
        if os.geteuid() == 0:
            try:
                subprocess.run(["true"], check=True, preexec_fn=keep_to_permissions)
            except subprocess.SubprocessError as error:
                raise unittest.SkipTest(f"root's rights cannot be narrowed here: {error}") from error
            self.installation.before_program = keep_to_permissions
        self.tenants = journeys.make_tenants(self.installation, SHORT)

    def start(self) -> Portal:
        self.installation.start()
        return journeys.sign_in(self.installation, self.tenants)[SHORT]

    def paths(self) -> Iterator[Path]:
        yield self.installation.data
        yield from self.installation.data.rglob("*")

    def forbid_writing(self, *paths: Path) -> None:
        for path in paths or tuple(self.paths()):
            path.chmod(0o500 if path.is_dir() else 0o400)

    def let_write(self) -> None:
        # From the top, so that what is below can be listed.
        for path in self.paths():
            path.chmod(0o700 if path.is_dir() else 0o600)

    def modes(self) -> dict[Path, int]:
        return {path: path.stat().st_mode for path in self.paths()}

    def test_a_folder_that_may_only_be_read_stops_the_start_with_a_sentence(self) -> None:
        data = self.installation.data
        parts: dict[str, tuple[Path, ...]] = {
            "everything": (),
            "the folder itself": (data,),
            "the database": (data / "onboarding.sqlite",),
            "the keys": (data / "keys.sqlite",),
            "the evidence": tuple((data / "evidence").iterdir()),
            "a part of the evidence": (data / "evidence" / "ab",),
        }
        for name, paths in parts.items():
            with self.subTest(name):
                self.forbid_writing(*paths)
                modes = self.modes()
                self.assert_is_a_sentence(self.installation.refused_start())
                # The start may have made files beside them.
                now = self.modes()
                self.assertEqual({path: now[path] for path in modes}, modes, "what the operator has set stays as it is")
            self.let_write()
        self.installation.start()
        self.assertEqual(self.installation.endpoint.send("GET", "/readyz").status, 200)

    def test_somebody_elses_folder_stops_the_start_with_a_sentence(self) -> None:
        if os.geteuid() != 0:
            raise unittest.SkipTest("only root can give a folder to somebody else")
        for path in (self.installation.data, self.installation.data.with_name("data.key")):
            os.chown(path, 65534, 65534)
        self.assert_is_a_sentence(self.installation.refused_start())

    def test_a_folder_that_may_only_be_read_for_a_while_loses_nothing(self) -> None:
        portal, traffic = self.start(), Traffic()
        finished, erased = Journey((DEVICE, FACE)), Journey((DEVICE, FACE))
        for journey in (finished, erased):
            traffic.travel(portal, journey)
        token = portal.begin("face@example.org")
        self.assertEqual(portal.add_device(token).status, 200)
        face = video([pictures.still()])
        trigger = {"username": "read", "email": "read@example.org"}
        writing: dict[str, Callable[[], Answer]] = {
            "face": lambda: portal.add_face(token, face),
            "trigger": lambda: portal.post(journeys.TRIGGER, trigger),
            "erase": lambda: journeys.erase(portal, erased.code),
        }

        self.forbid_writing()
        refused = []
        for name, call in writing.items():
            answer = call()
            if answer.status not in (200, 204):
                self.assertEqual((answer.status, answer.reason), (503, "STORAGE_UNAVAILABLE"), name)
                refused.append(name)
        self.assertIn("face", refused, "a picture was kept: the folder could be written")
        ready = self.installation.endpoint.send("GET", "/readyz")
        self.assertEqual((ready.status, ready.reason), (503, "STORAGE_UNAVAILABLE"))
        traffic.check(self, portal, finished)
        # More readers than have opened the database so far.
        journeys.in_parallel(lambda _: traffic.check(self, portal, finished), [finished] * 12)

        self.let_write()
        self.assertEqual(self.installation.endpoint.send("GET", "/readyz").status, 200)
        for name in refused:
            answer = writing[name]()
            # An erasure that could not be finished is no registration any more.
            self.assertIn(answer.status, (200, 204, 404) if name == "erase" else (200,), answer.described())
        code = writing["face"]().json()["registrationCode"]
        self.assertEqual(sorted(journeys.registered_codes(portal)), sorted([finished.code, code]))
        self.assertEqual(self.installation.stop(), 0)
        portal = self.start()
        traffic.check(self, portal, finished)
        self.assertIn("intact", self.installation.command("audit", "verify"))
        self.assertEqual(self.installation.stop(), 0)
        self.assertEqual(journeys.check_stored(self, self.installation), set())
        self.assertNotIn("unexpected error", self.installation.log.read_text())


def keep_to_permissions() -> None:
    """Takes the rights of root to read and write whatever it likes from this process and what it becomes."""
    library = ctypes.CDLL(None, use_errno=True)
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        if library.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    unittest.main()
