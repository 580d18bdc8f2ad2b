"""The constants of HDS-5, each against a second copy."""

from __future__ import annotations

import pytest

from headwater.errors import OutOfRangeError
from headwater.hydraulics.culvert_inlet import entrance_losses, inlet_named, inlets

# The constants as EPA SWMM 5.2.4 has them, by its code of the culvert: form, K, M, c, Y.
BY_SWMM_CODE = """
1   1 .0098 2.0   .0398 .67      30  1 .0100 2.0  .0398 .67
2   1 .0018 2.0   .0292 .74      31  1 .0018 2.5  .0292 .74
3   1 .0045 2.0   .0317 .69      32  1 .0045 2.0  .0317 .69
4   1 .0078 2.0   .0379 .69      33  1 .0100 2.0  .0398 .67
5   1 .0210 1.33  .0463 .75      34  1 .0018 2.5  .0292 .74
6   1 .0340 1.5   .0553 .54      35  1 .0095 2.0  .0317 .69
7   1 .0018 2.5   .0300 .74      36  1 .0083 2.0  .0379 .69
8   1 .0018 2.5   .0243 .83      37  1 .0300 1.0  .0463 .75
9   1 .026  1.0   .0347 .81      38  1 .0340 1.5  .0496 .57
10  1 .061  .75   .0400 .80      39  1 .0300 1.5  .0496 .57
11  1 .061  .75   .0423 .82      40  1 .0088 2.0  .0368 .68
12  2 .510  .667  .0309 .80      41  1 .0030 2.0  .0269 .77
13  2 .486  .667  .0249 .83      45  1 .0083 2.0  .0379 .69
14  2 .515  .667  .0375 .79      46  1 .0300 1.0  .0463 .75
15  2 .495  .667  .0314 .82      47  1 .0340 1.5  .0496 .57
16  2 .486  .667  .0252 .865     48  2 .534  .555 .0196 .90
17  2 .545  .667  .04505 .73     49  2 .519  .640 .0210 .90
18  2 .533  .667  .0425 .705     50  2 .536  .622 .0368 .83
19  2 .522  .667  .0402 .68      51  2 .5035 .719 .0478 .80
20  2 .498  .667  .0327 .75      52  2 .547  .800 .0598 .75
21  2 .497  .667  .0339 .803     53  2 .475  .667 .0179 .97
22  2 .493  .667  .0361 .806     54  2 .560  .667 .0446 .85
23  2 .495  .667  .0386 .71      55  2 .560  .667 .0378 .87
24  2 .497  .667  .0302 .835     56  2 .500  .667 .0446 .65
25  2 .495  .667  .0252 .881     57  2 .500  .667 .0378 .71
26  2 .493  .667  .0227 .887     27  1 .0083 2.0  .0379 .69
28  1 .0145 1.75  .0419 .64      29  1 .0340 1.5  .0496 .57
"""
# Codes 42 to 44 repeat 39 to 41 for larger corners. Code 46 is .0473 in the program, .0463 in HDS-5's own table.


def by_code() -> list[tuple[float, ...]]:
    words = BY_SWMM_CODE.split()
    rows = [tuple(float(word) for word in words[at : at + 6]) for at in range(0, len(words), 6)]
    return [row[1:] for row in sorted(rows)]


def test_the_constants_of_every_inlet_agree_with_a_second_copy() -> None:
    kept = [
        (inlet.form, inlet.unsubmerged_k, inlet.unsubmerged_m, inlet.submerged_c, inlet.submerged_y)
        for inlet in inlets().values()
    ]
    assert kept == by_code()


def test_every_inlet_has_a_chart_and_says_what_it_is() -> None:
    for id_, inlet in inlets().items():
        assert inlet.id == id_
        assert inlet.chart
        assert inlet.entrance
        assert inlet.shape in {"circle", "ellipse", "arch", "box"}
    assert len(inlets()) == 54


def test_mitered_inlets_take_the_slope_the_other_way() -> None:
    mitered = {id_ for id_, inlet in inlets().items() if inlet.slope_factor > 0}
    assert mitered == {"metal pipe mitered", "pipe arch mitered", "metal arch mitered"}
    assert inlet_named("metal pipe mitered").slope_factor == 0.7
    assert inlet_named("metal pipe headwall").slope_factor == -0.5


# Table 12 of HDS-5 a second time, by loss.
BY_LOSS = {
    0.2: {
        "concrete pipe projecting socket",
        "concrete pipe headwall socket",
        "concrete pipe headwall rounded",
        "concrete pipe beveled",
        "metal pipe beveled",
        "box headwall rounded",
        "box wingwall 30-75 rounded",
        "tapered",
    },
    0.4: {"box wingwall 30-75"},
    0.5: {
        "concrete pipe projecting square",
        "concrete pipe headwall square",
        "concrete pipe end section",
        "metal pipe headwall",
        "metal pipe end section",
        "box headwall square",
        "box wingwall 10-25",
    },
    0.7: {"concrete pipe mitered", "metal pipe mitered", "box wingwall parallel"},
    0.9: {"metal pipe projecting"},
}


def test_entrance_losses_agree_with_a_second_copy() -> None:
    kept: dict[float, set[str]] = {}
    for id_, loss in entrance_losses().items():
        kept.setdefault(loss.entrance_loss, set()).add(id_)
    assert kept == BY_LOSS


def test_an_inlet_that_is_not_known_is_refused_with_what_is() -> None:
    with pytest.raises(OutOfRangeError, match="'square edge' is not known; expected one of concrete pipe square edge"):
        inlet_named("square edge")
