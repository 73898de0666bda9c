"""The full game: board and cards as data, and the turn sequence that calls the battles of the house."""
