"""What a reader of other people's files ends in: a ledger of every line, and a model that goes through our doors."""

import pytest

from headwater.errors import HandedFileError, IncompleteModelError
from headwater.intake.handed import Handed, list_node, map_node, text_node
from headwater.intake.handed_plan import plan_of, section_text
from headwater.intake.ledger import Ledger, LedgerBook
from headwater.intake.plan_file import read_plan_text
from headwater.plan.storage import BoxStorage

EMPTY = Ledger(lines=())


def test_every_line_is_used_ignored_or_not_understood() -> None:
    book = LedgerBook(["[NODE]", "Number=1S", "", "Flux=3"])
    book.use(1, "a node")
    book.use(2, "its name")
    ledger = book.close()
    assert [line.verdict for line in ledger.lines] == ["used", "used", "ignored", "not understood"]
    assert ledger.count("not understood") == 1
    assert ledger.of("not understood")[0].number == 4


def test_of_several_words_on_one_line_the_gravest_stands() -> None:
    book = LedgerBook(["Depth=0.3 Odd=1"])
    book.ignore(1, "display")
    book.use(1, "depth")
    book.not_understood(1, "Odd")
    book.use(1, "depth")
    assert book.close().lines[0].verdict == "not understood"


def test_a_line_knows_its_page() -> None:
    ledger = LedgerBook(["a", "b", "c"], pages=(1, 3)).close()
    assert [ledger.page_of(number) for number in (1, 2, 3)] == [1, 1, 2]
    assert EMPTY.page_of(1) is None


def _handed(elevation: str = "930.0 ft DATUM", *, target: str = "1O") -> Handed:
    pond = map_node(
        7,
        id=text_node("1P", 7),
        to=text_node(target, 8),
        storage=list_node(
            [
                map_node(
                    9,
                    kind=text_node("box", 9),
                    bottom=text_node(elevation, 10),
                    depth=text_node("4 ft", 11),
                    length=text_node("10 ft", 12),
                    width=text_node("1,000 ft", 13),
                )
            ],
            9,
        ),
        outlets=list_node([], 14),
    )
    outfall = map_node(20, id=text_node("1O", 20))
    model = map_node(5, ponds=list_node([pond], 6), outfalls=list_node([outfall], 19))
    return Handed(file="m.hcp", sha256="0" * 64, kind="made up", ledger=EMPTY, model=model)


def test_a_model_goes_through_the_doors_of_a_plan_and_keeps_the_lines_of_its_file() -> None:
    plan = plan_of(_handed(), datum="NGVD29")
    assert plan.drainage is not None
    assert plan.drainage.proposed is not None
    (pond,) = plan.drainage.proposed.ponds or ()
    (storage,) = pond.storage or ()
    assert isinstance(storage, BoxStorage)
    assert storage.bottom is not None
    assert storage.bottom.text == "930.0 ft NGVD29"
    assert storage.bottom.line == 10


def test_what_contradicts_itself_is_told_by_the_line_of_the_file() -> None:
    with pytest.raises(HandedFileError, match=r"m\.hcp:8: .*nowhere"):
        plan_of(_handed(target="nowhere"))


def test_a_file_without_a_model_says_so() -> None:
    with pytest.raises(IncompleteModelError, match="holds no model"):
        plan_of(Handed(file="rain.csv", sha256="0" * 64, kind="rainfall", ledger=EMPTY))


def test_a_model_can_be_written_as_the_section_of_a_plan_file() -> None:
    text = section_text(_handed(), condition="existing", datum="NAVD88")
    plan = read_plan_text("headwater: 1\nplan: P\nactions: [{id: a, kind: redevelopment}]\n" + text)
    assert plan.drainage is not None
    assert plan.drainage.existing == plan_of(_handed(), condition="existing").drainage.existing  # type: ignore[union-attr]
