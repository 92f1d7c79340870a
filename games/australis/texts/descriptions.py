"""The picture in words, as alt text and in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.australis.events import Scene
from games.australis.parts import DICE_PER_SEAT, FIRST_POINTS, FOOD_SLOTS, REEFS, ROUNDS, SECOND_POINTS
from games.australis.score import school_points
from games.australis.texts.narration import status, tell
from games.australis.texts.nouns import card_name, dice_names, points_text, reader
from games.australis.view import GAP, LEDGER, OVER, TILE, View
from games.core.fitting import fitted
from games.core.words import N_, Words

ALT: Final = 1024
_ORIGINS: Final = (
    N_("start {n}"),
    N_("circles {n}"),
    N_("reefs {n}"),
    N_("schools {n}"),
    N_("turtle {n}"),
    N_("corals at the end {n}"),
    N_("token {n}"),
    N_("tiles {n}"),
)


def alt(view: View, scene: Scene) -> str:
    """Describe the picture in at most 1,024 characters, cut at the end of a sentence."""
    return fitted(_alt_sentences(view, scene), ALT)


def _alt_sentences(view: View, scene: Scene) -> Iterator[str]:
    w = scene.w
    yield status(view, scene)
    told = [text for event in scene.events if (text := tell(event, scene))]
    own = view.viewer
    # Once there is a winner, the placements cover the dice and cards.
    offer = (
        [] if scene.outcome is not None and scene.outcome.winners else [_offer(view, w), _display(view, w)]
    )
    if view.stage == TILE:
        offer.append(_tiles(view, w))
    if own is not None:
        # Never cut the information that a player chooses from.
        yield from offer
        yield _score(view, scene, own)
        yield _dice(view, scene, own)
        yield _cards(view, scene, own)
    yield from told[:2]
    for seat in _near_first(view):
        if seat != own:
            yield _score(view, scene, seat)
    if own is None:
        yield from offer
        yield from told[2:]
    for index in range(len(REEFS)):
        yield _reef(view, scene, index)
    if own is not None:
        yield from told[2:]
    for seat in _near_first(view):
        if seat != own:
            yield _cards(view, scene, seat)
    if view.stage != OVER:
        yield _token(view, scene)


def _near_first(view: View) -> list[int]:
    first = reader(view)
    return [(first + offset) % view.seats for offset in range(view.seats)]


def _score(view: View, scene: Scene, seat: int) -> str:
    w, board = scene.w, view.boards[seat]
    return w(
        "{name}: {points}, turtle on {space}, {fish} fish, food {food} of {slots}, corals left {corals}.",
        name=scene.names[seat],
        points=points_text(w, board.points),
        space=board.space,
        fish=board.fish,
        food=len(board.food),
        slots=FOOD_SLOTS,
        corals=board.supply,
    )


def _offer(view: View, w: Words) -> str:
    return w("Dice on the gameboard: {dice}.", dice=dice_names(w, view.offer))


def _display(view: View, w: Words) -> str:
    names = "; ".join(card_name(w, card) for card in view.display if card != GAP)
    return w("Cards on display: {cards}.", cards=names or w("none"))


def _reef(view: View, scene: Scene, index: int) -> str:
    w = scene.w
    counts = ", ".join(
        w("{name} {n}", name=scene.names[seat], n=board.corals[index])
        for seat, board in enumerate(view.boards)
        if board.corals[index]
    )
    if SECOND_POINTS[index]:
        return w(
            "Reef {reef} (first gets {first}, second {second}): {counts}.",
            reef=REEFS[index],
            first=FIRST_POINTS[index],
            second=SECOND_POINTS[index],
            counts=counts or w("no coral"),
        )
    return w(
        "Reef {reef} (first gets {first}): {counts}.",
        reef=REEFS[index],
        first=FIRST_POINTS[index],
        counts=counts or w("no coral"),
    )


def _cards(view: View, scene: Scene, seat: int) -> str:
    w, board = scene.w, view.boards[seat]
    cards = "; ".join(card_name(w, card) for card in board.cards)
    return w("{name}'s cards: {cards}.", name=scene.names[seat], cards=cards or w("none"))


def describe(view: View, scene: Scene) -> str:
    """Describe the whole position in short lines, in enough detail to play from."""
    w = scene.w
    lines = [
        status(view, scene),
        w("{name} began this round.", name=scene.names[view.start]),
        _token(view, scene),
        "",
        _offer(view, w),
        _display(view, w),
        w("Draw pile {draw}, discard pile {discard}.", draw=view.draw_pile, discard=len(view.discard)),
        "",
    ]
    lines += [_reef(view, scene, index) for index in range(len(REEFS))]
    lines.append(
        w(
            "The current ends at {end}. Grey food: {grey} at 17, {beside} beside it. Fish left: {fish}.",
            end=view.track_end,
            grey=view.grey_track,
            beside=view.grey_beside,
            fish=view.fish_left,
        )
    )
    ahead = ", ".join(scene.names[seat] for seat in view.ahead)
    lines.append(w("Turtles, the one in front first: {names}.", names=ahead))
    lines.append(_tiles(view, w))
    for seat in _near_first(view):
        lines += ["", _score(view, scene, seat), _dice(view, scene, seat), _cards(view, scene, seat)]
        lines += [_school(view, scene, seat), _origins(view, w, seat)]
    return "\n".join(lines)


def _token(view: View, scene: Scene) -> str:
    if view.token is None:
        return scene.w("Nobody has taken the red die of this round yet.")
    return scene.w("{name} has the token for the next round.", name=scene.names[view.token])


def _dice(view: View, scene: Scene, seat: int) -> str:
    w, board = scene.w, view.boards[seat]
    return w(
        "{name}'s dice, up to {most}: {dice}.",
        name=scene.names[seat],
        most=DICE_PER_SEAT,
        dice=dice_names(w, board.dice),
    )


def _school(view: View, scene: Scene, seat: int) -> str:
    w, board = scene.w, view.boards[seat]
    return w(
        "{name}'s school: now {points} a round. Tiles: {tiles}.",
        name=scene.names[seat],
        points=points_text(w, school_points(len(board.food), board.fish)),
        tiles=", ".join(str(points) for points in (*board.gold, *board.silver)) or w("none"),
    )


def _origins(view: View, w: Words, seat: int) -> str:
    ledger = view.boards[seat].ledger
    parts = [w(_ORIGINS[i], n=ledger[i]) for i in range(len(LEDGER)) if ledger[i]]
    return w("Points so far: {parts}.", parts=", ".join(parts))


def _tiles(view: View, w: Words) -> str:
    if not view.gold:
        return w("All {rounds} pairs of tiles are gone.", rounds=ROUNDS)
    return w(
        "Tiles, the next one first: gold {gold}; silver {silver}.",
        gold=", ".join(str(points) for points in view.gold),
        silver=", ".join(str(points) for points in view.silver),
    )
