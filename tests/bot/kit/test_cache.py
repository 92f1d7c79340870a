"""A bounded cache of values that can be computed again."""

from __future__ import annotations

from bot.kit.cache import Cache


def kept(cache: Cache[str, int], keys: str) -> str:
    """Return the cached keys, without counting the look as a use."""
    return "".join(key for key in keys if cache.get(key) is not None)


def test_the_least_recently_used_entry_is_dropped_first() -> None:
    cache: Cache[str, int] = Cache(3)
    for number, key in enumerate("abc"):
        cache.put(key, number)
    assert cache.get("a") == 0
    cache.put("d", 3)
    assert (len(cache), kept(cache, "abcd")) == (3, "acd"), "asking for something is a use of it"
    cache.put("a", 4)
    cache.put("e", 5)
    assert (cache.get("a"), kept(cache, "abcde")) == (4, "ade"), "so is keeping it anew"


def test_a_forgotten_entry_is_gone() -> None:
    cache: Cache[str, int] = Cache(3)
    for number, key in enumerate("abc"):
        cache.put(key, number)
    cache.drop("b")
    cache.drop("never kept")
    assert kept(cache, "abc") == "ac"
    cache.clear()
    assert (len(cache), kept(cache, "abc")) == (0, "")
