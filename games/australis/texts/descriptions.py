"""Describes a position in words, either briefly as the picture's alt text or completely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.australis.events import Scene
from games.australis.parts import (
    DICE_PER_SEAT,
    FIRST_PLACE_POINTS,
    FOOD_SLOTS,
    REEF_NUMBERS,
    ROUND_COUNT,
    SECOND_PLACE_POINTS,
)
from games.australis.score import score_school
from games.australis.texts.narration import describe_status, narrate_event
from games.australis.texts.nouns import find_reader, format_points, name_card, name_dice
from games.australis.view import EMPTY_PLACE, LEDGER_SOURCES, OVER_STAGE, TILE_STAGE, View
from games.core.texts import MAX_ALT_TEXT_LENGTH
from games.core.words import N_, Words, join_sentences_that_fit

_POINT_SOURCE_NAMES: Final = (
    N_("start {n}"),
    N_("dice {n}"),
    N_("reefs {n}"),
    N_("fish {n}"),
    N_("turtle {n}"),
    N_("corals at the end {n}"),
    N_("token {n}"),
    N_("tiles {n}"),
)


def describe_picture(view: View, scene: Scene) -> str:
    """Describe the picture in at most 1,024 characters, in whole sentences."""
    return join_sentences_that_fit(_list_sentences(view, scene), MAX_ALT_TEXT_LENGTH)


def _list_sentences(view: View, scene: Scene) -> Iterator[str]:
    w = scene.w
    yield describe_status(view, scene)
    news = [text for event in scene.events if (text := narrate_event(event, scene))]
    own = view.viewer
    # After the match, the placements cover the dice and cards.
    offer = (
        []
        if scene.outcome is not None and scene.outcome.winners
        else [_describe_offer(view, w), _describe_display(view, w)]
    )
    if view.stage == TILE_STAGE:
        offer.append(_describe_tiles(view, w))
    elif offer and view.gold:
        offer.append(_describe_next_tiles(view, w))
    if own is not None:
        # The player's choices come early, because the end of the text may be cut off.
        yield from offer
        yield _describe_score(view, scene, own)
        yield _describe_dice(view, scene, own)
        yield _describe_cards(view, scene, own)
    yield from news[:2]
    for seat in _order_seats(view):
        if seat != own:
            yield _describe_score(view, scene, seat)
    if own is None:
        yield from offer
        yield from news[2:]
    for index in range(len(REEF_NUMBERS)):
        yield _describe_reef(view, scene, index)
    if own is not None:
        yield from news[2:]
    for seat in _order_seats(view):
        if seat != own:
            yield _describe_cards(view, scene, seat)
    if view.stage != OVER_STAGE:
        yield _describe_token(view, scene)


def _order_seats(view: View) -> list[int]:
    first = find_reader(view)
    return [(first + offset) % view.seat_count for offset in range(view.seat_count)]


def _describe_score(view: View, scene: Scene, seat: int) -> str:
    w, board = scene.w, view.boards[seat]
    return w(
        "{name}: {points}, turtle on {space}, {fish} fish, food {food} of {slots}, corals left {corals}.",
        name=scene.names[seat],
        points=format_points(w, board.points),
        space=board.space,
        fish=board.fish,
        food=len(board.food),
        slots=FOOD_SLOTS,
        corals=board.supply,
    )


def _describe_offer(view: View, w: Words) -> str:
    return w("Dice on the gameboard: {dice}.", dice=name_dice(w, view.offer))


def _describe_display(view: View, w: Words) -> str:
    names = "; ".join(name_card(w, card) for card in view.display if card != EMPTY_PLACE)
    return w("Cards on display: {cards}.", cards=names or w("none"))


def _describe_reef(view: View, scene: Scene, index: int) -> str:
    w = scene.w
    counts = ", ".join(
        w("{name} {n}", name=scene.names[seat], n=board.corals[index])
        for seat, board in enumerate(view.boards)
        if board.corals[index]
    )
    if SECOND_PLACE_POINTS[index]:
        return w(
            "Reef {reef} (first gets {first}, second {second}): {counts}.",
            reef=REEF_NUMBERS[index],
            first=FIRST_PLACE_POINTS[index],
            second=SECOND_PLACE_POINTS[index],
            counts=counts or w("no coral"),
        )
    return w(
        "Reef {reef} (first gets {first}): {counts}.",
        reef=REEF_NUMBERS[index],
        first=FIRST_PLACE_POINTS[index],
        counts=counts or w("no coral"),
    )


def _describe_cards(view: View, scene: Scene, seat: int) -> str:
    w, board = scene.w, view.boards[seat]
    cards = "; ".join(name_card(w, card) for card in board.cards)
    return w("{name}'s cards: {cards}.", name=scene.names[seat], cards=cards or w("none"))


def describe_position(view: View, scene: Scene) -> str:
    """Describe the whole position in short lines, in enough detail to play from."""
    w = scene.w
    lines = [
        describe_status(view, scene),
        w("{name} began this round.", name=scene.names[view.start]),
        _describe_token(view, scene),
        "",
        _describe_offer(view, w),
        _describe_display(view, w),
        w("Draw pile {draw}, discard pile {discard}.", draw=view.draw_pile, discard=len(view.discard)),
        "",
    ]
    lines += [_describe_reef(view, scene, index) for index in range(len(REEF_NUMBERS))]
    lines.append(
        w(
            "The current ends at {end}. Grey food: {grey} at 17, {beside} beside it. Fish left: {fish}.",
            end=view.track_end,
            grey=view.grey_track,
            beside=view.grey_beside,
            fish=view.fish_left,
        )
    )
    turtle_order = ", ".join(scene.names[seat] for seat in view.turtle_order)
    lines.append(w("Turtles, the one in front first: {names}.", names=turtle_order))
    lines.append(_describe_tiles(view, w))
    for seat in _order_seats(view):
        lines += [
            "",
            _describe_score(view, scene, seat),
            _describe_dice(view, scene, seat),
            _describe_cards(view, scene, seat),
        ]
        lines += [_describe_school(view, scene, seat), _describe_origins(view, w, seat)]
    return "\n".join(lines)


def _describe_token(view: View, scene: Scene) -> str:
    if view.token is None:
        return scene.w("Nobody has taken the red die of this round yet.")
    return scene.w("{name} has the token for the next round.", name=scene.names[view.token])


def _describe_dice(view: View, scene: Scene, seat: int) -> str:
    w, board = scene.w, view.boards[seat]
    return w(
        "{name}'s dice, up to {most}: {dice}.",
        name=scene.names[seat],
        most=DICE_PER_SEAT,
        dice=name_dice(w, board.dice),
    )


def _describe_school(view: View, scene: Scene, seat: int) -> str:
    w, board = scene.w, view.boards[seat]
    return w(
        "{name}'s fish: now {points} a round. Tiles: {tiles}.",
        name=scene.names[seat],
        points=format_points(w, score_school(len(board.food), board.fish)),
        tiles=", ".join(str(points) for points in (*board.gold, *board.silver)) or w("none"),
    )


def _describe_origins(view: View, w: Words, seat: int) -> str:
    ledger = view.boards[seat].ledger
    parts = [w(_POINT_SOURCE_NAMES[i], n=ledger[i]) for i in range(len(LEDGER_SOURCES)) if ledger[i]]
    return w("Points so far: {parts}.", parts=", ".join(parts))


def _describe_next_tiles(view: View, w: Words) -> str:
    """Return the points of the tiles that this round's competition is about."""
    return w("Tiles of this round: gold {gold}, silver {silver}.", gold=view.gold[0], silver=view.silver[0])


def _describe_tiles(view: View, w: Words) -> str:
    if not view.gold:
        return w("All {rounds} pairs of tiles are gone.", rounds=ROUND_COUNT)
    return w(
        "Tiles, the next one first: gold {gold}; silver {silver}.",
        gold=", ".join(str(points) for points in view.gold),
        silver=", ".join(str(points) for points in view.silver),
    )
