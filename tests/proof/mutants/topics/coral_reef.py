"""Coral Reef, clause by clause."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

GAME = "games/coral_reef"
TESTS = "tests/games/coral_reef"
SETUP, PLAY, END = (f"{TESTS}/{name}.py" for name in ("test_cr_1_setup", "test_cr_2_turn", "test_cr_3_end"))
LISTING = f"{TESTS}/test_listing.py"
LEGAL, SUMS, TURN, ROUNDS, HANDS = (
    f"{GAME}/{name}.py" for name in ("legal", "sums", "turn", "rounds", "hands")
)
EQUAL = f"{TESTS}/test_cr_2_equal_corals.py"

MUTANTS = (
    Mutant(
        "what came of a play pushes it out of the words of a picture",
        "games/coral_reef/texts/descriptions.py",
        "(played[-1], *newest[1:])",
        "newest",
        "tests/games/coral_reef/test_recap.py",
    ),
    Mutant("a hand has seven cards", ROUNDS, "deal_hand(deck, HAND,", "deal_hand(deck, HAND - 1,", SETUP),
    Mutant(
        "one seat begins every round", ROUNDS, "(last.starter + 1) % len(state.hands)", "last.starter", SETUP
    ),
    Mutant(
        "who has played plays again", TURN, "(seat + 1) % len(state.hands) if kept else seat", "seat", PLAY
    ),
    Mutant(
        "corals meet less than is asked for",
        LEGAL,
        "sum_corals(corals) == each[action.stack]",
        "sum_corals(corals) <= each[action.stack]",
        PLAY,
    ),
    Mutant(
        "corals are played that are not in the hand",
        LEGAL,
        "corals.count(letter) <= hand.count(letter)",
        "True",
        PLAY,
    ),
    Mutant(
        "any coral that was played ends on top",
        LEGAL,
        "action.top in find_tops(corals)",
        "action.top in corals",
        PLAY,
    ),
    Mutant(
        "the chosen coral is not the top one",
        TURN,
        "(*placed[:last], *placed[last + 1 :], placed[last])",
        "placed",
        PLAY,
    ),
    Mutant(
        "a face ends on top",
        SUMS,
        "[letter for letter in dict.fromkeys(corals) if letter not in FACES]",
        "[letter for letter in dict.fromkeys(corals)]",
        f"{PLAY} {LISTING}",
    ),
    Mutant("two tens are played", SUMS, 'TEN if corals.count(TEN) == 1 else ""', "TEN", PLAY),
    Mutant("no ten is listed", SUMS, "if TEN in hand:\nsets +=", "if False:\n    sets +=", LISTING),
    Mutant("a seed needs no nine", LEGAL, "return NINE in hand", "return True", PLAY),
    Mutant(
        "a nine is not listed",
        LEGAL,
        "found: dict[int, list[CoralSet]] = {}",
        'found: dict[int, list[CoralSet]] = {}\nhand = hand.replace(NINE, "")',
        f"{PLAY} {LISTING}",
    ),
    Mutant(
        "a nine counts for no move",
        SUMS,
        "return NINE in hand or bool(find_sums(hand) & targets)",
        "return bool(find_sums(hand) & targets)",
        PLAY,
    ),
    Mutant(
        "faces add what they take away",
        SUMS,
        "bits |= bits << value if value >= 0 else bits >> -value",
        "bits |= bits << abs(value)",
        LISTING,
    ),
    Mutant("a drawn nine helps nobody", SUMS, "return letter == NINE or bool(", "return bool(", PLAY),
    Mutant(
        "a drawn card helps by itself only",
        SUMS,
        "_shift(find_sums(others), VALUES[letter])",
        "_shift(1 << ZERO, VALUES[letter])",
        f"{PLAY} {LISTING}",
    ),
    Mutant(
        "a seat draws until it can act",
        TURN,
        "break\nseat = (seat + 1) % len(hands)",
        "break\nseat = seat % len(hands)",
        PLAY,
    ),
    Mutant(
        "who has drawn a card that helps draws on", TURN, "if helps:\nbreak", "if False:\n    break", PLAY
    ),
    Mutant(
        "a drawn card counts for a pass",
        TURN,
        "rng, events), 0\nif state.round.has_drawn:",
        "rng, events), passed + 1\nif state.round.has_drawn:",
        f"{PLAY} {END}",
    ),
    Mutant(
        "a turn with a draw is told as none",
        f"{GAME}/events.py",
        "return not event.helps",
        "return False",
        PLAY,
    ),
    Mutant("a new deck is made while there is one", TURN, "if not state.deck and any(", "if any(", PLAY),
    Mutant(
        "what lies under the tops stays there too",
        TURN,
        "tuple([stack[-1:] for stack in state.stacks])",
        "state.stacks",
        PLAY,
    ),
    Mutant(
        "the round ends before everybody has passed",
        TURN,
        "if passed == len(state.hands):",
        "if passed == len(state.hands) - 1:",
        f"{PLAY} {END}",
    ),
    Mutant("a card left wins as none does", TURN, "if not kept:", "if len(kept) < 2:", END),
    Mutant("the most cards win", ROUNDS, "size == min(sizes)", "size == max(sizes)", END),
    Mutant(
        "of those who tie one scores", ROUNDS, "won + (seat in winners)", "won + (seat == winners[0])", END
    ),
    Mutant(
        "a round more is played",
        ROUNDS,
        "max(wins) >= state.ruleset.rounds_to_win",
        "max(wins) > state.ruleset.rounds_to_win",
        END,
    ),
    Mutant("more cards left place higher", ROUNDS, "(won, -len(hand))", "(won, len(hand))", END),
    Mutant(
        "a sixth new deck is made",
        TURN,
        "state.round.reforms == REFORMS",
        "state.round.reforms > REFORMS",
        END,
    ),
    Mutant(
        "new decks are counted through the match",
        ROUNDS,
        "starter, starter, 0, False, last.drew",
        "starter, starter, last.reforms, False, last.drew",
        END,
    ),
    Mutant(
        "the lowest of equal corals is laid",
        HANDS,
        "tuple(sorted(cards)) if order == LOWEST else tuple(sorted(cards, key=_rank))",
        "tuple(sorted(cards))",
        EQUAL,
    ),
    Mutant(
        "a drawn coral is laid before its equals", HANDS, "place += rng.below(end - place + 1)", "pass", EQUAL
    ),
    Mutant(
        "version 1 lays a drawn coral by chance",
        HANDS,
        "if order == LOWEST:\nreturn tuple(sorted((*hand, card)))",
        "if False:\n    return ()",
        f"{EQUAL} {TESTS}/test_golden.py tests/games/test_recorded.py",
    ),
    Mutant(
        "the corals that ended a round are not shown",
        f"{GAME}/closing.py",
        "stacks[event.stack] += event.cards",
        "pass",
        f"{TESTS}/test_last_sight.py",
    ),
    Mutant(
        "hands stay covered where somebody resigned",
        f"{GAME}/public.py",
        'playable="", hands=hands)',
        'playable="")',
        f"{TESTS}/test_last_sight.py",
    ),
    Mutant(
        "the board of a round does not keep how it ended",
        "bot/announcing/bulletin.py",
        "older, write_past, files=draw_past)",
        "older, write_past)",
        "tests/bot/ui/play/test_e2e_rounds.py",
    ),
    Mutant(
        "the luck of a new deal is credited to the move before it",
        "games/coral_reef/player/insight.py",
        "if _was_just_dealt(state):",
        "if False:",
        f"{TESTS}/test_insight.py",
    ),
    Mutant(
        "the weights lack a trait",
        "games/coral_reef/player/traits.py",
        '"light": (size',
        '"lightness": (size',
        f"{TESTS}/test_insight.py",
    ),
    Mutant(
        "a turn that went by without a play is forgotten where much has happened since",
        f"{GAME}/texts/recap.py",
        "if any(play.stuck for play in plays[:-room])",
        "if False",
        f"{TESTS}/test_recap.py",
    ),
    Mutant(
        "the board says twice that all passed, and not what they passed after",
        f"{GAME}/texts/recap.py",
        "if ended.ending != ALL_PASSED:",
        "if True:",
        f"{TESTS}/test_recap.py",
    ),
    Mutant(
        "a forced pass is in the log alone",
        f"{GAME}/texts/recap.py",
        "yield Deed(tell(event, scene), (scene.names[event.seat],), begins=False)",
        "pass",
        f"{TESTS}/test_recap.py::test_a_forced_pass_stands_on_the_board_and_in_the_words_of_its_picture",
    ),
)
