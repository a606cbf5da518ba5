"""The software bill of materials of a built package, in CycloneDX 1.6 (JSON).

What is in the package, and what of Debian it runs on: the program's Swift packages as Package.resolved names them, Swift's
runtime, OpenVINO and the other libraries that lie in the package, Debian's libraries in the versions that it was built with
and their copyright files, and the model packs with the digest of every file. Nothing is guessed: something in the package
whose origin cannot be told ends the run. What browsers are served is of this repository alone, so that no line stands for it.

The same package, checkout and Debian packages give the same bytes.

Standard library only; runs on Python 3.11 and later.
"""

import hashlib
import json
import os
import re
import subprocess
import uuid
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
PREFIX = "opt/onboarding"
SHARE = f"{PREFIX}/share/onboarding"
#: Licences that are stated by their SPDX identifiers; others are stated in the words of whoever gave them.
SPDX = {"Apache-2.0", "MIT", "CC0-1.0", "BSD-3-Clause"}
SWIFT_RUNTIME = re.compile(r"lib(swift\w+|_?Foundation\w*|dispatch|BlocksRuntime)\.so")
#: Made by packaging/build.sh from a source of ours.
OWN = {"libGLX.so.0"}


class Unknown(Exception):
    """Something in the package whose origin cannot be told, in words for the person who called."""


def output(*command):
    """What a command of the system says; its words do not depend on who calls it."""
    ended = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, env=os.environ | {"LC_ALL": "C.UTF-8"})
    if ended.returncode != 0:
        raise Unknown(f"{command[0]} ended with {ended.returncode}: {ended.stderr.strip()}")
    return ended.stdout


def sha256(path):
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def hashes(path):
    return [{"alg": "SHA-256", "content": sha256(path)}]


def licences(words):
    return [{"license": {"id": words} if words in SPDX else {"name": words}}]


def properties(**values):
    return [{"name": f"onboarding:{name}", "value": value} for name, value in sorted(values.items())]


# Each of these gives components, in the form of CycloneDX.


def swift_packages(resolved, checkouts):
    """One for each pin of a Package.resolved; `checkouts` is where SwiftPM keeps the sources, for their licences."""
    for pin in json.loads(resolved.read_text())["pins"]:
        location = pin["location"].removesuffix(".git")
        version, revision = pin["state"]["version"], pin["state"]["revision"]
        source = location.removeprefix("https://")
        yield {
            "type": "library", "bom-ref": f"swift:{pin['identity']}", "name": pin["identity"], "version": version,
            "licenses": licences(licence_of(checkouts / Path(location).name)),
            "purl": f"pkg:swift/{source}@{version}",
            "externalReferences": [{"type": "vcs", "url": pin["location"]}],
            "pedigree": {"commits": [{"uid": revision}]},
        }


def licence_of(checkout):
    """The SPDX identifier of the licence whose text lies in a folder of sources."""
    text = next((path.read_text(errors="replace") for path in sorted(checkout.glob("LICEN[CS]E*"))), "")
    if re.search(r"Apache License\s+Version 2\.0, January 2004", text):
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text and "NONINFRINGEMENT" in text.upper():
        return "MIT"
    raise Unknown(f"the licence of {checkout.name} is none that is known")


def packed_libraries(tree, lock, compiler):
    """Those that lie in the package.

    Args:
        compiler: what `swift --version` says.
    """
    runtime = re.search(r"Swift version ([0-9.]+)", compiler)
    if runtime is None:
        raise Unknown("swift --version names no version")
    engine = {Path(file["path"]).name: file["sha256"] for file in lock["engine"]["files"]}
    for path in sorted((tree / PREFIX / "lib").iterdir()):
        common = {"type": "library", "bom-ref": f"packed:{path.name}", "name": path.name, "hashes": hashes(path)}
        if path.name in OWN:
            yield common | {"licenses": licences("Apache-2.0"), "description": "a stand-in of our own"}
        elif path.name in engine:
            version = lock["engine"]["packageVersion"]
            yield common | {
                "version": version, "licenses": licences(lock["engine"]["licence"]),
                "purl": f"pkg:pypi/{lock['engine']['package']}@{version}?file_name={quote(lock['engine']['archive'])}",
                "properties": properties(archiveSHA256=lock["engine"]["archiveSHA256"], originalSHA256=engine[path.name])}
        elif SWIFT_RUNTIME.match(path.name):
            yield common | {
                "version": runtime[1], "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}],
                "purl": f"pkg:generic/swift-runtime@{runtime[1]}"}
        else:
            package = debian_package(path.name)
            if package is None:
                raise Unknown(f"{path.name} lies in the package, and nothing says where it is from")
            yield common | {key: value for key, value in debian_component(package).items() if key not in common}


def debian_package(library):
    """The installed Debian package that has a library: by its path, or by its name alone; None where none has."""
    names = [library] if "/" in library else [f"/usr/lib/*/{library}", f"/lib/*/{library}"]
    if "/" in library:
        real = os.path.realpath(library)
        names += [real, real.removeprefix("/usr"), f"/usr{library}"]
    for name in dict.fromkeys(names):
        ended = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True)
        found = re.match(r"([^:, ]+)(:[^, ]+)?: /", ended.stdout)
        if ended.returncode == 0 and found:
            return found[1]
    return None


def debian_libraries(tree):
    """Debian's packages whose libraries the loader takes for what is in the package, and those it depends on or suggests
    that are installed here; the suggested ones are optional."""
    own = str(tree.resolve())
    loaded = set()
    for file in [tree / PREFIX / "bin/onboarding", *sorted((tree / PREFIX / "lib").iterdir())]:
        said = output("ldd", file)
        if "not found" in said:
            raise Unknown(f"{file.name} does not find its libraries")
        loaded |= {path for path in re.findall(r"(?:=> |^\s+)(/\S+) \(0x", said, re.MULTILINE) if not path.startswith(own)}
    packages = set()
    for library in sorted(loaded):
        package = debian_package(library)
        if package is None:
            raise Unknown(f"{library} is loaded, and is of no Debian package")
        packages.add(package)
    return packages


def debian_component(package, optional=False):
    """A package as dpkg knows it on this machine, with its copyright file."""
    line = output(
        "dpkg-query", "--show", "--showformat", "${Version}\\t${Architecture}\\t${source:Package}\\t${source:Version}\\n",
        package).splitlines()[0]
    version, architecture, source, source_version = line.split("\t")
    copyright_file = Path(f"/usr/share/doc/{package}/copyright")
    if not copyright_file.is_file():
        raise Unknown(f"the Debian package {package} has no copyright file")
    words = copyright_file.read_text(errors="replace")
    return {
        "type": "library", "bom-ref": f"debian:{package}", "name": package, "version": version,
        "scope": "optional" if optional else "required",
        "licenses": [{"license": {
            "name": f"copyright file of the Debian package {package}",
            "text": {"contentType": "text/plain", "content": words}}}],
        "purl": f"pkg:deb/debian/{quote(package)}@{quote(version)}?arch={architecture}&distro=debian-12",
        "properties": properties(source=f"{source} {source_version}"),
    }


def named_packages(field):
    """The names in a field Depends or Suggests, alternatives too."""
    return {re.split(r"[ (:]", part.strip())[0] for part in re.split(r"[,|]", field) if part.strip()}


def is_installed(package):
    ended = subprocess.run(
        ["dpkg-query", "--show", "--showformat", "${db:Status-Status}", package], capture_output=True, text=True)
    return ended.returncode == 0 and ended.stdout.startswith("installed")


def model_packs(tree, lock):
    """One for each pack of the lock that is in the package, with its files."""
    models = tree / SHARE / "models"
    stated = {}
    for file in lock["files"] + lock["manifests"]:
        forms = {form["sha256"] for form in [file, *file.get("alternatives", [])] if "sha256" in form}
        forms |= {form["sha384"] for form in file.get("alternatives", []) if "sha384" in form}
        stated[file["path"]] = (file, forms)
    packs = {}
    for path in sorted(models.rglob("*")):
        name = path.relative_to(models).as_posix()
        if not path.is_file():
            continue
        file, forms = stated.get(name, ({}, set()))
        contents = path.read_bytes()
        if not {hashlib.sha256(contents).hexdigest(), hashlib.sha384(contents).hexdigest()} & forms:
            raise Unknown(f"the model {name} in the package is none that models.lock names")
        component = {
            "type": "file", "bom-ref": f"model:{name}", "name": name, "hashes": hashes(path),
            "licenses": licences(file.get("licence", "Apache-2.0"))}
        if "origin" in file:
            component["description"] = file["origin"]
        packs.setdefault(file["pack"], []).append(component)
    for name, files in sorted(packs.items()):
        pack = lock["packs"][name]
        component = {
            "type": "machine-learning-model", "bom-ref": f"pack:{name}", "name": name, "description": pack["summary"],
            "licenses": licences(pack["licence"]), "components": files}
        if "remark" in pack:
            component["properties"] = properties(remark=pack["remark"])
        yield component


def bill(package, tree, commit, instant, checkouts, compiler):
    """The whole document.

    Args:
        package: the Debian package; `tree` is what it unpacks to.
        commit: of the checkout that it was built from.
        instant: seconds since 1970, of that commit.
        checkouts: where SwiftPM keeps the sources of the Swift packages.
        compiler: what `swift --version` says.
    """
    def field(name):
        return output("dpkg-deb", "--field", package, name).strip()

    lock = json.loads((tree / SHARE / "models.lock").read_text())
    wanted = named_packages(field("Depends"))
    suggested = named_packages(field("Suggests"))
    debian = debian_libraries(tree) | {name for name in wanted if is_installed(name)}
    components = [
        *swift_packages(ROOT / "Package.resolved", checkouts), *packed_libraries(tree, lock, compiler),
        *(debian_component(name) for name in sorted(debian)),
        *(debian_component(name, optional=True) for name in sorted(suggested - debian) if is_installed(name)),
        *model_packs(tree, lock)]
    components.sort(key=lambda component: component["bom-ref"])
    version = field("Version")
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(instant, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "lifecycles": [{"phase": "build"}],
            "component": {
                "type": "application", "bom-ref": "onboarding", "name": "onboarding", "version": version,
                "licenses": licences("Apache-2.0"), "purl": f"pkg:generic/onboarding@{quote(version)}",
                "hashes": hashes(tree / PREFIX / "bin/onboarding"), "pedigree": {"commits": [{"uid": commit}]}},
        },
        "components": components,
        "dependencies": [{"ref": "onboarding", "dependsOn": [component["bom-ref"] for component in components]}],
    }
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
    return {"serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}"} | document
