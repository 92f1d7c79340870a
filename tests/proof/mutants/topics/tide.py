"""The board of a server, challenges to anybody, and the forum."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

KEEPER, SIGHT, JOINING, READING, CHALLENGES, FORUM, OPENING, SENDER, SETTINGS = (
    f"bot/tide/{name}.py"
    for name in (
        "keeper",
        "sight",
        "joining",
        "reading",
        "challenges",
        "forum",
        "opening",
        "sender",
        "settings",
    )
)
BOARD, CHALLENGED, POSTS = (f"tests/tide/test_e2e_{name}.py" for name in ("board", "challenges", "forum"))
KEPT = "tests/storage/test_tide.py"

MUTANTS = (
    Mutant(
        "who plays opens no post where the server has a forum",
        "bot/ui/table/taken.py",
        "if not here and await elsewhere.open_there(interaction, wish):",
        "if False:",
        POSTS,
    ),
    Mutant(
        "a table of a private thread is posted for all",
        "bot/tide/in_forum.py",
        "(channel.parent_id == forum.id or channel.is_private())",
        "channel.parent_id == forum.id",
        POSTS,
    ),
    Mutant(
        "who can't see the forum is sent there",
        "bot/tide/in_forum.py",
        "return not isinstance(user, discord.Member) or forum.permissions_for(user).view_channel",
        "return True",
        POSTS,
    ),
    Mutant(
        "a match in a post waits for its host after a stop",
        FORUM,
        "elif table.status == LOBBY:",
        "elif False:",
        POSTS,
    ),
    Mutant(
        "a challenge loses its time with its host",
        "bot/storage/people.py",
        '    "forum_wishes": "user_id",',
        '    "forum_wishes": "user_id",\n    "challenges": "user_id",',
        f"{CHALLENGED}::test_it_keeps_its_time_when_its_host_is_forgotten",
    ),
    Mutant(
        "a board is edited as often as something happens",
        KEEPER,
        "if row.message_id is not None and 0 < wait <= PAUSE:",
        "if False:",
        f"{BOARD}::test_it_is_edited_once_in_half_a_minute_and_only_where_something_changed",
    ),
    Mutant(
        "a board is edited though nothing has changed",
        KEEPER,
        "if digest == row.digest:",
        "if False:",
        f"{BOARD}::test_it_is_edited_once_in_half_a_minute_and_only_where_something_changed",
    ),
    Mutant(
        "a board is kept by a process that does not own its server",
        KEEPER,
        "return self._tables.core.share.owns(guild_id) and self._hosts()",
        "return self._hosts()",
        f"{BOARD}::test_another_process_keeps_the_board_of_its_own_shard",
    ),
    Mutant(
        "a board is posted again for ever",
        KEEPER,
        "if row.lost >= FORGIVEN:",
        "if False:",
        f"{BOARD}::test_a_deleted_one_is_posted_again_once_and_then_told",
    ),
    Mutant(
        "the old board stays where it was",
        KEEPER,
        "await self._sender.delete(row.old_channel_id, row.old_message_id)",
        "pass",
        f"{BOARD}::test_it_moves_and_ends",
    ),
    Mutant(
        "a board that arrived unknown is not looked for",
        KEEPER,
        "row = replace(row, message_id=await self._sender.find(channel, marker(row.attempt)))",
        "pass",
        f"{BOARD}::test_a_post_of_which_nobody_heard_is_not_made_twice",
    ),
    Mutant(
        "anybody moves the board",
        SETTINGS,
        "if interaction.guild_id is None or not interaction.permissions.manage_channels:",
        "if interaction.guild_id is None:",
        f"{BOARD}::test_only_who_looks_after_the_server_sets_it",
    ),
    Mutant(
        "a board mentions whom it names",
        SENDER,
        "sent = await self._poster.send(channel, layout, nonce=marked, allowed_mentions=notify_only())",
        "sent = await self._poster.send(channel, layout, nonce=marked,"
        " allowed_mentions=discord.AllowedMentions.all())",
        f"{BOARD}::test_nobody_is_mentioned",
    ),
    Mutant(
        "an edit of a board mentions whom it names",
        SENDER,
        "message.edit(view=view, allowed_mentions=notify_only())",
        "message.edit(view=view, allowed_mentions=discord.AllowedMentions.all())",
        f"{BOARD}::test_nobody_is_mentioned",
    ),
    Mutant(
        "a board tells of channels that others cannot read",
        SIGHT,
        "self._seen[channel_id] = channel is not None and is_as_open(channel, self._board)",
        "self._seen[channel_id] = channel is not None",
        f"{BOARD}::test_a_channel_that_others_cannot_read_is_not_told_of",
    ),
    Mutant(
        "a seat of another server is taken",
        JOINING,
        "if not here or not await can_read(interaction, table.place.channel_id):",
        "if here and not await can_read(interaction, table.place.channel_id):",
        f"{BOARD}::test_a_table_of_another_server_cannot_be_joined_here",
    ),
    Mutant(
        "a seat in a channel that one cannot read is taken",
        JOINING,
        "if not here or not await can_read(interaction, table.place.channel_id):",
        "if not here:",
        f"{BOARD}::test_a_channel_that_others_cannot_read_is_not_told_of",
    ),
    Mutant(
        "the board's Join seats anybody anyhow",
        JOINING,
        "table = await self._tables.lobby.join(table.id, person(interaction), interaction.id)",
        "table = await self._tables.lobby.join(table.id, person(interaction), interaction.id, again=True)",
        f"{BOARD}::test_join_goes_through_the_door",
    ),
    Mutant(
        "what sleeps comes first",
        "bot/storage/tide.py",
        "ORDER BY CASE WHEN since < ?2 THEN 1 ELSE 0 END, since, id",
        "ORDER BY CASE WHEN since < ?2 THEN 0 ELSE 1 END, since, id",
        f"{KEPT}::test_who_waits_longest_comes_first_and_what_sleeps_comes_last",
    ),
    Mutant(
        "a seat that is kept for somebody is offered to all",
        "bot/storage/tide.py",
        "    + (SELECT count(*) FROM invitations i WHERE i.match_id = m.id AND i.declined = 0)"
        " ORDER BY m.id DESC",
        "    ORDER BY m.id DESC",
        f"{KEPT}::test_open_seats_are_the_newest_first_and_without_those_kept_for_somebody",
    ),
    Mutant(
        "a challenge outlives its time",
        CHALLENGES,
        "if left > 0:",
        "if True:",
        f"{CHALLENGED}::test_it_is_closed_in_time_with_a_line",
    ),
    Mutant(
        "the end of a challenge is not noted before",
        CHALLENGES,
        "await self._challenges.shift(table_id, TOLD)",
        "pass",
        f"{CHALLENGED}::test_it_is_closed_in_time_with_a_line",
    ),
    Mutant(
        "a role is called in a quiet channel",
        CHALLENGES,
        "if await self._tables.channels.verbosity(table.place.channel_id) == QUIET:",
        "if False:",
        f"{CHALLENGED}::test_a_quiet_channel_is_never_called",
    ),
    Mutant(
        "a role is called though nobody wanted that",
        CHALLENGES,
        "if guild is None or seekers is None or not seekers.calls or table.status != LOBBY:",
        "if guild is None or seekers is None or table.status != LOBBY:",
        f"{CHALLENGED}::test_the_role_is_mentioned_only_where_that_is_wanted",
    ),
    Mutant(
        "a role is called again and again",
        "bot/storage/challenges.py",
        "if found is None or found[0] or last is None or int(last[0]) > at - least:",
        "if found is None or found[0] or last is None:",
        f"{CHALLENGED}::test_the_role_is_mentioned_only_where_that_is_wanted",
    ),
    Mutant(
        "a role with powers can be chosen",
        SETTINGS,
        "if is_strong(role):",
        "if False:",
        f"{CHALLENGED}::test_a_role_with_powers_is_refused",
    ),
    Mutant(
        "a role with powers is given away",
        JOINING,
        "if is_strong(role):",
        "if False:",
        f"{CHALLENGED}::test_a_role_that_has_got_powers_is_given_to_nobody",
    ),
    Mutant(
        "a post that was made is made again",
        FORUM,
        "if _mark(row.id) in list_custom_ids(message):",
        "if False:",
        f"{POSTS}::test_a_kill_in_the_middle_leaves_one_post_with_one_table",
    ),
    Mutant(
        "a post that was asked for long ago is made",
        FORUM,
        "LATE = 10 * MINUTE",
        "LATE = DAY",
        f"{POSTS}::test_what_was_asked_for_long_ago_is_not_made",
    ),
    Mutant(
        "tags are made though that is not allowed",
        "bot/tide/tags.py",
        "return found, not missing",
        "return found, True",
        f"{POSTS}::test_without_the_right_to_make_tags_it_says_so_and_works",
    ),
)
