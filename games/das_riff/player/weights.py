"""Weights of the features of :mod:`games.das_riff.player.insight`, in log-odds.

Each constant contains the weights of one feature, and its docstring explains the index. In a table by two
numbers, each line has the weights for one value of the first number.

The weights correct the estimate of ``hard``. They were fitted to 3,100 matches of ``hard`` against itself,
run on a compiled copy of the game, then scaled by 0.3 because the full weights predict better but play worse.
``python -m tools.fit_das_riff`` repeats the method on new matches.
"""

from __future__ import annotations

from typing import Final


def _parse_weights(numbers: str) -> tuple[float, ...]:
    """Parse numbers separated by spaces, a form that the formatter doesn't spread over lines."""
    return tuple([float(number) for number in numbers.split()])


BROOD_WEIGHTS: Final = _parse_weights("-0.0051 -0.0223 -0.014 0.0019 0.0483 0")
"""Weights by number of broods."""
EMPTY_CORAL_WEIGHTS: Final = _parse_weights("-0.0032 -0.0054 -0.0131 0.0097 0.0297 -0.0085")
"""Weights by number of empty corals."""
LONE_PARENT_WEIGHTS: Final = _parse_weights("0.0453 0.0034 -0.0525 -0.0868 -0.0564 0.1214")
"""Weights by number of lone parents."""
CORAL_WEIGHTS: Final = _parse_weights("-0.0096 -0.0225 -0.0189 -0.0027 0.0179 0.0231")
"""Weights by number of corals."""
BOAT_WEIGHTS: Final = _parse_weights("0 0.0041 -0.0444 -0.0162 0.0127 0.0112 0.0033 0.0119 0.0094")
"""Weights by number of boats."""
COLOUR_WORM_WEIGHTS: Final = _parse_weights(
    """
    -0.0327 -0.0164 -0.0023 0.0161 0.0331 0.0558 0.0543 0.0479 -0.0159
    """
)
"""Weights for each colour, by the seat's number of worms of that colour."""
SHOWN_COLOUR_WEIGHTS: Final = _parse_weights(
    """
    -0.0039 -0.0022 -0.0048 -0.0114 -0.0217 -0.0275 0.0035 0.0376 0.0863
    """
)
"""Weights for each colour on a face-up breeding card, by the seat's number of worms of that colour."""
NEEDED_COLOUR_WEIGHTS: Final = _parse_weights(
    """
    0.023 0.0168 0.0231 0.0148 0.0364 0.0359 0.0599 0.116 0.0368
    """
)
"""Weights for each colour in which a lone parent needs a mate, by worms of that colour."""
TOTAL_WORM_WEIGHTS: Final = _parse_weights(
    """
    -0.0243 -0.0077 -0.0079 -0.0144 -0.0058 -0.0042 -0.0061 -0.0033 -0.0048 -0.0066 0.0003 0.0053
    0.0065 0.0194 0.0082 0.0255 0.0067 -0.0077 -0.0209 0.018 -0.0024 0.0119 0.0013 0.0146 0.0005
    """
)
"""Weights by total number of worms."""
PEARL_WEIGHTS: Final = _parse_weights("-0.0222 -0.0072 0.011 0.0337 -0.0067 0.0117 0")
"""Weights by number of pearls."""
SHARK_WEIGHTS: Final = _parse_weights("-0.0364 -0.008 0.0288 0.0609 0")
"""Weights by number of sharks."""
POSSIBLE_MATE_WEIGHTS: Final = _parse_weights(
    """
    -0.0441 -0.0266 0.0132 0.0278 0.0276 0.0547 -0.0565 -0.0059
    """
)
"""Weights for each lone parent, by number of mates that may still appear."""
MATE_KIND_WEIGHTS: Final = _parse_weights("-0.0197 0.0191 -0.0021 -0.029 0.0142")
"""Weights for each lone parent, by number of kinds of fish that are its mates."""
MATE_DISTANCE_WEIGHTS: Final = _parse_weights(
    """
    -0.0547 -0.0168 -0.0327 -0.017 -0.0292 0.0242 0.0415 -0.0247 0.0186 0.0129 0.0422
    """
)
"""Weights for each lone parent, by distance of its nearest face-up mate.

A distance is the number of worms that the seat still needs, at most ``insight.MAX_DISTANCE``.
"""
NEAREST_MATE_WEIGHTS: Final = _parse_weights(
    """
    0.1023 0.0289 0.0054 -0.0051 0.0183 -0.0681 -0.0179 0.0256 0.0068 -0.0254 -0.0368
    """
)
"""Weights by distance of the nearest mate of any lone parent."""
FISH_PAIR_WEIGHTS: Final = _parse_weights(
    """
    0.1038 0.0243 0.003 -0.0172 -0.0259 -0.0628 -0.0546 0 0 0 0.0166 -0.0032
    """
)
"""Weights by number of worms still needed for two fish in reach that would breed.

Index 10 means that there is no such pair, 11 that there is no empty coral.
"""
CARD_WEIGHTS: Final = _parse_weights(
    """
    0.0242 0.009 0.0082 -0 0.0179 0.0243 0.0042 0.0001 0.0368 0.0387 -0.0085 0.0397 0.0655 -0.0145
    0.0479 0.0869 -0.0136 -0.0039 -0.0019 -0.0019 -0.018 -0.0051 -0.0103 -0.0124
    """
)
"""Weights for each card in reach, then for each card in the next column.

The indices are ``insight.CARD_WEIGHT_INDICES`` and ``insight.NEXT_COLUMN_WEIGHT_INDEX_BY_CARD``.
"""
NEAREST_MATE_WEIGHTS_BY_BROODS: Final = _parse_weights(
    """
    -0.0951 -0.0287 0.0075 0.053 0.0523 -0.0262 0.0219
    -0.0516 -0.0089 -0.0186 0.0315 -0.006 0.016 0.0028
    -0.0242 -0.0057 0.0238 0.0358 -0.038 -0.0101 -0.0001
    0.0568 -0.0025 -0.0134 -0.0145 -0.0142 -0.0247 0.0146
    0.2271 0.0765 0.0062 -0.0935 -0.0739 -0.1102 0.0331
    """
)
"""Weights by number of broods, then by distance of the nearest mate (``insight.DISTANCE_GROUPS``)."""
OPEN_CORAL_WEIGHTS_BY_BROODS: Final = _parse_weights(
    """
    -0.0096 -0.0292 0.0113 -0.0018 -0.0012 0.0257
    0.0063 0.0037 -0.0143 -0.0284 0.0036 0
    -0.0396 0.029 0.0044 -0.0121 0 0
    -0.0162 0.0071 0.0098 0 0 0
    0.042 0.0133 0 0 0 0
    0 0 0 0 0 0
    """
)
"""Weights by number of broods, then by number of corals that are not closed."""
BOAT_WEIGHTS_BY_BROODS: Final = _parse_weights(
    """
    0 -0.0559 -0.0023 -0.0069 -0.0028 0.0074 0.028 -0.0041 0.0293
    0 0.032 -0.0371 0.0052 -0.0491 -0.0165 0.0134 0.0094 0.0105
    0 0.0327 -0.0072 -0.0523 0.0099 -0.0023 0.0094 0.0038 -0.0125
    0 0 0 0.0388 0.0111 -0.0073 -0.0058 -0.0048 -0.0267
    0 0 0 -0.0018 0.0449 0.0315 -0.0427 0.0095 0.0133
    """
)
"""Weights by number of broods, then by number of boats."""
TOTAL_WORM_WEIGHTS_BY_BROODS: Final = _parse_weights(
    """
    0.0048 -0.0014 -0.0085 -0.0095 0.0054 0.0035
    0.0052 0.0065 0.009 -0.0112 -0.0109 -0.0297
    -0.0099 -0.0226 -0.0236 -0.013 0.0174 0.0321
    -0.0345 -0.0127 -0.0094 0.0284 0.0334 -0.0023
    -0.0208 0.0135 0.0188 0.0195 0.0148 0.011
    0 0 0 0 0 0
    """
)
"""Weights by number of broods, then by total number of worms (``insight.TOTAL_WORM_GROUPS``)."""
HUNTED_MATE_DISTANCE_WEIGHTS: Final = _parse_weights(
    """
    -0.0255 -0.0199 0.0039 0.0053 -0.0485 -0.0495 -0.0173 0.0025 -0.0173 0.046 0.0035
    """
)
"""Weights added to :data:`MATE_DISTANCE_WEIGHTS` if the other seat has a shark."""
TOTAL_WORM_WEIGHTS_BY_BOATS: Final = _parse_weights(
    """
    0 0 0 0 0 0 0
    0.0253 -0.0063 -0.0148 -0.0048 0.0073 -0.0008 0
    -0.0465 -0.032 -0.0122 0.0003 0.0407 0.0036 0
    -0.0331 -0.0196 -0.0069 0.0148 0.0219 0.0051 0
    -0.0379 -0.0194 0.0036 0.0087 0.0564 0.0019 0
    -0.0104 0.0147 0.0149 0.0164 -0.0186 -0.0052 0
    -0.0133 0.0051 0.0002 0.0214 -0.0072 -0.0025 0
    0.0298 0.023 0.0032 -0.0047 -0.0257 -0.0099 0
    0.0276 0.0151 -0.0039 -0.0369 -0.0124 0.0219 0
    """
)
"""Weights by number of boats, then by total number of worms (``insight.TOTAL_WORM_GROUPS``)."""
FIRST_FISH_WEIGHTS: Final = _parse_weights("0.0088 -0.0161 -0.0126 0.0021 0 0 0 0.014 -0.0032")
"""Weights by number of worms still needed for a fish in reach that could get a mate.

Index 7 means that there is no such fish, 8 that there is no empty coral.
"""
SECOND_MATE_WEIGHTS: Final = _parse_weights(
    """
    0.0174 0.0325 0.0428 0.0028 0.0554 -0.0383
    0 -0.0105 0.0079 0.0298 0.0427 -0.0382
    0 0 0.0124 0.0301 0.0034 -0.0397
    0 0 0 0.013 0.056 -0.0543
    0 0 0 0 -0.0412 -0.0376
    0 0 0 0 0 -0.0368
    """
)
"""Weights by distance of the nearest mate, then of the second nearest (``insight.DISTANCE_GROUPS``)."""
ACTIVE_SEAT_WEIGHTS: Final = _parse_weights("0.0129 0.0064")
"""Weights for being the active seat: while it acts, and while worms are handed out."""
LEAD_FACTOR: Final = 0.6195
"""Factor for the lead that ``hard`` estimates, learned before the weights of ``hard`` were tuned."""
