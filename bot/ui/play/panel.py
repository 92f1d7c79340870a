"""The action panel: a private message that asks for one field of a move after the other."""

from __future__ import annotations

import asyncio

from bot.errors.playing import WaitingFor
from bot.errors.seats import NotSeated, OtherPersonsSeat
from bot.model.table import ActionResult, Table
from bot.platform import obstacles, permissions
from bot.platform.limits import CONTENT, clip
from bot.ui import refusals, replies
from bot.ui.ids import Choice, fresh_mark
from bot.ui.mending import mend
from bot.ui.play import asking, guide
from bot.ui.play.asking import Asked, find_done, take_tab
from bot.ui.play.beside import show_beside
from bot.ui.play.meanwhile import show_meanwhile
from bot.ui.play.settling import is_settled, tell_alone, tell_final, write_question
from bot.ui.play.story import tell_news
from bot.ui.presses import Press
from bot.ui.scenes import escape_scene, make_scene, require_match
from bot.ui.services import Interaction
from games.core.errors import StaleAction
from games.core.match import Match, would_seal
from games.core.narrow import NoSuchPick, Question, filter_by_first, list_first_values, narrow
from games.core.shapes import ActionLike
from games.core.words import Words


async def take_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Go on with the picks that the button carries."""
    await advance(interaction, Choice.of(parts))


async def take_listed_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Go on with the value chosen from a list."""
    await _go_on(interaction, Choice.of(parts).then(values[0]), "", acting=True, listed=True)


async def confirm_action(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Do the action whose token the button carries."""
    await act_named(interaction, Choice.of([*parts[:3], ""]), guide.read_token(":".join(parts[3:])))


async def act_named(interaction: Interaction, choice: Choice, token: str) -> None:
    """Do an action that is named in full, by the position and the seat that it was offered to."""
    await replies.begin(interaction)
    table = await _require_seat(interaction, choice)
    await act(interaction, table, choice, token)


async def advance(interaction: Interaction, choice: Choice) -> None:
    """Ask for the next field, or act when nothing is left to ask.

    A choice from an older position never acts: the person is shown the choices of now instead.
    """
    await _go_on(interaction, choice, "", acting=True)


async def ask_again(interaction: Interaction, choice: Choice, note: str = "") -> None:
    """Ask a question once more. Nothing is done, even where nothing is left to ask by now."""
    await _go_on(interaction, choice, note, acting=False)


async def _go_on(
    interaction: Interaction, choice: Choice, note: str, *, acting: bool, listed: bool = False
) -> None:
    await replies.begin(interaction)
    table = await _require_seat(interaction, choice)
    await mend(interaction, table)
    stored = require_match(table)
    match = await interaction.client.services.tables.waiting.foresee(table, choice.seat)
    fresh = stored.seq == choice.seq
    if fresh or len(choice.picks) < 2:
        now = Choice(table.id, stored.seq, choice.seat, choice.picks)
        await _step(interaction, table, match, now, note, fresh=fresh and acting, listed=listed)
    else:
        await _start_over(interaction, table, match, choice.seat)


async def _start_over(interaction: Interaction, table: Table, match: Match, seat: int) -> None:
    """Show what can be done now to somebody who chose in an older position."""
    w = replies.reader(interaction)
    note = (
        w("The match has moved on. These are your choices now.")
        if seat in match.to_act
        else w.msg(StaleAction().message)
    )
    await _step(interaction, table, match, Choice(table.id, require_match(table).seq, seat), note)


async def open_for(interaction: Interaction, table: Table, seat: int, note: str = "") -> None:
    """Show the panel from its beginning to the person in a seat."""
    match = require_match(table)
    try:
        match = await interaction.client.services.tables.waiting.foresee(table, seat)
    except WaitingFor as waiting:
        w = replies.reader(interaction)
        note = "\n".join(part for part in (note, refusals.write_refusal(waiting, w)) if part)
    await _step(interaction, table, match, Choice(table.id, require_match(table).seq, seat), note)


async def act(interaction: Interaction, table: Table, choice: Choice, token: str) -> None:
    """Do an action, have it announced, and show what the same person can do next."""
    tables = interaction.client.services.tables
    try:
        done = await tables.play.act(table.id, interaction.user.id, token, choice.seq, seat=choice.seat)
    except StaleAction:
        table = await tables.get(table.id)
        await _start_over(interaction, table, await tables.waiting.foresee(table, choice.seat), choice.seat)
        return
    await show_result(interaction, done)


async def show_result(interaction: Interaction, done: ActionResult) -> None:
    """Show what came of an action, and what the same person can do next.

    :raises NotSeated: the person has lost their seat meanwhile; the action is stored and announced.
    """
    w, match = replies.reader(interaction), require_match(done.table)
    seat = done.table.seat_for(interaction.user.id)
    if seat is None:
        # Whoever has no seat any more is told no other's side.
        raise NotSeated
    lines = tell_news(done.table, match, seat, w, done.before.ply)
    draw = interaction.client.services.drawings.illustrate
    lines[:1] = [draw(find_done(done, seat, w), line) for line in lines[:1]]
    lines += await _explain_unposted(interaction, done.table, w)
    await open_for(interaction, done.table, seat, "\n".join(lines))


async def _require_seat(interaction: Interaction, choice: Choice) -> Table:
    table = await interaction.client.services.tables.get(choice.table)
    if choice.seat in table.seats_of(interaction.user.id):
        return table
    raise OtherPersonsSeat(table.names[choice.seat] if choice.seat < len(table.occupants) else "-")


async def _step(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: Choice,
    note: str,
    *,
    fresh: bool = True,
    listed: bool = False,
) -> None:
    """Ask the next question, or act.

    :param match: the position that is asked about, with the answers of others foreseen.
    :param fresh: the picks were made in this very position.
    :param listed: the last of them was chosen from a list.
    """
    w = replies.reader(interaction)
    replies.note_look(interaction, table.id, require_match(table).seq)
    pressed = choice.picks if fresh else ()
    # A rich hand has a great many legal actions: the event loop does not wait for their list.
    legal, firsts = await asyncio.to_thread(list_possible, match, choice.seat)
    if not legal:
        await show_meanwhile(interaction, table, match, choice.seat, note)
        return
    if not choice.picks:
        if len(firsts) > 1:
            asked = Question(legal[0].path[0].field, firsts, (), legal)
            await _ask(interaction, table, match, choice, asked, note, firsts)
            return
        choice = choice.then(firsts[0])
    start = Choice(choice.table, choice.seq, choice.seat)
    if choice.named[0] not in firsts:
        refusal = match.explain_unavailable(choice.seat, choice.named[0])
        await _step(interaction, table, match, start, refusals.write_refusal(refusal, w))
        return
    try:
        found = await asyncio.to_thread(narrow_legal, match, legal, choice.named)
    except NoSuchPick:
        await _step(interaction, table, match, start, w("You can't do that now."))
        return
    if isinstance(found, Question):
        await _ask(interaction, table, match, choice, found, note, firsts)
        return
    sealing = await asyncio.to_thread(would_seal, match, choice.seat, found.token)
    if is_settled(match.game, pressed, found, sealing=sealing, listed=listed):
        await act(interaction, table, choice, found.token)
    else:
        everything = Question(found.path[0].field, firsts, (), legal)
        await _confirm(interaction, table, match, choice, found, note, everything, sealing=sealing)


def list_possible(match: Match, seat: int) -> tuple[tuple[ActionLike, ...], tuple[str, ...]]:
    """Return what is legal, and the values that it begins with."""
    legal = match.legal_actions(seat)
    return legal, list_first_values(legal)


def narrow_legal(
    match: Match, legal: tuple[ActionLike, ...], named: tuple[str, ...]
) -> Question[ActionLike] | ActionLike:
    """Return the next question, or what the picks have settled."""
    return narrow(filter_by_first(legal, named[0]), named[1:], match.game.fields)


async def _ask(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: Choice,
    question: Question[ActionLike],
    note: str,
    firsts: tuple[str, ...],
) -> None:
    w = replies.reader(interaction)
    position, scene = make_scene(table, match, choice.seat, w)
    nonce = fresh_mark(interaction.id)
    asked = take_tab(Asked(choice, question, match.game, position, scene, nonce), match)
    # What a place would give may take a look through all that could follow: not on the event loop.
    text, items = await asyncio.to_thread(
        write_question, asked, match, escape_scene(scene), tell_final(table, w)
    )
    items += asking.make_footer(table, choice, firsts, w)
    advice = await guide.help_with(interaction, table, match, choice, question, items)
    items += advice.items
    shown = _join(note, "\n".join((text, *advice.lines)))
    await show_beside(interaction, table, choice.seat, shown, items)


async def _confirm(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: Choice,
    action: ActionLike,
    note: str,
    everything: Question[ActionLike],
    *,
    sealing: bool,
) -> None:
    w = replies.reader(interaction)
    position, scene = make_scene(table, match, choice.seat, w)
    said, told = match.game.texts, escape_scene(scene)
    items = [asking.make_act_button(choice, action, said.verb(action, position, scene))]
    items += asking.make_footer(table, choice, everything.values, w)
    lines = [w("**{action}**", action=said.phrase(action, position, told))]
    if sealing:
        alone = len(table.people) == 1
        lines.append(tell_alone(w) if alone else w("You can't take this back."))
    advice = await guide.help_with(interaction, table, match, choice, everything, items, action)
    # What is asked about comes first, and is spoken of once.
    if action.token not in advice.tokens:
        lines += await guide.give_reason(interaction, table, action, match, position, told)
    lines += advice.lines
    items += advice.items
    await show_beside(interaction, table, choice.seat, _join(note, "\n".join(lines)), items)


async def _explain_unposted(interaction: Interaction, table: Table, w: Words) -> list[str]:
    """Say that the board cannot be posted, and why, where that can be told or was so before."""
    announcer = interaction.client.services.announcer
    obstacle = await obstacles.find_obstacle(interaction)
    if obstacle is None and announcer.has_obstacle(table.id):
        obstacle = await announcer.announced(table.id)
    if obstacle is None:
        return []
    if obstacle.kind is obstacles.Cause.PERMISSION:
        names = permissions.name_permissions(list(obstacle.missing), w)
        return [
            w("Your move counts, but I can't post the board: I need the permission {names}.", names=names)
        ]
    return [w("Your move counts, but I can't post the board."), obstacle.text(w)]


def _join(note: str, text: str) -> str:
    # What happened is cut before what is asked.
    return f"{clip(note, CONTENT - len(text) - 2)}\n\n{text}" if note else text


PRESSES = (
    Press("go", take_pick),
    Press("pk", take_listed_pick),
    Press("ac", confirm_action),
)
