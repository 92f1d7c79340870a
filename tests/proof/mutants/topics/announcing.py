"""Mutants of announcing, which must store changes first and announce them exactly once, even after a crash."""

from __future__ import annotations

from tests.proof.mutants.changes import (
    drop_call,
    force_false,
    force_true,
    postpone_call,
    replace_argument,
    replace_expression,
    replace_text,
)
from tests.proof.mutants.mutant import Mutant

MUTANTS = (
    Mutant(
        "a move is announced before it is stored",
        "bot.tables.store:TableStore.record_steps",
        postpone_call("append_rows", "publish"),
        "tests/bot/tables/test_tables_play.py tests/bot/tables/test_tables_feed.py",
    ),
    Mutant(
        "a move is not announced",
        "bot.tables.store:TableStore.record_steps",
        drop_call("publish"),
        "tests/bot/tables/test_tables_feed.py",
    ),
    Mutant(
        "a change is announced before it is stored",
        "bot.tables.store:TableStore.make_change",
        postpone_call("watch_write", "publish"),
        "tests/bot/tables/test_tables_feed.py tests/bot/faults/test_e2e_kills.py",
    ),
    Mutant(
        "a doubtful write that succeeded is not announced",
        "bot.tables.doubts:DoubtfulWrites._publish_change_if_stored",
        drop_call("_publish"),
        "tests/bot/tables/test_tables_doubts.py",
    ),
    Mutant(
        "a doubtful write that failed is announced",
        "bot.tables.doubts:DoubtfulWrites._publish_change_if_stored",
        force_true("rows"),
        "tests/bot/tables/test_tables_doubts.py",
    ),
    Mutant(
        "a doubtful end that failed is announced",
        "bot.tables.doubts:DoubtfulWrites._publish_change_if_stored",
        force_true("TABLE_OVER"),
        "tests/bot/tables/test_tables_doubts.py",
    ),
    Mutant(
        "a new table is not announced",
        "bot.tables.store:TableStore.add_table",
        drop_call("publish"),
        "tests/bot/tables/test_tables_feed.py",
    ),
    Mutant(
        "one failing subscriber blocks the others",
        "bot.tables.feed:Feed.publish_locally",
        replace_expression("Exception", "ZeroDivisionError"),
        "tests/bot/tables/test_tables_feed.py",
    ),
    Mutant(
        "a repeated press is answered twice",
        "bot.platform.intake:PressIntake.register_press",
        force_true("_registered"),
        "tests/bot/faults/test_e2e_corners.py tests/bot/ui/play/test_e2e_moves.py tests/bot/over_http/test_standin.py",
    ),
    Mutant(
        "a stopping host takes presses",
        "bot.ui.replies:accept_press",
        force_false("closed"),
        "tests/bot/host/test_e2e_stopping.py",
    ),
    Mutant(
        "a press that can't be acknowledged is carried out",
        "bot.platform.deadlines:acknowledge",
        replace_expression("means_accepted(error)", "isinstance(error, discord.HTTPException)"),
        "tests/bot/faults/test_e2e_faults.py",
    ),
    Mutant(
        "a change during a failed announcement is lost",
        "bot.announcing.announcer:Announcer._run_announcements",
        force_false("_marked", "_stopped"),
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "announcing one table forgets the others",
        "bot.announcing.announcer:Announcer._run_announcements",
        replace_expression("self._marked.discard(table_id)", "self._marked.clear()"),
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "a failed announcement is not reworded later",
        "bot.announcing.announcer:Announcer._make_announcement",
        force_false("has_new_text"),
        "tests/bot/announcing/test_e2e_announcing.py",
    ),
    Mutant(
        "a permanent refusal is retried",
        "bot.announcing.announcer:Announcer._note_failure",
        replace_expression("cause in (ObstacleCause.DISCORD, ObstacleCause.DATABASE)", "True"),
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "messages that a former host sent late are kept",
        "bot.announcing.announcer:Announcer._make_announcement",
        replace_expression("table_id in self._interrupted", "False"),
        "tests/bot/announcing/test_e2e_leftovers.py",
    ),
    Mutant(
        "a late message that Discord refuses to change is forgotten",
        "bot.announcing.late_messages:LateMessages._search_channel",
        drop_call("_record_message"),
        "tests/bot/announcing/test_e2e_late_messages.py",
    ),
    Mutant(
        "a start ignores late messages",
        "bot.storage.messages:OUTDATED_TABLES_SQL",
        replace_text("= 'late'", "= 'none'"),
        "tests/bot/announcing/test_e2e_late_messages.py",
    ),
    Mutant(
        "a search for late messages that isn't allowed counts as made",
        "bot.announcing.late_messages:LateMessages._search_channel",
        force_false("HISTORY_PERMISSION"),
        "tests/bot/announcing/test_e2e_late_messages.py",
    ),
    Mutant(
        "a late edit of the current board is kept",
        "bot.announcing.announcer:Announcer._update_messages",
        replace_expression(
            "has_new_text or await self._late_messages.is_search_requested(table)", "has_new_text"
        ),
        "tests/bot/announcing/test_e2e_late_messages.py",
    ),
    Mutant(
        "a late message is mistaken for the lost one",
        "bot.announcing.recent:RecentMessages.confirm_arrived_messages",
        replace_expression(
            "messages.list_live_messages(table.id)", "messages.list_live_messages(table.id, purpose)"
        ),
        "tests/bot/announcing/test_e2e_late_messages.py",
    ),
    Mutant(
        "a temporary failure is not retried",
        "bot.announcing.announcer:Announcer._note_failure",
        replace_expression(
            "cause in (ObstacleCause.DISCORD, ObstacleCause.DATABASE)", "cause is ObstacleCause.DATABASE"
        ),
        "tests/bot/faults/test_e2e_faults.py",
    ),
    Mutant(
        "a post is not recorded as sent",
        "bot.announcing.posting:MessagePoster.post_message",
        drop_call("confirm_message"),
        "tests/bot/faults/test_e2e_kills.py tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "a refused post is still expected",
        "bot.announcing.posting:MessagePoster.post_message",
        force_false("error"),
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "a post that may have been sent is forgotten",
        "bot.announcing.posting:MessagePoster.post_message",
        force_true("error"),
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "another author's message is mistaken for the lost one",
        "bot.announcing.recent:RecentMessages.read_own_messages",
        force_true("author"),
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "a known board is mistaken for the lost one",
        "bot.announcing.recent:RecentMessages.confirm_arrived_messages",
        force_false("known"),
        "tests/bot/announcing/test_e2e_announcing.py",
    ),
    Mutant(
        "a used nonce is used again",
        "bot.announcing.posting:MessagePoster.find_nonce",
        force_false("purpose"),
        "tests/bot/announcing/test_e2e_announcing.py",
    ),
    Mutant(
        "a player is called again too soon",
        "bot.storage.invitation_mentions:InvitationMentions.record_mention",
        replace_text("excluded.at -", "excluded.at +"),
        "tests/bot/storage/test_people.py",
    ),
    Mutant(
        "a failed invitation counts",
        "bot.announcing.invitations:Invitations._post_invitation",
        drop_call("remove_mention"),
        "tests/bot/ui/table/test_e2e_lobby.py tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "a sent round post is sent again",
        "bot.features.follow.pings:FollowerPings._send_ping",
        force_true("nonce"),
        "tests/bot/features/follow/test_e2e_follow.py::test_a_crash_at_any_step_of_the_post_leaves_one_post",
    ),
    Mutant(
        "a sent round post is not looked for",
        "bot.features.follow.pings:FollowerPings._send_ping",
        replace_argument("confirm_arrived_messages", 3, "lambda row: ''"),
        "tests/bot/features/follow/test_e2e_follow.py::test_a_crash_at_any_step_of_the_post_leaves_one_post",
    ),
    Mutant(
        "a noted round post is not sent after a crash",
        "bot.features.follow.pings:FollowerPings._update_table",
        replace_expression("sorted({row.post_number for row in rows if not row.is_post_sent})", "()"),
        "tests/bot/features/follow/test_e2e_follow.py::test_a_crash_at_any_step_of_the_post_leaves_one_post",
    ),
    Mutant(
        "a single post is posted again",
        "bot.announcing.one_time_posts:OneTimePosts.post_text",
        force_true("purpose"),
        "tests/bot/features/predictions/test_e2e_predictions.py::test_a_crash_at_any_step_of_a_post_leaves_one_post",
    ),
    Mutant(
        "a sent single post is not looked for",
        "bot.announcing.one_time_posts:OneTimePosts.post_text",
        replace_argument("confirm_arrived_messages", 3, "lambda row: ''"),
        "tests/bot/features/predictions/test_e2e_predictions.py::test_a_crash_at_any_step_of_a_post_leaves_one_post",
    ),
    Mutant(
        "a lock without predictions is not stored",
        "bot.features.predictions.posts:PredictionPosts._lock_predictions",
        replace_expression(
            "await self._keeper.lock_predictions(table)",
            "len(await self._tips.list_predictions(table.id)) and await self._keeper.lock_predictions(table)",
        ),
        "tests/bot/features/predictions/test_e2e_predictions.py::test_a_lock_without_predictions_remains_after_an_undo",
    ),
    Mutant(
        "a crash creates an event twice",
        "bot.features.tournaments.calendar:EventCalendar._show_event",
        replace_expression("None if row.marker is None else await self._find_event(row, guild)", "None"),
        "tests/bot/features/tournaments/test_e2e_events.py",
    ),
    Mutant(
        "a tournament table is opened twice after a crash",
        "bot.features.tournaments.seating:TableSeating._open_table",
        force_true("_was_table_opened_for"),
        "tests/proof/tournament/test_simulation.py",
    ),
    Mutant(
        "a tournament whose end was not announced is forgotten",
        "bot.features.tournaments.keeper:TournamentKeeper.resume",
        replace_argument("list_recent_tournament_and_server_ids", 0, "self._tables.now() + LATELY"),
        "tests/bot/features/tournaments/test_e2e_events.py",
    ),
    Mutant(
        "a crash at the end forgets the shadow post",
        "bot.storage.shadows:_LIST_MATCHES_WITHOUT_COMPARISON_SQL",
        replace_text("= 'over'", "= 'none'"),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_the_comparison_waits_for_the_review_and_survives_a_crash",
    ),
    Mutant(
        "the end of a challenge is announced before it is stored",
        "bot.features.challenges.expiry:ChallengeExpiry._close_expired_challenge",
        drop_call("set_stage", "CHALLENGE_END_ANNOUNCED"),
        "tests/bot/features/challenges/test_e2e_challenges.py::test_an_expired_challenge_closes_with_one_line",
    ),
    Mutant(
        "a server board sent before a crash is not looked for",
        "bot.features.server_board.keeper:ServerBoardKeeper._update_locked_board",
        replace_expression(
            "await self._sender.find_message_id(channel, make_open_table_marker(row.post_number))", "None"
        ),
        "tests/bot/features/server_board/test_e2e_board.py::test_an_unconfirmed_board_is_not_posted_twice",
    ),
    Mutant(
        "a forum post is created twice",
        "bot.features.forum.posts:ForumPosts._find_post_thread_id",
        force_false("_make_post_marker"),
        "tests/bot/features/forum/test_e2e_forum.py::test_a_crash_while_a_table_opens_leaves_one_post_with_one_table",
    ),
    Mutant(
        "a crash hides a match's end from the guest channel",
        "bot.storage.channel_seats:_LIST_MATCHES_NEEDING_WORK_SQL",
        replace_text("live.seq <", "live.seq >"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_a_crash_at_the_end_still_posts_the_end_and_deletes_the_voters_sides",
    ),
    Mutant(
        "a question that was not announced is lost in a crash",
        "bot.storage.channel_seats:_LIST_MATCHES_NEEDING_WORK_SQL",
        replace_text("= 0 UNION", "= 2 UNION"),
        "tests/bot/storage/test_channel_seats.py::test_a_person_has_one_vote_and_a_changed_vote_counts_as_the_newest",
    ),
    Mutant(
        "a refused daily card counts as posted",
        "bot.storage.daily:DailyChallenges.reserve_card",
        replace_text("OR card = ?)", "AND ? = 0)"),
        "tests/bot/storage/test_daily.py",
    ),
)
