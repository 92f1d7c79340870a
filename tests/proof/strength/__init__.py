"""How well computer players play: who beats whom, and by how much.

A **block** is one deal played once with each rotation of the seats, so that no result is due to the cards or
to the first turn. The matches of a block are not independent, so every interval and every test counts blocks.
Equal numbers of blocks, players and sources give equal results on every machine, because thinking is bounded
by iterations. How many of them fit into the time at a table is measured once, by ``--clock``, and stored.
"""
