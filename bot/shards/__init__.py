"""Several processes that run one bot: which of them hosts, and how they coordinate."""
