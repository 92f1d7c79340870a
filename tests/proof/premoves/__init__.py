"""Proofs about premoves: how much waiting they save, and that a kill neither repeats nor loses a premove."""
