"""The machine room of full games: binding, rollouts, positions, and the policies of every game."""
