/* The combat of joan_combat.c, die by die, but many combats at once.
 *
 *     joan_in_step ATTACK DEFENCE TRIALS SEED
 */
#include "in_step.h"
#include "joan.h"
#include "tally.h"

int main(int argc, char **argv)
{
    check_arguments(argc, argv, 2, "ATTACK DEFENCE");
    const int attack = number(argv[1], 0, MOST_POINTS), defence = number(argv[2], 0, MOST_POINTS);
    tally t = {.trials = strtoull(argv[3], NULL, 10)};
    seed_state(strtoull(argv[4], NULL, 10));
    const double before = processor_time();
    uint32_t wins[LANES] = {0}, losses[LANES] = {0};
    for (uint64_t done = 0; done < t.trials; done += LANES)
        for (int lane = 0; lane < LANES; lane++) {
            const int attackers = attack + die(lane, DIE_FACES), defenders = defence + die(lane, DIE_FACES);
            const uint32_t counts = (uint64_t)lane < t.trials - done;
            wins[lane] += (attackers > defenders) & counts;
            losses[lane] += (attackers < defenders) & counts;
        }
    t.wins = total(wins);
    t.losses = total(losses);
    t.rolls = 2 * t.trials;
    print_tally(t, processor_time() - before);
    return 0;
}
