"""Draws the card of a person: ratings, form, favourite game, the tally with who looks, the best moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.features.ratings.panels import write_rated
from bot.storage.rating_reads import Duel, GameTotals, PlayerRating
from games.core.picture import GOLD, HEIGHT, WIDTH, Box
from games.core.protocol import Game
from games.core.words import Words
from games.drawing import poster
from games.drawing.sheet import DARK, HEAD, LIT, MARGIN, PAD, Sheet, make_picture_name
from games.drawing.sprites import Sprite

FORM: Final = 10
"""So many of the newest results are shown."""
TOP: Final = MARGIN + HEAD + 16
LEFT: Final = Box(MARGIN, TOP, 636, HEIGHT - TOP - MARGIN)
RIGHT: Final = Box(LEFT.x + LEFT.w + 16, TOP, WIDTH - 2 * MARGIN - LEFT.w - 16, LEFT.h)
GAME: Final = 155
GAP: Final = 8
FORM_H: Final = 156


@dataclass(frozen=True, slots=True)
class Card:
    """What a card shows. ``viewer`` is whose tally with the person it is; empty on one's own."""

    name: str
    tallies: tuple[GameTotals, ...]
    ratings: dict[str, PlayerRating]
    form: tuple[tuple[int, bool], ...]
    moment: str = ""
    viewer: str = ""
    duel: Duel | None = None

    @property
    def matches(self) -> int:
        """How many matches count."""
        return sum(tally.matches for tally in self.tallies)

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(tally.won for tally in self.tallies)

    @property
    def drawn(self) -> int:
        """How many of them were drawn."""
        return sum(tally.drawn for tally in self.tallies)


def sum_up(card: Card, w: Words) -> str:
    """Say how many matches were played and won."""
    return w.plural(
        "{n} match: {won} won, {drawn} drawn",
        "{n} matches: {won} won, {drawn} drawn",
        card.matches,
        won=card.won,
        drawn=card.drawn,
    )


def draw_card(card: Card, games: dict[str, Game], w: Words) -> Image.Image:
    """Return the picture."""
    sheet = Sheet(make_picture_name(card.name), sum_up(card, w))
    for number, tally in enumerate(card.tallies[:4]):
        box = Box(LEFT.x, LEFT.y + number * (GAME + GAP), LEFT.w, GAME)
        _draw_game(sheet, box, games[tally.game], tally, card.ratings.get(tally.game), w)
    form = Box(LEFT.x, LEFT.y + LEFT.h - FORM_H, LEFT.w, FORM_H)
    _draw_form(sheet, form, card, w)
    y = RIGHT.y
    if card.tallies:
        y = _draw_favourite(sheet, games[card.tallies[0].game], y, w)
    if card.duel is not None:
        y = _draw_duel(sheet, card.viewer, card.duel, y, w)
    if card.moment:
        box = Box(RIGHT.x, y, RIGHT.w, RIGHT.y + RIGHT.h - y)
        sheet.plate(box, DARK)
        room = box.w - 2 * PAD
        sheet.write(w("Best moment"), box.x + PAD, box.y + 38, 28, DARK, ink=GOLD, room=room)
        lines = max(1, (box.h - 70) // 47)
        sheet.write_lines(card.moment, box.x + PAD, box.y + 92, 38, DARK, room, lines)
    return sheet.image


def _draw_game(
    sheet: Sheet, box: Box, game: Game, tally: GameTotals, rated: PlayerRating | None, w: Words
) -> None:
    ground = LIT if box.y == LEFT.y else DARK
    sheet.plate(box, ground)
    room = box.w - 250
    sheet.write(game.title, box.x + PAD, box.y + 58, 44, ground, room=room)
    played = w.plural("{n} match, {won} won", "{n} matches, {won} won", tally.matches, won=tally.won)
    sheet.write(played, box.x + PAD, box.y + 106, 28, ground, quiet=True, room=room)
    write_rated(sheet, None if rated is None else (rated.strength.mu, rated.matches), box, ground, w)


def _draw_form(sheet: Sheet, box: Box, card: Card, w: Words) -> None:
    sheet.plate(box, DARK)
    head = w("Last matches, newest first")
    sheet.write(head, box.x + PAD, box.y + 36, 28, DARK, ink=GOLD, room=box.w - 2 * PAD)
    for number, (place, drawn) in enumerate(card.form[:FORM]):
        sheet.mark(place, drawn=drawn, x=box.x + PAD + 28 + number * 59, y=box.y + 104)


def _draw_favourite(sheet: Sheet, game: Game, y: int, w: Words) -> int:
    """Hang the poster of the game that was played most; return where it goes on below."""
    wide, high = poster.HUNG
    picture = poster.arrange_posters([poster.draw_poster(game.title, game.poster)]).crop((0, 0, wide, high))
    across = RIGHT.w - 2 * 12
    picture = picture.crop(((wide - across) // 2, 0, (wide + across) // 2, high))
    box = Box(RIGHT.x, y, RIGHT.w, high + 68)
    sheet.plate(box, DARK)
    sheet.write(w("Favourite game"), box.x + PAD, box.y + 32, 28, DARK, ink=GOLD, room=box.w - 2 * PAD)
    sheet.canvas.put(Sprite(picture, None), box.x + 12, box.y + 56)
    return box.y + box.h + 16


def write_duel(duel: Duel, w: Words) -> str:
    """Say how two people have fared against each other."""
    return w("{won} won, {lost} lost, {even} drawn", won=duel.won, lost=duel.lost, even=duel.even)


def _draw_duel(sheet: Sheet, viewer: str, duel: Duel, y: int, w: Words) -> int:
    box = Box(RIGHT.x, y, RIGHT.w, 136)
    sheet.plate(box, DARK)
    head = w("Against {name}", name=make_picture_name(viewer))
    sheet.write(head, box.x + PAD, box.y + 36, 28, DARK, ink=GOLD, room=box.w - 2 * PAD)
    score = write_duel(duel, w)
    sheet.canvas.write_text(
        score, box.x + PAD, box.y + 92, 32, DARK.ink, DARK.plate, "left", box.w - 2 * PAD, 60
    )
    return box.y + box.h + 16
