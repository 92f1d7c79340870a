"""Steps shared by the tournament tests."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from simcord.results import to_discord_message

from bot.errors.tables import TableOver
from bot.features.contract import Worker
from bot.features.tournaments.service import TournamentService
from bot.model.table import TABLE_PLAYING, Table
from games.core.errors import MatchOver, StaleAction
from tests.support.filling import fill_form
from tests.support.forging import submit_forged_form
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import KeptMessage, get_reply, read_answer

CUP_OPTIONS = {"title": "Reef Cup", "game": "reef"}
"""Options of the tournament that the tests create."""


def list_workers(harbour: Harbour) -> Sequence[Worker]:
    return next(f for f in harbour.bot.features.features if f.name == "tournaments").workers


async def wait_until_settled(harbour: Harbour) -> None:
    for _ in range(3):
        for worker in list_workers(harbour):
            await worker.wait_until_idle()
        await harbour.settle()


def find_panel(harbour: Harbour) -> Any:
    return next(m for m in harbour.list_posts() if "b:tmh:1" in list_buttons(m))


async def create_tournament(harbour: Harbour, **options: Any) -> Any:
    answer = await harbour.anna.slash(harbour.channel, "club tournament", **{**CUP_OPTIONS, **options})
    assert "Your tournament is below" in read_answer(answer)
    await wait_until_settled(harbour)
    return find_panel(harbour)


async def begin_tournament(harbour: Harbour, *people: Any, **options: Any) -> None:
    await create_tournament(harbour, **options)
    for person in people or (harbour.anna, harbour.ben):
        assert "You're in." in read_answer(await person.click(find_panel(harbour), label="Join"))
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Begin")
    await wait_until_settled(harbour)


FORM_VERBS_BY_NAME = {"change": "tmi", "correct": "tmk", "withdraw": "tmw", "host": "tmn"}
"""Verbs of the buttons that open the host's forms. A submitted form has that verb with an ``s`` added."""


def find_panel_anywhere(harbour: Harbour, number: int) -> Any:
    """Return a tournament's panel, whichever channel it is in."""
    for kept in harbour.env.backend.messages.values():
        for row in kept.values():
            message = to_discord_message(harbour.env, row)
            if f"b:tmh:{number}" in list_buttons(message):
                return message
    raise LookupError(number)


async def fill_in_form(
    harbour: Harbour, person: Any, form_name: str, /, number: int = 1, **values: Any
) -> str:
    """As a person, fill in a form of *Manage…*, and return the reply."""
    kept_message = KeptMessage(harbour, find_panel_anywhere(harbour, number))
    form = await kept_message.forge_press(person, f"b:{FORM_VERBS_BY_NAME[form_name]}:{number}")
    if form.modal is None:
        return read_answer(form)
    answer = read_answer(await fill_form(person, form, values))
    await wait_until_settled(harbour)
    return answer


async def forge_form(harbour: Harbour, person: Any, form_name: str, /, number: int = 1, **values: str) -> str:
    return read_answer(
        await submit_forged_form(harbour, person, f"m:{FORM_VERBS_BY_NAME[form_name]}s:{number}", values)
    )


async def list_tables(harbour: Harbour) -> list[Table]:
    rows = await harbour.store.tournaments.list_tables(1)
    return [await harbour.bot.tables.get(row.match_id) for row in rows if row.match_id is not None]


async def finish_table(harbour: Harbour, table: Table) -> None:
    """Play random moves at a table until its match has ended."""
    r = Random(table.id)
    for _ in range(2000):
        table = await harbour.bot.tables.get(table.id)
        if table.status != TABLE_PLAYING or table.match is None:
            break
        seat = table.match.to_act[0]
        token = r.choice(table.match.legal_actions(seat)).token
        if table.occupants[seat].computer is not None:
            # Computers also move on their own, so the move may come too late.
            with suppress(StaleAction, MatchOver, TableOver):
                await harbour.bot.tables.play.perform_computer_action(table.id, seat, token, table.match.seq)
            continue
        user = table.occupants[seat].user_id
        await harbour.bot.tables.play.perform_action(table.id, user, token, None, seat=seat)
    await wait_until_settled(harbour)


async def read_state(harbour: Harbour) -> Any:
    store = harbour.store.tournaments
    return await TournamentService(
        store, harbour.games, lambda: harbour.now, lambda: bytes(32)
    ).get_tournament(1)
