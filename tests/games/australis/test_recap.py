"""A board's recap describes a single turn in full, but only the dice of several turns."""

from __future__ import annotations

from games.australis import GAME
from games.australis import events as e
from games.australis.parts import Colour, Die
from games.core.texts import GenericScene
from games.core.words import load_words

TEXTS = GAME.texts
VIOLET, WHITE = Die(Colour.VIOLET, 5), Die(Colour.WHITE, 2, 1)
FIRST_TURN = (e.DieTaken(0, VIOLET), e.CoralPlaced(0, 5, 0), e.TurtleMoved(0, 3, 4, has_moved_further=False))
SECOND_TURN = (
    e.DieTaken(1, WHITE),
    e.PointsGained(1, 1),
    e.CardCarriedOut(1, 0, is_from_display=True),
    e.PointsGained(1, 2),
    e.CardKept(1, 3),
)


def make_scene(seat_count: int, reader: int | None = None) -> e.Scene:
    return GenericScene(("Anna", "Ben", "Chris")[:seat_count], load_words(), (), reader_seat=reader)


def test_a_summary_of_several_turns_omits_only_cards() -> None:
    scene = make_scene(3)
    assert TEXTS.summarize_events(FIRST_TURN, scene) == [
        "Anna takes the violet 5 · turtle on space 4 · coral on reef 5"
    ]
    assert TEXTS.summarize_events(SECOND_TURN, scene) == [
        "Ben takes the white die: 2 cards and 1 point · uses yellow card, 2 points · keeps white card, 1 fish"
        " · 3 points"
    ]
    assert TEXTS.summarize_events((*FIRST_TURN, *SECOND_TURN), scene) == [
        "Anna takes violet 5 · turtle on 4 · coral on reef 5",
        "Ben takes white: 2 cards · 3 points",
    ]


def test_consequences_of_a_choice_are_described_in_full_before_the_next_turn() -> None:
    assert (
        TEXTS.summarize_events((e.CardKept(0, 3), *SECOND_TURN), make_scene(3))[0]
        == "Anna: keeps white card, 1 fish"
    )


def test_a_summary_of_several_turns_says_everything_that_moved() -> None:
    moved = (
        e.DieTaken(0, Die(Colour.VIOLET, 4)),
        e.CardCarriedOut(0, 8, is_from_display=False),
        e.TurtleMoved(0, 16, 17, has_moved_further=False),
        e.CubeCollected(0, is_grey=False, space=15, is_kept=True),
        e.CubeCollected(0, is_grey=True, space=17, is_kept=True),
        e.CoralPlaced(0, 4, 0),
    )
    assert TEXTS.summarize_events((*moved, *SECOND_TURN), make_scene(2))[0] == (
        "Anna takes violet 4 · turtle on 17 · 2 food · coral on reef 4"
    )
    swum = (e.DieTaken(0, Die(Colour.BLUE, 6)), e.TurtleMoved(0, 1, 7, has_moved_further=False))
    assert TEXTS.summarize_events((*swum, *SECOND_TURN), make_scene(2))[0] == (
        "Anna takes blue 6 · turtle on 7"
    )


def test_a_summary_of_several_turns_says_what_a_single_card_brought() -> None:
    taken = e.DieTaken(0, Die(Colour.WHITE, 2))
    fished = (taken, e.CardCarriedOut(0, 3, is_from_display=True), e.FishCaught(0, 1, 1))
    assert TEXTS.summarize_events((*fished, *SECOND_TURN), make_scene(2))[0] == (
        "Anna takes white: 2 cards · 1 fish"
    )
    gained = (taken, e.CardCarriedOut(0, 0, is_from_display=True), e.PointsGained(0, 2))
    assert TEXTS.summarize_events((*gained, *SECOND_TURN), make_scene(2))[0] == (
        "Anna takes white: 2 cards · 2 points"
    )
    yellow = (
        e.DieTaken(0, Die(Colour.YELLOW, 3, 1)),
        e.PointsGained(0, 1),
        e.FishCaught(0, 1, 1),
        e.FishCaught(0, 3, 3),
    )
    assert TEXTS.summarize_events((*yellow, *SECOND_TURN), make_scene(2))[0] == (
        "Anna takes yellow: 4 fish · 1 point"
    )


ROUND_SCORES = (e.RoundPointsScored(0, 21, 18, 9, 10), e.RoundPointsScored(1, 0, 7, 5, 0))


def test_scores_are_broken_down_with_two_seats_and_for_the_reader() -> None:
    assert TEXTS.summarize_events(ROUND_SCORES, make_scene(2)) == [
        "**Round scored:** Anna +49 (reefs 21, fish 18, turtle 10), Ben +7 (fish 7)"
    ]
    assert TEXTS.summarize_events(ROUND_SCORES, make_scene(3)) == ["**Round scored:** Anna +49, Ben +7"]
    assert TEXTS.summarize_events(ROUND_SCORES, make_scene(3, reader=1)) == [
        "**Round scored:** Anna +49, Ben +7 (fish 7)"
    ]
    final = (e.FinalPointsScored(0, 4, 3, 12), e.FinalPointsScored(1, 0, 0, 0))
    assert TEXTS.summarize_events(final, make_scene(2)) == [
        "**Final scoring:** Anna +19 (corals 4, token 3, tiles 12), Ben +0"
    ]


def test_a_finished_competition_fits_in_one_line_with_the_winner_first() -> None:
    won = e.CompetitionWon(1, 0, is_decided_by_turtles=False)
    tiles = (e.TileTaken(1, is_gold=False, points=4), e.TileTaken(0, is_gold=True, points=9))
    scene = make_scene(2)
    assert TEXTS.summarize_events((won, *tiles), scene) == [
        "**Dice competition:** Ben wins silver (end: +4); Anna gets gold (end: +9)"
    ]
    assert TEXTS.summarize_events((won,), scene) == ["Ben wins the competition, Anna is second."]
    assert TEXTS.summarize_events(tiles, scene) == [
        "**Dice competition:** Ben wins silver (end: +4); Anna gets gold (end: +9)"
    ]


def test_a_won_competition_names_the_best_dice_of_the_last_roll() -> None:
    casts = [
        e.CompetitionDie(seat, Die(colour, value), counts)
        for seat, colour, value, counts in (
            (0, Colour.BLUE, 3, 3),
            (1, Colour.VIOLET, 4, 5),
            (1, Colour.RED, 3, 3),
        )
    ]
    rolled = e.CompetitionRolled(2, tuple(casts), 3)
    earlier = e.CompetitionRolled(1, (e.CompetitionDie(0, Die(Colour.BLUE, 6), 6),), 1)
    scene = make_scene(2)
    won = e.CompetitionWon(1, 0, is_decided_by_turtles=False)
    assert TEXTS.summarize_events((earlier, rolled, won), scene) == [
        "Dice competition for tiles: Ben beats Anna (last roll 5 to 3)."
    ]
    for told in (
        e.CompetitionWon(1, 0, is_decided_by_turtles=True),
        e.CompetitionWon(1, None, is_decided_by_turtles=False),
    ):
        assert TEXTS.summarize_events((rolled, told), scene) == [TEXTS.narrate_event(told, scene)]


def test_the_food_cube_of_a_silver_tile_is_not_part_of_a_turn() -> None:
    tiles = (
        e.TileTaken(1, is_gold=True, points=7),
        e.TileTaken(0, is_gold=False, points=3),
        e.CubeCollected(0, is_grey=True, space=0, is_kept=True),
    )
    assert TEXTS.summarize_events((*SECOND_TURN, *tiles, *FIRST_TURN), make_scene(2)) == [
        "Ben takes white: 2 cards · 3 points",
        "**Dice competition:** Ben wins gold (end: +7); Anna gets silver (end: +3, 1 food)",
        "Anna takes violet 5 · turtle on 4 · coral on reef 5",
    ]


def test_a_die_of_the_next_round_comes_after_the_scores() -> None:
    tile = e.TileTaken(0, is_gold=True, points=9)
    events = (
        *FIRST_TURN,
        *ROUND_SCORES,
        e.CompetitionWon(0, 1, is_decided_by_turtles=False),
        tile,
        e.RoundBegan(2, 1, "token"),
        *SECOND_TURN,
    )
    assert TEXTS.summarize_events(events, make_scene(3)) == [
        "**Round scored:** Anna +49, Ben +7",
        "**Dice competition** (lowest dice go out, last one wins): Anna wins gold (end: +9)",
        "Ben takes white: 2 cards · 3 points",
    ]


def test_the_tiles_of_the_last_round_come_before_the_final_scoring() -> None:
    tile, final = e.TileTaken(0, is_gold=True, points=9), e.FinalPointsScored(0, 4, 3, 9)
    assert TEXTS.summarize_events((tile, final), make_scene(3)) == [
        "**Dice competition:** Anna wins gold (end: +9)",
        "**Final scoring:** Anna +16",
    ]


def test_the_fish_of_a_die_are_named_before_and_after_they_are_caught() -> None:
    """A yellow die brings its fish only after the seat has chosen what comes before them."""
    scene, taken = make_scene(2), e.DieTaken(0, Die(Colour.YELLOW, 4, 1))
    turtle = e.TurtleMoved(0, 18, 19, has_moved_further=False)
    pending = TEXTS.summarize_events((*SECOND_TURN, taken, turtle), scene)[-1]
    assert pending == "Anna takes yellow: 4 fish · turtle on 19"
    caught = e.FishCaught(0, 4, 4)
    assert TEXTS.summarize_events((*SECOND_TURN, taken, turtle, caught), scene)[-1] == pending
    few = e.FishCaught(0, 1, 4)
    assert "yellow: 1 fish" in TEXTS.summarize_events((*SECOND_TURN, taken, turtle, few), scene)[-1]
    assert TEXTS.summarize_events((e.CoralPlaced(0, 3, 0), caught), scene) == [
        "Anna: coral on reef 3 · 4 fish"
    ]


def test_points_and_fish_named_by_a_die_or_card_are_not_narrated_again() -> None:
    scene = make_scene(2)
    told = [TEXTS.narrate_event(event, scene) for event in SECOND_TURN]
    assert [line for line in told if "point" in line] == [told[0], told[2]]
    assert not TEXTS.narrate_event(e.FishCaught(0, 3, 3), scene)
    assert "supply is empty" in TEXTS.narrate_event(e.FishCaught(0, 2, 3), scene)
