"""Shows past days: results, the computer's match, and the match record that proves the deal fair."""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import date

import discord

from bot.features.daily.best_line import BestLinePages, describe_best_line
from bot.features.daily.days import make_match_record, write_date, write_time_until_close
from bot.features.daily.errors import DayNotOver
from bot.features.daily.service import DailyService
from bot.features.daily.texts import describe_own_result, write_mark_symbols, write_score
from bot.model.table import NO_USER_ID
from bot.storage.daily import ATTEMPT_DRAWN, ATTEMPT_WON, AttemptRow
from bot.tables.seats import name_computer
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id, read_table_id
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.rng import compute_commitment
from games.core.solo import STRONG_LEVEL
from games.core.words import Words


class PastDayPages:
    """Shows the results of past days, and the match records that prove the deals fair."""

    def __init__(self, service: DailyService, games: Mapping[str, Game], best_line: BestLinePages) -> None:
        self._service = service
        self._games = games
        self._best_line = best_line

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("rdy", self.show_yesterday),
            make_tableless_handler("rdf", self.send_record, acknowledge="new"),
            make_tableless_handler("rdh", self.show_fairness),
        )

    async def show_yesterday(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show how the player and, in the same seat, the computer did yesterday.

        Once the day is closed, offer the best line and the match record as well.
        """
        w, number = replies.get_words(interaction), self._service.today - 1
        back = make_button(make_custom_id("b", "rdo"), w("Back"), emoji="◀️")
        day = await self._service.find_dealt_day(number)
        if day is None:
            text = w("There was no reef yesterday: nobody opened it.")
            await replies.show(interaction, text, view=make_view([back]))
            return
        await self._service.complete_interrupted_press(interaction.user.id)
        own = await self._service.find_attempt(number, interaction.user.id)
        computer = await self._service.find_attempt(number, NO_USER_ID)
        title = w("## Yesterday's reef · {game}", game=self._games[day.game].title)
        lines = [f"{title}\n{write_date(number)}"]
        is_over = self._service.is_over(number)
        if own is not None:
            lines.append(_describe_own_attempt(own.row, number, w, is_over=is_over))
        lines.append(_describe_computer(None if computer is None else computer.row, w))
        items: list[Item] = [make_button(make_custom_id("b", "rdt", number), w("Board"), emoji="🏆")]
        if not is_over:
            if own is not None and own.row.result is None:
                items.insert(0, make_button(make_custom_id("b", "rdb", number), w("Continue"), emoji="▶️"))
            lines.append(
                w(
                    "-# Some may still be playing it. The best line and the file come {when}.",
                    when=write_time_until_close(number),
                )
            )
            await replies.show(interaction, "\n".join(lines), view=make_view([*items, back]))
            return
        files: list[discord.File] = []
        best = await self._service.find_best_line(number)
        if best is not None:
            lines.append(describe_best_line(best.row, w))
            items.append(self._best_line.make_open_button(number, w))
            files = await self._best_line.draw_final_position(interaction, best)
        elif done := await self._service.count_finished_lines(number):
            lines.append(
                w(
                    "🧭 Still looking for the best line: {n} of {of} tried.",
                    n=done,
                    of=self._service.line_count,
                )
            )
        if any(attempt is not None and attempt.match.outcome is not None for attempt in (own, computer)):
            lines.append(w("-# The file has the secret of the day, and every move."))
            items.append(make_button(make_custom_id("b", "rdf", number), w("File"), emoji="💾"))
        await replies.show(interaction, "\n".join(lines), view=make_view([*items, back]), files=files)

    async def send_record(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Send the match record of a past day: the player's finished match, or else the computer's.

        :raises DayNotOver: the day may still be played.
        """
        number = read_table_id(parts)
        if not self._service.is_over(number):
            raise DayNotOver
        w = replies.get_words(interaction)
        for user_id in (interaction.user.id, NO_USER_ID):
            attempt = await self._service.find_attempt(number, user_id)
            if attempt is not None and attempt.match.outcome is not None:
                break
        else:
            await replies.refuse(interaction, w("There's no finished match of that day any more."))
            return
        record = make_match_record(attempt.day, attempt.match)
        name = f"reef-{date.fromordinal(number).isoformat()}.json"
        file = discord.File(io.BytesIO(record.to_json().encode()), filename=name)
        known = f"--hash {record.digest} --commitment {record.commitment}"
        lines = [
            w(
                "The secret was drawn before the day. Check the file with `{command}`.",
                command=f"python -m games verify {name} {known}",
            ),
            w("SHA-256 value of the secret, as shown before: `{hash}`", hash=record.commitment),
            w("SHA-256 value of this record: `{hash}`", hash=record.digest),
        ]
        await replies.show(interaction, "\n".join(lines), files=[file])

    async def show_fairness(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the hashes of the secrets that aren't revealed yet, up to tomorrow's."""
        w, today = replies.get_words(interaction), self._service.today
        lines = [
            w("## Fairness"),
            w(
                "Each day's deal follows from a secret, shown twelve hours after the day. "
                "Check it against these then."
            ),
        ]
        for number in (today - 1, today, today + 1):
            if number < today and (
                self._service.is_over(number) or not await self._service.find_dealt_day(number)
            ):
                continue
            day = await self._service.open_day(number)
            lines.append(
                w(
                    "{date}: SHA-256 value `{hash}`",
                    date=write_date(number),
                    hash=compute_commitment(day.secret),
                )
            )
        back = make_button(make_custom_id("b", "rdo"), w("Back"), emoji="◀️")
        await replies.show(interaction, "\n".join(lines), view=make_view([back]))


def _describe_own_attempt(row: AttemptRow, number: int, w: Words, *, is_over: bool) -> str:
    if row.result is not None:
        return f"**{describe_own_result(row, w)}** {write_mark_symbols(row)}".strip()
    if is_over:
        return w("You didn't finish it.")
    return w("You can still finish it. It closes {when}.", when=write_time_until_close(number))


def _describe_computer(row: AttemptRow | None, w: Words) -> str:
    if row is None or row.result is None:
        return w("The computer is still playing it in your place.")
    name, score = name_computer(STRONG_LEVEL, w), write_score(row)
    if row.result == ATTEMPT_DRAWN:
        sentence = w("{computer}, the hard computer, drew in your place: {score}", computer=name, score=score)
    elif row.result == ATTEMPT_WON:
        sentence = w("{computer}, the hard computer, won in your place: {score}", computer=name, score=score)
    else:
        sentence = w("{computer}, the hard computer, lost in your place: {score}", computer=name, score=score)
    return f"{sentence} {write_mark_symbols(row)}".strip()
