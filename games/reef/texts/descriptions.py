"""Describes a position in words, either briefly as the picture's alt text or completely."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.texts import MAX_ALT_TEXT_LENGTH
from games.core.words import Words, join_sentences_that_fit
from games.reef.ending import count_empty_spaces, count_full_stacks
from games.reef.events import Scene
from games.reef.parts import CELL_NAMES, COLOURS, READING_ORDER
from games.reef.stacks import EMPTY_STACK, Reef, list_corals
from games.reef.texts.narration import describe_status, narrate_event
from games.reef.texts.nouns import describe_card, describe_stack, format_cards, format_points, name_colour
from games.reef.texts.position import find_best_score, find_reader
from games.reef.view import View


def describe_picture(view: View, scene: Scene) -> str:
    """Describe the picture in at most 1,024 characters, in whole sentences."""
    return join_sentences_that_fit(_list_sentences(view, scene), MAX_ALT_TEXT_LENGTH)


def _list_sentences(view: View, scene: Scene) -> Iterator[str]:
    w = scene.w
    yield describe_status(view, scene)
    own = view.viewer if not view.hands else None
    if own is not None:
        # The player's choices come early, because the end of the text may be cut off.
        yield _describe_hand(view, w)
        yield from _describe_display(view, w)
        yield _describe_reef(view, scene, own)
    for event in scene.events:
        sentence = narrate_event(event, scene)
        if sentence and sentence not in describe_status(view, scene):
            yield sentence
    for seat in _order_seats(view):
        yield _describe_counts(view, scene, seat)
    yield _describe_supply(view, w)
    yield _describe_deck(view, w)
    for seat in _order_seats(view):
        if seat != own:
            yield _describe_reef(view, scene, seat)
    if own is None:
        yield from _describe_display(view, w)


def _describe_hand(view: View, w: Words) -> str:
    if not view.hand:
        return w("Your hand is empty.")
    return w("Your hand: {cards}.", cards="; ".join(describe_card(w, number) for number in view.hand))


def _order_seats(view: View) -> list[int]:
    """Return all seats in turn order, starting with the reader's."""
    count = len(view.seats)
    return [(find_reader(view) + step) % count for step in range(count)]


def _describe_counts(view: View, scene: Scene, seat: int) -> str:
    w, shown = scene.w, view.seats[seat]
    return w(
        "{name}: {points}, {cards} in hand.",
        name=scene.names[seat],
        points=format_points(w, shown.points),
        cards=format_cards(w, shown.cards),
    )


def _describe_supply(view: View, w: Words) -> str:
    counts = ", ".join(f"{name_colour(w, colour)} {view.supply[colour]}" for colour in COLOURS)
    return w("Supply: {counts}.", counts=counts)


def _describe_deck(view: View, w: Words) -> str:
    if view.top is None:
        return w("Deck: {cards}.", cards=format_cards(w, view.deck))
    return w(
        "Deck: {cards}, on top {card}.", cards=format_cards(w, view.deck), card=describe_card(w, view.top)
    )


def _describe_reef(view: View, scene: Scene, seat: int) -> str:
    w, reef = scene.w, view.seats[seat].reef
    stacks = [
        f"{CELL_NAMES[cell]} {describe_stack(w, reef[cell])}"
        for cell in READING_ORDER
        if reef[cell] != EMPTY_STACK
    ]
    if not stacks:
        return w("{name}'s reef: {stacks}.", name=scene.names[seat], stacks=w("nothing yet"))
    return w("{name}'s reef, top and height: {stacks}.", name=scene.names[seat], stacks=", ".join(stacks))


def _describe_display(view: View, w: Words) -> Iterator[str]:
    for lying in view.display:
        card = describe_card(w, lying.card)
        if lying.points:
            yield w("Open card {card}; {points} on it.", card=card, points=format_points(w, lying.points))
        else:
            yield w("Open card {card}.", card=card)


def describe_position(view: View, scene: Scene) -> str:
    """Describe the whole position in short lines, in enough detail to play from."""
    w = scene.w
    lines = [
        describe_status(view, scene),
        "",
        *_describe_display(view, w),
        _describe_deck(view, w),
        _describe_supply(view, w),
    ]
    for seat in _order_seats(view):
        lines += ["", *_describe_seat(view, scene, seat)]
    if view.viewer is not None and not view.hands:
        lines += ["", w("Your hand:") if view.hand else w("Your hand is empty.")]
        lines += [_describe_card(view, number, w) for number in view.hand]
    return "\n".join(lines)


def _describe_seat(view: View, scene: Scene, seat: int) -> Iterator[str]:
    w, shown = scene.w, view.seats[seat]
    yield _describe_counts(view, scene, seat)
    yield w(
        "Empty spaces: {empty}; stacks of four: {full}.",
        empty=count_empty_spaces(shown.reef),
        full=count_full_stacks(shown.reef),
    )
    if shown.reef.count(EMPTY_STACK) == len(shown.reef):
        yield w("{name}'s reef: {stacks}.", name=scene.names[seat], stacks=w("nothing yet"))
    else:
        yield w("Corals, each stack from below: {stacks}.", stacks="; ".join(_list_stacks(shown.reef, w)))
    if shown.discard:
        yield w("Played cards: {cards}.", cards=", ".join(map(str, shown.discard)))
    if view.hands:
        cards = "; ".join(describe_card(w, number) for number in view.hands[seat])
        yield w("Cards left in hand: {cards}.", cards=cards or w("none"))


def _list_stacks(reef: Reef, w: Words) -> Iterator[str]:
    """Yield the name of each space that isn't empty, with its corals from bottom to top."""
    for cell in READING_ORDER:
        if reef[cell] != EMPTY_STACK:
            corals = ", ".join(name_colour(w, colour) for colour in list_corals(reef[cell]))
            yield f"{CELL_NAMES[cell]} {corals}"


def _describe_card(view: View, number: int, w: Words) -> str:
    card, most = describe_card(w, number), find_best_score(view, number)
    if not most:
        return w("{card}. Scores nothing for now.", card=card)
    return w("{card}. Scores up to {best} with its corals.", card=card, best=most)
