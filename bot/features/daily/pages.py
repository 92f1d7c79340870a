"""The page of today: what there is to play, how one's try ended, and the board of the day."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping
from datetime import date

import discord

from bot.features.daily.attempts import Attempt
from bot.features.daily.days import write_close, write_date, write_wait
from bot.features.daily.keeper import Keeper
from bot.features.daily.streaks import Streak, count_streak
from bot.features.daily.telling import (
    read_marks,
    tell_all,
    tell_marks,
    tell_own,
    write_days,
    write_legend,
    write_score,
    write_streak,
    write_symbols,
)
from bot.platform.limits import ALT, CONTENT, clip
from bot.storage.daily import AttemptRow, Daily, DayRow
from bot.storage.settings import Settings
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.ids import Brought, custom_id, table_of
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import Words
from games.drawing.daily import ROWS, LeaderboardRow, ResultCard, draw_board, draw_card
from games.drawing.png import encode

LISTED = "daily_board"
"""The preference that says whether somebody is named on boards; they are, unless it says otherwise."""
NAMED, UNNAMED = "on", "off"
_GREEN = discord.ButtonStyle.success


class Pages:
    """Shows the day."""

    def __init__(
        self,
        keeper: Keeper,
        daily: Daily,
        preferences: Settings,
        games: Mapping[str, Game],
        look_back: Callable[[], None],
    ) -> None:
        """Take what is read, and what is begun when a new day is looked at for the first time."""
        self.keeper = keeper
        self._daily = daily
        self._preferences = preferences
        self._games = games
        self._look_back = look_back

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("rdo", self.open, table=None),
            Press("rdx", self.choose_listing, table=None),
            Press("rdt", self.show_board, table=None, dear=True),
        )

    async def open(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Answer the button that leads to today's page."""
        await self.show(interaction)

    async def show(self, interaction: Interaction) -> None:
        """Show today's page: what can be played, or how the try ended."""
        await replies.begin(interaction)
        today = self.keeper.today
        day = await self.keeper.open(today)
        self._look_back()
        await self.keeper.catch_up(interaction.user.id)
        attempt = await self.keeper.find(today, interaction.user.id)
        if attempt is not None and attempt.match.outcome is not None:
            await self.show_result(interaction, await self.keeper.advance(attempt), "")
            return
        w = replies.reader(interaction)
        lines = [
            self._write_head(day, w),
            w("One deal for everybody, each alone against the computer. You have one try, in private."),
            *write_streak(await self.count(interaction.user.id), w),
            w("-# The next reef comes {when}.", when=write_wait(today + 1)),
        ]
        items: list[Item] = []
        if attempt is None and await self._daily.is_spent(today, interaction.user.id):
            lines[1] = w("You've had your one try at this reef.")
        else:
            label = w("Play") if attempt is None else w("Go on")
            items.append(button(custom_id("b", "rdb", today), label, emoji="▶️", style=_GREEN))
        late = await self.keeper.find_unfinished(interaction.user.id)
        if late is not None:
            number = late.day.day
            lines.append(
                w("You can still finish yesterday's reef. It closes {when}.", when=write_close(number))
            )
            items.append(button(custom_id("b", "rdb", number), w("Finish yesterday's"), emoji="🌅"))
        items += _make_links(today, w)
        await replies.show(interaction, "\n".join(lines), view=view(items))

    async def show_result(self, interaction: Interaction, attempt: Attempt, head: str) -> None:
        """Show how a try ended, with what can be done about it.

        :param head: what came of the last move.
        """
        w, row, day = replies.reader(interaction), attempt.row, attempt.day
        lines = [
            self._write_head(day, w),
            w("**{result}**", result=tell_own(row, w)),
            *([write_symbols(row), write_legend(w)] if row.marks else []),
            *write_streak(await self.count(interaction.user.id), w),
            w("-# The next reef comes {when}.", when=write_wait(self.keeper.today + 1)),
        ]
        text = "\n".join(lines)
        if head:
            text = f"{clip(head, CONTENT - len(text) - 2)}\n\n{text}"
        items: list[Item] = []
        if interaction.guild_id is not None and not row.card:
            items.append(button(custom_id("b", "rdp", day.day), w("Post it here"), emoji="📣", style=_GREEN))
        listed = await self._preferences.get(interaction.user.id, LISTED) != UNNAMED
        label = w("Keep me off the board") if listed else w("Put me on the board")
        items += _make_links(day.day, w)
        items.append(
            button(custom_id("b", "rdx", UNNAMED if listed else NAMED), label, emoji="🙈" if listed else "🙋")
        )
        files = [await self.draw_card(attempt, w)]
        await replies.show(interaction, text, view=view(items), files=files)

    async def count(self, user_id: int) -> Streak:
        """Return somebody's streak as it stands."""
        return count_streak(await self._daily.list_finished(user_id), self.keeper.today)

    async def draw_card(self, attempt: Attempt, w: Words) -> discord.File:
        """Return the picture of a result with its words."""
        row, day = attempt.row, attempt.day
        streak = await self.count(row.user_id)
        card = ResultCard(
            w("Reef of the day"),
            date.fromordinal(day.day).isoformat(),
            self._games[day.game].title,
            tell_all(row, row.name, w),
            write_score(row),
            read_marks(row),
            write_days(streak, w),
        )
        png = await asyncio.to_thread(lambda: encode(draw_card(card)))
        told = [card.title, card.game, card.date, card.who, card.score, tell_marks(row, w), card.foot]
        alt = clip(" · ".join(part for part in told if part), ALT)
        return discord.File(io.BytesIO(png), filename=f"reef-{card.date}.png", description=alt)

    async def choose_listing(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Name somebody on the boards of days from now on, or do not."""
        await replies.begin(interaction)
        chosen = NAMED if Brought(parts)[0] == NAMED else UNNAMED
        await self._preferences.set(interaction.user.id, LISTED, chosen)
        await self.show(interaction)

    async def show_board(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show who of this server has finished a day, the best first."""
        await replies.begin(interaction)
        w, number = replies.reader(interaction), min(table_of(parts), self.keeper.today)
        back = button(custom_id("b", "rdo"), w("Back"), emoji="◀️")
        day = await self.keeper.look_back(number)
        server = interaction.guild_id
        if server is None or day is None:
            text = w("Each server has a board of its own: open `/daily` in one.")
            await replies.show(interaction, text, view=view([back]))
            return
        rows = await self._daily.list_ranked(number, server, (LISTED, UNNAMED))
        head = self._write_head(day, w)
        if not rows:
            text = w("Nobody has finished it on this server yet.")
            await replies.show(interaction, f"{head}\n{text}", view=view([back]))
            return
        lines = [
            head,
            w.plural("{n} person has finished it here.", "{n} people have finished it here.", len(rows)),
        ]
        places = _place(rows)
        own = next((at for at, row in enumerate(rows) if row.user_id == interaction.user.id), None)
        if own is not None and own >= ROWS:
            lines.append(w("You're in place {place}.", place=places[own]))
        files = [await self._draw_board(day, rows, places, w)]
        await replies.show(interaction, "\n".join(lines), view=view([back]), files=files)

    async def _draw_board(
        self, day: DayRow, rows: list[AttemptRow], places: list[int], w: Words
    ) -> discord.File:
        lines = [
            LeaderboardRow(place, row.name, write_score(row), read_marks(row))
            for place, row in zip(places, rows, strict=True)
        ]
        title, written = w("Reef of the day"), date.fromordinal(day.day).isoformat()
        game = self._games[day.game].title
        png = await asyncio.to_thread(lambda: encode(draw_board(title, written, game, lines)))
        told = [f"{title} · {game} · {written}"]
        told += [f"{place}. {row.name} {write_score(row)}" for place, row in zip(places, rows, strict=True)]
        alt = clip("\n".join(told[: ROWS + 1]), ALT)
        return discord.File(io.BytesIO(png), filename=f"board-{written}.png", description=alt)

    def _write_head(self, day: DayRow, w: Words) -> str:
        title = w("## Reef of the day · {game}", game=self._games[day.game].title)
        return f"{title}\n{write_date(day.day)}"


def _place(rows: list[AttemptRow]) -> list[int]:
    """Return the place of each row; equal results share one."""
    keys = [(row.place, (row.own or 0) - (row.other or 0)) for row in rows]
    return [keys.index(key) + 1 for key in keys]


def _make_links(day: int, w: Words) -> list[Item]:
    return [
        button(custom_id("b", "rdt", day), w("Board"), emoji="🏆"),
        button(custom_id("b", "rdy"), w("Yesterday"), emoji="🌅"),
        button(custom_id("b", "rdh"), w("Fairness"), emoji="🔒"),
    ]
