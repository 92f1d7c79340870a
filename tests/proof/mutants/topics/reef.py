"""Reef, clause by clause."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

GAME = "games/reef"
TESTS = "tests/games/reef"
CLAUSES, LISTING, MATCHING = (f"{TESTS}/test_{name}.py" for name in ("clauses", "listing", "matching"))
LEGAL, TURN, ENDING, FOUND = (
    "games/reef/legal.py",
    "games/reef/turn.py",
    "games/reef/ending.py",
    "games/reef/matching.py",
)

PUBLIC = f"{GAME}/public.py"

MUTANTS = (
    Mutant(
        "a card drawn face down is remembered by all",
        TURN,
        'seen = state.ruleset.deck == "face_up"',
        "seen = True",
        CLAUSES,
    ),
    Mutant(
        "a card that was played is remembered in a hand",
        TURN,
        "known = tuple([held for held in own.known if held != action.card])",
        "known = own.known",
        CLAUSES,
    ),
    Mutant(
        "a view tells what only the log tells",
        PUBLIC,
        "Shown(s.reef, len(s.hand), s.points, s.discard) for",
        "Shown(s.reef, len(s.hand), s.points, s.discard, s.known) for",
        CLAUSES,
    ),
    Mutant(
        "what was taken openly is dealt to somebody else",
        PUBLIC,
        "seen.update(shown.known)",
        "pass",
        CLAUSES,
    ),
    Mutant(
        "the second seat begins before all have laid",
        TURN,
        "PLAY if following == state.starter else START",
        "PLAY",
        CLAUSES,
    ),
    Mutant(
        "first corals come from nowhere", TURN, "less(state.supply, action.colours)", "state.supply", CLAUSES
    ),
    Mutant(
        "a fifth card is taken",
        LEGAL,
        "if len(own.hand) >= MOST_HAND:\nreturn False",
        "if len(own.hand) > MOST_HAND:\n    return False",
        CLAUSES,
    ),
    Mutant(
        "a fifth card is listed",
        LEGAL,
        "if len(own.hand) >= MOST_HAND:\nreturn []",
        "if len(own.hand) > MOST_HAND:\n    return []",
        CLAUSES,
    ),
    Mutant(
        "points on an open card are lost when it is taken",
        TURN,
        "points = own.points + found",
        "points = own.points",
        CLAUSES,
    ),
    Mutant("the display is not refilled", TURN, "(Open(deck[0], 0),) if deck else ()", "()", CLAUSES),
    Mutant(
        "the deck is open without a point",
        LEGAL,
        "bool(state.deck) and own.points >= DECK_PRICE and",
        "bool(state.deck) and",
        CLAUSES,
    ),
    Mutant(
        "the deck is listed without a point",
        LEGAL,
        "if state.deck and own.points >= DECK_PRICE:",
        "if state.deck:",
        CLAUSES,
    ),
    Mutant(
        "the deck costs nothing", TURN, "deck[0], own.points - DECK_PRICE", "deck[0], own.points", CLAUSES
    ),
    Mutant(
        "the point for the deck is not laid down",
        TURN,
        "Open(o.card, o.points + DECK_PRICE) if o.card == action.onto else o",
        "o",
        CLAUSES,
    ),
    Mutant(
        "the point goes onto the dearest card",
        LEGAL,
        "lowest = min(values, default=0)",
        "lowest = max(values, default=0)",
        CLAUSES,
    ),
    Mutant(
        "a card is played again and again",
        TURN,
        "[held for held in own.hand if held != action.card]",
        "list(own.hand)",
        CLAUSES,
    ),
    Mutant(
        "a card is played that is not in the hand",
        LEGAL,
        "return action.card in own.hand and fits(",
        "return fits(",
        CLAUSES,
    ),
    Mutant("a played card leaves the game", TURN, "(*own.discard, action.card)", "own.discard", CLAUSES),
    Mutant(
        "a card scores before its corals are laid",
        TURN,
        "scoring = matches(card, reef)",
        "scoring = matches(card, own.reef)",
        CLAUSES,
    ),
    Mutant(
        "corals come from nowhere",
        TURN,
        "less(state.supply, tuple([colour for _, colour in placed]))",
        "state.supply",
        CLAUSES,
    ),
    Mutant(
        "the last of a colour is laid twice",
        LEGAL,
        "return supply[first] > 0, supply[first] > 1",
        "return supply[first] > 0, supply[first] > 0",
        CLAUSES,
    ),
    Mutant(
        "a stack grows above four",
        f"{GAME}/stacks.py",
        "if height < HIGHEST:",
        "if height <= HIGHEST:",
        f"{CLAUSES} {LISTING}",
    ),
    Mutant(
        "two corals go where one has room",
        LEGAL,
        "HEIGHT[reef[first]] + 2 <= HIGHEST",
        "HEIGHT[reef[first]] + 1 <= HIGHEST",
        f"{CLAUSES} {LISTING}",
    ),
    Mutant(
        "a coral that could be laid is kept back",
        LEGAL,
        "if len(action.placed) != min(sum(there), space):",
        "if False:",
        LISTING,
    ),
    Mutant(
        "equal corals are told apart by their order",
        LEGAL,
        "_RANK[first] < _RANK[second]",
        "_RANK[first] != _RANK[second]",
        f"{CLAUSES} {LISTING}",
        equal="a token of two equal corals in the other order is not read in the first place",
    ),
    Mutant("a pattern is turned once only", FOUND, "for _ in range(3):", "for _ in range(1):", MATCHING),
    Mutant(
        "a pattern is mirrored",
        FOUND,
        "(-row, column, demand) for column, row, demand in spaces",
        "(row, column, demand) for column, row, demand in spaces",
        MATCHING,
    ),
    Mutant(
        "an exact height is the least one",
        FOUND,
        "demand.height in (0, height)",
        "height >= demand.height",
        MATCHING,
    ),
    Mutant(
        "or more means more",
        FOUND,
        "return height >= demand.height if demand.at_least",
        "return height > demand.height if demand.at_least",
        MATCHING,
    ),
    Mutant("a joker needs no coral", FOUND, "if not height or (demand.colour", "if (demand.colour", MATCHING),
    Mutant(
        "the first match is always taken",
        FOUND,
        "most = best(free ^ lowest)",
        "most = () if by_lowest.get(lowest) else best(free ^ lowest)",
        MATCHING,
        equal="every joker of the sixty cards asks for a height, which an empty space never has",
    ),
    Mutant(
        "matches share corals", FOUND, "others = best(free ^ match)", "others = best(free ^ lowest)", MATCHING
    ),
    Mutant(
        "any stack of its colour is a centre",
        FOUND,
        "TOP[stack] == centre and HEIGHT[stack] == tallest",
        "TOP[stack] == centre",
        MATCHING,
    ),
    Mutant(
        "the first centre is taken",
        FOUND,
        "if chosen < 0 or len(ringed) > len(around):",
        "if chosen < 0:",
        MATCHING,
    ),
    Mutant("the turn does not pass", TURN, "(state.turn + 1) % len(seats)", "state.turn", CLAUSES),
    Mutant("an empty supply ends nothing", TURN, "if all(supply) and deck:", "if deck:", CLAUSES),
    Mutant("an empty deck ends nothing", TURN, "if all(supply) and deck:", "if all(supply):", CLAUSES),
    Mutant(
        "the match ends within the round",
        ENDING,
        "round_done = after.turn == after.starter",
        "round_done = True",
        CLAUSES,
    ),
    Mutant(
        "an empty deck never waits for the round",
        ENDING,
        'not after.deck and after.ruleset.deck_end == "at_once"',
        "not after.deck",
        CLAUSES,
    ),
    Mutant(
        "an empty deck always waits for the round",
        ENDING,
        'not after.deck and after.ruleset.deck_end == "at_once"',
        "False",
        CLAUSES,
    ),
    Mutant(
        "a hand scores as often as it can",
        ENDING,
        "matches(CARDS[number], seat.reef)[:1]",
        "matches(CARDS[number], seat.reef)",
        CLAUSES,
    ),
    Mutant(
        "a tie goes to more empty spaces",
        ENDING,
        "-empty_spaces(seat.reef)",
        "empty_spaces(seat.reef)",
        CLAUSES,
    ),
    Mutant("stacks of four break no tie", ENDING, "full_stacks(seat.reef))", "0)", CLAUSES),
    Mutant(
        "a turn left in the round counts for nothing",
        "games/reef/player/estimate.py",
        "return ROUND if still else 0.0",
        "return 0.0",
        f"{TESTS}/test_estimate.py",
    ),
    Mutant(
        "a stack that is too high still lacks corals",
        "games/reef/player/closeness.py",
        "if missing & ~(one | two):",
        "if False:",
        f"{TESTS}/test_insight.py",
    ),
    Mutant(
        "a full hand takes open cards",
        "games/reef/player/insight.py",
        "if len(hand) >= MOST_HAND or not display:",
        "if not display:",
        f"{TESTS}/test_insight.py",
    ),
    Mutant(
        "what is kept of positions fills the memory",
        "games/reef/player/insight.py",
        "@lru_cache(maxsize=1 << 14)\ndef own_features(",
        "@lru_cache(maxsize=1 << 16)\ndef own_features(",
        f"{TESTS}/test_insight.py",
    ),
    Mutant(
        "the words of a picture leave out the hand",
        "games/reef/texts/descriptions.py",
        "yield _hand(view, w)",
        "yield from ()",
        "tests/games/test_alts.py",
    ),
)
