"""*What if*: a private fork of a match, in which the user plays all seats on from a position. Nothing is
stored.
"""
