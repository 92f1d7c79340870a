"""A club of people with habits of their own, who play for weeks in minutes: what it is like to be in it."""
