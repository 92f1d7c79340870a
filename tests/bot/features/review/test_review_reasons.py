"""A reason in a review says something about the better move that isn't true of the move played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.features.review.presses import describe_turning_point, make_scene_before
from bot.features.review.texts import write_reason
from games.core.match import Match
from games.core.texts import Advice
from games.core.words import RetoldWords, load_words
from games.das_riff.notation import make_position, make_reef
from games.registry import GAMES
from games.review import ways
from games.review.lines import choose_action
from games.review.points import ReviewPoint
from games.review.review import ReviewedMove
from tests.support.outputs import make_handed_over_table

NO_REASON = "No single turn shows why, but over many deals it leaves better chances."


@pytest.mark.parametrize(
    ("better", "played", "expected"),
    [
        (Advice("It breeds.", "X"), Advice("It waits.", "Y"), "Why: It breeds."),
        (Advice("Card 4 can score.", "X"), Advice("Card 5 can score.", "X"), NO_REASON),
        (Advice("It breeds.", "X"), Advice("It breeds.", "X"), NO_REASON),
        (
            Advice("It's a card.", "X", is_reason=False),
            Advice("It only fills a coral.", "X", is_reason=False, is_drawback=True),
            "The move played has a drawback: It only fills a coral.",
        ),
        (
            Advice("It's a card.", "X", is_reason=False),
            Advice("It's a card.", "X", is_reason=False),
            NO_REASON,
        ),
        (
            Advice("You could only draw.", "X", is_reason=False, is_drawback=True),
            Advice("You could only draw.", "X", is_reason=False, is_drawback=True),
            NO_REASON,
        ),
    ],
    ids=["reason", "same_kind", "reason_for_both", "drawback", "neither", "drawback_of_both"],
)
def test_the_guide_says_what_distinguishes_the_better_move(
    better: Advice, played: Advice, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    seat = match.to_act[0]
    first, second = (action.token for action in match.legal_actions(seat)[:2])
    match = match.act(seat, first)
    move = ReviewedMove(0, seat, first, second, 0.5, 0.2)
    advice = {first: played, second: better}
    monkeypatch.setattr("games.das_riff.texts.advise_on_action", lambda action, *given: advice[action.token])
    position, scene = make_scene_before(make_handed_over_table(match), match, move, load_words())
    assert write_reason(match, move, position, scene) == expected


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        (None, "It allows more."),
        (
            ReviewPoint("brood", 0, 0.6, 0.2),
            "It allows more. After the better move, {name} is more likely to complete a brood within 2",
        ),
        (
            ReviewPoint("brood", 1, 0.2, 0.6),
            "After the better move, {other} is less likely to complete a brood next turn.",
        ),
        (
            ReviewPoint("win", 0, 1.0, 0.0),
            "After the better move, {name} can complete the last brood and win",
        ),
    ],
    ids=["alone", "with_the_effect", "denial", "sure_win"],
)
def test_a_reason_says_what_the_move_allows_before_its_effect(
    point: ReviewPoint | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    seat = match.to_act[0]
    first, second = (action.token for action in match.legal_actions(seat)[:2])
    match = match.act(seat, first)
    if point is not None:
        point = replace(point, seat=seat if point.seat == 0 else 1 - seat)
    move = ReviewedMove(0, seat, first, second, 0.5, 0.2, point=point)
    monkeypatch.setattr("games.das_riff.texts.contrast_actions", lambda *given: "It allows more.")
    position, scene = make_scene_before(make_handed_over_table(match), match, move, load_words())
    written = write_reason(match, move, position, scene)
    assert written.startswith(expected.format(name=scene.names[seat], other=scene.names[1 - seat]))


def test_points_of_the_next_turns_are_not_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.begin(GAMES["reef"], 2, {}, bytes(32))
    seat = match.to_act[0]
    first, second = (action.token for action in match.legal_actions(seat)[:2])
    match = match.act(seat, first)
    monkeypatch.setattr("games.reef.texts.contrast_actions", lambda *given: "Card 9 can score 3.")
    for aim, told in (("points", False), ("far", True)):
        move = ReviewedMove(0, seat, first, second, 0.5, 0.2, point=ReviewPoint(aim, seat, 9.0, 2.0))
        position, scene = make_scene_before(make_handed_over_table(match), match, move, load_words())
        written = write_reason(match, move, position, scene)
        assert written.startswith("Card 9 can score 3.") and ("on average 9, not 2" in written) == told


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            "rm rf",
            " Next: Take A2 (red female) onto coral 1 for 1 red; Take A1 (red male) onto coral 1 for 1 red:"
            " breeds red-red.",
        ),
        ("rm wa wa wa rf", "; Take A1 (red male) onto coral 1 for 1 red: breeds red-red."),
    ],
    ids=["all", "last"],
)
def test_a_sure_brood_is_explained_by_the_actions_that_complete_it(row: str, expected: str) -> None:
    """A brood that takes seven actions is also stated as sure, not as possible."""
    game, seat = GAMES["das_riff"], 0
    state = make_position(make_reef("rrrrrrrryyybbb", corals="."), a=row, broods="rr yg gw pp")
    match = replace(Match.begin(game, 2, {}, bytes(32)), opening_state=state).act(seat, "end")
    move = ReviewedMove(0, seat, "end", "boat:yyy", 0.5, 0.2, point=ReviewPoint("now", seat, 1.0, 0.0))
    position, scene = make_scene_before(make_handed_over_table(match), match, move, load_words())
    written = write_reason(match, move, position, scene)
    assert written.startswith(
        f"After the better move, {scene.names[seat]} can complete a brood in the same turn. "
    )
    assert written.endswith(expected)
    assert ("At the end of the turn: " in written) == (len(row) > 5)


def test_a_way_to_a_brood_is_found_if_the_search_fails_on_one_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the first deal, the search is made to choose ``end``, which completes no brood."""
    game, seat = GAMES["das_riff"], 0
    state = make_position(make_reef("rrrrrrrryyybbb", corals="."), a="rm rf", broods="rr yg gw pp")
    match = replace(Match.begin(game, 2, {}, bytes(32)), opening_state=state).act(seat, "end")
    move = ReviewedMove(0, seat, "end", "boat:yyy", 0.5, 0.2, point=ReviewPoint("now", seat, 1.0, 0.0))
    chosen = list[Any]()

    def end_first(*given: Any) -> Any:
        chosen.append(choose_action(*given) if chosen else match.rules.read("end"))
        return chosen[-1]

    monkeypatch.setattr(ways, "choose_action", end_first)
    assert [step.action.token for step in ways.find_way(match, move)] == ["take:A2:r>1", "take:A1:r>1"]


@pytest.mark.parametrize(
    ("step", "expected"),
    [("take:A2:r", "can take A2 · coral this turn."), ("end", "column 2 too, where")],
)
def test_the_guide_names_the_next_step_only_if_play_continues_with_it(
    step: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat = GAMES["das_riff"], 0
    state = make_position(make_reef("gggr"), a="gm co", broods="rr yg gw pp")
    match = replace(Match.begin(game, 2, {}, bytes(32)), opening_state=state).act(seat, "end")
    move = ReviewedMove(0, seat, "end", "boat:ggg", 0.5, 0.2)
    position, scene = make_scene_before(make_handed_over_table(match), match, move, load_words())
    monkeypatch.setattr("games.review.ways.choose_action", lambda *given: match.rules.read(step))
    assert expected in write_reason(match, move, position, scene)


@pytest.mark.parametrize(
    ("middle", "expected"),
    [
        ("wa ?wa", "Why: {name} can then also turn up B2 or C2."),
        ("wa wa", "No single turn shows why, but over many deals it leaves better chances."),
    ],
)
def test_a_boat_that_reaches_no_wanted_card_is_explained_by_cards_to_turn_up(
    middle: str, expected: str
) -> None:
    game, seat = GAMES["das_riff"], 0
    state = make_position(
        make_reef("ggggg", corals="."), a="gm wa", b=middle, c=middle, d="gf wa", broods="yg yy gw pp"
    )
    match = replace(Match.begin(game, 2, {}, bytes(32)), opening_state=state).act(seat, "end")
    move = ReviewedMove(0, seat, "end", "boat:ggg", 0.5, 0.2)
    position, scene = make_scene_before(make_handed_over_table(match), match, move, load_words())
    reader = replace(scene, w=RetoldWords(scene.w, game.retold_texts, scene.names[seat]))
    assert write_reason(match, move, position, reader) == expected.format(name=scene.names[seat])


@pytest.mark.parametrize(("better", "is_stated"), [("flip:C1:y", True), ("shark:B2", False)])
def test_a_drawback_is_a_reason_only_if_the_better_move_lessens_it(better: str, is_stated: bool) -> None:
    """Worms that pay for a flip go to the bank, but a shark costs none."""
    game, seat = GAMES["das_riff"], 0
    state = make_position(make_reef("yy", sharks=1), make_reef("rrrr"), b="pe sh", bank="r")
    match = replace(Match.begin(game, 2, {}, bytes(32)), opening_state=state).act(seat, "end")
    move = ReviewedMove(0, seat, "end", better, 0.5, 0.2)
    position, scene = make_scene_before(make_handed_over_table(match), match, move, load_words())
    reason_text = write_reason(match, move, position, scene)
    assert ("The bank has only 1 worm left" in reason_text) == is_stated, reason_text


def test_only_the_player_reads_that_the_guide_advised_another_move() -> None:
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    seat = match.to_act[0]
    played, best, hint = (action.token for action in match.legal_actions(seat)[:3])
    match = match.act(seat, played)
    move = ReviewedMove(0, seat, played, best, 0.5, 0.2, other_advice=hint)
    position, scene = make_scene_before(make_handed_over_table(match), match, move, load_words())
    description = match.game.texts.describe_action(match.rules.read(hint), position, scene).rstrip(".")
    for is_own in (True, False):
        text = describe_turning_point(1, match, move, position, scene, is_own=is_own)
        assert (f"The guide, thinking less, advised: {description}." in text) is is_own
