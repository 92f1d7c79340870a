"""The guide: under each question of a move the actions that look best, why, and the clause behind.

It is switched on per person; everybody else can ask for a hint once. Who plays a game for the first time
is offered it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.computers.thinker import Thinker
from bot.kit.cache import Cache
from bot.model.table import Table
from bot.storage import Store
from bot.ui import replies
from bot.ui.ids import Choice, OutdatedId, custom_id
from bot.ui.play.asking import FOOTER_ROW
from bot.ui.presses import Item, button, press
from bot.ui.scenes import prose, scene
from games.core.match import Match
from games.core.narrow import Question
from games.core.shapes import ActionLike, ViewLike
from games.core.texts import Advice, Scene
from games.core.words import Words

if TYPE_CHECKING:
    from bot.app import ReefBot

    Interaction = discord.Interaction[ReefBot]

log = logging.getLogger(__name__)

PREFERENCE = "guide"
ON, OFF = "on", "off"
SHOWN = 2
LOOKED_AT = 8
"""So many of the best are looked through for reasons that differ."""
BULB = "💡"
MARK = "!"
"""Set behind the token of a guide's button, which may stand beside another one for the same action."""
_HINTED = "hinted"


@dataclass(frozen=True, slots=True)
class Help:
    """What the guide adds to a question: lines below its text, and buttons for the last row."""

    lines: list[str]
    items: list[Item]


class Guide:
    """Who is guided, and what has been ranked: the next question of a move does not think again."""

    def __init__(self, store: Store, *, cache: int = 256) -> None:
        """Keep at most ``cache`` rankings ready."""
        self._store = store
        self._ranked: Cache[tuple[int, int, int], tuple[str, ...]] = Cache(cache)

    async def guides(self, user_id: int) -> bool:
        """Tell whether a person has switched the guide on."""
        return await self._store.preferences.get(user_id, PREFERENCE) == ON

    async def greets(self, user_id: int, table: Table) -> bool:
        """Tell whether the guide offers itself: to who never chose, in the first match of a game."""
        if await self._store.preferences.get(user_id, PREFERENCE) is not None:
            return False
        return not await self._store.matches.began(user_id, table.game.key, besides=table.id)

    async def switch(self, user_id: int, value: str) -> None:
        """Switch the guide on or off for a person."""
        await self._store.preferences.set(user_id, PREFERENCE, value)

    async def ranked(self, thinker: Thinker, table: Table, match: Match, choice: Choice) -> tuple[str, ...]:
        """Return the tokens of what looks best, the best first; empty when there is no telling now."""
        key = (choice.table, choice.seq, choice.seat)
        known = self._ranked.get(key)
        if known is None:
            known = tuple(token for token, _ in await thinker.advise(table, match, choice.seat))
            if known:
                self._ranked.put(key, known)
        return known


def token_of(text: str) -> str:
    """Return the token that the button of an action carries, be it the guide's or not."""
    return text.removesuffix(MARK)


async def help_with(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: Choice,
    question: Question[ActionLike],
    room: int,
) -> Help:
    """Return what the guide adds to a question.

    :param match: the position that is asked about, with the answers of others foreseen.
    :param room: how many buttons there is place for.
    """
    w, guide = replies.reader(interaction), interaction.client.guide
    guided = await guide.guides(interaction.user.id)
    if not guided and _HINTED not in interaction.extras:
        offers = [_switch(choice, ON, w)] if await guide.greets(interaction.user.id, table) else []
        offers.append(button(custom_id("b", "hn", *choice.parts()), w("Hint"), row=FOOTER_ROW, emoji=BULB))
        return Help([], offers[:room])
    try:
        found = await _best(interaction, table, match, choice, question, w)
    except Exception:
        # Whatever the guide trips over, the person can go on without it.
        log.exception("no advice table=%d seq=%d seat=%d", choice.table, choice.seq, choice.seat)
        found = []
    lines = [_line(number, phrase, advice, w) for number, (_, phrase, advice) in enumerate(found, 1)]
    items = [_button(choice, token, number) for number, (token, _, _) in enumerate(found, 1)]
    items.append(_switch(choice, OFF if guided else ON, w))
    return Help(lines or [w("-# I cannot tell what looks best just now.")], items[:room])


async def reason(
    interaction: Interaction, action: ActionLike, match: Match, view: ViewLike, words: Scene
) -> list[str]:
    """Return the line that says why an action is worth a look, for a person who is guided."""
    if not await interaction.client.guide.guides(interaction.user.id):
        return []
    w, advice = replies.reader(interaction), match.game.words.advise(action, view, words)
    said = w("{reason} (rule {clause}).", reason=_open(advice.text), clause=advice.clause)
    return [f"{BULB} {said}"]


async def _best(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: Choice,
    question: Question[ActionLike],
    w: Words,
) -> list[tuple[str, str, Advice]]:
    """Return the token, the phrase and the reason of each action to be shown."""
    bot = interaction.client
    tokens = await bot.guide.ranked(bot.thinker, table, match, choice)
    view, words = scene(table, match, choice.seat, w)
    # A rich hand has a great many actions, and a reason may look through many ways: not on the event loop.
    return await asyncio.to_thread(_reasons, match, tokens, question.actions, view, prose(words))


def _reasons(
    match: Match, tokens: Sequence[str], actions: Sequence[ActionLike], view: ViewLike, words: Scene
) -> list[tuple[str, str, Advice]]:
    """Return the first actions of a ranking that are still open, each with another reason."""
    said = match.game.words
    still_open = {action.token: action for action in actions}
    found: list[tuple[str, str, Advice]] = []
    for token in [token for token in tokens if token in still_open][:LOOKED_AT]:
        advice = said.advise(still_open[token], view, words)
        if all(advice != other for _, _, other in found):
            found.append((token, said.phrase(still_open[token], view, words), advice))
        if len(found) == SHOWN:
            break
    return found


def _line(number: int, phrase: str, advice: Advice, w: Words) -> str:
    return w(
        "{number} **{action}**: {reason} (rule {clause}).",
        number=f"{BULB} {number}",
        action=_open(phrase),
        reason=_open(advice.text),
        clause=advice.clause,
    )


def _open(sentence: str) -> str:
    """Return a sentence that something follows."""
    return sentence.rstrip(".")


def _button(choice: Choice, token: str, number: int) -> Item:
    identity = custom_id("b", "ac", choice.table, choice.seq, choice.seat, token + MARK)
    return button(identity, str(number), row=FOOTER_ROW, emoji=BULB, style=discord.ButtonStyle.success)


def _switch(choice: Choice, value: str, w: Words) -> Item:
    label = w("Guide me") if value == ON else w("Stop the guide")
    return button(custom_id("b", "gd", value, *choice.parts()), label, row=FOOTER_ROW, emoji="🧭")


@press("hn")
async def hinted(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show once what looks best."""
    from bot.ui.play import panel

    interaction.extras[_HINTED] = True
    await panel.again(interaction, Choice.of(parts))


@press("gd", table=1)
async def switched(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Switch the guide on or off, and ask the question again."""
    from bot.ui.play import panel

    if not parts or parts[0] not in (ON, OFF):
        raise OutdatedId
    choice = Choice.of(parts[1:])
    await replies.begin(interaction)
    await interaction.client.guide.switch(interaction.user.id, parts[0])
    w = replies.reader(interaction)
    if parts[0] == ON:
        note = w("The guide is on: at each choice it shows what looks best, and why. You decide.")
    else:
        note = w("The guide is off. For a single piece of advice there is *Hint*.")
    await panel.again(interaction, choice, note)
