"""Joan of Arc: town combats, read-offs of one or two dice, naval and great battles, and what to commit."""
