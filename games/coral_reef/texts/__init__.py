"""All texts of Coral Reef, as a :class:`games.core.texts.GameTexts`."""

from games.coral_reef.texts.advice import advise_on_action
from games.coral_reef.texts.contrasts import contrast_actions
from games.coral_reef.texts.descriptions import describe_picture, describe_position
from games.coral_reef.texts.endings import describe_result, find_moments
from games.coral_reef.texts.labels import (
    describe_action,
    explain_value,
    find_icon,
    format_question,
    label_action,
    label_value,
)
from games.coral_reef.texts.narration import describe_status, describe_task, narrate_event
from games.coral_reef.texts.recap import summarize_events
from games.coral_reef.texts.rules_pages import list_rules_pages

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
    "summarize_events",
]
