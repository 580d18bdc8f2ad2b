"""Projects and reports laid out with the figures of printed cases: what is read from them gives what was printed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.golden.case_files import case

from headwater.intake.handed_plan import plan_of
from headwater.intake.reading import read_handed
from headwater.plan.leaves import Text
from headwater.plan.model import Pond
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.document import simulation_document
from headwater.review.analysis.outlets import outlets_of
from headwater.review.analysis.storages import storage_of

HERE = Path(__file__).parent
FORMS = ("reconstructed.txt", "reconstructed.hcp")
PRINTED = ("hydrocad_middle_school", "hydrocad_nine_subcatchments", "hydrocad_small_lots")


def _condition(name: str, form: str) -> dict[str, Any]:
    document = simulation_document(analyse(plan_of(read_handed(HERE / name / form))))
    found: dict[str, Any] = document["conditions"][0]
    return found


def _printed(name: str) -> dict[str, dict[str, float]]:
    published = case(name)["published_outputs"]
    found: dict[str, dict[str, float]] = published.get("subcatchments", published)
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", PRINTED)
def test_every_printed_subcatchment_is_recomputed_from_the_file_read(name: str, form: str) -> None:
    nodes = {node["id"]: node for node in _condition(name, form)["runs"][0]["nodes"]}
    for id_, printed in _printed(name).items():
        # As the cases allow: 1 % and half a printed digit, 0.01 in, 0.001 ac-ft.
        assert nodes[id_]["peak_cfs"] == pytest.approx(printed["peak_cfs"], abs=0.01 * printed["peak_cfs"] + 0.005)
        assert nodes[id_]["runoff_in"] == pytest.approx(printed["depth_in"], abs=0.01)
        assert nodes[id_]["volume_acft"] == pytest.approx(printed["volume_acft"], abs=0.001)


@pytest.mark.parametrize("form", FORMS)
def test_the_time_of_concentration_of_a_printed_flow_path_is_recomputed(form: str) -> None:
    name = "hydrocad_middle_school"
    due = {piece["id"].split()[0]: piece["tc_min"] for piece in case(name)["inputs"]["subcatchments"]}
    found = {one["id"]: one["time_of_concentration_min"] for one in _condition(name, form)["subcatchments"]}
    assert found == {id_: pytest.approx(minutes, abs=0.1) for id_, minutes in due.items()}


def test_the_time_of_concentration_of_the_vendors_sample_is_that_of_tr_55() -> None:
    # TR-55 example 3-1, which the sample repeats: .30 + .24 + .99 = 1.53 h, to 0.01 h.
    first = next(
        one for one in _condition("hydrocad_housing_complex", "reconstructed.hcp")["subcatchments"] if one["id"] == "1S"
    )
    assert first["time_of_concentration_min"] / 60 == pytest.approx(1.53, abs=0.01)


def _tank(form: str) -> Pond:
    drainage = plan_of(read_handed(HERE / "hydrocad_eugene_tank" / form)).drainage
    assert drainage is not None
    assert drainage.proposed is not None
    (pond,) = drainage.proposed.ponds or ()
    return pond


@pytest.mark.parametrize("form", FORMS)
def test_the_storage_of_a_printed_tank_at_its_peak(form: str) -> None:
    printed = case("hydrocad_eugene_tank")["published_outputs"]
    storage = storage_of(_tank(form))
    assert storage.storage_cf(printed["peak_elev_ft"]) == pytest.approx(printed["storage_cf"], abs=1)
    assert storage.storage_cf(893.75) == pytest.approx(871, abs=0.5)


def test_what_a_printed_outlet_passes_at_the_peak() -> None:
    printed = case("hydrocad_eugene_tank")["published_outputs"]
    # The report does not say where its water goes, which its outlets do not need.
    pond = replace(_tank("reconstructed.txt"), to=Text(text="below"))
    _, low, high = outlets_of(pond, storage_of(pond))
    # 0.6 x 0.01227 x sqrt(64.4 x 0.37) = 0.036 cfs.
    flow_cfs = low.device.flow_cfs(printed["peak_elev_ft"])
    assert flow_cfs == pytest.approx(printed["device_flows_at_peak"]["orifice2_cfs"], abs=0.005)
    assert high.device.flow_cfs(printed["peak_elev_ft"]) == 0
    assert (low.into, high.into) == ("1", "1")


@pytest.mark.parametrize(
    "name", ["hydrocad_pond_surface", *PRINTED, "hydrocad_eugene_tank", "hydrocad_housing_complex"]
)
def test_every_line_of_a_project_is_known_but_a_curve_of_rain_that_is_not_published(name: str) -> None:
    unknown = [line.text for line in read_handed(HERE / name / "reconstructed.hcp").ledger.of("not understood")]
    assert unknown == (["StormType=Atlas 14 S0 24-hr"] if name == "hydrocad_pond_surface" else [])
