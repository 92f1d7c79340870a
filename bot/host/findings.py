"""What the doctor finds beside what is well."""

from __future__ import annotations


class Fault(Exception):
    """Something is wrong; its text says what."""


class Caution(str):
    """A finding to look at, though nothing fails by it."""

    __slots__ = ()
