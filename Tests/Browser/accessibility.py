"""What axe-core, and two measurements of ours, find on a page."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: WCAG 2.0 to 2.2, levels A and AA. `target-size` is of 2.2 and off where nobody asks for it.
OPTIONS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}

RUN = "return axe.run(document, arguments[0]).then(report => report.violations)"
IS_LOADED = "return typeof axe === 'object'"

#: What hangs out of the window at the side, and controls that a finger misses. Links within a line of text and controls
#: that nobody sees, or that are off the page until they have the focus, are no targets; nor are parts of a chart that the table
#: beside it repeats, which are not in the order of the keyboard.
GEOMETRY = """
const least = arguments[0], faults = [], root = document.documentElement;
if (root.scrollWidth > root.clientWidth)
  faults.push(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}`);
for (const one of document.querySelectorAll('button, input:not([type=hidden]), select, textarea, summary, a[href]')) {
  const style = getComputedStyle(one), box = one.getBoundingClientRect();
  if (!one.checkVisibility({ visibilityProperty: true }) || box.width < 2 || box.height < 2) continue;
  if (box.right <= 0 || box.bottom <= 0) continue;
  if (one.closest('svg[aria-hidden=true]') && one.tabIndex < 0) continue;
  if (one.tagName === 'A' && style.display === 'inline') continue;
  const label = one.closest('label') ?? one.labels?.[0];
  const around = label && ['checkbox', 'radio'].includes(one.type) ? label.getBoundingClientRect() : box;
  if (Math.max(box.height, around.height) < least - 0.5 || Math.max(box.width, around.width) < least - 0.5)
    faults.push(`${one.tagName.toLowerCase()} "${(one.innerText || one.name || one.id).trim().slice(0, 40)}" is ` +
      `${Math.round(box.width)} by ${Math.round(box.height)} px`);
}
return faults;
"""


@dataclass(frozen=True)
class Violation:
    """One rule of axe-core that a page breaks."""

    rule: str
    impact: str
    help: str
    #: Of each element at fault, its selector and what is wrong with it.
    elements: tuple[str, ...]

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Violation:
        """Reads one violation of axe's report."""
        elements = tuple(
            f"{' '.join(str(part) for part in node['target'])}: {' '.join(node['failureSummary'].split())}"
            for node in found["nodes"]
        )
        return cls(found["id"], found["impact"] or "", found["help"], elements)

    def __str__(self) -> str:
        return f"{self.rule} ({self.impact}): {self.help}\n  " + "\n  ".join(self.elements)


@functools.cache
def axe() -> str:
    """The text of axe-core."""
    return (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text()
