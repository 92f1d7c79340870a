"""Votes for a channel's seat are limited to one per person, counted in order, and deleted afterwards."""

from __future__ import annotations

from dataclasses import replace

from bot.model.table import ChannelSeat
from bot.storage import Store
from bot.storage.channel_seats import VoteRow, VotingTerms, count_votes
from bot.storage.messages import CHANNEL_BOARD_MESSAGE, CHANNEL_INVITATION_MESSAGE
from bot.storage.seats import SeatRow
from games.core.match import CLOSE_KIND, LoggedRow
from tests.support.rows import add_row, make_row
from tests.support.stores import ON_BOTH_ENGINES

pytestmark = ON_BOTH_ENGINES

ANNA_ID, BEN_ID, CAT_ID = 11, 22, 33


async def test_most_votes_come_first_and_ties_go_to_the_earliest_choice() -> None:
    assert count_votes([]) == []
    assert count_votes(["b", "a", "a", "b", "c"]) == [("b", 2), ("a", 2), ("c", 1)]
    assert count_votes(["b", "a", "a"]) == [("a", 2), ("b", 1)]


async def test_a_person_has_one_vote_and_a_changed_vote_counts_as_the_newest(store: Store) -> None:
    match, votes = await add_row(store, make_row()), store.channel_seats
    assert not await votes.store_choice(match, ANNA_ID, 4, "a")
    await votes.open_vote(VoteRow(match, 4, 1, 60, 2))
    for user, token in (
        (ANNA_ID, "a"),
        (BEN_ID, "b"),
        (ANNA_ID, "a"),
        (ANNA_ID, "c"),
        (ANNA_ID, "a"),
        (BEN_ID, "b"),
    ):
        assert await votes.store_choice(match, user, 4, token)
    assert await votes.count_choices(match, 4) == 2 and await votes.find_choice(match, ANNA_ID, 4) == "a"
    closed = await votes.close_vote(match, 4, "z")
    assert closed is not None and closed.token == "b" and closed.tally == (("b", 1), ("a", 1))
    assert "'b'" not in repr(closed)
    assert await votes.count_choices(match, 4) == 0 and not await votes.store_choice(match, CAT_ID, 4, "a")
    assert await votes.close_vote(match, 4, "z") == closed
    assert await votes.open_vote(VoteRow(match, 4, 1, 99, 9)) == closed
    assert await votes.list_match_ids_needing_work(0) == [match]
    await votes.mark_result_announced(match, 4)
    assert await votes.list_match_ids_needing_work(0) == []


async def test_a_vote_without_choices_stays_open_or_gets_the_given_token(store: Store) -> None:
    match, votes = await add_row(store, make_row()), store.channel_seats
    opened = await votes.open_vote(VoteRow(match, 4, 1, 60, 0))
    assert await votes.close_vote(match, 4, None) == opened
    closed = await votes.close_vote(match, 4, "z")
    assert closed is not None and (closed.token, closed.tally) == ("z", ())


async def test_dropping_a_vote_deletes_it_and_keeps_the_seats_settings(store: Store) -> None:
    match, votes = await add_row(store, make_row()), store.channel_seats
    await votes.open_vote(VoteRow(match, 4, 1, 60, 0))
    assert await votes.store_choice(match, ANNA_ID, 4, "a")
    assert "'a'" not in repr(await votes.list_votes(match))
    await votes.drop_votes(match, [4])
    assert await votes.list_votes(match) == [] and await votes.count_choices(match, 4) == 0
    assert await votes.find_terms(match) is None
    for terms in (VotingTerms(60, 0), VotingTerms(120, 5)):
        await votes.set_terms(match, terms)
    assert await votes.find_terms(match) == VotingTerms(120, 5)


async def test_a_table_invites_one_channel_and_a_channel_is_invited_by_one_table(store: Store) -> None:
    one, other = await add_row(store, make_row()), await add_row(store, replace(make_row(), channel_id=901))
    votes = store.channel_seats
    assert await votes.invite_channel(one, 7) and await votes.find_invited_channel(one) == 7
    assert not await votes.invite_channel(one, 8) and not await votes.invite_channel(other, 7)
    assert await votes.list_table_ids_with_invitation() == [one]
    await votes.drop_invitation(one)
    assert (
        await votes.find_invited_channel(one) is None and await votes.list_table_ids_with_invitation() == []
    )
    assert await votes.invite_channel(other, 7)
    # The first invitation was withdrawn, but its post may still show the question.
    await store.messages.reserve_message(one, CHANNEL_INVITATION_MESSAGE, 7, "q", 0, 1)
    assert await votes.list_table_ids_with_invitation() == [one, other]


async def test_a_person_votes_for_only_one_side_of_a_match(store: Store) -> None:
    one, other = await add_row(store, make_row()), await add_row(store, replace(make_row(), channel_id=901))
    votes = store.channel_seats
    assert [await votes.store_voter_seat(one, 50, seat) for seat in (1, 0, 1)] == [1, 1, 1]
    assert await votes.store_voter_seat(one, 51, 0) == await votes.store_voter_seat(other, 50, 0) == 0
    await votes.delete_voter_seats(one)
    assert await votes.store_voter_seat(one, 50, 0) == 0 and await votes.store_voter_seat(other, 50, 1) == 0


async def test_a_match_with_a_channel_seat_is_listed(store: Store) -> None:
    match = await add_row(store, make_row())
    assert await store.channel_seats.list_match_ids_needing_work(0) == []
    await store.seats.hand_over(match, [SeatRow(1, 0, "#b", 0, str(ChannelSeat(7)))], 11, 0)
    assert await store.channel_seats.list_match_ids_needing_work(0) == [match]


async def test_ended_matches_with_sides_or_outdated_boards_are_listed(store: Store) -> None:
    sided, shown, told = [
        await add_row(store, replace(make_row(), channel_id=channel)) for channel in (900, 901, 902)
    ]
    votes, messages = store.channel_seats, store.messages
    await votes.store_voter_seat(sided, 50, 1)
    for match, seq in ((shown, 0), (told, 1)):
        await messages.reserve_message(match, CHANNEL_BOARD_MESSAGE, 7, f"o{match}", seq, 1)
    for match in (sided, shown, told):
        await store.matches.append_rows(match, 0, [LoggedRow(CLOSE_KIND, 0, "")], 100, is_over=True)
    assert await votes.list_match_ids_needing_work(100) == [sided, shown]
    await votes.delete_voter_seats(sided)
    assert (
        await votes.list_match_ids_needing_work(100) == [shown]
        and await votes.list_match_ids_needing_work(101) == []
    )
