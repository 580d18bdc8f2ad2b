"""EPA SWMM's files: the input (`inp` as it stands, `model` as a model of ours) and the report (`rpt`)."""
