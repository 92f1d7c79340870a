"""All texts of Australis, as a :class:`games.core.texts.GameTexts`."""

from games.australis.texts.advice import advise_on_action
from games.australis.texts.contrasts import contrast_actions
from games.australis.texts.descriptions import describe_picture, describe_position
from games.australis.texts.endings import describe_result, find_moments
from games.australis.texts.labels import (
    describe_action,
    explain_value,
    find_icon,
    format_question,
    label_action,
    label_value,
    shorten_label,
)
from games.australis.texts.narration import describe_status, describe_task, narrate_event
from games.australis.texts.recap import summarize_events
from games.australis.texts.rules_pages import list_rules_pages

__all__ = [
    "advise_on_action",
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
    "summarize_events",
]
