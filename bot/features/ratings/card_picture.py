"""Draws a player's card: ratings, form, favourite game, score against the viewer, best moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.features.ratings.rating_texts import write_rated
from bot.storage.rating_reads import Duel, GameTotals, PlayerRating
from games.core.picture import GOLD, HEIGHT, WIDTH, Box
from games.core.protocol import Game
from games.core.words import Words
from games.drawing import poster
from games.drawing.sheet import DARK, HEAD, LIT, MARGIN, PAD, Sheet, make_picture_name
from games.drawing.sprites import Sprite

FORM_LENGTH: Final = 10
"""Number of latest results shown."""
TOP: Final = MARGIN + HEAD + 16
LEFT: Final = Box(MARGIN, TOP, 636, HEIGHT - TOP - MARGIN)
RIGHT: Final = Box(LEFT.x + LEFT.w + 16, TOP, WIDTH - 2 * MARGIN - LEFT.w - 16, LEFT.h)
GAME: Final = 155
GAP: Final = 8
FORM_H: Final = 156


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """The content of a card. ``viewer`` is the other player of ``duel``; empty on one's own card."""

    name: str
    tallies: tuple[GameTotals, ...]
    ratings: dict[str, PlayerRating]
    form: tuple[tuple[int, bool], ...]
    moment: str = ""
    viewer: str = ""
    duel: Duel | None = None

    @property
    def matches(self) -> int:
        """Number of counted matches."""
        return sum(tally.matches for tally in self.tallies)

    @property
    def won(self) -> int:
        """Number of wins."""
        return sum(tally.won for tally in self.tallies)

    @property
    def drawn(self) -> int:
        """Number of draws."""
        return sum(tally.drawn for tally in self.tallies)


def write_totals(card: PlayerCard, w: Words) -> str:
    """Return the number of matches, wins and draws in words."""
    return w.plural(
        "{n} match: {won} won, {drawn} drawn",
        "{n} matches: {won} won, {drawn} drawn",
        card.matches,
        won=card.won,
        drawn=card.drawn,
    )


def draw_card(card: PlayerCard, games: dict[str, Game], w: Words) -> Image.Image:
    """Return the picture."""
    sheet = Sheet(make_picture_name(card.name), write_totals(card, w))
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


def _draw_form(sheet: Sheet, box: Box, card: PlayerCard, w: Words) -> None:
    sheet.plate(box, DARK)
    head = w("Last matches, newest first")
    sheet.write(head, box.x + PAD, box.y + 36, 28, DARK, ink=GOLD, room=box.w - 2 * PAD)
    for number, (place, drawn) in enumerate(card.form[:FORM_LENGTH]):
        sheet.mark(place, drawn=drawn, x=box.x + PAD + 28 + number * 59, y=box.y + 104)


def _draw_favourite(sheet: Sheet, game: Game, y: int, w: Words) -> int:
    """Draw the poster of the favourite game; return the y below it."""
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
    """Return the score of two players against each other in words."""
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
