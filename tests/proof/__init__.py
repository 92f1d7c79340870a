"""Proofs that are run as commands: drills, fault matrix, fuzzing, mutants, load, benchmarks."""
