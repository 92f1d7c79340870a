"""Several processes that are one bot: who hosts, who stands by, what they tell each other."""
