"""Proofs that run as commands: drills, fault matrix, fuzzing, mutants, load, benchmarks."""
