"""The forms of a page as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """A form: where it goes, and what is filled in."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)

    def filled(self, **changes: str | None) -> dict[str, str]:
        """What is sent with other values; None leaves a field out, as a box without a tick."""
        return self.changed(changes)

    def changed(self, changes: dict[str, str | None]) -> dict[str, str]:
        """The same by names that are no words of Python."""
        return {name: value for name, value in (self.fields | changes).items() if value is not None}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._area: str | None = None
        self._select: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        name = given.get("name") or ""
        if tag == "form":
            self._form = Form((given.get("action") or "").partition("#")[0])
            self.forms.append(self._form)
        if self._form is None or not (name or tag == "option"):
            return
        if tag == "input":
            if given.get("type") not in ("checkbox", "radio") or ("checked" in given and "disabled" not in given):
                self._form.fields[name] = given.get("value") or ""
        elif tag == "textarea":
            self._area = name
            self._form.fields[name] = ""
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select is not None:
            if "selected" in given or self._select not in self._form.fields:
                self._form.fields[self._select] = given.get("value") or ""

    def handle_data(self, data: str) -> None:
        if self._form is not None and self._area is not None:
            self._form.fields[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            self._area = None
        elif tag == "select":
            self._select = None


def forms(page: bytes) -> dict[str, Form]:
    """The forms of a page by where they go."""
    reader = _Reader()
    reader.feed(page.decode())
    return {form.action: form for form in reader.forms}
