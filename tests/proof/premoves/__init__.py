"""Premoves under load: how much waiting they save, and that no kill doubles or loses one."""
