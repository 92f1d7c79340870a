"""*Replay*: for one person first, then for the channel; through a restart, and without a permission."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from bot.platform.limits import ALT
from games.core.words import words
from games.drawing import gif
from games.drawing.replay import make_film
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, buttons, parts
from tests.support.reading import limits, said, sent, shown

POST = "Post it in the channel"


async def frames(message: Any) -> int:
    """Assert that a message has a film with words for it, and return how many frames it has."""
    (file,) = message.attachments
    assert file.filename.endswith(".gif")
    with Image.open(io.BytesIO(await file.read())) as film:
        return int(getattr(film, "n_frames", 1))


async def expected(harbour: Harbour) -> int:
    """Return how many frames the film of the match has."""
    made = make_film(await harbour.match(), ("Anna", "Ben"), words())
    return gif.count_frames(b"".join(made))


async def finished(harbour: Harbour) -> None:
    await harbour.begin()
    await harbour.walk(12)
    await harbour.bot.tables.play.resign(1, (await harbour.holder()).id)
    await harbour.settle()


async def test_after_the_end_the_board_offers_the_replay_and_a_player_posts_it(harbour: Harbour) -> None:
    await finished(harbour)
    board = harbour.board
    assert list(buttons(board).values())[:2] == ["Play again", "Post the replay"]
    limits(board)
    answer = shown(await harbour.tool(harbour.anna, "Replay"))
    assert answer.ephemeral
    limits(answer)
    count = await expected(harbour)
    assert await frames(answer) == count
    assert "resigns" in answer.content
    before = len(harbour.posts())
    await harbour.restart()
    result = await harbour.anna.click(answer, label=POST)
    assert "Posted" in said(result)
    assert POST not in buttons(shown(result)).values()
    post = harbour.posts()[-1]
    assert len(harbour.posts()) == before + 1
    assert "Anna shows the replay." in post.content
    assert not parts(post) and await frames(post) == count
    request = sent(harbour)[-1]
    (attachment,) = request["attachments"]
    assert "replay of Das Riff" in attachment["description"] and "resigns" in attachment["description"]
    assert len(attachment["description"]) <= ALT
    assert not any(request["allowed_mentions"].values())


async def test_a_spectator_sees_the_replay_during_a_match_but_cannot_post_it(harbour: Harbour) -> None:
    await harbour.begin()
    assert "Replay" not in buttons(harbour.board).values()
    await harbour.walk(3)
    menu = await harbour.page_with(harbour.dana, "Replay", harbour.board)
    limits(menu)
    answer = shown(await harbour.dana.click(menu, label="Replay"))
    assert answer.ephemeral and POST not in buttons(answer).values()
    # The menu stays where it was.
    assert answer.id != menu.id
    assert await frames(answer) == await expected(harbour)
    typed = shown(await at_table(harbour.ben, harbour.channel, "replay"))
    assert POST in buttons(typed).values()
    harbour.deny("attach_files")
    refused = await harbour.ben.click(typed, label=POST)
    assert "Attach Files" in said(refused)
    assert await frames(typed)


async def test_without_a_match_there_is_no_replay(harbour: Harbour) -> None:
    await harbour.open_lobby()
    assert "hasn't begun" in said(await at_table(harbour.ben, harbour.channel, "replay"))


async def test_a_player_posts_the_replay_from_the_last_board_with_one_press(harbour: Harbour) -> None:
    await finished(harbour)
    before = len(harbour.posts())
    refused = await harbour.dana.click(harbour.board, label="Post the replay")
    assert "Only people at the table" in said(refused)
    assert "Posted" in said(await harbour.anna.click(harbour.board, label="Post the replay"))
    assert len(harbour.posts()) == before + 1
    assert await frames(harbour.posts()[-1]) == await expected(harbour)


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(403, "Discord doesn't let me do that here."), (503, "Discord isn't answering me right now.")],
)
async def test_a_post_that_discord_refuses_is_explained_and_no_error(
    harbour: Harbour, caplog: pytest.LogCaptureFixture, status: int, sentence: str
) -> None:
    await finished(harbour)
    answer = shown(await harbour.tool(harbour.anna, "Replay"))
    path = "/channels/*/messages"
    harbour.env.inject_error("POST", path, status=status, code=50013, times=None)
    assert sentence in said(await harbour.anna.click(answer, label=POST))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
