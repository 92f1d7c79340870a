"""Messages that the bot posts on its own: lobbies, boards, invitations, reminders and questions."""
