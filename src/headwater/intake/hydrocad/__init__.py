"""HydroCAD's files: the project (`project`), and the printed report (`report`).

No original project file has been read by these readers yet: the keys that are known are those that public readers,
writers and samples show. Every other one is kept in the ledger as not understood, and nothing is guessed.
"""
