"""The review after a match: posted once, whatever ends in between, opened at any time, and retried."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.announcing.posting import Poster
from bot.computers.reviewer import Reviewer, find_reviewable_match
from bot.features.review.posts import MIN_TURNS, SETTING
from bot.features.review.texts import find_turn
from bot.storage.messages import Messages
from bot.ui.ids import Choice, custom_id
from games.core.texts import Scene
from games.core.words import words
from games.drawing.replay import make_film
from games.review import VERSION, slices
from games.review.review import Review, serialize
from tests.bot.features.review.steps import end, kept, posted, reviews
from tests.bot.ui.play.guiding import Resting
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, buttons, let_think, parts, table_board
from tests.support.reading import Kept, limits, picture, said, shown
from tests.support.toy import TOYS
from tests.support.words import count_message


async def erring(harbour: Harbour, review: Review) -> tuple[Any, Any, int]:
    """Return a person with a costly move, a person without that seat, and the seat."""
    seat = max((0, 1), key=lambda seat: len(review.find_costliest(seat)))
    return await harbour.holder(seat), await harbour.holder(1 - seat), seat


async def test_a_review_comes_by_itself_with_a_picture_in_words(told: Harbour) -> None:
    await end(told)
    (post,) = reviews(told)
    limits(post)
    await picture(post, board=False)
    alt = post.attachments[0].description
    assert "Win chances in Das Riff, from start to end" in alt and "Anna:" in alt and "Ben:" in alt
    assert "Ben resigned; Anna won at a win chance of" in post.content
    assert re.search(r"Decided in turn|gave away most in turn", post.content) and count_message(post) <= 60
    assert {"See the moments", "Try again"} <= set(buttons(post).values())
    assert not post.mentions
    review = await kept(told)
    moments = said(await told.dana.click(post, label="See the moments"))
    for seat, name in enumerate((await told.table()).names):
        line = next(line for line in moments.splitlines() if line.startswith(f"-# {name} (accuracy"))
        account = line.rpartition(": ")[2].replace("%", "").replace("−", "-")
        left, _, result = account.partition(" = ")
        numbers = [int(part) for part in left.split() if part.lstrip("+-").isdecimal()]
        assert sum(numbers) == int(result) == round(100 * review.explain_result(seat).result)
        # The text, the words of the picture and its curve begin at the same start.
        assert alt is not None and f"{name}: {numbers[0]}%," in alt
        # Ben's resignation is not Anna's play.
        open_still = round(100 * (review.result[seat] - review.curve[-1][seat]))
        assert numbers[3] == open_still and left.endswith(f"{open_still:+} by the early end")


async def test_a_match_that_was_played_out_has_no_early_end(told: Harbour) -> None:
    await told.begin("coral_reef")
    await told.walk(1000)
    await told.bot.features.resume()
    await posted(told)
    (post,) = reviews(told)
    assert "resigned" not in post.content
    moments = said(await told.dana.click(post, label="See the moments"))
    assert "luck" in moments and "early end" not in moments


async def test_the_same_end_is_told_once(told: Harbour) -> None:
    await end(told)
    await told.bot.features.resume()
    await posted(told)
    await told.restart()
    await posted(told)
    assert len(reviews(told)) == 1


async def test_a_match_that_ended_before_a_kill_is_reviewed_after_it(
    told: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Reviewer, "find_review", never)
        await end(told)
        assert reviews(told) == []
        await told.kill()
    await told.bot.features.resume()
    await posted(told)
    assert len(reviews(told)) == 1


async def test_the_replay_of_a_reviewed_match_shows_its_greatest_swings(
    told: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def watched(*values: Any, swings: Any, **named: Any) -> Any:
        given.append(swings)
        return make_film(*values, swings=swings, **named)

    monkeypatch.setattr("bot.ui.pictures.make_film", watched)
    await told.begin()
    await told.walk(4)
    shown(await at_table(told.ben, told.channel, "replay"))
    await told.walk(36)
    asked = shown(await at_table(told.ben, told.channel, "resign"))
    await told.ben.click(asked, label="Resign")
    await posted(told)
    shown(await at_table(told.ben, told.channel, "replay"))
    review = await kept(told)
    assert given == [{}, review.list_swings()] and max(given[1].values()) > 0
    # Others play the same deal, so the film must not show what mattered.
    find_swings = told.bot.services.offers.find_swings
    sealed = replace(await told.table(), secret=None)
    assert sealed.is_sealed and await find_swings(sealed) == {}
    assert await find_swings(sealed, serialize(review)) == {}


async def never(self: Reviewer, table: Any) -> None:
    return None


@pytest.mark.parametrize("when", ["intend", "send", "confirm"])
async def test_a_kill_anywhere_around_the_post_leaves_one_post(
    told: Harbour, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    owner: Any = Poster if when == "send" else Messages
    real = getattr(owner, when)

    async def die(self: Any, *args: Any, **named: Any) -> Any:
        if not ended:
            return await real(self, *args, **named)
        if when == "send":
            await real(self, *args, **named)
        raise RuntimeError("killed")

    ended = False
    await told.begin()
    await told.walk(80)
    asked = shown(await at_table(told.ben, told.channel, "resign"))
    with monkeypatch.context() as patch:
        # The final board is posted first; only the next request dies.
        patch.setattr(Reviewer, "find_review", slow(Reviewer.find_review, told))
        await told.ben.click(asked, label="Resign")
        await told.bot.announcer.settle()
        ended = True
        patch.setattr(owner, when, die)
        await posted(told)
        await told.kill()
    await told.bot.features.resume()
    await posted(told)
    assert len(reviews(told)) == 1


def slow(real: Any, harbour: Harbour) -> Any:
    async def of(self: Reviewer, table: Any) -> Any:
        await harbour.bot.announcer.settle()
        return await real(self, table)

    return of


async def test_a_channel_that_wants_none_has_none_and_can_open_it(told: Harbour) -> None:
    await told.begin()
    settings = await at_table(told.anna, told.channel, "settings")
    assert f"After a match of {MIN_TURNS} turns or more: its review" in said(settings)
    answer = await told.anna.click(shown(settings), label="No reviews")
    assert "After a match: no review" in said(answer)
    await told.walk(80)
    asked = shown(await at_table(told.ben, told.channel, "resign"))
    await told.ben.click(asked, label="Resign")
    await posted(told)
    assert reviews(told) == []
    opened = await at_table(told.dana, told.channel, "review")
    assert "📈 **Review**" in said(opened)
    assert "📈 **Review**" in said(await told.tool(told.anna, "Review"))


async def test_who_may_not_set_a_channel_sets_none(told: Harbour) -> None:
    await told.begin()
    settings = await at_table(told.dana, told.channel, "settings")
    assert "No reviews" not in buttons(shown(settings)).values()
    await Kept(told, shown(settings)).forge(told.dana, "b:rvs:off")
    assert await told.store.channels.get(told.channel.id, SETTING) is None


async def test_a_quiet_channel_a_short_match_and_one_without_a_result_have_none(told: Harbour) -> None:
    await end(told, plies=1)
    assert reviews(told) == []
    await told.begin()
    await told.walk(20)
    asked = shown(await at_table(told.anna, told.channel, "close"))
    await told.anna.click(asked, label="End it")
    await posted(told)
    assert reviews(told) == [] and find_reviewable_match(await told.table()) is None
    await told.store.channels.set(told.channel.id, "verbosity", "quiet")
    await end(told)
    assert reviews(told) == []


async def test_it_is_said_which_matches_have_none(told: Harbour) -> None:
    await end(told, plies=0)
    assert "Nobody made a move" in said(await at_table(told.anna, told.channel, "review"))
    await end(told, plies=1)
    assert "📈 **Review**" in said(await at_table(told.anna, told.channel, "review"))


async def test_there_is_no_review_of_a_match_that_goes_on(told: Harbour) -> None:
    await told.begin()
    await told.walk(20)
    answer = await at_table(told.anna, told.channel, "review")
    assert "once the match has ended" in said(answer)
    menu = shown(await told.anna.click(told.board, label="More…"))
    assert "Review" not in buttons(menu).values()
    table = await told.table()
    for verb in ("rv", "rvp"):
        forged = await Kept(told, told.board).forge(told.anna, custom_id("b", verb, table.id))
        assert "once the match has ended" in said(forged)
    again = await Kept(told, told.board).forge(told.anna, custom_id("b", "rvt", table.id, 0))
    assert "Played" not in said(again) and "better" not in said(again)
    assert await told.store.reviews.find(table.id, 1) is None


async def test_turning_points_say_what_was_played_and_what_was_better(told: Harbour) -> None:
    await end(told)
    (post,) = reviews(told)
    answer = await told.dana.click(post, label="See the moments")
    points = (await kept(told)).find_turning_points()
    assert said(answer).count("Played:") == said(answer).count("Better:") == len(points) > 0
    assert len(re.findall(r"It gave away \d+% win chance", said(answer))) == len(points)
    # A reason addresses the player who made the move, and names them to others.
    table = await told.table()
    for reader in (told.dana, told.anna, told.ben):
        text = said(await reader.click(post, label="See the moments"))
        others = sum(point.seat not in table.seats_of(reader.id) for point in points)
        reasons = re.findall(r"^> Why: (.+)$", text, re.MULTILINE)
        assert len(reasons) == others
        assert not any(re.search(r"\b[Yy]ou", reason) for reason in reasons)
    message = shown(answer)
    assert len(message.attachments) == len(points)
    assert all(attachment.description for attachment in message.attachments)


async def test_boards_of_turning_points_are_drawn_as_their_reader_saw_them(told: Harbour) -> None:
    await end(told, "das_riff")
    (post,) = reviews(told)
    table, match, points = await told.table(), await told.match(), (await kept(told)).find_turning_points()
    texts = match.game.texts
    drawn: dict[Any, Any] = {}
    for reader in (told.anna, told.ben, told.dana):
        message = shown(await reader.click(post, label="See the moments"))
        assert len(message.attachments) == len(points)
        for move, attachment in zip(points, message.attachments, strict=True):
            seat = next(iter(table.seats_of(reader.id)), None)
            viewer = move.seat if seat is None else seat
            position = slices.list_views(match, move.ply)[viewer]
            alt = texts.alt(position, Scene(table.names, words(), reader=seat))
            assert attachment.description == alt
            drawn.setdefault(move.ply, []).append(await attachment.read())
    for pictures in drawn.values():
        assert pictures[0] != pictures[1], "from either side of the board"


async def test_a_turning_point_is_found_again_in_the_log(told: Harbour) -> None:
    await end(told)
    (post,) = reviews(told)
    text = said(await told.dana.click(post, label="See the moments"))
    page = await told.tool(told.dana, "Log", table_board(told))
    log = said(page)
    while "Back" in buttons(shown(page)).values():
        page = await told.dana.click(shown(page), label="Back")
        log += said(page)
    match = await told.match()
    for move in (await kept(told)).find_turning_points():
        step = f"tep {move.ply + 1}"
        assert f"Turn {find_turn(match, move.ply)}, s{step}: " in text
        name = (await told.table()).names[move.seat]
        assert f"**S{step}** · {name} · `{move.played}`" in log
    person, _, seat = await erring(told, await kept(told))
    move = (await kept(told)).find_costliest(seat)[0]
    opened = said(await person.click(post, label="Try again"))
    assert f"turn {find_turn(match, move.ply)}, step {move.ply + 1}" in opened


async def test_where_nothing_turned_the_button_says_so(told: Harbour) -> None:
    await end(told)
    table, review = await told.table(), await kept(told)
    quiet = replace(review, moves=tuple(replace(move, loss=0.0) for move in review.moves))
    await told.store.reviews.keep(table.id, VERSION, serialize(quiet))
    message = shown(await at_table(told.dana, told.channel, "review"))
    limits(message)
    (button,) = [part for part in parts(message) if part["type"] == 2]
    assert button["label"] == "See the moments" and not button.get("disabled")
    answer = await told.dana.click(message, label="See the moments")
    assert "No single move gave away 5% win chance" in said(answer)


async def test_each_turning_point_can_be_gone_on_with(told: Harbour) -> None:
    await end(told)
    (post,) = reviews(told)
    points = (await kept(told)).find_turning_points()
    for reader in (told.anna, told.dana):
        message = shown(await reader.click(post, label="See the moments"))
        limits(message)
        assert list(buttons(message).values()) == [f"{n}: what if…" for n in range(1, len(points) + 1)]
        for number, move in enumerate(points, 1):
            opened = shown(await reader.click(message, label=f"{number}: what if…"))
            assert opened.ephemeral and opened.id != message.id
            assert opened.content.startswith("## What if · Das Riff")
            name = (await told.table()).names[move.seat]
            assert f"after step {move.ply}." in opened.content and f"**{name} to act.**" in opened.content


async def test_try_again_takes_the_right_move_and_explains_a_wrong_one(told: Harbour) -> None:
    await end(told)
    (post,) = reviews(told)
    table, review = await told.table(), await kept(told)
    person, _, seat = await erring(told, review)
    move = review.find_costliest(seat)[0]
    opened = shown(await person.click(post, label="Try again"))
    assert "Find better" in opened.content and len(opened.attachments) == 1
    assert all(identity.split(":")[1].startswith("rv") for identity in buttons(opened))
    choice = Choice(table.id, move.ply, seat)
    wrong = await Kept(told, opened).forge(
        person, custom_id("b", "rva", table.id, move.ply, seat, move.played)
    )
    assert "❌" in said(wrong) and "(rule " in said(wrong)
    right = await person.click(shown(wrong), label="Show it")
    assert "✅" in said(right) and "(rule " in said(right)
    # After a restart, the panel still leads to an answer press by press.
    await told.restart()
    panel = Kept(told, opened)
    step = await panel.forge(person, custom_id("b", "rvg", *choice.parts()))
    for _ in range(8):
        text = said(step)
        if "✅" in text or "❌" in text:
            break
        onward = [i for i in buttons(shown(step)) if i.split(":")[1] in ("rvg", "rva")]
        step = await person.click(shown(step), custom_id=onward[0])
    assert "✅" in said(step) or "❌" in said(step)
    assert (await told.table()).match == table.match, "nothing of it is in the log"


async def legal(told: Harbour) -> Any:
    match = await told.match()
    return match.legal_actions(match.to_act[0])


async def follow(told: Harbour, times: int) -> None:
    """End both players' turns as the guide says."""
    let_think(told.bot, Resting())
    for _ in range(times):
        while "end" not in (possible := [action.token for action in await legal(told)]):
            await told.type(possible[0], await told.holder((await told.match()).to_act[0]))
        person = await told.holder()
        panel = shown(await told.first("end"))
        confirm = next(i for i in buttons(panel) if i.startswith("b:ac"))
        await person.click(panel, custom_id=confirm)


async def test_the_guides_own_move_is_no_error_and_the_review_says_if_it_would_play_another(
    told: Harbour,
) -> None:
    await told.begin()
    await follow(told, 8)
    await told.restart()
    await told.walk(40)
    asked = shown(await at_table(told.ben, told.channel, "resign"))
    await told.ben.click(asked, label="Resign")
    await posted(told)
    review = await kept(told)
    advised = [move for move in review.moves if move.advised]
    assert sum(move.played == "end" for move in advised) > 4
    doubted = review.find_disagreements()
    assert doubted and not any(move.judgement for move in advised)
    assert any(move.judgement for move in review.moves), "what nobody advised is judged as ever"
    (post,) = reviews(told)
    text = said(await told.dana.click(post, label="See the moments"))
    assert text.count("The guide advised this; deeper thought prefers") == min(len(doubted), 3)
    for reader, seat in ((told.anna, 0), (told.ben, 1)):
        tried = said(await reader.click(post, label="Try again"))
        numbers = {move.ply + 1 for move in advised if move.seat == seat}
        assert not any(f"step {number}\n" in tried for number in numbers)


async def test_nobody_tries_anothers_moves_or_what_is_no_costly_one(told: Harbour) -> None:
    await end(told)
    (post,) = reviews(told)
    table, review = await told.table(), await kept(told)
    person, rival, seat = await erring(told, review)
    move = review.find_costliest(seat)[0]
    assert "You have no seat" in said(await told.dana.click(post, label="Try again"))
    identity = custom_id("b", "rva", table.id, move.ply, seat, move.best)
    assert "✅" not in said(await Kept(told, post).forge(rival, identity))
    other = next(m for m in review.moves if m.seat == seat and not m.judgement)
    identity = custom_id("b", "rvg", *Choice(table.id, other.ply, seat).parts())
    assert "Find better" not in said(await Kept(told, post).forge(person, identity))


async def test_the_last_match_is_reviewed_while_another_is_begun_and_after_one_is_closed(
    told: Harbour,
) -> None:
    await end(told)
    ended = next(post for post in told.posts() if "Play again" in buttons(post).values())
    lobby = await told.open_lobby("reef")
    shows = said(await told.anna.click(ended, label="Review"))
    assert "📈 **Review**" in shows and "once the match has ended" not in shows
    await told.anna.click(lobby, label="Cancel")
    assert "📈 **Review**" in said(await told.anna.click(ended, label="Review"))


async def test_a_name_that_is_forgotten_leaves_the_post(told: Harbour) -> None:
    await end(told)
    (post,) = reviews(told)
    assert "Ben" in post.content
    await told.bot.tables.people.erase(told.ben.id, "-")
    await posted(told)
    (post,) = reviews(told)
    assert "**Ben**" not in post.content and "Ben:" not in post.attachments[0].description


async def test_a_game_that_workers_do_not_know_has_no_review_and_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour = await Harbour.open(tmp_path, TOYS)
    try:
        await harbour.store.channels.clear(harbour.channel.id, SETTING)
        await end(harbour, "toy", 6)
        assert reviews(harbour) == []
        assert "right now" in said(await at_table(harbour.anna, harbour.channel, "review"))
    finally:
        await harbour.close()


async def test_a_thought_goes_before_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.computers.pool import Pool
    from bot.computers.worker import Job
    from games.review.slices import Finding, StartSlice

    order: list[str] = []

    class Noting:
        pid = None

        def ask(self, job: Any) -> Any:
            order.append("move")
            return (("a", 0.5),)

        def evaluate(self, piece: Any) -> Any:
            order.append("slice")
            return Finding((0.5, 0.5), (0.5, 0.5))

        def kill(self) -> None:
            pass

        def close(self) -> None:
            pass

    pool = Pool([Noting()])  # type: ignore[list-item]
    piece = StartSlice("reef", 1, 2, {})
    job = Job("reef", 1, None, 0, "hard", bytes(32), 0, 1.0)  # type: ignore[arg-type]
    asked = [asyncio.create_task(pool.evaluate_slice(piece)) for _ in range(3)]
    await asyncio.sleep(0)
    moves = [asyncio.create_task(pool.rank_move(job)) for _ in range(2)]
    found = await asyncio.gather(*asked, *moves)
    pool.close()
    assert order[-2:] == ["slice", "slice"] and order.count("move") == 2
    assert [type(one) for one in found[:3]] == [Finding] * 3
