"""Mutants of permissions in features."""

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
        "anyone turns reviews off",
        "bot.features.review.presses:ReviewPresses.switch_posts",
        force_false("may_change_channel_settings"),
        "tests/bot/features/review/test_e2e_review.py::test_only_people_with_permission_can_turn_reviews_off",
    ),
    Mutant(
        "other players' moves can be retried",
        "bot.features.review.again:TryAgainPanel._load_review",
        force_false("find_known_seats"),
        "tests/bot/features/review/test_e2e_review.py::test_a_player_can_retry_only_their_own_costly_moves",
    ),
    Mutant(
        "anyone opens a prepared move",
        "bot.features.premoves.prepared:PreparedMoves.find_line",
        replace_expression("(row.id, row.user_id) == (row_id, user_id)", "row.id == row_id"),
        "tests/bot/features/premoves/test_e2e_premoves.py",
    ),
    Mutant(
        "anyone cancels a prepared move",
        "bot.storage.premoves:Premoves.cancel_premove",
        replace_text("user_id =", "0 <"),
        "tests/bot/storage/test_premoves.py",
    ),
    Mutant(
        "a player votes for the channel",
        "bot.features.channel_seat.keeper:require_spectator",
        force_false("has_played"),
        "tests/bot/features/channel_seat/test_e2e_channel_seat.py::test_a_player_cannot_vote_or_see_the_channels_view",
    ),
    Mutant(
        "a channel votes for the other",
        "bot.features.channel_seat.keeper:ChannelSeatKeeper.find_open_vote",
        force_false("find_channel_seat"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_people_can_vote_only_in_the_channel_whose_turn_it_is",
    ),
    Mutant(
        "a guest channel can do everything at a table",
        "bot.ui.presses:_check_access",
        force_true("press_handler", "allows_guest_channels"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_people_can_vote_only_in_the_channel_whose_turn_it_is",
    ),
    Mutant(
        "anyone answers for a channel",
        "bot.features.channel_seat.guests:_require_channel_manager",
        force_false("manage_channels"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_only_a_manager_of_the_channel_can_answer_for_it_or_stop_its_play",
    ),
    Mutant(
        "an invitation to a channel is answered elsewhere",
        "bot.features.channel_seat.guests:ChannelInvitations._require_inviting_table_id",
        force_false("_seats"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_closing_the_lobby_withdraws_its_invitation tests/bot/features/channel_seat/test_e2e_two_channels.py::test_an_invitation_cannot_be_answered_from_another_channel",
    ),
    Mutant(
        "a host asks a channel that they can't see",
        "bot.features.channel_seat.guests:ChannelInvitations._require_can_invite",
        force_true("view_channel", "send_messages"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_a_channel_that_cannot_be_asked_is_refused_with_the_reason",
    ),
    Mutant(
        "a person's seat is given to the channel",
        "bot.features.channel_seat.keeper:list_givable_seats",
        force_true("people"),
        "tests/bot/features/channel_seat/test_e2e_channel_seat.py::test_a_former_player_cannot_vote_and_their_seat_cannot_be_given_away",
    ),
    Mutant(
        "anyone gives a seat to the channel",
        "bot.features.channel_seat.keeper:ChannelSeatKeeper.give_seat",
        drop_call("check_host"),
        "tests/bot/features/channel_seat/test_e2e_channel_seat.py::test_only_the_host_gives_configures_and_takes_back_the_channels_seat",
    ),
    Mutant(
        "a channel reads the answer of another",
        "bot.features.channel_seat.texts:write_settled_question",
        force_true("guest_channel_ids"),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_each_channel_sees_the_outcome_of_its_own_invitation",
    ),
    Mutant(
        "another channel gets a rematch without being asked",
        "bot.tables.rematches:Rematches._open_rematch",
        replace_expression(
            "(row.computer is not None or row.user_id == person.user_id) and (not (row.channel and row.channel.is_guest))",
            "row.computer is not None or row.user_id == person.user_id",
        ),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_a_rematch_does_not_seat_the_other_channel",
    ),
    Mutant(
        "anyone removes an import",
        "bot.storage.imports:Imports.remove_import",
        replace_text("user_id = ?", "? = ?2"),
        "tests/bot/storage/test_imports.py",
    ),
    Mutant(
        "an imported post works in every channel",
        "bot.features.imports.imported:ImportedMatches.get_match",
        replace_expression("row.channel_id != channel_id", "False"),
        "tests/bot/features/imports/test_e2e_files.py",
    ),
    Mutant(
        "players can follow their own table",
        "bot.features.follow.pages:require_can_follow",
        force_false("list_seats"),
        "tests/bot/features/follow/test_e2e_follow.py::test_a_player_cannot_follow_their_own_table",
    ),
    Mutant(
        "a submitted form triggers any action",
        "bot.ui.presses:Router.route_press",
        force_true("handles_form"),
        "tests/bot/ui/test_e2e_forms.py",
    ),
    Mutant(
        "a guest sets the channel by a forged form",
        "bot.ui.person.settings_form:store_settings_form",
        force_false("fields", "may_change_channel_settings"),
        "tests/bot/ui/test_e2e_forms.py",
    ),
    Mutant(
        "a form accepts values that it never offered",
        "bot.ui.forms:read_fields",
        force_false("offered", "value"),
        "tests/bot/ui/test_e2e_forms.py",
    ),
    Mutant(
        "players can seal shadow moves",
        "bot.features.shadow_seat.keeper:ShadowSeatKeeper.require_may_seal",
        force_false("has_played"),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_only_spectators_can_seal_moves_and_only_once_the_host_has_allowed_it",
    ),
    Mutant(
        "shadow moves are open at every table",
        "bot.features.shadow_seat.keeper:ShadowSeatKeeper.require_may_seal",
        force_false("is_shadow_seat_open"),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_only_spectators_can_seal_moves_and_only_once_the_host_has_allowed_it",
    ),
    Mutant(
        "anyone opens shadow moves",
        "bot.features.shadow_seat.pages:ShadowSeatPage.switch_shadow_seat",
        drop_call("check_host"),
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_only_spectators_can_seal_moves_and_only_once_the_host_has_allowed_it",
    ),
    Mutant(
        "anyone posts another player's card",
        "bot.features.ratings.cards:PlayerCards.post_card",
        force_false("parts"),
        "tests/bot/features/ratings/test_e2e_standing.py",
    ),
    Mutant(
        "anyone moves the server board",
        "bot.cogs.groups:require_manager",
        force_false("manage_channels"),
        "tests/bot/features/server_board/test_e2e_board.py::test_only_a_manager_can_set_the_board_the_forum_and_the_role",
    ),
    Mutant(
        "someone joins a table of another server",
        "bot.features.server_board.joining:JoinButtons.join_table",
        replace_expression(
            "not here or not await can_read_channel(interaction, table.place.channel_id)",
            "here and (not await can_read_channel(interaction, table.place.channel_id))",
        ),
        "tests/bot/features/server_board/test_e2e_board.py::test_a_table_of_another_server_cannot_be_joined_here",
    ),
    Mutant(
        "someone joins in a channel that they can't read",
        "bot.features.server_board.joining:JoinButtons.join_table",
        force_false("can_read_channel"),
        "tests/bot/features/server_board/test_e2e_board.py::test_the_board_does_not_list_tables_in_private_channels",
    ),
    Mutant(
        "Join on the server board skips the checks",
        "bot.features.server_board.joining:JoinButtons.join_table",
        replace_expression(
            "self._tables.lobby.join_lobby(table.id, get_person(interaction), interaction.id)",
            "self._tables.lobby.join_lobby(table.id, get_person(interaction), interaction.id, extra_seat=True)",
        ),
        "tests/bot/features/server_board/test_e2e_board.py::test_joining_on_the_board_has_the_same_checks_as_at_the_table",
    ),
    Mutant(
        "a role with permissions can be chosen",
        "bot.features.challenges.role:ChallengeRole.set_role",
        force_false("is_unsuitable_role"),
        "tests/bot/features/challenges/test_e2e_challenges.py::test_a_role_with_permissions_is_refused",
    ),
    Mutant(
        "a role with permissions is given out",
        "bot.features.challenges.role:ChallengeRole.switch_role",
        force_false("is_unsuitable_role"),
        "tests/bot/features/challenges/test_e2e_challenges.py::test_a_role_that_gained_permissions_is_not_given_to_anyone",
    ),
    Mutant(
        "a reserved seat is offered to everyone",
        "bot.storage.server_boards:_LIST_OPEN_TABLES_SQL",
        replace_text("+ (SELECT count(*) FROM invitations i WHERE i.match_id = m.id AND i.declined = 0)", ""),
        "tests/bot/storage/test_server_boards.py::test_open_seats_are_listed_newest_first_without_reserved_ones",
    ),
    Mutant(
        "a new server board pings the players it names",
        "bot.announcing.sender:Sender.post_layout",
        replace_expression("make_allowed_mentions", "discord.AllowedMentions.all"),
        "tests/bot/features/server_board/test_e2e_board.py::test_the_board_mentions_nobody",
    ),
    Mutant(
        "an edited server board pings the players it names",
        "bot.announcing.sender:Sender.edit_message",
        replace_expression("make_allowed_mentions", "discord.AllowedMentions.all"),
        "tests/bot/features/server_board/test_e2e_board.py::test_the_board_mentions_nobody",
    ),
    Mutant(
        "players can predict their own match",
        "bot.features.predictions.rules:require_may_predict",
        force_false("has_played"),
        "tests/bot/features/predictions/test_e2e_predictions.py::test_current_and_former_players_cannot_predict",
    ),
    Mutant(
        "former players can predict the match",
        "bot.tables.seats:find_known_seats",
        drop_element("had"),
        "tests/bot/features/predictions/test_e2e_predictions.py::test_current_and_former_players_cannot_predict",
    ),
    Mutant(
        "anyone creates tournaments reserved for a role",
        "bot.features.tournaments.opening:TournamentOpener.open_tournament",
        drop_call("require_may_create"),
        "tests/bot/features/tournaments/test_e2e_creating.py",
    ),
    Mutant(
        "anyone chooses who creates tournaments",
        "bot.features.tournaments.creators:CreatorRole.set_role",
        force_false("manage_guild"),
        "tests/bot/features/tournaments/test_e2e_creating.py",
    ),
    Mutant(
        "anyone takes over a seat at a tournament table",
        "bot.tables.seats:list_takeable_seats",
        force_true("is_arranged"),
        "tests/bot/features/tournaments/test_e2e_unaided.py",
    ),
    Mutant(
        "anyone runs a tournament",
        "bot.features.tournaments.rights:may_manage_tournament",
        force_true("user"),
        "tests/bot/features/tournaments/test_e2e_tournament.py",
    ),
    Mutant(
        "anyone submits a host's forms",
        "bot.features.tournaments.rights:find_managed_tournament",
        drop_call("require_tournament_host"),
        "tests/bot/features/tournaments/test_e2e_naming.py",
    ),
    Mutant(
        "a player corrects the result of their own match",
        "bot.features.tournaments.service:TournamentService.correct_result.make_event",
        force_false("tournament"),
        "tests/bot/features/tournaments/test_e2e_tournament.py",
    ),
    Mutant(
        "a table's button works on an imported file with the same number",
        "bot.features.what_if.presses:ForkPanel._find_fork",
        replace_expression(
            "(start.source, start.table_id) != (self._source.verb_prefix, table_id)",
            "start.table_id != table_id",
        ),
        "tests/bot/features/imports/test_e2e_files.py",
    ),
)
