"""The guide: below each question of a move, the best actions with a reason and its rule clause.

Each person switches it on or off for themselves. Without it, they can ask for a single hint. While a person
is new to a game, it is on until they switch it off.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import discord

from bot.computers.advice import GUIDE_OFF, GUIDE_ON
from bot.errors.storage import StorageError
from bot.model.table import Table
from bot.platform.limits import MAX_BUTTONS_PER_ROW
from bot.ui import replies
from bot.ui.components import Item, make_button
from bot.ui.ids import MoveChoice, make_custom_id
from bot.ui.play.asking import FOOTER_ROW
from bot.ui.play.icons import find_action_icon
from bot.ui.play.phone import count_rows, list_labels
from bot.ui.play.plans import drop_plan, drop_plan_unless_suggested, list_plans
from bot.ui.play.suggestions import (
    MAX_HINTS,
    Suggestion,
    SuggestionChoice,
    drop_reason,
    drop_repeated_reason,
    drop_worn_reason,
    find_positive_reason,
)
from bot.ui.refusals import make_rule_button
from bot.ui.scenes import escape_scene, make_scene
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.narrow import FieldQuestion
from games.core.shapes import ActionLike, ViewLike
from games.core.texts import Advice, Scene
from games.core.values import value_class
from games.core.words import Words
from games.players.suggesting import Ranking

log = logging.getLogger(__name__)

MAX_OTHER_SUGGESTIONS = 1
"""Maximum number of suggestions, unless a hint was asked for at the beginning of a move."""
ADVICE_TIMEOUT_SECONDS = 10.0
"""After this, the question is asked without advice."""
SOLE_NUMBER = 0
"""Number of a suggestion without others. It isn't shown, because it would look like a score."""
BULB_EMOJI = "💡"
GOAL_EMOJI = "🏆"
TOKEN_SUFFIX = "!"
"""Added to the token in a guide's button, because another button may have the token already."""
HINTED_KEY = "hinted"
"""Key of an interaction's ``extras``, set if the person has asked for a hint."""


@value_class
class GuideAdditions:
    """The guide's additions to a question: lines below its text, and buttons for the last row."""

    lines: list[str]
    items: list[Item]
    tokens: tuple[str, ...] = ()
    """Tokens of the suggested actions."""


@value_class
class ChosenAction:
    """The action that a person chose and must confirm."""

    token: str
    advice: Advice


@value_class
class Suggestions:
    """The actions suggested at a question."""

    offers_help: bool = False
    """Whether the guide is on or the person asked for a hint."""
    has_guide_enabled: bool = False
    ranked_actions: tuple[Suggestion, ...] = ()
    """The suggested actions, the best first."""
    best_action: ActionLike | None = None
    """The best action that answers the question, if one is suggested."""
    leads_elsewhere: bool = False
    """Whether the first suggested action doesn't answer the question. Others do, and are nearly as good."""


def read_token(text: str) -> str:
    """Return the token in the button of an action, without the guide's suffix."""
    return text.removesuffix(TOKEN_SUFFIX)


async def suggest_actions(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: MoveChoice,
    question: FieldQuestion[ActionLike],
) -> Suggestions:
    """Return the best actions at a question if the person is guided or asked for a hint.

    :param match: the position that is asked about, including predicted answers of others.
    """
    if table.is_help_forbidden:
        return Suggestions()
    w, adviser = replies.get_words(interaction), interaction.client.services.adviser
    guided = await adviser.is_guide_on(interaction.user.id, table)
    if not guided and HINTED_KEY not in interaction.extras:
        return Suggestions()
    leads_elsewhere = False
    try:
        async with asyncio.timeout(ADVICE_TIMEOUT_SECONDS):
            found, leads_elsewhere = await _find_best_actions(interaction, table, match, choice, question, w)
    except TimeoutError:
        log.warning("no advice in time table=%d seq=%d seat=%d", choice.table_id, choice.seq, choice.seat)
        found = []
    except Exception:
        # Catch every error, because the guide must not stop the match.
        log.exception("no advice table=%d seq=%d seat=%d", choice.table_id, choice.seq, choice.seat)
        found = []
    answering = found[1:] if leads_elsewhere else found
    best = match.rules.read(answering[0].token) if answering else None
    return Suggestions(True, guided, tuple(found), best, leads_elsewhere)


async def make_additions(
    interaction: Interaction,
    table: Table,
    choice: MoveChoice,
    suggested: Suggestions,
    others: Sequence[Item],
    chosen: ChosenAction | None = None,
) -> GuideAdditions:
    """Return the guide's additions to a question, after storing its suggestions for the review.

    After the first pick, the guide writes fewer lines. The button that switches it off is then shown only if
    that takes no additional row on a phone, so that the picture stays visible.

    :param others: the components already in the message.
    :param chosen: the action to be confirmed. Other suggested actions are called alternatives.
    """
    if table.is_help_forbidden:
        return GuideAdditions([], [])
    beside = [item for item in others if item.item.row == FOOTER_ROW]
    room = MAX_BUTTONS_PER_ROW - len(beside)
    w, adviser = replies.get_words(interaction), interaction.client.services.adviser
    if not suggested.offers_help:
        return GuideAdditions([], [make_hint_button(choice, w, row=FOOTER_ROW)][:room])
    most = MAX_OTHER_SUGGESTIONS if suggested.has_guide_enabled or choice.picks else MAX_HINTS
    if suggested.leads_elsewhere and chosen is None:
        # The person chose another kind of move, so help with that one as well.
        most = MAX_HINTS
    found = suggested.ranked_actions[: max(1, min(room, most))]
    try:
        await adviser.store_suggestions(table.id, choice.seq, choice.seat, [one.token for one in found])
    except StorageError as error:
        log.warning("no advice table=%d", choice.table_id, extra={"fields": {"reason": str(error)}})
        found = ()
    lines, items = _write_suggestions(found, choice, suggested, chosen, w)
    for button in _make_guide_buttons(found, choice, suggested, chosen, w):
        if not choice.picks or count_rows(list_labels([*beside, *items, button])) == 1:
            items.append(button)
    return GuideAdditions(lines, items[:room], tuple([suggestion.token for suggestion in found]))


def _write_suggestions(
    suggestions: Sequence[Suggestion],
    choice: MoveChoice,
    suggested: Suggestions,
    chosen: ChosenAction | None,
    w: Words,
) -> tuple[list[str], list[Item]]:
    """Return a line and a button for each suggestion. An action to be confirmed gets only its reason,
    because it already has its own line and button.
    """
    if not suggestions:
        return [w("-# I can't say what looks best right now.")], []
    own = next((one for one in suggestions if chosen is not None and one.token == chosen.token), None)
    if own is not None:
        reason = find_positive_reason(own.advice)
        return [f"{BULB_EMOJI} {reason}"] if reason else [], []
    if chosen is not None:
        suggestions = [drop_repeated_reason(one, chosen.advice) for one in suggestions]
    differing_count = len(suggestions) if chosen is not None else int(suggested.leads_elsewhere)
    lines, items = _number_suggestions(suggestions, choice, w, differing_count)
    if (
        len(suggestions) == 1
        and len(suggested.ranked_actions) > 1
        and chosen is None
        and not choice.picks
        and suggestions[0].advice.text
        and not find_positive_reason(suggestions[0].advice)
    ):
        # The text is empty if the reason is the one that the guide gave for the last moves.
        lines[0] += f" {w('Other moves are about as good.')}"
    return lines, items


def _make_guide_buttons(
    suggestions: Sequence[Suggestion],
    choice: MoveChoice,
    suggested: Suggestions,
    chosen: ChosenAction | None,
    w: Words,
) -> list[Item]:
    """Return the button that switches the guide on or off, and that of a rule: the chosen action's or, if
    none is chosen, the best suggestion's.
    """
    buttons = [_make_guide_switch(choice, GUIDE_OFF if suggested.has_guide_enabled else GUIDE_ON, w)]
    clause = ""
    if chosen is not None:
        clause = chosen.advice.clause
    elif suggestions and not suggestions[0].advice.is_drawback:
        clause = suggestions[0].advice.choice_clause or suggestions[0].advice.clause
    return [*buttons, make_rule_button(clause, w, row=FOOTER_ROW)] if clause else buttons


async def write_goal_lines(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: MoveChoice,
    suggested: Suggestions,
    first_values: Sequence[str],
) -> list[str]:
    """Return the line with the game's goal, for the first panel of a person's first match with the guide.

    :param first_values: the values with which the move can begin. A single one was picked automatically.
    """
    goal, message = table.game.goal, interaction.message
    if goal is None or not suggested.has_guide_enabled:
        return []
    own_steps = [ply for ply, step in enumerate(match.steps) if step.seat == choice.seat]
    if message is None or message.flags.ephemeral:
        automatic_picks = 1 if len(first_values) == 1 else 0
        opens_panel = len(choice.picks) <= automatic_picks and not own_steps
    else:
        # The board's button opens the panel, and may also have made the first steps of the person's turn.
        opens_panel = not own_steps or len(match.steps) - own_steps[0] == len(own_steps)
    if not opens_panel:
        return []
    if not await interaction.client.services.adviser.is_first_match(interaction.user.id, table):
        return []
    return [f"{GOAL_EMOJI} {replies.get_words(interaction).msg(goal)}"]


async def suggest_actions_from_ranking(
    match: Match,
    choice: MoveChoice,
    ranking: Ranking,
    actions: Sequence[ActionLike],
    view: ViewLike,
    scene: Scene,
    max_buttons: int,
) -> GuideAdditions:
    """Return the best actions of a ranking that are still possible, with a button for each."""
    # Use a thread, because some hands have very many actions, and finding a reason may take a long search.
    suggestions = SuggestionChoice(match, ranking, view, scene)
    legal = match.legal_actions(choice.seat)
    best, leads_elsewhere = await asyncio.to_thread(suggestions.choose_actions, actions, legal)
    found = best[:max_buttons]
    plain = [suggestion._replace(advice=drop_plan(suggestion.advice)) for suggestion in found]
    lines, items = _number_suggestions(plain, choice, scene.w, int(leads_elsewhere))
    return GuideAdditions(lines or [scene.w("-# I can't say what looks best right now.")], items)


async def _find_best_actions(
    interaction: Interaction,
    table: Table,
    match: Match,
    choice: MoveChoice,
    question: FieldQuestion[ActionLike],
    w: Words,
) -> tuple[list[Suggestion], bool]:
    services = interaction.client.services
    ranking = await services.adviser.rank_moves(table, match, choice.seat)
    view, scene = make_scene(table, match, choice.seat, w)
    escaped, legal = escape_scene(scene), match.legal_actions(choice.seat)

    def choose_actions() -> tuple[list[Suggestion], bool]:
        plans = list_plans(match, choice.seat, escaped)
        suggestions = SuggestionChoice(match, ranking, view, escaped, plans)
        found, leads_elsewhere = suggestions.choose_actions(question.actions, legal)
        if len(question.actions) == 1:
            return found, leads_elsewhere
        return [drop_worn_reason(one, match, choice.seat, escaped) for one in found], leads_elsewhere

    # Use a thread, because some hands have very many actions, and finding a reason may take a long search.
    found, leads_elsewhere = await asyncio.to_thread(choose_actions)
    actions = {action.token: action for action in (*legal, *question.actions)}
    write = services.drawings.prepend_drawing
    return [
        Suggestion(
            token,
            write(find_action_icon(actions[token], match.game, view), phrase),
            await drop_plan_unless_suggested(services.adviser, table, match, choice.seat, token, advice),
        )
        for token, phrase, advice in found
    ], leads_elsewhere


def _number_suggestions(
    suggestions: Sequence[Suggestion], choice: MoveChoice, w: Words, differing_count: int
) -> tuple[list[str], list[Item]]:
    """Return a line and a button for each suggestion, both with the same number if several are of one kind.

    :param differing_count: how many of the first suggestions contradict what the person has already chosen.
    """
    differing, fitting = suggestions[:differing_count], suggestions[differing_count:]
    is_mixed = bool(differing and fitting)
    lines, items = list[str](), list[Item]()
    for position, one in enumerate(suggestions, 1):
        number = SOLE_NUMBER if is_mixed or len(suggestions) == 1 else position
        if position > differing_count:
            is_second = is_mixed or position > 1
            lines.append(_write_suggestion(number, one.phrase, one.advice, w, is_second=is_second))
            items.append(_make_suggestion_button(choice, one.token, number, w))
        else:
            # Beside help with the choice, its reason needn't be repeated: it was the first hint's.
            shown = drop_reason(one) if is_mixed else one
            lines.append(_write_alternative(number, shown.phrase, shown.advice, w))
            items.append(_make_alternative_button(choice, one.token, number, w))
    return lines, items


def _write_mark(number: int) -> str:
    return f"{BULB_EMOJI} {number}" if number else BULB_EMOJI


def _write_suggestion(number: int, phrase: str, advice: Advice, w: Words, *, is_second: bool = False) -> str:
    """Return the line of a suggestion.

    :param is_second: whether a better one stands above it.
    """
    shown, action = _write_mark(number), _strip_end_mark(phrase)
    reason = _strip_end_mark(find_positive_reason(advice))
    if not reason and is_second:
        return w("{number} Nearly as good: **{action}**.", number=shown, action=action)
    if not reason:
        return w("{number} **{action}**.", number=shown, action=action)
    if is_second:
        return w(
            "{number} Nearly as good: **{action}** – {reason}.", number=shown, action=action, reason=reason
        )
    return w("{number} **{action}**: {reason}.", number=shown, action=action, reason=reason)


def _write_alternative(number: int, phrase: str, advice: Advice, w: Words) -> str:
    """Return the line of a suggestion that isn't what the person has chosen, in the word of its button."""
    shown, action = _write_mark(number), _strip_end_mark(phrase)
    reason = _strip_end_mark(find_positive_reason(advice))
    if not reason:
        return w("{number} Instead: **{action}**.", number=shown, action=action)
    return w("{number} Instead: **{action}** – {reason}.", number=shown, action=action, reason=reason)


def _strip_end_mark(sentence: str) -> str:
    """Return a sentence without its full stop or exclamation mark, so that it can be continued."""
    return sentence.rstrip(".!")


def _make_suggestion_button(choice: MoveChoice, token: str, number: int, w: Words) -> Item:
    label = str(number) if number else w("Do it")
    style = discord.ButtonStyle.success
    return make_button(
        _make_suggestion_id(choice, token), label, row=FOOTER_ROW, emoji=BULB_EMOJI, style=style
    )


def _make_alternative_button(choice: MoveChoice, token: str, number: int, w: Words) -> Item:
    """Return the button of a suggestion that isn't what the person has chosen. It doesn't look like a
    confirmation, because a press makes another move.
    """
    label = str(number) if number else w("Instead")
    return make_button(_make_suggestion_id(choice, token), label, row=FOOTER_ROW, emoji=BULB_EMOJI)


def _make_suggestion_id(choice: MoveChoice, token: str) -> str:
    return make_custom_id("b", "ac", choice.table_id, choice.seq, choice.seat, token + TOKEN_SUFFIX)


def make_hint_button(choice: MoveChoice, w: Words, *, row: int | None = None) -> Item:
    """Return the button that asks for a hint."""
    return make_button(make_custom_id("b", "hn", *choice.list_parts()), w("Hint"), row=row, emoji=BULB_EMOJI)


def _make_guide_switch(choice: MoveChoice, value: str, w: Words) -> Item:
    label = w("Guide me") if value == GUIDE_ON else w("Stop guide")
    return make_button(
        make_custom_id("b", "gd", value, *choice.list_parts()), label, row=FOOTER_ROW, emoji="🧭"
    )
