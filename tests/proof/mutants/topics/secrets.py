"""What nobody else may see: hands, face-down cards, the secret of a match before its end."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

CORAL, RIFF, REEF, AUSTRALIS = (
    f"games/{game}/public.py" for game in ("coral_reef", "das_riff", "reef", "australis")
)
CORAL_TESTS = "tests/games/coral_reef/test_cr_1_setup.py tests/games/coral_reef/test_cr_2_turn.py"
REEF_TESTS = "tests/games/reef/test_clauses.py"
PROPERTIES, EQUAL = (f"tests/games/coral_reef/test_{name}.py" for name in ("properties", "cr_2_equal_corals"))
SEEN = "tests/bot/secrecy/test_secrets.py::test_what_leaves_the_process_tells_nothing_hidden"
LOGGED = "tests/bot/secrecy/test_e2e_secrets.py"
SCENES = "bot/ui/scenes.py"

MUTANTS = (
    Mutant(
        "a spectator sees a hand of Coral Reef",
        CORAL,
        "() if viewer is None else tuple(sorted(state.hands[viewer]))",
        "tuple(sorted(state.hands[viewer or 0]))",
        f"{CORAL_TESTS} {PROPERTIES}",
    ),
    Mutant(
        "everybody hears which coral was drawn",
        CORAL,
        "return Drew(event.seat, None, event.helps)",
        "return event",
        CORAL_TESTS,
    ),
    Mutant(
        "everybody sees which corals were drawn",
        CORAL,
        "for seat, card in now.drew if seat == viewer",
        "for seat, card in now.drew",
        f"{CORAL_TESTS} {PROPERTIES}",
    ),
    Mutant(
        "a drawn coral is taken back alone",
        "games/coral_reef/events.py",
        "reveals: ClassVar[bool] = True\nseat: int\ncard: Card | None",
        "reveals: ClassVar[bool] = False\nseat: int\ncard: Card | None",
        "tests/games/coral_reef",
    ),
    Mutant(
        "the buttons tell what a hand allows",
        "games/coral_reef/rules.py",
        "return OPENERS if seat in view.to_act else ()",
        "return OPENERS if view.playable else OPENERS[:1]",
        PROPERTIES,
    ),
    Mutant(
        "the order of equal corals is seen",
        CORAL,
        "() if viewer is None else tuple(sorted(state.hands[viewer]))",
        "() if viewer is None else state.hands[viewer]",
        f"{PROPERTIES} {EQUAL}",
    ),
    Mutant(
        "cards that lie face down are seen",
        "games/das_riff/river.py",
        "[DOWN if card >= FACE_DOWN else card for card in cards]",
        "[card % FACE_DOWN if card >= 0 else card for card in cards]",
        "tests/games/das_riff/test_dr_1_setup.py",
    ),
    Mutant(
        "a flip is taken back alone",
        "games/das_riff/events.py",
        "reveals: ClassVar[bool] = True\nseat: int\ncell: int\ncard: Card",
        "reveals: ClassVar[bool] = False\nseat: int\ncell: int\ncard: Card",
        "tests/games/core/test_match.py",
    ),
    Mutant(
        "a sample of Das Riff is always the same",
        RIFF,
        "rng.shuffled(list_unseen_cards(view))",
        "list_unseen_cards(view)",
        "tests/games/das_riff/test_properties.py",
    ),
    Mutant(
        "a spectator sees a hand of Reef",
        REEF,
        "() if viewer is None else state.seats[viewer].hand",
        "state.seats[viewer or 0].hand",
        REEF_TESTS,
    ),
    Mutant(
        "all hands of Reef are seen",
        REEF,
        "for seat in state.seats]) if over else ()",
        "for seat in state.seats])",
        REEF_TESTS,
    ),
    Mutant(
        "the top of a deck face down is seen",
        REEF,
        'if state.deck and state.ruleset.deck == "face_up" else None',
        "if state.deck else None",
        REEF_TESTS,
    ),
    Mutant(
        "everybody hears which card was drawn",
        REEF,
        "not event.seen and event.seat != viewer",
        "False",
        REEF_TESTS,
    ),
    Mutant(
        "a card drawn face down is heard by its drawer too late",
        REEF,
        "not event.seen and event.seat != viewer",
        "not event.seen",
        REEF_TESTS,
    ),
    Mutant(
        "the draw pile of Australis is never dealt anew",
        AUSTRALIS,
        "rng.shuffled(list_unseen(view))",
        "list_unseen(view)",
        "tests/games/australis/test_properties.py",
    ),
    Mutant(
        "the secret is in the file before the end",
        "games/core/match_record.py",
        "secret if match.outcome and not sealed else None",
        "secret",
        "tests/games/core/test_match_record.py",
    ),
    Mutant(
        "a spectator's picture is a seat's",
        SCENES,
        "return view_at(match, match.ply, viewer), made",
        "return view_at(match, match.ply, viewer or 0), made",
        f"{SEEN} {LOGGED}",
    ),
    Mutant(
        "a film tells everybody what a seat drew",
        "games/drawing/highlights.py",
        "return tuple(match.rules.redact(event, None) for event in events)",
        "return tuple(events)",
        "tests/games/drawing/test_replay.py",
    ),
    Mutant(
        "events are told as they were",
        SCENES,
        "tuple(match.rules.redact(event, viewer) for event in found)",
        "tuple(found)",
        SEEN,
    ),
    Mutant(
        "earlier positions show a hand",
        SCENES,
        "view_at(match, ply, None), Scene",
        "view_at(match, ply, 0), Scene",
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
    Mutant(
        "a computer player sees another's hand",
        "bot/computers/thinker.py",
        "match.rules.recall(match.state, seat), self._seed",
        "match.rules.view(match.state, 0), self._seed",
        f"{LOGGED} tests/bot/computers/test_thinking.py",
    ),
    Mutant(
        "the own view is the public one",
        "bot/ui/play/own_view.py",
        "files = await pictures.draw_private(table, match, seat, w)",
        "files = await pictures.draw_public(table, match, w)",
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
    Mutant(
        "the public view is a seat's",
        "bot/ui/pictures.py",
        "view, scene = make_scene(table, match, None, w)\nkey = (*name_position(table, match), None",
        "view, scene = make_scene(table, match, 0, w)\nkey = (*name_position(table, match), None",
        f"{SEEN} {LOGGED}",
    ),
)
