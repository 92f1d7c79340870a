"""What buttons, lists and questions say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core.fitting import clip
from games.core.narrow import DONE, TOGETHER
from games.core.shapes import Pick
from games.core.words import N_, Words
from games.das_riff.events import Scene
from games.das_riff.parts import (
    BROODS_TO_WIN,
    CORAL,
    LETTERS,
    MAX_CORALS,
    PEARL,
    PEARL_LETTER,
    SHARK,
    cell_index,
    dots,
    is_fish,
)
from games.das_riff.texts.nouns import (
    COLOUR_ICONS,
    DOWN_ICON,
    PEARL_ICON,
    brood_name,
    card_icon,
    card_name,
    colour_name,
    dots_text,
    payment,
    price_text,
    purse_parts,
)
from games.das_riff.texts.position import bred_on, completes, price, reader, wanted_by
from games.das_riff.view import CHOOSE, DOWN, View

LABEL: Final = 80
HINT: Final = 100
QUESTION: Final = 200

_KINDS: Final = {
    "worm": N_("Take a worm"),
    "take": N_("Take a card"),
    "flip": N_("Turn up a card"),
    "shark": N_("Send a shark"),
    "boat": N_("Buy a boat"),
    "end": N_("End the turn"),
}
WORM_ICON: Final = "🪱"
_KIND_ICONS: Final = {
    "worm": WORM_ICON,
    "take": "🎣",
    "flip": DOWN_ICON,
    "shark": "🦈",
    "boat": "⛵",
    "end": "🌊",
}


def label(field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick] = ()) -> str:
    """Name a value of a field on a button or in a list."""
    w = scene.w
    if field == "kind":
        text = w(_KINDS[value])
    elif field == "colour":
        text = w("no worm") if value == "-" else colour_name(w, LETTERS.index(value))
    elif TOGETHER in value:
        text = _housed_label(value, view, w)
    elif field == "cell":
        text = _cell_label(value, view, w)
    elif field == "coral":
        text = _coral_label(value, view, w)
    elif field == "prey":
        text = _prey_label(value, view, w)
    else:
        text = w("That is all") if value == DONE else payment(w, value.split("+"))
    return clip(text[:1].upper() + text[1:], LABEL)


def _cell_label(name: str, view: View, w: Words) -> str:
    cell = cell_index(name)
    card = card_name(w, view.tableau[cell])
    cost = price_text(w, price(view, reader(view), cell))
    return w("{cell} · {card} · {price}", cell=name, card=card, price=cost)


def _housed_label(value: str, view: View, w: Words) -> str:
    """Name a fish with the coral that it goes onto, and what it breeds there."""
    name, _, coral = value.partition(TOGETHER)
    fish, index = _housed(coral, view)
    seat = reader(view)
    parent, brood = view.reefs[seat].corals[index].parent, bred_on(view, seat, fish, index)
    card, cost = card_name(w, fish), price_text(w, price(view, seat, cell_index(name)))
    if brood is not None:
        return w(
            "{cell} · {card} · {price} · breeds {brood}",
            cell=name,
            card=card,
            price=cost,
            brood=brood_name(w, brood),
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


def _coral_label(value: str, view: View, w: Words) -> str:
    if value == "-":
        return w("no coral needed")
    fish, index = _housed(value, view)
    parent, brood = view.reefs[reader(view)].corals[index].parent, bred_on(view, reader(view), fish, index)
    if parent is None:
        return w("Coral {coral} · empty", coral=index + 1)
    if brood is None:
        return w("Coral {coral} · {card}", coral=index + 1, card=card_name(w, parent))
    return w(
        "Coral {coral} · {card} · breeds {brood}",
        coral=index + 1,
        card=card_name(w, parent),
        brood=brood_name(w, brood),
    )


def _housed(value: str, view: View) -> tuple[int, int]:
    """Return the card and the index of the coral that ``B3#2`` names."""
    cell, _, number = value.partition("#")
    return view.tableau[cell_index(cell)], int(number) - 1


def _prey_label(value: str, view: View, w: Words) -> str:
    if value.startswith("#"):
        parent = view.reefs[reader(view)].corals[int(value[1:]) - 1].parent
        card = w("empty") if parent is None else card_name(w, parent)
        return w("your coral {coral} · {card}", coral=value[1:], card=card)
    return w("{cell} · {card}", cell=value, card=card_name(w, view.tableau[cell_index(value)]))


def hint(field: str, value: str, view: View, scene: Scene) -> str:
    """Say more of a value below its name in a list; empty where there is no more to say."""
    w, seat = scene.w, reader(view)
    if field == "kind":
        text = _kind_hint(value, view, scene)
    elif field == "colour":
        text = _colour_hint(value, view, w)
    elif field == "cell":
        text = _card_hint(view.tableau[cell_index(value)], view, w)
    elif field == "coral":
        text = _coral_hint(value, view, w)
    elif field == "prey":
        text = _prey_hint(value, view, scene)
    elif value == DONE:
        text = ""
    else:
        reef, spent = view.reefs[seat], value.split("+")
        worms = [max(0, reef.worms[i] - spent.count(letter)) for i, letter in enumerate(LETTERS)]
        left = purse_parts(w, worms, max(0, reef.pearls - spent.count(PEARL_LETTER)))
        text = w("then left: {purse}", purse=", ".join(left) or w("nothing"))
    return clip(text, HINT)


def _kind_hint(value: str, view: View, scene: Scene) -> str:
    w, reef = scene.w, view.reefs[reader(view)]
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
        return w("3 worms of any colours; you then reach column {column}", column=reef.boats + 1)
    return w("the water flows, then it is {name}'s turn", name=scene.names[1 - reader(view)])


def _colour_hint(value: str, view: View, w: Words) -> str:
    if value == "-":
        return w("leave the worms in the bank")
    colour = LETTERS.index(value)
    return w(
        "you have {own}, the bank has {bank}",
        own=view.reefs[reader(view)].worms[colour],
        bank=view.bank[colour],
    )


def _card_hint(card: int, view: View, w: Words) -> str:
    if card == DOWN:
        return w("everybody sees it; you may then take it for 1 more worm")
    if is_fish(card):
        return _fish_hint(card, view, w)
    if card == CORAL:
        have = len(view.reefs[reader(view)].corals)
        return w("you have {have} of {most} corals", have=have, most=MAX_CORALS)
    if card == PEARL:
        return w("pays like one worm of any colour")
    if card == SHARK:
        return w("drives off one face-up card, now or later")
    return ""


def _fish_hint(card: int, view: View, w: Words) -> str:
    done = [(coral + 1, brood_name(w, brood)) for coral, brood in completes(view, reader(view), card)]
    if len(done) > 2:
        listed = ", ".join(w("{coral} {held}", coral=coral, held=brood) for coral, brood in done)
        return w("breeds, by coral: {broods}", broods=listed)
    if len(done) > 1:
        (first, one), (second, other) = done
        return w(
            "breeds {one} on coral {first} or {other} on coral {second}",
            one=one,
            first=first,
            other=other,
            second=second,
        )
    if done:
        return w("breeds {brood} on coral {coral}", coral=done[0][0], brood=done[0][1])
    count = dots_text(w, dots(card, view.deck))
    broods = ", ".join(brood_name(w, brood) for brood in wanted_by(view, card))
    if not broods:
        return w("{dots}; in none of the open broods", dots=count)
    return w("{dots}; wanted for {broods}", dots=count, broods=broods)


def _coral_hint(value: str, view: View, w: Words) -> str:
    if value == "-":
        return ""
    reef, (_, index) = view.reefs[reader(view)], _housed(value, view)
    if reef.corals[index].parent is None:
        return w("waits there for a mate")
    return w("then you have {broods} of {goal} broods", broods=reef.broods + 1, goal=BROODS_TO_WIN)


def _prey_hint(value: str, view: View, scene: Scene) -> str:
    w, other = scene.w, 1 - reader(view)
    if value.startswith("#"):
        return w("makes your coral free again")
    done = completes(view, other, view.tableau[cell_index(value)])
    if not done:
        return ""
    broods = ", ".join(brood_name(w, brood) for _, brood in done)
    return w("would complete {brood} for {name}", brood=broods, name=scene.names[other])


def icon(field: str, value: str, view: View) -> str | None:
    """Return one emoji that goes before the label."""
    if field == "kind":
        return _KIND_ICONS[value]
    if field == "colour":
        return "🚫" if value == "-" else COLOUR_ICONS[LETTERS.index(value)]
    if field == "coral":
        return "🪸"
    if field == "pay":
        if value == DONE:
            return "✅"
        if not value:
            return None
        if len(set(value.split("+"))) > 1:
            return WORM_ICON
        return PEARL_ICON if value[0] == PEARL_LETTER else COLOUR_ICONS[LETTERS.index(value[0])]
    if value.startswith("#"):
        return "🪸"
    return card_icon(view.tableau[cell_index(value)])


def question(field: str, picks: Sequence[Pick], view: View, scene: Scene) -> str:
    """Ask for a field, given what has been picked; where it is about spending, say what there is to spend."""
    w = scene.w
    chosen = {name: value for name, value in picks if isinstance(value, str)}
    kind, name = chosen.get("kind", ""), chosen.get("cell", "")
    card = card_name(w, view.tableau[cell_index(name)]) if name else ""
    if field == "kind":
        text = w("What do you do?")
    elif field == "colour":
        if view.stage == CHOOSE:
            text = w("The bank lacks a rolled colour. Which worm do you take instead?")
        else:
            text = w("Which worm do you take?")
    elif field == "cell":
        text = w("Which card do you turn up?") if kind == "flip" else w("Which card do you take?")
    elif field == "coral":
        text = w("{cell}, {card}: onto which coral?", cell=name, card=card)
    elif field == "prey":
        text = w("Which card does the shark drive off?")
    elif kind == "boat":
        text = w("How do you pay for the boat?")
    elif kind == "flip":
        text = w("How do you pay for turning up {cell}?", cell=name)
    else:
        text = w("{cell}, {card}: how do you pay?", cell=name, card=card)
    if field in ("kind", "pay"):
        text = f"{text} {_purse(view, w)}"
    return clip(text, QUESTION)


def _purse(view: View, w: Words) -> str:
    reef = view.reefs[reader(view)]
    parts = purse_parts(w, reef.worms, reef.pearls)
    if not parts:
        return w("You have no worms and no pearls.")
    return w("You have {purse}.", purse=w.listed(parts))
