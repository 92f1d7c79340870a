"""Loads the hand-written mutants of :mod:`tests.proof.mutants.topics`, which has a module for each topic."""

from __future__ import annotations

import hashlib
import pkgutil
from collections.abc import Mapping, Sequence
from importlib import import_module

from tests.proof.mutants import topics
from tests.proof.mutants.mutant import Mutant

Topics = Mapping[str, Sequence[Mutant]]


def load_topics() -> dict[str, tuple[Mutant, ...]]:
    """Return all hand-written mutants by topic."""
    names = sorted(module.name for module in pkgutil.iter_modules(topics.__path__))
    return {name: import_module(f"{topics.__name__}.{name}").MUTANTS for name in names}


def choose_mutants(mutants: Topics, name: str) -> dict[str, tuple[Mutant, ...]]:
    """Return the mutants of the topic named ``name``, or else all mutants with ``name`` in their names."""
    if name in mutants:
        return {name: tuple(mutants[name])}
    found = {
        topic: tuple(mutant for mutant in group if name in mutant.name) for topic, group in mutants.items()
    }
    return {topic: group for topic, group in found.items() if group}


def draw_sample(mutants: Topics, mutant_count: int, seed: str) -> dict[str, tuple[Mutant, ...]]:
    """Return a random sample of ``mutant_count`` mutants. The sample depends only on the seed.

    Adding or removing a mutant hardly changes the rest of a sample.
    """

    def rank_by_seed(topic_and_mutant: tuple[str, Mutant]) -> bytes:
        """Return a hash of the seed and the mutant, to sort mutants in a random order."""
        return hashlib.sha256(f"{seed} {topic_and_mutant[0]} {topic_and_mutant[1].name}".encode()).digest()

    found: dict[str, tuple[Mutant, ...]] = {}
    entries = [(topic, mutant) for topic, group in mutants.items() for mutant in group]
    for topic, mutant in sorted(entries, key=rank_by_seed)[:mutant_count]:
        found[topic] = (*found.get(topic, ()), mutant)
    return dict(sorted(found.items()))
