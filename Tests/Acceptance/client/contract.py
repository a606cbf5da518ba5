"""docs/openapi.yaml as a client reads it: which answers a call may get, and what those look like."""

from __future__ import annotations

import copy
import functools
import json
import re
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import yaml

if TYPE_CHECKING:
    from .exchange import Answer

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "openapi.yaml"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
#: What HTTP itself puts beside the documented headers.
OF_HTTP = {
    "connection",
    "content-length",
    "content-type",
    "date",
    "keep-alive",
    # Of every route that is throttled, whatever it responds.
    "ratelimit",
    "ratelimit-policy",
    # Of every response; the second over TLS.
    "content-security-policy",
    "strict-transport-security",
    "transfer-encoding",
}
#: The page's own name for the reasons that any JSON body can have.
ANY_BODY = "reasons of every JSON body"


@dataclass(frozen=True)
class Operation:
    """One method of one path."""

    name: str
    method: str
    template: str
    tag: str
    #: By status, references resolved.
    responses: Mapping[int, Mapping[str, Any]]
    #: The names of the security schemes, one set for each way in; empty where nobody is asked.
    security: tuple[frozenset[str], ...]
    #: What is said of the request's body; None where there is none.
    body_description: str | None

    @property
    def has_body(self) -> bool:
        """Whether a request has a body."""
        return self.body_description is not None

    def __str__(self) -> str:
        return f"{self.method} {self.template}"

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters in its path."""
        return re.findall(r"\{(\w+)\}", self.template)

    def path(self, **parameters: str) -> str:
        """The path with its parameters filled in."""
        quoted = {name: urllib.parse.quote(value, safe="") for name, value in parameters.items()}
        return self.template.format(**quoted)


class Contract:
    """The published document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.all_operations = tuple(self._read_operations())
        #: Those whose refusals are the envelope: HyperSecure's have numbers, and test_hypersecure.py of their own.
        self.operations = tuple(known for known in self.all_operations if known.tag != "HyperSecure")
        self._components = json.dumps(_closed(document["components"]))
        self._any_body = set(_words(document["info"]["description"].partition(ANY_BODY)[2].partition("\n\n")[0]))
        #: Reason → the one status that it has.
        self.statuses = _reason_table(document["components"]["schemas"]["ErrorEnvelope"]["description"])

    @staticmethod
    @functools.cache
    def published() -> Contract:
        """The document of this checkout."""
        with DOCUMENT.open() as file:
            return Contract(yaml.load(file, yaml.CSafeLoader))

    def operations_at(self, path: str) -> list[Operation]:
        """What the document has for a path: compared exactly, but for the last segment's case and a slash behind it."""
        given = path.partition("?")[0].removesuffix("/").split("/")
        fitting = [
            (operation, operation.template.split("/"))
            for operation in self.all_operations
            if _fits(operation.template.split("/"), given)
        ]
        exact = [operation for operation, wanted in fitting if wanted[-1] == given[-1] or wanted[-1].startswith("{")]
        return exact or [operation for operation, _ in fitting]

    def operation(self, method: str, path: str) -> Operation | None:
        """What the document says a request is."""
        return next((known for known in self.operations_at(path) if known.method == method), None)

    def methods_at(self, path: str) -> set[str]:
        """The methods that a path has: HEAD wherever GET is."""
        documented = {operation.method for operation in self.operations_at(path)}
        return documented | ({"HEAD"} if "GET" in documented else set())

    def objection(self, method: str, path: str, answer: Answer) -> str | None:
        """Where an answer and the document contradict each other; None where they do not."""
        if method == "HEAD" and "HEAD" in self.methods_at(path):
            answered = self.operation("GET", path)
            is_right = answered is not None and answer.status in answered.responses and not answer.body
            return None if is_right else "HEAD is answered as GET is, without a body"
        operation = self.operation(method, path)
        #: Its refusals have numbers, and not the reasons of the envelope alone.
        is_numbered = operation is not None and operation.tag == "HyperSecure"
        shared = self.document["components"]["responses"]
        if operation is not None and answer.reason == "PURPOSE_INVALID":
            # Any operation may refuse the header, which the document says once.
            response = shared["PurposeInvalid"]
        elif operation is not None:
            response = operation.responses.get(answer.status)
            if response is None:
                return f"{operation} is not documented to answer {answer.status}"
        elif known := self.operations_at(path):
            if method == "OPTIONS" and answer.status == 204 and known[0].tag == "Sample web":
                return None
            allowed = ", ".join(sorted(self.methods_at(path)))
            if answer.status != 405 or answer.headers.get("allow") != allowed:
                return f"{method} is not documented here, so the answer is 405 with Allow: {allowed}"
            response = shared["MethodNotAllowed"]
        else:
            if answer.status != 404 or answer.reason != "ROUTE_UNKNOWN":
                return "the path is not documented, so the answer is 404 with ROUTE_UNKNOWN"
            response = shared["NotFound"]
        return (
            self._objection_to_headers(answer, response)
            or self._objection_to_body(answer, response)
            or (None if is_numbered else self._objection_to_reason(answer, response))
        )

    def _read_operations(self) -> Iterator[Operation]:
        for template, item in self.document["paths"].items():
            for method, operation in item.items():
                if method not in METHODS:
                    continue
                security = operation.get("security", [])
                yield Operation(
                    operation["operationId"],
                    method.upper(),
                    template,
                    operation["tags"][0],
                    {int(status): self._resolved(response) for status, response in operation["responses"].items()},
                    tuple(frozenset(way) for way in security),
                    self._resolved(operation["requestBody"])["description"] if "requestBody" in operation else None,
                )

    def _resolved(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a reference points to; what stands beside it wins (OpenAPI 3.1, Reference Object)."""
        if "$ref" not in node:
            return node
        target: Any = self.document
        for name in node["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        return {**self._resolved(target), **{name: value for name, value in node.items() if name != "$ref"}}

    def _validator(self, schema: Mapping[str, Any]) -> Any:
        return _validator(json.dumps(schema, sort_keys=True), self._components)

    def _objection_to_headers(self, answer: Answer, response: Mapping[str, Any]) -> str | None:
        documented = {name.lower(): self._resolved(header) for name, header in response.get("headers", {}).items()}
        if surplus := set(answer.headers) - set(documented) - OF_HTTP:
            return f"headers that are not documented: {sorted(surplus)}"
        for name, header in documented.items():
            value: Any = answer.headers.get(name)
            if value is None:
                if header.get("required"):
                    return f"the header {name} is missing"
                continue
            schema = header["schema"]
            if schema.get("type") == "integer" and re.fullmatch(r"\d+", value):
                value = int(value)
            if error := next(self._validator(schema).iter_errors(value), None):
                return f"header {name}: {error.message}"
        return None

    def _objection_to_body(self, answer: Answer, response: Mapping[str, Any]) -> str | None:
        content = response.get("content")
        if not content:
            return "a body, where none is documented" if answer.body else None
        media_type = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type not in content:
            return f"the content type {media_type!r} is not documented"
        if media_type.startswith("image/"):
            return None if answer.body else "an image without bytes"
        value: Any
        try:
            value = json.loads(answer.body) if media_type.endswith("json") else answer.body.decode()
        except ValueError as error:
            return f"the body cannot be read: {error}"
        error = next(self._validator(content[media_type].get("schema", {})).iter_errors(value), None)
        return f"{'/'.join(map(str, error.instance_path)) or 'the body'}: {error.message}" if error else None

    def _objection_to_reason(self, answer: Answer, response: Mapping[str, Any]) -> str | None:
        """Every refusal of the one envelope has its one status, and its call names it."""
        reason = answer.reason
        if answer.status < 400 or reason is None:
            return None
        if self.statuses.get(reason) != answer.status:
            return f"{reason} is documented for {self.statuses.get(reason)}"
        text, _, excepted = response["description"].partition(" but ")
        named = set(_words(text))
        if ANY_BODY in text:
            named |= self._any_body - set(_words(excepted))
        return None if reason in named else f"the call does not name the reason {reason}"


@functools.cache
def _validator(schema: str, components: str) -> Any:
    whole = {**json.loads(schema), "components": json.loads(components)}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


def _fits(wanted: list[str], given: list[str]) -> bool:
    if len(wanted) != len(given):
        return False
    *inner, (last_wanted, last_given) = zip(wanted, given, strict=True)
    return all(a == b or (a.startswith("{") and b) for a, b in inner) and (
        last_wanted.lower() == last_given.lower() or bool(last_wanted.startswith("{") and last_given)
    )


def _closed(components: Mapping[str, Any]) -> dict[str, Any]:
    """The schemas with every described object closed, so that a member nobody described is seen."""

    def close(node: Any) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("properties"), dict) and node.get("type") == "object":
                node.setdefault("additionalProperties", False)
            for value in node.values():
                close(value)
        elif isinstance(node, list):
            for value in node:
                close(value)

    schemas = copy.deepcopy(dict(components["schemas"]))
    close(schemas)
    return {"schemas": schemas}


def _words(text: str) -> list[str]:
    """The reasons that a text names."""
    return re.findall(r"`([A-Z][A-Z0-9_]+)`", text)


def _reason_table(text: str) -> dict[str, int]:
    """Reason → status, from the table of the envelope's description."""
    statuses: dict[str, int] = {}
    status = 0
    for first, reasons in re.findall(r"^\| *(\d*) *\| (.+?) \|$", text, re.MULTILINE):
        status = int(first or status)
        statuses |= {reason: status for reason in reasons.split(", ")}
    return statuses
