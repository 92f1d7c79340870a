"""A question of :mod:`games.core.narrow` as components, within Discord's limits."""

from __future__ import annotations

import discord

from bot.model.table import Table
from bot.platform.emoji import make_sign
from bot.platform.limits import LABEL, OPTION_TEXT, OPTIONS, PER_ROW, PLACEHOLDER, clip
from bot.ui.ids import Choice, custom_id
from bot.ui.presses import Item, button, select
from bot.ui.scenes import require_match
from games.core.errors import RuleError
from games.core.match import Match
from games.core.narrow import DONE, Question, write_pick
from games.core.protocol import Field, Game
from games.core.shapes import FIRST, ActionLike, ViewLike
from games.core.texts import Scene
from games.core.words import Words

FOOTER_ROW = 4
MOST_BUTTONS = FOOTER_ROW * PER_ROW


def offer_values(
    choice: Choice, question: Question[ActionLike], game: Game, view: ViewLike, scene: Scene
) -> list[Item]:
    """Return what offers every value of a question on one page."""
    how = game.fields.get(question.field, Field())
    if how.suggest and not question.taken:
        return _suggest(choice, question, game, view, scene)
    if how.layout and {DONE, *how.layout}.issuperset(question.values):
        return _lay_out(choice, question, how, game, view, scene)
    if how.show == "grid" and len(question.values) <= FOOTER_ROW * how.columns:
        return make_buttons(choice, question.field, question.values, game, view, scene, columns=how.columns)
    if (how.show != "list" or question.field == FIRST) and len(question.values) <= MOST_BUTTONS:
        return make_buttons(choice, question.field, question.values, game, view, scene)
    return make_lists(choice, question.field, question.values, game, view, scene)


def _lay_out(
    choice: Choice, question: Question[ActionLike], how: Field, game: Game, view: ViewLike, scene: Scene
) -> list[Item]:
    """Return a grid in which every value keeps its place, also where it cannot be chosen."""
    places = (*how.layout, DONE) if DONE in question.values else how.layout
    return make_buttons(choice, question.field, places, game, view, scene, how.columns, question.values)


def make_buttons(
    choice: Choice,
    field: str,
    values: tuple[str, ...],
    game: Game,
    view: ViewLike,
    scene: Scene,
    columns: int = PER_ROW,
    possible: tuple[str, ...] | None = None,
) -> list[Item]:
    """Return a button for each value, in rows.

    :param possible: those that can be chosen, the others being switched off; by default all.
    """
    return [
        button(
            custom_id("b", "go", *choice.then(value).parts()),
            clip(write_label(field, value, game, view, scene), LABEL),
            row=number // columns,
            emoji=find_icon(field, value, game, view),
            style=discord.ButtonStyle.primary,
            disabled=possible is not None and value not in possible,
        )
        for number, value in enumerate(values)
    ]


def make_lists(
    choice: Choice,
    field: str,
    values: tuple[str, ...],
    game: Game,
    view: ViewLike,
    scene: Scene,
    placeholder: str = "",
    first_row: int = 0,
) -> list[Item]:
    """Return as many lists as the values need."""
    prompt = placeholder or scene.w("Choose…")
    made: list[Item] = []
    for number, start in enumerate(range(0, len(values), OPTIONS)):
        page = values[start : start + OPTIONS]
        options = [
            discord.SelectOption(
                label=clip(write_label(field, value, game, view, scene), LABEL),
                value=value,
                description=clip(_write_hint(field, value, game, view, scene), OPTION_TEXT) or None,
                emoji=make_sign(find_icon(field, value, game, view)),
            )
            for value in page
        ]
        made.append(
            select(
                custom_id("s", "pk", *choice.parts(), number),
                options,
                clip(prompt, PLACEHOLDER),
                row=first_row + number,
            )
        )
    return made


def _suggest(
    choice: Choice, question: Question[ActionLike], game: Game, view: ViewLike, scene: Scene
) -> list[Item]:
    best = question.actions[0]
    value = write_pick(best.path[len(question.path)].value)
    items: list[Item] = [
        make_act_button(
            choice,
            best,
            write_label(question.field, value, game, view, scene),
            emoji=find_icon(question.field, value, game, view),
        )
    ]
    others = question.values if question.by_element else question.values[1:]
    placeholder = scene.w("Other ways…")
    return items + make_lists(choice, question.field, others, game, view, scene, placeholder, first_row=1)


def make_act_button(choice: Choice, action: ActionLike, text: str, emoji: str | None = None) -> Item:
    """Return the button that does an action."""
    return button(
        custom_id("b", "ac", choice.table, choice.seq, choice.seat, action.token),
        clip(text, LABEL),
        row=0,
        emoji=emoji or "✅",
        style=discord.ButtonStyle.success,
    )


def make_footer(table: Table, choice: Choice, firsts: tuple[str, ...], w: Words) -> list[Item]:
    """Return the last row: a step back, the own last step undone, the own view.

    :param firsts: what a move could begin with; where it is one value there is no way back to it.
    """
    made: list[Item] = []
    match = require_match(table)
    if len(choice.picks) > 1 or (choice.picks and len(firsts) > 1):
        back = Choice(choice.table, choice.seq, choice.seat, choice.picks[:-1])
        made.append(button(custom_id("b", "go", *back.parts()), w("Back"), row=FOOTER_ROW, emoji="◀️"))
    if _can_undo(match, choice.seat):
        made.append(button(custom_id("b", "un", table.id, match.seq), w("Undo"), row=FOOTER_ROW, emoji="↩️"))
    made.append(button(custom_id("b", "vw", table.id, match.seq), w("My view"), row=FOOTER_ROW, emoji="🖼️"))
    return made


def write_label(field: str, value: str, game: Game, view: ViewLike, scene: Scene) -> str:
    """Return what a value is called; the end of a tuple has a name of its own."""
    if value == DONE:
        return scene.w("That is all")
    return game.texts.label(field, value, view, scene)


def find_icon(field: str, value: str, game: Game, view: ViewLike) -> str | None:
    """Return the emoji of a value."""
    return "✅" if value == DONE else game.texts.icon(field, value, view)


def _write_hint(field: str, value: str, game: Game, view: ViewLike, scene: Scene) -> str:
    return "" if value == DONE else game.texts.hint(field, value, view, scene)


def _can_undo(match: Match, seat: int) -> bool:
    try:
        match.undo_ply(seat)
    except RuleError:
        return False
    return True
