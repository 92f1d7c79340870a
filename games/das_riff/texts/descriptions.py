"""Describes a position in words, either briefly as the picture's alt text or completely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.core.texts import MAX_ALT_TEXT_LENGTH
from games.core.words import Words, join_sentences_that_fit
from games.das_riff.events import Scene
from games.das_riff.parts import (
    BROODS_TO_WIN,
    COLUMN_COUNT,
    ROW_COUNT,
    ROW_LETTERS,
    count_copies,
    is_fish,
    name_cell,
)
from games.das_riff.texts.narration import describe_status, name_dice, narrate_event
from games.das_riff.texts.nouns import (
    format_copy_count,
    format_pearls,
    list_purse_parts,
    name_brood,
    name_card,
)
from games.das_riff.texts.position import find_reader, find_row_price
from games.das_riff.view import Coral, View


def describe_picture(view: View, scene: Scene) -> str:
    """Describe the picture in at most 1,024 characters, in whole sentences."""
    return join_sentences_that_fit(_list_sentences(view, scene), MAX_ALT_TEXT_LENGTH)


def _list_sentences(view: View, scene: Scene) -> Iterator[str]:
    w = scene.w
    yield describe_status(view, scene)
    news = [text for event in scene.events if (text := narrate_event(event, scene))]
    near, far = _order_seats(view)
    scores = [
        _describe_score(view, scene, near),
        _describe_score(view, scene, far),
        _describe_broods(view, w),
    ]
    rows = [_describe_row(view, row, w) for row in _order_rows(view)]
    if view.viewer is None:
        yield from (
            *news,
            *scores,
            _describe_corals(view, scene, near),
            _describe_corals(view, scene, far),
            *rows,
        )
    else:
        # The player's choices come early, because the end of the text may be cut off.
        yield from (
            *scores,
            _describe_corals(view, scene, near),
            *rows,
            *news,
            _describe_corals(view, scene, far),
        )
    yield _describe_piles(view, w)
    yield _describe_bank(view, w)
    yield _describe_boats_left(view, w)


def _describe_row(view: View, row: int, w: Words) -> str:
    cards = ", ".join(_name_cell_runs(view, row, w))
    if view.viewer is None:
        return w("Row {row} from the sea: {cards}.", row=ROW_LETTERS[row], cards=cards)
    price, values = find_row_price(view.viewer, row), {"row": ROW_LETTERS[row], "cards": cards}
    if row != _order_rows(view)[0]:
        # The sentence about the first row says at which end every row begins.
        return w.plural(
            "Row {row} ({n} worm each): {cards}.", "Row {row} ({n} worms each): {cards}.", price, **values
        )
    return w.plural(
        "Row {row} from the sea ({n} worm each): {cards}.",
        "Row {row} from the sea ({n} worms each): {cards}.",
        price,
        **values,
    )


def _order_seats(view: View) -> tuple[int, int]:
    return (1, 0) if find_reader(view) == 1 else (0, 1)


def _order_rows(view: View) -> Sequence[int]:
    return range(ROW_COUNT - 1, -1, -1) if find_reader(view) == 1 else range(ROW_COUNT)


def _list_cells(view: View, row: int) -> range:
    return range(row * COLUMN_COUNT, (row + 1) * COLUMN_COUNT)


def _name_cell_runs(view: View, row: int, w: Words) -> Iterator[str]:
    for card, run in groupby(view.tableau[cell] for cell in _list_cells(view, row)):
        n = len(list(run))
        yield name_card(w, card) if n == 1 else w("{n} × {card}", n=n, card=name_card(w, card))


def _describe_score(view: View, scene: Scene, seat: int) -> str:
    w, reef = scene.w, view.reefs[seat]
    return w(
        "{name}: {broods} of {goal} broods, {worms}, {pearls}, {sharks}, {boats}.",
        name=scene.names[seat],
        broods=reef.broods,
        goal=BROODS_TO_WIN,
        worms=w("worms: {purse}", purse=", ".join(list_purse_parts(w, reef.worms)) or w("none")),
        pearls=format_pearls(w, reef.pearls),
        sharks=w.plural("{n} shark", "{n} sharks", reef.sharks),
        boats=w.plural("{n} boat", "{n} boats", reef.boats),
    )


def _describe_corals(view: View, scene: Scene, seat: int) -> str:
    w, name = scene.w, scene.names[seat]
    corals = view.reefs[seat].corals
    if not corals:
        return w("{name} has no coral yet.", name=name)
    held = ", ".join(
        w("#{coral} {held}", coral=number, held=_name_contents(coral, w))
        for number, coral in enumerate(corals, 1)
    )
    return w("{name}'s corals: {corals}.", name=name, corals=held)


def _name_contents(coral: Coral, w: Words) -> str:
    if coral.brood is not None:
        return w("brood {brood}", brood=name_brood(w, coral.brood))
    return w("empty") if coral.parent is None else name_card(w, coral.parent)


def _describe_broods(view: View, w: Words) -> str:
    names = ", ".join(name_brood(w, brood) for brood in view.broods)
    return w("Open broods: {broods}.", broods=names or w("none"))


def _describe_piles(view: View, w: Words) -> str:
    return w(
        "Draw pile {draw}, discard pile {discard}, brood pile {broods}.",
        draw=view.draw_pile,
        discard=view.discard,
        broods=view.brood_pile,
    )


def _describe_bank(view: View, w: Words) -> str:
    return w("Bank: {purse}.", purse=", ".join(list_purse_parts(w, view.bank)) or w("none"))


def _describe_boats_left(view: View, w: Words) -> str:
    return w.plural("{n} boat left.", "{n} boats left.", view.boats_left)


def describe_position(view: View, scene: Scene) -> str:
    """Describe the whole position in short lines, in enough detail to play from."""
    w = scene.w
    lines = [describe_status(view, scene), _describe_dice(view, scene), "", _describe_broods(view, w)]
    for seat in _order_seats(view):
        lines += ["", _describe_score(view, scene, seat), _describe_reach(view, scene, seat)]
        corals = view.reefs[seat].corals
        if not corals:
            lines.append(_describe_corals(view, scene, seat))
        for number, coral in enumerate(corals, 1):
            lines.append(w("Coral {coral}: {held}.", coral=number, held=_name_contents(coral, w)))
    for row in _order_rows(view):
        lines += ["", _describe_prices(row, scene)]
        lines += [_describe_cell(view, cell, w) for cell in _list_cells(view, row)]
    lines += ["", _describe_piles(view, w), _describe_bank(view, w), _describe_boats_left(view, w)]
    lines.append(
        w.plural(
            "{n} turn in a row without a brood.",
            "{n} turns in a row without a brood.",
            max(view.quiet_turns - 1, 0),
        )
    )
    return "\n".join(lines)


def _describe_dice(view: View, scene: Scene) -> str:
    """Return a sentence about who rolled which colours."""
    w, dice = scene.w, name_dice(view.dice, scene.w)
    if view.active_seat is None:
        return w("The dice show {dice}.", dice=dice)
    if not view.missing and any(view.bank):
        return w(
            "{name} rolled {dice} and got the worms for it.", name=scene.names[view.active_seat], dice=dice
        )
    return w("{name} rolled {dice}.", name=scene.names[view.active_seat], dice=dice)


def _describe_reach(view: View, scene: Scene, seat: int) -> str:
    boats = view.reefs[seat].boats
    if boats == 1:
        return scene.w("{name} reaches column 1.", name=scene.names[seat])
    return scene.w("{name} reaches columns 1 to {last}.", name=scene.names[seat], last=boats)


def _describe_prices(row: int, scene: Scene) -> str:
    w = scene.w
    return w(
        "Row {row}, from the sea. Price of a face-up card: {n1} for {first}, {n2} for {second}.",
        row=ROW_LETTERS[row],
        first=scene.names[0],
        second=scene.names[1],
        n1=find_row_price(0, row),
        n2=find_row_price(1, row),
    )


def _describe_cell(view: View, cell: int, w: Words) -> str:
    card = view.tableau[cell]
    if cell == view.flipped:
        return w("{cell} {card}, just turned up", cell=name_cell(cell), card=name_card(w, card))
    if is_fish(card):
        return w(
            "{cell} {card}, {dots}",
            cell=name_cell(cell),
            card=name_card(w, card),
            dots=format_copy_count(w, count_copies(card, view.deck)),
        )
    return w("{cell} {card}", cell=name_cell(cell), card=name_card(w, card))
