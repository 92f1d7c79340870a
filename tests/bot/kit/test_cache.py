"""A full cache drops its least recently used entry."""

from __future__ import annotations

from bot.kit.cache import Cache


def use_cached_keys(cache: Cache[str, int], keys: str) -> str:
    """Return the given keys that are cached, and mark them as used."""
    return "".join(key for key in keys if cache.get(key) is not None)


def test_the_least_recently_used_entry_is_dropped_first() -> None:
    cache: Cache[str, int] = Cache(3)
    for number, key in enumerate("abc"):
        cache.put(key, number)
    assert cache.get("a") == 0
    cache.put("d", 3)
    assert (len(cache), use_cached_keys(cache, "abcd")) == (3, "acd"), "get counts as a use"
    cache.put("a", 4)
    cache.put("e", 5)
    assert (cache.get("a"), use_cached_keys(cache, "abcde")) == (4, "ade"), "put counts as a use"


def test_drop_removes_an_entry_and_clear_removes_all() -> None:
    cache: Cache[str, int] = Cache(3)
    for number, key in enumerate("abc"):
        cache.put(key, number)
    cache.drop("b")
    cache.drop("never kept")
    assert use_cached_keys(cache, "abc") == "ac"
    cache.clear()
    assert (len(cache), use_cached_keys(cache, "abc")) == (0, "")
