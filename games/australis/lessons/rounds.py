"""The lesson's steps about rounds: the competition, its tiles, and the points at the end."""

from __future__ import annotations

from typing import Final

from games.australis.actions import ChooseTile
from games.australis.events import TileTaken, TokenTaken
from games.australis.lessons.shared import Slip, Step, Task, takes_die
from games.australis.notation import make_board, make_position
from games.australis.parts import BLUE, WHITE, YELLOW
from games.australis.view import TILE_STAGE
from games.core.words import N_, Msg

LESSON_STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("The competition")),
        Msg(
            N_(
                "Once you both have four dice, all blue, violet and red ones are rolled again and again and"
                " the lowest drop out, until one player is left and wins a tile. The red die also lets you "
                "begin the next round."
            )
        ),
        lambda: make_position(
            make_board(points=4, space=5, food="oo", fish=6, dice="y31 w11"),
            make_board(points=6, space=7, food="oo", fish=2, dice="b2 y22"),
            dice_taken_count=4,
            offer="w20 b4 v4 v6 r7",
        ),
        Task(
            Msg(N_("You have no die for the competition yet. Take one that competes and lets you begin.")),
            ("die:r7",),
            lambda action, events: any(isinstance(event, TokenTaken) for event in events),
            Msg(N_("Red has the highest faces of all, and you begin the next round.")),
            (
                Slip(
                    Msg(N_("White and yellow dice don't compete.")),
                    "AU-4.1",
                    lambda action, events: takes_die(action, WHITE) or takes_die(action, YELLOW),
                ),
                Slip(Msg(N_("It competes, but only the red die lets you begin the next round.")), "AU-2.8"),
            ),
            mentioned_values=(("die", "b4"), ("die", "v4"), ("die", "v6"), ("die", "r7")),
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
        lambda: make_position(
            make_board(points=14, space=9, food="oo", fish=6, corals="4:1", dice="y31 w11 r7 b4"),
            make_board(points=12, space=10, food="oo", fish=2, corals="6:2", dice="b2 y22 v6 v4"),
            stage=TILE_STAGE,
            seat=0,
            dice_taken_count=8,
            token=0,
            podium=(0, 1),
            offer="w20",
        ),
        Task(
            Msg(N_("You've won. Take the tile with the most points.")),
            ("gold",),
            lambda action, events: (
                isinstance(action, ChooseTile)
                and action.is_gold
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
        lambda: make_position(
            make_board(
                points=48, space=14, food="ooo", fish=7, corals="3:2 5:2 7:1", dice="r7 v6 b3", gold=(7, 12)
            ),
            make_board(
                points=53,
                space=16,
                food="oooogg",
                fish=9,
                corals="4:3 6:3",
                dice="v4 y40 w11 w20",
                silver=(3, 4),
            ),
            round=5,
            dice_taken_count=7,
            start=1,
            token=0,
            offer="y50 b5",
        ),
        Task(
            Msg(N_("It's your last die of the match. Take the one that brings more points.")),
            ("die:b5",),
            lambda action, events: takes_die(action, BLUE),
            Msg(N_("Five spaces, five more points, and food at 15 on the way.")),
            (
                Slip(
                    Msg(
                        N_(
                            "Three cubes then feed ten of your twelve fish: 7 points instead of 3. That's 4 "
                            "more, and the blue die brings 5."
                        )
                    ),
                    "AU-3.2",
                ),
            ),
        ),
    ),
)
