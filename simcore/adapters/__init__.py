"""Other people's interfaces to our full games, thin over the contract: PettingZoo and OpenSpiel."""
