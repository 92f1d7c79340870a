"""Standings, cards and match histories as people see them."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.ui.ids import make_custom_id
from games.core.words import load_words
from tests.games.drawing.written import record_lines
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons
from tests.support.person import open_my_data
from tests.support.reading import KeptMessage, get_reply, read_answer, set_languages
from tests.support.rows import IMPERSONAL_COLUMNS_BY_TABLE

MAX_STEPS = 400
"""Maximum number of steps to play, more than any match takes."""
UNDRAWABLE_NAME = "𒀭𒀭"
"""A name in a script that none of the board's fonts supports."""


async def finish_match(harbour: Harbour, game: str = "reef") -> None:
    """Play a match between Anna and Ben to its end."""
    await harbour.begin_match(game)
    await harbour.play_random_moves(MAX_STEPS)
    assert (await harbour.find_match()).outcome is not None
    # The moves were made directly in the service, so the features don't know yet that the match has ended.
    await harbour.bot.features.resume()
    await harbour.bot.features.wait_until_idle()


def list_files(result: Any) -> list[Any]:
    return list(get_reply(result).attachments)


async def open_picture(result: Any) -> Image.Image:
    (attachment,) = list_files(result)
    assert 1 <= len(attachment.description) <= 1024
    image = Image.open(io.BytesIO(await attachment.read()))
    image.load()
    assert image.width in (1000, 1400)
    return image


async def test_a_match_is_counted_when_it_ends(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.play_random_moves(14)
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(reply, label="Resign")
    await harbour.settle()
    await harbour.bot.features.wait_until_idle()
    ben = await harbour.store.rating_reader.find_rating(harbour.ben.id, "reef")
    anna = await harbour.store.rating_reader.find_rating(harbour.anna.id, "reef")
    assert ben is not None and anna is not None
    assert ben.strength.mu > 25 > anna.strength.mu and ben.match_count == 1


async def test_the_standings_are_a_private_picture_that_can_be_posted(harbour: Harbour) -> None:
    empty = await harbour.anna.slash(harbour.channel, "club open", tab="s")
    assert "No match has counted here yet." in list_files(empty)[0].description
    await finish_match(harbour)
    answer = await harbour.anna.slash(harbour.channel, "club open", tab="s")
    assert "Standings in Reef" in read_answer(answer) and "Season" in read_answer(answer)
    await open_picture(answer)
    alt_text = list_files(answer)[0].description
    assert "Anna" in alt_text and "Ben" in alt_text and "Most points" in alt_text
    before = len(harbour.list_posts())
    await harbour.anna.click(get_reply(answer), label="Post")
    (post,) = harbour.list_posts()[before:]
    assert "Shown by Anna" in post.content and len(post.attachments) == 1
    assert not post.mentions


async def test_the_standings_open_on_the_game_played_last(harbour: Harbour) -> None:
    await finish_match(harbour, "das_riff")
    harbour.env.backend.clock.advance(60)
    await finish_match(harbour, "reef")
    await harbour.store._database.run("UPDATE results SET counts = 0 WHERE game = 'reef'")
    answer = await harbour.anna.slash(harbour.channel, "club open", tab="s")
    assert "Standings in Reef" in read_answer(answer)


async def test_another_game_or_season_can_be_chosen(harbour: Harbour) -> None:
    await finish_match(harbour)
    answer = get_reply(await harbour.anna.slash(harbour.channel, "club open", tab="s"))
    turned = await harbour.anna.click(answer, label="All seasons")
    assert "All seasons" in read_answer(turned)
    (identity,) = [name for name in list_menu_ids(answer) if name.startswith("s:wb")]
    other = await harbour.anna.select(answer, ["das_riff"], custom_id=identity)
    assert "Standings in Das Riff" in read_answer(other)
    refused = await KeptMessage(harbour, answer).forge_press(
        harbour.anna, make_custom_id("b", "wb", "reef", 99)
    )
    assert "out of date" in read_answer(refused)


def list_menu_ids(message: Any) -> list[str]:
    from tests.support.harbour import list_menus

    return list(list_menus(message))


async def test_a_card_shows_results_and_the_score_against_its_viewer(harbour: Harbour) -> None:
    nothing = read_answer(await harbour.anna.slash(harbour.channel, "club card"))
    assert "hasn't finished a rated match here yet" in nothing
    await finish_match(harbour)
    own = await harbour.anna.slash(harbour.channel, "club card")
    assert "1 match" in read_answer(own) and "Post" in list_buttons(get_reply(own)).values()
    await open_picture(own)
    alt_text = list_files(own)[0].description
    assert "Reef: " in alt_text and "Against" not in alt_text
    other = await harbour.ben.slash(harbour.channel, "club card", person=harbour.anna)
    assert "Against Ben" in list_files(other)[0].description
    assert "Post" not in list_buttons(get_reply(other)).values()
    stranger = await harbour.dana.context_menu(harbour.channel, "Card", harbour.anna)
    assert "Against" not in list_files(stranger)[0].description


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en-US", "Last matches, newest first: lost\n"),
        ("de", "Letzte Partien, neueste zuerst: verloren\n"),
        ("nl", "Laatste partijen, nieuwste eerst: verloren\n"),
    ],
)
async def test_a_cards_description_names_the_last_results(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str, expected: str
) -> None:
    await finish_match(harbour)
    await harbour.store._database.run(
        "UPDATE result_seats SET place = 2, drawn = 0 WHERE user_id = ?", (harbour.anna.id,)
    )
    set_languages(monkeypatch, {harbour.anna.id: locale})
    card = list_files(await harbour.anna.slash(harbour.channel, "club card"))[0].description
    assert expected in f"{card}\n"


async def test_a_record_of_zero_is_not_shown(harbour: Harbour) -> None:
    await finish_match(harbour)
    for value, held in ((4, True), (0, False)):
        await harbour.store._database.run("UPDATE feats SET value = ? WHERE record = 'pattern'", (value,))
        board = list_files(await harbour.anna.slash(harbour.channel, "club open", tab="s"))[0].description
        assert ("Best pattern" in board) == held, board


async def test_people_can_post_only_their_own_card(harbour: Harbour) -> None:
    await finish_match(harbour)
    own = get_reply(await harbour.anna.slash(harbour.channel, "club card"))
    before = len(harbour.list_posts())
    forged = await KeptMessage(harbour, harbour.board).forge_press(
        harbour.ben, make_custom_id("b", "wcp", harbour.anna.id)
    )
    assert "only post your own" in read_answer(forged)
    assert len(harbour.list_posts()) == before
    await harbour.anna.click(own, label="Post")
    assert len(harbour.list_posts()) == before + 1


async def test_a_person_who_opts_out_is_not_ranked_and_has_no_card_for_others(harbour: Harbour) -> None:
    await finish_match(harbour)
    panel = get_reply(await harbour.ben.slash(harbour.channel, "me"))
    changed = await harbour.ben.click(panel, label="Stay out of ratings")
    assert "you stay out of them" in read_answer(changed)
    await harbour.bot.features.wait_until_idle()
    board = list_files(await harbour.anna.slash(harbour.channel, "club open", tab="s"))[0].description
    assert "Ben" not in board and "Anna" in board
    refused = read_answer(await harbour.anna.slash(harbour.channel, "club card", person=harbour.ben))
    assert "stays out of ratings and boards" in refused
    refused = read_answer(await harbour.dana.slash(harbour.channel, "club history", person=harbour.ben))
    assert "stays out of ratings and boards" in refused
    answer = read_answer(await harbour.dana.slash(harbour.channel, "club history"))
    assert "Ben" not in answer and "Somebody" in answer
    assert "Ben" in read_answer(await harbour.anna.slash(harbour.channel, "club history"))
    own = await harbour.ben.slash(harbour.channel, "club card")
    assert "You stay out" in read_answer(own) and "Reef: –" in list_files(own)[0].description
    again = await harbour.ben.click(get_reply(changed), label="Take part in ratings")
    assert "you take part" in read_answer(again)
    await harbour.bot.features.wait_until_idle()
    assert "Ben" in list_files(await harbour.anna.slash(harbour.channel, "club open", tab="s"))[0].description


async def test_a_history_links_to_the_board_and_shows_the_replay(harbour: Harbour) -> None:
    await finish_match(harbour)
    table = await harbour.find_table()
    answer = await harbour.dana.slash(harbour.channel, "club history")
    assert "Reef" in read_answer(answer) and f"/{harbour.channel.id}/{harbour.board.id}" in read_answer(
        answer
    )
    replay = await harbour.dana.click(get_reply(answer), label="Replay 1")
    assert list_files(replay)[0].filename == f"reef-{table.id}.gif"
    answer_text = read_answer(await harbour.ben.slash(harbour.channel, "club history", person=harbour.ben))
    assert "🥇" in answer_text or "🤝" in answer_text
    assert table.match is not None and table.match.outcome is not None
    assert all(f" {points}" in answer_text.splitlines()[-1] for points in table.match.outcome.scores), (
        answer_text
    )


async def test_a_player_who_resigned_has_no_medal_in_a_history(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.play_random_moves(14)
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(reply, label="Resign")
    await harbour.settle()
    await harbour.bot.features.wait_until_idle()
    answer = read_answer(await harbour.dana.slash(harbour.channel, "club history"))
    assert "🏳️ Anna" in answer and "🥇 Ben" in answer and "🥈" not in answer


async def test_a_history_shows_matches_in_hidden_channels_only_to_their_players(
    harbour: Harbour,
) -> None:
    await finish_match(harbour)
    import discord
    from simcord.backend.models import Overwrite
    from simcord.enums import OverwriteType

    hidden = discord.Permissions(view_channel=True).value
    elsewhere = harbour.guild.create_text_channel("lagoon")
    harbour.env.backend.set_overwrite(
        harbour.channel.id, Overwrite(target_id=harbour.dana.id, type=OverwriteType.MEMBER, deny=hidden)
    )
    await harbour.env.settle()
    answer = await harbour.dana.slash(elsewhere, "club history")
    assert "None yet that you can see" in read_answer(answer)
    # One of the two players has the best moment. Their card shows it only to people who see the channel.
    cards = {
        who: [
            list_files(await who.slash(elsewhere, "club card", person=one))[0].description
            for one in (harbour.anna, harbour.ben)
        ]
        for who in (harbour.anna, harbour.dana)
    }
    assert sum("Best moment" in told for told in cards[harbour.anna]) == 1
    assert sum("Best moment" in told for told in cards[harbour.dana]) == 0
    replay = make_custom_id("b", "wr", (await harbour.find_table()).id)
    post = await open_lobby_in(harbour, elsewhere)
    refused = await KeptMessage(harbour, post).forge_press(harbour.dana, replay)
    assert "can't see the channel" in read_answer(refused)
    assert "Reef" in read_answer(await harbour.anna.slash(elsewhere, "club history"))


async def open_lobby_in(harbour: Harbour, channel: Any) -> Any:
    await harbour.anna.slash(channel, "play", game="reef", against="people", wait=True)
    return [message for message in channel.history() if message.components][-1]


async def test_an_erasure_removes_the_name_and_keeps_the_results_of_others(harbour: Harbour) -> None:
    await finish_match(harbour)
    data = read_answer(await open_my_data(harbour.ben, harbour.channel))
    assert "1 result of a finished match" in data
    panel = get_reply(await open_my_data(harbour.ben, harbour.channel))
    reply = get_reply(await harbour.ben.click(panel, label="Erase…"))
    await harbour.ben.click(reply, label="Yes, forget me")
    await harbour.bot.features.wait_until_idle()
    board = list_files(await harbour.anna.slash(harbour.channel, "club open", tab="s"))[0].description
    assert "Ben" not in board and "Anna" in board
    rows = await harbour.store._database.fetch_rows(
        "SELECT user_id, name, folded FROM result_seats ORDER BY seat"
    )
    assert [row[2] for row in rows] == [1, 1]
    assert {row[0] for row in rows} == {harbour.anna.id, 0} and "Ben" not in {row[1] for row in rows}


@pytest.mark.parametrize("locale", ["de", "nl"])
async def test_standings_card_and_history_are_translated(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    await finish_match(harbour)
    set_languages(monkeypatch, {harbour.anna.id: locale})
    w = load_words(locale)
    answer = await harbour.anna.slash(harbour.channel, "club open", tab="s")
    assert w("All seasons") != "All seasons"
    assert w("Standings in {game}", game="Reef") in read_answer(answer)
    card = list_files(await harbour.anna.slash(harbour.channel, "club card"))[0].description
    assert w("Last matches, newest first: {form}", form="")[:12] in card
    assert w("Finished matches here") in read_answer(
        await harbour.anna.slash(harbour.channel, "club history")
    )


async def test_a_match_that_ended_before_a_crash_is_counted_after_it(tmp_path: Path) -> None:
    harbour = await Harbour.open(tmp_path)
    try:
        await harbour.begin_match("reef")
        await harbour.play_random_moves(MAX_STEPS)
        await harbour.kill()
        await harbour.bot.features.wait_until_idle()
        assert await harbour.store.rating_reader.find_rating(harbour.anna.id, "reef") is not None
    finally:
        await harbour.close()


def test_the_inventory_of_database_tables_lists_the_results() -> None:
    assert {"results", "feats"} <= IMPERSONAL_COLUMNS_BY_TABLE.keys()
    assert re.fullmatch(r"[a-z_ ]+", IMPERSONAL_COLUMNS_BY_TABLE["results"])


async def test_a_card_shows_the_user_name_if_the_nickname_cannot_be_drawn(harbour: Harbour) -> None:
    members = harbour.env.backend.get_guild(harbour.guild.id).members
    for person in (harbour.anna, harbour.ben):
        members[person.id].nick = UNDRAWABLE_NAME
    await finish_match(harbour)
    with record_lines() as lines:
        own = await harbour.anna.slash(harbour.channel, "club card")
        other = await harbour.anna.slash(harbour.channel, "club card", person=harbour.ben)
        await harbour.anna.slash(harbour.channel, "club open", tab="s")
    assert list_files(own) and list_files(other)
    told = [line.content for line in lines]
    assert {"anna", "ben", "Against anna"} <= set(told)
    assert "?" not in told
