"""The documented file format, checked with a reader written from its documentation alone."""
