/* The pitched battle of die_by_die.c, die by die, but of many battles the same die at once.
 *
 *     die_by_die_in_step ENGLISH BURGUNDIAN FRENCH ARMAGNAC TRIALS SEED
 */
#include "battle.h"
#include "in_step.h"

/* Every lane throws as many dice of a kind as its camp owns; `most` are thrown, and those not owned show nothing. */
static inline void throw_dice(uint32_t most, uint32_t loss_faces, const uint32_t dice[LANES], uint32_t losses[LANES])
{
#pragma GCC unroll 4 /* before it looks for what can be done at once: else GCC unrolls the lanes, and finds nothing */
    for (uint32_t i = 0; i < most; i++)
        for (int lane = 0; lane < LANES; lane++)
            losses[lane] += shows(lane, loss_faces, DIE_FACES) & (uint32_t)(dice[lane] > i);
}

int main(int argc, char **argv)
{
    const setting s = read_setting(argc, argv);
    make_removed();
    seed_state(s.seed);
    const double before = processor_time();
    camp own[LANES], enemy[LANES]; /* of the camp that rolls */
    uint32_t attacks[LANES], wins[LANES] = {0}, rolls[LANES] = {0};
    int32_t to_run[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        own[lane] = s.attacker;
        enemy[lane] = s.defender;
        attacks[lane] = 1;
        to_run[lane] = share(s.trials, lane);
    }
    for (int32_t going = 1; going;) {
        uint32_t dice0[LANES], dice1[LANES], loss0[LANES], loss1[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            dice0[lane] = least(own[lane] / MOST_UNITS, DICE0);
            dice1[lane] = least(own[lane] % MOST_UNITS, DICE1);
            loss0[lane] = loss1[lane] = 0;
        }
        throw_dice(DICE0, LOSS_FACES0, dice0, loss0);
        throw_dice(DICE1, LOSS_FACES1, dice1, loss1);
        camp hit[LANES];
        for (int lane = 0; lane < LANES; lane++)
            hit[lane] = removed[enemy[lane]][loss0[lane] + loss1[lane]];
        going = 0;
        for (int lane = 0; lane < LANES; lane++) {
            const camp theirs = hit[lane];
            const camp mine = own[lane] - ((dice0[lane] - loss0[lane]) * MOST_UNITS + (dice1[lane] - loss1[lane]));
            const int over = (mine == 0) | (theirs == 0), counts = to_run[lane] > 0, ended = over & counts;
            const camp attacker = attacks[lane] ? mine : theirs, defender = attacks[lane] ? theirs : mine;
            rolls[lane] += (uint32_t)counts;
            wins[lane] += (uint32_t)(ended & (defender == 0) & (attacker != 0));
            own[lane] = over ? s.attacker : theirs; /* the other camp rolls */
            enemy[lane] = over ? s.defender : mine;
            attacks[lane] = over ? 1 : 1 - attacks[lane];
            to_run[lane] -= ended;
            going |= to_run[lane];
        }
    }
    print_result(total(wins), total(rolls), s.trials, processor_time() - before);
    return 0;
}
