"""Forms, layouts and direct messages: what is filled in is checked again, and nothing is sent twice."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

PRESSES, FORMS, LAYOUTS, REPLIES = (
    f"bot/ui/{name}.py" for name in ("presses", "forms", "layouts", "replies")
)
SETTINGS = "bot/ui/person/settings_form.py"
DIRECT, KEPT, REMINDERS = (
    "bot/announcing/direct.py",
    "bot/storage/direct_reminders.py",
    "bot/announcing/reminders.py",
)
FILLED, LISTED, TOLD = (
    "tests/bot/ui/test_e2e_forms.py",
    "tests/bot/ui/person/test_e2e_mine.py",
    "tests/bot/announcing/test_e2e_direct.py",
)
REFUSED = "tests/bot/over_http/test_layouts.py"

MUTANTS = (
    Mutant(
        "a form acts by any verb",
        PRESSES,
        "press.form == submitted and kind in ((FORM,) if submitted else KINDS)",
        "kind in (*KINDS, FORM)",
        FILLED,
    ),
    Mutant(
        "a guest sets the channel by a forged form",
        SETTINGS,
        "if (VERBOSITY in found or LANGUAGE in found) and not await settings.may_set(interaction):",
        "if False:",
        FILLED,
    ),
    Mutant(
        "a form takes values that it never offered",
        FORMS,
        "if offered is not None and value not in offered:",
        "if False:",
        FILLED,
    ),
    Mutant("a form stays in memory", FORMS, "form.stop()", "pass", FILLED),
    Mutant("a form is opened by a host that stops", FORMS, "replies.take(interaction)", "pass", FILLED),
    Mutant(
        "a plain answer goes into a layout",
        REPLIES,
        "message.flags.ephemeral and (layout or not message.flags.components_v2)",
        "message.flags.ephemeral",
        LISTED,
    ),
    Mutant(
        "a layout that is refused is not shown otherwise",
        LAYOUTS,
        "if error.status != INVALID:\nraise",
        "raise",
        f"{LISTED} {REFUSED}",
    ),
    Mutant(
        "a direct reminder that arrived is sent again",
        DIRECT,
        "if self._tables.now() - note.at <= NONCE_SECONDS or self._client.user is None:",
        "if True:",
        TOLD,
    ),
    Mutant(
        "a closed door is tried again and again",
        KEPT,
        "(SHUT, note.user_id, REMIND_BY_KEY, DIRECT)",
        "(DIRECT, note.user_id, REMIND_BY_KEY, DIRECT)",
        TOLD,
    ),
    Mutant(
        "who lets us send nothing is not told in the channel",
        REMINDERS,
        "await self._note_in_channel(waiting, OPEN_DOOR)",
        "pass",
        TOLD,
    ),
    Mutant(
        "a direct reminder wakes its person",
        DIRECT,
        "if find_waking(await self._tables.times.get_times(note.user_id), now) > now:",
        "if False:",
        TOLD,
    ),
    Mutant(
        "a direct reminder stays when the turn has passed",
        DIRECT,
        "if note.message_id is not None:",
        "if False:",
        TOLD,
    ),
)
