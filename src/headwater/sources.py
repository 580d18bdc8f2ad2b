"""Works cited: what a key in a docstring, a row of an edition or a report stands for.

Owns the list; which provision says what is with the editions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Source:
    """One work: its title, who published it, its date as it states it, and where it is to be found."""

    key: str
    title: str
    publisher: str
    date: str
    where: str


_DISTRICT: Final = "Minnehaha Creek Watershed District"
_STATE: Final = "Minnesota Pollution Control Agency"
_NRCS: Final = "United States Department of Agriculture, Natural Resources Conservation Service"

SOURCES: Final[Mapping[str, Source]] = MappingProxyType(
    {
        source.key: source
        for source in (
            Source(
                key="MCWD-2005",
                title="Rule N, Stormwater Management, as given in the Rule N checklist",
                publisher=_DISTRICT,
                date="in force from January 2005 to 31 May 2011",
                where="the District's Rule N checklist; the text of the rule itself is not at hand",
            ),
            Source(
                key="MCWD-2011",
                title="Stormwater Management Rule, revisions pursuant to Minnesota Statutes 103D.341",
                publisher=_DISTRICT,
                date="adopted 26 May 2011, effective 1 June 2011",
                where="the District's published rules",
            ),
            Source(
                key="MCWD-2024",
                title="Stormwater Management Rule pursuant to Minnesota Statutes 103D.341",
                publisher=_DISTRICT,
                date="adopted 11 April 2024, effective 29 April 2024",
                where="https://minnehahacreek.org/permits/regulations/; Tables 1 and 2, section 7(b)'s table and the "
                "schedules of Appendix A are not at hand",
            ),
            Source(
                key="MSM",
                title="Minnesota Stormwater Manual",
                publisher=_STATE,
                date="kept up to date online",
                where="https://stormwater.pca.state.mn.us/",
            ),
            Source(
                key="MNR040000",
                title="General permit MNR040000, small municipal separate storm sewer systems",
                publisher=_STATE,
                date="issued 16 November 2020, expires 15 November 2025",
                where="https://stormwater.pca.state.mn.us/, under MS4 general permit",
            ),
            Source(
                key="MNR100001",
                title="General permit MNR100001, stormwater associated with construction activity",
                publisher=_STATE,
                date="1 August 2018 to 31 July 2023; issued again 1 August 2023",
                where="https://stormwater.pca.state.mn.us/, under construction stormwater permit",
            ),
            Source(
                key="TREES",
                title="City of Minneapolis, Minnesota Municipal Tree Resource Analysis",
                publisher="Center for Urban Forest Research",
                date="2005",
                where="cited by MCWD-2011, Appendix A note 3, which prints the interception of each species",
            ),
            Source(
                key="NEH630-4",
                title="National Engineering Handbook, part 630, chapter 4, Storm Rainfall Depth and Distribution",
                publisher=_NRCS,
                date="August 2019",
                where="https://directives.nrcs.usda.gov/, part 630 of the handbook",
            ),
            Source(
                key="WINTR20",
                title="WinTR-20, its rainfall tables MSE, NOAA, NRCC, CA and NV at 0.1 h",
                publisher=_NRCS,
                date="undated",
                where="published again by the United States Environmental Protection Agency in "
                "Data-Processing-for-SWC-and-SWMM-CAT, extreme_events: MSE 3 as a table, the others as key ordinates",
            ),
            Source(
                key="ATLAS14",
                title="NOAA Atlas 14, Precipitation-Frequency Atlas of the United States; volume 8 holds Minnesota",
                publisher="National Oceanic and Atmospheric Administration",
                date="volume 8, 2013",
                where="https://hdsc.nws.noaa.gov/pfds/",
            ),
            Source(
                key="TP40",
                title="Technical Paper 40, Rainfall Frequency Atlas of the United States",
                publisher="United States Weather Bureau",
                date="May 1961",
                where="superseded by Atlas 14 in Minnesota",
            ),
            Source(
                key="TR55",
                title="Technical Release 55, Urban Hydrology for Small Watersheds, second edition",
                publisher=_NRCS,
                date="June 1986",
                where="https://www.nrcs.usda.gov/Internet/FSE_DOCUMENTS/stelprdb1044171.pdf; read in public copies",
            ),
            Source(
                key="TR20",
                title="Technical Release 20, Computer Program for Project Formulation, Hydrology",
                publisher=_NRCS,
                date="1982; WinTR-20 since",
                where="the method as its printed answers have it, see docs/reference/peaks-reproduced.md",
            ),
            Source(
                key="NEH630-10",
                title="National Engineering Handbook, part 630, chapter 10, Estimation of Direct Runoff from Storm "
                "Rainfall",
                publisher=_NRCS,
                date="July 2004",
                where="https://directives.nrcs.usda.gov/; table 10-1 from memory, not re-read",
            ),
            Source(
                key="NEH630-15",
                title="National Engineering Handbook, part 630, chapter 15, Time of Concentration",
                publisher=_NRCS,
                date="May 2010",
                where="https://directives.nrcs.usda.gov/, part 630 of the handbook",
            ),
            Source(
                key="NEH630-16",
                title="National Engineering Handbook, part 630, chapter 16, Hydrographs",
                publisher=_NRCS,
                date="March 2007",
                where="https://directives.nrcs.usda.gov/, part 630 of the handbook; read in public transcriptions",
            ),
            Source(
                key="HEC22",
                title="Hydraulic Engineering Circular 22, Urban Drainage Design Manual, fourth edition, HIF-24-006",
                publisher="Federal Highway Administration",
                date="February 2024",
                where="https://www.fhwa.dot.gov/engineering/hydraulics/pubs/hif24006.pdf",
            ),
            Source(
                key="HDS5",
                title="Hydraulic Design Series 5, Hydraulic Design of Highway Culverts, second edition",
                publisher="Federal Highway Administration",
                date="September 2001, revised May 2005",
                where="https://www.fhwa.dot.gov/engineering/hydraulics/library_arc.cfm; its table of inlet constants, "
                "compared with that of SWMM; its table of entrance losses, read in public copies",
            ),
            Source(
                key="SWMM",
                title="Storm Water Management Model, version 5.2.4",
                publisher="United States Environmental Protection Agency",
                date="2023",
                where="https://github.com/USEPA/Stormwater-Management-Model, src/solver: culvert.c, link.c, roadway.c",
            ),
            Source(
                key="WOODWARD-2003",
                title="Runoff Curve Number Method: Examination of the Initial Abstraction Ratio",
                publisher="American Society of Civil Engineers",
                date="2003",
                where="D. E. Woodward and others, World Water and Environmental Resources Congress 2003",
            ),
            Source(
                key="SCHUELER-1987",
                title="Controlling Urban Runoff: A Practical Manual for Planning and Designing Urban BMPs",
                publisher="Metropolitan Washington Council of Governments",
                date="1987",
                where="T. R. Schueler; the Simple Method, read as the Minnesota Stormwater Manual gives it",
            ),
            Source(
                key="MPCA-ESTIMATOR",
                title="MPCA Simple Estimator, and its guidance in the Minnesota Stormwater Manual",
                publisher=_STATE,
                date="version 3, 2020",
                where="https://stormwater.pca.state.mn.us/index.php?title=Quick_Guide:_MPCA_Estimator_tab",
            ),
            Source(
                key="MIDS",
                title="Minimal Impact Design Standards calculator, and its guidance in the Minnesota Stormwater Manual",
                publisher=_STATE,
                date="kept up to date online",
                where="https://stormwater.pca.state.mn.us/index.php?title=MIDS_calculator",
            ),
            Source(
                key="RCWD-DRAFT",
                title="Draft stormwater standards after those of Rice Creek Watershed District",
                publisher="a city of the Twin Cities' northern metro",
                date="not stated in the copy read",
                where="https://miweblink.metro-inet.us/LLPublic/0/doc/69423/Page24.aspx",
            ),
            Source(
                key="ORONO-DRAFT-1993",
                title="Draft standards of 1993 for stormwater ponds, in a packet of the City of Orono",
                publisher="City of Orono",
                date="1993",
                where="https://publicinfo.ci.orono.mn.us/WebLink/0/doc/190667/Page174.aspx",
            ),
            Source(
                key="FEWKES-2000",
                title="Simulating the performance of rainwater collection and reuse systems using behavioural models",
                publisher="Building Services Engineering Research and Technology 21 (2)",
                date="2000",
                where="A. Fewkes and D. Butler; the rule of yield after spillage, from memory",
            ),
        )
    }
)
"""The works by key."""
