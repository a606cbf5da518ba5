"""Members of an answer, by type. Members that are not known here are passed over: answers may have more one day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from .errors import OnboardingError

JSON = Mapping[str, Any]
T = TypeVar("T")


def _of(kind: type[T] | tuple[type, ...], document: JSON, name: str) -> Any:
    value = document.get(name)
    # bool is an int in Python, and never one on the wire.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise OnboardingError(0, "ANSWER_INVALID", f"{name} is missing or of another type")
    return value


def text(document: JSON, name: str) -> str:
    """A text that must be there."""
    return str(_of(str, document, name))


def flag(document: JSON, name: str) -> bool:
    """A truth value that must be there."""
    return bool(_of(bool, document, name))


def integer(document: JSON, name: str) -> int:
    """A whole number that must be there."""
    return int(_of(int, document, name))


def number(document: JSON, name: str) -> float:
    """A number that must be there."""
    return float(_of((int, float), document, name))


def instant(document: JSON, name: str) -> datetime:
    """A time that must be there."""
    try:
        return datetime.fromisoformat(text(document, name))
    except ValueError as error:
        raise OnboardingError(0, "ANSWER_INVALID", f"{name} is no time") from error


def member(document: JSON, name: str) -> JSON:
    """An object that must be there."""
    value: JSON = _of(dict, document, name)
    return value


def texts(document: JSON, name: str) -> tuple[str, ...]:
    """A list of texts that must be there."""
    return tuple(str(value) for value in _of(list, document, name))


def numbers(document: JSON, name: str, count: int) -> tuple[float, ...]:
    """A list of so many numbers that must be there."""
    values = _of(list, document, name)
    if len(values) != count:
        raise OnboardingError(0, "ANSWER_INVALID", f"{name} has not {count} numbers")
    return tuple(number({name: value}, name) for value in values)


def members(document: JSON, name: str, read: Callable[[JSON], T]) -> tuple[T, ...]:
    """A list of objects that must be there."""
    values = _of(list, document, name)
    if not all(isinstance(value, dict) for value in values):
        raise OnboardingError(0, "ANSWER_INVALID", f"{name} is no list of objects")
    return tuple(read(value) for value in values)


def optional(document: JSON, name: str, read: Callable[[JSON, str], T]) -> T | None:
    """What `read` reads, or None where the member is absent or null."""
    return None if document.get(name) is None else read(document, name)
