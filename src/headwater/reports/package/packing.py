"""Members as one zip file: the same members give the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Final

from headwater.reports.package.manifest import MANIFEST

# The earliest day that a zip file can name; the day on which it was made is not told.
DAY: Final = (1980, 1, 1, 0, 0, 0)
LEVEL: Final = 6
UNIX: Final = 3
PLAIN_FILE: Final = 0o100644 << 16


def packed(members: Mapping[str, bytes]) -> bytes:
    """Return members as a zip file, the manifest first, then by name."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in sorted(members, key=lambda name: (name != MANIFEST, name)):
            entry = zipfile.ZipInfo(name, date_time=DAY)
            entry.create_system = UNIX
            entry.external_attr = PLAIN_FILE
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, members[name], compresslevel=LEVEL)
    return stream.getvalue()
