"""Ratings depend only on the logs: counting matches one by one gives the ratings of a full recount."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bot.features.ratings.counter import apply_results, store_and_apply_results
from bot.features.ratings.rating import INITIAL_STRENGTH, update_strengths
from bot.features.ratings.reader import ResultReader
from bot.model.hours import DAY
from bot.storage import Store
from bot.storage.rating_reader import RatedPeriod
from bot.storage.ratings import RatedResult, ResultSeat, Strength
from bot.storage.seats import SeatRow
from tests.bot.features.ratings.club import NAMES_BY_USER_ID, TOYS, add_finished_match, make_seats
from tests.support.stores import ON_BOTH_ENGINES, OpenStore, open_store_at

pytestmark = ON_BOTH_ENGINES
MATCH_COUNT = 80
ALL_TIME = RatedPeriod(0, 2**40)


async def store_missing_results(store: Store, max_logs: int | None = None) -> int:
    """Store the missing results of matches, and apply them to the ratings; return the number of matches.

    :param max_logs: number of logs after which to stop, by default none.
    """
    left = [max_logs]

    def may_continue() -> bool:
        if left[0] is None:
            return True
        left[0] -= 1
        return left[0] >= 0

    return await store_and_apply_results(
        store.ratings, ResultReader(store, TOYS), TOYS, may_continue=may_continue
    )


async def read_derived_rows(store: Store) -> list[list[tuple[object, ...]]]:
    """Return all rows that are computed from the logs."""
    sqls = (
        "SELECT * FROM results ORDER BY match_id",
        "SELECT * FROM result_seats ORDER BY match_id, seat",
        "SELECT * FROM feats ORDER BY match_id, seat, record",
    )
    return [await store._database.fetch_rows(sql) for sql in sqls]


async def test_counting_matches_as_they_end_gives_the_rows_of_a_full_recount(
    tmp_path: Path,
) -> None:
    r, now = Random(1), 10 * DAY
    path = tmp_path / "reefs.db"
    store = await open_store_at(path)
    try:
        for number in range(MATCH_COUNT):
            now += r.randrange(0, 3) * r.randrange(0, DAY // 4)
            # Store one match in ten late: after later matches, which may have been counted already.
            late = r.random() < 0.1
            await add_finished_match(store, r, now - r.randrange(1, 2 * DAY) if late else now)
            if r.random() < 0.4:
                await store_missing_results(store, r.choice((None, None, 0, 1, 2)))
            if r.random() < 0.05:
                # Reopen the store, as after a restart, perhaps before all matches have been counted.
                await store.close()
                store = await open_store_at(path)
            if r.random() < 0.05:
                await store.ratings.set_opted_out(
                    r.choice(sorted(NAMES_BY_USER_ID)), has_opted_out=r.random() < 0.5
                )
            if number == MATCH_COUNT // 2:
                assert await store.people.erase_person(55, "Somebody") is not None
        await store_missing_results(store)
        counted = await read_derived_rows(store)
        await store.ratings.delete_results_and_ratings()
        await store_missing_results(store)
        assert await read_derived_rows(store) == counted
        assert any(row[12] is not None for row in counted[1])
        assert {row[8] for row in counted[0]} >= {"", "short", "often"}
        assert not [row for row in counted[1] if row[11] == 0]
    finally:
        await store.close()


async def test_a_match_is_counted_only_once(store: Store) -> None:
    r = Random(3)
    for at in range(5):
        await add_finished_match(store, r, at * DAY, swap=False, seated=make_seats(11, 22))
    reader = ResultReader(store, TOYS)
    results = [
        result
        for one in await reader.list_match_ids_without_result()
        if (result := await reader.read_result(one))
    ]
    assert await store.ratings.add_missing_results(results) == 5
    assert await store.ratings.add_missing_results(results) == 0
    await apply_results(store.ratings, TOYS)
    before = await store.ratings.list_ratings()
    await store_missing_results(store)
    assert await store.ratings.list_ratings() == before and before


async def test_a_match_counted_late_is_rated_as_if_counted_when_it_ended(store: Store) -> None:
    def make_result(number: int, ended_at: int, winner: int) -> RatedResult:
        seats = [
            ResultSeat(n, user, "x", None, 1 if user == winner else 2, is_draw=False)
            for n, user in enumerate((11, 22))
        ]
        return RatedResult(number, "toy", 1, 900, ended_at, 9, "won", "", tuple(seats))

    ids = [
        await add_finished_match(store, Random(4), at, swap=False, seated=make_seats(11, 22))
        for at in (10, 10, 20)
    ]
    first, second, third = (
        make_result(ids[0], 10, 11),
        make_result(ids[1], 10, 22),
        make_result(ids[2], 20, 11),
    )
    await store.ratings.add_missing_results([first])
    await apply_results(store.ratings, TOYS)
    await store.ratings.add_missing_results([third])
    await apply_results(store.ratings, TOYS)
    # The second match ended in the same second as the first, but has a higher ID.
    await store.ratings.add_missing_results([second])
    await apply_results(store.ratings, TOYS)
    ann, ben = INITIAL_STRENGTH, INITIAL_STRENGTH
    for winner in (11, 22, 11):
        ann, ben = update_strengths([ann, ben], [1, 2] if winner == 11 else [2, 1])
    rating = await store.rating_reader.find_rating(11, "toy")
    assert rating is not None and rating.strength == ann and rating.match_count == 3
    other = await store.rating_reader.find_rating(22, "toy")
    assert other is not None and other.strength == ben


async def test_opting_out_removes_a_person_and_opting_in_restores_all_ratings(
    store: Store,
) -> None:
    r = Random(5)
    for at in range(12):
        await add_finished_match(store, r, at * DAY, swap=False, seated=make_seats(11, 22))
    await store_missing_results(store)
    before = await store.ratings.list_ratings()
    await store.ratings.set_opted_out(22, has_opted_out=True)
    # The leaderboard leaves Ben out immediately, before anything is recomputed.
    assert [
        one.user_id for one in await store.rating_reader.list_leaderboard(1, "toy", ALL_TIME, 10, 10)
    ] == [11]
    await apply_results(store.ratings, TOYS)
    assert await store.rating_reader.find_rating(22, "toy") is None
    ann = await store.rating_reader.find_rating(11, "toy")
    assert ann is not None and ann.match_count > 0
    assert await store.rating_reader.list_leaderboard(1, "toy", ALL_TIME, 10, 10) != []
    assert [
        one.user_id for one in await store.rating_reader.list_leaderboard(1, "toy", ALL_TIME, 10, 10)
    ] == [11]
    await store.ratings.set_opted_out(22, has_opted_out=False)
    await apply_results(store.ratings, TOYS)
    assert await store.ratings.list_ratings() == before


async def test_computer_players_keep_their_strength(store: Store) -> None:
    await add_finished_match(store, Random(1), 5, swap=False, seated=make_seats(11, 0))
    await store_missing_results(store)
    rows = await store._database.fetch_rows("SELECT user_id, mu, folded FROM result_seats ORDER BY seat")
    assert rows[0][1] is not None and rows[1] == (0, None, 1)


async def test_a_recount_continues_after_a_stop_between_two_transactions(store: Store) -> None:
    r = Random(7)
    for at in range(30):
        await add_finished_match(store, r, at * DAY, swap=False, seated=make_seats(11, 22, 33))
    reader = ResultReader(store, TOYS)
    await store.ratings.add_missing_results(
        [
            found
            for one in await reader.list_match_ids_without_result()
            if (found := await reader.read_result(one))
        ]
    )
    fixed = Strength(24, 2)
    assert await store.ratings.update_ratings(
        "toy", update_strengths, INITIAL_STRENGTH, lambda game, level: fixed, 7
    )
    assert await store.ratings.list_games_to_update() == ["toy"]
    await apply_results(store.ratings, TOYS, batch_size=4)
    small = await store.ratings.list_ratings()
    await store.ratings.delete_results_and_ratings()
    await store_missing_results(store)
    assert await store.ratings.list_ratings() == small


async def test_leaderboards_duels_and_histories_agree_with_the_results(
    open_store: OpenStore, tmp_path: Path
) -> None:
    store, r = await open_store(tmp_path / "other.db"), Random(8)
    for at in range(40):
        await add_finished_match(
            store,
            r,
            at * DAY,
            swap=False,
            seated=make_seats(*r.sample(sorted(NAMES_BY_USER_ID), 2)),
            guild=1 + at % 2,
        )
    await store_missing_results(store)
    here = await store.rating_reader.list_leaderboard(1, "toy", ALL_TIME, 10, 10)
    assert {one.user_id for one in here} <= set(NAMES_BY_USER_ID)
    assert [one.rated_match_count < 10 for one in here] == sorted(one.rated_match_count < 10 for one in here)
    settled = [one.mu for one in here if one.rated_match_count >= 10]
    assert settled == sorted(settled, reverse=True)
    everywhere = await store.rating_reader.list_game_totals(11, 0)
    assert everywhere[0].match_count >= sum(one.match_count for one in here if one.user_id == 11)
    duel, turned = (
        await store.rating_reader.count_duel_results(11, 22, 0),
        await store.rating_reader.count_duel_results(22, 11, 0),
    )
    assert (duel.won_match_count, duel.lost_match_count, duel.drawn_match_count) == (
        turned.lost_match_count,
        turned.won_match_count,
        turned.drawn_match_count,
    )
    seen = await store.rating_reader.list_past_matches(1, 0, 11, (), 0, 100)
    assert seen and all(11 in {seat.user_id for seat in past.seats} for past in seen)
    # The query must accept IDs as large as Discord's.
    assert await store.rating_reader.list_past_matches(1, 700_000_000_000_003_001, 11, (), 0, 1) == []
    channels = await store.rating_reader.list_channel_ids_with_matches(1)
    whole = await store.rating_reader.count_past_matches(1, 0, 11, channels)
    assert whole > len(seen) and whole == len(
        await store.rating_reader.list_past_matches(1, 0, 11, channels, 0, 100)
    )
    assert await store.rating_reader.count_past_matches(1, 22, 11, ()) == (
        await store.rating_reader.count_duel_results(11, 22, 1)
    ).won_match_count + (await store.rating_reader.count_duel_results(11, 22, 1)).lost_match_count + (
        await store.rating_reader.count_duel_results(11, 22, 1)
    ).drawn_match_count + await count_unrated_matches(store)


async def count_unrated_matches(store: Store) -> int:
    rows = await store._database.fetch_rows(
        "SELECT count(*) FROM results r WHERE r.guild_id = 1 AND r.counts = 0 AND r.ending <> 'closed'"
        " AND EXISTS (SELECT 1 FROM result_seats s WHERE s.match_id = r.match_id AND s.user_id = 11)"
        " AND EXISTS (SELECT 1 FROM result_seats s WHERE s.match_id = r.match_id AND s.user_id = 22)"
    )
    return int(rows[0][0])


async def add_matches(store: Store, seats: list[SeatRow], *end_times: int) -> list[int]:
    """Store a match with the given seats for each end time in ``end_times``, and return the matches' IDs."""
    return [await add_finished_match(store, Random(1), one, swap=False, seated=seats) for one in end_times]


async def read_reasons(store: Store) -> dict[int, str]:
    """Return the reason why each match isn't rated, by match ID. The reason is empty for rated matches."""
    return {row[0]: row[1] for row in await store._database.fetch_rows("SELECT match_id, why FROM results")}


async def test_only_the_first_three_matches_a_day_of_the_same_two_are_rated(store: Store) -> None:
    same = await add_matches(store, make_seats(11, 22), *(DAY + 10 * n for n in range(5)))
    await add_matches(store, make_seats(22, 11), 2 * DAY - 1)
    others = await add_matches(store, make_seats(11, 33), *(DAY + 10 * n + 5 for n in range(3)))
    next_day = await add_matches(store, make_seats(11, 22), 2 * DAY)
    three = await add_matches(store, make_seats(11, 22, 44), 2 * DAY - 2)
    await store_missing_results(store)
    found = await read_reasons(store)
    assert [found[one] for one in same] == ["", "", "", "often", "often"]
    assert [found[one] for one in (*others, *next_day)] == [""] * 4
    # The match for three includes the same two people, so it counts towards their limit.
    assert found[three[0]] == "often"
    rating = await store.rating_reader.find_rating(22, "toy")
    assert rating is not None and rating.match_count == 4
    # Add a match that ended earlier. The former third match is no longer rated, and later ratings are
    # recomputed.
    (early,) = await add_matches(store, make_seats(11, 22), DAY)
    await store_missing_results(store)
    found = await read_reasons(store)
    assert (found[early], [found[one] for one in same]) == ("", ["", "", "often", "often", "often"])
    counted = await read_derived_rows(store)
    await store.ratings.delete_results_and_ratings()
    await store_missing_results(store)
    assert await read_derived_rows(store) == counted


async def test_erasing_the_loser_does_not_lift_the_daily_limit(store: Store) -> None:
    same = await add_matches(store, make_seats(11, 22), *(DAY + 10 * n for n in range(5)))
    await store_missing_results(store)
    assert await store.people.erase_person(22, "Somebody") is not None
    await store_missing_results(store)
    found = await read_reasons(store)
    assert [found[one] for one in same] == ["", "", "", "often", "often"]


async def test_a_match_beyond_the_daily_limit_does_not_set_a_record(store: Store) -> None:
    first, *_, last = await add_matches(store, make_seats(11, 22), *(DAY + 10 * n for n in range(4)))
    await store_missing_results(store)
    for match, value in ((first, 5), (last, 9)):
        await store._database.run("INSERT INTO feats VALUES (?, 0, 'most', ?)", (match, value))
    held = await store.rating_reader.find_record(1, "toy", "most", ALL_TIME, smallest_is_best=False)
    assert held is not None and (held.match_id, held.value) == (first, 5)
