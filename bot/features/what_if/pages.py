"""What a fork looks like: whose move it is, the picture as that seat sees it, the questions, the way back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.features.what_if.notes import Start, list_steps
from bot.features.what_if.verbs import RECORD, TABLE, turn
from bot.model.table import OVER, Table
from bot.platform.limits import CONTENT, PER_ROW, clip
from bot.ui import replies
from bot.ui.components import Item, button
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id, fresh_mark
from bot.ui.play import guide
from bot.ui.play.asking import FOOTER_ROW, Asked, make_act_button, offer_values, take_tab
from bot.ui.play.solo import Asking, Shown, readdress, show_position
from bot.ui.scenes import escape_scene, make_scene_of, redact_events
from bot.ui.services import Interaction
from games.core.fork import can_fork, find_newest_ply, write_steps
from games.core.match import Match
from games.core.shapes import ActionLike, ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.players.suggesting import Ranking

OPEN = "o"
"""Behind the letters of where a match is, the verb of the buttons that open a position."""
_HEAD = 250
"""So many characters are for the heading at least."""


@dataclass(frozen=True, slots=True)
class Forked:
    """A fork: the table that it comes from, where it begins, and its own match."""

    table: Table
    start: Start
    match: Match

    def arrange(self) -> Shown:
        """Return how it is shown; no two positions of any two forks are named alike among the pictures."""
        about = ("whatif", *map(str, _list_fields(self.start)), write_steps(self.match))
        return Shown(self.match, self.table.names, about, turn(self.start.home), undoes=False)

    def identify(self, letter: str, *parts: str | int) -> str:
        """Return the custom_id of a button of this fork."""
        return custom_id("b", self.start.home + letter, *parts)


def _list_fields(start: Start) -> tuple[object, ...]:
    return (start.home, start.table, start.seq, start.ply, start.deal, start.viewer)


def make_opener(table: Table, ply: int, w: Words, row: int, number: int = 0) -> Item | None:
    """Return the button that opens a position; none where nothing can be done there.

    :param number: of the position, where a message shows several.
    """
    match = table.match
    if match is None or table.is_unaided or not can_fork(match, ply):
        return None
    home = TABLE if table.id > 0 else RECORD
    identity = custom_id("b", home + OPEN, abs(table.id), match.seq, ply)
    label = w("{n}: what if…", n=number) if number else w("What if…")
    return button(identity, label, emoji="🔀", row=row)


def offer_newest(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the button of the menu, which opens the newest position in which something can be done.

    It names no step: pressed when the match has gone on, it is about how it stands by then.
    """
    if table.match is None or table.is_unaided or not can_fork(table.match, find_newest_ply(table.match)):
        return None
    return button(custom_id("b", TABLE + OPEN, table.id), w("What if…"), emoji="🔀", row=row)


async def show_question(
    interaction: Interaction,
    forked: Forked,
    asking: Asking,
    note: str,
    ranking: Ranking | None,
    *,
    news: bool,
) -> None:
    """Show a question to the seat that is to act, or its only action.

    :param ranking: where a hint was asked for, what looks best.
    :param news: tell what the newest step brought.
    """
    w, match = replies.reader(interaction), forked.match
    seat = asking.choice.seat
    position, scene = make_scene_of(match, forked.table.names, seat, w)
    text, items = await asyncio.to_thread(_write_question, interaction.id, asking, match, position, scene)
    used = sum(item.item.row == FOOTER_ROW for item in items)
    help_lines, helpers = await _help(forked, asking, position, scene, ranking, PER_ROW - used - 2)
    items += _make_footer(forked, asking, helpers, w, PER_ROW - used)
    happened = [note, *(_tell_news(match, seat, scene) if news else ())]
    asked = w("**{name} to act.** {question}", name=escape_name(scene.names[seat]), question=text)
    await _show(interaction, forked, scene, happened, [asked, *help_lines], items)


async def show_end(interaction: Interaction, forked: Forked, note: str) -> None:
    """Show how a fork ended: by the rules nobody can do anything more."""
    w, match = replies.reader(interaction), forked.match
    position, scene = make_scene_of(match, forked.table.names, forked.start.viewer, w)
    status = match.game.texts.status(position, escape_scene(scene))
    happened = [note, *_tell_news(match, forked.start.viewer, scene)]
    items = [*_list_ways(forked, w), forked.start.make_button(w, FOOTER_ROW)]
    await _show(interaction, forked, scene, happened, [status], items)


def _write_question(
    press: int, asking: Asking, match: Match, position: ViewLike, scene: Scene
) -> tuple[str, list[Item]]:
    """Return the text of a question and what offers its values. No step is final here: none says so."""
    said, told = match.game.texts, escape_scene(scene)
    if asking.question is None:
        assert asking.action is not None
        text = scene.w("**{action}**", action=said.phrase(asking.action, position, told))
        return text, [
            make_act_button(asking.choice, asking.action, said.verb(asking.action, position, scene))
        ]
    mark = fresh_mark(press)
    asked = take_tab(Asked(asking.choice, asking.question, match.game, position, scene, mark), match)
    question = asked.question
    return said.question(question.field, question.picked, position, told), offer_values(asked)


async def _help(
    forked: Forked,
    asking: Asking,
    position: ViewLike,
    scene: Scene,
    ranking: Ranking | None,
    room: int,
) -> tuple[list[str], list[Item]]:
    """Return the lines of a hint and its buttons; before it is asked for, the button that does."""
    if ranking is None:
        identity = forked.identify("h", *asking.choice.parts())
        return [], [button(identity, scene.w("Hint"), row=FOOTER_ROW, emoji=guide.BULB)]
    if asking.question is not None:
        actions: Sequence[ActionLike] = asking.question.actions
    else:
        actions = () if asking.action is None else (asking.action,)
    told = escape_scene(scene)
    given = await guide.advise_on(forked.match, asking.choice, ranking, actions, position, told, room)
    return given.lines, given.items


def _make_footer(forked: Forked, asking: Asking, helpers: list[Item], w: Words, room: int) -> list[Item]:
    """Return the last row: back by a pick or a step, help, another deal where there is room, the way out."""
    choice = asking.choice
    ways = _list_ways(forked, w)
    if len(choice.picks) > 1 or (choice.picks and len(asking.firsts) > 1):
        identity = custom_id("b", "go", *choice.back().parts())
        ways.insert(0, button(identity, w("Back"), row=FOOTER_ROW, emoji="◀️"))
    room -= 1 + len(helpers)
    return [*ways[:1], *helpers, *ways[1:room], forked.start.make_button(w, FOOTER_ROW)]


def _list_ways(forked: Forked, w: Words) -> list[Item]:
    """Return the ways to another position of the same fork, the likeliest first."""
    table, made = forked.start.table, []
    if forked.match.steps:
        identity = forked.identify("u", table, forked.match.seq)
        made.append(button(identity, w("Undo"), row=FOOTER_ROW, emoji="↩️"))
    identity = forked.identify("n", table)
    made.append(button(identity, w("Deal again"), row=FOOTER_ROW, emoji="🎲"))
    return made


def _tell_news(match: Match, seat: int | None, scene: Scene) -> list[str]:
    """Narrate the newest step by everybody's name: one person plays them all."""
    told = replace(escape_scene(scene), reader=None)
    lines = (match.game.texts.tell(event, told) for event in redact_events(match, match.ply - 1, seat))
    return [f"> {line}" for line in lines if line] if match.ply else []


def _tell_where(forked: Forked, w: Words) -> str:
    """Say where a fork began, and that nothing comes of it."""
    start, viewer = forked.start, forked.start.viewer
    values: dict[str, object] = {"number": start.table, "ply": start.ply}
    if viewer is not None and forked.table.status == OVER:
        values["name"] = escape_name(forked.table.names[viewer])
        if start.home == RECORD:
            return (
                w(
                    "-# After step {ply}. What {name} couldn't see is dealt at random; nothing here counts.",
                    **values,
                )
                if start.ply
                else w(
                    "-# At the start. What {name} couldn't see is dealt at random; nothing here counts.",
                    **values,
                )
            )
        return (
            w(
                "-# Table {number} after step {ply}. What {name} couldn't see is dealt at random; "
                "nothing here counts.",
                **values,
            )
            if start.ply
            else w(
                "-# Table {number} at the start. What {name} couldn't see is dealt at random; "
                "nothing here counts.",
                **values,
            )
        )
    if start.ply:
        return w(
            "-# Table {number} after step {ply}. What you can't see is dealt at random; nothing here counts.",
            **values,
        )
    return w(
        "-# Table {number} at the start. What you can't see is dealt at random; nothing here counts.",
        **values,
    )


async def _show(
    interaction: Interaction,
    forked: Forked,
    scene: Scene,
    happened: Sequence[str],
    asked: Sequence[str],
    items: list[Item],
) -> None:
    """Put everything into the private message: what happened is cut before what is asked, no step ever is."""
    w, start = scene.w, forked.start
    head = [w("## What if · {game}", game=forked.match.game.title), _tell_where(forked, w)]
    steps = list_steps(forked.match)
    question = clip("\n".join(asked), CONTENT - len(steps) - _HEAD)
    room = CONTENT - len(steps) - len(question) - 1
    text = clip("\n".join([*head, *(part for part in happened if part)]), room)
    made = [readdress(item, turn(start.home)) for item in items]
    await show_position(interaction, forked.arrange(), scene, f"{text}\n{question}{steps}", made)
