"""The review after a match: posted once despite crashes, opened on request, with moves to try again."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.announcing.posting import MessagePoster
from bot.computers.reviewer import Reviewer, find_reviewable_match
from bot.features.review.posts import MIN_TURNS, REVIEW_POSTS_KEY
from bot.model.turns import list_step_numbers
from bot.storage.messages import REVIEW_MESSAGE, Messages
from bot.ui.action_limits import EXPENSIVE_LIMIT
from bot.ui.ids import MoveChoice, make_custom_id
from bot.ui.turn_numbers import write_turn, write_turn_in_sentence
from games.core.texts import Advice, Scene
from games.core.words import load_words
from games.drawing.replay import make_replay
from games.review import REVIEW_VERSION, slices
from games.review.review import Review, serialize_review
from tests.bot.features.review.steps import list_review_posts, play_and_resign, read_review, wait_for_posts
from tests.bot.ui.play.guiding import EndFirstThinker
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_table_board, list_buttons, replace_thinker
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer, read_picture
from tests.support.toy import TOYS
from tests.support.words import count_message_words

GUIDE_REASON_STARTS = ("Why: ", "The move played has a drawback: ", "No single turn shows why")
"""Beginnings of the reasons that come from the guide instead of simulated matches."""


async def find_costly_player(harbour: Harbour, review: Review) -> tuple[Any, Any, int]:
    """Return the player with the largest number of costly moves, the opponent, and the player's seat."""
    seat = max((0, 1), key=lambda seat: len(review.find_costliest_moves(seat)))
    return await harbour.find_player(seat), await harbour.find_player(1 - seat), seat


async def test_a_review_is_posted_automatically_with_a_described_picture(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    check_limits(post)
    await read_picture(post, is_board=False)
    alt = post.attachments[0].description
    assert "Win chances in Das Riff, from start to end" in alt and "Anna:" in alt and "Ben:" in alt
    assert "Ben resigned; Anna won at a win chance of" in post.content
    assert re.search(r"Decided in turn|The costliest was", post.content) and count_message_words(post) <= 60
    assert {"See the moments", "Try again"} <= set(list_buttons(post).values())
    assert not post.mentions
    review = await read_review(harbour)
    moments = read_answer(await harbour.dana.click(post, label="See the moments"))
    for seat, name in enumerate((await harbour.find_table()).names):
        line = next(line for line in moments.splitlines() if line.startswith(f"-# {name}'s win "))
        account = line.partition(": ")[2].replace("−", "-")
        start, *changes, result = [
            int(number.replace(" ", "")) for number in re.findall(r"[+-]? ?\d+", account)
        ]
        assert start + sum(changes) == result == round(100 * review.explain_result(seat).result)
        # The text, the picture's description and its curve start at the same win chance.
        assert alt is not None and f"{name}: {start}%," in alt
        # The gain from Ben's resignation is shown separately, because it doesn't come from Anna's play.
        open_still = round(100 * (review.result[seat] - review.curve[-1][seat]))
        assert changes[2] == open_still and "% by the early end = " in account


async def test_a_review_of_a_match_played_to_its_end_does_not_mention_an_early_end(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    await harbour.play_random_moves(1000)
    await harbour.bot.features.resume()
    await wait_for_posts(harbour)
    (post,) = list_review_posts(harbour)
    assert "resigned" not in post.content
    moments = read_answer(await press_at_table(harbour.dana, harbour.channel, "review"))
    assert "luck" in moments and "early end" not in moments


async def test_a_match_is_reviewed_once(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    await harbour.bot.features.resume()
    await wait_for_posts(harbour)
    await harbour.restart()
    await wait_for_posts(harbour)
    assert len(list_review_posts(harbour)) == 1


async def test_a_match_that_ended_before_a_crash_is_reviewed_after_it(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Reviewer, "ensure_review", find_no_review)
        await play_and_resign(harbour)
        assert list_review_posts(harbour) == []
        await harbour.kill()
    await harbour.bot.features.resume()
    await wait_for_posts(harbour)
    assert len(list_review_posts(harbour)) == 1


async def test_the_replay_of_a_reviewed_match_shows_its_greatest_swings(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def record_swings_and_make_replay(*args: Any, swings: Any, **kwargs: Any) -> Any:
        given.append(swings)
        return make_replay(*args, swings=swings, **kwargs)

    monkeypatch.setattr("games.drawing.replay.make_replay", record_swings_and_make_replay)
    await harbour.begin_match()
    await harbour.play_random_moves(4)
    get_reply(await press_at_table(harbour.ben, harbour.channel, "replay"))
    await harbour.play_random_moves(36)
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(reply, label="Resign")
    await wait_for_posts(harbour)
    get_reply(await press_at_table(harbour.ben, harbour.channel, "replay"))
    review = await read_review(harbour)
    assert given == [{}, review.measure_swings()] and max(given[1].values()) > 0
    # Other tables still play the same deal, so the replay must not show the decisive moves.
    find_swings = harbour.bot.services.offers.find_swings
    sealed = replace(await harbour.find_table(), secret=None)
    assert sealed.is_sealed and await find_swings(sealed) == {}
    assert await find_swings(sealed, serialize_review(review)) == {}


async def find_no_review(self: Reviewer, table: Any) -> None:
    return None


@pytest.mark.parametrize("method", ["reserve_message", "send_message", "confirm_message"])
async def test_a_crash_at_any_step_of_the_post_leaves_one_post(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    owner: Any = MessagePoster if method == "send_message" else Messages
    real = getattr(owner, method)

    async def fail_after_the_end(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not ended:
            return await real(self, *args, **kwargs)
        if method == "send_message":
            await real(self, *args, **kwargs)
        raise RuntimeError("killed")

    ended = False
    await harbour.begin_match()
    await harbour.play_random_moves(80)
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    with monkeypatch.context() as patch:
        # Wait until the final board is posted, so that the kill interrupts the review's post.
        patch.setattr(Reviewer, "ensure_review", make_waiting_ensure_review(Reviewer.ensure_review, harbour))
        await harbour.ben.click(reply, label="Resign")
        await harbour.bot.announcer.wait_until_idle()
        ended = True
        patch.setattr(owner, method, fail_after_the_end)
        await wait_for_posts(harbour)
        await harbour.kill()
    await harbour.bot.features.resume()
    await wait_for_posts(harbour)
    assert len(list_review_posts(harbour)) == 1


def make_waiting_ensure_review(ensure_review: Any, harbour: Harbour) -> Any:
    """Return a replacement for ``ensure_review`` that waits until all boards are posted."""

    async def find_review_later(self: Reviewer, table: Any) -> Any:
        await harbour.bot.announcer.wait_until_idle()
        return await ensure_review(self, table)

    return find_review_later


async def test_a_channel_without_reviews_gets_no_post_but_can_open_them(harbour: Harbour) -> None:
    await harbour.begin_match()
    settings = await press_at_table(harbour.anna, harbour.channel, "settings")
    assert f"After a match of {MIN_TURNS} turns or more: its review" in read_answer(settings)
    answer = await harbour.anna.click(get_reply(settings), label="No reviews")
    assert "After a match: no review" in read_answer(answer)
    await harbour.play_random_moves(80)
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(reply, label="Resign")
    await wait_for_posts(harbour)
    assert list_review_posts(harbour) == []
    opened = await press_at_table(harbour.dana, harbour.channel, "review")
    assert "📈 **Review**" in read_answer(opened)
    assert "📈 **Review**" in read_answer(await harbour.press_tool_button(harbour.anna, "Review"))


async def test_the_button_below_a_posted_review_shows_its_moments(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    ended = next(post for post in reversed(harbour.list_posts()) if "Review" in list_buttons(post).values())
    answer = read_answer(await harbour.anna.click(ended, label="Review"))
    assert answer == read_answer(await harbour.anna.click(post, label="See the moments"))
    assert post.content not in answer


async def test_only_people_with_permission_can_turn_reviews_off(harbour: Harbour) -> None:
    await harbour.begin_match()
    settings = await press_at_table(harbour.dana, harbour.channel, "settings")
    assert "No reviews" not in list_buttons(get_reply(settings)).values()
    await KeptMessage(harbour, get_reply(settings)).forge_press(harbour.dana, "b:rvs:off")
    assert await harbour.store.channels.get(harbour.channel.id, REVIEW_POSTS_KEY) is None


async def test_quiet_channels_short_matches_and_matches_without_a_result_get_no_review(
    harbour: Harbour,
) -> None:
    await play_and_resign(harbour, ply_count=1)
    assert list_review_posts(harbour) == []
    await harbour.begin_match()
    await harbour.play_random_moves(20)
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "close"))
    await harbour.anna.click(reply, label="End it")
    await wait_for_posts(harbour)
    assert list_review_posts(harbour) == [] and find_reviewable_match(await harbour.find_table()) is None
    await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    await play_and_resign(harbour)
    assert list_review_posts(harbour) == []


async def test_a_match_without_moves_has_no_review_but_a_short_match_has_one(harbour: Harbour) -> None:
    await play_and_resign(harbour, ply_count=0)
    assert "Nobody made a move" in read_answer(await press_at_table(harbour.anna, harbour.channel, "review"))
    await play_and_resign(harbour, ply_count=1)
    assert "📈 **Review**" in read_answer(await press_at_table(harbour.anna, harbour.channel, "review"))


async def test_a_running_match_has_no_review(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(20)
    answer = await press_at_table(harbour.anna, harbour.channel, "review")
    assert "once the match has ended" in read_answer(answer)
    menu = get_reply(await harbour.anna.click(harbour.board, label="More…"))
    assert "Review" not in list_buttons(menu).values()
    table = await harbour.find_table()
    for verb in ("rv", "rvp"):
        forged = await KeptMessage(harbour, harbour.board).forge_press(
            harbour.anna, make_custom_id("b", verb, table.id)
        )
        assert "once the match has ended" in read_answer(forged)
    again = await KeptMessage(harbour, harbour.board).forge_press(
        harbour.anna, make_custom_id("b", "rvt", table.id, 0)
    )
    assert "Played" not in read_answer(again) and "better" not in read_answer(again)
    assert await harbour.store.reviews.find_review(table.id, 1) is None


async def test_turning_points_name_the_move_played_and_a_better_one(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    answer = await harbour.dana.click(post, label="See the moments")
    points = (await read_review(harbour)).find_turning_points()
    assert read_answer(answer).count("Played:") == read_answer(answer).count("Better:") == len(points) > 0
    assert len(re.findall(r"−\d+% win chance", read_answer(answer))) == len(points)
    # A reason says "you" to the player who made the move. Everybody else reads the player's name.
    table = await harbour.find_table()
    for reader in (harbour.dana, harbour.anna, harbour.ben):
        text = read_answer(await reader.click(post, label="See the moments"))
        reasons = re.findall(r"^> (.+)$", text, re.MULTILINE)
        assert len(reasons) == len(points)
        for point, reason in zip(points, reasons, strict=True):
            assert reason.startswith(GUIDE_REASON_STARTS) is (point.point is None)
            if point.seat not in table.list_seats(reader.id):
                assert not re.search(r"\b[Yy]ou", reason)
    message = get_reply(answer)
    assert len(message.attachments) == len(points)
    assert all(attachment.description for attachment in message.attachments)


async def test_turning_points_show_the_board_as_the_reader_saw_it(harbour: Harbour) -> None:
    await play_and_resign(harbour, "das_riff")
    (post,) = list_review_posts(harbour)
    table, match, points = (
        await harbour.find_table(),
        await harbour.find_match(),
        (await read_review(harbour)).find_turning_points(),
    )
    texts = match.game.texts
    drawn: dict[Any, Any] = {}
    for reader in (harbour.anna, harbour.ben, harbour.dana):
        message = get_reply(await reader.click(post, label="See the moments"))
        assert len(message.attachments) == len(points)
        for move, attachment in zip(points, message.attachments, strict=True):
            seat = next(iter(table.list_seats(reader.id)), None)
            viewer = move.seat if seat is None else seat
            position = slices.list_views(match, move.ply)[viewer]
            alt = texts.describe_picture(position, Scene(table.names, load_words(), reader_seat=seat))
            assert attachment.description == alt
            drawn.setdefault(move.ply, []).append(await attachment.read())
    for pictures in drawn.values():
        assert pictures[0] != pictures[1], "Anna and Ben see the board from different sides"


async def test_a_turning_point_has_the_turn_number_of_the_log(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    text = read_answer(await harbour.dana.click(post, label="See the moments"))
    page = await harbour.press_tool_button(harbour.dana, "Log", find_table_board(harbour))
    log = read_answer(page)
    while "Back" in list_buttons(get_reply(page)).values():
        page = await harbour.dana.click(get_reply(page), label="Back")
        log += read_answer(page)
    match = await harbour.find_match()
    for move in (await read_review(harbour)).find_turning_points():
        turn = write_turn(list_step_numbers(match)[move.ply], load_words())
        name = (await harbour.find_table()).names[move.seat]
        assert f" · {turn}: {name}**" in text
        assert f"**{turn}** · {name} · `{move.played}`" in log
    person, _, seat = await find_costly_player(harbour, await read_review(harbour))
    move = (await read_review(harbour)).find_costliest_moves(seat)[0]
    opened = read_answer(await person.click(post, label="Try again"))
    assert f" · {write_turn(list_step_numbers(match)[move.ply], load_words())}\n" in opened
    assert not re.search(r"[?!]\)", text + opened), "judgements are words without chess symbols"


async def test_a_review_without_turning_points_says_so(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    table, review = await harbour.find_table(), await read_review(harbour)
    quiet = replace(review, moves=tuple(replace(move, loss=0.0) for move in review.moves))
    await harbour.store.reviews.store_review(table.id, REVIEW_VERSION, serialize_review(quiet))
    answer = await press_at_table(harbour.dana, harbour.channel, "review")
    check_limits(get_reply(answer))
    assert "No single move gave away 5% win chance" in read_answer(answer)


def make_ensure_review_without_moments(ensure_review: Any) -> Any:
    """Return a replacement for ``ensure_review`` that finds no costly moves."""

    async def find_review_without_loss(self: Reviewer, table: Any) -> Any:
        found = await ensure_review(self, table)
        assert found is not None
        quiet = replace(found, moves=tuple(replace(move, loss=0.0) for move in found.moves))
        await self._reviews.store_review(table.id, REVIEW_VERSION, serialize_review(quiet))
        return quiet

    return find_review_without_loss


async def test_a_review_without_moments_has_no_button_for_them(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reviewer, "ensure_review", make_ensure_review_without_moments(Reviewer.ensure_review))
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    assert "No single move decided it." in post.content and list_buttons(post) == {}
    table = await harbour.find_table()
    for verb in ("rv", "rvp"):
        # This post has no buttons, but posts of earlier versions of the bot still have them.
        answer = await KeptMessage(harbour, post).forge_press(
            harbour.anna, make_custom_id("b", verb, table.id)
        )
        assert "No single move gave away 5% win chance" in read_answer(answer)


async def test_a_posted_review_without_moments_is_recognized_after_a_crash(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reviewer, "ensure_review", make_ensure_review_without_moments(Reviewer.ensure_review))
    real = Messages.confirm_message

    async def fail_for_review(self: Any, row_id: int, message_id: int, *args: Any) -> Any:
        if any(post.id == message_id for post in list_review_posts(harbour)):
            raise RuntimeError("killed")
        return await real(self, row_id, message_id, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Messages, "confirm_message", fail_for_review)
        await play_and_resign(harbour)
        (post,) = list_review_posts(harbour)
        await harbour.kill()
    # Discord has forgotten the nonce by now.
    await harbour.pass_time(0.5)
    await harbour.bot.features.resume()
    await wait_for_posts(harbour)
    assert list_review_posts(harbour) == [post]
    row = await harbour.store.messages.find_current_message((await harbour.find_table()).id, REVIEW_MESSAGE)
    assert row is not None and row.message_id == post.id


async def test_each_turning_point_can_be_played_on(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    points = (await read_review(harbour)).find_turning_points()
    match = await harbour.find_match()
    for reader in (harbour.anna, harbour.dana):
        message = get_reply(await reader.click(post, label="See the moments"))
        check_limits(message)
        assert list(list_buttons(message).values()) == [f"{n}: what if…" for n in range(1, len(points) + 1)]
        for number, move in enumerate(points, 1):
            opened = get_reply(await reader.click(message, label=f"{number}: what if…"))
            assert opened.ephemeral and opened.id != message.id
            assert opened.content.startswith("## What if · Das Riff")
            name = (await harbour.find_table()).names[move.seat]
            turn = write_turn_in_sentence(list_step_numbers(match)[move.ply - 1], load_words())
            assert f"after {turn}." in opened.content and f"**As {name}:**" in opened.content


@pytest.mark.parametrize(("shown_share", "words"), [(1.0, "it gave away"), (0.0, "you missed a move with")])
async def test_try_again_words_a_loss_as_the_curve_shows_it(
    harbour: Harbour, shown_share: float, words: str
) -> None:
    await play_and_resign(harbour)
    table, review = await harbour.find_table(), await read_review(harbour)
    person, _, seat = await find_costly_player(harbour, review)
    move = review.find_costliest_moves(seat)[0]
    curve = list(review.curve)
    for ply, share in ((move.ply, 0.9), (move.ply + 1, 0.9 - shown_share * move.loss)):
        curve[ply] = tuple(share if one == seat else 1 - share for one in range(2))
    changed = serialize_review(replace(review, curve=tuple(curve)))
    await harbour.store.reviews.store_review(table.id, REVIEW_VERSION, changed)
    (post,) = list_review_posts(harbour)
    opened = read_answer(await person.click(post, label="Try again"))
    assert re.search(rf": {words} {round(100 * move.loss)}% (?:more )?win chance\.", opened), opened


async def test_try_again_accepts_the_right_move_and_explains_a_wrong_one(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    table, review = await harbour.find_table(), await read_review(harbour)
    person, _, seat = await find_costly_player(harbour, review)
    move = review.find_costliest_moves(seat)[0]
    opened = get_reply(await person.click(post, label="Try again"))
    assert "Find better" in opened.content and len(opened.attachments) == 1
    assert all(identity.split(":")[1].startswith("rv") for identity in list_buttons(opened))
    choice = MoveChoice(table.id, move.ply, seat)
    wrong = await KeptMessage(harbour, opened).forge_press(
        person, make_custom_id("b", "rva", table.id, move.ply, seat, move.played)
    )
    assert "❌" in read_answer(wrong)
    right = await person.click(get_reply(wrong), label="Show it")
    assert "✅" in read_answer(right)
    # The numbers shown agree with the loss stated in the question.
    ((best, left),) = re.findall(r"(\d+)% win chance left\. Your move left (\d+)%", read_answer(right))
    assert int(best) - int(left) == round(100 * move.loss)
    assert "(rule " in read_answer(right) or any(said in read_answer(right) for said in GUIDE_REASON_STARTS)
    # After a restart, the buttons of the panel still lead to an answer.
    await harbour.restart()
    panel = KeptMessage(harbour, opened)
    step = await panel.forge_press(person, make_custom_id("b", "rvg", *choice.list_parts()))
    for _ in range(8):
        text = read_answer(step)
        if "✅" in text or "❌" in text:
            break
        onward = [i for i in list_buttons(get_reply(step)) if i.split(":")[1] in ("rvg", "rva")]
        step = await person.click(get_reply(step), custom_id=onward[0])
    assert "✅" in read_answer(step) or "❌" in read_answer(step)
    assert (await harbour.find_table()).match == table.match, "tried moves aren't stored in the log"


@pytest.mark.parametrize("verb", ["rvg", "rva"])
async def test_a_persons_new_tries_are_limited(harbour: Harbour, verb: str) -> None:
    """Each try that isn't in the review is judged by a search."""
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    table, review = await harbour.find_table(), await read_review(harbour)
    person, _, seat = await find_costly_player(harbour, review)
    move = review.find_costliest_moves(seat)[0]
    panel = KeptMessage(harbour, get_reply(await person.click(post, label="Try again")))
    choice = MoveChoice(table.id, move.ply, seat)
    identity = make_custom_id("b", "rvg", *choice.list_parts())
    if verb == "rva":
        identity = make_custom_id("b", verb, table.id, move.ply, seat, move.played)
    (most,) = EXPENSIVE_LIMIT.limits
    answers = [read_answer(await panel.forge_press(person, identity)) for _ in range(most.max_uses)]
    assert not any("You can go on" in answer for answer in answers[:-1])
    assert "You can go on" in read_answer(await panel.forge_press(person, identity))


@pytest.mark.parametrize(
    "advice",
    [
        Advice("This costs a lot.", "DR-3.2", is_reason=False),
        Advice("You can shout this turn.", "DR-3.2", "shout", "You can shout later."),
    ],
)
async def test_a_right_move_is_not_explained_by_a_warning_or_a_step_that_does_not_follow(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, advice: Advice
) -> None:
    await play_and_resign(harbour)
    table, review = await harbour.find_table(), await read_review(harbour)
    person, _, seat = await find_costly_player(harbour, review)
    move = review.find_costliest_moves(seat)[0]
    plain = replace(review, moves=tuple(replace(one, point=None) for one in review.moves))
    await harbour.store.reviews.store_review(table.id, REVIEW_VERSION, serialize_review(plain))
    monkeypatch.setattr("games.das_riff.texts.advise_on_action", lambda *given: advice)
    right = await KeptMessage(harbour, list_review_posts(harbour)[0]).forge_press(
        person, make_custom_id("b", "rva", table.id, move.ply, seat, move.best)
    )
    assert "✅" in read_answer(right) and advice.text.rstrip(".") not in read_answer(right)


@pytest.mark.parametrize("is_drawback", [True, False])
async def test_a_wrong_answer_is_not_praised(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, is_drawback: bool
) -> None:
    await play_and_resign(harbour)
    table, review = await harbour.find_table(), await read_review(harbour)
    person, _, seat = await find_costly_player(harbour, review)
    move = review.find_costliest_moves(seat)[0]
    advice = Advice("It scores 4 points.", "DR-3.2", is_reason=not is_drawback, is_drawback=is_drawback)
    monkeypatch.setattr("games.das_riff.texts.advise_on_action", lambda *given: advice)
    wrong = await KeptMessage(harbour, list_review_posts(harbour)[0]).forge_press(
        person, make_custom_id("b", "rva", table.id, move.ply, seat, move.played)
    )
    assert "❌" in read_answer(wrong)
    assert ("It scores 4 points (rule DR-3.2)." in read_answer(wrong)) is is_drawback


async def list_legal_actions(harbour: Harbour) -> Any:
    match = await harbour.find_match()
    return match.legal_actions(match.to_act[0])


async def end_turns_as_advised(harbour: Harbour, times: int) -> None:
    """End turns of both players with the move that the guide advises."""
    replace_thinker(harbour.bot, EndFirstThinker())
    for _ in range(times):
        while "end" not in (possible := [action.token for action in await list_legal_actions(harbour)]):
            await harbour.type_move(
                possible[0], await harbour.find_player((await harbour.find_match()).to_act[0])
            )
        person = await harbour.find_player()
        panel = get_reply(await harbour.press_action_kind("end"))
        confirm = next(i for i in list_buttons(panel) if i.startswith("b:ac"))
        await person.click(panel, custom_id=confirm)


async def test_an_advised_move_is_not_judged_a_mistake_but_a_better_one_is_mentioned(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(120)
    await end_turns_as_advised(harbour, 8)
    await harbour.restart()
    await harbour.play_random_moves(40)
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(reply, label="Resign")
    await wait_for_posts(harbour)
    review = await read_review(harbour)
    advised = [move for move in review.moves if move.advised]
    assert sum(move.played == "end" for move in advised) > 4
    doubted = review.find_disagreements()
    assert doubted and not any(move.judgement for move in advised)
    assert any(move.judgement for move in review.moves), "moves that the guide didn't advise are still judged"
    (post,) = list_review_posts(harbour)
    text = read_answer(await harbour.dana.click(post, label="See the moments"))
    assert text.count("”. The guide advised this; deeper thought prefers “") == min(len(doubted), 3)
    for reader, seat in ((harbour.anna, 0), (harbour.ben, 1)):
        tried = read_answer(await reader.click(post, label="Try again"))
        numbers = list_step_numbers(await harbour.find_match())
        turns = {write_turn(numbers[move.ply], load_words()) for move in advised if move.seat == seat}
        assert not any(f" · {turn}\n" in tried for turn in turns)


async def test_a_player_can_retry_only_their_own_costly_moves(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    table, review = await harbour.find_table(), await read_review(harbour)
    person, rival, seat = await find_costly_player(harbour, review)
    move = review.find_costliest_moves(seat)[0]
    assert "You have no seat" in read_answer(await harbour.dana.click(post, label="Try again"))
    identity = make_custom_id("b", "rva", table.id, move.ply, seat, move.best)
    assert "✅" not in read_answer(await KeptMessage(harbour, post).forge_press(rival, identity))
    other = next(m for m in review.moves if m.seat == seat and not m.judgement)
    identity = make_custom_id("b", "rvg", *MoveChoice(table.id, other.ply, seat).list_parts())
    assert "Find better" not in read_answer(await KeptMessage(harbour, post).forge_press(person, identity))


async def test_the_last_match_can_be_reviewed_during_and_after_another_lobby(
    harbour: Harbour,
) -> None:
    await play_and_resign(harbour)
    ended = next(post for post in harbour.list_posts() if "Play again" in list_buttons(post).values())
    lobby = await harbour.open_lobby("reef")
    shows = read_answer(await harbour.anna.click(ended, label="Review"))
    assert "win chance" in shows and "once the match has ended" not in shows
    await harbour.anna.click(lobby, label="Cancel")
    assert "win chance" in read_answer(await harbour.anna.click(ended, label="Review"))


async def test_an_erased_name_is_removed_from_the_post(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    assert "Ben" in post.content
    await harbour.bot.tables.people.erase_person(harbour.ben.id, "-")
    await wait_for_posts(harbour)
    (post,) = list_review_posts(harbour)
    assert "**Ben**" not in post.content and "Ben:" not in post.attachments[0].description


async def test_a_game_unknown_to_the_workers_has_no_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour = await Harbour.open(tmp_path, TOYS)
    try:
        await harbour.store.channels.clear(harbour.channel.id, REVIEW_POSTS_KEY)
        await play_and_resign(harbour, "toy", 6)
        assert list_review_posts(harbour) == []
        assert "right now" in read_answer(await press_at_table(harbour.anna, harbour.channel, "review"))
    finally:
        await harbour.close()


async def test_a_computers_move_is_computed_before_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.computers.pool import WorkerPool
    from bot.computers.worker import Job
    from games.review.slices import ReviewFinding, StartSlice

    order: list[str] = []

    class RecordingWorker:
        pid = None

        def ask(self, job: Any) -> Any:
            order.append("move")
            return (("a", 0.5),)

        def evaluate(self, review_slice: Any) -> Any:
            order.append("slice")
            return ReviewFinding((0.5, 0.5))

        def kill(self) -> None:
            pass

        def close(self) -> None:
            pass

    pool = WorkerPool([RecordingWorker()])  # type: ignore[list-item]
    review_slice = StartSlice("reef", 1, 2, {})
    job = Job("reef", 1, None, 0, "hard", bytes(32), 0, 1.0)  # type: ignore[arg-type]
    asked = [asyncio.create_task(pool.evaluate_slice(review_slice)) for _ in range(3)]
    await asyncio.sleep(0)
    moves = [asyncio.create_task(pool.rank_moves_for_computer(job)) for _ in range(2)]
    found = await asyncio.gather(*asked, *moves)
    pool.close()
    assert order[-2:] == ["slice", "slice"] and order.count("move") == 2
    assert [type(one) for one in found[:3]] == [ReviewFinding] * 3
