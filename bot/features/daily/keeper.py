"""Keeps the days and the tries: each step is stored, then shown, and the rest is derived from the steps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from bot.computers.worker import NO_CHOICE, Job, Ranking
from bot.features.daily.attempts import Attempt, find_result
from bot.features.daily.days import deal, find_close
from bot.features.daily.errors import ComputerAway, DayIsOver, GameGone, NotBegun, Spent
from bot.model.days import number_day, pick_game
from bot.model.table import NOBODY
from bot.storage.daily import AttemptRow, Daily, DayRow
from games.core.errors import StaleAction
from games.core.match import ACT, Match, Row
from games.core.protocol import Game
from games.core.shapes import ViewLike
from games.core.solo import (
    BEST_LINE_ITERATIONS,
    BEST_LINE_MATCHES,
    ITERATIONS,
    LEVEL,
    PERSON,
    STRONG_ITERATIONS,
    STRONG_LEVEL,
    find_computer_to_act,
    list_decisions,
    make_seed,
    recall_view,
)
from games.players.marks import name_stretches

Think = Callable[[Job], Awaitable[Ranking]]
LONGEST_SECONDS = 60.0
"""A thought takes as long as its iterations do; a worker that takes longer than this has come to grief."""
STRETCHES = 10
"""So many signs a result has at most."""


class Keeper:
    """Deals each day, lets people try it, and has the computer answer."""

    def __init__(
        self,
        daily: Daily,
        games: Mapping[str, Game],
        now: Callable[[], int],
        think: Think,
        secrets: Callable[[], bytes],
        later: Think | None,
    ) -> None:
        """Take what is stored to, what tells the time, what thinks, and what draws a day's secret.

        :param later: thinks once nobody else waits for a thought; without it there is only the own one.
        """
        self._daily = daily
        self._games = games
        self._now = now
        self._think = think
        self._later = later
        self._secrets = secrets

    @property
    def today(self) -> int:
        """The number of the day."""
        return number_day(self._now())

    @property
    def lines(self) -> int:
        """How many matches the computer plays in a person's place, its own with them."""
        return 1 if self._later is None else BEST_LINE_MATCHES + 1

    async def open(self, day: int) -> DayRow:
        """Return a day that has come or is the next; its secret is drawn when it is first asked for.

        :raises GameGone: its game is hosted no longer.
        """
        found = await self._daily.find_day(day)
        if found is None:
            game = pick_game(tuple(self._games.values()), day)
            drawn = DayRow(day, game.key, game.version, game.daily, self._secrets())
            found = await self._daily.add_day(drawn)
        if found.game not in self._games or found.version not in self._games[found.game].rules:
            raise GameGone
        return found

    async def look_back(self, day: int) -> DayRow | None:
        """Return a day if it was dealt, and is still hosted."""
        return None if await self._daily.find_day(day) is None else await self.open(day)

    async def find(self, day: int, user_id: int) -> Attempt | None:
        """Return somebody's try as it stands; ``None`` where they have not begun."""
        row = await self._daily.find_try(day, user_id)
        if row is None:
            return None
        dealt = await self.open(day)
        rows = await self._daily.read_log(day, user_id)
        return Attempt(dealt, row, await asyncio.to_thread(lambda: deal(self._games, dealt).replay(rows)))

    async def get(self, day: int, user_id: int) -> Attempt:
        """Return somebody's try as it stands.

        :raises NotBegun: they have not begun.
        """
        found = await self.find(day, user_id)
        if found is None:
            raise NotBegun
        return found

    async def begin(self, day: int, user_id: int, name: str, server: int | None) -> Attempt:
        """Begin somebody's one try at today's reef, or return it as it stands.

        :raises DayIsOver: it's another day's, and they haven't begun it on its day or it's too late to go on.
        :raises Spent: they had it before they were erased.
        """
        self.require_open(day)
        if day != self.today:
            begun = await self.find(day, user_id)
            if begun is None:
                raise DayIsOver
            return begun
        await self.open(day)
        if not await self._daily.begin(day, user_id, name, server):
            raise Spent
        return await self.get(day, user_id)

    async def act(self, day: int, user_id: int, seq: int, token: str) -> Attempt:
        """Do and store a move of a person; the same one again is done already.

        :raises StaleAction: the try has gone on since the move was offered.
        :raises RuleError: the rules refuse it.
        :raises DayIsOver: it's too late to go on with that day.
        """
        self.require_open(day)
        attempt = await self.get(day, user_id)
        row = Row(ACT, PERSON, token)
        if attempt.match.rows[seq : seq + 1] == (row,):
            return attempt
        match = await asyncio.to_thread(attempt.match.act, PERSON, token, seq)
        return await self._store(attempt, match)

    async def undo(self, day: int, user_id: int, seq: int) -> Attempt:
        """Take a person's last step back, where nothing has come of it.

        :raises StaleAction: the try has gone on since that was offered.
        :raises NothingToUndo: something has come of it.
        """
        self.require_open(day)
        attempt = await self.get(day, user_id)
        if attempt.match.seq != seq:
            raise StaleAction
        ply = attempt.match.find_undo_ply(PERSON)
        return await self._store(attempt, attempt.match.undo(PERSON, ply))

    async def advance(self, attempt: Attempt) -> Attempt:
        """Let the computer act until it is for the person to, and note the result at the end.

        :raises ComputerAway: it cannot think; what is stored goes on another time.
        """
        while (seat := find_computer_to_act(attempt.match)) is not None:
            attempt = await self._let_act(attempt, seat, LEVEL, ITERATIONS)
        return await self._finish(attempt)

    async def catch_up(self, user_id: int) -> None:
        """Note the end of somebody's try whose day was over before that was done: it counts."""
        day = await self._daily.find_open(user_id, self.today)
        with suppress(ComputerAway, GameGone):
            attempt = None if day is None else await self.find(day, user_id)
            # After a while the moves are dropped.
            if attempt is not None and attempt.match.rows:
                await self.advance(attempt)

    async def play_through(self, day: int, going_on: Callable[[], bool], line: int = 0) -> Attempt | None:
        """Have the computer play a day in a person's place; ``None`` where it was to stop before the end.

        :param line: the number of a match that is played to find the best line; 0 is the computer's own.
        """
        await self.open(day)
        user_id = _name_line(line)
        await self._daily.begin(day, user_id, "", None)
        attempt = await self.get(day, user_id)
        while attempt.match.outcome is None:
            if not going_on():
                return None
            seat = find_computer_to_act(attempt.match)
            if seat is not None:
                attempt = await self._let_act(attempt, seat, LEVEL, ITERATIONS)
            elif line:
                attempt = await self._let_act(
                    attempt, PERSON, STRONG_LEVEL, BEST_LINE_ITERATIONS, f"line {line}"
                )
            else:
                attempt = await self._let_act(attempt, PERSON, STRONG_LEVEL, STRONG_ITERATIONS)
        if not line:
            return await self._finish(attempt)
        await self._daily.end(find_result(attempt))
        return await self.get(day, user_id)

    async def count_lines(self, day: int) -> int:
        """Return how many of a day's lines have come to their end, the computer's own first."""
        done = 0
        for line in range(self.lines):
            row = await self._daily.find_try(day, _name_line(line))
            if row is None or row.place is None:
                break
            done += 1
        return done

    async def find_best(self, day: int) -> Attempt | None:
        """Return the match of a day that ended best of the computer's; ``None`` before all have ended."""
        if await self.count_lines(day) < self.lines:
            return None
        rows = [await self._daily.find_try(day, _name_line(line)) for line in range(self.lines)]
        ended = [row for row in rows if row is not None and row.place is not None]
        return await self.get(day, min(ended, key=_rank).user_id)

    def is_over(self, day: int) -> bool:
        """Return whether nobody may play a day any more, so that all of it can be shown."""
        return self._now() >= find_close(day)

    def require_open(self, day: int) -> None:
        """Let a day pass whose tries can go on.

        :raises DayIsOver: it is another one.
        """
        if day > self.today or self.is_over(day):
            raise DayIsOver

    async def find_unfinished(self, user_id: int) -> Attempt | None:
        """Return somebody's try at yesterday's reef while they can still finish it."""
        day = self.today - 1
        if self.is_over(day):
            return None
        with suppress(GameGone):
            attempt = await self.find(day, user_id)
            if attempt is not None and attempt.match.outcome is None:
                return attempt
        return None

    async def _let_act(
        self, attempt: Attempt, seat: int, level: str, iterations: int, use: str = ""
    ) -> Attempt:
        """Store the move that a computer player makes.

        :param use: what it thinks with the chance of, where that is not the match's own.
        """
        match = attempt.match
        job = _make_job(match, recall_view(match, seat), seat, match.ply, use or f"thought:{seat}")
        think = self._later if attempt.row.user_id < NOBODY else None
        token = (await self._ask(replace(job, level=level, iterations=iterations), think))[0][0]
        row = Row(ACT, seat, token)
        try:
            return await self._store(attempt, await asyncio.to_thread(match.play, row))
        except StaleAction:
            # Another press has let the computer act meanwhile: it thinks the same.
            return await self.get(attempt.day.day, attempt.row.user_id)

    async def _store(self, attempt: Attempt, match: Match) -> Attempt:
        """Store the newest row of a match.

        :raises StaleAction: another one was stored before it.
        """
        day, user_id, seq = attempt.day.day, attempt.row.user_id, match.seq - 1
        if not await self._daily.append(day, user_id, seq, match.rows[-1]):
            stored = await self._daily.read_log(day, user_id)
            if stored[seq : seq + 1] != match.rows[-1:]:
                raise StaleAction
            return await self.get(day, user_id)
        return replace(attempt, match=match)

    async def _finish(self, attempt: Attempt) -> Attempt:
        """Note how a try has ended, once."""
        if attempt.match.outcome is None or attempt.row.place is not None:
            return attempt
        marks = "".join(mark[0] for mark in await self._judge(attempt.match))
        await self._daily.end(replace(find_result(attempt), marks=marks))
        return await self.get(attempt.day.day, attempt.row.user_id)

    async def _judge(self, match: Match) -> tuple[str, ...]:
        """Return marks of the person's moves."""
        losses = []
        for position, ply, token in await asyncio.to_thread(list_decisions, match):
            job = _make_job(match, position, PERSON, ply, "judgement")
            ((_, lost),) = await self._ask(replace(job, iterations=ITERATIONS, played=token))
            if lost != NO_CHOICE:
                losses.append(lost)
        return name_stretches(losses, STRETCHES)

    async def _ask(self, job: Job, think: Think | None = None) -> Ranking:
        """Return a worker's answer.

        :raises ComputerAway: there is none.
        """
        found = await (think or self._think)(job)
        if not found:
            raise ComputerAway
        return found


def _name_line(line: int) -> int:
    """Return what a line is stored by in the place of a person: the computer is nobody, the others less."""
    return NOBODY - line


def _rank(row: AttemptRow) -> tuple[int, int, int]:
    """Return what is least for the best end; of equal ones that of the line with the lowest number."""
    return row.place or 0, (row.other or 0) - (row.own or 0), -row.user_id


def _make_job(match: Match, position: ViewLike, seat: int, ply: int, use: str) -> Job:
    seed = make_seed(match, ply, use)
    return Job(match.game.key, match.rules.version, position, seat, LEVEL, seed, ply, LONGEST_SECONDS)
