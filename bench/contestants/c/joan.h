/* What the programs of a combat of Joan of Arc share: its die, and the most points before the dice. */
enum { DIE_FACES = 6, MOST_POINTS = 99 };
