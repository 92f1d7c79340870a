"""Proofs about premoves: how much waiting they save, and that a crash neither repeats nor loses a premove."""
