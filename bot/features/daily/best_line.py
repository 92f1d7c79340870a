"""The best line of a day that is over, turned over step by step as the person's seat saw it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import discord

from bot.features.daily.attempts import Attempt
from bot.features.daily.errors import NoBestLine, NotOver
from bot.features.daily.keeper import Keeper
from bot.features.daily.telling import write_score
from bot.platform.limits import CONTENT, keep_newest_lines
from bot.storage.daily import DREW, WON, AttemptRow
from bot.ui import replies
from bot.ui.components import Item, button
from bot.ui.ids import custom_id, page_of, table_of
from bot.ui.play import history
from bot.ui.play.solo import Shown, narrate_since, show_position
from bot.ui.presses import Press
from bot.ui.scenes import escape_scene, make_scene_of
from bot.ui.services import Interaction
from games.core.match import Match, view_at
from games.core.protocol import Game
from games.core.solo import PERSON
from games.core.words import Words


class BestLine:
    """Shows it."""

    def __init__(self, keeper: Keeper, games: Mapping[str, Game]) -> None:
        self._keeper = keeper
        self._games = games

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (Press("rdl", self.turn, table=None, dear=True),)

    def make_opener(self, day: int, w: Words) -> Item:
        """Return the button that leads to its first position."""
        return button(custom_id("b", "rdl", day, 0), w("Best line"), emoji="🧭")

    async def draw_end(self, interaction: Interaction, best: Attempt) -> list[discord.File]:
        """Return the last position as an upload with its words."""
        w = replies.reader(interaction)
        position, scene = make_scene_of(best.match, best.names(w), PERSON, w)
        key = (*_name(best, best.match), w.locale, best.names(w))
        pictures = interaction.client.services.pictures
        return await pictures.files(key, best.match.game, position, scene)

    async def turn(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the position after so many steps.

        :raises NotOver: somebody may still be playing the day.
        :raises NoBestLine: it is not found yet, or no longer kept.
        """
        day = table_of(parts)
        await replies.begin(interaction)
        if not self._keeper.is_over(day):
            raise NotOver
        best = None if await self._keeper.look_back(day) is None else await self._keeper.find_best(day)
        if best is None or best.match.outcome is None:
            raise NoBestLine
        w, whole = replies.reader(interaction), best.match
        ply = min(page_of(parts, 1), whole.ply)
        match = await asyncio.to_thread(_go_back, whole, ply)
        shown = Shown(match, best.names(w), _name(best, match), {}, undoes=False)
        _, scene = make_scene_of(match, shown.names, PERSON, w)
        items = history.list_turns(whole, ply, w, "rdl", day)
        items.append(button(custom_id("b", "rdy"), w("Yesterday"), emoji="🌅", row=2))
        await show_position(interaction, shown, scene, self._write(best, shown, w), items)

    def _write(self, best: Attempt, shown: Shown, w: Words) -> str:
        """Say which step it is, in words, what came of it, and how things stand."""
        match, last = shown.match, best.match.ply
        position, scene = make_scene_of(match, shown.names, PERSON, w)
        # Nobody is asked anything here.
        told = replace(escape_scene(scene), reader=None)
        lines = [
            w("## Best line · {game}", game=self._games[best.day.game].title),
            ""
            if self._keeper.lines == 1
            else w(
                "-# Of {n} matches that the computer played in your place, this one ended best. {score}",
                n=self._keeper.lines,
                score=write_score(best.row),
            ),
        ]
        if match.ply:
            step = match.steps[-1]
            before = view_at(match, match.ply - 1, step.seat)
            lines.append(
                w(
                    "**Step {ply} of {last}** · {name}: {action}",
                    ply=match.ply,
                    last=last,
                    name=told.names[step.seat],
                    action=match.game.texts.phrase(step.action, before, told).rstrip("."),
                )
            )
        else:
            lines.append(w("The beginning, before step 1 of {last}", last=last))
        status = match.game.texts.status(position, told)
        heard = narrate_since(shown, PERSON, match.ply - 1, w)
        room = CONTENT - sum(map(len, lines)) - len(status) - len(lines) - 2
        story = keep_newest_lines([f"> {one}" for one in heard], room)
        return "\n".join(part for part in (*lines, story, status) if part)


def _go_back(whole: Match, ply: int) -> Match:
    """Return the match as it stood after so many steps."""
    beginning = Match.begin(whole.game, whole.seats, whole.options, whole.key, whole.rules.version)
    return beginning.replay(whole.rows[:ply])


def _name(best: Attempt, match: Match) -> tuple[str | int, ...]:
    """Return what a position is called among all pictures."""
    return ("line", best.day.day, best.row.user_id, match.ply)


def tell_best(row: AttemptRow, w: Words) -> str:
    """Say how the best line ended."""
    score = write_score(row)
    if row.place == DREW:
        return w("🧭 The best line I found draws: {score}", score=score)
    if row.place == WON:
        return w("🧭 The best line I found wins: {score}", score=score)
    return w("🧭 Even the best line I found loses: {score}", score=score)
