"""Whether a file name that a plan gives stays inside the folder of the plan.

Owns the question of the text alone, for any system: a plan written on one is read on another. Where links on the disk
lead is for whoever opens the file.
"""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath


def why_outside(name: str) -> str | None:
    """Return why a name may lead out of the plan's folder, in words; None where it stays inside.

    >>> why_outside("rain/station.csv"), why_outside("../station.csv")
    (None, 'the file name leads upwards')
    """
    windows = PureWindowsPath(name)
    if PurePosixPath(name).is_absolute() or windows.drive or windows.root:
        return "the file name does not begin in the folder of the plan"
    if ".." in windows.parts:
        return "the file name leads upwards"
    if "\\" in name:
        return "the file name has a backslash, which is no separator everywhere"
    if not name.isprintable():
        return "the file name has a character that cannot be seen"
    return None
