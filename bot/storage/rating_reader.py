"""Reads leaderboards, profiles and match histories from results and ratings.

People who opted out or were erased appear on no leaderboard and hold no record. Profiles and histories can
cover all servers (:data:`ALL_SERVERS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.storage.engine.database import Database
from bot.storage.ratings import HAS_OPTED_OUT_SQL, BestMoment, Strength
from games.core.values import value_class

ALL_SERVERS = 0
"""Value that means all servers instead of a server's ID."""


class RatedPeriod(NamedTuple):
    """A period in epoch seconds, from ``begin`` up to but not including ``end``."""

    begin: int
    end: int


class LeaderboardRow(NamedTuple):
    """A person on the leaderboard of a period."""

    user_id: int
    name: str
    mu: float
    """Estimated skill at the end of the period."""
    rated_match_count: int
    """Number of matches on which the estimate is based."""
    match_count: int
    """Number of the person's rated matches in the server and the period."""
    won_match_count: int
    """Number of those matches that the person won."""


class RecordHolder(NamedTuple):
    """The person who holds a record."""

    user_id: int
    name: str
    value: int
    match_id: int
    ended_at: int
    """Epoch second at which the match ended."""


class GameTotals(NamedTuple):
    """How many rated matches of a game a person has played, won and drawn."""

    game: str
    match_count: int
    won_match_count: int
    drawn_match_count: int


class PlayerRating(NamedTuple):
    """A person's rating in a game."""

    strength: Strength
    match_count: int
    """Number of matches on which the rating is based."""


class DuelCounts(NamedTuple):
    """How many rated matches between two people went to each of them, and how many to neither."""

    won_match_count: int
    """How often the first person was placed better."""
    lost_match_count: int
    """How often the first person was placed worse."""
    drawn_match_count: int
    """How often both were placed equally."""


class PastSeat(NamedTuple):
    """A seat of a finished match, with its player's place."""

    seat: int
    user_id: int
    name: str
    computer: str | None
    """Level of a computer; ``None`` for a person."""
    place: int
    """The player's place, counted from 1."""
    is_draw: bool
    has_opted_out: bool
    """Whether the player opted out of ratings."""


@value_class
class PastMatch:
    """A finished match in a history."""

    match_id: int
    game: str
    guild_id: int | None
    channel_id: int
    ended_at: int
    turn_count: int
    ending: str
    """Way in which the match ended (:mod:`games.core.outcome`)."""
    unrated_reason: str
    """Name of the reason why the match wasn't rated; empty if it was rated."""
    seats: tuple[PastSeat, ...]
    """The seats, best place first."""


_LIST_LEADERBOARD_SQL = f"""
WITH here AS (
    SELECT s.user_id, count(*) AS matches, count(CASE WHEN s.place = 1 AND s.drawn = 0 THEN 1 END) AS won
    FROM result_seats s
    WHERE s.guild_id = ?1 AND s.game = ?2 AND s.counts = 1 AND s.computer IS NULL AND s.user_id <> 0
        AND s.ended_at >= ?3 AND s.ended_at < ?4 AND NOT {HAS_OPTED_OUT_SQL}
    GROUP BY s.user_id
), latest AS (
    SELECT r.user_id, r.mu, r.rated, row_number() OVER (
        PARTITION BY r.user_id ORDER BY r.ended_at DESC, r.match_id DESC
    ) AS nth
    FROM here JOIN result_seats r ON r.user_id = here.user_id
    WHERE r.game = ?2 AND r.ended_at < ?4 AND r.mu IS NOT NULL
)
SELECT here.user_id, (
    SELECT n.name FROM result_seats n WHERE n.user_id = here.user_id AND n.guild_id = ?1
    ORDER BY n.ended_at DESC, n.match_id DESC LIMIT 1
), latest.mu, latest.rated, here.matches, here.won
FROM here JOIN latest ON latest.user_id = here.user_id AND latest.nth = 1
ORDER BY CASE WHEN latest.rated < ?5 THEN 1 ELSE 0 END, latest.mu DESC, here.user_id LIMIT ?6
"""
_FIND_RECORD_SQL = f"""
SELECT s.user_id, s.name, f.value, f.match_id, s.ended_at
FROM feats f JOIN result_seats s ON s.match_id = f.match_id AND s.seat = f.seat
WHERE s.guild_id = ? AND s.game = ? AND f.record = ? AND s.ended_at >= ? AND s.ended_at < ?
    AND s.counts = 1 AND s.user_id <> 0 AND f.value > 0 AND NOT {HAS_OPTED_OUT_SQL}
ORDER BY f.value %s, s.ended_at, f.match_id, f.seat LIMIT 1
"""
_IS_PERSONS_SEAT = "s.user_id = ?1 AND (s.guild_id = ?2 OR ?2 = 0)"
# PostgreSQL infers a parameter's type from its first use, so compare each parameter with a column first.
_FROM_VISIBLE_RESULTS = """
FROM results r WHERE (r.guild_id = ?1 OR ?1 = 0) AND r.ending <> 'closed'
    AND (EXISTS (SELECT 1 FROM result_seats s WHERE s.match_id = r.match_id AND s.user_id = ?2) OR ?2 = 0)
    AND ({condition} EXISTS (SELECT 1 FROM result_seats s WHERE s.match_id = r.match_id AND s.user_id = ?3))
"""


class RatingReader:
    """Reads leaderboards, profiles and histories."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def list_leaderboard(
        self, guild_id: int, game: str, period: RatedPeriod, min_rated_matches: int, limit: int
    ) -> list[LeaderboardRow]:
        """Return at most ``limit`` players of a game in a server, from best to worst.

        Players with fewer than ``min_rated_matches`` rated matches come last, because their ratings are
        uncertain.
        """
        rows = await self._db.fetch_rows(
            _LIST_LEADERBOARD_SQL, (guild_id, game, *period, min_rated_matches, limit)
        )
        return [LeaderboardRow(*row) for row in rows]

    async def find_record(
        self, guild_id: int, game: str, record_name: str, period: RatedPeriod, *, smallest_is_best: bool
    ) -> RecordHolder | None:
        """Return the person who holds a server's record of a period, if any. A value of 0 is not a record.

        If several people reached the value, the first one holds the record.

        :param smallest_is_best: whether the smallest value is the record, instead of the largest.
        """
        sql = _FIND_RECORD_SQL % ("ASC" if smallest_is_best else "DESC")
        row = await self._db.fetch_row(sql, (guild_id, game, record_name, *period))
        return None if row is None else RecordHolder(*row)

    async def find_latest_game(self, guild_id: int) -> str | None:
        """Return the key of the game of a server's newest finished match, rated or not, if any."""
        row = await self._db.fetch_row(
            "SELECT game FROM results WHERE guild_id = ? AND ending <> 'closed'"
            " ORDER BY ended_at DESC, match_id DESC LIMIT 1",
            (guild_id,),
        )
        return None if row is None else str(row[0])

    async def find_first_end_time(self, guild_id: int) -> int | None:
        """Return the epoch second at which a server's first match with a stored result ended, if any."""
        row = await self._db.fetch_row("SELECT min(ended_at) FROM results WHERE guild_id = ?", (guild_id,))
        return None if row is None or row[0] is None else int(row[0])

    async def list_game_totals(self, user_id: int, guild_id: int) -> list[GameTotals]:
        """Return how many rated matches a person has in each game, the most played game first."""
        rows = await self._db.fetch_rows(
            "SELECT s.game, count(*), count(CASE WHEN s.place = 1 AND s.drawn = 0 THEN 1 END),"
            " count(CASE WHEN s.drawn = 1 THEN 1 END) FROM result_seats s"
            f" WHERE {_IS_PERSONS_SEAT} AND s.counts = 1 GROUP BY s.game ORDER BY 2 DESC, s.game",
            (user_id, guild_id),
        )
        return [GameTotals(*row) for row in rows]

    async def list_recent_places(self, user_id: int, guild_id: int, limit: int) -> list[tuple[int, bool]]:
        """Return a person's place in each of their newest rated matches, and whether it was a draw."""
        rows = await self._db.fetch_rows(
            f"SELECT s.place, s.drawn FROM result_seats s WHERE {_IS_PERSONS_SEAT} AND s.counts = 1"
            " ORDER BY s.ended_at DESC, s.match_id DESC LIMIT ?3",
            (user_id, guild_id, limit),
        )
        return [(int(place), bool(drawn)) for place, drawn in rows]

    async def find_rating(self, user_id: int, game: str) -> PlayerRating | None:
        """Return a person's rating in a game, if they have a rated match."""
        row = await self._db.fetch_row(
            "SELECT mu, sigma, rated FROM result_seats WHERE user_id = ? AND game = ? AND mu IS NOT NULL"
            " ORDER BY ended_at DESC, match_id DESC LIMIT 1",
            (user_id, game),
        )
        return None if row is None else PlayerRating(Strength(row[0], row[1]), int(row[2]))

    async def count_duel_results(self, user_id: int, opponent_id: int, guild_id: int) -> DuelCounts:
        """Count the rated matches between two people by who was placed better."""
        row = await self._db.fetch_row(
            "SELECT count(CASE WHEN s.place < o.place THEN 1 END),"
            " count(CASE WHEN s.place > o.place THEN 1 END),"
            " count(CASE WHEN s.place = o.place THEN 1 END)"
            " FROM result_seats s JOIN result_seats o ON o.match_id = s.match_id"
            f" WHERE {_IS_PERSONS_SEAT} AND s.counts = 1 AND o.user_id = ?3",
            (user_id, guild_id, opponent_id),
        )
        return DuelCounts(0, 0, 0) if row is None else DuelCounts(*row)

    async def find_best_moment(self, user_id: int, guild_id: int) -> tuple[int, BestMoment] | None:
        """Return the ID of a match and a person's best moment in it, preferably of their newest win."""
        row = await self._db.fetch_row(
            "SELECT r.match_id, r.moment, r.moment_seat FROM results r JOIN result_seats s"
            " ON s.match_id = r.match_id AND s.seat = r.moment_seat"
            f" WHERE {_IS_PERSONS_SEAT} AND s.counts = 1"
            " ORDER BY CASE WHEN s.place = 1 AND s.drawn = 0 THEN 0 ELSE 1 END, r.ended_at DESC,"
            " r.match_id DESC LIMIT 1",
            (user_id, guild_id),
        )
        return None if row is None else (int(row[0]), BestMoment(int(row[1]), int(row[2])))

    async def list_channel_ids_with_matches(self, guild_id: int) -> list[int]:
        """Return the IDs of a server's channels in which matches have ended."""
        sql = "SELECT DISTINCT channel_id FROM results WHERE guild_id = ? ORDER BY channel_id"
        return [int(row[0]) for row in await self._db.fetch_rows(sql, (guild_id,))]

    async def count_past_matches(
        self, guild_id: int, player_id: int, viewer_id: int, channel_ids: Sequence[int]
    ) -> int:
        """Return the number of matches that :meth:`list_past_matches` can return."""
        row = await self._db.fetch_row(
            "SELECT count(*)" + _make_visible_condition(channel_ids), (guild_id, player_id, viewer_id)
        )
        return 0 if row is None else int(row[0])

    async def list_past_matches(
        self,
        guild_id: int,
        player_id: int,
        viewer_id: int,
        channel_ids: Sequence[int],
        offset: int,
        limit: int,
    ) -> list[PastMatch]:
        """Return finished matches, newest first.

        :param player_id: ID of the user whose matches to return; 0 for everyone's.
        :param viewer_id: ID of the user who asks, and who may see others' matches only in ``channel_ids``.
        """
        rows = await self._db.fetch_rows(
            "SELECT r.match_id, r.game, r.guild_id, r.channel_id, r.ended_at, r.turns, r.ending, r.why"
            + _make_visible_condition(channel_ids)
            + " ORDER BY r.ended_at DESC, r.match_id DESC LIMIT ?4 OFFSET ?5",
            (guild_id, player_id, viewer_id, limit, offset),
        )
        return [
            PastMatch(
                match_id=row[0],
                game=row[1],
                guild_id=row[2],
                channel_id=row[3],
                ended_at=row[4],
                turn_count=row[5],
                ending=row[6],
                unrated_reason=row[7],
                seats=await self._list_seats(int(row[0])),
            )
            for row in rows
        ]

    async def _list_seats(self, match_id: int) -> tuple[PastSeat, ...]:
        rows = await self._db.fetch_rows(
            "SELECT s.seat, s.user_id, s.name, s.computer, s.place, s.drawn,"
            f" CASE WHEN {HAS_OPTED_OUT_SQL} THEN 1 ELSE 0 END"
            " FROM result_seats s WHERE s.match_id = ? ORDER BY s.place, s.seat",
            (match_id,),
        )
        return tuple(
            PastSeat(seat, user, name, computer, place, bool(drawn), bool(opted_out))
            for seat, user, name, computer, place, drawn, opted_out in rows
        )


def _make_visible_condition(channel_ids: Sequence[int]) -> str:
    """Return the SQL clauses that select matches a person may see, with the channel IDs as literals."""
    listed = ", ".join(str(int(channel)) for channel in channel_ids)
    return _FROM_VISIBLE_RESULTS.format(condition=f"r.channel_id IN ({listed}) OR" if listed else "")
