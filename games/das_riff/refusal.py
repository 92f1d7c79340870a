"""Explains why an action is refused: the clause that forbids it, and what is missing (DR-2, DR-3).

A refusal uses only public information: it never says what a face-down card is.
"""

from __future__ import annotations

from games.core.errors import IllegalAction
from games.core.words import N_
from games.das_riff.actions import Action, BuyBoat, EndTurn, FlipCard, SendShark, TakeCard, TakeWorm
from games.das_riff.coral import (
    find_brood,
    find_first_empty_coral,
    find_fish_homes,
    has_room_for_coral,
    list_home_corals,
    map_lone_parents,
)
from games.das_riff.parts import (
    BOAT_PRICE,
    COLOUR_LETTERS,
    CORAL_CARD,
    MAX_BOATS,
    MAX_CORALS,
    WATER_CARD,
    Card,
    get_colour,
    get_sex,
    is_fish,
    name_cell,
)
from games.das_riff.payment import find_likeliest_payments, list_worm_costs, weigh_colours
from games.das_riff.payment_refusal import COLOUR_WORDS, explain_payment
from games.das_riff.river import FLIP_PRICE, get_price, is_face_up, is_in_middle_row, is_in_reach
from games.das_riff.state import State, count_boats_left
from games.das_riff.view import ACT_STAGE, CHOOSE_STAGE, EMPTY_CELL, Coral, Reef
from games.das_riff.worms import DECLINE_LETTER


def explain_refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """Explain why ``action`` is not legal for ``seat``, the seat to act."""
    stage = state.turn.stage
    if isinstance(action, TakeWorm):
        return _refuse_worm(state, action)
    if stage == CHOOSE_STAGE:
        return IllegalAction(
            N_("First choose another worm for the rolled one the bank doesn't have."), "DR-2.2"
        )
    if stage != ACT_STAGE:
        return IllegalAction(
            N_("It's not your turn. You only choose which worm to take, or none."),
            "DR-2.3",
        )
    if isinstance(action, TakeCard):
        return _refuse_take(state, seat, action)
    if isinstance(action, FlipCard):
        return _refuse_flip(state, seat, action)
    if isinstance(action, SendShark):
        return _refuse_shark(state, seat, action)
    if isinstance(action, BuyBoat):
        return _refuse_boat(state, seat, action)
    return IllegalAction(N_("You can't do that now."))


def explain_unavailable(state: State, seat: int, kind: str) -> IllegalAction:
    """Explain why ``seat``, the seat to act, has no action of this kind."""
    cell = 0
    if kind == "flip" and state.turn.stage == ACT_STAGE:
        hidden = _find_hidden_cell(state, state.reefs[seat])
        if hidden is None:
            return IllegalAction(N_("No card in reach is face down."), "DR-3.3")
        cell = hidden
    if kind == "take" and state.turn.stage == ACT_STAGE:
        return IllegalAction(N_("You can't take any card in reach."), "DR-3.2")
    examples: dict[str, Action] = {
        "worm": TakeWorm(COLOUR_LETTERS[0]),
        "take": TakeCard(cell, ()),
        "flip": FlipCard(cell, ()),
        "shark": SendShark(cell),
        "boat": BuyBoat(()),
        "end": EndTurn(),
    }
    if kind not in examples:
        return IllegalAction(N_("You can't do that now."))
    return explain_refusal(state, seat, examples[kind])


def _find_hidden_cell(state: State, reef: Reef) -> int | None:
    """Return the first face-down cell that the seat's boats reach, if any."""
    return next(
        (
            cell
            for cell, card in enumerate(state.river.tableau)
            if is_in_middle_row(cell) and not _refuse_out_of_reach(state, reef, cell) and not is_face_up(card)
        ),
        None,
    )


def _refuse_worm(state: State, action: TakeWorm) -> IllegalAction:
    stage, dice = state.turn.stage, state.turn.dice
    if stage == ACT_STAGE:
        return IllegalAction(N_("This turn's worms have already been taken."), "DR-2.3")
    clause = "DR-2.2" if stage == CHOOSE_STAGE else "DR-2.3"
    if action.colour == DECLINE_LETTER:
        return IllegalAction(
            N_("You have to choose here: another worm for the rolled one the bank doesn't have."),
            clause,
        )
    colour = COLOUR_LETTERS.index(action.colour)
    if not state.bank[colour]:
        return IllegalAction(
            N_("The bank has run out of this colour: {colour}."), clause, colour=COLOUR_WORDS[colour]
        )
    if dice[0] == dice[1]:
        return IllegalAction(
            N_("You can only take the rolled colour: {colour}."), clause, colour=COLOUR_WORDS[dice[0]]
        )
    return IllegalAction(
        N_("You can only take a rolled colour: {one} or {other}."),
        clause,
        one=COLOUR_WORDS[dice[0]],
        other=COLOUR_WORDS[dice[1]],
    )


def _refuse_take(state: State, seat: int, action: TakeCard) -> IllegalAction:
    reef, cell = state.reefs[seat], action.cell
    card = state.river.tableau[cell]
    hidden = _refuse_out_of_reach(state, reef, cell)
    if hidden:
        return hidden
    if not is_face_up(card):
        return IllegalAction(N_("{cell} is face down: turn it up first."), "DR-3.3", cell=name_cell(cell))
    if card == WATER_CARD:
        return IllegalAction(N_("You can't take open water."), "DR-3.11")
    if card == CORAL_CARD and not has_room_for_coral(reef.corals):
        return IllegalAction(N_("You have {most} corals, the most you can have."), "DR-3.5", most=MAX_CORALS)
    if is_fish(card):
        unhoused = _refuse_home(card, action, reef, state)
        if unhoused:
            return unhoused
    elif action.coral is not None:
        return IllegalAction(
            N_("Only a fish goes onto a coral: leave out “>{coral}”."), "DR-3.6", coral=action.coral + 1
        )
    cost = get_price(seat, cell, state.turn.flipped)
    return explain_payment(
        reef, action.payment, cost, "DR-3.3" if cell == state.turn.flipped else "DR-3.2", card
    )


def _refuse_out_of_reach(state: State, reef: Reef, cell: int) -> IllegalAction | None:
    if not is_in_reach(cell, reef.boats):
        if reef.boats == 1:
            return IllegalAction(
                N_("{cell} is out of reach: your boat reaches column 1 only."),
                "DR-3.1",
                cell=name_cell(cell),
            )
        return IllegalAction(
            N_("{cell} is out of reach: your boats reach columns 1 to {boats}."),
            "DR-3.1",
            cell=name_cell(cell),
            boats=reef.boats,
        )
    if state.river.tableau[cell] == EMPTY_CELL:
        return IllegalAction(N_("{cell} is empty until the water flows."), "DR-4.1", cell=name_cell(cell))
    return None


def _refuse_home(fish: Card, action: TakeCard, reef: Reef, state: State) -> IllegalAction | None:
    """Explain why a fish can't go to the coral that the action names.

    Return ``None`` if the fish can go there, or if the action names neither a coral nor a payment.
    """
    corals, broods, home = reef.corals, state.broods, action.coral
    possible = list_home_corals(fish, find_fish_homes(corals, broods))
    if home in possible:
        return None
    if not possible:
        return IllegalAction(
            N_(
                "You can't take this fish: it needs an empty coral, or a waiting fish to complete a "
                "brood with."
            ),
            "DR-3.6",
        )
    if home is None and not action.payment:
        return None
    if home is None:
        return IllegalAction(
            N_("Say which coral the fish goes onto, such as “>{coral}”."), "DR-3.6", coral=possible[0] + 1
        )
    if home >= len(corals):
        return IllegalAction(N_("You don't have a coral {coral}."), "DR-3.6", coral=home + 1)
    coral = corals[home]
    if coral.brood is not None:
        return IllegalAction(N_("Coral {coral} already holds a brood."), "DR-3.7", coral=home + 1)
    return _refuse_pair(fish, home, coral, state) or IllegalAction(
        N_("Corals {coral} and {first} are the same here: name coral {first}."),
        "DR-3.6",
        coral=home + 1,
        first=1 + _find_first_equal_coral(corals, coral),
    )


def _refuse_pair(fish: Card, home: int, coral: Coral, state: State) -> IllegalAction | None:
    """Explain why a fish doesn't breed on a coral. Return ``None`` if it does or has no mate there."""
    parent = coral.parent
    if parent is None or find_brood(parent, fish, state.broods):
        return None
    if get_sex(parent) == get_sex(fish):
        return IllegalAction(
            N_("The fish waiting on coral {coral} is of the same sex."), "DR-3.7", coral=home + 1
        )
    low, high = sorted((get_colour(parent), get_colour(fish)))
    return IllegalAction(
        N_("None of the open broods is {first}-{second}."),
        "DR-3.7",
        first=COLOUR_WORDS[low],
        second=COLOUR_WORDS[high],
    )


def _find_first_equal_coral(corals: tuple[Coral, ...], coral: Coral) -> int:
    if coral.parent is not None:
        return map_lone_parents(corals)[coral.parent]
    return find_first_empty_coral(corals) or 0


def _refuse_flip(state: State, seat: int, action: FlipCard) -> IllegalAction:
    reef, cell = state.reefs[seat], action.cell
    if not is_in_middle_row(cell):
        return IllegalAction(N_("You can only turn up cards in rows B and C."), "DR-3.3")
    hidden = _refuse_out_of_reach(state, reef, cell)
    if hidden:
        return hidden
    if is_face_up(state.river.tableau[cell]):
        return IllegalAction(N_("{cell} is already face up."), "DR-3.3", cell=name_cell(cell))
    return explain_payment(reef, action.payment, FLIP_PRICE, "DR-3.3")


def _refuse_shark(state: State, seat: int, action: SendShark) -> IllegalAction:
    reef = state.reefs[seat]
    if not reef.sharks:
        return IllegalAction(N_("You have no shark."), "DR-3.9")
    if action.coral is not None:
        return _refuse_prey(reef.corals, action.coral)
    cell = action.cell or 0
    if state.river.tableau[cell] == EMPTY_CELL:
        return IllegalAction(N_("{cell} is empty until the water flows."), "DR-3.9", cell=name_cell(cell))
    return IllegalAction(
        N_("{cell} is face down; a shark only drives off face-up cards."), "DR-3.9", cell=name_cell(cell)
    )


def _refuse_prey(corals: tuple[Coral, ...], index: int) -> IllegalAction:
    if index >= len(corals):
        return IllegalAction(N_("You don't have a coral {coral}."), "DR-3.9", coral=index + 1)
    coral = corals[index]
    if coral.parent is None:
        return IllegalAction(N_("No fish waits on coral {coral}."), "DR-3.9", coral=index + 1)
    return IllegalAction(
        N_("Corals {coral} and {first} are the same here: name coral {first}."),
        "DR-3.9",
        coral=index + 1,
        first=1 + map_lone_parents(corals)[coral.parent],
    )


def _refuse_boat(state: State, seat: int, action: BuyBoat) -> IllegalAction:
    reef = state.reefs[seat]
    if reef.boats >= MAX_BOATS:
        return IllegalAction(N_("You have {most} boats, the most you can have."), "DR-3.10", most=MAX_BOATS)
    if not count_boats_left(state.reefs):
        return IllegalAction(N_("There's no boat left to buy."), "DR-3.10")
    keep = weigh_colours(state.broods, tuple(map_lone_parents(reef.corals)))
    ways = find_likeliest_payments(list_worm_costs(reef.worms, keep), reef.pearls)[BOAT_PRICE]
    if ways and len(action.payment) != BOAT_PRICE:
        return IllegalAction(
            N_("A boat costs {cost} worms or pearls: `{token}`"),
            "DR-3.10",
            cost=BOAT_PRICE,
            token=BuyBoat(ways[0]).token,
        )
    return explain_payment(reef, action.payment, BOAT_PRICE, "DR-3.10")
