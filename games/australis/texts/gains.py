"""Explains the gains from fish, swimming, corals and tiles, for advice on dice, cards and other actions."""

from __future__ import annotations

from games.australis.actions import MoveCoral, PlaceCoral
from games.australis.parts import FOOD_SLOTS, GREY_CUBE_ROUNDS, REEF_NUMBERS, SCHOOL_FISH, SCHOOL_POINTS
from games.australis.score import find_school_level, score_school
from games.australis.texts.nouns import find_reader, format_fish, format_points
from games.australis.texts.position import (
    add_coral,
    find_best_reef,
    find_landing,
    measure_reef_gain,
    score_reefs,
)
from games.australis.view import Board, View
from games.core.texts import Advice
from games.core.words import Words


def advise_on_fish(fish_count: int, view: View, w: Words) -> Advice:
    """Explain how many points a number of fish adds to the school."""
    board = view.boards[find_reader(view)]
    fish, cubes = board.fish + min(fish_count, view.fish_left), len(board.food)
    before, after = score_school(cubes, board.fish), score_school(cubes, fish)
    level = find_school_level(cubes, fish)
    growth = w("You then have {fish}.", fish=format_fish(w, fish))
    if after > before:
        text = w(
            "Your fish then score {points} a round, up from {before}.",
            points=format_points(w, after),
            before=before,
        )
    elif level == FOOD_SLOTS:
        text = w(
            "Your fish already score {points} a round, the most there is.",
            points=format_points(w, after),
        )
        return Advice(text, "AU-3.2", is_reason=False, is_drawback=True, gain_text=growth)
    elif level == cubes:
        text = w(
            "You then have {fish}; to score more than {before} a round they also need a food cube.",
            fish=format_fish(w, fish),
            before=before,
        )
        return Advice(text, "AU-3.2", is_reason=False, is_drawback=True, gain_text=growth)
    else:
        text = w(
            "You then have {fish} of the {need} that score {points} a round.",
            fish=format_fish(w, fish),
            need=SCHOOL_FISH[level],
            points=format_points(w, SCHOOL_POINTS[level]),
        )
    return Advice(text, "AU-3.2")


def advise_on_swim(spaces: int, view: View, w: Words) -> Advice:
    """Explain where the turtle will land and the gain from it."""
    seat = find_reader(view)
    board = view.boards[seat]
    space, cubes = find_landing(view, seat, spaces)
    if space == board.space:
        text = w("Your turtle is already on the last space and stays there.")
        return Advice(text, "AU-2.10", is_reason=False, is_drawback=True)
    if cubes and len(board.food) < FOOD_SLOTS:
        text = w.plural(
            "Your turtle then scores {points} a round; your fish get {n} food cube.",
            "Your turtle then scores {points} a round; your fish get {n} food cubes.",
            cubes,
            points=format_points(w, space),
        )
        return Advice(text, "AU-2.11")
    text = w(
        "Your turtle gets to space {space} and scores {points} a round.",
        space=space,
        points=format_points(w, space),
    )
    return Advice(text, "AU-3.3")


def advise_on_new_coral(highest: int, view: View, w: Words) -> Advice:
    """Explain on which reef, up to ``highest``, a coral would gain most.

    The reef is named only if the guide will suggest it when the coral is placed.
    """
    seat = find_reader(view)
    if not view.boards[seat].supply:
        text = w("With no coral left, you may move one of yours to reef {reef} or a lower one.", reef=highest)
        return Advice(text, "AU-2.7")
    reef = find_best_reef(view, seat, highest)
    gain = measure_reef_gain(view, seat, reef)
    if gain:
        text = w(
            "Reef {reef} · +{gain} this round.",
            reef=reef,
            gain=gain,
        )
        vague = w("A coral can bring +{gain} this round.", gain=gain)
        return Advice(text, "AU-3.1", later_token=PlaceCoral(reef).token, text_without_later_step=vague)
    text = w("A coral on reef {reef} or lower is a step towards first place.", reef=highest)
    return Advice(text, "AU-3.1", is_reason=False)


def advise_on_card_coral(view: View, w: Words) -> Advice:
    """Explain where the coral of a card goes: on the reef beside the seat's turtle, or a lower one."""
    seat = find_reader(view)
    reef = view.boards[seat].reef
    if reef > REEF_NUMBERS[0] or not view.boards[seat].supply:
        return advise_on_new_coral(reef, view, w)
    gain = measure_reef_gain(view, seat, reef)
    if gain:
        text = w(
            "Its coral goes on reef {reef}, beside your turtle: +{gain} this round.", reef=reef, gain=gain
        )
        return Advice(text, "AU-2.9")
    text = w("Its coral goes on reef {reef}, beside your turtle.", reef=reef)
    return Advice(text, "AU-2.9", is_reason=False)


def advise_on_reef(reef: int, view: View, w: Words) -> Advice:
    """Explain the gain from a coral on a reef."""
    seat, index = find_reader(view), reef - REEF_NUMBERS[0]
    own = view.boards[seat].corals[index] + 1
    most = max(board.corals[index] for board in _list_rivals(view))
    gain = measure_reef_gain(view, seat, reef)
    best = find_best_reef(view, seat, view.task.reef)
    most_gain = measure_reef_gain(view, seat, best)
    if 0 < gain < most_gain:
        text = w(
            "+{gain} this round; reef {reef} would bring +{most}.",
            gain=gain,
            reef=best,
            most=most_gain,
        )
        has_rivals = any(board.corals[best - REEF_NUMBERS[0]] for board in _list_rivals(view))
        calm = w("+{gain} this round, and no rival has a coral there.", gain=gain)
        return Advice(
            text,
            "AU-3.1",
            is_reason=False,
            is_drawback=True,
            gain_text=calm if has_rivals and not most else "",
        )
    if gain:
        text = w("+{gain} this round, unless somebody overtakes you.", gain=gain)
    elif own > most:
        text = w(
            "You lead there {own} to {most}: harder to catch.",
            own=own,
            most=most,
        )
    elif most_gain:
        text = w(
            "It's then {own} to {most} there; reef {reef} would bring +{gain}.",
            own=own,
            most=most,
            reef=best,
            gain=most_gain,
        )
        return Advice(text, "AU-3.1", is_reason=False, is_drawback=True)
    else:
        text = w("It's then {own} to {most} there: closer to first place.", own=own, most=most)
    return Advice(text, "AU-3.1")


def _list_rivals(view: View) -> list[Board]:
    """Return the boards of the other seats."""
    return [board for seat, board in enumerate(view.boards) if seat != find_reader(view)]


def advise_on_moving_coral(action: MoveCoral, view: View, w: Words) -> Advice:
    """Explain the gain from moving a coral to another reef."""
    seat = find_reader(view)
    corals = view.boards[seat].corals
    moved = add_coral(add_coral(corals, action.origin, -1), action.reef)
    gain = score_reefs(view, seat, moved) - score_reefs(view, seat, corals)
    if gain > 0:
        text = w(
            "It brings you {points} for the reefs at the end of the round.", points=format_points(w, gain)
        )
    elif gain < 0:
        text = w(
            "It costs you {points} for the reefs at the end of the round.", points=format_points(w, -gain)
        )
        return Advice(text, "AU-3.1", is_reason=False, is_drawback=True)
    else:
        index = action.reef - REEF_NUMBERS[0]
        text = w(
            "It's then {own} to {most} on reef {reef}; your reef points stay the same for now.",
            own=moved[index],
            most=max(board.corals[index] for board in _list_rivals(view)),
            reef=action.reef,
        )
    return Advice(text, "AU-3.1")


def advise_on_keeping_corals(view: View, w: Words) -> Advice:
    """Explain how many points the corals score if none is moved."""
    seat = find_reader(view)
    points = format_points(w, score_reefs(view, seat, view.boards[seat].corals))
    return Advice(
        w("Your corals stay where they bring {points} for the reefs as things stand.", points=points),
        "AU-2.7",
    )


def advise_on_gold_tile(view: View, w: Words) -> Advice:
    """State the value of the gold tile."""
    text = w(
        "It's worth {more} more than silver at the end of the match.",
        points=format_points(w, view.gold[0]),
        more=view.gold[0] - view.silver[0],
    )
    return Advice(text, "AU-4.4")


def advise_on_silver_tile(view: View, w: Words) -> Advice:
    """State the value of the silver tile."""
    cubes = len(view.boards[find_reader(view)].food) + 1
    if view.round <= GREY_CUBE_ROUNDS and cubes <= FOOD_SLOTS:
        text = w(
            "With its food cube, you score {points} a round for {need}.",
            need=format_fish(w, SCHOOL_FISH[cubes - 1]),
            points=format_points(w, SCHOOL_POINTS[cubes - 1]),
        )
        return Advice(text, "AU-3.2")
    text = w(
        "It's worth {points} at the end of the match, {less} less than gold.",
        points=format_points(w, view.silver[0]),
        less=view.gold[0] - view.silver[0],
    )
    return Advice(text, "AU-4.4")
