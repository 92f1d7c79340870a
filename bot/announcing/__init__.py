"""Posts and updates messages: lobbies, boards, invitations, reminders and questions."""
