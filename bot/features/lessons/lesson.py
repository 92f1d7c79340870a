"""A lesson, a step at a time: the picture, two sentences, the task, and what an answer is worth."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.errors.tables import UnknownGame
from bot.features.lessons import ending
from bot.features.lessons.asking import offer_values
from bot.features.lessons.links import Place, make_step_button
from bot.platform.limits import CONTENT, clip
from bot.ui import layouts, replies
from bot.ui.components import Item, button
from bot.ui.ids import Brought, OutdatedId, custom_id, fresh_mark
from bot.ui.layouts import Layout
from bot.ui.people import person
from bot.ui.play.asking import FOOTER_ROW, find_drawing
from bot.ui.play.guide import read_token
from bot.ui.play.rulebook import PLAYERS
from bot.ui.presses import Press
from bot.ui.scenes import escape_scene
from bot.ui.services import Interaction
from games.core.lesson import PUPIL, Feedback, Step, check_answer, list_offers, view_step
from games.core.narrow import NoSuchPick, Question, narrow
from games.core.protocol import Game
from games.core.shapes import ActionLike, EventLike, ViewLike
from games.core.texts import Scene
from games.core.words import Words


def find_lesson(interaction: Interaction, key: str) -> Game:
    """Return the game of a key, which has a lesson.

    :raises UnknownGame: there is no such game.
    :raises OutdatedId: its lesson is gone.
    """
    games = interaction.client.services.games
    game = games.get(key)
    if game is None:
        raise UnknownGame(key, (known.title for known in games.values()))
    if not game.lesson:
        raise OutdatedId
    return game


async def open_step(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the lesson of a game, or go to the step that the button names."""
    # Whoever comes from somewhere else keeps what is shown there.
    await replies.begin(interaction, new=len(parts) < 2, layout=True)
    game = find_lesson(interaction, Brought(parts)[0])
    if len(parts) < 2:
        await open_lesson(interaction, game)
    else:
        await show_step(interaction, game, Place.of(parts))


async def take_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Go on with the picks that the button carries."""
    await replies.begin(interaction, layout=True)
    place = Place.of(parts)
    await show_step(interaction, find_lesson(interaction, place.game), place)


async def take_listed_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Go on with the value chosen from a list."""
    await replies.begin(interaction, layout=True)
    place = Place.of(parts)
    chosen = Place(place.game, place.step, (*place.picks, Brought(values)[0]))
    await show_step(interaction, find_lesson(interaction, place.game), chosen)


async def answer_step(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Answer with the action whose token the button carries."""
    await replies.begin(interaction, layout=True)
    place = Place.of(parts[:2])
    game = find_lesson(interaction, place.game)
    await _answer(interaction, game, place, read_token(":".join(parts[2:])))


async def open_lesson(interaction: Interaction, game: Game) -> None:
    """Open the lesson of a game: where its person was, else at its beginning."""
    known = await interaction.client.services.lessons.list_steps(interaction.user.id)
    step = known.get(game.key, 0)
    if step >= len(game.lesson):
        step = 0
    await show_step(interaction, game, Place(game.key, step))


async def show_step(interaction: Interaction, game: Game, place: Place, note: str = "") -> None:
    """Show a step and ask for its answer; past the last one comes the ending.

    :param note: what is wrong with the answer before.
    """
    if not (place.picks or note):
        reached = min(place.step, len(game.lesson))
        await interaction.client.services.lessons.set_step(interaction.user.id, game.key, reached)
    if place.step >= len(game.lesson):
        await ending.show_ending(interaction, game)
        return
    step = game.lesson[place.step]
    try:
        # A rich hand has a great many actions.
        found = await asyncio.to_thread(_narrow, game, step, place.named)
    except NoSuchPick as error:
        raise OutdatedId from error
    if not isinstance(found, Question):
        await _answer(interaction, game, place, found.token)
        return
    w = replies.reader(interaction)
    position = view_step(game.rules[game.version], step)
    scene = _make_scene(interaction, game, w)
    asked = f"**{w.msg(step.task.asks)}**"
    if place.picks:
        question = game.texts.question(found.field, found.picked, position, escape_scene(scene))
        asked = f"{asked}\n{question}"
    head = f"{_write_head(game, place.step, w)}\n{w.msg(step.text)}"
    asked = "\n\n".join(part for part in (note, asked) if part)
    mark = fresh_mark(interaction.id)
    items = [*offer_values(place, found, game, position, scene, mark), *_make_footer(game, place, w)]
    files = await _draw(interaction, game, place, "", position, scene)
    await layouts.show(interaction, lay_out(head, asked, items, files))


async def _answer(interaction: Interaction, game: Game, place: Place, token: str) -> None:
    """Judge an answer: celebrate it, or say what is wrong and ask again."""
    if place.step >= len(game.lesson):
        raise OutdatedId
    step = game.lesson[place.step]
    verdict = await asyncio.to_thread(check_answer, game.rules[game.version], step, token)
    w = replies.reader(interaction)
    if not verdict.right:
        note = f"❌ {_explain(verdict, w)}"
        await show_step(interaction, game, Place(game.key, place.step), note)
        return
    await interaction.client.services.lessons.set_step(interaction.user.id, game.key, place.step + 1)
    drawn = find_drawing(
        game.rules[game.version].read(token), game, view_step(game.rules[game.version], step)
    )
    praise = interaction.client.services.drawings.illustrate(drawn, f"**{w.msg(verdict.text)}**")
    head, praise = _write_head(game, place.step, w), f"✅ {praise}"
    scene = _make_scene(interaction, game, w, verdict)
    onward = make_step_button(
        Place(game.key, place.step + 1),
        w("Next"),
        emoji="▶️",
        row=FOOTER_ROW,
        style=discord.ButtonStyle.success,
    )
    files = await _draw(interaction, game, place, token, verdict.view, scene)
    again = make_step_button(Place(game.key, place.step), w("Back"), emoji="◀️", row=FOOTER_ROW)
    items = [onward, again, _make_leave(w)]
    await layouts.show(interaction, lay_out(head, praise, items, files))


def lay_out(head: str, below: str, items: Sequence[Item], files: Sequence[discord.File]) -> Layout:
    """Return the message of a step: its picture stands between what it says and what it asks."""
    parts: list[layouts.Part] = [layouts.text(head)]
    if files:
        parts.append(layouts.gallery(files))
    parts += [layouts.text(below), *layouts.rows(items)]
    return Layout(parts, clip(f"{head}\n\n{below}", CONTENT), items, files)


def _narrow(game: Game, step: Step, picks: tuple[str, ...]) -> Question[ActionLike] | ActionLike:
    return narrow(list_offers(game.rules[game.version], step), picks, game.fields)


def _explain(verdict: Feedback[EventLike, ViewLike], w: Words) -> str:
    """Say what is wrong with an answer, the clause behind it last."""
    reason = w.msg(verdict.text)
    if not verdict.clause:
        return reason
    reason = reason.rstrip(".")
    return w("{reason} (rule {clause}).", reason=reason, clause=verdict.clause)


def _write_head(game: Game, number: int, w: Words) -> str:
    """Return the heading: the game, how far one is, and what the step is about."""
    where = w("{game} · {number} of {count}", game=game.title, number=number + 1, count=len(game.lesson))
    return f"-# {where}\n## {w.msg(game.lesson[number].title)}"


def _make_footer(game: Game, place: Place, w: Words) -> list[Item]:
    """Return the last row: a step back, and out."""
    made: list[Item] = []
    if place.picks:
        back = Place(place.game, place.step, place.picks[:-1])
    else:
        back = Place(place.game, max(0, place.step - 1))
    if back != place:
        made.append(make_step_button(back, w("Back"), emoji="◀️", row=FOOTER_ROW))
    return [*made, _make_leave(w)]


def _make_leave(w: Words) -> Item:
    return button(custom_id("b", "lev"), w("Leave"), emoji="🚪", row=FOOTER_ROW)


def _make_scene(
    interaction: Interaction, game: Game, w: Words, verdict: Feedback[EventLike, ViewLike] | None = None
) -> Scene:
    """Return the scene of a step: the person who learns sits on the first seat."""
    name = person(interaction).name
    others = [other for other in PLAYERS if other.casefold() != name.casefold()]
    names = (name, *others)[: game.seats.start]
    if verdict is None:
        return Scene(names, w, reader=PUPIL)
    return Scene(names, w, verdict.heard, verdict.outcome, reader=PUPIL)


async def _draw(
    interaction: Interaction, game: Game, place: Place, token: str, position: ViewLike, scene: Scene
) -> list[discord.File]:
    """Return the picture that the person who learns would get in a match."""
    key = ("lesson", game.key, place.step, token, scene.w.locale, scene.names)
    return await interaction.client.services.pictures.files(key, game, position, scene)


PRESSES = (
    Press("les", open_step, table=None),
    Press("lep", take_pick, table=None),
    Press("lel", take_listed_pick, table=None),
    Press("lea", answer_step, table=None),
)
