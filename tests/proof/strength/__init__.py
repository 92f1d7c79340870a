"""How well computer players play: who beats whom, and by how much.

A **block** is one deal played once with each rotation of the seats, so that nobody owes a result to the cards
or to beginning. The matches of a block are not independent, so every interval and every test counts blocks.
Equal numbers of blocks, players and sources give equal results on every machine, for thinking is bounded by
iterations; how many of them fit into the time of a table is measured once, by ``--clock``, and kept.
"""
