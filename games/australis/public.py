"""Makes views of a position, and states that match a view, with a shuffled draw pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from games.australis.parts import CARD_KINDS, COLOURS, FOOD_SPACES, Card, count_copies
from games.australis.state import State
from games.australis.view import EMPTY_PLACE, OVER_STAGE, View
from games.core.rng import Chance


def make_view(state: State, viewer: int | None) -> View:
    """Return the state as ``viewer`` sees it, without the order of the draw pile."""
    over = state.stage == OVER_STAGE
    return View(
        viewer=viewer,
        stage=state.stage,
        active_seat=None if over else state.seat,
        to_act=() if over else (state.seat,),
        track_end=state.track_end,
        round=state.round,
        dice_taken_count=state.dice_taken_count,
        start=state.start,
        token=state.token,
        task=state.task,
        podium=state.podium,
        offer=state.offer,
        display=state.display,
        draw_pile=len(state.draw_pile),
        discard=state.discard,
        grey_track=state.grey_track,
        grey_beside=state.grey_beside,
        fish_left=state.fish_left,
        gold=state.gold,
        silver=state.silver,
        removed_tile_count=state.removed_tile_count,
        arrived=state.arrived,
        boards=state.boards,
    )


def list_unseen_cards(view: View) -> tuple[Card, ...]:
    """Return the cards of the draw pile, sorted by kind."""
    left = Counter({card: count_copies(view.seat_count) for card in range(len(CARD_KINDS))})
    left.subtract(card for card in view.display if card != EMPTY_PLACE)
    left.subtract(view.discard)
    for board in view.boards:
        left.subtract(board.cards)
    return tuple(left.elements())


def assemble_state(view: View, draw_pile: tuple[Card, ...], seat: int = 0) -> State:
    """Return the state with this view and draw pile.

    :param seat: the active seat if the view has none.
    """
    return State(
        view.stage,
        seat if view.active_seat is None else view.active_seat,
        view.track_end,
        view.round,
        view.dice_taken_count,
        view.start,
        view.token,
        view.task,
        view.podium,
        view.offer,
        view.display,
        draw_pile,
        view.discard,
        view.grey_track,
        view.grey_beside,
        view.fish_left,
        view.gold,
        view.silver,
        view.removed_tile_count,
        view.arrived,
        view.boards,
    )


def sample_state(view: View, rng: Chance) -> State:
    """Return a random state with this view. Only the draw pile is hidden, so it is shuffled."""
    return assemble_state(view, rng.shuffled(list_unseen_cards(view)))


def make_stand_in(view: View) -> State:
    """Return any state with this view, for questions that don't depend on hidden cards."""
    return assemble_state(view, list_unseen_cards(view))


def count_components(state: State) -> Mapping[str, int]:
    """Count the components of the box: dice, cards, corals and cubes, fish, tiles."""
    dice = Counter(die.colour for die in state.offer)
    cards = Counter(
        (*state.draw_pile, *state.discard, *(card for card in state.display if card != EMPTY_PLACE))
    )
    counts: dict[str, int] = {}
    grey, fish = state.grey_track + state.grey_beside, state.fish_left
    tiles = len(state.gold) + len(state.silver) + state.removed_tile_count
    for seat, board in enumerate(state.boards):
        dice.update(die.colour for die in board.dice)
        cards.update(board.cards)
        cubes = (*board.food, *board.discarded_food)
        grey += sum(cubes)
        waiting = sum(1 for space in FOOD_SPACES if space > board.space)
        counts[f"cube {seat}"] = cubes.count(False) + waiting
        counts[f"coral {seat}"] = board.supply + sum(board.corals)
        fish += board.fish
        tiles += len(board.gold) + len(board.silver)
    counts |= {f"die {colour.letter}": dice[colour] for colour in COLOURS}
    counts |= {f"card {card}": cards[card] for card in range(len(CARD_KINDS))}
    return counts | {"grey": grey, "fish": fish, "tile": tiles}
