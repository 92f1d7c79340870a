"""Makes views of a position, and random states that match a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.core.rng import Chance
from games.das_riff.parts import BROODS, COLOURS, CORAL_CARD, DECKS, PEARL_CARD, SHARK_CARD, Brood, Card
from games.das_riff.river import hide_faces, is_face_up
from games.das_riff.state import FACE_DOWN_OFFSET, River, Ruleset, State, Turn, count_boats_left
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD, OFFER_STAGE, OVER_STAGE, Reef, View


def list_seats_to_act(state: State) -> tuple[int, ...]:
    """Return the active seat, the other seat while it may take a worm (DR-2.3), or none at the end."""
    turn = state.turn
    if turn.stage == OVER_STAGE:
        return ()
    return (1 - turn.seat,) if turn.stage == OFFER_STAGE else (turn.seat,)


def make_view(state: State, viewer: int | None) -> View:
    """Return the state as ``viewer`` sees it, without the face-down cards and the cards in the piles."""
    turn, river = state.turn, state.river
    return View(
        viewer=viewer,
        stage=turn.stage,
        active_seat=None if turn.stage == OVER_STAGE else turn.seat,
        to_act=list_seats_to_act(state),
        tableau=hide_faces(river.tableau),
        draw_pile=len(river.draw_pile),
        discard=len(river.discard),
        broods=state.broods,
        brood_pile=len(state.brood_pile),
        bank=state.bank,
        boats_left=count_boats_left(state.reefs),
        dice=turn.dice,
        flipped=turn.flipped,
        reefs=state.reefs,
        quiet_turns=turn.quiet_turns,
        deck=state.ruleset.deck,
        reshuffle=state.ruleset.reshuffle,
        missing=turn.missing,
    )


def sample_state(view: View, rng: Chance) -> State:
    """Return a random state with this view. Unseen cards go to face-down cells and all piles."""
    return assemble_state(view, rng.shuffled(list_unseen_cards(view)), rng.shuffled(list_unseen_broods(view)))


def make_stand_in(view: View) -> State:
    """Return any state with this view, for questions that don't depend on hidden cards."""
    return assemble_state(view, list_unseen_cards(view), list_unseen_broods(view))


def list_unseen_cards(view: View) -> tuple[Card, ...]:
    """Return the reef cards that are face down, in the draw pile or in the discard pile, sorted by kind."""
    left = Counter(dict(enumerate(DECKS[view.deck])))
    left.subtract(card for card in view.tableau if is_face_up(card))
    for reef in view.reefs:
        left.subtract(list_kept_cards(reef))
    return tuple(left.elements())


def list_unseen_broods(view: View) -> tuple[Brood, ...]:
    """Return the breeding cards in the pile, in the order of ``BROODS``."""
    visible_broods = {*view.broods, *(coral.brood for reef in view.reefs for coral in reef.corals)}
    return tuple(brood for brood in BROODS if brood not in visible_broods)


def assemble_state(view: View, cards: Sequence[Card], brood_pile: tuple[Brood, ...]) -> State:
    """Return a state with this view and ``cards`` in face-down cells, draw pile and discard pile."""
    hidden = iter(cards)
    tableau = tuple(
        [next(hidden) + FACE_DOWN_OFFSET if card == FACE_DOWN_CARD else card for card in view.tableau]
    )
    piles = tuple(hidden)
    return State(
        Ruleset(view.deck, view.reshuffle),
        Turn(view.stage, view.active_seat or 0, view.dice, view.missing, view.flipped, view.quiet_turns),
        River(tableau, piles[: view.draw_pile], tuple(sorted(piles[view.draw_pile :]))),
        view.broods,
        brood_pile,
        view.bank,
        view.reefs,
    )


def count_components(state: State) -> Mapping[str, int]:
    """Count the components of the box: reef cards, breeding cards, worms and boats."""
    river = state.river
    cards = Counter(card % FACE_DOWN_OFFSET for card in river.tableau if card != EMPTY_CELL)
    cards.update(river.draw_pile)
    cards.update(river.discard)
    broods = Counter((*state.broods, *state.brood_pile))
    worms = list(state.bank)
    for reef in state.reefs:
        cards.update(list_kept_cards(reef))
        broods.update(coral.brood for coral in reef.corals if coral.brood is not None)
        worms = [count + held for count, held in zip(worms, reef.worms, strict=True)]
    return {
        **{f"card {card}": cards[card] for card in sorted(cards)},
        **{f"brood {low}-{high}": broods[low, high] for low, high in sorted(broods)},
        **{f"worm {colour.letter}": worms[colour] for colour in COLOURS},
        "boat": count_boats_left(state.reefs) + sum(reef.boats for reef in state.reefs),
    }


def list_kept_cards(reef: Reef) -> list[Card]:
    """Return the reef cards of a seat: corals, lone parents, pearls and sharks."""
    parents = [coral.parent for coral in reef.corals if coral.parent is not None]
    return [
        *parents,
        *[CORAL_CARD] * len(reef.corals),
        *[PEARL_CARD] * reef.pearls,
        *[SHARK_CARD] * reef.sharks,
    ]
