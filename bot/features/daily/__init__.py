"""The reef of the day: one deal a day for everybody, played alone against the computer, in private."""
