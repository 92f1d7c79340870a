"""Matches uploaded as files are checked, shown, stepped through, reviewed, posted and erased."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.features.imports import fetching, pages
from bot.features.imports import imported as keeping
from bot.features.imports.errors import FileNotFetched, ImportNotFound, ReplayTooSlow
from bot.ui.offers import MatchReviewer, ReviewResult
from bot.ui.pictures import make_position_key
from games.core.match import Match
from games.core.match_record import MatchRecord, record_match
from games.core.upload import MAX_RECORD_BYTES
from games.registry import GAMES
from tests.format import reader
from tests.support.filling import fill_form
from tests.support.harbour import Harbour, list_buttons, list_menus
from tests.support.jumping import jump_to
from tests.support.nightly import defer_to_ci
from tests.support.pressing import list_steps, make_message_with_button, press_until_step
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_sent_payloads,
    read_answer,
    read_picture,
)
from tests.support.thinking import make_computer_table
from tools.walks import Case


def make_record(key: str = "reef", seed: int = 7) -> MatchRecord:
    game = GAMES[key]
    walked = Case(game, game.seat_counts[0], game.get_default_options(), seed, is_rich=True)
    return record_match(walked.match, walked.secret, walked.presses)


def make_record_data(key: str = "reef") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(make_record(key).to_json())
    return found


@pytest.fixture(autouse=True)
def _serve_uploads(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve uploads from the simulated Discord instead of over HTTP."""

    async def stream(url: str) -> AsyncIterator[bytes]:
        yield await harbour.bot.http.get_from_cdn(url)

    monkeypatch.setattr(fetching, "stream_content", stream)


async def upload_file(harbour: Harbour, content: bytes | str, person: Any = None) -> Any:
    held = content if isinstance(content, bytes) else content.encode()
    who = person or harbour.anna
    return await who.slash(harbour.channel, "table", file=("match.json", held))


async def click_button(person: Any, message: Any, label: str) -> Any:
    return get_reply(await person.click(message, label=label))


async def test_a_file_is_checked_and_shown_with_its_last_board(harbour: Harbour) -> None:
    for key in GAMES:
        front = get_reply(await upload_file(harbour, make_record(key).to_json()))
        assert "Checked: every move is legal" in front.content and "Seat 1 and Seat 2" in front.content
        assert front.ephemeral
        await read_picture(front)
        check_limits(front)


async def test_an_exported_match_can_be_imported_with_the_same_hash(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.bot.tables.play.resign_match((await harbour.find_table()).id, harbour.anna.id)
    table = await harbour.find_table()
    text = await harbour.bot.tables.exports.export_json(table.id)
    assert reader.compute_record_hash(reader.parse_record(text)) == MatchRecord.from_json(text).digest
    front = get_reply(await upload_file(harbour, text))
    values = await click_button(harbour.anna, front, "Fairness")
    assert table.commitment in values.content and MatchRecord.from_json(text).digest in values.content
    assert "Anna" not in front.content


async def test_a_file_can_be_uploaded_with_the_form(harbour: Harbour) -> None:
    front = get_reply(await upload_file(harbour, make_record("reef").to_json()))
    listed = await click_button(harbour.anna, front, "My imported matches")
    form = await harbour.anna.click(listed, label="Import a match…")
    assert form.modal is not None
    result = await fill_form(harbour.anna, form, {"file": ("match.json", make_record().to_json().encode())})
    assert "Checked" in read_answer(result)


async def test_an_imported_match_can_be_stepped_through_after_a_restart(harbour: Harbour) -> None:
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    at = await click_button(harbour.anna, front, "Turn by turn")
    # In Reef, each turn is one step.
    turns = len(make_record().rows)
    assert f"Turn {turns} of {turns}" in at.content and "imported match" in at.content
    await harbour.restart()
    at = await jump_to(harbour.anna, at, "First")
    assert f"Before turn 1 of {turns}" in at.content
    at = await click_button(harbour.anna, at, "Forward")
    assert f"Turn 1 of {turns}" in at.content
    await read_picture(at)
    back = await click_button(harbour.anna, at, "Back to the match")
    assert "Checked" in back.content
    replay = await click_button(harbour.anna, back, "Replay")
    assert replay.attachments[0].filename.endswith(".gif") and replay.attachments[0].description


@pytest.mark.parametrize("key", defer_to_ci(GAMES, "das_riff", "reef"))
async def test_any_position_can_be_played_on_privately(harbour: Harbour, key: str) -> None:
    front = get_reply(await upload_file(harbour, make_record(key).to_json()))
    newest = await click_button(harbour.anna, front, "What if…")
    assert newest.id != front.id and newest.content.startswith(f"## What if · {GAMES[key].title}\n")
    assert "Table" not in newest.content and "nothing here counts" in newest.content
    at = await jump_to(harbour.anna, await click_button(harbour.anna, front, "Turn by turn"), "First")
    opened = await click_button(harbour.anna, at, "What if…")
    assert "At the start." in opened.content
    await read_picture(opened)
    before = await harbour.store.imports.list_imports_of_person(harbour.anna.id)
    message = opened
    for number in range(3):
        message = await press_until_step(harbour.anna, message, number)
        assert len(list_steps(message)) == number + 1
    await harbour.restart()
    message = await press_until_step(harbour.anna, message)
    assert len(list_steps(message)) == 4
    message = await click_button(harbour.anna, message, "Undo")
    assert "Taken back." in message.content and len(list_steps(message)) == 3
    check_limits(await click_button(harbour.anna, message, "Hint"))
    message = await click_button(harbour.anna, message, "Deal again")
    assert list_steps(message) == []
    assert await harbour.store.imports.list_imports_of_person(harbour.anna.id) == before
    assert "Checked" in (await click_button(harbour.anna, message, "Back to the match")).content


async def test_others_can_play_on_an_imported_match_only_if_it_is_posted(harbour: Harbour) -> None:
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    opened = await click_button(harbour.anna, front, "What if…")
    identity = next(i for i, label in list_buttons(front).items() if label == "What if…")
    theirs = KeptMessage(harbour, get_reply(await harbour.ben.slash(harbour.channel, "help")))
    assert "isn't here any more" in read_answer(await theirs.forge_press(harbour.ben, identity))
    kept_message = KeptMessage(harbour, opened)
    for one in list_buttons(opened):
        assert "isn't here any more" in read_answer(await kept_message.press(harbour.ben, one))
    await harbour.anna.click(front, label="Post it in the channel")
    message = await click_button(harbour.ben, harbour.list_posts()[-1], "What if…")
    assert len(list_steps(await press_until_step(harbour.ben, message))) == 1


async def test_what_if_buttons_of_a_file_and_of_a_table_are_not_interchangeable(harbour: Harbour) -> None:
    """The imported match and the table are both number 1."""
    await harbour.begin_match("reef")
    await harbour.turn_guide_off()
    opened = await click_button(
        harbour.anna, get_reply(await upload_file(harbour, make_record().to_json())), "What if…"
    )
    at_table = get_reply(await harbour.press_tool_button(harbour.anna, "What if…"))
    for one, other in ((opened, at_table), (at_table, opened)):
        for identity in list_buttons(one):
            if identity.split(":")[1][-1] not in "ob":
                kept = make_message_with_button(harbour, other, identity)
                assert "out of date" in read_answer(await kept.press(harbour.anna, identity))


def replace_reviewer(harbour: Harbour, judge: MatchReviewer) -> None:
    services = harbour.bot.services
    harbour.bot.services = replace(services, offers=replace(services.offers, match_reviewers=(judge,)))


async def test_an_imported_match_is_reviewed_once_and_shows_its_turning_points(harbour: Harbour) -> None:
    summaries: list[str] = []

    async def judge(table: Any, summary: str, w: Any) -> ReviewResult:
        assert table.id < 0 and table.names == ("Seat 1", "Seat 2")
        summaries.append(summary)
        return ReviewResult("It turned twice.", [], (3, 5), "in short")

    replace_reviewer(harbour, judge)
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    for _ in range(2):
        page = await click_button(harbour.anna, front, "Review")
        assert page.content == "It turned twice."
    assert summaries == ["", "in short"]
    at = await click_button(harbour.anna, page, "Point 2")
    assert "Turn 5 of" in at.content


async def test_the_replay_of_an_imported_match_follows_its_review(harbour: Harbour) -> None:
    summaries: list[str] = []

    async def judge(*unused: Any) -> ReviewResult:
        return ReviewResult("It turned twice.", [], (3, 5), "in short")

    async def find_swings(table: Any, summary: str) -> dict[int, float]:
        summaries.append(summary)
        return {}

    replace_reviewer(harbour, judge)
    services = harbour.bot.services
    harbour.bot.services = replace(services, offers=replace(services.offers, swing_sources=(find_swings,)))
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    await click_button(harbour.anna, front, "Replay")
    await click_button(harbour.anna, front, "Review")
    assert (await click_button(harbour.anna, front, "Replay")).attachments
    assert summaries == ["", "in short"]


async def test_a_match_with_too_many_steps_is_not_reviewed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    monkeypatch.setattr(pages, "MAX_REVIEWED_STEPS", 10)

    async def judge(*unused: Any) -> ReviewResult:
        raise AssertionError

    replace_reviewer(harbour, judge)
    assert "I can't review this match" in read_answer(await harbour.anna.click(front, label="Review"))
    again = get_reply(await upload_file(harbour, make_record().to_json()))
    assert "Review" not in list_buttons(again).values()


@pytest.mark.nightly
async def test_the_review_feature_reviews_an_imported_match(harbour: Harbour) -> None:
    front = get_reply(await upload_file(harbour, make_record("coral_reef").to_json()))
    page = await click_button(harbour.anna, front, "Review")
    assert "Review" in page.content and "Seat 1" in page.content and page.attachments
    check_limits(page)


async def test_only_the_uploader_sees_an_imported_match_until_it_is_posted(harbour: Harbour) -> None:
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    step = next(key for key, label in list_buttons(front).items() if label == "Turn by turn")
    number = step.split(":")[2]
    found = await harbour.store.imports.list_imports_of_person(harbour.anna.id)
    matches = keeping.ImportedMatches(harbour.store.imports, GAMES, lambda: 0)
    with pytest.raises(ImportNotFound):
        await matches.get_match(found[0].id, harbour.ben.id, harbour.channel.id)
    result = await harbour.anna.click(front, label="Post it in the channel")
    assert read_answer(result) == "Posted."
    post = harbour.list_posts()[-1]
    assert list_sent_payloads(harbour)[-1]["allowed_mentions"] == {"parse": []}
    assert "Post it in the channel" not in list_buttons(post).values() and post.attachments[0].description
    check_limits(post)
    await harbour.restart()
    at = await click_button(harbour.ben, harbour.list_posts()[-1], "Turn by turn")
    assert at.ephemeral and f"b:imp:{number}" in next(iter(list_buttons(at)))
    matches = keeping.ImportedMatches(harbour.store.imports, GAMES, lambda: 0)
    assert await matches.get_match(found[0].id, harbour.ben.id, harbour.channel.id)
    with pytest.raises(ImportNotFound):
        await matches.get_match(found[0].id, harbour.ben.id, harbour.channel.id + 1)


async def test_an_imported_match_can_be_removed_and_its_post_says_so(harbour: Harbour) -> None:
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    await upload_file(harbour, make_record("australis").to_json())
    await harbour.anna.click(front, label="Post it in the channel")
    listed = await click_button(harbour.anna, front, "My imported matches")
    assert "2 imported matches" in listed.content
    ((identity, values),) = list_menus(listed).items()
    chosen = get_reply(await harbour.anna.select(listed, [values[-1]], custom_id=identity))
    result = await click_button(harbour.anna, chosen, "Remove")
    done = await click_button(harbour.anna, result, "Remove")
    assert done.content.startswith("Removed.") and "1 imported match." in done.content
    gone = await harbour.ben.click(harbour.list_posts()[-1], label="Turn by turn")
    assert "isn't here any more" in read_answer(gone)


async def test_a_button_of_a_removed_match_does_not_lead_to_another_match(harbour: Harbour) -> None:
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    old = KeptMessage(harbour, front)
    (identity,) = [identity for identity, label in list_buttons(front).items() if label == "Turn by turn"]
    result = await click_button(harbour.anna, front, "Remove")
    await click_button(harbour.anna, result, "Remove")
    again = get_reply(await upload_file(harbour, make_record("australis").to_json()))
    assert "Australis" in again.content
    assert "isn't here any more" in read_answer(await old.forge_press(harbour.anna, identity))


def test_two_matches_with_the_same_number_do_not_share_pictures() -> None:
    made, match, _ = make_computer_table()
    other = Match.begin(match.game, match.seat_count, match.options, bytes(32))
    assert make_position_key(made, match) != make_position_key(made, other)


async def test_nobody_can_remove_or_post_another_persons_match(harbour: Harbour) -> None:
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    await harbour.anna.click(front, label="Post it in the channel")
    (row,) = await harbour.store.imports.list_imports_of_person(harbour.anna.id)
    matches = keeping.ImportedMatches(harbour.store.imports, GAMES, lambda: 0)
    await matches.remove_match(row.id, harbour.ben.id)
    with pytest.raises(ImportNotFound):
        await matches.record_post(await matches.get_match(row.id, harbour.anna.id, None), harbour.ben.id, 5)
    assert await harbour.store.imports.list_imports_of_person(harbour.anna.id) == [
        await harbour.store.imports.find_import(row.id)
    ]


async def test_imports_per_person_are_limited_and_the_same_file_counts_once(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MAX_IMPORTED_MATCHES", 1)
    for _ in range(2):
        assert "Checked" in read_answer(await upload_file(harbour, make_record().to_json()))
    refused = await upload_file(harbour, make_record("australis").to_json())
    assert "I keep 1 imported matches for you" in read_answer(refused)
    assert "My imported matches" in list_buttons(get_reply(refused)).values()
    assert "Checked" in read_answer(
        await upload_file(harbour, make_record("australis").to_json(), harbour.ben)
    )
    monkeypatch.setattr(keeping, "MAX_TOTAL_BYTES", 2000)
    monkeypatch.setattr(keeping, "MAX_IMPORTED_MATCHES", 10)
    assert "1 KiB in all" in read_answer(await upload_file(harbour, make_record("australis").to_json()))


async def test_too_many_uploads_in_a_row_are_refused(harbour: Harbour) -> None:
    text = make_record().to_json()
    told = [read_answer(await upload_file(harbour, text)) for _ in range(11)]
    assert all("Checked" in one for one in told[:10])
    assert told[10].startswith("You've imported a lot of files.")


async def test_an_invalid_file_counts_less_towards_the_limit_than_a_valid_one(harbour: Harbour) -> None:
    told = []
    for number in range(21):
        told.append(read_answer(await upload_file(harbour, b"nothing")))
        if number % 10 == 9:
            await harbour.pass_time(1 / 60)
    assert set(told[:20]) == {"This isn't the record of a match."}
    assert told[20].startswith("You've imported a lot of files.")


async def test_a_file_that_could_not_be_fetched_does_not_count_towards_the_limit(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stream(url: str) -> AsyncIterator[bytes]:
        raise FileNotFetched
        yield b""

    with monkeypatch.context() as broken:
        broken.setattr(fetching, "stream_content", stream)
        for number in range(21):
            assert "a lot of files" not in read_answer(await upload_file(harbour, b"nothing"))
            if number % 10 == 9:
                await harbour.pass_time(1 / 60)
    assert "Checked" in read_answer(await upload_file(harbour, make_record().to_json()))


async def test_a_hostile_file_is_refused_with_an_explanation_and_not_stored(harbour: Harbour) -> None:
    deep, odd = b"[" * 100_000, json.dumps({**make_record_data(), "game": "**@everyone** <@1>"})
    for content, sentence in (
        (b" " * (MAX_RECORD_BYTES + 1), "too big"),
        (deep, "nested too deeply"),
        (odd, "There's no game “\\*\\*\\@everyone"),
    ):
        assert sentence in read_answer(await upload_file(harbour, content))
    assert await harbour.store.imports.list_imports_of_person(harbour.anna.id) == []


async def test_a_replay_that_takes_too_long_is_aborted(harbour: Harbour) -> None:
    ticks = iter(range(0, 10**6, keeping.MAX_REPLAY_SECONDS))
    matches = keeping.ImportedMatches(harbour.store.imports, GAMES, lambda: 0, lambda: next(ticks))
    with pytest.raises(ReplayTooSlow):
        await matches.import_file(make_record().to_json().encode(), harbour.anna.id)
    assert await harbour.store.imports.list_imports_of_person(harbour.anna.id) == []


async def test_imported_matches_are_exported_and_erased_with_a_persons_data(harbour: Harbour) -> None:
    front = get_reply(await upload_file(harbour, make_record().to_json()))
    await harbour.anna.click(front, label="Post it in the channel")
    (row,) = (await harbour.store.people.collect_data(harbour.anna.id))["imports"]
    assert row["text"] == make_record().to_json() and row["channel"] == str(harbour.channel.id)
    assert (await harbour.store.people.collect_data(harbour.ben.id))["imports"] == []
    assert await harbour.store.people.erase_person(harbour.anna.id, "someone") is not None
    gone = await harbour.ben.click(harbour.list_posts()[-1], label="Turn by turn")
    assert "isn't here any more" in read_answer(gone)
