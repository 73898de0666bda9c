/* A combat of Joan of Arc with all cards known, die by die, one combat after the other: two yellow cards and
 * influence against one card, influence and a fortification, nothing else. The larger sum wins, equal sums are nobody's.
 *
 * One draw of xoshiro256++ for each die. Prints one line of JSON, with the processor's nanoseconds per combat, start-up
 * excluded.
 *
 *     joan_combat ATTACK DEFENCE TRIALS SEED
 *
 * ATTACK and DEFENCE are the combat points before the dice.
 */
#include "joan.h"
#include "tally.h"
#include "xoshiro.h"

int main(int argc, char **argv)
{
    check_arguments(argc, argv, 2, "ATTACK DEFENCE");
    const int attack = number(argv[1], 0, MOST_POINTS), defence = number(argv[2], 0, MOST_POINTS);
    tally t = {.trials = strtoull(argv[3], NULL, 10)};
    seed_state(strtoull(argv[4], NULL, 10));
    const double before = processor_time();
    for (uint64_t trial = 0; trial < t.trials; trial++) {
        const int attackers = attack + (int)die(DIE_FACES), defenders = defence + (int)die(DIE_FACES);
        t.wins += attackers > defenders;
        t.losses += attackers < defenders;
        t.rolls += 2;
    }
    print_tally(t, processor_time() - before);
    return 0;
}
