"""The button *Replay* shows a match's replay privately, and players can post it in the channel."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from bot.platform.limits import MAX_ALT_TEXT_LENGTH
from games.core.words import load_words
from games.drawing import gif
from games.drawing.replay import make_replay
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.reading import check_limits, get_reply, list_sent_payloads, read_answer

POST_LABEL = "Post it in the channel"


async def count_frames(message: Any) -> int:
    (file,) = message.attachments
    assert file.filename.endswith(".gif")
    with Image.open(io.BytesIO(await file.read())) as replay:
        return int(getattr(replay, "n_frames", 1))


async def count_expected_frames(harbour: Harbour) -> int:
    """Return the number of frames that the replay of the match should have."""
    made = make_replay(await harbour.find_match(), ("Anna", "Ben"), load_words())
    return gif.count_frames(b"".join(made))


async def play_and_resign(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(12)
    await harbour.bot.tables.play.resign_match(1, (await harbour.find_player()).id)
    await harbour.settle()


async def test_after_the_end_the_board_offers_the_replay_and_a_player_posts_it(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    board = harbour.board
    assert list(list_buttons(board).values())[:2] == ["Play again", "Post the replay"]
    check_limits(board)
    answer = get_reply(await harbour.press_tool_button(harbour.anna, "Replay"))
    assert answer.ephemeral
    check_limits(answer)
    count = await count_expected_frames(harbour)
    assert await count_frames(answer) == count
    assert "resigns" in answer.content
    before = len(harbour.list_posts())
    await harbour.restart()
    result = await harbour.anna.click(answer, label=POST_LABEL)
    assert "Posted" in read_answer(result)
    assert POST_LABEL not in list_buttons(get_reply(result)).values()
    post = harbour.list_posts()[-1]
    assert len(harbour.list_posts()) == before + 1
    assert "Anna shows the replay." in post.content
    assert not list_controls(post) and await count_frames(post) == count
    request = list_sent_payloads(harbour)[-1]
    (attachment,) = request["attachments"]
    assert "replay of Das Riff" in attachment["description"] and "resigns" in attachment["description"]
    assert len(attachment["description"]) <= MAX_ALT_TEXT_LENGTH
    assert not any(request["allowed_mentions"].values())


async def test_a_spectator_sees_the_replay_during_a_match_but_cannot_post_it(harbour: Harbour) -> None:
    await harbour.begin_match()
    assert "Replay" not in list_buttons(harbour.board).values()
    await harbour.play_random_moves(3)
    menu = await harbour.open_page_with_button(harbour.dana, "Replay", harbour.board)
    check_limits(menu)
    answer = get_reply(await harbour.dana.click(menu, label="Replay"))
    assert answer.ephemeral and POST_LABEL not in list_buttons(answer).values()
    # The menu stays, because the replay is in a new message.
    assert answer.id != menu.id
    assert await count_frames(answer) == await count_expected_frames(harbour)
    typed = get_reply(await press_at_table(harbour.ben, harbour.channel, "replay"))
    assert POST_LABEL in list_buttons(typed).values()
    harbour.deny_permissions("attach_files")
    refused = await harbour.ben.click(typed, label=POST_LABEL)
    assert "Attach Files" in read_answer(refused)
    assert await count_frames(typed)


async def test_a_table_without_a_match_has_no_replay(harbour: Harbour) -> None:
    await harbour.open_lobby()
    assert "hasn't begun" in read_answer(await press_at_table(harbour.ben, harbour.channel, "replay"))


async def test_a_match_that_ended_before_the_first_move_offers_no_replay(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.bot.tables.play.resign_match(1, (await harbour.find_player()).id)
    await harbour.settle()
    labels = list(list_buttons(harbour.board).values())
    assert labels[0] == "Play again" and "Post the replay" not in labels
    history = await harbour.open_page_with_button(harbour.anna, "Catch me up", harbour.board)
    assert "Replay" not in list_buttons(history).values()


async def test_a_player_posts_the_replay_from_the_last_board_with_one_press(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    before = len(harbour.list_posts())
    refused = await harbour.dana.click(harbour.board, label="Post the replay")
    assert "Only people at the table" in read_answer(refused)
    assert "Posted" in read_answer(await harbour.anna.click(harbour.board, label="Post the replay"))
    assert len(harbour.list_posts()) == before + 1
    assert await count_frames(harbour.list_posts()[-1]) == await count_expected_frames(harbour)


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(403, "Discord doesn't let me do that here."), (503, "Discord isn't answering me right now.")],
)
async def test_a_post_that_discord_refuses_is_explained_without_an_error(
    harbour: Harbour, caplog: pytest.LogCaptureFixture, status: int, sentence: str
) -> None:
    await play_and_resign(harbour)
    answer = get_reply(await harbour.press_tool_button(harbour.anna, "Replay"))
    path = "/channels/*/messages"
    harbour.env.inject_error("POST", path, status=status, code=50013, times=None)
    assert sentence in read_answer(await harbour.anna.click(answer, label=POST_LABEL))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
