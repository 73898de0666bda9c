/* The battle of breizh_battle.c, die by die, but of many battles the same round at once.
 *
 *     breizh_in_step MONTFORT BLOIS TRIALS SEED
 */
#include "breizh.h"
#include "in_step.h"
#include "tally.h"

int main(int argc, char **argv)
{
    check_arguments(argc, argv, 2, "MONTFORT BLOIS");
    const int first = number(argv[1], 1, MOST_TROOPS);
    const int second = number(argv[2], first < BATTLE_FROM ? BATTLE_FROM - first : 1, MOST_TROOPS); /* a battle */
    tally t = {.trials = strtoull(argv[3], NULL, 10)};
    seed_state(strtoull(argv[4], NULL, 10));
    const double before = processor_time();
    int32_t montfort[LANES], blois[LANES], to_run[LANES];
    uint32_t wins[LANES] = {0}, losses[LANES] = {0}, rounds[LANES] = {0}, left[2][LANES] = {{0}};
    for (int lane = 0; lane < LANES; lane++) {
        montfort[lane] = first;
        blois[lane] = second;
        to_run[lane] = share(t.trials, lane);
    }
    for (int32_t going = 1; going;) {
        going = 0;
        for (int lane = 0; lane < LANES; lane++) {
            const int ahead = montfort[lane] + MONTFORT_MORE - blois[lane] + die(lane, DIE_FACES) - die(lane, DIE_FACES);
            const int won = ahead >= DECISIVE, lost = ahead <= -DECISIVE;
            const int half_montfort = half(montfort[lane]), half_blois = half(blois[lane]);
            const int montfort_lost = won ? least(half(half_blois), montfort[lane]) : lost ? half_montfort : 1;
            const int blois_lost = won ? half_blois : lost ? least(half(half_montfort), blois[lane]) : 1;
            const int montfort_left = montfort[lane] - montfort_lost, blois_left = blois[lane] - blois_lost;
            const int counts = to_run[lane] > 0;
            const int over = (montfort_left == 0) | (blois_left == 0) | (montfort_left + blois_left < BATTLE_FROM);
            const int ended = over & counts;
            rounds[lane] += (uint32_t)counts;
            wins[lane] += (uint32_t)(ended & (won | (!lost & (montfort_left > 0) & (blois_left == 0))));
            losses[lane] += (uint32_t)(ended & (lost | (!won & (blois_left > 0) & (montfort_left == 0))));
            left[0][lane] += (uint32_t)(ended ? montfort_left : 0);
            left[1][lane] += (uint32_t)(ended ? blois_left : 0);
            montfort[lane] = over ? first : montfort_left;
            blois[lane] = over ? second : blois_left;
            to_run[lane] -= ended;
            going |= to_run[lane];
        }
    }
    t.wins = total(wins);
    t.losses = total(losses);
    t.rolls = 2 * total(rounds);
    for (int side = 0; side < 2; side++)
        t.left[side] = total(left[side]);
    print_tally(t, processor_time() - before);
    return 0;
}
