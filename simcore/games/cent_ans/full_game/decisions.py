"""Every decision of a game: whose it is, what is legal in it, and what an action does. Frames of `state` that wait."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine, switch
from simcore.games.cent_ans.full_game import state as s
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

# what is legal, as (table, state, actions) -> how many, and what is done, as (table, state, action)
DECISIONS = {
    s.LEADER_ZONE: (legal_leader_zone, apply_leader_zone),
    s.LEADER_CASTLE: (legal_leader_castle, apply_leader_castle),
    s.REVOLT: (legal_yes_no, apply_revolt),
    s.PLACE: (legal_place, apply_place),
    s.CHOOSE_CARD: (legal_choose_card, apply_choose_card),
    s.REACT: (legal_react, apply_react),
    s.MADNESS: (legal_yes_no, apply_madness),
    s.ARMY: (legal_army, apply_army),
    s.COMPOSE: (legal_compose, apply_compose),
    s.MARCH: (legal_march, apply_march),
    s.CHOOSE_BATTLE: (legal_choose_battle, apply_choose_battle),
    s.SHELTER: (legal_yes_no, apply_shelter),
    s.BESIEGE: (legal_yes_no, apply_besiege),
    s.BATTLE_CARD: (legal_battle_card, apply_battle_card),
    s.EFFECT: (legal_effect, apply_effect),
    s.FALL: (legal_fall, apply_fall),
    s.RETREAT: (legal_retreat, apply_retreat),
    s.SLIP: (legal_yes_no, apply_slip),
    s.SLIP_EVENT: (legal_yes_no, apply_slip_event),
    s.EXPLOIT: (legal_exploit, apply_exploit),
    s.DISCARD: (legal_discard, apply_discard),
    s.PILE: (legal_pile, apply_pile),
    s.ROUTE: (legal_route, apply_route),
    s.EVENT_ZONE: (legal_event_zone, apply_event_zone),
    s.TURN_COAT: (legal_turn_coat, apply_turn_coat),
    s.ENROL: (legal_enrol, apply_enrol),
    s.GATHER: (legal_gather, apply_gather),
    s.ROUTIER_CAMP: (legal_camp, apply_camp),
    s.MILITIA: (legal_militia, apply_militia),
    s.MILITIA_ZONE: (legal_militia_zone, apply_militia_zone),
    s.TACTIC_ZONE: (legal_tactic_zone, apply_tactic_zone),
    s.TURN_RESULTS: (legal_turn, apply_turn),
    s.CASTLE_PRICE: (legal_castle_price, apply_castle_price),
    s.BAND: (legal_band, apply_band),
    s.COMPANY_LEADER: (legal_company_leader, apply_company_leader),
    s.GO_ALONG: (legal_yes_no, apply_go_along),
}

legal_in = switch({kind: legal for kind, (legal, _) in DECISIONS.items()})
apply_in = switch({kind: apply for kind, (_, apply) in DECISIONS.items()})


@routine
def current_player(table, state):
    """The camp that decides, -1: over."""
    if state[s.DEPTH] == 0:
        return -1
    at = top(state)
    kind, a = np.int64(state[at]), np.int64(state[at + 1])
    if kind in (s.LEADER_ZONE, s.LEADER_CASTLE):
        return np.int64(table.leader[a, L_CAMP])
    if kind in (s.REVOLT, s.SLIP_EVENT, s.SLIP):
        return 1
    if kind in (s.EVENT_ZONE, s.MILITIA_ZONE, s.TURN_COAT, s.ENROL):
        return np.int64(a // 2)
    if kind in (
        s.REACT, s.MADNESS, s.SHELTER, s.BESIEGE, s.BATTLE_CARD, s.EFFECT, s.FALL, s.RETREAT, s.EXPLOIT, s.DISCARD,
        s.PILE, s.ROUTE, s.MILITIA, s.TACTIC_ZONE, s.GATHER, s.ROUTIER_CAMP, s.TURN_RESULTS, s.CASTLE_PRICE, s.BAND,
        s.GO_ALONG,
    ):  # fmt: skip
        return np.int64(a)
    if kind == s.COMPOSE and state[at + 3] == s.VICTORS:
        return np.int64(state[at - 3])  # the camp that goes onward (TACTIC card 12)
    return np.int64(state[s.ACTIVE] // 2)
