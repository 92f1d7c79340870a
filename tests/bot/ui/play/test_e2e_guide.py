"""Until turned off, the guide suggests moves for each question, with a reason and a rule for each."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from typing import Any

import pytest
from discord import ButtonStyle

from bot.computers.advice import MAX_NEWCOMER_STEPS
from bot.model.table import Table
from bot.ui.play import guide
from bot.ui.play.guide import BULB_EMOJI, TOKEN_SUFFIX
from bot.ui.play.plans import _try_undoable_action, find_planned_action, list_plans
from games.core.match import Match
from games.core.texts import Advice, Scene
from games.core.words import load_words
from games.registry import GAMES
from tests.bot.ui.play.guiding import EndFirstThinker, RankingThinker, SilentThinker, list_guide_buttons
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls, replace_thinker
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer

ADVICE_LINE_PATTERN = re.compile(
    rf"^{BULB_EMOJI} (?:(\d) )?(?:Nearly as good: |Instead: )?\*\*.+\*\*(?:(?:: | – |\. ).+)?[.!]$",
    re.MULTILINE,
)
NO_ADVICE_TEXT = "can't say"


class FailingThinker(SilentThinker):
    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        raise OSError("the worker is gone")


class CloseThinker(RankingThinker):
    """A thinker that ranks a seat's candidates as nearly equal, and mixes different kinds of moves."""

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        ranked = await super().rank_moves_for_hint(table, match, seat)
        tokens = sorted((token for token, _ in ranked), key=lambda token: token[::-1])
        return [(token, 0.5 - number / 10_000) for number, token in enumerate(tokens)]


class DistinctThinker(CloseThinker):
    """A thinker that ranks candidates in the order of :class:`CloseThinker`, but with large differences."""

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        ranked = await super().rank_moves_for_hint(table, match, seat)
        return [(token, max(0.5 - number / 25, 0.0)) for number, (token, _) in enumerate(ranked)]


def set_thinker(harbour: Harbour, thinker: Any) -> None:
    bot: Any = harbour.bot
    replace_thinker(bot, thinker)


async def open_panel(harbour: Harbour, kind: str) -> Any:
    """As the player whose turn it is, choose a kind of action, and return the panel."""
    return get_reply(await harbour.press_action_kind(kind))


def check_advice(message: Any, count: int = 2) -> None:
    """Assert that a panel advises at least one move and at most ``count``, each with a button."""
    check_limits(message)
    lines = ADVICE_LINE_PATTERN.findall(message.content)
    assert 1 <= len(lines) <= count, message.content
    labels = list(list_guide_buttons(message))
    if len(lines) == 1:
        label = "Instead" if f"{BULB_EMOJI} Instead: " in message.content else "Do it"
        assert lines == [""] and labels == [label], "a number would look like a score"
    else:
        assert lines == labels == [str(n) for n in range(1, len(lines) + 1)]


@pytest.mark.parametrize(("game", "kind"), [("das_riff", "flip"), ("reef", "take")])
async def test_a_first_match_is_guided_from_its_first_question_across_a_restart(
    harbour: Harbour, game: str, kind: str
) -> None:
    thinker = RankingThinker()
    set_thinker(harbour, thinker)
    await harbour.begin_match(game)
    person = await harbour.find_player()
    panel = await open_panel(harbour, kind)
    check_advice(panel)
    fits_picks = all(f":{kind}:" in i or ":deck>" in i for i in list_guide_buttons(panel).values())
    assert fits_picks != ("Instead: " in panel.content), "the advice fits the picks, or says that it doesn't"
    everything = get_reply(await person.click(panel, label="Back"))
    check_advice(everything)
    assert "Stop guide" in list_buttons(everything).values()
    assert len(thinker.asked) == 1, "a position is evaluated once"
    before = await harbour.find_match()
    await harbour.restart()
    set_thinker(harbour, thinker)
    (first,) = list_guide_buttons(panel).values()
    await person.click(panel, custom_id=first)
    after = await harbour.find_match()
    assert after.seq > before.seq
    assert first.endswith(f":{after.rows[-1].text}{TOKEN_SUFFIX}")


async def test_a_confirmation_gives_the_reason_only_once(harbour: Harbour) -> None:
    set_thinker(harbour, EndFirstThinker())
    await harbour.begin_match("das_riff")
    await harbour.answer_questions()
    panel = await open_panel(harbour, "end")
    assert "can't take this back" in panel.content
    reasons = re.findall(r"💡 (?:\d .+[:–] )?([^:–\n]+\.)$", panel.content, re.MULTILINE)
    assert reasons and len(reasons) == len(set(reasons)), panel.content
    other = get_reply(await (await harbour.find_player()).click(panel, label="Back"))
    assert reasons[0] in other.content


class EndLastThinker(RankingThinker):
    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        ranked = await super().rank_moves_for_hint(table, match, seat)
        return sorted(ranked, key=lambda one: one[0] == "end")


@pytest.mark.parametrize("help_kind", ["guided", "hinted"])
async def test_help_before_confirming_a_move_gives_a_reason_for_it_and_another_move(
    harbour: Harbour, help_kind: str
) -> None:
    set_thinker(harbour, EndLastThinker())
    await harbour.begin_match("das_riff")
    if help_kind == "hinted":
        await harbour.turn_guide_off()
    await harbour.answer_questions()
    panel = await open_panel(harbour, "end")
    assert "**End" in panel.content or "can't take this back" in panel.content
    if help_kind == "hinted":
        assert BULB_EMOJI not in panel.content
        panel = get_reply(await (await harbour.find_player()).click(panel, label="Hint"))
    own, other = [line for line in panel.content.splitlines() if line.startswith(BULB_EMOJI)]
    assert re.match(rf"{BULB_EMOJI} \D.*\.$", own), (
        "the first line gives a reason for the move that is about to be confirmed"
    )
    assert re.match(rf"{BULB_EMOJI} Instead: \*\*.+\*\* – .+\.$", other)
    assert list(list_guide_buttons(panel)) == ["Instead"]
    (instead,) = [part for part in list_controls(panel) if part.get("label") == "Instead"]
    assert instead["style"] == ButtonStyle.secondary.value, "only the chosen move has a green button"
    match = await harbour.find_match()
    clause, other_clause = (
        get_advice(match, match.to_act[0], token).clause
        for token in ("end", instead["custom_id"].split(":", 5)[5].removesuffix(TOKEN_SUFFIX))
    )
    assert clause != other_clause
    rules = [identity for identity in list_buttons(panel) if identity.startswith("b:cla:")]
    assert rules == [f"b:cla:{clause}"], "the rule is that of the move that is about to be confirmed"


@pytest.mark.parametrize(("thinker", "count"), [(CloseThinker(), 2), (DistinctThinker(), 1)])
async def test_a_second_move_is_shown_only_if_it_is_nearly_as_good(
    harbour: Harbour, thinker: Any, count: int
) -> None:
    set_thinker(harbour, thinker)
    await harbour.begin_match("reef")
    await harbour.turn_guide_off()
    panel = get_reply(await harbour.press_tool_button(await harbour.find_player(), "Hint"))
    assert len(ADVICE_LINE_PATTERN.findall(panel.content)) == len(list_guide_buttons(panel)) == count


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_gives_its_reason_in_each_game(harbour: Harbour, game: str) -> None:
    set_thinker(harbour, RankingThinker())
    await harbour.begin_match(game)
    await harbour.turn_guide_off()
    await harbour.answer_questions()
    check_advice(get_reply(await harbour.press_tool_button(await harbour.find_player(), "Hint")))


async def test_in_a_branch_without_a_good_move_the_guide_names_a_better_one(harbour: Harbour) -> None:
    class EndThinker(EndFirstThinker):
        async def rank_moves_for_hint(
            self, table: Table, match: Match, seat: int
        ) -> Sequence[tuple[str, float]]:
            ranked = await super().rank_moves_for_hint(table, match, seat)
            return [(token, 0.9 if token == "end" else 0.5) for token, _ in ranked]

    set_thinker(harbour, EndThinker())
    await harbour.begin_match("das_riff")
    await harbour.answer_questions()
    panel = await open_panel(harbour, "flip")
    assert f"{BULB_EMOJI} Instead: **End the turn" in panel.content, panel.content
    (button,) = list_guide_buttons(panel).values()
    assert button.endswith(f":end{TOKEN_SUFFIX}")


async def test_a_hint_is_shown_once_and_leads_to_the_guide(harbour: Harbour) -> None:
    set_thinker(harbour, RankingThinker())
    await harbour.begin_match("coral_reef")
    await harbour.turn_guide_off()
    person = await harbour.find_player()
    panel = get_reply(await person.click(await open_panel(harbour, "play"), label="Hint"))
    check_advice(panel)
    assert "Guide me" in list_buttons(panel).values()
    panel = get_reply(await person.click(harbour.board, label="My hand"))
    panel = get_reply(await person.click(panel, label="Move…"))
    assert not ADVICE_LINE_PATTERN.search(panel.content), "a hint isn't repeated"
    assert "Hint" in list_buttons(panel).values()


async def test_the_guide_can_be_resumed_and_stopped(harbour: Harbour) -> None:
    set_thinker(harbour, RankingThinker())
    await harbour.begin_match()
    await harbour.answer_questions()
    person = await harbour.find_player()
    panel = await open_panel(harbour, "flip")
    await person.click(panel, custom_id=list_guide_buttons(panel)["Do it"])
    again = get_reply(await person.click(harbour.board, label="My view"))
    panel = get_reply(await person.click(again, label="Move…"))
    check_advice(panel)
    confirm = get_reply(await harbour.press_action_kind("end"))
    assert re.search(rf"^{BULB_EMOJI} .+\.$", confirm.content, re.MULTILINE), (
        "the confirmation shows a reason"
    )
    again = get_reply(await person.click(harbour.board, label="My view"))
    panel = get_reply(await person.click(again, label="Move…"))
    panel = get_reply(await person.click(panel, label="Stop guide"))
    assert "The guide is off" in panel.content
    assert not ADVICE_LINE_PATTERN.search(panel.content)
    assert {"Hint"} <= set(list_buttons(panel).values())
    assert "Guide me" not in list_buttons(panel).values(), (
        "a player who stopped the guide isn't offered it again"
    )
    hinted = get_reply(await person.click(panel, label="Hint"))
    panel = get_reply(await person.click(hinted, label="Guide me"))
    assert "The guide is on" in panel.content
    check_advice(panel)
    assert "Your first match" not in panel.content, "a player who turned the guide on needs no explanation"


async def test_matches_are_guided_by_default_until_a_person_has_made_a_few_moves(harbour: Harbour) -> None:
    set_thinker(harbour, RankingThinker())
    for turn_count in (0, 1, MAX_NEWCOMER_STEPS - 1, 1):
        await harbour.begin_match("reef")
        check_advice(await open_panel(harbour, "take"))
        for _ in range(2 * turn_count):
            match = await harbour.find_match()
            (seat,) = match.to_act
            await harbour.type_move(match.legal_actions(seat)[-1].token, await harbour.find_player(seat))
        asked = await press_at_table(harbour.anna, harbour.channel, "resign")
        await harbour.anna.click(get_reply(asked), label="Resign")
        assert (await harbour.find_match()).outcome is not None
    await harbour.begin_match("reef")
    panel = await open_panel(harbour, "take")
    assert not list_guide_buttons(panel) and "Guide me" not in list_buttons(panel).values()
    assert "Hint" in list_buttons(panel).values()
    harbour.channel = harbour.guild.create_text_channel("second")
    await harbour.begin_match("coral_reef")
    check_advice(await open_panel(harbour, "play"))


async def test_an_outdated_button_of_the_guide_does_nothing(harbour: Harbour) -> None:
    set_thinker(harbour, RankingThinker())
    await harbour.begin_match()
    await harbour.answer_questions()
    person = await harbour.find_player()
    panel = await open_panel(harbour, "flip")
    kept, late = KeptMessage(harbour, panel), list_guide_buttons(panel)["Do it"]
    await person.click(panel, custom_id=late)
    before = (await harbour.find_match()).seq
    assert "moved on" in read_answer(await kept.press(person, late))
    stop = next(i for i, label in list_buttons(panel).items() if label == "Stop guide")
    await kept.press(person, stop)
    assert (await harbour.find_match()).seq == before, "turning the guide off makes no move"
    other = await harbour.find_opponent()
    assert "'s turn" in read_answer(await kept.press(other, late))


@pytest.mark.parametrize("thinker", [SilentThinker(), FailingThinker()])
async def test_a_panel_works_without_advice(
    harbour: Harbour, thinker: Any, caplog: pytest.LogCaptureFixture
) -> None:
    set_thinker(harbour, thinker)
    await harbour.begin_match()
    with caplog.at_level(logging.ERROR):
        panel = await open_panel(harbour, "flip")
    check_limits(panel)
    assert NO_ADVICE_TEXT in panel.content
    assert not list_guide_buttons(panel)
    assert any(i.startswith("s:pk") or i.startswith("b:go") for i in list_buttons(panel))
    assert ("no advice" in caplog.text) == isinstance(thinker, FailingThinker)


class BusyThinker(SilentThinker):
    """A thinker that never answers."""

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        await asyncio.sleep(3600)
        return ()


async def test_a_panel_does_not_wait_long_for_advice(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(guide, "ADVICE_TIMEOUT_SECONDS", 0.01)
    set_thinker(harbour, BusyThinker())
    await harbour.begin_match()
    panel = await open_panel(harbour, "flip")
    assert NO_ADVICE_TEXT in panel.content and not list_guide_buttons(panel)
    assert "no advice in time" in caplog.text


class PlanningThinker(SilentThinker):
    """A thinker that advises an action with a planned next step, and then ranks this step below *end*."""

    def __init__(self, loss: float) -> None:
        self.loss, self.later_token, self.ranked_token = loss, "", ""
        self.plies = set[int]()

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        # Advise a plan only at the first ply that has one, because later positions may have other plans.
        if self.plies <= {match.ply} and (token := find_plan(match, seat)):
            self.plies = {match.ply}
            self.later_token = get_advice(match, seat, token).later_token
            return [(token, 0.5)]
        tokens = [action.token for action in match.legal_actions(seat)]
        planned = [token for token in tokens if self.later_token and token.startswith(self.later_token)]
        self.ranked_token = planned[0] if planned else ""
        return (
            [("end", 0.5), (self.ranked_token, 0.5 - self.loss)] if self.ranked_token else [(tokens[0], 0.5)]
        )


def get_advice(match: Match, seat: int, token: str) -> Advice:
    view = match.rules.recall(match.state, seat)
    scene: Scene = Scene(("Anna", "Ben"), load_words(), reader_seat=seat)
    return match.game.texts.advise_on_action(match.rules.read(token), view, scene)


def find_plan(match: Match, seat: int) -> str:
    """Return an action of a seat whose reason names a next step, or an empty string if there is none."""
    if match.active_seat != seat or seat not in match.to_act:
        return ""
    tokens = [action.token for action in match.legal_actions(seat)]
    return next((token for token in tokens if get_advice(match, seat, token).later_token), "")


@pytest.mark.parametrize(("loss", "keeps_plan"), [(0.02, True), (0.05, False)])
async def test_a_next_step_is_announced_only_if_the_guide_will_advise_it(
    harbour: Harbour, loss: float, keeps_plan: bool
) -> None:
    thinker = PlanningThinker(loss)
    set_thinker(harbour, thinker)
    await harbour.begin_match("das_riff")
    match = await harbour.play_random_moves(200, until=lambda match: bool(find_plan(match, match.to_act[0])))
    assert match.active_seat is not None
    planned = get_advice(match, match.active_seat, find_plan(match, match.active_seat))
    person = await harbour.find_player()
    panel = get_reply(await person.click(harbour.board, label="My view"))
    panel = get_reply(await person.click(panel, label="Move…"))
    told = [text.rstrip(".") in panel.content for text in (planned.text, planned.text_without_later_step)]
    assert told == [keeps_plan, not keeps_plan], panel.content
    panel = get_reply(await person.click(panel, custom_id=list_guide_buttons(panel)["Do it"]))
    assert thinker.ranked_token and (thinker.ranked_token in list_guide_buttons(panel)["Do it"]) is keeps_plan
    if not keeps_plan:
        assert list_guide_buttons(panel)["Do it"].endswith(f":end{TOKEN_SUFFIX}")


def test_a_plan_for_the_next_turn_is_continued() -> None:
    match, scene = Match.begin(GAMES["reef"], 2, {}, bytes(32)), Scene(("Anna", "Ben"), load_words())
    while match.to_act != (match.active_seat,):
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    seat = match.to_act[0]
    token = next(
        action.token
        for action in match.legal_actions(seat)
        if get_advice(match, seat, action.token).next_turn_token
    )
    planned = get_advice(match, seat, token).next_turn_token
    match = match.act(seat, token)
    match = match.act(1 - seat, match.legal_actions(1 - seat)[0].token)
    assert list_plans(match, seat, scene) == (planned,)
    close = [(action.token, 0.5 - n / 10_000) for n, action in enumerate(match.legal_actions(seat))]
    found = find_planned_action(close, [one for one, _ in close], (planned,))
    assert found.startswith(planned)


def test_the_guide_does_not_look_ahead_past_face_down_cards() -> None:
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    while match.active_seat not in match.to_act:
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[-1].token)
    seat = match.to_act[0]
    flips = [action.token for action in match.legal_actions(seat) if action.token.startswith("flip:")]
    assert flips and all(_try_undoable_action(match, seat, token) is None for token in flips)
