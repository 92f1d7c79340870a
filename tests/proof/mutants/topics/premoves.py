"""Prepared moves: judged by the log, made once, seen by nobody else."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

JUDGE, DRIVER, KEEPER = (
    "games/core/premoves.py",
    "bot/features/premoves/driver.py",
    "bot/features/premoves/keeper.py",
)
PURE, SEEN, KEPT = (
    "tests/games/core/test_premoves.py",
    "tests/bot/features/premoves/test_e2e_ahead.py",
    "tests/bot/storage/test_premoves.py",
)

MUTANTS = (
    Mutant(
        "what is paid in many ways is left out",
        "games/players/prospects.py",
        "for depth in (2, 1):",
        "for depth in ():",
        "tests/games/players/test_prospects.py",
    ),
    Mutant("an undo drops nothing", JUDGE, "seq > match.seq or any(", "seq > match.seq and any(", PURE),
    Mutant("dice drop nothing", JUDGE, "self._surprised |= drew or any(", "self._surprised |= any(", PURE),
    Mutant(
        "what is shown drops nothing",
        JUDGE,
        "drew or any(event.reveals for event in heard)",
        "drew",
        PURE,
    ),
    Mutant(
        "a condition is not asked for",
        JUDGE,
        "if not self._made and not self._happened",
        "if self._made and not self._happened",
        PURE,
    ),
    Mutant("anything may happen", JUDGE, "if not fitting and not stage.anything:", "if False:", PURE),
    Mutant(
        "the next stage does not wait for its turn",
        JUDGE,
        "self._made, self._happened, self._again = 0, set(), False",
        "self._made, self._happened, self._again = 0, set(), True",
        PURE,
    ),
    Mutant(
        "a beginning may end within a number",
        JUDGE,
        "return not rest or not (rest[0].isalnum()",
        "return True or not (rest[0].isalnum()",
        PURE,
    ),
    Mutant(
        "a prepared move is not checked",
        JUDGE,
        "except RuleError:\n return Dropped(DropReason.ILLEGAL)",
        "except RuleError:\n    pass",
        PURE,
    ),
    Mutant(
        "a line goes on with the seat", DRIVER, "former.seq >= row.seq for", "former.seq > 10**9 for", SEEN
    ),
    Mutant(
        "a pass is made across a card that came up",
        JUDGE,
        "self._surprised |= drew or any(event.reveals for event in heard)",
        "self._surprised |= not stage.passes and (drew or any(event.reveals for event in heard))",
        PURE,
    ),
    Mutant(
        "no pass outlives the dice that begin each turn",
        JUDGE,
        "drew = step.drew and not (self._left[0].passes and match.rules.is_turn_start(heard))",
        "drew = step.drew",
        PURE,
    ),
    Mutant(
        "a shuffle begins every turn",
        "games/das_riff/rules.py",
        "return not any(isinstance(event, Reshuffled) for event in events)",
        "return True",
        "tests/games/das_riff/test_passing.py",
    ),
    Mutant(
        "a pass is one of several moves",
        JUDGE,
        "if PASS in self.plays and not self.passes:",
        "if False:",
        PURE,
    ),
    Mutant(
        "a pass goes before what was named",
        DRIVER,
        "if found.due is None or passes(found.due[0]):",
        "if found.due is None:",
        SEEN,
    ),
    Mutant(
        "a second press passes twice",
        "bot/features/premoves/pages.py",
        "if not any(passes(row) for row in await self._keeper.list(",
        "if any(True for row in await self._keeper.list(",
        SEEN,
    ),
    Mutant(
        "a pass is typed where a game has none",
        KEEPER,
        "if token.lower() == PASS and rules.find_pass() is not None:",
        "if token.lower() == PASS:",
        "tests/bot/features/premoves/test_e2e_ahead_games.py",
    ),
    Mutant("nobody is told that it was dropped", DRIVER, "found.told = over.told", "found.told = None", SEEN),
    Mutant(
        "a line can be prepared in the own turn",
        KEEPER,
        "if await self.may_act(table, seat):",
        "if False:",
        SEEN,
    ),
    Mutant(
        "anybody finds a line", KEEPER, "(row.id, row.user_id) == (row_id, user_id)", "row.id == row_id", SEEN
    ),
    Mutant(
        "anybody cancels a line",
        "bot/storage/premoves.py",
        "DELETE FROM prepared WHERE id = ? AND user_id = ? AND seq",
        "DELETE FROM prepared WHERE id = ? AND 0 < ? AND seq",
        KEPT,
    ),
    Mutant(
        "a page of before cancels what was prepared since",
        "bot/storage/premoves.py",
        "user_id = ? AND seq <= ?",
        "user_id = ? AND 0 <= ?",
        f"{SEEN}::test_a_page_of_before_changes_nothing_that_was_prepared_since {KEPT}",
    ),
    Mutant(
        "a page of before changes what was prepared since",
        KEEPER,
        "(row.id, row.user_id) == (row_id, user_id) and row.seq <= seq:",
        "(row.id, row.user_id) == (row_id, user_id):",
        f"{SEEN}::test_a_page_of_before_changes_nothing_that_was_prepared_since",
    ),
    Mutant(
        "a board does not wait",
        "bot/announcing/announcer.py",
        "await asyncio.gather(*(act(table_id) for act in self._bulletin.callbacks))",
        "pass",
        SEEN,
    ),
)
