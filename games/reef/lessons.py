"""The lesson: seven steps, from the first card to the last coral."""

from __future__ import annotations

from typing import Final

from games.core.lesson import GenericLessonSlip, GenericLessonStep, GenericLessonTask
from games.core.words import N_, Msg
from games.reef.actions import Action, DrawCard, PlayCard, TakeCard
from games.reef.events import CardDrawn, CardPlayed, CardTaken, ColoursRanOut, Event, PatternScored
from games.reef.notation import BARE_REEF, make_position, parse_reef
from games.reef.parts import CARDS, CELL_NAMES, MAX_STACK_HEIGHT, READING_ORDER, parse_cell
from games.reef.stacks import Reef, list_corals
from games.reef.state import State

Step = GenericLessonStep[State, Action, Event]
Task = GenericLessonTask[Action, Event]
Slip = GenericLessonSlip[Action, Event]
Events = tuple[Event, ...]

_SPREAD_REEF: Final = parse_reef("p . . .", ". y r .", ". g p y", "g . r .")
_LINE_REEF: Final = parse_reef(". . . p", ". y r .", ". g p .", "r . . .")
_PAIRS_REEF: Final = parse_reef(". . . y", ". yr r .", ". gp p .", "g . . .")
_TWO_HIGH_REEF: Final = parse_reef(". . . .", ". yg r .", ". g py .", ". . . .")
_GROWN_REEF: Final = parse_reef("gg gry pyy gp", "p yrg rgy .", "g gr pry rp", ". r gp rp")
_RIVAL_REEF: Final = parse_reef("y gp gp .", "y yr ryr py", "yg gpg pr r", "g ryg . pyr")


def _sum_points(events: Events) -> int:
    return sum(event.points for event in events if isinstance(event, PatternScored))


def _list_plays(card: int, *excluded: str, grown_reef: Reef = BARE_REEF) -> tuple[str, ...]:
    """Return every token that plays a card on spaces with room, except the tokens in ``excluded``."""
    spaces = [CELL_NAMES[cell] for cell in READING_ORDER if CELL_NAMES[cell] not in excluded]
    if CARDS[card].has_equal_corals:
        pairs = [
            (one, two)
            for n, one in enumerate(spaces)
            for two in spaces[n:]
            if one != two or len(list_corals(grown_reef[parse_cell(one)])) <= MAX_STACK_HEIGHT - 2
        ]
        return tuple(f"play:{card}:{one},{two}" for one, two in pairs)
    pairs = [(one, two) for one in spaces for two in spaces]
    tokens = tuple(f"play:{card}:{one},{one}*" for one in spaces)
    return (*(f"play:{card}:{one},{two}" for one, two in pairs), *tokens)


def _is_placed_on(events: Events, *lines: tuple[str, str]) -> bool:
    cell_sets = [{parse_cell(space) for space in line} for line in lines]
    return any(
        isinstance(event, CardPlayed) and {cell for cell, _ in event.placed} in cell_sets for event in events
    )


_TAKE_CARD_SLIP: Final = Slip(
    Msg(N_("Taking a card is a turn too, but the task asks you to play one.")),
    "RF-2.1",
    lambda action, events: isinstance(action, TakeCard | DrawCard),
)

LESSON_STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("Take a card or play one")),
        Msg(
            N_(
                "Most points win. Each turn, take a card, with any points on it, or play one from your hand. "
                "The number on a card is its name, the coin what its pattern scores."
            )
        ),
        lambda: make_position(hands=((), (3, 27)), display=((30, 0), (23, 2), (12, 0))),
        Task(
            Msg(N_("Take the open card with two points on it.")),
            ("take:23",),
            lambda action, events: any(
                isinstance(event, CardTaken) and event.points == 2 for event in events
            ),
            Msg(N_("A card and two points in one go.")),
            (
                Slip(
                    Msg(N_("The top card of the deck would cost you a point. This one brings two.")),
                    "RF-2.2",
                    lambda action, events: isinstance(action, DrawCard),
                ),
                Slip(Msg(N_("No points lie on that card; its coin says what it can score.")), "RF-2.1"),
            ),
            mentioned_values=(("source", "23"),),
        ),
    ),
    Step(
        Msg(N_("First two corals, then points")),
        Msg(
            N_(
                "A card that you play gives the two corals by its number. You lay them anywhere, and only"
                " then the card scores its pattern as your reef looks from above."
            )
        ),
        lambda: make_position(
            hands=((4,), (3, 27)),
            reefs=(_SPREAD_REEF,),
            display=((30, 0), (23, 0), (12, 0)),
        ),
        Task(
            Msg(N_("Your card scores 1 for each red that's seen. Play it and score 2.")),
            _list_plays(4, "c3", "c1"),
            lambda action, events: _sum_points(events) == 2,
            Msg(N_("Two reds, two points.")),
            (_TAKE_CARD_SLIP, Slip(Msg(N_("You covered a red, and only what's on top counts.")), "RF-2.4")),
            mentioned_values=(("card", "4"), ("cell", "c3"), ("cell", "c1")),
        ),
    ),
    Step(
        Msg(N_("Build for the next card")),
        Msg(
            N_(
                "A card rarely brings the colours it scores. So lay its corals where another card of yours "
                "will need them."
            )
        ),
        lambda: make_position(
            hands=((4, 28), (3, 27)),
            reefs=(_LINE_REEF,),
            display=((30, 0), (23, 0), (12, 0)),
        ),
        Task(
            Msg(
                N_(
                    "Your second card scores three yellows in a line. Play the other one, and lay its two "
                    "yellow corals so that such a line is there."
                )
            ),
            ("play:4:a3,c3", "play:4:c3,d3", "play:4:b4,b2", "play:4:b2,b1"),
            lambda action, events: (
                isinstance(action, PlayCard)
                and action.card == 4
                and _is_placed_on(events, ("a3", "c3"), ("c3", "d3"), ("b4", "b2"), ("b2", "b1"))
            ),
            Msg(N_("A line of three. Next turn your other card scores 4 with it.")),
            (
                _TAKE_CARD_SLIP,
                Slip(
                    Msg(N_("That card brings green corals. The one with two yellows comes first.")),
                    "RF-2.3",
                    lambda action, events: isinstance(action, PlayCard) and action.card == 28,
                ),
                Slip(Msg(N_("There aren't three yellows in a line. The first one is at b3.")), "RF-2.4"),
            ),
            mentioned_values=(("card", "28"), ("cell", "b3")),
        ),
    ),
    Step(
        Msg(N_("As often as it's there")),
        Msg(
            N_(
                "A pattern scores as often as it's on your reef, turned whichever way, but each coral "
                "counts once at most. Where it shows eight corals around one, those around your "
                "tallest of that colour score."
            )
        ),
        lambda: make_position(
            hands=((1, 3, 25), (2, 27)),
            reefs=(_PAIRS_REEF,),
            display=((30, 0), (23, 0), (12, 0)),
        ),
        Task(
            Msg(N_("Score 4 points with one card.")),
            _list_plays(25, "b3", "c3", "b2", "c2"),
            lambda action, events: _sum_points(events) == 4,
            Msg(N_("Red and purple side by side, twice: 4 points.")),
            (
                _TAKE_CARD_SLIP,
                Slip(
                    Msg(N_("The right card, but you covered a coral that it needs.")),
                    "RF-2.4",
                    lambda action, events: isinstance(action, PlayCard) and action.card == 25,
                ),
                Slip(Msg(N_("That card scores less. Look for the pattern that's there twice.")), "RF-2.4"),
            ),
        ),
    ),
    Step(
        Msg(N_("A number is a height")),
        Msg(
            N_(
                "Corals may be stacked, four high at most. A number in a pattern means exactly that height, "
                "with a plus at least that height; a coral of all colours stands for any."
            )
        ),
        lambda: make_position(
            hands=((10, 16, 22, 30), (3, 27)),
            reefs=(_TWO_HIGH_REEF,),
            display=((1, 0), (23, 0), (12, 0)),
        ),
        Task(
            Msg(N_("Card 10 scores 2 for each stack exactly 3 high. Score 4 with it.")),
            ("play:10:b3,c2",),
            lambda action, events: (
                isinstance(action, PlayCard) and action.card == 10 and _sum_points(events) == 4
            ),
            Msg(N_("Two stacks of three: 4 points.")),
            (
                Slip(
                    Msg(N_("Not yet: both stacks of two have to grow by one.")),
                    "RF-2.5",
                    lambda action, events: isinstance(action, PlayCard) and action.card == 10,
                ),
                Slip(Msg(N_("That's another card. Card 10 is the one with the 3.")), "RF-2.5"),
            ),
            ("take:23",),
            mentioned_values=(("card", "10"), ("cell", "b3"), ("cell", "c2")),
        ),
    ),
    Step(
        Msg(N_("The deck costs a point")),
        Msg(
            N_(
                "If you like none of the open cards, take the top one of the deck. That costs a point, "
                "which goes onto the open card of the lowest value (its coin), for whoever takes it."
            )
        ),
        lambda: make_position(
            hands=((2, 4), (3, 27)),
            display=((30, 0), (23, 0), (12, 0)),
        ),
        Task(
            Msg(N_("Take the top card of the deck.")),
            ("deck>23",),
            lambda action, events: any(isinstance(event, CardDrawn) for event in events),
            Msg(N_("A new card for you, and a point waits on card 23.")),
            (
                Slip(
                    Msg(N_("That's an open card. The deck is the pile beside them.")),
                    "RF-2.2",
                    lambda action, events: isinstance(action, TakeCard),
                ),
                Slip(Msg(N_("That plays a card. The task is to take one.")), "RF-2.1"),
            ),
            ("deck>30",),
            mentioned_values=(("source", "deck"),),
        ),
    ),
    Step(
        Msg(N_("How it ends")),
        Msg(
            N_(
                "Below the open cards is what's left of each colour. When one runs out, the round is "
                "finished and the match is over. Each card left in your hand then scores its pattern once at "
                "most, so end it while you're ahead."
            )
        ),
        lambda: make_position(
            hands=((3, 26), (2, 27)),
            reefs=(_GROWN_REEF, _RIVAL_REEF),
            display=((30, 0), (23, 0), (12, 0)),
            points=(31, 24),
        ),
        Task(
            Msg(N_("You lead by 7 points, and two green corals are left. Use them up.")),
            _list_plays(3, grown_reef=_GROWN_REEF),
            lambda action, events: any(isinstance(event, ColoursRanOut) for event in events),
            Msg(N_("Green is gone: the round is finished, then it's over.")),
            (_TAKE_CARD_SLIP, Slip(Msg(N_("That card doesn't use up the green corals.")), "RF-3.1")),
            mentioned_values=(("supply", "g"),),
        ),
    ),
)
