"""Each sentence is found in the places where people see it, including pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.seen.__main__ import map_forms_to_msgids, store_examples
from tests.proof.seen.index import list_shown_texts, make_index, write_message
from tests.proof.seen.recording import Recorder, SentRequest, record_texts_and_requests
from tests.proof.seen.visiting import visit_game
from tests.support.harbour import Harbour
from tools import places
from tools.working import split_at_sentence

FORM = {
    "type": 9,
    "data": {
        "custom_id": "m:x",
        "title": "Vacation",
        "components": [{"type": 18, "label": "Until", "description": "A day", "component": {"type": 4}}],
    },
}
MESSAGE = {
    "content": "Reef",
    "components": [
        {"type": 10, "content": "**Your turn**"},
        {"type": 1, "components": [{"type": 2, "label": "Take"}, {"type": 2, "label": "Play"}]},
        {
            "type": 3,
            "placeholder": "Which card?",
            "options": [{"label": "Card 1", "description": "2 points"}],
        },
    ],
    "attachments": [{"description": "A reef."}],
}
COMMANDS = [
    {"name": "play", "description": "Play here", "options": [{"name": "game", "description": "Which"}]}
]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            FORM,
            {(places.TITLE, "Vacation"), (places.FIELD, "Until"), (places.HINT, "A day")},
        ),
        (
            MESSAGE,
            {
                (places.MESSAGE, "Reef"),
                (places.MESSAGE, "**Your turn**"),
                (places.BUTTON, "Take"),
                (places.BUTTON, "Play"),
                (places.PLACEHOLDER, "Which card?"),
                (places.OPTION, "Card 1"),
                (places.OPTION, "2 points"),
                (places.DESCRIPTION, "A reef."),
            },
        ),
        (COMMANDS, {(places.COMMAND, "Play here"), (places.COMMAND, "Which")}),
        ({"data": {"choices": [{"name": "Reef"}]}}, {(places.CHOICE, "Reef")}),
        (None, set()),
    ],
)
def test_each_text_is_listed_with_its_kind_of_place(body: object, found: set[tuple[str, str]]) -> None:
    assert {(piece.place, piece.text) for piece in list_shown_texts(SentRequest(body))} == found


def test_a_message_is_rendered_as_plain_text_with_its_buttons() -> None:
    written = write_message(MESSAGE).split("\n")
    assert written[:2] == ["Reef", "[picture: A reef.]"]
    assert "[Take]  [Play]" in written and "  - Card 1 · 2 points" in written
    assert write_message(FORM).startswith("== Vacation ==\nUntil")


def test_filled_in_values_count_towards_the_length_and_single_words_are_matched_only_if_recent() -> None:
    found = Recorder()
    found.record_text("Take a red card", "Take {card}")
    found.record_text("red", "red")
    found.record_request({"components": [{"type": 2, "label": "Take a red card"}]}, [])
    found.record_request({"content": "x"}, [])
    found.record_request({"content": "y"}, [])
    found.record_request({"content": "The red one, <@123>: Take a red card"}, [])
    index = make_index(found, {"Take {card}": "Take {card}", "red": "red"})
    assert index.spaces["Take {card}"] == {places.BUTTON: places.Space(10), places.MESSAGE: places.Space()}
    assert set(index.spaces["red"]) == {places.BUTTON}
    assert index.examples["Take {card}"][1].message == "The red one, @player: Take a red card"


def mark_sentences(texts: dict[str, str], body: object) -> dict[str, str]:
    """Return the first example of each sentence, with the sentence between angle quotes."""
    found = Recorder()
    for filled, msgid in texts.items():
        found.record_text(filled, msgid)
    found.record_request(body, [])
    index = make_index(found, {msgid: msgid for msgid in texts.values()})
    marked = {msgid: split_at_sentence(one) for msgid, (one, *_) in index.examples.items()}
    return {msgid: f"{before}»{said}«{after}" for msgid, (before, said, after) in marked.items()}


def test_a_sentence_is_not_marked_inside_other_words_or_another_sentence() -> None:
    texts = {
        "Your turn": "Your turn",
        "Your turn, Anna.": "Your turn, {name}.",
        "pearl": "pearl",
        "Take 2 corals": "Take {what}",
        "2 corals": "{n} corals",
    }
    assert mark_sentences(texts, {"content": "Your turn, Anna. Two pearls. Take 2 corals"}) == {
        "Your turn, {name}.": "»Your turn, Anna.« Two pearls. Take 2 corals",
        "Take {what}": "Your turn, Anna. Two pearls. »Take 2 corals«",
        "{n} corals": "Your turn, Anna. Two pearls. Take »2 corals«",
    }
    assert mark_sentences(texts, {"content": "Your turn, Anna. Your turn"})["Your turn"].endswith(
        " »Your turn«"
    )


def test_a_button_is_marked_as_a_button() -> None:
    row = {"type": 1, "components": [{"type": 2, "label": "Open seats"}]}
    marked = mark_sentences({"Open seats": "Open seats"}, {"content": "Open seats here", "components": [row]})
    assert marked == {"Open seats": "»Open seats« here\n[Open seats]"}
    marked = mark_sentences({"Open seats": "Open seats"}, {"content": "Reopen seats", "components": [row]})
    assert marked == {"Open seats": "Reopen seats\n[»Open seats«]"}


def test_a_command_without_a_description_has_no_line() -> None:
    choices = [{"name": "Open seats"}]
    commands = [{"name": "club", "description": "Open seats and people", "options": [{"choices": choices}]}]
    assert write_message([*commands, {"name": "Describe"}]) == "/club: Open seats and people"
    # A choice isn't listed with its command, so it is its own example.
    assert mark_sentences({"Open seats": "Open seats"}, commands) == {"Open seats": "»Open seats«"}


async def test_the_places_of_a_lobby_and_of_its_picture_are_found(tmp_path: Path) -> None:
    with record_texts_and_requests() as found:
        harbour = await Harbour.open(tmp_path)
        try:
            await harbour.begin_match("reef")
        finally:
            await harbour.close()
    wanted = ("Join", "Press Join! {host} starts the match.", "Your turn", "Turn: {name}")
    index = make_index(found, {msgid: msgid for msgid in wanted})
    assert places.BUTTON in index.spaces["Join"]
    assert set(index.spaces["Press Join! {host} starts the match."]) == {places.MESSAGE}
    drawn = next(one for one in index.examples["Turn: {name}"] if one.place == places.PICTURE)
    assert index.pictures[drawn.picture].startswith(b"\x89PNG")


@pytest.mark.slow
async def test_a_first_visit_shows_texts_of_the_playground_and_of_a_computer_match() -> None:
    with record_texts_and_requests() as found:
        await visit_game(round_count=1)
    index = make_index(found, map_forms_to_msgids())
    order = list(index.examples)
    wanted = ["The real bot, without Discord.", "breed fish", "{name} (computer, {level})", "Hint"]
    assert sorted(wanted, key=order.index) == wanted
    # The dice determine who must act first, and how.
    calls = ("**Your answer, {people}** – {task}", "**Your turn, {person}** – {task}")
    assert any(index.examples[call][0].place == places.MESSAGE for call in calls if call in index.examples)


def test_only_a_full_test_run_changes_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Recorder()
    found.record_text("Join", "Join")
    found.record_request({"components": [{"type": 2, "label": "Join"}]}, [])
    index, stored = make_index(found, {"Join": "Join"}), []
    monkeypatch.setattr(places, "SEEN_FOLDER", tmp_path / "build" / "seen")
    monkeypatch.setattr(places, "write_spaces", lambda spaces: stored.append(set(spaces)))
    store_examples(index)
    assert places.read_examples()["Join"] == [places.Example(places.BUTTON, "[Join]", "Join", at=1)]
    assert stored == []
    store_examples(index, known={"Join"})
    assert stored == [{"Join"}]


def test_the_repository_stores_the_places_of_most_sentences() -> None:
    spaces = places.read_spaces()
    assert len(spaces) > 800
    assert places.BUTTON in spaces["Join"] and spaces["Join"][places.BUTTON].extra_characters == 0
