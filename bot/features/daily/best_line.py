"""Shows a past day's best line step by step: the best match that the computer played in the player's seat."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import discord

from bot.features.daily.attempts import Attempt
from bot.features.daily.errors import DayNotOver, NoBestLine
from bot.features.daily.service import DailyService
from bot.features.daily.texts import write_score
from bot.model.turns import count_played_turns, list_step_numbers
from bot.platform.limits import MAX_MESSAGE_LENGTH, keep_newest_lines
from bot.storage.daily import ATTEMPT_DRAWN, ATTEMPT_WON, AttemptRow
from bot.ui import replies
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id, read_table_id
from bot.ui.play import history
from bot.ui.play.solo import SoloView, narrate_steps_since, show_position
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.scenes import escape_scene, make_tableless_scene
from bot.ui.services import Interaction
from bot.ui.turn_numbers import write_turn_with_total
from games.core.match import Match, view_at
from games.core.protocol import Game
from games.core.solo import PERSON_SEAT
from games.core.words import Words


class BestLinePages:
    """Shows the pages about the best line of a past day."""

    def __init__(self, service: DailyService, games: Mapping[str, Game]) -> None:
        self._service = service
        self._games = games

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (make_tableless_handler("rdl", self.show_best_line_step, is_expensive=True),)

    def make_open_button(self, day: int, w: Words) -> Item:
        """Return the button that shows the best line from its start."""
        return make_button(make_custom_id("b", "rdl", day, 0), w("Best line"), emoji="🧭")

    async def draw_final_position(self, interaction: Interaction, best_line: Attempt) -> list[discord.File]:
        """Return the picture of the best line's final position, with its alt text."""
        w = replies.get_words(interaction)
        position, scene = make_tableless_scene(best_line.match, best_line.name_seats(w), PERSON_SEAT, w)
        key = (*_make_picture_key(best_line, best_line.match), w.locale, best_line.name_seats(w))
        pictures = interaction.client.services.pictures
        return await pictures.draw_files(key, best_line.match.game, position, scene)

    async def show_best_line_step(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Show the position after the chosen number of steps.

        :raises DayNotOver: the day may still be played.
        :raises NoBestLine: the best line hasn't been found yet or is no longer stored.
        """
        day = read_table_id(parts)
        if not self._service.is_over(day):
            raise DayNotOver
        best_line = (
            None
            if await self._service.find_dealt_day(day) is None
            else await self._service.find_best_line(day)
        )
        if best_line is None or best_line.match.outcome is None:
            raise NoBestLine
        w, whole = replies.get_words(interaction), best_line.match
        ply = min(history.read_position(parts, values), whole.ply)
        match = await asyncio.to_thread(_rewind_match, whole, ply)
        shown = SoloView(
            match, best_line.name_seats(w), _make_picture_key(best_line, match), {}, has_undo=False
        )
        _, scene = make_tableless_scene(match, shown.names, PERSON_SEAT, w)
        items = history.list_position_buttons(whole, ply, w, "rdl", day)
        items.append(make_button(make_custom_id("b", "rdy"), w("Yesterday"), emoji="🌅", row=2))
        await show_position(interaction, shown, scene, self._write_page(best_line, shown, w), items)

    def _write_page(self, best_line: Attempt, solo_view: SoloView, w: Words) -> str:
        match, last = solo_view.match, count_played_turns(best_line.match)
        position, scene = make_tableless_scene(match, solo_view.names, PERSON_SEAT, w)
        # Nobody has to move on this page, so address no reader as "you".
        unnamed = replace(escape_scene(scene), reader_seat=None)
        lines = [
            w("## Best line · {game}", game=self._games[best_line.day.game].title),
            ""
            if self._service.line_count == 1
            else w(
                "-# Of {n} matches that the computer played in your place, this one ended best. {score}",
                n=self._service.line_count,
                score=write_score(best_line.row),
            ),
        ]
        if match.ply:
            step, number = match.steps[-1], list_step_numbers(best_line.match)[match.ply - 1]
            before = view_at(match, match.ply - 1, step.seat)
            action = match.game.texts.describe_action(step.action, before, unnamed).rstrip(".")
            turn = write_turn_with_total(number, last, w)
            lines.append(f"**{turn}** · {unnamed.names[step.seat]}: {action}")
        else:
            lines.append(w("Before turn 1 of {all}", all=last))
        status = match.game.texts.describe_status(position, unnamed)
        news_lines = narrate_steps_since(solo_view, PERSON_SEAT, match.ply - 1, w)
        room = MAX_MESSAGE_LENGTH - sum(map(len, lines)) - len(status) - len(lines) - 2
        story = keep_newest_lines([f"> {one}" for one in news_lines], room)
        return "\n".join(part for part in (*lines, story, status) if part)


def _rewind_match(match: Match, ply: int) -> Match:
    beginning = Match.begin(match.game, match.seat_count, match.options, match.key, match.rules.version)
    return beginning.replay(match.rows[:ply])


def _make_picture_key(best_line: Attempt, match: Match) -> tuple[str | int, ...]:
    return ("line", best_line.day.day, best_line.row.user_id, match.ply)


def describe_best_line(row: AttemptRow, w: Words) -> str:
    """Return the sentence that says whether the best line draws, wins or loses, with the score."""
    score = write_score(row)
    if row.result == ATTEMPT_DRAWN:
        return w("🧭 The best line I found draws: {score}", score=score)
    if row.result == ATTEMPT_WON:
        return w("🧭 The best line I found wins: {score}", score=score)
    return w("🧭 Even the best line I found loses: {score}", score=score)
