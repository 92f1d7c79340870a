"""A question of :mod:`games.core.narrow` as components, within Discord's limits."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord

from bot.model.table import ActionResult, Table
from bot.platform.emoji import make_sign
from bot.platform.limits import LABEL, OPTION_TEXT, OPTIONS, PER_ROW, PLACEHOLDER, clip
from bot.ui.components import Item, button, select
from bot.ui.ids import Choice, custom_id
from bot.ui.play.phone import count_broken, count_rows, find_columns
from bot.ui.scenes import make_scene, require_match
from games.core.errors import RuleError
from games.core.icons import Icon
from games.core.match import Match
from games.core.narrow import (
    DONE,
    VALUE_SEPARATOR,
    Question,
    filter_by_first,
    join_fields,
    narrow,
    spell_out,
    write_pick,
)
from games.core.protocol import Field, Game
from games.core.shapes import FIRST, ActionLike, ViewLike
from games.core.texts import Scene
from games.core.words import Words

FOOTER_ROW = 4
MOST_BUTTONS = FOOTER_ROW * PER_ROW
MOST_ROWS = 3
"""So many rows the beginnings of a move take on a phone as buttons, above the last row."""
MOST_LATER = 5
"""So many the values of what follows."""
BESIDE = 2
"""So many buttons of a question stand in the last row, beside *Back* and the help."""
FEW = 10
"""So many values are buttons; more of them are a list, where a field does not like it otherwise."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to one person: where they stand, what is asked, and what it is told from.

    ``nonce`` changes with every press: a client keeps what was chosen in a list of the same custom_id.
    ``tabs`` are the other values of the field before, whose question is ``before``; ``prefix`` is the value
    of it that is taken for granted.
    """

    choice: Choice
    question: Question[ActionLike]
    game: Game
    view: ViewLike
    scene: Scene
    nonce: str
    tabs: tuple[str, ...] = ()
    before: Question[ActionLike] | None = None
    prefix: str = ""

    def choose(self, value: str) -> Choice:
        """Return where a person stands after a value."""
        return self.choice.then(f"{self.prefix}{VALUE_SEPARATOR}{value}" if self.prefix else value)

    def label(self, value: str) -> str:
        """Return what a value is called."""
        return write_label(self.question, value, self.game, self.view, self.scene)

    def icon(self, value: str) -> str | None:
        """Return the emoji of a value."""
        return find_icon(self.question.field, value.partition(VALUE_SEPARATOR)[0], self.game, self.view)

    def hint(self, value: str) -> str:
        """Say more of a value in a list."""
        field = self.question.field
        if value == DONE or VALUE_SEPARATOR in value:
            return ""
        return self.game.texts.hint(field, value, self.view, self.scene)


def take_tab(asked: Asked, match: Match) -> Asked:
    """Return the question behind one whose likeliest value is taken for granted, the others as its tabs.

    Where one of those was chosen, the rest stand beside the question as well.
    """
    question, fields = asked.question, asked.game.fields
    if fields.get(question.field, Field()).tabs and not question.by_element:
        first, *others = question.values
        behind = narrow(question.actions, (first,), fields)
        if isinstance(behind, Question):
            return replace(asked, question=behind, tabs=tuple(others), before=question, prefix=first)
        return asked
    before = asked.choice.back()
    if (
        not before.picks
        or question.taken
        or not question.path
        or not fields.get(question.path[-1].field, Field()).tabs
    ):
        return asked
    legal = match.legal_actions(asked.choice.seat)
    earlier = narrow(filter_by_first(legal, before.named[0]), before.named[1:], fields)
    taken = write_pick(question.path[-1].value)
    if not isinstance(earlier, Question) or earlier.field != question.path[-1].field:
        return asked
    others = [value for value in earlier.values if value != taken]
    return replace(asked, tabs=tuple(others), before=earlier)


def settles(asked: Asked) -> bool:
    """Tell whether a value of a question leaves nothing to ask."""
    question, fields = asked.question, asked.game.fields
    if question.by_element:
        last, most = len(question.path) + 1, len(question.taken) + 1
        return any(
            len(action.path) == last and len(action.path[-1].value) <= most for action in question.actions
        )
    return any(
        not isinstance(narrow(question.actions, value.split(VALUE_SEPARATOR), fields), Question)
        for value in join_fields(question, fields)
    )


def offer_values(asked: Asked) -> list[Item]:
    """Return what offers every value of a question on one page, and the tabs beside it."""
    question, fields = asked.question, asked.game.fields
    how = fields.get(question.field, Field())
    if how.suggest and not question.taken:
        return _suggest(asked)
    values = join_fields(question, fields)
    if how.cells and question.values and set(how.cells) & set(values):
        return _lay_out(asked, values, how)
    if how.show == "grid" and len(values) <= FOOTER_ROW * how.columns:
        return make_buttons(asked, values, columns=how.columns)
    texts = [(asked.label(value), asked.icon(value)) for value in values]
    if question.field == FIRST:
        few = len(values) <= MOST_BUTTONS and count_rows(texts) <= MOST_ROWS
    else:
        few = len(values) <= (FEW if how.show == "list" else MOST_BUTTONS)
    columns = find_columns(texts, FOOTER_ROW)
    if not few or count_broken(texts, columns) > MOST_LATER:
        return make_lists(asked, values)
    return make_buttons(asked, values, columns=columns)


def _lay_out(asked: Asked, values: tuple[str, ...], how: Field) -> list[Item]:
    """Return a grid in which every value keeps its place, also where it cannot be chosen.

    What has no place in it, and the tabs, stand in the last row; the ends of its own rows take the rest, for
    there they break the grid of a narrow screen.
    """
    made = make_buttons(asked, how.cells, columns=how.columns, possible=values)
    ends = [row for _ in range(how.columns, PER_ROW) for row in range(-(-len(how.cells) // how.columns))]
    rows = iter([*[FOOTER_ROW] * BESIDE, *ends])
    made += [asked_button(asked, value, row=next(rows)) for value in values if value not in how.cells]
    made += [_make_tab(asked, value, next(rows)) for value in asked.tabs]
    return made


def _make_tab(asked: Asked, value: str, row: int) -> Item:
    before = asked.before or asked.question
    kept = asked.choice if asked.prefix else asked.choice.back()
    return button(
        custom_id("b", "go", *kept.then(value).parts()),
        clip(write_label(before, value, asked.game, asked.view, asked.scene), LABEL),
        row=row,
        emoji=find_icon(before.field, value, asked.game, asked.view),
    )


def asked_button(asked: Asked, value: str, *, row: int | None = None, disabled: bool = False) -> Item:
    """Return the button of a value."""
    return button(
        custom_id("b", "go", *asked.choose(value).parts()),
        clip(asked.label(value), LABEL),
        row=row,
        emoji=asked.icon(value),
        style=discord.ButtonStyle.primary,
        disabled=disabled,
    )


def make_buttons(
    asked: Asked,
    values: tuple[str, ...],
    *,
    columns: int = PER_ROW,
    possible: tuple[str, ...] | None = None,
    first: int = 0,
) -> list[Item]:
    """Return a button for each value, in rows.

    :param possible: those that can be chosen, the others being switched off; by default all.
    :param first: how many places of the first row are taken.
    """
    return [
        asked_button(
            asked, value, row=place // columns, disabled=possible is not None and value not in possible
        )
        for place, value in enumerate(values, first)
    ]


def make_lists(asked: Asked, values: tuple[str, ...], *, first_row: int = 0) -> list[Item]:
    """Return as many lists as the values need; several say what each begins and ends with."""
    w = asked.scene.w
    made: list[Item] = []
    for number, start in enumerate(range(0, len(values), OPTIONS)):
        page = values[start : start + OPTIONS]
        options = [
            discord.SelectOption(
                label=clip(asked.label(value), LABEL),
                value=f"{asked.prefix}{VALUE_SEPARATOR}{value}" if asked.prefix else value,
                description=clip(asked.hint(value), OPTION_TEXT) or None,
                emoji=make_sign(asked.icon(value)),
            )
            for value in page
        ]
        prompt = w("Choose…")
        if len(values) > OPTIONS:
            prompt = w("{first} to {last}…", first=options[0].label, last=options[-1].label)
        identity = custom_id("s", "pk", *asked.choice.parts(), number, asked.nonce)
        made.append(select(identity, options, clip(prompt, PLACEHOLDER), row=first_row + number))
    return made


def _suggest(asked: Asked) -> list[Item]:
    question = asked.question
    best = question.actions[0]
    value = write_pick(best.path[len(question.path)].value)
    items: list[Item] = [make_act_button(asked.choice, best, asked.label(value), emoji=asked.icon(value))]
    others = question.values if question.by_element else question.values[1:]
    texts = [(asked.label(other), asked.icon(other)) for other in (value, *others)]
    columns = find_columns(texts, FOOTER_ROW)
    if len(others) < FEW:
        return items + make_buttons(asked, others, columns=columns, first=1)
    return items + make_lists(asked, others, first_row=1)


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
    """Return the last row: a step back, and the own last step undone.

    :param choice: where the person stands; one step back from it is the question before.
    """
    made: list[Item] = []
    match = require_match(table)
    if len(choice.picks) > 1 or (choice.picks and len(firsts) > 1):
        made.append(
            button(custom_id("b", "go", *choice.back().parts()), w("Back"), row=FOOTER_ROW, emoji="◀️")
        )
    if can_undo(match, choice.seat):
        made.append(button(custom_id("b", "un", table.id, match.seq), w("Undo"), row=FOOTER_ROW, emoji="↩️"))
    return made


def write_label(question: Question[ActionLike], value: str, game: Game, view: ViewLike, scene: Scene) -> str:
    """Return what a value is called; the end of a tuple has a name of its own."""
    if value == DONE:
        return scene.w("That's all")
    spelled = spell_out(question, value, game.fields)
    return game.texts.label(question.field, spelled, view, scene, question.picked)


def find_drawing(action: ActionLike, game: Game, view: ViewLike) -> Icon | None:
    """Return the drawing of what an action is about, such as the fish that is taken; ``None`` without one."""
    picks = [(pick.field, pick.value) for pick in action.path if isinstance(pick.value, str)]
    # What it is done to says more than what kind of action it is.
    for field, value in (*picks[1:], *picks[:1]):
        icon = find_icon(field, value, game, view)
        if isinstance(icon, Icon):
            return icon
    return None


def find_done(done: ActionResult, seat: int, w: Words) -> Icon | None:
    """Return the drawing of what a seat has just done; ``None`` where nothing was or without one."""
    if not done.steps:
        return None
    view, _ = make_scene(done.table, done.before, seat, w)
    return find_drawing(done.before.rules.read(done.steps[0][0].text), done.before.game, view)


def find_icon(field: str, value: str, game: Game, view: ViewLike) -> str | None:
    """Return the emoji of a value."""
    return "✅" if value == DONE else game.texts.icon(field, value, view)


def can_undo(match: Match, seat: int) -> bool:
    """Tell whether a seat may take its last step back by itself."""
    try:
        match.find_undo_ply(seat)
    except RuleError:
        return False
    return True
