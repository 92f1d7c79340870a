"""A tournament without Discord, on the real service with a real file.

People play at random or stay silent. Time passes when nothing else happens. The process can be killed after
any write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.errors.playing import WaitingForAnswers
from bot.errors.tables import TableOver
from bot.features.tournaments.keeper import TournamentKeeper
from bot.features.tournaments.service import Tournament, TournamentService
from bot.features.tournaments.swiss import pair_round
from bot.model.table import TABLE_OVER, TABLE_PLAYING, Person, Place
from bot.storage import Store
from bot.storage.tournament_rows import RoundTable
from bot.tables.service import make_tables
from games.core.protocol import Game
from tests.support.stores import open_store_file

GUILD_ID, CHANNEL_ID = 1, 77
CLOCK = "3600+60"
COUNTED_WRITES_BY_REPOSITORY = {
    "tournaments": ("add_tournament", "append_event", "store_table"),
    "matches": ("add_table", "append_rows", "start_match", "end_table", "publish_secret"),
    "seats": ("hand_over",),
}
"""Methods after whose calls a process may be killed."""
MAX_MOVES_PER_VISIT = 60
"""Maximum number of moves at a table before the next table is visited."""


class ProcessKilled(BaseException):
    """The process was killed."""


@dataclass
class World:
    """State that outlives a process: the time, and the IDs of posts and channels."""

    now: int = 1_000_000
    last_id: int = 10_000
    posted: dict[str, int] = field(default_factory=dict)
    places: dict[tuple[int, int], int] = field(default_factory=dict)

    def make_id(self) -> int:
        self.last_id += 1
        return self.last_id


class FakeVenue:
    """Stands in for Discord. It posts nothing, and only makes up IDs of posts and channels."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def announce_round(self, tournament: Tournament, time: int) -> int | None:
        return self.world.posted.setdefault(f"round {time}", self.world.make_id())

    def recheck_posts(self, tournament_id: int) -> None:
        pass

    async def was_channel_deleted(self, guild_id: int, channel_id: int) -> bool:
        return False

    async def find_departed_user_ids(self, tournament: Tournament) -> list[int]:
        return []

    async def find_place(self, tournament: Tournament, table: RoundTable) -> Place | None:
        place = self.world.places.setdefault((table.round, table.number), self.world.make_id())
        return Place(place, GUILD_ID, "en")

    async def wait_for_message(self, table_id: int) -> int | None:
        return self.world.make_id()

    async def update_posts(self, tournament: Tournament) -> int:
        self.world.posted.setdefault(tournament.state.status, self.world.make_id())
        return 0

    def lift_edit_limit(self) -> AbstractContextManager[None]:
        return nullcontext()


class TournamentProcess:
    """A process that runs tournaments without Discord, and is killed after a given number of writes."""

    def __init__(self, world: World, store: Store, games: Mapping[str, Game], chance: Random) -> None:
        self.world, self.store, self.chance = world, store, chance
        self.dead, self.writes_until_kill = False, 0
        for repository, names in COUNTED_WRITES_BY_REPOSITORY.items():
            part = getattr(store, repository)
            for name in names:
                setattr(part, name, self._make_counted_write(getattr(part, name)))

        def draw_secret() -> bytes:
            return chance.randbytes(32)

        self.tables = make_tables(store, games, get_time=lambda: float(world.now), draw_secret=draw_secret)
        self.service = TournamentService(store.tournaments, games, self.tables.now, draw_secret)
        self.keeper = TournamentKeeper(
            self.tables, self.service, FakeVenue(world), lambda: not self.dead, pair_round
        )
        self.tables.feed.subscribe("tournament", self.keeper.handle_change)

    @classmethod
    async def open(
        cls, path: Path, world: World, games: Mapping[str, Game], chance: Random
    ) -> TournamentProcess:
        """Start a process on a file, and resume its tournaments."""
        made = cls(world, await open_store_file(path), games, chance)
        await made.keeper.resume()
        return made

    def _make_counted_write(self, write: Any) -> Any:
        """Return a write function that counts down, and kills the process when the count reaches 0."""

        async def write_until_killed(*args: Any, **kwargs: Any) -> Any:
            if self.dead:
                raise ProcessKilled
            done = await write(*args, **kwargs)
            self.writes_until_kill -= 1
            if self.writes_until_kill == 0:
                self.dead = True
                raise ProcessKilled
            return done

        return write_until_killed

    async def close(self) -> None:
        """Kill the process, even during its work."""
        self.dead = True
        self.keeper.stop()
        await self.keeper.wait_until_idle()
        await self.store.close()

    async def make_moves(self, match_id: int, silent: frozenset[int]) -> int:
        """Make up to :data:`MAX_MOVES_PER_VISIT` moves for the seats to act; return the number of moves.

        :param silent: IDs of users who make no moves.
        """
        for count in range(MAX_MOVES_PER_VISIT):
            table = await self.tables.get(match_id)
            if table.status != TABLE_PLAYING or table.match is None:
                return count
            asked = dict.fromkeys((*table.match.to_act, table.match.active_seat))
            able = [
                seat
                for seat in asked
                if seat is not None
                and (table.occupants[seat].computer or table.occupants[seat].user_id not in silent)
            ]
            if not able:
                return count
            seat = self.chance.choice(able)
            try:
                # Apply other players' standing orders first.
                ready = await self.tables.wait_finder.apply_standing_orders(table, seat)
                token = self.chance.choice(ready.legal_actions(seat)).token
                if table.occupants[seat].computer is not None:
                    await self.tables.play.perform_computer_action(match_id, seat, token, table.match.seq)
                else:
                    user = table.occupants[seat].user_id
                    await self.tables.play.perform_action(match_id, user, token, None, seat=seat)
            except WaitingForAnswers:
                if able == [seat]:
                    return count
            except TableOver:
                # The match has ended because an opponent was absent.
                return count
        return MAX_MOVES_PER_VISIT

    async def pass_time(self) -> bool:
        """Advance the time until a clock is due, and handle that like the alarm.

        Return False if no clock is running.
        """
        due = await self.store.clocks.find_next_due_time()
        if due is None:
            return False
        self.world.now = max(self.world.now + 1, due)
        for found in await self.store.clocks.list_due_clocks(self.world.now):
            table = await self.tables.get(found.table_id)
            if table.status == TABLE_OVER:
                continue
            times = await self.tables.times.get_time_settings(found.row.user_id)
            if found.row.has_run_out(self.world.now, times) and not found.row.is_timeout_announced:
                await self.tables.clocks.record_timeout(found)
            else:
                await self.store.clocks.mark_announced(found, is_reminder_sent=True)
        return True

    async def settle(self) -> None:
        """Wait until the tournament's pending work is done."""
        await asyncio.sleep(0)
        await self.keeper.wait_until_idle()


def make_people(count: int) -> list[Person]:
    return [Person(1000 + number, f"P{number}") for number in range(1, count + 1)]
