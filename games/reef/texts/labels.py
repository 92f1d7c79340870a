"""The texts of buttons, select menus and questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from games.core.narrow import DONE_PICK, VALUE_SEPARATOR
from games.core.shapes import Pick, PickValue
from games.core.words import N_, Words, clip
from games.reef.actions import (
    COLOUR_BY_LETTER,
    DECK_VALUE,
    FIRST_ABOVE_VALUE,
    START_FIELDS,
    STAYS_IN_SUPPLY_TEXT,
    Action,
    DrawCard,
    PlaceFirstCorals,
    PlayCard,
    TakeCard,
)
from games.reef.emoji import (
    COLOUR_ICONS,
    CORALS_ICON,
    DECK_ICON,
    TAKE_ICON,
    find_card_icon,
)
from games.reef.events import Scene
from games.reef.parts import CARDS, CENTRE_CELLS, DECK_PRICE, parse_cell
from games.reef.texts.narration import warn_of_end
from games.reef.texts.nouns import (
    describe_card,
    describe_placed_corals,
    format_cards,
    format_points,
    name_colour,
)
from games.reef.texts.position import (
    find_best_score,
    find_best_scores_by_space,
    find_helped_card,
    find_reader,
    has_room,
    score_play,
)
from games.reef.view import View

MAX_LABEL_LENGTH: Final = 80
MAX_HINT_LENGTH: Final = 100
MAX_QUESTION_LENGTH: Final = 200
MAX_PHRASE_LENGTH: Final = 90

_LABEL_BY_KIND: Final = {
    "start": N_("Lay the first corals"),
    "take": N_("Take a card"),
    "play": N_("Play a card"),
}
_ICON_BY_KIND: Final = {"start": CORALS_ICON, "take": TAKE_ICON, "play": CORALS_ICON}


def label_value(field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick] = ()) -> str:
    """Return the label of a field's value on a button or in a select menu."""
    text = _label_value(field, value, view, scene, picks)
    return clip(
        text if field in ("spaces", "first", "second") else text[:1].upper() + text[1:], MAX_LABEL_LENGTH
    )


def _label_value(field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick]) -> str:
    w = scene.w
    if field == "kind":
        return w(_LABEL_BY_KIND[value])
    if field in START_FIELDS:
        return ", ".join(name_colour(w, COLOUR_BY_LETTER[letter]) for letter in value.split(VALUE_SEPARATOR))
    if field == "source" and value == DECK_VALUE:
        return (
            w("Top card · costs {price}", price=format_points(w, DECK_PRICE))
            if view.top is None
            else w("Deck: {card}", card=describe_card(w, view.top))
        )
    if field == "source" and VALUE_SEPARATOR in value:
        return w(
            "Top card · −{price} onto card {card}",
            price=format_points(w, DECK_PRICE),
            card=value.partition(VALUE_SEPARATOR)[2],
        )
    if field == "source":
        return _label_source(int(value), view, scene)
    if field == "onto":
        return w("Card {card}", card=value)
    if field == "card":
        return _label_card(int(value), view, w)
    if VALUE_SEPARATOR in value:
        place, _, order = value.partition(VALUE_SEPARATOR)
        return w("{space}, {colour} on top", space=place, colour=_name_top_colour(order, w, picks))
    if field == "order":
        return w("{colour} on top", colour=_name_top_colour(value, w, picks))
    if value == DONE_PICK:
        return w("That's all")
    return " + ".join(_label_space(name, view, w, picks) for name in value.split("+"))


def _name_top_colour(order: str, w: Words, picks: Sequence[Pick]) -> str:
    """Name the colour of the picked card's coral that goes on top, by a value of the field ``order``."""
    first, second = CARDS[int(str(dict(picks)["card"]))].corals
    return name_colour(w, first if order == FIRST_ABOVE_VALUE else second)


def _label_source(number: int, view: View, scene: Scene) -> str:
    """Name an open card, with the points on it and the most points that it can score when played.

    A card without either gets the points that its corals add to a card in hand.
    """
    w = scene.w
    points = next((lying.points for lying in view.display if lying.card == number), 0)
    most = find_best_score(view, number)
    if points and most:
        return w("Card {card}: {points} now, up to {best} when played", card=number, points=points, best=most)
    if points:
        return w("Card {card}: {points} now", card=number, points=format_points(w, points))
    if most:
        return w("Card {card}: up to {best} when played", card=number, best=most)
    gain, _, other = (0, 0, 0) if scene.is_quiz else find_helped_card(number, view)
    if gain > 0:
        return w("Card {card}: +{gain} for card {other}", card=number, gain=gain, other=other)
    return w("Card {card}: nothing yet", card=number)


def _label_card(number: int, view: View, w: Words) -> str:
    """Name a card in hand, with the most points that it can score now. The picture shows the rest."""
    most = find_best_score(view, number)
    if not most:
        return w("Card {card}: nothing yet", card=number)
    return w("Card {card}: up to {points}", card=number, points=format_points(w, most))


def _label_space(name: str, view: View, w: Words, picks: Sequence[Pick]) -> str:
    """Return the name of a space and the card's maximum score with its coral there, such as ``b2 · 6``.

    The number is left out if it's the usual one, which the question names. The stack on the space is not
    named, because longer labels would break the grid's rows on a phone.
    """
    if name == STAYS_IN_SUPPLY_TEXT:
        return w("supply")
    reached = _find_best_scores(dict(picks), view)
    usual = _find_usual_score(reached)
    most = reached.get(name, usual)
    return name if most == usual else f"{name} · {most}"


def _find_usual_score(scores: Mapping[str, int]) -> int:
    """Return the score of more than half of the spaces, or 0 if they differ more."""
    score, count = max(Counter(scores.values()).items(), key=lambda one: one[1], default=(0, 0))
    return score if count > len(scores) / 2 else 0


def _find_best_scores(chosen: Mapping[str, PickValue], view: View) -> Mapping[str, int]:
    """Map each space to the highest score that the picked card can reach with its next coral there."""
    if "card" not in chosen:
        return {}
    laid = chosen.get("spaces", ())
    first = chosen["first"] if "first" in chosen else next(iter(laid), None)
    return find_best_scores_by_space(view, int(str(chosen["card"])), None if first is None else str(first))


def explain_value(field: str, value: str, view: View, scene: Scene) -> str:
    """Return a value's description in a select menu, or an empty text if it needs none."""
    w = scene.w
    if field == "source":
        return clip(_write_source_hint(value, view, w), MAX_HINT_LENGTH)
    if field == "card":
        return _write_score_hint(int(value), view, w)
    if field == "kind" and value == "take":
        return w("you have {cards}", cards=format_cards(w, view.seats[find_reader(view)].cards))
    return ""


def _write_source_hint(value: str, view: View, w: Words) -> str:
    if value == DECK_VALUE:
        return w("costs {price}, which goes onto an open card", price=format_points(w, DECK_PRICE))
    points = next((o.points for o in view.display if o.card == int(value)), 0)
    gain = _write_score_hint(int(value), view, w)
    if not points:
        return gain
    return w("{points} on it; {gain}", points=format_points(w, points), gain=gain)


def _write_score_hint(number: int, view: View, w: Words) -> str:
    most = find_best_score(view, number)
    if not most:
        return w("scores nothing for now")
    return w("scores up to {best} with its corals", best=most)


def find_icon(field: str, value: str, view: View) -> str | None:
    """Return the emoji before a label, if there is one."""
    if field == "kind":
        return _ICON_BY_KIND[value]
    if field in START_FIELDS:
        return COLOUR_ICONS[COLOUR_BY_LETTER[value]]
    if field == "source" and value == DECK_VALUE:
        return DECK_ICON
    if field in ("source", "onto", "card"):
        return find_card_icon(CARDS[int(value)])
    if field == "order":
        return "🔼"
    if value == DONE_PICK:
        return "✅"
    return "📦" if value == STAYS_IN_SUPPLY_TEXT else None


def format_question(field: str, picks: Sequence[Pick], view: View, scene: Scene) -> str:
    """Return the question that asks for a field, with the picked card's possible score."""
    w = scene.w
    chosen = dict(picks)
    if field == "kind":
        countdown = warn_of_end(view, w)
        text = f"{w('Play or take?')} {countdown}" if countdown else w("Play a card or take one?")
    elif field == START_FIELDS[1]:
        text = w(
            "Your first corals: which ones go onto {cell} and {other}?", cell=field, other=START_FIELDS[2]
        )
    elif field in START_FIELDS:
        text = w("Your first corals: which one goes onto {cell}?", cell=field)
    elif field == "source":
        text = w("Which card do you take?")
    elif field == "onto":
        text = w("Which card does the point go on? These have the lowest value.")
    elif field == "card":
        text = w("Which card do you play?")
    else:
        text = _format_space_question(field, chosen, view, w)
    return clip(text, MAX_QUESTION_LENGTH)


def _format_space_question(field: str, chosen: Mapping[str, PickValue], view: View, w: Words) -> str:
    """Return the question about a coral's space, or about which of two corals goes on top."""
    number = int(str(chosen["card"]))
    card = CARDS[number]
    if field == "order":
        return w("Both on {cell}. Which one goes on top?", cell=chosen["first"])
    named = chosen.get("spaces", ()) if card.has_equal_corals else ()
    laid = tuple(named) if named else tuple([str(chosen["first"])] if "first" in chosen else [])
    spaces = [parse_cell(name) for name in laid if name != STAYS_IN_SUPPLY_TEXT]
    colour = name_colour(w, card.corals[len(laid)])
    if laid and not spaces:
        text = w("The first coral stays in the supply. Where does the second go ({colour})?", colour=colour)
    elif laid:
        text = w("Where does the second coral go ({colour})?", colour=colour)
    elif len(view.hand) == 1:
        text = w(
            "Card {number} is your only one. Where does its first coral go ({colour})?",
            number=number,
            colour=colour,
        )
    else:
        text = w("Card {number}: where does the first coral go ({colour})?", number=number, colour=colour)
    most = find_best_score(view, number, spaces)
    return f"{text} {_explain_numbers(chosen, most, view, w, is_last_coral=bool(laid))}"


def _explain_numbers(
    chosen: Mapping[str, PickValue], highest: int, view: View, w: Words, *, is_last_coral: bool
) -> str:
    """Explain the numbers on the buttons of spaces, or state the score if it is the same for every space.

    :param is_last_coral: whether the other coral is already placed, so that the numbers are exact scores.
    """
    if not highest:
        return w("It scores nothing this time.")
    points, scores = format_points(w, highest), _find_best_scores(chosen, view)
    if len(set(scores.values())) > 1:
        if usual := _find_usual_score(scores):
            points = format_points(w, usual)
            if is_last_coral:
                return w("{points}, unless the button shows another number.", points=points)
            return w("Up to {points}, unless the button shows another number.", points=points)
        return w("Numbers: points it scores.") if is_last_coral else w("Numbers: points it can score.")
    if is_last_coral:
        return w("It scores {points}, wherever you lay it.", points=points)
    return w("It scores up to {best}, wherever you lay it.", best=highest)


def describe_action(action: Action, view: View, scene: Scene) -> str:
    """Return a phrase that describes an action before it is performed, with its score."""
    return clip(_describe_action(action, view, scene.w), MAX_PHRASE_LENGTH)


def _describe_action(action: Action, view: View, w: Words) -> str:
    if isinstance(action, PlaceFirstCorals):
        return w(
            "Lay {corals}",
            corals=describe_placed_corals(w, tuple(zip(CENTRE_CELLS, action.colours, strict=True))),
        )
    if isinstance(action, TakeCard):
        return w("Take card {card}", card=action.card)
    if isinstance(action, DrawCard):
        return w(
            "Take the top card of the deck and pay {price} onto card {onto}",
            price=format_points(w, DECK_PRICE),
            onto=action.onto,
        )
    return _describe_play(action, view, w)


def _describe_play(action: PlayCard, view: View, w: Words) -> str:
    where = describe_placed_corals(w, action.placed) or w("no coral")
    if not has_room(view, action):
        return w("Card {card}: {corals}", card=action.card, corals=where)
    n, points = score_play(view, action)
    values = {"card": action.card, "corals": where, "points": format_points(w, points)}
    if n < 2:
        return w("Card {card}: {corals} – {points}", **values)
    return w("Card {card}: {corals} – {points} ({n} × {each})", n=n, each=CARDS[action.card].points, **values)


def label_action(action: Action, view: View, scene: Scene) -> str:
    """Return the text of the button that performs an action."""
    w = scene.w
    if isinstance(action, PlayCard):
        return w("Play {card}", card=action.card)
    return w("Lay them") if isinstance(action, PlaceFirstCorals) else w("Take it")
