"""Results of matches, and the ratings computed from results.

Results and ratings can be recomputed. A result is computed from its match's log. A game's ratings are
computed by going through its results in the order in which the matches ended. If a result changes, its match
and all later ones must be rated again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from bot.model.hours import DAY
from bot.model.table import NO_USER_ID
from bot.storage.engine.database import Database, Statement, Transaction
from games.core.values import value_class

OPT_OUT_KEY, OPTED_OUT_VALUE = "standing", "out"
"""Key and value of the preference of people who opted out of ratings and leaderboards."""
DAILY_LIMIT_REACHED = "often"
"""Reason why a match isn't rated: two of its people had reached :data:`MAX_RATED_PER_DAY` on that day."""
MAX_RATED_PER_DAY = 3
"""Maximum number of rated matches of a game between two people on a UTC day."""
HAS_OPTED_OUT_SQL = "EXISTS (SELECT 1 FROM preferences p WHERE p.user_id = s.user_id AND p.key = 'standing')"
"""SQL for whether the person on seat ``s`` opted out of ratings and leaderboards."""


class Strength(NamedTuple):
    """A player's rating in a game."""

    mu: float
    """Estimated skill."""
    sigma: float
    """Uncertainty of the estimate."""


class BestMoment(NamedTuple):
    """The best move of a match."""

    ply: int
    """Number of the step in which it was played."""
    seat: int
    """The seat that played it."""


class RecordValue(NamedTuple):
    """A value that a seat reached in a match, and that may be a server's record."""

    seat: int
    record: str
    """Name of the record."""
    value: int


@value_class
class ResultSeat:
    """The result of a seat, and the player credited with it."""

    seat: int
    user_id: int
    """ID of the user; :data:`~bot.model.table.NO_USER_ID` for a computer or an erased user."""
    name: str
    computer: str | None
    """Level of a computer; ``None`` for a person."""
    place: int
    """The player's place, counted from 1."""
    is_draw: bool


@value_class
class RatedResult:
    """The result of a finished match."""

    match_id: int
    game: str
    guild_id: int | None
    channel_id: int
    ended_at: int
    turn_count: int
    ending: str
    """Way in which the match ended (:mod:`games.core.outcome`)."""
    unrated_reason: str
    """Name of the reason why the match isn't rated; empty if it is rated."""
    seats: tuple[ResultSeat, ...]
    best_moment: BestMoment | None = None
    record_values: tuple[RecordValue, ...] = ()

    @property
    def is_rated(self) -> bool:
        return not self.unrated_reason


FindFixedStrength = Callable[[str, str], Strength]
"""Function that returns the fixed strength of a game's computer players of a level."""
RateMatch = Callable[[Sequence[Strength], Sequence[int]], Sequence[Strength]]
"""Function that computes the seats' strengths after a match from their earlier strengths and their places."""

_INSERT_RESULT_SQL = (
    "INSERT INTO results (match_id, game, guild_id, channel_id, ended_at, turns, ending, counts, why, moment,"
    " moment_seat) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_SEAT_SQL = (
    "INSERT INTO result_seats (match_id, seat, user_id, name, computer, place, drawn, game, guild_id,"
    " ended_at, counts, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_RECORD_VALUE_SQL = "INSERT INTO feats (match_id, seat, record, value) VALUES (?, ?, ?, ?)"
_LIST_MISSING_RESULTS_SQL = (
    "SELECT m.id FROM matches m LEFT JOIN results r ON r.match_id = m.id"
    " WHERE m.status = 'over' AND m.version IS NOT NULL AND r.match_id IS NULL ORDER BY m.ended_at, m.id"
)
_FIND_FIRST_UNRATED_SQL = (
    "SELECT ended_at, match_id FROM result_seats WHERE game = ? AND folded = 0"
    " ORDER BY ended_at, match_id LIMIT 1"
)
_UNRATE_FROM_SQL = (
    "UPDATE result_seats SET folded = 0 WHERE game = ?1 AND folded = 1 AND counts = 1"
    " AND (ended_at > ?2 OR (ended_at = ?2 AND match_id >= ?3))"
)
_LIST_DAY_RESULTS_SQL = (
    "SELECT r.ended_at, r.match_id, r.counts, s.user_id, s.computer FROM results r"
    " JOIN result_seats s ON s.match_id = r.match_id"
    " WHERE r.game = ? AND r.ended_at >= ? AND r.ended_at < ? AND (r.why = '' OR r.why = ?)"
    " ORDER BY r.ended_at, r.match_id, s.seat"
)
_LIST_NEXT_RESULTS_SQL = (
    "SELECT s.match_id, s.seat, s.user_id, s.computer, s.place FROM result_seats s"
    " WHERE s.match_id IN (SELECT match_id FROM (SELECT DISTINCT ended_at, match_id FROM result_seats"
    " WHERE game = ?1 AND folded = 0 ORDER BY ended_at, match_id LIMIT ?2) AS coming)"
    " ORDER BY s.ended_at, s.match_id, s.seat"
)
_FIND_LATEST_STRENGTH_SQL = (
    "SELECT mu, sigma, rated FROM result_seats WHERE user_id = ? AND game = ? AND folded = 1"
    " AND mu IS NOT NULL ORDER BY ended_at DESC, match_id DESC LIMIT 1"
)
_STORE_RATING_SQL = (
    "UPDATE result_seats SET folded = 1, mu = ?, sigma = ?, rated = ? WHERE match_id = ? AND seat = ?"
)


class Ratings:
    """Stores results and ratings. While one of its methods writes, nothing else may write."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def list_match_ids_without_result(self, games: Iterable[str]) -> list[int]:
        """Return the IDs of finished matches of ``games`` without a stored result, earliest end first."""
        known = tuple(games)
        marks = ", ".join("?" for _ in known)
        sql = _LIST_MISSING_RESULTS_SQL.replace(" ORDER BY", f" AND m.game IN ({marks}) ORDER BY")
        return [int(row[0]) for row in await self._db.fetch_rows(sql, known)]

    async def add_missing_results(self, results: Sequence[RatedResult]) -> int:
        """Store those ``results`` that are not stored yet, and return their number.

        The daily limit is applied to all matches of a day together, so the order of storing doesn't matter.
        """

        async def add_results(transaction: Transaction) -> int:
            new, days = 0, set[tuple[str, int]]()
            for result in results:
                known = "SELECT 1 FROM results WHERE match_id = ?"
                if await transaction.fetch_row(known, (result.match_id,)) is not None:
                    continue
                await _insert_result(transaction, result)
                new += 1
                if result.is_rated:
                    days.add((result.game, result.ended_at // DAY))
            for game, day in sorted(days):
                await _apply_daily_limit(transaction, game, day)
            return new

        return await self._db.write(add_results, is_exclusive=True)

    async def list_games_to_update(self) -> list[str]:
        """Return the keys of the games whose ratings don't include all results yet."""
        rows = await self._db.fetch_rows(
            "SELECT DISTINCT game FROM result_seats WHERE folded = 0 ORDER BY game"
        )
        return [str(row[0]) for row in rows]

    async def update_ratings(
        self,
        game: str,
        rate_match: RateMatch,
        initial_strength: Strength,
        find_fixed_strength: FindFixedStrength,
        limit: int,
    ) -> bool:
        """Update a game's ratings with up to ``limit`` results. Return ``False`` if they include all already.

        :param rate_match: computes the strengths after a match.
        :param initial_strength: the strength of a person without a rating.
        :param find_fixed_strength: returns the strength of a computer player.
        """

        async def rate_next_results(transaction: Transaction) -> bool:
            first = await transaction.fetch_row(_FIND_FIRST_UNRATED_SQL, (game,))
            if first is None:
                return False
            await transaction.run(_UNRATE_FROM_SQL, (game, *first))
            rows = await transaction.fetch_rows(_LIST_NEXT_RESULTS_SQL, (game, limit))
            await _ResultRater(game, rate_match, initial_strength, find_fixed_strength).rate_results(
                transaction, rows
            )
            return True

        return await self._db.write(rate_next_results, is_exclusive=True)

    async def delete_results_and_ratings(self) -> None:
        """Delete the results and ratings of all games, which can be computed again from the matches."""

        async def delete_all_rows(transaction: Transaction) -> None:
            for table in ("feats", "result_seats", "results"):
                await transaction.run(f"DELETE FROM {table}")

        await self._db.write(delete_all_rows, is_exclusive=True)

    async def has_opted_out(self, user_id: int) -> bool:
        """Return whether a person opted out of ratings and leaderboards."""
        sql = "SELECT 1 FROM preferences WHERE user_id = ? AND key = ?"
        return await self._db.fetch_row(sql, (user_id, OPT_OUT_KEY)) is not None

    async def set_opted_out(self, user_id: int, *, has_opted_out: bool) -> None:
        """Store whether a person opted out of ratings and leaderboards, including for past matches."""

        async def store_choice(transaction: Transaction) -> None:
            await transaction.run(
                "DELETE FROM preferences WHERE user_id = ? AND key = ?", (user_id, OPT_OUT_KEY)
            )
            if has_opted_out:
                await transaction.run(
                    "INSERT INTO preferences (user_id, key, value) VALUES (?, ?, ?)",
                    (user_id, OPT_OUT_KEY, OPTED_OUT_VALUE),
                )
            await transaction.run(
                "UPDATE result_seats SET folded = 0 WHERE user_id = ? AND counts = 1", (user_id,)
            )

        await self._db.write(store_choice, is_exclusive=True)

    async def list_ratings(self) -> list[tuple[Any, ...]]:
        """Return every seat's rating after each match, so that two computations can be compared."""
        return await self._db.fetch_rows(
            "SELECT match_id, seat, mu, sigma, rated FROM result_seats WHERE mu IS NOT NULL"
            " ORDER BY match_id, seat"
        )


async def _insert_result(transaction: Transaction, result: RatedResult) -> None:
    best_moment = result.best_moment
    values = (result.match_id, result.game, result.guild_id, result.channel_id, result.ended_at)
    more = (result.turn_count, result.ending, int(result.is_rated), result.unrated_reason)
    await transaction.run(_INSERT_RESULT_SQL, (*values, *more, *(best_moment or (None, None))))
    changes: list[Statement] = [
        (
            _INSERT_SEAT_SQL,
            (
                result.match_id,
                one.seat,
                one.user_id,
                one.name,
                one.computer,
                one.place,
                int(one.is_draw),
                result.game,
                result.guild_id,
                result.ended_at,
                int(result.is_rated),
                int(not result.is_rated),
            ),
        )
        for one in result.seats
    ]
    changes += [(_INSERT_RECORD_VALUE_SQL, (result.match_id, *feat)) for feat in result.record_values]
    await transaction.run_all(*changes)


async def _apply_daily_limit(transaction: Transaction, game: str, day: int) -> None:
    """Decide which matches of a game are rated on a UTC day, and delete ratings that no longer count.

    A match isn't rated if two of its people have already played :data:`MAX_RATED_PER_DAY` rated matches
    together on that day.
    """
    matches: dict[tuple[int, int], tuple[bool, list[int]]] = {}
    for ended_at, match_id, counts, user, computer in await transaction.fetch_rows(
        _LIST_DAY_RESULTS_SQL, (game, day * DAY, (day + 1) * DAY, DAILY_LIMIT_REACHED)
    ):
        people = matches.setdefault((int(ended_at), int(match_id)), (bool(counts), []))[1]
        # Count all erased people as one, so that nobody can avoid the limit by erasing their data.
        if computer is None:
            people.append(int(user))
    played = Counter[tuple[int, int]]()
    for (_, match_id), (counted, people) in matches.items():
        pairs = list(combinations(sorted(people), 2))
        counts = all(played[pair] < MAX_RATED_PER_DAY for pair in pairs)
        if counts:
            played.update(pairs)
        if counts == counted:
            continue
        await transaction.run(
            "UPDATE results SET counts = ?, why = ? WHERE match_id = ?",
            (int(counts), "" if counts else DAILY_LIMIT_REACHED, match_id),
        )
        await transaction.run(
            "UPDATE result_seats SET counts = ?, folded = ?, mu = NULL, sigma = NULL, rated = NULL"
            " WHERE match_id = ?",
            (int(counts), int(not counts), match_id),
        )


class _ResultRater:
    """Rates a game's matches in order, each with the strengths that result from the previous match."""

    def __init__(
        self,
        game: str,
        rate_match: RateMatch,
        initial_strength: Strength,
        find_fixed_strength: FindFixedStrength,
    ) -> None:
        self._game = game
        self._rate = rate_match
        self._start = initial_strength
        self._fixed = find_fixed_strength
        self._known: dict[int, tuple[Strength, int]] = {}
        self._opted_out: dict[int, bool] = {}

    async def rate_results(self, transaction: Transaction, rows: Sequence[tuple[Any, ...]]) -> None:
        """Rate the results and store the new ratings.

        :param rows: a tuple (match, seat, user, computer, place) for each seat, grouped by match.
        """
        folded: list[tuple[Any, ...]] = []
        matches: dict[int, list[tuple[Any, ...]]] = {}
        for row in rows:
            matches.setdefault(row[0], []).append(row)
        for match_id, seats in matches.items():
            before = [
                await self._find_strength(transaction, user, computer) for _, _, user, computer, _ in seats
            ]
            after = self._rate([strength for strength, _ in before], [row[4] for row in seats])
            for (_, seat, user, _, _), (_, count), rating in zip(seats, before, after, strict=True):
                if count < 0:
                    folded.append((None, None, None, match_id, seat))
                else:
                    self._known[user] = (rating, count + 1)
                    folded.append((rating.mu, rating.sigma, count + 1, match_id, seat))
        await transaction.run_each(_STORE_RATING_SQL, folded)

    async def _find_strength(
        self, transaction: Transaction, user_id: int, computer: str | None
    ) -> tuple[Strength, int]:
        """Return a player's strength and number of rated matches, which is -1 if they get no rating."""
        if computer is not None:
            return self._fixed(self._game, computer), -1
        if user_id == NO_USER_ID or await self._has_opted_out(transaction, user_id):
            return self._start, -1
        if user_id not in self._known:
            row = await transaction.fetch_row(_FIND_LATEST_STRENGTH_SQL, (user_id, self._game))
            self._known[user_id] = (
                (self._start, 0) if row is None else (Strength(row[0], row[1]), int(row[2]))
            )
        return self._known[user_id]

    async def _has_opted_out(self, transaction: Transaction, user_id: int) -> bool:
        if user_id not in self._opted_out:
            sql = "SELECT 1 FROM preferences WHERE user_id = ? AND key = ?"
            self._opted_out[user_id] = await transaction.fetch_row(sql, (user_id, OPT_OUT_KEY)) is not None
        return self._opted_out[user_id]
