"""Hand-written mutants, one module with ``MUTANTS`` per topic. New modules are found automatically."""
