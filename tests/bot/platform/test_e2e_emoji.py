"""Application emoji on buttons and in lists, rules and texts."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.platform import emoji_upload
from bot.platform.emoji_upload import EmojiUploader, read_drawings
from games.core.words import load_words
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_ICONS
from tests.support.harbour import Harbour, list_buttons, list_controls, make_bot
from tests.support.learning import answer_step, open_rules
from tests.support.playing import list_continuing_buttons
from tests.support.reading import check_limits, get_reply, read_answer, read_text, set_languages
from tests.support.stores import open_store_file

ART_BY_NAME = {drawing.name: drawing.art_path for drawing in read_drawings()}


@pytest_asyncio.fixture
async def emoji_harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harbour]:
    """A simulated Discord whose bot has uploaded its emoji."""
    monkeypatch.setattr(emoji_upload, "UPLOAD_PAUSE_SECONDS", 0.0)
    path = tmp_path / "reefs.db"
    store = await open_store_file(path)
    bot = make_bot(tmp_path, store, GAMES)
    bot.config = dataclasses.replace(bot.config, uses_own_emoji=True)
    bot._uploader = EmojiUploader(bot, bot.drawings, read_drawings())
    harbour = Harbour(path, store, bot, GAMES)
    await harbour.env.start()
    for _ in range(1000):
        if len(harbour.env.backend.application_emojis) == len(ART_BY_NAME):
            break
        await harbour.env.settle()
    await harbour.env.settle()
    harbour.env.backend.clock.advance(1)
    yield harbour
    await harbour.close()


def list_emoji(message: Any) -> list[str]:
    """Return the drawings shown as emoji on the buttons and menu options that continue a move."""
    found = []
    for part in list_controls(message):
        if part["custom_id"].split(":")[1] in ("go", "pk", "ac"):
            for place in part.get("options") or (part,):
                sign = place.get("emoji") or {}
                if sign.get("id"):
                    found.append(ART_BY_NAME[sign["name"]])
    return found


@pytest.mark.parametrize("game", GAMES_WITH_ICONS)
async def test_boards_and_panels_show_their_own_games_emoji(emoji_harbour: Harbour, game: str) -> None:
    board = await emoji_harbour.begin_match(game)
    check_limits(board)
    found = list_emoji(board)
    person = await emoji_harbour.find_player()
    for identity in list_continuing_buttons(board):
        if identity not in list_buttons(emoji_harbour.board):
            # An earlier click has already made a move.
            break
        panel = get_reply(await person.click(emoji_harbour.board, custom_id=identity))
        check_limits(panel)
        found += list_emoji(panel)
    assert found
    assert {art.partition("/")[0] for art in found} == {game}


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.legend])
@pytest.mark.parametrize("locale", ["en-US", "de", "nl"])
async def test_the_rules_explain_the_emoji(
    emoji_harbour: Harbour, monkeypatch: pytest.MonkeyPatch, game: str, locale: str
) -> None:
    set_languages(monkeypatch, {emoji_harbour.dana.id: locale})
    page = await open_rules(emoji_harbour.dana, emoji_harbour.channel, game)
    check_limits(page)
    found = re.findall(r"<:(\w+):(\d+)> ([^·\n]+)", read_text(page))
    assert [ART_BY_NAME[name] for name, _, _ in found] == [icon.art_path for icon, _ in GAMES[game].legend]
    assert {int(identity) for _, identity, _ in found} <= set(emoji_harbour.env.backend.application_emojis)
    w = load_words(locale)
    assert [label.strip() for _, _, label in found] == [w.msg(label) for _, label in GAMES[game].legend]
    emoji_harbour.bot.drawings.set_uploaded_drawings({})
    plain = read_text(await open_rules(emoji_harbour.dana, emoji_harbour.channel, game))
    assert "<:" not in plain
    assert all(f"{icon} {w.msg(label)}" in plain for icon, label in GAMES[game].legend)


async def test_plain_emoji_are_shown_without_application_emoji(tmp_path: Path) -> None:
    harbour = await Harbour.open(tmp_path)
    try:
        board = await harbour.begin_match("das_riff")
        assert not harbour.env.backend.application_emojis
        assert not list_emoji(board)
        assert {part["emoji"]["name"] for part in list_controls(board) if part.get("emoji")} >= {"🪱"}
    finally:
        await harbour.close()


async def open_advice(harbour: Harbour, person: Any) -> Any:
    """Open a panel with the guide's advice: press *Hint* or, if there is none, the first move."""
    board = list_buttons(harbour.board)
    hints = [identity for identity in board if identity.startswith("b:hn")]
    moves = [identity for identity in board if identity.startswith("b:go")]
    return await person.click(harbour.board, custom_id=(*hints, *moves)[0])


async def test_texts_show_the_emoji_of_the_things_they_name(emoji_harbour: Harbour) -> None:
    """The guide's advice and a move's result name pieces of the game. A lesson's praise may name none."""
    game = GAMES["das_riff"]
    await emoji_harbour.begin_match("das_riff")
    await emoji_harbour.answer_questions()
    person = await emoji_harbour.find_player()
    panel = get_reply(await open_advice(emoji_harbour, person))
    advised = [line for line in panel.content.splitlines() if line.startswith("💡")]
    assert advised and all(
        CUSTOM_EMOJI_PATTERN.search(line) for line in advised if "End the turn" not in line
    )
    match = await emoji_harbour.find_match()
    legal = [action.token for action in match.legal_actions(match.active_seat or 0)]
    # In some deals, nothing can be taken in the first move.
    token = next(token for kind in ("take", "flip") for token in legal if token.startswith(kind))
    news = read_answer(await emoji_harbour.type_move(token, person))
    assert len(CUSTOM_EMOJI_PATTERN.findall(news.splitlines()[0])) == 1
    await emoji_harbour.store.lessons.set_step(emoji_harbour.dana.id, "das_riff", 3)
    step = get_reply(await emoji_harbour.dana.slash(emoji_harbour.channel, "learn", game="das_riff"))
    action = game.rules[game.version].read(game.lesson_steps[3].task.right_tokens[0])
    praised = await answer_step(emoji_harbour.dana, step, game.lesson_steps[3], game, action)
    assert "✅ **" in read_text(praised)
    emoji_harbour.bot.drawings.set_uploaded_drawings({})
    plain = get_reply(await open_advice(emoji_harbour, person))
    advised = [line for line in plain.content.splitlines() if line.startswith("💡")]
    assert advised and all(re.match(r"💡 (?:\d )?\*\*\w", line) for line in advised)


CUSTOM_EMOJI_PATTERN = re.compile(r"<:\w+:\d+>")
