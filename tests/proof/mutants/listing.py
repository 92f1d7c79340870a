"""The kept list of mutants: every module of :mod:`tests.proof.mutants.topics` holds those of one topic."""

from __future__ import annotations

import hashlib
import pkgutil
from collections.abc import Mapping, Sequence
from importlib import import_module

from tests.proof.mutants import topics
from tests.proof.mutants.mutant import Mutant


def listed() -> dict[str, tuple[Mutant, ...]]:
    """Return all mutants by topic."""
    names = sorted(module.name for module in pkgutil.iter_modules(topics.__path__))
    return {name: import_module(f"{topics.__name__}.{name}").MUTANTS for name in names}


def chosen(mutants: Mapping[str, Sequence[Mutant]], part: str) -> dict[str, tuple[Mutant, ...]]:
    """Return all of the topic that is called so, else those with ``part`` in their name."""
    if part in mutants:
        return {part: tuple(mutants[part])}
    found = {
        topic: tuple(mutant for mutant in group if part in mutant.name) for topic, group in mutants.items()
    }
    return {topic: group for topic, group in found.items() if group}


def drawn(mutants: Mapping[str, Sequence[Mutant]], number: int, lot: str) -> dict[str, tuple[Mutant, ...]]:
    """Return ``number`` of those that can be noticed; equal lots draw the same.

    A mutant that is added or taken away changes little of what a lot draws of the others.
    """
    able = [(topic, mutant) for topic, group in mutants.items() for mutant in group if not mutant.equal]

    def place(entry: tuple[str, Mutant]) -> bytes:
        return hashlib.sha256(f"{lot} {entry[0]} {entry[1].name}".encode()).digest()

    found: dict[str, tuple[Mutant, ...]] = {}
    for topic, mutant in sorted(able, key=place)[:number]:
        found[topic] = (*found.get(topic, ()), mutant)
    return dict(sorted(found.items()))
