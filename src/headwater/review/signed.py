"""What people put their names to, as plain values: the engineer's certification, and the District's rulings."""

from __future__ import annotations

from typing import Any

from headwater.plan import Plan
from headwater.rules.edition import Edition


def certification_document(plan: Plan) -> dict[str, Any] | None:
    """Return the certification that the plan records; None where it records none."""
    record = plan.certification
    if record is None:
        return None
    return {
        "engineer": record.engineer.value if record.engineer else None,
        "licence": record.licence.value if record.licence else None,
        "date": record.date.value.isoformat() if record.date else None,
        "signature_sha256": record.signature_sha256.value if record.signature_sha256 else None,
    }


def ruling_documents(edition: Edition) -> list[dict[str, Any]]:
    """Return the rulings by which readings of the edition are taken."""
    return [
        {
            "reading": ruling.reading,
            "question": edition.readings[ruling.reading].question,
            "choice": ruling.choice,
            "choice_gist": edition.readings[ruling.reading].choices[ruling.choice].gist,
            "since": ruling.since.isoformat(),
            "by": ruling.by,
            "because": ruling.because,
        }
        for ruling in edition.rulings
        if ruling.edition == edition.key and ruling.reading in edition.readings
    ]
