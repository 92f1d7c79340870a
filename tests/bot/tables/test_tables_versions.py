"""After a change of a game's rules, older matches continue under the version they began with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.computers.thinker import Thinker
from bot.model.table import Table
from bot.tables.service import Tables
from games.core.errors import BrokenRecord
from games.core.match_record import MatchRecord
from games.core.protocol import Game
from games.core.rng import Chance
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, Hall, open_hall
from tests.support.toy import TOY, TOYS, VALUES_BY_KIND, State, ToyAction, ToyEvent, ToyRules, View

pytestmark = ON_BOTH_ENGINES_AT_NIGHT


class ToyRules2(ToyRules):
    """Version 2 of the toy game's rules: ``add`` counts double, and ``ring`` is not allowed."""

    version = 2

    def legal_actions(self, state: State, seat: int) -> tuple[ToyAction, ...]:
        return tuple(action for action in super().legal_actions(state, seat) if action.kind != "ring")

    def apply(
        self, state: State, seat: int, action: ToyAction, rng: Chance
    ) -> tuple[State, tuple[ToyEvent, ...]]:
        if action.kind == "add":
            return self._add_points(
                replace(state, add_count=state.add_count + 1), seat, 2 * int(action.value)
            )
        return super().apply(state, seat, action, rng)

    def list_first_choices(self, view: View, seat: int) -> tuple[str, ...]:
        return tuple(kind for kind in VALUES_BY_KIND if kind != "ring")


GAMES_WITH_VERSION_2 = {"toy": replace(TOY, rules={1: ToyRules(), 2: ToyRules2()})}
GAMES_WITH_CHANGED_VERSION_1 = {"toy": replace(TOY, rules={1: ToyRules2()})}
"""A forbidden change: different rules under an existing version number."""


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def restart_with_games(hall: Hall, games: Mapping[str, Game]) -> Tables:
    """Restart with other versions of the games, and return the table service."""
    await hall.restart()
    hall.tables.core.games = games
    return hall.tables


async def start_match_under_version_1(hall: Hall) -> Table:
    """Start a match under version 1, and play ``ring``, which version 2 forbids."""
    table = await hall.start_match(BEN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:2", 0)
    return (await hall.tables.play.perform_action(table.id, ANN.user_id, "ring:0", 1)).table


def read_points(table: Table) -> tuple[int, ...]:
    assert table.match is not None
    view = table.match.rules.view(table.match.state, None)
    assert isinstance(view, View)
    return view.points


def read_schema_version(table: Table) -> int:
    assert table.match is not None
    return table.match.rules.version


async def test_a_match_continues_under_the_version_it_began_with(hall: Hall) -> None:
    before = await start_match_under_version_1(hall)
    tables = await restart_with_games(hall, GAMES_WITH_VERSION_2)
    table = await tables.get(before.id)
    assert (table.status, read_schema_version(table), read_points(table)) == ("playing", 1, (2, 0))
    assert table.match is not None and before.match is not None
    assert (table.match.rows, table.match.state) == (before.match.rows, before.match.state)
    await tables.play.perform_action(table.id, ANN.user_id, "gift:n", 2)
    table = (await tables.play.perform_action(table.id, BEN.user_id, "add:2", 3)).table
    assert read_points(table) == (2, 2)
    assert table.match is not None
    assert "ring:0" in {action.token for action in table.match.legal_actions(1)}
    table = await tables.play.undo_step(table.id, BEN.user_id)
    assert read_points(table) == (2, 0)
    # A computer player that joins this match uses version 1 too.
    assert table.match is not None
    thinker = Thinker(0.1)
    assert thinker._make_job(table, table.match, 1, "easy", 0.1).version == 1
    thinker.close()


async def test_new_matches_use_the_new_version(hall: Hall) -> None:
    old = await start_match_under_version_1(hall)
    tables = await restart_with_games(hall, GAMES_WITH_VERSION_2)
    new = await hall.start_match(BEN, channel=1)
    assert read_schema_version(new) == 2
    assert read_points((await tables.play.perform_action(new.id, ANN.user_id, "add:2", 0)).table) == (4, 0)
    await tables.play.resign_match(old.id, ANN.user_id)
    again = await tables.rematches.open_or_join_rematch(old.id, ANN, 50)
    again = await tables.rematches.open_or_join_rematch(old.id, BEN, 51)
    assert read_schema_version(again) == 2
    assert read_schema_version(await tables.get(old.id)) == 1
    assert [
        read_schema_version(await (await restart_with_games(hall, GAMES_WITH_VERSION_2)).get(t.id))
        for t in (old, new, again)
    ] == [
        1,
        2,
        2,
    ]


async def test_a_record_is_checked_by_the_rules_it_was_played_under(hall: Hall) -> None:
    old = await start_match_under_version_1(hall)
    tables = await restart_with_games(hall, GAMES_WITH_VERSION_2)
    await tables.play.resign_match(old.id, ANN.user_id)
    text = await tables.exports.export_json(old.id)
    record = MatchRecord.from_json(text)
    assert record.version == 1
    match = record.replay(GAMES_WITH_VERSION_2)
    assert match.rules.version == 1
    assert match.outcome == record.outcome
    # Version 2 forbids the rows, and a program without version 1 says that the version is missing.
    with pytest.raises(BrokenRecord):
        MatchRecord.from_json(text.replace('"rules_version": 1', '"rules_version": 2')).replay(
            GAMES_WITH_VERSION_2
        )
    with pytest.raises(BrokenRecord, match="Toy has no version 1 of its rules"):
        record.replay({"toy": replace(TOY, rules={2: ToyRules2()})})


async def test_rules_changed_without_a_new_version_freeze_matches_they_do_not_allow(hall: Hall) -> None:
    table = await start_match_under_version_1(hall)
    tables = await restart_with_games(hall, GAMES_WITH_CHANGED_VERSION_1)
    frozen = await tables.get(table.id)
    assert (frozen.status, frozen.match) == ("frozen", None)
    exported = MatchRecord.from_json(await tables.exports.export_json(table.id))
    assert [row.text for row in exported.rows] == ["add:2", "ring:0"]
    # With the original rules, the match continues.
    assert read_points(await (await restart_with_games(hall, TOYS)).get(table.id)) == (2, 0)
