"""*Try again*: lets players retry their costliest moves in private."""

from __future__ import annotations

import asyncio
from functools import partial

import discord

from bot.computers.reviewer import Reviewer, find_reviewable_match
from bot.errors.reviews import DealStillPlayed
from bot.errors.seats import NotSeated
from bot.features.review.makers import make_own_move_filter
from bot.features.review.presses import make_scene_before
from bot.features.review.texts import choose_loss_text, write_judgement, write_reason
from bot.features.review.verbs import ANSWER_VERB, PICK_VERB, TRY_AGAIN_VERB, VERB_BY_TABLE_VERB
from bot.model.table import Table
from bot.model.turns import list_step_numbers
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.tables.seats import find_known_seats
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import MoveChoice, OutdatedId, make_custom_id, read_page, read_table_id
from bot.ui.pictures import Pictures
from bot.ui.play import asking
from bot.ui.play.answering import make_press_handlers
from bot.ui.play.asking import FOOTER_ROW
from bot.ui.play.next_step import narrow_actions
from bot.ui.play.solo import replace_verb
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene
from bot.ui.services import Interaction
from bot.ui.turn_numbers import write_turn
from games.core.errors import UnreadableToken
from games.core.match import Match
from games.core.narrow import FieldQuestion
from games.core.shapes import ActionLike
from games.core.words import N_, Words
from games.review.moves import MIN_INACCURACY_LOSS
from games.review.review import Review, ReviewedMove, scale_loss
from games.review.slices import MatchSlice, choose_effort, list_legal_actions, list_views


class TryAgainPanel:
    """Shows players their costliest moves, and judges their new answers."""

    def __init__(self, tables: Tables, reviewer: Reviewer, pictures: Pictures) -> None:
        self._tables = tables
        self._reviewer = reviewer
        self._pictures = pictures

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler(TRY_AGAIN_VERB, self.open_move, is_expensive=True),
            *make_press_handlers(
                VERB_BY_TABLE_VERB, self._ask_next_question, self._judge_pressed_move, is_expensive=True
            ),
        )

    async def open_move(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask for a better move than the costly move that the button names."""
        w = replies.get_words(interaction)
        table, match, review = await self._load_review(interaction, read_table_id(parts))
        moves = list_costliest_moves(table, match, review, interaction.user.id)
        if not moves:
            await replies.show(interaction, w("No move of yours cost much. Well played!"), view=make_view([]))
            return
        move = moves[min(read_page(parts, 1), len(moves) - 1)]
        choice = MoveChoice(table.id, move.ply, move.seat)
        await self._ask_for_move(interaction, table, match, review, moves, choice)

    async def _judge_pressed_move(self, interaction: Interaction, choice: MoveChoice, token: str) -> None:
        """Judge the move that the button names.

        :raises OutdatedId: the button names no move of this game, or one that isn't legal in the position.
        """
        table, match, review = await self._load_review(interaction, choice.table_id)
        moves = list_costliest_moves(table, match, review, interaction.user.id)
        try:
            action = match.rules.read(token)
        except UnreadableToken as error:
            raise OutdatedId from error
        await self._show_verdict(interaction, table, match, moves, choice, action)

    async def _ask_next_question(self, interaction: Interaction, choice: MoveChoice) -> None:
        table, match, review = await self._load_review(interaction, choice.table_id)
        moves = list_costliest_moves(table, match, review, interaction.user.id)
        await self._ask_for_move(interaction, table, match, review, moves, choice)

    async def _load_review(self, interaction: Interaction, table_id: int) -> tuple[Table, Match, Review]:
        """Return a table at which the user played, with its match and review.

        :raises NotSeated: the user had no seat.
        :raises DealStillPlayed: the user may still get the same deal elsewhere.
        :raises ReviewNotReady: the review is still being computed.
        :raises OutdatedId: there is no review.
        """
        table = await self._tables.get(table_id)
        if not find_known_seats(table, interaction.user.id):
            raise NotSeated
        match = find_reviewable_match(table)
        if match is not None and not table.is_revealed_to(interaction.user.id):
            # A player who left may get the same deal at another table.
            raise DealStillPlayed
        review = None if match is None else await self._reviewer.request_review(table)
        if match is None or review is None:
            raise OutdatedId
        return table, match, review

    async def _ask_for_move(
        self,
        interaction: Interaction,
        table: Table,
        match: Match,
        review: Review,
        moves: list[ReviewedMove],
        choice: MoveChoice,
    ) -> None:
        move, w = find_chosen_move(moves, choice), replies.get_words(interaction)
        legal = partial(list_legal_actions, match, choice.seq, choice.seat)
        question_or_action = await narrow_actions(legal, choice.values, match.game)
        if not isinstance(question_or_action, FieldQuestion):
            await self._show_verdict(interaction, table, match, moves, choice, question_or_action)
            return
        position, scene = make_scene_before(table, match, move, w)
        prompt = asking.Prompt(choice, question_or_action, match.game, position, scene)
        items = [
            replace_verb(component, VERB_BY_TABLE_VERB) for component in asking.make_answer_components(prompt)
        ]
        if choice.picks:
            identity = make_custom_id("b", PICK_VERB, *choice.drop_last_pick().list_parts())
            items.append(make_button(identity, w("Back"), row=FOOTER_ROW, emoji="◀️"))
        items += list_next_buttons(table, moves, move, w)
        escaped_scene = escape_scene(scene)
        played = match.game.texts.describe_action(
            match.rules.read(move.played), position, escaped_scene
        ).rstrip(".")
        gave_away = N_("You played: {action}. That was {judgement}: it gave away {n}% win chance.")
        missed = N_(
            "You played: {action}. That was {judgement}: you missed a move with {n}% more win chance."
        )
        lines = [
            w(
                "**{number} of {count}** · {turn}",
                number=moves.index(move) + 1,
                count=len(moves),
                turn=write_turn(list_step_numbers(match)[move.ply], w),
            ),
            w(
                choose_loss_text(review, move, gave_away, missed),
                action=played,
                judgement=write_judgement(move, w),
                n=round(100 * move.loss),
            ),
            w("**Find better:**"),
            match.game.texts.format_question(
                question_or_action.field, question_or_action.picks, position, escaped_scene
            ),
        ]
        await self._show_position(interaction, table, match, move, "\n".join(lines), items)

    async def _show_verdict(
        self,
        interaction: Interaction,
        table: Table,
        match: Match,
        moves: list[ReviewedMove],
        choice: MoveChoice,
        action: ActionLike,
    ) -> None:
        """Show the verdict on an answer, with the reason.

        :raises OutdatedId: the answer isn't legal in the position.
        """
        move, w = find_chosen_move(moves, choice), replies.get_words(interaction)
        if action not in await asyncio.to_thread(list_legal_actions, match, move.ply, move.seat):
            raise OutdatedId
        loss = await self._find_loss(match, move, action)
        if loss is None:
            await replies.refuse(interaction, w("I can't judge that right now. Try again later."))
            return
        position, scene = make_scene_before(table, match, move, w)
        escaped_scene, texts = escape_scene(scene), match.game.texts
        # Advice may search through many continuations, so it runs off the event loop.
        advice = await asyncio.to_thread(texts.advise_on_action, action, position, escaped_scene)
        # Losses are stated in whole percent elsewhere, so the differences of these numbers must agree.
        best_percent = round(100 * move.value)
        values = {
            "action": texts.describe_action(action, position, escaped_scene).rstrip("."),
            "now": max(best_percent - round(100 * loss), 0),
            "then": max(best_percent - round(100 * move.loss), 0),
            "best": best_percent,
        }
        items = list_next_buttons(table, moves, move, w)
        right = loss < MIN_INACCURACY_LOSS
        if right:
            line = w("✅ **{action}**: {now}% win chance left. Your move left {then}%.", **values)
        else:
            line = w("❌ **{action}**: {now}% win chance left. There's a move that keeps {best}%.", **values)
            again = make_custom_id("b", PICK_VERB, *MoveChoice(table.id, move.ply, move.seat).list_parts())
            best = make_custom_id("b", ANSWER_VERB, table.id, move.ply, move.seat, move.best)
            style = discord.ButtonStyle.primary
            items = [
                make_button(again, w("Try again"), emoji="🎯", row=FOOTER_ROW, style=style),
                make_button(best, w("Show it"), emoji="💡", row=FOOTER_ROW),
                *items,
            ]
        why = w("{reason} (rule {clause}).", reason=advice.text.rstrip("."), clause=advice.clause)
        # The advice may mention a later step that isn't worth taking. Only the review's reason checks that.
        is_sure = move.point is None and advice.is_reason and not advice.later_token
        if action.token == move.best and not is_sure:
            why = await asyncio.to_thread(write_reason, match, move, position, escaped_scene)
        elif right == advice.is_drawback:
            # Praise doesn't explain why an answer is wrong, and a drawback doesn't explain why it is right.
            why = ""
        await self._show_position(interaction, table, match, move, f"{line}\n{why}".rstrip(), items)

    async def _find_loss(self, match: Match, move: ReviewedMove, action: ActionLike) -> float | None:
        """Return the win chance that an answer loses compared with the best move; ``None`` if unknown."""
        if action.token == move.best:
            return 0.0
        if action.token == move.played:
            return move.loss
        version, effort = match.rules.version, choose_effort(match.game, match.ply, match.seat_count)
        view = list_views(match, move.ply)[move.seat]
        match_slice = MatchSlice(
            match.game.key, version, match.seat_count, move.ply, move.seat, view, action.token, effort
        )
        finding = await self._reviewer.evaluate(match_slice, 0)
        return None if finding is None else scale_loss(finding, move.value)

    async def _show_position(
        self,
        interaction: Interaction,
        table: Table,
        match: Match,
        move: ReviewedMove,
        text: str,
        items: list[Item],
    ) -> None:
        position, scene = make_scene_before(table, match, move, replies.get_words(interaction))
        key = ("point", table.id, match.seq, move.ply, scene.w.locale, scene.names)
        files = await self._pictures.draw_files(key, match.game, position, scene)
        await replies.show(interaction, clip(text, MAX_MESSAGE_LENGTH), view=make_view(items), files=files)


def list_costliest_moves(table: Table, match: Match, review: Review, user_id: int) -> list[ReviewedMove]:
    """Return a player's costliest moves, including those in seats they have left."""
    is_own_move = make_own_move_filter(table, match, user_id)
    return [
        move
        for seat in find_known_seats(table, user_id)
        for move in review.find_costliest_moves(seat, is_own_move)
    ]


def find_chosen_move(moves: list[ReviewedMove], choice: MoveChoice) -> ReviewedMove:
    """Return the move that a choice refers to.

    :raises OutdatedId: ``choice`` refers to none of these moves.
    """
    for move in moves:
        if (move.ply, move.seat) == (choice.seq, choice.seat):
            return move
    raise OutdatedId


def list_next_buttons(table: Table, moves: list[ReviewedMove], move: ReviewedMove, w: Words) -> list[Item]:
    """Return a list with the button that shows the move after ``move``, if there are several ``moves``."""
    if len(moves) < 2:
        return []
    identity = make_custom_id("b", TRY_AGAIN_VERB, table.id, (moves.index(move) + 1) % len(moves))
    return [make_button(identity, w("Next move"), emoji="▶️", row=FOOTER_ROW)]
