/* What the programs of a battle of Breizh 1341 share: its rules, without any bonus, rules.winner difference. */

/* The die shows 1, 2, 3; there is a battle from 5 troops on; Montfort has 1 more; 3 ahead is decisive (Battle). */
enum { DIE_FACES = 3, BATTLE_FROM = 5, MONTFORT_MORE = 1, DECISIVE = 3, MOST_TROOPS = 20 };

/* Half of a number that is at least 1, rounded up. */
static inline int half(int of) { return (of + 1) / 2; }

static inline int least(int a, int b) { return a < b ? a : b; }
