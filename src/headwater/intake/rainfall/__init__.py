"""Pages of rainfall depths: NOAA Atlas 14 point estimates (`atlas14`)."""
