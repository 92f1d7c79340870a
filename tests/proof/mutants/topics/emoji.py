"""Our drawings at Discord, and the commands in the menus of messages and people."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

SHOWN, BROUGHT = "bot/platform/emoji.py", "bot/platform/emoji_upload.py"
CHALLENGE, ROWS = "bot/ui/table/challenge.py", "bot/storage/messages.py"
STANDIN, MENUS, MAY_COME = (
    "tests/bot/over_http/test_emoji.py",
    "tests/bot/cogs/test_e2e_menus.py",
    "tests/bot/over_http/test_menus.py",
)

MUTANTS = (
    Mutant(
        "a message whose drawing is not taken is not sent",
        SHOWN,
        "_remove_drawings(view)\nreturn await send()",
        "raise RuntimeError",
        f"{STANDIN}::test_a_board_uses_plain_emoji_if_discord_refuses_a_drawing",
    ),
    Mutant(
        "emoji of others are removed",
        BROUGHT,
        "if _OURS.fullmatch(emoji.name)\n            and (",
        "if True\n            and (",
        f"{STANDIN}::test_a_changed_drawing_replaces_the_old_one",
    ),
    Mutant(
        "outdated drawings stay",
        BROUGHT,
        "await emoji.delete()",
        "pass",
        f"{STANDIN}::test_a_changed_drawing_replaces_the_old_one",
    ),
    Mutant(
        "a drawing that another process has brought ends the upload",
        BROUGHT,
        "if error.code != INVALID_FORM or",
        "if True or",
        f"{STANDIN}::test_two_processes_starting_together_upload_each_drawing_once",
    ),
    Mutant(
        "a message is that of a table of any channel",
        ROWS,
        " AND match_id IN (SELECT id FROM matches WHERE channel_id = ?)",
        " AND ? > 0",
        f"{MENUS}::test_a_message_counts_only_in_its_tables_channel",
    ),
    Mutant(
        "bots are challenged",
        CHALLENGE,
        "if person.bot:",
        "if False:",
        f"{MENUS}::test_a_person_who_cannot_come_is_not_challenged",
    ),
    Mutant(
        "who cannot see the channel is challenged",
        CHALLENGE,
        "not seen.view_channel",
        "False",
        f"{MAY_COME}::test_only_members_who_can_see_the_channel_are_challenged",
    ),
    Mutant(
        "a challenge is offered where nothing can be posted",
        CHALLENGE,
        "if obstacle is not None:",
        "if False:",
        f"{MENUS}::test_without_permission_to_post_no_challenge_is_offered",
    ),
)
