"""Standing orders answer for players who are asked during another seat's turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.playing import UnknownStandingOrder, WaitingForAnswers
from bot.errors.tables import UnknownGame
from games.core.errors import IllegalAction, NotYourTurn, StaleAction
from games.core.match import ACT_KIND, LoggedRow
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, CAT, DAN, Hall, list_texts, open_hall

pytestmark = ON_BOTH_ENGINES_AT_NIGHT


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def test_standing_orders_are_stored_and_invalid_ones_refused(hall: Hall) -> None:
    tables = hall.tables
    assert await tables.wait_finder.get_standing_order(ANN.user_id, "toy") == ""
    for good in ("least", "wait", "mine:ny", "mine:yn", ""):
        await tables.orders.set_order(ANN.user_id, "toy", good)
        assert await tables.wait_finder.get_standing_order(ANN.user_id, "toy") == good
    await tables.orders.set_order(ANN.user_id, "toy", "wait")
    for bad in ("never", "mine", "mine:", "mine:y", "mine:yy", "mine:yny", "wait:", "wait:y", ":"):
        with pytest.raises(UnknownStandingOrder):
            await tables.orders.set_order(ANN.user_id, "toy", bad)
    with pytest.raises(UnknownGame):
        await tables.orders.set_order(ANN.user_id, "chess", "wait")
    tables = await hall.restart()
    assert await tables.wait_finder.get_standing_order(ANN.user_id, "toy") == "wait"
    assert await tables.wait_finder.get_standing_order(BEN.user_id, "toy") == ""


async def test_a_move_is_preceded_by_the_default_answer(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "end:0", 0)
    acted = await hall.tables.play.perform_action(table.id, BEN.user_id, "add:1", 1)
    assert list_texts(acted) == [
        (LoggedRow(ACT_KIND, 0, "gift:n"), ["0 got 0"]),
        (LoggedRow(ACT_KIND, 1, "add:1"), ["1 got 1"]),
    ]
    with pytest.raises(StaleAction):
        await hall.tables.play.perform_action(table.id, BEN.user_id, "add:1", 1)
    rows = (
        LoggedRow(ACT_KIND, 0, "end:0"),
        LoggedRow(ACT_KIND, 0, "gift:n"),
        LoggedRow(ACT_KIND, 1, "add:1"),
    )
    assert await hall.store.matches.read_log(table.id) == rows
    assert await (await hall.restart()).get(table.id) == acted.table


async def test_the_player_asked_may_answer_in_person(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "end:0", 0)
    with pytest.raises(NotYourTurn):
        await hall.tables.play.perform_action(table.id, CAT.user_id, "gift:y", 1)
    acted = await hall.tables.play.perform_action(table.id, ANN.user_id, "gift:y", 1)
    assert [row for row, _ in acted.steps] == [LoggedRow(ACT_KIND, 0, "gift:y")]


async def test_a_refused_move_does_not_store_answers(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "end:0", 0)
    with pytest.raises(IllegalAction):
        await hall.tables.play.perform_action(table.id, BEN.user_id, "gift:y", 1)
    assert await hall.store.matches.read_log(table.id) == (LoggedRow(ACT_KIND, 0, "end:0"),)


async def test_the_answers_of_all_asked_seats_are_predicted_and_not_stored(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT, DAN)
    await hall.tables.orders.set_order(CAT.user_id, "toy", "mine:yn")
    await hall.tables.play.perform_action(table.id, ANN.user_id, "ring:0", 0)
    table = await hall.tables.get(table.id)
    assert await hall.tables.wait_finder.apply_standing_orders(table, 2) is table.match
    ahead = await hall.tables.wait_finder.apply_standing_orders(table, 1)
    answers = [(0, "gift:n"), (2, "gift:y"), (3, "gift:n")]
    assert [(row.seat, row.text) for row in ahead.rows[1:]] == answers
    assert ahead.to_act == (1,)
    assert len(await hall.store.matches.read_log(table.id)) == 1
    done = await hall.tables.play.perform_action(table.id, BEN.user_id, "add:1", 1)
    assert [(row.seat, row.text) for row, _ in done.steps] == [*answers, (1, "add:1")]


async def test_while_a_person_is_asked_nothing_is_stored(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT, DAN)
    await hall.tables.orders.set_order(DAN.user_id, "toy", "wait")
    await hall.tables.play.perform_action(table.id, ANN.user_id, "ring:0", 0)
    table = await hall.tables.get(table.id)
    assert await hall.tables.wait_finder.list_asked_user_ids(table) == (44,)
    for attempt in (
        hall.tables.wait_finder.apply_standing_orders(table, 1),
        hall.tables.play.perform_action(table.id, 22, "add:1", 1),
    ):
        with pytest.raises(WaitingForAnswers) as caught:
            await attempt
        assert caught.value.user_ids == (44,)
        assert "Dan" in str(caught.value)
    assert len(await hall.store.matches.read_log(table.id)) == 1
    await hall.tables.play.perform_action(table.id, DAN.user_id, "gift:y", 1)
    acted = await hall.tables.play.perform_action(table.id, BEN.user_id, "add:1", 2)
    assert len(acted.steps) == 3


async def test_an_answer_can_end_the_match(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.tables.orders.set_order(ANN.user_id, "toy", "mine:yn")
    for token in ("add:2", "add:2", "add:2", "end:0"):
        seq = (await hall.tables.get(table.id)).match.seq  # type: ignore[union-attr]
        await hall.tables.play.perform_action(table.id, ANN.user_id, token, seq)
    await hall.tables.play.perform_action(table.id, BEN.user_id, "end:0", 4)
    for seq, token in ((6, "add:2"), (8, "add:2"), (9, "end:0")):
        await hall.tables.play.perform_action(table.id, ANN.user_id, token, seq)
    done = (await hall.tables.play.perform_action(table.id, BEN.user_id, "end:0", 10)).table
    assert (done.status, done.match.outcome.winners) == ("over", (0,))  # type: ignore[union-attr]
