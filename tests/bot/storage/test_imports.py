"""Imported records are limited in number and size, stored once, and removed only by their owner."""

from __future__ import annotations

from bot.storage import Store
from tests.support.stores import ON_BOTH_ENGINES

pytestmark = ON_BOTH_ENGINES

ANNA_ID, BEN_ID = 11, 22


async def add_import(
    store: Store, user: int, text: str, *, limit: int = 3, size_limit: int = 100
) -> int | None:
    return await store.imports.add_import(user, f"sha of {text}", text, 1000, limit, size_limit)


async def test_each_person_can_import_a_record_only_once(store: Store) -> None:
    first = await add_import(store, ANNA_ID, "one")
    assert await add_import(store, ANNA_ID, "one") == first
    assert await add_import(store, BEN_ID, "one") not in (None, first)
    (row,) = await store.imports.list_imports_of_person(ANNA_ID)
    assert (row.id, row.user_id, row.uploaded_at, row.text, row.channel_id, row.review) == (
        first, ANNA_ID, 1000, "one", None, "",
    )  # fmt: skip


async def test_imports_are_limited_in_number_and_size(store: Store) -> None:
    assert await add_import(store, ANNA_ID, "a" * 60)
    assert await add_import(store, ANNA_ID, "b" * 41) is None
    assert await add_import(store, ANNA_ID, "b" * 40)
    assert await add_import(store, BEN_ID, "c", limit=1)
    assert await add_import(store, BEN_ID, "d", limit=1) is None
    assert await add_import(store, BEN_ID, "c", limit=1), "a record that is already stored doesn't count"


async def test_only_the_importer_can_post_or_remove_an_import(store: Store) -> None:
    kept = await add_import(store, ANNA_ID, "one")
    assert kept is not None
    assert not await store.imports.mark_posted(kept, BEN_ID, 5) and not await store.imports.remove_import(
        kept, BEN_ID
    )
    assert await store.imports.mark_posted(kept, ANNA_ID, 5)
    await store.imports.store_review(kept, "good")
    row = await store.imports.find_import(kept)
    assert row is not None and (row.channel_id, row.review) == (5, "good")
    assert await store.imports.remove_import(kept, ANNA_ID)
    assert (
        await store.imports.find_import(kept) is None
        and await store.imports.list_imports_of_person(ANNA_ID) == []
    )


async def test_imports_are_personal_data_and_erased_with_the_person(store: Store) -> None:
    await add_import(store, ANNA_ID, "one")
    await add_import(store, BEN_ID, "two")
    (row,) = (await store.people.collect_data(ANNA_ID))["imports"]
    assert row["text"] == "one" and row["at"].startswith("1970-01-01T00:16:40")
    await store.people.erase_person(ANNA_ID, "someone")
    assert await store.imports.list_imports_of_person(ANNA_ID) == []
    assert len(await store.imports.list_imports_of_person(BEN_ID)) == 1


async def test_import_numbers_are_never_reused(store: Store) -> None:
    first, second = await add_import(store, ANNA_ID, "one"), await add_import(store, ANNA_ID, "two")
    assert first is not None and second is not None
    await store.imports.remove_import(second, ANNA_ID)
    third = await add_import(store, ANNA_ID, "three")
    assert third is not None and third > second
    await store.people.erase_person(ANNA_ID, "someone")
    fourth = await add_import(store, BEN_ID, "four")
    assert fourth is not None and fourth > third
