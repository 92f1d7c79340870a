"""A stand-in of Discord over real HTTP and WebSocket on the loopback, for the calls that the bot makes.

The bot runs unmodified in a process of its own (:mod:`tests.support.standin.process`); people press, type and
read through :mod:`tests.support.standin.people`; faults are ordered from :mod:`tests.support.standin.faults`.
"""
