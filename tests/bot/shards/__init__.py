"""Several processes that form one bot."""
