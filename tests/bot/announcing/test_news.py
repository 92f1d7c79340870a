"""Private news stays in a player's view until the player has moved again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.table import FormerOccupant, Table
from bot.ui.play.description import write_description
from bot.ui.play.own_view import prepend_news, write_status
from bot.ui.scenes import make_scene, narrate_news
from games.coral_reef import events as coral_reef
from games.coral_reef.state import State
from games.core.match import Match
from games.core.words import load_words
from games.reef import events as reef
from games.registry import GAMES
from tests.support.outputs import make_handed_over_table
from tools.walks import Case

W = load_words()


def play_steps(key: str, seed: int = 7, **options: str) -> list[Match]:
    """Return a match of three players at its start and after each of up to 60 random steps."""
    case = Case(GAMES[key], 3, GAMES[key].get_default_options() | options, seed, is_rich=True, max_plies=60)
    matches = [case.begin_match()]
    for step in case.match.steps:
        matches.append(matches[-1].act(step.seat, step.action.token))
    return matches


def make_table(match: Match) -> Table:
    return replace(make_handed_over_table(match), former_occupants=())


DRAW_EVENTS = coral_reef.CardDrawn | reef.CardDrawn


def read_deal_number(state: object) -> int:
    assert isinstance(state, State)
    return state.round.number


def has_drawn_hidden_card(match: Match, ply: int, seat: int) -> bool:
    """Return whether a seat drew a hidden card in step ``ply``. Step 0 is the opening deal."""
    events = match.steps[ply - 1].events if ply else match.opening_events
    return any(
        isinstance(e, DRAW_EVENTS) and e.seat == seat and not getattr(e, "was_face_up", False) for e in events
    )


@pytest.mark.parametrize("key", ["coral_reef", "reef"])
def test_a_hidden_card_is_reported_until_its_owner_has_moved_again(key: str) -> None:
    count = 0
    for match in play_steps(key):
        for seat in range(3):
            own = [ply for ply in range(1, match.ply + 1) if match.steps[ply - 1].seat == seat]
            since = own[-1] if own else 0
            expected = any(has_drawn_hidden_card(match, ply, seat) for ply in range(since, match.ply + 1))
            lines = narrate_news(make_table(match), match, seat, W)
            assert bool(lines) == expected, (match.ply, seat)
            assert all(line.startswith("You ") for line in lines)
            table = make_table(match)
            view = prepend_news(write_status(table, match, seat, W), table, match, seat, W)
            pages = write_description(make_table(match), match, seat, W)
            assert all(f"> {line}\n" in view and f"> {line}\n" in pages for line in lines)
            count += expected
        assert narrate_news(make_table(match), match, None, W) == []
    assert count


@pytest.mark.parametrize("key", ["australis", "das_riff"])
def test_a_game_without_hidden_cards_has_no_news(key: str) -> None:
    matches = (
        play_steps(key)
        if key == "australis"
        else [Case(GAMES[key], 2, {}, 1, is_rich=True, max_plies=20).match]
    )
    for match in matches[-1:]:
        for seat in range(match.seat_count):
            position, words_of = make_scene(make_table(match), match, seat, W)
            status = match.game.texts.describe_status(position, words_of)
            table = make_table(match)
            assert prepend_news(write_status(table, match, seat, W), table, match, seat, W) == status


def test_news_names_the_player_who_had_the_seat_then() -> None:
    match = next(
        m for m in play_steps("reef") if any(has_drawn_hidden_card(m, m.ply, seat) for seat in range(3))
    )
    seat = match.steps[-1].seat
    handed = replace(
        make_table(match), former_occupants=(FormerOccupant(seat, 998, "Yara", None, match.seq),)
    )
    (line,) = narrate_news(handed, match, seat, W)
    assert line.startswith("Yara takes the top card")
    assert narrate_news(make_table(match), match, seat, W)[0].startswith("You take the top card")


def test_cards_of_an_earlier_deal_are_not_news() -> None:
    matches = play_steps("coral_reef", 3, rounds_to_win="5")
    deals = [m for m in matches[1:] if read_deal_number(m.state) != read_deal_number(m.state_at(m.ply - 1))]
    assert deals
    for match in deals:
        for seat in range(3):
            lines = narrate_news(make_table(match), match, seat, W)
            assert len(lines) == sum(
                isinstance(e, DRAW_EVENTS) and e.seat == seat for e in match.steps[-1].events
            )
