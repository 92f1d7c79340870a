"""A review of a match in which a seat changed hands rates each player for their own moves."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.features.review.again import list_own_moves
from bot.features.review.layout import list_buttons
from bot.model.seat_history import name_by_step
from bot.model.table import Person
from games.core.words import words
from tests.bot.features.review.steps import kept, posted, reviews, told
from tests.support.at_table import at_table
from tests.support.harbour import Harbour
from tests.support.reading import said, shown

__all__ = ["told"]


async def change_hands(told: Harbour, newcomer: str = "Dana") -> int:
    """Let Dana replace Ben in the middle of a match; return the ply at which she joined."""
    await told.begin()
    await told.walk(40)
    await told.bot.tables.seats.leave(1, told.ben.id)
    table = await told.bot.tables.get(1)
    (seat,) = table.computers
    await told.bot.tables.seats.take_over(1, Person(told.dana.id, newcomer), seat)
    came = (await told.match()).ply
    await told.walk(40)
    asked = shown(await at_table(told.dana, told.channel, "resign"))
    await told.dana.click(asked, label="Resign")
    await posted(told)
    return came


async def test_accuracy_is_that_of_who_has_the_seat(told: Harbour) -> None:
    came = await change_hands(told)
    (post,) = reviews(told)
    review, table = await kept(told), await told.table()
    (seat,) = table.seats_of(told.dana.id)
    own = review.accuracy(seat, lambda move: move.ply >= came)
    whole = review.accuracy(seat)
    assert own is not None and whole is not None and round(own) != round(whole)
    moments = said(await told.mod.click(post, label="See the moments"))
    assert f"-# Dana (accuracy {round(own)}), win chance:" in moments
    alt = str(post.attachments[0].description)
    # The picture shows each accuracy too.
    assert re.search(rf"Dana: [^.]*; accuracy {round(own)}\.", alt)
    anna = review.accuracy(1 - seat)
    assert anna is not None and re.search(rf"Anna: [^.]*; accuracy {round(anna)}\.", alt)


async def test_the_words_of_the_picture_name_who_made_a_costly_move(told: Harbour) -> None:
    await change_hands(told)
    (post,) = reviews(told)
    review, table, match = await kept(told), await told.table(), await told.match()
    names = name_by_step(table, match)
    points = review.find_turning_points()
    assert any(names(move.ply + 1)[move.seat] == "Ben" for move in points)
    named = re.findall(r"Turning point \d, turn \d+: (\w+) gives away", str(post.attachments[0].description))
    assert named == [names(move.ply + 1)[move.seat] for move in points]


async def test_nobody_tries_a_move_again_of_somebody_who_was_called_alike(told: Harbour) -> None:
    came = await change_hands(told, "Ben")
    (post,) = reviews(told)
    review, table = await kept(told), await told.table()
    (seat,) = table.seats_of(told.dana.id)
    assert any(move.ply < came for move in review.find_costliest(seat))
    own = review.find_costliest(seat, lambda move: move.ply >= came)
    opened = said(await told.dana.click(post, label="Try again"))
    assert (f"of {len(own)}**" in opened) if own else ("No move of yours cost much" in opened)


async def test_who_left_a_seat_is_told_how_well_they_played_and_tries_their_own_moves(told: Harbour) -> None:
    came = await change_hands(told)
    (post,) = reviews(told)
    review, table = await kept(told), await told.table()
    (seat,) = table.seats_of(told.dana.id)
    assert not table.seats_of(told.ben.id)
    own = review.accuracy(seat, lambda move: move.ply < came)
    assert own is not None
    lines = said(await told.mod.click(post, label="See the moments")).splitlines()
    line = f"-# **Ben** played this seat until step {came}: accuracy {round(own)}"
    assert lines.index(line) == 1 + next(
        n for n, one in enumerate(lines) if one.startswith("-# Dana (accuracy")
    )
    moves = review.find_costliest(seat, lambda move: move.ply < came)
    assert moves
    opened = said(await told.ben.click(post, label="Try again"))
    assert f"**Move 1 of {len(moves)}**" in opened and f"step {moves[0].ply + 1}" in opened
    later = review.find_costliest(seat, lambda move: move.ply >= came)
    other = said(await told.dana.click(post, label="Try again"))
    assert (f"of {len(later)}**" in other) if later else ("No move of yours cost much" in other)
    stranger = said(await told.mod.click(post, label="Try again"))
    assert "You have no seat at this table" in stranger


async def test_who_left_alone_has_moves_to_try(told: Harbour) -> None:
    """Moves of the others get no button, computers included; those of a player who left do."""
    await change_hands(told)
    table, review = await told.table(), await kept(told)
    (seat,) = table.seats_of(told.dana.id)
    alone = replace(review, moves=tuple(move for move in review.moves if move.seat == seat and move.ply < 40))
    assert table.match is not None and list_own_moves(table, table.match, alone, told.dana.id) == []
    assert "Try again" in {item.item.label for item in list_buttons(table, alone, words())}
    unknown = tuple(replace(one, user_id=0) for one in table.former)
    assert "Try again" not in {
        item.item.label for item in list_buttons(replace(table, former=unknown), alone, words())
    }


async def test_nothing_is_told_of_who_left_a_seat_and_was_forgotten(told: Harbour) -> None:
    await change_hands(told)
    (post,) = reviews(told)
    assert "played this seat until" in said(await told.mod.click(post, label="See the moments"))
    await told.bot.tables.people.erase(told.ben.id, "-")
    await posted(told)
    (post,) = reviews(told)
    moments = said(await told.mod.click(post, label="See the moments"))
    assert "Ben" not in post.content + moments and "played this seat until" not in moments
    assert "-# Dana (accuracy" in moments
    assert "You have no seat at this table" in said(await told.ben.click(post, label="Try again"))
