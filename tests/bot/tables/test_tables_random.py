"""After random presses a table equals the replay of its log, before and after a restart."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.errors.base import TableError
from bot.model.hours import HOUR
from bot.model.table import Clock, Table
from bot.tables.seats import find_known_seats
from bot.tables.service import Tables
from games.core.errors import RuleError
from games.players import COMPUTER_LEVELS
from tests.proof.fuzz.invariants import check_clocks, check_replay, check_seats
from tests.support.nightly import defer_to_night
from tests.support.stores import POSTGRESQL, SQLITE
from tests.support.tables_kit import ANN, BEN, CAT, DAN, Hall, make_place, open_hall
from tests.support.toy import TOYS

PEOPLE = (ANN, BEN, CAT, DAN)
CLOCK = Clock(HOUR // 4, 60)
TOKENS = ("add:1", "add:2", "roll:0", "peek:0", "end:0", "ring:0", "gift:y", "gift:n", "nonsense")


async def press_randomly(tables: Tables, table: Table, rng: random.Random) -> None:
    """As a random person, take a random action. It may be outdated or forbidden."""
    who = rng.choice(PEOPLE)
    seq = (table.match.seq if table.match else 0) - (rng.random() < 0.1)
    action: Callable[[], Awaitable[object]]
    if table.rematch_of is not None and table.status == "lobby" and rng.random() < 0.6:
        await tables.rematches.open_or_join_rematch(table.rematch_of, who, rng.randrange(10**6))
        return
    if table.status == "lobby":
        action = rng.choice(
            (
                lambda: tables.lobby.join_lobby(
                    table.id, who, rng.randrange(10**6), may_take_extra_seat=rng.random() < 0.3
                ),
                lambda: tables.seats.leave_table(table.id, who.user_id),
                lambda: tables.lobby.invite_person(table.id, table.host_id, who.user_id),
                lambda: tables.lobby.set_option(table.id, who.user_id, "goal", rng.choice(("12", "40"))),
                lambda: tables.lobby.start_match(table.id, who.user_id, rng.randrange(10**6)),
            )
        )
    elif rng.random() < 0.75:
        token = rng.choice(TOKENS)
        if table.match is not None and table.match.to_act and rng.random() < 0.8:
            chosen = table.match.active_seat if rng.random() < 0.5 else table.match.to_act[0]
            occupant = table.occupants[chosen or 0]
            if occupant.computer is None:
                await tables.play.perform_action(table.id, occupant.user_id, token, seq)
            else:
                await tables.play.perform_computer_action(table.id, occupant.seat, token, seq)
            return
        await tables.play.perform_action(table.id, who.user_id, token, seq)
        return
    else:
        active_seat = None if table.match is None else table.match.active_seat
        late = rng.randrange(5) if active_seat is None else active_seat
        action = rng.choice(
            (
                lambda: tables.wait_finder.apply_standing_orders(table, rng.randrange(3)),
                lambda: tables.play.undo_step(table.id, who.user_id, seq),
                lambda: tables.play.propose_draw(table.id, who.user_id),
                lambda: tables.play.answer_proposal(
                    table.id, who.user_id, table.proposal.id if table.proposal else 1, rng.random() < 0.8
                ),
                lambda: tables.seats.leave_table(table.id, who.user_id, rng.choice(COMPUTER_LEVELS)),
                lambda: tables.seats.take_over_seat(table.id, who, rng.randrange(5)),
                lambda: tables.seats.take_over_seat(table.id, who, rng.randrange(5)),
                lambda: tables.clocks.replace_player_by_claim(
                    table.id, who.user_id, late, rng.choice(COMPUTER_LEVELS)
                ),
                lambda: tables.clocks.end_match_by_claim(table.id, who.user_id, late, seq),
                lambda: tables.rematches.open_or_join_rematch(table.id, who, rng.randrange(10**6)),
                lambda: tables.orders.set_order(who.user_id, "toy", rng.choice(("", "wait", "mine:yn"))),
            )
        )
    await action()


STEP_COUNT = 320
"""Number of presses at random tables in a test."""
ENGINES_AND_SEEDS = [
    *defer_to_night([(SQLITE, seed) for seed in range(3)], (SQLITE, 1), (SQLITE, 2)),
    pytest.param(POSTGRESQL, 4, marks=pytest.mark.slow),
]
"""Database engine and seed of each run with random presses."""


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("engine", "seed"), ENGINES_AND_SEEDS, indirect=["engine"])
async def test_a_table_always_equals_the_replay_of_its_log(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    async with open_hall(tmp_path) as hall:
        hall.tables = hall.make_service(cache_size=1)
        over = changed = 0
        for step in range(STEP_COUNT):
            channel = dice.randrange(3)
            table = await hall.tables.find_active_table(channel)
            if table is None:
                table = await open_table(hall, channel, dice, step)
            hall.now += dice.randrange(HOUR // 2)
            before = table.match.seq if table.match else 0
            presses = dice.choice((1, 1, 1, 3))
            results = await asyncio.gather(*(try_press(hall.tables, table, dice) for _ in range(presses)))
            old, table = table, await hall.tables.get(table.id)
            if not any(results):
                assert table == old, "refused presses change nothing"
            if old.status == "playing":
                for person in PEOPLE:
                    known = find_known_seats(old, person.user_id)
                    assert known in ((), find_known_seats(table, person.user_id)), (
                        "somebody saw two hidden sides"
                    )
            changed += len(table.former_occupants) > len(old.former_occupants)
            assert (table.match.seq if table.match else 0) >= before
            check_seats(table)
            await check_replay(hall.tables, table, TOYS)
            await check_clocks(hall.tables, table)
            over += table.match is not None and table.match.outcome is not None
            if dice.random() < 0.05:
                assert await (await hall.restart()).get(table.id) == table
        assert over and changed, "the walk is too short"


async def open_table(hall: Hall, channel: int, rng: random.Random, press: int) -> Table:
    """Open a rematch of the channel's last table if a random person is allowed to, or else a new table."""
    last = await hall.tables.find_latest_table(channel)
    who = rng.choice(PEOPLE)
    try:
        if last is not None:
            return await hall.tables.rematches.open_or_join_rematch(last.id, who, press)
    except TableError:
        pass
    return await hall.tables.lobby.open_table(
        make_place(channel), who, "toy", {}, press_id=press, clock=rng.choice((None, CLOCK))
    )


async def try_press(tables: Tables, table: Table, rng: random.Random) -> bool:
    """Press randomly, and return whether the press was accepted."""
    try:
        await press_randomly(tables, table, rng)
    except (TableError, RuleError):
        return False
    return True
