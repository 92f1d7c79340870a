"""Measures how well computer players play against each other.

A **block** is one deal, played once with each rotation of the seats, so that neither the cards nor the first
turn matter. A block's matches depend on each other, so intervals and tests count blocks. Equal blocks,
players and sources give equal results on every machine, because thinking is limited by iterations. The number
of iterations that fit into the thinking time at a table is measured once, with ``--clock``, and stored.
"""
