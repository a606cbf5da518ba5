"""scripts/render_docs.py: the pages have all that docs/openapi.yaml has, and nothing that a browser fetches or runs."""

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
    #: The first page by an empty name, each other one by its own.
    texts: ClassVar[dict[str, str]]
    pages: ClassVar[dict[str, Reader]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.texts = cls.rendered(DOCUMENT)
        cls.pages = {name: Reader(text) for name, text in cls.texts.items()}

    @staticmethod
    def read(first: Path) -> dict[str, str]:
        """The first page, and those of the folder beside it."""
        pages = {file.stem: file.read_text(encoding="utf-8") for file in first.with_suffix("").iterdir()}
        return {"": first.read_text(encoding="utf-8"), **pages}

    @classmethod
    def rendered(cls, source: Path) -> dict[str, str]:
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "docs.html"
            (Path(folder) / "docs").mkdir()
            (Path(folder) / "docs" / "former.html").write_text("of a tag that is gone")
            run([sys.executable, "-B", PACKAGE_ROOT / "scripts" / "render_docs.py", source, target])
            return cls.read(target)

    def test_the_pages_that_are_served_are_of_this_document(self) -> None:
        served = self.read(PACKAGE_ROOT / "docs" / "openapi.html")
        self.assertEqual(served.keys(), self.texts.keys())
        for name, text in self.texts.items():
            self.assertTrue(served[name] == text, f"{name}: of another document: run make docs/openapi.html")

    def test_every_element_is_closed_and_every_anchor_is_there_once(self) -> None:
        for name, page in self.pages.items():
            self.assertEqual((page.mistakes, page.open), ([], []), name)
        anchors = [anchor for page in self.pages.values() for anchor in page.anchors]
        self.assertEqual(len(anchors), len(set(anchors)))

    def test_every_link_leads_to_an_anchor_of_these_pages(self) -> None:
        for name, page in self.pages.items():
            for link in page.links:
                query, _, anchor = link.partition("#")
                self.assertRegex(query, r"^(\?(page=[a-z-]+)?)?$", name)
                to = query.removeprefix("?").removeprefix("page=") if query else name
                self.assertIn(anchor, self.pages[to].anchors, f"{name}: {link}")

    def test_every_page_is_reached_from_every_other(self) -> None:
        for name, page in self.pages.items():
            reached = {link.partition("#")[0] for link in page.links} - {""}
            others = {f"?page={other}" if other else "?" for other in self.pages if other != name}
            self.assertEqual(reached, others, name)

    def test_nothing_is_run_or_fetched(self) -> None:
        for name, page in self.pages.items():
            self.assertEqual(page.elements & {"script", "link", "img", "iframe", "object", "form"}, set(), name)
            self.assertEqual({name for name in page.attributes if name.startswith("on") or name == "src"}, set())
            style = self.texts[name].partition("<style>")[2].partition("</style>")[0]
            self.assertNotIn("url(", style)
            self.assertNotIn("@import", style)
            self.assertIn("prefers-color-scheme: dark", style)

    def test_every_page_is_small(self) -> None:
        for name, text in self.texts.items():
            self.assertLess(len(text.encode()), 300_000, name)

    def test_every_operation_schema_and_refusal_has_its_anchor(self) -> None:
        anchors = {anchor for page in self.pages.values() for anchor in page.anchors}
        words = {word for page in self.pages.values() for word in page.words}
        for path, method, operation in operations():
            self.assertIn(f"operation-{operation['operationId']}", anchors)
            self.assertIn(path, words, method)
        for name in document()["components"]["schemas"]:
            self.assertIn(f"schema-{name}", anchors)
        for name, example in document()["components"]["examples"].items():
            if isinstance(example["value"], dict) and "errorCode" in example["value"]:
                self.assertIn(f"example-{name}", anchors)

    def test_every_example_is_shown(self) -> None:
        shown = {listing for page in self.pages.values() for listing in page.listings}
        for name, example in document()["components"]["examples"].items():
            self.assertIn(self.listing(example["value"]), shown, name)
        for name, body in document()["components"]["requestBodies"].items():
            for media in body["content"].values():
                named = [resolved(example)["value"] for example in media.get("examples", {}).values()]
                for value in named + ([media["example"]] if "example" in media else []):
                    self.assertIn(self.listing(value), shown, name)

    def test_the_same_source_gives_the_same_bytes(self) -> None:
        self.assertEqual(self.rendered(DOCUMENT), self.texts)

    def test_what_looks_like_markup_is_text(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "openapi.yaml"
            text = DOCUMENT.read_text()
            source.write_text(text.replace("Tells whether the process lives.", '"<script>alert(1)</script>"'))
            page = Reader(self.rendered(source)["health"])
        self.assertNotIn("script", page.elements)
        self.assertIn("<script>alert(1)</script>", page.words)

    @staticmethod
    def listing(value: Any) -> str:
        text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
        # A page has line feeds alone, whatever ends a line of what it shows.
        return text.replace("\r\n", "\n").rstrip()


if __name__ == "__main__":
    unittest.main()
