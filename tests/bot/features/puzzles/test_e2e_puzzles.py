"""Puzzles are private, explained, and don't store anything."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.features.puzzles.collection import PuzzleCollection
from bot.features.puzzles.presses import ANOTHER_PUZZLE, PUZZLES_TAB_KEY
from bot.tables.seats import name_computer
from bot.ui.ids import MoveChoice, make_custom_id
from bot.ui.pictures import Pictures
from bot.ui.scenes import make_tableless_scene
from games.core.narrow import VALUE_SEPARATOR, FieldQuestion, NoSuchPick, find_next_question
from games.core.puzzle import Puzzle, make_puzzle_match, read_puzzles
from games.core.solo import COMPUTER_LEVEL
from games.core.texts import Advice
from games.core.words import load_words
from games.drawing.spotlight import draw_spotlight
from games.players.marks import BEST_MARK, choose_mark
from games.registry import GAMES
from games.review.points import ReviewPoint
from games.review.reasons import describe_reason
from games.review.slices import ReviewFinding
from tests.support.game_parts import GAMES_WITH_PUZZLES
from tests.support.harbour import (
    Harbour,
    list_buttons,
    list_controls,
    list_menus,
    read_components,
)
from tests.support.learning import open_tab
from tests.support.nightly import defer_to_ci
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    read_answer,
    read_picture,
    set_languages,
)


async def open_puzzle(harbour: Harbour, key: str) -> tuple[Any, Puzzle]:
    """Open a puzzle of a game; return its message and the puzzle."""
    message = await press_game(harbour, key)
    return message, find_puzzle(message, key)


async def press_game(harbour: Harbour, key: str) -> Any:
    """On the puzzles page, press a game's button, or *Any game* for an empty key."""
    page = await open_tab(harbour.anna, harbour.channel, PUZZLES_TAB_KEY)
    return get_reply(await harbour.anna.click(page, custom_id=make_custom_id("b", "zpn", key)))


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
async def test_the_page_shows_an_easy_puzzle_and_another_one_may_be_harder(
    harbour: Harbour, key: str
) -> None:
    collection = PuzzleCollection(GAMES)
    grades: dict[bool, set[int]] = {}
    for is_first in (True, False):
        chosen = [await collection.choose_puzzle(key, chance, is_first=is_first) for chance in range(60)]
        grades[is_first] = {(await collection.find_puzzle(number))[0].grade for number in chosen}
    assert grades[True] == {1} and grades[False] > {1}
    for _ in range(4):
        message, puzzle = await open_puzzle(harbour, key)
        assert puzzle.grade == 1, message.content
    solution = make_custom_id("b", "zps", puzzle.id)
    shown = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, solution))
    another = make_custom_id("b", "zpn", key, ANOTHER_PUZZLE)
    assert list_buttons(shown)[another] == "Another puzzle"


def find_puzzle(message: Any, key: str) -> Puzzle:
    numbers = {
        MoveChoice.parse(part["custom_id"].split(":")[2:]).table_id
        for part in list_controls(message)
        if part["custom_id"].split(":")[1] in ("zg", "zl")
    }
    (number,) = numbers
    return next(puzzle for puzzle in read_puzzles(key) if puzzle.id == number)


def list_panel_choices(message: Any) -> list[tuple[str, str | None, tuple[str, ...], str]]:
    """Return a panel's choices as (custom_id, list value, picks including the choice, token of the move).

    The list value of a button is ``None``. The token is empty unless the choice completes a move.
    """
    found: list[tuple[str, str | None, tuple[str, ...], str]] = []
    for part in list_controls(message):
        _, verb, *rest = part["custom_id"].split(":")
        back = (part.get("emoji") or {}).get("name") == "◀️"
        if verb == "zg" and not back and not part.get("disabled"):
            found.append((part["custom_id"], None, MoveChoice.parse(rest).values, ""))
        elif verb == "za":
            found.append((part["custom_id"], None, (), ":".join(rest[3:])))
    for identity, values in list_menus(message).items():
        before = MoveChoice.parse(identity.split(":")[2:]).values
        found += [(identity, value, (*before, *value.split(VALUE_SEPARATOR)), "") for value in values]
    return found


async def answer_puzzle(harbour: Harbour, message: Any, puzzle: Puzzle, token: str) -> Any:
    """Answer a puzzle with a move by pressing its buttons; return the message with the verdict."""
    game = GAMES[puzzle.game]
    match = make_puzzle_match(game, puzzle)
    legal = match.legal_actions(puzzle.seat)
    for _ in range(12):
        check_limits(message)
        if not list_panel_choices(message):
            return message
        assert "final" not in message.content, "no press is called final, because a puzzle can be tried again"
        identity, value = next(
            (identity, value)
            for identity, value, picks, named in list_panel_choices(message)
            if named == token or (picks and token in list_reachable_tokens(legal, picks, game))
        )
        pressed = (
            await harbour.anna.click(message, custom_id=identity)
            if value is None
            else await harbour.anna.select(message, [value], custom_id=identity)
        )
        message = get_reply(pressed)
    raise AssertionError("no verdict")


def list_reachable_tokens(legal: Any, picks: tuple[str, ...], game: Any) -> set[str]:
    """Return the tokens that are still available after some picks."""
    left = [action for action in legal if str(action.path[0].value) == picks[0]]
    try:
        found = find_next_question(left, picks[1:], game.field_settings)
    except (NoSuchPick, IndexError):
        return set()
    return {action.token for action in (found.actions if isinstance(found, FieldQuestion) else (found,))}


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
async def test_the_best_move_is_praised_and_explained(harbour: Harbour, key: str) -> None:
    message, puzzle = await open_puzzle(harbour, key)
    assert message.ephemeral and "Puzzle · " in message.content
    assert "Find the best move." not in message.content, "the picture says it"
    assert (message.attachments[0].description or "").startswith("Find the best move. ")
    await read_picture(message)
    (before,) = [attachment.filename for attachment in message.attachments]
    answer = await answer_puzzle(harbour, message, puzzle, puzzle.best_token)
    check_limits(answer)
    assert "That's it!" in answer.content and "(rule " in answer.content
    (after,) = [attachment.filename for attachment in answer.attachments]
    assert after != before, "the picture shows the solution, not the move before it"
    assert harbour.list_posts() == []
    again = get_reply(await harbour.anna.click(answer, label="Another puzzle"))
    assert f"Puzzle · {GAMES[key].title}" in again.content


async def show_solution(harbour: Harbour, puzzle: Puzzle, *wrong_answer: str) -> str:
    """Press *Show the solution* on a puzzle, and return the text of the answer.

    :param wrong_answer: token of a wrong answer, if the button is below one.
    """
    message = await press_game(harbour, puzzle.game)
    identity = make_custom_id("b", "zps", puzzle.id, *wrong_answer)
    forged = await KeptMessage(harbour, message).forge_press(harbour.anna, identity)
    answer = get_reply(forged)
    check_limits(answer)
    return str(answer.content)


@pytest.mark.parametrize("language", defer_to_ci(["en", "de", "nl"], "en", "nl"))
@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
async def test_the_solution_names_its_advantage_over_another_move(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, key: str, language: str
) -> None:
    set_languages(monkeypatch, {}, others=language)
    puzzle, w = next(one for one in read_puzzles(key) if one.reason is not None), load_words(language)
    assert puzzle.reason is not None
    text = await show_solution(harbour, puzzle)
    names = ["Anna" if seat == puzzle.seat else name_computer(COMPUTER_LEVEL, w) for seat in range(2)]
    reason_text = describe_reason(GAMES[key], puzzle.reason, puzzle.seat, names)
    assert reason_text is not None and w.msg(reason_text) in text.splitlines()
    assert w("-# Not as good: {other}", other="") in text


def stop_simulating_deals(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no simulated deals explain an answer."""

    async def explain_nothing(answer: Any) -> None:
        return None

    monkeypatch.setattr(harbour.bot.services.adviser.thinker.pool, "evaluate_slice", explain_nothing)


@pytest.mark.parametrize("contrast", ["", "This one is faster."])
async def test_the_solution_after_a_wrong_answer_compares_only_with_that_answer(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, contrast: str
) -> None:
    puzzle = next(one for one in read_puzzles("reef") if one.reason is not None)
    assert puzzle.reason is not None
    compared: list[str] = []
    stop_simulating_deals(harbour, monkeypatch)

    def fake_contrast(better: Any, played: Any, view: Any, scene: Any) -> str:
        compared.append(played.token)
        return contrast

    monkeypatch.setattr("games.reef.texts.contrast_actions", fake_contrast)
    tokens = {puzzle.best_token, puzzle.reason.other_token}
    legal = make_puzzle_match(GAMES["reef"], puzzle).legal_actions(puzzle.seat)
    mine = next(action.token for action in legal if action.token not in tokens)
    text = await show_solution(harbour, puzzle, mine)
    assert compared == [mine] and contrast in text
    assert ("Not as good" in text) == bool(contrast)
    assert "Not as good" in await show_solution(harbour, puzzle, puzzle.reason.other_token)
    assert compared == [mine], "the stored comparison is with this answer"


async def test_if_nothing_sets_a_wrong_answer_apart_the_solution_is_compared_with_the_tempting_move(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(one for one in read_puzzles("reef") if one.reason is not None)
    assert puzzle.reason is not None
    advice = Advice("This costs a lot.", "RF-2.1", is_reason=False)
    stop_simulating_deals(harbour, monkeypatch)
    monkeypatch.setattr("games.reef.texts.advise_on_action", lambda *given: advice)
    monkeypatch.setattr("games.reef.texts.contrast_actions", lambda *given: "")
    tokens = {puzzle.best_token, puzzle.reason.other_token}
    legal = make_puzzle_match(GAMES["reef"], puzzle).legal_actions(puzzle.seat)
    mine = next(action.token for action in legal if action.token not in tokens)
    explained = await show_solution(harbour, puzzle, puzzle.reason.other_token)
    assert "Not as good" in explained and await show_solution(harbour, puzzle, mine) == explained


async def test_a_solution_button_with_an_impossible_answer_is_out_of_date(harbour: Harbour) -> None:
    message, puzzle = await open_puzzle(harbour, "reef")
    identity = make_custom_id("b", "zps", puzzle.id, "nonsense")
    answer = await KeptMessage(harbour, message).forge_press(harbour.anna, identity)
    assert "out of date" in read_answer(answer)


async def test_an_effect_that_the_tempting_move_shares_is_not_given_as_a_reason(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(one for one in read_puzzles("reef") if one.reason is not None)
    advice = Advice("This is good.", "RF-2.1")
    monkeypatch.setattr("games.reef.texts.advise_on_action", lambda *given: advice)
    assert advice.text not in await show_solution(harbour, puzzle)


@pytest.mark.parametrize("explained", [False, True])
async def test_the_solution_does_not_repeat_a_warning_of_the_guide(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, explained: bool
) -> None:
    puzzle = next(one for one in read_puzzles("reef") if (one.reason is not None) == explained)
    advice = Advice("This costs a lot.", "RF-2.1", is_reason=False)
    monkeypatch.setattr("games.reef.texts.advise_on_action", lambda *given: advice)
    text = await show_solution(harbour, puzzle)
    assert "This costs a lot." not in text
    assert ("over many deals it leaves better chances" in text) != explained


async def test_a_reason_that_the_guide_and_the_comparison_share_is_said_once(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(one for one in read_puzzles("reef") if one.reason is not None)
    assert puzzle.reason is not None
    shared = describe_reason(GAMES["reef"], puzzle.reason, puzzle.seat, ("Anna", "Ben"))
    assert shared is not None
    reason = load_words().msg(shared)

    def fake_advice(action: Any, view: Any, scene: Any) -> Advice:
        return Advice(reason if action.token == puzzle.best_token else "This costs a lot.", "RF-2.1")

    monkeypatch.setattr("games.reef.texts.advise_on_action", fake_advice)
    monkeypatch.setattr("bot.features.puzzles.explaining.describe_reason", lambda *given: shared)
    lines = (await show_solution(harbour, puzzle)).splitlines()
    assert lines.count(reason) == 1
    assert lines[lines.index(reason) + 1].startswith("-# Not as good: ")


async def test_a_puzzle_without_a_reason_is_explained_by_the_guide(harbour: Harbour) -> None:
    puzzle = next(one for one in read_puzzles("reef") if one.reason is None)
    match, w = make_puzzle_match(GAMES["reef"], puzzle), load_words()
    position, scene = make_tableless_scene(match, ("Anna", name_computer(COMPUTER_LEVEL, w)), puzzle.seat, w)
    advice = GAMES["reef"].texts.advise_on_action(match.rules.read(puzzle.best_token), position, scene)
    text = await show_solution(harbour, puzzle)
    assert advice.text in text and "Not as good" not in text


async def test_the_picture_highlights_what_can_be_chosen(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    lit: list[Any] = []

    def record_spotlight(game: Any, view: Any, scene: Any, spotlight: Any) -> Any:
        assert spotlight.question
        lit.append(spotlight.lit.choices)
        return draw_spotlight(game, view, scene, spotlight)

    monkeypatch.setattr("bot.ui.pictures.draw_spotlight", record_spotlight)
    message = await press_game(harbour, "reef")
    assert len(lit) == 1 and lit[0]
    await harbour.anna.click(message, custom_id=list_panel_choices(message)[0][0])
    assert len(lit) == 2 and lit[0] != lit[1], "the lit places change with the picks"


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
async def test_the_picture_is_drawn_for_the_reader_who_must_move(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    drawn: list[Any] = []
    render = Pictures.render_view

    async def record_render(
        self: Pictures, about: Any, game: Any, view: Any, scene: Any, lit: Any = ()
    ) -> bytes:
        drawn.append((view, scene))
        return await render(self, about, game, view, scene, lit)

    monkeypatch.setattr(Pictures, "render_view", record_render)
    _, puzzle = await open_puzzle(harbour, key)
    ((view, scene),) = drawn
    assert view.viewer == scene.reader_seat == puzzle.seat, "the reader's own hand is shown"
    assert make_puzzle_match(GAMES[key], puzzle).to_act == (puzzle.seat,)
    others = [name for seat, name in enumerate(scene.names) if seat != puzzle.seat]
    assert scene.names[puzzle.seat] == "Anna" and scene.names[puzzle.seat] not in others


async def test_the_picture_of_a_wrong_answer_does_not_mark_a_move(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked: list[bool] = []
    render = Pictures.render_view

    async def record_render(
        self: Pictures, about: Any, game: Any, view: Any, scene: Any, lit: Any = ()
    ) -> bytes:
        marked.append(bool(scene.events))
        return await render(self, about, game, view, scene, lit)

    monkeypatch.setattr(Pictures, "render_view", record_render)
    message, puzzle = await open_puzzle(harbour, "das_riff")
    identity = make_custom_id("b", "za", puzzle.id, len(puzzle.rows), puzzle.seat, "nonsense")
    answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    assert "❌" in answer.content and marked[-1] is False
    await harbour.anna.click(answer, label="Show the solution")
    assert marked[-1] is True, "the solution is marked"


@pytest.mark.parametrize("key", GAMES_WITH_PUZZLES)
async def test_a_worse_move_shows_how_much_it_costs(harbour: Harbour, key: str) -> None:
    message, puzzle = await open_puzzle(harbour, key)
    match = make_puzzle_match(GAMES[key], puzzle)
    worst = match.legal_actions(puzzle.seat)[-1].token
    if worst == puzzle.best_token:
        worst = match.legal_actions(puzzle.seat)[0].token
    identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, worst)
    answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    check_limits(answer)
    if "just as good" in answer.content:
        return
    assert "Not the best move" in answer.content and "win chance" in answer.content
    assert "💡" not in answer.content, "the solution is not given away"
    retry = get_reply(await harbour.anna.click(answer, label="Try again"))
    assert list_panel_choices(retry), "the question is asked again"
    solved = get_reply(
        await KeptMessage(harbour, retry).forge_press(harbour.anna, make_custom_id("b", "zps", puzzle.id))
    )
    assert "💡" in solved.content and "(rule " in solved.content


@pytest.mark.parametrize("is_drawback", [True, False])
async def test_a_wrong_answer_names_the_drawback_of_the_move(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, is_drawback: bool
) -> None:
    message, puzzle = await open_puzzle(harbour, "das_riff")
    texts, match = GAMES["das_riff"].texts, make_puzzle_match(GAMES["das_riff"], puzzle)
    advice = Advice("The bank is empty.", "DR-2.2", is_reason=False, is_drawback=is_drawback)
    plain = Advice("It breeds.", "DR-3.7")

    def advise(action: Any, view: Any, scene: Any) -> Advice:
        return advice if action.token == "end" else plain

    monkeypatch.setattr(texts, "advise_on_action", advise)
    identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, "end")
    answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    assert "Not the best move" in answer.content
    assert (advice.text in answer.content) is is_drawback


async def test_the_tempting_answer_is_told_what_another_move_brings(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await press_game(harbour, "australis")
    puzzle = next(one for one in read_puzzles("australis") if one.reason and one.reason.aim_key == "soon")
    assert puzzle.reason is not None
    texts, match = GAMES["australis"].texts, make_puzzle_match(GAMES["australis"], puzzle)
    monkeypatch.setattr(texts, "advise_on_action", lambda *given: Advice("It breeds.", "AU-2.1"))

    async def fake_rank_for_hint(job: Any) -> Any:
        return ((job.judged_token, 0.2),)

    async def explain_nothing(answer: Any) -> None:
        assert answer.reason == puzzle.reason

    pool = harbour.bot.services.adviser.thinker.pool
    monkeypatch.setattr(pool, "rank_moves_for_hint", fake_rank_for_hint)
    monkeypatch.setattr(pool, "evaluate_slice", explain_nothing)
    for token in (puzzle.reason.other_token, *(a.token for a in match.legal_actions(puzzle.seat)[-2:])):
        if token == puzzle.best_token:
            continue
        identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, token)
        answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
        check_limits(answer)
        is_tempting = token == puzzle.reason.other_token
        assert ("Why another move is better: If the round ended in" in answer.content) is is_tempting
        assert "It breeds." not in answer.content, "praise doesn't explain a wrong answer"


@pytest.mark.parametrize(
    ("point", "contrast", "gain", "expected"),
    [
        (ReviewPoint("soon", 0, 7.0, 3.0), "It brings a card.", "It breeds.", "It brings a card."),
        (ReviewPoint("soon", 0, 7.0, 3.0), "", "It breeds.", "If the round ended in"),
        (None, "", "It breeds.", "It breeds."),
        (None, "", "It costs a lot.", ""),
    ],
    ids=["rules", "deals", "gain", "none"],
)
async def test_a_wrong_answer_is_explained_by_the_rules_or_simulated_deals_or_the_gain(
    harbour: Harbour,
    monkeypatch: pytest.MonkeyPatch,
    point: ReviewPoint | None,
    contrast: str,
    gain: str,
    expected: str,
) -> None:
    message = await press_game(harbour, "australis")
    puzzle = next(one for one in read_puzzles("australis") if one.reason and one.reason.aim_key == "soon")
    assert puzzle.reason is not None
    texts, match = GAMES["australis"].texts, make_puzzle_match(GAMES["australis"], puzzle)
    known = (puzzle.best_token, puzzle.reason.other_token)
    token = next(a.token for a in match.legal_actions(puzzle.seat) if a.token not in known)

    def advise(action: Any, view: Any, scene: Any) -> Advice:
        return Advice(gain if action.token == puzzle.best_token else "It costs a lot.", "AU-2.1")

    async def fake_rank_for_hint(job: Any) -> Any:
        return ((job.judged_token, 0.2),)

    async def find_point(answer: Any) -> ReviewFinding:
        assert (answer.best, answer.answer) == (puzzle.best_token, token)
        return ReviewFinding((), point=point)

    monkeypatch.setattr(texts, "advise_on_action", advise)
    monkeypatch.setattr(texts, "contrast_actions", lambda *given: contrast)
    pool = harbour.bot.services.adviser.thinker.pool
    monkeypatch.setattr(pool, "rank_moves_for_hint", fake_rank_for_hint)
    monkeypatch.setattr(pool, "evaluate_slice", find_point)
    identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, token)
    answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    check_limits(answer)
    assert ("Why another move is better: " in answer.content) == bool(expected)
    assert not expected or f"Why another move is better: {expected}" in answer.content


@pytest.mark.parametrize("best_has_it", [True, False])
async def test_a_drawback_that_the_best_move_shares_is_named_only_if_nothing_else_can_be_said(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, best_has_it: bool
) -> None:
    message = await press_game(harbour, "coral_reef")
    puzzle = next(one for one in read_puzzles("coral_reef") if one.reason)
    assert puzzle.reason is not None
    texts, match = GAMES["coral_reef"].texts, make_puzzle_match(GAMES["coral_reef"], puzzle)
    token = puzzle.reason.other_token

    def advise(action: Any, view: Any, scene: Any) -> Advice:
        is_drawback = action.token == token or best_has_it
        return Advice("What's left fits no stack.", "CR-2.6", is_drawback=is_drawback)

    async def fake_rank_for_hint(job: Any) -> Any:
        return ((job.judged_token, 0.2),)

    monkeypatch.setattr(texts, "advise_on_action", advise)
    pool = harbour.bot.services.adviser.thinker.pool
    monkeypatch.setattr(pool, "rank_moves_for_hint", fake_rank_for_hint)
    identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, token)
    answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    assert ("Why another move is better: " in answer.content) is best_has_it
    assert ("What's left fits no stack." in answer.content) is not best_has_it


async def test_a_puzzle_works_after_a_restart_and_stores_nothing(harbour: Harbour) -> None:
    message, puzzle = await open_puzzle(harbour, "das_riff")
    await harbour.restart()
    answer = await answer_puzzle(harbour, message, puzzle, puzzle.best_token)
    assert "That's it!" in answer.content
    personal_data = await harbour.store.people.collect_data(harbour.anna.id)
    assert not [key for key, rows in personal_data.items() if rows and key != "user_id"]


async def test_an_illegal_answer_is_refused_and_can_be_retried(harbour: Harbour) -> None:
    message, puzzle = await open_puzzle(harbour, "reef")
    seq = len(puzzle.rows)
    identity = make_custom_id("b", "za", puzzle.id, seq, puzzle.seat, "nonsense")
    answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    assert answer.content.count("❌") == 1 and "Try again" in list_buttons(answer).values()


async def test_a_missing_puzzle_is_reported_as_out_of_date(harbour: Harbour) -> None:
    message, _ = await open_puzzle(harbour, "reef")
    answer = await KeptMessage(harbour, message).forge_press(harbour.anna, make_custom_id("b", "zpo", 12345))
    assert "out of date" in read_answer(answer)


async def test_a_move_as_good_as_the_best_solves_a_puzzle(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    message, puzzle = await open_puzzle(harbour, "reef")
    match = make_puzzle_match(GAMES["reef"], puzzle)
    other = next(a.token for a in match.legal_actions(puzzle.seat) if a.token != puzzle.best_token)

    async def fake_rank_for_hint(job: Any) -> Any:
        return ((job.judged_token, 0.01),)

    assert choose_mark(0.01) == BEST_MARK
    monkeypatch.setattr(harbour.bot.services.adviser.thinker.pool, "rank_moves_for_hint", fake_rank_for_hint)
    identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, other)
    answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    assert "just as good" in answer.content


async def test_an_answer_is_judged_by_the_search_that_confirmed_the_puzzle(harbour: Harbour) -> None:
    """With a shallower search, other moves would lose only half as much as the solution says."""
    message, _ = await open_puzzle(harbour, "coral_reef")
    puzzle = next(puzzle for puzzle in read_puzzles("coral_reef") if puzzle.deal_number == 267)
    match = make_puzzle_match(GAMES["coral_reef"], puzzle)
    (other,) = [a.token for a in match.legal_actions(puzzle.seat) if a.token == "play:3:27>2"]
    identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, other)
    answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    parsed = re.search(r"It gives away about (\d+)% win chance", answer.content)
    solved = get_reply(await harbour.anna.click(answer, label="Show the solution"))
    margin = re.search(r"Every weaker move gives away about (\d+)% win chance or more", solved.content)
    assert parsed and margin and int(parsed[1]) > int(margin[1])


async def test_no_wrong_answer_is_shown_to_lose_less_than_the_solution_says(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    message, puzzle = await open_puzzle(harbour, "reef")
    match = make_puzzle_match(GAMES["reef"], puzzle)
    other = next(a.token for a in match.legal_actions(puzzle.seat) if a.token != puzzle.best_token)

    async def fake_rank_for_hint(job: Any) -> Any:
        return ((job.judged_token, 0.02),)

    monkeypatch.setattr(harbour.bot.services.adviser.thinker.pool, "rank_moves_for_hint", fake_rank_for_hint)
    identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, other)
    answer = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    assert f"gives away about {round(100 * puzzle.margin)}% win chance" in answer.content


async def test_a_move_that_cannot_be_judged_is_called_neither_good_nor_bad(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move as good as the best must not be called wrong just because no computer was available."""
    message, puzzle = await open_puzzle(harbour, "coral_reef")
    match = make_puzzle_match(GAMES["coral_reef"], puzzle)
    other = next(a.token for a in match.legal_actions(puzzle.seat) if a.token != puzzle.best_token)

    async def fake_rank_for_hint(job: Any) -> tuple[()]:
        return ()

    monkeypatch.setattr(harbour.bot.services.adviser.thinker.pool, "rank_moves_for_hint", fake_rank_for_hint)
    identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, other)
    answer = read_answer(await KeptMessage(harbour, message).forge_press(harbour.anna, identity))
    assert "can't judge that right now" in answer and "Not the best move" not in answer


async def test_the_buttons_of_four_cards_leave_the_grid_of_spaces_whole(harbour: Harbour) -> None:
    message, other_card_counts = await press_game(harbour, "reef"), set[int]()
    for puzzle in read_puzzles("reef")[:20]:
        again = make_custom_id("b", "zpo", puzzle.id)
        message = get_reply(await KeptMessage(harbour, message).forge_press(harbour.anna, again))
        if "Play a card" in list_buttons(message).values():
            message = get_reply(await harbour.anna.click(message, label="Play a card"))
        rows = [[part.get("label", "") for part in row["components"]] for row in read_components(message)]
        spaces, (*_, below) = rows[:4], rows
        if [len(row) for row in spaces] == [4] * 4:
            other_card_counts.add(sum(label.startswith("Card ") for label in below))
        assert not any(label.startswith("Card ") for row in spaces[1:] for label in row), rows
    assert 3 in other_card_counts


async def test_the_any_game_button_opens_a_puzzle(harbour: Harbour) -> None:
    message = await press_game(harbour, "")
    assert "Puzzle · " in message.content
