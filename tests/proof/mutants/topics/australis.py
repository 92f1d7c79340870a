"""Australis, clause by clause."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

GAME = "games/australis"
TESTS = "tests/games/australis"
SETUP, DICE, TRACK, SCORE, FIGHT, ROUNDS = (
    f"{TESTS}/test_au_{name}.py"
    for name in ("1_setup", "2_dice", "2_track", "3_score", "4_competition", "5_6_rounds")
)
DISPLAY, EFFECTS, LEGAL, TURN = (f"{GAME}/{name}.py" for name in ("display", "effects", "legal", "turn"))
COMPETE, SCORING, SWIM = (f"{GAME}/{name}.py" for name in ("competition", "score", "track"))

MUTANTS = (
    Mutant(
        "shell cards are in with fewer seats",
        f"{GAME}/parts.py",
        "COPIES if seats >= SHELL_SEATS else",
        "COPIES if seats >= 2 else",
        SETUP,
    ),
    Mutant("every seat begins with one point", TURN, "ledger = (place + 1,", "ledger = (1,", SETUP),
    Mutant(
        "every turtle begins on the first space",
        TURN,
        "Board(ledger, place, (False,)",
        "Board(ledger, 0, (False,)",
        SETUP,
    ),
    Mutant("one seat takes all dice", TURN, "(work.start + work.taken) % seats", "work.start", DICE),
    Mutant(
        "own cards are not carried out",
        TURN,
        "[card for card in board.cards if PLACES[card] == die.colour]",
        "[]",
        DICE,
    ),
    Mutant(
        "cards of all colours are carried out",
        TURN,
        "[card for card in board.cards if PLACES[card] == die.colour]",
        "list(board.cards)",
        DICE,
    ),
    Mutant("the order of own cards is not asked for", TURN, "if len(work.cards) > 1:", "if False:", DICE),
    Mutant("circles bring nothing", EFFECTS, "if die.circles:", "if False:", DICE),
    Mutant("a white die brings one card", EFFECTS, "work.takes = die.value", "work.takes = 1", DICE),
    Mutant("twins are kept", DISPLAY, "if card in held:\nreturn False", "if False:\n    return False", DICE),
    Mutant(
        "a fourth card is kept",
        DISPLAY,
        "for other in held].count(place) < MOST_CARDS",
        "for other in held].count(place) <= MOST_CARDS",
        DICE,
        equal="of no colour are there more than three kinds, and twins are not kept",
    ),
    Mutant("a competition card is used", DISPLAY, "return PLACES[card] is not None", "return True", DICE),
    Mutant("a used card leaves the game", DISPLAY, "work.discard_cards((card,))", "pass", DICE),
    Mutant(
        "a card that is used stays on the display",
        DISPLAY,
        "work.display[work.display.index(card)] = GAP",
        "pass",
        DICE,
    ),
    Mutant("a gap is not refilled", TURN, "if GAP in work.display:", "if False:", DICE),
    Mutant(
        "fish come from an empty supply",
        EFFECTS,
        "caught = min(shown, work.fish_left)",
        "caught = shown",
        DICE,
    ),
    Mutant(
        "a violet die reaches every reef", EFFECTS, "work.reef = die.value", "work.reef = REEFS[-1]", DICE
    ),
    Mutant(
        "a coral card reaches every reef",
        EFFECTS,
        "work.reef = find_reef(work.board.space)",
        "work.reef = REEFS[-1]",
        DICE,
    ),
    Mutant("corals come from nowhere", EFFECTS, "board.supply -= 1", "pass", DICE),
    Mutant("a coral that moves stays too", EFFECTS, "board.corals[origin - REEFS[0]] -= 1", "pass", DICE),
    Mutant("corals are placed from an empty supply", LEGAL, "if board.supply:", "if True:", DICE),
    Mutant("corals move while there is a supply", LEGAL, "if board.supply:", "if False:", DICE),
    Mutant(
        "a coral moves to where it is",
        LEGAL,
        "for reef in reefs if reef != origin",
        "for reef in reefs",
        DICE,
    ),
    Mutant("a coral must move", LEGAL, "return (*moves, _STAY)", "return (*moves,) or (_STAY,)", DICE),
    Mutant(
        "a turtle rests on another", SWIM, "while space < last and space in occupied:", "while False:", TRACK
    ),
    Mutant(
        "a turtle swims past the last space",
        SWIM,
        "aim = min(origin + spaces, last)",
        "aim = origin + spaces",
        TRACK,
    ),
    Mutant(
        "who arrives first is forgotten",
        SWIM,
        "if space == last and seat not in work.arrived:",
        "if False:",
        TRACK,
    ),
    Mutant(
        "the later arrival is ahead",
        f"{GAME}/view.py",
        "{seat: -place for place, seat",
        "{seat: place for place, seat",
        TRACK,
    ),
    Mutant(
        "the own cube needs a space beyond",
        SWIM,
        "if origin < food <= space:",
        "if origin < food < space:",
        TRACK,
    ),
    Mutant(
        "the own cube comes again", SWIM, "if origin < food <= space:", "if origin <= food <= space:", TRACK
    ),
    Mutant(
        "grey cubes never run out",
        SWIM,
        "if work.grey_track and origin < GREY_SPACE <= space:",
        "if origin < GREY_SPACE <= space:",
        TRACK,
    ),
    Mutant("a seventh cube is kept", SWIM, "kept = len(board.food) < FOOD_SLOTS", "kept = True", TRACK),
    Mutant(
        "a reef scores without a coral",
        SCORING,
        "[seat for seat in ahead if corals[seat]]",
        "list(ahead)",
        SCORE,
    ),
    Mutant(
        "the turtle behind wins a tie on a reef",
        SCORING,
        "[seat for seat in ahead if corals[seat]]",
        "[seat for seat in ahead[::-1] if corals[seat]]",
        SCORE,
    ),
    Mutant(
        "there is no second place",
        SCORING,
        "if second and len(ranked) > 1 else (first,)",
        "if False else (first,)",
        SCORE,
    ),
    Mutant(
        "a school needs no cubes",
        SCORING,
        "min(cubes, bisect_right(SCHOOL_FISH, fish))",
        "bisect_right(SCHOOL_FISH, fish)",
        SCORE,
    ),
    Mutant(
        "turtles score once in a match",
        SCORING,
        "board.ledger[TURTLE] += board.space",
        "board.ledger[TURTLE] = board.space",
        SCORE,
    ),
    Mutant(
        "white dice fight",
        COMPETE,
        "(fighting if die.colour in FIGHTING else back).append(die)",
        "fighting.append(die)",
        FIGHT,
    ),
    Mutant(
        "a competition card adds nothing",
        COMPETE,
        "die.value + (_CARD[die.colour] in boards[seat].cards)",
        "die.value",
        FIGHT,
    ),
    Mutant("the highest dice go back", COMPETE, "lowest = min(", "lowest = max(", FIGHT),
    Mutant("a sole participant rolls", COMPETE, "while len(held) > 1:", "while held:", FIGHT),
    Mutant(
        "the first one out is second", COMPETE, "for group in reversed(groups)", "for group in groups", FIGHT
    ),
    Mutant(
        "the turtle behind is ahead of those out at once",
        COMPETE,
        "sorted(out, key=work.ahead.index)",
        "sorted(out, key=work.ahead[::-1].index)",
        FIGHT,
    ),
    Mutant(
        "the second takes the same tile", COMPETE, "work.podium[1], not gold", "work.podium[1], gold", FIGHT
    ),
    Mutant(
        "silver brings a cube for ever",
        COMPETE,
        "if not gold and work.round <= GREY_ROUNDS:",
        "if not gold:",
        FIGHT,
    ),
    Mutant(
        "gold brings a cube too",
        COMPETE,
        "if not gold and work.round <= GREY_ROUNDS:",
        "if work.round <= GREY_ROUNDS:",
        FIGHT,
    ),
    Mutant(
        "where nobody fights one tile stays",
        COMPETE,
        "work.take_top_tile(False)\nwork.gone += 2",
        "work.gone += 1",
        FIGHT,
    ),
    Mutant(
        "without a second the other tile stays",
        COMPETE,
        "work.tell(TileGone(not gold, work.take_top_tile(not gold)))\nwork.gone += 1",
        "pass",
        FIGHT,
    ),
    Mutant(
        "cards that were shown leave the game",
        TURN,
        "work.discard_cards(card for card in work.display if card != GAP)",
        "pass",
        ROUNDS,
    ),
    Mutant(
        "an empty draw pile waits for the next gap",
        DISPLAY,
        "filled.append(place)\n_can_draw(work)",
        "filled.append(place)",
        ROUNDS,
    ),
    Mutant(
        "discards are never shuffled in",
        DISPLAY,
        "if not work.draw_pile and work.discard:",
        "if False:",
        ROUNDS,
    ),
    Mutant(
        "the last turtle starts though red was taken",
        TURN,
        "work.ahead[-1] if work.token is None else work.token",
        "work.ahead[-1]",
        ROUNDS,
    ),
    Mutant(
        "the turtle ahead starts when red was left",
        TURN,
        "work.ahead[-1] if work.token is None",
        "work.ahead[0] if work.token is None",
        ROUNDS,
    ),
    Mutant("the token is kept", TURN, "work.taken, work.token = 0, None", "work.taken = 0", ROUNDS),
    Mutant("a sixth round is played", TURN, "if work.round == ROUNDS:", "if work.round > ROUNDS:", ROUNDS),
    Mutant(
        "silver tiles score nothing",
        SCORING,
        "tiles = sum(board.gold) + sum(board.silver)",
        "tiles = sum(board.gold)",
        ROUNDS,
    ),
    Mutant(
        "corals score nothing at the end",
        SCORING,
        "corals = CORAL_POINTS * sum(board.corals)",
        "corals = 0",
        ROUNDS,
    ),
    Mutant(
        "the token scores for everybody",
        SCORING,
        "TOKEN_POINTS if work.token == seat else 0",
        "TOKEN_POINTS",
        ROUNDS,
    ),
    Mutant(
        "the turtle behind wins a tie",
        f"{GAME}/rules.py",
        "(points, -ahead.index(seat))",
        "(points, ahead.index(seat))",
        ROUNDS,
    ),
    Mutant(
        "the expert counts on a grey cube that is gone",
        "games/australis/player/insight.py",
        "self.grey = state.grey_track > 0",
        "self.grey = True",
        f"{TESTS}/test_insight.py",
    ),
    Mutant(
        "the expert plays by other weights than were learned",
        "games/australis/player/insight.py",
        "weights[IN_TURN:])",
        "weights[IN_TURN + 1 :])",
        f"{TESTS}/test_insight.py",
    ),
    Mutant(
        "a lead counts as much early as late",
        "games/australis/player/estimate.py",
        "NARROW + WIDE * left * left",
        "NARROW + WIDE",
        f"{TESTS}/test_estimate.py",
    ),
    Mutant(
        "the first card of several is one more",
        "games/australis/texts/labels.py",
        "takes < dice[-1].value",
        "takes <= dice[-1].value",
        "tests/games/australis/test_words.py",
    ),
)
