"""Advice on the gains from fish, swimming, corals and tiles, shared by several kinds of actions."""

from __future__ import annotations

from games.australis.actions import Move
from games.australis.parts import FOOD_SLOTS, GREY_ROUNDS, REEFS, SCHOOL_FISH, SCHOOL_POINTS
from games.australis.score import school_level, school_points
from games.australis.texts.nouns import fish_text, points_text, reader
from games.australis.texts.position import best_reef, coral_gain, landing, reef_points, with_coral
from games.australis.view import View
from games.core.texts import Advice
from games.core.words import Words


def fish_advice(shown: int, view: View, w: Words) -> Advice:
    """Say what fish add to the school."""
    board = view.boards[reader(view)]
    fish, cubes = board.fish + min(shown, view.fish_left), len(board.food)
    before, after = school_points(cubes, board.fish), school_points(cubes, fish)
    level = school_level(cubes, fish)
    if after > before:
        text = w(
            "You then have {fish}: your school scores {points} at the end of the round, instead of {before}.",
            fish=fish_text(w, fish),
            points=points_text(w, after),
            before=before,
        )
    elif level == FOOD_SLOTS:
        text = w(
            "Your school already scores {points} a round, the most there is.",
            points=points_text(w, after),
        )
    elif level == cubes:
        text = w(
            "You then have {fish}, but to score more than {before} a round your school needs a food cube.",
            fish=fish_text(w, fish),
            before=before,
        )
    else:
        text = w(
            "You then have {fish} of the {need} your school needs to score {points} a round.",
            fish=fish_text(w, fish),
            need=SCHOOL_FISH[level],
            points=points_text(w, SCHOOL_POINTS[level]),
        )
    return Advice(text, "AU-3.2")


def swim_advice(spaces: int, view: View, w: Words) -> Advice:
    """Say where the turtle will be."""
    seat = reader(view)
    board = view.boards[seat]
    space, cubes = landing(view, seat, spaces)
    if space == board.space:
        return Advice(w("Your turtle is already on the last space and stays there."), "AU-2.10")
    if cubes and len(board.food) < FOOD_SLOTS:
        text = w.plural(
            "Your turtle gets to space {space} and picks up {n} food cube, for a bigger school.",
            "Your turtle gets to space {space} and picks up {n} food cubes, for a bigger school.",
            cubes,
            space=space,
        )
        return Advice(text, "AU-2.11")
    text = w(
        "Your turtle swims from {origin} to {space}, and its space is what it scores each round.",
        origin=board.space,
        space=space,
    )
    return Advice(text, "AU-3.3")


def coral_advice(highest: int, view: View, w: Words) -> Advice:
    """Say where a coral would gain most."""
    seat = reader(view)
    if not view.boards[seat].supply:
        text = w("With no coral left, you may move one of yours to reef {reef} or a lower one.", reef=highest)
        return Advice(text, "AU-2.7")
    reef = best_reef(view, seat, highest)
    gain = coral_gain(view, seat, reef)
    if gain:
        text = w(
            "Its coral can go onto reef {reef}, which brings {points} more at the end of the round.",
            reef=reef,
            points=points_text(w, gain),
        )
        return Advice(text, "AU-3.1")
    text = w(
        "Its coral can go onto reef {reef} or a lower one: one step towards first place there.", reef=highest
    )
    return Advice(text, "AU-3.1")


def place_advice(reef: int, view: View, w: Words) -> Advice:
    """Say what a coral placed on a reef gains."""
    seat, index = reader(view), reef - REEFS[0]
    own = view.boards[seat].corals[index] + 1
    most = max(board.corals[index] for other, board in enumerate(view.boards) if other != seat)
    gain = coral_gain(view, seat, reef)
    if gain:
        text = w.plural(
            "With {n} coral there you get {points} more at the end of the round, unless somebody "
            "overtakes you.",
            "With {n} corals there you get {points} more at the end of the round, unless somebody "
            "overtakes you.",
            own,
            points=points_text(w, gain),
        )
    elif own > most:
        text = w(
            "You lead there {own} to {most} and are harder to catch; the points stay the same.",
            own=own,
            most=most,
        )
    else:
        text = w(
            "That makes it {own} to {most} there: no more points yet, but a step closer.", own=own, most=most
        )
    return Advice(text, "AU-3.1")


def move_advice(action: Move, view: View, w: Words) -> Advice:
    """Say what moving a coral to another reef gains."""
    seat = reader(view)
    corals = view.boards[seat].corals
    moved = with_coral(with_coral(corals, action.origin, -1), action.reef)
    gain = reef_points(view, seat, moved) - reef_points(view, seat, corals)
    if gain > 0:
        text = w(
            "It brings you {points} more for the reefs at the end of the round.", points=points_text(w, gain)
        )
    elif gain < 0:
        text = w("It costs you {points} for the reefs at the end of the round.", points=points_text(w, -gain))
    else:
        text = w("As things stand, it doesn't change your reef points at the end of the round.")
    return Advice(text, "AU-3.1")


def stay_advice(view: View, w: Words) -> Advice:
    """Say what the corals score where they are."""
    seat = reader(view)
    points = points_text(w, reef_points(view, seat, view.boards[seat].corals))
    return Advice(
        w("Your corals stay where they bring {points} for the reefs as things stand.", points=points),
        "AU-2.7",
    )


def gold_advice(view: View, w: Words) -> Advice:
    """Say what the gold tile is worth."""
    text = w(
        "It scores {points} at the end of the match, {more} more than silver.",
        points=points_text(w, view.gold[0]),
        more=view.gold[0] - view.silver[0],
    )
    return Advice(text, "AU-4.4")


def silver_advice(view: View, w: Words) -> Advice:
    """Say what the silver tile is worth."""
    cubes = len(view.boards[reader(view)].food) + 1
    if view.round <= GREY_ROUNDS and cubes <= FOOD_SLOTS:
        text = w(
            "Its food cube makes {cubes}: with {need} your school then scores {points} a round.",
            cubes=cubes,
            need=fish_text(w, SCHOOL_FISH[cubes - 1]),
            points=points_text(w, SCHOOL_POINTS[cubes - 1]),
        )
        return Advice(text, "AU-3.2")
    text = w(
        "It scores {points} at the end of the match, {less} fewer than gold.",
        points=points_text(w, view.silver[0]),
        less=view.gold[0] - view.silver[0],
    )
    return Advice(text, "AU-4.4")
