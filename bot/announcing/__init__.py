"""What the bot posts by itself: boards, calls, reminders, and the claims after a clock has run out."""
