"""Shows a fork, with the board as the seat to act sees it, a question and buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.features.what_if.fork_state import ForkStart, write_steps_line
from bot.features.what_if.verbs import RECORD_VERB_PREFIX, TABLE_VERB_PREFIX, map_verbs
from bot.model.table import TABLE_OVER, Table
from bot.model.turns import list_step_numbers
from bot.platform.limits import MAX_BUTTONS_PER_ROW, MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.components import Item, make_button
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id
from bot.ui.play import guide
from bot.ui.play.asking import (
    FOOTER_ROW,
    Prompt,
    make_action_button,
    make_answer_components,
    skip_to_tabs,
)
from bot.ui.play.next_step import NextStep
from bot.ui.play.solo import SoloView, replace_verb, show_position
from bot.ui.scenes import escape_scene, make_tableless_scene, redact_events
from bot.ui.services import Interaction
from bot.ui.turn_numbers import write_turn_in_sentence
from games.core.fork import can_fork, find_newest_playable_ply, format_steps
from games.core.match import Match
from games.core.shapes import ActionLike, ViewLike
from games.core.texts import Scene
from games.core.values import value_class
from games.core.words import Words
from games.players.suggesting import Ranking

OPEN_LETTER = "o"
"""Action letter of the buttons that open a position; see :mod:`bot.features.what_if.verbs`."""
_HEADING_LENGTH = 250
"""Reserved for the heading in a fork's message."""


@value_class
class Fork:
    """A private continuation of a match, with the original table and the starting position."""

    table: Table
    start: ForkStart
    match: Match

    def make_solo_view(self) -> SoloView:
        """Return the fork as a private match for a panel to show."""
        about = ("whatif", *map(str, _list_fields(self.start)), format_steps(self.match))
        return SoloView(self.match, self.table.names, about, map_verbs(self.start.source), has_undo=False)

    def make_custom_id(self, letter: str, *parts: str | int) -> str:
        """Return the custom_id of a button in this fork. ``letter`` names its action."""
        return make_custom_id("b", self.start.source + letter, *parts)


def _list_fields(start: ForkStart) -> tuple[object, ...]:
    return (start.source, start.table_id, start.seq, start.ply, start.deal, start.viewer_seat)


def make_what_if_button(table: Table, ply: int, w: Words, row: int, number: int = 0) -> Item | None:
    """Return the button that opens a position in a fork.

    Return ``None`` if the position allows no move, or while the players must play without help.

    :param number: number of the position, if the message shows several.
    """
    match = table.match
    if match is None or table.is_help_forbidden or not can_fork(match, ply):
        return None
    source = TABLE_VERB_PREFIX if table.id > 0 else RECORD_VERB_PREFIX
    identity = make_custom_id("b", source + OPEN_LETTER, abs(table.id), match.seq, ply)
    label = w("{n}: what if…", n=number) if number else w("What if…")
    return make_button(identity, label, emoji="🔀", row=row)


def make_menu_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *History* tab's *What if…* button. It opens the match's newest position when pressed.

    Return ``None`` if no move can be made now, or while the players must play without help.
    """
    if (
        table.match is None
        or table.is_help_forbidden
        or not can_fork(table.match, find_newest_playable_ply(table.match))
    ):
        return None
    return make_button(
        make_custom_id("b", TABLE_VERB_PREFIX + OPEN_LETTER, table.id), w("What if…"), emoji="🔀", row=row
    )


async def show_question(
    interaction: Interaction,
    fork: Fork,
    step: NextStep,
    note: str,
    ranking: Ranking | None,
) -> None:
    """Show the board, the last step, and the next question about the move of the seat whose turn it is.

    :param ranking: the moves ranked for a hint, if the user asked for one.
    """
    w, match = replies.get_words(interaction), fork.match
    seat = step.choice.seat
    position, scene = make_tableless_scene(match, fork.table.names, seat, w)
    text, items = await asyncio.to_thread(_write_question, step, match, position, scene)
    used = sum(item.item.row == FOOTER_ROW for item in items)
    help_lines, hint_buttons = await _make_hint(
        fork, step, position, scene, ranking, MAX_BUTTONS_PER_ROW - used - 2
    )
    items += _make_footer(fork, step, hint_buttons, w, MAX_BUTTONS_PER_ROW - used)
    happened = [note, *_describe_last_step(match, seat, scene)]
    asked = w("**As {name}:** {question}", name=escape_name(scene.names[seat]), question=text)
    await _show_message(interaction, fork, scene, happened, [asked, *help_lines], items)


async def show_final_position(interaction: Interaction, fork: Fork, note: str) -> None:
    """Show the final position of a fork that has ended by the rules."""
    w, match = replies.get_words(interaction), fork.match
    position, scene = make_tableless_scene(match, fork.table.names, fork.start.viewer_seat, w)
    status = match.game.texts.describe_status(position, escape_scene(scene))
    happened = [note, *_describe_last_step(match, fork.start.viewer_seat, scene)]
    items = [*_list_undo_and_deal_buttons(fork, w), fork.start.make_back_button(w, FOOTER_ROW)]
    await _show_message(interaction, fork, scene, happened, [status], items)


def _write_question(step: NextStep, match: Match, position: ViewLike, scene: Scene) -> tuple[str, list[Item]]:
    """Return the text and buttons of a question. No button warns, because a fork's steps can be undone."""
    texts, escaped = match.game.texts, escape_scene(scene)
    if step.question is None:
        assert step.action is not None
        text = scene.w("**{action}**", action=texts.describe_action(step.action, position, escaped))
        return text, [
            make_action_button(step.choice, step.action, texts.label_action(step.action, position, scene))
        ]
    asked = skip_to_tabs(Prompt(step.choice, step.question, match.game, position, scene), match)
    question = asked.question
    return texts.format_question(question.field, question.picks, position, escaped), make_answer_components(
        asked
    )


async def _make_hint(
    fork: Fork,
    step: NextStep,
    position: ViewLike,
    scene: Scene,
    ranking: Ranking | None,
    room: int,
) -> tuple[list[str], list[Item]]:
    """Return the lines and buttons of a hint. Without a ranking, return the button that requests a hint."""
    if ranking is None:
        identity = fork.make_custom_id("h", *step.choice.list_parts())
        return [], [make_button(identity, scene.w("Hint"), row=FOOTER_ROW, emoji=guide.BULB_EMOJI)]
    if step.question is not None:
        actions: Sequence[ActionLike] = step.question.actions
    else:
        actions = () if step.action is None else (step.action,)
    escaped = escape_scene(scene)
    given = await guide.suggest_actions_from_ranking(
        fork.match, step.choice, ranking, actions, position, escaped, room
    )
    return given.lines, given.items


def _make_footer(fork: Fork, step: NextStep, hint_buttons: list[Item], w: Words, room: int) -> list[Item]:
    """Return the last row, with as many buttons as fit: back, hint, deal again, back to the match."""
    choice = step.choice
    ways = _list_undo_and_deal_buttons(fork, w)
    if len(choice.picks) > 1 or (choice.picks and len(step.first_values) > 1):
        identity = make_custom_id("b", "go", *choice.drop_last_pick().list_parts())
        ways.insert(0, make_button(identity, w("Back"), row=FOOTER_ROW, emoji="◀️"))
    room -= 1 + len(hint_buttons)
    return [*ways[:1], *hint_buttons, *ways[1:room], fork.start.make_back_button(w, FOOTER_ROW)]


def _list_undo_and_deal_buttons(fork: Fork, w: Words) -> list[Item]:
    table, buttons = fork.start.table_id, []
    if fork.match.steps:
        identity = fork.make_custom_id("u", table, fork.match.seq)
        buttons.append(make_button(identity, w("Undo"), row=FOOTER_ROW, emoji="↩️"))
    identity = fork.make_custom_id("n", table)
    buttons.append(make_button(identity, w("Deal again"), row=FOOTER_ROW, emoji="🎲"))
    return buttons


def _describe_last_step(match: Match, seat: int | None, scene: Scene) -> list[str]:
    """Describe the last step. All seats are named, because one person plays them all."""
    unnamed = replace(escape_scene(scene), reader_seat=None)
    lines = (
        match.game.texts.narrate_event(event, unnamed) for event in redact_events(match, match.ply - 1, seat)
    )
    return [f"> {line}" for line in lines if line] if match.ply else []


def _describe_start(fork: Fork, w: Words) -> str:
    start, viewer = fork.start, fork.start.viewer_seat
    match, values = fork.table.match, dict[str, object](number=start.table_id)
    if start.ply and match is not None:
        values["turn"] = write_turn_in_sentence(list_step_numbers(match)[start.ply - 1], w)
    if viewer is not None and fork.table.status == TABLE_OVER:
        values["name"] = escape_name(fork.table.names[viewer])
        if start.source == RECORD_VERB_PREFIX:
            if start.ply:
                return w(
                    "-# After {turn}. What {name} couldn't see is dealt at random; nothing here counts.",
                    **values,
                )
            return w(
                "-# At the start. What {name} couldn't see is dealt at random; nothing here counts.", **values
            )
        if start.ply:
            return w(
                "-# Table {number} after {turn}. What {name} couldn't see is dealt at random; "
                "nothing here counts.",
                **values,
            )
        return w(
            "-# Table {number} at the start. What {name} couldn't see is dealt at random; "
            "nothing here counts.",
            **values,
        )
    if start.ply:
        return w(
            "-# Table {number} after {turn}. What you can't see is dealt at random; nothing here counts.",
            **values,
        )
    return w(
        "-# Table {number} at the start. What you can't see is dealt at random; nothing here counts.",
        **values,
    )


async def _show_message(
    interaction: Interaction,
    fork: Fork,
    scene: Scene,
    event_lines: Sequence[str],
    question_lines: Sequence[str],
    items: list[Item],
) -> None:
    """Show a fork. If the text is too long, shorten the events and the question, but not the steps."""
    w, start = scene.w, fork.start
    head = [w("## What if · {game}", game=fork.match.game.title), _describe_start(fork, w)]
    steps = write_steps_line(fork.match)
    question = clip("\n".join(question_lines), MAX_MESSAGE_LENGTH - len(steps) - _HEADING_LENGTH)
    room = MAX_MESSAGE_LENGTH - len(steps) - len(question) - 1
    text = clip("\n".join([*head, *(part for part in event_lines if part)]), room)
    solo_items = [replace_verb(item, map_verbs(start.source)) for item in items]
    await show_position(interaction, fork.make_solo_view(), scene, f"{text}\n{question}{steps}", solo_items)
