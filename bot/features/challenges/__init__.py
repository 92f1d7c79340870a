"""Challenges: tables that anyone can join until a deadline, and the role pinged for challenges."""
