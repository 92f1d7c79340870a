"""All texts of Das Riff, as a :class:`games.core.texts.GameTexts`."""

from games.das_riff.texts.advice import advise_on_action
from games.das_riff.texts.contrasts import contrast_actions
from games.das_riff.texts.descriptions import describe_picture, describe_position
from games.das_riff.texts.endings import describe_result, find_moments
from games.das_riff.texts.hints import explain_value
from games.das_riff.texts.labels import (
    compact_label,
    find_icon,
    format_question,
    label_value,
    shorten_label,
    shorten_prey_label,
)
from games.das_riff.texts.narration import describe_status, describe_task, narrate_event
from games.das_riff.texts.phrases import describe_action, label_action
from games.das_riff.texts.recap import summarize_events
from games.das_riff.texts.rules_pages import list_rules_pages

__all__ = [
    "advise_on_action",
    "compact_label",
    "contrast_actions",
    "describe_action",
    "describe_picture",
    "describe_position",
    "describe_result",
    "describe_status",
    "describe_task",
    "explain_value",
    "find_icon",
    "find_moments",
    "format_question",
    "label_action",
    "label_value",
    "list_rules_pages",
    "narrate_event",
    "shorten_label",
    "shorten_prey_label",
    "summarize_events",
]
