"""Deals the daily challenges. Moves of players and computers are stored before they are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from bot.computers.worker import NO_CHOICE, Job, Ranking
from bot.features.daily.attempts import Attempt, make_result_row
from bot.features.daily.days import deal_match, find_day_close
from bot.features.daily.errors import (
    AttemptNotBegun,
    AttemptUsed,
    ComputerUnavailable,
    DayNotPlayable,
    GameNotHosted,
)
from bot.model.days import find_day_number, pick_daily_game
from bot.model.table import NO_USER_ID
from bot.storage.daily import AttemptRow, DailyChallenges, DayRow
from games.core.errors import StaleAction
from games.core.match import ACT_KIND, LoggedRow, Match
from games.core.protocol import Game
from games.core.shapes import ViewLike
from games.core.solo import (
    BEST_LINE_ITERATIONS,
    BEST_LINE_MATCHES,
    COMPUTER_ITERATIONS,
    COMPUTER_LEVEL,
    PERSON_SEAT,
    STRONG_ITERATIONS,
    STRONG_LEVEL,
    find_computer_to_act,
    list_decisions,
    make_seed,
    recall_view,
)
from games.players.marks import choose_section_marks

ThinkFunction = Callable[[Job], Awaitable[Ranking]]
THINKING_TIMEOUT_SECONDS = 60.0
"""Seconds after which a worker counts as stuck. The number of iterations limits normal thinking."""
MAX_MARKS = 10
"""Maximum number of marks in a result.

If there were more moves, consecutive moves share a mark, which rates the costliest of them.
"""


class DailyService:
    """Deals the daily challenge, stores the moves of attempts, and plays the computer's moves."""

    def __init__(
        self,
        daily: DailyChallenges,
        games: Mapping[str, Game],
        now: Callable[[], int],
        think: ThinkFunction,
        draw_secret: Callable[[], bytes],
        think_idly: ThinkFunction | None,
    ) -> None:
        """Create the service. A day is dealt when somebody first opens it.

        :param draw_secret: returns a random secret for a day.
        :param think_idly: thinks at low priority; ``None`` for no search for the best line.
        """
        self._daily = daily
        self._games = games
        self._now = now
        self._think = think
        self._think_idly = think_idly
        self._draw_secret = draw_secret

    @property
    def today(self) -> int:
        return find_day_number(self._now())

    @property
    def line_count(self) -> int:
        """Number of matches that the computer plays in the player's seat to find a day's best line."""
        return 1 if self._think_idly is None else BEST_LINE_MATCHES + 1

    async def open_day(self, day: int) -> DayRow:
        """Return a day's game, options and secret. The first call for a day chooses them.

        :raises GameNotHosted: the day's game, or this version of its rules, is no longer hosted.
        """
        stored_day = await self._daily.find_day(day)
        if stored_day is None:
            game = pick_daily_game(tuple(self._games.values()), day)
            drawn = DayRow(day, game.key, game.version, game.daily_options, self._draw_secret())
            stored_day = await self._daily.add_day(drawn)
        if stored_day.game not in self._games or stored_day.version not in self._games[stored_day.game].rules:
            raise GameNotHosted
        return stored_day

    async def find_dealt_day(self, day: int) -> DayRow | None:
        """Return a day; ``None`` if its secret was never drawn.

        :raises GameNotHosted: the day's game, or this version of its rules, is no longer hosted.
        """
        return None if await self._daily.find_day(day) is None else await self.open_day(day)

    async def find_attempt(self, day: int, user_id: int) -> Attempt | None:
        """Return a player's attempt at a day, if they have begun one.

        The match of an old attempt is at its start, because its moves have been deleted.

        :raises GameNotHosted: the day's game, or this version of its rules, is no longer hosted.
        """
        row = await self._daily.find_attempt(day, user_id)
        if row is None:
            return None
        dealt = await self.open_day(day)
        rows = await self._daily.read_log(day, user_id)
        return Attempt(
            dealt, row, await asyncio.to_thread(lambda: deal_match(self._games, dealt).replay(rows))
        )

    async def get_attempt(self, day: int, user_id: int) -> Attempt:
        """Return a player's attempt.

        :raises AttemptNotBegun: the player hasn't begun.
        """
        attempt = await self.find_attempt(day, user_id)
        if attempt is None:
            raise AttemptNotBegun
        return attempt

    async def begin_attempt(self, day: int, user_id: int, name: str, server: int | None) -> Attempt:
        """Begin a player's only attempt at a day, or return it if they have begun already.

        :raises DayNotPlayable: the attempt can no longer be begun or continued.
        :raises AttemptUsed: the player used their attempt before their data was erased.
        """
        self.require_day_playable(day)
        if day != self.today:
            begun = await self.find_attempt(day, user_id)
            if begun is None:
                raise DayNotPlayable
            return begun
        await self.open_day(day)
        if not await self._daily.begin_attempt(day, user_id, name, server):
            raise AttemptUsed
        return await self.get_attempt(day, user_id)

    async def make_move(self, day: int, user_id: int, seq: int, token: str) -> Attempt:
        """Make and store a player's move, unless the same move was stored before.

        :raises StaleAction: an action has changed the position since the move was offered.
        :raises RuleError: the move is illegal.
        :raises DayNotPlayable: it's too late to play that day.
        """
        self.require_day_playable(day)
        attempt = await self.get_attempt(day, user_id)
        row = LoggedRow(ACT_KIND, PERSON_SEAT, token)
        if attempt.match.rows[seq : seq + 1] == (row,):
            return attempt
        after = await asyncio.to_thread(attempt.match.act_until_asked, PERSON_SEAT, token, seq)
        return await self._store_new_rows(attempt, after)

    async def undo_step(self, day: int, user_id: int, seq: int) -> Attempt:
        """Undo the newest step of a match.

        :raises StaleAction: an action has changed the position since the undo was offered.
        :raises NothingToUndo: the player may not undo the step, for example because it revealed a card.
        :raises DayNotPlayable: it's too late to play that day.
        """
        self.require_day_playable(day)
        attempt = await self.get_attempt(day, user_id)
        if attempt.match.seq != seq:
            raise StaleAction
        ply = attempt.match.find_undo_ply(PERSON_SEAT)
        return await self._store_new_rows(attempt, attempt.match.undo(PERSON_SEAT, ply))

    async def play_computer_moves(self, attempt: Attempt) -> Attempt:
        """Play the computer's moves until it is the player's turn, and store the result at the end.

        :raises ComputerUnavailable: the computer can't think. A later call continues with the stored moves.
        :raises AttemptNotBegun: the player's data has been erased in the meantime.
        """
        while (seat := find_computer_to_act(attempt.match)) is not None:
            attempt = await self._play_computer_move(attempt, seat, COMPUTER_LEVEL, COMPUTER_ITERATIONS)
        return await self._store_result(attempt)

    async def complete_interrupted_press(self, user_id: int) -> None:
        """Make the computer's remaining moves in a player's newest unfinished attempt before today.

        If the match ends, its result is stored. Failures are ignored: the computer can't think, or the
        player's data was erased.
        """
        day = await self._daily.find_unfinished_day(user_id, self.today)
        with suppress(ComputerUnavailable, GameNotHosted, AttemptNotBegun):
            attempt = None if day is None else await self.find_attempt(day, user_id)
            # Old attempts can't be continued, because their moves have been deleted.
            if attempt is not None and attempt.match.rows:
                await self.play_computer_moves(attempt)

    async def play_line(self, day: int, may_continue: Callable[[], bool], line: int = 0) -> Attempt | None:
        """Play a day's deal with a computer in the player's seat, until ``may_continue`` returns ``False``.

        :param line: 0 for the computer's normal match, otherwise the number of a match that searches for the
            best line.
        :returns: the attempt; ``None`` if it wasn't finished.
        """
        await self.open_day(day)
        user_id = _make_line_user_id(line)
        await self._daily.begin_attempt(day, user_id, "", None)
        attempt = await self.get_attempt(day, user_id)
        while attempt.match.outcome is None:
            if not may_continue():
                return None
            seat = find_computer_to_act(attempt.match)
            if seat is not None:
                attempt = await self._play_computer_move(attempt, seat, COMPUTER_LEVEL, COMPUTER_ITERATIONS)
            elif line:
                attempt = await self._play_computer_move(
                    attempt, PERSON_SEAT, STRONG_LEVEL, BEST_LINE_ITERATIONS, f"line {line}"
                )
            else:
                attempt = await self._play_computer_move(
                    attempt, PERSON_SEAT, STRONG_LEVEL, STRONG_ITERATIONS
                )
        if not line:
            return await self._store_result(attempt)
        await self._daily.record_end(make_result_row(attempt))
        return await self.get_attempt(day, user_id)

    async def count_finished_lines(self, day: int) -> int:
        """Return the number of the computer's finished matches before the first unfinished one."""
        finished_count = 0
        for line in range(self.line_count):
            row = await self._daily.find_attempt(day, _make_line_user_id(line))
            if row is None or row.result is None:
                break
            finished_count += 1
        return finished_count

    async def find_best_line(self, day: int) -> Attempt | None:
        """Return the computer's best match in the player's seat, once all its matches have ended."""
        if await self.count_finished_lines(day) < self.line_count:
            return None
        rows = [
            await self._daily.find_attempt(day, _make_line_user_id(line)) for line in range(self.line_count)
        ]
        ended = [row for row in rows if row is not None and row.result is not None]
        return await self.get_attempt(day, min(ended, key=_make_rank_key).user_id)

    def is_over(self, day: int) -> bool:
        """Return whether a day is closed, so that its deal may be shown."""
        return self._now() >= find_day_close(day)

    def require_day_playable(self, day: int) -> None:
        """Require that a day can be played now.

        :raises DayNotPlayable: the day is closed or hasn't begun.
        """
        if day > self.today or self.is_over(day):
            raise DayNotPlayable

    async def find_unfinished_attempt(self, user_id: int) -> Attempt | None:
        """Return a player's unfinished attempt at yesterday's challenge, if it can still be finished."""
        day = self.today - 1
        if self.is_over(day):
            return None
        with suppress(GameNotHosted):
            attempt = await self.find_attempt(day, user_id)
            if attempt is not None and attempt.match.outcome is None:
                return attempt
        return None

    async def _play_computer_move(
        self, attempt: Attempt, seat: int, level: str, iterations: int, seed_purpose: str = ""
    ) -> Attempt:
        """Make and store a computer player's move.

        :param seed_purpose: text to derive the random seed from; empty for one that depends on the seat.
        :raises ComputerUnavailable: the computer can't think.
        :raises AttemptNotBegun: the player's data has been erased in the meantime.
        """
        match = attempt.match
        job = _make_job(match, recall_view(match, seat), seat, match.ply, seed_purpose or f"thought:{seat}")
        think = self._think_idly if attempt.row.user_id < NO_USER_ID else None
        token = (await self._rank_moves(replace(job, level=level, iterations=iterations), think))[0][0]
        row = LoggedRow(ACT_KIND, seat, token)
        try:
            return await self._store_new_rows(attempt, await asyncio.to_thread(match.play_row, row))
        except StaleAction:
            # Another move was stored first, for example because the player pressed two buttons at once.
            return await self.get_attempt(attempt.day.day, attempt.row.user_id)

    async def _store_new_rows(self, attempt: Attempt, match: Match) -> Attempt:
        """Store the log rows that ``match`` has added to those of the attempt.

        :raises StaleAction: other rows were stored first, or the attempt was erased.
        """
        day, user_id, seq = attempt.day.day, attempt.row.user_id, attempt.match.seq
        if not await self._daily.append_rows(day, user_id, seq, match.rows[seq:]):
            stored = await self._daily.read_log(day, user_id)
            if stored[seq : match.seq] != match.rows[seq:]:
                raise StaleAction
            return await self.get_attempt(day, user_id)
        return replace(attempt, match=match)

    async def _store_result(self, attempt: Attempt) -> Attempt:
        if attempt.match.outcome is None or attempt.row.result is not None:
            return attempt
        marks = "".join(mark[0] for mark in await self._rate_moves(attempt.match))
        await self._daily.record_end(replace(make_result_row(attempt), marks=marks))
        return await self.get_attempt(attempt.day.day, attempt.row.user_id)

    async def _rate_moves(self, match: Match) -> tuple[str, ...]:
        """Return the marks that rate the player's moves, such as "good", from the first move to the last.

        Consecutive moves share a mark if there are more than :data:`MAX_MARKS`.
        """
        losses = []
        for position, ply, token in await asyncio.to_thread(list_decisions, match):
            job = _make_job(match, position, PERSON_SEAT, ply, "judgement")
            ((_, lost),) = await self._rank_moves(
                replace(job, iterations=COMPUTER_ITERATIONS, judged_token=token)
            )
            if lost != NO_CHOICE:
                losses.append(lost)
        return choose_section_marks(losses, MAX_MARKS)

    async def _rank_moves(self, job: Job, think: ThinkFunction | None = None) -> Ranking:
        """Return a worker's ranking of the moves, best first.

        :raises ComputerUnavailable: no worker answers.
        """
        ranking = await (think or self._think)(job)
        if not ranking:
            raise ComputerUnavailable
        return ranking


def _make_line_user_id(line: int) -> int:
    """Return the pseudo user ID, at most ``NO_USER_ID``, under which a match of the computer is stored."""
    return NO_USER_ID - line


def _make_rank_key(row: AttemptRow) -> tuple[int, int, int]:
    """Return the sort key of a computer's match: wins first, then larger leads, then earlier matches."""
    return row.result or 0, (row.opponent_points or 0) - (row.points or 0), -row.user_id


def _make_job(match: Match, position: ViewLike, seat: int, ply: int, seed_purpose: str) -> Job:
    """Return the job to choose a move, with a random seed derived from ``seed_purpose``."""
    seed = make_seed(match, ply, seed_purpose)
    return Job(
        match.game.key,
        match.rules.version,
        position,
        seat,
        COMPUTER_LEVEL,
        seed,
        ply,
        THINKING_TIMEOUT_SECONDS,
    )
