"""The playground: its places, and what is there again after a start."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

PLACES, PAGE = "bot/host/places.py", "bot/host/page.py"
TESTS = "tests/bot/host/test_playground_places.py"

MUTANTS = (
    Mutant(
        "a thread is gone at the next start",
        "bot/host/playground.py",
        "await restore_threads(world.env, store, world.channel.id, words(LOCALE))",
        "pass",
        f"{TESTS}::test_a_thread_comes_back_as_long_as_its_table",
    ),
    Mutant(
        "a thread comes back under another name",
        PLACES,
        "thread = noted.get(place, Thread(place, parent, name, ChannelType.PUBLIC_THREAD, ()))",
        "thread = Thread(place, parent, name, ChannelType.PUBLIC_THREAD, ())",
        f"{TESTS}::test_a_thread_comes_back_as_long_as_its_table",
    ),
    Mutant(
        "what goes on by itself stands above the banner",
        "bot/app.py",
        "if not self._playground:\n            await self._go_on()",
        "await self._go_on()",
        f"{TESTS}::test_a_tournament_and_its_tables_are_there_after_a_restart",
    ),
    Mutant(
        "open votes are gone at the next start",
        "bot/features/channel_seat/driver.py",
        "await self._posts.lose(table_id)",
        "pass",
        f"{TESTS}::test_two_channels_play_each_other_across_a_restart",
    ),
    Mutant(
        "private threads are listed for everybody",
        PLACES,
        "if channel_accessible(env.backend, one.id, viewer_id, history=True)",
        "if one.guild_id is not None",
        f"{TESTS}::test_a_private_thread_is_listed_for_its_people",
    ),
    Mutant(
        "the page shows another channel and writes to the first",
        PAGE,
        "preview.channel = simcord.ChannelHandle(preview.env, preview.channel.guild, channel)",
        "pass",
        f"{TESTS}::test_what_one_says_and_does_goes_to_the_place_that_is_shown",
    ),
    Mutant(
        "anybody on this computer can ask where one can go",
        PAGE,
        "if not self._authorized(request):",
        "if False:",
        f"{TESTS}::test_the_list_needs_the_key_and_the_page_its_script",
    ),
    Mutant(
        "a start of the playground takes the time of this computer",
        "bot/host/playground.py",
        "return max(known) + timedelta(seconds=1) if known else None",
        "return None",
        f"{TESTS}::test_two_channels_play_each_other_across_a_restart",
    ),
    Mutant(
        "a second start of the playground begins at the instant of the first",
        "bot/host/playground.py",
        "await store.channels.set(BOT_OWNER, NOW, world.env.now().isoformat())",
        "pass",
        "tests/bot/host/test_playground.py::test_time_stands_still_while_the_playground_is_closed",
    ),
    Mutant(
        "a round's post is gone at the next start",
        "bot/features/tournaments/venue.py",
        "if self._shown.get((found.id, what)) != text:",
        "if False:",
        TESTS,
    ),
    Mutant(
        "a round's post is there twice at the start after the next",
        "bot/features/tournaments/venue.py",
        "if what != PANEL and not what.startswith(AGAIN):",
        "if what != PANEL:",
        TESTS,
    ),
    Mutant(
        "a thread of a tournament is gone once its match is over",
        PLACES,
        "found.append((table.thread_id, w(",
        "id((table.thread_id, w(",
        TESTS,
    ),
    Mutant(
        "a tournament's own thread is gone at the next start",
        PLACES,
        "found.append((held.channel_id, held.title))",
        "pass",
        TESTS,
    ),
    Mutant(
        "a thread that a round's post leads to is empty",
        "bot/host/playground.py",
        "    await bot.announcer.repost_all(await list_finished(bot.store, bot.tables.now()))\n",
        "",
        TESTS,
    ),
)
