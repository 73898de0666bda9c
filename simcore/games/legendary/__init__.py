"""Time of Legends: Joan of Arc - Legendary Battles: melee, shooting and forced march."""
