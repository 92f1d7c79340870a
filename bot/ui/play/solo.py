"""The panel of a match that is played at no table: the same questions, answered by other verbs.

Where a match lives is its owner's business: here is what comes next for a choice, and how that is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from bot.platform.limits import CUSTOM_ID
from bot.ui import refusals, replies
from bot.ui.components import Item, button, view
from bot.ui.ids import Choice, custom_id, fresh_mark
from bot.ui.play.asking import FOOTER_ROW, Asked, can_undo, make_act_button, take_tab
from bot.ui.play.beside import has_file
from bot.ui.play.panel import list_possible, narrow_legal
from bot.ui.play.settling import is_settled, write_question
from bot.ui.scenes import escape_scene, make_scene_of, redact_events
from bot.ui.services import Interaction
from games.core.match import Match, would_seal
from games.core.narrow import NoSuchPick, Question
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import Words


@dataclass(frozen=True, slots=True)
class Asking:
    """What comes next for a choice: a ``question``, or an ``action`` to be done or confirmed first.

    ``firsts`` are what a move can begin with; ``note`` is what was wrong with the choice.
    """

    choice: Choice
    legal: tuple[ActionLike, ...]
    firsts: tuple[str, ...]
    question: Question[ActionLike] | None = None
    action: ActionLike | None = None
    settled: bool = False
    sealing: bool = False
    note: str = ""


async def ask(match: Match, choice: Choice, w: Words, *, fresh: bool) -> Asking:
    """Return what comes next for a choice in a position.

    :param fresh: its picks were made in this very position.
    """
    # A rich hand has a great many legal actions: the event loop does not wait for their list.
    return await asyncio.to_thread(_find_next, match, choice, w, fresh)


def _find_next(match: Match, choice: Choice, w: Words, fresh: bool) -> Asking:
    pressed = choice.picks if fresh else ()
    legal, firsts = list_possible(match, choice.seat)
    if not choice.picks:
        if len(firsts) > 1:
            asked = Question(legal[0].path[0].field, firsts, (), legal)
            return Asking(choice, legal, firsts, asked)
        choice = choice.then(firsts[0])
    start = replace(choice, picks=())
    if choice.named[0] not in firsts:
        refusal = refusals.write_refusal(match.explain_unavailable(choice.seat, choice.named[0]), w)
        return replace(_find_next(match, start, w, False), note=refusal)
    try:
        found = narrow_legal(match, legal, choice.named)
    except NoSuchPick:
        return replace(_find_next(match, start, w, False), note=w("You can't do that now."))
    if isinstance(found, Question):
        return Asking(choice, legal, firsts, found)
    sealing = would_seal(match, choice.seat, found.token)
    settled = is_settled(match.game, pressed, found, sealing=sealing, listed=False)
    return Asking(choice, legal, firsts, action=found, settled=settled, sealing=sealing)


@dataclass(frozen=True, slots=True)
class Shown:
    """How a match at no table is shown to its person.

    ``about`` names it among all pictures; ``verbs`` has, for each verb of the panel, the one that answers;
    ``before`` is the custom_id of what *Back* leads to from a move's first question.
    """

    match: Match
    names: tuple[str, ...]
    about: tuple[str | int, ...]
    verbs: Mapping[str, str]
    undoes: bool = True
    before: str = ""


async def show_asking(interaction: Interaction, shown: Shown, asking: Asking, head: str) -> None:
    """Show a question, or an action to be confirmed, below the person's picture."""
    w, match = replies.reader(interaction), shown.match
    position, scene = make_scene_of(match, shown.names, asking.choice.seat, w)
    if asking.question is not None:
        mark = fresh_mark(interaction.id)
        asked = Asked(asking.choice, asking.question, match.game, position, scene, mark)
        asked = take_tab(asked, match)
        final = w("-# Your choice is final: you can't take it back.") if shown.undoes else ""
        text, items = await asyncio.to_thread(write_question, asked, match, escape_scene(scene), final)
    else:
        assert asking.action is not None
        said = match.game.texts
        items = [make_act_button(asking.choice, asking.action, said.verb(asking.action, position, scene))]
        text = w("**{action}**", action=said.phrase(asking.action, position, escape_scene(scene)))
        if asking.sealing and shown.undoes:
            text = "\n".join((text, w("Once it's done, you can't take it back.")))
    items += _make_footer(shown, asking, w)
    made = [readdress(item, shown.verbs) for item in items]
    await show_position(interaction, shown, scene, "\n\n".join(part for part in (head, text) if part), made)


async def show_position(
    interaction: Interaction, shown: Shown, scene: Scene, text: str, items: list[Item]
) -> None:
    """Put a text and buttons below the person's picture, which is sent again only where it has changed."""
    seat = scene.reader
    position, _ = make_scene_of(shown.match, shown.names, seat, scene.w)
    key = (*shown.about, shown.match.seq, seat, scene.w.locale, shown.names)
    name = f"{shown.match.game.key}-{blake2b(repr(key).encode(), digest_size=6).hexdigest()}.png"
    if has_file(interaction, name):
        await replies.show(interaction, text, view=view(items), keep=True)
        return
    pictures = interaction.client.services.pictures
    files = await pictures.files(key, shown.match.game, position, scene, name)
    await replies.show(interaction, text, view=view(items), files=files)


def narrate_since(shown: Shown, seat: int, since: int, w: Words) -> list[str]:
    """Narrate the steps after ``since`` to the person, a sentence an event."""
    match = shown.match
    scene = escape_scene(make_scene_of(match, shown.names, seat, w)[1])
    heard = redact_events(match, since, seat)
    return [line for event in heard if (line := match.game.texts.tell(event, scene))]


def readdress(made: Item, verbs: Mapping[str, str]) -> Item:
    """Return a component of the panel with another verb: it answers there, and asks no table."""
    shown: Any = made.item
    kind, verb, rest = shown.custom_id.split(":", 2)
    identity = ":".join((kind, verbs[verb], rest))
    if len(identity) > CUSTOM_ID:
        raise ValueError(f"custom_id of {len(identity)} characters: {identity}")
    shown.custom_id = identity
    return made


def _make_footer(shown: Shown, asking: Asking, w: Words) -> list[Item]:
    """Return the last row: a step back, and the own last step undone."""
    choice, made = asking.choice, []
    if len(choice.picks) > 1 or (choice.picks and len(asking.firsts) > 1):
        back = custom_id("b", "go", *choice.back().parts())
        made.append(button(back, w("Back"), row=FOOTER_ROW, emoji="◀️"))
    elif shown.before:
        made.append(button(shown.before, w("Back"), row=FOOTER_ROW, emoji="◀️"))
    if shown.undoes and can_undo(shown.match, choice.seat):
        undo = custom_id("b", "un", choice.table, choice.seq)
        made.append(button(undo, w("Undo"), row=FOOTER_ROW, emoji="↩️"))
    return made
