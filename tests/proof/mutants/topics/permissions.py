"""Who may do what at a table, in the service and behind buttons and commands."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

TABLES = "bot/tables"
CHECKS, LOBBY, PLAY, SEATING, CLAIMS = (
    f"{TABLES}/{name}.py" for name in ("checks", "lobby", "play", "seats", "clocks")
)
IN_LOBBY, AT_PLAY, ON_SEATS, CONSENT, TIMES, GUARDS, AGAIN = (
    f"tests/bot/test_tables_{name}.py"
    for name in ("lobby", "play", "seats", "consent", "clocks", "guards", "rematch")
)
PRESSES, SETTINGS = "bot/ui/presses.py", "bot/ui/person/settings.py"
PRESSED, ELSEWHERE = "tests/bot/test_e2e_guards.py", "tests/bot/test_e2e_elsewhere.py"

MUTANTS = (
    Mutant(
        "somebody says no who was not asked",
        SEATING,
        "if user_id not in table.invited:\n raise NotAsked",
        "if False:\n    raise NotAsked",
        "tests/bot/test_e2e_lobby.py::test_who_is_invited_says_no_and_everybody_reads_it_until_they_are_asked_again",
    ),
    Mutant(
        "of who has left the server it's said that they said no",
        f"{TABLES}/lobby_seats.py",
        "self._seats.uninvite if gone else self._seats.decline",
        "self._seats.decline",
        "tests/bot/test_e2e_lobby.py::test_of_who_is_invited_and_has_left_the_server_nothing_is_said",
    ),
    Mutant(
        "everybody is a host",
        CHECKS,
        "user_id != table.host_id and not moderator",
        "False",
        f"{IN_LOBBY} {CONSENT}",
    ),
    Mutant(
        "a moderator may not close",
        CHECKS,
        "user_id != table.host_id and not moderator",
        "user_id != table.host_id",
        f"{IN_LOBBY} {CONSENT}",
    ),
    Mutant(
        "who has no seat speaks for the first",
        CHECKS,
        "if seat is None:\nraise NotSeated\nreturn seat",
        "return seat or 0",
        CONSENT,
    ),
    Mutant(
        "a guest invites",
        LOBBY,
        "check_host(table, by)\nif table.seats_of(user_id):",
        "if table.seats_of(user_id):",
        f"{IN_LOBBY} {GUARDS}",
    ),
    Mutant(
        "anybody withdraws an invitation to a lobby",
        LOBBY,
        "check_host(table, by)\nif user_id not in table.invited:",
        "if user_id not in table.invited:",
        GUARDS,
    ),
    Mutant(
        "a guest seats a computer",
        LOBBY,
        "check_host(table, by)\nif not is_channel(level)",
        "if not is_channel(level)",
        f"{IN_LOBBY} {GUARDS}",
    ),
    Mutant(
        "a match is opened against a computer that the game does not have",
        LOBBY,
        "check_level(game, against)",
        "",
        IN_LOBBY,
    ),
    Mutant(
        "a computer is seated that the game does not have",
        LOBBY,
        "check_level(table.game, level)",
        "pass",
        f"{IN_LOBBY} {GUARDS}",
    ),
    Mutant(
        "a guest removes a computer",
        LOBBY,
        "check_host(table, by)\nif seat not in table.computers:",
        "if seat not in table.computers:",
        f"{IN_LOBBY} {GUARDS}",
    ),
    Mutant("a guest sets a switch", LOBBY, "check_host(table, by)\n_check_option", "_check_option", IN_LOBBY),
    Mutant("a guest sets the clock", LOBBY, "check_host(table, by)\nwrite", "write", TIMES),
    Mutant(
        "a guest sets when the match begins",
        LOBBY,
        "check_host(table, by)\nfor name, value in options.items()",
        "for name, value in options.items()",
        IN_LOBBY,
    ),
    Mutant(
        "a guest starts",
        LOBBY,
        "check_host(table, by)\nif len(table.occupants) not in",
        "if len(table.occupants) not in",
        IN_LOBBY,
    ),
    Mutant(
        "one person takes two seats by pressing twice",
        LOBBY,
        "if table.seats_of(person.user_id) and not again:",
        "if False:",
        IN_LOBBY,
    ),
    Mutant(
        "a kept seat is taken by anybody",
        LOBBY,
        "if free <= len(table.invited) and not welcome:",
        "if False:",
        IN_LOBBY,
    ),
    Mutant(
        "anybody acts for a seat",
        PLAY,
        "elif seat not in table.seats_of(user_id):",
        "elif False:",
        f"{AT_PLAY} {GUARDS}",
    ),
    Mutant(
        "a seat that was offered is not the one that acts",
        PLAY,
        "if seat is None:\nseat =",
        "if seat is None or seat in table.seats_of(user_id):\n    seat =",
        GUARDS,
    ),
    Mutant(
        "a computer plays for a person",
        PLAY,
        "if seat not in table.computers:",
        "if False:",
        f"{ON_SEATS} {GUARDS}",
    ),
    Mutant("a spectator votes", PLAY, "pick_seat(table, user_id)\nproposal", "proposal", CONSENT),
    Mutant("who proposes agrees for another", PLAY, "if user_id == proposal.user_id:", "if False:", CONSENT),
    Mutant("one consent is enough", PLAY, "if proposal.awaiting == (user_id,):", "if True:", CONSENT),
    Mutant(
        "an answer to an earlier question counts",
        PLAY,
        "proposal is None or proposal.id != proposal_id",
        "proposal is None",
        f"{CONSENT} {GUARDS}",
    ),
    Mutant("a bystander takes a table elsewhere", PLAY, "pick_seat(table, by)\nwrite", "write", GUARDS),
    Mutant(
        "a bystander ends a table whose game is gone",
        PLAY,
        "if by not in seated and not moderator:",
        "if False:",
        f"{AGAIN} tests/bot/test_e2e_seats.py::test_a_table_whose_game_has_gone_is_ended_from_mine",
    ),
    Mutant(
        "a guest ends a table as if its game were gone",
        PLAY,
        "if row.game in self._tables.games:",
        "if False:",
        f"{AGAIN} {GUARDS}",
    ),
    Mutant(
        "a draw is proposed to computers",
        PLAY,
        'if kind == "draw" and table.computers:',
        "if False:",
        f"{CONSENT} {ON_SEATS} tests/bot/test_e2e_computers.py",
    ),
    Mutant(
        "a bystander withdraws an invitation to a seat",
        SEATING,
        "by != table.host_id and seat not in table.seats_of(by)",
        "False",
        GUARDS,
    ),
    Mutant("a bystander invites to a seat", SEATING, "if not table.seats_of(by):", "if False:", ON_SEATS),
    Mutant("a person's seat is taken over", SEATING, "if occupant.computer is None:", "if False:", ON_SEATS),
    Mutant("who knows one hand takes another", SEATING, "if seat in known or anybody", "", ON_SEATS),
    Mutant("a bystander claims", CLAIMS, "if not own:", "if False:", TIMES),
    Mutant("the own clock is claimed", CLAIMS, "if seat in own:", "if False:", TIMES),
    Mutant(
        "time that is left is claimed", CLAIMS, "shown is None or not shown.ran_out", "shown is None", TIMES
    ),
    Mutant(
        "a stranger opens a rematch",
        f"{TABLES}/rematches.py",
        "if not old.seats_of(person.user_id) and not hosts:",
        "if False:",
        GUARDS,
    ),
    Mutant(
        "a panel is everybody's",
        "bot/ui/play/panel.py",
        "if choice.seat in table.seats_of(interaction.user.id):",
        "if choice.seat < len(table.occupants):",
        PRESSED,
    ),
    Mutant(
        "everybody who confirms is a moderator",
        PRESSES,
        "return interaction.permissions.manage_messages and",
        "return True and",
        PRESSED,
    ),
    Mutant(
        "who moderates elsewhere is a moderator here",
        PRESSES,
        "bool(interaction.extras.get(_HOME, command))",
        "True",
        ELSEWHERE,
    ),
    Mutant(
        "a press counts wherever it is made",
        PRESSES,
        "if not at_home and not there and not (private and interaction.user.id in people):",
        "if False:",
        ELSEWHERE,
    ),
    Mutant(
        "a private press counts for everybody",
        PRESSES,
        "if not at_home and not there and not (private and interaction.user.id in people):",
        "if not at_home and not there and not private:",
        ELSEWHERE,
    ),
    Mutant(
        "a bystander posts the film",
        "bot/ui/play/replay.py",
        "if not table.seats_of(interaction.user.id):",
        "if False:",
        PRESSED,
    ),
    Mutant(
        "everybody sets the channel's language",
        SETTINGS,
        "if interaction.permissions.manage_messages:",
        "if True:",
        "tests/bot/test_e2e_settings.py",
    ),
)
