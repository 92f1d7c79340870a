"""Das Riff, clause by clause."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

GAME = "games/das_riff"
TESTS = "tests/games/das_riff"
SETUP, WORMS = f"{TESTS}/test_dr_1_setup.py", f"{TESTS}/test_dr_2_worms.py"
PAY, BREED = f"{TESTS}/test_dr_3_pay.py", f"{TESTS}/test_dr_3_breed.py"
SHARK_BOAT, END = f"{TESTS}/test_dr_3_shark_boat.py", f"{TESTS}/test_dr_4_to_6.py"
ACT, LEGAL, COINS = f"{GAME}/act.py", f"{GAME}/legal.py", f"{GAME}/payment.py"
RIVER, TURN, GIVEN, CORAL = f"{GAME}/river.py", f"{GAME}/turn.py", f"{GAME}/worms.py", f"{GAME}/coral.py"

MUTANTS = (
    Mutant(
        "both seats begin with one worm too few", TURN, "WORMS_PER_COLOUR - 2", "WORMS_PER_COLOUR - 1", SETUP
    ),
    Mutant("a worm that the bank lacks is rolled", GIVEN, "if left[colour]:", "if True:", WORMS),
    Mutant("more worms are to be chosen than there are", GIVEN, "min(missing, sum(bank))", "missing", WORMS),
    Mutant("an empty bank is offered", GIVEN, "if not any(bank):", "if False:", WORMS),
    Mutant(
        "a double is offered twice",
        GIVEN,
        "(LETTERS[low],) if low == high else (LETTERS[low], LETTERS[high])",
        "(LETTERS[low], LETTERS[high])",
        WORMS,
    ),
    Mutant(
        "one rolled colour in the bank is enough",
        GIVEN,
        "bank[low] and bank[high]",
        "bank[low] or bank[high]",
        WORMS,
    ),
    Mutant(
        "who chooses a missing worm offers none",
        GIVEN,
        "*_find_stage(bank, turn.missing - 1)",
        "ACT, 0",
        WORMS,
    ),
    Mutant(
        "a standing order takes what there is most of",
        f"{GAME}/rules.py",
        "Worm(min(letters",
        "Worm(max(letters",
        WORMS,
    ),
    Mutant("a boat reaches one column more", RIVER, "cell % COLUMNS < boats", "cell % COLUMNS <= boats", PAY),
    Mutant(
        "after a flip every card costs one",
        RIVER,
        "FLIPPED_PRICE if cell == flipped",
        "FLIPPED_PRICE if flipped is not None",
        PAY,
    ),
    Mutant(
        "a card just flipped costs what it always does",
        ACT,
        "bank, less, flipped=action.cell",
        "bank, less",
        PAY,
    ),
    Mutant(
        "a flipped card stays cheap after another action",
        ACT,
        "turn.dice, 0, flipped,",
        "turn.dice, 0, turn.flipped or flipped,",
        PAY,
    ),
    Mutant(
        "less than the price pays",
        COINS,
        "if len(payment) != price:",
        "if len(payment) > price:",
        f"{PAY} {SHARK_BOAT}",
    ),
    Mutant("pearls pay that are not there", COINS, "pearls <= reef.pearls and all(", "all(", PAY),
    Mutant("worms pay that are not there", COINS, "all(map(le, worms, reef.worms))", "True", PAY),
    Mutant("all pearls or none are paid with", COINS, "if left <= pearls", "if left == pearls", PAY),
    Mutant(
        "pearls that are not there pay for a fish", COINS, "least = max(price - pearls, 0)", "least = 0", PAY
    ),
    Mutant(
        "a fish is paid in any colour",
        LEGAL,
        "if any(letter not in (LETTERS[card >> 1], PEARL_LETTER) for letter in action.pay):",
        "if False:",
        PAY,
    ),
    Mutant("red worms that are paid leave the game", COINS, "(br + r,", "(br,", PAY),
    Mutant(
        "pearls that are paid leave the game",
        COINS,
        "if pearls:\ndiscard = add_to_discard",
        "if not pearls:\n    discard = add_to_discard",
        PAY,
    ),
    Mutant("a sixth coral is taken", CORAL, "len(corals) < MAX_CORALS", "len(corals) <= MAX_CORALS", BREED),
    Mutant("two of one sex breed", CORAL, "if not (one ^ other) & 1:", "if False:", BREED),
    Mutant("mates are looked for in the own sex", CORAL, "1 - sex_of(parent)", "sex_of(parent)", BREED),
    Mutant(
        "an empty coral is offered before one to breed on",
        CORAL,
        "possible.append(lodging.empty)",
        "possible.insert(0, lodging.empty)",
        BREED,
    ),
    Mutant(
        "a parent that has bred leaves the game",
        ACT,
        "add_to_discard(river.discard, parent, fish)",
        "add_to_discard(river.discard, fish)",
        BREED,
    ),
    Mutant(
        "a brood that was won lies open still",
        ACT,
        "tuple(shown if card == brood else card for card in state.broods)",
        "state.broods",
        BREED,
    ),
    Mutant(
        "open water is taken",
        LEGAL,
        "if not is_face_up(card) or card == WATER:",
        "if not is_face_up(card):",
        SHARK_BOAT,
    ),
    Mutant("open water is listed", LEGAL, "frozenset({GAP, WATER})", "frozenset({GAP})", SHARK_BOAT),
    Mutant(
        "a shark hunts again and again", ACT, "reef.sharks - 1, corals", "reef.sharks, corals", SHARK_BOAT
    ),
    Mutant(
        "the prey leaves the game",
        ACT,
        "add_to_discard(river.discard, SHARK, prey)",
        "add_to_discard(river.discard, SHARK)",
        SHARK_BOAT,
    ),
    Mutant(
        "a shark hunts what lies face down",
        LEGAL,
        "action.cell is not None and is_face_up(state.river.tableau[action.cell])",
        "action.cell is not None",
        SHARK_BOAT,
    ),
    Mutant(
        "a shark hunts without one",
        LEGAL,
        "return reef.sharks > 0 and _is_prey(",
        "return _is_prey(",
        SHARK_BOAT,
    ),
    Mutant(
        "a ninth boat is bought",
        LEGAL,
        "state.reefs[seat].boats < MAX_BOATS and count_boats_left",
        "count_boats_left",
        SHARK_BOAT,
    ),
    Mutant(
        "a sixteenth boat is bought",
        LEGAL,
        "< MAX_BOATS and count_boats_left(state.reefs) > 0",
        "< MAX_BOATS",
        SHARK_BOAT,
    ),
    Mutant(
        "gaps stay open", RIVER, "cards = [card for card in row if card != GAP]", "cards = list(row)", END
    ),
    Mutant(
        "one card of water goes at a time",
        RIVER,
        "while run < len(cards) and cards[run] == WATER:",
        "if run < len(cards) and cards[run] == WATER:",
        END,
    ),
    Mutant("water that went leaves the game", TURN, "if gone:\ndiscard =", "if gone:\n    _ =", END),
    Mutant(
        "the eighth discard is shuffled in",
        RIVER,
        "discard >= RESHUFFLE_DISCARD",
        "discard > RESHUFFLE_DISCARD",
        END,
    ),
    Mutant(
        "a draw pile of eight is filled up",
        RIVER,
        "draw_pile < RESHUFFLE_DECK",
        "draw_pile <= RESHUFFLE_DECK",
        END,
    ),
    Mutant(
        "a draw pile that is just enough is filled up",
        RIVER,
        "if draw_pile < needed:",
        "if draw_pile <= needed:",
        END,
    ),
    Mutant("the middle rows are dealt open", RIVER, "FACE_DOWN if row in MIDDLE else 0", "0", END),
    Mutant(
        "the fifth brood does not win",
        ACT,
        "bred.broods >= BROODS_TO_WIN",
        "bred.broods > BROODS_TO_WIN",
        END,
    ),
    Mutant(
        "one quiet turn more is played",
        TURN,
        "turn.quiet_turns >= QUIET_TURNS",
        "turn.quiet_turns > QUIET_TURNS",
        END,
    ),
    Mutant("quiet turns are not counted", GIVEN, "state.turn.quiet_turns + 1", "state.turn.quiet_turns", END),
    Mutant(
        "a breeding leaves the count of quiet turns",
        ACT,
        "seat, turn.dice, 0, None, 0)",
        "seat, turn.dice, 0, None, turn.quiet_turns)",
        END,
    ),
    Mutant(
        "any action begins the count of quiet turns anew",
        ACT,
        "0, flipped, turn.quiet_turns",
        "0, flipped, 0",
        END,
    ),
    Mutant(
        "a worm begins the count of quiet turns anew",
        GIVEN,
        "missing, None, turn.quiet_turns",
        "missing, None, 0",
        END,
    ),
    Mutant(
        "the same seat has every turn",
        TURN,
        "river, 1 - turn.seat, roll_dice",
        "river, turn.seat, roll_dice",
        f"{WORMS} {END}",
    ),
)
