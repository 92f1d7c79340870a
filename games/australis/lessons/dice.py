"""The lesson's steps about the effects of dice: fish, the turtle, food, corals, cards."""

from __future__ import annotations

from typing import Final

from games.australis.actions import ChooseCard, PlaceCoral
from games.australis.events import CardKept, CoralPlaced, CubeCollected, FishCaught, TurtleMoved
from games.australis.lessons.shared import (
    BLUE_DIE_SLIP,
    RED_DIE_SLIP,
    VIOLET_DIE_SLIP,
    WHITE_DIE_SLIP,
    YELLOW_DIE_SLIP,
    Slip,
    Step,
    Task,
    play_token,
    takes_die,
)
from games.australis.notation import make_board, make_position
from games.australis.parts import YELLOW
from games.core.words import N_, Msg

LESSON_STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("A turn is a die")),
        Msg(
            N_(
                "In each of five rounds you take turns drafting dice, four each. What a die does right away "
                "depends on its colour; the most points at the end win."
            )
        ),
        lambda: make_position(
            make_board(points=2, space=4, dice="b3"),
            make_board(points=1, space=0, corals="4:1", dice="w20 v4"),
            start=1,
            dice_taken_count=3,
            offer="w11 y40 y31 b5 v6 r7",
        ),
        Task(
            Msg(N_("A circle (“+1”) is a point. Take the yellow die that brings four fish.")),
            ("die:y40",),
            lambda action, events: any(isinstance(event, FishCaught) and event.fish == 4 for event in events),
            Msg(N_("Four fish swim to your board.")),
            (
                Slip(
                    Msg(N_("That one brings three fish and a point. Four fish are what you're after here.")),
                    "AU-2.5",
                    lambda action, events: takes_die(action, YELLOW),
                ),
                WHITE_DIE_SLIP,
                BLUE_DIE_SLIP,
                VIOLET_DIE_SLIP,
                RED_DIE_SLIP,
            ),
            mentioned_values=(("die", "y40"), ("die", "y31")),
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
        lambda: make_position(
            make_board(points=1, space=1, fish=4, dice="y40"),
            make_board(points=2, space=3, corals="4:1", dice="v4"),
            dice_taken_count=2,
            offer="w11 w20 y31 b2 b4 v6 r7",
        ),
        Task(
            Msg(N_("Your turtle is on space 1. Bring it to your food cube at 5.")),
            ("die:b4",),
            lambda action, events: any(isinstance(event, CubeCollected) for event in events),
            Msg(N_("Yum! A second food cube.")),
            (
                Slip(
                    Msg(N_("Space 3 is taken, so your turtle hops on to 4: one short of the food.")),
                    "AU-2.10",
                    lambda action, events: any(isinstance(event, TurtleMoved) for event in events),
                ),
                WHITE_DIE_SLIP,
                YELLOW_DIE_SLIP,
                VIOLET_DIE_SLIP,
                RED_DIE_SLIP,
            ),
            mentioned_values=(("space", "1"), ("space", "5")),
        ),
    ),
    Step(
        Msg(N_("Fish need food")),
        Msg(
            N_(
                "After each round your fish score, but only those that your cubes can feed: one cube feeds "
                "3 fish for 1 point, two feed 6 for 3 points, three feed 10 for 7 points. Fish in between "
                "score nothing more."
            )
        ),
        lambda: make_position(
            make_board(points=1, space=5, food="oo", fish=3, dice="b4"),
            make_board(points=2, space=3, corals="4:1", dice="v4"),
            dice_taken_count=2,
            offer="w11 w20 y22 y31 b2 v6 r7",
        ),
        Task(
            Msg(N_("You have two cubes and three fish. Get the fish that you need for 3 points.")),
            ("die:y31",),
            lambda action, events: any(isinstance(event, FishCaught) and event.fish >= 3 for event in events),
            Msg(N_("Six fish, two cubes: 3 points after this round, and again after each one.")),
            (
                Slip(
                    Msg(N_("With five fish you still get 1 point only: the next step is at six.")),
                    "AU-3.2",
                    lambda action, events: takes_die(action, YELLOW),
                ),
                WHITE_DIE_SLIP,
                BLUE_DIE_SLIP,
                VIOLET_DIE_SLIP,
                RED_DIE_SLIP,
            ),
            mentioned_values=(("own", "food"), ("own", "fish")),
        ),
    ),
    Step(
        Msg(N_("Most corals on a reef")),
        Msg(
            N_(
                "A violet die puts a coral on the reef of its number or on any lower one. After each round "
                "whoever has the most corals on a reef scores it; where you're level, the turtle further "
                "ahead decides."
            )
        ),
        lambda: play_token(
            make_position(
                make_board(points=4, space=3, fish=3, corals="5:1 6:1", dice="y31"),
                make_board(points=6, space=7, food="oo", corals="3:2 4:2 5:1 6:3", dice="b2"),
                dice_taken_count=2,
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
            Msg(N_("Two against one: reef 5 is yours and scores 2, one more than before.")),
            (
                Slip(
                    Msg(N_("There the other player still has more.")),
                    "AU-3.1",
                    lambda action, events: isinstance(action, PlaceCoral),
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
        lambda: play_token(
            make_position(
                make_board(points=4, space=5, food="oo", fish=5, corals="3:1", dice="b4"),
                make_board(points=6, space=7, food="oo", corals="4:1", dice="b2"),
                dice_taken_count=2,
                round=2,
                offer="w11 w20 y22 y31 v6 v4 r7",
                display="pv fb tw cy dr pb",
            ),
            "die:w11",
        ),
        Task(
            Msg(N_("Keep the card that brings you a fish with each blue die.")),
            ("keep:fb",),
            lambda action, events: (
                any(isinstance(event, CardKept) for event in events)
                and isinstance(action, ChooseCard)
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
            mentioned_values=(("held", "b4"),),
        ),
    ),
)
