"""Moves at a table are checked, stored once, and end the match when the rules say so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.base import TableError
from bot.errors.seats import NotSeated
from bot.errors.tables import MatchNotStarted, NoSuchTable, TableOver, UnhostedGame
from bot.kit.failpoints import STORED_FAILPOINT, arm_failpoint
from bot.ui.ids import MoveChoice
from bot.ui.play.board import make_buttons
from games.core.errors import IllegalAction, NotYourTurn, StaleAction, UnreadableToken
from games.core.match import ACT_KIND, LoggedRow
from games.core.match_record import MatchRecord
from games.core.rng import compute_commitment, derive_match_key
from games.core.words import load_words
from tests.support.stores import ON_BOTH_ENGINES
from tests.support.tables_kit import ANN, BEN, CAT, DAN, Hall, list_texts, make_place, open_hall, read_state
from tests.support.toy import TOYS, State, ToyAction, ToyRules

pytestmark = ON_BOTH_ENGINES


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def test_a_move_is_stored_and_published(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    acted = await hall.tables.play.perform_action(table.id, ANN.user_id, "add:2", 0)
    assert acted.match_before.seq == 0
    assert read_state(acted.match_before).points == (0, 0)
    assert read_state(acted.table.match).points == (2, 0)
    assert list_texts(acted) == [(LoggedRow(ACT_KIND, 0, "add:2"), ["0 got 2"])]
    assert await hall.store.matches.read_log(table.id) == (LoggedRow(ACT_KIND, 0, "add:2"),)
    assert await hall.tables.get(table.id) is acted.table


async def test_an_action_is_followed_by_those_that_need_not_be_chosen(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_unasked_action(rules: ToyRules, state: State, seat: int) -> ToyAction | None:
        return ToyAction("add", "1") if state.add_count == 1 else None

    monkeypatch.setattr(ToyRules, "find_unasked_action", find_unasked_action)
    table = await hall.start_match(BEN)
    acted = await hall.tables.play.perform_action(table.id, ANN.user_id, "add:2", 0)
    assert [row.text for row in await hall.store.matches.read_log(table.id)] == ["add:2", "add:1"]
    assert read_state(acted.table.match).points == (3, 0)
    back = await hall.tables.play.undo_step(table.id, ANN.user_id, 2)
    assert read_state(back.match).points == (0, 0), "both are taken back"
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:2", 3, is_prepared=True)
    assert [row.text for row in await hall.store.matches.read_log(table.id)][3:] == ["add:2"]


async def test_invalid_moves_are_refused_for_the_first_failed_check_and_not_stored(hall: Hall) -> None:
    tables = hall.tables
    with pytest.raises(NoSuchTable):
        await tables.play.perform_action(77, ANN.user_id, "add:1", 0)
    lobby = await hall.open_lobby(BEN)
    with pytest.raises(MatchNotStarted):
        await tables.play.perform_action(lobby.id, ANN.user_id, "add:1", 0)
    await tables.lobby.start_match(lobby.id, ANN.user_id, 2000)
    with pytest.raises(StaleAction):
        await tables.play.perform_action(lobby.id, CAT.user_id, "add:1", 5)
    with pytest.raises(NotSeated):
        await tables.play.perform_action(lobby.id, CAT.user_id, "add:1", 0)
    with pytest.raises(NotYourTurn):
        await tables.play.perform_action(lobby.id, BEN.user_id, "add:1", 0)
    with pytest.raises(UnreadableToken):
        await tables.play.perform_action(lobby.id, ANN.user_id, "add:9", 0)
    with pytest.raises(IllegalAction):
        await tables.play.perform_action(lobby.id, ANN.user_id, "gift:y", 0)
    assert await hall.store.matches.read_log(lobby.id) == ()
    assert (await tables.get(lobby.id)).match.seq == 0  # type: ignore[union-attr]


async def test_a_double_press_acts_once(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    with pytest.raises(StaleAction):
        await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    assert await hall.store.matches.read_log(table.id) == (LoggedRow(ACT_KIND, 0, "add:1"),)


async def test_two_concurrent_presses_act_once(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    results = await asyncio.gather(
        *(hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0) for _ in range(8)),
        return_exceptions=True,
    )
    refused = [result for result in results if isinstance(result, BaseException)]
    assert len(refused) == 7
    assert all(isinstance(error, StaleAction) for error in refused)
    assert len(await hall.store.matches.read_log(table.id)) == 1


async def test_a_press_is_stale_if_another_process_has_stored_a_move(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.store.matches.append_rows(table.id, 0, [LoggedRow(ACT_KIND, 0, "add:2")], 1000, is_over=False)
    with pytest.raises(StaleAction):
        await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    found = (await hall.tables.get(table.id)).match
    assert found is not None
    assert found.rows == (LoggedRow(ACT_KIND, 0, "add:2"),)


async def test_stored_moves_survive_a_crash(hall: Hall) -> None:
    table = await hall.start_match(BEN)

    def raise_crash() -> None:
        raise KeyboardInterrupt

    with arm_failpoint(STORED_FAILPOINT, raise_crash), pytest.raises(KeyboardInterrupt):
        await hall.tables.play.perform_action(table.id, ANN.user_id, "add:2", 0)
    tables = await hall.restart()
    found = (await tables.get(table.id)).match
    assert read_state(found).points == (2, 0)
    with pytest.raises(StaleAction):
        await tables.play.perform_action(table.id, ANN.user_id, "add:2", 0)


async def test_a_cancelled_move_is_stored_entirely_or_not_at_all(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    for wait in range(12):
        match = (await hall.tables.get(table.id)).match
        assert match is not None
        task = asyncio.create_task(
            hall.tables.play.perform_action(
                table.id, (ANN, BEN)[match.active_seat or 0].user_id, "roll:0", match.seq
            )
        )
        for _ in range(wait):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        now = (await hall.tables.get(table.id)).match
        assert now is not None
        assert now.rows == await hall.store.matches.read_log(table.id)
        if now.outcome:
            break


async def test_the_secret_is_revealed_at_the_end_of_the_match(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    early = MatchRecord.from_json(await hall.tables.exports.export_json(table.id))
    assert (table.secret, early.secret) == (None, None)
    hall.now = 1234.0
    people = (ANN, BEN, CAT)
    while table.status == "playing":
        assert table.match is not None
        active_seat = table.match.active_seat
        assert active_seat is not None
        table = (
            await hall.tables.play.perform_action(
                table.id, people[active_seat].user_id, "roll:0", table.match.seq
            )
        ).table
    assert (table.status, table.ended_at) == ("over", 1234)
    assert table.secret is not None
    assert compute_commitment(bytes.fromhex(table.secret)) == table.commitment
    record = MatchRecord.from_json(await hall.tables.exports.export_json(table.id))
    assert record.interaction_ids == (1000, 1001, 1002, 2000)
    assert table.match is not None
    assert record.verify(TOYS).rows == table.match.rows
    assert table.match.key == derive_match_key(bytes.fromhex(table.secret), record.interaction_ids)
    with pytest.raises(TableOver):
        await hall.tables.play.perform_action(table.id, ANN.user_id, "roll:0", table.match.seq)
    assert await hall.tables.find_active_table(900) is None
    assert await hall.tables.find_latest_table(900) == table
    again = await (await hall.restart()).get(table.id)
    assert again == table


async def test_the_table_of_a_channel_is_looked_up_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse_to_look_up(channel_id: int) -> None:
        raise AssertionError(channel_id)

    first = await hall.start_match(BEN)
    assert await hall.tables.find_latest_table(900) == first
    with monkeypatch.context() as broken:
        broken.setattr(hall.store.matches, "find_active_table_id", refuse_to_look_up)
        first = (await hall.tables.play.perform_action(first.id, ANN.user_id, "add:2", 0)).table
        assert await hall.tables.find_latest_table(900) == first
        with pytest.raises(AssertionError, match="901"):
            await hall.tables.find_latest_table(901)
    second = await hall.start_match(CAT, channel=901)
    assert await hall.tables.find_latest_table(901) == second
    await hall.tables.play.resign_match(first.id, BEN.user_id)
    third = await hall.open_lobby(DAN)
    assert await hall.tables.find_latest_table(900) == third


async def test_only_matches_can_be_exported(hall: Hall) -> None:
    table = await hall.open_lobby(BEN)
    with pytest.raises(MatchNotStarted):
        await hall.tables.exports.export_json(table.id)
    await hall.tables.lobby.cancel_lobby(table.id, ANN.user_id)
    with pytest.raises(TableOver):
        await hall.tables.exports.export_json(table.id)


async def test_a_person_can_play_several_seats(hall: Hall) -> None:
    table = await hall.start_match(ANN)
    assert table.list_seats(ANN.user_id) == (0, 1)
    assert table.find_acting_seat(ANN.user_id) == 0
    table = (await hall.tables.play.perform_action(table.id, ANN.user_id, "end:0", 0)).table
    assert table.match is not None
    assert (table.match.to_act, table.match.active_seat) == ((0,), 1)
    assert table.find_acting_seat(ANN.user_id) == 0
    acted = await hall.tables.play.perform_action(table.id, ANN.user_id, "gift:y", 1)
    assert [row.seat for row, _ in acted.steps] == [0]
    assert acted.table.find_acting_seat(ANN.user_id) == 1
    acted = await hall.tables.play.perform_action(table.id, ANN.user_id, "end:0", 2)
    assert [row.seat for row, _ in acted.steps] == [1]
    # When the person moves for the seat whose turn it is, their other seat first gets the default answer.
    acted = await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 3)
    assert [row for row, _ in acted.steps] == [
        LoggedRow(ACT_KIND, 1, "gift:n"),
        LoggedRow(ACT_KIND, 0, "add:1"),
    ]


async def test_the_cache_is_bounded_and_a_table_outside_it_is_replayed(hall: Hall) -> None:
    tables = hall.tables = hall.make_service(cache_size=2)
    shown = {}
    for channel in range(5):
        table = await hall.start_match(BEN, channel=channel)
        shown[table.id] = (await tables.play.perform_action(table.id, ANN.user_id, "roll:0", 0)).table
    assert len(tables.core._cache) == 2
    for table_id, table in shown.items():
        assert await tables.get(table_id) == table
    assert len(tables.core._cache) == 2


async def test_tables_that_wait_for_a_person_are_listed_first(hall: Hall) -> None:
    tables = hall.tables
    one = await hall.start_match(BEN, channel=1)
    two = await hall.start_match(BEN, channel=2)
    three = await hall.open_lobby(BEN, channel=3)
    await tables.play.perform_action(two.id, ANN.user_id, "roll:0", 0)
    assert [t.id for t in await tables.list_active_tables(BEN.user_id)] == [two.id, one.id, three.id]
    assert [t.id for t in await tables.list_active_tables(ANN.user_id)] == [one.id, two.id, three.id]
    await tables.play.resign_match(one.id, BEN.user_id)
    assert [t.id for t in await tables.list_active_tables(ANN.user_id)] == [two.id, three.id]
    assert await tables.list_active_tables(CAT.user_id) == []


async def test_an_error_reads_as_a_sentence(hall: Hall) -> None:
    with pytest.raises(TableError) as caught:
        await hall.tables.lobby.open_table(make_place(), BEN, "chess", {}, press_id=1)
    assert str(caught.value) == "There's no game “chess”."


async def test_a_board_has_buttons_for_all_players_asked_at_the_same_time(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT, DAN)
    table = (await hall.tables.play.perform_action(table.id, ANN.user_id, "ring:0", 0)).table
    match = table.match
    assert match is not None and len(match.to_act) > 1
    rows = make_buttons(table, match, load_words()).to_components()
    assert len(rows) <= 5 and all(len(row["components"]) <= 5 for row in rows)
    named = [part["custom_id"] for row in rows for part in row["components"]]
    seats = {
        MoveChoice.parse(identity.split(":")[2:]).seat for identity in named if identity.startswith("b:go:")
    }
    assert seats == {*match.to_act, match.active_seat}


async def test_tables_of_a_removed_game_do_not_hide_other_tables(hall: Hall) -> None:
    gone = await hall.start_match(BEN)
    kept = await hall.start_match(CAT, channel=901)
    await hall.store.matches._db.run("UPDATE matches SET game = 'gone' WHERE id = ?", (gone.id,))
    tables = await hall.restart()
    assert [table.id for table in await tables.list_active_tables(ANN.user_id)] == [kept.id]
    with pytest.raises(UnhostedGame):
        await tables.get(gone.id)
