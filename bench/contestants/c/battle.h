/* What the comparison programs of a battle share: the dice of both camps, the armies, who is taken. */
#include <stdint.h>
#include <stdlib.h>

#include "clock.h"

/* English and French dice are alike here, and so are Burgundian and Armagnac ones: a LOSS on so many faces, and on all
 * others a unit of the roller's own leaves (LGCA 11.4). Dice owned: LGCA 4.1, 4.2. Units in the box: at most 40. */
enum { DIE_FACES = 6, DICE0 = 2, DICE1 = 3, LOSS_FACES0 = 3, LOSS_FACES1 = 2 };
enum { MOST_UNITS = 64, MOST_LOSS = DICE0 + DICE1 };

/* What a camp has left: units of its first faction * MOST_UNITS + units of its second. 0: nobody. */
typedef uint32_t camp;

typedef struct {
    camp attacker, defender;
    uint64_t trials, seed;
} setting;

/* A camp after so many units are taken from it. */
static camp removed[MOST_UNITS * MOST_UNITS][MOST_LOSS + 1];

static inline uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static camp make_camp(int units0, int units1) { return (camp)(units0 * MOST_UNITS + units1); }

/* keep_dice: the faction with the larger surplus over its dice gives a unit; at a tie the one with the weaker die. */
static camp take_one(camp c)
{
    const int units0 = (int)(c / MOST_UNITS), units1 = (int)(c % MOST_UNITS);
    if (c == 0)
        return c;
    if (units1 == 0 || (units0 > 0 && units0 - DICE0 > units1 - DICE1))
        return make_camp(units0 - 1, units1);
    return make_camp(units0, units1 - 1);
}

static void make_removed(void)
{
    for (camp c = 0; c < MOST_UNITS * MOST_UNITS; c++) {
        camp left = c;
        for (int loss = 0; loss <= MOST_LOSS; loss++) {
            removed[c][loss] = left;
            left = take_one(left);
        }
    }
}

static int count(const char *text)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value < 0 || value >= MOST_UNITS) {
        fprintf(stderr, "%s: not a number of units from 0 to %d\n", text, MOST_UNITS - 1);
        exit(2);
    }
    return (int)value;
}

static setting read_setting(int argc, char **argv)
{
    if (argc != 7) {
        fprintf(stderr, "usage: %s ENGLISH BURGUNDIAN FRENCH ARMAGNAC TRIALS SEED\n", argv[0]);
        exit(2);
    }
    const setting s = {
        make_camp(count(argv[1]), count(argv[2])),
        make_camp(count(argv[3]), count(argv[4])),
        strtoull(argv[5], NULL, 10),
        strtoull(argv[6], NULL, 10),
    };
    if (s.attacker == 0 || s.defender == 0) {
        fprintf(stderr, "both sides need a unit\n");
        exit(2);
    }
    return s;
}
