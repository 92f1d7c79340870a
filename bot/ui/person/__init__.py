"""What concerns one person at every table: settings, times, what is kept of them."""
