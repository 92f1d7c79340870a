"""Settings are changed in one form, and are stored together or not at all."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from bot.model.hours import HOUR, REMIND_DIRECTLY, REMIND_IN_CHANNEL
from tests.support.at_table import use_command
from tests.support.filling import fill_form, open_form, read_fields
from tests.support.forging import submit_forged_form
from tests.support.harbour import Harbour, list_buttons, list_controls, list_menus
from tests.support.reading import KeptMessage, get_reply, read_answer, read_text, set_languages

FORM_BUTTON_LABEL = "Change…"
SELECT_TYPE = discord.ComponentType.select.value


def get_default(field: dict[str, Any]) -> str | None:
    """Return the value that a field shows when its form opens."""
    if "options" in field:
        return next((option["value"] for option in field["options"] if option.get("default")), None)
    return field.get("value", field.get("default"))


FORM_VALUES_BY_FIELD = {
    "begin": "22",
    "end": "7",
    "after": str(4 * HOUR),
    "by": REMIND_DIRECTLY,
    "zone": "europe/berlin",
}
"""Values for the form with quiet hours, time zone and reminder settings, by field."""


async def test_without_a_vacation_only_the_menu_mentions_it(harbour: Harbour) -> None:
    page = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    assert "- Vacation" not in page.content
    (menu,) = [part for part in list_controls(page) if part["type"] == SELECT_TYPE]
    assert [one["label"] for one in menu["options"] if one.get("default")] == ["Vacation: none planned"]


async def test_quiet_hours_zone_and_reminder_settings_are_stored_together(harbour: Harbour) -> None:
    form = await open_form(harbour, harbour.anna, "me")
    assert {key: get_default(field) for key, field in read_fields(form).items()} == {
        "begin": "never",
        "end": "7",
        "after": str(24 * HOUR),
        "by": REMIND_IN_CHANNEL,
        "zone": "UTC",
    }
    reply = get_reply(await fill_form(harbour.anna, form, FORM_VALUES_BY_FIELD))
    assert reply.content.startswith("Saved.") and "with a direct message" in reply.content
    times = await harbour.bot.tables.times.get_time_settings(harbour.anna.id)
    assert (times.zone, times.quiet_hours, times.remind_after, times.remind_by) == (
        "Europe/Berlin",
        (22 * 60, 7 * 60),
        4 * HOUR,
        REMIND_DIRECTLY,
    )
    again = read_fields(await open_form(harbour, harbour.anna, "me"))
    assert {key: get_default(field) for key, field in again.items()} == {
        **FORM_VALUES_BY_FIELD,
        "zone": "Europe/Berlin",
    }


@pytest.mark.parametrize(
    ("invalid_values", "reason"),
    [({"zone": "Atlantis: deep"}, "no time zone"), ({"end": "21"}, "16 hours at most")],
)
async def test_an_invalid_value_is_reported_and_the_form_reopens_with_what_was_typed(
    harbour: Harbour, invalid_values: dict[str, str], reason: str
) -> None:
    before = await harbour.bot.tables.times.get_time_settings(harbour.anna.id)
    form = await open_form(harbour, harbour.anna, "me")
    refused = get_reply(await fill_form(harbour.anna, form, {**FORM_VALUES_BY_FIELD, **invalid_values}))
    assert reason in refused.content and "Nothing was changed." in refused.content
    assert await harbour.bot.tables.times.get_time_settings(harbour.anna.id) == before
    await harbour.restart()
    again = await harbour.anna.click(refused, label="Correct it")
    assert {key: get_default(field) for key, field in read_fields(again).items()} == {
        **FORM_VALUES_BY_FIELD,
        **invalid_values,
    }
    assert "Saved." in read_answer(await fill_form(harbour.anna, again, FORM_VALUES_BY_FIELD))


async def test_empty_fields_do_not_change_settings(harbour: Harbour) -> None:
    await harbour.bot.tables.times.set_all_but_vacation(
        harbour.anna.id, "Asia/Tokyo", (60, 120), HOUR, REMIND_DIRECTLY
    )
    before = await harbour.bot.tables.times.get_time_settings(harbour.anna.id)
    form = await open_form(harbour, harbour.anna, "me")
    assert "Saved." in read_answer(await fill_form(harbour.anna, form, {}))
    assert await harbour.bot.tables.times.get_time_settings(harbour.anna.id) == before


async def test_a_form_filled_in_after_a_restart_is_stored(harbour: Harbour) -> None:
    form = await open_form(harbour, harbour.anna, "me")
    await harbour.kill()
    assert "Saved." in read_answer(await fill_form(harbour.anna, form, FORM_VALUES_BY_FIELD))


async def test_the_host_sets_channel_order_and_guide_together(harbour: Harbour) -> None:
    await harbour.begin_match()
    form = await open_form(harbour, harbour.anna, "table settings")
    assert set(read_fields(form)) == {"verbosity", "language", "order:das_riff", "guide"}
    values = {"verbosity": "quiet", "language": "de", "order:das_riff": "wait", "guide": True}
    reply = get_reply(await fill_form(harbour.anna, form, values))
    assert reply.content.startswith("Saved.")
    channels = harbour.bot.tables.channels
    assert await channels.get_verbosity(harbour.channel.id) == "quiet"
    assert await channels.get_language(harbour.channel.id) == "de"
    assert await harbour.bot.tables.wait_finder.get_standing_order(harbour.anna.id, "das_riff") == "wait"
    assert await harbour.bot.services.adviser.has_guide_enabled(harbour.anna.id)
    assert "ist dran" in read_text(harbour.board)
    form = await open_form(harbour, harbour.anna, "table settings")
    await fill_form(harbour.anna, form, {"language": "-", "guide": False})
    assert await channels.get_language(harbour.channel.id) is None
    assert await channels.get_verbosity(harbour.channel.id) == "quiet"
    assert not await harbour.bot.services.adviser.has_guide_enabled(harbour.anna.id)


async def test_a_standing_order_with_a_ranking_asks_for_the_ranking(harbour: Harbour) -> None:
    await harbour.begin_match()
    form = await open_form(harbour, harbour.ben, "table settings")
    assert set(read_fields(form)) == {"order:das_riff", "guide"}, (
        "only the host can change the channel's settings"
    )
    panel = get_reply(await fill_form(harbour.ben, form, {"order:das_riff": "mine"}))
    while "Which do you want" in panel.content:
        panel = get_reply(await harbour.ben.click(panel, custom_id=next(iter(list_buttons(panel)))))
    ranked = await harbour.bot.tables.wait_finder.get_standing_order(harbour.ben.id, "das_riff")
    assert ranked.startswith("mine:")
    panel = get_reply(await harbour.ben.click(panel, label="Rank again: Das Riff"))
    while "Which do you want" in panel.content:
        panel = get_reply(
            await harbour.ben.click(
                panel, custom_id=list(list_buttons(panel))[1 if len(list_buttons(panel)) > 3 else 0]
            )
        )
    assert await harbour.bot.tables.wait_finder.get_standing_order(harbour.ben.id, "das_riff") != ranked


async def test_a_form_with_an_invalid_part_stores_nothing(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    form = await open_form(harbour, harbour.anna, "table settings")
    monkeypatch.setattr(
        harbour.store.preferences, "make_set_statement", lambda *_: ("INSERT INTO nowhere VALUES (1)", ())
    )
    values = {"verbosity": "quiet", "language": "de", "order:das_riff": "wait", "guide": True}
    failed = await fill_form(harbour.anna, form, values)
    assert "nothing has changed" in read_answer(failed)
    channels = harbour.bot.tables.channels
    assert await channels.get_verbosity(harbour.channel.id) == "normal"
    assert await channels.get_language(harbour.channel.id) is None


@pytest.mark.parametrize("command", ["me", "table settings"])
async def test_a_panel_has_no_list_with_the_values_of_its_form(harbour: Harbour, command: str) -> None:
    await harbour.begin_match()
    panel = get_reply(await use_command(harbour.anna, harbour.channel, command))
    form = await harbour.anna.click(panel, label=FORM_BUTTON_LABEL)
    asked = {option["value"] for field in read_fields(form).values() for option in field.get("options", ())}
    offered = [set(values) for values in list_menus(panel).values()]
    assert asked and not any(values <= asked for values in offered)


async def test_forged_forms_are_refused(harbour: Harbour) -> None:
    await harbour.begin_match()
    channels, channel = harbour.bot.tables.channels, harbour.channel.id
    guest = await submit_forged_form(harbour, harbour.ben, "m:sfs", {"verbosity": "quiet", "guide": "on"})
    assert "host, or somebody" in read_answer(guest)
    assert not await harbour.bot.services.adviser.has_guide_enabled(harbour.ben.id), (
        "no part of a refused form is stored"
    )
    before = await harbour.bot.tables.times.get_time_settings(harbour.anna.id)
    for custom_id, values in (
        ("m:sfs", {"verbosity": "loud"}),
        ("m:sfs", {"order:chess": "wait"}),
        ("m:mfs", {"after": "1"}),
        ("m:mfs", {"begin": "24"}),
        ("m:mfs", {"away": "9999999999"}),
        ("m:py", {}),
        ("m:zz", {}),
        ("b:mfs", {}),
        ("m", {}),
    ):
        assert "out of date" in read_answer(
            await submit_forged_form(harbour, harbour.anna, custom_id, values)
        ), custom_id
    assert await channels.get_verbosity(channel) == "normal"
    assert await harbour.bot.tables.times.get_time_settings(harbour.anna.id) == before
    kept_message = KeptMessage(harbour, harbour.board)
    for identity in ("b:mfs", "b:sfs", "m:mfs", "b:mf:25:7::c:UTC", "b:mf:1:7:zzzzzzz:c:UTC", "b:mf:1"):
        assert "out of date" in read_answer(await kept_message.forge_press(harbour.anna, identity)), identity


async def test_a_form_delivered_twice_is_stored_once(harbour: Harbour) -> None:
    done = await submit_forged_form(
        harbour, harbour.anna, "m:mfs", {"zone": "Europe/Berlin"}, is_delivered_twice=True
    )
    assert "Saved." in read_answer(done)
    assert (await harbour.bot.tables.times.get_time_settings(harbour.anna.id)).zone == "Asia/Tokyo"


async def test_no_form_opens_while_the_host_is_stopping(harbour: Harbour) -> None:
    panel = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    harbour.bot.intake.close()
    refused = await harbour.anna.click(panel, label=FORM_BUTTON_LABEL)
    harbour.bot.intake.closed = False
    assert refused.modal is None and "restarting" in read_answer(refused)


@pytest.mark.parametrize("locale", ["en-US", "de", "nl"])
async def test_no_text_in_a_form_is_truncated(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    set_languages(monkeypatch, {}, others=locale)
    await harbour.begin_match()
    for command in ("me", "table settings"):
        panel = get_reply(await use_command(harbour.anna, harbour.channel, command))
        identity = next(
            part["custom_id"] for part in list_controls(panel) if part["custom_id"] in ("b:mf", "b:sf")
        )
        form = (await harbour.anna.click(panel, custom_id=identity)).modal
        assert form is not None and not form["title"].endswith("…")
        for label in form["components"]:
            texts = [label["label"], label.get("description") or ""]
            texts += [option["label"] for option in label["component"].get("options", ())]
            assert not [text for text in texts if text.endswith("…")]


async def test_forms_leave_no_objects_in_memory(harbour: Harbour) -> None:
    await open_form(harbour, harbour.anna, "me")
    assert isinstance(harbour.anna, simcord.MemberActor)
    assert not harbour.bot._connection._view_store._modals
