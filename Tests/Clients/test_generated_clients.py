"""What generators make of docs/openapi.yaml: nothing dropped, everything compiles, and answers can be read.

openapi-generator (Python, TypeScript, Java) and openapi-python-client come from the registry by name, with their jar;
Java and TypeScript are Debian's. What is absent is skipped, and said.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import sys
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from surroundings import DOCUMENT, document, operations, resolved, run, tool

#: What openapi-generator says of any document of OpenAPI 3.1, and of a schema of two types, which it takes as two.
HARMLESS = (
    "OpenAPI 3.1 support is still in beta",
    "Failed to get the schema name: null",
    # Of the form of the token endpoint, in its own documentation.
    "Ignoring complex example on request body",
)
#: Names of the JDK and of an HTTP library that generated Java imports and uses for nothing but annotations and unused
#: imports; without them the sources compile against the generator's own jar alone.
STUBS = {
    "javax/annotation/Generated.java": "package javax.annotation;\n"
    'public @interface Generated { String[] value(); String date() default ""; String comments() default ""; }\n',
    "org/apache/http/entity/mime/MultipartEntityBuilder.java": "package org.apache.http.entity.mime;\n"
    "public class MultipartEntityBuilder {}\n",
}


def jar() -> Path:
    """The generator.

    Raises:
        unittest.SkipTest: where its package is not installed.
    """
    found = importlib.util.find_spec("openapi_generator_cli")
    if found is None or found.origin is None:
        raise unittest.SkipTest("no package openapi-generator-cli: see scripts/requirements-clients.txt")
    return Path(found.origin).with_name("openapi-generator.jar")


def members(schema: dict[str, Any]) -> set[str]:
    """The names of a schema's members."""
    return set(schema.get("properties", {}))


class GeneratedTests(unittest.TestCase):
    """One folder for all that is generated."""

    folder: ClassVar[Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp(prefix="onboarding-generated-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)

    def generate(self, generator: str, *options: str) -> Path:
        """Runs openapi-generator, which must not warn of anything that matters."""
        java = tool("java", "default-jre-headless")
        output = self.folder / generator
        command = [java, "-XX:TieredStopAtLevel=1", "-jar", jar(), "generate", "-i", DOCUMENT, "-g", generator]
        # Models of forms are left out unless they are asked for.
        said = run([*command, "-o", output, "--global-property", "skipFormModel=false", *options])
        warnings = [line for line in said.splitlines() if " WARN " in line or " ERROR " in line]
        self.assertEqual([line for line in warnings if not any(known in line for known in HARMLESS)], [])
        return output

    def assert_complete(self, sources: list[Path], operation_name: str, member: str) -> None:
        """Each operation and each member of each schema is in the sources, written as the templates say."""
        text = "\n".join(path.read_text() for path in sources)
        for _, _, operation in operations():
            name = operation["operationId"]
            snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
            wanted = re.compile(operation_name.format(name=name, snake=re.sub("_", "_?", snake)), re.IGNORECASE)
            self.assertRegex(text, wanted, f"the operation {name} was dropped")
        for schema_name, schema in document()["components"]["schemas"].items():
            for name in members(schema):
                self.assertRegex(text, member.format(name=re.escape(name)), f"{schema_name}.{name} was dropped")


class PythonGeneratorTests(GeneratedTests):
    def test_the_python_client_imports_and_reads_every_example(self) -> None:
        output = self.generate("python")
        package = output / "openapi_client"
        self.assert_complete(list(package.rglob("*.py")), r"def {snake}\(", r"""['"]{name}['"]""")
        script = self.folder / "read.py"
        script.write_text(READ_EXAMPLES)
        cases = self.folder / "cases.json"
        cases.write_text(json.dumps(list(answers())))
        said = run([sys.executable, "-B", script, cases], PYTHONPATH=str(output))
        self.assertGreater(int(said.split()[0]), 50)

    def test_an_answer_that_is_not_as_documented_is_not_read(self) -> None:
        output = self.folder / "python"
        if not output.exists():
            output = self.generate("python")
        script = self.folder / "read.py"
        script.write_text(READ_EXAMPLES)
        cases = self.folder / "wrong.json"
        cases.write_text(json.dumps([["TriggerResponse", {"status": "MAYBE"}]]))
        with self.assertRaises(AssertionError):
            run([sys.executable, "-B", script, cases], PYTHONPATH=str(output))


class PythonClientGeneratorTests(GeneratedTests):
    def test_openapi_python_client_drops_nothing_and_reads_every_example(self) -> None:
        if importlib.util.find_spec("openapi_python_client") is None:
            self.skipTest("no package openapi-python-client: see scripts/requirements-clients.txt")
        settings = self.folder / "settings.yaml"
        # It takes YAML for text and images for bytes where it is told so, and formats nothing.
        kinds = "{application/yaml: text/plain, image/jpeg: application/octet-stream}"
        settings.write_text(f"content_type_overrides: {kinds}\npost_hooks: []\n")
        output = self.folder / "opened"
        command = [sys.executable, "-B", "-m", "openapi_python_client", "generate", "--meta", "none"]
        options = ["--path", DOCUMENT, "--output-path", output, "--config", settings, "--fail-on-warning"]
        said = run([*command, *options])
        self.assertNotIn("WARNING", said)
        for _, _, operation in operations():
            wanted = operation["operationId"].lower()
            modules = [path for path in output.glob("api/*/*.py") if path.stem.replace("_", "") == wanted]
            self.assertEqual(len(modules), 1, f"{wanted} was dropped")
        script = self.folder / "read.py"
        script.write_text(READ_WITH_ATTRS)
        cases = self.folder / "cases.json"
        cases.write_text(json.dumps(list(answers())))
        said = run([sys.executable, "-B", script, cases], PYTHONPATH=str(self.folder))
        self.assertGreater(int(said.split()[0]), 50)


class TypeScriptGeneratorTests(GeneratedTests):
    def test_the_typescript_client_compiles(self) -> None:
        compiler = tool("tsc", "node-typescript")
        output = self.generate("typescript-fetch")
        sources = list(output.rglob("*.ts"))
        self.assert_complete(sources, r"async {name}\(", r"""['"]{name}['"]""")
        options = ["--noEmit", "--target", "es2020", "--module", "es2020", "--moduleResolution", "node", "--strict"]
        # TypeScript 4.8, Debian's, does not narrow a type by `in`, as 4.9 does; elsewhere the generated code is strict.
        options += ["--lib", "es2020,dom", "--noImplicitAny", "false"]
        run([compiler, *options, output / "index.ts"])
        trigger = (output / "models" / "TriggerResponse.ts").read_text()
        self.assertIn("switch (json['status'])", trigger, "the discriminator is used")


class JavaGeneratorTests(GeneratedTests):
    def test_the_java_client_compiles(self) -> None:
        compiler = tool("javac", "openjdk-17-jdk-headless")
        output = self.generate("java", "--additional-properties=library=native,openApiNullable=false")
        sources = list((output / "src" / "main").rglob("*.java"))
        self.assert_complete(sources, r" {name}\(", r'JSON_PROPERTY_\w+ = "{name}"')
        for name, text in STUBS.items():
            stub = output / "stubs" / name
            stub.parent.mkdir(parents=True)
            stub.write_text(text)
            sources.append(stub)
        names = output / "sources.txt"
        names.write_text("\n".join(str(path) for path in sources))
        # The generator's jar has Jackson and the annotations that generated code needs.
        run([compiler, "-nowarn", "-proc:none", "-d", output / "classes", "-cp", jar(), f"@{names}"])


def answers() -> Iterator[tuple[str, Any]]:
    """The schema and the value of each example of an answer in JSON."""
    seen = set()
    for response in document()["components"]["responses"].values():
        media = response.get("content", {}).get("application/json", {})
        schema = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
        values = {name: resolved(example)["value"] for name, example in media.get("examples", {}).items()}
        # What has no member has no class.
        values |= {"": media["example"]} if media.get("example") else {}
        for name, value in values.items():
            if schema and (schema, name) not in seen:
                seen.add((schema, name))
                yield schema, value


#: Reads each case with the model of its name and writes it again: nothing may be lost on the way but what is null, or
#: shown only.
COMPARE = '''
import json, re, sys

SHOWN_ONLY = {"serviceVersion", "expirationTime"}

def compare(sent, back, path):
    if isinstance(sent, dict):
        for name, value in sent.items():
            if name in back:
                compare(value, back[name], path + "." + name)
            else:
                assert value is None or name in SHOWN_ONLY, f"{path}.{name} was dropped"
    elif isinstance(sent, list):
        assert len(sent) == len(back), path
        for index, (one, other) in enumerate(zip(sent, back)):
            compare(one, other, f"{path}[{index}]")
    else:
        assert plain(sent) == plain(back), f"{path}: {sent!r} became {back!r}"

def plain(value):
    """A time in one of its spellings."""
    spelling = r"(:\\d\\d(?:\\.\\d*[1-9])?)(?:\\.?0+)?(?:Z|\\+00:00)$"
    return re.sub(spelling, r"\\1Z", value) if isinstance(value, str) else value

cases = json.load(open(sys.argv[1]))
for name, value in cases:
    compare(value, again(name, value), name)
print(len(cases), "read")
'''

READ_EXAMPLES = '''
import json
import openapi_client, openapi_client.models as models

def again(name, value):
    return json.loads(getattr(models, name).from_dict(value).to_json())
''' + COMPARE

READ_WITH_ATTRS = '''
from opened import models

BY_NAME = {name.lower(): kind for name, kind in vars(models).items() if isinstance(kind, type)}
#: Schemas with alternatives have no class of their own here; which alternative it is, a member says.
ALTERNATIVES = {"triggerresponse": lambda value: "trigger" + value["status"].lower()}

def again(name, value):
    key = name.lower()
    return BY_NAME[ALTERNATIVES[key](value) if key in ALTERNATIVES else key].from_dict(value).to_dict()
''' + COMPARE


if __name__ == "__main__":
    unittest.main()
