"""Draws a player's card, with ratings, latest results, the score against the viewer, and the best moment."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.features.ratings.rating import is_provisional
from bot.features.ratings.rating_texts import write_rating
from bot.storage.rating_reader import DuelCounts, GameTotals, PlayerRating
from games.core.picture import GOLD_COLOUR, Box
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import Words
from games.drawing.fitting import fit_text
from games.drawing.sheet import (
    CARD_PADDING,
    CONTENT_TOP,
    DARK_GROUND,
    DEEP_GROUND,
    HEAD_HEIGHT,
    LIT_GROUND,
    NARROW_WIDTH,
    SHEET_MARGIN,
    Sheet,
    make_picture_name,
)

MAX_RECENT_RESULTS: Final = 8
MAX_GAMES: Final = 4
CARD_WIDTH: Final = NARROW_WIDTH - 2 * SHEET_MARGIN
GAME_HEIGHT: Final = HEAD_HEIGHT
SECTION_GAP: Final = 12
TILE_HEIGHT: Final = 148
"""In pixels."""
DUEL_WIDTH: Final = 380
RATING_WIDTH: Final = 220
"""In pixels."""
MOMENT_HEIGHT: Final = 172


@value_class
class PlayerCard:
    """The contents of a player's card."""

    name: str
    game_totals: tuple[GameTotals, ...]
    ratings: dict[str, PlayerRating]
    """By the game's key."""
    recent_results: tuple[tuple[int, bool], ...]
    """Place in each of the latest matches, newest first, and whether that match was a draw."""
    best_moment: str = ""
    viewer_name: str = ""
    """Name of the user who looks at another player's card; empty for their own card."""
    duel: DuelCounts | None = None
    """The score of the player against the viewer, if they have played each other."""

    @property
    def match_count(self) -> int:
        return sum(tally.match_count for tally in self.game_totals)

    @property
    def win_count(self) -> int:
        return sum(tally.won_match_count for tally in self.game_totals)

    @property
    def draw_count(self) -> int:
        return sum(tally.drawn_match_count for tally in self.game_totals)


def write_totals(card: PlayerCard, w: Words) -> str:
    """Return the number of matches, wins and draws as text."""
    return w.plural(
        "{n} match: {won} won, {drawn} drawn",
        "{n} matches: {won} won, {drawn} drawn",
        card.match_count,
        won=card.win_count,
        drawn=card.draw_count,
    )


def draw_card(card: PlayerCard, games: dict[str, Game], w: Words) -> Image.Image:
    """Return the picture of a card. Its height depends on the contents."""
    tallies = card.game_totals[:MAX_GAMES]
    has_results = bool(card.recent_results or card.duel)
    height = (
        CONTENT_TOP
        + len(tallies) * (GAME_HEIGHT + SECTION_GAP)
        + has_results * (TILE_HEIGHT + SECTION_GAP)
        + bool(card.best_moment) * (MOMENT_HEIGHT + SECTION_GAP)
    )
    sheet = Sheet(make_picture_name(card.name), write_totals(card, w), height - SECTION_GAP + SHEET_MARGIN)
    y = CONTENT_TOP
    for tally in tallies:
        _draw_game(sheet, y, games[tally.game], tally, card.ratings.get(tally.game), w)
        y += GAME_HEIGHT + SECTION_GAP
    if has_results:
        _draw_results(sheet, y, card, w)
        y += TILE_HEIGHT + SECTION_GAP
    if card.best_moment:
        box = Box(SHEET_MARGIN, y, CARD_WIDTH, MOMENT_HEIGHT)
        sheet.draw_plate(box, DEEP_GROUND)
        room = box.w - 2 * CARD_PADDING
        sheet.write_line(
            w("Best moment"),
            box.x + CARD_PADDING,
            box.y + 36,
            32,
            DEEP_GROUND,
            ink=GOLD_COLOUR,
            max_width=room,
        )
        sheet.write_lines(card.best_moment, box.x + CARD_PADDING, box.y + 88, 42, DEEP_GROUND, room, 2)
    return sheet.image


def _draw_game(
    sheet: Sheet, y: int, game: Game, tally: GameTotals, rating: PlayerRating | None, w: Words
) -> None:
    ground = LIT_GROUND if y == CONTENT_TOP else DARK_GROUND
    box = Box(SHEET_MARGIN, y, CARD_WIDTH, GAME_HEIGHT)
    sheet.draw_plate(box, ground)
    left = box.x + sheet.put_pieces(game.poster, box) + CARD_PADDING
    middle = box.y + box.h // 2
    room = box.x + box.w - RATING_WIDTH - left
    sheet.canvas.write_fitted(
        fit_text(game.title, 48, room), left, middle - 22, ground.text_colour, ground.plate_colour, "left"
    )
    played = w.plural(
        "{n} match, {won} won", "{n} matches, {won} won", tally.match_count, won=tally.won_match_count
    )
    sheet.canvas.write_fitted(
        fit_text(played, 34, room, 0, 26),
        left,
        middle + 30,
        ground.secondary_colour,
        ground.plate_colour,
        "left",
    )
    right = box.x + box.w - CARD_PADDING
    if rating is None:
        sheet.write_line("–", right, middle, 56, ground, anchor="right")
        return
    label = w("provisional") if is_provisional(rating.match_count) else w("rating")
    sheet.write_line(
        write_rating(rating.strength.mu, rating.match_count), right, middle - 20, 60, ground, anchor="right"
    )
    sheet.write_line(
        label,
        right,
        middle + 34,
        30,
        ground,
        is_secondary=True,
        anchor="right",
        max_width=RATING_WIDTH - CARD_PADDING,
    )


def _draw_results(sheet: Sheet, y: int, card: PlayerCard, w: Words) -> None:
    wide = CARD_WIDTH if card.duel is None else CARD_WIDTH - DUEL_WIDTH - SECTION_GAP
    box = Box(SHEET_MARGIN, y, wide, TILE_HEIGHT)
    sheet.draw_plate(box, DEEP_GROUND)
    head = w("Last matches, newest first")
    sheet.canvas.write_fitted(
        fit_text(head, 32, box.w - 2 * CARD_PADDING, 0, 26),
        box.x + CARD_PADDING,
        box.y + 36,
        GOLD_COLOUR,
        DEEP_GROUND.plate_colour,
        "left",
    )
    for number, (placement, drawn) in enumerate(card.recent_results[:MAX_RECENT_RESULTS]):
        sheet.draw_result_mark(
            placement, is_draw=drawn, x=box.x + CARD_PADDING + 28 + number * 64, y=box.y + 98
        )
    if card.duel is not None:
        _draw_duel(
            sheet,
            Box(SHEET_MARGIN + wide + SECTION_GAP, y, DUEL_WIDTH, TILE_HEIGHT),
            card.viewer_name,
            card.duel,
            w,
        )


def write_duel_score(duel: DuelCounts, w: Words) -> str:
    """Return the score between two players as text."""
    return w(
        "{won} won, {lost} lost, {even} drawn",
        won=duel.won_match_count,
        lost=duel.lost_match_count,
        even=duel.drawn_match_count,
    )


def _draw_duel(sheet: Sheet, box: Box, viewer: str, duel: DuelCounts, w: Words) -> None:
    sheet.draw_plate(box, DEEP_GROUND)
    x, room = box.x + CARD_PADDING, box.w - 2 * CARD_PADDING
    head = w("Against {name}", name=make_picture_name(viewer))
    sheet.canvas.write_fitted(
        fit_text(head, 32, room, 40, 24), x, box.y + 36, GOLD_COLOUR, DEEP_GROUND.plate_colour, "left"
    )
    # Keep each number and its word on one line.
    score = ", ".join(part.replace(" ", "\u00a0") for part in write_duel_score(duel, w).split(", "))
    sheet.canvas.write_fitted(
        fit_text(score, 36, room, 92, 24),
        x,
        box.y + 98,
        DEEP_GROUND.text_colour,
        DEEP_GROUND.plate_colour,
        "left",
    )
