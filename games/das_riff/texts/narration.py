"""Narrates events, and says whose turn it is and what that player must do."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.core.outcome import describe_ending
from games.core.words import Words
from games.das_riff.coral import find_fish_homes, has_room_for_coral, list_home_corals
from games.das_riff.events import (
    BoatBought,
    BroodShown,
    CardFlipped,
    CardHunted,
    CardTaken,
    DiceRolled,
    DiscardReshuffled,
    Event,
    FishBred,
    MatchEnded,
    PricePaid,
    Scene,
    StartingSeatDrawn,
    TableauRefilled,
    WaterFlowed,
    WormDeclined,
    WormTaken,
)
from games.das_riff.parts import (
    BOAT_PRICE,
    BROODS_TO_WIN,
    CORAL_CARD,
    MAX_BOATS,
    MAX_QUIET_TURNS,
    WATER_CARD,
    Colour,
    is_fish,
    name_cell,
)
from games.das_riff.river import is_in_reach
from games.das_riff.texts.left_out import can_take_any_card
from games.das_riff.texts.nouns import (
    list_purse_parts,
    name_brood,
    name_card,
    name_colour,
)
from games.das_riff.view import CHOOSE_STAGE, FACE_DOWN_CARD, OFFER_STAGE, View

MAX_NAMED_CARDS: Final = 3
"""Maximum number of new cards to name. More cards are only counted."""
QUIET_WARNING_TURNS: Final = 10
"""Number of turns before a draw from which on the status warns of the draw."""


def narrate_event(event: Event, scene: Scene) -> str:
    """Narrate an event in one sentence. The text is empty if the event isn't worth mentioning."""
    if isinstance(event, StartingSeatDrawn | DiceRolled | WormTaken | WormDeclined):
        return _narrate_roll(event, scene)
    if isinstance(event, BroodShown | WaterFlowed | DiscardReshuffled | TableauRefilled | MatchEnded):
        return _narrate_river(event, scene)
    return _narrate_action(event, scene)


def _narrate_roll(event: StartingSeatDrawn | DiceRolled | WormTaken | WormDeclined, scene: Scene) -> str:
    w, name = scene.w, scene.names[event.seat]
    if isinstance(event, StartingSeatDrawn):
        return w("{name} begins.", name=name)
    if isinstance(event, WormDeclined):
        return w("{name} takes no worm.", name=name)
    if isinstance(event, WormTaken):
        if event.is_rolled:
            return ""
        return w("{name} takes a worm: {colour}.", name=name, colour=name_colour(w, event.colour))
    return _narrate_dice(event, name, w)


def _narrate_dice(event: DiceRolled, name: str, w: Words) -> str:
    """Return a sentence about the colours rolled, and the worms that the seat got (DR-2.1, DR-2.2)."""
    first, second = event.dice
    if first == second:
        values = {"name": name, "colour": name_colour(w, first)}
        if len(event.worms) == len(event.dice):
            return w("{name} rolls {colour} twice and gets 2 worms of it.", **values)
        if event.worms:
            return w("{name} rolls {colour} twice and gets 1 worm of it, the bank's last.", **values)
        return w("{name} rolls {colour} twice, but the bank has none of it.", **values)
    values = {"name": name, "first": name_colour(w, first), "second": name_colour(w, second)}
    if len(event.worms) == len(event.dice):
        return w("{name} rolls {first} and {second} and gets a worm of each.", **values)
    if not event.worms:
        return w("{name} rolls {first} and {second}, but the bank has none of either.", **values)
    return w(
        "{name} rolls {first} and {second} and gets a worm of {got}: the bank has no {missing}.",
        got=name_colour(w, event.worms[0]),
        missing=name_colour(w, second if event.worms[0] == first else first),
        **values,
    )


def _narrate_action(
    event: PricePaid | CardFlipped | CardTaken | FishBred | BoatBought | CardHunted, scene: Scene
) -> str:
    w, name = scene.w, scene.names[event.seat]
    if isinstance(event, PricePaid):
        purse = list_purse_parts(w, event.worms, event.pearls)
        return w("Paid: {purse}.", purse=", ".join(purse)) if purse else ""
    if isinstance(event, BoatBought):
        return w("{name} buys a boat and now reaches column {column}.", name=name, column=event.boats)
    if isinstance(event, FishBred):
        return w(
            "{name} completes a brood on coral {coral}: {brood}.",
            name=name,
            coral=event.coral + 1,
            brood=name_brood(w, event.brood),
        )
    card = name_card(w, event.card)
    if isinstance(event, CardHunted):
        if event.cell is not None:
            return w(
                "{name} sends a shark to {cell}. Gone: {card}.",
                name=name,
                cell=name_cell(event.cell),
                card=card,
            )
        coral = 0 if event.coral is None else event.coral
        return w(
            "{name}'s shark clears coral {coral}. Gone: {card}.",
            name=name,
            coral=coral + 1,
            card=card,
        )
    cell = name_cell(event.cell)
    if isinstance(event, CardFlipped):
        return w("{name} turns up {cell}: {card}.", name=name, cell=cell, card=card)
    if event.coral is None:
        return w("{name} takes {cell}: {card}.", name=name, cell=cell, card=card)
    return w(
        "{name} takes {cell}: {card}, onto coral {coral}.",
        name=name,
        cell=cell,
        card=card,
        coral=event.coral + 1,
    )


def _narrate_river(
    event: BroodShown | WaterFlowed | DiscardReshuffled | TableauRefilled | MatchEnded, scene: Scene
) -> str:
    w = scene.w
    if isinstance(event, BroodShown):
        return w("New open brood: {brood}.", brood=name_brood(w, event.brood))
    if isinstance(event, MatchEnded):
        return ""
    if isinstance(event, DiscardReshuffled):
        return w.plural(
            "{n} discarded card is shuffled into the draw pile.",
            "{n} discarded cards are shuffled into the draw pile.",
            event.card_count,
        )
    if isinstance(event, WaterFlowed):
        if not event.card_count:
            return ""
        return w.plural(
            "{n} open water card flows out to sea.", "{n} open water cards flow out to sea.", event.card_count
        )
    return _narrate_new_cards(event, w)


def _narrate_new_cards(event: TableauRefilled, w: Words) -> str:
    """Name the new cards if there are few, for people who can't see the picture."""
    shown = [
        w("{cell} {card}", cell=name_cell(cell), card=name_card(w, card))
        for cell, card in zip(event.cells, event.cards, strict=True)
        if card != FACE_DOWN_CARD
    ]
    hidden = len(event.cells) - len(shown)
    if not event.cells:
        return ""
    if len(shown) > MAX_NAMED_CARDS:
        return w.plural("{n} new card comes in.", "{n} new cards come in.", len(event.cells))
    if not shown:
        return w.plural("{n} new card comes in, face down.", "{n} new cards come in, face down.", hidden)
    cards = ", ".join(shown)
    if not hidden:
        return w("New: {cards}.", cards=cards)
    return w.plural(
        "New: {cards}, and {n} face down.", "New: {cards}, and {n} face down.", hidden, cards=cards
    )


def narrate_result(scene: Scene) -> str:
    """Return a sentence about who won the match and why."""
    w, outcome = scene.w, scene.outcome
    if outcome is None:
        return w("The match has ended.")
    by_people = describe_ending(outcome, scene.names, w)
    if by_people is not None:
        return by_people
    if outcome.is_draw:
        return w(
            "A draw: {turns} turns in a row without a brood.",
            turns=MAX_QUIET_TURNS,
        )
    name = scene.names[outcome.winners[0]]
    if scene.is_steady:
        own, other = sorted(outcome.scores, reverse=True)
        return w(
            "First to {broods} broods: {name} wins, {own} to {other}!",
            name=name,
            broods=BROODS_TO_WIN,
            own=own,
            other=other,
        )
    return w("{name} wins with {broods} broods!", name=name, broods=BROODS_TO_WIN)


def name_offered_worms(view: View, w: Words) -> str:
    """Name the colours of the worms that the other seat is offered (DR-2.3)."""
    first, second = view.dice
    if not (view.bank[first] and view.bank[second]):
        return w("any colour")
    if first == second:
        return name_colour(w, first)
    return w("{first} or {second}", first=name_colour(w, first), second=name_colour(w, second))


def _can_take(view: View, cell: int) -> bool:
    """Return whether the active seat may take a card if it can pay (DR-3.5, DR-3.6, DR-3.11)."""
    card, reef = view.tableau[cell], view.reefs[view.active_seat or 0]
    if card == CORAL_CARD:
        return has_room_for_coral(reef.corals)
    if not is_fish(card):
        return card != WATER_CARD
    return bool(list_home_corals(card, find_fish_homes(reef.corals, view.broods)))


def name_dice(dice: tuple[Colour, Colour], w: Words) -> str:
    """Return the colours of both dice as text, such as ``red and blue``."""
    return w("{first} and {second}", first=name_colour(w, dice[0]), second=name_colour(w, dice[1]))


def describe_status(view: View, scene: Scene) -> str:
    """Return whose turn it is and what that player must do or, after the match, the result."""
    w = scene.w
    if scene.outcome is not None or view.active_seat is None:
        return narrate_result(scene)
    seat = 1 - view.active_seat if view.stage == OFFER_STAGE else view.active_seat
    if scene.reader_seat in view.to_act:
        task = describe_task(scene.reader_seat, view, scene)
        is_answer = scene.reader_seat != view.active_seat
        return w("Your answer: {task}", task=task) if is_answer else w("Your turn: {task}", task=task)
    return _describe_turn(view, seat, scene) + _warn_of_draw(view, w)


def describe_task(seat: int, view: View, scene: Scene) -> str:
    """Return a text about what the active seat, or the other seat while it is offered a worm, must do."""
    w = scene.w
    if view.stage == OFFER_STAGE and seat != view.active_seat:
        return w("take a worm ({colours}) or none.", colours=name_offered_worms(view, w))
    if view.stage == CHOOSE_STAGE:
        return w.plural(
            "the bank is out of a colour you rolled: choose another worm.",
            "the bank is out of the colours you rolled: choose {n} other worms.",
            view.missing,
        )
    if view.stage == OFFER_STAGE:
        text = w(
            "{task} {other} may still take a worm ({colours}).",
            task=_describe_action_task(seat, view, w),
            other=scene.names[1 - seat],
            colours=name_offered_worms(view, w),
        )
    elif view.flipped is not None and _can_take(view, view.flipped):
        text = w(
            "take {cell} ({card}) right away for just one more worm, or go on.",
            cell=name_cell(view.flipped),
            card=name_card(w, view.tableau[view.flipped]),
        )
    else:
        text = _describe_action_task(seat, view, w)
    return text + _warn_of_draw(view, w)


def _describe_action_task(seat: int, view: View, w: Words) -> str:
    """Return a text about what the active seat can do. Taking a card is suggested only if it can take one."""
    view = replace(view, viewer=seat)
    if can_take_any_card(view):
        return w("take cards, breed fish, then end your turn.")
    reef = view.reefs[seat]
    can_flip = any(
        card == FACE_DOWN_CARD and is_in_reach(cell, reef.boats) for cell, card in enumerate(view.tableau)
    )
    can_buy_boat = reef.boats < MAX_BOATS and view.boats_left and sum(reef.worms) + reef.pearls >= BOAT_PRICE
    if can_flip and can_buy_boat:
        return w("turn up a card, buy a boat or end your turn.")
    return w("no card in reach can be taken now. End your turn when you're done.")


def _warn_of_draw(view: View, w: Words) -> str:
    left = MAX_QUIET_TURNS - view.quiet_turns + 1
    if left > QUIET_WARNING_TURNS:
        return ""
    return " " + w.plural(
        "A draw in {n} turn unless somebody breeds!", "A draw in {n} turns unless somebody breeds!", left
    )


def _describe_turn(view: View, seat: int, scene: Scene) -> str:
    w, name = scene.w, scene.names[seat]
    if view.stage == OFFER_STAGE:
        return w(
            "{turn}'s turn; {name} may take a worm first ({colours}).",
            turn=scene.names[1 - seat],
            name=name,
            colours=name_offered_worms(view, w),
        )
    if view.stage == CHOOSE_STAGE:
        return w.plural(
            "The bank is out of a rolled colour. Waiting for {name} to choose another worm.",
            "The bank is out of the rolled colours. Waiting for {name} to choose {n} other worms.",
            view.missing,
            name=name,
        )
    if view.flipped is not None and _can_take(view, view.flipped):
        return w(
            "{name}'s turn. {cell} ({card}) costs just one more worm right now.",
            name=name,
            cell=name_cell(view.flipped),
            card=name_card(w, view.tableau[view.flipped]),
        )
    return w("{name}'s turn.", name=name)
