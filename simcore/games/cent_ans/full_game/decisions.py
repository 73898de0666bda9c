"""Every decision of a game: whose it is, what is legal in it, and what an action does. Frames of `state` that wait."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine, switch
from simcore.games.cent_ans.full_game.board_arrays import L_CAMP
from simcore.games.cent_ans.full_game.frames import top
from simcore.games.cent_ans.full_game.rules.aftermath import apply_exploit, apply_go_along, legal_exploit
from simcore.games.cent_ans.full_game.rules.battle_cards import (
    apply_battle_card,
    apply_effect,
    legal_battle_card,
    legal_effect,
)
from simcore.games.cent_ans.full_game.rules.battles import (
    apply_besiege,
    apply_choose_battle,
    apply_shelter,
    apply_slip,
    apply_slip_event,
    legal_choose_battle,
)
from simcore.games.cent_ans.full_game.rules.casualties import apply_fall, apply_retreat, legal_fall, legal_retreat
from simcore.games.cent_ans.full_game.rules.companies import apply_company_leader, legal_company_leader
from simcore.games.cent_ans.full_game.rules.dispersions import apply_turn, legal_turn
from simcore.games.cent_ans.full_game.rules.events import (
    apply_enrol,
    apply_event_zone,
    apply_turn_coat,
    legal_enrol,
    legal_event_zone,
    legal_turn_coat,
)
from simcore.games.cent_ans.full_game.rules.leaders import (
    apply_castle_price,
    apply_leader_castle,
    apply_leader_zone,
    legal_castle_price,
    legal_leader_castle,
    legal_leader_zone,
)
from simcore.games.cent_ans.full_game.rules.maneuvers import apply_army, apply_compose, legal_army, legal_compose
from simcore.games.cent_ans.full_game.rules.marches import apply_march, legal_march
from simcore.games.cent_ans.full_game.rules.orders import (
    apply_choose_card,
    apply_madness,
    apply_react,
    legal_choose_card,
    legal_react,
    legal_yes_no,
)
from simcore.games.cent_ans.full_game.rules.reinforcements import apply_place, apply_revolt, legal_place
from simcore.games.cent_ans.full_game.rules.routiers import (
    apply_band,
    apply_camp,
    apply_gather,
    apply_route,
    legal_band,
    legal_camp,
    legal_gather,
    legal_route,
)
from simcore.games.cent_ans.full_game.rules.tactic_events import (
    apply_militia,
    apply_militia_zone,
    apply_tactic_zone,
    legal_militia,
    legal_militia_zone,
    legal_tactic_zone,
)
from simcore.games.cent_ans.full_game.rules.tactics import apply_discard, apply_pile, legal_discard, legal_pile
from simcore.games.cent_ans.full_game.state import (
    ACTIVE,
    ARMY,
    BAND,
    BATTLE_CARD,
    BESIEGE,
    CASTLE_PRICE,
    CHOOSE_BATTLE,
    CHOOSE_CARD,
    COMPANY_LEADER,
    COMPOSE,
    DEPTH,
    DISCARD,
    EFFECT,
    ENROL,
    EVENT_ZONE,
    EXPLOIT,
    FALL,
    GATHER,
    GO_ALONG,
    LEADER_CASTLE,
    LEADER_ZONE,
    MADNESS,
    MARCH,
    MILITIA,
    MILITIA_ZONE,
    PILE,
    PLACE,
    REACT,
    RETREAT,
    REVOLT,
    ROUTE,
    ROUTIER_CAMP,
    SHELTER,
    SLIP,
    SLIP_EVENT,
    TACTIC_ZONE,
    TURN_COAT,
    TURN_RESULTS,
    VICTORS,
)

# what is legal, as (table, state, actions) -> how many, and what is done, as (table, state, action)
DECISIONS = {
    LEADER_ZONE: (legal_leader_zone, apply_leader_zone),
    LEADER_CASTLE: (legal_leader_castle, apply_leader_castle),
    REVOLT: (legal_yes_no, apply_revolt),
    PLACE: (legal_place, apply_place),
    CHOOSE_CARD: (legal_choose_card, apply_choose_card),
    REACT: (legal_react, apply_react),
    MADNESS: (legal_yes_no, apply_madness),
    ARMY: (legal_army, apply_army),
    COMPOSE: (legal_compose, apply_compose),
    MARCH: (legal_march, apply_march),
    CHOOSE_BATTLE: (legal_choose_battle, apply_choose_battle),
    SHELTER: (legal_yes_no, apply_shelter),
    BESIEGE: (legal_yes_no, apply_besiege),
    BATTLE_CARD: (legal_battle_card, apply_battle_card),
    EFFECT: (legal_effect, apply_effect),
    FALL: (legal_fall, apply_fall),
    RETREAT: (legal_retreat, apply_retreat),
    SLIP: (legal_yes_no, apply_slip),
    SLIP_EVENT: (legal_yes_no, apply_slip_event),
    EXPLOIT: (legal_exploit, apply_exploit),
    DISCARD: (legal_discard, apply_discard),
    PILE: (legal_pile, apply_pile),
    ROUTE: (legal_route, apply_route),
    EVENT_ZONE: (legal_event_zone, apply_event_zone),
    TURN_COAT: (legal_turn_coat, apply_turn_coat),
    ENROL: (legal_enrol, apply_enrol),
    GATHER: (legal_gather, apply_gather),
    ROUTIER_CAMP: (legal_camp, apply_camp),
    MILITIA: (legal_militia, apply_militia),
    MILITIA_ZONE: (legal_militia_zone, apply_militia_zone),
    TACTIC_ZONE: (legal_tactic_zone, apply_tactic_zone),
    TURN_RESULTS: (legal_turn, apply_turn),
    CASTLE_PRICE: (legal_castle_price, apply_castle_price),
    BAND: (legal_band, apply_band),
    COMPANY_LEADER: (legal_company_leader, apply_company_leader),
    GO_ALONG: (legal_yes_no, apply_go_along),
}

legal_in = switch({kind: legal for kind, (legal, _) in DECISIONS.items()})
apply_in = switch({kind: apply for kind, (_, apply) in DECISIONS.items()})


@routine
def whose(table, state):
    """The camp that decides, -1: over."""
    if state[DEPTH] == 0:
        return -1
    at = top(state)
    kind, a = np.int64(state[at]), np.int64(state[at + 1])
    if kind in (LEADER_ZONE, LEADER_CASTLE):
        return np.int64(table.leader[a, L_CAMP])
    if kind in (REVOLT, SLIP_EVENT, SLIP):
        return 1
    if kind in (EVENT_ZONE, MILITIA_ZONE, TURN_COAT, ENROL):
        return np.int64(a // 2)
    if kind in (
        REACT, MADNESS, SHELTER, BESIEGE, BATTLE_CARD, EFFECT, FALL, RETREAT, EXPLOIT, DISCARD, PILE, ROUTE, MILITIA,
        TACTIC_ZONE, GATHER, ROUTIER_CAMP, TURN_RESULTS, CASTLE_PRICE, BAND, GO_ALONG,
    ):  # fmt: skip
        return np.int64(a)
    if kind == COMPOSE and state[at + 3] == VICTORS:
        return np.int64(state[at - 3])  # the camp that goes onward (TACTIC card 12)
    return np.int64(state[ACTIVE] // 2)
