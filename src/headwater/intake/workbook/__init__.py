"""Workbooks handed in, as of the MIDS calculator: their labelled values as claims (`claims`), parsed by `cells`."""
