"""Prepared moves under load: what they spare people, and that no kill doubles or loses one."""
