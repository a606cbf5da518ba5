"""scripts/render_docs.py: the page has all that docs/openapi.yaml has, and nothing that a browser fetches or runs."""

from __future__ import annotations

import json
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, ClassVar

from surroundings import DOCUMENT, PACKAGE_ROOT, document, operations, resolved, run

#: Elements that have no end.
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Reader(HTMLParser):
    """What is on the page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.mistakes: list[str] = []
        self.elements: set[str] = set()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.listings: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attributes}
        given = dict(attributes)
        self.anchors += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        if tag == "pre":
            self.listings.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.mistakes.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if "pre" in self.open:
            self.listings[-1] += data


class PageTests(unittest.TestCase):
    text: ClassVar[str]
    page: ClassVar[Reader]

    @classmethod
    def setUpClass(cls) -> None:
        cls.text = cls.rendered(DOCUMENT)
        cls.page = Reader(cls.text)

    @staticmethod
    def rendered(source: Path) -> str:
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "docs.html"
            run([sys.executable, "-B", PACKAGE_ROOT / "scripts" / "render_docs.py", source, target])
            return target.read_text(encoding="utf-8")

    def test_the_page_that_is_served_is_of_this_document(self) -> None:
        served = (PACKAGE_ROOT / "docs" / "openapi.html").read_text(encoding="utf-8")
        self.assertTrue(served == self.text, "docs/openapi.html is of another document: run make docs/openapi.html")

    def test_every_element_is_closed_and_every_anchor_is_there_once(self) -> None:
        self.assertEqual((self.page.mistakes, self.page.open), ([], []))
        self.assertEqual(len(self.page.anchors), len(set(self.page.anchors)))

    def test_every_link_stays_on_the_page_and_leads_somewhere(self) -> None:
        self.assertEqual({link for link in self.page.links if link[1:] not in self.page.anchors}, set())
        self.assertTrue(all(link.startswith("#") for link in self.page.links))

    def test_nothing_is_run_or_fetched(self) -> None:
        self.assertEqual(self.page.elements & {"script", "link", "img", "iframe", "object", "form"}, set())
        self.assertEqual({name for name in self.page.attributes if name.startswith("on") or name == "src"}, set())
        style = self.text.partition("<style>")[2].partition("</style>")[0]
        self.assertNotIn("url(", style)
        self.assertNotIn("@import", style)
        self.assertIn("prefers-color-scheme: dark", style)

    def test_the_page_is_small(self) -> None:
        self.assertLess(len(self.text.encode()), 1_000_000)

    def test_every_operation_schema_and_refusal_has_its_anchor(self) -> None:
        anchors = set(self.page.anchors)
        for path, method, operation in operations():
            self.assertIn(f"operation-{operation['operationId']}", anchors)
            self.assertIn(path, self.page.words, method)
        for name in document()["components"]["schemas"]:
            self.assertIn(f"schema-{name}", anchors)
        for name, example in document()["components"]["examples"].items():
            if isinstance(example["value"], dict) and "errorCode" in example["value"]:
                self.assertIn(f"example-{name}", anchors)

    def test_every_example_is_shown(self) -> None:
        shown = set(self.page.listings)
        for name, example in document()["components"]["examples"].items():
            self.assertIn(self.listing(example["value"]), shown, name)
        for name, body in document()["components"]["requestBodies"].items():
            for media in body["content"].values():
                named = [resolved(example)["value"] for example in media.get("examples", {}).values()]
                for value in named + ([media["example"]] if "example" in media else []):
                    self.assertIn(self.listing(value), shown, name)

    def test_the_same_source_gives_the_same_bytes(self) -> None:
        self.assertEqual(self.rendered(DOCUMENT), self.text)

    def test_what_looks_like_markup_is_text(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "openapi.yaml"
            text = DOCUMENT.read_text()
            source.write_text(text.replace("Tells whether the process lives.", '"<script>alert(1)</script>"'))
            page = Reader(self.rendered(source))
        self.assertNotIn("script", page.elements)
        self.assertIn("<script>alert(1)</script>", page.words)

    @staticmethod
    def listing(value: Any) -> str:
        text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
        # A page has line feeds alone, whatever ends a line of what it shows.
        return text.replace("\r\n", "\n").rstrip()


if __name__ == "__main__":
    unittest.main()
