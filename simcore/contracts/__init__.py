"""What a game must offer: a combat, a full game, and what is sought in them."""
