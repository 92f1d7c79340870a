"""The reef of the day and puzzles: one try, the same for everybody, secret until it is over."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

KEEPER, PANEL, PAGES, PAST = (f"bot/daily/{name}.py" for name in ("keeper", "panel", "pages", "past"))
CARDS, STORED, WORKER = "bot/daily/cards.py", "bot/storage/daily.py", "bot/computers/worker.py"
PLAYED, PURE, KEPT = "tests/bot/test_e2e_daily.py", "tests/bot/test_daily.py", "tests/storage/test_daily.py"
EDGES = "tests/bot/test_e2e_daily_edges.py"
SOLVED, FOUND = "tests/bot/test_e2e_puzzles.py", "tests/games/test_puzzles.py"

MUTANTS = (
    Mutant(
        "nothing leads back to the page of the day",
        "bot/ui/play/solo.py",
        "elif shown.before:",
        "elif False:",
        f"{PLAYED}::test_every_question_leads_back_to_the_one_before_and_to_the_page",
    ),
    Mutant(
        "a puzzle is solved by whoever only looks",
        "games/players/puzzles.py",
        "if best is None or is_given_away(match, seat, best[0]):",
        "if best is None:",
        f"{FOUND}::test_what_its_kind_alone_names_is_no_puzzle",
    ),
    Mutant(
        "an answer to a puzzle is final",
        "bot/ui/play/solo.py",
        """can't take it back.") if shown.undoes else \"\"""",
        """can't take it back.")""",
        f"{SOLVED}::test_the_best_move_is_praised_and_explained",
    ),
    Mutant(
        "a try goes on after its day",
        KEEPER,
        "if day != self.today:",
        "if False:",
        f"{PLAYED}::test_a_try_ends_with_its_day",
    ),
    Mutant(
        "a move that is stored is refused when it is pressed again",
        KEEPER,
        "if attempt.match.rows[seq : seq + 1] == (row,):",
        "if False:",
        f"{PLAYED}::test_a_move_whose_answer_was_lost_can_be_pressed_again",
    ),
    Mutant(
        "a stale pick asks its old question",
        PANEL,
        "if attempt.match.seq != choice.seq or PERSON not in attempt.match.to_act:",
        "if False:",
        f"{PLAYED}::test_a_move_whose_answer_was_lost_can_be_pressed_again",
    ),
    Mutant(
        "the file is handed out on its day",
        PAST,
        "if number >= self._keeper.today:",
        "if number > self._keeper.today:",
        f"{PLAYED}::test_nothing_tells_the_deal_before_it_is_played",
    ),
    Mutant(
        "somebody who wants no name on boards has it there",
        PAGES,
        "rows = await self._daily.board(number, server, (LISTED, UNNAMED))",
        'rows = await self._daily.board(number, server, ("", ""))',
        f"{PLAYED}::test_the_board_names_who_has_finished_and_wants_to_be_named",
    ),
    Mutant(
        "equal results are in two places",
        PAGES,
        "return [keys.index(key) + 1 for key in keys]",
        "return list(range(1, len(keys) + 1))",
        f"{PLAYED}::test_the_board_names_who_has_finished_and_wants_to_be_named",
    ),
    Mutant(
        "the best line is shown on its day",
        "bot/daily/best_line.py",
        "if day >= self._keeper.today:",
        "if day > self._keeper.today:",
        f"{PLAYED}::test_nobody_sees_the_best_line_of_a_day_that_is_not_over",
    ),
    Mutant(
        "the last line is the best",
        KEEPER,
        "(row.other or 0) - (row.own or 0), -row.user_id",
        "0, row.user_id",
        f"{PLAYED}::test_the_best_end_is_that_of_the_most_points",
    ),
    Mutant(
        "a kill ends the search for the best line",
        "bot/daily/looking_back.py",
        "if await self._keeper.count_lines(yesterday) < self._keeper.lines:",
        "if await self._keeper.count_lines(yesterday) < 1:",
        f"{PLAYED}::test_the_best_line_goes_on_after_a_kill_and_comes_out_the_same",
    ),
    Mutant(
        "others wait while the best line is looked for",
        KEEPER,
        "think = self._later if attempt.row.user_id < NOBODY else None",
        "think = None",
        f"{PLAYED}::test_the_best_line_goes_on_after_a_kill_and_comes_out_the_same",
    ),
    Mutant(
        "the playground stands still while a line is looked for",
        "bot/app.py",
        "thinks_idly=not playground",
        "thinks_idly=True",
        "tests/bot/test_playground.py::test_the_page_does_not_stand_still_for_what_nobody_waits_for",
    ),
    Mutant(
        "a result is posted again and again",
        CARDS,
        "if not await self._daily.take_card(day, user_id):",
        "if False:",
        f"{PLAYED}::test_a_result_is_posted_once_and_gives_nothing_away",
    ),
    Mutant(
        "a card that is refused counts as posted",
        STORED,
        " AND (card IS NULL OR card = ?)",
        " AND (card IS NULL AND ? = 0)",
        KEPT,
    ),
    Mutant(
        "a second try takes the place of the first",
        STORED,
        '            " ON CONFLICT (day, user_id) DO NOTHING",',
        '            " ON CONFLICT (day, user_id) DO UPDATE SET name = excluded.name",',
        KEPT,
    ),
    Mutant("steps may leave a gap", STORED, "if last != (seq,):", "if False:", KEPT),
    Mutant("a result can change", STORED, "AND user_id = ? AND place IS NULL", "AND user_id = ?", KEPT),
    Mutant(
        "the computer thinks by the clock",
        WORKER,
        "job.seconds if job.iterations is None else inf",
        "job.seconds",
        PURE,
    ),
    Mutant(
        "today is missed before it is over",
        "bot/daily/streaks.py",
        "max(0, today - last - 1)",
        "max(0, today - last)",
        PURE,
    ),
    Mutant(
        "no free day is earned", "bot/daily/streaks.py", "if days % EARNED_EVERY == 0:", "if False:", PURE
    ),
    Mutant(
        "a stretch is as good as its best move",
        "games/players/marks.py",
        "mark(max(known[",
        "mark(min(known[",
        PURE,
    ),
    Mutant(
        "what a kill before midnight left is no result",
        "bot/daily/pages.py",
        "await self.keeper.catch_up(interaction.user.id)\n",
        "",
        f"{EDGES}::test_a_match_that_was_over_before_midnight_counts_though_a_kill_came_before_it_was_noted",
    ),
    Mutant(
        "a second try shows the pictures of the first",
        "bot/daily/panel.py",
        "attempt.row.user_id, *(row.text for row in attempt.match.rows)",
        "attempt.row.user_id",
        f"{EDGES}::test_the_board_of_a_new_try_is_its_own_after_the_first_was_forgotten",
    ),
    Mutant(
        "the id of a posted result loses digits in a file",
        "bot/storage/people.py",
        '"message_id", "card")',
        '"message_id")',
        f"{EDGES}::test_the_ids_of_discord_are_texts_in_the_file",
    ),
    Mutant(
        "an old button leads to another puzzle of its deal",
        "games/core/puzzle.py",
        "{self.deal} {self._write_rows()}",
        "{self.deal} {len(self.rows)}",
        f"{FOUND}::test_a_position_that_other_moves_led_to_has_another_number",
    ),
    Mutant(
        "each move is judged by a chance of its own",
        "games/players/marks.py",
        "dice = Chance(key, 0)",
        "dice = rng",
        f"{FOUND}::test_a_move_that_comes_to_the_same_as_the_best_is_just_as_good",
    ),
    Mutant(
        "what a puzzle's other answer is worth is not asked",
        "bot/puzzles/panel.py",
        "if mark(lost) == BEST:",
        "if False:",
        f"{SOLVED}::test_a_move_that_is_just_as_good_counts",
    ),
    Mutant(
        "what nobody can judge now is wrong",
        "bot/puzzles/panel.py",
        "if lost is None:",
        "lost = lost or 0.9\nif False:",
        f"{SOLVED}::test_what_nobody_can_judge_now_is_called_neither_good_nor_bad",
    ),
    Mutant(
        "one search is enough for a puzzle",
        "games/players/puzzles.py",
        "if found is None or found[0] != best[0]:",
        "if False:",
        f"{FOUND}::test_a_move_that_is_best_only_in_one_search_is_no_puzzle",
    ),
    Mutant(
        "what a game searches by itself has no say in puzzles",
        "games/players/puzzles.py",
        "return searches if game.played_on is None else [*searches, (game, PLAYED_ON)]",
        "return searches",
        f"{FOUND}::test_what_a_game_s_own_search_takes_for_worse_is_no_puzzle",
    ),
    Mutant(
        "an answer to a puzzle is judged by a look at once",
        "games/players/puzzles.py",
        "if token in found and best in found:",
        "if False:",
        f"{FOUND}::test_no_answer_is_as_good_that_the_puzzle_was_agreed_to_against",
    ),
    Mutant(
        "another move than the best of a puzzle is better",
        "games/players/puzzles.py",
        "return max(found[best] - found[token], 0.0)",
        "return found[best] - found[token]",
        f"{FOUND}::test_the_best_move_is_never_judged_otherwise_by_players_that_have_changed",
    ),
    Mutant(
        "an answer loses less than the solution says",
        "bot/puzzles/panel.py",
        "round(100 * max(lost, puzzle.margin))",
        "round(100 * lost)",
        f"{SOLVED}::test_no_answer_is_told_to_lose_less_than_the_solution_says",
    ),
)
