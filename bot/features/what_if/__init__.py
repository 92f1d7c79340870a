"""*What if*: a private fork of a match, in which the user continues from a position and plays all seats.
Nothing is stored.
"""
