"""The machine room: random numbers, dice, and both engines. It knows no game."""
