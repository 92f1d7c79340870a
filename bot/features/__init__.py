"""The bot's features, one folder each. :mod:`bot.features.contract` says how they are added to the bot."""
