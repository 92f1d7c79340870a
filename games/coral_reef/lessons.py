"""The lesson: eight steps, from the first sum to the empty hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.coral_reef.actions import Action, PlayCorals, SeedNine
from games.coral_reef.events import Event
from games.coral_reef.notation import make_position
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.core.gate import apply_token
from games.core.lesson import LESSON_KEY, GenericLessonSlip, GenericLessonStep, GenericLessonTask
from games.core.rng import Chance
from games.core.words import N_, Msg

Step = GenericLessonStep[State, Action, Event]
Task = GenericLessonTask[Action, Event]
Slip = GenericLessonSlip[Action, Event]
Events = tuple[Event, ...]

SEED_SLIP: Final = Slip(
    Msg(N_("Laying a nine as a new stack is a whole turn of its own. The task asks for a play.")),
    "CR-2.4",
    lambda action, events: isinstance(action, SeedNine),
)


def _make_king_position() -> State:
    """Return a position in which the player's seat couldn't act and drew a king."""
    before = make_position("28", "944", stacks="95 9 9 9", deck="k", seat=1)
    state = apply_token(RULES, before, 1, "play:2:9>9", Chance(LESSON_KEY, 1)).state
    whole = make_position("28k", "944", stacks="95 9 9 9", deck=None)
    return replace(state, deck=whole.deck)


LESSON_STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("Make the sum")),
        Msg(
            N_(
                "Get rid of your whole hand first and you win the round. On your turn you put cards on one"
                " stack, as many as you like, that add up to exactly what lies on top of it."
            )
        ),
        lambda: make_position("457", "22334455", stacks="9 94 96 98", deck=None),
        Task(
            Msg(N_("Put two cards on the 9. You choose which of them goes on top.")),
            ("play:1:45>4", "play:1:45>5"),
            lambda action, events: isinstance(action, PlayCorals) and action.stack == 0,
            Msg(N_("4 + 5 = 9: two cards gone in one turn.")),
            (Slip(Msg(N_("That's a play too, but it gets rid of only one card.")), "CR-2.2"),),
            ("play:4:7>7", "play:1:57>7"),
            mentioned_values=(("pile", "1"),),
        ),
    ),
    Step(
        Msg(N_("You choose what's on top")),
        Msg(
            N_(
                "The card that you lay last is the new top, and the next player has to make that number "
                "there. So leave what suits you, not them."
            )
        ),
        lambda: make_position("457", "22334455", stacks="9 93 96 92", deck=None),
        Task(
            Msg(N_("Put 4 + 5 on the 9 so that the stack needs 4 next.")),
            ("play:1:45>4",),
            lambda action, events: isinstance(action, PlayCorals) and action.stack == 0 and action.top == "4",
            Msg(N_("Right: the next play on that stack has to make 4.")),
            (Slip(Msg(N_("The sum is right, but the 5 ends on top, so the stack needs 5 next.")), "CR-2.2"),),
            ("play:1:47>4",),
            mentioned_values=(("pile", "1"),),
        ),
    ),
    Step(
        Msg(N_("Jacks, queens and kings are negative")),
        Msg(
            N_(
                "A jack counts −1, a queen −2, a king −3: they bring a high card down to the number that a"
                " stack needs. None of them may end on top."
            )
        ),
        lambda: make_position("62j", "22334455", stacks="95 98 99 94", deck=None),
        Task(
            Msg(N_("Get rid of your jack.")),
            ("play:1:6j>6",),
            lambda action, events: isinstance(action, PlayCorals) and "j" in action.corals,
            Msg(N_("6 − 1 = 5. That's what faces are good for.")),
            (Slip(Msg(N_("6 + 2 = 8 is fine, but the jack stays in your hand.")), "CR-2.2"),),
            ("play:1:6j>j", "play:4:6j>6"),
            mentioned_values=(("coral", "j"),),
        ),
    ),
    Step(
        Msg(N_("Tens count as zero")),
        Msg(
            N_(
                "A ten adds 0 when you place it, and it goes on last, so that it ends on top. From then on "
                "that stack needs a full 10."
            )
        ),
        lambda: make_position("47t", "22334455", stacks="94 93 9 9t", deck=None),
        Task(
            Msg(N_("Get rid of your ten.")),
            ("play:1:4t>t",),
            lambda action, events: isinstance(action, PlayCorals) and "t" in action.corals,
            Msg(N_("4 + 0 = 4, and the next player there has to make 10.")),
            (Slip(Msg(N_("That works, but your ten could have gone along for free.")), "CR-2.3"),),
            ("play:1:4t>4", "play:4:t>t"),
            mentioned_values=(("coral", "t"),),
        ),
    ),
    Step(
        Msg(N_("A ten on top needs 10")),
        Msg(
            N_(
                "No single card counts 10, so a ten on top always takes several. The more cards fit into "
                "one play, the better for you."
            )
        ),
        lambda: make_position("7833k", "22334455", stacks="9t 94 97 96", deck=None),
        Task(
            Msg(N_("Make 10 with four cards.")),
            ("play:1:3*27k>3", "play:1:3*27k>7"),
            lambda action, events: (
                isinstance(action, PlayCorals) and action.stack == 0 and len(action.corals) == 4
            ),
            Msg(N_("3 + 3 + 7 − 3 = 10: that's four cards gone.")),
            (
                Slip(
                    Msg(N_("10 it is, but you can fit in more cards.")),
                    "CR-2.2",
                    lambda action, events: isinstance(action, PlayCorals) and action.stack == 0,
                ),
                Slip(Msg(N_("That's a play too, but not on the stack with the ten on top.")), "CR-2.2"),
            ),
            mentioned_values=(("pile", "1"),),
        ),
    ),
    Step(
        Msg(N_("Lay a nine as a new stack")),
        Msg(
            N_(
                "Instead of a play you may lay one nine on the table as a new stack. That's your whole turn. "
                "One more stack is one more number to aim at, for everybody."
            )
        ),
        lambda: make_position("936", "22334455", stacks="9 98 94 97", deck=None),
        Task(
            Msg(N_("Begin a new stack.")),
            ("seed",),
            lambda action, events: isinstance(action, SeedNine),
            Msg(N_("There it grows: a fifth stack.")),
            (Slip(Msg(N_("That plays on an existing stack.")), "CR-2.4"),),
        ),
    ),
    Step(
        Msg(N_("No passing")),
        Msg(
            N_(
                "Nothing in your hand fits, so a card was drawn for you: a king. If it helps, you play in "
                "the same turn; if not, your turn is over."
            )
        ),
        _make_king_position,
        Task(
            Msg(N_("The king makes a play possible. Find it.")),
            ("play:1:8k>8",),
            lambda action, events: isinstance(action, PlayCorals),
            Msg(N_("8 − 3 = 5. You can't pass and you can't draw by choice: if you can play, you must.")),
            (SEED_SLIP,),
            ("play:1:8k>k", "play:1:2k>2", "play:2:28>8", "play:2:28k>8"),
            mentioned_values=(("coral", "k"),),
            hides_answer=True,
        ),
    ),
    Step(
        Msg(N_("Empty your hand")),
        Msg(
            N_(
                "Whoever's hand is empty first wins the round right away, and usually one round is the "
                "whole match. You have three cards left; an ace counts 1."
            )
        ),
        lambda: make_position("9aj", "2345", stacks="9 98 94 96", deck=None),
        Task(
            Msg(N_("Get rid of all three in one play.")),
            ("play:1:9ja>9", "play:1:9ja>a"),
            lambda action, events: isinstance(action, PlayCorals) and len(action.corals) == 3,
            Msg(N_("9 − 1 + 1 = 9, and your hand is empty: the round is yours!")),
            (
                SEED_SLIP,
                Slip(
                    Msg(N_("Close, but your hand isn't empty, and now it's the other player's turn.")),
                    "CR-3.1",
                ),
            ),
            ("play:1:9ja>j",),
            mentioned_values=(("coral", "9"), ("coral", "j"), ("coral", "a")),
        ),
    ),
)
