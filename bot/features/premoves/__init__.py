"""Premoves: moves that players prepare for a later turn."""
