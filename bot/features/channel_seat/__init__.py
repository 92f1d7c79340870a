"""The channel seat: everybody in a channel shares one seat and chooses its moves by private votes."""
