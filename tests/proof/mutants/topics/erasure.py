"""Mutants of erasing a person's data."""

from __future__ import annotations

from tests.proof.mutants.changes import (
    drop_call,
    drop_element,
    force_false,
    force_true,
    replace_expression,
    replace_text,
)
from tests.proof.mutants.mutant import Mutant

MUTANTS = (
    Mutant(
        "a seated player is erased",
        "bot.storage.people:PersonalData.erase_person.erase_rows",
        force_false("_HAS_ACTIVE_TABLE_SQL"),
        "tests/bot/storage/test_people.py tests/bot/tables/test_tables_seats.py",
    ),
    Mutant(
        "an erased name stays on seats",
        "bot.storage.people:PERSONAL_COLUMNS_BY_SHARED_TABLE",
        drop_element("seats"),
        "tests/bot/storage/test_people.py tests/bot/ui/person/test_e2e_privacy.py",
    ),
    Mutant(
        "tournament titles keep an erased name",
        "bot.storage.people:PersonalData.erase_person.erase_rows",
        drop_call("replace_names_in_tournaments"),
        "tests/bot/storage/test_people.py",
    ),
    Mutant(
        "other people's threads are renamed",
        "bot.ui.person.threads:_rename_thread",
        force_false("owner_id"),
        "tests/bot/features/forum/test_e2e_forum.py::test_an_erasure_does_not_rename_a_thread_of_another_owner",
    ),
    Mutant(
        "boards that name an erased player count as current",
        "bot.storage.people:PersonalData.erase_person.erase_rows",
        drop_call("run_each"),
        "tests/bot/ui/person/test_e2e_privacy.py tests/bot/storage/test_people.py",
    ),
    Mutant(
        "an export contains the next player's moves",
        "bot.storage.people:_LIST_MOVES_SQL",
        replace_text(">= log.seq", "< 0"),
        "tests/bot/storage/test_people.py",
    ),
    Mutant(
        "matches are deleted with lobbies",
        "bot.storage.people:PersonalData.delete_old_data.delete_rows",
        replace_text("version IS NULL AND", ""),
        "tests/bot/storage/test_people.py",
    ),
    Mutant(
        "messages that still have buttons are deleted",
        "bot.storage.people:PersonalData.delete_old_data.delete_rows",
        replace_text("retired = 1 AND", ""),
        "tests/bot/storage/test_people.py",
    ),
    Mutant(
        "nobody takes over from an erased host without a seat",
        "bot.storage.people:PersonalData.erase_person.erase_rows",
        drop_call("run", "_PASS_ON_HOSTING_SQL"),
        "tests/bot/features/channel_seat/test_e2e_channel_lobby.py::test_erasing_a_host_without_a_seat_makes_a_player_the_host",
    ),
    Mutant(
        "a lobby that nobody can start outlives its erased host",
        "bot.tables.people:People._close_orphaned_lobby",
        force_false("user_ids"),
        "tests/bot/features/channel_seat/test_e2e_channel_lobby.py::test_erasing_the_host_closes_a_lobby_without_people",
    ),
    Mutant(
        "an export leaves out tables hosted without a seat",
        "bot.storage.people:PersonalData.collect_data.read_rows",
        drop_element("_LIST_HOSTED_WITHOUT_SEAT_SQL", "run"),
        "tests/bot/features/channel_seat/test_e2e_channel_lobby.py::test_erasing_a_host_without_a_seat_makes_a_player_the_host",
    ),
    Mutant(
        "the board's picture keeps an erased name",
        "bot.ui.pictures:Pictures.draw_public_view",
        drop_element("names"),
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
    Mutant(
        "cached pictures keep an erased name",
        "bot.ui.pictures:Pictures.clear_cache",
        drop_call("clear", "_cache"),
        "tests/bot/ui/play/test_e2e_kept_pictures.py",
    ),
    Mutant(
        "cached replays keep an erased name",
        "bot.ui.pictures:Pictures.clear_cache",
        drop_call("clear", "_replays"),
        "tests/bot/ui/play/test_e2e_kept_pictures.py",
    ),
    Mutant(
        "the guest channel names an erased player after a crash",
        "bot.storage.messages:MARK_STALE_SQL",
        replace_text("'channel_board',", ""),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_a_crash_after_an_erasure_leaves_no_name_in_the_other_channel",
    ),
    Mutant(
        "a guest board that names an erased player counts as shown",
        "bot.features.channel_seat.mirror:GuestBoard._update_board",
        replace_expression("row.shows_position(match.seq)", "row.seq == match.seq"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_a_crash_after_an_erasure_leaves_no_name_in_the_other_channel",
    ),
    Mutant(
        "the sides of voters are kept after the end",
        "bot.features.channel_seat.driver:VoteDriver._update_guest_board",
        drop_call("delete_voter_seats"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_the_end_is_posted_in_both_channels_and_deletes_the_voters_sides",
    ),
    Mutant(
        "an erased player gets another daily attempt",
        "bot.storage.people:PersonalData.erase_person.erase_rows",
        drop_call("store_attempt_hashes"),
        "tests/bot/storage/test_daily.py",
    ),
    Mutant(
        "erasing a name posts an old shadow result",
        "bot.features.shadow_seat.posts:ShadowSeatPosts._update_post",
        replace_expression("await self.upkeep.is_due(table_id)", "self.upkeep.may_post()"),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_an_erasure_does_not_post_an_old_comparison",
    ),
    Mutant(
        "a shadow post keeps an erased name",
        "bot.storage.people:_LIST_AFFECTED_TABLES_SQL",
        replace_text("shadows WHERE user_id =", "shadows WHERE user_id = -1 *"),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_an_erased_person_is_removed_from_the_post",
    ),
    Mutant(
        "erasing an account allows another three rated matches",
        "bot.storage.ratings:_apply_daily_limit",
        replace_expression("computer is None", "computer is None and user"),
        "tests/bot/features/ratings/test_folding.py",
    ),
    Mutant(
        "erasing drops the seat from other players' results",
        "bot.storage.people:PersonalData.erase_person.erase_rows",
        drop_call("run", "DELETE_RESULTS_SQL"),
        "tests/bot/features/ratings/test_e2e_standing.py",
    ),
    Mutant(
        "erasing a name posts old predictions",
        "bot.features.predictions.posts:PredictionPosts._update_results",
        replace_expression("await self.upkeep.is_due(table.id)", "self.upkeep.may_post()"),
        "tests/bot/features/predictions/test_e2e_predictions.py::test_an_erasure_does_not_post_old_predictions",
    ),
    Mutant(
        "a player who joins keeps their prediction",
        "bot.features.predictions.keeper:PredictionKeeper.drop_predictions_of_players",
        force_false("has_played"),
        "tests/bot/features/predictions/test_e2e_predictions.py::test_a_prediction_is_deleted_when_its_author_takes_a_seat",
    ),
    Mutant(
        "erasing a name posts the review of an old match",
        "bot.features.review.posts:ReviewPosts._find_table_and_post",
        force_true("unposted"),
        "tests/bot/features/review/test_e2e_review_races.py::test_an_erasure_does_not_post_an_old_review",
    ),
    Mutant(
        "a review ignores what changed while it was computed",
        "bot.features.review.posts:ReviewPosts._post_or_update_review",
        replace_expression("await self._find_table_and_post(table_id)", "found", after="ensure_review"),
        "tests/bot/features/review/test_e2e_review_races.py::test_a_review_never_names_a_person_erased_while_it_is_computed"
        " tests/bot/features/review/test_e2e_review_races.py::test_a_channel_that_turns_reviews_off_while_one_is_computed_gets_none",
    ),
    Mutant(
        "a crash leaves an erased name on a review",
        "bot.features.review.posts:ReviewPosts._list_match_ids_to_update",
        replace_expression(
            "await self._reviews.list_match_ids_without_post(since) + await self._reviews.list_match_ids_with_erased_names()",
            "await self._reviews.list_match_ids_without_post(since)",
        ),
        "tests/bot/features/review/test_e2e_review_races.py::test_the_name_of_a_person_erased_before_a_crash_is_removed_after_it",
    ),
    Mutant(
        "a review rates an erased player",
        "bot.features.review.makers:is_known_person",
        force_true("NO_USER_ID"),
        "tests/bot/features/review/test_e2e_review_seats.py::test_try_again_is_shown_if_only_a_player_who_left_has_costly_moves",
    ),
)
