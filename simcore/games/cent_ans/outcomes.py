"""What an ending of a battle or siege means: winner, survivors, and the means that follow from them."""

from __future__ import annotations

import numpy as np

from simcore.games.cent_ans import kernels
from simcore.games.cent_ans.hosts import Host
from simcore.types import Array


class OutcomeDecoder:
    """Endings as columns: winner (1 attacker, 2 defender, 0 nobody) and survivors of each kind on each side."""

    def __init__(self, hosts: list[Host], model: kernels.Battle) -> None:
        self.hosts, self.model = hosts, model

    def left(self, side: int) -> Array:
        """Units [position, kind] of a side."""
        return self.hosts[side].units_at(self.hosts[side].box)

    def retreated(self, side: int) -> Array:
        """Units [position, kind] of a side that got away, where its position tells."""
        host = self.hosts[side]
        used = host.tracked.size - 1 - host.box % host.tracked.size
        first = used // host.tracked.first
        return np.stack([first, used % host.tracked.first, np.zeros_like(used)], axis=1) + host.retreated

    def after_retreat(self, position: Array) -> Array:
        """The besieger's position once the siege is lifted: those without room are dispersed (11.5.2)."""
        host = self.hosts[0]
        total = self.left(0).sum(axis=1)
        table = int(self.model.own_table[self.model.roller == 0][0])
        position = position.copy()
        while (crowded := total[position] > host.room).any():
            position[crowded] = self.model.remove[table, position[crowded], 1]
        return position

    def __call__(self, endings: Array) -> dict[str, Array]:
        n0, n1 = (int(n) for n in self.model.positions)
        empty0, empty1 = (int(n) for n in self.model.empty)
        pair = endings - n0 - n1
        both = pair >= 0
        i = np.where(endings < n0, endings, np.where(both, pair // n1, n0 - 1))
        j = np.where(endings < n0, n1 - 1, np.where(both, pair % n1, endings - n0))
        lifted = (i < empty0) & (j < empty1)
        attacker_won = (i < empty0) & (j >= empty1)
        defender_won = lifted | ((i >= empty0) & (j < empty1))
        columns: dict[str, Array] = {"winner": np.where(attacker_won, 1, np.where(defender_won, 2, 0))}
        i[lifted] = self.after_retreat(i[lifted])
        for side, (host, position) in enumerate(zip(self.hosts, (i, j), strict=True)):
            left = self.left(side)[position]
            for k, kind in enumerate(host.kinds):
                if host.army.units(kind):
                    columns[f"{host.side}.{kind}"] = left[:, k]
            if host.army.retreated_by_kind:
                away = self.retreated(side)[position]
                for k, kind in enumerate(host.kinds):
                    if host.army.units(kind):
                        columns[f"{host.side}.{kind}_retreated"] = away[:, k]
        return columns


def with_losses(hosts: list[Host], means: dict[str, float]) -> dict[str, float]:
    """Means by side, with the units that were lost: neither left, nor retreated, nor gone to the Routiers."""
    told: dict[str, float] = {}
    for host in hosts:
        gone = 0.0
        for name in host.whereabouts:
            told[name] = means[name]
            gone += means[name]
        if host.army.retreated_by_kind:
            told |= {name: means[name] for name in (f"{host.side}.{kind}_retreated" for kind in host.army.kinds)}
        # In this order, because a mean that is not a number has to stay so.
        told[f"{host.side}.lost"] = max(sum(host.dice.started.tolist()) - gone, 0.0)
    told["rounds"] = means["rounds"]
    return told
