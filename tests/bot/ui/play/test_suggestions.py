"""The guide suggests nothing in a branch that has only drawbacks, and says what is better."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.play.suggestions import (
    Suggestion,
    SuggestionChoice,
    drop_repeated_reason,
    find_positive_reason,
)
from games.core.texts import Scene
from games.core.words import load_words
from games.das_riff.notation import make_position, make_reef
from games.das_riff.state import State
from games.players.suggesting import ABANDONED_GAP, Ranking
from games.registry import GAMES
from tools.walks import Case

RULES = GAMES["das_riff"].rules[1]
RANKING = (("shark:#1", 0.5), ("end", 0.499), ("shark:A1", 0.4))
OWN_FISH_IN_DANGER = make_position(make_reef(sharks=1, corals="rm"), broods="rr")
"""A position in which the only use of a shark is against one's own wanted fish."""


def choose(*offered: str, state: State, ranking: Ranking) -> tuple[list[Suggestion], bool]:
    """Return the suggestions for the offered tokens, and whether they differ from these."""
    match: Any = SimpleNamespace(game=GAMES["das_riff"], rules=RULES)
    actions, legal = ([RULES.read(token) for token in tokens] for tokens in (offered, dict(ranking)))
    scene = Scene(("Ann", "Ben"), load_words(), reader_seat=0)
    return SuggestionChoice(match, ranking, RULES.view(state, 0), scene).choose_actions(actions, legal)


def pick_tokens(
    *offered: str, state: State = OWN_FISH_IN_DANGER, ranking: Ranking = RANKING
) -> tuple[list[str], bool]:
    """Return the suggested tokens, and whether they differ from the offered ones."""
    found, leads_elsewhere = choose(*offered, state=state, ranking=ranking)
    return [suggestion.token for suggestion in found], leads_elsewhere


def test_an_action_with_only_a_drawback_gives_way_to_one_nearly_as_good() -> None:
    assert pick_tokens("shark:#1", "end", "shark:A1") == (["end"], False)


def test_a_branch_with_only_drawbacks_leads_to_a_better_action() -> None:
    assert pick_tokens("shark:#1", "shark:A1") == (["end"], True)
    assert pick_tokens("shark:A1") == (["end"], True)


def test_a_boat_without_use_gives_way() -> None:
    ranking = (("boat:ggg", 0.5), ("end", 0.499))
    # With five worms, the boat lets the seat turn up a card.
    for worms, broods, suggested in (
        ("gggg", "", "end"),
        ("ggggg", "", "boat:ggg"),
        ("gggr", "rr! ry!", "end"),
        ("gggr", "rr! ry! bb!", "end"),
    ):
        state = make_position(make_reef(worms, corals=broods), a="wa rm")
        (token, *_), _ = pick_tokens("boat:ggg", "end", state=state, ranking=ranking)
        assert token == suggested
    unequal = (("boat:ggg", 0.52), ("end", 0.499))
    assert pick_tokens("boat:ggg", "end", state=state, ranking=unequal)[0][0] == "boat:ggg"


@pytest.mark.parametrize(
    ("worms", "ranking", "suggested"),
    [
        # The coral comes before an equally good end of the turn, but not if it is clearly worse.
        ("ggg", (("boat:ggg", 0.5), ("end", 0.49), ("take:A1:g", 0.48)), "take:A1:g"),
        ("ggg", (("boat:ggg", 0.5), ("end", 0.49), ("take:A1:g", 0.4)), "end"),
        ("ggg", (("boat:ggg", 0.5), ("end", 0.4), ("take:A1:g", 0.4)), "boat:ggg"),
        ("gggg", (("boat:ggg", 0.5), ("end", 0.49), ("take:A1:g", 0.48)), "boat:ggg"),
    ],
)
def test_a_boat_does_not_spend_the_worm_for_a_coral_unless_all_else_is_worse(
    worms: str, ranking: Ranking, suggested: str
) -> None:
    state = make_position(make_reef(worms), a="co co")
    assert pick_tokens(*dict(ranking), state=state, ranking=ranking)[0][0] == suggested


def test_a_boat_is_paid_for_without_the_worm_for_a_brood() -> None:
    state = make_position(make_reef("rggg", corals="rf"), a="rm co", broods="rr")
    ranking = (("boat:rgg", 0.5), ("end", 0.2))
    offered = ("boat:rgg", "boat:ggg", "end")
    assert pick_tokens(*offered, state=state, ranking=ranking)[0][0] == "boat:ggg"


@pytest.mark.parametrize(
    ("best", "brood", "is_first"),
    [
        (0.6, 0.6 - ABANDONED_GAP, True),
        (0.6, 0.6 - 2 * ABANDONED_GAP, False),
        (0.95, 0.94, True),
        (0.95, 0.95 - ABANDONED_GAP, False),
    ],
)
def test_a_brood_is_suggested_unless_the_search_has_found_it_bad(
    best: float, brood: float, is_first: bool
) -> None:
    state = make_position(make_reef("rrgg", corals="rm"), broods="rr", a="rf")
    ranking = (("boat:rgg", best), ("end", best - 0.001), ("take:A1:r>1", brood))
    found, leads_elsewhere = choose("take:A1:r>1", state=state, ranking=ranking)
    assert (found[0].token == "take:A1:r>1") == (not leads_elsewhere) == is_first
    found, _ = choose(*dict(ranking), state=state, ranking=ranking)
    assert (found[0].token == "take:A1:r>1") == is_first


def test_a_brood_is_found_behind_many_moves_that_are_nearly_as_good() -> None:
    state = make_position(make_reef("rrgg", corals="rm"), broods="rr", a="rf")
    others = [f"{kind}:{paid}" for kind in ("flip:B1", "flip:C1") for paid in "rg"]
    others += [f"boat:{paid}" for paid in ("rgg", "rrg")] + ["take:A1:r>2", "end", "flip:B2:r", "flip:C2:r"]
    ranking = (*((token, 0.6) for token in others), ("take:A1:r>1", 0.59))
    assert choose(*dict(ranking), state=state, ranking=ranking)[0][0].token == "take:A1:r>1"


def test_a_suggestion_with_only_a_drawback_gets_its_weak_reason() -> None:
    ranking = (("boat:ggg", 0.52), ("end", 0.499))
    (boat, *_), _ = choose(*dict(ranking), state=make_position(make_reef("gggr"), a="wa rm"), ranking=ranking)
    assert boat.advice.is_drawback
    assert find_positive_reason(boat.advice) == "From now on you reach column 2 too, for later cards."


@pytest.mark.parametrize("key", GAMES)
def test_no_two_suggestions_have_the_same_reason(key: str) -> None:
    game, compared = GAMES[key], 0
    case = Case(game, 2, game.get_default_options(), 77, is_rich=True, max_plies=120)
    for _, state in itertools.islice(case.iterate_states(30), 30):
        for seat in case.rules.to_act(state):
            match: Any = SimpleNamespace(game=game, rules=case.rules)
            actions = case.rules.legal_actions(state, seat)[:40]
            view, scene = case.rules.view(state, seat), Scene(("Ann", "Ben"), load_words(), reader_seat=seat)
            choice = SuggestionChoice(match, [(one.token, 0.5) for one in actions], view, scene)
            found, _ = choice.choose_actions(actions, actions)
            reasons = [reason for one in found if (reason := find_positive_reason(one.advice))]
            assert len(reasons) == len(set(reasons)), reasons
            compared += len(reasons) > 1
            for action in actions:
                advice = game.texts.advise_on_action(action, view, scene)
                for one in found:
                    shown = find_positive_reason(drop_repeated_reason(one, advice).advice)
                    assert not shown or shown != find_positive_reason(advice)
    assert compared
