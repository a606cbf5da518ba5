"""What a face shows in an image (`POST /face/attributes`), as values.

A field that the tenant has not switched on is None. One that cannot be judged is a `Trait` without a result, or None
with a reason in `unavailable`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .reading import JSON, Answer, integer, member, number, numbers, optional, text, whole, wire

Point = tuple[float, float]


@dataclass(frozen=True)
class Trait(Answer):
    """A yes or no."""

    #: None, as the score, where it cannot be judged.
    result: bool | None
    #: From 0 to 1; one half and more is a yes.
    score: float | None
    reason: str | None

    @classmethod
    def read(cls, document: JSON) -> Trait:
        """From any field that is one."""
        result = optional(document, "result", integer)
        return cls(
            None if result is None else result == 1,
            optional(document, "score", number),
            optional(document, "reason", text),
        )


def _pair(document: JSON, name: str) -> Point:
    first, second = numbers(document, name, 2)
    return first, second


def _points(document: JSON, name: str) -> dict[str, Point]:
    points = member(document, name)
    return {part: _pair(points, part) for part in points}


def _numbers(document: JSON, name: str) -> dict[str, float]:
    values = member(document, name)
    return {part: number(values, part) for part in values}


def _integers(document: JSON, name: str) -> dict[str, int]:
    values = member(document, name)
    return {part: integer(values, part) for part in values}


def _texts(document: JSON, name: str) -> dict[str, str]:
    values = member(document, name)
    return {part: text(values, part) for part in values}


def _shares(document: JSON, name: str) -> dict[str, float | None]:
    values = member(document, name)
    return {part: optional(values, part, number) for part in values}


@dataclass(frozen=True)
class FaceAttributes(Answer):
    """What was estimated. None of it is evidence of an age, a sex or a feeling."""

    smiling: Trait | None
    male: Trait | None
    eyeglasses: Trait | None
    sunglasses: Trait | None
    mustache: Trait | None
    attractive: Trait | None
    blink: Trait | None
    mouth_open: Trait | None = field(metadata=wire("mouth_open"))
    #: In years.
    age: float | None
    #: Within which the age lies of eight to nine of ten adults.
    age_range: tuple[float, float] | None = field(metadata=wire(read=_pair))
    #: By name, from 0 to 1; None where it is not estimated.
    emotions: Mapping[str, float | None] | None = field(metadata=wire(read=_shares))
    #: `yaw`, `pitch` and `roll` in degrees.
    orientation: Mapping[str, float] | None = field(metadata=wire(read=_numbers))
    #: How far the eyes are closed, `left` and `right` in the image.
    blink_by_eye: Mapping[str, float] | None = field(metadata=wire(read=_numbers))
    #: By name, in pixels of the image.
    components: Mapping[str, Point] | None = field(metadata=wire(read=_points))
    #: `top`, `left`, `right` and `bottom`, in pixels of the image.
    position: Mapping[str, int] | None = field(metadata=wire(read=_integers))
    #: Why a number is None, by `age` or `emotions.confused`.
    unavailable: Mapping[str, str] = field(metadata=wire(read=_texts, absent={}))
    #: Which frame of a package was looked at; None for a single image.
    frame: int | None
    #: Which weights the networks have that were asked, by their names.
    models: Mapping[str, str] = field(metadata=wire(read=_texts))
    #: The whole answer.
    answer: Mapping[str, Any] = field(metadata=wire(read=whole))
