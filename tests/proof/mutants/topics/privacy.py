"""Mutants of privacy in features: hidden channels, hidden choices, and people who opted out."""

from __future__ import annotations

from tests.proof.mutants.changes import (
    drop_call,
    force_false,
    force_true,
    replace_argument,
    replace_expression,
    replace_text,
    unwrap_call,
)
from tests.proof.mutants.mutant import Mutant

MUTANTS = (
    Mutant(
        "the tally reveals a hidden hand",
        "bot.features.channel_seat.texts:write_tally",
        force_false("has_open_hand"),
        "tests/bot/features/channel_seat/test_e2e_channel_seat.py::test_the_tally_names_moves_only_if_hands_are_open",
    ),
    Mutant(
        "a player who has seen a hand takes another seat",
        "bot.tables.seats:list_takeable_seats",
        force_true("had_channel_seat"),
        "tests/bot/features/channel_seat/test_e2e_channel_seat.py::test_nobody_can_take_over_a_seat_whose_hand_the_channel_has_seen",
    ),
    Mutant(
        "the error log shows a channel's choice",
        "bot.storage.channel_seats:VoteRow.token",
        replace_argument("field", "repr", None),
        "tests/bot/storage/test_channel_seats.py::test_a_person_has_one_vote_and_a_changed_vote_counts_as_the_newest",
    ),
    Mutant(
        "the last voter sees the vote still open",
        "bot.features.channel_seat.pages:ChannelSeatPage.show_page_after_vote",
        drop_call("_check_votes"),
        "tests/bot/features/channel_seat/test_e2e_channel_seat.py::test_only_the_last_voter_sees_a_tally tests/bot/features/channel_seat/test_e2e_channel_seat.py::test_the_vote_that_ends_the_match_is_answered_with_its_tally",
    ),
    Mutant(
        "someone who has seen a former channel's side votes for another seat",
        "bot.features.channel_seat.keeper:_has_guest_channel",
        force_false("former_occupants"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_a_voter_of_a_channel_that_stopped_playing_cannot_vote_for_another_seat",
    ),
    Mutant(
        "one person votes for both sides",
        "bot.features.channel_seat.keeper:ChannelSeatKeeper.require_and_bind_voter",
        force_false("voter_seat"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_nobody_can_vote_for_both_sides",
    ),
    Mutant(
        "a voter reads the tally of an earlier vote",
        "bot.features.channel_seat.pages:ChannelSeatPage._write_votes",
        replace_expression("own is None", "last"),
        "tests/bot/features/channel_seat/test_e2e_channel_seat.py::test_only_the_last_voter_sees_a_tally",
    ),
    Mutant(
        "a rematch starts before its secret is committed",
        "bot.tables.lobby_seats:LobbySeats._reseat_player_for_rematch",
        replace_expression("set(table.user_ids) <= {table.host_id}", "len(table.user_ids) == 1"),
        "tests/bot/features/channel_seat/test_e2e_channel_lobby.py::test_a_rematch_lobby_without_people_waits_for_its_host",
    ),
    Mutant(
        "an outcome in a file reveals too much",
        "games.core.strict:_is_outcome",
        force_true("_OUTCOME_KEYS"),
        "tests/games/test_cli.py",
    ),
    Mutant(
        "a match with a sealed secret is reported as unfinished",
        "games.core.upload:parse_upload",
        replace_expression("SecretWithheld", "UnfinishedMatch"),
        "tests/games/core/test_upload.py",
    ),
    Mutant(
        "a file of an unfinished match is accepted",
        "games.core.upload:parse_upload",
        force_false("outcome"),
        "tests/games/core/test_upload.py",
    ),
    Mutant(
        "everyone sees every import",
        "bot.features.imports.imported:ImportedMatches.get_match",
        force_false("user_id"),
        "tests/bot/features/imports/test_e2e_files.py",
    ),
    Mutant(
        "a ping to followers shows the view of a seat",
        "bot.features.follow.pings:write_ping",
        replace_argument("make_scene", 2, "0"),
        "tests/bot/secrecy/test_spectators_secret.py",
    ),
    Mutant(
        "private threads are listed for everybody",
        "bot.host.places:list_channels_with_threads",
        replace_expression(
            "channel_accessible(env.backend, one.id, viewer_id, history=True)", "one.guild_id is not None"
        ),
        "tests/bot/host/test_playground_places.py::test_a_private_thread_is_listed_only_for_its_members",
    ),
    Mutant(
        "anyone on this machine can list the channels",
        "bot.host.page:PlaygroundServer._pages",
        force_false("_authorized"),
        "tests/bot/host/test_playground_places.py::test_the_list_of_places_requires_the_key_and_the_page_has_its_script",
    ),
    Mutant(
        "a sealed prediction is computed from the real hidden cards",
        "bot.features.shadow_seat.keeper:deal_for_spectator",
        unwrap_call("fork_match"),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_a_spectators_deal_does_not_depend_on_hidden_information",
    ),
    Mutant(
        "the error log shows a sealed move",
        "bot.storage.shadows:SealedMoveRow.token",
        replace_argument("field", "repr", None),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_nobody_can_tell_sealed_moves_apart_before_the_end",
    ),
    Mutant(
        "a player who opted out is named as a shadow",
        "bot.features.shadow_seat.keeper:ShadowSeatKeeper.compare_moves",
        force_false("_has_opted_out"),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_a_person_who_opts_out_is_shown_only_to_themselves",
    ),
    Mutant(
        "sealed moves that can't be compared are announced",
        "bot.features.shadow_seat.posts:ShadowSeatPosts._update_post",
        force_true("move_count"),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_nothing_is_posted_if_no_sealed_move_can_be_compared",
    ),
    Mutant(
        "a player who opted out is on the leaderboard",
        "bot.storage.rating_reader:_LIST_LEADERBOARD_SQL",
        replace_text("AND NOT {HAS_OPTED_OUT_SQL}", ""),
        "tests/bot/features/ratings/test_folding.py::test_opting_out_removes_a_person_and_opting_in_restores_all_ratings",
    ),
    Mutant(
        "the card of a player who opted out is shown",
        "bot.features.ratings.cards:PlayerCards.show_card",
        force_false("out", "own"),
        "tests/bot/features/ratings/test_e2e_standing.py",
    ),
    Mutant(
        "histories show hidden channels",
        "bot.features.ratings.histories:HistoryPages._list_readable_channels",
        force_true("can_read_cached_channel"),
        "tests/bot/features/ratings/test_e2e_standing.py",
    ),
    Mutant(
        "replays from hidden channels are shown",
        "bot.features.ratings.histories:HistoryPages.show_replay",
        force_true("can_see_channel", "user_ids"),
        "tests/bot/features/ratings/test_e2e_standing.py",
    ),
    Mutant(
        "a table in a private thread is posted to the forum",
        "bot.features.forum.opening:_belongs_in_forum",
        force_false("is_private"),
        "tests/bot/features/forum/test_e2e_forum.py",
    ),
    Mutant(
        "the server board lists channels that others can't read",
        "bot.features.server_board.visibility:VisibleChannels._is_open_channel",
        force_true("_board_channel"),
        "tests/bot/features/server_board/test_e2e_board.py::test_the_board_does_not_list_tables_in_private_channels",
    ),
    Mutant(
        "someone who can't see the forum is sent there",
        "bot.features.forum.opening:_belongs_in_forum",
        force_true("Member"),
        "tests/bot/features/forum/test_e2e_forum.py",
    ),
    Mutant(
        "the error log shows a prediction",
        "bot.storage.predictions:PredictionRow.seat",
        replace_argument("field", "repr", None),
        "tests/bot/features/predictions/test_e2e_predictions.py::test_nobody_can_tell_two_predictions_apart_before_the_end",
    ),
    Mutant(
        "a predictor who opted out is on the leaderboard",
        "bot.storage.predictions:_LIST_PREDICTORS_SQL",
        replace_text("= s.user_id AND", "= -1 AND"),
        "tests/bot/storage/test_predictions.py",
    ),
    Mutant(
        "everyone lists the tournaments of hidden channels",
        "bot.features.tournaments.finder:TournamentFinder.list_visible_tournaments",
        force_true("may_manage_tournament"),
        "tests/bot/features/tournaments/test_e2e_naming.py",
    ),
    Mutant(
        "the secret of a deal is shown while others play from it",
        "bot.tables.store:TableStore.record_steps",
        force_false("is_sealed"),
        "tests/bot/features/tournaments/test_e2e_tournament.py",
    ),
    Mutant(
        "the secret of a deal is shown after the table is read again",
        "bot.tables.reading:make_table",
        force_true("is_sealed"),
        "tests/bot/features/tournaments/test_e2e_tournament.py",
    ),
    Mutant(
        "the secret of a deal is in the export",
        "bot.tables.exports:Exports.make_record",
        replace_argument("record_match", "withholds_secret", None),
        "tests/bot/features/tournaments/test_e2e_tournament.py",
    ),
    Mutant(
        "the secret of a deal is announced for the end of one match",
        "bot.ui.table.export:_explain_missing_secret",
        force_true("is_sealed"),
        "tests/bot/features/tournaments/test_e2e_tournament.py",
    ),
    Mutant(
        "a fork starts with the real hidden cards",
        "games.core.fork:fork_match",
        replace_expression(
            "rules.sample(rules.recall(match.state_at(ply), viewer), Chance(key, 0))", "match.state_at(ply)"
        ),
        "tests/games/test_fork.py",
    ),
    Mutant(
        "a fork continues with its match's randomness",
        "games.core.fork:fork_match",
        replace_argument("Match", 4, "match.key"),
        "tests/games/test_fork.py",
    ),
    Mutant(
        "a spectator gets the view of the seat in turn",
        "bot.features.what_if.presses:_find_viewer",
        replace_expression("table.find_acting_seat(user_id)", "match.active_seat"),
        "tests/bot/features/what_if/test_e2e_whatif.py",
    ),
    Mutant(
        "a hand that is still in play elsewhere is shown",
        "bot.model.table:Table.is_revealed_to",
        force_true("is_sealed"),
        "tests/bot/secrecy/test_e2e_same_deal.py",
    ),
    Mutant(
        "someone still playing the deal reads its review",
        "bot.features.review.presses:ReviewPresses._find_review",
        force_false("user"),
        "tests/bot/secrecy/test_e2e_same_deal.py",
    ),
    Mutant(
        "a review is posted where others still play the deal",
        "bot.features.review.posts:ReviewPosts._find_channel",
        force_false("is_sealed"),
        "tests/bot/secrecy/test_e2e_same_deal.py",
    ),
    Mutant(
        "another seat's view is shown during the match",
        "bot.features.what_if.presses:_find_viewer",
        force_true("is_revealed_to"),
        "tests/bot/features/what_if/test_e2e_whatif.py",
    ),
    Mutant(
        "a turning point is replayed from another hand",
        "bot.features.what_if.presses:_find_viewer",
        force_false("is_revealed_to"),
        "tests/bot/features/what_if/test_e2e_whatif.py::test_after_the_end_a_fork_begins_with_the_view_of_the_seat_to_act",
    ),
    Mutant(
        "the best line is shown on its day",
        "bot.features.daily.best_line:BestLinePages.show_best_line_step",
        replace_expression("not self._service.is_over(day)", "day >= self._service.today"),
        "tests/bot/features/daily/test_e2e_daily_edges.py::test_no_page_reveals_the_deal_while_the_attempt_can_still_be_finished",
    ),
    Mutant(
        "the result of the best line is shown while some can still finish",
        "bot.features.daily.past:PastDayPages.show_yesterday",
        replace_expression("not is_over", "False"),
        "tests/bot/features/daily/test_e2e_daily_edges.py::test_no_page_reveals_the_deal_while_the_attempt_can_still_be_finished",
    ),
    Mutant(
        "the daily file is available on its day",
        "bot.features.daily.past:PastDayPages.send_record",
        replace_expression("not self._service.is_over(number)", "number >= self._service.today"),
        "tests/bot/features/daily/test_e2e_daily_edges.py::test_no_page_reveals_the_deal_while_the_attempt_can_still_be_finished",
    ),
    Mutant(
        "a player who opted out is named on the daily board",
        "bot.features.daily.pages:DailyPages.show_ranking",
        replace_argument("list_ranked_attempts", 2, "('', '')"),
        "tests/bot/features/daily/test_e2e_daily.py::test_the_board_names_finishers_unless_they_opt_out",
    ),
    Mutant(
        "a player who left retries moves of a deal still in play",
        "bot.features.review.again:TryAgainPanel._load_review",
        force_false("user", "match"),
        "tests/bot/secrecy/test_e2e_same_deal.py::test_a_player_who_left_cannot_retry_moves_before_the_round_is_over",
    ),
)
