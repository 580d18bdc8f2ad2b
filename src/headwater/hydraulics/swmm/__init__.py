"""The second engine: a network and one storm as input of EPA SWMM, run there, and the two answers side by side.

`export` writes the input, `run` has SWMM compute it in a process of its own, `ledger` compares. SWMM is the extra
`swmm`; only `child`, which runs in that process, imports it.
"""
