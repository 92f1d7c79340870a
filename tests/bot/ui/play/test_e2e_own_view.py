"""*My hand* and *My view* show the current position as long as Discord accepts edits."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bot.ui.play.own_view import write_status
from games.core.match import Match, view_at
from games.core.words import load_words
from tests.support.game_parts import PUBLISHED_GAMES
from tests.support.harbour import Harbour
from tests.support.reading import get_reply, read_text

MOVE_COUNT = 6
GAMES_WITH_REPEATED_STATUS = ("das_riff", "coral_reef")
"""The games in which the status stays the same during these moves."""


async def open_own_view(harbour: Harbour, game: str) -> Any:
    """Begin a match without the guide, and open the private view of the player who waits."""
    await harbour.begin_match(game)
    await harbour.turn_guide_off()
    return get_reply(await (await harbour.find_opponent()).slash(harbour.channel, "hand"))


async def act(harbour: Harbour) -> int:
    """In the service, do the first action after which it is the same seat's turn, or else the first action.

    Return the ID of its player.
    """
    table, match = await harbour.find_table(), await harbour.find_match()
    seat = match.to_act[0]
    tokens = [action.token for action in match.legal_actions(seat)]
    kept = (token for token in tokens if match.act_until_asked(seat, token).active_seat == match.active_seat)
    user_id = table.occupants[seat].user_id or 0
    await harbour.bot.tables.play.perform_action(
        table.id, user_id, next(kept, tokens[0]), match.seq, seat=seat
    )
    return user_id


async def settle_panels(harbour: Harbour) -> None:
    await harbour.settle()
    await harbour.bot.panels.wait_until_idle()


def count_private_edits(harbour: Harbour) -> int:
    requests = harbour.env.http_requests
    return sum(each.method == "PATCH" and each.path.startswith("/webhooks/") for each in requests)


@pytest.mark.parametrize("game", PUBLISHED_GAMES)
async def test_an_own_view_shows_each_position_even_if_the_status_stays(harbour: Harbour, game: str) -> None:
    view, w = await open_own_view(harbour, game), load_words("en-US")
    seat = (await harbour.find_table()).find_acting_seat((await harbour.find_opponent()).id)
    assert seat is not None
    statuses = []
    for _ in range(MOVE_COUNT):
        await act(harbour)
        await settle_panels(harbour)
        table, match = await harbour.find_table(), await harbour.find_match()
        if match.outcome is not None:
            break
        statuses.append(write_status(table, match, seat, w))
        (current,) = await harbour.bot.pictures.draw_private_view(table, match, seat, w)
        (shown,) = view.attachments
        assert statuses[-1] in view.content and await shown.read() == current.fp.read(), statuses
    repeats = any(status == following for status, following in pairwise(statuses))
    assert repeats or game not in GAMES_WITH_REPEATED_STATUS


async def test_an_own_view_is_not_redrawn_if_its_position_is_the_same_again(harbour: Harbour) -> None:
    await open_own_view(harbour, "das_riff")
    await settle_panels(harbour)
    play, before, edits = harbour.bot.tables.play, await harbour.find_match(), count_private_edits(harbour)
    with harbour.pause_subscribers():
        player_id = await act(harbour)
        table = await play.undo_step((await harbour.find_table()).id, player_id)
    assert table.proposal is not None
    (awaited_id,) = table.proposal.awaited_ids
    await play.answer_proposal(table.id, awaited_id, table.proposal.id, agrees=True)
    await settle_panels(harbour)
    match = await harbour.find_match()
    assert match.seq > before.seq and view_at(match, match.ply, 0) == view_at(before, before.ply, 0)
    assert count_private_edits(harbour) == edits
    await act(harbour)
    await settle_panels(harbour)
    assert count_private_edits(harbour) == edits + 1


async def test_who_only_answers_reads_that_it_is_not_their_turn(harbour: Harbour) -> None:
    await harbour.begin_match("das_riff")
    match = await harbour.play_random_moves(60, until=lambda one: one.active_seat not in one.to_act)
    (seat,) = match.to_act
    own = get_reply(await (await harbour.find_player(seat)).click(harbour.board, label="My view"))
    assert "Your answer: take a worm" in own.content and "Your turn" not in own.content


async def test_who_holds_no_nine_is_not_told_to_lay_one(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    match = await harbour.play_random_moves(60, until=lambda one: "seed" not in list_own_tokens(one))
    assert match.outcome is None
    own = get_reply(await (await harbour.find_player()).click(harbour.board, label="My hand"))
    assert "Your turn: play cards." in own.content
    assert "play cards or lay a nine" in read_text(harbour.board), "the board doesn't give the hand away"


def list_own_tokens(match: Match) -> list[str]:
    return [action.token for action in match.legal_actions(match.to_act[0])]
