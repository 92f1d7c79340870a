"""Messages that the bot posts automatically: lobbies, boards, invitations, reminders and questions."""
