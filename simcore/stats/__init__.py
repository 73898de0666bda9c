"""Statistics that know no game."""
