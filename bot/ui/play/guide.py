"""The guide: under each question of a move the actions that look best, why, and the clause behind.

It is switched on per person; everybody else can ask for a hint once. In the first match of a game it is on
by itself, until it is switched off.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.computers.advice import OFF, ON
from bot.errors.storage import StorageError
from bot.model.table import Table
from bot.platform.limits import PER_ROW
from bot.ui import replies
from bot.ui.components import Item, button
from bot.ui.ids import Choice, custom_id
from bot.ui.play.asking import FOOTER_ROW, find_drawing
from bot.ui.play.phone import count_rows, list_labels
from bot.ui.play.plans import drop_plan, find_planned, list_plans, settle_plan
from bot.ui.scenes import escape_scene, make_scene
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.narrow import Question
from games.core.shapes import ActionLike, ViewLike
from games.core.texts import Advice, Scene
from games.core.words import Words
from games.players.suggesting import Ranking, choose_suggestions

log = logging.getLogger(__name__)

SHOWN, LATER = 2, 1
"""Maximum number of suggestions at the beginning of a move, and further on."""
LOOKED_AT = 8
"""So many of the best are looked through for reasons that differ."""
BULB = "💡"
MARK = "!"
"""Set behind the token of a guide's button, which may stand beside another one for the same action."""
HINTED = "hinted"
"""Noted with a press that asks for a hint once."""


@dataclass(frozen=True, slots=True)
class Help:
    """What the guide adds to a question: lines below its text, and buttons for the last row."""

    lines: list[str]
    items: list[Item]
    tokens: tuple[str, ...] = ()
    """The actions that it speaks of."""


def read_token(text: str) -> str:
    """Return the token that the button of an action carries, be it the guide's or not."""
    return text.removesuffix(MARK)


async def help_with(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: Choice,
    question: Question[ActionLike],
    others: Sequence[Item],
    chosen: ActionLike | None = None,
) -> Help:
    """Return what the guide adds to a question.

    Where a move has begun already it says less, and its switch stands there only if that takes no row more
    on a phone: the picture is to stay in sight.

    :param match: the position that is asked about, with the answers of others foreseen.
    :param others: what stands on the message already.
    :param chosen: what the person is about to do; of any other action it is said that it is another.
    """
    if table.is_unaided:
        return Help([], [])
    beside = [item for item in others if item.item.row == FOOTER_ROW]
    room = PER_ROW - len(beside)
    w, adviser = replies.reader(interaction), interaction.client.services.adviser
    greeted = await adviser.guides_first_match(interaction.user.id, match.game.key)
    guided = greeted or await adviser.is_guided(interaction.user.id)
    if not guided and HINTED not in interaction.extras:
        offers = [button(custom_id("b", "hn", *choice.parts()), w("Hint"), row=FOOTER_ROW, emoji=BULB)]
        return Help([], offers[:room])
    try:
        found = await _find_best(interaction, table, match, choice, question, w)
        found = found[: min(room, LATER if choice.picks else SHOWN)]
        await adviser.store_suggestions(table.id, choice.seq, choice.seat, [token for token, _, _ in found])
    except StorageError as error:
        log.warning("no advice table=%d", choice.table, extra={"fields": {"reason": str(error)}})
        found = []
    except Exception:
        # Whatever the guide trips over, the person can go on without it.
        log.exception("no advice table=%d seq=%d seat=%d", choice.table, choice.seq, choice.seat)
        found = []
    lines = [
        _write_line(number, phrase, advice, w)
        if chosen is None or token == chosen.token
        else _write_other(number, phrase, advice, w)
        for number, (token, phrase, advice) in enumerate(found, 1)
    ]
    items = [_make_button(choice, token, number) for number, (token, _, _) in enumerate(found, 1)]
    switch = _make_switch(choice, OFF if guided else ON, w)
    if not choice.picks or count_rows(list_labels([*beside, *items, switch])) == 1:
        items.append(switch)
    lines = lines or [w("-# I can't say what looks best right now.")]
    if greeted and not choice.picks:
        label = w("Stop the guide")
        lines.append(w("-# 🧭 Your first match: the guide is on. **{label}** turns it off.", label=label))
    return Help(lines, items[:room], tuple(token for token, _, _ in found))


async def give_reason(
    interaction: Interaction, table: Table, action: ActionLike, match: Match, view: ViewLike, scene: Scene
) -> list[str]:
    """Return the line that says why an action is worth a look, for who is guided or asks for a hint."""
    if table.is_unaided:
        return []
    adviser, user = interaction.client.services.adviser, interaction.user.id
    guided = await adviser.is_guided(user) or await adviser.guides_first_match(user, match.game.key)
    if not guided and HINTED not in interaction.extras:
        return []
    w, advice = replies.reader(interaction), match.game.texts.advise(action, view, scene)
    said = w("{reason} (rule {clause}).", reason=_drop_stop(advice.text), clause=advice.clause)
    return [f"{BULB} {said}"]


async def advise_on(
    match: Match,
    choice: Choice,
    ranking: Ranking,
    actions: Sequence[ActionLike],
    view: ViewLike,
    scene: Scene,
    room: int,
) -> Help:
    """Return what a ranking says of the actions that are still open, with a button for each.

    :param room: how many buttons there is place for.
    """
    # A rich hand has a great many actions, and a reason may look through many ways: not on the event loop.
    best = await asyncio.to_thread(_find_reasons, match, ranking, actions, view, scene)
    found = best[:room]
    lines = [
        _write_line(number, phrase, drop_plan(why), scene.w)
        for number, (_, phrase, why) in enumerate(found, 1)
    ]
    items = [_make_button(choice, token, number) for number, (token, _, _) in enumerate(found, 1)]
    return Help(lines or [scene.w("-# I can't say what looks best right now.")], items)


async def _find_best(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: Choice,
    question: Question[ActionLike],
    w: Words,
) -> list[tuple[str, str, Advice]]:
    """Return the token, the phrase with its drawing and the reason of each action to be shown."""
    services = interaction.client.services
    ranking = await services.adviser.rank(table, match, choice.seat, choice.seq)
    view, scene = make_scene(table, match, choice.seat, w)
    # A rich hand has a great many actions, and a reason may look through many ways: not on the event loop.
    told = escape_scene(scene)
    plans = await asyncio.to_thread(list_plans, match, choice.seat, told)
    found = await asyncio.to_thread(_find_reasons, match, ranking, question.actions, view, told, plans)
    actions = {action.token: action for action in question.actions}
    write = services.drawings.illustrate
    return [
        (
            token,
            write(find_drawing(actions[token], match.game, view), phrase),
            await settle_plan(services.adviser, table, match, choice.seat, token, advice),
        )
        for token, phrase, advice in found
    ]


def _find_reasons(
    match: Match,
    ranking: Ranking,
    actions: Sequence[ActionLike],
    view: ViewLike,
    scene: Scene,
    plans: tuple[str, ...] = (),
) -> list[tuple[str, str, Advice]]:
    """Return the best action that is still open, and one nearly as good for another reason.

    Of actions that are nearly as good the one that continues a plan comes first. Where none of the ranked
    actions is open any more, the one that is most like them.
    """
    said = match.game.texts
    still_open = {action.token: action for action in actions}
    planned = find_planned(ranking, list(still_open), plans)
    close = sorted(choose_suggestions(ranking, still_open), key=lambda token: token != planned)
    suggested = [still_open[token] for token in close]
    found: list[tuple[str, str, Advice]] = []
    for action in (suggested or _find_alike(match, ranking, actions)[:1])[:LOOKED_AT]:
        advice = said.advise(action, view, scene)
        if all(advice != other for _, _, other in found):
            found.append((action.token, said.phrase(action, view, scene), advice))
        if len(found) == SHOWN:
            break
    return found


def _find_alike(match: Match, ranking: Ranking, actions: Sequence[ActionLike]) -> list[ActionLike]:
    """Return open actions, those first that share most with one high in a ranking that has none of them.

    What is thought about leaves out what comes to the same: another stack that needs the same sum.
    """
    best = [set(match.rules.read(token).path) for token, _ in ranking[:LOOKED_AT]]
    if not best:
        return []

    def likeness(action: ActionLike) -> tuple[int, int]:
        shared = [len(picks.intersection(action.path)) for picks in best]
        return -max(shared), shared.index(max(shared))

    return sorted(actions, key=likeness)


def _write_line(number: int, phrase: str, advice: Advice, w: Words) -> str:
    return w(
        "{number} **{action}**: {reason} (rule {clause}).",
        number=f"{BULB} {number}",
        action=_drop_stop(phrase),
        reason=_drop_stop(advice.text),
        clause=advice.clause,
    )


def _write_other(number: int, phrase: str, advice: Advice, w: Words) -> str:
    return w(
        "{number} Another move: **{action}** – {reason} (rule {clause}).",
        number=f"{BULB} {number}",
        action=_drop_stop(phrase),
        reason=_drop_stop(advice.text),
        clause=advice.clause,
    )


def _drop_stop(sentence: str) -> str:
    """Return a sentence that something follows."""
    return sentence.rstrip(".")


def _make_button(choice: Choice, token: str, number: int) -> Item:
    identity = custom_id("b", "ac", choice.table, choice.seq, choice.seat, token + MARK)
    return button(identity, str(number), row=FOOTER_ROW, emoji=BULB, style=discord.ButtonStyle.success)


def _make_switch(choice: Choice, value: str, w: Words) -> Item:
    label = w("Guide me") if value == ON else w("Stop the guide")
    return button(custom_id("b", "gd", value, *choice.parts()), label, row=FOOTER_ROW, emoji="🧭")
