"""The panel of a match without a table, with the questions of a table's panel but other verbs.

The feature that stores the match calls this module to show it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from bot.platform.limits import MAX_BUTTONS_PER_ROW, MAX_CUSTOM_ID_LENGTH
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id
from bot.ui.pictures import Picks, preview_picks
from bot.ui.play.asking import FOOTER_ROW, Prompt, make_action_button, skip_to_tabs
from bot.ui.play.confirmation import write_final_choice_warning, write_irreversible_warning, write_question
from bot.ui.play.footer import can_undo_freely
from bot.ui.play.next_step import NextStep
from bot.ui.play.own_picture import has_file
from bot.ui.scenes import escape_scene, make_tableless_scene, redact_events
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.shapes import ViewLike
from games.core.texts import Scene
from games.core.values import value_class
from games.core.words import Words
from games.drawing.spotlight import (
    PUZZLE_DIM_SHARE,
    LitPlaces,
    Spotlight,
    list_action_places,
    list_lit_places,
)


@value_class
class SoloView:
    """The panel of a match without a table, as shown to its player."""

    match: Match
    names: tuple[str, ...]
    """By seat."""
    picture_key: tuple[str | int, ...]
    """Prefix of the pictures' cache keys, which identifies the match."""
    verbs: Mapping[str, str]
    """Maps each verb of a table's panel to the verb that replaces it."""
    has_undo: bool = True
    back_id: str = ""
    """custom_id of the *Back* button at the first question of a move; empty for no button."""
    question: str = ""
    """Drawn above each picture, in which the places to choose from are then highlighted; may be empty."""


async def show_step(interaction: Interaction, solo_view: SoloView, step: NextStep, heading: str) -> None:
    """Show the person a question or an action to confirm, with their picture."""
    w, match = replies.get_words(interaction), solo_view.match
    position, scene = make_tableless_scene(match, solo_view.names, step.choice.seat, w)
    footer = _make_footer(solo_view, step, w)
    if step.question is not None:
        room = MAX_BUTTONS_PER_ROW - len(footer)
        prompt = skip_to_tabs(
            Prompt(step.choice, step.question, match.game, position, scene, max_footer_buttons=room),
            match,
        )
        final = write_final_choice_warning(w) if solo_view.has_undo else ""
        text, items = await asyncio.to_thread(write_question, prompt, match, escape_scene(scene), final)
    else:
        assert step.action is not None
        texts = match.game.texts
        items = [
            make_action_button(step.choice, step.action, texts.label_action(step.action, position, scene))
        ]
        text = w("**{action}**", action=texts.describe_action(step.action, position, escape_scene(scene)))
        if step.is_irreversible and solo_view.has_undo:
            text = "\n".join((text, write_irreversible_warning(w)))
    items += footer
    own_items = [replace_verb(item, solo_view.verbs) for item in items]
    written = "\n\n".join(part for part in (heading, text) if part)
    spotlight = None
    if solo_view.question:
        spotlight = Spotlight(
            await asyncio.to_thread(_list_lit_places, solo_view, step, position),
            solo_view.question,
            PUZZLE_DIM_SHARE,
        )
    picks = step.question.picks if step.question is not None else ()
    await show_position(interaction, solo_view, scene, written, own_items, spotlight, picks)


async def show_position(
    interaction: Interaction,
    solo_view: SoloView,
    scene: Scene,
    text: str,
    items: list[Item],
    spotlight: Spotlight | None = None,
    picks: Picks = (),
    *,
    marks_newest_step: bool = True,
) -> None:
    """Show a text and buttons with the person's picture, which is uploaded only if it has changed.

    :param spotlight: the places of the picture to light, and the question above the picture.
    :param picks: the person's picks so far, which the picture may show.
    :param marks_newest_step: whether the picture marks the newest step.
    """
    seat = scene.reader_seat
    if not marks_newest_step:
        scene = replace(scene, events=())
    position, _ = make_tableless_scene(solo_view.match, solo_view.names, seat, scene.w)
    key = (
        *solo_view.picture_key,
        solo_view.match.seq,
        seat,
        scene.w.locale,
        solo_view.names,
        spotlight,
        marks_newest_step,
    )
    previewed = preview_picks(solo_view.match.game, position, picks)
    if previewed != position:
        key = (*key, repr(picks))
        scene = replace(scene, events=(), earlier_view=position)
        position = previewed
    name = f"{solo_view.match.game.key}-{blake2b(repr(key).encode(), digest_size=6).hexdigest()}.png"
    if has_file(interaction, name):
        await replies.show(interaction, text, view=make_view(items), keep_files=True)
        return
    pictures = interaction.client.services.pictures
    files = await pictures.draw_files(key, solo_view.match.game, position, scene, name, spotlight)
    await replies.show(interaction, text, view=make_view(items), files=files)


def _list_lit_places(solo_view: SoloView, step: NextStep, position: ViewLike) -> LitPlaces:
    if step.question is not None:
        return list_lit_places(solo_view.match.game, position, step.question)
    if step.action is None:
        return LitPlaces()
    return LitPlaces(list_action_places(solo_view.match.game, position, step.action))


def narrate_steps_since(solo_view: SoloView, seat: int, since: int, w: Words) -> list[str]:
    """Return a sentence for each event of the steps after ``since``, addressed to the person."""
    match = solo_view.match
    scene = escape_scene(make_tableless_scene(match, solo_view.names, seat, w)[1])
    events = redact_events(match, since, seat)
    return [line for event in events if (line := match.game.texts.narrate_event(event, scene))]


def replace_verb(item: Item, verbs: Mapping[str, str]) -> Item:
    """Replace the verb in the custom_id of a component made for a table's panel.

    :raises ValueError: the custom_id gets longer than Discord allows.
    """
    shown: Any = item.item
    kind, verb, rest = shown.custom_id.split(":", 2)
    identity = ":".join((kind, verbs[verb], rest))
    if len(identity) > MAX_CUSTOM_ID_LENGTH:
        raise ValueError(f"custom_id of {len(identity)} characters: {identity}")
    shown.custom_id = identity
    return item


def _make_footer(solo_view: SoloView, step: NextStep, w: Words) -> list[Item]:
    """Return the last row: within a move *Back*, otherwise the way out and *Undo*."""
    choice, buttons = step.choice, []
    if len(choice.picks) > 1 or (choice.picks and len(step.first_values) > 1):
        back = make_custom_id("b", "go", *choice.drop_last_pick().list_parts())
        return [make_button(back, w("Back"), row=FOOTER_ROW, emoji="◀️")]
    if solo_view.back_id:
        buttons.append(make_button(solo_view.back_id, w("Back"), row=FOOTER_ROW, emoji="◀️"))
    if solo_view.has_undo and can_undo_freely(solo_view.match, choice.seat):
        undo = make_custom_id("b", "un", choice.table_id, choice.seq)
        buttons.append(make_button(undo, w("Undo"), row=FOOTER_ROW, emoji="↩️"))
    return buttons
