"""The shadow seat: spectators secretly choose their own moves during a match and compare them with the real
moves afterwards.
"""
