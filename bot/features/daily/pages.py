"""Shows today's challenge, the player's result and the ranking of the day."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

import discord
from PIL import Image

from bot.features.daily.attempts import Attempt
from bot.features.daily.days import write_date, write_time_until_close, write_time_until_start
from bot.features.daily.service import DailyService
from bot.features.daily.streaks import Streak, compute_streak
from bot.features.daily.texts import (
    describe_marks,
    describe_own_result,
    describe_result,
    name_marks,
    read_marks,
    write_mark_legend,
    write_mark_symbols,
    write_score,
    write_streak_length,
    write_streak_lines,
)
from bot.model.days import pick_daily_game
from bot.platform.limits import MAX_ALT_TEXT_LENGTH, MAX_BUTTON_LABEL_LENGTH, MAX_MESSAGE_LENGTH, clip
from bot.storage.daily import AttemptRow, DailyChallenges, DayRow
from bot.storage.settings import Settings
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import IdParts, make_custom_id, read_table_id
from bot.ui.offers import HomeEntry
from bot.ui.play import learning
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.scenes import make_tableless_scene
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.solo import PERSON_SEAT
from games.core.words import Words
from games.drawing.daily import MAX_ROWS, DailyRow, ResultCard, draw_leaderboard, draw_result_card
from games.drawing.png import encode

DAILY_TAB_KEY = "d"
RANKING_PREFERENCE = "daily_board"
"""Key of the preference that says whether a user appears in rankings. By default, everybody does."""
LISTED_VALUE, UNLISTED_VALUE = "on", "off"
_GREEN_STYLE = discord.ButtonStyle.success


class DailyPages:
    """Shows today's challenge, results and rankings."""

    def __init__(
        self,
        service: DailyService,
        daily: DailyChallenges,
        preferences: Settings,
        games: Mapping[str, Game],
        search_best_line: Callable[[], None],
    ) -> None:
        """Create the pages without showing any.

        :param search_best_line: called when a player opens today's page.
        """
        self.service = service
        self._daily = daily
        self._preferences = preferences
        self._games = games
        self._search_best_line = search_best_line

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("rdo", self.open_today_page),
            make_tableless_handler("rdx", self.choose_listing),
            make_tableless_handler("rdt", self.show_ranking, is_expensive=True),
        )

    async def open_today_page(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show today's page when its button is pressed."""
        await self.show_today_page(interaction)

    async def make_home_entry(self, interaction: Interaction, w: Words) -> HomeEntry | None:
        """Return the home page's button for today's challenge; ``None`` once the attempt is used up."""
        today, user = self.service.today, interaction.user.id
        row = await self._daily.find_attempt(today, user)
        if (row is not None and row.result is not None) or await self._daily.has_erased_attempt(today, user):
            return None
        game = pick_daily_game(tuple(self._games.values()), today).title
        label = clip(w("Today's reef: {game}", game=game), MAX_BUTTON_LABEL_LENGTH)
        return HomeEntry(button=make_button(make_custom_id("b", "rdo"), label, emoji="🌊"))

    async def show_tab(self, interaction: Interaction, game: Game | None) -> None:
        """Show today's page as a tab of ``/learn``."""
        await self.show_today_page(interaction, as_tab=True)

    async def show_today_page(self, interaction: Interaction, *, as_tab: bool = False) -> None:
        """Show today's challenge or the player's result, and start the search for yesterday's best line.

        :param as_tab: whether to show the page as a tab of ``/learn``.
        """
        await replies.acknowledge(interaction, is_layout=as_tab)
        today = self.service.today
        day = await self.service.open_day(today)
        self._search_best_line()
        await self.service.complete_interrupted_press(interaction.user.id)
        attempt = await self.service.find_attempt(today, interaction.user.id)
        if attempt is not None and attempt.match.outcome is not None:
            await self.show_result(
                interaction, await self.service.play_computer_moves(attempt), "", as_tab=as_tab
            )
            return
        w = replies.get_words(interaction)
        lines = [
            self._write_heading(day, w),
            w("One deal for everybody, each alone against the computer. You have one try, in private."),
            *write_streak_lines(await self.load_streak(interaction.user.id), w),
            w("-# The next reef comes {when}.", when=write_time_until_start(today + 1)),
        ]
        items: list[Item] = []
        if attempt is None and await self._daily.has_erased_attempt(today, interaction.user.id):
            lines[1] = w("You've had your one try at this reef.")
        else:
            label = w("Play") if attempt is None else w("Continue")
            items.append(make_button(make_custom_id("b", "rdb", today), label, emoji="▶️", style=_GREEN_STYLE))
        late = await self.service.find_unfinished_attempt(interaction.user.id)
        if late is not None:
            number = late.day.day
            lines.append(
                w(
                    "You can still finish yesterday's reef. It closes {when}.",
                    when=write_time_until_close(number),
                )
            )
            items.append(make_button(make_custom_id("b", "rdb", number), w("Finish yesterday's"), emoji="🌅"))
        items += _make_link_buttons(today, w)
        await _show_text(interaction, "\n".join(lines), items, as_tab=as_tab)

    async def show_result(
        self, interaction: Interaction, attempt: Attempt, heading: str, *, as_tab: bool = False
    ) -> None:
        """Show the result of a finished attempt. In a server, a button posts the result once.

        :param heading: text about the last move, shown above the result.
        :param as_tab: whether to show the page as a tab of ``/learn``.
        """
        w, row, day = replies.get_words(interaction), attempt.row, attempt.day
        lines = [
            self._write_heading(day, w),
            w("**{result}**", result=describe_own_result(row, w)),
            *([write_mark_symbols(row), write_mark_legend(w)] if row.marks else []),
            *write_streak_lines(await self.load_streak(interaction.user.id), w),
            w("-# The next reef comes {when}.", when=write_time_until_start(self.service.today + 1)),
        ]
        text = "\n".join(lines)
        if heading:
            text = f"{clip(heading, MAX_MESSAGE_LENGTH - len(text) - 2)}\n\n{text}"
        items: list[Item] = []
        if interaction.guild_id is not None and not row.card_message_id:
            items.append(
                make_button(
                    make_custom_id("b", "rdp", day.day), w("Post it here"), emoji="📣", style=_GREEN_STYLE
                )
            )
        listed = await self._preferences.get(interaction.user.id, RANKING_PREFERENCE) != UNLISTED_VALUE
        label = w("Keep me off the board") if listed else w("Put me on the board")
        items += _make_link_buttons(day.day, w)
        items.append(
            make_button(
                make_custom_id("b", "rdx", UNLISTED_VALUE if listed else LISTED_VALUE),
                label,
                emoji="🙈" if listed else "🙋",
            )
        )
        files = [await self.draw_card(attempt, w, shows_final_board=True)]
        await _show_text(interaction, text, items, files, as_tab=as_tab)

    async def load_streak(self, user_id: int) -> Streak:
        """Return a player's current streak."""
        return compute_streak(await self._daily.list_finished_days(user_id), self.service.today)

    async def draw_card(self, attempt: Attempt, w: Words, *, shows_final_board: bool = False) -> discord.File:
        """Return the picture of a result, with its alt text.

        :param shows_final_board: include the final board, which reveals the deal to the player.
        """
        row, day = attempt.row, attempt.day
        streak, game = await self.load_streak(row.user_id), self._games[day.game]
        card = ResultCard(
            w("Reef of the day"),
            date.fromordinal(day.day).isoformat(),
            game.title,
            describe_result(row, row.name, w),
            write_score(row),
            read_marks(row),
            write_streak_length(streak, w),
            name_marks(row, w),
        )
        draw_reef: Callable[[], Image.Image] | None = None
        alt_parts = [
            card.title,
            card.game,
            card.date,
            card.player,
            card.score,
            describe_marks(row, w),
            card.footer,
        ]
        if shows_final_board:
            position, scene = make_tableless_scene(attempt.match, attempt.name_seats(w), PERSON_SEAT, w)
            draw_reef = partial(game.draw, position, scene)
            alt_parts.append(game.texts.describe_picture(position, scene))
        png = await asyncio.to_thread(
            lambda: encode(draw_result_card(card, draw_reef and draw_reef(), game.poster))
        )
        alt_text = clip(" · ".join(part for part in alt_parts if part), MAX_ALT_TEXT_LENGTH)
        return discord.File(io.BytesIO(png), filename=f"reef-{card.date}.png", description=alt_text)

    async def choose_listing(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Store whether the player appears in rankings, and show today's page again."""
        chosen = LISTED_VALUE if IdParts(parts)[0] == LISTED_VALUE else UNLISTED_VALUE
        await self._preferences.set(interaction.user.id, RANKING_PREFERENCE, chosen)
        await self.show_today_page(interaction)

    async def show_ranking(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the ranking of a day on this server."""
        w, number = replies.get_words(interaction), min(read_table_id(parts), self.service.today)
        back = make_button(make_custom_id("b", "rdo"), w("Back"), emoji="◀️")
        day = await self.service.find_dealt_day(number)
        server = interaction.guild_id
        if server is None or day is None:
            text = w("Each server has a board of its own: open `/learn` in one.")
            await replies.show(interaction, text, view=make_view([back]))
            return
        rows = await self._daily.list_ranked_attempts(number, server, (RANKING_PREFERENCE, UNLISTED_VALUE))
        heading = self._write_heading(day, w)
        if not rows:
            text = w("Nobody has finished it on this server yet.")
            await replies.show(interaction, f"{heading}\n{text}", view=make_view([back]))
            return
        lines = [
            heading,
            w.plural("{n} person has finished it here.", "{n} people have finished it here.", len(rows)),
        ]
        placements = _find_placements(rows)
        own = next((at for at, row in enumerate(rows) if row.user_id == interaction.user.id), None)
        if own is not None and own >= MAX_ROWS:
            lines.append(w("You're in place {place}.", place=placements[own]))
        files = [await self._draw_ranking(day, rows, placements, w)]
        await replies.show(interaction, "\n".join(lines), view=make_view([back]), files=files)

    async def _draw_ranking(
        self, day: DayRow, rows: list[AttemptRow], placements: list[int], w: Words
    ) -> discord.File:
        lines = [
            DailyRow(placement, row.name, write_score(row), read_marks(row))
            for placement, row in zip(placements, rows, strict=True)
        ]
        title, written = w("Reef of the day"), date.fromordinal(day.day).isoformat()
        game = self._games[day.game]
        png = await asyncio.to_thread(
            lambda: encode(draw_leaderboard(title, written, game.title, lines, game.poster))
        )
        alt_lines = [f"{title} · {game.title} · {written}"]
        alt_lines += [
            f"{placement}. {row.name} {write_score(row)}"
            for placement, row in zip(placements, rows, strict=True)
        ]
        alt_text = clip("\n".join(alt_lines[: MAX_ROWS + 1]), MAX_ALT_TEXT_LENGTH)
        return discord.File(io.BytesIO(png), filename=f"board-{written}.png", description=alt_text)

    def _write_heading(self, day: DayRow, w: Words) -> str:
        title = w("## Reef of the day · {game}", game=self._games[day.game].title)
        return f"{title}\n{write_date(day.day)}"


async def _show_text(
    interaction: Interaction,
    text: str,
    items: list[Item],
    files: Sequence[discord.File] = (),
    *,
    as_tab: bool,
) -> None:
    if as_tab:
        await learning.show_text_tab(interaction, DAILY_TAB_KEY, text, items, files)
    else:
        await replies.show(interaction, text, view=make_view(items), files=list(files))


def _find_placements(rows: list[AttemptRow]) -> list[int]:
    """Return the placement of each row in the ranking. Equal results share a placement."""
    keys = [(row.result, (row.points or 0) - (row.opponent_points or 0)) for row in rows]
    return [keys.index(key) + 1 for key in keys]


def _make_link_buttons(day: int, w: Words) -> list[Item]:
    return [
        make_button(make_custom_id("b", "rdt", day), w("Board"), emoji="🏆"),
        make_button(make_custom_id("b", "rdy"), w("Yesterday"), emoji="🌅"),
        make_button(make_custom_id("b", "rdh"), w("Fairness"), emoji="🔒"),
    ]
