"""The private panel: how many presses, which picture, what is asked once more, and what help there is."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

PLAY = "bot/ui/play"
PANEL, OWN_PICTURE, ASKING, GUIDE = (
    f"{PLAY}/{name}.py" for name in ("panel", "own_picture", "asking", "guide")
)
PRESSED, COUNTED = "tests/bot/ui/play/test_e2e_panel.py", "tests/proof/presses/test_presses.py"
SETTLING = "bot/ui/play/settling.py"

MUTANTS = (
    Mutant(
        "whatever is typed is how a move begins",
        "bot/ui/play/typed.py",
        "if token.casefold().startswith(begun)",
        "if token",
        "tests/bot/ui/play/test_e2e_moves.py",
    ),
    Mutant(
        "a lobby doesn't say that its host need not wait",
        "bot/ui/table/lobby_message.py",
        "if table.begins == FULL and startable:",
        "if False:",
        "tests/bot/ui/table/test_e2e_lobby.py",
    ),
    Mutant(
        "who plays alone is told that a choice is final",
        SETTLING,
        "alone = len(table.people) == 1",
        "alone = False",
        "tests/bot/ui/play/test_phone.py::test_a_choice_is_final_only_if_others_play",
    ),
    Mutant(
        "who plays alone is told that a move can't be taken back",
        PANEL,
        "lines.append(tell_alone(w) if alone else",
        "lines.append(tell_alone(w) if False else",
        "tests/bot/computers/test_e2e_computers.py::test_a_solo_player_is_not_told_that_a_choice_is_final",
    ),
    Mutant(
        "a list keeps its custom_id",
        "bot/ui/ids.py",
        "return encode_number(int.from_bytes(blake2b(encode_number(press).encode(), digest_size=4).digest()))",
        'return "0"',
        PRESSED,
    ),
    Mutant(
        "the list of computers keeps its custom_id",
        "bot/ui/table/lobby_seats.py",
        'custom_id("s", "lc", table.id, mark)',
        'custom_id("s", "lc", table.id)',
        PRESSED,
    ),
    Mutant(
        "one press does what cannot be taken back",
        SETTLING,
        "DELIBERATE = 3",
        "DELIBERATE = 1",
        PRESSED,
    ),
    Mutant(
        "what can be taken back is asked about",
        SETTLING,
        "if not sealing or len(pressed) >= DELIBERATE or (listed and len(pressed) == 1):",
        "if len(pressed) >= DELIBERATE or (listed and len(pressed) == 1):",
        f"{PRESSED} {COUNTED}",
    ),
    Mutant(
        "a final choice is asked about once more",
        SETTLING,
        "return named > 1 and is_final(game, action.path[-1].field)",
        "return False",
        COUNTED,
    ),
    Mutant(
        "a picture is sent again with every step",
        OWN_PICTURE,
        "if has_file(interaction, name_private(table, match, seat, w)):",
        "if False:",
        PRESSED,
    ),
    Mutant(
        "a picture is never sent again",
        "bot/ui/pictures.py",
        'return f"{match.game.key}-{blake2b(key.encode(), digest_size=6).hexdigest()}.png"',
        'return f"{match.game.key}-{table.id}.png"',
        PRESSED,
    ),
    Mutant(
        "a question hides the picture",
        OWN_PICTURE,
        "await replies.show(interaction, text, view=view(items), files=files)",
        "await replies.show(interaction, text, view=view(items))",
        f"{PRESSED} {COUNTED}",
    ),
    Mutant(
        "an equal stack has no advice",
        GUIDE,
        "(suggested or _find_alike(match, ranking, actions)[:1])[:LOOKED_AT]",
        "suggested[:LOOKED_AT]",
        PRESSED,
    ),
    Mutant(
        "no fields are asked for together",
        "games/core/narrow.py",
        "for depth in range(len(how.joins), 0, -1):",
        "for depth in ():",
        COUNTED,
    ),
    Mutant(
        "every value is in a list",
        ASKING,
        "if not few or count_split_rows(texts, columns) > MAX_LATER_ROWS:",
        "if True:",
        f"{PRESSED} {COUNTED}",
    ),
)
