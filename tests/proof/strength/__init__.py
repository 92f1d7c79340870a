"""Measures how well computer players play against each other.

A **block** is one deal played once with each rotation of the seats, so that neither the cards nor the first
turn decide. The matches of a block depend on each other, so intervals and tests count blocks. The same
blocks, players and sources give the same results on every machine, because thinking is limited by iterations.
How many iterations fit into the time at a table is measured once, with ``--clock``, and stored.
"""
