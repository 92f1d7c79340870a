"""Private panels that wait for others, and help before a move."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

PANELS, KEPT = "bot/ui/panels.py", "tests/bot/test_e2e_panels_kept.py"
GUIDED = "tests/bot/test_e2e_guide.py"

MUTANTS = (
    Mutant(
        "a panel that waits is never written again",
        PANELS,
        "if panel.until <= self._tables.now():",
        "if True:",
        KEPT,
    ),
    Mutant(
        "a panel is written again after Discord takes edits of it",
        PANELS,
        "KEPT_SECONDS = 14 * 60",
        "KEPT_SECONDS = 24 * 3600",
        KEPT,
    ),
    Mutant(
        "a panel is written again before the board",
        PANELS,
        "        await self._announced(table_id)\n",
        "",
        KEPT,
    ),
    Mutant(
        "a panel in which its person goes on is written over",
        "bot/ui/replies.py",
        "interaction.client.services.panels.forget(message.id)",
        "pass",
        KEPT,
    ),
    Mutant(
        "a panel that is gone is an error",
        PANELS,
        "except (discord.HTTPException, *CUT) as error:",
        "except CUT as error:",
        KEPT,
    ),
    Mutant(
        "who has lost the seat is shown its side",
        "bot/ui/play/meanwhile.py",
        "if match is None or seat not in table.seats_of(interaction.user.id):",
        "if match is None:",
        KEPT,
    ),
    Mutant(
        "every panel of a person is kept",
        PANELS,
        "MOST_EACH = 2",
        "MOST_EACH = 200",
        KEPT,
    ),
    Mutant(
        "help before a move speaks of another as if it were that",
        "bot/ui/play/guide.py",
        "if chosen is None or token == chosen.token",
        "if True",
        GUIDED,
    ),
    Mutant(
        "a hint before a move doesn't speak of it",
        "bot/ui/play/guide.py",
        "if not guided and HINTED not in interaction.extras:\n        return []",
        "if not guided:\n        return []",
        GUIDED,
    ),
)
