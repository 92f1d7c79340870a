"""Notes are private during a match, and shown afterwards if their writer agreed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.at_table import use_command
from tests.support.filling import fill_form, read_fields
from tests.support.forging import submit_forged_form
from tests.support.harbour import Harbour, list_buttons
from tests.support.person import open_my_data
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer, read_text

NOTE_TEXT = "Save *the* shark for stack 2"
ESCAPED_NOTE = "Save \\*the\\* shark for stack 2"


async def write_note(harbour: Harbour, person: Any, text: str, *, reveal: bool = False) -> Any:
    """As a person, write a note with the form of the private view; return the view."""
    view = get_reply(await person.slash(harbour.channel, "hand"))
    form = await person.click(view, label="Note…")
    assert form.modal is not None
    return get_reply(await fill_form(person, form, {"text": text, "show": reveal}))


async def begin_unguided_match(harbour: Harbour) -> None:
    await harbour.turn_guide_off()
    await harbour.begin_match("coral_reef")


async def test_a_note_is_shown_to_its_writer_on_their_turn(harbour: Harbour) -> None:
    await begin_unguided_match(harbour)
    person = await harbour.find_player()
    view = await write_note(harbour, person, NOTE_TEXT)
    check_limits(view)
    assert view.content.startswith(f"📝 {ESCAPED_NOTE}\n")
    panel = get_reply(await person.click(view, label="Move…"))
    assert ESCAPED_NOTE in panel.content
    form = await person.click(get_reply(await person.slash(harbour.channel, "hand")), label="Note…")
    assert read_fields(form)["text"]["value"] == NOTE_TEXT, "the form shows the note"
    assert "📝" not in get_reply(await fill_form(person, form, {"text": ""})).content, (
        "an empty form deletes it"
    )


async def test_a_player_who_waits_can_write_a_note(harbour: Harbour) -> None:
    await begin_unguided_match(harbour)
    person, match = await harbour.find_player(), await harbour.find_match()
    panel = get_reply(await harbour.type_move(match.legal_actions(match.to_act[0])[-1].token))
    form = await person.click(panel, label="Note…")
    await fill_form(person, form, {"text": NOTE_TEXT})
    assert ESCAPED_NOTE in read_answer(await person.slash(harbour.channel, "hand"))


@pytest.mark.parametrize("reveal", [False, True])
async def test_nobody_else_reads_a_note_during_the_match(harbour: Harbour, reveal: bool) -> None:
    await begin_unguided_match(harbour)
    writer, other = await harbour.find_player(), await harbour.find_opponent()
    await write_note(harbour, writer, NOTE_TEXT, reveal=reveal)
    kept_message = KeptMessage(harbour, harbour.board)
    for person in (other, harbour.dana, harbour.mod):
        for command in ("hand", "table catchup", "table log", "mine"):
            answer = (await use_command(person, harbour.channel, command)).response
            assert answer is None or "shark for" not in read_text(answer)
        listed = get_reply(await kept_message.forge_press(person, "b:nol:1"))
        assert "shark for" not in listed.content and "None yet" in listed.content
    refused = await kept_message.forge_press(harbour.dana, "b:no:1")
    assert refused.modal is None and "no seat" in read_answer(refused)
    form = await kept_message.forge_press(other, "b:no:1")
    assert not read_fields(form)["text"].get("value"), "the form shows only the reader's own note"
    assert not any("shark for" in post.content for post in harbour.list_posts())


@pytest.mark.parametrize("reveal", [False, True])
async def test_a_note_is_revealed_after_the_match_only_if_its_writer_chose_to(
    harbour: Harbour, reveal: bool
) -> None:
    await begin_unguided_match(harbour)
    writer = await harbour.find_player()
    await write_note(harbour, writer, NOTE_TEXT, reveal=reveal)
    kept_message = KeptMessage(harbour, harbour.board)
    await harbour.bot.tables.play.resign_match(1, writer.id)
    await harbour.settle()
    menu = await harbour.open_page_with_button(harbour.dana, "Log", harbour.board)
    assert ("Notes" in list_buttons(menu).values()) == reveal
    listed = get_reply(await kept_message.forge_press(harbour.dana, "b:nol:1"))
    assert (f"turn 1: {ESCAPED_NOTE}" in listed.content) == reveal
    assert "has ended" in read_answer(await submit_forged_form(harbour, writer, "m:nos:1", {"text": "later"}))


async def test_notes_are_exported_and_erased(harbour: Harbour) -> None:
    await begin_unguided_match(harbour)
    writer = await harbour.find_player()
    await write_note(harbour, writer, NOTE_TEXT, reveal=True)
    page = get_reply(await open_my_data(writer, harbour.channel))
    assert "1 note to yourself" in page.content
    (file,) = get_reply(await writer.click(page, label="Download")).attachments
    assert NOTE_TEXT in (await file.read()).decode()
    reply = get_reply(await writer.click(page, label="Erase…"))
    await writer.click(reply, label="Yes, forget me")
    assert await harbour.store.notes.list_shared_notes(1) == []
