"""Proofs about premoves: how much waiting they save, and that kills neither double nor lose one."""
