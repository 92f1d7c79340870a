"""Describes the options of a select menu."""

from __future__ import annotations

from typing import Final

from games.core.narrow import DONE_PICK
from games.core.words import Words, clip
from games.das_riff.events import Scene
from games.das_riff.parts import (
    BROODS_TO_WIN,
    COLOUR_LETTERS,
    CORAL_CARD,
    MAX_CORALS,
    PEARL_CARD,
    PEARL_LETTER,
    SHARK_CARD,
    count_copies,
    is_fish,
    parse_cell,
)
from games.das_riff.texts.labels import parse_housed_fish
from games.das_riff.texts.nouns import format_copy_count, list_purse_parts, name_brood
from games.das_riff.texts.position import find_reader, list_broods_with_colour_of, list_possible_broods
from games.das_riff.view import FACE_DOWN_CARD, View

MAX_HINT_LENGTH: Final = 100


def explain_value(field: str, value: str, view: View, scene: Scene) -> str:
    """Return a value's description in a select menu, or an empty text if it needs none."""
    w, seat = scene.w, find_reader(view)
    if field == "kind":
        text = _write_kind_hint(value, view, scene)
    elif field == "colour":
        text = _write_colour_hint(value, view, w)
    elif field == "cell":
        text = _write_card_hint(view.tableau[parse_cell(value)], view, w)
    elif field == "coral":
        text = _write_coral_hint(value, view, w)
    elif field == "prey":
        text = _write_prey_hint(value, view, scene)
    elif value == DONE_PICK:
        text = ""
    else:
        reef, spent = view.reefs[seat], value.split("+")
        worms = [max(0, reef.worms[i] - spent.count(letter)) for i, letter in enumerate(COLOUR_LETTERS)]
        left = list_purse_parts(w, worms, max(0, reef.pearls - spent.count(PEARL_LETTER)))
        text = w("then left: {purse}", purse=", ".join(left) or w("nothing"))
    return clip(text, MAX_HINT_LENGTH)


def _write_kind_hint(value: str, view: View, scene: Scene) -> str:
    w, reef = scene.w, view.reefs[find_reader(view)]
    if value == "worm":
        return w("from the bank, free of charge")
    if value == "take":
        return w("own row 1 worm, face-up middle rows 2, far row 3")
    if value == "flip":
        return w("1 worm of any colour, in the middle rows")
    if value == "shark":
        return w.plural(
            "drives off one face-up card; you have {n} shark",
            "drives off one face-up card; you have {n} sharks",
            reef.sharks,
        )
    if value == "boat":
        return w("3 worms of any colour; you then reach column {column}", column=reef.boats + 1)
    return w("the water flows, then it's {name}'s turn", name=scene.names[1 - find_reader(view)])


def _write_colour_hint(value: str, view: View, w: Words) -> str:
    if value == "-":
        return w("leave the worms in the bank")
    colour = COLOUR_LETTERS.index(value)
    return w(
        "you have {own}, the bank has {bank}",
        own=view.reefs[find_reader(view)].worms[colour],
        bank=view.bank[colour],
    )


def _write_card_hint(card: int, view: View, w: Words) -> str:
    if card == FACE_DOWN_CARD:
        return w("everybody sees it; then it's yours for 1 more worm")
    if is_fish(card):
        return _write_fish_hint(card, view, w)
    if card == CORAL_CARD:
        have = len(view.reefs[find_reader(view)].corals)
        return w("you have {have} of {most} corals", have=have, most=MAX_CORALS)
    if card == PEARL_CARD:
        return w("pays like one worm of any colour")
    if card == SHARK_CARD:
        return w("drives off one face-up card, now or later")
    return ""


def _write_fish_hint(card: int, view: View, w: Words) -> str:
    broods_by_coral = [
        (coral + 1, name_brood(w, brood))
        for coral, brood in list_possible_broods(view, find_reader(view), card)
    ]
    if len(broods_by_coral) > 2:
        listed = ", ".join(w("{coral} {held}", coral=coral, held=brood) for coral, brood in broods_by_coral)
        return w("breeds, by coral: {broods}", broods=listed)
    if len(broods_by_coral) > 1:
        (first, one), (second, other) = broods_by_coral
        return w(
            "breeds {one} on coral {first} or {other} on coral {second}",
            one=one,
            first=first,
            other=other,
            second=second,
        )
    if broods_by_coral:
        ((coral, brood),) = broods_by_coral
        return w("breeds {brood} on coral {coral}", coral=coral, brood=brood)
    count = format_copy_count(w, count_copies(card, view.deck))
    broods = ", ".join(name_brood(w, brood) for brood in list_broods_with_colour_of(view, card))
    if not broods:
        return w("{dots}; not in any open brood", dots=count)
    return w("{dots}; needed for {broods}", dots=count, broods=broods)


def _write_coral_hint(value: str, view: View, w: Words) -> str:
    if value == "-":
        return ""
    reef, (_, index) = view.reefs[find_reader(view)], parse_housed_fish(value, view)
    if reef.corals[index].parent is None:
        return w("waits there for a mate")
    return w("that makes {broods} of {goal} broods", broods=reef.broods + 1, goal=BROODS_TO_WIN)


def _write_prey_hint(value: str, view: View, scene: Scene) -> str:
    w, other = scene.w, 1 - find_reader(view)
    if value.startswith("#"):
        return w("makes your coral free again")
    found = list_possible_broods(view, other, view.tableau[parse_cell(value)])
    if not found:
        return ""
    broods = ", ".join(name_brood(w, brood) for _, brood in found)
    return w("would complete {brood} for {name}", brood=broods, name=scene.names[other])
