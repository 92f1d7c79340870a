"""Private panels that wait for others, and help before a move."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

PANELS, KEPT = "bot/ui/panels.py", "tests/bot/ui/test_e2e_panels_kept.py"
GUIDED = "tests/bot/ui/play/test_e2e_guide.py"

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
        "except (discord.HTTPException, *NO_RESPONSE) as error:",
        "except NO_RESPONSE as error:",
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
        "who asked from another channel goes on reading that somebody is asked",
        "bot/features/server_board/in_forum.py",
        "keep_asked(interaction, table, text, partial(self._tell, services, w))",
        "pass",
        "tests/bot/features/server_board/test_e2e_forum.py::test_who_asked_from_another_channel_reads_what_came_of_it",
    ),
    Mutant(
        "the seats of a lobby go on naming who is invited",
        "bot/ui/table/lobby_seats.py",
        "panels.keep(interaction, table, page.about, partial(_renew, interaction))",
        "panels.forget(0)",
        KEPT,
    ),
    Mutant(
        "the page of invitations goes on naming who is invited",
        "bot/ui/table/invitations.py",
        "panels.keep(interaction, table, page.about, partial(_renew, interaction))",
        "panels.forget(0)",
        KEPT,
    ),
    Mutant(
        "who invites to a seat reads nothing of the answer",
        "bot/ui/table/invitations.py",
        'services.panels.keep(interaction, table, "", partial(_tell_answer, interaction, chosen))',
        "pass",
        KEPT,
    ),
    Mutant(
        "the own tables go on waiting for whom they waited",
        "bot/ui/person/my_tables.py",
        "interaction.client.services.panels.keep_list(interaction, shown.tables, layout.text, again)",
        "pass",
        KEPT,
    ),
    Mutant(
        "a list of tables is kept true to the first alone",
        PANELS,
        "until, about, write, {table.id: table for table in tables})",
        "until, about, write, {(tables := tables[:1])[0].id: tables[0]})",
        KEPT,
    ),
    Mutant(
        "the card of a seat shows it to who has it no more",
        "bot/ui/table/seats.py",
        "if seat not in table.seats_of(user):",
        "if False:",
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
    Mutant(
        "a plan looks behind what is still hidden",
        "bot/ui/play/plans.py",
        "if would_seal(match, seat, token):",
        "if False:",
        f"{GUIDED}::test_the_guide_does_not_look_behind_what_is_still_hidden",
    ),
)
