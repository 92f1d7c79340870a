"""Board games as pure values: rules, words and pictures, without Discord."""
