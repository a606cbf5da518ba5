"""docs/openapi.yaml as tools take it: valid, with an example of each outcome, without what generators stumble over."""

from __future__ import annotations

import json
import re
import unittest
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
from openapi_spec_validator import validate
from surroundings import PACKAGE_ROOT, document, operations, resolved

#: What may differ between an operation and an alias of it: its place, its words, and who may call it by which key.
OF_AN_ALIAS = {"operationId", "x-alias-of", "tags", "summary", "description", "security", "requestBody"}
#: The document's own name for the reasons that any JSON body can have, one of which is shown where it stands.
ANY_BODY = "reasons of every JSON body"
ANY_BODY_REASONS = {"BAD_JSON", "NOT_AN_OBJECT", "TOO_DEEP", "WRONG_TYPE"} | {
    f"FIELD_{fault}" for fault in ("MISSING", "EMPTY", "TOO_LONG")
}


def nodes(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object below a node, with its path."""
    if isinstance(node, dict):
        yield path, node
        for name, value in node.items():
            yield from nodes(value, f"{path}/{name}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from nodes(value, f"{path}/{index}")


def schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of the components, members of members too."""
    return nodes(document()["components"]["schemas"], "schemas")


def examples(media: dict[str, Any]) -> list[Any]:
    """The values that stand with a media type."""
    named = [resolved(example)["value"] for example in media.get("examples", {}).values()]
    return named + ([media["example"]] if "example" in media else [])


class DocumentTests(unittest.TestCase):
    def test_the_document_is_valid(self) -> None:
        validate(document())

    def test_every_operation_has_a_name_of_its_own_tags_and_a_summary(self) -> None:
        names = [operation["operationId"] for _, _, operation in operations()]
        self.assertEqual(len(names), len(set(names)))
        tags = {tag["name"] for tag in document()["tags"]}
        for path, method, operation in operations():
            with self.subTest(f"{method} {path}"):
                self.assertTrue(operation["tags"])
                self.assertLessEqual(set(operation["tags"]), tags)
                self.assertTrue(operation["summary"])

    def test_no_schema_is_of_the_type_null(self) -> None:
        for path, schema in schemas():
            self.assertNotEqual(schema.get("type"), "null", path)

    def test_no_truth_value_is_a_constant(self) -> None:
        """openapi-generator would compare what arrives with a text and refuse it."""
        for path, schema in schemas():
            self.assertFalse(schema.get("type") == "boolean" and "const" in schema, path)

    def test_messages_that_the_server_sends_are_schemas(self) -> None:
        """Of a member `webhooks` openapi-generator 7.26 makes Python that cannot be imported."""
        self.assertNotIn("webhooks", document())

    def test_no_description_ends_a_comment_of_generated_code(self) -> None:
        for path, node in nodes(document()):
            self.assertNotIn("*/", str(node.get("description", "")), path)

    def test_alternatives_are_told_apart_by_a_member_where_one_does(self) -> None:
        """A discriminator names a required member, with one constant in each alternative and a mapping of all."""
        found = 0
        for path, schema in schemas():
            self.assertNotIn("anyOf", schema, path)
            if "discriminator" not in schema:
                continue
            found += 1
            name, mapping = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
            self.assertEqual([part["$ref"] for part in schema["oneOf"]], list(mapping.values()), path)
            for value, reference in mapping.items():
                alternative = resolved({"$ref": reference})
                self.assertIn(name, alternative["required"], path)
                self.assertEqual(alternative["properties"][name], {"type": "string", "const": value}, path)
        self.assertGreater(found, 0)

    def test_alternatives_of_one_type_have_names(self) -> None:
        """So that generated code can name them too."""
        for path, schema in schemas():
            for part in schema.get("oneOf", []):
                self.assertEqual(list(part), ["$ref"], path)


class ExampleTests(unittest.TestCase):
    def test_every_outcome_of_every_operation_has_an_example(self) -> None:
        for path, method, operation in operations():
            for status, reference in operation["responses"].items():
                for kind, media in resolved(reference).get("content", {}).items():
                    self.assertTrue(examples(media), f"{method} {path}: {status} {kind}")

    def test_every_body_has_an_example(self) -> None:
        for path, method, operation in operations():
            for kind, media in resolved(operation.get("requestBody", {})).get("content", {}).items():
                self.assertTrue(examples(media), f"{method} {path}: {kind}")

    def test_every_reason_that_a_call_names_has_an_example(self) -> None:
        for path, method, operation in operations():
            for status, reference in operation["responses"].items():
                response = resolved(reference)
                named = set(re.findall(r"`([A-Z][A-Z0-9_]+)`", response["description"].partition(" but ")[0]))
                shown = set()
                for media in response.get("content", {}).values():
                    values = [value for value in examples(media) if isinstance(value, dict)]
                    shown |= {value["reason"] for value in values if "reason" in value}
                if int(status) >= 400:
                    with self.subTest(f"{method} {path}: {status}"):
                        self.assertLessEqual(named, shown)
                        of_any_body = ANY_BODY_REASONS if ANY_BODY in response["description"] else set()
                        self.assertLessEqual(shown, named | of_any_body)

    def test_every_example_is_as_its_schema_says(self) -> None:
        components = {"schemas": document()["components"]["schemas"]}
        for path, node in nodes(document()):
            if path.startswith("/components/examples") or "schema" not in node:
                continue
            validator = jsonschema_rs.Draft202012Validator(
                {**node["schema"], "components": components}, validate_formats=True
            )
            for value in examples(node):
                with self.subTest(path):
                    self.assertIsNone(next((error.message for error in validator.iter_errors(value)), None))

    def test_no_example_is_unused(self) -> None:
        text = json.dumps(document())
        for name in document()["components"]["examples"]:
            self.assertIn(f'"#/components/examples/{name}"', text)

    def test_the_example_of_a_reason_has_its_status_and_its_words(self) -> None:
        """The words of the server, from the file that has them all."""
        table = (PACKAGE_ROOT / "Sources/OnboardingHTTP/AwareID/RefusalTable.swift").read_text()
        words = re.sub(r"\s+", " ", table)
        statuses = dict(re.findall(r"- (\w+)  # (\d+) \w+\n", (PACKAGE_ROOT / "docs/openapi.yaml").read_text()))
        for name, example in document()["components"]["examples"].items():
            value = example["value"]
            if not isinstance(value, dict) or "errorMsg" not in value:
                continue
            with self.subTest(name):
                self.assertTrue(name.startswith(value["reason"]))
                self.assertEqual(str(value["status"]), statuses[value["reason"]])
                # A configuration is refused in words that name the key.
                if not value["reason"].startswith("CONFIG_"):
                    self.assertIn(f'"{value["errorMsg"]}"', words)


class AliasTests(unittest.TestCase):
    def test_an_alias_is_the_operation_that_it_names(self) -> None:
        known = {operation["operationId"]: operation for _, _, operation in operations()}
        aliases = [operation for operation in known.values() if "x-alias-of" in operation]
        self.assertGreater(len(aliases), 30)
        for alias in aliases:
            with self.subTest(alias["operationId"]):
                original = known[alias["x-alias-of"]]
                self.assertNotIn("x-alias-of", original)
                self.assertIn(f"Is `{original['operationId']}`", alias["description"])
                self.assertEqual(self.shape(alias), self.shape(original))
                if "for sealed packages alone" in alias["description"]:
                    self.assertTrue(alias["requestBody"]["$ref"].endswith("/CheckSealed"))
                else:
                    self.assertEqual(alias.get("requestBody"), original.get("requestBody"))

    def test_the_same_call_below_another_prefix_is_an_alias(self) -> None:
        known = {operation["operationId"]: operation for _, _, operation in operations()}
        for name, operation in known.items():
            for ending in ("B2C", "Gateway", "ByProxy", "Misspelled"):
                if name.endswith(ending):
                    self.assertIn("x-alias-of", operation, name)

    @staticmethod
    def shape(operation: dict[str, Any]) -> Any:
        """An operation without what may differ; of answers the schemas, because who shows no key is told otherwise."""
        shape = {name: value for name, value in operation.items() if name not in OF_AN_ALIAS}
        shape["responses"] = {
            status: {kind: media["schema"] for kind, media in resolved(answer).get("content", {}).items()}
            for status, answer in operation["responses"].items()
        }
        return shape


if __name__ == "__main__":
    unittest.main()
