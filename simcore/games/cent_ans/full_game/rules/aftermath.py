"""The dice of a fight until it is over or somebody must choose; what it leaves, and who goes on (11.6, TACTIC 12)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
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
from simcore.games.cent_ans.kernels import NO_DISPERSION_CHANGE

# ---- the dice, and what they leave ---------------------------------------------------------------------------------


@routine
def begin_dice(table, state, zone, flags):
    """Everybody is there and every card is played: the dice are taken up."""
    muster(table, state, zone, flags)
    state[s.STEPS] = 1
    state[s.ASKED] = 0
    state[s.LIFTED] = NOT_LIFTED
    state[s.SIEGES if flags & s.IN_SIEGE else s.BATTLES] += 1
    if flags & (s.IN_SIEGE | s.CIVIL):
        return
    chased = leaders_here(table, state, zone, 1, L_CHASES) > 0  # Charles VII
    for side in range(2):
        if chased and camp_of(flags, 1 - side) == 1 and camp_of(flags, side) == 0:
            at = s.FIGHTING + 3 * side + 1
            state[s.DUE_RETREAT + 3 * side + 1] = state[at]
            state[at] = 0


@inner
def run_dice(table, state, stream, zone, flags):
    """Strike and roll until somebody must choose; True: the fight is over."""
    dice = np.zeros((3, 5), np.int64)
    besieged = flags & s.IN_SIEGE != 0
    while True:
        # Under John the Fearless both sides roll from the same start of the round.
        halfway = flags & s.CIVIL != 0 and state[s.STEPS] > s.OPENING and not first_to_roll(state)
        if not halfway:
            if settle_dues(table, state, zone, flags):
                settle_losses(table, state)
                return False
            if besieged and state[s.FOUGHT_CARDS] & s.CARD_SAPPING and stronghold(table, state, zone) <= 2:
                for kind in range(3):
                    fall(table, state, zone, flags, 1, kind, np.int64(state[s.FIGHTING + 3 + kind]))
            if fighting(state, 0) == 0 or fighting(state, 1) == 0 or state[s.LIFTED] == IS_LIFTED:
                return True
        if first_to_roll(state) and state[s.STEPS] > s.OPENING + 1:  # a round is over
            if besieged and state[s.HIT] == 0:
                state[s.LIFTED] = TO_LIFT
                continue
            if besieged and state[s.ASKED] != state[s.STEPS]:
                settle_losses(table, state)
                return False  # cards can be played during a siege
            if not besieged:
                disperse_inoperative(table, state, zone, flags)
                if fighting(state, 0) == 0 or fighting(state, 1) == 0:
                    continue
        if state[s.STEPS] <= s.OPENING:
            strike(table, state, stream, zone, flags, dice)
        else:
            roll(table, state, stream, zone, flags, dice)
            if not besieged:
                if offer_turn(table, state, zone, flags):
                    settle_losses(table, state)
                    return False  # the roll is over when the leader has spoken
                own_results(table, state, zone, flags, NO_DISPERSION_CHANGE)
        state[s.STEPS] += 1


@routine
def _rolls(state, flags):
    """Rolls that the attacker has made."""
    both = max(state[s.STEPS] - 1 - s.OPENING, 0)
    return (both + 1) // 2 if flags & s.CIVIL or leads(state, flags) == 0 else both // 2


@routine
def conclude(table, state, zone, flags):
    """A fight is over: what is lost with it, who takes the place, who goes on."""
    attacker = camp_of(flags, 0)
    held = place_of(table, zone, 1)
    won = fighting(state, 0) > 0 and fighting(state, 1) == 0
    rolls = _rolls(state, flags)
    if flags & (s.IN_SIEGE | s.CIVIL) == 0:
        for side in range(2):
            card = np.int64(state[s.WORKING + side]) - 1
            if card >= 0 and fighting(state, side) == 0 and table.tactic[card, T_LOST]:
                state[s.TACTIC + card] = s.DISCARDED
    state[s.STEPS] = 0
    settle_losses(table, state)
    inside = state[s.INSIDE] + state[s.INSIDE + 1] + state[s.INSIDE + 2]
    for kind in range(3):
        state[s.INSIDE + kind] = 0
    if won and inside > 0:  # 11.4.3, the optional rule: a siege at once
        at = top(state)
        state[s.FOUGHT_CARDS] = 0
        state[at + 2] |= s.IN_SIEGE | s.AFTER_BATTLE
        state[at + 3] = s.FIRST_CARD
        return
    if won and siege_camp(table, zone):
        other = across(table, state, zone, attacker)
        for side in range(2):
            place = np.int64(zone if side == 0 else other)
            if place >= 0:
                for kind in range(3):
                    moved = np.int64(state[s.MOVED + 3 * place + kind])
                    shift(state, place, held, 3 * attacker + kind, units(state, place, 3 * attacker + kind))
                    state[s.MOVED + 3 * held + kind] += moved
                leaders_follow(table, state, place, held, attacker)
        if flags & s.LED:
            state[s.MARCH_ZONE] = held
    pop(state)
    if flags & s.LED:
        march_after_fight(table, state, rolls <= 1 and flags & s.AFTER_BATTLE == 0)
    held_out = fighting(state, 1) > 0 and fighting(state, 0) == 0
    victor = attacker if won else camp_of(flags, 1)
    if (won or held_out) and victor < s.ROUTIERS and flags & s.CIVIL == 0:  # card 12: whoever has won, attacking or not
        for exploit in range(s.TACTICS):
            if state[s.TACTIC + exploit] == s.HELD + victor and table.tactic[exploit, T_EFFECT] == s.EXPLOITATION:
                state[s.EXPLOIT_ZONE] = held
                push(state, s.EXPLOIT, victor, exploit, flags & s.LED if won else 0)


STAYS = 16  # of ONWARD: the first leader still to be asked, and from this bit on those who stay

# ---- Exploitation --------------------------------------------------------------------------------------------------


@routine
def legal_exploit(table, state, actions):
    """The victors may go on into a neighbour zone of the enemy, or of a Free Company (13; TACTIC card 12)."""
    camp, zone = np.int64(state[top(state) + 1]), np.int64(state[s.EXPLOIT_ZONE])
    actions[0] = s.PASS
    count = 1
    for at in range(table.roads.shape[1]):
        to = table.roads[zone, at]
        if to < 0:
            break
        if hostile(table, state, to, camp) > 0 or company_in(state, to) >= 0:
            to_paris = to == table.marks[A_PARIS]
            actions[count] = s.STEP * s.VERB + (paris_from(table, state, zone, camp) if to_paris else to)
            count += 1
    return count


@routine
def apply_exploit(table, state, action):
    """All or some of the victorious army go; a led army's march is over by that."""
    at = top(state)
    camp, card, was_led = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    pop(state)
    if action == s.PASS:
        return
    state[s.TACTIC + card] = s.DISCARDED
    if was_led and state[top(state)] == s.MARCH:
        end_march(state)
    push(state, s.ONWARD, camp, action % s.VERB, 0)
    begin_compose(state, np.int64(state[s.EXPLOIT_ZONE]), s.VICTORS)


@routine
def run_onward(table, state):
    """Leaders are asked whether they go along while a unit stays; then who was chosen goes and fights."""
    at = top(state)
    camp, to, zone = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[s.EXPLOIT_ZONE])
    asked = np.int64(state[at + 3])
    if strength(table, state, zone, camp) > state[s.MARCH_ARMY] + state[s.MARCH_ARMY + 1] + state[s.MARCH_ARMY + 2]:
        for leader in range(asked % STAYS, s.LEADERS):
            if state[s.LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp:
                state[at + 3] = asked + leader + 1 - asked % STAYS
                push(state, s.GO_ALONG, camp, leader, 0)
                return
    pop(state)
    for kind in range(3):
        count = np.int64(state[s.MARCH_ARMY + kind])
        state[s.MARCH_ARMY + kind] = 0
        shift(state, zone, to, 3 * camp + kind, count)
        if camp == state[s.ACTIVE] // 2:
            state[s.MOVED + 3 * to + kind] += count
    for leader in range(s.LEADERS):
        goes = state[s.LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp
        if goes and asked // STAYS >> leader & 1 == 0:
            state[s.LEADER + leader] = to
            if camp == state[s.ACTIVE] // 2:
                state[s.LEADER_MOVED + leader] = 1
    if siege_camp(table, to) or hostile(table, state, to, camp) > 0:
        attack(table, state, to, camp, 0)
    else:
        push_fight(state, to, camp, s.ROUTIERS, s.OPEN_FIELD)


@routine
def apply_go_along(table, state, action):
    """A leader goes with those who go on, or stays with those who stay."""
    leader = np.int64(state[top(state) + 2])
    pop(state)
    if action == s.PASS:
        state[top(state) + 3] += STAYS << leader
