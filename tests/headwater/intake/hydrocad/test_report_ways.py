"""Where water goes, told by the sums of a report that does not print it: rightly or not at all, in any network."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.headwater.intake.hydrocad.laid_out import land, model_of, pond, read_report


def _network(rng: random.Random) -> tuple[str, dict[str, str]]:
    """Return the text of a report on a random network, rounded as reports are, and where each of its nodes goes."""
    ponds = [f"{at}P" for at in range(rng.randint(1, 5))]
    to = {f"{at}S": rng.choice([*ponds, ""]) for at in range(rng.randint(3, 12))}
    area_ac = {name: round(rng.uniform(0.1, 5), 3) for name in to}
    volume_acft = {name: round(area_ac[name] * rng.uniform(0.05, 0.3), 3) for name in to}
    peak_cfs = {name: round(area_ac[name] * rng.uniform(0.5, 3), 2) for name in to}
    text = "".join(
        land(name, f"{area_ac[name]:.3f}", f"{peak_cfs[name]:.2f}", f"{volume_acft[name]:.3f}") for name in to
    )
    for at, name in enumerate(ponds):
        above = [one for one, target in to.items() if target == name]
        if not above:
            continue
        to[name] = rng.choice([*ponds[at + 1 :], ""])
        area_ac[name] = sum(area_ac[one] for one in above)
        come_acft = sum(volume_acft[one] for one in above)
        # Peaks that come at different times add up to less than their sum; one alone comes as it is.
        come_cfs = sum(peak_cfs[one] for one in above) * (1 if len(above) == 1 else rng.uniform(0.85, 1))
        volume_acft[name] = round(come_acft, 3)
        peak_cfs[name] = round(come_cfs * rng.uniform(0.1, 0.7), 2)
        text += pond(name, f"{area_ac[name]:.3f}", f"{come_cfs:.2f}", f"{peak_cfs[name]:.2f}", f"{come_acft:.3f}")
    return text, to


def test_no_node_is_sent_where_it_does_not_go(how_many: Callable[[int, int], int]) -> None:
    told = unknown = 0
    for seed in range(how_many(60, 3_000)):
        text, to = _network(random.Random(seed))
        model = model_of(read_report(text))
        nodes = [(piece.id.text, piece.to) for piece in model.subcatchments or ()]
        nodes += [(basin.id.text, basin.to) for basin in model.ponds or ()]
        for name, found in nodes:
            if found is None:
                unknown += 1
            else:
                told += 1
                assert found.text == (to[name] or f"{name} exit"), f"network {seed}, node {name}"
    # Were nothing ever told, nothing could be wrong.
    assert told > 5 * unknown
