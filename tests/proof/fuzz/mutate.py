"""Strategies for nearly valid texts and values. These find more bugs than entirely invalid ones."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

ODD_CHARACTERS = "０１٣²½ıßǅ\u200b\u202e\ud800\x00\x1b\x85\u2028 \t\n\r:,>=+-*#/_.'\"\\%{}<@&"
"""Characters that parsers often mishandle, such as other scripts' digits and separators."""

CHARACTER_STRATEGY = st.one_of(
    st.sampled_from(ODD_CHARACTERS), st.characters(codec="ascii"), st.characters(exclude_categories=())
)
TEXT_STRATEGY = st.text(CHARACTER_STRATEGY, max_size=120)
CHANGES_STRATEGY = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 400), CHARACTER_STRATEGY), min_size=1, max_size=4
)


def change_text(text: str, other_text: str, changes: list[tuple[int, int, str]]) -> str:
    """Return ``text`` with small changes, some of which splice in the end of ``other_text``."""
    for kind, place, character in changes:
        at = place % (len(text) + 1)
        if kind == 0:
            text = text[:at] + character + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + character + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + other_text[at:]
        elif kind == 4:
            text = text[:at] + text[at:].swapcase()
        elif kind == 5:
            text = text[:at] + text[max(at - 3, 0) :]
        else:
            text = text[:at] + other_text
    return text


def generate_variants(pool: list[str]) -> st.SearchStrategy[str]:
    """Generate texts from a pool, unchanged or slightly changed, and random texts."""
    of_pool = st.sampled_from(pool)
    return st.one_of(st.builds(change_text, of_pool, of_pool, CHANGES_STRATEGY), of_pool, TEXT_STRATEGY)


NUMBER_STRATEGY = st.one_of(
    st.integers(-3, 7),
    st.sampled_from((2**31, 2**63, 2**64, -(2**63), 10**400, 10**4000)),
    st.floats(),
)
LEAF_STRATEGY = st.one_of(st.none(), st.booleans(), NUMBER_STRATEGY, TEXT_STRATEGY)
VALUE_STRATEGY = st.recursive(
    LEAF_STRATEGY,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXT_STRATEGY, inner, max_size=3)),
)
"""Generates nested values of all JSON types."""


def change_element(value: Any, path: list[int], replacement: Any, *, deletes: bool) -> Any:
    """Return a copy of nested lists and dicts in which one element is replaced by ``replacement``.

    :param path: indices that select the element, one per level. If none exists, ``replacement`` is returned.
    :param deletes: delete the element instead.
    """
    made = copy.deepcopy(value)
    here, parent, key = made, None, None
    for step in path:
        keys = (
            list(here) if isinstance(here, dict) else list(range(len(here) if isinstance(here, list) else 0))
        )
        if not keys:
            break
        parent, key = here, keys[step % len(keys)]
        here = parent[key]
    if parent is None:
        return replacement
    if deletes:
        del parent[key]
    else:
        parent[key] = replacement
    return made
