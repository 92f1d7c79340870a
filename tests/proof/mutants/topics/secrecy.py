"""Mutants that leak hidden information, such as hands, the secret of a running match, or passwords."""

from __future__ import annotations

from tests.proof.mutants.changes import (
    drop_element,
    force_false,
    force_true,
    replace_argument,
    replace_expression,
    replace_value,
    return_immediately,
    unwrap_call,
)
from tests.proof.mutants.mutant import Mutant

MUTANTS = (
    Mutant(
        "a spectator sees a hand of Coral Reef",
        "games.coral_reef.public:make_view",
        replace_expression(
            "() if viewer is None else tuple(sorted(state.hands[viewer]))",
            "tuple(sorted(state.hands[viewer or 0]))",
        ),
        "tests/games/coral_reef/test_cr_1_setup.py tests/games/coral_reef/test_cr_2_turn.py tests/games/coral_reef/test_properties.py",
    ),
    Mutant(
        "everyone is told which coral was drawn",
        "games.coral_reef.public:redact_event",
        replace_expression("CardDrawn(event.seat, None, event.is_playable)", "event"),
        "tests/games/coral_reef/test_cr_1_setup.py tests/games/coral_reef/test_cr_2_turn.py",
    ),
    Mutant(
        "everyone sees which corals were drawn",
        "games.coral_reef.public:make_view",
        force_true("seat"),
        "tests/games/coral_reef/test_cr_1_setup.py tests/games/coral_reef/test_cr_2_turn.py tests/games/coral_reef/test_properties.py",
    ),
    Mutant(
        "a drawn coral can be undone without agreement",
        "games.coral_reef.events:CardDrawn.reveals_hidden_parts",
        replace_value("False"),
        "tests/games/coral_reef",
    ),
    Mutant(
        "the buttons reveal what a hand allows",
        "games.coral_reef.rules:CoralReefRules.list_first_choices",
        replace_expression(
            "OPENING_ACTIONS if seat in view.to_act else ()",
            "OPENING_ACTIONS if view.playable else OPENING_ACTIONS[:1]",
        ),
        "tests/games/coral_reef/test_properties.py",
    ),
    Mutant(
        "the order of equal corals is visible",
        "games.coral_reef.public:make_view",
        replace_expression("tuple(sorted(state.hands[viewer]))", "state.hands[viewer]"),
        "tests/games/coral_reef/test_properties.py tests/games/coral_reef/test_cr_2_equal_corals.py",
    ),
    Mutant(
        "face-down cards are visible",
        "games.das_riff.river:hide_faces",
        replace_argument("tuple", 0, "[card % FACE_DOWN_OFFSET if card >= 0 else card for card in cards]"),
        "tests/games/das_riff/test_dr_1_setup.py",
    ),
    Mutant(
        "a flipped card can be undone without agreement",
        "games.das_riff.events:CardFlipped.reveals_hidden_parts",
        replace_value("False"),
        "tests/games/core/test_match.py",
    ),
    Mutant(
        "a sample of Das Riff is always the same",
        "games.das_riff.public:sample_state",
        unwrap_call("shuffled", "list_unseen_cards"),
        "tests/games/das_riff/test_properties.py",
    ),
    Mutant(
        "a spectator sees a hand of Reef",
        "games.reef.public:make_view",
        replace_argument("View", "hand", "state.seats[viewer or 0].hand"),
        "tests/games/reef/test_clauses.py",
    ),
    Mutant(
        "all hands of Reef are visible",
        "games.reef.public:make_view",
        replace_argument("View", "hands", "tuple([seat.hand for seat in state.seats])"),
        "tests/games/reef/test_clauses.py",
    ),
    Mutant(
        "the top card of a face-down deck is visible",
        "games.reef.public:make_view",
        force_true("ruleset"),
        "tests/games/reef/test_clauses.py",
    ),
    Mutant(
        "everyone is told which card was drawn",
        "games.reef.public:redact_event",
        force_false("was_face_up"),
        "tests/games/reef/test_clauses.py",
    ),
    Mutant(
        "a player is not told which card they drew face down",
        "games.reef.public:redact_event",
        force_true("viewer"),
        "tests/games/reef/test_clauses.py",
    ),
    Mutant(
        "a sample of Australis is always the same",
        "games.australis.public:sample_state",
        unwrap_call("shuffled"),
        "tests/games/australis/test_properties.py",
    ),
    Mutant(
        "the secret is in the file before the end",
        "games.core.match_record:record_match",
        replace_argument("MatchRecord", 5, "secret"),
        "tests/games/core/test_match_record.py",
    ),
    Mutant(
        "a spectator gets a seat's picture",
        "bot.ui.scenes:make_tableless_scene",
        replace_argument("view_at", 2, "viewer or 0"),
        "tests/bot/secrecy/test_secrets.py::test_nothing_that_leaves_the_process_depends_on_hidden_parts tests/bot/secrecy/test_e2e_secrets.py",
    ),
    Mutant(
        "events are not redacted",
        "bot.ui.scenes:redact_events",
        replace_argument("tuple", 0, "found"),
        "tests/bot/secrecy/test_secrets.py::test_nothing_that_leaves_the_process_depends_on_hidden_parts",
    ),
    Mutant(
        "earlier positions show a hand",
        "bot.ui.scenes:make_scene_at",
        replace_argument("view_at", 2, "0"),
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
    Mutant(
        "a computer player sees another's hand",
        "bot.computers.thinker:Thinker._make_job",
        replace_expression("match.rules.recall(match.state, seat)", "match.rules.view(match.state, 0)"),
        "tests/bot/secrecy/test_e2e_secrets.py tests/bot/computers/test_thinking.py",
    ),
    Mutant(
        "the private view is the public one",
        "bot.ui.play.own_view:_OwnView._make_page",
        replace_expression(
            "partial(pictures.draw_private_view, table, match, seat, w)",
            "partial(pictures.draw_public_view, table, match, w)",
        ),
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
    Mutant(
        "the public view is a seat's view",
        "bot.ui.pictures:Pictures.draw_public_view",
        replace_argument("make_scene", 2, "0"),
        "tests/bot/secrecy/test_secrets.py::test_nothing_that_leaves_the_process_depends_on_hidden_parts tests/bot/secrecy/test_e2e_secrets.py",
    ),
    Mutant(
        "a secret that doesn't match its commitment is accepted",
        "games.core.match_record:MatchRecord.verify",
        force_false("secret", "commitment"),
        "tests/games/core/test_match_record.py",
    ),
    Mutant(
        "the picture of Catch me up is cached for all seats",
        "bot.ui.pictures:Pictures.draw_changes",
        drop_element("seat"),
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
    Mutant(
        "the private picture is cached for all seats",
        "bot.ui.pictures:_make_private_key",
        drop_element("seat"),
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
    Mutant(
        "a hint is cached for all seats",
        "bot.computers.advice:Adviser.rank_moves",
        drop_element("seat"),
        "tests/bot/computers/test_advice.py",
    ),
    Mutant(
        "a player who lost the seat still sees its side",
        "bot.ui.play.waiting_status:_make_updated_page",
        force_false("user"),
        "tests/bot/ui/test_e2e_panels_kept.py",
    ),
    Mutant(
        "a seat's card shows the seat to its former player",
        "bot.ui.table.seats:_make_updated_card",
        force_false("user"),
        "tests/bot/ui/test_e2e_panels_kept.py",
    ),
    Mutant(
        "a plan looks past hidden information",
        "bot.ui.play.plans:_try_undoable_action",
        force_false("token"),
        "tests/bot/ui/play/test_e2e_guide.py::test_the_guide_does_not_look_ahead_past_face_down_cards",
    ),
    Mutant(
        "a chance draw can be undone without agreement",
        "games.core.gate:apply_token",
        force_false("drew"),
        "tests/games/core/test_match.py tests/bot/tables/test_tables_consent.py",
    ),
    Mutant(
        "a revealed card can be undone without agreement",
        "games.core.gate:apply_token",
        force_false("event"),
        "tests/games/core/test_match.py tests/bot/tables/test_tables_consent.py",
    ),
    Mutant(
        "a sealed step can be undone",
        "games.core.match:GenericMatch.find_undo_ply",
        force_false("is_sealed"),
        "tests/games/core/test_match.py tests/bot/tables/test_tables_consent.py",
    ),
    Mutant(
        "the log shows a password",
        "bot.host.logs:LineFormatter._mask_secrets",
        return_immediately("text"),
        "tests/bot/host/test_logs.py tests/bot/secrecy/test_secrets_log.py",
    ),
    Mutant(
        "the log does not know the database password",
        "bot.kit.server_url:ServerUrl.secrets",
        return_immediately("()"),
        "tests/bot/host/test_logs.py tests/bot/secrecy/test_secrets_log.py tests/bot/host/test_config.py",
    ),
)
