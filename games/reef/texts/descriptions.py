"""The picture in words, as alt text and in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core.fitting import fitted
from games.core.words import Words
from games.reef.ending import empty_spaces, full_stacks
from games.reef.events import Scene
from games.reef.parts import CELL_NAMES, COLOURS, SEEN_ORDER
from games.reef.stacks import EMPTY, corals
from games.reef.texts.narration import status, tell
from games.reef.texts.nouns import card_text, cards_text, colour_name, points_text, stack_text
from games.reef.texts.position import best, now, reader
from games.reef.view import View

ALT: Final = 1024


def alt(view: View, scene: Scene) -> str:
    """Describe the picture in at most 1,024 characters, cut at the end of a sentence."""
    return fitted(_alt_sentences(view, scene), ALT)


def _alt_sentences(view: View, scene: Scene) -> Iterator[str]:
    w = scene.w
    yield status(view, scene)
    own = view.viewer if not view.hands else None
    if own is not None:
        # Never cut the information that a player chooses from.
        yield _hand(view, w)
        yield from _display(view, w)
        yield _reef(view, scene, own)
    for event in scene.events:
        told = tell(event, scene)
        if told and told not in status(view, scene):
            yield told
    for seat in _near_first(view):
        yield _counts(view, scene, seat)
    yield _supply(view, w)
    yield _deck(view, w)
    for seat in _near_first(view):
        if seat != own:
            yield _reef(view, scene, seat)
    if own is None:
        yield from _display(view, w)


def _hand(view: View, w: Words) -> str:
    if not view.hand:
        return w("Your hand is empty.")
    return w("Your hand: {cards}.", cards="; ".join(card_text(w, number) for number in view.hand))


def _near_first(view: View) -> list[int]:
    """Return the seats, the reader's first."""
    count = len(view.seats)
    return [(reader(view) + step) % count for step in range(count)]


def _counts(view: View, scene: Scene, seat: int) -> str:
    w, shown = scene.w, view.seats[seat]
    return w(
        "{name}: {points}, {cards} in hand.",
        name=scene.names[seat],
        points=points_text(w, shown.points),
        cards=cards_text(w, shown.cards),
    )


def _supply(view: View, w: Words) -> str:
    counts = ", ".join(f"{colour_name(w, colour)} {view.supply[colour]}" for colour in COLOURS)
    return w("Supply: {counts}.", counts=counts)


def _deck(view: View, w: Words) -> str:
    if view.top is None:
        return w("Deck: {cards}.", cards=cards_text(w, view.deck))
    return w("Deck: {cards}, on top {card}.", cards=cards_text(w, view.deck), card=card_text(w, view.top))


def _reef(view: View, scene: Scene, seat: int) -> str:
    w, reef = scene.w, view.seats[seat].reef
    stacks = [f"{CELL_NAMES[cell]} {stack_text(w, reef[cell])}" for cell in SEEN_ORDER if reef[cell] != EMPTY]
    if not stacks:
        return w("{name}'s reef: {stacks}.", name=scene.names[seat], stacks=w("nothing yet"))
    return w("{name}'s reef, top and height: {stacks}.", name=scene.names[seat], stacks=", ".join(stacks))


def _display(view: View, w: Words) -> Iterator[str]:
    for lying in view.display:
        card = card_text(w, lying.card)
        if lying.points:
            yield w("Open card {card}; {points} on it.", card=card, points=points_text(w, lying.points))
        else:
            yield w("Open card {card}.", card=card)


def describe(view: View, scene: Scene) -> str:
    """Describe the whole position in short lines, in enough detail to play from."""
    w = scene.w
    lines = [status(view, scene), "", *_display(view, w), _deck(view, w), _supply(view, w)]
    for seat in _near_first(view):
        lines += ["", *_seat_lines(view, scene, seat)]
    if view.viewer is not None and not view.hands:
        lines += ["", w("Your hand:") if view.hand else w("Your hand is empty.")]
        lines += [_hand_line(view, number, w) for number in view.hand]
    return "\n".join(lines)


def _seat_lines(view: View, scene: Scene, seat: int) -> Iterator[str]:
    w, shown = scene.w, view.seats[seat]
    yield _counts(view, scene, seat)
    yield w(
        "Empty spaces: {empty}; stacks of four: {full}.",
        empty=empty_spaces(shown.reef),
        full=full_stacks(shown.reef),
    )
    if shown.reef.count(EMPTY) == len(shown.reef):
        yield w("{name}'s reef: {stacks}.", name=scene.names[seat], stacks=w("nothing yet"))
    for cell in SEEN_ORDER:
        stack = shown.reef[cell]
        if stack != EMPTY:
            yield w(
                "{cell} {seen} (from below: {corals})",
                cell=CELL_NAMES[cell],
                seen=stack_text(w, stack),
                corals=", ".join(colour_name(w, colour) for colour in corals(stack)),
            )
    if shown.discard:
        yield w("Played cards: {cards}.", cards=", ".join(map(str, shown.discard)))
    if view.hands:
        cards = "; ".join(card_text(w, number) for number in view.hands[seat])
        yield w("Cards left in hand: {cards}.", cards=cards or w("none"))


def _hand_line(view: View, number: int, w: Words) -> str:
    card, most = card_text(w, number), best(view, number)
    if not most:
        return w("{card}. Scores nothing for now.", card=card)
    return w(
        "{card}. Scores {now} now, up to {best} with its corals.", card=card, now=now(view, number), best=most
    )
