"""Standings, cards and match histories as people see them."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.ui.ids import custom_id
from games.core.words import words
from tests.games.drawing.written import recorded
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, buttons
from tests.support.person import open_data
from tests.support.reading import Kept, said, shown, speak
from tests.support.rows import HARMLESS

LONG = 400
UNDRAWN = "𒀭𒀭"
"""A name in a script that none of the board's fonts has."""


async def finish(harbour: Harbour, game: str = "reef") -> None:
    """Play a match of Anna and Ben to its end."""
    await harbour.begin(game)
    await harbour.walk(LONG)
    assert (await harbour.match()).outcome is not None
    # It was played below Discord, so nobody was notified of its end.
    await harbour.bot.features.resume()
    await harbour.bot.features.settle()


def files(result: Any) -> list[Any]:
    return list(shown(result).attachments)


async def picture(result: Any) -> Image.Image:
    (attachment,) = files(result)
    assert 1 <= len(attachment.description) <= 1024
    image = Image.open(io.BytesIO(await attachment.read()))
    image.load()
    assert image.width in (1000, 1400)
    return image


async def test_a_match_that_ends_is_counted_as_soon_as_it_has(harbour: Harbour) -> None:
    await harbour.begin("reef")
    await harbour.walk(14)
    asked = shown(await at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(asked, label="Resign")
    await harbour.settle()
    await harbour.bot.features.settle()
    ben = await harbour.store.rating_reads.find_rating(harbour.ben.id, "reef")
    anna = await harbour.store.rating_reads.find_rating(harbour.anna.id, "reef")
    assert ben is not None and anna is not None
    assert ben.strength.mu > 25 > anna.strength.mu and ben.matches == 1


async def test_the_standings_are_a_private_picture_that_can_be_posted(harbour: Harbour) -> None:
    empty = await harbour.anna.slash(harbour.channel, "club open", tab="s")
    assert "No match has counted here yet." in files(empty)[0].description
    await finish(harbour)
    answer = await harbour.anna.slash(harbour.channel, "club open", tab="s")
    assert "Standings in Reef" in said(answer) and "Season" in said(answer)
    await picture(answer)
    told = files(answer)[0].description
    assert "Anna" in told and "Ben" in told and "Most points" in told
    before = len(harbour.posts())
    await harbour.anna.click(shown(answer), label="Post")
    (post,) = harbour.posts()[before:]
    assert "Shown by Anna" in post.content and len(post.attachments) == 1
    assert not post.mentions


async def test_another_game_and_season_are_a_press_away(harbour: Harbour) -> None:
    await finish(harbour)
    answer = shown(await harbour.anna.slash(harbour.channel, "club open", tab="s"))
    turned = await harbour.anna.click(answer, label="All seasons")
    assert "All seasons" in said(turned)
    (identity,) = [name for name in _lists(answer) if name.startswith("s:wb")]
    other = await harbour.anna.select(answer, ["das_riff"], custom_id=identity)
    assert "Standings in Das Riff" in said(other)
    refused = await Kept(harbour, answer).forge(harbour.anna, custom_id("b", "wb", "reef", 99))
    assert "out of date" in said(refused)


def _lists(message: Any) -> list[str]:
    from tests.support.harbour import lists

    return list(lists(message))


async def test_a_card_shows_what_was_played_and_the_tally_with_who_looks(harbour: Harbour) -> None:
    nothing = said(await harbour.anna.slash(harbour.channel, "club card"))
    assert "hasn't finished a match here yet" in nothing
    await finish(harbour)
    own = await harbour.anna.slash(harbour.channel, "club card")
    assert "1 match" in said(own) and "Post" in buttons(shown(own)).values()
    await picture(own)
    told = files(own)[0].description
    assert "Reef: " in told and "Against" not in told
    other = await harbour.ben.slash(harbour.channel, "club card", person=harbour.anna)
    assert "Against Ben" in files(other)[0].description
    assert "Post" not in buttons(shown(other)).values()
    stranger = await harbour.dana.context_menu(harbour.channel, "Card", harbour.anna)
    assert "Against" not in files(stranger)[0].description


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en-US", "Last matches, newest first: lost\n"),
        ("de", "Letzte Partien, neueste zuerst: verloren\n"),
        ("nl", "Laatste partijen, nieuwste eerst: verloren\n"),
    ],
)
async def test_the_last_matches_of_a_card_are_told_in_words(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str, told: str
) -> None:
    await finish(harbour)
    await harbour.store._database.run(
        "UPDATE result_seats SET place = 2, drawn = 0 WHERE user_id = ?", (harbour.anna.id,)
    )
    speak(monkeypatch, {harbour.anna.id: locale})
    card = files(await harbour.anna.slash(harbour.channel, "club card"))[0].description
    assert told in f"{card}\n"


async def test_a_record_of_nought_is_none(harbour: Harbour) -> None:
    await finish(harbour)
    for value, held in ((4, True), (0, False)):
        await harbour.store._database.run("UPDATE feats SET value = ? WHERE record = 'pattern'", (value,))
        board = files(await harbour.anna.slash(harbour.channel, "club open", tab="s"))[0].description
        assert ("Greatest pattern" in board) == held, board


async def test_nobody_posts_the_card_of_another(harbour: Harbour) -> None:
    await finish(harbour)
    own = shown(await harbour.anna.slash(harbour.channel, "club card"))
    before = len(harbour.posts())
    forged = await Kept(harbour, harbour.board).forge(harbour.ben, custom_id("b", "wcp", harbour.anna.id))
    assert "only post your own" in said(forged)
    assert len(harbour.posts()) == before
    await harbour.anna.click(own, label="Post")
    assert len(harbour.posts()) == before + 1


async def test_who_stays_out_is_on_no_board_and_has_no_card_for_others(harbour: Harbour) -> None:
    await finish(harbour)
    panel = shown(await harbour.ben.slash(harbour.channel, "me"))
    changed = await harbour.ben.click(panel, label="Stay out of ratings")
    assert "you stay out of them" in said(changed)
    await harbour.bot.features.settle()
    board = files(await harbour.anna.slash(harbour.channel, "club open", tab="s"))[0].description
    assert "Ben" not in board and "Anna" in board
    refused = said(await harbour.anna.slash(harbour.channel, "club card", person=harbour.ben))
    assert "stays out of ratings and boards" in refused
    refused = said(await harbour.dana.slash(harbour.channel, "club history", person=harbour.ben))
    assert "stays out of ratings and boards" in refused
    seen = said(await harbour.dana.slash(harbour.channel, "club history"))
    assert "Ben" not in seen and "Somebody" in seen
    assert "Ben" in said(await harbour.anna.slash(harbour.channel, "club history"))
    own = await harbour.ben.slash(harbour.channel, "club card")
    assert "You stay out" in said(own) and "Reef: –" in files(own)[0].description
    again = await harbour.ben.click(shown(changed), label="Take part in ratings")
    assert "you take part" in said(again)
    await harbour.bot.features.settle()
    assert "Ben" in files(await harbour.anna.slash(harbour.channel, "club open", tab="s"))[0].description


async def test_a_history_leads_to_the_board_and_shows_the_film(harbour: Harbour) -> None:
    await finish(harbour)
    table = await harbour.table()
    answer = await harbour.dana.slash(harbour.channel, "club history")
    assert "Reef" in said(answer) and f"/{harbour.channel.id}/{harbour.board.id}" in said(answer)
    film = await harbour.dana.click(shown(answer), label="Replay 1")
    assert files(film)[0].filename == f"reef-{table.id}.gif"
    mine = said(await harbour.ben.slash(harbour.channel, "club history", person=harbour.ben))
    assert "🥇" in mine or "🤝" in mine


async def test_who_resigned_has_no_medal_in_a_history_either(harbour: Harbour) -> None:
    await harbour.begin("reef")
    await harbour.walk(14)
    asked = shown(await at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(asked, label="Resign")
    await harbour.settle()
    await harbour.bot.features.settle()
    told = said(await harbour.dana.slash(harbour.channel, "club history"))
    assert "🏳️ Anna" in told and "🥇 Ben" in told and "🥈" not in told


async def test_a_match_of_a_channel_that_somebody_cannot_see_is_in_nobodys_history_but_its_players(
    harbour: Harbour,
) -> None:
    await finish(harbour)
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
    assert "None yet that you can see" in said(answer)
    # Of the two, one has made the best moment, which is shown where it can be read.
    cards = {
        who: [
            files(await who.slash(elsewhere, "club card", person=one))[0].description
            for one in (harbour.anna, harbour.ben)
        ]
        for who in (harbour.anna, harbour.dana)
    }
    assert sum("Best moment" in told for told in cards[harbour.anna]) == 1
    assert sum("Best moment" in told for told in cards[harbour.dana]) == 0
    replay = custom_id("b", "wr", (await harbour.table()).id)
    post = await elsewhere_post(harbour, elsewhere)
    refused = await Kept(harbour, post).forge(harbour.dana, replay)
    assert "can't see the channel" in said(refused)
    assert "Reef" in said(await harbour.anna.slash(elsewhere, "club history"))


async def elsewhere_post(harbour: Harbour, channel: Any) -> Any:
    await harbour.anna.slash(channel, "play", game="reef", against="people", wait=True)
    return [message for message in channel.history() if message.components][-1]


async def test_an_erasure_takes_the_name_away_and_leaves_the_others_their_numbers(harbour: Harbour) -> None:
    await finish(harbour)
    data = said(await open_data(harbour.ben, harbour.channel))
    assert "1 result of a finished match" in data
    panel = shown(await open_data(harbour.ben, harbour.channel))
    asked = shown(await harbour.ben.click(panel, label="Erase…"))
    await harbour.ben.click(asked, label="Yes, forget me")
    await harbour.bot.features.settle()
    board = files(await harbour.anna.slash(harbour.channel, "club open", tab="s"))[0].description
    assert "Ben" not in board and "Anna" in board
    rows = await harbour.store._database.rows("SELECT user_id, name, folded FROM result_seats ORDER BY seat")
    assert [row[2] for row in rows] == [1, 1]
    assert {row[0] for row in rows} == {harbour.anna.id, 0} and "Ben" not in {row[1] for row in rows}


@pytest.mark.parametrize("locale", ["de", "nl"])
async def test_each_language_has_all_of_it(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    await finish(harbour)
    speak(monkeypatch, {harbour.anna.id: locale})
    w = words(locale)
    answer = await harbour.anna.slash(harbour.channel, "club open", tab="s")
    assert w("All seasons") != "All seasons"
    assert w("Standings in {game}", game="Reef") in said(answer)
    card = files(await harbour.anna.slash(harbour.channel, "club card"))[0].description
    assert w("Last matches, newest first: {form}", form="")[:12] in card
    assert w("Finished matches here") in said(await harbour.anna.slash(harbour.channel, "club history"))


async def test_it_is_found_again_after_a_kill(tmp_path: Path) -> None:
    harbour = await Harbour.open(tmp_path)
    try:
        await harbour.begin("reef")
        await harbour.walk(LONG)
        await harbour.kill()
        await harbour.bot.features.settle()
        assert await harbour.store.rating_reads.find_rating(harbour.anna.id, "reef") is not None
    finally:
        await harbour.close()


def test_every_table_of_results_is_known_to_the_inventory() -> None:
    assert {"results", "feats"} <= HARMLESS.keys()
    assert re.fullmatch(r"[a-z_ ]+", HARMLESS["results"])


async def test_a_name_that_cannot_be_drawn_is_the_user_name_on_a_card(harbour: Harbour) -> None:
    members = harbour.env.backend.get_guild(harbour.guild.id).members
    for person in (harbour.anna, harbour.ben):
        members[person.id].nick = UNDRAWN
    await finish(harbour)
    with recorded() as lines:
        own = await harbour.anna.slash(harbour.channel, "club card")
        other = await harbour.anna.slash(harbour.channel, "club card", person=harbour.ben)
        await harbour.anna.slash(harbour.channel, "club open", tab="s")
    assert files(own) and files(other)
    told = [line.content for line in lines]
    assert {"anna", "ben", "Against anna"} <= set(told)
    assert "?" not in told
