"""The dice of a fight until it is over or somebody must choose; what it leaves, and who goes on (11.6, TACTIC 12)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game.board_arrays import A_PARIS, L_CAMP, L_CHASES, T_EFFECT, T_LOST
from simcore.games.cent_ans.full_game.frames import pop, push, push_fight, top
from simcore.games.cent_ans.full_game.rules.casualties import IS_LIFTED, NOT_LIFTED, TO_LIFT, settle_dues
from simcore.games.cent_ans.full_game.rules.dispersions import offer_turn, own_results
from simcore.games.cent_ans.full_game.rules.fights import (
    disperse_inoperative,
    first_to_roll,
    leaders_here,
    leads,
    roll,
    strike,
)
from simcore.games.cent_ans.full_game.rules.maneuvers import begin_compose
from simcore.games.cent_ans.full_game.rules.marches import end_march, march_after_fight, paris_from
from simcore.games.cent_ans.full_game.rules.sides import across, attack, camp_of, fall, fighting, muster, place_of
from simcore.games.cent_ans.full_game.rules.zones import (
    company_in,
    hostile,
    leaders_follow,
    settle_losses,
    shift,
    siege_camp,
    strength,
    stronghold,
    units,
)
from simcore.games.cent_ans.full_game.state import (
    ACTIVE,
    AFTER_BATTLE,
    ASKED,
    BATTLES,
    CARD_SAPPING,
    CIVIL,
    DISCARDED,
    DUE_RETREAT,
    EXPLOIT,
    EXPLOIT_ZONE,
    EXPLOITATION,
    FIGHTING,
    FIRST_CARD,
    FOUGHT_CARDS,
    GO_ALONG,
    HELD,
    HIT,
    IN_SIEGE,
    INSIDE,
    LEADER,
    LEADER_MOVED,
    LEADERS,
    LED,
    LIFTED,
    MARCH,
    MARCH_ARMY,
    MARCH_ZONE,
    MOVED,
    ONWARD,
    OPEN_FIELD,
    OPENING,
    PASS,
    ROUTIERS,
    SIEGES,
    STEP,
    STEPS,
    TACTIC,
    TACTICS,
    VERB,
    VICTORS,
    WORKING,
)
from simcore.games.cent_ans.kernels import NO_DISPERSION_CHANGE

# ---- the dice, and what they leave ---------------------------------------------------------------------------------


@routine
def begin_dice(table, state, zone, flags):
    """Everybody is there and every card is played: the dice are taken up."""
    muster(table, state, zone, flags)
    state[STEPS] = 1
    state[ASKED] = 0
    state[LIFTED] = NOT_LIFTED
    state[SIEGES if flags & IN_SIEGE else BATTLES] += 1
    if flags & (IN_SIEGE | CIVIL):
        return
    chased = leaders_here(table, state, zone, 1, L_CHASES) > 0  # Charles VII
    for side in range(2):
        if chased and camp_of(flags, 1 - side) == 1 and camp_of(flags, side) == 0:
            at = FIGHTING + 3 * side + 1
            state[DUE_RETREAT + 3 * side + 1] = state[at]
            state[at] = 0


@inner
def run_dice(table, state, stream, zone, flags):
    """Strike and roll until somebody must choose; True: the fight is over."""
    dice = np.zeros((3, 5), np.int64)
    besieged = flags & IN_SIEGE != 0
    while True:
        # Under John the Fearless both sides roll from the same start of the round.
        halfway = flags & CIVIL != 0 and state[STEPS] > OPENING and not first_to_roll(state)
        if not halfway:
            if settle_dues(table, state, zone, flags):
                settle_losses(table, state)
                return False
            if besieged and state[FOUGHT_CARDS] & CARD_SAPPING and stronghold(table, state, zone) <= 2:
                for kind in range(3):
                    fall(table, state, zone, flags, 1, kind, np.int64(state[FIGHTING + 3 + kind]))
            if fighting(state, 0) == 0 or fighting(state, 1) == 0 or state[LIFTED] == IS_LIFTED:
                return True
        if first_to_roll(state) and state[STEPS] > OPENING + 1:  # a round is over
            if besieged and state[HIT] == 0:
                state[LIFTED] = TO_LIFT
                continue
            if besieged and state[ASKED] != state[STEPS]:
                settle_losses(table, state)
                return False  # cards can be played during a siege
            if not besieged:
                disperse_inoperative(table, state, zone, flags)
                if fighting(state, 0) == 0 or fighting(state, 1) == 0:
                    continue
        if state[STEPS] <= OPENING:
            strike(table, state, stream, zone, flags, dice)
        else:
            roll(table, state, stream, zone, flags, dice)
            if not besieged:
                if offer_turn(table, state, zone, flags):
                    settle_losses(table, state)
                    return False  # the roll is over when the leader has spoken
                own_results(table, state, zone, flags, NO_DISPERSION_CHANGE)
        state[STEPS] += 1


@routine
def _rolls(state, flags):
    """Rolls that the attacker has made."""
    both = max(state[STEPS] - 1 - OPENING, 0)
    return (both + 1) // 2 if flags & CIVIL or leads(state, flags) == 0 else both // 2


@routine
def conclude(table, state, zone, flags):
    """A fight is over: what is lost with it, who takes the place, who goes on."""
    attacker = camp_of(flags, 0)
    held = place_of(table, zone, 1)
    won = fighting(state, 0) > 0 and fighting(state, 1) == 0
    rolls = _rolls(state, flags)
    if flags & (IN_SIEGE | CIVIL) == 0:
        for side in range(2):
            card = np.int64(state[WORKING + side]) - 1
            if card >= 0 and fighting(state, side) == 0 and table.tactic[card, T_LOST]:
                state[TACTIC + card] = DISCARDED
    state[STEPS] = 0
    settle_losses(table, state)
    inside = state[INSIDE] + state[INSIDE + 1] + state[INSIDE + 2]
    for kind in range(3):
        state[INSIDE + kind] = 0
    if won and inside > 0:  # 11.4.3, the optional rule: a siege at once
        at = top(state)
        state[FOUGHT_CARDS] = 0
        state[at + 2] |= IN_SIEGE | AFTER_BATTLE
        state[at + 3] = FIRST_CARD
        return
    if won and siege_camp(table, zone):
        other = across(table, state, zone, attacker)
        for side in range(2):
            place = np.int64(zone if side == 0 else other)
            if place >= 0:
                for kind in range(3):
                    moved = np.int64(state[MOVED + 3 * place + kind])
                    shift(state, place, held, 3 * attacker + kind, units(state, place, 3 * attacker + kind))
                    state[MOVED + 3 * held + kind] += moved
                leaders_follow(table, state, place, held, attacker)
        if flags & LED:
            state[MARCH_ZONE] = held
    pop(state)
    if flags & LED:
        march_after_fight(table, state, rolls <= 1 and flags & AFTER_BATTLE == 0)
    held_out = fighting(state, 1) > 0 and fighting(state, 0) == 0
    victor = attacker if won else camp_of(flags, 1)
    if (won or held_out) and victor < ROUTIERS and flags & CIVIL == 0:  # card 12: whoever has won, attacking or not
        for exploit in range(TACTICS):
            if state[TACTIC + exploit] == HELD + victor and table.tactic[exploit, T_EFFECT] == EXPLOITATION:
                state[EXPLOIT_ZONE] = held
                push(state, EXPLOIT, victor, exploit, flags & LED if won else 0)


STAYS = 16  # of ONWARD: the first leader still to be asked, and from this bit on those who stay

# ---- Exploitation --------------------------------------------------------------------------------------------------


@routine
def legal_exploit(table, state, actions):
    """The victors may go on into a neighbour zone of the enemy, or of a Free Company (13; TACTIC card 12)."""
    camp, zone = np.int64(state[top(state) + 1]), np.int64(state[EXPLOIT_ZONE])
    actions[0] = PASS
    count = 1
    for at in range(table.roads.shape[1]):
        to = table.roads[zone, at]
        if to < 0:
            break
        if hostile(table, state, to, camp) > 0 or company_in(state, to) >= 0:
            actions[count] = STEP * VERB + (paris_from(table, state, zone, camp) if to == table.marks[A_PARIS] else to)
            count += 1
    return count


@routine
def apply_exploit(table, state, action):
    """All or some of the victorious army go; a led army's march is over by that."""
    at = top(state)
    camp, card, was_led = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    pop(state)
    if action == PASS:
        return
    state[TACTIC + card] = DISCARDED
    if was_led and state[top(state)] == MARCH:
        end_march(state)
    push(state, ONWARD, camp, action % VERB, 0)
    begin_compose(state, np.int64(state[EXPLOIT_ZONE]), VICTORS)


@routine
def run_onward(table, state):
    """Leaders are asked whether they go along while a unit stays; then who was chosen goes and fights."""
    at = top(state)
    camp, to, zone = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[EXPLOIT_ZONE])
    asked = np.int64(state[at + 3])
    if strength(table, state, zone, camp) > state[MARCH_ARMY] + state[MARCH_ARMY + 1] + state[MARCH_ARMY + 2]:
        for leader in range(asked % STAYS, LEADERS):
            if state[LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp:
                state[at + 3] = asked + leader + 1 - asked % STAYS
                push(state, GO_ALONG, camp, leader, 0)
                return
    pop(state)
    for kind in range(3):
        count = np.int64(state[MARCH_ARMY + kind])
        state[MARCH_ARMY + kind] = 0
        shift(state, zone, to, 3 * camp + kind, count)
        if camp == state[ACTIVE] // 2:
            state[MOVED + 3 * to + kind] += count
    for leader in range(LEADERS):
        goes = state[LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp
        if goes and asked // STAYS >> leader & 1 == 0:
            state[LEADER + leader] = to
            if camp == state[ACTIVE] // 2:
                state[LEADER_MOVED + leader] = 1
    if siege_camp(table, to) or hostile(table, state, to, camp) > 0:
        attack(table, state, to, camp, 0)
    else:
        push_fight(state, to, camp, ROUTIERS, OPEN_FIELD)


@routine
def apply_go_along(table, state, action):
    """A leader goes with those who go on, or stays with those who stay."""
    leader = np.int64(state[top(state) + 2])
    pop(state)
    if action == PASS:
        state[top(state) + 3] += STAYS << leader
