"""What a newcomer learns by doing: eight steps, one for each kind of die and what becomes of it."""

from __future__ import annotations

from typing import Final

from games.australis.actions import Action, Choose, Place, Take, Tile
from games.australis.events import CardKept, CoralPlaced, Event, Fed, Fished, Swam, TileTaken, TokenTaken
from games.australis.laid import board, position
from games.australis.parts import BLUE, RED, VIOLET, WHITE, YELLOW, Colour
from games.australis.rules import RULES
from games.australis.state import State
from games.australis.view import TILE
from games.core.gate import take
from games.core.lesson import KEY, SlipOf, StepOf, TaskOf
from games.core.rng import Chance
from games.core.words import N_, Msg

Step = StepOf[State, Action, Event]
Task = TaskOf[Action, Event]
Slip = SlipOf[Action, Event]
Events = tuple[Event, ...]


def _after(state: State, token: str) -> State:
    return take(RULES, state, state.seat, token, Chance(KEY, 1)).state


def _takes(action: Action, colour: Colour) -> bool:
    return isinstance(action, Take) and action.die.colour == colour


_WHITE: Final = Slip(
    Msg(N_("White dice bring advantage cards, and a point for each circle.")),
    "AU-2.3",
    lambda action, events: _takes(action, WHITE),
)
_YELLOW: Final = Slip(
    Msg(N_("Yellow dice bring fish, and a point for each circle.")),
    "AU-2.5",
    lambda action, events: _takes(action, YELLOW),
)
_BLUE: Final = Slip(
    Msg(N_("Blue dice move your turtle along the current.")),
    "AU-2.6",
    lambda action, events: _takes(action, BLUE),
)
_VIOLET: Final = Slip(
    Msg(N_("Violet dice put a coral on a reef.")), "AU-2.7", lambda action, events: _takes(action, VIOLET)
)
_RED: Final = Slip(
    Msg(N_("The red die makes you begin the next round, and fights for a tile.")),
    "AU-2.8",
    lambda action, events: _takes(action, RED),
)

STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("A turn is a die")),
        Msg(
            N_(
                "In each of five rounds you take turns to take a die, four each. What a die does right away"
                " depends on its colour; the most points at the end win."
            )
        ),
        lambda: position(
            board(points=1, space=0),
            board(points=2, space=1),
            offer="w11 w20 y40 y31 b3 b5 v4 v6 r7",
        ),
        Task(
            Msg(N_("Yellow dice bring fish. Take the one that brings four.")),
            ("die:y40",),
            lambda action, events: any(isinstance(event, Fished) and event.fish == 4 for event in events),
            Msg(N_("Four fish swim to your board.")),
            (
                Slip(
                    Msg(N_("That one brings three fish and a point. Four fish are what you're after here.")),
                    "AU-2.5",
                    lambda action, events: _takes(action, YELLOW),
                ),
                _WHITE,
                _BLUE,
                _VIOLET,
                _RED,
            ),
        ),
    ),
    Step(
        Msg(N_("Your turtle finds food")),
        Msg(
            N_(
                "A blue die moves your turtle that many spaces; if its space is taken, it hops on to the "
                "next free one. Reach or pass 5, 11 or 15 and you collect a food cube there."
            )
        ),
        lambda: position(
            board(points=1, space=1, fish=4, own="y40"),
            board(points=2, space=3, corals="4:1", own="v4"),
            taken=2,
            offer="w11 w20 y31 b2 b4 v6 r7",
        ),
        Task(
            Msg(N_("Your turtle is on space 1. Bring it to your food cube at 5.")),
            ("die:b4",),
            lambda action, events: any(isinstance(event, Fed) for event in events),
            Msg(N_("Yum! A second food cube.")),
            (
                Slip(
                    Msg(N_("Space 3 is taken, so your turtle hops on to 4: one short of the food.")),
                    "AU-2.10",
                    lambda action, events: any(isinstance(event, Swam) for event in events),
                ),
                _WHITE,
                _YELLOW,
                _VIOLET,
                _RED,
            ),
        ),
    ),
    Step(
        Msg(N_("Fish want food")),
        Msg(
            N_(
                "After each round your fish score, but only those that your cubes can feed: one cube feeds "
                "3 fish for 1 point, two feed 6 for 3 points, three feed 10 for 7 points. Fish in between "
                "score nothing more."
            )
        ),
        lambda: position(
            board(points=1, space=5, food="oo", fish=3, own="b4"),
            board(points=2, space=3, corals="4:1", own="v4"),
            taken=2,
            offer="w11 w20 y22 y31 b2 v6 r7",
        ),
        Task(
            Msg(N_("You have two cubes and three fish. Get the fish that you need for 3 points.")),
            ("die:y31",),
            lambda action, events: any(isinstance(event, Fished) and event.fish >= 3 for event in events),
            Msg(N_("Six fish, two cubes: 3 points after this round, and again after each one.")),
            (
                Slip(
                    Msg(N_("With five fish you still get 1 point only: the next step is at six.")),
                    "AU-3.2",
                    lambda action, events: _takes(action, YELLOW),
                ),
                _WHITE,
                _BLUE,
                _VIOLET,
                _RED,
            ),
        ),
    ),
    Step(
        Msg(N_("Most corals on a reef")),
        Msg(
            N_(
                "A violet die puts a coral on the reef of its number or on any lower one. After each round "
                "whoever has most corals on a reef scores it; where you're level, the turtle further ahead "
                "decides."
            )
        ),
        lambda: _after(
            position(
                board(points=4, space=3, fish=3, corals="5:1 6:1", own="y31"),
                board(points=6, space=7, corals="3:2 4:2 5:1 6:3", own="b2"),
                taken=2,
                round=2,
                offer="w11 w20 y22 b2 v6 v4 r7",
            ),
            "die:v6",
        ),
        Task(
            Msg(N_("Put your coral where it gives you more corals than the other player.")),
            ("reef:5",),
            lambda action, events: any(
                isinstance(event, CoralPlaced) and event.reef == 5 for event in events
            ),
            Msg(N_("Two against one: reef 5 is yours, and it scores 2.")),
            (
                Slip(
                    Msg(N_("There the other player still has more.")),
                    "AU-3.1",
                    lambda action, events: isinstance(action, Place),
                ),
            ),
            ("reef:7",),
        ),
    ),
    Step(
        Msg(N_("Cards for later")),
        Msg(
            N_(
                "A white die brings cards: use one now, once, or keep it at the colour of its edge. A kept "
                "card works each time you take a die of that colour."
            )
        ),
        lambda: _after(
            position(
                board(points=4, space=5, food="oo", fish=5, corals="3:1", own="b4"),
                board(points=6, space=7, corals="4:1", own="b2"),
                taken=2,
                round=2,
                offer="w11 w20 y22 b2 v6 r7",
                display="pv fb tw cy dr pb",
            ),
            "die:w11",
        ),
        Task(
            Msg(N_("Keep the card that brings you a fish with each blue die.")),
            ("keep:fb",),
            lambda action, events: (
                any(isinstance(event, CardKept) for event in events)
                and isinstance(action, Choose)
                and action.token == "keep:fb"
            ),
            Msg(N_("From now on every blue die brings you a fish first.")),
            (
                Slip(
                    Msg(N_("One fish now, and the card is gone. Kept, it brings one each time.")),
                    "AU-2.3",
                    lambda action, events: action.token == "use:fb",
                ),
                Slip(Msg(N_("That's another card. Look for the fish on blue.")), "AU-2.3"),
            ),
        ),
    ),
    Step(
        Msg(N_("The competition")),
        Msg(
            N_(
                "Once you both have four dice, all blue, violet and red ones are rolled again and again and"
                " the lowest drop out, until one player is left and wins a tile. The red die also lets you "
                "begin the next round."
            )
        ),
        lambda: position(
            board(points=4, space=5, food="oo", fish=6, own="y31 w11"),
            board(points=6, space=7, fish=2, own="b2 y22"),
            taken=4,
            offer="w20 y40 b4 v6 r7",
        ),
        Task(
            Msg(N_("You have no die for the competition yet. Take one that fights and lets you begin.")),
            ("die:r7",),
            lambda action, events: any(isinstance(event, TokenTaken) for event in events),
            Msg(N_("Red has the highest faces of all, and you begin the next round.")),
            (
                Slip(
                    Msg(N_("White and yellow dice don't compete.")),
                    "AU-4.1",
                    lambda action, events: _takes(action, WHITE) or _takes(action, YELLOW),
                ),
                Slip(Msg(N_("It fights, but only the red die lets you begin the next round.")), "AU-2.8"),
            ),
        ),
    ),
    Step(
        Msg(N_("Gold or silver")),
        Msg(
            N_(
                "Whoever wins the competition chooses a tile, and the second gets the other one. Gold is "
                "worth more at the end; silver brings a food cube too in the first three rounds."
            )
        ),
        lambda: position(
            board(points=14, space=9, food="ooo", fish=6, corals="4:1", own="y31 w11 r7 b4"),
            board(points=12, space=10, food="oo", fish=2, corals="6:2", own="b2 y22 v6 v4"),
            stage=TILE,
            seat=0,
            taken=8,
            token=0,
            podium=(0, 1),
            offer="w20",
        ),
        Task(
            Msg(N_("You've won. Take the tile with the most points.")),
            ("gold",),
            lambda action, events: (
                isinstance(action, Tile)
                and action.gold
                and any(isinstance(event, TileTaken) for event in events)
            ),
            Msg(N_("Gold! 7 points, counted at the end.")),
            (
                Slip(
                    Msg(
                        N_("Silver is worth 3 here. The food cube may be worth it, but gold has more points.")
                    ),
                    "AU-4.4",
                ),
            ),
        ),
    ),
    Step(
        Msg(N_("The last die")),
        Msg(
            N_(
                "Your turtle's space counts as points after every round. After round five you add a point "
                "for each coral on the reefs and what your tiles are worth: then the most points win."
            )
        ),
        lambda: position(
            board(points=48, space=14, food="oo", fish=7, corals="3:2 5:2 7:1", own="r7 v6 b3", gold=(7, 12)),
            board(
                points=53, space=16, food="ooog", fish=9, corals="4:3 6:3", own="v4 y40 w11 b2", silver=(3, 4)
            ),
            round=5,
            taken=7,
            start=1,
            token=0,
            offer="y50 b5",
        ),
        Task(
            Msg(N_("It's your last die of the match. Take the one that brings more points.")),
            ("die:b5",),
            lambda action, events: _takes(action, BLUE),
            Msg(N_("Five spaces, five points more, and food at 15 on the way.")),
            (
                Slip(
                    Msg(N_("Twelve fish, but two cubes feed only six of them: not a point more.")),
                    "AU-3.2",
                ),
            ),
        ),
    ),
)
"""In their order."""
