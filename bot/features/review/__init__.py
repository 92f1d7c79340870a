"""Reviews of ended matches, and *Try again*, which lets players retry their costliest moves."""
