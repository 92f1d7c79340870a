"""The texts of buttons, select menus and questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.australis.actions import (
    Action,
    CarryOutCard,
    ChooseCard,
    ChooseTile,
    MoveCoral,
    PlaceCoral,
    TakeDie,
)
from games.australis.display import can_use_card, list_card_choices
from games.australis.emoji import CARD_ICON_BY_CODE, CORAL_ICON, DIE_ICON_BY_CODE, GOLD_ICON, SILVER_ICON
from games.australis.events import Scene
from games.australis.names import name_die
from games.australis.parts import (
    CARD_BY_CODE,
    CARD_SECTIONS,
    DICE_PER_SEAT,
    DIE_BY_CODE,
    GREY_CUBE_ROUNDS,
    REEF_NUMBERS,
)
from games.australis.texts.nouns import (
    MAX_HINT_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_PHRASE_LENGTH,
    MAX_QUESTION_LENGTH,
    describe_gain,
    find_reader,
    format_die,
    format_die_with_signs,
    format_points,
    name_card,
)
from games.australis.texts.position import measure_reef_gain
from games.australis.view import CHOOSE_STAGE, CORAL_STAGE, DRAFT_STAGE, ORDER_STAGE, View
from games.core.narrow import VALUE_SEPARATOR
from games.core.shapes import Pick
from games.core.words import Words, clip

MAX_NAMED_DICE: Final = 8
"""Maximum number of different dice whose buttons name their gains in words."""
MAX_NAMED_DICE_OF_TWO: Final = 9
"""The same for two players, who have at most two dice of each colour."""
MAX_PUBLIC_NAMED_DICE: Final = 4
"""The same for the board, which has room for fewer rows of buttons."""
_ICON_BY_VALUE: Final = {
    "gold": GOLD_ICON,
    "silver": SILVER_ICON,
    "move": "🔀",
    "stay": "🛑",
    "keep": "📥",
    "use": "⚡",
}


def label_value(field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick] = ()) -> str:
    """Return the label of a field's value on a button or in a select menu."""
    text = _label_value(field, value, view, scene.w)
    return clip(text[:1].upper() + text[1:], MAX_LABEL_LENGTH)


def _label_value(field: str, value: str, view: View, w: Words) -> str:
    value, _, how = value.partition(VALUE_SEPARATOR)
    if how:
        card = name_card(w, CARD_BY_CODE[value.partition("-")[2]])
        return w("Keep the {card}", card=card) if how == "keep" else w("Use once: {card}", card=card)
    if field == "how":
        return w("Keep it") if value == "keep" else w("Use it once, now")
    if field == "origin":
        return w("From reef {reef}", reef=value)
    if field == "reef":
        return w("To reef {reef}", reef=value)
    if value in DIE_BY_CODE:
        die = DIE_BY_CODE[value]
        is_crowded = _has_crowded_offer(view)
        return format_die_with_signs(w, die) if is_crowded else format_die(w, die, view.round)
    head, _, rest = value.partition("-")
    if head == "reef":
        return _label_reef(int(rest), view, w)
    if rest:
        name = name_card(w, CARD_BY_CODE[rest])
        # Other cards can be used or kept, which the next field asks. A competition card can only be kept.
        is_kept = head == "take" and CARD_SECTIONS[CARD_BY_CODE[rest]] is None
        return w("Keep the {card}", card=name) if is_kept else name
    if value == "move":
        return w("Move one of your corals")
    if value == "stay":
        return w("Move no coral")
    return _label_tile(value == "gold", view, w)


def _has_crowded_offer(view: View) -> bool:
    """Return whether the buttons of the dice name their gains by signs, because words would be too wide."""
    if view.viewer is None:
        most = MAX_PUBLIC_NAMED_DICE
    else:
        most = MAX_NAMED_DICE_OF_TWO if view.seat_count == 2 else MAX_NAMED_DICE
    return len(set(view.offer)) > most


def shorten_label(label: str) -> str:
    """Return the label of a reef without the numbers of corals, which the picture shows as well."""
    reef, *others = label.split(" · ")
    return f"{reef} · {others[0]}" if len(others) > 1 else label


def _label_reef(reef: int, view: View, w: Words) -> str:
    if view.stage == CORAL_STAGE and reef > view.task.reef:
        # A lesson also offers a reef where the coral can't go, so it would gain nothing there.
        return w("Reef {reef}", reef=reef)
    seat = find_reader(view)
    corals = [board.corals[reef - REEF_NUMBERS[0]] for board in view.boards]
    others = max(count for other, count in enumerate(corals) if other != seat)
    return w(
        "Reef {reef} · +{gain} · {standing}",
        reef=reef,
        gain=measure_reef_gain(view, seat, reef),
        standing=w("you {own}, best rival {most}", own=corals[seat], most=others),
    )


def _label_tile(is_gold: bool, view: View, w: Words) -> str:
    points = _format_tile_points(is_gold, view, w)
    if is_gold:
        return w("Gold: {points}", points=points)
    if view.round <= GREY_CUBE_ROUNDS:
        return w("Silver: {points} and a food cube", points=points)
    return w("Silver: {points}", points=points)


def explain_value(field: str, value: str, view: View, scene: Scene) -> str:
    """Return a value's description in a select menu, or an empty text if it needs none."""
    w = scene.w
    if value in DIE_BY_CODE:
        text = describe_gain(w, DIE_BY_CODE[value])
    elif value == "keep":
        text = w("works before each die of its colour that you take later")
    elif value == "use":
        text = w("then it's discarded")
    else:
        text = ""
    return clip(text, MAX_HINT_LENGTH)


def find_icon(field: str, value: str, view: View) -> str | None:
    """Return the emoji before a label, if there is one."""
    if value in DIE_ICON_BY_CODE:
        return DIE_ICON_BY_CODE[value]
    head, _, rest = value.partition("-")
    if head in ("run", "take"):
        return CARD_ICON_BY_CODE[rest]
    return _ICON_BY_VALUE.get(value, CORAL_ICON)


def format_question(field: str, picks: Sequence[Pick], view: View, scene: Scene) -> str:
    """Return the question that asks for a field, after the picks made so far."""
    return clip(_format_question(field, picks, view, scene.w), MAX_QUESTION_LENGTH)


def _format_question(field: str, picks: Sequence[Pick], view: View, w: Words) -> str:
    if field == "how":
        name = name_card(w, CARD_BY_CODE[str(picks[0].value).partition("-")[2]])
        return w("{card}: keep it, or use it once now?", card=name[:1].upper() + name[1:])
    if field == "origin":
        return w("Which of your corals do you move?")
    if field == "reef":
        return w("Where do you move it?")
    if view.stage == DRAFT_STAGE:
        return _format_die_question(view, w)
    if view.stage == ORDER_STAGE:
        return w("Which of your cards comes next?")
    if view.stage == CHOOSE_STAGE:
        return _format_card_question(view, w)
    if view.stage == CORAL_STAGE and view.boards[find_reader(view)].supply:
        return w(
            "Where does the coral go? Reef {reef} or lower; “+”: extra points this round.",
            reef=view.task.reef,
        )
    if view.stage == CORAL_STAGE:
        return w(
            "You have no coral left. Move one of yours to reef {reef} or lower?",
            reef=view.task.reef,
        )
    # If the turtles broke a tie, even the winner has no dice left, so don't say that these lasted longest.
    if view.round == 1 and len(view.podium) > 1 and view.boards[find_reader(view)].dice:
        question = w("Blue, violet and red dice were rolled, and yours lasted longest! Which tile of points?")
    else:
        question = w("You've won the dice competition! Which tile of points do you take?")
    if view.round <= GREY_CUBE_ROUNDS:
        return f"{question} {w('Food cubes help your fish score.')}"
    return question


def _format_die_question(view: View, w: Words) -> str:
    """Return the question about a die, which explains the buttons' signs.

    That about the seat's last die of the first round announces the competition instead.
    """
    dice = view.boards[find_reader(view)].dice
    if view.round == 1 and len(dice) == DICE_PER_SEAT - 1:
        return w(
            "Which die do you take last? Then all blue, violet and red dice are rolled for tiles:"
            " {gold} or {silver} points at the end.",
            gold=view.gold[0],
            silver=view.silver[0],
        )
    if view.round == 1 and not dice and _has_crowded_offer(view):
        return w("Which die? 🃏 cards, 🐟 fish, 🐢 spaces, 🪸 a coral up to that reef, “+” points.")
    if any(die.circles for die in view.offer):
        return w("Which die do you take? “+1”: 1 point.")
    return w("Which die do you take?")


def _format_card_question(view: View, w: Words) -> str:
    """Return the question about a displayed card, with the number of cards if the die allows several.

    The question about a seat's first card says when to keep it. A player who takes several cards has much to
    read already, so only a later question about a single card explains the competition.
    """
    dice, takes = view.boards[find_reader(view)].dice, view.task.cards_to_take
    if dice and takes < dice[-1].value:
        return w.plural(
            "Which card next? You take {n} more.",
            "Which card next? You take {n} more.",
            takes,
        )
    own = view.boards[find_reader(view)].cards
    # The competition is explained only if a button keeps a competition card.
    offers_competition_card = any(
        keep and not can_use_card(card) for card, keep in list_card_choices(view.display, own)
    )
    if takes > 1:
        question = w.plural(
            "Which card first? You take {n}.",
            "Which card first? You take {n}.",
            takes,
        )
    else:
        question = w("Which card do you take?")
    if view.round == 1 and not own:
        advice = w("Early, keep it: it works with each later die of its colour. Late, use it once.")
        if offers_competition_card:
            exception = w("Competition cards can only be kept: they raise dice rolled for tiles.")
            return f"{question} {advice} {exception}"
        return f"{question} {advice}"
    if takes > 1:
        return question
    if offers_competition_card:
        return f"{question} {w('Competition: after the round, dice of its colour roll 1 higher for tiles.')}"
    return question


def describe_action(action: Action, view: View, scene: Scene) -> str:
    """Return a phrase that describes an action before it is performed."""
    return clip(_describe_action(action, view, scene.w), MAX_PHRASE_LENGTH)


def _describe_action(action: Action, view: View, w: Words) -> str:
    if isinstance(action, TakeDie):
        return w("Take the {die}", die=name_die(action.die))
    if isinstance(action, CarryOutCard):
        return w("Next: {card}", card=name_card(w, action.card))
    if isinstance(action, ChooseCard):
        card = name_card(w, action.card)
        return w("Keep the {card}", card=card) if action.is_kept else w("Use once: {card}", card=card)
    if isinstance(action, PlaceCoral):
        return w("Place a coral on reef {reef}", reef=action.reef)
    if isinstance(action, MoveCoral):
        return w("Move a coral from reef {origin} to reef {reef}", origin=action.origin, reef=action.reef)
    if isinstance(action, ChooseTile):
        return _describe_tile(action.is_gold, view, w)
    return w("Move no coral")


def _format_tile_points(is_gold: bool, view: View, w: Words) -> str:
    pile = view.gold if is_gold else view.silver
    return format_points(w, pile[0] if pile else 0)


def _describe_tile(is_gold: bool, view: View, w: Words) -> str:
    points = _format_tile_points(is_gold, view, w)
    if is_gold:
        return w("Take the gold tile ({points})", points=points)
    if view.round <= GREY_CUBE_ROUNDS:
        return w("Take the silver tile ({points} and a food cube)", points=points)
    return w("Take the silver tile ({points})", points=points)


def label_action(action: Action, view: View, scene: Scene) -> str:
    """Return the text of the button that performs an action."""
    w = scene.w
    if isinstance(action, TakeDie | ChooseTile):
        return w("Take it")
    if isinstance(action, CarryOutCard):
        return w("Choose it")
    if isinstance(action, ChooseCard):
        return w("Keep it") if action.is_kept else w("Use it")
    if isinstance(action, PlaceCoral):
        return w("Place it")
    return w("Move it") if isinstance(action, MoveCoral) else w("Leave them")
