/* A battle of Breizh 1341, die by die, one battle after the other: no bonus, rules.winner difference.
 *
 * One draw of xoshiro256++ for each die. Prints one line of JSON, with the processor's nanoseconds per battle, start-up
 * excluded.
 *
 *     breizh_battle MONTFORT BLOIS TRIALS SEED
 */
#include "breizh.h"
#include "tally.h"
#include "xoshiro.h"

int main(int argc, char **argv)
{
    check_arguments(argc, argv, 2, "MONTFORT BLOIS");
    const int first = number(argv[1], 1, MOST_TROOPS), second = number(argv[2], 1, MOST_TROOPS);
    tally t = {.trials = strtoull(argv[3], NULL, 10)};
    seed_state(strtoull(argv[4], NULL, 10));
    const double before = processor_time();
    for (uint64_t trial = 0; trial < t.trials; trial++) {
        int montfort = first, blois = second, ahead = 0;
        while (montfort > 0 && blois > 0 && montfort + blois >= BATTLE_FROM) {
            ahead = montfort + MONTFORT_MORE - blois + (int)die(DIE_FACES);
            ahead -= (int)die(DIE_FACES);
            t.rolls += 2;
            int montfort_lost = 1, blois_lost = 1;
            if (ahead >= DECISIVE) {
                blois_lost = half(blois);
                montfort_lost = least(half(blois_lost), montfort);
            } else if (ahead <= -DECISIVE) {
                montfort_lost = half(montfort);
                blois_lost = least(half(montfort_lost), blois);
            }
            montfort -= montfort_lost;
            blois -= blois_lost;
        }
        t.wins += ahead >= DECISIVE || (ahead > -DECISIVE && montfort > 0 && blois == 0);
        t.losses += ahead <= -DECISIVE || (ahead < DECISIVE && blois > 0 && montfort == 0);
        t.left[0] += (uint64_t)montfort;
        t.left[1] += (uint64_t)blois;
    }
    print_tally(t, processor_time() - before);
    return 0;
}
