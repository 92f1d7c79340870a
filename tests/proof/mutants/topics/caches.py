"""What is kept ready: for whom, for which position, how much of it, and when it is forgotten."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

PICTURES, GUIDE, STORE, CACHE = (
    "bot/ui/pictures.py",
    "bot/computers/advice.py",
    "bot/tables/store.py",
    "bot/kit/cache.py",
)
GUARDS, AT_PLAY = "tests/bot/secrecy/test_e2e_guards.py", "tests/bot/tables/test_tables_play.py"
KEPT = "tests/bot/ui/play/test_e2e_kept_pictures.py"
KEY, NAMED = "(table.id, match.seq,", "(*name_position(table, match),"

MUTANTS = (
    Mutant(
        "the picture of Catch me up is kept for all seats",
        PICTURES,
        f'{NAMED} seat, w.locale, table.names, "since", ply)',
        f'{NAMED} w.locale, table.names, "since", ply)',
        GUARDS,
    ),
    Mutant(
        "the picture of Catch me up is kept for all looks",
        PICTURES,
        f'{NAMED} seat, w.locale, table.names, "since", ply)',
        f'{NAMED} seat, w.locale, table.names, "since")',
        GUARDS,
    ),
    Mutant(
        "the own picture is kept for all seats",
        PICTURES,
        f"{KEY} seat, w.locale, table.names)",
        f"{KEY} 0, w.locale, table.names)",
        GUARDS,
    ),
    Mutant(
        "the own picture is kept for good",
        PICTURES,
        f"{KEY} seat, w.locale, table.names)",
        "(table.id, seat, w.locale, table.names)",
        GUARDS,
    ),
    Mutant(
        "an earlier picture outlives an undo",
        PICTURES,
        f'{NAMED} None, w.locale, table.names, "at", ply)',
        '(table.id, None, w.locale, table.names, "at", ply)',
        GUARDS,
    ),
    Mutant(
        "all earlier pictures are one",
        PICTURES,
        f'{NAMED} None, w.locale, table.names, "at", ply)',
        f'{NAMED} None, w.locale, table.names, "at")',
        "tests/bot/ui/play/test_e2e_catchup.py",
    ),
    Mutant(
        "the board's picture is kept for good",
        PICTURES,
        f"{NAMED} None, w.locale, table.names)",
        "(table.id, None, w.locale, table.names)",
        GUARDS,
    ),
    Mutant(
        "the board's picture is kept for all languages",
        PICTURES,
        f"{NAMED} None, w.locale, table.names)",
        f"{NAMED} None, table.names)",
        GUARDS,
    ),
    Mutant(
        "the board's picture outlives a name",
        PICTURES,
        f"{NAMED} None, w.locale, table.names)",
        f"{NAMED} None, w.locale)",
        GUARDS,
    ),
    Mutant(
        "a film is kept for good",
        PICTURES,
        f"{NAMED} w.locale, table.names)",
        "(table.id, w.locale, table.names)",
        GUARDS,
    ),
    Mutant(
        "pictures outlive a name that was forgotten",
        PICTURES,
        "self._cache.clear()",
        "pass",
        KEPT,
    ),
    Mutant(
        "films outlive a name that was forgotten",
        PICTURES,
        "self._films.clear()",
        "pass",
        KEPT,
    ),
    Mutant(
        "a hint is kept for all seats",
        GUIDE,
        "key = (table.id, seq, seat)",
        "key = (table.id, seq, 0)",
        "tests/bot/computers/test_advice.py",
    ),
    Mutant(
        "a hint is kept for all positions",
        GUIDE,
        "key = (table.id, seq, seat)",
        "key = (table.id, 0, seat)",
        "tests/bot/computers/test_advice.py",
    ),
    Mutant(
        "a hint is kept for all tables", GUIDE, "key = (table.id, seq, seat)", "key = (0, seq, seat)", GUARDS
    ),
    Mutant(
        "that nobody could think is kept",
        GUIDE,
        "if known:\nself._ranked.put",
        "if True:\n    self._ranked.put",
        GUARDS,
    ),
    Mutant(
        "a table that could not be written stays as it was read",
        STORE,
        "self._cache.drop(table.id)\nchange = Change(table.id, after.seq",
        "change = Change(table.id, after.seq",
        AT_PLAY,
    ),
    Mutant(
        "a table that was forgotten is ready",
        STORE,
        "async with self.lock(table_id):\nself._cache.drop(table_id)",
        "async with self.lock(table_id):\n    pass",
        "tests/bot/tables/test_tables_seats.py tests/bot/ui/person/test_e2e_privacy.py",
    ),
    Mutant(
        "what was looked over is kept ready",
        STORE,
        "if self._cache.get(table_id) is None:\nawait self._read_table(table_id)",
        "if True:\n    self._cache.put(table_id, await self._read_table(table_id))",
        "tests/bot/tables/test_tables_frozen.py",
    ),
    Mutant(
        "what is ready grows for ever", CACHE, "while len(self._kept) > self._size:", "while False:", AT_PLAY
    ),
    Mutant(
        "the newest is dropped first",
        CACHE,
        "self._kept.popitem(last=False)",
        "self._kept.popitem(last=True)",
        f"{AT_PLAY} tests/bot/kit/test_cache.py",
    ),
    Mutant(
        "what is used often is dropped as early",
        CACHE,
        "if key in self._kept:\nself._kept.move_to_end(key)",
        "pass",
        "tests/bot/kit/test_cache.py",
    ),
)
