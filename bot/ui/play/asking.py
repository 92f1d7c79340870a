"""Shows a question of :mod:`games.core.narrow` as components, within Discord's limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil

import discord

from bot.platform.emoji import make_emoji
from bot.platform.limits import (
    MAX_BUTTON_LABEL_LENGTH,
    MAX_BUTTONS_PER_ROW,
    MAX_OPTION_TEXT_LENGTH,
    MAX_PLACEHOLDER_LENGTH,
    MAX_SELECT_OPTIONS,
    clip,
)
from bot.ui.components import Item, make_button, make_select
from bot.ui.ids import MoveChoice, make_custom_id
from bot.ui.play.icons import find_icon
from bot.ui.play.phone import choose_column_count, count_rows, count_split_rows, split_into_rows
from games.core.match import Match
from games.core.narrow import (
    DONE_PICK,
    VALUE_SEPARATOR,
    FieldQuestion,
    add_implied_values,
    filter_by_first_value,
    find_next_question,
    format_pick,
    list_joined_values,
)
from games.core.protocol import FieldSettings, Game
from games.core.shapes import FIRST_FIELD, ActionLike, ViewLike
from games.core.texts import Scene
from games.core.values import value_class

FOOTER_ROW = 4
"""Index of the last row. It contains *Back*, *Undo* and the guide's button (:mod:`bot.ui.play.footer`)."""
MAX_BUTTONS = FOOTER_ROW * MAX_BUTTONS_PER_ROW
"""Maximum number of buttons above the last row."""
MAX_FIRST_QUESTION_ROWS = 3
"""Maximum number of rows that the first question of a move may take on a phone, without the last row."""
MAX_LATER_QUESTION_ROWS = 5
"""Maximum number of rows that a later question may take on a phone, without the last row."""
MAX_FOOTER_VALUES = 2
"""Usual maximum number of a question's values in the last row, next to *Back* and the guide's button."""
MAX_PLAIN_BUTTONS = 10
"""Maximum number of values shown as buttons if a field prefers a select."""
MAX_SHORT_VALUES = 12
"""Maximum number of values with short labels that are all shown as buttons."""
LIKELY_BUTTON_COUNT = MAX_BUTTONS_PER_ROW
"""Number of the likeliest values shown as buttons above a select with the other values."""
LIKELY_COLUMN_COUNT = 4
"""Number of short buttons in a row above a select that can't hold all values."""


@value_class
class Prompt:
    """A question to one person, with the data needed to show it."""

    choice: MoveChoice
    question: FieldQuestion[ActionLike]
    game: Game
    view: ViewLike
    scene: Scene
    tabs: tuple[str, ...] = ()
    """Values of the closed tabs, if the previous question is shown as tabs."""
    tab_question: FieldQuestion[ActionLike] | None = None
    """The previous question, if its values are shown as tabs."""
    prefix: str = ""
    """Value of a tab that was opened automatically. It becomes part of the next pick."""
    max_footer_buttons: int = MAX_FOOTER_VALUES
    shorten_label: Callable[[str], str] = str
    """Shortens the label of each value."""
    find_immediate_action: Callable[[str], ActionLike | None] = lambda value: None
    """Returns the action that the button of a value does immediately.

    Returns ``None`` if another question or a confirmation follows.
    """

    def pick_value(self, value: str) -> MoveChoice:
        """Return the person's choice after picking a value."""
        return self.choice.add_picks(f"{self.prefix}{VALUE_SEPARATOR}{value}" if self.prefix else value)

    def write_label(self, value: str) -> str:
        """Return the label of a value's button or option.

        If choosing only a kind of action does the whole action, the label says the whole action.
        """
        if self.question.field == FIRST_FIELD and VALUE_SEPARATOR not in value:
            action = self.find_immediate_action(value)
            if action is not None and len(action.path) > 1:
                return self.game.texts.describe_action(action, self.view, self.scene)
        label = write_label(self.question, value, self.game, self.view, self.scene)
        return self.shorten_label(label)

    def find_icon(self, value: str) -> str | None:
        """Return the emoji for a value's button or option, if any."""
        return find_icon(self.question.field, value.partition(VALUE_SEPARATOR)[0], self.game, self.view)

    def write_description(self, value: str) -> str:
        """Return the line below a value's label in a select, if any."""
        field = self.question.field
        if value == DONE_PICK or VALUE_SEPARATOR in value:
            return ""
        return self.game.texts.explain_value(field, value, self.view, self.scene)


def is_first_question(match: Match, choice: MoveChoice) -> bool:
    """Return whether a choice belongs to the first question of its seat's first move in the match."""
    return not choice.picks and not any(step.seat == choice.seat for step in match.steps)


def skip_to_tabs(prompt: Prompt, match: Match, suggested_action: ActionLike | None = None) -> Prompt:
    """If the field of the question prefers tabs, return the next question, with the field's values as tabs.

    The tab of the likeliest value is open, unless the person has pressed another tab. If the last row has no
    room for the tabs, the questions are asked one after the other.

    :param suggested_action: the action that the guide suggests. Its value counts as the likeliest.
    """
    question, fields = prompt.question, prompt.game.field_settings
    if fields.get(question.field, FieldSettings()).assumes_likeliest and not question.asks_by_element:
        likeliest = fields[question.field].find_likeliest_value
        opened = likeliest(question.values, prompt.view) if likeliest else question.values[0]
        if suggested_action is not None:
            opened = str(dict(suggested_action.path).get(question.field, opened))
        closed = tuple(value for value in question.values if value != opened)
        behind = find_next_question(question.actions, (opened,), fields)
        if isinstance(behind, FieldQuestion) and _has_room_for_tabs(prompt, behind, closed):
            return replace(prompt, question=behind, tabs=closed, tab_question=question, prefix=opened)
        return prompt
    before = prompt.choice.drop_last_pick()
    if (
        not before.picks
        or question.picked_elements
        or not question.path
        or not fields.get(question.path[-1].field, FieldSettings()).assumes_likeliest
    ):
        return prompt
    legal = match.legal_actions(prompt.choice.seat)
    earlier = find_next_question(filter_by_first_value(legal, before.values[0]), before.values[1:], fields)
    last_pick = format_pick(question.path[-1].value)
    if not isinstance(earlier, FieldQuestion) or earlier.field != question.path[-1].field:
        return prompt
    closed = tuple(value for value in earlier.values if value != last_pick)
    if not _has_room_for_tabs(prompt, question, closed):
        return prompt
    return replace(prompt, tabs=closed, tab_question=earlier)


def _has_room_for_tabs(prompt: Prompt, question: FieldQuestion[ActionLike], tabs: tuple[str, ...]) -> bool:
    """Return whether all tabs fit into the last row, so that none is needed beside the question's grid."""
    fields = prompt.game.field_settings
    grid = fields.get(question.field, FieldSettings()).grid_values
    outside = [value for value in list_joined_values(question, fields) if value not in grid]
    return len(tabs) + (len(outside) if grid else 0) <= prompt.max_footer_buttons


def write_automatic_label(prompt: Prompt) -> str:
    """Return the label of the value that was last chosen automatically because no other was possible.

    Return an empty string if there is none, or if its field needn't be named.
    """
    question, fields = prompt.question, prompt.game.field_settings
    if question.picked_elements or prompt.tabs or prompt.prefix:
        return ""
    for index, (field, value) in reversed(list(enumerate(question.path))):
        if not isinstance(value, str) or value in prompt.choice.values:
            break
        if fields.get(field, FieldSettings()).mentions_single_value:
            return prompt.game.texts.label_value(
                field, value, prompt.view, prompt.scene, question.path[:index]
            )
    return ""


def can_complete_action(prompt: Prompt) -> bool:
    """Return whether some value of the question completes an action."""
    question, fields = prompt.question, prompt.game.field_settings
    if question.asks_by_element:
        last, most = len(question.path) + 1, len(question.picked_elements) + 1
        return any(
            len(action.path) == last and len(action.path[-1].value) <= most for action in question.actions
        )
    return any(
        not isinstance(
            find_next_question(question.actions, value.split(VALUE_SEPARATOR), fields), FieldQuestion
        )
        for value in list_joined_values(question, fields)
    )


def make_answer_components(prompt: Prompt) -> list[Item]:
    """Return the components with which a question can be answered: buttons, a select or a grid.

    A grid also contains the tabs.
    """
    question, fields = prompt.question, prompt.game.field_settings
    how = fields.get(question.field, FieldSettings())
    if len(question.values) <= MAX_SHORT_VALUES and set(question.values) <= set(how.short_values):
        return _make_uniform_buttons(prompt, question.values)
    if how.offers_likeliest_action and not question.picked_elements:
        return _make_best_and_other_components(prompt)
    values = list_joined_values(question, fields)
    if how.grid_values and question.values and set(how.grid_values) & set(values):
        return _make_grid(prompt, values, how)
    if how.layout == "grid" and len(values) <= FOOTER_ROW * how.column_count:
        return make_value_buttons(prompt, values, columns=how.column_count)
    few = len(values) <= (MAX_PLAIN_BUTTONS if how.layout == "list" else MAX_BUTTONS)
    for shown in (prompt, *(replace(prompt, shorten_label=shorten) for shorten in how.label_shorteners)):
        texts = [(shown.write_label(value), shown.find_icon(value)) for value in values]
        if question.field == FIRST_FIELD:
            # Count the rows of short labels. Labels that describe a whole action may take more rows, because
            # a select would hide the other kinds of actions.
            plain = [write_label(question, value, prompt.game, prompt.view, prompt.scene) for value in values]
            rows = count_rows(
                [(shown.shorten_label(text), icon) for text, (_, icon) in zip(plain, texts, strict=True)]
            )
            few = len(values) <= MAX_BUTTONS and rows <= MAX_FIRST_QUESTION_ROWS
        columns = choose_column_count(texts, FOOTER_ROW)
        if few and count_split_rows(texts, columns) <= MAX_LATER_QUESTION_ROWS:
            return make_value_buttons(shown, values, columns=columns)
    if how.likely_values and len(values) > MAX_SELECT_OPTIONS:
        return _make_likely_and_other_components(prompt, values, how)
    return make_value_selects(prompt, values)


def _make_uniform_buttons(prompt: Prompt, values: tuple[str, ...]) -> list[Item]:
    """Return buttons for values of one kind, all blue unless each of them performs an action immediately."""
    if not all(map(prompt.find_immediate_action, values)):
        prompt = replace(prompt, find_immediate_action=lambda value: None)
    sizes = split_into_rows([(prompt.write_label(value), prompt.find_icon(value)) for value in values])
    if len(sizes) > FOOTER_ROW or max(sizes) > MAX_BUTTONS_PER_ROW:
        return make_value_buttons(prompt, values, columns=ceil(len(values) / FOOTER_ROW))
    rows = [row for row, size in enumerate(sizes) for _ in range(size)]
    return [make_value_button(prompt, value, row=row) for value, row in zip(values, rows, strict=True)]


def _make_likely_and_other_components(
    prompt: Prompt, values: tuple[str, ...], field: FieldSettings
) -> list[Item]:
    """Return short buttons for as many of the likeliest values as a single list has no room for."""
    shown = replace(prompt, shorten_label=field.label_shorteners[0]) if field.label_shorteners else prompt
    rows = ceil((len(values) - MAX_SELECT_OPTIONS) / LIKELY_COLUMN_COUNT)
    ordered = [value for value in field.likely_values if value in values]
    likely = tuple(ordered[: rows * LIKELY_COLUMN_COUNT])
    others = tuple([value for value in values if value not in likely])
    items = make_value_buttons(shown, likely, columns=LIKELY_COLUMN_COUNT)
    return items + make_value_selects(prompt, others, first_row=rows, has_likelier_buttons=True)


def _make_grid(prompt: Prompt, values: tuple[str, ...], field: FieldSettings) -> list[Item]:
    """Return the buttons of a grid in which every value has a fixed place.

    Values that can't be chosen are disabled. Values outside the grid and the tabs go into the last row. If it
    is full, they go to the ends of the grid's rows, although these rows then wrap on narrow screens.
    """
    components = make_value_buttons(
        prompt, field.grid_values, columns=field.column_count, possible_values=values
    )
    ends = [
        row
        for _ in range(field.column_count, MAX_BUTTONS_PER_ROW)
        for row in range(ceil(len(field.grid_values) / field.column_count))
    ]
    rows = iter([*[FOOTER_ROW] * prompt.max_footer_buttons, *ends])
    components += [
        make_value_button(prompt, value, row=next(rows)) for value in values if value not in field.grid_values
    ]
    components += [_make_tab_button(prompt, value, next(rows)) for value in prompt.tabs]
    return components


def _make_tab_button(prompt: Prompt, value: str, row: int) -> Item:
    before = prompt.tab_question or prompt.question
    earlier_choice = prompt.choice if prompt.prefix else prompt.choice.drop_last_pick()
    return make_button(
        make_custom_id("b", "go", *earlier_choice.add_picks(value).list_parts()),
        clip(write_label(before, value, prompt.game, prompt.view, prompt.scene), MAX_BUTTON_LABEL_LENGTH),
        row=row,
        emoji=find_icon(before.field, value, prompt.game, prompt.view),
    )


def make_value_button(prompt: Prompt, value: str, *, row: int | None = None, disabled: bool = False) -> Item:
    """Return the button of a value: green if it does an action, blue if another question may follow."""
    acts = not disabled and prompt.find_immediate_action(value) is not None
    return make_button(
        make_custom_id("b", "go", *prompt.pick_value(value).list_parts()),
        clip(prompt.write_label(value), MAX_BUTTON_LABEL_LENGTH),
        row=row,
        emoji=prompt.find_icon(value),
        style=discord.ButtonStyle.success if acts else discord.ButtonStyle.primary,
        disabled=disabled,
    )


def make_value_buttons(
    prompt: Prompt,
    values: tuple[str, ...],
    *,
    columns: int = MAX_BUTTONS_PER_ROW,
    possible_values: tuple[str, ...] | None = None,
    taken_place_count: int = 0,
) -> list[Item]:
    """Return a button for each value, in rows.

    :param possible_values: the values that can be chosen, by default all. Other buttons are disabled.
    :param taken_place_count: how many places before the first button other buttons have taken.
    """
    return [
        make_value_button(
            prompt,
            value,
            row=index // columns,
            disabled=possible_values is not None and value not in possible_values,
        )
        for index, value in enumerate(values, taken_place_count)
    ]


def make_value_selects(
    prompt: Prompt, values: tuple[str, ...], *, first_row: int = 0, has_likelier_buttons: bool = False
) -> list[Item]:
    """Return selects for the values. Several selects are labelled with their first and last values.

    :param has_likelier_buttons: whether the likelier values have buttons above, so that the select is
        labelled "more choices".
    """
    w = prompt.scene.w
    selects: list[Item] = []
    for number, start in enumerate(range(0, len(values), MAX_SELECT_OPTIONS)):
        page = values[start : start + MAX_SELECT_OPTIONS]
        options = [
            discord.SelectOption(
                label=clip(prompt.write_label(value), MAX_BUTTON_LABEL_LENGTH),
                value=f"{prompt.prefix}{VALUE_SEPARATOR}{value}" if prompt.prefix else value,
                description=clip(prompt.write_description(value), MAX_OPTION_TEXT_LENGTH) or None,
                emoji=make_emoji(prompt.find_icon(value)),
            )
            for value in page
        ]
        placeholder = w("Choose…")
        if has_likelier_buttons:
            placeholder = w.plural("{n} more choice…", "{n} more choices…", len(page))
        elif len(values) > MAX_SELECT_OPTIONS:
            placeholder = w("{first} to {last}…", first=options[0].label, last=options[-1].label)
        identity = make_custom_id("s", "pk", *prompt.choice.list_parts(), number)
        selects.append(
            make_select(identity, options, clip(placeholder, MAX_PLACEHOLDER_LENGTH), row=first_row + number)
        )
    return selects


def _make_best_and_other_components(prompt: Prompt) -> list[Item]:
    """Return a button that does the best action immediately, and components for the other values."""
    question = prompt.question
    best = question.actions[0]
    value = format_pick(best.path[len(question.path)].value)
    items: list[Item] = [
        make_action_button(prompt.choice, best, prompt.write_label(value), emoji=prompt.find_icon(value))
    ]
    others = question.values if question.asks_by_element else question.values[1:]
    texts = [(prompt.write_label(other), prompt.find_icon(other)) for other in (value, *others)]
    columns = choose_column_count(texts, FOOTER_ROW)
    if question.asks_by_element or len(others) < LIKELY_BUTTON_COUNT:
        return items + make_value_buttons(prompt, others, columns=columns, taken_place_count=1)
    # A list with a single value would be odd, so move one of the buttons' values into the list.
    is_lone = len(others) == LIKELY_BUTTON_COUNT
    likely = others[: LIKELY_BUTTON_COUNT - 1 - is_lone]
    items += make_value_buttons(prompt, likely, taken_place_count=1)
    return items + make_value_selects(prompt, others[len(likely) :], first_row=1, has_likelier_buttons=True)


def make_action_button(choice: MoveChoice, action: ActionLike, text: str, emoji: str | None = None) -> Item:
    """Return the button that does an action."""
    return make_button(
        make_custom_id("b", "ac", choice.table_id, choice.seq, choice.seat, action.token),
        clip(text, MAX_BUTTON_LABEL_LENGTH),
        row=0,
        emoji=emoji or "✅",
        style=discord.ButtonStyle.success,
    )


def write_label(
    question: FieldQuestion[ActionLike], value: str, game: Game, view: ViewLike, scene: Scene
) -> str:
    """Return the label of a value. The value that ends a list of several is labelled "That's all"."""
    if value == DONE_PICK:
        return scene.w("That's all")
    spelled = add_implied_values(question, value, game.field_settings)
    return game.texts.label_value(question.field, spelled, view, scene, question.picks)
