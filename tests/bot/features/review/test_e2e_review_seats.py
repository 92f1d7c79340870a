"""If a seat changed hands, the review judges each player only by their own moves."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.features.review.again import list_costliest_moves
from bot.features.review.layout import list_review_buttons
from bot.model.seat_history import make_name_lookup
from bot.model.table import Person
from bot.model.turns import find_turn_number
from games.core.words import load_words
from tests.bot.features.review.steps import harbour, list_review_posts, read_review, wait_for_posts
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour
from tests.support.reading import get_reply, read_answer

__all__ = ["harbour"]


async def replace_ben_with_dana(harbour: Harbour, newcomer: str = "Dana", later_move_count: int = 40) -> int:
    """Play a match in which Dana replaces Ben and later resigns; return the ply at which she joined.

    :param newcomer: the name under which Dana joins.
    :param later_move_count: number of moves that all players make after she joined.
    """
    await harbour.begin_match()
    await harbour.play_random_moves(80)
    await harbour.bot.tables.seats.leave_table(1, harbour.ben.id)
    table = await harbour.bot.tables.get(1)
    (seat,) = table.computer_seats
    await harbour.bot.tables.seats.take_over_seat(1, Person(harbour.dana.id, newcomer), seat)
    came = (await harbour.find_match()).ply
    await harbour.play_random_moves(later_move_count)
    reply = get_reply(await press_at_table(harbour.dana, harbour.channel, "resign"))
    await harbour.dana.click(reply, label="Resign")
    await wait_for_posts(harbour)
    return came


async def test_accuracy_counts_only_the_moves_of_the_seats_last_player(harbour: Harbour) -> None:
    came = await replace_ben_with_dana(harbour)
    (post,) = list_review_posts(harbour)
    review, table = await read_review(harbour), await harbour.find_table()
    (seat,) = table.list_seats(harbour.dana.id)
    own = review.rate_accuracy(seat, lambda move: move.ply >= came)
    whole = review.rate_accuracy(seat)
    assert own is not None and whole is not None and round(own) != round(whole)
    moments = read_answer(await harbour.mod.click(post, label="See the moments"))
    assert "-# Dana's win chance: " in moments
    alt = str(post.attachments[0].description)
    # The picture's description states each accuracy too.
    assert re.search(rf"Dana: [^.]*; {round(own)}% accurate\.", alt)
    anna = review.rate_accuracy(1 - seat)
    assert anna is not None and re.search(rf"Anna: [^.]*; {round(anna)}% accurate\.", alt)


async def test_the_description_names_the_player_who_made_each_costly_move(harbour: Harbour) -> None:
    await replace_ben_with_dana(harbour, later_move_count=4)
    (post,) = list_review_posts(harbour)
    review, table, match = await read_review(harbour), await harbour.find_table(), await harbour.find_match()
    names = make_name_lookup(table, match)
    points = review.find_turning_points()
    assert any(names(move.ply + 1)[move.seat] == "Ben" for move in points)
    named = re.findall(
        r"Turning point \d, turn \d+: (\w+) (?:gives away|misses)", str(post.attachments[0].description)
    )
    assert named == [names(move.ply + 1)[move.seat] for move in points]


async def test_a_player_cannot_retry_moves_of_a_predecessor_with_the_same_name(harbour: Harbour) -> None:
    came = await replace_ben_with_dana(harbour, "Ben")
    (post,) = list_review_posts(harbour)
    review, table = await read_review(harbour), await harbour.find_table()
    (seat,) = table.list_seats(harbour.dana.id)
    assert any(move.ply < came for move in review.find_costliest_moves(seat))
    own = review.find_costliest_moves(seat, lambda move: move.ply >= came)
    opened = read_answer(await harbour.dana.click(post, label="Try again"))
    assert (f"of {len(own)}**" in opened) if own else ("No move of yours cost much" in opened)


async def test_a_player_who_left_sees_their_accuracy_and_can_retry_their_own_moves(harbour: Harbour) -> None:
    came = await replace_ben_with_dana(harbour)
    (post,) = list_review_posts(harbour)
    review, table = await read_review(harbour), await harbour.find_table()
    (seat,) = table.list_seats(harbour.dana.id)
    assert not table.list_seats(harbour.ben.id)
    own = review.rate_accuracy(seat, lambda move: move.ply < came)
    assert own is not None
    lines = read_answer(await harbour.mod.click(post, label="See the moments")).splitlines()
    match = await harbour.find_match()
    last = find_turn_number(match, came - 1)
    line = f"-# **Ben** played this seat until turn {last}: {round(own)}% accurate"
    assert lines.index(line) == 1 + next(
        n for n, one in enumerate(lines) if one.startswith("-# Dana's win chance")
    )
    moves = review.find_costliest_moves(seat, lambda move: move.ply < came)
    assert moves
    opened = read_answer(await harbour.ben.click(post, label="Try again"))
    assert f"**1 of {len(moves)}** · Turn {find_turn_number(match, moves[0].ply)}" in opened
    later = review.find_costliest_moves(seat, lambda move: move.ply >= came)
    other = read_answer(await harbour.dana.click(post, label="Try again"))
    assert (f"of {len(later)}**" in other) if later else ("No move of yours cost much" in other)
    stranger = read_answer(await harbour.mod.click(post, label="Try again"))
    assert "You have no seat at this table" in stranger


async def test_try_again_is_shown_if_only_a_player_who_left_has_costly_moves(harbour: Harbour) -> None:
    """Costly moves of computers and erased people get no button, because nobody could try them again."""
    await replace_ben_with_dana(harbour)
    table, review = await harbour.find_table(), await read_review(harbour)
    (seat,) = table.list_seats(harbour.dana.id)
    alone = replace(review, moves=tuple(move for move in review.moves if move.seat == seat and move.ply < 80))
    assert table.match is not None and list_costliest_moves(table, table.match, alone, harbour.dana.id) == []
    assert "Try again" in {
        item.item.label for item in list_review_buttons(table, alone, load_words(), shows_moments=True)
    }
    unknown = tuple(replace(one, user_id=0) for one in table.former_occupants)
    assert "Try again" not in {
        item.item.label
        for item in list_review_buttons(
            replace(table, former_occupants=unknown), alone, load_words(), shows_moments=True
        )
    }


async def test_a_review_does_not_mention_a_player_who_left_and_was_erased(harbour: Harbour) -> None:
    await replace_ben_with_dana(harbour)
    (post,) = list_review_posts(harbour)
    assert "played this seat until" in read_answer(await harbour.mod.click(post, label="See the moments"))
    await harbour.bot.tables.people.erase_person(harbour.ben.id, "-")
    await wait_for_posts(harbour)
    (post,) = list_review_posts(harbour)
    moments = read_answer(await harbour.mod.click(post, label="See the moments"))
    assert "Ben" not in post.content + moments and "played this seat until" not in moments
    assert "-# Dana's win chance" in moments
    assert "You have no seat at this table" in read_answer(await harbour.ben.click(post, label="Try again"))
