"""The mutants by topic, one module each with its ``MUTANTS``. A new module is found by being there."""
