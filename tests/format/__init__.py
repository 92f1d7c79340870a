"""The documented file format: a reader written from its page alone, and real records."""
