"""The end of a round is described and drawn from public information, as it was before the next deal."""

from __future__ import annotations

from typing import Any

import pytest

from games.coral_reef.events import RoundBegan, RoundEnded
from games.coral_reef.public import make_view
from games.coral_reef.rules import RULES
from games.coral_reef.state import Ruleset, State
from games.coral_reef.view import View
from games.core.match import Match, get_view_before_deal, view_at
from games.core.rng import Chance
from games.core.texts import Scene
from games.core.words import load_words
from games.registry import GAMES
from tests.games.coral_reef.golden import make_random_player, play_fewest_cards
from tests.games.coral_reef.matches import play_with_policy

NAMES = ("Anna", "Ben", "Chris", "Dana", "Eve", "Finn")


def list_public_values(seen: View) -> tuple[Any, ...]:
    return (
        seen.number,
        seen.reform_count,
        seen.stacks,
        seen.deck,
        seen.hand_sizes,
        seen.wins,
        seen.placed_cards,
    )


def limit_to_one_round(state: State) -> State:
    """Return the position in a match to one round won, so that the end of the round ends the match."""
    rules = Ruleset(state.ruleset.variant, 1, state.ruleset.order)
    return State(rules, state.round, state.hands, state.deck, state.stacks, state.wins, state.ending)


@pytest.mark.parametrize("seat_count", [2, 3, 6])
@pytest.mark.parametrize("policy", [make_random_player(5), play_fewest_cards], ids=["any", "fewest"])
def test_the_end_of_a_round_is_shown_before_the_next_deal(seat_count: int, policy: Any) -> None:
    shown = 0
    for number, (state, action) in enumerate(play_with_policy(seat_count, "cards", policy)):
        _, told = RULES.apply(state, state.round.seat, action, Chance(b"other", number))
        heard = tuple(RULES.redact(event, None) for event in told)
        found = RULES.get_view_before_deal(RULES.view(state, None), heard)
        if not any(isinstance(event, RoundBegan) for event in told):
            assert found is None
            continue
        # If one round is enough to win, the same step ends the match instead of dealing again.
        ended, _ = RULES.apply(limit_to_one_round(state), state.round.seat, action, Chance(b"other", number))
        seen, events = found or pytest.fail("the round's end was not shown")
        assert list_public_values(seen) == list_public_values(make_view(ended, None))
        assert (seen.active_seat, seen.to_act, seen.hand, seen.hands) == (None, (), (), ())
        assert isinstance(events[-1], RoundEnded)
        assert not any(isinstance(event, RoundBegan) for event in events)
        shown += 1
    assert shown


def play_several_rounds(seat_count: int) -> Match:
    match = Match.begin(GAMES["coral_reef"], seat_count, {"rounds_to_win": "2"}, b"rounds".ljust(32))
    policy = make_random_player(5)
    while match.outcome is None:
        state: Any = match.state
        seat = match.to_act[0]
        match = match.act(seat, policy(state, seat, match.legal_actions(seat)).token)  # type: ignore[arg-type]
    return match


@pytest.mark.parametrize("seat_count", [2, 5])
def test_picture_and_description_name_the_winner_of_the_round(seat_count: int) -> None:
    match = play_several_rounds(seat_count)
    game = match.game
    dealt_on = [ply for ply in range(1, match.ply + 1) if get_view_before_deal(match, ply)]
    assert dealt_on and match.ply not in dealt_on, "the last round is the end of the match"
    for ply in dealt_on:
        seen, events = get_view_before_deal(match, ply) or pytest.fail("it came and went")
        ended = events[-1]
        assert isinstance(ended, RoundEnded)
        scene = Scene(NAMES[:seat_count], load_words("en"), events)
        assert game.texts.describe_picture(seen, scene).startswith(game.texts.narrate_event(ended, scene))
        plain = Scene(NAMES[:seat_count], load_words("en"))
        assert game.draw(seen, scene).tobytes() != game.draw(seen, plain).tobytes(), "no ribbon"


@pytest.mark.parametrize("key", ["coral_reef", "reef"])
@pytest.mark.parametrize("viewer", [None, 1])
def test_hands_are_open_after_people_end_a_match(key: str, viewer: int | None) -> None:
    """The final board shows all hands, because the published secret reveals them anyway."""
    game = GAMES[key]
    match = Match.begin(game, 2, {}, bytes(32))
    seen: Any = view_at(match, 0, viewer)
    assert seen.hands == ()
    for ended in (match.resign(0), match.close(), match.agree_draw(0), match.forfeit(1)):
        seen = view_at(ended, 0, viewer)
        assert all(seen.hands) and seen.active_seat is None and seen.to_act == ()
        scene = Scene(NAMES[:2], load_words("en"), (), ended.outcome)
        described = game.texts.describe_position(seen, scene)
        assert {"coral_reef": "held", "reef": "left in hand"}[key] in described
        covered: Any = match.rules.view(match.state, viewer)
        assert game.draw(seen, scene).tobytes() != game.draw(covered, scene).tobytes()
