"""Computes the scores that texts mention: of a play, and the maximum of a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from games.core.shapes import Pick
from games.reef.actions import STAYS_IN_SUPPLY_TEXT, PlayCard, format_space
from games.reef.legal import list_plays
from games.reef.matching import count_matches, score_card
from games.reef.parts import CARDS, parse_cell
from games.reef.stacks import STACK_COUNT, Reef, add_corals
from games.reef.state import subtract_corals
from games.reef.view import Supply, View


def find_reader(view: View) -> int:
    """Return the seat that a text addresses: the viewer, the active seat or, after the match, the starter."""
    if view.viewer is not None:
        return view.viewer
    return view.starter if view.active_seat is None else view.active_seat


def has_room(view: View, action: PlayCard) -> bool:
    """Return whether no stack becomes too high if the reader makes a play."""
    reef = add_corals(view.seats[find_reader(view)].reef, action.placed)
    return all(stack < STACK_COUNT for stack in reef)


def score_play(view: View, action: PlayCard) -> tuple[int, int]:
    """Return how many matches a play would score, and how many points."""
    card = CARDS[action.card]
    n = count_matches(card, add_corals(view.seats[find_reader(view)].reef, action.placed))
    return n, n * card.points


def score_card_on_reef(reef: Reef, number: int) -> int:
    """Return the score of a card on a reef, without placing the card's corals."""
    return score_card(CARDS[number], reef)


def score_remaining_card(reef: Reef, number: int) -> int:
    """Return the score at the end of a card left in hand. Its pattern counts at most once (RF-3.2)."""
    card = CARDS[number]
    return min(count_matches(card, reef), 1) * card.points


def find_best_score(view: View, number: int, spaces: Sequence[int] = ()) -> int:
    """Return a card's highest score with its corals anywhere or, if given, on all of ``spaces``."""
    return find_best_score_on_reef(view.seats[find_reader(view)].reef, view.supply, number, tuple(spaces))


def find_best_scores_by_space(view: View, number: int, first: str | None) -> Mapping[str, int]:
    """Return the highest score of a card for each space on which its next coral may be placed.

    :param first: space of its first coral in move notation, or ``None`` if that coral isn't placed yet.
    """
    reached = _find_best_scores(view.seats[find_reader(view)].reef, view.supply, number)
    return {space: points for (laid, space), points in reached.items() if laid == first}


def place_picked_coral(view: View, picks: Sequence[Pick]) -> View:
    """Return the reader's view with the first coral of the picked card on the picked space."""
    chosen = dict(picks)
    laid = chosen.get("first") or next(iter(chosen.get("spaces", ())), STAYS_IN_SUPPLY_TEXT)
    if "card" not in chosen or laid == STAYS_IN_SUPPLY_TEXT:
        return view
    colour, seat = CARDS[int(str(chosen["card"]))].corals[0], find_reader(view)
    own = view.seats[seat]
    own = replace(own, reef=add_corals(own.reef, ((parse_cell(str(laid)), colour),)))
    return replace(
        view,
        supply=subtract_corals(view.supply, (colour,)),
        seats=(*view.seats[:seat], own, *view.seats[seat + 1 :]),
    )


def choose_likeliest_card(cards: Sequence[str], view: View) -> str:
    """Return the card that can score most, because players are likeliest to choose it."""
    return max(cards, key=lambda card: find_best_score(view, int(card)))


@lru_cache(maxsize=256)
def _find_best_scores(reef: Reef, supply: Supply, number: int) -> Mapping[tuple[str | None, str], int]:
    """Return a card's highest scores, by the space of the placed coral, if any, and of the next."""
    card = CARDS[number]
    results = {way: add_corals(reef, way.placed) for way in list_plays(number, reef, supply)}
    points = {result: score_card(card, result) for result in set(results.values())}
    reached: dict[tuple[str | None, str], int] = {}
    for way, result in results.items():
        one, other = format_space(way.first), format_space(way.second)
        named = [(None, one), (one, other), *([(None, other), (other, one)] if card.has_equal_corals else ())]
        for spaces in named:
            reached[spaces] = max(reached.get(spaces, 0), points[result])
    return reached


@lru_cache(maxsize=1024)
def find_best_score_on_reef(reef: Reef, supply: Supply, number: int, spaces: tuple[int, ...] = ()) -> int:
    """Return the highest score of a card on a reef.

    :param spaces: spaces that the card's corals must cover, or none if they may go anywhere.
    """
    card = CARDS[number]
    results = {
        add_corals(reef, way.placed)
        for way in list_plays(number, reef, supply)
        if all(cell in (way.first, way.second) for cell in spaces)
    }
    return max((score_card(card, result) for result in results), default=0)


def find_helped_card(number: int, view: View) -> tuple[int, int, int]:
    """Return the gain and then the score of the card in hand that gains most from a card's corals, and that
    card. Without a gain, all three are 0.
    """
    own = view.seats[find_reader(view)].reef
    plays = list_plays(number, own, view.supply)
    best = (0, 0, 0)
    for card in view.hand if plays else ():
        if card == number:
            continue
        # Compare with the held card's best play now, which places its own corals too. For speed, examine only
        # the most promising play of the other card.
        play = max(plays, key=lambda one: score_card_on_reef(add_corals(own, one.placed), card))
        after = find_best_score_on_reef(
            add_corals(own, play.placed),
            subtract_corals(view.supply, tuple(colour for _, colour in play.placed)),
            card,
        )
        best = max(best, (after - find_best_score(view, card), after, card))
    return best
