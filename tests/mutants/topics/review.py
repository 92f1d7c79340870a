"""Reviews: what adds up, what is judged by whom, and that each is posted once."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

REVIEW, MOVES, SLICES = (f"games/review/{name}.py" for name in ("review", "moves", "slices"))
RACES = "tests/bot/test_e2e_review_races.py"
SAME_DEAL = "tests/bot/test_e2e_same_deal.py"
SHARED = "tests/bot/test_reviews_shared.py"
SEATS = "tests/bot/test_e2e_review_seats.py"
POSTS, PRESSES, AGAIN = (f"bot/review/{name}.py" for name in ("posts", "presses", "again"))
SUMMARY, SENTENCE = "bot/review/summary.py", "tests/bot/test_review_summary.py"
PURE, E2E, KEPT = (
    "tests/players/test_review.py",
    "tests/bot/test_e2e_review.py",
    "tests/storage/test_reviews.py",
)

MUTANTS = (
    Mutant(
        "moves are judged by less than plays best",
        "games/review/slices.py",
        "judge if game.played_on is None else ShareJudge(game, piece.version, game.played_on)",
        "judge",
        "tests/players/test_review.py::test_moves_are_judged_by_what_plays_best",
    ),
    Mutant("luck is counted twice", REVIEW, "result - start - luck", "result - start - 2 * luck", PURE),
    Mutant(
        "that somebody resigned is how well the other played",
        REVIEW,
        "ended = result - self.curve[-1][seat]",
        "ended = 0.0",
        PURE,
    ),
    Mutant(
        "advice speaks to whoever reads it",
        PRESSES,
        "if own:",
        "if True:",
        f"{E2E}::test_turning_points_say_what_was_played_and_what_was_better",
    ),
    Mutant("a mistake is a blunder", MOVES, "BLUNDER: Final = 0.15", "BLUNDER: Final = 0.10", PURE),
    Mutant(
        "turning points come as they cost", REVIEW, "key=lambda move: move.ply)", "key=lambda move: 0)", PURE
    ),
    Mutant(
        "a review of any version is read", REVIEW, 'if found.get("version") != VERSION:', "if False:", PURE
    ),
    Mutant("long matches are looked at for longer", SLICES, "// steps, LEAST_WALKS", ", LEAST_WALKS", PURE),
    Mutant(
        "who lost nothing is outplayed",
        SUMMARY,
        "_mean_cost(review, best)) >= EVEN",
        "_mean_cost(review, best)) >= -1000",
        SENTENCE,
    ),
    Mutant(
        "the sentence says that all played alike where the figures differ",
        SUMMARY,
        "if max(plays) - play < CLOSE]",
        "if max(plays) - play < 10 * CLOSE]",
        SENTENCE,
    ),
    Mutant(
        "below the picture a turn stands where it ends",
        "bot/review/picture.py",
        "begins = [1]",
        "begins = []",
        "tests/bot/test_review_picture.py",
    ),
    Mutant(
        "the turns below the picture are written over each other",
        "games/kit/curve.py",
        "return all(right - left >= one + other + APART",
        "return True or all(right - left >= one + other + APART",
        "tests/bot/test_review_picture.py",
    ),
    Mutant(
        "the log's steps are not those of the review",
        "bot/review/presses.py",
        "step=move.ply + 1,",
        "step=move.ply,",
        f"{E2E}::test_a_turning_point_is_found_again_in_the_log",
    ),
    Mutant(
        "a match without a move is still to end",
        PRESSES,
        "unmoved = table.status == OVER and",
        "unmoved = False and",
        f"{E2E}::test_it_is_said_which_matches_have_none",
    ),
    Mutant(
        "turning points are greyed out without a word",
        "bot/review/layout.py",
        'w("Turning points"), emoji="🔀")]',
        'w("Turning points"), emoji="🔀", disabled=not review.turning_points())]',
        f"{E2E}::test_where_nothing_turned_the_button_says_so",
    ),
    Mutant(
        "measured is what no review shows",
        "tests/review.py",
        "flagged = any(move.judgement for move in wrong)",
        "flagged = any(move.best != move.played for move in wrong)",
        PURE,
    ),
    Mutant("more is lost than there was", REVIEW, "min(found.loss, had)", "found.loss", PURE),
    Mutant(
        "the curve begins after the deal",
        REVIEW,
        "for shares in (self.start, *self.curve)]",
        "for shares in self.curve]",
        PURE,
    ),
    Mutant("giving up is bad luck", REVIEW, "steps[: len(match.steps)]", "steps", PURE),
    Mutant(
        "a channel that wants none gets one",
        POSTS,
        "SETTING) != OFF",
        'SETTING) != "never"',
        f"{E2E}::test_a_channel_that_wants_none_has_none_and_can_open_it",
    ),
    Mutant(
        "a quiet channel gets one",
        POSTS,
        "== QUIET:",
        '== "loud":',
        f"{E2E}::test_a_quiet_channel_a_short_match_and_one_without_a_result_have_none",
    ),
    Mutant(
        "a short match gets one",
        POSTS,
        "count_turns(match) < LEAST_TURNS",
        "False",
        f"{E2E}::test_a_quiet_channel_a_short_match_and_one_without_a_result_have_none",
    ),
    Mutant(
        "anybody switches it off",
        PRESSES,
        "if not await settings.may_set(interaction):",
        "if False:",
        f"{E2E}::test_who_may_not_set_a_channel_sets_none",
    ),
    Mutant(
        "any move can be tried again",
        AGAIN,
        "if (move.ply, move.seat) == (choice.seq, choice.seat):",
        "if True:",
        f"{E2E}::test_nobody_tries_anothers_moves_or_what_is_no_costly_one",
    ),
    Mutant(
        "others' moves can be tried again",
        AGAIN,
        "if not find_known_seats(table, interaction.user.id):",
        "if False:",
        f"{E2E}::test_nobody_tries_anothers_moves_or_what_is_no_costly_one",
    ),
    Mutant(
        "what was given up before it was sent counts as posted",
        "bot/storage/messages.py",
        "AND told.message_id IS NOT NULL\n",
        "AND (told.message_id IS NOT NULL OR told.retired = 1)\n",
        KEPT,
    ),
    Mutant(
        "a post is forgotten once it is away",
        "bot/storage/messages.py",
        "AND told.message_id IS NOT NULL\n",
        "AND told.message_id IS NOT NULL AND told.retired = 0\n",
        KEPT,
    ),
    Mutant(
        "reviews go before thoughts",
        "bot/computers/pool.py",
        "if not self._moves: question = min(",
        "if self._slices:\n    question = min(",
        f"{E2E}::test_a_thought_goes_before_a_review",
    ),
    Mutant(
        "the review that came first goes first",
        "bot/computers/pool.py",
        "question = min(self._slices, key=lambda one: one.left)",
        "question = self._slices[0]",
        f"{SHARED}::test_a_short_review_that_comes_second_is_done_before_a_long_one",
    ),
    Mutant(
        "what is thought for its own sake goes before reviews",
        "bot/computers/pool.py",
        "await self._ask(job, self._slices, inf)",
        "await self._ask(job, self._slices)",
        f"{SHARED}::test_what_is_thought_for_its_own_sake_keeps_no_review_waiting",
    ),
    Mutant(
        "the next of a review is asked too late",
        "bot/computers/pool.py",
        "await asyncio.sleep(0)",
        "pass",
        f"{SHARED}::test_a_short_review_that_comes_second_is_done_before_a_long_one",
    ),
    Mutant(
        "one review at a time",
        "bot/computers/reviewer.py",
        "self._locks.setdefault(table.id, asyncio.Lock())",
        "self._locks.setdefault(0, asyncio.Lock())",
        f"{SHARED}::test_as_many_reviews_go_on_as_there_are_workers",
    ),
    Mutant(
        "each who asks has it computed",
        "bot/computers/reviewer.py",
        "async with self._locks.setdefault(table.id, asyncio.Lock()):",
        "async with asyncio.Lock():",
        f"{SHARED}::test_who_asks_for_the_same_review_meanwhile_waits_for_it",
    ),
    Mutant(
        "slices of all reviews are made at a time",
        "bot/computers/reviewer.py",
        "async with self._cutting:",
        "async with asyncio.Lock():",
        f"{SHARED}::test_slices_are_made_for_one_review_at_a_time",
    ),
    Mutant(
        "a match that ended long before the others of its deal has no review",
        "bot/storage/reviews.py",
        "OR m.id IN (",
        "OR m.id < 0 AND m.id IN (",
        f"{SAME_DEAL}::test_a_public_thread_has_its_review_once_all_have_ended_however_late",
    ),
    Mutant(
        "nobody hears that a deal may be told of",
        POSTS,
        "heard=(Kind.ENDED, Kind.BARED, Kind.NAMES)",
        "heard=(Kind.ENDED, Kind.NAMES)",
        f"{SAME_DEAL}::test_a_public_thread_has_its_review_once_all_have_ended_however_late",
    ),
    Mutant(
        "who takes a seat over answers for who had it",
        "bot/review/makers.py",
        "return review.accuracy(seat, make_own(table, match, holder.user_id))",
        "return review.accuracy(seat)",
        f"{SEATS}::test_accuracy_is_that_of_who_has_the_seat",
    ),
    Mutant(
        "who has a seat now is said to have lost by a move",
        "bot/review/texts.py",
        "name=names(move.ply + 1)[move.seat],",
        "name=table.names[move.seat],",
        f"{SEATS}::test_the_words_of_the_picture_name_who_made_a_costly_move",
    ),
    Mutant(
        "who is called alike made it",
        "bot/review/makers.py",
        "maker(move).user_id == user_id",
        "maker(move).name in table.names",
        f"{SEATS}::test_nobody_tries_a_move_again_of_somebody_who_was_called_alike",
    ),
    Mutant(
        "who left a seat has played nothing",
        "bot/review/makers.py",
        "if one.seat == seat and is_persons(one)}",
        "if False}",
        f"{SEATS}::test_who_left_a_seat_is_told_how_well_they_played_and_tries_their_own_moves",
    ),
    Mutant(
        "how well somebody played is told who was forgotten",
        "bot/review/makers.py",
        "return who.computer is None and who.user_id != NOBODY",
        "return who.computer is None",
        f"{SEATS}::test_who_left_alone_has_moves_to_try",
    ),
    Mutant(
        "the moves of who is gone bring no button",
        "bot/review/layout.py",
        "lambda move: is_persons(maker(move))",
        "lambda move: maker(move) in table.occupants",
        f"{SEATS}::test_who_left_alone_has_moves_to_try",
    ),
    Mutant(
        "who left a seat tries moves again of a deal that others play",
        AGAIN,
        "if match is not None and not table.bares(interaction.user.id):",
        "if False:",
        f"{SAME_DEAL}::test_who_left_a_seat_tries_nothing_again_before_the_round_is_over",
    ),
    Mutant(
        "a name that is forgotten brings the review of a match long over",
        POSTS,
        "table_id in untold and",
        "",
        f"{RACES}::test_a_review_that_was_never_posted_does_not_come_when_a_name_is_forgotten",
    ),
    Mutant(
        "a kill leaves a forgotten name on a review",
        POSTS,
        "+ await self._reviews.renamed()",
        "",
        f"{RACES}::test_who_was_forgotten_before_a_kill_is_named_no_more_after_it",
    ),
    Mutant(
        "what changed while it was computed is not looked at",
        POSTS,
        "found = await self._find(table_id) if found is None or found[0].match is None:",
        "if found[0].match is None:",
        f"{RACES}::test_who_is_forgotten_while_a_review_is_computed_is_never_named_by_it"
        f" {RACES}::test_a_channel_that_wants_no_review_any_more_gets_none",
    ),
    Mutant(
        "a worker that comes to grief ends it",
        POSTS,
        "raise NotJudged",
        "return",
        f"{RACES}::test_a_worker_that_comes_to_grief_keeps_no_review_from_its_channel",
    ),
    Mutant(
        "the last match is not reviewed while another is begun",
        "bot/review/cog.py",
        "await self._last_with_result(channel) or await",
        "await",
        f"{E2E}::test_the_last_match_is_reviewed_while_another_is_begun_and_after_one_is_closed",
    ),
)
