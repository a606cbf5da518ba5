#!/usr/bin/env python3
"""Renders docs/openapi.yaml as HTML pages: no script, nothing from elsewhere, for light and dark and every width.

    render_docs.py SOURCE TARGET

TARGET is the first page, served as `/docs`. The folder of the same name without its ending holds one for each tag, for
the refusals and for the schemas, served as `/docs?page=NAME`. Every operation, schema and refusal has an anchor of its own, every example is
shown. The same source gives the same bytes. Needs PyYAML (Debian's python3-yaml).
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

Node = dict[str, Any]
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

STYLE = """
:root { color-scheme: light dark; --ink: #16202c; --soft: #55606e; --page: #fff; --field: #f4f6f8; --line: #d9dfe6;
  --link: #0b5cad; --get: #0b6e4f; --post: #8a4b00; --delete: #a4262c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaef; --soft: #a3aebb; --page: #12171d; --field: #1b222b;
  --line: #333d49; --link: #79b8ff; --get: #5fd3a6; --post: #ffb35c; --delete: #ff8f8f; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); background: var(--page); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
[id^=security-] th code { white-space: nowrap; }
/* Nothing scrolls by itself: a keyboard would have to stop at each example to read it. */
pre { margin: 0.5rem 0; padding: 0.75rem; white-space: pre-wrap; background: var(--field); border-radius: 0.375rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
nav { padding: 1rem; border-bottom: 1px solid var(--line); }
nav ul { margin: 0.25rem 0 0.75rem; padding: 0; list-style: none; font-size: 0.875rem; }
nav li a { display: block; padding: 0.125rem 0; }
main { padding: 1rem; max-width: 60rem; overflow-wrap: anywhere; }
section, article { margin: 0 0 2.5rem; }
article { padding-top: 1rem; border-top: 1px solid var(--line); }
h1 { font-size: 1.75rem; } h2 { font-size: 1.375rem; } h3 { font-size: 1.0625rem; margin: 0.25rem 0; }
h3 a, h4 a { color: inherit; text-decoration: none; }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.9375rem; }
.soft { color: var(--soft); }
.method { display: inline-block; min-width: 4rem; font-weight: 700; }
.get { color: var(--get); } .post { color: var(--post); } .delete { color: var(--delete); }
details > summary { cursor: pointer; }
@media (min-width: 60rem) { body { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); }
  main { padding: 1rem 2.5rem; } }
@media print { nav { display: none; } body { display: block; } }
"""


class Pages:
    """The document, and the pieces of its pages."""

    #: The names of what is no tag's page.
    FIRST, REFUSALS, SCHEMAS = "", "refusals", "schemas"

    def __init__(self, document: Node) -> None:
        self._document = document
        self._components: Node = document["components"]
        self._operations: list[tuple[str, str, Node]] = [
            (path, method, operation)
            for path, item in document["paths"].items()
            for method, operation in item.items()
            if method in METHODS
        ]

        self._tags: dict[str, Node] = {page_name(tag["name"]): tag for tag in document["tags"]}
        self._places = {
            f"operation-{operation['operationId']}": page_name(operation["tags"][0])
            for _, _, operation in self._operations
        }
        self._shown = self.FIRST

    def texts(self) -> dict[str, str]:
        """Each page, by its name; the first has none."""
        return {name: self._text(name) for name in (self.FIRST, *self._tags, self.REFUSALS, self.SCHEMAS)}

    def _text(self, name: str) -> str:
        self._shown = name
        info = self._document["info"]
        title = escaped(f"{info['title']} {info['version']}")
        body = [*self._navigation(), "<main>"]
        if name == self.FIRST:
            body += [f"<h1>{title}</h1>", f"<p>{inline(info.get('summary', ''))}</p>"]
            body += ['<section id="introduction">', blocks(info["description"]), *self._ways_in(), "</section>"]
        elif name == self.REFUSALS:
            body += self._refusals()
        elif name == self.SCHEMAS:
            body += self._schemas()
        else:
            body += self._tag(self._tags[name])
        heading = {self.FIRST: "", self.REFUSALS: "Refusals · ", self.SCHEMAS: "Schemas · "}
        head = [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{heading[name] if name in heading else escaped(self._tags[name]['name']) + ' · '}{title}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
        ]
        return "\n".join([*head, *body, "</main>", "</body>", "</html>"]) + "\n"

    def _to(self, anchor: str) -> str:
        """The address of an anchor, from the page that is made."""
        kind, _, name = anchor.partition("-")
        places = {"tag": name, "schema": self.SCHEMAS, "schemas": self.SCHEMAS}
        places |= {"example": self.REFUSALS, "refusals": self.REFUSALS}
        page = self._places[anchor] if kind == "operation" else places.get(kind, self.FIRST)
        if page == self._shown:
            return f"#{anchor}"
        return f"?{'page=' + page if page else ''}#{anchor}"

    # Navigation.

    def _navigation(self) -> Iterator[str]:
        yield "<nav><details open><summary>Contents</summary>"
        yield f'<ul><li><a href="{self._to("introduction")}">Introduction</a></li></ul>'
        for tag in self._document["tags"]:
            yield f'<a href="{self._to(tag_anchor(tag["name"]))}">{escaped(tag["name"])}</a><ul>'
            for _, _, operation in self._of(tag):
                if "x-alias-of" not in operation:
                    name = escaped(operation["operationId"])
                    yield f'<li><a href="{self._to(f"operation-{name}")}">{name}</a></li>'
            yield "</ul>"
        ends = "".join(
            f'<li><a href="{self._to(name)}">{name.capitalize()}</a></li>' for name in (self.REFUSALS, self.SCHEMAS)
        )
        yield f"<ul>{ends}</ul>"
        yield "</details></nav>"

    def _of(self, tag: Node) -> list[tuple[str, str, Node]]:
        return [entry for entry in self._operations if tag["name"] in entry[2]["tags"]]

    def _ways_in(self) -> Iterator[str]:
        yield "<h3>Ways in</h3><table>"
        for name, scheme in self._components["securitySchemes"].items():
            words = blocks(scheme["description"])
            yield f'<tr id="security-{name}"><th><code>{escaped(name)}</code></th><td>{words}</td></tr>'
        yield "</table>"

    # Operations.

    def _tag(self, tag: Node) -> Iterator[str]:
        yield f'<section id="{tag_anchor(tag["name"])}"><h2>{escaped(tag["name"])}</h2>'
        yield blocks(tag.get("description", ""))
        for path, method, operation in self._of(tag):
            yield from self._operation(path, method, operation)
        yield "</section>"

    def _operation(self, path: str, method: str, operation: Node) -> Iterator[str]:
        name = escaped(operation["operationId"])
        yield f'<article id="operation-{name}"><h3><a href="#operation-{name}">'
        yield f'<span class="method {method}">{method.upper()}</span> <code>{escaped(path)}</code></a></h3>'
        yield f'<p><strong>{inline(operation["summary"])}</strong> <span class="soft">{name}</span></p>'
        yield blocks(operation.get("description", ""))
        if alias := operation.get("x-alias-of"):
            link = f'<a href="{self._to(f"operation-{alias}")}">{escaped(alias)}</a>'
            yield f"<p>Parameters, body and answers: {link}.</p></article>"
            return
        yield self._callers(operation)
        yield from self._parameters(operation)
        if "requestBody" in operation:
            yield from self._body(self._resolved(operation["requestBody"]))
        yield "<h4>Answers</h4>"
        for status, response in operation["responses"].items():
            yield from self._answer(status, self._resolved(response))
        yield "</article>"

    def _callers(self, operation: Node) -> str:
        ways = operation.get("security", [])
        if not ways:
            return '<p class="soft">For anyone.</p>'
        texts = [
            " and ".join(self._way(name) for name in way) if way else "nothing"
            for way in ways
        ]
        return f'<p class="soft">With {", or ".join(texts)}.</p>'

    def _way(self, name: str) -> str:
        return f'<a href="{self._to(f"security-{name}")}"><code>{name}</code></a>'

    def _parameters(self, operation: Node) -> Iterator[str]:
        parameters = [self._resolved(parameter) for parameter in operation.get("parameters", [])]
        if not parameters:
            return
        yield "<h4>Parameters</h4><table>"
        for parameter in parameters:
            needed = "" if parameter.get("required") else ", may be absent"
            name, words = escaped(parameter["name"]), inline(parameter.get("description", ""))
            yield f'<tr><th><code>{name}</code></th><td class="soft">{parameter["in"]}{needed}</td>'
            yield f"<td>{words}{example_of(parameter)}</td></tr>"
        yield "</table>"

    def _body(self, body: Node) -> Iterator[str]:
        yield f'<h4>Body</h4><p>{inline(body.get("description", ""))}</p>'
        for kind, media in body["content"].items():
            yield f'<p><code>{escaped(kind)}</code> {self._kind(media.get("schema", {}))}</p>'
            for name, value in self._examples(media):
                title = f"Example: {escaped(name)}" if name else "Example"
                yield f"<details><summary>{title}</summary>{listing(value)}</details>"

    def _answer(self, status: str, response: Node) -> Iterator[str]:
        yield f'<p><strong>{status}</strong> {inline(response["description"])}</p>'
        for kind, media in response.get("content", {}).items():
            links = []
            for name, reference in media.get("examples", {}).items():
                if "$ref" in reference and self._is_refusal(self._resolved(reference)["value"]):
                    links.append(f'<a href="{self._to(f"example-{name}")}">{name}</a>')
                    continue
                example = self._resolved(reference)
                words = inline(example.get("summary", name))
                yield f"<details><summary>{words}</summary>{listing(example['value'])}</details>"
            schema = self._kind(media.get("schema", {}))
            shown = f" Examples: {', '.join(links)}." if links else ""
            yield f'<p class="soft"><code>{escaped(kind)}</code> {schema}{shown}</p>'
        if headers := response.get("headers"):
            yield f'<p class="soft">Headers: {", ".join(f"<code>{escaped(name)}</code>" for name in headers)}.</p>'

    def _examples(self, media: Node) -> list[tuple[str, Any]]:
        named = [(name, self._resolved(example)["value"]) for name, example in media.get("examples", {}).items()]
        return named + ([("", media["example"])] if "example" in media else [])

    # Refusals and schemas.

    @staticmethod
    def _is_refusal(value: Any) -> bool:
        return isinstance(value, dict) and "errorCode" in value

    def _refusals(self) -> Iterator[str]:
        yield '<section id="refusals"><h2>Refusals</h2><p>One example for each reason.</p>'
        for name, example in self._components["examples"].items():
            if self._is_refusal(example["value"]):
                words = f" {inline(example['summary'])}" if "summary" in example else ""
                yield f'<h4 id="example-{name}"><a href="#example-{name}"><code>{name}</code></a>{words}</h4>'
                yield listing(example["value"])
        yield "</section>"

    def _schemas(self) -> Iterator[str]:
        yield '<section id="schemas"><h2>Schemas</h2>'
        for name, schema in self._components["schemas"].items():
            yield f'<article id="schema-{name}"><h3><a href="#schema-{name}">{name}</a></h3>'
            yield f'<p class="soft">{self._kind(schema)}</p>{blocks(schema.get("description", ""))}'
            yield self._members(schema)
            yield "</article>"
        yield "</section>"

    def _members(self, schema: Node) -> str:
        """A table of an object's members, those of objects within it below them."""
        rows = list(self._rows(schema, ""))
        return f'<table>{"".join(rows)}</table>' if rows else ""

    def _rows(self, schema: Node, above: str) -> Iterator[str]:
        required = schema.get("required", [])
        for name, member in schema.get("properties", {}).items():
            path = f"{above}{name}"
            mark = "" if name in required else ' <span class="soft">may be absent</span>'
            words = f'{inline(member.get("description", ""))}{example_of(member)}'
            yield f"<tr><th><code>{escaped(path)}</code></th><td>{self._kind(member)}{mark}</td><td>{words}</td></tr>"
            yield from self._rows(member, f"{path}.")
            yield from self._rows(member.get("items", {}), f"{path}[].")

    def _kind(self, schema: Node) -> str:
        """What a schema allows, in a few words."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return f'<a href="{self._to(f"schema-{name}")}">{name}</a>'
        if "allOf" in schema:
            return " and ".join(self._kind(part) for part in schema["allOf"])
        if alternatives := schema.get("oneOf"):
            return "one of " + ", ".join(self._kind(part) for part in alternatives)
        kinds = schema.get("type", "anything")
        words = [" or ".join(kinds) if isinstance(kinds, list) else kinds]
        if "items" in schema and "properties" not in schema["items"]:
            words[0] += f" of {self._kind(schema['items'])}"
        if "const" in schema:
            words.append(f"always <code>{escaped(json.dumps(schema['const'], ensure_ascii=False))}</code>")
        if "enum" in schema:
            words.append(", ".join(f"<code>{escaped(str(value))}</code>" for value in schema["enum"]))
        for keyword in ("format", "contentEncoding", "pattern"):
            if keyword in schema:
                words.append(f"{keyword} <code>{escaped(schema[keyword])}</code>")
        for low, high, unit in (
            ("minimum", "maximum", ""),
            ("minLength", "maxLength", " characters"),
            ("minItems", "maxItems", " items"),
        ):
            if low in schema or high in schema:
                words.append(f"{schema.get(low, '…')} to {schema.get(high, '…')}{unit}")
        return "; ".join(words)

    def _resolved(self, node: Node) -> Node:
        """What a reference points to, with what stands beside it."""
        if "$ref" not in node:
            return node
        target: Any = self._document
        for name in node["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        return {**self._resolved(target), **{name: value for name, value in node.items() if name != "$ref"}}


def escaped(text: str) -> str:
    """Text that no browser takes for anything else."""
    return html.escape(text, quote=True)


def page_name(tag: str) -> str:
    """The name of a tag's page."""
    return re.sub(r"[^a-z0-9]+", "-", tag.lower())


def tag_anchor(tag: str) -> str:
    """The anchor of a tag's section."""
    return f"tag-{page_name(tag)}"


def listing(value: Any) -> str:
    """An example as it stands in a body."""
    text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
    return f"<pre>{escaped(text.rstrip())}</pre>"


def example_of(node: Node) -> str:
    """The example beside a parameter or a member, where there is one."""
    if "example" not in node:
        return ""
    value = node["example"]
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f' <span class="soft">For example <code>{escaped(text)}</code>.</span>'


def inline(text: str) -> str:
    """One paragraph of the document's Markdown: code, strong, emphasis."""
    pieces = []
    for index, piece in enumerate(text.strip().split("`")):
        if index % 2:
            pieces.append(f"<code>{escaped(piece)}</code>")
        else:
            words = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escaped(piece))
            pieces.append(re.sub(r"\*(\S.*?)\*", r"<em>\1</em>", words))
    return "".join(pieces)


def blocks(text: str) -> str:
    """Paragraphs, lists and tables of the document's Markdown."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines = paragraph.splitlines()
        if not paragraph:
            continue
        if lines[0].startswith("|"):
            parts.append(table([line for line in lines if not re.fullmatch(r"[| -]+", line)]))
            continue
        # A list may follow the words that lead to it without a blank line.
        lead = [line for line in lines if not line.startswith(("* ", "  "))]
        items = re.split(r"(?:^|\n)\* ", "\n".join(lines[len(lead) :]))[1:]
        if lead:
            parts.append(f"<p>{inline(' '.join(lead))}</p>")
        if items:
            parts.append("<ul>" + "".join(f"<li>{inline(' '.join(item.split()))}</li>" for item in items) + "</ul>")
    return "\n".join(parts)


def table(lines: list[str]) -> str:
    """A table, whose first line is its head."""
    rows = []
    for index, line in enumerate(lines):
        cell = "td" if index else "th"
        cells = line.strip().strip("|").split("|")
        rows.append("<tr>" + "".join(f"<{cell}>{inline(text)}</{cell}>" for text in cells) + "</tr>")
    return f'<table>{"".join(rows)}</table>'


def written(path: Path, text: str) -> None:
    """A reader never sees half a page."""
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
    print(f"{path}: {len(text.encode())} bytes")


def main(arguments: list[str]) -> int:
    """Renders the first file into the second, and the folder beside it."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    source, target = (Path(argument) for argument in arguments)
    with source.open(encoding="utf-8") as file:
        texts = Pages(yaml.safe_load(file)).texts()
    first = texts.pop(Pages.FIRST)
    folder = target.with_suffix("")
    folder.mkdir(exist_ok=True)
    for page in folder.glob("*.html"):
        if page.stem not in texts:
            page.unlink()
    for name, text in texts.items():
        written(folder / f"{name}.html", text)
    # Last, because its age tells whether they are of this source.
    written(target, first)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
