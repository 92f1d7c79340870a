"""Handles the buttons of reviews, and shows reviews for other features."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.computers.reviewer import Reviewer, find_reviewable_match
from bot.errors.reviews import DealStillPlayed, ReviewNotReady
from bot.errors.tables import HostOrModeratorRequired
from bot.features.review.late import PendingReviews, send_not_ready_reply
from bot.features.review.layout import has_moments, list_review_buttons
from bot.features.review.makers import is_known_person, make_own_move_filter
from bot.features.review.picture import draw_review
from bot.features.review.posts import MIN_TURNS, REVIEW_POSTS_KEY, REVIEWS_OFF, ReviewPosts
from bot.features.review.texts import (
    write_judgement,
    write_other_moves,
    write_reason,
    write_review,
    write_win_chance_summaries,
)
from bot.features.review.verbs import OPEN_VERB, SHOW_TURNING_POINTS_VERB, SWITCH_POSTS_VERB
from bot.model.seat_history import make_holder_lookup, make_name_lookup
from bot.model.table import TABLE_OVER, Table
from bot.model.turns import find_turn_number, list_step_numbers
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.storage.messages import REVIEW_MESSAGE, Messages
from bot.storage.settings import Settings
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id, read_table_id
from bot.ui.offers import ReviewResult
from bot.ui.person import settings
from bot.ui.pictures import Pictures
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.scenes import escape_scene
from bot.ui.services import Interaction
from bot.ui.turn_numbers import write_turn
from games.core.match import Match
from games.core.shapes import ViewLike
from games.core.texts import Scene
from games.core.words import RetoldWords, Words
from games.review.moves import MIN_INACCURACY_LOSS
from games.review.review import MAX_TURNING_POINTS, Review, ReviewedMove, serialize_review
from games.review.slices import list_views

REVIEWS_ON = "on"


class ReviewPresses:
    """Handles the buttons of reviews, and the setting for whether a channel gets review posts."""

    def __init__(
        self,
        tables: Tables,
        messages: Messages,
        reviewer: Reviewer,
        posts: ReviewPosts,
        late: PendingReviews,
        pictures: Pictures,
        channels: Settings,
    ) -> None:
        self._tables = tables
        self._messages = messages
        self._reviewer = reviewer
        self._posts = posts
        self._late = late
        self._pictures = pictures
        self._channels = channels

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler(OPEN_VERB, self.open_review, is_expensive=True, acknowledge="new"),
            PressHandler(
                SHOW_TURNING_POINTS_VERB, self.show_turning_points, is_expensive=True, acknowledge="new"
            ),
            make_tableless_handler(SWITCH_POSTS_VERB, self.switch_posts),
        )

    async def open_review(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the review or, if the review was posted in this channel, only its turning points.

        If the review will soon be posted in this channel, reply that it will appear here.
        """
        table = await self._tables.get(read_table_id(parts))
        posted = await self._messages.find_current_message(table.id, REVIEW_MESSAGE)
        if posted is not None and posted.channel_id == interaction.channel_id:
            await self.show_turning_points(interaction, parts, values)
            return
        will_post = await self._posts.will_post(table, interaction.channel_id)
        # If the review is stored but not posted, the post may have failed, so show the review here.
        if not will_post or await self._reviewer.is_review_stored(table):
            await self.show_review(interaction, table)
        elif await self._find_review(interaction, table, None) is not None:
            await send_not_ready_reply(interaction)

    async def show_review(self, interaction: Interaction, table: Table) -> None:
        """Show the review of a table privately."""
        match_and_review = await self._find_review(interaction, table, self._show_review_again)
        if match_and_review is None:
            return
        match, review = match_and_review
        w = replies.get_words(interaction)
        files = await draw_review(self._pictures, table, match, review, w)
        await replies.show(
            interaction,
            write_review(table, review, w),
            view=make_view(list_review_buttons(table, review, w, shows_moments=has_moments(review))),
            files=files,
        )

    async def _show_review_again(self, interaction: Interaction, table_id: int) -> None:
        await self.show_review(interaction, await self._tables.get(table_id))

    async def show_turning_points(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Show each turning point with its board, the move made and the better move. List smaller losses."""
        await self._show_turning_points(interaction, read_table_id(parts))

    async def _show_turning_points(self, interaction: Interaction, table_id: int) -> None:
        table = await self._tables.get(table_id)
        match_and_review = await self._find_review(interaction, table, self._show_turning_points)
        if match_and_review is None:
            return
        match, review = match_and_review
        w = replies.get_words(interaction)
        lines, files, items = [], [], list[Item]()
        is_own = make_own_move_filter(table, match, interaction.user.id)
        offers = interaction.client.services.offers
        for number, move in enumerate(review.find_turning_points(), 1):
            position, scene = make_scene_before(table, match, move, w)
            description = await asyncio.to_thread(
                describe_turning_point,
                number,
                match,
                move,
                position,
                escape_scene(scene),
                is_own=is_own(move),
            )
            lines.append(description)
            seat = find_reader_seat(table, match, move, interaction.user.id)
            position, scene = make_scene_before(table, match, move, w, seat)
            files += await self._draw_turning_point(
                table, match, move, position, scene, f"point-{number}.png"
            )
            items += offers.list_position_buttons(table, move.ply, w, 0, number)
        if not lines:
            least = round(100 * MIN_INACCURACY_LOSS)
            lines.append(
                w(
                    "No single move gave away {n}% win chance. Well played!",
                    n=least,
                )
            )
        for move in review.find_disagreements()[:MAX_TURNING_POINTS]:
            position, scene = make_scene_before(table, match, move, w)
            lines.append(_describe_disagreement(match, move, position, escape_scene(scene)))
        if others := write_other_moves(table, match, review, w):
            lines.append(others)
        findings = "\n\n".join(lines)
        accounts = clip(write_win_chance_summaries(table, review, w), MAX_MESSAGE_LENGTH // 2)
        text = f"{clip(findings, MAX_MESSAGE_LENGTH - len(accounts) - 2)}\n\n{accounts}"
        await replies.show(interaction, text, view=make_view(items), files=files)

    async def _draw_turning_point(
        self, table: Table, match: Match, move: ReviewedMove, position: ViewLike, scene: Scene, name: str
    ) -> list[discord.File]:
        """Return the picture of the board before a move, as seen from the reader's seat in ``scene``."""
        about = (table.id, match.seq, move.ply, position.viewer, scene.reader_seat)
        key = ("point", *about, scene.w.locale, scene.names)
        return await self._pictures.draw_files(key, match.game, position, scene, name)

    async def review_imported_match(self, table: Table, compact_review: str, w: Words) -> ReviewResult | None:
        """Return the review of an imported match, or ``None`` if it can't be reviewed.

        The review has no *Try again*, because the players of an imported match aren't known.

        :param compact_review: the stored review as text; empty if there is none.
        :raises ReviewNotReady: the review is still being computed.
        """
        match = find_reviewable_match(table)
        review = (
            None if match is None else await self._reviewer.review_imported_match_soon(match, compact_review)
        )
        if match is None or review is None:
            return None
        files = await draw_review(self._pictures, table, match, review, w)
        points = review.find_turning_points()
        descriptions = []
        for number, move in enumerate(points, 1):
            position, scene = make_scene_before(table, match, move, w)
            descriptions.append(
                await asyncio.to_thread(
                    describe_turning_point, number, match, move, position, escape_scene(scene), is_own=False
                )
            )
        text = clip("\n\n".join([write_review(table, review, w), *descriptions]), MAX_MESSAGE_LENGTH)
        return ReviewResult(text, files, [move.ply for move in points], serialize_review(review))

    async def switch_posts(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Turn review posts in this channel on or off.

        :raises HostOrModeratorRequired: the user may not change the settings of this channel.
        """
        if not await settings.may_change_channel_settings(interaction):
            raise HostOrModeratorRequired
        channel = interaction.channel_id or 0
        if parts and parts[0] == REVIEWS_OFF:
            await self._channels.set(channel, REVIEW_POSTS_KEY, REVIEWS_OFF)
        else:
            await self._channels.clear(channel, REVIEW_POSTS_KEY)
        await settings.show_settings(interaction, replies.get_words(interaction)("Changed."))

    async def make_setting_row(self, channel: int, w: Words, row: int) -> tuple[str, Item]:
        """Return a line with the channel's setting, and the button that changes it."""
        off = await self._channels.get(channel, REVIEW_POSTS_KEY) == REVIEWS_OFF
        line = (
            w("After a match: no review")
            if off
            else w("After a match of {n} turns or more: its review", n=MIN_TURNS)
        )
        label = w("Post reviews") if off else w("No reviews")
        identity = make_custom_id("b", SWITCH_POSTS_VERB, REVIEWS_ON if off else REVIEWS_OFF)
        return line, make_button(identity, label, emoji="📈", row=row, style=discord.ButtonStyle.secondary)

    async def _find_review(
        self,
        interaction: Interaction,
        table: Table,
        show: Callable[[Interaction, int], Awaitable[None]] | None,
    ) -> tuple[Match, Review] | None:
        """Return a match and its review. If there is none, tell the user why and return ``None``.

        :param show: shows a table's review later if it isn't ready yet; ``None`` if it'll be posted anyway.
        :raises DealStillPlayed: the same deal is still being played elsewhere.
        """
        w, match = replies.get_words(interaction), find_reviewable_match(table)
        if match is None:
            unmoved = table.status == TABLE_OVER and table.match is not None and not table.match.steps
            text = (
                w("Nobody made a move in that match, so it has no review.")
                if unmoved
                else w("There's a review once the match has ended with a result.")
            )
            await replies.refuse(interaction, text)
            return None
        if not table.is_revealed_to(interaction.user.id):
            raise DealStillPlayed
        try:
            review = await self._reviewer.request_review(table)
        except ReviewNotReady:
            await self._late.show_when_ready(
                interaction, table, None if show is None else lambda: show(interaction, table.id)
            )
            return None
        if review is None:
            await replies.refuse(interaction, w("I can't review this match right now. Try again later."))
            return None
        return match, review


def make_scene_before(
    table: Table, match: Match, move: ReviewedMove, w: Words, reader: int | None = None
) -> tuple[ViewLike, Scene]:
    """Return the position before a move and its scene, seen from ``reader`` or else the seat that moved."""
    names = make_name_lookup(table, match)(move.ply + 1)
    seat = move.seat if reader is None else reader
    return list_views(match, move.ply)[seat], Scene(names, w, reader_seat=reader)


def find_reader_seat(table: Table, match: Match, move: ReviewedMove, user_id: int) -> int | None:
    """Return a seat that the user had when a move was made, preferably the mover's, if any."""
    then = make_holder_lookup(table, match)(move.ply + 1)
    seats = [seat for seat, who in enumerate(then) if is_known_person(who) and who.user_id == user_id]
    return move.seat if move.seat in seats else next(iter(seats), None)


def describe_turning_point(
    number: int, match: Match, move: ReviewedMove, position: ViewLike, scene: Scene, *, is_own: bool
) -> str:
    """Describe a turning point: the move made, its cost in win chance, and the better move."""
    w, texts, rules = scene.w, match.game.texts, match.rules
    better, name = rules.read(move.best), scene.names[move.seat]
    # The advice addresses the player who made the move as "you". For others, replace "you" by the player's
    # name.
    reader = scene if is_own else replace(scene, w=RetoldWords(w, match.game.retold_texts, name))
    turn = write_turn(list_step_numbers(match)[move.ply], w)
    head = f"**{number} · {turn}: {name}**, {write_judgement(move, w)}"
    played = texts.describe_action(rules.read(move.played), position, scene).rstrip(".")
    lost = w("Played: {action}. −{n}% win chance.", action=played, n=round(100 * move.loss))
    advice = w("Better: {action}.", action=texts.describe_action(better, position, scene).rstrip("."))
    if is_own and move.other_advice:
        hint = texts.describe_action(rules.read(move.other_advice), position, scene).rstrip(".")
        advice += " " + w("The guide, thinking less, advised: {action}.", action=hint)
    return "\n".join((head, lost, advice, f"> {write_reason(match, move, position, reader)}"))


def _describe_disagreement(match: Match, move: ReviewedMove, position: ViewLike, scene: Scene) -> str:
    texts, rules = match.game.texts, match.rules
    return scene.w(
        "Turn {turn}: {name} played “{action}”. The guide advised this; deeper thought prefers “{better}”.",
        turn=find_turn_number(match, move.ply),
        name=scene.names[move.seat],
        action=texts.describe_action(rules.read(move.played), position, scene).rstrip("."),
        better=texts.describe_action(rules.read(move.best), position, scene).rstrip("."),
    )
