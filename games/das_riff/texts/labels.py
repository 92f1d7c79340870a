"""The texts of buttons, select menus and questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core.narrow import DONE_PICK, VALUE_SEPARATOR
from games.core.shapes import Pick
from games.core.words import N_, Words, clip
from games.das_riff.emoji import (
    BOAT_ICON,
    CORAL_ICON,
    FACE_DOWN_ICON,
    MIXED_WORMS_ICON,
    PEARL_ICON,
    SHARK_ICON,
    WORM_ICONS,
    find_card_icon,
)
from games.das_riff.events import Scene
from games.das_riff.parts import (
    BOAT_PRICE,
    COLOUR_LETTERS,
    PEARL_LETTER,
    parse_cell,
)
from games.das_riff.texts.left_out import explain_impossible_take, explain_left_out_cards
from games.das_riff.texts.nouns import (
    format_payment,
    format_pearls,
    list_payment_parts,
    name_brood,
    name_card,
    name_card_with_sign,
    name_colour,
)
from games.das_riff.texts.position import find_brood_on_coral, find_price, find_reader
from games.das_riff.view import CHOOSE_STAGE, View

MAX_LABEL_LENGTH: Final = 80
ICON_BY_PAYMENT_LETTER: Final = {
    **dict(zip(COLOUR_LETTERS, WORM_ICONS, strict=True)),
    PEARL_LETTER: PEARL_ICON,
}
WORM_EMOJI: Final = "🪱"
"""Emoji for worms in labels, because labels can't contain custom emoji."""
MAX_HINT_LENGTH: Final = 100
MAX_QUESTION_LENGTH: Final = 200

_LABEL_BY_KIND: Final = {
    "worm": N_("Take a worm"),
    "take": N_("Take a card"),
    "flip": N_("Turn up a card"),
    "shark": N_("Send a shark"),
    "boat": N_("Buy a boat"),
    "end": N_("End the turn"),
}
_ICON_BY_KIND: Final = {
    "worm": MIXED_WORMS_ICON,
    "take": "🎣",
    "flip": FACE_DOWN_ICON,
    "shark": SHARK_ICON,
    "boat": BOAT_ICON,
    "end": "🌊",
}
NO_BREAK_SPACE: Final = "\u00a0"
"""No-break space that keeps a number on the same line as its icon."""


def label_value(field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick] = ()) -> str:
    """Return the label of a field's value on a button or in a select menu."""
    w = scene.w
    if field == "kind":
        text = w(_LABEL_BY_KIND[value])
    elif field == "colour":
        text = w("no worm") if value == "-" else name_colour(w, COLOUR_LETTERS.index(value))
    elif VALUE_SEPARATOR in value:
        text = _label_housed_fish(value, view, w)
    elif field == "cell":
        text = _label_cell(value, view, w, is_short=Pick("kind", "flip") in picks)
    elif field == "coral":
        text = _label_coral(value, view, w)
    elif field == "prey":
        text = _label_prey(value, view, w)
    else:
        text = w("That's all") if value == DONE_PICK else _label_payment(value.split("+"), w)
    return clip(text[:1].upper() + text[1:], MAX_LABEL_LENGTH)


def compact_label(label: str) -> str:
    """Return the label of a cell without the signs between cell, card and price, so that two fit in a row."""
    return label.replace(" · ", " ", 2).replace(f" {WORM_EMOJI}", WORM_EMOJI)


def shorten_label(label: str) -> str:
    """Return the label of a cell without the card's name, because its icon and the picture show the card."""
    cell, *others = label.split(" · ")
    return " · ".join((cell, *others[1:])) if len(others) > 1 else label


def shorten_prey_label(label: str) -> str:
    """Return the label of a shark's target without the card's name."""
    return label.partition(" · ")[0]


def _label_payment(letters: Sequence[str], w: Words) -> str:
    """Name a payment. An emoji precedes each colour except the first, whose emoji is the button's icon."""
    parts, spent = list_payment_parts(w, letters), _list_spent_letters(letters)
    signs = ["", *(f"{ICON_BY_PAYMENT_LETTER[letter]} " for letter in spent[1:])]
    return ", ".join(f"{sign}{part}" for sign, part in zip(signs, parts, strict=False)) or w("nothing")


def _list_spent_letters(letters: Sequence[str]) -> list[str]:
    """Return the distinct letters of a payment, in the order of :data:`ICON_BY_PAYMENT_LETTER`."""
    return [letter for letter in ICON_BY_PAYMENT_LETTER if letter in letters]


def _label_cell(name: str, view: View, w: Words, *, is_short: bool) -> str:
    cell = parse_cell(name)
    if is_short:
        return w("{cell} · {price}", cell=name, price=_format_price(view, cell))
    card = name_card_with_sign(w, view.tableau[cell])
    return w("{cell} · {card} · {price}", cell=name, card=card, price=_format_price(view, cell))


def _format_price(view: View, cell: int) -> str:
    """Return the reader's price for a cell, short enough for a button."""
    return f"{find_price(view, find_reader(view), cell)} {WORM_EMOJI}"


def _label_housed_fish(value: str, view: View, w: Words) -> str:
    """Name a fish, the coral it goes to, and the brood it completes there."""
    name, _, coral = value.partition(VALUE_SEPARATOR)
    fish, index = parse_housed_fish(coral, view)
    seat = find_reader(view)
    parent, brood = view.reefs[seat].corals[index].parent, find_brood_on_coral(view, seat, fish, index)
    card, cost = name_card_with_sign(w, fish), _format_price(view, parse_cell(name))
    if brood is not None:
        return w(
            "{cell} · {card} · {price} · breeds {brood}",
            cell=name,
            card=card,
            price=cost,
            brood=name_brood(w, brood),
        )
    if parent is None:
        return w(
            "{cell} · {card} · {price} · free coral {coral}",
            cell=name,
            card=card,
            price=cost,
            coral=index + 1,
        )
    return w("{cell} · {card} · {price} · coral {coral}", cell=name, card=card, price=cost, coral=index + 1)


def _label_coral(value: str, view: View, w: Words) -> str:
    if value == "-":
        return w("no coral needed")
    fish, index = parse_housed_fish(value, view)
    parent = view.reefs[find_reader(view)].corals[index].parent
    brood = find_brood_on_coral(view, find_reader(view), fish, index)
    if parent is None:
        return w("Coral {coral} · empty", coral=index + 1)
    if brood is None:
        return w("Coral {coral} · {card}", coral=index + 1, card=name_card(w, parent))
    return w(
        "Coral {coral} · {card} · breeds {brood}",
        coral=index + 1,
        card=name_card(w, parent),
        brood=name_brood(w, brood),
    )


def parse_housed_fish(value: str, view: View) -> tuple[int, int]:
    """Parse a value such as ``B3#2``; return the card in the cell and the index of the coral."""
    cell, _, number = value.partition("#")
    return view.tableau[parse_cell(cell)], int(number) - 1


def _label_prey(value: str, view: View, w: Words) -> str:
    if value.startswith("#"):
        parent = view.reefs[find_reader(view)].corals[int(value[1:]) - 1].parent
        card = w("empty") if parent is None else name_card(w, parent)
        return w("your coral {coral} · {card}", coral=value[1:], card=card)
    return w("{cell} · {card}", cell=value, card=name_card(w, view.tableau[parse_cell(value)]))


def find_icon(field: str, value: str, view: View) -> str | None:
    """Return the emoji before a label, if there is one."""
    if field == "kind":
        return _ICON_BY_KIND[value]
    if field == "colour":
        return "🚫" if value == "-" else WORM_ICONS[COLOUR_LETTERS.index(value)]
    if field == "coral":
        return CORAL_ICON
    if field == "pay":
        if value == DONE_PICK:
            return "✅"
        spent = _list_spent_letters(value.split("+"))
        return ICON_BY_PAYMENT_LETTER[spent[0]] if spent else None
    if value.startswith("#"):
        return CORAL_ICON
    return find_card_icon(view.tableau[parse_cell(value)])


def format_question(field: str, picks: Sequence[Pick], view: View, scene: Scene) -> str:
    """Return the question that asks for a field. The first one says what the player can spend."""
    w = scene.w
    chosen = {name: value for name, value in picks if isinstance(value, str)}
    paid = next((value for _, value in picks if isinstance(value, tuple)), ())
    text = _format_field_question(field, chosen.get("kind", ""), chosen.get("cell", ""), paid, view, w)
    if field == "kind":
        text = f"{text} {_describe_purse(view, w)}"
        if not scene.is_quiz and (missing := explain_impossible_take(view, w)):
            text = f"{text} {missing}"
    elif chosen.get("kind") == "take" and not paid and not scene.is_quiz:
        text = f"{text} {explain_left_out_cards(field, view, w)}".rstrip()
    return clip(text, MAX_QUESTION_LENGTH)


def _format_field_question(
    field: str, kind: str, cell: str, paid_letters: Sequence[str], view: View, w: Words
) -> str:
    """Return the question for a field alone.

    :param kind: the kind of action, or an empty string if none has been picked.
    :param cell: the name of the picked cell, or an empty string if none has been picked.
    :param paid_letters: the worms and pearls that have been picked as payment.
    """
    card = name_card(w, view.tableau[parse_cell(cell)]) if cell else ""
    if field == "kind":
        return w("What do you do?")
    if field == "colour":
        if view.stage == CHOOSE_STAGE:
            return w("The bank has run out of a rolled colour. Which worm do you take instead?")
        return w("Which worm do you take?")
    if field == "cell":
        if kind == "flip":
            return w("Which card do you turn up? Each costs 1 🪱 worm.")
        return w("Which card do you take?")
    if field == "coral":
        return w("{cell}, {card}: which coral does it go on?", cell=cell, card=card)
    if field == "prey":
        return w("Which card does the shark drive off?")
    if paid_letters:
        price = find_price(view, find_reader(view), parse_cell(cell)) if cell else BOAT_PRICE
        return w(
            "{paid} so far, {n} to go.", paid=format_payment(w, paid_letters), n=price - len(paid_letters)
        )
    if kind == "boat":
        return w("How will you pay for the boat?")
    if kind == "flip":
        return w("How will you pay to turn up {cell}?", cell=cell)
    return w("How will you pay for {cell}, {card}?", cell=cell, card=card)


def _describe_purse(view: View, w: Words) -> str:
    reef = view.reefs[find_reader(view)]
    pearls = format_pearls(w, reef.pearls)
    if not any(reef.worms):
        if not reef.pearls:
            return w("You have no worms and no pearls.")
        return w("You have no worms, just {pearls}.", pearls=pearls)
    counts = (*zip(WORM_ICONS, reef.worms, strict=True), (PEARL_ICON, reef.pearls))
    purse = " ".join(f"{icon}{NO_BREAK_SPACE}{n}" for icon, n in counts if n)
    return (
        w("Your worms and pearls: {purse}.", purse=purse)
        if reef.pearls
        else w("Your worms: {purse}.", purse=purse)
    )
