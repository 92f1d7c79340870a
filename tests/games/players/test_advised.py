"""A suggestion of the guide counts only for the position that it was made for."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.match import Match
from games.registry import GAMES
from games.review.advised import RecordedSuggestion, map_steps_to_suggestions
from games.review.review import assemble_review
from games.review.slices import ReviewFinding


def begin_match() -> Match:
    return Match.begin(GAMES["reef"], 2, {}, bytes(32))


def find_followed_plies(match: Match, suggestions: Iterable[RecordedSuggestion]) -> set[int]:
    """Return the steps that the guide had suggested."""
    suggested = map_steps_to_suggestions(match, suggestions)
    return {ply for ply, tokens in suggested.items() if match.steps[ply].action.token in tokens}


def list_tokens(match: Match) -> list[str]:
    return [action.token for action in match.legal_actions(match.to_act[0])]


def test_a_step_counts_as_advised_if_its_seat_saw_that_suggestion() -> None:
    match, followed = begin_match(), set[int]()
    suggestions = []
    for ply in range(6):
        seat, possible = match.to_act[0], list_tokens(match)
        token = possible[ply % len(possible)]
        shown = token if ply % 2 else next(one for one in possible if one != token)
        suggestions.append(RecordedSuggestion(match.seq, seat, shown))
        suggestions.append(RecordedSuggestion(match.seq, 1 - seat, token))
        if shown == token:
            followed.add(ply)
        match = match.act(seat, token)
    assert find_followed_plies(match, suggestions) == followed == {1, 3, 5}
    assert find_followed_plies(match, ()) == set()
    assert "take" not in repr(suggestions) and "play" not in repr(suggestions), "a hand is no secret of a log"


def test_a_suggestion_survives_only_an_undo_back_to_its_position() -> None:
    match = begin_match()
    seat, (first, second, *_) = match.to_act[0], list_tokens(match)
    shown = RecordedSuggestion(match.seq, seat, second)
    match = match.act(seat, first)
    later = RecordedSuggestion(match.seq, match.to_act[0], list_tokens(match)[0])
    match = match.undo(seat, 0)
    assert find_followed_plies(match, (shown, later)) == set()
    match = match.act(seat, second)
    assert find_followed_plies(match, (shown,)) == {0}
    match = match.act(match.to_act[0], later.token) if later.token in list_tokens(match) else match
    assert find_followed_plies(match, (later,)) == set(), "it was for what came after another move"


def test_answers_of_others_may_come_before_the_advised_step() -> None:
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(31) + b"\1")
    for _ in range(40):
        waiting = [seat for seat in match.to_act if seat != match.active_seat]
        if waiting and match.active_seat is not None:
            seq, seat = match.seq, match.active_seat
            while match.active_seat not in match.to_act:
                match = match.act(match.to_act[0], list_tokens(match)[-1])
            token = list_tokens(match)[0]
            ply = match.ply
            match = match.act(seat, token)
            assert find_followed_plies(match, (RecordedSuggestion(seq, seat, token),)) == {ply}
            return
        match = match.act(match.to_act[0], list_tokens(match)[-1])
    raise AssertionError("nobody was asked in another's turn")


def test_a_review_keeps_the_hint_that_it_would_contradict() -> None:
    """A hint that was followed, or that the review also finds best, needs no explanation."""
    match, suggested = begin_match(), dict[int, tuple[str, ...]]()
    findings, expected = [ReviewFinding((0.5, 0.5))], list[str]()
    for ply in range(8):
        possible = list_tokens(match)
        played, best, other = possible[0], possible[1], possible[2]
        tokens = ((), (other,), (other, best), (played, other))[ply % 4]
        suggested[ply] = tokens
        expected.append(other if tokens == (other,) else "")
        findings.append(ReviewFinding((0.5, 0.5), best, 0.5, 0.2))
        match = match.act(match.to_act[0], played)
    review = assemble_review(match.resign(0), findings, suggested)
    assert [move.other_advice for move in review.moves] == expected
    assert [move.ply for move in review.moves if move.advised] == [3, 7]
